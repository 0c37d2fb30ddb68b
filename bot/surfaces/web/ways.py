"""Lays everybody's way through the rooms out as lines between masks: a lane for each room, a column for each heading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.core import Seat
from games.scene import Ways

TOP, GAP, PAD = 30, 8, 5
"""Above the lanes, between them, and within one above and below its masks."""


@dataclass(frozen=True)
class Shape:
    """How large it is drawn: the first column begins at `left`, the next `column` further; masks `step` below each other."""

    left: int
    column: int
    step: int
    right: int


def _narrow(columns: int) -> Shape:
    """As wide as a phone, or longer where there were many."""
    return Shape(96, max(64, 232 // max(columns - 1, 1)), 34, 30 if columns > 1 else 262)


def _wide(columns: int) -> Shape:
    """As wide as a desktop, as long as what was done fits between two columns."""
    return Shape(150, min(560, max(190, 840 // max(columns - 1, 1))), 40, 190 if columns > 1 else 750)


@dataclass(frozen=True)
class Lane:
    room: str
    y: int
    height: int


@dataclass(frozen=True)
class Stop:
    """Somebody in a room: where their mask stands, and what they did there, in lines. `last` is where they died."""

    seat: Seat
    x: int
    y: int
    lines: tuple[str, ...]
    face: str
    last: bool


@dataclass(frozen=True)
class Traced:
    """All of it in pixels. A line is somebody's way from one stop to the next; where nobody knows where they were, it breaks. `shared` is what all headings
    begin with, where they stand without it."""

    width: int
    height: int
    shared: str
    head: tuple[tuple[int, str], ...]
    lanes: tuple[Lane, ...]
    lines: tuple[tuple[Seat, str, str], ...]
    stops: tuple[Stop, ...]


def traced(ways: Ways, wide: bool) -> Traced:
    """The ways as they are drawn; in each room those of one side stand together, in the same order night after night."""
    form = (_wide if wide else _narrow)(len(ways.head))
    ranked = sorted(ways.ways, key=lambda each: each.face != "red")
    inside = {
        (room, at): [each for each in ranked if each.rooms[at] == room]
        for room in ways.rooms
        for at in range(len(ways.head))
    }
    lanes, y = [], TOP
    for room in ways.rooms:
        most = max((len(inside[room, at]) for at in range(len(ways.head))), default=0)
        lanes.append(Lane(room, y, max(most, 1) * form.step + 2 * PAD))
        y += lanes[-1].height + GAP
    stops = {}
    for lane in lanes:
        for at in range(len(ways.head)):
            there = inside[lane.room, at]
            above = lane.y + (lane.height - len(there) * form.step) // 2 + form.step // 2
            for n, way in enumerate(there):
                place = form.left + at * form.column, above + n * form.step
                lines = tuple(filter(None, way.notes[at].split(", ")))
                stops[way.seat, at] = Stop(way.seat, *place, lines, way.face, way.ends == at)
    paths = [
        (way.seat, way.face, path)
        for way in ranked
        for path in _paths([stops.get((way.seat, at)) for at in range(len(ways.head))])
    ]
    width = form.left + max(len(ways.head) - 1, 0) * form.column + form.right
    shared, head = ("", ways.head) if wide else _short(ways.head)
    places = tuple((form.left + at * form.column, each) for at, each in enumerate(head))
    return Traced(width, y - GAP, shared, places, tuple(lanes), tuple(paths), tuple(stops.values()))


def _short(head: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """What all headings begin with, and the rest of each: “Night”, “1”, “2”."""
    parts = [each.partition(" ") for each in head]
    if len({first for first, *_ in parts}) == 1 and all(rest for *_, rest in parts):
        return parts[0][0], tuple(rest for *_, rest in parts)
    return "", head


def _paths(stops: list[Stop | None]) -> Iterator[str]:
    """A curve through each run of stops that follow each other."""
    path = ""
    for before, stop in zip([None, *stops], [*stops, None], strict=True):
        if stop is None:
            if "C" in path:
                yield path
            path = ""
        elif before is None:
            path = f"M{stop.x} {stop.y}"
        else:
            middle = (before.x + stop.x) // 2
            path += f"C{middle} {before.y} {middle} {stop.y} {stop.x} {stop.y}"
