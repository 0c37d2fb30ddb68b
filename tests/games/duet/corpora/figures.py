"""Ways to write a number: with its unit, in words, and so that a careless reader of digits does not see it."""

from __future__ import annotations

import random
from collections.abc import Callable

Number = int | float

_UNITS = {
    "$": ("${}", "{} $", "{} dollars", "USD {}", "${}.00", "**${}**", "{}"),
    "€": ("€{}", "{} €", "{} euros", "EUR {}", "{},00 €", "**{} €**", "{}"),
    "points": ("{} points", "{} pts", "**{}** points", "{}"),
    "": ("{}", "**{}**"),
}


def styles(unit: str) -> tuple[str, ...]:
    """How amounts of that unit may be written, as formats."""
    return _UNITS[unit]


# ── in words ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_SMALL = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
    "achtzehn neunzehn",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit "
    "dix-neuf",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
}


def spelled(number: int, language: str) -> str:
    """A whole number from 0 to 99 in words. KeyError for a language that is not among en, de, fr, es; ValueError beyond 99."""
    small, tens = _SMALL[language].split(), _TENS[language].split()
    if not 0 <= number <= 99:
        raise ValueError(f"{number} is not from 0 to 99")
    if number < 20:
        return small[number]
    if language == "fr" and number >= 60:
        return _french(number, small)
    ten, one = tens[number // 10 - 2], number % 10
    if not one:
        return ten
    match language:
        case "de":
            return f"{'ein' if one == 1 else small[one]}und{ten}"
        case "fr":
            return f"{ten} et un" if one == 1 else f"{ten}-{small[one]}"
        case "es" if number < 30:
            accents = {2: "veintidós", 3: "veintitrés", 6: "veintiséis"}
            return accents.get(one, f"veinti{small[one]}")
        case "es":
            return f"{ten} y {small[one]}"
    return f"{ten}-{small[one]}"


def _french(number: int, small: list[str]) -> str:
    base, rest = ("soixante", number - 60) if number < 80 else ("quatre-vingt", number - 80)
    if not rest:
        return base if base == "soixante" else "quatre-vingts"
    return f"{base} et {small[rest]}" if base == "soixante" and rest in (1, 11) else f"{base}-{small[rest]}"


# ── in disguise ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _digits(zero: str) -> Callable[[int], str]:
    return lambda number: "".join(chr(ord(zero) + int(digit)) for digit in str(number))


def _chinese(number: int) -> str:
    ten, one = divmod(number, 10)
    digits = "〇一二三四五六七八九"
    if number >= 100:
        return "".join(digits[int(digit)] for digit in str(number))
    return ("" if ten < 2 else digits[ten]) + ("十" if ten else "") + (digits[one] if one or not ten else "")


def _joined(mark: str) -> Callable[[int], str]:
    return lambda number: mark.join(str(number))


SCRIPTS: dict[str, Callable[[int], str]] = {
    "Arabic-Indic": _digits("٠"),
    "Devanagari": _digits("०"),
    "full width": _digits("０"),
    "mathematical bold": _digits("𝟎"),
    "Thai": _digits("๐"),
    "Chinese": _chinese,
    "keycaps": lambda number: "".join(f"{digit}\ufe0f\u20e3" for digit in str(number)),
    "superscript": lambda number: str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")),
}

SPLITS: dict[str, Callable[[int], str]] = {
    "bold inside": lambda number: f"{str(number)[0]}**{str(number)[1:]}**",
    "italics inside": lambda number: f"_{str(number)[0]}_{str(number)[1:]}",
    "zero-width space": _joined("\u200b"),
    "soft hyphen": _joined("\u00ad"),
    "word joiner": _joined("\u2060"),
    "code inside": lambda number: f"`{str(number)[0]}`{str(number)[1:]}",
    "escaped": _joined("\\"),
    "spoiler inside": lambda number: f"{str(number)[0]}||{str(number)[1:]}||",
}


def roman(number: int) -> str:
    """A number in Roman numerals. ValueError for what has none."""
    if number <= 0:
        raise ValueError(f"{number} has no Roman numeral")
    written = ""
    marks = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
    for worth, mark in marks:
        while number >= worth:
            written, number = written + mark, number - worth
    return written


FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3, "1/5": 0.2, "4/5": 0.8, "9/10": 0.9}
FRACTION_WORDS = {"half": 0.5, "a quarter": 0.25, "three quarters": 0.75, "a third": 1 / 3, "two thirds": 2 / 3}


def style(rng: random.Random, unit: str) -> str:
    """One way to write amounts of that unit."""
    return rng.choice(styles(unit))
