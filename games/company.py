"""A company around a table, for a game that is little else: hands that nobody else may look into, questions with time to answer,
a screen completed by the house, and numbers as people say them. What is called here as a field of Game is that of a game which has
none of its own; a game's `evolve` and `say` end with these."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, fields, replace
from functools import cache
from typing import Any, TypeVar

from pydantic import Field

from games.circle import Circle, seated
from games.core import (
    EVERYONE,
    TABLE,
    Action,
    Ask,
    Dice,
    Event,
    Limit,
    Options,
    Outcome,
    Seat,
    Temper,
    Told,
    altered,
    house_says,
    record,
    state,
)
from games.scene import Block, Roster, Scene, Text, Timer, called, offered


class CompanyOptions(Options):
    """What a host may choose at any such table. A game for another number of people has a `players` of its own."""

    players: int = Field(4, ge=2, le=6, description="Seats at the table; AIs take the empty ones")
    timers: bool = Field(True, description="Play against the clock (games without people never do)")
    seconds: Limit = Field(60, description="Seconds for each answer; 0: no limit")


@record
class Began(Event):
    """The game begins: who sits around the table, who is `first`, and the `options` that were chosen, as JSON has them."""

    seats: tuple[Seat, ...]
    first: Seat
    options: Mapping[str, Any]


Redraw = Callable[[Any, random.Random], Any]
Cards = Callable[[Any], Iterable[Any]]
HAND = "hand"


@state
class Company(Circle):
    """What a game's state begins with, besides who sits where: who is `first`, and what was chosen. A game with options of its
    own says so: `options: DiceOptions = DiceOptions()`."""

    first: Seat = Seat("")
    options: CompanyOptions = CompanyOptions()

    def owes(
        self,
        key: str,
        text: str,
        choices: Iterable[Action] = (),
        filled: Sequence[Action] = (),
        *,
        secret: bool = False,
    ) -> Ask:
        """A question that is to be answered: by one of `choices`, or by a form that comes to one of `filled`. Where people play
        against the clock and time is up, the built-in player answers. `allowed` lists each field by itself: what does not go
        together is for the game's `decide` to refuse. It is `secret` where what one may answer tells of what nobody else knows;
        that one is asked is not."""
        choices, forms = tuple(choices), tuple({*map(type, filled)})
        names = [each.name for form in forms for each in fields(form)]
        return Ask(
            key,
            text,
            need="each",
            choices=choices,
            forms=forms,
            allowed={name: tuple(dict.fromkeys(str(getattr(each, name)) for each in filled)) for name in names},
            default=(*choices, *filled)[0],
            within=self.time(self.options.seconds if self.options.timers else 0),
            late="autoplay",
            private=secret,
            known=secret,
            examples=tuple(filled[:3]),
        )

    @classmethod
    @cache
    def hidden(cls) -> Mapping[type[Event], tuple[str, str, Redraw | None, Cards]]:
        """The fields for hands, by the event that fills each: its name, that of the event's field, and how it is dealt anew."""
        hands = {each.name: each.metadata[HAND] for each in fields(cls) if HAND in each.metadata}
        return {dealt: (name, fields(dealt)[1].name, *anew) for name, (dealt, *anew) in hands.items()}


C = TypeVar("C", bound=Company)


def setup(seats: tuple[Seat, ...], options: CompanyOptions, dice: Dice) -> list[Told]:
    """Nothing but the beginning: what lies on the table then is for `evolve`, and what is dealt for `then`. Everybody hears the
    options: a game with a secret among them has a `setup` and a `Began` of its own."""
    return [Told(EVERYONE, Began(seats, dice().choice(seats), options.model_dump(mode="json")))]


def evolve(s: C, event: Event) -> C:
    """Who sits where, what was chosen, and what came into a hand."""
    match event:
        case Began(seats=seats, first=first, options=options):
            return altered(s, seats=seats, first=first, options=type(s.options).model_validate(options))
        case _ if type(event) in (hands := s.hidden()):
            name, held, *_ = hands[type(event)]
            return altered(s, **{name: {**getattr(s, name), event.seat: getattr(event, held)}})  # type: ignore[attr-defined]
    return seated(s, event)


def say(event: Event) -> str:
    """The sentence for what happens in any company."""
    return "The game begins." if isinstance(event, Began) else house_says(event)


def autoplay(s: Company, seat: Seat, ask: Ask, rng: random.Random, temper: Temper) -> Action:
    """Any answer: a game without a player of its own can be tried out."""
    return rng.choice((*ask.choices, *ask.examples))


# ── hands that nobody else may look into ──────────────────────────────────────────────────────────────────────────────


def hand(dealt: type[Event], redraw: Redraw | None = None, *, cards: Cards = lambda s: ()) -> Any:
    """A field of a state: what each seat holds, as far as a view knows. `dealt` is the event that tells a seat of it: its first
    field is the seat, its second what it holds. `redraw` says what could lie there as well: other dice, another choice. Without
    it hands are tuples of cards, and `cards` are all those of the pack that do not lie face up: what one holds no other can."""
    return field(default_factory=dict, metadata={HAND: (dealt, redraw, cards)})


def alone(*dealt: Any) -> list[Told]:
    """Each of these is told to the `seat` in it, and to nobody else."""
    return [Told(frozenset({each.seat}), each) for each in dealt]


def resample(s: C, seat: Seat, rng: random.Random) -> C:
    """Other things in the hands that `seat` cannot look into."""
    changed = {}
    for name, _, redraw, cards in s.hidden().values():
        held = getattr(s, name)
        others = {who: each for who, each in held.items() if who != seat}
        if redraw is not None:
            changed[name] = held | {who: redraw(each, rng) for who, each in others.items()}
        elif others:
            unseen = list(cards(s))
            for card in held.get(seat, ()):
                unseen.remove(card)
            rng.shuffle(unseen)
            changed[name] = held | {who: tuple(unseen.pop() for _ in each) for who, each in others.items()}
    return altered(s, **changed)


def shown(hand: object) -> str:
    """A hand as people read it: “1 2 2 6”, “rock”, “Sail east”."""
    if isinstance(hand, Action):
        return called(hand, _SEATS)
    return " ".join(map(shown, hand)) if isinstance(hand, tuple) else str(hand)


_SEATS = frozenset(f"p{n}" for n in range(1, 100))


def in_hand(hands: Mapping[Seat, Any], seat: Seat | None, when: str = "") -> list[Text]:
    """What whoever looks has in hand, for their screen; for whoever may see all, what everybody has. Where it may be the same as
    before, `when` says that it is new: “ in round 2”."""
    seen = {who: shown(each) for who, each in hands.items() if seat in (who, TABLE)}
    return [Text(f"{'You have' if who == seat else f'{{{who}}} has'} {each}{when}.") for who, each in seen.items()]


# ── what is shown ──────────────────────────────────────────────────────────────────────────────────────────────────────


def completed(
    scene: Scene, s: Company, seat: Seat | None, asked: Mapping[Seat, Sequence[Ask]], outcome: Outcome | None
) -> Scene:
    """A scene with what it leaves to the house: buttons for what is asked, as far as this view knows, and how long that has; that it
    is secret where somebody holds something; a new page for a new chapter; and how the game has ended, in place of what was to be
    done."""
    hands = [getattr(s, name) for name, *_ in s.hidden().values()]
    holds = any(seat in held or (seat == TABLE and held) for held in hands)
    scene = replace(scene, secret=scene.secret or holds, page=scene.page or scene.chapter)
    if outcome is None:
        asks = [ask for each in asked.values() for ask in each]
        blocks = (*scene.blocks, *([] if scene.of(Timer) else timers(asked)))
        return replace(scene, blocks=blocks, controls=offered(scene, asks, s.seats))
    ended: list[Block] = [Text(outcome.why, "lead")]
    for block in scene.blocks:
        if isinstance(block, Roster):
            ended.append(replace(block, rows=tuple(replace(row, awaited=False) for row in block.rows)))
        elif not (isinstance(block, Text) and block.style == "lead"):
            ended.append(block)
    return replace(scene, face="gold", blocks=tuple(ended), controls=())


def timers(asked: Mapping[Seat, Sequence[Ask]]) -> list[Timer]:
    """One for each question against the clock of which everybody knows, whoever has answered it."""
    first: dict[str, Seat] = {}
    for seat, asks in asked.items():
        for ask in asks:
            if ask.within and (ask.known or not ask.private):
                first.setdefault(ask.key, seat)
    return [Timer(seat, key, "Answer due") for key, seat in first.items()]


# ── seats, and numbers ────────────────────────────────────────────────────────────────────────────────────────────────


def may_sit(s: Company, seat: Seat, held: frozenset[Seat]) -> str | None:
    """In a game with hidden hands, whoever has seen one may come back to it, and to no other."""
    return "You have seen another hand at this table: you can only come back to that seat." if held - {seat} else None


SPELLED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


ODD_PLURALS = {"die": "dice", "person": "people"}


def counted(count: int, one: str) -> str:
    """“three sixes”, “two dice”, “no coins”, “15 points”."""
    plural = ODD_PLURALS.get(one) or f"{one}{'es' if one[-1] in 'sx' else 's'}"
    return f"{SPELLED[count] if 0 <= count < len(SPELLED) else count} {one if count == 1 else plural}"
