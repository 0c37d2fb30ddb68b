"""Nominations and verdicts of Town: what a vote weighs, and what it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from games.core import Seat
from games.town.events import Verdict

MAYORS_WEIGHT = 3
TRIALS = 3
"""Trials a day; after the last one the day is over."""


def threshold(alive: int) -> int:
    """What nominations have to weigh together for a trial: 5 of 9, 6 of 10."""
    return alive // 2 + 1


def weight(seat: Seat, mayors: Collection[Seat]) -> int:
    """What somebody's vote counts; `mayors` have revealed themselves."""
    return MAYORS_WEIGHT if seat in mayors else 1


def tally(votes: Iterable[tuple[Seat, Seat | None]], mayors: Collection[Seat]) -> Counter[Seat]:
    """What the nominations of each weigh."""
    count: Counter[Seat] = Counter()
    for seat, whom in votes:
        if whom is not None:
            count[whom] += weight(seat, mayors)
    return count


def accused(votes: Sequence[tuple[Seat, Seat | None]], alive: int, mayors: Collection[Seat]) -> Seat | None:
    """Who has to stand trial, if anybody. More than half of the heads cannot be behind two, but a Mayor who reveals himself may
    lift his own candidate over the line when another stands just below it: the one with most, then the first in seat order."""
    if len(votes) + (MAYORS_WEIGHT - 1) * len(mayors) < threshold(alive):
        return None
    count = tally(votes, mayors)
    over = [seat for seat, votes_for in count.items() if votes_for >= threshold(alive)]
    return min(over, key=lambda seat: (-count[seat], len(seat), seat)) if over else None


def weigh(votes: Iterable[tuple[Seat, Verdict]], mayors: Collection[Seat]) -> tuple[int, int]:
    """What guilty and innocent weigh. Who abstains counts for neither."""
    count: Counter[Verdict] = Counter()
    for seat, verdict in votes:
        count[verdict] += weight(seat, mayors)
    return count["guilty"], count["innocent"]
