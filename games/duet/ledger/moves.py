"""What somebody wrote, as a move: “I offer 40” is a number, “Deal!” a choice, if the header says so."""

from __future__ import annotations

import json
import re
from contextlib import suppress

from games.core import Action, IllegalAction, Parsed, escape, tidy
from games.duet.events import Choose, Enter, TurnCame, Write
from games.duet.ledger.header import MoveRule
from games.duet.ledger.offers import example, filled

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
    if turn.fields and rule is not None:
        return _offer(turn, rule, tidy(text))
    match turn.kind:
        case "number":
            return Enter(_number(turn, said))
        case "choice":
            return Choose(_choice(turn, rule, said))
    return Write(tidy(text))


def _offer(turn: TurnCame, rule: MoveRule, text: str) -> Action:
    """“price 40, delivery later”, “later, for 40” or an object in JSON: each field by its name, or by what can be nothing else."""
    said = _in_json(turn, text) or _named(turn, rule, text)
    left = re.sub("|".join(re.escape(each) for each in said.values() if each) or "$^", " ", text)
    for field, its in zip(turn.fields, rule.fields, strict=True):
        called = _called(field, its) if field.kind == "choice" else {}
        words = sorted((re.escape(each) for of in called.values() for each in of), key=len, reverse=True)
        stands = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)
        if words and not stands.search(said.get(field.move, "")):
            said[field.move] = text
            left = stands.sub(" ", left)
    free = [each.move for each in turn.fields if each.kind == "number" and each.move not in said]
    if len(numbers := _NUMBER.findall(left)) == len(free):
        said |= dict(zip(free, numbers, strict=True))
    parts = []
    for field, its in zip(turn.fields, rule.fields, strict=True):
        try:
            parts.append(read(field, its, said.get(field.move, "")))
        except IllegalAction:
            name = escape(field.move.replace("_", " "))
            raise IllegalAction(
                f"It is not clear what “{name}” is to be. Write it like this: {example(turn)}."
            ) from None
    offer = filled(turn, parts)
    assert offer is not None
    return offer


def _in_json(turn: TurnCame, text: str) -> dict[str, str]:
    with suppress(ValueError, RecursionError):
        found = json.loads(text)
        if isinstance(found, dict):
            return {each.move: str(found[each.move]) for each in turn.fields if each.move in found}
    return {}


def _named(turn: TurnCame, rule: MoveRule, text: str) -> dict[str, str]:
    """What stands behind the name of each field that is named; of a number the first, or the one just before: “2 days”. A number
    that could be for either of two is for neither."""
    at = {}
    for each in rule.fields:
        names = "|".join(map(re.escape, (each.name.replace("_", " "), each.name)))
        if found := re.search(rf"(?<!\w)(?:{names})(?!\w)", text, re.IGNORECASE):
            at[found.start()] = (each, found.end())
    said, places = {}, []
    for (begin, (each, start)), end in zip(sorted(at.items()), (*sorted(at), len(text))[1:], strict=True):
        if each.kind != "number":
            said[each.name] = text[start:end].strip(" ,;:=–-.")
            continue
        before = (number for number in _NUMBER.finditer(text[:begin]) if not text[number.end() : begin].strip())
        if number := _NUMBER.search(text, start, end) or next(before, None):
            said[each.name] = number[0]
            places.append((each.name, number.start()))
    return {name: put for name, put in said.items() if [at for _, at in places].count(dict(places).get(name, -1)) < 2}


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
    if re.fullmatch(r"[-+]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*", plain):
        plain = re.sub("[.,]", "", plain)
    elif parts := re.fullmatch(r"(.*)[.,](\d+)", plain):
        plain = f"{re.sub('[.,]', '', parts[1])}.{parts[2]}"
    value = float(plain)
    return int(value) if value.is_integer() else value


def _choice(turn: TurnCame, rule: MoveRule | None, said: str) -> str:
    words = _called(turn, rule)
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


def _called(turn: TurnCame, rule: MoveRule | None) -> dict[str, tuple[str, ...]]:
    """What stands for each choice."""
    return {choice: (choice, *(rule.choices.get(choice, ()) if rule else ())) for choice in turn.choices}


def _stands(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


def reading(turn: TurnCame | None, rule: MoveRule | None, text: str) -> Parsed:
    """The same for a person: what is clear is sure, and what is not is asked for with a reason. A question that happens to
    name a move is no move before it is confirmed: “Would you accept 60?”"""
    if turn is None or not tidy(text):
        return Parsed(None, why="There is nothing written." if not tidy(text) else "It is not your turn.")
    try:
        action = read(turn, rule, text)
    except IllegalAction as unclear:
        return Parsed(None, why=str(unclear))
    if not isinstance(action, Write) and _ASKING.search(text):
        return Parsed(action, why="That reads like a question.")
    return Parsed(action, sure=True)
