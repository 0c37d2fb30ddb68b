"""Who has been waited for in vain, and how often in a row.

Only what everybody could see counts: a question that all know to be put to that seat. Whoever leaves a private one unanswered is
not counted, or the AI that sits in would tell who had been asked. Any move of a person begins their count anew, and that of
those with whom they share a question of which one answer is enough. It all follows from the moves that a store keeps: a restart
changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.ports import Moved
from games.core import CLOCK, HOST, Ask, Seat
from games.story import Story

_MISSED, _UP = "missed", "clock"
"""How the cause of a move begins that is made because time was up: where all could see who was waited for, or not."""


class Absences:
    """Counts by seat; the host's chair is one, too."""

    def __init__(self) -> None:
        self.missed: Counter[Seat] = Counter()
        self._together: dict[Seat, frozenset[Seat]] = {}

    def recall(self, moves: Iterable[Moved]) -> None:
        """Counts again all that has happened so far, in order."""
        self.missed.clear()
        for each in moves:
            self.moved(each)

    def moved(self, moved: Moved) -> None:
        """Somebody moved, or something else did for them."""
        if moved.source in ("person", "host"):
            for seat in self._together.pop(moved.seat, {moved.seat}):
                del self.missed[seat]
        elif moved.cause.startswith(f"{_MISSED}:"):
            for group in moved.cause.split(":")[1].split(","):
                together = frozenset(map(Seat, group.split("+")))
                self.missed.update(together)
                self._together |= dict.fromkeys(together, together)


def cause_of(story: Story[object], seat: Seat, ask: Ask) -> str:
    """The cause of the move that is made when time is up for this question. It names the people who are known to have missed it:
    one of them, all of those who share it, or, where it is the clock's, all who were waited for."""
    owed = [
        (each, asked)
        for each, asks in story.owed((*story.people, HOST)).items()
        for asked in asks
        if asked.known or not asked.private
    ]
    keys = {asked.key for _, asked in owed if seat == CLOCK or asked.key == ask.key}
    groups: set[str] = set()
    for key in keys:
        shared = sorted(each for each, asked in owed if asked.key == key and asked.need == "one")
        alone = sorted(each for each, asked in owed if asked.key == key and asked.need == "each")
        groups |= {"+".join(shared)} | {each for each in alone if seat in (CLOCK, each)}
    missed = ",".join(sorted(filter(None, groups)))
    return f"{_MISSED}:{missed}:{ask.key}:{len(story.log)}" if missed else f"{_UP}:{seat}:{ask.key}:{len(story.log)}"
