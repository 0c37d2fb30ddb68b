"""Custom ids: what a button or form means, readable after any restart, and never made from what is hidden.

`m|cell|<table>|<index>|<moment>`, `m|do|<table>|<control>|<moment>`, `m|yes|<table>|<control>|<moment>`,
`m|own|<table>|<control>|<moment>`, `m|ok|<table>|<index>|<control>|<ask>`, `m|form|<table>|<action>|<ask>|<control>`,
`m|speak|<table>|<room>`, `m|heard|<table>`, `m|sheet|<table>|<label>`, `m|key|<table>`, `m|browser|<table>`, `m|lobby|<table>|<what>|<wish>` and so on.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, NamedTuple

import discord

from games.core import Action
from games.scene import Control
from games.wire import dump

SURFACE = "discord"
_OURS = re.compile(rf"{SURFACE}(:[0-9]{{1,20}})+")
LONGEST = 100
_SEPARATOR = "|"


class Pressed(NamedTuple):
    """A custom id, taken apart."""

    what: str
    table: str
    rest: tuple[str, ...]


def make(what: str, table: str, *rest: object) -> str:
    """The custom id for `what` at that table."""
    made = _SEPARATOR.join(["m", what, table, *map(str, rest)])
    if len(made) > LONGEST:
        raise ValueError(f"custom id longer than {LONGEST}: {made}")
    return made


def read(custom_id: str) -> Pressed | None:
    """What a custom id of ours says; None for one that is not ours."""
    parts = custom_id.split(_SEPARATOR)
    return Pressed(parts[1], parts[2], tuple(parts[3:])) if len(parts) >= 3 and parts[0] == "m" else None


def mark(text: str) -> str:
    """`text` itself when it is short and harmless, or else a digest of it: moments and ask keys in custom ids."""
    return text if len(text) <= 30 and _SEPARATOR not in text else hashlib.sha256(text.encode()).hexdigest()[:16]


def control_mark(control: Control) -> str:
    """Which control this is: its action's name, and a digest of the action's fields when it has any; of what a form is filled
    with nothing."""
    if isinstance(control.action, type):
        name = control.action.__name__
        return name[:30] if control.filled is None else f"{name[:20]}-{_short(control.label)}"
    return action_mark(control.action)


def filled_mark(control: Control | None) -> list[str]:
    """Which control it is, where it has filled in a form; else nothing."""
    return [control_mark(control)] if control is not None and control.filled is not None else []


def action_mark(action: Action) -> str:
    written = dump(action)
    name = type(action).__name__
    plain = written == f'{{"type":"{name}"}}'
    return name[:30] if plain else f"{name[:20]}-{_short(written)}"


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def number(*parts: str) -> int:
    """A number for a message's outermost component, the same for the same parts: by it a message is known again."""
    return int.from_bytes(hashlib.sha256(_SEPARATOR.join(parts).encode()).digest()[:4], "big") % 2_000_000_000 + 1000


def person(user: str) -> discord.Object:
    """Somebody on Discord, by the house's id for them."""
    return discord.Object(int(user.partition(":")[2]))


def user_of(id: int | str) -> str:
    """Somebody on Discord in the house's words."""
    return f"{SURFACE}:{id}"


def place_of(channel: Any) -> str:
    """A channel or thread in the house's words."""
    return place_at(channel.guild.id, channel.id)


def place_at(guild: int | None, channel: int) -> str:
    return f"{SURFACE}:{guild}:{channel}"


def server(guild: int | None) -> str:
    """A Discord server in the house's words."""
    return f"{SURFACE}:{guild}"


def guild_of(place: str) -> int:
    """The Discord server that a place of ours is on."""
    return int(place.split(":")[1])


def ours(id: str) -> bool:
    """Whether a place is on Discord, or a person: one that Discord could have named."""
    return _OURS.fullmatch(id) is not None


def cause_of(message: int) -> str:
    """The cause of a move that somebody made by writing this message."""
    return f"{SURFACE}:message:{message}"
