"""Events, actions and audiences as JSON and back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import wire
from games.codenames import GAME
from games.codenames.events import CardTurned, Clue, ClueGiven, EndTurn, Guess
from games.core import EVERYONE, Cancel, Pause, Paused, Resumed, Seat, Seated, Told


def test_a_record_travels_beside_the_name_of_its_class():
    event = CardTurned("NAIL", "red", "blue", Seat("blue-1"))
    assert json.loads(wire.dump(event)) == {
        "type": "CardTurned", "word": "NAIL", "colour": "red", "team": "blue", "seat": "blue-1", "cause": "guess"
    }  # fmt: skip
    assert wire.load_event(GAME, wire.dump(event)) == event


def test_a_record_without_fields_travels_too():
    assert wire.dump(Resumed()) == '{"type":"Resumed"}'
    assert wire.load_event(GAME, '{"type":"Resumed"}') == Resumed()
    assert wire.load_action(GAME, wire.dump(EndTurn())) == EndTurn()


@pytest.mark.parametrize("event", [Seated(Seat("red-1"), "model"), Paused("a storm."), Resumed()])
def test_what_happens_at_any_table_can_be_read_by_every_game(event: Any):
    assert wire.load_event(GAME, wire.dump(event)) == event


@pytest.mark.parametrize("action", [Pause(), Cancel("late"), Guess("NAIL"), Clue("water", "unlimited", ("NAIL",))])
def test_actions_come_back_as_they_went(action: Any):
    assert wire.load_action(GAME, wire.dump(action)) == action


@given(st.text(), st.text(), st.integers(0, 9) | st.just("unlimited"))
def test_whatever_people_write_survives(word: str, other: str, number: Any):
    for text in (word, other):
        if not any("\ud800" <= c <= "\udfff" for c in text):
            clue = Clue(text, number, (text, text))
            assert wire.load_action(GAME, wire.dump(clue)) == clue
            given = ClueGiven("red", Seat("red-spymaster"), text, number)
            assert wire.load_event(GAME, wire.dump(given)) == given


@pytest.mark.parametrize(
    ("written", "number"),
    [
        (2, 2),
        ("2", 2),
        (" 2 ", 2),
        (0, 0),
        ("0", 0),
        ("∞", "unlimited"),
        ("Unlimited", "unlimited"),
        ("unl", "unlimited"),
    ],
)
def test_a_number_is_read_as_people_and_models_write_it(written: Any, number: Any):
    text = json.dumps({"type": "Clue", "word": "water", "number": written})
    assert wire.load_action(GAME, text) == Clue("water", number)


@pytest.mark.parametrize("written", [10, -1, "ten", "", True, None, 2.5, "2 or 3"])
def test_a_number_that_no_clue_has_is_no_number(written: Any):
    with pytest.raises(ValueError, match="0 to 9"):
        wire.load_action(GAME, json.dumps({"type": "Clue", "word": "water", "number": written}))


@pytest.mark.parametrize(
    "text", ['{"type":"Explode"}', '{"word":"NAIL"}', '{"type":"CardTurned"}', "[]", '{"type":[]}', "nonsense", '"x"']
)
def test_what_is_no_action_of_the_game_is_refused(text: str):
    with pytest.raises(ValueError):
        wire.load_action(GAME, text)


def test_a_field_that_is_missing_or_of_another_kind_is_refused():
    for fields in ({}, {"word": 3}, {"word": ["NAIL"]}):
        with pytest.raises(ValueError):
            wire.load_action(GAME, json.dumps({"type": "Guess", **fields}))


@pytest.mark.parametrize("to", [EVERYONE, frozenset(), frozenset({"red-1"}), frozenset({"blue-1", "host", "red-1"})])
def test_an_audience_comes_back_as_it_went(to: Any):
    assert wire.load_audience(wire.dump_audience(to)) == to


def test_nobody_and_everyone_are_written_apart():
    assert wire.dump_audience(EVERYONE) is None
    assert wire.dump_audience(frozenset()) == ""


def test_an_export_says_who_heard():
    told = Told(frozenset({Seat("b"), Seat("a")}), Paused("a storm."))
    assert wire.dump_told(told) == {"to": ["a", "b"], "event": {"type": "Paused", "why": "a storm."}}
    assert wire.dump_told(Told(EVERYONE, Resumed()))["to"] is None


def test_an_event_of_an_earlier_version_is_brought_up_to_date():
    def upcast(version: int, event: dict[str, Any]) -> dict[str, Any]:
        return {**event, "number": event["number"] + version}

    game = GAME.but(upcast=upcast, version=3)
    old = wire.dump(ClueGiven("red", Seat("red-spymaster"), "water", 2))
    assert wire.load_event(game, old, version=1) == ClueGiven("red", Seat("red-spymaster"), "water", 3)
    assert wire.load_event(game, old, version=3) == wire.load_event(game, old)
