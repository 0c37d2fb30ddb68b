"""Masks as emojis before the names of all who sit at a table, where Discord takes them."""

from __future__ import annotations

import discord
import pytest

from bot.surfaces.masks import MASKS
from tests.bot.discord.house import Script, house
from tests.bot.discord.town import Town, town


async def settled(t: Town) -> None:
    """The masks are on."""
    assert t.surface._coming is not None
    await t.surface._coming
    await t.surface.rest()


async def test_everybody_wears_a_mask_in_the_lobby_on_the_board_and_at_the_end():
    async with town(masked=True) as t:
        await settled(t)
        fox, bear = (t.surface.line.masks[mask] for mask in MASKS[:2])
        assert len(t.env.backend.application_emojis) == 16 and fox.startswith("<:mq_fox:")
        await t.lobby()  # Red begins, so that nothing moves before alice does
        await t.press(t.alice, "Be spymaster")
        assert f"♦️ Red spymaster: {fox} **alice**" in t.board.text and f"Red operative 1: {bear} *free*" in t.board.text
        await t.press(t.alice, "Start")
        assert f"Spymaster: {fox} **alice**" in t.board.text


async def test_masks_are_brought_to_discord_once_and_kept_by_their_names():
    async with town(masked=True) as t:
        await settled(t)
        before = dict(t.surface.line.masks)
        t.surface.line.masks = {}
        await t.surface._come_back()
        assert t.surface.line.masks == before and len(t.env.backend.application_emojis) == 16


async def test_whoever_speaks_wears_their_mask_instead_of_a_characters_face():
    async with house(Script(), masked=True) as t:
        await settled(t)
        await t.open(t.alice, t.bob)
        await t.act(t.alice, t.bob)
        news = next(m for m in t.public() if "**bob**" in m.text)
        assert all(
            f"{t.surface.line.faces(t.table.story.seats)[seat]} **{t.table.seats[seat].name}**" in news.text
            for seat in t.table.seats
        )
        assert "🦊" not in news.text


async def test_where_discord_refuses_them_all_is_as_without_and_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def refused(self: discord.Client, **emoji: object) -> discord.Emoji:
        raise discord.DiscordException("Missing Permissions")

    monkeypatch.setattr(discord.Client, "create_application_emoji", refused)
    async with town(masked=True) as t:
        await settled(t)
        await t.say(t.alice, "codenames start")
        assert not t.surface.line.masks and "Red spymaster: *free* 🤖" in t.board.text
        assert [r.message for r in caplog.records if "mask" in r.message] == [
            "nobody wears a mask on Discord: Missing Permissions"
        ]
