"""Killed at any moment, a game goes on where it was: no move is lost, none is made twice, and the story is the same."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.ports import Deadline, Saved
from bot.stores.sqlite import SqliteStore
from tests.bot.crashing import GAMES
from tests.bot.tiny import ANN, BOB, CAT

pytestmark = pytest.mark.crash

HOUSE = Path(__file__).parents[2]
NOW = 1_000_000_000.0


Run = Callable[..., list[int]]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Plays on in a process of its own, killed at that point if it gets there; how long the log was at each telling."""
    command = [sys.executable, "-W", "error", "-m", "tests.bot.crashing", "--serve"]
    printed = tmp_path_factory.mktemp("printed") / "printed.txt"
    with subprocess.Popen(command, cwd=HOUSE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin and server.stdout
        to, answers = server.stdin, server.stdout

        def run(file: Path, *, at: str = "", absent: bool = False, now: float = NOW) -> list[int]:
            arguments = [str(file), "--now", str(now), "--at", at, *(["--absent"] if absent else [])]
            to.write(json.dumps([str(printed), *arguments]) + "\n")
            to.flush()
            ended = int(answers.readline())
            assert ended == (-signal.SIGKILL if at else 0), f"{at}: {ended}\n{printed.read_text()}"
            return [int(line) for line in printed.read_text().split()]

        yield run


def kept(file: Path) -> tuple[Saved | None, list[tuple[str, str, str]], int]:
    """The only game in the file, how its moves came about, and how many lobbies there are."""

    async def look() -> tuple[Saved | None, list[tuple[str, str, str]], int]:
        store = await SqliteStore.open(file, GAMES)
        games = await store.recent_games()
        assert len(games) <= 1
        saved = await store.load(games[0].id) if games else None
        moves = [(str(m.seat), m.key, m.source) for m in await store.moves(saved.id)] if saved else []
        lobbies = len(await store.all("lobby"))
        await store.close()
        return saved, moves, lobbies

    return asyncio.run(look())


def same(file: Path, whole: Path) -> None:
    """Both files hold the same finished game, told by the same moves."""
    there, moves, lobbies = kept(file)
    expected, expected_moves, _ = kept(whole)
    assert there and expected
    assert there.log == expected.log
    assert moves == expected_moves
    assert there.ended is not None and lobbies == 0


@pytest.fixture(scope="module")
def whole(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game as it is when nothing happens to it."""
    file = tmp_path_factory.mktemp("whole") / "games.db"
    run(file)
    saved, moves, _ = kept(file)
    assert saved and len(moves) == 9 == len(saved.causes)
    return file


POINTS = ["before put 1", "after create 1", "thinking 1", "after append 1", "before append 3", "after append 9"]
FURTHER = ["after put 1", "after put 2", "before create 1", "before append 1", "thinking 2", "after append 2"]
FURTHER += ["after append 3", "before append 5", "before append 9"]


@pytest.mark.parametrize("point", [*POINTS, *(pytest.param(each, marks=pytest.mark.soak) for each in FURTHER)])
def test_a_game_killed_at_any_point_ends_as_if_nothing_had_happened(point: str, tmp_path: Path, whole: Path, run: Run):
    file = tmp_path / "games.db"
    told = run(file, at=point)
    saved, _, _ = kept(file)
    assert max(told, default=0) <= len(saved.log if saved else ()), "something was told that is not written down"
    run(file)
    same(file, whole)


def test_a_commit_is_kept_although_nobody_was_told(tmp_path: Path, run: Run):
    file = tmp_path / "games.db"
    told = run(file, at="after append 3")
    saved, moves, _ = kept(file)
    assert saved and len(saved.log) > max(told) and len(moves) == 3


def test_a_move_killed_before_its_commit_is_not_there(tmp_path: Path, run: Run):
    file = tmp_path / "games.db"
    told = run(file, at="before append 3")
    saved, moves, _ = kept(file)
    assert saved and len(saved.log) == max(told) and len(moves) == 2


def test_a_lobby_outlives_its_process_with_everyone_in_it(tmp_path: Path, whole: Path, run: Run):
    file = tmp_path / "games.db"
    run(file, at="after put 3")
    saved, _, lobbies = kept(file)
    assert saved is None and lobbies == 1
    run(file)
    same(file, whole)


@pytest.mark.soak
def test_a_game_killed_after_every_single_move_still_ends_the_same(tmp_path: Path, whole: Path, run: Run):
    file = tmp_path / "games.db"
    for _ in range(9):
        run(file, at="after append 1")
    run(file)
    same(file, whole)


@pytest.mark.parametrize(
    "point",
    [
        "waiting 1",
        "after append 3",
        *(pytest.param(each, marks=pytest.mark.soak) for each in ("before append 3", "waiting 4")),
    ],
)
def test_deadlines_pass_after_a_restart_as_they_would_have_before(point: str, tmp_path: Path, run: Run):
    whole, file = tmp_path / "whole.db", tmp_path / "games.db"
    run(whole, absent=True)
    run(file, at=point, absent=True)
    run(file, absent=True, now=NOW + 3600)
    same(file, whole)


def test_a_running_deadline_is_in_the_file_from_the_opening_on(tmp_path: Path, run: Run):
    file = tmp_path / "games.db"
    run(file, at="after create 1", absent=True)
    saved, _, _ = kept(file)
    assert saved and saved.deadlines == tuple(Deadline(seat, "pick:1", NOW + 60, NOW) for seat in (ANN, BOB, CAT))
