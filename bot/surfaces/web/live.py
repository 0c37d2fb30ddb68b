"""News as it comes: everybody who has a page of a table open is woken when something there has changed.

What is sent is made anew for each of them from what their own seat was told; where that comes to the same as before, nothing
is sent, so that nobody learns from a silence or a byte that others were told something.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

from bot.surfaces.web.problems import Problem
from bot.table import Table

MOST_LISTENERS, MOST_OF_ONE = 4000, 200
"""Open streams, of all and of one network that is not this machine's owner's; beyond them nobody is let in."""


FAREWELL = 0.5
"""Seconds that the last news before the end has to go out."""

LINGERS = 600.0
"""Seconds that a game stays at hand after its end."""


class Live:
    """Who listens to which session. It is a surface: tables tell it that there is news. `over` lets go of a game of that id, which
    is."""

    def __init__(self, over: Callable[[str], None] = lambda id: None) -> None:
        self._ears: dict[str, set[asyncio.Event]] = {}
        self._over = over
        self._from: Counter[str] = Counter()
        self._closed = False

    def changed(self, table: Table) -> None:
        self.poke(table.id)
        if table.outcome:
            asyncio.get_running_loop().call_later(LINGERS, self._let_go, table.id)

    def _let_go(self, id: str) -> None:
        """A game that is over leaves the memory when nobody looks at it any more; its page is its replay then."""
        if self._ears.get(id):
            asyncio.get_running_loop().call_later(LINGERS, self._let_go, id)
        else:
            self._over(id)

    def poke(self, id: str) -> None:
        """Wakes those who listen to this session."""
        for ear in self._ears.get(id, ()):
            ear.set()

    async def say_away(self) -> None:
        """The process is about to leave, which every page says: wakes all of them, and gives them a moment."""
        for id in list(self._ears):
            self.poke(id)
        if self.listeners:
            await asyncio.sleep(FAREWELL)

    def close(self) -> None:
        """Ends every stream in order: the process ends, and browsers come back when there is one again."""
        self._closed = True
        for id in self._ears:
            self.poke(id)

    @property
    def listeners(self) -> int:
        return sum(map(len, self._ears.values()))

    def check_room(self, address: str) -> None:
        """Problem where there is no room for one more stream, or none for one more from there ("": from anywhere)."""
        if sum(self._from.values()) >= MOST_LISTENERS:
            raise Problem("Too many are listening now. Try again in a minute.", 503)
        if address and self._from[address] >= MOST_OF_ONE:
            raise Problem("Too many pages are open where you are. Close some of them.", 429)

    async def counted(self, address: str, news: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """The same news, counted as a stream from there as long as somebody listens."""
        self._from[address] += 1
        try:
            async for each in news:
                yield each
        finally:
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]

    async def follow(self, id: str, look: Callable[[], Any]) -> AsyncIterator[Any]:
        """What `look` makes of the session, now and whenever it comes to something else."""
        ear = asyncio.Event()
        self._ears.setdefault(id, set()).add(ear)
        try:
            last = None
            while not self._closed:
                ear.clear()
                found = look()
                if found != last:
                    last = found
                    yield found
                await ear.wait()
        finally:
            ears = self._ears.get(id, set())
            ears.discard(ear)
            if not ears:
                self._ears.pop(id, None)
