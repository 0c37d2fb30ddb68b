"""Events, actions and options as JSON and back: the same classes that the rules use, checked at the edge.

A record travels as its fields beside a `type`, its class's name: `{"type":"ClueGiven","team":"red",…}`.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

from pydantic import TypeAdapter

from games.core import (
    Action,
    Announced,
    Ask,
    Audience,
    Cancel,
    Cancelled,
    Event,
    Game,
    Hinted,
    Hosts,
    LetBack,
    LookedUp,
    Pause,
    Paused,
    Resume,
    Resumed,
    SatIn,
    Seat,
    Seated,
    Skipped,
    StoodIn,
    Told,
    VotedOut,
)

R = TypeVar("R")

HOUSE_EVENTS: tuple[type[Event], ...] = (
    Seated, Paused, Resumed, Cancelled, LookedUp, StoodIn, Announced, Hinted, SatIn, VotedOut, LetBack, Skipped, Hosts,
)  # fmt: skip
HOUSE_ACTIONS: tuple[type[Action], ...] = (Pause, Resume, Cancel)


def adapter(kind: type[R]) -> TypeAdapter[R]:
    """The reader and writer of one record class, made once: making it costs a hundred times its use."""
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]


_adapters: dict[type[Any], TypeAdapter[Any]] = {}


def dump(thing: Event | Action) -> str:
    """One line of JSON. The class stands beside the fields under `type`."""
    kind = type(thing)
    fields = adapter(kind).dump_json(thing).decode()
    return f'{{"type":"{kind.__name__}"' + (f",{fields[1:]}" if len(fields) > 2 else "}")


def load_event(game: Game[Any], text: str, version: int | None = None) -> Event:
    """The event that `dump` wrote, brought up to date if an earlier version of the game wrote it. ValueError: not one."""
    if version is not None and version != game.rules.version:
        text = json.dumps(game.rules.upcast(version, json.loads(text)))
    return _load(_kinds(game.rules.events + HOUSE_EVENTS), text, f"an event of {game.name}")


def load_action(game: Game[Any], text: str, ask: Ask | None = None) -> Action:
    """The action that `dump` wrote, perhaps in a form made for that question. ValueError (pydantic's, with every field's
    mistake) when it is none of this game's."""
    return _load(
        _kinds(game.rules.actions + HOUSE_ACTIONS + (ask.forms if ask else ())), text, f"an action of {game.name}"
    )


def dump_audience(to: Audience) -> str | None:
    """An audience as stored: None for everyone, else seats in order, separated by spaces."""
    return None if to is None else " ".join(sorted(to))


def load_audience(text: str | None) -> Audience:
    return None if text is None else frozenset(Seat(seat) for seat in text.split())


def dump_told(told: Told) -> dict[str, Any]:
    """One entry of the log for exports: its audience (null is everyone) and the event."""
    return {"to": None if told.to is None else sorted(told.to), "event": json.loads(dump(told.event))}


def _kinds(classes: tuple[type[R], ...]) -> dict[str, type[R]]:
    return {each.__name__: each for each in classes}


def _load(kinds: dict[str, type[R]], text: str, what: str) -> R:
    fields = json.loads(text)
    kind = str(fields.get("type")) if isinstance(fields, dict) else text[:40]
    if kind not in kinds:
        raise ValueError(f"“{kind}” is not {what}.")
    reader: TypeAdapter[R] = adapter(kinds[kind])
    return reader.validate_json(text)
