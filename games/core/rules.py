"""The rules of a game: pure functions that say what happens and who hears it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from games.core.asks import Ask
from games.core.events import Action, Event, Seat, Told
from games.core.records import S, record

Dice = Callable[[], random.Random]
"""Dice that are made when first thrown: seeding a generator costs more than most moves."""


class _Dice:
    """`functools.cache` over a lambda would cost more than all else that a simple move does."""

    __slots__ = ("_seed", "place", "thrown")

    def __init__(self, seed: str, place: int) -> None:
        self._seed, self.place = seed, place
        self.thrown: random.Random | None = None

    def __call__(self) -> random.Random:
        if self.thrown is None:
            self.thrown = random.Random(f"{self._seed}/{self.place}")
        return self.thrown


dice_for = _Dice
"""The dice at one place of one game's log: the same seed and place throw the same, restarted or not."""


@record
class Outcome:
    """How a game ended: the seats that won (none: a draw, or called off) and why, in one sentence. `side` is what those who
    won together are called (“Mafia”), where that is neither what each of them was nor what their seats are called."""

    winners: frozenset[Seat]
    why: str
    side: str = ""


def _says_nothing(view: object, seat: Seat, action: Action) -> None:
    """The house says why."""


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[S]):
    """What may happen in a game, and what comes of it. Nothing in here knows a clock, a network or who sits where."""

    events: tuple[type[Event], ...]
    actions: tuple[type[Action], ...]
    setup: Callable[[tuple[Seat, ...], Any, Dice], list[Told]]
    """What happens before anybody is asked: the deal."""
    blank: Callable[[], S]
    """The state before the first event."""
    evolve: Callable[[S, Event], S]
    """Folds an event in. It never computes, and takes any seat's subsequence of the log: a view is the same fold."""
    asks: Callable[[S, Seat], tuple[Ask, ...]]
    """What a seat is asked now: from the full state or, with the same answer, from that seat's own view."""
    decide: Callable[[S, Seat, Action, Dice], list[Told]]
    """What an action brings about that an open question allows. Its IllegalAction is about what no question can list: an empty
    text, a clue against the rules."""
    then: Callable[[S, Dice], list[Told]]
    """What follows by itself; it is called until it returns []."""
    outcome: Callable[[S], Outcome | None]
    resample: Callable[[S, Seat, random.Random], S]
    """Another world that the seat could not tell apart from this one."""
    why_not: Callable[[S, Seat, Action], None] = _says_nothing
    """Raises the game's own IllegalAction, from the seat's view, where no question allows an action."""
    upcast: Callable[[int, dict[str, Any]], dict[str, Any]] = lambda version, event: event
    """An event as this version has it, of one that an earlier `version` wrote."""
    version: int = 1
