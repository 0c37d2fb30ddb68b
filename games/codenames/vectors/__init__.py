"""What the built-in Codenames player knows about words: small vector spaces a language, read when first asked for.

``tools/vectors/build.py`` lays those of English, ``build_use.py`` beside it the one of every other language; README.md tells where their numbers come
from. Vectors are kept as small whole numbers of one step size, so that dot products are exact in float32 and no answer
depends on the order of summation, hence on the machine or its threads.
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

FILES = {"en": "english.npz", "de": "de.npz", "fr": "fr.npz", "es": "es.npz"}
JOINTS = {"de": ("", "s", "es", "n", "en", "er", "e")}  # what may stand between the parts of a compound
CLUES = 6_000  # of the file's words, the commonest, that may be said because their vectors lie near a card
BLOCK = 80  # clue words multiplied at a time: small enough that BLAS starts no threads, which would wait for each other
YARDSTICK, YARD = 8, 9_600  # every eighth block of so many words is what similarities are measured against


@dataclass(frozen=True, slots=True)
class Space:
    """One space: a row of whole numbers a word, (words, dims), and some rows again as floats, (blocks, BLOCK, dims).

    ``length`` is how long a row usually is: all rows had length 1 before they were made whole numbers.
    """

    rows: Bytes
    yard: Floats
    length: float


Meaning = tuple[Floats, ...]
"""A card or a clue in every space: the sum of its words' rows, (dims,) each."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words with their rows; the first ``len(clues)`` of them may be said as clues, commonest first."""

    clues: tuple[str, ...]
    row_of: dict[str, int]
    spaces: tuple[Space, ...]
    language: str = "en"

    def row(self, word: str) -> int | None:
        """The row of a lower-case word, by its accents if it has any, or of the longest it grew from; None when unknown."""
        if (known := next((each for each in (word, plain(word)) if each in self.row_of), None)) is not None:
            return self.row_of[known]
        return next((self.row_of[root] for root in roots(word, self.language) if root in self.row_of), None)

    def meaning(self, text: str) -> Meaning | None:
        """What a card or clue of one or several words means; None when no word of it is known."""
        wholes = (said.replace(" ", "") for said in (exact(text), plain(text)))
        if (joined := next((whole for whole in wholes if whole in self.row_of), None)) is not None:
            rows = [self.row_of[joined]]
        else:
            parts = [row for word in exact(text).split() if (row := self.row(word)) is not None]
            rows = parts or self._compound(plain(text))
        return tuple(space.rows[rows].astype(np.float32).sum(0) for space in self.spaces) if rows else None

    def _compound(self, word: str) -> list[int]:
        """The rows of two known words that make up an unknown one ("lunchbox"), the longer first part preferred.

        Where words are put together freely, the last part alone tells what kind of thing it is.
        """
        joints = JOINTS.get(self.language, ("",))
        for cut in range(len(word) - 3, 2, -1):
            if (tail := self.row_of.get(word[cut:])) is not None:
                heads = (word[:cut].removesuffix(joint) for joint in joints)
                if head := next((head for head in heads if len(head) > 2 and head in self.row_of), None):
                    return [self.row_of[head], tail]
        tails = (word[cut:] for cut in range(3, len(word) - 3) if self.language in JOINTS)
        return next(([self.row_of[tail]] for tail in tails if tail in self.row_of), [])

    def meanings(self, words: Sequence[str]) -> Meaning:
        """What each of these words means, a row a word, (words, dims) in every space; zeros where one is unknown."""
        rows = [self.row_of.get(exact(word), -1) for word in words]
        found = tuple(space.rows[rows].astype(np.float32) for space in self.spaces)
        for at in (at for at, row in enumerate(rows) if row < 0):
            meaning = self.meaning(words[at])
            for n, rows_of in enumerate(found):
                rows_of[at] = 0.0 if meaning is None else meaning[n]
        return found

    def closeness(self, cards: Sequence[Meaning], clues: Meaning) -> Floats:
        """How close clues, (clues, dims) in every space, are to cards: (spaces, clues, cards).

        Each card's similarities are in standard deviations over a sample of common words: a card that is close to
        everything is no closer to a clue for that. What is not known is as close as chance would have it: 0.
        """
        return np.stack([self._close(at, cards, said) for at, said in enumerate(clues)])

    def _close(self, at: int, cards: Sequence[Meaning], said: Floats) -> Floats:
        space = self.spaces[at]
        columns = np.stack([card[at] for card in cards], axis=1)
        yard = (space.yard @ columns).reshape(-1, len(cards)).astype(np.float64)
        usual, spread = yard.mean(0), yard.std(0)
        scale = np.where(spread > 0, 1.0 / np.where(spread > 0, spread, 1.0), 0.0)
        lengths = np.linalg.norm(said.astype(np.float64), axis=1)[:, None]
        dots = np.concatenate([said[n : n + BLOCK] @ columns for n in range(0, len(said), BLOCK)])
        close = (dots * space.length / np.where(lengths > 0, lengths, 1.0) - usual) * scale
        return np.asarray(np.where(lengths > 0, close, 0.0), np.float32)

    def near(self, cards: Sequence[Meaning], most: int) -> list[int]:
        """The rows of common words that lie near one of the cards in the last space, about so many."""
        if not cards:
            return []
        space, columns = self.spaces[-1], np.stack([card[-1] for card in cards], axis=1)
        blocks = range(0, len(self.clues), BLOCK)
        dots = np.concatenate([space.rows[n : n + BLOCK].astype(np.float32) @ columns for n in blocks])
        each = -(-most // len(cards))
        # Whole numbers that carry the row in their last digits: no two are equal, and parting them is faster than argsort.
        keys = np.arange(len(dots))[:, None] - dots.astype(np.int64) * len(dots)
        nearest = np.sort(np.partition(keys, each, axis=0)[:each], axis=0) % len(dots)
        return list(dict.fromkeys(nearest.T.ravel().tolist()))


def plain(text: str) -> str:
    """Lower case without accents; anything that is not a letter becomes one space."""
    if text.isascii() and text.isalpha():
        return text.lower()
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    return re.sub(r"[^a-z]+", " ", "".join(c for c in letters if not unicodedata.combining(c))).strip()


def exact(text: str) -> str:
    """Lower case with its accents; anything that is not a letter becomes one space."""
    if text.isascii() and text.isalpha():
        return text.lower()
    return re.sub(r"[\W\d_]+", " ", unicodedata.normalize("NFKC", text.casefold().translate(_LIGATURES))).strip()


_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


@lru_cache(maxsize=1)
def english() -> Lexicon:
    """The English words; about 20 MB of memory, kept from the first call on."""
    return _read("en")


@lru_cache(maxsize=len(FILES))
def lexicon(language: str) -> Lexicon | None:
    """The words of a language, by its two-letter code, kept from the first call on; None where there are none."""
    return None if language not in FILES else english() if language == "en" else _read(language)


def _read(language: str) -> Lexicon:
    with files(__package__).joinpath(FILES[language]).open("rb") as file, np.load(file) as data:
        words = data["words"].tobytes().decode().split("\n")
        row_of = {exact(word): row for row, word in enumerate(words)}
        for row, word in enumerate(words):
            if not word.isascii():  # only where no other word is written so: “Bar” is not “Bär”
                row_of.setdefault(plain(word), row)
                row_of.setdefault(plain(word.casefold().translate(_UMLAUTS)), row)
        if "aliases" in data:
            forms = data["aliases"].tobytes().decode().split("\n")
            row_of.update(zip(forms, data["alias_rows"].tolist(), strict=True))
        names = [name.removesuffix("_step") for name in data if name.endswith("_step")]
        spaces = tuple(_space(data[name], float(data[name + "_step"])) for name in names)
    return Lexicon(tuple(words[:CLUES]), row_of, spaces, language)


def _space(axes: Bytes, step: float) -> Space:
    rows = np.ascontiguousarray(axes.T)
    blocks = rows[:YARD].reshape(-1, BLOCK, rows.shape[1])
    return Space(rows, blocks[::YARDSTICK].astype(np.float32), 1.0 / step)
