"""The store on disk: one SQLite file that outlives the process, the power and a second process's mistakes.

Writing and reading go separate ways. All writes pass through one connection on one thread: whatever waits when the disk
is free is committed together, one flush of the disk for all of it, and each write stands in a savepoint of its own, so
that one refused leaves the others alone. What is read goes through other connections, one for each look, and sees one
moment of the file while writing goes on.

Writing ahead (WAL) with `synchronous=FULL`: with NORMAL, moves that had been acknowledged were lost in most simulated power cuts.

Errors, as in `bot.ports`: `Conflict`, `Repeated`, `StoreFailed` with a sentence (damaged, locked, read-only or full; made
by a newer version; another program's file), `Unreadable` for one game. KeyError: no such game.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, astuple, replace
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from pydantic import TypeAdapter, ValidationError

from bot.names import all_called
from bot.ports import (
    TICKETS,
    About,
    Call,
    Called,
    Conflict,
    Deadline,
    Erased,
    Figures,
    Kept,
    Moved,
    Occupant,
    OfGame,
    OfModel,
    Post,
    Repeated,
    Saved,
    StoreFailed,
    Unreadable,
)
from bot.stores import sound
from bot.stores.erased import remember
from bot.stores.erasing import CALLED, clean_files, document, erase, mentions, stands_in
from bot.traces import Traces
from games import all_games
from games.core import CLOCK, HOST, Game, Seat, Temper, Told
from games.wire import dump, dump_audience, load_audience, load_event

log = logging.getLogger(__name__)

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]

PATIENCE = 5.0
"""Seconds to wait for another program that holds the file."""

MOST_IDLE = 4
"""Connections that are kept for the next look: to open one takes longer than most looks."""

READERS = 3.0
"""Seconds to wait for other programs that read, before what was erased is said to be on the disk still."""

APPLICATION = 0x4D61_7371
"""Marks the file as ours (“Masq”), so that another program's database is never taken for one."""

SOME = 200
"""Rows that are wiped in one transaction."""

_WITH_THOUGHTS = "(reasoning <> '' OR answer <> '')"

TAKEN = ("house", "backup")
"""Kind and key of the document that says of a copy of the file when it was taken. Whoever opens it to write in it has a
file that goes on, and no copy any more."""

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
    (
        "ALTER TABLE calls ADD COLUMN host TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE calls ADD COLUMN prompts TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE calls ADD COLUMN at REAL NOT NULL DEFAULT 0",
        "ALTER TABLE calls ADD COLUMN estimated INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE calls ADD COLUMN ticket TEXT NOT NULL DEFAULT ''",
        "UPDATE calls SET at = (SELECT created FROM games WHERE id = calls.game)",
        # All that is added up stands in the index: what models thought and wrote need not be read for it.
        "CREATE INDEX spending ON calls (at, game, cost, prompt_tokens, answer_tokens)",
        # What is to be forgotten is found without looking through what has been.
        "CREATE INDEX thoughts ON calls (at) WHERE reasoning <> '' OR answer <> ''",
        "CREATE INDEX asides ON moves (game) WHERE aside <> ''",
    ),
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
        self._idle: list[sqlite3.Connection] = []
        self._unshared = False
        self._vanishing: asyncio.Task[None] | None = None
        self._raw: BinaryIO | None = None
        self.backups: Path | None = None
        """The folder of the backups that the bot makes, which are cleaned of whoever is erased."""
        self.longest_thought: int | None = None
        """Characters that are kept of what a model thought or wrote, for each; None: all of it."""

    @classmethod
    async def open(cls, path: str | Path, games: Mapping[str, Game[Any]] | None = None) -> SqliteStore:
        """Opens the file, making it and its folder if need be. StoreFailed says what is wrong with it. `games` are those
        whose logs can be read: all of this version's, unless told otherwise."""
        store = cls(path, all_games() if games is None else games)
        try:
            store._db = await asyncio.get_running_loop().run_in_executor(store._thread, _connect, store.path)
        except (sqlite3.Error, OSError) as error:
            raise failed(store.path, error) from error
        finally:
            if store._db is None:
                store._thread.shutdown(wait=False)
        return store

    async def close(self) -> None:
        while self._writing is not None:
            await asyncio.wait([self._writing])
        if self._vanishing is not None:
            self._vanishing.cancel()
            await asyncio.wait([self._vanishing])
        db, self._db = self._db, None
        if db is not None:
            while self._idle:
                self._idle.pop().close()
            await asyncio.get_running_loop().run_in_executor(self._thread, db.close)
            self._thread.shutdown()
            if self._raw is not None:
                self._raw.close()

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
            _keep_move(db, game, after, len(told), replace(moved, aside=self._shortened(moved.aside)))
            if deadlines is not None:
                _keep_deadlines(db, game, deadlines)
            if seats:
                _keep_seats(db, game, seats)
                _keep_held(db, game, ((each.user, seat) for seat, each in seats.items() if each.user))
            if ended is not None:
                db.execute("UPDATE games SET ended = ? WHERE id = ?", (ended, game))

        await self._write(write)

    async def load(self, game: str) -> Saved | None:
        found = await self._read(*_selects(game))
        return self._saved(game, found) if found[0] else None

    def _saved(self, game: str, found: Sequence[Sequence[tuple[Any, ...]]]) -> Saved:
        """A game of its rows. Raises Unreadable."""
        headings, seats, log, causes, deadlines, held = found
        heading = _heading(headings[0], seats)
        return replace(
            heading,
            log=self._log(game, heading.game, log),
            causes=frozenset(cause for (cause,) in _sound(game, "moves", causes, sound.CAUSE)),
            deadlines=tuple(Deadline(*row) for row in _sound(game, "deadlines", deadlines, sound.DEADLINE)),
            held=tuple((user, Seat(seat)) for user, seat in _sound(game, "held", held, sound.HELD)),
        )

    def _log(self, id: str, name: str, rows: Sequence[tuple[Any, ...]]) -> tuple[Told, ...]:
        """The entries of one log, brought up to date."""
        if name not in self._games:
            raise Unreadable(f"Game {id} cannot be read: this version has no game “{name}”.")
        game = self._games[name]
        told = []
        for place, (n, version, audience, event) in enumerate(_sound(id, "log", rows, sound.ENTRY), 1):
            if version > game.rules.version:
                raise Unreadable(f"Game {id} was played on with a newer version of {name} ({version}); update the bot.")
            if n != place:
                raise Unreadable(f"Game {id} cannot be read: entry {place} of its log is missing.")
            try:
                told.append(Told(load_audience(audience), load_event(game, event, version)))
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
                # The event itself stays out of the sentence: it may be a secret of the game.
                raise Unreadable(f"Game {id} cannot be read: entry {n} of its log is not one of {name}'s.") from error
        return tuple(told)

    @contextmanager
    def unshared(self) -> Iterator[None]:
        """What is read in here is read at once, while the loop waits: at a start nobody is served yet, and a thousand games are
        read in half the time."""
        self._unshared = True
        try:
            yield
        finally:
            self._unshared = False

    async def open_games(self) -> list[str]:
        (rows,) = await self._read(("SELECT id FROM games WHERE ended IS NULL ORDER BY created, rowid",))
        named = [id for (id,) in rows if sound.an_id(id)]
        if lost := len(rows) - len(named):
            log.error("%s: %d of its games cannot be read: their ids are damaged", self.path, lost)
        return named

    async def recent_games(self, limit: int = 50) -> list[Saved]:
        readable, _ = await self._recent(limit)
        return readable

    async def unreadable(self, limit: int = 50) -> list[str]:
        _, sentences = await self._recent(limit)
        return sentences

    async def _recent(self, limit: int) -> tuple[list[Saved], list[str]]:
        """The newest games, and for each of them that cannot be read a sentence."""
        newest = "FROM games ORDER BY created DESC, rowid DESC LIMIT ?"
        rows, sitting = await self._read(
            (f"SELECT {_HEADING} {newest}", limit),
            (f"SELECT game, {_SEAT} FROM seats WHERE game IN (SELECT id {newest}) ORDER BY place", limit),
        )
        return _headings(rows, sitting)

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
        kept = replace(
            called.call, reasoning=self._shortened(called.call.reasoning), answer=self._shortened(called.call.answer)
        )
        row = (None, game, called.seat, called.key, called.outcome, called.why, *astuple(kept))

        def write(db: sqlite3.Connection) -> None:
            _game_and_length(db, game)
            _insert(db, "calls", [row])
            if called.call.ticket:
                db.execute("DELETE FROM documents WHERE kind = ? AND key = ?", (TICKETS, called.call.ticket))

        await self._write(write)

    async def calls(self, game: str) -> list[Called]:
        rows, _ = await self._of_seats(game, "calls", sound.CALL)
        return [Called(seat, key, _call(call), outcome, why) for seat, key, outcome, why, *call in rows]

    async def spent(self, since: float = 0.0, game: str = "") -> list[tuple[str, float, int]]:
        of, which = ("calls_of_game", "AND c.game = ?") if game else ("spending", "")
        (rows,) = await self._read(
            (
                f"""SELECT json_extract(g.about, '$.place'), total(paid.usd), sum(paid.tokens) FROM games g JOIN (
                    SELECT c.game AS game, total(c.cost) AS usd, sum(c.prompt_tokens + c.answer_tokens) AS tokens
                    FROM calls c INDEXED BY {of} WHERE c.at >= ? {which} GROUP BY c.game) paid ON paid.game = g.id
                    GROUP BY 1""",
                since,
                *([game] if game else []),
            )
        )
        return [(place or "", usd, tokens) for place, usd, tokens in rows]

    async def forget_thoughts(self, before: float) -> int:
        """As the port says; some at a time, so that whoever moves meanwhile need not wait for all of them."""
        calls = f"SELECT id FROM calls WHERE {_WITH_THOUGHTS} AND at < :before LIMIT :some"
        moves = """SELECT m.id FROM moves m JOIN games g ON g.id = m.game WHERE m.aside <> ''
            AND coalesce(g.ended, g.created) < :before
            AND NOT EXISTS (SELECT 1 FROM calls c WHERE c.game = g.id AND c.at >= :before) LIMIT :some"""
        forgotten = 0
        for wipe in (
            f"UPDATE calls SET reasoning = '', answer = '' WHERE id IN ({calls})",
            f"UPDATE moves SET aside = '' WHERE id IN ({moves})",
        ):
            count = SOME
            while count == SOME:
                values = {"before": before, "some": SOME}
                count = await self._write(lambda db, wipe=wipe, values=values: db.execute(wipe, values).rowcount)  # type: ignore[misc]
                forgotten += count
        if forgotten:
            await self._empty_the_journal()
        return forgotten

    async def moves(self, game: str) -> list[Moved]:
        rows, length = await self._of_seats(game, "moves", sound.MOVE, ("", HOST, CLOCK))
        moves = [Moved(*row) for row in rows if row[1]]  # an empty seat: causes that were there from the beginning
        if any(each.after > length for each in moves):
            raise Unreadable(f"Game {game} cannot be read: one of its moves came after more than is in its log.")
        return moves

    async def _of_seats(
        self, game: str, table: str, shape: sound.Shape, others: Collection[str] = ()
    ) -> tuple[list[Any], int]:
        """What is kept of what a game's seats did, or these `others` (none: anybody), and how long its log is."""
        rows, seats, ((length,),) = await self._read(
            (f"SELECT {sound.columns(shape)} FROM {table} WHERE game = ? ORDER BY id", game),
            ("SELECT seat FROM seats WHERE game = ?", game),
            ("SELECT count(*) FROM log WHERE game = ?", game),
        )
        found, at = _sound(game, table, rows, shape), list(shape).index("seat")
        if others and not {row[at] for row in found} <= {*others, *(seat for (seat,) in seats)}:
            raise Unreadable(f"Game {game} cannot be read: what is kept in {table} is of nobody who sits there.")
        return found, length

    async def figures(self, *, game: str = "", place: str = "", since: float = 0.0, over: bool = False) -> Figures:
        values = (game, game, since, over, len(place), place)
        cost = f"count(*), sum(calls.prompt_tokens + calls.answer_tokens), total(calls.cost), sum({_UNPRICED})"
        began, moved, called, models, whys = await self._read(
            (f"{_CHOSEN} SELECT game, count(*), sum(ended IS NOT NULL) FROM chosen GROUP BY game", *values),
            (f"{_CHOSEN} SELECT chosen.game, count(*), sum(source = 'fallback') {_OF_MOVES} GROUP BY 1", *values),
            (f"{_CHOSEN} SELECT chosen.game, {cost} {_OF_CALLS} GROUP BY 1", *values),
            (
                f"{_CHOSEN} SELECT model, sum(outcome IN ('unusable', 'refused')), {cost} {_OF_CALLS} GROUP BY 1",
                *values,
            ),
            (
                f"{_CHOSEN} SELECT why, count(*) {_OF_MOVES} AND source = 'fallback' GROUP BY 1 ORDER BY 2 DESC, 1",
                *values,
            ),
        )
        moves = {name: each for name, *each in moved}
        paid = {name: each for name, *each in called}
        rows = [
            OfGame(name, n, ended, *moves.get(name, (0, 0)), *paid.get(name, (0, 0, 0.0, 0)))
            for name, n, ended in began
        ]
        asked = [OfModel(model, calls, useless, *rest) for model, useless, calls, *rest in models]
        return Figures(
            tuple(sorted(rows, key=lambda each: (-each.games, each.game))),
            tuple(sorted(asked, key=lambda each: (-each.calls, each.model))),
            tuple((why or "it is not known why", n) for why, n in whys),
        )

    async def save_post(self, post: Post) -> None:
        await self._write(lambda db: _insert(db, "posts", [astuple(post)], "INSERT OR REPLACE"))

    async def posts(self, game: str, surface: str) -> dict[str, Post]:
        select = f"SELECT {sound.columns(sound.POST)} FROM posts WHERE game = ? AND surface = ?"
        (rows,) = await self._read((select, game, surface))
        found = {}
        for row in rows:
            with self._passed_over(f"a post of game {game}"):
                post = Post(*sound.checked(row, sound.POST))
                found[post.slot] = post
        return found

    # ── small documents ──

    async def put(self, kind: str, key: str, value: Mapping[str, Any] | None) -> None:
        if value is None:
            await self._write(lambda db: db.execute("DELETE FROM documents WHERE kind = ? AND key = ?", (kind, key)))
            return
        row, anew = (None, kind, key, _json(value)), "ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value"
        await self._write(lambda db: _insert(db, "documents", [row], conflict=anew))

    async def get(self, kind: str, key: str) -> dict[str, Any] | None:
        return (await self._documents(kind, "AND key = ?", key)).get(key)

    async def all(self, kind: str) -> dict[str, dict[str, Any]]:
        return await self._documents(kind, "ORDER BY id")

    async def _documents(self, kind: str, which: str, *values: str) -> dict[str, dict[str, Any]]:
        (rows,) = await self._read((f"SELECT key, value FROM documents WHERE kind = ? {which}", kind, *values))
        found = {}
        for key, value in rows:
            with self._passed_over(f"{kind} {key if isinstance(key, str) else ''}"):
                sound.checked((key,), {"key": lambda key: isinstance(key, str)})
                found[key] = sound.document(value)
        return found

    @contextmanager
    def _passed_over(self, what: str) -> Iterator[None]:
        """What is beside the games goes on without what is damaged, and says so."""
        try:
            yield
        except sound.Damaged as damaged:
            log.error("%s: %s is damaged (%s) and passed over", self.path, what, damaged)

    # ── people ──

    async def erase_person(self, user: str, name: str, known: Iterable[str] = ()) -> Erased:
        """As the port says; what is erased leaves the disk too: `secure_delete` overwrites it in the file, the write-ahead log
        is emptied, and files beside the database that hold it are cleaned."""

        def write(db: sqlite3.Connection) -> Erased:
            erased = erase(db, self._games, user, name, known, self._read_by)
            remember(db, user)
            return erased

        erased = await self._write(write)
        traces = Traces(user, erased.names, name)
        still = (*erased.still, *await self._scrub(traces, erased.where))
        return Erased(int(erased), known=erased.known, where=erased.where, names=erased.names, still=still)

    async def kept_about(self, user: str) -> Kept:
        mark = json.dumps(user, ensure_ascii=False)[1:-1]
        theirs = (
            "(SELECT game FROM seats WHERE user = ?1 OR stands_for = ?1 UNION SELECT game FROM held WHERE user = ?1 "
            "UNION SELECT id FROM games WHERE json_valid(about) AND json_extract(about, '$.host') = ?1)"
        )
        games, sitting, documents = await self._read(
            (f"SELECT {_HEADING} FROM games WHERE id IN {theirs} ORDER BY created, rowid", user),
            (f"SELECT game, {_SEAT} FROM seats WHERE game IN {theirs} ORDER BY place", user),
            ("SELECT kind, key, value FROM documents WHERE key = ? OR instr(value, ?) ORDER BY id", user, mark),
        )
        found = ((kind, key, document(value)) for kind, key, value in documents)
        return Kept(
            tuple(_headings(games, sitting)[0]),
            tuple(each for each in found if each[1] == user or mentions(each[2], user)),
        )

    async def forget_games(self, before: float) -> int:
        def write(db: sqlite3.Connection) -> int:
            going = [id for (id,) in db.execute("SELECT id FROM games WHERE ended < ?", (before,))]
            for id in going:
                for table in ("seats", "held", "log", "moves", "calls", "deadlines", "posts"):
                    db.execute(f"DELETE FROM {table} WHERE game = ?", (id,))
                db.execute(
                    "DELETE FROM documents WHERE key = ?1 OR json_valid(value) AND json_extract(value, '$.game') = ?1",
                    (id,),
                )
                db.execute("DELETE FROM games WHERE id = ?", (id,))
            if going:
                seen = "SELECT user FROM held UNION SELECT user FROM seats UNION SELECT stands_for FROM seats"
                db.execute(f"DELETE FROM documents WHERE kind = ? AND key NOT IN ({seen})", (CALLED,))
            return len(going)

        count: int = await self._write(write)
        if count:
            await self._empty_the_journal()
        return count

    async def _scrub(self, traces: Traces, games: Collection[str]) -> list[str]:
        """Sees to it that what was erased is not on the disk any more; phrases for what is."""
        still = await asyncio.to_thread(
            clean_files, self.path, traces, games, lambda copy: self._erase_in(copy, traces), self.backups
        )
        if not await self._vanish(traces):
            self._vanishing = asyncio.create_task(self._vanish_later(traces), name="store:erasing")
            still.append(
                f"the write-ahead log ({self.path.name}-wal): another program reads the database, and it goes when that one lets go, or with the next start"
            )
        return still

    def _erase_in(self, copy: Path, traces: Traces) -> bool:
        """Erases a person from a copy of the database, if it is one of this form; an older one would be no way back any more."""
        try:
            with closing(sqlite3.connect(copy, timeout=1.0, isolation_level=None)) as db:
                if check_ours(db, copy) != len(MIGRATIONS):
                    return False
                db.execute("PRAGMA secure_delete = ON")
                db.execute("BEGIN IMMEDIATE")
                erase(db, self._games, traces.user, traces.name, traces.names, self._read_by)
                db.execute("COMMIT")
                db.execute("VACUUM")
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except (sqlite3.Error, StoreFailed):
            return False
        return True

    def _read_by(self, db: sqlite3.Connection, game: str) -> Saved:
        return self._saved(game, _rows(db, game))

    async def _vanish(self, traces: Traces) -> bool:
        """Whether neither the log nor a free corner of the database holds it any more."""
        if not await self._empty_the_journal():
            return False
        if await self._on_thread(lambda db: stands_in(self._bytes(), traces.needles)):
            # Named in a game that they did not take part in, by an AI of that name, or left over in a page: made anew to be sure.
            await self._on_thread(lambda db: db.execute("VACUUM"))
            return await self._empty_the_journal()
        return True

    def _bytes(self) -> BinaryIO:
        """The database as it lies on the disk. It is closed with the store: whoever closes the file ends SQLite's locks on it, and then
        any program that looks into it and goes takes the write-ahead log away from under this one."""
        if self._raw is None:
            self._raw = self.path.open("rb", buffering=0)
        return self._raw

    async def _vanish_later(self, traces: Traces) -> None:
        """Goes on trying: each try waits for the other program by itself."""
        while not await self._vanish(traces):
            pass

    async def _empty_the_journal(self) -> bool:
        """Folds the write-ahead log in and cuts it off; False where another program has read in it for some seconds. Writing goes
        on meanwhile."""

        until = time.monotonic() + READERS
        while not await self._on_thread(_fold):
            if time.monotonic() > until:
                return False
            await asyncio.sleep(0.05)
        return True

    def _shortened(self, thought: str) -> str:
        longest = self.longest_thought
        return thought if longest is None or len(thought) <= longest else f"{thought[: longest - 1]}…"[:longest]

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
            return [failed(self.path, error)] * len(jobs)
        return results

    # ── reading ──

    async def _read(self, *selects: tuple[Any, ...]) -> list[list[tuple[Any, ...]]]:
        """The rows for each SELECT, given with its values; all of them see what was committed when the first ran."""
        if self._db is None:
            raise StoreFailed(f"{self.path} has been closed.")
        return self._look(selects) if self._unshared else await asyncio.to_thread(self._look, selects)

    def _look(self, selects: Sequence[tuple[Any, ...]]) -> list[list[tuple[Any, ...]]]:
        try:
            db = self._reader()
            try:
                rows = _moment(db, selects)
            except sqlite3.OperationalError as error:
                db.close()
                if _code(error) is not None:
                    raise
                return self._look_leniently(selects)
            except BaseException:
                db.close()
                raise
        except sqlite3.Error as error:
            raise failed(self.path, error) from error
        if self._db is None or len(self._idle) >= MOST_IDLE:  # closed meanwhile, or more than are ever needed
            db.close()
        else:
            self._idle.append(db)
        return rows

    def _look_leniently(self, selects: Iterable[tuple[Any, ...]]) -> list[list[tuple[Any, ...]]]:
        """The same where there is text that is none: more slowly, so that it is known whose it is."""
        with closing(self._reader(anew=True)) as db:
            db.text_factory = sound.lenient
            return _moment(db, selects)

    def _reader(self, anew: bool = False) -> sqlite3.Connection:
        """A connection to look through: one that has looked before, or a new one."""
        if self._idle and not anew:
            with suppress(IndexError):
                return self._idle.pop()
        uri = self.path.as_uri() + "?mode=ro"
        return sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


# What is kept beside a game may be broken, and the others are counted all the same.
_CHOSEN = """WITH chosen AS (SELECT id, game, ended FROM games WHERE (? = '' OR id = ?) AND created >= ?
    AND (NOT ? OR ended IS NOT NULL)
    AND substr(coalesce(CASE WHEN json_valid(about) THEN json_extract(about, '$.place') END, ''), 1, ?) = ?)"""
_OF_MOVES = "FROM chosen JOIN moves ON moves.game = chosen.id WHERE moves.seat <> ''"
_OF_CALLS = "FROM chosen JOIN calls ON calls.game = chosen.id"
_UNPRICED = "calls.cost IS NULL AND (calls.outcome <> 'unusable' OR calls.prompt_tokens + calls.answer_tokens > 0)"
"""A call that failed before anything came back cost nothing that anybody knows of."""


def _moment(db: sqlite3.Connection, selects: Iterable[tuple[Any, ...]]) -> list[list[tuple[Any, ...]]]:
    """The rows of each SELECT, all as they were at one moment."""
    db.execute("BEGIN")
    rows = [db.execute(select, values).fetchall() for select, *values in selects]
    db.execute("COMMIT")
    return rows


def _selects(game: str) -> list[tuple[str, str]]:
    """What a game with its log is read by."""
    parts = {
        "SELECT {} FROM games WHERE id = ?": sound.GAME,
        "SELECT {} FROM seats WHERE game = ? ORDER BY place": sound.SEAT,
        "SELECT {} FROM log WHERE game = ? ORDER BY n": sound.ENTRY,
        "SELECT {} FROM moves WHERE game = ?": sound.CAUSE,
        "SELECT {} FROM deadlines WHERE game = ? ORDER BY place": sound.DEADLINE,
        "SELECT {} FROM held WHERE game = ? ORDER BY id": sound.HELD,
    }
    return [(select.format(sound.columns(shape)), game) for select, shape in parts.items()]


def _rows(db: sqlite3.Connection, game: str) -> list[list[tuple[Any, ...]]]:
    return [db.execute(select, values).fetchall() for select, *values in _selects(game)]


_ABOUT = TypeAdapter(About)
_HEADING, _SEAT = sound.columns(sound.GAME), sound.columns(sound.SEAT)


# ── opening ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _connect(path: Path) -> sqlite3.Connection:
    """The writing connection. Runs on the thread that will use it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    db = prepared(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None), path)
    _fold(db)  # what was erased while somebody else read may still stand there
    return db


def _fold(db: sqlite3.Connection) -> bool:
    """Folds the write-ahead log in and cuts it off; False where somebody reads in it now."""
    db.execute("PRAGMA busy_timeout = 0")
    try:
        ((busy, *_),) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.OperationalError as error:
        if _code(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise
        return False
    finally:
        db.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f}")
    return not busy


def prepared(db: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """The connection, set up for writing to a file that has been brought up to date."""
    try:
        # Both looks in one transaction: between two of its own, another process may be making the tables.
        db.execute("BEGIN")
        check_ours(db, path)
        db.execute("COMMIT")
        _write_ahead(db)
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA secure_delete = ON")
        db.execute("BEGIN IMMEDIATE")
        done = check_ours(db, path)
        for step in MIGRATIONS[done:]:
            for statement in step:
                db.execute(statement)
        db.execute("DELETE FROM documents WHERE kind = ? AND key = ?", TAKEN)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        db.execute("COMMIT")
        if 0 < done < len(MIGRATIONS):
            log.info(
                "%s was brought from form %d to %d; the version before refuses it now", path, done, len(MIGRATIONS)
            )
    except BaseException:
        db.close()
        raise
    return db


def check_ours(db: sqlite3.Connection, path: Path) -> int:
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


def failed(path: Path, error: Exception) -> Exception:
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


def _call(row: Sequence[Any]) -> Call:
    call = Call(*row)
    return replace(call, estimated=bool(call.estimated))


def _insert(
    db: sqlite3.Connection, table: str, rows: Sequence[Sequence[Any]], how: str = "INSERT", conflict: str = ""
) -> None:
    """Adds whole rows; `conflict` says what is done with one that is there."""
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        db.executemany(f"{how} INTO {table} VALUES ({marks}) {conflict}", [tuple(map(_writable, row)) for row in rows])


def _writable(value: Any) -> Any:
    """What models answer and programs send may hold half of a character (a lone surrogate), which is in no text that is written."""
    return value.encode(errors="replace").decode() if isinstance(value, str) and not value.isascii() else value


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


def _keep_names(db: sqlite3.Connection, seats: Iterable[Occupant]) -> None:
    """By which names people have sat down: others may sit there since, and what was said of them then is found by these."""
    for user, name in {(each.user, each.name) for each in seats if each.user}:
        row = db.execute("SELECT value FROM documents WHERE kind = ? AND key = ?", (CALLED, user)).fetchone()
        names = json.loads(row[0])["names"] if row else []
        if name not in names:
            kept = (None, CALLED, user, _json({"names": [*names, name]}))
            _insert(db, "documents", [kept], conflict="ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value")


def _keep_seats(db: sqlite3.Connection, game: str, seats: Mapping[Seat, Occupant]) -> None:
    (place,) = db.execute("SELECT coalesce(max(place), 0) FROM seats WHERE game = ?", (game,)).fetchone()
    columns = ("game", "place", *_SEAT.split(", "))
    rows = [(game, n, seat, *_row(occupant)) for n, (seat, occupant) in enumerate(seats.items(), place + 1)]
    anew = ", ".join(f"{each} = excluded.{each}" for each in columns[3:])
    _keep_names(db, seats.values())
    _insert(db, f"seats ({', '.join(columns)})", rows, conflict=f"ON CONFLICT (game, seat) DO UPDATE SET {anew}")


def _row(each: Occupant) -> tuple[Any, ...]:
    return (each.kind, each.name, each.user, each.model, each.persona, each.stands_for, *astuple(each.temper)[:5])


def _headings(rows: Sequence[Sequence[Any]], sitting: Iterable[Sequence[Any]]) -> tuple[list[Saved], list[str]]:
    """Games without their logs, and for each of them that cannot be read a sentence."""
    seats: dict[Any, list[list[Any]]] = {game: [] for game, *_ in rows}
    for game, *seat in sitting:
        seats[game].append(seat)
    readable, sentences = [], []
    for row in rows:
        try:
            readable.append(_heading(row, seats[row[0]]))
        except Unreadable as damaged:  # the others can be read
            sentences.append(str(damaged))
    return readable, sentences


def _heading(row: Sequence[Any], seats: Sequence[Sequence[Any]]) -> Saved:
    """A game without its log and what goes with it."""
    name = row[0] if sound.an_id(row[0]) else "whose id is damaged"
    id, game, version, options, seed, about, created, ended = _sound(name, "games", [row], sound.GAME)[0]
    whole = _sound(id, "seats", seats, sound.SEAT)
    sitting = {
        Seat(seat): Occupant(kind, name, user, model, persona, Temper(*temper), stands_for)
        for name, (seat, kind, _, user, model, persona, stands_for, *temper) in zip(_names(whole), whole, strict=True)
    }
    try:
        kept, chosen = sound.document(about), sound.document(options)
        host, place = kept.get("host", ""), kept.get("place", "")
        sound.checked(
            (host, place), {"host": lambda each: isinstance(each, str), "place": lambda each: isinstance(each, str)}
        )
        there = _ABOUT.validate_python(kept)
    except ValidationError as error:
        wrong = ", ".join(str(each["loc"][0]) for each in error.errors() if each["loc"])
        raise Unreadable(f"Game {id} cannot be read: what is kept beside its log is broken ({wrong}).") from None
    except sound.Damaged as damaged:
        raise Unreadable(f"Game {id} cannot be read: what is kept beside its log is broken ({damaged}).") from None
    return Saved(id, game, version, chosen, seed, there, sitting, created=created, ended=ended, host=host, place=place)


def _names(sitting: Sequence[Sequence[Any]]) -> list[str]:
    """What those in these rows are called, people by names that are fit to be shown: an older release kept them as they came. All
    others, and whoever was erased, are called as the house calls them."""
    own = [bool(user or stands_for) for _, _, _, user, _, _, stands_for, *_ in sitting]
    ours = [row[2] for row, their in zip(sitting, own, strict=True) if not their]
    fit = iter(all_called((row[2] for row, their in zip(sitting, own, strict=True) if their), ours))
    return [next(fit) if their else row[2] for row, their in zip(sitting, own, strict=True)]


def _sound(game: str, table: str, rows: Sequence[Sequence[Any]], shape: sound.Shape) -> list[Any]:
    """The rows of one game, if all of them are what was put there."""
    try:
        return [sound.checked(row, shape) for row in rows]
    except sound.Damaged as damaged:
        raise Unreadable(f"Game {game} cannot be read: what is kept in {table}, {damaged}, is damaged.") from None


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False)
