"""A night in Town in somebody's own words: “protect Ann”, “I'll check Bob”, “stay at home”."""

from __future__ import annotations

import re
from collections.abc import Mapping

from games.core import Ask, Reading, Seat, tidy
from games.reading import read as read_answer
from games.town.people import Act
from games.town.state import State
from games.town.words import Sleep

SYNONYMS: Mapping[Act, tuple[str, ...]] = {
    "investigate": ("check", "look at", "look into", "visit"),
    "question": ("check", "interrogate", "ask", "visit", "investigate"),
    "watch": ("observe", "look out at", "visit"),
    "bug": ("listen to", "spy on"),
    "execute": ("kill", "shoot"),
    "stake": ("hunt", "kill", "visit"),
    "alert": ("on alert", "stay alert"),
    "shoot": ("kill", "gun down"),
    "guard": ("protect", "watch over", "defend"),
    "vest": ("wear a vest", "put on a vest"),
    "heal": ("protect", "save", "cure", "look after", "visit"),
    "block": ("distract", "roleblock", "role block", "keep from acting", "visit"),
    "revive": ("raise", "resurrect", "bring back"),
    "swap": ("transport", "switch", "exchange"),
    "kill": ("murder", "shoot", "gun down", "attack"),
    "frame": ("set up",),
    "clean": ("clean up", "clean up after"),
    "disguise": ("look like", "disguise as"),
    "blackmail": ("silence", "gag"),
    "consult": ("check", "investigate", "find out about"),
    "remember": ("become",),
    "bite": ("turn", "convert", "kill"),
    "haunt": ("kill", "take along"),
    "control": ("force", "bewitch", "make"),
    "stab": ("kill", "murder", "attack"),
    "douse": ("soak", "pour petrol over"),
    "ignite": ("burn", "light", "light the match", "burn them all"),
    "rampage": ("attack", "kill", "maul"),
}
"""Other words for what one may do at night. Some mean different things to different roles, none two to one."""

_IDLE = frozenset({"nothing", "do nothing", "stay home", "stay at home", "skip", "nobody"})


def read(s: State, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Reading:
    """What `text` means as an answer to `ask`. “Myself” is the seat's own name."""
    if Sleep() in ask.choices and tidy(text).casefold().strip(" .!") in _IDLE:
        return Reading(Sleep(), sure=True)
    spoken = ask.says is not None
    return read_answer(ask, text if spoken else re.sub(r"(?i)\bmyself\b", seat, text), names, SYNONYMS)  # type: ignore[arg-type]
