"""The games: pure rules that say what happens and who hears it. Every folder here that exports `GAME` is one, and so are those
that come from elsewhere: entry points of the group `masquerade.games`, and the packages of a folder of one's own."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from games.core import Game

GROUP = "masquerade.games"
"""The entry points by which an installed package brings a game."""


class Found(NamedTuple):
    """Games by name, in alphabetical order, and a sentence about each that cannot be played."""

    games: dict[str, Game[Any]]
    wrong: tuple[str, ...]


def all_games(library: Path | None = None, folder: Path | None = None) -> dict[str, Game[Any]]:
    """Every game there is, by name, with what the folder `library` has for it besides; with those of `folder`."""
    return find_games(library, folder).games


@cache
def find_games(library: Path | None = None, folder: Path | None = None) -> Found:
    """The same, and what is wrong with those that others have made: each by itself, whatever is wrong with the rest."""
    from games.core import Game  # it takes its time, which is for those who play

    found: dict[str, Game[Any]] = {}
    for info in pkgutil.iter_modules(__path__):
        if info.ispkg:
            game = getattr(importlib.import_module(f"{__name__}.{info.name}"), "GAME", None)
            if isinstance(game, Game):
                found[game.name] = game.stocked(library) if library is not None and game.stocked else game
    house, wrong = dict(found), []
    for where, load in _elsewhere(folder):
        try:
            game = load()
        except Exception as failed:  # whatever somebody else's game does, the others are played
            wrong.append(f"The game in {where} cannot be played: {type(failed).__name__}: {failed}.")
            continue
        if not isinstance(game, Game):
            wrong.append(f"The game in {where} cannot be played: it exports no GAME that is a Game.")
        elif game.name in found:
            taken = "comes with the house" if game.name in house else "is there already"
            wrong.append(f"The game in {where} cannot be played: one called “{game.name}” {taken}.")
        else:
            found[game.name] = game
    return Found(dict(sorted(found.items())), tuple(wrong))


def _elsewhere(folder: Path | None) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Where games of others lie, and how each is had."""
    for point in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        yield point.value, point.load
    for info in pkgutil.iter_modules([str(folder)]) if folder is not None else ():
        if info.ispkg and folder is not None:
            yield str(folder / info.name), partial(_package, folder, info.name)


def _package(folder: Path, name: str) -> Any:
    """The game of a package in somebody's folder, imported by its own name."""
    place = str(folder.resolve())
    if place not in sys.path:
        sys.path.append(place)  # behind all else: it takes no name from the house or from Python
    package = importlib.import_module(name)
    if Path(package.__file__ or "").resolve().parent != folder.resolve() / name:
        raise ImportError(f"another package is called “{name}”: rename the folder")
    return getattr(package, "GAME", None)
