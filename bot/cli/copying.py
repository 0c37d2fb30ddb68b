"""Backups: made when asked for, or by themselves while the bot runs."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

from bot.cli.world import Backups
from bot.ports import StoreFailed
from bot.stores.copies import Copy, copy, stamp

log = logging.getLogger(__name__)

PREFIX, SUFFIX = "masquerade-", ".sqlite3"
"""How the name of a backup begins and ends that was not asked for by name."""

AGAIN = 3600.0
"""Seconds after which a backup that failed is tried again, or sooner where they are made more often."""


async def back_up(database: Path, file: Path, force: bool = False) -> Copy:
    """A copy of the database in that file, or under a name with the date where it is a folder. StoreFailed says why not."""
    if await asyncio.to_thread(file.is_dir):
        file = file / named_by(time.time())
    return await asyncio.to_thread(copy, database, file, replace=force)


def named_by(moment: float) -> str:
    return f"{PREFIX}{stamp(moment)}{SUFFIX}"


async def copy_regularly(database: Path, how: Backups) -> None:
    """Keeps backups in a folder, for as long as the bot runs. What goes wrong is a line in the log, and tried again."""
    every = how.every * 3600
    wait = await asyncio.to_thread(_due_in, how.folder, every)
    while True:
        await asyncio.sleep(wait)
        wait = every
        try:
            made = await asyncio.to_thread(_one_more, database, how)
            log.info("A backup was written to %s: %s.", made.path, in_words(made))
        except (StoreFailed, OSError) as error:
            wait = min(every, AGAIN)
            log.error("No backup could be made; the next try is in %.0f minutes. %s", wait / 60, error)


def _one_more(database: Path, how: Backups) -> Copy:
    """A new backup; the oldest go, if there are too many."""
    how.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = copy(database, how.folder / named_by(time.time()))
    others = [each for each in _there(how.folder) if each != made.path]
    for old in others[: max(0, len(others) - how.kept + 1)]:
        old.unlink(missing_ok=True)
    return made


def _due_in(folder: Path, every: float) -> float:
    """Seconds until the next backup. One of the future was made when the clock was wrong, and says nothing."""
    try:
        age = time.time() - max(each.stat().st_mtime for each in _there(folder))
    except (OSError, ValueError):
        return 0.0
    return max(0.0, every - age) if age >= 0 else 0.0


def _there(folder: Path) -> list[Path]:
    """The backups in a folder, the oldest first. What was named by people is left alone."""
    digits = "[0-9]"
    pattern = f"{PREFIX}{digits * 4}-{digits * 2}-{digits * 2}-{digits * 6}{SUFFIX}"
    return sorted(folder.glob(pattern))


def in_words(made: Copy) -> str:
    """What is in a copy."""
    games = f"{made.games} game{'' if made.games == 1 else 's'}"
    return f"{games}, {made.running} of them running; {made.size / 1e6:.1f} MB"
