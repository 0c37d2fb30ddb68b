"""What a display claims, and whether it is so.

A display is read line by line, a sentence at a time. In a sentence each number is put together with what it is said of: a
side (by mark, title or pronoun), a quantity (by a declared name or a house word), a round. What has no side and no quantity
need only be a number that the ledger, or a sum of two things in it, gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, permutations, product

from games.core import Seat, record
from games.duet import vocabulary as words
from games.duet.facts import Due, Fact, Facts
from games.duet.numbers import NOTHING, Number, clean, numbers, tongues
from games.duet.words import HUMAN, PLAYER, SIDES

_TAGS = re.compile(
    r"(?i)(?:player|human|manager)[\W_]*(?:turn|decision)\W*[\])}>]|[\[({<][\W_]*(?:player|human|manager)[\W_]*(?:turn|decision)"
)
_UNDERSCORED = re.compile(r"(?i)(?:player|human|manager)_+(?:turn|decision)")

GAIN, TOTAL, KEEP, JOINT, DIFFERENCE, SCORE = "payoff", "total", "keep", "joint", "difference", "score"


MOST_NUMBERS = 300
"""How many numbers a display may have: nobody reads more."""


def mistakes(text: str, facts: Facts) -> Iterator[str]:
    """Sentences about what contradicts the ledger."""
    if _TAGS.search(text) or _UNDERSCORED.search(text) or _TAGS.search(clean(text)):
        yield "Write no protocol tags into a display: it is for the human alone."
    if re.search(r"<t:-?\d+", text):
        yield "Write no time stamps into a display."
    if len(re.findall(r"\d+", clean(text))) > MOST_NUMBERS:
        yield f"There are too many numbers in the display: {MOST_NUMBERS} at most."
        return
    reader = Reader(Ledger(facts), tongues(clean(text)))
    yield from reader.read(text)


# ── the ledger ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


class Ledger:
    """What is so, as a display may speak of it."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.numeric = [each for each in facts.facts if _is_number(each.value) and each.name not in {"round", "rounds"}]
        self.constants = [each for each in self.numeric if each.seat is None]
        self.moves = {each.name for each in facts.facts if each.seat and each.round} - {GAIN}
        self.moves |= {each.name for each in facts.due}
        self.owned = {each.name for each in facts.facts if each.seat} | self.moves
        paid = [each.round or 0 for each in self.numeric if each.name == GAIN]
        self.paid = max(paid, default=0)
        moved = {each.round for each in facts.facts if each.round and each.seat}
        self.last = max((each for each in moved if each < facts.round or facts.over), default=None)
        self.settled = self.paid >= facts.round or facts.over
        known = [float(each.value) for each in self.numeric if isinstance(each.value, int | float)]
        recent = [
            float(each.value)
            for each in self.numeric
            if isinstance(each.value, int | float) and (each.round is None or each.round >= facts.round - 1)
        ]
        ends = [end for due in facts.due for end in (due.low, due.high) if end is not None]
        self.known = {*known, *ends, 0.0}
        self.sayable = self.known | {one + sign * two for one, two in permutations(recent, 2) for sign in (1, -1)}
        self.steps = {due.step for due in facts.due if due.step is not None} | set(ends)
        self.wholes = {abs(value) for value in self.of(self.constants) if value}

    @staticmethod
    def of(facts: Iterable[Fact]) -> set[float]:
        return {float(each.value) for each in facts if isinstance(each.value, int | float)}

    def latest(self, name: str, seat: Seat | None, round: int | None) -> set[float]:
        """The values of `name` that `seat` (None: either) has in that round; else in the last that has any."""
        mine = [each for each in self.numeric if each.name == name and (seat is None or each.seat == seat)]
        if round is not None and any(each.round is not None for each in mine):
            now = self.of(each for each in mine if each.round == round)
            due = any(due.name == name and (seat is None or seat in due.seats) for due in self.facts.due)
            if now or round != self.facts.round or due or name == GAIN:
                return now
        last = max((each.round or 0 for each in mine), default=0)
        return self.of(each for each in mine if each.round is None or each.round == last)

    def joint(self) -> set[float]:
        """What both sides have together."""
        sums = set()
        for name in (GAIN, TOTAL):
            each = [self.latest(name, seat, None) for seat in SIDES]
            sums |= {one + two for one, two in product(*each)}
        return sums

    def difference(self) -> set[float]:
        """By how much one side is ahead."""
        apart = set()
        for name in {GAIN, TOTAL} | self.moves:
            each = [self.latest(name, seat, None) for seat in SIDES]
            apart |= {abs(one - two) for one, two in product(*each)}
        return apart

    def total(self, seat: Seat | None, round: int | None) -> set[float]:
        """A side's total now, or as it was after a round that has been played."""
        if round is None or round >= self.paid:
            return self.latest(TOTAL, seat, None)
        seats = SIDES if seat is None else (seat,)
        return {
            sum(
                self.of([each]).pop()
                for each in self.numeric
                if each.name == GAIN and each.seat == one and (each.round or 0) <= round
            )
            for one in seats
        } | (self.latest(TOTAL, seat, None) if round >= self.facts.round else set())

    def moved(self, seat: Seat | None, round: int | None) -> set[float]:
        """The numbers that a side moved, in that round or in the last it moved in."""
        return {value for name in self.moves for value in self.latest(name, seat, round)}

    def kept(self, seat: Seat | None, round: int | None) -> set[float]:
        """What a side has left: of something public, after what it gave; or what it was paid."""
        left: set[float] = set()
        for one in SIDES if seat is None else (seat,):
            mine = self.moved(one, round)
            if self.settled and len({each.name for each in self.numeric} & self.moves) < 2:
                continue
            left |= {whole - part for whole, part in product(self.of(self.constants), mine) if whole >= part}
        return left | self.latest(GAIN, seat, round) | self.total(seat, round)

    def maker(self, round: int | None) -> tuple[Seat, float, str] | None:
        """Who gave a part of what there is to share, this very round, and how much."""
        for each in reversed(self.numeric):
            if each.round == (round or self.facts.round) and each.seat and _gives(each):
                return each.seat, float(each.value), each.name  # type: ignore[arg-type]
        return None

    def may_get(self, seat: Seat | None, sentence: Sequence[float], round: int | None) -> set[float]:
        """What a side may come to by a move that is due: everything sayable; where it is about a part of a pie, only that part
        (for whoever is given it), or the rest (for who gave it)."""
        gift = self.maker(round)
        pies = self.of(each for each in self.constants if each.name in _PIES)
        if gift and pies and self.facts.due:
            giver, part, _ = gift
            rest = {pie - part for pie in pies}
            mine = rest if seat == giver else {part} if seat else rest | {part}
            return mine | {0.0} | self.total(seat, None)
        offered = [each for each in self.facts.due if each.kind == "number" and HUMAN in each.seats]
        tried: set[float] = set()
        for due in offered:
            part_range = [
                each for each in sentence if (due.low or 0) <= each <= (due.high if due.high is not None else each)
            ]
            tried |= set(part_range[:1])
            tried |= {
                each for one in self.of(self.constants) for part in part_range[:1] for each in (one - part, one * part)
            }
            if due.name in words.GIVES and pies and part_range:
                rest = {pie - part_range[0] for pie in pies}
                return {0.0} | (rest if seat in due.seats else {part_range[0]} if seat else rest | {part_range[0]})
        return self.sayable | tried

    def due(self, name: str) -> Due | None:
        return next((each for each in self.facts.due if each.name == name), None)


_PIES = frozenset(["pie", "cake", "sum", "stake", "amount", "money", "surplus"])


def _gives(fact: Fact) -> bool:
    return fact.name in words.GIVES - {"sent", "send"} and "price" not in fact.words and fact.name != "price"


# ── what is mentioned in a sentence ───────────────────────────────────────────────────────────────────────────────────


@record
class Mention:
    """A side, or a quantity, where it is named. `after` is the preposition before it, if there is one; `weak` says that it may
    belong to what follows (“your opponent”)."""

    start: int
    end: int
    name: str
    before: str = ""
    weak: bool = False


BOTH = "both"
_PREPOSITION = re.compile(
    r"(?i)(?<!\w)(to|for|from|with|against|by|of|für|von|mit|gegen|zu|an|pour|à|au|avec|contre|par|de|para|por|con|contra|a|ao|com|per|da|voor|aan"
    r"|van|met|tegen|door|til|till|för|från|av|dla|od|do|przez)\s+(?:the |den |dem |der |die |das |le |la |les |l'|el |il |lo |o |de |het |your )?$"
)
_OBJECT = re.compile(r"(?i)dir|dich|ihnen|ihm|te|t'|ti|ci|cię|dig|them|him|lui")
_GIVEN_TO = re.compile(
    r"(?i)(?<!\w)(?:offer(?:s|ed|ing)?|sen[dt]s?|gives?|gave|giving|return(?:s|ed)?|propos(?:es|ed)|pa(?:ys|id)|leav(?:es|ing)|left|betray(?:s|ed)?)\s+$"
)
_AGENT = frozenset(["by", "from", "von", "par", "por", "da", "door", "av", "från", "od", "przez", "de", "van"])
_OF = r"(?:of|out of|from|/|von|aus|de|du|sur|des|di|su|da|em|van|uit|av|ze|z|af|の)"
_THE = r"(?:the |your |their |his |her |its |deine[nr]? |ihren? |vos |votre |tus |tuoi |seus |je |jouw |uw |a |total of |den |der |die |les |las |los |i |os |as |de )?"


@dataclass
class Carried:
    """What the words before have left standing: whom and what the next number may be about, and of which round."""

    seat: str = ""
    quantity: str = ""
    round: int | None = None
    label: bool = False


@dataclass
class Sentence:
    """A sentence in which each number stands as ⟦index⟧."""

    text: str
    raw: str
    numbers: dict[int, Number]
    done: set[int] = field(default_factory=set)
    results: set[int] = field(default_factory=set)
    asks: bool = False
    supposes: bool = False
    may: bool = False

    def seen(self, index: int) -> str:
        return self.raw[self.numbers[index].start : self.numbers[index].end]


class Reader:
    """Reads one display against one ledger."""

    def __init__(self, ledger: Ledger, spoken: frozenset[str]) -> None:
        self.ledger, self.facts, self.spoken = ledger, ledger.facts, spoken
        self.sides = self._sides()
        self.titles = [(name, each) for name, each in self.sides[3:5] if isinstance(each, words.Words)]
        self.quantities = self._quantities()
        self.choices = {
            move: {
                choice: words.pattern(_flat([choice, *more]), words.CHOICES.get(words.ALIKE.get(choice, choice), ""))
                for choice, more in sorted(of.items(), key=lambda each: -len(each[0]))
            }
            for move, of in self._choices().items()
        }
        self.private = words.pattern(
            *(_flat([word]) for each in self.facts.private for word in each),
            *(words.PRIVATE[key] for each in self.facts.private for key in words.PRIVATE if any(key in word.lower() for word in each)),
        )  # fmt: skip
        text_moves = [due.name for due in self.facts.due if due.kind == "text"]
        text_moves += [
            each.name
            for each in self.facts.facts
            if each.round and each.seat and isinstance(each.value, str) and each.name not in self.choices
        ]
        self.rounds = words.pattern(words.ROUND, words.ROUNDISH if text_moves else "", _flat(text_moves)).source
        self.rules: dict[tuple[str, str], set[str]] = {}
        self.claims: list[tuple[str, str, str, str, str]] = []

    # ── words ──

    def _sides(self) -> list[tuple[str, words.Words | re.Pattern[str]]]:
        titles = {seat: [title.casefold()] for seat, title in self.facts.titles.items()}
        for _seat, named in titles.items():
            for word in list(named):
                named += words.TITLES.get(word, "").split()
        human = [more for tongue, more in words.HUMAN_ONLY_IN.items() if tongue in self.spoken]
        player = [more for tongue, more in words.PLAYER_ONLY_IN.items() if tongue in self.spoken]
        marks = {seat: re.compile(rf"\{{{seat}\}}(?:'s|s)?") for seat in SIDES}
        return [
            (BOTH, words.pattern(words.BOTH_WORDS)),
            *((str(seat), marks[seat]) for seat in SIDES),
            *((str(seat), words.pattern(_flat(named), _flat(each + "'s" for each in named if not each.endswith("*")))) for seat, named in titles.items()),
            *([(str(HUMAN), words.FORMAL)] if "de" in self.spoken else []),
            (str(PLAYER), words.pattern(words.PLAYER_WORDS, *player)),
            (str(HUMAN), words.pattern(words.HUMAN_WORDS, *human)),
        ]  # fmt: skip

    def _quantities(self) -> list[tuple[str, words.Words | re.Pattern[str]]]:
        """The declared names first: the house's words mean what is left."""
        found: dict[str, list[str]] = {}
        for each in self.facts.facts:
            if _is_number(each.value) and each.name not in {"round", "rounds", GAIN, TOTAL}:
                found.setdefault(each.name, []).append(_flat([each.name, each.name.replace("_", " "), *each.words]))
        for due in self.facts.due:
            if due.kind == "number":
                found.setdefault(due.name, []).append(_flat([due.name, due.name.replace("_", " ")]))
        named = [(name, words.pattern(*more)) for name, more in found.items()]
        wider = []
        for name, more in found.items():
            keys = [key for key in words.QUANTITIES if key == name or any(key in each.lower().split() for each in more)]
            wider += [(name, words.pattern(words.QUANTITIES[key])) for key in keys]
        house = [
            (DIFFERENCE, words.DIFFERENCE),
            (JOINT, words.JOINT),
            (TOTAL, words.TOTAL),
            (KEEP, words.KEEP),
            (SCORE, words.SCORE),
            (GAIN, words.GAIN),
        ]
        return [*named, *wider, *((name, words.pattern(more)) for name, more in house)]

    def _choices(self) -> dict[str, dict[str, tuple[str, ...]]]:
        found = {move: dict(of) for move, of in self.facts.choices.items()}
        for due in self.facts.due:
            if due.kind == "choice":
                found.setdefault(due.name, {}).update(
                    {each: () for each in due.choices if each not in found.get(due.name, {})}
                )
        return found

    # ── lines and sentences ──

    def read(self, text: str) -> Iterator[str]:
        text = clean(self._unquoted(text))
        label = Carried()
        for line in _unfolded(text):
            if not line.strip():
                label = Carried(round=label.round)
                continue
            heading = bool(re.match(r"\s*#+\s", line)) or line.rstrip().endswith(":")
            heading = heading or (len(line.split()) <= 4 and not re.search(r"[.!?…,;|]|\d", line))
            item = bool(re.match(r"\s*[-•+–]\s|\s*\d{1,2}[.)]\s", line))
            line = re.sub(
                r"^\s*(?:#+\s*|>\s*|[-•+–]\s+|\(?\d{1,2}[.)]\s+(?!\s*(?:runde|round|omgång|tura)\b))+",
                "",
                line,
                flags=re.IGNORECASE,
            )
            if not item and not heading:
                label = Carried(round=label.round if label.seat == "" else None)
            carried = Carried(label.seat, label.quantity, label.round)
            for sentence in re.split(
                r"(?<=[!?。！？])\s*|(?<=[^\d\W][.])\s+|(?<=[\d)”\"'€$%}][.])\s+(?=[^\d\sa-z])|(?<=…)\s+", line
            ):
                if sentence and sentence.strip():
                    yield from self._sentence(sentence, carried)
                    if not line.rstrip().endswith(":"):
                        round = None if carried.round == self.facts.round and label.round is None else carried.round
                        carried = Carried(label.seat, label.quantity, round)
            if heading:
                label = carried
        yield from self._chosen_wrongly()

    def _unquoted(self, text: str) -> str:
        """Without what is told word for word: titles, questions and what the sides wrote."""
        told = [self.facts.why, *(due.ask for due in self.facts.due)]
        text = text.replace(self.facts.title, "")
        told += [
            each.value for each in self.facts.facts if isinstance(each.value, str) and each.name not in self.choices
        ]
        for each in sorted((each for each in told if len(each) > 3), key=len, reverse=True):
            text = _without(text, each)
        return text

    def _sentence(self, raw: str, carried: Carried) -> Iterator[str]:
        sentence = self._marked(raw)
        yield from self._secrets(sentence)
        yield from self._equations(sentence)
        yield from self._rounds(sentence, carried)
        yield from self._ranges(sentence)
        yield from self._roles(sentence)
        for _, title in self.titles:
            sentence.text = _compiled(rf"\(\s*(?:the )?{title.source}\s*\)").sub(" ", sentence.text)
        sentence.text = _FAVOUR.sub(" ", sentence.text)
        self._options(sentence)
        sofar = Carried(carried.seat, carried.quantity, carried.round, carried.label)
        for segment, closed in _segments(sentence.text):
            yield from self._segment(segment, sentence, sofar, closed)
        carried.seat, carried.quantity, carried.round = sofar.seat, sofar.quantity, sofar.round
        carried.label = sofar.label

    def _options(self, sentence: Sentence) -> None:
        """“Accept: you get 40” says what would be, as long as that move is due."""
        start = re.sub(r"^\W*(?:⟦\d+⟧\W*)?", "", sentence.text)
        for due in self.facts.due:
            for choice, pattern in self.choices.get(due.name, {}).items():
                found = pattern.match(start)
                bare = found and (
                    found[0] == choice.lower() or found[0].endswith(("ing", "en", "er", "ar", "are", "ir", "ere", "ez"))
                )
                if (
                    found
                    and bare
                    and re.match(
                        r"(?i)\s*(?:[:;,–—(=→>-]|(?:and|und|et|y|e|en|gives?|means?|leaves?|bringt|heißt)(?!\w))",
                        start[found.end() :],
                    )
                ):
                    sentence.supposes = True

    def _marked(self, raw: str) -> Sentence:
        raw = _dates(raw)
        named = [match.span() for _, title in self.titles for match in title.finditer(raw)]
        counted = [
            each for each in numbers(raw, self.spoken) if not any(each.start < to and at < each.end for at, to in named)
        ]
        found = dict(enumerate(counted))
        text, at = "", 0
        for index, each in found.items():
            text += raw[at : each.start] + f"⟦{index}⟧"
            at = each.end
        text += raw[at:]
        unit = words.pattern(words.UNITS, _flat([self.facts.unit]) if self.facts.unit.isalpha() else "").source
        text = re.sub(r"[$€£¥]\s?(?=⟦)|(?:EUR|USD|GBP|US)\s?(?=⟦)", "", text)
        text = _compiled(rf"(⟦\d+⟧)[ -]?(?:[€$£¥]|{unit})").sub(r"\1", text)
        sentence = Sentence(text, raw, found)
        sentence.asks = "?" in raw or "？" in raw
        sentence.supposes = bool((words.WOULD if self.facts.over else words.IF).search(text))
        sentence.supposes |= not self.facts.over and bool(re.search(r"(?i)(?<!\w)(?:you|they|he|she)'d(?!\w)", text))
        sentence.may = bool(words.MAY.search(text))
        for index, number in found.items():
            mark = f"⟦{index}⟧"
            at = text.index(mark)
            before, after = text[:at], text[at + len(mark) :]
            item = after.startswith(")") and text.count("(") < text.count(")") and number.values[0] < 10
            pointed = number.word and _POINTED.search(before) and not _compiled(unit).match(after.strip())
            if item or pointed or number.kind == "ordinal" or words.COUNTED.match(after.lstrip(" -")):
                sentence.done.add(index)
        return sentence

    # ── secrets, sums, rounds, roles ──

    def _secrets(self, sentence: Sentence) -> Iterator[str]:
        text = sentence.text
        if self.facts.over or not self.facts.private:
            return
        for found in self.private.finditer(text):
            if re.search(r"(?i)(?:enter|choose|pick|type|name|any)\s+(?:a |an |one )?$", text[: found.start()]):
                continue
            numbered = any(index not in sentence.done for index in sentence.numbers)
            after = re.split(
                r"(?i)(?<!\w)(?:is|are|was|ist|sind|est|es|è|é|är|jest)(?!\w)|[:=]", text[found.end() :], maxsplit=1
            )
            told = len(after) > 1 and not words.KEPT_NEAR.match(after[1])
            safe = words.KEPT.search(text[: found.start()] + text[found.end() :]) or words.FORMULA.search(text)
            if numbered or told or not safe or words.COMPARES.search(text) or re.search(r"[“”\"«»]", text):
                yield f"“{found[0]}” is private until the end: say nothing about it."
                return

    def _equations(self, sentence: Sentence) -> Iterator[str]:
        text = re.sub(
            r"(?i)\s(?:plus|und|più|mais|más)\s(?=⟦)",
            " + ",
            re.sub(r"(?i)\s(?:minus|moins|menos|meno|min)\s(?=⟦)", " - ", sentence.text),
        )
        sums = re.compile(
            r"(⟦\d+⟧(?:\s*[-+−–×x*÷·]\s*⟦\d+⟧)+)\s*(?:=|is|are|equals?|makes|make|gives|ergibt|macht|sind|ist|font|fait|égale|son|es|igual a|fa|fanno|é|dá|maakt)\s*(⟦\d+⟧)"
        )
        for found in sums.finditer(text):
            parts = re.split(r"\s*([-+−–×x*÷·])\s*", found[1])
            result = _index(found[2])
            for values in product(*(sentence.numbers[_index(each)].values for each in parts[::2])):
                total = values[0]
                for sign, value in zip(parts[1::2], values[1:], strict=True):
                    total = (
                        total + value
                        if sign == "+"
                        else total - value
                        if sign in "-−–"
                        else total * value
                        if sign in "×x*·"
                        else total / (value or 1)
                    )
                if sentence.numbers[result].is_(total):
                    break
            else:
                yield f"“{_plainly(found[0], sentence)}” is wrong."
            if all(self._sayable(sentence.numbers[_index(each)]) for each in parts[::2]):
                sentence.done |= {_index(each) for each in parts[::2]}
                sentence.results.add(result)

    def _rounds(self, sentence: Sentence, carried: Carried) -> Iterator[str]:
        text, word, facts = sentence.text, self.rounds, self.facts
        number = r"⟦(\d+)⟧"
        of = rf"(?:[\s,(]*{_OF}\s*(?:{_THE})?(?:a total of )?{number})?"
        named = _compiled(rf"(?:{word})[\s:#.№]*(?:nr\.?|no\.?|number|nummer|n[°º])?\s*{number}{of}")
        ordinal = _compiled(rf"{number}\.?\s*(?:{word}){of}")
        counted = _compiled(rf"{number}\s?(?:more |further |weitere |autres |otras |altri |outras |andere )?(?:{word})")
        roman = _compiled(rf"(?:{word})\s+([IVX]+)(?!\w)")
        for found in named.finditer(text):
            yield from self._in_round(sentence, int(found[1]), found[2], carried, found.end())
        for found in ordinal.finditer(text):
            index = int(found[1])
            counts = sentence.numbers[index].kind == "ordinal" or text[found.start() : found.end()].split("⟧")[
                1
            ].startswith(".")
            if counts:
                yield from self._in_round(sentence, index, found[2], carried, found.end())
        for found in _compiled(rf"{number}\s*{_OF}\s*(?:{_THE})?{number}\s*(?:{word})").finditer(text):
            yield from self._in_round(sentence, int(found[1]), found[2], carried, found.end())
        for found in counted.finditer(text):
            if int(found[1]) not in sentence.done:
                yield from self._count_of_rounds(sentence, int(found[1]))
        for found in re.finditer(r"(?i)⟦(\d+)⟧\s+(?:to go|left|remaining|übrig|restante?s?)(?!\w)", text):
            index, left = int(found[1]), (facts.rounds or 0) - facts.round
            if facts.rounds and any(sentence.numbers[index].is_(each) for each in (left, left + 1)):
                sentence.done.add(index)
        for found in roman.finditer(text):
            value = sum({"I": 1, "V": 5, "X": 10}[each] for each in found[1].upper()) - 2 * bool(
                re.search("(?i)i[vx]", found[1])
            )
            yield from self._round_is(float(value), sentence)
            carried.round = value
        if words.PAST.search(text) and not named.search(text) and not ordinal.search(text):
            carried.round = self.ledger.last
        yield from self._beginnings(sentence)

    def _in_round(self, sentence: Sentence, index: int, of: str | None, carried: Carried, end: int) -> Iterator[str]:
        if index in sentence.done and sentence.numbers[index].kind != "ordinal":
            return
        sentence.done.add(index)
        value = sentence.numbers[index].values[0]
        yield from self._round_is(value, sentence)
        carried.round = int(value)
        if of is not None:
            sentence.done.add(int(of))
            yield from self._rounds_are(sentence, int(of))

    def _round_is(self, value: float, sentence: Sentence) -> Iterator[str]:
        facts = self.facts
        if (facts.rounds is not None and value > facts.rounds) or value < 1:
            yield f"There is no round {value:g}: this is round {facts.round}{'' if facts.rounds is None else f' of {facts.rounds}'}."
        elif value > facts.round:
            ahead = re.search(
                r"(?i)(?<!\w)(?:if|wenn|si|se|als)(?!\w)|next|then|will|after|nächste|dann|suivant|prochain|siguiente|próxim|prossim|volgende|naast|until|up to|bis|jusqu|hasta",
                sentence.raw,
            )
            until = words.IF.search(sentence.text) or re.search(
                r"(?i)(?<!\w)(?:by|until|till|up to|before|after|bis|jusqu|avant|hasta|antes|entro|fino|prima|até|tot|voor)(?!\w)",
                sentence.raw,
            )
            near = ahead and value == facts.round + 1
            if facts.over or facts.rounds is None or not (near or until):
                yield f"Round {value:g} has not begun: this is round {facts.round}."

    def _rounds_are(self, sentence: Sentence, index: int) -> Iterator[str]:
        if self.facts.rounds is None:
            yield "Nobody knows how many rounds there will be: do not say a number of rounds."
        elif not sentence.numbers[index].is_(self.facts.rounds):
            yield f"There are {self.facts.rounds} rounds, not {sentence.seen(index)}."

    def _count_of_rounds(self, sentence: Sentence, index: int) -> Iterator[str]:
        facts, number = self.facts, sentence.numbers[index]
        sentence.done.add(index)
        before, _, after = sentence.text.partition(f"⟦{index}⟧")
        near = before.rpartition("⟧")[2] + after.partition("⟦")[0]
        played = {facts.round - 1, facts.round, self.ledger.last or 0}
        left = words.LEFT.search(near)
        if facts.rounds is None:
            if not words.PLAYED.search(near) or left or not any(number.is_(each) for each in played):
                yield "Nobody knows how many rounds there will be: do not say a number of rounds."
            return
        allowed = {facts.rounds - facts.round, facts.rounds - facts.round + (not self.ledger.settled)}
        if re.search(
            r"(?i)after (?:this|that|the current)|more |nach dieser|après cell|después de est|dopo quest|depois dest|na deze",
            near,
        ):
            allowed = {facts.rounds - facts.round}
        elif words.PLAYED.search(near) or not left:
            allowed |= played | {facts.rounds}
        if not any(number.is_(each) for each in allowed):
            yield f"“{sentence.seen(index)} rounds” is wrong: this is round {facts.round} of {facts.rounds}."

    def _beginnings(self, sentence: Sentence) -> Iterator[str]:
        facts, text = self.facts, sentence.raw
        free = (
            sentence.asks
            or words.IF.search(sentence.text)
            or re.search(r"(?i)(?<!\w)(?:may|might|kann|peut|puede|può|pode|kan)(?!\w)", text)
        )
        last = facts.rounds is not None and facts.round >= facts.rounds
        found = words.ANOTHER_ROUND.search(text)
        if (
            found
            and (
                last
                or facts.over
                or (
                    facts.rounds is None and re.search(r"(?i)one more|extra|bonus|noch eine|mais uma|nog een", found[0])
                )
            )
            and not free
            and not words.NO_MORE.search(text[: found.start()] + text[found.end() :])
        ):
            yield f"“{found[0]}”: {'the game is over' if facts.over else 'that is not so'}."
        if not facts.over and words.LAST_ROUND.search(text) and not last and not free:
            yield f"This is not known to be the last round: it is round {facts.round}{'' if facts.rounds is None else f' of {facts.rounds}'}."
        found = words.GAME_OVER.search(text)
        if (
            found
            and not facts.over
            and not free
            and not words.NO_MORE.search(text[: found.start()])
            and not re.search(r"(?i)until|bis|before|after", text)
        ):
            yield "The game is not over."

    def _ranges(self, sentence: Sentence) -> Iterator[str]:
        """What may be entered: its ends are no claims."""
        ends = [
            {end for end in (due.low, due.high) if end is not None} for due in self.facts.due if due.kind == "number"
        ]
        number = r"⟦(\d+)⟧"
        join = r"(?:-|–|—|to|bis|till|until|and|und|à|et|a|y|ed?|até|tot|en|och|do|i|up to|through|bis zu|~|から|と|〜|\.\.+|…)"
        for found in _compiled(rf"{number}\s*{join}\s*{number}").finditer(sentence.text):
            pair = [sentence.numbers[int(each)] for each in found.groups()]
            if any(all(any(number.is_(end) for end in each) for number in pair) for each in ends):
                sentence.done |= {int(each) for each in found.groups()}
            elif (sentence.asks or sentence.may) and any(
                min(each) < max(each) and pair[0].is_(min(each)) for each in ends
            ):
                low, high = min(ends[0]), max(ends[0])
                yield f"What may be entered is {low:g} to {high:g}, not “{_plainly(found[0], sentence)}”."
        bound = (
            r"(?:at most|at least|up to|max(?:imum|imal|imo|ima)?|min(?:imum|imal|imo|ima)?|no more than|not more than|höchstens|mindestens|bis zu|au plus|au maximum|au moins|jusqu'à"
            r"|hasta|como máximo|al menos|fino a|al massimo|almeno|até|no máximo|pelo menos|tot|hoogstens|minstens|ten minste|steps?(?: of)?|in steps? of|schritte\w* von|najwyżej|högst|minst|increments? of)"
        )
        for found in _compiled(rf"{bound}[\s:=(]*(?:of |de |von )?{number}").finditer(sentence.text):
            if any(sentence.numbers[int(found[1])].is_(end) for end in self.ledger.steps):
                sentence.done.add(int(found[1]))

    def _roles(self, sentence: Sentence) -> Iterator[str]:
        """Who is who: “you are the Responder”."""
        mentions = self._mentioned(sentence.text, self.sides)
        for one, two in pairwise(mentions):
            between = sentence.text[one.end : two.start]
            names = {one.name, two.name}
            if names == {HUMAN, PLAYER} and re.fullmatch(
                r"(?i)\s*(?:,\s*(?:the|der|die|le|la|el|il|o|a|de)\s+|\(\s*(?:the |der |die |le |la |el |il |o |de )?|(?:,? as|are|is|play|bist|sind|ist|spielst|êtes|es|eres|sei|é|bent|är|jesteś)\s+(?:playing )?(?:as )?(?:the |der |die |den |le |la |l'|el |il |o |a |de )?)", between
            ):  # fmt: skip
                yield f"{{human}} is the {self.facts.titles[HUMAN]} and {{player}} the {self.facts.titles[PLAYER]}."

    # ── sides and quantities ──

    def _mentioned(self, text: str, patterns: Sequence[tuple[str, words.Words | re.Pattern[str]]]) -> list[Mention]:
        found: list[Mention] = []
        for name, pattern in patterns:
            for match in pattern.finditer(text):
                if not match[0] or any(match.start() < it.end and it.start < match.end() for it in found):
                    continue
                before = _PREPOSITION.search(text[: match.start()])
                dative = "to" if _OBJECT.fullmatch(match[0]) or _GIVEN_TO.search(text[: match.start()]) else ""
                weak = bool(words.pattern(words.YOURS, *words.HUMAN_ONLY_IN.values()).fullmatch(match[0])) or match[
                    0
                ] in {"Ihr", "Ihre", "Ihrem", "Ihren", "Ihrer"}
                found.append(Mention(match.start(), match.end(), name, before[1].lower() if before else dative, weak))
        return sorted(found, key=lambda each: each.start)

    def _seats(self, text: str) -> list[Mention]:
        found = self._mentioned(text, self.sides)
        kept = []
        for index, each in enumerate(found):
            if index + 1 < len(found) and each.name == HUMAN and each.weak and found[index + 1].name == PLAYER:
                gap = text[each.end : found[index + 1].start]
                if re.fullmatch(r"\s*(?:\w+\s+)?", gap) and not words.pattern(words.GAIN, words.TOTAL).search(gap):
                    nxt = found[index + 1]
                    found[index + 1] = Mention(each.start, nxt.end, nxt.name, nxt.before or each.before)
                    continue
            kept.append(found[index])
        return kept

    def _segment(self, text: str, sentence: Sentence, carried: Carried, closed: str) -> Iterator[str]:
        seats = self._seats(text)
        taken = [(each.start, each.end) for each in self._mentioned(text, self.titles)]
        quantities = [
            each
            for each in self._mentioned(text, self.quantities)
            if not any(each.start < to and at < each.end for at, to in taken)
        ]
        found = [(match.start(), match.end(), int(match[1])) for match in re.finditer(r"⟦(\d+)⟧", text)]
        for start, end, index in found:
            if index not in sentence.done:
                yield from self._number(text, start, end, index, sentence, seats, quantities, carried)
        yield from self._nothing(text, sentence, seats, quantities, carried)
        self._choose(text, sentence, seats, carried)
        subject = next((each for each in seats if not each.before), seats[0] if seats else None)
        if subject:
            carried.seat = subject.name
        if quantities:
            carried.quantity = quantities[-1].name
        elif not found and any(pattern.search(text) for of in self.choices.values() for pattern in of.values()):
            carried.quantity = ""
        bare = "⟦" not in text and len(text.split()) <= 3
        carried.label = ":" in closed or (bare and bool(re.search(r"[(–—→|=-]", closed)))

    def _number(
        self, text: str, start: int, end: int, index: int, sentence: Sentence, seats: Sequence[Mention],
        quantities: Sequence[Mention], carried: Carried,
    ) -> Iterator[str]:  # fmt: skip
        number = sentence.numbers[index]
        before = text[:start]
        if _PART_OF.search(before) and self._whole(number):
            return
        if re.match(
            r"(?i)\s*(?:times|fold|mal|fach|fois|veces|volte|vezes|keer|gånger|razy|[x×])(?!\w)", text[end:]
        ) and self._sayable(number):
            return
        to_share = re.match(
            r"(?i)\s*(?:to|zu|zum|à|para|da|per|om te)\s+(?!the|you|them|him|her|your|their|\{)[^\W\d]", text[end:]
        )
        if to_share and not self.ledger.settled and self._fits(number, self.ledger.of(self.ledger.constants)):
            return
        quantity, own = self._quantity(text, start, end, quantities, carried)
        if index in sentence.results and not own:
            quantity = ""
        if quantity in {each.name for each in self.ledger.constants}:
            near = [each for each in quantities if each.name == quantity]
            if own and any(
                re.fullmatch(
                    r"(?i)[\s:=(]*(?:is|of|to|into|was|are|ist|von|beträgt|est|de|es|è|di|é|van|worth|size|:)?[\s:=(]*(?:of |de |worth )?",
                    text[each.end : start],
                )
                for each in near
                if each.end <= start
            ):
                allowed = self.ledger.latest(quantity, None, None)
                if not self._fits(number, allowed):
                    yield self._sorry(sentence, index, f"the {quantity} is {_shown(allowed)}")
                return
            quantity = ""
        if not own and quantity in self.ledger.moves:
            bare = [each for each in seats if each.end <= start and not each.before and each.name in SIDES]
            alike = bool(bare) and bool(self.ledger.latest(quantity, Seat(bare[-1].name), carried.round))
            if not (carried.label or alike) or any(each.before and each.before not in _AGENT for each in seats):
                quantity = ""
        if not own and _PAYS.search(before):
            quantity = ""
        if _BECOMES.search(before) and not own:
            quantity = ""
        seat, sure = self._seat(text, start, end, quantity, seats, carried)
        if quantity == DIFFERENCE:
            bare = [each for each in seats if each.end <= start and not each.before]
            seat, sure = (bare[0].name if bare and bare[0].name in SIDES else ""), True
        if _BECOMES.search(before) and self._fits(number, self.ledger.known):
            return
        if _BECOMES.search(before) and not own:
            yield self._sorry(sentence, index, "the ledger holds no such number")
            return
        if (not seat and not quantity) or (quantity == "" and sentence.asks):
            if not self._sayable(number) and not self._supposed(number, seat, sentence):
                yield self._sorry(sentence, index, "the ledger holds no such number")
            return
        sides: list[Seat | None] = [*SIDES] if seat == BOTH else [Seat(seat)] if seat else [None]
        for side in sides:
            allowed = self._allowed(side, quantity, text, start, end, sentence, carried, sure)
            if not self._fits(number, allowed, text, results=quantity in {GAIN, TOTAL, SCORE, KEEP, ""}):
                yield self._sorry(sentence, index, self._truth(side, quantity, carried.round))
                return

    def _supposed(self, number: Number, seat: str, sentence: Sentence) -> bool:
        if not (sentence.supposes or sentence.may):
            return False
        values = [each.values[0] for each in sentence.numbers.values() if each.kind == "number"]
        return self._fits(number, self.ledger.may_get(Seat(seat) if seat in SIDES else None, values, None))

    def _quantity(
        self, text: str, start: int, end: int, found: Sequence[Mention], carried: Carried
    ) -> tuple[str, bool]:
        """The quantity that the number is of, and whether it is named in this very segment."""
        for over in (DIFFERENCE, JOINT):
            than = r"(?i).*(?:than|als|que|di|de|dan)"
            if any(
                each.name == over
                and not (over == JOINT and each.start >= end and "⟦" in text[each.end :])
                and (each.start >= end or not re.fullmatch(than, text[each.start : each.end]))
                for each in found
            ):
                return over, True
        found = [each for each in found if each.name not in {DIFFERENCE, JOINT}]
        if re.search(
            r"(?i)(?<!\w)(?:win|wins|won|lose|loses|lost|gewinn\w*|gewonnen)\s+(?:\w+\s)?(?:by|um)\s*$", text[:start]
        ):
            return DIFFERENCE, True
        near = [each for each in found if each.end <= start and not re.search(r"⟦\d+⟧", text[each.end : start])] or [
            each for each in found if each.end <= start
        ]
        after = [each for each in found if each.start >= end and "⟦" not in text[end : each.start]]
        if any(each.name == TOTAL for each in [*near, *after]) and not any(
            each.name in self.ledger.moves for each in near
        ):
            return TOTAL, True
        if near:
            return near[-1].name, True
        if after:
            return after[0].name, True
        return carried.quantity, False

    def _seat(
        self, text: str, start: int, end: int, quantity: str, seats: Sequence[Mention], carried: Carried
    ) -> tuple[str, bool]:
        before = [each for each in seats if each.end <= start]
        after = [each for each in seats if each.start >= end]
        bare = [each for each in before if not each.before]
        if quantity in self.ledger.moves:
            agents = [each for each in seats if each.before in _AGENT and not each.weak]
            if agents and (
                not bare
                or re.search(
                    r"(?i)\b(?:was|were|are|been|offered|wurde|werden|received|receive|got|get|bekommen|erhalten|reçu|recib\w+|ricev\w+|receb\w+|ontvang\w+)\b",
                    text,
                )
            ):
                return agents[0].name, True
            if bare:
                return bare[0].name, True
            if after and not after[0].before:
                return after[0].name, False
            if not before and carried.seat and self.ledger.latest(quantity, Seat(carried.seat), carried.round):
                return carried.seat, True
            return "", False
        given = [
            each
            for each in after
            if each.before
            and each.before not in _AGENT - {"de", "van"}
            and len(text[end : each.start].split()) <= 4
            and "⟦" not in text[end : each.start]
        ]
        if (
            carried.label
            and carried.seat
            and not before
            and not (given and len(text[end : given[0].start].split()) <= 1)
        ):
            return carried.seat, True
        if given and (not bare or quantity not in {GAIN, KEEP, TOTAL}):
            return given[0].name, True
        closest = [each for each in bare if "⟦" not in text[each.end : start]] or bare
        if closest:
            return closest[-1].name, True
        if before:
            return before[-1].name, True
        if after and "⟦" not in text[end : after[0].start]:
            return after[0].name, True
        plural = (
            re.search(
                r"(?i)(?<!\w)(?:the|die|das|der|les|las|los|i|le|os|de|il|el|payoffs|totals|auszahlungen)(?!\w)",
                text[:start],
            )
            if quantity
            else None
        )
        return ("", False) if plural else (carried.seat, carried.label)

    # ── what a number may be ──

    def _whole(self, number: Number) -> bool:
        return any(number.is_(each) for each in self.ledger.wholes | self.ledger.steps | self.ledger.known)

    def _sayable(self, number: Number) -> bool:
        return self._fits(number, self.ledger.sayable)

    def _fits(self, number: Number, allowed: Iterable[float], text: str = "", results: bool = False) -> bool:
        allowed = set(allowed)
        if number.kind == "share":
            if any(number.is_(each) or number.is_(each / 100) for each in allowed if each):
                return True
            near = 6.0 if _ABOUT.search(text) else 1.0
            wholes = self.ledger.wholes | (self.ledger.joint() if results else set())
            return any(number.is_(part / whole, near) for part, whole in product(allowed, wholes) if whole)
        if any(number.is_(each) for each in allowed):
            return True
        if _ABOUT.search(text) and any(abs(number.values[0] - each) <= 0.02 * abs(each) for each in allowed):
            return True
        return bool(_LOSS.search(text)) and any(number.is_(abs(each)) for each in allowed)

    def _allowed(
        self,
        seat: Seat | None,
        quantity: str,
        text: str,
        start: int,
        end: int,
        sentence: Sentence,
        carried: Carried,
        sure: bool,
    ) -> set[float]:
        ledger, round = self.ledger, carried.round
        past = round is not None and round < self.facts.round
        supposed = sentence.supposes and not past
        tried = [
            each.values[0]
            for index, each in sentence.numbers.items()
            if index not in sentence.done and each.kind == "number"
        ]
        if quantity == DIFFERENCE:
            apart = ledger.difference()
            if seat and (words.AHEAD.search(text) or words.BEHIND.search(text)):
                other = PLAYER if seat == HUMAN else HUMAN
                way = 1 if words.AHEAD.search(text) else -1
                apart = {
                    way * (one - two)
                    for name in {GAIN, TOTAL} | ledger.moves
                    for one, two in product(ledger.latest(name, seat, round), ledger.latest(name, other, round))
                    if way * (one - two) > 0
                }
            if re.search(r"(?i)start|began|anfang|début|inici|begin", text):
                apart |= {
                    abs(one - two) for one, two in product(ledger.total(seat, round), ledger.of(ledger.constants))
                }
            return apart
        if quantity == JOINT:
            return ledger.joint() | ledger.of(ledger.constants)
        if quantity == TOTAL:
            return (
                ledger.total(seat, round)
                | (ledger.joint() if seat is None else set())
                | (ledger.may_get(seat, tried, None) if supposed else set())
            )
        if quantity == SCORE:
            return ledger.total(seat, round) | ledger.latest(GAIN, seat, round)
        if quantity in ledger.owned and quantity not in {GAIN, TOTAL}:
            return self._of_move(seat, quantity, text, sentence, round, supposed)
        if quantity in {KEEP, GAIN} and supposed and self.facts.over:
            return ledger.sayable
        if quantity in {KEEP, GAIN} and supposed and not ledger.settled:
            return ledger.may_get(seat, tried, None)
        if quantity == KEEP:
            gift = ledger.maker(round)
            left = ledger.kept(seat, round)
            return left | (
                {gift[1]}
                if gift
                and seat not in {None, gift[0]}
                and re.search(r"(?i)leav|with|lass|laiss|deja|lasci|deix|laat", text)
                else set()
            )
        if quantity == GAIN:
            paid = ledger.latest(GAIN, seat, round)
            other = PLAYER if seat == HUMAN else HUMAN if seat == PLAYER else None
            named = [
                name
                for name in ledger.moves
                if any(name == each.name for each in self._mentioned(text, self.quantities))
            ]
            paid = paid | {value for name in named for value in ledger.latest(name, other, round)}
            if _WON_WITH.search(text[:start]):
                return ledger.moved(seat, round)
            if (
                re.search(r"(?i)(?:receiv|recib|ricev|receb|ontvang|erh[aä]lt|reç|got)\w*", text)
                and len(ledger.moves) > 1
            ):
                grown = {
                    factor * part for factor, part in product(ledger.of(ledger.constants), ledger.moved(other, round))
                }
                paid = paid | (grown & ledger.of(ledger.constants))
            if not paid or (not past and not ledger.settled and not ledger.paid):
                paid = paid | ledger.total(seat, round)
            if re.search(r"(?i)total|overall|now|so far|insgesamt|in all|altogether", text):
                paid = paid | ledger.total(seat, round)
            if seat is None:
                paid = paid | ledger.total(None, round)
            if not ledger.settled and re.match(r"(?i)\s*(?:to|zu|zum|à|para|da|per|om|for both)\s+\w+", text[end:]):
                paid = paid | ledger.of(ledger.constants)
            if not ledger.paid and any(words.pattern(_flat([each.name])).search(text) for each in ledger.constants):
                paid = paid | ledger.of(ledger.constants)
            if self.facts.over and round is None and not ledger.latest(GAIN, seat, self.facts.round):
                paid = paid | ledger.total(seat, None)
            if (
                self.facts.over
                and ledger.latest(TOTAL, seat, None)
                and not past
                and re.search(r"(?i)game|overall|final|end|spiel|partie|juego|gioco|jogo|spel", text)
            ):
                paid = paid | ledger.total(seat, None)
            return paid | (ledger.joint() if seat is None and re.search(r"(?i)in all|sum", text) else set())
        if _PAYS.search(text[:start]) and not supposed:
            return ledger.moved(None, round)
        if _HAS.search(text[:start]) and not supposed:
            return ledger.kept(seat, round) | ledger.of(ledger.constants) | ledger.latest(GAIN, seat, round)
        mine = [
            each for each in self._seats(text) if each.weak and each.end <= start and not text[each.end : start].strip()
        ]
        if mine and len(self._seats(text)) > 1:
            return ledger.moved(seat, round)
        if re.search(r"(?i)(?<!\w)(?:took|take|takes|accept\w*|reject\w*|refus\w*|declin\w*)(?!\w)", text[:start]):
            return ledger.moved(None, round)
        return self._of_side(seat, round, supposed or (sentence.may and not past), tried, sure)

    def _of_move(
        self, seat: Seat | None, name: str, text: str, sentence: Sentence, round: int | None, supposed: bool
    ) -> set[float]:
        ledger = self.ledger
        named = {name} | {each.name for each in self._mentioned(text, self.quantities) if each.name in ledger.moves}
        mine = {value for each in named for value in ledger.latest(each, seat, round)}
        due = ledger.due(name)
        if due and (seat is None or seat in due.seats) and (supposed or sentence.may or sentence.asks):
            values = [each.values[0] for each in sentence.numbers.values() if each.kind == "number"]
            inside = [each for each in values if (due.low or 0) <= each <= (due.high if due.high is not None else each)]
            mine = mine | ledger.steps | (set(inside[:1]) if supposed else set())
        if seat and re.search(
            r"(?i)(?<!\w)(?:received?|got|gets?|(?:was|were|are|is|been|being) (?:\w+ )?(?:offered|sent|given)|erh[aä]lt\w*|bekomm\w*|bekam\w*|reç\w+|recev\w+|recib\w+|ricev\w+|receb\w+|ontv\w+|krijg\w*|kreeg|received|facing|faces|accept\w*|reject\w*|refus\w*|declin\w*|annehm\w*|nimm\w*|angenommen|abgelehnt|lehn\w*|akzeptier\w*|accett\w*|acept\w*|aceit\w*|rechaz\w*|rifiut\w*|weiger\w*)(?!\w)",
            text,
        ):
            mine = mine | ledger.latest(name, PLAYER if seat == HUMAN else HUMAN, round)
        if seat is None and ledger.constants:
            gift = ledger.maker(round)
            mine = mine | (
                {whole - gift[1] for whole in ledger.of(ledger.constants)}
                if gift and re.search(r"(?i)for (?:them|him|her)self|split|keep|rest", text)
                else set()
            )
        return mine

    def _of_side(
        self, seat: Seat | None, round: int | None, supposed: bool, tried: Sequence[float], sure: bool
    ) -> set[float]:
        """What may be said of a side without saying what it is."""
        ledger = self.ledger
        if seat is None:
            return ledger.sayable
        own = ledger.latest(GAIN, seat, round) | ledger.total(seat, round)
        if ledger.settled and round in {None, self.facts.round} and own:
            named = ledger.of(each for each in ledger.numeric if each.seat == seat and each.round is None)
            return own | (named if self.facts.over else set()) | (set() if sure else ledger.sayable)
        own |= ledger.moved(seat, round) | ledger.kept(seat, round) | ledger.of(ledger.constants)
        other = PLAYER if seat == HUMAN else HUMAN
        gift = ledger.maker(round)
        own |= {gift[1]} if gift and gift[0] == other else set()
        own |= ledger.of(each for each in ledger.numeric if each.seat == seat and each.round is None)
        if supposed or not sure:
            own |= ledger.may_get(seat, tried, round) | ledger.moved(other, round) | ledger.steps
        return own

    def _truth(self, seat: Seat | None, quantity: str, round: int | None) -> str:
        name = quantity or GAIN
        when = f" in round {round}" if round else ""
        held = (
            self.ledger.total(seat, round)
            if name == TOTAL
            else self.ledger.latest(name, seat, round)
            if name not in {KEEP, JOINT, DIFFERENCE}
            else set()
        )
        whose = f"of {{{seat}}}" if seat else "of either side"
        if held:
            return f"the {name} {whose}{when} is {_shown(held)}"
        return f"the ledger holds no such {name} {whose}{when}"

    def _sorry(self, sentence: Sentence, index: int, truth: str) -> str:
        return f"“{sentence.seen(index)}” in “{_short(sentence.raw)}” contradicts the ledger: {truth}."

    def _nothing(
        self, text: str, sentence: Sentence, seats: Sequence[Mention], quantities: Sequence[Mention], carried: Carried
    ) -> Iterator[str]:
        """“nothing” as what somebody gets."""
        for found in re.finditer(r"[^\W\d_]+", text):
            if (
                found[0].casefold() not in NOTHING
                or not any(each.name in {GAIN, KEEP, TOTAL} for each in quantities)
                or sentence.asks
            ):
                continue
            quantity, own = self._quantity(text, found.start(), found.end(), quantities, carried)
            seat, _ = self._seat(text, found.start(), found.end(), quantity, seats, carried)
            if not own or not seat or sentence.supposes:
                continue
            sides = SIDES if seat == BOTH else (Seat(seat),)
            for side in sides:
                if (
                    0.0 not in self._allowed(side, quantity, text, found.start(), found.end(), sentence, carried, True)
                    and self.ledger.paid
                ):
                    yield f"“{found[0]}” in “{_short(sentence.raw)}” contradicts the ledger: {self._truth(side, quantity, carried.round)}."
                    break

    # ── choices ──

    def _choose(self, text: str, sentence: Sentence, seats: Sequence[Mention], carried: Carried) -> None:
        if sentence.asks or sentence.supposes:
            return
        for move, of in self.choices.items():
            found = self._mentioned(text, list(of.items()))
            if _listed(sentence.text, self._mentioned(sentence.text, list(of.items()))):
                continue
            for each in found:
                self._claim(move, each, text, sentence, seats, carried)

    def _claim(
        self, move: str, said: Mention, text: str, sentence: Sentence, seats: Sequence[Mention], carried: Carried
    ) -> None:
        word, before = text[said.start : said.end], text[: said.start]
        if words.CHOICE_NOUNS.fullmatch(word) or words.NOT_YET.search(before):
            return
        if not _CHOSEN.search(before) and re.search(
            r"(?i)(?<!\w)(?:to|zu|att|te|can|could|may|might|must|should|shall|please|or|either|whether|ob|kann|kannst|können|darfst|soll|peut|peux|pouvez|devez|puede|puedes|può|puoi|pode|kan|kun|moet|może|możesz|want to|choose|pick|type|reply|d'|di|wähle|choisissez|elige|scegli|escolha|kies)\s+(?:\w+\s+)?$",
            before,
        ):
            return
        if (
            words.CHOICES.get(said.name)
            and said.name in {"yes", "no"}
            and not words.SAYING.search(before)
            and not re.search(r"[:→“\"]\s*$", before)
        ):
            return
        mine = [each for each in seats if (each.end <= said.start or each.start == said.start) and not each.before]
        mine = mine or [
            each
            for each in seats
            if each.start >= said.end and not text[said.end : each.start].strip() and not each.before
        ]
        mine = [
            each for each in mine if not (each.weak and self._mentioned(text[each.end : said.start], self.quantities))
        ]
        if words.pattern(words.KEEP, words.GAIN).fullmatch(word) or words.LEFT.fullmatch(word):
            has = r"(?i)\s*(?:has|have|hat|hast|a|ha|est|is|ist)?\s*|:\s*"
            direct = any(re.fullmatch(has, text[each.end : said.start]) for each in mine)
            if not direct or re.match(r"(?i)\s*(?:⟦|you|them|with|the (?:other|rest)|\{|for)", text[said.end :]):
                return
        agents = [each for each in seats if each.before in _AGENT and not each.weak]
        mine = mine or agents
        passive = re.search(
            r"(?i)(?<!\w)(?:was|were|has been|have been|is|wurde|wird|ist|est|a été|fue|ha sido|è|è stata|è stato|foi|werd|is|är|blev|została?)\s+(?:\w+\s+)?$",
            before,
        )
        seat = mine[-1].name if mine else "" if passive else carried.seat
        if (
            not seat
            and not passive
            and not re.fullmatch(r"(?i)\W*(?:(?:offer|angebot|offre|oferta|offerta|bod|bud|deal|price)\W+)?", before)
        ):
            return
        if (
            not seat
            and not passive
            and not word.lower().endswith(("ed", "t", "é", "ée", "o", "a", "en", "d", "ta", "ty", "ado", "ada"))
        ):
            return
        if passive:
            seat = agents[0].name if agents else ""
        if not mine and not text.replace(word, "").strip(" .!") and not carried.label:
            seat = ""
        negated = said.name not in {"yes", "no"} and bool(words.NOT.search(text))
        this = bool(
            re.search(
                r"(?i)this round|diese runde|dieser runde|cette manche|ce tour|esta ronda|questo turno|esta rodada|deze ronde",
                sentence.raw,
            )
        )
        this |= bool(re.search(r"(?i)(?<!\w)(?:will|going to|wird|zal|gaat|va)(?!\w)", before))
        round = self.facts.round if this else carried.round
        alike = seat == BOTH and len({each.seat for each in self.facts.facts if each.name == move}) == 1
        for side in ("",) if alike else SIDES if seat == BOTH else (seat,):
            if (carried.round is None and not this and seat == BOTH) or (
                carried.round is None and word.lower() in {said.name, said.name + "s"}
            ):
                self.rules.setdefault((move, seat), set()).add(said.name)
            if not self._chose(move, said.name, side, round, negated):
                self.claims.append((move, seat, said.name, "" if round is None else str(round), _short(sentence.raw)))

    def _chose(self, move: str, choice: str, seat: str, round: int | None, negated: bool) -> bool:
        made = [
            each for each in self.facts.facts if each.name == move and each.round and (not seat or each.seat == seat)
        ]
        if round is not None:
            made = [each for each in made if each.round == round]
        if not made:
            return negated
        last = max(each.round or 0 for each in made)
        if round is None and not seat:
            last = max(last, self.facts.round - 1)
        same = any(str(each.value) == choice for each in made if each.round == last)
        return same != negated

    def _chosen_wrongly(self) -> Iterator[str]:
        """Claims about choices; not the table of what would be, in which both do everything there is to do."""
        for move, seat, choice, round, where in self.claims:
            if not round and len(self.rules.get((move, seat), ())) > 1 and self.ledger.due(move):
                continue
            due = self.ledger.due(move)
            who = f"{{{seat}}}" if seat in SIDES else "anybody"
            so = f"the {move} has not been made yet" if due else f"that is not what {who} chose"
            yield f"“{choice}” in “{where}” contradicts the ledger: {so}."


_WON_WITH = re.compile(
    r"(?i)(?:won|wins?|winning|gewonnen|gewinnst|gewinnt|gagné|gagne\w*|gan[aóo]\w*|vint\w*|vince|vinci|gewonnen|wint)\s+(?:\w+\s+){0,3}?(?:with|at|for|by bidding|mit|für|con|avec|à|pour|com|met|voor|a)"
    r"\s+(?:a bid of |your |their )?$"
)
_HAS = re.compile(
    r"(?i)(?<!\w)(?:have|has|had|own|owns|hold|holds|hast|hat|haben|habt|avez|as|ont|tienes|tiene|tienen|hai|ha|hanno|tem|têm|tens|hebt|heeft|hebben|masz|har)(?!\w)(?!.*(?:want|offer|ask))"
)
_BECOMES = re.compile(
    r"(?i)(?<!\w)(?:becom\w+|became|turn\w* into|grow\w*|grew|multipl\w+|tripl\w+|doubl\w+|wurden?|wird|werden|devien\w+|devenu\w*|convi\w+|divent\w+|torn\w+|wordt|worden)(?!\w)"
)
_FAVOUR = re.compile(
    r"(?i)(?<!\w)(?:in|zu|en|a|em)\s+(?:your|their|deinen|ihren|votre|tu|su|tuo|suo|seu|jouw)\s+(?:favou?r|gunsten|faveur|favore|voordeel)(?!\w)"
)
_PAYS = re.compile(
    r"(?i)(?<!\w)(?:pay|pays|paid|paying|zahl\w*|bezahl\w*|paye\w*|payé\w*|pag\w+|betaal\w*|płac\w*|betalar?)(?!\w)"
)
_CHOSEN = re.compile(
    r"(?i)(?<!\w)(?:chosen|chose|decided|decides|opted|opts|entschieden|beschlossen|choisi|décidé|elegido|decidido|decidió|eligió|scelto|deciso|escolheu|decidiu|gekozen|besloten)(?!\w)"
)
_PART_OF = re.compile(
    r"(?i)(?:⟧|left|rest|part|share|some|any|out|much|viel|combien|cuánto|quanto|hoeveel|remaining|all|übrig|reste|partie|resto|parte|deel)"
    rf"\s*{_OF}\s*{_THE}$"
)
_POINTED = re.compile(r"(?i)(?<!\w)(?:the|these|die|diese|les|ces|los|las|i|le|os|as|de) $")
_ABOUT = re.compile(r"(?i)(?<!\w)(?:about|around|roughly|approximately|almost|nearly|some|circa|ca\.?|etwa|rund|ungefähr|environ|presque|unos|unas|aproximadamente|casi|quasi|cerca de|quase|ongeveer|bijna|około|ungefär)(?!\w)|[~≈]|約")  # fmt: skip
_LOSS = re.compile(
    r"(?i)(?<!\w)(?:los[est]\w*|loss|verlier\w*|verlust|perd\w*|perte|pierd\w*|verlies\w*|minus|less|down)(?!\w)"
)


def _plainly(text: str, sentence: Sentence) -> str:
    """A part of a sentence as it was written."""
    return re.sub(r"⟦(\d+)⟧", lambda found: sentence.seen(int(found[1])), text)


def _listed(text: str, found: Sequence[Mention]) -> bool:
    """Whether choices are listed as what is possible: “accept or reject”, “1) accept 2) reject”."""
    for one, two in pairwise(found):
        gap = text[one.end : two.start]
        if one.name != two.name and len(gap) <= 40 and (words.OR.search(gap) or not re.search(r"[^\W\d_]", gap)):
            return True
    return False


_SPLIT = re.compile(
    r"\s*([;|→•·、，（）()\[\]]|\s/\s|,(?!\d)|:|\s[–—-]+\s|–|—|…|\.\s"
    r"|(?<!\w)(?:and|but|while|whereas|so|then|which|leaving|und|aber|während|also|sodass|et|mais|tandis que|donc|laissant|y|pero|mientras|así que|ma|mentre|quindi|mas|enquanto"
    r"|maar|terwijl|dus|och|og|men|ale|e|en|i|podczas gdy|albo|or|oder|ou)(?!\w))\s*",
    re.IGNORECASE,
)


def _segments(text: str) -> list[tuple[str, str]]:
    """The parts of a sentence that each say one thing, with what parts them from the next."""
    parts = _SPLIT.split(text)
    found: list[tuple[str, str]] = []
    for part, mark in zip(parts[::2], [*parts[1::2], ""], strict=True):
        if part and part.strip():
            found.append((part, mark))
        elif found:
            found[-1] = found[-1][0], found[-1][1] + mark
    return found


def _unfolded(text: str) -> Iterator[str]:
    """The lines of a text; a table's cells each as a line that says its row and its column."""
    head: list[str] = []
    for line in text.split("\n"):
        if line.count("|") < 2 and not (head and "|" in line):
            head = []
            yield line
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if all(re.fullmatch(r":?-+:?|", cell) for cell in cells) and any(cells):
            continue
        if not head:
            head = cells
            if any(re.search(r"\d", cell) for cell in cells[1:]):
                head = []
                yield " | ".join(cells)
            continue
        label = cells[0]
        if re.fullmatch(
            r"(?i)\W*(?:round|runde|manche|tour|ronda|turno|rodada|ronde|runda|omgång|#|no\.?|nr\.?)\W*", head[0]
        ) and re.search(r"\d", label):
            label = f"Round {re.sub(r'[^0-9]', '', label)}"
        for name, cell in zip(head[1:], cells[1:], strict=False):
            if cell:
                yield f"{name}: {label} {cell}" if name else f"{label}: {cell}"


_MONTH = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
    "|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre"
    "|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio"
    "|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|januari|februari|maart|mei|augustus)"
)
_DATE = re.compile(
    rf"(?i)(?<![\d.,])(?:\d{{4}}-\d\d?-\d\d?|\d\d?\.\s?\d\d?\.\s?(?:\d{{4}}|\d\d)|\d\d?/\d\d?/\d{{4}}|[0-3]?\d(?:st|nd|rd|th|\.)?\s(?:de |of )?{_MONTH}(?!\w)(?:\s(?:de )?\d{{4}})?"
    rf"|(?<!\w){_MONTH}\s[0-3]?\d(?:st|nd|rd|th)?(?:,?\s\d{{4}})?|[012]?\d[:h][0-5]\d(?::[0-5]\d)?(?:\s?(?:am|pm|uhr|h))?)(?![\d/])"
)


def _without(text: str, told: str) -> str:
    """`text` without what is told in it word for word."""
    low, told = text.lower(), told.lower()
    if len(low) != len(text):
        return text
    at = low.find(told)
    while at >= 0:
        end = at + len(told)
        if not (low[at - 1 : at].isalnum() and told[0].isalnum()) and not (
            low[end : end + 1].isalnum() and told[-1].isalnum()
        ):
            text, low = text[:at] + text[end:], low[:at] + low[end:]
            end = at
        at = low.find(told, end)
    return text


@lru_cache(maxsize=512)
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)


def _dates(text: str) -> str:
    return _DATE.sub("", text)


def _flat(found: Iterable[str]) -> str:
    return " ".join(each.strip().casefold().replace(" ", "_") for each in found if each.strip())


def _index(mark: str) -> int:
    return int(mark.strip("⟦⟧ "))


def _shown(values: Iterable[float]) -> str:
    return " or ".join(f"{each:.6g}" for each in sorted(values))


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= 80 else text[:79] + "…"
