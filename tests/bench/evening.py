"""A long evening on Discord: whether the bot grows by and by, and whether it answers to the end.

    python -m tests.bench.evening [--minutes 3] [--times 4]         sixty minutes say something about memory

An evening's load is that of a busy bot: 100 games open at once in servers of ten, a command or press every fifth of a second, and
as many games begun as come to an end, which is one every ten seconds or so. A game lives a whole life here: a lobby is opened by
a command, people join it, AIs (built-in players) take the other seats, the host starts it; whoever plays presses whatever they
see, fills in forms, opens their private page, looks at the rules and at what was told; some stay away, and have an AI sit in; the
game ends by its rules, or is called off after fifteen minutes; the result is posted, somebody still presses there, and the
next game begins in that channel, half of its people new. The games are played in turn. The load is four times that unless told
otherwise: some 35 requests a second, of the 50 that Discord takes from a bot.

The program is the real one, in a process of its own, without a tracer; Discord and the people are here. Every ten seconds a line
goes to standard error: minutes, memory (MiB), blocks that Python holds (thousands), open games, requests a second, the loop's worst
lateness in the last minute (ms), and the slowest acknowledgement of those ten seconds (ms). At the end stand the slopes of memory
and of blocks an hour, the first sixth left out. Their interval (95 %) is that of a straight line through ten means of equal
stretches, so that what is near in time does not count as so many witnesses, and is wider still where neighbours go on resembling
each other.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import contextlib
import itertools
import json
import math
import random
import re
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web

from tests.bench import discord
from tests.bench.discord import ALL, BOT, Bot, Server, _json, _message, _user

GAMES = ("codenames", "liars-dice", "mystery", "town", "codenames", "liars-dice")
"""Played in turn. Not the duets, in which people would have to write what makes sense."""

OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "codenames": {"clue_seconds": 30, "guess_seconds": 20, "first_clue_extra": 0},
    "liars-dice": {"players": 4, "dice": 2, "seconds": 30},
    "mystery": {"players": 5, "talk_seconds": 30, "night_seconds": 30, "vote_seconds": 30, "last_words_seconds": 15},
    "town": {"players": 7, "timers": "rapid"},
}
"""What hosts choose, so that a game is over within the evening though people press without much sense."""

OPEN, PRESSES, A_SERVER, MOST_MINUTES = 100, 5.0, 10, 15.0
"""Games open at once, presses a second, tables in a server, minutes after which a game is called off: of one evening."""

PEOPLE = 10_000_000
"""Ids of people begin here, tables' channels below, and what Discord numbers above."""

TABLES, GUILDS, NUMBERS = 1_000_000, 1_000, 100_000_000
DM = 50_000_000
"""A person's private channel has their id and this."""

AFTERWARDS = 15.0
"""Seconds in which people still press where a game is over."""

LOOK = 10.0
"""Seconds between two lines."""

CALLED_OFF = "/game cancel"

MOST_LINES = 20
"""Of the bot's log that are printed."""

STUDENT = 2.306
"""Student's t for 95 % and eight degrees of freedom: ten means, and two numbers that make a line."""

SELDOM = {
    "rules": 0.05,
    "sheet": 0.1,
    "heard": 0.2,
    "card": 0.2,
    "key": 0.3,
    "back": 0.3,
    "browser": 0.0,
    "again": 0.0,
    "lobby": 0.0,
}
"""How gladly people press what does not move the game, beside what does."""


@dataclass
class Life:
    """One game's life in a channel."""

    game: str
    channel: int
    people: list[int]
    began: float
    joined: int = 0
    started: bool = False
    over: float | None = None
    called_off: bool = False
    seen: dict[int, list[Any]] = field(default_factory=dict)
    """Messages in the channel by their ids, with what may be pressed in them, oldest first."""
    alone: dict[int, dict[int, list[Any]]] = field(default_factory=dict)
    """The same by whoever alone sees them: by DM, or as answers."""
    in_vain: set[tuple[int, str, str]] = field(default_factory=set)
    """Who pressed what kind of thing at which moment, and was refused: nobody does so twice."""


@dataclass
class Interaction:
    id: str
    life: Life
    user: int
    what: str
    """Its custom id, or the command's name."""
    sent: float
    message: int = 0


class Evening(Server):
    """A Discord that remembers what can be pressed, and people who press it."""

    def __init__(self, games: int, seed: int) -> None:
        super().__init__(games)
        self.numbers = itertools.count(NUMBERS)
        self.rng, self.next_person = random.Random(seed), PEOPLE
        self.on_their_way: dict[str, Interaction] = {}
        self.answered: collections.OrderedDict[str, Interaction] = collections.OrderedDict()
        self.lives: dict[int, Life] = {}
        self.dms: dict[int, int] = {}
        self.threads: dict[int, dict[str, Any]] = {}
        self.took: list[float] = []
        self.late: list[float] = []
        self.begun = collections.Counter[str]()
        self.ended = collections.Counter[str]()
        self.minutes: list[float] = []
        self.pressed = self.lost = self.refused = self.closed = 0
        self.which = itertools.cycle(GAMES)
        self.sending: set[asyncio.Task[None]] = set()

    # ── what the bot asks ──

    async def handle(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix("/api/v10").strip("/").split("/")
        match path:
            case ["interactions", id, _, "callback"]:
                return self.callback(id, await _payload(request))
            case ["webhooks", _, token]:
                return _json(self.follow_up(token, await _payload(request)))
            case ["webhooks", _, token, "messages", _] if request.method == "PATCH":
                return _json(self.follow_up(token, await _payload(request), self.answered.get(token)))
            case ["users", "@me", "channels"]:
                id = int((await _payload(request))["recipient_id"])
                return _json({"id": str(DM + id), "type": 1, "recipients": [_user(id)]})
            case ["guilds", _, "members", user]:
                return _json(_member(int(user)))
            case ["guilds", _, "threads", "active"]:
                return _json({"threads": [], "members": []})
            case ["channels", channel, "messages"] if request.method == "POST":
                return _json(self.posted(int(channel), next(self.numbers), await _payload(request), "posted"))
            case ["channels", channel, "messages", id] if request.method == "PATCH":
                return _json(self.posted(int(channel), int(id), await _payload(request), "edited"))
            case ["channels", channel, "messages", id] if request.method == "DELETE":
                self.forget(int(channel), int(id))
            case ["channels", channel, "threads"] if request.method == "POST":
                return _json(self.opened(int(channel), await _payload(request)))
            case ["channels", thread] if int(thread) in self.threads:
                if request.method == "PATCH":
                    shut = await _payload(request)
                    self.threads[int(thread)]["thread_metadata"] |= {
                        k: shut[k] for k in ("archived", "locked") if k in shut
                    }
                return _json(self.threads[int(thread)])
        return await super().handle(request)

    def callback(self, id: str, said: Mapping[str, Any]) -> web.Response:
        """An answer to a press or command."""
        one, data, kind = self.on_their_way.pop(id, None), said.get("data") or {}, said["type"]
        body: dict[str, Any] = {"interaction": {"id": id, "type": 3}}
        if one is None:
            return _json(body)
        took = time.perf_counter() - one.sent
        self.took.append(took)
        self.late.append(took)
        self.answered[f"t{id}"] = one
        if one.what == CALLED_OFF and one.life.over is None:
            self.end(one.life)  # of which nothing is posted
        while len(self.answered) > 5_000:
            self.answered.popitem(last=False)
        if kind == 9:
            asyncio.get_running_loop().call_later(1.0, self.fill_in, one, data)
        elif kind in (4, 7):
            if kind == 4 and data.get("flags", 0) & 64 and not any(_controls(data.get("components") or ())):
                one.life.in_vain.add((one.user, *_sense(one.what)))
            one.message = next(self.numbers) if kind == 4 else one.message
            body["resource"] = {"type": kind, "message": self.shown(one, one.message, data)}
        elif kind == 5:
            one.message = next(self.numbers)
        return _json(body)

    def follow_up(self, token: str, data: Mapping[str, Any], same: Interaction | None = None) -> dict[str, Any]:
        self.count("followed up")
        one = self.answered.get(token)
        if one is None:
            return _message(TABLES, next(self.numbers))
        return self.shown(one, same.message if same else next(self.numbers), data)

    def shown(self, one: Interaction, id: int, data: Mapping[str, Any]) -> dict[str, Any]:
        """What answers a press: for all who are there, or for that one alone."""
        parts, life = data.get("components") or [], one.life
        private = data.get("flags", 0) & 64 or id in life.alone.get(one.user, ())
        if private:
            mine = life.alone.setdefault(one.user, {})
            mine[id] = list(_controls(parts))
            while len(mine) > 4:
                del mine[next(iter(mine))]
        else:
            self.seen(life, id, parts)
        return _message(life.channel, id) | {"components": parts, "flags": 32768 + (64 if private else 0)}

    def posted(self, channel: int, id: int, data: Mapping[str, Any], kind: str) -> dict[str, Any]:
        self.count(kind)
        parts = data.get("components") or []
        if life := self.lives.get(self.dms.get(channel - DM, channel)):
            if channel >= DM:
                mine = life.alone.setdefault(channel - DM, {})
                mine[id] = list(_controls(parts))
            else:
                self.seen(life, id, parts)
        return _message(channel, id) | {"components": parts, "flags": 32768, "nonce": data.get("nonce")}

    def seen(self, life: Life, id: int, parts: Sequence[Any]) -> None:
        controls = list(_controls(parts))
        life.seen[id] = controls
        while len(life.seen) > 12:
            del life.seen[next(iter(life.seen))]
        kinds = {_kind(each) for each in controls}
        if not life.started and kinds & {"cell", "do", "key", "own"}:
            life.started = True
            self.begun[life.game] += 1
        if "again" in kinds and life.started and life.over is None:
            self.end(life)

    def end(self, life: Life) -> None:
        life.over = time.perf_counter()
        self.ended[life.game] += 1
        self.minutes.append((life.over - life.began) / 60)

    def forget(self, channel: int, id: int) -> None:
        self.count("deleted")
        for life in filter(None, [self.lives.get(self.dms.get(channel - DM, channel))]):
            life.seen.pop(id, None)
            for mine in life.alone.values():
                mine.pop(id, None)

    def opened(self, parent: int, said: Mapping[str, Any]) -> dict[str, Any]:
        self.count("threads")
        id, meta = next(self.numbers), {"archived": False, "locked": False, "auto_archive_duration": 1440}
        self.threads[id] = {
            "id": str(id), "guild_id": str(_guild_of(parent)), "parent_id": str(parent), "owner_id": str(BOT),
            "name": said["name"], "type": said.get("type", 11), "message_count": 0, "member_count": 1,
            "thread_metadata": meta | {"archive_timestamp": "2026-01-01T00:00:00+00:00"},
        }  # fmt: skip
        return self.threads[id]

    def count(self, kind: str) -> None:
        self.requests[kind] = self.requests.get(kind, 0) + 1

    # ── the servers ──

    def _ready(self) -> dict[str, Any]:
        guilds = [{"id": str(each), "unavailable": True} for each in self.guilds()]
        return super()._ready() | {"guilds": guilds}

    def guilds(self) -> list[int]:
        return sorted({_guild_of(TABLES + n) for n in range(self.games)})

    async def dispatch(self, event: str, data: Any) -> None:
        if event != "GUILD_CREATE":
            await super().dispatch(event, data)
            return
        for guild in self.guilds():
            mine = [n for n in range(self.games) if _guild_of(TABLES + n) == guild]
            channels = [
                {"id": str(TABLES + n), "type": 0, "name": f"table-{n}", "position": n, "permission_overwrites": []}
                for n in mine
            ]
            [everyone] = data["roles"]
            own = {"id": str(guild), "name": f"Server {guild}", "channels": channels}
            await super().dispatch(event, {**data, **own, "roles": [{**everyone, "id": str(guild)}]})

    # ── people ──

    def person(self) -> int:
        """Somebody who sits nowhere now: half of them have played before, if anybody has."""
        while self.rng.random() < 0.5 and self.next_person > PEOPLE:
            known = self.rng.randrange(PEOPLE, self.next_person)
            if known not in self.dms:
                return known
        self.next_person += 1
        return self.next_person - 1

    async def begin(self, channel: int) -> None:
        """Somebody opens a lobby in the channel, where nothing is played."""
        if before := self.lives.pop(channel, None):
            for each in before.people:
                self.dms.pop(each, None)
            for thread in [id for id, each in self.threads.items() if each["parent_id"] == str(channel)]:
                del self.threads[thread]
        life = Life(next(self.which), channel, [], time.perf_counter())
        for _ in range(self.rng.randint(2, 4)):
            life.people.append(self.person())
            self.dms[life.people[-1]] = channel
        self.lives[channel] = life
        await self.command(life, life.people[0], life.game, "start", **OPTIONS[life.game])

    async def someone(self) -> None:
        """One press of somebody at some table, or a command."""
        life, now = self.rng.choice(list(self.lives.values())), time.perf_counter()
        if life.over is not None and now - life.over > AFTERWARDS:
            await self.begin(life.channel)
        elif life.over is None and not life.started:
            await self.gather(life)
        elif life.over is None and not life.called_off and now - life.began > 60 * MOST_MINUTES:
            life.called_off = True
            await self.command(life, life.people[0], "game", "cancel")
        elif self.rng.random() < 0.02:
            await self.command(life, self.rng.choice(life.people), "game", self.rng.choice(("status", "log", "board")))
        else:
            await self.move(life)

    async def gather(self, life: Life) -> None:
        """The next thing that happens in a lobby: somebody joins, and when all have, the host starts; a few are closed."""
        what = "join" if life.joined < len(life.people) else "start"
        if life.joined == 1 and self.rng.random() < 0.03:
            what, life.over = "close", time.perf_counter()
            self.closed += 1
        lobbies = (
            (id, each)
            for id, controls in reversed(life.seen.items())
            for each in controls
            if _kind(each) == "lobby" and each["custom_id"].split("|")[3] == what
        )
        found = next(lobbies, None)
        if found is not None:
            who = life.people[life.joined] if what == "join" else life.people[0]
            life.joined += what == "join"
            await self.touch(life, who, *found)
        elif time.perf_counter() - life.began > 30:
            self.refused += 1
            life.over = time.perf_counter()
            await self.command(life, life.people[0], "game", "cancel")

    async def move(self, life: Life) -> None:
        """Somebody presses something that they see, and have not been refused just now."""
        for who in self.rng.sample(life.people, len(life.people)):
            there = [*list(life.seen.items())[-4:], *life.alone.get(who, {}).items()]
            found = [
                (id, each)
                for id, controls in there
                for each in controls
                if (who, *_sense(each["custom_id"])) not in life.in_vain and SELDOM.get(_kind(each), 1.0)
            ]
            if found:
                weights = [SELDOM.get(_kind(each), 1.0) for _, each in found]
                [(id, control)] = self.rng.choices(found, weights)
                await self.touch(life, who, id, control)
                return

    async def touch(self, life: Life, who: int, message: int, control: Mapping[str, Any]) -> None:
        data: dict[str, Any] = {"custom_id": control["custom_id"], "component_type": control["type"]}
        if control["type"] == 3:
            data["values"] = self.picked(control)
        private = message in life.alone.get(who, ())
        body = {"type": 3, "data": data, "message": _message(life.channel, message) | {"flags": 64 if private else 0}}
        await self.interact(life, who, body, message)

    async def command(self, life: Life, who: int, group: str, name: str, **options: Any) -> None:
        given = [
            {"name": key, "type": 4 if isinstance(value, int) else 3, "value": value} for key, value in options.items()
        ]
        data = {"id": "1", "name": group, "type": 1, "options": [{"name": name, "type": 1, "options": given}]}
        await self.interact(life, who, {"type": 2, "data": data})

    def fill_in(self, one: Interaction, modal: Mapping[str, Any]) -> None:
        """A form that opened is filled in and sent, a little later."""
        parts = []
        for each in _fields(modal.get("components") or []):
            filled = {"type": each["type"], "custom_id": each["custom_id"], "id": 1}
            filled |= {"values": self.picked(each)} if each["type"] == 3 else {"value": self.typed(each)}
            parts.append({"type": 18, "id": 1, "component": filled})
        body = {"type": 5, "data": {"custom_id": modal["custom_id"], "components": parts}}
        if one.message:
            body["message"] = _message(one.life.channel, one.message)
        task = asyncio.create_task(self.interact(one.life, one.user, body, one.message))
        self.sending.add(task)
        task.add_done_callback(self.sending.discard)

    def picked(self, select: Mapping[str, Any]) -> list[str]:
        options = [each["value"] for each in select["options"]]
        least = max(1, select.get("min_values", 1))
        return self.rng.sample(options, min(len(options), least))

    def typed(self, text: Mapping[str, Any]) -> str:
        """Something that people might type there."""
        asked = f"{text['custom_id']} {text.get('label', '')}".casefold()
        some = re.findall(r"for example ([^,…]+)", text.get("placeholder") or "")
        if "count" in asked or "number" in asked or "face" in asked:
            return str(self.rng.randint(1, 6))
        if some and self.rng.random() < 0.5:
            return str(some[0]).strip()
        letters = "".join(self.rng.choices("bcdfglmnprstv", k=3))
        return f"{letters[0]}o{letters[1]}a{letters[2]}"[: text.get("max_length") or 9]

    async def interact(self, life: Life, who: int, body: Mapping[str, Any], message: int = 0) -> None:
        id, self.pressed = str(next(self.numbers)), self.pressed + 1
        what = body["data"].get("custom_id") or f"/{body['data']['name']} {body['data']['options'][0]['name']}"
        rights = ALL if what == CALLED_OFF else "0"  # whoever hosts by now, a moderator calls it off
        guild = _guild_of(life.channel)
        channel = {"id": str(life.channel), "type": 0, "permissions": ALL, "guild_id": str(guild), "name": "table"}
        self.on_their_way[id] = Interaction(id, life, who, what, time.perf_counter(), message)
        await super().dispatch(
            "INTERACTION_CREATE",
            {
                "id": id, "application_id": str(BOT), "token": f"t{id}", "version": 1, "guild_id": str(guild),
                "channel_id": str(life.channel), "channel": channel, "member": _member(who) | {"permissions": rights},
                "locale": "en-US", "guild_locale": "en-US", "app_permissions": ALL, "entitlements": [],
                "authorizing_integration_owners": {}, "context": 0, "attachment_size_limit": 10_000_000, **body,
            },
        )  # fmt: skip

    def give_up(self) -> None:
        """Presses that were not acknowledged within Discord's three seconds, and then some, were lost."""
        now = time.perf_counter()
        for id in [id for id, one in self.on_their_way.items() if now - one.sent > 10]:
            del self.on_their_way[id]
            self.lost += 1


async def _payload(request: web.Request) -> Any:
    """A request's JSON, which comes beside files where there are any."""
    if not request.content_type.startswith("multipart/"):
        return json.loads(await request.read() or b"{}")
    async for part in await request.multipart():
        if part.name == "payload_json":
            return await part.json()
    return {}


def _controls(parts: Sequence[Any]) -> Iterator[Any]:
    """Buttons and selects that can be pressed."""
    for each in parts:
        if each.get("custom_id", "").startswith("m|") and not each.get("disabled"):
            yield each
        yield from _controls([*each.get("components", ()), *([each["accessory"]] if "accessory" in each else ())])


def _fields(parts: Sequence[Any]) -> Iterator[Any]:
    for each in parts:
        if "custom_id" in each:
            yield each
        yield from _fields([*each.get("components", ()), *([each["component"]] if "component" in each else ())])


def _kind(control: Mapping[str, Any]) -> str:
    return str(control["custom_id"].split("|")[1])


def _sense(what: str) -> tuple[str, str]:
    """What kind of thing a custom id does, and at which moment: cells are of one kind, what is done is told apart."""
    _, kind, _, *rest = [*what.split("|"), "", ""]
    return (kind, rest[-3]) if kind == "cell" else (kind, "|".join(rest))


def _guild_of(channel: int) -> int:
    return GUILDS + (channel - TABLES) // A_SERVER


def _member(user: int) -> dict[str, Any]:
    member = {"user": _user(user), "roles": [], "joined_at": "2020-01-01T00:00:00+00:00", "deaf": False, "mute": False}
    return member | {"flags": 0}


# ── the bot ───────────────────────────────────────────────────────────────────────────────────────────────────────────

SECRET = "a long evening at the bench"


def play(address: str, blocks: Path) -> None:
    """In the bot's process: the real program, which writes down beside it how many blocks Python holds."""

    def count() -> None:
        while True:
            blocks.write_text(str(sys.getallocatedblocks()))
            time.sleep(LOOK / 10)

    threading.Thread(target=count, daemon=True).start()
    discord.play(address)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


# ── what is measured ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Look:
    """What there was at some moment: `at` in hours since the beginning."""

    at: float
    mib: float
    blocks: float


async def vitals(port: int) -> dict[str, float]:
    """What the bot counts of itself; nothing when it does not say."""
    owner = {"Authorization": f"Bearer {SECRET}"}
    with contextlib.suppress(aiohttp.ClientError, TimeoutError):
        async with aiohttp.request("GET", f"http://127.0.0.1:{port}/metrics", headers=owner) as said:
            lines = [line.rpartition(" ") for line in (await said.text()).splitlines() if line[:1] != "#"]
            return {name: float(value) for name, _, value in lines}
    return {}


def slope(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """How much is added in an hour, and half the width of its interval (95 %)."""
    size = len(points) // 10
    if not size:
        return math.nan, math.nan
    means = [
        tuple(statistics.fmean(column) for column in zip(*points[i : i + size], strict=True))
        for i in range(len(points) - 10 * size, len(points), size)
    ]
    x, y = zip(*means, strict=True)
    added, begins = statistics.linear_regression(x, y)
    off = [each - begins - added * at for at, each in means]
    spread = sum(each * each for each in off)
    like = max(0.0, sum(a * b for a, b in itertools.pairwise(off)) / spread) if spread else 0.0
    width = STUDENT * math.sqrt(spread / 8 / sum((at - statistics.fmean(x)) ** 2 for at in x))
    return added, width * math.sqrt((1 + like) / (1 - min(like, 0.9)))


async def measure(minutes: float, times: float, seed: int) -> None:
    evening = Evening(max(2, round(OPEN * times)), seed)
    runner = await evening.listen()
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        blocks = folder / "blocks.txt"
        more = {
            "MASQUERADE_WEB": "on",
            "MASQUERADE_WEB_PORT": str(port),
            "MASQUERADE_WEB_ADMIN": SECRET,
        }
        bot = Bot(folder, evening.address, ("tests.bench.evening", "--blocks", str(blocks)), more)
        try:
            await evening.up(bot)
            looks = await watched(evening, bot, blocks, port, 60 * minutes, PRESSES * times)
            tell(evening, bot, folder, looks, await vitals(port))
        finally:
            bot.kill()
    await runner.cleanup()


async def watched(evening: Evening, bot: Bot, blocks: Path, port: int, seconds: float, rate: float) -> list[Look]:
    """The evening itself, and what was seen of the bot on the way. The first games begin over a tenth of it."""
    began = at = time.perf_counter()
    every, asked = min(LOOK, seconds / 20), 0
    looks, next_look = list[Look](), every
    while (now := time.perf_counter()) < began + seconds:
        if now < at:
            await asyncio.sleep(min(at - now, began + next_look - now, began + seconds - now))
        else:
            at = max(at + evening.rng.expovariate(rate), now - 1.0)
            if len(evening.lives) < min(evening.games, 1 + evening.games * (now - began) / (seconds / 10)):
                await evening.begin(TABLES + len(evening.lives))
            else:
                await evening.someone()
        if now - began >= next_look:
            bot.check()
            evening.give_up()
            next_look += every
            own, before, asked = await vitals(port), asked, sum(evening.requests.values())
            looks.append(Look((now - began) / 3600, bot.kib / 1024, thousands(blocks)))
            slowest, evening.late = 1000 * max(evening.late, default=0.0), []
            playing, lateness = own.get("masquerade_games_open", 0), own.get("masquerade_loop_lateness_seconds", 0)
            print(
                f"{60 * looks[-1].at:7.2f} min {looks[-1].mib:7.1f} MiB {looks[-1].blocks:8.1f} thousand blocks "
                f"{playing:5.0f} games {(asked - before) / every:5.1f} requests/s {1000 * lateness:6.0f} ms late "
                f"{slowest:6.0f} ms slowest",
                file=sys.stderr,
                flush=True,
            )
    return looks


def thousands(blocks: Path) -> float:
    """What stands there; not a number while nothing does, or it is being written."""
    with contextlib.suppress(OSError, ValueError):
        return int(blocks.read_text()) / 1000
    return math.nan


def tell(evening: Evening, bot: Bot, folder: Path, looks: Sequence[Look], own: Mapping[str, float]) -> None:
    """What came of it, a line a figure."""
    took = sorted(1000 * each for each in evening.took) or [math.nan]
    p50, p99 = statistics.median(took), took[int(len(took) * 0.99)]
    later = looks[len(looks) // 6 :]
    for title, unit, points in (
        ("memory", "MiB an hour", [(each.at, each.mib) for each in later]),
        ("blocks that Python holds", "thousand an hour", [(each.at, each.blocks) for each in later if each.blocks > 0]),
    ):
        added, width = slope(points)
        first, last = (points[0][1], points[-1][1]) if points else (math.nan, math.nan)
        print(f"{title:<34} {added:>+9,.2f} ± {width:,.2f} {unit}, from {first:,.1f} to {last:,.1f}")
    pressed = f"{evening.pressed} presses and commands"
    print(f"{pressed:<34} {p50:>9,.0f} {p99:,.0f} {took[-1]:,.0f}  ms: p50, p99, longest")
    print(
        f"{'':<34} {evening.lost:>9} not acknowledged; {evening.closed} lobbies closed, {evening.refused} that did not open"
    )
    for kind, which in (("begun", evening.begun), ("ended", evening.ended)):
        counted = sum(value for name, value in own.items() if name.startswith(f"masquerade_games_{kind}_total"))
        each = ", ".join(f"{game} {n}" for game, n in sorted(which.items()))
        print(f"{f'games {kind}':<34} {sum(which.values()):>9,} ({each}); the bot counts {counted:,.0f}")
    if evening.minutes:
        print(f"{'a game':<34} {statistics.median(evening.minutes):>9,.1f}  minutes in the middle, with its lobby")
    print(f"{'processor':<34} {100 * bot.seconds / (3600 * looks[-1].at):>9,.0f}  % of a core")
    print(f"{'requests':<34} {evening.requests}")
    for file in sorted(folder.glob("masquerade.sqlite3*")):
        print(f"{file.name:<34} {file.stat().st_size / 2**20:>9,.1f}  MiB")
    log = Path(bot.log.name).read_text().splitlines()
    levels = collections.Counter(level for line in log for level in re.findall(r"\[(warning|error|critical) *\]", line))
    print(f"{'lines in the log':<34} {len(log):>9,}  {dict(levels)}")
    for line in log[1:MOST_LINES]:
        print(f"    {line[:200]}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.evening", description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--minutes", type=float, default=3, help="how long it goes on (3); 60 say something about memory"
    )
    parser.add_argument("--times", type=float, default=4, help="how many evenings' load (4)")
    parser.add_argument("--seed", type=int, default=7, help="another one, and people do other things (7)")
    parser.add_argument("--bot", default="", help=argparse.SUPPRESS)
    parser.add_argument("--blocks", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.bot:
        play(chosen.bot, chosen.blocks)
    else:
        asyncio.run(measure(chosen.minutes, chosen.times, chosen.seed))


if __name__ == "__main__":
    main()
