"""Plays a header with dice, before anybody does, to find what cannot be worked out in play and on which line it stands.

It keeps to the rules of `games.duet.ledger.rules`, with one difference: after a mistake it goes on as if the value had been 0, so
that one rehearsal finds what is wrong with every expression that it comes to.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from games.core import Seat
from games.duet.ledger.declared import Mistake, Place, Read
from games.duet.ledger.expressions import BadExpression, measured
from games.duet.ledger.header import Field, Header, MoveRule, Strategy, shares
from games.duet.words import HUMAN, PLAYER, SIDES, Value

PLAYS = 36
MOST_EXPRESSIONS = 5_000
MOST_STEPS = 120_000
"""All in all: some tenths of a second, whatever the header says."""


class _Enough(Exception):
    """There has been enough rehearsing."""


def rehearse(read: Read) -> tuple[Mistake, ...]:
    """What is wrong with a header that reads well. The same header is always rehearsed alike."""
    found: dict[tuple[int, str], Mistake] = {}
    budget = _Budget()
    for number in range(PLAYS):
        play = _Play(read, random.Random(f"rehearsal {number}"), budget, found)
        try:
            play.run()
        except _Enough:
            if budget.steps > MOST_STEPS and not number and play.round < 2:
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

    def __init__(self, read: Read, rng: random.Random, budget: _Budget, found: dict[tuple[int, str], Mistake]) -> None:
        self.header: Header = read.header
        self.places: Mapping[tuple[str, str], Place] = {(each.what, each.expression): each for each in read.places}
        self.rng, self.budget, self.found = rng, budget, found
        self.fields: dict[str, Value] = {}
        self.private: dict[Seat, dict[str, Value]] = {seat: {} for seat in SIDES}
        self.made: dict[str, dict[Seat, Value]] = {}
        self.last: Seat | None = None
        self.past: list[dict[str, Any]] = []
        self.total = dict.fromkeys(map(str, SIDES), 0.0)
        self.round = self.length = 0
        self.texts = [word for each in self.header.fields if each.kind == "list" for word in _texts(each.constant)]

    def run(self) -> None:
        header = self.header
        for each in header.fields:
            if each.kind != "list":
                self.fields[each.name] = self.draw(each)
        for seat, each in header.private:
            if each.name not in self.private[seat]:
                group = [
                    other for who, other in header.private if who == seat and other.group and other.group == each.group
                ]
                dealt = shares(group, self.rng) if group else [self.draw(each)]
                self.private[seat] |= dict(zip((other.name for other in group or [each]), dealt, strict=True))
        self.length = self.rng.randint(header.rounds.low, min(header.rounds.high, header.rounds.low + 11))
        for number in range(1, self.length + 1):
            self.round = number
            if self.play_round():
                break

    def play_round(self) -> bool:
        """Whether the game is over after it."""
        header = self.header
        self.made, self.last = {}, None
        for rule in header.moves:
            if not rule.when or self.value(f"“when” of “{rule.name}”", rule.when, self.names(), True):
                self.move(rule)
        names = self.names()
        paid = {}
        for key, seat in (("human", HUMAN), ("player", PLAYER)):
            paid[key] = self.number(f"the payoff of the {key} side", header.payoff[seat], names)
            self.total[key] += paid[key]
        self.change("“after_round”", header.after_round, {"payoff": paid})
        for report in header.reports:
            for what, each in (("of", report.of), ("by", report.by)):
                if each:
                    self.value(
                        f"“{what}” of a report", each, {**self.names(), "payoff": paid, "rounds": self.length}, None
                    )
        if header.won_by:
            self.value("“won_by”", header.won_by, {**self.names(), "payoff": paid}, None)
        over = header.ends_when and self.value("“ends_when”", header.ends_when, {**self.names(), "payoff": paid}, False)
        by = {name: str(next(iter(of))) for name, of in self.made.items()}
        self.past.append({"round": self.round, **self.moves(), "by": by, "payoff": paid})
        return bool(over)

    # ── a move ──

    def move(self, rule: MoveRule) -> None:
        seats = self.who(rule)
        chosen: dict[Seat, Any] = {seat: {} for seat in seats}
        for part in rule.parts:
            for seat, value in self.said(rule, part, seats).items():
                chosen[seat] = {**chosen[seat], part.name: value} if rule.fields else value
        self.made[rule.name], self.last = chosen, seats[-1]
        self.change(f"“set” of “{rule.name}”", rule.sets)

    def said(self, move: MoveRule, rule: MoveRule, seats: tuple[Seat, ...]) -> dict[Seat, Value]:
        """What each side says for a move, or in a field of an offer."""
        low, high, step = self.range(rule)
        turn = {"low": low, "high": high, "step": step, "choices": list(rule.choices)}
        known, chosen = self.names(), {}
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
            chosen[seat] = self.rng.choice(legal) if usual else self.anything(rule, low, high, step, known)
        return chosen

    def who(self, rule: MoveRule) -> tuple[Seat, ...]:
        match rule.by:
            case "both":
                return SIDES
            case "in turns":
                return (HUMAN if self.round % 2 else PLAYER,)
            case "the other":
                return (PLAYER if self.last == HUMAN else HUMAN,)
            case side:
                return (Seat(side),)

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
    ) -> Value:
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

    def anything(self, rule: MoveRule, low: float, high: float, step: float, names: dict[str, Any]) -> Value:
        if rule.kind == "choice":
            return self.rng.choice(tuple(rule.choices))
        if rule.kind == "text":
            return " ".join(self.rng.choices([*self.texts, "Is it this?", "yes", "7"], k=self.rng.randint(1, 4)))
        steps = min(int((high - low) / step + 1e-9), 10**9)
        number = low + step * self.rng.choice((0, steps, self.rng.randint(0, steps), self.rng.randint(0, steps)))
        return _tidied(number)

    def change(self, what: str, changes: tuple[tuple[str, str], ...], more: Mapping[str, Any] | None = None) -> None:
        """All are worked out before any is made, as they would be read."""
        names = {**self.names(), **(more or {})}
        declared = {each.name: each for each in self.header.fields}
        for name, expression in changes:
            where = f"{what}, “{name}”"
            self.fields[name] = self.fitting(
                declared[name], self.value(where, expression, names, self.fields[name]), where, expression
            )

    def fitting(self, field: Field, value: Any, what: str, expression: str) -> Value:
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
            return self.fields.get(field.name)
        if number and field.kind in ("integer", "number"):
            value = max(value, field.low) if field.low is not None else value
            value = min(value, field.high) if field.high is not None else value
            return round(value) if field.kind == "integer" else _tidied(value)
        return value  # type: ignore[no-any-return]

    def draw(self, field: Field) -> Value:
        if field.value:
            what = f"“value” of “{field.name}”"
            zero: Any = 0 if field.kind in ("integer", "number") else ""
            return self.fitting(field, self.value(what, field.value, dict(self.fields), zero), what, field.value)
        if field.choices:
            return self.rng.choice(field.choices)
        if field.kind == "yes-no":
            return self.rng.random() < 0.5
        low, high, step = field.low or 0, field.high if field.high is not None else 1, field.step or 1
        return _tidied(low + step * self.rng.randint(0, min(max(0, int((high - low) / step + 1e-9)), 10**9)))

    # ── what is known ──

    def names(self, seat: Seat | None = None) -> dict[str, Any]:
        found: dict[str, Any] = {each.name: each.constant for each in self.header.fields if each.kind == "list"}
        found |= {"wins": dict.fromkeys(map(str, SIDES), 0)} | self.fields | self.moves()
        by = dict.fromkeys((rule.name for rule in self.header.moves), None)
        found["by"] = by | {name: str(next(iter(of))) for name, of in self.made.items()}
        found |= {
            "round": self.round,
            "total": dict(self.total),
            "past": self.past,
            "payoff": dict.fromkeys(map(str, SIDES)),
        }
        if not self.header.rounds.hidden:
            found["rounds"] = self.length
        if seat is not None:
            return {**found, **self.private[seat], "me": str(seat), "them": str(PLAYER if seat == HUMAN else HUMAN)}
        human, player = (self.private[each] for each in SIDES)
        for name in {**human, **player}:
            if name in human and name in player:
                found[name] = {"human": human[name], "player": player[name]}
            else:
                side = HUMAN if name in human else PLAYER
                found[name] = found[f"{name}.{side}"] = self.private[side][name]
        return found

    def moves(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for rule in self.header.moves:
            of = self.made.get(rule.name, {})
            found[rule.name] = (
                {str(seat): of.get(seat) for seat in SIDES} if rule.by == "both" else next(iter(of.values()), None)
            )
        return found

    # ── working out ──

    def value(self, what: str, expression: str, names: Mapping[str, Any], otherwise: Any, *, dice: bool = False) -> Any:
        try:
            value, steps = measured(expression, names, self.rng if dice else None)
        except BadExpression as wrong:
            place = self.places.get((what, expression))
            when = f" in round {self.round}" if self.header.rounds.high > 1 and self.round else ""
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


def _tidied(value: float) -> float:
    value = round(value, 6)
    return int(value) if value == int(value) else value
