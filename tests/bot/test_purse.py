"""Money: no budget is overspent by more than one call, whoever thinks at once and whatever becomes of the calls."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

from bot.cli.serving import DAY, forgetting
from bot.clock import VirtualClock
from bot.export import export
from bot.hall import Hall
from bot.players import provider, version
from bot.players.purse import SPENT_UP, Budgets, Purse, Request
from bot.players.seating import HousePlayers
from bot.players.shapes import Usage
from bot.players.spec import ModelSpec, host_of
from bot.players.version import version_of
from bot.ports import (
    TICKETS,
    About,
    Brief,
    Call,
    Called,
    Limit,
    Moved,
    Occupant,
    PlayerFailed,
    Saved,
    Store,
    StoreFailed,
    cost_of,
)
from bot.stores.memory import MemoryStore
from bot.stores.sqlite import SqliteStore
from bot.surfaces.discord import feed
from games import all_games
from games.core import Announced, IllegalAction, Seat, StoodIn
from tests.bot.endpoint import AI, SPEC, error, guessing, saying
from tests.scripted import ScriptedPlayers

NOON = 1_763_899_200.0
"""Sunday, 23 November 2025, 12:00 UTC."""

ANSWER = json.dumps({"thoughts": "", "move": {"action": "Guess", "word": "LEMON"}})
READ, WROTE = 900, 100
COST = (READ * 1.0 + WROTE * 4.0) / 1e6
COUNTED = {"prompt_tokens": READ, "completion_tokens": WROTE}


class Till:
    """A provider that bills every request that reaches it, whatever it says of that afterwards."""

    def __init__(self, usage: Any = COUNTED, then: Callable[[int], Any] | None = None) -> None:
        self.usage, self.then, self.asked, self.usd = usage, then, 0, 0.0
        self.free = asyncio.Event()
        self.free.set()

    async def rests(self) -> None:
        """Returns when it has been asked and is asked no more for a while."""
        before = 0
        while not self.asked or before != self.asked:
            before = self.asked
            await asyncio.sleep(0.1)

    async def answer(self, request: httpx2.Request) -> httpx2.Response:
        self.asked += 1
        self.usd += COST
        await asyncio.sleep(0.002)
        await self.free.wait()
        if self.then is not None and (outcome := self.then(self.asked)) is not None:
            if isinstance(outcome, Exception):
                raise outcome
            return outcome  # type: ignore[no-any-return]
        line = saying(ANSWER)
        line["usage"] = self.usage
        return httpx2.Response(200, json=line)


class House:
    """Players at a till, with a purse and a store that outlives both."""

    def __init__(self, till: Till, store: Store | None = None, clock: VirtualClock | None = None, **budgets: Limit):
        self.till, self.store, self.clock = till, store or MemoryStore(), clock or VirtualClock(NOON)
        self.purse = Purse(Budgets(**budgets))
        transport = httpx2.MockTransport(till.answer)
        self.players = HousePlayers({"tiny": SPEC}, "tiny", concurrent=15, purse=self.purse, transport=transport)
        self.hall = Hall(self.store, self.players, self.clock)

    async def sat(self, *games: str) -> House:
        for each in games:
            with contextlib.suppress(Exception):
                await self.store.create(
                    Saved(each, "codenames", 1, {}, "s", About(), {}, created=NOON, place=place(each))
                )
        return self

    async def move(self, table: str = "a", **more: Any) -> str:
        """A model's turn there: “moved”, or why not."""
        brief: Brief = guessing(table=table, place=place(table), **more)
        try:
            move = await self.players.seat(AI).move(brief)
        except PlayerFailed as failure:
            if failure.call:
                await self.hall._paid(table, Called(brief.seat, "guess", failure.call, "unusable", failure.why))
            return failure.why
        assert move.call
        await self.hall._paid(table, Called(brief.seat, "guess", move.call, "accepted"))
        return "moved"

    async def at_once(self, seats: int = 15, table: str = "a") -> list[str]:
        return await asyncio.gather(*(self.move(table) for _ in range(seats)))

    async def rows(self, table: str = "a") -> list[Called]:
        await self.purse.close()
        return await self.store.calls(table)


def place(table: str) -> str:
    """Games a, b … are on one server, those with a number on another of that number."""
    return f"discord:{table[1:] or 1}:{table}"


def dollars(usd: float) -> Limit:
    return Limit(usd=usd)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider, "FIRST_REST", 0.001)


# ── many at once ──────────────────────────────────────────────────────────────────────────────────────────────────────

DIES = httpx2.ReadError("gone")
UNCOUNTED = [None, {}, {"prompt_tokens": None, "completion_tokens": None}, {"prompt_tokens": 0, "completion_tokens": 0}]


async def test_fifteen_seats_at_once_pay_no_more_than_one_call_too_many() -> None:
    house = await House(Till(), game=dollars(5 * COST)).sat("a")
    came = await house.at_once()
    assert came.count("moved") == house.till.asked == 5 and came.count(SPENT_UP["game"]) == 10
    again = await House(Till(), game=dollars(4.5 * COST)).sat("a")
    await again.at_once()
    assert again.till.asked == 5


@pytest.mark.parametrize("usage", [*UNCOUNTED, "many", {"prompt_tokens": "9", "completion_tokens": -4}], ids=str)
async def test_where_nobody_counts_the_most_it_can_be_is_taken(usage: Any) -> None:
    house = await House(Till(usage), game=dollars(5 * COST)).sat("a")
    await house.at_once()
    assert house.till.usd <= 6 * COST and house.till.asked >= 1
    assert all(each.call.estimated and each.call.cost and each.call.cost >= COST for each in await house.rows())


async def test_half_a_count_is_taken_as_far_as_it_goes() -> None:
    house = await House(Till({"completion_tokens": 50})).sat("a")
    await house.move()
    (row,) = await house.rows()
    assert row.call.answer_tokens == 50 and row.call.prompt_tokens > 500 and row.call.estimated
    request = Request(700, 300)
    request.begins()
    request.ended(Usage(prompt=10, cached=90, answer=0))
    assert (request.spent.prompt, request.spent.cached, request.spent.answer, request.spent.estimated) == (
        10,
        10,
        0,
        False,
    )


async def test_calls_that_die_are_paid() -> None:
    house = await House(Till(then=lambda n: DIES), game=dollars(5 * COST)).sat("a")
    await house.at_once()
    assert house.till.asked >= 1 and house.till.usd <= 6 * COST
    assert sum(each.call.cost or 0.0 for each in await house.rows()) >= house.till.usd


@pytest.mark.parametrize("refused", [400, 401, 402, 404, 429, 500, 503])
async def test_calls_that_are_turned_away_cost_nothing(refused: int) -> None:
    house = await House(Till(then=lambda n: error(refused)), game=dollars(5 * COST)).sat("a")
    assert await house.move() != "moved"
    assert [(each.call.cost, each.call.prompt_tokens) for each in await house.rows()] == [(0.0, 0)]
    assert await house.store.all(TICKETS) == {}


@pytest.mark.parametrize("status", [502, 504, 524])
async def test_what_a_gateway_gave_up_waiting_for_may_have_been_paid(status: int) -> None:
    house = await House(Till(then=lambda n: httpx2.Response(status)), game=dollars(COST)).sat("a")
    assert await house.move() != "moved"
    (row,) = await house.rows()
    assert (row.call.cost or 0.0) >= house.till.usd > 0 and row.call.estimated


async def test_an_error_with_a_status_of_200_costs_nothing() -> None:
    broken = {"error": {"message": "overloaded", "code": 503}}
    house = await House(Till(then=lambda n: httpx2.Response(200, json=broken)), game=dollars(COST)).sat("a")
    assert await house.move() != "moved"
    assert [each.call.cost for each in await house.rows()] == [0.0]


async def test_an_endpoint_that_cannot_be_reached_is_not_paid() -> None:
    house = await House(Till(then=lambda n: httpx2.ConnectError("no route")), game=dollars(COST)).sat("a")
    await house.move()
    assert [each.call.cost for each in await house.rows()] == [0.0]


async def test_whoever_is_stopped_in_mid_air_has_paid() -> None:
    house = await House(Till(), game=dollars(5 * COST)).sat("a")
    house.till.free.clear()
    thinking = [asyncio.create_task(house.move()) for _ in range(15)]
    await house.till.rests()
    for each in thinking:
        each.cancel()
    await asyncio.gather(*thinking, return_exceptions=True)
    assert 1 <= house.till.asked <= 6
    rows = await house.rows()
    assert len(rows) == house.till.asked and sum(each.call.cost or 0.0 for each in rows) >= house.till.usd
    assert {(each.outcome, each.call.estimated) for each in rows} == {("stale", True)}
    house.till.free.set()
    await house.at_once()
    assert house.till.usd <= 6 * COST
    assert await house.store.all(TICKETS) == {}


async def test_an_answer_that_takes_too_long_is_paid() -> None:
    house = await House(Till(), game=dollars(COST)).sat("a")
    house.till.free.clear()
    assert "did not answer" in await house.move(seconds=0.05)
    (row,) = await house.rows()
    assert row.call.estimated and (row.call.cost or 0.0) >= COST
    assert await house.move() == SPENT_UP["game"]


async def test_tokens_may_be_a_budget_and_need_no_price() -> None:
    house = await House(Till(), game=Limit(tokens=3 * (READ + WROTE))).sat("a")
    house.players.models["tiny"] = replace(SPEC, price_in=None, price_out=None, price_cached=None)
    assert (await house.at_once()).count("moved") == 3


async def test_nobody_waits_where_there_is_enough() -> None:
    house = await House(Till(), game=dollars(1.0)).sat("a")
    house.till.free.clear()
    thinking = asyncio.gather(*(house.move() for _ in range(15)))
    await house.till.rests()
    assert house.till.asked == 15, "all are asked before the first has answered"
    house.till.free.set()
    assert set(await thinking) == {"moved"}


# ── whose money ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_two_games_share_their_servers_budget_and_no_other() -> None:
    house = await House(Till(), server=dollars(4 * COST)).sat("a", "b", "c2")
    one, two = await asyncio.gather(house.at_once(8, "a"), house.at_once(8, "b"))
    assert (one + two).count("moved") == 4
    assert await house.move("c2") == "moved"


async def test_a_servers_budget_is_set_while_games_run() -> None:
    house = await House(Till(), server=dollars(9 * COST)).sat("a", "c2")
    house.players.bound("discord:1", Limit(), dollars(2 * COST))
    assert (await house.at_once(4)).count("moved") == 2
    house.players.bound("discord:1", Limit(), dollars(5 * COST))
    assert (await house.at_once(9)).count("moved") == 3
    assert (await house.at_once(6, "c2")).count("moved") == 6
    house.players.bound("discord:1", Limit(), dollars(2 * COST))
    assert await house.move() == SPENT_UP["server"]
    house.players.models["free"] = ModelSpec("free", "http://127.0.0.1:8080/v1")
    with pytest.raises(ValueError, match="What free costs is not known"):
        house.players.bound("discord:1", Limit(), dollars(1.0))


async def test_a_servers_rules_leave_less_than_the_settings_and_never_more() -> None:
    house = await House(Till(), server=dollars(6 * COST), game=dollars(4 * COST)).sat("a", "b", "c2")
    await house.hall.rules.change("discord:1", game_budget=2 * COST, day_budget=3 * COST)
    assert (await house.at_once(6, "a")).count("moved") == 2
    assert (await house.at_once(6, "b")).count("moved") == 1
    assert (await house.at_once(6, "c2")).count("moved") == 4, "another server"
    await house.hall.rules.change("discord:1", game_budget=100.0, day_budget=100.0)
    assert (await house.at_once(6, "a")).count("moved") == 2
    assert (await house.at_once(6, "b")).count("moved") == 1


async def test_the_table_is_told_who_can_change_the_budget_that_is_used_up() -> None:
    house = await House(Till(), game=dollars(3 * COST)).sat("a")
    await house.hall.rules.change("discord:1", game_budget=1 * COST)

    async def told() -> str:
        with pytest.raises(PlayerFailed) as failed:
            await house.players.seat(AI).move(guessing(table="a", place=place("a")))
        return failed.value.notice

    assert await house.move() == "moved"
    assert (await told()).endswith("A moderator can change that with /settings.")
    await house.hall.rules.change("discord:1", game_budget=None)
    assert (await house.at_once(5)).count("moved") == 2
    assert (await told()).endswith("Whoever runs the bot can raise it.")


async def test_browsers_have_a_budget_of_their_own_that_outlives_the_process(tmp_path: Path) -> None:
    store, clock = MemoryStore(), VirtualClock(NOON)
    house = House(Till(), store, clock, server=dollars(1 * COST))
    await store.create(Saved("w", "codenames", 1, {}, "s", About(), {}, created=NOON, place="web:3f"))

    async def move(on: House) -> str:
        try:
            made = await on.players.seat(AI).move(guessing(table="w", place="web:3f"))
        except PlayerFailed as failure:
            return failure.why
        assert made.call
        await on.hall._paid("w", Called(Seat("red-1"), "guess", made.call, "accepted"))
        return "moved"

    assert [await move(house) for _ in range(2)] == ["moved"] * 2, "what a Discord server may spend is not theirs"
    await house.hall.rules.change("web", day_budget=3 * COST)
    assert [await move(house) for _ in range(2)] == ["moved", SPENT_UP["server"]]
    again = House(Till(), store, clock)
    await again.hall.reopen()
    assert await move(again) == SPENT_UP["server"]


async def test_a_servers_budget_without_prices_is_refused_and_what_was_kept_stays() -> None:
    house = await House(Till()).sat("a")
    house.players.models["free"] = ModelSpec("free", "http://127.0.0.1:8080/v1")
    with pytest.raises(IllegalAction, match="What free costs is not known"):
        await house.hall.rules.change("discord:1", game_budget=1.0)
    assert house.hall.rules.at("discord:1").game_budget is None
    await house.hall.rules.change("discord:1", talk=False)


async def test_a_day_begins_anew_at_midnight() -> None:
    house = await House(Till(), day=dollars(3 * COST), server=dollars(2 * COST)).sat("a", "c2")
    assert (await house.at_once(5)).count("moved") == 2
    assert (await house.at_once(5, "c2")).count("moved") == 1
    await house.clock.advance(11.9 * 3600)
    assert await house.move("c2") == SPENT_UP["day"]
    await house.clock.advance(0.2 * 3600)
    assert (await house.at_once(5)).count("moved") == 2
    assert (await house.at_once(5, "c2")).count("moved") == 1


async def test_the_bots_budget_is_for_ever() -> None:
    house = await House(Till(), bot=dollars(3 * COST)).sat("a", "c2")
    assert (await house.at_once(2)).count("moved") == 2
    await house.clock.advance(40 * 24 * 3600)
    assert (await house.at_once(5, "c2")).count("moved") == 1


async def test_narrator_and_reader_pay_from_the_same_purse() -> None:
    house = await House(Till(), game=dollars(2 * COST)).sat("a")
    reader = house.players.reader()
    assert reader and await reader.fill(guessing(table="a", place=place("a")), "the yellow one")
    house.players._narrating = "tiny"
    narrator = house.players.narrator()
    payer = guessing(table="a", place=place("a")).payer
    assert narrator
    await narrator.colour("Codenames", (), ("Red begins.",), payer)
    assert await house.move() == SPENT_UP["game"] and house.till.asked == 2
    assert [(each.seat, each.outcome) for each in await house.rows()] == [("red-1", "read"), ("narrator", "unusable")]
    assert sum(each.call.cost or 0.0 for each in await house.rows()) == pytest.approx(2 * COST)


# ── restarts ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("budget", ["game", "server", "day", "bot"])
async def test_a_restart_is_no_new_purse(budget: str, tmp_path: Path) -> None:
    limits = {budget: dollars(5 * COST)}
    house = await House(Till(), await SqliteStore.open(tmp_path / "games.db"), **limits).sat("a")
    assert await house.at_once(3) == ["moved"] * 3
    await house.players.close()
    await house.store.close()
    again = House(Till(), await SqliteStore.open(tmp_path / "games.db"), **limits)
    assert (await again.at_once()).count("moved") == 2
    await again.players.close()
    await again.store.close()


async def test_a_crash_in_mid_air_is_no_new_purse() -> None:
    house = await House(Till(), game=dollars(8 * COST), day=dollars(9 * COST)).sat("a")
    house.till.free.clear()
    thinking = [asyncio.create_task(house.move()) for _ in range(15)]
    await house.till.rests()
    spent = house.till.usd
    assert len(await house.store.all(TICKETS)) == house.till.asked > 0
    crashed = House(Till(), house.store, game=dollars(8 * COST), day=dollars(9 * COST))
    await crashed.at_once()
    assert spent + crashed.till.usd <= 9 * COST
    lost = [each for each in await crashed.rows() if each.why == "the bot was stopped while the model was asked"]
    assert len(lost) == house.till.asked and all(each.call.estimated for each in lost)
    assert await crashed.store.all(TICKETS) == {}
    for each in thinking:
        each.cancel()
    await asyncio.gather(*thinking, return_exceptions=True)


class Broken(MemoryStore):
    """A disk that takes games and nothing about money."""

    async def put(self, *about: Any) -> None:
        raise StoreFailed("the disk is full")

    async def spent(self, *about: Any, **more: Any) -> Any:
        raise StoreFailed("the disk is full")

    async def all(self, kind: str) -> Any:
        raise StoreFailed("the disk is full")


async def test_a_store_that_fails_costs_no_game_and_no_budget(caplog: pytest.LogCaptureFixture) -> None:
    house = await House(Till(), Broken(), game=dollars(5 * COST)).sat("a")
    assert (await house.at_once()).count("moved") == 5
    assert "the disk is full" in caplog.text


# ── at the table ──────────────────────────────────────────────────────────────────────────────────────────────────────

CLUE = json.dumps({"thoughts": "", "move": {"action": "Clue", "word": "zoo", "number": "1", "intended": []}})
SEATS = ("red-spymaster", "red-1", "blue-spymaster", "blue-1")


async def test_the_table_is_told_once_and_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    house = House(Till(then=lambda n: httpx2.Response(200, json=saying(CLUE))), game=dollars(0.0001))
    seats = {Seat(each): replace(AI, name=each.title()) for each in SEATS}
    table = await house.hall.open("codenames", {}, seats, place="discord:1:2", seed="s")
    await table.idle()
    assert table.outcome is not None and house.till.asked == 1
    public = [told.event for told in table.log if told.to is None]
    (told,) = [each for each in public if isinstance(each, Announced)]
    assert table.game.shows.say(told) == (
        "This game's budget for language models is used up: built-in players move for the AIs from now on. "
        "Whoever runs the bot can raise it."
    )
    stood = [each for each in public if isinstance(each, StoodIn)]
    assert {each.why for each in stood} == {SPENT_UP["game"]} and len({each.seat for each in stood}) > 2
    assert [piece.text for piece in feed.pieces(house.hall, table) if "budget" in piece.text] == [told.text]
    assert table.spent == pytest.approx(0.0014)
    logged, moved = [each.getMessage() for each in caplog.records if "budget" in each.getMessage().casefold()]
    assert "gave no move" in moved, "the first of them, and no other"
    assert logged == (
        f"table {table.id}: MASQUERADE_BUDGET is used up (the game's budget, $0.0014 of $0.0001): "
        "built-in players move for its AIs"
    )
    await house.hall.close()


@pytest.mark.parametrize(
    ("budgets", "allowed", "says"),
    [
        (
            {"day": Limit(tokens=1)},
            None,
            "MASQUERADE_BUDGET_DAY_TOKENS is used up (the day's budget, 1000 of 1 tokens)",
        ),
        ({"bot": dollars(COST)}, None, "MASQUERADE_BUDGET_BOT is used up (the bot's budget, $0.0013 of $0.0013)"),
        (
            {"server": dollars(9.0)},
            COST,
            "what its server's /settings allow is used up (the server's budget, $0.0013 of",
        ),
    ],
)
async def test_the_log_says_which_budget_is_used_up_once_a_game(
    budgets: dict[str, Limit], allowed: float | None, says: str, caplog: pytest.LogCaptureFixture
) -> None:
    house = await House(Till(), **budgets).sat("a", "b")
    house.players.bound("discord:1", Limit(), Limit(allowed))
    for game in ("a", "a", "a", "b", "b"):
        await house.move(game)
    assert house.till.asked == 1
    one, other = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    assert one.startswith(f"table a: {says}") and other.startswith(f"table b: {says}")


@pytest.mark.parametrize("name", sorted(all_games()))
async def test_no_game_stumbles_over_the_news(name: str) -> None:
    """Every game reads it as it reads what it does not know, and shows it."""
    game = all_games()[name]
    if min(game.lobby.players) == 0 or name == "duet":
        pytest.skip("it is begun with prompts")
    house = House(Till(then=lambda n: httpx2.Response(200, json=saying("Hm."))), game=Limit(tokens=1))
    lobby = await house.hall.open_lobby(name, {}, "discord:9", "discord:1:2")
    for _ in range(min(game.lobby.players)):
        lobby = await house.hall.add_ai(lobby.id)
    table = await house.hall.start(lobby.id)
    for _ in range(400):
        await table.idle()
        if table.outcome or house.clock.next is None:
            break
        await house.clock.advance(house.clock.next - house.clock.now())
    news = [told for told in table.log if isinstance(told.event, Announced)]
    assert [told.to for told in news] == [None]
    assert any(isinstance(told.event, StoodIn) for told in table.log[table.log.index(news[0]) + 1 :])
    await house.hall.close()


# ── what every game remembers of its models ───────────────────────────────────────────────────────────────────────────


async def test_a_call_says_where_it_was_asked_and_with_which_prompts() -> None:
    house = await House(Till()).sat("a")
    await house.move()
    (row,) = await house.rows()
    assert (row.call.model, row.call.host, row.call.at) == ("tiny-1", "model.test", NOON)
    assert len(row.call.prompts) == 12
    assert row.call.prompts == version_of(all_games()["codenames"]) != version_of(all_games()["town"])


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("", "api.openai.com"),
        ("https://openrouter.ai/api/v1", "openrouter.ai"),
        ("http://10.0.0.7:8080/v1", "local"),
        ("http://gpu.lan/v1", "local"),
        ("http://[::1]:8080/v1", "local"),
    ],
)
def test_an_address_at_home_is_nobodys_business(url: str, host: str) -> None:
    assert host_of(url) == host


def test_another_prompt_is_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file that prompts are made of counts, and nothing else does."""
    game, before = all_games()["mystery"], version_of(all_games()["mystery"])
    real = version.files
    house = Path(str(real("prompts")))
    shutil.copytree(house, tmp_path / "prompts")
    monkeypatch.setattr(
        version, "files", lambda package: tmp_path / "prompts" if package == "prompts" else real(package)
    )
    version._hashed.cache_clear()
    assert version_of(game) == before
    (tmp_path / "prompts" / "player.md").write_text("Play well.")
    version._hashed.cache_clear()
    assert version_of(game) != before
    version._hashed.cache_clear()


async def test_an_export_says_which_models_played() -> None:
    house = House(Till(then=lambda n: httpx2.Response(200, json=saying(CLUE if n == 1 else "Hm."))))
    seats = {Seat(each): replace(AI, name=each.title()) for each in SEATS}
    table = await house.hall.open("codenames", {}, seats, seed="s")
    await table.idle()
    saved, calls = await house.store.load(table.id), await house.rows(table.id)
    assert saved and table.outcome
    told = export(table.game, saved, calls, await house.store.moves(table.id), "json")
    (model,) = json.loads(told)["models"]
    assert model == {
        "model": "tiny-1",
        "host": "model.test",
        "prompts": version_of(table.game),
        "calls": house.till.asked,
        "cost": pytest.approx(house.till.asked * 0.0014),
        "estimated": 0,
    }
    assert "tiny-1 at model.test" in export(table.game, saved, calls, (), "md")
    await house.hall.close()


async def test_a_failed_call_hides_no_cost() -> None:
    house = await House(Till(then=lambda n: error(401) if n == 1 else None)).sat("a")
    await house.move()
    await house.move()
    assert cost_of(each.call for each in await house.rows()) == pytest.approx(COST)
    assert cost_of([Call("old"), Call("old", cost=0.5)]) == 0.5, "rows of before, when a failed call had no cost"
    assert cost_of([Call("m", prompt_tokens=9), Call("m", cost=0.5)]) is None


async def test_thoughts_are_kept_in_so_many_letters_and_for_so_long(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "games.db")
    store.longest_thought = 20
    clock = VirtualClock(NOON)
    hall = Hall(store, ScriptedPlayers({"Ada": [], "Bo": []}), clock)
    for n, game in enumerate(("old", "new")):
        seats = {Seat("red-1"): Occupant("model", "Ada")}
        await store.create(Saved(game, "codenames", 1, {}, "s", About(), seats, created=NOON + n * 80 * DAY))
        call = Call("m", reasoning="I am the Mole, and nobody knows.", answer="x" * 50, at=NOON + n * 80 * DAY)
        await store.add_call(game, Called(Seat("red-1"), "guess", call, "accepted"))
        await store.append(game, 0, [], Moved("c", Seat("red-1"), "guess", "model", aside="the Mole, the Mole! Hush."))
    (kept,) = await store.calls("old")
    assert (kept.call.reasoning, kept.call.answer) == ("I am the Mole, and …", "x" * 19 + "…")
    assert [each.aside for each in await store.moves("old")] == ["the Mole, the Mole!…"]
    forgetting_daily = asyncio.create_task(forgetting(hall, 90))
    await clock.advance(89 * DAY)
    assert (await store.calls("old"))[0].call.reasoning
    for _ in range(3):
        await clock.advance(DAY)
        await asyncio.sleep(0.05)
    found = [
        (await store.calls(each))[0].call.reasoning + (await store.moves(each))[0].aside for each in ("old", "new")
    ]
    assert found == ["", "I am the Mole, and …the Mole, the Mole!…"]
    assert (await store.calls("old"))[0].call.answer == ""
    forgetting_daily.cancel()
    await asyncio.gather(forgetting_daily, return_exceptions=True)
    await store.close()
    text = on_disk(tmp_path)
    assert text.count("I am the Mole") == text.count("the Mole!") == 1, "what is forgotten leaves the disk"


def on_disk(folder: Path) -> str:
    return b"".join(each.read_bytes() for each in folder.iterdir()).decode("latin-1")
