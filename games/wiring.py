"""A game wired by convention: whatever its modules call as a field of `Game` is that field."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from games.core import Action, Event, Game, Options, kinds, rules_of


def gather(package: str, *rooms: ModuleType, **more: Any) -> Game[Any]:
    """The game of these modules. `asks`, `decide`, `scene` and all else that a game has are what the first of them has under that
    name, from its `name` to its `feed`; `blank` is its State, `options` its Options, `events` and `actions` are those that they
    define, and the rules lie in the package's `rules.md`. `more` is said here."""
    own = [each for room in rooms for each in kinds(room, object) if each.__module__ == room.__name__]
    found: dict[str, Any] = {
        "manual": rules_of(package),
        "events": tuple(each for each in own if issubclass(each, Event)),
        "actions": tuple(each for each in own if issubclass(each, Action)),
        "options": next(each for each in own if issubclass(each, Options)),
        "blank": next(each for each in own if each.__name__ == "State"),
    }
    for name in Game.parts():
        if room := next((each for each in rooms if hasattr(each, name)), None):
            found[name] = getattr(room, name)
    return Game.of(**found | more)
