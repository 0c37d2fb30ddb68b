"""What tests on SimCord's Discord need."""

from __future__ import annotations

import pytest
import simcord

from bot.surfaces.discord import outbox


@pytest.fixture(autouse=True)
def _nothing_in_flight(monkeypatch: pytest.MonkeyPatch) -> None:
    """SimCord takes every request at once: none of a bot that died is still on its way."""
    monkeypatch.setattr(outbox, "IN_FLIGHT", 0.01)


@pytest.fixture(autouse=True)
def _looks_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """SimCord looks every 50 ms whether the bot has come to rest, which is most of the time that these tests would take."""
    monkeypatch.setitem(simcord.Env._settle_internal.__kwdefaults__, "idle", 0.002)
