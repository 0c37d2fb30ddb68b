"""A game wired by convention: whatever its modules call as `Game` does is that field of it."""

from __future__ import annotations

from dataclasses import fields
from types import ModuleType
from typing import Any

from games.core import Action, Event, Game, Options, kinds, rules_of


def gather(package: str, *rooms: ModuleType, **more: Any) -> Game[Any]:
    """The game of these modules. `asks`, `decide`, `scene` and all other fields of `Game` are what the first of them has under
    that name, from its `name` to its `feed`; `blank` is its State, `options` its Options, `events` and `actions` are those that they define, and the rules lie
    in the package's `rules.md`. `more` are fields that are said here."""
    found: dict[str, Any] = {"rules": rules_of(package)}
    own = [each for room in rooms for each in kinds(room, object) if each.__module__ == room.__name__]
    found["events"] = tuple(each for each in own if issubclass(each, Event))
    found["actions"] = tuple(each for each in own if issubclass(each, Action))
    found["options"] = next(each for each in own if issubclass(each, Options))
    found["blank"] = next(each for each in own if each.__name__ == "State")
    for field in fields(Game):
        if room := next((each for each in rooms if hasattr(each, field.name)), None):
            found[field.name] = getattr(room, field.name)
    return Game(**found | more)
