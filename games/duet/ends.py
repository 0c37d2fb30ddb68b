"""What a display says of rounds: which one this is, how many there are, whether it is the last, whether the game is over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from games.duet import vocabulary as words
from games.duet.clauses import NUMBER, Sentence, compiled
from games.duet.facts import Facts
from games.duet.readings import Ledger

OF = r"(?:of|out of|from|/|von|aus|de|du|sur|des|di|su|da|em|van|uit|av|af|ze|z|の)"
THE = r"(?:the |your |their |his |her |its |deine[nr]? |ihren? |vos |votre |tus |tuoi |seus |je |jouw |uw |a |total of |a possible |a total of |um total de |un total de |den |der |die |les |las |los |i |os |as |de )?"
_OF_ROUNDS = r"(?:of|out of|/|von|sur|de|des|di|van|av|af|z|ze|の|,? ?of)"
_MORE = r"(?:more |further |weitere[nr]? |autres |otras |altri |outras |andere |meer )"
_AHEAD = re.compile(
    r"(?i)(?<!\w)(?:if|wenn|si|se|als|next|then|will|after|nächste|dann|suivant|prochain|siguiente|próxim|prossim|volgende|naast|until|up to|bis|jusqu|hasta|in|or|oder)"
)
_UNTIL = re.compile(
    r"(?i)(?<!\w)(?:by|until|till|up to|before|after|bis|jusqu|avant|hasta|antes|entro|fino|prima|até|tot|voor)(?!\w)"
)
_AFTER_THIS = re.compile(
    r"(?i)after (?:this|that|the current)|more |nach dieser|après cell|después de est|dopo quest|depois dest|na deze"
)
_MORE_FOLLOW = re.compile(
    rf"(?i){NUMBER}\s+(?:more|further|weitere|autres|más|altri|mais|meer)?\s*(?:\w+\s+)?(?:follow|after|left|to (?:go|come|spare)|remain|übrig|volgen)"
    rf"|(?:follow\w*|folgen|volgen|kommen|remain|quedan|restano|faltam|restent|reste)\s+(?:noch |er nog |nog |still )?{NUMBER}|there are\s+(?:still )?{NUMBER}\s+more"
)
_THIS_ROUND = re.compile(
    r"(?i)after (?:this|that)|nach dies|après cel|después de est|dopo quest|depois dest|na deze|this round"
)
_GOES_ON = re.compile(
    r"(?i)(?:the )?game (?:goes on|continues)|make your (?:next )?move|(?:it's|it is) your (?:turn|move)|your turn again|what (?:do|will) you (?:do|offer|bid|send|choose)\b"
    r"|spiel geht weiter|du bist (?:wieder )?(?:dran|am zug)|was tust du|auf in die nächste|(?:partie|jeu) continue|à vous de jouer|à toi de jouer|(?:juego|partida) continúa|te toca"
    r"|(?:partita|gioco) continua|tocca a te|jogo continua|é a sua vez|sua vez|spel gaat verder|jij bent aan|aan zet|on to the next|next round"
)
_LAST = re.compile(
    r"(?i)after this (?:round|one|lot)?,? ?(?:the )?game (?:is over|ends)|this (?:round )?is the (?:very )?last\b|only (?:this|one) (?:round|lot|question) (?:left|remains)|(?<!\w)penultimate"
    r"|^\W*(?:the )?(?:last|final) (?:round|lot)\W*$|^\W*letzte runde\W*$|^\W*(?:dernière|última|ultima|laatste) (?:manche|ronda|rodada|ronde)\W*$|^\W*ultimo (?:turno|round)\W*$"
    r"|letzte runde!|nach dieser runde ist (?:das spiel )?(?:schluss|vorbei|ende)|(?:dies|das) ist die letzte|no (?:more )?rounds? (?:are )?(?:left|remains?) after"
)
_ONE_MORE = re.compile(
    r"(?i)one more (?:round|lot|to go|question)|nach dieser runde (?:kommt|folgt|gibt es) (?:noch )?(?:eine|genau eine)|encore une (?:manche|partie)|una (?:ronda )?más después|mais uma rodada"
    r"|ancora un (?:turno|round)|na deze ronde (?:komt|volgt) er nog een|noch eine weitere|nog een ronde|one round left after|one more (?:round )?(?:comes|follows|after)"
)
_TO_COME = re.compile(r"(?i)(?<!\w)(?:left|will|go on|ends?|remain\w*|to come|to go|noch|wird)(?!\w)")
_NOW_IN = re.compile(
    r"(?i)(?:(?:this|it) is(?: now)?|it's|we are (?:now )?in|answer now, in|(?:dies|das|es) ist|wir sind (?:jetzt )?in|siamo al|estamos en|nous sommes)"
    r" (?:the |der |la |il )?(?:round|runde|manche|turno|ronda)|^\W*(?:round|runde|manche|ronda|turno|ronde|rodada) \d+ (?:of|von|sur|de|di|van) \d+(?:\W|$)"
)
_AGREED = re.compile(
    r"(?i)(?<!\w)(?:you found|found it|found with|agreed|agreement|deal|gefunden|einigung|einig|geeinigt|acuerdo|trato|accord|marché conclu|encontraste|trouvé|sold|accordo|akkoord)(?!\w)"
)
_REPLIES = re.compile(r"(?i)(?:with|mit|by|par|con|com|met) (?:a )?(?:yes|no|ja|nein|oui|non|sí|sì|sim|não|nee)(?!\w)")
_RESTS = re.compile(
    r"(?i)(?<!\w)(?:no|not|kein\w*|nicht|non|ne|pas|geen|niet|nessun\w*|não|ningun\w*|aucune?|without|ohne)(?!\w)"
)


class Ends:
    """Reads what sentences say of rounds and of the end. `named` is a pattern for the word “round” in this game."""

    def __init__(self, ledger: Ledger, named: str) -> None:
        self.ledger, self.facts, self.word = ledger, ledger.facts, named

    def read(self, sentence: Sentence) -> Iterator[str]:
        """Mistakes; rounds that are named become §round§ in the sentence, where they are others than the one that is on."""
        yield from self._ends(sentence)
        yield from self._named(sentence)
        yield from self._counted(sentence)
        agreed = (
            _AGREED.search(sentence.raw) and not _RESTS.search(sentence.raw) and not words.NO_MORE.search(sentence.raw)
        )
        for found in re.finditer(r"§(\d+)§", sentence.text) if agreed and self.facts.over else ():
            if int(found[1]) != self.facts.round and len(re.findall("§", sentence.text)) == 2:
                yield f"It ended in round {self.facts.round}, not in round {found[1]}."
        ends_now = facts_end(self.facts) and re.match(r"\W*[^\W\d]+ [^\W\d]+:", sentence.text)
        if words.PAST.search(sentence.text) and not ends_now and "§" not in sentence.text and self.ledger.last:
            at, end = words.PAST.search(sentence.text).span()  # type: ignore[union-attr]
            sentence.text = f"{sentence.text[:at]} §{self.ledger.last}§ {sentence.text[end:]}"

    # ── which round ──

    def _named(self, sentence: Sentence) -> Iterator[str]:
        word = self.word
        of = rf"(?:[\s(]*{_OF_ROUNDS}\s*(?:{THE})?(?:a total of )?{NUMBER}\)?)?"
        named = compiled(rf"(?:{word})[\s:#.№]*(?:nr\.?|no\.?|number|nummer|n[°º])?\s*{NUMBER}{of}")
        ordinal = compiled(rf"{NUMBER}\.?\s*(?:and final |und letzten? |et dernière )?(?:{word}){of}")
        among = compiled(rf"{NUMBER}\s*{OF}\s*(?:{THE})?{NUMBER}\s*(?:{word})?")
        alone = compiled(rf"(?<!\w)(?:in|of|after) the {NUMBER}()(?=\s*(?:[.,;!?)]|$))")
        for numbered in compiled(rf"(?<!\w)number {NUMBER}").finditer(sentence.text) if self.facts.rounds != 1 else ():
            sentence.done.add(int(numbered[1]))
            yield from self._is(sentence.numbers[int(numbered[1])].values[0], sentence)
        for pattern in (ordinal, alone, named, among):
            at = 0
            while found := pattern.search(sentence.text, at):
                at = found.end()
                index, of_them = int(found[1]), found[2]
                number = sentence.numbers[index]
                if index in sentence.done and number.kind != "ordinal":
                    continue
                if pattern is named and re.search(r"⟧\s*$", sentence.text[: found.start()]) and ":" in found[0]:
                    continue
                if pattern is alone and (number.kind != "ordinal" or self.facts.rounds == 1):
                    continue
                if pattern is ordinal and number.kind != "ordinal" and "⟧." not in found[0]:
                    continue
                if pattern is among:
                    whole = sentence.numbers[int(of_them)]
                    counts = self.facts.rounds and self.facts.rounds > 1 and whole.is_(self.facts.rounds)
                    here = any(number.is_(each) for each in (self.facts.round,))
                    if not (counts and here and len(re.findall("⟦", found[0])) == 2):
                        continue
                sentence.done.add(index)
                value = number.values[0]
                yield from self._is(value, sentence)
                if of_them:
                    sentence.done.add(int(of_them))
                    yield from self._are(sentence, int(of_them))
                now = bool(of_them) and value == self.facts.round
                mark = " " if now else f" §{value:g}§ "
                sentence.text = sentence.text[: found.start()] + mark + sentence.text[found.end() :]
                at = found.start() + len(mark)
        further = compiled(rf"(§\d+§)(\s*(?:and|und|et|y|e|en|&)\s*){NUMBER}(?=\s*(?:[.,;:!?)]|$))")
        for found in further.finditer(sentence.text):
            sentence.done.add(int(found[3]))
            yield from self._is(sentence.numbers[int(found[3])].values[0], sentence)
        last = compiled(
            r"(?<!\w)(?:first|opening|erste[nr]?|première|primer[ao]?|prim[ao]|primeir[ao]|eerste) (?:lot|one|round|runde)(?!\w)"
        )
        sentence.text = last.sub(" §1§ ", sentence.text)

    def _is(self, value: float, sentence: Sentence) -> Iterator[str]:
        facts = self.facts
        if (facts.rounds is not None and value > facts.rounds) or value < 1 or value % 1:
            yield f"There is no round {value:g}: this is round {facts.round}{'' if facts.rounds is None else f' of {facts.rounds}'}."
        elif value > facts.round:
            if facts.rounds is not None and _NOW_IN.search(sentence.raw) and not words.IF.search(sentence.text):
                yield f"This is round {facts.round}, not {value:g}."
                return
            until = words.IF.search(sentence.text) or _UNTIL.search(sentence.raw)
            ahead = _AHEAD.search(re.sub(r"(?i)accept, refuse,? or leave|oder gehst du|o te ne vai", "", sentence.raw))
            near = ahead and value == facts.round + 1
            if facts.over or facts.rounds is None or not (near or until):
                yield f"Round {value:g} has not begun: this is round {facts.round}."
        elif (
            value < facts.round
            and re.search(r"(?i)(?:this|it) is|(?:dies|das|es) ist|welcome to|now in|c'est la|we are in", sentence.raw)
            and not re.search(r"(?i)was|wurde|a été|in which|fact", sentence.raw)
            and re.match(r"(?i)\W*(?:this|it|es|das|dies|c'est|welcome|we)\b", sentence.raw)
        ):
            yield f"This is round {facts.round}, not {value:g}."

    def _are(self, sentence: Sentence, index: int) -> Iterator[str]:
        if self.facts.rounds is None:
            yield "Nobody knows how many rounds there will be: do not say a number of rounds."
        elif not sentence.numbers[index].is_(self.facts.rounds):
            yield f"There are {self.facts.rounds} rounds, not {sentence.seen(index)}."

    # ── how many ──

    def _counted(self, sentence: Sentence) -> Iterator[str]:
        counted = compiled(rf"{NUMBER}\s?{_MORE}?(?:{self.word}|lots?(?!\w))")
        for found in counted.finditer(sentence.text):
            if int(found[1]) not in sentence.done and not _REPLIES.search(sentence.text[found.end() :][:15]):
                yield from self._count(sentence, int(found[1]))
        for found in _MORE_FOLLOW.finditer(sentence.text):
            index = int(found[1] or found[2] or found[3])
            number = sentence.numbers[index]
            bare = number.kind == "number" and not re.search(r"[$€£]", sentence.raw)
            if index in sentence.done or not bare:
                continue
            follow = _THIS_ROUND.search(sentence.raw) or re.search(r"(?i)to (?:go|come)|folgen|volgen|follow", found[0])
            if self.facts.rounds is None:
                if follow:
                    sentence.done.add(index)
                    yield "Nobody knows how many rounds there will be: do not say a number of rounds."
                continue
            left = self.facts.rounds - self.facts.round
            allowed = {left} if _THIS_ROUND.search(sentence.raw) else {left, left + 1}
            if any(number.is_(each) for each in allowed) and self.facts.rounds > 1:
                sentence.done.add(index)
            elif follow:
                sentence.done.add(index)
                yield f"After this round there are {left} more, not {sentence.seen(index)}."

    def _count(self, sentence: Sentence, index: int) -> Iterator[str]:
        facts, number = self.facts, sentence.numbers[index]
        sentence.done.add(index)
        before, _, after = sentence.text.partition(f"⟦{index}⟧")
        near = re.split(r"[,;.(]", before.rpartition("⟧")[2])[-1] + re.split(r"[,;.(]", after.partition("⟦")[0])[0]
        played = {facts.round - 1, facts.round, self.ledger.last or 0}
        left = words.LEFT.search(near)
        asked = words.PLAYED.search(near) or re.search(
            r"(?i)asked|gestellt|posé|hecho|fatto|fez|gesteld|used|gone", near
        )
        behind = re.search(r"(?i)(?<!\w)(?:in|in all|of the|in den)\s+$", before)
        if facts.rounds is None and behind and number.is_(self.ledger.last or 0) and not _TO_COME.search(sentence.raw):
            return
        if facts.rounds is None and (run := re.match(r"⟧?\s*\w+ of mutual (\w+)", after)):
            if not any(number.is_(each) for each in self._runs(run[1])):
                yield f"“{sentence.seen(index)} rounds of mutual {run[1]}”: that is not how it was."
            return
        if facts.rounds is None:
            if (
                not (asked or re.search(r"(?i)after|nach|après|na ", before))
                or left
                or not any(number.is_(each) for each in played)
            ):
                yield "Nobody knows how many rounds there will be: do not say a number of rounds."
            return
        remain = {facts.rounds - facts.round, facts.rounds - facts.round + (not self.ledger.settled)}
        played_now = len({each.round for each in self.ledger.moved})
        if facts.over:
            remain = {0, facts.rounds - played_now}
        elif words.pattern(words.ROUNDISH).search(near):
            remain = {facts.rounds - played_now}
        elif re.search(
            r"(?i)includ|counting this|mitgezählt|einschließlich|comprise|incluid|inclus|meegerekend", sentence.raw
        ):
            remain = {facts.rounds - facts.round + 1}
        if _AFTER_THIS.search(near):
            allowed = {facts.rounds - facts.round}
        elif asked and not left:
            allowed = {
                self.ledger.last or 0,
                len({each.round for each in self.ledger.moved}),
                facts.rounds if facts.over else 0,
            }
            allowed |= {facts.round} if facts.over else set()
            allowed |= (
                {facts.rounds}
                if re.search(r"(?i)(?:after|nach|après|dopo|na|después de|depois de) $", before)
                else set()
            )
        elif left:
            allowed = remain
        else:
            allowed = played | {facts.rounds} | remain
        if (
            re.search(
                r"(?i)(?:there are|are there|will be|in all|in total|insgesamt|we play|spielen|lasts?|en tout|en total|in tutto|no total|in totaal|es gibt|consists)",
                near,
            )
            and not left
        ):
            allowed = {facts.rounds}
        if not any(number.is_(each) for each in allowed):
            yield f"“{sentence.seen(index)} rounds” is wrong: this is round {facts.round} of {facts.rounds}."

    def _runs(self, noun: str) -> set[int]:
        """How many rounds in a row both sides chose what a noun is for (“cooperation”), each time that they did."""
        same = [
            {str(each.value) for each in self.ledger.moved if each.round == number}
            for number in range(1, (self.ledger.last or 0) + 1)
        ]
        alike = [len(each) == 1 and noun[:5].lower() == min(each)[:5].lower() for each in same]
        return {len(list(run)) for so, run in groupby(alike) if so}

    # ── the end ──

    def _ends(self, sentence: Sentence) -> Iterator[str]:
        facts, text = self.facts, sentence.raw
        free = bool(
            sentence.asks
            or words.IF.search(sentence.text)
            or re.search(r"(?i)(?<!\w)(?:may|might|kann|peut|puede|può|pode|kan|until|before)(?!\w)", text)
        )
        last = facts.rounds is not None and facts.round >= facts.rounds
        if facts.over and (found := _GOES_ON.search(text)) and not _RESTS.search(text[: found.start()]):
            yield f"“{found[0]}”: the game is over."
        found = words.ANOTHER_ROUND.search(text) or _ONE_MORE.search(text)
        if found and not words.NO_MORE.search(text[: found.start()] + text[found.end() :]):
            granted = re.search(r"(?i)one more|extra|bonus|noch eine|mais uma|nog een|zusätzlich|grant", found[0])
            wrong = last or facts.over or (facts.rounds is None and granted)
            unconditional = not free or re.search(r"(?i)will be|there is|comes", text[: found.start()][-12:])
            if wrong and unconditional:
                yield f"“{found[0]}”: {'the game is over' if facts.over else 'that is not so'}."
        told_last = words.LAST_ROUND.search(text) or _LAST.search(text.strip())
        if told_last and not (facts.over or last or free):
            yield f"This is not known to be the last round: it is round {facts.round}{'' if facts.rounds is None else f' of {facts.rounds}'}."
        found = words.GAME_OVER.search(text)
        after = found and re.search(r"(?i)(?:until|bis|before|after|and)\b", text[: found.start()])
        if found and not facts.over and not free and not after and not words.NO_MORE.search(text[: found.start()]):
            yield "The game is not over."


def facts_end(facts: Facts) -> bool:
    """Whether this is the last round, and still on."""
    return not facts.over and facts.rounds is not None and facts.round >= facts.rounds
