"""Who wins when built-in players play Town with each other.

    python -m tests.games.town.balance --games 1000 --list classic --players 9-15 --seed fresh --jobs 2

Prints for each list how often each side wins, with 95 % intervals (Wilson), how long it takes, how much is said and how many
trials and ropes there are; then for each role how often it was dealt and whoever it was dealt to has won (an Amnesiac as whatever he became). A move
that the rules refuse, or a crash, stops it. `--temper mixed` gives every seat a character of its own, `even` the same middling
one to all, `--strength` how well they play. `--list all` plays all lists in turn.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from multiprocessing import Pool
from typing import Any

from games.core import STRENGTHS, Seat, Strength, Temper
from games.intervals import of_share
from games.manners import manners
from games.story import Story
from games.town.autoplay import autoplay
from games.town.events import Dawned, RoleGiven, Said, TrialBegan
from games.town.game import TOWN
from games.town.lists import FEWEST, MOST
from games.town.options import TownOptions
from games.town.people import ROLES
from games.town.roles import ROLE

LISTS = ("classic", "ranked", "small", "all-any", "custom")

OWN = (
    *TownOptions.suggestions("custom")[1:],
    "Jailor, Town Investigative, Town Support, Town Killing, Random Town, Random Town, Godfather, Mafioso, Werewolf, Amnesiac",
    "Sheriff, Investigator, Doctor, Vampire Hunter, Random Town, Random Town, Random Town, Vampire, Vampire, Jester",
    "Town Investigative, Town Protective, Random Town, Random Town, Random Town, Arsonist, Godfather, Mafioso, Survivor, Witch",
    "Spy, Mayor, Veteran, Retributionist, Random Town, Random Town, Godfather, Consigliere, Consort, Disguiser, Serial Killer",
)  # fmt: skip
"""Hosts' own lists: those that are suggested, and some in which what is rare elsewhere comes up."""

MOVES = 20_000
"""A game that takes more of them does not end."""


@dataclass
class Played:
    """What came of some games."""

    games: int = 0
    moves: int = 0
    answering: float = 0.0
    seconds: float = 0.0
    nights: int = 0
    statements: int = 0
    trials: int = 0
    hanged: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    sizes: Counter[int] = field(default_factory=Counter)
    ends: Counter[tuple[int, str]] = field(default_factory=Counter)
    dealt: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)

    def __iadd__(self, other: Played) -> Played:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
        return self


def options_for(name: str, players: int, number: int) -> TownOptions:
    if name == "custom":
        return TownOptions(custom=OWN[number % len(OWN)])
    return TownOptions(roles=name, players=players)  # type: ignore[arg-type]


def characters(
    seats: Sequence[Seat], rng: random.Random, mixed: bool, strength: Strength = "hard"
) -> dict[Seat, Temper]:
    if not mixed:
        return dict.fromkeys(seats, Temper().at(strength))
    dealt = {seat: Temper(rng.random(), 1.0, rng.random(), rng.random()).at(strength) for seat in seats}
    voices = rng.sample(sorted(manners()), len(manners()))
    return {seat: replace(each, manner=voices[at % len(voices)]) for at, (seat, each) in enumerate(dealt.items())}


def begun(
    options: TownOptions, seed: str, mixed: bool = True, strength: Strength = "hard"
) -> tuple[Story[Any], random.Random, dict[Seat, Temper]]:
    """A game that has just begun, its dice, and who plays."""
    rng = random.Random(f"players of {seed}")
    story: Story[Any] = Story(TOWN, options, seed)
    seats = TOWN.lobby.seats(options, [], lambda: rng).seats
    story.tell(story.begin(dict.fromkeys(seats, "built-in")))
    return story, rng, characters(seats, rng, mixed, strength)


def play(options: TownOptions, seed: str, mixed: bool = True, strength: Strength = "hard") -> tuple[Story[Any], Played]:
    """One game of built-in players to its end. Every answer must be legal: a refusal rises."""
    story, rng, tempers = begun(options, seed, mixed, strength)
    seats = tuple(tempers)
    played, invited = Played(games=1), set[tuple[Seat, str]]()
    began = time.perf_counter()
    while story.outcome is None:
        moved = 0
        for seat in rng.sample(seats, len(seats)):
            ask = next((ask for ask in story.asks(seat) if ask.need != "none"), None)
            if ask is None:
                ask = next((ask for ask in story.asks(seat) if ask.invites and (seat, ask.key) not in invited), None)
                if ask is None:
                    continue
                invited.add((seat, ask.key))
            view = story.view(seat)
            before = time.perf_counter()
            action = autoplay(view, seat, ask, random.Random(rng.getrandbits(64)), tempers[seat])
            played.answering += time.perf_counter() - before
            story.tell(story.decide(seat, action, ask.key))
            moved += 1
        played.moves += moved
        assert moved, f"{seed}: nobody is asked, and the game goes on"
        assert played.moves < MOVES, f"{seed}: the game does not end"
    played.seconds = time.perf_counter() - began
    _count(story, played)
    return story, played


def _count(story: Story[Any], played: Played) -> None:
    ended = story.state.ended
    assert ended is not None
    played.endings[ended.ending] += 1
    played.sizes[len(story.state.seats)] += 1
    played.ends[len(story.state.seats), ended.ending] += 1
    for told in story.log:
        if isinstance(told.event, RoleGiven):
            played.dealt[told.event.role] += 1
            played.won[told.event.role] += told.event.seat in ended.winners
        played.statements += isinstance(told.event, Said) and told.event.room == "town"
        played.trials += isinstance(told.event, TrialBegan)
        played.nights += isinstance(told.event, Dawned)
    for grave in story.state.graves:
        if grave.lynched and grave.role is not None:
            played.hanged[ROLE[grave.role].faction if grave.role != "jester" else "jester"] += 1


# ── many of them ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _batch(job: tuple[str, list[tuple[int, int]], str, bool, Strength]) -> Played:
    name, games, seed, mixed, strength = job
    total = Played()
    for number, players in games:
        total += play(options_for(name, players, number), f"{seed}/{name}/{players}/{number}", mixed, strength)[1]
    return total


def sizes_of(name: str, sizes: Sequence[int]) -> Sequence[int]:
    """How many play, where nothing else is asked for."""
    if sizes:
        return sizes
    return {"classic": range(9, MOST + 1), "ranked": range(10, MOST + 1), "small": range(FEWEST, 10)}.get(
        name, range(FEWEST, MOST + 1)
    )


def measure(
    pool: Any, name: str, games: int, sizes: Sequence[int], seed: str, mixed: bool, strength: Strength
) -> Played:
    numbered = [(number, sizes[number % len(sizes)]) for number in range(games)]
    jobs = [(name, numbered[at : at + 20], seed, mixed, strength) for at in range(0, games, 20)]
    total = Played()
    for part in pool.imap_unordered(_batch, jobs):
        total += part
    return total


def share(count: int, of: int) -> str:
    low, high = of_share(count, of)
    return f"{count / max(1, of):6.1%} [{low:5.1%}, {high:5.1%}]"


def report(title: str, played: Played) -> Iterator[str]:
    games = played.games
    yield f"{title}: {games} games, {1000 * played.seconds / games:.0f} ms a game, {1000 * played.answering / played.moves:.3f} ms an answer"
    yield (
        f"  {played.moves / games:.0f} answers, {played.nights / games:.1f} nights, {played.statements / games:.1f} statements, "
        f"{played.trials / games:.1f} trials; hanged a game: "
        + ", ".join(f"{who} {count / games:.2f}" for who, count in sorted(played.hanged.items()))
    )
    for ending, count in played.endings.most_common():
        yield f"  {ending:16} {share(count, games)}"
    for size, count in sorted(played.sizes.items()):
        sides = (f"{side} {share(played.ends[size, side], count)}" for side in ("town", "mafia"))
        yield f"  of {size:2} players:  {count:5} games, {', '.join(sides)}"


def roles(played: Played) -> Iterator[str]:
    for role in ROLES:
        dealt, won = played.dealt[role], played.won[role]
        yield f"  {role:16} {dealt:6} dealt {won:6} won {share(won, dealt)}{'' if won else '   NEVER'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500, help="of each list")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", choices=(*LISTS, "all"), default="classic")
    parser.add_argument("--players", default="", help="9-12, or 15; as the list is usually played, if not given")
    parser.add_argument("--seed", default="balance", help="games are numbered from it")
    parser.add_argument("--temper", choices=("mixed", "even"), default="mixed")
    parser.add_argument("--strength", choices=tuple(STRENGTHS), default="normal")
    parser.add_argument("--roles", action="store_true", help="for each list, too, how often each role wins")
    chosen = parser.parse_args()
    first, _, last = chosen.players.partition("-")
    sizes = range(int(first), int(last or first) + 1) if first else range(0)
    every = Played()
    with Pool(chosen.jobs, gc.set_threshold, (100_000,)) as pool:  # games leave few cycles behind
        for name in LISTS if chosen.list == "all" else (chosen.list,):
            played = measure(
                pool, name, chosen.games, sizes_of(name, sizes), chosen.seed, chosen.temper == "mixed", chosen.strength
            )
            every += played
            lines = [*report(name, played), *(roles(played) if chosen.roles else ())]
            sys.stdout.write("\n".join(lines) + "\n")
            sys.stdout.flush()
    lines = ["all roles:", *roles(every)]
    never = [role for role in ROLES if not every.won[role]]
    lines.append(f"{every.games} games; roles that never won: {', '.join(never) or 'none'}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
