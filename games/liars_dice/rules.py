"""What happens at a table of liar's dice, what may be done there, and what comes of it, in the order of a rulebook."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import field
from typing import Annotated

from pydantic import Field

from games.company import Company, seated
from games.core import (
    EVERYONE, Action, Ask, Dice, Event, Options, Outcome, Reading, Seat, Told, altered, record, require, state,
)  # fmt: skip

FACES = range(1, 7)
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
Cup = tuple[int, ...]


class DiceOptions(Options):
    players: int = Field(4, ge=2, le=6, description="Seats at the table; AIs take the empty ones")
    dice: int = Field(5, ge=1, le=6, title="Dice", description="Dice that everybody begins with")
    wild: bool = Field(True, title="Wild ones", description="Ones count for every face, and nobody bids on them")
    exact: bool = Field(False, title="Exact calls", description="A bid may be called exact, to win a die back")
    timers: bool = Field(True, description="Play against the clock (games without people never do)")
    seconds: int = Field(60, ge=15, le=86400, description="Seconds for each turn")


# ── what happens ──────────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Began(Event):
    seats: tuple[Seat, ...]
    options: DiceOptions


@record
class RoundBegan(Event):
    number: int
    first: Seat


@record
class Rolled(Event):
    """Told to the seat alone."""

    seat: Seat
    cup: Cup


@record
class BidMade(Event):
    seat: Seat
    count: int
    face: int


@record
class CupsLifted(Event):
    """Somebody did not believe `bid`, or called it exact; `dice` is how many everybody has now, and `first` begins."""

    by: Seat
    exact: bool
    bid: BidMade
    cups: Mapping[Seat, Cup]
    found: int
    dice: Mapping[Seat, int]
    first: Seat


# ── what may be done ──────────────────────────────────────────────────────────────────────────────────────────────────


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


# ── what is so ────────────────────────────────────────────────────────────────────────────────────────────────────────


@state
class State(Company):
    """`cups` are those that this view has seen in the round, `dice` how many everybody has, `lifted` the last call."""

    options: DiceOptions = field(default_factory=DiceOptions)
    round: int = 0
    first: Seat = Seat("")
    dice: Mapping[Seat, int] = field(default_factory=dict)
    cups: Mapping[Seat, Cup] = field(default_factory=dict)
    bids: tuple[BidMade, ...] = ()
    lifted: CupsLifted | None = None

    @property
    def alive(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if self.dice[seat])

    @property
    def total(self) -> int:
        return sum(self.dice.values())

    @property
    def turn(self) -> Seat:
        return self.after(self.bids[-1].seat, self.alive) if self.bids else self.first

    @property
    def faces(self) -> range:
        """Those that may be bid on."""
        return FACES[self.options.wild :]

    def matches(self, cup: Cup, face: int) -> int:
        return sum(each == face or (self.options.wild and each == 1) for each in cup)

    def raises(self, most: int = 36) -> list[Bid]:
        """The bids that may be made now, lowest first, with `most` dice or fewer."""
        last = (self.bids[-1].count, self.bids[-1].face) if self.bids else (0, 6)
        counts = range(max(last[0], 1), min(most, self.total) + 1)
        return [Bid(count, face) for count in counts for face in self.faces if (count, face) > last]


def in_words(count: int, face: int) -> str:
    """“three sixes”, “one two”, “15 fives”."""
    many = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{many} {NUMBERS[face]}{'' if count == 1 else 'es' if face == 6 else 's'}"


def setup(seats: tuple[Seat, ...], options: DiceOptions, dice: Dice) -> list[Told]:
    return [Told(EVERYONE, Began(seats, options))]


def evolve(s: State, event: Event) -> State:
    match event:
        case Began(seats=seats, options=options):
            return altered(s, seats=seats, options=options, dice=dict.fromkeys(seats, options.dice))
        case RoundBegan(number=number, first=first):
            return altered(s, round=number, first=first)
        case Rolled(seat=seat, cup=cup):
            return altered(s, cups={**s.cups, seat: cup})
        case BidMade():
            return altered(s, bids=(*s.bids, event))
        case CupsLifted(dice=dice, first=first):
            return altered(s, cups={}, dice=dice, first=first, lifted=event, bids=())
    return seated(s, event)


def asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    if len(s.alive) < 2 or seat != s.turn:
        return ()
    raises, last = s.raises(), s.bids[-1] if s.bids else None
    calls = (Liar(), *[Exact()] * s.options.exact) if last else ()
    allowed = {name: tuple(dict.fromkeys(str(getattr(each, name)) for each in raises)) for name in ("count", "face")}
    text = f"Bid higher than {in_words(last.count, last.face)}, or call {{{last.seat}}} a liar." if last else "Make the first bid."
    within = s.within(s.options.seconds * s.options.timers)
    return (
        Ask(
            f"bid:{s.round}:{len(s.bids)}", text, "each", calls, (Bid,) if raises else (), allowed if raises else {},
            default=Liar() if last else raises[0], within=within, late="autoplay", examples=tuple(raises[:3]),
        ),
    )  # fmt: skip


def decide(s: State, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    require(len(s.alive) > 1, "The game is over.")
    require(seat == s.turn, f"It is {{{s.turn}}}'s turn.")
    if isinstance(action, Bid):
        require(action.face in s.faces, f"A bid is on a face from {s.faces[0]} to 6.")
        require(action.count <= s.total, f"There are only {s.total} dice on the table.")
        require(action in s.raises(), "Bid more dice than the last bid, or as many of a higher face.")
        return [Told(EVERYONE, BidMade(seat, action.count, action.face))]
    require(s.bids and (s.options.exact or isinstance(action, Liar)), "There is nothing that you could call so.")
    return [Told(EVERYONE, lift(s, seat, isinstance(action, Exact)))]


def lift(s: State, by: Seat, exact: bool) -> CupsLifted:
    """The cups are lifted: whoever was wrong loses a die; an exact call that is right wins one back."""
    bid = s.bids[-1]
    found = sum(s.matches(cup, bid.face) for cup in s.cups.values())
    right = found == bid.count if exact else found < bid.count
    who, change = (by, 1) if exact and right else (bid.seat if right else by, -1)
    dice = {**s.dice, who: min(s.dice[who] + change, s.options.dice)}
    return CupsLifted(by, exact, bid, s.cups, found, dice, who if dice[who] else s.after(who, s.alive))


def then(s: State, dice: Dice) -> list[Told]:
    """After the opening and after each call, everybody who is left rolls."""
    if s.cups or len(s.alive) < 2:
        return []
    rolls = {seat: roll(dice(), s.dice[seat]) for seat in s.alive}
    began = Told(EVERYONE, RoundBegan(s.round + 1, s.first or dice().choice(s.seats)))
    return [began, *(Told(frozenset({seat}), Rolled(seat, cup)) for seat, cup in rolls.items())]


def outcome(s: State) -> Outcome | None:
    left = s.alive
    return Outcome(frozenset(left), f"{{{left[0]}}} is the last with dice.") if s.round and len(left) == 1 else None


def redeal(s: State, seat: Seat, rng: random.Random) -> State:
    """Other dice under all the cups that `seat` cannot look into."""
    return altered(s, cups={who: cup if who == seat else roll(rng, len(cup)) for who, cup in s.cups.items()})


def roll(rng: random.Random, count: int) -> Cup:
    return tuple(sorted(rng.choices(FACES, k=count)))


def read(view: State, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Reading:
    from games import reading  # its library is loaded when somebody first answers in words

    return reading.read(ask, text, names, CALLS)


CALLS = {"liar": ("you lie", "lie", "i doubt it", "i don't believe it", "call", "lift"), "exact": ("exactly", "spot on")}
"""Other words for them."""
