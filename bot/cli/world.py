"""What the commands need from outside, and how one of them says that it cannot be carried out."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games import all_games

if TYPE_CHECKING:
    from bot.hall import Hall
    from bot.ports import Players, Store
    from games.core import Game

DATABASE = "masquerade.sqlite3"
"""The file in the data folder that holds all games."""

FIRST = "codenames"
"""The game of whoever names none."""


@dataclass(frozen=True)
class Backups:
    """Where copies of the database go by themselves, every so many hours, and how many of them are kept."""

    folder: Path
    every: float
    kept: int


@dataclass(frozen=True)
class World:
    """What the commands need from outside, made from the settings: by `bot.__main__`, and by tests as they like. `players`
    takes a model by name instead of the configured one (`model`) and strategies that their built-in players may be asked for
    (`strategies`); both may be left out. `web` serves games to browsers, says where, and is Wrong where it cannot; None: off.
    `games` are those that can be played, by name; `folder` is where some of one's own are looked for, if anywhere.
    `drain` is how many seconds a bot that is told to stop waits for what is being thought. Games are deleted `keep_days` after
    their end, and what models thought is forgotten after `thoughts_days` (None: never). `backups`: where and how often the running bot
    makes them; None: not at all. A lobby in which nothing happens for `lobby_hours` is closed; 0: never."""

    data: Path
    token: str
    store: Callable[[], Awaitable[Store]]
    memory: Callable[[], Store]
    players: Callable[..., Players]
    discord: Callable[[Hall], Coroutine[Any, Any, None]]
    speak: Callable[[bool], None]
    web: Callable[[Hall, Callable[[str], None]], Coroutine[Any, Any, None]] | None = None
    games: Callable[[], Mapping[str, Game[Any]]] = all_games
    folder: Path | None = None
    lobby_hours: float = 24.0
    drain: float = 6.0
    keep_days: float | None = None
    thoughts_days: float | None = None
    backups: Backups | None = None

    @property
    def database(self) -> Path:
        """The file that `store` opens."""
        return self.data / DATABASE


class Wrong(Exception):
    """The command cannot be carried out: a sentence, and the exit code."""

    def __init__(self, sentence: str, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


def prog() -> str:
    """How this program was called, for hints that can be typed as they stand."""
    called = Path(sys.argv[0])
    if called.name != "__main__.py":
        return called.name if str(called.parent) in os.environ.get("PATH", "").split(os.pathsep) else sys.argv[0]
    beside = Path(sys.executable).parent / "masquerade"
    if beside.exists():
        with contextlib.suppress(ValueError):
            return str(beside.relative_to(Path.cwd()))
    return "python -m bot"
