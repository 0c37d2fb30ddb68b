"""The rules of the murder mystery, page by page, told as evenings in a small house."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from games.core import CLOCK, EVERYONE, HOST, TABLE, Market, Room, Seat, Temper
from games.mystery import GAME
from games.mystery.events import (
    Answered,
    Choice,
    Chose,
    Dawn,
    Ended,
    MurderersMet,
    Opened,
    Plotted,
    RoleGiven,
    Shared,
    Spoke,
    Vote,
    Voted,
    Witnessed,
)
from games.mystery.options import MysteryOptions
from games.story import Story
from tests.games.mystery.table import Dictated, mystery, public

WORKED = ("p1 Library strike p2", "p2 Library", "p3 Library hide", "p4 Kitchen guard p5", "p5 Kitchen", "p6 Garden")
PARITY = "The murderers are at least as many as the innocents: the murderers win."
HANGED = "Every murderer is dead: the innocents win."
EXHAUSTION = "The nights are over, and help arrives: the innocents win."


def tonight(players: int = 6, guilty: str = "p1", **more) -> Dictated:
    """A house in its first night."""
    return mystery(players, guilty, **more).quiet_day()


def told(game: Dictated, kind: type) -> list:
    return [each for each in game.story.log if isinstance(each.event, kind)]


def dead(game: Dictated) -> dict[str, str]:
    return {death.seat: death.where for death in game.state.deaths}


# ── seats and places ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("players", "murderers", "places"), [(4, 1, 3), (6, 2, 4), (7, 3, 5), (9, 2, 6), (10, 3, 7)])
def test_a_table_has_its_murderers_and_its_places(players: int, murderers: int, places: int):
    for seed in range(5):
        story = Story(GAME, GAME.lobby.options(players=players, murderers=murderers, places=places), str(seed))
        story.tell(story.begin({Seat(f"p{n}"): "person" for n in range(1, players + 1)}))
        assert [*story.state.roles.values()].count("murderer") == story.state.murderers == murderers
        assert len(story.state.places) == places and story.state.places[0] == "Hall"


def test_every_seat_can_be_dealt_the_murderer():
    guilty = set()
    for seed in range(60):
        story = Story(GAME, GAME.lobby.options(players=4), str(seed))
        story.tell(story.begin(dict.fromkeys(map(Seat, ("p1", "p2", "p3", "p4")), "person")))
        guilty |= set(story.state.known_murderers)
    assert guilty == {"p1", "p2", "p3", "p4"}


def test_roles_are_told_to_each_alone_and_the_murderers_know_each_other():
    game = mystery(7, "p2 p5")
    assert [each.to for each in told(game, MurderersMet)] == [frozenset({"p2", "p5"})]
    assert [each.to for each in told(game, RoleGiven)] == [frozenset({f"p{n}"}) for n in (1, 3, 4, 6, 7)]
    assert game.story.view(None).roles == {}
    assert game.story.view(Seat("p3")).roles == {"p3": "innocent"}
    assert game.story.view(Seat("p5")).known_murderers == ("p2", "p5")


def test_the_setup_deals_as_the_table_expects():
    story = Story(GAME, GAME.lobby.options(murderers=2), "seed")
    story.tell(story.begin({Seat(f"p{n}"): "person" for n in range(1, 8)}))
    kinds = [type(each.event) for each in story.log[7:]]
    assert kinds.count(RoleGiven) == 5 and kinds.count(MurderersMet) == 1 and kinds[0] is Opened
    [met] = [each for each in story.log if isinstance(each.event, MurderersMet)]
    assert met.to == frozenset(met.event.seats) == frozenset(story.state.known_murderers)  # type: ignore[attr-defined]


def test_what_the_host_wrote_for_the_house_cannot_name_seats_or_break_a_line():
    game = mystery(4, house_rules="Be {p1}.\nNight 3: {p2} is dead.")
    assert "House rules: Be {p1}. Night 3: {p2} is dead." in public(game)[5]


# ── day 0 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_introductions_are_collected_from_all_and_then_shared_together():
    game = mystery(4).play("p1 says Good evening.", "p2 silent", "p3 says I am the cook.")
    assert [each.to for each in told(game, Spoke)] == [frozenset({seat}) for seat in ("p1", "p2", "p3")]
    assert not told(game, Shared) and game.moment() == "talk 0"
    assert "Good evening." not in " ".join(game.heard("p2"))
    game.play("p4 silent")
    [shared] = told(game, Shared)
    assert shared.to is EVERYONE
    assert dict(shared.event.said) == {"p1": "Good evening.", "p2": "", "p3": "I am the cook.", "p4": ""}
    assert game.moment() == "night 1", "introductions are one round, and then it is night"


def test_statements_come_in_an_order_that_tells_nothing():
    orders = set()
    for seed in range(20):
        game = mystery(4, seed=str(seed)).play("p1 silent", "p2 silent", "p3 silent", "p4 silent")
        orders.add(tuple(seat for seat, _ in told(game, Shared)[0].event.said))
    assert len(orders) > 5


def test_a_statement_is_made_once_a_round():
    game = mystery(4).play("p1 says Hello.")
    assert game.refuses("p1 says Hello again.") == (
        "You have made your statement for this round. The next round is soon."
    )
    assert "talk" not in game.asked("p1")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing in your statement; say something, or stay silent."),
        ("   ", "There is nothing in your statement; say something, or stay silent."),
        ("x" * 601, "Your statement has 601 characters; 600 is the most."),
    ],
)
def test_a_statement_has_something_in_it_and_not_too_much(text: str, sentence: str):
    game = mystery(4)
    assert game.refuses(f"p1 says {text}") == sentence
    game.play(f"p1 says {'x' * 600}")


# ── where to be ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_everyone_is_asked_at_once_where_nobody_else_sees_it():
    game = tonight(4)
    for seat in ("p1", "p2", "p3", "p4"):
        [ask] = game.story.asks(Seat(seat))
        assert ask.private and ask.need == "each" and ask.key == "night:1"
        assert ask.allowed["where"][:3] == ("Hall", "Library", "Kitchen")
    game.play("p1 Hall", "p2 Hall")
    assert [(each.to, each.event) for each in told(game, Chose)] == [
        (frozenset({"p1"}), Chose(Seat("p1"), Choice("Hall", None))),
        (frozenset({"p2"}), Chose(Seat("p2"), Choice("Hall", None))),
    ]


def test_a_choice_is_sealed_and_stands():
    game = tonight(4).play("p2 Hall")
    assert game.refuses("p2 Kitchen") == "You have chosen for tonight, and it stands."


def test_the_first_choice_is_watching_where_one_is():
    game = tonight(4).night("p2 Kitchen", "p3 Library", "p4 Library", "p1 Kitchen").quiet_day().vote()
    assert game.asked("p2")["night"].default == game.asked("p1")["night"].default
    assert str(game.asked("p3")["night"].default) == "Night(where='Library', act='watch')"


def test_a_follower_is_where_the_followed_one_ends_up():
    game = tonight(4).night("p1 Kitchen", "p2 >p3", "p3 >p1", "p4 Library")
    assert game.learned("p2") == "Night 1: Player 2 was in the Kitchen and saw Player 1 and Player 3 there."


def test_followers_in_a_ring_of_their_own_are_in_the_hall():
    game = tonight(4).night("p1 >p2", "p2 >p3", "p3 >p1", "p4 >p1")
    assert [game.state.facts_of(Seat(seat), 1).place for seat in ("p1", "p2", "p3", "p4")] == ["Hall"] * 4


def test_following_oneself_is_refused_and_so_is_following_the_dead():
    game = tonight().night(*WORKED).quiet_day().vote()
    assert game.refuses("p3 >p3") == "You cannot follow yourself."
    assert game.refuses("p3 >p2") == "Player 2 is dead."
    assert game.refuses("p3 >p9") == "Nobody of that name plays in this game."
    assert game.refuses("p3 Ballroom") == (
        "Where: “Ballroom” cannot be chosen now. You can choose: Hall, Library, Kitchen, Garden, follow Player 1, "
        "follow Player 4, follow Player 5, follow Player 6."
    )


def test_nobody_follows_the_same_one_two_nights_running_but_every_other_night():
    game = tonight(5).night("p2 >p3").quiet_day().vote()
    assert "follow {p3}" not in game.asked("p2")["night"].allowed["where"]
    assert game.refuses("p2 >p3") == "You followed Player 3 last night; not the same one two nights running."
    game.night("p2 >p4").quiet_day().vote().play("p2 >p3")


def test_not_two_nights_running_counts_choices_and_not_results():
    game = tonight(5).night("p2 Hall guard p3", "p3 Kitchen").quiet_day().vote()
    assert game.learned("p2").endswith("The one whom Player 2 meant to guard was not to be found.")
    assert game.refuses("p2 Hall guard p3") == "You guarded Player 3 last night; not the same one two nights running."


# ── what to do ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_one_may_do():
    game = tonight(4)
    assert game.asked("p2")["night"].allowed["act"] == ("watch", "hide", "guard {p1}", "guard {p3}", "guard {p4}")
    assert game.asked("p1")["night"].allowed["act"][-3:] == ("strike {p2}", "strike {p3}", "strike {p4}")
    assert game.refuses("p2 Hall dance") == (
        "Act: “dance” cannot be chosen now. You can choose: watch, hide, guard Player 1, guard Player 3, guard Player 4."
    )


def test_only_murderers_strike_and_never_each_other_nor_themselves():
    game = tonight(7, "p1 p2")
    assert game.refuses("p3 Hall strike p4") == "Only murderers strike."
    for whom in ("p1", "p2"):
        assert game.refuses(f"p1 Hall strike {whom}") == "Murderers never strike each other, nor themselves."
        assert f"strike {{{whom}}}" not in game.asked("p1")["night"].allowed["act"]


def test_nobody_guards_themselves_nor_the_dead():
    game = tonight().night(*WORKED).quiet_day().vote()
    assert game.refuses("p3 Hall guard p3") == "You cannot guard yourself."
    assert game.refuses("p3 Hall guard p2") == "Player 2 is dead."
    assert game.refuses("p1 Hall strike p2") == "Player 2 is dead."


def test_nobody_guards_the_same_one_two_nights_running_but_may_follow_them():
    game = tonight(5).night("p2 >p3 guard p3").quiet_day().vote()
    assert "guard {p3}" not in game.asked("p2")["night"].allowed["act"]
    game.night("p2 Hall guard p4").quiet_day().vote().play("p2 >p3 guard p3")


def test_murderers_may_guard_and_may_be_guarded():
    game = tonight().night("p1 Hall guard p2", "p2 Hall guard p1", "p3 Hall")
    assert game.state.alive == ("p1", "p2", "p3", "p4", "p5", "p6")


def test_one_may_hide_so_often_a_game():
    game = tonight().night("p2 Hall hide").quiet_day().vote().night("p2 Hall hide").quiet_day().vote()
    assert "hide" not in game.asked("p2")["night"].allowed["act"]
    assert game.refuses("p2 Hall hide") == "You have hidden as often as you may in a game (2)."
    assert "hide" in game.asked("p3")["night"].allowed["act"]


def test_a_house_without_hiding():
    game = tonight(hides=0)
    assert "hide" not in game.asked("p2")["night"].allowed["act"]
    assert game.refuses("p2 Hall hide") == "Nobody can hide in this house."
    assert "2 rounds of statements a day; nobody can hide; votes are open." in public(game)[7]


def test_some_drawn_by_lot_may_hide_once_more_and_everybody_hears_who():
    game = tonight(hides=0, hiders=2)
    lucky, other = game.state.hiders
    unlucky = next(seat for seat in game.state.seats if seat not in game.state.hiders)
    opened = GAME.shows.say(told(game, Opened)[0].event)
    assert f"only {{{lucky}}} and {{{other}}}, drawn by lot, may hide, once each;" in opened
    assert game.refuses(f"{unlucky} Hall hide") == "You cannot hide in this house."
    game.night(f"{lucky} Hall hide").quiet_day().vote()
    assert game.refuses(f"{lucky} Hall hide") == "You have hidden as often as you may in a game (1)."
    assert "hide" in game.asked(other)["night"].allowed["act"]


def test_where_the_lot_falls_on_everybody_all_may_hide_as_often():
    game = tonight(hides=1)
    seats = game.state.seats
    for hiders, said in ((seats, "; each may hide twice; "), (seats[1:], "; each may hide once, and {p2}, ")):
        assert said in GAME.shows.say(replace(told(game, Opened)[0].event, hiders=hiders))


def test_the_lot_for_hiding_falls_on_anybody_whatever_their_role():
    drawn = Counter()
    for seed in range(200):
        story = Story(GAME, MysteryOptions(players=8, hides=1, hiders=3), str(seed))
        story.tell(story.begin({Seat(f"p{n}"): "model" for n in range(1, 9)}))
        assert {story.state.hides(seat) for seat in story.state.hiders} == {2} and len(story.state.hiders) == 3
        drawn.update((story.state.role(seat), seat) for seat in story.state.hiders)
    assert {seat for _, seat in drawn} == {f"p{n}" for n in range(1, 9)}
    guilty = sum(count for (role, _), count in drawn.items() if role == "murderer")
    assert 110 < guilty < 190, "a quarter of 600"


def test_a_house_where_nobody_strikes_in_the_first_night():
    game = tonight(4, gentle_first_night="yes")
    assert not [act for act in game.asked("p1")["night"].allowed["act"] if act.startswith("strike")]
    assert game.refuses("p1 Hall strike p2") == "In the first night nobody strikes."
    assert "Nobody strikes on the first night." in game.heard(None)[5]
    game.night().quiet_day().vote().play("p1 Hall strike p2")


# ── what comes of it ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_pages_worked_night():
    game = tonight().night(*WORKED)
    assert dead(game) == {"p2": "Library"}
    assert [game.learned(f"p{n}") for n in range(1, 7)] == [
        "Night 1: Player 1 was in the Library and saw Player 2 there. Player 2 fell there. Player 1's blow struck home.",
        "Night 1: Player 2 was in the Library and saw Player 1 there. Player 2 fell there.",
        "Night 1: Player 3 was in the Library, hid, and saw Player 1 and Player 2 there. Player 1 struck at Player 2. "
        "Player 2 fell there.",
        "Night 1: Player 4 was in the Kitchen and saw Player 5 there. A cry came from the Library.",
        "Night 1: Player 5 was in the Kitchen and saw Player 4 there. A cry came from the Library.",
        "Night 1: Player 6 was in the Garden and saw nobody there.",
    ]
    assert "Dawn after night 1. Player 2 is found dead in the Library." in game.heard("p6")


def test_a_night_tells_each_seat_its_own_facts_and_nobody_else():
    game = tonight().night(*WORKED)
    assert [(each.to, each.event.seat) for each in told(game, Witnessed)] == [
        (frozenset({f"p{n}"}), f"p{n}") for n in range(1, 7)
    ]


def test_one_guard_blocks_every_blow_and_whoever_is_saved_learns_not_by_whom():
    game = tonight(7, "p1 p2").night(
        "p1 Hall strike p3", "p2 Hall strike p3", "p3 Hall", "p4 Hall guard p3", "p5 Hall hide", "p6 Library"
    )
    assert dead(game) == {}
    for striker in ("p1", "p2"):
        assert game.learned(striker).endswith("blow was blocked.")
    assert game.learned("p3").endswith("Somebody's guard saved Player 3.")
    assert game.learned("p4").endswith("Player 4's guard blocked a blow.")
    assert "Player 1 struck at Player 3. Player 2 struck at Player 3." in game.learned("p5")
    assert "cry" not in game.learned("p6"), "where nobody falls, nobody cries"
    assert game.heard(None)[-2] == "Dawn after night 1. Nobody has died."


def test_who_hides_can_be_neither_struck_nor_guarded_nor_seen():
    game = tonight().night("p1 Hall strike p2", "p2 Hall hide", "p3 Hall guard p2", "p4 Hall")
    assert dead(game) == {}
    assert game.learned("p1").endswith("The one whom Player 1 meant to strike was not to be found.")
    assert game.learned("p3").endswith("The one whom Player 3 meant to guard was not to be found.")
    assert "Player 2" not in game.learned("p4")


def test_a_guard_elsewhere_blocks_nothing():
    game = tonight().night("p1 Library strike p2", "p2 Library", "p3 Kitchen guard p2")
    assert dead(game) == {"p2": "Library"}


def test_those_who_die_tonight_still_act_tonight():
    game = tonight(7, "p1 p2").night(
        "p1 Hall strike p3", "p2 Hall strike p4", "p3 Hall guard p4", "p4 Hall guard p5", "p5 Hall"
    )
    assert dead(game) == {"p3": "Hall"}
    assert game.learned("p3").endswith("Player 3's guard blocked a blow.")


def test_those_who_fall_still_get_the_facts_of_that_night_and_nothing_later():
    game = tonight().night(*WORKED)
    assert game.state.facts_of(Seat("p2"), 1) is not None
    game.quiet_day().vote().night()
    assert [each.event.night for each in told(game, Witnessed) if each.event.seat == "p2"] == [1]


def test_several_strikes_on_one_person_are_one_death():
    game = tonight(7, "p1 p2").night("p1 Hall strike p3", "p2 Hall strike p3", "p3 Hall")
    assert [death.seat for death in game.state.deaths] == ["p3"]
    assert game.heard(None)[-2] == "Dawn after night 1. Player 3 is found dead in the Hall."


def test_at_dawn_nobody_hears_more_than_who_died_and_where():
    game = tonight().night(*WORKED)
    [dawn] = told(game, Dawn)
    assert dawn.to is EVERYONE and dawn.event == Dawn(1, ((Seat("p2"), "Library"),))
    assert game.story.view(None).roles == {}, "no role is revealed by a murder"


# ── statements ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_day_has_its_rounds_and_then_the_vote():
    game = tonight(4).night()
    rounds = []
    while game.state.phase == "talk":
        rounds.append((game.state.day, game.state.round))
        game.play(*(f"{seat} silent" for seat in game.state.alive))
    assert rounds == [(1, 1), (1, 2)] and game.moment() == "vote 1"


def test_as_many_rounds_as_the_host_likes():
    game = tonight(4, rounds=1).night().play("p1 silent", "p2 silent", "p3 silent", "p4 silent")
    assert game.moment() == "vote 1"


def test_the_dead_say_nothing_choose_nothing_and_do_not_vote():
    game = tonight().night(*WORKED)
    sentence = "You are dead. The dead hear everything and say nothing."
    assert game.refuses("p2 says It was Player 1!") == sentence
    assert game.refuses("p2 silent") == sentence
    game.quiet_day()
    assert game.refuses("p2 votes p1") == sentence
    assert game.vote().refuses("p2 Hall") == sentence
    assert game.story.asks(Seat("p2")) == ()


def test_each_thing_has_its_time():
    game = tonight(4)
    assert game.refuses("p2 says Hello.") == "It is night. You can speak again by day."
    assert game.refuses("p2 votes p1") == "There is no vote now."
    game.night()
    assert game.refuses("p2 Hall") == "It is day. Choose when night has fallen."
    assert game.refuses("p2 votes p1") == "There is no vote now."
    game.quiet_day()
    assert game.refuses("p2 says Wait!") == "The talk is over; now the vote decides."
    game.play("p1 votes p3", "p2 votes p3", "p3 votes p1", "p4 votes p3", "clock strikes")
    assert game.refuses("p1 says Good riddance.") == "Only whoever is to hang may speak now."


# ── the vote ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def voting(players: int = 6, guilty: str = "p1", **more) -> Dictated:
    return tonight(players, guilty, **more).night().quiet_day()


def hanged(*votes: str, players: int = 6) -> Seat | None:
    game = voting(players)
    game.vote(*votes)
    return game.state.ballots[-1].hangs


def test_most_votes_hang():
    assert hanged("p1 p3", "p2 p3", "p3 p1", "p4 nobody") is None, "nobody has three of six"
    assert hanged("p1 p3", "p2 p3", "p3 p1", "p4 p3", "p5 p1") == "p3"
    assert hanged("p1 p3", "p2 p3", "p3 p2", "p4 p1", "p5 p4") == "p3", "two of six are most when others have one each"


def test_a_tie_at_the_top_hangs_no_one():
    assert hanged("p1 p3", "p2 p3", "p3 p1", "p4 p1", "p5 nobody", "p6 p2") is None
    assert hanged("p1 p3", "p2 p3", "p3 p3", "p4 nobody", "p5 nobody", "p6 nobody") is None


def test_it_is_said_when_a_tie_is_why_nobody_hangs():
    assert voting(4).vote("p1 p2", "p2 p1", "p3 p1", "p4 p2").heard(None)[-2] == (
        "The votes: 2 for Player 2 (Player 1 and Player 4); 2 for Player 1 (Player 2 and Player 3). "
        "It is a tie: nobody hangs."
    )
    assert voting(4).vote("p1 p2").heard(None)[-2] == (
        "The votes: 3 for nobody (Player 2, Player 3 and Player 4); 1 for Player 2 (Player 1). Nobody hangs."
    )


def test_nobody_on_top_hangs_no_one_and_neither_does_an_empty_vote():
    assert hanged("p1 p3", "p2 p3", "p3 nobody") is None
    assert hanged() is None


def test_a_tie_below_the_top_changes_nothing():
    assert hanged("p1 p2", "p2 p3", "p3 p2", "p4 p3", "p5 p2", "p6 p1") == "p2"


def test_one_may_vote_for_oneself_but_not_for_the_dead_or_for_nobody_known():
    game = tonight().night(*WORKED).quiet_day()
    assert game.refuses("p3 votes p2") == "Player 2 is dead."
    assert game.refuses("p3 votes p11") == "Nobody of that name plays in this game."
    assert "p2" not in game.asked("p3")["vote"].allowed["whom"]
    assert game.play("p3 votes p3").state.votes[Seat("p3")] == "p3"


def test_a_vote_may_be_changed_until_the_count():
    game = voting(4).play("p1 votes p2")
    assert game.refuses("p1 votes p2") == "That is your vote already."
    assert "p2" not in game.asked("p1")["vote"].allowed["whom"]
    game.play("p1 votes p3", "p2 votes p3", "p3 votes p1", "p4 votes p3", "p4 votes p1", "p2 votes p1", "clock strikes")
    assert game.state.hangs == "p1"
    assert [(each.event.seat, each.event.whom) for each in told(game, Voted)][:2] == [("p1", "p2"), ("p1", "p3")]


def test_a_vote_closes_when_all_are_in_and_unchanged_for_ten_seconds():
    game = voting(4)
    assert "count" not in game.asked(CLOCK)
    game.play("p1 votes p2", "p2 votes p1", "p3 votes p1", "p4 votes p1")
    first = game.asked(CLOCK)["count"]
    assert first.within == timedelta(seconds=10) and game.moment() == "vote 1"
    game.play("p2 votes p3")
    again = game.asked(CLOCK)["count"]
    assert again.within == timedelta(seconds=10) and again.key != first.key, "a change begins the ten seconds anew"


def test_when_the_time_is_over_the_votes_are_counted_however_often_somebody_changes_theirs():
    game = voting(4, vote_seconds=60)
    key = game.asked(CLOCK)["vote"].key
    game.play("p1 votes p2", "p2 votes p1", "p3 votes p1", "p4 votes p1", "p2 votes p3")
    assert game.asked(CLOCK)["vote"].key == key, "the clock of the vote runs on"
    game.play("p2 votes p4")
    game.tell(game.story.decide(CLOCK, GAME.rules.actions[-1](), key))
    assert game.state.hangs == "p1"


def test_when_the_time_is_over_whoever_has_not_voted_votes_for_nobody():
    game = voting(4).play("p2 votes p1", "clock strikes")
    [counted] = game.state.ballots
    assert counted.votes == (("p1", None), ("p2", "p1"), ("p3", None), ("p4", None)) and counted.hangs is None


def test_among_ais_the_votes_are_counted_as_soon_as_all_are_in():
    game = mystery(4, models="all").quiet_day().night().quiet_day()
    game.play("p1 votes p2", "p2 votes p1", "p3 votes p1", "p4 votes p1")
    assert game.state.ballots and not game.story.asks(CLOCK)


def test_open_votes_are_heard_as_they_are_cast_and_published_in_the_end():
    game = voting(4).play("p1 votes p2")
    assert game.heard(None)[-1] == "Player 1 votes for Player 2."
    game.play("p2 votes p1", "p3 votes p1", "p4 votes nobody", "clock strikes")
    assert game.heard(None)[-1] == (
        "The votes: 2 for Player 1 (Player 2 and Player 3); 1 for Player 2 (Player 1); 1 for nobody (Player 4). Player 1 has to hang."
    )


def test_sealed_votes_are_nobodys_business_until_the_count():
    game = voting(4, votes="sealed").play("p1 votes p2", "p2 votes p1")
    assert [each.to for each in told(game, Voted)] == [frozenset({"p1"}), frozenset({"p2"})]
    assert [each.event for each in told(game, Answered)][-2:] == [Answered(Seat("p1")), Answered(Seat("p2"))]
    assert game.story.view(None).votes == {}
    assert game.story.view(Seat("p1")).votes == {"p1": "p2"}
    game.play("p1 votes p3", "p3 votes p1", "p4 votes p1", "clock strikes")
    assert game.state.ballots[-1].votes == (("p1", "p3"), ("p2", "p1"), ("p3", "p1"), ("p4", "p1"))
    assert "Player 1 has to hang." in game.heard(None)[-1]


# ── the rope ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_condemned_may_say_something_and_then_everyone_learns_who_they_were():
    game = voting().vote("p1 p3", "p2 p3", "p4 p3", "p5 p3")
    assert game.moment() == "last words 1" and [*game.story.owed(game.story.seats)] == ["p3"]
    game.play("p3 says You will be sorry.")
    assert game.heard(None)[-3:] == [
        "Player 3's last words: “You will be sorry.”", "Player 3 is hanged, and was innocent.",
        "Night 2 falls. Everyone chooses in secret.",
    ]  # fmt: skip
    assert game.story.view(None).role(Seat("p3")) == "innocent"


def test_whoever_has_no_last_words_has_none():
    game = voting().vote("p1 p3", "p2 p3", "p4 p3", "p5 p3").play("clock strikes")
    assert "Player 3 has no last words." in game.heard(None) and game.moment() == "night 2"


def test_a_house_without_last_words():
    game = voting(last_words=False).vote("p1 p3", "p2 p3", "p4 p3", "p5 p3")
    assert game.moment() == "night 2" and game.heard(None)[-2] == "Player 3 is hanged, and was innocent."


# ── the end ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_innocents_win_when_every_murderer_has_been_hanged():
    game = voting().hang("p1")
    assert game.ends(HANGED)
    assert game.story.outcome.winners == {"p2", "p3", "p4", "p5", "p6"}
    assert game.heard(None)[-1] == f"{HANGED} The murderer was Player 1."


def test_with_one_of_two_murderers_hanged_it_goes_on():
    game = voting(7, "p1 p2").hang("p1")
    assert game.moment() == "night 2"
    assert game.night().hang("p2").ends(HANGED)


def test_murderers_win_after_a_dawn_when_they_are_as_many_as_the_innocents():
    game = tonight(4).night("p1 Hall strike p2", "p2 Hall").quiet_day().vote()
    assert game.moment() == "night 2", "one against two goes on"
    game.night("p1 Hall strike p3", "p3 Hall")
    assert game.ends(PARITY) and game.story.outcome.winners == {"p1"}


def test_murderers_win_after_a_hanging_when_they_are_as_many_as_the_innocents():
    game = tonight(4).night("p1 Hall strike p2", "p2 Hall").hang("p3")
    assert game.ends(PARITY)


def test_two_against_two_ends_it():
    game = tonight(7, "p1 p2").night("p1 Hall strike p3", "p3 Hall").hang("p4")
    assert game.moment() == "night 2", "two against three goes on"
    assert game.night("p1 Hall strike p5", "p5 Hall").ends(PARITY)
    assert game.story.outcome.winners == {"p1", "p2"}


def test_three_murderers_need_three_innocents():
    game = tonight(8, "p1 p2 p3", murderers=3).night("p1 Hall strike p4", "p2 Hall strike p5", "p4 Hall", "p5 Hall")
    assert game.ends(PARITY) and game.story.outcome.winners == {"p1", "p2", "p3"}
    assert game.heard(None)[-1].endswith("The murderers were Player 1, Player 2 and Player 3.")


def test_three_murderers_know_each_other_and_can_all_be_hanged():
    game = tonight(8, "p2 p5 p7", murderers=3)
    assert "The murderers know each other: Player 2, Player 5 and Player 7." in " ".join(game.heard("p7"))
    for guilty in ("p2", "p7"):
        game.night().hang(guilty)
    assert game.night().hang("p5").ends(HANGED)


def test_what_each_place_is_good_for_is_told():
    """Nearest neighbours are heard; the ring of four has two for each."""
    [ask] = tonight().story.asks(Seat("p1"))[:1]
    told = {value: ask.about.get(value.partition(" ")[0], "") for each in ask.allowed.values() for value in each}
    assert all(told.values())
    assert told["Hall"] == "You are in this room, and hear a cry from the Garden or the Library."
    assert "Library or the Garden" in told["Kitchen"]


def test_after_the_last_night_its_day_is_still_played_and_then_the_innocents_win():
    game = tonight(4)
    for night in range(1, 12):
        assert game.night().quiet_day().vote().moment() == f"night {night + 1}"
    game.night()
    assert game.moment() == "talk 12" and game.quiet_day().moment() == "vote 12"
    assert game.vote().ends(EXHAUSTION) and game.story.outcome.winners == {"p2", "p3", "p4"}


def test_on_the_last_day_somebody_may_still_hang():
    assert tonight(4, most_nights=1).night().hang("p1").ends(HANGED)
    assert tonight(5, most_nights=1).night().hang("p2").ends(EXHAUSTION)
    assert tonight(4, most_nights=1).night("p1 Hall strike p2", "p2 Hall").hang("p3").ends(PARITY)


def test_at_the_end_everything_is_told():
    game = tonight().night(*WORKED).hang("p1")
    [ended] = told(game, Ended)
    assert ended.to is EVERYONE
    assert ended.event.roles == ("murderer", *["innocent"] * 5)
    assert ended.event.choices == (
        (
            Choice("Library", None, "strike", Seat("p2")), Choice("Library", None), Choice("Library", None, "hide"),
            Choice("Kitchen", None, "guard", Seat("p5")), Choice("Kitchen", None), Choice("Garden", None),
        ),
    )  # fmt: skip
    assert ended.event.facts[0] == tuple(game.state.facts[0].values()) and len(ended.event.facts[0]) == 6
    public_view = game.story.view(None)
    assert (public_view.roles, public_view.nights, public_view.facts) == (
        game.state.roles, game.state.nights, game.state.facts
    )  # fmt: skip


def test_a_game_that_is_over_asks_and_takes_nothing():
    game = voting().hang("p1")
    assert not any(game.story.asks(seat) for seat in (*game.story.seats, HOST, CLOCK))
    assert game.refuses("p2 Hall") == "The game is over."


# ── the murderers among themselves ────────────────────────────────────────────────────────────────────────────────────


def test_murderers_have_no_talk_of_their_own_unless_the_host_lets_them():
    game = tonight(7, "p1 p2")
    assert "plot" not in game.asked("p1")
    assert game.refuses("p1 whispers I take the Hall.") == "Nobody whispers in this house."


def test_whoever_plays_by_itself_is_invited_to_whisper_when_it_has_chosen():
    game = tonight(7, "p1 p2", plotting=True)
    [plot] = [ask for ask in game.story.asks(Seat("p1")) if ask.key.startswith("plot")]
    assert not plot.invites
    game.play("p1 Hall watch")
    [plot] = game.story.asks(Seat("p1"))
    assert plot.invites and plot.need == "none"
    assert not any(ask.key.startswith("plot") for ask in game.story.asks(Seat("p3")))


def test_a_statement_is_as_long_as_what_was_written_whatever_names_stand_in_it():
    game = mystery(5, "p1")
    assert game.refuses(f"p2 says {'x' * 601}") == "Your statement has 601 characters; 600 is the most."
    game.play(f"p2 says {'{p10} ' * 150}{'x' * 150}")


def test_whispers_reach_the_murderers_alone_and_all_of_us_at_the_end():
    game = tonight(7, "p1 p2", plotting=True).play("p1 whispers I take the Hall.")
    [plotted] = told(game, Plotted)
    assert plotted.to == {"p1", "p2"}
    assert game.heard("p2")[-1] == "Player 1 whispers to the murderers: “I take the Hall.”"
    assert game.asked("p1")["plot"].private and game.asked("p1")["plot"].need == "none"
    assert game.refuses("p3 whispers Me too.") == "Nobody whispers in this house.", "as in any other house"
    game.play("p1 whispers Not yet.")
    assert game.refuses("p1 whispers One more.") == (
        "You have whispered enough for one night, or nobody is there to hear it."
    )
    game.night()
    assert game.refuses("p1 whispers By day?") == "You can whisper to each other at night only."
    game.hang("p1")
    assert "plot" not in game.asked("p2"), "there is nobody left to whisper to"
    assert game.night().hang("p2").ends(HANGED)
    assert told(game, Ended)[0].event.plots == ((1, "p1", "I take the Hall."), (1, "p1", "Not yet."))


# ── time ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_phase_has_its_time_and_the_clock_comes_after_the_seats_own():
    game = mystery(4, talk_seconds=100, night_seconds=90, vote_seconds=80, last_words_seconds=70)

    def times(seat: str) -> list[int]:
        own, clock = game.story.asks(Seat(seat))[0], [*game.story.asks(CLOCK)][-1]
        return [int(each.within.total_seconds()) for each in (own, clock)]

    assert times("p1") == [100, 105]
    game.quiet_day()
    assert times("p1") == [90, 95]
    game.night()
    assert times("p1") == [100, 105]
    game.quiet_day()
    assert times("p1") == [80, 85]
    game.vote("p1 p2", "p2 p2", "p3 p2")
    assert times("p2") == [70, 75]


def test_without_timers_and_among_ais_no_time_runs():
    for game in (mystery(4, timers=False), mystery(4, models="all")):
        assert not game.story.asks(CLOCK)
        assert all(ask.within is None for seat in game.story.seats for ask in game.story.asks(seat))


def test_whoever_does_not_speak_in_time_is_silent():
    game = mystery(4).play("p2 says I am here.", "clock strikes")
    assert game.moment() == "night 1"
    assert dict(told(game, Shared)[0].event.said) == {"p1": "", "p2": "I am here.", "p3": "", "p4": ""}


def test_whoever_does_not_choose_in_time_stays_in_the_place_of_last_night_and_watches():
    game = tonight(5).night("p2 Kitchen hide", "p3 Library").quiet_day().vote()
    game.play("p1 Kitchen strike p2", "clock strikes")
    assert dead(game) == {"p2": "Kitchen"}, "who was absent did not hide"
    assert [game.state.facts_of(Seat(f"p{n}"), 2).place for n in (3, 4)] == ["Library", "Hall"]


def test_who_follows_an_absent_player_ends_up_where_that_one_stayed():
    game = tonight(5).night("p2 Kitchen").quiet_day().vote().play("p3 >p2", "clock strikes")
    assert game.state.facts_of(Seat("p3"), 2).place == "Kitchen"


def test_a_night_ends_when_all_have_chosen_unless_nights_are_full():
    game = tonight(4, full_nights=True).play("p1 Hall", "p2 Hall", "p3 Hall", "p4 Hall")
    assert game.moment() == "night 1" and game.story.asks(CLOCK)
    assert game.play("clock strikes").moment() == "talk 1"
    assert tonight(4).play("p1 Hall", "p2 Hall", "p3 Hall", "p4 Hall").moment() == "talk 1"
    for endless in (tonight(4, full_nights=True, timers=False), tonight(4, full_nights=True, models="all")):
        endless.play("p1 Hall", "p2 Hall", "p3 Hall", "p4 Hall")
        assert endless.moment() == "talk 1", "a night that nothing would end lasts no longer than the choices"


# ── coming and going ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_leavers_sealed_choice_stands():
    game = tonight().play("p2 Kitchen hide").leaves("p2")
    assert game.refuses("p2 Hall") == "You have chosen for tonight, and it stands."
    game.night("p3 Kitchen guard p2")
    assert game.state.choice_of(Seat("p2"), 1) == Choice("Kitchen", None, "hide")


def test_a_seat_taken_over_is_announced_at_dawn():
    game = tonight().leaves("p2").leaves("p4").leaves("p4", "person").night()
    assert "Dawn after night 1. Nobody has died. An AI plays on for Player 2." in game.heard(None)
    game.quiet_day().vote().night()
    assert "Dawn after night 2. Nobody has died." in game.heard(None), "once is enough"


def test_nobody_plays_on_for_the_dead():
    game = tonight().leaves("p2").night("p1 Hall strike p2", "p2 Hall")
    assert "Dawn after night 1. Player 2 is found dead in the Hall." in game.heard(None)
    game.leaves("p3").hang("p3").night()
    assert "Dawn after night 2. Nobody has died." in game.heard(None)


def test_the_host_may_let_a_leaver_die_of_fright_whose_role_is_told():
    game = tonight()
    assert "fright" not in game.asked(HOST)
    assert game.refuses("host dooms p2") == "Only those who have left the table, and live, can die of fright."
    game.leaves("p2")
    assert game.asked(HOST)["fright"].need == "none"
    game.play("host dooms p2")
    assert game.refuses("host dooms p2") == "They will die at dawn already."
    assert game.refuses("p3 dooms p2") == "Only the host lets somebody die of fright."
    game.night("p2 Hall guard p3", "p3 Hall", "p1 Hall strike p3")
    assert "Dawn after night 1. Player 2 has died of fright, and was innocent." in game.heard(None)
    assert dead(game) == {"p2": "fright"}, "who dies of fright still acted, and saved Player 3"


def test_whoever_comes_back_in_time_does_not_die_of_fright():
    game = tonight().leaves("p2").play("host dooms p2").leaves("p2", "person")
    assert game.heard(None)[-1] == "Player 2 is back, and lives."
    assert dead(game.night()) == {}
    game.leaves("p2").quiet_day().vote().night()
    assert dead(game) == {}, "nor when they leave again, unless the host says so again"


def test_whoever_is_struck_before_dying_of_fright_is_found_dead_and_their_role_is_not_told():
    game = tonight().leaves("p2").play("host dooms p2").night("p1 Hall strike p2", "p2 Hall")
    assert dead(game) == {"p2": "Hall"} and game.story.view(None).role(Seat("p2")) is None


def test_a_murderer_who_dies_of_fright_leaves_the_innocents_victorious():
    game = tonight().leaves("p1").play("host dooms p1").night()
    assert game.ends("No murderer is left: the innocents win.")


def test_when_all_innocents_but_one_die_of_fright_the_murderer_wins():
    game = tonight(4)
    for seat in ("p2", "p3"):
        game.leaves(seat).play(f"host dooms {seat}")
    assert game.night().ends(PARITY)


def test_innocents_win_as_soon_as_no_murderer_lives_even_if_nobody_else_does():
    game = tonight(4)
    for seat in ("p1", "p2", "p3"):
        game.leaves(seat).play(f"host dooms {seat}")
    game.night("p1 Hall strike p4", "p4 Hall")
    assert game.ends("No murderer is left: the innocents win.") and not game.state.alive


def test_one_who_hangs_first_cannot_die_of_fright_after():
    game = voting().leaves("p2").play("host dooms p2").hang("p2").night()
    assert [(death.seat, death.where) for death in game.state.deaths] == [("p2", "hanged")]


def test_when_nobody_is_left_the_house_waits():
    game = tonight(4)
    for seat in ("p1", "p2", "p3", "p4"):
        game.leaves(seat)
    assert game.story.paused == "Nobody is left at the table."
    assert game.refuses("p1 Hall") == "The game is paused. Nobody is left at the table."
    game.play("host resumes").night()
    assert game.moment() == "talk 1"


# ── who may sit, read and bet ─────────────────────────────────────────────────────────────────────────────────────────


def may_sit(game: Dictated, seat: str, *held: str) -> str | None:
    return GAME.lobby.may_sit(game.state, Seat(seat), frozenset(map(Seat, held)))


def test_whoever_has_sat_elsewhere_can_only_come_back_to_that_seat():
    game = tonight().leaves("p3")
    assert may_sit(game, "p3") is None and may_sit(game, "p3", "p3") is None
    assert may_sit(game, "p3", "p2") == (
        "You have sat elsewhere at this table and know what you saw there: you can only come back to that seat."
    )


def test_nobody_takes_the_seat_of_the_dead_but_they_themselves():
    game = tonight().night(*WORKED)
    assert may_sit(game, "p2") == "Whoever sat there is dead; take the seat of somebody alive."
    assert may_sit(game, "p2", "p2") is None


def test_nobody_joins_where_ais_play_among_themselves():
    game = mystery(4, models="all")
    assert may_sit(game, "p1") == ("Everything hidden in this game is told behind the scenes, so nobody may join it.")


def test_the_graveyard_is_for_the_dead_and_hears_everything():
    game = tonight()
    assert GAME.shows.rooms(game.state) == ()
    game.night(*WORKED)
    [graveyard] = GAME.shows.rooms(game.state)
    assert isinstance(graveyard, Room) and graveyard.hears == TABLE and graveyard.readers == {"p2"}
    game.hang("p3")
    [later] = GAME.shows.rooms(game.state)
    assert later.name == graveyard.name and later.readers == {"p2", "p3"}


def test_behind_the_scenes_of_a_game_of_ais_everybody_may_look():
    [backstage] = GAME.shows.rooms(mystery(4, models="all").state)
    assert backstage.readers is None and backstage.hears == TABLE and backstage.name != "graveyard"


def test_where_people_have_left_everything_is_no_open_secret():
    game = tonight(4)
    for seat in ("p1", "p2", "p3", "p4"):
        game.leaves(seat)
    assert GAME.shows.rooms(game.state) == ()


def test_onlookers_bet_on_who_did_it_until_somebody_hangs():
    def bet(game: Dictated) -> Market:
        market = GAME.shows.market(game.story.view(None))
        assert market is not None
        return market

    game = tonight(7, "p1 p2").night("p1 Hall strike p3", "p3 Hall")
    assert bet(game).open and not bet(game).right, "a murder reveals no role"
    assert bet(game).choices == tuple(f"{{p{n}}}" for n in range(1, 8))
    game.hang("p1")
    assert not bet(game).open and not bet(game).right
    game.night().hang("p2")
    assert bet(game).right == {"{p1}", "{p2}"}


# ── an answer ──


def accused(*said: str) -> Dictated:
    """The last round of the first day, with one silent round before."""
    game = mystery(4).quiet_day().night()
    game.play(*(f"p{n} silent" for n in range(1, 5)))
    return game.play(
        *said, *(f"p{n} silent" for n in range(1, 5) if not any(each.startswith(f"p{n} ") for each in said))
    )


def test_whoever_is_accused_in_the_last_round_and_nobody_else_answers_before_the_vote():
    game = accused("p1 says I suspect {p2}.", "p3 says It was {p2}. I suspect {p4}.")
    assert game.state.phase == "talk" and game.state.accused == (Seat("p2"), Seat("p4"))
    assert not game.story.asks(Seat("p3")) or all(ask.need == "none" for ask in game.story.asks(Seat("p3")))
    assert game.refuses("p1 silent") == "Only those who were accused in the last round answer now."
    game.play("p2 says It was {p1}.")
    assert game.state.phase == "talk"
    game.play("p4 silent")
    assert game.state.phase == "vote", "who is accused in an answer has had their say"
    assert {said.text for said in game.state.statements if said.round == 3} == {"It was {p1}.", ""}


def test_where_nobody_is_accused_the_vote_begins():
    assert accused("p1 says I was in the Hall.", "p2 says I suspect {p2}.").state.phase == "vote"


def test_whoever_is_accused_earlier_answers_in_the_round_after():
    game = mystery(4).quiet_day().night().play("p1 says I suspect {p2}.", "p2 silent", "p3 silent", "p4 silent")
    assert game.state.round == 2 and not game.state.accused
    assert game.quiet_day().state.phase == "vote"


def test_an_accused_who_is_absent_has_said_nothing():
    game = accused("p1 says I suspect {p2}.").play("clock strikes")
    assert game.state.phase == "vote"


def test_statements_that_accuse_are_shared_last():
    for seed in range(8):
        game = mystery(5, seed=f"order {seed}").quiet_day().night()
        game.play(
            "p1 says It was {p2}.", "p2 says I was in the Hall.", "p3 says I suspect {p1}.", "p4 silent", "p5 silent"
        )
        said = [each.seat for each in game.state.statements if each.day == 1 and each.round == 1]
        assert {*said[-2:]} == {"p1", "p3"}


# ── plain talk ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_plain_talk_fills_in_what_is_asked_by_day_and_at_the_rope():
    game = mystery(4)
    assert game.asked("p1")["talk"].says is not None
    assert game.quiet_day().asked("p1")["night"].says is None
    game.night().quiet_day()
    assert game.asked("p1")["vote"].says is None
    game.vote("p1 p2", "p2 p2", "p3 p2")
    assert game.asked("p2")["last"].says is not None


def test_a_vote_is_read_from_plain_words():
    game = voting(4)
    reading = GAME.talks.read(game.story.view(Seat("p2")), Seat("p2"), game.asked("p2")["vote"], "Player 3", game.names)
    assert reading.action == Vote("p3")


def test_what_a_night_told_is_known_before_it_dawns():
    story = Story(GAME, GAME.lobby.options(), "a night")
    story.tell(story.begin({Seat(f"p{n}"): "built-in" for n in range(1, 6)}))
    rng = random.Random(1)
    while not any(isinstance(each.event, Dawn) for each in story.log):
        for seat in story.seats:
            for ask in [each for each in story.asks(seat) if each.need != "none"][:1]:
                story.tell(
                    story.decide(seat, GAME.policy.autoplay(story.view(seat), seat, ask, rng, Temper()), ask.key)
                )
    dawn = next(at for at, each in enumerate(story.log) if isinstance(each.event, Dawn))
    before, after = (Story(GAME, story.options, story.seed, story.log[: dawn + n]) for n in (0, 1))
    for seat in story.seats:
        assert before.view(seat).facts_of(seat, 1) == after.view(seat).facts_of(seat, 1) is not None
        assert before.view(seat).told(seat) == after.view(seat).told(seat) != {}


def test_another_world_may_have_others_who_have_chosen_tonight():
    game = tonight().play("p2 Library", "p3 Kitchen hide")
    for seat in map(Seat, ("p1", "p2", "p6")):
        worlds = [GAME.rules.resample(game.state, seat, random.Random(n)).choices for n in range(40)]
        chosen = {frozenset(each) - {seat} for each in worlds}
        assert len(chosen) > 3 and {len(each) for each in chosen} >= {1, 2, 3}
        assert all(each.get(seat) == game.state.choices.get(seat) for each in worlds)
        view = game.story.view(seat)
        assert GAME.rules.resample(view, seat, random.Random(0)) == view
