"""Who is shown what: keys by DM and on demand, and not a trace of them anywhere else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.stores.memory import MemoryStore
from tests.bot.discord.town import BLUE, BOARD, CIVILIANS, RED, Town, town


async def test_spymasters_get_the_key_by_dm_once_with_alt_text():
    async with town() as t:
        await t.four()
        [dm] = t.dms(t.alice)
        assert "♦️ " + ", ".join(sorted(RED)) in dm.text and "💀 dragon" in dm.text
        assert f"/{t.channel.id}/{t.board.id}" in dm.text, "the way from the message to its table"
        [(alt, picture)] = dm.pictures
        assert alt and "assassin: dragon" in alt and len(alt) <= 1024 and picture.startswith(b"\x89PNG")
        assert len(t.dms(t.carol)) == 1 and not t.dms(t.bob) and not t.dms(t.dave)


async def test_my_key_shows_a_spymaster_the_key_and_an_operative_none():
    async with town() as t:
        await t.four()
        key = t.answer(await t.press(t.alice, "My key"))
        assert "💀 dragon" in key.text and key.pictures
        none = t.answer(await t.press(t.bob, "My key"))
        assert "Red operative 1" in none.text and not none.pictures and "dragon" not in none.text


async def test_a_closed_dm_is_remembered_and_the_button_is_named_instead():
    store = MemoryStore()
    async with town(store) as t:
        t.env.inject_error(
            "POST", f"/channels/{await _dm_channel(t, t.alice)}/messages", status=403, code=50007, times=None
        )
        await t.four()
        assert "If your DMs are closed: **My key** shows" in t.board.text
        assert len(t.dms(t.carol)) == 1
        await t.clue(t.alice, "universe")
        tries = [
            r
            for r in t.env.http_requests
            if r.method == "POST" and f"/channels/{await _dm_channel(t, t.alice)}/" in r.path
        ]
        assert len(tries) == 1, "a refused DM is not tried again"
        assert "💀 dragon" in t.answer(await t.press(t.alice, "My key")).text
        assert await store.all("closed-dms")


async def _dm_channel(t: Town, who: Any) -> int:
    if who.id not in t.env.backend.dm_channels:
        await t.env.bot.create_dm(who)
    return t.env.backend.dm_channels[who.id]


async def test_whoever_takes_a_spymasters_seat_later_gets_the_key_too():
    async with town() as t:
        await t.four()
        await t.say(t.alice, "game leave")
        assert "🤖" in t.board.text
        await t.say(t.erin, "game join", seat="red-spymaster")
        assert len(t.dms(t.erin)) == 1 and "💀 dragon" in t.dms(t.erin)[0].text


async def test_text_of_people_cannot_format_ping_or_link():
    async with town() as t:
        eve = t.guild.add_member(t.env.create_user("eve", global_name="**@everyone** <@1> [x](http://a.b) # hi"))
        await t.lobby()
        await t.press(eve, "Join Red")
        assert "**@everyone**" not in t.board.text and "@everyone" not in t.board.text and "://" not in t.board.text
        assert r"\<@" in t.board.text and r"\[x\]" in t.board.text


# ── the colours of the unturned words leave no trace ──────────────────────────────────────────────────────────────────


def swapped() -> dict[str, Any]:
    """The tests' board with the colours of all words but those turned below lying elsewhere."""
    kept = {"beach", "rocket", "kettle"}
    loose = [word for word in BOARD["board_words"] if word not in kept]
    moved = loose[7:] + loose[:7]
    red, blue, civilians = moved[:8], moved[8:15], moved[15:21]
    return {
        "red_words": ("beach", *red),
        "blue_words": ("kettle", *blue),
        "civilian_words": ("rocket", *civilians),
        "assassin_word": moved[21],
        "board_words": BOARD["board_words"],
    }


async def evening(t: Town, board: Any) -> list[str]:
    """All that anyone but the spymasters is shown in one evening: text, ids, styles, alt text, pictures."""
    shown: list[str] = []

    def look(*messages: Any) -> None:
        for message in (*t.public(), *messages):
            shown.append(json.dumps(message.raw.components, sort_keys=True, default=str))
            shown.extend(f"{alt} {picture.hex()}" for alt, picture in message.pictures)

    await t.four(board=board)
    look(t.answer(await t.press(t.bob, "My key")))
    await t.clue(t.alice, "universe")
    look(t.answer(await t.press(t.bob, "beach")))
    look(t.answer(await t.guess(t.bob, "beach")))
    look(t.answer(await t.guess(t.bob, "rocket")))
    await t.clue(t.carol, "galaxy", "1")
    look(t.answer(await t.guess(t.dave, "kettle")))
    look(t.answer(await t.press(t.erin, "My key")), t.answer(await t.press(t.dave, "My key")))
    for command in ("status", "log", "export", "rules"):
        answer = t.answer(await t.say(t.erin, f"game {command}"))
        shown.append(json.dumps(answer.raw.components, sort_keys=True, default=str))
        shown.extend((t.env.backend.cdn.get(a["url"]) or b"").decode() for a in answer.raw.attachments)
    await t.say(t.alice, "game cancel")
    look()
    return shown


async def test_permuting_the_colours_of_unturned_words_changes_nothing_for_others(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.hall._new_id", lambda: "aaaaaaaa")
    evenings = []
    for board in (BOARD, swapped()):
        async with town() as t:
            evenings.append(await evening(t, board))
            keys = [dm.text for who in (t.alice, t.carol) for dm in t.dms(who)]
            evenings.append(keys)
    first, first_keys, second, second_keys = evenings
    assert first_keys != second_keys, "the worlds do differ"
    assert len(first) == len(second) >= 20
    for one, other in zip(first, second, strict=True):
        assert one == other
    assert not any(colour in text for text in first for colour in ("assassin_word", "red_words"))
    assert {*RED, *BLUE, *CIVILIANS} <= set(BOARD["board_words"])
