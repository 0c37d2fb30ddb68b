"""The words of the house: audiences, asks, names in sentences, dice."""

from __future__ import annotations

import dataclasses

import pytest

from games import all_games
from games.codenames.words import Clue, EndTurn, Guess, Tag
from games.core import EVERYONE, HOST, TABLE, Ask, Pause, Paused, Seat, Told, dice_for, escape, named

RED, BLUE = Seat("red-1"), Seat("blue-1")


@pytest.mark.parametrize(
    ("to", "hearers"),
    [
        (EVERYONE, {RED, BLUE, HOST, None, TABLE}),
        (frozenset({RED}), {RED, TABLE}),
        (frozenset(), {TABLE}),
    ],
)
def test_who_hears_what(to: frozenset[Seat] | None, hearers: set[Seat | None]):
    told = Told(to, Paused("a storm."))
    assert {seat for seat in (RED, BLUE, HOST, None, TABLE) if told.heard_by(seat)} == hearers


def test_an_audience_has_to_be_said():
    with pytest.raises(TypeError):
        Told(event=Paused("a storm."))  # type: ignore[call-arg]


def test_what_has_happened_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Paused("a storm.").why = "the sun."  # type: ignore[misc]


def test_a_question_takes_its_choices_its_forms_and_its_default():
    ask = Ask("guess:1:0", "Guess.", "one", choices=(EndTurn(),), forms=(Guess,), default=Tag("NAIL"))
    assert ask.takes(EndTurn()) and ask.takes(Guess("anything")) and ask.takes(Tag("NAIL"))
    assert not ask.takes(Clue("water", 1)) and not ask.takes(Tag("OTHER")) and not ask.takes(Pause())


def test_names_stand_where_seats_were():
    assert named("{red-1} greets {blue-1}.", {RED: "Ann", BLUE: "Bob"}) == "Ann greets Bob."


def test_a_seat_nobody_knows_stays_as_it_is():
    assert named("{red-9} waits.", {RED: "Ann"}) == "{red-9} waits."


@pytest.mark.parametrize("text", ["{red-1}", "{{red-1}}", "{", "}", "{{", "a {b} c", "{red-1", "{{{red-1}}}"])
def test_what_somebody_wrote_comes_out_as_they_wrote_it(text: str):
    assert named(escape(text), {RED: "Ann"}) == text


def test_a_name_is_not_read_for_seats_again():
    assert named("{red-1} greets {blue-1}.", {RED: "{blue-1}", BLUE: "Bob"}) == "{blue-1} greets Bob."


def test_dice_of_one_place_throw_the_same_again_and_others_throw_otherwise():
    def throws(seed: str, place: int) -> list[int]:
        dice = dice_for(seed, place)
        return [dice().randrange(1000) for _ in range(5)]

    assert throws("seed", 3) == throws("seed", 3)
    assert len({tuple(throws(seed, place)) for seed in ("seed", "other") for place in (3, 4)}) == 4


def test_dice_are_thrown_on_from_where_they_lie():
    dice = dice_for("seed", 1)
    assert dice() is dice()


def test_every_game_in_the_folder_is_found_by_its_name():
    games = all_games()
    assert "codenames" in games
    assert all(game.name == name for name, game in games.items())
    assert list(games) == sorted(games)
