"""Numbers in what somebody wrote: in digits of any script, in words of eight languages, as percentages and fractions."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from games.core import record

# ── letters and digits ────────────────────────────────────────────────────────────────────────────────────────────────

_LOOKALIKES = str.maketrans("аеорсухіјѕАВЕКМНОРСТХІЅοιαενρτυχΟΙΑΕΝΡΤΥΧ", "aeopcyxijsABEKMHOPCTXISoiaevptuxOIAENPTYX")
_DASHES = str.maketrans("‐‑−﹣－", "-----") | str.maketrans("’‘ʼ′", "''''")
_CJK = {each: value for value, each in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "兩": 2,
    "壱": 1,
    "弐": 2,
    "参": 3,
}
_CJK_TENS = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "拾": 10}
_CJK_NUMBER = re.compile(r"[零一二三四五六七八九〇两兩壱弐参十百千万拾]+")


def clean(text: str) -> str:
    """`text` as it reads: one form for each letter and digit, without markup, invisible characters and decoration of
    numbers. {seat} marks and line breaks stay."""
    text = (
        html.unescape(text)
        .replace("🔟", "10")
        .replace("💯", "100")
        .replace("{{", "(")
        .replace("İ", "I")
        .replace("⟦", "[")
        .replace("⟧", "]")
    )
    keys = re.findall(r"(?<!\u20e3)([0-9])\ufe0f?\u20e3(?!\s?[0-9]\ufe0f?\u20e3)", text)
    if keys and keys == [str(each) for each in range(1, len(keys) + 1)]:  # a list's keycaps
        text = re.sub(r"[0-9]\ufe0f?\u20e3", " • ", text)
    text = re.sub("[\u2160-\u2188]", lambda found: f"{unicodedata.numeric(found[0]):g}", text)
    text = unicodedata.normalize("NFKC", text.replace("½", " 1⁄2").replace("⅓", " 1⁄3").replace("¼", " 1⁄4"))
    text = "".join(map(_plain, text)).translate(_DASHES)
    text = re.sub(r"</?[a-zA-Z][^>\n]*>|<a?:\w+:\d+>|<[@#][!&]?\d+>", "", text)
    text = re.sub(r"(?<=\d) [*] (?=\d)", " × ", text)
    text = re.sub(r"[*`~]+|\|\||(?<![^\W_])_+|_+(?![^\W_])|(?<=\d)_+(?=\d)|\\(?=\W)", "", text)
    text = _CJK_NUMBER.sub(_from_cjk, text)
    text = re.sub(r"[^\W\d_]+", _one_script, text)
    text = re.sub(r"(?<!\S)(?:[^\W\d_][ .·-]){2,}[^\W\d_](?!\w)", lambda m: re.sub(r"\W", "", m[0]), text)
    text = re.sub(r"(?<=\d)[oO]|(?<![^\W\d])[lI](?=\d)|(?<=\d)[lI](?!\w)", lambda m: "0" if m[0] in "oO" else "1", text)
    text = re.sub(r"(?<=\d)[·'’\\](?=\d)", "", text)
    return re.sub(r"(?<![\d.,:/])\d(?:[ ]\d)+(?![\d.,:/)])", lambda m: m[0].replace(" ", ""), text)


def _plain(character: str) -> str:
    """A digit of any script as 0–9; nothing for what cannot be seen; anything else as it is."""
    if character < "\x80":
        return character if character >= " " or character in "\n\t" else " "
    kind = unicodedata.category(character)
    if kind in {"Cf", "Me", "Cc", "Co", "Cs"} or "\ufe00" <= character <= "\ufe0f":
        return ""
    if character.isspace():
        return "\n" if character in "\u2028\u2029" else " "
    if (value := unicodedata.digit(character, None)) is not None:
        return str(value)
    if kind in {"No", "Nl"} and (number := unicodedata.numeric(character)) == int(number):
        return str(int(number))
    return character


def _from_cjk(found: re.Match[str]) -> str:
    """六十 as 60, 六〇 as 60; a single numeral stays, since it is most often a part of a word, unless it counts something."""
    written = found[0]
    after = found.string[found.end() : found.end() + 2]
    if len(written) == 1 and not after.startswith(("点", "ド", "円", "元", "分", "ポ", "ユ", "ラ", "回", "块")):
        return written
    if not any(each in _CJK_TENS for each in written):
        return "".join(str(_CJK[each]) for each in written)
    total, part = 0, 0
    for each in written:
        if each in _CJK:
            part = _CJK[each]
        elif each == "万":
            total, part = (total + part) * 10_000, 0
        else:
            total, part = total + (part or 1) * _CJK_TENS[each], 0
    return str(total + part)


def _one_script(found: re.Match[str]) -> str:
    """A word that mixes Latin letters with others that look like them, in Latin letters."""
    word = found[0]
    if word.isascii() or not any("a" <= each.lower() <= "z" for each in word):
        return word
    return word.translate(_LOOKALIKES)


# ── languages ─────────────────────────────────────────────────────────────────────────────────────────────────────────

_COMMON = {
    "en": "the you your is are of and to they has have round offer it with this for what do get gets",
    "de": "der die das und du dein deine sie ist sind hast hat von runde nicht ein eine wie viel bekommst bekommt angebot ihr",
    "fr": "le la les vous votre et est des une un de du tu ton manche avez offre tour pour que qui il reçoit l",
    "es": "tienes vas ganando perdiendo llevas el la los tú usted su y es de una un ronda has ha oferta que para recibe tu del por cuánto",
    "it": "sei vantaggio il lo la gli hai ha tu tuo tua è di una un che per offerta turno round riceve ricevi della e quanto",
    "pt": "o a os você seu sua é de uma um rodada que para oferta recebe do da não em com e quanto",
    "nl": "de het een jij je jouw u uw en is van ronde bod krijgt dit hebt heeft niet voor wat hoeveel",
    "da": "og du din er det en runde har tilbud ikke af til på hvor får",
    "sv": "och du din är det en ett runda har bud inte av till på hur får omgång",
    "pl": "i ty twoja twój jest to runda masz ma oferta nie z do na ile w się czy",
}
_COMMON_WORDS = {tongue: frozenset(words.split()) for tongue, words in _COMMON.items()}
_COUNTED = ("en", "de", "fr", "es", "it", "pt", "nl", "da")


def tongues(text: str) -> frozenset[str]:
    """The languages that `text` may be in, by its commonest words; English if there is no telling."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    scores = {tongue: sum(word in common for word in words) for tongue, common in _COMMON_WORDS.items()}
    best = max(scores.values())
    return frozenset(each for each, score in scores.items() if score and score >= 0.75 * best) or frozenset({"en"})


# ── numbers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Number:
    """A number where it stands in a text. `values` are what it may be (1.000 is one, or a thousand), `slack` is how far off
    its rounding may be. A “share” is a part of something (40 % and a half are 0.4 and 0.5); an “ordinal” counts."""

    start: int
    end: int
    values: tuple[float, ...]
    slack: float = 1e-9
    kind: Literal["number", "share", "ordinal"] = "number"
    word: bool = False

    def is_(self, value: float, scale: float = 1.0) -> bool:
        """Whether it says `value`, with the rounding that its digits show."""
        return any(abs(each - value) <= self.slack * scale + 1e-9 * max(1.0, abs(value)) for each in self.values)


PERCENT = r"\s?(?:%|٪|percent\b|per cent\b|prozent\b|pour[ -]cent\b|por ciento\b|per cento\b|por cento\b|procent\w*)"
_PERCENT = re.compile(PERCENT, re.IGNORECASE)
_DIGITS = re.compile(
    r"(?<![\d.,])(?P<sign>(?<![\w)\]}.,%€$£])-(?=\d))?(?:"
    r"(?P<fraction>\d+\s?⁄\s?\d+)|(?P<grouped>\d{1,3}(?P<by>[., ])\d{3}(?:(?P=by)\d{3})*(?:[.,]\d+)?(?!\d))|(?P<simple>\d+(?:[.,]\d+)?|[.,]\d+))"
    r"(?P<ordinal>(?:st|nd|rd|th|er|ère|re|e|ème|eme|ª|º|°|ste|de|:a|:e)(?![^\W_]))?",
    re.IGNORECASE,
)
_PARTS = {
    0.5: "half halves hälfte halb halbe halben halber moitié demi demie mitad medio media metà mezzo mezza metade meio meia helft"
    " halve połowa połowę połowy hälften halva 半分",
    1 / 3: "third thirds drittel tiers tercio tercios terzo terzi terço terços derde tredjedel tredjedelar",
    1 / 4: "quarter quarters viertel quart quarts cuarto cuartos quarto quarti quartos kwart fjärdedel",
    1 / 5: "fifth fifths fünftel cinquième cinquièmes quinto quinti quintos vijfde femtedel",
    1 / 10: "tenth tenths zehntel dixième dixièmes décimo décimos decimo decimi tiende tiondel",
}
_PART = {word: part for part, words in _PARTS.items() for word in words.split()}
_ONE = frozenset(re.findall(r"\w+", "one a an ein eine einen einem einer un une uno una um uma een één en et ett"))
_MANY = {
    word: many
    for many, words in {
        2: "two zwei deux dos due dois duas twee två",
        3: "three drei trois tres tre três drie",
        4: "four vier quatre cuatro quattro quatro",
    }.items()
    for word in words.split()
}
_AND_A_HALF = ["one", "and", "a"]
_UNIT = re.compile(r"\s(?:dollars?|euros?|points?|punkte?|punti|puntos?|pontos?|punten|pts?)(?!\w)", re.IGNORECASE)
_ALONE = re.compile(r"\s*(?:[.!]|$|(?:in total|in all|altogether)(?!\w))")
_THIS = frozenset(
    [
        "this",
        "that",
        "last",
        "next",
        "first",
        "each",
        "every",
        "no",
        "other",
        "either",
        "new",
        "good",
        "the",
        "second",
        "third",
        "your",
        "their",
        "a",
        "an",
        "only",
        "best",
        "to",
        "by",
        "for",
        "with",
        "won",
    ]
)
_ROUND = frozenset(re.findall(r"\w+", "round runde manche tour ronda turno rodada ronde runda omgång question"))
NOTHING = frozenset(
    re.findall(r"\w+", "nothing none nil nichts rien nada niente nulla niets ingenting nic naught nought")
)
"""Words that are nought where somebody gets it, and no number elsewhere."""
_MORE = {
    word: float(value)
    for value, words in {
        0: "noll ноль",
        9: "neuf",
        12: "dozen dutzend douzaine docena dozzina dúzia dozijn",
        10: "tio dziesięć десять",
        20: "tjugo dwadzieścia двадцать vingtaine veintena ventina zwanziger",
        30: "trettio trzydzieści тридцать trentaine treintena trentina",
        40: "fyrtio czterdzieści сорок quarantaine cuarentena",
        50: "femtio pięćdziesiąt пятьдесят cinquantaine fifties",
        60: "sextio sześćdziesiąt шестьдесят soixantaine",
        70: "sjuttio siedemdziesiąt семьдесят",
        80: "åttio osiemdziesiąt восемьдесят",
        90: "nittio dziewięćdziesiąt девяносто",
        100: "hundra sto сто centaine centena centinaio",
    }.items()
    for word in words.split()
}
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def numbers(text: str, spoken: frozenset[str]) -> list[Number]:
    """The numbers in a `clean` text that is in one of the languages `spoken`, in order; none of them overlap."""
    found = [*_in_digits(text), *_in_roman(text)]
    found += [
        each for each in _in_words(text, spoken) if not any(each.start < it.end and it.start < each.end for it in found)
    ]
    return sorted((_as_share(each, text) for each in found), key=lambda each: each.start)


def _as_share(number: Number, text: str) -> Number:
    percent = _PERCENT.match(text, number.end)
    if not percent or number.kind != "number":
        return number
    values = tuple(each / 100 for each in number.values)
    return Number(number.start, percent.end(), values, number.slack / 100, "share", number.word)


_ROMAN = re.compile(
    r"(?<![\w{'-])(?=[IVXLCDM]{2,}(?!\w))M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![\w'-])"
)
_LETTERS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def _in_roman(text: str) -> Iterator[Number]:
    for found in _ROMAN.finditer(text):
        worth = [_LETTERS[each] for each in found[0]]
        value = sum(-one if one < two else one for one, two in zip(worth, [*worth[1:], 0], strict=True))
        yield Number(found.start(), found.end(), (float(value),), word=True)


def _in_digits(text: str) -> Iterator[Number]:
    for found in _DIGITS.finditer(text):
        sign = -1 if found["sign"] else 1
        if found["fraction"]:
            above, below = (int(each) for each in found["fraction"].split("⁄"))
            if below:
                yield Number(found.start(), found.end(), (sign * above / below,), 0.005, "share")
            continue
        values = {sign * value: decimals for value, decimals in _readings(found["grouped"] or found["simple"])}
        slack = 0.5 * 10 ** -max(values.values())
        kind: Literal["number", "ordinal"] = "ordinal" if found["ordinal"] else "number"
        yield Number(found.start(), found.end(), tuple(values), slack, kind)


def _readings(written: str) -> Iterator[tuple[float, int]]:
    """What digits with separators may be, each with how many decimals it shows."""
    groups = re.split(r"[., ]", written)
    marks = re.findall(r"[., ]", written)
    if not marks:
        yield float(written), 0
        return
    if all(len(each) == 3 for each in groups[1:]) and len(set(marks)) == 1 and groups[0]:
        yield float("".join(groups)), 0
        if len(marks) == 1 and marks != [" "]:
            yield float(".".join(groups)), 3
        return
    yield float("".join(groups[:-1]) + "." + groups[-1]), len(groups[-1])


class _Token:
    """A word, or what stands between two, as the library wants it."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def text(self) -> str:
        return self._text

    def nt_separated(self, previous: _Token) -> bool:
        return False

    def not_a_number_part(self) -> bool:
        return False


@lru_cache(maxsize=20_000)
def _counts(tongue: str, word: str) -> bool:
    """Whether a word alone is a number in a language."""
    return bool(_counting_words(tongue, (word,)))


def _counting_words(tongue: str, words: tuple[str, ...]) -> tuple[tuple[int, int, float, bool], ...]:
    from text_to_num import find_numbers  # loaded when first needed

    found = find_numbers([_Token(word) for word in words], tongue, threshold=0)
    return tuple((each.start, each.end, float(each.value), bool(each.is_ordinal)) for each in found)


def _in_words(text: str, spoken: frozenset[str]) -> Iterator[Number]:
    words = [(found[0].casefold(), found.start(), found.end()) for found in _WORD.finditer(text)]
    taken: set[int] = set()
    for index, (word, start, end) in enumerate(words):
        before = words[index - 1][0] if index else ""
        if (
            word in _PART
            and _PART[word] == 0.5
            and [each[0] for each in words[max(0, index - 3) : index]] == _AND_A_HALF
        ):
            taken |= set(range(index - 3, index + 1))
            yield Number(words[index - 3][1], end, (1.5,), word=True)
        elif word in _PART and (_PART[word] == 0.5 or before in _ONE or before in _MANY):
            taken |= {index} | ({index - 1} if before in _MANY else set())
            yield Number(start, end, (_PART[word] * _MANY.get(before, 1),), 0.005, "share", word=True)
        elif (word in _ONE and before in _ROUND and start - words[index - 1][2] == 1) or (
            (word in _ONE - {"a", "an"} and _UNIT.match(text, end))
            or (word == "one" and _ALONE.match(text, end) and before not in _THIS)
        ):
            taken.add(index)
            yield Number(start, end, (1.0,), word=True)
        elif word in _MORE:
            taken.add(index)
            yield Number(start, end, (_MORE[word],), word=True)
    for run in _runs(words, text):
        yield from _counted(run, words, taken, spoken)


def _runs(words: list[tuple[str, int, int]], text: str) -> Iterator[list[int]]:
    """Indices of words with nothing but spaces between them."""
    run: list[int] = []
    for index, (_, start, _) in enumerate(words):
        if run and text[words[index - 1][2] : start].strip(" "):
            yield run
            run = []
        run.append(index)
    if run:
        yield run


def _counted(
    run: list[int], words: list[tuple[str, int, int]], taken: set[int], spoken: frozenset[str]
) -> Iterator[Number]:
    tokens: list[str] = []
    for index in run:
        tokens += [" ", words[index][0]] if tokens else [words[index][0]]
    likeliest = sorted(_COUNTED, key=lambda each: (each not in spoken, _COUNTED.index(each)))
    for tongue in likeliest:
        if not any(_counts(tongue, words[index][0]) for index in run):
            continue
        pending: list[Number] = []
        for start, end, value, ordinal in _counting_words(tongue, tuple(tokens)):
            covered = run[start // 2 : (end + 1) // 2]
            written = " ".join(words[index][0] for index in covered)
            strange = tongue not in spoken and (len(written) < 5 or ordinal)
            if written == "ones" or strange or any(index in taken for index in covered) or written in _ONE:
                continue
            taken |= set(covered)
            at, to = words[covered[0]][1], words[covered[-1]][2]
            number = Number(
                at, to, (value,), 0.5 * 10 ** -_decimals(value), "ordinal" if ordinal else "number", word=True
            )
            pending.append(number)
        yield from _spelt(pending)


def _decimals(value: float) -> int:
    return len(f"{value:.6f}".rstrip("0").partition(".")[2])


def _spelt(found: list[Number]) -> Iterator[Number]:
    """“six zero” as 60: single digits one after the other are one number."""
    group: list[Number] = []
    for each in [*found, None]:
        digit = each is not None and each.kind == "number" and 0 <= each.values[0] <= 9 and each.values[0] % 1 == 0
        if digit and each is not None and (not group or each.start - group[-1].end == 1):
            group.append(each)
            continue
        if group:
            value = float("".join(str(int(it.values[0])) for it in group))
            yield Number(group[0].start, group[-1].end, (value,), 0.5, word=True)
        group = [each] if digit and each is not None else []
        if each is not None and not digit:
            yield each
