"""`masquerade new-game`: a small game that works, to make another one of."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from bot.cli.world import World, Wrong

PARTS = {"game.txt": "{package}/__init__.py", "rules.txt": "{package}/rules.md", "test.txt": "test_{package}.py"}
"""What is laid, by the template that it is made of."""


async def new_game(
    world: World,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called, for example “rock-paper-scissors”.")],
    folder: Annotated[Path, typer.Option(help="Where it is laid: a folder for games of your own.")] = Path("my-games"),
) -> None:
    """Lay a folder with a small game that works, its rules and its test, to make a game of your own of it."""
    called = re.sub(r"[\s_]+", "-", name.strip()).casefold()
    if not re.fullmatch(r"[a-z][a-z0-9-]{1,30}", called):
        raise Wrong(f"“{name}” is no name for a game: write it in letters from a to z, with “-” between words.")
    if called in world.games():
        raise Wrong(f"There is a game “{called}” already.")
    words = {"name": called, "package": called.replace("-", "_"), "title": called.replace("-", " ").capitalize()}
    words["place"] = str(folder / f"test_{words['package']}.py")
    laid = {each: folder / where.format(**words) for each, where in PARTS.items()}
    if there := next((path for path in laid.values() if path.exists()), None):
        raise Wrong(f"{there} is there already; nothing was changed.")
    try:
        for each, path in laid.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            text = files("bot").joinpath("template", each).read_text(encoding="utf-8")
            path.write_text(Template(text).substitute(words), encoding="utf-8")
    except OSError as failed:
        raise Wrong(f"The game cannot be written: {failed}.", 1) from None
    typer.echo(
        f"{words['title']} lies in {folder / words['package']}. Play it: MASQUERADE_GAMES={folder} masquerade play {called}"
    )
    typer.echo(
        f"Its laws: .venv/bin/python -m pytest -q -c pyproject.toml {words['place']}. How to go on: docs/new-game.md"
    )
