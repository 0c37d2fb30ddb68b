"""What a host may choose, and how every mistake in it is told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from games.codenames import GAME
from games.codenames.events import Rules
from games.codenames.options import Board, CodenamesOptions
from games.core import Seat
from games.story import Story

BOARD: dict[str, Any] = {
    "red_words": ["Nail", "Beach"],
    "blue_words": ["Cloud", "Horse"],
    "civilian_words": ["Lemon"],
    "assassin_word": "Star",
    "board_words": ["Star", "Nail", "Cloud", "Lemon", "Beach", "Horse"],
}


def mistakes(**changes: Any) -> str:
    """What is said against the board with these changes (None: left out)."""
    board = {name: value for name, value in {**BOARD, **changes}.items() if value is not None}
    with pytest.raises(ValidationError) as refusal:
        Board.model_validate_json(json.dumps(board))
    return " ".join(str(error["msg"]).removeprefix("Value error, ") for error in refusal.value.errors())


def begun(board: Board) -> Story[Any]:
    story = Story(GAME, CodenamesOptions(board=board), "seed")
    story.tell(story.begin(dict.fromkeys(map(Seat, ("red-spymaster", "red-1", "blue-spymaster", "blue-1")), "person")))
    return story


def test_a_board_lies_as_it_was_given():
    s = begun(Board.model_validate(BOARD)).state
    assert s.words == ("Star", "Nail", "Cloud", "Lemon", "Beach", "Horse")
    assert tuple(s.key.values()) == ("assassin", "red", "blue", "civilian", "red", "blue")
    assert s.starts == "red"


def test_the_team_with_more_words_starts():
    fewer = {**BOARD, "red_words": ["Nail"], "board_words": ["Star", "Nail", "Cloud", "Lemon", "Horse"]}
    assert begun(Board.model_validate(fewer)).state.starts == "blue"


def test_the_list_of_all_words_may_be_left_out():
    board = Board.model_validate({k: v for k, v in BOARD.items() if k != "board_words"})
    assert sorted(begun(board).state.words) == sorted(BOARD["board_words"])


def test_a_board_of_another_size_is_a_board():
    many = [f"w{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(40)]
    board = Board(red_words=tuple(many[:20]), blue_words=tuple(many[20:39]), assassin_word=many[39])
    assert len(begun(board).state.words) == 40
    assert len(begun(Board(red_words=("A",), blue_words=("B",), assassin_word="C")).state.words) == 3


def test_a_word_in_another_case_is_the_same_word():
    board = Board.model_validate({**BOARD, "board_words": [word.upper() for word in BOARD["board_words"]]})
    assert board.key[0] == "assassin" and board.words[0] == "STAR"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"red_words": ["Nail", "NAIL"]}, "“NAIL” stands twice in red_words."),
        ({"blue_words": ["Cloud", "Horse", "beach"]}, "“beach” stands in both red_words and blue_words."),
        ({"civilian_words": ["Lemon", "Cloud"]}, "“Cloud” stands in both blue_words and civilian_words."),
        ({"assassin_word": "lemon"}, "“lemon” stands in both civilian_words and assassin_word."),
        ({"assassin_word": ""}, "“assassin_word” is missing: every board has an assassin."),
        ({"assassin_word": None}, "“assassin_word” is missing: every board has an assassin."),
        ({"red_words": []}, "“red_words” is empty: each team needs a word."),
        ({"blue_words": []}, "“blue_words” is empty: each team needs a word."),
        (
            {"red_words": ["Nail", "Beach", "?!"]},
            "In red_words there is something that cannot lie on a board: an entry without a letter.",
        ),
        ({"board_words": [*BOARD["board_words"], "star"]}, "“star” stands twice in board_words."),
        ({"board_words": [*BOARD["board_words"], "Piano"]}, "“Piano” is in board_words but has no colour."),
        ({"board_words": BOARD["board_words"][1:]}, "“Star” has a colour but is not in board_words."),
    ],
)
def test_each_mistake_is_told_in_a_sentence(changes: dict[str, Any], sentence: str):
    assert sentence in mistakes(**changes)


def test_all_mistakes_are_told_at_once():
    said = mistakes(red_words=[], civilian_words=["Lemon", "Cloud"], assassin_word="", board_words=None)
    assert said == (
        "“red_words” is empty: each team needs a word. “assassin_word” is missing: every board has an assassin. "
        "“Cloud” stands in both blue_words and civilian_words."
    )


@pytest.mark.parametrize("changes", [{"red_words": "Nail"}, {"red_words": [3]}, {"green_words": ["Leaf"]}])
def test_what_is_no_board_at_all_is_refused(changes: dict[str, Any]):
    assert mistakes(**changes)


@pytest.mark.parametrize("word", ["x" * 41, "a\nb", "<@123>", "*bold*", "{red-1}", "a\u200bb"])
def test_a_word_that_could_not_be_shown_as_it_is_stands_on_no_board(word: str):
    said = mistakes(civilian_words=["Lemon", word], board_words=None)
    assert "civilian_words" in said
    assert word not in said


def test_a_seeds_board_is_read_from_json():
    options = CodenamesOptions.model_validate_json(json.dumps({"board": BOARD}))
    assert options.board is not None and options.board.words[0] == "Star"
    assert CodenamesOptions.model_validate_json(options.model_dump_json()) == options


# ── everything else ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_default_is_the_published_rule():
    assert CodenamesOptions().rules == Rules(
        language="en", zero_and_unlimited=True, may_pass_at_once=False, majority=False, names=False, challenges=True,
        clue_seconds=180, guess_seconds=120, first_clue_extra=60,
    )  # fmt: skip


def test_every_option_says_what_it_is():
    for name, field in CodenamesOptions.model_fields.items():
        assert field.title and field.description, name


def test_timers_off_are_no_seconds():
    rules = CodenamesOptions(timers=False, clue_seconds=60, guess_seconds=60).rules
    assert (rules.clue_seconds, rules.guess_seconds) == (0, 0)


@pytest.mark.parametrize(
    "options", [{"clue_seconds": 3}, {"guess_seconds": 90000}, {"first_clue_extra": -1}, {"colour": "green"}]
)
def test_an_option_that_makes_no_sense_is_refused(options: dict[str, Any]):
    with pytest.raises(ValidationError):
        CodenamesOptions(**options)


def test_a_pack_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(ValidationError, match="english"):
        CodenamesOptions(pack="klingon")


def test_own_words_are_dealt_instead_of_a_pack():
    words = tuple(f"word{chr(97 + i)}" for i in range(26))
    story = Story(GAME, CodenamesOptions(words=words), "seed")
    story.tell(story.begin(dict.fromkeys(map(Seat, ("red-spymaster", "red-1", "blue-spymaster", "blue-1")), "model")))
    assert set(story.state.words) <= set(words) and len(story.state.words) == 25


def test_too_few_own_words_are_refused():
    with pytest.raises(ValidationError, match="25"):
        CodenamesOptions(words=("one", "two"))


def test_a_pack_of_another_language_is_judged_by_that_language():
    french = CodenamesOptions(pack="french")
    assert french.rules.language == "fr"
    assert set(french.deck) != set(CodenamesOptions().deck)
