"""Discord: the token, what the application may do, on which servers it is, and what it may do in a channel."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord

from bot.checkup import Finding
from bot.settings import PERMISSIONS, invitation

SKEW = 5.0
"""Seconds that this machine's clock may be wrong."""

PATIENCE = 15.0
MOST_SERVERS = 20
"""Servers that are looked at one by one."""

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
    token: str, message_content: bool = False, channel: int | None = None
) -> AsyncIterator[Finding]:
    """What there is to say of the bot on Discord. `channel` is the id of one to look at."""
    if not token:
        what = "DISCORD_TOKEN is not set: browsers alone are served"
        yield Finding("discord", "fine", what, "for Discord, write the bot's token into .env (cp .env.example .env)")
        if channel is not None:
            yield Finding("channel", "wrong", "Without a token no channel can be looked at", "set DISCORD_TOKEN")
        return
    try:
        yield await _clock()
        async with discord.Client(intents=discord.Intents(guilds=True)) as client:
            await client.login(token)
            async for finding in _known(client, token, message_content, channel):
                yield finding
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
    client: discord.Client, token: str, message_content: bool, channel: int | None
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
    invite = invitation(token) or discord.utils.oauth_url(
        application.id, permissions=discord.Permissions(PERMISSIONS), scopes=("bot", "applications.commands")
    )
    if servers:
        yield Finding("servers", "fine", f"The bot is on {len(servers)} server{'s' * (len(servers) != 1)}")
    else:
        yield Finding("servers", "doubtful", "The bot is on no server", "open the invite link below")
    if channel is not None:
        async for finding in _channel(client, channel):
            yield finding
    else:
        for server in servers[:MOST_SERVERS]:
            yield await _server(client, server.id)
    yield Finding("invite", "fine", f"Invite it: {invite}")


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


async def _channel(client: discord.Client, id: int) -> AsyncIterator[Finding]:
    """What the bot may do in a channel or a thread."""
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


async def _server(client: discord.Client, id: int) -> Finding:
    """The first thing to say of what the bot may do on a server; single channels may differ."""
    server = await client.fetch_guild(id, with_counts=False)
    me = await server.fetch_member(client.user.id)  # type: ignore[union-attr]
    return next(_lacking(me.guild_permissions, f"the server “{server.name}”", NEEDED))


def _lacking(has: discord.Permissions, where: str, needed: tuple[str, ...]) -> Iterator[Finding]:
    lacks = [each for each in FOR if not getattr(has, each)]
    if not lacks:
        yield Finding("permissions", "fine", f"In {where} the bot may do all that it needs")
        return
    named = "; ".join(f"{each.replace('_', ' ').title()} ({FOR[each]})" for each in lacks)
    wrong = any(each in needed for each in lacks)
    mend = "give its role these, there or in “Server Settings → Roles”, or open the invite link again"
    yield Finding("permissions", "wrong" if wrong else "doubtful", f"In {where} the bot lacks {named}", mend)
