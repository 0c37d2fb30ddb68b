"""How the bot is put together when it starts."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import bot.__main__ as program
from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.ports import RealClock
from bot.settings import read_settings
from bot.stores.memory import MemoryStore
from games import all_games


@pytest.mark.parametrize(("model", "order"), [("small-1", ["models", "Discord"]), ("", ["Discord"])])
async def test_what_speaks_to_models_is_imported_before_anybody_can_press_a_button(
    model: str, order: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    came: list[str] = []

    def slowly(models: object, games: object) -> None:
        time.sleep(0.05)
        came.append("models")

    class Discord:
        def __init__(self, hall: Any, **how: Any) -> None:
            pass

        async def start(self) -> None:
            came.append("Discord")

    monkeypatch.setenv("MASQUERADE_MODEL", model)
    monkeypatch.setenv("MASQUERADE_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setattr("bot.players.seating.warm_up", slowly)
    monkeypatch.setattr("bot.surfaces.discord.DiscordSurface", Discord)
    hall: Any = SimpleNamespace(players=SimpleNamespace(narrator=lambda: None), games={})
    await program._discord(hall, read_settings(tmp_path / ".env"))
    assert came == order


@pytest.mark.parametrize("public", ["https://masks.example", ""])
async def test_a_seat_on_discord_opens_in_a_browser_where_there_is_a_public_address(
    public: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    given: dict[str, Any] = {}

    class Discord:
        def __init__(self, hall: Hall, **how: Any) -> None:
            given.update(how)

        async def start(self) -> None:
            pass

    monkeypatch.setenv("MASQUERADE_WEB_PUBLIC_URL", public)
    monkeypatch.setenv("MASQUERADE_WEB_ADMIN", "a long secret of the owner's")
    monkeypatch.setattr("bot.surfaces.discord.DiscordSurface", Discord)
    games = all_games()
    hall = Hall(MemoryStore(games), HousePlayers({}, ""), RealClock(), games)
    await program._discord(hall, read_settings(tmp_path / ".env"))
    link = given["in_browser"]
    assert link("a-game", "1").startswith(f"{public}/o/") if public else link is None


HEAVY = {
    *("aiosqlite", "discord", "fastapi", "games.core", "matplotlib", "numpy", "openai", "prometheus_client", "rich"),
    *("sqlite3", "structlog", "uvicorn"),
}


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], ["health"]])
def test_help_and_health_wait_for_nothing_that_a_game_needs(arguments: list[str], tmp_path: Path):
    answer = _after(
        f"import atexit, sys; sys.argv[1:] = {arguments}; from bot.__main__ import main; "
        f"atexit.register(lambda: print({HEAVY} & set(sys.modules))); main()",
        MASQUERADE_DATA=str(tmp_path),
        MASQUERADE_MODEL="small-1",
        MASQUERADE_API_KEY="sk-none",
    )
    assert answer.endswith("set()\n")


def test_who_serves_no_browser_and_runs_no_bot_waits_for_neither_to_be_imported():
    check = "import sys, bot.__main__; print({'fastapi', 'uvicorn', 'jinja2', 'discord'} & set(sys.modules))"
    assert _after(check) == "set()\n"


def _after(code: str, **settings: str) -> str:
    """What a new Python prints that runs this."""
    here = Path(__file__).parents[2]
    command, environment = [sys.executable, "-c", code], {**os.environ, **settings}
    return subprocess.run(command, check=False, cwd=here, env=environment, stdout=subprocess.PIPE, text=True).stdout
