"""Who is waited for is reminded before a time is up."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.surfaces.discord import ids, parts, views
from bot.surfaces.discord.absent import sit_in
from bot.surfaces.discord.markdown import clean
from bot.surfaces.discord.outbox import Outbox, quietly
from bot.table import Table, due
from games.core import HOST
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
        awaited = [table.seats[row.seat].user for each in scene.of(Roster) for row in each.rows if row.awaited]
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
                await outbox.send(
                    slot,
                    parts.message(line, number=ids.number(outbox.id, slot)),
                    mentions=discord.AllowedMentions(users=people, everyone=False, roles=False, replied_user=False),
                )
        for slot, post in list((await outbox.posts()).items()):
            if slot.startswith("reminder:") and slot not in running and post.message:
                await quietly(outbox.channel.get_partial_message(int(post.message)).delete())
                await outbox.gone(slot)

    async def _to_call(self, table: Table, awaited: Sequence[str]) -> list[str]:
        """Of those who are waited for, whoever is on the server still and was not called a moment ago."""
        now, found = self.outbox.line.hall.clock.now(), []
        for user in awaited:
            if not ids.ours(user) or now - self._called.get(user, float("-inf")) < CALLED_AGAIN:
                continue
            seat = table.seat_of(user)
            if seat is None or not await sit_in(self.outbox, table, seat):
                self._called[user] = now
                found.append(user)
        return found


def _is_near(table: Table, timer: Timer) -> bool:
    """Whether its time is nearly up, and somebody may have gone away meanwhile: what is soon over needs no reminder."""
    ends = due(table.deadlines, timer.seat, timer.key)
    return ends is not None and (ends.seat, ends.key) in table.near and ends.at - ends.set_at >= SHORTEST_REMINDED
