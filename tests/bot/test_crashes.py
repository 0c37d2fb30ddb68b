"""Killed at any moment, a game goes on where it was: no move is lost, none is made twice, and the story is the same."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.ports import Deadline, Moved, Saved
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
            ended, said = forked(None, *arguments)
            assert ended == (-signal.SIGKILL if at else 0), f"{at}: {ended}\n{said}"
            return [int(line) for line in said.split()]

        def forked(after: float | None, *arguments: str) -> tuple[int, str]:
            to.write(json.dumps([str(printed), after, *arguments]) + "\n")
            to.flush()
            return int(answers.readline()), printed.read_text()

        run.forked = forked  # type: ignore[attr-defined]
        yield run


Forked = Callable[..., tuple[int, str]]
"""Runs a process, kills it after so many seconds (None: never), and returns its exit code and what it printed."""


@pytest.fixture(scope="module")
def forked(run: Run) -> Forked:
    process: Forked = run.forked  # type: ignore[attr-defined]
    return process


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


# ── killed at any instant ─────────────────────────────────────────────────────────────────────────────────────────────

AT_ONCE = 6


async def stories(file: Path) -> dict[str, tuple[Saved, list[Moved]]]:
    """Every game in the file by its place, and how its moves came about."""
    store = await SqliteStore.open(file, GAMES)
    headings = await store.recent_games(1000)
    found = {}
    for each in headings:
        saved = await store.load(each.id)
        assert saved is not None
        found[each.place] = (saved, await store.moves(each.id))
    lobbies = [document["place"] for document in (await store.all("lobby")).values()]
    assert len(found) == len(headings) and len(set(lobbies)) == len(lobbies), "one place, one game"
    await store.close()
    return found


@pytest.mark.parametrize("kills", [6, pytest.param(300, marks=pytest.mark.soak)])
def test_games_at_once_are_killed_at_any_instant_and_lose_and_double_nothing(
    tmp_path: Path, forked: Forked, kills: int
):
    dice, killed = random.Random(11), 0
    whole, file = tmp_path / "whole.db", tmp_path / "games.db"
    began = time.monotonic()
    assert forked(None, str(whole), "--games", str(AT_ONCE))[0] == 0
    evening = time.monotonic() - began
    expected = asyncio.run(stories(whole))
    assert len(expected) == AT_ONCE
    told: dict[str, int] = {}
    logs: dict[str, tuple[Any, ...]] = {}
    while killed < kills:
        ended, said = forked(dice.uniform(0.2, 0.6) * evening, str(file), "--games", str(AT_ONCE))
        killed += ended == -signal.SIGKILL
        for line in said.splitlines():
            place, _, length = line.partition(" ")
            if line.endswith(tuple("0123456789")) and length:
                told[place] = max(told.get(place, 0), int(length))
        there = asyncio.run(stories(file)) if file.exists() and ended else {}
        for place, (saved, moves) in there.items():
            assert len(saved.log) >= told.get(place, 0), "what was told is written down"
            assert saved.log[: len(logs.get(place, ()))] == logs.get(place, ()), "and stays as it is"
            assert saved.causes == {each.cause for each in moves} and len(saved.causes) == len(moves)
            logs[place] = saved.log
        if ended == 0:  # all games have come to their ends: the same evening again, in a new file
            finished(asyncio.run(stories(file)), expected)
            file.unlink()
            told, logs = {}, {}
    while forked(None, str(file), "--games", str(AT_ONCE))[0]:
        pass
    finished(asyncio.run(stories(file)), expected)


def finished(there: dict[str, tuple[Saved, list[Moved]]], expected: dict[str, tuple[Saved, list[Moved]]]) -> None:
    """Each place has had its one game, which is what it would have been without a kill."""
    assert there.keys() == expected.keys()
    for place, (saved, moves) in there.items():
        whole, its = expected[place]
        assert saved.ended is not None and saved.log == whole.log
        assert [(m.seat, m.key, m.source, m.after) for m in moves] == [(m.seat, m.key, m.source, m.after) for m in its]


KINDS = ("board", "letter", "story", "result")
"""What is posted, in the order in which it first comes."""


@pytest.fixture(scope="module")
def once(forked: Forked, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], None]:
    """Looks whether what lies on Discord at the end of an evening with kills is what lies there after one without."""
    ended, said = forked(None, *on_discord(tmp_path_factory.mktemp("whole")))
    assert ended == 0, said
    whole = json.loads(said)

    def check(said: str) -> None:
        assert said.startswith("{"), said
        found = json.loads(said)
        assert found["story"].count("Dawn") == 1 and found["told"].startswith(found["story"]), (
            "every piece of the story is there once, and in order"
        )
        rest, its = (each["told"].removeprefix(each["story"]) for each in (found, whole))
        assert rest.count("The nights are over") == its.count("The nights are over") == 1, "and one result"
        assert len(found["boards"]) == 1
        for letters, its in zip(found["letters"], whole["letters"], strict=True):
            # One that was answered before the bot was back is not written any more.
            assert 0 < len(letters) <= len(its) and len(set(letters)) == len(letters)
        assert len(set(found["moves"])) == len(found["moves"]) == len(whole["moves"])

    return check


def on_discord(folder: Path, at: str = "") -> tuple[str, ...]:
    """Arguments of an evening on Discord that is kept in this folder."""
    folder.mkdir(exist_ok=True)
    return (str(folder / "evening.db"), "--discord", str(folder / "discord"), "--at", at)


def test_each_kind_of_message_is_posted_once_though_the_bot_is_killed_before_it_knows(
    tmp_path: Path, forked: Forked, once: Callable[[str], None]
):
    for kind in KINDS:
        ended, said = forked(None, *on_discord(tmp_path, f"posted {kind} 1"))
        assert ended == -signal.SIGKILL, f"{kind}: {said}"
    ended, said = forked(None, *on_discord(tmp_path))
    assert ended == 0, said
    once(said)


@pytest.mark.soak
def test_on_discord_everything_is_posted_once_however_often_the_bot_is_killed(
    tmp_path: Path, forked: Forked, once: Callable[[str], None]
):
    dice, killed, evenings, ended = random.Random(13), 0, 0, -1
    began = time.monotonic()
    assert forked(None, *on_discord(tmp_path / "long"))[0] == 0
    took = time.monotonic() - began
    while killed < 100 or ended:
        at, after = "", None
        match dice.randrange(4) if killed < 100 else None:
            case 0:
                at = f"posted {dice.choice(KINDS)} 1"
            case 1:
                at = f"posted {dice.randint(1, 5)}"
            case 2 | 3:
                after = dice.uniform(0.1, 0.5) * took
        ended, said = forked(after, *on_discord(tmp_path / f"evening{evenings}", at))
        killed += ended == -signal.SIGKILL
        assert ended in (0, -signal.SIGKILL), said
        if ended == 0:
            once(said)
            evenings += 1
    print(f"{killed} kills in {evenings} evenings")  # noqa: T201
