"""The line that somebody is typing, while the table goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

from rich.console import Console

from bot.surfaces.terminal.keyboard import Lines


class Line:
    """One line at a time. `over` is true when something was printed over its prompt, which then comes again below."""

    def __init__(self, console: Console, lines: Lines | None) -> None:
        self.over = False
        self._console, self._lines = console, lines
        self._typing: asyncio.Future[str] | None = None

    @property
    def begun(self) -> bool:
        """Whether somebody has been asked for a line that has not been read yet."""
        return self._typing is not None

    @property
    def finished(self) -> bool:
        return self._typing is not None and self._typing.done()

    def ask(self, prompt: str) -> None:
        self._typing = self._keys.ask(prompt)

    def again(self, prompt: str) -> None:
        """Shows the prompt once more, with what has been typed so far."""
        self._keys.again(prompt)

    async def read(self, news: asyncio.Event, wait: bool = True) -> str | None:
        """The line, once it is finished; None when there is news first (or, without `wait`, when it is not finished yet).
        Where there will be no more, it is a person who leaves."""
        assert self._typing is not None, "a line is typed once it has been asked for"
        if wait:
            await self.unless(news.wait())
        if not self._typing.done():
            return None
        typing, self._typing = self._typing, None
        return "/quit" if isinstance(typing.exception(), EOFError) else typing.result().strip()

    async def more(self, prompt: str) -> bool:
        """Waits until somebody has read what stands there: whether they want to read on. What they had begun to type is let go."""
        if self._typing is None:
            self.ask(prompt)
        elif not self._typing.done():
            self.again(prompt)
        line = await self.read(asyncio.Event())
        return line is not None and line.casefold() not in ("q", "quit", "/quit")

    async def unless(self, other: Awaitable[Any]) -> None:
        """Waits for the line or for something else, whichever comes first."""
        assert self._typing is not None, "a line is typed once it has been asked for"
        waiting = asyncio.ensure_future(other)
        try:
            await asyncio.wait({self._typing, waiting}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()

    def make_room(self) -> None:
        """Something is about to be printed while somebody types: it begins on a line of its own."""
        if self._typing is not None and not self._typing.done() and not self.over:
            self.over = True
            self._console.print()

    def close(self) -> None:
        if self._typing is not None:
            self._typing.cancel()

    @property
    def _keys(self) -> Lines:
        assert self._lines is not None, "who sits at a table has something to type on"
        return self._lines
