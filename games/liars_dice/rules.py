"""What happens at a table of liar's dice, what may be done there, and what comes of it, in the order of a rulebook."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import field
from typing import Annotated

from pydantic import Field

from games.company import SPELLED, Company, CompanyOptions, counted, seated
from games.core import EVERYONE, Action, Ask, Dice, Event, Outcome, Seat, Told, altered, record, require, state

name, title, players = "liars-dice", "Liar's dice", range(1, 7)
summary = "Dice under cups, and bids on all of them: believe it, or call the liar."
Cup = tuple[int, ...]


class DiceOptions(CompanyOptions):
    dice: int = Field(5, ge=1, le=6, description="Dice that everybody begins with")
    wild: bool = Field(True, title="Wild ones", description="Ones count for every face, and nobody bids on them")
    exact: bool = Field(False, title="Exact calls", description="A bid may be called exact, to win a die back")


@record
class Began(Event):
    seats: tuple[Seat, ...]
    first: Seat
    options: DiceOptions


@record
class Rolled(Event):
    seat: Seat
    cup: Cup


@record
class Bade(Event):
    seat: Seat
    count: int
    face: int


@record
class CupsLifted(Event):
    """`by` called the last bid a lie, or exact; so many dice were `found`, and `who` has one less now (or one more)."""

    by: Seat
    exact: bool
    bid: Bade
    cups: Mapping[Seat, Cup]
    found: int
    who: Seat
    change: int


@record
class Bid(Action):
    """Say how many dice under all the cups show a face, at least."""

    count: Annotated[int, Field(title="How many")]
    face: Annotated[int, Field(title="Of which face")]


@record
class Liar(Action):
    """Call the last bid a lie: the cups are lifted."""


@record
class Exact(Action):
    """Call the last bid exactly right: the cups are lifted."""


@state
class State(Company):
    """`cups` are those of this round that this view has seen, `dice` how many everybody has, `lifted` the last call."""

    options: DiceOptions = field(default_factory=DiceOptions)
    round: int = 0
    first: Seat = Seat("")
    dice: Mapping[Seat, int] = field(default_factory=dict)
    cups: Mapping[Seat, Cup] = field(default_factory=dict)
    bids: tuple[Bade, ...] = ()
    lifted: CupsLifted | None = None

    @property
    def alive(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if self.dice[seat])

    @property
    def turn(self) -> Seat:
        begins = not self.bids and self.dice[self.first]
        return self.first if begins else self.after(self.bids[-1].seat if self.bids else self.first, self.alive)

    def matching(self, cup: Cup, face: int) -> int:
        return sum(each == face or (self.options.wild and each == 1) for each in cup)

    def raises(self) -> list[Bid]:
        """The bids that may be made now, lowest first."""
        count, face = (self.bids[-1].count, self.bids[-1].face) if self.bids else (1, 0)
        every = (Bid(n, f) for n in range(count, sum(self.dice.values()) + 1) for f in range(1 + self.options.wild, 7))
        return [each for each in every if (each.count, each.face) > (count, face)]


def in_words(bid: Bade | Bid) -> str:
    return counted(bid.count, SPELLED[bid.face])


def setup(seats: tuple[Seat, ...], options: DiceOptions, dice: Dice) -> list[Told]:
    return [Told(EVERYONE, Began(seats, dice().choice(seats), options))]


def evolve(s: State, event: Event) -> State:
    match event:
        case Began(seats=seats, first=first, options=options):
            return altered(
                s, round=1, seats=seats, first=first, options=options, dice=dict.fromkeys(seats, options.dice)
            )
        case Rolled(seat=seat, cup=cup):
            return altered(s, cups={**s.cups, seat: cup})
        case Bade():
            return altered(s, bids=(*s.bids, event))
        case CupsLifted(who=who, change=change):
            dice = {**s.dice, who: s.dice[who] + change}
            return altered(s, round=s.round + 1, dice=dice, first=who, cups={}, bids=(), lifted=event)
    return seated(s, event)


def asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    if len(s.alive) < 2 or seat != s.turn:
        return ()
    raises, text, calls = s.raises(), "Make the first bid.", list[Action]()
    if s.bids:
        text = f"Bid higher than {in_words(s.bids[-1])}, or call {{{s.bids[-1].seat}}} a liar."
        calls = [Liar(), *[Exact()] * s.options.exact]
    return (
        Ask(
            f"bid:{s.round}:{len(s.bids)}",
            text,
            need="each",
            choices=tuple(calls),
            forms=(Bid,) if raises else (),
            allowed={name: tuple(dict.fromkeys(str(getattr(each, name)) for each in raises)) for name in BLANKS},
            default=calls[0] if calls else raises[0],
            within=s.within(s.options),
            late="autoplay",
            examples=tuple(raises[:3]),
        ),
    )


BLANKS = ("count", "face")


def decide(s: State, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    if isinstance(action, Bid):
        require(
            action in s.raises(),
            "Bid more dice than the last bid, or as many of a higher face, and no more than there are.",
        )
        return [Told(EVERYONE, Bade(seat, action.count, action.face))]
    return [Told(EVERYONE, lift(s, seat, isinstance(action, Exact)))]


def why_not(s: State, seat: Seat, action: Action) -> None:
    require(seat == s.turn, f"It is {{{s.turn}}}'s turn.")
    require(s.bids or isinstance(action, Bid), "There is no bid yet.")
    require(s.options.exact or not isinstance(action, Exact), "This table plays without exact calls.")


def lift(s: State, by: Seat, exact: bool) -> CupsLifted:
    """Whoever was wrong loses a die; an exact call that is right wins one back, if one was lost before."""
    bid = s.bids[-1]
    found = sum(s.matching(cup, bid.face) for cup in s.cups.values())
    if exact and found == bid.count:
        return CupsLifted(by, exact, bid, s.cups, found, by, change=int(s.dice[by] < s.options.dice))
    wrong = bid.seat if found < bid.count and not exact else by
    return CupsLifted(by, exact, bid, s.cups, found, wrong, change=-1)


def then(s: State, dice: Dice) -> list[Told]:
    """Everybody who is left rolls, at the beginning of each round."""
    if s.cups or len(s.alive) < 2:
        return []
    cups = {seat: roll(dice(), s.dice[seat]) for seat in s.alive}
    return [Told(frozenset({seat}), Rolled(seat, cup)) for seat, cup in cups.items()]


def roll(rng: random.Random, count: int) -> Cup:
    return tuple(sorted(rng.choices(range(1, 7), k=count)))


def resample(s: State, seat: Seat, rng: random.Random) -> State:
    """Other dice under the cups that `seat` cannot look into."""
    return altered(s, cups={who: cup if who == seat else roll(rng, len(cup)) for who, cup in s.cups.items()})


def outcome(s: State) -> Outcome | None:
    over = s.round and len(s.alive) == 1
    return Outcome(frozenset(s.alive), f"{{{s.alive[0]}}} is the last with dice.") if over else None


feed = (CupsLifted,)
