"""How quick Town is: whole random games of fifteen, what every seat makes of them, a move, and a night.

python -m tests.bench.town [--seconds S]

The players are the dice of `tests.games.town.chance`, which says what such a game contains. Time is this process's own time on
a core, at the best of ten stretches.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable, Sequence
from unittest.mock import patch

from games.town import rules
from games.town.night import resolve
from games.town.options import TownOptions
from games.town.people import Morning, Night
from tests.bench.games import COUNTED, counting, print_counts
from tests.games.town import chance

SIZE = 15
AIM = 150
"""Games a second, with rules and log."""

NIGHTS_OF = 30
"""Games whose nights are resolved again to measure that alone."""


def play(seed: str, roles: str = "classic", views: bool = False) -> int:
    """One game, and with `views` what each seat makes of every move; how many moves it took."""
    options = TownOptions.model_validate({"players": SIZE, "roles": roles})
    story = chance.begin(options, seed, chance.machines(SIZE))
    return chance.play(story, random.Random(seed), story.seats if views else ())


def at_best(play: Callable[[str], int], seconds: float) -> tuple[float, float]:
    """Games a second, and microseconds a move, at the best of ten stretches. No game is played twice: nothing of it may be
    remembered from before."""
    best, n = (0.0, 0.0), 0
    for _ in range(10):
        start, games, moves = time.process_time(), 0, 0
        while (spent := time.process_time() - start) < seconds / 10 or games < 5:
            moves += play(f"bench-{n}")
            n, games = n + 1, games + 1
        best = max(best, (games / spent, spent / moves * 1e6))
    return best


def nights(roles: str) -> list[Night]:
    """All nights of some games."""
    found: list[Night] = []

    def noted(night: Night) -> Morning:
        found.append(night)
        return resolve(night)

    with patch.object(rules, "resolve", noted):
        for n in range(NIGHTS_OF):
            play(f"nights-{n}", roles)
    return found


def microseconds(nights: Iterable[Night]) -> float:
    """What a night takes to resolve."""
    every, best = tuple(nights), float("inf")
    for _ in range(10):
        start = time.process_time()
        for night in every:
            resolve(night)
        best = min(best, time.process_time() - start)
    return best / len(every) * 1e6


def main(arguments: Sequence[str] | None = None) -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--seconds", type=float, default=10.0, help="how long each figure is measured")
    seconds = read.parse_args(arguments).seconds
    play("warm")
    for roles in ("classic", "all-any"):
        games, move = at_best(lambda seed, roles=roles: play(seed, roles), seconds)  # type: ignore[misc]
        print(f"{SIZE} random players, {roles}, rules and log: {games:.0f} games/s (aim: {AIM}), {move:.1f} µs a move")
    counted, count = counting(chance.TOWN)
    with patch.object(chance, "TOWN", counted):
        for n in range(COUNTED):
            play(f"count-{n}")
    print_counts(f"{SIZE} random players, classic", count, COUNTED)
    games, move = at_best(lambda seed: play(seed, views=True), seconds)
    print(
        f"{SIZE} random players, classic, rules, log and every seat's view: {games:.0f} games/s, {move:.0f} µs a move"
    )
    for roles in ("classic", "all-any"):
        print(f"a night of {roles}: {microseconds(nights(roles)):.0f} µs to resolve")


if __name__ == "__main__":
    main()
