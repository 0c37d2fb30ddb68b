"""What the manager writes for the human to see: checked against the ledger, or made from it."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import Seat, escape, tidy
from games.duet.claims import mistakes
from games.duet.facts import Due, Fact, Facts
from games.duet.sentences import called, written
from games.duet.words import HUMAN, SIDES, Value

LONGEST = 2000
"""How many characters a display may have."""


def check(text: str, facts: Facts) -> tuple[str, ...]:
    """What in `text`, which has {seat} marks for names, contradicts the ledger, or says what it does not hold: a sentence for
    the manager about each. Empty when it may be shown."""
    if len(text) > LONGEST:
        return (f"The display has {len(text):,} characters; it may have {LONGEST:,}.",)
    if not text.strip():
        return ("The display is empty.",)
    return tuple(dict.fromkeys(mistakes(text, facts)))


# ── the display that code makes ───────────────────────────────────────────────────────────────────────────────────────


def plain(facts: Facts) -> str:
    """How things stand, from the ledger alone, in a few lines with {seat} marks."""
    lines = [_heading(facts), *_moved(facts), *_paid(facts), *(_asked(each) for each in facts.due)]
    if facts.over:
        lines += [facts.why] if facts.why else []  # a sentence with marks, made by the rules
        lines += _revealed(facts)
    return "\n".join(lines)


def _heading(facts: Facts) -> str:
    if facts.over:
        return f"**{escape(facts.title)}** is over."
    if facts.rounds == 1:
        return f"**{escape(facts.title)}**"
    return f"**{escape(facts.title)}**, round {facts.round}{'' if facts.rounds is None else f' of {facts.rounds}'}"


def _moved(facts: Facts) -> Iterator[str]:
    """What was moved in the last round, and in this one; when it is over, in the last that was played."""
    moves = [each for each in facts.facts if each.round is not None and each.seat is not None and each.name != "payoff"]
    latest = max((each.round or 0 for each in moves), default=0)
    for number in (latest,) if facts.over else (facts.round - 1, facts.round):
        if made := [each for each in moves if each.round == number]:
            told = (f"{{{each.seat}}} – {called(each.name)}: {_said(each, facts)}" for each in made)
            yield ("" if number == facts.round else f"Round {number}: ") + "; ".join(told) + "."


def _said(fact: Fact, facts: Facts) -> str:
    return (
        f"“{tidy(fact.value)}”"
        if isinstance(fact.value, str) and fact.name not in facts.choices
        else written(fact.value, facts.unit if fact.unit is None else fact.unit)
    )


def _paid(facts: Facts) -> Iterator[str]:
    """What the last round paid, and all so far, where the end does not say the same."""
    paid = [each for each in facts.facts if each.name == "payoff" and each.round is not None]
    last = max((each.round or 0 for each in paid), default=0)
    latest = {each.seat: each.value for each in paid if each.round == last}
    totals = {each.seat: each.value for each in facts.facts if each.name == "total"}
    if any(latest.values()) and (last > 1 or not facts.over):
        yield f"Payoffs of round {last}: {_both(latest, facts.unit)}"
    if any(totals.values()) and last > 1 and not (facts.over and facts.why):
        yield f"Totals: {_both(totals, facts.unit)}"


def _both(values: dict[Seat | None, Value], unit: str) -> str:
    return ", ".join(f"{{{seat}}} {written(values[seat], unit)}" for seat in SIDES if seat in values)


def _asked(due: Due) -> str:
    to = "" if HUMAN in due.seats else " ".join(f"{{{seat}}}:" for seat in due.seats) + " "
    ask = escape(tidy(due.ask))
    if due.kind == "number" and due.low is not None and due.high is not None:
        return f"{to}{ask} ({written(due.low, '')} to {written(due.high, '')})"
    return f"{to}{ask} ({escape(' / '.join(due.choices))})" if due.choices else f"{to}{ask}"


def _revealed(facts: Facts) -> Iterator[str]:
    secret = {word.casefold() for words in facts.private for word in words}
    for each in facts.facts:
        if each.seat is not None and each.name.casefold() in secret:
            yield f"{{{each.seat}}} – {called(each.name)}: {_said(each, facts)}"
