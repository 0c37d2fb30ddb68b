"""Where things stand in a drawing, and how large words may be in it: what a style sheet cannot know."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass

from markupsafe import Markup, escape

from games.scene import Point, Scale

# ── words ──

_PART = re.compile(r"[\s-]+")
_THIN, _WIDE = frozenset("fijlrtI.,:;'!|1 "), frozenset("mwMW@%—")
LATIN = 0x24F
"""The last letter that our fonts may have."""

LONGEST_PART = 13
"""So many usual letters of a word stand in a line of a small card; where there are more, it may be parted in its middle."""


def width_of(text: str, parted: bool = True) -> int:
    """How wide it is in our narrow letters, as so many usual ones; of several words the widest, where they may be `parted`."""
    return min(40, max((math.ceil(_wide(each)) for each in (parts(text) if parted else [text])), default=1))


def parts(text: str) -> list[str]:
    """What of it may stand in a line of its own."""
    return [half for each in _PART.split(text) for half in _halves(each)]


def broken(text: str) -> Markup:
    """A word with a place where it may be parted, if it is very long."""
    return Markup("").join(
        Markup("&shy;").join(_halves(each)) if each.strip() else escape(each) for each in re.split(r"(\s+)", text)
    )


def _halves(word: str) -> list[str]:
    middle = len(word) // 2
    if middle == 0 or math.ceil(_wide(word)) <= LONGEST_PART:
        return [word]
    return [*_halves(word[:middle]), *_halves(word[middle:])]


def _wide(text: str) -> float:
    return sum(map(_letter, text))


def _letter(letter: str) -> float:
    if letter in _THIN or unicodedata.combining(letter):
        return 0.65
    if unicodedata.east_asian_width(letter) in "WF":
        return 2.6
    if ord(letter) > LATIN:
        return 1.9  # our letters end there: another, wider font stands in
    return 1.4 if letter in _WIDE else 1.2 if letter.isupper() or letter.isdigit() else 1.0


# ── a figure on a line ──

LEFT, WIDE = 10.0, 80.0
"""Where a line begins and how long it is, in hundredths of the drawing's width."""

NARROW = 340
"""Pixels of the narrowest drawing, by which it is judged which labels would touch."""


@dataclass(frozen=True)
class Spot:
    """A point on a line, `at` hundredths of its width; its label stands in a `row` of its own where it would touch another, and
    is set to the `anchor` side of it."""

    point: Point
    at: float
    row: int = 0
    anchor: str = "middle"


def spots(scale: Scale) -> list[Spot]:
    """The points of a line, oldest first. What has been replaced has no label."""
    ends, found = list[float](), list[Spot]()
    for point in sorted(scale.points, key=lambda each: (each.past, each.value)):
        at = place(scale, point.value)
        if point.past:
            found.append(Spot(point, at))
            continue
        wide = 100 * 7.5 * len(re.sub(r"\{[^}]*\}", "xxxxxx", point.label)) / NARROW
        anchor = "start" if at - wide / 2 < 0 else "end" if at + wide / 2 > 100 else "middle"
        left = at - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        row = next((n for n, end in enumerate(ends) if end + 2 <= left), len(ends))
        ends[row : row + 1] = [left + wide]
        found.append(Spot(point, at, row, anchor))
    order = {id(point): n for n, point in enumerate(scale.points)}
    return sorted(found, key=lambda each: order[id(each.point)])


def place(scale: Scale, value: float) -> float:
    """Where a value stands on a line, in hundredths of the drawing's width."""
    whole = scale.high - scale.low
    return round(LEFT + WIDE * ((value - scale.low) / whole if whole else 0.5), 2)
