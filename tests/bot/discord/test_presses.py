"""Presses whose answer is for one person alone, and those who leave in the middle of a game."""

from __future__ import annotations

from games.core import Seat
from tests.bot.discord.house import HALL, Script, house

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
