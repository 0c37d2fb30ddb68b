"""What a game has to show and tell beside its scene: talk, rooms, bets, figures, how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import (
    Any,
)

from games.core.events import Action, Seat, Talk
from games.core.records import record


@record
class Outcome:
    """How a game ended: the seats that won (none: a draw, or called off) and why, in one sentence. `side` is what those who
    won together are called (“Mafia”), where that is neither what each of them was nor what their seats are called."""

    winners: frozenset[Seat]
    why: str
    side: str = ""


@record
class Speech:
    """Something that a seat said, in its own words."""

    seat: Seat
    text: Talk


@record
class Channel:
    """A room beside the table: who may read there now (None: everybody), and with whose ears it listens: all that `hears`
    is told and the public is not is told in it. `name` stays the same for the whole game; `about` stands at its head.

    Where people talk there, their words are moves: what one of the `writers` of now writes there fills in the form `says`,
    and nobody else is to write. A room without that form is for reading, and what is said there beside is no part of the
    game. One that is `over` stays as it is: it is told to the end, and then nobody comes, goes or writes any more."""

    name: str
    title: str
    about: str
    hears: Seat
    readers: frozenset[Seat] | None
    writers: frozenset[Seat] = frozenset()
    says: type[Action] | None = None
    over: bool = False


@record
class Wager:
    """Something that onlookers may bet on. `choices` may have {seat} marks; `open` says whether bets are taken now; `right`
    are the choices that have won, empty as long as nobody knows."""

    question: str
    choices: tuple[str, ...]
    open: bool
    right: frozenset[str] = frozenset()


@record
class Figure:
    """What many games of one kind come to, or the course of one of them: to be printed as a table and drawn as a plot. There
    is a value for each of `labels`, `of` how many cases each stands for, and, where it is a share or a mean, the ends of its
    95 % interval. `unit` is what the values are (“share”, “games”, “points”). Lines (`course`) join what follows in time.
    `series` tells apart figures that belong into one plot; `at` are the places of the labels where they are numbers."""

    title: str
    axis: str
    unit: str
    labels: tuple[str, ...]
    values: tuple[float, ...]
    of: tuple[int, ...] = ()
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    course: bool = False
    series: str = ""
    at: tuple[float, ...] = ()


def no_figures(states: Sequence[Any]) -> tuple[Figure, ...]:
    """What a game has that does not count what happened in it."""
    return ()
