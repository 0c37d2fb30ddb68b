"""Discord: the token, what the application may do, on which servers it is, and what it may do in a channel."""

from __future__ import annotations

import difflib
import re
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from email.utils import parsedate_to_datetime
from types import MappingProxyType
from typing import Any

import aiohttp
import discord

from bot.checkup import Finding
from bot.checkup.commands import commands
from bot.settings import PERMISSIONS, invitation

SKEW = 5.0
"""Seconds that this machine's clock may be wrong."""

PATIENCE = 15.0
MOST_SERVERS = 20
"""Servers that are looked at one by one."""

MOST_NAMED = 5
"""Servers or channels that one finding names."""

FOR = {
    "view_channel": "to see the channel",
    "send_messages": "to post boards",
    "send_messages_in_threads": "to play in threads",
    "attach_files": "to show boards as pictures",
    "embed_links": "to show links with what they lead to",
    "read_message_history": "to find its own messages after a crash",
    "create_public_threads": "to open threads for games",
    "create_private_threads": "for rooms that only some may read, as the Mafia's",
    "add_reactions": "to mark what it has heard",
    "manage_threads": "to lock rooms whose time is over",
    "manage_messages": "to take away what somebody wrote who may not",
}
"""What each permission is for that the bot asks for."""

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""Without these no game is played in a channel; without the others something is missing."""

PORTAL = "discord.com/developers/applications"


async def discord_findings(
    token: str,
    message_content: bool = False,
    channel: str | None = None,
    *,
    guilds: Sequence[int] = (),
    servers: Sequence[int] = (),
    registered: Mapping[str, str] = MappingProxyType({}),
) -> AsyncIterator[Finding]:
    """What there is to say of the bot on Discord. `channel` is one to look at: its id, a mention of it, or its name. The bot's commands
    are for `guilds` alone, or for all; it plays on `servers` alone, or on all. `registered` is how it left the commands, by where."""
    if not token:
        what = "DISCORD_TOKEN is not set: browsers alone are served, and this machine's clock is compared with none"
        yield Finding("discord", "fine", what, "for Discord, write the bot's token into .env as DISCORD_TOKEN=…")
        if channel is not None:
            yield Finding("channel", "wrong", "Without a token no channel can be looked at", "set DISCORD_TOKEN")
        return
    try:
        yield await _clock()
        async with discord.Client(intents=discord.Intents(guilds=True)) as client:
            await client.login(token)
            async for finding in _known(client, message_content, channel, servers):
                yield finding
            for guild in tuple(guilds) or (None,):
                yield await commands(client, guild, registered)
            yield Finding("invite", "fine", f"Invite it: {invitation(token) or _invitation(client)}")
    except discord.LoginFailure:
        what = "Discord does not know this DISCORD_TOKEN"
        yield Finding("token", "wrong", what, f"copy it again from the “Bot” page of your application at {PORTAL}")
    except discord.HTTPException as error:
        yield Finding("discord", "wrong", f"Discord refuses to answer ({error.status})", "try again in some minutes")
    except (aiohttp.ClientError, TimeoutError, OSError):
        what = "Discord cannot be reached"
        yield Finding("discord", "wrong", what, "look at the network, the firewall, and https://discordstatus.com")


async def _clock() -> Finding:
    """This machine's clock, by Discord's."""
    asked = time.time()
    async with (
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as session,
        session.get(f"{discord.http.Route.BASE}/gateway") as answer,
    ):
        said = answer.headers.get("Date", "")
    try:
        theirs = parsedate_to_datetime(said).timestamp()
    except ValueError:
        return Finding("clock", "doubtful", "Discord is reached, and does not say what time it is", "try again")
    # They say whole seconds, cut off, somewhere between asking and being answered.
    off = asked - theirs - 1 if asked > theirs + 1 else min(0.0, time.time() - theirs)
    if abs(off) > SKEW:
        what = f"This machine's clock is {abs(off):.0f} seconds {'ahead' if off > 0 else 'behind'}, by Discord's"
        return Finding("clock", "wrong", what, "set it; `timedatectl set-ntp true` keeps it right")
    return Finding("clock", "fine", "Discord is reached, and this machine's clock is right")


async def _known(
    client: discord.Client, message_content: bool, channel: str | None, served: Sequence[int]
) -> AsyncIterator[Finding]:
    application = await client.application_info()
    yield Finding("token", "fine", f"The token is that of {client.user}")
    for finding in _application(application, message_content):
        yield finding
    limits = (await client.http.request(discord.http.Route("GET", "/gateway/bot"))).get("session_start_limit", {})
    if limits.get("remaining", 1000) < 10:
        what = f"The bot may log in only {limits['remaining']} times more today"
        yield Finding("discord", "doubtful", what, "something starts it again and again: look at the log")
    servers = [each async for each in client.fetch_guilds(limit=None)]
    for finding in _servers(servers, served):
        yield finding
    playing = [each for each in servers if not served or each.id in served]
    if channel is not None:
        async for finding in _channel(client, channel, servers):
            yield finding
    else:
        for server in playing[:MOST_SERVERS]:
            async for finding in _server(client, server.id):
                yield finding


def _invitation(client: discord.Client) -> str:
    """The link by which the bot is invited, where the token does not say whose it is."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(
        client.application_id or 0, permissions=discord.Permissions(PERMISSIONS), scopes=scopes
    )


def _servers(servers: Sequence[discord.Guild], served: Sequence[int]) -> Iterator[Finding]:
    """On which servers the bot is, and on which of them it plays."""
    if servers:
        yield Finding("servers", "fine", f"The bot is on {len(servers)} server{'s' * (len(servers) != 1)}")
    else:
        yield Finding("servers", "doubtful", "The bot is on no server", "open the invite link below")
    if not served:
        return
    there = {each.id for each in servers}
    if away := [str(each) for each in served if each not in there]:
        what = f"MASQUERADE_SERVERS names {', '.join(away)}, where the bot is not"
        yield Finding(
            "servers", "doubtful", what, "look at the id (Developer Mode, right-click the server), or invite it there"
        )
    if left := [f"“{each.name}” ({each.id})" for each in servers if each.id not in served]:
        named = ", ".join(left[:MOST_NAMED]) + (f" and {len(left) - MOST_NAMED} more" if len(left) > MOST_NAMED else "")
        none = len(left) == len(servers)
        what = f"MASQUERADE_SERVERS does not name {named}: the bot is there and does not play"
        yield Finding("servers", "wrong" if none else "fine", what, "add the ids, or empty the setting" if none else "")


def _application(application: discord.AppInfo, message_content: bool) -> Iterator[Finding]:
    flags = application.flags
    if message_content and not (flags.gateway_message_content or flags.gateway_message_content_limited):
        what = "MASQUERADE_MESSAGE_CONTENT is on, and the application lacks “Message Content Intent”"
        yield Finding("intents", "wrong", what, f"turn it on on the “Bot” page at {PORTAL}, or the setting off")
    elif message_content:
        yield Finding(
            "intents", "fine", "The application has “Message Content Intent”: games hear what is written in channels"
        )
    else:
        what = "No privileged intent is needed (MASQUERADE_MESSAGE_CONTENT is off: people press “Speak” or type /say)"
        yield Finding("intents", "fine", what)
    if application.interactions_endpoint_url:
        what = "The application has an “Interactions Endpoint URL”: commands and presses go there, not to the bot"
        yield Finding("interactions", "wrong", what, f"empty that field on the “General Information” page at {PORTAL}")


async def _channel(client: discord.Client, named: str, servers: Sequence[discord.Guild]) -> AsyncIterator[Finding]:
    """What the bot may do in a channel or a thread."""
    id = await _id_of(client, named, servers)
    if isinstance(id, Finding):
        yield id
        return
    try:
        told: dict[str, Any] = dict(await client.http.get_channel(id))
        if "guild_id" not in told:
            yield Finding("channel", "wrong", f"{id} is no channel of a server", "name one in which games are played")
            return
        server = await client.fetch_guild(int(told["guild_id"]), with_counts=False)
        me = await server.fetch_member(client.user.id)  # type: ignore[union-attr]
        found = await server.fetch_channel(id)
        thread = isinstance(found, discord.Thread)
        there = await server.fetch_channel(found.parent_id) if isinstance(found, discord.Thread) else found
    except (discord.Forbidden, discord.NotFound, discord.InvalidData):
        mend = "copy its id again (Developer Mode, right-click), invite the bot, and let it “View Channel”"
        yield Finding("channel", "wrong", f"The bot cannot see a channel {id}", mend)
        return
    needed = tuple("send_messages_in_threads" if thread and each == "send_messages" else each for each in NEEDED)
    for finding in _lacking(there.permissions_for(me), f"#{found.name}", needed):
        yield finding


async def _id_of(client: discord.Client, named: str, servers: Sequence[discord.Guild]) -> int | Finding:
    """The channel's id, from its id, a mention, a link or a name."""
    if written := re.fullmatch(r"(?:<#|https?://\S+/channels/\d+/)?(\d{1,20})>?", named.strip()):
        return int(written[1])
    name = named.strip().removeprefix("#").casefold()
    every = [
        (each, server)
        for server in servers
        for each in await _text_channels(await client.fetch_guild(server.id, with_counts=False))
    ]
    called = [(each, server) for each, server in every if each.name.casefold() == name]
    if len(called) == 1:
        return called[0][0].id
    if called:
        which = ", ".join(f"{each.id} on “{server.name}”" for each, server in called[:MOST_NAMED])
        return Finding("channel", "wrong", f"There are {len(called)} channels “{name}”", f"take an id: {which}")
    near = difflib.get_close_matches(name, [each.name for each, _ in every], 3, 0.4)
    mend = (
        f"there is {', '.join(f'#{each}' for each in near)}"
        if near
        else "name one by its id (Developer Mode, right-click it)"
    )
    return Finding("channel", "wrong", f"The bot is on no server with a channel “{name}”", mend)


async def _text_channels(server: discord.Guild) -> list[discord.TextChannel]:
    """Those in which games may be opened, as far as the bot is shown them."""
    return [each for each in await server.fetch_channels() if isinstance(each, discord.TextChannel)]


async def _server(client: discord.Client, id: int) -> AsyncIterator[Finding]:
    """What the bot may do on a server as a whole, and in which channels it may not, in spite of that."""
    server = await client.fetch_guild(id, with_counts=False)
    me = await server.fetch_member(client.user.id)  # type: ignore[union-attr]
    whole = next(_lacking(me.guild_permissions, f"the server “{server.name}” as a whole", NEEDED))
    yield whole
    if whole.state == "wrong":
        return
    shut = [f"#{each.name}" for each in await _text_channels(server) if not _may(each.permissions_for(me))]
    if shut:
        more = f" and {len(shut) - MOST_NAMED} more" if len(shut) > MOST_NAMED else ""
        what = f"No game can be played in {', '.join(shut[:MOST_NAMED])}{more} of “{server.name}”: the bot may not see or post all there"
        yield Finding(
            "permissions",
            "fine",
            what,
            f"where that is not meant: masquerade doctor --channel '{shut[0]}' says what it lacks",
        )


def _may(has: discord.Permissions) -> bool:
    """Whether a game can be played there."""
    return all(getattr(has, each) for each in NEEDED)


def _lacking(has: discord.Permissions, where: str, needed: tuple[str, ...]) -> Iterator[Finding]:
    lacks = [each for each in FOR if not getattr(has, each)]
    if not lacks:
        yield Finding("permissions", "fine", f"In {where} the bot may do all that it needs")
        return
    named = "; ".join(f"{each.replace('_', ' ').title()} ({FOR[each]})" for each in lacks)
    wrong = any(each in needed for each in lacks)
    mend = "give its role these, there or in “Server Settings → Roles”, or open the invite link again"
    yield Finding("permissions", "wrong" if wrong else "doubtful", f"In {where} the bot lacks {named}", mend)
