"""A backup is whole, whatever goes on meanwhile; going back to it undoes what came after, and brings back nobody who was forgotten."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from bot.cli import World, Wrong, app, copying
from bot.cli.folder import PLAYED, SERVED, alone, nobody_else, sharing
from bot.cli.world import Backups
from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.players.seating import HousePlayers
from bot.ports import Moved, Occupant, StoreFailed
from bot.stores.copies import copy, looked_through, put_in_place
from bot.stores.erased import ERASED, mark
from bot.stores.memory import MemoryStore
from bot.stores.sqlite import MIGRATIONS, SqliteStore
from games.core import EVERYONE, HOST, Paused, Resume, Seat, Told
from tests.bot import tiny
from tests.bot.test_store import a_game
from tests.bot.tiny import ANN, BOB, Picked

Run = Callable[..., Result]
GAMES: dict[str, Any] = {"duel": tiny.GAME}
FROZEN = Path(__file__).parents[1] / "frozen"
NOW = 1_750_000_000.0


@pytest.fixture
def world(tmp_path: Path) -> World:
    data = tmp_path / "data"

    async def store() -> SqliteStore:
        return await SqliteStore.open(data / "masquerade.sqlite3", GAMES)

    async def discord(hall: Hall) -> None:
        raise AssertionError("nobody asked for Discord")

    return World(data, "", store, MemoryStore, HousePlayers, discord, lambda quiet: None, games=lambda: GAMES)


@pytest.fixture
def run(world: World) -> Run:
    def go(*arguments: str, **changes: Any) -> Result:
        result = CliRunner().invoke(app(lambda: replace(world, **changes)), arguments)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return go


def played(world: World, doing: Callable[[Hall], Any]) -> Any:
    """Does something in the hall of that folder, as the running bot would."""

    async def go() -> Any:
        store = await world.store()
        hall = Hall(store, BuiltInPlayers(), VirtualClock(NOW), GAMES)
        await hall.reopen(())
        done = await doing(hall)
        await hall.close()
        await store.close()
        return done

    return asyncio.run(go())


async def a_duel(hall: Hall) -> str:
    """A game of three people, of whom Ann has moved."""
    seats = {
        Seat(name): Occupant("person", name.title(), f"discord:{n}") for n, name in enumerate(("ann", "bob", "cat"), 1)
    }
    table = await hall.open(
        "duel", {"rounds": 3, "seconds": 60}, seats, host="discord:1", place="discord:5:6", seed="a seed"
    )
    await table.submit(ANN, tiny.Pick(1), "pick:1", "press:1")
    return table.id


async def bob_moves(hall: Hall) -> None:
    (table,) = hall.tables.values()
    await table.submit(BOB, tiny.Pick(2), "pick:1", "press:2")


# ── making one ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_backup_holds_all_that_was_acknowledged_and_stands_by_itself(run: Run, world: World, tmp_path: Path):
    async def meanwhile(hall: Hall) -> Result:
        await a_duel(hall)
        return await asyncio.to_thread(run, "backup", str(tmp_path / "kept.db"))

    said = played(world, meanwhile)
    assert said.exit_code == 0
    assert f"Written to {tmp_path / 'kept.db'}: 1 game, 1 of them running;" in said.output
    assert stat.S_IMODE((tmp_path / "kept.db").stat().st_mode) == 0o600
    assert sorted(each.name for each in tmp_path.iterdir()) == ["data", "kept.db"], "nothing lies beside it"
    moved = shutil.move(tmp_path / "kept.db", tmp_path / "elsewhere.db")
    with contextlib.closing(sqlite3.connect(f"file:{moved}?mode=ro&immutable=1", uri=True)) as db:
        assert db.execute("SELECT count(*) FROM moves WHERE cause = 'press:1'").fetchone() == (1,)


def test_while_games_are_written_every_backup_is_one_moment(tmp_path: Path):
    """Games are written down whole, with their logs; whoever copied pages of different moments would find halves."""
    path = tmp_path / "games.db"

    async def busy() -> list[int]:
        store = await SqliteStore.open(path, GAMES)
        found = []

        async def write(part: int) -> None:
            for n in range(60):
                await store.create(a_game(f"game-{part}-{n}"))
                await store.append(
                    f"game-{part}-{n}", 2, [Told(EVERYONE, Picked(ANN, n))], Moved("c", ANN, "k", "person")
                )

        writing = [asyncio.create_task(write(part)) for part in range(4)]
        while not all(each.done() for each in writing):
            made = await asyncio.to_thread(copy, path, tmp_path / "kept.db", replace=True)
            with contextlib.closing(sqlite3.connect(tmp_path / "kept.db")) as db:
                (halves,) = db.execute("SELECT count(*) FROM games WHERE id NOT IN (SELECT game FROM log)").fetchone()
                (seats,) = db.execute("SELECT count(*) FROM seats").fetchone()
            assert halves == 0 and seats == 2 * made.games
            found.append(made.games)
        await asyncio.gather(*writing)
        await store.close()
        return found

    found = asyncio.run(busy())
    assert found == sorted(found) and found[-1] > found[0]


def test_what_is_there_is_written_over_only_when_asked_for(run: Run, world: World, tmp_path: Path):
    played(world, a_duel)
    there = tmp_path / "kept.db"
    there.write_text("somebody's letters")
    refused = run("backup", str(there))
    assert (refused.exit_code, "is there already" in refused.output) == (1, True)
    assert there.read_text() == "somebody's letters"
    assert run("backup", "--force", str(there)).exit_code == 0
    itself = run("backup", "--force", str(world.database))
    assert (itself.exit_code, "is the database itself" in itself.output) == (1, True)
    assert looked_through(there).games == looked_through(world.database).games == 1


def test_in_a_folder_it_gets_a_name_with_the_date(run: Run, world: World, tmp_path: Path):
    played(world, a_duel)
    (tmp_path / "backups").mkdir()
    assert run("backup", str(tmp_path / "backups")).exit_code == 0
    (made,) = (tmp_path / "backups").iterdir()
    assert made.name.startswith(time.strftime("masquerade-%Y-", time.gmtime()))


def test_nothing_to_back_up_a_folder_that_is_not_there_and_a_full_disk_are_sentences(
    run: Run, world: World, tmp_path: Path
):
    nothing = run("backup", str(tmp_path / "kept.db"))
    assert (nothing.exit_code, "There is no database at" in nothing.output) == (1, True)
    played(world, a_duel)
    nowhere = run("backup", str(tmp_path / "no" / "kept.db"))
    assert (nowhere.exit_code, "cannot be written" in nowhere.output) == (1, True)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limits[1]))
    try:
        full = run("backup", str(tmp_path / "kept.db"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
    assert full.exit_code == 1 and ("disk" in full.output), full.output
    assert sorted(each.name for each in tmp_path.iterdir()) == ["data"], "half a backup is none"


def test_a_damaged_database_is_not_taken_for_a_backup(run: Run, world: World, tmp_path: Path):
    played(world, a_duel)
    spoil(world.database)
    damaged = run("backup", str(tmp_path / "kept.db"))
    assert (damaged.exit_code, "is damaged" in damaged.output) == (1, True)
    assert not (tmp_path / "kept.db").exists()


def spoil(path: Path) -> None:
    """Writes over a page in the middle of the file."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'log'").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xaa" * 4096)


async def test_backups_come_by_themselves_and_the_oldest_go(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    store = await world.store()
    folder, slept, moments = tmp_path / "backups", list[float](), iter(range(1_800_000_000, 1_800_100_000, 3600))
    folder.mkdir()
    (folder / "masquerade-mine.sqlite3").write_text("kept by hand")
    monkeypatch.setattr(copying, "stamp", lambda moment: time.strftime("%Y-%m-%d-%H%M%S", time.gmtime(next(moments))))

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 6:
            raise asyncio.CancelledError

    monkeypatch.setattr("bot.cli.copying.asyncio.sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        await copying.copy_regularly(world.database, Backups(folder, 24, 3))
    assert slept == [0.0, *[86400.0] * 5], "the first at once"
    there = sorted(each.name for each in folder.iterdir())
    assert len(there) == 4 and there[-1] == "masquerade-mine.sqlite3" and there[0].endswith("-100000.sqlite3")
    await store.close()


async def test_a_backup_that_fails_is_told_and_tried_again(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 2:
            raise asyncio.CancelledError

    monkeypatch.setattr("bot.cli.copying.asyncio.sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        await copying.copy_regularly(world.database, Backups(tmp_path / "backups", 24, 3))
    assert slept == [0.0, 3600.0] and "the next try is in 60 minutes. There is no database" in caplog.text


async def test_the_next_backup_is_due_a_while_after_the_last_one(world: World, tmp_path: Path):
    assert copying._due_in(tmp_path, 3600) == 0
    last = tmp_path / "masquerade-2026-11-23-084512.sqlite3"
    last.touch()
    assert 3500 < copying._due_in(tmp_path, 3600) <= 3600
    os.utime(last, (time.time() + 9999, time.time() + 9999))
    assert copying._due_in(tmp_path, 3600) == 0, "the clock has been set back since"


def test_the_running_bot_makes_backups(run: Run, world: World, tmp_path: Path):
    folder = tmp_path / "backups"

    async def web(hall: Hall, ready: Callable[[str], None]) -> None:
        await a_duel(hall)
        for _ in range(500):
            await asyncio.sleep(0.01)
            if list(folder.glob("*.sqlite3")):
                return

    assert run("run", web=web, backups=Backups(folder, 1, 2)).exit_code == 0
    assert len(list(folder.glob("masquerade-*.sqlite3"))) == 1


# ── going back ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_game_goes_on_where_the_backup_was_made_and_its_people_are_told(run: Run, world: World, tmp_path: Path):
    game = played(world, a_duel)
    assert run("backup", str(tmp_path / "kept.db")).exit_code == 0
    played(world, bob_moves)
    said = run("restore", str(tmp_path / "kept.db"))
    assert said.exit_code == 0
    assert "1 game, 1 of them running" in said.output and "1 game that people play is paused" in said.output
    (before,) = (each for each in world.data.iterdir() if "-before-" in each.name)
    assert str(before) in said.output and looked_through(before).games == 1
    with contextlib.closing(sqlite3.connect(before)) as db:
        assert db.execute("SELECT count(*) FROM moves WHERE cause = 'press:2'").fetchone() == (1,)

    async def look(hall: Hall) -> None:
        table = hall.tables[game]
        assert "was set back to a backup of" in (table.paused or "") and not table.deadlines
        assert hall.era
        await table.resume(ANN, "press:9")
        assert table.story.owed([BOB]) and not table.story.owed([ANN]), "Ann has moved, Bob has not"
        assert {d.at for d in table.deadlines.values()} == {NOW + 60}, "with all of their time"
        await table.submit(BOB, tiny.Pick(5), "pick:1", "press:2")

    played(world, look)


def test_what_was_paused_or_is_played_by_nobody_is_left_as_it_was(run: Run, world: World, tmp_path: Path):
    async def two(hall: Hall) -> None:
        await hall.tables[await a_duel(hall)].pause("press:3")
        ais = {Seat(name): Occupant("built-in", name) for name in ("ann", "bob")}
        table = await hall.open("duel", {"rounds": 1}, ais)
        await table.stop()

    played(world, two)
    run("backup", str(tmp_path / "kept.db"))
    assert "people play" not in run("restore", str(tmp_path / "kept.db")).output


def test_whoever_was_forgotten_since_the_backup_stays_forgotten(run: Run, world: World, tmp_path: Path):
    played(world, a_duel)
    assert run("erase-person", "discord:3").exit_code == 0
    run("backup", str(tmp_path / "kept.db"))
    assert b"Bob" in (tmp_path / "kept.db").read_bytes()
    assert run("erase-person", "discord:2").exit_code == 0
    said = run("restore", str(tmp_path / "kept.db"))
    assert "1 person who had been forgotten since then is forgotten again." in said.output
    there = world.database.read_bytes()
    assert b"Bob" not in there and b"discord:2" not in there and b"discord:1" in there
    again = run("restore", str(tmp_path / "kept.db"))
    assert "1 person who had been forgotten" in again.output, "the marks outlive a restore"


def test_whoever_came_back_after_being_forgotten_is_not_forgotten_by_a_restore(run: Run, world: World, tmp_path: Path):
    id = played(world, a_duel)
    assert run("erase-person", "discord:2").exit_code == 0
    played(world, lambda hall: hall.tables[id].cancel("over"))
    played(world, a_duel)
    run("backup", str(tmp_path / "kept.db"))
    assert "forgotten" not in run("restore", str(tmp_path / "kept.db")).output
    assert b"discord:2" in world.database.read_bytes()


async def test_a_mark_names_nobody(tmp_path: Path):
    store = await SqliteStore.open(tmp_path / "games.db", GAMES)
    await store.erase_person("discord:123456789012345678", "Somebody")
    assert list(await store.all(ERASED)) == [mark("discord:123456789012345678")]
    assert len(mark("discord:1")) == 10, "forty bits: thousands of ids share each"
    await store.close()
    assert b"123456789012345678" not in (tmp_path / "games.db").read_bytes()


def _truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 5000)


def _newer(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")


def _foreign(path: Path) -> None:
    path.unlink()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE cheese (name)")
        db.commit()


@pytest.mark.parametrize(
    ("how", "why"),
    [
        (Path.unlink, "There is no database at"),
        (lambda path: path.write_bytes(b""), "is empty, and no"),
        (
            lambda path: path.write_text("a diary, and no database at all " * 40),
            "is damaged, or no Masquerade database",
        ),
        (_truncated, "is damaged"),
        (spoil, "is damaged"),
        (_newer, "newer version"),
        (_foreign, "another program's database"),
    ],
)
def test_what_cannot_be_relied_on_changes_nothing(
    how: Callable[[Path], Any], why: str, run: Run, world: World, tmp_path: Path
):
    played(world, a_duel)
    kept = tmp_path / "kept.db"
    run("backup", str(kept))
    how(kept)
    before = world.database.read_bytes()
    refused = run("restore", str(kept))
    assert refused.exit_code == 1 and why in refused.output, refused.output
    assert world.database.read_bytes() == before
    there = {each.name for each in world.data.iterdir()}
    assert there - {"masquerade.sqlite3-wal", "masquerade.sqlite3-shm"} == {"masquerade.sqlite3", SERVED, PLAYED}


def test_over_a_damaged_database_too(run: Run, world: World, tmp_path: Path):
    played(world, a_duel)
    run("backup", str(tmp_path / "kept.db"))
    world.database.write_bytes(b"no database" * 1000)
    said = run("restore", str(tmp_path / "kept.db"))
    assert said.exit_code == 0 and "nobody knows who was forgotten" in said.output
    (before,) = (each for each in world.data.iterdir() if "-before-" in each.name)
    assert before.read_bytes() == b"no database" * 1000 and looked_through(world.database).games == 1


def test_into_an_empty_folder(run: Run, world: World, tmp_path: Path):
    played(world, a_duel)
    run("backup", str(tmp_path / "kept.db"))
    shutil.rmtree(world.data)
    said = run("restore", str(tmp_path / "kept.db"))
    assert said.exit_code == 0 and "There was no database here" in said.output
    assert looked_through(world.database).games == 1


def test_from_the_copied_file_of_a_bot_that_was_killed(run: Run, world: World, tmp_path: Path):
    """Not made by `backup`: a file with what was written ahead of it."""

    async def copied(hall: Hall) -> None:
        await a_duel(hall)
        for each in world.data.glob("masquerade.sqlite3*"):
            shutil.copy(each, tmp_path / each.name)

    played(world, copied)
    shutil.rmtree(world.data)
    assert "1 game, 1 of them running" in run("restore", str(tmp_path / "masquerade.sqlite3")).output


def test_what_was_written_ahead_of_the_old_file_is_never_folded_into_the_new_one(tmp_path: Path):
    async def file(name: str, *games: str) -> Path:
        path = tmp_path / name
        store = await SqliteStore.open(path, GAMES)
        for each in games:
            await store.create(a_game(each))
        await store.close()
        return path

    new = asyncio.run(file("new.db", "good"))
    old = asyncio.run(file("old.db", "bad"))
    with contextlib.closing(sqlite3.connect(old)) as db:  # as a killed bot leaves it
        db.execute("UPDATE games SET seed = 'later'")
        db.commit()
        for each in ("old.db", "old.db-wal"):
            shutil.copy(tmp_path / each, tmp_path / f"left-{each}")
    (tmp_path / "left-old.db-wal").replace(tmp_path / "left.db-wal")
    (tmp_path / "left-old.db").replace(tmp_path / "left.db")
    kept = put_in_place(new, tmp_path / "left.db")
    assert kept is not None and not (tmp_path / "left.db-wal").exists()
    for path, found in ((kept, ("bad", "later")), (tmp_path / "left.db", ("good", "a seed"))):
        with contextlib.closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT id, seed FROM games").fetchall() == [found]


@pytest.mark.parametrize("release", sorted(each.parent.name for each in FROZEN.glob("*/games.db")))
def test_a_backup_of_any_release_is_restored_and_its_games_go_on(release: str, run: Run, world: World):
    from games import all_games

    said = run("restore", str(FROZEN / release / "games.db"), games=all_games)
    assert said.exit_code == 0 and "cannot go on" not in said.output, said.output

    async def look() -> None:
        store = await SqliteStore.open(world.database)
        hall = Hall(store, BuiltInPlayers(), VirtualClock(NOW))
        tables = await hall.reopen(start=False)
        assert tables and all(table.paused for table in tables if table.people)
        for table in tables:
            await table.submit(HOST, Resume(), table.asks(HOST)[0].key, "press:1")
            assert table.paused is None and any(isinstance(told.event, Paused) for told in table.log)
        await store.close()

    asyncio.run(look())


# ── one at a time ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_only_what_goes_together_uses_a_folder_at_the_same_time(tmp_path: Path):
    with alone(tmp_path), sharing(tmp_path), sharing(tmp_path):
        for nobody in (alone, nobody_else):
            with pytest.raises(Wrong), nobody(tmp_path):
                pass
    with sharing(tmp_path):
        with pytest.raises(Wrong, match="A game runs"), nobody_else(tmp_path):
            pass
        with alone(tmp_path):
            pass
    with nobody_else(tmp_path):
        for anybody in (alone, sharing, nobody_else):
            with pytest.raises(Wrong), anybody(tmp_path):
                pass
    with alone(tmp_path), sharing(tmp_path):
        pass


def test_while_the_bot_runs_nothing_is_restored_and_nobody_forgotten_and_its_heart_beats_on(
    run: Run, world: World, tmp_path: Path
):
    played(world, a_duel)
    run("backup", str(tmp_path / "kept.db"))

    async def web(hall: Hall, ready: Callable[[str], None]) -> None:
        for _ in range(300):
            await asyncio.sleep(0.01)
            if (world.data / "heartbeat").exists():
                break
        for arguments in (("restore", str(tmp_path / "kept.db")), ("erase-person", "discord:1")):
            refused = await asyncio.to_thread(run, *arguments, web=web)
            assert refused.exit_code == 1 and "stop it first" in refused.output, refused.output
            assert (world.data / "heartbeat").exists(), "whoever may not in touches nothing"
        assert (await asyncio.to_thread(run, "backup", "--force", str(tmp_path / "kept.db"))).exit_code == 0

    assert run("run", web=web).exit_code == 0


def test_a_killed_process_holds_nothing_back(tmp_path: Path):
    holding = (
        "import sys, time, pathlib; from bot.cli.folder import alone, sharing; data = pathlib.Path(sys.argv[1])\n"
        "with alone(data), sharing(data): print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", holding, str(tmp_path)], stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdout.readline() == b"held\n"
        with pytest.raises(Wrong, match="stop it first"), nobody_else(tmp_path):
            pass
        process.kill()
    with nobody_else(tmp_path):
        assert (tmp_path / SERVED).exists() and (tmp_path / PLAYED).exists()


async def test_a_backup_knows_when_it_was_taken_until_it_is_written_to(tmp_path: Path):
    path = tmp_path / "games.db"
    store = await SqliteStore.open(path, GAMES)
    made = copy(path, tmp_path / "kept.db")
    os.utime(made.path, (1, 1))
    assert abs(looked_through(made.path).taken - time.time()) < 60
    assert abs(copy(made.path, tmp_path / "again.db").taken - made.taken) < 0.001
    with pytest.raises(StoreFailed, match="is there already"):
        copy(path, made.path)
    await store.close()
    opened = await SqliteStore.open(made.path, GAMES)
    assert await opened.all("house") == {}
    await opened.close()
