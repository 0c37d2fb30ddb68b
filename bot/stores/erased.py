"""Who has been forgotten, as marks that name nobody: so that a backup of before brings nobody back.

A mark is forty bits of a hash. Thousands of the ids that there could be share each of them, so that no mark tells whose it
is; among the few ids in a database, two that share one are not to be expected.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

ERASED = "erased"
"""The kind of document that holds a mark, with when it was set (`at`, seconds since 1970)."""

Marks = dict[str, float]


def mark(user: str) -> str:
    return hashlib.sha256(f"masquerade|{user}".encode(errors="surrogatepass")).hexdigest()[:10]


def remember(db: sqlite3.Connection, user: str) -> None:
    """Notes, in the transaction that runs, that a person is forgotten from now on."""
    row, anew = (ERASED, mark(user), json.dumps({"at": time.time()})), "DO UPDATE SET value = excluded.value"
    db.execute(f"INSERT INTO documents (kind, key, value) VALUES (?, ?, ?) ON CONFLICT (kind, key) {anew}", row)


def marks(path: Path) -> Marks | None:
    """The marks in a store's file; none where there is no file, None where it cannot be read."""
    if not path.exists():
        return {}
    found: Marks = {}
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            db.text_factory = bytes
            for key, value in db.execute("SELECT key, value FROM documents WHERE kind = ?", (ERASED,)):
                with suppress(ValueError, TypeError, LookupError):
                    found[key.decode()] = float(json.loads(value)["at"])
    except sqlite3.Error:
        return None
    return found


def since(now: Mapping[str, float], before: Mapping[str, float]) -> Marks:
    """The marks that have been set, or set again, since those of `before`."""
    return {each: at for each, at in now.items() if at != before.get(each)}


def known_by(path: Path, forgotten: Iterable[str]) -> list[str]:
    """The ids in a store's file whose marks these are."""
    wanted = frozenset(forgotten)
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        db.text_factory = lambda text: text.decode(errors="replace")
        ids = {user for (user,) in db.execute("SELECT user FROM seats UNION SELECT stands_for FROM seats")}
        ids |= {user for (user,) in db.execute("SELECT user FROM held")}
        for (text,) in db.execute("SELECT about FROM games UNION ALL SELECT value FROM documents"):
            with suppress(ValueError, TypeError, RecursionError):
                ids |= set(_texts(json.loads(text)))
        ids |= {key for (key,) in db.execute("SELECT key FROM documents WHERE kind <> ?", (ERASED,))}
    return sorted(each for each in ids if isinstance(each, str) and each and mark(each) in wanted)


def _texts(value: Any) -> Iterator[str]:
    """Every text in a document, keys too."""
    match value:
        case str():
            yield value
        case dict():
            for key, inner in value.items():
                yield key
                yield from _texts(inner)
        case list():
            for inner in value:
                yield from _texts(inner)
