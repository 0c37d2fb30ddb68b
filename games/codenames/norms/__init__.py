"""What people think of at a word, by how it hangs together with it: for a whale the sea (found in) and Moby Dick (famous for).

A file a language, written for this project, a line a card; README.md tells its form. A line is read when its card lies on a
board, so that what is kept in memory is the text alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources

from games.codenames.clues import fold

LINKS = {
    "k": "kind of",
    "p": "part of",
    "u": "used for or by",
    "f": "found in",
    "n": "famous for",
    "g": "goes with",
    "d": "said of",
    "m": "akin to",
}
"""How a card and a thought hang together, by the letter of a section."""

FADES = 0.08
"""How much sooner an earlier thought of a section comes to mind than the next."""


@dataclass(frozen=True, slots=True)
class Link:
    """What ties a thought to its card: `strength` is 1 for the first of a section and falls along it."""

    thought: str
    kind: str
    strength: float


@dataclass(frozen=True)
class Norms:
    """The thoughts of one language; `key` brings the forms of a word together."""

    lines: Mapping[str, str]
    key: Callable[[str], str]
    written: Mapping[str, str]
    """The cards as they are written, by key."""
    _read: dict[str, dict[str, Link]] = field(default_factory=dict)
    _with: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def thoughts(self, card: str) -> Mapping[str, Link]:
        """What is thought of at a card, by key; nothing where nobody wrote it down."""
        known = self.key(card)
        if known not in self._read:
            if len(self._read) > 150:
                self._read.clear()
            self._read[known] = _links(self.lines[known], self.key) if known in self.lines else {}
        return self._read[known]

    def link(self, clue: str, card: str) -> Link | None:
        """What ties a clue to a card, whichever of them brings the other to mind; None where nothing is known to."""
        there, back = self.thoughts(card).get(self.key(clue)), self.back(clue, card)
        return max(filter(None, (there, back)), key=lambda link: link.strength, default=None)

    def back(self, clue: str, card: str) -> Link | None:
        """How a card is thought of at a clue that is a card itself."""
        line = self.lines.get(self.key(clue), "")
        at = next((at for at in _places(line, card) if _whole(line, at, card)), None)
        if at is None:
            return None
        section = line.rindex(": ", 0, at)
        return Link(card, LINKS[line[section - 1]], 1.0 / (1.0 + FADES * line.count(",", section, at)))

    def cards_with(self, thought: str) -> list[tuple[str, str]]:
        """The cards, by key and as written, at which a word is thought of."""
        if thought not in self._with:
            if len(self._with) > 200:
                self._with.clear()
            found = (
                card
                for card, line in self.lines.items()
                if any(_whole(line, at, thought) for at in _places(line, thought))
            )
            self._with[thought] = [(card, self.written[card]) for card in found]
        return self._with[thought]

    def cards_of(self, clue: str) -> list[str]:
        """The cards at which a word or a name is thought of, by key."""
        listed = re.compile(rf"[:,] {re.escape(clue)}(?=[,|\n]| \||$)", re.IGNORECASE)
        return [card for card, line in self.lines.items() if listed.search(line)]


def _places(line: str, word: str) -> Iterator[int]:
    at = line.find(word)
    while at >= 0:
        yield at
        at = line.find(word, at + 1)


def _whole(line: str, at: int, word: str) -> bool:
    """Whether a thought begins and ends there."""
    return line[at - 2 : at] in (", ", ": ") and line[at + len(word) : at + len(word) + 1] in (",", " ", "")


def _links(line: str, key: Callable[[str], str]) -> dict[str, Link]:
    found: dict[str, Link] = {}
    for section in line.split("|"):
        letter, _, thoughts = section.strip().partition(": ")
        for place, thought in enumerate(filter(None, map(str.strip, thoughts.split(",")))):
            found.setdefault(key(thought), Link(thought, LINKS[letter], 1.0 / (1.0 + FADES * place)))
    return found


@cache
def norms(language: str) -> Norms | None:
    """The thoughts of a language by its two-letter code; None where nobody wrote any."""
    file = resources.files(__package__).joinpath(f"{language}.txt")
    if not file.is_file():
        return None
    key = _english if language == "en" else _plain
    lines = [line.split(" | ", 1) for line in file.read_text("utf-8").splitlines() if not line.startswith("#")]
    return Norms({key(card): rest for card, rest in lines}, key, {key(card): card for card, _ in lines})


@lru_cache(maxsize=16384)
def _english(word: str) -> str:
    from games.codenames.vectors import english, plain

    row = english().row_of.get(plain(word))
    return fold(word) if row is None else f"#{row}"


@lru_cache(maxsize=16384)
def _plain(word: str) -> str:
    """A word without the ending that most of its forms differ by."""
    folded = fold(word)
    return re.sub(r"(?<=\w{4})(?:e?[nrsx]|es?)$", "", folded)
