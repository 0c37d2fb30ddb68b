"""What the bot tells of itself: the log, figures for its owner, how it feels."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import logs, metrics, tournament
from bot.clock import VirtualClock
from bot.hall import Hall
from bot.metrics import Vitals
from bot.ports import Call, Called, Moved, Occupant, PlayerFailed, Store, StoreFailed
from bot.stores.memory import MemoryStore
from bot.table import Table
from games.core import Seat, StoodIn, Told
from tests.bot.test_cli import Run, run, world  # noqa: F401
from tests.bot.tiny import ANN, BOB, Pick
from tests.scripted import ScriptedPlayers

ADA, HAL = Occupant("person", "Ada", "discord:1"), Occupant("model", "Hal", model="small-1")
BEA = Occupant("model", "Bea", model="small-2")
PAID = Call("small-1", prompt_tokens=100, cached_tokens=40, answer_tokens=20, cost=0.25, latency=1.5)
FREE = Call("small-2", prompt_tokens=10, answer_tokens=2, latency=0.5)
DIED = Call("small-1", latency=60.0)


# ── the log ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def heard() -> Iterator[io.StringIO]:
    """What the log says; afterwards it is as it was."""
    root, told = logging.getLogger(), io.StringIO()
    before, levels = list(root.handlers), {name: logging.getLogger(name).level for name in (None, *logs.QUIET)}
    yield told
    for handler in [each for each in root.handlers if each not in before]:
        root.removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def test_a_line_as_json_has_its_time_level_and_game(heard: io.StringIO) -> None:
    logs.speak(logging.INFO, "json", heard)
    logging.getLogger("bot.hall").warning("table %s: %s broke", "abcd2345", "p1", extra={"moves": 3})
    logging.getLogger("bot.hall").info("%s is nothing of a game's", "this")
    first, second = map(json.loads, heard.getvalue().splitlines())
    assert first.pop("timestamp").endswith("Z")
    event = {"event": "table abcd2345: p1 broke", "level": "warning", "logger": "bot.hall"}
    assert first == {**event, "game": "abcd2345", "moves": 3}
    assert "game" not in second


def test_a_line_for_people_is_a_sentence_and_no_name_breaks_it(heard: io.StringIO) -> None:
    logs.speak(logging.INFO, "console", heard)
    logging.getLogger("bot.hall").info(
        "game %s begun for %s", "abcd2345", "Eve\n2026 [error] forged \x1b[31m", extra={"n": 1}
    )
    (line,) = heard.getvalue().splitlines()
    assert "game abcd2345 begun for Eve 2026 [error] forged  [31m" in line and "\x1b" not in line and "n=1" not in line


@pytest.mark.parametrize("how", ["console", "json"])
def test_what_broke_is_told_once_with_its_trace(heard: io.StringIO, how: logs.Format) -> None:
    logs.speak(logging.INFO, how, heard)
    try:
        raise KeyError("lost")
    except KeyError:
        logging.getLogger("bot.hall").exception("it broke")
        logging.getLogger("discord.client").exception("Attempting a reconnect in %.2fs", 2.0)
    told = heard.getvalue()
    assert told.count("Traceback") == 1 and "The connection to Discord broke (KeyError); trying again" in told
    assert "error" not in told.splitlines()[-1].lower().replace("keyerror", "")


def test_libraries_that_tell_of_every_request_are_not_heard(heard: io.StringIO) -> None:
    logs.speak(logging.INFO, "console", heard)
    for name in ("httpx", "httpx2", "openai._base_client"):
        logging.getLogger(name).info("HTTP Request: POST https://model.example")
    logs.speak(logging.INFO, "console", heard)  # who speaks twice says nothing twice
    logging.getLogger("bot").info("once")
    assert heard.getvalue().count("once") == 1 and "HTTP" not in heard.getvalue()


# ── what is counted ───────────────────────────────────────────────────────────────────────────────────────────────────


def value(vitals: Vitals, name: str, **labels: str) -> float:
    families = text_string_to_metric_families(vitals.page().decode())
    found = [
        each.value for family in families for each in family.samples if each.name == name and each.labels == labels
    ]
    return sum(found)


@pytest.fixture
async def vitals(store: MemoryStore) -> Vitals:
    found = Vitals()
    found.watch(store)
    return found


@pytest.fixture
async def watched(
    store: MemoryStore, vitals: Vitals, players: ScriptedPlayers, clock: VirtualClock, games: dict
) -> Hall:  # type: ignore[type-arg]
    return Hall(vitals.watch(store), players, clock, games)


async def played(hall: Hall, players: ScriptedPlayers) -> Table:
    """A game in which Hal fails, and something else moves for him."""
    players["Hal"], players["Bea"] = [PlayerFailed("small-1 did not answer", DIED)], [Pick(2)]
    table = await hall.open("duel", {"rounds": 1}, {ANN: HAL, BOB: BEA}, seed="s")
    await table.idle()
    assert table.outcome
    return table


async def test_everything_that_happens_is_counted_when_it_is_written_down(
    watched: Hall, vitals: Vitals, players: ScriptedPlayers, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    table = await played(watched, players)
    await watched.store.add_call(table.id, Called(BOB, "pick:1", PAID, "accepted"))
    await vitals.rest()
    assert value(vitals, "masquerade_games_begun_total", game="duel") == 1
    assert value(vitals, "masquerade_games_ended_total", game="duel") == 1
    assert value(vitals, "masquerade_games_open") == 0
    assert value(vitals, "masquerade_moves_total", game="duel", source="fallback") == 1
    assert value(vitals, "masquerade_moves_total", game="duel", source="model") == 1
    assert value(vitals, "masquerade_fallbacks_total", why="small-1 did not answer") == 1
    assert value(vitals, "masquerade_model_calls_total", model="small-1", outcome="unusable") == 1
    assert value(vitals, "masquerade_model_tokens_total", model="small-1", kind="cached") == 40
    assert value(vitals, "masquerade_model_tokens_total", model="small-1", kind="read") == 60
    assert value(vitals, "masquerade_model_dollars_total", model="small-1") == 0.25
    said = [each for each in caplog.records if each.name == "bot.metrics"]
    begun, over = (each.getMessage() for each in said)
    assert begun == f"game {table.id} begun: duel, people 0, AIs 2 (small-1, small-2)"
    assert over.startswith(
        f"game {table.id} is over: duel, moves 2, of which something else made 1: small-1 did not answer (1)"
    )
    assert said[1].fallbacks == {"small-1 did not answer": 1}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("private", "cause"), [(True, "clock:ann:1"), (False, "clock:ann:1"), (False, "missed:ann:k:1")]
)
async def test_a_clock_that_ran_out_is_told_where_everybody_knows_who_was_asked(
    vitals: Vitals, private: bool, cause: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    told = [Told(frozenset({ANN}) if private else None, StoodIn(ANN, "time was up"))]
    vitals.moved("abcd2345", Moved(cause, ANN, "k", "fallback", why="time was up"), 0.001, told)
    line = "game abcd2345: something else moved for ann (time was up)"
    assert caplog.messages == ([] if private else [line])
    assert vitals.day.whys == {"time was up": 1}


async def test_a_summary_tells_of_the_day_and_begins_anew(
    watched: Hall,
    vitals: Vitals,
    players: ScriptedPlayers,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level("INFO")
    now = [0.0]
    monkeypatch.setattr(vitals, "_now", lambda: now[0])
    monkeypatch.setattr(metrics, "LOOK", 0.001)
    await played(watched, players)
    following = asyncio.create_task(vitals.follow())
    await asyncio.sleep(0.02)
    logging.getLogger("bot.hall").error("the disk is full")
    assert not [each for each in caplog.messages if each.startswith("Summary")]
    now[0] += metrics.DAY
    await asyncio.sleep(0.02)
    (told,) = (each for each in caplog.messages if each.startswith("Summary"))
    assert told.startswith(
        "Summary: games begun 1, over 1; moves 2, of which something else made 1: small-1 did not answer (1);"
    )
    assert told.endswith("errors 1")
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    assert caplog.messages[-1].startswith("Summary: games begun 0, over 0; moves 0"), "and what was since, at the end"
    assert value(vitals, "masquerade_errors_total", logger="bot.hall") == 1


async def test_reasons_without_end_are_counted_together(vitals: Vitals) -> None:
    for n in range(metrics.MOST_WHYS + 50):
        vitals.moved("g", Moved(f"c{n}", Seat("p1"), "k", "fallback", why=f"reason {n}"), 0.001)
    assert len(vitals.day.whys) == metrics.MOST_WHYS + 1 and vitals.day.whys["something else"] == 50


async def test_how_the_bot_is_depends_on_the_disk_discord_and_the_loop(store: MemoryStore) -> None:
    now, broken, writes = [0.0], [False], [0]
    vitals = Vitals(now=lambda: now[0])
    put = store.put

    async def breaks(*given: object) -> None:
        writes[0] += 1
        if broken[0]:
            raise StoreFailed("The disk is full.")
        await put(*given)  # type: ignore[arg-type]

    store.put = breaks  # type: ignore[method-assign, assignment]
    vitals.watch(store)
    assert await vitals.health() == {"fine": True, "store": True, "discord": None, "late": 0.0}
    await vitals.health()
    assert writes == [1], "who asks often makes nobody write often"
    broken[0], now[0] = True, now[0] + 60
    assert (await vitals.health())["store"] is False
    broken[0], now[0] = False, now[0] + 60
    vitals.gateway = lambda: False
    assert await vitals.health() == {"fine": False, "store": True, "discord": False, "late": 0.0}
    vitals.gateway = lambda: True
    vitals._late.append((now[0], 7.0))
    assert await vitals.health() == {"fine": False, "store": True, "discord": True, "late": 7.0}


# ── what games came to ────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_store_adds_up_games_by_place_and_time(
    any_store: Store, players: ScriptedPlayers, clock: VirtualClock, games: dict
) -> None:  # type: ignore[type-arg]
    hall = Hall(any_store, players, clock, games)
    players["Hal"] = [PlayerFailed("small-1 did not answer", DIED), Pick(1)]
    first = await hall.open("duel", {"rounds": 1}, {ANN: HAL, BOB: ADA}, seed="s", place="discord:1:2")
    await first.idle()
    await any_store.add_call(first.id, Called(ANN, "pick:1", PAID, "refused"))
    await any_store.add_call(first.id, Called(ANN, "pick:1", FREE, "accepted"))
    await clock.advance(100)
    second = await hall.open("duel", {"rounds": 1}, {ANN: ADA, BOB: HAL}, seed="s", place="discord:12:2")
    await second.idle()
    await second.submit(ANN, Pick(2), "pick:1", "c")
    found = await any_store.figures()
    (game,) = found.games
    assert (game.game, game.games, game.over, game.moves, game.fallbacks) == ("duel", 2, 1, 3, 1)
    assert (game.calls, game.tokens, game.dollars, game.unpriced) == (3, 132, 0.25, 1), (
        "the call that died costs nothing known"
    )
    assert [(each.model, each.calls, each.useless, each.unpriced) for each in found.models] == [
        ("small-1", 2, 2, 0),
        ("small-2", 1, 0, 1),
    ]
    assert found.whys == (("small-1 did not answer", 1),)
    assert [each.games for each in (await any_store.figures(place="discord:1:")).games] == [1]
    assert (await any_store.figures(place="discord:1:", over=True)).games == ()
    assert (await any_store.figures(over=True)).whys == ()
    assert [each.calls for each in (await any_store.figures(since=clock.now() - 50)).games] == [0]
    assert [each.moves for each in (await any_store.figures(game=first.id)).games] == [1]
    await hall.close()


def test_stats_are_printed_for_people_and_for_programs(run: Run, tmp_path: Path) -> None:  # noqa: F811
    assert "No game has been played here yet." in run("stats").output
    run("play", "codenames", "--as", "red,spymaster", typed="quit\n")
    told = run("stats").output
    assert "codenames" in told and "Begun" in told
    assert json.loads(run("stats", "--json").output)["games"][0]["games"] == 1
    assert "No game has begun in that time." in run("stats", "--days", "0").output


# ── many games ────────────────────────────────────────────────────────────────────────────────────────────────────────


def called(call: Call, outcome: str = "accepted") -> Called:
    return Called(ANN, "pick:1", call, outcome)  # type: ignore[arg-type]


def test_one_failed_call_makes_no_cost_unknown() -> None:
    assert tournament.cost([called(PAID), called(DIED, "unusable")]) == 0.25
    assert tournament.cost([called(FREE)]) is None
    assert (tournament.cost([called(PAID), called(FREE)]), tournament.unpriced([called(PAID), called(FREE)])) == (
        0.25,
        1,
    )
    assert tournament.cost([]) == 0.0


async def test_many_games_tell_why_something_else_moved(
    store: MemoryStore, players: ScriptedPlayers, clock: VirtualClock, games: dict
) -> None:  # type: ignore[type-arg]
    hall = Hall(store, players, clock, games)
    table = await played(hall, players)
    one = tournament.Played("s", table, {ANN: "small-1", BOB: "small-2"}, tuple(await store.calls(table.id)))
    summary = tournament.Summary()
    summary.add(one)
    assert summary.whys == {"small-1 did not answer": 1}
    line = json.loads(tournament.as_line(one))
    assert (line["whys"], line["fallbacks"], line["cost"], line["unpriced"]) == (
        {"small-1 did not answer": 1},
        1,
        0.0,
        0,
    )
    from rich.console import Console

    from bot.cli.counting import show_summary

    console = Console(file=(told := io.StringIO()), width=120)
    show_summary(console, summary, table.game, "s", [])
    assert "Why something else moved" in told.getvalue() and "small-1 did not answer" in told.getvalue()
    assert "?" not in told.getvalue()
