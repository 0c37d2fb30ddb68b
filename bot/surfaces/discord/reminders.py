"""Who is waited for is reminded before a time is up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import discord

from bot.surfaces.discord import ids, parts, staying, views
from bot.surfaces.discord.absent import sit_in
from bot.surfaces.discord.markdown import ROBOT, clean
from bot.surfaces.discord.outbox import Outbox, quietly
from bot.table import Table, due
from games.core import HOST, Seat
from games.scene import Roster, Timer

SHORTEST_REMINDED = 15.0
"""Seconds that a deadline has at least to be reminded of in the channel."""

SHORTEST_TOLD = 60.0
"""The same where nobody is called: the board shows the time, too."""

CALLED_AGAIN = 240.0
"""Seconds in which nobody is called twice at one table: whoever plays so fast looks anyhow."""


class Reminders:
    """Those of one game."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox = outbox
        self._called: dict[str, float] = {}
        """When who was called last."""

    async def catch_up(self, table: Table) -> None:
        """One line a deadline, for those who are publicly waited for; it goes when the deadline has. A host who does not
        play is called at once when all wait for them: they need not be looking. Where nobody may know who is waited for,
        it calls nobody."""
        outbox, scene, playing = self.outbox, views.public_scene(table), table.paused is None and table.outcome is None
        near = [timer for timer in scene.of(Timer) if playing and _is_near(table, timer)]
        waited = [row.seat for each in scene.of(Roster) for row in each.rows if row.awaited]
        awaited = [table.seats[seat].user for seat in waited]
        if not awaited and playing and any(ask.need != "none" for ask in table.asks(HOST)):
            awaited, near = [table.host], near if table.seat_of(table.host) else scene.of(Timer)
        running: set[str] = set()
        for timer in near:
            slot, ends = f"reminder:{timer.seat}:{timer.key}", due(table.deadlines, timer.seat, timer.key)
            if ends is None:
                continue
            running.add(slot)
            if slot in await outbox.posts():
                continue
            people = [ids.person(user) for user in await self._to_call(table, awaited)]
            if people or (not awaited and table.people and ends.at - ends.set_at >= SHORTEST_TOLD):
                line = f"⏰ {''.join(f'<@{each.id}> ' for each in people)}{clean(timer.label)} <t:{int(ends.at)}:R>."
                if last := [each for each in waited if _is_last(table, each)]:
                    named = "" if len(last) == len(waited) else f" {_mentions(table, last)}"
                    line += f"{named} If this one is missed, too, an AI {ROBOT} plays on for you."
                await outbox.send(
                    slot,
                    parts.message(line, number=ids.number(outbox.id, slot)),
                    mentions=_pinging(people),
                )
        await _clear(outbox, "reminder:", running)
        await call_back(outbox, table)

    async def _to_call(self, table: Table, awaited: Sequence[str]) -> list[str]:
        """Of those who are waited for, whoever is on the server still and was not called a moment ago; whoever may lose their seat
        is called all the same."""
        now, found = self.outbox.line.hall.clock.steady(), []
        for user in filter(ids.ours, awaited):
            seat, lately = table.seat_of(user), now - self._called.get(user, float("-inf")) < CALLED_AGAIN
            if lately and (seat is None or not _is_last(table, seat)):
                continue
            if seat is None or not await sit_in(self.outbox, table, seat):
                self._called[user] = now
                found.append(user)
        return found


def _is_last(table: Table, seat: Seat) -> bool:
    """Whether an AI sits in for whoever sits there if they miss this turn, too."""
    away = table.about.away
    return seat in table.people and 0 < away <= table.missed[seat] + 1


def _mentions(table: Table, seats: Iterable[Seat]) -> str:
    return " ".join(f"<@{ids.person(user).id}>" for each in seats if ids.ours(user := _person(table, each)))


def _person(table: Table, seat: Seat) -> str:
    """Who sits there, or for whom somebody else plays on."""
    return table.seats[seat].user or table.seats[seat].stands_for


async def call_back(outbox: Outbox, table: Table) -> None:
    """One message for everybody in whose place an AI sits since they stayed away, with the button that takes the seat back;
    it goes when they are there again, or the game is over."""
    sat = staying.sat_in(table) if table.outcome is None else []
    for seat in sat:
        if (slot := f"away:{seat}") not in await outbox.posts():
            person = ids.person(_person(table, seat))
            line = f"🪑 <@{person.id}>: you were missed too often, and an AI {ROBOT} plays on for you."
            drawn = parts.message(line, parts.row([staying.back_button(table)]), number=ids.number(outbox.id, slot))
            await outbox.send(slot, drawn, mentions=_pinging([person]))
    await _clear(outbox, "away:", {f"away:{seat}" for seat in sat})


def _pinging(people: list[discord.Object]) -> discord.AllowedMentions:
    return discord.AllowedMentions(users=people, everyone=False, roles=False, replied_user=False)


async def _clear(outbox: Outbox, kind: str, running: Collection[str]) -> None:
    """Takes away those of that kind which are of no use any more."""
    for slot, post in list((await outbox.posts()).items()):
        if slot.startswith(kind) and slot not in running and post.message:
            await quietly(outbox.channel.get_partial_message(int(post.message)).delete())
            await outbox.gone(slot)


def _is_near(table: Table, timer: Timer) -> bool:
    """Whether its time is nearly up, and somebody may have gone away meanwhile: what is soon over needs no reminder."""
    ends = due(table.deadlines, timer.seat, timer.key)
    return ends is not None and (ends.seat, ends.key) in table.near and ends.at - ends.set_at >= SHORTEST_REMINDED
