"""A town where Hideout is played: people at a table, their DMs, and their picks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import simcord
from simcord.results import InteractionResult

from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.ports import Players
from bot.stores.memory import MemoryStore
from bot.surfaces.discord import DiscordSurface
from bot.table import Table
from games import all_games
from games.core import Game
from tests.bot import hideout
from tests.bot.discord.town import Clock, Message, Town


class Night(Town):
    """A town with a game of Hideout in it."""

    store: MemoryStore

    async def play(self, *people: Any, game: str = "hideout", ais: int = 0, **options: Any) -> Table:
        """A game that has begun, of these people in this order and some AIs."""
        place = f"discord:{self.guild.id}:{self.channel.id}"
        await self.hall.open_lobby(game, options, f"discord:{people[0].id}", place)
        [lobby] = self.hall.lobbies.values()
        self.surface.screens.at(lobby.id, place).wake()
        await self.env.settle()
        for who in people:
            await self.press(who, "Join")
        for _ in range(ais):
            await self.press(people[0], "Add AI")
        await self.press(people[0], "Start")
        return self.table

    @property
    def table(self) -> Table:
        return next(iter(self.hall.tables.values()))

    @property
    def board(self) -> Message:
        return next(m for m in reversed(self.public()) if {"Rules", "Start"} & set(m.buttons))

    def page(self, who: Any) -> Message:
        """The newest page that somebody has by DM."""
        return next(dm for dm in reversed(self.dms(who)) if "### " in dm.text)

    def actor(self, who: Any, message: Message) -> Any:
        """Somebody as they act on this message: in a DM nobody is a member of a server."""
        return who.user if message.channel == self.env.backend.dm_channels.get(who.id) else who

    async def press(self, who: Any, label: str, message: Message | None = None) -> InteractionResult:
        target = message or self.board
        found = next(m for m in self._seen(target.channel, who) if m.id == target.id)
        result = await self.actor(who, target).click(found, label=label)
        await self.env.settle()
        return result

    async def fill(self, who: Any, shown: InteractionResult, **values: str) -> InteractionResult:
        """A form that was opened in a DM."""
        result = await who.user.submit_modal(shown, values)
        await self.env.settle()
        return result

    async def press_anyway(self, who: Any, message: Message, component: Mapping[str, Any], *values: str) -> Message:
        """Presses what is not to be pressed any more, as one does whose screen is late; what came of it."""
        raw, kept = message.raw, message.raw.components
        late = {**component, "disabled": False}
        raw.components = [{"type": 1, "components": [late]}]
        found = next(m for m in self._seen(message.channel, who) if m.id == message.id)
        actor = self.actor(who, message)
        try:
            if component["type"] == 3:
                result = await actor.select(found, values, custom_id=component["custom_id"])
            else:
                result = await actor.click(found, custom_id=component["custom_id"])
        finally:
            raw.components = kept if raw.components == [{"type": 1, "components": [late]}] else raw.components
        await self.env.settle()
        return self.answer(result)

    def _seen(self, channel: int, who: Any) -> list[Any]:
        if channel == self.env.backend.dm_channels.get(who.id):
            return who.user.dm_channel.history()
        return super()._seen(channel, who)

    async def pick(self, who: Any, title: str, value: str, message: Message | None = None) -> Message:
        """Picks something in the select of that title, by its label."""
        message = message or self.page(who)
        select = next(each for each in message.selects if each["placeholder"].startswith(title))
        chosen = next(each["value"] for each in select["options"] if each["label"] == value)
        found = next(m for m in self._seen(message.channel, who) if m.id == message.id)
        result = await self.actor(who, message).select(found, [chosen], custom_id=select["custom_id"])
        await self.env.settle()
        self.last = result
        return message

    async def choose(self, who: Any, where: str, how: str) -> Message:
        """Picks both and confirms."""
        message = self.page(who)
        await self.pick(who, "Where", where, message)
        await self.pick(who, "How", how, message)
        self.last = await self.press(who, "Confirm", message)
        return message

    async def write(self, who: Any, words: str, reply_to: Message | None = None) -> None:
        """A DM to the bot."""
        more: dict[str, Any] = {}
        if reply_to is not None:
            more["reference"] = {"channel_id": str(reply_to.channel), "message_id": str(reply_to.id)}
        await who.user.send_dm(words, **more)
        await self.env.settle()

    async def restart_with(self, *games: Game[Any], **options: Any) -> None:
        """The bot goes away and comes back with what the store holds, and with these games."""
        await self.hall.close()
        surface = make_surface(self.store, self.clock, games=games, **options)
        await surface.hall.reopen()
        await self.env.restart_bot(surface.client)
        self.hall, self.surface = surface.hall, surface
        await self.env.settle()

    async def restart(self, **options: Any) -> None:
        """The same, with the games of the house."""
        await self.restart_with(**options)


@asynccontextmanager
async def night(players: Players | None = None, **options: Any) -> AsyncIterator[Night]:
    clock, store = Clock(), MemoryStore()
    surface = make_surface(store, clock, players, **options)
    async with simcord.run(surface.client) as env:
        clock.env = env
        t = Night(env, surface.hall, surface, clock)
        t.store = store
        try:
            yield t
        finally:
            await t.hall.close()


def make_surface(
    store: MemoryStore, clock: Clock, players: Players | None = None, games: Sequence[Game[Any]] = (), **options: Any
) -> DiscordSurface:
    hall = Hall(store, players or BuiltInPlayers(), clock)
    hall.games = store._games = {**all_games(), "hideout": hideout.GAME, **{game.name: game for game in games}}
    return DiscordSurface(hall, **{"ai_pace": 0.0, "watch_pace": 0.0, **options})
