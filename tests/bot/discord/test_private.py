"""What one seat alone sees and is asked: pages by DM, picks, what was confirmed, and what became of it."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from bot.surfaces.discord.rooms import GATHER
from tests.bot.discord.hiding import Night, night
from tests.bot.discord.house import Script, house


async def test_a_page_comes_by_dm_with_what_is_asked_and_what_may_be_picked():
    async with night() as t:
        await t.play(t.alice, t.bob)
        page = t.page(t.alice)
        assert "You are the thief." in page.text and "You are honest." in t.page(t.bob).text
        where, how = page.selects
        assert [each["label"] for each in where["options"]] == ["Attic", "Barn", "Cellar", "follow bob"]
        assert "with alice" in [each["label"] for each in how["options"]]
        assert page.buttons["Confirm"]["disabled"], "nothing is picked yet"
        assert f"/{t.channel.id}/{t.board.id}" in page.text


async def test_picks_stand_in_the_message_and_are_confirmed_there():
    async with night() as t:
        table = await t.play(t.alice, t.bob)
        page = await t.pick(t.alice, "Where", "follow bob")
        assert page.picked == ["follow bob"] and page.buttons["Confirm"]["disabled"] and "“How”" in page.text
        assert not table.drafts, "half a choice is no choice"
        await t.pick(t.alice, "How", "loudly")
        assert page.picked == ["follow bob", "loudly"] and not page.buttons["Confirm"].get("disabled")
        assert list(table.drafts) == [("p1", "hide:1")]
        await t.pick(t.alice, "How", "quietly")
        await t.press(t.alice, "Confirm", page)
        assert "Tonight: follow bob, quietly." in page.text and not page.selects and not page.buttons
        assert "Nobody hears who has chosen." in page.text
        assert len(t.dms(t.alice)) == 1 and not table.drafts


async def test_a_page_that_owes_something_is_a_dm_of_its_own_and_the_next_is_shown_in_it():
    async with night() as t:
        await t.play(t.alice, t.bob)
        await t.choose(t.alice, "Barn", "quietly")
        await t.choose(t.bob, "Barn", "loudly")
        assert "Night 1: you saw bob." in t.page(t.alice).text and "Night 1: you saw alice." in t.page(t.bob).text
        assert [len(t.dms(who)) for who in (t.alice, t.bob)] == [1, 1], "the DM of the night has become that of the day"
        for who in (t.alice, t.bob):
            await t.press(who, "Stay silent")
        assert [len(t.dms(who)) for who in (t.alice, t.bob)] == [2, 2], "and the next night has one of its own"


async def test_confirming_too_early_is_answered_in_a_sentence():
    async with night() as t:
        await t.play(t.alice, t.bob)
        page = t.page(t.alice)
        said = await t.press_anyway(t.alice, page, page.buttons["Confirm"])
        assert "Pick “Where” and “How” first." in said.text


async def test_what_the_rules_refuse_is_said_at_once_and_loses_nothing():
    async with night() as t:
        table = await t.play(t.alice, t.bob)
        page = await t.pick(t.alice, "Where", "Barn")
        await t.pick(t.alice, "How", "with alice")
        assert "⚠️ Nobody hides with themselves, alice." in page.text
        await t.press(t.alice, "Confirm", page)
        assert "⚠️ Nobody hides with themselves, alice." in page.text and page.picked == ["Barn", "with alice"]
        assert table.story.asks("p1")
        await t.pick(t.alice, "How", "loudly")
        await t.press(t.alice, "Confirm", page)
        assert "Tonight: Barn, loudly." in page.text


async def test_an_old_page_takes_no_more_presses():
    async with night() as t:
        table = await t.play(t.alice, t.bob)
        page = t.page(t.alice)
        select, confirm = page.selects[0], page.buttons["Confirm"]
        [ask] = table.story.asks("p1")
        await table.submit("p1", ask.default, ask.key, "elsewhere")
        await t.env.settle()
        assert not page.selects, "answered elsewhere: the page says so"
        for said in (await t.press_anyway(t.alice, page, select, "Barn"), await t.press_anyway(t.alice, page, confirm)):
            assert "That moment has passed" in said.text


# ── closed DMs, and the button ────────────────────────────────────────────────────────────────────────────────────────


async def closed(t: Night, who: Any) -> None:
    if who.id not in t.env.backend.dm_channels:
        await t.env.bot.create_dm(who)
    channel = t.env.backend.dm_channels[who.id]
    t.env.inject_error("POST", f"/channels/{channel}/messages", status=403, code=50007, times=None)


async def test_with_closed_dms_the_button_shows_the_same_and_takes_the_same():
    async with night() as t:
        await closed(t, t.bob)
        table = await t.play(t.alice, t.bob)
        assert not t.dms(t.bob)
        panel = t.answer(await t.press(t.bob, "My night"))
        assert "You are honest." in panel.text and len(panel.selects) == 2
        await t.pick(t.bob, "Where", "Cellar", panel)
        await t.pick(t.bob, "How", "quietly", panel)
        await t.press(t.bob, "Confirm", panel)
        assert "Tonight: Cellar, quietly." in panel.text and not panel.selects
        assert not table.story.asks("p2")


async def test_one_persons_dm_that_cannot_be_sent_keeps_nobody_else_from_theirs():
    async with night() as t:
        for who in (t.alice, t.bob):
            await t.env.bot.create_dm(who)
        channel = t.env.backend.dm_channels[t.alice.id]
        t.env.inject_error("POST", f"/channels/{channel}/messages", status=400, code=50033, times=1)
        await t.play(t.alice, t.bob)
        assert not t.dms(t.alice) and t.page(t.bob).selects
        panel = t.answer(await t.press(t.alice, "My night"))
        await t.pick(t.alice, "Where", "Cellar", panel)
        await t.pick(t.alice, "How", "quietly", panel)
        await t.press(t.alice, "Confirm", panel)
        await t.choose(t.bob, "Barn", "loudly")
        assert "You are the thief." in t.page(t.alice).text, "the next page is tried again"


async def test_the_button_and_the_dm_know_of_each_others_picks():
    async with night() as t:
        await t.play(t.alice, t.bob)
        panel = t.answer(await t.press(t.alice, "My night"))
        await t.pick(t.alice, "Where", "Cellar", panel)
        await t.pick(t.alice, "How", "quietly", panel)
        assert t.page(t.alice).picked == ["Cellar", "quietly"]
        await t.press(t.alice, "Confirm", panel)
        assert "Tonight: Cellar, quietly." in t.page(t.alice).text and not t.page(t.alice).selects


async def test_the_button_opens_one_panel_a_person():
    async with night() as t:
        await t.play(t.alice, t.bob)
        first = await t.press(t.alice, "My night")
        await t.press(t.alice, "My night")
        assert first.response is None


async def test_the_dead_have_no_page_and_are_shown_where_they_read_along():
    async with night() as t:
        await t.play(t.alice, t.bob, t.carol, death=True)
        for who in (t.alice, t.bob, t.carol):
            await t.choose(who, "Barn", "quietly")
        await t.env.advance_time(GATHER)
        panel = t.answer(await t.press(t.carol, "My night"))
        [room] = t.channel.threads
        assert "Nothing is for you alone now." in panel.text and f"/{room.id}" in panel.text
        assert "What you alone were told" in panel.text and "carol hides: Barn, quietly." in panel.text
        assert len(t.dms(t.carol)) == len(t.dms(t.alice)) == 1
        assert "carol hides: Barn, quietly." in t.page(t.carol).text, "the facts of the night come to the dead too"
        for who in (t.alice, t.bob):
            await t.press(who, "Stay silent")
        await t.env.advance_time(GATHER)
        assert len(t.dms(t.carol)) == 1 and len(t.dms(t.alice)) == 2


# ── time ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_when_time_is_up_a_draft_counts_and_half_a_choice_does_not():
    async with night() as t:
        table = await t.play(t.alice, t.bob, t.carol, seconds=120)
        await t.pick(t.alice, "Where", "Cellar")
        await t.pick(t.alice, "How", "loudly")
        await t.pick(t.bob, "Where", "Cellar")
        assert "it counts as it stands when time is up" in t.page(t.alice).text
        await t.env.advance_time(125)
        await t.env.settle()
        hid = [(e.where, e.how) for e in table.story.heard("table") if type(e).__name__ == "Hid"]
        assert hid == [("Cellar", "loudly"), ("Attic", "quietly"), ("Attic", "quietly")]
        assert "Night 1: you saw carol." in t.page(t.bob).text


async def test_one_reminder_for_those_who_owe_and_nothing_in_public():
    async with night() as t:
        await t.play(t.alice, t.bob, t.carol, seconds=120)
        await t.choose(t.alice, "Barn", "loudly")
        await t.pick(t.bob, "Where", "Cellar")
        await t.pick(t.bob, "How", "loudly")
        before = len(t.public())
        await t.env.advance_time(95)
        await t.env.settle()
        assert len(t.dms(t.alice)) == 1, "she has chosen"
        assert "⏰ What you have picked counts <t:" in t.dms(t.bob)[-1].text
        assert "⏰ Choose before <t:" in t.dms(t.carol)[-1].text
        await t.env.advance_time(5)
        await t.env.settle()
        assert len(t.dms(t.bob)) == len(t.dms(t.carol)) == 2 and len(t.public()) == before


async def test_more_time_shows_on_the_page():
    async with night() as t:
        table = await t.play(t.alice, t.bob, seconds=120)
        due = int(table.deadlines["p1", "hide:1"].at)
        assert f"<t:{due}:R>" in t.page(t.alice).text
        await t.say(t.alice, "game extend", minutes=1)
        assert f"<t:{due + 60}:R>" in t.page(t.alice).text and len(t.dms(t.alice)) == 1


# ── over a restart ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_restart_between_picking_and_confirming_loses_nothing():
    async with night() as t:
        await t.play(t.alice, t.bob)
        await t.pick(t.alice, "Where", "Cellar")
        page = t.page(t.alice)
        await t.restart()
        assert page.picked == ["Cellar"], "half a choice stands in the message"
        await t.pick(t.alice, "How", "loudly", page)
        await t.restart()
        assert page.picked == ["Cellar", "loudly"]
        await t.press(t.alice, "Confirm", page)
        assert "Tonight: Cellar, loudly." in page.text
        assert len(t.dms(t.alice)) == len(t.dms(t.bob)) == 1


async def test_a_page_that_was_sent_before_a_crash_is_not_sent_again():
    async with night() as t:
        table = await t.play(t.alice, t.bob)
        posts = await t.store.posts(table.id, "discord")
        [slot] = [each for each in posts if each.startswith("dm:p1:")]
        sent = posts[slot]
        await t.store.save_post(type(sent)(sent.game, sent.surface, slot, sent.nonce, sent.channel))
        await t.restart()
        assert len(t.dms(t.alice)) == 1
        await t.choose(t.alice, "Barn", "loudly")
        assert "Tonight: Barn, loudly." in t.page(t.alice).text


async def test_a_deleted_or_old_page_is_sent_anew():
    async with night() as t:
        await t.play(t.alice, t.bob, seconds=600)
        first = t.page(t.alice)
        t.env.inject_error("PATCH", f"/channels/{first.channel}/messages/*", status=400, code=30046)
        await t.say(t.alice, "game extend", minutes=1)
        await t.env.settle()
        [page] = t.dms(t.alice)
        assert page.id != first.id and page.selects


# ── coming and going ──────────────────────────────────────────────────────────────────────────────────────────────────


async def test_whoever_comes_back_gets_a_new_page_with_all_that_the_seat_knows():
    async with night() as t:
        await t.play(t.alice, t.bob)
        await t.pick(t.alice, "Where", "Cellar")
        await t.say(t.alice, "game leave")
        late = await t.press_anyway(t.alice, t.page(t.alice), t.page(t.alice).buttons["Confirm"])
        assert "You do not sit at this table." in late.text
        refused = await t.press(t.alice, "My night")
        assert "You do not sit at this table." in t.answer(refused).text
        await t.choose(t.bob, "Barn", "loudly")
        count = len(t.dms(t.alice))
        await t.say(t.alice, "game join", seat="p1")
        assert len(t.dms(t.alice)) == count + 1
        assert "You are the thief." in t.page(t.alice).text and "Night 1: you saw" in t.page(t.alice).text


# ── choices and forms that are for one alone ──────────────────────────────────────────────────────────────────────────


async def test_private_choices_are_buttons_and_private_words_a_form():
    async with night() as t:
        table = await t.play(t.alice, t.bob, coins=True)
        page = t.page(t.alice)
        assert {"Toss heads", "Toss tails", "Open the diary"} <= set(page.buttons)
        form = await t.press(t.alice, "Open the diary", page)
        assert form.modal is not None and form.modal["title"] == "Open the diary"
        field = form.modal["components"][0]["component"]
        assert field["style"] == 2 and field["max_length"] == 40
        await t.fill(t.alice, form, text="dear diary")
        assert "dear diary" in page.text
        await t.press(t.alice, "Toss heads", page)
        assert "Toss tails" not in page.buttons and "Confirm" in page.buttons, "the other question is still open"
        assert [type(e).__name__ for e in table.story.heard("p1")][-2:] == ["Wrote", "Tossed"]


async def test_two_questions_in_one_message_keep_their_picks_apart():
    async with night() as t:
        table = await t.play(t.alice, t.bob, treasure=True)
        page = await t.pick(t.alice, "Where", "Attic")
        await t.pick(t.alice, "Treasure", "Cellar", page)
        assert sorted(page.picked) == ["Attic", "Cellar"] and list(table.drafts) == [("p1", "bury:1")]
        await t.restart()
        assert sorted(page.picked) == ["Attic", "Cellar"]
        await t.pick(t.alice, "How", "loudly", page)
        hide, bury = [each for each in page.components if each.get("label") == "Confirm"]
        found = next(m for m in t.alice.user.dm_channel.history() if m.id == page.id)
        await t.alice.user.click(found, custom_id=bury["custom_id"])
        await t.env.settle()
        assert page.picked.count("Attic") == 1 and "✅ **Treasure**: Cellar" in page.text
        found = next(m for m in t.alice.user.dm_channel.history() if m.id == page.id)
        await t.alice.user.click(found, custom_id=hide["custom_id"])
        await t.env.settle()
        moves = [e for e in t.table.story.heard("p1") if type(e).__name__ in ("Hid", "Buried")]
        assert [(type(e).__name__, e.where) for e in moves] == [("Buried", "Cellar"), ("Hid", "Attic")]


# ── secrets ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_nothing_that_is_picked_reaches_a_custom_id_a_log_or_the_channel(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    async with night() as t:
        await t.play(t.alice, t.bob)
        seen = [json.dumps(m.raw.components) for m in t.public()]
        ids = []
        for where, how in (("Cellar", "loudly"), ("Barn", "quietly")):
            page = await t.pick(t.alice, "Where", where)
            await t.pick(t.alice, "How", how, page)
            ids.append([each["custom_id"] for each in page.components if "custom_id" in each])
        assert ids[0] == ids[1] and all(len(each) <= 100 for each in ids[0])
        assert not any(word in each for each in ids[0] for word in ("Cellar", "loudly", "hide", "p1"))
        await t.press(t.alice, "Confirm", t.page(t.alice))
        assert [json.dumps(m.raw.components) for m in t.public()] == seen, "nobody hears who has chosen"
    ours = [r.getMessage() for r in caplog.records if r.name.startswith(("bot", "games"))]
    assert not any(word in line for line in ours for word in ("Barn", "Cellar", "quietly", "loudly", "thief"))


# ── the murder mystery, whose nights all this is for ──────────────────────────────────────────────────────────────────


async def test_a_night_of_murder_by_selects_and_by_words():
    async with night() as t:
        guests = [t.alice, t.bob, t.carol, t.dave]
        table = await t.play(*guests, game="mystery", players=4, timers=False)
        who = {str(table.seat_of(f"discord:{each.id}")): each for each in guests}
        [killer] = [seat for seat in who if "You are the murderer" in t.page(who[seat]).text]
        victim, near, far = [seat for seat in who if seat != killer]
        for each in guests:
            await t.press(each, "Stay silent")
        acts = [each["label"] for each in t.page(who[killer]).selects[1]["options"]]
        assert f"strike {who[victim].name}" in acts
        assert not any("strike" in each["label"] for each in t.page(who[near]).selects[1]["options"])
        await t.pick(who[killer], "Where", "Kitchen")
        await t.pick(who[killer], "What", f"strike {who[victim].name}")
        await t.press(who[killer], "Confirm", t.page(who[killer]))
        for seat, words in (
            (victim, "kitchen, watch"),
            (near, "I hide in the kitchen"),
            (far, "I'll watch in the library"),
        ):
            await t.write(who[seat], words)
            await t.press(who[seat], "Confirm", t.dms(who[seat])[-1])
        assert f"{who[killer].name} struck {who[victim].name}" in t.page(who[near]).text.replace(" at ", " ")
        assert who[killer].name not in t.page(who[far]).text and "cry" in t.page(who[far]).text
        assert "What you alone were told" in t.page(who[victim]).text
        assert all("struck" not in message.text and "murderer." not in message.text for message in t.public())


async def test_the_house_as_one_knows_it_can_be_looked_at_from_ones_own_page():
    async with house(Script()) as t:
        await t.open(t.alice)
        page = t.answer(await t.press(t.alice, "My role"))
        looked = await t.press(t.alice, "The house", page)
        [(alt, picture)] = t.answer(looked).pictures
        assert looked.ephemeral and "Hall, where you are: alice" in alt and picture.startswith(b"\x89PNG")
