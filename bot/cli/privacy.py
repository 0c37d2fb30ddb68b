"""`masquerade privacy` and `masquerade erase-person`: what is kept about somebody, and how it goes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.files import write
from bot.cli.folder import nobody_else
from bot.cli.world import World, Wrong

USER_HELP = "A person's id: discord:1234, web:0123456789abcdef or terminal."


async def privacy(
    world: World,
    user: Annotated[str, typer.Argument(metavar="USER", help=USER_HELP)] = "terminal",
    out: Annotated[Path | None, typer.Option(help="Write all of it, as JSON, to this file.")] = None,
) -> None:
    """Say what is kept about a person, and for how long; or write all of it to a file."""
    from bot import privacy as kept
    from bot.cli.opening import open_hall

    world.speak(True)
    _check(user)
    async with open_hall(world) as hall:
        found = await kept.summary(hall, user)
        if out is not None and not found.empty:
            document = await kept.export(hall, user)
            await write(out, json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    if found.empty:
        raise Wrong(kept.NOBODY, 1)
    if out is None:
        for line in (*kept.in_sentences(found), kept.retention(world.keep_days), kept.WHO_GETS_IT):
            typer.echo(line)


async def erase_person(world: World, user: Annotated[str, typer.Argument(metavar="USER", help=USER_HELP)]) -> None:
    """Forget a person: their id and name go from everything that is kept, and AIs play on for them. Stop the bot first."""
    from bot import privacy as kept
    from bot.cli.opening import open_hall

    world.speak(True)
    _check(user)
    # Whoever plays on would write down again what they remember.
    with nobody_else(world.data):
        async with open_hall(world, store=await world.store()) as hall:
            await hall.reopen((), start=False)
            erased = await hall.erase_person(user)
            if user.startswith("discord:"):
                await kept.leave_word(hall, erased)
    if not erased.known:
        raise Wrong(kept.NOBODY, 1)
    typer.echo(f"Forgotten, in {erased} game{'' if erased == 1 else 's'}.")
    if user.startswith("discord:"):
        typer.echo(
            "What the bot posted in channels is drawn anew when it starts next, as far as Discord lets it; DMs, threads' names and people's "
            "own messages stay until they are deleted there."
        )
    if erased.still:
        raise Wrong(kept.remains(erased), 1)


def _check(user: str) -> None:
    """Wrong where nobody could have such an id."""
    from bot.privacy import well_formed

    if not well_formed(user):
        raise Wrong(
            f"“{user}” is no id. One from Discord looks like discord:123456789012345678 (right-click somebody with Developer Mode on, "
            "“Copy User ID”), one from a browser like web:0123456789abcdef; whoever plays here is terminal."
        )
