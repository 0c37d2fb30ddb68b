"""What each seat saw in a few evenings, line by line: when a line changes, the diff asks whether that seat should know.

Sentences as they were told, and after “>” what the seat was asked then. `GOLDEN=write` writes the transcripts anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.dictated import check_golden, check_public
from tests.games.mystery.table import Dictated, mystery

GOLDEN = Path(__file__).parents[2] / "golden" / "mystery"


def small_house() -> Dictated:
    """Four guests, one blow that is blocked, one that lands, an answer to a charge, and the right rope."""
    game = mystery(4, "p2").play(
        "p1 says I am the cook.", "p2 says I only came for the cake.", "p3 silent", "p4 silent"
    )
    game.night("p1 Kitchen", "p2 Library strike p3", "p3 Library", "p4 >p3 guard p3")
    game.play("p1 says I saw nobody.", "p2 says I was in the Hall.", "p3 says Somebody struck at me!", "p4 silent")
    game.play("p4 says {p2} lies: we were three in the Library.", "p1 silent", "p2 silent", "p3 silent")
    game.play("p2 says I never left the Hall.")
    game.play("p1 votes nobody", "p2 votes p4", "p3 votes nobody", "p4 votes p2", "clock strikes")
    game.night("p1 Hall", "p2 >p1 strike p1", "p3 Library hide", "p4 Library")
    game.quiet_day().play("p3 votes p2", "p2 votes p3", "p4 votes p3", "p4 votes p2", "clock strikes")
    return game.play("p2 says It was a good cake.")


def two_murderers_whisper() -> Dictated:
    """Seven guests; the murderers whisper, meet a guard, lose one of theirs, and are as many as the others in the end."""
    game = mystery(7, "p1 p4", plotting=True).quiet_day().play("p1 whispers I take the Hall.", "p4 whispers So do I.")
    game.night("p1 Hall strike p2", "p4 Hall strike p2", "p2 Hall", "p3 >p2 guard p2", "p5 Cellar", "p6 >p7", "p7 >p6")
    game.play("p2 says Five of us, and a struggle.", "p1 says It was dark.").quiet_day()
    game.vote("p2 p4", "p3 p4", "p5 p4", "p1 p4", "p4 p1").play("p4 silent")
    game.night("p1 Cellar strike p5", "p5 Cellar", "p2 >p3", "p3 Cellar", "p6 Garden", "p7 Garden guard p6")
    game.hang("p3")
    return game.night("p1 Garden strike p7", "p7 Garden", "p6 Garden hide", "p2 Kitchen").hang("p2")


def hidden_witness() -> Dictated:
    """The page's worked night: one saw everything from a wardrobe, and is believed."""
    game = mystery(6, "p1").quiet_day().night(
        "p1 Library strike p2", "p2 Library", "p3 Library hide", "p4 Kitchen guard p5", "p5 Kitchen", "p6 Garden"
    )  # fmt: skip
    game.play("p3 says I hid in the Library. {p1} struck {p2}!", "p1 says {p3} is lying.", "p4 says I heard a cry.")
    game.quiet_day().vote("p3 p1", "p4 p1", "p5 p1", "p1 p3")
    return game.play("p1 says So be it.")


def left_and_frightened() -> Dictated:
    """People go: one is played for, one comes back in time, one dies of fright, and so does the murderer."""
    game = mystery(6, "p5", host=True).quiet_day().play("p2 Kitchen guard p3").leaves("p2").leaves("p4")
    game.play("host dooms p4").leaves("p4", "person").leaves("p6").play("host dooms p6")
    game.night("p5 Library strike p1", "p1 Library", "p4 Library", "p3 Kitchen")
    game.quiet_day().vote("p3 p2").leaves("p5").play("host dooms p5")
    return game.night("p5 Garden strike p3", "p2 Hall", "p3 Hall", "p4 Hall")


def sealed_votes_until_help_arrives() -> Dictated:
    """Votes sealed, nothing for those who hang to say, time that runs out, and two nights in all."""
    game = mystery(5, "p3", votes="sealed", last_words=False, rounds=1, most_nights=2, night_seconds=60, hides=1)
    game.play("p1 says Good evening.", "clock strikes", "p2 Kitchen hide", "p3 >p2 strike p2", "clock strikes")
    game.play("p2 says I was alone.", "p3 says So was I.", "clock strikes")
    game.play("p1 votes p3", "p2 votes p3", "p2 votes p1", "p3 votes p1", "p5 votes p1", "p4 votes nobody")
    game.play("clock strikes").night("p3 Hall strike p4", "p2 Kitchen", "p4 Library guard p5")
    return game.quiet_day().vote("p2 p3", "p3 p2")


def ais_by_themselves() -> Dictated:
    """Nobody but AIs: no clocks, votes counted as soon as they are in."""
    game = mystery(4, "p4", models="all", gentle_first_night="yes").play("p1 says I shall find you.")
    game.quiet_day().night("p1 Hall", "p2 Hall guard p1", "p3 >p4", "p4 Kitchen").quiet_day()
    game.vote("p1 p2", "p2 p1").night("p1 Kitchen", "p4 Kitchen strike p1", "p2 Hall", "p3 Library")
    return game.quiet_day().vote("p2 p3", "p3 p2", "p4 p2").play("p2 says It is {p4}.")


EVENINGS = (
    small_house, two_murderers_whisper, hidden_witness, left_and_frightened, sealed_votes_until_help_arrives,
    ais_by_themselves,
)  # fmt: skip


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.__name__)
def test_every_seat_sees_what_it_saw_before(evening: Callable[[], Dictated]):
    check_golden(evening, GOLDEN)


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.__name__)
def test_what_the_public_saw_everyone_saw(evening: Callable[[], Dictated]):
    check_public(evening)
