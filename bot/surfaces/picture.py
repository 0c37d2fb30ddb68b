"""Draws pictures: a grid of cards (the board, a spymaster's key card, the reveal), a chart of words, and somebody's own card.

Every face has a mark besides its colour, so that a picture can be read without seeing colours. The same grid, chart
or card always gives the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from games.scene import MARKS, Card, Cell, Chart, Face, Grid, Shape

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
    return _written(image)


def _card(canvas: ImageDraw.ImageDraw, x: int, y: int, cell: Cell) -> None:
    paint = PAINTS[cell.face]
    turned = cell.done and cell.face != "hidden"
    box = (x, y, x + WIDE, y + HIGH)
    ink = paint.turned_ink if turned else paint.ink
    canvas.rounded_rectangle(box, 12, paint.turned if turned else paint.paper, paint.edge, 3 if turned else 6)
    mark = MARKS[cell.face]
    if mark:
        _write(canvas, mark, 24, x + 26, y + 24, ink)
        _write(canvas, mark, 24, x + WIDE - 26, y + HIGH - 24, ink)
    label = _fitting(cell.label, LARGEST, SMALLEST, WIDE - 24)
    _write(canvas, *label, x + WIDE // 2, y + HIGH // 2, ink)
    if turned:
        _write(canvas, TICK, 30, x + WIDE - 28, y + 26, ink)


def _write(canvas: ImageDraw.ImageDraw, text: str, size: int, x: int, y: int, ink: str, anchor: str = "mm") -> None:
    canvas.text((x, y), text, ink, _font(size), anchor=anchor)


# ── charts ────────────────────────────────────────────────────────────────────────────────────────────────────────────

LETTERS, LINE = 26, 34
"""A chart's letters, and from line to line."""

NARROWEST, WIDEST, PADDING = 90, 300, 14
"""A chart's columns, and the space within its cells."""

HEAD = Paint("#3a4252", "#22252b", "#f4efe2", "#3a4252", "#f4efe2")
STRIPES = ("#efe6d2", "#e2d7bd")
ITEMS = "; "
"""What sets the items of a cell apart; each begins on a line of its own."""

INDENT = "   "


def draw_chart(chart: Chart) -> bytes:
    """The chart as a PNG, turned so that it is rather high than wide: it is read on phones. Its texts hold no more marks."""
    rows = [chart.head, *chart.rows]
    columns = max(map(len, rows))
    rows = [(*each, *("",) * (columns - len(each))) for each in rows]
    if columns > len(rows):
        rows = list(zip(*rows, strict=True))
    texts = [[_lines(text) for text in row] for row in rows]
    widths = [_column(column) for column in zip(*texts, strict=True)]
    heights = [max(len(lines) for lines in row) * LINE + 2 * PADDING for row in texts]
    top = MARGIN + (LINE + PADDING if chart.title else 0)
    image = Image.new("RGB", (2 * MARGIN + sum(widths), top + sum(heights) + MARGIN), TABLECLOTH)
    canvas = ImageDraw.Draw(image)
    canvas.text((MARGIN, MARGIN), chart.title, HEAD.ink, _font(LETTERS + 4), anchor="la")
    y = top
    for i, (row, height) in enumerate(zip(texts, heights, strict=True)):
        x = MARGIN
        for j, (lines, width) in enumerate(zip(row, widths, strict=True)):
            heading = i == 0 or j == 0
            paper = HEAD.paper if heading else STRIPES[i % 2]
            canvas.rectangle((x, y, x + width, y + height), paper, TABLECLOTH, 2)
            canvas.multiline_text(
                (x + PADDING, y + PADDING),
                "\n".join(lines),
                HEAD.ink if heading else PAINTS["hidden"].ink,
                _font(LETTERS),
                spacing=LINE - LETTERS,
            )
            x += width
        y += height
    return _written(image)


def _lines(text: str) -> list[str]:
    """A cell's text in lines that fit the widest column: broken between items, then as any text."""
    room = WIDEST - 2 * PADDING
    return [line for item in text.split(ITEMS) for line in _broken(item, LETTERS, room, INDENT)]


def _column(cells: Iterable[Sequence[str]]) -> int:
    widest = max(_font(LETTERS).getlength(line) for lines in cells for line in lines)
    return max(NARROWEST, int(widest) + 2 * PADDING)


# ── cards to hold ─────────────────────────────────────────────────────────────────────────────────────────────────────

CARD_WIDE, BANNER, EMBLEM = 900, 220, 160
"""A card to hold, the banner with its title, and the square of its emblem, in pixels."""

TITLE, SMALLEST_TITLE = 68, 40
KIND, SMALLEST_KIND = 34, 26
BODY, BODY_LINE, PARAGRAPH = 34, 44, 14
"""Letters of a card: on a phone it is shown at less than half its size."""

FINER = 4
"""An emblem is drawn so many times larger and made smaller, for smooth edges."""


@lru_cache(maxsize=256)
def draw_card(card: Card) -> bytes:
    """The card as a PNG: emblem, title and kind on a banner in its colour, below them its lines. Its texts hold no more marks."""
    paint = PAINTS[card.face]
    inner = CARD_WIDE - 2 * MARGIN - 2 * PADDING
    paragraphs = [_broken(" ".join(line.split()), BODY, inner - 2 * PADDING) for line in card.lines]
    body = sum(len(lines) * BODY_LINE + PARAGRAPH for lines in paragraphs)
    height = 2 * MARGIN + BANNER + 3 * PADDING + body
    image = Image.new("RGB", (CARD_WIDE, height), TABLECLOTH)
    canvas = ImageDraw.Draw(image)
    box = (MARGIN, MARGIN, CARD_WIDE - MARGIN, height - MARGIN)
    canvas.rounded_rectangle(box, 26, PAINTS["hidden"].paper, paint.turned, 8)
    canvas.rounded_rectangle((*box[:2], box[2], MARGIN + BANNER), 26, paint.turned, corners=(True, True, False, False))
    medal = (MARGIN + (BANNER - EMBLEM) // 2 + 6, MARGIN + (BANNER - EMBLEM) // 2)
    image.paste(_emblem(card.emblem, paint), medal)
    x = medal[0] + EMBLEM + 34
    room = CARD_WIDE - MARGIN - 30 - x
    _write(canvas, *_fitting(card.title, TITLE, SMALLEST_TITLE, room), x, MARGIN + 88, paint.turned_ink, "lm")
    kind = f"{MARKS[card.face]} {card.kind}".strip()
    _write(canvas, *_fitting(kind, KIND, SMALLEST_KIND, room), x, MARGIN + 156, paint.turned_ink, "lm")
    y = MARGIN + BANNER + 2 * PADDING
    for lines in paragraphs:
        for line in lines:
            _write(canvas, line, BODY, MARGIN + 2 * PADDING, y + BODY_LINE // 2, PAINTS["hidden"].ink, "lm")
            y += BODY_LINE
        y += PARAGRAPH
    return _written(image)


def _emblem(shapes: Iterable[Shape], paint: Paint) -> Image.Image:
    """The emblem on a medal of the card's paper."""
    side = EMBLEM * FINER
    image = Image.new("RGB", (side, side), paint.turned)
    canvas = ImageDraw.Draw(image)
    canvas.ellipse((0, 0, side - 1, side - 1), paint.paper)
    edge = side * (1 - SHARE) / 2
    for shape in shapes:
        colour = paint.paper if shape.cut else paint.ink
        points = [(edge + x * side * SHARE, edge + y * side * SHARE) for x, y in shape.points]
        width = round(shape.width * side * SHARE)
        match shape.kind:
            case "polygon":
                canvas.polygon(points, colour)
            case "ellipse" if width:
                canvas.ellipse((*points[0], *points[1]), None, colour, width)
            case "ellipse":
                canvas.ellipse((*points[0], *points[1]), colour)
            case "line":
                canvas.line(points, colour, width, "curve")
                for x, y in (points[0], points[-1]):  # round ends
                    canvas.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), colour)
    return image.resize((EMBLEM, EMBLEM), Image.Resampling.LANCZOS)


SHARE = 0.7
"""How much of a medal's width its emblem takes: the corners of its square lie within the round."""


def _fitting(text: str, largest: int, smallest: int, room: int) -> tuple[str, int]:
    """A line and the largest letters in which it fits that room; what does not fit in the smallest is cut."""
    width = _font(largest).getlength(text)
    size = largest if width <= room else max(smallest, int(largest * room / width))
    while len(text) > 1 and _font(size).getlength(text) > room:
        text = text[:-2] + "…"
    return text, size


def _broken(text: str, size: int, room: int, indent: str = "") -> list[str]:
    """A text in lines no wider than that room: broken between words, then within them. What goes on in a new line is set
    in."""

    def is_long(line: str) -> bool:
        return len(line) > len(indent) + 1 and _font(size).getlength(line) > room

    found: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and is_long(longer):
            found, line = [*found, line], indent + word
        else:
            line = longer
        while is_long(line):
            fits = next(n for n in range(len(line), 0, -1) if not is_long(line[:n]))
            found, line = [*found, line[:fits]], indent + line[fits:]
    return [*found, line]


# ── for all ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _written(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.quantize(colors=128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    path = files("bot.surfaces").joinpath("fonts/DejaVuSansCondensed-Bold.ttf")
    return ImageFont.truetype(io.BytesIO(path.read_bytes()), size, layout_engine=ImageFont.Layout.BASIC)
