"""Games that another engine recorded end here as they ended there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.codenames.replay import KEPT, Recorded, compact, differences, read

GAMES = list(read(KEPT))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_recorded_game_plays_again_without_a_difference(game: Recorded):
    assert differences(game) == []


def test_the_recorded_games_are_fifty_and_hold_moves_of_every_kind():
    steps = [step for game in GAMES for step in game.steps]
    assert len(GAMES) == 50
    assert len(steps) == 1540
    assert {(step.verb, bool(step.refused)) for step in steps} >= {
        ("clue", False), ("clue", True), ("guess", False), ("guess", True), ("pass", False)
    }  # fmt: skip


def test_a_table_that_differs_in_one_card_is_noticed():
    game = GAMES[0]
    last = game.steps[-1]
    turned = replace(last, after=replace(last.after, turned=last.after.turned ^ {0}))
    assert differences(replace(game, steps=(*game.steps[:-1], turned))) != []


def test_the_compact_form_says_all_that_is_compared():
    with KEPT.open(encoding="utf-8") as lines:
        assert [compact(game) for game in GAMES] == [line.rstrip("\n") for line in lines]
