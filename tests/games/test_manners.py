"""Eight characters speak, each in a way of its own, and nothing they say besides claims anything."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import product

import pytest

from bot.players.seating import personas
from games.core import Seat, Temper
from games.manners import Manner, manners
from games.mystery.grounds import Ground as WhyNot
from games.mystery.meaning import understood as read_in_the_mystery
from games.mystery.voice import Memory, Voice
from games.phrases import fill
from games.town.events import Said
from games.town.meaning import understood as read_in_town
from games.town.mind import Ground
from games.town.options import TownOptions
from games.town.voice import Intent, said
from tests.games.town import balance

ME, YOU = Seat("p1"), Seat("p4")
SLOTS = {"charge": {"target"}, "because": {"charge", "ground"}, "reply": {"reply"}, "account": {"told"}}  # fmt: skip


def test_every_page_has_its_voice_and_every_voice_its_page() -> None:
    assert {*manners()} == {*personas()} and len(manners()) == 8


@pytest.mark.parametrize("name", manners())
def test_a_wording_has_the_slots_of_its_kind(name: str) -> None:
    how = manners()[name]
    for kind, slots in SLOTS.items():
        for wording in getattr(how, kind):
            assert {*re.findall(r"\{(\w+)\}", wording)} == slots, wording
    assert all("{target}" in wording for wording in how.ask)
    for kind in ("denial", "greet", "farewell"):
        assert not any("{" in wording for wording in getattr(how, kind)), kind


def every(wording: str) -> Iterator[str]:
    for chosen in product(*(piece.split("|") for piece in re.split(r"[()]", wording))):
        yield fill("".join(chosen), {"target": "{p4}"})


@pytest.mark.parametrize("name", manners())
@pytest.mark.parametrize("kind", ["denial", "ask", "greet", "farewell"])
def test_small_talk_claims_nothing(name: str, kind: str) -> None:
    for wording in getattr(manners()[name], kind):
        for text in every(wording):
            assert not read_in_town(f"{text}.", ME, 3), text
            heard = read_in_the_mystery(f"{text}.", ME, 2)  # where nobody asks so
            assert kind == "ask" or not [each for each in heard if (kind, each.kind) != ("denial", "clears")], text


def test_no_two_characters_share_a_wording() -> None:
    kinds = [field.name for field in fields(Manner) if field.name not in ("nights", "joint", "role", "charge")]
    for kind in kinds:
        every = [wording for how in manners().values() for wording in getattr(how, kind)]
        assert len(every) == len({*every}), kind


def test_the_same_charge_is_eight_sentences() -> None:
    ground = Ground("votes", 1.0, about=Seat("p9"), role="doctor")
    rng = random.Random(1)
    words = {
        name: {said(Intent("accuse", YOU, ground=ground), rng, manner=name) for _ in range(60)} for name in manners()
    }
    assert all(len(each) > 12 for each in words.values())
    assert sum(map(len, words.values())) == len(set().union(*words.values()))
    assert all("{p9}" in text and "{p4}" in text for each in words.values() for text in each)


def test_a_guest_of_the_mystery_speaks_in_character_too() -> None:
    speaks = {name: Voice(ME, 2, random.Random(3), Temper(manner=name), Memory((), ME)) for name in ("", *manners())}
    assert len({each.accusation([YOU], False, WhyNot("belied")) for each in speaks.values()}) == 9


def test_whispers_are_few_and_have_a_purpose() -> None:
    whispers, games = list[Said](), 10
    for number in range(games):
        story, _ = balance.play(TownOptions(roles="classic", players=9), f"whispers {number}")
        spoken = [each.event for each in story.log if isinstance(each.event, Said) and each.event.room == "whisper"]
        for each in spoken:
            asks = each.to is not None and f"{{{each.to}}}" in each.text
            assert each.means or asks, "somebody confides what they are, or asks"
        whispers += spoken
    assert 1 * games <= len(whispers) <= 4 * games
