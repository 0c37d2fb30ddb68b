"""Many games played by dice, and every law and invariant looked at on the way.

python -m tests.games.invariants --games 100000 --jobs 2          invariants after every move
python -m tests.games.invariants --isolation 1000 --jobs 2        what a seat may know and is shown, in so many games
"""

from __future__ import annotations

import argparse
import importlib
import math
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from games import all_games
from games.story import Story
from tests.games import laws, shown

CHUNK = 10
"""Games that one process plays before it says how it went."""


def own(game: str, what: str) -> Callable[[Story[Any]], Iterator[str]]:
    """The game's own invariants (`tests.games.<game>.invariants`), if it has any."""
    try:
        module = importlib.import_module(f"tests.games.{game}.invariants")
    except ModuleNotFoundError:
        return lambda story: iter(())
    return getattr(module, what)  # type: ignore[no-any-return]


def play_one(game: str, seed: int) -> tuple[list[str], int, str]:
    """What one game by dice broke, its moves, and how it ended."""
    rng = random.Random(f"{game}/{seed}")
    story = laws.random_story(all_games()[game], rng)
    words = laws.vocabulary(story)
    during, at_end = own(game, "breaches"), own(game, "breaches_at_the_end")
    found, moves = [*filter(None, during(story))], 0
    for _ in laws.steps(story, rng):
        moves += 1
        found += filter(None, during(story))
        if rng.random() < 0.2:
            laws.reaction(story, rng.choice(story.seats), laws.wild(story.game, rng, words))
        if rng.random() < 0.05:
            found += laws.breaches_of_rest(story)
        if rng.random() < 0.02 and not story.outcome:
            story.tell(story.reseat(rng.choice(story.seats), rng.choice(("person", "model"))))
            found += filter(None, during(story))
        if found:
            break
    if not found:
        found += at_end(story)
        found += laws.breaches_of_rest(story)
        if Story(story.game, story.options, story.seed, story.log).state != story.state:
            found.append("the log folds to another state")
    return [f"{game} {seed}: {each}" for each in found], moves, story.outcome.why if story.outcome else ""


def isolate_one(game: str, seed: int) -> tuple[list[str], int, str]:
    """What one game by dice showed to somebody who should not see it."""
    rng = random.Random(f"{game}/isolation/{seed}")
    story = laws.random_story(all_games()[game], rng)
    found: list[str] = []
    moves = 0
    for _ in laws.steps(story, rng):
        moves += 1
        if rng.random() < 0.02:
            found += shown.breaches_of_secrecy(story, rng, pictures=seed % 5 == 1)
            found += laws.breaches_of_refusal(story, laws.attempts(story, rng, 8), rng)
    if seed % 5 == 0:
        found += shown.breaches_of_secrecy(story, rng, pictures=True)
    found += laws.breaches_of_knowledge(story.game, story.log, rng)
    return [f"{game} {seed}: {each}" for each in found], moves, story.outcome.why if story.outcome else ""


def _chunk(
    one: Callable[[str, int], tuple[list[str], int, str]], game: str, seeds: range
) -> tuple[list[str], int, Counter[str]]:
    found, moves, ends = [], 0, Counter[str]()
    for seed in seeds:
        try:
            broken, made, end = one(game, seed)
        except Exception:
            broken, made, end = [f"{game} {seed}: {traceback.format_exc()}"], 0, "broken"
        found += broken
        moves += made
        ends[end] += 1
    return found, moves, ends


def run(
    game: str, games: int, jobs: int, isolation: bool = False, most: float = math.inf
) -> tuple[list[str], int, Counter[str]]:
    """Plays so many games, or fewer when they come to so many moves; what broke, moves made, and the endings."""
    work = partial(_chunk, isolate_one if isolation else play_one, game)
    size = max(1, min(CHUNK, games // jobs or 1))
    parts = [range(at, min(at + size, games)) for at in range(0, games, size)]
    found: list[str] = []
    moves, ends = 0, Counter[str]()
    if jobs == 1:
        results: Any = map(work, parts)
    else:
        results = ProcessPoolExecutor(jobs).map(work, parts)
    for broken, made, ended in results:
        found += broken
        moves += made
        ends += ended
        if moves > most:
            break
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{game}: {ends.total()} of {games} games, {len(found)} breaches ")
    return found, moves, ends


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--game", choices=sorted(all_games()), help="one game only")
    arguments.add_argument("--games", type=int, default=0, help="games whose invariants are looked at after every move")
    arguments.add_argument(
        "--isolation", type=int, default=0, help="games in which the laws of knowledge are looked at"
    )
    arguments.add_argument("--jobs", type=int, default=1, help="processes")
    chosen = arguments.parse_args()
    broken = False
    for game in [chosen.game] if chosen.game else sorted(all_games()):
        for games, isolation in ((chosen.games, False), (chosen.isolation, True)):
            if not games:
                continue
            began = time.perf_counter()
            found, moves, ends = run(game, games, chosen.jobs, isolation)
            took = time.perf_counter() - began
            broken |= bool(found)
            sys.stdout.writelines(f"{line}\n" for line in found[:20])
            what = "isolation" if isolation else "invariants"
            sys.stdout.write(
                f"{game} {what}: {games} games, {moves} moves, {len(found)} breaches, {took:.0f} s"
                f" ({games / took:.0f} games/s with {chosen.jobs} processes)\n"
            )
            sys.stdout.writelines(f"  {count:7}  {why}\n" for why, count in ends.most_common(8))
    sys.exit(broken)


if __name__ == "__main__":
    main()
