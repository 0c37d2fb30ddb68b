"""A night's choice in words of one's own."""

from __future__ import annotations

import random

import pytest

from games.core import Seat
from games.mystery import GAME
from games.mystery.events import Night
from games.mystery.options import MysteryOptions
from games.story import Story

NAMES = {Seat("p1"): "Ada", Seat("p2"): "Basil", Seat("p3"): "Clio", Seat("p4"): "Will", Seat("p5"): "May"}


def night(seed: str = "1") -> Story:
    """Five guests in the first night."""
    story = Story(GAME, MysteryOptions(players=5, hides=1), seed)
    story.tell(story.begin(dict.fromkeys(NAMES, "built-in")))
    rng = random.Random(seed)
    while story.state.phase == "talk":
        seat = next(iter(story.owed(story.seats)))
        ask = story.asks(seat)[0]
        story.tell(story.decide(seat, GAME.policy.autoplay(story.view(seat), seat, ask, rng), ask.key))
    return story


def reading(text: str, role: str = "murderer"):
    story = night()
    seat = next(seat for seat in story.seats if story.state.role(seat) == role)
    names = dict(NAMES)
    names[seat], names[Seat("p1")] = names[Seat("p1")], names[seat]  # whoever it is, is Ada
    found = GAME.talks.read(story.view(seat), seat, story.asks(seat)[0], text, names)
    action = found.action
    if isinstance(action, Night):
        where, act = (part for part in (action.where, action.act))
        for each, name in names.items():
            where, act = where.replace(f"{{{each}}}", name), act.replace(f"{{{each}}}", name)
        return found.sure, where, act
    return found.sure, None, None


@pytest.mark.parametrize(
    ("text", "where", "act"),
    [
        ("I'll hide in the library", "Library", "hide"),
        ("follow Basil and strike", "follow Basil", "strike Basil"),
        ("follow Clio and kill her", "follow Clio", "strike Clio"),
        ("go to the Libary and watch", "Library", "watch"),
        ("protect May in the hall", "Hall", "guard May"),
        ("go with basil, keep watch", "follow Basil", "watch"),
        ("library, stab Will", "Library", "strike Will"),
    ],
)
def test_plain_words_are_understood(text: str, where: str, act: str):
    assert reading(text) == (True, where, act)


@pytest.mark.parametrize(
    "text", ["library or hall?", "don't strike Will", "I hide in the library or the hall", "kill somebody", "hm"]
)
def test_what_is_in_doubt_is_left_to_whoever_wrote_it(text: str):
    assert reading(text)[0] is False


def test_an_innocent_is_never_understood_to_strike():
    sure, _, act = reading("library, strike Will", role="innocent")
    assert not sure or act != "strike Will"
