"""A company around a table, in any game: seats p1 to pn, whose turn comes next, time to answer where people play, hands that
nobody else may look into, and numbers as people say them. `seats`, `seat_title` and `may_sit` are those of a Game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import TypeVar

from pydantic import Field

from games.core import HOST, Dice, Event, Options, Seat, Seated, Seating, altered, state


class CompanyOptions(Options):
    """What a host may choose at any such table. A game for another number of people has a `players` of its own."""

    players: int = Field(4, ge=2, le=6, description="Seats at the table; AIs take the empty ones")
    timers: bool = Field(True, description="Play against the clock (games without people never do)")
    seconds: int = Field(60, ge=15, le=86400, description="Seconds for each answer")


@state
class Company:
    """What a game's state begins with: `seats` in their order around the table, and the `people` among them."""

    seats: tuple[Seat, ...] = ()
    people: frozenset[Seat] = frozenset()

    def after(self, seat: Seat, among: Collection[Seat]) -> Seat:
        """Of `among`, whoever sits next after `seat`; with nobody else there, `seat` again."""
        at = self.seats.index(seat) + 1
        return next(each for each in (*self.seats[at:], *self.seats[:at]) if each in among)

    def within(self, options: CompanyOptions) -> timedelta | None:
        """The time to answer, for an ask: none where the table plays without timers, or without people."""
        return timedelta(seconds=options.seconds) if options.timers and self.people else None


C = TypeVar("C", bound=Company)


def seated(s: C, event: Event) -> C:
    """The fold of who sits where, for a game's `evolve` to end with."""
    match event:
        case Seated(seat=seat, kind=kind) if seat != HOST:
            return altered(s, people=s.people | {seat} if kind == "person" else s.people - {seat})
    return s


def seats(options: CompanyOptions, wishes: Sequence[Collection[str]], dice: Dice) -> Seating:
    """As many seats as chosen, or as have come if those are more; who came sits anywhere."""
    every = tuple(Seat(f"p{n}") for n in range(1, max(options.players, len(wishes)) + 1))
    return Seating(every, tuple(dice().sample(every, len(wishes))) if wishes else ())


def seat_title(seat: Seat) -> str:
    """“Player 3”, for the seat p3."""
    return f"Player {seat.removeprefix('p')}"


def may_sit(s: Company, seat: Seat, held: frozenset[Seat]) -> str | None:
    """In a game with hidden hands, whoever has seen one may come back to it, and to no other."""
    return "You have seen another hand at this table: you can only come back to that seat." if held - {seat} else None


SPELLED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def counted(count: int, one: str, many: str = "") -> str:
    """“three sixes”, “one die”, “no coins”, “15 points”."""
    plural = many or f"{one}{'es' if one[-1] in 'sx' else 's'}"
    return f"{SPELLED[count] if count < len(SPELLED) else count} {one if count == 1 else plural}"
