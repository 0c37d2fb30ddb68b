"""What docs/town.md says is so: its example runs, and its tables name every option, list and look-up."""

from __future__ import annotations

import doctest
import re
from dataclasses import astuple
from pathlib import Path
from typing import get_args

from games.town.lists import MOST, PRESETS, read
from games.town.options import TIMERS, TownOptions
from games.town.tools import TOOLS

PAGE = Path(__file__).parents[3] / "docs" / "town.md"
TEXT = PAGE.read_text(encoding="utf-8")
ROWS = [
    [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in TEXT.splitlines()
    if line.startswith("|")
]
"""Every line of its tables, cell by cell."""


def row(first: str, *, cells: int) -> list[str]:
    [found] = [each for each in ROWS if each[0] == f"`{first}`" and len(each) == cells]
    return found[1:]


def test_the_example_of_a_night_runs_and_finds_what_it_says() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.attempted >= 6 and not found.failed


def test_lists_are_those_that_are_played() -> None:
    for name, slots in PRESETS.items():
        [said] = row(name, cells=2)
        if name == "all-any":
            assert (said, slots) == ("fifteen times Any", ("Any",) * 15)
        else:
            assert [each.replace(" | ", "|") for each in said.split(", ")] == list(slots)


def test_the_own_list_of_the_page_can_be_played() -> None:
    [custom] = re.findall(r'"custom=(.*)"', TEXT)
    assert len(read(custom)) <= MOST


def test_every_option_stands_there_with_its_values_the_default_first() -> None:
    for name, field in TownOptions.model_fields.items():
        if name in ("roles", "custom"):
            continue
        values, _ = row(name, cells=3)
        if field.annotation is bool:
            assert values == ("on, off" if field.default else "off, on"), name
        elif choices := get_args(field.annotation):
            said = re.findall(r"`([^`]+)`", values)
            assert said[0] == field.default and set(said) == set(choices), name
        elif field.annotation is int:
            least, most = (next(getattr(m, b) for m in field.metadata if hasattr(m, b)) for b in ("ge", "le"))
            assert values == f"{field.default}; {least} to {most}", name


def test_seconds_are_those_of_the_clock() -> None:
    for name, seconds in TIMERS.items():
        if name != "none":
            assert tuple(map(int, row(name, cells=8))) == astuple(seconds)


def test_every_look_up_is_named_and_no_other() -> None:
    start = TEXT.index("| look-up |")
    named = re.findall(r"`(\w+)`", " ".join(line.split("|")[1] for line in TEXT[start:].split("\n\n")[0].splitlines()))
    assert sorted(named) == sorted(tool.name for tool in TOOLS)
