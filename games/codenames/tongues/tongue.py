"""What the languages share in building words: a dictionary, endings, and what `lexicon_*.txt` tells besides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import chain
from types import MappingProxyType

from games.codenames.spelling import fold, words

SHORTEST_PART = 3
"""“he” is fine with THEATER: a part of a compound has at least this many letters."""


class Tongue:
    """How one language builds its words: forms stand in the dictionary, if there is one; endings are cut where it does not know
    a word, and suffixes always. What they do not show stands in `lexicon_*.txt`."""

    def __init__(
        self,
        language: str,
        small_words: frozenset[str] = frozenset(),
        endings: tuple[str, ...] = (),
        suffixes: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    ) -> None:
        self.language, self.small_words, self.endings, self.suffixes = language, small_words, endings, suffixes
        self.told = told = sections(f"lexicon_{language}.txt")
        self.variants: dict[str, str] = dict(line.split() for line in told["variants"])
        self.simple = words(" ".join(told["simple"]))
        self.homographs = {form: frozenset(lemmas) for form, *lemmas in map(str.split, told["homographs"])}
        self.families: dict[str, set[str]] = {}
        for number, line in enumerate(told["families"]):
            for spelling in chain.from_iterable(map(self.spellings, line.split())):
                # A key no word can have, so that a family meets only itself.
                self.families.setdefault(spelling, set()).add(f"family {number}")

    def spellings(self, word: str) -> set[str]:
        """The folded word under every spelling that counts as the same: umlauts may be written ä or ae."""
        return {self.variants.get(plain, plain) for plain in (fold(word), fold(word.casefold().translate(UMLAUTS)))}

    def lemmas(self, word: str) -> set[str]:
        """The folded dictionary forms that the word may be an inflection of, itself among them."""
        known, plain = self.entries(word), fold(word)
        guessed = () if known else (plain.removesuffix(ending) for ending in self.endings)
        return self.spellings(word).union(*map(self.spellings, known), guessed)

    def roots(self, lemma: str) -> set[str]:
        """What a folded dictionary form grew from."""
        found = set(self.families.get(lemma, ()))
        if lemma not in self.simple:
            for base in grown(lemma, self.suffixes):
                found |= {base} if len(base) > SHORTEST_PART else set()
        return found

    def halves(self, word: str) -> set[str]:
        """The two parts of a compound, of it or its dictionary form; none when it is a simple word."""
        return set()

    def entries(self, word: str) -> set[str]:
        """What the dictionary says of a word that people write in any case."""
        known = dictionary(self.language)
        return {lemma for form in (word.lower(), word.capitalize()) if (lemma := known.get(form))}


def grown(word: str, suffixes: Mapping[str, tuple[str, ...]], shortest: int = 4) -> Iterator[str]:
    """What may have stood before the suffixes of a word."""
    for suffix, befores in suffixes.items():
        stem = word.removesuffix(suffix)
        if stem != word and len(stem) >= shortest:
            yield from (stem + before for before in befores)


@cache
def dictionary(language: str) -> Mapping[str, str]:
    """Word → dictionary form. Imported late, and kept packed: a fifth of the memory for microseconds a new word."""
    from simplemma.strategies.dictionaries import LOW_MEMORY_DICTIONARY_FACTORY

    try:
        return LOW_MEMORY_DICTIONARY_FACTORY.get_dictionary(language)
    except ValueError:
        return {}  # a language without a dictionary


def sections(name: str) -> dict[str, list[str]]:
    """The lines of each [section] of a file of this game's, comments left out."""
    file = resources.files("games.codenames").joinpath(name)
    told: dict[str, list[str]] = defaultdict(list)
    lines: list[str] = []
    for line in filter(None, map(str.strip, file.read_text("utf-8").splitlines() if file.is_file() else ())):
        if line.startswith("["):
            lines = told[line.strip("[]")]
        elif not line.startswith("#"):
            lines.append(line)
    return told


UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
