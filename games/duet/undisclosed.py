"""What a display may not say before the end: private values, and what would give one away."""

from __future__ import annotations

import re
from collections.abc import Iterator

from games.duet import vocabulary as words
from games.duet.clauses import Sentence
from games.duet.cues import Lexicon, flat

_GUESS = re.compile(r"(?i)(?:enter|choose|pick|type|name|any)\s+(?:a |an |one )?$")
_TELLS = re.compile(r"(?i)(?<!\w)(?:is|are|was|ist|sind|est|es|è|é|är|jest)(?!\w)|[:=]")
_SURPLUS = re.compile(
    r"(?i)(?<!\w)(?:could (?:still )?(?:pay|go)|better off|still gain|surplus|could have gone|make a loss|makes? (?:a )?(?:profit|loss)|macht verlust|gewinn (?:gemacht|von)"
    r"|könntest (?:noch )?|pourriez (?:\w+ )?payer|podrías pagar|potresti pagare|poderia(?:s)? pagar|zou (?:\w+ )?(?:\S+ )?(?:meer )?kunnen|won't sell|will not (?:take|sell)|not sell below|verkauft nicht"
    r"|non vende|no vende|ne vend|verkoopt niet|nie sprzeda|не продаст|vaut|vale|valgono|is ⟦\d+⟧ waard|warta|wert(?! auf)|worth|costs?|cuesta|costa|kostet|kost|coûte|custa|kostnad|себестоимость|評価額|成本|warto)(?!\w)|評価額|成本|не продаст"
)
_IN_GENERAL = re.compile(
    r"(?i)what (?:the |it |an? )?(?:\w+ )?(?:is )?(?:worth|costs?)|saying (?:no|yes) costs|what it (?:is|costs)"
)
_LETTERS = re.compile(
    r"(?i)(?:starts?|begins?) with|letters|beginnt mit|commence par|empieza|inizia|começa|it's [“\"«„']"
)


_IT_IS = re.compile(
    r"(?i)(?<!\w)(?:it's|it is|it was|the thing is|the thing was|the answer is|the answer was|thinking of|es ist|es war|c'est|c'était|era|è) (?:an?|eine?|une?|una|um|uma|een)\s+(?:\w+ )?([^\W\d]+)(?=\s*(?:[.,;!]|$))"
)
_NO_THING = frozenset(
    re.findall(
        r"\w+",
        "answer bad beginning clear clue deal draw game good guess hint hit ja loss match miss mystery nein no non object one oui pity pleasure point question round secret shame sim sometimes start success sì sí thing tie triumph try unclear victory well win yes",
    )
)
"""What “it” may be besides the thing."""
_YOU_HAVE = re.compile(
    r"(?i)(?<!\w)(?:you|you've|you have|du hast|hast du|ihr habt|vous avez|vous l'avez|tu as|tu l'as|has|lo has|hai|l'hai|je hebt|você|tu)\s+(?:\w+\s+){0,2}$"
)


class Undisclosed:
    """Reads sentences for what is private, as long as it is."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.facts = lexicon.facts
        self.lexicon = lexicon
        named = [word for each in self.facts.private for word in each]
        house = [words.PRIVATE[key] for key in words.PRIVATE if any(key in word.lower() for word in named)]
        self.named = words.pattern(*(flat([word]) for word in named), *house)

    def _thing(self, sentence: Sentence) -> Iterator[str]:
        """In a game of questions: what the thing is, told before the end, or another one told at the end."""
        asked = {each.name for each in self.facts.due if each.kind == "text"}
        asked |= {each.name for each in self.lexicon.ledger.moved if isinstance(each.value, str)} - set(
            self.lexicon.choices
        )
        if not asked or not self.facts.private or sentence.asks or sentence.supposes:
            return
        texts = [
            str(each.value).casefold()
            for each in self.facts.facts
            if each.seat and each.round is None and isinstance(each.value, str)
        ]
        for found in _IT_IS.finditer(sentence.raw):
            if found[1].casefold() in _NO_THING or words.NOT.search(found[0]):
                continue
            if not self.facts.over:
                yield f"“{found[0]}” may give away what is private until the end."
            elif texts and not any(text in sentence.raw.casefold() for text in texts):
                yield f"“{found[0]}”: that is not what it was."
        undone = [each.name for each in self.facts.facts if each.value is False and each.seat is None]
        for name in undone:
            said = words.pattern(flat([name]), words.DONE.get(name, "")).search(sentence.text)
            claimed = said and _YOU_HAVE.search(sentence.text[: said.start()])
            if claimed and not words.NOT.search(sentence.text):
                yield f"“{sentence.plainly(sentence.text)}”: that is not so."

    def read(self, sentence: Sentence) -> Iterator[str]:
        """A mistake if something private is told, in a number or in words."""
        text = sentence.text
        yield from self._thing(sentence)
        if self.facts.over or not self.facts.private:
            return
        told = any(index not in sentence.done for index in sentence.numbers)
        if told and _SURPLUS.search(text) and not re.search(r"(?i)saying|dice|costs you", text):
            yield f"“{sentence.plainly(text)}” would tell what is private until the end."
            return
        for found in self.named.finditer(text):
            if _GUESS.search(text[: found.start()]) or (_IN_GENERAL.search(text) and not told):
                continue
            after = _TELLS.split(text[found.end() :], maxsplit=1)
            said = len(after) > 1 and not words.KEPT_NEAR.match(after[1])
            kept = words.KEPT.search(text[: found.start()] + text[found.end() :]) or words.FORMULA.search(text)
            general = re.search(r"(?i)only \{?\w+|knows?|weiß|kennt|sait|sabe|conosce|weet", text) and not said
            spelt = re.search(r"[“”\"«»„]", text) or _LETTERS.search(text)
            if told or said or not (kept or general) or words.COMPARES.search(text) or spelt:
                yield f"“{found[0]}” is private until the end: say nothing about it."
                return
