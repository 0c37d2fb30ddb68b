"""Every slash command: what it does, and whom it refuses."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import discord
import pytest
from PIL import Image

from bot import plots
from bot.ports import Occupant
from bot.surfaces.discord.commands import NOTHING_HERE
from bot.table import Table
from games import all_games
from games.core import Figure
from tests.bot.discord.town import BOARD, Plains, Town, town
from tests.bot.test_plots import DRAWS


async def said(t: Town, who: Any, command: str, **options: Any) -> str:
    result = await t.say(who, command, **options)
    return t.answer(result).text


async def test_nothing_is_done_where_nothing_is_played():
    async with town() as t:
        for command in ("status", "log", "cancel", "pause", "resume", "extend", "leave", "export", "rematch"):
            assert await said(t, t.alice, f"game {command}") == NOTHING_HERE
        assert "Two teams" in await said(t, t.alice, "game rules")


async def test_start_takes_options_and_files_and_names_mistakes():
    async with town() as t:
        board = {**BOARD, "assassin_word": "trunk"}
        wrong = await said(t, t.alice, "codenames start", board=("board.json", json.dumps(board).encode()))
        assert "“trunk” stands in both" in wrong
        assert "not JSON" in await said(t, t.alice, "codenames start", board=("b.json", b"{"))
        words = "\n".join(BOARD["board_words"]).encode()
        result = await t.say(t.alice, "codenames start", words=("words.txt", words), clue_seconds=60, majority=True)
        assert not result.ephemeral
        assert "Own words: 25 of your own" in t.board.text and "Majority: yes" in t.board.text
        assert "Clue seconds: 60" in t.board.text
        again = await t.say(t.bob, "codenames start")
        assert "There is a game in this channel already" in t.answer(again).text


async def test_packs_are_suggested():
    async with town() as t:
        choices = await t.alice.autocomplete(t.channel, "codenames start", "pack", "ger")
        assert [choice["value"] for choice in choices] == ["german"]


async def test_a_board_larger_than_a_message_is_refused_in_a_sentence():
    async with town() as t:
        board = {
            "red_words": [f"red{c}" for c in "abcdefghijklm"],
            "blue_words": [f"blue{c}" for c in "abcdefghijklm"],
            "assassin_word": "bomb",
        }
        told = await said(t, t.alice, "codenames start", board=("b.json", json.dumps(board).encode()))
        assert told == "Discord has room for 25 cards, and this board has 27. Play it in the terminal."


async def test_a_missing_permission_is_named():
    async with town() as t:
        no_files = discord.PermissionOverwrite(attach_files=False)
        closed = t.guild.create_text_channel("closed", overwrites={t.guild.default_role: no_files})
        result = await t.alice.slash(closed, "codenames start")
        await t.env.settle()
        assert "“Attach Files”" in t.answer(result).text and not t.hall.lobbies


async def test_a_thread_of_its_own():
    async with town() as t:
        told = await said(t, t.alice, "codenames start", thread=True)
        [thread] = t.channel.threads
        assert thread.mention in told
        assert any("Join Red" in message.buttons for message in t.public(thread))


async def test_only_the_host_starts_and_only_host_or_moderator_closes():
    async with town() as t:
        await t.say(t.alice, "codenames start")
        assert "A lobby for Codenames is open" in await said(t, t.erin, "game status")
        await t.press(t.bob, "Join Red")
        assert (
            "Only the host or a moderator can do that. If the host stays away, anybody"
            in t.answer(await t.press(t.bob, "Start")).text
        )
        assert "Only the host or a moderator" in t.answer(await t.press(t.bob, "Close")).text
        assert "Join the game first" in t.answer(await t.press(t.carol, "Add AI")).text
        assert await said(t, t.bob, "game leave") == "You have left the lobby."
        lobby = t.board
        await t.press(t.alice, "Close")
        assert "no game began" in lobby.text and not lobby.buttons and not t.hall.lobbies


async def test_a_lobby_shows_who_came_and_went_by_another_way_and_that_it_closed():
    async with town() as t:
        id, lobby = await t.lobby(), t.board
        await t.hall.join(id, Occupant("person", "bob", f"discord:{t.bob.id}"))
        await t.env.settle()
        assert "bob" in lobby.text
        await t.hall.erase_person(f"discord:{t.bob.id}")
        await t.env.settle()
        assert "bob" not in lobby.text and lobby.buttons
        await t.hall.erase_person(f"discord:{t.alice.id}")
        await t.env.settle()
        assert "no game began" in lobby.text and not lobby.buttons and not t.surface.screens


async def test_status_log_and_export_show_what_everybody_heard():
    async with town() as t:
        await t.four()
        await t.clue(t.alice, "universe")
        status = await said(t, t.erin, "game status")
        assert "Red operative 1: **bob** ⏳" in status and "https://discord.com/channels/" in status
        log = t.answer(await t.say(t.erin, "game log"))
        assert "alice gives Red the clue UNIVERSE 2." in log.text and log.raw.attachments
        for kind in ("json", "csv", "md"):
            answer = t.answer(await t.say(t.erin, "game export", format=kind))
            [file] = answer.raw.attachments
            content = (t.env.backend.cdn.get(file["url"]) or b"").decode()
            assert "UNIVERSE" in content.upper() and "KeyShown" not in content and "seed" not in content


async def test_a_player_brings_the_board_down():
    async with town() as t:
        await t.four()
        first = t.board
        await t.bob.send(t.channel, "much talk")
        assert "Only the host or a moderator" in await said(t, t.erin, "game board")
        await t.say(t.bob, "game board")
        [talk, board] = t.public()
        assert board.id > talk.id > first.id
        await t.clue(t.alice, "universe")
        assert "UNIVERSE" in t.board.lead and len(t.public()) == 2


async def test_the_host_pauses_resumes_extends_and_cancels():
    async with town() as t:
        await t.four(timers=True)
        for command in ("pause", "extend", "cancel"):
            assert "Only the host or a moderator" in await said(t, t.bob, f"game {command}")
        await t.say(t.alice, "game pause")
        assert "Paused" in t.board.lead and "Resume" in t.board.buttons and "Give clue" not in t.board.buttons
        assert "The game is paused" in t.answer(await t.press(t.bob, "beach")).text
        await t.press(t.bob, "Resume")
        assert "Red's turn" in t.board.lead
        before = t.board.text
        assert await said(t, t.alice, "game extend", minutes=10) == "10 more minutes."
        assert t.board.text != before and "Clue due <t:" in t.board.text
        await t.say(t.alice, "game cancel")
        assert t.board.lead.endswith("The host called the game off.")
        assert len(t.public()) == 1 and "dragon" in t.board.buttons, "nothing is revealed"
        assert t.board.buttons["dragon"]["style"] == 2


async def test_an_absent_players_seat_goes_to_an_ai_and_back():
    async with town() as t:
        await t.four()
        seats = await t.alice.autocomplete(t.channel, "game takeover", "seat", "")
        assert "Blue operative 1: dave" in [choice["name"] for choice in seats]
        told = await said(t, t.alice, "game takeover", seat="blue-1")
        assert "plays **Blue operative 1** for dave now" in told and "dave 🤖" in t.board.text
        assert "saw" not in told
        assert "You have seen the key" in await _back_as(t, t.alice, "dave 🤖")
        assert await said(t, t.dave, "game join") == "You have your seat back."
        assert "dave" in t.board.text


async def _back_as(t: Town, who: Any, seat: str) -> str:
    await t.say(who, "game leave")
    told = await said(t, who, "game join", seat=seat)
    await t.say(who, "game join", seat="red-spymaster")
    return told


async def test_watch_plays_here_or_elsewhere_without_people():
    async with town() as t:
        told = t.answer(await t.say(t.alice, "codenames watch", channel=t.other, cast="built-in"))
        assert "is played at https://discord.com/channels/" in told.text
        assert told.raw.flags & 64, "nobody else in this channel need know"
        await t.env.settle()
        assert "🤖" in t.public(t.other)[0].text
        table = t.hall.at(f"discord:{t.guild.id}:{t.other.id}")
        if isinstance(table, Table) and table.story.outcome is None:
            touched = t.answer(await t.press(t.alice, "My key", t.public(t.other)[0])).text
            assert "for you to watch" in touched and "/game join" not in touched
        assert "There is no player “nobody”" in await said(t, t.alice, "codenames watch", cast="nobody")
        choices = await t.alice.autocomplete(t.channel, "codenames watch", "cast", "bold")
        assert {choice["value"] for choice in choices} == {"built-in:bold"}
        assert "not here any more" in told.text or "for watching" in await _join_there(t)


async def _join_there(t: Town) -> str:
    result = await t.alice.slash(t.other, "game join", seat="red-1")
    await t.env.settle()
    text = t.answer(result).text
    return text if "watching" in text else "for watching" if t.public(t.other)[-1].buttons.get("Rematch") else text


async def test_rematch_gathers_the_same_people():
    async with town() as t:
        await t.four()
        await t.clue(t.alice, "universe")
        await t.guess(t.bob, "dragon")
        refused = await t.press(t.erin, "Rematch", t.public()[-1])
        assert "Only those who played" in t.answer(refused).text
        await t.press(t.bob, "Rematch", t.public()[-1])
        lobby = t.public()[-1]
        assert "Red spymaster: **alice**" in lobby.text and f"Host: <@{t.bob.id}>" in lobby.text


async def test_ones_data_can_be_deleted():
    async with town() as t:
        await t.four()
        asked = t.answer(await t.say(t.alice, "game delete-my-data"))
        await t.press(t.alice, "Delete", asked)
        assert "Your name and id are gone" in asked.text
        assert "alice" not in t.board.text.split("›")[0]
        [table] = t.hall.tables.values()
        saved = await t.hall.store.load(table.id)
        assert saved is not None and f"discord:{t.alice.id}" not in repr(saved)


async def test_an_error_is_told_with_a_reference(caplog: Any, monkeypatch: Any):
    async with town() as t:
        await t.four()
        monkeypatch.setattr(Plains, "seat", None)

        async def broken(*arguments: Any, **named: Any) -> None:
            raise RuntimeError("the cat sat on it")

        [table] = t.hall.tables.values()
        monkeypatch.setattr(table, "submit", broken)
        told = t.answer(await t.press(t.alice, "beach")).text
        reference = told.split("`")[1]
        assert "cat" not in told and len(reference) == 6
        assert any(reference in record.getMessage() for record in caplog.records)


@DRAWS
async def test_the_course_of_a_game_that_is_over_is_exported_as_a_picture(monkeypatch: pytest.MonkeyPatch):
    turns = Figure("How long", "turns", "games", ("all",), (1.0,))
    plots.draw((turns,), "png")  # the first picture of a process waits for its fonts
    codenames = all_games()["codenames"].but(figures=lambda states: (turns,))
    monkeypatch.setitem(all_games(), "codenames", codenames)
    async with town() as t:
        await t.four(board=BOARD)
        assert "when it is over" in await said(t, t.erin, "game export", format="png")
        await t.say(t.alice, "game cancel")
        (attached,) = t.answer(await t.say(t.erin, "game export", format="png")).raw.attachments
        assert attached["filename"].endswith(".png")
        with Image.open(io.BytesIO(t.env.backend.cdn.get(attached["url"]))) as image:
            assert image.size == (840, 456)


async def test_without_what_draws_a_game_is_exported_in_words(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    async with town() as t:
        await t.four(board=BOARD)
        assert plots.MISSING in await said(t, t.erin, "game export", format="svg")
        (attached,) = t.answer(await t.say(t.erin, "game export", format="md")).raw.attachments
        assert attached["filename"].endswith(".md")


async def test_commands_that_something_else_has_put_there_are_ours_again_after_the_next_start():
    def known() -> dict[str, dict[str, Any]]:
        return {name: each for (name, _), each in t.env.backend.commands[None].items()}

    async with town() as t:
        ours = {name: each["description"] for name, each in known().items()}
        await t.surface.sync()
        known()["game"]["description"] = "of which Discord would not tell"
        await t.surface.sync()
        assert known()["game"]["description"] != ours["game"], "what has not changed is not put there again"
        known()["game"]["version"] = "2"
        await t.surface.sync()
        assert {name: each["description"] for name, each in known().items()} == ours
        del t.env.backend.commands[None]["settings", 1]
        await t.surface.sync()
        assert {name: each["description"] for name, each in known().items()} == ours
