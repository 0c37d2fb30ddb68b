"""A game played by a process of its own, which kills itself at a named point, and by the next one, which goes on.

    python -m tests.bot.crashing FILE [--at "after append 3"] [--absent] [--now SECONDS] [--games MANY]
    python -m tests.bot.crashing --serve       for each line (where to print, after how many seconds to kill it or null, then
                                               arguments, as JSON) one such process

Points: “before” or “after” the how-many-th “append”, “create” or “put” of this process (before or after the commit: after
it nothing has been told yet), “thinking 2” (a player has been asked), “waiting 2” (a deadline runs); where it is played on
Discord, “posted 3”, “posted result 1” (Discord has taken a message in, and the bot has not heard so). Ann is a person; the
others play by themselves. Prints how long the log was whenever something was told; where there are several games, also
which one it is.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import signal
import sys
import time
import warnings
from collections.abc import Sequence
from typing import Any

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.ports import About, Brief, Lobby, Move, Occupant, Player
from bot.stores.sqlite import SqliteStore
from bot.table import Table
from games.core import Seat
from tests.bot import tiny
from tests.bot.tiny import ANN, Pick

ADA = Occupant("person", "Ada", user="terminal:ada")
GAMES = {"duel": tiny.GAME}


class Fate:
    """Kills this process, as hard as can be, at one point."""

    def __init__(self, point: str) -> None:
        self._point, self._seen = point, dict[str, int]()

    def reached(self, where: str) -> None:
        self._seen[where] = self._seen.get(where, 0) + 1
        if f"{where} {self._seen[where]}" == self._point:
            os.kill(os.getpid(), signal.SIGKILL)


class CrashingStore:
    """The store on disk, with fate around every write."""

    def __init__(self, store: SqliteStore, fate: Fate) -> None:
        self._store, self._fate = store, fate

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if name not in ("append", "create", "put"):
            return method

        async def fateful(*arguments: Any, **named: Any) -> Any:
            self._fate.reached(f"before {name}")
            result = await method(*arguments, **named)
            self._fate.reached(f"after {name}")
            return result

        return fateful


class Thinkers(BuiltInPlayers):
    """Players whose answers follow from what they are asked: the same question, the same answer, in any process."""

    def __init__(self, fate: Fate) -> None:
        super().__init__()
        self._fate = fate

    def seat(self, occupant: Occupant) -> Player:
        return self

    async def move(self, brief: Brief) -> Move:
        self._fate.reached("thinking")
        return Move(brief.asks[0].key, Pick(random.Random(brief.dice).randint(1, 6)))


class Told:
    """A surface that says how much it has been told, and, where there are several, of which game."""

    def __init__(self, several: bool = False) -> None:
        self._several = several

    def changed(self, table: Table) -> None:
        print(*([table.place] if self._several else []), len(table.story.log), flush=True)  # noqa: T201


async def play(path: str, fate: Fate, absent: bool, now: float) -> None:
    """Goes on where the file stops: with nothing, in the lobby, or in the middle of the game."""
    store = await SqliteStore.open(path, GAMES)
    clock = VirtualClock(now)
    hall = Hall(CrashingStore(store, fate), Thinkers(fate), clock, GAMES)  # type: ignore[arg-type]
    hall.surfaces.append(Told())
    await hall.reopen()
    if not hall.tables and not await store.recent_games():
        await gather(hall, seconds=60 if absent else 0)
    for table in list(hall.tables.values()):
        await play_on(table, store, clock, fate, absent)
    await hall.close()
    await store.close()


async def play_many(path: str, games: int) -> None:
    """So many games at once, each in a place of its own, from wherever each of them stands."""
    store = await SqliteStore.open(path, GAMES)
    clock, nothing = VirtualClock(1e9), Fate("")
    hall = Hall(store, Thinkers(nothing), clock, GAMES)
    hall.surfaces.append(Told(several=True))
    await hall.reopen()
    known = {saved.place: saved for saved in await store.recent_games(games)}

    async def lead(place: str) -> None:
        if place not in known:
            lobby = hall.at(place) or await hall.open_lobby("duel", {"rounds": 6}, ADA.user, place)
            assert isinstance(lobby, Lobby)
            if not lobby.parties:
                await hall.join(lobby.id, ADA)
            while len(hall.lobbies[lobby.id].parties) < 3:
                await hall.add_ai(lobby.id)
            await hall.start(lobby.id)
        if isinstance(table := hall.at(place), Table):
            await play_on(table, store, clock, nothing, absent=False)

    await asyncio.gather(*(lead(f"place{n}") for n in range(games)))
    await hall.close()
    await store.close()


async def gather(hall: Hall, seconds: int) -> None:
    """The lobby, as far as it has not come about yet; then the table, always of the same seed."""
    if not hall.lobbies:
        await hall.open_lobby("duel", {"rounds": 3, "seconds": seconds}, ADA.user, "a place", About(away=0))
    (lobby,) = hall.lobbies.values()
    if not lobby.parties:
        await hall.join(lobby.id, ADA)
    while len(hall.lobbies[lobby.id].parties) < 3:
        await hall.add_ai(lobby.id)
    await hall.start(lobby.id)


async def play_on(table: Table, store: SqliteStore, clock: VirtualClock, fate: Fate, absent: bool) -> None:
    """Ann answers when all others have, each question with one press; or she is away, and her time runs out."""
    while not table.story.outcome:
        await table.idle()
        if absent:
            await clock.advance(20)
            await store.put("settings", "time", {"now": clock.now()})  # what waited to be written has been, after this
            fate.reached("waiting")
            continue
        for ask in table.story.owed([ANN]).get(Seat("ann"), ()):
            await table.submit(ANN, Pick(len(ask.key) % 6 + 1), ask.key, f"press:{ask.key}")


def serve() -> None:
    """Forks a process for each line, with everything imported already, and says how it ended."""
    for line in sys.stdin:
        if '"--discord"' in line:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # discord.py's own
                import tests.bot.discord.killed  # noqa: F401
        pid = os.fork()
        if not pid:
            printed, _, *arguments = json.loads(line)
            file = os.open(printed, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(file, 1)
            os.dup2(file, 2)
            main(arguments)
            sys.exit()
        if (after := json.loads(line)[1]) is not None:
            time.sleep(after)
            os.kill(
                pid, signal.SIGKILL
            )  # where it has ended by itself, nobody has waited for it yet: it is nobody else
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)  # noqa: T201


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bot.crashing")
    parser.add_argument("file")
    parser.add_argument("--at", default="")
    parser.add_argument("--absent", action="store_true")
    parser.add_argument("--now", type=float, default=1e9)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--discord", default="")
    chosen = parser.parse_args(arguments)
    secrets.token_hex = lambda length=None: "the same seed in every process"
    if chosen.discord:
        from tests.bot.discord.killed import evening

        fate = Fate(chosen.at)

        def posted(kind: str) -> None:
            fate.reached("posted")
            fate.reached(f"posted {kind}")

        asyncio.run(evening(chosen.file, chosen.discord, posted))
        return
    if chosen.games:
        asyncio.run(play_many(chosen.file, chosen.games))
        return
    asyncio.run(play(chosen.file, Fate(chosen.at), chosen.absent, chosen.now))


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["--serve"] else main(sys.argv[1:])
