"""When somebody stays away: the way back to one's own seat, votes to go on, and what everybody is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from discord import ButtonStyle, ui

from bot.surfaces.discord import ids, parts
from bot.surfaces.discord.markdown import ROBOT, clean
from bot.table import Table, Vote
from games.core import SatIn, Seat, Seated

COMPONENTS = 40
"""The most that a message may hold."""


def buttons(table: Table) -> Iterator[ui.Button[Any]]:
    """Below the board: for those in whose place an AI plays, and, where no clock sees to it, for those who wait."""
    if table.outcome is not None or table.about.watch:
        return
    if any(ids.ours(each.stands_for) for each in table.seats.values()):
        yield back_button(table)
    if len(table.people) > 1 and table.paused is None and not table.deadlines:
        yield parts.button("Wait no longer", "⏭️", ids.make("skip", table.id))


def back_button(table: Table) -> ui.Button[Any]:
    return parts.button("Take my seat back", "🪑", ids.make("back", table.id), ButtonStyle.success)


def votes(table: Table) -> Iterable[str]:
    """How votes stand, in sentences."""
    for on, vote in table.votes.standing().items():
        yield f"🗳️ {in_words(table, vote, on)}"


def in_words(table: Table, vote: Vote, on: Seat | None) -> str:
    what = "wait no longer" if on is None else f"play on without {clean(table.names[on])}"
    return f"{len(vote.those)} of you would {what}; it takes {vote.needed}."


def sat_in(table: Table) -> list[Seat]:
    """The seats in which an AI sits because somebody was waited for too often."""
    if not any(ids.ours(each.stands_for) for each in table.seats.values()):
        return []
    found: dict[Seat, None] = {}
    for event in (each.event for each in table.log):
        if isinstance(event, SatIn):
            found[event.seat] = None
        elif isinstance(event, Seated) and event.kind == "person":
            found.pop(event.seat, None)
    return [seat for seat in found if ids.ours(table.seats[seat].stands_for)]


def promise(away: int) -> str:
    """What everybody knows before it happens."""
    turns = "a turn" if away == 1 else f"{away} turns in a row"
    return f"For whoever misses {turns} an AI {ROBOT} plays on, until they take their seat back." if away else ""
