"""`/stats`: figures of a server, once a moderator has turned them on."""

from __future__ import annotations

import discord

from bot.ports import Moved
from bot.surfaces.discord.stats import OFF
from games.core import HOST, Cancel
from tests.bot.discord.town import town


async def test_figures_are_shown_once_a_moderator_has_turned_them_on_and_no_longer_when_off():
    async with town() as t:
        moderators = t.guild.create_role("moderators", permissions=discord.Permissions(manage_guild=True))
        chief = t.guild.add_member(t.env.create_user("chief"), roles=[moderators])
        await t.four()
        (table,) = t.hall.tables.values()
        assert t.answer(await t.say(t.alice, "stats")).text == OFF
        refused = await t.say(t.alice, "stats", everybody=True)
        assert "Only who may manage the server" in t.answer(refused).text
        assert "No game on this server is over yet." in t.answer(await t.say(chief, "stats", everybody=True)).text
        await t.clue(t.alice, "ocean")
        await table.cancel("test")
        await t.env.settle()
        shown = await t.say(t.bob, "stats")
        assert shown.ephemeral
        text = t.answer(shown).text
        assert "**Codenames**: 1 game, " in text and "$" not in text and "alice" not in text
        assert "Nobody sees figures" in t.answer(await t.say(chief, "stats", everybody=False)).text
        assert t.answer(await t.say(t.bob, "stats")).text == OFF


async def test_what_something_else_moved_in_a_game_that_runs_is_not_told():
    async with town() as t:
        await t.four()
        (table,) = t.hall.tables.values()
        await t.hall.store.put("stats", str(t.guild.id), {"everybody": True})
        why = "small-1 did not answer"
        key = next(ask.key for ask in table.asks(HOST) if ask.takes(Cancel()))
        await t.hall.store.append(table.id, len(table.log), [], Moved("c", table.order[0], key, "fallback", why=why))
        assert why not in t.answer(await t.say(t.bob, "stats")).text
        await t.hall.store.append(table.id, len(table.log), [], Moved("d", HOST, key, "host"), ended=1.0)
        assert f"- {why} (1)" in t.answer(await t.say(t.bob, "stats")).text
