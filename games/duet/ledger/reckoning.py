"""The ledger of a duet: what has happened, as state; as names for expressions; as everybody knows it."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any, Self

from games.core import Seat, altered, record, state
from games.duet.events import HUMAN, OTHER, PLAYER, SIDES, Named, Single, TurnCame, Value
from games.duet.ledger.declared import parse
from games.duet.ledger.expressions import MOST_AT_ONCE, BadExpression, evaluate, together
from games.duet.ledger.header import Field, Header, MoveRule, shares
from games.duet.state import Duet


@record
class Made:
    """A move of a round that everybody knows of; `stand_in`: something else made it for whoever sits there."""

    move: str
    seat: Seat
    value: Value
    stand_in: bool = False


@record
class Past:
    """A round that is over."""

    round: int
    moves: tuple[Made, ...]


@record
class Happened:
    """One line of what a side's blocks are made of: what a field was given at first, a round that began, a move, a change, a
    payoff, or what was asked of `seat`. `name` is that of the move or field."""

    what: str
    name: str = ""
    seat: Seat | None = None
    value: Value = None


@state
class State(Duet):
    """A game with a ledger as far as somebody was told; `header_text` is what decides."""

    header_text: str = ""
    private: tuple[tuple[Seat, Named], ...] = ()
    length: int | None = None
    fields: Named = ()
    round: int = 0
    turn: int = 0
    pending: TurnCame | None = None
    hidden: tuple[tuple[Seat, Value], ...] = ()
    stand_ins: tuple[Seat, ...] = ()
    made: tuple[Made, ...] = ()
    past: tuple[Past, ...] = ()
    paid: tuple[tuple[int, Seat, float], ...] = ()
    happened: tuple[Happened, ...] = ()
    display: int = 0
    cued: bool = False
    news: bool = True

    @property
    def header(self) -> Header:
        """What the pair declares."""
        return parse(self.header_text)

    def heard(self, seat: Seat | None) -> Self:
        secret = payoffs_are_private(self.header_text)
        return altered(
            super().heard(seat),
            hidden=tuple(each for each in self.hidden if each[0] == seat),
            private=tuple(each for each in self.private if self.ended or each[0] == seat),
            paid=tuple(each for each in self.paid if self.ended or not secret or each[1] == seat),
            length=None if self.header.rounds.hidden else self.length,
            happened=tuple(each for each in self.happened if not secret or each.what != "paid" or each.seat == seat),
        )


# ── for expressions ───────────────────────────────────────────────────────────────────────────────────────────────────


def names(s: State, seat: Seat | None = None) -> dict[str, Any]:
    """What stands for what in an expression now, as far as this state knows; with a `seat`, as far as it heard, and who it is."""
    if seat is not None:
        return names(s.heard(seat)) | {"me": str(seat), "them": str(OTHER[seat])}
    header, paid = s.header, _payoffs(s)
    found: dict[str, Any] = {each.name: each.constant for each in header.fields if each.kind == "list"}
    found |= {"wins": wins(s), "total": totals(s), "past": past(s)} | dict(s.fields)
    found |= _round(header, s.round, s.made, paid) | private_names(s)
    if s.length is not None and not header.rounds.hidden:
        found["rounds"] = s.length
    return found


def private_names(s: State) -> dict[str, Any]:
    """Private values by name, told apart where both sides' of one name are known; else “cost” is known as “cost.player”, too."""
    found: dict[str, Any] = {}
    for seat, hand in s.private:
        for name, value in hand:
            found[f"{name}.{seat}"] = value
            both = f"{name}.{OTHER[seat]}" in found
            found[name] = {str(each): found[f"{name}.{each}"] for each in SIDES} if both else value
    return found


def past(s: State) -> list[dict[str, Any]]:
    """The rounds that are over, as an expression reads them."""
    paid = _payoffs(s)
    return [_round(s.header, each.round, each.moves, paid) for each in s.past]


def _round(
    header: Header, number: int, made: Sequence[Made], paid: Mapping[int, dict[str, float | None]]
) -> dict[str, Any]:
    """A round as an expression reads it."""
    by = dict.fromkeys(rule.name for rule in header.moves) | {each.move: str(each.seat) for each in made}
    return {"round": number, **_moves(header, made), "by": by, "payoff": paid.get(number, dict.fromkeys(SIDES))}


def _moves(header: Header, made: Sequence[Made]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for rule in header.moves:
        of = {each.seat: readable(each.value) for each in made if each.move == rule.name}
        both = rule.by == "both"
        found[rule.name] = {seat: of.get(seat) for seat in SIDES} if both else next(iter(of.values()), None)
    return found


def readable(value: Value) -> Any:
    """A value as an expression reads it: what was offered by the names of its fields."""
    return dict(value) if isinstance(value, tuple) else value


def _payoffs(s: State) -> dict[int, dict[str, float | None]]:
    """What each round has paid, as far as it is known here."""
    found: dict[int, dict[str, float | None]] = {}
    for number, seat, amount in s.paid:
        found.setdefault(number, dict.fromkeys(map(str, SIDES)))[seat] = amount
    return found


def totals(s: State) -> dict[str, float]:
    """What each side has so far, as far as it is known here."""
    return {str(seat): tidy_number(sum(amount for _, who, amount in s.paid if who == seat)) for seat in SIDES}


def wins(s: State) -> dict[str, int]:
    """How many rounds each side has won: those that paid it more than the other."""
    ahead = [a - b for a, b in (pay.values() for pay in _payoffs(s).values()) if a is not None and b is not None]
    return {str(HUMAN): sum(each > 0 for each in ahead), str(PLAYER): sum(each < 0 for each in ahead)}


def tidy_number(value: float) -> float:
    """A number without the dust of arithmetic: six digits after the point, and whole where it is."""
    rounded = round(value, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def a_number(value: Any, else_said: str) -> float:
    """A value that is to be a number. BadExpression says so with these words, and the value, where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadExpression(f"{else_said} {value!r}.")
    return tidy_number(value)


class Steps:
    """The numbers that a turn or a field may be, from its low to its high in its steps."""

    def __init__(self, of: TurnCame | Field) -> None:
        self.low, self.high, self.step = of.low or 0, of.high or 0, of.step or 1
        self.count = max(0, int((self.high - self.low) / self.step + 1e-9)) + 1

    def __getitem__(self, at: int) -> float:
        return tidy_number(self.low + self.step * at)

    def nearest(self, value: float) -> float:
        """The one that comes nearest to a number."""
        return self[min(round((max(value, self.low) - self.low) / self.step), self.count - 1)]


# ── what is private ───────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=256)
def secret_names(header_text: str) -> frozenset[str]:
    """The names of private values in a header."""
    return frozenset(field.name for _, field in parse(header_text).private)


@lru_cache(maxsize=256)
def payoffs_are_private(header_text: str) -> bool:
    return parse(header_text).pays_in_private


def deal(header: Header, seat: Seat, names: Mapping[str, Any], rng: random.Random) -> Named:
    """Private values for a side, drawn."""
    found: dict[str, Single] = {}
    fields = [each for who, each in header.private if who == seat]
    for field in fields:
        if field.group and field.name not in found:
            group = [each for each in fields if each.group == field.group]
            found |= dict(zip((each.name for each in group), shares(group, rng), strict=True))
        elif not field.group:
            found[field.name] = draw(field, names, rng)
    return tuple(found.items())


def length(header: Header, rng: random.Random) -> int:
    """How many rounds there will be at most, drawn."""
    rounds = header.rounds
    if rounds.chance is None:
        return rng.randint(rounds.low, rounds.high)
    count = rounds.low
    while count < rounds.high and rng.random() < rounds.chance:
        count += 1
    return count


def imagined(s: State, rng: random.Random) -> State:
    """One of the worlds that look like this: with a side's values and the number of rounds, where they are not known, drawn
    as the header says."""
    header, known = s.header, dict(s.private)
    for seat in SIDES:
        if seat not in known and (hand := deal(header, seat, dict(s.fields), rng)):
            known[seat] = hand
    rounds = max(s.round, length(header, rng)) if s.length is None else s.length
    return altered(s, private=tuple(known.items()), length=rounds)


def draw(field: Field, names: Mapping[str, Any], rng: random.Random) -> Single:
    """The value that a field begins with. BadExpression when it cannot be worked out."""
    if field.value:
        return clipped(field, evaluate(field.value, names))
    if field.choices:
        return rng.choice(field.choices)
    steps = Steps(field)
    return rng.random() < 0.5 if field.kind == "yes-no" else steps[rng.randrange(steps.count)]


def clipped(field: Field, value: Single) -> Single:
    """A new value of a field, within its range. BadExpression when it is of another kind."""
    match field.kind:
        case "integer" | "number":
            number = a_number(value, f"“{field.name}” is to be a number, and would become")
            number = round(number) if field.kind == "integer" else number
            number = number if field.low is None else max(field.low, number)
            return tidy_number(number if field.high is None else min(field.high, number))
        case "choice":
            if value not in field.choices:
                raise BadExpression(
                    f"“{field.name}” is to be one of {', '.join(field.choices)}, and would become {value!r}."
                )
            return value
        case "yes-no":
            return bool(value) if not isinstance(value, str) else value.casefold() in ("yes", "true", "on")
    return value if value is None or isinstance(value, str) else str(value)


# ── what is due ───────────────────────────────────────────────────────────────────────────────────────────────────────


@together(MOST_AT_ONCE)
def next_turn(s: State) -> TurnCame | None:
    """The next move of this round that is due, worked out; None when there is none left. BadExpression says what in the
    header cannot be worked out."""
    header, known = s.header, names(s.heard(None))
    done = [rule.name for rule in header.moves].index(s.made[-1].move) + 1 if s.made else 0
    for rule in header.moves[done:]:
        if not rule.when or evaluate(rule.when, known):
            return turn_of(s, rule, known, who(s, rule))
    return None


def turn_of(s: State, rule: MoveRule, known: Mapping[str, Any], seats: tuple[Seat, ...]) -> TurnCame:
    """A move as it is due now, to be made by these seats."""
    unit = s.header.unit if rule.unit is None else rule.unit
    turn = TurnCame(s.turn + 1, rule.name, seats, rule.kind, rule.ask, choices=tuple(rule.choices), unit=unit)
    if rule.fields:
        return replace(turn, fields=tuple(turn_of(s, each, known, seats) for each in rule.fields))
    if rule.kind != "number":
        return turn
    what = f"The range of “{rule.name}” is to be numbers, and one of them is"
    low, high, step = (a_number(evaluate(each, known), what) for each in (rule.low, rule.high, rule.step))
    if high < low:
        raise BadExpression(f"“{rule.name}” can come to lie between {low:g} and {high:g}, where there is nothing.")
    if step <= 0:
        raise BadExpression(f"“{rule.name}” can come to have steps of {step:g}.")
    return replace(turn, low=low, high=high, step=step)


def who(s: State, rule: MoveRule) -> tuple[Seat, ...]:
    match rule.by:
        case "both":
            return SIDES
        case "in turns":
            return (HUMAN if s.round % 2 else PLAYER,)
        case "the other":
            return (OTHER[s.made[-1].seat] if s.made else HUMAN,)
    return (Seat(rule.by),)


def ways(turn: TurnCame, most: int, rng: random.Random) -> list[Any]:
    """What may be moved; where that is more than `most`, about as many by chance, of numbers all over their range."""
    if turn.fields:
        parts = [ways(each, most, rng) for each in turn.fields]
        if math.prod(map(len, parts)) <= most:
            offers = list(product(*parts))
        else:
            offers = list(dict.fromkeys(tuple(map(rng.choice, parts)) for _ in range(most)))
        return [tuple(zip((each.move for each in turn.fields), offer, strict=True)) for offer in offers]
    if turn.kind != "number":
        return [*turn.choices] or ["…"]
    steps, places = Steps(turn), list[int]()
    if steps.count > most:
        places = sorted({0, steps.count - 1, *(int((at + rng.random()) * steps.count / most) for at in range(most))})
    return [steps[at] for at in places or range(steps.count)]


# ── for displays ──────────────────────────────────────────────────────────────────────────────────────────────────────


MOST_OUTCOMES = 36
"""How many ways of choosing are worked out at most."""


def outcomes(s: State) -> Mapping[tuple[str, str], tuple[float, float]]:
    """What each way of choosing, the human's and the player's, pays them in a round; none unless each side makes just one move, a
    choice, and what it pays depends on nothing else but public fields."""
    header = s.header
    choosing = [(seat, rule) for rule in header.moves for seat in SIDES if rule.by in ("both", seat)]
    fields = dict(s.fields) | {each.name: each.constant for each in header.fields if each.kind == "list"}
    seats = [seat for seat, _ in choosing]
    plain = all(rule.kind == "choice" and not rule.when and not rule.sets for rule in header.moves)
    if not plain or header.after_round or sorted(seats) != sorted(SIDES):
        return {}
    if math.prod(len(rule.choices) for _, rule in choosing) > MOST_OUTCOMES:
        return {}
    found = {}
    for said in product(*(rule.choices for _, rule in choosing)):
        chose = dict(zip(seats, said, strict=True))
        known = fields | _moves(header, [Made(rule.name, seat, chose[seat]) for seat, rule in choosing])
        try:
            one, two = (a_number(evaluate(header.payoff[seat], known), "A payoff is") for seat in SIDES)
        except BadExpression:
            return {}
        found[chose[HUMAN], chose[PLAYER]] = one, two
    return found


def due(s: State) -> TurnCame | None:
    """What is due, or will be as soon as the manager has shown how things stand."""
    if s.pending is None and s.round and not s.ended:
        with suppress(BadExpression):
            return next_turn(s)
    return s.pending
