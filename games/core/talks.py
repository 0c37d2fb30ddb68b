"""What is said at a table in people's own words: what was said by whom, and what it means as an answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Generic

from games.core.asks import Ask
from games.core.events import Action, Event, Seat, Talk
from games.core.records import S, record


@record
class Speech:
    """Something that a seat said, in its own words."""

    seat: Seat
    text: Talk


@record
class Parsed:
    """What somebody's own words mean as an answer: the action, if any was found, and whether it can be nothing else. `why`
    is a sentence about what is missing or doubtful."""

    action: Action | None
    sure: bool = False
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class Talks(Generic[S]):
    """What a game makes of words, and which words of its own are its secrets' alone."""

    read: Callable[[S, Seat, Ask, str, Mapping[Seat, str]], Parsed] | None = None
    """The answer that a person wrote, from that seat's view and with everybody's names: “nail two” is `Clue("nail", 2)`. None: as
    the house reads it (`games.reading`)."""
    meant: Callable[[S, Seat, Action, Mapping[Seat, str]], Action] = lambda view, seat, action, names: action
    """The same action, with what its words mean filled in where whoever acts has not said so themselves."""
    speeches: Callable[[Event], tuple[Speech, ...]] = lambda event: ()
    """What was said in an event, by whom, if it is talk."""
    unsaid: Callable[[S], Collection[str]] = lambda view: ()
    """Words for what could be so in this game (roles, places, moves): whoever adds atmosphere says none of them."""
