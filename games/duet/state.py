"""What both kinds of a duet know: who sits there, what they were given to play by, and what was written."""

from __future__ import annotations

from datetime import timedelta
from typing import Self

from games.core import Kind as Sitter
from games.core import Seat, altered, record, state
from games.duet.events import HUMAN, MANAGER, PLAYER

READERS: dict[str, tuple[Seat, ...]] = {
    "wrote": (MANAGER,), "warned": (MANAGER,), "asked": (PLAYER,), "answered": (MANAGER, PLAYER),
    "spoke": (MANAGER, HUMAN), "shown": (MANAGER, HUMAN),
}  # fmt: skip
"""Who reads what was written, where it is not open."""

LONGEST_DISPLAY = 4000
LONGEST_WORDS = 2000
"""Characters of what a manager, and of what a side may write at once."""

PASS = "I pass this time."
"""What a side writes that has nothing to say."""


@record
class Prompt:
    """What a seat plays by, how long its answers may be, and how warm."""

    seat: Seat
    text: str
    tokens: int
    temperature: float | None


@record
class Message:
    """Something that was written. `how` is one of “wrote”, “warned”, “asked”, “answered”, “spoke”, “shown”; `open` whether
    everybody could read it."""

    how: str
    text: str
    open: bool = False


@state
class Duet:
    """A duet as far as somebody was told, without what is only of its kind. Everything here is a fold of events."""

    began: bool = False
    title: str = ""
    seconds: int = 0
    kinds: tuple[tuple[Seat, Sitter], ...] = ()
    prompts: tuple[Prompt, ...] = ()
    messages: tuple[Message, ...] = ()
    ended: bool = False
    why: str = ""
    closed: bool = False

    @property
    def within(self) -> timedelta | None:
        """The time for an answer; none where nobody plays who would wait."""
        return timedelta(seconds=self.seconds) if self.seconds and ("person" in dict(self.kinds).values()) else None

    @property
    def shown(self) -> int:
        """How many displays have been shown. The table is laid anew below each."""
        return sum(each.how == "shown" for each in self.messages)

    def kind(self, seat: Seat) -> Sitter | None:
        """Who sits there; None before anybody does."""
        return dict(self.kinds).get(seat)

    def prompt(self, seat: Seat) -> Prompt | None:
        return next((each for each in self.prompts if each.seat == seat), None)

    def heard(self, seat: Seat | None) -> Self:
        """As far as a seat was told of it, or everybody: the same as their own view, made of any other."""
        prompts = tuple(each for each in self.prompts if each.seat == seat)
        messages = tuple(each for each in self.messages if each.open or seat in READERS[each.how])
        return altered(self, prompts=prompts, messages=messages)
