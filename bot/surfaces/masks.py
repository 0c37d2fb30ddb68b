"""Which mask each seat wears: at a table nobody is a colour, everybody is a mask and a name.

`faces/masks.png` has them all, drawn by `tools/faces.py`: a column a mask, two rows (without and with a plume) for each look.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from games.core import Seat

TINTS = {
    "fox": "#DB5A26",
    "bear": "#8C5632",
    "owl": "#6D4A8C",
    "hare": "#C9697A",
    "stag": "#35774F",
    "raven": "#33446F",
    "ram": "#566079",
    "moth": "#24857E",
}
"""The masks in the order in which seats take them, and the paper that each is cut from."""

Look = Literal["living", "asked", "dead"]
LOOKS: tuple[Look, ...] = get_args(Look)
"""What is behind the eyes: ink, lamp light, or nothing."""

SIDE = 96
"""A mask's width and height in the sheet, in pixels."""


class Mask(NamedTuple):
    """A mask; whoever comes ninth or later wears one of the eight again, with a plume."""

    name: str
    plume: bool = False

    @property
    def tint(self) -> str:
        return TINTS[self.name]


MASKS = tuple(Mask(name, plume) for plume in (False, True) for name in TINTS)


def mask_of(seats: Sequence[Seat], seat: Seat) -> Mask:
    """The mask of a seat, by its place among all `seats` of its game; of somebody who is not among them, the first."""
    return MASKS[seats.index(seat) % len(MASKS) if seat in seats else 0]


def place_of(mask: Mask, look: Look = "living") -> tuple[int, int]:
    """Where the mask is in the sheet: its left and upper edge, in pixels."""
    row = 2 * LOOKS.index(look) + mask.plume
    return list(TINTS).index(mask.name) * SIDE, row * SIDE
