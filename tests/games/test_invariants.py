"""Three hundred games by dice, or fewer long ones; `python -m tests.games.invariants` plays as many as one likes."""

from __future__ import annotations

import pytest

from games import all_games
from tests.games import invariants

MOVES = 100_000
"""After which it is enough."""


@pytest.mark.parametrize("game", sorted(all_games()))
def test_three_hundred_random_games_break_no_invariant(game: str):
    found, moves, ends = invariants.run(game, 300, jobs=1, most=MOVES)
    assert found == []
    assert moves > 300 and (ends.total() == 300 or moves > MOVES)
    assert len(ends) > 2, "dice should end a game in more ways than that"
