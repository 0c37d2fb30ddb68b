"""Messages are posted once, boards kept up to date, and a bot that was away goes on where it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ports import Post, Saved, Unreadable
from bot.stores.memory import MemoryStore
from bot.surfaces.discord import ids
from bot.surfaces.discord.outbox import Outbox
from tests.bot.discord.town import Message, Town, make_surface, town


async def again(t: Town, store: MemoryStore) -> None:
    """The bot goes away and comes back with what the store holds."""
    await t.hall.close()
    surface = make_surface(store, t.clock)
    await surface.hall.reopen()
    await t.env.restart_bot(surface.client)
    t.hall, t.surface = surface.hall, surface
    await t.env.settle()


async def test_a_lobby_and_a_game_survive_a_restart():
    store = MemoryStore()
    async with town(store) as t:
        await t.lobby()
        await t.press(t.alice, "Join Red")
        await again(t, store)
        for who, label in (
            (t.alice, "Be spymaster"),
            (t.bob, "Join Red"),
            (t.carol, "Join Blue"),
            (t.carol, "Be spymaster"),
        ):
            await t.press(who, label)
        await t.press(t.dave, "Join Blue")
        await t.press(t.alice, "Start")
        form = await t.press(t.alice, "Give clue")
        await again(t, store)
        await t.fill(t.alice, form, word="universe", number="2")
        assert "UNIVERSE 2" in t.board.lead, "a form that was open during a restart counts"
        panel = t.answer(await t.press(t.bob, "beach"))
        await again(t, store)
        await t.press(t.bob, "Guess beach", panel)
        assert "a word of Red!" in panel.text
        assert len(t.public()) == 1 and len(t.dms(t.alice)) == 1 and len(t.dms(t.carol)) == 1


async def test_a_message_that_was_sent_before_a_crash_is_found_and_not_sent_again():
    store = MemoryStore()
    async with town(store) as t:
        await t.four()
        [table] = t.hall.tables
        posts = await store.posts(table, "discord")
        for slot in ("board", "dm:red-spymaster:1"):
            await store.save_post(_pending(posts[slot]))  # as if the process had died before it heard of the message
        await again(t, store)
        assert len(t.public()) == 1 and len(t.dms(t.alice)) == 1
        assert (await store.posts(table, "discord"))["board"].message == str(t.board.id)
        await t.clue(t.alice, "universe")
        assert "UNIVERSE" in t.board.lead


async def test_a_message_that_was_on_its_way_during_a_crash_is_waited_for(monkeypatch: pytest.MonkeyPatch):
    store = MemoryStore()
    async with town(store) as t:
        await t.four()
        [table] = t.hall.tables
        await store.save_post(_pending((await store.posts(table, "discord"))["dm:red-spymaster:1"]))
        read_back, looks = Outbox._read_back, []

        async def late(outbox: Outbox, slot: str, channel: object):
            looks.append(slot)  # the first look comes too early
            return await read_back(outbox, slot, channel) if len(looks) > 1 else None

        monkeypatch.setattr(Outbox, "_read_back", late)
        await again(t, store)
        await t.env.settle()
        assert looks == ["dm:red-spymaster:1"] * 2
        assert len(t.dms(t.alice)) == 1


def _pending(post: Post) -> Post:
    return Post(post.game, post.surface, post.slot, post.nonce, post.channel)


async def test_after_a_restart_only_boards_that_changed_are_drawn_again():
    store = MemoryStore()
    async with town(store) as t:
        await t.four()
        await t.clue(t.alice, "universe")
        for _ in range(2):  # the second time nothing has been laid since the start before
            since = len(t.env.http_requests)
            await again(t, store)
            assert not [each for each in t.env.http_requests[since:] if each.method in ("PATCH", "POST", "DELETE")]
        t.surface.line.ready = False  # the process dies between the commit and whatever it would have shown
        panel = t.answer(await t.press(t.bob, "dragon"))
        await t.press(t.bob, "Guess dragon", panel)
        assert "Red guesses" in t.board.lead
        await again(t, store)
        assert "Red guesses" not in t.board.lead


async def test_a_board_that_looks_as_it_once_did_is_drawn_again_all_the_same():
    store = MemoryStore()
    async with town(store) as t:
        await t.four()
        await t.clue(t.alice, "universe")
        [(id, table)] = t.hall.tables.items()
        look = (await store.posts(id, "discord"))["look"]
        told, _, drawn = look.note.partition(":")
        assert int(told) == len(table.log)
        await store.save_post(
            replace(look, note=f"{int(told) - 1}:{drawn}")
        )  # as it looked before something else happened
        since = len(t.env.http_requests)
        await again(t, store)
        assert [each.method for each in t.env.http_requests[since:] if each.method != "GET"] == ["PATCH"]


async def test_a_result_that_was_not_posted_before_a_crash_is_posted_after_it():
    store = MemoryStore()
    async with town(store) as t:
        await t.four()
        await t.clue(t.alice, "universe")
        panel = t.answer(await t.press(t.bob, "dragon"))
        t.surface.line.ready = False  # the process dies between the commit and whatever it would have shown
        await t.press(t.bob, "Guess dragon", panel)
        assert "Red guesses" in t.board.lead
        await again(t, store)
        board, result = t.public()
        assert "Blue wins" in board.lead and "Rematch" in result.buttons
        await again(t, store)
        assert len(t.public()) == 2


async def test_a_result_that_cannot_be_read_any_more_keeps_nobody_from_playing(monkeypatch: pytest.MonkeyPatch):
    store = MemoryStore()
    async with town(store) as t:
        await t.four()
        await t.clue(t.alice, "universe")
        panel = t.answer(await t.press(t.bob, "dragon"))
        t.surface.line.ready = False
        await t.press(t.bob, "Guess dragon", panel)

        async def unreadable(game: str) -> Saved | None:
            raise Unreadable("It is of another version.")

        monkeypatch.setattr(store, "load", unreadable)
        await again(t, store)
        monkeypatch.undo()
        await t.lobby()
        assert "Start" in t.public()[-1].buttons


async def test_a_deleted_board_is_posted_anew():
    async with town() as t:
        panel = await about_to_guess(t)
        first = t.board
        t.env.backend.delete_message(first.channel, first.id)
        await t.press(t.bob, "Guess beach", panel)
        assert t.board.id != first.id and t.board.buttons["beach"]["disabled"]
        await t.guess(t.bob, "lemon")
        assert len(t.public()) == 1 and t.board.buttons["lemon"]["disabled"]


async def test_a_board_too_old_to_edit_is_posted_anew_and_the_old_one_goes():
    async with town() as t:
        panel = await about_to_guess(t)
        first = t.board
        t.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=30046)
        await t.press(t.bob, "Guess beach", panel)
        assert len(t.public()) == 1 and t.board.id != first.id and t.board.buttons["beach"]["disabled"]


async def test_a_failing_discord_is_tried_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.surfaces.discord.screen.RETRIES", (30.0, 60.0))
    async with town() as t:
        panel = await about_to_guess(t)
        t.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=2)
        await t.press(t.bob, "Guess beach", panel)
        assert not t.board.buttons["beach"]["disabled"]
        await t.env.advance_time(120)
        assert t.board.buttons["beach"]["disabled"] and len(t.public()) == 1


async def test_a_game_waits_whose_channel_is_found_to_be_gone():
    async with town() as t:
        panel = await about_to_guess(t)
        t.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10003, times=None)
        await t.press(t.bob, "Guess beach", panel)
        [table] = t.hall.tables.values()
        assert table.paused == "Its channel was deleted." and "/game move" in t.dms(t.dave)[-1].text


async def test_a_channel_closed_to_the_bot_pauses_its_game():
    async with town() as t:
        panel = await about_to_guess(t)
        t.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, times=2)
        await t.press(t.bob, "Guess beach", panel)
        [table] = t.hall.tables.values()
        assert table.story.paused is not None


async def test_one_reminder_a_deadline_which_goes_with_it():
    async with town() as t:
        await t.four(timers=True)
        await t.env.advance_time(215)
        await t.env.settle()
        board, reminder = t.public()
        assert f"<@{t.alice.id}>" in reminder.text and "Clue due" in reminder.text
        await t.env.advance_time(5)
        assert len(t.public()) == 2
        await t.clue(t.alice, "universe")
        assert [m.id for m in t.public()] == [board.id]


async def test_commands_are_told_to_discord_only_when_they_changed():
    store = MemoryStore()
    async with town(store) as t:

        def told() -> int:
            return sum(r.method == "PUT" and r.path.endswith("/commands") for r in t.env.http_requests)

        assert told() == 1
        await again(t, store)
        assert told() == 1


async def about_to_guess(t: Town) -> Message:
    """Four people at a table, and Bob's panel for “beach”: what he presses there changes the board from elsewhere."""
    await t.four()
    await t.clue(t.alice, "universe")
    return t.answer(await t.press(t.bob, "beach"))


def test_custom_ids_are_short_and_read_back():
    made = ids.make("ok", "abcdefgh", 24, "Guess-12345678", ids.mark("a very long moment | with a bar in it"))
    assert len(made) <= 100
    pressed = ids.read(made)
    assert pressed is not None and pressed.what == "ok" and pressed.rest[1] == "Guess-12345678"
    assert ids.read("somebody:elses") is None
