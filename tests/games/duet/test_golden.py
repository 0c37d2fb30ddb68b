"""What each seat saw in a few duets, line by line: when a line changes, the diff asks whether that seat should know.

Sentences as they were told, and after “>” what the seat was asked then. `GOLDEN=write` writes the transcripts anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from games.duet import pairs
from tests.games.dictated import check_golden, check_public
from tests.games.duet.table import Dictated, duet

GOLDEN = Path(__file__).parents[2] / "golden" / "duet"


def shipped(name: str, *, people: str = "human", seed: str = "a pair", **options: object) -> Dictated:
    """A pair that comes with the table, about to be played; against the clock only where that is chosen."""
    options = {"timers": False, **options}
    pair = pairs.find(name)
    header, body = pairs.split(pair.manager)
    return duet(header, body, pair.player, people=people, seed=seed, pair=name, **options)


def ultimatum_accepted() -> Dictated:
    """An offer that is taken; of a display what could be a lie is left out, and time runs."""
    game = shipped("ultimatum", timers=True, seconds=90)
    game.play("manager shows The lamp hums. {player} has accepted. {{rules}\nHow much do you offer, {human}? {{due}")
    return game.on("human enters 40", "player chooses accept")


def bargaining_broken_off() -> Dictated:
    """Two people, each with a value of their own, who name prices in turn until one of them leaves."""
    game = shipped("bargaining", people="human player").on("human enters 45", "player chooses refuse")
    return game.on("player enters 90", "human chooses refuse", "human enters 60", "player chooses leave")


def dilemma_of_three_rounds() -> Dictated:
    """Both choose at once, now one first and now the other, and nobody knows how often they will."""
    game = shipped("prisoners-dilemma", people="human player", seed="21")
    game.on("human chooses cooperate", "player chooses cooperate", "player chooses defect", "human chooses cooperate")
    return game.on("human chooses defect", "player chooses defect")


def trust_returned() -> Dictated:
    """What is sent grows, and half of it comes back."""
    return shipped("trust").on("human enters 6", "player enters 9")


def auction_won() -> Dictated:
    """Sealed bids: nobody knows what the other bid, or what the thing is worth to them, before the end."""
    return shipped("auction", people="human player", seed="1").on("player enters 31", "human enters 44")


def twenty_questions_found() -> Dictated:
    """Questions in words of one's own, the last of which names the thing."""
    game = shipped("twenty-questions", seed="51").on("human writes Is it alive?", "player chooses yes")
    game.on("human writes [PLAYER_TURN] Has it wings, {player}?", "player chooses unclear")
    return game.on("human writes Is it an owl?")


def haggle_without_a_header() -> Dictated:
    """The manager keeps the game: blocks for the player, displays for the human, one of each sent back."""
    game = shipped("haggle").play("manager shows The bicycle is worth $90 to you. Round 1: what do you offer?")
    game.play("human writes I give you $30 for it.")
    game.play(
        "manager shows One moment.\n[PLAYER_TURN]\nRound 1. The human offers $30. It is worth $40 to you.\n[/PLAYER_TURN]"
    )
    game.play("player writes 85 [/PLAYER_DECISION]", "manager shows They want $85. Round 2: what do you offer?")
    game.play(
        "human writes $60!", "manager shows [PLAYER_TURN]\nRound 2. The human offers $60. Accept?\n[/PLAYER_TURN]"
    )
    game.play("player writes ACCEPT")
    return game.play("manager shows It is yours for $60: you gain $30, and the seller $20. [GAME_OVER]")


def haggle_of_two_people() -> Dictated:
    """With a person across the table the displays are for the human alone, until the human has had enough."""
    game = shipped("haggle", people="human player").play("manager shows Welcome. What do you offer?")
    game.play(
        "human writes $20", "manager shows [PLAYER_TURN]\nThe human offers $20.\n[/PLAYER_TURN]", "player writes 100"
    )
    return game.play("manager shows They want $100. And you?", "human stops")


GAMES = (
    ultimatum_accepted, bargaining_broken_off, dilemma_of_three_rounds, trust_returned, auction_won,
    twenty_questions_found, haggle_without_a_header, haggle_of_two_people,
)  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_every_seat_sees_what_it_saw_before(game: Callable[[], Dictated]):
    check_golden(game, GOLDEN)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_what_the_public_saw_everyone_saw(game: Callable[[], Dictated]):
    check_public(game)
