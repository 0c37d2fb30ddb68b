"""Which game is shown where, from its lobby to its result."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import Any

import aiohttp
import discord

from bot.ports import Lobby, Saved, Unreadable
from bot.surfaces.discord import barred, ids
from bot.surfaces.discord.absent import LOOK, SELDOM, look_around
from bot.surfaces.discord.line import Line
from bot.surfaces.discord.screen import SHOWN, Screen, Window
from bot.table import Table, ended
from games.core import IllegalAction, Room, StaleAsk

log = logging.getLogger(__name__)

OVER = "That game is over, or it is not here any more."
AT_ONCE = 8
"""Screens that are brought up to date side by side after a start."""

A_LOOK = 0.2
"""Seconds from one board that is looked for after a start to the next: nobody waits for that."""

RECENT = 50
"""Games that ended lately are looked through after a restart: their result may not have been posted."""


class Screens(dict[str, Screen]):
    """The screens of all that is shown on Discord, by the ids of the games. `ai_pace` is how many seconds an AI waits before it
    moves, `watch_pace` the same where people only watch."""

    def __init__(self, line: Line, *, ai_pace: float, watch_pace: float) -> None:
        super().__init__()
        self.line, self.hall = line, line.hall
        self.ai_pace, self.watch_pace = ai_pace, watch_pace
        self.hall.gathering.append(self.gathering)
        self._looking: asyncio.Task[None] | None = None
        self._looking_for: asyncio.Task[None] | None = None

    # ── finding them ──

    def at(self, id: str, place: str) -> Screen:
        if id not in self:
            self[id] = Screen(self.line, id, place, self.forget, self.gone)
        return self[id]

    def of(self, game: Table | Lobby) -> Screen:
        return self.at(game.id, game.place)

    def forget(self, id: str) -> None:
        self.pop(id, None)

    async def room(self, thread: int) -> tuple[Table, Room] | None:
        """The room beside a table that this thread is, if it is one."""
        for screen in list(self.values()):
            table = self.hall.tables.get(screen.id)
            if table is not None and (channel := (await screen.rooms.open(table)).get(str(thread))) is not None:
                return table, channel
        return None

    async def there(self, channel: Any) -> Table | Lobby | None:
        """What goes on in this channel, or at the table whose room it is."""
        if getattr(channel, "guild", None) is None:
            return None
        if (found := self.hall.at(ids.place_of(channel))) is not None:
            return found
        room = await self.room(channel.id)
        return room[0] if room is not None else None

    # ── finding their tables ──

    def live(self, id: str) -> Table:
        """A table at which a game runs. StaleAsk when none does."""
        if id not in self.hall.tables:
            raise StaleAsk("The game has not begun." if id in self.hall.lobbies else OVER)
        return self.hall.tables[id]

    async def saved(self, id: str) -> Saved:
        """A game from the store, running or over. IllegalAction when it is not there."""
        saved = await self.hall.store.load(id)
        if saved is None or saved.game not in self.hall.games:
            raise IllegalAction(OVER)
        return saved

    async def finished(self, id: str) -> Table:
        """A table to look at, running or over; one that is over is not started again."""
        if id in self.hall.tables:
            return self.hall.tables[id]
        saved = await self.saved(id)
        return Table(saved, self.hall.story(saved), self.hall.store, self.hall.players, self.hall.clock, self.changed)

    # ── what is news ──

    def changed(self, table: Table) -> None:
        """See bot.hall.Surface."""
        screen = self.get(table.id)
        if screen is None and ids.ours(table.place):
            screen = self.of(table)
        if screen is not None:
            screen.table = table
            screen.wake()

    def gathering(self, lobby: Lobby) -> None:
        """Somebody has come or gone, or no game comes of this lobby."""
        if (screen := self.get(lobby.id)) is not None:
            there = lobby.id in self.hall.lobbies or lobby.id in self.hall.tables
            screen.closed = None if there else lobby
            screen.wake()

    async def wake(self) -> None:
        """Brings every screen up to date, a few at a time: whoever presses meanwhile does not wait for all of them."""
        waiting = iter(list(self.values()))

        async def one_after_another() -> None:
            for screen in waiting:
                screen.wake()
                await screen.rest()

        await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))

    async def rest(self) -> None:
        """Returns when everything that is news by now has been shown."""
        for screen in list(self.values()):
            await screen.rest()

    async def stop(self) -> None:
        await ended([self._looking, self._looking_for])
        for screen in list(self.values()):
            await screen.stop()

    async def remember_open(self, user: str) -> None:
        """Somebody has written: their DMs may be tried again."""
        if await self.line.remember_open(user):
            for table in [each for each in self.hall.tables.values() if each.seat_of(user) is not None]:
                self.changed(table)

    # ── coming and going ──

    async def show_here(self, table: Table, place: str) -> Screen:
        """Shows a game that is played elsewhere in a channel, to look on. IllegalAction when it is shown already."""
        if table.id in self:
            raise IllegalAction(f"It is shown already: {await self[table.id].link()}")
        await self.hall.store.put(SHOWN, table.id, {"place": place})
        screen = self._window(table.id, place)
        screen.table = table
        return screen

    def _window(self, id: str, place: str) -> Window:
        window = self[id] = Window(self.line, id, place, self.forget, self.gone)
        return window

    async def gone(self, place: str) -> None:
        """A channel is gone: a lobby there closes, and a game waits for somebody to bring it to another channel."""
        for lobby in [each for each in self.hall.lobbies.values() if each.place == place]:
            log.info("lobby %s: its channel is gone", lobby.id)
            self.forget(lobby.id)
            await self.hall.drop_lobby(lobby)
        for window in [each for each in self.values() if isinstance(each, Window) and each.place == place]:
            await window.close()
        for table in [each for each in self.hall.tables.values() if each.place == place]:
            screen = self.of(table)
            if not screen.blind:
                screen.blind = True
                if table.outcome:
                    self.hall.forget(table)
                    self.forget(table.id)
                    continue
                await screen.barred.begin(table, barred.GONE, barred.KEPT_GONE, retry=False)
                until = f"<t:{int(self.hall.clock.now() + barred.KEPT_GONE)}:R>"
                await screen.barred.tell(table, f"{screen.barred.sentence} Otherwise it ends {until}.")

    async def move(self, table: Table, place: str) -> Screen:
        """Lets a game go on in another channel; its board is not there yet. IllegalAction when something else is played
        there."""
        old = self.of(table)
        await self.hall.move(table, place)
        await old.stop()
        self.forget(table.id)
        screen = self.of(table)
        screen.table = table
        await screen.arrive(old)
        await screen.barred.end(table)
        return screen

    def movable(self, user: str, guild: int, place: str) -> Table:
        """The game that somebody plays, or hosts, elsewhere on this server; one that waits before others. IllegalAction when it
        is not clear which."""
        theirs = [each for each in self._in(guild) if each.place != place and not each.outcome]
        theirs = [each for each in theirs if user == each.host or each.seat_of(user) is not None]
        theirs = [each for each in theirs if self.of(each).barred.why] or theirs
        if not theirs:
            raise IllegalAction("You play nothing in another channel of this server.")
        if len(theirs) > 1:
            raise IllegalAction("You play in several channels of this server: I cannot tell which game you mean.")
        return theirs[0]

    async def left(self, guild: int, why: str = barred.REMOVED) -> None:
        """The bot was removed from a server, or plays there no more: its games wait, should that change."""
        for table in self._in(guild):
            await self.of(table).barred.begin(table, why)

    def back(self, guild: int) -> None:
        """The bot was invited again, or may do something else now: what waits there is tried again, what cannot be shown waits."""
        for screen in list(self.values()):
            if screen.place.startswith(f"{ids.SURFACE}:{guild}:"):
                screen.allowed()

    async def deleted(self, channel: int, messages: Collection[int]) -> None:
        """Somebody has deleted these messages."""
        for screen in [each for each in self.values() if each.channel.id == channel]:
            await screen.deleted(messages)

    def written(self, channel: int) -> None:
        """Something was written in a channel."""
        for screen in [each for each in self.values() if each.channel.id == channel]:
            screen.buried()

    def _in(self, guild: int) -> list[Table]:
        return [each for each in self.hall.tables.values() if each.place.startswith(f"{ids.SURFACE}:{guild}:")]

    async def _look_around(self) -> None:
        """Every now and then looks where nothing happens whether those who are waited for are still there."""
        seen: dict[str, tuple[float, int]] = {}
        while True:
            await self.hall.clock.sleep(LOOK)
            before, seen = seen, {}
            every: list[Table | Lobby] = [*self.hall.tables.values(), *self.hall.lobbies.values()]
            for found in every:
                screen, still = (
                    self.get(found.id),
                    isinstance(found, Table) and (found.paused is not None or found.outcome),
                )
                if screen is None or screen.blind or screen.barred.why or not ids.ours(found.place):
                    continue
                now = len(found.log) if isinstance(found, Table) else found.changed
                told, looks = before.get(found.id, (-1.0, 0))
                seen[found.id] = (now, looks + 1 if told == now else 0)
                if told == now and looks % SELDOM == 0 and not still:
                    try:
                        await look_around(screen.outbox, found)
                    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                        log.info("game %s: it cannot be told that somebody left: %s", found.id, error)

    async def open_up(self) -> None:
        """Once the bot is logged in: brings everything up to date that changed meanwhile."""
        self._looking = asyncio.create_task(self._look_around(), name="discord:looking")
        for lobby in list(self.hall.lobbies.values()):
            if ids.ours(lobby.place):
                self.of(lobby)
        for id, kept in (await self.hall.store.all(SHOWN)).items():
            if id in self.hall.tables:
                self._window(id, str(kept["place"]))
            else:
                await self.hall.store.put(SHOWN, id, None)
        for table in list(self.hall.tables.values()):
            if table.id in self or ids.ours(table.place):
                self.of(table).table = table
        for saved in await self.hall.store.recent_games(RECENT):
            if saved.ended is None or not ids.ours(saved.place) or saved.id in self.hall.tables:
                continue
            posts = await self.hall.store.posts(saved.id, ids.SURFACE)
            end = posts.get("end")
            if posts and not (end and (end.message or end.note)):
                try:
                    self.at(saved.id, saved.place).table = await self.finished(saved.id)
                except (IllegalAction, Unreadable) as error:
                    log.error("game %s is over, and its result cannot be shown: %s", saved.id, error)
                    continue
        await self.wake()

    async def look_for_boards(self, every: bool) -> None:
        """Looks whether the boards that were left alone are there still, or `every` one: what was deleted while nobody was told
        is not told afterwards."""
        for screen in self.values():
            screen.unseen = screen.unseen or every
        await ended([self._looking_for])
        self._looking_for = asyncio.create_task(self._look_for_boards(), name="discord:looking for boards")

    async def _look_for_boards(self) -> None:
        while screen := next((each for each in self.values() if each.unseen), None):
            await screen.look()
            await self.hall.clock.sleep(A_LOOK)
