"""A company around a table, in any game: seats p1 to pn, whose turn comes next, time to answer where people play, and
hands that nobody else may look into."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Protocol, TypeVar

from games.core import HOST, Dice, Event, Seat, Seated, Seating, altered, state


@state
class Company:
    """What a game's state begins with: `seats` in their order around the table, and the `people` among them."""

    seats: tuple[Seat, ...] = ()
    people: frozenset[Seat] = frozenset()

    def after(self, seat: Seat, among: Collection[Seat]) -> Seat:
        """Of `among`, whoever sits next after `seat`; with nobody else there, `seat` again."""
        at = self.seats.index(seat) + 1
        return next(each for each in (*self.seats[at:], *self.seats[:at]) if each in among)

    def within(self, seconds: int) -> timedelta | None:
        """The time to answer, as an ask's `within`: 0 seconds are no limit, and without people nobody is hurried."""
        return timedelta(seconds=seconds) if seconds and self.people else None


C = TypeVar("C", bound=Company)


def seated(s: C, event: Event) -> C:
    """The fold of what happens at any table, for a game's `evolve` to end with."""
    match event:
        case Seated(seat=seat, kind=kind) if seat != HOST:
            return altered(s, people=s.people | {seat} if kind == "person" else s.people - {seat})
    return s


class Sized(Protocol):
    """Options of a game in which a host chooses how many sit there."""

    @property
    def players(self) -> int: ...


def around(options: Sized, wishes: Sequence[Collection[str]], dice: Dice) -> Seating:
    """As many seats as chosen, or as have come if those are more; who came sits anywhere."""
    every = tuple(Seat(f"p{n}") for n in range(1, max(options.players, len(wishes)) + 1))
    return Seating(every, tuple(dice().sample(every, len(wishes))) if wishes else ())


def seat_title(seat: Seat) -> str:
    """“Player 3”, for the seat p3."""
    return f"Player {seat.removeprefix('p')}"


def own_seat_only(s: Company, seat: Seat, held: frozenset[Seat]) -> str | None:
    """`may_sit` of a game with hidden hands: whoever has seen one may come back to it, and to no other."""
    return "You have seen another hand at this table: you can only come back to that seat." if held - {seat} else None
