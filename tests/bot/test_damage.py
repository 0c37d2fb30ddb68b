"""Whatever lies in any row of any table, that one game is set aside in a sentence, and all others go on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import sqlite3
import traceback
from pathlib import Path
from typing import Any

import httpx2
import pytest
from typer.testing import CliRunner

from bot.cli import World, app
from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.players.seating import HousePlayers
from bot.ports import Call, Called, Occupant, Post
from bot.stores.memory import MemoryStore
from bot.stores.sqlite import SqliteStore
from bot.surfaces.web.app import make_app
from bot.surfaces.web.config import WebConfig
from games.codenames.events import Guess
from games.core import Seat
from tests.bot.discord.test_posts import again
from tests.bot.discord.town import BOARD, town
from tests.conftest import Much

NOW = 1_750_000_000.0

HUGE = 300_000
GARBAGE: dict[str, Any] = {
    "empty": "",
    "words": "cheese",
    "null in words": "null",
    "a list": "[]",
    "an object": '{"a": 1}',
    "deep": "[" * 5000,
    "not a number": '{"pace": NaN, "user": 1}',
    "no UTF-8": sqlite3.Binary(b"\xff\xfe\xfa"),  # as text: see `spoil`
    "bytes": b"\x00\x01",
    "huge": "x" * HUGE,
    "zero bytes": "a\x00b",
    "below": -1,
    "large": 2**62,
    "far": 1e308,
    "beyond": float("inf"),
    "part": 0.5,
    "a place": "discord:x:y",
}
PEOPLE = {Seat("red-spymaster"): "ann", Seat("red-1"): "bob", Seat("blue-spymaster"): "cat", Seat("blue-1"): "dan"}
RUNNING, OVER, LOBBY = "running2", "over2222", "lobby222"
KEY = {"games": "id", "documents": "key"}
TABLES = ("games", "seats", "held", "log", "moves", "calls", "deadlines", "posts", "documents")


async def evening(store: SqliteStore, place: str = "discord:5:6") -> None:
    """A game that runs, with all that is kept beside one; one that is over; a lobby."""
    hall = Hall(store, BuiltInPlayers(), VirtualClock(NOW))
    people = {
        seat: Occupant("person", name.title(), f"discord:{n}") for n, (seat, name) in enumerate(PEOPLE.items(), 1)
    }
    for id in (RUNNING, OVER):
        options = {"board": BOARD, "timers": True}
        table = await hall.open("codenames", options, people, host="discord:1", place=place, seed="a seed", id=id)
        (ask,) = (ask for ask in table.asks(Seat("red-spymaster")) if ask.need != "none")
        clue = ask.forms[0](word="universe", number=2)  # type: ignore[call-arg]
        await table.submit(Seat("red-spymaster"), clue, ask.key, "press:1")
        await store.add_call(id, Called(Seat("red-1"), "k", Call("small-1", cost=0.1, reasoning="hm"), "accepted"))
        await store.save_post(Post(id, "discord", "board", "n", "6", "77"))
        if id == OVER:
            await table.cancel("press:2")
        else:
            ask = next(ask for ask in table.asks(Seat("red-1")) if ask.need != "none")
            await table.draft(Seat("red-1"), ask.key, Guess("beach"))
        await table.stop()
    lobby = await hall.open_lobby("town", {"players": 9}, "discord:1", "discord:5:7")
    await store.put("lobby", LOBBY, {**json.loads(json.dumps(await store.get("lobby", lobby.id))), "id": LOBBY})
    await store.put("lobby", lobby.id, None)
    await hall.close()


def columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]


def spoiled(db: sqlite3.Connection, share: float) -> list[str]:
    """Clones each game of the file once for each thing that can lie in a column, with that there; their ids."""
    dice, made = random.Random(5), []
    for table in TABLES:
        for column in columns(db, table):
            of = KEY.get(table, "game")
            held = [id for (id,) in db.execute(f"SELECT DISTINCT {of} FROM {table}") if id in (RUNNING, OVER, LOBBY)]
            for id in held:
                for kind, garbage in GARBAGE.items():
                    if (column == "id" and table not in KEY) or dice.random() > share:
                        continue  # numbers of rows, which SQLite itself keeps unlike
                    clone = f"c{len(made):05}"
                    _clone(db, id, clone)
                    made.append(clone)
                    value = "CAST(? AS TEXT)" if kind == "no UTF-8" else "?"
                    (row,) = db.execute(f"SELECT max(rowid) FROM {table} WHERE {of} = ?", (clone,)).fetchone() if table not in (
                        "seats", "deadlines", "posts") else (None,)  # fmt: skip
                    which = f"{of} = ?" + (f" AND rowid = {row}" if row else "")
                    with contextlib.suppress(sqlite3.IntegrityError):
                        db.execute(f"UPDATE {table} SET {column} = {value} WHERE {which}", (garbage, clone))
    return made


def _clone(db: sqlite3.Connection, id: str, clone: str) -> None:
    for table in TABLES:
        names, of = columns(db, table), KEY.get(table, "game")
        taken = [
            "?"
            if name == of
            else "NULL"
            if name == "id" and table not in KEY
            else f"replace({name}, '{id}', ?1)"
            if name == "value"
            else name
            for name in names
        ]
        if table == "documents":
            taken[names.index("id")] = "NULL"
        chosen = ", ".join("?1" if each == "?" else each for each in taken)
        db.execute(
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {chosen} FROM {table} WHERE {of} = ?2", (clone, id)
        )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "masquerade.sqlite3"

    async def play() -> None:
        store = await SqliteStore.open(path)
        await evening(store)
        await store.close()

    asyncio.run(play())
    return path


@pytest.fixture
def clones(path: Path, much: Much) -> list[str]:
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.text_factory = lambda text: text.decode(errors="replace")
        return spoiled(db, much(100) / 200 if much(100) < 100 else 1.0)


async def test_all_that_is_sound_goes_on_and_the_rest_is_named(
    path: Path, clones: list[str], caplog: pytest.LogCaptureFixture
):
    store = await SqliteStore.open(path)
    hall = Hall(store, BuiltInPlayers(), VirtualClock(NOW + 5))
    with caplog.at_level(logging.ERROR):
        await hall.reopen()
    assert RUNNING in hall.tables and LOBBY in hall.lobbies
    still = set(await store.open_games())
    lost = still - set(hall.tables)
    assert lost and all(f"game {id} cannot be reopened" in caplog.text for id in lost), (
        "whatever does not go on is named"
    )
    assert len(caplog.text) < 300 * len(caplog.records), "in a sentence"
    assert "universe" not in "\n".join(each.message for each in caplog.records).casefold()
    assert "dragon" not in "\n".join(each.message for each in caplog.records)
    for table in list(hall.tables.values()):
        for seat in (None, *table.order):
            table.scene(seat)
            table.asks(seat or Seat("red-1"))
        ask = next((ask for ask in table.asks(Seat("red-1")) if ask.forms), None)
        if table.id == RUNNING:
            assert ask is not None
            await table.submit(Seat("red-1"), Guess("beach"), ask.key, "press:3")
    await hall.close()
    await store.close()


def test_every_command_names_the_game_that_it_cannot_read(path: Path, clones: list[str]):
    async def discord(hall: Hall) -> None:
        raise AssertionError

    world = World(
        path.parent, "", lambda: SqliteStore.open(path), MemoryStore, HousePlayers, discord, lambda quiet: None
    )

    def run(*arguments: str) -> Any:
        result = CliRunner().invoke(app(lambda: world), arguments)
        assert result.exception is None or isinstance(result.exception, SystemExit), (
            arguments,
            "".join(traceback.format_exception(result.exception)[-3:]),
        )
        return result

    assert run("games").exit_code == 0
    listed = json.loads(run("games", "--json").output)
    assert any("cannot be read" in each for each in listed["unreadable"])
    random.Random(1).shuffle(clones)
    for id in (RUNNING, OVER, *clones[:30]):
        for format in ("md", "csv"):
            written = run("export", id, "--format", format)
            assert written.exit_code == 0 or id in written.output, (id, written.output)
    assert run("export", OVER).exit_code == 0, run("export", OVER).output
    assert run("backup", str(path.parent / "kept.db")).exit_code == 0
    assert run("play", "--resume").exit_code in (0, 1)


async def test_discord_shows_all_that_is_sound(much: Much, caplog: pytest.LogCaptureFixture):
    store = MemoryStore()
    async with town(store) as t:
        await evening(store, f"discord:{t.guild.id}:{t.channel.id}")
        spoiled(store._held, much(100) / 2000)
        with caplog.at_level(logging.CRITICAL):
            await again(t, store)
        sound = (await store.posts(RUNNING, "discord"))["board"]
        assert int(sound.message) in {message.id for message in t.public()}


async def test_every_page_opens(path: Path, clones: list[str], caplog: pytest.LogCaptureFixture):
    store = await SqliteStore.open(path)
    for kind in ("settings", "web", "key", "spent", "public"):
        await store.put(kind, "secret", {"a": 1})
    hall = Hall(store, HousePlayers(), VirtualClock(NOW + 5))
    with caplog.at_level(logging.CRITICAL):
        await hall.reopen()
    there = await make_app(hall, WebConfig(first="codenames", watched="town", admin="a-long-secret-of-my-own"))
    client = httpx2.AsyncClient(
        transport=httpx2.ASGITransport(app=there), base_url="http://127.0.0.1:8000", headers={"accept": "text/html"}
    )
    async with client as me:
        for page in ("/", "/games", "/owner"):
            assert (await me.get(page)).status_code < 400, page
        for id in (RUNNING, OVER, *clones[:150]):
            for page in (f"/t/{id}", f"/r/{id}"):
                assert (await me.get(page)).status_code != 500, page
    await hall.close()
    await store.close()
