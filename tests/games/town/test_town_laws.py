"""The laws of every game, over towns played by dice."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.core import Game
from games.story import Story
from games.town import words
from games.town.game import TOWN
from games.town.options import TownOptions
from games.town.words import Rules
from tests.games import laws, test_laws

SLOW = {
    "test_every_seat_knows_what_it_should_and_no_more",
    "test_the_log_folds_back_to_the_same_table_and_views", "test_a_refusal_tells_nobody_what_they_cannot_see",
    "test_nothing_shown_to_a_seat_depends_on_what_it_cannot_see",
    "test_every_screen_says_what_it_shows_and_every_button_is_answered_in_words",
}  # fmt: skip
"""They look at all that was ever told, at every seat: here only now and then."""

LAWS = [law for name, law in vars(test_laws).items() if name.startswith("test_") and name not in SLOW]
FEWER = 3
"""A town's evening is long: a third of the tables at which other games are looked at, but one at least."""


RARE = (
    words.Dawned, words.Became, words.MatesMet, words.Jailed, words.SeanceBegan, words.Overheard, words.Lynched,
    words.Reached, words.Picked, words.Marked,
)  # fmt: skip


GAGGING = "Blackmailer, Blackmailer, Blackmailer, Medium, Medium, Mayor, Serial Killer, Jester, Executioner"


class TerseOptions(TownOptions):
    """People who say and write little: dice would talk until they are made to stop."""

    @classmethod
    def suggestions(cls, field: str) -> tuple[str, ...]:
        """Half of the towns are full of those whose doings are rare otherwise."""
        lists = super().suggestions(field)
        return (*lists, *(GAGGING,) * len(lists)) if lists else ()

    def rules(self) -> Rules:
        return dataclasses.replace(super().rules(), statements=2, conferences=1, writings=1)


TERSE = dataclasses.replace(TOWN, options=TerseOptions)


@pytest.fixture(autouse=True)
def fewer_tables(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = test_laws.tables

    def fewer(game: Game[Any], count: int, what: str) -> Iterator[Any]:
        return whole(game, count if what == "reach" else -(-count // FEWER), what)

    monkeypatch.setattr(test_laws, "tables", fewer)
    monkeypatch.setattr(test_laws, "ENOUGH", 600)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__.removeprefix("test_"))
def test_town_keeps_the_law(law: Callable[[Game[Any]], None]):
    law(TERSE)


def looked_at(what: str, games: int, often: float) -> Iterator[tuple[Story[Any], random.Random]]:
    """Towns played by dice, at some moments of each and at the end."""
    for number in range(games):
        rng = random.Random(f"town/{what}/{number}")
        story = laws.random_story(TERSE, rng)
        for _ in laws.steps(story, rng):
            if rng.random() < often:
                yield story, rng
        yield story, rng


def test_every_seat_knows_what_it_should_and_no_more_around_what_happens_rarely():
    for number in range(6):
        rng = random.Random(f"town/knowledge/{number}")
        story = laws.random_story(TERSE, rng)
        for _ in laws.steps(story, rng):
            pass
        rare = [at for at, told in enumerate(story.log) if isinstance(told.event, RARE)]
        for at in (*rng.sample(rare, min(3, len(rare))), len(story.log) - 3):
            breaches = laws.breaches_of_knowledge(TERSE, story.log[: at + 4], rng, max(0, at - 2))
            assert list(breaches) == []


def test_the_log_folds_back_now_and_then():
    for story, _ in looked_at("fold", 2, 0.01):
        assert list(laws.breaches_of_record(story)) == []


def test_refusals_tell_nothing_now_and_then():
    for story, rng in looked_at("refusal", 3, 0.02):
        words = laws.vocabulary(story)
        wild = [laws.wild(TERSE, rng, words) for _ in range(12)]
        assert list(laws.breaches_of_refusal(story, wild, rng)) == []


def test_nothing_shown_depends_on_what_is_hidden_now_and_then():
    for story, rng in looked_at("isolation", 2, 0.01):
        assert list(laws.breaches_of_isolation(story, rng)) == []


def test_every_screen_is_drawn_now_and_then():
    for story, _ in looked_at("drawing", 3, 0.02):
        assert list(laws.breaches_of_drawing(story)) == []
