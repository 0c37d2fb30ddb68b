"""Which words can lie on a board: our packs, and lists that people bring."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from itertools import combinations

import pytest

from games.codenames.clues import same_family
from games.codenames.packs import FEWEST, LONGEST, Pack, pack, packs, read_words
from games.codenames.spelling import fold

WORDS = [f"word{chr(97 + n)}" for n in range(FEWEST)]

every_pack = pytest.mark.parametrize("each", packs().values(), ids=lambda each: each.name)


def mistakes(text: str) -> str:
    with pytest.raises(ValueError) as told:
        read_words(text)
    return str(told.value)


def test_there_is_english_first_and_two_languages_more() -> None:
    assert next(iter(packs())) == "english"
    assert {each.language for each in packs().values()} >= {"en", "de", "fr"}


@every_pack
def test_a_pack_has_at_least_four_hundred_words_and_a_title(each: Pack) -> None:
    assert len(each.words) >= (420 if each.language == "en" else 400)
    assert each.title and not each.title.isspace()


@every_pack
def test_no_word_is_there_twice_or_too_long(each: Pack) -> None:
    assert len({fold(word) for word in each.words}) == len(each.words)
    assert [word for word in each.words if len(word) > LONGEST] == []


@every_pack
def test_words_are_letters_with_an_inner_space_or_hyphen(each: Pack) -> None:
    assert [word for word in each.words if not word.replace(" ", "").replace("-", "").isalpha()] == []


@every_pack
def test_no_card_is_a_form_or_part_of_another(each: Pack) -> None:
    kin = [
        (a, b)
        for a, b in combinations(each.words, 2)
        if same_family(a, b, each.language) or same_family(b, a, each.language)
    ]
    assert kin == []


def test_a_pack_is_found_in_any_case_and_cannot_be_changed() -> None:
    assert pack(" English ") is pack("english")
    with pytest.raises(FrozenInstanceError):
        pack("english").words = ()  # type: ignore[misc]


def test_an_unknown_pack_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match=r"english, .*french.*german"):
        pack("klingon")


def test_a_list_may_be_lines_or_commas() -> None:
    assert read_words("\n".join(WORDS)) == tuple(WORDS)
    assert read_words(", ".join(WORDS)) == tuple(WORDS)
    assert read_words("\n".join([*WORDS[:20], ",".join(WORDS[20:])])) == tuple(WORDS)


def test_comments_empty_lines_and_the_mark_some_editors_leave_are_no_words() -> None:
    text = "\ufeff# our list\r\n\r\n" + "\r\n".join(f"  {word}  # why not" for word in WORDS) + "\r\n"
    assert read_words(text) == tuple(WORDS)


@pytest.mark.parametrize("bullet", ["- {}", "24. {}", "3) {}", " • {}"])
def test_bullets_are_no_part_of_a_word(bullet: str) -> None:
    for between in ("\n", ", "):
        assert read_words(between.join(bullet.format(word) for word in WORDS)) == tuple(WORDS)
    assert read_words("\n".join([*WORDS, "-", "jack-in-the-box"]))[-1] == "jack-in-the-box"


def test_a_card_may_be_two_words_or_carry_accents() -> None:
    assert read_words("\n".join([*WORDS, "ice  cream", "jack-in-the-box", "Éclair", "ice-cold o’clock"]))[-4:] == (
        "ice cream",
        "jack-in-the-box",
        "Éclair",
        "ice-cold o’clock",
    )


def test_every_mistake_is_told_at_once_with_its_line() -> None:
    told = mistakes("\n".join([*WORDS, "WORDA", "x" * 21, "123", "<@42>", "be\u202ell"]))
    assert "line 26: “WORDA” is there already, on line 1" in told
    assert "line 27" in told and "longer than 20" in told
    assert "line 28: an entry without a letter" in told
    assert "line 29: a word with mention or formatting characters" in told
    assert "line 30: a word with control or invisible characters" in told


def test_two_words_that_read_alike_are_one() -> None:
    told = mistakes("\n".join([*WORDS, "resume", "Résumé", "ice cream", "ICE-CREAM"]))
    assert "line 27: “Résumé” is there already, on line 26" in told
    assert "line 29: “ICE-CREAM” is there already, on line 28" in told


@pytest.mark.parametrize(
    "word", ["@everyone", "<@1>", "**bold**", "`code`", "||spoiler||", "a\u200bb", "a\x07b", "[a](b)", "a_b"]
)
def test_a_word_that_could_ping_or_format_is_refused_unseen(word: str) -> None:
    assert word not in mistakes("\n".join([*WORDS, word]))


def test_twenty_letters_fit_a_card() -> None:
    assert read_words("\n".join([*WORDS, "x" * 20]))[-1] == "x" * 20


def test_a_board_needs_twenty_five_words() -> None:
    assert "there are 24" in mistakes("\n".join(WORDS[:24]))
    assert "there is 1" in mistakes("word")
    assert "there are 0" in mistakes("")


def test_a_hundred_mistakes_still_fit_a_message() -> None:
    told = mistakes("\n".join(f"{'x' * 30}{n}" for n in range(100)))
    assert "and 80 more" in told or "and 81 more" in told
    assert len(told) < 2000
