"""A private question as menus and buttons: what may be picked, what is picked so far, and what it comes to.

Whatever is picked stands in the message itself, as the defaults of its selects. Custom ids never say what was picked.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import discord
from discord import ButtonStyle, ui

from bot.ports import Deadline
from bot.surfaces.discord import board, ids
from bot.surfaces.discord.board import Drawn
from bot.surfaces.discord.forms import MOST_OPTIONS, FormField, as_typed, filled_in, form_fields, menu, option_label
from bot.surfaces.discord.words import clean, fit, listed, paragraph, plain, said
from bot.table import Table
from games.core import CLOCK, Action, Ask, IllegalAction, Seat, talk_fields
from games.scene import Control
from games.wire import dump

MOST_CHOICES = 25
LONGEST_QUESTION = 3000
"""Characters of a question that somebody wrote in lines."""

LONGEST_NAME = 30
"""Characters of a field's name in a custom id."""

Picks = Mapping[str, str]
"""What is picked so far for one question, by field: values as the form takes them, several joined by commas."""

Picked = Mapping[str, Picks]
"""The same for several questions, by their marks."""


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────────────────────────


def private_asks(table: Table, seat: Seat) -> tuple[Ask, ...]:
    """What is asked of the seat where nobody else sees it, what it owes first. What follows from what it did is no question."""
    asks = (ask for ask in table.story.asks(seat) if ask.private and not ask.follows)
    return tuple(sorted(asks, key=lambda ask: ask.need == "none"))


def ask_mark(seat: Seat, ask: Ask) -> str:
    """By what a custom id knows this question to this seat."""
    return hashlib.sha256(f"{seat}|{ask.key}".encode()).hexdigest()[:12]


def picked_form(ask: Ask) -> type[Action] | None:
    """The form that is filled in by selects: each field that it needs takes one of a few values."""

    def by_select(field: FormField) -> bool:
        return not field.required or 0 < len(ask.allowed.get(field.name, ())) <= MOST_OPTIONS

    if ask.follows:
        return None  # a form to open, so that what was understood is not lost among menus
    return next((form for form in ask.forms if form_fields(form) and all(map(by_select, form_fields(form)))), None)


def picked_fields(ask: Ask) -> list[FormField]:
    form = picked_form(ask)
    return [f for f in form_fields(form) if 0 < len(ask.allowed.get(f.name, ())) <= MOST_OPTIONS] if form else []


def missing(ask: Ask, picks: Picks) -> list[str]:
    """The titles of what is still to be picked."""
    return [field.title for field in picked_fields(ask) if field.required and not picks.get(field.name)]


def picked_action(ask: Ask, picks: Picks) -> Action | None:
    """The answer that was picked; None as long as something is missing. IllegalAction about what cannot be."""
    form = picked_form(ask)
    return None if form is None or missing(ask, picks) else filled_in(form, picks)


def picks_of(ask: Ask, action: Action | None) -> dict[str, str]:
    """An answer as it stands in the selects, where it fits them."""
    form = picked_form(ask)
    if form is None or not isinstance(action, form):
        return {}
    fields = {field.name for field in picked_fields(ask)}
    return {name: picked for name, picked in as_typed(action).items() if name in fields}


def in_words(table: Table, action: Action) -> str:
    """An answer as people read it: each field by its title."""
    who = board.names(table)
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


def seal(table: Table, seat: Seat, ask: Ask, action: Action) -> str:
    """By what a button knows the answer that it confirms; without the game's seed nobody reads the answer from it."""
    return seal_of(table, "|".join((seat, ask.key, dump(action))))


def seal_of(table: Table, text: str) -> str:
    """A mark of something secret, from which nobody reads it without the game's seed."""
    return hashlib.sha256(f"{table.story.seed}|{text}".encode()).hexdigest()[:12]


def refusal_of(table: Table, seat: Seat, ask: Ask, action: Action) -> str:
    """Why the rules would refuse this answer, as a line of a message; nothing when they would not."""
    try:
        table.story.decide(seat, action, ask.key)
    except IllegalAction as refusal:
        return f"⚠️ {board.refused(table, refusal)}"
    return ""


def deadline_of(table: Table, seat: Seat, ask: Ask) -> Deadline | None:
    """When the seat's time is up: its own, or everybody's."""
    return table.deadlines.get((seat, ask.key)) or table.deadlines.get((CLOCK, ask.key))


# ── what it looks like ────────────────────────────────────────────────────────────────────────────────────────────────


def ask_items(table: Table, seat: Seat, picked: Picked | None = None) -> Iterable[ui.Item[Any]]:
    """The private questions open to a seat, with what answers them; where nothing is `picked`, what is drafted."""
    for ask in private_asks(table, seat):
        picks = (picked or {}).get(ask_mark(seat, ask))
        yield from _one_ask(table, seat, ask, picks or picks_of(ask, table.drafts.get((seat, ask.key))))


def follow_items(table: Table, seat: Seat, ask: Ask | None) -> list[ui.Item[Any]]:
    """What goes with what the seat has just done, with what answers it; see `Table.follow`."""
    if ask is None:
        return []
    buttons = list(_buttons(table, seat, ask, False))
    rows = [board.row(buttons[i : i + board.ROW]) for i in range(0, len(buttons), board.ROW)]
    return [board.text(paragraph(ask.text, board.names(table))), *rows]


def _one_ask(table: Table, seat: Seat, ask: Ask, picks: Picks) -> Iterable[ui.Item[Any]]:
    who = board.names(table)
    due = deadline_of(table, seat, ask)
    asked = fit(paragraph(ask.text, who), LONGEST_QUESTION) if "\n" in ask.text else f"**{said(ask.text, who)}**"
    head = asked + (f" ⏳ <t:{int(due.at)}:R>" if due else "")
    fields = picked_fields(ask)
    lacking = missing(ask, picks)
    if fields:
        head += f"\n-# {_what_next(table, seat, ask, lacking)}"
    yield board.text(head)
    for field in fields:
        yield ui.ActionRow(_select(table, seat, ask, field, picks.get(field.name, "")))
    buttons = list(_buttons(table, seat, ask, bool(lacking)))
    yield from board.rows(buttons)


def _what_next(table: Table, seat: Seat, ask: Ask, lacking: list[str]) -> str:
    if lacking:
        return f"Pick {listed(f'“{clean(each)}”' for each in lacking)}, then confirm. Or answer in your own words."
    if (seat, ask.key) in table.drafts:
        return "Confirm your choice. If you do not, it counts as it stands when time is up."
    return "Confirm your choice."


def _select(table: Table, seat: Seat, ask: Ask, field: FormField, picked: str) -> ui.Select[Any]:
    chosen = [each.strip() for each in picked.split(",")] if field.several else [picked]
    placeholder = f"{field.title}: {field.description}" if field.description else field.title
    return ui.Select(
        custom_id=ids.make("pick", table.id, ask_mark(seat, ask), field.name[:LONGEST_NAME]),
        placeholder=plain(placeholder, 100),
        **menu(field, ask.allowed[field.name], chosen, board.plain_names(table)),
    )


def _buttons(table: Table, seat: Seat, ask: Ask, lacking: bool) -> Iterable[ui.Button[Any]]:
    mark, selected = ask_mark(seat, ask), picked_form(ask)
    if selected is not None:
        yield board.button("Confirm", "✅", ids.make("sure", table.id, mark), ButtonStyle.success, disabled=lacking)
    for index, choice in enumerate(ask.choices[:MOST_CHOICES]):
        yield board.button(*answer_label(table, seat, choice), ids.make("take", table.id, mark, index))
    for index, form in enumerate(ask.forms):
        if form is not selected:
            for label, emoji, more in _openers(table, seat, form):
                yield board.button(label, emoji, ids.make("fill", table.id, mark, index, *more), ButtonStyle.primary)


def _openers(table: Table, seat: Seat, form: type[Action]) -> Iterable[tuple[str, str, list[str]]]:
    """The buttons that open this form: one for each that the seat's scene has filled in, or else one."""
    filled = [each for each in board.scene_of(table, seat).controls if each.action is form and each.filled is not None]
    if not filled:
        yield *answer_label(table, seat, form), []
    for control in filled:
        yield option_label(control.label, board.plain_names(table)), control.emoji, [ids.control_mark(control)]


# ── what else stands on a seat's own page ─────────────────────────────────────────────────────────────────────────────


class Confided(NamedTuple):
    """A form in which something is said to one other alone: to whom (`to`, one of `allowed`), and what (`words`)."""

    ask: Ask
    form: type[Action]
    to: str
    words: str
    allowed: tuple[Seat, ...]


def confided(table: Table, seat: Seat) -> Confided | None:
    """How a seat may say something to one other alone now."""
    for ask in table.story.asks(seat):
        for form in ask.forms:
            words, others = talk_fields(form), [each.name for each in form_fields(form)]
            others = [each for each in others if each not in words]
            if len(words) == len(others) == 1:
                allowed = tuple(Seat(each) for each in ask.allowed.get(others[0], ()))
                if allowed and all(each in table.seats for each in allowed):
                    return Confided(ask, form, others[0], words[0], allowed)
    return None


def own_controls(table: Table, seat: Seat) -> list[Control]:
    """The buttons of a seat's page beside its private questions: those that only it has, and how it says something to one
    other alone; as far as it may use them now."""
    public, private = board.public_scene(table).controls, private_asks(table, seat)
    aside = confided(table, seat)
    found = []
    for control in board.scene_of(table, seat).controls:
        own = control not in public or (aside is not None and control.action is aside.form)
        covered = any(control.action in (*ask.forms, *ask.choices) for ask in private)
        asks = (ask for ask in table.story.asks(seat) if not ask.follows)
        asked = any(control.action in (*ask.forms, *ask.choices) for ask in asks)
        if own and asked and not covered:
            found.append(control)
    return found


def own_buttons(table: Table, seat: Seat) -> list[ui.Button[Any]]:
    scene, who = board.scene_of(table, seat), board.plain_names(table)
    return [
        board.control_button(each, board.do_id(table, scene, each, "own"), who) for each in own_controls(table, seat)
    ]


def answer_label(table: Table, seat: Seat, action: Action | type[Action]) -> tuple[str, str]:
    """What the seat's scene calls this answer, with its emoji; or else what the action is called."""
    names = board.plain_names(table)
    for control in board.scene_of(table, seat).controls:
        if control.action == action:
            return option_label(control.label, names), control.emoji
    if isinstance(action, type):
        return titled(action), "✏️"
    values = [option_label(str(getattr(action, field.name)), names) for field in form_fields(type(action))]
    return " ".join([titled(type(action)), *values]), ""


def titled(kind: type[Action]) -> str:
    """What an action is called: EndTurn is “End turn”."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).capitalize()


def read_back(table: Table, seat: Seat, ask: Ask, action: Action | None, why: str, sure: bool) -> Drawn:
    """What was understood of somebody's own words. What is sure is confirmed or changed by a button; of anything else
    the selects show what there is."""
    if sure and action is not None:
        mark = ask_mark(seat, ask)
        buttons = [
            board.button(
                "Confirm", "✅", ids.make("sure", table.id, mark, seal(table, seat, ask, action)), ButtonStyle.success
            ),
            board.button("Change", "✏️", ids.make("redo", table.id, mark)),
        ]
        return board.message(f"I understand: {in_words(table, action)}", board.row(buttons))
    picked = {ask_mark(seat, ask): picks_of(ask, action)}
    return board.message(why or "I am not sure what you mean.", *ask_items(table, seat, picked))


# ── what a message shows ──────────────────────────────────────────────────────────────────────────────────────────────


def shown_picks(message: discord.Message | None, table: Table) -> dict[str, dict[str, str]]:
    """What is picked in a message, by question, read from its selects."""
    found: dict[str, dict[str, str]] = {}
    for each in walk(message.components if message else ()):
        pressed = ids.read(getattr(each, "custom_id", None) or "")
        if pressed is None or pressed.what != "pick" or pressed.table != table.id:
            continue
        mark, name = pressed.rest
        if chosen := [option.value for option in getattr(each, "options", ()) if option.default]:
            found.setdefault(mark, {})[name] = ", ".join(chosen)
    return found


ON_A_PAGE = frozenset({"pick", "sure", "take", "fill", "own", "card"})
"""What only the buttons and menus of somebody's own page mean."""


def is_page(message: discord.Message | None, table: Table) -> bool:
    """Whether a message is somebody's own page, sent to them or shown on demand."""
    pressed = (ids.read(getattr(each, "custom_id", None) or "") for each in walk(message.components if message else ()))
    return any(each is not None and each.table == table.id and each.what in ON_A_PAGE for each in pressed)


def walk(components: Iterable[Any]) -> Iterable[Any]:
    """Components with all that they hold."""
    for each in components:
        yield each
        yield from walk(getattr(each, "children", ()))
