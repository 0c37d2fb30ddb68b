"""Which clues may be said: one word, and no form or part of a word still on the board.

The published rule reads: with BREAK on the board nobody may say *break, broken, breakage* or *breakdown*. Here a word
is turned, once, into a few sets of keys (what it is, what it grew from, what it is put together of); a clue is refused
when its keys meet those of a card. Irregular forms come from simplemma's dictionaries, English word-building from the
suffixes below, from `lexicon_*.txt`, which are ours, and from `kin_en.txt`, which is WordNet's word on where they err.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from games.codenames.spelling import clean, fold, one_word
from games.codenames.tongues import tongue_of
from games.codenames.tongues.tongue import SHORTEST_PART, Tongue
from games.core import IllegalAction


def check_clue(clue: str, visible: Sequence[str], *, language: str = "en", names: bool = False) -> str:
    """The clue as it will be shown; `visible` are the words not yet turned.

    `names` allows proper names of several words. Raises IllegalAction with one sentence, fit for a person and a model.
    """
    shown = one_word(clue, names)
    says = _forms(shown, language)
    for card in visible:
        if why := _kinship(says, _forms(card, language)):
            raise IllegalAction(_REFUSALS[why].format(clue=shown, card=card))
    return shown


def find_card(text: str, cards: Sequence[str]) -> str | None:
    """The card somebody typed, whatever the case, quotes and punctuation; None when no card is exactly that word."""
    key = fold(text)
    return next((card for card in cards if fold(card) == key), None) if key else None


def same_family(clue: str, card: str, language: str = "en") -> str | None:
    """Why two words are too close: same, spelling, inflection, derivation, part, compound or shared; else None."""
    return _kinship(_forms(clue, language), _forms(card, language))


def roots(word: str, language: str) -> list[str]:
    """The dictionary forms that a word may be one of, and what those grew from, folded; the longest first."""
    return sorted(_forms(word, language).roots, key=lambda root: (-len(root), root))


_REFUSALS = {
    "same": "“{clue}” cannot be a clue: {card} is on the board.",
    "spelling": "“{clue}” is another spelling of {card}, which is on the board.",
    "inflection": "“{clue}” is a form of {card}, which is on the board.",
    "derivation": "“{clue}” is a form of {card}, which is on the board.",
    "part": "“{clue}” is a part of {card}, which is on the board.",
    "compound": "“{clue}” contains {card}, which is on the board.",
    "shared": "“{clue}” shares a word with {card}, which is on the board.",
}


# What a word is, grew from, and is put together of


@dataclass(frozen=True)
class Forms:
    """One word's keys."""

    spelled: frozenset[str]
    """The word itself, folded, in one canonical spelling."""
    whole: frozenset[str]
    """`spelled` and the dictionary forms it may be an inflection of."""
    roots: frozenset[str]
    """Of `whole` what the word is no form of by accident, and what those grew from: the dove is in no DIVER."""
    parts: frozenset[str]
    """The dictionary forms of its parts, when it is a compound or several words."""
    written: frozenset[str]
    """Of the parts, those that stand apart in writing, by a space or a hyphen."""
    key: str

    @cached_property
    def every(self) -> frozenset[str]:
        """All of these together: words that share none of them are no kin."""
        return self.whole | self.roots | self.parts | self.written


def _kinship(clue: Forms, card: Forms) -> str | None:
    if clue.key == card.key:
        return "same" if clue.key else None
    if clue.every.isdisjoint(card.every):
        return None
    if not clue.spelled.isdisjoint(card.spelled):
        return "spelling"
    if not clue.whole.isdisjoint(card.whole):
        return "inflection"
    if not clue.roots.isdisjoint(card.roots):
        return "derivation"
    if not clue.roots.isdisjoint(card.parts):
        return "part"
    if not clue.parts.isdisjoint(card.roots):
        return "compound"
    return None if clue.written.isdisjoint(card.written) else "shared"


@lru_cache(maxsize=8192)
def _forms(word: str, language: str) -> Forms:
    tongue = tongue_of(language)
    runs = [run for run in re.split(r"[\s-]+", _POSSESSIVE.sub("", clean(word))) if run]
    joined = "".join(runs)
    spelled = frozenset(tongue.spellings(joined))
    whole = frozenset(tongue.lemmas(joined)) | spelled
    true = whole - tongue.homographs.get(joined.lower(), frozenset())
    roots = true.union(*map(tongue.roots, true))
    written = _parts(runs, tongue) if len(runs) > 1 else frozenset()
    # A half is what it looks like: the saw in JIGSAW is no form of “see”.
    nearer = written.union(*map(tongue.spellings, tongue.halves(joined)))
    parts = nearer.union(*map(tongue.roots, nearer))
    return Forms(spelled, whole, roots, parts, written, fold(word))


_POSSESSIVE = re.compile(r"'s?(?=$|[\s-])", re.IGNORECASE)


def _parts(runs: Iterable[str], tongue: Tongue) -> frozenset[str]:
    long_enough = (run for run in runs if len(fold(run)) >= SHORTEST_PART and fold(run) not in tongue.small_words)
    return frozenset(chain.from_iterable(tongue.lemmas(run) for run in long_enough))
