"""`masquerade reports`: what people reported to the owner."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated

import typer

from bot.cli.world import World, Wrong


async def reports(
    world: World,
    delete: Annotated[
        list[str] | None, typer.Option("--delete", metavar="ID", help="Delete this one; may be repeated.")
    ] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Delete all of them.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """List what people reported that AIs said: the line, the model and its prompt's hash, the reason."""
    from bot.cli.opening import open_store
    from bot.reports import KIND
    from games.core import tidy

    world.speak(True)
    async with open_store(world) as store:
        kept = await store.all(KIND)
        if unknown := [id for id in delete or () if id not in kept]:
            raise Wrong(f"There is no report “{unknown[0]}”.", 1)
        going = list(kept) if clear else list(delete or ())
        for id in going:
            await store.put(KIND, id, None)
    if going or clear:
        typer.echo(f"Deleted: {len(going)}.")
        return
    if as_json:
        typer.echo(json.dumps([{"id": id, **each} for id, each in kept.items()], ensure_ascii=False))
        return
    if not kept:
        typer.echo("Nobody has reported anything.")
    for id, each in kept.items():
        when = datetime.fromtimestamp(each["at"]).strftime("%Y-%m-%d %H:%M")
        typer.echo(f"{id}  {when}  {each['title']} ({each['game']}), by {each['by'] or 'somebody who was forgotten'}")
        for line in each["lines"]:
            made = " · ".join(filter(None, (line["model"] or line["source"], line["prompt_hash"][:12])))
            typer.echo(f"  {tidy(line['name'])} ({line['seat']}, {made or 'built-in'}): {tidy(line['text'])}")
        if each["reason"]:
            typer.echo(f"  Why: {tidy(each['reason'])}")
