"""“Masquerade is typing …”, while models think about what everybody may know that they are asked.

Who owes an answer in private is nobody's business: as long as nothing else is asked, nothing shows.
"""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import discord

from bot.surfaces.discord.outbox import Outbox
from bot.table import Table, ended

log = logging.getLogger(__name__)

AT_FIRST = 2.0
"""Seconds of thinking before the sign: whoever answers at once needs none."""

AGAIN = 9.0
"""Seconds after which it is given again; Discord shows it for ten, or until something is said."""

APART = 0.2
"""Seconds at least between two signs, over all games: they are the first thing to do without where many are played."""


class Busy:
    """The sign in one game's channel."""

    def __init__(self, outbox: Outbox) -> None:
        self.line, self.outbox = outbox.line, outbox
        self._showing: asyncio.Task[None] | None = None

    def wake(self, table: Table) -> None:
        """Somebody may have begun to think."""
        if (self._showing is None or self._showing.done()) and table.pondered:
            self._showing = asyncio.create_task(self._show(table), name=f"discord:{self.outbox.id}:typing")

    async def stop(self) -> None:
        await ended([self._showing])

    async def _show(self, table: Table) -> None:
        clock, wait = self.line.hall.clock, AT_FIRST
        while table.pondered:
            await clock.sleep(wait)
            wait = AGAIN
            if table.pondered and self.line.ready and self.line.spare(APART):
                try:
                    await self.outbox.channel.typing()
                except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                    log.debug("game %s: nobody is shown that somebody thinks: %s", self.outbox.id, error)
                    return
