"""What games of Codenames come to, worked out by hand."""

from __future__ import annotations

import pytest

from games.codenames.figures import figures
from games.codenames.rules import State
from tests.games.codenames.table import codenames

BOARD = "TRUNK:red BEACH:red NAIL:blue KITE:blue LEMON:grey STAR:black"


def played(*turns: str) -> State:
    game = codenames(BOARD)
    game.play(*turns)
    return game.story.state


def test_ends_turns_and_clues_are_counted() -> None:
    won = played("red clue water 2", "guess TRUNK", "guess BEACH")
    lost = played("red clue water 2", "guess TRUNK", "guess LEMON", "blue clue wood 1", "guess STAR")
    beaten = played("red clue water 1", "guess STAR")
    unfinished = played("red clue water 2", "guess TRUNK")
    assert figures([won]) == figures([won, unfinished]) == figures([]) == ()
    found = {(each.title, each.series): each for each in figures([won, lost, beaten])}
    ends = found["How it ended", ""]
    assert dict(zip(ends.labels, ends.values, strict=True)) == pytest.approx(
        {"Blue wins: the assassin": 1 / 3, "Red wins: all words": 1 / 3, "Red wins: the assassin": 1 / 3}
    )
    red = found["Turns to win", "Red"]
    assert (red.labels, red.values, red.of) == (("1", "2"), (0.5, 0.5), (2, 2))
    assert found["Turns to win", "Blue"].values == (1.0, 0.0)
    clues = found["Own words found by a clue", "Red"]
    assert (clues.labels, clues.values, clues.of) == (("1", "2"), (0.0, 1.5), (1, 2))
    assert found["Own words found by a clue", "Blue"].values == (0.0,)
