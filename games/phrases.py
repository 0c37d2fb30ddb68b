"""What people claim in their own words: read once, by one grammar for all games and languages.

Words are looked up as what they stand for: “healed”, “geheilt” and “soigné” are one thing, and “doc” is a role. A game lists such words
by language, and *shapes*, which are the same in every language: “^ {did} {target}” is a claim whatever harmless words stand around it.

    book = Phrasebook({"healed": "^ HEALED {target}"}, {"target": "seats"}, {"en": {"healed": "healed|doctored"}})
    book.read("ok so healed bas n1", {Seat("p2"): "Basil"}, day=2)      # (Heard("healed", {"target": ("p2",)}, (1,)),)

In a shape a word in capitals is any word of that kind and {slot} one whose meaning is noted; `(A|B)` are choices, and `[A]` may be missing.
“^” is the speaker, who need not say “I”: such a shape is not read after somebody else is named (“saw {p2} hiding”). Several shapes of a name
stand apart by “ / ”. Nights may be named anywhere in a clause (“n1”, “last night”), and hold until another is named.

In doubt nothing is claimed: a clause with a word in it that denies, doubts, asks, reports or means something else than its shape takes claims
nothing; only unknown words before a subject, and after all that is said, are passed over.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, lru_cache, partial

from games.core import ARTICLES, Seat, record
from games.idiom import IDIOMS, LAUGHS, NIGHTS, Night

__all__ = ["Heard", "Phrasebook", "Talk", "Words", "fill", "patterns", "worded"]

Words = Mapping[str, Mapping[str, str | Mapping[str, str]]]
"""By language, or “” for any, and by kind: what people type, split at “|”, by what it means where that matters. “he+is” makes two words of one."""

SLIPS = 5
"""Letters that a word has at least to be taken for a misspelt one."""


@record
class Heard:
    """What was read: a shape's name, what stood in its slots, and of which nights it is (none named so far: ()). `dated`: they are
    named in its own clause; `heads`: before it; `laughs`: with a laugh in the same sentence; `thinks`: as an opinion. `clause` and `line`
    count the clauses and sentences of the text."""

    name: str
    slots: dict[str, tuple[str, ...]]
    nights: tuple[int, ...] = ()
    dated: bool = False
    clause: int = 0
    line: int = 0
    heads: bool = False
    laughs: bool = False
    thinks: bool = False


def fill(wording: str, slots: Mapping[str, str]) -> str:
    """The wording with its slots filled, and the first of each `(a|b)` taken."""
    text = re.sub(r"\(([^|)]*)\|[^)]*\)", r"\1", wording)
    text = re.sub(r"\{(\w+)\}", lambda found: slots[found[1]], text)
    return re.sub(r" +([,.:])", r"\1", " ".join(text.split()))


_CHOICE = re.compile(r"\(([^()]*)\)")


def worded(wording: str, slots: Mapping[str, str], rng: random.Random) -> str:
    """The wording with one of each `(a|b)` taken, the inner ones first, and its slots filled; it begins with a capital letter."""
    while _CHOICE.search(wording):
        wording = _CHOICE.sub(lambda found: rng.choice(found[1].split("|")), wording)
    text = fill(wording, slots)
    return text[:1].upper() + text[1:]


_MARK, _NUMBER = re.compile(r"\{\w+\}"), re.compile(r"\d+")
_ROW = re.compile(r"([@#])(?:(?:,| and|, and| or|, or) \1)+")
WORN = 100
"""As much as to have heard something from all others is to have said it oneself."""
_SENTENCE = re.compile(r"[^.!?…]+[.!?…]*")


@lru_cache(maxsize=1 << 12)
def patterns(text: str, words: re.Pattern[str]) -> tuple[str, ...]:
    """The sentences of a text as what they have in common with others: with {seat} marks, numbers and those words masked."""
    text = _NUMBER.sub("#", words.sub("#", _MARK.sub("@", text))).casefold()
    text = _ROW.sub(r"\1", text)
    return tuple(" ".join(each.split()) for each in _SENTENCE.findall(text) if each.strip())


RUN = 4
"""So many words in a row are known again, in whatever sentence."""


@lru_cache(maxsize=1 << 12)
def runs(text: str, words: re.Pattern[str]) -> frozenset[tuple[str, ...]]:
    """Each four words in a row, masked as in `patterns`: what one hears again inside another sentence."""
    said = re.findall(r"[@#\w']+", _NUMBER.sub("#", words.sub("#", _MARK.sub("@", text))).casefold())
    return frozenset(zip(*(said[n:] for n in range(RUN)), strict=False))


class Talk:
    """What has been said at a table, by whom, so that nobody says again what was said: the statements that somebody heard. What
    `words` matches makes no difference."""

    def __init__(self, said: Iterable[tuple[Seat | None, str]], me: Seat, words: re.Pattern[str]) -> None:
        self._me, self._words = me, words
        self._table, self._mine = Counter[str](), set[str]()
        self._heard, self._used = Counter[tuple[str, ...]](), set[tuple[str, ...]]()
        for seat, text in said:
            self.hear(seat, text)

    def hear(self, seat: Seat | None, text: str) -> None:
        """Remembers it."""
        self._table.update(patterns(text, self._words))
        self._heard.update(runs(text, self._words))
        if seat == self._me:
            self._mine.update(patterns(text, self._words))
            self._used |= runs(text, self._words)

    def stale(self, text: str) -> int:
        """How often its sentences were said before; once by oneself is worse than by all others."""
        return sum(self._table[each] + WORN * (each in self._mine) for each in patterns(text, self._words))

    def echoes(self, text: str) -> int:
        """How much of it was said before, in whatever sentence."""
        return sum(self._heard[each] + RUN * (each in self._used) for each in runs(text, self._words))

    def worn(self, text: str) -> bool:
        """Whether a sentence of it, or a few of its words in a row, were said before."""
        return self.stale(text) > 0 or self.echoes(text) > 0

    def freshest(self, make: Callable[[], str], tries: int) -> str:
        """Of so many wordings the first of which nothing was said before, or the one that is least worn."""
        best, worn = "", math.inf
        for _ in range(tries):
            text = make()
            if (now := WORN * self.stale(text) + self.echoes(text)) < worn:
                best, worn = text, now
            if not worn:
                break
        return best


# ── words ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

_WORD = re.compile(
    r"\x01[\d+]+|\{\{|\{\w+\}|/[sj]\b|\bw/(?:o\b)?|\d+(?:st|nd|rd|th)\b|\d+|[^\W\d_]+(?:[-'][^\W\d_]+)*|->|\.\.+|\n|[^\w\s]"
)
_QUOTED = re.compile(
    r"“[^”]*”?|„[^“”]*[“”]?|\"[^\"]*\"?|«[^»]*»?|(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w))*'(?!\w)|(?m:^)>[^\n]*"
)
_ENDS = frozenset({".", "!", "?", ";", "…", "\n", "..", "..."})


def _token(*kinds: str, value: str = r"[^ >]*") -> str:
    """A pattern for a word of one of these kinds. Words are written “<kind=value kind=value> ”."""
    return rf"(?><(?:[^>]* )?(?:{'|'.join(kinds)})={value}(?: [^>]*)?> )"


_SKIP = rf"(?:{_token('idle', 'mark', 'think', 'laugh')})*"
"""Words that say nothing."""


def _pattern(shape: str, slots: Mapping[str, str]) -> re.Pattern[str]:
    found = []
    for piece in re.findall(r"\{\w+\}|[()|\[\]^]|[A-Z]+", shape):
        if piece in "()|[]":
            found.append({"(": "(?:", ")": ")", "|": "|", "[": "(?:", "]": ")?"}[piece])
        elif piece == "^":
            found.append(rf"(?:{_token('i')}{_SKIP}|(?P<bare>))")
        elif piece[0] == "{":
            found.append(_token(slots[piece[1:-1]], value=rf"(?P<{piece[1:-1]}>[^ >]*)") + _SKIP)
        else:
            found.append(rf"(?:{_token(piece.lower())}{_SKIP})+")
    return re.compile("".join(found))


class Phrasebook:
    """All that is read in one game: `shapes` by name, the kind of each slot in them, and the words for all kinds."""

    def __init__(self, shapes: Mapping[str, str], slots: Mapping[str, str], words: Words) -> None:
        self._said, self._words, self.slots = shapes, words, slots
        self.kinds = sorted({*slots.values()} - {"seats"})

    @cached_property
    def shapes(self) -> Sequence[tuple[str, re.Pattern[str]]]:
        return [(name, _pattern(each, self.slots)) for name, said in self._said.items() for each in said.split(" / ")]

    @cached_property
    def linked(self) -> Sequence[re.Pattern[str]]:
        """Shapes with an “and” in them: where they stand, it joins no clauses."""
        return [each for _, each in self.shapes if "list" in each.pattern]

    @cached_property
    def bare(self) -> re.Pattern[str]:
        """Words in which nothing is said of what is named in them."""
        return re.compile(
            rf"(?:{_token('seats', 'place', 'role', 'night', 'idle', 'mark', 'laugh', 'in', 'at', 'with', 'is', 'was', 'list')})+"
        )

    @cached_property
    def _tongues(self) -> Sequence[_Tongue]:
        """English first, which it is where nothing tells. Who writes another language uses English words, too."""
        known = {
            each: _entries(idiom, self._words.get(each, {}), self._words.get("", {})) for each, idiom in IDIOMS.items()
        }
        return [_Tongue(NIGHTS[each], own, known["en"] | own) for each, own in known.items()]

    def read(self, text: str, names: Mapping[Seat, str], day: int) -> tuple[Heard, ...]:
        """What `text`, with {seat} marks, claims on the day after night `day`. `names` are all at the table: people are also
        called by the beginning of a name, with a slip of the finger, and by number."""
        text = _QUOTED.sub(" ~ ", text.replace("’", "'").replace("‘", "'").replace("\x01", "").casefold())
        words = [word for word in _WORD.findall(text) if len(word) > 1]
        known = {word: sum(word in each.own for each in self._tongues) for word in words}
        likely = [sum(1 / known[word] for word in words if word in each.own) for each in self._tongues]
        tongues = [each for each, score in zip(self._tongues, likely, strict=True) if score == max(likely)]
        tongues = tongues[:1] if tongues[0] is self._tongues[0] else tongues
        heard = (_Reader(self, each, names, day).read(_WORD.findall(each.night.marked(text, day))) for each in tongues)
        return next((each for each in heard if each), ())


Entries = dict[tuple[str, ...], dict[str, str]]


def _entries(*words: Mapping[str, str | Mapping[str, str]]) -> Entries:
    """What people type, word by word, as what it means by kind."""
    found: Entries = {}
    for kind, meanings in ((kind, meanings) for each in words for kind, meanings in each.items()):
        for meaning, typed in meanings.items() if isinstance(meanings, Mapping) else [("", meanings)]:
            for said in " ".join(typed.split()).split("|"):
                found.setdefault(tuple(_WORD.findall(said)), {}).setdefault(kind, meaning.replace(" ", "_"))
    return found


class _Tongue:
    """A language as it is read: how nights are named in it, its `own` words, and what all that are used in it mean."""

    def __init__(self, night: Night, own: Entries, meanings: Entries) -> None:
        self.night, self.meanings = night, meanings
        self.longest = max(map(len, meanings))
        self.own = frozenset(word for said in own for word in said)
        self.vocabulary = frozenset(word for said in meanings for word in said) | {*night.counted.split("|")}
        self.spelt = cache(self._spelt)

    def _spelt(self, word: str) -> str:
        """The word, or the only known one that it may be a slip for."""
        if word in self.vocabulary or len(word) < SLIPS or not word.isalpha():
            return word
        near = {
            repr(self.meanings.get((each,), each)): each
            for each in self.vocabulary if len(each) >= SLIPS and each[0] == word[0] and _slips(word, each)
        }  # fmt: skip
        return next(iter(near.values())) if len(near) == 1 else word


_ENDING = re.compile(r"^(\w+)(?:[aeiou] \1[aeiouáéíóú]|e \1te|te \1e)$")
"""“vigilo” is no slip for “vigilé”, nor “folge” for “folgte”: it is another tense."""


def _slips(one: str, other: str) -> bool:
    """Whether two words are a slip of the finger apart. What measures it is loaded only when somebody's own words are read."""
    from rapidfuzz.distance import OSA

    return OSA.distance(one, other, score_cutoff=1) <= 1 and not _ENDING.search(f"{one} {other}")


# ── patterns for words as what they mean ──────────────────────────────────────────────────────────────────────────────

_COUNTING = frozenset("d day tag jour día dia round x only last next first have are us of".split())  # noqa: SIM905
_COUNTED = frozenset("vests vest bullets bullet shots shot left mafia maf mafs town people players visitors visits visit times time nights days more votes vote of % / 10 x st nd rd th e ème a ª . tote leute noches nuits nächte claims results killers evils towns neutrals sec min".split())  # noqa: SIM905  # fmt: skip
_SEATS = r"<seats=([^>]*)> "
_MANY = _token("list", "comma", "slash")
_NIGHT = re.compile(r"(?:<night=[\d+]+> )+")
_NIGHTS = re.compile(
    rf"(<night=[\d+]+> )(?:(?:{_MANY})*{_token('list', 'slash')}|{_token('comma')}(?=(?:<night=[\d+]+> (?:{_MANY})?)+(?:$|<mark)))(?=<night)"
)
"""“n1, n2 and n3”; but “home n1, n2 healed {p3}” are two things."""
_NIGHT_APART = re.compile(
    rf"(?<!^)(?<!<comma=> )(?<!<join=> )(<night=[\d+]+> )(?=(?:{_MANY})+<night=[\d+]+> {_token('i', 'he', 'did', 'solo', 'was', 'follow', 'guard', 'hid', 'someone')})"
    rf"|({_token('seats', 'place')}<night=[\d+]+> )(?=(?:{_MANY})+<night=[\d+]+> {_token('seats', 'place')})"
)
"""“home n1 and n2 i healed {p3}”, “healed {p2} n1 and n2 {p3}”: what begins after the second is not of the first."""
_LIST = re.compile(rf"{_SEATS}(?:(?:{_MANY}|{_token('with')}){{1,2}}{_SEATS}(?!{_token('pred')}))+")
"""A list of people, of which the last may begin a clause of its own."""
_SUBJECTS = re.compile(
    rf"(?:(?<=<comma=> )|(?<=<slash=> )|(?<=<mark=[-–—]> )|(?<=<mark=arrow> )){_SEATS}(?:{_token('list')}{_SEATS})+(?={_token('pred')})(?!{_token('single')})"
)
"""“watched {p1}, {p2} and {p3} came” names two who came."""
_FIRST = re.compile(
    rf"(?:^|(?<=\d> )|(?<=<mark=:> )){_SEATS}(?:{_token('comma')}{_SEATS}(?!{_token('pred')})|(?:{_MANY}){{1,2}}(?<!<comma=> ){_SEATS})+(?!{_token('single')})"
)
"""A list at the beginning, of which all that follows is said, unless it is said of one."""
_SPEAKER = re.compile(
    rf"(?:<mark=[^>]*> {_SEATS}<mark=[^>]*> (?:<mark=:> )?|{_SEATS}(?:<mark=(?:[:–—-]|arrow)> )+)(?:<[^>]*> ){{0,4}}?(?:{_token('i', 'me', 'claim')}|{_token('role')}{_token('here')})"
)
"""“Clio: im the doc” is what Clio said."""
_PAPER = re.compile(
    rf"(?:(?:{_SEATS}(?:{_token('poss')})?|{_token('his')})(?:{_token('idle')})*{_token('paper')}|{_token('paper')}{_token('of')}{_SEATS})(?=<mark=(?:[:=–—-]|arrow)>|{_token('says')})"
)
"""What follows is read out from it."""
_ASKS = re.compile(
    rf"(?:(?!{_token('ask')})(?:{_token('idle', 'join', 'comma', 'mark')})|{_SEATS}{_token('comma')})*(?:{_token('ask')}|{_token('aux')}{_token('seats', 'he', 'you', 'someone', 'it')})"
)
_TO_YOU = re.compile(rf"{_token('aux')}{_token('you')}")
_JOKE = re.compile(_token("joke"))
_SAYS, _DOUBT, _NO = (re.compile(_token(kind)) for kind in ("says", "doubt", "no"))
_THINK = re.compile(rf"(?:{_token('i')})?{_token('think')}(?:{_token('that')}(?=<seats))?")
"""“I suspect that”, of which the rest is an opinion."""
_FIX = re.compile(rf"(?:(?:{_token('no')})?{_token('fix')}(?:{_token('idle', 'comma')})*)+")
_DENIES = re.compile(rf"(?:{_token('idle', r'[?]')})*{_token('nay')}(?:{_token('idle', 'comma')})*")
"""“No, {p4}” mends something, too, as “sorry, {p4}” does."""
_NAMES = re.compile(rf"(?:{_token('seats', 'place', 'night', 'idle', 'laugh')})+")
_MEANT = re.compile(rf"{_token('meant')}$")
_DENIED = re.compile(rf"{_token('not', 'no')}<(?:[a-z]+)=[^ >]*> (?=$|{_token('list', 'comma')})")
_BREAK = re.compile(_token("join", "comma", "list"))
_BEGINS = re.compile(
    rf"{_token('i', 'he')}|(?!{_token('is', 'was', 'aux', 'someone', 'must', 'lets')}){_token('ask')}|(?<!<seats){_token('imp')}"
)
_SUBJECT = re.compile(_token("i", "he", "seats"))
_NOW = re.compile(rf"{_token('now')}{_SKIP}{_token('did', 'guard', 'follow')}")
"""“je soigne {p2}” is what one does or will do."""
_GAPPED = re.compile(rf"(?:{_token('seats', 'list', 'comma', 'idle')})+")
_GAPPED_PLACE = re.compile(rf"(?:{_token('seats', 'place', 'in', 'list', 'comma', 'idle')})+")
"""“called on {p2} n1, {p3} n2” says of both what was not understood of one."""
_RUN = re.compile(r"<night=[\d+]+> (?:<mark=[-–—]> )?<night")
_NAMED = re.compile(_token("seats", "place"))
_NAME_LAST = re.compile(rf"{_SEATS}(?:{_token('night', 'comma')})*$")
_VERBLESS = re.compile(rf"(?<=> ){_token('i')}{_SKIP}{_token('in', 'at', 'with', 'place')}")
"""“geh ich in die Küche”: the verb is the word before it."""
_VERB_LAST = re.compile(r"<\?=\w[^>]*> $")
_OPEN = re.compile(_token(*"think says doubt ask is was aux not no join list you saw that comma when i he got someone nobody".split()) + "$")  # noqa: SIM905  # fmt: skip
"""Where a subject begins no clause of its own."""
_UNKNOWN = re.compile(rf"(?:{_token('with')})?<\?=[^>]*> ")
_ADDRESSED = re.compile(
    rf"^({_SKIP}{_SEATS}){_token('comma')}(?={_SKIP}{_token('youre')})"
    rf"|^({_SKIP}{_token('youre')}(?:(?!{_token('comma')})<[^>]*> )+)(?:{_token('comma')})?({_SEATS})({_SKIP})$"
)
"""“{p2}, you're lying”, “you're lying, {p2}”: said of whom it is said to."""
_BORING, _IRONY = re.compile(_SKIP), re.compile(rf"{_SKIP}{_token('irony')}{_SKIP}")


def _together(kind: str, text: re.Match[str]) -> str:
    """“<seats=p2> <join=> <seats=p3> ” as “<seats=p2+p3> ”."""
    found = re.findall(rf"[< ]{kind}=([^ >]*)", text[0])
    return f"<{kind}={'+'.join(dict.fromkeys('+'.join(found).split('+')))}> "


def _sentences(words: Sequence[str]) -> Iterator[tuple[Sequence[str], str]]:
    """Each with what ends it."""
    start = 0
    for at, word in enumerate([*words, "\n"]):
        if word in _ENDS:
            if at > start:
                yield words[start:at], word
            start = at + 1


def _by_night(clause: str) -> Iterator[str]:
    """“N1 {p2} N2 {p3}”, “healed {p2} n1 healed {p3} n2”: each night with what it heads or ends."""
    found = list(_NIGHT.finditer(clause))
    many = len(found) > 1 or _RUN.search(clause)
    if many and _NAMED.search(clause[: found[0].start()]) and not _BORING.fullmatch(clause[found[-1].end() :]):
        yield "<?=~> <brace=> "  # “{p2} n1 {p3} n2 {p4}”
        return
    ends = bool(found) and found[-1].end() == len(clause)
    cuts = [each.end() for each in found[:-1]] if ends else [each.start() for each in found[1:]]
    for start, end in zip([0, *cuts], [*cuts, len(clause)], strict=True):
        yield clause[start:end]


class _Reader:
    """Reads one text, sentence by sentence, clause by clause."""

    def __init__(self, book: Phrasebook, tongue: _Tongue, names: Mapping[Seat, str], day: int) -> None:
        self._book, self._tongue, self._day = book, tongue, day
        self._called = {name.casefold(): seat for seat, name in names.items()}
        self._numbers = {f"{at}": seat for at, seat in enumerate(names, 1)}
        english = tongue.night is NIGHTS["en"]
        self._articles = ARTICLES if english else ()
        nouns = ("place", "role", "side") if english else ("place",)
        self._noun = re.compile(_token(*nouns) + "$")
        self._nights: tuple[int, ...] = ()
        self._clauses: list[list[Heard]] = []
        self._mending: list[Heard] = []
        self._of = ""
        self._counted, self._headed, self._whose = 1, False, False
        self._denies = False  # “No” was all that was said.
        self._reported = self._adrift = False  # Somebody else is quoted; what is mended was not understood.
        self._before: list[Heard] = []
        self._repaired: list[int] = []  # In which sentences something was mended.
        self._doubted = False  # It was unclear what.
        self._lost = False  # What was said last was not understood: what mends it is not, either.

    def read(self, words: Sequence[str]) -> tuple[Heard, ...]:
        quoting = False
        for line, (sentence, end) in enumerate(_sentences(words)):
            text = self._grouped("".join(self._encoded(sentence)))
            if _JOKE.search(text):
                self._clauses.clear()
            elif self._doubted or _PAPER.search(text):
                break
            elif not (quoting := quoting or _SPEAKER.match(text) is not None) and not (
                _ASKS.match(text) or _TO_YOU.search(text)
            ):
                self._sentence(text, line, asks=end == "?")
            quoting = quoting and end != "\n"
        return tuple(each for clause in self._clauses for each in clause)

    # ── words ──

    def _encoded(self, words: Sequence[str]) -> Iterator[str]:
        """The words as what they mean, the longest phrases first."""
        at = 0
        while at < len(words):
            end, meant = self._meant(words, at)
            if not meant and (seat := self._person(words, at)):
                yield f"<seats={seat}> " + ("<poss=> " if words[at].endswith("'s") else "")
            elif not meant:
                yield self._other(words[at])
            else:
                for kind in next((each for each in meant if "+" in each), "").split("+")[:-1]:
                    yield f"<{kind}=> "
                kinds = {kind.rpartition("+")[2]: value for kind, value in meant.items()}
                yield f"<{' '.join(f'{kind}={value}' for kind, value in kinds.items())}> "
            at = max(end, at + 1)

    def _meant(self, words: Sequence[str], at: int) -> tuple[int, Mapping[str, str]]:
        for end in range(min(len(words), at + self._tongue.longest), at, -1):
            for said in (tuple(words[at:end]), tuple(map(self._tongue.spelt, words[at:end]))):
                if said in self._tongue.meanings and not (
                    end - at == 1 and said[0] != words[at] and self._person(words, at)
                ):
                    return end, self._tongue.meanings[said]
        return at, {}

    @staticmethod
    def _other(word: str) -> str:
        if LAUGHS.fullmatch(word):
            return "<laugh=> "
        if word[0] == "\x01":
            return f"<night={word[1:]}> "
        if word in ("<", ">", "->", "→"):
            return "<mark=arrow> "
        if word == "{{":
            return "<brace=> "
        return f"<?={word}> " if word[0].isalnum() or word in "~@%?" else f"<mark={word}> "

    def _person(self, words: Sequence[str], at: int) -> str:
        """Who a word names: “{p3}”, “clio”, “cli”, “#3”."""
        word = words[at]
        if word.startswith("{") and word != "{{":
            return word[1:-1]
        if (
            word in self._numbers
            and _COUNTING.isdisjoint(words[max(0, at - 1) : at])
            and _COUNTED.isdisjoint(words[at + 1 : at + 2])
        ):
            return self._numbers[word]
        word = word.removesuffix("'s")
        if len(word) < 3 or word in self._tongue.vocabulary or (at and words[at - 1] in self._articles):
            return ""
        seats = {
            seat for name, seat in self._called.items()
            if name.startswith(word) or (len(word) > 3 and name[0] == word[0] and _slips(name, word))
        }  # fmt: skip
        return seats.pop() if len(seats) == 1 else ""

    def _grouped(self, text: str) -> str:
        """“{p2} and {p3}” as one, and so are “esc/trans/consort” and “a doctor, an escort or a spy”."""
        text = _ADDRESSED.sub(lambda found: found[1] or found[4] + found[3] + found[6], text)
        text = _NIGHTS.sub(r"\1", _NIGHT_APART.sub(r"\1\2<join=> ", text))
        text = re.sub(rf"{_token('seat')}(?=<seats=)|<mark=#> (?=<seats=)", "", text)
        for pattern in (_FIRST, _SUBJECTS, _LIST):
            text = pattern.sub(partial(_together, "seats"), text)
        text = re.sub(rf"^({_SKIP}{_token('role')})<mark=[^>]*> (?!<seats)", r"\1<comma=> ", text)
        idle = rf"(?:{_token('idle')})*"
        for kind in self._book.kinds:
            each, between = _token(kind), rf"{_token('either', 'slash')}{idle}"
            row = rf"{each}(?:(?:{_token('comma')}|<mark=-> )?{each}){{2,}}"
            many = rf"{each}(?:(?:{_token('comma')})?(?:{between}|{_token('comma')}{idle}|)?{each})*?{between}{each}(?:{between}{each})*"
            text = re.sub(rf"(?:{_token('possible')})?{idle}(?:{row}|{many})", partial(_together, kind), text)
            away = rf"(?:{_token('comma')})?{_token('not')}{idle}(?:{_token('in')})?{idle}{each}"
            text = re.sub(rf"({each}){away}", r"\1", text)
        return text

    # ── clauses ──

    def _parts(self, text: str) -> Iterator[tuple[str, str]]:
        """The clauses of a sentence, each with the word that joins it to the one before."""
        whole = [found.span() for pattern in self._book.linked for found in pattern.finditer(text)]
        start, joined, mends = 0, "", 0
        for at in (found.start() for found in re.finditer("<", text)):
            if at < max(start, mends):
                continue
            broken, again = _BREAK.match(text, at), _FIX.match(text, at)
            begins = at > start and _BEGINS.match(text, at) and not _OPEN.search(text, start, at)
            begins = begins and not (_VERBLESS.match(text, at) and _VERB_LAST.search(text, start, at))
            inside = any(first - bool(broken) < at < end for first, end in whole)
            so = broken and _BORING.fullmatch(broken[0]) and _OPEN.search(text, start, at)  # “{p2} is so quiet”
            if (broken or again or begins) and not (inside or so):
                if at > start:
                    yield joined, text[start:at]
                joined = broken[0] if broken else joined if at == start else ""
                start = broken.end() if broken and not again else at
            if again:
                mends = again.end()
        if start < len(text):
            yield joined, text[start:]

    def _sentence(self, text: str, line: int, asks: bool) -> None:
        """Reads the clauses of a sentence, as far as they are the speaker's own words."""
        clauses = [(joined, part) for joined, clause in self._parts(text) for part in _by_night(clause)]
        if asks:
            self._lost = True
            if len(clauses) < 2 or not _ASKS.match("".join(clauses.pop())):
                return
        self._reported, self._adrift, self._before = False, False, []
        told = Heard("", {}, line=line, laughs="<laugh=" in text)
        for at, (joined, clause) in enumerate(clauses):
            previous = clauses[at - 1][1] if at else ""
            self._whose = "who=" in joined
            clause = self._whom(clause, previous if self._whose else "")
            if at == 1 and not self._before and _IRONY.fullmatch(previous):
                return  # “Sure, and I'm the Mayor.”
            if not self._clause(joined, clause, previous, told, at, at == len(clauses) - 1):
                return

    def _clause(self, joined: str, clause: str, previous: str, told: Heard, at: int, last: bool) -> bool:
        """Reads the `at`th clause of a sentence. Whether anything is to be read behind it."""
        found = self._repair(clause, at)
        if found:
            self._mending = self._clauses[-1] if self._clauses else self._mending
            clause = _DENIED.sub("", clause[found.end() :])
        self._counted += _BORING.fullmatch(clause) is None
        rest, so = self._dated(clause)
        so = replace(so, line=told.line, laughs=told.laughs, thinks=_THINK.search(clause) is not None)
        self._reported = self._reported and not ("but=" in joined and re.match(_token("i"), clause))
        self._adrift = self._adrift or (bool(found) and self._lost)
        mended = [] if self._reported or self._adrift else self._mended(rest, so)
        gaps = at and self._lost and not found and not so.heads and "not=" not in previous
        heard = self._heard(clause, rest, so, mended, bool(gaps))
        if found and self._is_doubtful(found, clause, previous, rest, so, heard, mended):
            self._doubt(so)
            return False
        taken_back = found is not None and "no=" in found[0] and "fix=" in found[0]
        if heard:
            self._keep(joined, rest, so, heard, taken_back or bool(mended))
        elif taken_back:
            self._take_back()
        elif _DOUBT.search(clause):
            self._lost = True
            return False
        elif self._headed and last and self._before and not self._before[0].dated:
            self._date_last()  # “healed {p2}, n1”
        self._before, self._lost = heard, not heard and _BORING.sub("", rest) != ""
        self._reported = self._reported or (not heard and bool(_SAYS.search(clause)))
        return True

    def _repair(self, clause: str, at: int) -> re.Match[str] | None:
        """With what words a clause begins to mend what was said, if it does: “no wait”, or “no” with nothing but names."""
        found, denied = _FIX.match(clause), _DENIES.match(clause)
        if found or not (denied or self._denies):
            return found
        start = denied.end() if denied else 0
        addressed = at < 2 and re.fullmatch(_SEATS, clause[start:])  # “No, {p4}. It wasn't me.”
        alone = start == len(clause)
        if (alone or self._denies or _NAMES.fullmatch(clause, start)) and not addressed:
            found = denied or _BORING.match(clause, 0, 0)
        self._denies, self._mending = alone, [] if addressed else self._mending
        return found

    def _heard(self, clause: str, rest: str, so: Heard, mended: list[Heard], gaps: bool) -> list[Heard]:
        """What a clause claims: what it mends, or what it says itself; where the one before was not understood, whole clauses only."""
        gapped = gaps and (_GAPPED if so.dated else _GAPPED_PLACE).fullmatch(rest)
        if self._reported or self._adrift or gapped or _NOW.search(clause):
            return []
        return mended or self._known(rest, so) or self._known(_THINK.sub("", rest), so)

    def _keep(self, joined: str, rest: str, so: Heard, heard: list[Heard], mends: bool) -> None:
        """Notes what a clause claims, in place of what it mends."""
        if mends or {each.name for each in heard} & {each.name for each in self._mending}:
            self._take_back()
        undated = self._before and not self._before[0].nights
        if so.dated and undated and "list=" in joined and not _SUBJECT.match(rest):
            self._date_last()  # “healed {p2} and stayed home n1”
        self._clauses.append(heard)
        self._mending = []

    def _is_doubtful(
        self,
        found: re.Match[str],
        clause: str,
        previous: str,
        rest: str,
        so: Heard,
        heard: list[Heard],
        mended: list[Heard],
    ) -> bool:
        """Whether nobody can tell what a repair replaces."""
        if not clause and self._before and _MEANT.search(found[0]) and self._book.bare.fullmatch(previous):
            return True  # “saw {p2} there. {p3} i mean”
        return bool(self._clauses) and not self._adrift and self._unclear(rest, so, heard, mended)

    def _unclear(self, text: str, so: Heard, heard: Sequence[Heard], mended: Sequence[Heard]) -> bool:
        """Whether it is unclear what a repair replaces, or it is the second."""
        if mended:
            others = (each for clause in self._clauses if clause is not self._mending for each in clause)
            self._repaired += [self._mending[0].line, so.line]
            return len(self._repaired) > 2 or any(
                so.dated and each.dated and {*each.nights} & {*so.nights} for each in others
            )
        said = {self._book.slots[slot] for clause in self._clauses for each in clause for slot in each.slots}
        bare = said and re.search(_token(*said), text) and self._book.bare.fullmatch(text)
        return bool(bare or ((so.dated or _NAMED.search(text)) and not heard and not _DOUBT.search(text)))

    def _doubt(self, so: Heard) -> None:
        """Claims nothing of this sentence and of what was to be mended, nor of all that follows: the night may be another."""
        said = [each for clause in self._clauses for each in clause]
        lines = {so.line, *self._repaired, *(each.line for each in (*self._mending, *said[-1:]))}
        lines |= {each.line for each in said if so.dated and each.dated and {*each.nights} & {*so.nights}}
        self._clauses = [[each for each in said if each.line not in lines]]
        self._doubted = True

    def _date_last(self) -> None:
        self._clauses[-1] = [replace(each, nights=self._nights, dated=True) for each in self._clauses[-1]]

    def _take_back(self) -> None:
        if self._clauses and self._clauses[-1] is self._mending:
            self._clauses.pop()
            self._of = ""

    def _whom(self, clause: str, before: str) -> str:
        """The clause with the one person of whom the clauses before it speak for “he” and “them”, or “who” after a name."""
        named = set(re.findall(_SEATS, clause))
        if self._of and _NAME_LAST.search(before) and not _SUBJECT.match(clause):
            clause = f"<seats={self._of}> {clause}"  # “{p2} who got hit”
        if self._of:
            clause = re.sub(_token("he", "him"), f"<seats={self._of}> ", clause)
        if named:
            other = re.search(_token("he", "him"), clause.partition("<seats=")[0])
            self._of = named.pop() if len(named) == 1 and not other else ""
        return clause

    def _dated(self, clause: str) -> tuple[str, Heard]:
        """The clause without the nights that it names, and what is so of all that is heard in it: whether it, or “N1:” before it,
        names any."""
        named = re.findall(r"<night=([\d+]+)> ", clause)
        heads = self._headed or clause.startswith("<night")
        clause = re.sub(r"<night=[\d+]+> ", "", clause)
        self._nights = tuple(dict.fromkeys(int(n) for each in named for n in each.split("+"))) or self._nights
        dated, self._headed = bool(named) or self._headed, bool(named) and not re.sub(_token("mark"), "", clause)
        return clause, Heard("", {}, self._nights, dated, self._counted, heads=heads)

    def _known(self, text: str, so: Heard) -> list[Heard]:
        """What a clause says, if nothing in it can mean anything else; else nothing."""
        found: list[Heard] = []
        at, odd, bare = 0, False, False
        while at < len(text):
            other = self._whose or "<seats=" in text[:at]
            matches = [
                (match.end(), name, match) for name, pattern in self._book.shapes
                if (match := pattern.match(text, at)) and match.end() > at
                and not ((other or odd) and match.groupdict().get("bare") is not None) and not (odd and (not _SUBJECT.match(text, at) or _VERBLESS.match(text, at)))
            ]  # fmt: skip
            if matches:
                end, name, match = max(matches, key=lambda each: each[0])
                slots = {slot: _values(value) for slot, value in match.groupdict().items() if value and slot != "bare"}
                found.append(replace(so, name=name, slots=slots))
                bare = bare or not re.sub(rf"^{_SKIP}{_token('[a-z]+')}{_SKIP}", "", match[0])
                at, odd = end, False
            elif skipped := _BORING.match(text, at).end() - at:  # type: ignore[union-attr]
                at += skipped
            elif unknown := _UNKNOWN.match(text, at):
                if found and unknown[0][1] == "?" and self._noun.search(text, 0, at):
                    return []  # “im the town crier”
                at, odd = unknown.end(), True
            else:
                return []
        return [] if bare and _UNKNOWN.search(text) else found  # “nobody tells me anything”

    def _mended(self, text: str, so: Heard) -> list[Heard]:
        """“healed {p3}, no wait {p4}”: what was taken back, with what it should have been in its place."""
        if not self._mending:
            return []
        text = re.sub(rf"^{_token('it')}", "", text)
        slots_of = self._book.slots
        kinds = {
            kind: found[1] for kind in set(slots_of.values()) if (found := re.search(rf"[< ]{kind}=([^ >]*)", text))
        }
        rest = (
            re.sub(_token("idle", "mark", "laugh", "in", "at", "with", *kinds), "", text)
            if kinds
            else _BORING.sub("", text)
        )
        if rest or not (kinds or so.dated):
            return []
        if kinds and not any(slots_of[slot] in kinds for each in self._mending for slot in each.slots):
            return []  # “hall, saw {p2}, no wait kitchen”
        if any(Counter(slots_of[slot] for slot in each.slots)[kind] > 1 for each in self._mending for kind in kinds):
            return []  # “watched {p2}, {p3} came. no wait {p4}”
        return [
            replace(each, clause=so.clause, nights=self._nights if so.dated else each.nights, slots=each.slots | {slot: _values(kinds[kind]) for slot in each.slots if (kind := slots_of[slot]) in kinds})
            for each in self._mending
        ]  # fmt: skip


def _values(written: str) -> tuple[str, ...]:
    return tuple(written.replace("_", " ").split("+"))
