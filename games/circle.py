"""Whoever sits around a table, in any game: seats p1 to pn, whose turn comes next, time to answer where people play, the clock of
a phase, and who may sit down where some have died. `seats` and `seat_title` are those of a Game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Protocol, TypeVar

from games.core import HOST, Action, Ask, Dice, Event, Seat, Seated, Seating, altered, state


@state
class Circle:
    """`seats` in their order around the table, and the `people` among them."""

    seats: tuple[Seat, ...] = ()
    people: frozenset[Seat] = frozenset()

    def after(self, seat: Seat, among: Collection[Seat]) -> Seat:
        """Of `among`, whoever sits next after `seat`; with nobody else there, `seat` again."""
        at = self.seats.index(seat) + 1
        return next(each for each in (*self.seats[at:], *self.seats[:at]) if each in among)

    def time(self, seconds: int) -> timedelta | None:
        """So many seconds, for an ask: no limit where they are 0, or where nobody plays who would wait."""
        return timedelta(seconds=seconds) if seconds and self.people else None


C = TypeVar("C", bound=Circle)


def seated(s: C, event: Event) -> C:
    """The fold of who sits where."""
    match event:
        case Seated(seat=seat, kind=kind) if seat != HOST:
            return altered(s, people=s.people | {seat} if kind == "person" else s.people - {seat})
    return s


class Sized(Protocol):
    """Options of any table that say how many sit at it."""

    players: int


def seats(options: Sized, wishes: Sequence[Collection[str]], dice: Dice) -> Seating:
    """As many seats as chosen, or as have come if those are more; who came sits anywhere."""
    every = tuple(Seat(f"p{n}") for n in range(1, max(options.players, len(wishes)) + 1))
    return Seating(every, tuple(dice().sample(every, len(wishes))) if wishes else ())


def seat_title(seat: Seat) -> str:
    """“Player 3”, for the seat p3."""
    return f"Player {seat.removeprefix('p')}"


# ── where not everybody lives to see the end ───────────────────────────────────────────────────────────────────────────


@state
class Mortals(Circle):
    """A circle in which everybody hides something, and not everybody lives to see the end. `left` are those whose person has
    left them, to somebody else who plays on."""

    alive: tuple[Seat, ...] = ()
    left: tuple[Seat, ...] = ()

    @property
    def backstage(self) -> bool:
        """Whether nobody has ever played here but AIs: then all that is hidden is told beside the table."""
        return not self.people and not self.left

    def may_sit(self, seat: Seat, held: frozenset[Seat]) -> str | None:
        """Whoever has held another seat knows its secrets (a dead one's: all of them), and may only come back to their own."""
        if self.backstage:
            return "Everything hidden in this game is told behind the scenes, so nobody may join it."
        if held - {seat}:
            return (
                "You have sat elsewhere at this table and know what you saw there: you can only come back to that seat."
            )
        if seat not in self.alive and seat not in held:
            return "Whoever sat there is dead; take the seat of somebody alive."
        return None


M = TypeVar("M", bound=Mortals)


def seated_or_left(s: M, event: Event) -> M:
    """`seated`, and who has left."""
    now = seated(s, event)
    return altered(now, left=tuple(each for each in (*s.left, *(s.people - now.people)) if each not in now.people))


GRACE = timedelta(seconds=5)
"""By so much the clock of a phase runs behind the seats' own: what a seat does when its time is up comes first."""


def clock(key: str, within: timedelta | None, up: Action) -> tuple[Ask, ...]:
    """What the clock is asked in a phase: it moves only what the seats have left open."""
    return () if within is None else (Ask(key, "Time is running out.", "each", (up,), within=within + GRACE),)
