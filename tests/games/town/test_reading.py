"""What people of a town write of what they do at night, and what is made of it."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.core import Parsed, Seat
from games.reading import read as read_plainly
from games.town.events import Confer, Deed, DoubleDeed, Jail, Nominate, Sleep
from games.town.game import TOWN
from games.town.reading import SYNONYMS
from games.town.roles import ROLE
from tests.games.town.table import Dictated, town

NAMES = {Seat(f"p{n}"): name for n, name in enumerate(("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Guy"), 1)}


def first_night() -> Dictated:
    return town("doctor sheriff transporter witch escort mafioso arsonist").dusk()


def read(game: Dictated, seat: str, about: str, text: str) -> Parsed:
    return TOWN.talks.read(game.story.view(Seat(seat)), Seat(seat), game.asked(seat)[about], text, NAMES)


@pytest.mark.parametrize(
    ("seat", "text", "meant"),
    [
        ("p1", "Protect Bob.", Deed("heal {p2}")),
        ("p1", "I'll heal myself", Deed("heal {p1}")),
        ("p1", "stay at home", Sleep()),
        ("p2", "check Ann", Deed("question {p1}")),
        ("p3", "swap Ann and Bob", DoubleDeed("swap {p1}", "p2")),
        ("p3", "transport myself with Ann", DoubleDeed("swap {p3}", "p1")),
        ("p4", "make Ann act on Bob", DoubleDeed("control {p1}", "p2")),
        ("p4", "control Ann, against herself: Ann", DoubleDeed("control {p1}", "p1")),
        ("p5", "distract Guy tonight", Deed("block {p7}")),
        ("p6", "I will murder Dee", Deed("kill {p4}")),
        ("p6", "target Dee", Deed("kill {p4}")),
        ("p7", "soak Ann", Deed("douse {p1}")),
        ("p7", "light the match", Deed("ignite")),
        ("p7", "Nothing!", Sleep()),
    ],
)
def test_a_nights_deed_is_read_from_words(seat: str, text: str, meant: object):
    assert read(first_night(), seat, "night", text) == Parsed(meant, sure=True)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        ("p3", "swap Ann"),
        ("p4", "control Ann"),
        ("p1", "don't protect Bob"),
        ("p1", "protect Bob or Cyd"),
    ],
)
def test_what_leaves_a_doubt_is_asked_back(seat: str, text: str):
    found = read(first_night(), seat, "night", text)
    assert not found.sure and found.why


def test_other_questions_are_read_as_in_any_game():
    game = town("jailor sheriff godfather mafioso escort lookout doctor")
    assert read(game, "p1", "prisoner", "jail Bob") == Parsed(Jail("p2"), sure=True)
    assert read(game.talk(), "p1", "nominate", "Bob has to hang") == Parsed(Nominate("p2"), sure=True)
    night = game.dusk()
    assert read(night, "p3", "mafia", "I'll kill Bob myself") == Parsed(Confer("I'll kill Bob myself"), sure=True)


@pytest.mark.parametrize("role", [role for role in ROLE.values() if len(role.acts) > 1], ids=lambda role: role.name)
def test_no_word_means_two_deeds_of_one_role(role):  # type: ignore[no-untyped-def]
    for one, other in combinations(role.acts, 2):
        assert not {one, *SYNONYMS.get(one, ())} & {other, *SYNONYMS.get(other, ())}


def test_some_of_it_only_town_understands():
    game = first_night()
    assert read_plainly(game.asked("p1")["night"], "Protect Bob.", NAMES).action is None


def test_a_bare_name_is_read_back_where_there_is_one_thing_to_do():
    assert read(first_night(), "p2", "night", "Ann, please") == Parsed(Deed("question {p1}"), sure=False)
    assert read(first_night(), "p7", "night", "Ann") == Parsed(Deed("douse {p1}"), sure=False)
    assert read(first_night(), "p4", "night", "Ann").action is None, "a Witch needs two"
    assert read(first_night(), "p2", "night", "Ann lies").action is None
