"""What is told at a table of liar's dice, and what is shown there."""

from __future__ import annotations

from collections.abc import Iterator

from games.company import counted
from games.core import TABLE, Event, Seat, house_says
from games.liars_dice.rules import Bade, Began, Bid, Cup, CupsLifted, Exact, Liar, Rolled, State, in_words, outcome
from games.scene import Block, Control, Headline, Lines, Roster, Row, Scene, Text


def dice(count: int) -> str:
    return counted(count, "die", "dice")


def shown(cup: Cup) -> str:
    return " ".join(map(str, cup))


def say(event: Event) -> str:
    match event:
        case Began(options=options, first=first):
            wild = ", and ones are wild" if options.wild else ""
            exact = " Bids may be called exact." if options.exact else ""
            return f"Everybody has {dice(options.dice)}{wild}.{exact} {{{first}}} begins."
        case Rolled(seat=seat, cup=cup):
            return f"{{{seat}}} looks under the cup: {shown(cup)}."
        case Bade(seat=seat):
            return f"{{{seat}}} bids {in_words(event)}."
        case CupsLifted(by=by, exact=exact, bid=bid, found=found, who=who, change=change):
            found_so = in_words(Bade(who, found, bid.face))
            came = {-1: "loses a die", 0: "is right, and has all dice already", 1: "is right, and wins a die back"}[
                change
            ]
            called = f"{{{by}}} calls {{{bid.seat}}}'s {in_words(bid)} {'exact' if exact else 'a lie'}."
            return f"{called} There {'is' if found == 1 else 'are'} {found_so}. {{{who}}} {came}."
    return house_says(event)


def scene(s: State, seat: Seat | None) -> Scene:
    """One's own dice for whoever has some; for everybody the bids of the round, and what the last call showed."""
    cups = {who: cup for who, cup in s.cups.items() if seat in (who, TABLE)}
    calls = [Control("Liar!", Liar(), "🤥", "danger"), *[Control("Exact", Exact(), "🎯")] * s.options.exact]
    bids = [Control("Bid", Bid, "🎲", "primary")] if s.raises() else []
    return Scene(
        title="Liar's dice",
        moment=f"{s.round}:{len(s.bids)}",
        face="gold" if outcome(s) else "neutral",
        blocks=tuple(_blocks(s, seat)),
        controls=() if outcome(s) else tuple(bids + calls * bool(s.bids)),
        secret=bool(cups),
        private_label="My dice",
        page=f"round {s.round}",  # everybody has other dice now
        chapter=f"Round {s.round}",
    )


def _blocks(s: State, seat: Seat | None) -> Iterator[Block]:
    won = outcome(s)
    if won:
        yield Text(won.why, "lead")
    elif s.bids:
        bid = s.bids[-1]
        yield Headline(in_words(bid), f"{{{bid.seat}}} bids", "gold")
        lead = f"{{{bid.seat}}} bids {in_words(bid)}: {{{s.turn}}} bids higher, or calls the liar."
        yield Text(lead, "lead", drawn=True)
    else:
        yield Text(f"{{{s.turn}}} begins." if s.round else "The dice are handed out.", "lead")
    for who, cup in s.cups.items():
        if seat in (who, TABLE):
            yield Text(f"{'You have' if who == seat else f'{{{who}}} has'} {shown(cup)}.")
    yield Text(f"{dice(sum(s.dice.values())).capitalize()} on the table.{' Ones are wild.' * s.options.wild}", "small")
    if s.bids:
        yield Lines("Bids", tuple(f"{{{each.seat}}}: {in_words(each)}" for each in s.bids), brief=True)
    if s.lifted:
        yield Text(say(s.lifted), "small")
        yield Lines(
            "The cups then", tuple(f"{{{who}}}: {shown(cup)}" for who, cup in s.lifted.cups.items()), brief=True
        )
    turn = None if won or not s.round else s.turn
    yield Roster(tuple(Row(who, dice(left), awaited=who == turn, gone=not left) for who, left in s.dice.items()))
