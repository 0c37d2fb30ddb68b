"""What words in a display tie a number to: a side, a thing of the ledger, a choice. All in the words of one game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from games.core import Seat, record
from games.duet import vocabulary as words
from games.duet.readings import (
    AFTER,
    GAP,
    GROWN,
    JOINT,
    KEPT,
    MEAN,
    PAYOFF,
    SUM,
    TOTAL,
    WOULD,
    Ledger,
    is_number,
)  # fmt: skip
from games.duet.words import HUMAN, PLAYER, SIDES

BOTH = "both"
SCORE, SHARED, EACH_ROUND, FACTOR = "score", "shared", "each round", "factor"


@record
class Mention:
    """A side, or a thing, where it is named. `before` is the preposition before it, if there is one (“to” for a dative); `weak`
    says that it may belong to what follows (“your opponent”, “your offer”)."""

    start: int
    end: int
    name: str
    before: str = ""
    weak: bool = False


_PREPOSITION = re.compile(
    r"(?i)(?<!\w)(to|for|before|devant|vor|davanti a|ante|from|with|against|by|of|für|von|mit|gegen|zu|an|pour|à|au|avec|contre|par|de|para|por|con|contra|a|ao|com|per|da|voor|aan"
    r"|van|met|tegen|door|til|till|för|från|av|dla|od|do|przez)\s+(?:the |den |dem |der |die |das |le |la |les |l'|el |il |lo |o |de |het |your )?$"
)
_IL = re.compile(r"(?i)(?<!\w)il(?= (?:gagne|garde|obtient|reçoit|a |accept|refus|propos|offr|envoi|rend))")
_OBJECT = re.compile(r"(?i)dir|dich|ihnen|ihm|te|t'|ti|ci|cię|dig|them|him|lui")
_GIVEN_TO = re.compile(
    r"(?i)(?<!\w)(?:offer(?:s|ed|ing)?|sen[dt]s?|gives?|gave|giving|return(?:s|ed)?|propos(?:es|ed)|pa(?:ys|id)|leav(?:es|ing)|left|betray(?:s|ed)?|brought|brings|costs?)\s+$"
)
AGENT = frozenset(["by", "from", "von", "par", "por", "da", "door", "av", "från", "od", "przez", "de", "van", "of"])
_AGAINST = frozenset(
    ["with", "against", "mit", "gegen", "avec", "contre", "con", "contra", "contro", "met", "tegen", "com", "med"]
)
RECEIVES = re.compile(
    r"(?i)(?<!\w)(?:receiv\w*|got|gets?|(?:was|were|are|is|been|being) (?:\w+ )?(?:offered|sent|given)|erh[aä]lt\w*|bekomm\w*|bekam\w*|reç\w+|recev\w+|recib\w+|ricev\w+|receb\w+|ontv\w+|krijg\w*"
    r"|kreeg|facing|faces|take|takes|took|bought|pays?|paid|buy|buys|zahl\w*|pag\w+|pay\w+|accept\w*|reject\w*|refus\w*|declin\w*|annehm\w*|nimm\w*|angenommen|abgelehnt|lehn\w*|akzeptier\w*|accett\w*|acept\w*|aceit\w*|rechaz\w*|rifiut\w*|weiger\w*|zurückbekommen)(?!\w)"
)


class Lexicon:
    """The words of one game, in the languages that are spoken."""

    def __init__(self, ledger: Ledger, spoken: frozenset[str]) -> None:
        self.ledger, self.facts, self.spoken = ledger, ledger.facts, spoken
        self.sides = self._sides()
        self.titles = [(name, each) for name, each in self.sides[3:5] if isinstance(each, words.Words)]
        self.things, self.kinds = self._things()
        self.choices = {
            move: {
                choice: words.pattern(flat([choice, *more]), words.CHOICES.get(words.ALIKE.get(choice, choice), ""))
                for choice, more in sorted(of.items(), key=lambda each: -len(each[0]))
            }
            for move, of in self._choices().items()
        }

    # ── the words ──

    def _sides(self) -> list[tuple[str, words.Words | re.Pattern[str]]]:
        titles = {seat: [title.casefold()] for seat, title in self.facts.titles.items()}
        for named in titles.values():
            for word in list(named):
                named += words.TITLES.get(word, "").split()
        human = [more for tongue, more in words.HUMAN_ONLY_IN.items() if tongue in self.spoken]
        player = [more for tongue, more in words.PLAYER_ONLY_IN.items() if tongue in self.spoken]
        marks = {seat: re.compile(rf"\{{{seat}\}}(?:'s|s|さん)?") for seat in SIDES}
        return [
            (BOTH, words.pattern(words.BOTH_WORDS)),
            *((str(seat), marks[seat]) for seat in SIDES),
            *((str(seat), words.pattern(flat(named), flat(each + "'s" for each in named if not each.endswith("*")))) for seat, named in titles.items()),
            *([(str(HUMAN), words.FORMAL)] if "de" in self.spoken else []),
            *([(str(PLAYER), _IL)] if "fr" in self.spoken else []),
            (str(PLAYER), words.pattern(words.PLAYER_WORDS, *player)),
            (str(HUMAN), words.pattern(words.HUMAN_WORDS, *human)),
        ]  # fmt: skip

    def _things(self) -> tuple[list[tuple[str, words.Words]], dict[str, frozenset[str]]]:
        """Patterns for things, the declared names first; and which kinds of readings each may mean."""
        declared: dict[str, list[str]] = {}
        for each in self.facts.facts:
            amount = is_number(each.value) or (each.name in self.ledger.amounts)
            if amount and each.name not in {"round", "rounds", PAYOFF, TOTAL}:
                declared.setdefault(each.name, []).append(flat([each.name, each.name.replace("_", " "), *each.words]))
        for due in self.facts.due:
            if due.kind == "number":
                declared.setdefault(due.name, []).append(flat([due.name, due.name.replace("_", " ")]))
        found = [(name, words.pattern(*more)) for name, more in declared.items()]
        for name, more in declared.items():
            keys = [key for key in words.QUANTITIES if key == name or any(key in each.lower().split() for each in more)]
            if name in self.ledger.amounts and {"offer", "price", "bid", "demand"} & set(keys):
                keys = [*keys, "offer", "price", "bid", "demand"]
            if keys:
                found.append((name, words.pattern(*(words.QUANTITIES[key] for key in dict.fromkeys(keys)))))
        fields = frozenset(each.name for each in self.ledger.constants)
        factors = frozenset(each for each in fields if re.search(r"(?i)factor|multipl|rate", each)) or fields
        moves = frozenset(self.ledger.amounts)
        kinds = {name: frozenset({name}) for name in declared}
        kinds |= {
            GAP: frozenset({GAP}), JOINT: frozenset({JOINT, SUM}), MEAN: frozenset({MEAN}), GROWN: frozenset({GROWN}) | fields,
            TOTAL: frozenset({TOTAL, AFTER}), KEPT: frozenset({KEPT, WOULD, PAYOFF, TOTAL} | (set() if self.ledger.settled else {GROWN})),
            SCORE: frozenset({PAYOFF, TOTAL, AFTER}), PAYOFF: frozenset({PAYOFF, WOULD}), SHARED: fields | {GROWN},
            EACH_ROUND: fields - factors or fields, FACTOR: factors, SUM: frozenset({SUM}) | moves,
        }  # fmt: skip
        house = [
            (MEAN, words.MEAN), (GAP, words.DIFFERENCE), (JOINT, words.JOINT), (SHARED, words.SHARED), (FACTOR, words.FACTOR),
            (GROWN, words.BECOMES), (EACH_ROUND, words.EACH_ROUND), (TOTAL, words.TOTAL), (KEPT, words.KEEP), (SCORE, words.SCORE), (PAYOFF, words.GAIN),
        ]  # fmt: skip
        usable = {SHARED, EACH_ROUND, FACTOR, GROWN}
        return [*found, *((name, words.pattern(more)) for name, more in house if fields or name not in usable)], kinds

    def _choices(self) -> dict[str, dict[str, tuple[str, ...]]]:
        found = {move: dict(of) for move, of in self.facts.choices.items()}
        for due in self.facts.due:
            if due.kind == "choice":
                found.setdefault(due.name, {}).update({each: () for each in due.choices if each not in found[due.name]})
        return found

    # ── where they stand ──

    def mentioned(self, text: str, patterns: Iterable[tuple[str, words.Words | re.Pattern[str]]]) -> list[Mention]:
        """Where any of the patterns stand, none of them within another; the first pattern that fits counts."""
        found: list[Mention] = []
        for name, pattern in patterns:
            for match in pattern.finditer(text):
                if not match[0] or any(match.start() < it.end and it.start < match.end() for it in found):
                    continue
                before = _PREPOSITION.search(text[: match.start()])
                dative = "to" if _OBJECT.fullmatch(match[0]) or _GIVEN_TO.search(text[: match.start()]) else ""
                weak = bool(_YOURS.fullmatch(match[0])) or match[0] in {"Ihr", "Ihre", "Ihrem", "Ihren", "Ihrer"}
                found.append(Mention(match.start(), match.end(), name, before[1].lower() if before else dative, weak))
        return sorted(found, key=lambda each: each.start)

    def seats(self, text: str) -> list[Mention]:
        """Where sides stand; “your opponent” is one."""
        found = self.mentioned(text, self.sides)
        kept: list[Mention] = []
        for one, two in pairwise([*found, None]):
            if kept and one and kept[-1].name == PLAYER and kept[-1].end == one.end:
                continue
            if one and two and one.name == HUMAN and one.weak and two.name == PLAYER:
                gap = text[one.end : two.start]
                if re.fullmatch(r"\s*(?:\w+\s+)?", gap) and not _THING.search(gap):
                    kept.append(Mention(one.start, two.end, two.name, two.before or one.before))
                    continue
            if one:
                kept.append(one)
        return kept

    def things_in(self, text: str) -> list[Mention]:
        """Where things stand, but for what is a part of a side's title."""
        taken = [(each.start, each.end) for each in self.mentioned(text, self.titles)]
        return [
            each
            for each in self.mentioned(text, self.things)
            if not any(each.start < to and at < each.end for at, to in taken)
        ]

    def owns(self, word: str) -> bool:
        """Whether a mention says that what follows is a side's: “your”, “{player}'s”."""
        return bool(_OWN.fullmatch(word)) or word.endswith("'s")

    def is_side(self, text: str) -> bool:
        """Whether a side is named."""
        return bool(self.seats(text))

    def is_thing(self, text: str) -> bool:
        """Whether a move or field is named by a word of its own."""
        return any(
            each.name in self.ledger.amounts or each.name in {PAYOFF, TOTAL, SHARED} for each in self.things_in(text)
        )

    def choices_in(self, text: str) -> list[Mention]:
        """Where choices stand, whatever the move; `before` is the move's name."""
        return [
            Mention(each.start, each.end, each.name, move)
            for move, of in self.choices.items()
            for each in self.mentioned(text, list(of.items()))
        ]

    # ── whose ──

    def owner(self, text: str, start: int, end: int, whats: frozenset[str] | None, seats: Sequence[Mention], things: Sequence[Mention]) -> str:  # fmt: skip
        """Whose the number at `start` is, by what stands around it: a seat, “both”, or nothing."""
        before = [each for each in seats if each.end <= start]
        after = [each for each in seats if each.start >= end]
        bare = [each for each in before if not each.before]
        if whats and whats & self.ledger.moves:
            return self._actor(text, start, end, before, after, bare, things, seats)
        given = [
            each
            for each in after
            if each.before and len(text[end : each.start].split()) <= 4 and "⟦" not in text[end : each.start]
        ]
        given = [each for each in given if each.before not in _AGAINST | AGENT - {"de", "van", "von", "of"}]
        after = [each for each in after if each.before not in _AGAINST]
        close = [each for each in before if "⟦" not in text[each.end : start]]
        direct = [
            each for each in close if self.owns(text[each.start : each.end]) and not text[each.end : start].strip()
        ]
        if direct:
            return direct[-1].name
        given += [
            each
            for each in after
            if re.search(r"(?i)(?:went|goes|go|ging|gingen|va|vont|fue|andato) $", text[: each.start - 3])
            and each.before
        ]
        stay = [
            each
            for each in seats
            if each.start >= end and each.before in {"with", "bei", "chez", "con", "bij"} and whats and KEPT in whats
        ]
        if stay and not close:
            return stay[0].name
        if given and (not close or re.fullmatch(r"\W*(?:each )?(?:to|for|für|an|pour|à|para|a|per|voor|till?|dla)\W+(?:the |la |le |den |die )?", text[end : given[0].start], re.IGNORECASE)):  # fmt: skip
            return given[0].name
        named = [each for each in close if not each.before]
        if named:
            return (
                named[-1].name
                if named[-1].name == BOTH
                or not re.search(r"(?i)between|zwischen|entre|than|als ", text[: named[-1].start])
                else named[0].name
            )
        if close:
            return close[-1].name
        if (
            after
            and "⟦" not in text[end : after[0].start]
            and not re.search(r"(?i)of |more than|than", text[end : after[0].start])
        ):
            return after[0].name
        return bare[-1].name if bare else before[-1].name if before else ""

    def _actor(self, text: str, start: int, end: int, before: Sequence[Mention], after: Sequence[Mention], bare: Sequence[Mention], things: Sequence[Mention], seats: Sequence[Mention]) -> str:  # fmt: skip
        """Who made the move that the number is."""
        for each in seats:
            owned = [it for it in things if 0 <= it.start - each.end <= 12 and it.name in self.ledger.moves]
            possessive = (
                _OWN.fullmatch(text[each.start : each.end])
                or (each.weak and not each.before and owned and not text[each.end : owned[0].start].strip())
                or (text[each.start : each.end].endswith(("'s", "s")) and "{" in text[each.start : each.end])
            )
            if possessive and owned and "⟦" not in text[each.end : owned[0].start] and each.end <= start:
                return each.name
        direct = [
            each for each in before if self.owns(text[each.start : each.end]) and not text[each.end : start].strip()
        ]
        if direct:
            return direct[-1].name
        agents = [each for each in seats if each.before in AGENT and not each.weak]
        if agents and (not bare or _PASSIVE.search(text)):
            return agents[0].name
        if bare:
            return bare[0].name
        if after and not after[0].before and "⟦" not in text[end : after[0].start]:
            return after[0].name
        if agents:
            return agents[0].name
        return ""


_YOURS = words.pattern(words.YOURS, *words.HUMAN_ONLY_IN.values())
_OWN = words.pattern(words.YOURS, "ton ta tes tus dit")
_THING = words.pattern(words.GAIN, words.TOTAL)
_PASSIVE = re.compile(
    r"(?i)\b(?:was|were|are|been|offered|wurde|werden|received?|got|get|bekommen|erhalten|reçu|recib\w+|ricev\w+|receb\w+|ontvang\w+)\b"
)


def seat_of(name: str) -> Seat | None:
    """A mention's name as a seat; None for both or nobody."""
    return Seat(name) if name in SIDES else None


def flat(found: Iterable[str]) -> str:
    """Words and phrases as a word list."""
    return " ".join(each.strip().casefold().replace(" ", "_") for each in found if each.strip())
