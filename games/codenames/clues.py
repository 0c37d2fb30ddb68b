"""Which clues may be said: one word, and no form or part of a word still on the board.

The published rule reads: with BREAK on the board nobody may say *break, broken, breakage* or *breakdown*. Here a word
is turned, once, into a few sets of keys (what it is, what it grew from, what it is put together of); a clue is refused
when its keys meet those of a card. Irregular forms come from simplemma's dictionaries, English word-building from the
suffixes below, from `lexicon_*.txt`, which are ours, and from `kin_en.txt`, which is WordNet's word on where they err.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import resources
from itertools import chain, pairwise
from types import MappingProxyType

from games.core import IllegalAction

LONGEST = 40
"""The most characters a clue may have."""
SHORTEST_PART = 3
"""“he” is fine with THEATER: a part of a compound has at least this many letters."""


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


# One word


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MENTION = re.compile(r"<[@#:/aAtTiI][^>]*>|@|#\w")
_LINK = re.compile(r"https?:|www\.|discord\.gg|\w\.\w{2,}/|\]\(", re.IGNORECASE)
_MARKUP = set("*_~`|<>[]\\")
_NAME_LINKS = _words(
    "a al and d da das de del der des di do dos du el en et i in l la las le les los of on the und van von y"
)


@lru_cache(maxsize=4096)
def one_word(clue: str, names: bool = False) -> str:
    """The clue without invisible characters and outer space, if it is one word (or, with `names`, a name)."""
    shown = clean(clue)
    # Symbols are looked for before normalising, which would spell ™ out as letters.
    if fault := _fault(shown, names) or _symbol(clue):
        raise IllegalAction(fault)
    return shown


def clean(text: str) -> str:
    """Text as it will be shown: compatibility forms composed, invisible characters gone, plain hyphens and apostrophes."""
    seen = "".join(c for c in unicodedata.normalize("NFKC", text) if not _invisible(c))
    return " ".join(unicodedata.normalize("NFKC", seen.translate(_PLAIN_MARKS)).split())


def _fault(shown: str, names: bool) -> str | None:
    # Text that could ping or format is never quoted back.
    if not shown:
        return "A clue is one word; nothing was written."
    if len(shown) > LONGEST:
        return f"A clue is one word of at most {LONGEST} letters."
    if _LINK.search(shown):
        return "A clue is one plain word, not a link."
    if _MENTION.search(shown):
        return "A clue is one plain word: it cannot mention a person, role or channel."
    if any(c in _MARKUP for c in shown):
        return "A clue is one plain word, without formatting."
    if fault := _symbol(shown):
        return fault
    words = shown.split(" ")
    if not all(_spelled(word) for word in words):
        return "A clue is written in letters; only a hyphen or an apostrophe may stand inside the word."
    if len(words) > 1 and not names:
        return f"“{shown}” is {len(words)} words; a clue is one word."
    if len(words) > 1 and not _is_name(words):
        return f"“{shown}” is {len(words)} words; only a proper name, with its capitals, may have several."
    return None


def _symbol(text: str) -> str | None:
    if any(c.isnumeric() for c in text):
        return "A clue is written in letters, without digits; the number is given apart."
    if any(unicodedata.category(c) in {"So", "Sk", "Cs", "Co", "Cn"} and not _invisible(c) for c in text):
        return "A clue is written in letters, without emoji or symbols."
    return None


def _spelled(word: str) -> bool:
    """Letters in one to four runs, joined by single hyphens or apostrophes; one closing apostrophe is a possessive."""
    runs = re.split(r"'?-|'", word.removesuffix("'"))
    return len(runs) <= 4 and all(run and _letters(run) for run in runs)


def _letters(run: str) -> bool:
    marks = sum(unicodedata.category(c) in {"Mn", "Mc"} for c in run)
    # Struck through, or two accents in one place on a letter that no script composes.
    classes = [unicodedata.combining(unicodedata.normalize("NFD", c)[-1]) for c in run]
    if 1 in classes or any(
        one == two >= 202 and unicodedata.combining(c) for (one, two), c in zip(pairwise(classes), run[1:], strict=True)
    ):
        return False
    # Marks belong to many scripts, but more marks than letters is a scribble over the neighbours' lines.
    return run[0].isalpha() and marks * 2 <= len(run) and sum(map(str.isalpha, run)) + marks == len(run)


def _is_name(words: Sequence[str]) -> bool:
    big = [word for word in words if word not in _NAME_LINKS]
    return 0 < len(words) <= 5 and len(big) > 0 and all(word[0].isupper() for word in big)


def _invisible(c: str) -> bool:
    return (unicodedata.category(c) in {"Cf", "Cc"} and not c.isspace()) or c in _BLANK_LETTERS


# Fillers that count as letters or symbols and show nothing, and the selectors that pick an emoji's style.
_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {chr(n) for n in range(0xFE00, 0xFE10)}
_PLAIN_MARKS = str.maketrans({**dict.fromkeys("’‘ʼ＇´′", "'"), **dict.fromkeys("‐‑‒–—−﹣－", "-")})


# One key for everything that reads alike


@lru_cache(maxsize=4096)
def fold(word: str) -> str:
    """The key under which two spellings read alike: case, accents, punctuation, invisible and look-alike letters gone."""
    plain = unicodedata.normalize("NFKD", "".join(c for c in word if not _invisible(c)))
    plain = "".join(c for c in plain if c.isalnum() or _vowel_sign(c))
    latin = plain.translate(_LOOK_ALIKES)
    # A word is in disguise only when every letter of it passes for Latin; a true Russian word stays Russian.
    return (latin if latin.isascii() else plain.translate(_LETTERS)).casefold()


def _vowel_sign(c: str) -> bool:
    """Marks that are letters in Indian and other scripts; an accent has a combining class."""
    return unicodedata.category(c) in {"Mn", "Mc"} and not unicodedata.combining(c)


def _pairs(strange: str, plain: str) -> dict[str, str]:
    return dict(zip(strange, plain, strict=True))


_LIGATURES = {"æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ß": "ss", "ẞ": "SS", "þ": "th", "Þ": "TH"} | _pairs(
    "øØđĐðÐħĦłŁŧŦıȷɨƀɓɗɡɢĸŋƒɪ", "oOdDdDhHlLtTijibbdgGknfI"
)
_LETTERS = str.maketrans(_LIGATURES)
_LOOK_ALIKES = str.maketrans(
    _LIGATURES
    | _pairs("АВЕЅІЈКМНОРСТУХҮԚԜЬӀ", "ABESIJKMHOPCTYXYQWbI")  # Cyrillic capitals
    | _pairs("авеѕіјкмнорстухүһԁԛԝґӏѵьпг", "abesijkmhopctyxyhdqwrlvbnr")
    | _pairs("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHIKMNOPTYXC")  # Greek
    | _pairs("αβγεζηικμνορςστυχωϲϳ", "abyeznikuvopsotuxwcj")
    | _pairs("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz")  # small capitals
    | _pairs("ɑᴦɩʋοօոսհցք", "ariuoonuhgp")  # phonetic and Armenian
    | _pairs("ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᎩᏃ", "ABCDEGHJKLMPRSTVWYZ")  # Cherokee
)


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
    tongue = _tongue(language)
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
        self.told = told = _sections(f"lexicon_{language}.txt")
        self.variants: dict[str, str] = dict(line.split() for line in told["variants"])
        self.simple = _words(" ".join(told["simple"]))
        self.homographs = {form: frozenset(lemmas) for form, *lemmas in map(str.split, told["homographs"])}
        self.families: dict[str, set[str]] = {}
        for number, line in enumerate(told["families"]):
            for spelling in chain.from_iterable(map(self.spellings, line.split())):
                # A key no word can have, so that a family meets only itself.
                self.families.setdefault(spelling, set()).add(f"family {number}")

    def spellings(self, word: str) -> set[str]:
        """The folded word under every spelling that counts as the same: umlauts may be written ä or ae."""
        return {self.variants.get(plain, plain) for plain in (fold(word), fold(word.casefold().translate(_UMLAUTS)))}

    def lemmas(self, word: str) -> set[str]:
        """The folded dictionary forms that the word may be an inflection of, itself among them."""
        known, plain = self.entries(word), fold(word)
        guessed = () if known else (plain.removesuffix(ending) for ending in self.endings)
        return self.spellings(word).union(*map(self.spellings, known), guessed)

    def roots(self, lemma: str) -> set[str]:
        """What a folded dictionary form grew from."""
        found = set(self.families.get(lemma, ()))
        if lemma not in self.simple:
            for base in _grown(lemma, self.suffixes):
                found |= {base} if len(base) > SHORTEST_PART else set()
        return found

    def halves(self, word: str) -> set[str]:
        """The two parts of a compound, of it or its dictionary form; none when it is a simple word."""
        return set()

    def entries(self, word: str) -> set[str]:
        """What the dictionary says of a word that people write in any case."""
        known = _dictionary(self.language)
        return {lemma for form in (word.lower(), word.capitalize()) if (lemma := known.get(form))}


def _grown(word: str, suffixes: Mapping[str, tuple[str, ...]], shortest: int = 4) -> Iterator[str]:
    """What may have stood before the suffixes of a word."""
    for suffix, befores in suffixes.items():
        stem = word.removesuffix(suffix)
        if stem != word and len(stem) >= shortest:
            yield from (stem + before for before in befores)


@cache
def _dictionary(language: str) -> Mapping[str, str]:
    """Word → dictionary form. Imported late, and kept packed: a fifth of the memory for microseconds a new word."""
    from simplemma.strategies.dictionaries import LOW_MEMORY_DICTIONARY_FACTORY

    try:
        return LOW_MEMORY_DICTIONARY_FACTORY.get_dictionary(language)
    except ValueError:
        return {}  # a language without a dictionary


# English


class English(Tongue):
    """English: rules propose what a word grew from or is put together of; `kin_en.txt` knows where they are wrong."""

    def __init__(self, laid: bool = True) -> None:
        super().__init__("en", _words("the and for with from off out"))
        told = self.told
        found = _sections("kin_en.txt" if laid else "")
        self._irregular = {form: tuple(lemmas) for form, *lemmas in map(str.split, told["irregular"])}
        self._unrelated = frozenset(told["unrelated"])
        self.barren = _words(" ".join(told["barren"])) | _SUFFIXES.keys()
        self.heads = _words(" ".join(found["heads"]))
        self.tails = _words(" ".join(found["tails"]))
        self.short = _words(" ".join(found["short"]))
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
        return word in self.families or _dictionary("en").get(word) is not None

    def _lookup(self, word: str) -> str:
        return fold(_dictionary("en").get(word) or word)


_ISE = re.compile(r"(?<=\w{3})([iy])s(e|er|ed|ing|ation|able)$")


def _sections(name: str) -> dict[str, list[str]]:
    """The lines of each [section] of a file beside this one, comments left out."""
    file = resources.files(__package__).joinpath(name)
    told: dict[str, list[str]] = defaultdict(list)
    lines: list[str] = []
    for line in filter(None, map(str.strip, file.read_text("utf-8").splitlines() if file.is_file() else ())):
        if line.startswith("["):
            lines = told[line.strip("[]")]
        elif not line.startswith("#"):
            lines.append(line)
    return told


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


# German and others


class German(Tongue):
    """German: nouns are taken apart where both halves are nouns; endings change vowels."""

    def spellings(self, word: str) -> set[str]:
        return super().spellings(word) | super().spellings(re.sub("ph", "f", re.sub("gh", "g", word.lower())))

    def entries(self, word: str) -> set[str]:
        # The dictionary takes Herde for Herd, and knows better of Herden.
        known = _dictionary("de")
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
        verb = lemma.endswith(("n", "t")) and _dictionary("de").get(lemma) is not None
        for each in (plain, lemma, *(lemma.removeprefix(before) for before in _GERMAN_PREFIXES if verb)):
            if len(each) <= SHORTEST_PART:
                continue
            if each.endswith("n"):
                yield each
            elif each.endswith("t") and each not in (plain, lemma):
                yield from (each[:-1] + "en", each[:-1], each[:-1] + "e")
            for base in _grown(each, _GERMAN_SUFFIXES | changed, 3):
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
        if lemma.endswith("e") and _dictionary("de").get(lemma[:-1]) == lemma[:-1]:
            yield lemma[:-1]  # an adjective: tief, Tiefe

    def _is_word(self, base: str) -> bool:
        # Umlauts stand in the dictionary as such.
        umlaut = re.sub("[aou]e", lambda two: "äöü"["aou".index(two[0][0])], base)
        spelled = {base, umlaut, base.capitalize(), umlaut.capitalize()}
        return any(_dictionary("de").get(form) is not None for form in spelled)

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
            if (cut > SHORTEST_PART or lemma.startswith("erd")) and _dictionary("de").get(lemma.capitalize()):
                for full in (lemma[:cut] + "e", lemma[:cut] + "en"):
                    if self._is_word(full):
                        yield from (full, tail)


class French(Tongue):
    """French: feminine forms and participles that the dictionary takes for words of their own, and words before a compound."""

    def spellings(self, word: str) -> set[str]:
        return super().spellings(_ELISION.sub("", word))

    def lemmas(self, word: str) -> set[str]:
        found = super().lemmas(word)
        for lemma in [*found] if word.lower() not in self.simple else ():
            found |= {base for base in _grown(lemma, _FRENCH_FORMS, 3) if self._is_word(base)}
        return found

    def roots(self, lemma: str) -> set[str]:
        near = set(self._bases(lemma)) if lemma not in self.simple else set()
        return near.union({lemma}, self.families.get(lemma, ()), *map(super().lemmas, near))

    def _bases(self, lemma: str) -> Iterator[str]:
        heads = _FRENCH_PREFIXES if lemma.endswith(("er", "ir", "ee")) else ()
        for word in (lemma, *(lemma.removeprefix(head) for head in heads)):
            for suffix, befores in _FRENCH_SUFFIXES.items():
                stem = word.removesuffix(suffix)
                # A young renard is a renardeau; a tableau is no young table.
                if stem == word or len(stem) < (5 if suffix in _FRENCH_LATE else SHORTEST_PART):
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
                elif suffix == "er" and _dictionary("fr").get(stem + "e") == stem + "e":
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
        return any(_dictionary("fr").get(spelled) is not None for spelled in chain([base], accents))

    def halves(self, word: str) -> set[str]:
        plains = {word.lower(), *self.entries(word)}
        pairs = (
            (head, plain.removeprefix(head)) for head in _FRENCH_HEADS for plain in plains if plain.startswith(head)
        )
        return {half for pair in pairs if len(pair[1]) > SHORTEST_PART and self._is_word(pair[1]) for half in pair}


_ELISION = re.compile(r"^(?:[cdjlmnst]|qu)'", re.IGNORECASE)
_ACCENTED = {"a": "â", "c": "ç", "e": "éèê", "i": "î", "o": "ô", "u": "û"}
_FRENCH_HEADS = _words("gentil bon mille porte passe contre auto para grand petit chauve tourne para sur télé moto")
_FRENCH_FORMS = {
    "ee": ("er",), "ees": ("er",), "e": ("er",), "es": ("er",), "che": ("c",), "ve": ("f",), "tte": ("t",), "nne": ("n",),
    "lle": ("l",), "sse": ("s",), "te": ("t",), "trice": ("teur",), "euse": ("eur", "eux"), "ere": ("er",),
}  # fmt: skip


@lru_cache(maxsize=4096)
def _is_noun(word: str) -> bool:
    # The dictionary has every abbreviation of three letters; few of them begin or end a compound.
    if len(word) == SHORTEST_PART and word not in _SHORT_NOUNS:
        return False
    noun = _dictionary("de").get(word.capitalize())
    return noun is not None and noun[0].isupper()


@cache
def _tongue(language: str) -> Tongue:
    match language:
        case "en":
            return English()
        case "de":
            return German("de", _words("der die das und mit von"), ("e", "en", "er", "n", "s", "es"), _GERMAN_SUFFIXES)
        case "fr":
            return French("fr", _words("les des une aux sur sous par pour"), ("s", "x"))
    return Tongue(language)


_SHORT_NOUNS = _words(
    "aal abt akt amt arm art arzt ast auf aus axt bad bar bau bau bus dom eid eis elf erz fee fuß gas gel hai hof hut jod"
    " kai kuh lok mai mal mut not ohr öl ort pol rad rat reh rum see tag tal tau tee ton tor tür uhr huf uhu weg zeh zoo zug"
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_GERMAN_SUFFIXES = {
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
_GERMAN_PREFIXES = ("be", "ver", "er", "ent", "zer", "ge", "ueber", "uber")
_FRENCH_LATE = ("eau", "ceau", "ciere", "teur", "trice")
"""Suffixes that end other words too, and follow a stem of five letters."""
_FRENCH_PREFIXES = ("en", "em", "de", "re", "sur", "sou", "par")
_FRENCH_SUFFIXES = {
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
