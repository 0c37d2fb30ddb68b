"""`masquerade run`."""

from __future__ import annotations

import os
import select
import stat
import sys
from typing import Annotated

import typer

from bot.cli.play import play
from bot.cli.watch import watch
from bot.cli.world import FIRST, World


async def run(
    world: World,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in this terminal, and neither in browsers nor on Discord.")
    ] = False,
) -> None:
    """Serve games to browsers, and to Discord where DISCORD_TOKEN is set; or play one in this terminal."""
    piped = not terminal and not world.token and _piped()
    if not terminal and not piped and (world.token or world.web):
        from bot.cli.serving import serve

        await serve(world)
    elif piped or (sys.stdin.isatty() and sys.stdout.isatty()):
        typer.echo("Here is a game in the terminal.\n")
        await play(world, FIRST)
    else:
        typer.echo("This is not a terminal to play in: here is one game that AIs play.\n")
        await watch(world, pace=0.0)


def _piped() -> bool:
    """Whether somebody sends what is to be typed, by a pipe or from a file. A service's empty or silent input is none."""
    try:
        at = sys.stdin.fileno()
        kind = os.fstat(at)
        if stat.S_ISREG(kind.st_mode):
            return kind.st_size > 0
        if not stat.S_ISFIFO(kind.st_mode) or not select.select([at], [], [], 0.3)[0]:
            return False
        import fcntl
        import termios

        waiting = fcntl.ioctl(at, termios.FIONREAD, bytes(4))
    except (AttributeError, ImportError, OSError, ValueError):
        return False
    return bool(int.from_bytes(waiting, sys.byteorder))
