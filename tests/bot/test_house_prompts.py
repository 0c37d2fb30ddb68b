"""The house's prompts in whole games: what of them stays as it was, and that they are made of what a seat heard alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from statistics import mean
from typing import Any

import pytest

from bot.players.briefing import prompt
from bot.players.completions import Sent
from games import all_games
from games.core import Seat
from games.story import Story
from tests.bot.briefs import heard_in, now_in
from tests.reusable import reusable
from tools.prompts import briefed, moves

GAMES: Mapping[str, Mapping[str, Any]] = {"mystery": {"players": 7}, "codenames": {}, "liars-dice": {"players": 4}}
"""Those whose models are sent the house's prompt."""

LEDGER = "\nThe ledger, kept by the table:\n"


def sent(name: str, seed: str, bare: bool = False) -> dict[Seat, list[Sent[Any]]]:
    """What each seat is sent in a whole game."""
    found: dict[Seat, list[Sent[Any]]] = {}
    for _, story, seat, _ in moves(all_games()[name], GAMES[name], seed):
        found.setdefault(seat, []).append(prompt(briefed(story, seat), "Calm.", bare=bare))
    return found


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_from_one_prompt_to_the_next_all_but_the_last_turn_only_grows(name: str, bare: bool) -> None:
    for prompts in sent(name, "grows", bare).values():
        for earlier, later in pairwise(prompts):
            assert later.system == earlier.system and heard_in(later).startswith(heard_in(earlier))


def test_most_of_what_a_guest_is_sent_in_an_evening_was_sent_before() -> None:
    # As far as that goes where each question is one call: what one sees, the ledger and the question are new each time.
    shares = []
    for seed in ("evening 1", "evening 2"):
        every = [[each.messages() for each in prompts] for prompts in sent("mystery", seed).values()]
        shares += [reusable(each, [other[0] for other in every[:n]]) for n, each in enumerate(every)]
    assert mean(shares) > 0.74


def test_whoever_is_guilty_is_told_how_that_is_played_and_nobody_else_is() -> None:
    game = all_games()["mystery"]
    for _, story, seat, _ in moves(game, GAMES["mystery"], "guilty"):
        system = prompt(briefed(story, seat)).system
        guilty = story.state.role(seat) == "murderer"
        assert ("to be at least as many as the innocents. By night" in system) is guilty
        assert ("Compare accounts" in system) is not guilty
        others = [each for each in story.state.known_murderers if each != seat]
        names = briefed(story, seat).names
        assert any(f"with {names[each]}" in system for each in others) is guilty


@pytest.mark.parametrize("name", GAMES)
def test_what_only_others_were_told_changes_no_byte(name: str) -> None:
    count = 0
    for at, story, seat, _ in moves(all_games()[name], GAMES[name], "others"):
        if at % 7 == 0:
            log = [told for told in story.log if told.heard_by(seat)]
            alone = Story(story.game, story.options, "another seed", log)
            assert prompt(briefed(alone, seat)).messages() == prompt(briefed(story, seat)).messages()
            count += len(log) < len(story.log)
    assert count or name == "liars-dice"


def test_the_ledger_of_a_game_stands_between_what_one_sees_and_what_one_is_asked() -> None:
    prompts = [each for prompts in sent("mystery", "ledger").values() for each in prompts]
    with_it = [now_in(each) for each in prompts if LEDGER in now_in(each)]
    assert len(with_it) > len(prompts) / 3
    for now in with_it:
        assert now.index("What you see now:") < now.index(LEDGER) < now.index("What you are asked now:")
    assert not any(
        "ledger" in str(each.messages()) for prompts in sent("mystery", "ledger", True).values() for each in prompts
    )
