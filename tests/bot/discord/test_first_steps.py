"""What people stumble over before a game begins, and beside one: rules, rooms, lists, commands in the wrong place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.ports import About
from bot.stores.memory import MemoryStore
from bot.surfaces.discord.lobby import draw_lobby
from bot.surfaces.discord.rooms import GATHER
from tests.bot.discord.hiding import night
from tests.bot.discord.house import HALL, Script, house
from tests.bot.discord.town import BLUE, CIVILIANS, RED, town

STRIKE = Script(nights={"p1": {1: (HALL, "strike {p6}")}})
WORDS = (*RED, *BLUE, *CIVILIANS, "dragon")


async def test_where_nothing_is_played_the_rules_of_every_game_are_a_press_away():
    async with town() as t:
        told = t.answer(await t.say(t.alice, "game rules"))
        assert "Nothing is played in this channel" in told.text
        assert all(game.title in told.text and game.title in told.buttons for game in t.hall.games.values())
        rules = t.answer(await t.press(t.alice, t.hall.games["mystery"].title, told))
        assert "murderer" in rules.text and "spymaster" not in rules.text


async def test_a_lobby_has_the_rules_of_its_game():
    async with town() as t:
        await t.lobby()
        assert "spymaster" in t.answer(await t.press(t.bob, "Rules")).text


async def test_rules_are_read_section_by_section():
    async with town() as t:
        told = t.answer(await t.press(t.alice, "Town", t.answer(await t.say(t.alice, "game rules"))))
        assert "Sheriff" not in told.text and {"The night", "The roles"} <= set(told.buttons)
        roles = t.answer(await t.press(t.alice, "The roles", told))
        assert "Sheriff" in roles.text and "Winning" not in roles.text
        await t.lobby()
        of_lobby = t.answer(await t.press(t.bob, "Rules"))
        assert "one more than the number" in t.answer(await t.press(t.bob, "Guesses", of_lobby)).text
        await t.press(t.alice, "Start")
        at_table = t.answer(await t.say(t.bob, "game rules"))
        assert "one more than the number" in t.answer(await t.press(t.bob, "Guesses", at_table)).text


async def test_the_host_chooses_in_the_lobby_how_well_built_in_players_play():
    async with town() as t:
        id = await t.lobby()
        assert "Built-in players: easy" in t.public()[-1].text, "it is Alice's first game"
        assert "Built-in players: normal" in t.answer(await t.press(t.alice, "Built-in players: easy")).text
        assert t.hall.lobby(id).options["strength"] == "normal"
        await t.press(t.bob, "Built-in players: normal")
        assert t.hall.lobby(id).options["strength"] == "normal", "Bob is not the host"
        await t.press(t.alice, "Start")
        ais = [each for each in t.hall.tables[id].seats.values() if each.kind == "built-in"]
        assert ais and {each.temper.strength for each in ais} == {0.6}


async def test_no_button_of_a_board_stands_alone_on_its_row():
    async with house(STRIKE) as t:
        await t.open(t.alice, t.bob)
        for _ in range(20):
            rows = [len(each["components"]) for each in t.board.components if each["type"] == 1]
            assert len(rows) < 2 or min(rows) >= 2, rows
            await t.act(t.alice, t.bob)


async def test_links_in_a_dm_have_labels():
    async with night() as t:
        await t.play(t.alice, t.bob)
        await t.choose(t.alice, "Barn", "quietly")
        link = f"https://discord.com/channels/{t.guild.id}/{t.channel.id}/{t.board.id}"
        text = t.page(t.alice).text
        assert f"[The table]({link})" in text and text.count("https://") == text.count("](https://")


@pytest.mark.parametrize("command", ["codenames start", "codenames watch", "game move"])
async def test_no_game_begins_in_a_room_of_another(command: str):
    async with house(STRIKE) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=lambda s: bool(s.deaths))
        thread = t.thread("The graveyard")
        refused = t.answer(await t.alice.slash(thread, command))
        assert "a room of a game that is being played" in refused.text and not t.hall.lobbies


async def test_commands_in_a_room_are_about_its_game():
    async with house(STRIKE) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=lambda s: bool(s.deaths))
        thread = t.thread("The graveyard")
        status = t.answer(await t.alice.slash(thread, "game status")).text
        assert f"/{t.board.id}" in status
        assert "murderer" in t.answer(await t.alice.slash(thread, "game rules")).text
        assert "Nobody whispers" in t.answer(await t.alice.slash(thread, "whisper", player="bob", text="psst")).text
        suggested = await t.alice.autocomplete(thread, "game kick", "player", "bo")
        assert [each["name"] for each in suggested] == ["bob"]
        told = t.answer(await t.alice.slash(thread, "game kick", player=suggested[0]["value"]))
        assert "bob" in told.text and t.table.seat_of(f"discord:{t.bob.id}") is None


async def test_where_no_threads_can_be_opened_it_is_said_at_the_start():
    async with house(STRIKE) as t:
        voice = t.guild.create_voice_channel("parlour")
        for command in ("mystery start", "mystery watch"):
            told = t.answer(await t.alice.slash(voice, command))
            assert "no text channel" in told.text and "no threads beside the table" in told.text
            await t.env.settle()
            await t.alice.slash(voice, "game cancel")
            await t.env.settle()
        await t.open(t.alice, t.bob)
        moved = await t.alice.slash(voice, "game move")
        assert "no threads beside the table" in t.answer(moved).text


async def test_a_thread_of_its_own_has_its_host_in_it():
    async with town() as t:
        await t.say(t.alice, "codenames start", thread=True)
        [thread] = t.channel.threads
        assert t.alice.id in t.env.backend.channels[thread.id].thread_members


async def test_behind_the_scenes_nothing_is_told_while_bets_are_taken():
    async with house(STRIKE) as t:
        table = await t.open(about=About(60.0, watch=True))
        await t.env.advance_time(3 * GATHER)
        thread = t.thread("Behind the scenes")
        assert table.game.shows.market(table.view(None)).open and "is the only murderer" not in t.told_in(thread)

        def no_market(view: Any) -> None:
            return None

        table.story.game = table.game.but(market=no_market)

        async def closed() -> None:
            t.surface.changed(table)

        await t.within(closed())
        await t.env.advance_time(3 * GATHER)
        assert t.told_in(thread).count("is the only murderer") == 1


async def test_a_list_of_words_loses_its_bullets_and_an_empty_one_is_refused():
    async with town() as t:
        for bullets in ("- {}", "24. {}", "• {}", "{}"):
            listed = "\n".join(bullets.format(word) for word in WORDS).encode()
            await t.say(t.alice, "codenames start", words=("words.txt", listed))
            [lobby] = t.hall.lobbies.values()
            assert set(lobby.options["words"]) == {*WORDS}, bullets
            await t.say(t.alice, "game cancel")
        empty = t.answer(await t.say(t.alice, "codenames start", words=("words.txt", b" \n\n")))
        assert "“words.txt” is empty." in empty.text and not t.hall.lobbies


async def test_what_the_ais_thought_says_of_which_move():
    async with house(
        Script(nights=STRIKE.nights, votes={f"p{n}": {1: "p1"} for n in range(1, 7)}, thoughts="Hm, Ada.")
    ) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob)
        thoughts = t.answer(await t.press(t.alice, "What the AIs thought", t.public()[-1])).text
        assert "Hm, Ada." in thoughts and "-# Ada 🤖 goes to the Hall and strikes alice." in thoughts


async def test_words_and_a_board_together_are_refused_and_mistakes_are_sentences():
    async with town() as t:
        listed = "\n".join(WORDS).encode()
        board: dict[str, Any] = {
            "red_words": RED,
            "blue_words": BLUE,
            "civilian_words": CIVILIANS,
            "assassin_word": "dragon",
        }
        files = {"words": ("words.txt", listed), "board": ("board.json", json.dumps(board).encode())}
        both = t.answer(await t.say(t.alice, "codenames start", **files)).text
        assert "Bring words or a board, not both" in both and not t.hall.lobbies
        wrong = {"board": ("board.json", json.dumps({**board, "assassin_word": 7}).encode())}
        told = t.answer(await t.say(t.alice, "codenames start", **wrong)).text
        assert "board.assassin" in told
        wrong = {"words": ("words.json", b'{"a": 1}')}
        told = t.answer(await t.say(t.alice, "codenames start", **wrong)).text
        assert "words: write a list" in told


async def test_a_form_that_is_sent_again_since_discord_failed_is_told_to_have_been_taken():
    async with town() as t:
        await t.four()
        # SimCord sends a form once: to send it again is to send another of the same moment.
        form, same, late = [await t.press(t.alice, "Give clue") for _ in range(3)]
        t.env.inject_error("POST", "/interactions/*/*/callback", status=503, code=0, times=None)
        await t.fill(t.alice, form, word="universe", number="2")
        t.env.backend.faults.clear()
        again = t.answer(await t.fill(t.alice, same, word="universe", number="2"))
        assert "UNIVERSE 2" in t.board.lead and "It was taken" in again.text
        other = t.answer(await t.fill(t.alice, late, word="galaxy", number="2"))
        assert "It was taken" not in other.text


async def test_whoever_learns_a_game_is_told_of_each_new_question_in_their_dms():
    async with town() as t:
        await t.say(t.alice, "town learn")
        assert "-# Whoever learns the game alone among AIs is dealt a role of the Town." in t.public()[-1].text
        await t.press(t.alice, "Close")
        await t.say(t.alice, "codenames learn")
        (lobby,) = t.hall.lobbies.values()
        assert (lobby.options["hints"], lobby.options["strength"], lobby.options["together"]) == (True, "easy", True)
        await t.press(t.alice, "Join Red")
        await t.press(t.alice, "Be spymaster")
        await t.press(t.alice, "Start")
        hints = [each.text for each in t.dms(t.alice) if each.text.startswith("Hint:")]
        assert len(hints) == 1 and "You alone of your team see the colours" in hints[0]
        await t.clue(t.alice, "zebra", "1")
        assert [each.text for each in t.dms(t.alice) if each.text.startswith("Hint:")] == hints, "once"
        assert not any("Hint:" in each.text for each in t.public())


async def test_a_lobby_says_what_company_its_ais_are():
    hall = Hall(MemoryStore(), HousePlayers(), VirtualClock())
    lobby = await hall.open_lobby("mystery", {}, "discord:1", "discord:5:6")
    drawn = json.dumps(draw_lobby(hall, await hall.add_ai(lobby.id)).view.to_components(), ensure_ascii=False)
    assert "-# Ada: Quick and dry, with a fondness for neat patterns." in drawn
    assert "Basil:" not in drawn, "who has not sat down yet may be anybody"
    await hall.close()
