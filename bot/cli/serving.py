"""Serves games to browsers and to Discord, until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import typer

from bot import plots
from bot.cli.health import HEARTBEAT
from bot.cli.opening import open_hall
from bot.cli.world import World, Wrong
from bot.hall import Hall
from bot.table import ended

log = logging.getLogger(__name__)

BEAT = 30.0
"""Seconds between two signs of life."""


async def serve(world: World) -> None:
    """Discord, browsers or both, until it is told to stop; what happened is in the store. A port that is taken ends what is
    for browsers alone; beside Discord it is a line in the log."""
    world.speak(False)
    stop = asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has no such handlers; Ctrl-C interrupts there
            asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    with alone(world.data):
        async with open_hall(world) as hall:
            served = {"discord": world.token, "web": world.web}
            await hall.reopen(("terminal", *(place for place, there in served.items() if not there)))
            hall.lobby_seconds = world.lobby_hours * 3600
            jobs: list[Coroutine[Any, Any, Any]] = [_beat(world.data / HEARTBEAT), stop.wait(), hall.keep_house()]
            if world.token:
                if not plots.can_draw():
                    log.info(plots.MISSING)
                jobs.append(world.discord(hall))
            if world.web:
                jobs.append(_browsers(world, hall))
            tasks = [asyncio.create_task(job) for job in jobs]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await ended(tasks)
            for task in done:
                task.result()


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


@contextlib.contextmanager
def alone(data: Path) -> Iterator[None]:
    """Holds the data folder: two programs that lead the same games would undo each other's moves. Wrong where another does."""
    try:
        import fcntl
    except ImportError:  # not on this system; the store still refuses a second writer of a game
        yield
        return
    try:
        data.mkdir(parents=True, exist_ok=True)
        held = (data / "lock").open("w")
    except OSError:
        yield  # the store says what is wrong with the folder
        return
    with held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Wrong(
                f"Another Masquerade runs on the folder {data}: stop it first, or name another folder with MASQUERADE_DATA.",
                1,
            ) from None
        except OSError as error:  # a disk over the network that knows no locks
            log.warning("The folder %s cannot be held against a second Masquerade: %s", data, error.strerror)
        yield


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
