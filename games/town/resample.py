"""Another world of Town that a seat could not tell from this one: what it was not told lies anew, its own view stays as it is."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, get_args

from games.core import CLOCK, TABLE, Seat, altered
from games.town.events import Marked, Verdict, Wrote
from games.town.legal import KIN
from games.town.people import ROLES, Order, RoleName
from games.town.state import Character, State

T = TypeVar("T")


def resample(s: State, seat: Seat, rng: random.Random) -> State:
    """What even the end does not tell: what people wrote, said to some only and chose, and what nobody is told."""
    if seat == TABLE or not s.seats:
        return s
    own: dict[str, Any] = {name: tuple(each for each in getattr(s, name) if _about(each, seat)) for name in _OWN}
    s = altered(
        s,
        **own,
        cast=_others(seat, s.cast, lambda one: _stranger(s, one, rng)),
        floor=altered(s.floor, bids=_others(seat, s.floor.bids, lambda _: rng.randint(0, 4))),
        picks=_others(seat, s.picks, lambda now: _but(s, now, rng)),
        written=_others(seat, s.written, lambda _: 0),
        lines=tuple(replace(line, heard=()) for line in s.lines_of(seat))[::-1],
        marks=Marked(frozenset(rng.sample(s.seats, 3)), quiet=s.marks.quiet) if s.marks != Marked() else s.marks,
        reached=(),
        settling=s.settling if seat == CLOCK or not s.settling else 3 - s.settling,
    )
    return s if s.ended is not None else _not_yet_told(s, seat, rng)


_OWN = ("gagged", "triumphs", "seances", "summaries", "lookups")


def _but(s: State, now: Seat | None, rng: random.Random) -> Seat:
    return rng.choice([each for each in s.seats if each != now])


def _stranger(s: State, one: Character, rng: random.Random) -> Character:
    papers = {
        each: Wrote(Seat(""), each, f"I saw nothing in night {rng.randint(100, 999)}.", ()) for each in one.papers
    }
    quarry = None if one.quarry is None else _but(s, one.quarry, rng)
    uses = None if one.uses is None else rng.randint(0, 9)
    return altered(one, papers=papers, quarry=quarry, uses=uses, cautious=False)


def _order(s: State, now: Order, rng: random.Random) -> Order:
    return Order(now.seat, now.act, _but(s, now.target or now.seat, rng), now.other)


def _others(seat: Seat, row: Mapping[Seat, T | None], anew: Callable[[T], T]) -> dict[Seat, T | None]:
    """What stands there for other seats made anew, where anything does."""
    return {
        who: each if who == seat or each is None else anew(each)
        for who, each in row.items()
        if who == seat or each is not None
    }


def _about(each: Any, seat: Seat) -> bool:
    return each == seat or (isinstance(each, tuple) and seat in each)


def _circle(role: RoleName | None) -> frozenset[RoleName]:
    """All that know each other with somebody who is this."""
    return next((frozenset(kin) for kin in KIN if role in kin), frozenset())


def _not_yet_told(s: State, seat: Seat, rng: random.Random) -> State:
    """What everybody hears in the end. Everybody of whom the seat was not told what they are now may be anything, but of its own
    circle: those have met. So have they among themselves."""
    cast, own = dict(s.cast), _circle(s.role(seat))
    hidden = [each for each, one in s.cast.items() if one.role is not None and not s.knows(seat, each)]
    roles = {each: rng.choice([role for role in ROLES if role not in (s.role(each), *own)]) for each in hidden}
    for each, role in roles.items():
        met = {other for other in hidden if roles[other] in _circle(role)}
        told = {_but(s, seat, rng)} - {seat} if rng.random() < 0.5 else set()
        cast[each] = altered(s.cast[each], role=role, knowers=frozenset({each, *met, *told}))
    jails = tuple(
        (night, who if who == seat else rng.choice([each for each in s.seats if each not in (who, seat)]))
        for night, who in s.jails
    )
    return altered(
        s,
        cast=cast,
        jails=s.jails if seat in s.seats and s.role(seat) == "jailor" else jails,
        verdicts=_others(seat, s.verdicts, lambda _: rng.choice(get_args(Verdict))),
        orders=_others(seat, s.orders, lambda now: _order(s, now, rng)),
        nights=tuple(_others(seat, night, lambda now: _order(s, now, rng)) for night in s.nights),
        notices=tuple(each for each in s.notices if each[1].seat == seat),
    )
