"""The masks as emojis of the bot's own, where Discord takes them: everybody at a table wears one before their name."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.surfaces.masks import MASKS, Mask
from bot.surfaces.picture import mask_png

log = logging.getLogger(__name__)


async def masks_there(client: discord.Client) -> dict[Mask, str] | None:
    """All masks as Discord writes them in a text; empty while it has not all of them, None where it does not say."""
    try:
        there = {each.name: str(each) for each in await client.fetch_application_emojis()}
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        log.warning("nobody wears a mask on Discord: %s", error)
        return None
    found = {mask: there[_name(mask)] for mask in MASKS if _name(mask) in there}
    return found if len(found) == len(MASKS) else {}


async def masks_brought(client: discord.Client) -> dict[Mask, str]:
    """The same, when those that it does not have yet have been brought to it. None, where any of them is refused."""
    try:
        there = {each.name: each for each in await client.fetch_application_emojis()}
        found = {}
        for mask in MASKS:
            brought = there.get(_name(mask)) or await client.create_application_emoji(
                name=_name(mask), image=mask_png(mask)
            )
            found[mask] = str(brought)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        log.warning("nobody wears a mask on Discord: %s", error)
        return {}
    return found


def _name(mask: Mask) -> str:
    return f"mq_{mask.name}{'_plume' if mask.plume else ''}"
