"""Other worlds of Town: what a seat was told stays as it is, and everything else may be otherwise."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from games.core import LookedUp, Seat, Told
from games.town.game import TOWN
from games.town.legal import KIN
from games.town.state import Character
from games.turns import Ballot, Floor
from tests.games.town.table import Dictated, town

WORLDS = 30


def secretive() -> list[Dictated]:
    """A town in which everybody has something to hide: on its second night, and in judgement on the third day."""

    def night() -> Dictated:
        game = town("sheriff doctor forger godfather jailor medium executioner>p1 serial-killer spy", models="p2")
        game.play("p1 wills A will.", "p1 jots A note.", "p4 notes Regards.", "p3 forges A Jester.", "p5 jails p3")
        game.play("p1 whispers p2 Psst.", "p2 bids 3", "p6 wills A Medium.").dusk().play(
            "p3 confers No!", "p8 cautious"
        )
        game.night("p4 kill {p6}", "p8 stab {p9}", "p1 question {p4}", "p2 heal {p9}").play(
            "p2 sums Little.", "p6 calls p1"
        )
        game.tell([Told(frozenset({Seat("p2")}), LookedUp(Seat("p2"), "notes", "", "Nothing."))])
        game.play("p5 jails p9").dusk().play("p6 reaches It was {p4}.", "p3 confers Whom?", "p4 confers {p1}.")
        return game.play("p4 does kill {p1}", "p1 does question {p8}", "p8 does stab {p2}")

    day = night().play("clock strikes")
    while day.state.day < 3 or day.state.phase != "nomination":
        day.play("clock strikes")
    day.play("p5 jails p4").trial("p8")
    day.play("p8 waits", "p4 finds guilty", "p5 finds innocent")
    return [night(), day]


def test_all_that_a_seat_was_not_told_may_be_otherwise():
    hidden = set()
    for game in secretive():
        for seat in game.state.seats:
            view = game.story.view(seat)
            worlds = [_parts(TOWN.rules.resample(game.state, seat, random.Random(n))) for n in range(WORLDS)]
            ours, theirs = _parts(game.state), _parts(view)
            for part, true in ours.items():
                if theirs.get(part, _MISSING) != true:
                    hidden.add(part[0])
                    assert any(world.get(part, _MISSING) != true for world in worlds), (game.moment, seat, part, true)
    assert hidden >= {
        "role", "knowers", "uses", "quarry", "papers", "cautious", "lines",
        "picks", "jails", "seances", "verdicts", "orders", "nights", "notices", "summaries", "lookups",
    }  # fmt: skip


def test_what_a_seat_was_told_stays_as_it_is():
    for game in secretive():
        for seat in game.state.seats:
            view = game.story.view(seat)
            for n in range(WORLDS):
                world = TOWN.rules.resample(game.state, seat, random.Random(n))
                assert TOWN.rules.resample(view, seat, random.Random(n)) == view
                assert world.role(seat) == game.state.role(seat) and world.lines == view.lines
                assert world.orders.get(seat) == view.orders.get(seat)


def test_in_every_world_those_of_a_circle_have_met_and_nobody_else_has_joined_ones_own():
    for game in secretive():
        for seat in game.state.seats:
            for n in range(WORLDS):
                world = TOWN.rules.resample(game.state, seat, random.Random(n))
                for kin in KIN:
                    circle = [each for each in world.seats if world.role(each) in kin]
                    dealt = [each for each in circle if not game.state.knows(seat, each)]
                    assert all(world.knows(one, other) for one in dealt for other in dealt), (seat, n, circle)
                    assert seat not in circle or not dealt, (seat, n, circle)


_MISSING = object()


def _parts(view: Any) -> dict[tuple[Any, ...], Any]:
    """All that a view knows, each by its name and place: what is in records and mappings by itself."""
    found: dict[tuple[Any, ...], Any] = {}
    for name in (each.name for each in fields(view)):
        value = getattr(view, name)
        if isinstance(value, Floor | Ballot):
            found |= _parts(value)
        elif isinstance(value, Mapping):
            for key, each in value.items():
                inner = _parts(each) if isinstance(each, Character) else {(name,): each}
                found |= {(*part, key): deep for part, deep in inner.items()}
        elif name == "nights":
            found |= {(name, night, seat): each for night, row in enumerate(value) for seat, each in row.items()}
        else:
            found[(name,)] = value
    return found
