"""How a word is written: what is one word, and under which key everything that reads alike stands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from games.core import IllegalAction

LONGEST = 40
"""The most characters a clue may have."""


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MENTION = re.compile(r"<[@#:/aAtTiI][^>]*>|@|#\w")
_LINK = re.compile(r"https?:|www\.|discord\.gg|\w\.\w{2,}/|\]\(", re.IGNORECASE)
_MARKUP = set("*_~`|<>[]\\")
_NAME_LINKS = words(
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
