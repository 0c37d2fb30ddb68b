"""What a display claims, and whether it is so.

A display is read line by line, a sentence at a time, a clause at a time. A number is right when it is a reading of the ledger
(`games.duet.readings`) that agrees with all that its clause says of it: whose it is, what it is, of which round. What is not
said does not bind it: where no side and no thing is named, any number of the ledger will do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from games.core import Seat
from games.duet import vocabulary as words
from games.duet.clauses import NUMBER, Sentence, clauses, compiled, lines, marked, parts, short, without
from games.duet.cues import AGENT, BOTH, EACH_ROUND, FACTOR, RECEIVES, SHARED, Lexicon, Mention, flat
from games.duet.decisions import Decisions
from games.duet.ends import OF, THE, Ends
from games.duet.facts import Fact, Facts
from games.duet.numbers import NOTHING, Number, clean, tongues
from games.duet.outcomes import Outcomes
from games.duet.readings import (
    AFTER,
    DERIVED,
    GAP,
    GIFTS,
    GROWN,
    JOINT,
    KEPT,
    MEAN,
    PAYOFF,
    RANGE,
    SUM,
    TOTAL,
    WOULD,
    Ledger,
    Reading,
    is_number,
    other,
    value_of,
)  # fmt: skip
from games.duet.standings import Standings
from games.duet.undisclosed import Undisclosed
from games.duet.words import HUMAN, PLAYER, SIDES

_TAGS = re.compile(
    r"(?i)(?<!\{)(?:player|human|manager)(?!\})[\W_]*(?:turn|decision)\W*[\])}>]|[\[({<][\W_]*(?:player|human|manager)(?!\})[\W_]*(?:turn|decision)"
)
_UNDERSCORED = re.compile(r"(?i)(?:player|human|manager)_+(?:turn|decision)")

_RUN_ON = re.compile(r"(?<=[\d.%€$£])[ \t]+(?=[^\W\d_][\w ]{0,24} ?\([^()\n]{1,24}\) ?:)")
"""Where one labelled number follows another without a full stop: “Total (you): 48 Total (Ben): 2”."""

MOST_NUMBERS = 300
"""How many numbers a display may have: nobody reads more."""


def mistakes(text: str, facts: Facts) -> Iterator[str]:
    """Sentences about what contradicts the ledger."""
    plain = clean(text)
    if _TAGS.search(text) or _UNDERSCORED.search(text) or _TAGS.search(plain):
        yield "Write no protocol tags into a display: it is for the human alone."
    if re.search(r"<t:-?\d+", text):
        yield "Write no time stamps into a display."
    if len(re.findall(r"\d+", plain)) > MOST_NUMBERS:
        yield f"There are too many numbers in the display: {MOST_NUMBERS} at most."
        return
    yield from Reader(Ledger(facts), tongues(plain)).read(text)


@dataclass
class Carried:
    """What the words before have left standing: whom and what the next clause may be about, and of which round. As a label
    (“Totals:”) it holds for what follows; else only where that says nothing of its own."""

    seat: str = ""
    whats: frozenset[str] | None = None
    round: int | None = None
    label: bool = False
    to: bool = False


@dataclass
class Clause:
    """One clause, with what is named in it."""

    text: str
    sentence: Sentence
    seats: Sequence[Mention]
    things: Sequence[Mention]
    chosen: Sequence[Mention]
    round: int | None
    carried: Carried
    bare: bool
    owned: bool = False


class Reader:
    """Reads one display against one ledger."""

    def __init__(self, ledger: Ledger, spoken: frozenset[str]) -> None:
        self.ledger, self.facts, self.spoken = ledger, ledger.facts, spoken
        self.lexicon = Lexicon(ledger, spoken)
        texts = [due.name for due in self.facts.due if due.kind == "text"]
        texts += [
            each.name for each in ledger.moved if isinstance(each.value, str) and each.name not in self.lexicon.choices
        ]
        self.supposed: list[Reading] = []
        named = words.pattern(words.ROUND, words.ROUNDISH if texts else "", flat(texts)).source
        self.ends = Ends(ledger, named)
        self.decisions = Decisions(self.lexicon)
        self.standings = Standings(self.lexicon)
        self.outcomes = Outcomes(self.lexicon)
        self.undisclosed = Undisclosed(self.lexicon)
        self.fields = frozenset(each.name for each in ledger.constants)
        self.wholes = ledger.wholes()

    # ── lines and sentences ──

    def read(self, text: str) -> Iterator[str]:
        """Every mistake in a display."""
        yield from self._answered(text)
        text = _RUN_ON.sub("\n", clean(self._unquoted(text)))
        label = Carried()
        for line in lines(text, self.lexicon.is_thing, self.lexicon.is_side, "payoff"):
            if not line.strip():
                label = Carried()
                continue
            heading = bool(re.match(r"\s*#+\s", line)) or line.rstrip().endswith(":")
            heading = heading or (len(line.split()) <= 4 and not re.search(r"[.!?…,;|]|\d", line))
            item = bool(re.match(r"\s*[-•+–]\s|\s*\d{1,2}[.)]\s|\s*>|\s*\{", line))
            line = re.sub(r"(?<!\w)R(\d{1,2})(?!\w)", r"Round \1", _BULLET.sub("", line))
            if not item and not heading:
                label = Carried()
            carried = replace(label)
            for part in parts(line):
                yield from self._sentence(part, carried)
                if not line.rstrip().endswith(":"):
                    carried = replace(label)
            if heading:
                label = replace(carried, label=True)
        yield from self.decisions.judged()

    def _unquoted(self, text: str) -> str:
        """Without what is told word for word: titles, questions and what the sides wrote."""
        told = [self.facts.why, *(due.ask for due in self.facts.due)]
        text = re.sub(rf"(?<!\w){re.escape(self.facts.title)}(?!\w)", "", text) if self.facts.title else text
        texts = [each for each in self.facts.facts if isinstance(each.value, str)]
        told += [str(each.value) for each in texts if each.name not in self.lexicon.choices]
        for each in sorted((each for each in told if len(each) > 3), key=len, reverse=True):
            text = without(text, each)
        return text

    def _answered(self, text: str) -> Iterator[str]:
        """What was asked word for word, with another answer than it had."""
        text = clean(text)
        for asked in self.ledger.moved:
            if not isinstance(asked.value, str) or asked.name in self.lexicon.choices or len(asked.value) < 4:
                continue
            yield from self._retold(asked, text)
            if asked.value[-12:] not in text:
                continue
            for answer in (each for each in self.ledger.moved if each.name in self.lexicon.choices):
                choices = self.lexicon.choices.get(answer.name, {}) if answer.round == asked.round else {}
                for found in re.finditer(re.escape(clean(asked.value)), text):
                    after = re.match(r"[\s\W]{0,8}(?=\w)", text[found.end() :].partition("\n")[0])
                    told = text[found.end() + after.end() :] if after else ""
                    said = next((name for name, pattern in choices.items() if pattern.match(told)), answer.value)
                    if choices and said != answer.value:
                        yield f"“{asked.value}” was answered {answer.value}."

    def _retold(self, asked: Fact, text: str) -> Iterator[str]:
        """“it is not made of wood” where “Is it made of wood?” had another answer."""
        is_it = re.fullmatch(r"(?i)is it (.{3,60}?)\W*", str(asked.value))
        answers = {
            str(each.value)
            for each in self.ledger.moved
            if each.round == asked.round and each.name in self.lexicon.choices
        }
        if not is_it or not answers & {"yes", "no"}:
            return
        told = rf"(?i)(?<!whether )(?<!if )(?<!\w)it(?:'s| is| was)(n't| not)? (?:a |an )?{re.escape(is_it[1])}(?!\w)(?!\s*\?)"
        for found in re.finditer(told, text):
            if bool(found[1]) != ("no" in answers):
                yield f"“{found[0]}”: that was answered {min(answers)}."

    def _sentence(self, raw: str, carried: Carried) -> Iterator[str]:
        titles = [each for _, each in self.lexicon.titles]
        sentence = marked(raw, self.spoken, titles, flat([self.facts.unit]), self.facts.over)
        yield from self.undisclosed.read(sentence)
        yield from self._equations(sentence)
        yield from self.ends.read(sentence)
        yield from self._came(sentence)
        yield from self._ranges(sentence)
        yield from self._roles(sentence)
        for title in titles:
            sentence.text = compiled(rf"(?:(?<=\}})|(?<=you))\s*\(\s*(?:the )?{title.source}\s*\)").sub(
                " ", sentence.text
            )
        yield from self.outcomes.read(sentence)
        self._options(sentence)
        yield from self.decisions.foretold(sentence)
        yield from self._multiples(sentence)
        yield from self._scores(sentence)
        yield from self._against(sentence)
        sentence.text = _FAVOUR.sub(" ", sentence.text)
        for title in titles:
            sentence.text = compiled(rf"(⟦\d+⟧) \((?:the )?({title.source})\)").sub(r"\1 for \2", sentence.text)
        sentence.text = _SAID_WHOSE.sub(r"\1 for \2", sentence.text)
        sentence.text = _ASIDE.sub(r"\1\3, \2\3", sentence.text)
        for text, closed in clauses(sentence.text):
            yield from self._clause(text, closed, sentence, carried)

    def _options(self, sentence: Sentence) -> None:
        """“Accept: you get 40”, “Both defect: 1 each” say what would be, as long as that move is due."""
        if self.facts.over or "§" in sentence.text:
            return
        if "de" in self.spoken and _VERB_FIRST.search(sentence.text):
            sentence.supposes = True
        if (
            self.facts.due
            and not sentence.asks
            and re.match(r"(?i)\W*(?:what|whatever|was|ce que|lo que|ciò che|o que|wat)\s", sentence.text)
        ):
            sentence.supposes = True
        if self._open_choice() and any(each.name == EACH_ROUND for each in self.lexicon.things_in(sentence.text)):
            sentence.supposes = True
        for each in self.lexicon.choices_in(sentence.text):
            lone = not sentence.text[: each.start].strip(" .*") and re.match(
                r", (?:\w+[ ,]+){3}", sentence.text[each.end :]
            )
            sentence.supposes |= bool(lone and not self.ledger.moved)
        start = re.sub(r"^\W*(?:⟦\d+⟧\W*)?", "", sentence.text)
        both = words.pattern(words.BOTH_WORDS).match(start)
        start = start[both.end() :].lstrip() if both else start
        for due in self.facts.due:
            for choice, pattern in self.lexicon.choices.get(due.name, {}).items():
                if not (found := pattern.match(start)):
                    continue
                word = found[0].lower()
                bare = word == choice.lower() or word.endswith(("ing", "en", "er", "ar", "are", "ir", "ere", "ez"))
                if bare and _GIVES.match(start[found.end() :]):
                    sentence.supposes = True

    # ── sums ──

    def _equations(self, sentence: Sentence) -> Iterator[str]:
        text = re.sub(r"(?i)\s(?:plus|und|più|mais|más)\s(?=⟦)", " + ", sentence.text)
        text = re.sub(r"(?i)\s(?:minus|moins|menos|meno|min)\s(?=⟦)", " - ", text)
        for found in _SUM.finditer(text):
            pieces = re.split(r"\s*([-+−–×x*÷·])\s*", found[1])
            result = int(found[2])
            terms = [int(each.strip("⟦⟧ ")) for each in pieces[::2]]
            values = product(*(sentence.numbers[each].values for each in terms))
            if not any(sentence.numbers[result].is_(_worked_out(each, pieces[1::2])) for each in values):
                yield f"“{sentence.plainly(found[0])}” is wrong."
            sentence.done |= {each for each in terms if self._is_known(sentence.numbers[each])}
            if self._is_known(sentence.numbers[result], derived=True):
                chosen = [each for each in self.ledger.readings if sentence.numbers[result].is_(each.value)]
                if not any(each.seat for each in chosen):
                    sentence.done.add(result)

    def _is_known(self, number: Number, derived: bool = False) -> bool:
        return any(number.is_(each.value) for each in self.ledger.readings if derived or each.what not in DERIVED)

    def _multiples(self, sentence: Sentence) -> Iterator[str]:
        """“tripled”, “twice as much”, “by a factor of 3”, “×3”."""
        text = sentence.text
        factors = {each.value for each in self.ledger.readings if each.what in self.fields and 1 < each.value <= 10}
        grows = any(each.what == GROWN for each in self.ledger.readings) or (factors and not self.lexicon.choices)
        for pattern, factor in _FACTORS if grows else ():
            if (found := pattern.search(text)) and factor not in factors:
                yield f"“{found[0]}” is wrong."
        ratios = set()
        for human, player, _, _ in self.ledger.pairs():
            ratios |= {human / player} if player else set()
            ratios |= {player / human} if human else set()
        for found in _TIMES_AS.finditer(text):
            if index := found[1] or found[2]:
                number = sentence.numbers[int(index)]
                if not any(number.is_(each, 0.1) or number.is_(each) for each in ratios | factors):
                    yield f"“{sentence.plainly(found[0])}” is wrong."
                sentence.done.add(int(index))
            else:
                value = 3.0 if found[3].lower() == "thrice" else 2.0
                if not any(abs(value - each) < 0.05 for each in ratios | factors):
                    yield f"“{found[0]}” is wrong."

    # ── scores ──

    def _scores(self, sentence: Sentence) -> Iterator[str]:
        """“60 to 40”, “9–9”, “1:0”, “3 all”: what both sides have of one kind."""
        for found in _PAIR.finditer(sentence.text):
            one, two = int(found[1]), int(found[3])
            if {one, two} & sentence.done or (
                found[2].lower() in {"and", "y", "e"}
                and not words.pattern(words.TOTAL, words.GAIN, words.SCORE).search(sentence.text)
            ):
                continue
            before = sentence.text[: found.start()]
            numbers = sentence.numbers[one], sentence.numbers[two]
            if re.search(r"\(\s*$", before) and found[2] == "-" and " - " in found[0]:
                result = re.search(r"⟦(\d+)⟧[^⟦]{0,20}\(\s*$", before)
                gap = numbers[0].values[0] - numbers[1].values[0]
                if all(self._is_known(each) for each in numbers) and (
                    not result or sentence.numbers[int(result[1])].is_(abs(gap))
                ):
                    sentence.done |= {one, two}
                    continue
                if result and all(self._is_known(each) for each in numbers):
                    yield f"“{sentence.plainly(found[0])}” is not {sentence.seen(int(result[1]))}."
            if found[2].lower() in {"and", "y", "e"} and re.search(r"⟧,\s*$", before):
                continue
            if _CHAIN.search(sentence.text[found.end() :]) or re.search(
                r"(?i)(?:from|von|de|da|van|between|rises?|⟧\s*(?:to|–|-|/))\s*(?:the )?(?:offer )?$", before
            ):
                continue
            if self._open_choice() and "§" not in sentence.text and self.lexicon.choices_in(sentence.text):
                continue
            if (found[2] == ":" and (numbers[0].word or numbers[1].word)) or (
                any(each.kind == "share" for each in numbers) and not all(each.kind == "share" for each in numbers)
            ):
                continue
            if self._is_score(numbers, sentence, before):
                sentence.done |= {one, two}
            elif re.fullmatch(r"[-–:/]", found[2]) or _SCORED.search(sentence.text):
                sentence.done |= {one, two}
                yield f"“{sentence.plainly(found[0])}” in “{short(sentence.raw)}” contradicts the ledger."
        if (even := _EVENLY.search(sentence.text)) and not (sentence.asks or sentence.supposes or sentence.may):
            round = _round_in(sentence.text)
            halves = [one == two for one, two, of, _ in self.ledger.pairs() if round is None or of == round]
            if halves and not any(halves):
                yield f"“{even[0]}” in “{short(sentence.raw)}” contradicts the ledger."
        for found in re.finditer(rf"(?i){NUMBER}[ -]+all(?!\w)(?! the| of)", sentence.text):
            index = int(found[1])
            if index not in sentence.done:
                sentence.done.add(index)
                level = [one for one, two, of, _ in self.ledger.pairs() if one == two and of is None]
                if not any(sentence.numbers[index].is_(each) for each in level):
                    yield f"“{sentence.plainly(found[0])}” contradicts the ledger."

    def _is_score(self, numbers: tuple[Number, Number], sentence: Sentence, before: str) -> bool:
        text = sentence.text
        round = _round_in(text)
        seats = [each for each in self.lexicon.seats(before) if not each.before and each.name in SIDES]
        favour = _FAVOUR.search(text)
        strict = bool(_SCORED.search(text)) and bool(seats)
        alone = bool(_STANDS.search(before)) and not seats
        first = (
            str(self.lexicon.seats(favour[0])[0].name)
            if favour and self.lexicon.seats(favour[0])
            else seats[-1].name
            if strict
            else str(HUMAN)
            if alone and not favour
            else ""
        )
        behind = bool(words.BEHIND.search(text))
        for human, player, of, kind in self.ledger.pairs():
            if (round is not None and of not in {None, round}) or (kind == AFTER and round is None):
                continue
            whole = human + player or 1.0
            for mine, theirs in ((human, player), (player, human)):
                swapped = (mine, theirs) != (human, player)
                if (first == HUMAN and swapped and not behind) or (
                    first == PLAYER and not swapped and human != player and not behind
                ):
                    continue
                if numbers[0].kind == "share":
                    mine, theirs = mine / whole, theirs / whole
                if numbers[0].is_(mine) and numbers[1].is_(theirs):
                    return True
                split = kind in {WOULD, PAYOFF} and _SPLITS.search(text)
                if split and numbers[0].is_(100 * mine / whole) and numbers[1].is_(100 * theirs / whole):
                    return True
        return False

    def _against(self, sentence: Sentence) -> Iterator[str]:
        """“13 to {player}'s 8”, “brings you to 7”, “eleven in all, against six”: whose each number is, said in full."""
        text = sentence.text
        if not self.ledger.amounts:
            text = _TO_THEIRS.sub(lambda it: f"{_opposite(it[2])} {it[1]}, {_whose(it[2])} {it[3]}", text)
        text = _TO_THEIRS.sub(r"\1 against \2 \3", text)
        text = _BRINGS.sub(r", \1 total ", text)
        sentence.text = _BEHIND_YOU.sub(" ", text)
        if (self.ledger.level() or sentence.supposes) and _HALVES.search(sentence.raw):
            sentence.done |= {index for index, each in sentence.numbers.items() if each.is_(0.5)}
        for found in _AGAINST.finditer(sentence.text):
            one, two = (sentence.numbers[int(each)] for each in found.groups())
            totals = self.ledger.both(TOTAL, None)
            if totals and not self.ledger.amounts and {int(each) for each in found.groups()} - sentence.done:
                first = [each.name for each in self.lexicon.seats(sentence.text[: found.start()]) if each.name in SIDES]
                mine = totals[::-1] if first and first[-1] == PLAYER else totals
                sentence.done |= {int(each) for each in found.groups()}
                if not (one.is_(mine[0]) and two.is_(mine[1])):
                    yield f"“{sentence.plainly(found[0])}” contradicts the ledger: the totals are {mine[0]:g} and {mine[1]:g}."

    def _came(self, sentence: Sentence) -> Iterator[str]:
        """“from 90 to 78”, of one side's numbers, one after the other."""
        for found in _CAME.finditer(sentence.text):
            pair = [sentence.numbers[int(each)] for each in found.groups()]
            seats = [
                each.name
                for each in self.lexicon.seats(sentence.text[: found.start()])
                if each.name in SIDES and not each.before
            ]
            made = [
                value_of(each)
                for each in self.ledger.moved
                if is_number(each.value) and each.seat in (seats[-1:] or SIDES)
            ]
            known = {value_of(each) for each in self.ledger.moved if is_number(each.value)}
            if not all(any(number.is_(each) for each in known) for number in pair):
                continue
            if not any(pair[0].is_(one) and pair[1].is_(two) for at, one in enumerate(made) for two in made[at + 1 :]):
                yield f"“{sentence.plainly(found[0])}” is not how it came."

    # ── ranges and roles ──

    def _ranges(self, sentence: Sentence) -> Iterator[str]:
        """What may be entered: its ends are no claims."""
        ends = [{float(end) for end in (due.low, due.high) if end is not None} for due in self.facts.due if due.kind == "number"]  # fmt: skip
        for found in _RANGE.finditer(sentence.text):
            pair = [sentence.numbers[int(each)] for each in found.groups()]
            if any(
                len(each) > 1 and pair[0].is_(max(each)) and pair[1].is_(min(each)) for each in ends
            ) and _UPWARDS.search(sentence.raw):
                yield f"What may be entered goes from the lower to the higher, not “{sentence.plainly(found[0])}”."
            if any(all(any(number.is_(end) for end in each) for number in pair) for each in ends):
                sentence.done |= {int(each) for each in found.groups()}
            elif (sentence.asks or sentence.may or _UPWARDS.search(sentence.raw)) and any(min(each) < max(each) and (pair[0].is_(min(each)) or (pair[1].is_(max(each)) and _UPWARDS.search(sentence.raw))) for each in ends):  # fmt: skip
                low, high = min(ends[0]), max(ends[0])
                yield f"What may be entered is {low:g} to {high:g}, not “{sentence.plainly(found[0])}”."
        steps = {each.value for each in self.ledger.readings if each.what == RANGE}
        for found in _BOUND.finditer(sentence.text):
            if any(sentence.numbers[int(found[1])].is_(end) for end in steps):
                sentence.done.add(int(found[1]))

    def _roles(self, sentence: Sentence) -> Iterator[str]:
        """Who is who: “you are the Responder”."""
        for one, two in pairwise(self.lexicon.mentioned(sentence.text, self.lexicon.sides)):
            named = any(
                each.search(sentence.text[it.start : it.end]) for _, each in self.lexicon.titles for it in (one, two)
            )
            if named and {one.name, two.name} == {HUMAN, PLAYER} and _IS.fullmatch(sentence.text[one.end : two.start]):
                yield f"{{human}} is the {self.facts.titles[HUMAN]} and {{player}} the {self.facts.titles[PLAYER]}."

    # ── clauses ──

    def _clause(self, text: str, closed: str, sentence: Sentence, carried: Carried) -> Iterator[str]:
        if (round := _round_in(text)) is not None:
            carried.round = round
        seats, things = self.lexicon.seats(text), self.lexicon.things_in(text)
        chosen = self.lexicon.choices_in(text)
        rest = _bare(text, [*seats, *things])
        clause = Clause(text, sentence, seats, things, chosen, carried.round, replace(carried), not rest)
        numbered = False
        for found in re.finditer(NUMBER, text):
            if int(found[1]) not in sentence.done:
                numbered = True
                yield from self._number(clause, found.start(), found.end(), int(found[1]))
        numbered = numbered or any(each.casefold() in NOTHING for each in re.findall(r"[^\W\d_]+", text))
        yield from self._nothing(clause)
        yield from self.decisions.read(text, sentence, seats, carried.seat, carried.label, carried.round)
        yield from self.standings.read(text, sentence, carried.seat, carried.round)
        subject = next((each for each in seats if not each.before), seats[0] if seats else None)
        heads = ":" in closed or (not numbered and len(text.split()) <= 4 and bool(re.search(r"[(–—→|=-]", closed)))
        if subject:
            carried.seat, carried.to = subject.name, bool(subject.before) and subject.before not in AGENT
        if numbered and ":" in closed:
            carried.whats = None
        elif things:
            made = [each for each in things if each.name in {MEAN, GAP}]
            things = made or things
            made = [each for each in things if each.name in self.ledger.amounts]
            things = made if made and things[-1].name in {SHARED, *self.fields} else things
            carried.whats = self._kinds(things[-1].name)
            if things[-1].name == TOTAL and made:
                carried.whats = frozenset({SUM, *(each.name for each in made)})
            elif things[-1].name == TOTAL and not self.ledger.open:
                carried.whats = None
        elif _ENDS.search(text):
            carried.whats = None
        elif chosen or rest:
            carried.whats = None if not (carried.label and not chosen) else carried.whats
        carried.label = heads or (carried.label and not subject)

    def _kinds(self, name: str) -> frozenset[str]:
        return self.lexicon.kinds.get(name, frozenset({name}))

    # ── numbers ──

    def _number(self, clause: Clause, start: int, end: int, index: int) -> Iterator[str]:
        sentence, text = clause.sentence, clause.text
        number, before, after = sentence.numbers[index], text[:start], text[end:]
        if number.kind == "ordinal":
            return
        of_a_side = bool(clause.seats) and before.lower().strip() == "du"  # “du 40” is no “of 40”
        if _PART_OF.search(before) and not of_a_side and self._whole(number):
            return
        if (count := self._count(clause, number, before, after)) is not None:
            if not count:
                yield self._sorry(sentence, index, "that is not how many there were")
            return
        if self._plainly_so(clause, number, before, after):
            return
        if its := self._relative(clause, end):
            whose, what = its
            allowed = self._allowed(clause, number, frozenset({what}), "", whose)
            if not any(number.is_(each.value) for each in allowed):
                yield self._sorry(sentence, index, self._truth(whose, frozenset({what}), clause.round))
                return
            if not (
                named := [each.name for each in clause.things if each.end <= start and each.name in self.ledger.amounts]
            ):
                return
            subject = [
                each.name for each in clause.seats if each.end <= start and not each.before and each.name in SIDES
            ]
            allowed = self._allowed(clause, number, frozenset({named[-1]}), "", Seat(subject[0]) if subject else None)
            if not any(number.is_(each.value) for each in allowed):
                yield self._sorry(sentence, index, self._truth(None, frozenset({named[-1]}), clause.round))
            return
        clause.owned = any(
            self.lexicon.owns(text[each.start : each.end]) and not text[each.end : start].strip()
            for each in clause.seats
            if each.end <= start
        )
        whats, of = self._what(clause, start, end, number)
        seat = self.lexicon.owner(text, start, end, whats, clause.seats, clause.things)
        if whats is None and {each.name for each in clause.seats if each.end <= start and not each.before} == set(
            SIDES
        ):
            seat = ""
        if whats and whats & GIFTS and self.ledger.gift() and (to := _TO.match(after)):
            given = [each for each in clause.seats if each.start >= end + to.end() - 1]
            seat, whats = (given[0].name, frozenset({WOULD})) if given else (seat, whats)
        if whats and self._open_choice() and sentence.supposes and whats & {PAYOFF, KEPT}:
            whats = frozenset({WOULD}) | self.fields
        if (
            not seat
            and clause.carried.seat
            and not (whats and whats & self.ledger.amounts and (clause.seats or clause.carried.to))
        ):
            soft = not clause.carried.label and (
                whats is None
                or KEPT in whats
                or whats <= self.fields
                or number.kind == "share"
                or (whats & self.ledger.amounts and start < min((each.start for each in clause.things), default=0))
            )
            soft = soft or before.rstrip().endswith("=")
            soft = soft or bool(whats and not clause.seats and whats & self.ledger.amounts and _THE_THING.match(text))
            holders = {each.seat for each in self.ledger.revealed if whats and each.name in whats}
            soft = soft or (len(holders) == 1 and not clause.seats)
            seat = "" if soft or (whats is None and sentence.asks) else clause.carried.seat
        if _BEATS.search(before) and self.ledger.amounts:
            mine = next((each.name for each in clause.seats if each.name in SIDES), clause.carried.seat)
            whats = frozenset(self.ledger.amounts)
            seat = str(other(Seat(mine))) if mine in SIDES else ""
        if whats and whats <= {GAP, *DERIVED} and GAP in whats:
            seat = self._ahead(clause, start)
        seat = "" if seat == BOTH and self.facts.over and sentence.supposes else seat
        sides: list[Seat | None] = [*SIDES] if seat == BOTH else [Seat(seat)] if seat in SIDES else [None]
        if whats and (JOINT in whats or (MEAN in whats and seat == BOTH)):
            sides = [None]
        if (
            number.word
            and number.values[0] <= 10
            and not clause.seats
            and whats is None
            and re.match(r"\s[a-zà-ÿ]{4,}", after)
        ):
            return
        turns = len({(each.name, each.round) for each in self.ledger.moved}) == len(self.ledger.moved)
        if (
            self.facts.over
            and whats
            and whats <= self.ledger.amounts
            and clause.carried.label
            and turns
            and clause.round is None
        ):
            sides = [None]
        for side in sides:
            allowed = self._allowed(clause, number, whats, of, side)
            if not self._fits(number, {each.value for each in allowed}, before, whats, clause.round is not None):
                yield self._sorry(sentence, index, self._truth(side, whats, clause.round))
                return

    def _plainly_so(self, clause: Clause, number: Number, before: str, after: str) -> bool:
        """Whether a number is right by the few words beside it: the whole that stays where it is, the rest of a whole, a result
        put as up or down, a part more than another number."""
        values = {each.value for each in self.ledger.readings if each.what in self.fields}
        if _THE.search(before) and _STAYS.match(after) and not self.lexicon.seats(after):
            return any(number.is_(each) for each in values)
        if _THE_OTHER.search(before):
            rests = {
                value_of(one) - value_of(two)
                for one, two in product(self.ledger.constants, self.ledger.moved)
                if is_number(two.value)
            }
            return any(number.is_(each) for each in rests)
        seat = next((each.name for each in clause.seats if each.name in SIDES), clause.carried.seat)
        if (found := _UP_OR_DOWN.match(after)) and seat in SIDES:
            results = {self.ledger.value(TOTAL, Seat(seat)), self.ledger.value(PAYOFF, Seat(seat), self.ledger.paid)}
            sign = -1 if found[1] else 1
            return any(each is not None and each * sign > 0 and number.is_(each * sign) for each in results)
        if number.kind == "share" and re.match(r"(?i)\s*(?:more|mehr|de plus|más|di più|meer)(?!\w)", after):
            amounts = {each.value for each in self.ledger.readings if each.what in self.ledger.amounts and each.latest}
            return any(two and number.is_(one / two - 1) for one, two in product(amounts, amounts))
        return False

    def _relative(self, clause: Clause, end: int) -> tuple[Seat, str] | None:
        """Whose and what a number is by the words right after it: “the 6 you sent”."""
        for each in clause.seats:
            if (
                each.start >= end
                and each.name in SIDES
                and not each.before
                and not clause.text[end : each.start].strip()
            ):
                for it in clause.things:
                    if (
                        it.name in self.ledger.amounts
                        and clause.text[each.end : it.start] == " "
                        and it.start >= each.end
                    ):
                        return Seat(each.name), it.name
        return None

    def _what(self, clause: Clause, start: int, end: int, number: Number) -> tuple[frozenset[str] | None, str]:
        """The kinds of readings that the words around a number leave (None: all), and the move that a sum is of."""
        text, things = clause.text, clause.things
        before, after = text[:start], text[end:]
        names = {each.name for each in things}
        if (
            _BY.search(before)
            or re.search(r"(?i)(?<!multiplied )(?<!factor )(?<!\w)by\s*$", before)
            or (re.search(r"(?i)\bstaa?t?\b", before) and re.match(r"\s*voor", after))
            or _APART.match(after)
        ):
            return frozenset({GAP}), ""
        than = re.search(r"(?i)(?<!\w)(?:than|als|que|dan)(?!\w)", before)
        if (
            than
            and GAP in {each.name for each in things if each.start <= than.end()}
            and "⟦" not in before[than.end() :]
        ):
            return None, ""
        own = [each for each in clause.seats if self.lexicon.owns(text[each.start : each.end])]
        if any(not text[each.end : start].strip() for each in own if each.end <= start) and (
            not self.facts.over or _SERIES.search(clause.sentence.raw)
        ):
            return None, ""
        if _PAID.search(before) and self.ledger.amounts:
            return frozenset(self.ledger.amounts), ""
        moves = [each for each in things if each.name in self.ledger.amounts]
        of = moves[-1].name if moves else ""
        for kind in (MEAN, GAP):
            if kind in names:
                return self._kinds(kind), of if kind == MEAN else ""
        if JOINT in names and not any(
            each.name == JOINT and each.start >= end and "⟦" in text[end : each.start] for each in things
        ):
            return self._kinds(JOINT) | {GAP, WOULD, TOTAL}, ""
        usable = [each for each in things if each.name not in {MEAN, GAP, JOINT}]
        if _WITH.search(before) and self.ledger.amounts and _WINS.search(before):
            final = self.facts.over and self.ledger.open and clause.round is None
            return frozenset({*self.ledger.amounts, *((TOTAL,) if final else ())}), ""
        if number.kind == "share":
            usable = [each for each in usable if each.name not in self.fields]
        near = [each for each in usable if each.end <= start and "⟦" not in text[each.end : start]]
        follows = [each for each in usable if each.start >= end and "⟦" not in text[end : each.start]]
        follows = [
            each
            for each in follows
            if not re.match(r"(?i)\s*of\s", after[: each.start - end]) or each.name not in self.fields
        ]
        follows = [each for each in follows if not _PURPOSE.search(text[: each.start])]
        follows = [each for each in follows if each.name not in {GROWN, *self.fields} or "⟦" not in text[each.end :]]
        far = [
            each
            for each in usable
            if each.end <= start and each.name not in self.fields and "=" not in text[each.end : start]
        ]
        near = near or ([] if follows else far)
        if any(each.name == TOTAL for each in [*near, *follows]):
            if of and (of in {each.name for each in near} or not near):
                return frozenset({SUM, of}), of
            return self._kinds(TOTAL) | ({JOINT, SUM} if not clause.seats else set()), ""
        if (
            near
            and near[-1].name == PAYOFF
            and follows
            and follows[0].name in self.ledger.amounts
            and not text[end : follows[0].start].strip()
        ):
            return self._kinds(follows[0].name), follows[0].name
        if (
            near
            and near[-1].name in self.ledger.amounts
            and follows
            and follows[0].name in self.ledger.amounts
            and follows[0].name != near[-1].name
        ):
            return self._kinds(follows[0].name), ""
        pick = near[-1] if near else follows[0] if follows else None
        if near and near[-1].name in {SHARED, EACH_ROUND} and follows and follows[0].name not in {SHARED, EACH_ROUND}:
            pick = follows[0]
        special = [each for each in [*near, *follows] if each.name in {SHARED, EACH_ROUND, FACTOR}]
        if special and (pick is None or pick.name not in self.ledger.amounts):
            return self._kinds(special[0].name), ""
        if pick is not None:
            return self._gains(pick.name, clause), ""
        owned = (
            (bool(clause.seats) or not clause.carried.label)
            and clause.carried.whats
            and clause.carried.whats <= self.fields
        )
        if (
            clause.carried.whats
            and (clause.bare or clause.carried.label)
            and not owned
            and not _ENDS.search(clause.text)
            and not (number.kind == "share" and clause.carried.whats <= self.fields)
        ):
            totals = {TOTAL} if PAYOFF in clause.carried.whats and clause.round is None else set()
            return clause.carried.whats | totals, ""
        if _FROM.match(after) and self.ledger.amounts and self.lexicon.seats(after):
            return frozenset(self.ledger.amounts), ""
        return self._unnamed(clause, before), ""

    def _gains(self, name: str, clause: Clause) -> frozenset[str]:
        """What a word for a thing may mean, as the clause stands."""
        kinds = self._kinds(name)
        sentence = clause.sentence
        if name == PAYOFF:
            if clause.round is None and not sentence.supposes:
                kinds = kinds | {TOTAL}
            if any(each.what == GROWN for each in self.ledger.readings) and _RECEIVED.search(clause.text):
                kinds = kinds | {GROWN, *self.ledger.amounts}
        if name in {PAYOFF, KEPT} and sentence.supposes and self._open_choice():
            kinds = frozenset({WOULD}) | self.fields
        return kinds

    def _open_choice(self) -> bool:
        """Whether what is due is a choice that is about no number on the table."""
        return any(due.kind == "choice" for due in self.facts.due) and not self.ledger.amounts

    def _unnamed(self, clause: Clause, before: str) -> frozenset[str] | None:
        """Where no thing is named: what the verb leaves."""
        if clause.sentence.supposes and self._open_choice():
            return frozenset({WOULD, RANGE}) | self.fields
        told = self.facts.outcomes or (clause.round and self.ledger.open and not self.ledger.amounts)
        results = frozenset({PAYOFF, TOTAL, KEPT, WOULD, GROWN, RANGE}) | self.fields
        if told and clause.seats and not clause.sentence.supposes and self.ledger.paid:
            results -= self.fields
        results |= {each.name for each in self.ledger.revealed}
        if clause.chosen and self.ledger.amounts and not clause.sentence.supposes:
            return frozenset(self.ledger.amounts) | {RANGE}
        labelled = (
            clause.carried.label
            and clause.carried.seat in SIDES
            and clause.bare
            and len(clause.sentence.text.split()) <= 3
        )
        if self.facts.over and self.ledger.open and labelled and not _SERIES.search(clause.sentence.raw):
            return results - {KEPT, GROWN, RANGE, *self.fields}
        if self.ledger.open and clause.seats and (self.ledger.paid or self.ledger.gift()):
            if _HAS.search(clause.text) and not clause.chosen:
                if self.facts.over and not clause.sentence.supposes:
                    results -= {GROWN, RANGE, *self.fields}
                return (results | {AFTER}) - (set() if clause.sentence.supposes else {WOULD})
            listed = re.search(r"(?i)→|,\s*⟦\d+⟧\s*,", clause.sentence.text)
            direct = any(each.weak and not clause.text[each.end :].strip(" ").find("⟦") for each in clause.seats)
            if (clause.bare or _ENDS.search(clause.text)) and not listed and not direct:
                return results - ({KEPT, GROWN} if self.facts.over else set())
        if told and clause.seats and not clause.sentence.supposes and self.ledger.paid:
            return frozenset(each.what for each in self.ledger.readings) - self.fields - DERIVED
        return None

    def _ahead(self, clause: Clause, start: int) -> str:
        """Whose lead a difference is: the first side that is named, or the other where that is behind."""
        bare = [each for each in clause.seats if each.end <= start and not each.before and each.name in SIDES]
        name = (
            bare[0].name if bare else clause.carried.seat if clause.carried.seat in SIDES and not clause.seats else ""
        )
        if not name or (bare and bare[0].weak):
            return ""
        if _SINCE.search(clause.sentence.raw):
            return name
        if words.BEHIND.search(clause.text) or re.search(r"⟧ down(?!\w)", clause.text):
            return str(PLAYER if name == HUMAN else HUMAN)
        return (
            name
            if words.AHEAD.search(clause.text)
            or re.search(r"⟧ up(?!\w)", clause.text)
            or _BY.search(clause.text[:start])
            else ""
        )

    def _allowed(self, clause: Clause, number: Number, whats: frozenset[str] | None, of: str, seat: Seat | None) -> list[Reading]:  # fmt: skip
        """The readings that agree with what is said of a number."""
        sentence, round = clause.sentence, clause.round
        mood = sentence.supposes or sentence.may
        freely = whats is None and seat is None
        overall = (
            bool(words.pattern(words.TOTAL).search(sentence.text)) and whats is not None and whats & self.ledger.amounts
        )
        whats = whats | {SUM} if overall and whats else whats
        joint = bool(words.pattern(words.JOINT).search(sentence.text))
        any_round = round is None and (
            freely
            or bool(clause.chosen)
            or bool(_SERIES.search(sentence.raw))
            or len(sentence.numbers) >= 4
            or bool(re.search(r"⟦\d+⟧, ⟦\d+⟧,? (?:and|und|et|y|e|en) ⟦", sentence.text))
        )
        receives = bool(RECEIVES.search(clause.text)) or bool(clause.chosen) or (whats is None and not clause.bare)
        receives = receives and not clause.owned
        found = []
        tried = self._tried(sentence)
        self.supposed += tried
        if self.facts.over and sentence.supposes and whats is not None:
            whats = whats | {each.name for each in self.ledger.revealed}
        for each in [*self.ledger.readings, *(tried or self.supposed)]:
            if each.what == JOINT and joint and whats and whats & {PAYOFF, TOTAL, KEPT}:
                found.append(each)
                continue
            if whats is None and each.what in DERIVED and not (each.what == AFTER and round is not None):
                continue
            if whats is not None and each.what not in whats and not (each.what == AFTER and TOTAL in whats):
                continue
            if each.what == WOULD and not mood and each.seat is None and not self.facts.over:
                continue
            if each.what == WOULD and self.facts.over and not sentence.supposes:
                continue
            refused = each.what == WOULD and each.round and self.ledger.settled_as(each.round) == 0
            if refused and not (mood or sentence.asks) and whats and PAYOFF in whats and KEPT not in whats:
                continue
            if each.of == "throughout" and not _THROUGHOUT.search(sentence.raw):
                continue
            if each.what == AFTER and round is None:
                continue
            if each.what == RANGE and seat and round and not (mood or sentence.asks):
                continue
            if each.what in {SUM, MEAN} and each.seat is None and seat is not None:
                continue
            if whats is None and each.what in {TOTAL, AFTER} and "§" in clause.text and seat:
                continue
            if of and each.of and each.of != of:
                continue
            if each.what == GAP and not self._is_gap(each, clause):
                continue
            mine = (
                seat is None
                or each.seat in {None, seat}
                or (receives and (each.what in self.ledger.amounts or each.what == SUM))
            )
            if number.kind == "share" and whats is None and seat and self.ledger.paid and not self.ledger.gift():
                mine = mine and (each.what not in self.ledger.amounts or bool(_GAVE.search(clause.text)))
            if not mine:
                continue
            if each.round is None or (round is None and (each.latest or any_round)) or each.round == round:
                found.append(each)
        return found

    def _is_gap(self, gap: Reading, clause: Clause) -> bool:
        """Whether a difference is of what a clause compares."""
        if _SINCE.search(clause.sentence.raw):
            return gap.of.startswith("own")
        if gap.of == "start":
            return bool(_START.search(clause.sentence.raw))
        if (
            words.AHEAD.search(clause.text)
            or words.BEHIND.search(clause.text)
            or _BY.search(clause.text.partition("⟦")[0])
        ):
            leads = {TOTAL} | ({PAYOFF} if clause.round else set()) if self.ledger.open else self.ledger.amounts
            return gap.of in leads or bool(_THAN.search(clause.text)) or "outbid" in clause.text.lower()
        return True

    def _tried(self, sentence: Sentence) -> list[Reading]:
        """What would follow from a number that a sentence supposes to be entered."""
        if not (sentence.supposes or sentence.may) or self.facts.over:
            return []
        found: list[Reading] = []
        for due in self.facts.due:
            if due.kind != "number" or due.high is None:
                continue
            inside = [
                each.values[0]
                for index, each in sentence.numbers.items()
                if index not in sentence.done and each.kind == "number" and (due.low or 0) <= each.values[0] <= due.high
            ]
            fresh = [each for each in inside if each not in self.wholes] or inside
            found += self.ledger.tried(due, fresh[0]) if fresh else []
            if not fresh:
                shares = [each.values[0] for each in sentence.numbers.values() if each.kind == "share"]
                found += self.ledger.tried(due, shares[0] * due.high) if shares else []
        return found

    def _whole(self, number: Number) -> bool:
        return any(number.is_(each) for each in self.wholes) or self._is_known(number)

    def _fits(
        self, number: Number, allowed: Iterable[float], before: str, whats: frozenset[str] | None, in_round: bool
    ) -> bool:
        values = set(allowed)
        if number.kind == "share":
            near = 6.0 if _ABOUT.search(before) else 1.0
            shares = {part / whole for part, whole in product(values, self.wholes) if part <= whole * 1.0001}
            moved = {each.value for each in self.ledger.readings if each.what in self.ledger.amounts and each.latest}
            shares |= {
                part / whole
                for part, whole in product(values & moved, moved)
                if whole and (whats is None or whats & self.ledger.amounts)
            }
            if not in_round and (whats is None or whats & {PAYOFF, TOTAL}):
                joint = {each.value for each in self.ledger.readings if each.what == JOINT and each.value}
                shares |= {part / whole for part, whole in product(values, joint) if part <= whole}
            if _MORE_THAN.search(before):
                return any(0 < each - number.values[0] < 0.2 for each in shares)
            if _LESS_THAN.search(before):
                return any(0 < number.values[0] - each < 0.2 for each in shares)
            return any(number.is_(each, near) for each in shares)
        if any(number.is_(each) for each in values):
            return True
        if _ABOUT.search(before) and any(abs(number.values[0] - each) <= 0.02 * abs(each) for each in values):
            return True
        return bool(_LOSS.search(before)) and any(number.is_(abs(each)) for each in values)

    # ── counts ──

    def _count(self, clause: Clause, number: Number, before: str, after: str) -> bool | None:
        """Whether a number of things is right; None if the number is none."""
        if number.kind == "share":
            if re.match(r"(?i)\s*of (?:the )?rounds", after):
                made = self._made(clause)
                return any(number.is_(each / max(1, self.ledger.last or 0)) for each in made)
            return None
        if not (number.values[0] % 1 == 0 and number.values[0] <= max(30, self.facts.round)):
            return None
        noun = _COUNTED.match(after)
        times = re.match(r"(?i)\s*(?:times|mal|fois|veces|volte|vezes|keer)(?!\w)", after)
        bare = [each for each in clause.chosen if not clause.text[len(before) + 3 : each.start].strip(" ⟧0123456789of")]
        ofs = re.search(r"⟦\d+⟧ (?:of|von|de|van|di) (?:\w+ )?$", before)
        were = bool(clause.chosen) and bool(_WERE.fullmatch(after[: max(0, clause.chosen[0].start - len(before) - 3)]))
        if were and number.values[0] <= len(self.ledger.moved):
            return any(number.is_(each) for each in self._made(clause))
        if not (noun or times or (ofs and (noun or not after.strip()))):
            return None
        if bare and not noun and not times:
            return None
        moved: set[int] = {len([each for each in self.ledger.moved if each.name == name]) for name in self.ledger.moves}
        for name, seat in product(self.ledger.moves, SIDES):
            moved.add(len([each for each in self.ledger.moved if each.name == name and each.seat == seat]))
        every = moved | {self.facts.rounds or 0, self.facts.round, (self.facts.rounds or 0) - self.facts.round}
        every |= {len(each.seats) for each in self.facts.due}
        every |= {(self.facts.rounds or 0) - len({each.round for each in self.ledger.moved})}
        won = self.ledger.wins()
        if _WON.search(clause.text) or _WON.search(noun[0] if noun else ""):
            seats = [Seat(each.name) for each in clause.seats if each.name in SIDES] or list(SIDES)
            return any(number.is_(won[seat]) for seat in seats) or (
                not _WON.search(before) and any(number.is_(each) for each in every)
            )
        if clause.chosen and not ofs and not re.match(r"(?i)[^⟦]*⟦", after):
            return any(number.is_(each) for each in self._made(clause))
        return any(
            number.is_(each)
            for each in every | {len(each) for each in [self._made(clause)] if each} | self._made(clause)
        )

    def _made(self, clause: Clause) -> set[int]:
        """How often what a clause says was chosen: by the side it names, or by either."""
        chosen = clause.chosen or self.lexicon.choices_in(clause.sentence.text)
        seats = [each.name for each in clause.seats if each.name in SIDES and not each.weak]
        return {self.decisions.count(each.before, each.name, seat) for each in chosen for seat in seats or ["", *SIDES]}

    # ── what is told ──

    def _truth(self, seat: Seat | None, whats: frozenset[str] | None, round: int | None) -> str:
        name = next(iter(sorted(whats & (self.ledger.amounts | {PAYOFF, TOTAL} | self.fields))), "") if whats else ""
        whose = f" of {{{seat}}}" if seat else ""
        when = f" in round {round}" if round else ""
        held = [
            each
            for each in self.ledger.readings
            if each.what == name
            and seat in {None, each.seat}
            and (each.round in {None, round} if round else each.latest)
        ]
        if held:
            values = " or ".join(f"{each:.6g}" for each in sorted({each.value for each in held}))
            return f"the {name}{whose}{when} is {values}"
        return f"the ledger holds no such {name or 'number'}{whose}{when}"

    def _sorry(self, sentence: Sentence, index: int, truth: str) -> str:
        return f"“{sentence.seen(index)}” in “{short(sentence.raw)}” contradicts the ledger: {truth}."

    def _nothing(self, clause: Clause) -> Iterator[str]:
        """“nothing” as what somebody gets, keeps or gave."""
        sentence, text = clause.sentence, clause.text
        if sentence.asks or sentence.supposes or not (self.ledger.paid or self.ledger.moved):
            return
        for found in re.finditer(r"[^\W\d_]+", text):
            if found[0].casefold() not in NOTHING:
                continue
            near = [each for each in clause.things if each.name in {PAYOFF, KEPT, TOTAL} | self.ledger.amounts]
            near = [each for each in near if abs(each.start - found.start()) < 25]
            if not near or not self.ledger.open:
                continue
            whats = self._gains(near[-1].name, clause)
            seat = self.lexicon.owner(text, found.start(), found.end(), whats, clause.seats, clause.things)
            number = Number(found.start(), found.end(), (0.0,))
            for side in SIDES if seat == BOTH else (seat,):
                if side not in SIDES:
                    continue
                allowed = {each.value for each in self._allowed(clause, number, whats, "", Seat(side))}
                if allowed and 0.0 not in allowed:
                    yield f"“{found[0]}” in “{short(sentence.raw)}” contradicts the ledger: {self._truth(Seat(side), whats, clause.round)}."
                    break


# ── patterns ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_BULLET = re.compile(
    r"(?i)^\s*(?:#+\s*|>\s*|[-•+–]\s+|\(?\d{1,2}[.)]\s+(?!\s*(?:runde|round|omgång|tura|manche|ronde|ronda)\b))+"
)
_GIVES = re.compile(r"(?i)\s*(?:[:;,–—(=→>-]|(?:and|und|et|y|e|en|gives?|means?|leaves?|bringt|heißt|pays)(?!\w))")
_SUM = re.compile(
    rf"(⟦\d+⟧(?:\s*[-+−–×x*÷·]\s*⟦\d+⟧)+)\s*(?:=|is|are|equals?|makes|make|gives|ergibt|macht|sind|ist|font|fait|égale|son|es|igual a|fa|fanno|é|dá|maakt)\s*{NUMBER}"
)
_FACTORS = [
    (re.compile(r"(?i)(?<!\w)(?:doubl(?:ed|es?)|verdoppelt|doublée?s?|(?:se )?duplica\w*|raddoppia\w*|dobra\w*|verdubbeld?)(?!\w)"), 2.0),
    (re.compile(r"(?i)(?<!\w)(?:tripl(?:ed|es?)|verdreifacht|triplée?s?|(?:se )?triplica\w*|verdrievoudigd?)(?!\w)"), 3.0),
    (re.compile(r"(?i)(?<!\w)(?:quadrupl(?:ed|es?)|vervierfacht|quadruplée?s?|(?:se )?cuadruplica\w*|quadruplica\w*)(?!\w)"), 4.0),
]  # fmt: skip
_TIMES_AS = re.compile(
    r"(?i)(?:factor of |faktor )⟦(\d+)⟧|⟦(\d+)⟧ times (?:as|what|more)|(?<!\w)(twice|thrice|doppelt|double) (?:what|as (?:much|many)|so viel)"
)
_PAIR = re.compile(
    rf"(?i){NUMBER}(?:\s*%)?\s*(-|–|:|/|to|zu|à|against|gegen|tegen|contre|contra|contro|frente a|vs\.?|do|a|and|y|e)\s*{NUMBER}"
)
_CHAIN = re.compile(r"(?i)^\s*(?:-|–|/|to|,|=|\+|−)\s*⟦")
_SCORED = re.compile(
    r"(?i)(?<!\w)(?:leads?|lead|leading|ahead|wins?|won|trail\w*|behind|scores?|total\w*|on top|draw|tie|führ\w+|gewinn\w+|steht|stand|gesamt\w*|endstand|menez|mène|gagn\w+|score|gan\w+|empate|vin\w+|vantaggio|punteggio|placar|venc\w+|wint?|gewonnen|stand|favou?r|finish\w*|ends?)(?!\w)"
)
_FAVOUR = re.compile(
    r"(?i)(?<!\w)(?:in|zu|en|a|em)\s+(?:your|their|deinen|ihren|votre|tu|su|tuo|suo|seu|jouw)\s+(?:favou?r|gunsten|faveur|favore|voordeel)(?!\w)"
)
_RANGE = compiled(
    rf"{NUMBER}\s*(?:-|–|—|to|bis|till|until|and|und|à|et|a|y|ed?|até|tot|en|och|do|i|up to|through|bis zu|~|から|と|〜|\.\.+|…)\s*{NUMBER}"
)
_BOUND = compiled(
    r"(?:at most|at least|up to|max(?:imum|imal|imo|ima)?|min(?:imum|imal|imo|ima)?|no more than|not more than|höchstens|mindestens|bis zu|au plus|au maximum|au moins|jusqu'à"
    r"|hasta|como máximo|al menos|fino a|al massimo|almeno|até|no máximo|pelo menos|tot|hoogstens|minstens|ten minste|steps?(?: of)?|in steps? of|schritte\w* von|najwyżej|högst|minst|increments? of)"
    rf"[\s:=(]*(?:of |de |von )?{NUMBER}"
)
_IS = re.compile(
    r"(?i)\s*(?:,\s*(?:the|der|die|le|la|el|il|o|a|de)\s+|\(\s*(?:the |der |die |le |la |el |il |o |de )?|(?:,? as|are|is|play|bist|sind|ist|spielst|êtes|es|eres|sei|é|bent|är|jesteś)\s+(?:playing )?(?:as )?(?:the |der |die |den |le |la |l'|el |il |o |a |de )?)"
)
_PART_OF = re.compile(
    r"(?i)(?:viele?n? (?:der|von den) |(?:⟧|left|rest|part|share|some|any|out|split|slice|division|none|nothing|nichts|rien|nada|nulla|niets|much|viel|combien|cuánto|quanto|hoeveel|remaining|all|übrig|reste|partie|resto|parte|deel|^\W*)"
    rf"\s*{OF}\s*{THE}(?:other |whole |resulting )?)$"
)
_BY = re.compile(r"(?i)(?:(?:win|wins|won|lose|loses|lost|gewinn\w*|gewonnen|gana\w*|ganó|menez|mène|vantaggio|frente|voor|gagn\w+|outbid|lead is still yours,)\s+(?:\w+\s)?(?:by|um|por|de|di|,? by)\s*|(?:^|, )by |führ\w+ mit )$")  # fmt: skip
_WITH = re.compile(
    r"(?i)(?<!\w)(?:with|at|for|against|by bidding|mit|für|gegen|con|contro|frente a|contra|avec|contre|pour|com|met|voor|tegen)\s+(?:a bid of |your |their |the |deine |tuoi |i tuoi |jouw |\{\w+\}(?:'s|s)?\s+)?$"
)
_HAS = re.compile(
    r"(?i)(?<!\w)(?:have|has|had|own|owns|hold|holds|hast|hat|haben|habt|avez|as|ont|tienes|tiene|tienen|hai|ha|hanno|tem|têm|tens|hebt|heeft|hebben|masz|ma|har|llevas|lleva|masz)(?!\w)"
)
_SERIES = re.compile(
    r"(?i)(?<!\w)(?:then|dann|puis|luego|poi|daarna|so far|history|all|prices|offers|bids|earlier|before|once|after|last|previous|on the way|bisher|zuletzt|eerder|antes|avant|prima|already|came|come|gone|rises|from|instead|had|at)(?!\w)|→"
)
_SINCE = re.compile(r"(?i)than (?:last|before|the last|your last|their last)|als (?:zuvor|vorher|beim letzten)")
_MORE_THAN = re.compile(
    r"(?i)(?:more than|over|above|mehr als|plus d[eu']|más de|più di|mais de|meer dan)\s*(?:a |an |one )?$"
)
_LESS_THAN = re.compile(
    r"(?i)(?:less than|under|below|almost|nearly|weniger als|moins d[eu']|menos de|meno di|minder dan|fast)\s*(?:a |an |one )?$"
)
_ABOUT = re.compile(r"(?i)(?<!\w)(?:about|around|roughly|approximately|almost|nearly|some|circa|ca\.?|etwa|rund|ungefähr|environ|presque|unos|unas|aproximadamente|casi|quasi|cerca de|quase|ongeveer|bijna|około|ungefär)(?!\w)|[~≈]|約")  # fmt: skip
_GAVE = re.compile(r"(?i)(?<!\w)(?:gave|gives?|sends?|sent|offer\w*|return\w*)(?!\w)(?! \{)")
_PURPOSE = re.compile(r"(?i)(?<!\w)(?:to|zu|zum|à|para|da|per|om te|te)\s+$")
_APART = re.compile(
    r"(?i)\s*(?:points? )?(?:more|mehr|de plus|más|di più|mais|meer|less|fewer|above|below|apart|up|down|ahead|behind|higher|lower|achter|vorsprung)(?!\w)(?! (?:rounds?|runden?|lots?))"
)
_RECEIVED = re.compile(
    r"(?i)(?<!\w)(?:receiv\w+|erhielt\w*|reçoi\w*|reçu\w*|recib\w+|ricev\w+|receb\w+|ontv\w+|got)(?!\w)"
)
_ENDS = re.compile(r"(?i)(?<!\w)(?:ends?|finish\w*|termin\w+|leaves? with|am ende)(?!\w)")
_TO = re.compile(r"(?i)\s*(?:to|for|für|an|pour|à|para|a|per|voor|till?|dla)\s+")
_VERB_FIRST = re.compile(
    r"(?i)(?:^|[;:.]\s*)(?:nimmt|nimmst|lehnt|lehnst|kooperiert|kooperierst|verrät|verrätst|verratet|akzeptierst|akzeptiert|sagst|sagt|bietest|gibst|schickst)\s[^.;:]*, "
)
_WINS = re.compile(
    r"(?i)(?<!\w)(?:won|win\w*|gewonnen|gewinn\w*|gagn\w*|gan\w*|vinc\w*|vint\w*|wint|takes?|took|remport\w+|aggiudica|sold|vence\w*|beats?)(?!\w)"
)
_ASIDE = re.compile(r"(⟦\d+⟧) \((⟦\d+⟧)\)(\s+(?:went |goes )?(?:to|for) (?:the )?[\w{}]+)")
_SPLITS = re.compile(r"(?i)(?<!\w)(?:split|shared|geteilt|aufgeteilt|partage|reparto|divisione|verdeling)(?!\w)")
_START = re.compile(r"(?i)(?<!\w)(?:start\w*|began|begin\w*|keeping|anfang\w*|début|inici\w+|behalten)(?!\w)")
_THAN = re.compile(r"(?i)(?<!\w)(?:than|als|que|di|dan)(?!\w)")
_WERE = re.compile(r"(?i)⟧?\s*(?:were|wurden|sont|ont été|fueron|sono stat\w|foram|werden|zijn)\s*")
_THROUGHOUT = re.compile(
    r"(?i)(?<!\w)(?:throughout|always|every|each time|nothing|immer|jedes|toujours|chaque|siempre|sempre|altijd)(?!\w)"
)
_SAID_WHOSE = re.compile(r"(?i)(⟦\d+⟧) \((\{\w+\}|you|them|dich|dir|vous|toi|tú|ti|te|jij|jou|você)\)")
_LOSS = re.compile(
    r"(?i)(?<!\w)(?:los[est]\w*|loss|verlier\w*|verlust|perd\w*|perte|pierd\w*|verlies\w*|minus|less|down)(?!\w)"
)
_COUNTED = re.compile(
    r"(?i)\s*(?:(?:of|de|von) (?:your|their|the|vos|tus) |deiner |dei tuoi |das suas |van je )?(?:of |von |de |di |van )?(?:⟦\d+⟧ )?(?:of (?:your|their|the) )?(?:\w+ )?(?:offers|answers|questions?|lots|wins?|victories|prices|refusals|bids|times|rounds|angebote\w*|fragen|antworten|siege|preise|mal|offres|réponses|victoires|refus|questions|ofertas|preguntas|respuestas|victorias|domande|offerte|risposte|vittorie|perguntas|vitórias|vragen|antwoorden|biedingen)(?!\w)"
)
_WON = re.compile(r"(?i)(?<!\w)(?:won|wins?|victor\w+|lots?|gewonnen|siege?|gagné|ganado|vinto|ganhou)(?!\w)")


_CAME = re.compile(rf"(?i)(?<!\w)(?:(?:up|down|moved|rose|fell|came|went|,) )?from {NUMBER} to {NUMBER}")
_EVENLY = re.compile(r"(?i)(?<!\w)(?:fifty-fifty|half-and-half|moitié-moitié|halbe-halbe)(?!\w)")
_UPWARDS = re.compile(
    r"(?i)(?:from|between|von|zwischen|entre|de|da|tra|tussen|anything from)\s+\D{0,2}\d+\D{0,3} (?:to|and|bis|und|à|et|y|a|e|en|tot) "
)
_STANDS = re.compile(r"(?i)(?:stands? at|steht|score is|totals? (?:are|is)|vous en êtes à|you are at|you're at) $")
_TO_THEIRS = re.compile(r"(?i)(⟦\d+⟧) (?:to|against|versus|vs\.?|over) (\{(?:human|player)\}'s?|your|their) (⟦\d+⟧)")
_BRINGS = re.compile(
    r"(?i)\s*(?<!\w)(?:brings?|takes?|puts?|lifts?) (you|\{player\}|\{human\}|them) (?:up )?(?:to|on|at)(?= ⟦)"
)
_BEHIND_YOU = re.compile(r"(?i)(?:§\d+§|^\W*that)\s+(?:is|lies) (?:now )?behind (?:you|us)(?: both)?(?!\w)")
_AGAINST = re.compile(rf"(?i){NUMBER}(?: in all| in total| altogether),? against {NUMBER}")
_HALVES = re.compile(r"(?i)half (?:of it |of the \w+ )?(?:for|at) half (?:the|its|of the) price")
_BEATS = re.compile(r"(?i)(?<!\w)(?:beats?|tops?|topped|outbids?|schlägt|schlug|bat|batte|vence) $")
_PAID = re.compile(r"(?i)(?<!\w)(?:pays?|paid|paying|bezahlt?|zahlt|zahlst|paie|payé|paga|pagas|pagó|betaalt) $")
_FROM = re.compile(r"(?i)\s*(?:from|von|by)\s")
_THE = re.compile(r"(?i)(?<!\w)the (?:whole |entire |full )?$")
_STAYS = re.compile(r"(?i)\s*(?:pie |pot )?(?:stays?|goes|went|remain(?:s|ed)|is|was)(?!\w)")
_THE_OTHER = re.compile(r"(?i)(?<!\w)the (?:other|remaining) $")
_UP_OR_DOWN = re.compile(
    r"(?i)\s*(?:(down|out of pocket|in the red|to the bad|short)|to the good|up|in the black|better off|richer)(?!\w)"
)
_THE_THING = re.compile(r"(?i)\W*(?:the|der|die|das|le|la|el|il|o|de|het) ")


def _whose(word: str) -> str:
    """A side's mark for a possessive: “your”, “their”, “{player}'s”."""
    return word[: word.index("}") + 1] if "}" in word else "{human}" if word.lower() == "your" else "{player}"


def _opposite(word: str) -> str:
    """The mark of the side opposite."""
    return "{human}" if _whose(word) == "{player}" else "{player}"


def _worked_out(values: Sequence[float], signs: Sequence[str]) -> float:
    total = values[0]
    for sign, value in zip(signs, values[1:], strict=True):
        if sign == "+":
            total += value
        elif sign in "-−–":
            total -= value
        elif sign in "×x*·":
            total *= value
        else:
            total /= value or 1
    return total


def _round_in(text: str) -> int | None:
    found = re.search(r"§(\d+)§", text)
    return int(found[1]) if found else None


def _bare(text: str, named: Sequence[Mention]) -> str:
    """What is left of a clause without numbers and what is named in it; small words aside."""
    for each in sorted(named, key=lambda each: -each.start):
        text = text[: each.start] + " " + text[each.end :]
    text = re.sub(r"⟦\d+⟧|§\d+§|\{manager\}", " ", text)
    return _SMALL.sub(" ", text).strip(" .!?:;,*+-–—()[]|=×/“”\"'…%·>")


_SMALL = re.compile(
    r"(?i)[^\w\s]|(?<!\w)(?:to|for|from|with|against|by|of|für|von|mit|gegen|zu|an|pour|à|au|avec|contre|par|de|para|por|con|contra|a|ao|com|per|da|voor|aan|van|met|tegen|door|til|till|för|av|dla|od|do"
    r"|the|den|dem|der|die|das|le|la|les|el|il|lo|o|het|and|und|et|y|e|en|og|och|each|is|are|was|were|at|on|now|je|noch|nog|plus|x|ist|sind|est|sont|es|son|sei|é|são|zijn|står)(?!\w)"
)
