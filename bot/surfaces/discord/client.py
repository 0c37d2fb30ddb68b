"""The bot on Discord: the connection, and what arrives by it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.hall import Hall
from bot.ports import Narrator
from bot.surfaces.discord import ids, privacy
from bot.surfaces.discord.answers import answering, apology
from bot.surfaces.discord.barred import NOT_SERVED
from bot.surfaces.discord.commands import Commands
from bot.surfaces.discord.emojis import masks_of
from bot.surfaces.discord.leaving import say_away, say_back
from bot.surfaces.discord.line import Line
from bot.surfaces.discord.logging_in import log_in
from bot.surfaces.discord.outbox import quietly
from bot.surfaces.discord.parts import message
from bot.surfaces.discord.presses import pressed
from bot.surfaces.discord.reach import Reach
from bot.surfaces.discord.registering import register
from bot.surfaces.discord.screens import Screens
from bot.surfaces.discord.talk import Talk
from bot.surfaces.discord.turns import Turns
from bot.table import Table, ended

log = logging.getLogger(__name__)

PRIVATE = frozenset({"game delete-my-data", "privacy"})
"""What anybody may do, wherever they are."""


class DiscordSurface:
    """Shows a hall's tables on Discord. `guild_ids` limits the commands to those servers, where they appear at once;
    `ai_pace` is how many seconds an AI waits before it moves, `watch_pace` the same where people only watch. `masked`:
    everybody wears a mask before their name, once Discord has them. `in_browser` makes a link by which somebody opens their seat
    at a table there; None where no browser can be led here. `a_second` is how many requests are made at most; None: all at once. By the link `invite` it is invited to a server. No server has more than
    `most_games` games and lobbies at once, and no person opens more than `most_games_each`; with `servers`, it plays on those
    alone. `dollars` are what whoever runs it lets a game cost, and a server in a day, as moderators are shown it."""

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
        a_second: float | None = None,
        invite: str = "",
        most_games: int | None = None,
        most_games_each: int | None = None,
        servers: Sequence[int] = (),
        dollars: tuple[float | None, float | None] = (None, None),
    ) -> None:
        self.hall, self._token, self.masked, self.a_second = hall, token, masked, a_second
        hall.rules.limit(most_games, most_games_each, servers, dollars)
        self.guild_ids = tuple(guild_ids)
        self._coming: asyncio.Task[None] | None = None
        self._repainting: asyncio.Task[None] | None = None
        self._was_in = False
        self.client = Client(self, message_content)
        self.line = Line(
            hall, self.client, reads_channels=message_content, narrator=narrator, in_browser=in_browser, invite=invite
        )
        self.screens = Screens(self.line, ai_pace=ai_pace, watch_pace=watch_pace)
        self.reach = Reach(self.screens)
        self.talk = Talk(self.screens)
        Commands(self.screens, self.talk).grow(self.client.tree)
        if self not in hall.surfaces:
            hall.surfaces.append(self)
            hall.leaving.append(self._say_away)
        if hall.vitals is not None:
            hall.vitals.gateway = lambda: self.connected

    async def start(self) -> None:
        """Connects, and plays until the connection is closed for good."""
        self.reach.lost()
        try:
            async with self.client:
                await log_in(self.client, self._token, self.hall.clock)
                await self.client.connect()
        finally:
            await self.close()

    async def close(self) -> None:
        """Lets what is on its way arrive, and leaves."""
        self.line.ready = False
        await ended([self._coming, self._repainting])
        await self.screens.stop()
        await self.client.close()

    @property
    def connected(self) -> bool:
        """Whether Discord tells us what happens."""
        ws = self.client.ws
        return ws is not None and ws.open and ws.session_id is not None

    def changed(self, table: Table) -> None:
        """See bot.hall.Surface."""
        self.screens.changed(table)

    async def rest(self) -> None:
        """Returns when everything that is news by now has been shown."""
        await asyncio.gather(*filter(None, [self._coming]), return_exceptions=True)
        await self.screens.rest()

    async def open_up(self) -> None:
        """Once the bot is logged in: from here on it answers, and what changed meanwhile is brought up to date beside that."""
        self.line.ready = True
        await self.line.recall_closed()
        for guild in {ids.guild_of(each.place) for each in self.hall.tables.values() if ids.ours(each.place)}:
            if not self.hall.rules.serves(guild):
                await self.screens.left(guild, NOT_SERVED)
        await ended([self._coming])  # one of a login that broke off
        self._coming = asyncio.create_task(self._come_back(), name="discord:coming back")
        self._repainting = asyncio.create_task(privacy.catch_up(self.screens), name="discord:repainting")

    async def come_in(self) -> None:
        """A session with Discord begins; of what happened before, or since another broke off, it tells nothing."""
        await self.reach.found()
        await asyncio.gather(*filter(None, [self._coming]), return_exceptions=True)
        await self.screens.look_for_boards(every=self._was_in)
        self._was_in = True

    async def _say_away(self) -> None:
        if self.line.ready:
            await say_away(self.screens)

    async def _come_back(self) -> None:
        """Shows every game as it is now, and puts masks on. Boards wait for masks that Discord has, not for those that it is
        still to be brought."""
        try:
            masks = await masks_of(self.client) if self.masked else None
            self.line.masks = masks or {}
            await asyncio.gather(say_back(self.screens), self.screens.open_up())
            if masks == {}:
                self.line.masks = await masks_of(self.client, bring=True) or {}
                if self.line.masks:
                    await self.screens.wake()
        except Exception:
            log.exception("not all games could be brought up to date")

    async def sync(self) -> None:
        """Tells Discord of the commands, when they are not what they were."""
        await register(self.client.tree, self.hall.store, self.guild_ids)


class Tree(app_commands.CommandTree["Client"]):
    """All commands, where this Masquerade plays."""

    async def interaction_check(self, interaction: discord.Interaction[Client], /) -> bool:
        surface = interaction.client.surface
        if surface.hall.rules.serves(interaction.guild_id) or called(interaction) in PRIVATE:
            return True
        if interaction.type is not discord.InteractionType.autocomplete:
            async with answering(interaction) as answer:
                await answer.say(NOT_SERVED)
        return False


def called(interaction: discord.Interaction[Any]) -> str:
    return interaction.command.qualified_name if interaction.command else ""


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
        self.tree = Tree(self)
        self.tree.error(self._broken)

    async def setup_hook(self) -> None:
        if self.surface.a_second is not None and not isinstance(self.http.request, Turns):
            self.http.request = Turns(self.http.request, self.surface.a_second)  # type: ignore[method-assign]
        await self.surface.sync()
        await self.surface.open_up()

    async def on_ready(self) -> None:
        log.info("on Discord as %s; servers: %d", self.user, len(self.guilds))
        await self.surface.come_in()

    async def on_resumed(self) -> None:
        await self.surface.reach.found()

    async def on_disconnect(self) -> None:
        """It is tried again until it is there; also said of each try that fails."""
        self.surface.reach.lost()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Every press and every filled-in form, whatever discord.py knows of its view."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            async with answering(interaction) as answer:
                await pressed(self.surface.screens, answer)

    async def on_message(self, message: discord.Message) -> None:
        """Something said in a channel or by DM."""
        self.surface.screens.written(message.channel.id)
        try:
            await self.surface.talk.heard(message)
        except (discord.HTTPException, aiohttp.ClientError) as error:
            log.warning("message %s could not be answered: %s", message.id, error)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        author = payload.data.get("author") or {}
        if "content" in payload.data and not author.get("bot") and payload.data.get("edited_timestamp"):
            await self.surface.talk.edited(payload.channel_id, payload.message_id, str(payload.data["content"]))

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        await self.surface.talk.statements.deleted([payload.message_id])
        await self.surface.screens.deleted(payload.channel_id, [payload.message_id])

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        await self.surface.talk.statements.deleted(payload.message_ids)
        await self.surface.screens.deleted(payload.channel_id, payload.message_ids)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.surface.screens.gone(ids.place_of(channel))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.surface.screens.gone(ids.place_at(payload.guild_id, payload.thread_id))

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        self.surface.screens.back(after.guild.id)

    async def on_thread_update(self, _: discord.Thread, after: discord.Thread) -> None:
        self.surface.screens.back(after.guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        self.surface.screens.back(after.guild.id)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Of others than the bot itself Discord does not tell without another intent."""
        self.surface.screens.back(after.guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.surface.screens.back(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.surface.screens.left(guild.id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.exception("%s broke", event_method)

    async def _broken(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """What goes wrong before a command is carried out is told in a sentence."""
        send = interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
        await quietly(send(view=message(apology(error)).view, ephemeral=True))
