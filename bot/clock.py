"""Time that passes only when told to: for tests, and for many games in a row that should not wait for anyone."""

from __future__ import annotations

import asyncio
import heapq
from itertools import count

TURNS = 25
"""How often the event loop goes round after somebody wakes, so that what they do next has begun before time goes on."""


class VirtualClock:
    """A `bot.ports.Clock` whose hands are moved by `advance`; it wakes sleepers in order, each at its own moment."""

    def __init__(self, now: float = 1_000_000_000.0) -> None:
        self._now, self._jumped = now, 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()

    def now(self) -> float:
        """Seconds since 1970."""
        return self._now + self._jumped

    def steady(self) -> float:
        """Seconds that no jump changes."""
        return self._now

    def jump(self, seconds: float) -> None:
        """Sets the hands to another time, as somebody does who finds them wrong: no time passes."""
        self._jumped += seconds

    async def sleep(self, seconds: float) -> None:
        """Sleeps until the hands have moved that far; no time at all is one turn of the event loop."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), waking))
        await waking

    async def advance(self, seconds: float) -> None:
        """Moves the hands forward. What wakes somebody on the way happens at its own time, and may go to sleep again."""
        until = self._now + seconds
        await self._turn()
        while (at := self._next) is not None and at <= until:
            self._now = max(self._now, at)
            _, _, waking = heapq.heappop(self._sleepers)
            waking.set_result(None)
            await self._turn()
        self._now = until

    @property
    def next(self) -> float | None:
        """When the next sleeper wakes; None when nobody sleeps."""
        return None if (at := self._next) is None else at + self._jumped

    @property
    def _next(self) -> float | None:
        while self._sleepers and self._sleepers[0][2].done():
            heapq.heappop(self._sleepers)
        return self._sleepers[0][0] if self._sleepers else None

    @staticmethod
    async def _turn() -> None:
        for _ in range(TURNS):
            await asyncio.sleep(0)
