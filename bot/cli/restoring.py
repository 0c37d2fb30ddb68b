"""Going back to a backup, without bringing back whom somebody has asked to forget, and so that those who play are told."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from pathlib import Path

from bot.cli.copying import in_words
from bot.cli.opening import open_hall
from bot.cli.world import World
from bot.hall import RESTORED, Hall
from bot.ports import Moved
from bot.stores import erased
from bot.stores.copies import BESIDE, Copy, copy, put_in_place
from bot.stores.sqlite import SqliteStore
from games.core import EVERYONE, HOST, Paused, Told


async def put_back(world: World, file: Path) -> list[str]:
    """Puts a backup in the place of the database, and says what came of it in sentences. The caller holds the folder.
    StoreFailed says why it cannot be; the database is as it was then."""
    path = world.database
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name("restored.part")
    try:
        made = await asyncio.to_thread(copy, file, fresh, replace=True)
        before = await asyncio.to_thread(erased.marks, fresh) or {}
        now = await asyncio.to_thread(erased.marks, path)
        store = await SqliteStore.open(fresh, world.games())
        async with open_hall(world, store=store) as hall:
            unread = [
                id for id in await store.open_games() if id not in {t.id for t in await hall.reopen((), start=False)}
            ]
            forgotten = await _forget_again(hall, fresh, erased.since(now or {}, before))
            paused = await _pause(hall, made)
            await store.put(*RESTORED, {"at": time.time()})
        kept = await asyncio.to_thread(put_in_place, fresh, path)
    finally:
        for each in (fresh, *(fresh.with_name(fresh.name + more) for more in BESIDE)):
            with suppress(OSError):
                each.unlink(missing_ok=True)
    return list(_said(made, file, kept, unread, forgotten, paused, now is None))


async def _forget_again(hall: Hall, fresh: Path, marks: erased.Marks) -> int:
    """Forgets whoever was forgotten since the backup was made; how many of them it knew."""
    known = await asyncio.to_thread(erased.known_by, fresh, marks) if marks else []
    for user in known:
        await hall.erase_person(user)
    for key, at in marks.items():
        await hall.store.put(erased.ERASED, key, {"at": at})
    return len(known)


async def _pause(hall: Hall, made: Copy) -> int:
    """Pauses the games that people play, so that no time runs out before they have read why the table is not as they left it."""
    when = time.strftime("%d %B %Y, %H:%M UTC", time.gmtime(made.taken)).lstrip("0")
    why = f"This game was set back to a backup of {when}: what happened since then did not happen."
    tables = [t for t in hall.tables.values() if t.people and t.paused is None and not t.outcome]
    for table in tables:
        moved = Moved(f"restored:{time.time()}", HOST, "host", "host", why=why)
        await hall.store.append(table.id, len(table.log), [Told(EVERYONE, Paused(why))], moved, deadlines=())
    return len(tables)


def _said(
    made: Copy, file: Path, kept: Path | None, unread: list[str], forgotten: int, paused: int, damaged: bool
) -> list[str]:
    when = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(made.taken))
    said = [f"Restored from {file}, of {when}: {in_words(made)}."]
    if paused:
        said.append(f"{_many(paused, 'game')} that people play {_are(paused)} paused, and will say why.")
    if unread:
        said.append(f"{_many(len(unread), 'game')} cannot go on with this version: {', '.join(unread)}.")
    if forgotten:
        said.append(
            f"{_many(forgotten, 'person', 'people')} who had been forgotten since then {_are(forgotten)} forgotten again."
        )
    if kept is not None:
        said.append(f"What was there is kept as {kept}; throw it away when you need it no more.")
    else:
        said.append("There was no database here, so nobody knows who was forgotten since then: see erase-person.")
    if damaged:
        said.append("It is damaged, so nobody knows who was forgotten since the backup: see erase-person.")
    return said


def _many(n: int, one: str, more: str = "") -> str:
    return f"{n} {one if n == 1 else more or f'{one}s'}"


def _are(n: int) -> str:
    return "is" if n == 1 else "are"
