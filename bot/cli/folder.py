"""Who may use the data folder at the same time.

One program serves its games; beside it, others may play theirs in a terminal. Whoever changes what all of them remember wants
it for themselves. Locks of the operating system say so: they go with their process, however that ends, and hold over
containers on one machine.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path

from bot.cli.world import Wrong

log = logging.getLogger(__name__)

SERVED, PLAYED = "lock", "lock.games"
"""Files in the folder: held by whoever serves its games, and, together with others, by whoever leads some."""


@contextlib.contextmanager
def alone(data: Path) -> Iterator[None]:
    """Holds the folder for whoever serves its games: two would undo each other's moves. Wrong where another does."""
    wrong = f"Another Masquerade runs on the folder {data}: stop it first, or name another folder with MASQUERADE_DATA."
    with _held(data / SERVED, True, wrong):
        yield


@contextlib.contextmanager
def sharing(data: Path) -> Iterator[None]:
    """Holds the folder as one of those who lead games in it. Wrong while somebody has it for themselves."""
    with _held(
        data / PLAYED, False, f"The folder {data} is being restored, or somebody forgotten in it: wait a moment."
    ):
        yield


@contextlib.contextmanager
def nobody_else(data: Path) -> Iterator[None]:
    """Holds the folder while no game in it is led by anybody. Wrong where one is."""
    wrong = f"A game runs on the folder {data}, in a terminal perhaps: end it first."
    running = f"The bot runs on the folder {data}, and would write down again what it remembers: stop it first."
    with _held(data / SERVED, True, running), _held(data / PLAYED, True, wrong):
        yield


@contextlib.contextmanager
def _held(file: Path, only: bool, otherwise: str) -> Iterator[None]:
    """Holds a file, `only` for ourselves or with others who do not. Wrong, in a sentence, where that cannot be."""
    try:
        import fcntl
    except ImportError:  # not on this system; the store still refuses a second writer of a game
        yield
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        held = file.open("w")
    except OSError:
        yield  # the store says what is wrong with the folder
        return
    with held:
        try:
            fcntl.flock(held, (fcntl.LOCK_EX if only else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Wrong(otherwise, 1) from None
        except OSError as error:  # a disk over the network that knows no locks
            log.warning("The folder %s cannot be held against a second Masquerade: %s", file.parent, error.strerror)
        yield
