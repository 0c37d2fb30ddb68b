"""A game of cards for the tests: everybody is dealt three, plays two of them face up, and the highest sum wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.company import Company, CompanyOptions, alone, hand, in_hand
from games.company import evolve as sit
from games.company import say as house
from games.core import EVERYONE, Action, Ask, Dice, Event, Outcome, Seat, Told, altered, record, state
from games.scene import Lines, Roster, Row, Scene, Text
from games.wiring import gather

name, title, players = "cards", "Cards", range(1, 7)
summary = "The highest cards win."
PACK = range(1, 30)


class CardOptions(CompanyOptions):
    low: bool = False


@record
class Dealt(Event):
    seat: Seat
    cards: tuple[int, ...]


@record
class Played(Event):
    seat: Seat
    card: int


@record
class Play(Action):
    """Play a card."""

    card: int


@state
class State(Company):
    options: CardOptions = CardOptions()
    hands: Mapping[Seat, tuple[int, ...]] = hand(Dealt, cards=lambda s: {*PACK} - {each.card for each in s.played})
    played: tuple[Played, ...] = ()

    def sum_of(self, seat: Seat) -> int:
        return sum(each.card for each in self.played if each.seat == seat)


def evolve(s: State, event: Event) -> State:
    s = sit(s, event)
    if not isinstance(event, Played):
        return s
    left = {event.seat: tuple(each for each in s.hands.get(event.seat, ()) if each != event.card)}
    return altered(s, played=(*s.played, event), hands={**s.hands, **left} if event.seat in s.hands else s.hands)


def asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    if outcome(s) or sum(each.seat == seat for each in s.played) == 2 or not s.hands.get(seat):
        return ()
    ask = s.owes(f"card:{len(s.hands[seat])}", "Which card?", map(Play, s.hands[seat]))
    return (replace(ask, private=True),)


def decide(s: State, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    assert isinstance(action, Play)
    return [Told(EVERYONE, Played(seat, action.card))]


def then(s: State, dice: Dice) -> list[Told]:
    if s.hands or not s.seats:
        return []
    pack = dice().sample(PACK, 3 * len(s.seats))
    return alone(*(Dealt(seat, tuple(pack[3 * at : 3 * at + 3])) for at, seat in enumerate(s.seats)))


def outcome(s: State) -> Outcome | None:
    if not s.seats or len(s.played) < 2 * len(s.seats):
        return None
    best = (min if s.options.low else max)(map(s.sum_of, s.seats))
    return Outcome(frozenset(seat for seat in s.seats if s.sum_of(seat) == best), f"{best} wins.")


def say(event: Event) -> str:
    match event:
        case Dealt(seat=seat, cards=cards):
            return f"{{{seat}}} is dealt {', '.join(map(str, cards))}."
        case Played(seat=seat, card=card):
            return f"{{{seat}}} plays {card}."
    return house(event)


def scene(s: State, seat: Seat | None) -> Scene:
    lines = Lines("Cards", tuple(say(each) for each in s.played))
    page = str(sum(each.seat == seat for each in s.played))
    blocks = (Text("The cards are dealt.", "lead"), *in_hand(s.hands, seat), lines, Roster(tuple(map(_row, s.seats))))
    return Scene(title, str(len(s.played)), "neutral", blocks, private_label="My cards", page=page)


def _row(seat: Seat) -> Row:
    return Row(seat, "")


GAME = gather(__name__)
