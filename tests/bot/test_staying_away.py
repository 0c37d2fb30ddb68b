"""Nobody blocks a table: an AI sits in for whoever stays away, another hosts for its host, and the others vote to go on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count
from typing import Any

import pytest

from bot import rights
from bot.clock import VirtualClock
from bot.hall import OVER, SWEEPING, Hall
from bot.house_rules import server_of
from bot.ports import About, Occupant
from bot.rights import HOST_AWAY, Asker, NotYours
from bot.stores.memory import MemoryStore
from bot.table import Table
from bot.table.votes import CLOCKED, PATIENCE
from games.core import (
    HOST,
    Ask,
    Hosts,
    IllegalAction,
    Resumed,
    SatIn,
    Seat,
    Seated,
    Skipped,
    StaleAsk,
    Told,
    VotedOut,
    house_says,
)
from tests.bot import tiny
from tests.bot.test_rights import Thinkers
from tests.bot.tiny import ANN, BOB, CAT, Pick, Picked, Revealed

ADA, EVE, IDA = (Occupant("person", name, user=f"discord:{n}") for n, name in ((1, "Ada"), (2, "Eve"), (3, "Ida")))
HAL = Occupant("model", "Hal")
DEEDS = count()


def asker(who: Occupant, **more: Any) -> Asker:
    return Asker((who.user,), f"deed {next(DEEDS)}", **more)


@pytest.fixture
async def hall(store: MemoryStore, clock: VirtualClock, games: dict[str, Any]) -> AsyncIterator[Hall]:
    hall = Hall(store, Thinkers(), clock, games)
    yield hall
    await hall.close()


async def opened(hall: Hall, *sitting: Occupant, host: Occupant = ADA, away: int = 2, **options: Any) -> Table:
    seats = dict(zip((ANN, BOB, CAT), sitting, strict=False))
    options = {"rounds": 9, "seconds": 60, **options}
    return await hall.open("duel", options, seats, host=host.user, about=About(away=away), id="table1")


def told(table: Table, *kinds: type) -> list[Any]:
    return [each.event for each in table.log if isinstance(each.event, kinds)]


async def pick(table: Table, seat: Seat) -> None:
    await table.submit(seat, Pick(3), f"pick:{table.story.state.round}", f"press {next(DEEDS)}")


async def late(clock: VirtualClock, seconds: float = 61) -> None:
    await clock.advance(seconds)
    await clock.advance(0.1)


# ── an AI sits in ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_for_whoever_misses_two_turns_in_a_row_an_ai_plays_on_in_their_name(hall: Hall, clock: VirtualClock):
    table = await opened(hall, ADA, EVE)
    for _ in range(2):
        assert table.seats[BOB] == EVE
        await pick(table, ANN)
        await late(clock)
    assert (table.seats[BOB].kind, table.seats[BOB].name, table.seats[BOB].stands_for) == ("built-in", "Eve", EVE.user)
    assert told(table, SatIn) == [SatIn(BOB, 2)] and table.seats[ANN] == ADA and table.paused is None
    said = house_says(SatIn(BOB, 2))
    assert said == "{bob} has missed 2 turns in a row: an AI 🤖 plays on until they take their seat back."


@pytest.mark.parametrize("voted", [False, True], ids=["missed", "voted out"])
async def test_whoever_sits_in_is_a_model_that_the_server_allows(hall: Hall, clock: VirtualClock, voted: bool):
    hall.players = Dear()
    place = "discord:7:8"
    await hall.rules.change(server_of(place), models=("cheap",))
    seats = dict(zip((ANN, BOB, CAT), (ADA, EVE, IDA), strict=True))
    table = await hall.open("duel", {"rounds": 9, "seconds": 60}, seats, host=ADA.user, place=place, id="table1")
    for _ in range(2):
        if voted:
            await rights.vote_out(table, asker((ADA, IDA)[_]), BOB)
        else:
            await pick(table, ANN)
            await pick(table, CAT)
            await late(clock)
    assert (table.seats[BOB].model, table.seats[BOB].stands_for) == ("cheap", EVE.user)


class Dear(Thinkers):
    """Models, of which the first is dear."""

    def occupant(self, name: str, spec: str = "") -> Occupant:
        return Occupant("model", name, model=spec or "dear")

    def specs(self) -> tuple[str, ...]:
        return ("dear", "cheap")


async def test_a_turn_that_is_played_begins_the_count_anew(hall: Hall, clock: VirtualClock):
    table = await opened(hall, ADA, EVE)
    for absent in (True, False, True, False):
        await pick(table, ANN)
        await (late(clock) if absent else pick(table, BOB))
    assert table.seats[BOB] == EVE and not told(table, SatIn)


@pytest.mark.parametrize(("away", "turns"), [(0, 5), (1, 1), (3, 3)])
async def test_how_many_turns_that_is_the_table_says_before(hall: Hall, clock: VirtualClock, away: int, turns: int):
    table = await opened(hall, ADA, EVE, away=away)
    for _ in range(turns):
        assert not told(table, SatIn)
        await pick(table, ANN)
        await late(clock)
    assert len(told(table, SatIn)) == bool(away)


async def test_what_is_asked_in_private_is_never_counted(
    hall: Hall, clock: VirtualClock, games: dict[str, Any], monkeypatch: pytest.MonkeyPatch
):
    """Or the AI that sits in would tell who had been asked."""

    def privately(s: Any, seat: Seat) -> tuple[Ask, ...]:
        from dataclasses import replace

        return tuple(replace(each, private=True) for each in tiny.asks(s, seat))

    hall.games = {"duel": tiny.GAME.but(asks=privately)}
    table = await opened(hall, ADA, EVE)
    for _ in range(4):
        await pick(table, ANN)
        await late(clock)
    assert table.seats[BOB] == EVE and not told(table, SatIn) and not table.missed[BOB]


async def test_what_was_missed_is_known_after_a_restart(
    hall: Hall, clock: VirtualClock, store: MemoryStore, games: dict[str, Any]
):
    table = await opened(hall, ADA, EVE)
    await pick(table, ANN)
    await late(clock)
    assert table.missed[BOB] == 1
    await hall.close()
    after = Hall(store, Thinkers(), clock, games)
    [table] = await after.reopen()
    assert table.missed[BOB] == 1 and not table.missed[ANN]
    await pick(table, ANN)
    await late(clock, 100)
    assert table.seats[BOB].stands_for == EVE.user
    await after.close()
    again = Hall(store, Thinkers(), clock, games)
    [table] = await again.reopen()
    assert rights.own(table, asker(EVE)) == BOB
    await rights.come_back(table, asker(EVE))
    assert table.seats[BOB] == EVE
    await again.close()


async def test_the_seat_is_had_back_by_one_deed_while_the_ai_is_thinking(hall: Hall, clock: VirtualClock):
    table = await opened(hall, ADA, EVE)
    for _ in range(2):
        await pick(table, ANN)
        await late(clock)
    await clock.advance(1)
    assert BOB in table.thinking.tasks
    assert await rights.come_back(table, asker(EVE)) == BOB
    assert (table.seats[BOB] == EVE and BOB not in table.thinking.tasks) or table.thinking.tasks[BOB][1].cancelling()
    await pick(table, BOB)
    assert told(table, Picked)[-1].seat == BOB
    with pytest.raises(StaleAsk, match="sit at this table already"):
        await rights.come_back(table, asker(EVE))
    with pytest.raises(NotYours, match="No AI plays on for you"):
        await rights.come_back(table, asker(IDA))


async def test_where_nobody_is_left_the_game_waits_and_whoever_comes_back_lets_it_go_on(
    hall: Hall, clock: VirtualClock
):
    table = await opened(hall, ADA, HAL, seconds=60)
    for _ in range(2):
        await late(clock)
        hal = next(ask for ask in table.asks(BOB)) if table.asks(BOB) else None
        if hal and table.paused is None and hal.key.startswith("pick"):
            await pick(table, BOB)
    assert table.paused == "Nobody is left at the table." and table.host == ADA.user
    await rights.come_back(table, asker(ADA))
    assert table.paused is None and told(table, Resumed) and table.seats[ANN] == ADA and table.host == ADA.user


# ── who hosts ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_when_the_host_leaves_the_next_person_around_the_table_hosts(hall: Hall):
    table = await opened(hall, EVE, ADA, IDA)
    await rights.leave(hall, table, asker(ADA))
    assert table.host == IDA.user and told(table, Hosts) == [Hosts(CAT)]
    assert house_says(Hosts(CAT)) == "{cat} hosts this game now."
    await rights.pause(table, asker(IDA))
    with pytest.raises(NotYours):
        await rights.pause(table, asker(ADA))


async def test_a_host_who_misses_too_much_is_followed_and_after_a_restart_still(
    hall: Hall, clock: VirtualClock, store: MemoryStore, games: dict[str, Any]
):
    table = await opened(hall, ADA, EVE)
    for _ in range(2):
        await pick(table, BOB)
        await late(clock)
    assert table.host == EVE.user
    await hall.close()
    after = Hall(store, Thinkers(), clock, games)
    [table] = await after.reopen()
    assert table.host == EVE.user
    await rights.come_back(table, asker(ADA))
    assert table.host == EVE.user, "who comes back does not host again by it"
    await rights.host(table, asker(EVE), ANN)
    assert table.host == ADA.user
    await after.close()


async def test_a_host_apart_who_leaves_a_dispute_open_is_followed(hall: Hall, clock: VirtualClock):
    table = await opened(hall, EVE, IDA, host=ADA, seconds=0, ruling=30)
    assert table.story.kinds[HOST] == "person"
    for n in range(2):
        assert table.host == ADA.user
        await table.submit(ANN, tiny.Object(), f"object:{table.story.state.round}", f"object {n}")
        await late(clock, 31)
    assert table.host == EVE.user and table.story.kinds[HOST] == "built-in"


async def test_only_the_host_hands_the_hosting_over_and_only_to_a_person_who_sits_there(hall: Hall):
    table = await opened(hall, ADA, EVE, HAL)
    with pytest.raises(NotYours, match="Only the host or a moderator"):
        await rights.host(table, asker(EVE), BOB)
    with pytest.raises(IllegalAction, match="Only a person who sits at this table"):
        await rights.host(table, asker(ADA), CAT)
    with pytest.raises(StaleAsk, match="hosts this game already"):
        await rights.host(table, asker(ADA), ANN)
    await rights.host(table, Asker(("discord:7",), "m", moderates=True), BOB)
    assert table.host == EVE.user


async def test_who_can_be_reached_no_more_plays_and_hosts_no_more(hall: Hall):
    table = await opened(hall, ADA, EVE)
    await rights.gone(hall, table, ADA.user, "left")
    assert table.host == EVE.user and table.seats[ANN].stands_for == ADA.user
    await rights.gone(hall, table, "discord:77", "a stranger")
    apart = await hall.open("duel", {}, {ANN: EVE, BOB: IDA}, host=ADA.user)
    await rights.gone(hall, apart, ADA.user, "left")
    assert apart.host == EVE.user


async def test_a_game_whose_host_was_the_last_to_go_is_hosted_by_whoever_sits_down_next(hall: Hall):
    table = await opened(hall, ADA, HAL)
    await rights.leave(hall, table, asker(ADA))
    assert table.host == ADA.user and not table.hosted
    await rights.take(table, asker(EVE, owner=True), BOB, EVE)
    assert table.host == EVE.user


async def test_an_erased_host_is_followed(hall: Hall):
    table, apart = await opened(hall, EVE, ADA), await hall.open("duel", {}, {ANN: EVE, BOB: IDA}, host=ADA.user)
    await hall.erase_person(ADA.user)
    assert table.host == apart.host == EVE.user


# ── votes ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_most_of_those_who_wait_end_the_waiting(hall: Hall, clock: VirtualClock):
    table = await opened(hall, ADA, EVE, IDA, seconds=0)
    await pick(table, ANN)
    await pick(table, BOB)
    with pytest.raises(StaleAsk, match="A little patience: in 60 seconds"):
        await rights.skip(table, asker(ADA))
    await clock.advance(PATIENCE)
    with pytest.raises(IllegalAction, match="The table waits for you"):
        await rights.skip(table, asker(IDA))
    vote = await rights.skip(table, asker(ADA))
    assert (len(vote.those), vote.needed, vote.carried) == (1, 2, False)
    assert (await rights.skip(table, asker(ADA))).carried is False, "one is one, however often they press"
    assert (await rights.skip(table, asker(EVE))).carried
    await late(clock, 1)
    assert told(table, Skipped) and len(told(table, Revealed)) == 1
    assert not table.deadlines and not table.votes.standing()
    assert table.missed[CAT] == 1, "it goes as if time was up"


async def test_the_waiting_ends_for_all_who_are_waited_for(hall: Hall, clock: VirtualClock):
    table = await opened(hall, ADA, EVE, IDA, seconds=0)
    await pick(table, ANN)
    await clock.advance(PATIENCE)
    assert (await rights.skip(table, asker(ADA))).carried
    await late(clock, 1)
    assert len(told(table, Revealed)) == 1


async def test_a_vote_is_on_this_moment_and_no_other(hall: Hall, clock: VirtualClock):
    table = await opened(hall, ADA, EVE, IDA, seconds=0)
    await pick(table, ANN)
    await pick(table, BOB)
    await clock.advance(PATIENCE)
    await rights.skip(table, asker(ADA))
    await pick(table, CAT)
    assert not table.votes.standing()


async def test_where_a_clock_runs_nobody_is_hurried_out_of_their_time(hall: Hall, clock: VirtualClock):
    table = await opened(hall, ADA, EVE, seconds=3600)
    await pick(table, ANN)
    await clock.advance(PATIENCE)
    with pytest.raises(StaleAsk, match="A little patience"):
        await rights.skip(table, asker(ADA))
    await clock.advance(CLOCKED)
    assert (await rights.skip(table, asker(ADA))).carried
    await late(clock, 1)
    assert len(told(table, Revealed)) == 1


async def test_how_many_votes_it_takes_says_of_nobody_whether_they_have_chosen_in_private(
    hall: Hall, clock: VirtualClock
):
    def privately(s: Any, seat: Seat) -> tuple[Ask, ...]:
        from dataclasses import replace

        return tuple(replace(each, private=True) for each in tiny.asks(s, seat))

    hall.games = {"duel": tiny.GAME.but(asks=privately)}
    table = await opened(hall, ADA, EVE, IDA, seconds=0)
    await clock.advance(PATIENCE)
    seen = []
    for seat in (ANN, BOB):
        seen.append((table.votes.of().needed, table.votes.may(None)))
        await pick(table, seat)
    seen.append((table.votes.of().needed, table.votes.may(None)))
    assert seen == [(2, frozenset({ANN, BOB, CAT}))] * 3
    await rights.skip(table, asker(IDA))  # who has not chosen, and nobody hears it
    assert (await rights.skip(table, asker(EVE))).carried


async def test_after_a_restart_a_vote_still_stands_when_somebody_has_chosen_in_private(
    hall: Hall, store: MemoryStore, clock: VirtualClock, games: dict[str, Any]
):
    def privately(s: Any, seat: Seat) -> tuple[Ask, ...]:
        from dataclasses import replace

        return tuple(replace(each, private=True) for each in tiny.asks(s, seat))

    games["duel"] = tiny.GAME.but(asks=privately)
    await opened(hall, ADA, EVE, IDA, seconds=0)
    again = Hall(store, Thinkers(), clock, games)
    (table,) = await again.reopen()
    with pytest.raises(StaleAsk, match="in 60 seconds"):
        await rights.skip(table, asker(IDA))
    await clock.advance(PATIENCE)
    await rights.skip(table, asker(IDA))
    await pick(table, ANN)
    assert (await rights.skip(table, asker(EVE))).carried
    await again.close()


async def test_most_of_the_others_play_on_without_somebody_who_then_stays_away(hall: Hall):
    table = await opened(hall, ADA, EVE, IDA)
    assert not (await rights.vote_out(table, asker(EVE), ANN)).carried
    assert [(on, len(each.those), each.needed) for on, each in table.votes.standing().items()] == [(ANN, 1, 2)]
    assert (await rights.vote_out(table, asker(IDA), ANN)).carried
    assert told(table, VotedOut) == [VotedOut(ANN)] and table.seats[ANN].kind != "person" and table.host == EVE.user
    assert rights.own(table, asker(ADA)) is None
    for deed in (rights.come_back(table, asker(ADA)), rights.take(table, asker(ADA), ANN, ADA)):
        with pytest.raises(NotYours, match="sent away"):
            await deed
    await rights.take(table, asker(ADA), ANN, ADA, invited=True)


async def test_two_people_vote_nobody_out_and_ais_have_no_vote(hall: Hall):
    table = await opened(hall, ADA, EVE, HAL)
    with pytest.raises(IllegalAction, match="two votes at least"):
        await rights.vote_out(table, asker(ADA), BOB)
    with pytest.raises(IllegalAction, match="leave by yourself"):
        await rights.vote_out(table, asker(ADA), ANN)
    with pytest.raises(StaleAsk, match="An AI plays there"):
        await rights.vote_out(table, asker(ADA), CAT)
    with pytest.raises(NotYours, match="do not sit"):
        await rights.vote_out(table, asker(IDA), ANN)


async def test_the_end_of_the_waiting_outlives_the_process(
    hall: Hall, clock: VirtualClock, store: MemoryStore, games: dict[str, Any]
):
    table = await opened(hall, ADA, EVE, seconds=0)
    await pick(table, ANN)
    await clock.advance(PATIENCE)
    table._ticker.run = lambda: None  # type: ignore[method-assign]
    await rights.skip(table, asker(ADA))
    await hall.close()
    after = Hall(store, Thinkers(), clock, games)
    [table] = await after.reopen()
    await late(clock, 31)
    assert len(told(table, Revealed)) == 1
    await after.close()


# ── lobbies ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_lobby_whose_host_stays_away_is_led_by_whoever_has_joined(hall: Hall, clock: VirtualClock):
    lobby = await hall.open_lobby("duel", {}, ADA.user, "here")
    lobby = await hall.join(lobby.id, EVE)
    with pytest.raises(NotYours, match="anybody who has joined can, in 10 minutes"):
        await rights.lead(hall, lobby, asker(EVE))
    await clock.advance(HOST_AWAY / 2)
    hall.hear(hall.lobby(lobby.id), ADA.user)
    await clock.advance(HOST_AWAY / 2)
    with pytest.raises(NotYours):
        await rights.lead(hall, hall.lobby(lobby.id), asker(EVE))
    await clock.advance(HOST_AWAY / 2)
    with pytest.raises(NotYours, match=r"Only the host or a moderator can do that\.$"):
        await rights.lead(hall, hall.lobby(lobby.id), asker(IDA))
    assert (await rights.lead(hall, hall.lobby(lobby.id), asker(EVE))).host == EVE.user
    assert hall.lobby(lobby.id).host == EVE.user


async def test_a_lobby_in_which_nothing_happens_is_closed(hall: Hall, clock: VirtualClock):
    old = await hall.open_lobby("duel", {}, ADA.user, "here")
    await clock.advance(hall.lobby_seconds / 2)
    new = await hall.open_lobby("duel", {}, ADA.user, "there")
    await hall.sweep()
    assert {*hall.lobbies} == {old.id, new.id}
    sweeping = asyncio.create_task(hall.keep_house())
    await clock.advance(hall.lobby_seconds / 2 + SWEEPING)
    assert {*hall.lobbies} == {new.id} and list(hall.expired) == [old.id]
    hall.lobby_seconds = 0
    await clock.advance(10 * 86400)
    assert {*hall.lobbies} == {new.id}
    sweeping.cancel()


async def test_a_game_that_is_over_leaves_memory(hall: Hall, clock: VirtualClock):
    table, other = await opened(hall, ADA, EVE), await hall.open("duel", {}, {ANN: ADA, BOB: EVE})
    await table.cancel("over")
    await hall.sweep()
    await clock.advance(OVER - 1)
    await hall.sweep()
    assert {*hall.tables} == {table.id, other.id}
    await clock.advance(1)
    await hall.sweep()
    assert {*hall.tables} == {other.id}


async def test_a_lobby_of_an_earlier_release_waits_from_now_on(hall: Hall, clock: VirtualClock, store: MemoryStore):
    lobby = await hall.open_lobby("duel", {}, ADA.user, "here")
    kept = (await store.all("lobby"))[lobby.id]
    await store.put("lobby", lobby.id, {name: each for name, each in kept.items() if name not in ("changed", "heard")})
    hall.lobbies.clear()
    await hall.reopen()
    await hall.sweep()
    assert hall.lobby(lobby.id).changed == clock.now()


async def test_of_two_starts_at_once_the_second_hears_that_it_has_begun(hall: Hall):
    lobby = await hall.open_lobby("duel", {}, ADA.user, "here")
    await hall.join(lobby.id, ADA)
    both = await asyncio.gather(hall.start(lobby.id), hall.start(lobby.id), return_exceptions=True)
    assert isinstance(both[0], Table) and str(both[1]) == "The game has begun already."
    with pytest.raises(StaleAsk, match="begun already"):
        await hall.start(lobby.id)


async def test_two_pauses_are_one(hall: Hall):
    table = await opened(hall, ADA, EVE)
    await rights.pause(table, asker(ADA))
    with pytest.raises(StaleAsk, match="paused already"):
        await rights.pause(table, asker(ADA))
    assert isinstance(table.log[0], Told) and isinstance(table.log[0].event, Seated)
