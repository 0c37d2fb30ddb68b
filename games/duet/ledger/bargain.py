"""How a built-in player haggles where its pair has no strategy for it: it asks for much, gives way from round to round, and
takes what is better than what it would ask for next.

A course is a negotiation where one side proposes a number or an offer, and the other takes it or goes on. What a deal is worth
is what the header pays its own side for it, and nothing is worth more than what the other side could ever take: as far as
anybody knows, who knows from which values its own were drawn.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from games.core import Action, Seat, Temper, record
from games.duet.events import OTHER, Choose, TurnCame, Value
from games.duet.ledger import reckoning, rules
from games.duet.ledger.expressions import BadExpression, evaluate
from games.duet.ledger.header import Header, MoveRule
from games.duet.ledger.reckoning import State, readable

MOST_PROPOSALS = 500
"""Proposals that are weighed, of all that could be made."""

WORLDS = 6
"""Worlds in which the other side's part of them is."""

OPENING, CLOSING, LAST = 0.9, 0.65, 0.05
"""What it asks for at first, as a share of all there is to gain; in the end, as a share of what would be fair; and what it takes
rather than nothing when nobody can ask for more, as a share of all."""

ALIKE = 0.05
"""Shares that differ by less are the same to it, and it asks for what the other side likes best."""

Moves = tuple[tuple[MoveRule, Value, Seat], ...]
"""What is made by whom."""


def haggled(s: State, seat: Seat, turn: TurnCame, rng: random.Random, temper: Temper) -> Action | None:
    """What to propose or to answer; None where this is no negotiation."""
    if len(turn.seats) > 1 or turn.kind == "text":
        return None
    try:
        course = next(courses(s, seat, turn, rng), None)
        return None if course is None else course.move(turn, rng, temper)
    except BadExpression:
        return None


def _after(names: Mapping[str, Any], made: Moves) -> dict[str, Any]:
    """What stands for what when these moves have been made."""
    after = {**names, "by": dict(names["by"])}
    for rule, value, who in made:
        after[rule.name], after["by"][rule.name] = readable(value), str(who)
        after |= {name: evaluate(how, after) for name, how in rule.sets}
    return after


@record
class Course:
    """A proposal and its answer, as `seat` sees them, with what stands for what: with `deal` it is taken, with `going` it goes on;
    the `last` where no other can follow."""

    s: State
    seat: Seat
    names: Mapping[str, Any]
    proposal: MoveRule
    answer: MoveRule
    proposer: Seat
    proposals: Sequence[Value]
    deal: str = ""
    going: str = ""
    last: bool = False

    def made(self, value: Value, choice: str) -> Moves:
        return (self.proposal, value, self.proposer), (self.answer, choice, OTHER[self.proposer])

    def worth(self, value: Value, choice: str) -> float:
        """What a proposal pays its side, answered so."""
        return _paid(self.s.header, self.seat, _after(self.names, self.made(value, choice)))

    def move(self, turn: TurnCame, rng: random.Random, temper: Temper) -> Action | None:
        worth = {value: self.worth(value, self.deal) for value in self.proposals}
        nothing = self.worth(self.proposals[0], self.going)
        worlds = [reckoning.names(reckoning.imagined(self.s, rng)) for _ in range(WORLDS)]
        most, fair = self._bounds({value: each - nothing for value, each in worth.items()}, worlds)
        gone = self._gone(turn.kind == "choice", temper, rng)
        least = nothing + OPENING * most * (1 - gone) + CLOSING * fair * gone
        asked, offered = (self._said(who) for who in (self.seat, OTHER[self.seat]))
        least = max([min([least, *asked]), *offered[: -1 if turn.kind == "choice" else None]])
        if turn.kind == "choice":
            enough = nothing + LAST * most if self.last else least
            return Choose(self.deal if offered[-1] >= enough and offered[-1] > nothing else self.going)
        good = [each for each in worth if worth[each] >= least] or [max(worth, key=worth.__getitem__)]
        modest = min(worth[each] for each in good) + ALIKE * most
        near = [each for each in good if worth[each] <= modest]
        liked = max(near, key=lambda each: (statistics.fmean(self._gains(each, worlds)), -worth[each]))
        return rules.nearest(self.proposal, turn, liked)

    def _bounds(self, gains: Mapping[Value, float], worlds: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
        """What there is to gain at most, in a deal that the other side might take; and in a fair one, where what both gain,
        multiplied, is the most."""
        best = sorted(gains, key=gains.__getitem__, reverse=True)
        some = best[:: max(1, len(best) // 50)]
        theirs = {each: sum(max(0.0, gain) for gain in self._gains(each, worlds)) for each in some}
        most = next((gains[each] for each in some if theirs[each]), gains[best[0]])
        return most, gains[max(some, key=lambda each: max(0.0, gains[each]) * theirs[each])]

    def _gains(self, value: Value, worlds: Sequence[Mapping[str, Any]]) -> list[float]:
        """What the other side would gain by a deal, in each of these worlds."""
        header, other = self.s.header, OTHER[self.seat]
        made = [self.made(value, choice) for choice in (self.deal, self.going)]
        return [
            _paid(header, other, _after(names, made[0])) - _paid(header, other, _after(names, made[1]))
            for names in worlds
        ]

    def _gone(self, later: bool, temper: Temper, rng: random.Random) -> float:
        """How much of the way from what it asks for at first it has gone at this proposal, or at the one after it."""
        proposing = _proposing(self.s.header)
        stage = (self.s.round - 1) * len(proposing) + proposing.index(self.proposal) + later
        last = _rounds(self.s) * len(proposing) - 1
        gone = (stage + rng.uniform(-0.25, 0.25)) / max(1.0, last)
        return math.pow(min(1.0, max(0.0, gone)), 0.5 + temper.boldness)

    def _said(self, seat: Seat) -> list[float]:
        """What a side has proposed so far, by what it would be worth now."""
        fields = [each.name for each in self.proposal.fields]
        alike = {rule.name for rule in _proposing(self.s.header) if [each.name for each in rule.fields] == fields}
        made = [each for of in (*(past.moves for past in self.s.past), self.s.made) for each in of if each.seat == seat]
        return [self.worth(each.value, self.deal) for each in made if each.move in alike]


def courses(s: State, seat: Seat, turn: TurnCame, rng: random.Random) -> Iterator[Course]:
    """The negotiations of which this turn is a part, as the side sees them."""
    header, known, mine = s.header, reckoning.names(s), s.header.move(turn.move)
    many, proposing = header.rounds.high > 1, {rule.name: rule for rule in _proposing(header)}
    if turn.kind == "choice":
        made = next((each.move for each in reversed(s.made) if each.seat != seat), "")
        proposer, pairs = OTHER[seat], [(proposing[made], mine)] if made in proposing else []
    else:
        later = header.moves[header.moves.index(mine) + 1 :]
        answers = (rule for rule in later if rule.kind == "choice" and rule.by in (str(OTHER[seat]), "the other"))
        proposer, pairs = seat, [(mine, rule) for rule in answers]
    for proposal, answer in pairs:
        asked = reckoning.turn_of(s, proposal, reckoning.names(s.heard(None)), (proposer,))
        course = Course(s, seat, known, proposal, answer, proposer, reckoning.ways(asked, MOST_PROPOSALS, rng))
        few = course.proposals[:: max(1, len(course.proposals) // 7)]
        paid = {choice: {course.worth(each, choice) for each in few} for choice in answer.choices}
        after = {choice: _after(known, course.made(few[-1], choice)) for choice in answer.choices}
        deals = [choice for choice in paid if len(paid[choice]) > 1]
        for deal, going in product(deals, (choice for choice in paid if choice not in deals)):
            soon = _due(header, answer, after[going]) - _due(header, answer, after[deal])
            begun = any(each.move in proposing and each.move != proposal.name for each in s.made)
            on = many and _over(header, after[deal]) and not _over(header, after[going])
            if soon or on or begun:
                last = not soon and (not many or (s.length is not None and s.round >= s.length))
                yield replace(course, deal=deal, going=going, last=last)


def _paid(header: Header, seat: Seat, names: Mapping[str, Any]) -> float:
    return reckoning.a_number(evaluate(header.payoff[seat], names), "A payoff is to be a number, and is")


def _proposing(header: Header) -> list[MoveRule]:
    return [rule for rule in header.moves if rule.kind in ("number", "offer") and rule.by != "both"]


def _due(header: Header, after: MoveRule, names: Mapping[str, Any]) -> set[str]:
    """What is still to be done in this round."""
    later = header.moves[header.moves.index(after) + 1 :]
    return {rule.name for rule in later if not rule.when or evaluate(rule.when, names)}


def _over(header: Header, names: Mapping[str, Any]) -> bool:
    """Whether the game is over then, or nothing is done in it any more."""
    anew = {**names, **{rule.name: None for rule in header.moves}}
    over = bool(header.ends_when and evaluate(header.ends_when, names))
    return over or not any(not rule.when or evaluate(rule.when, anew) for rule in header.moves)


def _rounds(s: State) -> float:
    """How many rounds there will be, as far as anybody knows."""
    if s.length is not None:
        return s.length
    rounds = s.header.rounds
    return (rounds.low + rounds.high) / 2 if rounds.chance is None else min(rounds.high, 1 / (1 - rounds.chance))
