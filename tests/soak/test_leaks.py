"""500 random games in which every byte that is sent to a browser is held against what its seat was told: three browsers a game,
in up to 200 moves. (`make test` has fewer games, with a browser at every seat, to their ends.)

Apart from the tests in a browser: while Playwright is there, no other loop can run in that process.
"""

from __future__ import annotations

import pytest

from tests.web import leaks

pytestmark = pytest.mark.soak

GAMES, MOVES = 500, 200


@pytest.mark.parametrize("number", range(GAMES // 4))
@pytest.mark.parametrize("name", ["codenames", "duet", "mystery", "town"])
async def test_leaks_are_sought_in_500_games(name: str, number: int):
    assert await leaks.breaches(name, f"{name}/soak/{number}", most=MOVES, thorough=False) == []
