"""What happens at a table, who hears it, and what a seat may do; what happens at every table stands here, too.

Errors: `IllegalAction` is one sentence for whoever tried (person or model); `StaleAsk` is the same for a question that is
no longer open. Anything else that rises is a programmer's mistake."""

from __future__ import annotations

from typing import (
    Annotated,
    Literal,
    NewType,
)

from games.core.records import record

Seat = NewType("Seat", str)
"""A place at one game's table (“red-spymaster”, “p3”), for this game's life; never a user id."""


CLOCK, HOST = Seat("clock"), Seat("host")
"""They sit at the table too: time running out, a dispute settled."""


TABLE = Seat("table")
"""Hears everything: the fold of the whole log, for graveyards, the reveal and whoever may see all."""


Audience = frozenset[Seat] | None


EVERYONE: None = None
"""An audience: every seat, and spectators too."""


Kind = Literal["person", "model", "built-in"]
"""What sits in a seat. Public: everyone sees the 🤖 marks."""


Talk = Annotated[str, "talk"]
"""What somebody says in words of their own, as a field of an action or event. It comes in through `marked`: names of those
at the table are {seat} marks in it, and nothing else in it is one."""


Prose = Annotated[str, "talk", "lines"]
"""`Talk` in more than one line: what somebody writes for others to read."""


MEANS, CLAIMS = "means", "claims"
"""Fields that an action may have beside words. `means` is what is meant by them: records of the game's own, made once, when the
words are said (see `Talks.meant`); None: nobody has looked at them yet. An event has it, too. `claims` is what a model says that it
means, in short sentences of the game's phrasebook, for `meant` to read."""


class Event:
    """Something that happened. Subclasses are records, named in the past tense."""

    __slots__ = ()


class Action:
    """Something a seat may do. Its fields are the modal's fields, the model's answer form and the HTTP body."""

    __slots__ = ()


class IllegalAction(Exception):
    """A move that the rules refuse: one sentence, read by whoever tried."""


class StaleAsk(IllegalAction):
    """A move that answers a question which is no longer open, or never was open to this seat."""


def require(so: object, refusal: str) -> None:
    """IllegalAction with this sentence, unless it is so."""
    if not so:
        raise IllegalAction(refusal)


@record
class Told:
    """An event and who hears it. `to` has no default: say who, every time."""

    to: Audience
    event: Event

    def heard_by(self, seat: Seat | None) -> bool:
        """Whether `seat` hears it; None is the public (spectators), TABLE hears everything."""
        return self.to is None or seat == TABLE or (seat is not None and seat in self.to)


@record
class Seated(Event):
    """Somebody took a seat, at the start or later. HOST is a person while a host sits apart from the players."""

    seat: Seat
    kind: Kind


@record
class Paused(Event):
    """The game waits until somebody resumes it."""

    why: str


@record
class Resumed(Event):
    """The game goes on."""


@record
class Cancelled(Event):
    """The game was called off."""

    why: str


@record
class LookedUp(Event):
    """A seat looked something up, and this is what it found; told to that seat alone. `argument` and `found` are sentences'
    parts: they may have {seat} marks."""

    seat: Seat
    tool: str
    argument: str
    found: str


@record
class StoodIn(Event):
    """What comes next is no move of who sits there: something else made it, and `why`, in words of the house. Where nobody is to
    know who was asked, the seat alone hears it."""

    seat: Seat
    why: str


@record
class Announced(Event):
    """Something about the house that everybody at the table is told, in whole sentences. Stand-ins that give this `why` from now
    on are no news."""

    text: str
    why: str


@record
class Hinted(Event):
    """What somebody who learns the game is told of a kind of question (“vote”, as its key begins) when they are asked it for the
    first time; told to that seat alone."""

    seat: Seat
    of: str
    text: str


@record
class SatIn(Event):
    """Somebody was waited for so often in vain, one time after another, that somebody else plays on for them."""

    seat: Seat
    missed: int


@record
class VotedOut(Event):
    """Most of the people at the table would rather play on without who sat there, or the `host` would."""

    seat: Seat
    host: bool = False


@record
class LetBack(Event):
    """The host lets somebody come back who was sent away or voted out: they may sit down again."""

    seat: Seat


@record
class Skipped(Event):
    """Most of the people at the table would rather wait no longer: what is owed now goes as if time were up."""


@record
class Hosts(Event):
    """Whoever sits there hosts the game from now on."""

    seat: Seat


@record
class Pause(Action):
    """The host stops the game for a while."""


@record
class Resume(Action):
    """Somebody lets a paused game go on."""


@record
class Cancel(Action):
    """The host calls the game off."""

    why: str = "The host called the game off."
