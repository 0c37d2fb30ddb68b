"""A few hundred of the endless towns; `python -m tests.games.town.endless` plays thousands."""

from __future__ import annotations

import dataclasses
import random

import pytest

from games.core import EVERYONE, Action, Seat, Told
from games.story import Story
from games.town.events import Bid, Dawned, Ending, Said, Wait
from games.town.game import TOWN
from games.town.night import resolve
from games.town.options import TownOptions
from tests.conftest import Much
from tests.games.town import chance, endless

PLACES = {
    "vampire": endless.RARE[3], "arsonist": endless.RARE[1], "werewolf": endless.RARE[1], "nobody": endless.RARE[2],
    "wipe-out": endless.RARE[0],
}  # fmt: skip
"""Lists in which those endings are likely that others seldom come to."""

PATIENCE = 400


def test_random_towns_of_every_kind_end_and_keep_the_laws(much: Much):
    found = endless.Found()
    games = much(100)
    for n in range(games):
        endless.one(f"test/{n}", found)
    assert found["games"] == games
    assert (found["crashes"], found["games that do not end"], found["breaches of a law"]) == (0, 0, 0)


@pytest.mark.parametrize("ending", endless.ENDINGS)
def test_every_ending_occurs(ending: Ending, monkeypatch: pytest.MonkeyPatch):
    if ending == "time-out":
        monkeypatch.setattr(chance, "FOLLOW", 0.2)  # a town that seldom agrees on anybody
    where = PLACES.get(ending)
    options = TownOptions(players=15) if where is None else TownOptions(custom=where)
    for n in range(PATIENCE):
        story = chance.begin(options, f"{ending}/{n}", chance.machines(options.players))
        chance.play(story, random.Random(n))
        assert story.state.ended is not None
        if story.state.ended.ending == ending:
            return
    pytest.fail(f"{PATIENCE} towns, and none ends so")


def test_the_dead_who_speak_are_found():
    story, rng = endless.town("test/law")
    endless.play(story, rng)
    assert list(endless.breaches(story)) == []
    buried = next(at for at, told in enumerate(story.log) if isinstance(told.event, Dawned) and told.event.deaths)
    dawn = story.log[buried].event
    assert isinstance(dawn, Dawned)
    ghost = Told(EVERYONE, Said("town", dawn.deaths[0].seat, "Boo."))
    haunted = Story(TOWN, story.options, story.seed, (*story.log[: buried + 1], ghost, *story.log[buried + 1 :]))
    assert len(list(endless.breaches(haunted))) == 1


def test_deaths_that_nobody_hears_of_are_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(endless, "resolve", lambda night: dataclasses.replace(resolve(night), deaths=()))
    broken: list[str] = []
    with endless.watched_nights(broken):
        chance.play(chance.begin(TownOptions(custom=endless.RARE[0]), "secret", chance.machines(7)), random.Random(1))
    assert broken


def test_who_waited_as_a_person_and_left_has_the_floor_like_anybody():
    """Only dice found it: the clock's and the built-in player's own default was refused."""
    seats = chance.machines(7)
    seats[Seat("p1")] = seats[Seat("p2")] = "person"
    story = chance.begin(TownOptions(custom=endless.RARE[0], timers="none"), "leaver", seats)

    def do(seat: str, action: Action, kind: str) -> None:
        ask = next(each for each in story.asks(Seat(seat)) if each.key.startswith(kind))
        story.tell(story.decide(Seat(seat), action, ask.key))

    do("p1", Wait(), "town")
    story.tell(story.reseat(Seat("p1"), "built-in"))
    for seat in story.state.alive:
        if seat != "p2":
            do(seat, Bid(4 if seat == "p1" else 0), "bid")
    assert story.state.floor.holder == "p1"
    do("p1", Wait(), "floor")
    assert story.state.floor.holder is None
