"""`masquerade stats`: what all games came to."""

from __future__ import annotations

import dataclasses
import json
import time
from typing import Annotated

import typer

from bot.cli.world import World


async def stats(
    world: World,
    days: Annotated[float | None, typer.Option(min=0, help="Only games that began in the last so many days.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Count what was played: how much of it, by game and by model, and why something else moved for a seat."""
    from rich.console import Console

    from bot.cli.counting import listing, paid
    from bot.cli.opening import open_store

    world.speak(True)
    async with open_store(world) as store:
        found = await store.figures(since=0.0 if days is None else time.time() - days * 24 * 3600)
    if as_json:
        typer.echo(json.dumps(dataclasses.asdict(found), ensure_ascii=False))
        return
    console = Console(highlight=False)
    if not found.games:
        console.print("No game has been played here yet." if days is None else "No game has begun in that time.")
        return
    cost = ("Calls", "Tokens", "US $")
    games = listing("Games", "Game", right=("Begun", "Over", "Moves", "Fallbacks", *cost))
    for game in found.games:
        counts = (game.games, game.over, game.moves, game.fallbacks, game.calls, game.tokens)
        games.add_row(game.game, *map(str, counts), paid(game.dollars, game.unpriced))
    console.print(games, "")
    if found.models:
        models = listing("Models", "Model", right=("Calls", "No use", "Tokens", "US $"))
        for model in found.models:
            models.add_row(
                model.model, *map(str, (model.calls, model.useless, model.tokens)), paid(model.dollars, model.unpriced)
            )
        console.print(models, "")
    if found.whys:
        whys = listing("Why something else moved", "Why", right=("Moves",))
        for why, n in found.whys:
            whys.add_row(why, str(n))
        console.print(whys, "")
