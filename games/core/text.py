"""What people write, made safe for sentences, and sentences with {seat} marks made readable."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import (
    Any,
    get_type_hints,
)

from games.core.events import (
    CLAIMS,
    HOST,
    MEANS,
    Announced,
    Cancelled,
    Event,
    Hinted,
    Hosts,
    LetBack,
    LookedUp,
    Paused,
    Resumed,
    SatIn,
    Seat,
    Seated,
    Skipped,
    StoodIn,
    VotedOut,
)

_NAME = re.compile(r"\{\{|\{([a-z0-9-]+)\}")


def escape(text: str) -> str:
    """What somebody wrote, made safe for a sentence with {seat} marks in it."""
    return text.replace("{", "{{")


def named(text: str, names: Mapping[Seat, str]) -> str:
    """`text` with each {seat} mark replaced by the name of who sits there; unknown marks stay as they are."""
    return _NAME.sub(lambda m: "{" if m[0] == "{{" else names.get(Seat(m[1]), m[0]), text)


def labelled(value: str, names: Mapping[Seat, str]) -> str:
    """An allowed value as people read it: a seat by who sits there, any other with the names for its marks."""
    return names[Seat(value)] if Seat(value) in names else named(value, names)


def tidy(text: str) -> str:
    """One line of what somebody wrote: without line breaks, control, blank, zero-width and direction characters."""
    if text.isascii() and text.isprintable():  # most of what is said: nothing to look up for each character
        return " ".join(text.split())
    kept = (" " if each.isspace() else each for each in unicodedata.normalize("NFC", text) if _visible(each))
    return " ".join("".join(kept).split())


def legible(text: str) -> str:
    """`text` with all of its spaces, and its line breaks of one kind, without what cannot be seen."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(each for each in _ANY_BREAK.sub("\n", text) if each in "\n\t" or (_visible(each) and each >= " "))


_ANY_BREAK = re.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")


def tidy_lines(text: str) -> str:
    """Lines of what somebody wrote, each tidied; not more than one of them empty between others."""
    lines = "\n".join(tidy(line) for line in _ANY_BREAK.split(text))
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n")


def _visible(character: str) -> bool:
    unseen = unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"} or character in _BLANK
    return character.isspace() or not unseen


_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing, though they are neither spaces nor controls."""


ARTICLES = ("a", "an", "another", "any", "each", "every", "one", "some")
"""Behind these a name in small letters is only a word: “I am a guest” is not about somebody called Guest."""
_FAR = max(map(len, ARTICLES)) + 2
_BEHIND = re.compile(rf"(?i)\b(?:{'|'.join(ARTICLES)}) $")


def marked(text: str, names: Mapping[Seat, str], lines: bool = False) -> str:
    """What somebody wrote, tidied to one line (or, with `lines`, line by line), with a {seat} mark for every name of `names`
    that stands in it as a word; “a guest” is nobody."""
    text = escape(tidy_lines(text) if lines else tidy(text))
    seats = {escape(tidy(name)).casefold(): seat for seat, name in names.items() if tidy(name)}
    if not seats:
        return text
    longest_first = "|".join(re.escape(name) for name in sorted(seats, key=len, reverse=True))
    as_a_word = re.compile(rf"(?<![\w{{])(?:{longest_first})(?!\w)", re.IGNORECASE)

    def mark(found: re.Match[str]) -> str:
        seat = seats.get(found[0].casefold())
        is_word = found[0].islower() and _BEHIND.search(text, max(0, found.start() - _FAR), found.start())
        return found[0] if seat is None or is_word else f"{{{seat}}}"

    return as_a_word.sub(mark, text)


def answer_fields(kind: type[Any]) -> tuple[Field[Any], ...]:
    """The fields that a person fills in: all but what is meant by their words."""
    return tuple(each for each in fields(kind) if each.name not in (MEANS, CLAIMS))


def needs(kind: type[Any]) -> tuple[str, ...]:
    """Those of them that may not be left out."""
    return tuple(
        each.name for each in answer_fields(kind) if each.default is MISSING and each.default_factory is MISSING
    )


def talk_fields(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a record in which somebody speaks; what a model says that it claims is not said aloud."""
    return _talk_fields(kind)  # type: ignore[arg-type]


def prose_fields(kind: type[Any]) -> tuple[str, ...]:
    """Those of them in which somebody writes in lines."""
    return _talk_fields(kind, "lines")  # type: ignore[arg-type]


@cache
def _talk_fields(kind: Any, how: str = "talk") -> tuple[str, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name, hint in hints.items() if how in getattr(hint, "__metadata__", ()) and name != CLAIMS)


def house_says(event: Event) -> str:
    """The sentence for what happens at any table, for a game's `say` to end with. TypeError for any other event."""
    match event:
        case Seated(seat=seat, kind=kind) if seat == HOST:
            return f"The host sits {'apart from' if kind == 'person' else 'among'} the players."
        case Seated(seat=seat, kind=kind):
            return f"{{{seat}}} takes a seat{'' if kind == 'person' else ' 🤖'}."
        case Paused(why=why):
            return f"The game is paused. {why}"
        case Resumed():
            return "The game goes on."
        case Cancelled(why=why):
            return why
        case StoodIn(seat=seat, why=why):
            return f"A stand-in moves for {{{seat}}}: {why}."
        case Announced(text=text):
            return text
        case Hinted(text=text):
            return f"Hint: {text}"
        case SatIn(seat=seat, missed=missed):
            turns = "a turn" if missed == 1 else f"{missed} turns in a row"
            return f"{{{seat}}} has missed {turns}: an AI 🤖 plays on until they take their seat back."
        case VotedOut(seat=seat, host=host):
            return f"{{{seat}}} is {'sent away by the host' if host else 'voted out'}: an AI 🤖 plays on."
        case LetBack(seat=seat):
            return f"The host lets {{{seat}}} come back."
        case Skipped():
            return "Most would rather wait no longer: time is up."
        case Hosts(seat=seat):
            return f"{{{seat}}} hosts this game now."
        case LookedUp(seat=seat, tool=tool, argument=argument, found=found):
            return f"{{{seat}}} looks up {' '.join((tool.replace('_', ' '), argument)).strip()}: {found}"
    raise TypeError(f"no sentence for {type(event).__name__}")
