"""Liar's dice, played by hand and by its own player."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from games.core import Action, IllegalAction, Seat, Temper, Told
from games.liars_dice.player import chance
from games.liars_dice.rules import Bade, Bid, DiceOptions, Exact, Liar, Rolled, State
from games.scene import Text
from games.story import Story, read_answer
from tests.games.liars_dice.table import GAME, table

P1, P2, P3 = (Seat(f"p{n}") for n in (1, 2, 3))


def play(story: Story[State], *actions: Action) -> Story[State]:
    for action in actions:
        seat = story.state.turn
        (ask,) = story.asks(seat)
        story.tell(story.decide(seat, action, ask.key))
    return story


def lost(story: Story[State]) -> Mapping[Seat, int]:
    return {seat: story.options.dice - left for seat, left in story.state.dice.items()}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("bid", "call", "options", "loses"),
    [
        (Bid(4, 5), Liar(), {}, P2),  # 5 5 and two ones: it is so
        (Bid(5, 5), Liar(), {}, P1),
        (Bid(3, 5), Liar(), {"wild": False}, P1),
        (Bid(4, 5), Exact(), {"exact": True}, None),
        (Bid(3, 5), Exact(), {"exact": True}, P2),
    ],
)
def test_whoever_was_wrong_loses_a_die(bid: Bid, call: Action, options: dict[str, Any], loses: Seat | None):
    story = play(table("11223", "55666", **options), bid, call)
    assert lost(story) == {seat: int(seat == loses) for seat in (P1, P2)}
    assert story.state.turn == (loses or P2)


def test_an_exact_call_wins_back_a_die_that_was_lost():
    story = play(table("11223", "55666", exact=True), Bid(5, 5), Liar())
    assert lost(story)[P1] == 1
    face = story.state.cups[P1][-1]
    count = sum(story.state.matching(cup, face) for cup in story.state.cups.values())
    play(story, Bid(1, 2), Bid(count, face), Exact()) if (count, face) > (1, 2) else None
    assert lost(story)[P1] == 0


def test_whoever_is_out_is_passed_over_and_the_last_with_dice_wins():
    story = play(table("2", "3", "4", dice=1), Bid(3, 6), Liar())
    assert story.state.alive == (P2, P3) and story.state.turn == P2
    play(story, Bid(2, 6), Liar()) if 6 not in (*story.state.cups[P2], *story.state.cups[P3]) else None
    assert GAME.shows.say(story.log[-1].event)


def test_a_bid_is_higher_than_the_last():
    story = play(table("11223", "55666"), Bid(3, 5))
    for bid in (Bid(3, 4), Bid(2, 6), Bid(11, 2), Bid(4, 1), Bid(4, 7)):
        with pytest.raises(IllegalAction):
            play(story, bid)
    play(story, Bid(4, 2))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("three fives", Bid(3, 5)),
        ("3 5", Bid(3, 5)),
        ("I say 4x6.", Bid(4, 6)),
        ("five 5s", Bid(5, 5)),
        ("Liar!", Liar()),
    ],
)
def test_words_are_read_as_numbers(text: str, meant: Action):
    story = play(table("11223", "55666"), Bid(1, 2))
    (ask,) = story.asks(P2)
    reading = read_answer(GAME, story.view(P2), P2, ask, text, {P1: "Ann", P2: "Bob"})
    assert reading.action == meant and reading.sure


@pytest.mark.parametrize("text", ["6", "2.5 3", "not three fives", "1 2 3"])
def test_what_is_no_bid_is_said_to_be_none(text: str):
    (ask,) = table("11223", "55666").asks(P1)
    reading = read_answer(GAME, State(), P1, ask, text, {})
    assert reading.action is None and reading.why


def test_a_bid_of_others_makes_a_face_likelier():
    story = table("11223", "55666", "23456")
    before = chance(story.view(P1), Bid(4, 6), P1)
    play(story, Bid(1, 2), Bid(2, 6))
    assert 0 < before < chance(story.view(P1), Bade(P2, 4, 6), P1) < 1


def evening(number: int, dice: int, tempers: Mapping[Seat, Temper], **options: Any) -> tuple[Story[State], list[float]]:
    """A game among built-in players, and how likely each bid was true, as whoever made it could know."""
    rng, likely = random.Random(number), []
    story = Story(GAME, DiceOptions(dice=dice, **options), str(number))
    story.tell(story.begin(dict.fromkeys(tempers, "built-in")))
    while not story.outcome:
        seat = story.state.turn
        (ask,) = story.asks(seat)
        action = GAME.policy.autoplay(story.view(seat), seat, ask, rng, tempers[seat])
        likely += [chance(story.view(seat), action, seat)] if isinstance(action, Bid) else []
        play(story, action)
    return story, likely


@pytest.mark.parametrize("options", [{}, {"wild": False, "exact": True}])
def test_a_strong_player_beats_a_weaker_one(options: dict[str, Any]):
    strong, games = 0, 60
    for number in range(games):
        tempers = {Seat(f"p{n}"): Temper(strength=(n + number) % 2) for n in range(4)}
        story, _ = evening(number, 3, tempers, **options)
        strong += tempers[min(story.outcome.winners)].strength == 1  # type: ignore[union-attr]
    assert strong > games * 0.7


def test_a_weak_player_seldom_bids_what_cannot_be():
    easy = {Seat(f"p{n}"): Temper().at("easy") for n in range(1, 5)}
    likely = [each for number in range(12) for each in evening(number, 5, easy)[1]]
    assert len(likely) > 300 and sum(each < 0.1 for each in likely) < 0.08 * len(likely)


def test_a_roll_that_is_like_the_last_one_is_seen_to_be_new():
    story = table("11223", "55666", "23456")
    first = [each.text for each in GAME.shows.scene(story.view(P1), P1).of(Text)]
    play(story, Bid(1, 2), Liar())
    story.tell([Told(frozenset({P1}), Rolled(P1, (1, 1, 2, 2, 3)))])
    second = [each.text for each in GAME.shows.scene(story.view(P1), P1).of(Text)]
    assert "You have 1 1 2 2 3 in round 1." in first and "You have 1 1 2 2 3 in round 2." in second
