"""A town square on Discord: people and AIs at a game of Town, who is what as the test says, and a way to read what they see.

AIs say nothing, sleep at night and want nobody hanged, unless their script says otherwise.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any, cast
from weakref import WeakKeyDictionary

import discord
import simcord
from simcord.components import walk_components

from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.ports import About, Brief, Move, Occupant, Player
from bot.stores.memory import MemoryStore
from bot.surfaces.discord import DiscordSurface
from bot.surfaces.discord.rooms import TALK_GATHER
from bot.table import Table
from games.core import EVERYONE, Action, Ask, Dice, Game, Seat, Told
from games.town.asks import SETTLING
from games.town.events import DayBroke, Judge, MatesMet, Nominate, RoleGiven, Write
from games.town.game import TOWN
from games.town.people import RoleName
from games.town.roles import ROLE
from games.town.state import State
from tests.bot.discord.hiding import Night
from tests.bot.discord.house import Sleeper
from tests.bot.discord.town import Message

ID = "square34"
NAMES = ("Ada", "Basil", "Clio", "Dante", "Edda", "Felix", "Greta", "Hugo", "Iris", "Jasper", "Kim", "Leo", "Mara", "Nils", "Olga")  # fmt: skip

Key = tuple[str, str]
"""A seat and the key of a question."""


@dataclass
class Script:
    """What AIs answer, by seat and question; anything else as if they were not there, but that they hang whoever is in
    `hangs`."""

    answers: dict[Key, Action] = field(default_factory=dict)
    hangs: set[str] = field(default_factory=set)

    def action(self, view: State, seat: str, ask: Ask) -> Action:
        whom = next((each for each in ask.allowed.get("whom", ()) if each in self.hangs and Nominate in ask.forms), "")
        if whom:
            return Nominate(whom)
        if Judge("guilty") in ask.choices and view.accused in self.hangs:
            return Judge("guilty")
        if Write in ask.forms:
            return Write("notebook", "")
        return self.answers.get((seat, ask.key)) or ask.default or next(iter(ask.choices), Nominate("nobody"))


class Neighbour(Player):
    def __init__(self, script: Script) -> None:
        self.script = script

    async def move(self, brief: Brief) -> Move:
        ask = next((ask for ask in brief.asks if ask.need != "none"), None) or next(a for a in brief.asks if a.invites)
        return Move(ask.key, self.script.action(brief.view, brief.seat, ask))


class Neighbours(BuiltInPlayers):
    def __init__(self, script: Script) -> None:
        super().__init__()
        self.script = script

    def seat(self, occupant: Occupant) -> Player:
        return Neighbour(self.script)


def dealt(roles: str) -> Game[State]:
    """Town, in which these roles are dealt in the order of the seats (“vampire-hunter” is one word)."""
    names = [cast(RoleName, each.replace("-", " ")) for each in roles.split()]

    def setup(seats: tuple[Seat, ...], options: Any, dice: Dice) -> list[Told]:
        hidden = (RoleGiven, MatesMet, DayBroke)
        told = [each for each in TOWN.rules.setup(seats, options, dice) if not isinstance(each.event, hidden)]
        given = list(zip(seats, names, strict=True))
        told += [Told(frozenset({seat}), RoleGiven(seat, role)) for seat, role in given]
        for side in ("mafia", "vampire"):
            met = tuple((seat, role) for seat, role in given if side in (role, ROLE[role].faction))
            if len(met) > 1:
                told.append(Told(frozenset(seat for seat, _ in met), MatesMet(met)))
        return [*told, Told(EVERYONE, DayBroke(1))]

    return TOWN.but(setup=setup)


class Square(Night):
    """A server in which Town is played."""

    script: Script
    roles: str
    options: Mapping[str, Any]

    def settle_in(self, *moderators: Any, shuts: bool = True) -> None:
        """The channel in which it is played. On Discord whoever has opened a thread may shut it and show people out; SimCord
        wants permissions for it."""
        may = discord.PermissionOverwrite(manage_threads=shuts, manage_channels=shuts, manage_messages=shuts)
        oversees = discord.PermissionOverwrite(manage_threads=True)
        rights = {self.env.bot.user: may, **dict.fromkeys(moderators, oversees)}
        self.channel = self.guild.create_text_channel(f"square-{len(self.guild.channels)}", overwrites=rights)

    async def within(self, doing: Any) -> Any:
        """Does something as the bot would, so that what it starts lives in SimCord's time."""
        return await contexts[self.surface].copy().run(asyncio.create_task, doing)

    async def open(
        self, *people: Any, seats: Mapping[str, Any] | None = None, pace: float = 0.0, **options: Any
    ) -> Table:
        """A game in which these people sit in the first seats (or in those named), and AIs in the others."""
        every = [Seat(f"p{at}") for at in range(1, len(self.roles.split()) + 1)]
        sitting = {seat: Occupant("built-in", name) for seat, name in zip(every, NAMES, strict=False)}
        held = dict(seats or zip(every, people, strict=False))
        for seat, who in held.items():
            sitting[Seat(seat)] = Occupant("person", who.name, f"discord:{who.id}")
        chosen = {"players": len(every), "roles": "all-any", "timers": "none", **options}
        place = f"discord:{self.guild.id}:{self.channel.id}"
        host = next((f"discord:{who.id}" for who in held.values()), "")
        opening = self.hall.open(
            "town", chosen, sitting, host=host, place=place, seed="a town", id=ID, about=About(pace)
        )
        table = await self.within(opening)
        await self.env.settle()
        return cast(Table, table)

    @property
    def table(self) -> Table:
        return self.hall.tables[ID]

    @property
    def state(self) -> State:
        return cast(State, self.table.story.state)

    @property
    def board(self) -> Message:
        return next(m for m in reversed(self.public()) if "Rules" in m.buttons and "Rematch" not in m.buttons)

    async def do(self, seat: str, action: Action) -> None:
        """What somebody does, by whatever way."""
        table = self.table
        ask = next(each for each in table.story.asks(Seat(seat)) if each.takes(action))
        await self.within(table.submit(Seat(seat), action, ask.key, f"test:{len(table.story.log)}"))
        await self.env.settle()

    async def pass_(self, *seats: str) -> None:
        """These people have nothing (more) to say, want nobody on trial, have no verdict and sleep, as the phase has it."""
        for seat in seats:
            owed = next((ask for ask in self.table.story.asks(Seat(seat)) if ask.need != "none"), None)
            if owed is not None:
                await self.do(seat, owed.default or next(iter(owed.choices), Nominate("nobody")))

    async def until(self, phase: str, day: int = 0) -> None:
        """Lets everybody pass until it is so."""
        for _ in range(200):
            if self.state.phase == phase and day in (0, self.state.day):
                await self.rest()
                return
            await self.pass_(*sorted(self.state.people))
            if self.state.settling:  # all have chosen, and talk has its time
                await self.env.advance_time(SETTLING + 1)
        raise AssertionError(f"it does not come to {phase}: {self.state.phase} {self.state.day}")

    async def hang(self, seat: str) -> None:
        """The town hangs somebody: everybody is for it."""
        self.script.hangs.add(seat)
        await self.until("nomination")
        for _ in range(60):
            if seat in self.state.dead:
                self.script.hangs.discard(seat)
                await self.rest()
                return
            for each in sorted(self.state.people):
                asks = self.table.story.asks(Seat(each))
                for action in (Nominate(seat), Judge("guilty")):
                    if any(ask.need != "none" and ask.takes(action) for ask in asks) and each != seat:
                        await self.do(each, action)
            await self.pass_(*sorted(self.state.people))
        raise AssertionError(f"{seat} does not hang: {self.state.phase}")

    async def rest(self) -> None:
        """Lets the rooms be told."""
        for _ in range(2):
            await self.env.advance_time(2 * TALK_GATHER)
            await self.env.settle()

    # ── rooms ──

    def thread(self, title: str) -> Any:
        return next((t for t in self.channel.threads if self.env.backend.channels[t.id].name.startswith(title)), None)

    def raw(self, thread: Any) -> Any:
        return self.env.backend.channels[thread.id]

    def members(self, thread: Any) -> set[str]:
        ids = self.raw(thread).thread_members
        return {name for name, who in self.people.items() if who.id in ids}

    def told_in(self, thread: Any) -> str:
        return "\n".join(m.text for m in self.public(thread))

    def shut(self, thread: Any) -> tuple[bool, bool]:
        """Whether it is archived, and locked."""
        meta = self.raw(thread).thread_metadata
        return meta.archived, meta.locked

    async def restart(self, **options: Any) -> None:
        """The bot goes away and comes back with what the store holds."""
        await self.hall.close()
        surface = make_surface(self.store, self.clock, self.script, self.roles, **{**self.options, **options})
        await surface.hall.reopen()
        await self.env.restart_bot(surface.client)
        self.hall, self.surface = surface.hall, surface
        await self.env.settle()

    async def fill_in(self, who: Any, shown: Any, **values: str) -> Any:
        """A form, wherever it was opened."""
        parts = list(walk_components((shown.modal or {})["components"]))
        selects = {each["custom_id"] for each in parts if each["type"] == 3}
        result = await who.submit_modal(shown, {k: [v] if k in selects else v for k, v in values.items()})
        await self.env.settle()
        return result


contexts: WeakKeyDictionary[DiscordSurface, Any] = WeakKeyDictionary()
"""In which each bot runs: what is started there lives in SimCord's time."""


class Surface(DiscordSurface):
    async def open_up(self) -> None:
        contexts[self] = copy_context()
        await super().open_up()


def make_surface(store: MemoryStore, clock: Any, script: Script, roles: str, **options: Any) -> DiscordSurface:
    hall = Hall(store, Neighbours(script), clock)
    hall.games = {**hall.games, "town": dealt(roles)}
    return Surface(hall, **{"ai_pace": 0.0, "watch_pace": 0.0, **options})


@asynccontextmanager
async def square(roles: str, script: Script | None = None, **options: Any) -> AsyncIterator[Square]:
    """A town of these roles, by seat."""
    clock, store, script = Sleeper(), MemoryStore(), script or Script()
    surface = make_surface(store, clock, script, roles, **options)
    async with simcord.run(surface.client, settle_timeout=30.0) as env:
        clock.env = env
        t = Square(env, surface.hall, surface, clock)
        t.store, t.script, t.roles, t.options = store, script, roles, options
        t.settle_in()
        try:
            yield t
        finally:
            await t.hall.close()


__all__ = ["ID", "Script", "Square", "square"]
