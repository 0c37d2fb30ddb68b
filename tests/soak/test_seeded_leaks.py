"""The laws against leaks, each shown to be worth its time: a mistake is made in a copy of the house, and a test has to fail.

make soak ARGS="-k seeded -rP"    all of them, and which test saw which after how many seconds
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.soak.leaks import LEAKS, Leak

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot", "games", "prompts", "tests")
SECONDS = 300


def lay(copy: Path) -> None:
    """The house as it is, in another place."""
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "frozen"))
    shutil.copy2(ROOT / "pyproject.toml", copy)


def changed(root: Path, leak: Leak) -> dict[Path, str]:
    """The files with the mistake in them."""
    texts: dict[Path, str] = {}
    for file, old, new in leak.edits:
        path = root / file
        text = texts.get(path) or path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file} holds {text.count(old)} times: {old}"
        texts[path] = text.replace(old, new)
    return texts


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    there = tmp_path_factory.mktemp("house")
    lay(there)
    return there


@pytest.fixture
def seeded(copy: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """The copy, with one mistake in it for as long as the test runs."""
    texts = changed(copy, request.param)
    before = {path: path.read_text(encoding="utf-8") for path in texts}
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    try:
        yield copy
    finally:
        for path, text in before.items():
            path.write_text(text, encoding="utf-8")


def said_by(root: Path, tests: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """What the tests say there."""
    run = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "-m",
        "soak or not soak",
        *tests,
    ]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = {**kept, "PYTHONPATH": str(root)}
    return subprocess.run(run, cwd=root, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)


def test_each_mistake_can_still_be_made():
    """It is cheap to find out, and a list that has gone out of date proves nothing."""
    assert len({leak.name for leak in LEAKS}) == len(LEAKS) >= 20
    for leak in LEAKS:
        for path, text in changed(ROOT, leak).items():
            compile(text, str(path), "exec")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("seeded", "leak"), [(each, each) for each in LEAKS], ids=[each.name for each in LEAKS], indirect=["seeded"]
)
def test_a_seeded_leak_is_seen(seeded: Path, leak: Leak):
    began = time.monotonic()
    done = said_by(seeded, leak.seen_by)
    took, failed = time.monotonic() - began, re.findall(r"^FAILED (\S+)", done.stdout, re.MULTILINE)
    assert done.returncode == 1 and failed, (
        f"“{leak.name}” is seen by nothing.\n{done.stdout[-2000:]}{done.stderr[-500:]}"
    )
    print(f"{leak.name}: {failed[0]}, {took:.1f} s")  # noqa: T201
