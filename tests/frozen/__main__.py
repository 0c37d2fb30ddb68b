"""Freezes games as this version saves them, so that later versions are tested with them; once for each release.

python -m tests.frozen 2-what-the-release-is-about

writes tests/frozen/2-what-the-release-is-about/: a game a file in rows, and some games and a lobby in one real file of the store. What an
older version has written is never written again.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.stores.sqlite import SqliteStore
from tests.frozen import rows
from tests.frozen.drawn import parlour
from tests.frozen.evenings import EVENINGS, IN_ONE_FILE, play

HERE = Path(__file__).parent
STORE = "games.db"


async def freeze(folder: Path) -> None:
    for evening in EVENINGS:
        with tempfile.TemporaryDirectory() as drawer:
            path = Path(drawer) / STORE
            store = await SqliteStore.open(path)
            await play(evening, store)
            async with parlour(store, evening.id) as there:
                drawn = await there.seen()
            await store.close()
            written = rows.freeze(path, evening.id) + [(rows.DRAWN, each) for each in drawn]
        rows.write(written, folder / f"{evening.name}.jsonl")
        print(f"{evening.name}: {len(written)} rows")
    store = await SqliteStore.open(folder / STORE)
    for evening in EVENINGS:
        if evening.name in IN_ONE_FILE:
            await play(evening, store)
    await Hall(store, BuiltInPlayers(), VirtualClock()).open_lobby("town", {"players": 9}, "discord:11", "discord:1:3")
    await store.close()
    with closing(sqlite3.connect(folder / STORE)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")


if __name__ == "__main__":
    if len(sys.argv) != 2 or (HERE / sys.argv[1]).exists():
        sys.exit(f"{__doc__}\nName a folder that is not there yet.")
    (HERE / sys.argv[1]).mkdir()
    asyncio.run(freeze(HERE / sys.argv[1]))
