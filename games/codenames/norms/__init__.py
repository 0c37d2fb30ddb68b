"""What people think of at a word, by how it hangs together with it: for a whale the sea (found in) and Moby Dick (famous for).

A file a language, written for this project, a line a card; README.md tells its form. A line is read when its card lies on a
board, so that what is kept in memory is the text alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib import resources
from itertools import pairwise

from games.codenames.spelling import fold

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

    text: str
    """The file's lines: `card | letter: thought, thought … | letter: …`."""
    key: Callable[[str], str]
    spans: Mapping[str, tuple[int, int]]
    """Where a card's line begins and ends, by key, in the text's order."""
    _read: dict[str, dict[str, Link]] = field(default_factory=dict)
    _with: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    @cached_property
    def _starts(self) -> list[tuple[int, str]]:
        return [(start, card) for card, (start, _) in self.spans.items()]

    def thoughts(self, card: str) -> Mapping[str, Link]:
        """What is thought of at a card, by key; nothing where nobody wrote it down."""
        known = self.key(card)
        if known not in self._read:
            if len(self._read) > 150:
                self._read.clear()
            self._read[known] = _links(self._line(known), self.key)
        return self._read[known]

    def link(self, clue: str, card: str) -> Link | None:
        """What ties a clue to a card, whichever of them brings the other to mind; None where nothing is known to."""
        there, back = self.thoughts(card).get(self.key(clue)), self.back(clue, card)
        return max(filter(None, (there, back)), key=lambda link: link.strength, default=None)

    def back(self, clue: str, card: str) -> Link | None:
        """How a card is thought of at a clue that is a card itself."""
        start, end = self.spans.get(self.key(clue), (0, 0))
        at = next(self._places(card, start, end), None)
        if at is None:
            return None
        section = self.text.rindex(": ", start, at)
        return Link(card, LINKS[self.text[section - 1]], 1.0 / (1.0 + FADES * self.text.count(",", section, at)))

    def cards_with(self, thought: str) -> list[tuple[str, str]]:
        """The cards, by key and as written, at which a word is thought of."""
        if thought not in self._with:
            if len(self._with) > 200:
                self._with.clear()
            at = dict.fromkeys(self._card_at(place) for place in self._places(thought))
            self._with[thought] = [(card, self.written(card)) for card in at]
        return self._with[thought]

    def cards_of(self, clue: str) -> list[str]:
        """The cards at which a word or a name is thought of, by key, however it is capitalised."""
        listed = re.compile(rf"[:,] {re.escape(clue)}(?=,| \||$)", re.IGNORECASE | re.MULTILINE)
        return list(dict.fromkeys(self._card_at(found.start()) for found in listed.finditer(self.text)))

    def written(self, card: str) -> str:
        """A card by its key as the file writes it."""
        start, _ = self.spans[card]
        return self.text[start : self.text.index(" | ", start)]

    def _line(self, card: str) -> str:
        start, end = self.spans.get(card, (0, 0))
        return self.text[start:end].partition(" | ")[2]

    def _card_at(self, place: int) -> str:
        return self._starts[bisect_left(self._starts, (place,)) - 1][1]

    def _places(self, thought: str, start: int = 0, end: int | None = None) -> Iterator[int]:
        """Where a thought stands whole in the text."""
        at = self.text.find(thought, start, end)
        while at >= 0:
            after = at + len(thought)
            if self.text[at - 2 : at] in (", ", ": ") and self.text.startswith((",", " |", "\n"), after):
                yield at
            at = self.text.find(thought, after, end)


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
    text = "".join(line for line in file.read_text("utf-8").splitlines(keepends=True) if not line.startswith("#"))
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    cards = {key(text[start : text.index(" | ", start)]): (start, end) for start, end in pairwise(starts)}
    return Norms(text, key, cards)


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
