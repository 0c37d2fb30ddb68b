"""The emblems of Town's roles, drawn from simple shapes: a magnifying glass for the Investigator, a flame for the Arsonist."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from games.scene import Shape
from games.town.people import RoleName

Point = tuple[float, float]
Drawing = tuple[Shape, ...]


def _shape(*points: Point, cut: bool = False) -> Shape:
    return Shape("polygon", points, cut=cut)


def _box(left: float, top: float, right: float, bottom: float, cut: bool = False) -> Shape:
    return _shape((left, top), (right, top), (right, bottom), (left, bottom), cut=cut)


def _oval(x: float, y: float, across: float, down: float | None = None, width: float = 0, cut: bool = False) -> Shape:
    """An ellipse, or a disc where it is as high as wide; with a width a ring."""
    down = across if down is None else down
    return Shape("ellipse", ((x - across, y - down), (x + across, y + down)), width, cut)


def _line(width: float, *points: Point, cut: bool = False) -> Shape:
    return Shape("line", points, width, cut)


def _star(x: float, y: float, radius: float, spikes: int = 5, depth: float = 0.45, cut: bool = False) -> Shape:
    around = (
        (x + r * sin(pi * at / spikes), y - r * cos(pi * at / spikes))
        for at in range(2 * spikes)
        for r in (radius * (depth if at % 2 else 1.0),)
    )
    return _shape(*around, cut=cut)


def _arc(x: float, y: float, across: float, down: float, start: float, end: float) -> tuple[Point, ...]:
    """Points along an ellipse, from one angle to another, in turns clockwise from the top."""
    turns = [start + (end - start) * at / 16 for at in range(17)]
    return tuple((x + across * sin(2 * pi * turn), y - down * cos(2 * pi * turn)) for turn in turns)


_HEART = _shape(
    (0.5, 0.86), (0.16, 0.5), *_arc(0.32, 0.36, 0.19, 0.2, -0.3, 0.25), *_arc(0.68, 0.36, 0.19, 0.2, -0.25, 0.3), (0.84, 0.5)
)  # fmt: skip
_TOMBSTONE = _shape((0.26, 0.86), *_arc(0.5, 0.4, 0.24, 0.26, -0.25, 0.25), (0.74, 0.86))
_DROP = _shape((0.74, 0.56), *_arc(0.74, 0.74, 0.08, 0.09, 0.2, 0.8))
_FLAME = _shape(
    (0.52, 0.08), (0.58, 0.28), (0.72, 0.4), *_arc(0.5, 0.64, 0.26, 0.26, 0.2, 0.8), (0.3, 0.42), (0.38, 0.5), (0.4, 0.28)
)  # fmt: skip
_INNER_FLAME = _shape((0.5, 0.46), *_arc(0.5, 0.74, 0.13, 0.13, 0.15, 0.85), cut=True)
_SHIELD = ((0.5, 0.1), (0.82, 0.2), (0.82, 0.5), (0.72, 0.72), (0.5, 0.9), (0.28, 0.72), (0.18, 0.5), (0.18, 0.2))
_HAT = (
    _shape((0.24, 0.6), (0.3, 0.26), (0.44, 0.2), (0.5, 0.26), (0.56, 0.2), (0.7, 0.26), (0.76, 0.6)),
    _shape(*_arc(0.5, 0.62, 0.44, 0.12, 0, 1)),
    _shape((0.27, 0.56), (0.29, 0.46), (0.71, 0.46), (0.73, 0.56), cut=True),
)
_KNIFE = (
    _shape((0.16, 0.84), (0.2, 0.66), (0.62, 0.14), (0.72, 0.12), (0.7, 0.24), (0.3, 0.72)),
    _line(0.07, (0.2, 0.58), (0.42, 0.78)),
)
_PISTOL = (
    _shape((0.1, 0.28), (0.9, 0.28), (0.9, 0.44), (0.44, 0.44), (0.36, 0.82), (0.16, 0.82), (0.22, 0.44), (0.1, 0.44)),
    _line(0.045, (0.42, 0.6), (0.56, 0.58), (0.58, 0.44)),
    _line(0.03, (0.5, 0.35), (0.84, 0.35), cut=True),
)
_EYE = (
    _shape(*_arc(0.5, 0.7375, 0.5, 0.5, -0.171, 0.171), *_arc(0.5, 0.2625, 0.5, 0.5, 0.329, 0.671)),
    _oval(0.5, 0.5, 0.17, cut=True),
    _oval(0.5, 0.5, 0.09),
)
_BAT = (
    (0.5, 0.35), (0.46, 0.35), (0.42, 0.27), (0.4, 0.44), (0.3, 0.36), (0.02, 0.3), (0.1, 0.62), (0.22, 0.56), (0.3, 0.68),
    (0.4, 0.62), (0.5, 0.8),
)  # fmt: skip
"""Its left half."""

_LOUPE = (_oval(0.42, 0.4, 0.28, width=0.08), _line(0.11, (0.62, 0.6), (0.84, 0.84)))

EMBLEMS: Mapping[RoleName, Drawing] = {
    "investigator": _LOUPE,
    "sheriff": (_star(0.5, 0.52, 0.44), *(_oval(0.5 + 0.42 * sin(2 * pi * i / 5), 0.52 - 0.42 * cos(2 * pi * i / 5), 0.06) for i in range(5)), _oval(0.5, 0.52, 0.11, cut=True)),
    "lookout": _EYE,
    "spy": (_oval(0.5, 0.36, 0.22), _shape((0.5, 0.4), (0.7, 0.88), (0.3, 0.88)), _oval(0.5, 0.34, 0.08, cut=True), _shape((0.5, 0.34), (0.57, 0.62), (0.43, 0.62), cut=True)),
    "jailor": (_oval(0.3, 0.5, 0.19, width=0.08), _line(0.09, (0.46, 0.5), (0.9, 0.5)), _line(0.08, (0.72, 0.5), (0.72, 0.68)), _line(0.08, (0.86, 0.5), (0.86, 0.64))),
    "vampire hunter": (_shape((0.44, 0.1), (0.58, 0.1), (0.58, 0.72), (0.51, 0.92), (0.44, 0.72)), _box(0.26, 0.28, 0.76, 0.4)),
    "veteran": tuple(_line(0.1, (0.2, y), (0.5, y + 0.18), (0.8, y)) for y in (0.2, 0.42, 0.64)),
    "vigilante": (_oval(0.5, 0.5, 0.3, width=0.07), _oval(0.5, 0.5, 0.06), *(_line(0.06, a, b) for a, b in (((0.5, 0.08), (0.5, 0.36)), ((0.5, 0.64), (0.5, 0.92)), ((0.08, 0.5), (0.36, 0.5)), ((0.64, 0.5), (0.92, 0.5))))),
    "bodyguard": (_shape(*_SHIELD), _shape(*((0.5 + (x - 0.5) * 0.76, 0.5 + (y - 0.5) * 0.76) for x, y in _SHIELD), cut=True), _shape((0.5, 0.28), (0.66, 0.34), (0.64, 0.56), (0.5, 0.72), (0.36, 0.56), (0.34, 0.34))),
    "doctor": (_box(0.38, 0.14, 0.62, 0.86), _box(0.14, 0.38, 0.86, 0.62)),
    "escort": (_HEART,),
    "mayor": (_box(0.3, 0.14, 0.7, 0.7), _oval(0.5, 0.72, 0.42, 0.11), _box(0.3, 0.54, 0.7, 0.63, cut=True)),
    "medium": (_oval(0.5, 0.42, 0.3), _shape((0.34, 0.74), (0.66, 0.74), (0.76, 0.88), (0.24, 0.88)), _star(0.5, 0.42, 0.16, 4, 0.3, cut=True)),
    "retributionist": (_TOMBSTONE, _box(0.16, 0.82, 0.84, 0.9), _line(0.06, (0.5, 0.74), (0.5, 0.36), cut=True), _line(0.06, (0.37, 0.48), (0.5, 0.34), (0.63, 0.48), cut=True)),
    "transporter": (_line(0.08, (0.14, 0.34), (0.74, 0.34)), _shape((0.68, 0.18), (0.92, 0.34), (0.68, 0.5)), _line(0.08, (0.26, 0.68), (0.86, 0.68)), _shape((0.32, 0.52), (0.08, 0.68), (0.32, 0.84))),
    "godfather": _HAT,
    "mafioso": _PISTOL,
    "framer": (_box(0.14, 0.18, 0.86, 0.82), _box(0.22, 0.26, 0.78, 0.74, cut=True), _oval(0.5, 0.44, 0.1), _shape((0.32, 0.74), (0.4, 0.58), (0.6, 0.58), (0.68, 0.74))),
    "janitor": (_line(0.06, (0.8, 0.1), (0.46, 0.56)), _shape((0.36, 0.48), (0.58, 0.64), (0.44, 0.9), (0.12, 0.66)), *(_line(0.025, a, b, cut=True) for a, b in (((0.4, 0.58), (0.22, 0.72)), ((0.46, 0.64), (0.32, 0.8))))),
    "forger": (_shape((0.86, 0.08), (0.9, 0.3), (0.46, 0.74), (0.34, 0.78), (0.36, 0.62)), _line(0.03, (0.4, 0.72), (0.8, 0.2), cut=True), _line(0.05, (0.36, 0.74), (0.22, 0.9)), _line(0.04, (0.44, 0.9), (0.84, 0.9))),
    "disguiser": (_shape((0.08, 0.36), (0.3, 0.3), (0.5, 0.38), (0.7, 0.3), (0.92, 0.36), (0.86, 0.6), (0.66, 0.68), (0.5, 0.54), (0.34, 0.68), (0.14, 0.6)), _oval(0.3, 0.47, 0.1, 0.07, cut=True), _oval(0.7, 0.47, 0.1, 0.07, cut=True)),
    "blackmailer": (_box(0.1, 0.24, 0.9, 0.78), _line(0.045, (0.1, 0.25), (0.5, 0.56), (0.9, 0.25), cut=True)),
    "consigliere": (_box(0.14, 0.12, 0.62, 0.88), *(_line(0.035, (0.22, y), (0.54, y), cut=True) for y in (0.24, 0.36, 0.48)), _oval(0.66, 0.6, 0.23, cut=True), _oval(0.66, 0.6, 0.18, width=0.06), _line(0.08, (0.78, 0.73), (0.9, 0.88))),
    "consort": (_HEART, _line(0.05, (0.5, 0.2), (0.42, 0.38), (0.56, 0.52), (0.47, 0.66), (0.5, 0.88), cut=True)),
    "amnesiac": (_line(0.11, *_arc(0.5, 0.34, 0.2, 0.2, -0.25, 0.42), (0.5, 0.62)), _oval(0.5, 0.82, 0.08)),
    "survivor": (_oval(0.5, 0.5, 0.4, width=0.2), *(_line(0.06, a, b, cut=True) for a, b in (((0.22, 0.22), (0.38, 0.38)), ((0.62, 0.38), (0.78, 0.22)), ((0.22, 0.78), (0.38, 0.62)), ((0.62, 0.62), (0.78, 0.78))))),
    "vampire": (_shape(*_BAT, *((1 - x, y) for x, y in reversed(_BAT))),),
    "executioner": (_line(0.07, (0.24, 0.9), (0.24, 0.12), (0.68, 0.12), (0.68, 0.3)), _line(0.07, (0.08, 0.9), (0.42, 0.9)), _line(0.05, (0.24, 0.3), (0.42, 0.12)), _oval(0.68, 0.46, 0.17, width=0.06)),
    "jester": (_shape((0.22, 0.78), (0.12, 0.34), (0.36, 0.5), (0.5, 0.2), (0.64, 0.5), (0.88, 0.34), (0.78, 0.78)), _oval(0.12, 0.28, 0.08), _oval(0.5, 0.14, 0.08), _oval(0.88, 0.28, 0.08), _box(0.24, 0.66, 0.76, 0.71, cut=True)),
    "witch": (_shape((0.62, 0.08), (0.72, 0.7), (0.26, 0.7), (0.48, 0.24)), _oval(0.49, 0.74, 0.42, 0.1), _shape((0.31, 0.6), (0.705, 0.6), (0.69, 0.52), (0.34, 0.52), cut=True)),
    "serial killer": (*_KNIFE, _DROP),
    "arsonist": (_FLAME, _INNER_FLAME),
    "werewolf": (_oval(0.5, 0.5, 0.42), *(_shape((x + 0.1, 0.18), (x + 0.17, 0.2), (x - 0.04, 0.82), cut=True) for x in (0.27, 0.45, 0.63))),
}  # fmt: skip
"""One for each role; in front of the paper, or cut out of it."""
