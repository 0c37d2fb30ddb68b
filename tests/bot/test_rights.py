"""Who may do what with a game, whatever surface they come from."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from bot import rights
from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.ports import About, Brief, Move, Occupant, Player
from bot.rights import Asker, NotYours
from bot.stores.memory import MemoryStore
from bot.table import Table
from games.core import HOST, IllegalAction, Seat, StaleAsk
from tests.bot.tiny import ANN, BOB, CAT

ADA, EVE = Occupant("person", "Ada", user="discord:1"), Occupant("person", "Eve", user="discord:2")
HAL, MAX = Occupant("model", "Hal"), Occupant("model", "Max")
DEEDS = count()


def asker(user: str, **more: bool) -> Asker:
    return Asker((user,) if user else (), f"deed {next(DEEDS)}", **more)


def host() -> Asker:
    return asker("discord:9")


def ada() -> Asker:
    return asker(ADA.user)


def guest() -> Asker:
    return asker("web:guest")


def moderator() -> Asker:
    return asker("discord:7", moderates=True)


def owner() -> Asker:
    return asker("", owner=True)


class Thinkers(BuiltInPlayers):
    """AIs that think for as long as the test runs."""

    def seat(self, occupant: Occupant) -> Player:
        return self

    async def move(self, brief: Brief) -> Move:
        return await asyncio.get_running_loop().create_future()


@pytest.fixture
async def hall(store: MemoryStore, clock: VirtualClock, games: dict[str, Any]) -> AsyncIterator[Hall]:
    hall = Hall(store, Thinkers(), clock, games)
    yield hall
    await hall.close()


async def opened(hall: Hall, *sitting: Occupant, about: About | None = None) -> Table:
    seats = dict(zip((ANN, BOB), sitting, strict=True))
    return await hall.open("duel", {"rounds": 1}, seats, host="discord:9", place="here", about=about or About())


async def test_among_people_anybody_takes_the_seat_of_an_ai(hall: Hall):
    table = await opened(hall, ADA, HAL)
    with pytest.raises(StaleAsk, match="Somebody sits there"):
        await rights.take(table, guest(), ANN, EVE)
    with pytest.raises(StaleAsk, match="at this table already"):
        await rights.take(table, ada(), BOB, ADA)
    with pytest.raises(StaleAsk, match="Somebody sits there"):
        rights.check_take(table, guest(), Seat("nowhere"))
    assert rights.free(table) == [BOB]
    await rights.take(table, guest(), BOB, EVE)
    assert table.seats[BOB] == EVE and rights.free(table) == []


async def test_of_two_who_sit_down_at_once_one_does(hall: Hall):
    table = await opened(hall, ADA, HAL)
    ida = Occupant("person", "Ida", user="discord:3")
    both = await asyncio.gather(
        rights.take(table, guest(), BOB, EVE), rights.take(table, asker(ida.user), BOB, ida), return_exceptions=True
    )
    assert [type(each) for each in both] == [type(None), StaleAsk]
    assert table.seats[BOB] == EVE


async def test_nobody_sits_in_two_places(hall: Hall):
    table = await hall.open("duel", {"rounds": 1}, {ANN: HAL, BOB: MAX, CAT: ADA}, host="discord:9")
    both = await asyncio.gather(
        *(rights.take(table, asker(EVE.user), seat, EVE) for seat in (ANN, BOB)), return_exceptions=True
    )
    assert [type(each) for each in both] == [type(None), StaleAsk]
    assert (table.seats[ANN], table.seats[BOB]) == (EVE, MAX)


@pytest.mark.parametrize(("who", "may"), [(guest, False), (moderator, True), (host, True), (owner, True)])
async def test_where_ais_play_among_themselves_whoever_runs_it_says_who_joins(
    hall: Hall, who: Callable[[], Asker], may: bool
):
    table = await opened(hall, HAL, MAX)
    if not may:
        with pytest.raises(NotYours, match="who joins"):
            rights.check_take(table, who(), ANN)
    await rights.take(table, who(), ANN, ADA, invited=not may)
    assert table.seats[ANN] == ADA


async def test_nobody_sits_down_where_ais_play_to_be_looked_at(hall: Hall):
    table = await opened(hall, HAL, MAX, about=About(watch=True))
    assert rights.free(table) == []
    for who in (guest, host, moderator, owner):
        with pytest.raises(NotYours, match="for watching"):
            await rights.take(table, who(), ANN, ADA, invited=True)


async def test_whoever_left_comes_back_to_their_own_seat_and_no_other(hall: Hall):
    table = await opened(hall, ADA, HAL)
    assert await rights.leave(hall, table, ada()) == ANN
    with pytest.raises(NotYours, match="do not sit"):
        await rights.leave(hall, table, ada())
    with pytest.raises(NotYours, match="who joins"):
        await rights.take(table, ada(), BOB, ADA)
    await rights.take(table, ada(), ANN, ADA)
    assert table.seats[ANN] == ADA


async def test_a_lobby_is_left_by_whichever_name_one_joined_it(hall: Hall):
    lobby = await hall.open_lobby("duel", {}, "discord:9", "here")
    await hall.join(lobby.id, ADA)
    await hall.add_ai(lobby.id)
    await hall.add_ai(lobby.id)
    for nobody in (guest(), Asker(())):
        with pytest.raises(IllegalAction, match="not joined"):
            await rights.leave(hall, hall.lobby(lobby.id), nobody)
    assert await rights.leave(hall, hall.lobby(lobby.id), Asker(("web:1", ADA.user))) is None
    assert [each.occupant.kind for each in hall.lobby(lobby.id).parties] == ["built-in"] * 2


async def test_whoever_is_forgotten_stands_in_no_lobby_that_is_gathered_again(hall: Hall):
    table = await opened(hall, ADA, HAL)
    await rights.leave(hall, table, ada())
    await rights.close(hall, table, host())
    await table.idle()
    saved = await hall.store.load(table.id)
    assert saved is not None and saved.seats[ANN].stands_for == ADA.user
    lobby = await rights.gather_again(hall, saved, host())
    assert [each.occupant.stands_for for each in lobby.parties] == [""] * len(lobby.parties)


DEEDS_OF_A_HOST: dict[str, Callable[[Hall, Table, Asker], Awaitable[None]]] = {
    "pause": lambda hall, table, who: rights.pause(table, who),
    "extend": lambda hall, table, who: rights.extend(table, who, 60),
    "hand over": lambda hall, table, who: rights.hand_over(hall, table, who, ANN),
    "close": rights.close,
}


@pytest.mark.parametrize("deed", DEEDS_OF_A_HOST)
async def test_what_is_a_hosts_to_do_a_moderator_may_and_nobody_else(hall: Hall, deed: str):
    do = DEEDS_OF_A_HOST[deed]
    for allowed in (host, moderator):
        table = await hall.open(
            "duel", {"rounds": 1, "seconds": 60}, {ANN: ADA, BOB: HAL}, host="discord:9", place=f"for {allowed}"
        )
        for who in (ada, guest, owner):
            with pytest.raises(NotYours, match="Only the host or a moderator") as refused:
                await do(hall, table, who())
            assert refused.value.stranger == (who is owner), "who is no stranger need not say who they are"
        await do(hall, table, allowed())
    if deed == "close":
        assert table.outcome
        assert table.outcome.why == "A moderator called the game off."
        await do(hall, table, moderator())
    elif deed == "hand over":
        with pytest.raises(StaleAsk, match="An AI plays there"):
            await do(hall, table, moderator())


async def test_a_moderator_does_not_sit_in_the_hosts_chair(hall: Hall):
    table = await opened(hall, ADA, HAL)
    assert (ada().seats(table), host().seats(table), moderator().seats(table)) == ([ANN], [HOST], [])


async def test_whoever_sits_there_lets_a_paused_game_go_on(hall: Hall):
    table = await opened(hall, ADA, HAL)
    with pytest.raises(StaleAsk, match="not paused"):
        await rights.resume(table, ada())
    for who in (ada, host, moderator):
        await rights.pause(table, host())
        with pytest.raises(NotYours):
            await rights.resume(table, guest())
        await rights.resume(table, who())
        assert table.paused is None
        resumed = (await hall.store.moves(table.id))[-1]
        assert resumed.seat == (ANN if who is ada else HOST)


async def test_only_who_played_plays_again_and_no_guest_lets_models_play(hall: Hall):
    table = await opened(hall, ADA, HAL, about=About(pace=2.0, public=True))
    running = await hall.store.load(table.id)
    assert running
    with pytest.raises(StaleAsk, match="not over"):
        await rights.again(hall, running, ada(), "there")
    await rights.close(hall, table, host())
    saved = await hall.store.load(table.id)
    assert saved
    with pytest.raises(NotYours, match="costs money"):
        await rights.again(hall, saved, ada(), "there")
    for who in (guest, lambda: asker("")):
        with pytest.raises(NotYours, match="who played here"):
            await rights.again(hall, saved, who(), "there")
    new = await rights.again(hall, saved, host(), "there")
    assert (new.seats, new.about, new.place) == (saved.seats, saved.about, "there")
    built_in = replace(saved, seats={ANN: ADA, BOB: Occupant("built-in", "Bo")})
    assert (await rights.again(hall, built_in, ada(), "elsewhere")).host == ADA.user


async def test_a_lobby_for_the_same_game_offers_what_they_wished_for(hall: Hall):
    table = await opened(hall, ADA, HAL)
    await rights.close(hall, table, host())
    saved = await hall.store.load(table.id)
    assert saved
    wished = replace(saved, about=About(wishes={ANN: ("red",)}))
    with pytest.raises(NotYours):
        await rights.gather_again(hall, wished, guest())
    lobby = await rights.gather_again(hall, wished, ada())
    assert [(each.occupant, each.wishes) for each in lobby.parties] == [(ADA, ("red",))]
    assert (lobby.host, lobby.place) == (ADA.user, "here")
    await hall.drop_lobby(lobby)
    chosen = replace(saved, about=About(wishes={BOB: ()}))
    assert [each.occupant for each in (await rights.gather_again(hall, chosen, ada())).parties] == [ADA, HAL]


async def test_for_somebody_who_is_forgotten_an_ai_of_another_name_plays(hall: Hall):
    table = await opened(hall, ADA, EVE)
    await rights.close(hall, table, host())
    await hall.store.erase_person(EVE.user, "Somebody")
    saved = await hall.store.load(table.id)
    assert saved
    new = await rights.again(hall, saved, ada(), "there")
    assert (new.seats[ANN], new.seats[BOB].kind) == (ADA, "built-in")
    assert new.seats[BOB].name != "Ada"
