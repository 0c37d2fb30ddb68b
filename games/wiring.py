"""A company's game wired by convention: whatever its modules call as a field of `Game` is that field."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from games import circle, company
from games.core import Action, Event, Game, Options, Seat, kinds, pages_of, rules_of
from games.scene import Scene

HINTS = "hints.md"
HOUSE = (company, circle)
"""What a game has that none of its own modules has."""


def gather(package: str, *rooms: ModuleType, **more: Any) -> Game[Any]:
    """The game of these modules, or of the package alone. `asks`, `decide`, `scene` and all else that a game has, from its
    `name` to its `feed`, is what the first of them has under that name, or else what every company has; `blank` is its State,
    `options` its Options, `events` and `actions` are those that they define, the rules lie in the package's `rules.md`, hints for
    whoever learns the game in its `hints.md`, and what a scene leaves out is completed. What a module only imports is none of its own. `more` are fields that are said here."""
    every = (*(rooms or (sys.modules[package],)), *HOUSE)
    own: dict[str, type] = {}
    for room in every:
        for kind in kinds(room, object):
            if kind.__module__ == room.__name__:
                own.setdefault(kind.__name__, kind)
    options = next(each for each in own.values() if issubclass(each, Options))
    found: dict[str, Any] = {
        "manual": rules_of(package),
        "events": tuple(each for each in own.values() if issubclass(each, Event)),
        "actions": tuple(each for each in own.values() if issubclass(each, Action)),
        "options": options,
        "blank": partial(own["State"], options=options()),
    }
    if Path(str(sys.modules[package].__file__)).with_name(HINTS).is_file():
        found["hints"] = pages_of(package, HINTS)
    for name in Game.parts():
        having = [each for each in every if _is_own(each, name)]
        two = len(having) > 1 and having[1] not in HOUSE
        if two and getattr(having[0], name) is not getattr(having[1], name):
            raise TypeError(f"{having[0].__name__} and {having[1].__name__} both have a “{name}”, and a game has one")
        if having:
            found[name] = getattr(having[0], name)
    draw, asks, outcome = found["scene"], found["asks"], found["outcome"]

    def scene(s: Any, seat: Seat | None) -> Scene:
        return company.completed(draw(s, seat), s, seat, {each: asks(s, each) for each in s.seats}, outcome(s))

    return Game.of(**found | {"scene": scene} | more)


def _is_own(room: ModuleType, name: str) -> bool:
    """Whether the module itself has something of that name: not what it imported from elsewhere."""
    has = getattr(room, name, None)
    if has is None or isinstance(has, ModuleType):
        return False
    return not isinstance(has, (FunctionType, type)) or has.__module__ == room.__name__
