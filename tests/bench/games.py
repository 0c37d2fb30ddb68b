"""How many whole games a second: random legal players, and built-in ones, by the rules alone and with the store on disk.

python -m tests.bench.games [--seconds S]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.ports import Occupant
from bot.stores.sqlite import SqliteStore
from bot.tournament import InOrder
from games import all_games
from games.core import Action, Ask, Game, IllegalAction, Kind, Options, Seat, Temper, dice_for
from games.story import Story

T = TypeVar("T")

SIZE = 8
"""Seats at the table of a game that leaves that open."""

COUNTED = 5
"""Games in which folds and asks are counted."""

AT_ONCE = 8
"""Games that the store on disk is given at the same time, as a busy bot would."""


@cache
def _names(kind: type[Action]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))  # type: ignore[arg-type]


def random_answer(ask: Ask, rng: random.Random) -> Action:
    """Something legal more often than not: a choice, a form from its lists, or one of the examples."""
    forms = [kind for kind in ask.forms if all(name in ask.allowed for name in _names(kind))]
    if ask.choices and (not ask.examples or rng.random() < (0.15 if forms else 0.5)):
        return _one_of(ask.choices, rng)
    if forms:
        filled = (_one_of(ask.allowed[name], rng) for name in _names(forms[0]))
        return forms[0](*(int(each) if each.isdecimal() else each for each in filled))
    return _one_of(ask.examples, rng)


def _one_of(values: Sequence[T], rng: random.Random) -> T:
    """`rng.choice` at half its cost: what is measured is the rules."""
    return values[int(rng.random() * len(values))]


def play_randomly(game: Game[Any], seed: str, rng: random.Random, views: bool = False) -> int:
    """One game of random legal players, rules and log, and with `views` what each seat makes of every move; how many moves
    it took."""
    story, moves = begin(game, seed), 0
    seat = story.seats[-1]
    while story.outcome is None:
        seat, ask = next_owed(story, seat)
        try:
            step = story.decide(seat, random_answer(ask, rng), ask.key)
        except IllegalAction:
            continue
        story.tell(step)
        if views:
            for each in story.seats:
                story.view(each)
        moves += 1
    return moves


def play_built_in(game: Game[Any], seed: str, rng: random.Random) -> int:
    """One game of built-in players, rules and log only."""
    story, moves = begin(game, seed), 0
    seat = story.seats[-1]
    while story.outcome is None:
        seat, ask = next_owed(story, seat)
        action = game.policy.autoplay(story.view(seat), seat, ask, rng, Temper())
        story.tell(story.decide(seat, action, ask.key))
        moves += 1
    return moves


def counting(game: Game[T]) -> tuple[Game[T], Counter[str]]:
    """The game, and how often it folds, asks, decides and says what follows."""
    count: Counter[str] = Counter()

    def counted(what: str) -> Callable[..., Any]:
        does = getattr(game.rules, what)

        def counts(*given: Any) -> Any:
            count[what] += 1
            return does(*given)

        return counts

    return game.but(**{what: counted(what) for what in ("evolve", "asks", "decide", "then")}), count


def print_counts(title: str, count: Counter[str], games: int) -> None:
    each = {"evolve": "folds", "asks": "asks", "decide": "moves decided", "then": "looks at what follows"}
    print(f"{title}: {', '.join(f'{count[what] / games:.0f} {name}' for what, name in each.items())} a game")


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
                    await hall.open(
                        game.name, options(game), seats, seed=f"bench-{played + n}", id=f"bench-{played + n}"
                    )
                    for n in range(AT_ONCE)
                ]
                await asyncio.gather(*(table.idle() for table in tables))
                played += len(tables)
                await hall.close()
            return played / (time.perf_counter() - start)
        finally:
            await store.close()


def _seats(game: Game[Any]) -> tuple[Seat, ...]:
    parties = [frozenset[str]()] * min(game.lobby.players)
    return game.lobby.seats(options(game), parties, dice_for("bench", 0)).seats


def options(game: Game[Any]) -> Options:
    """The options as they come, but for the size of the table, where that is one."""
    return game.lobby.options(
        **({"players": min(SIZE, game.lobby.players[-1])} if "players" in game.lobby.options.model_fields else {})
    )


def begin(game: Game[Any], seed: str) -> Story[Any]:
    story = Story(game, options(game), seed)
    kinds: dict[Seat, Kind] = dict.fromkeys(_seats(game), "built-in")
    story.tell(story.begin(kinds))
    return story


def next_owed(story: Story[Any], last: Seat) -> tuple[Seat, Ask]:
    """Whoever owes an answer, going round the table from who moved last."""
    at = story.seats.index(last) + 1
    for seat in (*story.seats[at:], *story.seats[:at]):
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
        counted, count = counting(game)
        for n in range(COUNTED):
            play_randomly(counted, f"count-{n}", random.Random(n))
        print_counts(f"{game.title}, random legal players", count, COUNTED)
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
