"""Parlour, a talkative game just big enough for players that look things up: everyone holds a card and says what they like.

In a day each speaks or waits some times, in turn; what was said and looked up stays in a seat's prompt until the day ends.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.ports import Brief
from games.core import (
    EVERYONE,
    Action,
    Agent,
    Ask,
    Dice,
    Event,
    Final,
    Game,
    IllegalAction,
    Lobby,
    LookedUp,
    Options,
    Outcome,
    Policy,
    Prompt,
    Prompts,
    Rules,
    Seat,
    Seating,
    Shows,
    Speech,
    Talk,
    Talks,
    Told,
    Tool,
    house_says,
    record,
)
from games.scene import Scene, Text
from games.story import Story
from tests.bot.tiny import ANN, BOB, CAT

SEATS = (ANN, BOB, CAT)
NAMES = {ANN: "Ada", BOB: "Basil", CAT: "Clio"}
CARDS = ("heart", "spade", "club")


class ParlourOptions(Options):
    days: int = 2
    rounds: int = 2


@record
class Opened(Event):
    seats: tuple[Seat, ...]
    days: int
    rounds: int


@record
class Dealt(Event):
    seat: Seat
    card: str


@record
class Spoke(Event):
    seat: Seat
    text: Talk


@record
class Waited(Event):
    seat: Seat


@record
class Dawned(Event):
    day: int


@record
class Speak(Action):
    text: Talk


@record
class Wait(Action):
    pass


@record
class Parlour:
    seats: tuple[Seat, ...] = ()
    days: int = 0
    rounds: int = 0
    day: int = 0
    turn: int = 0
    cards: tuple[tuple[Seat, str], ...] = ()
    said: tuple[tuple[int, Seat, str], ...] = ()
    today: tuple[str, ...] = ()


def evolve(s: Parlour, event: Event) -> Parlour:
    match event:
        case Opened(seats=seats, days=days, rounds=rounds):
            return replace(s, seats=seats, days=days, rounds=rounds, day=1)
        case Dealt(seat=seat, card=card):
            return replace(s, cards=(*s.cards, (seat, card)))
        case Spoke(seat=seat, text=text):
            line = f"{{{seat}}} says: {json.dumps(text, ensure_ascii=False)}"
            return replace(s, turn=s.turn + 1, said=(*s.said, (s.day, seat, text)), today=(*s.today, line))
        case Waited():
            return replace(s, turn=s.turn + 1)
        case LookedUp():
            return replace(s, today=(*s.today, house_says(event)))
        case Dawned(day=day):
            return replace(s, day=day, turn=0, today=())
    return s


def asks(s: Parlour, seat: Seat) -> tuple[Ask, ...]:
    if not 0 < s.day <= s.days or s.turn >= s.rounds * len(s.seats) or s.seats[s.turn % len(s.seats)] != seat:
        return ()
    return (Ask(f"talk:{s.day}:{s.turn}", "Speak or wait.", "each", choices=(Wait(),), forms=(Speak,), default=Wait()),)


def decide(s: Parlour, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    match action:
        case Speak(text=text) if not text or len(text) > 200:
            raise IllegalAction("Say something, in 200 characters at most.")
        case Speak(text=text):
            return [Told(EVERYONE, Spoke(seat, text))]
        case Wait():
            return [Told(EVERYONE, Waited(seat))]
    raise IllegalAction("In the parlour one speaks or waits.")


def then(s: Parlour, dice: Dice) -> list[Told]:
    if 0 < s.day <= s.days and s.turn == s.rounds * len(s.seats):
        return [Told(EVERYONE, Dawned(s.day + 1))]
    return []


def setup(places: tuple[Seat, ...], options: ParlourOptions, dice: Dice) -> list[Told]:
    cards = dice().sample(CARDS, len(CARDS))
    return [
        Told(EVERYONE, Opened(places, options.days, options.rounds)),
        *(Told(frozenset({seat}), Dealt(seat, card)) for seat, card in zip(places, cards, strict=True)),
    ]


def seats(options: ParlourOptions, wishes: Sequence[Collection[str]], dice: Dice) -> Seating:
    return Seating(SEATS, SEATS[: len(wishes)])


def say(event: Event) -> str:
    match event:
        case Opened():
            return "The parlour opens."
        case Dealt(seat=seat, card=card):
            return f"{{{seat}}} holds a {card}."
        case Spoke(seat=seat, text=text):
            return f"{{{seat}}} says: {text}"
        case Waited(seat=seat):
            return f"{{{seat}}} waits."
        case Dawned(day=day):
            return f"Day {day} begins."
    return house_says(event)


# ── looking things up ─────────────────────────────────────────────────────────────────────────────────────────────────


def look_at_card(s: Parlour, seat: Seat, whose: str) -> str:
    if whose not in s.seats:
        raise IllegalAction("Nobody of that name is here.")
    card = dict(s.cards).get(Seat(whose))
    return f"{{{whose}}} holds a {card}." if card else f"You do not know {{{whose}}}'s card."


def look_at_day(s: Parlour, seat: Seat, day: str) -> str:
    if not day.isdecimal():
        raise IllegalAction("A day is a number.")
    lines = [f"{{{who}}} says: {json.dumps(text, ensure_ascii=False)}" for n, who, text in s.said if n == int(day)]
    return "\n".join(lines) or "Nothing was said."


TOOLS = (
    Tool("card", "what you know of somebody's card", look_at_card, "a name"),
    Tool("chat_log", "what was said on a day", look_at_day, "a day's number"),
)
AGENT = Agent(
    (
        Final("speak", "says it to everybody", Speak, "what you say"),
        Final("wait", "says nothing this time", lambda _: Wait()),
    )
)


def prompt(s: Parlour, seat: Seat, asked: tuple[Ask, ...], heard: Sequence[Event] = ()) -> Prompt | None:
    if not asked:
        return None
    system = f"You are {{{seat}}} in the parlour. You hold a {dict(s.cards)[seat]}. Talk with the others."
    head = f"Day {s.day}. Here are {', '.join(f'{{{each}}}' for each in s.seats)}."
    lines = "\n".join((head, *s.today))
    return Prompt(asked[0].key, system, (("user", lines), ("user", "It is your turn.")), tokens=200, agent=AGENT)


GAME: Game[Parlour] = Game(
    name="parlour",
    title="Parlour",
    summary="Everyone holds a card and says what they like.",
    manual=lambda: "Speak or wait.",
    rules=Rules(
        events=(Opened, Dealt, Spoke, Waited, Dawned),
        actions=(Speak, Wait),
        setup=setup,
        blank=Parlour,
        evolve=evolve,
        asks=asks,
        decide=decide,
        then=then,
        outcome=lambda s: Outcome(frozenset(), "The parlour closes.") if s.days and s.day > s.days else None,
        resample=lambda s, seat, rng: s,
    ),
    shows=Shows(
        say=say,
        scene=lambda s, seat: Scene("Parlour", str(s.day), "hidden", (Text(f"Day {s.day}"),)),
        seat_title=lambda seat: seat.capitalize(),
    ),
    talks=Talks(
        speeches=lambda event: (Speech(event.seat, event.text),) if isinstance(event, Spoke) else (),
    ),
    prompts=Prompts(
        prompt=prompt,
        tools=TOOLS,
    ),
    policy=Policy(
        autoplay=lambda s, seat, ask, rng, temper: Wait(),
    ),
    lobby=Lobby(
        players=range(1, 4),
        options=ParlourOptions,
        seats=seats,
    ),
)


class Evening:
    """A game of Parlour, with whoever's turn it is moving as told."""

    def __init__(self, *actions: Action, days: int = 2) -> None:
        self.story = Story(GAME, ParlourOptions(days=days), "an evening")
        self.story.tell(self.story.begin(dict.fromkeys(SEATS, "model")))
        for action in actions:
            self.play(action)

    def play(self, action: Action, *looked: LookedUp) -> None:
        (seat,) = self.story.owed(self.story.seats)
        (ask,) = self.story.asks(seat)
        self.story.tell(self.story.decide(seat, action, ask.key, [Told(frozenset({seat}), each) for each in looked]))

    def brief(self, seat: Seat | None = None, **more: object) -> Brief:
        """What whoever's turn it is is given."""
        at = seat or next(iter(self.story.owed(self.story.seats)))
        brief = Brief(
            game=GAME,
            table="evening",
            seat=at,
            view=self.story.view(at),
            heard=self.story.heard(at),
            asks=self.story.asks(at),
            names=NAMES,
        )
        return replace(brief, **more)  # type: ignore[arg-type]
