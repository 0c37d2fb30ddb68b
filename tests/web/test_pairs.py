"""Making a game in the browser: its texts, what is said of them, and a table to try it at."""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest

from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.ports import RealClock
from bot.stores.memory import MemoryStore
from bot.surfaces.web.app import make_app
from bot.surfaces.web.config import WebConfig
from games import all_games
from games.duet import pairs

FINE = pairs.find("ultimatum")
WRONG = FINE.manager.replace("by: human", "by: nobody", 1)


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    games = all_games()
    opened = Hall(MemoryStore(games), HousePlayers(), RealClock(), games)
    yield opened
    await opened.close()


async def browser(hall: Hall, **config: Any) -> httpx2.AsyncClient:
    transport = httpx2.ASGITransport(app=await make_app(hall, WebConfig(**config)))
    return httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000", headers={"accept": "text/html"})


def sent(manager: str = FINE.manager, player: str = FINE.player, **more: str) -> dict[str, Any]:
    """A form as browsers send it: with two signs for each line's end."""
    fields = {"name": "fair share", "manager": manager, "player": player, **more}
    return {name: (None, text.replace("\n", "\r\n")) for name, text in fields.items()}


def text_of(page: str, field: str) -> str:
    """What stands in a field, as a browser reads it: without the line's end that it begins with."""
    found = re.search(rf'<textarea id="text-{field}"[^>]*>\n(.*?)</textarea>', page, re.S)
    assert found
    return html.unescape(found[1])


async def test_it_begins_with_a_game_that_can_be_played(hall: Hall) -> None:
    async with await browser(hall) as visitor:
        page = (await visitor.get("/make")).text
        assert text_of(page, "manager") == FINE.manager
        assert text_of(page, "player") == FINE.player
        assert "In order: it can be played." in page
        other = (await visitor.get("/make", params={"begin": "trust"})).text
        assert text_of(other, "manager") == pairs.find("trust").manager
        assert 'value="my-trust"' in other
        assert '"ultimatum" selected>Ultimatum' in page and '"trust" selected>Trust' in other, (
            "it says whose texts they are"
        )


async def test_what_is_wrong_is_said_at_its_line_as_the_command_says_it(hall: Hall) -> None:
    async with await browser(hall) as visitor:
        answer = await visitor.post("/make/remarks", files=sent(WRONG))
    said = [(int(line), html.unescape(re.sub("<b>.*?</b>", "", text)).strip().removeprefix("Note: ")) for line, text in
            re.findall(r'data-field="manager" data-line="(\d+)">(.*?)</a>', answer.text)]  # fmt: skip
    assert said == [(each.line, each.sentence) for each in pairs.check(WRONG, FINE.player) if each.file == "manager"]
    assert said


async def test_without_script_a_button_checks_and_another_takes_a_games_texts(hall: Hall) -> None:
    async with await browser(hall) as visitor:
        page = (await visitor.post("/make", files=sent(WRONG))).text
        assert text_of(page, "manager") == WRONG
        assert 'class="wrong"' in page
        page = (await visitor.post("/make", files=sent(WRONG, begin="auction", take="1"))).text
        assert text_of(page, "player") == pairs.find("auction").player


async def test_it_is_tried_at_a_table_of_ones_own(hall: Hall) -> None:
    async with await browser(hall) as visitor:
        answer = await visitor.post("/make/try", files=sent())
        assert answer.status_code == 303, answer.text
        table = hall.tables[answer.headers["location"].rpartition("/")[2]]
        assert table.story.options.manager == FINE.manager
        assert table.story.options.pair == "fair-share"
        seen = (await visitor.get(answer.headers["location"])).text
        assert 'class="across' in seen


@pytest.mark.parametrize(
    ("manager", "player"),
    [(WRONG, FINE.player), ("", FINE.player), ("You run it without a header.", "You play."), (FINE.manager, "")],
    ids=["a mistake", "nothing", "a model is needed", "no player"],
)
async def test_what_cannot_be_played_opens_no_table_and_loses_nothing(hall: Hall, manager: str, player: str) -> None:
    async with await browser(hall) as visitor:
        answer = await visitor.post("/make/try", files=sent(manager, player))
    assert answer.status_code == 422
    assert text_of(answer.text, "manager") == manager
    assert text_of(answer.text, "player") == player
    assert 'role="alert"' in answer.text
    assert not hall.tables
    assert not hall.lobbies


async def test_its_files_are_kept_as_they_were_typed(hall: Hall) -> None:
    async with await browser(hall) as visitor:
        answer = await visitor.post("/make/file/player", files=sent(player="Zwölf\nBoxkämpfer\n"))
        assert answer.content.decode() == "Zwölf\nBoxkämpfer\n"
        assert answer.headers["content-disposition"] == 'attachment; filename="fair-share_player.md"'
        assert (await visitor.post("/make/file/else", files=sent())).status_code == 404
        odd = await visitor.post("/make/file/player", files=sent(name='../"evil"\r\nX: y'))
        assert re.fullmatch(r'attachment; filename="[\w-]+\.md"', odd.headers["content-disposition"])
        far = await visitor.post("/make/file/player", files=sent(name="仮面"))
        assert far.headers["content-disposition"] == "attachment; filename*=UTF-8''%E4%BB%AE%E9%9D%A2_player.md"


async def test_nothing_in_a_text_is_markup(hall: Hall) -> None:
    evil = '</textarea><script>alert(1)</script><img src=x onerror="alert(1)">'
    async with await browser(hall) as visitor:
        page = (await visitor.post("/make", files=sent(f"---\n{evil}: {evil}\n---\n{evil}", evil, name=evil))).text
    assert "<script>alert" not in page
    assert "<img" not in page
    assert evil in text_of(page, "manager")


async def test_a_very_long_text_is_refused_in_a_sentence(hall: Hall) -> None:
    async with await browser(hall) as visitor:
        answer = await visitor.post("/make/remarks", files=sent("x" * (pairs.LONGEST + 1)))
        assert "larger than 64 KiB" in answer.text
        assert (await visitor.post("/make/remarks", files=sent("x" * 300_000))).status_code == 413


async def test_only_the_owner_makes_games(hall: Hall) -> None:
    async with await browser(hall, admin="a-long-secret-of-my-own") as visitor:
        for answer in (await visitor.get("/make"), await visitor.post("/make/try", files=sent())):
            assert answer.status_code == 403
