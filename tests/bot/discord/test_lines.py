"""What is written in lines, on Discord: whole, in order, once, and in rooms beside the table too."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from bot.ports import Occupant
from bot.surfaces.discord.markdown import QUOTE
from games.core import TABLE, Dice, Room, Seat, Told
from tests.bot.discord.hiding import Night, night
from tests.bot.discord.town import Message, Town
from tests.bot.tiny import ANN, BOB, SCROLL, Scroll, Unroll, Unrolled, _scroll_decide

LINES = [f"{n}. *Word* by word # {n} | and @everyone {'long ' * (n % 30)}".rstrip() for n in range(160)]
LONG = "\n".join(LINES)


def _in_private(s: Scroll, seat: Seat, action: Any, dice: Dice) -> list[Told]:
    told = _scroll_decide(s, seat, action, dice)
    return [Told(frozenset({seat}), each.event) if isinstance(each.event, Unrolled) else each for each in told]


SECRET = SCROLL.but(
    decide=_in_private,
    rooms=lambda s: (Room("behind", "Behind the scenes", "Everything is told here.", TABLE, None),),
)


async def seated(t: Night) -> Any:
    seats = {
        ANN: Occupant("person", "alice", f"discord:{t.alice.id}"),
        BOB: Occupant("person", "bob", f"discord:{t.bob.id}"),
    }
    place = f"discord:{t.guild.id}:{t.channel.id}"
    table = await t.hall.open("scroll", {}, seats, host=f"discord:{t.alice.id}", place=place, id="scr234")
    await t.env.settle()
    return table


def written(messages: list[Message]) -> list[str]:
    """The lines that were quoted, as they were written."""
    quoted = [line for m in messages for line in m.text.split("\n") if line.startswith(QUOTE)]
    return [line.removeprefix(QUOTE).replace("\\", "").replace("\u200b", "") for line in quoted]


EXPECTED = "".join("".join(LINES).split()).replace("*", "")


async def test_a_long_text_is_posted_whole_in_order_and_once_whenever_the_bot_dies() -> None:
    async with night(games=[SCROLL]) as t:
        table = await seated(t)
        await table.submit(ANN, Unroll(LONG), "scroll", "test:1")
        await t.env.settle()
        posted = [m for m in t.public() if "Rules" not in m.buttons]
        assert len(posted) > 3 and all("**alice**" in m.lead for m in posted)
        assert "".join("".join(written(posted)).split()) == EXPECTED
        for m in posted:
            assert all(line.startswith(QUOTE) for line in m.text.split("\n")[1:]), "each line is set off"
        for slot, post in (await t.store.posts(table.id, "discord")).items():
            if slot.startswith("feed:"):
                await t.store.save_post(replace(post, message=""))
                await t.restart_with(SCROLL)
                await t.env.advance_time(30)
                assert [m.id for m in t.public() if "Rules" not in m.buttons] == [m.id for m in posted]


async def test_a_room_is_told_all_that_is_written_in_lines() -> None:
    async with night(games=[SECRET]) as t:
        table = await seated(t)
        await table.submit(ANN, Unroll(LONG), "scroll", "test:1")
        rooms = t.surface.screens.at(table.id, table.place).rooms
        await rooms.finish(table)
        [thread] = t.channel.threads
        told = t.public(thread)
        assert "".join("".join(written(told)).split()) == EXPECTED
        assert "Word" not in "".join(m.text for m in t.public())
        await table.submit(BOB, Unroll("one line"), "scroll", "test:2")
        await rooms.finish(table)
        assert "one line" in t.public(thread)[-1].text and len(written(t.public(thread))) == len(written(told))


async def test_a_form_takes_lines_and_the_log_keeps_them_apart() -> None:
    async with night(games=[SCROLL]) as t:
        await seated(t)
        form = await t.press(t.alice, "Write")
        assert form.modal is not None and form.modal["components"][0]["component"]["max_length"] == 2000
        await Town.fill(t, t.alice, form, text="First.\n-# 🏆 bob has won.\n\nLast.")
        assert "> First.\n> -\\# 🏆 bob has won.\n> \u200b\n> Last." in "\n".join(m.text for m in t.public())
        log = t.answer(await t.say(t.alice, "game log"))
        assert "alice writes: First.\n> -\\# 🏆 bob has won.\n> \u200b\n> Last." in log.text
        [file] = log.raw.attachments
        whole = (t.env.backend.cdn.get(file["url"]) or b"").decode()
        assert "\n    -# 🏆 bob has won.\n" in whole, "in the file, too, no line passes for another event"


async def test_an_option_that_may_be_left_open_is_a_number_and_a_document_a_file() -> None:
    async with night(games=[SCROLL]) as t:
        group: Any = t.surface.client.tree.get_command("scroll")
        kinds = {each.name: each.type for each in group.get_command("start").parameters}
        assert kinds["ink"] is discord.AppCommandOptionType.number
        assert kinds["text"] is discord.AppCommandOptionType.attachment
        wrong = t.answer(await t.say(t.alice, "scroll start", text=("s.md", b"good\nwrong here\nwrong *there*")))
        assert wrong.text.split("\n") == ["- line 2: “wrong here” is wrong.", "- line 3: “wrong \\*there\\*” is wrong."]
        lobby = t.answer(await t.say(t.alice, "scroll start", text=("s.md", b'{"looks": "like JSON"}'), ink=1.5))
        assert "Scroll: brought as a file, Ink: 1.5" in lobby.text and "JSON" not in lobby.text
        [kept] = t.hall.lobbies.values()
        assert kept.options["text"] == '{"looks": "like JSON"}'


async def test_a_single_line_is_set_off_too_and_has_no_signs_of_markdown() -> None:
    async with night(games=[SCROLL]) as t:
        table = await seated(t)
        await table.submit(ANN, Unroll("There is a pie of **$100**. *How much* do you offer?"), "scroll", "test:1")
        await t.env.settle()
        [posted] = [m for m in t.public() if "Rules" not in m.buttons]
        assert posted.text.split("\n")[1:] == ["> There is a pie of $100. How much do you offer?"]
