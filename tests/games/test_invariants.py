"""Some games by dice, in `make soak` three hundred, or fewer long ones; `python -m tests.games.invariants` plays as many as one likes."""

from __future__ import annotations

import pytest

from games import all_games
from tests.conftest import Much
from tests.games import invariants

MOVES = 100_000
"""After which it is enough."""


@pytest.mark.parametrize("game", sorted(all_games()))
def test_random_games_break_no_invariant(game: str, much: Much):
    games = much(300)
    found, moves, ends = invariants.run(game, games, jobs=1, most=much(MOVES))
    assert found == []
    assert moves > games and (ends.total() == games or moves > much(MOVES))
    assert len(ends) > 2, "dice should end a game in more ways than that"
