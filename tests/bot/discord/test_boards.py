"""Boards that come back by themselves, and what becomes of a game whose channel or people are gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
from simcord.backend.models import Overwrite

from bot.ports import Post
from bot.stores.memory import MemoryStore
from bot.surfaces.discord import barred, screen
from bot.surfaces.discord.absent import LOOK
from bot.surfaces.discord.reminders import CALLED_AGAIN
from games.core import HOST, Resumed
from tests.bot.discord.house import HALL, House, Script, house
from tests.bot.discord.square import square
from tests.bot.discord.test_posts import about_to_guess, again
from tests.bot.discord.town import Town, ignored, town

SHUT = discord.Permissions(send_messages=True, view_channel=True).value


def shut(t: Town, channel: Any, closed: bool = True) -> None:
    """Takes from the bot what it needs in a channel, or gives it back."""
    me = t.env.backend.bot_user.id
    denied = Overwrite(me, 1, deny=SHUT) if closed else Overwrite(me, 1)
    t.env.backend.set_overwrite(channel.id, denied)


async def turns(done: Callable[[], object]) -> None:
    """Whatever else is under way goes on, until it has come to this, or for a while."""
    for _ in range(200):
        if not done():
            await asyncio.sleep(0)


async def test_a_deleted_board_comes_back_though_nobody_does_anything():
    async with town() as t:
        await t.four()
        first = t.board
        t.env.backend.delete_message(first.channel, first.id)
        await t.env.advance_time(screen.COMES_BACK[0] + 0.1)
        [board] = t.public()
        assert board.id != first.id and "Give clue" in board.buttons
        await t.clue(t.alice, "universe")
        assert "UNIVERSE" in t.board.lead and len(t.public()) == 1


async def test_a_deleted_lobby_comes_back():
    async with town() as t:
        await t.lobby()
        t.env.backend.bulk_delete_messages(t.channel.id, [t.board.id])
        await t.env.advance_time(screen.COMES_BACK[0] + 0.1)
        assert "Start" in t.board.buttons


async def test_whatever_deletes_each_board_does_not_make_the_bot_post_without_end():
    async with town() as t:
        await t.four()
        for _ in range(60):
            for each in t.public():
                t.env.backend.delete_message(each.channel, each.id)
            await t.env.advance_time(2)
        posted = [r for r in t.env.http_requests if r.method == "POST" and r.path.endswith(f"/{t.channel.id}/messages")]
        assert len(posted) <= 5


async def test_a_board_comes_down_when_talk_has_buried_it_but_not_often():
    async with town() as t:
        await t.four()
        first = t.board
        for n in range(screen.FAR_ABOVE):
            await t.bob.send(t.channel, f"talk {n}")
        await t.env.advance_time(screen.QUIET + 0.1)
        assert t.public()[-1].id == t.board.id != first.id, "nobody has to look for it"
        assert first.id not in [each.id for each in t.public()]
        second = t.board
        for n in range(screen.FAR_ABOVE):
            await t.bob.send(t.channel, f"more talk {n}")
        await t.env.advance_time(screen.QUIET + 0.1)
        assert t.board.id == second.id, "not so soon again"


async def test_a_game_whose_channel_is_closed_to_the_bot_waits_and_goes_on_by_itself():
    async with town() as t:
        panel = await about_to_guess(t)
        [table] = t.hall.tables.values()
        shut(t, t.channel)
        await t.env.settle()
        assert table.paused == barred.CLOSED, "before anybody moves, and not because its host said so"
        for who, label, message in ((t.bob, "Guess beach", panel), (t.carol, "trunk", None)):
            told = t.answer(await t.press(who, label, *filter(None, [message])))
            assert "I lost the permission to write" in told.text and "goes on by itself" in told.text
        old = t.board
        shut(t, t.channel, closed=False)
        await t.env.settle()
        assert table.paused is None and t.board.id != old.id and len(t.public()) == 1
        assert "The game goes on." in t.board.text and not t.board.buttons["beach"]["disabled"], "nobody has moved"


async def test_a_channel_that_is_closed_while_the_board_is_brought_up_to_date_lets_the_game_wait_and_go_on():
    async with town() as t:
        await t.four()
        [table] = t.hall.tables.values()
        board, save, shuts = t.surface.screens.of(table), t.hall.store.save_post, iter([True])
        shown, lays = board._bring_up_to_date, board._lay_again

        async def then_shut() -> None:
            await shown()
            if next(shuts, False):
                shut(t, t.channel)
                await turns(lambda: board.barred.why)

        async def lays_again() -> None:
            await turns(lambda: table.paused)
            await lays()

        async def slowly(post: Post) -> None:
            if post.slot == barred.BARRED and post.note:
                await turns(lambda: not board.barred.why)
            await save(post)

        board._bring_up_to_date, board._lay_again = then_shut, lays_again  # type: ignore[method-assign]
        t.hall.store.save_post = slowly  # type: ignore[method-assign]
        await t.say(t.dave, "game leave")
        await t.env.settle()
        assert table.paused == barred.CLOSED
        await t.press(t.carol, "trunk")
        shut(t, t.channel, closed=False)
        await t.env.settle()
        assert table.paused is None and "The game goes on." in t.board.text and len(t.public()) == 1


async def test_where_only_writing_is_forbidden_the_board_says_that_the_game_waits():
    async with town() as t:
        await about_to_guess(t)
        [table] = t.hall.tables.values()
        old, sent = t.board, len(t.env.http_requests)
        t.env.backend.set_overwrite(
            t.channel.id, Overwrite(t.env.backend.bot_user.id, 1, deny=discord.Permissions(send_messages=True).value)
        )
        await t.env.settle()
        await t.env.advance_time(1)
        assert t.board.id == old.id and f"Paused. {barred.CLOSED}" in t.board.text
        assert [told.event for told in table.log if isinstance(told.event, Resumed)] == [], "it is not tried in vain"
        assert not [r for r in t.env.http_requests[sent:] if r.method == "POST" and r.path.endswith("/messages")]
        assert barred.CLOSED in t.answer(await t.press(t.bob, "Resume")).text


async def test_a_game_that_its_host_has_paused_stays_paused():
    async with town() as t:
        panel = await about_to_guess(t)
        [table] = t.hall.tables.values()
        await t.say(t.alice, "game pause")
        shut(t, t.channel)
        await t.press(t.bob, "Guess beach", panel)
        shut(t, t.channel, closed=False)
        await t.env.settle()
        assert table.paused == "The host paused the game." and "Resume" in t.board.buttons


async def test_a_game_that_waits_is_not_let_go_on_where_nobody_sees_it():
    async with town() as t:
        panel = await about_to_guess(t)
        [table] = t.hall.tables.values()
        assert t.answer(await t.say(t.alice, "game resume")).text == "The game is not paused."
        shut(t, t.channel)
        await t.press(t.bob, "Guess beach", panel)
        assert table.paused == barred.CLOSED
        told = t.answer(await t.say(t.alice, "game resume")).text
        assert "The game waits." in told and "goes on by itself" in told and table.paused == barred.CLOSED
        await table.resume(HOST, "in a browser")
        await asyncio.sleep(0.05)  # outside of SimCord's time
        assert table.paused == barred.CLOSED, "or its clock would run unseen"
        shut(t, t.channel, closed=False)
        await t.env.settle()
        assert table.paused is None


async def test_a_game_that_waits_is_tried_again_when_somebody_presses_and_after_a_restart():
    store = MemoryStore()
    async with town(store) as t:
        panel = await about_to_guess(t)
        t.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)
        await t.press(t.bob, "Guess beach", panel)
        [table] = t.hall.tables.values()
        assert table.paused is not None
        await again(t, store)
        [table] = t.hall.tables.values()
        assert table.paused is None and "beach" in t.board.buttons
        t.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)
        await t.say(t.alice, "game pause")
        await t.say(t.alice, "game resume")
        await t.press(t.bob, "lemon")
        assert table.paused is None, "a press finds out that all is well"


async def test_a_game_that_nobody_lets_go_on_is_called_off_after_a_while():
    async with town() as t:
        panel = await about_to_guess(t)
        shut(t, t.channel)
        await t.press(t.bob, "Guess beach", panel)
        [table] = t.hall.tables.values()
        await t.env.advance_time(barred.KEPT_CLOSED + 1)
        assert table.called_off and not t.hall.tables and not t.surface.screens


async def test_a_game_in_a_deleted_channel_waits_its_people_are_told_and_take_it_elsewhere():
    store = MemoryStore()
    async with town(store) as t:
        await about_to_guess(t)
        [table] = t.hall.tables.values()
        t.env.backend.delete_channel(t.channel.id)
        await t.env.settle()
        assert table.paused == barred.GONE and not table.outcome
        for who in (t.alice, t.bob, t.carol, t.dave):
            [told] = [dm for dm in t.dms(who) if "deleted" in dm.text]
            assert "/game move" in told.text and "<t:" in told.text and "Codenames" in told.text
        await again(t, store)
        assert len([dm for dm in t.dms(t.bob) if "deleted" in dm.text]) == 1, "once"
        gone, t.channel = t.channel, t.other
        assert "nothing in another channel" in t.answer(await t.say(t.erin, "game move")).text
        await t.say(t.bob, "game move")
        [table] = t.hall.tables.values()
        assert table.paused is None and table.place.endswith(str(t.other.id)) and gone.id != t.other.id
        assert "UNIVERSE 2" in t.board.lead
        await t.guess(t.bob, "beach")
        assert t.board.buttons["beach"]["disabled"] and len(t.public()) == 1
        await again(t, store)
        await t.guess(t.bob, "lemon")
        assert t.board.buttons["lemon"]["disabled"] and len(t.public()) == 1


async def test_a_game_in_a_deleted_channel_ends_when_nobody_takes_it_elsewhere():
    async with town() as t:
        await about_to_guess(t)
        [table] = t.hall.tables.values()
        t.env.backend.delete_channel(t.channel.id)
        await t.env.advance_time(barred.KEPT_GONE + 1)
        assert table.called_off and not t.hall.tables


async def test_only_its_host_brings_a_game_to_another_channel_while_all_is_well():
    async with town() as t:
        await about_to_guess(t)
        first, t.channel = t.channel, t.other
        assert "Only the host" in t.answer(await t.say(t.bob, "game move")).text
        await t.say(t.alice, "game move")
        assert "UNIVERSE 2" in t.board.lead and not t.public(first)
        await t.guess(t.bob, "beach")
        assert t.board.buttons["beach"]["disabled"]


async def test_somebody_who_has_left_the_server_is_not_waited_for():
    async with town() as t:
        await t.four()
        [table] = t.hall.tables.values()
        t.guild.remove_member(t.alice)
        await t.env.advance_time(2 * LOOK + 1)
        assert table.seats["red-spymaster"].kind != "person"
        assert table.seats["red-spymaster"].stands_for == f"discord:{t.alice.id}", "the seat is kept"
        assert any("alice has left the server" in each.text and "/game join" in each.text for each in t.public())
        assert table.seats["red-1"].kind == "person"


async def test_somebody_who_has_left_the_server_goes_from_the_lobby():
    async with town() as t:
        id = await t.lobby()
        for who in (t.alice, t.bob):
            await t.press(who, "Join Red")
        t.guild.remove_member(t.bob)
        await t.env.advance_time(2 * LOOK + 1)
        assert [each.occupant.name for each in t.hall.lobbies[id].parties] == ["alice"]
        assert "bob" not in t.board.text and "alice" in t.board.text


async def test_somebody_who_has_left_the_server_is_not_called():
    async with town() as t:
        await t.four(timers=True)
        t.guild.remove_member(t.alice)
        await t.env.advance_time(215)
        assert not any(f"<@{t.alice.id}>" in each.text for each in t.public())
        assert any("alice has left the server" in each.text for each in t.public())


# ── rooms ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

STRIKE = Script(nights={"p1": {1: (HALL, "strike {p6}")}})


async def in_the_graveyard(t: House) -> Any:
    await t.open(t.alice, t.bob)
    await t.play(t.alice, t.bob, until=lambda s: bool(s.deaths))
    return t.thread("The graveyard")


async def test_a_room_that_was_deleted_is_opened_anew_once_and_told_everything():
    async with house(STRIKE) as t:
        thread = await in_the_graveyard(t)
        t.env.backend.delete_channel(thread.id)
        await t.play(t.alice, t.bob, until=lambda s: s.day == 3)
        await t.env.advance_time(60)
        fresh = t.thread("The graveyard")
        assert fresh.id != thread.id and t.told_in(fresh).count("is the only murderer") == 1
        assert t.alice.id in t.env.backend.channels[fresh.id].thread_members


async def test_whoever_would_read_in_a_room_that_cannot_be_opened_is_told_and_nobody_else():
    async with house(STRIKE) as t:
        t.env.inject_error("POST", f"/channels/{t.channel.id}/threads", status=403, code=50013, times=None)
        await in_the_graveyard(t)
        await t.env.advance_time(60)
        assert [dm for dm in t.dms(t.alice) if "cannot be opened" in dm.text]
        assert not [dm for dm in t.dms(t.bob) if "cannot be opened" in dm.text]
        assert not [each for each in t.public() if "cannot be opened" in each.text]


# ── as few messages as will do ────────────────────────────────────────────────────────────────────────────────────────


async def test_where_few_messages_lie_below_the_board_the_page_turns_in_its_place():
    async with house(Script()) as t:
        await t.open(t.alice, t.bob)
        first = t.board.id
        await t.play(t.alice, t.bob, until=lambda s: s.phase == "night")
        assert t.board.id == first and "Night 1" in t.board.lead
        for n in range(screen.A_FEW + 1):
            await t.carol.send(t.channel, f"talk {n}")
        await t.play(t.alice, t.bob, until=lambda s: s.phase == "talk" and s.day == 1)
        assert t.board.id > first and len([m for m in t.public() if "Rules" in m.buttons]) == 1


async def test_what_many_say_is_told_together_and_a_new_page_at_once():
    async with square("sheriff doctor godfather mafioso lookout escort jester") as t:
        await t.open(t.alice, t.bob, pace=1.5)
        await t.until("discussion", 1)
        await t.env.advance_time(2 * screen.BREATH + 1)
        count = len(t.public())
        for who, words in ((t.alice, "One."), (t.bob, "Two."), (t.alice, "Three.")):
            await t.say(who, "say", text=words)
            await t.env.advance_time(1)
        told = [m.text for m in t.public()[count:]]
        assert any("One." in each for each in told) and not any("Two." in each for each in told), "the first at once"
        await t.env.advance_time(screen.BREATH)
        told = [m.text for m in t.public() if "Two." in m.text]
        assert len(told) == 1 and "Three." in told[0]


async def test_a_board_that_has_come_down_with_the_news_does_not_come_again_for_what_lay_below_the_one_before():
    async with square("sheriff doctor godfather mafioso lookout escort jester") as t:
        await t.open(t.alice, t.bob)
        await t.until("discussion", 1)
        for n in range(screen.SOME):
            await t.carol.send(t.channel, f"talk {n}")
        await t.env.advance_time(0.5)
        await t.until("night", 1)
        laid = t.board.id
        await t.env.advance_time(screen.QUIET)
        assert t.board.id == laid


async def test_a_page_that_owes_nothing_is_left_alone_when_only_the_phase_is_another_or_the_board_lies_elsewhere():
    async with square("sheriff doctor godfather mafioso lookout escort jester") as t:
        await t.open(t.alice, t.bob)
        await t.until("discussion", 2)
        before = edited(t, t.alice)
        await t.surface.screens.of(t.table).bring_down()
        await t.until("nomination", 2)
        assert edited(t, t.alice) == before
        form = await t.press(t.alice, "Whisper", t.page(t.alice))
        assert form.modal, "and its buttons still do what they did"
        await t.fill_in(t.alice.user, form, to="p2", text="Hush.")
        assert "Hush." in t.page(t.alice).text, "what is for them alone is shown"


def edited(t: Town, who: Any) -> int:
    """How many requests have changed a DM of theirs."""
    channel = t.env.backend.dm_channels[who.id]
    return sum(r.method == "PATCH" and f"/{channel}/messages/" in r.path for r in t.env.http_requests)


async def test_nobody_is_called_twice_within_a_few_minutes():
    async with town() as t:
        await t.four(timers=True)
        await t.env.advance_time(215)
        assert f"<@{t.alice.id}>" in t.public()[-1].text
        [table] = t.hall.tables.values()
        table.about = replace(table.about, away=0)  # or a turn that costs the seat is reminded of all the same
        reminders, alice = t.surface.screens.of(table).reminders, f"discord:{t.alice.id}"
        assert await reminders._to_call(table, [alice]) == []
        await t.env.advance_time(CALLED_AGAIN - 60)
        assert await reminders._to_call(table, [alice]) == []
        await t.env.advance_time(61)
        assert await reminders._to_call(table, [alice]) == [alice]


async def test_a_bot_that_was_removed_from_a_server_goes_on_when_it_is_back():
    async with town() as t:
        await about_to_guess(t)
        [table] = t.hall.tables.values()
        shut(t, t.channel)
        await t.surface.screens.left(t.guild.id)
        await t.env.settle()
        assert table.paused == barred.REMOVED
        shut(t, t.channel, closed=False)
        await t.env.settle()
        assert table.paused is None and "The game goes on." in t.board.text


async def test_a_pause_that_is_not_the_hosts_says_why_and_a_second_one_changes_nothing():
    async with town() as t:
        await t.four()
        [table] = t.hall.tables.values()
        await table.pause("c1", "The roof leaks.")
        await table.pause("c2", "The cellar floods.")
        assert table.paused == "The roof leaks." and table.pauses == 1
        assert "Paused. The roof leaks." in t.board.text or await settled(t, "The roof leaks.")


async def settled(t: Town, words: str) -> bool:
    await t.env.settle()
    return words in t.board.text


async def test_a_board_that_was_deleted_while_the_bot_was_away_comes_back():
    store = MemoryStore()
    async with town(store) as t:
        await t.four()
        first = t.board
        t.surface.client.on_raw_message_delete = ignored  # type: ignore[method-assign]
        t.env.backend.delete_message(first.channel, first.id)
        await t.env.settle()
        await again(t, store)
        await t.env.advance_time(screen.COMES_BACK[0] + 1)
        assert len(t.public()) == 1 and t.board.id != first.id
        await t.clue(t.alice, "universe")


async def test_a_board_that_is_there_is_left_alone_after_a_restart():
    store = MemoryStore()
    async with town(store) as t:
        await t.four()
        first, sent = t.board, len(t.env.http_requests)
        await again(t, store)
        await t.env.advance_time(5)
        assert t.board.id == first.id
        assert not [r for r in t.env.http_requests[sent:] if r.method in ("POST", "PATCH") and "messages" in r.path]


async def test_a_channel_that_was_deleted_while_the_bot_was_away_is_noticed():
    store = MemoryStore()
    async with town(store) as t:
        await t.four()
        t.surface.client.on_guild_channel_delete = ignored  # type: ignore[method-assign]
        t.env.backend.delete_channel(t.channel.id)
        await t.env.settle()
        assert not any("Its channel was deleted." in each.text for each in t.dms(t.bob))
        await again(t, store)
        await t.env.advance_time(5)
        assert [each for each in t.dms(t.bob) if "Its channel was deleted." in each.text]
