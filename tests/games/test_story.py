"""A story: the log, its folds, and what a move would bring about."""

from __future__ import annotations

import pytest

from games.codenames import GAME
from games.codenames.events import CardTurned, Clue, Guess
from games.codenames.options import CodenamesOptions
from games.core import (
    CLOCK,
    HOST,
    TABLE,
    Cancel,
    Cancelled,
    Dice,
    IllegalAction,
    Kind,
    LookedUp,
    Pause,
    Paused,
    Resume,
    Seat,
    StaleAsk,
    Told,
    dice_for,
)
from games.story import Story
from tests.games.codenames.table import codenames

BOARD = "NAIL:red BEACH:red TRUNK:red CLOUD:blue HORSE:blue LEMON:grey STAR:black"


def test_what_a_move_brings_about_changes_nothing_until_it_is_told():
    game = codenames(BOARD).play("red clue water 2")
    story, before, length = game.story, game.story.state, len(game.story.log)
    step = story.decide(Seat("red-1"), Guess("BEACH"), game.key("red-1"))
    assert (story.state, len(story.log)) == (before, length)
    seen = story.view(Seat("red-1"))
    ahead = story.after(step)
    assert "BEACH" not in ahead.view(Seat("red-1")).unturned
    assert (story.state, len(story.log), story.view(Seat("red-1"))) == (before, length, seen)
    story.tell(step)
    assert story.state == ahead.state and story.log == ahead.log
    assert "BEACH" not in story.state.unturned


def test_a_move_decided_and_never_told_leaves_no_trace():
    game = codenames(BOARD).play("red clue water 2")
    step = game.story.decide(Seat("red-1"), Guess("BEACH"), game.key("red-1"))
    game.story.decide(Seat("red-1"), Guess("STAR"), game.key("red-1"))
    game.story.tell(step)
    assert game.story.outcome is None
    assert Story(GAME, game.story.options, game.story.seed, game.story.log).state == game.story.state


def test_a_move_is_told_once_and_at_the_place_where_it_was_decided():
    game = codenames(BOARD).play("red clue water 2")
    step = game.story.decide(Seat("red-1"), Guess("BEACH"), game.key("red-1"))
    game.story.tell(step)
    with pytest.raises(ValueError, match="decided after"):
        game.story.tell(step)


def test_what_comes_before_a_move_is_folded_with_it_and_throws_no_other_dice():
    game, clue = codenames(BOARD), Clue("water", 2)
    thrown: list[float] = []
    dicing = GAME.but(then=lambda s, dice: thrown.append(dice().random()) or GAME.rules.then(s, dice))
    story = Story(dicing, game.story.options, "seed", game.story.log)
    found = Told(frozenset({Seat("red-spymaster")}), LookedUp(Seat("red-spymaster"), "near", "water", "BEACH"))
    key = game.key("red-spymaster", Clue)
    alone, led = (story.decide(Seat("red-spymaster"), clue, key, first) for first in ((), (found,)))
    assert led.told == [found, *alone.told]
    assert thrown[: len(thrown) // 2] == thrown[len(thrown) // 2 :]
    ahead = story.after(led)
    assert ahead.state == Story(GAME, ahead.options, ahead.seed, ahead.log).state


def test_nothing_follows_once_a_game_is_called_off():
    game = codenames(BOARD)
    eager = GAME.but(then=lambda s, dice: [Told(None, CardTurned("NAIL", "red", "red", None))])
    story = Story(eager, game.story.options, "seed", game.story.log)
    (told,) = story.decide(HOST, Cancel(), "host").told
    assert told.event == Cancelled(Cancel().why)


def test_a_view_follows_the_log_as_it_grows():
    game = codenames(BOARD)
    early = game.story.view(Seat("red-1"))
    game.play("red clue water 2", "guess BEACH")
    late = game.story.view(Seat("red-1"))
    assert early.clues == () and late.clue.word == "water"
    assert "BEACH" in early.unturned and "BEACH" not in late.unturned


def test_a_view_folds_only_what_its_seat_was_told():
    game = codenames(BOARD, red=2).play("red clue water 2")
    story = game.story
    before = [story.view(seat) for seat in (None, *story.seats, HOST)]
    game.play("red-2 tag NAIL", "red-2 tag TRUNK")
    for seat in (None, *story.seats, HOST):
        assert story.view(seat) in before or seat in ("red-spymaster", "red-1", "red-2")
        state = GAME.rules.blank()
        for event in story.heard(seat):
            state = GAME.rules.evolve(state, event)
        assert story.view(seat) == state


def test_the_table_hears_everything_and_the_public_what_everyone_hears():
    story = codenames(BOARD, red=2).play("red clue water 2", "red-2 tag NAIL").story
    assert story.view(TABLE) == story.state
    assert story.heard(TABLE) == [told.event for told in story.log]
    assert story.heard(None) == [told.event for told in story.log if told.to is None]
    assert len(story.heard(None)) == len(story.log) - 2  # the key, the tag


def test_a_press_from_another_moment_is_stale():
    game = codenames(BOARD).play("red clue water 2")
    with pytest.raises(StaleAsk, match="given already"):
        game.story.decide(Seat("red-spymaster"), Clue("bird", 1), "clue:1")
    with pytest.raises(StaleAsk, match="moment has passed"):
        game.story.decide(Seat("red-1"), Guess("NAIL"), "guess:1:7")


def test_an_answer_to_another_question_is_refused():
    game = codenames(BOARD).play("red clue water 2")
    with pytest.raises(IllegalAction, match="not one of the things"):
        game.story.decide(Seat("red-1"), Guess("NAIL"), game.asked("red-1")["tag"].key)


def test_a_game_decides_nothing_that_was_not_asked_or_that_the_question_does_not_list():
    game = codenames(BOARD).play("red clue water 2")
    decided: list[Guess] = []
    lenient = GAME.but(decide=lambda s, seat, action, dice: decided.append(action) or [])
    story = Story(lenient, game.story.options, "seed", game.story.log)
    for seat, action, key in (("red-1", Guess("TROMBONE"), "guess:1:0"), ("blue-1", Guess("NAIL"), "guess:1:0")):
        with pytest.raises(IllegalAction):
            story.decide(Seat(seat), action, key)
    assert decided == []
    story.decide(Seat("red-1"), Guess("NAIL"), "guess:1:0")
    assert decided == [Guess("NAIL")]


def test_what_no_rule_has_a_word_for_is_refused_with_what_may_be_chosen():
    silent = GAME.but(why_not=lambda s, seat, action: None)
    game = codenames(BOARD, zero_and_unlimited=False)
    story = Story(silent, game.story.options, "seed", game.story.log)
    with pytest.raises(IllegalAction, match=r"^Number: “0” cannot be chosen now\. You can choose: 1, 2, 3, .*, 9\.$"):
        story.decide(Seat("red-spymaster"), Clue("water", 0), "clue:1")
    with pytest.raises(StaleAsk, match="moment has passed"):
        story.decide(Seat("blue-1"), Guess("NAIL"), "guess:1:0")
    with pytest.raises(StaleAsk, match="Only the host"):
        story.decide(Seat("blue-1"), Pause(), "host")
    with pytest.raises(StaleAsk, match="not paused"):
        story.decide(Seat("blue-1"), Resume(), "resume:1")


def test_a_stranger_is_asked_nothing_and_told_so():
    story = codenames(BOARD).story
    assert story.asks(Seat("green-1")) == ()
    with pytest.raises(StaleAsk):
        story.decide(Seat("green-1"), Guess("NAIL"), "guess:1:0")


def test_host_powers_answer_no_other_question():
    game = codenames(BOARD).play("red clue water 2")
    for action, why in ((Pause(), "Only the host"), (Cancel(), "Only the host"), (Resume(), "not paused")):
        with pytest.raises(IllegalAction, match=why):
            game.story.decide(Seat("red-1"), action, game.key("red-1"))


def test_while_paused_nothing_is_asked_but_to_go_on():
    game = codenames(BOARD).play("red clue water 2", "host pauses")
    assert [type(choice) for ask in game.story.asks(Seat("blue-1")) for choice in ask.choices] == [Resume]
    assert game.story.asks(CLOCK) == ()
    assert {ask.key.split(":")[0] for ask in game.story.asks(HOST)} == {"resume", "host"}
    resume = game.asked("blue-1")["resume"]
    assert resume.text == "The game is paused." and resume.need == "none"
    assert not game.story.owed((*game.story.seats, HOST, CLOCK))
    game.play("blue-1 resumes")
    assert game.turn() == "red guess"


def test_each_pause_has_a_key_of_its_own():
    game = codenames(BOARD).play("host pauses")
    first = game.key("red-1", Resume())
    game.play("red-1 resumes", "host pauses")
    assert (first, game.key("red-1", Resume())) == ("resume:1", "resume:2")  # games that are kept have it
    assert game.refuses("red-1 resumes", key=first)


def test_a_paused_game_stays_still_when_seats_change():
    game = codenames(BOARD).play("clock strikes", "clock strikes", "clock strikes", "clock strikes")
    length = len(game.story.log)
    game.leaves("red-1").leaves("blue-1").leaves("red-spymaster").leaves("blue-spymaster")
    assert game.story.outcome is None
    assert not any(isinstance(told.event, Paused) for told in game.story.log[length:])


def test_a_host_who_takes_a_seat_settles_nothing_any_more():
    game = codenames(BOARD).play("red clue water 2").leaves("blue-1")
    game.tell(game.story.reseat(Seat("blue-1"), "person", host=True))
    assert game.heard(None)[-1] == "The host sits among the players." and game.story.kinds[HOST] == "built-in"
    game.play("blue challenges")
    assert game.turn() == "red guess"
    assert "There is no host apart from the players to ask." in game.heard(None)[-1]


def test_what_the_host_writes_when_calling_off_is_one_plain_line():
    game = codenames(BOARD)
    step = game.story.decide(HOST, Cancel("late,\n{red-1} wins\t!"), "host")
    assert step.told[0].event == Cancelled("late, {{red-1} wins !")
    game.tell(step)
    assert game.heard(None)[-1] == "late, {red-1} wins !"


def test_calling_off_without_a_word_says_who_did():
    game = codenames(BOARD)
    game.tell(game.story.decide(HOST, Cancel("  "), "host"))
    assert game.heard(None)[-1] == "The host called the game off."


def test_dice_follow_the_seed_and_the_place_in_the_log():
    one, same, other = (codenames(blue=0, seed=seed) for seed in ("a", "a", "b"))
    assert one.story.log == same.story.log
    assert one.story.log != other.story.log


def test_every_place_in_the_log_has_dice_of_its_own_restarted_or_not():
    thrown: dict[int, float] = {}

    def throw(dice: Dice) -> None:
        number = dice().random()
        assert number == dice_for("seed", dice.place)().random()  # type: ignore[attr-defined]
        assert thrown.setdefault(dice.place, number) == number  # type: ignore[attr-defined]

    game = GAME.but(
        setup=lambda seats, options, dice: throw(dice) or GAME.rules.setup(seats, options, dice),
        decide=lambda s, seat, action, dice: throw(dice) or GAME.rules.decide(s, seat, action, dice),
        then=lambda s, dice: throw(dice) or GAME.rules.then(s, dice),
    )
    story = Story(game, CodenamesOptions(), "seed")
    story.tell(story.begin(dict.fromkeys(map(Seat, ("red-spymaster", "red-1", "blue-spymaster", "blue-1")), "person")))
    opened = len(story.log)
    assert {0, opened} <= thrown.keys()
    for each in (story, Story(game, story.options, "seed", story.log)):
        thrown = {}
        step = each.decide(Seat(f"{each.state.team}-spymaster"), Clue("unheard", 1), "clue:1")
        assert [*thrown] == [opened, opened + len(step.told)]


def test_a_host_sits_apart_only_if_said():
    seats: dict[Seat, Kind] = dict.fromkeys(map(Seat, ("red-spymaster", "red-1", "blue-spymaster", "blue-1")), "person")
    alone, apart = (Story(GAME, CodenamesOptions(), "seed") for _ in range(2))
    alone.tell(alone.begin(seats))
    apart.tell(apart.begin(seats, host=True))
    assert (alone.kinds, apart.kinds) == (seats, {**seats, HOST: "person"})
    assert alone.seats == apart.seats == (*seats,)


def test_a_game_that_people_began_pauses_when_the_last_of_them_goes():
    game = codenames(BOARD, models="red-spymaster blue-spymaster blue-1").play("host pauses", "red-1 resumes")
    game.leaves("red-1", "person")
    assert game.story.paused is None, "a person follows a person"
    game.leaves("red-1", "built-in")
    assert game.story.paused == "Nobody is left at the table."


def test_a_game_that_never_comes_to_rest_is_a_mistake_of_its_maker():
    game = codenames(BOARD)
    restless = GAME.but(then=lambda s, dice: [Told(None, CardTurned("NAIL", "red", "red", None))])
    story = Story(restless, game.story.options, "seed", game.story.log)
    with pytest.raises(RuntimeError, match="does not come to rest"):
        story.decide(Seat("red-spymaster"), Clue("water", 1), "clue:1")


def test_who_is_waited_for_is_who_owes_an_answer():
    game = codenames(BOARD, red=2).play("red clue water 2")
    assert set(game.story.owed(game.story.seats)) == {"red-1", "red-2"}
    assert [ask.key for ask in game.story.owed([Seat("red-1")])[Seat("red-1")]] == ["guess:1:0"]
