"""What the README and the guides tell people to run comes to its end: each bench and each measure, for about a second.

`make commands` runs it, and so does CI."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.__main__ import BENCHES
from tests.web.conftest import CHROMIUM, NO_CHROMIUM

ROOT = Path(__file__).parents[2]

COMMANDS = {
    **{f"tests.bench {name}": "--briefly" for name in BENCHES},
    "tests.bench.town_prefix": "--players 7 --statements 1 --reply text",
    "tests.frozen": "{folder}",
    "tests.games.codenames.replay": "tests/games/codenames/replays.jsonl --compact",
    "tests.games.invariants": "--games 4",
    "tests.games.mystery.balance": "--games 4 --sizes 5,7,9",
    "tests.games.town.balance": "--games 2",
    "tests.games.town.endless": "--games 5",
    "tests.games.town.test_two_resolvers": "100",
    "tests.web.shots": "{folder} rules",
}
"""With what makes them brief."""


@pytest.mark.soak
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_comes_to_its_end(command: str, tmp_path: Path):
    if command == "tests.web.shots" and not CHROMIUM:
        pytest.skip(NO_CHROMIUM)
    more = COMMANDS[command].format(folder=tmp_path / "frozen")
    run = [sys.executable, "-m", *command.split(), *more.split()]
    ended = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0 and ended.stdout, ended.stderr[-2000:]


def test_whatever_the_guides_name_is_tried():
    guides = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    named = {each for guide in guides for each in re.findall(r"python -m (tests[\w.]*)", guide.read_text())}
    assert named and named <= {*COMMANDS, "tests.bench"}


@pytest.mark.soak
def test_what_takes_longer_is_found():
    run = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-m", "soak", "tests/soak", "tests/web"]
    ended = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0 and ended.stdout.count("::") > 100, ended.stdout[-2000:]
