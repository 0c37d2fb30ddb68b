"""How often murderers win when built-in players play each other, and how well the innocents hang.

    python -m tests.games.mystery.balance --games 1000 --jobs 2 --sizes 4-10 --seed fresh

Prints a table, one row a size: how often the murderers win with its 95 % interval (Wilson), how many of those hanged were
murderers, and the same for the same games when innocents and murderers vote by chance; how many games reached day 3 and how they
ended, and what a move costs. `--temper mixed` gives every seat a character of its own, `even` the same middling one to all; they play
as strong as `--set strength=normal` says, or else their best.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from multiprocessing import Pool
from typing import Any

from games.core import Action, Ask, Seat, Strength, Temper
from games.manners import manners
from games.mystery import GAME
from games.mystery.autoplay import autoplay
from games.mystery.events import Vote
from games.mystery.options import MysteryOptions
from games.story import Story


@dataclass
class Played:
    """What came of some games of one size. `tied` counts days on which nobody was hanged."""

    games: int = 0
    murderers_won: int = 0
    hanged: int = 0
    hanged_murderers: int = 0
    nobody: int = 0
    expected: float = 0.0
    nights: int = 0
    third: int = 0
    killed: int = 0
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    ends: Counter[str] = field(default_factory=Counter)

    def __iadd__(self, other: Played) -> Played:
        for name in (
            "games",
            "murderers_won",
            "hanged",
            "hanged_murderers",
            "nobody",
            "expected",
            "nights",
            "third",
            "killed",
            "moves",
            "seconds",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.slowest = max(self.slowest, other.slowest)
        self.ends += other.ends
        return self


def characters(seats: tuple[Seat, ...], rng: random.Random, mixed: bool, strength: Strength) -> dict[Seat, Temper]:
    if not mixed:
        return dict.fromkeys(seats, Temper().at(strength))
    dealt = {seat: Temper(rng.random(), 1.0, rng.random(), rng.random()).at(strength) for seat in seats}
    voices = rng.sample(sorted(manners()), len(manners()))
    return {seat: replace(each, manner=voices[at % len(voices)]) for at, (seat, each) in enumerate(dealt.items())}


def begun(
    options: MysteryOptions, seed: str, mixed: bool = True
) -> tuple[Story[Any], random.Random, dict[Seat, Temper]]:
    """A game that has just begun, its dice, and who plays."""
    rng = random.Random(f"players of {seed}")
    story = Story(GAME, options, seed)
    seats = GAME.lobby.seats(options, [], lambda: rng).seats
    story.tell(story.begin(dict.fromkeys(seats, "built-in")))
    return story, rng, characters(seats, rng, mixed, options.strength)


def play(
    options: MysteryOptions, seed: str, *, mixed: bool = True, votes_by_chance: bool = False
) -> tuple[Story[Any], Played]:
    """One game of built-in players to its end. Every answer must be legal: a refusal rises."""
    story, rng, tempers = begun(options, seed, mixed)
    seats = tuple(tempers)
    played = Played(games=1)
    while not story.outcome:
        owed = story.owed(seats)
        assert owed, f"{seed}: nobody is asked, and the game goes on"
        for seat in sorted(owed, key=lambda _: rng.random()):
            ask = next((ask for ask in story.asks(seat) if ask.need == "each"), None)
            if ask is None:
                continue
            view = story.view(seat)
            began = time.perf_counter()
            action = _answer(view, seat, ask, rng, tempers[seat], votes_by_chance)
            took = time.perf_counter() - began
            played.moves, played.seconds, played.slowest = (
                played.moves + 1,
                played.seconds + took,
                max(played.slowest, took),
            )
            story.tell(story.decide(seat, action, ask.key))
    _count(story, played)
    return story, played


def _answer(view: Any, seat: Seat, ask: Ask, rng: random.Random, temper: Temper, votes_by_chance: bool) -> Action:
    dice = random.Random(rng.getrandbits(64))
    if votes_by_chance and Vote in ask.forms:
        others = [each for each in ask.allowed["whom"] if each not in (seat, "nobody")]
        return Vote(dice.choice(others))
    return autoplay(view, seat, ask, dice, temper)


def _count(story: Story[Any], played: Played) -> None:
    s = story.state
    assert s.ended is not None
    played.murderers_won += s.ended.winner == "murderer"
    played.ends[s.ended.why] += 1
    played.nights += len(s.nights)
    played.third += len(s.ballots) >= 3
    played.killed += sum(1 for death in s.deaths if death.where in s.places)
    for ballot in s.ballots:
        if ballot.hangs is None:
            played.nobody += 1
            continue
        played.hanged += 1
        played.hanged_murderers += s.role(ballot.hangs) == "murderer"
        # What chance would have hit: murderers among those alive at that vote.
        alive = [seat for seat, _ in ballot.votes]
        played.expected += sum(s.role(seat) == "murderer" for seat in alive) / len(alive)


def wilson(hits: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not of:
        return 0.0, 1.0
    share, spread = hits / of, z * z / of
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return middle - half, middle + half


def _batch(job: tuple[dict[str, Any], list[str], bool, bool]) -> Played:
    options, seeds, mixed, votes_by_chance = job
    total = Played()
    for seed in seeds:
        total += play(MysteryOptions(**options), seed, mixed=mixed, votes_by_chance=votes_by_chance)[1]
    return total


def measure(pool: Any, options: dict[str, Any], seeds: list[str], mixed: bool, votes_by_chance: bool = False) -> Played:
    total = Played()
    parts = [seeds[at : at + 25] for at in range(0, len(seeds), 25)]
    for part in pool.imap_unordered(_batch, [(options, part, mixed, votes_by_chance) for part in parts]):
        total += part
    return total


def row(size: int, played: Played, chance: Played) -> Iterator[str]:
    low, high = wilson(played.murderers_won, played.games)
    share = played.hanged_murderers / max(1, played.hanged)
    hit = wilson(played.hanged_murderers, played.hanged)
    by_chance = chance.hanged_murderers / max(1, chance.hanged)
    yield f"{size:3} {played.games:6} {played.murderers_won / played.games:7.1%} {low:5.1%}–{high:5.1%}"
    yield f"{share:7.1%} {hit[0]:5.1%}–{hit[1]:5.1%} {played.expected / max(1, played.hanged):7.1%} {by_chance:7.1%}"
    yield f"{chance.murderers_won / max(1, chance.games):7.1%} {played.nights / played.games:6.2f} {played.third / played.games:6.1%} {played.killed / played.nights:6.2f}"
    yield f"{played.nobody / max(1, played.nobody + played.hanged):7.1%} {1000 * played.seconds / played.moves:6.2f} {1000 * played.slowest:6.0f}"
    yield " ".join(f"{why}:{count}" for why, count in played.ends.most_common())


HEAD = (
    "   n  games  murd.  95 % interval   hanged murderers  95 %  expected by-chance  murd.(chance votes)  nights  day 3  dead/night"
    "  nobody  ms/move  slowest"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sizes", default="4-10", help="4-10, or 7, or 5,7,9")
    parser.add_argument("--seed", default="balance", help="games are numbered from it")
    parser.add_argument("--temper", choices=("mixed", "even"), default="mixed")
    parser.add_argument("--chance", action="store_true", help="play the same games again with votes by chance")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="an option of the game")
    chosen = parser.parse_args()
    spans = [each.partition("-") for each in chosen.sizes.split(",")]
    sizes = [size for first, _, last in spans for size in range(int(first), int(last or first) + 1)]
    extra = dict(each.split("=", 1) for each in chosen.set)
    sys.stdout.write(HEAD + "\n")
    with Pool(chosen.jobs) as pool:
        for size in sizes:
            seeds = [f"{chosen.seed}/{size}/{n}" for n in range(chosen.games)]
            options = {"players": size, **extra}
            played = measure(pool, options, seeds, chosen.temper == "mixed")
            chance = measure(pool, options, seeds, chosen.temper == "mixed", True) if chosen.chance else Played()
            sys.stdout.write("  ".join(row(size, played, chance)) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
