"""How the bot is, over HTTP: open to all, and its figures for the owner alone."""

from __future__ import annotations

import asyncio

import pytest

from bot.checkup import machine
from bot.metrics import Vitals
from bot.ports import PUBLIC, Occupant
from bot.surfaces.web.config import WebConfig
from games.core import Seat
from tests.web.serving import ADMIN, inside, serving, some_hall


async def test_whoever_asks_is_told_whether_the_bot_is_well():
    hall = some_hall()
    hall.vitals = Vitals()
    hall.vitals.watch(hall.store)
    async with inside(hall=hall) as (http, _):
        well = await http.get("/healthz")
        assert well.status_code == 200
        assert well.json() == {"service": "masquerade", "fine": True, "store": True, "discord": None, "late": 0.0}
        hall.vitals.gateway = lambda: False
        unwell = await http.get("/healthz")
        assert (unwell.status_code, unwell.json()["fine"]) == (503, False)


@pytest.mark.parametrize("counts", [True, False])
async def test_figures_are_the_owners(counts: bool):
    hall = some_hall()
    hall.vitals = Vitals() if counts else None
    async with inside(WebConfig(admin=ADMIN, public_url="https://masks.example"), hall=hall) as (http, _):
        for headers in (
            {},
            {"authorization": "Bearer wrong"},
            {"x-admin-token": "wrong"},
            {"authorization": "Bearer "},
        ):
            assert (await http.get("/metrics", headers=headers)).status_code == 403
        for headers in ({"authorization": f"Bearer {ADMIN}"}, {"x-admin-token": ADMIN}):
            page = await http.get("/metrics", headers=headers)
            assert page.status_code == (200 if counts else 404)
            assert ("masquerade_games_open 0.0" in page.text) is counts


async def test_pages_say_that_the_house_is_being_restarted():
    async with inside() as (http, hall):
        seats = {Seat("ann"): Occupant("person", "Ada", "web:1"), Seat("bob"): Occupant("person", "Bea", "web:2")}
        table = await hall.open("duel", {}, seats, place="web:here")
        await hall.store.put(PUBLIC, table.id, {})
        page = f"/t/{table.id}"
        assert (await http.get(page)).status_code == 200
        assert "being restarted" not in (await http.get(page)).text
        await hall.drain(0.1)
        assert "The house is being restarted and is back in a moment." in (await http.get(page)).text


async def test_the_doctor_knows_a_running_house_by_how_it_says_that_it_is():
    async with serving() as there:
        there.hall.vitals = Vitals()
        config = WebConfig(port=there.port)
        for well in (True, False):
            there.hall.vitals.gateway = lambda well=well: well  # type: ignore[misc]
            (found,) = await asyncio.to_thread(lambda: list(machine.browsers(True, config)))
            assert found.state == "fine" and "by the Masquerade that runs here" in found.what
