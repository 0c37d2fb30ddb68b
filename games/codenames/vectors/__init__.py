"""What the built-in Codenames player knows about English words: three small vector spaces, read when first asked for.

Its vectors are laid by ``build.py``; README.md tells where its numbers come from. Vectors are kept as small whole numbers
of one step size, so that dot products are exact in float32 and no answer depends on the order of summation, hence
on the machine or its threads.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from games.codenames.clues import roots

Floats = NDArray[np.float32]
Bytes = NDArray[np.int8]

SPACES = ("glove", "minilm", "gloss")
CLUES = 9_600  # of the file's clue words, the commonest: strangers understand rare clues worse
BLOCK = 80  # clue words multiplied at a time: small enough that BLAS starts no threads, which would wait for each other
YARDSTICK = 8  # every eighth block of clue words is what similarities are measured against


@dataclass(frozen=True, slots=True)
class Space:
    """One space: a row of whole numbers a word, (words, dims), and the clues' rows again as floats, (blocks, BLOCK, dims).

    ``length`` is how long a row usually is: all rows had length 1 before they were made whole numbers.
    """

    rows: Bytes
    clues: Floats
    length: float


Meaning = tuple[Floats, ...]
"""A card or a clue in every space: the sum of its words' rows, (dims,) each."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words with their rows; the first ``len(clues)`` of them may be said as clues, commonest first."""

    clues: tuple[str, ...]
    row_of: dict[str, int]
    spaces: tuple[Space, ...]

    def row(self, word: str) -> int | None:
        """The row of a plain lower-case word or of the longest that it grew from; None when unknown."""
        if word in self.row_of:
            return self.row_of[word]
        return next((self.row_of[root] for root in roots(word, "en") if root in self.row_of), None)

    def meaning(self, text: str) -> Meaning | None:
        """What a card or clue of one or several words means; None when no word of it is known."""
        rows = [row for word in plain(text).split() if (row := self.row(word)) is not None]
        if (joined := self.row_of.get(plain(text).replace(" ", ""))) is not None:
            rows = [joined]
        rows = rows or self._compound(plain(text))
        return tuple(space.rows[rows].astype(np.float32).sum(0) for space in self.spaces) if rows else None

    def _compound(self, word: str) -> list[int]:
        """The rows of two known words that make up an unknown one ("lunchbox"), the longer first part preferred."""
        for cut in range(len(word) - 3, 2, -1):
            if word[:cut] in self.row_of and word[cut:] in self.row_of:
                return [self.row_of[word[:cut]], self.row_of[word[cut:]]]
        return []

    def closeness(self, cards: Sequence[Meaning], clue: Meaning | None = None) -> Floats:
        """How close clues are to cards, (spaces, clues, cards), or (spaces, 1, cards) for one given clue.

        Each card's similarities are in standard deviations over a sample of all clue words: a card that is close to
        everything is no closer to this clue for that.
        """
        return np.stack([self._close(at, cards, clue) for at in range(len(self.spaces))])

    def _close(self, at: int, cards: Sequence[Meaning], clue: Meaning | None) -> Floats:
        space = self.spaces[at]
        columns = np.stack([card[at] for card in cards], axis=1)
        yard = (space.clues[::YARDSTICK] @ columns).reshape(-1, len(cards)).astype(np.float64)
        usual, spread = yard.mean(0), yard.std(0)
        scale = np.where(spread > 0, 1.0 / np.where(spread > 0, spread, 1.0), 0.0)
        if clue is None:
            dots = (space.clues @ columns).reshape(-1, len(cards))
        else:
            length = np.linalg.norm(clue[at].astype(np.float64))
            dots = (clue[at] @ columns)[None] * np.float32(space.length / length if length else 0.0)
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
