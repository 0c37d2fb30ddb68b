"""Town on Discord: rooms in which people talk, whispers, papers, nights by DM, votes and trials on the board."""

from __future__ import annotations

import asyncio
import gc
import json
from typing import Any

import pytest

from bot.surfaces.discord.pages import CALM
from bot.surfaces.discord.rooms import APART
from games.core import Seat
from games.town.events import Confer, Correct, Deed, Jail, Nominate, Whisper
from tests.bot.discord.square import Script, Square, square

SEVEN = "godfather mafioso sheriff doctor lookout mayor jailor"


def said_in(t: Square, room: str) -> list[str]:
    return [line.text for line in t.state.lines if line.room == room]


def everything_public(t: Square) -> str:
    return json.dumps([m.raw.components for m in t.public()])


async def speaks(t: Square, who: Any, thread: Any, words: str) -> None:
    await who.send(thread, words)
    await t.env.settle()
    await t.rest()


# ── rooms in which people talk ────────────────────────────────────────────────────────────────────────────────────────


async def test_the_mafia_talks_in_a_thread_of_the_night_and_it_is_shut_at_dawn():
    async with square(SEVEN, message_content=True) as t:
        await t.open(t.alice, t.bob, t.carol)
        assert not t.channel.threads
        await t.until("night", 1)
        thread = t.thread("The Mafia, night 1")
        assert t.members(thread) == {"alice", "bob"} and t.raw(thread).type == 12
        head = t.public(thread)[0]
        assert "can read this too" in head.text and "What you write here is said" in head.text
        await speaks(t, t.alice, thread, "Let us visit carol.")
        assert said_in(t, "mafia") == ["Let us visit {p3}."]
        assert "Let us visit" not in t.told_in(thread), "it stands there already"
        await t.do("p2", Confer("Rather dante."))
        await t.rest()
        assert "**bob**" in t.told_in(thread) or "bob, to the Mafia: “Rather Dante.”" in t.told_in(thread).replace(
            " 🤖", ""
        )
        await t.until("discussion", 2)
        assert t.shut(thread) == (True, True)
        await t.until("night", 2)
        assert t.members(t.thread("The Mafia, night 2")) == {"alice", "bob"}


async def test_where_discord_keeps_words_from_the_bot_one_speaks_by_button_and_command():
    async with square(SEVEN) as t:
        await t.open(t.alice, t.bob, t.carol)
        await t.until("night", 1)
        thread = t.thread("The Mafia, night 1")
        await speaks(t, t.alice, thread, "Nobody hears me")
        assert said_in(t, "mafia") == [] and "Discord does not show me this message" in t.told_in(thread)
        form = await t.press(t.alice, "Speak", t.public(thread)[0])
        await t.fill_in(t.alice, form, text="Let us visit carol.")
        await t.bob.slash(thread, "say", text="Agreed.")
        await t.rest()
        assert said_in(t, "mafia") == ["Let us visit {p3}.", "Agreed."]
        assert "alice, to the Mafia: “Let us visit carol.”" in t.told_in(thread)
        assert "bob, to the Mafia: “Agreed.”" in t.told_in(thread)


async def test_who_is_not_in_a_room_or_comes_too_late_is_turned_away_in_a_sentence():
    async with square(SEVEN, message_content=True) as t:
        t.settle_in(t.carol)
        await t.open(t.alice, t.bob, t.carol)
        await t.until("night", 1)
        thread = t.thread("The Mafia, night 1")
        await t.carol.send(thread, "I am a moderator, and I know it all.")
        await t.env.settle()
        told = json.dumps([each.json for each in t.env.http_requests])
        assert "Only those who are in this room write here." in told and f"<@{t.carol.id}>" in told, "for a while"
        assert "I know it all" not in str([m.raw.content for m in t.public(thread)])
        await t.until("discussion", 2)
        await t.alice.send(thread, "And one more thing.")
        await t.env.settle()
        assert "one more thing" not in str([m.raw.content for m in t.public(thread)])
        late = await t.press(t.alice, "Speak", t.public(thread)[0])
        assert "over" in t.answer(late).text
        assert said_in(t, "mafia") == []


async def test_the_jailor_and_the_prisoner_talk_and_the_prisoner_learns_no_name():
    async with square("jailor sheriff godfather doctor lookout mayor spy", message_content=True) as t:
        await t.open(t.alice, t.bob)
        await t.until("discussion", 2)
        await t.do("p1", Jail("p2"))
        await t.until("night", 2)
        cell = t.thread("The jail, night 2")
        assert t.members(cell) == {"bob"}
        await speaks(t, t.bob, cell, "What have I done?")
        assert "What have I done?" in t.page(t.alice).text
        await t.alice.user.send_dm("Who are you?")
        await t.env.settle()
        await t.press(t.alice, "Confirm", t.dms(t.alice)[-1])
        await t.rest()
        assert said_in(t, "jail").count("Who are you?") >= 1
        assert "Jailor, in jail: “Who are you?”" in t.told_in(cell) and "alice" not in t.told_in(cell)
        form = await t.press(t.alice, "Talk", t.page(t.alice))
        await t.fill(t.alice, form, text="Speak up.")
        await t.rest()
        assert "Jailor, in jail: “Speak up.”" in t.told_in(cell)


async def test_the_dead_talk_by_day_and_by_night_and_a_medium_answers_by_dm():
    async with square("medium sheriff doctor godfather lookout mayor spy", message_content=True) as t:
        await t.open(t.alice, t.bob, t.carol)
        await t.hang("p2")
        await t.until("night")
        yard = t.thread("The graveyard")
        assert t.members(yard) == {"bob"}
        await speaks(t, t.bob, yard, "It was dark.")
        assert "It was dark." in t.page(t.alice).text, "a Medium hears the dead at night"
        form = await t.press(t.alice, "Talk", t.page(t.alice))
        await t.fill(t.alice, form, text="Who hanged you?")
        await t.rest()
        assert "Medium, to the dead: “Who hanged you?”" in t.told_in(yard) and "alice" not in t.told_in(yard)
        await t.until("discussion")
        await speaks(t, t.bob, yard, "Good morning, dead.")
        assert said_in(t, "dead")[-1] == "Good morning, dead." and t.shut(yard) == (False, False)
        assert "Good morning, dead." not in t.page(t.alice).text
        refused = await t.bob.slash(t.channel, "say", text="It was Dante!")
        assert "dead" in t.answer(refused).text


async def test_without_the_permission_to_open_rooms_all_of_it_is_said_by_dm():
    async with square(SEVEN) as t:
        t.env.inject_error("POST", f"/channels/{t.channel.id}/threads", status=403, code=50013, times=None)
        await t.open(t.alice, t.bob, t.carol)
        await t.until("night", 1)
        assert not t.channel.threads
        form = await t.press(t.alice, "Talk", t.page(t.alice))
        await t.fill(t.alice, form, text="Carol it is.")
        await t.write(t.bob, "fine with me")
        await t.press(t.bob, "Confirm", t.dms(t.bob)[-1])
        assert said_in(t, "mafia") == ["{p3} it is.", "fine with me"]
        assert "carol it is." in t.page(t.bob).text and "fine with me" in t.page(t.alice).text


async def test_where_the_bot_may_not_lock_threads_it_archives_them(caplog: pytest.LogCaptureFixture):
    async with square(SEVEN) as t:
        await t.open(t.alice, t.bob)
        await t.until("night", 1)
        thread = t.thread("The Mafia, night 1")
        t.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50013, times=1)
        await t.until("discussion", 2)
        assert t.shut(thread) == (True, False) and "may not lock" in caplog.text


async def test_whoever_is_erased_is_shown_out_of_rooms_that_are_over_too():
    async with square(SEVEN) as t:
        await t.open(t.alice, t.bob, t.carol)
        await t.until("night", 1)
        await t.until("discussion", 2)
        thread = t.thread("The Mafia, night 1")
        assert t.members(thread) == {"alice", "bob"}
        asked = t.answer(await t.say(t.alice, "game delete-my-data"))
        await t.press(t.alice, "Delete", asked)
        assert t.members(thread) == {"bob"} and t.shut(thread) == (True, True)


# ── whispers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_whisper_by_command_by_board_and_by_page_is_seen_by_all_and_read_by_two():
    async with square(SEVEN) as t:
        await t.open(t.alice, t.bob, t.carol)
        offered = await t.alice.autocomplete(t.channel, "whisper", "player", "b")
        assert [(each["name"], each["value"]) for each in offered][:1] == [("bob", "p2")]
        result = await t.say(t.alice, "whisper", player="p2", text="I trust carol.")
        assert result.ephemeral and "I trust carol." in t.answer(result).text
        form = await t.press(t.bob, "Whisper")
        await t.fill_in(t.bob, form, to="p1", text="So do I.")
        form = await t.press(t.carol, "Whisper", t.page(t.carol))
        await t.fill_in(t.carol.user, form, to="p1", text="Hush.")
        assert said_in(t, "whisper") == ["I trust {p3}.", "So do I.", "Hush."]
        public = everything_public(t)
        assert "alice whispers to bob." in public and "bob whispers to alice." in public
        assert not any(words in public for words in ("I trust", "So do I", "Hush"))
        await t.env.advance_time(CALM)
        assert "So do I." in t.page(t.alice).text and "So do I." not in t.page(t.carol).text
        assert "Hush" in t.page(t.carol).text
        for who, player, why in ((t.alice, "zoe", "Nobody called"), (t.erin, "p1", "do not sit")):
            assert why in t.answer(await t.say(who, "whisper", player=player, text="psst")).text
        await t.until("night", 1)
        assert "by day only" in t.answer(await t.say(t.alice, "whisper", player="p2", text="psst")).text


async def test_whoever_heard_a_whisper_sees_it_corrected_in_their_page_and_nobody_else():
    async with square(SEVEN) as t:
        await t.open(t.alice, t.bob, t.carol)
        await t.say(t.alice, "whisper", player="p2", text="I am the Doctor.")
        assert "corrects" not in t.page(t.bob).text
        await t.do("p1", Correct("my role", "sheriff"))
        await t.env.advance_time(CALM)
        assert "I am the Doctor. (corrects: I'm the Sheriff.)" in t.page(t.bob).text
        assert "corrects" not in t.page(t.carol).text and "corrects" not in everything_public(t)


async def test_whispers_in_a_row_come_to_a_page_together_and_by_themselves_while_it_asks_the_same():
    async with square(SEVEN) as t:
        await t.open(t.alice, t.bob, t.carol)
        await t.env.advance_time(CALM)
        edits = lambda: [each for each in t.env.http_requests if each.method == "PATCH" and str(t.page(t.bob).id) in each.path]  # fmt: skip # noqa: E731
        before = len(edits())
        await t.do("p1", Whisper("p2", "One."))
        assert "One." in t.page(t.bob).text, "what comes after a while is shown at once"
        for words in ("Two.", "Three.", "Four."):
            await t.do("p1", Whisper("p2", words))
        assert "Two." not in t.page(t.bob).text and len(edits()) == before + 1
        await t.env.advance_time(CALM)
        assert "Four." in t.page(t.bob).text and len(edits()) == before + 2
        await t.do("p1", Whisper("p2", "Five."))
        await t.until("night", 1)
        assert "Night 1" in t.page(t.bob).text, "a question comes at once"


async def test_what_waits_for_somebody_who_leaves_is_told_to_nobody(caplog: pytest.LogCaptureFixture):
    async with square(SEVEN) as t:
        await t.open(t.alice, t.bob, t.carol)
        for words in ("One.", "Two.", "Three."):
            await t.do("p1", Whisper("p2", words))
        page = t.page(t.bob).text
        await t.say(t.bob, "game leave")
        await t.env.advance_time(CALM)
        assert not t.table.seats[Seat("p2")].user and "Three." not in page == t.page(t.bob).text
    gc.collect()  # a task that failed unseen is told of then
    assert "never retrieved" not in caplog.text


async def test_long_talk_in_a_room_is_told_in_fewer_messages_and_its_end_at_once():
    async with square(SEVEN) as t:
        await t.open(t.alice, t.bob, t.carol)
        await t.until("night", 1)
        thread = t.thread("The Mafia, night 1")
        await t.do("p1", Confer("One."))
        await t.rest()
        assert "One." in t.told_in(thread), "whoever begins to talk is heard at once"
        for n in range(12):
            await t.do("p1", Confer(f"And {n}."))
            await t.env.advance_time(2)
        told = len(t.public(thread))
        assert told <= 6 and "And 8." in t.told_in(thread)
        await t.until("discussion", 2)
        assert "And 11." in t.told_in(thread)
        assert APART[0] == 0


# ── papers ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_papers_are_written_in_forms_that_begin_with_what_stands_there():
    async with square(SEVEN) as t:
        await t.open(t.alice, t.bob)
        page = t.page(t.alice)
        assert {"Will", "Death note", "Notebook"} <= set(page.buttons) and "Death note" in t.page(t.bob).buttons
        form = await t.press(t.alice, "Will", page)
        [field] = [each["component"] for each in form.modal["components"]]
        assert form.modal["title"] == "Will" and not field.get("value"), "which paper it is, nobody need say again"
        await t.fill(t.alice, form, text="N1: I was with bob.\nN2: {nothing}")
        assert t.state.paper(t.state.seats[0], "will").text == "N1: I was with {p2}.\nN2: {{nothing}"
        assert "I was with bob." in page.text
        panel = t.answer(await t.press(t.alice, "My role"))
        again = await t.press(t.alice, "Will", panel)
        [field] = [each["component"] for each in again.modal["components"]]
        assert field["value"] == "N1: I was with bob.\nN2: {nothing}" and not field["required"]
        await t.fill_in(t.alice, again, text="")
        assert t.state.paper(t.state.seats[0], "will").text == "" and "✅" in panel.text
        form = await t.press(t.alice, "Notebook", page)
        refused = await t.fill(t.alice, form, text="x" * 401)
        assert "400 is the most" in t.answer(refused).text and t.state.paper(t.state.seats[0], "notebook").text == ""
        kept = await t.press(t.alice, "Notebook", page)
        assert kept.modal["components"][0]["component"]["value"] == "x" * 401, "what was typed is not lost"
        assert "was with" not in everything_public(t)


async def test_no_custom_id_says_what_stands_in_a_paper():
    async with square(SEVEN) as t:
        await t.open(t.alice, t.bob)
        page = t.page(t.alice)
        before = [each["custom_id"] for each in page.components if "custom_id" in each]
        form = await t.press(t.alice, "Will", page)
        await t.fill(t.alice, form, text="I am the Godfather.")
        assert [each["custom_id"] for each in page.components if "custom_id" in each] == before
        assert all(len(each) <= 100 for each in before)


# ── nominations and trials on the board ───────────────────────────────────────────────────────────────────────────────


async def test_a_trial_by_buttons_with_what_everybody_may_see_and_an_acquittal():
    async with square(SEVEN, Script({("p5", "nominate:2:0:1"): Nominate("p4")})) as t:
        await t.open(t.alice, t.bob, t.carol, t.dave)
        await t.until("nomination", 2)
        assert {"alice", "bob", "carol", "dave", "Edda", "Nobody"} <= {each.split(" · ")[0] for each in t.board.buttons}
        assert len(t.board.components) <= 40
        assert "dave · 1" in t.board.buttons and "Edda" in t.board.text
        await t.press(t.alice, "dave · 1")
        assert "alice" in t.board.text and "dave · 2" in t.board.buttons
        board = t.board
        await t.press(t.alice, "carol")
        assert "carol · 1" in t.board.buttons and "dave · 1" in t.board.buttons, "a vote may be changed"
        twice = await t.press(t.alice, "carol · 1")
        assert "already" in t.answer(twice).text
        await t.press(t.alice, "dave · 1")
        late = board.buttons.get("Nobody") or t.board.buttons["Nobody"]
        for who in (t.bob, t.carol):
            await t.press(who, next(label for label in t.board.buttons if label.startswith("dave")))
        assert t.state.phase == "defence" and t.state.accused == "p4"
        assert "alice" in everything_public(t)
        stale = await t.press_anyway(t.bob, t.board, late)
        assert "passed" in stale.text or "Nobody is put on trial" in stale.text
        only = t.answer(await t.press(t.bob, "Speak")) if "Speak" in t.board.buttons else None
        assert only is not None and "Only dave may speak now." in only.text
        form = await t.press(t.dave, "Speak")
        await t.fill_in(t.dave, form, text="It was not me, alice.")
        await t.press(t.dave, "Nothing more")
        assert t.state.phase == "judgement"
        mine = await t.press(t.alice, "Guilty")
        assert "guilty" in t.answer(mine).text.lower()
        assert "alice ⏳" not in t.board.text and "**alice**" not in t.board.text and "**bob** ⏳" in t.board.text
        assert "alice: guilty" not in everything_public(t), "verdicts are secret until they are counted"
        himself = await t.press(t.dave, "Innocent")
        assert "cannot judge yourself" in t.answer(himself).text
        await t.press(t.alice, "Innocent")
        await t.press(t.bob, "Innocent")
        await t.press(t.carol, "Abstain")
        assert t.state.phase == "nomination" and t.state.accused is None and "p4" in t.state.alive
        public = everything_public(t)
        assert "acquitted" in public and "It was not me, alice" in public.replace("{p1}", "alice")


async def test_the_dead_the_blackmailed_and_the_jailed_are_told_why_not():
    async with square("blackmailer godfather jailor sheriff doctor lookout mayor") as t:
        await t.open(t.alice, t.bob, t.carol, t.dave)
        await t.until("night", 1)
        await t.do("p1", Deed("blackmail {p4}"))
        await t.until("discussion", 2)
        assert "p4" in t.state.gagged
        for label in ("Speak", "Whisper"):
            assert "blackmailed" in t.answer(await t.press(t.dave, label)).text
        assert "blackmailed" in t.page(t.dave).text
        await t.do("p3", Jail("p4"))
        await t.until("night", 2)
        assert "jail" in t.page(t.dave).text and not t.page(t.dave).selects
        await t.hang("p4")
        await t.until("nomination")
        pressed = await t.press(t.dave, "Nobody")
        assert "You are dead" in t.answer(pressed).text


async def test_a_mayor_reveals_himself_from_his_own_page_when_asked_once_more():
    async with square("mayor sheriff godfather doctor lookout jailor spy") as t:
        await t.open(t.alice, t.bob)
        assert "Reveal yourself" not in t.board.buttons and "Reveal yourself" not in t.page(t.bob).buttons
        asked = await t.press(t.alice, "Reveal yourself", t.page(t.alice))
        assert "Are you sure?" in t.answer(asked).text and not t.state.mayors
        await t.alice.user.click(asked.response, label="Reveal yourself")
        await t.env.settle()
        assert t.state.mayors == {"p1"} and "Mayor" in everything_public(t)
        assert "Reveal yourself" not in t.page(t.alice).buttons


# ── nights by DM ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_night_deeds_are_picked_in_menus_by_dm_or_on_demand():
    async with square("sheriff transporter godfather doctor lookout mayor spy") as t:
        await t.open(t.alice, t.bob, t.carol)
        await t.until("night", 1)
        page = await t.pick(t.alice, "What", "question carol")
        await t.press(t.alice, "Confirm", page)
        assert "question carol" in page.text
        await t.pick(t.bob, "What", "swap alice")
        await t.pick(t.bob, "And whom", "Dante", t.page(t.bob))
        await t.press(t.bob, "Confirm", t.page(t.bob))
        assert {"p1", "p2"} <= set(t.state.orders)
        panel = t.answer(await t.press(t.carol, "My role"))
        labels = [each["label"] for select in panel.selects for each in select["options"]]
        assert "kill alice" in labels and len(labels) <= 25
        await t.press(t.carol, "Sleep", panel)
        assert t.state.phase == "discussion" and t.state.day == 2
        assert "Night 1: You chose to question carol." in t.page(t.alice).text
        assert "question" not in everything_public(t)


# ── a restart in each phase ───────────────────────────────────────────────────────────────────────────────────────────


async def test_a_day_and_a_night_with_restarts_in_between_lose_nothing_and_tell_nothing_twice():
    edda = {("p5", f"nominate:2:0:{ballot}"): Nominate("p4") for ballot in (1, 2)}
    async with square(SEVEN, Script(edda), message_content=True) as t:
        await t.open(t.alice, t.bob, t.carol, t.dave)
        await t.until("discussion", 2)
        await t.say(t.alice, "whisper", player="p2", text="Dave tonight.")
        form = await t.press(t.carol, "Will", t.page(t.carol))
        await t.restart()
        await t.fill_in(t.carol.user, form, text="Alice is suspicious.")
        assert t.state.paper(t.state.seats[2], "will").text == "{p1} is suspicious.", (
            "a form that was open meanwhile is taken"
        )
        await t.until("nomination", 2)
        await t.press(t.alice, "dave · 1")
        await t.restart()
        assert "dave · 2" in t.board.buttons
        for who in (t.bob, t.carol):
            await t.press(who, next(label for label in t.board.buttons if label.startswith("dave")))
        await t.restart()
        assert t.state.phase == "defence" and "dave" in t.board.lead
        await t.press(t.dave, "Nothing more")
        await t.press(t.alice, "Guilty")
        await t.restart()
        for who in (t.bob, t.carol):
            assert t.state.phase == "judgement", t.state.sentences
            said = await t.press(who, "Innocent")
            assert "innocent" in t.answer(said).text.lower()
        await t.until("night", 2)
        thread = t.thread("The Mafia, night 2")
        await speaks(t, t.alice, thread, "Carol, then.")
        page = await t.pick(t.bob, "What", "kill carol")
        await t.restart()
        assert page.picked == ["kill carol"]
        await speaks(t, t.bob, thread, "Fine.")
        assert said_in(t, "mafia") == ["{p3}, then.", "Fine."]
        assert len(t.public(thread)) == 1 + 2 and len([x for x in t.channel.threads if "night 2" in t.raw(x).name]) == 1
        await t.press(t.bob, "Confirm", page)
        await t.until("discussion", 3)
        assert t.state.dead == ("p3",)
        assert t.shut(thread) == (True, True)
        await t.restart()
        yard = t.thread("The graveyard")
        await t.rest()
        assert t.members(yard) == {"carol"} and "Alice is suspicious" in everything_public(t).replace("alice", "Alice")
        public = everything_public(t)
        assert public.count("alice whispers to bob.") == 1 and public.count("is acquitted") == 1


async def test_what_somebody_wrote_in_a_room_is_told_once_though_the_bot_dies_as_it_takes_it():
    async with square(SEVEN, message_content=True) as t:
        await t.open(t.alice, t.bob, t.carol)
        await t.until("night", 1)
        kept = t.store.append

        async def dies(*move: Any, **more: Any) -> None:
            t.store.append = kept
            await kept(*move, **more)
            raise asyncio.CancelledError

        t.store.append = dies
        thread = t.thread("The Mafia, night 1")
        await t.alice.send(thread, "Let us visit carol.")
        await t.env.settle()
        await t.restart()
        await speaks(t, t.bob, thread, "Fine.")
        assert said_in(t, "mafia") == ["Let us visit {p3}.", "Fine."]
        assert len(t.public(thread)) == 1 + 2 and "visit" not in t.told_in(thread)


# ── from the lobby ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_town_gathers_in_a_lobby_and_everybody_gets_a_role_card():
    async with square(SEVEN) as t:
        await t.say(t.alice, "town start", players=7, timers="none")
        lobby = next(m for m in t.public() if "Start" in m.buttons)
        assert " · Players: 7, Role list: classic, Timers: none, Built-in players: easy\n" in lobby.text
        assert "-# Built-in players play easy, until the host has won this game once" in lobby.text
        await t.press(t.alice, "Join", lobby)
        await t.press(t.bob, "Join", lobby)
        await t.press(t.alice, "Start", lobby)
        [table] = t.hall.tables.values()
        assert len(table.seats) == 7 and len(table.story.people) == 2
        for who in (t.alice, t.bob):
            card, page = t.dms(who)
            role = str(table.story.state.role(table.seat_of(f"discord:{who.id}"))).title()
            [(alt, picture)] = card.pictures
            assert role in alt and role in page.text and picture.startswith(b"\x89PNG")
            again = t.answer(await t.press(who, "Card", page))
            icons = [each["emoji"]["name"] for each in page.buttons.values() if each.get("emoji")]
            assert "About my role" in page.buttons and len(icons) == len(set(icons)), icons
            assert again.pictures[0][0] == alt
        assert "☀️ Day 1" in t.board.lead and t.board.lead.startswith("## ")


async def test_whoever_watches_ais_reads_behind_the_scenes():
    async with square(SEVEN) as t:
        await t.say(t.alice, "town watch", players=7, pace=0.0)
        await t.env.advance_time(60)
        told = t.told_in(t.thread("Behind the scenes"))
        assert "Ada 🤖 is the Godfather." in told
        assert not [each for each in ("eager to speak", "Heard by", "nothing more to say") if each in told]


async def test_what_somebody_writes_in_the_square_stands_there_once():
    async with square(SEVEN, message_content=True) as t:
        await t.open(t.alice, t.bob)
        await t.until("discussion", 2)
        await t.alice.send(t.channel, "Good morning, everybody.")
        await t.env.settle()
        await t.env.advance_time(10)
        assert [m.raw.content for m in t.public()].count("Good morning, everybody.") == 1
        assert not [m for m in t.public() if "Good morning" in m.text], "it is not told again"
        await t.say(t.bob, "say", text="Good morning, alice.")
        await t.env.advance_time(10)
        assert [m for m in t.public() if "Good morning, alice" in m.text], "what is said by a command is"
