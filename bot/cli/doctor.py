"""`masquerade doctor`: whether everything is there that the bot needs, and how to mend what is not."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.going import go
from bot.cli.world import DATABASE

if TYPE_CHECKING:
    from bot.checkup import Finding

ENV_FILE = Path(".env")


def add_doctor(cli: typer.Typer) -> None:
    """Adds the command `doctor`. It makes no world: settings that cannot be used are a finding like others."""

    @cli.command()
    def doctor(
        channel: Annotated[
            str | None,
            typer.Option(
                metavar="CHANNEL",
                help="A Discord channel, by name, id or mention: what the bot may do there, and lacks.",
            ),
        ] = None,
        call: Annotated[
            bool, typer.Option("--call", help="Ask every model for one word, which costs a little.")
        ] = False,
        as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    ) -> None:
        """Look whether all is there that the bot needs, and say how to mend what is not. It changes nothing, and shows no key.

        Exit code 1 when something has to be mended (✗); what deserves a look (!) is none.
        """
        go(lambda: _examine(_findings(channel, call), as_json))


async def _examine(findings: AsyncIterator[Finding], as_json: bool) -> None:
    found: list[Finding] = []
    async for each in findings:
        if each in found:  # two models may share an endpoint that is out of order
            continue
        found.append(each)
        if not as_json:
            typer.echo(str(each))
    wrong = sum(each.state == "wrong" for each in found)
    if as_json:
        document = {"fine": not wrong, "findings": [dataclasses.asdict(each) for each in found]}
        typer.echo(json.dumps(document, ensure_ascii=False))
    elif wrong:
        typer.echo(f"\n{'One thing has' if wrong == 1 else f'{wrong} things have'} to be mended.")
    elif doubts := sum(each.state == "doubtful" for each in found):
        looks = "one thing deserves" if doubts == 1 else f"{doubts} things deserve"
        typer.echo(f"\nNothing stops the bot; {looks} a look (!).")
    else:
        typer.echo("\nThe bot has all that it needs.")
    if wrong:
        raise typer.Exit(1)


async def _findings(channel: str | None, call: bool) -> AsyncIterator[Finding]:
    from bot.checkup import Finding, machine
    from bot.settings import BadSettings, read_settings

    for each in machine.python():
        yield each
    for each in machine.settings_file(ENV_FILE):
        yield each
    try:
        settings = read_settings(ENV_FILE)
    except BadSettings as bad:
        for mistake in bad.mistakes:
            yield Finding("settings", "wrong", mistake)
        yield Finding("settings", "doubtful", "The rest was not looked at", "mend the settings first")
        return
    yield Finding("settings", "fine", "The settings can be used")
    for doubt in settings.doubts:
        yield Finding("settings", "doubtful", doubt)
    for each in machine.data(settings.data, settings.data / DATABASE):
        yield each
    if settings.backups is not None:
        for each in machine.backups(settings.backups):
            yield each
    for each in machine.browsers(settings.web, settings.site):
        yield each
    # Each of these takes its time to be imported.
    from bot.checkup.commands import registered
    from bot.checkup.models import models
    from bot.checkup.on_discord import discord_findings

    async for each in models(settings.specs, call):
        yield each
    if settings.rewording:
        said = f"{settings.rewording} says in other words what built-in players say: a call for each sentence"
        yield Finding("models", "fine", said)
    findings = discord_findings(
        settings.discord_token.get_secret_value(),
        settings.message_content,
        channel,
        guilds=settings.guilds,
        servers=settings.servers,
        registered=registered(settings.data / DATABASE),
    )
    async for each in findings:
        yield each
