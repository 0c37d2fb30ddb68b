"""The bot on Discord: the connection, and what arrives by it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.hall import Hall
from bot.ports import Lobby, Narrator, Saved, Unreadable
from bot.surfaces.discord import ids
from bot.surfaces.discord.answers import answering, apology
from bot.surfaces.discord.commands import Commands
from bot.surfaces.discord.emojis import masks_of
from bot.surfaces.discord.outbox import SURFACE, quietly
from bot.surfaces.discord.parts import message
from bot.surfaces.discord.posts import SHOWN, Screen, Window
from bot.surfaces.discord.presses import pressed
from bot.surfaces.discord.talk import Talk
from bot.surfaces.discord.words import clean
from bot.surfaces.masks import Mask, mask_of
from bot.table import Table, ended
from games.core import HOST, Channel, IllegalAction, Pause, Seat, StaleAsk

log = logging.getLogger(__name__)

OVER = "That game is over, or it is not here any more."
RECENT = 50
"""Games that ended lately are looked through after a restart: their result may not have been posted."""


class DiscordSurface:
    """Shows a hall's tables on Discord. `guild_ids` limits the commands to those servers, where they appear at once;
    `ai_pace` is how many seconds an AI waits before it moves, `watch_pace` the same where people only watch. `masked`:
    everybody wears a mask before their name, once Discord has them. `in_browser` makes a link by which somebody opens their seat
    at a table there; None where no browser can be led here."""

    def __init__(
        self,
        hall: Hall,
        *,
        token: str = "",
        message_content: bool = False,
        guild_ids: Sequence[int] = (),
        watch_pace: float = 4.0,
        ai_pace: float = 1.5,
        narrator: Narrator | None = None,
        masked: bool = False,
        in_browser: Callable[[str, str], str] | None = None,
    ) -> None:
        self.hall, self._token, self.narrator, self.in_browser = hall, token, narrator, in_browser
        self.guild_ids = tuple(guild_ids)
        self.watch_pace, self.ai_pace = watch_pace, ai_pace
        self.ready = False
        self.masked, self.masks = masked, dict[Mask, str]()
        self._masking: asyncio.Task[None] | None = None
        self.closed: set[str] = set()
        """People whose DMs Discord refused; they are not tried again."""
        self.screens: dict[str, Screen] = {}
        self.talk = Talk(self, message_content)
        self.commands = Commands(self)
        self.client = Client(self, message_content)
        if self not in hall.surfaces:
            hall.surfaces.append(self)

    async def start(self) -> None:
        """Connects, and plays until the connection is closed for good."""
        try:
            async with self.client:
                await self.client.start(self._token)
        finally:
            await self.close()

    async def close(self) -> None:
        """Lets what is on its way arrive, and leaves."""
        self.ready = False
        await ended([self._masking])
        for screen in list(self.screens.values()):
            await screen.stop()
        await self.client.close()

    # ── the hall's side ──

    def changed(self, table: Table) -> None:
        """See bot.ports.Surface."""
        screen = self.screens.get(table.id)
        if screen is None and table.place.startswith(f"{SURFACE}:"):
            screen = self.screen(table.id, table.place)
        if screen is not None:
            screen.table = table
            screen.wake()

    async def rest(self) -> None:
        """Returns when everything that is news by now has been shown."""
        for screen in list(self.screens.values()):
            await screen.rest()

    # ── Discord's side ──

    def screen(self, id: str, place: str) -> Screen:
        if id not in self.screens:
            self.screens[id] = Screen(self, id, place)
        return self.screens[id]

    async def room(self, thread: int) -> tuple[Table, Channel] | None:
        """The room beside a table that this thread is, if it is one."""
        for screen in list(self.screens.values()):
            table = self.hall.tables.get(screen.id)
            if table is not None and (channel := (await screen.rooms.open(table)).get(str(thread))) is not None:
                return table, channel
        return None

    def faces(self, seats: Sequence[Seat]) -> dict[Seat, str]:
        """The masks of those in these seats, all those of a game; none while Discord does not have them."""
        return {seat: self.masks[mask_of(seats, seat)] for seat in seats} if self.masks else {}

    async def dm(self, user: str) -> discord.DMChannel:
        return await self.client.create_dm(ids.person(user))

    async def show_here(self, table: Table, place: str) -> Screen:
        """Shows a game that is played elsewhere in a channel, to look on. IllegalAction when it is shown already."""
        if table.id in self.screens:
            raise IllegalAction(f"It is shown already: {await self.screens[table.id].link()}")
        await self.hall.store.put(SHOWN, table.id, {"place": place})
        screen = self.screens[table.id] = Window(self, table.id, place)
        screen.table = table
        return screen

    async def remember_closed(self, user: str) -> None:
        self.closed.add(user)
        await self.hall.store.put("closed-dms", user, {"since": self.hall.clock.now()})

    async def remember_open(self, user: str) -> None:
        """Somebody has written: their DMs may be tried again."""
        if user not in self.closed:
            return
        self.closed.discard(user)
        await self.hall.store.put("closed-dms", user, None)
        for table in [each for each in self.hall.tables.values() if each.seat_of(user) is not None]:
            self.changed(table)

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

    def done(self, screen: Screen, table: Table) -> None:
        """The game is over and shown: nothing is kept of it here."""
        self.hall.forget(table)
        self.screens.pop(screen.id, None)

    async def close_lobby(self, lobby: Lobby, why: str) -> None:
        """No game comes of this lobby; its message says so."""
        screen = self.screen(lobby.id, lobby.place)
        self.screens.pop(lobby.id)
        await self.hall.drop_lobby(lobby)
        said = f"### {clean(self.hall.game(lobby.game).title)}\n{clean(why)}"
        await screen.end_on(message(said, number=ids.number(lobby.id, "board")))

    async def gone(self, place: str, why: str) -> None:
        """A channel is gone: what was played there is over."""
        for lobby in [each for each in self.hall.lobbies.values() if each.place == place]:
            log.info("lobby %s: %s", lobby.id, why)
            await self.hall.drop_lobby(lobby)
            self.screens.pop(lobby.id, None)
        for window in [each for each in self.screens.values() if isinstance(each, Window) and each.place == place]:
            await window.close()
        for table in [each for each in self.hall.tables.values() if each.place == place]:
            log.info("game %s: %s", table.id, why)
            screen = self.screen(table.id, place)
            screen.blind = True
            if not table.story.outcome:
                await self.hall.cancel(table, f"discord:gone:{place}", why)
            await table.stop()
            self.done(screen, table)

    async def left(self, guild: int) -> None:
        """The bot was removed from a server: its games wait, should it be invited again."""
        for table in [t for t in self.hall.tables.values() if t.place.startswith(f"{SURFACE}:{guild}:")]:
            if table.story.paused is None and not table.story.outcome:
                log.info("game %s is paused: the bot was removed from server %s", table.id, guild)
                await table.submit(HOST, Pause(), "host", f"discord:left:{len(table.story.log)}", source="host")

    def back(self, guild: int) -> None:
        """The bot was invited again: what waited there is shown as it is now."""
        for table in self.hall.tables.values():
            if table.place.startswith(f"{SURFACE}:{guild}:"):
                self.changed(table)

    async def open_up(self) -> None:
        """Once the bot is logged in: brings everything up to date that changed meanwhile."""
        self.ready = True
        if self.masked:
            self._masking = asyncio.create_task(self._mask(), name="discord:masks")
        self.closed |= set(await self.hall.store.all("closed-dms"))
        for lobby in list(self.hall.lobbies.values()):
            if lobby.place.startswith(f"{SURFACE}:"):
                self.screen(lobby.id, lobby.place).wake()
        for id, kept in (await self.hall.store.all(SHOWN)).items():
            if id in self.hall.tables:
                self.screens[id] = Window(self, id, str(kept["place"]))
            else:
                await self.hall.store.put(SHOWN, id, None)
        for table in list(self.hall.tables.values()):
            self.changed(table)
        for saved in await self.hall.store.recent_games(RECENT):
            place = str(saved.about.get("place", ""))
            if saved.ended is None or not place.startswith(f"{SURFACE}:") or saved.id in self.hall.tables:
                continue
            posts = await self.hall.store.posts(saved.id, SURFACE)
            end = posts.get("end")
            if posts and not (end and (end.message or end.content_hash)):
                try:
                    self.screen(saved.id, place).table = await self.finished(saved.id)
                except (IllegalAction, Unreadable) as error:
                    log.error("game %s is over, and its result cannot be shown: %s", saved.id, error)
                    continue
                self.screen(saved.id, place).wake()

    async def _mask(self) -> None:
        """Puts masks on, while games go on."""
        self.masks = await masks_of(self.client)
        for screen in list(self.screens.values()) if self.masks else ():
            screen.wake()

    async def sync(self) -> None:
        """Tells Discord of the commands, when they are not what they were."""
        tree = self.client.tree
        written = json.dumps(
            [self.client.application_id, *[command.to_dict(tree) for command in tree.get_commands()]], sort_keys=True
        )
        for guild in self.guild_ids or (None,):
            key = f"commands:{guild or 'everywhere'}"
            digest = hashlib.sha256(written.encode()).hexdigest()
            if (await self.hall.store.get("settings", key) or {}).get("digest") == digest:
                continue
            target = discord.Object(guild) if guild else None
            if target is not None:
                tree.copy_global_to(guild=target)
            await tree.sync(guild=target)
            await self.hall.store.put("settings", key, {"digest": digest})
            log.info("commands are known to Discord (%s)", key)


class Client(discord.Client):
    """discord.py's client, asked for no more than the games need."""

    def __init__(self, surface: DiscordSurface, message_content: bool = False) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.dm_messages = True
        # Without this one, a privileged one, Discord shows of a server's messages only those that address the bot.
        intents.message_content = message_content
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.surface = surface
        self.tree = app_commands.CommandTree(self)
        self.tree.error(self._broken)
        surface.commands.grow(self.tree)

    async def setup_hook(self) -> None:
        await self.surface.sync()
        await self.surface.open_up()

    async def on_ready(self) -> None:
        log.info("on Discord as %s; servers: %d", self.user, len(self.guilds))

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Every press and every filled-in form, whatever discord.py knows of its view."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await answering(interaction, lambda answer: pressed(self.surface, answer))

    async def on_message(self, message: discord.Message) -> None:
        """Something said in a channel or by DM."""
        try:
            await self.surface.talk.heard(message)
        except (discord.HTTPException, aiohttp.ClientError) as error:
            log.warning("message %s could not be answered: %s", message.id, error)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.surface.gone(f"{SURFACE}:{channel.guild.id}:{channel.id}", "Its channel was deleted.")

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.surface.gone(f"{SURFACE}:{payload.guild_id}:{payload.thread_id}", "Its thread was deleted.")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.surface.back(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.surface.left(guild.id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.exception("%s broke", event_method)

    async def _broken(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """What goes wrong before a command is carried out is told in a sentence."""
        send = interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
        await quietly(send(view=message(apology(error)).view, ephemeral=True))
