"""Plays a header with dice, before anybody does, to find what cannot be worked out in play and on which line it stands.

It keeps the same ledger as a game. Like a game, a rehearsal is over where something cannot be worked out; then there is another.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from games.core import Seat, altered
from games.duet.events import SIDES, Single, TurnCame
from games.duet.ledger import reckoning
from games.duet.ledger.expressions import MOST_STEPS as MOST_OF_ONE
from games.duet.ledger.expressions import BadExpression, evaluate, together
from games.duet.ledger.header import Expression, MoveRule
from games.duet.ledger.nodes import Mistake
from games.duet.ledger.reckoning import Made, Past, State

PLAYS = 36
MOST_STEPS = 120_000
"""All in all: some tenths of a second, whatever the header says."""


def rehearse(header: str) -> tuple[Mistake, ...]:
    """What is wrong with a header that reads well. The same header is always rehearsed alike."""
    with together(MOST_STEPS + MOST_OF_ONE) as left:
        rehearsal = _Rehearsal(header, left)
        for number in range(PLAYS):
            try:
                rehearsal.play(random.Random(f"rehearsal {number}"))
            except BadExpression as mistake:
                rehearsal.wrong(mistake)
            if left[0] < MOST_OF_ONE:
                if rehearsal.s.round < 2 and not (number and rehearsal.rounds):
                    why = "A round takes too long to be worked out; make its expressions simpler, or fewer."
                    rehearsal.found[2, "round"] = Mistake(2, why)
                break
    return tuple(rehearsal.found.values())


class _Rehearsal:
    """Plays one game after another. `found` gathers mistakes, one for each line and thing; `line` is where a game has come to,
    `rounds` how many have been played out."""

    def __init__(self, header: str, left: list[int]) -> None:
        self.s = State(header_text=header)
        self.header, self.left = self.s.header, left
        self.found: dict[tuple[int, str], Mistake] = {}
        self.line, self.rounds = 2, 0
        self.texts = [*re.findall(r"\w+", header), "Is it this?", "yes", "7"]

    def play(self, rng: random.Random) -> None:
        header, self.rng = self.header, rng
        self.past: list[dict[str, Any]] = []
        self.s = State(header_text=self.s.header_text)
        for field in header.fields:
            if field.kind != "list":
                self.line = field.line
                drawn = reckoning.draw(field, dict(self.s.fields), rng)
                self.s = altered(self.s, fields=(*self.s.fields, (field.name, drawn)))
        dealt = tuple((seat, reckoning.deal(header, seat, dict(self.s.fields), rng)) for seat in SIDES)
        length = rng.randint(header.rounds.low, min(header.rounds.high, header.rounds.low + 11))
        self.s = altered(self.s, private=dealt, length=length)
        while self.s.round < length and self.left[0] >= MOST_OF_ONE and not self.over():
            pass

    def over(self) -> bool:
        """Plays another round. Whether the game is over after it."""
        header, number = self.header, self.s.round + 1
        self.s = altered(self.s, round=number, made=())
        for rule in header.moves:
            if not rule.when or evaluate(rule.when, self.names()):
                self.move(rule)
        names = self.names()
        paid = tuple((number, seat, self.payoff(header.payoff[seat], names)) for seat in SIDES)
        self.s = altered(self.s, paid=(*self.s.paid, *paid))
        self.change(header.after_round)
        names = self.names() | {"rounds": self.s.length}
        for each in (header.won_by, *(each for report in header.reports for each in (report.of, report.by))):
            self.tried(each, names)
        over = header.ends_when and evaluate(header.ends_when, names)
        self.past += reckoning.past(altered(self.s, past=(Past(number, self.s.made),)))
        self.rounds += 1
        return bool(over)

    def names(self, seat: Seat | None = None) -> dict[str, Any]:
        """What is known; what rounds before this one came to is not put together anew each time."""
        return reckoning.names(self.s, seat) | {"past": self.past}

    def move(self, rule: MoveRule) -> None:
        self.line = rule.line
        seats = reckoning.who(self.s, rule)
        turn = reckoning.turn_of(self.s, rule, self.names(), seats)
        asked = tuple(zip(rule.parts, turn.fields or (turn,), strict=True))
        made = []
        for seat in seats:
            said = tuple((part.name, self.said(rule, part, each, seat)) for part, each in asked)
            made.append(Made(rule.name, seat, said if rule.fields else said[0][1]))
        self.s = altered(self.s, made=(*self.s.made, *made))
        self.change(rule.sets)

    def said(self, move: MoveRule, rule: MoveRule, turn: TurnCame, seat: Seat) -> Single:
        """What a side says for a move, or in a field of an offer: what a strategy would, or anything."""
        low, high, step = turn.low or 0, turn.high or 0, turn.step or 1
        own = self.names(seat) | {"low": low, "high": high, "step": step, "choices": list(turn.choices)}
        by = [dict(strategy.moves) for strategy in self.header.strategies if strategy.seat == seat]
        makes = [moves.get(f"{move.name}.{rule.name}", moves.get(move.name, Expression())) for moves in by]
        legal = [said for each in (*makes, rule.default) if (said := self.legal(turn, each, own)) is not None]
        if legal and self.rng.random() < 0.3:
            return self.rng.choice(legal)
        if turn.kind == "choice":
            return self.rng.choice(turn.choices)
        if turn.kind == "text":
            return " ".join(self.rng.choices(self.texts, k=self.rng.randint(1, 4)))
        steps = min(int((high - low) / step + 1e-9), 10**9)
        number = low + step * self.rng.choice((0, steps, self.rng.randint(0, steps), self.rng.randint(0, steps)))
        return reckoning.tidy_number(number)

    def legal(self, turn: TurnCame, expression: Expression, names: Mapping[str, Any]) -> Single:
        """The move that an expression makes, if it may be made. A number beyond the range would be cut to it."""
        said = self.tried(expression, names)
        if isinstance(said, Mapping):
            said = said.get(turn.move, "nothing")
        wanted, fits = {
            "number": (f"a number for “{turn.move}”", _is_number(said)),
            "choice": (f"one of {', '.join(turn.choices)}", said in turn.choices),
            "text": (f"a text for “{turn.move}”", isinstance(said, str)),
        }[turn.kind]
        if said is not None and not fits:
            self.note(expression, f": it should come to {wanted}, and can come to {_shown(said)}.")
        beyond = turn.kind == "number" and fits and not names["low"] <= said <= names["high"]
        return said if fits and not beyond else None

    def change(self, changes: tuple[tuple[str, Expression], ...]) -> None:
        """All are worked out before any is made, as they would be read."""
        names, fields = self.names(), dict(self.s.fields)
        declared = {each.name: each for each in self.header.fields}
        for name, expression in changes:
            self.line = expression.line
            fields[name] = reckoning.clipped(declared[name], evaluate(expression, names))
        self.s = altered(self.s, fields=tuple(fields.items()))

    def payoff(self, expression: Expression, names: Mapping[str, Any]) -> float:
        value: float = evaluate(expression, names)
        if _is_number(value):
            return value
        self.note(expression, f": it should be a number, and can come to {_shown(value)}.")
        return 0

    def tried(self, expression: Expression, names: Mapping[str, Any]) -> Any:
        """What an expression comes to that no game ends by."""
        try:
            return evaluate(expression, names, self.rng) if expression else None
        except BadExpression as mistake:
            return self.wrong(mistake)

    # ── mistakes ──

    def wrong(self, mistake: BadExpression) -> None:
        at = mistake.expression
        if isinstance(at, Expression) and at.what:
            when = f" in round {self.s.round}" if self.header.rounds.high > 1 and self.s.round else ""
            self.note(at, f", as it can happen in play{when}: {mistake}")
        else:
            self.found.setdefault((self.line, ""), Mistake(self.line, str(mistake)))

    def note(self, expression: Expression, why: str) -> None:
        where = expression.line, expression.what
        self.found.setdefault(where, Mistake(expression.line, f"In {expression.what}{why}"))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "yes", False: "no"}[value]
    if isinstance(value, list | Mapping):
        return "a list or a table"
    return f"{value:g}" if _is_number(value) else f"'{value[:40]}'"
