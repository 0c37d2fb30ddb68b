"""How the built-in player plays: from a view, offline, at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal

from games.core.asks import Ask
from games.core.events import Action, Seat
from games.core.records import S, record

Strength = Literal["mixed", "easy", "normal", "hard"]
"""How well the built-in players of a table play; mixed: each as its character does."""


STRENGTHS: Mapping[str, float] = {"easy": 0.2, "normal": 0.6, "hard": 1.0}


@record
class Temper:
    """How a built-in player plays, each from 0 to 1: `boldness` (careful to bold), `strength` (weak to its best),
    `talkativeness` (silent to chatty), `suspicion` (trusting to wary). `strategy` is one that the game has a name for
    (“tit-for-tat”), instead of its own; `manner` the name of a character, to speak as it does (games/manners.py)."""

    boldness: float = 0.5
    strength: float = 1.0
    talkativeness: float = 0.5
    suspicion: float = 0.5
    strategy: str = ""
    manner: str = ""

    def at(self, strength: Strength) -> Temper:
        """The same character, so strong."""
        return replace(self, strength=STRENGTHS.get(strength, self.strength))


@dataclass(frozen=True, kw_only=True)
class Policy(Generic[S]):
    """A game's built-in player."""

    autoplay: Callable[[S, Seat, Ask, random.Random, Temper], Action]
    """An answer to this question, from the seat's view."""
    autoplay_note: Callable[[Any], str] = lambda options: ""
    """What people should know of it before they play with these options."""
    strategies: Callable[[], tuple[str, ...]] = tuple
    """Names of the ways of playing that it may be given (“tit-for-tat”)."""
