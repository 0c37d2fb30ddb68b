"""What somebody wrote, as a move: “I offer 40” is a number, “Deal!” a choice, if the header says so."""

from __future__ import annotations

import json
import re

from games.core import Action, IllegalAction, Reading, escape, tidy
from games.duet.header import MoveRule
from games.duet.rules import form_of
from games.duet.words import Choose, Enter, TurnCame, Write

_NUMBER = re.compile(r"(?<![\w.,])[-−+]?\d+(?:[.,]\d+)*(?![\w])")
_NOT = re.compile(r"\b(?:not|never|no|cannot|\w+n['’]t|nicht|kein\w*|pas|ne|non|não|nao|niet|geen)\b", re.I)
_OPENING = re.compile(
    r"^(?:my (?:answer|move|choice|decision) is|i(?:'ll| will)?(?: choose)?|decision|answer)[:\s]+", re.I
)
_REFUSING = re.compile(r"^(?:no|nope|nein|non|nee|não)(?: way| thanks| thank you)?[,.;:!]+\s+(?=i\b)", re.I)
"""A “no” that is an answer by itself, before what somebody does."""
_ASKING = re.compile(r"[?？]\W*$")


def read(turn: TurnCame, rule: MoveRule | None, text: str) -> Action:
    """The move that a text is. IllegalAction says how to write it so that it is clear."""
    said = tidy(text).strip(" *_`\"'“”„«».!")
    if not said:
        raise IllegalAction("There is nothing written.")
    match turn.kind:
        case "number":
            return Enter(_number(turn, said))
        case "choice":
            return Choose(_choice(turn, rule, said))
        case "terms" if rule is not None:
            return _terms(rule, text)
    return Write(tidy(text))


def _number(turn: TurnCame, said: str) -> float:
    found = [_value(each[0]) for each in _NUMBER.finditer(said)]
    if len(set(found)) == 1:
        return found[0]
    named = re.search(
        rf"\b{re.escape(turn.move.replace('_', ' '))}\b\W{{0,12}}?(?:is\W{{1,4}})?({_NUMBER.pattern})",
        said,
        re.IGNORECASE,
    )
    if named:
        return _value(named[1])
    how = "There is no number in it" if not found else "There are several numbers in it"
    raise IllegalAction(f"{how}: answer with the number alone.")


def _value(digits: str) -> float:
    """“1,000.50”, “1.000,50”, “40,5” and “40.5” as numbers. One mark with three digits after it parts thousands,
    unless nothing but a nought stands before it."""
    plain = digits.replace("−", "-")
    last = max(plain.rfind("."), plain.rfind(","))
    if last >= 0:
        whole, rest = plain[:last], plain[last + 1 :]
        marks = {each for each in plain if each in ".,"}
        thousands = (
            len(rest) == 3 and (len(marks) == 1) and re.fullmatch(r"[-+]?[1-9]\d{0,2}(?:[.,]\d{3})*", whole) is not None
        )
        plain = re.sub("[.,]", "", plain) if thousands else f"{re.sub('[.,]', '', whole)}.{rest}"
    value = float(plain)
    return int(value) if value.is_integer() else value


def _choice(turn: TurnCame, rule: MoveRule | None, said: str) -> str:
    words = {choice: (choice, *(rule.choices.get(choice, ()) if rule else ())) for choice in turn.choices}
    short = _OPENING.sub("", _REFUSING.sub("", said)).casefold()
    for choice, called in words.items():
        if short in {each.casefold() for each in called}:
            return choice
    meant = {choice for choice, called in words.items() if any(_stands(each, said) for each in called)}
    if len(meant) == 1 and not _NOT.search(said):
        return meant.pop()
    raise IllegalAction(
        f"It is not clear which one is meant: answer with one of {escape(', '.join(turn.choices))}, and nothing else."
    )


def _terms(rule: MoveRule, text: str) -> Action:
    """“price 40, delivery week”, “40, week”, or an object with both."""
    try:
        named = json.loads(text)
    except (ValueError, RecursionError):
        named = None
    if not isinstance(named, dict):
        numbers = [_value(each[0]) for each in _NUMBER.finditer(text)]
        named = {}
        if len(numbers) == sum(not each.choices for each in rule.terms):
            named = dict(zip((each.name for each in rule.terms if not each.choices), numbers, strict=True))
        for each in rule.terms:
            if len(found := [choice for choice in each.choices if _stands(choice, text)]) == 1:
                named[each.name] = found[0]
    missing = [each.name.replace("_", " ") for each in rule.terms if named.get(each.name) is None]
    if missing:
        raise IllegalAction(f"It is not clear what you name for {escape(', '.join(missing))}: say each of them once.")
    try:
        values = {e.name: str(named[e.name]) if e.choices else float(named[e.name]) for e in rule.terms}
    except (TypeError, ValueError):
        raise IllegalAction("An amount is written in figures alone.") from None
    return form_of(rule.name, rule.terms)(**values)


def _stands(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


def reading(turn: TurnCame | None, rule: MoveRule | None, text: str) -> Reading:
    """The same for a person: what is clear is sure, and what is not is asked for with a reason. A question that happens to
    name a move is no move before it is confirmed: “Would you accept 60?”"""
    if turn is None or not tidy(text):
        return Reading(None, why="There is nothing written." if not tidy(text) else "It is not your turn.")
    try:
        action = read(turn, rule, text)
    except IllegalAction as unclear:
        return Reading(None, why=str(unclear))
    if not isinstance(action, Write) and _ASKING.search(text):
        return Reading(action, why="That reads like a question.")
    return Reading(action, sure=True)
