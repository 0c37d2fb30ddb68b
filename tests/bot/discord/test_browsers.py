"""Discord and browsers at one table: a seat that opens there too, and games played there that are watched here."""

from __future__ import annotations

import re

import httpx2

from bot.ports import PUBLIC, About, Occupant
from bot.surfaces.web.app import make_app
from bot.surfaces.web.config import WebConfig
from bot.surfaces.web.doors import discord_link
from bot.surfaces.web.keys import Keys
from bot.table import Table
from games.core import HOST, Cancel, Seat
from tests.bot.discord.house import House, house


def door(game: str, user: str) -> str:
    return f"https://masks.example/o/{game}-{user}"


async def elsewhere(t: House, public: bool = True) -> Table:
    """A game of AIs that somebody opened in a browser."""
    game = t.hall.games["mystery"]
    options = game.lobby.options.model_validate({"players": 4})
    seats = {Seat(f"p{n}"): Occupant("built-in", name) for n, name in enumerate(("Ada", "Basil", "Clio", "Dante"), 1)}
    about = About(3600.0, watch=True, public=public)
    return await t.hall.open("mystery", options, seats, host="web:1", place="web:x", about=about, id="browsed2")


async def test_whoever_sits_here_opens_their_seat_in_a_browser_by_a_link_that_nobody_else_sees():
    async with house(in_browser=door) as t:
        await t.open(t.alice, t.bob)
        panel = t.answer(await t.press(t.alice, "My role"))
        opened = t.answer(await t.press(t.alice, "Open in browser", panel))
        assert opened.raw.flags & 64, "for her eyes alone"
        assert f"https://masks.example/o/{t.table.id}-discord:" in str(opened.raw.components)
        said = t.answer(await t.say(t.bob, "game browser"))
        assert said.raw.flags & 64 and "works once" in said.text
        assert "do not sit" in t.answer(await t.say(t.carol, "game browser")).text


async def test_where_no_browser_can_be_led_here_nothing_offers_it():
    async with house() as t:
        await t.open(t.alice, t.bob)
        assert "Open in browser" not in t.answer(await t.press(t.alice, "My role")).buttons


async def test_a_game_in_a_browser_is_watched_in_a_channel_also_after_a_restart():
    async with house() as t:
        table = await elsewhere(t)
        shown = t.answer(await t.say(t.alice, "game watch", game=f"https://masks.example/t/{table.id}"))
        assert "Alive **4**" in shown.text and not shown.raw.flags & 64
        assert "shown already" in t.answer(await t.say(t.bob, "game watch", game=table.id)).text
        assert all("Ada" not in str(thread) for thread in t.channel.threads), "it opens no rooms"
        await t.restart()
        table = t.hall.tables[table.id]
        await table.submit(HOST, Cancel("Enough."), "host", "x")
        await t.env.settle()
        await t.surface.rest()
        assert any("Enough." in each.text for each in t.public())
        assert table.id not in t.surface.screens


async def test_only_what_everybody_may_watch_is_shown():
    async with house() as t:
        table = await elsewhere(t, public=False)
        for typed in (table.id, "nonsense"):
            assert "no such game" in t.answer(await t.say(t.alice, "game watch", game=typed)).text
        await t.hall.store.put(PUBLIC, table.id, {"public": True})
        assert "Alive **4**" in t.answer(await t.say(t.alice, "game watch", game=table.id)).text


async def test_a_seat_of_discord_is_played_from_a_browser_at_the_same_table():
    keys: list[Keys] = []
    address = "https://masks.example"
    async with house(in_browser=lambda game, user: discord_link(keys[0], address, game, user, "1")) as t:
        await t.open(t.alice, t.bob)
        keys.append(await Keys.open(t.hall.store))
        app = await make_app(t.hall, WebConfig(public_url=address, admin="a-long-secret-of-my-own"))
        said = str(t.answer(await t.say(t.alice, "game browser")).raw.components)
        (link,) = re.findall(rf"{address}(/o/[\w.-]+)", said)
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url=address) as browser:
            assert (await browser.post(link)).status_code == 303
            page = (await browser.get(f"/t/{t.table.id}")).text
            assert f'action="/t/{t.table.id}/leave"' in page
            seat = next(seat for seat, each in t.table.seats.items() if each.name == "alice")
            (ask,) = [each for each in t.table.story.asks(seat) if each.need != "none"]
            words = {"ask": ask.key, "type": "Say", "f.text": "Good evening from far away."}
            assert (await browser.post(f"/t/{t.table.id}/move", data=words)).status_code == 303
        assert all(each.need == "none" for each in t.table.story.asks(seat))
        await t.say(t.bob, "say", text="Good evening.")
        await t.env.settle()
        assert any("Good evening from far away." in each.text for each in t.public())
