"""A game told to a friend, turn by turn, which keeps what every seat heard and was asked."""

from __future__ import annotations

import difflib
import os
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from games.core import Action, Ask, IllegalAction, Kind, Seat, Told, labelled, named
from games.story import Step, Story

S = TypeVar("S")
LONG_LIST = 16
"""Values that a golden transcript shows all of."""


class Dictated(Generic[S]):
    """A story that obeys a friend's words. A game says in `_read` how its turns are put."""

    def __init__(self, story: Story[S]) -> None:
        self.story = story
        self.seen: dict[Seat | None, list[str]] = {}
        self._asked: dict[Seat | None, list[str]] = {}

    @property
    def state(self) -> S:
        return self.story.state

    @cached_property
    def names(self) -> dict[Seat, str]:
        return {seat: self.story.game.shows.seat_title(seat) for seat in self.story.seats}

    # ── dictated ──

    def play(self, *turns: str) -> Self:
        """Each turn must be legal."""
        for turn in turns:
            seat, action = self._read(turn)
            self._do(seat, action, self.key(seat, action))
        return self

    def refuses(self, turn: str, key: str | None = None) -> str:
        """The sentence that refuses this turn; it changes nothing. `key`: as answered in an earlier moment."""
        before = list(self.story.log), self.story.state
        seat, action = self._read(turn)
        try:
            self._do(seat, action, self.key(seat, action) if key is None else key)
        except IllegalAction as refusal:
            assert (self.story.log, self.story.state) == before
            return named(str(refusal), self.names)
        raise AssertionError(f"“{turn}” was accepted")

    def leaves(self, seat: str, kind: Kind = "model") -> Self:
        """Whoever sits there goes, and a model (or person) takes the seat."""
        self.tell(self.story.reseat(Seat(seat), kind))
        return self

    def key(self, seat: str, action: Action | type[Action]) -> str:
        """The key of the seat's open question that such an action answers, or nothing."""
        for ask in self.story.asks(Seat(seat)):
            if ask.takes(action) if isinstance(action, Action) else action in ask.forms:
                return ask.key
        return ""

    # ── looked at ──

    def ends(self, verdict: str) -> bool:
        """Whether the game has ended so: “Blue wins: Red touched the assassin”."""
        outcome = self.story.outcome
        assert outcome is not None, f"the game goes on: {self.state}"
        assert outcome.why.rstrip(".") == verdict.rstrip("."), outcome.why
        return True

    def asked(self, seat: str) -> dict[str, Ask]:
        """The seat's open questions, by the first word of their keys."""
        return {ask.key.split(":")[0]: ask for ask in self.story.asks(Seat(seat))}

    def heard(self, seat: str | None) -> list[str]:
        """What the seat was told, in sentences (None: the public)."""
        return [self._sentence(event) for event in self.story.heard(None if seat is None else Seat(seat))]

    # ── within ──

    def tell(self, told: Step[S] | list[Told]) -> None:
        heard = len(self.story.log)
        self.story.tell(told)
        said = [(each, self._sentence(each.event)) for each in self.story.log[heard:]]
        for seat in (None, *self.story.seats):
            lines = self.seen.setdefault(seat, [])
            lines += [sentence for each, sentence in said if each.heard_by(seat)]
            asked = [f"    > {self._describe(ask)}" for ask in self.story.asks(seat)] if seat is not None else []
            if asked != self._asked.get(seat, []):
                lines += asked or ["    > nothing"]
            self._asked[seat] = asked

    @abstractmethod
    def _read(self, turn: str) -> tuple[Seat, Action]:
        """Whose turn it is by these words, and what it does."""

    def _do(self, seat: Seat, action: Action, key: str) -> None:
        self.tell(self.story.decide(seat, action, key))

    def _sentence(self, event: Any) -> str:
        return named(self.story.game.shows.say(event), self.names)

    def _describe(self, ask: Ask) -> str:
        """An open question as a golden transcript shows it: how it is asked, and what may be answered."""
        answers = [type(choice).__name__ for choice in ask.choices] + [form.__name__ for form in ask.forms]
        allowed = "".join(
            f" [{field}: {_listed([labelled(value, self.names) for value in values])}]"
            for field, values in ask.allowed.items()
        )
        within = f" within {int(ask.within.total_seconds())} s" if ask.within else ""
        private = ", private" if ask.private else ""
        return f"({ask.key}, {ask.need}{private}) {named(ask.text, self.names)} {' / '.join(answers)}{allowed}{within}"


def _listed(values: Sequence[str]) -> str:
    """A long list by its ends."""
    return ", ".join(values) if len(values) <= LONG_LIST else f"{values[0]} … {values[-1]}: {len(values)}"


# ── golden transcripts ────────────────────────────────────────────────────────────────────────────────────────────────


def check_golden(evening: Callable[[], Dictated[Any]], golden: Path) -> None:
    """Every seat sees what it saw before, by the transcripts in `golden`; GOLDEN=write writes them anew."""
    game, folder = evening(), golden / evening.__name__
    assert game.story.outcome
    seen = {f"{seat or 'public'}.txt": "\n".join(lines) + "\n" for seat, lines in game.seen.items()}
    if os.environ.get("GOLDEN") == "write":
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in seen.items():
            (folder / name).write_text(text, encoding="utf-8")
    kept = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert kept.keys() == seen.keys()
    for name, text in seen.items():
        diff = difflib.unified_diff(
            kept[name].splitlines(), text.splitlines(), f"{name} before", f"{name} now", "", "", 2, ""
        )
        assert kept[name] == text, "\n".join(diff)


def check_public(evening: Callable[[], Dictated[Any]]) -> None:
    """What the public saw, everyone saw, in that order."""
    seen = evening().seen
    for lines in seen.values():
        heard = iter(line for line in lines if not line.startswith("    >"))
        assert all(line in heard for line in seen[None])
