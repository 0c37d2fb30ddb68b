"""Dice duel, a game just big enough for a table: everyone picks a number in secret, a die is thrown, the nearest wins.

Its options switch on what a table must cope with: time limits, a race for the first shout, objections that the host
settles, offers that players who play by themselves are asked about.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from datetime import timedelta
from typing import Annotated, Literal

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
    Lobby,
    Options,
    Outcome,
    Policy,
    Prose,
    Rules,
    Seat,
    Seated,
    Seating,
    Shows,
    Speech,
    Talk,
    Talks,
    Temper,
    Told,
    record,
)
from games.scene import Control, Lines, Scene, Sheet, Text

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
    manual=lambda: "Pick a number from 1 to 6. The nearest to the die wins the round.",
    rules=Rules(
        events=(Began, Picked, Shouted, Said, Objected, Ruled, Revealed),
        actions=(Pick, Shout, Say, Object, Rule, TimeUp),
        setup=setup,
        blank=Duel,
        evolve=evolve,
        asks=asks,
        decide=decide,
        then=then,
        outcome=outcome,
        resample=lambda s, seat, rng: s,
    ),
    shows=Shows(
        say=str,
        scene=lambda s, seat: Scene("Dice duel", str(s.round), "hidden", (Text(f"Round {s.round}"),)),
        seat_title=lambda seat: seat.capitalize(),
    ),
    policy=Policy(
        autoplay=autoplay,
    ),
    lobby=Lobby(
        players=range(1, 4),
        options=DuelOptions,
        seats=seats,
        may_sit=may_sit,
    ),
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


TALKATIVE: Game[Duel] = GAME.but(
    asks=_talkative_asks,
    decide=_talkative_decide,
    events=(*GAME.rules.events, Spoke),
    actions=(*GAME.rules.actions, Speak),
    speeches=lambda event: (Speech(event.seat, event.text),) if isinstance(event, Spoke) else (),
)


# ── the same game with words that claim something ─────────────────────────────────────────────────────────────────────


@record
class Boast:
    """Somebody says what they picked, and who (they say) picked the same."""

    number: int = 0
    like: str = ""


Meant = tuple[Boast, ...] | None


@record
class Stated(Event):
    """What somebody said, and what they meant by it."""

    seat: Seat
    text: Talk
    means: Meant = None


@record
class Murmured(Event):
    seat: Seat
    to: Seat
    text: Talk
    means: Meant = None


@record
class Corrected(Event):
    seat: Seat
    means: tuple[Boast, ...]


@record
class Tell(Action):
    """Say something to everybody."""

    text: Annotated[Talk, Field(title="What you say")]
    claims: Annotated[
        Talk, Field(description="what you claim by it, as in “I picked 3.”; empty where you claim nothing")
    ] = ""
    means: Meant = None


@record
class Murmur(Action):
    to: Annotated[str, Field(title="To whom")]
    text: Annotated[Talk, Field(title="What you murmur")]
    claims: Talk = ""
    means: Meant = None


@record
class Claim(Action):
    """Say what you picked, by a form."""

    number: Annotated[str, Field(title="Number")] = ""
    like: Annotated[str, Field(title="Like whom", description="who picked the same")] = ""
    since: Annotated[tuple[str, ...], Field(title="Since")] = ()
    sure: Annotated[str, Field(title="How sure")] = ""
    note: Annotated[Talk, Field(title="Note")] = ""


@record
class Correct(Action):
    number: Annotated[str, Field(title="Number")] = ""
    like: Annotated[str, Field(title="Like whom")] = ""


@record
class TakeBack(Action):
    pass


@record
class Boasts(Duel):
    """`ledger` is what was claimed, by statement; those of `aside` are heard by two alone."""

    ledger: tuple[tuple[Seat, tuple[Boast, ...]], ...] = ()
    aside: bool = False


def _boasts_evolve(s: Boasts, event: Event) -> Boasts:
    match event:
        case Stated(seat=seat, means=means):
            return replace(s, ledger=(*s.ledger, (seat, means or ())), aside=False)
        case Murmured(seat=seat, means=means):
            return replace(s, ledger=(*s.ledger, (seat, means or ())), aside=True)
        case Corrected(seat=seat, means=means):
            return replace(s, ledger=(*s.ledger[:-1], (seat, means)))
    return evolve(s, event)  # type: ignore[return-value]


def boasted(each: Boast) -> str:
    like = f"like {{{each.like}}}" if each.like else ""
    return " ".join(filter(None, (str(each.number or ""), like)))


def _boasts_asks(s: Boasts, seat: Seat) -> tuple[Ask, ...]:
    found = [replace(ask, forms=(Tell,)) if ask.forms == (Say,) else ask for ask in asks(s, seat)]
    if not found or s.ruling:
        return tuple(found)
    others = tuple(each for each in s.seats if each != seat)
    record = {"number": tuple("123456"), "like": others}
    more = {"since": ("yesterday", "today"), "sure": ("quite", "very")}
    found.append(Ask(f"claim:{s.round}", "What do you claim?", "none", forms=(Claim,), allowed={**record, **more}))
    found.append(Ask(f"murmur:{s.round}", "You may murmur.", "none", forms=(Murmur,), allowed={"to": others}))
    if s.ledger and s.ledger[-1][0] == seat:
        means = s.ledger[-1][1]
        text = (
            f"You were understood so: {'; '.join(map(boasted, means))}." if means else "Nothing was taken for a claim."
        )
        undone = (TakeBack(),) if means else ()
        key = f"claims:{len(s.ledger)}"
        begun = Correct(str(means[0].number or ""), means[0].like) if means else None
        found.append(Ask(key, text, "none", undone, (Correct,), record, begun, private=True, follows=True))
    return tuple(found)


def _boasts_decide(s: Boasts, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    match action:
        case Tell(text=text, means=means):
            return [Told(EVERYONE, Stated(seat, text, means))]
        case Murmur(to=to) if to not in s.seats:
            raise IllegalAction("Nobody of that name is here.")
        case Murmur(to=to, text=text, means=means):
            return [Told(frozenset({seat, Seat(to)}), Murmured(seat, Seat(to), text, means))]
        case Claim() | Correct() if not (action.number or action.like):
            raise IllegalAction("Claim something.")
        case Claim(number=number, like=like):
            means = (Boast(int(number or 0), like),)
            return [Told(EVERYONE, Stated(seat, f"I picked {boasted(means[0])}.", means))]
        case Correct(number=number, like=like):
            return [Told(EVERYONE, Corrected(seat, (Boast(int(number or 0), like),)))]
        case TakeBack():
            return [Told(EVERYONE, Corrected(seat, ()))]
    return decide(s, seat, action, dice)


def _boasts_meant(s: Boasts, seat: Seat, action: Action, names: Mapping[Seat, str]) -> Action:
    """“I picked 3” claims the number, “like {bob}” whom it was like."""
    if not isinstance(action, Tell | Murmur) or action.means is not None:
        return action
    words = action.claims or action.text
    found = re.search(r"\bpicked (\d)(?: like \{(\w+)\})?", words)
    return replace(action, means=(Boast(int(found[1]), found[2] or ""),) if found else ())


def _boasts_scene(s: Boasts, seat: Seat | None) -> Scene:
    lines = tuple(f"{{{who}}}: {boasted(each)}" for who, means in s.ledger for each in means)
    controls = (
        Control("Speak", Tell, "💬"),
        Control("Claim", Claim, "📜"),
        Control("Correct it", Correct, "✏️"),
    )
    return Scene(
        "Boasts", str(s.round), "hidden", (Text(f"Round {s.round}"),), controls[:2] if seat is None else controls,
        sheets=(Sheet("Claims", (Lines("What they say", lines),), "📜"),) if lines else (),
    )  # fmt: skip


def _boasts_say(event: Event) -> str:
    match event:
        case Stated(seat=seat, text=text) | Murmured(seat=seat, text=text):
            return f"{{{seat}}} says: {text}"
        case Corrected(seat=seat, means=means):
            return f"{{{seat}}} corrects: {'; '.join(map(boasted, means)) or 'no claim'}."
    return str(event)


BOASTS: Game[Boasts] = GAME.but(
    name="boasts",
    title="Boasts",
    blank=Boasts,
    evolve=_boasts_evolve,
    asks=_boasts_asks,
    decide=_boasts_decide,
    meant=_boasts_meant,
    scene=_boasts_scene,
    say=_boasts_say,
    events=(*GAME.rules.events, Stated, Murmured, Corrected),
    actions=(*GAME.rules.actions, Tell, Murmur, Claim, Correct, TakeBack),
    speeches=lambda event: (Speech(event.seat, event.text),) if isinstance(event, Stated | Murmured) else (),
)
"""Everybody says what they picked, and may correct how they were understood."""


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
    manual=lambda: "Write, and offer from 0 to 100.",
    rules=Rules(
        events=(Began, Unrolled, Bid),
        actions=(Unroll, Offer),
        setup=lambda places, options, dice: [Told(EVERYONE, Began(places, DuelOptions()))],
        blank=Scroll,
        evolve=_scroll_evolve,
        asks=_scroll_asks,
        decide=_scroll_decide,
        then=lambda s, dice: [],
        outcome=lambda s: Outcome(frozenset(), "All have offered.") if s.bids and len(s.bids) == len(s.seats) else None,
        resample=lambda s, seat, rng: s,
    ),
    shows=Shows(
        say=lambda event: (
        f"{{{event.seat}}} writes: {event.text}" if isinstance(event, Unrolled)
        else f"{{{event.seat}}} offers {event.amount:g}." if isinstance(event, Bid) else type(event).__name__
    ),
        scene=_scroll_scene,
        seat_title=lambda seat: seat.capitalize(),
        feed=(Unrolled,),
    ),
    talks=Talks(
        speeches=lambda event: (Speech(event.seat, event.text),) if isinstance(event, Unrolled) else (),
    ),
    policy=Policy(
        autoplay=lambda s, seat, ask, rng, temper: Offer(rng.randint(0, 100)),
    ),
    lobby=Lobby(
        players=range(1, 3),
        options=ScrollOptions,
        seats=lambda options, wishes, dice: Seating((ANN, BOB), (ANN, BOB)[: len(wishes)]),
    ),
)  # fmt: skip
"""Somebody may write in lines whenever they like, and each offers a number in turn."""
