"""What each seat saw in a few evenings, line by line: when a line changes, the diff asks whether that seat should know.

Sentences as they were told, and after “>” what the seat was asked then. `GOLDEN=write` writes the transcripts anew.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from games.codenames.words import Clue
from games.core import Seat
from tests.games.codenames.table import Dictated, codenames

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
    game, folder = evening(), GOLDEN / evening.__name__
    assert game.story.outcome
    seen = {f"{seat or 'public'}.txt": "\n".join(lines) + "\n" for seat, lines in game.seen.items()}
    if os.environ.get("GOLDEN") == "write":
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in seen.items():
            (folder / name).write_text(text, encoding="utf-8")
    kept = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert kept.keys() == seen.keys()
    for name, text in seen.items():
        diff = difflib.unified_diff(
            kept[name].splitlines(), text.splitlines(), f"{name} before", f"{name} now", "", "", 2, ""
        )
        assert kept[name] == text, "\n".join(diff)


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.__name__)
def test_what_the_public_saw_everyone_saw(evening: Callable[[], Dictated]):
    seen = evening().seen
    for lines in seen.values():
        heard = iter(line for line in lines if not line.startswith("    >"))
        assert all(line in heard for line in seen[None])  # in this order
