"""`/privacy`, being forgotten also in what was posted, and reports to the owner."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import privacy
from bot.reports import KIND
from bot.surfaces.discord.outbox import ARCHIVED, Outbox
from bot.surfaces.discord.parts import Drawn
from tests.bot.discord.house import Script, house
from tests.bot.discord.town import town

ODD = "Rumpelstilzchen"


async def attached(t: Any, message: Any) -> Any:
    (file,) = message.raw.attachments
    return json.loads((t.env.backend.cdn.get(file["url"]) or b"").decode())


async def test_somebody_sees_what_is_kept_takes_it_along_and_has_it_erased():
    async with town() as t:
        nobody = t.answer(await t.say(t.erin, "privacy"))
        assert "Nothing is kept about you here." in nobody.text and nobody.buttons["Export mine"]["disabled"]
        await t.four()
        await t.clue(t.alice, "universe")
        t.hall.keep_days = 30
        shown = t.answer(await t.say(t.alice, "privacy"))
        assert int(shown.raw.flags) & 64, "for them alone"
        assert "1 game (1 still running), there as “alice”" in shown.text
        assert "30 days after their end" in shown.text and "never your id" in shown.text
        mine = await attached(t, t.answer(await t.press(t.alice, "Export mine", shown)))
        (game,) = mine["games"]
        assert mine["you"] == f"discord:{t.alice.id}" and game["hosted"] and game["moves"]
        assert [each["name"] for each in game["seats"].values()] == ["alice"]
        assert str(t.bob.id) not in json.dumps(mine), "nobody else's id"
        asked = t.answer(await t.press(t.alice, "Erase me", shown))
        await t.press(t.alice, "Delete", asked)
        assert "gone from 1 game" in asked.text and "Discord itself keeps" in asked.text
        assert "alice" not in t.board.text
        assert "Nothing is kept about you here." in t.answer(await t.say(t.alice, "privacy")).text


async def test_what_is_taken_along_holds_no_secret_of_a_game_that_runs():
    async with house(Script(thoughts="I am the murderer, hush")) as t:
        await t.open(t.alice)
        await t.play(t.alice, until=lambda state: state.day > 1)
        before = json.dumps(
            await attached(
                t, t.answer(await t.press(t.alice, "Export mine", t.answer(await t.say(t.alice, "privacy"))))
            )
        )
        assert "hush" not in before and "murderer" not in before and "seed" not in before
        assert "I am" in before, "what was said of or by them to everybody is there"


async def test_boards_results_and_talk_are_drawn_anew_without_whoever_is_forgotten(monkeypatch: pytest.MonkeyPatch):
    edit, shut = Outbox.edit, list[int]()

    async def as_discord_does(message: discord.PartialMessage, drawn: Drawn) -> bool:
        if message.channel.id in shut and t.env.backend.channels[message.channel.id].thread_metadata.archived:
            raise discord.HTTPException(
                SimpleNamespace(status=400, reason=""), {"code": ARCHIVED, "message": "archived"}
            )  # type: ignore[arg-type]
        return await edit(message, drawn)

    monkeypatch.setattr(Outbox, "edit", staticmethod(as_discord_does))
    hang = {seat: {1: "p5"} for seat in ("p1", "p2", "p3", "p4", "p6")}
    async with house(Script(says=lambda seat: f"I am {{{seat}}}, and {{p6}} lies.", votes=hang)) as t:
        person = t.guild.add_member(t.env.create_user(ODD))
        await t.open(person, t.alice)
        await t.play(t.alice, person)
        assert sum(ODD in each.text for each in t.public()) > 2
        graveyard = t.thread("The graveyard")
        assert ODD in t.told_in(graveyard)
        meta = t.env.backend.channels[graveyard.id].thread_metadata
        t.env.backend.channels[graveyard.id].thread_metadata = replace(meta, archived=True)
        shut.append(graveyard.id)
        asked = t.answer(await t.say(person, "game delete-my-data"))
        await t.press(person, "Delete", asked)
        await t.env.settle()
        left = [each.text for each in t.public() if ODD in each.text]
        assert not left, left
        told = t.told_in(graveyard)
        assert t.env.backend.channels[graveyard.id].thread_metadata.archived
        assert ODD not in told and ("Somebody" in told)
        assert any("Somebody lies" in each.text.replace("*", "") for each in t.public())
        assert "of my messages" in asked.text and "could not" not in asked.text.split("\n")[1]


async def test_whoever_was_erased_while_the_bot_was_away_is_gone_from_its_messages_when_it_is_back():
    async with house() as t:
        person = t.guild.add_member(t.env.create_user(ODD))
        await t.open(person)
        await t.play(person)
        assert any(ODD in each.text for each in t.public())
        await privacy.leave_word(t.hall, await t.hall.erase_person(f"discord:{person.id}"))
        await t.restart()
        assert not [each.text for each in t.public() if ODD in each.text]
        assert await t.store.all(privacy.REPAINT) == {}


async def test_whoever_was_erased_from_a_game_that_went_on_to_its_end_is_gone_from_its_messages():
    async with house() as t:
        person = t.guild.add_member(t.env.create_user(ODD))
        await t.open(t.alice, person)
        await t.play(t.alice, person, until=lambda state: state.day > 1)
        assert sum(ODD in each.text for each in t.public()) > 1
        done = await t.hall.erase_person(f"discord:{person.id}")  # an AI plays on for them
        await t.play(t.alice)
        await privacy.leave_word(t.hall, done)
        await t.restart()
        assert not [each.text for each in t.public() if ODD in each.text]


async def test_what_an_ai_says_is_reported_to_the_owner():
    async with house(Script(says=lambda seat: f"I am {{{seat}}} and I say something vile.")) as t:
        await t.open(t.alice)
        await t.play(t.alice, until=lambda state: state.day > 1)
        spoken = next(each for each in t.feed if "Ada" in each.text and "vile" in each.text)
        [message] = [each for each in t.channel.history() if each.id == spoken.id]
        form = await t.bob.context_menu(t.channel, "Report to the owner", message)
        thanked = t.answer(await t.fill(t.bob, form, why="It is vile."))
        assert "Thank you" in thanked.text
        (report,) = (await t.store.all(KIND)).values()
        assert (report["by"], report["game"], report["reason"]) == (f"discord:{t.bob.id}", t.table.id, "It is vile.")
        assert {each["name"] for each in report["lines"]} >= {"Ada"} and "alice" not in {
            each["name"] for each in report["lines"]
        }
        assert all("vile" in each["text"] for each in report["lines"])
        # A board says nothing, and people are no matter of the owner's.
        [board] = [each for each in t.channel.history() if each.id == t.board.id]
        refused = t.answer(await t.bob.context_menu(t.channel, "Report to the owner", board))
        assert "Only what an AI says" in refused.text
        await t.hall.erase_person(f"discord:{t.bob.id}")
        (report,) = (await t.store.all(KIND)).values()
        assert report["by"] == "" and report["lines"]
