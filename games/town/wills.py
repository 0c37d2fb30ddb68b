"""The papers of the built-in players: the will that is found when they die, and the note that a killer leaves."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.core import Seat
from games.town.people import RoleName
from games.town.state import State
from games.town.voice import Entry


def log_of(view: State, seat: Seat) -> tuple[Entry, ...]:
    """What the seat truly did and learned, night by night."""
    return ()


def will_of(view: State, seat: Seat, role: RoleName | None = None, log: Sequence[Entry] | None = None) -> str:
    """The will that the seat would keep: as the role it claims (None: what it is), with the log (None: its true one), one
    line a night, at most 400 characters."""
    return ""


def death_note(rng: random.Random) -> str:
    """What a killer leaves with a victim."""
    return ""
