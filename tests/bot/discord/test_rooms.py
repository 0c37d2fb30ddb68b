"""The rooms beside a table: who reads there, what is told, and that it is told once."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.players.autoplay import TEMPERS
from tests.bot.discord.house import HALL, House, Script, house

STRIKE = Script(nights={"p1": {1: (HALL, "strike {p6}")}}, thoughts="||They|| all look *innocent*.")
"""Ada, the murderer, strikes whoever sits in the last seat in the first night."""


def fallen(s: Any) -> bool:
    return bool(s.deaths)


def readers(t: House, thread: Any) -> set[int]:
    bot = t.env.backend.bot_user.id
    return {user for user in t.env.backend.channels[thread.id].thread_members if user != bot}


async def test_the_dead_are_let_into_a_private_thread_and_told_everything_from_the_beginning():
    async with house(STRIKE) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=lambda s: s.day == 1 and s.phase == "night")
        assert not t.channel.threads, "there is no graveyard before there are dead people"
        await t.play(t.alice, t.bob, until=fallen)
        thread = t.thread("The graveyard")
        told = t.told_in(thread)
        assert t.env.backend.channels[thread.id].type == 12, "private"
        assert "can read this too" in told and "Ada 🤖 is the only murderer." in told
        assert "Ada 🤖 goes to the Hall and strikes alice." in told and "alice fell there" in told
        assert r"||\|\|They\|\| all look \*innocent\*.||" in told, "what the AIs thought, as spoilers and no markup"
        assert "I saw nobody" not in told, "what was said to everybody need not be told again"
        assert readers(t, thread) == {t.alice.id}
        assert len(t.public(thread)) == 2, "one message says what it is, one holds all"


async def test_a_room_is_told_on_in_few_messages_and_nothing_twice():
    async with house(STRIKE) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=lambda s: s.day == 3)
        told = t.told_in(t.thread("The graveyard"))
        assert told.count("Ada 🤖 is the only murderer.") == 1
        assert [told.count(f"Night {n}: bob was in the Hall") for n in (1, 2)] == [1, 1]
        assert len(t.public(t.thread("The graveyard"))) <= 6


async def test_a_room_is_opened_filled_and_told_once_across_restarts(monkeypatch: pytest.MonkeyPatch):
    async with house(STRIKE) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=fallen)
        before = [m.id for m in t.public(t.thread("The graveyard"))]
        posts = await t.store.posts(t.table.id, "discord")
        first = min(slot for slot in posts if slot.startswith("room:graveyard:told:"))
        for slot, post in posts.items():
            if slot in ("room:graveyard", first):
                await t.store.save_post(_pending(post))  # as if the process had died before it heard of them
        await t.restart()
        await t.env.advance_time(60)
        assert len(t.channel.threads) == 1 and [m.id for m in t.public(t.thread("The graveyard"))] == before
        entering = [r for r in t.requests() if r.method == "PUT" and "thread-members" in r.path]
        assert len(entering) == 1


def _pending(post: Any) -> Any:
    return type(post)(post.game, post.surface, post.slot, post.nonce, post.channel, "", post.note)


async def test_whoever_leaves_a_dead_seat_is_shown_out():
    async with house(STRIKE) as t:
        # On Discord whoever has opened a private thread may show people out; SimCord wants the permission for it.
        allowed = {t.guild.default_role: discord.PermissionOverwrite(manage_threads=True)}
        t.channel = t.guild.create_text_channel("the house", overwrites=allowed)
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=fallen)
        thread = t.thread("The graveyard")
        await t.say(t.alice, "game leave")
        assert t.table.seat_of(f"discord:{t.alice.id}") is None, "the dead may go, too"
        await t.env.advance_time(60)
        assert readers(t, thread) == set()
        await t.say(t.alice, "game join", seat="p6")
        await t.env.advance_time(60)
        assert readers(t, thread) == {t.alice.id}


async def test_whoever_is_erased_is_shown_out_of_the_graveyard():
    async with house(STRIKE) as t:
        allowed = {t.guild.default_role: discord.PermissionOverwrite(manage_threads=True)}
        t.channel = t.guild.create_text_channel("the house", overwrites=allowed)
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=fallen)
        thread = t.thread("The graveyard")
        assert readers(t, thread) == {t.alice.id}
        asked = t.answer(await t.say(t.alice, "game delete-my-data"))
        await t.press(t.alice, "Delete", asked)
        await t.env.advance_time(60)
        assert readers(t, thread) == set(), "nothing is kept by which they could be shown out later"


async def test_without_the_permission_the_game_goes_on_and_the_log_says_so(caplog: pytest.LogCaptureFixture):
    async with house(STRIKE) as t:
        t.env.inject_error("POST", f"/channels/{t.channel.id}/threads", status=403, code=50013, times=None)
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=lambda s: s.day == 2)
        assert not t.channel.threads and caplog.text.count("goes on without its room") == 1
        tries = [r for r in t.requests() if r.path.endswith("/threads")]
        assert len(tries) == 1, "it is not tried again"
        assert t.table.story.paused is None


async def test_a_room_opens_though_the_board_beside_it_cannot_be_shown():
    async with house(STRIKE) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=lambda s: s.day == 1 and s.phase == "night")
        t.env.inject_error("POST", f"/channels/{t.channel.id}/messages", status=500, times=None)
        t.env.inject_error("PATCH", f"/channels/{t.channel.id}/messages/*", status=500, times=None)
        await t.play(t.alice, t.bob, until=fallen)
        await t.env.advance_time(30)
        assert readers(t, t.thread("The graveyard")) == {t.alice.id}


async def test_a_room_that_seems_deleted_ends_nothing():
    async with house(STRIKE) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=fallen)
        t.env.inject_error("POST", f"/channels/{t.thread('The graveyard').id}/messages", status=404, code=10003)
        await t.play(t.alice, t.bob, until=lambda s: s.day == 3)
        assert len(t.channel.threads) == 1 and t.table.story.outcome is None


async def test_a_game_in_a_thread_has_its_room_beside_that_thread():
    async with house(STRIKE) as t:
        t.env.backend.create_thread(t.channel.id, "our table", t.env.backend.bot_user.id, type=11)
        [place] = t.channel.threads
        await t.open(t.alice, t.bob, channel=place)
        await t.play(t.alice, t.bob, until=fallen)
        assert t.thread("The graveyard") is not None


async def test_only_ais_have_an_open_room_from_the_beginning_on():
    async with house(STRIKE) as t:
        await t.open()
        await t.env.advance_time(60)
        thread = t.thread("Behind the scenes")
        assert t.env.backend.channels[thread.id].type == 11, "public"
        told = t.told_in(thread)
        assert "Ada 🤖 is the only murderer." in told and "💭" in told and "can read this too" not in told


async def test_a_room_hears_how_it_ends():
    async with house(Script(STRIKE.nights, {f"p{n}": {1: "p1"} for n in range(1, 7)})) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob)
        told = t.told_in(t.thread("The graveyard"))
        assert "strikes alice" in told and told.count("is innocent") >= 5


async def test_a_message_that_was_on_its_way_is_found(monkeypatch: pytest.MonkeyPatch):
    """What is looked for is looked for in the room, not at the table."""
    async with house(STRIKE) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=fallen)
        thread = t.thread("The graveyard")
        head = (await t.store.posts(t.table.id, "discord"))["room:graveyard:head"]
        outbox = t.surface.screens.at(t.table.id, t.table.place).outbox
        there = t.surface.client.get_partial_messageable(thread.id)
        found = await t.within(outbox._read_back("room:graveyard:head", there))
        assert found is not None and str(found.id) == head.message


async def test_whoever_would_watch_says_how_many_play_and_who():
    async with house(STRIKE) as t:
        await t.say(t.alice, "mystery watch", players=10, cast="built-in:bold", pace=60.0)
        [table] = t.hall.tables.values()
        assert len(table.seats) == 10
        assert {occupant.temper for occupant in table.seats.values()} == {TEMPERS["built-in:bold"]}
