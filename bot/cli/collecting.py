"""The garbage collector: sent for when it pays, since a look through hundreds of games stops everything for a fifth of a second."""

from __future__ import annotations

import gc

from bot.hall import Hall

OFTEN = 0.5
"""Seconds between two looks at what is new. By itself the collector comes when more has come than gone: where as much goes as
comes, what is new would be a heap of forty thousand by then, and a look through it take as many microseconds."""

MANY = 50
"""Games that are over are no more than so many, or a quarter of those that go on, before their memory is had back."""

HEAPS = (5_000, 3, 20_000)
"""Between two looks, new things are looked through in heaps that take some milliseconds, twice, and all of them hardly ever."""


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
        await hall.clock.sleep(OFTEN)
        gc.collect(1)
        if hall.let_go >= max(MANY, len(hall.tables) // 4):
            hall.let_go = 0
            collect()
