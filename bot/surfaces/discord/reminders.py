"""Who is waited for is reminded before a time is up."""

from __future__ import annotations

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


async def remind(outbox: Outbox, table: Table) -> None:
    """One line a deadline, for those who are publicly waited for; it goes when the deadline has. A host who does not
    play is called at once when all wait for them: they need not be looking. Where nobody may know who is waited for,
    it calls nobody."""
    scene, host = views.public_scene(table), table.host
    playing = table.paused is None and table.outcome is None
    near = [timer for timer in scene.of(Timer) if playing and _is_near(table, timer)]
    awaited = [row.seat for roster in scene.of(Roster) for row in roster.rows if row.awaited]
    if near:  # nobody is called who is not there any more
        awaited = [each for each in awaited if not await sit_in(outbox, table, each)]
    called = [table.seats[each].user for each in awaited]
    if not awaited and playing and any(ask.need != "none" for ask in table.asks(HOST)):
        called, near = [host], near if table.seat_of(host) else scene.of(Timer)
    people = [ids.person(user) for user in called if ids.ours(user)]
    running: set[str] = set()
    for timer in near:
        slot, ends = f"reminder:{timer.seat}:{timer.key}", due(table.deadlines, timer.seat, timer.key)
        if ends is None:
            continue
        running.add(slot)
        if slot not in await outbox.posts() and (people or (not called and table.people)):
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


def _is_near(table: Table, timer: Timer) -> bool:
    """Whether its time is nearly up, and somebody may have gone away meanwhile: what is soon over needs no reminder."""
    ends = due(table.deadlines, timer.seat, timer.key)
    return ends is not None and (ends.seat, ends.key) in table.near and ends.at - ends.set_at >= SHORTEST_REMINDED
