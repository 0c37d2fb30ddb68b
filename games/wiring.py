"""A company's game wired by convention: whatever its modules call as a field of `Game` is that field."""

from __future__ import annotations

import sys
from functools import partial
from types import ModuleType
from typing import Any

from games import company
from games.core import Action, Event, Game, Options, Seat, kinds, rules_of
from games.scene import Scene


def gather(package: str, *rooms: ModuleType, **more: Any) -> Game[Any]:
    """The game of these modules, or of the package alone. `asks`, `decide`, `scene` and all else that a game has, from its
    `name` to its `feed`, is what the first of them has under that name, or else what every company has; `blank` is its State,
    `options` its Options, `events` and `actions` are those that they define, the rules lie in the package's `rules.md`, and
    what a scene leaves out is completed. `more` are fields that are said here."""
    every = (*(rooms or (sys.modules[package],)), company)
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
    for name in Game.parts():
        if having := next((each for each in every if hasattr(each, name)), None):
            found[name] = getattr(having, name)
    draw, asks, outcome = found["scene"], found["asks"], found["outcome"]

    def scene(s: Any, seat: Seat | None) -> Scene:
        asked = (ask for each in s.seats for ask in asks(s, each))
        return company.completed(draw(s, seat), s, seat, asked, outcome(s))

    return Game.of(**found | {"scene": scene} | more)
