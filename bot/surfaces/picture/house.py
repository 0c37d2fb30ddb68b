"""Draws a house and who is in it, and everybody's ways through it once they may be known: masks on lines, a lane a room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from PIL import Image, ImageDraw

from bot.surfaces.masks import Look
from bot.surfaces.picture.paper import (
    CORNER,
    FAINT,
    FINER,
    GROUND,
    INK,
    LAMP,
    MARGIN,
    PAPER,
    RED,
    SUNK,
    Letters,
    People,
    broken,
    disc,
    fitting,
    put,
    worn,
    written,
)
from games.scene import MARKS, Chamber, Plan, Way, Ways

Point = tuple[int, int]

# ── ways through a house ──────────────────────────────────────────────────────────────────────────────────────────────

NODE, STEP, LABELS = 68, 72, 150
"""A mask on its way, from one to the one below, and room for the names of the rooms."""

TOGETHER = 5
"""Headings in one picture: it is read on phones."""

NEAR, FAR, USUAL = 208, 320, 1000
"""From heading to heading: the least and the most, so that all together are about as wide as usual."""


def in_parts(ways: Ways) -> list[Ways]:
    """Long ways, cut into parts that can be read on a phone."""
    parts = max(1, -(-len(ways.head) // TOGETHER))
    cuts = [len(ways.head) * n // parts for n in range(parts + 1)]
    return [
        replace(
            ways,
            title=f"{ways.title}: {ways.head[start]} to {ways.head[end - 1]}" if parts > 1 else ways.title,
            head=ways.head[start:end],
            about=_told(ways, start, end),
            ways=tuple(
                replace(
                    way,
                    rooms=way.rooms[start:end],
                    notes=way.notes[start:end],
                    ends=None if way.ends is None else way.ends - start,
                )
                for way in ways.ways
            ),
        )
        for start, end in pairwise(cuts)
    ]


def _told(ways: Ways, start: int, end: int) -> str:
    """What is said of these headings, where it begins with each of them (“Night 4.”); else all of it."""
    begin = ways.about.find(f"{ways.head[start]}.") if start else 0
    stop = ways.about.find(f"{ways.head[end]}.") if end < len(ways.head) else len(ways.about)
    return ways.about[begin:stop].strip() if 0 <= begin < stop else ways.about


def draw_ways(ways: Ways, people: People) -> bytes:
    """Everybody's way as a line from mask to mask, a lane a room. A short text stands beside what somebody did."""
    stays = [[way.rooms[at] if at < len(way.rooms) else "" for way in ways.ways] for at in range(len(ways.head))]
    most = [max((each.count(room) for each in stays), default=0) for room in ways.rooms]
    lanes = [max(1, n) * STEP + 16 for n in most]
    pitch = min(FAR, max(NEAR, USUAL // max(1, len(ways.head))))
    columns = [MARGIN + LABELS + pitch * at + NODE // 2 for at in range(len(ways.head))]
    wide = 2 * MARGIN + LABELS + pitch * max(1, len(ways.head))
    names = Letters("text", 28)
    called = [f"{MARKS[way.face]} {people[way.seat][0]}".strip() for way in ways.ways]
    legend = _flowing([64 + round(names.length(each)) for each in called], wide - 2 * MARGIN)
    top = legend[-1][1] + NODE + 52 if legend else MARGIN + 100
    image = Image.new("RGB", (wide, top + sum(lanes) + 8 * len(lanes) + MARGIN), GROUND)
    canvas = ImageDraw.Draw(image)
    Letters("card", 40).write(canvas, MARGIN, MARGIN + 20, ways.title, INK)
    for way, text, (x, y) in zip(ways.ways, called, legend, strict=True):
        put(image, worn(people[way.seat][1], 48, _look(way, len(ways.head) - 1)), x + 24, y + NODE // 2)
        names.write(canvas, x + 56, y + NODE // 2, text, RED if way.face == "red" else INK)
    for x, head in zip(columns, ways.head, strict=True):
        Letters("text", 24).write(canvas, x, top - 18, head, FAINT, "middle")
    middles: dict[str, int] = {}
    for room, high in zip(ways.rooms, lanes, strict=True):
        canvas.rounded_rectangle((MARGIN, top, wide - MARGIN, top + high), CORNER, PAPER)
        name, letters = fitting(room, "card", 36, 20, LABELS - 24)
        letters.write(canvas, MARGIN + 14, top + 32, name, INK)
        middles[room] = top + high // 2
        top += high + 8
    paths = [_path(at, stays, middles, columns) for at in range(len(ways.ways))]
    for way, path in zip(ways.ways, paths, strict=True):
        for one, two in pairwise(point for point in path if point):
            _wave(image, one, two, people[way.seat][1].tint, 9 if way.face == "red" else 5)
    for way, path in zip(ways.ways, paths, strict=True):
        for at, point in enumerate(path):
            if point:
                put(image, disc(NODE), *point)
                put(image, worn(people[way.seat][1], NODE - 16, _look(way, at)), *point)
                _note(canvas, way, at, point, pitch - NODE - 8)
    return written(image)


def _look(way: Way, at: int) -> Look:
    """How somebody looks under that heading."""
    return "living" if way.ends is None or at < way.ends else "dead"


def _path(own: int, stays: list[list[str]], middles: Mapping[str, int], columns: list[int]) -> list[Point | None]:
    """Where the mask of a way stands under each heading; all that share a room then stand below each other in it."""
    found: list[Point | None] = []
    for x, rooms in zip(columns, stays, strict=True):
        if (room := rooms[own]) not in middles:
            found.append(None)
            continue
        above, all_there = rooms[:own].count(room), rooms.count(room)
        found.append((x, round(middles[room] + (above - (all_there - 1) / 2) * STEP)))
    return found


def _wave(image: Image.Image, one: Point, two: Point, colour: str, width: int) -> None:
    """A smooth line from one mask to the next, level at both ends."""
    (left, start), (right, end) = one, two
    top, steps = min(start, end) - width, 48
    box = (left, top, right, max(start, end) + width)
    eased = [(at / steps, (at / steps) ** 2 * (3 - 2 * at / steps)) for at in range(steps + 1)]
    points = [((right - left) * x * FINER, (start + (end - start) * y - top) * FINER) for x, y in eased]
    line = Image.new("L", ((box[2] - box[0]) * FINER, (box[3] - box[1]) * FINER))
    ImageDraw.Draw(line).line(points, 255, width * FINER, "curve")
    image.paste(colour, box, line.resize((box[2] - box[0], box[3] - box[1]), Image.Resampling.LANCZOS))


def _note(canvas: ImageDraw.ImageDraw, way: Way, at: int, point: Point, room: int) -> None:
    """What somebody did there, beside their mask, in as much room as there is to the next."""
    note = way.notes[at] if at < len(way.notes) else ""
    letters, ink = Letters("text", 22), RED if way.face == "red" or _look(way, at) == "dead" else FAINT
    lines = broken(note, letters, room)[:3]
    above = 42 if len(lines) == 3 else 18
    for n, line in enumerate(lines):
        letters.write(canvas, point[0] + NODE // 2 + 4, point[1] - above + 24 * n, line, ink, halo=PAPER)


def _flowing(widths: Sequence[int], room: int) -> list[Point]:
    """Where things of these widths stand below the title, one after the other, in rows."""
    found: list[Point] = []
    x, y = MARGIN, MARGIN + 52
    for width in widths:
        if x > MARGIN and x - MARGIN + width > room:
            x, y = MARGIN, y + NODE
        found.append((x, y))
        x += width + 28
    return found


# ── a house ───────────────────────────────────────────────────────────────────────────────────────────────────────────

HOUSE, DEPTH = 1100, 330
"""A house's width and height, and how far its rooms reach in, in pixels."""


def draw_plan(plan: Plan, people: People) -> bytes:
    """The house as a PNG: a ring of rooms around a court, cut where a wall with a door is; light lies where one stands."""
    image = Image.new("RGB", (HOUSE + 2 * MARGIN,) * 2, GROUND)
    big = Image.new("RGB", (image.width * 2,) * 2, GROUND)
    canvas = ImageDraw.Draw(big)
    shares = [(at - 0.5) / len(plan.rooms) + 0.125 for at in range(len(plan.rooms) + 1)]
    for room, (start, end) in zip(plan.rooms, pairwise(shares), strict=True):
        corners = [n / 4 for n in range(-1, 6) if start < n / 4 < end]
        outer, inner = (
            [_along(start, deep, DEPTH), *(_along(n, deep) for n in corners), _along(end, deep, DEPTH)]
            for deep in (0, DEPTH)
        )
        edge = [(2 * x, 2 * y) for x, y in (*outer, *reversed(inner), *outer[:2])]
        canvas.polygon(edge, LAMP if room.lit else PAPER if room.figures else SUNK)
        canvas.line(edge, INK, 16, "curve")
    for share in shares[1:] if len(plan.rooms) > 1 else ():
        (x, y), (far, low) = (_along(share, deep, DEPTH) for deep in (DEPTH * 0.36, DEPTH * 0.64))
        canvas.line((2 * x, 2 * y, 2 * far, 2 * low), PAPER, 18)
    image.paste(big.resize(image.size, Image.Resampling.LANCZOS))
    canvas, middle = ImageDraw.Draw(image), image.width // 2
    for n, line in enumerate(lines := broken(plan.centre, letters := Letters("card", 64), HOUSE - 2 * DEPTH - 40)):
        letters.write(canvas, middle, middle + round((n - (len(lines) - 1) / 2) * 70), line, INK, "middle")
    for room, (start, end) in zip(plan.rooms, pairwise(shares), strict=True):
        on_side, share = int(start * 4) == int(end * 4), (start + end) / 2
        deep, span = DEPTH - 32, round((end - start) * 4 * (HOUSE - 2 * DEPTH)) - 24 if on_side else DEPTH
        across = (span, deep) if int(share * 4) % 2 == 0 else (deep, span)
        put(image, _furnished(room, across, people), *_along(share, DEPTH // 2))
    return written(image)


def _along(share: float, deep: float, corner: float | None = None) -> Point:
    """A point so far around the house, clockwise from the upper left corner, and so deep within it; `corner` is how far from
    the corners a side begins, if not where it does at that depth."""
    side, at = divmod(share % 1 * 4, 1)
    begin = deep if corner is None else corner
    x = begin + at * (HOUSE - 2 * begin)
    point = [(x, deep), (HOUSE - deep, x), (HOUSE - x, HOUSE - deep), (deep, HOUSE - x)][int(side)]
    return MARGIN + round(point[0]), MARGIN + round(point[1])


def _furnished(room: Chamber, box: tuple[int, int], people: People) -> Image.Image:
    """What is written in a room, and who is in it, in rows of as many as make it largest in a box of that width and height."""
    small, called = Letters("text", 24), f"{MARKS[room.face]} {room.name}".strip()
    notes = broken(room.note, small, 270) if room.note else []

    def shape(across: int) -> tuple[int, int]:
        rows = -(-len(room.figures) // across)
        wide = max(
            104 * min(across, len(room.figures)), Letters("card", 44).length(called), *map(small.length, ("", *notes))
        )
        return int(wide) + 8, 50 + 30 * len(notes) + 126 * rows

    def scale(across: int) -> float:
        return min(1.0, *(have / need for have, need in zip(box, shape(across), strict=True)))

    across = max((3, 2, 4, 1), key=scale)
    paper = LAMP if room.lit else PAPER if room.figures else SUNK
    image = Image.new("RGBA", shape(across), f"{paper}00")
    canvas, middle, y = ImageDraw.Draw(image), image.width // 2, 26
    Letters("card", 44).write(canvas, middle, y, called, INK, "middle")
    for line in notes:
        y += 30
        small.write(canvas, middle, y + 4, line, INK if room.lit else FAINT, "middle")
    for first in range(0, len(room.figures), across):
        row = room.figures[first : first + across]
        for n, figure in enumerate(row):
            name, mask = people[figure.seat]
            x = middle + round((n - (len(row) - 1) / 2) * 104)
            put(image, worn(mask, 58, "dead" if figure.look == "dead" else "living"), x, y + 54, figure.look == "seen")
            for below, text in enumerate((name, figure.note)):
                word, letters = fitting(text, "text", 22, 13, 98)
                letters.write(canvas, x, y + 94 + 22 * below, word, INK if not below or room.lit else FAINT, "middle")
        y += 126
    size = round(image.width * scale(across)), round(image.height * scale(across))
    return image.resize(size, Image.Resampling.LANCZOS)
