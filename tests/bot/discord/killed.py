"""A mystery on a Discord that outlives the bot: `python -m tests.bot.crashing FILE --discord FILE` plays on from what both files
hold, until it is killed or the evening is over.

SimCord lives in the bot's process. So that what Discord has taken in outlives a kill, all of it is written to a file
whenever a request has changed something, before the bot hears that it has: what a real server would know, too.
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import simcord
import simcord.env
from discord import ChannelType
from simcord.actors import MemberActor
from simcord.backend import Backend
from simcord.builders import GuildHandle, UserHandle
from simcord.http import router

from bot.stores.sqlite import SqliteStore
from bot.surfaces.discord import ids
from bot.surfaces.discord.feed import pieces
from bot.surfaces.discord.outbox import BOARD, IN_FLIGHT
from bot.table import Table
from tests.bot.discord.house import ID, House, Script, Sleeper, make_surface

PEOPLE = ("alice", "bob")
NOT_THE_SERVERS = {"subscribers", "http_requests", "transcript", "faults"}
"""What SimCord keeps beside what Discord would know: for tests, and who is connected."""


def remembering(file: Path, posted: Callable[[str], None]) -> None:
    """Has all of Discord come from the file, and go there with each request. `posted` is called when a message has been taken
    in, before the bot hears of it, with what kind of message that is."""
    dispatch, made = router.dispatch, Backend

    def known() -> Backend:
        backend = made()
        if file.exists():
            vars(backend).update(pickle.loads(file.read_bytes()))
        return backend

    def dispatched(backend: Backend, method: str, *what: Any, **more: Any) -> Any:
        answer = dispatch(backend, method, *what, **more)
        if method != "GET":
            write(backend, file)
        if method == "POST" and what[0].endswith("/messages"):
            posted(kind_of(backend, int(what[0].split("/")[-2]), more.get("json") or {}))
        return answer

    router.dispatch = dispatched
    simcord.env.Backend = known  # type: ignore[misc,assignment]


def kind_of(backend: Backend, channel: int, body: Mapping[str, Any]) -> str:
    """“letter”, “board”, “result”, or “story” for what happened."""
    if backend.channels[channel].type == ChannelType.private.value:
        return "letter"
    numbers = {each.get("id") for each in body.get("components", ())}
    kinds = {ids.number(ID, BOARD): "board", ids.number(ID, "end"): "result"}
    return next((kind for number, kind in kinds.items() if number in numbers), "story")


def write(backend: Backend, file: Path) -> None:
    """Writes down what Discord knows."""
    server = {name: value for name, value in vars(backend).items() if name not in NOT_THE_SERVERS}
    fresh = file.with_suffix(".fresh")
    fresh.write_bytes(pickle.dumps(server))
    os.replace(fresh, file)


@asynccontextmanager
async def there_still(database: Path) -> AsyncIterator[House]:
    """The house as both files have it."""
    clock, script = Sleeper(), Script()
    store = await SqliteStore.open(database)
    start = simcord.env.Env.start

    async def started_by(env: simcord.env.Env) -> None:
        clock.env = env  # what was not finished goes on while the bot connects
        await start(env)

    simcord.env.Env.start = started_by  # type: ignore[method-assign]
    surface = make_surface(store, clock, script)  # type: ignore[arg-type]
    tables = await surface.hall.reopen(start=False)  # its clocks tick in SimCord's time, below
    async with simcord.run(surface.client, settle_timeout=30.0) as env:
        known = {each.name: each for each in env.backend.users.values()}
        here = House.__new__(House)
        vars(here).update(
            env=env, hall=surface.hall, surface=surface, clock=clock, store=store, script=script, people={}
        )
        found = [each for each in env.backend.guilds.values() if each.name == "town"]
        here.guild = GuildHandle(env, found[0]) if found else env.create_guild("town")
        if "general" not in here.guild.channels:
            here.guild.create_text_channel("general")
        here.channel = here.guild.channels["general"]
        for name in PEOPLE:
            if name in known and known[name].id in here.guild._guild.members:
                here.people[name] = MemberActor(env, here.guild, UserHandle(env, known[name]))
        await here.within(started(tables))
        await env.settle()
        try:
            yield here
        finally:
            await here.hall.close()
            await store.close()


async def started(tables: list[Table]) -> None:
    for table in tables:
        table.start()


async def evening(database: str, discord: str, posted: Callable[[str], None]) -> None:
    """Plays on to the end, and prints as JSON what lies on Discord then, and what should."""
    remembering(Path(discord), posted)
    async with there_still(Path(database)) as here:
        people = [getattr(here, name) for name in PEOPLE]
        if not await here.store.recent_games():
            write(here.env.backend, Path(discord))  # the server was there before the game
            await here.open(*people, seats=5, seed="an evening", options={"most_nights": 1})
        if ID in here.hall.tables:
            await here.play(*people)
        await here.env.advance_time(3 * IN_FLIGHT)  # what may be on its way is looked for twice
        table = await here.surface.screens.finished(ID)
        faces = here.surface.line.faces(table.order)
        found = {
            "told": "\n".join(message.text for message in here.feed),
            "story": "\n".join(each.text for each in pieces(here.hall, table, faces=faces)),
            "boards": [message.text for message in here.public() if "Rules" in message.buttons],
            "letters": [[message.text for message in here.dms(who)] for who in people],
            "moves": [each.cause for each in await here.store.moves(ID)],
        }
        print(json.dumps(found), flush=True)  # noqa: T201
