"""What a display says that a round pays for each way of choosing: “if you both defect, 1 each”. Checked where the payoffs depend
on nothing but the choices, and are public."""

from __future__ import annotations

import re
from collections.abc import Iterator

from games.core import Seat
from games.duet.clauses import NUMBER, Sentence, short
from games.duet.cues import BOTH, Lexicon, Mention
from games.duet.facts import Outcome
from games.duet.words import HUMAN, PLAYER, SIDES

_TOGETHER = re.compile(
    r"(?i)(?<!\w)(?:both|together|mutual\w*|each other|beide|beiden|gemeinsam|gegenseitig\w*|tous les deux|toutes les deux|ensemble|mutuelle?|los dos|ambos|juntos|mutua|entrambi"
    r"|insieme|reciproc\w+|os dois|mútua|allebei|samen|wederzijds\w*)(?!\w)"
)
_ALONE = re.compile(
    r"(?i)(?<!\w)(?:alone|lone|only one|just one|one of you|einer|eine|allein\w*|seul|un seul|sólo uno|solo uno|uno solo|apenas um|só um|slechts één|maar één|alleen)(?!\w)"
)
_OTHER = re.compile(
    r"(?i)(?<!\w)(?:the other|other one|der andere|die andere|l'autre|el otro|la otra|l'altro|l'altra|o outro|de ander\w*|cooperator|sucker)(?!\w)"
)
_FOR = re.compile(
    r"(?i)(?<!\w)(?:for|if|when|wenn|falls|für|si|pour|cuando|por|se|per|quando|als|voor|indien)(?!\w)|\(\s*$"
)
_PAST_FORM = re.compile(r"(?i).*(?:ed|ó|aste|aron|asteis|isteis|ou|aram)$")
_AUXILIARY = re.compile(
    r"(?i)(?<!\w)(?:have|has|had|hast|hat|habt|haben|avez|a|as|ont|hai|ha|avete|hanno|has|hebt|heeft|hebben|did)\s+(?:\S+\s+){0,3}$"
)
_NEAR = re.compile(r"(?i)⟦|[,;]|\.\s|(?<!\w)(?:and|while|whereas|but|und|während|et|y|e|en|och)(?!\w)")


class Outcomes:
    """Reads sentences for what the choices of a round pay."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon, self.facts = lexicon, lexicon.facts

    def read(self, sentence: Sentence) -> Iterator[str]:
        """A mistake for each amount that no such choices pay. Amounts that are right need no more looking at."""
        if not self.facts.outcomes or not self._is_rule(sentence):
            return
        sentence.supposes = True
        for segment in re.split(r"(?<=;)|(?<=\.\s)", sentence.text):
            yield from self._segment(segment, sentence)

    def _is_rule(self, sentence: Sentence) -> bool:
        chosen = self.lexicon.choices_in(sentence.text)
        if not chosen or "§" in sentence.text:
            return False
        past = any(
            _PAST_FORM.fullmatch(sentence.text[each.start : each.end]) or _AUXILIARY.search(sentence.text[: each.start])
            for each in chosen
        )
        if sentence.supposes:
            return not (past and self.facts.over)
        general = _TOGETHER.search(sentence.text) or _ALONE.search(sentence.text)
        return bool(general) and not past and not self.facts.over

    def _segment(self, text: str, sentence: Sentence) -> Iterator[str]:
        chosen = self.lexicon.choices_in(text)
        amounts = [each for each in re.finditer(NUMBER, text) if int(each[1]) not in sentence.done]
        said: list[Mention] = []
        start, at, turn = 0, 0, 0
        for each in amounts:
            ahead = self._named_after(text, each.end(), chosen)
            fresh = [it for it in chosen if at <= it.start < each.start()]
            if fresh and turn:
                said, start, turn = [], at, 0
            said = [*said, *fresh]
            named, condition = (ahead[0], ahead[1]) if ahead else (said, text[start : each.start()])
            if ahead:
                turn = 0
            if not named:
                at = each.end()
                continue
            index = int(each[1])
            number = sentence.numbers[index]
            sides = self._whose(
                text[at : each.start()] if turn else condition, text[each.end() :], named[-1].end, start
            )
            allowed = self._allowed(named, condition, sides, turn)
            sentence.done.add(index)
            if number.kind == "number" and not any(number.is_(pay) for pay in allowed):
                yield f"“{sentence.seen(index)}” in “{short(sentence.raw)}”: those choices do not pay that."
            at, turn = each.end(), turn + 1

    def _named_after(self, text: str, end: int, chosen: list[Mention]) -> tuple[list[Mention], str] | None:
        """The choices that an amount is said to be for, where they come after it: “3 if you both cooperate”."""
        stop = text.find("⟦", end)
        rest = text[end : stop if stop >= 0 else len(text)]
        rest = re.split(r"[;|)]|,", rest)[0]
        after = [it for it in chosen if end <= it.start < end + len(rest)]
        if after and _FOR.search(text[end : after[0].start]):
            return after, rest
        return None

    def _whose(self, condition: str, after: str, last: int, start: int) -> str:
        """Whose an amount is: a seat, “both”, “other”, or nothing."""
        near = _NEAR.split(after)[0]
        given = [
            each
            for each in self.lexicon.seats(near)
            if each.before in {"for", "to", "für", "an", "pour", "para", "per", "voor"}
        ]
        if _OTHER.search(near[:18]):
            return "other"
        if given:
            return given[0].name
        tail = condition[max(0, last - start) :] if last >= start else condition
        if _OTHER.search(tail):
            return "other"
        seats = [each for each in self.lexicon.seats(tail) if each.name in {*SIDES, BOTH}]
        return seats[0].name if seats else ""

    def _allowed(self, named: list[Mention], condition: str, whose: str, turn: int) -> set[float]:
        left = list(self.facts.outcomes)
        alone = bool(_ALONE.search(condition)) and not _TOGETHER.search(condition)
        both = bool(_TOGETHER.search(condition))
        seats = self.lexicon.seats(condition)
        by_role: list[tuple[Outcome, Seat]] = []
        names = [each.name for each in named]
        for each in dict.fromkeys(names):
            if both:
                left = [it for it in left if it.human == it.player == each]
            elif alone:
                left = [it for it in left if (it.human == each) != (it.player == each)]
        if alone and not both:
            by_role = [(it, HUMAN if it.human == names[0] else PLAYER) for it in left]
            mine = {it.pays(seat) for it, seat in by_role}
            theirs = {it.pays(PLAYER if seat == HUMAN else HUMAN) for it, seat in by_role}
            return theirs if whose == "other" or (turn and whose != HUMAN) else mine
        if not both and len(named) == 2 and len(set(names)) == 2:
            told = [each for each in seats if each.name in SIDES and not each.before]
            if len(told) >= 2 and told[0].name != told[1].name:
                first = Seat(told[0].name)
                left = [
                    it
                    for it in left
                    if it.chose(first) == names[0] and it.chose(PLAYER if first == HUMAN else HUMAN) == names[1]
                ]
                if whose in SIDES:
                    return {it.pays(Seat(whose)) for it in left}
        elif not both and len(named) == 1:
            told = [each for each in seats if each.name in SIDES and not each.before]
            if told:
                left = [it for it in left if it.chose(Seat(told[0].name)) == names[0]]
        if whose in SIDES and both:
            return {it.pays(Seat(whose)) for it in left}
        return {it.pays(seat) for it in left for seat in SIDES}
