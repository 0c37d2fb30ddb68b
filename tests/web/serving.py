"""The real server on a port of its own, with built-in players who do not wait."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx2

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.ports import Clock, RealClock
from bot.stores.memory import MemoryStore
from bot.surfaces.web.app import make_app
from bot.surfaces.web.config import WebConfig
from bot.surfaces.web.server import serve
from games import all_games
from tests.bot import tiny

ADMIN = "the owner's long secret"


def some_hall(games: Mapping[str, Any] | None = None, clock: Clock | None = None) -> Hall:
    """A hall with every game of the house and the tests' own, in memory."""
    games = {**all_games(), "duel": tiny.GAME, **(games or {})}
    return Hall(MemoryStore(games), HousePlayers(), clock or RealClock(), games)


@contextlib.asynccontextmanager
async def hurrying() -> AsyncIterator[Hall]:
    """A hall whose clock goes on to whatever is due next as soon as nobody thinks."""
    clock = VirtualClock()
    hall = some_hall(clock=clock)

    async def hurry() -> None:
        while True:
            await asyncio.sleep(0.005)
            thinking = any(table.thinking.tasks for table in hall.tables.values())
            if not thinking and (due := clock.next) is not None:
                await clock.advance(max(0.0, due - clock.now()))

    task = asyncio.create_task(hurry())
    try:
        yield hall
    finally:
        task.cancel()


@dataclass
class Served:
    address: str
    hall: Hall

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])


@contextlib.asynccontextmanager
async def serving(config: WebConfig | None = None, hall: Hall | None = None) -> AsyncIterator[Served]:
    """A server while the block runs."""
    hall = hall or some_hall()
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(hall, config or WebConfig(port=0), ready.set_result))
    await asyncio.wait([task, ready], return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
    try:
        yield Served(ready.result(), hall)
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await hall.close()


@contextlib.asynccontextmanager
async def inside(
    config: WebConfig | None = None, hall: Hall | None = None
) -> AsyncIterator[tuple[httpx2.AsyncClient, Hall]]:
    """The application without a server: what goes in and comes out, at once."""
    hall = hall or some_hall()
    transport = httpx2.ASGITransport(app=await make_app(hall, config or WebConfig()))
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        yield client, hall
    await hall.close()


def bearer(token: str, **more: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}", **more}
