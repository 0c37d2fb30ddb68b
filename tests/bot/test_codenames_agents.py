"""Models at a table of Codenames that look words up before they say one or turn a card, as JSON, as a function's arguments and as tags."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.players import agent
from bot.players.spec import ModelSpec
from bot.ports import Brief
from games.codenames import GAME
from games.codenames.events import Clue, EndTurn, Guess
from games.core import LookedUp, Seat, Told
from tests.bot.endpoint import At, saying
from tests.bot.test_agent import JSON, NATIVE, PLAIN, WAYS, ending, look, stepping
from tests.games.codenames.table import Dictated, codenames

BOARD = "BEACH:red WHALE:red CELLO:red KING:blue QUEEN:blue ICEBERG:grey TAX:grey SHARK:black"
MASTER, OPERATIVE = Seat("red-spymaster"), Seat("red-1")
NAMES = {MASTER: "Ada", OPERATIVE: "Ocean", Seat("blue-spymaster"): "Clio", Seat("blue-1"): "Dante"}


def sea(**options: Any) -> Dictated:
    return codenames(BOARD, models="all", **{"look_ups": True, **options})


def brief(game: Dictated, seat: Seat = MASTER, **more: Any) -> Brief:
    story = game.story
    told = Brief(
        game=GAME, table="sea", seat=seat, view=story.view(seat), heard=story.heard(seat), asks=story.asks(seat), names=NAMES
    )  # fmt: skip
    return replace(told, **more)


@WAYS
async def test_a_spymaster_looks_words_up_and_gives_a_clue(endpoint: At, spec: ModelSpec) -> None:
    game = sea()
    at = endpoint(
        look(spec, "kings, ocean", "legal"),
        look(spec, "ocean 2", "near"),
        ending(spec, "clue", "ocean 2 for BEACH, WHALE"),
    )
    move = await at.move(brief(game), spec)
    assert move.action == Clue("ocean", 2, ("BEACH", "WHALE")) and move.key == "clue:1"
    refused, ranked = move.looked
    assert refused.found == "“kings” is a form of KING, which is on the board. “ocean” may be said."
    # Though somebody is called so, it is the word that is looked up.
    assert (ranked.tool, ranked.argument) == ("near", "ocean 2") and "(yours)" in ranked.found
    assert "The assassin, SHARK, comes at place" in json.dumps(at.asked[2]["messages"], ensure_ascii=False)
    assert game.story.decide(MASTER, move.action, move.key).told


async def test_how_to_play_it_stands_at_the_end_of_what_stays_and_a_bare_model_goes_without(endpoint: At) -> None:
    guessing = sea().play("red clue swimming 2")
    for game, seat, end, advice in (
        (sea(), MASTER, ("clue", "ocean 1"), "one plain link to each card"),
        (guessing, OPERATIVE, ("guess", "beach"), "what they had in mind"),
    ):
        for bare in (False, True):
            at = endpoint(ending(JSON, *end))
            await at.move(brief(game, seat), replace(JSON, bare=bare))
            system = at.asked[0]["messages"][0]["content"]
            assert (advice in system) is not bare and "# The rules" in system
            assert bare or system.index("# The rules") < system.index("# How to play it")


@WAYS
async def test_whoever_is_called_like_a_word_the_word_is_meant(endpoint: At, spec: ModelSpec) -> None:
    at = endpoint(look(spec, "ocean", "near"), ending(spec, "clue", "Ocean 1"))
    move = await at.move(brief(sea()), spec)
    assert move.looked[0].argument == "ocean" and move.action == Clue("Ocean", 1)


@WAYS
async def test_an_operative_looks_a_clue_up_and_guesses_and_stops(endpoint: At, spec: ModelSpec) -> None:
    game = sea().play("red clue swimming 2")
    at = endpoint(look(spec, "swimming 2", "near"), ending(spec, "guess", "beach"))
    move = await at.move(brief(game, OPERATIVE), spec)
    assert move.action == Guess("BEACH")
    assert "(" not in move.looked[0].found and "BEACH" in move.looked[0].found
    told = [Told(frozenset({OPERATIVE}), each) for each in move.looked]
    game.tell(game.story.decide(OPERATIVE, move.action, move.key, told))
    at = endpoint(ending(spec, "end"))
    assert (await at.move(brief(game, OPERATIVE), spec)).action == EndTurn()
    assert "You looked up near swimming 2: " in json.dumps(at.asked[0]["messages"])
    at = endpoint(look(spec, "swimming", "legal"), ending(spec, "end"))
    await at.move(brief(game, OPERATIVE), spec)
    assert "There is no such thing to look up. There is: near." in json.dumps(at.asked[1]["messages"])


async def test_what_a_model_in_few_words_finds_is_told_whole(endpoint: At) -> None:
    spec = replace(PLAIN, briefing="compact")
    at = endpoint(look(spec, "xyzzyq 9", "near"), ending(spec, "clue", "ocean 1"))
    (found,) = (await at.move(brief(codenames(models="all", look_ups=True, board=BOARD)), spec)).looked
    assert len(found.found) <= agent.LONGEST_FOUND["compact"] and not found.found.endswith("…")


async def test_a_clue_without_a_number_is_asked_for_again(endpoint: At) -> None:
    failure = await endpoint(ending(JSON, "clue", "ocean")).failure(brief(sea()), JSON)
    assert failure.again == "Write a clue as a word and its number, and which cards you mean: ocean 2 for BEACH, SHARK."


@pytest.mark.parametrize("spec", [JSON, NATIVE], ids=["json", "native"])
async def test_a_clue_in_json_is_a_form_to_fill_in_field_by_field(endpoint: At, spec: ModelSpec) -> None:
    clue = {"word": "ocean", "number": "2", "intended": ["beach", "WHALE"]}
    at = endpoint(look(spec, "ocean 2", "near"), stepping(spec, "So.", clue=clue))
    game = sea()
    move = await at.move(brief(game), spec)
    assert move.action == Clue("ocean", 2, ("beach", "WHALE"))
    assert game.story.decide(MASTER, move.action, move.key).told
    asked = at.asked[0]
    assert '{"clue": {"word": "…", "number": "…", "intended": ["…"]}}' in asked["messages"][-1]["content"]
    assert (
        "- number: how many words it is about: 1 to 9, 0 or unlimited; one of 1, 2" in asked["messages"][-1]["content"]
    )
    shape = json.dumps({name: asked.get(name) for name in ("tools", "response_format")})
    assert '"enum": ["1", "2"' in shape and '"maxLength": 40' in shape


async def test_in_few_words_a_clue_is_a_word_and_a_number(endpoint: At) -> None:
    spec = replace(JSON, briefing="compact")
    at = endpoint(stepping(spec, "So.", clue={"word": "ocean", "number": 2}))
    assert (await at.move(brief(sea()), spec)).action == Clue("ocean", 2)
    assert "intended" not in json.dumps(at.asked[0])


async def test_what_is_wrong_in_a_form_is_named_by_its_field(endpoint: At) -> None:
    failure = await endpoint(stepping(JSON, "So.", clue={"word": "ocean", "number": "12"})).failure(brief(sea()), JSON)
    assert failure.again.startswith('"number" has to be one of 1, 2,')


@pytest.mark.parametrize(
    "echo",
    ["the clue, its number (1 to 9, 0 or unlimited), and the cards: WORD 2 for CARD, CARD", "4 fish are here: 2"],
)
async def test_words_with_numbers_among_them_are_no_clue(endpoint: At, echo: str) -> None:
    failure = await endpoint(ending(PLAIN, "clue", echo)).failure(brief(sea()), PLAIN)
    assert failure.again.startswith("Write a clue as a word and its number")


async def test_a_word_that_is_not_on_the_board_is_no_guess(endpoint: At) -> None:
    game = sea().play("red clue swimming 1", "guess BEACH")
    failure = await endpoint(ending(JSON, "guess", "BEACH")).failure(brief(game, OPERATIVE), JSON)
    assert failure.again == "“guess” takes only one of these: WHALE, CELLO, KING, QUEEN, ICEBERG, TAX, SHARK."


async def test_without_the_option_a_model_is_asked_as_ever(endpoint: At) -> None:
    at = endpoint(
        saying('{"thoughts": "So.", "move": {"action": "Clue", "word": "ocean", "number": "2", "intended": []}}')
    )
    assert (await at.move(brief(sea(look_ups=False)), JSON)).action == Clue("ocean", 2)
    assert "look" not in at.asked[0]["messages"][0]["content"].replace("looks", "")


async def test_what_was_looked_up_is_told_to_that_seat_alone() -> None:
    game = sea()
    game.tell([Told(frozenset({MASTER}), LookedUp(MASTER, "near", "ocean", "BEACH 50 % (yours)."))])
    assert "BEACH 50 %" in game.story.game.shows.say(game.story.heard(MASTER)[-1])
    assert all(LookedUp not in map(type, game.story.heard(seat)) for seat in game.story.seats if seat != MASTER)
    assert game.story.view(MASTER) == sea().story.view(MASTER)
