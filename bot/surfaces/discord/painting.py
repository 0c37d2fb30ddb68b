"""Pictures in messages: painted when they are sent, and beside the loop, so that nobody's press waits for another's picture."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import discord

_PAINTER = ThreadPoolExecutor(1, "painter")
"""One: a second would be no faster, and both together would keep the loop waiting for Python's lock."""


class Picture(discord.File):
    """A PNG to be; `paint` makes it. Where its message is not sent, nobody has painted it."""

    def __init__(self, paint: Callable[[], bytes], filename: str, description: str) -> None:
        super().__init__(io.BytesIO(), filename, description=description)
        self._paint: Callable[[], bytes] | None = paint

    async def painted(self) -> None:
        """Returns when it can be sent."""
        if self._paint is not None:
            data = await asyncio.get_running_loop().run_in_executor(_PAINTER, self._paint)
            self.fp.write(data)
            self.fp.seek(0)
            self._paint = None


async def paint(files: Iterable[discord.File]) -> list[discord.File]:
    """The files of a message, ready to be sent."""
    every = list(files)
    for each in every:
        if isinstance(each, Picture):
            await each.painted()
    return every
