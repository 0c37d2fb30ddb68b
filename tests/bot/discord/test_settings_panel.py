"""`/settings`: what whoever manages a server chooses for its games, pressed as they press it."""

from __future__ import annotations

import json
import logging
from typing import Any

import discord
import pytest

from bot.house_rules import KIND, ServerRules
from bot.players.seating import HousePlayers
from bot.players.spec import ModelSpec
from bot.ports import About, Occupant
from bot.stores.memory import MemoryStore
from bot.surfaces.discord.barred import AGAIN, NOT_SERVED
from bot.surfaces.discord.settings import TOPICS
from tests.bot.discord.town import Message, Town, town


def manager(t: Town, name: str = "mona", **permissions: bool) -> Any:
    """Somebody who may manage the server, or what is said."""
    role = t.guild.create_role(f"{name}s", permissions=discord.Permissions(**(permissions or {"manage_guild": True})))
    t.people[name] = t.guild.add_member(t.env.create_user(name), roles=[role])
    return t.people[name]


def of(t: Town) -> ServerRules:
    return t.hall.rules.at(f"discord:{t.guild.id}")


async def said(t: Town, who: Any, command: str, **options: Any) -> str:
    """The answer, as it reads: without what keeps names from being mentions."""
    return t.answer(await t.say(who, command, **options)).text.replace("\u200b", "").replace("\\", "")


async def settings(t: Town, who: Any, topic: str = "") -> Message:
    """The panel, opened at a topic."""
    panel = t.answer(await t.say(who, "settings"))
    if topic:
        await select(t, who, panel, [topic])
    return panel


async def select(t: Town, who: Any, panel: Message, values: list[Any], at: int = 0) -> Any:
    selects = [each for each in panel.components if each["type"] in (3, 6, 8)]
    raw = next(each for each in t._seen(panel.channel, who) if each.id == panel.id)
    result = await who.select(raw, values=values, custom_id=selects[at]["custom_id"])
    await t.env.settle()
    return result


async def test_the_panel_says_how_everything_stands_and_has_a_page_for_each():
    async with town(invite="https://discord.example/invite") as t:
        mona = manager(t)
        panel = await settings(t, mona)
        assert "**Games:** all" in panel.text and "**Who starts games:** everyone" in panel.text
        assert "from the next game on" in panel.text
        assert panel.buttons["Invite me to another server"]["url"] == "https://discord.example/invite"
        for topic, about in TOPICS.items():
            panel = await settings(t, mona, topic)
            assert panel.lead == f"### {about.title}" and "**Now:**" in panel.text
            await t.press(mona, "Back", panel)
            assert panel.lead == "### Settings of this server"


async def test_only_who_manages_the_server_changes_them_also_on_somebody_elses_panel():
    async with town() as t:
        mona = manager(t)
        with pytest.raises(Exception, match="not visible to this user"):
            await t.say(t.alice, "settings")
        panel = await settings(t, mona, "roles")
        custom_id = panel.buttons["Moderators only"]["custom_id"]
        # Somebody else has it as well, on a panel that was theirs while they were a manager.
        erin = manager(t, "erin")
        theirs = await settings(t, erin, "roles")
        t.env.backend.remove_member_role(t.guild.id, erin.id, t.guild.roles["erins"].id)
        await t.env.settle()
        assert theirs.buttons["Moderators only"]["custom_id"] == custom_id
        refused = t.answer(await t.press(erin, "Moderators only", theirs))
        assert refused.text == "Only members who may manage this server change its settings."
        assert of(t).roles is None


async def test_games_that_are_not_allowed_are_refused_by_who_can_change_that(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    async with town() as t:
        mona = manager(t)
        panel = await settings(t, mona, "games")
        await select(t, mona, panel, ["mystery"])
        assert "✅ Changed." in panel.text and panel.picked == ["Murder mystery"]
        assert of(t).games == ("mystery",) and "changed its rules: games" in caplog.text
        told = await said(t, t.alice, "codenames start")
        assert told == "Codenames is not played on this server; a moderator can change that with /settings."
        assert "not played on this server" in await said(t, t.alice, "codenames watch") and not t.hall.tables
        await select(t, mona, panel, [])
        assert of(t).games == () and "**Now:** none" in panel.text
        await select(t, mona, panel, [each["value"] for each in panel.selects[0]["options"]])
        assert of(t).games is None
        await t.say(t.alice, "codenames start")
        assert t.hall.lobbies


async def test_a_role_starts_games_until_it_is_deleted():
    async with town() as t:
        mona = manager(t)
        hosts = t.guild.create_role("Host")
        t.people["hal"] = t.guild.add_member(t.env.create_user("hal"), roles=[hosts])
        panel = await settings(t, mona, "roles")
        await select(t, mona, panel, [hosts])
        assert f"<@&{hosts.id}>" in panel.text
        told = await said(t, t.alice, "codenames start")
        assert told == "Only members with the role @Host start games here; a moderator can change that with /settings."
        await t.say(t.hal, "codenames start")
        await said(t, t.hal, "game cancel")
        await t.say(mona, "codenames start")  # who manages the server moderates
        assert len(t.hall.lobbies) == 1
        await said(t, mona, "game cancel")
        t.env.backend.delete_role(t.guild.id, hosts.id)
        await t.env.settle()
        assert "Only moderators start games here" in await said(t, t.hal, "codenames start")
        assert "**Now:** moderators\n" in (await settings(t, mona, "roles")).text
        await t.press(mona, "Everyone", panel)
        assert of(t).roles is None
        await t.say(t.alice, "codenames start")
        assert t.hall.lobbies


async def test_games_are_played_in_chosen_channels_and_watched_in_one():
    async with town() as t:
        mona = manager(t)
        panel = await settings(t, mona, "channels")
        await select(t, mona, panel, [t.other])
        told = await said(t, t.alice, "codenames start")
        assert told == "Games are played in #spectators on this server; a moderator can change that with /settings."
        stage = t.guild.create_text_channel("stage")
        panel = await settings(t, mona, "spectators")
        await select(t, mona, panel, [stage])
        await t.say(t.alice, "codenames watch", pace=30.0)
        [table] = t.hall.tables.values()
        assert table.place == f"discord:{t.guild.id}:{stage.id}"
        await t.alice.slash(t.other, "codenames start")
        await t.env.settle()
        assert len(t.hall.lobbies) == 1
        await t.alice.slash(stage, "game cancel")
        await t.env.settle()
        await t.alice.slash(stage, "game rematch")
        await t.env.settle()
        assert [each.place for each in t.hall.tables.values() if not each.outcome] == [table.place]
        # A game in a thread is in its channel's place.
        await t.press(mona, "Where they are asked for", panel)
        assert of(t).spectators == ""


async def test_a_game_is_brought_to_no_channel_that_games_are_not_for():
    async with town() as t:
        mona = manager(t)
        await t.four()
        panel = await settings(t, mona, "channels")
        stage = t.guild.create_text_channel("stage")
        await select(t, mona, panel, [stage])
        first, t.channel = t.channel, t.other
        assert "Games are played in #stage" in await said(t, t.alice, "game move")
        [table] = t.hall.tables.values()
        assert table.place == f"discord:{t.guild.id}:{first.id}"
        t.channel = stage
        await t.say(t.alice, "game move")
        assert table.place == f"discord:{t.guild.id}:{stage.id}"


async def test_rules_changed_in_the_middle_of_a_game_hold_from_the_next_on():
    async with town() as t:
        mona = manager(t)
        await t.four()
        [table] = t.hall.tables.values()
        await select(t, mona, await settings(t, mona, "games"), ["mystery"])
        await t.clue(t.alice, "universe")
        assert "UNIVERSE" in t.board.text and not table.outcome
        await said(t, t.alice, "game cancel")
        assert "not played on this server" in await said(t, t.alice, "game rematch")


async def test_time_is_as_moderators_chose_unless_a_host_chooses():
    async with town() as t:
        mona = manager(t)
        panel = await settings(t, mona, "clocks")
        shown = await select(t, mona, panel, ["codenames"])
        wrong = t.answer(await t.fill(mona, shown, clue_seconds="soon"))
        assert "seconds" in wrong.text and not of(t).clocks
        shown = await select(t, mona, panel, ["codenames"])
        await t.fill(mona, shown, timers="", clue_seconds="600", guess_seconds="")
        assert of(t).clocks == {"codenames": {"clue_seconds": 600}} and "of your own for Codenames" in panel.text
        await t.say(t.alice, "codenames start")
        assert "Clue seconds: 600" in t.board.text
        await said(t, t.alice, "game cancel")
        await t.say(t.alice, "codenames start", clue_seconds=60)
        assert "Clue seconds: 60" in t.board.text


async def test_budgets_and_numbers_are_asked_for_by_a_form():
    async with town() as t:
        mona, told = manager(t), []
        t.hall.rules.changing.append(lambda server, rules: told.append((server, rules.game_budget, rules.day_budget)))
        panel = await settings(t, mona, "budgets")
        wrong = t.answer(await t.fill(mona, await t.press(mona, "Change", panel), game_budget="a lot"))
        assert wrong.text == "“a lot” is not an amount of US dollars above 0, such as 0.50."
        await t.fill(mona, await t.press(mona, "Change", panel), game_budget="$0,50", day_budget="3")
        assert told == [(f"discord:{t.guild.id}", 0.5, 3.0)]
        assert "$0.50 a game, $3.00 a day" in panel.text
        t.hall.rules.dollars = (None, 1.0)
        shown = (await settings(t, mona, "budgets")).text
        assert "$0.50 a game, $1.00 a day, which is all that whoever runs the bot allows" in shown
        t.hall.rules.dollars = (0.5, 4.0)
        assert "$0.50 a game, $3.00 a day" in (await settings(t, mona, "budgets")).text
        panel = await settings(t, mona, "limits")
        await t.fill(mona, await t.press(mona, "Change", panel), most="1", most_each="")
        await t.say(t.alice, "codenames start")
        await t.bob.slash(t.other, "codenames start")
        assert len(t.hall.lobbies) == 1


async def test_a_server_says_when_an_ai_sits_in_and_a_host_may_say_otherwise():
    async with town() as t:
        mona = manager(t)
        panel = await settings(t, mona, "away")
        assert "misses 2 turns in a row" in panel.text
        wrong = t.answer(await t.fill(mona, await t.press(mona, "Change", panel), away="11"))
        assert wrong.text == "“11” is not a whole number from 0 to 10."
        await t.fill(mona, await t.press(mona, "Change", panel), away="0")
        assert "Nobody sits in" in panel.text and of(t).away == 0
        await t.say(t.alice, "codenames start")
        await t.bob.slash(t.other, "codenames start", away=4)
        await t.env.settle()
        assert [each.about.away for each in t.hall.lobbies.values()] == [0, 4]


async def test_games_at_once_are_counted_by_server_and_person():
    async with town() as t:
        t.hall.rules.most, t.hall.rules.most_each = 3, 1
        await t.say(t.alice, "codenames start")
        second = await t.alice.slash(t.other, "codenames start")
        await t.env.settle()
        assert t.answer(second).text == (
            "You have 1 game open, and may have no more at once: let one end first; whoever runs this bot can change that."
        )
        t.hall.rules.most = 1
        third = await t.bob.slash(t.other, "codenames watch")
        await t.env.settle()
        assert "1 game at once is enough for this server" in t.answer(third).text
        await said(t, t.alice, "game cancel")
        await t.bob.slash(t.other, "codenames start")
        await t.env.settle()
        assert len(t.hall.lobbies) == 1


async def test_people_only_speak_by_writing_where_moderators_let_them():
    async with town(message_content=True) as t:
        mona = manager(t)
        panel = await settings(t, mona, "talk")
        assert "by just writing" in panel.text and t.surface.line.reads(t.guild.id)
        await t.press(mona, "Only when they address the bot", panel)
        assert not t.surface.line.reads(t.guild.id) and "replies to the bot" in panel.text
        assert t.surface.line.reads(t.guild.id + 1)
    async with town() as t:
        panel = await settings(t, manager(t), "talk")
        assert "has not let it read messages" in panel.text and not t.surface.line.reads(t.guild.id)


async def test_a_broken_document_allows_everything_and_says_so(caplog: pytest.LogCaptureFixture):
    store = MemoryStore()
    async with town(store) as t:
        server = f"discord:{t.guild.id}"
        await store.put(KIND, server, {"games": 7, "roles": ["x"]})
        await t.hall.reopen()
        assert of(t) == ServerRules() and "cannot be read" in caplog.text
        mona = manager(t)
        panel = await settings(t, mona)
        assert "cannot be read. Everything is allowed" in panel.text
        await select(t, mona, panel, ["roles"])
        await t.press(mona, "Moderators only", panel)
        assert "cannot be read" not in (await settings(t, mona)).text
        assert "Only moderators start games here" in await said(t, t.alice, "codenames start")
        assert json.loads(json.dumps(await store.get(KIND, server)))["roles"] == {}
        # What was chosen outlives the process.
        again = type(t.hall.rules)(store, t.clock)
        await again.recall()
        assert again.at(server).roles == {}


async def test_other_servers_are_refused_and_their_games_wait():
    async with town() as t:
        await t.four()
        [table] = t.hall.tables.values()
        t.hall.rules.servers = frozenset({"1"})
        told = await said(t, t.alice, "game status")
        assert "does not play on this server" in told and "MASQUERADE_SERVERS" in told
        assert "does not play on this server" in t.answer(await t.press(t.alice, "Give clue")).text
        assert "removes your name" in await said(t, t.alice, "game delete-my-data")
        await t.surface.open_up()
        await t.env.settle()
        await t.env.advance_time(AGAIN[0] + 1)
        assert table.paused == NOT_SERVED and "Paused. This Masquerade does not play on this server." in t.board.text
        t.hall.rules.servers = frozenset({str(t.guild.id)})
        assert "Paused" in await said(t, t.alice, "game status")
        await t.surface.open_up()
        await t.env.settle()
        await t.env.advance_time(AGAIN[1] + 1)
        assert table.paused is None


class Cast(HousePlayers):
    """Models that are never asked, and more characters than a menu holds."""

    def specs(self) -> tuple[str, ...]:
        return (*super().specs(), *(f"guest-{n}" for n in range(40)))

    def occupant(self, name: str, spec: str = "") -> Occupant:
        if spec.startswith("guest-"):
            return Occupant("built-in", spec.title(), persona=spec)
        return super().occupant(name, spec)


async def test_models_and_characters_that_are_not_ticked_do_not_play():
    async with town() as t:
        specs = {name: ModelSpec(model=name, base_url="http://127.0.0.1:9/v1") for name in ("big", "small")}
        t.hall.players = Cast(specs, "big")
        mona, place = manager(t), f"discord:{t.guild.id}:1"
        panel = await settings(t, mona, "models")
        await select(t, mona, panel, ["small"])
        assert of(t).models == ("small",) and "**Now:** small\n" in panel.text
        assert t.hall.ai(place=place).model == "small"
        told = await said(t, t.alice, "codenames watch", cast="big")
        assert told == "“big” does not play on this server; a moderator can change that with /settings."
        choices = await t.alice.autocomplete(t.channel, "codenames watch", "cast", "")
        assert {"built-in", "small"} <= {each["value"] for each in choices} and "big" not in str(choices)
        await select(t, mona, panel, [])
        assert t.hall.ai(place=place).kind == "built-in" and "none: built-in players play" in panel.text

        # More characters than one menu takes stand in several, and each speaks for its own.
        panel = await settings(t, mona, "characters")
        assert len(panel.selects) > 1 and all(len(each["options"]) <= 25 for each in panel.selects)
        every = [value for value, _ in t.hall.characters()]
        await select(t, mona, panel, [], at=0)
        assert of(t).characters == tuple(every[25:])
        await select(t, mona, panel, [every[25]], at=1)
        assert of(t).characters == (every[25], *every[50:])
        assert t.hall.ai(place=place).persona in ("", every[25])
        await select(t, mona, panel, every[:25], at=0)
        assert of(t).characters == (*every[:26], *every[50:])


async def test_a_game_that_is_played_again_is_played_by_who_may_play_now():
    async with town() as t:
        t.hall.players = Cast({"big": ModelSpec(model="big", base_url="http://127.0.0.1:9/v1")}, "big")
        place = f"discord:{t.guild.id}:1"
        lobby = await t.hall.open_lobby("codenames", {}, f"discord:{t.alice.id}", place)
        seats = t.hall.filled(t.hall.seating(lobby), place)
        assert {each.kind for each in seats.values()} == {"model"}
        await t.hall.drop_lobby(lobby)
        await t.hall.rules.change(f"discord:{t.guild.id}", models=())
        table = await t.hall.open("codenames", {}, seats, place=place, about=About(600.0))
        assert {each.kind for each in table.seats.values()} == {"built-in"}
        assert t.hall.stand_in(table, next(iter(seats))).kind == "built-in"
        assert t.hall.ai(place="discord:5:1").kind == "model"
