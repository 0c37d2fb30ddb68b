"""What a model may say in its own words beside the facts: atmosphere, and invitations to whoever reads it.

A sentence may hold nothing that could be a fact: no number, nobody's deed or standing, none of the words that mean something in
this game. It is judged by its words alone (those of colour.yaml), never by what is so, and all that is possible is forbidden
alike: that a sentence is missing tells nobody anything. In doubt it is dropped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

import yaml

from games.core import record, tidy

LONGEST = 600
"""Characters of a model's own words in one text."""

Lists = Mapping[str, frozenset[str]]


@record
class Bounds:
    """In which `language` a text is to be, and what it may not speak of besides what nobody may: `never` are words of the game
    (choices and their synonyms, what is private); `moves` those for what is to be done, fit for questions only; `others` name
    whoever is not addressed. `reader` is who is addressed, if anybody, and may be `called` so. `moment` is public."""

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
    for sentence in (each.strip() for line in text.splitlines() for each in _SENTENCE.findall(line)):
        plain = tidy(_MARKUP.sub("", _GAPS.sub(" ", unicodedata.normalize("NFKC", sentence))))
        last = plain.rpartition(": ")[2]  # “Nine to go: what do you ask?”
        said = next((each for each in (plain, last[:1].upper() + last[1:]) if each and may_be_said(each, bounds)), "")
        room -= len(said) + 1
        if said and room >= -1:
            kept.append(said)
        if (said != plain or room < -1) and any(map(str.isalnum, sentence)):
            dropped.append(sentence)
    return tuple(kept), tuple(dropped)


def language_of(text: str, otherwise: str) -> str:
    """Whose small words most of a text's are, of the languages that can be judged; `otherwise` where nothing tells, or where that is
    none of them."""
    words = _WORD.findall(text.casefold())
    own = {language: sum(word in lists["native"] for word in words) for language, lists in _lists().items()}
    best = max(own, key=own.__getitem__)
    return best if own.get(otherwise, 0) < own[best] and otherwise in own else otherwise


def may_be_said(sentence: str, bounds: Bounds) -> bool:
    """Whether nothing in a sentence could be a fact."""
    lists = _lists().get(bounds.language)
    said = _unnamed(sentence.casefold().replace("’", "'").replace("‑", "-"), bounds, lists) if lists else ""
    if lists is None or not _PLAIN.fullmatch(said) or not _native(_WORD.findall(said), lists):
        return False
    begins = {words[0] for words in map(_WORD.findall, _PARTS.split(said)) if words}
    asks = bool(bounds.reader) and (("?" in said and bool(begins & lists["asks"])) or bool(begins & lists["invites"]))
    words = _WORD.findall(re.sub(rf"(?<!\w)(?:{min(lists['harmless'])})(?!\w)", " ", said))
    addressed, it = bool(lists["reader"] & {*words}), bool(lists["it"] & {*words})
    ended = {each for each in words if len(each) > 3 and each.endswith(tuple(lists["past_endings"]))}
    happened = ended - lists["no_past"] | lists["past"] & {*words}
    if _any(words, bounds.never) or _says(words, "never", bounds) or (happened and (addressed or it)):
        return False
    does, of_others = _any(words, bounds.moves) or _says(words, "deeds", bounds), _of_others(words, bounds, lists)
    if _says(words, "soft", bounds) and (addressed or it or does or of_others):
        return False
    if asks:
        return (does or not of_others) and not (bounds.moment == "over" and (does or (addressed and "?" in said)))
    return not (does or of_others) and (not addressed or (bool(bounds.reader) and _well_addressed(words, lists)))


def could_be_fact(word: str, bounds: Bounds) -> bool:
    """Whether a word alone says something that could be so, or of how much, or of somebody who is not named: whoever changes a sentence
    leaves it where it is."""
    lists, parts = _lists()[bounds.language], _WORD.findall(word.casefold())
    ended = any(len(each) > 3 and each.endswith(tuple(lists["past_endings"])) for each in parts)
    return (
        _any(parts, bounds.never)
        or any(_says(parts, each, bounds) for each in ("never", "deeds", "others", "soft"))
        or not lists["past"].isdisjoint(parts)
        or (ended and lists["no_past"].isdisjoint(parts))
    )


def _unnamed(said: str, bounds: Bounds, lists: Lists) -> str:
    """A sentence with “you” for its reader's name, unless it only calls them (“Well, Ann, …”), and “they” for another's."""
    if not bounds.reader:
        return said
    named = rf"(?:\{{{bounds.reader}\}}|(?<!\w){re.escape(bounds.called.casefold() or bounds.reader)}(?!\w))"
    said = re.sub(rf"(?:^|(?<=[,;:–—])\s*){named}(?=\s*(?:[,;:.!?–—]|$))", " ", said)
    return re.sub(r"\{\w+\}", min(filter(str.isalpha, lists["others"])), re.sub(named, min(lists["reader"]), said))


def _native(words: Sequence[str], lists: Lists) -> bool:
    """Whether a sentence is in that language, as its small words tell: enough of its own, hardly any of another's."""
    small = [each for each in words if len(each) > 1 and each in _small()]
    own = sum(each in lists["native"] for each in small)
    return 0 < len(words) <= own * 6 and len({*small} - lists["native"] - lists["shared"]) * 3 <= own


def _of_others(words: Sequence[str], bounds: Bounds, lists: Lists) -> bool:
    """Whether a sentence speaks of anybody who plays, and not only of how they wait. “His” may be somebody's in the scene."""
    if lists["waits"] & {*words} and len(words) <= 10:
        return False
    if lists["stage"] & {*words}:
        words = [each for each in words if each not in lists["possessive"]]
    return _any(words, bounds.others) or _says(words, "others", bounds)


def _well_addressed(words: Sequence[str], lists: Lists) -> bool:
    """Whether a sentence says of its reader only that they are there: “you hear”, “before you”, “your cup”."""
    return all(
        before in lists["reader_at"] or after in lists["reader_may"] or lists["reader_has"] & {after, further}
        for before, word, after, further in zip(
            ("", *words), words, (*words[1:], ""), (*words[2:], "", ""), strict=False
        )
        if word in lists["reader"]
    )


def _any(words: Sequence[str], meant: frozenset[str]) -> bool:
    """Whether one of the words that are meant, or a form of it, is among those of a sentence."""
    stems = _stems(meant)
    return any(word[:size] in stems for word in words for size in {len(word), *range(max(3, len(word) - 5), len(word))})


@lru_cache(maxsize=64)
def _stems(meant: frozenset[str]) -> frozenset[str]:
    """The words without their endings; of phrases those that are no small words."""
    found = {
        word for each in meant for word in _WORD.findall(each.casefold()) if " " not in each or word not in _small()
    }
    return frozenset(found | {re.sub(r"(?<=\w{3})(?:en|er|ir|ar|re|e|s)$", "", word) for word in found})


def _says(words: Sequence[str], what: str, bounds: Bounds) -> bool:
    """Whether a word of that list stands in a sentence. Never may be said what is so at other moments."""
    names = ["numbers", "never", *({"opening", "over"} - {bounds.moment})] if what == "never" else [what]
    return any(_listed(bounds.language, name).search(" ".join(words)) for name in names)


@cache
def _listed(language: str, name: str) -> re.Pattern[str]:
    words = sorted(each.replace("*", r"\w*").replace("_", " ") for each in _lists()[language][name])
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)")


@cache
def _lists() -> Mapping[str, Lists]:
    told = yaml.load(files(__package__).joinpath("colour.yaml").read_text("utf-8"), yaml.BaseLoader)
    return {
        of: {n: frozenset([w] if n == "harmless" else w.split()) for n, w in those.items()}
        for of, those in told.items()
    }


@cache
def _small() -> frozenset[str]:
    return frozenset().union(*(lists["native"] for lists in _lists().values()))


_MARKUP = re.compile(r"[*_~`\u200b-\u200f\u2060-\u2064\ufeff\u00ad]")
_GAPS = re.compile(r"[|#>\u2022\U0001f000-\U0001faff\u2190-\u2bff\ufe0f\u200d]+|(?:^|(?<=\s))-(?=\s)")
_PLAIN = re.compile(r"[a-zß-öø-ſ\s.,;:!?¡¿'()–—…-]+")
_PARTS = re.compile(r"[,;:–—¡¿(]| - ")
_SENTENCE = re.compile(r"[^.!?…]+(?:[.!?…]+[)”»\"']*|$)")
_WORD = re.compile(r"[^\W\d_]+")
