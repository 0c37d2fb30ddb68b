"""Records with phrases: what somebody claims, said in words and read from words by one table.

A game lists `Phrase`s. Each is a kind of record with its wordings, by language: “I healed {target}” is at once what a built-in
player says of a deed, and what is read when somebody types “healed bas n1”. Reading is strict: a clause claims something only
if every word of it is known. So what nobody has thought of claims nothing, and nothing is put into anybody's mouth.

A wording is words and {slots}; `(a|b)` are words for the same, and `[a]` may be missing; “^” in place of a word is the speaker who does
not say “I”: so nothing is read after somebody else is named (“saw {p2} hiding”). The book says of which kind a slot is:
“seats”, or that of a lexicon. Nights stand apart: they may be named anywhere in a clause (“n1”, “last night”), and hold until
another is named.

    book = Phrasebook((Phrase("healed", {"en": ("I healed {target}",)}, {"en": ("healed {target}",)}),), {"target": "seats"}, {})
    book.say("healed", {"target": "{p2}"}, rng)                         # “I healed {p2}”
    book.read("ok so healed bas n1", {Seat("p2"): "Basil"}, day=2)      # (Heard("healed", {"target": ("p2",)}, (1,)),)
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field, replace
from functools import cached_property

from games.core import Seat, record
from games.idiom import IDIOMS, LAUGHS, Idiom

__all__ = ["Heard", "Phrase", "Phrasebook", "fill"]

Wordings = Mapping[str, tuple[str, ...]]
"""By language: “en” → wordings. What is typed in English is read in texts of other languages, too."""

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
    in its own clause; `heads`: before it; `laughs`: with a laugh in the same sentence. `clause` and `line` count the clauses and sentences of the text, so that “they were innocent” can be tied
    to whom was spoken of."""

    name: str
    slots: Mapping[str, tuple[str, ...]]
    nights: tuple[int, ...] = ()
    dated: bool = False
    clause: int = 0
    line: int = 0
    heads: bool = False
    laughs: bool = False


_TOKEN = re.compile(
    r"\{\{|\{\w+\}|/[sj]\b|\bw/(?:o\b)?|\d+(?:st|nd|rd|th)\b|\d+|[^\W\d_]+(?:[-'][^\W\d_]+)*|->|\.\.+|\n|[^\w\s]"
)
_QUOTED = re.compile(
    r"“[^”]*”?|„[^“”]*[“”]?|\"[^\"]*\"?|«[^»]*»?|(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w))*'(?!\w)|(?m:^)>[^\n]*"
)
_SENTENCE_ENDS = frozenset({".", "!", "?", ";", "…", "\n", "..", "..."})
_SPACED = r"(?:(?:[:=>()–—-]|->) )*"
"""What may stand between the words of a wording and says nothing."""


def fill(wording: str, slots: Mapping[str, str]) -> str:
    """The wording with its slots filled, the first of each `(a|b)` taken and nothing that is `[optional]`."""
    text = re.sub(r"\[[^]]*\]|\^", "", wording)
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
        known = {word: sum(word in each.vocabulary for each in self._tongues) for word in words if len(word) > 1}
        tongue = max(
            self._tongues,
            key=lambda each: sum(1 / known[word] for word in words if word in known and word in each.vocabulary),
        )
        return _Reader(tongue, names, day).read(words)

    def wordings(self, language: str) -> Iterator[tuple[str, str]]:
        """Each phrase's name with each of its wordings in that language."""
        for phrase in self.phrases.values():
            for wording in (*phrase.says.get(language, ()), *phrase.hears.get(language, ())):
                yield phrase.name, wording.casefold().rstrip(".!")

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


class _Wording:
    """One wording of a phrase. `needs`: of each of these a text has at least one, so that few patterns are ever compiled."""

    def __init__(self, name: str, said: str, slots: Mapping[str, str], join_words: re.Pattern[str]) -> None:
        self.name, self.said, self._slots = name, said, slots
        self.joins = join_words.search(re.sub(r"[()|\[\],]", r" \g<0> ", f"{said} ")) is not None
        self.needs = _needs(said, slots)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\S){_pattern(self.said, self._slots)}")


class _Tongue:
    """A language as it is read: its idiom, the game's words and wordings in it, and all words that stand in them."""

    def __init__(self, idiom: Idiom, book: Phrasebook, language: str) -> None:
        self.idiom = idiom
        self.slots, self.meanings = book.slots, book.words(language)
        self.longest = max(map(len, self.meanings), default=1)
        own = tuple(book.wordings(language))
        self._said = own if language == "en" else (*own, *book.wordings("en"))
        self.vocabulary = frozenset(
            _literal(own) | {word for said in self.meanings for word in said} | idiom.vocabulary
        )
        self._near = tuple(word for word in self.vocabulary if len(word) >= SLIPS)
        self._spelt: dict[str, str] = {}

    @cached_property
    def _wordings(self) -> Sequence[_Wording]:
        return [_Wording(name, said, self.slots, self.idiom.join_words) for name, said in self._said]

    def wordings(self, text: str) -> Sequence[_Wording]:
        """Those that could stand in an encoded text."""
        words = {word.partition(":")[0] if word[0] == "<" else word for word in text.split()}
        return [each for each in self._wordings if not any(map(words.isdisjoint, each.needs))]

    @cached_property
    def quiet(self) -> re.Pattern[str]:
        """Words that say nothing, and stand in no wording."""
        return self.idiom.silent(_literal(self._said))

    def spelt(self, word: str) -> str:
        """The word, or the only known one that it may be a slip for."""
        if word in self.vocabulary or len(word) < SLIPS or not word.isalpha():
            return word
        if word not in self._spelt:
            near = [each for each in self._near if each[0] == word[0] and _slips(word, each)]
            self._spelt[word] = near[0] if len(near) == 1 else word
        return self._spelt[word]


def _slips(one: str, other: str) -> bool:
    """Whether two words are a slip of the finger apart. What measures it is loaded only when somebody's own words are read."""
    from rapidfuzz.distance import OSA

    return OSA.distance(one, other, score_cutoff=1) <= 1


def _literal(said: Iterable[tuple[str, str]]) -> set[str]:
    """The words that stand in wordings."""
    return {word for _, each in said for word in _TOKEN.findall(re.sub(r"\{\w+\}", " ", each))}


def _needs(wording: str, slots: Mapping[str, str]) -> Sequence[Set[str]]:
    """What no text that is so worded is without: “(saw|met) {seen} [there]” has “saw” or “met”, and people."""
    before = ""
    while wording != before:
        before, wording = wording, re.sub(r"\[[^\[\]]*\]", " ", wording)
    found, depth = list[set[str]](), 0
    for piece in re.findall(r"\{\w+\}|[()|]|[^\s()|{}]+", wording):
        if piece in "()":
            depth += 1 if piece == "(" else -1
            found += [set()] if piece == "(" and depth == 1 else []
        elif piece != "|" and (piece[0] != "{" or piece[1:-1] in slots):
            words = [f"<{slots[piece[1:-1]]}"] if piece[1:-1] in slots else _TOKEN.findall(piece)
            found += [] if depth else [set()]
            found[-1].update(words)
    return [each for each in found if "^" not in each]


def _pattern(wording: str, slots: Mapping[str, str]) -> str:
    """A wording as a pattern for encoded words, each of which has a space after it."""
    found, seen = [], set[str]()
    wording = re.sub(r"([(\[])([^()\[\]]*\|[^()\[\]]*)(?=[)\]])", _longest_first, wording)
    for piece in re.findall(r"\{\w+\}|[()|\[\]]|[^\s()|\[\]{}]+", wording):
        if piece[0] == "{" and piece[1:-1] not in slots:
            continue
        if piece[0] == "{":
            slot = piece[1:-1]
            value = f"(?P={slot})" if slot in seen else f"(?P<{slot}>[^>]*)"
            found.append(rf"<{slots[slot]}:{value}> {_SPACED}")
            seen.add(slot)
        elif piece == "^":
            found.append("" if piece in seen else "(?P<bare>)")
            seen.add(piece)
        elif piece in "()|[]":
            found.append({"(": "(?:", ")": ")", "|": "|", "[": "(?:", "]": ")?"}[piece])
        else:
            found.append("".join(f"{re.escape(word)} " for word in _TOKEN.findall(piece)) + _SPACED)
    return "".join(found)


def _longest_first(found: re.Match[str]) -> str:
    """“(do|do it” as “(do it|do”: of what begins alike, the longer is meant."""
    return found[1] + "|".join(sorted(found[2].split("|"), key=lambda each: -len(each.split())))


class _Reader:
    """Reads one text: its words as tokens (“<seats:p3> <role:doctor> healed ”), sentence by sentence, clause by clause."""

    def __init__(self, tongue: _Tongue, names: Mapping[Seat, str], day: int) -> None:
        self._tongue, self._idiom, self._day = tongue, tongue.idiom, day
        self._called = {name.casefold(): seat for seat, name in names.items()}
        self._numbers = {f"{at}": seat for at, seat in enumerate(names, 1)}
        self._nights: tuple[int, ...] = ()
        self._clauses: list[list[Heard]] = []
        self._mending: list[Heard] = []
        self._of = ""
        self._counted, self._headed, self._heads = 0, False, False
        self._laughs = self._whose = False
        self._lost = False  # What was said last was not understood: what mends it is not, either.

    def read(self, words: Sequence[str]) -> tuple[Heard, ...]:
        quoting = False
        for line, (sentence, end) in enumerate(_sentences(words)):
            encoded = self._dates(self._encoded(sentence))
            self._laughs = LAUGHS.search(encoded) is not None
            encoded = LAUGHS.sub(", ", encoded)
            if self._idiom.joking.search(encoded):
                self._clauses.clear()
            elif self._idiom.borrowed.search(encoded):
                break
            elif end == "?":
                self._lost = True
            elif not (quoting := quoting or _SPEAKER.match(encoded) is not None) and not self._asks(encoded):
                self._sentence(encoded, line)
            quoting = quoting and end != "\n"
        return tuple(each for clause in self._clauses for each in clause)

    def _asks(self, text: str) -> bool:
        if not self._idiom.questions.match(text):
            return False
        said = self._tongue.wordings(text)
        return not any(each.joins and each.pattern.fullmatch(text) for each in said)  # “What {p2} says cannot be true”

    # ── words ──

    def _encoded(self, words: Sequence[str]) -> str:
        found, at = [], 0
        while at < len(words):
            end, token = self._longest(words, at)
            found.append(
                token or self._person(words, at) or self._idiom.someone.get(words[at]) or self._tongue.spelt(words[at])
            )
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
        if (
            word in self._numbers
            and _COUNTING.isdisjoint(words[at - 1 : at])
            and _COUNTED.isdisjoint(words[at + 1 : at + 2])
        ):
            return f"<seats:{self._numbers[word]}>"
        if len(word) < 3 or word in self._tongue.vocabulary:
            return ""
        if word.endswith("'s") and (whose := self._person((word[:-2],), 0)):
            return f"{whose} ' s"
        seats = {seat for name, seat in self._called.items() if name.startswith(word) or (
            len(word) > 3 and name[0] == word[0] and _slips(name, word))}  # fmt: skip
        return f"<seats:{seats.pop()}>" if len(seats) == 1 else ""

    def _dates(self, text: str) -> str:
        """Nights as “<night:2> ”, days left out; “<seats:p2> and <seats:p3> ” as “<seats:p2+p3> ”, and choices alike."""
        idiom = self._idiom
        text = idiom.before_words.sub(f"<night:{max(1, self._day - 1)}> ", text)
        text = idiom.night_words.sub(lambda found: f"<night:{idiom.number(found)}> ", text)
        text = idiom.last_words.sub(f"<night:{max(1, self._day)}> ", text)
        text = _NIGHTS.sub(r"\1", idiom.day_words.sub("", text))
        text = re.sub(
            r"(?<!\S)(?:#|player|seat|p|spieler|joueur|jugador|le|la|el|al|der|die|den|dem|nr) (?=<seats:)", "", text
        )
        text = idiom.first_listing.sub(lambda found: _joined("seats", found[0]), text)
        text = idiom.listing.sub(lambda found: _joined("seats", found[0]), text)
        text = _HEADED.sub(r"\1, ", text)
        return idiom.possible.sub("", idiom.choosing.sub(lambda found: _joined(found[1] or found[2], found[0]), text))

    # ── clauses ──

    def _sentence(self, text: str, line: int) -> None:
        """Reads the clauses of a sentence, as far as they are the speaker's own words."""
        known = [each for each in self._tongue.wordings(text) if each.joins]
        whole = [found.span() for each in known for found in each.pattern.finditer(text)]
        clauses = [
            (joined, part) for joined, clause in _clauses(text, self._idiom, whole) for part in _by_night(clause)
        ]
        reported, lost, before = False, False, list[Heard]()
        for at, (joined, clause) in enumerate(clauses):
            clause = self._whom(clause)
            if at == 1 and not before and self._idiom.ironic.fullmatch(f"{clauses[0][1]}{joined}"):
                return  # “Sure, and I'm the Mayor.”
            if found := self._idiom.repairing.match(clause):
                self._mending = self._clauses[-1] if self._clauses else self._mending
                clause = self._idiom.denial.sub("", clause[found.end() :])
            self._counted += 1
            self._whose = joined.strip() in _WHO
            rest, dated = self._dated(clause)
            reported = reported and not self._idiom.own_words.match(f"{joined}{clause}")
            mended = self._mended(rest, dated)
            lost = lost or (bool(found) and self._lost)
            heard = [] if reported or lost else mended or self._phrases(rest, dated, line)
            if heard:
                same = {each.name for each in heard} & {each.name for each in self._mending}
                if mended or same or (found and _NO.search(found[0])):
                    self._take_back()
                self._clauses.append(heard)
                self._mending = []
            elif found and _NO.search(found[0]):
                self._take_back()
            elif self._idiom.doubtful.search(clause):
                self._lost = True
                return
            elif self._headed and at == len(clauses) - 1 and before and not before[0].dated:
                # “healed {p2}, n1”
                self._clauses[-1] = [replace(each, nights=self._nights, dated=True) for each in before]
            before, self._lost = heard, not heard and bool(self._idiom.idle_words.sub("", rest).strip(" ,:-"))
            reported = reported or (not heard and bool(self._idiom.reported.search(clause)))

    def _take_back(self) -> None:
        if self._clauses and self._clauses[-1] is self._mending:
            self._clauses.pop()
            self._of = ""

    def _whom(self, clause: str) -> str:
        """The clause with the one person of whom the clauses before it speak for “he” and “them”."""
        named = set(re.findall(r"<seats:([^>]*)>", clause))
        clause = re.sub(r"<he:(\w+)>", lambda found: f"<seats:{self._of}>" if self._of else found[1], clause)
        if named:
            self._of = named.pop() if len(named) == 1 else ""
        return clause

    def _dated(self, clause: str) -> tuple[str, bool]:
        """The clause without the nights that it names, and whether it, or “N1:” before it, names any."""
        named, heads = re.findall(r"<night:(\d+)> ", clause), clause.startswith("<night")
        clause = re.sub(r"<night:\d+> ", "", clause)
        self._nights = tuple(dict.fromkeys(map(int, named))) or self._nights
        self._heads = self._headed or (bool(named) and heads)
        dated, self._headed = bool(named) or self._headed, not clause.strip(" :=>–—-")
        return clause, dated

    def _phrases(self, text: str, dated: bool, line: int) -> list[Heard]:
        """What a clause says, if all its words are known, be it but for those that say nothing; else nothing."""
        ways = (text, self._tongue.quiet.sub("", text), self._idiom.idle_words.sub("", text))
        return next((found for way in dict.fromkeys(ways) if (found := self._known(way, dated, line))), [])

    def _known(self, text: str, dated: bool, line: int) -> list[Heard]:
        found: list[Heard] = []
        said = self._tongue.wordings(text)
        at = 0
        while at < len(text):
            other = self._whose or "<seats:" in text[:at]
            best: tuple[int, str, re.Match[str]] | None = None
            for each in said:
                match = each.pattern.match(text, at)
                if match and match.end() > (best[0] if best else at) and not (other and _bare(match)):
                    best = match.end(), each.name, match
            if best:
                slots = {slot: tuple(value.split("+")) for slot, value in best[2].groupdict().items() if value}
                found.append(Heard(best[1], slots, self._nights, dated, self._counted, line, self._heads, self._laughs))
                at = best[0]
            elif (
                idle := self._idiom.idle_words.match(text, at)
                or self._idiom.marks.match(text, at)
                or _MARKS.match(text, at)
            ):
                at = idle.end()
            else:
                return []
        return found

    def _mended(self, text: str, dated: bool) -> list[Heard]:
        """“healed {p3}, no wait {p4}”: what was taken back, with what it should have been in its place."""
        if not self._mending:
            return []
        text = _IT.sub("", text)
        kinds = dict(re.findall(r"<(\w+):([^>]*)> ", text))
        if re.sub(r"<\w+:[^>]*> ", "", self._idiom.idle_words.sub("", text)).strip(" ,.:*-") or not (kinds or dated):
            return []
        slots_of = self._tongue.slots
        if any(Counter(slots_of[slot] for slot in each.slots)[kind] > 1 for each in self._mending for kind in kinds):
            return []  # “watched {p2}, {p3} came. no wait {p4}”
        return [
            replace(
                each,
                nights=self._nights if dated else each.nights,
                slots={
                    slot: tuple(kinds[slots_of[slot]].split("+")) if slots_of[slot] in kinds else value
                    for slot, value in each.slots.items()
                },
            )
            for each in self._mending
        ]


_COUNTING = frozenset("n night nite nght nacht nuit noche d day tag jour día dia round x only last next first have are us of".split())  # noqa: SIM905  # fmt: skip
_COUNTED = frozenset("vests vest bullets bullet shots shot left mafia maf mafs town people players visitors visits visit times time nights days more votes vote of % / 10 x st nd rd th e ème a ª . left tote leute noches nuits nächte claims results killers evils towns neutrals".split())  # noqa: SIM905  # fmt: skip
_WHO = frozenset({"who", "qui", "which", "whom"})
_NO = re.compile(r"(?<!\S)(?:no|not|nope|nein|ne|nö|non|nan) ")
_IT = re.compile(r"(?:it was|it is|it's|its|es war|c'était|era|fue) ")
_MARKS = re.compile(r"[,:()=>–—*-] ")
_SPEAKER = re.compile(
    r"(?:[<\[(] <seats:[^>]*> [>\])] (?:: )?|<seats:[^>]*> (?:[:>–—-] )+)(?:\S+ ){0,4}?(?:i|im|i'm|ive|i've|my|me|ich|bin|je|j'ai|soy|yo|claiming|<role:[^>]*> here) "
)
"""“Clio: im the doc” is what Clio said."""
_NIGHTS = re.compile(
    r"(<night:[^>]*> )(?:(?:(?:,|&|\+|/|and|und|et|y) )*(?:&|\+|/|and|und|et|y) |, (?=(?:<night:[^>]*> [,&+/]? ?(?:and )?)+(?:$|[:=.>–-])))(?=<night:)"
)
"""“n1, n2 and n3”; but “home n1, n2 healed {p3}” are two things."""
_HEADED = re.compile(r"(<(?!seats|night|he)\w+:[^>]*> )[:–—-] (?!<(?!night))")
"""“Jailor: jailed {p3}” are two things."""
_NIGHT = re.compile(r"(?:<night:\d+> )+")


def _bare(match: re.Match[str]) -> bool:
    return match.groupdict().get("bare") is not None


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


def _by_night(clause: str) -> Iterator[str]:
    """“N1 {p2} N2 {p3}”, “healed {p2} n1 healed {p3} n2”: each night with what it heads or ends."""
    found = list(_NIGHT.finditer(clause))
    ends = bool(found) and found[-1].end() == len(clause)
    cuts = [each.end() for each in found[:-1]] if ends else [each.start() for each in found[1:]]
    for start, end in zip([0, *cuts], [*cuts, len(clause)], strict=True):
        yield clause[start:end]


def _clauses(text: str, idiom: Idiom, whole: Sequence[tuple[int, int]]) -> Iterator[tuple[str, str]]:
    """The clauses of an encoded sentence, each with the word that joins it to the one before. What is `whole` is not broken."""
    start, joined, mends = 0, "", 0
    for at in (found.start() for found in re.finditer(r"(?<!\S)\S", text)):
        found = idiom.break_words.match(text, at) if at >= max(start, mends) else None
        if found and not any(first - bool(found[0]) < at < end for first, end in whole):
            if at > start:
                yield joined, text[start:at]
            start, joined = found.end(), found[0] or (joined if at == start else "")
        if again := idiom.repairing.match(text, at):
            mends = again.end()
    if start < len(text):
        yield joined, text[start:]
