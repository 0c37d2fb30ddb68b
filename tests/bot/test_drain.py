"""What becomes of games when the process is told to leave: nobody begins to think, who thinks may finish, no clock runs out."""

from __future__ import annotations

import asyncio
import signal
from dataclasses import replace

import pytest

from bot.cli.serving import Stop, _leave
from bot.clock import VirtualClock
from bot.hall import LEAVING, Hall
from bot.ports import About, Occupant, PlayerFailed
from bot.table import Table, ended
from games.core import IllegalAction
from tests.bot.tiny import ANN, BOB, Pick
from tests.scripted import ScriptedPlayers

ADA, HAL, MAX = Occupant("person", "Ada", "discord:1"), Occupant("model", "Hal"), Occupant("model", "Max")


async def opened(hall: Hall, *who: Occupant, pace: float = 0.0, **options: object) -> Table:
    seats = dict(zip((ANN, BOB), who, strict=True))
    return await hall.open("duel", {"rounds": 2, **options}, seats, seed="s", about=About(pace=pace))


async def test_who_thinks_may_finish_and_nobody_is_asked_anything_new(hall: Hall, players: ScriptedPlayers):
    players["Hal"] = [Pick(2)]
    players["Hal"].hold()
    table = await opened(hall, ADA, HAL)
    await asyncio.sleep(0.01)
    draining = asyncio.create_task(hall.drain(60))
    await asyncio.sleep(0.01)
    assert not draining.done()
    await table.submit(ANN, Pick(3), "pick:1", "press")  # a person's press is taken as ever
    players["Hal"].release()
    await draining
    assert table.moved == {(ANN, "person"): 1, (BOB, "model"): 1}
    assert players["Hal"].asked == 1, "the second round has begun, and it is not asked about it"


async def test_what_takes_too_long_is_dropped_and_asked_again_after_the_restart(hall: Hall, players: ScriptedPlayers):
    players["Hal"] = [Pick(2), Pick(3)]
    players["Hal"].hold()
    table = await opened(hall, ADA, HAL)
    await asyncio.sleep(0.01)
    await hall.drain(0.05)
    await hall.close()
    assert table.moved == {} and not table.outcome
    players["Hal"].release()
    again = Hall(hall.store, players, hall.clock, games=hall.games)
    (table,) = await again.reopen()
    await table.idle()
    assert table.moved == {(BOB, "model"): 1} and players["Hal"].asked == 2
    await again.close()
    players["Hal"]._lines.clear()


async def test_who_is_refused_meanwhile_is_asked_again_after_the_restart(hall: Hall, players: ScriptedPlayers):
    players["Hal"] = [PlayerFailed("no move", again="That is no move.")]
    players["Hal"].hold()
    table = await opened(hall, ADA, HAL)
    await asyncio.sleep(0.01)
    draining = asyncio.create_task(hall.drain(60))
    await asyncio.sleep(0.01)
    players["Hal"].release()
    await asyncio.wait_for(draining, 1)
    assert players["Hal"].asked == 1 and table.moved == {}


async def test_who_has_not_begun_to_think_does_not_begin(hall: Hall, players: ScriptedPlayers, clock: VirtualClock):
    players["Hal"] = []
    await opened(hall, ADA, HAL, pace=30.0)
    await asyncio.sleep(0.01)
    await asyncio.wait_for(hall.drain(60), 1)
    await clock.advance(60)
    assert players["Hal"].asked == 0


async def test_no_clock_runs_out_while_the_bot_leaves(hall: Hall, clock: VirtualClock):
    table = await opened(hall, ADA, replace(ADA, name="Bea", user="discord:2"), seconds=5)
    await hall.drain(1)
    await clock.advance(600)
    assert table.moved == {}


async def test_no_game_and_no_lobby_begins_any_more(hall: Hall):
    lobby = await hall.open_lobby("duel", {}, "discord:1", "here")
    await hall.drain(0)
    for begins in (hall.open_lobby("duel", {}, "discord:1", "there"), opened(hall, ADA, HAL), hall.start(lobby.id)):
        with pytest.raises(IllegalAction, match=LEAVING):
            await begins


async def test_told_once_it_waits_and_told_twice_it_leaves_at_once(hall: Hall, players: ScriptedPlayers):
    players["Hal"] = [Pick(2)]
    players["Hal"].hold()
    await opened(hall, ADA, HAL)
    await asyncio.sleep(0.01)
    stop = Stop()
    leaving = asyncio.create_task(_leave(stop, hall, 60))
    signal.raise_signal(signal.SIGTERM)
    await asyncio.sleep(0.05)
    assert stop.kindly.is_set() and not leaving.done()
    signal.raise_signal(signal.SIGINT)
    await asyncio.wait_for(leaving, 1)


async def test_what_breaks_on_leaving_keeps_nobody(hall: Hall, caplog: pytest.LogCaptureFixture):
    async def broken() -> None:
        raise OSError("Discord is gone")

    hall.leaving.append(broken)
    await asyncio.wait_for(hall.drain(60), 1)
    assert "something broke while the bot was leaving" in caplog.text


async def test_who_leaves_at_once_leaves_nothing_running(hall: Hall):
    told = asyncio.Event()

    async def tells() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            told.set()

    hall.leaving.append(tells)
    draining = asyncio.create_task(hall.drain(60))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await ended([draining])
    assert told.is_set() and asyncio.all_tasks() == {asyncio.current_task()}
