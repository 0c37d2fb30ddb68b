"""What built-in players answer to whispers."""

from __future__ import annotations

import random

import pytest

from games.core import Action, Seat, marked
from games.phrases import worded
from games.town.autoplay import autoplay
from games.town.events import Bid, Claim, Wait, Whisper
from games.town.meaning import understood
from games.town.whispered import NOBODY_YET, OPEN, SAYS, SHARED, UNSHARED, Wish, wished
from tests.games.town.table import QUIET, Dictated, town

MAFIOSO = "mafioso godfather doctor sheriff lookout escort medium mayor"
DOCTOR = "doctor sheriff lookout escort medium mayor godfather mafioso"
WITCH = "witch sheriff lookout escort medium mayor godfather mafioso"
NAMES = {Seat("p1"): "Ada", Seat("p2"): "Basil", Seat("p3"): "Clio"}


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("I'll claim Doctor, you say Sheriff", "pact"), ("let's both claim escort", "pact"),
        ("pretend to be the medium and I back you", "pact"), ("are you Mafia too?", "role"), ("what are you?", "role"),
        ("if you are mafia we can work together", "role"), ("you are the sheriff, right?", "role"),
        ("I am the Jailor, guard me", "deed"), ("can you protect me tonight?", "deed"), ("check Basil please", "deed"),
        ("who do you suspect?", "suspect"), ("whom are we hanging today?", "suspect"),
        ("I think Basil is the Godfather", "opinion"), ("don't trust Basil", "opinion"),
        ("I healed Basil last night and he was attacked", "claim"), ("lol", ""), ("hmm the weather", ""),
    ],
)  # fmt: skip
def test_what_somebody_wants_who_whispers_is_understood(text: str, wish: Wish) -> None:
    said = marked(text, NAMES)
    assert wished(said, understood(said, Seat("p1"), 3, NAMES)) == wish


@pytest.mark.parametrize("wording", [*SAYS.values(), NOBODY_YET, SHARED, UNSHARED, OPEN])
def test_what_is_answered_to_anybody_claims_nothing(wording: str) -> None:
    for dice in range(20):
        assert understood(worded(wording, {}, random.Random(dice)), Seat("p2"), 3, NAMES) == ()


def reply(game: Dictated, seat: str, dice: int = 0) -> Action:
    """What the seat bids for the floor, and does with it."""
    view, rng = game.story.view(Seat(seat)), random.Random(dice)
    asks = game.asked(seat)
    return autoplay(view, Seat(seat), asks.get("bid") or asks["floor"], rng)


def whispered(text: str, seat: str = "p2", roles: str = QUIET) -> Action:
    """What the seat of a table of AIs answers to what p1 whispers."""
    machines = [f"p{n}" for n in range(2, 10)]
    game = town(roles, models=" ".join(machines))
    game.play(*(f"{each} bids 0" for each in machines), f"p1 whispers {seat} {text}")
    assert reply(game, seat) == Bid(3) and reply(game, "p9") != Bid(3)
    game.play(*(f"{each} bids {3 if each == seat else 0}" for each in machines))
    said = reply(game, seat)
    assert isinstance(said, Whisper) and said.to == "p1"
    game.play(f"{seat} whispers p1 {said.text}", *(f"{each} bids 0" for each in machines if each != seat))
    assert not isinstance(reply(game, seat), Whisper)
    return said


def test_a_whisper_is_answered_alike_whatever_one_is() -> None:
    for text in ("I'll claim Doctor, you say Sheriff", "are you Mafia too?", "I am the Jailor, guard me", "blub"):
        assert len({whispered(text, roles=f"jester {roles}") for roles in (MAFIOSO, DOCTOR, WITCH)}) == 1


def test_who_is_asked_whom_they_suspect_names_somebody_or_nobody() -> None:
    said = whispered("who do you suspect?")
    assert isinstance(said, Whisper)
    assert said.means == () or (isinstance(said.means[0], Claim) and said.means[0].kind == "accuse")


def test_whispers_of_ais_and_to_others_are_answered_as_before() -> None:
    machines = [f"p{n}" for n in range(2, 10)]
    game = town(models=" ".join(machines))
    game.play(*(f"{each} bids 0" for each in machines), "p1 whispers p3 are you Mafia too?")
    assert reply(game, "p2") in (Bid(0), Bid(1))
    game.play(*(f"{each} bids {3 if each == 'p4' else 0}" for each in machines), "p4 whispers p2 what are you?")
    assert reply(game, "p2") in (Bid(0), Bid(1)) and reply(game, "p3") == Bid(3)
    assert Wait() != reply(game, "p3")
