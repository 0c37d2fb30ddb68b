"""Records with phrases: what somebody claims, said in words and read from words by one table.

A game lists `Phrase`s. Each is a kind of record with its wordings, by language: “I healed {target}” is at once what a built-in
player says of a deed, and what is read when somebody types “healed bas n1”. Reading is strict: a clause claims something only
if every word of it is known. So what nobody has thought of claims nothing, and nothing is put into anybody's mouth.

A wording is words and {slots}; `(a|b)` are words for the same, and `[a]` may be missing. The book says of which kind a slot is:
“seats”, or that of a lexicon. Nights stand apart: they may be named anywhere in a clause (“n1”, “last night”), and hold until
another is named.

    book = Phrasebook((Phrase("healed", {"en": ("I healed {target}",)}, {"en": ("healed {target}",)}),), {"target": "seats"}, {})
    book.say("healed", {"target": "{p2}"}, rng)                         # “I healed {p2}”
    book.read("ok so healed bas n1", {Seat("p2"): "Basil"}, day=2)      # (Heard("healed", {"target": ("p2",)}, (1,)),)
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property

from rapidfuzz.distance import OSA

from games.core import Seat, record
from games.idiom import IDIOMS, Idiom

__all__ = ["Heard", "Phrase", "Phrasebook", "fill"]

Wordings = Mapping[str, tuple[str, ...]]
"""By language: “en” → wordings."""

SLIPS = 5
"""Letters that a word has at least to be taken for a misspelt one."""


@record
class Phrase:
    """A kind of record, and how it is said. `says` are wordings for whoever speaks, `hears` further ones that people type."""

    name: str
    says: Wordings = field(default_factory=dict)
    hears: Wordings = field(default_factory=dict)


@record
class Heard:
    """A phrase that was read, what stood in its slots, and of which nights it is (none named so far: ()). `dated`: they are named
    in its own clause. `clause` and `line` count the clauses and sentences of the text, so that “they were innocent” can be tied
    to whom was spoken of."""

    name: str
    slots: Mapping[str, tuple[str, ...]]
    nights: tuple[int, ...] = ()
    dated: bool = False
    clause: int = 0
    line: int = 0


_TOKEN = re.compile(r"\{\{|\{\w+\}|/[sj]\b|\d+(?:st|nd|rd|th)\b|\d+|[^\W\d_]+(?:[-'][^\W\d_]+)*|->|\.\.+|\n|[^\w\s]")
_QUOTED = re.compile(r"“[^”]*”?|„[^“”]*[“”]?|\"[^\"]*\"?|«[^»]*»?|(?m:^)>[^\n]*")
_SENTENCE_ENDS = frozenset({".", "!", "?", ";", "…", "\n", "..", "..."})
_SPACED = r"(?:(?:[:=>()–—-]|->) )*"
"""What may stand between the words of a wording and says nothing."""


def fill(wording: str, slots: Mapping[str, str]) -> str:
    """The wording with its slots filled, the first of each `(a|b)` taken and nothing that is `[optional]`."""
    text = re.sub(r"\[[^]]*\]", "", wording)
    text = re.sub(r"\(([^|)]*)\|[^)]*\)", r"\1", text)
    text = re.sub(r"\{(\w+)\}", lambda found: slots[found[1]], text)
    return re.sub(r" +([,.:])", r"\1", " ".join(text.split()))


class Phrasebook:
    """All that is said and read in one game. `slots` says of which kind each slot is: “seats”, or that of one of the `lexicons`,
    which map what people type to what it means (“doc” → “doctor”); one of a single language is called “role.de”."""

    def __init__(
        self, phrases: Iterable[Phrase], slots: Mapping[str, str], lexicons: Mapping[str, Mapping[str, str]]
    ) -> None:
        self.phrases = {each.name: each for each in phrases}
        self.slots, self._lexicons = slots, lexicons

    def say(self, name: str, slots: Mapping[str, str], rng: random.Random, language: str = "en") -> str:
        """One of the phrase's wordings, with its slots filled. KeyError for a slot that is not given."""
        says = self.phrases[name].says
        return fill(rng.choice(says.get(language) or says["en"]), slots)

    def read(self, text: str, names: Mapping[Seat, str], day: int) -> tuple[Heard, ...]:
        """What `text`, with {seat} marks, claims on the day after night `day`. `names` are all at the table: people are also
        called by the beginning of a name, with a slip of the finger, and by number."""
        words = _TOKEN.findall(_QUOTED.sub(" ~ ", text.replace("’", "'").replace("‘", "'").casefold()))
        tongue = max(self._tongues, key=lambda each: sum(word in each.vocabulary for word in words))
        return _Reader(tongue, names, day).read(words)

    def wordings(self, language: str) -> Iterator[tuple[str, str]]:
        """Each phrase's name with each of its wordings in that language."""
        for phrase in self.phrases.values():
            for wording in (*phrase.says.get(language, ()), *phrase.hears.get(language, ())):
                yield phrase.name, wording.casefold()

    def words(self, language: str) -> Mapping[tuple[str, ...], str]:
        """What people type, word by word, as what it means: “<role:doctor>”."""
        return {
            tuple(_TOKEN.findall(said)): f"<{kind.partition('.')[0]}:{value}>"
            for kind, lexicon in self._lexicons.items()
            if kind.partition(".")[2] in ("", language)
            for said, value in lexicon.items()
        }

    @cached_property
    def _tongues(self) -> tuple[_Tongue, ...]:
        """English first, which it is where nothing tells."""
        return tuple(_Tongue(idiom, self, language) for language, idiom in IDIOMS.items())


class _Tongue:
    """A language as it is read: its idiom, the game's words and patterns in it, and all words that stand in them."""

    def __init__(self, idiom: Idiom, book: Phrasebook, language: str) -> None:
        self.idiom = idiom
        self.slots, self.meanings = book.slots, book.words(language)
        self.longest = max(map(len, self.meanings), default=1)
        wordings = tuple(book.wordings(language))
        self.patterns = [(name, re.compile(_pattern(wording, book.slots))) for name, wording in wordings]
        literal = {word for _, wording in wordings for word in _TOKEN.findall(re.sub(r"\{\w+\}", " ", wording))}
        self.vocabulary = frozenset(literal | {word for said in self.meanings for word in said} | idiom.vocabulary)
        self._near = tuple(word for word in self.vocabulary if len(word) >= SLIPS)
        self._spelt: dict[str, str] = {}

    def spelt(self, word: str) -> str:
        """The word, or the only known one that it may be a slip for."""
        if word in self.vocabulary or len(word) < SLIPS or not word.isalpha():
            return word
        if word not in self._spelt:
            near = [each for each in self._near if each[0] == word[0] and OSA.distance(word, each, score_cutoff=1) <= 1]
            self._spelt[word] = near[0] if len(near) == 1 else word
        return self._spelt[word]


def _pattern(wording: str, slots: Mapping[str, str]) -> str:
    """A wording as a pattern for encoded words, each of which has a space after it."""
    found = []
    for piece in re.findall(r"\{\w+\}|[()|\[\]]|[^\s()|\[\]{}]+", wording):
        if piece[0] == "{":
            found.append(rf"<{slots[piece[1:-1]]}:(?P<{piece[1:-1]}>[^>]*)> {_SPACED}")
        elif piece in "()|[]":
            found.append({"(": "(?:", ")": ")", "|": "|", "[": "(?:", "]": ")?"}[piece])
        else:
            found.append("".join(f"{re.escape(word)} " for word in _TOKEN.findall(piece)) + _SPACED)
    return "".join(found)


class _Reader:
    """Reads one text: its words as tokens (“<seats:p3> <role:doctor> healed ”), sentence by sentence, clause by clause."""

    def __init__(self, tongue: _Tongue, names: Mapping[Seat, str], day: int) -> None:
        self._tongue, self._idiom, self._day = tongue, tongue.idiom, day
        self._called = {name.casefold(): seat for seat, name in names.items()}
        self._numbers = {f"{at}": seat for at, seat in enumerate(names, 1)}
        self._nights: tuple[int, ...] = ()
        self._clauses: list[list[Heard]] = []
        self._taken_back: list[Heard] = []
        self._counted, self._headed = 0, False

    def read(self, words: Sequence[str]) -> tuple[Heard, ...]:
        for line, (sentence, end) in enumerate(_sentences(words)):
            encoded = self._dates(self._encoded(sentence))
            if self._idiom.joking.search(encoded):
                self._clauses.clear()
            elif end != "?" and not self._idiom.questions.match(encoded):
                self._sentence(encoded, line)
        return tuple(each for clause in self._clauses for each in clause)

    # ── words ──

    def _encoded(self, words: Sequence[str]) -> str:
        found, at = [], 0
        while at < len(words):
            end, token = self._longest(words, at)
            found.append(token or self._person(words, at) or self._tongue.spelt(words[at]))
            at = max(end, at + 1)
        return "".join(f"{each} " for each in found)

    def _longest(self, words: Sequence[str], at: int) -> tuple[int, str]:
        for end in range(min(len(words), at + self._tongue.longest), at, -1):
            said = tuple(words[at:end]) if end - at > 1 else (self._tongue.spelt(words[at]),)
            if said in self._tongue.meanings:
                return end, self._tongue.meanings[said]
        return at, ""

    def _person(self, words: Sequence[str], at: int) -> str:
        """Who a word names: “{p3}”, “clio”, “cli”, “#3”."""
        word = words[at]
        if word.startswith("{") and word != "{{":
            return f"<seats:{word[1:-1]}>"
        if word in self._numbers and (
            not _BEFORE_NUMBER.isdisjoint(words[at - 1 : at]) or not _AFTER_NUMBER.isdisjoint(words[at + 1 : at + 2])
        ):
            return f"<seats:{self._numbers[word]}>"
        if len(word) < 3 or word in self._tongue.vocabulary:
            return ""
        seats = {seat for name, seat in self._called.items() if name.startswith(word) or (
            len(word) > 3 and name[0] == word[0] and OSA.distance(name, word, score_cutoff=1) <= 1)}  # fmt: skip
        return f"<seats:{seats.pop()}>" if len(seats) == 1 else ""

    def _dates(self, text: str) -> str:
        """Nights as “<night:2> ”, days left out; “<seats:p2> and <seats:p3> ” as “<seats:p2+p3> ”, and choices alike."""
        idiom = self._idiom
        text = idiom.before_words.sub(f"<night:{max(1, self._day - 1)}> ", text)
        text = idiom.night_words.sub(lambda found: f"<night:{idiom.number(found)}> ", text)
        text = idiom.last_words.sub(f"<night:{max(1, self._day)}> ", text)
        text = re.sub(
            r"(<night:[^>]*> )(?:(?:,|&|\+|/|and|und|et|y) )+(?=<night:)", r"\1", idiom.day_words.sub("", text)
        )
        text = re.sub(r"(?:#|player|seat|p|spieler|joueur|jugador) (?=<seats:)", "", text)
        text = self._idiom.listing.sub(lambda found: _joined("seats", found[0]), text)
        return self._idiom.choosing.sub(lambda found: _joined(found[1], found[0]), text)

    # ── clauses ──

    def _sentence(self, text: str, line: int) -> None:
        """Reads the clauses of a sentence, as far as they are the speaker's own words."""
        for clause in _clauses(text, self._idiom):
            if found := self._idiom.repairing.match(clause):
                self._taken_back = self._clauses.pop() if self._clauses else self._taken_back
                clause = self._idiom.denial.sub("", clause[found.end() :])
            if self._idiom.doubtful.search(clause) or self._idiom.reported.search(clause):
                return
            self._counted += 1
            rest, dated = self._dated(clause)
            heard = self._mended(rest, dated) or self._phrases(rest, dated, line)
            if heard:
                self._clauses.append(heard)
                self._taken_back = []

    def _dated(self, clause: str) -> tuple[str, bool]:
        """The clause without the nights that it names, and whether it, or “N1:” before it, names any."""
        named = re.findall(r"<night:(\d+)> ", clause)
        clause = re.sub(r"<night:\d+> ", "", clause)
        self._nights = tuple(dict.fromkeys(map(int, named))) or self._nights
        dated, self._headed = bool(named) or self._headed, not clause.strip(" :=>–—-")
        return clause, dated

    def _phrases(self, text: str, dated: bool, line: int) -> list[Heard]:
        """What a clause says, if all its words are known; else nothing."""
        found: list[Heard] = []
        at = 0
        while at < len(text):
            best: tuple[int, str, re.Match[str]] | None = None
            for name, pattern in self._tongue.patterns:
                match = pattern.match(text, at)
                if match and match.end() > (best[0] if best else at):
                    best = match.end(), name, match
            if best:
                slots = {
                    slot: tuple(value.split("+")) for slot, value in best[2].groupdict().items() if value is not None
                }
                found.append(Heard(best[1], slots, self._nights, dated, self._counted, line))
                at = best[0]
            elif idle := self._idiom.idle_words.match(text, at) or _MARKS.match(text, at):
                at = idle.end()
            else:
                return []
        return found

    def _mended(self, text: str, dated: bool) -> list[Heard]:
        """“healed {p3}, no wait {p4}”: what was taken back, with what it should have been in its place."""
        if not self._taken_back:
            return []
        kinds = dict(re.findall(r"<(\w+):([^>]*)> ", text))
        if re.sub(r"<\w+:[^>]*> ", "", self._idiom.idle_words.sub("", text)).strip(" ,.") or not (kinds or dated):
            return []
        slots_of = self._tongue.slots
        return [
            replace(
                each,
                nights=self._nights if dated else each.nights,
                slots={
                    slot: tuple(kinds[slots_of[slot]].split("+")) if slots_of[slot] in kinds else value
                    for slot, value in each.slots.items()
                },
            )
            for each in self._taken_back
        ]


_BEFORE_NUMBER = frozenset("# p player seat spieler joueur jugador vote voting hang lynch vg".split())  # noqa: SIM905 read as words
_AFTER_NUMBER = frozenset("is ist est es sus inno".split())  # noqa: SIM905
_MARKS = re.compile(r"[,:()=>–—*-] ")


def _joined(kind: str, text: str) -> str:
    return f"<{kind}:{'+'.join(dict.fromkeys(re.findall(rf'<{kind}:([^>]*)>', text)))}> "


def _sentences(words: Sequence[str]) -> Iterator[tuple[Sequence[str], str]]:
    """Each with what ends it."""
    start = 0
    for at, word in enumerate(words):
        if word in _SENTENCE_ENDS:
            if at > start:
                yield words[start:at], word
            start = at + 1
    if start < len(words):
        yield words[start:], ""


def _clauses(text: str, idiom: Idiom) -> Iterator[str]:
    """The clauses of an encoded sentence."""
    start = 0
    for at in (found.start() for found in re.finditer(r"(?<!\S)\S", text)):
        if at >= start and (found := idiom.break_words.match(text, at)):
            if at > start:
                yield text[start:at]
            start = found.end()
    if start < len(text):
        yield text[start:]
