"""A Masquerade in a process of its own, as `make run` serves it, with built-in players who do not wait; it can be killed.

    python -m tests.web.house FOLDER [--port 8000] [--speed 20]

It has the real store, hall, clock (which may go faster) and server. One door is added that only tests have: it sets up a
table that has come as far as the test wants.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import secrets
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from bot.ports import About, Moved
from tests.web.begun import GAMES, Begun

ROOT = Path(__file__).parents[2]
DOOR = "/-/begin"


@dataclass(frozen=True)
class Begins:
    """A table that was set up: the keys of its people, by seat."""

    id: str
    keys: dict[str, str]


class House:
    """A running process and its address."""

    def __init__(self, folder: Path, *, port: int = 0, speed: float = 20.0) -> None:
        self.folder, self.port, self.speed = folder, port, speed
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.start()

    def start(self) -> None:
        """Starts it, at the port where it was before."""
        command = [sys.executable, "-m", "tests.web.house", str(self.folder), "--port", str(self.port)]
        self.log = (self.folder / "log.txt").open("a")
        self.process = subprocess.Popen(
            [*command, "--speed", str(self.speed)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert self.process.stdout
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            self.stop()
            raise AssertionError(f"the house did not open: {self.errors[-2000:]}")
        self.port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """As hard as can be: nothing is said or written any more."""
        if self.process is not None:
            self.process.kill()
            self._gone()

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self._gone()

    def _gone(self) -> None:
        assert self.process is not None and self.process.stdout
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.process = None
        self.log.close()

    @property
    def errors(self) -> str:
        """What it complained of."""
        return (self.folder / "log.txt").read_text()

    def begin(self, begun: Begun, **about: Any) -> Begins:
        """Sets up a table."""
        body = json.dumps({"begun": asdict(begun), "about": about}).encode()
        return Begins(**self._asked(DOOR, body))

    def so(self, id: str) -> dict[str, Any]:
        """How a table stands, whoever may know it."""
        return self._asked(f"{DOOR}/{id}")

    def _asked(self, path: str, body: bytes | None = None) -> dict[str, Any]:
        request = urllib.request.Request(self.address + path, body, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return dict(json.loads(answer.read()))
        except urllib.error.HTTPError as error:
            with error:
                raise AssertionError(f"{path}: {error.read().decode()[:500]}\n{self.errors[-3000:]}") from None


@contextlib.contextmanager
def house(folder: Path, **more: Any) -> Iterator[House]:
    """A house that is shut in the end."""
    folder.mkdir(parents=True, exist_ok=True)
    opened = House(folder, **more)
    try:
        yield opened
    finally:
        opened.stop()


# ── in its own process ────────────────────────────────────────────────────────────────────────────────────────────────


class Hurried:
    """The clock on the wall, so many times as quick from when it was started."""

    def __init__(self, speed: float) -> None:
        self._speed, self._began = speed, time.time()

    def now(self) -> float:
        return self._began + (time.time() - self._began) * self._speed

    def steady(self) -> float:
        return self.now()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self._speed)


def add_door(app: Any, hall: Any) -> None:
    """Lets a test set up a table, and look at it from outside."""
    from fastapi import Request

    async def begin(request: Request) -> dict[str, Any]:
        asked = await request.json()
        begun, id = Begun(**asked["begun"]), secrets.token_hex(4)
        made = {seat: await app.state.site.keys.new() for seat in begun.people}
        users = {seat: user for seat, (_, user) in made.items()}
        saved, opening = begun.saved(id, hall.clock.now(), users, About(**asked["about"])), len(begun.opening().log)
        await hall.store.create(replace(saved, log=saved.log[:opening]))
        if rest := saved.log[opening:]:
            await hall.store.append(id, opening, rest, Moved("begun", next(iter(saved.seats)), "", "built-in"))
        table = await hall.reopen_one(id)
        if table.story.outcome:
            del hall.tables[id]
        return {"id": id, "keys": {seat: key for seat, (key, _) in made.items()}}

    async def so(id: str) -> dict[str, Any]:
        table = hall.tables[id]
        waited = list(table.waited_for())
        return {"events": len(table.story.log), "over": bool(table.story.outcome), "waited_for": waited}

    begin.__annotations__ = {"request": Request}
    app.add_api_route(DOOR, begin, methods=["POST"])
    app.add_api_route(DOOR + "/{id}", so)


async def main(folder: Path, port: int, speed: float) -> None:
    from bot.hall import Hall
    from bot.players.seating import HousePlayers
    from bot.stores.sqlite import SqliteStore
    from bot.surfaces.web import guard, home, server
    from bot.surfaces.web.config import WebConfig

    # Tests are quicker than people, and nobody at these tables wants to read along.
    guard.BURST, guard.READS, home.PACE = 1_000_000, 1_000_000, 0.0
    store = await SqliteStore.open(folder / "games.db", GAMES)
    hall = Hall(store, HousePlayers(), Hurried(speed), games=GAMES)
    real = server.make_app

    async def with_door(*known: Any) -> Any:
        app = await real(*known)
        add_door(app, hall)
        return app

    server.make_app = with_door
    await hall.reopen()
    try:
        await server.serve(hall, WebConfig(port=port), lambda address: print(address, flush=True))  # noqa: T201
    finally:
        await hall.close()
        await store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.web.house")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--speed", type=float, default=1.0)
    chosen = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main(chosen.folder, chosen.port, chosen.speed))
