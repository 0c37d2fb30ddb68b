"""The house's prompts in whole games: what of them stays as it was, and that they are made of what a seat heard alone."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from statistics import mean
from typing import Any

import pytest

from bot.hall import _forget_cached
from bot.players import briefing
from bot.players.briefing import names_of, prompt
from bot.players.completions import Sent
from games import all_games
from games.core import Seat, named
from games.mystery import claims, mind, scenes
from games.scene import Lines
from games.story import Story
from tests.bot.briefs import heard_in, now_in
from tests.reusable import reusable
from tools.prompts import briefed, moves

GAMES: Mapping[str, Mapping[str, Any]] = {"mystery": {"players": 7}, "codenames": {}, "liars-dice": {"players": 4}}
"""Those whose models are sent the house's prompt."""


def sent(name: str, seed: str, bare: bool = False) -> dict[Seat, list[Sent[Any]]]:
    """What each seat is sent in a whole game."""
    found: dict[Seat, list[Sent[Any]]] = {}
    for _, story, seat, _ in moves(all_games()[name], GAMES[name], seed):
        found.setdefault(seat, []).append(prompt(briefed(story, seat), "Calm.", bare=bare))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_what_is_remembered_changes_no_byte_of_any_prompt(name: str) -> None:
    """Of no seat, whoever was sent one before: each is the same where nothing is remembered of it or of anybody else."""
    briefs = [briefed(story, seat) for _, story, seat, _ in moves(all_games()[name], GAMES[name], "evening 2")]
    random.Random(name).shuffle(briefs)
    briefs = briefs[:100]
    _forget_cached()
    first, again = ([prompt(each).messages() for each in briefs] for _ in range(2))
    own = {each.seat for each, sent in zip(briefs, first, strict=True) if "By what you saw" in str(sent)}
    assert name != "mystery" or 1 < len(own) < 7, "what one saw tells against somebody"
    for each, *remembered in zip(briefs, first, again, strict=True):
        _forget_cached()
        assert remembered == [prompt(each).messages()] * 2


def test_whoever_is_forgotten_is_in_nothing_that_is_remembered_of_a_mystery() -> None:
    sent("mystery", "forgotten")
    remembering = (
        briefing._told,
        briefing._kept,
        claims._account,
        mind._contradictions,
        mind._belied_by,
        scenes._told_of,
    )
    assert all(each.cache_info().currsize for each in remembering)
    _forget_cached()
    assert not any(each.cache_info().currsize for each in remembering)


def test_a_full_house_need_not_hear_a_game_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """With more tables than play at once, each seat's ledger hears an event once."""
    game = moves(all_games()["liars-dice"], GAMES["liars-dice"], "full")
    brief = next(briefed(story, seat) for count, story, seat, _ in game if count > 10)
    briefs = [replace(brief, table=f"table {n}") for n in range(500)]
    before = [prompt(each).messages() for each in briefs]
    monkeypatch.setattr(briefing._Ledger, "hears", None)
    assert [prompt(each).messages() for each in briefs] == before


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_from_one_prompt_to_the_next_all_but_the_last_turn_only_grows(name: str, bare: bool) -> None:
    for prompts in sent(name, "grows", bare).values():
        for earlier, later in pairwise(prompts):
            assert later.system == earlier.system and heard_in(later).startswith(heard_in(earlier))


@pytest.mark.parametrize(
    ("name", "least", "later"), [("mystery", 0.88, 0.9), ("codenames", 0.82, 0.87), ("liars-dice", 0.89, 0.89)]
)
def test_most_of_what_a_seat_is_sent_in_a_game_was_sent_before(name: str, least: float, later: float) -> None:
    """With the first prompt, of which stood before what stands in the first one of somebody else, too; and from the second on."""
    shares, later_shares = list[float](), list[float]()
    for seed in ("evening 1", "evening 2"):
        every = [[each.messages() for each in prompts] for prompts in sent(name, seed).values()]
        shares += [reusable(each, [other[0] for other in every[:n]]) for n, each in enumerate(every)]
        later_shares += [reusable(each[1:], each[:1]) for each in every if each[1:]]
    assert mean(shares) > least and mean(later_shares) > later


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


def test_a_guest_is_told_once_what_was_said_and_what_they_alone_know() -> None:
    count = 0
    for _, story, seat, _ in moves(all_games()["mystery"], GAMES["mystery"], "once"):
        heard = heard_in(prompt(brief := briefed(story, seat)))
        over = range(1, brief.view.day + (brief.view.phase != "night"))
        assert [heard.count(f"- Night {night}: You were in the") for night in over] == [1 for _ in over]
        assert heard.count("- You are innocent.") + heard.count("- You are a murderer, with") == 1
        own = names_of(brief)[seat]
        assert not re.search(f"^- ({own}|You) (will say|goes|follows|votes?) ", heard, re.MULTILINE)
        said = [each.text for each in brief.view.statements if each.seat == seat and each.text]
        assert heard.count(f"- {own} says: ") == len(said)
        count += len(over)
    assert count > 20


def test_the_ledger_of_a_mystery_stands_between_what_was_heard_and_only_where_code_may_help() -> None:
    with_it = [heard_in(prompts[-1]) for prompts in sent("mystery", "ledger").values()]
    assert sum("- Claims, Night 1:" in heard for heard in with_it) > len(with_it) / 2
    bare = [each for prompts in sent("mystery", "ledger", True).values() for each in prompts]
    assert not any("Claims, " in str(each.messages()) for each in bare)


def test_what_a_ledger_has_said_in_all_is_what_it_says_now() -> None:
    """Whoever reads it from the top, and takes what is said anew for what was said before, knows what people can look up."""
    game, count = all_games()["mystery"], 0
    for _, story, seat, _ in moves(game, GAMES["mystery"], "read"):
        one, read = prompt(brief := briefed(story, seat)), dict[str, list[str]]()
        for title, anew, lines in re.findall(
            r"^(?:- )?Claims, (.+?)( anew)?:\n((?:  - .*\n)+)", f"{heard_in(one)}\n{now_in(one)}", re.MULTILINE
        ):
            new = [line.removeprefix("  - ") for line in lines.splitlines()]
            read[title] = new if anew else [*read.get(title, []), *new]
        ledger = next((each for each in game.shows.scene(brief.view, seat).sheets if each.kind == "ledger"), None)
        for block in ledger.blocks if ledger else ():
            if isinstance(block, Lines) and not block.heard:
                assert set(read[block.title]) >= {named(line, names_of(brief)) for line in block.lines}
                count += 1
    assert count > 50
