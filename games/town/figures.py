"""What many towns come to: how they ended, which roles won, and how long they took; and who was left day by day in one.

Only games that are over are counted, so that every role may be. The players of one game win and lose together: the intervals
of a role that is dealt several times a game are rather too narrow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import get_args

from games import intervals
from games.core import Figure
from games.town.events import Ended, Ending, Side
from games.town.people import ROLES
from games.town.state import State
from games.town.winning import called

ENDINGS: tuple[Ending, ...] = (*get_args(Side), "nobody", "wipe-out", "time-out")


def figures(states: Sequence[State]) -> tuple[Figure, ...]:
    """What these games come to; of one alone, its course. One that was called off counts for nothing."""
    over = [(each, each.ended) for each in states if each.ended is not None]
    if len(over) == 1:
        return (_course(*over[0]),)
    return tuple(_counted(over)) if over else ()


def _counted(over: Sequence[tuple[State, Ended]]) -> Iterator[Figure]:
    endings = Counter(ended.ending for _, ended in over)
    counts = {called(each): (endings[each], len(over)) for each in ENDINGS if endings[each]}
    yield intervals.shares("How games ended", "won by", counts)
    dealt: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for state, ended in over:
        for seat, role in zip(state.seats, ended.roles, strict=True):
            dealt[role] += 1
            won[role] += seat in ended.winners
    by_role = {role.title(): (won[role], dealt[role]) for role in ROLES if dealt[role]}
    yield intervals.shares("Games won with a role at the end", "role", by_role)
    yield intervals.means("Length", "", "days", {"all games": [float(ended.day) for _, ended in over]})
    lengths = Counter(ended.day for _, ended in over)
    days = {str(day): (lengths[day], len(over)) for day in range(min(lengths), max(lengths) + 1)}
    yield intervals.shares("Games that ended on a day", "day", days)


def _course(state: State, ended: Ended) -> Figure:
    """How many were alive as each day began, and at the end."""
    days = range(1, ended.day + 1)
    alive = [
        len(state.seats)
        - sum(grave.day < day for grave in state.graves)
        + sum(night < day for night, _ in state.revived)
        for day in days
    ]
    labels = (*map(str, days), "end")
    return Figure("Alive by day", "day", "players", labels, (*map(float, alive), float(len(state.alive))), course=True)
