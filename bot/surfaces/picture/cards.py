"""Draws pictures: a grid of cards (the board, a spymaster's key card, the reveal), a chart of words, and somebody's own card.

Every face has a mark besides its colour, so that a picture can be read without seeing colours. The same grid, chart
or card always gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from PIL import Image, ImageDraw

from bot.surfaces.picture.paper import (
    CORNER,
    FAINT,
    FINER,
    GROUND,
    INK,
    LINE,
    MARGIN,
    PAINTS,
    PAPER,
    Letters,
    Paint,
    People,
    broken,
    fitting,
    put,
    worn,
    written,
)
from games.scene import MARKS, Card, Cell, Chart, Face, Grid, Shape

WIDE, HIGH, GAP = 216, 124, 12
"""A card in pixels, and the space between cards."""

STRIP = 30
"""How high the strip is that shows the face of a card not turned yet."""

SMALLEST, LARGEST = 16, 46
"""Sizes of the letters: a long word is set smaller."""

NOTE, UP, DOWN = 24, 14, 22
"""Letters of a note, how far the word moves up for it, and how far below the middle it stands."""


def draw(grid: Grid, people: People | None = None) -> bytes:
    """The grid as a PNG. Whoever has tagged a card looks over its corner."""
    rows = -(-len(grid.cells) // grid.columns)
    size = (2 * MARGIN + grid.columns * (WIDE + GAP) - GAP, 2 * MARGIN + rows * (HIGH + GAP) - GAP)
    image = Image.new("RGB", size, GROUND)
    canvas = ImageDraw.Draw(image)
    for i, cell in enumerate(grid.cells):
        row, column = divmod(i, grid.columns)
        x, y = MARGIN + column * (WIDE + GAP), MARGIN + row * (HIGH + GAP)
        _card(canvas, x, y, cell)
        for n, seat in enumerate(seat for seat in cell.tags if people and seat in people):
            put(image, worn((people or {})[seat][1], 44), x + WIDE - 12 - 40 * n, y + 8)
    return written(image)


def _card(canvas: ImageDraw.ImageDraw, x: int, y: int, cell: Cell) -> None:
    """A turned card has its face's colour and, above the word, its mark; the others show their face on a strip below it."""
    paint, mark = PAINTS[cell.face], MARKS[cell.face]
    turned = cell.done and cell.face != "hidden"
    box, middle = (x, y, x + WIDE, y + HIGH), x + WIDE // 2
    word, letters = fitting(cell.label, "card", LARGEST, SMALLEST, WIDE - 24)
    note, small = fitting(cell.below, "text", NOTE, SMALLEST, WIDE - 24)

    def write(high: int, ink: str) -> None:
        letters.write(canvas, middle, high - (UP if note else 0), word, ink, "middle")
        small.write(canvas, middle, high + DOWN, note, ink, "middle")

    canvas.rounded_rectangle((x, y + 3, x + WIDE, y + HIGH + 3), CORNER, LINE)  # paper has an edge
    if turned:
        canvas.rounded_rectangle(box, CORNER, paint.turned)
        _mark(canvas, middle, y + 28, cell.face, 30, paint.turned_ink)
        write(y + HIGH // 2 + 16, paint.turned_ink)
        return
    canvas.rounded_rectangle(box, CORNER, paint.strip)
    canvas.rounded_rectangle(
        (x, y, x + WIDE, y + HIGH - STRIP if mark else y + HIGH),
        CORNER,
        paint.paper,
        corners=(True, True, not mark, not mark),
    )
    write(y + (HIGH - STRIP if mark else HIGH) // 2, paint.ink)
    _mark(canvas, middle, y + HIGH - STRIP // 2, cell.face, 26, paint.sign)


def _mark(canvas: ImageDraw.ImageDraw, x: int, y: int, face: Face, size: int, ink: str) -> None:
    """The face's mark; the ring, which is thin, with a thicker line."""
    Letters("card", size).write(canvas, x, y, MARKS[face], ink, "middle", ink if face == "neutral" else "")


# ── charts ────────────────────────────────────────────────────────────────────────────────────────────────────────────

LETTERS, LINES = 28, 36
"""A chart's letters, and from line to line."""

NARROWEST, WIDEST, PADDING = 90, 300, 14
"""A chart's columns, and the space within its cells."""

HEADING = 40
"""Letters of a heading."""

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
    widest = [max(map(Letters("text", LETTERS).length, chain(*column))) for column in zip(*texts, strict=True)]
    widths = [max(NARROWEST, int(each) + 2 * PADDING) for each in widest]
    heights = [max(len(lines) for lines in row) * LINES + 2 * PADDING for row in texts]
    top = MARGIN + (HEADING + PADDING if chart.title else 0)
    image = Image.new("RGB", (2 * MARGIN + sum(widths), top + sum(heights) + MARGIN), GROUND)
    canvas = ImageDraw.Draw(image)
    Letters("card", HEADING).write(canvas, MARGIN, MARGIN + HEADING // 2, chart.title, INK)
    y = top
    for i, (row, height) in enumerate(zip(texts, heights, strict=True)):
        x = MARGIN
        if i:
            canvas.rounded_rectangle((x, y, x + sum(widths), y + height - 6), CORNER, PAPER)
        for j, (lines, width) in enumerate(zip(row, widths, strict=True)):
            heading = i == 0 or j == 0
            letters, ink = (Letters("card", LETTERS + 2), FAINT) if heading else (Letters("text", LETTERS), INK)
            for n, line in enumerate(lines):
                letters.write(canvas, x + PADDING, y + PADDING + n * LINES + LINES // 2 - 3, line, ink)
            x += width
        y += height
    return written(image)


def _lines(text: str) -> list[str]:
    """A cell's text in lines that fit the widest column: broken between items, then as any text."""
    letters = Letters("text", LETTERS)
    return [line for item in text.split(ITEMS) for line in broken(item, letters, WIDEST - 2 * PADDING, INDENT)]


# ── cards to hold ─────────────────────────────────────────────────────────────────────────────────────────────────────

CARD_WIDE, BANNER, EMBLEM = 900, 220, 160
"""A card to hold, the banner with its title, and the square of its emblem, in pixels."""

TITLE, SMALLEST_TITLE = 92, 48
KIND, SMALLEST_KIND = 36, 26
BODY, BODY_LINE, PARAGRAPH = 36, 46, 14
"""Letters of a card: on a phone it is shown at less than half its size."""


@lru_cache(maxsize=256)
def draw_card(card: Card) -> bytes:
    """The card as a PNG: emblem, title and kind on a banner in its colour, below them its lines. Its texts hold no more marks."""
    paint = PAINTS[card.face]
    inner = CARD_WIDE - 2 * MARGIN - 2 * PADDING
    paragraphs = [broken(" ".join(line.split()), Letters("text", BODY), inner - 2 * PADDING) for line in card.lines]
    body = sum(len(lines) * BODY_LINE + PARAGRAPH for lines in paragraphs)
    height = 2 * MARGIN + BANNER + 3 * PADDING + body
    image = Image.new("RGB", (CARD_WIDE, height), GROUND)
    canvas = ImageDraw.Draw(image)
    box = (MARGIN, MARGIN, CARD_WIDE - MARGIN, height - MARGIN)
    canvas.rounded_rectangle(box, 26, PAPER, paint.turned, 8)
    canvas.rounded_rectangle((*box[:2], box[2], MARGIN + BANNER), 26, paint.turned, corners=(True, True, False, False))
    medal = (MARGIN + (BANNER - EMBLEM) // 2 + 6, MARGIN + (BANNER - EMBLEM) // 2)
    image.paste(_emblem(card.emblem, paint), medal)
    x = medal[0] + EMBLEM + 34
    room = CARD_WIDE - MARGIN - 30 - x
    title, letters = fitting(card.title, "card", TITLE, SMALLEST_TITLE, room)
    letters.write(canvas, x, MARGIN + 84, title, paint.turned_ink)
    kind = f"{MARKS[card.face]} {card.kind}".strip()
    kind, letters = fitting(kind, "text", KIND, SMALLEST_KIND, room)
    letters.write(canvas, x, MARGIN + 156, kind, paint.turned_ink)
    y = MARGIN + BANNER + 2 * PADDING
    for lines in paragraphs:
        for line in lines:
            Letters("text", BODY).write(canvas, MARGIN + 2 * PADDING, y + BODY_LINE // 2, line, INK)
            y += BODY_LINE
        y += PARAGRAPH
    return written(image)


def _emblem(shapes: Iterable[Shape], paint: Paint) -> Image.Image:
    """The emblem on a medal of the card's paper."""
    side = EMBLEM * FINER
    image = Image.new("RGB", (side, side), paint.turned)
    canvas = ImageDraw.Draw(image)
    medal, ink = (GROUND, INK) if paint.paper == paint.turned else (paint.paper, paint.ink)
    canvas.ellipse((0, 0, side - 1, side - 1), medal)
    edge = side * (1 - SHARE) / 2
    for shape in shapes:
        colour = medal if shape.cut else ink
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
