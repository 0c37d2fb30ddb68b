"""Erases a person from a database: their id wherever it stands, and their name in the games that they took part in.

Ids and names are columns of seats, and places in small documents. Besides, people and models write names: in what they say at the
table, in a model's answers and thoughts, in notes. Those are texts, and only texts are changed: what the rules go by (a clue, a
card, a room) stays as it was, so that every game still opens and ends as it did.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, get_args, get_type_hints

from bot.ports import Erased, Saved, Unreadable, story_of
from bot.traces import Traces
from games.core import CLOCK, HOST, Event, Game, Seat
from games.wire import HOUSE_EVENTS

Open = Callable[[sqlite3.Connection, str], Saved]
"""Reads a game with its log from this connection. Raises Unreadable."""

CALLED = "called"
"""The kind of documents that keep by which names somebody sat down, by their id."""

TEXTS: Mapping[str, tuple[str, ...]] = {
    "moves": ("aside", "why"),
    "calls": ("why", "reasoning", "answer"),
    "posts": ("content_hash",),  # their notes
}
"""What is kept beside a game's log and holds words, by table."""

WORDS = frozenset({"text", "why", "said", "found", "argument"})
"""Fields that hold words where no hint says so."""


def erase(
    db: sqlite3.Connection, games: Mapping[str, Game[Any]], user: str, name: str, known: Iterable[str], read: Open
) -> Erased:
    """Within a transaction: the person of that id becomes `name`, without an id. `known` are further names that they go by."""
    # One damaged row is no reason to keep all the others.
    factory, db.text_factory = db.text_factory, lambda raw: raw.decode("utf-8", "replace")
    try:
        return _erase(db, games, user, name, known, read)
    finally:
        db.text_factory = factory


def _erase(
    db: sqlite3.Connection, games: Mapping[str, Game[Any]], user: str, name: str, known: Iterable[str], read: Open
) -> Erased:
    before = db.total_changes
    named: dict[str, set[str]] = {}
    """The names that they bore, by game."""
    for game, called in db.execute("SELECT game, name FROM seats WHERE user = ?1 OR stands_for = ?1", (user,)):
        named.setdefault(game, set()).add(called)
    for (game,) in db.execute("SELECT game FROM held WHERE user = ?", (user,)):
        named.setdefault(game, set())
    counted = set(named)
    row = db.execute("SELECT value FROM documents WHERE kind = ? AND key = ?", (CALLED, user)).fetchone()
    known = {*known, *(document(row[0]).get("names", ()) if row else ())}
    db.execute(
        "UPDATE seats SET user = '', stands_for = '', name = ?1 WHERE user = ?2 OR stands_for = ?2", (name, user)
    )
    db.execute("DELETE FROM held WHERE user = ?", (user,))
    traces = Traces(user, (), name)
    db.execute("DELETE FROM documents WHERE key = ?", (user,))
    if traces.id:
        for row, key in db.execute("SELECT id, key FROM documents WHERE instr(key, ?)", (_rest(user),)).fetchall():
            if traces.id.search(key):
                db.execute("DELETE FROM documents WHERE id = ?", (row,))
    mark = json.dumps(user, ensure_ascii=False)[1:-1]
    for row, about in db.execute("SELECT id, about FROM games WHERE instr(about, ?)", (mark,)).fetchall():
        if (after := _erased(kept := document(about), user, name)) != kept:
            db.execute("UPDATE games SET about = ? WHERE id = ?", (_json(after), row))
            named.setdefault(row, set())
            counted.add(row)
    for row, kind, key, value in db.execute(
        "SELECT id, kind, key, value FROM documents WHERE instr(value, ?)", (mark,)
    ).fetchall():
        kept = document(value)
        if (after := _erased(kept, user, name)) == kept:
            continue
        named.setdefault(key, set()).update(_names_of(kept, user))
        counted |= {key} if kind == "lobby" else set()
        if kept.get("user") == user and "name" not in kept:  # it is about nothing but them
            db.execute("DELETE FROM documents WHERE id = ?", (row,))
        else:
            db.execute("UPDATE documents SET value = ? WHERE id = ?", (_json(after), row))
    traces = Traces(user, {*known, *(each for names in named.values() for each in names)}, name)
    still = [each for game in sorted(named) for each in _clean_game(db, games, game, traces, read)]
    seen = set(named)
    if traces.id:
        for game, event in db.execute("SELECT game, event FROM log WHERE instr(event, ?)", (_rest(user),)):
            seen |= {game} if game not in seen and traces.id.search(event) else set()
        _sweep(db, traces)
    there = counted.union(each for each in seen if db.execute("SELECT 1 FROM games WHERE id = ?", (each,)).fetchone())
    return Erased(
        len(counted), where=tuple(sorted(there)), names=tuple(sorted(traces.names)),
        known=db.total_changes > before, still=tuple(still),
    )  # fmt: skip


# ── one game ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _clean_game(
    db: sqlite3.Connection, games: Mapping[str, Game[Any]], game: str, traces: Traces, read: Open
) -> list[str]:
    """Takes their names out of what was written in one game; sentences about what could not be."""
    seats = db.execute("SELECT seat, name FROM seats WHERE game = ?", (game,)).fetchall()
    events = db.execute("SELECT n, event FROM log WHERE game = ? ORDER BY n", (game,)).fetchall()
    of_game = (
        "SELECT id, value FROM documents WHERE key = ?1 OR json_valid(value) AND json_extract(value, '$.game') = ?1"
    )
    documents = db.execute(of_game, (game,)).fetchall()
    keys = {table: _key_of(db, table) for table in TEXTS}
    beside = {
        table: db.execute(
            f"SELECT {', '.join((*keys[table], *columns))} FROM {table} WHERE game = ?", (game,)
        ).fetchall()
        for table, columns in TEXTS.items()
    }
    traces = traces.among((each for _, each in seats), ())
    texts = (
        each for rows in (events, documents, *beside.values()) for row in rows for each in row if isinstance(each, str)
    )
    if not any(map(traces.in_, texts)):
        return []
    found = db.execute("SELECT game FROM games WHERE id = ?", (game,)).fetchone()
    rules = games.get(found[0]) if found else None
    log = [(n, each) for n, event in events if (each := document(event))]
    kinds = {each.__name__: _talk_of(each) for each in (*rules.rules.events, *HOUSE_EVENTS)} if rules else {}
    titles = [rules.shows.seat_title(Seat(seat)) if rules else seat for seat, _ in seats]
    (dealt,) = db.execute("SELECT min(after) FROM moves WHERE game = ? AND seat <> ''", (game,)).fetchone()
    opening = dealt or 0
    words = _vocabulary(log, kinds, opening).union(*(re.findall(r"\w+", title.casefold()) for title in titles))
    traces = traces.among((each for _, each in seats), words)
    for table, columns in TEXTS.items():
        sets, where = (
            joint.join(f"{each} {how} ?" for each in those)
            for joint, how, those in ((", ", "=", columns), (" AND ", "IS", keys[table]))
        )
        for row in beside[table]:
            at, texts_of = row[: len(keys[table])], row[len(keys[table]) :]
            if (cleaned := tuple(map(traces.cleaned, texts_of))) != texts_of:
                db.execute(f"UPDATE {table} SET {sets} WHERE {where}", (*cleaned, *at))
    for row, value in documents:
        kept = document(value)
        if (after := _words(kept, traces, {})) != kept:
            db.execute("UPDATE documents SET value = ? WHERE id = ?", (_json(after), row))
    # Who sat there by that name is a mark there, not a name: what is left of a word that means more is not about them.
    return _clean_log(db, games, game, log, kinds, opening, traces.distinct, read)


def _clean_log(
    db: sqlite3.Connection,
    games: Mapping[str, Game[Any]],
    id: str,
    log: Sequence[tuple[int, dict[str, Any]]],
    kinds: Mapping[str, Mapping[str, bool]],
    opening: int,
    traces: Traces,
    read: Open,
) -> list[str]:
    """The same for the log of a game, which has to tell the same story after."""
    as_it_was: Any = None
    # Whatever reads like a sentence first; where the story would not be the same, only what is said in somebody's own words.
    for loosely in (True, False):
        changed = [
            (_compact(after), id, n)
            for n, kept in log
            if (
                after := _words(
                    kept, traces, kinds.get(kept.get("type", ""), {}), called=loosely, sentences=loosely and n > opening
                )
            )
            != kept
        ]
        if not changed:
            return []
        as_it_was = as_it_was or _told(db, games, id, read)
        db.execute("SAVEPOINT words")
        db.executemany("UPDATE log SET event = ? WHERE game = ? AND n = ?", changed)
        same = as_it_was is None or _told(db, games, id, read) == as_it_was
        if not same:
            db.execute("ROLLBACK TO words")
        db.execute("RELEASE words")
        if same:
            return []
    return [f"what others said in game {id}, which could not be changed without changing the game"]


def _vocabulary(
    log: Iterable[tuple[int, dict[str, Any]]], kinds: Mapping[str, Mapping[str, bool]], opening: int
) -> frozenset[str]:
    """The words that the rules of a game went by, in small letters: its cards, rooms, roles, clues, and of what was told before
    anybody said anything all that is no name by its look."""
    found: set[str] = set()

    def gather(value: Any, talk: Mapping[str, bool], dealt: bool, here: bool = False) -> None:
        match value:
            case dict():
                for name, inner in value.items():
                    gather(inner, {}, dealt, here or talk.get(name, False) or name in WORDS)
            case list():
                for each in value:
                    gather(each, {}, dealt, here)
            case str() if not here:
                found.add(value.casefold())
                found.update(re.findall(r"\w+", value.casefold()) if dealt else ())
            case str() if dealt:
                found.update(each for each in re.findall(r"\w+", value) if each.islower())

    for n, event in log:
        gather(event, kinds.get(event.get("type", ""), {}), n <= opening)
    return frozenset(found)


def _told(db: sqlite3.Connection, games: Mapping[str, Game[Any]], id: str, read: Open) -> Any:
    """What a game comes to: how it ended, or who is asked what. None where this version cannot tell."""
    try:
        saved = read(db, id)
        story = story_of(saved, games[saved.game])
    except (Unreadable, LookupError, ValueError, TypeError, AttributeError):
        return None
    winners = None if story.outcome is None else story.outcome.winners
    asked = {seat: [ask.key for ask in story.asks(seat)] for seat in (*story.seats, HOST, CLOCK)}
    return winners, story.outcome is None, asked, len(saved.log)


def _talk_of(kind: type[Event] | None) -> Mapping[str, bool]:
    """Which fields of an event hold what somebody said in their own words, however deep."""
    hints = get_type_hints(kind, include_extras=True) if kind is not None else {}
    return {field: _talks(hint) for field, hint in hints.items()}


def _talks(hint: Any) -> bool:
    return "talk" in getattr(hint, "__metadata__", ()) or any(map(_talks, get_args(hint)))


def _words(
    value: Any,
    traces: Traces,
    talk: Mapping[str, bool],
    *,
    called: bool = True,
    sentences: bool = True,
    here: bool = False,
) -> Any:
    """`value` with what reads like words cleaned. `talk` says of which fields one knows, `here` that this is one of them. `called`:
    also fields that are called so; `sentences`: also every text in which more stands than the name alone."""

    def inside(inner: Any, here: bool) -> Any:
        return _words(inner, traces, {}, called=called, sentences=sentences, here=here)

    match value:
        case dict():
            kept = {"type", "id", "seat", "kind", "place"}
            words = {name for name in value if talk.get(name, False) or (called and name in WORDS)}
            return {name: each if name in kept else inside(each, here or name in words) for name, each in value.items()}
        case list():
            return [inside(each, here) for each in value]
        case str() if here or (sentences and re.search(r"\s", value.strip()) and value.strip() not in traces.names):
            return traces.cleaned(value)
    return value


# ── everywhere ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sweep(db: sqlite3.Connection, traces: Traces) -> None:
    """Takes their id out of whatever text is left in any table, also in one that was made after this was written."""
    assert traces.id is not None
    for (table,) in db.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    ).fetchall():
        key = _key_of(db, table)
        for column in [each[1] for each in db.execute(f'PRAGMA table_info("{table}")') if "TEXT" in each[2].upper()]:
            rows = db.execute(
                f'SELECT {", ".join(key)}, "{column}" FROM "{table}" WHERE instr("{column}", ?)', (_rest(traces.user),)
            ).fetchall()
            for *at, text in rows:
                if not isinstance(text, str) or (cleaned := traces.without_id(text)) == text:
                    continue
                where = " AND ".join(f"{each} IS ?" for each in key)
                try:
                    db.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', (cleaned, *at))
                except sqlite3.IntegrityError:  # without it, the row says what another says already
                    db.execute(f'DELETE FROM "{table}" WHERE {where}', at)


def _key_of(db: sqlite3.Connection, table: str) -> list[str]:
    """The columns by which a row of that table is found again."""
    keyed = sorted((each[5], f'"{each[1]}"') for each in db.execute(f'PRAGMA table_info("{table}")') if each[5])
    (made,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    return [column for _, column in keyed] if "WITHOUT ROWID" in made.upper() else ["rowid"]


def _rest(user: str) -> str:
    return user.partition(":")[2] or user


def _erased(value: Any, user: str, name: str) -> Any:
    """`value` without the person: whoever has their id under `user` becomes `name` with no id, and the bare id is gone."""
    match value:
        case dict():
            there = {
                each: _erased(inner, user, name) for each, inner in value.items() if each != user and inner != user
            }
            there |= {each: "" for each, inner in value.items() if inner == user and each in _KEPT_EMPTY}
            return (
                {**there, "name": name}
                if user in (value.get("user"), value.get("stands_for")) and "name" in value
                else there
            )
        case list():
            return [_erased(inner, user, name) for inner in value if inner != user]
    return value


_KEPT_EMPTY = frozenset({"user", "host", "stands_for", "by"})
"""Fields that say who somebody is, and stay where it is nobody; elsewhere what named them goes altogether."""


def _names_of(value: Any, user: str) -> set[str]:
    """By which names a document calls them."""
    match value:
        case dict():
            own = (
                {str(value["name"])}
                if user in (value.get("user"), value.get("stands_for")) and "name" in value
                else set()
            )
            return own.union(*(_names_of(each, user) for each in value.values()))
        case list():
            return set().union(*(_names_of(each, user) for each in value))
    return set()


def document(text: str) -> dict[str, Any]:
    """A JSON document; empty where it is none: what is broken is not read, and loses the id alone."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False)


def _compact(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False, separators=(",", ":"))


def mentions(value: Any, user: str) -> bool:
    """Whether a document names them."""
    match value:
        case dict():
            return user in value or any(mentions(each, user) for each in value.values())
        case list():
            return any(mentions(each, user) for each in value)
    return bool(value == user)


# ── files ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

WRITTEN = frozenset({".csv", ".htm", ".html", ".json", ".jsonl", ".log", ".md", ".svg", ".txt", ".xml"})
"""Files that are text, by how their names end."""

DEEPEST = 3
"""Folders in folders that are looked through."""

LARGEST_TEXT = 64 << 20
"""Bytes of a text file that is rewritten; what is larger is named instead."""


CHUNK = 1 << 20
"""Bytes of a file that are looked through at a time."""


def holds(path: Path, traces: Traces, names: bool = True) -> bool:
    """Whether their id, or a name that is surely one, stands in the file. Without `names` only the id counts: a few letters stand in
    any picture by chance. Never of a database that is open: to close the file ends SQLite's locks on it, for all of this process."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        return stands_in(file, traces.needles if names else traces.needles[:1])


def stands_in(file: BinaryIO, needles: Sequence[bytes]) -> bool:
    """Whether any of these bytes stand in the file, from its beginning."""
    file.seek(0)
    overlap, before = max(map(len, needles)) - 1, b""
    while chunk := file.read(CHUNK):
        chunk = before + chunk
        if any(each in chunk for each in needles):
            return True
        before = chunk[len(chunk) - overlap :] if overlap else b""
    return False


def clean_files(
    database: Path,
    traces: Traces,
    games: Collection[str],
    in_copy: Callable[[Path], bool] = lambda copy: False,
    backups: Path | None = None,
) -> list[str]:
    """Cleans exports and logs that are kept beside the database, or with its `backups`, where they are about these games or hold the id, and copies of it
    (`in_copy` says whether it could); phrases for files that hold it and cannot be changed, such as pictures, or of which nobody
    can say whether it is them that they name."""
    still = list[str]()
    known = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, sorted(games)))})(?![^\W_])") if games else None
    for path in sorted({*_beside(database), *(_beside(database, backups) if backups is not None else ())}):
        name = path.relative_to(database.parent) if path.is_relative_to(database.parent) else path.name
        try:
            if _is_text(path):
                text = path.read_text("utf-8")
                about = known is not None and known.search(f"{path.name} {text}") is not None
                about = about or (path.suffix == ".log" and traces.distinct.in_(text))
                after = traces.cleaned(text) if about else traces.without_id(text)
                if after != text:
                    fresh = path.with_name(f".{path.name}.new")
                    fresh.write_text(after, "utf-8")
                    fresh.chmod(path.stat().st_mode)
                    fresh.replace(path)
                if not about and (named := traces.distinct.named) and (found := named.search(after)):
                    still.append(f"the file {name}, which names a “{found[0]}”: see whether it is the same")
            elif holds(path, traces, names=_is_copy(path) or any(each in path.name for each in games)) and (
                not in_copy(path) or holds(path, traces)
            ):
                still.append(f"the file {name}: delete it, if you need it no more")
        except (OSError, UnicodeDecodeError) as error:
            still.append(f"the file {name}, which could not be changed ({type(error).__name__})")
    return still


def _beside(database: Path, folder: Path | None = None) -> Iterator[Path]:
    """Files in the database's folder, or another, and near below it; none of what hides there, such as tools' own."""
    own = {database, *(database.with_name(database.name + end) for end in ("-wal", "-shm", "-journal"))}
    folders = [(folder or database.parent, 0)] if (folder or database.parent).is_dir() else []
    while folders:
        folder, depth = folders.pop()
        for path in folder.iterdir():
            if path.name.startswith(".") or path.is_symlink():
                continue
            if path.is_file() and path not in own:
                yield path
            elif path.is_dir() and depth < DEEPEST:
                folders.append((path, depth + 1))


def _is_copy(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def _is_text(path: Path) -> bool:
    return path.suffix.casefold() in WRITTEN and path.stat().st_size <= LARGEST_TEXT
