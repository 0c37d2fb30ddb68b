"""Shares and means that were counted, with how sure one can be of them: 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from games.core import Figure

Z95 = 1.959964
"""Standard normal quantile of a 95 % interval."""

SHARE = "share"
"""The unit of figures whose values are shares of one."""


def shares(
    title: str, axis: str, counts: Mapping[str, tuple[int, int]], *, course: bool = False, series: str = ""
) -> Figure:
    """A figure of how often something was so: for each label, how many times of how many."""
    values = tuple(count / of if of else 0.0 for count, of in counts.values())
    ends = [of_share(count, of) for count, of in counts.values()]
    low, high = tuple(low for low, _ in ends), tuple(high for _, high in ends)
    return Figure(
        title, axis, SHARE, tuple(counts), values, tuple(of for _, of in counts.values()), low, high, course, series
    )


def means(
    title: str,
    axis: str,
    unit: str,
    values: Mapping[str, Sequence[float]],
    *,
    course: bool = False,
    series: str = "",
) -> Figure:
    """A figure of what something was on average: for each label, one or more values, each of another game."""
    cases = {label: [(value, game) for game, value in enumerate(each)] for label, each in values.items()}
    return counted(title, axis, unit, cases, course=course, series=series)


Cases = Sequence[tuple[float, int]]
"""Values, each with the game that it comes from."""


def counted(
    title: str, axis: str, unit: str, cases: Mapping[str, Cases], *, course: bool = False, series: str = ""
) -> Figure:
    """A figure of cases of which several may come from one game: shares, or means of another unit. For each label, one or more."""
    middle = tuple(math.fsum(value for value, _ in each) / len(each) for each in cases.values())
    ends = [of_cases(each, unit == SHARE) for each in cases.values()]
    low, high = tuple(low for low, _ in ends), tuple(high for _, high in ends)
    return Figure(title, axis, unit, tuple(cases), middle, tuple(map(len, cases.values())), low, high, course, series)


def of_cases(cases: Cases, share: bool) -> tuple[float, float]:
    """The 95 % interval of a mean or share of cases that are alike within a game: with the variance between games (Liang and
    Zeger, 1986) and, for a share, Wilson's interval of as many cases as would be as sure (Korn and Graubard, 1998)."""
    count, games = len(cases), {game for _, game in cases}
    values = [value for value, _ in cases]
    mean = math.fsum(values) / count
    if len(games) == count:
        return of_share(math.fsum(values), count) if share else of_mean(values)
    if len(games) == 1:
        return (0.0, 1.0) if share else (mean, mean)
    apart = dict.fromkeys(games, 0.0)
    for value, game in cases:
        apart[game] += value - mean
    variance = len(games) / (len(games) - 1) * math.fsum(each**2 for each in apart.values()) / count**2
    if not share:
        half = t95(len(games) - 1) * math.sqrt(variance)
        return (mean - half, mean + half)
    if not 0 < mean < 1:
        return of_share(mean * len(games), len(games))
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


def of_mean(values: Sequence[float]) -> tuple[float, float]:
    """Student's 95 % interval of a mean, for one or more values; a single one is all that is known of it."""
    mean = math.fsum(values) / len(values)
    if len(values) == 1:
        return (mean, mean)
    free = len(values) - 1
    variance = math.fsum((value - mean) ** 2 for value in values) / free
    half = t95(free) * math.sqrt(variance / len(values))
    return (mean - half, mean + half)


def t95(free: int) -> float:
    """The 97.5 % quantile of Student's t with `free` ≥ 1 degrees of freedom: exact for one and two, else by the expansion in
    Abramowitz and Stegun, 26.7.5, which is right to 0.004."""
    if free == 1:
        return math.tan(0.475 * math.pi)
    if free == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95 * 0.95))
    z = Z95
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / math.pow(free, power) for power, term in enumerate(terms, 1))
