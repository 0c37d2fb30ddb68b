"""Nobody is shown what they should not see, anywhere in the house; for every game there is."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest

from games import all_games
from games.codenames.events import KeyShown
from games.core import EVERYONE, Seat
from tests.conftest import Much
from tests.games import laws, shown
from tests.games.codenames.table import codenames

BOARD = "NAIL:red BEACH:red TRUNK:red CLOUD:blue HORSE:blue LEMON:grey PIANO:grey STAR:black"


@pytest.mark.parametrize("name", sorted(all_games()))
def test_nothing_shown_anywhere_depends_on_what_its_reader_cannot_see(name: str, much: Much):
    for number in range(much(3)):
        rng = random.Random(f"{name}/secrecy/{number}")
        story = laws.random_story(all_games()[name], rng)
        for _ in laws.moments(story, rng, 0.06):
            assert list(shown.breaches_of_secrecy(story, rng, share=min(1.0, much(3 * 10) / 10))) == []


def test_moving_the_colours_of_unturned_cards_changes_no_byte_for_anyone_but_a_spymaster():
    game = codenames(BOARD, red=2).play("red clue water 2", "red-2 tag NAIL", "red-1 guess BEACH")
    table = shown.table_of(game.story)
    for number in range(3):
        twin = laws.twin_of(game.story, None, random.Random(number))
        key = tuple(twin.state.key.values())
        assert key != tuple(game.state.key.values())
        log = [
            dataclasses.replace(told, event=KeyShown(key)) if isinstance(told.event, KeyShown) else told
            for told in game.story.log
        ]
        moved = type(game.story)(game.story.game, game.story.options, game.story.seed, log)
        for seat in (None, Seat("red-1"), Seat("red-2"), Seat("blue-1")):
            before = shown.everything(table, game.story, seat, pictures=True)
            assert shown.everything(table, moved, seat, pictures=True) == before
        before = shown.everything(table, game.story, Seat("red-spymaster"), pictures=True)
        after = shown.everything(table, moved, Seat("red-spymaster"), pictures=True)
        assert all(before[where] != after[where] for where in ("house", "terminal", "own", "pictures"))


def test_a_key_that_everybody_hears_is_noticed_everywhere():
    """The law itself can fail: a key told to everyone shows in every picture, prompt and post."""
    game = codenames(BOARD, red=2).play("red clue water 2")

    def heard_by_all(story: Any) -> Any:
        told = [dataclasses.replace(t, to=EVERYONE) if isinstance(t.event, KeyShown) else t for t in story.log]
        return type(story)(story.game, story.options, story.seed, told)

    table = shown.table_of(game.story)
    for seat in (None, Seat("red-1")):
        before = shown.everything(table, game.story, seat, pictures=True)
        after = shown.everything(table, heard_by_all(game.story), seat, pictures=True)
        for where in ("house", "terminal", "pictures", *(["board"] if seat is None else ["prompts"])):
            assert before[where] != after[where], where
