"""The games: pure rules that say what happens and who hears it. Every folder here that exports `GAME` is one."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.core import Game


@cache
def all_games(library: Path | None = None) -> dict[str, Game[Any]]:
    """Every game in this folder by name, in alphabetical order, with what the folder `library` has for it besides."""
    from games.core import Game  # it takes its time, which is for those who play

    found: dict[str, Game[Any]] = {}
    for info in pkgutil.iter_modules(__path__):
        if info.ispkg:
            game = getattr(importlib.import_module(f"{__name__}.{info.name}"), "GAME", None)
            if isinstance(game, Game):
                found[game.name] = game.stocked(library) if library is not None and game.stocked else game
    return found
