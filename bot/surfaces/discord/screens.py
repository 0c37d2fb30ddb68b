"""Which game is shown where, from its lobby to its result."""

from __future__ import annotations

import asyncio
import logging

from bot.ports import Lobby, Saved, Unreadable
from bot.surfaces.discord import ids
from bot.surfaces.discord.line import Line
from bot.surfaces.discord.screen import SHOWN, Screen, Window
from bot.table import Table
from games.core import IllegalAction, Room, StaleAsk

log = logging.getLogger(__name__)

OVER = "That game is over, or it is not here any more."
AT_ONCE = 8
"""Screens that are brought up to date side by side after a start."""

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

    async def gone(self, place: str, why: str) -> None:
        """A channel is gone: what was played there is over."""
        for lobby in [each for each in self.hall.lobbies.values() if each.place == place]:
            log.info("lobby %s: %s", lobby.id, why)
            self.forget(lobby.id)
            await self.hall.drop_lobby(lobby)
        for window in [each for each in self.values() if isinstance(each, Window) and each.place == place]:
            await window.close()
        for table in [each for each in self.hall.tables.values() if each.place == place]:
            log.info("game %s: %s", table.id, why)
            self.of(table).blind = True
            if not table.outcome:
                await table.cancel(f"discord:gone:{place}", why)
            await table.stop()
            self.hall.forget(table)
            self.forget(table.id)

    async def left(self, guild: int) -> None:
        """The bot was removed from a server: its games wait, should it be invited again."""
        for table in self._in(guild):
            if table.paused is None and not table.outcome:
                log.info("game %s is paused: the bot was removed from server %s", table.id, guild)
                await table.pause(f"discord:left:{len(table.log)}")

    def back(self, guild: int) -> None:
        """The bot was invited again: what waited there is shown as it is now."""
        for table in self._in(guild):
            self.changed(table)

    def _in(self, guild: int) -> list[Table]:
        return [each for each in self.hall.tables.values() if each.place.startswith(f"{ids.SURFACE}:{guild}:")]

    async def open_up(self) -> None:
        """Once the bot is logged in: brings everything up to date that changed meanwhile."""
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
