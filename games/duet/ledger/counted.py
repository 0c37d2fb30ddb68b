"""What code can count for a side that bargains: what a deal at each offer would pay it, and from where on it gains.

Only from what that side heard and was dealt, and only for itself: what the other side gains is its own affair.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from games.core import Seat
from games.duet.events import TurnCame, Value
from games.duet.ledger.bargain import Course, courses
from games.duet.ledger.expressions import BadExpression
from games.duet.ledger.reckoning import State
from games.duet.sentences import written


def counted(s: State, seat: Seat, turn: TurnCame) -> tuple[str, ...]:
    """A line for each thing that can be counted where this turn is part of a negotiation; none where the side's own gain hangs on
    what it does not know."""
    if len(turn.seats) > 1 or turn.kind == "text":
        return ()
    try:
        # Where there are more proposals than can be weighed some are drawn: always the same, or a prompt would differ by chance.
        course = next(courses(s.heard(seat), seat, turn, random.Random(0)), None)
        return tuple(_lines(course, turn)) if course is not None else ()
    except BadExpression:
        return ()


def _lines(course: Course, turn: TurnCame) -> Iterator[str]:
    header, proposal = course.s.header, course.proposal
    unit = header.unit
    nothing = course.worth(course.proposals[0], course.going)
    yield f"Without a deal (“{course.going}”) you get {written(nothing, unit)} now."
    offers = [
        f"{'you' if who == course.seat else f'{{{who}}}'} {written(value, header.unit_of(proposal.name))} "
        f"({written(course.worth(value, course.deal), unit)})"
        for who, value in _offers(course)
    ]
    if offers:
        yield f"Offers so far, and what a deal at each would pay you: {'; '.join(offers)}."
    if turn.kind != "choice":
        worth: Mapping[Value, float] = {each: course.worth(each, course.deal) for each in course.proposals}
        good = [each for each in worth if worth[each] > nothing]
        if not good:
            yield "No deal that you can propose pays you more than that."
        elif turn.kind == "number" and _together(good, course.proposals):
            low, high = (written(each, header.unit_of(proposal.name)) for each in (good[0], good[-1]))
            yield f"A deal pays you more than that from {low} to {high}."


def _together(good: Sequence[Value], every: Sequence[Value]) -> bool:
    """Whether all that lies between two of the good ones is good."""
    first = every.index(good[0])
    return list(every[first : first + len(good)]) == list(good)


def _offers(course: Course) -> Iterator[tuple[Seat, Value]]:
    """What both sides have proposed so far in moves like this one, in order."""
    fields = [each.name for each in course.proposal.fields]
    alike = {rule.name for rule in course.s.header.moves if rule.kind == course.proposal.kind}
    alike &= {rule.name for rule in course.s.header.moves if [each.name for each in rule.fields] == fields}
    for made in (*(past.moves for past in course.s.past), course.s.made):
        yield from ((each.seat, each.value) for each in made if each.move in alike)
