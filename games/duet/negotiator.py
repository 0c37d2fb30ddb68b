"""A built-in player for haggling: it values a number by its own payoff, gives way from round to round, and takes what is better
than what it would ask for next.

Haggling is a number that one side names and a choice by which the other takes it, in several rounds, until it is taken. What
the other side may be worth it to is drawn as the header says; of numbers that are worth the same to itself it names the one
that the other takes most likely.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core import Seat, Temper, altered, record
from games.duet import ledger
from games.duet.expressions import BadExpression, evaluate
from games.duet.header import Header, MoveRule
from games.duet.ledger import State
from games.duet.words import SIDES, TurnCame, Value

MOST_NUMBERS = 41
"""Numbers that are weighed, of those that may be named."""

WORLDS = 24
"""Worlds that look to it like this one, in which it sees what a number is worth to the other side."""

STUBBORN = 2.5
"""How late it gives way: 1 is evenly, more is later. The bold give way later still."""

LEAST = 0.1
"""The share of its best hope that it still asks for at the end."""


@record
class Haggling:
    """The moves by which a header haggles, and which of the choices takes the number, and which goes on."""

    number: MoveRule
    answer: MoveRule
    take: str
    go_on: str


def haggling(s: State, header: Header, seat: Seat) -> Haggling | None:
    """How this header haggles, as far as this side can tell; None where it does not."""
    if header.rounds.high < 3 or not header.ends_when or len(header.moves) != 2:
        return None
    number, answer = header.moves
    if number.kind != "number" or answer.kind != "choice" or "both" in (number.by, answer.by) or number.by == answer.by:
        return None
    known = ledger.names(s)
    any_of = Haggling(number, answer, "", "")
    ends = {choice: _worked(header.ends_when, known, any_of, 1, choice) for choice in answer.choices}
    ends_with = [choice for choice, over in ends.items() if over]
    go_on = [choice for choice, over in ends.items() if over is False]
    ways = [Haggling(number, answer, choice, go_on[0]) for choice in ends_with if go_on]
    takes = [how for how in ways if len({_pay(header, seat, known, how, at) for at in (1, 2, 3)}) == 3]
    return takes[0] if len(takes) == 1 else None


def haggled(s: State, header: Header, seat: Seat, turn: TurnCame, worlds: Sequence[State], temper: Temper) -> Value:
    """The number to name, or the choice, in a header that haggles; None where that is not what is asked."""
    how = haggling(s, header, seat)
    if how is None:
        return None
    other = next(each for each in SIDES if each != seat)
    numbers = _numbers(s, header, how, turn)
    mine = ledger.names(s)
    known = [ledger.names(each) for each in worlds]
    own = {at: _pay(header, seat, mine, how, at) for at in numbers}
    theirs = {at: sum(_pay(header, other, each, how, at) > 0 for each in known) / len(known) for at in numbers}
    worth = [at for at in numbers if own[at] > 0]
    if turn.move == how.answer.name:
        offered = next((each.value for each in reversed(s.made) if each.move == how.number.name), None)
        if not isinstance(offered, int | float):
            return how.go_on
        gain = _pay(header, seat, mine, how, offered)
        last = _time(s, header, 1) >= 1
        return how.take if gain > 0 and (last or gain >= _aim(own, theirs, _time(s, header, 1), temper)) else how.go_on
    if not worth:
        return max(numbers, key=lambda at: own[at])
    aim = _aim(own, theirs, _time(s, header, 0), temper)
    enough = [at for at in worth if own[at] >= aim] or [max(worth, key=lambda at: own[at])]
    return max(enough, key=lambda at: (theirs[at], -own[at]))


def _aim(own: dict[float, float], theirs: dict[float, float], time: float, temper: Temper) -> float:
    """What it asks for itself at a time from 0 to 1: at first the most that somebody might grant, at the end a little."""
    hope = max((own[at] for at in own if theirs[at] >= 0.2), default=max(own.values()))
    late = STUBBORN * 2 ** (2 * temper.boldness - 1)
    return hope * (1 - (1 - LEAST) * min(1.0, time) ** late) if hope > 0 else 0.0


def _time(s: State, header: Header, ahead: int) -> float:
    """How much of the game is over, from 0 to 1, so many rounds from now."""
    rounds = s.length if s.length is not None and not header.rounds.hidden else header.rounds.high
    if header.rounds.chance is not None:
        rounds = min(rounds, round(1 / (1 - header.rounds.chance)))
    return (s.round - 1 + ahead) / max(1, rounds - 1 + (ahead > 0))


def _numbers(s: State, header: Header, how: Haggling, turn: TurnCame) -> list[float]:
    """Numbers that may be named, spread over their range."""
    low, high, step = turn.low, turn.high, turn.step or 1
    if turn.move != how.number.name:
        known = ledger.open_names(altered(s, made=()))
        low, high, step = (evaluate(each, known) for each in (how.number.low, how.number.high, how.number.step))
    assert low is not None and high is not None
    count = int((high - low) / step + 1e-9)
    places = sorted({round(at * count / (MOST_NUMBERS - 1)) for at in range(MOST_NUMBERS)})
    return [ledger.tidy_number(low + step * at) for at in places]


def _worked(expression: str, known: Mapping[str, Any], how: Haggling, at: float, choice: str) -> Any:
    """What it comes to if that number was named and so answered; None where it cannot be worked out."""
    try:
        return evaluate(expression, {**known, how.number.name: at, how.answer.name: choice})
    except BadExpression:
        return None


def _pay(header: Header, seat: Seat, known: Mapping[str, Any], how: Haggling, at: float) -> float:
    """What a side gets if that number is taken."""
    pay = _worked(header.payoff[seat], known, how, at, how.take)
    return pay if isinstance(pay, int | float) else 0.0
