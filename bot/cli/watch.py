"""`masquerade watch`."""

from __future__ import annotations

import secrets
import shlex
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.typed import GameName, Given, Pace, Seed, Size, Specs
from bot.cli.world import FIRST, World


async def watch(
    world: World,
    game: GameName = FIRST,
    players: Specs = "",
    games: Annotated[int, typer.Option(min=1, help="How many games; more than one are counted, not told.")] = 1,
    seed: Seed = None,
    pace: Pace = None,
    json_file: Annotated[
        typer.FileTextWrite | None,
        typer.Option(
            "--json",
            metavar="FILE",
            encoding="utf-8",
            help="Write one line of JSON a game; - is standard output.",
        ),
    ] = None,
    size: Size = None,
    option: Given = None,
    parallel: Annotated[int, typer.Option(min=1, help="How many games at once, when models play.")] = 4,
    everything: Annotated[
        bool, typer.Option("--all", "--behind", help="See what every seat sees, and what models think.")
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw what was counted: a .png or .svg file, or a folder for a file a figure."
        ),
    ] = None,
) -> None:
    """Let AIs play, and look on; or let them play many games, and count."""
    from bot.cli import choosing, counting, watching

    world.speak(True)
    preset = choosing.preset(world, game)
    options = choosing.options(preset.game, option, {**preset.values, **choosing.sized(size)})
    seats = watching.seats(world, preset.game, options, size, players or "built-in")
    if plot is not None:
        counting.check_plot(preset.game, plot)
    if json_file is not None:
        json_file.flush()  # opens it, before the first game and after all that may be wrong with what was typed
    many = watching.Many(preset.game, options, seats, games, seed or secrets.token_hex(4), parallel, json_file)
    if games == 1 and not many.quiet:
        again = preset.name + "".join(f" -o {shlex.quote(each)}" for each in option or ())
        again += f" --size {size}" if size else ""
        states = await watching.watch_one(world, many, pace, everything, again)
    else:
        states = await watching.watch_many(world, many)
    if plot is not None:
        note = f"n = {len(states)} games, seed {many.seed}"
        await counting.draw(preset.game, preset.name, states, note, plot, many.quiet)
