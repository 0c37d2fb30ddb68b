"""The bot leaves and comes back, and whoever plays hears of both in one message."""

from __future__ import annotations

from contextlib import AsyncExitStack

import aiohttp
import discord
import pytest

from bot.clock import VirtualClock
from bot.hall import LEAVING, RESTORED
from bot.surfaces.discord.leaving import AWAY, BACK
from bot.surfaces.discord.logging_in import LONGEST, log_in
from games.core import IllegalAction
from tests.bot.discord.house import House, house
from tests.bot.discord.town import Message, town
from tests.bot.test_doctor import TOKEN, told_by_discord


def told(t: House) -> list[Message]:
    return [each for each in t.public() if each.text in (AWAY, BACK)]


async def test_whoever_plays_is_told_once_that_the_bot_leaves_and_in_the_same_message_that_it_is_back():
    async with house() as t:
        await t.open(t.alice)
        await t.env.settle()
        await t.within(t.hall.drain(1.0))
        (away,) = told(t)
        assert away.text == AWAY and away.id == t.public()[-1].id
        await t.restart()
        (back,) = told(t)
        assert (back.text, back.id) == (BACK, away.id)
        # The next time it is said where people look.
        await t.within(t.hall.drain(1.0))
        (again,) = told(t)
        assert again.text == AWAY and again.id > away.id
        await t.restart()
        await t.restart()
        assert [(each.text, each.id) for each in told(t)] == [(BACK, again.id)]


async def test_a_notice_that_was_on_its_way_when_the_process_died_is_found_and_taken_back():
    async with house() as t:
        table = await t.open(t.alice)
        await t.env.settle()
        outbox = t.surface.screens[table.id].outbox
        real = outbox.out

        async def dies(*given: object) -> None:
            raise OSError("the power is cut")

        outbox.out = dies  # type: ignore[method-assign]
        await t.within(t.hall.drain(1.0))
        outbox.out = real  # type: ignore[method-assign]
        await t.restart()
        assert [each.text for each in told(t)] == [BACK]


@pytest.mark.parametrize("left_before", [False, True])
async def test_what_was_said_after_a_backup_was_made_is_taken_back_when_it_is_restored(left_before: bool):
    async with house() as t:
        await t.open(t.alice)
        await t.env.settle()
        if left_before:
            await t.within(t.hall.drain(1.0))
            await t.restart()
        backup = t.store._held.serialize()
        await t.within(t.hall.drain(1.0))
        assert [each.text for each in told(t)] == [AWAY]
        t.store._held.deserialize(backup)
        await t.store.put(*RESTORED, {"at": 5.0})
        await t.restart()
        assert [each.text for each in told(t)] == [BACK]
        asked = len(t.env.http_requests)
        await t.restart()
        assert not [each for each in t.requests(asked) if each.path.endswith("/messages") and each.method == "GET"], (
            "once"
        )


async def test_where_nobody_plays_nothing_is_said():
    async with house() as t:
        await t.open()
        await t.env.settle()
        await t.within(t.hall.drain(1.0))
        assert not told(t)


async def test_no_game_begins_while_the_bot_leaves():
    async with town() as t:
        await t.lobby()
        await t.hall.drain(0.1)
        await t.press(t.alice, "Join Red")
        assert LEAVING in t.answer(await t.press(t.alice, "Start")).text
        with pytest.raises(IllegalAction, match="about to be restarted"):
            await t.hall.open_lobby("codenames", {}, "discord:1", "discord:1:2")


# ── logging in ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Client:
    """Lets in at the last of these tries; each before fails so."""

    def __init__(self, *fails: Exception) -> None:
        self.fails, self.tries, self.closed = list(fails), 0, 0
        self.http = self

    async def login(self, token: str) -> None:
        self.tries += 1
        if self.fails:
            raise self.fails.pop(0)

    async def close(self) -> None:
        self.closed += 1


class Instant(VirtualClock):
    def __init__(self) -> None:
        super().__init__()
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


async def test_a_discord_that_cannot_be_reached_is_tried_again_ever_later_and_that_is_said_once(
    caplog: pytest.LogCaptureFixture,
):
    caplog.set_level("INFO")
    client, clock = Client(*[aiohttp.ClientConnectionError("no network")] * 9), Instant()
    await log_in(client, "secret", clock)  # type: ignore[arg-type]
    assert (client.tries, client.closed) == (10, 9)
    assert clock.slept == sorted(clock.slept)[:6] + clock.slept[6:] and max(clock.slept) <= LONGEST < sum(clock.slept)
    assert [each.getMessage() for each in caplog.records] == [
        "Discord cannot be reached (no network); it is tried again until it can",
        "Discord is reached",
    ]
    assert "secret" not in caplog.text


async def test_discords_own_client_gets_through_once_there_is_a_way(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9")
    async with AsyncExitStack() as later, discord.Client(intents=discord.Intents(guilds=True)) as client:
        clock = Instant()

        async def sleep(seconds: float) -> None:
            clock.slept.append(seconds)
            if len(clock.slept) == 3:
                await later.enter_async_context(told_by_discord(monkeypatch))

        clock.sleep = sleep  # type: ignore[method-assign]
        await log_in(client, TOKEN, clock)
        assert len(clock.slept) == 3 and client.user is not None and client.user.name == "Masks"


def test_a_connection_that_broke_is_tried_again_within_a_minute_however_long_discord_was_gone():
    backoff = discord.client.ExponentialBackoff()
    waits = [backoff.delay() for _ in range(300)]
    assert max(waits) <= LONGEST < sum(waits[:20])


async def test_a_token_that_discord_does_not_know_is_not_tried_again():
    client, clock = Client(discord.LoginFailure("Improper token has been passed.")), Instant()
    with pytest.raises(discord.LoginFailure):
        await log_in(client, "secret", clock)  # type: ignore[arg-type]
    assert (client.tries, clock.slept) == (1, [])
