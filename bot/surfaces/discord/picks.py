"""A private question as menus and buttons: what may be picked, what is picked so far, and what it comes to.

Whatever is picked stands in the message itself, as the defaults of its selects. Custom ids never say what was picked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.ports import Deadline
from bot.surfaces.discord import controls, ids, parts, views
from bot.surfaces.discord.forms import MOST_OPTIONS, menu
from bot.surfaces.discord.markdown import clean, fit, paragraph, plain, said
from bot.surfaces.discord.parts import Drawn
from bot.surfaces.fields import FormField, filled_in, form_fields
from bot.surfaces.offers import Offer, as_typed, offer, offers
from bot.surfaces.prose import listed
from bot.table import Table
from games.core import CLOCK, Action, Ask, IllegalAction, Seat
from games.scene import Control, titled
from games.wire import dump

MOST_CHOICES = 25
LONGEST_QUESTION = 3000
"""Characters of a question that somebody wrote in lines."""

LONGEST_NAME = 30
"""Characters of a field's name in a custom id."""

Picks = Mapping[str, str]
"""What is picked so far for one question, by field: values as the form takes them, several joined by commas."""

Picked = dict[str, dict[str, str]]
"""The same for several questions, by their marks."""


class Question:
    """What a seat is asked where nobody else sees it. Its `form` is filled in by selects: each field that it needs takes one
    of a few values. A custom id knows it by its `mark`."""

    def __init__(self, table: Table, seat: Seat, ask: Ask) -> None:
        self.table, self.seat, self.ask = table, seat, ask
        self.mark = hashlib.sha256(f"{seat}|{ask.key}".encode()).hexdigest()[:12]
        # One that follows has a form to open, so that what was understood is not lost among menus.
        listed = (each for each in ask.forms if ask.by_lists(each, MOST_OPTIONS) and not ask.follows)
        self.form = next(listed, None)

    @cached_property
    def fields(self) -> list[FormField]:
        """What is picked in selects."""
        asked = offer(self.ask, self.form, views.plain_names(self.table)).fields if self.form else ()
        return [each for each in asked if 0 < len(each.values) <= MOST_OPTIONS]

    @cached_property
    def offers(self) -> list[Offer]:
        """All that answers it, a form beginning with its default."""
        controls, names = self.table.scene(self.seat).controls, views.plain_names(self.table)
        return list(offers(self.ask, controls, names, self.ask.default))

    # ── what it comes to ──

    @property
    def draft(self) -> Action | None:
        """What has been picked and not confirmed."""
        return self.table.drafts.get((self.seat, self.ask.key))

    @property
    def due(self) -> Deadline | None:
        """When the seat's time is up: its own, or everybody's."""
        key, deadlines = self.ask.key, self.table.deadlines
        return deadlines.get((self.seat, key)) or deadlines.get((CLOCK, key))

    def lacking(self, picks: Picks) -> str:
        """What is still to be picked, in words."""
        return listed(f"“{clean(each.title)}”" for each in self.fields if each.required and not picks.get(each.name))

    def action(self, picks: Picks) -> Action | None:
        """The answer that was picked; None as long as something is missing. IllegalAction about what cannot be."""
        return None if self.form is None or self.lacking(picks) else filled_in(self.form, picks)

    def picks(self, action: Action | None) -> dict[str, str]:
        """An answer as it stands in the selects, where it fits them."""
        typed = as_typed(action) if self.form is not None and isinstance(action, self.form) else {}
        return {each.name: typed[each.name] for each in self.fields if each.name in typed}

    def seal(self, action: Action) -> str:
        """By what a button knows the answer that it confirms."""
        return self.table.seal(self.seat, self.ask.key, dump(action))

    def refusal(self, action: Action) -> str:
        """Why the rules would refuse this answer, as a line of a message; nothing when they would not."""
        try:
            self.table.try_out(self.seat, action, self.ask.key)
        except IllegalAction as refusal:
            return f"⚠️ {views.refused(self.table, refusal)}"
        return ""

    # ── what it looks like ──

    def items(self, picks: Picks | None = None) -> Iterable[ui.Item[Any]]:
        """The question, with what answers it; where nothing is picked, what is drafted."""
        picks = picks or self.picks(self.draft)
        text, who, lacking = self.ask.text, views.names(self.table), self.lacking(picks)
        head = fit(paragraph(text, who), LONGEST_QUESTION) if "\n" in text else f"**{said(text, who)}**"
        head += f" ⏳ <t:{int(self.due.at)}:R>" if self.due else ""
        yield parts.text(f"{head}\n-# {self._what_next(lacking)}" if self.fields else head)
        for field in self.fields:
            yield ui.ActionRow(self._select(field._replace(typed=picks.get(field.name, ""))))
        yield from parts.rows(list(self.buttons(bool(lacking))))

    def _what_next(self, lacking: str) -> str:
        if lacking:
            return f"Pick {lacking}, then confirm. Or answer in your own words."
        if self.draft is not None:
            return "Confirm your choice. If you do not, it counts as it stands when time is up."
        return "Confirm your choice."

    def _select(self, field: FormField) -> ui.Select[Any]:
        placeholder = f"{field.title}: {field.description}" if field.description else field.title
        return ui.Select(
            custom_id=ids.make("pick", self.table.id, self.mark, field.name[:LONGEST_NAME]),
            placeholder=plain(placeholder, 100),
            **menu(field),
        )

    def buttons(self, lacking: bool = False) -> Iterable[ui.Button[Any]]:
        table, mark = self.table.id, self.mark
        if self.form is not None:
            yield parts.button("Confirm", "✅", ids.make("sure", table, mark), ButtonStyle.success, disabled=lacking)
        for each in self.offers:
            form, among = isinstance(each.does, type), self.ask.answers
            at = among.index(each.does) - (len(self.ask.choices) if form else 0)
            if each.does is not self.form and at < MOST_CHOICES:
                emoji = each.control.emoji if each.control else "✏️" * form
                custom_id = ids.make("fill" if form else "take", table, mark, at, *ids.filled_mark(each.control))
                yield parts.button(each.label, emoji, custom_id, ButtonStyle.primary if form else ButtonStyle.secondary)

    def read_back(self, action: Action | None, why: str, sure: bool) -> Drawn:
        """What was understood of somebody's own words. What is sure is confirmed or changed by a button; of anything else
        the selects show what there is."""
        if sure and action is not None:
            custom_id = ids.make("sure", self.table.id, self.mark, self.seal(action))
            confirm = parts.button("Confirm", "✅", custom_id, ButtonStyle.success)
            change = parts.button("Change", "✏️", ids.make("redo", self.table.id, self.mark))
            return parts.message(f"I understand: {in_words(self.table, action)}", parts.row([confirm, change]))
        picked = {self.mark: self.picks(action)}
        return parts.message(why or "I am not sure what you mean.", *ask_items(self.table, self.seat, picked))


def questions(table: Table, seat: Seat) -> list[Question]:
    """What is asked of the seat where nobody else sees it, what it owes first. What follows from what it did is no question."""
    asks = (ask for ask in table.asks(seat) if ask.private and not ask.follows)
    return [Question(table, seat, ask) for ask in sorted(asks, key=lambda ask: ask.need == "none")]


def ask_items(table: Table, seat: Seat, picked: Picked | None = None) -> list[ui.Item[Any]]:
    """The private questions open to a seat, with what answers them."""
    return [item for each in questions(table, seat) for item in each.items((picked or {}).get(each.mark))]


def follow_items(table: Table, seat: Seat, ask: Ask | None) -> list[ui.Item[Any]]:
    """What goes with what the seat has just done, with what answers it; see `Table.follow`."""
    if ask is None:
        return []
    text = parts.text(paragraph(ask.text, views.names(table)))
    return [text, *parts.rows(list(Question(table, seat, ask).buttons()))]


def in_words(table: Table, action: Action) -> str:
    """An answer as people read it: each field by its title."""
    who = views.names(table)
    parts = []
    for field in form_fields(type(action)):
        value = getattr(action, field.name)
        values = value if isinstance(value, tuple | list) else (value,)
        shown = ", ".join(said(f"{{{each}}}" if Seat(str(each)) in who else str(each), who) for each in values)
        if field.talk:
            shown = f"“{clean(value)}”" if value else ""
        elif field.number:
            shown = f"{value:g}" if value or field.required else ""
        parts += [f"**{clean(field.title)}**: {shown}"] if shown else []
    return " · ".join(parts) or f"**{titled(type(action))}**"


# ── what else stands on a seat's own page ─────────────────────────────────────────────────────────────────────────────


def confided(table: Table, seat: Seat) -> tuple[Ask, type[Action], list[Seat]] | None:
    """How a seat may say something to one other alone now: in answer to what, by which form, and to whom."""
    for ask in table.asks(seat):
        for form in ask.forms:
            to = [each.name for each in form_fields(form) if not each.talk]
            seats = [Seat(each) for name in to for each in ask.allowed.get(name, ())]
            if len(form_fields(form)) == 2 and len(to) == 1 and seats and all(each in table.seats for each in seats):
                return ask, form, seats
    return None


def own_buttons(table: Table, seat: Seat) -> list[ui.Button[Any]]:
    """The buttons of a seat's page beside its private questions: those that only it has, and how it says something to one
    other alone; as far as it may use them now."""
    scene, public, aside = table.scene(seat), views.public_scene(table).controls, confided(table, seat)
    asks = [ask for ask in table.asks(seat) if not ask.follows]

    def is_own(control: Control) -> bool:
        asked = {ask.private for ask in asks if control.action in ask.answers}
        return asked == {False} and (control not in public or (aside is not None and control.action is aside[1]))

    return [
        controls.control_button(table, each, controls.do_id(table, scene, each, "own"))
        for each in filter(is_own, scene.controls)
    ]


# ── what a message shows ──────────────────────────────────────────────────────────────────────────────────────────────


def pressable(message: discord.Message | None) -> Iterator[tuple[ids.Pressed, Any]]:
    """Our buttons and menus in a message, with what they mean."""
    for each in _walk(message.components if message else ()):
        if (pressed := ids.read(getattr(each, "custom_id", None) or "")) is not None:
            yield pressed, each


def shown_picks(message: discord.Message | None, table: Table) -> Picked:
    """What is picked in a message, by question, read from its selects."""
    found: Picked = {}
    for pressed, each in pressable(message):
        chosen = [option.value for option in getattr(each, "options", ()) if option.default]
        if pressed.what == "pick" and pressed.table == table.id and chosen:
            mark, name = pressed.rest
            found.setdefault(mark, {})[name] = ", ".join(chosen)
    return found


ON_A_PAGE = frozenset({"pick", "sure", "take", "fill", "own", "card"})
"""What only the buttons and menus of somebody's own page mean."""


def is_page(message: discord.Message | None, table: Table) -> bool:
    """Whether a message is somebody's own page, sent to them or shown on demand."""
    return any(each.table == table.id and each.what in ON_A_PAGE for each, _ in pressable(message))


def _walk(components: Iterable[Any]) -> Iterable[Any]:
    for each in components:
        yield each
        yield from _walk(getattr(each, "children", ()))
