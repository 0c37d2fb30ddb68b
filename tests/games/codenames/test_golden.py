"""What each seat saw in a few evenings, line by line: when a line changes, the diff asks whether that seat should know.

Sentences as they were told, and after “>” what the seat was asked then. `GOLDEN=write` writes the transcripts anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from games.codenames.events import Clue
from games.core import Seat
from tests.games.codenames.table import Dictated, codenames
from tests.games.dictated import check_golden, check_public

GOLDEN = Path(__file__).parents[2] / "golden" / "codenames"
BOARD = "NAIL:red BEACH:red TRUNK:red CLOUD:blue HORSE:blue LEMON:grey PIANO:grey STAR:black"


def won_on_the_bonus_guess() -> Dictated:
    game = codenames(BOARD, red=2, blue=2, models="blue-2")
    clue = Clue("water", 2, ("BEACH", "TRUNK"))
    game.tell(game.story.decide(Seat("red-spymaster"), clue, "clue:1"))
    game.play("red-2 tag trunk", "red-1 tag NAIL", "red-1 guess BEACH", "red-2 untag TRUNK", "red-1 guess LEMON")
    game.play("blue clue bird 2", "blue-2 tag HORSE", "blue-1 guess CLOUD", "passes")
    return game.play("red clue hammer 1", "red-2 guess NAIL", "red-1 guess TRUNK")


def touched_the_assassin() -> Dictated:
    game = codenames(BOARD)
    game.tell(game.story.decide(Seat("red-spymaster"), Clue("night", "unlimited", ("NAIL",)), "clue:1"))
    return game.play("guess NAIL", "guess STAR")


def challenged_and_upheld() -> Dictated:
    game = codenames(BOARD, blue=2).play("red clue sand 2", "blue challenges", "host upholds", "blue covers HORSE")
    game.play("blue clue bird 1", "red challenges", "host dismisses", "blue-2 guess PIANO")
    game.play("red clue wood 1", "blue challenges", "clock strikes", "guess TRUNK", "passes")
    return game.play("blue clue rain 1", "blue-1 guess CLOUD")


def alone_against_a_silent_team() -> Dictated:
    game = codenames("NAIL:red BEACH:red TRUNK:red CLOUD:blue HORSE:blue ROBIN:blue LEMON:grey STAR:black", blue=0)
    game.play("red clue water 1", "guess BEACH", "passes", "red clue fruit 0", "guess LEMON")
    return game.play("red clue hammer 2", "guess NAIL", "guess TRUNK")


def against_the_clock_with_a_majority() -> Dictated:
    game = codenames(BOARD, red=3, blue=1, majority=True, may_pass_at_once=True, clue_seconds=60, guess_seconds=30)
    game.play("clock strikes", "blue clue bird 1", "blue-1 passes")
    game.play("red clue water 2", "red-1 guess BEACH", "red-2 guess NAIL", "red-3 guess BEACH", "red-1 passes")
    game.play("red-3 guess TRUNK", "clock strikes", "blue clue bird 1", "guess CLOUD", "guess HORSE")
    return game


def coming_and_going() -> Dictated:
    game = codenames(BOARD, red=2, models="red-2 blue-1").play("red clue water 2").leaves("red-1", "built-in")
    game.play("red-1 guess BEACH").leaves("red-1", "person").play("host pauses", "blue-spymaster resumes")
    game.play("red-1 guess LEMON").leaves("red-1").leaves("red-spymaster").leaves("blue-spymaster")
    return game.play("host resumes", "blue clue bird 1", "blue-1 guess STAR")


EVENINGS = (
    won_on_the_bonus_guess, touched_the_assassin, challenged_and_upheld, alone_against_a_silent_team,
    against_the_clock_with_a_majority, coming_and_going,
)  # fmt: skip


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.__name__)
def test_every_seat_sees_what_it_saw_before(evening: Callable[[], Dictated]):
    check_golden(evening, GOLDEN)


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.__name__)
def test_what_the_public_saw_everyone_saw(evening: Callable[[], Dictated]):
    check_public(evening)
