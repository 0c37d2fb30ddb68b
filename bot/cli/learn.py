"""`masquerade learn`."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli.typed import Pace, Seed, Wanted
from bot.cli.world import World


async def learn(
    world: World,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Which game; without it you are asked, in a terminal.")
    ] = None,
    wish: Annotated[
        str | None, typer.Option("--as", metavar="WISH", help="What you would like to be, for example spymaster.")
    ] = None,
    seed: Seed = None,
    pace: Pace = None,
) -> None:
    """Learn a game by playing a short and easy one, with a hint at each new question."""
    from bot.cli import choosing, playing
    from games.core import learning

    world.speak(True)
    preset = choosing.preset(world, game or choosing.chosen(world))
    options = choosing.options(preset.game, (), {**learning(preset.game.lobby), **preset.values})
    await playing.play(
        world, preset.game, options, Wanted(wish=wish, preset=preset.name), seed, pace, f"learn {preset.name}"
    )
