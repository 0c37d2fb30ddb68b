"""An action as a form to fill in, on any surface: its fields, what was typed made into the action, and why there is none now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, get_origin, get_type_hints

from annotated_types import MaxLen
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from bot.mending import mends
from bot.table import Table
from games.core import Action, IllegalAction, Seat, answer_fields, needs, prose_fields, talk_fields, tidy
from games.reading import numbers_in
from games.wire import adapter

SHORT, LONG, PAGES = 200, 1000, 2000
"""Characters that a line takes, what somebody says in their own words, and what they write in lines, where the field does
not say."""


class Value(NamedTuple):
    """Something that can be picked, and what comes `of` it. Touching what is known by `pick` (a seat, a room, a card) on a board
    picks it."""

    value: str
    label: str
    pick: str = ""
    of: str = ""


class FormField(NamedTuple):
    """One field of an action, as a form shows it. `longest` is in characters; `talk` is for whole sentences, `number` for
    nothing but a number. Where it is asked for, it may take one or `several` of `values`; `typed` is what stands in it, `reads`
    how a number is read there."""

    name: str
    title: str
    description: str
    required: bool
    several: bool
    talk: bool
    longest: int
    number: bool
    values: tuple[Value, ...] = ()
    typed: str = ""
    reads: str = ""

    @property
    def chosen(self) -> frozenset[str]:
        return frozenset(each.strip() for each in self.typed.split(",")) if self.several else frozenset({self.typed})


def form_fields(kind: type[Action]) -> tuple[FormField, ...]:
    """The fields that a person fills in, in the action's order."""
    return _form_fields(kind)  # type: ignore[arg-type]


@cache
def _form_fields(kind: Any) -> tuple[FormField, ...]:
    hints = get_type_hints(kind, include_extras=True)
    spoken, written = talk_fields(kind), prose_fields(kind)
    fields = []
    for each in answer_fields(kind):
        hint = hints[each.name]
        info = next((m for m in getattr(hint, "__metadata__", ()) if isinstance(m, FieldInfo)), FieldInfo())
        base = getattr(hint, "__origin__", hint)
        several = base in (tuple, list) or get_origin(base) in (tuple, list)
        talk = each.name in spoken
        usual = PAGES if each.name in written else LONG if talk else SHORT
        longest = next((m.max_length for m in info.metadata if isinstance(m, MaxLen)), usual)
        title, description = info.title or untitled(each.name), info.description or ""
        number = base in (int, float)
        fields.append(
            FormField(each.name, title, description, each.name in needs(kind), several, talk, longest, number)
        )
    return tuple(fields)


def untitled(name: str) -> str:
    """What a field is called that has no title."""
    return name.replace("_", " ").capitalize()


def filled_in(kind: type[Action], typed: Mapping[str, str]) -> Action:
    """The action that was filled in. IllegalAction is a sentence about the first mistake."""
    values: dict[str, Any] = {}
    for field in form_fields(kind):
        text = typed.get(field.name, "").strip()
        if field.several:
            values[field.name] = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
        elif field.number and text:
            values[field.name] = _number(text)
        elif text or field.required:
            values[field.name] = text
    try:
        return adapter(kind).validate_python(values)
    except ValidationError as mistake:
        raise IllegalAction(sentences(mistake).partition("\n")[0]) from None


def _number(text: str) -> float:
    """The one number that was typed: “40”, “$40” or “40,5”. IllegalAction when there is none, or several."""
    found = numbers_in(text)
    if len(found) != 1:
        raise IllegalAction(f"Write one number in figures, such as 40; “{tidy(text)[:100]}” is not one.")
    return found[0]


def sentences(mistake: ValidationError, of: type[BaseModel] | None = None) -> str:
    """Every mistake, each on lines of its own; of a number that a field `of` this model bounds, what it may be."""
    return "\n".join(why if whole else f"{where or 'This'}: {why}" for where, why, whole in mends(mistake, of))


def why_not(
    table: Table, seat: Seat, kind: type[Action], words: str = "…", values: Mapping[str, str] | None = None
) -> str:
    """Why a seat is not asked for an action of this kind (with these `values`), as the rules say it of one like it, with {seat}
    marks; empty where they do not."""
    asks = [ask for each in table.order for ask in table.asks(each)]
    other = next((each for each in table.order if each != seat), seat)
    typed: dict[str, str] = {}
    for field in form_fields(kind):
        some = (value for ask in asks for value in ask.allowed.get(field.name, ()))
        typed[field.name] = words if field.talk else next(some, "1" if field.number else str(other))
    try:
        return table.why_not(seat, filled_in(kind, {**typed, **(values or {})}))
    except IllegalAction as mistake:
        return str(mistake) if values else ""  # else nobody has written what is wrong
