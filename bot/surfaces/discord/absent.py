"""People who are not on the server any more: an AI sits in for them, everybody is told, and their seat is kept; who hosted is followed.
Out of a lobby they go.

Discord tells nobody who leaves without a privileged intent, so that those at a table where nothing happens are looked up, and
whoever is about to be called.
"""

from __future__ import annotations

import logging
from contextlib import suppress

import aiohttp
import discord

from bot import rights
from bot.ports import Lobby
from bot.rights import Asker
from bot.surfaces.discord import ids, parts
from bot.surfaces.discord.markdown import ROBOT, clean
from bot.surfaces.discord.outbox import Outbox
from bot.surfaces.discord.views import sitters
from bot.table import Table
from games.core import IllegalAction, Seat

log = logging.getLogger(__name__)

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
LOOK = 300.0
"""Seconds after which those at a table where nothing happens are looked up."""

SELDOM = 12
"""Every how many looks the same is done again where still nothing happens."""


async def has_left(outbox: Outbox, user: str) -> bool:
    """Whether somebody is not on the game's server any more, as far as Discord says."""
    guild = outbox.line.client.get_guild(outbox.guild)
    if guild is None or not ids.ours(user):
        return False
    try:
        await guild.fetch_member(ids.person(user).id)
    except discord.HTTPException as error:
        return error.code in (UNKNOWN_MEMBER, UNKNOWN_USER)
    except (aiohttp.ClientError, OSError) as error:
        log.debug("somebody could not be looked up: %r", error)
    return False


async def sit_in(outbox: Outbox, table: Table, seat: Seat) -> bool:
    """Lets an AI play on in a seat if its person has left the server, and tells everybody; whether it does."""
    occupant = table.seats[seat]
    if table.outcome or not await has_left(outbox, occupant.user) or table.seats[seat] != occupant:
        return False
    slot = f"left:{seat}:{sitters(table, seat)}"
    try:
        await rights.gone(outbox.line.hall, table, occupant.user, f"discord:{slot}")
    except IllegalAction as refusal:
        log.info("game %s: nobody sits in for whoever left: %s", table.id, refusal)
        return False
    line = f"🚪 {clean(occupant.name)} has left the server. An AI {ROBOT} plays on; `/game join` takes the seat back."
    await outbox.send(slot, parts.message(line, number=ids.number(outbox.id, slot)))
    return True


async def look_around(outbox: Outbox, found: Table | Lobby) -> None:
    """Looks up everybody who plays there, and a host who does not: the next person hosts for one who has left. Out of a lobby they
    are gone."""
    if isinstance(found, Lobby):
        for user in [each.occupant.user for each in found.parties]:
            if await has_left(outbox, user):
                with suppress(IllegalAction):  # the game has begun, or they were quicker
                    await outbox.line.hall.leave(found.id, user)
        return
    table = found
    for seat in table.people:
        await sit_in(outbox, table, seat)
    host = table.host
    if table.people and table.seat_of(host) is None and await has_left(outbox, host) and table.host == host:
        await rights.gone(outbox.line.hall, table, host, f"discord:left:host:{len(table.log)}")


async def lead(outbox: Outbox, lobby: Lobby, asker: Asker) -> Lobby:
    """The lobby, for whoever does there what its host may: that is anybody who has joined, once its host has left the server."""
    hall, joined = outbox.line.hall, {each.occupant.user for each in lobby.parties if each.occupant.user}
    if lobby.host not in asker.ids and joined & {*asker.ids} and await has_left(outbox, lobby.host):
        lobby = await hall.save_lobby(hall.lobby(lobby.id), heard=0.0)
    return await rights.lead(hall, lobby, asker)
