"""`masquerade restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.cli.folder import nobody_else
from bot.cli.world import World


async def restore(
    world: World, file: Annotated[Path, typer.Argument(metavar="FILE", help="What `masquerade backup` has written.")]
) -> None:
    """Go back to a backup. Stop the bot first; what is there now is kept beside it."""
    from bot.cli.restoring import put_back

    world.speak(True)
    with nobody_else(world.data):
        for sentence in await put_back(world, file):
            typer.echo(sentence)
