"""The games: pure rules that say what happens and who hears it. Every folder here that exports `GAME` is one."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from games.core import Game


@cache
def all_games() -> dict[str, Game[Any]]:
    """Every game in this folder by name, in alphabetical order."""
    found: dict[str, Game[Any]] = {}
    for info in pkgutil.iter_modules(__path__):
        if info.ispkg:
            game = getattr(importlib.import_module(f"{__name__}.{info.name}"), "GAME", None)
            if isinstance(game, Game):
                found[game.name] = game
    return found
