"""What happens under the cups and what may be done, in the order of a rulebook; then what is told and shown of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Annotated

from pydantic import Field

from games import company
from games.company import SPELLED, Began, Company, CompanyOptions, alone, counted, hand, in_hand, shown
from games.core import EVERYONE, Action, Ask, Dice, Event, Outcome, Seat, Told, altered, record, require, state
from games.scene import Block, Control, Headline, Lines, Roster, Row, Scene, Text

name, title, players = "liars-dice", "Liar's dice", range(1, 7)
summary = "Dice under cups, and bids on all of them: believe it, or call the liar."
lesson = {"players": 3, "dice": 3, "timers": False}
Cup = tuple[int, ...]


class DiceOptions(CompanyOptions):
    dice: int = Field(5, ge=1, le=6, description="Dice that everybody begins with")
    wild: bool = Field(True, title="Wild ones", description="Ones count for every face, and nobody bids on them")
    exact: bool = Field(False, title="Exact calls", description="A bid may be called exact, to win a die back")


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

    options: DiceOptions = DiceOptions()
    round: int = 0
    dice: Mapping[Seat, int] = field(default_factory=dict)
    cups: Mapping[Seat, Cup] = hand(Rolled, lambda cup, rng: roll(rng, len(cup)))
    bids: tuple[Bade, ...] = ()
    lifted: CupsLifted | None = None

    @property
    def alive(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, left in self.dice.items() if left)

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


def evolve(s: State, event: Event) -> State:
    s = company.evolve(s, event)
    match event:
        case Began(seats=seats):
            return altered(s, round=1, dice=dict.fromkeys(seats, s.options.dice))
        case Bade():
            return altered(s, bids=(*s.bids, event))
        case CupsLifted(who=who, change=change):
            dice = {**s.dice, who: s.dice[who] + change}
            return altered(s, round=s.round + 1, dice=dice, first=who, cups={}, bids=(), lifted=event)
    return s


def asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    if len(s.alive) < 2 or seat != s.turn:
        return ()
    text, calls = "Make the first bid.", list[Action]()
    if s.bids:
        text = f"Bid higher than {in_words(s.bids[-1])}, or call {{{s.bids[-1].seat}}} a liar."
        calls = [Liar(), *[Exact()] * s.options.exact]
    return (s.owes(f"bid:{s.round}:{len(s.bids)}", text, calls, s.raises()),)


def decide(s: State, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    if isinstance(action, Bid):
        require(action in s.raises(), "Bid more dice, or as many of a higher face, and no more than there are.")
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
    rolling = () if s.cups or len(s.alive) < 2 else s.alive
    return alone(*(Rolled(seat, roll(dice(), s.dice[seat])) for seat in rolling))


def roll(rng: random.Random, count: int) -> Cup:
    return tuple(sorted(rng.choices(range(1, 7), k=count)))


def outcome(s: State) -> Outcome | None:
    return Outcome(frozenset(s.alive), f"{{{s.alive[0]}}} is the last with dice.") if len(s.alive) == 1 else None


feed = (CupsLifted,)
known_moves = (Bid, Liar)
LOOKS = Control("Bid", Bid, "🎲", "primary"), Control("Liar!", Liar(), "🤥", "danger"), Control("Exact", Exact(), "🎯")
CHANGES = {-1: "loses a die", 0: "is right, and has all dice already", 1: "is right, and wins a die back"}


def say(event: Event) -> str:
    match event:
        case Began(first=first, options=chosen):
            options = DiceOptions.model_validate(chosen)
            wild = ", and ones are wild" if options.wild else ""
            exact = " Bids may be called exact." if options.exact else ""
            return f"Everybody has {counted(options.dice, 'die')}{wild}.{exact} {{{first}}} begins."
        case Rolled(seat=seat, cup=cup):
            return f"{{{seat}}} looks under the cup: {shown(cup)}."
        case Bade(seat=seat):
            return f"{{{seat}}} bids {in_words(event)}."
        case CupsLifted(by=by, exact=exact, bid=bid, found=found, who=who, change=change):
            found_so = in_words(Bade(who, found, bid.face))
            called = f"{{{by}}} calls {{{bid.seat}}}'s {in_words(bid)} {'exact' if exact else 'a lie'}."
            return f"{called} There {'is' if found == 1 else 'are'} {found_so}. {{{who}}} {CHANGES[change]}."
    return company.say(event)


def scene(s: State, seat: Seat | None) -> Scene:
    """One's own dice for whoever has some; for everybody the bids of the round, and what the last call showed."""
    moment, chapter, blocks = f"{s.round}:{len(s.bids)}", f"Round {s.round}", tuple(_blocks(s, seat))
    return Scene(title, moment, "neutral", blocks, LOOKS, private_label="My dice", chapter=chapter)


def _blocks(s: State, seat: Seat | None) -> Iterator[Block]:
    if s.bids:
        bid = s.bids[-1]
        yield Headline(in_words(bid), f"{{{bid.seat}}} bids", "gold")
        lead = f"{{{bid.seat}}} bids {in_words(bid)}: {{{s.turn}}} bids higher, or calls the liar."
        yield Text(lead, "lead", drawn=True, heard=True)
    else:
        yield Text(f"{{{s.turn}}} begins." if s.round else "The dice are handed out.", "lead")
    yield from in_hand(s.cups, seat, f" in round {s.round}")
    total = counted(sum(s.dice.values()), "die").capitalize()
    yield Text(f"{total} on the table.{' Ones are wild.' * s.options.wild}", "small")
    if s.bids:
        yield Lines("Bids", tuple(f"{{{each.seat}}}: {in_words(each)}" for each in s.bids), brief=True, heard=True)
    if s.lifted:
        yield Text(say(s.lifted), "small", heard=True)
        cups = tuple(f"{{{who}}}: {shown(cup)}" for who, cup in s.lifted.cups.items())
        yield Lines("The cups then", cups, brief=True)
    rows = (Row(who, counted(left, "die"), awaited=who == s.turn, gone=not left) for who, left in s.dice.items())
    yield Roster(tuple(rows))
