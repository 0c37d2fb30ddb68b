"""A town where a murder mystery is played by whoever is at hand, with AIs that do as they were told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import simcord

from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.ports import About, Avatar, Brief, Move, Occupant, Player
from bot.stores.memory import MemoryStore
from bot.surfaces.discord import DiscordSurface
from bot.surfaces.discord.rooms import GATHER
from bot.table import Table
from games.core import Action, Ask, Seat
from games.mystery import GAME
from games.mystery.asks import SETTLING_SECONDS
from games.mystery.events import Night, Say, Silence, Vote
from games.mystery.options import MysteryOptions
from games.story import Story
from tests.bot.discord.town import Clock, Message, Town

ID = "house234"
HALL = "Hall"
T = TypeVar("T")


@dataclass
class Script:
    """What everyone does unless told otherwise: meets in the Hall, watches, says a sentence, hangs nobody. `nights` and
    `votes` are by seat and then by night or day; `says` makes a statement from a seat (empty: silence)."""

    nights: dict[str, dict[int, tuple[str, str]]] = field(default_factory=dict)
    votes: dict[str, dict[int, str]] = field(default_factory=dict)
    says: Callable[[str], str] = lambda seat: f"I am {{{seat}}}, and I saw nobody."
    thoughts: str = ""

    def action(self, seat: str, ask: Ask) -> Action:
        what, _, rest = ask.key.partition(":")
        day = int(rest.partition(":")[0])
        match what:
            case "night":
                return Night(*self.nights.get(seat, {}).get(day, (HALL, "watch")))
            case "vote":
                return Vote(self.votes.get(seat, {}).get(day, "nobody"))
        text = self.says(seat)
        return Say(text) if text else Silence()


class Guest(Player):
    """Does what its script says."""

    def __init__(self, script: Script) -> None:
        self.script = script

    async def move(self, brief: Brief) -> Move:
        ask = next(ask for ask in brief.asks if ask.need != "none")
        return Move(ask.key, self.script.action(brief.seat, ask), self.script.thoughts)


class Guests(BuiltInPlayers):
    """Seats them; each third has a face."""

    def __init__(self, script: Script) -> None:
        super().__init__()
        self.script = script

    def seat(self, occupant: Occupant) -> Player:
        return Guest(self.script)

    def look(self, occupant: Occupant) -> Avatar | None:
        return Avatar("🦊", 0xC8553D) if occupant.kind != "person" and occupant.name.startswith("Ada") else None


class Sleeper(Clock):
    """SimCord's time, in which whoever sleeps wakes when it is moved on, and nobody waits for them before."""

    async def sleep(self, seconds: float) -> None:
        if self.env is None:  # it has just begun
            await asyncio.sleep(seconds)
        elif seconds > 0:
            await self.env.external_wait(asyncio.sleep(seconds), reason="the house sleeps")
        else:
            await asyncio.sleep(0)


class House(Town):
    """A town with a murder mystery in it."""

    store: MemoryStore
    script: Script

    async def within(self, doing: Coroutine[Any, Any, T]) -> T:
        """Does something as the bot would, so that what it starts lives in SimCord's time."""
        return await contexts[self.surface].copy().run(asyncio.create_task, doing)

    async def open(self, *people: Any, seats: int = 6, guilty: str = "p1", **more: Any) -> Table:
        """A game in which these people sit in the last seats (the first in the very last), AIs in the others, and `guilty` is a murderer."""
        options, names = (more.get(each, {}) for each in ("options", "names"))
        every = [Seat(f"p{n}") for n in range(1, seats + 1)]
        ais = ("Ada", "Basil", "Clio", "Dante", "Edda", "Felix", "Greta", "Hugo", "Iris", "Jasper")
        sitting = {each: Occupant("built-in", names.get(each, ai)) for each, ai in zip(every, ais, strict=False)}
        for each, who in zip(reversed(every), people, strict=False):
            sitting[each] = Occupant("person", who.name, f"discord:{who.id}")
        chosen = MysteryOptions(
            **{"players": seats, "murderers": 1, "timers": False, "gentle_first_night": "no", **options}
        )
        channel = more.get("channel", self.channel)
        table = await self.within(
            self.hall.open(
                "mystery",
                chosen,
                sitting,
                host=f"discord:{people[0].id}" if people else "",
                place=f"discord:{self.guild.id}:{channel.id}",
                seed=more.get("seed") or seed_for(chosen, sitting, guilty),
                about=more.get("about", About()),
                id=ID,
            )
        )
        await self.env.settle()
        return table

    @property
    def table(self) -> Table:
        return self.hall.tables[ID]

    async def act(self, *who: Any) -> None:
        """What these people do now, where they are asked anything, as their script says; or time passes."""
        table, acted = self.table, False
        for seat in filter(None, (table.seat_of(f"discord:{each.id}") for each in who)):
            if ask := next((ask for ask in table.story.asks(seat) if ask.need != "none"), None):
                doing = self.script.action(seat, ask)
                await self.within(table.submit(seat, doing, ask.key, f"test:{seat}:{ask.key}"))
                acted = True
        if acted:
            await self.env.settle()
        else:
            await self.env.advance_time(SETTLING_SECONDS + 1)

    async def play(self, *who: Any, until: Callable[[Any], bool] = lambda state: False) -> None:
        """Goes on until something is so, or to the end; then the rooms have been told too."""
        for _ in range(200):
            if ID not in self.hall.tables or until(self.table.story.state):
                await self.env.advance_time(2 * GATHER)
                return
            await self.act(*who)
        raise AssertionError("the evening does not end")

    @property
    def feed(self) -> list[Message]:
        """What was posted besides the board; that a thread was opened, Discord says by itself."""
        return [m for m in self.public() if "Rules" not in m.buttons and m.text]

    @property
    def board(self) -> Message:
        return next(m for m in reversed(self.public()) if "Rules" in m.buttons)

    def thread(self, title: str, channel: Any = None) -> Any:
        """The thread of that title, if there is one."""
        return next((t for t in (channel or self.channel).threads if self.name_of(t).startswith(title)), None)

    def name_of(self, thread: Any) -> str:
        return str(self.env.backend.channels[thread.id].name)

    def told_in(self, thread: Any) -> str:
        return "\n".join(m.text for m in self.public(thread))

    def requests(self, start: int = 0) -> list[Any]:
        """What the bot has asked of Discord since."""
        return self.env.http_requests[start:]

    async def restart(self, **options: Any) -> None:
        """The bot goes away and comes back with what the store holds."""
        await self.hall.close()
        surface = make_surface(self.store, self.clock, self.script, **options)
        await surface.hall.reopen()
        await self.env.restart_bot(surface.client)
        self.hall, self.surface = surface.hall, surface
        await self.env.settle()


def seed_for(options: MysteryOptions, seats: Mapping[Seat, Occupant], guilty: str) -> str:
    """A seed that deals the murderer's role to that seat."""
    for n in count():
        story = Story(GAME, options, str(n))
        story.tell(story.begin({seat: occupant.kind for seat, occupant in seats.items()}))
        if story.state.role(Seat(guilty)) == "murderer":
            return str(n)
    raise AssertionError


@asynccontextmanager
async def house(script: Script | None = None, **options: Any) -> AsyncIterator[House]:
    clock, store, script = Sleeper(), MemoryStore(), script or Script()
    surface = make_surface(store, clock, script, **options)
    async with simcord.run(surface.client, settle_timeout=30.0) as env:
        clock.env = env
        t = House(env, surface.hall, surface, clock)
        t.store, t.script = store, script
        try:
            yield t
        finally:
            await t.hall.close()


contexts: WeakKeyDictionary[DiscordSurface, Context] = WeakKeyDictionary()
"""In which each bot runs: what is started there lives in SimCord's time."""


class Surface(DiscordSurface):
    async def open_up(self) -> None:
        contexts[self] = copy_context()
        await super().open_up()


def make_surface(store: MemoryStore, clock: Clock, script: Script, **options: Any) -> DiscordSurface:
    hall = Hall(store, Guests(script), clock)
    hall.games = dict(hall.games)  # for those who change the rules
    return Surface(hall, **{"ai_pace": 0.0, "watch_pace": 0.0, **options})
