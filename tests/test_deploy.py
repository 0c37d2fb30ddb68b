"""What runs the bot elsewhere: the container, Compose, systemd, make."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import Settings, env_names
from bot.version import version

HERE = Path(__file__).parents[1]
DEPLOY = HERE / "deploy"
NAMES = {name for names in env_names().values() for name in names}
DRAIN = float(Settings.model_fields["drain"].default)


def compose() -> dict[str, Any]:
    told = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    service: dict[str, Any] = told["services"]["masquerade"]
    # What `docker run -v masquerade:/data` and `docker exec masquerade` find, whatever Compose would make of the names.
    assert told["volumes"] == {"masquerade": {"name": "masquerade"}} and "masquerade:/data" in service["volumes"]
    assert service["container_name"] == "masquerade"
    return service


def dockerfile(word: str) -> list[str]:
    lines = (HERE / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    return [line.removeprefix(f"{word} ") for line in lines if line.startswith(f"{word} ")]


def test_every_setting_that_is_named_there_is_one() -> None:
    for file in (*DEPLOY.iterdir(), HERE / "Dockerfile", HERE / "docs" / "operating.md"):
        named = set(re.findall(r"MASQUERADE_[A-Z_]+\b", file.read_text(encoding="utf-8")))
        assert named <= NAMES, file


def test_compose_keeps_the_data_asks_for_health_and_waits_for_the_bot_to_leave() -> None:
    service = compose()
    assert service["healthcheck"]["test"] == ["CMD", "masquerade", "health"]
    assert int(service["stop_grace_period"].removesuffix("s")) > DRAIN + 5
    assert (DEPLOY / service["build"]).resolve() == HERE and service["env_file"] == "../.env"
    assert service["read_only"] is True and service["cap_drop"] == ["ALL"]


def test_the_container_runs_the_command_and_is_given_all_that_it_copies() -> None:
    assert [json.loads(each) for each in dockerfile("ENTRYPOINT")] == [["masquerade"]]
    (health,) = dockerfile("HEALTHCHECK")
    assert json.loads(health.partition("CMD ")[2]) == ["masquerade", "health"]
    ignored = (HERE / ".dockerignore").read_text(encoding="utf-8")
    copied = [each for line in dockerfile("COPY") if not line.startswith("--from") for each in line.split()[:-1]]
    assert copied
    for each in copied:
        assert (HERE / each).exists() and f"!{each}\n" in ignored, each


def test_the_service_is_hardened_and_waits_for_the_bot_to_leave(tmp_path: Path) -> None:
    text = (DEPLOY / "masquerade.service").read_text(encoding="utf-8")
    unit = dict(line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))
    assert float(unit["TimeoutStopSec"]) > DRAIN + 5
    assert unit["ExecStart"].endswith("/masquerade run") and unit["StateDirectory"] == "masquerade"
    assert "Environment=MASQUERADE_DATA=/var/lib/masquerade" in text
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd is not here to look at it")
    here = tmp_path / "masquerade.service"
    here.write_text(text.replace(unit["ExecStart"], "/bin/true"), encoding="utf-8")
    verified = subprocess.run([analyze, "verify", here], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    weighed = subprocess.run(
        [analyze, "security", "--offline=true", "--threshold=20", here], capture_output=True, text=True, check=False
    )
    assert weighed.returncode == 0, weighed.stdout[-200:]


def test_commands_of_a_service_have_its_user_its_settings_and_its_games(tmp_path: Path) -> None:
    """The words that the script hands on, and what the unit says."""
    caught = tmp_path / "systemd-run"
    caught.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n', encoding="utf-8")
    caught.chmod(0o755)
    typed = ["restore", "/var/lib/masquerade/of today.sqlite3"]
    told = subprocess.run(
        [DEPLOY / "masquerade.sh", *typed],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    program = told.index("--") + 1
    unit = (DEPLOY / "masquerade.service").read_text(encoding="utf-8").splitlines()
    assert f"ExecStart={told[program]} run" in unit and told[program + 1 :] == typed
    how = list(itertools.pairwise(told[:program]))
    for option, said in (("--uid", "User="), ("--working-directory", "WorkingDirectory="), ("--property", "")):
        values = [value for each, value in how if each == option]
        assert values and all(f"{said}{value}" in unit for value in values), option
    assert {f"Environment={value}" for each, value in how if each == "--setenv"} == {
        each for each in unit if each.startswith("Environment=")
    }


def test_a_python_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    for each in ("Makefile", "requirements-tools.lock", "requirements.lock"):
        shutil.copy(HERE / each, tmp_path)
    told = subprocess.run(
        ["make", "-C", tmp_path, "run", "PYTHON=/nonexistent"], capture_output=True, text=True, check=False
    )
    assert told.returncode != 0
    assert "There is no Python at /nonexistent. Name another: make run PYTHON=python3.12" in told.stdout
    assert "not found" not in told.stdout + told.stderr


def test_the_version_is_that_of_the_project() -> None:
    assert f'\nversion = "{version()}"\n' in (HERE / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("beside", "noted", "says"),
    [
        ('[project]\nname = "masquerade"\nversion = "9.1"\n', "9.0", "9.1"),
        ('[project]\nname = "of something around it"\nversion = "3"\n', "9.0", "9.0"),
        ("no TOML", "9.0", "9.0"),
        (None, "9.0", "9.0"),
        (None, None, "unknown"),
    ],
)
def test_a_folder_that_is_fetched_anew_says_which_version_it_is(
    beside: str | None, noted: str | None, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import bot.version

    def installed(name: str) -> str:
        if noted is None:
            raise bot.version.PackageNotFoundError(name)
        return noted

    monkeypatch.setattr(bot.version, "installed", installed)
    monkeypatch.setattr(bot.version, "__file__", str(tmp_path / "bot" / "version.py"))
    if beside is not None:
        (tmp_path / "pyproject.toml").write_text(beside, encoding="utf-8")
    assert version() == says


@pytest.mark.soak
def test_what_the_container_installs_has_the_command_and_all_files(tmp_path: Path) -> None:
    source = tmp_path / "src"
    source.mkdir()
    for each in ("bot", "games", "prompts"):
        shutil.copytree(HERE / each, source / each, ignore=shutil.ignore_patterns("__pycache__"))
    for each in ("pyproject.toml", "LICENSE"):
        shutil.copy(HERE / each, source)
    build = "from hatchling.build import build_wheel; build_wheel('.')"
    subprocess.run([HERE / ".venv" / "bin" / "python", "-c", build], cwd=source, check=True, capture_output=True)
    (wheel,) = source.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    there = {
        path.relative_to(source).as_posix()
        for part in ("bot", "games", "prompts")
        for path in (source / part).rglob("*")
        if path.is_file()
    }
    assert there <= packed
    (points,) = (each for each in packed if each.endswith("entry_points.txt"))
    assert b"masquerade = bot.__main__:main" in zipfile.ZipFile(wheel).read(points)
