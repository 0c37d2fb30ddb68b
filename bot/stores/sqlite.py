"""The store on disk: one SQLite file that outlives the process, the power and a second process's mistakes.

Writing and reading go separate ways. All writes pass through one connection on one thread: whatever waits when the disk
is free is committed together, one flush of the disk for all of it, and each write stands in a savepoint of its own, so
that one refused leaves the others alone. What is read goes through a connection of its own for each look, and sees one
moment of the file while writing goes on.

Writing ahead (WAL) with `synchronous=FULL`: with NORMAL, moves that had been acknowledged were lost in most simulated power cuts.

Errors, as in `bot.ports`: `Conflict`, `Repeated`, `StoreFailed` with a sentence (damaged, locked, read-only or full; made
by a newer version; another program's file), `Unreadable` for one game. KeyError: no such game.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import asdict, astuple, replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from bot.ports import (
    About,
    Call,
    Called,
    Conflict,
    Deadline,
    Moved,
    Occupant,
    Post,
    Repeated,
    Saved,
    StoreFailed,
    Unreadable,
)
from games import all_games
from games.core import Game, Seat, Temper, Told
from games.wire import dump, dump_audience, load_audience, load_event

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]

PATIENCE = 5.0
"""Seconds to wait for another program that holds the file."""

APPLICATION = 0x4D61_7371
"""Marks the file as ours (“Masq”), so that another program's database is never taken for one."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE games (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL, options TEXT NOT NULL, seed TEXT NOT NULL,
            about TEXT NOT NULL, created REAL NOT NULL, ended REAL)""",
        "CREATE INDEX running ON games (created) WHERE ended IS NULL",
        """CREATE TABLE seats (
            game TEXT NOT NULL REFERENCES games, seat TEXT NOT NULL, place INTEGER NOT NULL, kind TEXT NOT NULL,
            name TEXT NOT NULL, user TEXT NOT NULL, model TEXT NOT NULL, persona TEXT NOT NULL, boldness REAL NOT NULL,
            strength REAL NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID""",
        "CREATE INDEX sitting ON seats (user) WHERE user <> ''",
        """CREATE TABLE held (
            id INTEGER PRIMARY KEY, game TEXT NOT NULL REFERENCES games, user TEXT NOT NULL, seat TEXT NOT NULL,
            UNIQUE (game, user, seat))""",
        """CREATE TABLE log (
            game TEXT NOT NULL REFERENCES games, n INTEGER NOT NULL, version INTEGER NOT NULL, audience TEXT,
            event TEXT NOT NULL, UNIQUE (game, n))""",
        """CREATE TABLE moves (
            id INTEGER PRIMARY KEY, game TEXT NOT NULL REFERENCES games, cause TEXT NOT NULL, after INTEGER NOT NULL,
            told INTEGER NOT NULL, seat TEXT NOT NULL, key TEXT NOT NULL, source TEXT NOT NULL, seconds REAL NOT NULL,
            aside TEXT NOT NULL, why TEXT NOT NULL, UNIQUE (game, cause))""",
        """CREATE TABLE calls (
            id INTEGER PRIMARY KEY, game TEXT NOT NULL REFERENCES games, seat TEXT NOT NULL, key TEXT NOT NULL,
            outcome TEXT NOT NULL, why TEXT NOT NULL, model TEXT NOT NULL, prompt_hash TEXT NOT NULL,
            prompt_tokens INTEGER NOT NULL, cached_tokens INTEGER NOT NULL, answer_tokens INTEGER NOT NULL, cost REAL,
            latency REAL NOT NULL, reasoning TEXT NOT NULL, answer TEXT NOT NULL)""",
        "CREATE INDEX calls_of_game ON calls (game)",
        """CREATE TABLE deadlines (
            game TEXT NOT NULL REFERENCES games, place INTEGER NOT NULL, seat TEXT NOT NULL, key TEXT NOT NULL,
            at REAL NOT NULL, set_at REAL NOT NULL, PRIMARY KEY (game, place)) WITHOUT ROWID""",
        # A lobby has posts too, before there is a game of its id. The last column holds their notes.
        """CREATE TABLE posts (
            game TEXT NOT NULL, surface TEXT NOT NULL, slot TEXT NOT NULL, nonce TEXT NOT NULL, channel TEXT NOT NULL,
            message TEXT NOT NULL, content_hash TEXT NOT NULL, PRIMARY KEY (game, surface, slot)) WITHOUT ROWID""",
        """CREATE TABLE documents (
            id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (kind, key))""",
    ),
    (
        "ALTER TABLE seats ADD COLUMN talkativeness REAL NOT NULL DEFAULT 0.5",
        "ALTER TABLE seats ADD COLUMN suspicion REAL NOT NULL DEFAULT 0.5",
        "ALTER TABLE seats ADD COLUMN stands_for TEXT NOT NULL DEFAULT ''",
    ),
    ("ALTER TABLE seats ADD COLUMN strategy TEXT NOT NULL DEFAULT ''",),
)  # fmt: skip
"""What made the file what it is, in order; new steps are added at the end and none is ever changed."""


class SqliteStore:
    """`await SqliteStore.open(path)` makes or opens the file; `close()` lets go of it once all that waits is written."""

    def __init__(self, path: str | Path, games: Mapping[str, Game[Any]]) -> None:
        self.path, self._games = Path(path).absolute(), games
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._waiting: list[tuple[Job, asyncio.Future[Any]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._db: sqlite3.Connection | None = None

    @classmethod
    async def open(cls, path: str | Path, games: Mapping[str, Game[Any]] | None = None) -> SqliteStore:
        """Opens the file, making it and its folder if need be. StoreFailed says what is wrong with it. `games` are those
        whose logs can be read: all of this version's, unless told otherwise."""
        store = cls(path, all_games() if games is None else games)
        try:
            store._db = await asyncio.get_running_loop().run_in_executor(store._thread, _connect, store.path)
        except (sqlite3.Error, OSError) as error:
            raise _failed(store.path, error) from error
        finally:
            if store._db is None:
                store._thread.shutdown(wait=False)
        return store

    async def close(self) -> None:
        while self._writing is not None:
            await asyncio.wait([self._writing])
        db, self._db = self._db, None
        if db is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, db.close)
            self._thread.shutdown()

    # ── games ──

    async def create(self, saved: Saved) -> None:
        version = self._games[saved.game].rules.version if saved.game in self._games else saved.version
        game = (saved.id, saved.game, saved.version, _json(saved.options), saved.seed)
        about = _json({"host": saved.host, "place": saved.place, **asdict(saved.about)})

        def write(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM games WHERE id = ?", (saved.id,)).fetchone():
                raise Conflict(saved.id)
            _insert(db, "games", [(*game, about, saved.created, saved.ended)])
            _keep_log(db, saved.id, 0, version, saved.log)
            for cause in sorted(saved.causes):
                _keep_move(db, saved.id, 0, 0, Moved(cause, Seat(""), "", "host"))
            _keep_seats(db, saved.id, saved.seats)
            _keep_held(db, saved.id, saved.held)
            _keep_deadlines(db, saved.id, saved.deadlines)

        await self._write(write)

    async def append(
        self,
        game: str,
        after: int,
        told: Sequence[Told],
        moved: Moved,
        *,
        deadlines: Sequence[Deadline] | None = None,
        seats: Mapping[Seat, Occupant] | None = None,
        ended: float | None = None,
    ) -> None:
        def write(db: sqlite3.Connection) -> None:
            name, length = _game_and_length(db, game)
            if db.execute("SELECT 1 FROM moves WHERE game = ? AND cause = ?", (game, moved.cause)).fetchone():
                raise Repeated(moved.cause)
            if length != after:
                raise Conflict(game)
            _keep_log(db, game, after, self._games[name].rules.version, told)
            _keep_move(db, game, after, len(told), moved)
            if deadlines is not None:
                _keep_deadlines(db, game, deadlines)
            if seats:
                _keep_seats(db, game, seats)
                _keep_held(db, game, ((each.user, seat) for seat, each in seats.items() if each.user))
            if ended is not None:
                db.execute("UPDATE games SET ended = ? WHERE id = ?", (ended, game))

        await self._write(write)

    async def load(self, game: str) -> Saved | None:
        headings, *rest = await self._read(
            (f"SELECT {_HEADING} FROM games WHERE id = ?", game),
            (f"SELECT {_SEAT} FROM seats WHERE game = ? ORDER BY place", game),
            ("SELECT version, audience, event FROM log WHERE game = ? ORDER BY n", game),
            ("SELECT cause FROM moves WHERE game = ?", game),
            ("SELECT seat, key, at, set_at FROM deadlines WHERE game = ? ORDER BY place", game),
            ("SELECT user, seat FROM held WHERE game = ? ORDER BY id", game),
        )
        if not headings:
            return None
        seats, log, causes, deadlines, held = rest
        heading = _heading(headings[0], seats)
        return replace(
            heading,
            log=self._log(game, heading.game, log),
            causes=frozenset(cause for (cause,) in causes),
            deadlines=tuple(Deadline(*row) for row in deadlines),
            held=tuple((user, Seat(seat)) for user, seat in held),
        )

    def _log(self, id: str, name: str, rows: Iterable[tuple[Any, ...]]) -> tuple[Told, ...]:
        """The entries of one log, brought up to date."""
        if name not in self._games:
            raise Unreadable(f"Game {id} cannot be read: this version has no game “{name}”.")
        game, n = self._games[name], 0
        told = []
        for n, (version, audience, event) in enumerate(rows, 1):
            if version > game.rules.version:
                raise Unreadable(f"Game {id} was played on with a newer version of {name} ({version}); update the bot.")
            try:
                told.append(Told(load_audience(audience), load_event(game, event, version)))
            except (ValueError, KeyError) as error:
                # The event itself stays out of the sentence: it may be a secret of the game.
                raise Unreadable(f"Game {id} cannot be read: entry {n} of its log is not one of {name}'s.") from error
        return tuple(told)

    async def open_games(self) -> list[str]:
        (rows,) = await self._read(("SELECT id FROM games WHERE ended IS NULL ORDER BY created, rowid",))
        return [id for (id,) in rows]

    async def recent_games(self, limit: int = 50) -> list[Saved]:
        newest = "FROM games ORDER BY created DESC, rowid DESC LIMIT ?"
        rows, sitting = await self._read(
            (f"SELECT {_HEADING} {newest}", limit),
            (f"SELECT game, {_SEAT} FROM seats WHERE game IN (SELECT id {newest}) ORDER BY place", limit),
        )
        seats: dict[str, list[list[Any]]] = {game: [] for game, *_ in rows}
        for game, *seat in sitting:
            seats[game].append(seat)
        readable = []
        for row in rows:
            with suppress(Unreadable):  # the others can be read
                readable.append(_heading(row, seats[row[0]]))
        return readable

    async def set_deadlines(self, game: str, deadlines: Sequence[Deadline]) -> None:
        def write(db: sqlite3.Connection) -> None:
            _game_and_length(db, game)
            _keep_deadlines(db, game, deadlines)

        await self._write(write)

    async def move(self, game: str, place: str) -> None:
        def write(db: sqlite3.Connection) -> None:
            _game_and_length(db, game)
            db.execute("UPDATE games SET about = json_set(about, '$.place', ?) WHERE id = ?", (place, game))

        await self._write(write)

    # ── beside the logs ──

    async def add_call(self, game: str, called: Called) -> None:
        row = (None, game, called.seat, called.key, called.outcome, called.why, *astuple(called.call))

        def write(db: sqlite3.Connection) -> None:
            _game_and_length(db, game)
            _insert(db, "calls", [row])

        await self._write(write)

    async def calls(self, game: str) -> list[Called]:
        (rows,) = await self._read(("SELECT * FROM calls WHERE game = ? ORDER BY id", game))
        return [Called(seat, key, Call(*call), outcome, why) for _, _, seat, key, outcome, why, *call in rows]

    async def moves(self, game: str) -> list[Moved]:
        columns = "cause, seat, key, source, seconds, aside, why, after"
        (rows,) = await self._read((f"SELECT {columns} FROM moves WHERE game = ? AND seat <> '' ORDER BY id", game))
        return [Moved(*row) for row in rows]

    async def save_post(self, post: Post) -> None:
        await self._write(lambda db: _insert(db, "posts", [astuple(post)], "INSERT OR REPLACE"))

    async def posts(self, game: str, surface: str) -> dict[str, Post]:
        (rows,) = await self._read(("SELECT * FROM posts WHERE game = ? AND surface = ?", game, surface))
        return {post.slot: post for post in (Post(*row) for row in rows)}

    # ── small documents ──

    async def put(self, kind: str, key: str, value: Mapping[str, Any] | None) -> None:
        if value is None:
            await self._write(lambda db: db.execute("DELETE FROM documents WHERE kind = ? AND key = ?", (kind, key)))
            return
        row, anew = (None, kind, key, _json(value)), "ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value"
        await self._write(lambda db: _insert(db, "documents", [row], conflict=anew))

    async def get(self, kind: str, key: str) -> dict[str, Any] | None:
        (rows,) = await self._read(("SELECT value FROM documents WHERE kind = ? AND key = ?", kind, key))
        return json.loads(rows[0][0]) if rows else None

    async def all(self, kind: str) -> dict[str, dict[str, Any]]:
        (rows,) = await self._read(("SELECT key, value FROM documents WHERE kind = ? ORDER BY id", kind))
        return {key: json.loads(value) for key, value in rows}

    # ── people ──

    async def erase_person(self, user: str, name: str) -> int:
        """As the port says; what is erased leaves the disk too: `secure_delete` overwrites it in the file, and the
        write-ahead log is emptied."""

        def write(db: sqlite3.Connection) -> int:
            theirs = "user = ? OR stands_for = ?"
            where = {game for (game,) in db.execute(f"SELECT game FROM seats WHERE {theirs}", (user, user))}
            where |= {game for (game,) in db.execute("SELECT game FROM held WHERE user = ?", (user,))}
            db.execute(f"UPDATE seats SET user = '', stands_for = '', name = ? WHERE {theirs}", (name, user, user))
            db.execute("DELETE FROM held WHERE user = ?", (user,))
            mark = f"%{json.dumps(user, ensure_ascii=False)[1:-1]}%"
            db.execute("DELETE FROM documents WHERE key = ?", (user,))
            for table, column, game in (
                ("games", "about", "id"),
                ("documents", "value", "iif(kind = 'lobby', key, NULL)"),
            ):
                found = db.execute(f"SELECT rowid, {game}, {column} FROM {table} WHERE {column} LIKE ?", (mark,))
                for row, id, text in found.fetchall():
                    if (after := _erased(before := json.loads(text), user, name)) != before:
                        db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (_json(after), row))
                        where |= {id} - {None}
            return len(where)

        count: int = await self._write(write)
        await self._empty_the_journal()
        return count

    async def _empty_the_journal(self) -> None:
        await self._on_thread(lambda db: db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())

    # ── writing ──

    async def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What `job` returns, once it is on the disk."""
        if self._db is None:
            raise StoreFailed(f"{self.path} has been closed.")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_what_waits(), name="store")
        return await done

    async def _write_what_waits(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                jobs = [job for job, _ in batch]
                try:
                    results = await self._on_thread(lambda db, jobs=jobs: self._transact(db, jobs))  # type: ignore[misc]
                except Exception as error:  # for whoever waits: nobody is left waiting for ever
                    results = [error] * len(batch)
                for (_, done), result in zip(batch, results, strict=True):
                    if done.done():
                        continue  # whoever waited has gone; it is written all the same
                    if isinstance(result, Exception):
                        done.set_exception(result)
                    else:
                        done.set_result(result)
        finally:
            self._writing = None

    async def _on_thread(self, job: Callable[[sqlite3.Connection], T]) -> T:
        db = self._db
        assert db is not None
        return await asyncio.get_running_loop().run_in_executor(self._thread, job, db)

    def _transact(self, db: sqlite3.Connection, jobs: Sequence[Job]) -> list[Any]:
        """One transaction: for each job what it returned, or the error it met. All fail when the disk does."""
        results: list[Any] = []
        try:
            db.execute("BEGIN IMMEDIATE")
            for job in jobs:
                db.execute("SAVEPOINT job")
                try:
                    results.append(job(db))
                except (Conflict, Repeated, LookupError, ValueError, TypeError, sqlite3.IntegrityError) as refused:
                    db.execute("ROLLBACK TO job")
                    results.append(refused)
                db.execute("RELEASE job")
            db.execute("COMMIT")
        except Exception as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            return [_failed(self.path, error)] * len(jobs)
        return results

    # ── reading ──

    async def _read(self, *selects: tuple[Any, ...]) -> list[list[tuple[Any, ...]]]:
        """The rows for each SELECT, given with its values; all of them see what was committed when the first ran."""
        if self._db is None:
            raise StoreFailed(f"{self.path} has been closed.")
        return await asyncio.to_thread(self._look, selects)

    def _look(self, selects: Iterable[tuple[Any, ...]]) -> list[list[tuple[Any, ...]]]:
        try:
            with closing(sqlite3.connect(self.path.as_uri() + "?mode=ro", uri=True, timeout=PATIENCE)) as db:
                db.execute("BEGIN")
                return [db.execute(select, values).fetchall() for select, *values in selects]
        except sqlite3.Error as error:
            raise _failed(self.path, error) from error


_ABOUT = TypeAdapter(About)
_HEADING = "id, game, version, options, seed, about, created, ended"
_SEAT = "seat, kind, name, user, model, persona, stands_for, boldness, strength, talkativeness, suspicion, strategy"


# ── opening ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _connect(path: Path) -> sqlite3.Connection:
    """The writing connection. Runs on the thread that will use it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    return prepared(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None), path)


def prepared(db: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """The connection, set up for writing to a file that has been brought up to date."""
    try:
        # Both looks in one transaction: between two of its own, another process may be making the tables.
        db.execute("BEGIN")
        _check_ours(db, path)
        db.execute("COMMIT")
        _write_ahead(db)
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA secure_delete = ON")
        db.execute("BEGIN IMMEDIATE")
        done = _check_ours(db, path)
        for step in MIGRATIONS[done:]:
            for statement in step:
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        db.execute("COMMIT")
    except BaseException:
        db.close()
        raise
    return db


def _check_ours(db: sqlite3.Connection, path: Path) -> int:
    """How many migrations the file has seen."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION and db.execute("SELECT 1 FROM sqlite_schema").fetchone():
        raise StoreFailed(f"{path} is another program's database; choose another file.")
    if version > len(MIGRATIONS):
        raise StoreFailed(
            f"{path} was made by a newer version of Masquerade (its form is {version}, this one knows "
            f"{len(MIGRATIONS)}); update the bot, or choose another file."
        )
    return int(version)


def _write_ahead(db: sqlite3.Connection) -> None:
    """Turns on WAL. SQLite does not wait for a lock here as it does elsewhere, so this does."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL").fetchone()
            return
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)


def _failed(path: Path, error: Exception) -> Exception:
    """The sentence for what the disk or the file has met; a programmer's mistake stays as it is."""
    if isinstance(error, OSError):
        return StoreFailed(f"{path} cannot be opened: {error.strerror}.")
    match _code(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreFailed(f"{path} is in use: another program has kept it locked for {PATIENCE:.0f} seconds.")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreFailed(f"{path} cannot be written: it is read-only.")
        case sqlite3.SQLITE_FULL:
            return StoreFailed(f"{path} cannot grow: the disk is full.")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StoreFailed(f"{path} is damaged, or no Masquerade database; restore a copy, or choose another file.")
        case sqlite3.SQLITE_CANTOPEN:
            return StoreFailed(f"{path} cannot be opened: is it there, and may it be read?")
        case sqlite3.SQLITE_IOERR:
            return StoreFailed(f"{path} cannot be used: the disk reports an error.")
    return error


def _code(error: Exception) -> int | None:
    """SQLite's primary result code, if the error is one of SQLite's."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else int(code) & 0xFF


# ── rows ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _game_and_length(db: sqlite3.Connection, game: str) -> tuple[str, int]:
    """Which game it is, and how long its log. KeyError: there is none of that id."""
    row = db.execute(
        "SELECT game, (SELECT coalesce(max(n), 0) FROM log WHERE log.game = games.id) FROM games WHERE id = ?", (game,)
    ).fetchone()
    if row is None:
        raise KeyError(game)
    return row[0], row[1]


def _insert(
    db: sqlite3.Connection, table: str, rows: Sequence[Sequence[Any]], how: str = "INSERT", conflict: str = ""
) -> None:
    """Adds whole rows; `conflict` says what is done with one that is there."""
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        db.executemany(f"{how} INTO {table} VALUES ({marks}) {conflict}", rows)


def _keep_log(db: sqlite3.Connection, game: str, after: int, version: int, told: Sequence[Told]) -> None:
    rows = [(game, n, version, dump_audience(each.to), dump(each.event)) for n, each in enumerate(told, after + 1)]
    _insert(db, "log", rows)


def _keep_move(db: sqlite3.Connection, game: str, after: int, told: int, moved: Moved) -> None:
    how = (moved.seat, moved.key, moved.source, moved.seconds, moved.aside, moved.why)
    _insert(db, "moves", [(None, game, moved.cause, after, told, *how)])


def _keep_deadlines(db: sqlite3.Connection, game: str, deadlines: Sequence[Deadline]) -> None:
    db.execute("DELETE FROM deadlines WHERE game = ?", (game,))
    _insert(db, "deadlines", [(game, place, *astuple(each)) for place, each in enumerate(deadlines)])


def _keep_held(db: sqlite3.Connection, game: str, held: Iterable[tuple[str, Seat]]) -> None:
    _insert(db, "held", [(None, game, user, seat) for user, seat in held], "INSERT OR IGNORE")


def _keep_seats(db: sqlite3.Connection, game: str, seats: Mapping[Seat, Occupant]) -> None:
    (place,) = db.execute("SELECT coalesce(max(place), 0) FROM seats WHERE game = ?", (game,)).fetchone()
    columns = ("game", "place", *_SEAT.split(", "))
    rows = [(game, n, seat, *_row(occupant)) for n, (seat, occupant) in enumerate(seats.items(), place + 1)]
    anew = ", ".join(f"{each} = excluded.{each}" for each in columns[3:])
    _insert(db, f"seats ({', '.join(columns)})", rows, conflict=f"ON CONFLICT (game, seat) DO UPDATE SET {anew}")


def _row(each: Occupant) -> tuple[Any, ...]:
    return (each.kind, each.name, each.user, each.model, each.persona, each.stands_for, *astuple(each.temper))


def _heading(row: Sequence[Any], seats: Iterable[Sequence[Any]]) -> Saved:
    """A game without its log and what goes with it."""
    id, game, version, options, seed, about, created, ended = row
    sitting = {
        Seat(seat): Occupant(kind, name, user, model, persona, Temper(*temper), stands_for)
        for seat, kind, name, user, model, persona, stands_for, *temper in seats
    }
    kept = json.loads(about)
    try:
        dealt = (json.loads(options), seed, _ABOUT.validate_python(kept), sitting)
    except ValidationError as error:
        wrong = ", ".join(str(each["loc"][0]) for each in error.errors() if each["loc"])
        raise Unreadable(f"Game {id} cannot be read: what is kept beside its log is broken ({wrong}).") from None
    return Saved(
        id, game, version, *dealt, created=created, ended=ended, host=kept.get("host", ""), place=kept.get("place", "")
    )


def _erased(value: Any, user: str, name: str) -> Any:
    """`value` without the person: whoever has their id under `user` becomes `name` with no id, and the bare id is gone."""
    match value:
        case dict():
            there = {each: _erased(inner, user, name) for each, inner in value.items() if each != user}
            return {**there, "name": name} if value.get("user") == user and "name" in value else there
        case list():
            return [_erased(inner, user, name) for inner in value]
        case str() if value == user:
            return ""
    return value


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False)
