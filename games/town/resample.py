"""Another world of Town that a seat could not tell from this one: what it was not told lies anew, its own view stays as it is."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, get_args

from games.core import TABLE, Seat, altered
from games.town.events import Marked, Paper, Verdict, Wrote
from games.town.people import ROLES, Order
from games.town.state import State


def resample(s: State, seat: Seat, rng: random.Random) -> State:
    if seat == TABLE or not s.seats:
        return s
    anew: dict[str, Any] = {name: _others(s, seat, getattr(s, name), deal, rng) for name, deal in _UNTOLD.items()}
    anew |= {name: tuple(each for each in getattr(s, name) if _about(each, seat)) for name in _OWN}
    marks = Marked(frozenset(rng.sample(s.seats, 3)), quiet=s.marks.quiet) if s.marks != Marked() else s.marks
    s = altered(
        s, **anew, lines=tuple(replace(line, heard=()) for line in s.lines_of(seat))[::-1], marks=marks, reached=()
    )
    return s if s.ended is not None else _not_yet_told(s, seat, rng)


Anew = Callable[[State, Any, random.Random], Any]


def _but(s: State, now: Seat, rng: random.Random) -> Seat:
    return rng.choice([each for each in s.seats if each != now])


def _written(s: State, now: Mapping[Paper, Wrote], rng: random.Random) -> dict[Paper, Wrote]:
    return {each: Wrote(Seat(""), each, f"I saw nothing in night {rng.randint(100, 999)}.", ()) for each in now}


def _order(s: State, now: Order, rng: random.Random) -> Order:
    return Order(now.seat, now.act, _but(s, now.target or now.seat, rng), now.other)


_UNTOLD: Mapping[str, Anew] = {
    "uses": lambda s, now, rng: rng.randint(0, 9), "bids": lambda s, now, rng: rng.randint(0, 4),
    "papers": _written, "quarries": _but, "picks": _but,
    "written": lambda s, now, rng: 0, "cautious": lambda s, now, rng: False,
}  # fmt: skip
_OWN = ("gagged", "decided", "ready", "triumphs", "seances", "summaries", "lookups")
"""What even the end does not tell, in rows and in lists: what people wrote, said to some only, and what nobody is told."""


def _others(s: State, seat: Seat, row: tuple[Any, ...], anew: Anew, rng: random.Random) -> tuple[Any, ...]:
    """A row in the order of the seats, with what stands there for other seats made anew, where anything does."""
    return tuple(
        each if who == seat or each is None else anew(s, each, rng) for who, each in zip(s.seats, row, strict=True)
    )


def _about(each: Any, seat: Seat) -> bool:
    return each == seat or (isinstance(each, tuple) and seat in each)


def _not_yet_told(s: State, seat: Seat, rng: random.Random) -> State:
    """What everybody hears in the end. Everybody of whom the seat was not told what they are now may be anything."""
    roles, knowers = list(s.roles), list(s.knowers)
    for at, each in enumerate(s.seats):
        if roles[at] is not None and not s.knows(seat, each):
            roles[at] = rng.choice([role for role in ROLES if role != roles[at]])
            knowers[at] = frozenset({each, _but(s, seat, rng)} - {seat})
    jails = tuple(
        (night, who if who == seat else rng.choice([each for each in s.seats if each not in (who, seat)]))
        for night, who in s.jails
    )
    return altered(
        s,
        roles=tuple(roles),
        knowers=tuple(knowers),
        jails=s.jails if seat in s.seats and s.role(seat) == "jailor" else jails,
        verdicts=_others(s, seat, s.verdicts, lambda s, now, rng: rng.choice(get_args(Verdict)), rng),
        orders=_others(s, seat, s.orders, _order, rng),
        nights=tuple(_others(s, seat, night, _order, rng) for night in s.nights),
        notices=tuple(each for each in s.notices if each[1].seat == seat),
    )
