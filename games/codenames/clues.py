"""Which clues may be said: one word, and no form or part of a word still on the board.

The published rule reads: with BREAK on the board nobody may say *break, broken, breakage* or *breakdown*. Here a word
is turned, once, into a few sets of keys (what it is, what it grew from, what it is put together of); a clue is refused
when its keys meet those of a card. Irregular forms come from simplemma's dictionaries, English word-building from the
suffixes below and from `lexicon_en.txt`, which is ours.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib import resources
from itertools import chain

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
    """`whole` and what those grew from."""
    parts: frozenset[str]
    """The dictionary forms of its parts, when it is a compound or several words."""
    written: frozenset[str]
    """Of the parts, those that stand apart in writing, by a space or a hyphen."""
    key: str

    @cached_property
    def every(self) -> frozenset[str]:
        """All of these together: words that share none of them are no kin."""
        return self.roots | self.parts | self.written


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
    if not clue.whole.isdisjoint(card.parts):
        return "part"
    if not clue.parts.isdisjoint(card.whole):
        return "compound"
    return None if clue.written.isdisjoint(card.written) else "shared"


@lru_cache(maxsize=8192)
def _forms(word: str, language: str) -> Forms:
    tongue = _tongue(language)
    runs = [run for run in re.split(r"[\s-]+", _POSSESSIVE.sub("", clean(word))) if run]
    joined = "".join(runs)
    spelled = frozenset(tongue.spellings(joined))
    whole = frozenset(tongue.lemmas(joined)) | spelled
    roots = frozenset(chain.from_iterable(tongue.roots(lemma) for lemma in whole)) | whole
    written = _parts(runs, tongue) if len(runs) > 1 else frozenset()
    parts = written | _parts(tongue.halves(joined), tongue)
    return Forms(spelled, whole, roots, parts, written, fold(word))


_POSSESSIVE = re.compile(r"'s?(?=$|[\s-])", re.IGNORECASE)


def _parts(runs: Iterable[str], tongue: Tongue) -> frozenset[str]:
    long_enough = (run for run in runs if len(fold(run)) >= SHORTEST_PART and fold(run) not in tongue.small_words)
    return frozenset(chain.from_iterable(tongue.lemmas(run) for run in long_enough))


@dataclass
class Tongue:
    """How one language builds its words: forms stand in the dictionary, if there is one; endings are cut where it does not know
    a word, and suffixes always."""

    language: str
    small_words: frozenset[str] = frozenset()
    endings: tuple[str, ...] = ()
    suffixes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def spellings(self, word: str) -> set[str]:
        """The folded word under every spelling that counts as the same: umlauts may be written ä or ae."""
        return {fold(word), fold(word.casefold().translate(_UMLAUTS))}

    def lemmas(self, word: str) -> set[str]:
        """The folded dictionary forms that the word may be an inflection of, itself among them."""
        known, plain = self.entries(word), fold(word)
        guessed = () if known else (plain.removesuffix(ending) for ending in self.endings)
        return self.spellings(word).union(*map(self.spellings, known), guessed)

    def roots(self, lemma: str) -> set[str]:
        """What a folded dictionary form grew from."""
        if lemma in _SIMPLE_ABROAD:
            return set()
        stems = {suffix: lemma.removesuffix(suffix) for suffix in self.suffixes if lemma.endswith(suffix)}
        return {stem + ending for suffix, stem in stems.items() if len(stem) >= 4 for ending in self.suffixes[suffix]}

    def halves(self, word: str) -> set[str]:
        """The two parts of a compound, of it or its dictionary form; none when it is a simple word."""
        return set()

    def entries(self, word: str) -> set[str]:
        """What the dictionary says of a word that people write in any case."""
        known = _dictionary(self.language)
        return {lemma for form in (word.lower(), word.capitalize()) if (lemma := known.get(form))}


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
    """English: irregular forms from the dictionary, the rest by suffix, with our own list of what deceives."""

    def __init__(self) -> None:
        super().__init__("en", _words("the and for with from off out"))
        told = _sections(resources.files(__package__).joinpath("lexicon_en.txt").read_text("utf-8"))
        self._variants: dict[str, str] = dict(line.split() for line in told["variants"])
        self._beginnings = {old: new for old, new in self._variants.items() if len(old) > 4}
        self._irregular = {form: tuple(lemmas) for form, *lemmas in map(str.split, told["irregular"])}
        self._compounds = {line.replace("|", ""): set(line.split("|")) for line in told["compounds"]}
        self._unrelated = frozenset(told["unrelated"])
        self._heads = _words(" ".join(told["heads"]))
        self._tails = _words(" ".join(told["tails"]))
        self._barren = _words(" ".join(told["barren"]))
        self._simple = _words(" ".join(told["simple"]))
        self._opaque = _words(" ".join(told["opaque"]))
        self._short = _words(" ".join(told["short"]))
        self._prefixed = {
            prefix + base: base
            for prefix, bases in (line.split(":") for line in told["prefixed"])
            for base in bases.split()
        }
        self._families: dict[str, set[str]] = {}
        for number, line in enumerate(told["families"]):
            for word in line.split():
                # A key no word can have, so that a family meets only itself.
                self._families.setdefault(self._canonical(word), set()).add(f"family {number}")

    def spellings(self, word: str) -> set[str]:
        return {self._canonical(fold(word))}

    def lemmas(self, word: str) -> set[str]:
        plain = fold(word)
        found = {plain, self._lookup(plain), *self._irregular.get(plain, ())}
        if plain not in self._opaque:
            found.update(_singulars(plain))
        return {self._canonical(lemma) for lemma in found if f"{plain} {lemma}" not in self._unrelated}

    def roots(self, lemma: str) -> set[str]:
        found, fresh = {lemma}, [lemma]
        while fresh:
            word = fresh.pop()
            grown = {self._canonical(base) for base in self._bases(word)} - found
            found |= grown
            fresh += grown
        # Irregular kin is kin of the word itself: STRONG refuses “strength”, STRONGLY does not.
        return found | self._families.get(lemma, set())

    def halves(self, word: str) -> set[str]:
        return set().union(*map(self._split, self.lemmas(word)))

    def _split(self, lemma: str) -> set[str]:
        if lemma in self._compounds:
            return self._compounds[lemma]
        if lemma in self._simple:
            return set()
        cuts = range(SHORTEST_PART, len(lemma) - SHORTEST_PART + 1)
        pairs = [(lemma[:cut], lemma[cut:]) for cut in cuts if self._joins(lemma[:cut], lemma[cut:])]
        # BOOTSTRAP is a boot and a strap, not boots and a trap.
        better = [pair for pair in pairs if not pair[0].endswith("s")] or pairs
        return set(chain.from_iterable(better))

    def _joins(self, head: str, tail: str) -> bool:
        if tail in self._barren:
            return False
        if head in self._heads and tail in self._tails:
            return True
        # Words of three letters turn up in others by accident: CAR and NATION.
        if tail in self._tails:
            return head in self._short or (len(head) > SHORTEST_PART and self._known(head))
        return head in self._heads and min(len(head), len(tail)) > SHORTEST_PART and self._known(tail)

    def _bases(self, word: str) -> Iterator[str]:
        if word in self._opaque:
            return
        for length in range(1, min(8, len(word) - 2)):
            stem = word[:-length]
            for ending in _SUFFIXES.get(word[-length:], ()):
                for base in _repaired(stem, ending):
                    if f"{word} {base}" not in self._unrelated and self._fertile(base):
                        yield base
        if word in self._prefixed:
            yield self._prefixed[word]
        elif word.startswith("un") and len(word) > 5 and self._known(word[2:]):
            yield word[2:]

    def _fertile(self, base: str) -> bool:
        return self._known(base) if len(base) > 3 else base in self._short

    def _canonical(self, word: str) -> str:
        if word in self._variants:
            return self._variants[word]
        for end in range(len(word) - 1, 4, -1):
            new = self._beginnings.get(word[:end])
            if new and not word.startswith(new):
                return new + word[end:]
        for start in range(3, len(word) - 4):
            if new := self._beginnings.get(word[start:]):
                return word[:start] + new
        return _ISE.sub(r"\1z\2", word)

    def _known(self, word: str) -> bool:
        return word in self._families or _dictionary("en").get(word) is not None

    def _lookup(self, word: str) -> str:
        return fold(_dictionary("en").get(word) or word)


_ISE = re.compile(r"(?<=\w{3})([iy])s(e|er|ed|ing|ation|able)$")


def _sections(text: str) -> dict[str, list[str]]:
    """The lines of each [section], comments left out."""
    told: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("["):
            lines = told.setdefault(line.strip("[]"), [])
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


_SUFFIXES: dict[str, tuple[str, ...]] = {
    "ing": ("", "e"), "ed": ("", "e"), "ied": ("y",), "ier": ("y",), "iest": ("y",), "est": ("", "e"),
    "ly": ("", "le"), "ily": ("y",), "ally": ("",), "ness": ("",), "iness": ("y",), "less": ("",), "iless": ("y",),
    "ful": ("",), "iful": ("y",), "ship": ("",), "hood": ("",), "ihood": ("y",), "dom": ("",),
    "ism": ("", "e", "y"), "ist": ("", "e", "y"), "ize": ("", "e", "y"), "ify": ("", "e", "y"), "ment": ("", "e"),
    "able": ("", "e", "ate"), "iable": ("y",), "ible": ("", "e"), "ability": ("", "e", "able"), "ibility": ("", "ible"),
    "ation": ("", "e", "ate"), "ization": ("ize",), "ication": ("y",), "ition": ("", "e"), "ion": ("", "e"),
    "or": ("", "e"), "er": ("", "e"), "ery": ("", "e"), "ry": ("",), "ary": ("", "e"), "ory": ("", "e"),
    "y": ("", "e"), "ie": ("",), "en": ("", "e"), "al": ("", "e"), "ial": ("", "e", "y"), "ual": ("", "e"),
    "ical": ("", "e", "y", "ic", "ics"), "ic": ("", "e", "y"), "ish": ("", "e"), "ous": ("", "e"),
    "ious": ("y", "e", "ion"), "eous": ("e", ""), "ive": ("", "e", "ion"), "ative": ("", "e", "ate"),
    "ity": ("", "e"), "ility": ("le",), "ty": ("",), "age": ("", "e"), "iage": ("y",),
    "ance": ("", "e", "ant"), "ence": ("", "e", "ent"), "iance": ("y",), "ancy": ("ant",), "ency": ("ent",),
    "ant": ("", "e"), "ent": ("", "e"), "ure": ("", "e"), "ee": ("", "e"), "eer": ("",),
    "ess": ("", "e"), "ress": ("er", "or"), "ling": ("", "le"), "let": ("",), "ette": ("", "e"), "ster": ("",), "some": ("",),
    "ward": ("",), "wards": ("",), "like": ("",), "wise": ("",), "esque": ("", "e"), "an": ("", "a"), "ian": ("", "e", "y", "ia", "ic"),
    "ics": ("", "e", "y", "ic"), "logist": ("logy",), "grapher": ("graphy", "graph"), "graphic": ("graphy", "graph"),
    "ade": ("",),
}  # fmt: skip
"""Suffix → what stood in its place before."""


# German and others


class German(Tongue):
    """German: nouns are taken apart where both halves are nouns."""

    def halves(self, word: str) -> set[str]:
        lemmas = {lemma.casefold() for lemma in self.entries(word)} | {word.casefold()}
        return {half for lemma in lemmas for half in self._split(lemma)}

    def _split(self, lemma: str) -> Iterator[str]:
        for cut in range(SHORTEST_PART, len(lemma) - SHORTEST_PART + 1):
            tail = lemma[cut:]
            if not _is_noun(tail):
                continue
            for link in ("", "s", "es", "n", "en", "er", "e"):
                head = lemma[:cut].removesuffix(link)
                if lemma[:cut].endswith(link) and len(head) >= SHORTEST_PART and _is_noun(head):
                    yield from (head, tail)


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
            endings = ("e", "en", "er", "n", "s", "es")
            return German("de", _words("der die das und mit von"), endings, _GERMAN_SUFFIXES)
        case "fr":
            return Tongue("fr", _words("les des une aux sur sous par pour"), ("s", "x"), _FRENCH_SUFFIXES)
    return Tongue(language)


_SHORT_NOUNS = _words(
    "aal abt akt amt arm art arzt ast auf aus axt bad bar bau bau bus dom eid eis elf erz fee fuß gas gel hai hof hut jod"
    " kai kuh lok mai mal mut not ohr öl ort pol rad rat reh rum see tag tal tau tee ton tor tür uhr uhu weg zeh zoo zug"
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_GERMAN_SUFFIXES = {
    **dict.fromkeys(
        ("lein", "chen", "ung", "lich", "ig", "isch", "heit", "keit", "schaft", "los", "haft"), ("", "e", "en")
    ),
    **dict.fromkeys(("bar", "er", "erin", "ner"), ("", "en")),
    "in": ("", "e"),
}
_FRENCH_SUFFIXES = {
    **dict.fromkeys(("ette", "iste", "erie", "age", "eur", "euse", "eux", "ment"), ("", "e", "er")),
    **dict.fromkeys(("able", "ation"), ("er",)),
    "ier": ("", "e"),
    "iere": ("", "e", "ier"),
}
_SIMPLE_ABROAD = _words("zeitung messer kafig kaefig honig kammer baguette courage mariage village monument")
