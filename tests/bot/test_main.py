"""How the bot is put together when it starts."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import bot.__main__ as program
from bot.settings import read_settings


@pytest.mark.parametrize(("model", "order"), [("small-1", ["models", "Discord"]), ("", ["Discord"])])
async def test_what_speaks_to_models_is_imported_before_anybody_can_press_a_button(
    model: str, order: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    came: list[str] = []

    def slowly() -> None:
        time.sleep(0.05)
        came.append("models")

    class Discord:
        def __init__(self, hall: Any, **how: Any) -> None:
            pass

        async def start(self) -> None:
            came.append("Discord")

    monkeypatch.setenv("MASQUERADE_MODEL", model)
    monkeypatch.setenv("MASQUERADE_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setattr(program, "warm_up", slowly)
    monkeypatch.setattr("bot.surfaces.discord.DiscordSurface", Discord)
    hall: Any = SimpleNamespace(players=SimpleNamespace(narrator=lambda: None))
    await program._discord(hall, read_settings(tmp_path / ".env"))
    assert came == order
