"""Tells whoever plays that the bot leaves for a moment, and, in the same message, that it is back."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import aiohttp
import discord

from bot.surfaces.discord import ids, parts
from bot.surfaces.discord.outbox import quietly
from bot.surfaces.discord.screen import Screen
from bot.surfaces.discord.screens import Screens
from bot.table import Table

log = logging.getLogger(__name__)

SLOT = "away"
"""The slot of that message."""

AWAY = "-# ⏳ The bot is being restarted and is back in a moment. Every move is kept; what you press meanwhile fails."
SAID = "back"
"""The note of that message when it says that the bot is back; before, it is the time at which it left."""

LOOKED_FOR = ("house", "away looked for")
"""The document that says after which restore they were looked for."""

BACK = "-# ✅ The bot is back; the game goes on."


async def say_away(screens: Screens) -> None:
    """Posts it beside every game in which people wait, once. What Discord does not take in time stays unsaid."""
    await asyncio.gather(*(post_beside(each, SLOT, AWAY) for each in waited_in(screens)))


def waited_in(screens: Screens) -> list[Screen]:
    """Where people play, on Discord."""
    return [each for each in screens.values() if isinstance(each.table, Table) and _told(each.table)]


def _told(table: Table) -> bool:
    return ids.ours(table.place) and bool(table.people) and table.outcome is None


async def post_beside(screen: Screen, slot: str, line: str) -> None:
    """Posts a line about the bot itself below a game, instead of the one of that slot that was posted before."""
    try:
        await screen.rest()  # what came before it stands above it
        if (old := (await screen.outbox.posts()).get(slot)) is not None and old.message:
            # It is far above by now, where an edit is seen by nobody.
            await quietly(screen.channel.get_partial_message(int(old.message)).delete())
        # A note of its own, so that it is no repetition of the one before.
        note = str(int(screen.line.hall.clock.now() * 1000))
        drawn = parts.message(line, number=ids.number(screen.id, slot))
        post = await screen.outbox.pending(slot, note=note)
        message = await screen.channel.send(view=drawn.view, nonce=post.nonce)
        await screen.outbox.out(post, message.id)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.debug("game %s: nothing can be said of the bot itself: %s", screen.id, error)


async def say_back(screens: Screens) -> None:
    """Changes those messages; one that was on its way when the process ended is looked for, and so is each of them after a restore,
    once: the backup knows nothing of what was said when the bot left after it was made."""
    hall = screens.hall
    restored = bool(hall.era) and await hall.store.get(*LOOKED_FOR) != {"era": hall.era}
    tables = [each for each in hall.tables.values() if ids.ours(each.place)]
    await asyncio.gather(*(_say_back(screens.of(each), restored and bool(each.people)) for each in tables))
    if restored:
        await hall.store.put(*LOOKED_FOR, {"era": hall.era})


async def _say_back(screen: Screen, restored: bool) -> None:
    post = (await screen.outbox.posts()).get(SLOT)
    known = post.message if post is not None else ""
    if not restored and (post is None or post.note == SAID):
        return
    try:
        if post is None or restored:
            post = await screen.outbox.pending(SLOT, note="")
        message = post.message or await screen.outbox.found(post) or known
        if message:
            drawn = parts.message(BACK, number=ids.number(screen.id, SLOT))
            await screen.outbox.edit(screen.channel.get_partial_message(int(message)), drawn)
        await screen.outbox.save(replace(post, message=message, note=SAID))
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.debug("game %s: it cannot be said that the bot is back: %s", screen.id, error)
