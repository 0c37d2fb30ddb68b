"""The garbage collector: sent for when it pays, since a look through hundreds of games stops everything for a fifth of a second."""

from __future__ import annotations

import gc

from bot.hall import Hall

EVERY = 60.0
"""Seconds between two moments at which it may be sent for."""

MANY = 50
"""Games that are over are no more than so many, or a quarter of those that go on, before their memory is had back."""

HEAPS = (5_000, 3, 20_000)
"""New things are looked through in heaps that take some milliseconds, twice, and all of them hardly ever."""


def spare() -> None:
    """Leaves alone what there is until everything is looked through: most of what comes with a start stays to the end."""
    gc.freeze()
    gc.set_threshold(*HEAPS)


def collect() -> None:
    """Looks through everything there is. What is left stays, and is not looked through again before the next time; what comes and
    goes from then on is found as it goes."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def collecting(hall: Hall) -> None:
    """Sees to it that games which are over do not keep their memory, until it is cancelled. A table and its parts know each
    other, so that nothing but the collector finds out that nobody else does."""
    spare()
    while True:
        await hall.clock.sleep(EVERY)
        if hall.let_go >= max(MANY, len(hall.tables) // 4):
            hall.let_go = 0
            collect()
