"""Hideout, a game just big enough for what is asked and told in private: every night all hide, every day all talk.

One of them is the thief, as only they know. At dawn everybody learns who hid in the same place; with `death` the last seat
does not wake up from the first night.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from datetime import timedelta
from typing import Annotated, Any

from pydantic import Field

from games.core import (
    EVERYONE,
    TABLE,
    Action,
    Ask,
    Dice,
    Event,
    Game,
    IllegalAction,
    Lobby,
    Market,
    Options,
    Outcome,
    Parsed,
    Policy,
    Room,
    Rules,
    Seat,
    Seating,
    Shows,
    Speech,
    Talk,
    Talks,
    Temper,
    Told,
    record,
)
from games.scene import Control, Lines, Scene, Text

PLACES = ("Attic", "Barn", "Cellar")
LONGEST = 60


class HideoutOptions(Options):
    nights: int = 2
    seconds: int = 0
    death: bool = False
    coins: bool = False
    treasure: bool = False


@record
class Began(Event):
    seats: tuple[Seat, ...]
    options: HideoutOptions


@record
class Cast(Event):
    seat: Seat
    thief: bool


@record
class Hid(Event):
    seat: Seat
    where: str
    how: str


@record
class Tossed(Event):
    seat: Seat
    side: str


@record
class Buried(Event):
    seat: Seat
    where: str


@record
class Wrote(Event):
    seat: Seat
    text: Talk


@record
class Saw(Event):
    seat: Seat
    others: tuple[Seat, ...]


@record
class DayBroke(Event):
    day: int
    dead: tuple[Seat, ...] = ()


@record
class Spoke(Event):
    seat: Seat
    text: Talk


@record
class Shared(Event):
    said: tuple[tuple[Seat, Talk], ...]
    night: int


@record
class Ended(Event):
    thief: Seat


@record
class Hide(Action):
    where: Annotated[str, Field(title="Where", description="a place, or somebody to follow")]
    how: Annotated[str, Field(title="How")]


@record
class Bury(Action):
    where: Annotated[str, Field(title="Treasure", description="where it lies")]


@record
class Toss(Action):
    side: str


@record
class Write(Action):
    text: Annotated[Talk, Field(title="Diary", max_length=40)]


@record
class Say(Action):
    text: Annotated[Talk, Field(title="What you say")]


@record
class Silence(Action):
    pass


@record
class Hideout:
    seats: tuple[Seat, ...] = ()
    options: HideoutOptions = field(default_factory=HideoutOptions)
    night: int = 0
    dark: bool = False
    thief: Seat | None = None
    hiding: tuple[tuple[Seat, str, str], ...] = ()
    tossed: tuple[Seat, ...] = ()
    said: tuple[tuple[Seat, Talk], ...] = ()
    saw: tuple[tuple[Seat, int, tuple[Seat, ...]], ...] = ()
    dead: tuple[Seat, ...] = ()
    over: bool = False

    @property
    def alive(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat not in self.dead)


def evolve(s: Hideout, event: Event) -> Hideout:
    match event:
        case Began(seats=seats, options=options):
            return replace(s, seats=seats, options=options, night=1, dark=True)
        case Cast(seat=seat, thief=True):
            return replace(s, thief=seat)
        case Hid(seat=seat, where=where, how=how):
            return replace(s, hiding=(*s.hiding, (seat, where, how)))
        case Tossed(seat=seat):
            return replace(s, tossed=(*s.tossed, seat))
        case Saw(seat=seat, others=others):
            return replace(s, saw=(*s.saw, (seat, s.night, others)))
        case DayBroke(dead=dead):
            return replace(s, dark=False, hiding=(), said=(), dead=(*s.dead, *dead))
        case Spoke(seat=seat, text=text):
            return replace(s, said=(*s.said, (seat, text)))
        case Shared(night=night):
            return replace(s, dark=True, night=night, tossed=(), said=())
        case Ended(thief=thief):
            return replace(s, over=True, dark=False, thief=thief)
    return s


def asks(s: Hideout, seat: Seat) -> tuple[Ask, ...]:
    if s.over or seat not in s.alive:
        return ()
    within = timedelta(seconds=s.options.seconds) if s.options.seconds else None
    if not s.dark:
        if seat in dict(s.said):
            return ()
        return (
            Ask(f"talk:{s.night}", "What do you say?", "each", (Silence(),), (Say,), default=Silence(), within=within),
        )
    others = [each for each in s.alive if each != seat]
    found: list[Ask] = []
    if s.options.coins and seat not in s.tossed:
        found.append(
            Ask(f"toss:{s.night}", "Call a side.", "none", (Toss("heads"), Toss("tails")), (Write,), private=True)
        )
    if s.options.treasure:
        place = {"where": PLACES}
        found.append(Ask(f"bury:{s.night}", "You may bury it.", "none", (), (Bury,), place, private=True))
    if seat not in [each for each, _, _ in s.hiding]:
        found.append(
            Ask(
                f"hide:{s.night}",
                f"Night {s.night}: where do you hide, and how?",
                "each",
                forms=(Hide,),
                allowed={
                    "where": (*PLACES, *(f"follow {{{each}}}" for each in others)),
                    "how": ("quietly", "loudly", *(f"with {{{each}}}" for each in s.alive)),
                },
                default=Hide("Attic", "quietly"),
                within=within,
                private=True,
            )
        )
    return tuple(found)


def decide(s: Hideout, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    match action:
        case Hide(how=how) if how == f"with {{{seat}}}":
            raise IllegalAction(f"Nobody hides with themselves, {{{seat}}}.")
        case Hide(where=where, how=how):
            return [Told(frozenset({seat}), Hid(seat, where, how))]
        case Bury(where=where):
            return [Told(frozenset({seat}), Buried(seat, where))]
        case Toss(side=side):
            return [Told(frozenset({seat}), Tossed(seat, side))]
        case Write(text=text):
            return [Told(frozenset({seat}), Wrote(seat, text))]
        case Say(text=text) if len(text) > LONGEST:
            raise IllegalAction(f"That has {len(text)} characters; {LONGEST} is the most.")
        case Say(text=text):
            return [Told(frozenset({seat}), Spoke(seat, text))]
        case Silence():
            return [Told(frozenset({seat}), Spoke(seat, ""))]
    raise IllegalAction("That is not a move in this game.")


def then(s: Hideout, dice: Dice) -> list[Told]:
    if s.dark and len(s.hiding) == len(s.alive):
        places = {seat: where for seat, where, _ in s.hiding}
        saw = [
            Told(frozenset({seat}), Saw(seat, tuple(each for each in s.alive if each != seat and places[each] == at)))
            for seat, at in places.items()
        ]
        return [*saw, Told(EVERYONE, DayBroke(s.night, s.alive[-1:] if s.options.death and s.night == 1 else ()))]
    if not s.dark and s.seats and not s.over and len(s.said) == len(s.alive):
        if s.night == s.options.nights:
            assert s.thief is not None
            return [Told(EVERYONE, Shared(s.said, s.night)), Told(EVERYONE, Ended(s.thief))]
        return [Told(EVERYONE, Shared(s.said, s.night + 1))]
    return []


def say(event: Event) -> str:
    match event:
        case Shared(said=said):
            return " ".join(f"{{{seat}}}: “{text}”" if text else f"{{{seat}}} says nothing." for seat, text in said)
        case Hid(seat=seat, where=where, how=how):
            return f"{{{seat}}} hides: {where}, {how}."
        case Wrote(seat=seat, text=text):
            return f"{{{seat}}} writes “{text}”."
        case DayBroke(day=day):
            return f"Day {day} breaks."
        case Ended(thief=thief):
            return f"{{{thief}}} was the thief."
    return type(event).__name__


def scene(s: Hideout, seat: Seat | None) -> Scene:
    when = f"Night {s.night}" if s.dark else f"Day {s.night}"
    mine = seat is not None and seat in s.alive and not s.over
    blocks: list[Any] = [Text("It is over." if s.over else f"{when}.", "lead")]
    if mine and seat is not None:
        blocks.append(Text("You are the thief." if s.thief == seat else "You are honest."))
        blocks += [Text(f"Tonight: {where}, {how}.") for who, where, how in s.hiding if who == seat]
        seen = [(night, others) for who, night, others in s.saw if who == seat]
        told = [f"Night {n}: you saw {', '.join(f'{{{each}}}' for each in o) or 'nobody'}." for n, o in seen]
        blocks += [Lines("What you know", tuple(told))] if told else []
    diary = (Control("Open the diary", Write, "📔"),) if mine and s.options.coins else ()
    talk = (Control("Speak", Say, "💬", "primary"), Control("Stay silent", Silence()))
    return Scene(
        "Hideout",
        when,
        "neutral",
        tuple(blocks),
        diary if s.dark else () if s.over else talk,
        secret=mine,
        private_label="My night",
        page=when,
    )


def read(s: Hideout, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Parsed:
    """As much understanding as the tests need: a place and a manner, each named once."""
    words = text.casefold()
    found = [[value for value in ask.allowed.get(name, ()) if value.casefold() in words] for name in ("where", "how")]
    if all(len(each) == 1 for each in found):
        return Parsed(Hide(found[0][0], found[1][0]), "?" not in text, "That sounds like a question.")
    return Parsed(None, False, "I did not find a place and a manner in that.")


def seats(options: HideoutOptions, wishes: Sequence[Collection[str]], dice: Dice) -> Seating:
    places = tuple(Seat(f"p{n}") for n in range(1, max(2, len(wishes)) + 1))
    return Seating(places, places[: len(wishes)])


def setup(places: tuple[Seat, ...], options: HideoutOptions, dice: Dice) -> list[Told]:
    cast = [Told(frozenset({seat}), Cast(seat, seat == places[0])) for seat in places]
    return [Told(EVERYONE, Began(places, options)), *cast]


def autoplay(s: Hideout, seat: Seat, ask: Ask, rng: random.Random, temper: Temper) -> Action:
    if Hide in ask.forms:
        return Hide(rng.choice(PLACES), "quietly")
    return Say("I was in the Barn.") if Say in ask.forms else ask.choices[0]


def outcome(s: Hideout) -> Outcome | None:
    return Outcome(frozenset(), "The house is awake.") if s.over else None


def market(s: Hideout) -> Market | None:
    right = frozenset({f"{{{s.thief}}}"}) if s.over else frozenset()
    return Market("Who is the thief?", tuple(f"{{{seat}}}" for seat in s.seats), not s.over, right) if s.seats else None


def rooms(s: Hideout) -> tuple[Room, ...]:
    return (Room("graveyard", "Graveyard", "For the dead.", TABLE, frozenset(s.dead)),) if s.dead else ()


GAME: Game[Hideout] = Game(
    name="hideout",
    title="Hideout",
    summary="Everybody hides by night and talks by day.",
    manual=lambda: "Hide by night, talk by day.",
    rules=Rules(
        events=(Began, Cast, Hid, Tossed, Buried, Wrote, Saw, DayBroke, Spoke, Shared, Ended),
        actions=(Hide, Bury, Toss, Write, Say, Silence),
        setup=setup,
        blank=Hideout,
        evolve=evolve,
        asks=asks,
        decide=decide,
        then=then,
        outcome=outcome,
        resample=lambda s, seat, rng: s,
    ),
    shows=Shows(
        say=say,
        scene=scene,
        seat_title=lambda seat: f"Guest {seat[1:]}",
        feed=(Shared,),
        rooms=rooms,
        market=market,
    ),
    talks=Talks(
        read=read,
        speeches=lambda event: tuple(Speech(*each) for each in event.said) if isinstance(event, Shared) else (),
    ),
    policy=Policy(
        autoplay=autoplay,
    ),
    lobby=Lobby(
        players=range(1, 6),
        options=HideoutOptions,
        seats=seats,
    ),
)
