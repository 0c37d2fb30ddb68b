"""What somebody's line means where a clue is asked for: “royal 2”, “Royal: two”, “«royal» x2”."""

from __future__ import annotations

import re
from collections.abc import Mapping

from games.codenames.events import SPELLED, Clue, clue_number
from games.codenames.rules import State
from games.codenames.spelling import LONGEST
from games.codenames.tools import plain
from games.core import Ask, Parsed, Seat

_NUMBER = rf"[x×]?(\d+|{'|'.join(SPELLED)})"
_CLUE = re.compile(rf"(?:(?:my )?clue(?: is)?:? )?(.*?[^\s:,(–-])[\s:,(–-]+{_NUMBER}\)?[.!]?", re.IGNORECASE)


def read(view: State, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Parsed:
    """A clue is a word and its number, in one line; all else is read as in any game."""
    from games import reading  # its library is loaded when somebody first answers in words

    if Clue not in ask.forms:
        return reading.read(ask, text, names)
    text = " ".join(text.split())
    found = _CLUE.fullmatch(text)
    if found is None:
        return Parsed(None, why=_missing(plain(text)))
    try:
        return Parsed(Clue(plain(found[1]), clue_number(found[2])), sure=True)
    except ValueError as mistake:
        return Parsed(None, why=str(mistake))


def _missing(text: str) -> str:
    """What a line lacks that is no whole clue."""
    if re.fullmatch(_NUMBER, text, re.IGNORECASE):
        return f"Which word? Say it with its number, as in “ocean {text}”."
    if " " in text or not 0 < len(text) <= LONGEST:
        return "A clue is a word and its number, as in “ocean 2”."
    return f"How many words is it about? Say the clue with its number, as in “{text} 2”."
