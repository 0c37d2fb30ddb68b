"""`masquerade duet`: a game from two files, played at once in this terminal, and `masquerade duet check` for whoever writes
them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.going import go
from bot.cli.typed import Pace, Seed, Specs, Wanted
from bot.cli.world import World

ManagerFile = Annotated[
    Path | None, typer.Option("--manager-prompt", "--manager", "-M", metavar="FILE", help="The manager's prompt.")
]
PlayerFile = Annotated[
    Path | None, typer.Option("--player-prompt", "--player", "-P", metavar="FILE", help="The player's prompt.")
]


def add_duet(cli: typer.Typer, world: Callable[[], World]) -> None:
    """Adds the commands `duet` and `duet check`."""
    duet = typer.Typer(invoke_without_command=True, rich_markup_mode=None)
    cli.add_typer(duet, name="duet")

    @duet.callback()
    def play(
        context: typer.Context,
        manager: ManagerFile = None,
        player: PlayerFile = None,
        model: Annotated[
            str, typer.Option("--model", "-m", metavar="MODEL", help="The model that manages and plays.")
        ] = "",
        temperature: Annotated[
            float | None, typer.Option("--temperature", "-t", min=0, max=2, help="How freely models write.")
        ] = None,
        manager_tokens: Annotated[
            int, typer.Option("--manager-max-tokens", min=16, max=8000, help="How long a display may be.")
        ] = 500,
        player_tokens: Annotated[
            int, typer.Option("--player-max-tokens", min=4, max=8000, help="How long the player's answers may be.")
        ] = 100,
        save: Annotated[
            Path | None,
            typer.Option(metavar="FILE", help="Write what was said to a file that ends in .json, .csv or .md."),
        ] = None,
        players: Specs = "",
        seed: Seed = None,
        side: Annotated[
            str, typer.Option("--side", "--as", metavar="SIDE", help="The side you play: human or player.")
        ] = "human",
        name: Annotated[str, typer.Option(help="What the others call you.")] = "",
        pace: Pace = None,
    ) -> None:
        """Play a game from two prompts in this terminal; `duet check FILES` says what is wrong with them.

        Without -M or -P the house's own prompt takes its place. The pairs that come along are played by their names:
        `masquerade play ultimatum`.
        """
        if context.invoked_subcommand is not None:
            return
        from bot.cli.pairs import play_pair

        brought = {"manager": manager, "player": player}
        options = {"manager_tokens": manager_tokens, "player_tokens": player_tokens, "temperature": temperature}
        wanted = Wanted(seat=side, specs=players, name=name)
        go(lambda: play_pair(world(), brought, options, model, wanted, seed, pace, save))

    @duet.command()
    def check(
        files: Annotated[
            list[Path],
            typer.Argument(
                metavar="FILES", help="Files called NAME_manager.md and NAME_player.md, or folders of them."
            ),
        ],
    ) -> None:
        """Say everything that is wrong with a pair of prompts, with its line."""
        from bot.cli.pairs import checked

        lines = list(checked(files))
        for line, _ in lines:
            typer.echo(line)
        if any(wrong for _, wrong in lines):
            raise typer.Exit(1)
