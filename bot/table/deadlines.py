"""When time is up for what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.ports import Clock, Deadline
from games.core import CLOCK, HOST, Seat
from games.story import Story

GRACE = 30.0
"""Seconds that are left of a deadline at least after a restart, or all it had, if that was less."""

REMINDER = 30.0
"""Seconds before a deadline when those waited for are reminded, once; never before half of the time is over."""

MARGIN = 5.0
"""Seconds before a deadline by which a model must have answered, so that something else can still move for it."""


def due(running: Mapping[tuple[Seat, str], Deadline], seat: Seat, key: str) -> Deadline | None:
    """When the time to answer is up, of all that run. Where that seat has answered, the others' time goes on: who has answered may
    be nobody's business."""
    return running.get((seat, key)) or next((each for (_, other), each in running.items() if other == key), None)


JUMP = 2.0
"""Seconds by which the clock on the wall must have moved on its own before deadlines follow it: less is its daily drift."""


A_MOMENT = 5.0
"""Seconds for which nobody is given more time: it would change every board for nothing."""


class Deadlines:
    """Those that run, by seat and key. When somebody sets the clock, they move with it: nobody has more time for that, or less."""

    def __init__(self, kept: Iterable[Deadline], clock: Clock) -> None:
        self.running = {(d.seat, d.key): d for d in kept}
        self._clock = clock
        self._apart: float | None = None
        """How far the clock on the wall is from the one that nobody sets."""
        self._held: float | None = None

    def now(self) -> float:
        """Seconds since 1970, with all that runs in its right place."""
        now, steady = self._clock.now(), self._clock.steady()
        if self._apart is None:
            self._apart = now - steady
        if abs(jump := now - steady - self._apart) > JUMP:
            self._apart += jump
            moved = {each: replace(d, at=d.at + jump, set_at=d.set_at + jump) for each, d in self.running.items()}
            self.running.update(moved)
        return now

    def of(self, story: Story[Any]) -> dict[tuple[Seat, str], Deadline]:
        """Those that the story has, with the running ones as they are: also those that run though the question sets no time."""
        new = {(d.seat, d.key): d for d in new_deadlines(story, self.now())}
        more = self.running.keys() - new.keys()
        owed = _owed(story) if more else []
        return {each: self.running.get(each, d) for each, d in new.items()} | {
            each: self.running[each] for each in owed if each in more
        }

    def up(self, story: Story[Any]) -> dict[tuple[Seat, str], Deadline]:
        """All of them when nobody is waited for any longer: what is owed is due now, and the others come as much earlier as the
        first of them does, so that what comes after what stays so."""
        now, running = self.now(), self.of(story)
        sooner = min([max(0.0, d.at - now) for d in running.values()], default=0.0)
        brought = {each: replace(d, at=d.at - sooner) for each, d in running.items()}
        owed = _owed(story)
        return {each: Deadline(*each, now, now) for each in owed} | {
            each: d for each, d in brought.items() if each not in owed
        }

    def put_off(self, seconds: float) -> dict[tuple[Seat, str], Deadline]:
        """All of them, with so much more time from now on."""
        now = self.now()
        return {each: replace(d, at=max(d.at, now) + seconds) for each, d in self.running.items()}

    @property
    def held(self) -> bool:
        """Whether no time passes now."""
        return self._held is not None

    def hold(self) -> None:
        """No time passes until `release`; held already, it goes on."""
        if self._held is None:
            self._held = self._clock.steady()

    def release(self) -> bool:
        """Puts off what runs by as long as it was held, unless that was but a moment; whether anything was."""
        gone = self._clock.steady() - (self._clock.steady() if self._held is None else self._held)
        self._held, now = None, self.now()
        if gone < A_MOMENT or not self.running:
            return False
        for each, d in self.running.items():
            by = min(gone, max(0.0, now - d.set_at))
            self.running[each] = replace(d, at=d.at + by, set_at=d.set_at + by)
        return True

    def resume(self, story: Story[Any]) -> None:
        """Those that passed while nobody could see it are put off a little; those that were set at a time that has not come yet,
        by a clock that has been put right since, run anew."""
        now = self.now()
        for each, d in self.running.items():
            if d.set_at > now + JUMP:
                d = replace(d, at=d.at - d.set_at + now, set_at=now)
            self.running[each] = replace(d, at=max(d.at, now + min(GRACE, d.at - d.set_at)))
        self.running = self.running or self.of(story)

    def set_again(self, seat: Seat, key: str) -> None:
        """Tries again in a while what could not be written down."""
        now = self.now()
        self.running[seat, key] = Deadline(seat, key, now + GRACE, now)

    @property
    def near(self) -> set[tuple[Seat, str]]:
        """Those that whoever is waited for is reminded of."""
        now = self.now()
        return {each for each, d in self.running.items() if reminder(d) <= now}

    def seconds_left(self, seat: Seat) -> float | None:
        """How long an answer of that seat may take; None where no clock runs. Its own time comes before the clock's, which may be
        over for others alone."""
        own = [d.at for d in self.running.values() if d.seat == seat]
        ends = own or [d.at for d in self.running.values()]
        return max(MARGIN, min(ends) - self.now() - MARGIN) if ends else None


def _owed(story: Story[Any]) -> list[tuple[Seat, str]]:
    """All that somebody is waited for, by seat and key."""
    return [(seat, ask.key) for seat, asks in story.owed((*story.seats, HOST)).items() for ask in asks]


def reminder(deadline: Deadline) -> float:
    """When those waited for are reminded of it, in seconds since 1970."""
    return max(deadline.at - REMINDER, (deadline.at + deadline.set_at) / 2)


def new_deadlines(story: Story[Any], now: float) -> list[Deadline]:
    """When time is up for everything that is asked, if it all begins to run now."""
    return [
        Deadline(seat, ask.key, now + ask.within.total_seconds(), now)
        for seat in (*story.seats, HOST, CLOCK)
        for ask in story.asks(seat)
        if ask.within is not None
    ]
