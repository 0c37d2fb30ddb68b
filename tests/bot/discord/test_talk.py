"""Words of one's own: statements at the table in every way that there is, and answers by DM."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models.message import AllowedMentions

from bot.players.autoplay import BuiltInPlayers
from bot.ports import Brief, Occupant
from games.core import Action
from tests.bot.discord.hiding import Night, night
from tests.bot.discord.town import Message
from tests.bot.hideout import Hide


async def by_day(t: Night, *people: Any, **options: Any) -> None:
    """Everybody has hidden, and is asked to speak."""
    await t.play(*people, **options)
    for who in people:
        await t.choose(who, "Barn", "quietly")


def said(t: Night) -> list[tuple[str, str]]:
    """Who has said what so far."""
    return [(e.seat, e.text) for e in t.table.story.heard("table") if type(e).__name__ == "Spoke"]


def nods(t: Night, message: discord.Message) -> list[str]:
    return [each.emoji for each in t.env.backend.get_message(message.channel.id, message.id).reactions]


def discord_message(t: Night, message: Message) -> discord.Message:
    return next(m for m in t.channel.history() if m.id == message.id)


def last(t: Night) -> Message:
    return t.public()[-1]


# ── statements ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_statement_by_the_board_has_room_for_sentences():
    async with night() as t:
        await by_day(t, t.alice, t.bob)
        form = await t.press(t.alice, "Speak")
        assert form.modal is not None
        field = form.modal["components"][0]["component"]
        assert field["style"] == 2 and field["max_length"] == 1000
        await super(Night, t).fill(t.alice, form, text="I was in the barn\nwith bob.")
        assert said(t) == [("p1", "I was in the barn with {p2}.")]


async def test_a_statement_too_long_is_refused_in_a_sentence_and_kept():
    async with night() as t:
        await by_day(t, t.alice, t.bob)
        form = await t.press(t.alice, "Speak")
        answer = t.answer(await super(Night, t).fill(t.alice, form, text="so " * 30))
        assert "60 is the most" in answer.text and "so so so" in answer.text and not said(t)
        again = await t.press(t.alice, "Try again", answer)
        assert "so so so" in str(again.modal)


async def test_say_is_a_statement_that_is_acknowledged_for_the_speaker_alone():
    async with night() as t:
        await by_day(t, t.alice, t.bob)
        result = await t.say(t.alice, "say", text=f"I saw <@{t.bob.id}> & **nobody** else")
        assert result.ephemeral and "✅ You say:" in t.answer(result).text and r"\*\*nobody" in t.answer(result).text
        assert said(t) == [("p1", "I saw {p2} & **nobody** else")]
        again = await t.say(t.alice, "say", text="and another thing")
        assert "not asked to say anything" in t.answer(again).text
        stranger = await t.say(t.carol, "say", text="hello")
        assert "do not sit at this table" in t.answer(stranger).text
        long = await t.say(t.bob, "say", text="x" * 61)
        assert "60 is the most" in t.answer(long).text
        assert len(said(t)) == 1


async def test_a_reply_to_the_bot_and_a_mention_of_it_are_statements_without_any_privilege():
    async with night() as t:
        await by_day(t, t.alice, t.bob, t.carol)
        reply = await t.alice.send(t.channel, "I was alone.", reply_to=discord_message(t, t.board))
        mention = await t.bob.send(t.channel, f"<@{t.env.bot.user.id}> I was with alice")
        plain = await t.carol.send(t.channel, "I only talk")
        assert said(t) == [("p1", "I was alone."), ("p2", "I was with {p1}")]
        assert nods(t, reply) == nods(t, mention) == ["✅"] and not nods(t, plain)


async def test_with_the_intent_the_lines_of_those_who_are_asked_become_their_statement():
    async with night(message_content=True) as t:
        await by_day(t, t.alice, t.bob, t.carol)
        await t.alice.send(t.channel, "brb")
        sign = last(t)
        assert "this will be your statement when you press **Say it**" in sign.text and not said(t)
        first = t.channel.history()[-2]
        await t.alice.edit(first, "I was in the barn.")
        more = await t.alice.send(t.channel, "Alone.")
        oops = await t.alice.send(t.channel, "Oops")
        await t.alice.delete(oops)
        stranger = await t.dave.send(t.channel, "What do you play?")
        assert not said(t) and not nods(t, stranger) and len([m for m in t.public() if "Say it" in m.buttons]) == 1
        wrong = t.answer(await t.press(t.bob, "Say it", sign))
        assert "written nothing" in wrong.text and not said(t)
        await t.press(t.alice, "Say it", sign)
        assert said(t) == [("p1", "I was in the barn. Alone.")]
        assert not [m for m in t.public() if "Say it" in m.buttons], "its sign has gone"
        assert more.id in [m.id for m in t.public()]
        await t.bob.send(t.channel, "y" * 61)
        assert "60 is the most" in last(t).text and len(said(t)) == 1
        await t.alice.send(t.channel, "Did you hear me?")
        assert "not asked to say anything" in last(t).text, "a line that does not count is answered, once"
        count = len(t.public())
        await t.alice.send(t.channel, "Hello?")
        assert len(t.public()) == count + 1


async def test_where_moderators_want_it_so_people_speak_only_to_the_bot():
    async with night(message_content=True) as t:
        await by_day(t, t.alice, t.bob, t.carol)
        await t.hall.rules.change(f"discord:{t.guild.id}", talk=False)
        plain = await t.alice.send(t.channel, "I was in the barn.")
        assert not said(t) and not nods(t, plain)
        await t.say(t.alice, "say", text="I was in the barn.")
        assert said(t) == [("p1", "I was in the barn.")]


async def test_what_is_gathered_counts_when_time_is_up_and_survives_a_restart():
    async with night(message_content=True) as t:
        await by_day(t, t.alice, t.bob, t.carol, seconds=120)
        await t.alice.send(t.channel, "I was in the barn.")
        sign = last(t)
        await t.restart(message_content=True)
        await t.alice.send(t.channel, "Alone.")
        await t.bob.send(t.channel, "I was not")
        await t.say(t.alice, "game extend", minutes=1)
        await t.env.advance_time(200)
        await t.env.settle()
        assert ("p1", "I was in the barn. Alone.") in said(t) and ("p2", "I was not") in said(t)
        assert "has passed" in t.answer(await t.press(t.alice, "Say it", sign)).text


async def test_whoever_takes_back_all_they_wrote_says_nothing():
    async with night(message_content=True) as t:
        await by_day(t, t.alice, t.bob, t.carol)
        line = await t.alice.send(t.channel, "brb")
        await t.alice.delete(line)
        await t.env.settle()
        assert not t.table.drafts and not [m for m in t.public() if "Say it" in m.buttons]


async def test_a_mention_is_a_statement_at_once_and_stands_once_it_was_heard():
    async with night(message_content=True) as t:
        await by_day(t, t.alice, t.bob, t.carol)
        line = await t.alice.send(t.channel, f"<@{t.env.bot.user.id}> I was in the barn.")
        assert said(t) == [("p1", "I was in the barn.")] and nods(t, line) == ["✅"]
        await t.alice.edit(line, "I was in the attic.")
        await t.env.settle()
        assert "stands as you wrote it first" in last(t).text and len(said(t)) == 1


async def test_without_the_intent_a_plain_line_gets_a_sign_once():
    async with night() as t:
        await by_day(t, t.alice, t.bob)
        await t.alice.send(t.channel, "I was in the barn.")
        assert "`/say`" in last(t).text and not said(t)
        count = len(t.public())
        await t.alice.send(t.channel, "Hello?")
        assert len(t.public()) == count + 1


async def test_a_mention_at_night_is_answered():
    async with night() as t:
        await t.play(t.alice, t.bob)
        await t.alice.send(t.channel, f"<@{t.env.bot.user.id}> hello?")
        assert "not asked to say anything" in last(t).text
        await t.env.advance_time(20)
        assert "not asked to say anything" not in last(t).text, "for a while"
        await t.dave.send(t.channel, f"<@{t.env.bot.user.id}> hello?")
        assert "do not sit at this table" in last(t).text


async def test_the_dead_and_the_night_are_told_once_that_they_are_not_heard():
    async with night(message_content=True) as t:
        await t.play(t.alice, t.bob, t.carol, death=True)
        early = await t.alice.send(t.channel, "Good night.")
        for who in (t.alice, t.bob, t.carol):
            await t.choose(who, "Barn", "quietly")
        count = len(t.public())
        dead = await t.carol.send(t.channel, "It was alice!")
        await t.carol.send(t.channel, "It was!")
        assert not nods(t, early) and not nods(t, dead) and not said(t)
        assert len(t.public()) == count + 3, "two lines, and one answer"


async def test_a_reply_that_discord_hides_is_explained_once():
    async with night() as t:
        await by_day(t, t.alice, t.bob)
        board, count = t.board, len(t.public())
        raw = board.raw
        for _ in range(2):
            message = t.env.backend.create_message(
                t.channel.id, t.alice.id, "hidden", reference={"channel_id": str(raw.channel_id), "message_id": str(raw.id)},
                allowed_mentions=AllowedMentions(replied_user=False),
            )  # fmt: skip
            assert message.content
            await t.env.settle()
        assert len(t.public()) == count + 3, "two messages and one answer"
        assert "`/say`" in t.public()[-2].text and not said(t)


async def test_where_the_bot_may_not_react_it_answers_for_a_while():
    async with night(message_content=True) as t:
        await by_day(t, t.alice, t.bob)
        t.env.inject_error("PUT", "/channels/*/messages/*/reactions/*", status=403, code=50013)
        await t.alice.send(t.channel, f"<@{t.env.bot.user.id}> I was in the barn.")
        await t.env.settle()
        assert last(t).text == "✅" and len(said(t)) == 1
        await t.env.advance_time(20)
        assert last(t).text != "✅"


# ── answers by DM ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_what_is_understood_is_shown_back_and_confirmed():
    async with night() as t:
        table = await t.play(t.alice, t.bob)
        await t.write(t.alice, "I go to the barn, quietly")
        answer = t.dms(t.alice)[-1]
        assert "**Where**: Barn · **How**: quietly" in answer.text and set(answer.buttons) == {"Confirm", "Change"}
        assert t.page(t.alice).picked == ["Barn", "quietly"], "the page shows what was understood"
        assert table.story.asks("p1"), "nothing is done before it is confirmed"
        await t.press(t.alice, "Confirm", answer)
        assert not table.story.asks("p1") and "✅" in answer.text and not answer.buttons
        assert "Tonight: Barn, quietly." in t.page(t.alice).text
        assert all("Barn" not in json for json in _ids(t))


def _ids(t: Night) -> list[str]:
    return [each["custom_id"] for dm in t.dms(t.alice) for each in dm.components if "custom_id" in each]


async def test_what_was_understood_can_be_changed():
    async with night() as t:
        table = await t.play(t.alice, t.bob)
        await t.write(t.alice, "barn quietly")
        answer = t.dms(t.alice)[-1]
        await t.press(t.alice, "Change", answer)
        assert answer.picked == ["Barn", "quietly"]
        await t.pick(t.alice, "Where", "Cellar", answer)
        assert answer.picked == ["Cellar", "quietly"] == t.page(t.alice).picked
        await t.press(t.alice, "Confirm", answer)
        assert [(e.where, e.how) for e in table.story.heard("p1") if type(e).__name__ == "Hid"] == [
            ("Cellar", "quietly")
        ]


async def test_a_confirm_button_confirms_what_it_stands_under():
    async with night() as t:
        table = await t.play(t.alice, t.bob)
        await t.write(t.alice, "barn quietly")
        answer = t.dms(t.alice)[-1]
        await t.pick(t.alice, "Where", "Attic", t.page(t.alice))
        await t.press(t.alice, "Confirm", answer)
        assert table.story.asks("p1"), "what was understood then is not what is picked now"
        assert answer.picked == ["Attic", "quietly"] and "something else since" in answer.text


async def test_a_draft_from_words_counts_when_time_is_up_and_survives_a_restart():
    async with night() as t:
        await t.play(t.alice, t.bob, seconds=120)
        await t.write(t.alice, "cellar loudly")
        answer = t.dms(t.alice)[-1]
        await t.restart()
        assert set(answer.buttons) == {"Confirm", "Change"}
        await t.say(t.alice, "game extend", minutes=1)
        await t.env.advance_time(200)
        await t.env.settle()
        hid = {e.seat: e.where for e in t.table.story.heard("table") if type(e).__name__ == "Hid"}
        assert hid["p1"] == "Cellar" and hid["p2"] == "Attic"


async def test_what_is_not_understood_gets_a_sentence_and_the_selects():
    async with night() as t:
        table = await t.play(t.alice, t.bob)
        await t.write(t.alice, "where is everybody")
        answer = t.dms(t.alice)[-1]
        assert "I did not find a place" in answer.text and len(answer.selects) == 2 and not answer.picked
        await t.write(t.alice, "barn? loudly?")
        answer = t.dms(t.alice)[-1]
        assert "sounds like a question" in answer.text and answer.picked == ["Barn", "loudly"]
        assert not table.drafts, "what is in doubt is not what is done when time is up"
        await t.press(t.alice, "Confirm", answer)
        assert not table.story.asks("p1")


async def test_whoever_asks_for_help_by_dm_is_shown_what_they_are_asked():
    async with night() as t:
        table = await t.play(t.alice, t.bob)
        await t.write(t.alice, "Help!")
        answer = t.dms(t.alice)[-1]
        assert "This is what you are asked." in answer.text and len(answer.selects) == 2
        assert not table.drafts and table.story.asks("p1")


class Guesses(BuiltInPlayers):
    """Players with a model that reads what people write; it always understands the same."""

    def reader(self) -> Any:
        return self

    async def fill(self, brief: Brief, text: str) -> Action | None:
        self.asked = (brief.seat, [ask.key for ask in brief.asks], text)
        return Hide("Cellar", "loudly") if "downstairs" in text else None


async def test_a_model_may_guess_what_is_meant_and_is_never_sure():
    players = Guesses()
    async with night(players) as t:
        table = await t.play(t.alice, t.bob)
        await t.write(t.alice, "downstairs, with a bang")
        answer = t.dms(t.alice)[-1]
        assert players.asked == ("p1", ["hide:1"], "downstairs, with a bang")
        assert answer.picked == ["Cellar", "loudly"] and "I am not sure" in answer.text
        assert not table.drafts, "it is not done unless it is confirmed"
        await t.press(t.alice, "Confirm", answer)
        assert "Tonight: Cellar, loudly." in t.page(t.alice).text
        await t.write(t.bob, "somewhere")
        assert "I did not find a place" in t.dms(t.bob)[-1].text and not t.dms(t.bob)[-1].picked


async def test_what_the_rules_would_refuse_is_said_before_it_is_confirmed():
    async with night() as t:
        await t.play(t.alice, t.bob)
        await t.write(t.alice, "barn with {p1}")
        answer = t.dms(t.alice)[-1]
        assert "Nobody hides with themselves, alice." in answer.text and answer.picked == ["Barn", "with alice"]


async def test_writing_opens_dms_that_were_closed():
    async with night() as t:
        await t.play(t.alice, t.bob)
        await t.surface.line.remember_closed(f"discord:{t.alice.id}")
        await t.write(t.alice, "barn quietly")
        assert f"discord:{t.alice.id}" not in t.surface.line.closed and not await t.store.all("closed-dms")


async def test_somebody_at_two_tables_is_asked_which_they_mean():
    async with night() as t:
        first = await t.play(t.alice, t.bob)
        await t.hall.open_lobby("hideout", {}, f"discord:{t.carol.id}", f"discord:{t.guild.id}:{t.other.id}")
        [lobby] = t.hall.lobbies.values()
        for who in (t.alice, t.carol):
            await t.hall.join(lobby.id, _person(who))
        second = await t.hall.start(lobby.id)
        await t.env.settle()
        pages = [dm for dm in t.dms(t.alice) if "Hideout" in dm.text]
        assert len(pages) == 2
        await t.write(t.alice, "barn quietly")
        answer = t.dms(t.alice)[-1]
        assert f"<#{t.channel.id}>" in answer.text and f"<#{t.other.id}>" in answer.text and not answer.buttons
        await t.write(t.alice, "barn quietly", reply_to=pages[0])
        assert [each.id for each in (first, second) if each.drafts] == [first.id]
        reading = t.dms(t.alice)[-1]
        await t.write(t.alice, "cellar quietly", reply_to=reading)
        assert str(first.drafts["p1", "hide:1"]).count("Cellar") == 1 and not second.drafts


def _person(who: Any) -> Occupant:
    return Occupant("person", who.name, f"discord:{who.id}")


async def test_whoever_plays_nothing_gets_one_friendly_sentence_an_hour():
    async with night() as t:
        await t.write(t.erin, "hello?")
        await t.write(t.erin, "anybody?")
        answers = [dm for dm in t.dms(t.erin) if dm.components]
        assert len(answers) == 1 and "/hideout start" in answers[0].text
        await t.write(t.erin, "help?")
        assert len([dm for dm in t.dms(t.erin) if dm.components]) == 2, "whoever asks for help gets it"
        await t.env.advance_time(3601)
        await t.write(t.erin, "hello again")
        assert len([dm for dm in t.dms(t.erin) if dm.components]) == 3


async def test_by_day_a_dm_is_shown_the_way_to_the_table():
    async with night() as t:
        await by_day(t, t.alice, t.bob)
        await t.write(t.alice, "I was in the barn")
        assert f"/{t.channel.id}/{t.board.id}" in t.dms(t.alice)[-1].text and not said(t)


@pytest.mark.parametrize("content", [False, True])
async def test_only_what_people_say_in_channels_is_behind_the_privileged_intent(content: bool):
    async with night(message_content=content) as t:
        intents = t.surface.client.intents
        assert intents.message_content is content and intents.guild_messages and intents.dm_messages
        assert not intents.members and not intents.presences
