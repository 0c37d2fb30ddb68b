"""Requests to Discord in turns: one at a time for a channel, so many a second for the bot, and each game as soon as any other.

Discord takes fifty requests a second from a bot, whatever they are about, and makes it wait when there are more. Without turns one
table that tells much would take all of them. Answers to presses do not count there and do not wait here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any

A_SECOND = 45.0
"""Requests a second that the bot makes at most; Discord takes a few more."""

GAME: ContextVar[str] = ContextVar("game", default="")
"""For which game a request is made; what a game's task starts inherits it."""

Send = Callable[..., Awaitable[Any]]
Waiting = tuple[int | None, "asyncio.Future[None]"]


class Turns:
    """Stands before `send`, a client's `http.request`, and takes its place."""

    def __init__(self, send: Send, a_second: float = A_SECOND) -> None:
        self._send, self._a_second = send, a_second
        self._left, self._at = a_second, asyncio.get_running_loop().time()
        self._waiting: dict[str, list[Waiting]] = {}
        self._busy: set[int] = set()
        self._timer: asyncio.TimerHandle | None = None

    async def __call__(self, route: Any, **rest: Any) -> Any:
        channel: int | None = route.channel_id
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(GAME.get(), []).append((channel, turn))
        self._go_on()
        try:
            await turn
            return await self._send(route, **rest)
        finally:
            if turn.cancelled():
                self._leave(turn)
            elif channel is not None:
                self._busy.discard(channel)
            self._go_on()

    def _leave(self, turn: asyncio.Future[None]) -> None:
        """Whoever waited for this turn has gone."""
        kept = {game: [each for each in queue if each[1] is not turn] for game, queue in self._waiting.items()}
        self._waiting = {game: queue for game, queue in kept.items() if queue}

    def _go_on(self) -> None:
        """Lets go ahead whoever may; later, when there are too many for this second."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._left, self._at = min(self._a_second, self._left + (now - self._at) * self._a_second), now
        while self._left >= 1 and (turn := self._next()) is not None:
            self._left -= 1
            turn.set_result(None)
        if self._left < 1 and self._waiting and self._timer is None:
            self._timer = loop.call_later((1 - self._left) / self._a_second, self._later)

    def _later(self) -> None:
        self._timer = None
        self._go_on()

    def _next(self) -> asyncio.Future[None] | None:
        """The first request of the game that has waited longest since its last, to a channel that is free."""
        for game, queue in self._waiting.items():
            for n, (channel, turn) in enumerate(queue):
                if channel in self._busy or turn.done():
                    continue
                if channel is not None:
                    self._busy.add(channel)
                del self._waiting[game]
                if rest := queue[:n] + queue[n + 1 :]:
                    self._waiting[game] = rest
                return turn
        return None
