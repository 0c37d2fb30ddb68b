"""What each seat saw in two evenings, line by line: when a line changes, the diff asks whether that seat should know.

Sentences as they were told, and after “>” what the seat was asked then. `GOLDEN=write` writes the transcripts anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.dictated import check_golden, check_public
from tests.games.liars_dice.table import Dictated, dictated

GOLDEN = Path(__file__).parents[2] / "golden" / "liars_dice"


def down_to_one_die() -> Dictated:
    """Three with two dice each: each of them is wrong once, one is passed over who has none left."""
    game = dictated("12", "33", "46", dice=2).play("p1 bids 2 3", "p2 bids 3 3", "p3 calls")
    game.play("p3 bids 1 5", "p1 bids 5 5", "p2 calls", "p1 bids 2 6", "p2 calls")
    return game.play("p2 bids 2 6", "p3 bids 3 6", "p1 calls", "p1 bids 1 4", "p2 bids 2 4", "p1 calls")


def called_exact_where_ones_are_ones() -> Dictated:
    """Exact calls by one who has all dice and by one who wins one back; a model takes a seat."""
    game = dictated("13", "26", dice=2, wild=False, exact=True).play("p1 bids 1 6", "p2 calls exact")
    game.play("p2 bids 4 6", "p1 calls").leaves("p1").play("p2 bids 1 4", "p1 calls exact")
    return game.play("p1 bids 2 6", "p2 calls exact", "p2 bids 4 6", "p1 calls", "p2 bids 3 6", "p1 calls")


EVENINGS = (down_to_one_die, called_exact_where_ones_are_ones)


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.__name__)
def test_every_seat_sees_what_it_saw_before(evening: Callable[[], Dictated]):
    check_golden(evening, GOLDEN)


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.__name__)
def test_what_the_public_saw_everyone_saw(evening: Callable[[], Dictated]):
    check_public(evening)
