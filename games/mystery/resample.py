"""Another world that somebody could not tell from this one: what they were not told lies anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from games.core import TABLE, Seat, altered
from games.mystery.events import Act, Choice, Facts, Role
from games.mystery.state import State, Statement

T = TypeVar("T")

WHISPERED = ("We should part tonight.", "I take the Hall.", "Not yet.")
"""What may have been whispered, for worlds that are dealt anew."""


def resample(s: State, seat: Seat, rng: random.Random) -> State:
    """Another world that `seat` could not tell from this one: what it was not told lies anew; its own view stays as it is."""
    if seat == TABLE or s.ended is not None or not s.seats:
        return s
    knows = _knows(s, seat)
    guilty = s.murderers - sum(s.role(who) == "murderer" for who in knows)
    lots: list[Role] = ["murderer" for _ in range(guilty)]
    lots += ["innocent" for _ in range(len(s.seats) - len(knows) - guilty)]
    rng.shuffle(lots)
    roles = {who: s.roles[who] if who in knows else lots.pop() for who in s.seats if who in s.roles}

    def anew(row: Mapping[Seat, T], some: Callable[[Seat], T]) -> dict[Seat, T]:
        return {who: told if who == seat else some(who) for who, told in row.items()}

    def choices(row: Mapping[Seat, Choice]) -> dict[Seat, Choice]:
        return anew(row, lambda who: _some_choice(s, who, rng))

    def facts(row: Mapping[Seat, Facts]) -> dict[Seat, Facts]:
        return anew(row, lambda who: Facts(rng.choice(s.places), cries=tuple(rng.sample(s.places, rng.randrange(2)))))

    def statement(who: Seat) -> Statement:
        return replace(s.spoken[who], text=rng.choice(("", "I saw nobody.", "I slept.")), means=())

    sealed = s.phase == "vote" and not s.rules.open_votes
    plots = [(night, who, rng.choice(WHISPERED)) for night, who, _ in s.plots if rng.random() < 0.5]
    tonight = choices(s.choices)
    if s.choices.keys() - {seat}:  # nor was it told who has chosen
        others = [who for who in s.alive if who != seat]
        done = rng.sample(others, rng.randrange(len(others))) if others else []
        tonight = {
            who: tonight.get(who) or _some_choice(s, who, rng)
            for who in s.alive
            if who in done or (who == seat and who in tonight)
        }
    return altered(
        s,
        roles=roles,
        choices=tonight,
        nights=tuple(map(choices, s.nights)),
        learned=facts(s.learned),
        facts=tuple(map(facts, s.facts)),
        plots=s.plots if s.role(seat) == "murderer" else tuple(plots),
        spoken=anew(s.spoken, statement) if s.phase == "talk" else s.spoken,
        votes=anew(s.votes, lambda who: rng.choice(s.alive)) if sealed else s.votes,
    )


def _knows(s: State, seat: Seat) -> frozenset[Seat]:
    """Whose roles the seat was told: its own, a fellow murderer's, those revealed to all."""
    if s.role(seat) == "murderer":
        return frozenset(s.seats)  # the others are innocent
    return frozenset(s.revealed.keys() | ({seat} & s.roles.keys()))


def _some_choice(s: State, seat: Seat, rng: random.Random) -> Choice:
    others = [each for each in s.alive if each != seat]
    follow = rng.choice(others) if rng.random() < 0.3 else None
    act: Act = rng.choice(("watch", "hide", "guard"))
    return Choice(None if follow else rng.choice(s.places), follow, act, rng.choice(others) if act == "guard" else None)
