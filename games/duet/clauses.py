"""A display taken apart: lines, the cells of tables, sentences, and in them clauses that each say one thing.

In a sentence each number stands as ⟦index⟧, and each round that it names as §round§.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from games.duet import vocabulary as words
from games.duet.numbers import Number, numbers

NUMBER = r"⟦(\d+)⟧"


@dataclass
class Sentence:
    """What is said in one go. `raw` is as it was written; in `text` numbers and rounds are marked. `done` are the numbers that
    need no more looking at. It may ask, suppose what is not so (`supposes`), or tell what one may do (`may`)."""

    text: str
    raw: str
    numbers: dict[int, Number]
    done: set[int] = field(default_factory=set)
    asks: bool = False
    supposes: bool = False
    may: bool = False

    def seen(self, index: int) -> str:
        """A number as it was written."""
        return self.raw[self.numbers[index].start : self.numbers[index].end]

    def plainly(self, text: str) -> str:
        """A part of the marked text as it was written."""
        text = re.sub(NUMBER, lambda found: self.seen(int(found[1])), text)
        return re.sub(r"§(\d+)§", r"round \1", text).strip()


@lru_cache(maxsize=512)
def compiled(source: str) -> re.Pattern[str]:
    """A regular expression, in capitals or not."""
    return re.compile(source, re.IGNORECASE)


def short(text: str) -> str:
    """At most 80 characters of it."""
    text = text.strip()
    return text if len(text) <= 80 else text[:79] + "…"


# ── lines ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

_ROUND_HEAD = r"(?i)\W*(?:round|runde|manche|tour|ronda|turno|rodada|ronde|runda|omgång|lot|#|no\.?|nr\.?)\W*"


def lines(text: str, is_thing: Callable[[str], bool], is_side: Callable[[str], bool], result: str) -> Iterator[str]:
    """The lines of a text; a table's cells each as a line that says its row and its column. Where a table has a row or column
    for some thing, the bare names of sides head what came of it: `result` is a word for that."""
    table: list[list[str]] = []
    for line in [*text.split("\n"), ""]:
        if line.count("|") >= 2 or (table and "|" in line):
            table.append([cell.strip() for cell in line.strip().strip("|").split("|")])
            continue
        if table:
            yield from _cells(table, is_thing, is_side, result)
            table = []
        yield line


def _cells(
    table: list[list[str]], is_thing: Callable[[str], bool], is_side: Callable[[str], bool], result: str
) -> Iterator[str]:
    ruled = [all(re.fullmatch(r":?-+:?|", cell) for cell in row) and any(row) for row in table]
    rows = [row for row, rule in zip(table, ruled, strict=True) if not rule]
    if not rows:
        return
    if len(rows) == 1 or not any(ruled):
        yield from (" | ".join(row) for row in rows)
        return
    head, *body = rows
    bare = bool(head) and sum(bool(re.fullmatch(r"\d{1,2}", cell)) for cell in head) >= 2
    named = [*head[1:], *(row[0] for row in body if row)]
    things = any(is_thing(cell) and not is_side(cell) for cell in named)
    for row in body:
        label = row[0]
        if re.fullmatch(_ROUND_HEAD, head[0]) and re.search(r"\d", label):
            label = f"Round {re.sub(r'[^0-9]', '', label)}"
        for name, cell in zip(head[1:], row[1:], strict=False):
            if not cell:
                continue
            name = re.sub(r"(?i)^r(\d+)$", r"Round \1", name)
            name = f"Round {name}" if bare and re.fullmatch(r"\d{1,2}", name) else name
            sided = is_side(f"{name} {label}") and not is_thing(name) and not is_thing(label)
            kind = f"{result} " if things and sided and len(head) > 2 else ""
            yield f"{name}: {label} {kind}{cell}" if name else f"{label}: {kind}{cell}"


def parts(line: str) -> list[str]:
    """The sentences of a line."""
    found = re.split(
        r"(?<=[!?。！？])\s*|(?<=[^\d\W][.])\s+|(?<=[\d)”\"'€$%}][.])\s+(?=[^\d\sa-z])|(?<=…)\s+|\s+(?=[\U0001F300-\U0001FAFF\u2728]\s)|(?<=[€$%)}][.])\s+(?=\d)|(?<=\.\.\.)\s+|(?<=[.!?][”\"»])\s+", line
    )  # fmt: skip
    return [each for each in found if each and each.strip()]


# ── sentences ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def marked(raw: str, spoken: frozenset[str], titles: Sequence[words.Words], unit: str, over: bool) -> Sentence:
    """A sentence with its numbers marked, and without units and dates."""
    raw = _DATE.sub("", raw)
    named = [match.span() for title in titles for match in title.finditer(raw)]
    counted = [each for each in numbers(raw, spoken) if not any(each.start < to and at < each.end for at, to in named)]
    found = dict(enumerate(counted))
    text, at = "", 0
    for index, each in found.items():
        text += raw[at : each.start] + f"⟦{index}⟧"
        at = each.end
    text += raw[at:]
    units = words.pattern(words.UNITS, unit if unit.isalpha() else "").source
    for owed in re.finditer(r"(?:(?<=\s)|^)[-−][$€£¥]⟦(\d+)⟧|[$€£¥]-⟦(\d+)⟧", text):
        index = int(owed[1] or owed[2])
        found[index] = replace(found[index], values=tuple(-each for each in found[index].values))
    text = re.sub(r"(?:(?<=\s)|^)[-−](?=[$€£¥]⟦)|(?<=[$€£¥])-(?=⟦)", "", text)
    text = re.sub(r"[$€£¥]\s?(?=⟦)|(?:EUR|USD|GBP|US)\s?(?=⟦)", "", text)
    text = compiled(rf"(⟦\d+⟧)[ -]?(?:[€$£¥]|{units})").sub(r"\1", text)
    sentence = Sentence(text, raw, found)
    sentence.asks = "?" in raw or "？" in raw
    sentence.supposes = bool((words.WOULD if over else words.IF).search(text))
    sentence.supposes |= over and bool(_HAD.search(text))
    sentence.supposes |= not over and bool(re.search(r"(?i)(?<!\w)(?:you|they|he|she)'d(?!\w)", text))
    sentence.may = bool(words.MAY.search(text))
    for index, number in found.items():
        before, _, after = text.partition(f"⟦{index}⟧")
        item = after.startswith(")") and text.count("(") < text.count(")") and number.values[0] < 10
        pointed = number.word and _POINTED.search(before) and not compiled(units).match(after.strip())
        if item or pointed or words.COUNTED.match(after.lstrip(" -")):
            sentence.done.add(index)
    return sentence


_HAD = re.compile(r"(?i)^\W*(?:had|hätte\w*)(?!\w)|(?:you|they|he|she|\})'d (?:still )?have(?!\w)")
_POINTED = re.compile(r"(?i)(?<!\w)(?:the|these|die|diese|les|ces|los|las|i|le|os|as)(?: last| first| next)? $")
_MONTH = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
    "|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre"
    "|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio"
    "|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|januari|februari|maart|mei|augustus)"
)
_DATE = re.compile(
    rf"(?i)(?<![\d.,])(?:\d{{4}}-\d\d?-\d\d?|\d\d?\.\s?\d\d?\.\s?(?:\d{{4}}|\d\d)|\d\d?/\d\d?/\d{{4}}|[0-3]?\d(?:st|nd|rd|th|\.)?\s(?:de |of )?{_MONTH}(?!\w)(?:\s(?:de )?\d{{4}})?"
    rf"|(?<!\w){_MONTH}\s[0-3]?\d(?:st|nd|rd|th)?(?:,?\s\d{{4}})?|[012]?\d[:h][0-5]\d(?::[0-5]\d)?(?:\s?(?:am|pm|uhr|h)))(?![\d/])"
    r"|(?<=until )[012]?\d[:h][0-5]\d"
)


def without(text: str, told: str) -> str:
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


# ── clauses ───────────────────────────────────────────────────────────────────────────────────────────────────────────

_SPLIT = re.compile(
    r"\s*([;|→•·、，（）()\[\]]|\s/\s|,(?!\d)|:|\s[–—-]+\s|–|—|…|\.\s"
    r"|(?<!\w)(?:and|but|while|whereas|so(?! far)|then|which|leaving|und|aber|während|also|sodass|et|mais|tandis que|donc|laissant|y|pero|mientras|así que|ma|mentre|quindi|mas|enquanto"
    r"|maar|terwijl|dus|och|og|men|ale|e|en(?= (?:\{|[a-zé]+ ⟦|⟦|nu|heeft|hebt|krijgt|houdt|eindigt))|i(?! tuoi| suoi| miei)|a(?= \{)|podczas gdy|albo|or|oder|ou)(?!\w))\s*",
    re.IGNORECASE,
)


def clauses(text: str) -> list[tuple[str, str]]:
    """The parts of a sentence that each say one thing, with what parts them from the next."""
    split = _SPLIT.split(text)
    found: list[tuple[str, str]] = []
    for part, mark in zip(split[::2], [*split[1::2], ""], strict=True):
        if part and part.strip():
            found.append((part, mark))
        elif found:
            found[-1] = found[-1][0], found[-1][1] + mark
    return found
