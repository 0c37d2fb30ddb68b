"""Presses whose answer is for one person alone, and those who leave in the middle of a game."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.surfaces.discord import answers, feed
from games.core import Seat
from games.scene import Scene, Text
from tests.bot.discord.hiding import night
from tests.bot.discord.house import HALL, Script, house
from tests.bot.discord.town import Town, town
from tests.bot.tiny import SCROLL, Scroll

GONE = Seat("p5")


async def test_what_must_be_confirmed_takes_two_presses():
    async with house() as t:
        await t.open(t.alice, t.bob)
        await t.say(t.bob, "game leave")
        label = "Let bob die of fright"
        refused = t.answer(await t.press(t.carol, label))
        assert "do not sit" in refused.text and not refused.buttons
        asked = t.answer(await t.press(t.alice, label))
        assert asked.raw.flags & 64 and "sure" in asked.text.lower() and t.table.story.state.doomed == frozenset()
        assert label in t.board.buttons, "one press has changed nothing"
        done = t.answer(await t.press(t.alice, label, asked))
        assert done.id == asked.id and "will die of fright" in done.text and not done.buttons
        assert t.table.story.state.doomed == {GONE} and label not in t.board.buttons
        again = t.answer(await t.press(t.alice, "My role"))
        assert "fright" not in " ".join(again.buttons)


async def test_who_would_speak_is_told_by_the_rules_why_not():
    async with house(Script({"p1": {1: (HALL, "strike {p6}")}})) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=lambda s: s.phase == "night")
        assert "It is night." in t.answer(await t.say(t.bob, "say", text="Psst.")).text
        await t.play(t.alice, t.bob, until=lambda s: bool(s.deaths))
        assert "You are dead." in t.answer(await t.say(t.alice, "say", text="It was Ada!")).text


async def test_a_sealed_vote_is_told_to_the_voter_alone():
    async with house() as t:
        await t.open(t.alice, t.bob, options={"votes": "sealed"})
        await t.play(t.alice, t.bob, until=lambda s: s.phase == "vote")
        pressed = await t.press(t.alice, "bob")
        assert t.answer(pressed).raw.flags & 64 and t.answer(pressed).text == "✅ alice votes for bob."
        assert not any("votes for bob" in m.text or "→" in m.text for m in t.public())


async def test_a_sealed_vote_on_a_board_that_another_has_come_instead_of_is_told_too():
    async with house() as t:
        await t.open(t.alice, t.bob, options={"votes": "sealed"})
        await t.play(t.alice, t.bob, until=lambda s: s.phase == "vote")
        old = t.board
        t.env.inject_error("DELETE", "/channels/*/messages/*", status=403, code=50013)
        await t.say(t.alice, "game board")
        assert t.board.id != old.id
        assert t.answer(await t.press(t.alice, "bob", old)).text == "✅ alice votes for bob."


def written(t: Any, since: int) -> list[tuple[str, str]]:
    """What was sent to Discord since, by method and the kind of thing that it changes."""
    kinds = (("callback", "answer"), ("webhooks", "follow-up"), ("messages", "message"))
    sent = [(each.method, each.path) for each in t.env.http_requests[since:] if each.method != "GET"]
    return [(method, next((name for part, name in kinds if part in path), path)) for method, path in sent]


def counted(s: Scroll, seat: Seat | None) -> Scene:
    return replace(SCROLL.shows.scene(s, seat), page="", blocks=(Text(f"{s.read} scrolls.", "lead"),))


STAYS = SCROLL.but(scene=counted)
"""Whatever is told, the board stays where it lies."""


async def test_a_press_that_begins_a_game_of_pages_is_answered_by_its_board_in_one_call():
    async with night(games=[SCROLL]) as t:
        since = len(t.env.http_requests)
        await t.play(t.alice, t.bob, game="scroll")
        assert {kind for kind in written(t, since) if kind[0] == "PATCH"} == set() and "Write" in t.board.buttons


async def test_a_press_tells_its_news_and_is_answered_by_the_board_in_one_call():
    async with night(games=[STAYS]) as t:
        await t.play(t.alice, t.bob, game="scroll")
        form, since = await t.press(t.alice, "Write"), len(t.env.http_requests)
        await Town.fill(t, t.alice, form, text="Hear, hear.")
        assert written(t, since) == [("POST", "message"), ("POST", "answer")]
        assert [("Hear, hear." in m.text) for m in t.public()] == [False, True] and "1 scrolls." in t.board.lead


async def test_a_press_whose_news_take_long_is_announced_and_answered_by_the_board(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(answers, "PATIENCE", 0.01)
    send = feed.send_next

    async def slowly(*given: Any, **more: Any) -> Any:
        await asyncio.sleep(0.1)
        return await send(*given, **more)

    monkeypatch.setattr(feed, "send_next", slowly)
    async with night(games=[STAYS]) as t:
        await t.play(t.alice, t.bob, game="scroll")
        form, since = await t.press(t.alice, "Write"), len(t.env.http_requests)
        await Town.fill(t, t.alice, form, text="Hear, hear.")
        await t.env.advance_time(1)
        assert written(t, since) == [("POST", "answer"), ("POST", "message"), ("PATCH", "follow-up")]
        assert [("Hear, hear." in m.text) for m in t.public()] == [False, True] and "1 scrolls." in t.board.lead


async def test_an_answer_that_discord_does_not_take_keeps_the_board_from_nobody(monkeypatch: pytest.MonkeyPatch):
    async def tried_again(*given: Any, **more: Any) -> None:
        await asyncio.sleep(25)  # as long as discord.py tries, where Discord fails

    monkeypatch.setattr(answers, "PATIENCE", 0.05)
    async with town() as t:
        await t.four()
        form = await t.press(t.alice, "Give clue")
        monkeypatch.setattr(discord.InteractionResponse, "edit_message", tried_again)
        await t.fill(t.alice, form, word="universe", number="2")
        await t.env.advance_time(3)
        assert "UNIVERSE 2" in t.board.lead


async def test_a_press_is_answered_and_its_news_come_later_while_discord_takes_no_messages(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("bot.surfaces.discord.screen.RETRIES", (30.0,))
    async with night(games=[STAYS]) as t:
        await t.play(t.alice, t.bob, game="scroll")
        form = await t.press(t.alice, "Write")
        t.env.inject_error("POST", "/channels/*/messages", status=500, times=2)
        filled = await Town.fill(t, t.alice, form, text="Hear, hear.")
        assert filled.acknowledged and not filled.followups
        await t.env.advance_time(120)
        assert [("Hear, hear." in m.text) for m in t.public()] == [False, True], "once"


async def test_a_sealed_answer_where_the_board_stays_as_it_is_takes_one_call():
    async with house() as t:
        await t.open(t.alice, t.bob, options={"votes": "sealed"})
        await t.play(t.alice, t.bob, until=lambda s: s.phase == "vote")
        before, since = t.board.raw.components, len(t.env.http_requests)
        await t.press(t.alice, "bob")
        if t.board.raw.components == before:
            assert written(t, since) == [("POST", "answer")]
        else:
            assert sorted(written(t, since)) == [("POST", "answer"), ("POST", "follow-up")]
