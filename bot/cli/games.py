"""`masquerade games`: what is stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bot.cli.world import World

if TYPE_CHECKING:
    from bot.ports import Saved
    from games.core import Game


async def games(world: World, as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """List the games there are, and those that were played."""
    from rich.text import Text

    from bot.cli.choosing import show_game
    from bot.cli.counting import listing
    from bot.cli.opening import open_store
    from bot.surfaces.terminal.console import Screen

    world.speak(True)
    async with open_store(world) as store:
        stored, damaged = await store.recent_games(100), await store.unreadable(100)
    if as_json:
        document = {
            "available": [
                {"name": game.name, "title": game.title, "summary": game.summary, "presets": list(game.lobby.presets())}
                for game in world.games().values()
            ],
            "stored": [
                {
                    "id": saved.id,
                    "game": saved.game,
                    "created": saved.created,
                    "ended": saved.ended,
                    "seats": {seat: {"kind": each.kind, "name": each.name} for seat, each in saved.seats.items()},
                }
                for saved in stored
            ],
            "unreadable": damaged,
        }
        typer.echo(json.dumps(document, ensure_ascii=False))
        return
    console = Screen(highlight=False)
    console.print("Games that can be played:")
    for game in world.games().values():
        show_game(console, game.name, game)
    for sentence in damaged:
        console.print(sentence, markup=False)
    if not stored:
        if not damaged:
            console.print("No game has been played here yet.")
        return
    rows = listing("Games that were played", "Id", "Game", "When", "State", "Who")
    for saved in stored:
        when = datetime.fromtimestamp(saved.created).strftime("%Y-%m-%d %H:%M")
        who = ", ".join(dict.fromkeys(Text(each.name).plain for each in saved.seats.values()))
        rows.add_row(saved.id, _preset_of(world.games(), saved), when, "over" if saved.ended else "running", Text(who))
    console.print(rows)


def _preset_of(games: Mapping[str, Game[Any]], saved: Saved) -> str:
    """The name by which a stored game is played: its preset's, or its own."""
    presets = games[saved.game].lobby.presets() if saved.game in games else {}
    fitting = (name for name, options in presets.items() if options.items() <= saved.options.items())
    return next(fitting, saved.game)
