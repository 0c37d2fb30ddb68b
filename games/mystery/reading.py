"""A night's choice in somebody's own words: “I'll hide in the library”, “follow Ada and protect her”."""

from __future__ import annotations

from collections.abc import Mapping

from games.core import Ask, Reading, Seat
from games.mystery.rules import State
from games.reading import read as read_answer

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "strike": ("kill", "stab", "attack", "murder", "hit", "strike down"),
    "guard": ("protect", "defend", "shield", "watch over", "look after"),
    "watch": ("look around", "observe", "keep watch", "keep my eyes open", "do nothing", "wait"),
    "hide": ("conceal myself", "stay hidden", "keep out of sight"),
    "follow": ("go with", "tail", "shadow", "go after", "accompany"),
}
"""Other words for what one may do at night."""


def read(s: State, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Reading:
    """What `text` means as an answer to `ask`."""
    return read_answer(ask, text, names, SYNONYMS)
