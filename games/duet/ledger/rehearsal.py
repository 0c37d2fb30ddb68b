"""Plays a header with dice, before anybody does, to find what cannot be worked out in play and on which line it stands.

It keeps the same ledger as a game, with one difference: after a mistake it goes on as if the value had been 0, so that one rehearsal
finds what is wrong with every expression that it comes to.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from games.core import Seat, altered
from games.duet.ledger import reckoning
from games.duet.ledger.expressions import BadExpression, measured
from games.duet.ledger.header import Expression, Field, MoveRule
from games.duet.ledger.nodes import Mistake
from games.duet.ledger.reckoning import Made, Past, State
from games.duet.words import SIDES, Named, Single

PLAYS = 36
MOST_STEPS = 120_000
"""All in all: some tenths of a second, whatever the header says."""
STEPS = 24
"""What an expression takes besides its own steps."""


def rehearse(header: str) -> tuple[Mistake, ...]:
    """What is wrong with a header that reads well. The same header is always rehearsed alike."""
    rehearsal = _Rehearsal(header)
    for number in range(PLAYS):
        try:
            rehearsal.play(number)
        except _Enough:
            if not number and rehearsal.s.round < 2:
                why = "A round takes too long to be worked out; make its expressions simpler, or fewer."
                rehearsal.found[2, "round"] = Mistake(2, why)
            break
    return tuple(rehearsal.found.values())


class _Enough(Exception):
    """There has been enough rehearsing."""


class _Rehearsal:
    """Plays one game after another. `found` gathers mistakes: one for each line and thing."""

    def __init__(self, header: str) -> None:
        self.s = State(header_text=header)
        self.header = self.s.header
        self.found: dict[tuple[int, str], Mistake] = {}
        self.steps = 0
        self.texts = [*re.findall(r"\w+", header), "Is it this?", "yes", "7"]

    def play(self, number: int) -> None:
        header, self.rng = self.header, random.Random(f"rehearsal {number}")
        self.past: list[dict[str, Any]] = []
        fields: dict[str, Single] = {}
        for field in header.fields:
            if field.kind != "list":
                drawn = reckoning.draw(field, {}, self.rng) if field.drawn else self.kept(field, field.value, fields, 0)
                fields[field.name] = drawn
        dealt = tuple((seat, reckoning.deal(header, seat, fields, self.rng)) for seat in SIDES)
        length = self.rng.randint(header.rounds.low, min(header.rounds.high, header.rounds.low + 11))
        self.s = State(header_text=self.s.header_text, fields=tuple(fields.items()), private=dealt, length=length)
        while self.s.round < length and not self.over():
            pass

    def over(self) -> bool:
        """Plays another round. Whether the game is over after it."""
        header, number = self.header, self.s.round + 1
        self.s = altered(self.s, round=number, made=())
        for rule in header.moves:
            if self.value(rule.when, self.names(), True):
                self.move(rule)
        names = self.names()
        paid = ((number, seat, self.number(header.payoff[seat], names, 0)) for seat in SIDES)
        self.s = altered(self.s, paid=(*self.s.paid, *paid))
        self.change(header.after_round)
        names = self.names() | {"rounds": self.s.length}
        for each in (header.won_by, *(each for report in header.reports for each in (report.of, report.by))):
            self.value(each, names, None)
        over = self.value(header.ends_when, names, False)
        self.past += reckoning.past(altered(self.s, past=(Past(number, self.s.made),)))
        return bool(over)

    # ── a move ──

    def move(self, rule: MoveRule) -> None:
        seats = reckoning.who(self.s, rule)
        said = [(part.name, self.said(rule, part, seats)) for part in rule.parts]
        for seat in seats:
            each: Named = tuple((name, of[seat]) for name, of in said)
            self.s = altered(self.s, made=(*self.s.made, Made(rule.name, seat, each if rule.fields else each[0][1])))
        self.change(rule.sets)

    def said(self, move: MoveRule, rule: MoveRule, seats: tuple[Seat, ...]) -> dict[Seat, Single]:
        """What each side says for a move, or in a field of an offer: what a strategy would, or anything."""
        low, high, step = self.range(rule) if rule.kind == "number" else (0, 0, 1)
        turn = {"low": low, "high": high, "step": step, "choices": list(rule.choices)}
        chosen: dict[Seat, Single] = {}
        for seat in seats:
            own = self.names(seat) | turn
            by = [dict(strategy.moves) for strategy in self.header.strategies if strategy.seat == seat]
            makes = [moves.get(f"{move.name}.{rule.name}", moves.get(move.name, _NOTHING)) for moves in by]
            made = [self.made(rule, each, own) for each in (*makes, rule.default)]
            legal = [each for each in made if each is not None]
            usual = bool(legal) and self.rng.random() < 0.3
            chosen[seat] = self.rng.choice(legal) if usual else self.anything(rule, low, high, step)
        return chosen

    def range(self, rule: MoveRule) -> tuple[float, float, float]:
        known = self.names()
        low, high, step = (self.number(each, known, 1) for each in (rule.low, rule.high, rule.step))
        if high < low:
            why = f"“{rule.name}” can come to lie between {low:g} and {high:g}, where there is nothing."
            self.found.setdefault((rule.line, "range"), Mistake(rule.line, why))
        if step <= 0:
            why = f"“{rule.name}” can come to have steps of {step:g}."
            self.found.setdefault((rule.line, "step"), Mistake(rule.line, why))
        return low, max(low, high), step if step > 0 else 1

    def made(self, rule: MoveRule, expression: Expression, names: Mapping[str, Any]) -> Single:
        """The move that an expression makes, if it may be made. A number beyond the range would be cut to it."""
        said = self.value(expression, names, None)
        if isinstance(said, Mapping):
            said = said.get(rule.name, "nothing")
        wanted, fits = {
            "number": (f"a number for “{rule.name}”", _is_number(said)),
            "choice": (f"one of {', '.join(rule.choices)}", said in (*rule.choices,)),
            "text": (f"a text for “{rule.name}”", isinstance(said, str)),
        }[rule.kind]
        if said is not None and not fits:
            self.wrong(expression, f": it should come to {wanted}, and can come to {_shown(said)}.")
        within = rule.kind != "number" or (fits and names["low"] <= said <= names["high"])
        return said if fits and within else None

    def anything(self, rule: MoveRule, low: float, high: float, step: float) -> Single:
        if rule.kind == "choice":
            return self.rng.choice(tuple(rule.choices))
        if rule.kind == "text":
            return " ".join(self.rng.choices(self.texts, k=self.rng.randint(1, 4)))
        steps = min(int((high - low) / step + 1e-9), 10**9)
        number = low + step * self.rng.choice((0, steps, self.rng.randint(0, steps), self.rng.randint(0, steps)))
        return reckoning.tidy_number(number)

    def change(self, changes: tuple[tuple[str, Expression], ...]) -> None:
        """All are worked out before any is made, as they would be read."""
        names, fields = self.names(), dict(self.s.fields)
        declared = {each.name: each for each in self.header.fields}
        changed = {name: self.kept(declared[name], each, names, fields[name]) for name, each in changes}
        self.s = altered(self.s, fields=tuple((fields | changed).items()))

    # ── working out ──

    def names(self, seat: Seat | None = None) -> dict[str, Any]:
        """What is known; what rounds before this one came to is not put together anew each time."""
        return reckoning.names(self.s, seat) | {"past": self.past}

    def value(self, expression: Expression, names: Mapping[str, Any], otherwise: Any) -> Any:
        """What an expression comes to; what it would be `otherwise`, where it is none or cannot be worked out."""
        if not expression:
            return otherwise
        try:
            value, steps = measured(expression, names, self.rng)
        except BadExpression as mistake:
            when = f" in round {self.s.round}" if self.header.rounds.high > 1 and self.s.round else ""
            self.wrong(expression, f", as it can happen in play{when}: {mistake}")
            value, steps = otherwise, mistake.steps
        self.steps += STEPS + steps
        if self.steps > MOST_STEPS:
            raise _Enough
        return value

    def number(self, expression: Expression, names: Mapping[str, Any], otherwise: float) -> float:
        value = self.value(expression, names, otherwise)
        if not _is_number(value):
            self.wrong(expression, f": it should be a number, and can come to {_shown(value)}.")
            return otherwise
        return value  # type: ignore[no-any-return]

    def kept(self, field: Field, expression: Expression, names: Mapping[str, Any], otherwise: Single) -> Single:
        """A new value of a field, cut to its range; another kind of value is a mistake."""
        try:
            return reckoning.clipped(field, self.value(expression, names, otherwise))
        except BadExpression as mistake:
            self.wrong(expression, f": {mistake}")
            return otherwise

    def wrong(self, expression: Expression, why: str) -> None:
        mistake = Mistake(expression.line, f"In {expression.what}{why}")
        self.found.setdefault((expression.line, expression.what), mistake)


_NOTHING = Expression()


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if _is_number(value):
        return f"{value:g}"
    return f"'{value[:40]}'" if isinstance(value, str) else "a list or a table"
