"""Whole copies of a store's file: taken while a bot writes to it, looked through before anybody relies on them, and put in
the place of what is there.

A copy is one moment of the file, made by SQLite itself, and stands by itself: nothing lies beside it. Until it is whole it
has another name, so that whatever has the name that was asked for can be used.

Errors: `StoreFailed`, a sentence. What was there before is as it was.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from bot.ports import StoreFailed
from bot.stores.sqlite import TAKEN, check_ours, failed

BESIDE = ("-shm", "-wal", "-journal")
"""What SQLite keeps beside a file, and would fold into whatever lies there under its name; the first is made anew from the
second."""


@dataclass(frozen=True)
class Copy:
    """A copy that was looked through: how many games are in it, how many of them run, when it was taken (seconds since 1970)
    and how large it is (bytes)."""

    path: Path
    games: int
    running: int
    taken: float
    size: int


def copy(source: Path, target: Path, *, replace: bool = False) -> Copy:
    """Copies the store's file to `target`, which is there only once the copy is known to be whole. StoreFailed where there is
    nothing to copy or it is damaged, where something lies at `target` (unless `replace`), or the disk is full."""
    if not replace and target.exists():
        raise StoreFailed(f"{target} is there already: name another file, or replace it with --force.")
    if target.exists() and source.exists() and target.samefile(source):
        raise StoreFailed(f"{target} is the database itself: name another file.")
    fresh = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        _write(source, fresh)
        copied = looked_through(fresh)
        _put(fresh, target)
    except OSError as error:
        raise StoreFailed(f"{target} cannot be written: {error.strerror}.") from error
    finally:
        for each in (fresh, *_beside(fresh)):
            with suppress(OSError):
                each.unlink(missing_ok=True)
    return Copy(target, copied.games, copied.running, copied.taken, copied.size)


def looked_through(path: Path) -> Copy:
    """What is in a store's file. StoreFailed where it is not ours, newer than this program, or damaged anywhere."""
    with _opened(path) as db:
        if check_ours(db, path) == 0:
            raise StoreFailed(f"{path} is empty, and no Masquerade database.")
        wrong = [str(row[0]) for row in db.execute("PRAGMA integrity_check(3)")]
        if wrong != ["ok"]:
            raise StoreFailed(f"{path} is damaged ({'; '.join(wrong)[:200]}).")
        games, running = db.execute("SELECT count(*), count(*) - count(ended) FROM games").fetchone()
        db.text_factory = bytes
        noted = db.execute("SELECT value FROM documents WHERE kind = ? AND key = ?", TAKEN).fetchone()
        try:
            taken = float(json.loads(noted[0])["at"])
        except (TypeError, ValueError, LookupError):
            taken = path.stat().st_mtime
    return Copy(path, games, running, taken, path.stat().st_size)


def put_in_place(fresh: Path, path: Path) -> Path | None:
    """Lets `fresh` be the store's file from now on; what was there lies beside it under a name with the date, and that is
    returned (None: nothing was there). Nobody may have the file open. At every moment one of the two is whole under the
    store's name, whatever happens to the process or the power. StoreFailed."""
    kept = None
    try:
        _fold_in(fresh)
        if path.exists():
            with suppress(sqlite3.Error):  # damaged, it is kept as it lies there
                _fold_in(path)
            kept = _unused(path.with_name(f"{path.stem}-before-{stamp(time.time())}{path.suffix}"))
            _keep(path, kept)
            for each in _beside(path)[1:]:
                if each.exists() and each.stat().st_size:
                    _keep(each, kept.with_name(kept.name + each.name[len(path.name) :]))
        for each in _beside(path):
            each.unlink(missing_ok=True)
        _put(fresh, path)
    except OSError as error:
        raise StoreFailed(f"{path} cannot be replaced: {error.strerror}. It is as it was.") from error
    except sqlite3.Error as error:
        raise failed(fresh, error) from error
    return kept


def _keep(path: Path, kept: Path) -> None:
    """Another file of the same content, on the disk."""
    with path.open("rb") as there, _private(kept) as to:
        shutil.copyfileobj(there, to)
        to.flush()
        os.fsync(to.fileno())


def _fold_in(path: Path) -> None:
    """Takes into a file what was written ahead of it, so that nothing belongs to it that lies beside it."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        db.execute("PRAGMA journal_mode = DELETE").fetchall()


def stamp(moment: float) -> str:
    """A moment in a file's name, in UTC: sorted by it, files are in order."""
    return time.strftime("%Y-%m-%d-%H%M%S", time.gmtime(moment))


def _write(source: Path, fresh: Path) -> None:
    """One moment of the source, in a file of its own."""
    if not source.is_file():
        raise StoreFailed(f"There is no database at {source}.")
    _private(fresh).close()
    with _opened(source) as there, _opened(fresh, "rw") as db:
        try:
            there.execute("BEGIN")  # everything from here on sees the same moment
            if check_ours(there, source) == 0:
                raise StoreFailed(f"{source} is empty, and no Masquerade database.")
            there.backup(db)
            # Read by whoever copies the file alone: what was written ahead would be missing in it.
            db.execute("PRAGMA journal_mode = DELETE")
            # The copy of a copy was taken when that one was.
            note = (*TAKEN, json.dumps({"at": time.time()}))
            db.execute("INSERT OR IGNORE INTO documents (kind, key, value) VALUES (?, ?, ?)", note)
            db.commit()
        except sqlite3.Error as error:
            full = getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
            raise failed(fresh.parent if full else source, error) from error


def _put(fresh: Path, target: Path) -> None:
    """Gives a file its name, once all of it is on the disk."""
    with fresh.open("rb") as written:
        os.fsync(written.fileno())
    fresh.replace(target)
    if os.name == "posix":
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextmanager
def _opened(path: Path, mode: str = "ro") -> Iterator[sqlite3.Connection]:
    """A connection to a file that is there."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=5.0)) as db:
            yield db
    except sqlite3.Error as error:
        raise failed(path, error) from error


def _private(path: Path) -> IO[bytes]:
    """A new file that nobody else may read, opened for writing bytes."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def _beside(path: Path) -> list[Path]:
    return [path.with_name(path.name + each) for each in BESIDE]


def _unused(path: Path) -> Path:
    """That name, or where it is taken, one with a number."""
    n, free = 1, path
    while free.exists():
        n, free = n + 1, path.with_name(f"{path.stem}-{n}{path.suffix}")
    return free
