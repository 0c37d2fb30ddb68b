"""What the built-in Codenames player knows about English words: three small vector spaces, read when first asked for.

Its vectors are laid by ``build.py``; README.md tells where its numbers come from. Vectors are kept as small whole numbers
of one step size, so that dot products are exact in float32 and no answer depends on the order of summation, hence
on the machine or its threads.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bytes = NDArray[np.int8]

SPACES = ("glove", "minilm", "gloss")
CLUES = 9_600  # of the file's clue words, the commonest: strangers understand rare clues worse
BLOCK = 80  # clue words multiplied at a time: small enough that BLAS starts no threads, which would wait for each other
YARDSTICK = 8  # every eighth block of clue words is what similarities are measured against

# Endings tried, in this order, when a word is not in the file: (ending, what stands in its place).
ENDINGS = (
    ("ies", "y"), ("es", "e"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", "e"), ("ed", ""), ("ing", ""), ("ing", "e"),
    ("ly", ""), ("ness", ""), ("er", "e"), ("er", ""), ("est", ""), ("our", "or"), ("tre", "ter"), ("ise", "ize"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Space:
    """One space: a row of whole numbers a word, (words, dims), and the clues' rows again as floats, (blocks, BLOCK, dims).

    ``length`` is how long a row usually is: all rows had length 1 before they were made whole numbers.
    """

    rows: Bytes
    clues: Floats
    length: float


@dataclass(frozen=True, slots=True)
class Meaning:
    """A card or a clue in every space: the sum of its words' rows, (dims,) each. ``parts`` is how many were known."""

    vectors: tuple[Floats, ...]
    parts: int


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words with their rows; the first ``len(clues)`` of them may be said as clues, commonest first."""

    clues: tuple[str, ...]
    row_of: dict[str, int]
    spaces: tuple[Space, ...]

    def row(self, word: str) -> int | None:
        """The row of a plain lower-case word or of the word it is another form of; None when unknown."""
        if (row := self.row_of.get(word)) is not None:
            return row
        for ending, instead in ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) > 2:
                stem = word.removesuffix(ending)
                undoubled = stem[:-1] if stem[-1] == stem[-2] else stem
                for base in (stem + instead, undoubled + instead):
                    if (row := self.row_of.get(base)) is not None:
                        return row
        return None

    def meaning(self, text: str) -> Meaning | None:
        """What a card or clue of one or several words means; None when no word of it is known."""
        rows = [row for word in plain(text).split() if (row := self.row(word)) is not None]
        if (joined := self.row_of.get(plain(text).replace(" ", ""))) is not None:
            rows = [joined]
        rows = rows or self._compound(plain(text))
        if not rows:
            return None
        vectors = tuple(space.rows[rows].astype(np.float32).sum(0) for space in self.spaces)
        return Meaning(vectors, len(rows))

    def _compound(self, word: str) -> list[int]:
        """The rows of two known words that make up an unknown one ("lunchbox"), the longer first part preferred."""
        for cut in range(len(word) - 3, 2, -1):
            if word[:cut] in self.row_of and word[cut:] in self.row_of:
                return [self.row_of[word[:cut]], self.row_of[word[cut:]]]
        return []

    def closeness(self, cards: list[Meaning], clue: Meaning | None = None) -> Floats:
        """How close clues are to cards, (spaces, clues, cards), or (spaces, 1, cards) for one given clue.

        Each card's similarities are in standard deviations over a sample of all clue words: a card that is close to
        everything is no closer to this clue for that.
        """
        return np.stack([self._closeness(at, cards, clue) for at in range(len(self.spaces))])

    def _closeness(self, at: int, cards: list[Meaning], clue: Meaning | None) -> Floats:
        space = self.spaces[at]
        columns = np.stack([card.vectors[at] for card in cards], axis=1)
        yard = (space.clues[::YARDSTICK] @ columns).reshape(-1, len(cards)).astype(np.float64)
        usual, spread = yard.mean(0), yard.std(0)
        scale = np.where(spread > 0, 1.0 / np.where(spread > 0, spread, 1.0), 0.0)
        if clue is None:
            dots = (space.clues @ columns).reshape(-1, len(cards))
        else:
            length = np.linalg.norm(clue.vectors[at].astype(np.float64))
            dots = (clue.vectors[at] @ columns)[None] * np.float32(space.length / length if length else 0.0)
        return np.asarray((dots - usual.astype(np.float32)) * scale.astype(np.float32), np.float32)


def plain(text: str) -> str:
    """Lower case without accents; anything that is not a letter becomes one space."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[^a-z]+", " ", "".join(c for c in letters if not unicodedata.combining(c))).strip()


@lru_cache(maxsize=1)
def english() -> Lexicon:
    """The English words; about 30 MB of memory, kept from the first call on."""
    with files(__package__).joinpath("english.npz").open("rb") as file, np.load(file) as data:
        words = data["words"].tobytes().decode().split("\n")
        row_of = {word: row for row, word in enumerate(words)}
        forms = data["aliases"].tobytes().decode().split("\n")
        row_of.update(zip(forms, data["alias_rows"].tolist(), strict=True))
        clues = min(CLUES, int(data["clues"])) // BLOCK * BLOCK
        spaces = tuple(_space(data[name], clues, float(data[name + "_step"])) for name in SPACES)
    return Lexicon(tuple(words[:clues]), row_of, spaces)


def _space(axes: Bytes, clues: int, step: float) -> Space:
    rows = np.ascontiguousarray(axes.T)
    return Space(rows, rows[:clues].astype(np.float32).reshape(-1, BLOCK, rows.shape[1]), 1.0 / step)
