"""When the power goes, all that was acknowledged is there once, and what was under way is there whole or not at all."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.ports import Call, Called, Deadline, Moved, Occupant, Post
from bot.stores.sqlite import SqliteStore
from games.core import EVERYONE, Told
from tests.bot import tiny
from tests.bot.power import Disk, Trace, recorded
from tests.bot.test_store import a_game
from tests.bot.tiny import ANN, BOB, Picked, Said
from tests.conftest import Much

pytestmark = pytest.mark.crash

GAMES: dict[str, Any] = {"duel": tiny.GAME}
CUTS = 1000
AT_ONCE = 6
DEEDS = 60
PAGES = 60
"""So many pages of the write-ahead log are folded into the file at a time, so that it happens often."""


@dataclass
class Kept:
    """What should be in the store of one game: all that a reader can ask of it."""

    log: list[Any] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    posts: dict[str, str] = field(default_factory=dict)
    document: dict[str, Any] | None = None
    deadlines: tuple[Deadline, ...] = ()
    user: str = ""
    ended: bool = False
    there: bool = False

    def copy(self, **changes: Any) -> Kept:
        mine = {
            name: type(value)(value) if isinstance(value, list | dict) else value for name, value in vars(self).items()
        }
        return Kept(**{**mine, **changes})


async def of(store: SqliteStore, id: str) -> Kept:
    """What is in the store of one game."""
    saved = await store.load(id)
    document = await store.get("draft", id)
    if saved is None:
        return Kept(
            document=document, posts={each.slot: each.message for each in (await store.posts(id, "discord")).values()}
        )
    calls, moves = await store.calls(id), await store.moves(id)
    assert {each.cause for each in moves} == saved.causes and len(moves) == len(saved.causes), "no move is there twice"
    return Kept(
        list(saved.log[2:]),
        [each.cause for each in moves],
        [each.call.answer for each in calls],
        {each.slot: each.message for each in (await store.posts(id, "discord")).values()},
        document,
        saved.deadlines,
        saved.seats[ANN].user,
        saved.ended is not None,
        True,
    )


@dataclass
class History:
    """What should be there of each game after each of its deeds, and how much had happened to the files when it was
    acknowledged."""

    states: dict[str, list[tuple[int, Kept]]] = field(default_factory=dict)


async def lead(store: SqliteStore, id: str, seed: int, trace: Trace, history: History) -> None:
    """One game's evening: everything that is ever written down, in an order of its own."""
    dice, now = random.Random(seed), Kept()
    states = history.states[id] = [(0, now)]

    def acknowledged(**changes: Any) -> None:
        states.append((len(trace.done), states[-1][1].copy(**changes)))

    await store.put("draft", id, {"n": 0})
    acknowledged(document={"n": 0})
    game = a_game(
        id, seats={ANN: Occupant("person", "Ada", f"discord:{seed}"), BOB: Occupant("built-in", "Ben")}, held=()
    )
    await store.create(game)
    acknowledged(there=True, user=f"discord:{seed}", deadlines=game.deadlines)
    for n in range(DEEDS):
        before = states[-1][1]
        match dice.choice(("move", "move", "move", "call", "post", "document", "deadline", "forget", "end")):
            case "move":
                told = [Told(EVERYONE, Picked(ANN, n)), Told(frozenset({BOB}), Said(ANN, "x" * dice.randrange(3000)))]
                due = (Deadline(BOB, f"pick:{n}", 2000.0 + n, 1000.0),)
                moved = Moved(f"press:{n}", ANN, "pick", "person")
                await store.append(id, 2 + len(before.log), told, moved, deadlines=due)
                acknowledged(log=[*before.log, *told], moves=[*before.moves, f"press:{n}"], deadlines=due)
            case "call":
                await store.add_call(id, Called(BOB, "pick", Call("small-1", answer=f"answer {n}"), "accepted"))
                acknowledged(calls=[*before.calls, f"answer {n}"])
            case "post":
                await store.save_post(Post(id, "discord", f"event:{n}", "nonce", "6"))
                acknowledged(posts={**before.posts, f"event:{n}": ""})
                await store.save_post(Post(id, "discord", f"event:{n}", "nonce", "6", str(n)))
                acknowledged(posts={**states[-1][1].posts, f"event:{n}": str(n)})
            case "document":
                value = {"n": n, "words": "y" * dice.randrange(2000)} if dice.random() < 0.8 else None
                await store.put("draft", id, value)
                acknowledged(document=value)
            case "deadline":
                due = (Deadline(ANN, f"again:{n}", 3000.0 + n, 1000.0),)
                await store.set_deadlines(id, due)
                acknowledged(deadlines=due)
            case "forget" if before.user and dice.random() < 0.3:
                await store.erase_person(before.user, "Somebody")
                acknowledged(user="")
            case "end" if n > DEEDS * 0.8 and not before.ended:
                await store.append(id, 2 + len(before.log), [], Moved("end", ANN, "k", "host"), ended=5.0)
                acknowledged(moves=[*before.moves, "end"], ended=True)


async def played(path: Path, change: Callable[[sqlite3.Connection], Any] = lambda db: None) -> tuple[Trace, History]:
    """Games at once over the real store, with all that passed to the disk."""
    with recorded() as trace:
        store, history = await SqliteStore.open(path, GAMES), History()

        def prepare(db: sqlite3.Connection) -> None:
            db.execute(f"PRAGMA wal_autocheckpoint = {PAGES}")
            change(db)

        await store._on_thread(prepare)
        await asyncio.gather(*(lead(store, f"game{n}", n, trace, history) for n in range(AT_ONCE)))
        await store.close()
    return trace, history


async def lost(folder: Path, name: str, history: History, at: int) -> list[str]:
    """What is missing, doubled or torn after the power went when so much had happened."""
    try:
        store = await SqliteStore.open(folder / name, GAMES)
    except Exception as error:
        return [f"the store does not open: {error}"]
    wrong = []
    with closing(sqlite3.connect(folder / name)) as db:
        if (sound := db.execute("PRAGMA integrity_check").fetchall()) != [("ok",)]:
            wrong.append(f"damaged: {sound}")
    for id, states in history.states.items():
        done = sum(mark <= at for mark, _ in states) - 1
        may_be = [state for _, state in states[done : done + 2]]  # and perhaps what was under way
        try:
            if (found := await of(store, id)) not in may_be:
                wrong.append(f"{id} after {done} deeds: {found}")
        except Exception as error:
            wrong.append(f"{id}: {error!r}")
    await store.close()
    return wrong


async def cut(path: Path, trace: Trace, history: History, cuts: int) -> list[list[str]]:
    """What is wrong after each of so many power cuts, at places all over the evening."""
    dice, disk, found = random.Random(7), Disk(), []
    places = sorted(dice.choices(range(1, len(trace.done) + 1), k=cuts))
    done = 0
    for place in places:
        for each in trace.done[done:place]:
            disk.take(*each)
        done = place
        disk.cut(path.parent / "cut", dice)
        found.append(await lost(path.parent / "cut", path.name, history, place))
    return found


async def test_a_power_cut_loses_and_doubles_nothing_that_was_acknowledged(tmp_path: Path, much: Much):
    trace, history = await played(tmp_path / "games.db")
    kinds = {what for _, what, *_ in trace.done}
    assert {name for name, *_ in trace.done} >= {"games.db", "games.db-wal"} and kinds >= {"write", "sync", "truncate"}
    folded = sum(name == "games.db" and what == "sync" for name, what, *_ in trace.done)
    assert folded > 10, "the log was folded into the file under our eyes"
    found = await cut(tmp_path / "games.db", trace, history, much(CUTS))
    assert len(found) == much(CUTS) and not any(found), next(each for each in found if each)


async def test_that_would_be_noticed(tmp_path: Path, much: Much):
    """The same evening with a store that waits for fewer flushes."""
    trace, history = await played(tmp_path / "games.db", lambda db: db.execute("PRAGMA synchronous = NORMAL"))
    found = await cut(tmp_path / "games.db", trace, history, much(200))
    assert sum(map(bool, found)) > len(found) / 5
