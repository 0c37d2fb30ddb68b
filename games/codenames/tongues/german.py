"""How German builds its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from games.codenames.spelling import words
from games.codenames.tongues.tongue import SHORTEST_PART, Tongue, dictionary, grown


class German(Tongue):
    """German: nouns are taken apart where both halves are nouns; endings change vowels."""

    def spellings(self, word: str) -> set[str]:
        return super().spellings(word) | super().spellings(re.sub("ph", "f", re.sub("gh", "g", word.lower())))

    def entries(self, word: str) -> set[str]:
        # The dictionary takes Herde for Herd, and knows better of Herden.
        known = dictionary("de")
        if word.lower() in self.simple and known.get(word.capitalize()):
            return {word.capitalize()}  # a noun that is a form of a verb by accident: Wand, winden
        noun = word.capitalize()
        if word != word.lower() != known.get(word.lower()) and known.get(noun) == noun:
            return {noun}  # the beech is a noun, whoever books; in small letters it may be either
        own = {
            form for form in (word.lower(), word.capitalize()) if form.endswith("e") and known.get(form + "n") == form
        }
        return {own.pop()} if own and word.lower() not in known else super().entries(word)

    def roots(self, lemma: str) -> set[str]:
        found = super().roots(lemma)
        near = {*filter(self._is_word, self._bases(lemma))} if lemma not in self.simple else set()
        # Who comes from Turkey is a Türke or a Türkin.
        people = (base for base in near if base.removesuffix("e") + "in" == lemma)
        return found.union(near, *(self.families.get(base, ()) for base in people))

    def _bases(self, lemma: str) -> Iterator[str]:
        # Of an umlaut written out the plain vowel is what it grew from: kaelte, kalt.
        plain = re.sub("([aou])e", r"\1", lemma)
        changed = {"e": ("", "en")} if plain != lemma else {}
        verb = lemma.endswith(("n", "t")) and dictionary("de").get(lemma) is not None
        for each in (plain, lemma, *(lemma.removeprefix(before) for before in PREFIXES if verb)):
            if len(each) <= SHORTEST_PART:
                continue
            if each.endswith("n"):
                yield each
            elif each.endswith("t") and each not in (plain, lemma):
                yield from (each[:-1] + "en", each[:-1], each[:-1] + "e")
            for base in grown(each, SUFFIXES | changed, 3):
                yield base
                if len(base) > SHORTEST_PART and _DROPPED.search(base):
                    yield base[:-1] + "e" + base[-1]
        if lemma.startswith("ge") and not lemma.endswith("n"):
            # Many of one kind together: Gewässer, Gebirge.
            kind = lemma[2:].removesuffix("e")
            plain = re.sub("([aou])e", r"\1", kind, count=1)
            found = {plain, kind} if plain != kind else {re.sub(r"(?<=\w)ie?", "e", kind, count=1)} - {kind}
            yield from (base + end for base in found if len(base) >= SHORTEST_PART for end in ("", "e"))
        if len(lemma) > 5:
            yield lemma.removesuffix("e") + "ie"  # their field of study: Biologe, Biologie
        if lemma.endswith("e") and dictionary("de").get(lemma[:-1]) == lemma[:-1]:
            yield lemma[:-1]  # an adjective: tief, Tiefe

    def _is_word(self, base: str) -> bool:
        # Umlauts stand in the dictionary as such.
        umlaut = re.sub("[aou]e", lambda two: "äöü"["aou".index(two[0][0])], base)
        spelled = {base, umlaut, base.capitalize(), umlaut.capitalize()}
        return any(dictionary("de").get(form) is not None for form in spelled)

    def halves(self, word: str) -> set[str]:
        lemmas = {lemma.lower() for lemma in self.entries(word)} | {word.lower()}
        return {half for lemma in lemmas - self.simple for half in self._split(lemma)}

    def _split(self, lemma: str) -> Iterator[str]:
        for cut in range(SHORTEST_PART, len(lemma) - SHORTEST_PART + 1):
            tail = lemma[cut:]
            if not _is_noun(tail):
                continue
            for link in ("", "s", "es", "n", "en", "er", "e"):
                head = lemma[:cut].removesuffix(link)
                if lemma[:cut].endswith(link) and len(head) >= SHORTEST_PART and _is_noun(head):
                    yield from (head, tail)
            # A head may lose its ending: Kirchturm, Waschmaschine.
            if (cut > SHORTEST_PART or lemma.startswith("erd")) and dictionary("de").get(lemma.capitalize()):
                for full in (lemma[:cut] + "e", lemma[:cut] + "en"):
                    if self._is_word(full):
                        yield from (full, tail)


@lru_cache(maxsize=4096)
def _is_noun(word: str) -> bool:
    # The dictionary has every abbreviation of three letters; few of them begin or end a compound.
    if len(word) == SHORTEST_PART and word not in _SHORT_NOUNS:
        return False
    noun = dictionary("de").get(word.capitalize())
    return noun is not None and noun[0].isupper()


_SHORT_NOUNS = words(
    "aal abt akt amt arm art arzt ast auf aus axt bad bar bau bus dom eid eis elf erz fee fuß gas gel hai hof hut jod"
    " kai kuh lok mai mal mut not ohr öl ort pol rad rat reh rum see tag tal tau tee ton tor tür uhr huf uhu weg zeh zoo zug"
)
SUFFIXES = {
    **dict.fromkeys(
        ("chen", "ung", "lich", "ig", "isch", "heit", "keit", "schaft", "los", "haft", "ern", "nis"),
        ("", "e", "en"),
    ),
    **dict.fromkeys(("bar", "er", "erin", "ner", "ler", "erei", "sam"), ("", "e", "en")),
    "isch": ("", "e", "en", "ik", "ien", "a", "o"),
    "ist": ("", "e", "o", "ei", "a"),
    "tum": ("", "e", "en"),
    **dict.fromkeys(("entum", "erie"), ("", "e")),
    "ei": ("",),
    "ogin": ("ogie",),
    "ier": ("a", "ien"),
    "entlich": ("e", "en"),
    "lein": ("", "e", "en", "el"),
    **dict.fromkeys(("iker", "ikerin"), ("ik",)),
    **dict.fromkeys(("anisch", "aner", "ianisch", "ianer"), ("a", "o", "ien")),
    **dict.fromkeys(("essin", "ar", "ell"), ("", "e")),
    "ierung": ("", "e", "er", "ieren"),
    "en": ("", "e"),
    "n": ("",),
    "in": ("", "e"),
}
_DROPPED = re.compile("([^aeiourln]|[aeo]u)[rln]$")
"""Where an e has fallen out: nebl-ig, Nebel."""
PREFIXES = ("be", "ver", "er", "ent", "zer", "ge", "ueber", "uber")
