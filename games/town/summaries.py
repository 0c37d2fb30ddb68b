"""What a model keeps of a day that is over: at dawn it sums up, in its own words, what it heard people say.

Only talk is summed up, and only by whom heard it; what happened stays as it was told.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.core import Seat
from games.town.state import Line, State

LONGEST_KEPT, LONGEST_LINE = 500, 100
"""Characters of a digest, and of one line in it."""


def due(s: State, seat: Seat) -> int | None:
    """The day that a model has still to sum up: yesterday, if it heard anything and has not done so yet."""
    if seat not in s.models or not s.by_day or s.day < 2 or seat not in s.alive:
        return None
    yesterday = s.day - 1
    if summary(s, seat, yesterday) is not None or next(_talk(s, seat, yesterday), None) is None:
        return None
    return yesterday


def summary(s: State, seat: Seat, day: int) -> str | None:
    """What the seat has kept of a day in its own words, if it has."""
    for who, of, text in reversed(s.summaries):
        if of < day:
            break
        if who == seat and of == day:
            return text
    return None


def talk(s: State, seat: Seat, day: int) -> tuple[Line, ...]:
    """What the seat heard said (or said) in a day and the night after it, in order."""
    return tuple(_talk(s, seat, day))[::-1]


def _talk(s: State, seat: Seat, day: int) -> Iterator[Line]:
    """The same, the last first."""
    for line in s.lines_of(seat):
        if line.day < day:
            return
        if line.day == day and line.text:
            yield line


def digest(s: State, seat: Seat, day: int) -> str:
    """What stands for a summary that nobody has written: the last things said, shortened."""
    kept: list[str] = []
    length = 0
    for line in _talk(s, seat, day):
        said = f"{_who(line)}: “{begun(line.text, LONGEST_LINE)}”"
        length += len(said) + 1
        if length > LONGEST_KEPT:
            break
        kept.insert(0, said)
    return " ".join(kept) or "Nothing was said."


def _who(line: Line) -> str:
    who = f"{{{line.seat}}}" if line.seat is not None else (line.voice or "somebody").capitalize()
    return who if line.to is None else f"{who} to {{{line.to}}}"


def begun(text: str, longest: int) -> str:
    """The beginning of a text, cut between words: {seat} marks stay whole, for no blank is in them. 0: all of it."""
    return text if not longest or len(text) <= longest else f"{text[:longest].rpartition(' ')[0]} …".lstrip()
