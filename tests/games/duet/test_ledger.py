"""The ledger of a duet: what is drawn, what is cut, what stands for what, and what a display may know of it."""

from __future__ import annotations

import random

import pytest

from games.core import TABLE
from games.duet import pairs
from games.duet.events import HUMAN, MANAGER, PLAYER, SIDES, Shown
from games.duet.ledger import reckoning
from games.duet.ledger.expressions import BadExpression
from games.duet.ledger.header import Field
from tests.games.duet.table import DILEMMA, HAGGLE, ULTIMATUM, Dictated, duet

ONE_SIDED = """
title: Find
summary: One side alone has something to hide.
private: {player: {cost: {from: 10, to: 50}}}
rounds: 2
moves:
  - {name: price, by: human, type: number, from: 0, to: 100, ask: "How much?"}
payoff: {human: 100 - price, player: price - cost}
"""


def drawn(field: Field, times: int = 300) -> set[object]:
    return {reckoning.draw(field, {}, random.Random(seed)) for seed in range(times)}


# ── values ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_value_of_a_range_is_drawn_and_none_beside_it():
    assert drawn(Field("cost", "integer", low=3, high=6)) == {3, 4, 5, 6}
    assert drawn(Field("cost", "number", low=0, high=1, step=0.25)) == {0, 0.25, 0.5, 0.75, 1}
    assert drawn(Field("cost", "number", low=0, high=1, step=0.4)) == {0, 0.4, 0.8}
    assert drawn(Field("cost", "integer", low=5, high=5)) == {5}
    assert drawn(Field("weather", "choice", choices=("rain", "sun"))) == {"rain", "sun"}


def test_a_drawn_length_is_anywhere_in_its_range():
    header = pairs.parse(DILEMMA.replace("rounds: 3", "rounds: {from: 2, to: 5}").strip())
    assert {reckoning.length(header, random.Random(seed)) for seed in range(200)} == {2, 3, 4, 5}


@pytest.mark.parametrize(
    ("field", "value", "kept"),
    [
        (Field("pot", "number", low=0, high=10), 12, 10),
        (Field("pot", "number", low=0, high=10), -2, 0),
        (Field("pot", "number"), 0.1 + 0.2, 0.3),
        (Field("pot", "number"), 4.0000000001, 4),
        (Field("pot", "integer"), 3.7, 4),
        (Field("found", "yes-no"), 1, True),
        (Field("found", "yes-no"), "no", False),
        (Field("weather", "choice", choices=("rain", "sun")), "sun", "sun"),
        (Field("said", "text"), 3, "3"),
    ],
)
def test_a_new_value_is_kept_within_its_field(field: Field, value: object, kept: object):
    assert reckoning.clipped(field, value) == kept


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (Field("pot", "number"), "much"),
        (Field("pot", "number"), True),
        (Field("weather", "choice", choices=("rain", "sun")), "snow"),
    ],
)
def test_a_value_of_another_kind_is_a_mistake(field: Field, value: object):
    with pytest.raises(BadExpression):
        reckoning.clipped(field, value)


def test_a_field_never_leaves_its_range():
    header = """
title: Pot
summary: It grows.
state: {pot: {type: number, value: 1, from: 0, to: 5}}
rounds: 4
moves:
  - {name: more, by: human, type: number, from: 0, to: 9, ask: "How much more?", set: {pot: pot + more}}
after_round: {pot: pot * 2}
payoff: {human: pot, player: 0}
"""
    game = duet(header).on("human enters 1")
    assert game.ledger()["pot"] == 4
    assert game.on("human enters 9").ledger()["pot"] == 5
    assert game.ledger()["total"] == {"human": 2 + 5, "player": 0}


def test_both_ends_of_a_range_are_legal():
    for number in (0, 100):
        assert duet().on(f"human enters {number}").ledger()["offer"] == number


def test_steps_are_counted_from_where_the_range_begins():
    header = ULTIMATUM.replace("from: 0, to: pie", "from: 5, to: 96, step: 10")
    assert duet(header).on("human enters 15").ledger()["offer"] == 15
    for number in (20, 96):
        assert "lies between two steps" in duet(header).quietly().refuses(f"human enters {number}")


# ── names ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_side_knows_its_own_values_and_the_rules_know_both():
    game = duet(HAGGLE)
    private = {seat: dict(values) for seat, values in game.state.private}
    mine, theirs = (reckoning.names(game.state, seat) for seat in SIDES)
    assert mine["value"] == private[HUMAN]["value"] and not {"cost", "cost.player"} & mine.keys()
    assert theirs["cost"] == private[PLAYER]["cost"] and "value" not in theirs
    assert (mine["me"], mine["them"], theirs["me"]) == ("human", "player", "player")
    both = reckoning.names(game.state)
    assert both["cost"] == both["cost.player"] == private[PLAYER]["cost"] and "me" not in both


def test_the_number_of_rounds_has_a_name_unless_it_is_hidden():
    assert duet(DILEMMA).ledger()["rounds"] == 3
    assert "rounds" not in reckoning.names(
        duet(DILEMMA.replace("rounds: 3", "rounds: {from: 3, to: 9, hidden: yes}")).state
    )


def test_earlier_rounds_are_known_oldest_first():
    game = duet(DILEMMA).on("human chooses defect", "player chooses cooperate", "human chooses cooperate")
    assert game.ledger()["choice"] == {"human": None, "player": None}
    game.on("player chooses defect")
    first, second = game.ledger()["past"]
    assert (first["round"], first["choice"]) == (1, {"human": "defect", "player": "cooperate"})
    assert (second["round"], second["payoff"]) == (2, {"human": 0, "player": 5})
    assert game.ledger()["total"] == {"human": 5, "player": 5}


# ── what is private ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_one_payoff_that_gives_a_value_away_makes_both_private():
    assert reckoning.payoffs_are_private(duet(ONE_SIDED).state.header_text)
    assert reckoning.payoffs_are_private(duet(HAGGLE).state.header_text)
    assert not reckoning.payoffs_are_private(duet(DILEMMA).state.header_text)


HIDDEN = DILEMMA.replace("rounds: 3", "rounds: {from: 4, to: 9, hidden: yes}")

MIDDLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "haggle": (HAGGLE, ("human enters 50", "player chooses no deal")),
    "one-sided": (ONE_SIDED, ("human enters 50",)),
    "hidden": (HIDDEN, ("human chooses defect", "player chooses defect", "human chooses defect")),
    "dilemma": (DILEMMA, ("human chooses defect", "player chooses defect", "human chooses defect")),
}


@pytest.mark.parametrize("name", MIDDLES)
def test_a_display_is_made_of_what_everybody_was_told(name: str):
    """At the table, for the manager and for each side it is the very state that the public folds of what it hears."""
    header, turns = MIDDLES[name]
    game: Dictated = duet(header, people="human player").quietly()
    for turn in (*turns, ""):
        told = game.story.view(None)
        assert all(game.story.view(seat).heard(None) == told for seat in (TABLE, MANAGER, HUMAN, PLAYER))
        assert all(game.state.heard(seat) == game.story.view(seat) for seat in (None, MANAGER, HUMAN, PLAYER))
        if turn:
            game.on(turn)


def test_what_is_private_is_told_by_displays_in_the_end():
    game = duet(HAGGLE).quietly()
    values = [str(value) for _, values in game.state.private for _, value in values]
    game.on("human enters 50", "player chooses no deal", "player enters 51", "human chooses deal")
    *before, end = [event.text for event in game.story.heard(None) if isinstance(event, Shown)]
    assert all(each in end for each in values) and not any(each in text for each in values for text in before)
