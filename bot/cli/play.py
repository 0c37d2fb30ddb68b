"""`masquerade play`."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli.typed import Given, Pace, Seed, Size, Specs, Strong, Wanted
from bot.cli.world import World


async def play(
    world: World,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Which game; without it you are asked, in a terminal.")
    ] = None,
    seat: Annotated[str | None, typer.Option(help="The seat you take, for example red-1.")] = None,
    wish: Annotated[
        str | None, typer.Option("--as", metavar="WISH", help="What you would like to be, for example spymaster.")
    ] = None,
    seed: Seed = None,
    players: Specs = "",
    size: Size = None,
    strength: Strong = None,
    option: Given = None,
    timers: Annotated[bool, typer.Option("--timers", help="Play against the clock.")] = False,
    name: Annotated[str, typer.Option(help="What the others call you.")] = "",
    pace: Pace = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the game you left last, or with the one whose id you name.")
    ] = False,
) -> None:
    """Play a game in this terminal, against and with AIs."""
    from bot.cli import choosing, playing

    world.speak(True)
    if resume:
        await playing.resume(world, pace, game)
        return
    preset = choosing.preset(world, game or choosing.chosen(world))
    strength = strength or ("" if game or players else choosing.strength())
    at = {"strength": strength.casefold()} if strength else {}
    options = choosing.options(preset.game, option, {"timers": timers, **preset.values, **choosing.sized(size), **at})
    asked = Wanted(seat, wish, players, size, name, preset.name)
    await playing.play(world, preset.game, options, asked, seed, pace, f"play {preset.name}")
