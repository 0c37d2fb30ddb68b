"""`/stats`: what was played on a server, for everybody there, once a moderator has turned that on."""

from __future__ import annotations

from typing import Any, Optional

import discord
from discord import app_commands

from bot.ports import Figures
from bot.surfaces.discord import ids, parts
from bot.surfaces.discord.answers import answering
from bot.surfaces.discord.markdown import clean
from bot.surfaces.discord.screens import Screens
from games.core import IllegalAction

KIND = "stats"
"""The kind of documents that say on which servers figures are shown, by the servers' ids."""

OFF = (
    "Figures of what is played on this server are off. A moderator (who may manage the server) turns them on for everybody with "
    "`/stats everybody:True`."
)
MOST_WHYS = 5


def add_stats(tree: app_commands.CommandTree[Any], screens: Screens) -> None:
    """Adds the command."""
    store, games = screens.hall.store, screens.hall.games

    @tree.command(description="How much was played on this server")
    @app_commands.describe(everybody="For moderators: whether everybody here may see these figures")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def stats(interaction: discord.Interaction[Any], everybody: Optional[bool] = None) -> None:  # noqa: UP045
        async with answering(interaction) as answer:
            server = str(interaction.guild_id)
            if everybody is not None:
                if not interaction.permissions.manage_guild:
                    raise IllegalAction("Only who may manage the server turns its figures on or off.")
                await store.put(KIND, server, {"everybody": True} if everybody else None)
            if await store.get(KIND, server) is None:
                await answer.say("Nobody sees figures of this server any more." if everybody is False else OFF)
                return
            # Of games that are over: who owes an answer in one that runs may be its secret.
            found = await store.figures(place=f"{ids.SURFACE}:{server}:", over=True)
            titles = {name: game.title for name, game in games.items()}
            await answer.show(parts.message(_told(found, titles)), ephemeral=True)


def _told(found: Figures, titles: dict[str, str]) -> str:
    """The figures in lines. What models cost is their owner's business."""
    if not found.games:
        return "No game on this server is over yet."
    games = sum(each.over for each in found.games)
    moves = sum(each.moves for each in found.games)
    lines = [f"### Played on this server\n{_number(games, 'game')}, {_number(moves, 'move')}"]
    lines += [
        f"- **{clean(titles.get(each.game, each.game))}**: {_number(each.over, 'game')}, {_number(each.moves, 'move')}"
        for each in found.games
    ]
    if found.whys:
        lines.append(f"Something else moved for a player {_number(sum(n for _, n in found.whys), 'time')}:")
        lines += [f"- {clean(why)} ({n})" for why, n in found.whys[:MOST_WHYS]]
    return "\n".join(lines)


def _number(n: int, what: str) -> str:
    return f"{n:,} {what}{'s' * (n != 1)}"
