"""Another world of Town that a seat could not tell from this one: what it was not told lies anew, its own view stays as it is."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from games.core import TABLE, Seat, altered
from games.town.people import ROLES, Order
from games.town.state import State
from games.town.words import Marked, Verdict, Wrote

T = TypeVar("T")
_NOTHING: tuple[object, ...] = (None, {})
_VERDICTS: tuple[Verdict, ...] = ("guilty", "innocent", "abstain")


def redeal(s: State, seat: Seat, rng: random.Random) -> State:
    if seat == TABLE or not s.seats:
        return s
    s = _untold(s, seat, rng)
    return s if s.ended is not None else _not_yet_told(s, seat, rng)


def _not_yet_told(s: State, seat: Seat, rng: random.Random) -> State:
    """What everybody hears in the end."""
    return altered(
        _roles(s, seat, rng),
        jails=_jails(s, seat, rng),
        verdicts=_others(s, seat, s.verdicts, lambda now: None if now is None else rng.choice(_VERDICTS)),
        orders=_others(s, seat, s.orders, lambda now: _order(s, now, rng)),
        nights=tuple(_others(s, seat, night, lambda now: _order(s, now, rng)) for night in s.nights),
        notices=tuple(each for each in s.notices if each[1].seat == seat),
    )


def _untold(s: State, seat: Seat, rng: random.Random) -> State:
    """What even the end does not tell: what people wrote, what they said to some only, and what nobody is told."""
    return altered(
        s,
        uses=_others(s, seat, s.uses, lambda now: None if now is None else rng.randint(0, 9)),
        quarries=_others(s, seat, s.quarries, lambda now: None if now is None else _but(s.seats, now, rng)),
        papers=_others(s, seat, s.papers, lambda now: {each: Wrote(Seat(""), each, _words(rng), ()) for each in now}),
        written=tuple(each if who == seat else 0 for who, each in zip(s.seats, s.written, strict=True)),
        cautious=tuple(each and who == seat for who, each in zip(s.seats, s.cautious, strict=True)),
        gagged=_own(seat, s.gagged),
        lines=tuple(replace(line, heard=()) for line in s.lines_of(seat))[::-1],
        picks=_others(s, seat, s.picks, lambda now: None if now is None else _but(s.seats, now, rng)),
        decided=_own(seat, s.decided),
        seances=tuple(each for each in s.seances if seat in each[1:]),
        bids=_others(s, seat, s.bids, lambda now: None if now is None else rng.randint(0, 4)),
        ready=_own(seat, s.ready),
        triumphs=_own(seat, s.triumphs),
        summaries=tuple(each for each in s.summaries if each[0] == seat),
        lookups=tuple(each for each in s.lookups if each[1] == seat),
        marks=s.marks if s.marks == Marked() else Marked(frozenset(rng.sample(s.seats, 3)), quiet=s.marks.quiet),
        reached=(),
    )


def _others(s: State, seat: Seat, row: tuple[T, ...], anew: Callable[[T], T]) -> tuple[T, ...]:
    """A row in the order of the seats, with what stands there for other seats made anew."""
    if row.count(row[0]) == len(row) and row[0] in _NOTHING:
        return row  # nobody has any of it: most rows of most views
    return tuple(each if who == seat else anew(each) for who, each in zip(s.seats, row, strict=True))


def _own(seat: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return (seat,) if seat in seats else ()


def _but(seats: tuple[Seat, ...], now: Seat, rng: random.Random) -> Seat:
    return rng.choice([each for each in seats if each != now])


def _words(rng: random.Random) -> str:
    return f"I saw nothing in night {rng.randint(100, 999)}."


def _roles(s: State, seat: Seat, rng: random.Random) -> State:
    """Everybody of whom the seat was not told what they are now may be anything."""
    roles, knowers = list(s.roles), list(s.knowers)
    for at, each in enumerate(s.seats):
        if roles[at] is not None and not s.knows(seat, each):
            roles[at] = rng.choice([role for role in ROLES if role != roles[at]])
            knowers[at] = frozenset({each, _but(s.seats, seat, rng)} - {seat})
    return altered(s, roles=tuple(roles), knowers=tuple(knowers))


def _jails(s: State, seat: Seat, rng: random.Random) -> tuple[tuple[int, Seat], ...]:
    """The nights in jail of which the seat knows: its own, and as a Jailor all."""
    if s.role(seat) == "jailor" if seat in s.seats else False:
        return s.jails
    return tuple(
        (night, who) if who == seat else (night, rng.choice([each for each in s.seats if each not in (who, seat)]))
        for night, who in s.jails
    )


def _order(s: State, now: Order | None, rng: random.Random) -> Order | None:
    return None if now is None else Order(now.seat, now.act, _but(s.seats, now.target or now.seat, rng), now.other)
