"""Whoever is erased is nowhere: not in a row, a page of the file, the write-ahead log, or a file beside it."""

from __future__ import annotations

import asyncio
import contextlib
import html
import json
import shutil
import sqlite3
import subprocess
import sys
import unicodedata
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from bot.bets import KIND as BET
from bot.clock import VirtualClock
from bot.export import FORMATS
from bot.export import export as exported
from bot.hall import Hall
from bot.ports import Call, Called, Lobby, Moved, Occupant, Party, Post, Saved
from bot.privacy import export, in_sentences, summary
from bot.stores.sqlite import SqliteStore
from bot.table import DRAFT
from bot.traces import Traces
from games.core import EVERYONE, Cancelled, LookedUp, Seated, StoodIn, Told, escape
from tests.bot.tiny import ANN, BOB, GAME, TALKATIVE, Began, DuelOptions, Pick, Said, Speak, Spoke
from tests.scripted import ScriptedPlayers

USER = "discord:471147114711471147"
ID = USER.partition(":")[2]
BEN = Occupant("person", "Ben", user="discord:22")
ODD = [
    "Rumpelstilzchen",
    'Jörg "Jö" Weiß',
    "Zoë_Ünal*",
    "O'Brien & {Søn}",
    "山田太郎",
    "Ann-Kathrin <b>",
    "ALLCAPS",
    "Two  Words",
]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "data" / "games.db", {"duel": TALKATIVE})
    yield opened
    await opened.close()


def written(name: str) -> str:
    """What somebody wrote about them, in as many ways as there are."""
    ways = (
        name,
        json.dumps(name),
        json.dumps(json.dumps(name)),
        html.escape(name),
        unicodedata.normalize("NFD", name),
        escape(name),
    )
    return f"I think {', '.join(ways)}\nand “{name}”: \\n{name}? <@{ID}> or {USER}."


def left(folder: Path, name: str) -> dict[str, list[str]]:
    """What a look at the bytes of every file finds of them."""
    ways = {
        name,
        unicodedata.normalize("NFD", name),
        json.dumps(name)[1:-1],
        json.dumps(json.dumps(name))[3:-3],
        html.escape(name),
        ID,
    }
    if len(name) > 2:
        ways |= {name.upper(), name.lower()}
    found = {
        each.name: [way for way in ways if way.encode() in each.read_bytes()]
        for each in folder.rglob("*")
        if each.is_file()
    }
    return {file: ways for file, ways in found.items() if ways}


async def fill(store: SqliteStore, name: str) -> Saved:
    """A game that they sat in, one where an AI plays on for them, and something of theirs in every table."""
    person = Occupant("person", name, user=USER)
    about = written(name)
    opening = [Told(EVERYONE, Seated(ANN, "person")), Told(EVERYONE, Began((ANN, BOB), DuelOptions()))]
    game = Saved(
        id="played", game="duel", version=GAME.rules.version, options={}, seed="s", host=USER, place="discord:5:6",
        about=GAME_ABOUT, seats={ANN: person, BOB: BEN}, log=tuple(opening), held=((USER, ANN), ("discord:22", BOB)), created=1.0,
    )  # fmt: skip
    await store.create(game)
    said = [
        Told(EVERYONE, Said(BOB, about)),
        Told(frozenset({BOB}), LookedUp(BOB, "norms", f"about {name}", about)),
        Told(EVERYONE, StoodIn(BOB, f"{name} was quicker")),
        Told(EVERYONE, Cancelled(f"{name} called it off.")),
    ]
    moved = Moved("discord:1", BOB, "pick:1", "model", aside=about, why=about)
    await store.append("played", 2, said, moved, ended=9.0)
    call = Call("small-1", "hash", reasoning=about, answer=json.dumps({"say": about}))
    await store.add_call("played", Called(BOB, "pick:1", call, "refused", about))
    await store.create(Saved(**{**fields_of(game), "id": "taken", "held": ((USER, ANN),)}))
    # Somebody else sits there since: the name stands with no seat any more.
    await store.append("taken", 2, [Told(EVERYONE, Said(BOB, about))], moved, seats={ANN: BEN})
    # An AI plays on for them there, by their name; nothing else of them is kept.
    stands = Occupant("built-in", name, stands_for=USER)
    await store.create(
        Saved(**{**fields_of(game), "id": "left", "host": "", "held": (), "seats": {ANN: stands, BOB: BEN}})
    )
    await store.create(Saved(**{**fields_of(game), "id": "elsewhere", "host": "", "held": (), "seats": {BOB: BEN}}))
    await store.append(
        "elsewhere", 2, [Told(EVERYONE, Said(BOB, f"ask <@{ID}>, {USER}"))], Moved(f"{USER}:1", BOB, "", "person")
    )
    await store.save_post(Post("played", "discord", "dm:x", "n", "7", "8", f"told to {name} of {USER}"))
    lobby = asdict(Lobby("l", "duel", {}, USER, "discord:5:6", (Party(person), Party(BEN))))
    documents: dict[tuple[str, str], Any] = {
        ("lobby", "l"): lobby,
        (BET, "played"): {"bets": [{"user": USER, "choice": "p1", "at": 1.0}], "right": []},
        (DRAFT, "played"): {"drafts": [[BOB, "say:1", {"type": "Say", "text": about}]]},
        ("web-key", "a" * 64): {"user": "web:1", "at": {"played": USER}},
        ("report", "ab12"): {"by": USER, "game": "played", "reason": about, "lines": [{"n": 1, "text": about}]},
        ("closed-dms", USER): {"since": 1.0},
        ("ban", f"5:{ID}"): {"why": f"by {USER}"},
        ("settings", "x"): {"moderators": [USER, "discord:22"], "last": f"<@{ID}> wrote"},
    }
    for (kind, key), value in documents.items():
        await store.put(kind, key, value)
    return game


def fields_of(saved: Saved) -> dict[str, Any]:
    return {each: getattr(saved, each) for each in saved.__slots__}


GAME_ABOUT = Lobby("", "", {}, "", "").about


@pytest.mark.parametrize("name", ODD)
async def test_a_look_at_the_bytes_finds_nobody(store: SqliteStore, name: str):
    folder = store.path.parent
    await fill(store, name)
    for file in ("played.json", "export.md", "bot.log"):
        (folder / file).write_text(f"played {written(name)}", "utf-8")
    assert {"games.db-wal", "played.json"} <= left(folder, name).keys()  # or the test would see nothing

    erased = await store.erase_person(USER, "Somebody")

    assert (erased, erased.known, erased.still) == (4, True, ())
    assert left(folder, name) == {}
    # The games are what they were.
    for id, entries in (("played", 6), ("taken", 3), ("elsewhere", 3)):
        saved = await store.load(id)
        assert saved is not None and len(saved.log) == entries
    assert (await store.get("report", "ab12") or {})["by"] == ""
    assert (await store.get("settings", "x") or {})["moderators"] == ["discord:22"]
    again = await store.erase_person(USER, "Somebody")
    assert (again, again.known) == (0, False)


async def test_after_it_other_programs_that_look_into_the_database_still_leave_the_log_alone(store: SqliteStore):
    await fill(store, "Rumpelstilzchen")
    await store.erase_person(USER, "Somebody")
    await store.put("settings", "written", {"after": 1})
    look = (
        "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('SELECT * FROM log').fetchone(); db.close()"
    )
    await asyncio.to_thread(subprocess.run, [sys.executable, "-c", look, store.path], check=True, capture_output=True)
    # SQLite deletes the log where it is the last to close the file, which it sees by the locks of others.
    assert store.path.with_name(f"{store.path.name}-wal").exists()


async def test_exports_in_every_format_are_known_by_their_game(store: SqliteStore):
    await fill(store, "Bob")
    saved = await store.load("played")
    assert saved is not None
    names = {}
    for each in FORMATS:
        names[each] = store.path.parent / f"mine.{each}"
        names[each].write_text(exported(TALKATIVE, saved, (), (), each), "utf-8")
        assert "Bob" in names[each].read_text("utf-8")
    assert (await store.erase_person(USER, "Somebody")).still == ()
    for each, path in names.items():
        assert "Bob" not in path.read_text("utf-8"), each


async def test_a_file_of_which_nobody_knows_whom_it_names_is_named(store: SqliteStore):
    await fill(store, "Rumpelstilzchen")
    (store.path.parent / "notes.md").write_text("Ask rumpelstilzchen.", "utf-8")
    erased = await store.erase_person(USER, "Somebody")
    assert [each.partition(":")[0] for each in erased.still] == ["the file notes.md, which names a “rumpelstilzchen”"]
    assert (store.path.parent / "notes.md").read_text("utf-8") == "Ask rumpelstilzchen."


async def test_somebody_who_reads_meanwhile_keeps_it_on_the_disk_no_longer_than_they_read(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.stores.sqlite.READERS", 0.2)
    await fill(store, "Rumpelstilzchen")
    with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM log").fetchone()
        erased = await store.erase_person(USER, "Somebody")
        assert any("games.db-wal" in each and "another program" in each for each in erased.still)
        assert await store.get("closed-dms", USER) is None, "who asks is told that they are gone all the same"
        await store.put("settings", "written", {"meanwhile": True})
        reader.execute("COMMIT")
    assert store._vanishing is not None
    await store._vanishing
    assert left(store.path.parent, "Rumpelstilzchen") == {}


async def test_what_somebody_read_when_the_bot_ended_goes_with_its_next_start(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.stores.sqlite.READERS", 0.1)
    await fill(store, "Rumpelstilzchen")
    with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM log").fetchone()
        assert (await store.erase_person(USER, "Somebody")).still
        await store.close()
        assert left(store.path.parent, "Rumpelstilzchen")
        reader.execute("COMMIT")
        again = await SqliteStore.open(store.path, {"duel": TALKATIVE})
        assert left(store.path.parent, "Rumpelstilzchen") == {}
        await again.close()


async def test_what_cannot_be_changed_beside_the_database_is_named(store: SqliteStore):
    await fill(store, "Rumpelstilzchen")
    (store.path.parent / "backups").mkdir()
    copy, picture = store.path.parent / "backups" / "old.sqlite3", store.path.parent / "seat.png"
    with contextlib.closing(sqlite3.connect(copy)) as to, contextlib.closing(sqlite3.connect(store.path)) as db:
        db.backup(to)
        to.execute("PRAGMA user_version = 1")
    picture.write_bytes(b"\x89PNG" + ID.encode())
    erased = await store.erase_person(USER, "Somebody")
    assert [each.partition(":")[0] for each in erased.still] == [
        f"the file {Path('backups/old.sqlite3')}",
        "the file seat.png",
    ]


async def test_a_copy_of_this_form_is_cleaned_too(store: SqliteStore):
    await fill(store, "Rumpelstilzchen")
    copy = store.path.parent / "masquerade-backup.sqlite3"
    with contextlib.closing(sqlite3.connect(copy)) as to, contextlib.closing(sqlite3.connect(store.path)) as db:
        db.backup(to)
    assert (await store.erase_person(USER, "Somebody")).still == ()
    assert left(store.path.parent, "Rumpelstilzchen") == {}
    with contextlib.closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT count(*) FROM games").fetchone() == (4,)


async def test_backups_that_the_bot_made_elsewhere_are_cleaned_too(store: SqliteStore, tmp_path: Path):
    await fill(store, "Rumpelstilzchen")
    store.backups = tmp_path / "elsewhere"
    store.backups.mkdir()
    copy = store.backups / "masquerade-2026.sqlite3"
    with contextlib.closing(sqlite3.connect(copy)) as to, contextlib.closing(sqlite3.connect(store.path)) as db:
        db.backup(to)
    assert left(store.backups, "Rumpelstilzchen")
    assert (await store.erase_person(USER, "Somebody")).still == ()
    assert left(store.backups, "Rumpelstilzchen") == {}


async def test_a_name_that_others_have_and_words_of_the_game_stay(store: SqliteStore):
    ada = Occupant("built-in", "Ada")
    person = Occupant("person", "Ada", user=USER)
    opening = (Told(EVERYONE, Seated(ANN, "person")), Told(EVERYONE, Began((ANN, BOB), DuelOptions())))
    for id, seats in (("both", {ANN: person, BOB: ada}), ("one", {ANN: person, BOB: BEN}), ("none", {BOB: ada})):
        await store.create(Saved(id, "duel", GAME.rules.version, {}, "s", GAME_ABOUT, seats, opening, held=()))
        await store.append(
            id, 2, [Told(EVERYONE, Said(BOB, "it was Ada, not Adagio"))], Moved("c", BOB, "pick:1", "person")
        )
    await store.erase_person(USER, "Somebody")
    said = {id: saved.log[2].event.text for id in ("both", "one", "none") if (saved := await store.load(id))}  # type: ignore[attr-defined]
    assert said == {
        "both": "it was Ada, not Adagio",
        "one": "it was Somebody, not Adagio",
        "none": "it was Ada, not Adagio",
    }


@pytest.mark.parametrize(
    ("name", "text", "after"),
    [
        ("Al", "Al and al, ALSO Al's", "X and al, ALSO X's"),
        ("Will", "will Will WILL", "will X WILL"),
        ("I", "I think I am", "I think I am"),
        ("42", "42 of 42", "42 of 42"),
        ("Straße", "STRASSE straße Straßenbahn", "X X Straßenbahn"),
        ("Ada", "ADA, ada! _Ada_ adam", "X, X! _X_ adam"),
        ("Berta", "Bertas Hut", "Xs Hut"),
        ("Eve (eve_99)", "eve_99 said so", "X said so"),
        ("🦊", "the 🦊 did it", "the X did it"),
    ],
)  # fmt: skip
def test_names_go_as_words_with_care(name: str, text: str, after: str):
    assert Traces("terminal", [name], "X").cleaned(text) == after


async def test_one_damaged_row_keeps_nobody_from_being_forgotten(store: SqliteStore):
    await fill(store, "Rumpelstilzchen")
    with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as db:
        db.execute("UPDATE log SET event = CAST(x'7b22ff' AS TEXT) WHERE game = 'taken' AND n = 2")
        db.execute("UPDATE documents SET value = ? WHERE kind = 'settings'", (f"no JSON {USER}",))
    assert (await store.erase_person(USER, "Somebody")).known
    assert left(store.path.parent, "Rumpelstilzchen") == {}


async def test_what_was_said_before_anybody_moved_is_cleaned_too(store: SqliteStore):
    opening = (Told(EVERYONE, Seated(ANN, "person")), Told(EVERYONE, Said(ANN, "I am Rumpelstilzchen")))
    seats = {ANN: Occupant("person", "Rumpelstilzchen", user=USER)}
    await store.create(Saved("g", "duel", GAME.rules.version, {}, "s", GAME_ABOUT, seats, opening))
    await store.erase_person(USER, "Somebody")
    assert left(store.path.parent, "Rumpelstilzchen") == {}


# ── a table that is played ──


async def test_a_running_table_knows_them_no_more_and_goes_on(store: SqliteStore):
    players = ScriptedPlayers()
    hall = Hall(store, players, VirtualClock(), {"duel": TALKATIVE})
    person = Occupant("person", "Rumpelstilzchen", user=USER)
    table = await hall.open("duel", {}, {ANN: person, BOB: BEN}, host=USER, place="discord:5:6")
    players["Basil"] = [Pick(2)]
    await table.reseat(ANN, Occupant("built-in", "Basil"), "c1")
    await table.idle()
    # An AI has the seat, and a name of its own: theirs stands in plain words.
    await table.submit(BOB, Speak("I trust Rumpelstilzchen!"), "say:1", "c2")
    await table.draft(BOB, "say:1", Speak("or RUMPELSTILZCHEN?"))
    elsewhere = await hall.open(
        "duel", {}, {ANN: Occupant("person", "Cy", user="discord:33"), BOB: BEN}, place="discord:5:7"
    )
    await elsewhere.submit(BOB, Speak(f"ask <@{ID}>"), "say:1", "c1")
    view = table.scene(BOB)
    assert "Rumpel" in repr(table.log)

    assert await hall.erase_person(USER) == 1

    assert [each.event.text for each in table.log if isinstance(each.event, Spoke)] == ["I trust Somebody!"]
    assert table.drafts == {(BOB, "say:1"): Speak("or Somebody?")}
    assert USER not in repr((table.log, table.seats, table.host, table.held))
    assert left(store.path.parent, "Rumpelstilzchen") == {}
    assert table.scene(BOB) == view
    assert ID not in repr(elsewhere.log) and "ask Somebody" in repr(elsewhere.log)
    await table.submit(BOB, Pick(3), "pick:1", "c3")
    assert table.story.state.wins, "the round is played"
    await hall.close()


async def test_games_that_ended_long_ago_are_forgotten(store: SqliteStore):
    clock = VirtualClock()
    hall = Hall(store, ScriptedPlayers(), clock, {"duel": TALKATIVE})
    await fill(store, "Rumpelstilzchen")  # two games that run, one that ended in 1970
    assert await hall.forget_games() == 0, "they are kept for ever"
    for days, gone in (((clock.now() - 5) / 86400, 0), ((clock.now() - 20) / 86400, 1)):
        hall.keep_days = days
        assert await hall.forget_games() == gone
    assert await store.load("played") is None and await store.load("taken") is not None
    assert await store.get(BET, "played") is None and await store.get("report", "ab12") is None
    assert await store.calls("played") == []
    with contextlib.closing(sqlite3.connect(store.path)) as db:
        for table in ("seats", "held", "log", "moves", "calls", "deadlines", "posts"):
            assert db.execute(f"SELECT count(*) FROM {table} WHERE game = 'played'").fetchone() == (0,), table


# ── games of older releases, and names that are words of theirs ──

FROZEN = sorted((Path(__file__).parents[1] / "frozen").glob("*/games.db"))
WORDS = ["Hall", "Red", "Kitchen", "Night", "Library", "Mafia", "The", "Doctor", "Cellar", "Blue", "Sheriff", "Guess"]


@pytest.mark.parametrize("frozen", FROZEN, ids=lambda path: path.parent.name)
async def test_a_name_that_is_a_word_of_the_game_changes_no_game(frozen: Path, tmp_path: Path):
    path = tmp_path / "games.db"
    shutil.copyfile(frozen, path)
    opened = await SqliteStore.open(path)
    hall = Hall(opened, ScriptedPlayers(), VirtualClock())
    ids = [each.id for each in await opened.recent_games(1000)]
    with contextlib.closing(sqlite3.connect(path)) as db:
        for n, (game, seat) in enumerate(db.execute("SELECT game, seat FROM seats").fetchall()):
            db.execute(
                "UPDATE seats SET user = ?, name = ? WHERE game = ? AND seat = ?",
                (f"discord:{n % 4}", WORDS[n % len(WORDS)], game, seat),
            )
        db.commit()

    async def comes_to() -> dict[str, Any]:
        stories = {id: hall.story(saved) for id in ids if (saved := await opened.load(id))}
        return {
            id: (
                story.outcome and story.outcome.winners,
                {seat: [each.key for each in story.asks(seat)] for seat in story.seats},
            )
            for id, story in stories.items()
        }

    def logs() -> list[Any]:
        with contextlib.closing(sqlite3.connect(path)) as db:
            return db.execute("SELECT game, n, event FROM log ORDER BY game, n").fetchall()

    before, written = await comes_to(), logs()
    assert len(before) == len(ids) > 0
    for n in range(4):
        assert (await opened.erase_person(f"discord:{n}", "Somebody")).known
    assert await comes_to() == before
    assert logs() == written, "nobody was spoken of"
    await opened.close()


# ── taken along ──


async def test_what_is_taken_along_is_all_of_ones_own_and_nothing_secret(store: SqliteStore):
    hall = Hall(store, ScriptedPlayers(), VirtualClock(), {"duel": TALKATIVE})
    ann = Occupant("person", "Ann", user=USER)
    table = await hall.open("duel", {}, {ANN: ann, BOB: BEN}, host=BEN.user, place="discord:5:6")
    await table.submit(ANN, Speak("Ben, I am honest"), "say:1", "c1")
    await table.submit(BOB, Speak("so is Ann"), "say:1", "c2")
    hidden = [Told(frozenset({BOB}), Spoke(BOB, "the hidden word"))]
    await store.append(table.id, len(table.log), hidden, Moved("c3", BOB, "x", "model", aside="a hidden thought"))
    await store.add_call(table.id, Called(BOB, "x", Call("small-1", answer="Ann must not know"), "accepted"))
    running = json.dumps(await export(hall, USER))
    assert "Ben, I am honest" in running and "so is Ann" in running
    assert "hidden" not in running and "must not know" not in running and BEN.user not in running
    assert "the hidden word" in json.dumps(await export(hall, BEN.user)), "it is their own"

    async with table.still():
        await table.retell(await store.load(table.id))  # type: ignore[arg-type]
    await table.cancel("c4")
    (game,) = (await export(hall, USER))["games"]
    assert [each["text"] for each in game["said"]] == ["Ben, I am honest"] and game["said"][0]["by"] == "person"
    assert [each["text"] for each in game["said_of_you"]] == ["so is Ann"]
    assert [each["call"]["answer"] for each in game["calls_of_models"]] == ["Ann must not know"], (
        "a model wrote of them"
    )
    await hall.close()


async def test_of_a_ban_one_sees_ones_own_part(store: SqliteStore):
    hall = Hall(store, ScriptedPlayers(), VirtualClock(), {"duel": TALKATIVE})
    await hall.rules.ban("discord:5", USER, "Ann", BEN.user)
    await hall.rules.ban("discord:6", BEN.user, BEN.name, USER)
    await hall.rules.ban("discord:7", BEN.user, BEN.name, "discord:9")
    assert in_sentences(await summary(hall, USER)) == [
        "2 × list of who is banned that you are on, or have put somebody on."
    ]
    hers, others = (each["kept"]["bans"] for each in (await export(hall, USER))["others"])
    assert hers == [{"mark": hers[0]["mark"], "user": USER, "name": "Ann", "at": hers[0]["at"]}]
    assert others == [{"by": USER, "at": others[0]["at"]}]
    await hall.close()
