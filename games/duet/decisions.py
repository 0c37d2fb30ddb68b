"""What a display says was chosen: the words for choices, who chose, how often; and what is told of moves nobody has made."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.core import Seat
from games.duet import vocabulary as words
from games.duet.clauses import Sentence, short
from games.duet.cues import AGENT, BOTH, Lexicon, Mention
from games.duet.words import SIDES

_OFFERED = re.compile(
    r"(?i)(?<!\w)(?:to|zu|att|te|can|could|may|might|must|should|shall|please|or|either|whether|ob|kann|kannst|können|darfst|soll|peut|peux|pouvez|devez|puede|puedes|può|puoi|pode|kan|kun|moet|może|możesz|want to|choose|pick|type|reply|d'|di|wähle|choisissez|elige|scegli|escolha|kies|than|both to)\s+(?:\w+\s+)?$"
)
_PASSIVE = re.compile(
    r"(?i)(?<!\w)(?:was|were|has been|have been|is|wurde|wird|ist|est|a été|fue|ha sido|è|è stata|è stato|foi|werd|is|är|blev|została?)\s+(?:\w+\s+)?$"
)
_PLURAL = re.compile(
    r"(?i)(?<!\w)(?:were|wurden|werden|have been|are|sont|ont été|fueron|han sido|sono state?i?|foram|zijn|werden)\s+(?:\w+\s+)?$"
)
_CHOSEN = re.compile(
    r"(?i)(?<!\w)(?:chosen|chose|decided|decides|opted|opts|entschieden|beschlossen|choisi|décidé|elegido|decidido|decidió|eligió|scelto|deciso|escolheu|decidiu|gekozen|besloten)(?!\w)"
)
_THIS = re.compile(
    r"(?i)this round|diese runde|dieser runde|cette manche|ce tour|esta ronda|questo turno|esta rodada|deze ronde"
)
_WILL = re.compile(r"(?i)(?<!\w)(?:will|going to|wird|zal|gaat|va)(?!\w)")
_HAVING = re.compile(r"(?i)\s*(?:hast|hat|habt|haben|hebt|heeft|hebben)\s*")
_ANY_SUCH = re.compile(r"(?i)(?<!\w)(?:an?|any|no|every|each)\s+\w+ed\s+(?:offer|price|bid)(?!\w)")
_YES_OR_NO = re.compile(r"(?i)(?<!\w)(?:yes|ja|oui|sí|sì|sim) (?:or|oder|ou|o|of) (?:no|nein|non|não|nee)(?!\w)")
_BARE = re.compile(r"(?i)\W*(?:(?:offer|angebot|offre|oferta|offerta|bod|bud|deal|price|answer|decision)\W+)?")
_DONE = ("ed", "t", "é", "ée", "o", "a", "en", "d", "ta", "ty", "ado", "ada")
_TIMES = {
    "once": 1, "twice": 2, "thrice": 3, "einmal": 1, "zweimal": 2, "dreimal": 3, "viermal": 4, "tweemaal": 2,
}  # fmt: skip
_BOTH_OF = re.compile(
    r"(?i)\s+(?:both|all|every|vos deux|tes deux|beide|ambas|tutte|todas)(?!\w)(?: of)?(?: your| their| deine\w*| tus| le| as suas)?(?: \w*)?"
)
_NO_DEAL = re.compile(
    r"(?i)(?<!\w)(?:no deal|no agreement|pas d'accord|keine einigung|kein geschäft|sin acuerdo|nessun accordo|sem acordo|geen akkoord|geen deal|empty-handed|empty hands|with nothing|mains vides|leer aus|manos vacías|mani vuote|mãos vazias|lege handen)(?!\w)"
)
_FORESEEN = re.compile(
    r"(?i)(?:has|have|hat|a|ha|heeft)\s+(?:already|secretly|just|privately|schon|bereits|déjà|ya|già|já|al|insgeheim)\s+\w+|decision\s*:|secretly (?:chosen|decided)|(?:hat sich|heeft) (?:schon|bereits|al) "
    r"|entschieden:|ya ha (?:decidido|elegido|aceptado|rechazado)|tells? me|will be (?:accepted|rejected)|verrät mir"
)


class Decisions:
    """Reads what sentences say of choices. What cannot be a table of what would be is judged at the end of a display."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon, self.ledger, self.facts = lexicon, lexicon.ledger, lexicon.facts
        self._rules: dict[tuple[str, str], set[str]] = {}
        self._claims: list[tuple[str, str, str, int | None, str]] = []

    # ── what nobody has made ──

    def foretold(self, sentence: Sentence) -> Iterator[str]:
        """A move of this round that has not been made, told as if it were known."""
        deal = any(str(each.value) == "accept" and each.round == self.facts.round for each in self.ledger.moved)
        if self.facts.over and deal and _NO_DEAL.search(sentence.text) and not words.IF.search(sentence.text):
            yield f"“{short(sentence.raw)}”: there was a deal."
        if self.facts.over or sentence.asks or "§" in sentence.text or not (found := _FORESEEN.search(sentence.text)):
            return
        if re.search(r"(?i)you|du |vous|tú|não|not|nicht", found[0]) or words.NOT.search(found[0]):
            return
        chosen = self.lexicon.choices_in(sentence.text)
        amounts = [each for each in sentence.numbers if each not in sentence.done]
        if not chosen and not amounts:
            return
        seats = [each.name for each in self.lexicon.seats(sentence.text) if each.name in SIDES]
        made = {each.seat for each in self.ledger.moved if each.round == self.facts.round}
        if seats and Seat(seats[0]) not in made:
            yield f"“{short(sentence.raw)}” tells a move that has not been made."

    # ── what was chosen ──

    def read(self, text: str, sentence: Sentence, seats: Sequence[Mention], seat: str, label: bool, round: int | None) -> Iterator[str]:  # fmt: skip
        """A clause: `seat` and `round` are carried over from the words before; `label` says that they head this clause."""
        if sentence.asks or sentence.supposes:
            return
        for move, of in self.lexicon.choices.items():
            found = self.lexicon.mentioned(text, list(of.items()))
            if _YES_OR_NO.search(sentence.text) and {each.name for each in found} & {"accept", "yes"}:
                continue
            if listed(sentence.text, self.lexicon.mentioned(sentence.text, list(of.items()))):
                continue
            for each in found:
                yield from self._often(move, each, text, seats, seat, sentence)
                self._claim(move, each, text, sentence, seats, seat, label, round)

    def _often(self, move: str, said: Mention, text: str, seats: Sequence[Mention], seat: str, sentence: Sentence) -> Iterator[str]:  # fmt: skip
        """“cooperated twice”."""
        if _BOTH_OF.match(text[said.end :]):
            who = [each.name for each in seats if not each.before] or [seat]
            if self.count(move, said.name, who[0] if who[0] in SIDES else "") < 2:
                yield f"“{short(sentence.raw)}”: that is not how often it was so."
            return
        near = text[said.end :].split()[:1] + text[: said.start].split()[-1:]
        if re.match(r"\s*once (?:more|again)(?!\w)", text[said.end :]):
            return
        often = [_TIMES[word.casefold().strip(".,!")] for word in near if word.casefold().strip(".,!") in _TIMES]
        if not often:
            return
        who = [each.name for each in seats if not each.before] or [seat]
        for side in SIDES if who[-1] == BOTH else (who[-1],):
            if self.count(move, said.name, side) != often[0]:
                yield f"“{short(sentence.raw)}”: that is not how often it was so."

    def count(self, move: str, choice: str, seat: str) -> int:
        """How often a side (empty: either) chose that."""
        made = [each for each in self.ledger.moved if each.name == move and (not seat or each.seat == seat)]
        return sum(str(each.value) == choice for each in made)

    def _claim(self, move: str, said: Mention, text: str, sentence: Sentence, seats: Sequence[Mention], carried: str, label: bool, carried_round: int | None) -> None:  # fmt: skip
        word, before = text[said.start : said.end], text[: said.start]
        if (
            words.CHOICE_NOUNS.fullmatch(word)
            or words.NOT_YET.search(before)
            or self._is_told(
                said, word, text, label and carried in {each.seat for each in self.ledger.moved if each.name == move}
            )
        ):
            return
        mine = [each for each in seats if (each.end <= said.start or each.start == said.start) and not each.before]
        mine = mine or [
            each
            for each in seats
            if each.start >= said.end and not text[said.end : each.start].strip() and not each.before
        ]
        between = self.lexicon.mentioned
        mine = [each for each in mine if not (each.weak and between(text[each.end : said.start], self.lexicon.things))]
        if len(mine) > 1 and _HAVING.fullmatch(text[mine[-2].end : mine[-1].start]):
            mine.pop()  # “du hast {player} verraten”
        if (words.pattern(words.KEEP, words.GAIN).fullmatch(word) or words.LEFT.fullmatch(word)) and not _leaves(
            said, text, mine
        ):
            return
        agents = [each for each in seats if each.before in AGENT and not each.weak]
        mine = mine or agents
        passive = _PASSIVE.search(before)
        seat = mine[-1].name if mine else "" if passive else carried
        told = said.name in {"yes", "no"} and words.SAYING.search(text)
        if (
            not seat
            and not passive
            and not told
            and not (_BARE.fullmatch(before) and word.lower().endswith(_DONE))
            and not label
        ):
            return
        if passive:
            seat = agents[0].name if agents else ""
        if not mine and not text.replace(word, "").strip(" .!") and not label:
            seat = ""
        around = text[: said.start] + " " + text[said.end :]
        negated = said.name not in {"yes", "no"} and bool(words.NOT.search(around))
        this = bool(_THIS.search(sentence.raw) and not re.search(r"(?i)so far|until now", sentence.raw)) or bool(
            _WILL.search(before)
        )
        round = self.facts.round if this else carried_round
        bare = word.lower() in {said.name, said.name + "s"}
        if round is None and (seat == BOTH or bare):
            self._rules.setdefault((move, seat), set()).add(said.name)
        self._claims.append((move, seat, f"not {said.name}" if negated else said.name, round, short(sentence.raw)))

    def _is_told(self, said: Mention, word: str, text: str, label: bool) -> bool:
        """Whether the word says something else than what somebody chose: what one may choose, or how often."""
        before = text[: said.start]
        if re.match(r"(?i)\s+(?:offers|prices|bids|angebote|offres|ofertas|offerte|prijzen)(?!\w)", text[said.end :]):
            return True
        if _ANY_SUCH.search(text):
            return True
        if _PLURAL.search(before) and not self.lexicon.seats(before):
            return True
        if not _CHOSEN.search(before) and _OFFERED.search(before):
            return True
        near = text[said.end :].split()[:1] + text[: said.start].split()[-2:]
        if any(each.casefold().strip(".,!") in _TIMES for each in near) or re.search(r"⟦\d+⟧\s*(?:\w+\s+){0,3}$|times\s+$", before) or re.match(r"\s*(?:⟦\d+⟧ (?:times|mal)|in ⟦)", text[said.end :]):  # fmt: skip
            return True
        if said.name in {"yes", "no"}:
            alone = label and not text.replace(word, "").strip(" .!*_")
            return not alone and not words.SAYING.search(text) and not re.search(r"[:→“\"]\s*$", before)
        return bool(
            re.fullmatch(r"(?i)reject\w*|refus\w*|abgelehnt\w*|rechaz\w*|rifiut\w*", word)
            and re.match(r"\s*⟦\d+⟧", text[said.end :])
            and False
        )

    def judged(self) -> Iterator[str]:
        """Claims that are not so; but not the table of what would be, in which both do everything there is to do."""
        for move, seat, choice, round, where in self._claims:
            due = self.ledger.due(move)
            if round is None and len(self._rules.get((move, seat), ())) > 1 and due:
                continue
            name = choice.removeprefix("not ")
            alike = seat == BOTH and len({each.seat for each in self.facts.facts if each.name == move}) == 1
            sides = ("",) if alike else SIDES if seat == BOTH else (seat,)
            if all(self._chose(move, name, side, round, name != choice) for side in sides):
                continue
            who = f"{{{seat}}}" if seat in SIDES else "anybody"
            so = f"the {move} has not been made yet" if due else f"that is not what {who} chose"
            yield f"“{choice}” in “{where}” contradicts the ledger: {so}."

    def _chose(self, move: str, choice: str, seat: str, round: int | None, negated: bool) -> bool:
        made = [each for each in self.ledger.moved if each.name == move and (not seat or each.seat == seat)]
        if round is not None:
            made = [each for each in made if each.round == round]
        if not made:
            return negated
        last = max(each.round or 0 for each in made)
        if round is None and not seat:
            last = max(last, self.facts.round - 1)
        same = any(str(each.value) == choice for each in made if each.round == last)
        return same != negated


def _leaves(said: Mention, text: str, mine: Sequence[Mention]) -> bool:
    """Whether a word that may mean keeping or getting something is a choice here: “they left”."""
    has = r"(?i)\s*(?:has|have|hat|hast|a|ha|est|is|ist)?\s*|:\s*"
    direct = any(re.fullmatch(has, text[each.end : said.start]) for each in mine)
    return direct and not re.match(
        r"(?i)\s*(?:⟦|you|them|with|the (?:other|rest)|\{|for|an|on)(?!\w)", text[said.end :]
    )


def listed(text: str, found: Sequence[Mention]) -> bool:
    """Whether choices are listed as what is possible: “accept or reject”, “1) accept 2) reject”."""
    for one, two in pairwise(found):
        gap = text[one.end : two.start]
        if one.name != two.name and len(gap) <= 40 and (words.OR.search(gap) or not re.search(r"[^\W\d_]", gap)):
            return True
    return False
