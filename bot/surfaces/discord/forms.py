"""Forms to fill in: a modal made from an action's fields, and what was typed made into the action again.

A form that was open when the bot restarted is answered like any other: all that it needs stands in its custom ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.surfaces.discord import ids
from bot.surfaces.discord.markdown import plain
from bot.surfaces.fields import FormField, untitled
from bot.surfaces.offers import Offer
from games.core import Seat, named

MOST_FIELDS, MOST_OPTIONS = 5, 25
TITLE, LABEL, DESCRIPTION, PLACEHOLDER, OPTION = 45, 45, 100, 100, 100


def make_form(table: str, offer: Offer, names: Mapping[Seat, str], typed: Mapping[str, str] | None = None) -> ui.Modal:
    """The form of an offer; `typed` is what was filled in before, to go on from, `names` who sits where. What its control has
    filled in stands, but for words, which may be changed. discord.py need not remember it: its answer is read from its custom
    ids."""
    title, ask, kind = plain(offer.label).removesuffix("…").rstrip(), offer.ask, offer.form
    mark = ids.filled_mark(offer.control)
    custom_id = ids.make("form", table, kind.__name__, ids.mark(ask.key), *mark)
    form = ui.Modal(title=plain(title, TITLE), custom_id=custom_id)
    form.stop()
    asked = offer.fields[:MOST_FIELDS]
    # Where one thing is asked, the question says more than the field can: how much, from where to where.
    question = plain(named(ask.text, names), DESCRIPTION) if len(asked) == 1 else ""
    for field in asked:
        examples = [getattr(each, field.name) for each in ask.examples if isinstance(each, kind) and field.number]
        before = typed.get(field.name, "") if typed else field.typed
        form.add_item(
            ui.Label(
                text=plain(title if question and field.title == untitled(field.name) else field.title, LABEL),
                description=plain(field.description, DESCRIPTION) or question or None,
                component=_input(field._replace(required=field.required and not mark, typed=before), examples),
            )
        )
    return form


def _input(field: FormField, examples: Sequence[float]) -> ui.Select[Any] | ui.TextInput[Any]:
    if 0 < len(field.values) <= MOST_OPTIONS:
        return ui.Select(custom_id=field.name, required=field.required, **menu(field))
    some = ", ".join([plain(each.label, OPTION) for each in field.values[:3]] or [f"{each:g}" for each in examples[:3]])
    hint = f"for example {some} …" if some else ("separated by commas" if field.several else "")
    return ui.TextInput(
        custom_id=field.name,
        style=discord.TextStyle.paragraph if field.talk else discord.TextStyle.short,
        required=field.required,
        default=field.typed[: field.longest] or None,
        placeholder=plain(hint, PLACEHOLDER) or None,
        max_length=field.longest,
    )


def menu(field: FormField) -> dict[str, Any]:
    """The options of a select for this field, and how many of them may be chosen."""
    options = [
        discord.SelectOption(
            label=plain(label, OPTION),
            value=value[:OPTION],
            description=plain(of, OPTION) or None,
            default=value in field.chosen,
        )
        for value, label, _, of in field.values
    ]
    most = len(options) if field.several else 1
    return {"options": options, "min_values": 1 if field.required else 0, "max_values": most}


def typed_in(data: Mapping[str, Any]) -> dict[str, str]:
    """What a submitted form holds, by field: choices are joined by commas."""
    typed: dict[str, str] = {}
    for each in [*data.get("components", ()), *([data["component"]] if "component" in data else [])]:
        if "custom_id" in each:
            value = each.get("value")
            typed[each["custom_id"]] = ", ".join(each.get("values") or ()) if value is None else str(value)
        typed |= typed_in(each)
    return typed


def as_listed(offer: Offer, typed: Mapping[str, str]) -> dict[str, str]:
    """What was typed where a question allows too many values for a menu, as those of them that are called so."""
    found = dict(typed)
    for field in offer.fields:
        if len(field.values) > MOST_OPTIONS:
            called = {plain(each.label, OPTION).casefold(): each.value for each in reversed(field.values)}
            parts = found.get(field.name, "").split(",") if field.several else [found.get(field.name, "")]
            found[field.name] = ", ".join(called.get(part.strip().casefold(), part.strip()) for part in parts)
    return found
