"""Which version of its prompts a game is played with: a short hash of all that writes them, other whenever one of them may be."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from games.core import Game

WRITERS = ("agent", "briefing", "dictated", "narrator", "reader", "reply", "rewording", "steps")
"""The modules beside this one that put prompts together."""

WRITTEN = (".md", ".py", ".yaml")


def version_of(game: Game[Any]) -> str:
    """The version of that game's prompts: of the house's files, and of its own. What two friends wrote for a pair of prompts stands
    in the game's options."""
    # A game's events are classes of its own, whatever else it has from the house.
    module = sys.modules[game.rules.events[0].__module__]
    first, *rest = (module.__package__ or "").split(".")
    return _hashed(".".join((first, *rest[:1])))


@cache
def _hashed(package: str) -> str:
    found = hashlib.sha256()
    here = files("bot.players")
    for name, text in (
        *((each, here.joinpath(f"{each}.py").read_bytes()) for each in WRITERS),
        *_under(files("prompts")),
        *(_under(files(package)) if package else ()),
    ):
        found.update(f"{name}\0{len(text)}\0".encode() + text)
    return found.hexdigest()[:12]


def _under(folder: Traversable, above: str = "") -> Iterator[tuple[str, bytes]]:
    """Every file that something is written in, by its path, in order."""
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _under(each, f"{above}{each.name}/")
        elif each.name.endswith(WRITTEN):
            yield f"{above}{each.name}", each.read_bytes()
