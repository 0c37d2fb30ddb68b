"""What people are called at a table: no name is empty to the eye, looks like another one there, or passes for the house."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from games.core import tidy

LONGEST = 32
LONGEST_KEPT = 80
"""Characters: a surface may take names that are longer than usual, and marks are put behind some."""
NOBODY = "Guest"

MARKS = "🤖👑⏳⏰💀✅❌🔒🔑📌📣🎭"
"""What surfaces put beside names, so that nobody wears it by themselves."""

STACKED = 2
"""Accents over one letter at most; more of them run over the lines above and below."""

OF_THE_HOUSE = frozenset(
    [
        "host",
        "thehost",
        "bot",
        "thebot",
        "ai",
        "theai",
        "system",
        "server",
        "masquerade",
        "moderator",
        "themoderator",
        "mod",
        "admin",
        "administrator",
        "owner",
        "manager",
        "themanager",
        "narrator",
        "thenarrator",
        "everyone",
        "everybody",
        "here",
        "nobody",
        "somebody",
        "someone",
        "you",
        "me",
        "all",
        "none",
    ]
)
"""What the house calls itself and others, by `looks`: who is called so is marked as a player."""


def called(wanted: str, taken: Iterable[str] = (), longest: int = LONGEST) -> str:
    """A name for somebody who wants to be called so, unlike those `taken`: “🤖 Ada” becomes “Ada”, or “Ada 2” beside an Ada;
    “the host”, “the host (player)”."""
    name = _cut(_plain(wanted), longest)
    looking = looks(name)
    if not looking:  # nothing, or dots and dashes alone
        name, looking = NOBODY, looks(NOBODY)
    elif looking in OF_THE_HOUSE:
        name, looking = f"{name} (player)", looks(f"{name} player")
    there = {looks(each) for each in taken}
    if looking not in there:
        return name
    return next(each for n in range(2, 10_000) if looks(each := f"{_cut(name, longest - 5)} {n}") not in there)


def all_called(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Names that were kept, in their order, as they may be shown, unlike those `taken`. Those that are fit stay as they are."""
    there = [*taken]
    found = []
    for name in names:
        found.append(called(name, there, LONGEST_KEPT))
        there.append(found[-1])
    return found


@lru_cache(maxsize=4096)
def looks(name: str) -> str:
    """What a name looks like to somebody in a hurry; names that look alike look the same: “Аdа”, “ADA” and “A-d-a”."""
    plain = unicodedata.normalize("NFKD", tidy(name)).translate(_ALIKE)
    letters = (_latin(each) for each in plain if not unicodedata.combining(each))
    shown = "".join(letters).translate(_ALIKE).casefold()
    return "".join(each for each in shown if each.isalnum() or unicodedata.category(each) == "So")


def _plain(text: str) -> str:
    """`text` on one line, without what cannot be seen, the marks of the house, and accents that run over other lines."""
    kept, stacked = [], 0
    for each in tidy(text.translate(dict.fromkeys(map(ord, MARKS)))):
        stacked = stacked + 1 if unicodedata.combining(each) else 0
        if stacked <= STACKED:
            kept.append(each)
    return " ".join("".join(kept).split())


def _cut(name: str, longest: int) -> str:
    return name[:longest].strip()


def _latin(letter: str) -> str:
    """The Latin letter that this one looks like, or whose name it bears, as “SMALL CAPITAL A” does; itself where there is none."""
    if letter.casefold().isascii():
        return letter
    if not letter.isalpha():
        return _named(letter) or letter
    from confusable_homoglyphs import confusables  # whose table of letters takes a while to load

    found = confusables.is_confusable(letter)
    alike = [each["c"] for each in found[0]["homoglyphs"]] if found else []
    ways = [*(each for each in alike if each.isascii() and each.isalpha()), *map(_named, (letter, *alike))]
    return next(filter(None, ways), letter)


def _named(letter: str) -> str:
    """The “D” of “NEGATIVE CIRCLED LATIN CAPITAL LETTER D”; empty for “LATIN SMALL LETTER D WITH STROKE”, which is one itself."""
    words = unicodedata.name(letter, "").split() if len(letter) == 1 else []
    latin = "LATIN" in words or words[:2] == ["REGIONAL", "INDICATOR"]
    return words[-1] if latin and len(words[-1]) == 1 else ""


_ALIKE = str.maketrans("I1|0ΛɅʌ", "llloAAa")
