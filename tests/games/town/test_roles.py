"""The roles of Town, as the files of their folder have them."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from games.town import roles
from games.town.people import ROLES, Ruleset
from games.town.roles import ROLE, Role


def test_every_role_has_a_file_and_every_file_is_a_role():
    files = {path.stem.replace("_", " ") for path in Path(roles.__file__).parent.glob("*.py")} - {"  init  "}
    assert files == set(ROLES)
    assert [role.name for role in ROLE.values()] == list(ROLE) == list(ROLES)


@pytest.mark.parametrize("role", ROLE.values(), ids=lambda role: role.name)
def test_a_role_says_what_is_to_be_known_of_it(role: Role):
    assert bool(role.uses) == bool(role.limit)
    lines = (role.summary, *role.abilities, *role.attributes, role.goal, *role.tips, *(v[2] for v in role.variants))
    for line in lines:
        assert line.strip() == line
        assert line.endswith(".")
        assert not set(line) & set("{}<>\n"), line
    assert len(role.does) <= 300


@pytest.mark.parametrize("role", ROLE.values(), ids=lambda role: role.name)
def test_a_variant_is_an_option_that_differs_from_the_usual(role: Role):
    usual, hints = Ruleset(), get_type_hints(Ruleset)
    assert role.differences(usual) == ()
    for option, value, line in role.variants:
        assert value in (get_args(hints[option]) or (True, False))
        assert role.differences(replace(usual, **{option: value})) == (line,)


def test_every_option_of_the_night_is_a_variant_of_some_role():
    named = {option for role in ROLE.values() for option, _, _ in role.variants}
    # When the Mafia has won is nobody's ability.
    assert named == {each.name for each in fields(Ruleset)} - {"mafia_wins_at_parity"}
