"""The laws themselves: each notices the fault that it is there for, and says what to do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games import all_games
from games.core import Action, Ask, Game, Seat, record
from tests.games import laws

DICE = all_games()["liars-dice"]


@record
class Swap(Action):
    """Swap with somebody, and tell the others."""

    whom: Seat
    others: tuple[Seat, ...]


@record
class Mend(Action):
    """Something that no dice can fill in."""

    how: dict[str, str]


def test_seats_are_filled_in_from_what_is_allowed_and_as_anything_where_nothing_is():
    seats = {"whom": ("p1", "p2"), "others": ("p2", "p3")}
    ask = Ask("swap", "Swap?", "each", forms=(Swap,), allowed=seats)
    for seed in range(20):
        swap = laws.fill(Swap, random.Random(seed), ("word",), ask)
        assert isinstance(swap, Swap) and swap.whom in seats["whom"] and {*swap.others} <= {*seats["others"]}
        assert isinstance(laws.fill(Swap, random.Random(seed), ("word",)), Swap)
    (stray, others) = laws.strays_of(ask, Swap(Seat("p1"), (Seat("p2"),)))
    assert stray != others and not ask.allows(stray) and not ask.allows(others)
    with pytest.raises(AssertionError, match=r"Dice cannot fill in Mend\.how"):
        laws.fill(Mend, random.Random(1), ("word",))


def moments(game: Game[Any]) -> Iterator[str]:
    rng = random.Random(1)
    story = laws.random_story(game, rng, game.lobby.options(players=3))
    seen = laws.Moments(story)
    yield from seen.look()
    for step in laws.steps(story, rng):
        yield from seen.look(step)
    yield seen.stands()


def drawn(**changes: Any) -> Game[Any]:
    return DICE.but(scene=lambda s, seat: replace(DICE.shows.scene(s, seat), **changes))


def test_one_key_for_all_rounds_is_noticed_and_one_moment_for_all_is():
    one_key = DICE.but(asks=lambda s, seat: tuple(replace(each, key="bid") for each in DICE.rules.asks(s, seat)))
    assert not any(moments(DICE))
    assert any("let keys name the round" in each for each in moments(one_key))
    assert any("`Scene.moment` never changes" in each for each in moments(drawn(moment="now")))


def test_a_hand_on_a_screen_that_is_not_secret_is_noticed():
    for game, noticed in ((DICE, False), (drawn(secret=False), True)):
        story = laws.random_story(game, random.Random(1))
        found = list(laws.breaches_of_marking(story))
        assert bool(found) == noticed and all("its scene is not `secret`" in each for each in found)


def test_what_a_view_lacks_and_holds_too_much_of_is_said_in_words():
    story = laws.random_story(DICE, random.Random(1), DICE.lobby.options(players=2))
    hoarding = DICE.but(resample=lambda s, seat, rng: s)
    lacking = next(laws.breaches_of_knowledge(hoarding, story.log, random.Random(1)))
    assert "A view must say whatever cannot be otherwise" in lacking
    at = next(at for at, told in enumerate(story.log) if told.to is not None)
    leaking = next(laws.breaches_of_knowledge(DICE, laws.widened(story.log, at), random.Random(1)))
    assert "knows what it should not: its view holds cups, which `resample` deals anew" in leaking
