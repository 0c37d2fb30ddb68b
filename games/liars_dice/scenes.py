"""What is told at a table of liar's dice, and what is shown there."""

from __future__ import annotations

from games.core import TABLE, Event, Seat, house_says
from games.liars_dice.rules import (
    Began, Bid, BidMade, Cup, CupsLifted, Exact, Liar, Rolled, RoundBegan, State, in_words, outcome,
)  # fmt: skip
from games.scene import Block, Control, Headline, Lines, Roster, Row, Scene, Text


ONES = ("Ones are only ones", "Ones are wild")


def dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count or 'no'} dice"


def shown(cup: Cup) -> str:
    return " ".join(map(str, cup))


def say(event: Event) -> str:
    match event:
        case Began(options=options):
            return f"Everybody has {dice(options.dice)}. {ONES[options.wild]}{'; bids may be called exact' * options.exact}."
        case RoundBegan(number=number, first=first):
            return f"Round {number}: everybody rolls, and {{{first}}} begins."
        case Rolled(seat=seat, cup=cup):
            return f"{{{seat}}} looks under the cup: {shown(cup)}."
        case BidMade(seat=seat, count=count, face=face):
            return f"{{{seat}}} bids {in_words(count, face)}."
        case CupsLifted():
            return f"{called(event)} {came(event)}"
    return house_says(event)


def called(event: CupsLifted) -> str:
    bid = event.bid
    how = "exact" if event.exact else "a lie"
    there = f"There {'is' if event.found == 1 else 'are'} {in_words(event.found, bid.face)}"
    return f"{{{event.by}}} calls {{{bid.seat}}}'s {in_words(bid.count, bid.face)} {how}. {there}."


def came(event: CupsLifted) -> str:
    """What it has cost, or won, and whom."""
    for seat, cup in event.cups.items():
        if event.dice[seat] != len(cup):
            change = "wins a die back" if event.dice[seat] > len(cup) else "loses a die"
            return f"{{{seat}}} {change}{'' if event.dice[seat] else ' and is out'}."
    return f"{{{event.by}}} is right, and has all dice already."


def scene(s: State, seat: Seat | None) -> Scene:
    """One's own dice for whoever has some, and for everybody the bids of the round and what the last call showed."""
    won = outcome(s)
    cups = {} if won else {who: cup for who, cup in s.cups.items() if seat in (who, TABLE)}
    own = [Text(f"{'You have' if who == seat else f'{{{who}}} has'} {shown(cup)}.") for who, cup in cups.items()]
    return Scene(
        title="Liar's dice",
        moment=f"{s.round}:{len(s.bids)}",
        face="gold" if won else "neutral",
        blocks=(*([Text(won.why, "lead")] if won else _bid(s)), *own, *_last(s), _roster(s, running=not won)),
        controls=() if won or not s.round else _controls(s),
        secret=bool(cups),
        private_label="My dice",
        page=f"round {s.round}",  # everybody has other dice now
        chapter=f"Round {s.round}",
    )


def _bid(s: State) -> list[Block]:
    if not s.bids:
        return [Text(f"{{{s.first}}} begins." if s.round else "Everybody rolls.", "lead"), _rule(s)]
    last = s.bids[-1]
    told = tuple(f"{{{bid.seat}}}: {in_words(bid.count, bid.face)}" for bid in s.bids)
    words = in_words(last.count, last.face)
    head = Headline(words, f"{{{last.seat}}} bids", "gold")
    return [head, Text(f"{{{s.turn}}} bids higher, or calls the liar.", "lead"), _rule(s), Lines("Bids", told, brief=True)]


def _rule(s: State) -> Text:
    return Text(f"{dice(s.total).capitalize()} on the table. {ONES[s.options.wild]}.", "small")


def _last(s: State) -> list[Block]:
    """What the last call showed, until somebody makes another."""
    if s.lifted is None:
        return []
    cups = tuple(f"{{{seat}}}: {shown(cup)}" for seat, cup in s.lifted.cups.items())
    return [Text(f"{called(s.lifted)} {came(s.lifted)}"), Lines("The cups then", cups, brief=True)]


def _roster(s: State, running: bool) -> Roster:
    turn = s.turn if running and s.round else None
    return Roster(tuple(Row(seat, dice(left), awaited=seat == turn, gone=not left) for seat, left in s.dice.items()))


def _controls(s: State) -> tuple[Control, ...]:
    calls = [Control("Liar!", Liar(), "🤥", "danger")] + [Control("Exact", Exact(), "🎯")] * s.options.exact
    return (*[Control("Bid", Bid, "🎲", "primary")] * bool(s.raises()), *(calls if s.bids else ()))
