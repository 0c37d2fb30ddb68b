"""The words that can lie on a board: our own packs, and lists that people bring."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import NamedTuple

from games.codenames.spelling import fold

LONGEST = 20
"""The most characters a card may have: a phone shows five in a row."""
FEWEST = 25
"""The words one board needs."""
MOST = 5000
"""The words one list may have."""

_BULLET = re.compile(r"^\s*(?:[-*+•‣–—]|\d{1,4}[.):])(?:\s+|$)")
"""What stands before the entries of a list."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Words to deal from. `language` is its two-letter code, as in `check_clue`."""

    name: str
    title: str
    language: str
    words: tuple[str, ...]


@cache
def packs() -> dict[str, Pack]:
    """Every pack in this folder, by name: a new text file here is a new pack."""
    files = (file for file in resources.files(__package__).iterdir() if file.name.endswith(".txt"))
    found = (_read(file.name.removesuffix(".txt"), file.read_text("utf-8")) for file in files)
    return {each.name: each for each in sorted(found, key=lambda each: (each.name != "english", each.name))}


def pack(name: str) -> Pack:
    """The pack of that name, in any case. Raises ValueError with one sentence naming those there are."""
    if found := packs().get(name.strip().casefold()):
        return found
    raise ValueError(f"There is no word pack of that name; there are {', '.join(packs())}.")


def read_words(text: str) -> tuple[str, ...]:
    """The words of a list somebody brought: one a line, or between commas, with bullets or numbers before them or not; `#`
    begins a comment.

    Raises ValueError with every mistake at once, each with its line.
    """
    entries = list(_entries(text))
    mistakes = [f"line {entry.line}: {wrong}" for entry in entries if (wrong := fault(entry.word))]
    mistakes += _repeated(entries)
    if len(entries) < FEWEST:
        mistakes.append(
            f"a board needs {FEWEST} words, and there {'is' if len(entries) == 1 else 'are'} {len(entries)}"
        )
    if len(entries) > MOST:
        mistakes.append(f"a list has at most {MOST} words, and there are {len(entries)}")
    if mistakes:
        raise ValueError(_told("This word list cannot be used: ", mistakes))
    return tuple(entry.word for entry in entries)


class _Entry(NamedTuple):
    line: int
    word: str


def _read(name: str, text: str) -> Pack:
    head = dict(re.findall(r"^#\s*(\w+):\s*(.+?)\s*$", text, re.MULTILINE))
    return Pack(name, head["title"], head["language"], read_words(text))


def _entries(text: str) -> Iterator[_Entry]:
    # Not splitlines: it also breaks at characters that the fault below should name.
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        for word in re.split(r"[,;]", line.split("#")[0]):
            if tidy := _tidy(word):
                yield _Entry(number, tidy)


def _tidy(word: str) -> str:
    return re.sub(r"[ \t\xa0]+", " ", unicodedata.normalize("NFC", _BULLET.sub("", word))).strip(" ")


def fault(word: str) -> str | None:
    """What is wrong with one card, said without repeating what could ping or format."""
    if any(unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for c in word):
        return "a word with control or invisible characters"
    if any(c in "*_~`|<>[]\\@#:/" for c in word):
        return "a word with mention or formatting characters"
    if not any(c.isalpha() for c in word):
        return "an entry without a letter"
    if len(word) > LONGEST:
        return f"“{word[:LONGEST]}…” is longer than {LONGEST} characters"
    if odd := next((c for c in word if not (c.isalnum() or c in " -'’.&!" or unicodedata.category(c)[0] == "M")), None):
        return f"“{odd}” cannot stand in a word"
    return None


def _repeated(entries: list[_Entry]) -> Iterator[str]:
    first: dict[str, int] = {}
    for line, word in entries:
        key = fold(word)  # as a card is found: of “resume” and “Résumé” only one could ever be guessed
        if key in first and not fault(word):
            yield f"line {line}: “{word}” is there already, on line {first[key]}"
        first.setdefault(key, line)


def _told(opening: str, mistakes: list[str], shown: int = 20) -> str:
    more = [f"and {len(mistakes) - shown} more"] if len(mistakes) > shown else []
    return opening + "; ".join(mistakes[:shown] + more) + "."
