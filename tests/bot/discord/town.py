"""A town to play in: SimCord's Discord with the real bot in it, people, and a way to read what they see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import simcord
from simcord.components import walk_components
from simcord.results import InteractionResult

from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.ports import Brief, Move, Occupant, Player
from bot.stores.memory import MemoryStore
from bot.surfaces.discord import DiscordSurface
from games.codenames.events import Clue, Cover, EndTurn, Guess, Tag
from games.core import Action

# How long SimCord waits, wherever somebody is still at work, before it looks again: a thirtieth of what it would, as most are
# at rest when the loop has gone round once more, and a press is followed by such a look or two.
simcord.Env._settle_internal.__kwdefaults__["idle"] = 0.0015

RED = ("trunk", "beach", "lemon", "anchor", "candle", "falcon", "garden", "hammer", "island")
BLUE = ("jacket", "kettle", "ladder", "magnet", "needle", "orange", "pencil", "quiver")
CIVILIANS = ("rocket", "saddle", "tunnel", "violin", "walnut", "yogurt", "zipper")
BOARD = {
    "red_words": RED,
    "blue_words": BLUE,
    "civilian_words": CIVILIANS,
    "assassin_word": "dragon",
    "board_words": sorted((*RED, *BLUE, *CIVILIANS, "dragon")),
}
"""Red starts: it has nine words. Everybody's places on the board say nothing about the colours."""


class Clock:
    """SimCord's time, given to the house."""

    def __init__(self) -> None:
        self.env: simcord.Env | None = None

    def now(self) -> float:
        return self.env.now().timestamp() if self.env else 0.0

    def steady(self) -> float:
        return self.now()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Plain(Player):
    """An AI without wit: the first thing that is allowed, and clues that are none."""

    async def move(self, brief: Brief) -> Move:
        ask = next((ask for ask in brief.asks if ask.need != "none"), brief.asks[0])
        return Move(ask.key, self._action(brief, ask))

    def _action(self, brief: Brief, ask: Any) -> Action:
        word = next(iter(ask.allowed.get("word", ("",))))
        if Clue in ask.forms:
            return Clue(f"clue{'abcdefghijklmnopqrstuvwxyz'[len(brief.heard) % 26]}", 1)
        if EndTurn() in ask.choices:
            return EndTurn()
        return next(kind(word) for kind in (Guess, Tag, Cover) if kind in ask.forms)


class Plains(BuiltInPlayers):
    """Seats them."""

    def seat(self, occupant: Occupant) -> Player:
        return Plain()


class Message:
    """A message as it is now, read as people read it."""

    def __init__(self, env: simcord.Env, channel: int, id: int) -> None:
        self.env, self.channel, self.id = env, channel, id

    @property
    def raw(self) -> Any:
        return self.env.backend.get_message(self.channel, self.id)

    @property
    def components(self) -> list[dict[str, Any]]:
        return list(walk_components(self.raw.components))

    @property
    def text(self) -> str:
        return "\n".join(each["content"] for each in self.components if each["type"] == 10)

    @property
    def lead(self) -> str:
        return self.text.splitlines()[0]

    @property
    def buttons(self) -> dict[str, dict[str, Any]]:
        """By their labels."""
        return {each["label"]: each for each in self.components if each["type"] == 2}

    @property
    def selects(self) -> list[dict[str, Any]]:
        return [each for each in self.components if each["type"] == 3]

    @property
    def picked(self) -> list[str]:
        """What stands in the selects, by its labels."""
        return [each["label"] for select in self.selects for each in select["options"] if each.get("default")]

    @property
    def pictures(self) -> list[tuple[str, bytes]]:
        """Alt text and bytes."""
        alts = [item.get("description") for c in self.components if c["type"] == 12 for item in c["items"]]
        blobs = [self.env.backend.cdn.get(each["url"]) or b"" for each in self.raw.attachments]
        return list(zip(alts, blobs, strict=True))


class Town:
    """One server with the bot, two channels, and people who press."""

    def __init__(self, env: simcord.Env, hall: Hall, surface: DiscordSurface, clock: Clock) -> None:
        self.env, self.hall, self.surface, self.clock = env, hall, surface, clock
        self.guild = env.create_guild("town")
        self.channel = self.guild.create_text_channel("general")
        self.other = self.guild.create_text_channel("spectators")
        self.people: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        """A person of that name."""
        if name not in self.people:
            self.people[name] = self.guild.add_member(self.env.create_user(name))
        return self.people[name]

    async def say(self, who: Any, command: str, **options: Any) -> InteractionResult:
        result = await who.slash(self.channel, command, **options)
        await self.env.settle()
        return result

    async def press(self, who: Any, label: str, message: Message | None = None) -> InteractionResult:
        """Presses a button of the board, or of a message that only they see."""
        target = message or self.board
        found = next(m for m in self._seen(target.channel, who) if m.id == target.id)
        result = await who.click(found, label=label)
        await self.env.settle()
        return result

    async def fill(self, who: Any, shown: InteractionResult, **values: str) -> InteractionResult:
        selects = {
            each["custom_id"] for each in walk_components((shown.modal or {})["components"]) if each["type"] == 3
        }
        result = await who.submit_modal(shown, {k: [v] if k in selects else v for k, v in values.items()})
        await self.env.settle()
        return result

    def _seen(self, channel: int, who: Any) -> list[Any]:
        handle = next((c for c in self.guild.channels.values() if c.id == channel), None)
        if handle is None:
            handle = next(t for c in self.guild.channels.values() for t in c.threads if t.id == channel)
        return handle.history(viewer=who)

    def answer(self, result: InteractionResult) -> Message:
        """The message that answered."""
        found = result.followups[-1] if result.followups else result.response
        assert found is not None, result
        return Message(self.env, found.channel_id, found.id)

    def public(self, channel: Any = None) -> list[Message]:
        """What everybody sees in the channel, oldest first."""
        channel = channel or self.channel
        return [Message(self.env, channel.id, m.id) for m in channel.history() if not m.flags.ephemeral]

    @property
    def board(self) -> Message:
        return next(m for m in reversed(self.public()) if len(m.buttons) > 2)

    def dms(self, who: Any) -> list[Message]:
        channel = self.env.backend.dm_channels.get(who.id)
        return [] if channel is None else [Message(self.env, channel, id) for id in self._ids(channel)]

    def _ids(self, channel: int) -> Iterable[int]:
        return sorted(self.env.backend.messages.get(channel, {}))

    async def lobby(self, **options: Any) -> str:
        """Alice opens a lobby with the tests' own board; its id."""
        place = f"discord:{self.guild.id}:{self.channel.id}"
        chosen = {"board": BOARD, "timers": False, **options}
        lobby = await self.hall.open_lobby("codenames", chosen, f"discord:{self.alice.id}", place)
        self.surface.screens.at(lobby.id, place).wake()
        await self.env.settle()
        return lobby.id

    async def four(self, **options: Any) -> None:
        """Alice and Bob (red), Carol and Dave (blue), the first of each a spymaster, at a game that has begun."""
        await self.lobby(**options)
        for who, wishes in (("alice", "Red"), ("carol", "Blue")):
            await self.press(getattr(self, who), f"Join {wishes}")
            await self.press(getattr(self, who), "Be spymaster")
        await self.press(self.bob, "Join Red")
        await self.press(self.dave, "Join Blue")
        await self.press(self.alice, "Start")

    async def clue(self, who: Any, word: str, number: str = "2") -> InteractionResult:
        return await self.fill(who, await self.press(who, "Give clue"), word=word, number=number)

    async def guess(self, who: Any, word: str) -> InteractionResult:
        panel = self.answer(await self.press(who, word))
        return await self.press(who, f"Guess {word}", panel)


async def ignored(_: object) -> None:
    """In place of what hears of something: Discord tells nobody of it."""


@asynccontextmanager
async def town(store: MemoryStore | None = None, **options: Any) -> AsyncIterator[Town]:
    """A town with the bot in it."""
    clock = Clock()
    surface = make_surface(store or MemoryStore(), clock, **options)
    async with simcord.run(surface.client) as env:
        clock.env = env
        t = Town(env, surface.hall, surface, clock)
        try:
            yield t
        finally:
            await t.hall.close()  # or a test that fails leaves AIs at play, and SimCord waits for them


def make_surface(store: MemoryStore, clock: Clock, **options: Any) -> DiscordSurface:
    hall = Hall(store, Plains(), clock)
    return DiscordSurface(hall, **{"ai_pace": 0.0, "watch_pace": 0.0, **options})


def board_with(**colours: Any) -> Mapping[str, Any]:
    """The tests' board with other colours, its words where they were."""
    return {**BOARD, **colours}
