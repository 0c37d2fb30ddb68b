"""`/game kick`, `ban` and `unban`: for a game's host, and for moderators."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands

from bot import rights
from bot.ports import Lobby
from bot.surfaces.discord import ids, parts
from bot.surfaces.discord.answers import Answer, answering
from bot.surfaces.discord.ids import place_of
from bot.surfaces.discord.markdown import clean, plain
from bot.surfaces.discord.parameters import Choices, suggested
from bot.surfaces.discord.screens import Screens
from bot.table import Table
from games.core import IllegalAction

Interaction = discord.Interaction[Any]
Where = Literal["this table", "this server"]
NOTHING_HERE = "Nothing is played in this channel."


def commands(screens: Screens) -> list[app_commands.Command[Any, Any, Any]]:
    """The commands for the group of those that deal with whatever is played in a channel."""
    hall = screens.hall

    async def here(interaction: Interaction) -> Table | Lobby | None:
        return await screens.there(interaction.channel)

    async def found_here(answer: Answer) -> Table | Lobby:
        found = await here(answer.interaction)
        if found is None:
            raise IllegalAction(NOTHING_HERE)
        rights.check_welcome(hall, found, answer.asker)
        return found

    @app_commands.command(description="Take somebody out of the lobby, or let an AI play on in their seat")
    @app_commands.describe(player="Who")
    async def kick(interaction: Interaction, player: str) -> None:
        async with answering(interaction) as answer:
            await _tell(answer, await rights.kick(hall, await found_here(answer), answer.asker, player.strip()))

    @kick.autocomplete("player")
    async def _people(interaction: Interaction, current: str) -> Choices:
        found = await here(interaction)
        if isinstance(found, Lobby):
            return suggested(((each.occupant.name,) * 2 for each in found.parties), current)
        names = {seat: found.names[seat] for seat in found.people} if found is not None else {}
        return suggested(((name, seat) for seat, name in names.items()), current)

    @app_commands.command(description="Ban somebody from this table, or from all games of this server")
    @app_commands.describe(player="Who", where="This table (its host may), or this server (moderators may)")
    async def ban(interaction: Interaction, player: discord.User, where: Where = "this table") -> None:
        async with answering(interaction) as answer:
            user, name = ids.user_of(player.id), plain(player.display_name, 32) or plain(player.name, 32)
            if player.bot:
                raise IllegalAction("Bots do not play here.")
            if where == "this server":
                place = place_of(interaction.channel)
                await _tell(answer, await rights.ban_from_server(hall, place, answer.asker, user, name))
            else:
                await _tell(answer, await rights.ban(hall, await found_here(answer), answer.asker, user, name))

    @app_commands.command(
        description="Let somebody back in who was kicked or banned from this table, or banned from this server"
    )
    @app_commands.describe(player="Who")
    async def unban(interaction: Interaction, player: str) -> None:
        async with answering(interaction) as answer:
            server, found = ids.server(interaction.guild_id), await here(interaction)
            wanted = player.strip().casefold()
            for where, table in [*([(found.id, found)] if found else []), (server, None)]:
                known = (each for each in hall.rules.bans(where) if wanted in (each.mark, each.name.casefold()))
                if (banned := next(known, None)) is not None:
                    await rights.unban(hall, where, table, answer.asker, banned.mark)
                    what = "this table" if table is not None else "this server's games"
                    await _tell(answer, f"{banned.name} may join {what} again.")
                    return
            away = rights.sent_away(found) if isinstance(found, Table) else {}
            if (
                seat := next((each for each, name in away.items() if wanted in (each, name.casefold())), None)
            ) is not None:
                assert isinstance(found, Table)
                await _tell(answer, await rights.let_back(found, answer.asker, seat))
                return
            raise IllegalAction("Nobody of that name is kicked or banned here.")

    @unban.autocomplete("player")
    async def _banned(interaction: Interaction, current: str) -> Choices:
        found, asker = await here(interaction), Answer(interaction).asker
        wheres = [found.id] if found is not None and asker.hosts(found) else []
        wheres += [ids.server(interaction.guild_id)] if asker.moderates else []
        known = [(each.name, each.mark) for where in wheres for each in hall.rules.bans(where)]
        if isinstance(found, Table) and asker.hosts(found):
            known += [(name, seat) for seat, name in rights.sent_away(found).items()]
        return suggested(known, current)

    return [kick, ban, unban]


async def _tell(answer: Answer, sentence: str) -> None:
    """Says to everybody in the channel what came of it."""
    await answer.show(parts.message(f"🚪 {clean(sentence)}"), ephemeral=False)
