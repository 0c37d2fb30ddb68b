"""The masks as emojis of the bot's own, where Discord takes them: everybody at a table wears one before their name."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.surfaces.masks import MASKS, Mask
from bot.surfaces.picture import mask_png

log = logging.getLogger(__name__)


async def masks_of(client: discord.Client, bring: bool = False) -> dict[Mask, str] | None:
    """All masks as Discord writes them in a text; empty while it has not all of them, None where it does not say or refuses one.
    `bring`: those that it does not have yet are brought to it."""
    try:
        there = {each.name: str(each) for each in await client.fetch_application_emojis()}
        for name, mask in {_name(each): each for each in MASKS}.items():
            if bring and name not in there:
                there[name] = str(await client.create_application_emoji(name=name, image=mask_png(mask)))
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        log.warning("nobody wears a mask on Discord: %s", error)
        return None
    found = {mask: there[_name(mask)] for mask in MASKS if _name(mask) in there}
    return found if len(found) == len(MASKS) else {}


def _name(mask: Mask) -> str:
    return f"mq_{mask.name}{'_plume' if mask.plume else ''}"
