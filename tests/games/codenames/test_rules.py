"""The rules of Codenames, told as turns at a drawn board."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.codenames import GAME
from games.codenames.events import (
    CardTurned,
    Challenged,
    Clue,
    ClueGiven,
    ClueMeant,
    EndTurn,
    GameEnded,
    Guess,
    KeyShown,
    TurnEnded,
    Voted,
)
from games.core import CLOCK, HOST, Seat, Told
from tests.games.codenames.table import codenames

BOARD = "NAIL:red BEACH:red TRUNK:red CLOUD:blue HORSE:blue LEMON:grey PIANO:grey STAR:black"


# ── who is told what was done, and by whom ────────────────────────────────────────────────────────────────────────────


def test_a_tag_is_taken_away_before_the_eyes_of_ones_own_team_alone():
    game = codenames(BOARD, red=2).play("red clue water 2", "red-2 tag NAIL", "red-2 untag NAIL")
    assert [told.to for told in game.story.log[-2:]] == [frozenset({"red-spymaster", "red-1", "red-2"})] * 2


def test_what_a_clue_was_meant_for_is_told_only_if_it_was_said():
    game = codenames(BOARD)
    said, meant = game.story.decide(Seat("red-spymaster"), Clue("water", 2, intended=("BEACH",)), "clue:1").told
    assert (said.to, said.event.seat) == (None, "red-spymaster")
    assert meant == Told(frozenset({"red-spymaster"}), ClueMeant(Seat("red-spymaster"), 1, ("BEACH",)))
    assert len(game.story.decide(Seat("red-spymaster"), Clue("water", 2), "clue:1").told) == 1


def test_one_operative_alone_has_nobody_to_agree_with():
    game = codenames(BOARD, majority=True).play("red clue water 2", "guess BEACH")
    assert not any(isinstance(told.event, Voted) for told in game.story.log)


def test_who_would_rather_stop_waits_for_the_others_in_these_words():
    game = codenames(BOARD, red=3, majority=True, may_pass_at_once=True).play("red clue water 2", "red-1 passes")
    assert game.asked("red-1")["guess"].text.startswith("You would end the turn; that waits for {red-2} and {red-3}.")


def test_the_clock_is_never_waited_for():
    game = codenames(BOARD, clue_seconds=60)
    assert game.asked(CLOCK) and not game.story.owed([CLOCK])


def test_a_turn_that_the_other_teams_card_ends_says_so():
    game = codenames(BOARD).play("red clue water 2", "guess CLOUD")
    assert [told.event.why for told in game.story.log if isinstance(told.event, TurnEnded)] == ["other team"]


def test_whoever_covers_a_word_has_guessed_nothing():
    game = codenames(BOARD).play("red clue water 2", "blue challenges", "host upholds", "blue covers CLOUD")
    assert game.state.guessed == frozenset()
    (challenged,) = [told.event for told in game.story.log if isinstance(told.event, Challenged)]
    assert challenged.seat == "blue-spymaster"


# ── how it begins ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_25_cards_lie_on_the_table_and_the_starting_team_has_one_word_more():
    for seed in range(20):
        s = codenames(seed=str(seed)).state
        other = "blue" if s.starts == "red" else "red"
        assert len(s.words) == len({word.casefold() for word in s.words}) == 25
        assert [[*s.key.values()].count(each) for each in (s.starts, other, "civilian", "assassin")] == [9, 8, 7, 1]
        assert s.team == s.starts


def test_the_key_card_chooses_the_starting_team():
    assert {codenames(seed=str(seed)).state.starts for seed in range(20)} == {"red", "blue"}


def test_the_key_is_for_the_spymasters_alone():
    game = codenames(BOARD, red=2)
    shown = [told.to for told in game.story.log if isinstance(told.event, KeyShown)]
    assert shown == [frozenset({"red-spymaster", "blue-spymaster"})]
    assert game.story.view(Seat("red-1")).key == game.story.view(None).key == {}
    assert game.story.view(Seat("blue-spymaster")).key == game.state.key


def test_on_a_given_board_the_team_with_more_words_starts_and_red_when_they_are_equal():
    assert codenames("A1:red B1:blue C1:blue").state.team == "blue"
    assert codenames("A1:red B1:blue").state.team == "red"


def test_the_start_is_announced_and_so_is_each_turn():
    game = codenames(BOARD)
    board, turn = game.heard(None)[-2:]
    assert board.startswith("The board: NAIL, BEACH, TRUNK, CLOUD, HORSE, LEMON, PIANO, STAR.")
    assert "Red has 3 words, Blue 2; 2 civilians, 1 assassin. Red starts." in board
    assert turn == "It is Red's turn."


# ── guesses ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_touching_the_assassin_loses_at_once():
    game = codenames("*TRUNK:red* BEACH:red LEMON:grey STAR:black")
    game.play("red clue water 2", "guess STAR")
    assert game.ends("Blue wins: Red touched the assassin")
    assert game.story.outcome.winners == {"blue-spymaster", "blue-1"}


def test_after_an_own_word_the_team_goes_on():
    game = codenames(BOARD).play("red clue water 2", "guess BEACH")
    assert game.turn() == "red guess"
    assert game.heard(None)[-1] == "Red operative 1 guesses BEACH: a word of Red!"


def test_a_civilian_ends_the_turn():
    game = codenames(BOARD).play("red clue water 2", "guess LEMON")
    assert game.turn() == "blue clue"
    assert game.heard(None)[-2:] == ["A civilian: Red's turn ends.", "It is Blue's turn."]


def test_a_word_of_the_other_team_counts_for_them_and_ends_the_turn():
    game = codenames(BOARD).play("red clue water 2", "guess CLOUD")
    assert game.turn() == "blue clue"
    assert game.state.remaining("blue") == 1
    assert game.state.remaining("red") == 3


def test_the_other_teams_last_word_makes_them_win_whoever_turns_it():
    game = codenames("NAIL:red BEACH:red CLOUD:blue *HORSE:blue* STAR:black").play("red clue water 1", "guess CLOUD")
    assert game.ends("Blue wins: all its words are found")
    assert game.heard(None)[-2:] == [
        "Red operative 1 guesses CLOUD: a word of Blue!",
        "Blue wins: all its words are found.",
    ]


def test_the_last_own_word_wins_at_once():
    game = codenames("*NAIL:red* BEACH:red CLOUD:blue STAR:black").play("red clue water 3", "guess BEACH")
    assert game.ends("Red wins: all its words are found")
    assert game.story.outcome.winners == {"red-spymaster", "red-1"}


def test_the_last_own_word_wins_on_the_bonus_guess_too():
    game = codenames("NAIL:red BEACH:red CLOUD:blue STAR:black")
    game.play("red clue water 1", "guess BEACH", "guess NAIL")
    assert game.ends("Red wins: all its words are found")


def test_after_one_more_guess_than_the_number_the_turn_ends_by_itself():
    game = codenames(BOARD).play("red clue water 1", "guess BEACH", "guess NAIL")
    assert game.turn() == "blue clue"
    assert "Maximum guesses reached: Red's turn ends." in game.heard(None)


def test_a_civilian_on_the_bonus_guess_is_told_as_a_civilian():
    game = codenames(BOARD).play("red clue water 1", "guess BEACH", "guess LEMON")
    assert game.heard(None)[-2] == "A civilian: Red's turn ends."


def test_the_assassin_as_the_last_card_still_loses():
    cards = "*NAIL:red* BEACH:red *CLOUD:blue* HORSE:blue *LEMON:grey* STAR:black"
    game = codenames(cards).play("red clue water unlimited", "guess STAR")
    assert game.ends("Blue wins: Red touched the assassin")


def test_only_the_assassin_lies_there_when_the_last_word_wins():
    game = codenames("*NAIL:red* BEACH:red *CLOUD:blue* HORSE:blue STAR:black")
    game.play("red clue water 1", "guess HORSE")
    assert game.ends("Blue wins: all its words are found")
    assert game.state.unturned == ("BEACH", "STAR")


def test_zero_lets_a_team_guess_as_often_as_it_likes_but_at_least_once():
    game = codenames("A1:red B1:red C1:red D1:red E1:red CLOUD:blue STAR:black").play("red clue water 0")
    assert game.refuses("passes") == "Your team has to guess at least once."
    game.play("guess A1", "guess B1", "guess C1", "guess D1")
    assert game.turn() == "red guess"
    assert game.play("passes").turn() == "blue clue"


def test_unlimited_lets_a_team_guess_as_often_as_it_likes():
    game = codenames("A1:red B1:red C1:red D1:red E1:red CLOUD:blue STAR:black").play("red clue water unlimited")
    game.play("guess A1", "guess B1", "guess C1", "guess D1")
    assert game.turn() == "red guess"
    assert game.play("guess E1").ends("Red wins: all its words are found")


def test_the_stricter_table_wants_a_number_above_zero():
    game = codenames(BOARD, zero_and_unlimited=False)
    for number in ("0", "unlimited"):
        assert game.refuses(f"red clue water {number}") == "At this table the number of a clue is 1 to 9."
    assert "0" not in game.asked("red-spymaster")["clue"].allowed["number"]
    assert game.play("red clue water 9").turn() == "red guess"


@pytest.mark.parametrize("number", [-1, 10, 99])
def test_a_number_that_no_clue_has_is_refused_in_a_sentence(number: int):
    game = codenames(BOARD)
    with pytest.raises(Exception, match="number") as refusal:
        game.story.decide(Seat("red-spymaster"), Clue("water", number), "clue:1")  # type: ignore[arg-type]
    assert type(refusal.value).__name__ == "IllegalAction"


def test_a_number_above_the_words_left_is_legal():
    assert codenames(BOARD).play("red clue water 9").state.most_guesses == 10


def test_a_word_that_is_turned_or_unknown_cannot_be_guessed():
    game = codenames(BOARD).play("red clue water 3", "guess BEACH")
    assert game.refuses("guess BEACH") == "BEACH has been turned already."
    assert game.refuses("guess TROMBONE") == "“TROMBONE” is not on the board."


@pytest.mark.parametrize("said", ["beach", "Beach", " BEACH ", "“Beach”", "BEACH.", "beach!", "**Beach**"])
def test_a_guess_may_come_in_another_case_or_with_punctuation(said: str):
    game = codenames(BOARD).play("red clue water 1")
    seat = Seat("red-1")
    told = game.story.decide(seat, GAME.talks.meant(game.story.view(seat), seat, Guess(said), {}), game.key(seat)).told
    assert [each.event.word for each in told if isinstance(each.event, CardTurned)] == ["BEACH"]


def test_a_guess_of_nothing_is_refused_in_a_sentence():
    game = codenames(BOARD).play("red clue water 1")
    with pytest.raises(Exception, match="not on the board"):
        game.story.decide(Seat("red-1"), Guess(""), game.key("red-1"))


def test_a_team_must_guess_before_it_may_stop():
    game = codenames(BOARD).play("red clue water 2")
    assert game.asked("red-1")["guess"].choices == ()
    assert game.refuses("passes") == "Your team has to guess at least once."
    game.play("guess BEACH")
    assert game.asked("red-1")["guess"].choices == (EndTurn(),)
    assert game.play("passes").turn() == "blue clue"
    assert "Red ends its turn." in game.heard(None)


def test_where_passing_at_once_is_allowed_a_team_may_stop_before_the_first_guess():
    game = codenames(BOARD, may_pass_at_once=True).play("red clue water 2", "passes")
    assert game.turn() == "blue clue"


def test_a_spymaster_never_guesses():
    game = codenames(BOARD).play("red clue water 2")
    for seat in ("red-spymaster", "blue-spymaster"):
        assert game.refuses(f"{seat} guess BEACH").startswith("Only operatives tag, guess")
        assert game.refuses(f"{seat} tag BEACH").startswith("Only operatives tag, guess")


def test_the_other_team_waits_its_turn():
    game = codenames(BOARD)
    assert game.refuses("blue clue bird 1") == "It is Red's turn."
    game.play("red clue water 2")
    assert game.refuses("blue-1 guess CLOUD") == "It is Red's turn."
    assert game.refuses("blue-1 tag CLOUD") == "It is Red's turn."


def test_nobody_guesses_before_the_clue():
    assert codenames(BOARD).refuses("red-1 guess BEACH") == "Your spymaster has not given a clue yet."


def test_only_a_spymaster_gives_a_clue_and_only_one_a_turn():
    game = codenames(BOARD)
    assert game.refuses("red-1 clue water 2") == "Only a spymaster gives clues."
    game.play("red clue water 2")
    assert game.refuses("red clue bird 2") == "This turn's clue has been given already."


def test_after_the_end_nothing_moves():
    game = codenames(BOARD).play("red clue water 2", "guess STAR")
    for turn in ("blue clue bird 1", "red-1 guess NAIL", "clock strikes", "host pauses"):
        assert game.refuses(turn) == "The game is over."
    assert all(game.story.asks(seat) == () for seat in (*game.story.seats, HOST, CLOCK))


def test_the_end_shows_the_whole_key_and_what_was_meant_to_everybody():
    game = codenames(BOARD)
    clue = Clue("water", 2, ("beach", "TRUNK", "CLOUD", "nonsense"))
    game.tell(game.story.decide(Seat("red-spymaster"), clue, game.key("red-spymaster", clue)))
    game.play("guess STAR")
    assert isinstance(game.story.heard(None)[-1], GameEnded)
    view = game.story.view(None)
    assert view.key == game.state.key and len(view.key) == len(view.words)
    assert view.meant == ((1, ("BEACH", "TRUNK")),)


def test_what_a_clue_meant_stays_with_its_spymaster_until_the_end():
    game = codenames(BOARD)
    clue = Clue("water", 2, ("BEACH",))
    told = game.story.decide(Seat("red-spymaster"), clue, game.key("red-spymaster", clue)).told
    assert [each.to for each in told if isinstance(each.event, ClueMeant)] == [frozenset({"red-spymaster"})]
    assert [each.event.word for each in told if isinstance(each.event, ClueGiven)] == ["water"]


# ── clues ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_clue_on_the_board_is_refused_and_asked_for_again():
    game = codenames(BOARD)
    key = game.key("red-spymaster", Clue)
    assert "BEACH" in game.refuses("red clue beaches 2")
    assert "HORSE" in game.refuses("red clue Horse 2")
    assert game.refuses("red clue ocean-2 1")
    assert game.key("red-spymaster", Clue) == key
    assert game.turn() == "red clue"


def test_a_person_may_try_a_clue_again_as_often_as_the_clock_allows():
    game = codenames(BOARD)
    for _ in range(5):
        game.refuses("red clue beach 2")
    assert game.play("red clue water 2").turn() == "red guess"


def test_a_word_that_has_been_turned_may_be_a_clue():
    game = codenames(BOARD).play("red clue water 1", "guess BEACH", "passes", "blue clue beach 1")
    assert game.state.clue.word == "beach"


def test_a_clue_may_be_said_twice():
    game = codenames(BOARD).play(
        "red clue water 1", "guess BEACH", "passes", "blue clue bird 1", "guess CLOUD", "passes"
    )
    assert game.play("red clue water 1").turn() == "red guess"


def test_clues_given_earlier_stay_visible_with_what_was_turned_on_them():
    game = codenames(BOARD).play("red clue water 2", "guess BEACH", "guess LEMON", "blue clue bird 1")
    given = [(clue.word, clue.number, clue.turned) for clue in game.story.view(None).clues]
    assert given == [("water", 2, (("BEACH", "red"), ("LEMON", "civilian"))), ("bird", 1, ())]


def test_names_of_several_words_are_clues_only_where_the_table_says_so():
    name = Clue("Isaac Newton", 1)
    strict, lenient = codenames(BOARD), codenames(BOARD, names=True)
    with pytest.raises(Exception, match="one word"):
        strict.story.decide(Seat("red-spymaster"), name, strict.key("red-spymaster", Clue))
    told = lenient.story.decide(Seat("red-spymaster"), name, lenient.key("red-spymaster", Clue)).told
    assert told[0].event.word == "Isaac Newton"


# ── several operatives ────────────────────────────────────────────────────────────────────────────────────────────────


def test_of_two_who_confirm_at_once_the_first_counts_and_the_second_is_stale():
    game = codenames(BOARD, red=2).play("red clue water 2")
    pressed = game.key("red-2")
    assert pressed == game.key("red-1")
    game.play("red-1 guess BEACH")
    assert game.refuses("red-2 guess NAIL", key=pressed) == "That moment has passed. Look at the table again."
    assert game.play("red-2 guess NAIL").state.guesses == 2


def test_a_tag_is_seen_by_the_team_alone_and_changes_nothing_that_is_asked():
    game = codenames(BOARD, red=2).play("red clue water 2")
    before = {seat: game.story.asks(seat) for seat in game.story.seats}
    since = len(game.story.log)
    game.play("red-2 tag beach")
    assert {seat: game.story.asks(seat) for seat in game.story.seats} == before
    assert [told.to for told in game.story.log[since:]] == [frozenset({"red-spymaster", "red-1", "red-2"})]
    assert game.story.view(Seat("red-1")).tags == (("red-2", "BEACH"),)
    assert game.story.view(Seat("blue-1")).tags == game.story.view(None).tags == ()


def test_a_refusal_repeats_no_more_than_a_word_of_what_was_written():
    game = codenames(BOARD).play("red clue water 2")
    for verb in ("guess", "red-1 tag", "red-1 untag"):
        assert len(game.refuses(f"{verb} {'x' * 4000}")) < 100
    game = codenames(BOARD).play("red clue water 2", "blue challenges", "host upholds")
    assert len(game.refuses(f"blue covers {'x' * 4000}")) < 100


def test_a_tag_can_be_taken_back_but_only_by_who_set_it():
    game = codenames(BOARD, red=2).play("red clue water 2", "red-2 tag BEACH")
    assert game.refuses("red-2 tag beach") == "You have tagged BEACH already."
    assert game.refuses("red-1 untag BEACH") == "You have not tagged “BEACH”."
    game.play("red-1 tag BEACH", "red-2 untag Beach")
    assert game.state.tags == (("red-1", "BEACH"),)


def test_tags_go_when_their_card_is_turned_and_when_the_turn_ends():
    game = codenames(BOARD, red=2).play("red clue water 2", "red-2 tag BEACH", "red-1 tag NAIL", "red-1 guess BEACH")
    assert game.state.tags == (("red-1", "NAIL"),)
    game.play("passes")
    assert game.state.tags == ()


def test_a_tag_from_the_last_turn_is_stale():
    game = codenames(BOARD).play("red clue water 1")
    tag = game.asked("red-1")["tag"].key
    game.play("guess LEMON")
    assert game.refuses("red-1 tag NAIL", key=tag) == "It is Blue's turn."


def test_while_a_person_is_operative_the_machines_beside_only_tag():
    game = codenames(BOARD, red=3, models="red-1 red-3").play("red clue water 2")
    assert set(game.asked("red-2")) == {"guess", "tag"}
    assert set(game.asked("red-1")) == set(game.asked("red-3")) == {"tag"}
    assert game.asked("red-1")["tag"].invites and not game.asked("red-2")["tag"].invites
    assert game.refuses("red-1 guess BEACH") == "While a person sits in your team, you only tag words."


def test_among_machines_the_first_one_guesses_even_when_their_spymaster_is_a_person():
    game = codenames(BOARD, red=2, models="red-1 red-2").play("red clue water 2")
    assert set(game.asked("red-1")) == {"guess", "tag"}
    assert set(game.asked("red-2")) == {"tag"}


def test_a_majority_is_more_than_half_of_the_operatives():
    game = codenames(BOARD, red=4, majority=True).play("red clue water 2", "red-1 guess BEACH", "red-2 guess beach")
    assert game.state.guesses == 0
    game.play("red-3 guess NAIL", "red-4 guess BEACH")
    assert game.state.guesses == 1
    assert game.state.votes == ()
    assert game.heard(None)[-1] == "Red operative 4 guesses BEACH: a word of Red!"


def test_with_majority_two_operatives_must_agree():
    game = codenames(BOARD, red=2, majority=True).play("red clue water 2", "red-1 guess BEACH", "red-2 guess NAIL")
    assert game.state.guesses == 0
    game.play("red-1 guess NAIL")
    assert game.state.guesses == 1 and "NAIL" not in game.state.unturned


def test_the_same_vote_does_not_count_twice():
    game = codenames(BOARD, red=3, majority=True).play("red clue water 2", "red-1 guess BEACH")
    assert game.refuses("red-1 guess beach") == "You have said so already; more than half of your team must agree."


def test_a_vote_stays_with_its_seat_whoever_sits_down_there():
    game = codenames(BOARD, red=3, majority=True).play("red clue water 2", "red-1 guess BEACH")
    before = {seat: game.story.view(seat) for seat in (None, Seat("red-2"))}
    game.leaves("red-1", "person")
    assert {seat: game.story.view(seat) for seat in before} == before
    assert game.asked("red-1")["guess"].text.startswith("You would turn BEACH; ")
    assert game.play("red-2 guess BEACH").state.guesses == 1


def test_a_vote_does_not_count_while_no_person_sits_there():
    game = codenames(BOARD, red=3, majority=True).play("red clue water 2", "red-1 guess BEACH")
    game.leaves("red-1").play("red-2 guess BEACH")
    assert game.state.guesses == 0 and game.state.voted == {"red-2": "BEACH"}
    assert game.play("red-3 guess BEACH").state.guesses == 1


def test_who_has_guessed_waits_for_those_who_have_not():
    game = codenames(BOARD, red=3, majority=True).play("red clue water 2", "red-1 guess BEACH")
    ask = game.asked("red-1")["guess"]
    assert ask.need == "none"
    assert ask.text == "You would turn BEACH; that waits for {red-2} and {red-3}. You may still say otherwise."
    assert {game.asked(seat)["guess"].need for seat in ("red-2", "red-3")} == {"each"}
    assert set(game.story.owed(game.story.seats)) == {"red-2", "red-3"}
    game.play("red-2 guess NAIL")
    assert set(game.story.owed(game.story.seats)) == {"red-3"}


def test_where_all_have_guessed_and_do_not_agree_all_are_asked_again():
    game = codenames(BOARD, red=2, majority=True).play("red clue water 2", "red-1 guess BEACH", "red-2 guess NAIL")
    for seat in ("red-1", "red-2"):
        ask = game.asked(seat)["guess"]
        assert ask.need == "each"
        assert ask.text == "More than half of you must say the same. Guess a word of your team."


def test_votes_are_for_the_team_alone():
    game = codenames(BOARD, red=2, majority=True).play("red clue water 2", "red-1 guess BEACH")
    votes = [told.to for told in game.story.log if isinstance(told.event, Voted)]
    assert votes == [frozenset({"red-spymaster", "red-1", "red-2"})]
    assert game.heard("red-2")[-1] == "Red operative 1 would turn BEACH; more than half of the team must agree."
    assert game.heard("red-2")[-1] not in game.heard("blue-1")


def test_that_somebody_has_voted_is_for_all_to_see_once():
    game = codenames(BOARD, red=3, majority=True).play("red clue water 2", "red-1 guess BEACH")
    assert game.heard(None)[-1] == "Red operative 1 has chosen."
    since = game.heard(None)
    assert game.play("red-1 guess NAIL").heard(None) == since, "what it is, and that it is another now, is not"
    assert game.story.view(None).awaited == ("red-2", "red-3")
    game.play("red-2 guess NAIL")
    assert game.story.view(None).decided == frozenset()


def test_a_majority_may_end_the_turn_after_a_guess():
    game = codenames(BOARD, red=2, majority=True).play("red clue water 2", "red-1 guess BEACH", "red-2 guess BEACH")
    game.play("red-1 passes")
    assert game.turn() == "red guess"
    assert game.play("red-2 passes").turn() == "blue clue"


def test_without_a_majority_at_the_deadline_the_turn_passes():
    game = codenames(BOARD, red=2, majority=True).play("red clue water 2", "red-1 guess BEACH", "clock strikes")
    assert game.turn() == "blue clue"
    assert "No guess in time: Red's turn passes." in game.heard(None)


def test_a_vote_does_not_start_the_clock_anew():
    game = codenames(BOARD, red=2, majority=True).play("red clue water 2")
    before = game.asked("clock")["guess"].key
    assert game.play("red-1 guess BEACH").asked("clock")["guess"].key == before


def test_the_majority_counts_those_present_when_somebody_leaves():
    game = codenames(BOARD, red=4, majority=True).play("red clue water 2", "red-1 guess BEACH", "red-2 guess BEACH")
    assert game.state.guesses == 0
    game.leaves("red-4")
    assert game.state.guesses == 1 and "BEACH" not in game.state.unturned


def test_one_person_alone_needs_no_majority():
    game = codenames(BOARD, red=3, models="red-2 red-3", majority=True).play("red clue water 2", "red-1 guess BEACH")
    assert game.state.guesses == 1


# ── challenges ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_upheld_challenge_ends_the_turn_after_the_other_team_has_covered_a_word():
    game = codenames(BOARD).play("red clue water 2", "blue challenges")
    assert game.turn() == "red ruling"
    game.play("host upholds")
    assert game.turn() == "red cover"
    assert game.asked("blue-spymaster")["cover"].allowed == {"word": ("CLOUD", "HORSE")}
    game.play("blue covers horse")
    assert game.turn() == "blue clue"
    assert (game.state.remaining("red"), game.state.remaining("blue")) == (3, 1)
    assert game.heard(None)[-4:] == [
        "The challenge is upheld. The host decided.",
        "Blue spymaster covers HORSE for Blue.",
        "The challenge was upheld: Red's turn ends.",
        "It is Blue's turn.",
    ]


def test_a_penalty_cover_of_the_last_word_wins():
    game = codenames("NAIL:red BEACH:red CLOUD:blue *HORSE:blue* STAR:black")
    game.play("red clue water 2", "blue challenges", "host upholds", "blue covers CLOUD")
    assert game.ends("Blue wins: all its words are found")


def test_only_own_words_are_covered():
    game = codenames(BOARD).play("red clue water 2", "blue challenges", "host upholds")
    for word in ("NAIL", "LEMON", "STAR", "TROMBONE"):
        assert game.refuses(f"blue covers {word}") == f"“{word}” is not one of your team's words."
    assert game.refuses("red covers NAIL") == "There is nothing for you to cover."


def test_a_covered_word_is_no_hit_of_the_clue():
    game = codenames(BOARD).play("red clue water 2", "blue challenges", "host upholds", "blue covers HORSE")
    assert game.state.clues[-1].turned == ()
    assert game.state.guesses == 0


def test_a_dismissed_challenge_lets_the_guessing_go_on():
    game = codenames(BOARD).play("red clue water 2", "blue challenges", "host dismisses")
    assert game.turn() == "red guess"
    assert game.play("guess BEACH").state.guesses == 1


def test_while_a_challenge_is_open_guessing_and_the_clock_halt():
    game = codenames(BOARD).play("red clue water 2")
    pressed, guess = game.key("red-1"), game.asked("clock")["guess"].key
    game.play("blue challenges")
    assert game.refuses("red-1 guess BEACH", key=pressed) == "Guessing waits until the challenge is settled."
    assert game.asked("red-1") == {}
    assert guess not in {ask.key for ask in game.story.asks(CLOCK)}
    game.play("host dismisses")
    assert game.asked("clock")["guess"].key == guess


def test_a_clue_is_challenged_once():
    game = codenames(BOARD).play("red clue water 2", "blue challenges", "host dismisses")
    assert "challenge" not in game.asked("blue-spymaster")
    assert game.refuses("blue challenges") == "This clue has been challenged already."


def test_the_next_clue_may_be_challenged_again():
    game = codenames(BOARD).play("red clue water 2", "blue challenges", "host dismisses", "guess LEMON")
    assert game.play("blue clue bird 1", "red challenges").turn() == "blue ruling"


def test_after_the_first_guess_it_is_too_late_to_challenge():
    game = codenames(BOARD).play("red clue water 2", "guess BEACH")
    assert "challenge" not in game.asked("blue-spymaster")
    assert game.refuses("blue challenges") == "A clue can be challenged only before the first guess."


def test_a_tag_or_a_vote_is_no_guess_yet_so_a_challenge_is_in_time():
    game = codenames(BOARD, red=2, majority=True).play("red clue water 2", "red-2 tag NAIL", "red-1 guess BEACH")
    assert game.play("blue challenges").turn() == "red ruling"


def test_only_the_opposing_spymaster_challenges():
    game = codenames(BOARD).play("red clue water 2")
    for seat in ("red-spymaster", "red-1", "blue-1", "host"):
        assert game.refuses(f"{seat} challenges") == "Only the other team's spymaster can challenge a clue."


def test_only_the_host_settles_a_challenge():
    game = codenames(BOARD).play("red clue water 2")
    assert game.refuses("host upholds") == "There is no challenge to settle."
    game.play("blue challenges")
    for seat in ("red-spymaster", "blue-spymaster", "blue-1"):
        assert game.refuses(f"{seat} upholds") == "Only the host settles a challenge."


def test_a_host_who_does_not_answer_within_a_minute_dismisses():
    game = codenames(BOARD).play("red clue water 2", "blue challenges")
    assert game.asked("clock")["ruling"].within == timedelta(seconds=60)
    game.play("clock strikes")
    assert game.turn() == "red guess"
    assert "The challenge is dismissed. The host did not answer in time." in game.heard(None)


def test_the_host_has_a_minute_even_where_nothing_else_is_timed():
    game = codenames(BOARD, timers=False).play("red clue water 2")
    assert game.asked("clock") == {}
    assert game.play("blue challenges").asked("clock")["ruling"].within == timedelta(seconds=60)


def test_with_no_host_or_a_host_who_sits_at_the_table_a_challenge_is_dismissed():
    game = codenames(BOARD, host=False).play("red clue water 2", "blue challenges")
    assert game.turn() == "red guess"
    assert game.heard(None)[-1].startswith("The challenge is dismissed.")


def test_among_machines_alone_a_challenge_is_dismissed():
    game = codenames(BOARD, models="all").play("red clue water 2", "blue challenges")
    assert game.turn() == "red guess"


def test_a_challenge_is_dismissed_when_the_last_person_leaves_in_the_middle_of_it():
    game = codenames(BOARD, models="red-spymaster red-1 blue-1").play("red clue water 2", "blue challenges")
    game.leaves("blue-spymaster").play("host resumes")
    assert game.turn() == "red guess"


def test_a_table_may_do_without_challenges():
    game = codenames(BOARD, challenges=False).play("red clue water 2")
    assert "challenge" not in game.asked("blue-spymaster")
    assert game.refuses("blue challenges") == "At this table clues are not challenged."


def test_who_is_late_to_cover_gets_the_built_in_players_choice():
    cover = (
        codenames(BOARD).play("red clue water 2", "blue challenges", "host upholds").asked("blue-spymaster")["cover"]
    )
    assert (cover.late, cover.within) == ("autoplay", timedelta(seconds=180))


# ── a silent opponent ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_alone_against_a_silent_team_the_players_have_nine_words_and_start():
    for seed in range(5):
        s = codenames(blue=0, seed=str(seed)).state
        assert (s.silent, s.starts, s.remaining("red"), s.remaining("blue")) == ("blue", "red", 9, 8)


def test_a_silent_team_covers_one_of_its_words_after_each_turn():
    game = codenames(BOARD, blue=0).play("red clue water 1", "guess BEACH", "passes")
    assert game.turn() == "red clue"
    assert (game.state.turn, game.state.remaining("red"), game.state.remaining("blue")) == (2, 2, 1)
    assert game.heard(None)[-2] in ("Blue covers CLOUD.", "Blue covers HORSE.")


def test_dice_choose_the_word_that_the_silent_team_covers():
    covered = {
        codenames(BOARD, blue=0, seed=str(seed)).play("red clue water 1", "guess LEMON").heard(None)[-2]
        for seed in range(20)
    }
    assert covered == {"Blue covers CLOUD.", "Blue covers HORSE."}


def test_when_the_silent_teams_last_word_is_covered_we_lose():
    game = codenames(BOARD, blue=0).play("red clue water 1", "guess LEMON", "red clue bird 1", "guess PIANO")
    assert game.ends("Blue wins: all its words are found")
    assert game.story.outcome.winners == frozenset()


def test_turning_the_silent_teams_last_word_loses_too():
    game = codenames("NAIL:red BEACH:red CLOUD:blue LEMON:grey STAR:black", blue=0)
    assert game.play("red clue water 1", "guess CLOUD").ends("Blue wins: all its words are found")


def test_touching_the_assassin_alone_loses():
    game = codenames(BOARD, blue=0).play("red clue water 1", "guess STAR")
    assert game.ends("Blue wins: Red touched the assassin")


def test_the_score_against_a_silent_team_is_the_turns_taken():
    game = codenames(BOARD, blue=0).play("red clue water 1", "guess BEACH", "passes")
    game.play("red clue bird 2", "guess NAIL", "guess TRUNK")
    assert game.ends("Red found all its words in 2 turns")
    assert game.heard(None)[-1] == "Red found all its words in 2 turns."
    assert game.story.outcome.winners == {"red-spymaster", "red-1"}


def test_one_turn_is_one_turn():
    game = codenames("NAIL:red CLOUD:blue STAR:black", blue=0).play("red clue water 1", "guess NAIL")
    assert game.ends("Red found all its words in 1 turn")


def test_blue_plays_alone_where_its_board_gives_it_more_words():
    game = codenames("NAIL:red CLOUD:blue HORSE:blue STAR:black", red=0)
    assert (game.state.silent, game.turn()) == ("red", "blue clue")
    assert game.play("blue clue bird 1", "guess CLOUD", "passes").ends("Red wins: all its words are found")


def test_nobody_challenges_for_a_silent_team():
    game = codenames(BOARD, blue=0).play("red clue water 1")
    assert game.refuses("blue challenges") == "Only the other team's spymaster can challenge a clue."


# ── the clock ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_clue_has_three_minutes_the_first_one_four_and_a_guess_two():
    game = codenames(BOARD)
    assert game.asked("clock")["clue"].within == timedelta(seconds=240)
    game.play("red clue water 2")
    assert game.asked("clock")["guess"].within == timedelta(seconds=120)
    game.play("guess LEMON")
    assert game.asked("clock")["clue"].within == timedelta(seconds=180)


def test_a_table_sets_its_own_times():
    game = codenames(BOARD, clue_seconds=30, guess_seconds=20, first_clue_extra=5)
    assert game.asked("clock")["clue"].within == timedelta(seconds=35)
    assert game.play("red clue water 1").asked("clock")["guess"].within == timedelta(seconds=20)


def test_the_clock_of_a_guess_starts_anew_with_each_guess():
    game = codenames(BOARD).play("red clue water 2")
    first = game.asked("clock")["guess"].key
    assert game.play("guess BEACH").asked("clock")["guess"].key != first


def test_without_a_clue_in_time_the_turn_passes():
    game = codenames(BOARD).play("clock strikes")
    assert game.turn() == "blue clue"
    assert game.heard(None)[-2] == "No clue in time: Red's turn passes."


def test_without_a_guess_in_time_the_turn_passes():
    game = codenames(BOARD).play("red clue water 2", "guess BEACH", "clock strikes")
    assert game.turn() == "blue clue"
    assert game.heard(None)[-2] == "No guess in time: Red's turn passes."


def test_a_guess_after_the_clock_is_too_late():
    game = codenames(BOARD).play("red clue water 2")
    pressed = game.key("red-1")
    game.play("clock strikes")
    assert game.refuses("red-1 guess BEACH", key=pressed) == "It is Blue's turn."


def test_a_clock_that_strikes_after_the_guess_is_too_late():
    game = codenames(BOARD).play("red clue water 2")
    running = game.asked("clock")["guess"].key
    game.play("guess BEACH")
    assert game.refuses("clock strikes", key=running) == "That moment has passed. Look at the table again."


def test_only_the_clock_says_that_time_is_up():
    game = codenames(BOARD)
    for seat in ("red-1", "blue-spymaster", "host"):
        assert game.refuses(f"{seat} strikes") == "Only the clock says when time is up."


def test_timers_can_be_off():
    game = codenames(BOARD, timers=False)
    assert game.asked("clock") == {}
    assert game.play("red clue water 2").asked("clock") == {}


def test_machines_alone_play_without_a_clock():
    game = codenames(BOARD, models="all")
    assert game.asked("clock") == {}
    assert game.play("red clue water 2").asked("clock") == {}


# ── four quiet turns ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_four_turns_without_a_card_pause_a_game_with_people():
    game = codenames(BOARD, may_pass_at_once=True).play("clock strikes", "blue clue bird 1", "passes", "clock strikes")
    assert game.story.paused is None
    game.play("clock strikes")
    assert game.story.paused == "No card was turned in 4 turns."
    assert game.refuses("red-1 guess NAIL").startswith("The game is paused.")
    assert game.asked("clock") == {}


def test_anybody_lets_a_quiet_game_go_on_with_the_next_turn():
    game = codenames(BOARD).play("clock strikes", "clock strikes", "clock strikes", "clock strikes")
    game.play("blue-1 resumes")
    assert (game.turn(), game.state.turn) == ("red clue", 5)
    game.play("clock strikes", "clock strikes", "clock strikes")
    assert game.story.paused is None
    assert game.play("clock strikes").story.paused


def test_a_turned_card_makes_the_count_of_quiet_turns_begin_again():
    game = codenames(BOARD).play("clock strikes", "clock strikes", "clock strikes", "blue clue bird 1", "guess CLOUD")
    game.play("passes", "clock strikes", "clock strikes", "clock strikes")
    assert game.story.paused is None


def test_a_word_covered_as_a_penalty_is_a_turned_card():
    game = codenames(BOARD).play("clock strikes", "clock strikes", "clock strikes", "blue clue bird 1")
    game.play("red challenges", "host upholds", "red covers NAIL")
    assert game.story.paused is None


def test_four_turns_without_a_card_end_a_game_of_machines_as_a_draw():
    game = codenames(BOARD, models="all", may_pass_at_once=True)
    game.play("red clue water 1", "passes", "blue clue bird 1", "passes", "red clue water 1", "passes")
    assert game.story.outcome is None
    game.play("blue clue bird 1", "passes")
    assert game.ends("Nobody wins: no card was turned in 4 turns")
    assert game.story.outcome.winners == frozenset()


# ── coming and going ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_when_the_last_person_leaves_the_game_pauses():
    game = codenames(BOARD, models="red-spymaster blue-spymaster blue-1").play("red clue water 2")
    game.leaves("red-1")
    assert game.story.paused == "Nobody is left at the table."


def test_machines_come_and_go_without_a_pause():
    game = codenames(BOARD, models="all").play("red clue water 2").leaves("red-1", "built-in")
    assert game.story.paused is None


def test_when_the_last_operative_leaves_a_machine_guesses():
    game = codenames(BOARD).play("red clue water 2").leaves("red-1")
    assert set(game.asked("red-1")) == {"guess", "tag"}
    assert game.play("red-1 guess BEACH").state.guesses == 1


def test_the_host_may_pause_and_call_off():
    game = codenames(BOARD).play("host pauses")
    assert game.refuses("red clue water 2") == "The game is paused. The host paused the game."
    game.play("red-1 resumes", "red clue water 2", "host cancels")
    assert game.ends("The host called the game off")
    assert game.story.outcome.winners == frozenset()


def test_nobody_but_the_host_pauses_or_calls_off():
    game = codenames(BOARD)
    for turn in ("red-1 pauses", "blue-spymaster cancels", "clock pauses"):
        assert game.refuses(turn)
    assert game.story.paused is None and game.story.outcome is None
