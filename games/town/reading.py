"""What people and models mean by their own words: an order for the night (“protect Ann”), and what they claim by what they say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from games.core import Action, Ask, Parsed, Seat, tidy
from games.reading import read as read_answer
from games.town.claims import SECRET_ROOMS, claimed_role
from games.town.events import LONGEST_PAPER, LONGEST_STATEMENT, Confer, Reach, Say, Sleep, Whisper, Write
from games.town.meaning import UNKNOWN, understood
from games.town.people import Act
from games.town.rooms import room_of
from games.town.state import State
from games.town.stating import stated

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
    "kill": ("murder", "shoot", "gun down", "attack", "target", "take out", "get rid of"),
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


def read(s: State, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Parsed:
    """What `text` means as an answer to `ask`. “Myself” is the seat's own name."""
    if Sleep() in ask.choices and tidy(text).casefold().strip(" .!") in _IDLE:
        return Parsed(Sleep(), sure=True)
    spoken = ask.says is not None
    return read_answer(ask, text if spoken else re.sub(r"(?i)\bmyself\b", seat, text), names, SYNONYMS)  # type: ignore[arg-type]


def meant(view: State, seat: Seat, action: Action, names: Mapping[Seat, str]) -> Action:
    """The action with what is claimed by its words. A claim that stands beside them only is added to them, so that nobody is
    told one thing and the ledger another; where there is no room for it, nothing but the words counts."""
    match action:
        case Write(paper="will" | "forgery"):
            most, between = LONGEST_PAPER, "\n"
        case Say() | Whisper() | Reach() | Confer() if room_of(view, seat) not in SECRET_ROOMS:
            most, between = LONGEST_STATEMENT, " "
        case Say() | Whisper() | Reach() | Confer() | Write():
            return replace(action, claims="", means=())
        case _:
            return action
    called = {each: names.get(each, each) for each in view.seats}
    paper = isinstance(action, Write)
    who = UNKNOWN if isinstance(action, Write) and action.paper == "forgery" else seat
    role = claimed_role(view, seat)
    said = understood(action.text, who, view.day, called, role, paper)
    beside = tuple(each for each in understood(action.claims, who, view.day, called, role) if each not in said)
    text = f"{action.text.rstrip()}{between}{stated(beside)}" if beside else action.text
    if len(text) > most:
        text, beside = action.text, ()
    return replace(action, text=text, claims="", means=(*said, *beside))
