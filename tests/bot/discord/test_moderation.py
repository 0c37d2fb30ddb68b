"""Kicking and banning on Discord: by a host from a table, by moderators from a server's games."""

from __future__ import annotations

from typing import Any

import pytest

from bot.house_rules import BANS
from bot.ports import Occupant
from bot.stores.memory import MemoryStore
from games.core import IllegalAction
from tests.bot.discord.test_settings_panel import manager, said, select, settings
from tests.bot.discord.town import Town, town

FROM_TABLE = "You are banned from this table. Its host can let you back in."
FROM_SERVER = "You are banned from this server's games. A moderator can let you back in."


def moderator(t: Town, name: str = "mod", **permissions: bool) -> Any:
    return manager(t, name, **(permissions or {"moderate_members": True}))


async def test_a_host_kicks_from_the_lobby_and_from_the_table_and_everybody_reads_it():
    async with town() as t:
        await t.lobby()
        for who, side in ((t.alice, "Red"), (t.bob, "Red"), (t.carol, "Blue"), (t.dave, "Blue")):
            await t.press(who, f"Join {side}", t.board)
        lobby = t.board
        assert "Only the host or a moderator" in await said(t, t.bob, "game kick", player="carol")
        choices = await t.alice.autocomplete(t.channel, "game kick", "player", "bo")
        assert [each["name"] for each in choices] == ["bob"]
        told = await t.say(t.alice, "game kick", player="bob")
        assert not told.ephemeral and "bob was taken out of the lobby by its host." in t.answer(told).text
        assert "bob" not in lobby.text
        assert "Nobody of that name" in await said(t, t.alice, "game kick", player="bob")
        await t.press(t.bob, "Join Red", lobby)  # who was kicked may come back
        await t.press(t.alice, "Start", lobby)
        [table] = t.hall.tables.values()
        told = await t.say(t.alice, "game kick", player="bob")
        assert not told.ephemeral and "bob was taken off the table by its host and comes" in t.answer(told).text
        assert table.seat_of(f"discord:{t.bob.id}") is None and "bob" in table.names.values()
        assert "comes back only if the host lets them" in t.answer(told).text
        assert "sent away from this game" in await said(t, t.bob, "game join")
        assert "Only the host" in await said(t, t.carol, "game unban", player="bob")
        choices = await t.alice.autocomplete(t.channel, "game unban", "player", "")
        assert [each["name"] for each in choices] == ["bob"]
        assert "bob may come back to this table." in await said(t, t.alice, "game unban", player="bob")
        assert "Nobody of that name" in await said(t, t.alice, "game unban", player="bob")
        await t.say(t.bob, "game join")
        assert table.seat_of(f"discord:{t.bob.id}")


@pytest.mark.parametrize("permission", ["moderate_members", "manage_messages", "manage_guild"])
async def test_a_moderator_does_what_a_host_does(permission: str):
    async with town() as t:
        mod = moderator(t, **{permission: True})
        await t.lobby()
        await t.press(t.bob, "Join Red")
        await t.press(mod, "Add AI")
        await said(t, mod, "game kick", player="bob")
        [lobby] = t.hall.lobbies.values()
        assert [each.occupant.kind for each in lobby.parties] == ["built-in"]
        await t.press(t.bob, "Join Red")
        await t.press(t.carol, "Join Blue")
        await t.press(mod, "Add AI")
        await t.press(mod, "Start")
        [table] = t.hall.tables.values()
        assert table.seat_of(f"discord:{mod.id}") is None  # who starts it for others does not sit down
        assert await said(t, mod, "game pause") == "The game is paused."
        await said(t, mod, "game resume")
        told = await said(t, mod, "game kick", player="carol")
        assert "by a moderator" in told
        await said(t, mod, "game cancel")
        assert table.outcome


async def test_who_is_banned_from_a_table_does_nothing_there_until_let_back_in():
    async with town() as t:
        mod = moderator(t)
        await t.four()
        [table] = t.hall.tables.values()
        bob = f"discord:{t.bob.id}"
        assert "Only the host or a moderator" in await said(t, t.carol, "game ban", player=t.bob)
        assert "cannot ban yourself" in await said(t, t.alice, "game ban", player=t.alice)
        told = await t.say(t.alice, "game ban", player=t.bob)
        assert not told.ephemeral and "bob was banned from this table" in t.answer(told).text
        assert table.seat_of(bob) is None
        assert "banned already" in await said(t, t.alice, "game ban", player=t.bob)
        await t.clue(t.alice, "universe")
        for label in ("TRUNK", "My card", "My key"):
            if label in t.board.buttons:
                assert t.answer(await t.press(t.bob, label)).text == FROM_TABLE
        for command in ("game join", "game leave", "game pause", "game board"):
            assert await said(t, t.bob, command) == FROM_TABLE
        assert "do not sit" in await said(t, t.bob, "say", text="hello")
        assert table.seat_of(bob) is None
        # Elsewhere they are welcome.
        await t.bob.slash(t.other, "codenames start")
        await t.env.settle()
        assert len(t.hall.lobbies) == 1
        assert "Only the host" in await said(t, t.carol, "game unban", player="bob")
        told = await said(t, mod, "game unban", player="bob")
        assert "bob may join this table again." in told
        await t.say(t.bob, "game join")
        assert table.seat_of(bob)
        assert "Nobody of that name is kicked or banned" in await said(t, mod, "game unban", player="bob")


async def test_who_is_banned_in_the_lobby_is_banned_from_the_game_that_comes_of_it():
    async with town() as t:
        id = await t.lobby()
        for who in (t.alice, t.bob, t.carol):
            await t.press(who, "Join Red")
        lobby = t.board
        await t.say(t.alice, "game ban", player=t.bob)
        assert "bob" not in lobby.text
        assert t.answer(await t.press(t.bob, "Join Red", lobby)).text == FROM_TABLE
        with pytest.raises(IllegalAction, match="banned from this table"):  # whatever way they come
            await t.hall.join(id, Occupant("person", "Bob", f"discord:{t.bob.id}"))
        await t.press(t.alice, "Start", lobby)
        assert t.hall.tables
        assert await said(t, t.bob, "game join") == FROM_TABLE


async def test_who_is_banned_from_a_server_is_off_all_its_tables_and_opens_none():
    store = MemoryStore()
    async with town(store) as t:
        mod = moderator(t)
        await t.four()
        await t.carol.slash(t.other, "codenames start")
        await t.env.settle()
        [table], [lobby] = t.hall.tables.values(), t.hall.lobbies.values()
        third = await t.hall.open_lobby("codenames", {}, f"discord:{t.bob.id}", f"discord:{t.guild.id}:3")
        await t.hall.join(lobby.id, table.seats[table.seat_of(f"discord:{t.bob.id}")])
        assert "Only a moderator can do that: on Discord whoever may manage messages" in await said(
            t, t.alice, "game ban", player=t.bob, where="this server"
        )
        told = await said(t, mod, "game ban", player=t.bob, where="this server")
        assert "bob was banned from this server's games" in told
        assert table.seat_of(f"discord:{t.bob.id}") is None
        assert not t.hall.lobbies[lobby.id].parties and third.id not in t.hall.lobbies
        for command in ("codenames start", "codenames watch", "game join", "game rematch"):
            assert await said(t, t.bob, command) == FROM_SERVER
        assert t.answer(await t.press(t.bob, "My key", t.board)).text == FROM_SERVER
        # Bets on what AIs play are theirs to make no more.
        await said(t, t.alice, "game cancel")
        panel = await settings(t, manager(t), "bans")
        assert "bob <t:" in panel.text
        # What is known of them outlives the process, and their being erased.
        kept = await store.all(BANS)
        await t.hall.erase_person(f"discord:{t.bob.id}")
        assert "bob" in str(kept) and "bob" not in str(await store.all(BANS))
        assert str(t.bob.id) not in str(await store.all(BANS))
        again = type(t.hall.rules)(store, t.clock)
        await again.recall()
        for rules in (t.hall.rules, again):
            assert rules.banned([f"discord:{t.bob.id}"], f"discord:{t.guild.id}")
            assert [(each.name, each.user) for each in rules.bans(f"discord:{t.guild.id}")] == [("Somebody", "")]
        panel = await settings(t, t.mona, "bans")
        assert "Somebody <t:" in panel.text
        await select(t, t.mona, panel, [panel.selects[0]["options"][0]["value"]])
        assert "Let back in: Somebody" in panel.text
        await t.say(t.bob, "codenames start")
        assert any(each.host == f"discord:{t.bob.id}" for each in t.hall.lobbies.values())


async def test_who_is_banned_since_is_not_gathered_for_another_game():
    async with town() as t:
        mod = moderator(t)
        await t.four()
        await t.clue(t.alice, "universe")
        await t.guess(t.bob, "dragon")
        await said(t, mod, "game ban", player=t.bob, where="this server")
        await t.press(t.alice, "Rematch", next(m for m in t.public() if "Rematch" in m.buttons))
        [lobby] = t.hall.lobbies.values()
        assert [each.occupant.name for each in lobby.parties] == ["alice", "carol", "dave"]


async def test_nobody_locks_out_a_moderator_or_a_bot_and_nothing_is_kicked_where_nothing_is_played():
    async with town() as t:
        mod = moderator(t)
        assert await said(t, mod, "game kick", player="bob") == "Nothing is played in this channel."
        await t.four()
        await t.say(t.alice, "game ban", player=mod)
        assert "bob was banned" in await said(t, mod, "game ban", player=t.bob)
        robot = t.guild.add_member(t.env.create_user("robot", bot=True))
        assert "Bots do not play here" in await said(t, t.alice, "game ban", player=robot)


async def test_bans_from_tables_that_are_no_more_are_forgotten():
    store = MemoryStore()
    async with town(store) as t:
        await t.four()
        [table] = t.hall.tables.values()
        await t.say(t.alice, "game ban", player=t.bob)
        await t.hall.reopen(start=False)
        assert await store.all(BANS)
        await said(t, t.alice, "game cancel")
        await t.env.settle()
        t.hall.forget(table)
        await t.hall.rules.recall()
        await t.hall.reopen(start=False)
        assert not await store.all(BANS) and not t.hall.rules.bans(table.id)
