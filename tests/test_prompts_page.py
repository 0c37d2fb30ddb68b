"""The page of prompts shows every game, and what its models are sent now."""

from __future__ import annotations

from games import all_games
from tools.prompts import FILE, PAGE, written


def test_the_page_shows_what_models_are_sent_now() -> None:
    assert {each.name for each in PAGE} == {*all_games()}
    assert FILE.read_text(encoding="utf-8") == written(), "write it again: python -m tools.prompts"


def test_it_is_said_that_no_capable_model_was_at_hand() -> None:
    assert "None of these prompts was tried with a capable model here" in FILE.read_text(encoding="utf-8")
