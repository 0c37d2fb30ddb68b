"""The papers of the built-in players: what their nights were, in their will, and nothing else."""

from __future__ import annotations

import random

import pytest

from games.core import Seat
from games.town.events import LONGEST_PAPER, Claim
from games.town.state import State
from games.town.wills import NOTES, log_of, will_of
from tests.games.town.table import town
from tests.games.town.test_voice import LOOKS, ME, SEATS, content, did, log

SHERIFF, DOCTOR, GODFATHER, MAFIOSO, JESTER, LOOKOUT, ESCORT = (Seat(f"p{n}") for n in range(1, 8))


def befell(night: int, what: str) -> Claim:
    return Claim("whereabouts", night=night, found=what)


def jailed(night: int, whom: Seat) -> Claim:
    return Claim("deed", None, night, None, whom, "jailed")


def test_a_log_is_what_the_nights_were() -> None:
    game = town("sheriff doctor godfather mafioso jester lookout escort medium mayor")
    game.night("p1 question {p4}", "p2 heal {p6}", "p6 watch {p9}", "p7 block {p1}", "p4 kill {p9}")
    game.night("p1 question {p4}", "p2 heal {p6}", "p6 watch {p1}", "p4 kill {p6}")
    logs = {seat: log_of(game.story.view(seat), seat) for seat in (SHERIFF, DOCTOR, LOOKOUT, ESCORT, MAFIOSO)}
    assert logs[SHERIFF] == (befell(1, "blocked"), did(2, "question", MAFIOSO, "suspicious"))
    assert logs[DOCTOR] == (did(1, "heal", LOOKOUT), did(2, "heal", LOOKOUT, "attacked"))
    assert logs[LOOKOUT][0] == did(1, "watch", Seat("p9"), "p4")
    assert set(logs[LOOKOUT][1:]) == {
        did(2, "watch", SHERIFF, "nobody"),
        befell(2, "attacked"),
        befell(2, "healed"),
    }
    assert logs[ESCORT] == (did(1, "block", SHERIFF), befell(2, "home"))


def test_a_jailor_keeps_a_list_of_prisoners() -> None:
    game = town("jailor doctor godfather mafioso jester lookout escort")
    game.play("p1 jails p4").night().play("p1 jails p3").night("p1 execute {p3}")
    jailor = log_of(game.story.view(Seat("p1")), Seat("p1"))
    assert jailor == (jailed(1, MAFIOSO), jailed(2, GODFATHER), did(2, "execute", GODFATHER))
    assert log_of(game.story.view(MAFIOSO), MAFIOSO)[0] == befell(1, "jailed")


def test_a_will_says_what_its_owner_is_and_did() -> None:
    game = town("sheriff doctor godfather mafioso jester lookout escort medium mayor")
    game.night("p1 question {p4}", "p2 heal {p6}")
    _, means = will_of(game.story.view(SHERIFF), SHERIFF, "sheriff", log_of(game.story.view(SHERIFF), SHERIFF))
    assert set(map(content, means)) == {
        ("role", "sheriff", 0, None, None, ""),
        ("result", None, 1, "question", MAFIOSO, "suspicious"),
    }


def test_whoever_has_something_to_hide_writes_as_what_they_claim() -> None:
    game = town("sheriff doctor godfather mafioso jester lookout escort medium mayor")
    will, means = will_of(game.story.view(MAFIOSO), MAFIOSO, "doctor", (did(1, "heal", SHERIFF),))
    assert "afioso" not in will
    assert {claim.role for claim in means} == {"doctor", None}


@pytest.mark.parametrize("seed", range(100))
def test_a_will_claims_what_it_says(seed: int) -> None:
    rng = random.Random(seed)
    role = rng.choice((*LOOKS, "jailor"))
    nights = log(role, rng)
    view = State(seats=SEATS, slots=(f"{seed}",))
    will, means = will_of(view, ME, role, nights)
    assert len(will) <= LONGEST_PAPER
    assert len(will.splitlines()) == 1 + len({each.night for each in nights})
    assert set(map(content, means)) == {("role", role, 0, None, None, ""), *map(content, nights)}, will


def test_of_a_long_life_the_nights_are_kept_that_brought_something() -> None:
    view = State(seats=SEATS, slots=("Any",))
    idle = [befell(n, "home") for n in range(1, 15)]
    found = [did(n, "watch", Seat("p2"), "p3, p4, p5, p6") for n in range(15, 22)]
    will, means = will_of(view, ME, "lookout", (*idle, *found))
    assert {claim.night for claim in means} > set(range(15, 22))
    assert len(will) <= LONGEST_PAPER
    assert all(f"{n}" in will for n in range(15, 22))


def test_a_killer_leaves_one_of_several_short_notes() -> None:
    assert len(set(NOTES)) >= 8
    assert all(0 < len(note) <= 100 for note in NOTES)
