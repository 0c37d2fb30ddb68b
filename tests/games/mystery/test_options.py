"""What a host may choose in the murder mystery, and how every mistake in it is told."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from games.core import Seat, dice_for
from games.mystery import GAME
from games.mystery.events import PLACES, Night, Opened, Rules, Silence
from games.mystery.options import MysteryOptions
from games.mystery.state import State
from games.scene import Text
from games.story import Story


def mistakes(**options: Any) -> str:
    with pytest.raises(ValidationError) as refusal:
        MysteryOptions.model_validate(options)
    return " ".join(str(error["msg"]).removeprefix("Value error, ") for error in refusal.value.errors())


def test_the_default_is_the_rules_page():
    rules = MysteryOptions().rules_for(7)
    assert rules == Rules(
        rounds=2, hides=rules.hides, strike_first_night=False, spares_newcomer=True, open_votes=True, last_words=True, plotting=False,
        full_nights=False, most_nights=12, talk_seconds=180, night_seconds=120, vote_seconds=120, last_words_seconds=60,
    )  # fmt: skip


@pytest.mark.parametrize("players", range(4, 11))
def test_by_default_every_table_has_murderers_who_have_not_won_yet_and_a_house_with_neighbours(players: int):
    options = MysteryOptions(players=players)
    assert 1 <= options.murderers_among(players) < players / 2
    assert 3 <= len(options.places_for(players)) <= len(PLACES) and options.places_for(players)[0] == "Hall"
    assert options.rules_for(players).hides >= 0
    assert 0 <= options.hiders_among(players) <= players


def test_a_host_who_says_how_often_one_hides_says_so_of_everybody():
    assert MysteryOptions(hides=1).hiders_among(8) == 0
    assert MysteryOptions(hides=1, hiders=3).hiders_among(8) == 3
    assert MysteryOptions(hiders=10).hiders_among(4) == 4


def test_every_option_says_what_it_is():
    for name, field in MysteryOptions.model_fields.items():
        assert field.title and field.description, name


def test_options_survive_json():
    options = MysteryOptions(players=9, murderers=3, places=4, votes="sealed", house_rules="Be kind.")
    assert MysteryOptions.model_validate_json(options.model_dump_json()) == options


@pytest.mark.parametrize(("players", "murderers"), [(4, 2), (5, 3), (6, 3)])
def test_murderers_who_have_won_before_they_begin_are_refused(players: int, murderers: int):
    assert mistakes(players=players, murderers=murderers) == (
        f"{murderers} murderers among {players} players have won before they begin: they must be fewer than half."
    )
    assert MysteryOptions(players=7, murderers=3).murderers_among(7) == 3


@pytest.mark.parametrize("places", [1, 2])
def test_a_house_of_too_few_places_is_refused(places: int):
    assert mistakes(places=places) == "A house has 3 places or more: a ring of two has no neighbours."
    assert MysteryOptions(places=3).places_for(10) == PLACES[:3]


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3}, {"players": 11}, {"murderers": 4}, {"murderers": -1}, {"places": 8}, {"rounds": 0}, {"rounds": 5},
        {"hides": -2}, {"hides": 13}, {"hiders": -2}, {"hiders": 11}, {"votes": "secret"}, {"most_nights": 0}, {"most_nights": 31}, {"talk_seconds": 3},
        {"night_seconds": 86401}, {"vote_seconds": 14}, {"last_words_seconds": 14}, {"house_rules": "x" * 501},
        {"werewolves": 1},
    ],
)  # fmt: skip
def test_an_option_that_makes_no_sense_is_refused(options: dict[str, Any]):
    assert mistakes(**options)


def test_timers_off_are_no_seconds():
    rules = MysteryOptions(timers=False, talk_seconds=60).rules_for(7)
    assert {rules.talk_seconds, rules.night_seconds, rules.vote_seconds, rules.last_words_seconds} == {0}


# ── the first night ──


def begun(players: int, people: int, **options: Any) -> Story[State]:
    """A game of so many, some of them people, right after the deal."""
    story = Story(GAME, MysteryOptions(players=players, **options), "first night")
    story.tell(story.begin({Seat(f"p{n}"): "person" if n <= people else "model" for n in range(1, players + 1)}))
    return story


@pytest.mark.parametrize(
    ("players", "people", "chosen", "gentle"),
    [
        (5, 1, "auto", True), (5, 0, "auto", False), (5, 2, "auto", False), (5, 5, "auto", False), (4, 1, "auto", True),
        (6, 6, "auto", True), (7, 1, "auto", True), (10, 0, "auto", True),
        (5, 1, "no", False), (7, 1, "no", False), (5, 5, "yes", True),
    ],
)  # fmt: skip
def test_the_first_night_is_gentle_at_larger_tables_and_for_one_person_among_ais(
    players: int, people: int, chosen: str, gentle: bool
):
    story = begun(players, people, gentle_first_night=chosen)
    shown = [block.text for block in GAME.shows.scene(story.view(None), None).of(Text)]
    assert ("Nobody strikes in the first night." in shown) is gentle
    while story.state.phase == "talk":
        for seat in story.owed(story.seats):
            story.tell(story.decide(seat, Silence(), story.asks(seat)[0].key))
    killer = story.state.known_murderers[0]
    ask = next(ask for ask in story.asks(killer) if Night in ask.forms)
    assert any(act.startswith("strike") for act in ask.allowed["act"]) is not gentle
    assert ("Nobody strikes tonight." in ask.text) is gentle


@pytest.mark.parametrize(("strikes", "chosen"), [(True, "no"), (False, "yes")])
def test_games_saved_before_there_was_the_choice_go_on_as_they_began(strikes: bool, chosen: str):
    options = MysteryOptions.model_validate({"players": 7, "strike_first_night": strikes})
    assert options.gentle_first_night == chosen and options.rules_for(7).strike_first_night is strikes
    assert not options.rules_for(5).spares_newcomer


# ── seats ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("players", "came", "seats"), [(7, 1, 7), (7, 7, 7), (4, 6, 6), (10, 2, 10), (4, 0, 4)])
def test_there_are_as_many_seats_as_chosen_or_as_have_come_if_those_are_more(players: int, came: int, seats: int):
    seating = GAME.lobby.seats(MysteryOptions(players=players), [()] * came, dice_for("seed", 0))
    assert seating.seats == tuple(f"p{n}" for n in range(1, seats + 1))
    assert len(set(seating.given)) == len(seating.given) == came


def test_who_came_first_sits_anywhere():
    first = {GAME.lobby.seats(MysteryOptions(players=4), [()], dice_for(str(n), 0)).given[0] for n in range(40)}
    assert first == {"p1", "p2", "p3", "p4"}


def test_more_guests_than_expected_have_the_house_of_their_number():
    every = tuple(Seat(f"p{n}") for n in range(1, 9))
    expected = MysteryOptions(players=8)
    opened = GAME.rules.setup(every, MysteryOptions(players=4), dice_for("seed", 0))[0].event
    assert isinstance(opened, Opened) and opened.seats == every
    assert (opened.places, opened.murderers) == (expected.places_for(8), expected.murderers_among(8))


def test_a_seat_is_called_by_its_number():
    assert GAME.shows.seat_title(Seat("p10")) == "Player 10"
