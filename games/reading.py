"""What somebody's own words mean as an answer: “I'll hide in the library” is where to be and what to do there.

A question's values are places, acts, people, or acts upon people, or else it asks for a number. The reader finds them in a
text, in any order and with slips of the pen, and sees which value of each field is meant. It is sure only where nothing else
can be meant: two places, two numbers, a “not”, an “or” or a question leave it in doubt, and then whoever wrote it is asked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, get_origin, get_type_hints

from rapidfuzz.distance import OSA

from games.core import (
    ARTICLES,
    Action,
    Ask,
    Parsed,
    Seat,
    answer_fields,
    labelled,
    needs,
    prose_fields,
    record,
    tidy,
    tidy_lines,
)
from games.wire import adapter

SLIPS = 4
"""Letters that a word has at least to be taken for a misspelt one."""

SHOWN = 8
"""So many values are named to somebody who has not chosen one; what can be done to each of many counts as one."""

_SPELLED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

ALSO: Mapping[str, tuple[str, ...]] = {
    "nobody": ("no one", "no-one", "noone", "none", "not anyone", "abstain"),
    "0": ("zero", "nothing", "none"),
    **{str(n): (word,) for n, word in enumerate(_SPELLED, 1)},
}
"""Words that mean a value in any game."""


def read(
    ask: Ask, text: str, names: Mapping[Seat, str], synonyms: Mapping[str, tuple[str, ...]] | None = None
) -> Parsed:
    """What `text` answers to `ask`. `names` are all at the table, so that somebody who may not be chosen is known too;
    `synonyms` are other words for a value, or for what stands beside the seat in one (“guard”)."""
    lines, text = tidy_lines(text), tidy(text)
    if not text:
        return Parsed(None, why="There is nothing written.")
    if ask.says is not None and len(answer_fields(ask.says)) == 1:
        words = lines if prose_fields(ask.says) else text
        return Parsed(ask.says(**{answer_fields(ask.says)[0].name: words}), sure=True)
    if picked := _picked(ask, text):
        return Parsed(picked, sure=True)
    for kind in ask.forms:
        if asked := number_fields(kind):
            return _counted(kind, asked, text)
    ask, form = _choices_as_form(ask) or (ask, next(filter(ask.by_lists, ask.forms if ask.allowed else ()), None))
    if form is None:
        return Parsed(None, why="This cannot be answered in words; use the buttons.")
    return _Reader(ask, form, names, {**ALSO, **(synonyms or {})}).read(text)


def _picked(ask: Ask, text: str) -> Action | None:
    """The choice that is called so (“end turn”), if there is just one of that name."""
    said = [word for word in _words(text) if word not in POLITE]
    found = [each for each in ask.choices if _words(re.sub(r"(?<!^)(?=[A-Z])", " ", type(each).__name__)) == said]
    return found[0] if len(found) == 1 else None


def _choices_as_form(ask: Ask) -> tuple[Ask, type[Action]] | None:
    """Choices of one kind that differ in one word (“accept”, “reject”), as a form with a list of them."""
    kinds: list[type[Any]] = list({type(each) for each in ask.choices})
    if len(kinds) != 1 or ask.forms or len(answer_fields(kinds[0])) != 1:
        return None
    name = answer_fields(kinds[0])[0].name
    values = [getattr(each, name) for each in ask.choices]
    if not all(isinstance(value, str) for value in values):
        return None
    return replace(ask, forms=(kinds[0],), allowed={name: tuple(values)}), kinds[0]


# ── words ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[^\w\s.,;:!?'’\"“”„()…–—-]+")


def _all_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


NEGATIONS = _all_of(
    "not no never without except but instead unless avoid neither nor cannot stop don dont don't won't can't isn't "
    "shouldn't wouldn't doesn't rather anyone anybody else"
)
DOUBTS = _all_of(
    "or maybe perhaps if either whether unsure might could depends whoever someone somebody anywhere "
    "was were did had saw yesterday tomorrow last earlier"
)
LINKS = _all_of("the a an on at to after over player for my our dear old him her them and with vote votes voting")
"""What may stand between what is done and whom it is done to."""

PLACING = _all_of("in into inside the to at")
POLITE = _all_of("i i'd i'll id ill im i'm please just the a an want wanna to would like let me my is it's now")
ARTLESS = _all_of(
    "i i'd i'll i'm im ill id we me my mine you your he she it its they them him her his their our us this that these "
    "those there here the a an and then so also both while as in into inside on onto at to toward towards of from for by "
    "with about around near over after before behind under up down out off is am are be been being will would shall "
    "should can may must do does go goes going gonna get gets let lets let's want wants wanna need have has had make "
    "take stay stays staying move head walk run come please just now tonight today night day again still always only very "
    "well ok okay yes yeah choose choice pick vote votes voting hang act act: answer plan think mean say says know like "
    "love because since when where what who whom why how all any some more most much many one time good sure really "
    "quietly secretly myself himself herself place room house player seat against case mark"
)
"""Words that say nothing about an answer, and are nobody's name unless they stand where a name has to stand."""


def _folded(text: str) -> str:
    """`text` in small letters and without accents."""
    apart = unicodedata.normalize("NFD", text.casefold().replace("’", "'"))
    return "".join(each for each in apart if not unicodedata.combining(each))


def _words(text: str) -> list[str]:
    return [found[0] for found in _TOKEN.finditer(_folded(text))]


def _forms(word: str) -> Iterator[str]:
    """A word as it stands in “I hide”, “she hides” and “hiding”."""
    yield word
    if word.isalpha() and len(word) > 2:
        yield f"{word}s"
        yield f"{word}es"
        yield f"{word.removesuffix('e')}ing"
        if word[-1] not in "aeiouwxy" and word[-2] in "aeiou":
            yield f"{word}{word[-1]}ing"


# ── numbers ───────────────────────────────────────────────────────────────────────────────────────────────────────────

_NUMBER = re.compile(
    r"(?<![\w.,])(?P<sign>[-−–+]?)\s?[$€£¥₹]?\s?(?P<whole>\d{1,3}(?:[,’' ]\d{3})+(?!\d)|\d+)?(?P<part>[.,]\d+)?(?![\w]|[.,]\d)"
)
_GROUPED = re.compile(r"\b\d{1,3}\.\d{3}\b")
"""“1.000”, which is a thousand in half of the world."""

CURRENCIES = _all_of(
    "dollar dollars euro euros pound pounds cent cents points point coins coin usd eur gbp bucks percent"
)


def number_field(kind: type[Action]) -> str:
    """The field of a form that asks for one number; empty when it asks for more, or for anything else."""
    asked = number_fields(kind)
    return asked[0] if len(asked) == 1 else ""


def number_fields(kind: type[Action]) -> tuple[str, ...]:
    """The fields of a form that asks for nothing but numbers, in order; none where it asks for anything else."""
    hints = get_type_hints(kind)
    asked = needs(kind)
    return asked if all(hints[name] in (int, float) for name in asked) else ()


def numbers_in(text: str) -> list[float]:
    """The different numbers that stand in a text, in order: “40”, “$40”, “40,5” and “1,000” are one each."""
    return list(dict.fromkeys(_numbers(text)))


def _numbers(text: str) -> Iterator[float]:
    return (_value_of(each) for each in _NUMBER.finditer(text) if each["whole"] or each["part"])


FIGURES = {word: str(n) for n, word in enumerate(_SPELLED, 1) for word in (word, f"{word}s", f"{word}es")}


def in_figures(text: str) -> str:
    """“three fives”, “3x5” and “3 5s” as “3 5”."""
    text = re.sub(r"(\d)(?:['’]?s\b|\s*[x×*]\s*(?=\d))", r"\1 ", text)
    return re.sub(r"[^\W\d]+", lambda word: FIGURES.get(word[0].casefold(), word[0]), text)


def _value_of(found: re.Match[str]) -> float:
    whole = re.sub(r"\D", "", found["whole"] or "0")
    value = float(f"{whole}.{(found['part'] or '.0')[1:]}")
    return -value if found["sign"] in ("-", "−", "–") and found["sign"] else value


def is_bare_number(text: str) -> bool:
    """Whether a text is a number and nothing else but its unit."""
    left = [word for word in _words(_NUMBER.sub(" ", text)) if word not in CURRENCIES and word.isalpha()]
    return len(numbers_in(text)) == 1 and not left and "?" not in text and not _GROUPED.search(text)


def _counted(kind: type[Action], asked: Sequence[str], text: str) -> Parsed:
    """The one number in a text as an answer, or as many as are asked for, in the form's order; sure where nothing is said
    against it. Several may be spelled out: nobody says “one” there who means none of them."""
    several = len(asked) > 1
    found = list(_numbers(in_figures(text))) if several else numbers_in(text)
    if several and len(found) != len(asked):
        titles = " and ".join(f"“{_title(kind, name)}”" for name in asked)
        return Parsed(None, why=f"{titles}: write {len(asked)} numbers, such as {' '.join('3' * len(asked))}.")
    if not found:
        return Parsed(None, why="There is no number in that; write it in figures, such as 40.")
    if not several and len(found) > 1:
        return Parsed(None, why=f"There are {len(found)} numbers in that; write only the one you mean.")
    words = _words(text)
    if against := next((word for word in words if word in NEGATIONS or word.endswith("n't")), None):
        return Parsed(None, why=f"“{against}” leaves it open what you want; say what you do, not what you don't.")
    hints, values = get_type_hints(kind), dict(zip(asked, found, strict=True))
    if part := next((value for name, value in values.items() if hints[name] is int and not value.is_integer()), None):
        return Parsed(None, why=f"{part:g} is not a whole number.")
    doubt = next((word for word in words if word in DOUBTS), "?" if "?" in text else "")
    why = f"“{doubt}” leaves it open." if doubt else ""
    if grouped := _GROUPED.search(text):
        why = f"“{grouped[0]}” may be a thousand times as much. {why}".strip()
    return Parsed(_made(kind, values), not why, why)


def _made(kind: type[Action], values: Mapping[str, Any]) -> Action:
    """The action with these values, each as its field has it: “6” is the number 6 where that is a number, and one of several where
    there may be several."""
    hints = get_type_hints(kind)
    several = {
        name: (each,) for name, each in values.items() if isinstance(each, str) and get_origin(hints[name]) is tuple
    }
    return adapter(kind).validate_python({**values, **several})


def _title(kind: type[Action], name: str) -> str:
    return str(adapter(kind).json_schema()["properties"][name].get("title", name))


# ── what a text can be about ──────────────────────────────────────────────────────────────────────────────────────────

_MARK = re.compile(r"\{([a-z0-9-]+)\}")


@record
class _Value:
    """One value that a field takes: what it says beside the seat that it is about, if it is about one."""

    field: str
    value: str
    said: tuple[str, ...]
    seat: Seat | None


@record
class _Found:
    """Something that a text is about: words of values (`said`) or people, at one place in it."""

    at: int
    end: int
    said: frozenset[tuple[str, ...]] = frozenset()
    seats: frozenset[Seat] = frozenset()


@record
class _Doubt:
    """Why a field has no one value."""

    why: str
    missing: bool = False


def _value(name: str, value: str, names: Mapping[Seat, str]) -> _Value:
    if Seat(value) in names:
        return _Value(name, value, (), Seat(value))
    seats = [Seat(seat) for seat in _MARK.findall(value)]
    if len(seats) == 1:
        return _Value(name, value, tuple(_words(_MARK.sub(" ", value))), seats[0])
    return _Value(name, value, tuple(_words(value)), None)


class _Reader:
    """Reads texts as answers to one question."""

    def __init__(
        self, ask: Ask, form: type[Action], names: Mapping[Seat, str], synonyms: Mapping[str, tuple[str, ...]]
    ) -> None:
        self._ask, self._form, self._names = ask, form, names
        self._values = [_value(name, each, names) for name, values in ask.allowed.items() for each in values]
        self._upon = {each.said for each in self._values if each.said and each.seat}
        self._sayings = self._all_sayings(synonyms)
        self._people = self._all_people()

    def _all_sayings(
        self, synonyms: Mapping[str, tuple[str, ...]]
    ) -> dict[tuple[str, ...], frozenset[tuple[str, ...]]]:
        """What may be written for the words of values: themselves, other forms of them, and synonyms."""
        ways: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
        for said in {each.said for each in self._values if each.said}:
            others = [
                tuple(_words(way)) for key, more in synonyms.items() if tuple(_words(key)) == said for way in more
            ]
            for first, *rest in (said, *others):
                for form in _forms(first):
                    ways.setdefault((form, *rest), set()).add(said)
        return {way: frozenset(meant) for way, meant in ways.items()}

    def _all_people(self) -> dict[tuple[str, ...], frozenset[Seat]]:
        """What people may be called: their names, each word of them, and “player 3” for the third seat's “p3”."""
        called: dict[tuple[str, ...], set[Seat]] = {}
        whole = {seat: tuple(_words(name)) for seat, name in self._names.items()}
        for seat, words in whole.items():
            number = re.fullmatch(r"[a-z]+(\d+)", seat)
            for way in {words, (seat,), ("player", number[1]) if number else words}:
                called.setdefault(way, set()).add(seat)
        for seat, words in whole.items():
            for word in words:
                if (word,) not in whole.values() and word not in ARTLESS and len(word) > 1:
                    called.setdefault((word,), set()).add(seat)
        return {way: frozenset(seats) for way, seats in called.items() if way}

    # ── reading ──

    def read(self, text: str) -> Parsed:
        exact = self._by_number(text)
        if exact is not None:
            return exact
        capitals = [found[0][0].isupper() for found in _TOKEN.finditer(text)]
        words = _words(text)
        found = list(self._look(words, capitals))
        understood = {at for each in found for at in range(each.at, each.end)}
        rest = [word for at, word in enumerate(words) if at not in understood]
        if against := next((word for word in rest if word in NEGATIONS or word.endswith("n't")), None):
            return Parsed(None, why=f"“{against}” leaves it open what you want; say what you do, not what you don't.")
        reading = self._answer(text, rest, found, self._objects(found))
        if reading.action is None and self._bare_name(rest, found):
            found = [_Found(-1, -1, said=frozenset(self._upon)), *found]
            return replace(self._answer(text, rest, found, self._objects(found)), sure=False)
        return reading

    def _answer(self, text: str, rest: Sequence[str], found: Sequence[_Found], objects: Mapping[int, _Found]) -> Parsed:
        filled: dict[str, Any] = {}
        doubts: list[str] = []
        left_open: list[str] = []
        for each in answer_fields(self._form):
            if each.name not in self._ask.allowed:
                continue
            match self._filled(each.name, found, objects):
                case str(value):
                    filled[each.name] = value
                case _Doubt(missing=True, why=why):
                    left_open += [each.name] if each.name in needs(self._form) else []
                    doubts += [why] if why else []
                case _Doubt(why=why):
                    return Parsed(None, why=why)
        doubts += self._loose(found, objects)
        if doubting := next((word for word in rest if word in DOUBTS), "?" if "?" in text else ""):
            doubts.append(f"“{doubting}” leaves it open.")
        doubts += self._as_words(_words(text), found)
        if left_open:
            default = self._ask.default
            unlisted = [word for word in rest if word not in ARTLESS]
            unknown = next(iter(unlisted), None)
            if filled and len(left_open) == len(unlisted) == 1 and not doubts:
                listed = ", ".join(labelled(each, self._names) for each in self._ask.allowed[left_open[0]])
                title = _title(self._form, left_open[0])
                return Parsed(None, why=f"{title}: “{unknown}” cannot be chosen now. You can choose: {listed}.")
            if not filled and unknown and not doubts:
                doubts.append(f"“{unknown}” is not understood.")
            if not filled or not isinstance(default, self._form):
                return Parsed(None, why=" ".join([*doubts, *map(self._missing, left_open)]))
            filled |= {name: getattr(default, name) for name in left_open}
            if unknown:
                doubts.append(f"“{unknown}” is not understood.")
        return Parsed(_made(self._form, filled), sure=not doubts, why=" ".join(doubts))

    @staticmethod
    def _as_words(words: Sequence[str], found: Sequence[_Found]) -> list[str]:
        """Names behind an article, which may be words: “I am a guest”."""
        pairs = [words[each.at - 1 : each.end] for each in found if each.seats and each.at > 0]
        return [f"“{' '.join(each)}” leaves it open." for each in pairs if each[0] in ARTICLES]

    def _missing(self, name: str) -> str:
        """With what a field that is left open can be filled: by the question where that is about it alone, else by its title."""
        values = list(dict.fromkeys(self._shown(each) for each in self._values if each.field == name))
        shown = f"{', '.join(values[:SHOWN])}{' …' if len(values) > SHOWN else '.'}"
        if needs(self._form) == (name,):
            return f"{labelled(self._ask.text, self._names)} You can choose: {shown}"
        return f"For “{_title(self._form, name)}” you can choose: {shown}"

    def _shown(self, each: _Value) -> str:
        upon = each.seat is not None and bool(each.said)
        return _MARK.sub("somebody", each.value) if upon else labelled(each.value, self._names)

    def _filled(self, name: str, found: Sequence[_Found], objects: Mapping[int, _Found]) -> str | _Doubt:
        """The one value of a field that the text is about."""
        values = [each for each in self._values if each.field == name]
        meant: dict[str, None] = {}
        half = ""
        taken = self._taken(name, found, objects)
        for each in found:
            mine = [value for value in values if value.said in each.said] if each.said else []
            upon = objects.get(each.at)
            for said in dict.fromkeys(value.said for value in mine):
                alike = [value for value in mine if value.said == said]
                if alike[0].seat is None:
                    meant[alike[0].value] = None
                elif upon is None:
                    half = f"Whom do you want to {' '.join(said)}?"
                else:
                    fitting = [value.value for value in alike if value.seat in upon.seats]
                    if len(upon.seats) > 1:
                        return _Doubt(f"{self._call(upon)} are meant alike; say which.")
                    if not fitting:
                        return _Doubt(f"You cannot {' '.join(said)} {self._call(upon)} now.")
                    meant |= dict.fromkeys(fitting)
            if each.seats and each.at not in taken and any(value.seat and not value.said for value in values):
                fitting = [value.value for value in values if value.seat in each.seats and not value.said]
                if len(each.seats) > 1:
                    return _Doubt(f"{self._call(each)} are meant alike; say which.")
                if not fitting:
                    return _Doubt(f"{self._call(each)} cannot be chosen now.")
                meant |= dict.fromkeys(fitting)
        if len(meant) > 1:
            return _Doubt(f"“{_title(self._form, name)}” can be one thing only, and you wrote of {len(meant)}.")
        if meant and half:
            return _Doubt(half)
        return next(iter(meant)) if meant else _Doubt(half, missing=True)

    def _taken(self, name: str, found: Sequence[_Found], objects: Mapping[int, _Found]) -> frozenset[int]:
        """Where those are named to whom, by what stands in another field, something is done: “swap Ann and Bob” leaves Bob for
        this one."""
        elsewhere = {each.said for each in self._values if each.field != name and each.said and each.seat}
        return frozenset(objects[each.at].at for each in found if each.at in objects and each.said & elsewhere)

    def _objects(self, found: Sequence[_Found]) -> dict[int, _Found]:
        """Whom each thing that is done to somebody is done to, by its place: whoever is named next, or was last."""
        objects: dict[int, _Found] = {}
        people = [each for each in found if each.seats]
        for each in found:
            if each.said & self._upon:
                after = next((who for who in people if who.at > each.at), None)
                before = next((who for who in reversed(people) if who.at < each.at), None)
                if chosen := after or before:
                    objects[each.at] = chosen
        return objects

    def _bare_name(self, rest: Sequence[str], found: Sequence[_Found]) -> bool:
        """Whether a text is a name and nothing else, where there is just one thing that can be done to anybody."""
        named = len(found) == 1 and not found[0].said and not any(word not in ARTLESS for word in rest)
        upon = {(each.field, each.said) for each in self._values if each.seat}
        return named and len(upon) == 1 and len(self._upon) == 1

    def _loose(self, found: Sequence[_Found], objects: Mapping[int, _Found]) -> list[str]:
        """People who are named though nothing is done to them."""
        if any(each.seat and not each.said for each in self._values):
            return []
        tied = frozenset[Seat]().union(*(each.seats for each in objects.values()))
        return [f"What about {self._call(each)}?" for each in found if each.seats - tied]

    def _by_number(self, text: str) -> Parsed | None:
        """“2”: the second value of the only field, or the value 2."""
        number = re.fullmatch(r"#?(\d{1,3})[.)]?", text.strip())
        named_so = any(text.strip() == value for values in self._ask.allowed.values() for value in values)
        required = needs(self._form)
        if number is None or named_so or len(required) != 1:
            return None
        values, at = self._ask.allowed[required[0]], int(number[1])
        if not 1 <= at <= len(values):
            return Parsed(None, why=f"There are {len(values)} choices.")
        seat = next((seat for seat in self._names if re.fullmatch(rf"[a-z]+{at}", seat)), None)
        sure = seat is None or seat == values[at - 1] or Seat(values[0]) not in self._names
        why = "" if sure else f"{at} may be a place in the list or player {at}; write the name."
        return Parsed(_made(self._form, {required[0]: values[at - 1]}), sure, why)

    # ── finding ──

    def _look(self, words: Sequence[str], capitals: Sequence[bool]) -> Iterator[_Found]:
        """All that the words are about, from left to right, the longest first."""
        at = 0
        acting = False
        while at < len(words):
            found = self._at(words, capitals, at, acting)
            if found is None:
                acting = acting and words[at] in LINKS
                at += 1
                continue
            yield found
            acting = bool(found.said & self._upon)
            at = found.end

    def _at(self, words: Sequence[str], capitals: Sequence[bool], at: int, acting: bool) -> _Found | None:
        said_end, said = self._longest(self._sayings, words, at)
        seat_end, seats = self._longest(self._people, words, at)
        if seats and words[at] in ARTLESS and not self._as_a_name(words, capitals, at, seat_end, acting):
            seats, seat_end = frozenset(), at
        if not said and not seats:
            said_end, said, seat_end, seats = self._misspelt(words, at)
        if said and seats and said_end == seat_end:
            if acting and not (at and words[at - 1] in PLACING):
                said = frozenset()
            elif (at and words[at - 1] in PLACING) or (said & self._upon and self._a_person_follows(words, said_end)):
                seats = frozenset()
        elif said and seats:
            said, seats = (said, frozenset()) if said_end > seat_end else (frozenset(), seats)
        return (
            _Found(at, max(said_end if said else at, seat_end if seats else at), said, seats) if said or seats else None
        )

    @staticmethod
    def _longest(
        known: Mapping[tuple[str, ...], frozenset[Any]], words: Sequence[str], at: int
    ) -> tuple[int, frozenset[Any]]:
        for end in range(min(len(words), at + 6), at, -1):
            for phrase in (tuple(words[at:end]), (*words[at : end - 1], words[end - 1].removesuffix("'s"))):
                if phrase in known:
                    return end, known[phrase]
        return at, frozenset()

    def _as_a_name(self, words: Sequence[str], capitals: Sequence[bool], at: int, end: int, acting: bool) -> bool:
        """Whether a word that is hardly ever a name is one here: “follow Will”, “I vote Will”, “will”."""
        after_for = at > 0 and words[at - 1] in ("for", "hang", "vote", "votes", "player")
        alone = (
            all(word in POLITE or word in ARTLESS for word in (*words[:at], *words[end:])) and len(words) == end - at
        )
        return acting or after_for or alone or (at > 0 and capitals[at] and not all(capitals))

    def _a_person_follows(self, words: Sequence[str], at: int) -> bool:
        while at < len(words) and words[at] in LINKS:
            at += 1
        return bool(self._longest(self._people, words, at)[1])

    def _misspelt(self, words: Sequence[str], at: int) -> tuple[int, frozenset[Any], int, frozenset[Any]]:
        """The word as a slip of the pen for one that is known; nothing when it is near to none, or to different ones."""
        word = words[at]
        if len(word) < SLIPS or word in ARTLESS | NEGATIONS | DOUBTS | LINKS or not word.isalpha():
            return at, frozenset(), at, frozenset()
        near = self._near(word, self._sayings), self._near(word, self._people)
        closest = min(distance for distance, _ in near)
        said, seats = (meant if distance == closest else frozenset() for distance, meant in near)
        return at + 1, said, at + 1, seats

    @staticmethod
    def _near(word: str, known: Mapping[tuple[str, ...], frozenset[Any]]) -> tuple[int, frozenset[Any]]:
        """How far the nearest known words are from `word`, and what they mean."""
        slips = 1 if len(word) < 7 else 2
        far: dict[int, set[Any]] = {}
        for (first, *rest), meant in known.items():
            if (
                not rest
                and len(first) >= SLIPS
                and (distance := OSA.distance(word, first, score_cutoff=slips)) <= slips
            ):
                far.setdefault(distance, set()).update(meant)
        nearest = min(far, default=slips + 1)
        return nearest, frozenset(far.get(nearest, ()))

    # ── words for people ──

    def _call(self, found: _Found) -> str:
        return " and ".join(sorted(self._names[seat] for seat in found.seats))
