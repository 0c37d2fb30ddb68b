"""What people think of at words: the form of the files, how a thought is found again, and that nothing spoils the evening."""

from __future__ import annotations

from importlib import resources

import pytest

from games.codenames.norms import LINKS, Norms, norms
from games.codenames.packs import packs

LANGUAGES = [language for language in ("en", "de", "fr") if norms(language)]


def known(language: str = "en") -> Norms:
    found = norms(language)
    assert found
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_a_card_and_sections_with_thoughts(language: str) -> None:
    text = resources.files("games.codenames.norms").joinpath(f"{language}.txt").read_text("utf-8")
    letters = {*LINKS}
    for line in text.splitlines():
        card, *sections = line.split(" | ")
        assert card.strip() == card
        assert card
        assert sections, card
        for section in sections:
            letter, _, thoughts = section.partition(": ")
            assert letter in letters, line
            assert all(thought.strip() for thought in thoughts.split(",")), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_hardly_a_card_of_the_packs_is_without_thoughts(language: str) -> None:
    words = [word for pack in packs().values() if pack.language == language for word in pack.words]
    assert sum(len(known(language).thoughts(word)) >= 15 for word in words) >= 0.95 * len(words)


def test_a_tie_is_found_from_either_end_and_says_what_it_is() -> None:
    there = known().link("Moby Dick", "whale")
    assert there
    assert there.kind == "famous for"
    assert known().link("ocean", "WHALE")
    assert known().link("oceans", "whale"), "forms of a word are one"
    assert known().link("tariff", "whale") is None
    assert known().link("tariff", "qqxz") is None


def test_the_first_thought_of_a_section_is_the_strongest() -> None:
    strengths = [link.strength for link in known().thoughts("whale").values() if link.kind == "found in"]
    assert strengths == sorted(strengths, reverse=True)
    assert strengths[0] == 1.0


def test_a_name_brings_its_cards_to_mind() -> None:
    assert known().key("whale") in known().cards_of("Moby Dick")
    assert known().cards_of("qqxz") == []


def test_a_language_without_thoughts_has_none() -> None:
    assert norms("fi") is None


@pytest.mark.parametrize("word", ["nazi", "hitler", "suicide", "rape", "porn", "penis", "whore", "slut", "bitch"])
def test_no_thought_would_spoil_the_evening(word: str) -> None:
    assert known().cards_of(word) == []
