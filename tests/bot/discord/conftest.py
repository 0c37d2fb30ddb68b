"""What tests on SimCord's Discord need."""

from __future__ import annotations

import pytest

from bot.surfaces.discord import outbox


@pytest.fixture(autouse=True)
def _nothing_in_flight(monkeypatch: pytest.MonkeyPatch) -> None:
    """SimCord takes every request at once: none of a bot that died is still on its way."""
    monkeypatch.setattr(outbox, "IN_FLIGHT", 0.01)
