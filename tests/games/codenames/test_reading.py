"""A clue in a line of one's own: the word and the number, or what is missing of them."""

from __future__ import annotations

import pytest

from games.codenames import GAME
from games.codenames.events import Clue, Guess
from games.core import Parsed, Seat
from tests.games.codenames.table import codenames

BOARD = "NAIL:red BEACH:red TRUNK:red CLOUD:blue LEMON:grey STAR:black"
MASTER = Seat("red-spymaster")


def read(text: str) -> Parsed:
    game = codenames(BOARD)
    return GAME.talks.read(game.story.view(MASTER), MASTER, game.asked(MASTER)["clue"], text, {})


@pytest.mark.parametrize(
    "text",
    ["royal 2", "royal two", "Royal: 2", " royal,  TWO.", "“royal” 2", "royal (2)", "royal x2", "clue royal 2", "My clue is: royal two"],
)  # fmt: skip
def test_a_word_and_a_number_in_one_line_are_a_clue(text: str) -> None:
    found = read(text)
    assert found.sure and isinstance(found.action, Clue)
    assert (found.action.word.casefold(), found.action.number) == ("royal", 2)


@pytest.mark.parametrize(
    ("text", "clue"),
    [
        ("well-being 0", Clue("well-being", 0)),
        ("night ∞", Clue("night", "unlimited")),
        ("clue 2", Clue("clue", 2)),
        ("two 2", Clue("two", 2)),
        ("New York unlimited", Clue("New York", "unlimited")),
    ],
)
def test_words_that_look_like_numbers_or_names_are_words(text: str, clue: Clue) -> None:
    assert read(text) == Parsed(clue, sure=True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("royal", "How many words is it about? Say the clue with its number, as in “royal 2”."),
        ("2", "Which word? Say it with its number, as in “ocean 2”."),
        ("two", "Which word? Say it with its number, as in “ocean two”."),
        ("what shall I say", "A clue is a word and its number, as in “ocean 2”."),
        ("royal 12", "The number is 0 to 9, or “unlimited”."),
    ],
)
def test_what_is_missing_is_asked_for(text: str, why: str) -> None:
    assert read(text) == Parsed(None, why=why)


def test_a_guess_is_read_as_in_any_game() -> None:
    game, seat = codenames(BOARD).play("red clue water 2"), Seat("red-1")
    assert GAME.talks.read(game.story.view(seat), seat, game.asked(seat)["guess"], "beach", {}).action == Guess("BEACH")
