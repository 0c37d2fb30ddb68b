"""Plays a header with dice, before anybody does, to find what cannot be worked out in play and on which line it stands.

It keeps the same ledger as a game, with one difference: after a mistake it goes on as if the value had been 0, so that one rehearsal
finds what is wrong with every expression that it comes to.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from games.core import Seat, altered
from games.duet.ledger import reckoning
from games.duet.ledger.declared import Place, read
from games.duet.ledger.expressions import BadExpression, measured
from games.duet.ledger.header import Field, MoveRule, Strategy
from games.duet.ledger.nodes import Mistake
from games.duet.ledger.reckoning import Made, Past, State
from games.duet.words import SIDES, Named, Single

PLAYS = 36
MOST_EXPRESSIONS = 5_000
MOST_STEPS = 120_000
"""All in all: some tenths of a second, whatever the header says."""


class _Enough(Exception):
    """There has been enough rehearsing."""


def rehearse(header: str) -> tuple[Mistake, ...]:
    """What is wrong with a header that reads well. The same header is always rehearsed alike."""
    found: dict[tuple[int, str], Mistake] = {}
    budget = _Budget()
    for number in range(PLAYS):
        play = _Play(header, random.Random(f"rehearsal {number}"), budget, found)
        try:
            play.run()
        except _Enough:
            if budget.steps > MOST_STEPS and not number and play.s.round < 2:
                play.wrong(
                    2, "A round takes too long to be worked out; make its expressions simpler, or fewer.", "round"
                )
            break
    return tuple(found.values())


class _Budget:
    def __init__(self) -> None:
        self.expressions = self.steps = 0

    def spend(self, steps: int) -> None:
        self.expressions += 1
        self.steps += steps
        if self.expressions > MOST_EXPRESSIONS or self.steps > MOST_STEPS:
            raise _Enough


class _Play:
    """One game. `found` gathers mistakes: one for each line and thing."""

    def __init__(self, header: str, rng: random.Random, budget: _Budget, found: dict[tuple[int, str], Mistake]) -> None:
        self.s = State(header_text=header)
        self.header = self.s.header
        self.places: Mapping[tuple[str, str], Place] = {(e.what, e.expression): e for e in read(header).places}
        self.rng, self.budget, self.found = rng, budget, found
        self.past: list[dict[str, Any]] = []
        self.texts = [word for each in self.header.fields if each.kind == "list" for word in _texts(each.constant)]

    def run(self) -> None:
        header = self.header
        for each in header.fields:
            if each.kind != "list":
                self.s = altered(self.s, fields=(*self.s.fields, (each.name, self.draw(each))))
        dealt = tuple((seat, reckoning.deal(header, seat, dict(self.s.fields), self.rng)) for seat in SIDES)
        length = self.rng.randint(header.rounds.low, min(header.rounds.high, header.rounds.low + 11))
        self.s = altered(self.s, private=dealt, length=length)
        while self.s.round < length and not self.over():
            pass

    def over(self) -> bool:
        """Plays another round. Whether the game is over after it."""
        header, number = self.header, self.s.round + 1
        self.s = altered(self.s, round=number, made=())
        for rule in header.moves:
            if not rule.when or self.value(f"“when” of “{rule.name}”", rule.when, self.names(), True):
                self.move(rule)
        names = self.names()
        paid = ((seat, self.number(f"the payoff of the {seat} side", header.payoff[seat], names)) for seat in SIDES)
        self.s = altered(self.s, paid=(*self.s.paid, *((number, seat, amount) for seat, amount in paid)))
        self.change("“after_round”", header.after_round)
        names = self.names()
        for report in header.reports:
            for what, each in (("of", report.of), ("by", report.by)):
                if each:
                    self.value(f"“{what}” of a report", each, {**names, "rounds": self.s.length}, None)
        if header.won_by:
            self.value("“won_by”", header.won_by, names, None)
        over = header.ends_when and self.value("“ends_when”", header.ends_when, names, False)
        self.past += reckoning.past(altered(self.s, past=(Past(number, self.s.made),)))
        return bool(over)

    # ── a move ──

    def move(self, rule: MoveRule) -> None:
        said = [(part.name, self.said(rule, part, reckoning.who(self.s, rule))) for part in rule.parts]
        for seat in reckoning.who(self.s, rule):
            each: Named = tuple((name, of[seat]) for name, of in said)
            self.s = altered(self.s, made=(*self.s.made, Made(rule.name, seat, each if rule.fields else each[0][1])))
        self.change(f"“set” of “{rule.name}”", rule.sets)

    def said(self, move: MoveRule, rule: MoveRule, seats: tuple[Seat, ...]) -> dict[Seat, Single]:
        """What each side says for a move, or in a field of an offer."""
        low, high, step = self.range(rule)
        turn = {"low": low, "high": high, "step": step, "choices": list(rule.choices)}
        chosen = {}
        for seat in seats:
            own = {**self.names(seat), **turn}
            if rule.default:
                said = self.value(f"“default” of “{rule.name}”", rule.default, own, None)
                self.judge(rule, said, low, high, f"“default” of “{rule.name}”", rule.default)
            said = [
                self.plays(strategy, move, rule, own, low, high)
                for strategy in self.header.strategies
                if strategy.seat == seat
            ]
            legal = [each for each in said if each is not None]
            usual = bool(legal) and self.rng.random() < 0.3
            chosen[seat] = self.rng.choice(legal) if usual else self.anything(rule, low, high, step)
        return chosen

    def range(self, rule: MoveRule) -> tuple[float, float, float]:
        if rule.kind != "number":
            return 0, 0, 1
        known = self.names()
        ends = ((key, each) for key, each in (("from", rule.low), ("to", rule.high), ("step", rule.step)))
        low, high, step = (self.number(f"“{key}” of “{rule.name}”", each, known, 1) for key, each in ends)
        if high < low:
            self.wrong(
                rule.line,
                f"“{rule.name}” can come to lie between {low:g} and {high:g}, where there is nothing.",
                "range",
            )
        if step <= 0:
            self.wrong(rule.line, f"“{rule.name}” can come to have steps of {step:g}.", "step")
        return low, max(low, high), step if step > 0 else 1

    def plays(
        self, strategy: Strategy, move: MoveRule, rule: MoveRule, names: dict[str, Any], low: float, high: float
    ) -> Single:
        """What a strategy does, if it may be done."""
        moves = dict(strategy.moves)
        expression = moves.get(f"{move.name}.{rule.name}", moves.get(move.name))
        if expression is None:
            return None
        what = f"the strategy “{strategy.name}” of {strategy.seat}"
        said = self.value(what, expression, names, None, dice=True)
        if move.fields and isinstance(said, Mapping):
            said = said.get(rule.name, "nothing")
        return said if self.judge(rule, said, low, high, what, expression) else None

    def judge(self, rule: MoveRule, said: Any, low: float, high: float, what: str, expression: str) -> bool:
        """Whether a move that an expression makes can be made. A number beyond the range is cut to it."""
        if said is None:
            return False
        if rule.kind == "number" and (isinstance(said, bool) or not isinstance(said, int | float)):
            why = f"it should come to a number for “{rule.name}”, and can come to {_said(said)}"
        elif rule.kind == "choice" and said not in rule.choices:
            why = f"it should come to one of {', '.join(rule.choices)}, and can come to {_said(said)}"
        elif rule.kind == "text" and not isinstance(said, str):
            why = f"it should come to a text for “{rule.name}”, and can come to {_said(said)}"
        else:
            return rule.kind != "number" or low <= said <= high
        place = self.places.get((what, expression))
        self.wrong(place.line if place else rule.line, f"In {what}: {why}.", what)
        return False

    def anything(self, rule: MoveRule, low: float, high: float, step: float) -> Single:
        if rule.kind == "choice":
            return self.rng.choice(tuple(rule.choices))
        if rule.kind == "text":
            return " ".join(self.rng.choices([*self.texts, "Is it this?", "yes", "7"], k=self.rng.randint(1, 4)))
        steps = min(int((high - low) / step + 1e-9), 10**9)
        number = low + step * self.rng.choice((0, steps, self.rng.randint(0, steps), self.rng.randint(0, steps)))
        return reckoning.tidy_number(number)

    def change(self, what: str, changes: Named) -> None:
        """All are worked out before any is made, as they would be read."""
        names, fields = self.names(), dict(self.s.fields)
        declared = {each.name: each for each in self.header.fields}
        for name, expression in changes:
            where = f"{what}, “{name}”"
            value = self.value(where, str(expression), names, fields[name])
            fields[name] = self.fitting(declared[name], value, where, str(expression))
        self.s = altered(self.s, fields=tuple(fields.items()))

    def fitting(self, field: Field, value: Any, what: str, expression: str) -> Single:
        """A new value of a field, cut to its range; another kind of value is a mistake."""
        number = isinstance(value, int | float) and not isinstance(value, bool)
        fits = {
            "choice": value in field.choices if isinstance(value, str) else False,
            "yes-no": isinstance(value, bool),
            "text": isinstance(value, str) or value is None or number,
        }.get(field.kind, number)
        if not fits:
            wanted = f"one of {', '.join(field.choices)}" if field.choices else f"of type {field.kind}"
            place = self.places.get((what, expression))
            self.wrong(
                place.line if place else field.line,
                f"In {what}: the field is {wanted}, and can come to {_said(value)}.",
                what,
            )
            return dict(self.s.fields).get(field.name)
        return reckoning.clipped(field, value)

    def draw(self, field: Field) -> Single:
        if not field.value:
            return reckoning.draw(field, {}, self.rng)
        what = f"“value” of “{field.name}”"
        zero: Any = 0 if field.kind in ("integer", "number") else ""
        return self.fitting(field, self.value(what, field.value, dict(self.s.fields), zero), what, field.value)

    def names(self, seat: Seat | None = None) -> dict[str, Any]:
        """What is known; what rounds before this one came to is not put together anew each time."""
        return reckoning.names(self.s, seat) | {"past": self.past}

    # ── working out ──

    def value(self, what: str, expression: str, names: Mapping[str, Any], otherwise: Any, *, dice: bool = False) -> Any:
        try:
            value, steps = measured(expression, names, self.rng if dice else None)
        except BadExpression as wrong:
            place = self.places.get((what, expression))
            when = f" in round {self.s.round}" if self.header.rounds.high > 1 and self.s.round else ""
            self.wrong(place.line if place else 2, f"In {what}, as it can happen in play{when}: {wrong}", what)
            self.budget.spend(100 + wrong.steps)
            return otherwise
        self.budget.spend(steps)
        return value

    def number(self, what: str, expression: str, names: Mapping[str, Any], otherwise: float = 0) -> float:
        value = self.value(what, expression, names, otherwise)
        if isinstance(value, bool) or not isinstance(value, int | float):
            place = self.places.get((what, expression))
            self.wrong(
                place.line if place else 2, f"In {what}: it should be a number, and can come to {_said(value)}.", what
            )
            return otherwise
        return value

    def wrong(self, line: int, sentence: str, what: str) -> None:
        self.found.setdefault((line, what), Mistake(line, sentence))


def _said(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:g}"
    return f"'{value[:40]}'" if isinstance(value, str) else "a list or a table"


def _texts(constant: Any) -> Iterator[str]:
    if isinstance(constant, str):
        yield constant
    elif isinstance(constant, Mapping):
        yield from constant
        for each in constant.values():
            yield from _texts(each)
    elif isinstance(constant, list):
        for each in constant:
            yield from _texts(each)
