"""Draws a grid of cards as a picture: the board, a spymaster's key card, the reveal.

Every face has a mark besides its colour, so that a picture can be read without seeing colours. The same grid always gives
the same bytes.
"""

from __future__ import annotations

import io
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from games.scene import MARKS, Cell, Face, Grid

WIDE, HIGH, GAP, MARGIN = 216, 112, 10, 18
"""A card in pixels, the space between cards, and the space around them."""

SMALLEST, LARGEST = 12, 34
"""Sizes of the letters: a long word is set smaller."""

TABLECLOTH = "#22252b"
TICK = "✓"
"""The sign of a turned card, besides its fuller colour."""


class Paint(NamedTuple):
    """How a face looks: while its card is open to some eyes only, and once it is turned."""

    paper: str
    edge: str
    ink: str
    turned: str
    turned_ink: str


PAINTS: dict[Face, Paint] = {
    "hidden": Paint("#efe6d2", "#c9bb9a", "#2a2620", "#8d877a", "#ffffff"),
    "red": Paint("#f7d3cd", "#c8321f", "#7c1609", "#b3291a", "#ffffff"),
    "blue": Paint("#cfe0f5", "#1f62b4", "#0c3a73", "#1d5aa6", "#ffffff"),
    "neutral": Paint("#e9e2d0", "#8f8262", "#4b432f", "#a39673", "#1d1a12"),
    "black": Paint("#3a3a40", "#000000", "#ffffff", "#0b0b0d", "#ffffff"),
    "gold": Paint("#f8e9b8", "#b98a12", "#5e4505", "#b98a12", "#1d1704"),
}


def draw(grid: Grid) -> bytes:
    """The grid as a PNG."""
    rows = -(-len(grid.cells) // grid.columns)
    size = (2 * MARGIN + grid.columns * (WIDE + GAP) - GAP, 2 * MARGIN + rows * (HIGH + GAP) - GAP)
    image = Image.new("RGB", size, TABLECLOTH)
    canvas = ImageDraw.Draw(image)
    for i, cell in enumerate(grid.cells):
        row, column = divmod(i, grid.columns)
        _card(canvas, MARGIN + column * (WIDE + GAP), MARGIN + row * (HIGH + GAP), cell)
    out = io.BytesIO()
    image.quantize(colors=128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def _card(canvas: ImageDraw.ImageDraw, x: int, y: int, cell: Cell) -> None:
    paint = PAINTS[cell.face]
    turned = cell.done and cell.face != "hidden"
    box = (x, y, x + WIDE, y + HIGH)
    ink = paint.turned_ink if turned else paint.ink
    canvas.rounded_rectangle(box, 12, paint.turned if turned else paint.paper, paint.edge, 3 if turned else 6)
    mark = MARKS[cell.face]
    if mark:
        _write(canvas, mark, x + 26, y + 24, 24, ink)
        _write(canvas, mark, x + WIDE - 26, y + HIGH - 24, 24, ink)
    _write(canvas, cell.label, x + WIDE // 2, y + HIGH // 2, _size(cell.label), ink)
    if turned:
        _write(canvas, TICK, x + WIDE - 28, y + 26, 30, ink)


def _write(canvas: ImageDraw.ImageDraw, text: str, x: int, y: int, size: int, ink: str) -> None:
    canvas.text((x, y), text, ink, _font(size), anchor="mm")


def _size(label: str) -> int:
    """The largest letters in which the word fits its card."""
    width = _font(LARGEST).getlength(label)
    return max(SMALLEST, min(LARGEST, int(LARGEST * (WIDE - 24) / width))) if width else LARGEST


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    path = files("bot.surfaces").joinpath("fonts/DejaVuSansCondensed-Bold.ttf")
    return ImageFont.truetype(io.BytesIO(path.read_bytes()), size, layout_engine=ImageFont.Layout.BASIC)
