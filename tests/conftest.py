"""What every test stands on: no network, no real model, no settings of this machine, and time that waits."""

from __future__ import annotations

import gc
import os
import socket
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.ports import Store
from bot.stores.memory import MemoryStore
from bot.stores.sqlite import SqliteStore
from games import all_games
from tests.bot import tiny
from tests.scripted import ScriptedPlayers


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests stay where they are from here on: to look through all of them again and again for what may be
    forgotten took half of the time of collecting them, and a tenth of that of running them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 10)
        gc.enable()


class NetworkBlocked(OSError):
    """A test tried to leave this machine. Whatever catches it on the way, the test fails in the end."""


_tried: list[str] = []


@pytest.fixture(autouse=True, scope="session")
def _no_network() -> Iterator[None]:
    """Only this machine can be reached: no model, no Discord, nobody's bill."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex", "sendto"):
            patch.setattr(socket.socket, name, _only_here(getattr(socket.socket, name)))
        look_up = socket.getaddrinfo

        def getaddrinfo(host: Any, *more: Any, **named: Any) -> Any:
            _check_here(host)
            return look_up(host, *more, **named)

        patch.setattr(socket, "getaddrinfo", getaddrinfo)
        yield


def _only_here(connect: Any) -> Any:
    def guarded(self: socket.socket, *arguments: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            _check_here(arguments[-1][0])
        return connect(self, *arguments)

    return guarded


def _check_here(host: Any) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if name not in (None, "", "localhost", "::1", "0.0.0.0", "::") and not str(name).startswith("127."):
        _tried.append(str(name))
        raise NetworkBlocked(f"A test tried to reach {name}.")


@pytest.fixture(autouse=True)
def tried() -> Iterator[list[str]]:
    """Whom the test tried to reach beyond this machine. It fails unless it expected that and cleared the list."""
    _tried.clear()
    yield _tried
    assert not _tried, f"The test tried to leave this machine: {_tried}"


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and addresses in this machine's environment are none of a test's business."""
    for name in list(os.environ):
        if name.startswith(("OPENAI_", "DISCORD_", "MASQUERADE_", "MODEL_")):
            monkeypatch.delenv(name)


SHARE = 0.07
"""What `make test` tries of a long property: so many of its random games and texts; `make soak` tries all of them."""

Much = Callable[[int], int]


@pytest.fixture(params=[SHARE, pytest.param(1.0, marks=pytest.mark.soak)], ids=["some", "all"])
def much(request: pytest.FixtureRequest) -> Much:
    """How many of so many are tried now."""
    return lambda whole: max(1, round(whole * request.param))


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def games() -> dict[str, Any]:
    """All games of the house, and the tests' own."""
    return {**all_games(), "duel": tiny.GAME}


@pytest.fixture(params=["memory", "sqlite"])
async def any_store(request: pytest.FixtureRequest, tmp_path: Path, games: dict[str, Any]) -> AsyncIterator[Store]:
    """Each of the stores: what holds for one must hold for the other."""
    store: Store = (
        MemoryStore(games) if request.param == "memory" else await SqliteStore.open(tmp_path / "games.db", games)
    )
    yield store
    await store.close()


@pytest.fixture
def store(games: dict[str, Any]) -> MemoryStore:
    return MemoryStore(games)


@pytest.fixture
def players() -> Iterator[ScriptedPlayers]:
    """Scripts by the players' names; the test fails if somebody was not asked often enough."""
    players = ScriptedPlayers()
    yield players
    players.check()


@pytest.fixture
async def hall(
    store: MemoryStore, players: ScriptedPlayers, clock: VirtualClock, games: dict[str, Any]
) -> AsyncIterator[Hall]:
    hall = Hall(store, players, clock, games)
    yield hall
    await hall.close()
