"""Thousands of whole towns by dice, of every list, size and option, looking for one that breaks a law or does not end.

python -m tests.games.town.endless --games 10000 --seed S

People sit among the built-in players and models in some, with and without a clock; now and then somebody leaves or comes
back. A town that crashes is told with its number, and `--only N` plays it alone. What is looked at in every game: it ends;
the dead do nothing but what the dead may; nothing is used up more often than there is of it; in the morning those are
announced dead who died.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import get_args
from unittest.mock import patch

from games.core import Event, Kind, Seat
from games.story import Story
from games.town import events, lists, rules
from games.town.events import Ending
from games.town.night import resolve
from games.town.options import TownOptions
from games.town.people import Morning, Night
from games.town.state import State
from tests.games.town import chance

RARE = (
    "Vigilante, Vigilante, Vigilante, Vigilante, Vigilante, Mafioso, Survivor",
    "Arsonist, Werewolf, Jester, Executioner, Random Town, Survivor, Serial Killer",
    "Bodyguard, Bodyguard, Mafioso, Survivor, Survivor, Survivor, Amnesiac, Witch",
    "Vampire, Vampire, Random Town, Random Town, Town Protective, Town Support, Town Support, Survivor",
    "Blackmailer, Forger, Janitor, Consort, Town Investigative, Town Support, Retributionist, Transporter, Spy",
)
"""Lists in which that happens often which others seldom see."""

ENDINGS: tuple[Ending, ...] = tuple(ending for each in get_args(Ending) for ending in get_args(each) or (each,))

LIVING = (
    events.Bade, events.Wrote, events.MayorRevealed, events.Nominated, events.Judged, events.Answered, events.Cautioned,
    events.WhisperSeen,
)  # fmt: skip
"""What only the living do."""
_ROOMS_OF_THE_DEAD = ("dead", "seance")


class Found(Counter[str]):
    """What was counted, over all games."""


# ── a town like no other ──────────────────────────────────────────────────────────────────────────────────────────────


def options(rng: random.Random) -> TownOptions:
    """Any list, any size, any switches."""
    chosen: dict[str, object] = {"ai_statements": rng.choice((0, 1, 3, 3, 3))}
    for name, field in TownOptions.model_fields.items():
        if field.annotation is bool:
            chosen[name] = rng.random() < 0.3
        elif name != "roles" and (values := get_args(field.annotation)):
            chosen[name] = rng.choice(values)
    match rng.randrange(7):
        case 0:
            chosen["custom"] = rng.choice(RARE)
        case 1:
            chosen["custom"] = rng.choice(TownOptions.suggestions("custom")[1:])
        case 2:
            chosen["custom"] = drawn_list(rng)
        case other:
            chosen["roles"] = ("classic", "ranked", "small", "all-any")[other - 3]
            chosen["players"] = rng.randint(lists.FEWEST, lists.MOST)
    return TownOptions.model_validate(chosen)


def drawn_list(rng: random.Random) -> str:
    """A host's own list, of any slots that come to a town."""
    while True:
        slots = [rng.choice(_SLOTS) for _ in range(rng.randint(lists.FEWEST, lists.MOST))]
        try:
            lists.read(", ".join(slots))
        except ValueError:
            continue
        return ", ".join(slots)


_SLOTS = (
    *lists.ROLES,
    "Any",
    "Random Town",
    "Random Mafia",
    "Random Neutral",
    "Town Support",
    "Neutral Killing | Vampire",
)


def kinds(seats: int, rng: random.Random) -> dict[Seat, Kind]:
    """Who sits there: in most towns built-in players alone."""
    among: tuple[Kind, ...] = rng.choice((("built-in",), ("built-in",), ("built-in", "model"), ("built-in", "person")))
    return {Seat(f"p{n}"): rng.choice(among) for n in range(1, seats + 1)}


def town(seed: str) -> tuple[Story[State], random.Random]:
    """One of all these towns, and the dice that are to play it."""
    rng = random.Random(seed)
    chosen = options(rng)
    people = kinds(len(chosen.slots_for(chosen.players)), rng)
    return chance.begin(chosen, seed, people, host=rng.random() < 0.1), rng


def play(story: Story[State], rng: random.Random) -> int:
    """The whole game, with people who come and go; how many moves it took."""
    moves, last = 0, 0
    while story.state.ended is None:
        if story.state.people and rng.random() < 0.01:
            come_or_go(story, rng)
        last = chance.move(story, rng, last)
        moves += 1
        if moves > chance.MOST_MOVES:
            raise TimeoutError("the town goes on for ever")
    return moves


def come_or_go(story: Story[State], rng: random.Random) -> None:
    seat = rng.choice(story.seats)
    kind: Kind = "built-in" if story.kinds[seat] == "person" else "person"
    if kind == "built-in" or seat in story.state.alive:
        story.tell(story.reseat(seat, kind))


# ── laws ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def watched_nights(broken: list[str]) -> Iterator[None]:
    """Looks at every morning: those are announced dead who died, and nobody has used up more than there was."""

    def watched(night: Night) -> Morning:
        morning = resolve(night)
        lived = {each.seat for each in night.people if each.alive}
        fell = {each.seat for each in morning.people if not each.alive} & lived
        if fell != {death.seat for death in morning.deaths} or len(fell) != len(morning.deaths):
            broken.append(f"night {night.number}: {fell} fell, {morning.deaths} were announced")
        if any(each.uses < 0 for each in morning.people):
            broken.append(f"night {night.number}: something is used up more often than there was of it")
        return morning

    with patch.object(rules, "resolve", watched):
        yield


def breaches(story: Story[State]) -> Iterator[str]:
    """What the log of a game that is over has against the laws."""
    state = story.game.rules.blank()
    for told in story.log:
        if (who := _acts(told.event)) is not None and who not in state.alive and not _may_dead(state, who, told.event):
            yield f"{who} is dead: {told.event}"
        if isinstance(told.event, events.Spent) and told.event.uses < 0:
            yield f"{told.event.seat} uses what is used up"
        state = story.game.rules.evolve(state, told.event)
    if state != story.state:
        yield "the log folds to something else"


def _acts(event: Event) -> Seat | None:
    """Who does something in this event."""
    if isinstance(event, (*LIVING, events.Said, events.Ordered, events.Picked)):
        return event.seat
    return event.seat if isinstance(event, events.FloorGiven) else None


def _may_dead(s: State, seat: Seat, event: Event) -> bool:
    """The dead talk among themselves and to a Medium; a dead Medium calls somebody; a hanged Jester haunts."""
    match event:
        case events.Said(room=room):
            return room in _ROOMS_OF_THE_DEAD
        case events.Picked():
            return s.role(seat) == "medium"
        case events.Ordered(order=order):
            return seat == s.haunting and (order is None or order.act == "haunt")
    return False


# ── many ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def one(seed: str, found: Found) -> None:
    """One town, counted. Whatever is wrong with it is told at once."""
    broken: list[str] = []
    found["games"] += 1
    try:
        story, rng = town(seed)
        with watched_nights(broken):
            found["moves"] += play(story, rng)
        broken += breaches(story)
    except TimeoutError:
        found["games that do not end"] += 1
        _tell(f"{seed} does not end")
        return
    except Exception:
        found["crashes"] += 1
        _tell(f"{seed} crashes\n{traceback.format_exc()}")
        return
    found["breaches of a law"] += len(broken)
    for breach in broken:
        _tell(f"{seed}: {breach}")
    count(story, found)


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")


def count(story: Story[State], found: Found) -> None:
    end = story.state.ended
    assert end is not None
    found["events"] += len(story.log)
    found["days"] += end.day
    found[f"ending: {end.ending}"] += 1
    if not end.winners:
        found["nobody has won anything"] += 1
    for seat in end.winners:
        role = story.state.role(seat)
        if seat in story.state.triumphs:
            found[f"won alone: {'jester' if role == 'jester' else 'executioner'}"] += 1
        elif role in ("survivor", "witch"):
            found[f"won alone: {role}"] += 1


ALL = (
    "games", "moves", "events", "days", "crashes", "games that do not end", "breaches of a law",
    *(f"ending: {each}" for each in ENDINGS),
    *(f"won alone: {each}" for each in ("jester", "executioner", "survivor", "witch")), "nobody has won anything",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--games", type=int, default=1000, help="how many")
    read.add_argument("--seed", default="endless", help="other dice, other towns")
    read.add_argument("--only", type=int, help="play this one of them alone")
    chosen = read.parse_args(arguments)
    found, start = Found(), time.process_time()
    for n in range(chosen.games) if chosen.only is None else (chosen.only,):
        one(f"{chosen.seed}/{n}", found)
    for name in ALL:
        _tell(f"{name}: {found[name]:,}")
    _tell(f"{time.process_time() - start:.0f} s of one core")
    return 1 if any(found[each] for each in ("crashes", "games that do not end", "breaches of a law")) else 0


if __name__ == "__main__":
    sys.exit(main())
