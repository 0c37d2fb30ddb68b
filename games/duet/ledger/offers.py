"""Offers: a move of several values that are named at once, as one form to fill in.

An offer is asked for, judged and read field by field, as if each were a move of its own; here they become one action, and one
action becomes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field

from games.core import Action, escape, record
from games.duet.events import Choose, Enter, TurnCame, Unit, Write
from games.duet.ledger.reckoning import tidy_number
from games.duet.ledger.telling import fill, tongue
from games.duet.sentences import AHEAD, FORMATS, amount, called, written

Single = Enter | Choose | Write
"""What is put into one field."""


def form_of(turn: TurnCame) -> type[Action]:
    """The form of an offer: a number, a choice or some words for each of its fields."""
    return _form(tuple((each.move, each.kind, each.ask, limits(each)) for each in turn.fields))


@lru_cache(maxsize=1024)
def _form(fields: tuple[tuple[str, str, str, str], ...]) -> type[Action]:
    kinds: dict[str, Any] = {"number": float, "choice": str, "text": Annotated[str, "talk"]}
    hints = {name: Annotated[kinds[kind], Field(title=title, description=limit)] for name, kind, title, limit in fields}
    world = {"__doc__": "An offer: a value in each field.", "__module__": __name__, "__annotations__": hints}
    return record(type("Offer", (Action,), world))


def limits(turn: TurnCame, language: str = "en") -> str:
    """What may be said: “$0 to $100, in steps of 5”, “now or later”, “price: $0 to $100; delivery: now or later”."""
    if turn.fields:
        said = [(_labelled(each), limits(each, language)) for each in turn.fields]
        return "; ".join(f"{name}{tongue(language).colon}{limit}" if limit else name for name, limit in said)
    ours, unit = tongue(language), turn.unit or ""
    if turn.low is None or turn.high is None:
        return escape(f" {ours.either} ".join(turn.choices))
    low = amount(turn.low, unit if unit in AHEAD and language not in FORMATS else "", language)
    steps = "" if turn.step in (None, 1) else fill(ours.steps, {"step": turn.step}, "", language)
    return fill(ours.range, {"low": low, "high": amount(turn.high, unit, language)}, "", language) + steps


def amounts(turn: TurnCame, unit: Unit, language: str = "en") -> dict[str, str]:
    """How each number of its form reads with its unit, as a question says it: “$…”, “… coin|… coins”. `unit` is the header's."""
    units = unit if isinstance(unit, tuple) else (unit,)
    named = [(each.move, each, its) for each, its in zip(turn.fields, units, strict=False)] or [
        ("number", turn, units[0])
    ]
    found = {}
    for name, each, its in named:
        if each.kind == "number" and (its := its if each.unit is None else each.unit):
            forms = dict.fromkeys(amount(n, its, language).replace(str(n), "…", 1) for n in (1, 2))
            found[name] = "|".join(forms)
    return found


def _labelled(field: TurnCame) -> str:
    """A field's name, and what its author asks for there if that is more than the name: “books – books you keep”."""
    name, ask = called(field.move), escape(field.ask)
    return name if ask.casefold() == name.casefold() else f"{name} – {ask}"


def filled(turn: TurnCame, parts: Sequence[Action | None]) -> Action | None:
    """The offer with these in its fields; None where one is missing."""
    values = [astuple(each)[0] for each in parts if isinstance(each, Single)]
    return form_of(turn)(*values) if len(values) == len(turn.fields) else None


def parts(turn: TurnCame, offer: Action) -> list[Single]:
    """What stands in each field of an offer."""
    put: dict[str, type[Any]] = {"number": Enter, "choice": Choose, "text": Write}
    return [put[each.kind](getattr(offer, each.move)) for each in turn.fields]


def examples(turn: TurnCame) -> tuple[Action, ...]:
    """A few moves that could be made; none where all that can be chosen is asked with the question."""
    match turn.kind:
        case "offer":
            each = [examples(field) or tuple(map(Choose, field.choices)) for field in turn.fields]
            offered = (filled(turn, [some[at % len(some)] for some in each]) for at in range(3))
            return tuple(offer for offer in offered if offer is not None)
        case "number":
            low, high, step = turn.low or 0, turn.high or 0, turn.step or 1
            count = int((high - low) / step + 1e-9)
            return tuple(Enter(tidy_number(low + step * at)) for at in sorted({0, count // 2, count}))
        case "text":
            return (Write("Is it alive?"), Write("I would rather not say."))
    return ()


def example(turn: TurnCame) -> str:
    """An offer as it may be written: “price 40, delivery later”."""
    offer = examples(turn)[1]
    return written(tuple((each.move, getattr(offer, each.move)) for each in turn.fields))
