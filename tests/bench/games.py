"""How many whole games a second: random legal players, and built-in ones, by the rules alone and with the store on disk.

python -m tests.bench.games [--seconds S]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.ports import Occupant
from bot.stores.sqlite import SqliteStore
from bot.tournament import InOrder
from games import all_games
from games.core import Action, Ask, Game, IllegalAction, Kind, Seat, Temper, dice_for
from games.story import Story

AT_ONCE = 8
"""Games that the store on disk is given at the same time, as a busy bot would."""


def random_answer(ask: Ask, rng: random.Random) -> Action:
    """Something legal more often than not: a choice, a form's only field from its list, or one of the examples."""
    forms = [kind for kind in ask.forms if len(ask.allowed) == len(fields(kind)) == 1]  # type: ignore[arg-type]
    if ask.choices and (not forms or rng.random() < 0.15):
        return rng.choice(ask.choices)
    if forms:
        ((field, allowed),) = ask.allowed.items()
        return forms[0](**{field: rng.choice(allowed)})
    return rng.choice(ask.examples)


def play_randomly(game: Game[Any], seed: str, rng: random.Random) -> int:
    """One game of random legal players, rules and log only; how many moves it took."""
    story, moves = _begin(game, seed), 0
    while story.outcome is None:
        seat, ask = _next(story)
        try:
            told = story.decide(seat, random_answer(ask, rng), ask.key)
        except IllegalAction:
            continue
        story.tell(told)
        moves += 1
    return moves


def play_built_in(game: Game[Any], seed: str, rng: random.Random) -> int:
    """One game of built-in players, rules and log only."""
    story, moves = _begin(game, seed), 0
    while story.outcome is None:
        seat, ask = _next(story)
        action = game.autoplay(story.view(seat), seat, ask, rng, Temper())
        story.tell(story.decide(seat, action, ask.key))
        moves += 1
    return moves


def a_second(play: Callable[[str], object], seconds: float) -> float:
    """How often `play` goes into a second of one core, at the best of ten stretches: what else the machine does is not its
    fault."""
    best, n = 0.0, 0
    for _ in range(10):
        start, played = time.process_time(), 0
        while time.process_time() - start < seconds / 10:
            play(f"bench-{n}")
            n, played = n + 1, played + 1
        best = max(best, played / (time.process_time() - start))
    return best


async def stored_a_second(game: Game[Any], seconds: float) -> float:
    """Whole built-in games a second at real tables, every move committed to SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "bench.sqlite3")
        start, played = time.perf_counter(), 0
        try:
            while time.perf_counter() - start < seconds:
                hall = Hall(store, InOrder(HousePlayers()), VirtualClock())
                seats = {seat: Occupant("built-in", seat) for seat in _seats(game)}
                tables = [
                    await hall.open(game.name, {}, seats, seed=f"bench-{played + n}", id=f"bench-{played + n}")
                    for n in range(AT_ONCE)
                ]
                await asyncio.gather(*(table.finished() for table in tables))
                played += len(tables)
                await hall.close()
            return played / (time.perf_counter() - start)
        finally:
            await store.close()


def _seats(game: Game[Any]) -> tuple[Seat, ...]:
    parties = [frozenset[str]()] * min(game.players)
    return game.seats(game.options(), parties, dice_for("bench", 0)).seats


def _begin(game: Game[Any], seed: str) -> Story[Any]:
    story = Story(game, game.options(), seed)
    kinds: dict[Seat, Kind] = dict.fromkeys(_seats(game), "built-in")
    story.tell(story.begin(kinds))
    return story


def _next(story: Story[Any]) -> tuple[Seat, Ask]:
    for seat in story.seats:
        for ask in story.asks(seat):
            if ask.need != "none":
                return seat, ask
    raise RuntimeError("the game waits for nobody, and is not over")


def measure(seconds: float) -> None:
    """Prints a line for each figure, of every game there is."""
    for game in all_games().values():
        rng = random.Random(1)
        play_built_in(game, "warm", rng)
        figure = a_second(lambda seed, game=game, rng=rng: play_randomly(game, seed, rng), seconds)  # type: ignore[misc]
        print(f"{game.title}, random legal players, rules and log: {figure:.0f} games/s (aim: 1,000 on one core)")
        figure = a_second(lambda seed, game=game, rng=rng: play_built_in(game, seed, rng), seconds)  # type: ignore[misc]
        print(f"{game.title}, built-in players, rules and log: {figure:.1f} games/s")
        figure = asyncio.run(stored_a_second(game, seconds))
        print(f"{game.title}, built-in players, tables and SQLite store: {figure:.1f} games/s")


def main(arguments: Sequence[str] | None = None) -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--seconds", type=float, default=5.0, help="how long each figure is measured")
    measure(read.parse_args(arguments).seconds)


if __name__ == "__main__":
    main()
