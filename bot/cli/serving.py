"""Serves games to browsers and to Discord, until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import typer

from bot import plots
from bot.cli.collecting import collecting, spare
from bot.cli.copying import copy_regularly
from bot.cli.folder import alone
from bot.cli.health import HEARTBEAT
from bot.cli.opening import open_hall
from bot.cli.world import World, Wrong
from bot.hall import DAY, Hall
from bot.metrics import Vitals
from bot.ports import StoreFailed
from bot.table import ended

log = logging.getLogger(__name__)

BEAT = 30.0
"""Seconds between two signs of life."""


async def serve(world: World) -> None:
    """Discord, browsers or both, until it is told to stop; what happened is in the store. A port that is taken ends what is
    for browsers alone; beside Discord it is a line in the log."""
    spare()
    world.speak(False)
    stop = Stop()
    with alone(world.data):
        vitals = Vitals()
        async with open_hall(world, store=vitals.watch(await world.store())) as hall:
            hall.vitals = vitals
            served = {"discord": world.token, "web": world.web}
            running = await hall.reopen(("terminal", *(place for place, there in served.items() if not there)))
            log.info("Games that go on: %d; lobbies that are open: %d", len(running), len(hall.lobbies))
            hall.lobby_seconds = world.lobby_hours * 3600
            jobs: list[Coroutine[Any, Any, Any]] = [
                _beat(world.data / HEARTBEAT),
                vitals.follow(),
                collecting(hall),
                _leave(stop, hall, world.drain),
                _daily(hall, hall.forget_games, "Games that ended too long ago to be kept"),
                hall.keep_house(),
            ]
            if world.thoughts_days is not None:
                jobs.append(forgetting(hall, world.thoughts_days))
            if world.backups:
                jobs.append(copy_regularly(world.database, world.backups))
            if world.token:
                if not plots.can_draw():
                    log.debug(plots.MISSING)
                jobs.append(world.discord(hall))
            if world.web:
                jobs.append(_browsers(world, hall))
            tasks = [asyncio.create_task(job) for job in jobs]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await ended(tasks)
            for task in done:
                task.result()


class Stop:
    """That the process is told to stop, by SIGTERM or SIGINT: once `kindly`, and a second time `at_once`."""

    def __init__(self) -> None:
        self.kindly, self.at_once = asyncio.Event(), asyncio.Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError):  # Windows has no such handlers; Ctrl-C interrupts there
                asyncio.get_running_loop().add_signal_handler(sign, self.told)

    def told(self) -> None:
        (self.at_once if self.kindly.is_set() else self.kindly).set()


async def _leave(stop: Stop, hall: Hall, seconds: float) -> None:
    """Returns when it is time to go: it was told to stop, and whoever plays has heard of it and may have moved."""
    await stop.kindly.wait()
    running = sum(not table.outcome for table in hall.tables.values())
    log.info("Leaving, as told; games that go on at the next start: %d. To leave at once, say so again.", running)
    waiting = [asyncio.create_task(hall.drain(seconds)), asyncio.create_task(stop.at_once.wait())]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    await ended(waiting)


async def _browsers(world: World, hall: Hall) -> None:
    assert world.web is not None
    try:
        await world.web(hall, _ready)
    except Wrong as taken:
        if not world.token:
            raise
        log.error("Nothing is served to browsers. %s", taken)
        await asyncio.Event().wait()


def _ready(address: str) -> None:
    """Says where games are served, to whoever started the program."""
    typer.echo(f"Masquerade is at {address} (Ctrl-C ends it; every game is kept).")
    sys.stdout.flush()


async def _daily(hall: Hall, sweep: Callable[[], Awaitable[int]], what: str) -> None:
    """Lets go of `what` is not to be kept any longer, at once and then every day; says how much that was."""
    while True:
        try:
            if gone := await sweep():
                log.info("%s: deleted %d", what, gone)
        except StoreFailed as failure:
            log.error("%s: not deleted: %s", what, failure)
        await hall.clock.sleep(DAY)


async def forgetting(hall: Hall, days: float) -> None:
    """Lets go of what models thought so many days ago."""
    before = days * DAY
    what = f"What models thought more than {days:g} days ago"
    await _daily(hall, lambda: hall.store.forget_thoughts(hall.clock.now() - before), what)


async def _beat(path: Path) -> None:
    """A sign of life, as long as the loop goes round. Whoever leaves in order takes it along."""
    try:
        while True:
            try:
                await asyncio.to_thread(path.touch)
            except OSError as error:
                log.warning("The sign of life %s cannot be given: %s", path, error.strerror)
            await asyncio.sleep(BEAT)
    finally:
        with contextlib.suppress(OSError):
            await asyncio.to_thread(path.unlink, missing_ok=True)
