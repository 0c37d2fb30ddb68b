"""What a model keeps of a day: asked at dawn, made of what it heard, told to it alone."""

from __future__ import annotations

import random

from games.core import LookedUp, Seat, Temper, Told
from games.town.events import Sum
from games.town.game import TOWN
from games.town.summaries import digest, summary, talk
from tests.games.town.table import Dictated, town

P1, P4, P9 = Seat("p1"), Seat("p4"), Seat("p9")


def next_day() -> Dictated:
    """Something was said to all, to one, and at night; models sit at p1, a Sheriff, and p4, a Mafioso."""
    game = town(models="p1 p4")
    game.play("p2 says Good morning, {p1}.", "p5 whispers p6 I am a fool.", "p5 whispers p1 Trust me.").dusk()
    return game.play("p3 confers Kill {p2}.").night()


def test_a_model_sums_up_yesterday_before_it_is_asked_anything_else():
    game = next_day()
    assert game.moment == "discussion 2"
    assert list(game.asked("p1")) == ["summary", "papers"] and "bid" not in game.asked("p1")
    assert game.asked("p1")["summary"].private and game.asked("p1")["summary"].late == "autoplay"
    game.play("p1 sums I know nothing.")
    assert summary(game.state, P1, 1) == "I know nothing." and "bid" in game.asked("p1")
    game.refuses("p1 sums Again.")
    assert "summary" in game.asked("p4")


def test_nobody_but_models_sums_anything_up():
    assert "summary" not in next_day().asked("p2")
    assert next_day().leaves("p2").asked("p2").keys() >= {"summary"}
    assert "summary" not in next_day().leaves("p1", "person").asked("p1")
    assert "summary" not in next_day().leaves("p1", "built-in").asked("p1")


def test_a_seat_sums_up_what_it_heard_and_nothing_else():
    game = next_day()
    said = [line.text for line in talk(game.story.view(P1), P1, 1)]
    assert said == ["Good morning, {p1}.", "Trust me."] == [line.text for line in talk(game.state, P1, 1)]
    assert "Kill {p2}." in [line.text for line in talk(game.state, P4, 1)]
    assert digest(game.state, P1, 1) == "{p2}: “Good morning, {p1}.” {p5} to {p1}: “Trust me.”"
    assert digest(game.state, P1, 2) == "Nothing was said."


def test_what_somebody_keeps_is_told_to_them_alone():
    game = next_day().play("p1 sums I trust {p5}.")
    assert game.told("p1")[-1] == "Player 1 keeps of day 1: “I trust Player 5.”"
    assert "I trust" not in "".join(game.told("p2") + game.public())
    assert not any(game.story.view(seat).summaries for seat in (None, Seat("p2"), P4))


def test_who_heard_nothing_has_nothing_to_sum_up():
    assert "summary" not in town(models="p1").night().asked("p1")


def test_a_summary_has_a_length_and_some_words():
    game = next_day()
    assert game.refuses("p1 sums " + "x" * 601) == "Your text has 601 characters; 600 is the most."
    assert game.refuses("p1 sums  ") == "There is nothing in your summary."
    assert game.refuses("p9 sums Hm.", "summary:1") == "Nobody asks you to sum anything up."


def test_the_built_in_player_keeps_what_was_said_last():
    game = next_day()
    ask = game.asked("p1")["summary"]
    kept = TOWN.policy.autoplay(game.story.view(P1), P1, ask, random.Random(1), Temper())
    assert kept == Sum(digest(game.state, P1, 1))
    game.tell(game.story.decide(P1, kept, ask.key))


def test_a_long_day_is_kept_in_part_and_marks_stay_whole():
    game = town(models="p1")
    for n in range(12):
        game.play(f"p2 says {n} " + "{p3} and {p4} " * 25)
    kept = digest(game.state, P1, 1)
    assert len(kept) <= 500 and "11 {p3}" in kept and "“0 " not in kept
    assert "{" not in kept.replace("{p2}", "").replace("{p3}", "").replace("{p4}", "")


def test_looking_something_up_is_no_news():
    game = town(models="all")
    before = {seat: game.story.asks(seat) for seat in game.story.seats}
    game.tell([Told(frozenset({P1}), LookedUp(P1, "roles_list", "", "Any."))])
    assert {seat: game.story.asks(seat) for seat in game.story.seats} == before
    assert game.state.lookups == ((1, P1, "roles_list", "", "Any."),)
    assert game.story.view(P1).lookups and not game.story.view(P9).lookups
    assert TOWN.rules.then(game.state, lambda: None) == []  # type: ignore[arg-type,return-value]
