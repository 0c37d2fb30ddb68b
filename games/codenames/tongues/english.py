"""How English builds its words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain

from games.codenames.spelling import fold, words
from games.codenames.tongues.tongue import SHORTEST_PART, Tongue, dictionary, sections


class English(Tongue):
    """English: rules propose what a word grew from or is put together of; `kin_en.txt` knows where they are wrong."""

    def __init__(self, laid: bool = True) -> None:
        super().__init__("en", words("the and for with from off out"))
        told = self.told
        found = sections("kin_en.txt" if laid else "")
        self._irregular = {form: tuple(lemmas) for form, *lemmas in map(str.split, told["irregular"])}
        self._unrelated = frozenset(told["unrelated"])
        self.barren = words(" ".join(told["barren"])) | _SUFFIXES.keys()
        self.heads = words(" ".join(found["heads"]))
        self.tails = words(" ".join(found["tails"]))
        self.short = words(" ".join(found["short"]))
        ours = {re.split("[ =]", line)[0]: line for line in chain(found["kin"], told["kin"])}
        self._kin = sorted(ours.values())

    def spellings(self, word: str) -> set[str]:
        return {self._canonical(fold(word))}

    def lemmas(self, word: str) -> set[str]:
        plain = fold(word)
        forms = *self._irregular.get(plain, ()), *self.homographs.get(plain, ()), *_singulars(plain)
        found = {plain, self._lookup(plain), *forms}
        return {self._canonical(lemma) for lemma in found if f"{plain} {lemma}" not in self._unrelated}

    def roots(self, lemma: str) -> set[str]:
        found, fresh = {lemma}, [lemma]
        while fresh:
            word = fresh.pop()
            grown = {self._canonical(base) for base in self._bases(word)} - found
            found |= grown
            fresh += grown
        # Irregular kin is kin of the word itself and of who does it: STRONG refuses “strength”, STRONGLY does not.
        near = found if lemma.endswith(("er", "or", "ist")) else {lemma}
        return found.union(*(self.families.get(word, ()) for word in near))

    def halves(self, word: str) -> set[str]:
        roots = chain.from_iterable(map(self.roots, self.lemmas(word)))
        return set(chain.from_iterable(map(self._halves, roots)))

    def _bases(self, word: str) -> Iterable[str]:
        told = self._told(word)
        bases = self.grown_from(word) if told is None else told[0]
        return (base for base in bases if f"{word} {base}" not in self._unrelated)

    def _halves(self, word: str) -> Iterable[str]:
        told = self._told(word)
        if told is None:
            # What is derived is taken apart in its base: a leadership is no leaders' hip.
            return () if any(map(word.startswith, self.grown_from(word))) else self.put_together_of(word)
        return told[1]

    def _told(self, word: str) -> tuple[list[str], list[str]] | None:
        """What the word grew from and is put together of, if that is not what the rules say."""
        at = bisect_left(self._kin, word)
        said, _, halves = (self._kin[at] if at < len(self._kin) else "").partition("=")
        key, *bases = said.split() or [""]
        return (bases, halves.split()) if key == word else None

    def grown_from(self, word: str) -> Iterator[str]:
        """By rule: what a word may have grown from."""
        for length in range(1, min(8, len(word) - 2)):
            for ending in _SUFFIXES.get(word[-length:], ()):
                yield from (base for base in _repaired(word[:-length], ending) if self._fertile(word, base))
        for prefix in _PREFIXES:
            base = word.removeprefix(prefix)
            if base != word and len(base) > 3 and self.known(base):
                yield base

    def put_together_of(self, word: str) -> set[str]:
        """By rule: the halves of a compound."""
        cuts = range(SHORTEST_PART, len(word) - SHORTEST_PART + 1)
        pairs = [(word[:cut], word[cut:]) for cut in cuts if self._joins(word[:cut], word[cut:])]
        # A raftsman is a man on a raft.
        pairs += [(head[:-1], tail) for head, tail in pairs if head.endswith("s") and tail in ("man", "woman")]
        # BOOTSTRAP is a boot and a strap, not boots and a trap.
        better = [pair for pair in pairs if not pair[0].endswith("s")] or pairs
        return set(chain.from_iterable(better))

    def _joins(self, head: str, tail: str) -> bool:
        if tail in self.barren:
            return False
        # Words of three letters turn up in others by accident: CAR and NATION.
        if tail in self.tails:
            return head in self.heads or (len(head) > SHORTEST_PART and self.known(head))
        longer = min(len(head), len(tail)) > SHORTEST_PART
        # A word that nobody knows was put together by the one who says it.
        return (
            longer and self.known(tail) and (head in self.heads or (self.known(head) and not self.known(head + tail)))
        )

    def _fertile(self, word: str, base: str) -> bool:
        if len(base) == SHORTEST_PART:
            return base in self.short or (self.known(base) and not self.known(word))
        # Of a word that nobody knows the base may be a name: Darwinism.
        return self.known(base) or (word.endswith(_OF_NAMES) and not self.known(word))

    def _canonical(self, word: str) -> str:
        if word in self.variants:
            return self.variants[word]
        for end in range(len(word) - 1, 4, -1):
            new = self.variants.get(word[:end])
            if new and not word.startswith(new):
                return new + word[end:]
        for start in range(3, len(word) - 4):
            if new := self.variants.get(word[start:]):
                return word[:start] + new
        american = _ISE.sub(r"\1z\2", word)
        return american if self.known(american) or not self.known(word) else word  # a sunrise is no verb

    def known(self, word: str) -> bool:
        """Whether the dictionary has the word."""
        return word in self.families or dictionary("en").get(word) is not None

    def _lookup(self, word: str) -> str:
        return fold(dictionary("en").get(word) or word)


_ISE = re.compile(r"(?<=\w{3})([iy])s(e|er|ed|ing|ation|able)$")


def _singulars(word: str) -> Iterator[str]:
    if len(word) < 4 or word.endswith(("ss", "us", "is")) or not word.endswith("s"):
        return
    yield word[:-1]
    if word.endswith(("ches", "shes", "sses", "xes", "zes", "oes")):
        yield word[:-2]
    if word.endswith("ies"):
        yield word[:-3] + "y"


def _repaired(stem: str, ending: str) -> Iterator[str]:
    yield stem + ending
    if not ending and len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "aeiouls":
        yield stem[:-1]  # a doubled consonant: run, runner
    elif not ending and len(stem) > 3 and stem[-2:] == "ll":
        yield stem[:-1]
    elif not ending and stem.endswith("ck"):
        yield stem[:-1]  # panic, panicky
    elif not ending and len(stem) > 3 and re.search("[bcdghpstv]r$", stem):
        yield stem[:-1] + "er"  # monster, monstrous


_SUFFIXES: dict[str, tuple[str, ...]] = {
    "ing": ("", "e"), "ed": ("", "e"), "ied": ("y",), "ier": ("y",), "iest": ("y",), "est": ("", "e"),
    "ly": ("", "le"), "ily": ("y",), "ally": ("",), "ness": ("",), "iness": ("y",), "less": ("",), "iless": ("y",),
    "ful": ("",), "iful": ("y",), "ship": ("",), "hood": ("",), "ihood": ("y",), "dom": ("",),
    "ism": ("", "e", "y"), "ist": ("", "e", "y"), "ize": ("", "e", "y"), "ify": ("", "e", "y", "id"), "efy": ("id", "e"), "efaction": ("efy",), "ment": ("", "e"),
    "able": ("", "e", "ate"), "iable": ("y",), "ible": ("", "e"), "ability": ("", "e", "able"), "ibility": ("", "ible"),
    "ation": ("", "e", "ate"), "ization": ("ize",), "ication": ("y",), "ition": ("", "e"), "ion": ("", "e"),
    "or": ("", "e"), "er": ("", "e"), "ery": ("", "e"), "ry": ("",), "ary": ("", "e"), "ory": ("", "e"),
    "y": ("", "e"), "ie": ("",), "en": ("", "e"), "al": ("", "e"), "ial": ("", "e", "y"), "ual": ("", "e"),
    "ical": ("", "e", "y", "ic", "ics"), "ic": ("", "e", "y"), "ish": ("", "e"), "ous": ("", "e"),
    "ious": ("y", "e", "ion"), "eous": ("e", ""), "ive": ("", "e", "ion"), "ative": ("", "e", "ate"),
    "ity": ("", "e"), "ility": ("le",), "ty": ("",), "age": ("", "e"), "iage": ("y",),
    "ance": ("", "e", "ant"), "ence": ("", "e", "ent"), "iance": ("y",), "ancy": ("ant",), "ency": ("ent",),
    "ant": ("", "e"), "ent": ("", "e"), "ure": ("", "e"), "ice": ("", "e"), "ee": ("", "e"), "eer": ("",), "eur": ("age",), "euse": ("age", "e"), "tier": ("te", "t"), "oid": ("", "e"), "icide": ("", "e"),
    "ography": ("", "y", "e"), "ology": ("", "y", "e", "al", "um"),
    "ess": ("", "e"), "ress": ("er", "or"), "ling": ("", "le"), "let": ("",), "ette": ("", "e"), "ster": ("",), "some": ("",),
    "ward": ("",), "wards": ("",), "like": ("",), "wise": ("",), "esque": ("", "e"), "an": ("", "a"), "ian": ("", "e", "y", "ia", "ic"),
    "ics": ("", "e", "y", "ic"), "logist": ("logy",), "grapher": ("graphy", "graph"), "graphic": ("graphy", "graph"),
    "ade": ("",),
}  # fmt: skip
"""Suffix → what stood in its place before."""
_OF_NAMES = ("ism", "ist", "ian")
_PREFIXES = ("un", "re", "dis", "mis", "pre", "non", "im", "in", "il", "ir", "en", "em", "de", "be", "anti", "co", "bi",
             "sub", "over", "under", "out", "inter", "super", "trans", "fore", "counter", "mini", "semi", "multi", "tri")  # fmt: skip
