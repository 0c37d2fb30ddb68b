"""After the store was set back to a backup: takes away what was posted of a game since then and could be taken for how it stands.

What was told and said stays where it is, above a board that says what became of it. A board, a result, a call or a hand that did
not happen would be pressed, or believed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any

import discord

from bot.surfaces.discord import ids
from bot.surfaces.discord.outbox import LOOK_BACK, Outbox, passing, quietly

log = logging.getLogger(__name__)

SLOT = "undone"
"""The slot of the note that says after which restore it was done."""

NOTICES = ("away", "out of reach")
"""The slots of notices that stand below a game and hold no button."""


async def take_away(outbox: Outbox, users: Iterable[str], *notes: str) -> None:
    """Does so once after each restore, in the game's channel and in what these people see alone, and forgets these notes about what
    lies there. Raises what Discord fails at for a while."""
    line, era = outbox.line, outbox.line.hall.era
    if not era or await outbox.noted(SLOT) == era:
        return
    known = {post.message for post in (await outbox.posts()).values()}
    for user in ("", *(each for each in users if ids.ours(each) and each not in line.closed)):
        try:
            channel: Any = await line.dm(user) if user else outbox.channel
            async for message in channel.history(limit=LOOK_BACK):
                if str(message.id) not in known and _is_of(outbox, message):
                    await quietly(message.delete())
        except discord.HTTPException as error:
            if passing(error):
                raise
            log.info("game %s: what was undone cannot be taken away: %s", outbox.id, error)
    for each in (*notes, SLOT):
        await outbox.note(each, era if each == SLOT else "")


def _is_of(outbox: Outbox, message: discord.Message) -> bool:
    """Whether it is ours, and shows how this game stands: by its buttons, its number or, for somebody alone, its link."""
    me = outbox.line.client.user
    if me is None or message.author.id != me.id:
        return False
    alone = message.guild is None
    numbers = {ids.number(outbox.id, slot) for slot in NOTICES}
    link = f"/{outbox.guild}/{outbox.channel.id}/"
    for each in _parts(message.components):
        pressed = ids.read(str(getattr(each, "custom_id", None) or ""))
        if (pressed is not None and pressed.table == outbox.id) or getattr(each, "id", None) in numbers:
            return True
        if alone and link in str(getattr(each, "content", "")):
            return True
    return False


def _parts(components: Iterable[Any]) -> Iterator[Any]:
    for each in components:
        yield each
        yield from _parts(getattr(each, "children", ()))
