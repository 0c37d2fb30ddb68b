"""Intervals against values from printed tables."""

from __future__ import annotations

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


def test_the_interval_of_a_mean_is_students() -> None:
    # Mean 30, variance 300, standard error 10, two degrees of freedom.
    assert intervals.of_mean([50, 20, 20]) == pytest.approx((30 - 43.03, 30 + 43.03), abs=0.01)
    assert intervals.of_mean([7.0]) == (7.0, 7.0)
    assert intervals.of_mean([2, 2, 2]) == (2.0, 2.0)
