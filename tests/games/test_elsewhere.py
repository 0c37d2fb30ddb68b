"""Games from outside the house, the one that `new-game` lays, and the guide that tells of it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from string import Template

import pytest

from games import all_games, find_games

ROOT = Path(__file__).parents[2]
NAMES = {"name": "rock-paper-scissors", "package": "rock_paper_scissors", "title": "Rock paper scissors"}
GAME = Template((ROOT / "bot/template/game.txt").read_text(encoding="utf-8")).substitute(NAMES)
GUIDE = (ROOT / "docs/new-game.md").read_text(encoding="utf-8")


def masquerade(*typed: str, games: Path, at: Path, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bot", *typed],
        cwd=at,
        input=lines,
        env={"PYTHONPATH": str(ROOT), "MASQUERADE_GAMES": str(games), "MASQUERADE_DATA": str(at / "data")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def held_to_the_laws(test: Path) -> subprocess.CompletedProcess[str]:
    arguments = ("-q", "-n", "0", "-c", "pyproject.toml", str(test))
    return subprocess.run(
        [sys.executable, "-m", "pytest", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )


def test_a_game_that_was_just_laid_keeps_all_laws_and_is_played(tmp_path: Path):
    (games := tmp_path / "my games").mkdir()
    laid = masquerade("new-game", "Rock paper_scissors", "--folder", str(games), games=games, at=tmp_path)
    assert laid.returncode == 0, laid.stderr
    again = masquerade("new-game", "rock-paper-scissors", "--folder", str(games), games=games, at=tmp_path)
    assert again.returncode == 2 and "already" in again.stderr
    test = games / "test_rock_paper_scissors.py"
    laws = held_to_the_laws(test)
    assert laws.returncode == 0, laws.stdout[-2000:]
    watched = masquerade("watch", "rock-paper-scissors", "--pace", "0", games=games, at=tmp_path)
    assert watched.returncode == 0 and "The most points are" in watched.stdout
    left = masquerade("play", "rock-paper-scissors", "--pace", "0", games=games, at=tmp_path, lines="quit\n")
    assert left.returncode == 0, left.stderr
    (stored,) = json.loads(masquerade("games", "--json", games=games, at=tmp_path).stdout)["stored"]
    exported = masquerade("export", stored["id"], games=games, at=tmp_path)
    assert exported.stdout.startswith("# Rock paper scissors\n"), exported.stderr
    (games / "rock_paper_scissors" / "__init__.py").write_text("def scene(:", encoding="utf-8")
    broken = held_to_the_laws(test).stdout
    assert "cannot be played: SyntaxError: invalid syntax (__init__.py, line 1)." in broken and "1 error in" in broken


def test_a_broken_game_is_a_sentence_and_the_others_are_played(tmp_path: Path):
    for name, text in {
        "broken_by_import": "import nothing_of_that_name",
        "broken_by_lack": "",
        "json": "GAME = 1",
        "twin_of_duet": "from games.duet import GAME",
        "rock_paper_scissors": GAME,
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text, encoding="utf-8")
    (tmp_path / "rock_paper_scissors" / "rules.md").write_text("# Rock paper scissors\n", encoding="utf-8")
    found = find_games(None, tmp_path)
    assert {"codenames", "liars-dice", "rock-paper-scissors"} <= found.games.keys()
    assert [re.sub(r"^The game in .*/(\w+) cannot be played: ", r"\1: ", each) for each in found.wrong] == [
        "broken_by_import: ModuleNotFoundError: No module named 'nothing_of_that_name'.",
        "broken_by_lack: it exports no GAME that is a Game.",
        "json: ImportError: another package is called “json”: rename the folder.",
        "twin_of_duet: one called “duet” comes with the house.",
    ]


def test_an_installed_package_brings_a_game_by_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    installed = tmp_path / "parlour-1.0.dist-info"
    for folder in (installed, tmp_path / "parlour_rps"):
        folder.mkdir()
    (tmp_path / "parlour_rps" / "__init__.py").write_text(GAME, encoding="utf-8")
    (tmp_path / "parlour_rps" / "rules.md").write_text("# Rock paper scissors\n", encoding="utf-8")
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: parlour\nVersion: 1.0\n", encoding="utf-8")
    points = "[masquerade.games]\nrps = parlour_rps:GAME\nlost = parlour_lost:GAME\nodd = parlour_rps:BEATS\n"
    (installed / "entry_points.txt").write_text(points, encoding="utf-8")
    house = all_games()
    monkeypatch.syspath_prepend(tmp_path)
    found = find_games.__wrapped__()  # what others ask for next is not to know of it
    assert found.games["rock-paper-scissors"].manual() == "# Rock paper scissors\n"
    assert found.games.keys() - house.keys() == {"rock-paper-scissors"}
    assert found.wrong == (
        "The game in parlour_lost:GAME cannot be played: ModuleNotFoundError: No module named 'parlour_lost'.",
        "The game in parlour_rps:BEATS cannot be played: it exports no GAME that is a Game.",
    )


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL))
def test_the_guide_shows_code_as_it_is(block: str):
    files = [GAME, *(each.read_text(encoding="utf-8") for each in (ROOT / "games/liars_dice").glob("*.py"))]
    assert any(block.strip() in text for text in files)
