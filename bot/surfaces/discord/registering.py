"""Makes slash commands known to Discord, whenever it knows others than ours."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.ports import Store

log = logging.getLogger(__name__)

KIND = "settings"
"""The kind of document that remembers what was registered."""


def key(guild: int | None) -> str:
    """The document's key, for the commands of one server or for those of all."""
    return f"commands:{guild or 'everywhere'}"


def state(registered: Iterable[Mapping[str, Any]]) -> str:
    """What Discord says of commands, in short: each has an id, and a version that changes with it, whoever changes it."""
    return _digest(sorted([str(each.get("id")), str(each.get("version"))] for each in registered))


async def register(tree: app_commands.CommandTree[Any], store: Store, guilds: Sequence[int] = ()) -> None:
    """Registers the tree's commands, on these servers or everywhere, unless Discord has them as they were registered last. An older
    version, or another bot of the same token, may have put its own there since."""
    client = tree.client
    ours = _digest([client.application_id, *[command.to_dict(tree) for command in tree.get_commands()]])
    for guild in tuple(guilds) or (None,):
        kept = await store.get(KIND, key(guild)) or {}
        if kept.get("digest") == ours and await _unchanged(client, guild, kept.get("state")):
            continue
        target = discord.Object(guild) if guild else None
        if target is not None:
            tree.copy_global_to(guild=target)
        await tree.sync(guild=target)
        await store.put(KIND, key(guild), {"digest": ours, "state": state(await there(client, guild))})
        log.info("commands are known to Discord (%s)", key(guild))


async def there(client: discord.Client, guild: int | None) -> Sequence[Mapping[str, Any]]:
    """The commands that Discord knows, as it tells them."""
    application = client.application_id or 0
    if guild is None:
        return await client.http.get_global_commands(application)
    return await client.http.get_guild_commands(application, guild)


async def _unchanged(client: discord.Client, guild: int | None, since: str | None) -> bool:
    """Whether Discord has the commands as it had them then; also where it does not say, since nothing is lost by that."""
    try:
        return state(await there(client, guild)) == since
    except discord.HTTPException as error:
        log.warning("Discord does not say which commands it knows: %s", error)
        return True


def _digest(of: Any) -> str:
    return hashlib.sha256(json.dumps(of, sort_keys=True).encode()).hexdigest()
