"""The table on Discord: a lobby that becomes a board, presses, secrets by DM, and every message posted once."""

from bot.surfaces.discord.client import DiscordSurface

__all__ = ["DiscordSurface"]
