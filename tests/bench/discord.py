"""How soon the bot answers presses on Discord with many games open: the real program in a process of its own, and here a Discord that
only takes what it is sent, and those who press.

    python -m tests.bench.discord [--games 1000] [--rate 100] [--seconds 20]

Prints the first acknowledgement after a start (milliseconds from the start of the process, by a press that was on its way when the bot
came), the acknowledgements of presses that move a piece and are committed (milliseconds), and the memory of a game (KiB).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from aiohttp import web

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.ports import About, Occupant, Post
from bot.stores.sqlite import SqliteStore
from bot.surfaces.discord import ids, outbox
from games import all_games
from games.codenames.events import Clue
from games.core import dice_for
from tests.scripted import ScriptedPlayers

ROOT = Path(__file__).parents[2]
GUILD, BOT, FIRST_CHANNEL, FIRST_PERSON = 10, 20, 100_000, 500_000
ALL = str((1 << 50) - 1)


@dataclass
class Press:
    """A press of somebody's button, and when it was acknowledged."""

    game: int
    custom_id: str
    user: int
    sent: float = 0.0
    took: float | None = None


@dataclass
class Server:
    """Discord, as far as the bot needs it: whatever is posted or edited is taken, and nothing is shown."""

    games: int
    waiting: dict[str, Press] = field(default_factory=dict)
    sockets: list[tuple[web.WebSocketResponse, Any]] = field(default_factory=list)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    came: asyncio.Event = field(default_factory=asyncio.Event)
    requests: dict[str, int] = field(default_factory=dict)
    emojis: list[dict[str, Any]] = field(default_factory=list)
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(9_000_000))
    sequence: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    address: str = ""

    # ── requests ──

    async def listen(self) -> web.AppRunner:
        """Takes what the bot sends to its address from now on, until what is returned is cleaned up."""
        app = web.Application(client_max_size=1 << 26)
        app.router.add_route("*", "/{path:.*}", self.handle)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.address = site.name
        return runner

    async def handle(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix("/api/v10")
        match path.strip("/").split("/"):
            case ["gateway"]:
                return await self.gateway(request)
            case ["interactions", id, _, "callback"]:
                if (press := self.waiting.pop(id, None)) is not None:
                    press.took = time.perf_counter() - press.sent
                    self.came.set()
                return _json({"interaction": {"id": id, "type": 3}})
            case ["users", "@me", "channels"]:
                id = (await request.json())["recipient_id"]
                return _json({"id": str(int(id) + 1_000_000), "type": 1, "recipients": [_user(int(id))]})
            case ["users", "@me"]:
                return _json(USER)
            case ["oauth2", "applications", "@me"] | ["applications", "@me"]:
                return _json(APPLICATION)
            case ["applications", _, "emojis"]:
                if request.method == "GET":
                    return _json({"items": self.emojis})
                made = {
                    "id": str(next(self.numbers)),
                    "name": (await request.json())["name"],
                    "roles": [],
                    "animated": False,
                }
                self.emojis.append(made | {"require_colons": True, "managed": False, "available": True})
                return _json(self.emojis[-1])
            case ["applications", *_]:
                return _json([])
            case ["webhooks", *_]:
                self.requests["followed up"] = self.requests.get("followed up", 0) + 1
                return _json(_message(FIRST_CHANNEL, next(self.numbers)))
            case ["channels", channel, "messages", *rest] if request.method != "GET":
                kind = {"POST": "posted", "PATCH": "edited", "DELETE": "deleted"}[request.method]
                self.requests[kind] = self.requests.get(kind, 0) + 1
                return _json(_message(int(channel), int(rest[0]) if rest else next(self.numbers)))
        return _json([] if request.method == "GET" else {})

    # ── the gateway ──

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        deflate = zlib.compressobj()
        await _send(socket, deflate, {"op": 10, "d": {"heartbeat_interval": 30_000}})
        async for message in socket:
            said = json.loads(message.data)
            if said["op"] == 1:
                # At once, it would come before discord.py has noted that it asked, which then takes it for half a minute late.
                await asyncio.sleep(0.5)
                await _send(socket, deflate, {"op": 11})
            elif said["op"] == 2:
                self.sockets = [(socket, deflate)]
                await self.dispatch("READY", self._ready())
                await self.dispatch("GUILD_CREATE", self._guild())
                self.ready.set()
        return socket

    async def dispatch(self, event: str, data: Any) -> None:
        for socket, deflate in self.sockets:
            await _send(socket, deflate, {"op": 0, "t": event, "s": next(self.sequence), "d": data})

    def _ready(self) -> dict[str, Any]:
        return {
            "v": 10,
            "user": USER,
            "guilds": [{"id": str(GUILD), "unavailable": True}],
            "session_id": "s",
            "resume_gateway_url": f"{self.address.replace('http', 'ws')}/gateway",
            "application": {"id": str(BOT), "flags": 0},
        }

    def _guild(self) -> dict[str, Any]:
        everyone = {
            "id": str(GUILD),
            "name": "@everyone",
            "permissions": ALL,
            "position": 0,
            "color": 0,
            "hoist": False,
        }
        everyone |= {"managed": False, "mentionable": False}
        channels = [
            {"id": str(FIRST_CHANNEL + n), "type": 0, "name": f"table-{n}", "position": n, "permission_overwrites": []}
            for n in range(self.games)
        ]
        member = {
            "user": USER,
            "roles": [],
            "joined_at": "2020-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
        }
        return {
            "id": str(GUILD),
            "name": "Bench",
            "owner_id": "1",
            "roles": [everyone],
            "channels": channels,
            "members": [member],
            "emojis": [],
            "features": [],
            "threads": [],
            "member_count": 2,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "premium_tier": 0,
            "nsfw_level": 0,
            "system_channel_flags": 0,
            "preferred_locale": "en-US",
            "afk_timeout": 300,
            "premium_progress_bar_enabled": False,
            "stickers": [],
            "large": False,
            "unavailable": False,
        }

    async def up(self, bot: Bot) -> None:
        """Returns when the bot is connected."""
        until = time.perf_counter() + 120
        while not self.ready.is_set():
            bot.check()
            if time.perf_counter() > until:
                raise SystemExit(f"The bot did not connect: {bot.said} {self.requests}")
            await asyncio.sleep(0.01)

    async def press(self, press: Press) -> None:
        """Sends the press on its way."""
        id = str(next(self.numbers))
        press.sent = time.perf_counter()
        self.waiting[id] = press
        channel = FIRST_CHANNEL + press.game
        await self.dispatch(
            "INTERACTION_CREATE",
            {
                "id": id,
                "application_id": str(BOT),
                "type": 3,
                "token": f"t{id}",
                "version": 1,
                "guild_id": str(GUILD),
                "channel_id": str(channel),
                "channel": {"id": str(channel), "type": 0, "permissions": ALL},
                "member": {
                    "user": _user(press.user),
                    "roles": [],
                    "joined_at": "2020-01-01T00:00:00+00:00",
                    "permissions": "0",
                    "deaf": False,
                    "mute": False,
                    "flags": 0,
                },
                "message": _message(channel, board_of(press.game)),
                "data": {"custom_id": press.custom_id, "component_type": 2},
                "locale": "en-US",
                "guild_locale": "en-US",
                "app_permissions": ALL,
                "entitlements": [],
                "authorizing_integration_owners": {},
                "context": 0,
                "attachment_size_limit": 10_000_000,
            },
        )


USER = {"id": str(BOT), "username": "masquerade", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": str(BOT),
    "name": "masquerade",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": USER,
    "team": None,
}


def _json(body: Any) -> web.Response:
    return web.Response(body=json.dumps(body).encode(), headers={"Content-Type": "application/json"})


async def _send(socket: web.WebSocketResponse, deflate: Any, message: Any) -> None:
    packed = deflate.compress(json.dumps(message).encode()) + deflate.flush(zlib.Z_SYNC_FLUSH)
    with contextlib.suppress(ConnectionError):
        await socket.send_bytes(packed)


def _user(id: int) -> dict[str, Any]:
    return {"id": str(id), "username": f"u{id}", "discriminator": "0", "avatar": None}


def board_of(game: int) -> int:
    return 1_000_000 + game


def _message(channel: int, id: int) -> dict[str, Any]:
    return {
        "id": str(id),
        "channel_id": str(channel),
        "guild_id": str(GUILD),
        "author": USER,
        "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "components": [],
        "flags": 0,
    }


# ── the games ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def set_up(folder: Path, games: int) -> list[list[Press]]:
    """So many games of Codenames between people in `folder`, each with a clue for all its words; the presses that uncover them."""
    store = await SqliteStore.open(folder / "masquerade.sqlite3", all_games())
    hall = Hall(store, ScriptedPlayers(), VirtualClock(time.time()))
    codenames = hall.game("codenames")
    options = codenames.lobby.options.model_validate({"timers": False})

    async def one(n: int) -> list[Press]:
        seats = codenames.lobby.seats(options, [()] * 4, dice_for(str(n), 0)).seats
        people = {seat: FIRST_PERSON + 4 * n + i for i, seat in enumerate(seats)}
        sitting = {seat: Occupant("person", f"P{id}", ids.user_of(id)) for seat, id in people.items()}
        place = ids.place_at(GUILD, FIRST_CHANNEL + n)
        table = await hall.open(
            "codenames",
            options,
            sitting,
            host=ids.user_of(people[seats[0]]),
            place=place,
            about=About(1.5),
            seed=str(n),
        )
        spymaster, (ask, *_) = next(iter(table.story.owed(table.order).items()))
        await table.submit(spymaster, Clue("qwertz", "unlimited"), ask.key, "clue")
        operative = next(iter(table.story.owed(table.order)))
        await store.save_post(Post(table.id, ids.SURFACE, outbox.BOARD, "n", str(FIRST_CHANNEL + n), str(board_of(n))))
        board = table.story.state
        team = board.key[next(word for word in board.words if board.key[word] == spymaster.partition("-")[0])]
        theirs = [at for at, word in enumerate(board.words) if board.key[word] == team]
        moment = ids.mark(table.scene(None).moment)
        await table.stop()
        hall.forget(table)
        return [Press(n, ids.make("cell", table.id, at, moment), people[operative]) for at in theirs[:-1]]

    presses = await asyncio.gather(*(one(n) for n in range(games)))
    await store.close()
    return list(presses)


# ── the bot ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Bot:
    """The real program on a folder; `address` is where it finds its Discord. `module` plays it there, and `settings` are more
    of its environment."""

    def __init__(
        self,
        folder: Path,
        address: str,
        module: Sequence[str] = ("tests.bench.discord",),
        settings: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.began = time.perf_counter()
        folder.mkdir(exist_ok=True)
        self.log = (folder / "log.txt").open("a")
        self.process = subprocess.Popen(
            [sys.executable, "-m", *module, "--bot", address],
            cwd=ROOT,
            stdout=self.log,
            stderr=self.log,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "DISCORD_TOKEN": "MjA.a.b",
                "MASQUERADE_DATA": str(folder),
                "MASQUERADE_WEB": "off",
                "MASQUERADE_LOG_LEVEL": "warning",
                **settings,
            },
        )

    def check(self) -> None:
        """SystemExit with what it said, when it has ended."""
        if self.process.poll() is not None:
            raise SystemExit(f"The bot ended: {self.said}")

    @property
    def said(self) -> str:
        return Path(self.log.name).read_text()[-2000:].strip()

    @property
    def kib(self) -> float:
        """Memory that it holds, in KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return float(status.partition("VmRSS:")[2].split()[0])

    @property
    def seconds(self) -> float:
        """Processor time that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.log.close()


def play(address: str) -> None:
    """In the bot's process: the real program, with its Discord elsewhere."""
    import discord.gateway
    import discord.http
    import yarl

    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{address.replace('http', 'ws')}/api/v10/gateway")
    import discord.webhook.async_ as webhook

    webhook.Route.BASE = discord.http.Route.BASE
    sys.argv = ["masquerade", "run"]
    from bot.__main__ import main

    main()


# ── what is measured ──────────────────────────────────────────────────────────────────────────────────────────────────


async def first_answer(server: Server, press: Press, bot: Bot) -> float:
    """Milliseconds from the start of the process until somebody's press is acknowledged, who presses again every 50 ms."""
    await server.up(bot)
    while True:
        bot.check()
        again = Press(press.game, press.custom_id, press.user)
        await server.press(again)
        server.came.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(server.came.wait(), 0.05)
        if again.took is not None or server.came.is_set():
            return 1000 * (time.perf_counter() - bot.began)


async def pressing(server: Server, presses: Sequence[Press], rate: float) -> list[float]:
    """Milliseconds until each press was acknowledged, in rising order; they come at random, `rate` a second on average."""
    rng, at = random.Random(7), time.perf_counter()
    for press in presses:
        at += rng.expovariate(rate)
        if (left := at - time.perf_counter()) > 0:
            await asyncio.sleep(left)
        await server.press(press)
    for _ in range(100):
        if all(press.took is not None for press in presses):
            break
        await asyncio.sleep(0.1)
    return sorted(1000 * (30.0 if press.took is None else press.took) for press in presses)


async def measure(games: int, rate: float, seconds: float) -> None:
    server = Server(games)
    runner = await server.listen()
    with tempfile.TemporaryDirectory() as name:
        empty, folder = Path(name) / "empty", Path(name) / "full"
        presses = await set_up(folder, games)
        later = [each for row in itertools.zip_longest(*presses) for each in row if each is not None]
        first, later = later[0], later[1:]
        alone = Bot(empty, server.address)
        await server.up(alone)
        await asyncio.sleep(2)
        alone.check()
        nothing, server.ready = alone.kib, asyncio.Event()
        alone.kill()
        for name in ("first start", "after kill -9"):
            server.ready.clear()
            server.requests.clear()
            bot = Bot(folder, server.address)
            took = await first_answer(server, first if name == "first start" else later.pop(0), bot)
            print(f"{name + ', ' + str(games) + ' games':<34} {took:>9,.0f}  ms to the first acknowledgement")
            quiet, used = time.perf_counter(), -1.0
            while bot.seconds - used > 0.05 and time.perf_counter() - quiet < 120:
                used = bot.seconds
                await asyncio.sleep(1)
            settled = time.perf_counter() - quiet
            print(f"{'':<34} {settled:>9,.1f}  s until all was shown: {dict(server.requests)}")
            if name == "first start":
                bot.kill()
        print(f"{'memory':<34} {(bot.kib - nothing) / games:>9,.0f}  KiB a game, beside {nothing / 1024:,.0f} MiB")
        used = bot.seconds
        server.requests.clear()
        took = await pressing(server, later[: int(rate * seconds)], rate)
        p50, p99 = statistics.median(took), took[int(len(took) * 0.99)]
        print(
            f"{f'{len(took)} presses, {rate:g} a second':<34} {p50:>9,.0f} {p99:,.0f} {took[-1]:,.0f}  ms: p50, p99, longest"
        )
        used = 1000 * (bot.seconds - used) / len(took)
        print(f"{'':<34} {used:>9,.1f}  ms of processor time a press")
        print(f"{'':<34} {sum(each >= 30_000 for each in took):>9} not acknowledged; {dict(server.requests)}")
        bot.kill()
        if bot.said:
            print(f"The bot's log says: …{bot.said}")
    await runner.cleanup()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.discord", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="open games (1000)")
    parser.add_argument("--rate", type=float, default=100, help="presses a second (100)")
    parser.add_argument("--seconds", type=float, default=20, help="how long people press (20)")
    parser.add_argument("--bot", default="", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.bot:
        play(chosen.bot)
    else:
        asyncio.run(measure(chosen.games, chosen.rate, chosen.seconds))


if __name__ == "__main__":
    main()
