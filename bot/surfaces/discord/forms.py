"""Forms to fill in: a modal made from an action's fields, and what was typed made into the action again.

A form that was open when the bot restarted is answered like any other: all that it needs stands in its custom ids.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.surfaces.discord import ids
from bot.surfaces.discord.markdown import plain
from bot.surfaces.fields import FormField, form_fields, untitled
from games.core import Action, Ask, Seat, labelled, named
from games.scene import Control

MOST_FIELDS, MOST_OPTIONS = 5, 25
TITLE, LABEL, DESCRIPTION, PLACEHOLDER, OPTION = 45, 45, 100, 100, 100


def make_form(
    table: str,
    kind: type[Action],
    ask: Ask,
    title: str,
    typed: Mapping[str, str] | None = None,
    names: Mapping[Seat, str] | None = None,
    control: Control | None = None,
) -> ui.Modal:
    """The form for `kind` in answer to `ask`; `typed` is what was filled in before, to go on from, `names` who sits where.
    What its `control` has filled in stands, but for words, which may be changed. discord.py need not remember it: its
    answer is read from its custom ids."""
    title = plain(title).removesuffix("…").rstrip()
    filled = control.filled if control is not None else None
    mark = [ids.control_mark(control)] if control is not None and filled is not None else []
    custom_id = ids.make("form", table, kind.__name__, ids.mark(ask.key), *mark)
    form = ui.Modal(title=plain(title, TITLE), custom_id=custom_id)
    form.stop()
    asked = [field for field in form_fields(kind) if filled is None or field.talk]
    # A list on which nothing stands yet is nothing to type into.
    asked = [field for field in asked if field.required or ask.allowed.get(field.name, True)][:MOST_FIELDS]
    if filled is not None:
        asked = [field._replace(required=False) for field in asked]
        stands = {field.name: named(str(getattr(filled, field.name)), names or {}) for field in asked}
        typed = typed or stands
    # Where one thing is asked, the question says more than the field can: how much, from where to where.
    question = plain(named(ask.text, names or {}), DESCRIPTION) if len(asked) == 1 else ""
    for field in asked:
        before = (typed or {}).get(field.name, "")
        examples = [getattr(each, field.name) for each in ask.examples if isinstance(each, kind) and field.number]
        form.add_item(
            ui.Label(
                text=plain(title if question and field.title == untitled(field.name) else field.title, LABEL),
                description=plain(field.description, DESCRIPTION) or question or None,
                component=_input(field, ask.allowed.get(field.name, ()), before, names or {}, examples),
            )
        )
    return form


def _input(
    field: FormField, allowed: tuple[str, ...], before: str, names: Mapping[Seat, str], examples: Sequence[float]
) -> ui.Select[Any] | ui.TextInput[Any]:
    if allowed and len(allowed) <= MOST_OPTIONS:
        chosen = {each.strip() for each in before.split(",")} if field.several else {before}
        return ui.Select(custom_id=field.name, required=field.required, **menu(field, allowed, chosen, names))
    some = ", ".join([option_label(each, names) for each in allowed[:3]] or [f"{each:g}" for each in examples[:3]])
    hint = f"for example {some} …" if some else ("separated by commas" if field.several else "")
    return ui.TextInput(
        custom_id=field.name,
        style=discord.TextStyle.paragraph if field.talk else discord.TextStyle.short,
        required=field.required,
        default=before[: field.longest] or None,
        placeholder=plain(hint, PLACEHOLDER) or None,
        max_length=field.longest,
    )


def menu(
    field: FormField, allowed: tuple[str, ...], chosen: Collection[str], names: Mapping[Seat, str]
) -> dict[str, Any]:
    """The options of a select for this field, and how many of them may be chosen."""
    options = [
        discord.SelectOption(label=option_label(each, names), value=each[:OPTION], default=each in chosen)
        for each in allowed
    ]
    most = len(options) if field.several else 1
    return {"options": options, "min_values": 1 if field.required else 0, "max_values": most}


def option_label(value: str, names: Mapping[Seat, str]) -> str:
    """An allowed value as people read it, with `names` for seats."""
    return plain(labelled(value, names), OPTION)


def as_typed(action: Action | None) -> dict[str, str]:
    """What stands in an action, but for words, as a form holds it."""
    fields = form_fields(type(action)) if action is not None else []
    values = {field.name: getattr(action, field.name) for field in fields if not field.talk}
    return {name: ", ".join(v) if isinstance(v, tuple | list) else str(v) for name, v in values.items() if v}


def typed_in(data: Mapping[str, Any]) -> dict[str, str]:
    """What a submitted form holds, by field: choices are joined by commas."""
    typed: dict[str, str] = {}
    for each in [*data.get("components", ()), *([data["component"]] if "component" in data else [])]:
        if "custom_id" in each:
            value = each.get("value")
            typed[each["custom_id"]] = ", ".join(each.get("values") or ()) if value is None else str(value)
        typed |= typed_in(each)
    return typed


def as_listed(
    kind: type[Action], ask: Ask | None, typed: Mapping[str, str], names: Mapping[Seat, str]
) -> dict[str, str]:
    """What was typed where a question allows too many values for a menu, as those of them that are called so."""
    found = dict(typed)
    for field in form_fields(kind):
        allowed = ask.allowed.get(field.name, ()) if ask else ()
        if len(allowed) > MOST_OPTIONS:
            called = {option_label(each, names).casefold(): each for each in reversed(allowed)}
            parts = found.get(field.name, "").split(",") if field.several else [found.get(field.name, "")]
            found[field.name] = ", ".join(called.get(part.strip().casefold(), part.strip()) for part in parts)
    return found
