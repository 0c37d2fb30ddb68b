"""Shares and means that were counted, with how sure one can be of them: 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from games.core import Figure

Z95 = 1.959964
"""Standard normal quantile of a 95 % interval."""

STUDENTS = {
    1: 12.706,
    2: 4.303,
    3: 3.182,
    4: 2.776,
    5: 2.571,
    6: 2.447,
    8: 2.306,
    12: 2.179,
    30: 2.042,
    math.inf: 1.960,
}
"""The 97.5 % quantiles of Student's t, by degrees of freedom. Over their inverse it is nearly a straight line between these."""

SHARE = "share"
"""The unit of figures whose values are shares of one."""

Cases = Sequence[tuple[float, int]]
"""Values, each with the game that it comes from."""


def shares(title: str, axis: str, counts: Mapping[str, tuple[int, int]], **look: Any) -> Figure:
    """A figure of how often something was so: for each label, how many times of how many games."""
    values = {label: [1.0] * count + [0.0] * (of - count) for label, (count, of) in counts.items()}
    return means(title, axis, SHARE, values, **look)


def means(title: str, axis: str, unit: str, values: Mapping[str, Sequence[float]], **look: Any) -> Figure:
    """A figure of what something was on average: for each label, one or more values, each of another game."""
    cases = {label: [(value, game) for game, value in enumerate(each)] for label, each in values.items()}
    return counted(title, axis, unit, cases, **look)


def counted(title: str, axis: str, unit: str, cases: Mapping[str, Cases], **look: Any) -> Figure:
    """A figure of cases of which several may come from one game: shares, or means of another unit. For each label, one or more;
    `look` is what else there is to a figure."""
    middle = tuple(math.fsum(value for value, _ in each) / len(each) for each in cases.values())
    ends = [of_cases(each, unit == SHARE) for each in cases.values()]
    low, high = tuple(low for low, _ in ends), tuple(high for _, high in ends)
    return Figure(title, axis, unit, tuple(cases), middle, tuple(map(len, cases.values())), low, high, **look)


def of_cases(cases: Cases, share: bool) -> tuple[float, float]:
    """The 95 % interval of a mean or share of cases that are alike within a game: with the variance between games (Liang and
    Zeger, 1986) and, for a share, Wilson's interval of as many cases as would be as sure (Korn and Graubard, 1998). With a case
    a game they are Student's and Wilson's. A single game is all that is known of a mean, and says nothing of a share."""
    count, apart = len(cases), dict.fromkeys((game for _, game in cases), 0.0)
    games, total = len(apart), math.fsum(value for value, _ in cases)
    mean = total / count
    if share and games == count:
        return of_share(total, count)
    if games == 1:
        return (0.0, 1.0) if share else (mean, mean)
    for value, game in cases:
        apart[game] += value - mean
    variance = games / (games - 1) * math.fsum(each**2 for each in apart.values()) / count**2
    if not share:
        half = t95(games - 1) * math.sqrt(variance)
        return (mean - half, mean + half)
    if not 0 < mean < 1:
        return of_share(mean * games, games)
    worth = min(count, mean * (1 - mean) / variance) if variance else count
    return of_share(mean * worth, worth)


def of_share(count: float, of: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share: honest for few cases, and for none or all of them."""
    if not of:
        return (0.0, 1.0)
    share, z2 = count / of, Z95 * Z95
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z95 / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return (max(0.0, middle - half), min(1.0, middle + half))


def t95(free: int) -> float:
    """The 97.5 % quantile of Student's t with `free` ≥ 1 degrees of freedom, right to 0.004."""
    import numpy  # which takes longer to load than the rest of the games

    return float(numpy.interp(-1 / free, [-1 / each for each in STUDENTS], [*STUDENTS.values()]))
