"""What is written stays written: one contract for every store, and what a file on disk must stand besides."""

# ruff: noqa: ASYNC240 (a test may look at its own small files at once)
from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import stat
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from bot.ports import (
    About,
    Call,
    Called,
    Conflict,
    Deadline,
    Lobby,
    Moved,
    Occupant,
    Party,
    Post,
    Repeated,
    Saved,
    Store,
    StoreFailed,
    Unreadable,
)
from bot.stores.sqlite import MIGRATIONS, SqliteStore
from games.core import EVERYONE, Event, Paused, Seat, Seated, Temper, Told, record
from tests.bot.tiny import ANN, BOB, GAME, Began, DuelOptions, Picked, Said, Shouted
from tests.frozen.rows import thaw

ADA = Occupant("person", "Ada", user="discord:1")
BEN = Occupant(
    "model", "Ben", model="small-1", persona="careful", temper=Temper(0.25, 0.75, 0.125, 0.875, "tit-for-tat")
)


def a_game(id: str = "game1", **different: Any) -> Saved:
    plain = Saved(
        id=id,
        game="duel",
        version=GAME.rules.version,
        options={"rounds": 3, "late": "autoplay"},
        seed="a seed",
        host="discord:9",
        place="discord:5:6",
        about=About(1.5),
        seats={BOB: BEN, ANN: ADA},
        log=(Told(EVERYONE, Seated(ANN, "person")), Told(EVERYONE, Began((ANN, BOB), DuelOptions()))),
        deadlines=(Deadline(ANN, "pick:1", 1060.5, 1000.5),),
        held=(("discord:1", ANN),),
        created=1000.25,
    )
    return replace(plain, **different)


def said(text: str, *to: Seat) -> Told:
    return Told(frozenset(to) or EVERYONE, Said(ANN, text))


def moved(cause: str, **more: Any) -> Moved:
    return Moved(cause, ANN, "say:1", "person", **more)


# ── one contract ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_game_comes_back_as_it_was_left(any_store: Store):
    await any_store.create(a_game())
    assert await any_store.load("game1") == a_game()


async def test_seats_come_back_in_their_order(any_store: Store):
    await any_store.create(a_game())
    loaded = await any_store.load("game1")
    assert loaded and list(loaded.seats) == [BOB, ANN]


async def test_there_is_nothing_to_load_of_a_game_that_never_was(any_store: Store):
    assert await any_store.load("nowhere") is None
    assert await any_store.calls("nowhere") == []
    assert await any_store.moves("nowhere") == []


async def test_two_games_cannot_have_one_id(any_store: Store):
    await any_store.create(a_game())
    with pytest.raises(Conflict):
        await any_store.create(a_game(seed="another"))
    loaded = await any_store.load("game1")
    assert loaded and loaded.seed == "a seed"


async def test_moves_are_told_in_order_to_whom_they_were_told(any_store: Store):
    await any_store.create(a_game())
    await any_store.append("game1", 2, [said("hello"), said("psst, „{Bob}“ \n 🎲", BOB, ANN)], moved("c1"))
    await any_store.append("game1", 4, [Told(frozenset(), Picked(ANN, 3))], moved("c2"))
    loaded = await any_store.load("game1")
    assert loaded and loaded.log[2:] == (
        said("hello"),
        said("psst, „{Bob}“ \n 🎲", ANN, BOB),
        Told(frozenset(), Picked(ANN, 3)),
    )
    assert loaded.causes == {"c1", "c2"}


async def test_a_cause_moves_once_and_in_its_own_game_only(any_store: Store):
    await any_store.create(a_game())
    await any_store.create(a_game("game2"))
    await any_store.append("game1", 2, [said("once")], moved("press"))
    for after in (2, 3):
        with pytest.raises(Repeated):
            await any_store.append("game1", after, [said("twice")], moved("press"), ended=5.0, deadlines=[])
    await any_store.append("game2", 2, [said("elsewhere")], moved("press"))
    loaded = await any_store.load("game1")
    assert loaded and [each.event for each in loaded.log[2:]] == [Said(ANN, "once")]
    assert loaded.ended is None and loaded.deadlines


@pytest.mark.parametrize("after", [1, 3])
async def test_a_log_that_has_grown_elsewhere_takes_nothing(any_store: Store, after: int):
    await any_store.create(a_game())
    with pytest.raises(Conflict):
        await any_store.append("game1", after, [said("lost")], moved("c1"), seats={ANN: BEN}, deadlines=[], ended=9.0)
    assert await any_store.load("game1") == a_game()
    assert await any_store.moves("game1") == []


async def test_of_two_who_write_at_once_one_is_told_so(any_store: Store):
    await any_store.create(a_game())
    results = await asyncio.gather(
        *(any_store.append("game1", 2, [said(f"{n}")], moved(f"c{n}")) for n in range(5)), return_exceptions=True
    )
    assert [type(each) for each in results] == [type(None)] + [Conflict] * 4
    loaded = await any_store.load("game1")
    assert loaded and loaded.log[2:] == (said("0"),)


async def test_a_move_into_a_game_that_is_not_there_is_a_mistake(any_store: Store):
    with pytest.raises(KeyError):
        await any_store.append("nowhere", 0, [said("?")], moved("c1"))
    with pytest.raises(KeyError):
        await any_store.set_deadlines("nowhere", [])
    with pytest.raises(KeyError):
        await any_store.add_call("nowhere", Called(ANN, "k", Call("m"), "accepted"))


async def test_a_move_may_tell_nothing_and_still_counts(any_store: Store):
    await any_store.create(a_game())
    await any_store.append("game1", 2, [], moved("c1"))
    with pytest.raises(Repeated):
        await any_store.append("game1", 2, [], moved("c1"))


async def test_deadlines_are_replaced_or_left_alone(any_store: Store):
    await any_store.create(a_game())
    await any_store.append("game1", 2, [said("1")], moved("c1"))
    kept = await any_store.load("game1")
    new = (Deadline(BOB, "pick:2", 2000.5, 1900.25), Deadline(ANN, "pick:2", 1999.5, 1900.25))
    await any_store.append("game1", 3, [said("2")], moved("c2"), deadlines=new)
    replaced = await any_store.load("game1")
    await any_store.set_deadlines("game1", [])
    none = await any_store.load("game1")
    assert kept and kept.deadlines == a_game().deadlines
    assert replaced and replaced.deadlines == new
    assert none and none.deadlines == ()


async def test_a_seat_changes_hands_and_both_have_held_it(any_store: Store):
    await any_store.create(a_game())
    eve = Occupant("person", "Eve", user="discord:3")
    for n, occupant in enumerate((BEN, eve, ADA, ADA)):
        await any_store.append("game1", 2, [], moved(f"c{n}"), seats={ANN: occupant})
    loaded = await any_store.load("game1")
    assert loaded and loaded.seats == {BOB: BEN, ANN: ADA} and list(loaded.seats) == [BOB, ANN]
    assert loaded.held == (("discord:1", ANN), ("discord:3", ANN))


async def test_games_that_ended_are_not_open(any_store: Store):
    for id, created in (("young", 30.0), ("old", 10.0), ("over", 20.0)):
        await any_store.create(a_game(id, created=created))
    await any_store.append("over", 2, [said("bye")], moved("c1"), ended=25.5)
    loaded = await any_store.load("over")
    assert await any_store.open_games() == ["old", "young"]
    assert loaded and loaded.ended == 25.5


async def test_recent_games_are_listed_newest_first_without_their_stories(any_store: Store):
    for id, created in (("b", 20.0), ("a", 10.0), ("c", 20.0)):
        await any_store.create(a_game(id, created=created))
    recent = await any_store.recent_games(2)
    assert [each.id for each in recent] == ["c", "b"]
    assert recent[0] == a_game("c", created=20.0, log=(), deadlines=(), held=())


async def test_moves_and_calls_are_kept_in_order(any_store: Store):
    await any_store.create(a_game())
    first = Moved("c1", BOB, "pick:1", "fallback", 1.5, "I think six", "time was up")
    await any_store.append("game1", 2, [said("Hello.")], first)
    await any_store.append("game1", 3, [], moved("c2"))
    called = [
        Called(
            BOB, "pick:1", Call("small-1", "abc", 900, 800, 12, 0.0025, 1.25, "hm", '{"number":7}'), "refused", "no"
        ),
        Called(BOB, "pick:1", Call("small-1"), "accepted"),
    ]
    for each in called:
        await any_store.add_call("game1", each)
    assert await any_store.moves("game1") == [replace(first, after=2), moved("c2", after=3)]
    assert await any_store.calls("game1") == called


async def test_a_post_is_pending_and_then_out(any_store: Store):
    pending = Post("lobby7", "discord", "board", "n1", "55")
    out = replace(pending, message="77", note="ff")
    await any_store.save_post(pending)
    await any_store.save_post(Post("lobby7", "web", "board", "n2", "56"))
    await any_store.save_post(Post("other", "discord", "board", "n3", "57"))
    before = await any_store.posts("lobby7", "discord")
    await any_store.save_post(out)
    assert before == {"board": pending}
    assert await any_store.posts("lobby7", "discord") == {"board": out}


async def test_small_documents_come_back_in_order_until_they_are_taken_away(any_store: Store):
    await any_store.put("settings", "b", {"x": 1})
    await any_store.put("settings", "a", {"y": [True, None, {"z": "ß"}]})
    await any_store.put("settings", "b", {"x": 2})
    await any_store.put("lobby", "a", {})
    assert await any_store.get("settings", "b") == {"x": 2}
    assert list((await any_store.all("settings")).items()) == [("b", {"x": 2}), ("a", {"y": [True, None, {"z": "ß"}]})]
    await any_store.put("settings", "b", None)
    await any_store.put("settings", "b", None)
    assert await any_store.get("settings", "b") is None
    assert list(await any_store.all("settings")) == ["a"]
    assert await any_store.all("nothing of the kind") == {}


async def test_what_came_out_of_the_store_can_be_changed_without_changing_the_store(any_store: Store):
    await any_store.create(a_game())
    await any_store.put("settings", "a", {"list": [1]})
    loaded, document = await any_store.load("game1"), await any_store.get("settings", "a")
    assert loaded and document
    loaded.options["rounds"] = loaded.seats[ANN] = document["list"] = None  # type: ignore[assignment]
    assert await any_store.load("game1") == a_game()
    assert await any_store.get("settings", "a") == {"list": [1]}


async def test_a_person_is_erased_wherever_they_stand(any_store: Store):
    await any_store.create(a_game("played"))
    await any_store.create(a_game("hosted", host="discord:1", seats={}, held=()))
    stand_in = Occupant("built-in", "Ada", stands_for="discord:1")
    await any_store.create(a_game("held only", seats={ANN: BEN, BOB: stand_in}))
    await any_store.create(a_game("never there", host="", seats={BOB: replace(ADA, user="discord:11")}, held=()))
    lobby = Lobby("waiting", "duel", {}, "discord:1", "discord:5:6", (Party(ADA, ("red",)), Party(BEN)))
    await any_store.put("lobby", "waiting", asdict(lobby))
    await any_store.put("lobby", "another", asdict(replace(lobby, id="another", host="discord:11", parties=())))

    assert await any_store.erase_person("discord:1", "somebody") == 4

    played, held = await any_store.load("played"), await any_store.load("held only")
    assert played and played.seats[ANN] == Occupant("person", "somebody") and played.held == ()
    assert held and held.seats == {ANN: BEN, BOB: Occupant("built-in", "somebody")} and held.held == ()
    hosted, other = await any_store.load("hosted"), await any_store.load("never there")
    assert hosted and hosted.host == ""
    assert other and other.seats[BOB].name == "Ada"
    document = await any_store.get("lobby", "waiting")
    assert document and document["host"] == ""
    assert (
        document["parties"][0]["occupant"]["name"] == "somebody" and document["parties"][1]["occupant"]["name"] == "Ben"
    )
    assert await any_store.erase_person("discord:1", "somebody") == 0


async def test_whoever_stops_waiting_does_not_stop_the_write(any_store: Store):
    await any_store.create(a_game())
    impatient = asyncio.create_task(any_store.append("game1", 2, [said("written")], moved("c1")))
    await asyncio.sleep(0)
    impatient.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await impatient
    with pytest.raises(Repeated):
        await any_store.append("game1", 3, [said("again")], moved("c1"))


# ── on disk ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


async def test_what_is_written_outlives_the_process(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    await store.create(a_game())
    await store.append("game1", 2, [said("hello")], moved("c1"), ended=7.0)
    await store.put("settings", "a", {"b": 1})
    before = await store.load("game1")
    await store.close()
    store = await SqliteStore.open(path, games)
    assert await store.load("game1") == before
    assert await store.get("settings", "a") == {"b": 1}
    await store.close()


async def test_closing_waits_for_what_is_being_written(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    writes = [asyncio.create_task(store.put("settings", str(n), {})) for n in range(30)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*writes)
    store = await SqliteStore.open(path, games)
    assert len(await store.all("settings")) == 30
    await store.close()


async def test_a_closed_store_says_so(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    await store.close()
    await store.close()
    with pytest.raises(StoreFailed, match="closed"):
        await store.put("settings", "a", {})
    with pytest.raises(StoreFailed, match="closed"):
        await store.open_games()


async def test_the_disk_is_flushed_at_every_commit(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    pragmas = await store._on_thread(
        lambda db: [
            db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    )
    assert pragmas == ["wal", 2, 1]
    await store.close()


async def test_what_waits_is_committed_together_and_one_refusal_harms_nobody(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    await store.create(a_game())
    batches: list[int] = []
    transact = store._transact
    store._transact = lambda db, jobs: (batches.append(len(jobs)), transact(db, jobs))[1]  # type: ignore[method-assign]
    results = await asyncio.gather(
        store.append("game1", 2, [said("0")], moved("c0")),
        store.append("game1", 3, [said("1")], moved("c1")),
        store.append("game1", 3, [said("too late")], moved("c2")),
        store.append("game1", 4, [said("again")], moved("c1")),
        store.append("nowhere", 4, [said("?")], moved("c1")),
        store.append("game1", 4, [said("2")], moved("c3")),
        store.put("settings", "a", {}),
        return_exceptions=True,
    )
    assert [type(each) for each in results] == [type(None)] * 2 + [Conflict, Repeated, KeyError] + [type(None)] * 2
    loaded = await store.load("game1")
    assert loaded and [each.event for each in loaded.log[2:]] == [Said(ANN, "0"), Said(ANN, "1"), Said(ANN, "2")]
    assert batches == [7] or batches == [1, 6]
    await store.close()


async def test_whatever_breaks_in_the_writer_nobody_waits_for_ever(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)

    def broken(db: sqlite3.Connection, jobs: Any) -> list[Any]:
        raise MemoryError

    store._transact, transact = broken, store._transact  # type: ignore[method-assign]
    with pytest.raises(MemoryError):
        await asyncio.wait_for(store.put("settings", "a", {}), 60)
    store._transact = transact  # type: ignore[method-assign]
    await store.put("settings", "a", {"x": 1})
    assert await store.get("settings", "a") == {"x": 1}
    await store.close()


async def test_half_a_refused_write_is_not_written(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    await store.create(a_game())
    twice = Deadline(ANN, None, 1.0, 1.0)  # type: ignore[arg-type]
    results = await asyncio.gather(
        store.append("game1", 2, [said("half")], moved("c1"), deadlines=[twice]),
        store.put("settings", "a", {}),
        return_exceptions=True,
    )
    assert isinstance(results[0], sqlite3.IntegrityError) and results[1] is None
    assert await store.load("game1") == a_game()
    await store.close()


async def test_a_second_process_gets_a_conflict_and_the_log_stays_whole(path: Path, games: dict[str, Any]):
    one, two = await SqliteStore.open(path, games), await SqliteStore.open(path, games)
    await one.create(a_game())
    length = 2
    for n in range(20):
        results = await asyncio.gather(
            one.append("game1", length, [said(f"one {n}")], moved(f"one {n}")),
            two.append("game1", length, [said(f"two {n}")], moved(f"two {n}")),
            return_exceptions=True,
        )
        assert sorted(type(each).__name__ for each in results) == ["Conflict", "NoneType"]
        length += 1
    loaded = await two.load("game1")
    assert loaded and len(loaded.log) == length == len(loaded.causes) + 2
    with pytest.raises(Conflict):
        await two.create(a_game())
    await one.close()
    await two.close()


async def test_many_may_open_a_new_file_at_once(path: Path, games: dict[str, Any]):
    stores = await asyncio.gather(*(SqliteStore.open(path, games) for _ in range(6)))
    await asyncio.gather(*(store.put("settings", str(n), {}) for n, store in enumerate(stores)))
    assert len(await stores[0].all("settings")) == 6
    for store in stores:
        await store.close()


async def test_a_new_file_is_for_its_owner_only_and_its_folder_is_made(tmp_path: Path, games: dict[str, Any]):
    path = tmp_path / "new folder" / "games.db"
    store = await SqliteStore.open(path, games)
    await store.put("settings", "a", {})
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    assert set(modes.values()) == {0o600}, modes
    await store.close()


async def test_what_older_versions_kept_with_a_game_is_read(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    await store.create(a_game())
    await store.close()
    older = {"host": "discord:9", "place": "discord:5:6", "pace": 2, "thread": 7, "wishes": {ANN: ["red"], BOB: []}}
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE games SET about = ?", (json.dumps(older),))
        db.commit()
    store = await SqliteStore.open(path, games)
    found = await store.load("game1")
    assert found == replace(a_game(), about=About(2.0, wishes={ANN: ("red",), BOB: ()}))
    await store.close()


async def test_an_erased_person_leaves_no_trace_in_the_files(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    person = Occupant("person", "Rumpelstilzchen", user="discord:4711")
    for n in range(30):
        await store.create(a_game(f"g{n}", seats={ANN: person}, held=((person.user, ANN),), host=person.user))
        await store.append(f"g{n}", 2, [], moved("c1"), seats={ANN: BEN})
    lobby = asdict(Lobby("l", "duel", {}, person.user, "", (Party(person),)))
    await store.put("lobby", "l", lobby)
    await store.put("lobby", "m", lobby)
    await store.put("lobby", "m", None)
    assert await store.erase_person(person.user, "somebody") == 31
    for file in path.parent.iterdir():
        content = file.read_bytes()
        assert b"4711" not in content, file
        assert b"Rumpelstilzchen" not in content, file
    await store.close()


# ── files that cannot be used ──


async def test_a_file_of_a_newer_version_is_refused_in_one_sentence(path: Path, games: dict[str, Any]):
    await (await SqliteStore.open(path, games)).close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(StoreFailed, match=r"newer version of Masquerade.*update the bot") as refusal:
        await SqliteStore.open(path, games)
    assert str(path) in str(refusal.value)


async def test_a_file_of_the_first_version_is_brought_up_to_date(path: Path, games: dict[str, Any]):
    from bot.stores import sqlite

    await (await SqliteStore.open(path, games)).close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE later (x)",)))
        await (await SqliteStore.open(path, games)).close()
        await (await SqliteStore.open(path, games)).close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
        assert db.execute("SELECT * FROM later").fetchall() == []


async def test_another_programs_database_is_left_alone(path: Path, games: dict[str, Any]):
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name)")
    before = path.read_bytes()
    with pytest.raises(StoreFailed, match="another program's"):
        await SqliteStore.open(path, games)
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database_is_refused(path: Path, games: dict[str, Any]):
    path.write_text("Dear diary, " * 200)
    with pytest.raises(StoreFailed, match="damaged, or no Masquerade database"):
        await SqliteStore.open(path, games)


async def test_a_folder_where_the_file_should_be_is_refused(tmp_path: Path, games: dict[str, Any]):
    with pytest.raises(StoreFailed, match="cannot be opened"):
        await SqliteStore.open(tmp_path, games)
    (tmp_path / "file").touch()
    with pytest.raises(StoreFailed, match="cannot be opened"):
        await SqliteStore.open(tmp_path / "file" / "games.db", games)


async def test_a_locked_file_is_waited_for_and_then_named(
    path: Path, games: dict[str, Any], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.stores.sqlite.PATIENCE", 0.05)
    store = await SqliteStore.open(path, games)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFailed, match="another program has kept it locked"):
            await store.put("settings", "a", {"written": False})
        assert await store.all("settings") == {}
        other.execute("ROLLBACK")
    await store.put("settings", "a", {"written": True})
    assert await store.get("settings", "a") == {"written": True}
    await store.close()


async def test_a_full_disk_loses_nothing_that_was_acknowledged(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    await store.create(a_game())
    await store._on_thread(
        lambda db: db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
    )
    results = await asyncio.gather(
        store.append("game1", 2, [said("x" * 100_000)], moved("c1")),
        store.put("settings", "a", {}),
        return_exceptions=True,
    )
    assert [str(each) for each in results] == [f"{path} cannot grow: the disk is full."] * 2
    assert await store.load("game1") == a_game()
    await store._on_thread(lambda db: db.execute("PRAGMA max_page_count = 1000000"))
    await store.append("game1", 2, [said("x" * 100_000)], moved("c1"))
    await store.close()


async def test_a_read_only_file_is_named(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    await store._on_thread(lambda db: db.execute("PRAGMA query_only = ON"))
    with pytest.raises(StoreFailed, match="read-only"):
        await store.put("settings", "a", {})
    await store.close()


# ── old logs and new rules ──


async def test_an_old_log_is_brought_up_to_date_entry_by_entry(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    await store.create(a_game())
    await store.append("game1", 2, [said("old")], moved("c1"))
    await store.close()

    def upcast(version: int, event: dict[str, Any]) -> dict[str, Any]:
        return {**event, "text": f"{event['text']}, from version {version}"} if event["type"] == "Said" else event

    newer = GAME.but(version=2, upcast=upcast)
    store = await SqliteStore.open(path, {"duel": newer})
    await store.append("game1", 3, [said("new")], moved("c2"))
    loaded = await store.load("game1")
    assert loaded and [each.event for each in loaded.log[2:]] == [Said(ANN, "old, from version 1"), Said(ANN, "new")]
    await store.close()

    store = await SqliteStore.open(path, games)
    with pytest.raises(Unreadable, match="newer version of duel"):
        await store.load("game1")
    await store.close()


async def test_an_entry_that_cannot_be_read_is_named_without_its_secret(path: Path, games: dict[str, Any]):
    @record
    class Whispered(Event):
        secret: str

    store = await SqliteStore.open(path, {"duel": GAME.but(events=(*GAME.rules.events, Whispered))})
    await store.create(a_game())
    await store.append("game1", 2, [Told(frozenset({ANN}), Whispered("the butler did it"))], moved("c1"))
    await store.close()
    store = await SqliteStore.open(path, games)
    with pytest.raises(Unreadable, match="entry 3 of its log") as refusal:
        await store.load("game1")
    assert "butler" not in str(refusal.value)
    await store.close()


async def test_a_file_of_before_characters_talked_is_brought_up_to_date(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    await store.create(a_game())
    await store.close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        for column in ("talkativeness", "suspicion", "stands_for", "strategy"):
            db.execute(f"ALTER TABLE seats DROP COLUMN {column}")
        for index in ("spending", "thoughts", "asides"):
            db.execute(f"DROP INDEX {index}")
        for column in ("host", "prompts", "at", "estimated", "ticket"):
            db.execute(f"ALTER TABLE calls DROP COLUMN {column}")
        db.execute("PRAGMA user_version = 1")
    store = await SqliteStore.open(path, games)
    loaded = await store.load("game1")
    assert loaded and loaded.seats == {BOB: replace(BEN, temper=Temper(0.25, 0.75, 0.5, 0.5)), ANN: ADA}
    await store.append("game1", 2, [said("new")], moved("c1"), seats={BOB: BEN})
    again = await store.load("game1")
    assert again and again.seats[BOB] == BEN
    await store.close()


async def test_a_game_that_is_gone_can_still_be_listed(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    await store.create(a_game())
    await store.close()
    store = await SqliteStore.open(path, {})
    assert [each.id for each in await store.recent_games()] == ["game1"] == await store.open_games()
    with pytest.raises(Unreadable, match="no game “duel”"):
        await store.load("game1")
    await store.close()


async def test_what_is_broken_beside_one_game_hides_no_other(path: Path, games: dict[str, Any]):
    store = await SqliteStore.open(path, games)
    await store.create(a_game("game1"))
    await store.create(a_game("game2"))
    await store.close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("""UPDATE games SET about = '{"pace": null}' WHERE id = 'game1'""")
    store = await SqliteStore.open(path, games)
    assert [each.id for each in await store.recent_games()] == ["game2"]
    with pytest.raises(Unreadable, match=r"beside its log is broken \(pace\)"):
        await store.load("game1")
    await store.close()


async def test_house_events_are_kept_too(any_store: Store):
    await any_store.create(a_game())
    await any_store.append("game1", 2, [Told(EVERYONE, Paused("Tea.")), Told(EVERYONE, Shouted(BOB))], moved("c1"))
    loaded = await any_store.load("game1")
    assert loaded and [each.event for each in loaded.log[2:]] == [Paused("Tea."), Shouted(BOB)]


async def test_a_file_of_an_older_version_is_brought_to_the_new_form_which_is_said_once(
    path: Path, games: dict[str, Any], caplog: pytest.LogCaptureFixture
):
    caplog.set_level("INFO")
    thaw([("schema", {"version": len(MIGRATIONS) - 1})], path)
    for _ in range(2):
        await (await SqliteStore.open(path, games)).close()
    said = [each.getMessage() for each in caplog.records if each.levelname == "INFO"]
    newest = len(MIGRATIONS)
    assert said == [f"{path} was brought from form {newest - 1} to {newest}; the version before refuses it now"]
