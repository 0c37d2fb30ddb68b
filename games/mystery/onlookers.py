"""What they see of a murder mystery who do not play, or no more: the graveyard, bets, and what somebody was."""

from __future__ import annotations

from games.core import TABLE, Market, Room, Seat
from games.mystery.state import State


def part(s: State, seat: Seat) -> str:
    """What the seat was, when all has been told."""
    return s.role(seat) or "" if s.ended is not None else ""


def rooms(s: State) -> tuple[Room, ...]:
    """The graveyard, where the dead hear everything; in a game of AIs a room where everybody may."""
    if s.backstage:
        about = "Everything that is hidden at the table is told here: roles, choices, what the AIs think. Nobody who plays reads it."
        return (Room("backstage", "Behind the scenes", about, TABLE, None),)
    dead = frozenset(death.seat for death in s.deaths)
    about = "The dead hear everything here, and tell it to nobody alive."
    return (Room("graveyard", "The graveyard", about, TABLE, dead),) if dead else ()


def market(s: State) -> Market | None:
    """Who did it? Bets are taken until somebody has been hanged, and count when all is told."""
    if not s.seats:
        return None
    guilty = frozenset(f"{{{seat}}}" for seat in s.known_murderers) if s.ended else frozenset()
    return Market("Who did it?", tuple(f"{{{seat}}}" for seat in s.seats), s.ended is None and not s.revealed, guilty)
