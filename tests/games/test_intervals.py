"""Intervals against values from printed tables."""

from __future__ import annotations

import random

import pytest

from games import intervals


def test_the_interval_of_a_share_is_wilsons() -> None:
    low, high = intervals.of_share(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert intervals.of_share(0, 0) == (0.0, 1.0)
    assert intervals.of_share(5, 5)[1] == 1.0


@pytest.mark.parametrize(
    ("free", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980)]
)
def test_the_quantiles_are_students(free: int, quantile: float) -> None:
    assert intervals.t95(free) == pytest.approx(quantile, abs=0.004)


def of_mean(*values: float) -> tuple[float, float]:
    """The interval of a mean of values, each of another game."""
    return intervals.of_cases([(value, game) for game, value in enumerate(values)], share=False)


def test_the_interval_of_a_mean_is_students() -> None:
    # Mean 30, variance 300, standard error 10, two degrees of freedom.
    assert of_mean(50, 20, 20) == pytest.approx((30 - 43.03, 30 + 43.03), abs=0.01)
    assert of_mean(7.0) == (7.0, 7.0)
    assert of_mean(2, 2, 2) == (2.0, 2.0)


def test_rounds_of_one_game_are_not_counted_as_if_each_were_another_game() -> None:
    """Games whose rounds are all alike say no more than a round of each would."""
    games = [[7.0] * 8, [1.0] * 8, [4.0] * 8]
    low, high = intervals.of_cases([(each, at) for at, game in enumerate(games) for each in game], share=False)
    assert (low, high) == pytest.approx(of_mean(7, 1, 4))
    alike = [(float(at < 6), at) for at in range(10) for _ in range(5)]
    wilson, clustered = intervals.of_share(6, 10), intervals.of_cases(alike, share=True)
    assert clustered == pytest.approx(wilson, abs=0.03) and clustered[1] - clustered[0] > 0.5
    assert intervals.of_cases([(1.0, at // 5) for at in range(50)], share=True) == intervals.of_share(10, 10)
    assert intervals.of_cases([(1.0, 0), (0.0, 0)], share=True) == (0.0, 1.0)
    assert intervals.of_cases([(1.0, 0), (0.0, 1)], share=True) == intervals.of_share(1, 2)


@pytest.mark.parametrize("share", [True, False])
def test_of_a_hundred_intervals_of_rounds_that_are_alike_about_95_hold_the_truth(share: bool) -> None:
    held, naive, dice = 0, 0, random.Random("rounds")
    for _ in range(400):
        cases = []
        for game in range(30):
            often = dice.choice((0.1, 0.3, 0.5))
            cases += [(float(dice.random() < often), game) for _ in range(10)]
        low, high = intervals.of_cases(cases, share)
        held += low <= 0.3 <= high
        low, high = intervals.of_share(sum(value for value, _ in cases), len(cases))
        naive += low <= 0.3 <= high
    assert 0.92 <= held / 400 <= 0.98 and naive < held
