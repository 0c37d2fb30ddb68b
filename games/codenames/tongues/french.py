"""How French builds its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from games.codenames.spelling import words
from games.codenames.tongues.tongue import SHORTEST_PART, Tongue, dictionary, grown


class French(Tongue):
    """French: feminine forms and participles that the dictionary takes for words of their own, and words before a compound."""

    def spellings(self, word: str) -> set[str]:
        return super().spellings(_ELISION.sub("", word))

    def lemmas(self, word: str) -> set[str]:
        found = super().lemmas(word)
        for lemma in [*found] if word.lower() not in self.simple else ():
            found |= {base for base in grown(lemma, _FORMS, 3) if self._is_word(base)}
        return found

    def roots(self, lemma: str) -> set[str]:
        near = set(self._bases(lemma)) if lemma not in self.simple else set()
        return near.union({lemma}, self.families.get(lemma, ()), *map(super().lemmas, near))

    def _bases(self, lemma: str) -> Iterator[str]:
        heads = _PREFIXES if lemma.endswith(("er", "ir", "ee")) else ()
        for word in (lemma, *(lemma.removeprefix(head) for head in heads)):
            for suffix, befores in _SUFFIXES.items():
                stem = word.removesuffix(suffix)
                # A young renard is a renardeau; a tableau is no young table.
                if stem == word or len(stem) < (5 if suffix in _LATE else SHORTEST_PART):
                    continue
                stems = {stem}
                if stem.endswith("onn"):
                    stems.add(stem[:-1])  # prison, prisonnier
                elif stem.endswith("ell" if suffix == "erie" else "el"):
                    stems.add(re.sub("ell?$", "eau", stem))  # chapeau, chapelier
                elif suffix == "ique" and stem.endswith("ll"):
                    stems.add(stem[:-1])  # métal, métallique
                elif suffix in ("ier", "erie") and stem.endswith(("ut", "ot")):
                    stems.add(stem[:-1])  # bijou, bijoutier
                elif suffix == "ier" and stem.endswith("et"):
                    stems.add(stem + "t")  # noisette, noisetier
                elif suffix == "er" and dictionary("fr").get(stem + "e") == stem + "e":
                    befores = ("e",)  # who errs (louper) does so with a loupe, not with a loup
                for base in (stem + before for stem in stems for before in befores):
                    # Names and the like stand in no dictionary; of three letters a stem is a word by accident, as in vis-age.
                    if len(stem) > 4 or (
                        (base != word[: len(base)] or len(base) > SHORTEST_PART) and self._is_word(base)
                    ):
                        yield base

    def _is_word(self, base: str) -> bool:
        """Whether a folded word stands in the dictionary, with one accent or none."""
        accents = (base[:at] + each + base[at + 1 :] for at, c in enumerate(base) for each in _ACCENTED.get(c, ""))
        return any(dictionary("fr").get(spelled) is not None for spelled in chain([base], accents))

    def halves(self, word: str) -> set[str]:
        plains = {word.lower(), *self.entries(word)}
        pairs = ((head, plain.removeprefix(head)) for head in _HEADS for plain in plains if plain.startswith(head))
        return {half for pair in pairs if len(pair[1]) > SHORTEST_PART and self._is_word(pair[1]) for half in pair}


_ELISION = re.compile(r"^(?:[cdjlmnst]|qu)'", re.IGNORECASE)
_ACCENTED = {"a": "â", "c": "ç", "e": "éèê", "i": "î", "o": "ô", "u": "û"}
_HEADS = words("gentil bon mille porte passe contre auto para grand petit chauve tourne sur télé moto")
_FORMS = {
    "ee": ("er",), "ees": ("er",), "e": ("er",), "es": ("er",), "che": ("c",), "ve": ("f",), "tte": ("t",), "nne": ("n",),
    "lle": ("l",), "sse": ("s",), "te": ("t",), "trice": ("teur",), "euse": ("eur", "eux"), "ere": ("er",),
}  # fmt: skip
_LATE = ("eau", "ceau", "ciere", "teur", "trice")
"""Suffixes that end other words too, and follow a stem of five letters."""
_PREFIXES = ("en", "em", "de", "re", "sur", "sou", "par")
_SUFFIXES = {
    **dict.fromkeys(
        (
            "ette",
            "erie",
            "age",
            "eur",
            "euse",
            "eux",
            "ement",
            "ment",
            "ure",
            "esse",
            "ard",
            "ais",
            "al",
            "ial",
        ),
        ("", "e", "er", "ir", "o"),
    ),
    **dict.fromkeys(("able", "ation", "ible", "ade", "aison", "ance", "ant", "ition"), ("er", "ir", "re", "e")),
    **dict.fromkeys(("ique", "ite", "ois", "ol", "ee"), ("", "e", "ie")),
    **dict.fromkeys(("ain", "aine", "ien", "ienne", "een", "eenne"), ("", "e", "ie", "a", "ique", "es")),
    "atre": ("", "e"),
    **dict.fromkeys(("er", "ir"), ("", "e")),
    **dict.fromkeys(("icien", "icienne", "icite", "ical"), ("ique",)),
    **dict.fromkeys(("atique", "uaire"), ("", "e", "ie")),
    "ulaire": ("le",),
    "isme": ("", "e", "ie", "a"),
    "iste": ("", "e", "er", "ir", "o", "a"),
    "aire": ("", "e"),
    "iaire": ("e",),
    "caire": ("que",),
    "airie": ("aire",),
    "eau": ("", "e"),
    **dict.fromkeys(("ceau", "ciere"), ("s",)),
    **dict.fromkeys(("ologue", "ologie", "ographe", "ographie"), ("", "e")),
    **dict.fromkeys(("logue", "logiste", "logique"), ("logie",)),
    "graphe": ("graphie",),
    **dict.fromkeys(("ateur", "atrice"), ("er", "ir", "re", "e", "ation")),
    **dict.fromkeys(("teur", "trice"), ("tion",)),
    "cologue": ("que",),
    "ieux": ("ion", "ie", "e"),
    **dict.fromkeys(("ert", "erture"), ("rir",)),
    **dict.fromkeys(("uit", "uisson", "uction"), ("uire",)),
    "u": ("re", "ir", "e"),
    "ceur": ("",),
    "eade": ("e",),
    "ture": ("re",),
    "ier": ("", "e"),
    "iere": ("", "e", "ier"),
}
