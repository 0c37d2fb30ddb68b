"""Every press is answered in time: at once, or announced and then followed up."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.table import Table
from tests.bot.discord.town import Town, town


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that takes its time, and a bot that has little patience."""
    submit = Table.submit

    async def slowly(*arguments: Any, **named: Any) -> Any:
        await asyncio.sleep(0.05)
        return await submit(*arguments, **named)

    monkeypatch.setattr("bot.surfaces.discord.answers.PATIENCE", 0.01)
    monkeypatch.setattr(Table, "submit", slowly)


async def guessing(t: Town) -> None:
    await t.four()
    await t.clue(t.alice, "universe")


async def test_an_answer_that_takes_long_is_announced_and_follows(slow: None):
    async with town() as t:
        await guessing(t)
        result = await t.press(t.bob, "beach")
        assert result.deferred and "Guess beach" in t.answer(result).buttons and result.followups[0].ephemeral
        await t.press(t.bob, "Guess beach", t.answer(result))
        result = await t.press(t.bob, "End turn")
        assert result.deferred and "Blue's turn" in t.board.lead


async def test_a_command_that_takes_long_is_answered_for_them_alone(slow: None):
    async with town() as t:
        await guessing(t)
        told = await t.say(t.alice, "game pause")
        assert told.ephemeral and t.answer(told).text == "The game is paused."


async def test_a_refusal_that_takes_long_reaches_them_too(slow: None):
    async with town() as t:
        await guessing(t)
        result = await t.press(t.dave, "beach")
        assert result.deferred and "It is Red's turn." in t.answer(result).text


async def test_an_answer_that_comes_too_late_does_no_harm(caplog: pytest.LogCaptureFixture):
    async with town() as t:
        await guessing(t)
        t.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
        await t.press(t.bob, "beach")
        assert any("could not be answered" in record.getMessage() for record in caplog.records)
        await t.guess(t.bob, "lemon")
        assert t.board.buttons["lemon"]["disabled"]


async def test_a_lobby_whose_answer_got_lost_is_posted_all_the_same():
    async with town() as t:
        t.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
        await t.alice.slash(t.channel, "codenames start")
        await t.env.settle()
        assert "Join Red" in t.board.buttons and len(t.public()) == 1
