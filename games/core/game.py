"""A game as a value: the functions that make it, gathered."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
)

from games.core.asks import Ask, Reading
from games.core.events import Action, Event, Kind, Seat, Told
from games.core.lobby import Options, Seating, Temper, Wish
from games.core.prompts import Prompt, Tool
from games.core.records import S, T
from games.core.shows import Channel, Figure, Outcome, Speech, Wager, no_figures

if TYPE_CHECKING:
    from games.scene import Scene

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


def _read(view: Any, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Reading:
    from games.reading import read  # its library is loaded when somebody first answers in words

    return read(ask, text, names)


def _no_objection(*_: Any) -> str | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """One game: functions gathered in one place. A folder under `games/` exports one as `GAME`.

    `evolve` folds and never computes: it accepts any seat's subsequence of the log. `asks` decides who is asked what, from
    the full state or, with the same answer, from that seat's own view. `decide` says what an action brings about that an open
    question allows; its IllegalAction is about what no question can list (an empty text, a clue against the rules). `why_not` is
    asked for one, from the seat's view, when an action is refused because no question allows it: where it has nothing to say the
    house says it. `then` what follows by itself, until it returns []. `scene` draws from a view; the public one is seat
    None. `say` puts an event into one sentence, with seats as {seat} marks; `speeches` are what was said in it by whom, if
    it is talk. Of what everybody hears, the `feed` is worth a message of its own; the rest changes the board only. What is
    `bookkeeping` (whose turn it is, who is asked anew) is no news to whoever reads the story; see `is_bookkeeping`. `read`
    makes an answer of what a person wrote, from that seat's view. `meant` fills in what a person or model means by the words of an
    action, where they have not said so themselves: from the seat's view, and with everybody's names. `part` is what a seat was in a
    game that is over (“murderer”), where that is more than its title. `channels` are the rooms beside the table.

    `staff` run the game rather than play it: nobody joins as one of them. `may_begin` says in a sentence why a game with
    these options cannot begin with these players (their kind, and how the built-in ones play). `prompt` is a prompt of the
    game's own for a seat that owes one of these answers, from its view and from all that it heard, in order; `tools` are what may be looked up before one that is given in steps.
    `presets` are further names by which the game can be started, each
    with some options chosen, and `preset_title` is what people call it; `stocked` is the same game with what a folder holds besides; `strategies` names the ways of
    playing that a built-in player may be given. `figures` count what happened in games that are over. `about` is what is
    special about this very game, in lines to read above the rules; from the public view. `unsaid` are the words for what could be
    so in it (roles, places, moves): whoever adds atmosphere says none of them.
    """

    name: str
    title: str
    summary: str
    rules: Callable[[], str]
    players: range
    options: type[Options]
    events: tuple[type[Event], ...]
    actions: tuple[type[Action], ...]
    seats: Callable[[Any, Sequence[Collection[str]], Dice], Seating]
    setup: Callable[[tuple[Seat, ...], Any, Dice], list[Told]]
    blank: Callable[[], S]
    evolve: Callable[[S, Event], S]
    asks: Callable[[S, Seat], tuple[Ask, ...]]
    decide: Callable[[S, Seat, Action, Dice], list[Told]]
    then: Callable[[S, Dice], list[Told]]
    outcome: Callable[[S], Outcome | None]
    say: Callable[[Event], str]
    scene: Callable[[S, Seat | None], Scene]
    autoplay: Callable[[S, Seat, Ask, random.Random, Temper], Action]
    resample: Callable[[S, Seat, random.Random], S]
    seat_title: Callable[[Seat], str]
    why_not: Callable[[S, Seat, Action], None] = lambda view, seat, action: None
    part: Callable[[S, Seat], str] = lambda state, seat: ""
    may_sit: Callable[[S, Seat, frozenset[Seat]], str | None] = _no_objection
    wishes: tuple[Wish, ...] = ()
    feed: tuple[type[Event], ...] = ()
    bookkeeping: tuple[type[Event], ...] = ()
    speeches: Callable[[Event], tuple[Speech, ...]] = lambda event: ()
    read: Callable[[S, Seat, Ask, str, Mapping[Seat, str]], Reading] = _read
    meant: Callable[[S, Seat, Action, Mapping[Seat, str]], Action] = lambda view, seat, action, names: action
    channels: Callable[[S], tuple[Channel, ...]] = lambda state: ()
    wager: Callable[[S], Wager | None] = lambda view: None
    staff: frozenset[Seat] = frozenset()
    may_begin: Callable[[Any, Mapping[Seat, tuple[Kind, Temper]]], str | None] = _no_objection
    prompt: Callable[[S, Seat, tuple[Ask, ...], Sequence[Event]], Prompt | None] = lambda view, seat, asks, heard: None
    tools: tuple[Tool, ...] = ()
    presets: Callable[[], Mapping[str, Mapping[str, Any]]] = dict
    preset_title: Callable[[str], str] = lambda name: name.replace("-", " ").capitalize()
    stocked: Callable[[Path], Game[S]] | None = None
    strategies: Callable[[], tuple[str, ...]] = tuple
    figures: Callable[[Sequence[S]], tuple[Figure, ...]] = no_figures
    about: Callable[[S], str] = lambda view: ""
    unsaid: Callable[[S], Collection[str]] = lambda view: ()
    autoplay_note: Callable[[Any], str] = lambda options: ""
    upcast: Callable[[int, dict[str, Any]], dict[str, Any]] = lambda version, event: event
    version: int = 1


def kinds(words: ModuleType, base: type[T]) -> tuple[type[T], ...]:
    """All that a game's words have of one kind, in their order: its events, or its actions."""
    found = (each for each in vars(words).values() if isinstance(each, type) and each is not base)
    return tuple(each for each in found if issubclass(each, base))


def rules_of(package: str) -> Callable[[], str]:
    """`rules.md` of a game's package, as people and models read it."""
    return cache(lambda: files(package).joinpath("rules.md").read_text(encoding="utf-8"))


def is_bookkeeping(game: Game[Any], told: Told) -> bool:
    """Whether it only keeps the table in order: what nobody is told, and what the game calls so. Nobody who reads what happened
    misses it, not even who may read all."""
    return told.to == frozenset() or isinstance(told.event, game.bookkeeping)
