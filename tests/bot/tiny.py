"""Dice duel, a game just big enough for a table: everyone picks a number in secret, a die is thrown, the nearest wins.

Its options switch on what a table must cope with: time limits, a race for the first shout, objections that the host
settles, offers that players who play by themselves are asked about.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import field, replace
from datetime import timedelta
from typing import Literal

from pydantic import Field, field_validator

from games.core import (
    CLOCK,
    EVERYONE,
    HOST,
    Action,
    Ask,
    Dice,
    Document,
    Event,
    Game,
    IllegalAction,
    Options,
    Outcome,
    Prose,
    Seat,
    Seated,
    Seating,
    Speech,
    Talk,
    Temper,
    Told,
    record,
)
from games.scene import Control, Scene, Text

ANN, BOB, CAT = Seat("ann"), Seat("bob"), Seat("cat")


class DuelOptions(Options):
    rounds: int = 2
    seconds: int = 0
    late: Literal["default", "autoplay"] = "default"
    race: bool = False
    chat: bool = False
    ruling: int = 60


@record
class Began(Event):
    seats: tuple[Seat, ...]
    options: DuelOptions


@record
class Picked(Event):
    seat: Seat
    number: int


@record
class Shouted(Event):
    seat: Seat


@record
class Said(Event):
    seat: Seat
    text: str


@record
class Objected(Event):
    seat: Seat


@record
class Ruled(Event):
    by: Seat


@record
class Revealed(Event):
    picks: tuple[tuple[Seat, int], ...]
    die: int


@record
class Pick(Action):
    number: int


@record
class Shout(Action):
    pass


@record
class Say(Action):
    text: str


@record
class Object(Action):
    pass


@record
class Rule(Action):
    pass


@record
class TimeUp(Action):
    pass


@record
class Duel:
    seats: tuple[Seat, ...] = ()
    options: DuelOptions = field(default_factory=DuelOptions)
    kinds: tuple[tuple[Seat, str], ...] = ()
    round: int = 0
    picks: tuple[tuple[Seat, int], ...] = ()
    racing: bool = False
    ruling: bool = False
    said: tuple[str, ...] = ()
    wins: tuple[Seat, ...] = ()

    @property
    def over(self) -> bool:
        return self.round > self.options.rounds


def evolve(s: Duel, event: Event) -> Duel:
    match event:
        case Began(seats=seats, options=options):
            return replace(s, seats=seats, options=options, round=1, racing=options.race)
        case Seated(seat=seat, kind=kind):
            return replace(s, kinds=(*(each for each in s.kinds if each[0] != seat), (seat, kind)))
        case Picked(seat=seat, number=number):
            return replace(s, picks=(*s.picks, (seat, number)))
        case Shouted():
            return replace(s, racing=False)
        case Said(text=text):
            return replace(s, said=(*s.said, text))
        case Objected():
            return replace(s, ruling=True)
        case Ruled():
            return replace(s, ruling=False)
        case Revealed(picks=picks, die=die):
            nearest = min(picks, key=lambda pick: (abs(pick[1] - die), pick))[0]
            return replace(s, picks=(), round=s.round + 1, racing=s.options.race, wins=(*s.wins, nearest))
    return s


def asks(s: Duel, seat: Seat) -> tuple[Ask, ...]:
    if s.over or not s.round:
        return ()
    if s.ruling:
        within = timedelta(seconds=s.options.ruling)
        if seat == HOST:
            return (Ask(f"ruling:{s.round}", "Was that fair?", "each", choices=(Rule(),)),)
        return (Ask(f"ruling:{s.round}", "Time runs.", "none", choices=(TimeUp(),), within=within),) * (seat == CLOCK)
    if seat not in s.seats:
        return ()
    found: list[Ask] = []
    within = timedelta(seconds=s.options.seconds) if s.options.seconds else None
    if s.racing:
        found.append(
            Ask(f"shout:{s.round}", "Who is first?", "one", choices=(Shout(),), default=Shout(), within=within)
        )
    elif seat not in dict(s.picks):
        found.append(
            Ask(
                f"pick:{s.round}", "Pick a number from 1 to 6.", "each", forms=(Pick,), default=Pick(1), within=within,
                late=s.options.late, examples=(Pick(3),),
            )
        )  # fmt: skip
    found.append(Ask(f"say:{s.round}", "You may say something.", "none", forms=(Say,), invites=s.options.chat))
    found.append(Ask(f"object:{s.round}", "You may object.", "none", choices=(Object(),)))
    return tuple(found)


def decide(s: Duel, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    match action:
        case Pick(number=number) if not 1 <= number <= 6:
            raise IllegalAction(f"{number} is not on the die.")
        case Pick(number=number):
            return [Told(frozenset({seat}), Picked(seat, number))]
        case Shout():
            return [Told(EVERYONE, Shouted(seat))]
        case Say(text=text):
            return [Told(EVERYONE, Said(seat, text))]
        case Object():
            return [Told(EVERYONE, Objected(seat))]
        case Rule() | TimeUp():
            return [Told(EVERYONE, Ruled(seat))]
    raise IllegalAction("That is not a move in a dice duel.")


def then(s: Duel, dice: Dice) -> list[Told]:
    if s.seats and not s.over and len(s.picks) == len(s.seats):
        return [Told(EVERYONE, Revealed(tuple(sorted(s.picks)), dice().randint(1, 6)))]
    return []


def outcome(s: Duel) -> Outcome | None:
    if not s.over:
        return None
    best = max(sorted(s.seats), key=s.wins.count)
    return Outcome(frozenset({best}), f"{{{best}}} was nearest most often.")


def may_sit(s: Duel, seat: Seat, held: frozenset[Seat]) -> str | None:
    return "You have seen another hand." if held - {seat} else None


def seats(options: DuelOptions, wishes: Sequence[Collection[str]], dice: Dice) -> Seating:
    places = (ANN, BOB, CAT)[: max(2, len(wishes))]
    return Seating(places, places[: len(wishes)])


def setup(places: tuple[Seat, ...], options: DuelOptions, dice: Dice) -> list[Told]:
    return [Told(EVERYONE, Began(places, options))]


def autoplay(s: Duel, seat: Seat, ask: Ask, rng: random.Random, temper: Temper) -> Action:
    return ask.choices[0] if ask.choices else Pick(rng.randint(1, 6)) if Pick in ask.forms else Say("Good luck.")


GAME: Game[Duel] = Game(
    name="duel",
    title="Dice duel",
    summary="Everyone picks a number; the nearest to the die wins.",
    rules=lambda: "Pick a number from 1 to 6. The nearest to the die wins the round.",
    players=range(1, 4),
    options=DuelOptions,
    events=(Began, Picked, Shouted, Said, Objected, Ruled, Revealed),
    actions=(Pick, Shout, Say, Object, Rule, TimeUp),
    seats=seats,
    setup=setup,
    blank=Duel,
    evolve=evolve,
    asks=asks,
    decide=decide,
    then=then,
    outcome=outcome,
    say=str,
    scene=lambda s, seat: Scene("Dice duel", str(s.round), "hidden", (Text(f"Round {s.round}"),)),
    autoplay=autoplay,
    redeal=lambda s, seat, rng: s,
    seat_title=lambda seat: seat.capitalize(),
    may_sit=may_sit,
)


# ── the same game with words that the house understands ───────────────────────────────────────────────────────────────


@record
class Spoke(Event):
    seat: Seat
    text: Talk


@record
class Speak(Action):
    text: Talk


def _talkative_asks(s: Duel, seat: Seat) -> tuple[Ask, ...]:
    return tuple(replace(ask, forms=(Speak,)) if ask.forms == (Say,) else ask for ask in asks(s, seat))


def _talkative_decide(s: Duel, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    match action:
        case Speak(text=text):
            return [Told(EVERYONE, Spoke(seat, text))]
    return decide(s, seat, action, dice)


TALKATIVE: Game[Duel] = replace(
    GAME,
    asks=_talkative_asks,
    decide=_talkative_decide,
    events=(*GAME.events, Spoke),
    actions=(*GAME.actions, Speak),
    speeches=lambda event: (Speech(event.seat, event.text),) if isinstance(event, Spoke) else (),
)


# ── something to read ─────────────────────────────────────────────────────────────────────────────────────────────────


class ScrollOptions(Options):
    text: Document = Field("", title="Scroll", description="What to read before you begin")
    ink: float | None = Field(None, ge=0, le=2, title="Ink")

    @field_validator("text")
    @classmethod
    def _check(cls, text: str) -> str:
        wrong = [f"line {n}: “{line}” is wrong." for n, line in enumerate(text.split("\n"), 1) if "wrong" in line]
        if wrong:
            raise ValueError("\n".join(wrong))
        return text


@record
class Unrolled(Event):
    seat: Seat
    text: Prose


@record
class Bid(Event):
    seat: Seat
    amount: float


@record
class Unroll(Action):
    text: Prose


@record
class Offer(Action):
    amount: float


@record
class Scroll:
    seats: tuple[Seat, ...] = ()
    read: int = 0
    bids: tuple[float, ...] = ()


def _scroll_asks(s: Scroll, seat: Seat) -> tuple[Ask, ...]:
    if seat not in s.seats or len(s.bids) == len(s.seats):
        return ()
    scroll = Ask("scroll", "Write a scroll.", "none", forms=(Unroll,))
    if seat == s.seats[len(s.bids)]:
        text = "How much do you offer? ($0 to $100)"
        return (Ask(f"offer:{len(s.bids)}", text, "each", forms=(Offer,), examples=(Offer(40),)), scroll)
    return (scroll,)


def _scroll_decide(s: Scroll, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    match action:
        case Unroll(text=text):
            return [Told(EVERYONE, Unrolled(seat, text))]
        case Offer(amount=amount) if 0 <= amount <= 100:
            return [Told(EVERYONE, Bid(seat, amount))]
    raise IllegalAction("That is out of range.")


def _scroll_evolve(s: Scroll, event: Event) -> Scroll:
    match event:
        case Began(seats=seats):
            return replace(s, seats=seats)
        case Unrolled():
            return replace(s, read=s.read + 1)
        case Bid(amount=amount):
            return replace(s, bids=(*s.bids, amount))
    return s


def _scroll_scene(s: Scroll, seat: Seat | None) -> Scene:
    controls = (Control("Offer …", Offer, "🔢", "primary"), Control("Write", Unroll))
    return Scene("Scroll", str(len(s.bids)), "gold", (Text("Read.", "lead"),), controls, page=str(s.read))


SCROLL: Game[Scroll] = Game(
    name="scroll",
    title="Scroll",
    summary="Somebody writes in lines, somebody offers a number.",
    rules=lambda: "Write, and offer from 0 to 100.",
    players=range(1, 3),
    options=ScrollOptions,
    events=(Began, Unrolled, Bid),
    actions=(Unroll, Offer),
    seats=lambda options, wishes, dice: Seating((ANN, BOB), (ANN, BOB)[: len(wishes)]),
    setup=lambda places, options, dice: [Told(EVERYONE, Began(places, DuelOptions()))],
    blank=Scroll,
    evolve=_scroll_evolve,
    asks=_scroll_asks,
    decide=_scroll_decide,
    then=lambda s, dice: [],
    outcome=lambda s: Outcome(frozenset(), "All have offered.") if s.bids and len(s.bids) == len(s.seats) else None,
    say=lambda event: (
        f"{{{event.seat}}} writes: {event.text}" if isinstance(event, Unrolled)
        else f"{{{event.seat}}} offers {event.amount:g}." if isinstance(event, Bid) else type(event).__name__
    ),
    scene=_scroll_scene,
    autoplay=lambda s, seat, ask, rng, temper: Offer(rng.randint(0, 100)),
    redeal=lambda s, seat, rng: s,
    seat_title=lambda seat: seat.capitalize(),
    feed=(Unrolled,),
    speeches=lambda event: (Speech(event.seat, event.text),) if isinstance(event, Unrolled) else (),
)  # fmt: skip
"""Somebody may write in lines whenever they like, and each offers a number in turn."""
