"""Who gets which seat, and who may come back to which."""

from __future__ import annotations

import itertools

import pytest

from games.codenames import GAME
from games.codenames.options import Board, CodenamesOptions
from games.core import Seat, dice_for
from tests.games.codenames.table import codenames

BOARD = "NAIL:red BEACH:red TRUNK:red CLOUD:blue HORSE:blue LEMON:grey STAR:black"


def seated(*wishes: str, **options: object) -> list[str]:
    """The seats that parties get, each wishing a few things (“red spymaster”)."""
    seating = GAME.lobby.seats(CodenamesOptions(**options), [wish.split() for wish in wishes], dice_for("seed", 0))
    assert set(seating.given) <= set(seating.seats)
    return list(seating.given)


def seats(*wishes: str, **options: object) -> list[str]:
    return list(
        GAME.lobby.seats(CodenamesOptions(**options), [wish.split() for wish in wishes], dice_for("seed", 0)).seats
    )


def test_four_people_make_two_teams():
    assert seated("red spymaster", "red", "blue", "blue spymaster") == [
        "red-spymaster", "red-1", "blue-1", "blue-spymaster"
    ]  # fmt: skip


def test_whoever_comes_second_without_a_wish_gives_the_clues():
    assert seated("", "", together=True) == ["red-1", "red-spymaster"]
    assert seated("", "red", together=True) == ["red-spymaster", "red-1"]
    assert seated("red", "red", together=True) == ["red-1", "red-2"]


def test_one_person_alone_is_an_operative_and_the_rest_are_filled():
    assert seated("") == ["red-1"]
    assert seats("") == ["red-spymaster", "red-1", "blue-spymaster", "blue-1"]


def test_who_wishes_for_a_team_gets_it_even_when_all_do():
    assert seated("blue", "blue", "blue") == ["blue-1", "blue-2", "blue-3"]


def test_the_others_go_where_somebody_is_missing():
    assert [seat.split("-")[0] for seat in seated("red", "red", "", "")] == ["red", "red", "blue", "blue"]


def test_the_first_of_a_team_who_wished_to_be_spymaster_is():
    assert seated("red spymaster", "red spymaster") == ["red-spymaster", "red-1"]


def test_who_wished_only_for_a_team_is_not_made_its_spymaster():
    assert seated("red", "red", "red") == ["red-1", "red-2", "red-3"]


def test_two_who_wish_for_nothing_but_to_be_spymaster_lead_a_team_each():
    assert seated("spymaster", "spymaster") == ["red-spymaster", "blue-spymaster"]


def test_many_people_all_find_a_seat_of_their_own():
    for count in GAME.lobby.players:
        given = seated(*[""] * count)
        assert len(set(given)) == count
        sides = [seat.split("-")[0] for seat in given]
        assert abs(sides.count("red") - sides.count("blue")) <= 1


def test_whatever_people_wish_each_team_has_one_spymaster_and_an_operative():
    wishes = ["", "red", "blue", "spymaster", "red spymaster", "blue spymaster"]
    for each in itertools.product(wishes, repeat=3):
        places = seats(*each)
        assert len(places) == len(set(places))
        for team in ("red", "blue"):
            assert places.count(f"{team}-spymaster") == 1
            assert f"{team}-1" in places
        assert len(set(seated(*each))) == 3


def test_in_one_team_everybody_plays_it():
    assert seated("red spymaster", "blue", together=True) == ["red-spymaster", "red-1"]
    assert seats("", together=True) == ["red-spymaster", "red-1"]


def test_one_team_on_a_given_board_is_the_one_that_starts():
    board = Board(red_words=("A",), blue_words=("B", "C"), assassin_word="D")
    assert seats("", together=True, board=board) == ["blue-spymaster", "blue-1"]


# ── coming back ───────────────────────────────────────────────────────────────────────────────────────────────────────


def may_sit(seat: str, *held: str, guessed: tuple[str, ...] = ()) -> str | None:
    game = codenames(BOARD, red=2, blue=2)
    for each in guessed:
        if each.startswith("red"):
            game.play("red clue water 1", f"{each} guess BEACH", "passes")
        else:
            game.play("blue clue bird 1", f"{each} guess CLOUD", "passes")
    return GAME.lobby.may_sit(game.state, Seat(seat), frozenset(map(Seat, held)))


def test_a_newcomer_may_sit_anywhere():
    assert [may_sit(seat) for seat in ("red-1", "red-spymaster", "blue-2")] == [None] * 3


@pytest.mark.parametrize("seat", ["red-1", "red-2", "blue-1"])
@pytest.mark.parametrize("held", ["red-spymaster", "blue-spymaster"])
def test_whoever_saw_the_key_never_becomes_an_operative(seat: str, held: str):
    assert may_sit(seat, held, "red-1") == "You have seen the key, so you can only come back as a spymaster."


def test_whoever_saw_the_key_may_come_back_as_a_spymaster():
    assert may_sit("red-spymaster", "red-spymaster") is None
    assert may_sit("blue-spymaster", "red-spymaster") is None


def test_an_operative_who_has_not_guessed_may_become_spymaster():
    assert may_sit("red-spymaster", "red-1") is None
    assert may_sit("red-spymaster", "red-1", guessed=("red-2",)) is None


def test_an_operative_who_has_guessed_for_a_team_never_becomes_its_spymaster():
    refusal = "You have guessed for this team, so you cannot become its spymaster."
    assert may_sit("red-spymaster", "red-1", guessed=("red-1",)) == refusal
    assert may_sit("blue-spymaster", "red-1", guessed=("red-1",)) is None


def test_an_operative_may_change_seats():
    assert may_sit("blue-2", "red-1", guessed=("red-1",)) is None
