"""What a model may say in its own words beside the facts: atmosphere, and invitations to whoever reads it.

Facts are told by code. A sentence beside them may hold nothing that could be one: no number, nobody's deed or standing, none of
the words that mean something in this game. It is judged by its words alone, never by what is so, and all that is possible is
forbidden alike: that a sentence is missing tells nobody anything. In doubt it is dropped.

    sift("The lamp hums. You have won! What do you name?", Bounds("en")) == (("The lamp hums.", "What do you name?"), ("You have won!",))
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

import yaml

from games.core import record, tidy

LONGEST = 600
"""Characters of a model's own words in one text."""


@record
class Bounds:
    """In which `language` a text is to be, and what it may not speak of besides what nobody may: `never` are words of the game
    (choices and their synonyms, what is private); `moves` those for what is to be done, fit for questions only; `others` name
    whoever is not addressed. `reader` may be named by their seat or as they are `called`;
    without one nobody is addressed. `moment` is public."""

    language: str
    never: frozenset[str] = frozenset()
    moves: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    reader: str = ""
    called: str = ""
    moment: Literal["opening", "middle", "over"] = "middle"


def sift(text: str, bounds: Bounds) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sentences of `text`, which may have {seat} marks, that may be said, without markup; and those that may not."""
    kept, dropped, room = list[str](), list[str](), LONGEST
    for sentence in _sentences(text):
        plain = tidy(_MARKUP.sub("", _GAPS.sub(" ", unicodedata.normalize("NFKC", sentence))))
        last = plain.rpartition(": ")[2]  # “Nine to go: what do you ask?”
        said = next((each for each in (plain, last[:1].upper() + last[1:]) if each and may_be_said(each, bounds)), "")
        room -= len(said) + 1
        if said and room >= -1:
            kept.append(said)
        if (said != plain or room < -1) and any(map(str.isalnum, sentence)):
            dropped.append(sentence)
    return tuple(kept), tuple(dropped)


def may_be_said(sentence: str, bounds: Bounds) -> bool:
    """Whether nothing in a sentence could be a fact."""
    lists = _lists().get(bounds.language)
    said = sentence.casefold().replace("’", "'").replace("‑", "-")
    if bounds.reader and lists:
        named = rf"(?:\{{{bounds.reader}\}}|(?<!\w){re.escape(bounds.called.casefold() or bounds.reader)}(?!\w))"
        said = re.sub(rf"(?:^|(?<=[,;:–—])\s*){named}(?=\s*(?:[,;:.!?–—]|$))", " ", said)  # “Well, {{human}}, …”
        said = re.sub(named, min(lists["reader"]), said)
    said = _MARK.sub(lambda found: f" {found[1]} " if found[1] in bounds.others else "#", said)
    words = _words(said)
    if lists is None or not words or not _PLAIN.fullmatch(said) or any(map(_strange, said)):
        return False
    if not _native(words, bounds.language):
        return False
    begins = {_words(each)[0] for each in _PARTS.split(said) if _words(each)}
    asks, invites = "?" in said and bool(begins & lists["asks"]), bool(begins & lists["invites"])
    words = _words(_harmless(bounds.language).sub(" ", said))
    addressed, it = bool(lists["reader"] & {*words}), bool(lists["it"] & {*words})
    if _any(words, bounds.never) or _has(words, "never", bounds) or (_happened(words, lists) and (addressed or it)):
        return False
    does, of_others = _any(words, bounds.moves) or _has(words, "deeds", bounds), _of_others(words, bounds)
    if _has(words, "soft", bounds) and (addressed or it or does or of_others):
        return False
    if (asks or invites) and bounds.reader:
        return not (bounds.moment == "over" and (addressed or does)) and (does or (asks and addressed) or not of_others)
    return not (does or of_others) and (not addressed or (bool(bounds.reader) and _well_addressed(words, lists)))


def _of_others(words: list[str], bounds: Bounds) -> bool:
    """Whether a sentence speaks of anybody who plays; “his” may be somebody's who only belongs to the scene."""
    lists = _lists()[bounds.language]
    if lists["stage"] & {*words}:
        words = [each for each in words if each not in lists["possessive"]]
    return _any(words, bounds.others) or _has(words, "others", bounds)


def _sentences(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield from (each.strip() for each in _SENTENCE.findall(line))


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


def _native(words: list[str], language: str) -> bool:
    """Whether a sentence is in that language, as its small words tell: enough of its own, hardly any of another's."""
    own = _lists()[language]["native"]
    foreign = {each for lists in _lists().values() for each in lists["native"]} - own
    count = sum(each in own for each in words)
    return count * 4 >= len(words) and sum(each in foreign for each in words) * 3 <= count


def _any(words: list[str], meant: Collection[str]) -> bool:
    """Whether one of the words, or a form of it, is among those of a sentence; of a phrase, one that is no small word."""
    stems = _stems(frozenset(meant))
    return any(
        word in stems or any(word[:size] in stems for size in range(max(3, len(word) - 5), len(word))) for word in words
    )


@lru_cache(maxsize=64)
def _stems(meant: frozenset[str]) -> frozenset[str]:
    small = {each for lists in _lists().values() for each in lists["native"]}
    found = set[str]()
    for each in meant:
        words = _words(each.casefold())
        for word in words if len(words) == 1 else [word for word in words if word not in small]:
            found.add(re.sub(r"(?<=\w{3})(?:en|er|ir|ar|re|e|s)$", "", word))
            found.add(word)
    return frozenset(found)


def _happened(words: list[str], lists: Mapping[str, frozenset[str]]) -> bool:
    """Whether a sentence tells of what was."""
    ends = tuple(lists["past_endings"])
    return any(
        each in lists["past"] or (len(each) > 3 and each.endswith(ends) and each not in lists["no_past"])
        for each in words
    )


def _well_addressed(words: list[str], lists: Mapping[str, frozenset[str]]) -> bool:
    """Whether a sentence says of its reader only that they sit there: “you hear”, “before you”, “your cup”."""
    around = [("", *words, "", "")[at : at + 4] for at in range(len(words))]
    return all(
        before in lists["reader_at"] or next_ in lists["reader_may"] or lists["reader_has"] & {next_, further}
        for before, word, next_, further in around
        if word in lists["reader"]
    )


@cache
def _lists() -> Mapping[str, Mapping[str, frozenset[str]]]:
    told = yaml.load(files(__package__).joinpath("colour.yaml").read_text("utf-8"), yaml.BaseLoader)
    return {
        language: {name: frozenset([words] if name == "harmless" else words.split()) for name, words in lists.items()}
        for language, lists in told.items()
    }


@cache
def _harmless(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{next(iter(_lists()[language]['harmless']))})(?!\w)")


def _has(words: list[str], what: str, bounds: Bounds) -> bool:
    return _listed(bounds.language, what, bounds.moment).search(" ".join(words)) is not None


@cache
def _listed(language: str, what: str, moment: str) -> re.Pattern[str]:
    """The words of a list as they stand in a sentence: “win*”, “turn_down”. Never may be said what is so at other moments."""
    lists = _lists()[language]
    names = {"never": ["numbers", "never", *({"opening", "over"} - {moment})]}.get(what, [what])
    words = "|".join(sorted(each.replace("*", r"\w*").replace("_", " ") for name in names for each in lists[name]))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)")


def _strange(letter: str) -> bool:
    """A letter of another script, which may look like one of ours."""
    return letter.isalpha() and not unicodedata.name(letter, "").startswith("LATIN")


_MARKUP = re.compile(r"[*_~`\u200b-\u200f\u2060-\u2064\ufeff\u00ad]")
_GAPS = re.compile(r"[|#>\u2022\U0001f000-\U0001faff\u2190-\u2bff\ufe0f\u200d]+|(?:^|(?<=\s))-(?=\s)")
_PLAIN = re.compile(r"(?:[^\W\d_]|[\s.,;:!?¡¿'()–—…-])+")
_MARK = re.compile(r"\{(\w+)\}")
_PARTS = re.compile(r"[,;:–—¡¿(]| - ")
_SENTENCE = re.compile(r"[^.!?…]+(?:[.!?…]+[)”»\"']*|$)")
_WORD = re.compile(r"[^\W\d_]+")
