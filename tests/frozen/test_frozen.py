"""What earlier versions have saved opens, folds and goes on: every game that `python -m tests.frozen` has ever frozen."""

from __future__ import annotations

import logging
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.clock import VirtualClock
from bot.export import FORMATS, export
from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.ports import Occupant
from bot.stores.sqlite import SqliteStore
from bot.table import Table
from bot.tournament import InOrder
from games.core import HOST, Resume
from games.story import PASSED
from tests.frozen import rows
from tests.frozen.__main__ import STORE
from tests.frozen.drawn import parlour

HERE = Path(__file__).parent
GAMES = sorted(HERE.glob("*/*.jsonl"))
FILES = sorted(HERE.glob(f"*/{STORE}"))
RUNNING = [path for path in GAMES if not path.stem.endswith("-over")]
OVER = [path for path in GAMES if path.stem.endswith("-over")]


FIRST, *BETWEEN, LAST = sorted({path.parent.name for path in GAMES})
"""The releases between the first and the last are opened by `make commands`, which CI calls."""


def each(paths: list[Path]) -> Any:
    later = dict.fromkeys(BETWEEN, pytest.mark.soak)
    params = [
        pytest.param(path, id=f"{path.parent.name}/{path.stem}", marks=later.get(path.parent.name, ()))
        for path in paths
    ]
    return pytest.mark.parametrize("frozen", params)


@pytest.fixture
async def store(frozen: Path, tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """A store of today's schema with what was frozen in it."""
    path = tmp_path / STORE
    if frozen.name == STORE:
        shutil.copy(frozen, path)
    else:
        rows.thaw(rows.read(frozen), path)
    store = await SqliteStore.open(path)
    yield store
    await store.close()


async def to_the_end(table: Table, clock: VirtualClock) -> None:
    """Built-in players take the people's seats, and play on: an empty table pauses, if it had not before."""
    for seat, occupant in list(table.seats.items()):
        if occupant.kind != "built-in":
            await table.reseat(seat, Occupant("built-in", occupant.name), f"left:{seat}")
    if table.story.paused is not None:
        await table.submit(HOST, Resume(), table.story.asks(HOST)[0].key, "resumed")
    for _ in range(3000):
        await table.idle()
        if table.story.outcome:
            return
        await clock.advance(0.0)
        if (at := clock.next) is not None:
            await clock.advance(at - clock.now() + 0.01)
    raise AssertionError(f"it does not end: {table.waited_for()}")


@each(RUNNING)
async def test_a_game_left_in_its_middle_asks_what_it_asked_and_goes_on(frozen: Path, store: SqliteStore):
    kept = rows.read(frozen)
    clock = VirtualClock(1_750_000_000.0)
    hall = Hall(store, InOrder(BuiltInPlayers()), clock)
    (table,) = await hall.reopen(start=False)
    for seat in (None, *table.story.seats):
        assert table.story.view(seat) is not None
    asked = {(seat, ask.key) for seat in (*table.story.seats, "host", "clock") for ask in table.story.asks(seat)}
    due = {(row["seat"], row["key"]) for name, row in kept if name == "deadlines"}
    assert due <= asked
    (drafts,) = (row["value"] for name, row in kept if name == "documents")
    assert len(table.drafts) == drafts.count('"type"') == 1
    assert table.story.paused is not None or set(table.drafts) <= asked
    table.start()
    await to_the_end(table, clock)
    assert not any(kind in ("refused", "fallback") for _, kind in (*table.answers, *table.moved))
    await hall.close()


@each(OVER)
async def test_a_game_that_is_over_folds_for_everybody_and_can_be_kept(frozen: Path, store: SqliteStore):
    (game,) = await store.recent_games()
    saved = await store.load(game.id)
    assert saved and saved.ended
    story = Hall(store, BuiltInPlayers(), VirtualClock()).story(saved)
    assert story.outcome
    for seat in (None, *story.seats):
        assert not story.asks(seat or HOST)
        assert all(story.game.shows.say(event) is not None for event in story.heard(seat))
        assert story.game.shows.scene(story.view(seat), seat)
    calls, moves = await store.calls(game.id), await store.moves(game.id)
    for format in FORMATS:
        assert len(export(story.game, saved, calls, moves, format)) > len(saved.log)


@each(FILES)
async def test_a_file_of_that_version_opens_and_all_its_games_go_on(frozen: Path, store: SqliteStore):
    clock = VirtualClock(1_750_000_000.0)
    hall = Hall(store, InOrder(BuiltInPlayers()), clock)
    tables = await hall.reopen()
    assert len(tables) == len(await store.recent_games()) > 0 and len(hall.lobbies) == 1
    for table in tables:
        await to_the_end(table, clock)
    assert await store.open_games() == []
    await hall.close()


@each(GAMES)
async def test_what_was_drawn_then_can_be_pressed_today(
    frozen: Path, store: SqliteStore, caplog: pytest.LogCaptureFixture
):
    """Every button and select of then is answered, without an error, and until something moves none is told that its moment has
    passed."""
    caplog.set_level(logging.ERROR)
    drawn = [row for name, row in reversed(rows.read(frozen)) if name == rows.DRAWN]
    (game,) = await store.recent_games()
    async with parlour(store, game.id) as there:
        people = [occupant.name for occupant in game.seats.values() if occupant.user]
        story = there.hall.tables[game.id].story if game.ended is None else None
        for each in drawn:
            answer = await there.press_id(getattr(there, each["who"] or people[-1]), each)
            assert answer, f"no answer to {each['id']}"
            now = there.hall.tables[game.id].story if story else None
            assert PASSED not in answer.get("text", "") or now is not story, f"{each['id']} is not known any more"
    assert drawn and not caplog.records


def test_every_release_has_frozen_games_of_every_kind():
    for release in {path.parent for path in GAMES}:
        kinds = {
            next(row["game"] for name, row in rows.read(path) if name == "games") for path in release.glob("*.jsonl")
        }
        assert kinds >= {"codenames", "mystery", "town", "duet"} and (release / STORE).exists()
