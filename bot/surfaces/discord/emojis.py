"""The masks as emojis of the bot's own, where Discord takes them: everybody at a table wears one before their name."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.surfaces.masks import MASKS, Mask
from bot.surfaces.picture import mask_png

log = logging.getLogger(__name__)


async def masks_of(client: discord.Client) -> dict[Mask, str]:
    """All masks as Discord writes them in a text; those that it does not have yet are brought to it. None, where any of
    them is refused."""
    try:
        there = {each.name: each for each in await client.fetch_application_emojis()}
        found = {}
        for mask in MASKS:
            name = f"mq_{mask.name}{'_plume' if mask.plume else ''}"
            found[mask] = str(there.get(name) or await client.create_application_emoji(name=name, image=mask_png(mask)))
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        log.warning("nobody wears a mask on Discord: %s", error)
        return {}
    return found
