"""Logs in to Discord, and tries again for as long as it cannot be reached; a connection that breaks later, too."""

from __future__ import annotations

import logging
import random
from typing import Literal

import aiohttp
import discord
from discord.backoff import ExponentialBackoff

from bot.ports import Clock

log = logging.getLogger(__name__)

LONGEST = 60.0
"""Seconds between two tries, at most."""


class Patience(ExponentialBackoff[Literal[False]]):
    """How long a connection that broke waits before the next try: as discord.py has it, but a minute at most. After an hour without
    Discord it would stay away for up to a quarter of an hour more."""

    def delay(self) -> float:
        return min(super().delay(), LONGEST)


discord.client.ExponentialBackoff = Patience  # type: ignore[attr-defined, assignment]  # it can be told in no other way


async def log_in(client: discord.Client, token: str, clock: Clock) -> None:
    """Returns when Discord has let the client in. Raises discord.LoginFailure where it does not know the token: to try that
    again helps nobody."""
    wait, said = 1.0, False
    while True:
        try:
            await client.login(token)
        except (aiohttp.ClientError, TimeoutError, OSError, discord.DiscordServerError, discord.RateLimited) as error:
            # Each login opens a session of its own, and with a session its connector is closed.
            await client.http.close()
            client.http.connector = discord.utils.MISSING
            if not said:
                log.warning(
                    "Discord cannot be reached (%s); it is tried again until it can", str(error) or type(error).__name__
                )
                said = True
            await clock.sleep(wait * random.uniform(0.75, 1.0))
            wait = min(LONGEST, 2 * wait)
        else:
            if said:
                log.info("Discord is reached")
            return
