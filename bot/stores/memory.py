"""A store that forgets with the process: for tests, and for many games in a row that nobody means to keep."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, TypeVar

from bot.stores import sound
from bot.stores.sqlite import SqliteStore, prepared
from bot.traces import Traces
from games import all_games
from games.core import Game

T = TypeVar("T")


class MemoryStore(SqliteStore):
    """The store on disk, without the disk: nothing here ever waits."""

    def __init__(self, games: Mapping[str, Game[Any]] | None = None) -> None:
        super().__init__(":memory:", all_games() if games is None else games)
        self._held = prepared(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False), Path())
        self._held.text_factory = sound.lenient
        weakref.finalize(self, self._held.close)

    async def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        (result,) = self._transact(self._held, [job])
        if isinstance(result, Exception):
            raise result
        done: T = result
        return done

    async def _read(self, *selects: tuple[Any, ...]) -> list[list[tuple[Any, ...]]]:
        return [self._held.execute(select, values).fetchall() for select, *values in selects]

    async def _empty_the_journal(self) -> bool:
        """There is none."""
        return True

    async def _scrub(self, traces: Traces, games: Collection[str]) -> list[str]:
        """There is no disk."""
        return []

    async def close(self) -> None:
        """Nothing to let go of: what was kept can still be read."""
