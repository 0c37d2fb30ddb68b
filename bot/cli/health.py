"""`masquerade health`."""

from __future__ import annotations

import time

import typer

from bot.cli.world import World, Wrong

HEARTBEAT = "heartbeat"
"""The file in the data folder that the running bot touches."""

STALE = 90.0
"""After how many seconds without a touch the bot is taken to be down."""


async def health(world: World) -> None:
    """Say whether the bot is up: exit code 0 when it gave a sign of life in the last 90 seconds."""
    age = last_beat(world)
    if age is None:
        raise Wrong("The bot does not run here.", 1)
    if abs(age) > STALE:  # of a time that has not come yet, it was given before the clock was put right
        raise Wrong(f"The bot gave no sign of life for {max(age, STALE):.0f} seconds.", 1)
    typer.echo("The bot is up.")


def last_beat(world: World) -> float | None:
    """Seconds since the bot's last sign of life; None when it has not run here, or has left in order."""
    try:
        return time.time() - (world.data / HEARTBEAT).stat().st_mtime
    except OSError:
        return None
