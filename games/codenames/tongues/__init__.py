"""How languages build their words, a file each: what a word is a form of, what it grew from and is put together of."""

from __future__ import annotations

from functools import cache

from games.codenames.spelling import words
from games.codenames.tongues.english import English
from games.codenames.tongues.french import French
from games.codenames.tongues.german import SUFFIXES, German
from games.codenames.tongues.tongue import Tongue


@cache
def tongue_of(language: str) -> Tongue:
    match language:
        case "en":
            return English()
        case "de":
            return German("de", words("der die das und mit von"), ("e", "en", "er", "n", "s", "es"), SUFFIXES)
        case "fr":
            return French("fr", words("les des une aux sur sous par pour"), ("s", "x"))
    return Tongue(language)
