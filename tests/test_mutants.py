"""What `make mutants` tries without being told is there, and so are the tests that should notice."""

from __future__ import annotations

from pathlib import Path

from tools.mutants import CONCERNED

ROOT = Path(__file__).parents[1]


def test_modules_and_their_tests_are_where_make_mutants_looks_for_them() -> None:
    named = {each for module, tests in CONCERNED.items() for each in (module, *tests)}
    assert sorted(each for each in named if not (ROOT / each).is_file()) == []
