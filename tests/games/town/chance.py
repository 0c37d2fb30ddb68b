"""Whole towns by dice that are quick: legal players who know what is asked and nothing else, seldom speak, and do
everything that can be done now and then.

They take any answer that their question lists, with these leanings, so that a game is like one: most have nothing to say
(a bid above 0 is one in twenty-five), most nominations follow somebody else's, and whoever stands trial is found guilty more often than
not. Besides what is waited for, every now and then somebody writes a paper, reveals themselves, is cautious, changes a vote; people
speak and whisper when they like, and their clock strikes.

A game of fifteen on the classic list takes five to six days, 240 moves and 410 events: 70 bids, 50 orders for the night, 45
nominations, 35 verdicts in 5 trials, of which 4 end at the rope, 20 things said (half of them at night), 3 papers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import TypeVar

from games.core import CLOCK, Action, Ask, IllegalAction, Kind, Seat
from games.story import Story
from games.town.asks import deed_of, menu
from games.town.events import (
    Confer,
    Correct,
    Declare,
    Deed,
    DoubleDeed,
    Jail,
    Judge,
    Nominate,
    Reach,
    Say,
    Seance,
    Sum,
    Whisper,
    Write,
)
from games.town.game import TOWN
from games.town.options import TownOptions
from games.town.state import State

T = TypeVar("T")

WORDS = ("I have nothing to hide.", "I saw {p1} last night.", "I am the Doctor.", "Who was out?", "{p2} is lying.")
EAGER = 0.05
"""How likely somebody has something to say when asked."""

FOLLOW = 0.9
"""How likely a nomination follows one that somebody else has made."""

SEVERE = 0.4
"""How likely somebody finds the accused guilty before they think about it; after that it is one of three."""

OFFER = 0.03
"""How likely, before a move, somebody does something else that they may."""

SOONER = 0.01
"""How likely time runs out at any other moment."""

STRIKE = 0.2
"""How likely time runs out where only the clock is waited for."""

MOST_MOVES = 20_000
"""More than any town takes."""

_GUILTY = Judge("guilty")
_SPOKEN: Mapping[type[Action], Callable[[str], Action]] = {Say: Say, Confer: Confer, Reach: Reach, Sum: Sum}


def begin(options: TownOptions, seed: str, kinds: dict[Seat, Kind], host: bool = False) -> Story[State]:
    """A town of those who sit there, its opening told."""
    story = Story(TOWN, options, seed)
    story.tell(story.begin(kinds, host))
    return story


def machines(count: int) -> dict[Seat, Kind]:
    return {Seat(f"p{n}"): "built-in" for n in range(1, count + 1)}


def play(story: Story[State], rng: random.Random, viewed: Sequence[Seat] = ()) -> int:
    """The whole game, looked at from these seats after every move; how many moves it took."""
    moves, last, log = 0, 0, story.log
    told = len(log)
    while (s := story.state).ended is None:
        last = _move(story, s, rng, last)
        if len(log) > told:
            moves, told = moves + 1, len(log)
            for seat in viewed:
                story.view(seat)
        if moves > MOST_MOVES:
            raise RuntimeError("the town goes on for ever")
    return moves


def move(story: Story[State], rng: random.Random, last: int = 0) -> int:
    """One move, by who owes one, going round the table from the place `last`; the place of who moved."""
    return _move(story, story.state, rng, last)


def _move(story: Story[State], s: State, rng: random.Random, last: int) -> int:
    luck = rng.random()
    if s.people and luck > 1 - SOONER and (clock := story.asks(CLOCK)):
        _do(story, s, CLOCK, clock[0], rng)
        return last
    if luck >= OFFER:
        asks_of = story.asks
        for seat in _who(s, last):
            asks = asks_of(seat)
            if asks and asks[0].need != "none":
                _do(story, s, seat, asks[0], rng)
                return s.seats.index(seat)
        if (clock := story.asks(CLOCK)) and rng.random() < STRIKE:
            _do(story, s, CLOCK, clock[0], rng)
            return last
    # Somebody does something that they may; to choose again what is chosen already, they may not.
    seat = one_of(s.seats, rng)
    if asks := story.asks(seat):
        with suppress(IllegalAction):
            _do(story, s, seat, one_of(asks, rng), rng)
    return last


def _who(s: State, last: int) -> Iterator[Seat]:
    """Where to look for somebody who owes an answer: with whom the moment waits for alone, or else round the table from
    `last`. Of the dead only those in a seance, and a haunting Jester, are waited for."""
    around = _around(s.seats, last)
    waited_for: Collection[Seat] = s.alive
    if s.phase == "night":  # who has chosen may have something to answer still, but hardly ever has
        awake, ready = s.awake, s.orders
        yield from [seat for seat in around if seat not in ready and seat in awake]
        waited_for = s.seats if s.seances else ready
    elif s.phase != "judgement" and (only := s.floor.holder or s.accused) is not None:
        yield only
    for seat in around:
        if seat in waited_for:
            yield seat


@cache
def _around(seats: tuple[Seat, ...], last: int) -> tuple[Seat, ...]:
    """The seats round a table, the one after the place `last` first."""
    return seats[last + 1 :] + seats[: last + 1]


def _do(story: Story[State], s: State, seat: Seat, ask: Ask, rng: random.Random) -> None:
    story.tell(story.decide(seat, answer(s, seat, ask, rng), ask.key))


# ── answers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def one_of(values: Sequence[T], rng: random.Random) -> T:
    """`rng.choice` at half its cost: what is measured is the rules."""
    return values[int(rng.random() * len(values))]


def answer(s: State, seat: Seat, ask: Ask, rng: random.Random) -> Action:
    """One of the answers that the question takes."""
    if not ask.forms:
        return _choice(ask, rng)
    form = ask.forms[0]
    if form is Nominate:
        return Nominate(_candidate(s, ask.allowed["whom"], rng))
    if form is Deed or form is DoubleDeed:
        return _deed(s, seat, form, ask, rng)
    if form is Jail or form is Seance:
        return form(one_of(ask.allowed["whom"], rng))
    if form is Declare or form is Correct:
        return form("my role", one_of(ask.allowed["role"], rng))
    if form is Write:
        return Write(one_of(ask.allowed["paper"], rng), one_of(WORDS, rng))
    if ask.choices and rng.random() < 0.4:
        return one_of(ask.choices, rng)
    if len(ask.forms) > 1 and rng.random() < 0.3:
        form = ask.forms[1]
    if form is Whisper:
        return Whisper(one_of(ask.allowed["to"], rng), one_of(WORDS, rng))
    return _SPOKEN[form](one_of(WORDS, rng))


def _choice(ask: Ask, rng: random.Random) -> Action:
    choices = ask.choices
    if choices[0] is ask.default and len(choices) == 5:  # a bid
        return choices[int(rng.random() * 5)] if rng.random() < EAGER else choices[0]
    if choices[0] == _GUILTY and rng.random() < SEVERE:
        return _GUILTY
    return one_of(choices, rng)


def _candidate(s: State, whom: Sequence[str], rng: random.Random) -> str:
    """Most follow somebody else, where somebody has named anybody whom they may."""
    if rng.random() < FOLLOW and (
        named := [each for seat in s.seats if (each := s.ballot.votes.get(seat)) is not None]
    ):
        leader = one_of(named, rng)
        if leader in whom:
            return leader
    return one_of(whom, rng)


def _deed(s: State, seat: Seat, form: type[Deed | DoubleDeed], ask: Ask, rng: random.Random) -> Action:
    if rng.random() < 0.1 and ask.choices:
        return one_of(ask.choices, rng)
    if form is Deed:
        return Deed(one_of(ask.allowed["deed"], rng))
    order = one_of(menu(s, seat), rng)
    return DoubleDeed(deed_of(order), order.other or "")
