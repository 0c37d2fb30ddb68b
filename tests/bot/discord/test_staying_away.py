"""Nobody blocks a table on Discord: who is told what when somebody stays away, and the buttons that help."""

from __future__ import annotations

from bot.rights import HOST_AWAY
from bot.stores.memory import MemoryStore
from bot.surfaces.discord.absent import LOOK
from bot.table import Table
from bot.table.votes import PATIENCE
from tests.bot.discord.test_posts import again
from tests.bot.discord.town import Message, Town, town


async def said(t: Town, who: object, command: str, **options: object) -> str:
    return t.answer(await t.say(who, command, **options)).text


def calling(t: Town) -> list[Message]:
    """The messages that call somebody back."""
    return [each for each in t.public() if "plays on for you." in each.text and "⏰" not in each.text]


def _table(t: Town) -> Table:
    [table] = t.hall.tables.values()
    return table


async def missed(t: Town) -> None:
    """Time passes until the turn that is asked for now is over."""
    ends = max(each.at for each in _table(t).deadlines.values())
    await t.env.advance_time(max(0.0, ends - t.hall.clock.now()) + 1)
    await t.env.settle()


async def until_sat_in(t: Town) -> str:
    """Alice, Red's spymaster, gives no clue until an AI plays on for her; what the last reminder said."""
    reminded = ""
    for _ in range(12):
        if calling(t):
            return reminded
        deadline = next(iter(_table(t).deadlines.values()))
        await t.env.advance_time(max(0.0, deadline.at - 20 - t.hall.clock.now()))
        await t.env.settle()
        for each in t.public():
            if "⏰" in each.text and f"<@{t.alice.id}>" in each.text:
                reminded = each.text
        await missed(t)
    raise AssertionError("nobody sat in")


async def test_whoever_stays_away_is_warned_called_back_and_has_the_seat_again_by_one_press():
    store = MemoryStore()
    async with town(store) as t:
        await t.four(timers=True)
        reminded = await until_sat_in(t)
        assert "If this one is missed, too, an AI 🤖 plays on for you." in reminded and reminded.count("<@") == 1
        [call] = calling(t)
        assert f"<@{t.alice.id}>" in call.text and list(call.buttons) == ["Take my seat back"]
        assert "has missed 2 turns in a row" in t.board.text and "Take my seat back" in t.board.buttons
        assert _table(t).host != f"discord:{t.alice.id}" and "hosts this game now" in t.board.text
        await again(t, store)
        assert len(calling(t)) == 1, "a restart calls nobody twice"
        assert "No AI plays on for you" in t.answer(await t.press(t.erin, "Take my seat back", t.board)).text
        await t.press(t.alice, "Take my seat back", calling(t)[0])
        await t.env.settle()
        assert _table(t).seats["red-spymaster"].user == f"discord:{t.alice.id}"
        assert not calling(t) and "Take my seat back" not in t.board.buttons
        assert "has missed" not in t.board.text and "alice plays Red spymaster now" in t.board.text


async def test_whoever_was_called_a_moment_ago_is_called_again_before_they_lose_their_seat():
    async with town() as t:
        await t.four(timers=True, clue_seconds=40, guess_seconds=40, first_clue_extra=0)
        assert "If this one is missed, too, an AI 🤖 plays on for you." in await until_sat_in(t)


async def test_the_lobby_says_before_what_becomes_of_whoever_stays_away():
    async with town() as t:
        await t.say(t.alice, "codenames start", away=3)
        assert "For whoever misses 3 turns in a row an AI 🤖 plays on, until they take their seat back." in t.board.text
        await t.press(t.alice, "Close")
        await t.say(t.alice, "codenames start", away=0)
        assert "misses" not in t.board.text
        await t.press(t.alice, "Close")
        await t.say(t.alice, "codenames start")
        assert "For whoever misses 2 turns in a row" in t.board.text


async def test_without_a_clock_most_of_those_who_wait_go_on():
    async with town() as t:
        await t.four()
        assert "The table waits for you" in t.answer(await t.press(t.alice, "Wait no longer")).text
        assert "A little patience" in t.answer(await t.press(t.bob, "Wait no longer")).text
        assert "do not sit" in t.answer(await t.press(t.erin, "Wait no longer")).text
        await t.env.advance_time(PATIENCE)
        before = _table(t).story.state.turn
        assert "1 of you would wait no longer; it takes 2." in t.answer(await t.press(t.bob, "Wait no longer")).text
        assert "🗳️ 1 of you would wait no longer; it takes 2." in t.board.text
        assert "Time is up" in await said(t, t.dave, "game skip")
        await t.env.advance_time(1)
        assert _table(t).story.state.turn > before or _table(t).story.state.clue is not None
        assert "🗳️" not in t.board.text


async def test_most_of_the_others_vote_somebody_out():
    async with town() as t:
        await t.four()
        assert "1 of you would play on without alice; it takes 2." in await said(
            t, t.bob, "game vote-out", player="alice"
        )
        assert "it takes 2" in t.board.text
        await said(t, t.carol, "game vote-out", player="red-spymaster")
        assert "alice is voted out: an AI 🤖 plays on." in t.board.text.replace("alice 🤖", "alice")
        assert "sent away" in t.answer(await t.press(t.alice, "Take my seat back")).text
        assert "sent away" in await said(t, t.alice, "game join", seat="red-spymaster")


async def test_everybody_reads_who_is_played_on_for_though_the_ai_moves_at_once():
    async with town() as t:
        await t.four()
        await said(t, t.alice, "game takeover", seat="red-spymaster")
        assert _table(t).story.state.clue is not None or _table(t).story.state.turn > 1, "the AI has moved"
        assert "alice 🤖 plays Red spymaster now." in t.board.text
        await said(t, t.alice, "game join")
        assert "alice 🤖 plays" not in t.board.text


async def test_the_host_hands_the_hosting_over():
    async with town() as t:
        await t.four()
        assert "Only the host or a moderator" in await said(t, t.bob, "game host", player="bob")
        assert "bob hosts this game now." in await said(t, t.alice, "game host", player="bob")
        assert "hosts this game now" in t.board.text
        assert await said(t, t.bob, "game pause") == "The game is paused."
        assert "The game is paused already." in await said(t, t.bob, "game pause")
        assert "Only the host or a moderator" in await said(t, t.alice, "game cancel")


async def test_a_host_who_has_not_joined_plays_with_ais_and_hosts_where_others_play():
    async with town() as t:
        await t.lobby()
        for _ in range(3):
            await t.press(t.alice, "Add AI")
        await t.press(t.alice, "Start")
        assert _table(t).seat_of(f"discord:{t.alice.id}") is not None
    async with town() as t:
        await t.lobby()
        for who, label in ((t.bob, "Join Red"), (t.carol, "Join Blue")):
            await t.press(who, label)
        result = await t.press(t.alice, "Start")
        assert _table(t).seat_of(f"discord:{t.alice.id}") is None and _table(t).host == f"discord:{t.alice.id}"
        assert result.followups and "You host this game and do not play" in t.answer(result).text


async def test_a_lobby_whose_host_is_away_is_started_by_somebody_who_has_joined():
    async with town() as t:
        await t.lobby()
        for who, label in ((t.bob, "Join Red"), (t.carol, "Join Blue")):
            await t.press(who, label)
        assert "If the host stays away" in t.answer(await t.press(t.bob, "Start")).text
        await t.env.advance_time(HOST_AWAY + 1)
        await t.press(t.bob, "Start")
        assert _table(t).host == f"discord:{t.bob.id}"


async def test_a_lobby_whose_host_has_left_the_server_is_anybodys_at_once_who_has_joined():
    async with town() as t:
        await t.lobby()
        for who, label in ((t.bob, "Join Red"), (t.carol, "Join Blue")):
            await t.press(who, label)
        t.guild.remove_member(t.alice)
        assert "Only the host" in t.answer(await t.press(t.erin, "Start")).text, "who has not joined starts nothing"
        await t.press(t.bob, "Start")
        assert _table(t).host == f"discord:{t.bob.id}"


async def test_the_next_person_hosts_when_a_host_who_does_not_play_leaves_the_server():
    async with town() as t:
        await t.lobby()
        for who, label in ((t.bob, "Join Red"), (t.carol, "Join Blue")):
            await t.press(who, label)
        await t.press(t.alice, "Start")
        assert _table(t).host == f"discord:{t.alice.id}" and _table(t).seat_of(_table(t).host) is None
        t.guild.remove_member(t.alice)
        await t.env.advance_time(2 * LOOK + 1)
        assert _table(t).host in (f"discord:{t.bob.id}", f"discord:{t.carol.id}")
        assert "hosts this game now." in t.board.text


async def test_a_lobby_that_nobody_comes_to_is_closed_and_says_why():
    async with town() as t:
        await t.lobby()
        await t.env.advance_time(t.hall.lobby_seconds + 1)
        await t.hall.sweep()
        await t.env.settle()
        [closed] = t.public()
        assert "The lobby was closed; no game began. Nobody had come or gone for a long time." in closed.text
        await t.lobby()
