"""What a game has to show and tell beside its scene: rooms, bets, figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from games.core.events import Action, Event, Seat
from games.core.records import S, record

if TYPE_CHECKING:
    from games.scene import Scene


@record
class Room:
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
class Market:
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


def nothing(_: object) -> tuple[()]:
    """What a game has that shows nothing of that kind."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Shows(Generic[S]):
    """What people and models are shown of a game. All is drawn from a view, the public one where there is no seat."""

    say: Callable[[Event], str]
    """One sentence an event, the same for everybody, with seats as {seat} marks: “{p3} bids three sixes.”"""
    say_to: Callable[[Event, Seat], str] | None = None
    """The same for a seat that reads what it alone was told: its own acts in the second person."""
    scene: Callable[[S, Seat | None], Scene]
    """What stands on the board now, and the controls below it."""
    seat_title: Callable[[Seat], str]
    """What a seat is called where nobody's name stands: “Player 3”, “Red spymaster”."""
    part: Callable[[S, Seat], str] = lambda state, seat: ""
    """What a seat was in a game that is over (“murderer”), where that is more than its title."""
    feed: tuple[type[Event], ...] = ()
    """Of what everybody hears, what is worth a message of its own; the rest changes the board only."""
    bookkeeping: tuple[type[Event], ...] = ()
    """What is no news to whoever reads the story: whose turn it is, who is asked anew."""
    retold: tuple[type[Event], ...] = ()
    """What a later event tells again, all of it: votes that are counted, words that are shared. A model is not sent it twice."""
    rooms: Callable[[S], tuple[Room, ...]] = nothing
    """The rooms beside the table."""
    market: Callable[[S], Market | None] = lambda view: None
    """What onlookers may bet on."""
    figures: Callable[[Sequence[S]], tuple[Figure, ...]] = nothing
    """Counts of what happened in games that are over."""
    hints: Callable[[], Mapping[str, str]] = dict
    """What to say to somebody who learns the game when a question is put to them for the first time: by its kind, as its key
    begins (“vote”): why it is asked, and what a good answer looks like. It is the same for everybody."""
    about: Callable[[S], str] = lambda view: ""
    """What is special about this very game, in lines to read above the rules; from the public view."""
