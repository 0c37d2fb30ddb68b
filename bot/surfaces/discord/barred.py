"""A game that cannot be shown: its channel is closed to the bot, or gone. It waits, and goes on by itself once it can be shown;
after a while it is called off.

That it waits, since when, and which pause it is, is noted under a slot of the outbox, so that a restart loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import aiohttp
import discord

from bot.surfaces.discord import ids, parts
from bot.surfaces.discord.markdown import clean
from bot.surfaces.discord.outbox import DM_REFUSED, NO_COMMON_GUILD, Outbox
from bot.table import Table, ended
from games.core import HOST, IllegalAction

log = logging.getLogger(__name__)

BARRED = "barred"
"""The slot of the note."""

AGAIN = (30.0, 60.0, 300.0, 900.0, 3600.0)
"""Seconds after which it is tried again: Discord tells of most permissions that change, and these find the others."""

DAY = 24 * 3600.0
KEPT_CLOSED, KEPT_GONE = 7 * DAY, DAY
"""Seconds that a game waits for its channel, and for another one where it has none."""

CLOSED = "I lost the permission to write in its channel."
GONE = "Its channel was deleted."
REMOVED = "I was removed from its server."
NOT_SERVED = "This Masquerade does not play on this server. Whoever runs it can change that with MASQUERADE_SERVERS."
MOVE = "Whoever plays can bring it to another channel of that server: `/game move` there."
TO_GO_ON = (
    "As soon as I may view this channel, read its history and send messages and files here, it goes on by itself."
)


class Barred:
    """Whether one game waits to be shown. `again` is called when it should be tried, `over` when it has waited too long."""

    def __init__(self, outbox: Outbox, again: Callable[[], None], over: Callable[[Table], None]) -> None:
        self.outbox, self.line, self._again, self._over = outbox, outbox.line, again, over
        self.why = ""
        """Why the game cannot be shown; empty while it can, as far as is known."""
        self._waiting: asyncio.Task[None] | None = None
        self._pause = 0
        self._retry = True
        self._turn = asyncio.Lock()
        """Held while it begins or ends: each writes down what the other goes by."""

    @property
    def sentence(self) -> str:
        """Why it waits, and how it goes on."""
        return f"The game waits. {self.why} {TO_GO_ON if self._retry else MOVE}"

    async def begin(self, table: Table | None, why: str, kept: float = KEPT_CLOSED, retry: bool = True) -> None:
        """It cannot be shown: it is paused, unless it is already, and waits for `kept` seconds from now, or from when that was
        noticed first. Without `retry` nothing but a person can mend it. Where somebody has let it go on meanwhile, it is paused
        anew: nobody could see it."""
        async with self._turn:
            if table is None or table.outcome or (self.why and table.paused is not None):
                return
            self._retry = retry
            anew, now = bool(self.why), self.line.hall.clock.now()
            self.why, noted = why, await self.outbox.noted(BARRED)
            since = float(noted.split()[1]) if noted else now
            if noted and not anew:
                self._pause = int(noted.split()[0])
            else:
                ours = table.paused is None
                self._pause = table.pauses + 1 if ours else 0
                await self.outbox.note(BARRED, f"{self._pause} {since:.0f}")  # first: the pause is news, which is shown
                if ours:
                    log.warning("game %s is paused: %s", table.id, why)
                    await table.pause(f"discord:barred:{len(table.log)}", why)
            await ended([self._waiting])
            waiting = self._wait(table, since + kept - now, retry)
            self._waiting = asyncio.create_task(waiting, name=f"discord:{table.id}:barred")

    async def waits(self) -> bool:
        """Whether it waits, or did when the process ended."""
        return bool(self.why or await self.outbox.noted(BARRED))

    async def end(self, table: Table) -> bool:
        """It has been shown: it goes on, if it was paused for that and nobody has paused it since, unless it is on a server where this
        Masquerade does not play. Whether it had waited."""
        async with self._turn:
            served = not ids.ours(table.place) or self.line.hall.rules.serves(ids.guild_of(table.place))
            if not served or not await self.waits():
                return False
            pause = self._pause or int((await self.outbox.noted(BARRED) or "0").split()[0])
            self.why, self._pause = "", 0
            await ended([self._waiting])
            await self.outbox.note(BARRED, "")
            if table.paused is not None and pause == table.pauses:
                try:
                    await table.resume(HOST, f"discord:back:{len(table.log)}")
                except IllegalAction as refusal:  # somebody was quicker
                    log.debug("game %s: %s", table.id, refusal)
            return True

    async def stop(self) -> None:
        await ended([self._waiting])

    async def _wait(self, table: Table, left: float, retry: bool) -> None:
        clock, waits = self.line.hall.clock, iter(AGAIN)
        while left > 0:
            wait = min(left, next(waits, AGAIN[-1]) if retry else left)
            await clock.sleep(wait)
            left -= wait
            if retry and left > 0:
                self._again()
        if not table.outcome:
            await table.cancel(f"discord:barred:over:{len(table.log)}", f"{self.why} Nobody could play on.")
        self._over(table)

    async def tell(self, table: Table, sentence: str) -> None:
        """Writes to everybody who plays, once: there is nowhere else to tell them."""
        title = clean(table.game.title)
        users = dict.fromkeys([*(each.user for each in table.seats.values()), table.host])
        for n, user in enumerate(each for each in users if ids.ours(each) and each not in self.line.closed):
            slot = f"{BARRED}:told:{n}"
            drawn = parts.message(f"### {title}\n{sentence}", number=ids.number(self.outbox.id, slot))
            try:
                await self.outbox.send(slot, drawn, await self.line.dm(user))
            except discord.HTTPException as error:
                log.info("game %s: somebody cannot be told that it waits: %s", table.id, error)
                if error.code in (DM_REFUSED, NO_COMMON_GUILD):
                    await self.line.remember_closed(user)
            except (aiohttp.ClientError, OSError) as error:
                log.info("game %s: somebody cannot be told that it waits: %r", table.id, error)


def may_show(channel: object) -> bool:
    """Whether the bot may show a game there, as far as it knows; what it does not know, it tries."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread) or channel.guild.me is None:
        return True
    may = channel.permissions_for(channel.guild.me)
    sending = may.send_messages_in_threads if isinstance(channel, discord.Thread) else may.send_messages
    return may.view_channel and sending
