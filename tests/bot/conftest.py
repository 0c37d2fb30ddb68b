"""What several tests of the bot need."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from tests.bot.endpoint import Endpoint, Line


@pytest.fixture
async def endpoint() -> AsyncIterator[Callable[..., Endpoint]]:
    """Endpoints that hang up after the test and have to have said everything in their scripts."""
    made: list[Endpoint] = []

    def make(*lines: Line) -> Endpoint:
        made.append(Endpoint(*lines))
        return made[-1]

    yield make
    for each in made:
        assert not each.lines, "the endpoint was not asked often enough"
        for players in each.players:
            await players.close()
