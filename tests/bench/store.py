"""How fast games are written down: whole games and single commits, on disk and in memory.

    python -m tests.bench.store [--games N] [--seconds S]

Random games are played by seats that try anything they are asked, legal or not, through a real table; nothing thinks, so
what is measured is the house: deciding, folding, committing.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.ports import About, Moved, Occupant, Saved, Store
from bot.stores.memory import MemoryStore
from bot.stores.sqlite import SqliteStore
from bot.table import Table
from games import all_games
from games.codenames.events import Clue, EndTurn, Guess
from games.core import CLOCK, HOST, Action, Ask, Game, IllegalAction, Told, dice_for
from games.story import Story
from tests.bot import tiny
from tests.scripted import ScriptedPlayers

NONSENSE = ("ocean", "winter", "animal", "music", "metal", "kitchen", "sport", "paper", "travel", "story")
"""Clues that say nothing; one that is on the board is refused, and another one is tried."""


def any_move(view: Any, ask: Ask, rng: random.Random) -> Action:
    """Something that the ask may take. Only Codenames is played so far; other games' forms give their examples."""
    if Clue in ask.forms:
        return Clue(rng.choice(NONSENSE), rng.randint(1, 3))
    if Guess in ask.forms:
        return EndTurn() if ask.choices and rng.random() < 0.3 else Guess(rng.choice(view.unturned))
    return rng.choice(ask.choices or ask.examples)


async def play_out(table: Table, rng: random.Random) -> int:
    """Random moves until the game is over; how many were made."""
    moves = 0
    while not table.story.outcome:
        seat, asks = rng.choice(list(table.story.owed((*table.story.seats, HOST, CLOCK)).items()))
        try:
            await table.submit(seat, any_move(table.story.state, asks[0], rng), asks[0].key, f"{moves}:{rng.random()}")
            moves += 1
        except IllegalAction:
            continue
    return moves


def play_bare(game: Game[Any], seed: str, rng: random.Random) -> int:
    """The same with rules and log alone: no table, no store."""
    options = game.lobby.options()
    seats = game.lobby.seats(options, [()] * 4, dice_for(seed, 0)).seats
    story = Story(game, options, seed)
    story.tell(story.begin(dict.fromkeys(seats, "built-in")))
    moves = 0
    while not story.outcome:
        seat, asks = rng.choice(list(story.owed(story.seats).items()))
        try:
            story.tell(story.decide(seat, any_move(story.state, asks[0], rng), asks[0].key))
            moves += 1
        except IllegalAction:
            continue
    return moves


async def whole_games(store: Store, count: int, at_once: int) -> tuple[float, float]:
    """Games a second and moves a second, with so many tables at once. People sit everywhere: nobody is asked."""
    hall = Hall(store, ScriptedPlayers(), VirtualClock())
    waiting, moves = iter(range(count)), 0

    async def one_after_the_other() -> None:
        nonlocal moves
        for n in waiting:
            rng = random.Random(n)
            seating = hall.game("codenames").lobby.seats(
                hall.game("codenames").lobby.options(), [()] * 4, dice_for(str(n), 0)
            )
            seats = {seat: Occupant("person", seat, user=f"bench:{seat}") for seat in seating.seats}
            table = await hall.open("codenames", {}, seats, seed=str(n))
            made = await play_out(table, rng)
            moves += made
            await table.stop()
            hall.forget(table)

    began = time.perf_counter()
    await asyncio.gather(*(one_after_the_other() for _ in range(at_once)))
    took = time.perf_counter() - began
    return count / took, moves / took


async def commits(store: Store, tables: int, seconds: float) -> float:
    """Commits a second, with so many tables that each wait for their own."""
    told = Told(None, tiny.Said(tiny.ANN, "A sentence of about the usual length, as a clue or a statement would be."))
    done, until = 0, time.perf_counter() + seconds

    async def write(n: int) -> None:
        nonlocal done
        id = f"bench-{tables}-{n}"
        await store.create(Saved(id, "duel", 1, {}, "seed", About(), {}))
        length = 0
        while time.perf_counter() < until:
            await store.append(id, length, [told], Moved(f"c{length}", tiny.ANN, "say:1", "person"), deadlines=[])
            length += 1
            done += 1

    began = time.perf_counter()
    await asyncio.gather(*(write(n) for n in range(tables)))
    return done / (time.perf_counter() - began)


async def measure(games: int, seconds: float) -> None:
    known = {**all_games(), "duel": tiny.GAME}
    with tempfile.TemporaryDirectory() as folder:

        async def with_stores(name: str, run: Callable[[Store], Awaitable[Sequence[float] | float]], unit: str) -> None:
            for kind in ("memory", "sqlite"):
                file = Path(folder) / f"{name}.db"
                store = MemoryStore(known) if kind == "memory" else await SqliteStore.open(file, known)
                found = await run(store)
                figures = found if isinstance(found, Sequence) else (found,)
                print(f"{name:<34} {kind:<7} {' '.join(f'{each:>9,.0f}' for each in figures)}  {unit}")
                await store.close()

        play_bare(known["codenames"], "warm", random.Random(0))
        began, moves, alone = time.process_time(), 0, max(games, 100)
        for n in range(alone):
            moves += play_bare(known["codenames"], str(n), random.Random(n))
        took = time.process_time() - began  # nothing waits here: what counts is this process's own time on a core
        print(
            f"{'random games, rules and log':<34} {'–':<7} {alone / took:>9,.0f} {moves / took:>9,.0f}  games/s, moves/s"
        )
        await with_stores("random games, one table", lambda s: whole_games(s, games, 1), "games/s, moves/s")
        await with_stores(
            "random games, 50 tables at once", lambda s: whole_games(s, games * 4, 50), "games/s, moves/s"
        )
        await with_stores("commits, one table", lambda s: commits(s, 1, seconds), "commits/s")
        await with_stores("commits, 50 tables at once", lambda s: commits(s, 50, seconds), "commits/s")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.store", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=50, help="random games per figure (50)")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long commits are counted (1)")
    chosen = parser.parse_args(arguments)
    asyncio.run(measure(chosen.games, chosen.seconds))


if __name__ == "__main__":
    main()
