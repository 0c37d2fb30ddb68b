"""Slash commands: whether Discord has them as the bot has left them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import discord

from bot.checkup import Finding
from bot.surfaces.discord.registering import KIND, key, state, there

PATIENCE = 5.0
"""Seconds that the database has to answer."""


def registered(path: Path) -> dict[str, str]:
    """The state of Discord's commands as the bot left them, by where; see `bot.surfaces.discord.registering`."""
    try:
        with closing(sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True, timeout=PATIENCE)) as db:
            rows = db.execute(
                "SELECT key, value FROM documents WHERE kind = ? AND key LIKE 'commands:%'", (KIND,)
            ).fetchall()
        left = {key: json.loads(value) for key, value in rows}
        return {key: str(each["state"]) for key, each in left.items() if "state" in each}
    except (sqlite3.Error, ValueError, TypeError):
        return {}  # what is wrong with the database is a finding of its own


async def commands(client: discord.Client, guild: int | None, registered: Mapping[str, str]) -> Finding:
    """Whether Discord has the commands as the bot left them."""
    since = registered.get(key(guild))
    try:
        now = state(await there(client, guild))
    except (discord.Forbidden, discord.NotFound):
        what = f"MASQUERADE_GUILDS names {guild}, where the bot may have no commands"
        return Finding("commands", "wrong", what, "take that id away, or open the invite link again for that server")
    if since is None:
        return Finding("commands", "fine", "The bot tells Discord its slash commands at its next start")
    if now == since:
        return Finding("commands", "fine", "Discord has the slash commands of this bot")
    what = (
        "Discord has other slash commands than this bot has left there: something else with its token was started since"
    )
    return Finding("commands", "doubtful", what, "start the bot again; it puts its own there")
