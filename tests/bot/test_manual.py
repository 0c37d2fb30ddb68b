"""Rules by section: every game's, and what somebody may type to find one."""

from __future__ import annotations

import pytest

from bot.surfaces.manual import looked_up, preface, sections
from games import all_games


@pytest.mark.parametrize("name", sorted(all_games()))
def test_all_of_a_games_rules_stand_in_its_sections(name: str) -> None:
    rules = all_games()[name].manual()
    found = sections(rules)
    assert len(found) > 1 and preface(rules).startswith("# ")
    assert "".join("".join([preface(rules), *found.values()]).split()) == "".join(rules.split())
    assert all(looked_up(rules, title.upper()) == text for title, text in found.items())


def test_a_section_a_part_of_it_or_one_item_is_found_by_a_word_of_its_title() -> None:
    rules = all_games()["town"].manual()
    night, roles, sheriff = (looked_up(rules, each) for each in ("night", "roles", "sheriff"))
    assert night is not None and night.startswith("## The night") and "## " not in night[3:]
    assert roles is not None and roles.startswith("## The roles")
    assert sheriff == "- Sheriff: Learns each night whether a player is suspicious."
    killing = looked_up(rules, "town killing")
    assert killing is not None and killing.startswith("**Town Killing**") and "Town Investigative" not in killing
    assert looked_up(rules, "submarine") is None and looked_up(rules, " ") is None
