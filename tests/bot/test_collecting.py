"""Games that are over do not keep their memory."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace

import pytest

from bot.cli import collecting
from bot.clock import VirtualClock
from bot.hall import Hall
from bot.stores.memory import MemoryStore
from bot.surfaces.web.live import Live
from bot.table import Table
from tests.bot.crashing import ADA, GAMES, Fate, Thinkers


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What the collector is told, which does nothing by itself meanwhile. All that tests have put aside stays there: there is nothing of theirs in it."""
    told: list[str] = []
    orders = {name: lambda *_, name=name: told.append(name) for name in ("freeze", "unfreeze", "set_threshold")}

    def collect(generation: int = 2) -> None:
        told.append("collect" if generation == 2 else "new")
        gc.collect(generation)

    monkeypatch.setattr(collecting, "gc", SimpleNamespace(**orders, collect=collect))
    gc.disable()
    yield told
    gc.enable()


@pytest.fixture
async def hall(passes: list[str]) -> AsyncIterator[Hall]:
    hall = Hall(MemoryStore(GAMES), Thinkers(Fate("")), VirtualClock(), GAMES)
    task = asyncio.create_task(collecting.collecting(hall))
    await asyncio.sleep(0)
    passes.clear()
    yield hall
    task.cancel()
    await hall.close()


async def play(hall: Hall, games: int, place: str = "") -> list[weakref.ref[Table]]:
    """So many games that are called off at once; the tables, should they still be there."""
    there = []
    for _ in range(games):
        lobby = await hall.open_lobby("duel", {"rounds": 3}, ADA.user, place)
        await hall.join(lobby.id, ADA)
        table = await hall.start(lobby.id)
        await hall.bets.of(table.id)
        await table.cancel("test")
        await table.stop()
        hall.forget(table)
        there.append(weakref.ref(table))
    return there


async def test_games_that_are_over_give_their_memory_back(hall: Hall, passes: list[str]):
    there = await play(hall, collecting.MANY)
    assert isinstance(hall.clock, VirtualClock)
    await hall.clock.advance(collecting.OFTEN)
    assert not any(table() for table in there)
    assert passes == ["new", "unfreeze", "collect", "freeze"], "those that were there at the start, too"


async def test_no_browser_keeps_a_game_that_is_shown_elsewhere_and_nobody_its_bets(hall: Hall):
    """A browser surface lets a game linger for those who look at it there; what it keeps for that is the game's id."""
    hall.surfaces.append(live := Live())
    there = await play(hall, collecting.MANY)
    assert isinstance(hall.clock, VirtualClock)
    await hall.clock.advance(collecting.OFTEN)
    assert not any(table() for table in there) and not live.listeners
    assert not hall.bets._bets


async def test_a_few_are_not_worth_a_look_through_all_that_go_on(hall: Hall, passes: list[str]):
    assert isinstance(hall.clock, VirtualClock)
    await play(hall, collecting.MANY - 1)
    for _ in range(3):
        await hall.clock.advance(collecting.OFTEN)
    assert "collect" not in passes
    await play(hall, 1)
    await hall.clock.advance(collecting.OFTEN)
    assert passes.count("collect") == 1
    await hall.clock.advance(collecting.OFTEN)
    assert passes.count("collect") == 1, "what has been had back is not looked for again"


async def test_what_is_new_is_looked_through_often_so_that_no_look_takes_long(hall: Hall, passes: list[str]):
    assert isinstance(hall.clock, VirtualClock)
    for _ in range(3):
        await hall.clock.advance(collecting.OFTEN)
    assert passes == ["new"] * 3
