"""Nobody is sent a byte that depends on what they were not told, by any address, stream or moment; see `tests.web.leaks`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.surfaces.web import glance, live, offers, pages
from games.core import TABLE
from tests.web import leaks

MOVES = 20
"""Of each game in `make test`; `make soak` plays 500 to their ends."""

GAMES = ("codenames", "duet", "liars-dice", "mystery", "town")


@pytest.mark.parametrize("number", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in (1, 2))])
@pytest.mark.parametrize("name", GAMES)
async def test_nobody_is_sent_what_they_were_not_told(name: str, number: int):
    assert await leaks.breaches(name, f"{name}/wire/{number}", 0.08, MOVES) == []


# ── the law can fail ──


def counts_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """An id that is the place in everybody's log says how much one did not hear."""
    real = glance.glance_at

    def counted(table: Any, *more: Any, **named: Any) -> Any:
        from dataclasses import replace

        return replace(real(table, *more, **named), heard_so_far=len(table.story.log))

    monkeypatch.setattr("bot.surfaces.web.site.glance_at", counted)


def shows_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat's page that is drawn from all that the table knows."""
    real = glance.glance_at
    monkeypatch.setattr(
        "bot.surfaces.web.site.glance_at", lambda table, seat, ears, host=False: real(table, seat, TABLE, host)
    )


def hears_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentences about what happened, for whoever it was told to."""
    real = glance.heard_in
    monkeypatch.setattr(glance, "heard_in", lambda game, log, ears, names: real(game, log, TABLE, names))


def sends_at_any_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that is sent anew although nothing is new to whoever listens: the moment says that something was."""

    async def follow(self: live.Live, id: str, look: Callable[[], Any]) -> Any:
        import asyncio

        ear = asyncio.Event()
        self._ears.setdefault(id, set()).add(ear)
        while True:
            ear.clear()
            yield look()
            await ear.wait()

    monkeypatch.setattr(live.Live, "follow", follow)


def asks_as_the_table_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """What others have picked and not confirmed stands in one's own form."""
    real = offers.questions

    def told(view: Any, drafts: Any = None) -> Any:
        others = {(view.seat, key): action for (_, key), action in (drafts or {}).items()}
        return real(view, others)

    monkeypatch.setattr(offers, "questions", told)


@pytest.mark.parametrize(
    "fault",
    [
        counts_the_log,
        shows_the_table,
        *(
            pytest.param(each, marks=pytest.mark.soak)
            for each in (hears_all, sends_at_any_news, asks_as_the_table_does)
        ),
    ],
)
async def test_a_leak_is_noticed(fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch):
    assert pages
    fault(monkeypatch)
    for number in range(6):
        if await leaks.breaches("mystery", f"fault/{number}", 0.1, 40, enough=1):
            return
    pytest.fail(f"{fault.__name__} went unnoticed")
