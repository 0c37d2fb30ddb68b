"""A table as somebody there sees it: scenes, who sits where, and what happened in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.surfaces.discord.markdown import clean, fit, paragraph, plain, said, sat
from bot.table import Table
from games.core import HOST, Event, Game, IllegalAction, Seat, Seated
from games.scene import SYMBOLS, Card, Face, Grid, Lines, Plan, Roster, Scene, Sheet, Text

YOURS_ONLY = "-# For your eyes only: keep it to yourself."


def names(table: Table, bold: bool = False, marks: bool = True) -> dict[Seat, str]:
    """Who sits where, for sentences: clean, with 🤖 marks (but not in what somebody said)."""
    shown = {seat: sat(each.name, each.kind if marks else "person", bold) for seat, each in table.seats.items()}
    return {**shown, HOST: "the host"}


def plain_names(table: Table) -> dict[Seat, str]:
    """Who sits where, for buttons, menus and pictures, where Discord formats nothing."""
    return {seat: plain(occupant.name, 40) or "somebody" for seat, occupant in table.seats.items()}


def end_is_told(table: Table) -> bool:
    """Whether how it ended stands in the last that was said to everybody, as whoever runs the game tells it."""
    every = (table.game.talks.speeches(told.event) for told in reversed(table.log) if told.to is None)
    last = next(filter(None, every), ())
    return table.outcome is not None and any(table.outcome.why in each.text for each in last)


def sitters(table: Table, seat: Seat) -> int:
    """How many people have taken that seat so far."""
    events = (told.event for told in table.log)
    return sum(isinstance(event, Seated) and event.seat == seat and event.kind == "person" for event in events)


def seat_in_words(game: Game[Any], scene: Scene, seat: Seat) -> str:
    """What a seat is called, with its part in this very game where that says more (“Human, Proposer”), as everybody may
    know it."""
    title = game.shows.seat_title(seat)
    rows = [each for block in scene.of(Roster) for each in block.rows if each.seat == seat]
    parts = [each.part if each.brief is None else each.brief for each in rows]
    part = next((each for each in parts if each.casefold() not in title.casefold()), "")
    return clean(f"{title}, {part}" if part else title)


def public_scene(table: Table) -> Scene:
    return table.scene(None)


def grid_of(scene: Scene) -> Grid | None:
    return next(iter(scene.of(Grid)), None)


def sheet_in_words(sheet: Sheet, names: Mapping[Seat, str]) -> str:
    """A sheet as text: headings, and lists under them."""
    lines = [f"### {sheet.emoji} {clean(sheet.label)}".replace("  ", " ")]
    for block in sheet.blocks:
        match block:
            case Text(text=text, style="lead"):
                lines.append(f"**{said(text, names)}**")
            case Text(text=text):
                lines.append(paragraph(text, names))
            case Lines(title=title, lines=entries):
                lines.append(f"-# {clean(title)}")
                lines += [f"- {fit(said(entry, names), 1000)}" for entry in entries]
    return "\n".join(lines)


def to_look_at(scene: Scene) -> list[Card] | list[Plan]:
    """What somebody may have a look at by a press: what they are, or the house as they know it."""
    return scene.of(Card) or scene.of(Plan)


def card_of(scene: Scene) -> Card | None:
    return next(iter(scene.of(Card)), None)


def own_lists(table: Table, scene: Scene) -> list[Lines]:
    """The lists of a seat's scene that the public does not see and in which something stands."""
    public = {block.title for block in public_scene(table).of(Lines)}
    return [block for block in scene.of(Lines) if block.lines and block.title not in public]


def grid_in_words(grid: Grid) -> list[str]:
    """The cards by their faces, those still open; for whoever reads rather than looks."""
    faces: dict[Face, list[str]] = {}
    for cell in grid.cells:
        if not cell.done:
            faces.setdefault(cell.face, []).append(clean(cell.label))
    order: tuple[Face, ...] = ("red", "blue", "gold", "neutral", "black", "hidden")
    return [f"{SYMBOLS[face] or '▫️'} {', '.join(faces[face])}" for face in order if face in faces]


def sentences(table: Table, events: Iterable[Event]) -> str:
    """These events, a sentence each."""
    who = names(table)
    return " ".join(said(table.game.shows.say(event), who) for event in events)


def told_alone(table: Table, event: Event, seat: Seat) -> str:
    """An event as the seat reads it that alone was told: its own acts in the second person, where the game has words for that."""
    shows = table.game.shows
    return said(shows.say_to(event, seat) if shows.say_to else shows.say(event), names(table))


def refused(table: Table, refusal: IllegalAction) -> str:
    """Why not, with names for seats."""
    return said(str(refusal), names(table))
