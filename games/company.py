"""A company around a table, in any game: seats p1 to pn, whose turn comes next, time to answer where people play, hands that
nobody else may look into, and numbers as people say them. `seats`, `seat_title` and `may_sit` are those of a Game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Protocol, TypeVar

from pydantic import Field

from games.core import HOST, Action, Ask, Dice, Event, Options, Seat, Seated, Seating, altered, state


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
        return self.time(options.seconds if options.timers else 0)

    def time(self, seconds: int) -> timedelta | None:
        """So many seconds, for an ask: no limit where they are 0, or where nobody plays who would wait."""
        return timedelta(seconds=seconds) if seconds and self.people else None


C = TypeVar("C", bound=Company)


def seated(s: C, event: Event) -> C:
    """The fold of who sits where, for a game's `evolve` to end with."""
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


def may_sit(s: Company, seat: Seat, held: frozenset[Seat]) -> str | None:
    """In a game with hidden hands, whoever has seen one may come back to it, and to no other."""
    return "You have seen another hand at this table: you can only come back to that seat." if held - {seat} else None


SPELLED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def counted(count: int, one: str, many: str = "") -> str:
    """“three sixes”, “one die”, “no coins”, “15 points”."""
    plural = many or f"{one}{'es' if one[-1] in 'sx' else 's'}"
    return f"{SPELLED[count] if count < len(SPELLED) else count} {one if count == 1 else plural}"


# ── companies that thin out ───────────────────────────────────────────────────────────────────────────────────────────


@state
class Mortals(Company):
    """A company in which everybody hides something, and not everybody lives to see the end. `left` are those whose person has
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
