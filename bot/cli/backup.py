"""`masquerade backup`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.cli.world import World


async def backup(
    world: World,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where to write it; in a folder it gets a name with the date.")
    ],
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
) -> None:
    """Copy all that is stored into one file, while the bot runs or not, and look it through."""
    from bot.cli.copying import back_up, in_words

    world.speak(True)
    made = await back_up(world.database, file, force)
    typer.echo(f"Written to {made.path}: {in_words(made)}.")
