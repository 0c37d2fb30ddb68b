"""Which mask a seat wears: eight of one family, and for a ninth seat and on the same eight with a plume."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.core import Seat

MASKS = ("fox", "bear", "owl", "hare", "stag", "raven", "ram", "moth")


class Mask(NamedTuple):
    """A mask by name; from the ninth seat on it has a plume."""

    name: str
    plume: bool = False


def mask_of(seats: Sequence[Seat], seat: Seat) -> Mask:
    """The mask of `seat` at a table of these, in the game's order."""
    at = seats.index(seat) if seat in seats else 0
    return Mask(MASKS[at % len(MASKS)], at // len(MASKS) % 2 == 1)
