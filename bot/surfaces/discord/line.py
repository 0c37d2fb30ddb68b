"""What everything on Discord stands on: the hall, the connection, and whom it reaches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord

from bot.hall import Hall
from bot.ports import Narrator
from bot.surfaces.discord import ids
from bot.surfaces.masks import Mask, mask_of
from games.core import Seat

CLOSED = "closed-dms"
"""The kind of documents that say whose DMs Discord refused."""


class Line:
    """The way from a hall to Discord. `reads_channels` says whether Discord shows the bot what people say without addressing it;
    `in_browser` makes a link by which somebody opens their seat at a table there, None where no browser can be led here; by the link
    `invite` the bot is invited to a server."""

    def __init__(
        self,
        hall: Hall,
        client: discord.Client,
        *,
        reads_channels: bool = False,
        narrator: Narrator | None = None,
        in_browser: Callable[[str, str], str] | None = None,
        invite: str = "",
    ) -> None:
        self.hall, self.client, self.reads_channels = hall, client, reads_channels
        self.narrator, self.in_browser, self.invite = narrator, in_browser, invite
        self.ready = False
        """Whether anything may be sent."""
        self.masks: dict[Mask, str] = {}
        self._spared = 0.0
        self.closed: set[str] = set()
        """People whose DMs Discord refused; they are not tried again."""

    def reads(self, guild: int | None) -> bool:
        """Whether people on that server speak at a table by just writing: Discord shows it to the bot, and moderators have
        not turned it off."""
        return self.reads_channels and self.hall.rules.at(ids.server(guild)).talk

    def spare(self, apart: float) -> bool:
        """Whether something may be sent that nobody would miss: so many seconds at least after the last such thing."""
        now = self.hall.clock.now()
        if now < self._spared + apart:
            return False
        self._spared = now
        return True

    def faces(self, seats: Sequence[Seat]) -> dict[Seat, str]:
        """The masks of those in these seats, all those of a game; none while Discord does not have them."""
        return {seat: self.masks[mask_of(seats, seat)] for seat in seats} if self.masks else {}

    async def dm(self, user: str) -> discord.DMChannel:
        return await self.client.create_dm(ids.person(user))

    async def remember_closed(self, user: str) -> None:
        self.closed.add(user)
        await self.hall.store.put(CLOSED, user, {"since": self.hall.clock.now()})

    async def remember_open(self, user: str) -> bool:
        """Whether their DMs were refused before, and may be tried again now."""
        if user not in self.closed:
            return False
        self.closed.discard(user)
        await self.hall.store.put(CLOSED, user, None)
        return True

    async def recall_closed(self) -> None:
        self.closed |= set(await self.hall.store.all(CLOSED))
