"""What of somebody stands in words: the id that a surface has for them, and the name by which people at a table knew them.

A name goes where it stands as a whole word, however it is written there: in small letters or capitals, with its umlauts in one
piece or two, escaped for JSON (also twice), HTML or Markdown. With care: “Will” and “Al” are other words, too, and go only as
they are written; a single Latin letter or a few digits are no name that could be told from what else they may mean.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Container, Iterable
from functools import cached_property

COMMON = frozenset(
    re.findall(
        r"\w+",
        "all am an and any are art as at be bear bill blue bob but by cat chance day dear did do dog dot drew eve faith fall for "
        "frank gay gene go good grace grant green guy hall has have he hi hope i ice if in is it jack joy june just king me mark may "
        "mr my new nice night no nobody none not now of ok old on one or our out pat peace pearl person pet player ray red rob rose "
        "ruby say see self she sky so some somebody star sue sun sunny the they this to tom too town up us use van wall was we who "
        "will win with yes you your",
    )
)
"""Names that are words, or words that people take for names: found in capitals and small letters, they would be found everywhere."""

SHORT, FEW_DIGITS, GENITIVE = 3, 5, 5
"""A name of fewer letters, or a number of fewer digits, may be anything; a longer name may end in an “s” more (“Rumpelstilzchens”)."""

SNOWFLAKE = 15
"""Characters from which on an id is known without the surface before it."""

_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "LAO", "KHMER", "MYANMAR")
_TOLD_APART = re.compile(r"(.+) \(([^()]+)\)")


class Traces:
    """What of somebody is looked for: their `user` id, and `names`. `name` takes their place. `words` (in small letters) mean
    something else, too, where it is looked for."""

    def __init__(self, user: str, names: Iterable[str], name: str, words: Container[str] = ()) -> None:
        self.user, self.name, self.words = user, name, words
        self.names = frozenset(_apart(names)) - {name, ""}

    def among(self, others: Iterable[str], words: Container[str]) -> Traces:
        """The same without names that others there have, too, and with words that mean something else there."""
        theirs = {each.casefold() for each in others}
        return Traces(self.user, (each for each in self.names if each.casefold() not in theirs), self.name, words)

    @property
    def distinct(self) -> Traces:
        """The same without names that are words."""
        return Traces(self.user, (each for each in self.names if not _means_more(each, self.words)), self.name)

    @cached_property
    def id(self) -> re.Pattern[str] | None:
        """Their id, with or without its surface; None where it is a word that stands for whoever is there (“terminal”)."""
        _, _, rest = self.user.partition(":")
        if not rest:
            return None
        full = rf"(?<![\w:]){re.escape(self.user)}(?!\w|:\d)"
        bare = rf"|(?P<bare>(?<!\w){re.escape(rest)}(?!\w))" if len(rest) >= SNOWFLAKE else ""
        return re.compile(rf"<@!?{re.escape(rest)}>|{full}{bare}")

    @cached_property
    def named(self) -> re.Pattern[str] | None:
        """Their names, as words."""
        longest = sorted(self.names, key=lambda each: (-len(each), each))
        found = [pattern for each in longest if (pattern := _pattern(each, self.words))]
        return re.compile("|".join(found)) if found else None

    @property
    def needles(self) -> tuple[bytes, ...]:
        """What a file is looked through for: the id first, or something in its place that stands nowhere."""
        _, _, rest = self.user.partition(":")
        sure = [each for each in self.names if not _weak(each, self.words)]
        return tuple(each.encode() for each in (rest if len(rest) >= SHORT else f"{self.user}\0", *sure))

    def in_(self, text: str) -> bool:
        """Whether any of it stands in the text."""
        return any(each is not None and each.search(text) for each in (self.id, self.named))

    def without_id(self, text: str) -> str:
        """The text without their id: nothing in its place, but for a mention a name, and for a number a number."""

        def instead(found: re.Match[str]) -> str:
            if found[0].startswith("<@"):
                return self.name
            return "0" if "bare" in found.groupdict() and found["bare"] else ""

        return self.id.sub(instead, text) if self.id else text

    def cleaned(self, text: str) -> str:
        """What somebody wrote, without their id and their names."""
        text = self.without_id(text)
        return self.named.sub(lambda _: self.name, text) if self.named else text


def _apart(names: Iterable[str]) -> Iterable[str]:
    """The names, and both parts of one that was told apart from another: “Ada (ada99)”."""
    for each in names:
        name = unicodedata.normalize("NFC", each).strip()
        yield name
        if found := _TOLD_APART.fullmatch(name):
            yield from (found[1].strip(), found[2].strip())


def _means_more(name: str, words: Container[str]) -> bool:
    return name.casefold() in COMMON or name.casefold() in words


def _weak(name: str, words: Container[str]) -> bool:
    """Whether the name is found only as it is written."""
    return sum(each.isalpha() for each in name) < SHORT or _means_more(name, words)


def _pattern(name: str, words: Container[str]) -> str:
    """A regular expression for the name as a word; empty where it could be anything."""
    if (len(name) == 1 and name.isascii()) or (name.isdecimal() and len(name) < FEW_DIGITS):
        return ""
    weak = _weak(name, words)
    letters = "".join(_letter(each, exact=weak) for each in " ".join(name.split()))
    # An escaped line break or letter before it is the end of a word, too.
    before = r"(?:(?<![^\W_])|(?<=\\[nrtbf])|(?<=\\u[0-9a-fA-F]{4}))" if _in_words(name[0]) else ""
    genitive = "s?" if len(name) >= GENITIVE and not weak else ""
    after = rf"(?={genitive}(?![^\W_]))" if _in_words(name[-1]) else ""
    return before + letters + after


def _in_words(character: str) -> bool:
    """Whether a word ends beside this character where another begins: not in scripts that set no spaces."""
    return character.isalnum() and not unicodedata.name(character, "").startswith(_UNSPACED)


def _letter(character: str, exact: bool) -> str:
    """A regular expression for one character, however it is written."""
    if character == " ":
        return r"(?:\s|&nbsp;)+"
    cases = {character} if exact else {character, character.lower(), character.upper(), character.casefold()}
    forms = {form for each in cases for form in (each, unicodedata.normalize("NFD", each))}
    ways = {re.escape(form) for form in forms}
    ways |= {re.escape(html.escape(character)), "&#39;"} if character in "&<>\"'" else set()
    if not character.isascii() or not (character.isalnum() or character.isspace()):
        ways |= {"".join(_escaped(each) for each in form) for form in forms}
    if character == "{":
        ways.add(r"\{\{")
    slashes = r"\\*" if not character.isalnum() else ""
    return f"(?:{slashes}(?:{'|'.join(sorted(ways, key=lambda each: (-len(each), each)))}))"


def _escaped(character: str) -> str:
    """How JSON writes the character where it keeps to ASCII, however often it was written so."""
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(rf"\\+u(?i:{units[at : at + 4]})" for at in range(0, len(units), 4))
