"""`masquerade export`."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.files import write
from bot.cli.typed import meant
from bot.cli.world import World, Wrong, prog


async def export(
    world: World,
    id: Annotated[str, typer.Argument(metavar="ID", help="Which game; `masquerade games` lists them.")],
    format: Annotated[
        str,
        typer.Option(
            help="json, csv or md; html plays it back; png or svg draws the figures of a game that is over, where it has any."
        ),
    ] = "md",
    out: Annotated[Path | None, typer.Option(help="The file to write, instead of standard output.")] = None,
    public: Annotated[bool, typer.Option("--public", help="Only what everybody heard.")] = False,
) -> None:
    """Write a stored game down. A game that still runs shows what everybody has heard."""
    from bot import plots
    from bot.cli.opening import open_store
    from bot.export import FORMATS
    from bot.export import export as export_as
    from bot.ports import story_of
    from games.core import IllegalAction

    world.speak(True)
    formats = (*FORMATS, "html", *plots.FORMATS)
    if format not in formats:
        raise Wrong(f"“{format}” is not a format.{meant(format, formats)} There are: {', '.join(formats)}.")
    if format in plots.FORMATS and out is None and sys.stdout.isatty():
        raise Wrong(f"A picture is for a file: --out {id}.{format}")
    async with open_store(world) as store:
        saved = await store.load(id)
        if saved is None:
            known = [each.id for each in await store.recent_games(1000)]
            raise Wrong(f"There is no game “{id}”.{meant(id, known)} `{prog()} games` lists them.", 1)
        game, written = world.games()[saved.game], b""
        try:
            if format in plots.FORMATS:
                written = await asyncio.to_thread(plots.picture, game, saved, format, everything=not public)
            else:
                calls, moves = await store.calls(id), await store.moves(id)
                if format in FORMATS:
                    written = export_as(game, saved, calls, moves, format, everything=not public).encode()
                else:
                    # A web server's libraries take their time to load.
                    from bot.surfaces.web.replay import film
                    from bot.surfaces.web.sessions import Kept

                    kept = Kept(saved, story_of(saved, game), tuple(calls), tuple(moves))
                    written = (await asyncio.to_thread(film, kept, everything=not public)).encode()
        except IllegalAction as refusal:
            raise Wrong(str(refusal), 1) from None
    if out is not None:
        await write(out, written)
        if saved.ended is None and not public:
            how = f"{prog()} export {id} --format {format} --out {shlex.quote(str(out))}"
            typer.echo(f"It is what everybody has heard so far. When the game is over, this writes all of it: {how}")
    else:
        sys.stdout.buffer.write(written)
