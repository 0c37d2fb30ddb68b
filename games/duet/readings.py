"""What a number in a display may be: every fact of the ledger that is a number, and what follows from the facts.

A reading says whose it is and of which round. A number is right when it is a reading that agrees with all that is said of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product

from games.core import Seat
from games.duet.facts import Due, Fact, Facts
from games.duet.words import HUMAN, PLAYER, SIDES

PAYOFF, TOTAL, KEPT, GROWN, WOULD = "payoff", "total", "kept", "grown", "would"
GAP, JOINT, SUM, MEAN, RANGE, AFTER = "gap", "joint", "sum", "mean", "range", "after"
DERIVED = frozenset({GAP, JOINT, SUM, MEAN, AFTER})
"""What is a number of a display only where a word says so: a difference, a sum, a mean, a total as it was."""

_FACTOR = re.compile(r"(?i)factor|multipl|rate|times")
GIFTS = frozenset({"offer", "offered", "proposal", "gift", "give", "share", "split"})
"""Moves by which one side gets a part of a whole if the other says yes."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One number there is. `what` is a declared name or one of the kinds above; `latest` says that it stands now, or is the last of
    its kind. `of` is the name that a kind is made of."""

    value: float
    what: str
    seat: Seat | None = None
    round: int | None = None
    latest: bool = True
    of: str = ""


def other(seat: Seat) -> Seat:
    """Who sits opposite."""
    return PLAYER if seat == HUMAN else HUMAN


def is_number(value: object) -> bool:
    """Whether a fact's value is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def value_of(fact: Fact) -> float:
    """The number that a fact is. TypeError if it is none."""
    if not isinstance(fact.value, int | float):
        raise TypeError(f"{fact.name} is no number")
    return float(fact.value)


class Ledger:
    """The facts, sorted; and what follows from them."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.numeric = [each for each in facts.facts if is_number(each.value) and each.name not in {"round", "rounds"}]
        self.moved = [each for each in facts.facts if each.seat and each.round and each.name != PAYOFF]
        self.constants = [each for each in self.numeric if each.seat is None]
        self.moves = {each.name for each in self.moved} | {each.name for each in facts.due}
        self.amounts = {each.name for each in self.moved if is_number(each.value)}
        self.amounts |= {each.name for each in facts.due if each.kind == "number"}
        named = {each.name for each in self.constants if _FACTOR.search(each.name)}
        self.factors = named or {each.name for each in self.constants if 1 < value_of(each) <= 5}
        self.revealed = [each for each in self.numeric if each.seat and not each.round and each.name != TOTAL]
        self.paid = max((each.round or 0 for each in self.numeric if each.name == PAYOFF), default=0)
        self.open = any(each.name in {PAYOFF, TOTAL} for each in self.numeric)
        last = {each.round or 0 for each in self.moved if (each.round or 0) < facts.round or facts.over}
        self.last = max(last, default=None)
        self.settled = facts.over or self.paid >= facts.round
        self.readings = [*self._facts(), *self._followed()]
        self.known = {each.value for each in self.readings if each.what not in DERIVED}

    # ── facts ──

    def _facts(self) -> Iterator[Reading]:
        latest: dict[tuple[str, Seat | None], int] = {}
        for each in self.numeric:
            if each.round is not None:
                latest[each.name, each.seat] = max(each.round, latest.get((each.name, each.seat), 0))
        paid = max((round for (name, _), round in latest.items() if name == PAYOFF), default=0)
        for each in self.numeric:
            last = latest.get((each.name, each.seat)) if each.name != PAYOFF else paid
            yield Reading(value_of(each), each.name, each.seat, each.round, each.round is None or each.round == last)
        for due in self.facts.due:
            for end in {due.low, due.high, due.step} - {None}:
                yield Reading(float(end or 0), RANGE)

    def value(self, name: str, seat: Seat, round: int | None = None) -> float | None:
        """A number of a side in a round; or as it stands."""
        found = (value_of(each) for each in self.numeric if (each.name, each.seat, each.round) == (name, seat, round))
        return next(found, None)

    def named(self, name: str, seat: Seat, round: int | None) -> bool:
        """Whether a side made that move, be it a number or not, in that round (None: in any)."""
        return any(
            each.name == name and each.seat == seat and (round is None or each.round == round) for each in self.moved
        )

    # ── what follows ──

    def _followed(self) -> Iterator[Reading]:
        yield from self._parts()
        yield from self._pending()
        yield from self._sums()
        yield from self._gaps()

    def _parts(self) -> Iterator[Reading]:
        """What a side has left of a constant after a move, what a move becomes when it is multiplied, and what is left of that."""
        latest = max((each.round or 0 for each in self.moved), default=0)
        for each in self.moved:
            if not is_number(each.value):
                continue
            part, now = value_of(each), each.round == latest
            grown_to = {value_of(factor) * part for factor in self.constants if factor.name in self.factors}
            for whole in self.constants:
                if self._first(each) and value_of(whole) in grown_to and len(self.constants) > 2:
                    continue  # what a move has become is no whole that it was a part of
                if value_of(whole) >= part and each.seat:
                    refused = self.settled_as(each.round) == 0
                    if refused:
                        yield Reading(part, WOULD, other(each.seat), each.round, now)
                    yield Reading(value_of(whole) - part, WOULD if refused else KEPT, each.seat, each.round, now)
                grown = value_of(whole) * part
                if whole.name in self.factors and self._first(each):
                    yield Reading(grown, GROWN, None, each.round, now, each.name)
                    back = [one for one in self.moved if one.round == each.round and one.seat != each.seat]
                    for one in back:
                        if is_number(one.value) and value_of(one) <= grown:
                            yield Reading(grown - value_of(one), KEPT, one.seat, each.round, now)
        if self.facts.over:
            for mine, move in product(self.revealed, self.moved):
                if is_number(move.value):
                    yield Reading(abs(value_of(mine) - value_of(move)), WOULD, mine.seat, move.round)

    def _first(self, move: Fact) -> bool:
        """Whether a move is the first number of its round."""
        made = [each for each in self.moved if each.round == move.round and is_number(each.value)]
        return made[0] is move

    def settled_as(self, round: int | None) -> float | None:
        """What a round paid to both sides together; None while it has not."""
        paid = [value_of(each) for each in self.numeric if each.name == PAYOFF and each.round == round]
        return sum(paid) if paid else None

    def gift(self) -> Reading | None:
        """The part of a whole that lies before a side in this round, to be accepted."""
        if not any(due.kind == "choice" for due in self.facts.due):
            return None
        for each in reversed(self.moved):
            if each.round == self.facts.round and each.name in GIFTS and is_number(each.value) and self.constants:
                return Reading(value_of(each), each.name, each.seat, each.round)
        return None

    def _pending(self) -> Iterator[Reading]:
        """What each side would have, one way or another."""
        gift = self.gift()
        if gift and gift.seat:
            yield Reading(gift.value, WOULD, other(gift.seat), gift.round)
            for whole in self.constants:
                yield Reading(value_of(whole) - gift.value, WOULD, gift.seat, gift.round)
        yield Reading(0.0, WOULD)

    def tried(self, due: Due, tried: float) -> Iterator[Reading]:
        """What would be if a side entered that number now."""
        yield Reading(tried, due.name, due.seats[0])
        others = [each for each in self.moved if each.round == self.facts.round and is_number(each.value)]
        for whole in self.constants:
            constant = value_of(whole)
            if due.name in GIFTS:
                yield Reading(constant - tried, WOULD, due.seats[0])
                yield Reading(tried, WOULD, other(due.seats[0]))
            elif not others:
                yield Reading(constant - tried, WOULD, due.seats[0])
                yield Reading(constant * tried, WOULD, other(due.seats[0]))
                if whole.name in self.factors:
                    yield Reading(constant * tried, GROWN)
            for one in others:
                if constant * value_of(one) >= tried:
                    yield Reading(constant * value_of(one) - tried, WOULD, due.seats[0])
                if one.seat and constant - value_of(one) >= 0:
                    yield Reading(constant - value_of(one) + tried, WOULD, one.seat)

    def _sums(self) -> Iterator[Reading]:
        """Sums and means over rounds, totals as they were, what both have together."""
        for seat in SIDES:
            running = 0.0
            for round in range(1, self.paid + 1):
                running += self.value(PAYOFF, seat, round) or 0.0
                if round == self.paid > 1:
                    yield Reading(running / round, MEAN, seat, of=PAYOFF)
                yield Reading(running, AFTER, seat, round, round == self.paid)
            for name in self.amounts:
                mine = [value_of(each) for each in self.moved if each.name == name and each.seat == seat]
                if mine:
                    yield Reading(sum(mine), SUM, seat, of=name)
                    yield Reading(sum(mine) / len(mine), MEAN, seat, of=name)
        for name in self.amounts:
            both = [value_of(each) for each in self.moved if each.name == name]
            if last := self.latest(name):
                yield Reading(sum(last) / 2, MEAN, of=name)
            if both:
                yield Reading(sum(both), SUM, of=name)
                yield Reading(sum(both) / len(both), MEAN, of=name)
        for kind, of in self._results():
            if both_sides := self.both(kind, of):
                yield Reading(sum(both_sides), JOINT, None, of, of in {None, self.paid})
        for whole in self.constants:
            for count in {self.paid, self.facts.round, self.facts.rounds or 0} - {0, 1}:
                yield Reading(value_of(whole) * count, JOINT)
            yield Reading(value_of(whole), JOINT)
            if self.facts.over:
                yield Reading(value_of(whole) * self.facts.round, WOULD, of="throughout")
        own = {each.seat: value_of(each) for each in self.revealed}
        if len(own) == 2:
            yield Reading(abs(own[HUMAN] - own[PLAYER]), JOINT)

    def _results(self) -> list[tuple[str, int | None]]:
        """Totals, and the payoffs of each round."""
        return [(TOTAL, None), *((PAYOFF, round) for round in range(1, self.paid + 1))]

    def both(self, name: str, round: int | None) -> tuple[float, float] | None:
        """What the human and the player have of one name in a round; None unless both have it."""
        human, player = (self.value(name, seat, round) for seat in SIDES)
        return None if human is None or player is None else (human, player)

    def latest(self, name: str) -> tuple[float, float] | None:
        """The last numbers that the human and the player moved."""
        last = {each.seat: value_of(each) for each in self.numeric if each.name == name and each.round}
        return (last[HUMAN], last[PLAYER]) if len(last) == 2 else None

    def _gaps(self) -> Iterator[Reading]:
        """By how much one is more than another; whose is more."""
        for kind, of in self._results():
            yield from self._gap(kind, of, of is None or of == self.paid)
        for name in self.amounts:
            made = [each for each in self.moved if each.name == name and is_number(each.value)]
            last = max((each.round or 0 for each in made), default=0)
            for one, two in pairwise(made):
                gap = value_of(one) - value_of(two)
                more = one.seat if gap > 0 else two.seat
                yield Reading(abs(gap), GAP, more, two.round, two.round == last, name)
            for seat in SIDES:
                for one, two in pairwise(each for each in made if each.seat == seat):
                    gap = value_of(two) - value_of(one)
                    yield Reading(abs(gap), GAP, seat, two.round, two.round == last, f"own {name}")
        for seat, whole in product(SIDES, self.constants):
            total = self.value(TOTAL, seat)
            if total is not None:
                yield Reading(abs(total - value_of(whole)), GAP, seat, of="start")

    def _gap(self, name: str, round: int | None, latest: bool) -> Iterator[Reading]:
        if each := self.both(name, round):
            ahead = None if each[0] == each[1] else HUMAN if each[0] > each[1] else PLAYER
            yield Reading(abs(each[0] - each[1]), GAP, ahead, round, latest, name)

    # ── wholes, and pairs ──

    def wholes(self) -> set[float]:
        """What a part may be a part of."""
        found = {each.value for each in self.readings if each.what in {GROWN, RANGE}}
        found |= {value_of(each) for each in self.constants}
        return {each for each in found if each > 0}

    def wins(self) -> dict[Seat, int]:
        """How many rounds each side won: had the higher payoff in or, where payoffs are not known, moved the higher number."""
        won = dict.fromkeys(SIDES, 0)
        for round in range(1, self.facts.round + 1):
            winner = self.winner(round)
            if winner:
                won[winner] += 1
        return won

    def winner(self, round: int) -> Seat | None:
        """Who won a round; None if nobody did, or there is no telling."""
        for name in (PAYOFF, *sorted(self.amounts)):
            each = self.both(name, round)
            if each and each[0] != each[1]:
                return HUMAN if each[0] > each[1] else PLAYER
        return None

    def highest(self) -> Seat | None:
        """Who moved the higher number last, where both sides move one at once; None where nobody did."""
        for name in sorted(self.amounts):
            each = self.both(name, self.last)
            if each and each[0] != each[1]:
                return HUMAN if each[0] > each[1] else PLAYER
        return None

    def level(self) -> bool:
        """Whether both sides moved the same number last."""
        return any((each := self.both(name, self.last)) and each[0] == each[1] for name in self.amounts)

    def pairs(self) -> Iterator[tuple[float, float, int | None, str]]:
        """What both sides have of one kind: the human's, the player's, of which round, and the kind."""
        names = [(TOTAL, None), *((name, round) for name in (PAYOFF, *self.amounts) for round in self.rounds())]
        for name, round in names:
            if each := self.both(name, round):
                yield *each, round, name
        for name in self.amounts:
            if each := self.latest(name):
                yield *each, None, name
        won = self.wins()
        yield float(won[HUMAN]), float(won[PLAYER]), None, "wins"
        after = {(each.seat, each.round): each.value for each in self.readings if each.what == AFTER}
        for of in range(1, self.paid + 1):
            yield after[HUMAN, of], after[PLAYER, of], of, AFTER
        for gift in self.readings:
            if gift.what in GIFTS and gift.round and self.constants:
                rest = value_of(self.constants[0]) - gift.value
                mine, theirs = (rest, gift.value) if gift.seat == HUMAN else (gift.value, rest)
                yield mine, theirs, gift.round, WOULD

    def rounds(self) -> Iterable[int]:
        """The rounds that have begun."""
        return range(1, self.facts.round + 1)

    def due(self, name: str) -> Due | None:
        """The move of that name, if it is due."""
        return next((each for each in self.facts.due if each.name == name), None)
