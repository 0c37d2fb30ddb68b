"""Bets of those who watch: open to onlookers alone, changeable, kept, and told at the end."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from bot.bets import Book
from bot.clock import VirtualClock
from bot.ports import About, Occupant
from bot.surfaces.discord.bets import _score
from games.core import Seat
from tests.bot.discord.hiding import Night, night


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests move for the AIs themselves, outside SimCord's time: news does not wait there for more."""
    monkeypatch.setattr("bot.surfaces.discord.screen.HASTE", 0.0)


async def watched(t: Night, seats: int = 2) -> None:
    """A game of AIs that waits: the first of them is not asked to move before the clock says so."""
    place = f"discord:{t.guild.id}:{t.channel.id}"
    sitting = t.hall.cast([f"p{n + 1}" for n in range(seats)], "")
    await t.hall.open(
        "hideout",
        {"nights": 1},
        sitting,
        host=f"discord:{t.alice.id}",
        place=place,
        about=About(600.0, watch=True),
    )
    await t.env.settle()


async def bet(t: Night, who: Any, name: str) -> str:
    await t.pick(who, "Who is the thief?", name, t.board)
    return t.answer(t.last).text


async def finish(t: Night) -> None:
    """Everybody moves, and moves again."""
    table = t.table
    while not table.story.outcome:
        seat = table.waited_for()[0]
        ask = next(ask for ask in table.story.asks(seat) if ask.need == "each")
        await table.submit(seat, ask.default, ask.key, f"test:{len(table.story.log)}")
    await t.env.settle()


async def test_onlookers_bet_and_change_their_minds():
    async with night() as t:
        await watched(t)
        assert "no bets so far" in t.board.selects[0]["placeholder"]
        assert "You bet on **Ada 🤖**" in await bet(t, t.bob, "Ada")
        assert "1 bet so far" in t.board.selects[0]["placeholder"] and not t.board.picked
        assert "You bet on **Basil 🤖**" in await bet(t, t.bob, "Basil")
        await bet(t, t.carol, "Ada")
        assert "2 bets so far" in t.board.selects[0]["placeholder"]
        assert t.last.followups[-1].ephemeral and "bob" not in t.board.text


async def test_the_result_says_how_built_in_players_play_next_time():
    for tried, said in ((2, True), (0, False)):
        async with night() as t:
            me = f"discord:{t.alice.id}"
            ai = t.hall.cast([Seat("p2")], "built-in")
            sitting = {Seat("p1"): Occupant("person", "alice", me), **ai}
            place, about = f"discord:{t.guild.id}:{t.channel.id}", About(given="easy", tried=tried)
            await t.hall.open("hideout", {"nights": 1}, sitting, host=me, place=place, about=about)
            await t.env.settle()
            table = t.table
            while not table.story.outcome:
                seat = next(each for each in table.waited_for())
                ask = next(ask for ask in table.story.asks(seat) if ask.need == "each")
                await table.submit(seat, ask.default, ask.key, f"test:{len(table.story.log)}")
                await t.env.settle()
            told = "next time built-in players play mixed, each as its character does."
            assert ((told in t.public()[-1].text), "Rematch" in t.public()[-1].buttons) == (said, True)


async def test_who_is_banned_bets_no_more():
    async with night() as t:
        await watched(t)
        await t.say(t.alice, "game ban", player=t.bob)
        assert await bet(t, t.bob, "Ada") == "You are banned from this table. Its host can let you back in."
        assert "no bets so far" in t.board.selects[0]["placeholder"]
        await t.say(t.alice, "game unban", player="bob")
        assert "You bet on" in await bet(t, t.bob, "Ada")


async def test_who_was_right_is_told_at_the_end_the_earliest_first_without_a_ping():
    async with night() as t:
        await watched(t)
        await bet(t, t.carol, "Ada")
        await t.env.advance_time(5)
        await bet(t, t.bob, "Ada")
        await t.env.advance_time(5)
        await bet(t, t.dave, "Basil")
        await bet(t, t.carol, "Basil")
        await bet(t, t.carol, "Ada")
        await finish(t)
        result = t.public()[-1]
        assert f"3 bets, right (earliest first): <@{t.bob.id}> and <@{t.carol.id}>." in result.text
        assert not result.raw.allowed_mentions.allows_user(t.bob.id), "named, not called"
        assert all("<@" not in message.text for message in t.public()[:-1])
        assert not t.board.selects, "bets are closed"


async def test_a_running_score_for_those_who_are_right_again():
    async with night() as t:
        for _ in range(2):
            await watched(t)
            await bet(t, t.bob, "Ada")
            await finish(t)
        assert f"<@{t.bob.id}> (for the 2nd time here)" in t.public()[-1].text
        assert [_score(n) for n in (1, 3, 11)] == ["", " (for the 3rd time here)", " (for the 11th time here)"]


async def test_nobody_was_right_and_nobody_bet():
    async with night() as t:
        await watched(t)
        await bet(t, t.bob, "Basil")
        await finish(t)
        assert "1 bet, and nobody was right." in t.public()[-1].text
        await watched(t)
        await finish(t)
        assert "🎲" not in t.public()[-1].text


async def test_bets_survive_a_restart():
    async with night() as t:
        await watched(t)
        await bet(t, t.bob, "Ada")
        await t.restart()
        assert "1 bet so far" in t.board.selects[0]["placeholder"]
        await bet(t, t.carol, "Basil")
        await finish(t)
        assert f"2 bets, right (earliest first): <@{t.bob.id}>." in t.public()[-1].text


async def test_where_people_play_nobody_bets():
    async with night() as t:
        await t.play(t.alice, t.bob)
        assert not t.board.selects


async def test_whoever_has_sat_at_the_table_may_not_bet():
    async with night() as t:
        await watched(t)
        t.table.held.append((f"discord:{t.bob.id}", "p1"))
        assert "Only onlookers may bet" in await bet(t, t.bob, "Ada")
        assert "no bets so far" in t.board.selects[0]["placeholder"]


async def test_a_bet_after_the_end_is_refused_in_a_sentence():
    async with night() as t:
        await watched(t)
        select = t.board.selects[0]
        value = select["options"][0]["value"]
        await finish(t)
        assert "That game is over" in (await t.press_anyway(t.bob, t.public()[-1], select, value)).text


async def test_who_is_erased_has_no_bet_and_is_named_nowhere():
    async with night() as t:
        await watched(t)
        await bet(t, t.bob, "Ada")
        await bet(t, t.carol, "Ada")
        asked = t.answer(await t.say(t.bob, "game delete-my-data"))
        await t.press(t.bob, "Delete", asked)
        assert str(t.bob.id) not in str(await t.store.all("bet"))
        await bet(t, t.dave, "Basil")
        assert str(t.bob.id) not in str(await t.store.all("bet"))
        await finish(t)
        assert "2 bets" in t.public()[-1].text and str(t.bob.id) not in t.public()[-1].text


async def test_a_bet_that_comes_while_bets_are_read_from_the_store_is_kept():
    class Slow:
        async def get(self, kind: str, id: str) -> dict[str, Any]:
            await asyncio.sleep(0)
            return {}

    book = Book(cast(Any, Slow()), VirtualClock())
    first, second = await asyncio.gather(book.of("g1"), book.of("g1"))
    assert first is second
