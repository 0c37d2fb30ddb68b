"""A stranger's bot takes a seat over HTTP, and plays."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from bot.surfaces.web.client import Client, Refused
from bot.surfaces.web.shapes import Happened, Session, View
from games.wire import load_event
from tests.web.robot import Robot
from tests.web.serving import hurrying, serving

KINDS = [
    "duel",
    "codenames",
    "mystery",
    "town",
    "auction",
    "bargaining",
    "prisoners-dilemma",
    "trust",
    "twenty-questions",
    "ultimatum",
]
"""All but the pairs that need a model to manage them."""


@pytest.mark.parametrize("kind", KINDS)
async def test_a_strangers_bot_plays_a_whole_game(kind: str):
    async with (
        hurrying() as hall,
        serving(hall=hall) as served,
        Client(served.address) as host,
        Client(served.address) as guest,
    ):
        session = await host.create(kind)
        robot = Robot(1)
        sat = await guest.join(session.id, "Robot")
        assert guest.token and guest.token != host.token and not sat.host
        await host.start(session.id)
        ruling = asyncio.create_task(host.play(session.id, Robot(2)))  # whoever opened it settles what is disputed
        over = await asyncio.wait_for(guest.play(session.id, robot), 60)
        await ruling
        assert over.state == "over" and over.you and over.why
        assert robot.moves, "it was never asked anything"
        whole = json.loads(await guest.transcript(session.id))
        assert whole["whole"] and whole["outcome"]["why"]
        assert "Robot" in await guest.transcript(session.id, "md")
        assert (await guest.transcript(session.id, "csv")).startswith("n,audience,")


async def test_two_bots_and_no_ai_play_each_other():
    async with serving() as served, Client(served.address) as ada, Client(served.address) as ben:
        session = await ada.create("duel")
        await ada.join(session.id, "Ada")
        await ben.join(session.id, "Ben")
        playing = asyncio.gather(ada.play(session.id, Robot(1)), ben.play(session.id, Robot(2)))
        await asyncio.sleep(0.1)  # they listen in the lobby, and are there when the game begins
        await ada.start(session.id)
        first, second = await asyncio.wait_for(playing, 30)
        assert first.state == second.state == "over" and first.winners == second.winners


async def test_news_come_in_order_and_go_on_where_they_stopped():
    async with serving() as served, Client(served.address) as host, Client(served.address) as guest:
        session = await host.create("duel")
        await guest.join(session.id, "Robot")
        await host.start(session.id)
        view = await guest.view(session.id)
        assert view.session.you

        async def hear(after: int, until: int) -> list[Happened]:
            found = []
            async for news in guest.listen(session.id, after):
                if isinstance(news, Happened):
                    found.append(news)
                    if news.n == until:
                        break
            return found

        told = await hear(0, view.heard_so_far)
        assert [each.n for each in told] == list(range(1, view.heard_so_far + 1))
        table = served.hall.tables[session.id]
        heard = table.story.heard(table.seat_of(view_user(served.hall, session.id)))
        assert [load_event(table.game, json.dumps(each.event)) for each in told] == heard
        assert [each.n for each in await hear(2, view.heard_so_far)] == list(range(3, view.heard_so_far + 1))
        view = await guest.move(session.id, "say:1", {"type": "Say", "text": "Good evening."})
        assert [each.event["type"] for each in await hear(view.heard_so_far - 1, view.heard_so_far)] == ["Said"]


def view_user(hall, id: str) -> str:
    return next(each.user for each in hall.tables[id].seats.values() if each.user)


async def test_a_lobby_tells_who_came_and_then_how_it_goes_on():
    async with serving() as served, Client(served.address) as host, Client(served.address) as guest:
        session = await host.create("duel")
        news = host.listen(session.id)
        first = await anext(news)
        assert isinstance(first, Session) and first.seats == [] and first.options is not None
        await guest.join(session.id, "Ben")
        second = await anext(news)
        assert isinstance(second, Session) and [each.name for each in second.seats] == ["Ben"]
        await host.start(session.id)
        assert isinstance(await anext(news), Happened)
        async for each in news:
            if isinstance(each, View):
                assert each.session.state == "running" and not each.asks
                break


async def test_a_refusal_says_why():
    async with serving() as served, Client(served.address) as host:
        session = await host.create("duel")
        await host.join(session.id, "Ada")
        await host.start(session.id)
        with pytest.raises(Refused, match="9 is not on the die") as refused:
            await host.move(session.id, "pick:1", {"type": "Pick", "number": 9})
        assert refused.value.status == 422
        with pytest.raises(Refused, match="There is no such game here") as refused:
            await host.session("zzzzzzzz")
        assert refused.value.status == 404


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not so():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_stream_is_silent_when_others_are_told_something():
    async with serving() as served, Client(served.address) as ada, Client(served.address) as ben:
        session = await ada.create("duel")
        await ada.join(session.id, "Ada")
        await ben.join(session.id, "Ben")
        await ada.start(session.id)
        path = f"{served.address}/api/games/sessions/{session.id}/events"
        heard = bytearray()

        async def listen(key: str) -> None:
            headers = {"Authorization": f"Bearer {key}"}
            async with httpx2.AsyncClient(headers=headers) as http, http.stream("GET", path) as answer:
                async for chunk in answer.aiter_raw():
                    heard.extend(chunk)

        listening = asyncio.create_task(listen(ada.token))
        await until(lambda: b"event: view" in heard)
        await asyncio.sleep(0.1)  # whatever else comes at once has come
        before = bytes(heard)
        assert before.count(b"event: view") == 1
        await ben.move(session.id, "pick:1", {"type": "Pick", "number": 6})
        await asyncio.sleep(0.2)
        assert heard == before
        await ben.move(session.id, "say:1", {"type": "Say", "text": "Your turn."})
        await until(lambda: b"Your turn." in heard[len(before) :])
        listening.cancel()


async def test_the_guides_program_plays_a_whole_game():
    guide = (Path(__file__).parents[2] / "docs/web.md").read_text(encoding="utf-8")
    code = guide.partition("```python\n")[2].partition("```")[0]
    async with hurrying() as hall, serving(hall=hall) as served:
        names: dict[str, Any] = {}
        exec(code.replace("http://127.0.0.1:8000", served.address).replace("asyncio.run(main())", ""), names)
        await asyncio.wait_for(names["main"](), 60)
        (table,) = hall.tables.values()
        assert table.story.outcome and table.moved[table.story.people[0], "person"]
