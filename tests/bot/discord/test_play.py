"""A game of Codenames on Discord, pressed through from the lobby to the result."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bot.rights import Asker
from bot.surfaces.discord import ids, touching
from bot.surfaces.discord.press import Press
from games.core import StaleAsk
from tests.bot.discord.town import BLUE, RED, town


async def test_a_lobby_shows_who_plays_and_becomes_the_board():
    async with town() as t:
        await t.say(t.alice, "codenames start")
        lobby = t.board
        assert "Red spymaster: *free* 🤖" in lobby.text and "My key" in lobby.text
        await t.press(t.alice, "Join Red")
        await t.press(t.alice, "Be spymaster")
        await t.press(t.bob, "Add AI", lobby)
        assert "Red spymaster: **alice**" in lobby.text
        await t.press(t.bob, "Join Blue")
        await t.press(t.bob, "Add AI")
        assert "**bob**" in lobby.text and "🤖" in lobby.text and "AI" in lobby.text
        await t.press(t.alice, "Start")
        assert [m.id for m in t.public()] == [lobby.id], "the lobby's message is the board"
        assert len(t.board.buttons) >= 27 and len(t.board.components) <= 40


async def test_four_people_play_to_the_end_by_buttons_and_forms_alone():
    async with town() as t:
        await t.four()
        assert "Red's turn" in t.board.lead
        await t.clue(t.alice, "universe", "unlimited")
        assert "UNIVERSE ∞" in t.board.lead
        for word in RED:
            await t.guess(t.bob, word)
        board, result = t.public()
        assert board.lead == result.lead == "### ♦️ Red wins: all its words are found."
        assert "🏆 alice, bob" in result.text and "Rematch" in result.buttons
        [(alt, picture)] = result.pictures
        assert "assassin: dragon" in alt and "Turned: anchor (red)" in alt and picture.startswith(b"\x89PNG")
        assert all(b["disabled"] for label, b in board.buttons.items() if label != "Rules")
        assert not t.hall.tables and not t.surface.screens, "nothing is kept of a game that is over and shown"


async def test_a_clue_is_given_in_a_line_to_the_bot():
    async with town() as t:
        await t.four()
        bot = f"<@{t.env.bot.user.id}>"
        await t.alice.send(t.channel, f"{bot} universe")
        assert "How many words is it about? Say the clue with its number, as in “universe 2”." in t.public()[-1].text
        await t.alice.send(t.channel, f"{bot} universe two")
        assert "UNIVERSE 2" in t.board.lead


async def test_touching_a_card_tags_it_and_offers_the_guess():
    async with town() as t:
        await t.four()
        await t.clue(t.alice, "universe")
        before = t.board.raw.components
        result = await t.press(t.bob, "beach")
        panel = t.answer(result)
        assert result.ephemeral and "bob tags beach" in panel.text and "**Tags**: bob: beach" in panel.text
        assert set(panel.buttons) == {"Guess beach", "Take the tag back"}
        assert t.board.raw.components == before, "a tag is for the team alone"
        await t.press(t.bob, "Take the tag back", panel)
        assert "takes the tag off beach" in panel.text and not panel.buttons
        again = t.answer(await t.press(t.bob, "lemon"))
        await t.press(t.bob, "Guess lemon", again)
        assert "a word of Red!" in again.text
        assert t.board.buttons["lemon"]["disabled"] and t.board.buttons["lemon"]["emoji"]["name"] == "♦️"


async def test_where_more_than_half_must_agree_the_board_says_who_is_still_awaited():
    async with town() as t:
        await t.lobby(majority=True)
        for who in (t.alice, t.bob, t.carol):
            await t.press(who, "Join Red")
        await t.press(t.alice, "Be spymaster")
        await t.press(t.alice, "Start")
        await t.clue(t.alice, "universe")
        panel = t.answer(await t.press(t.bob, "beach"))
        await t.press(t.bob, "Guess beach", panel)
        assert "bob would turn beach" in panel.text
        assert (
            "waiting for **carol**" in t.board.lead
            and "**carol** ⏳" in t.board.text
            and "**bob** ⏳" not in t.board.text
        )
        assert "bob would turn beach" in t.answer(await t.press(t.carol, "lemon")).text
        await t.guess(t.carol, "beach")
        assert "waiting for" not in t.board.lead and t.board.buttons["beach"]["disabled"]


async def test_only_one_panel_a_person():
    async with town() as t:
        await t.four()
        await t.clue(t.alice, "universe")
        first = await t.press(t.bob, "beach")
        await t.press(t.bob, "lemon")
        assert first.response is None, "the first panel went when the second came"


async def test_a_clue_that_is_refused_says_why_and_keeps_what_was_typed():
    async with town() as t:
        await t.four()
        form = await t.press(t.alice, "Give clue")
        assert form.modal is not None and form.modal["title"] == "Give clue"
        result = await t.fill(t.alice, form, word="beaches", number="3", intended="lemon, trunk")
        said = t.answer(result)
        assert result.ephemeral and "is a form of beach" in said.text and "**beaches**" in said.text
        again = await t.press(t.alice, "Try again", said)
        assert "beaches" in str(again.modal) and "lemon, trunk" in str(again.modal)
        await t.fill(t.alice, again, word="universe", number="3", intended="lemon, trunk")
        assert "UNIVERSE 3" in t.board.lead


async def test_ending_the_turn_updates_the_board_that_was_pressed():
    async with town() as t:
        await t.four()
        await t.clue(t.alice, "universe")
        early = await t.press(t.bob, "End turn")
        assert early.ephemeral and "guess at least once" in t.answer(early).text
        await t.guess(t.bob, "beach")
        await t.press(t.bob, "End turn")
        assert "Blue's turn" in t.board.lead and "Give clue" in t.board.buttons


async def test_the_board_says_why_a_turn_passed_and_nothing_twice():
    async with town() as t:
        await t.four()
        await t.clue(t.alice, "universe")
        assert t.board.text.count("› alice gives Red the clue UNIVERSE") == 1
        await t.guess(t.bob, "beach")
        await t.press(t.bob, "End turn")
        assert "› Red ends its turn. It is Blue's turn." in t.board.text
        await t.say(t.alice, "game pause")
        assert t.board.text.count("The host paused the game.") == 1
        await t.say(t.alice, "game cancel")
        assert t.board.text.count("The host called the game off.") == 1


async def test_every_press_is_answered_also_by_those_who_may_not():
    async with town() as t:
        await t.four()
        for who, label, why in (
            (t.bob, "Give clue", "Only a spymaster gives clues"),
            (t.carol, "Give clue", "It is Red's turn"),
            (t.alice, "beach", "a spymaster says nothing but the clue"),
            (t.bob, "beach", "has not given a clue yet"),
            (t.dave, "beach", "It is Red's turn"),
            (t.erin, "beach", "You do not sit at this table"),
            (t.erin, "My key", "You do not sit at this table"),
        ):
            result = await t.press(who, label)
            assert result.ephemeral and why in t.answer(result).text, (label, t.answer(result).text)
        assert "/game join" not in t.answer(await t.press(t.erin, "My key")).text, "no AI sits here"
        await t.say(t.dave, "game leave")
        assert "/game join" in t.answer(await t.press(t.erin, "My key")).text


async def test_a_stale_press_is_told_that_its_moment_has_passed():
    async with town() as t:
        await t.lobby()
        for who, wishes in ((t.alice, "Red"), (t.carol, "Blue")):
            await t.press(who, f"Join {wishes}")
            await t.press(who, "Be spymaster")
        for who, wishes in ((t.bob, "Red"), (t.erin, "Red"), (t.dave, "Blue")):
            await t.press(who, f"Join {wishes}")
        await t.press(t.alice, "Start")
        await t.clue(t.alice, "universe")
        panel = t.answer(await t.press(t.bob, "beach"))
        await t.guess(t.erin, "lemon")
        await t.press(t.bob, "Guess beach", panel)
        assert panel.text == "That moment has passed. Look at the table again."
        panel = t.answer(await t.press(t.bob, "beach"))
        await t.guess(t.erin, "rocket")
        await t.press(t.bob, "Guess beach", panel)
        assert panel.text == "It is Blue's turn."
        assert not t.board.buttons["beach"].get("disabled")


async def test_a_touch_of_the_board_of_an_earlier_turn_tags_nothing():
    async with town() as t:
        await t.four()
        await t.clue(t.alice, "universe")
        [table] = t.hall.tables.values()
        user, told = f"discord:{t.bob.id}", len(table.story.log)
        earlier = SimpleNamespace(user=user, asker=Asker((user,)))
        with pytest.raises(StaleAsk, match="moment has passed"):
            await touching.cell(Press(t.surface.screens, earlier, table), "0", ids.mark("turn0"))
        assert len(table.story.log) == told


async def test_an_ai_takes_the_empty_seats_and_plays_on_the_same_board():
    async with town() as t:
        await t.lobby()
        await t.press(t.alice, "Join Blue")
        await t.press(t.alice, "Start")
        await t.env.settle()
        assert "Ada 🤖" in t.board.text and "alice" in t.board.text
        assert len(t.public()) == 1
        assert "Blue guesses" in t.board.lead, "the AIs have moved until alice is asked"


async def test_the_other_team_wins_by_the_assassin():
    async with town() as t:
        await t.four()
        await t.clue(t.alice, "universe")
        await t.guess(t.bob, "dragon")
        assert "Blue wins: Red touched the assassin" in t.board.lead
        assert "🏆 carol, dave" in t.public()[-1].text
        assert all(word in t.public()[-1].pictures[0][0] for word in BLUE)


async def test_a_challenge_is_settled_by_a_host_who_does_not_play():
    async with town() as t:
        await t.lobby()
        for who, wishes in (("bob", "Red"), ("carol", "Blue")):
            await t.press(getattr(t, who), f"Join {wishes}")
            await t.press(getattr(t, who), "Be spymaster")
        await t.press(t.dave, "Join Red")
        await t.press(t.erin, "Join Blue")
        await t.press(t.alice, "Start")
        await t.clue(t.bob, "universe")
        await t.press(t.carol, "Challenge")
        assert "Challenge!" in t.board.lead
        await t.env.settle()
        _, call = t.public()
        assert f"<@{t.alice.id}>" in call.text and "Ruling due" in call.text, "the host need not be looking"
        refused = await t.press(t.bob, "Uphold")
        assert "Only the host" in t.answer(refused).text
        await t.press(t.alice, "Uphold")
        assert "covers a word" in t.board.lead
        await t.env.settle()
        assert len(t.public()) == 1
        panel = t.answer(await t.press(t.carol, "kettle"))
        assert set(panel.buttons) == {"Cover kettle"}
        await t.press(t.carol, "Cover kettle", panel)
        assert t.board.buttons["kettle"]["disabled"] and "Blue's turn" in t.board.lead
