"""A game as the rows of its store, one a line: `["log", {"n": 1, …}]`. The first line says how many migrations the file had
seen; lines of `custom_ids` say what was drawn of the game on Discord, and for whom."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.stores.sqlite import APPLICATION, MIGRATIONS

Row = tuple[str, dict[str, Any]]

DRAWN = "custom_ids"
_OF_GAME = {"games": "id", "documents": "key"}
"""The column by which a table knows whose row it is, where that is not `game`."""


def freeze(store: Path, id: str) -> list[Row]:
    """Every row of one game."""
    with closing(sqlite3.connect(store)) as db:
        db.row_factory = sqlite3.Row
        (schema,) = db.execute("PRAGMA user_version").fetchone()
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")]
        rows: list[Row] = [("schema", {"version": schema})]
        for table in tables:
            found = db.execute(f"SELECT * FROM {table} WHERE {_OF_GAME.get(table, 'game')} = ?", (id,))
            rows += [(table, dict(row)) for row in found]
    return rows


def thaw(rows: Iterable[Row], store: Path) -> None:
    """Makes the file as it was then: of as many migrations as there were, with these rows in it."""
    (_, head), *rest = rows
    with closing(sqlite3.connect(store)) as db, db:
        for statement in (each for step in MIGRATIONS[: head["version"]] for each in step):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {head['version']}")
        for table, row in rest:
            if table != DRAWN:
                marks = ", ".join(f":{column}" for column in row)
                db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", row)


def write(rows: Iterable[Row], path: Path) -> None:
    path.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), encoding="utf-8")


def read(path: Path) -> list[Row]:
    return [(table, row) for table, row in map(json.loads, path.read_text(encoding="utf-8").splitlines())]
