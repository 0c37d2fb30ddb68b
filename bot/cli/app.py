"""The program: every command over one world."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

import typer

from bot.cli.backup import backup
from bot.cli.doctor import add_doctor
from bot.cli.duet import add_duet
from bot.cli.export import export
from bot.cli.games import games
from bot.cli.going import go
from bot.cli.health import health
from bot.cli.learn import learn
from bot.cli.new_game import new_game
from bot.cli.play import play
from bot.cli.privacy import erase_person, privacy
from bot.cli.reports import reports
from bot.cli.restore import restore
from bot.cli.run import run
from bot.cli.stats import stats
from bot.cli.watch import watch
from bot.cli.world import World


def app(world: Callable[[], World]) -> typer.Typer:
    """The commands over one world, which is made when the first of them needs it."""
    cli = typer.Typer(
        name="masquerade",
        help="People and language models at one table.",
        epilog="Exit codes: 0 all went well, 1 something could not be done, 2 the command or the settings are wrong, "
        "130 interrupted.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )

    @cli.callback()
    def masquerade(
        shown: Annotated[
            bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Print the version and leave.")
        ] = False,
    ) -> None:
        """People and language models at one table."""

    for job in (
        run,
        play,
        learn,
        watch,
        export,
        games,
        stats,
        new_game,
        privacy,
        erase_person,
        reports,
        backup,
        restore,
        health,
    ):
        cli.command()(_command(job, world))
    add_duet(cli, world)
    add_doctor(cli)
    return cli


def _command(job: Callable[..., Coroutine[Any, Any, None]], world: Callable[[], World]) -> Callable[..., None]:
    """A command that carries out `job` in the world; what is typed are its other parameters."""

    @functools.wraps(job)
    def command(**typed: Any) -> None:
        go(lambda: job(world(), **typed))

    _, *parameters = inspect.signature(job, eval_str=True).parameters.values()
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return command


def _show_version(wanted: bool) -> None:
    if wanted:
        from bot.version import version

        typer.echo(version())
        raise typer.Exit
