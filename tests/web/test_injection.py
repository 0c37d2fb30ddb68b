"""What somebody writes stays what they wrote: names, words, statements, pairs and addresses, on pages and in documents."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote

import httpx2
import pytest

from bot.clock import VirtualClock
from games import all_games
from tests.bot import tiny
from tests.web.serving import bearer, inside, some_hall
from tests.web.vectors import VECTORS, read

PAGE = {"Accept": "text/html"}


class Reader:
    """Reads every answer as a browser would, and minds what could run in it."""

    def __init__(self, http: httpx2.AsyncClient) -> None:
        self.http = http
        self.pages = 0

    async def __call__(self, what: str, path: str, key: str = "", sent: Any = None, **more: Any) -> httpx2.Response:
        headers = {**(bearer(key) if key else {}), **more.pop("headers", {})}
        answer = await self.http.request(what, path, json=sent, headers=headers, **more)
        assert answer.status_code != 500, (path, answer.text)
        kind = answer.headers.get("content-type", "")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "\n" not in str(answer.headers.get("location", "")) and "evil" not in answer.headers.get("location", "")
        if "html" not in kind:
            assert kind.startswith(("application/", "text/csv", "text/markdown")) or not answer.content, kind
            return answer
        self.pages += 1
        markup = read(answer.text)
        assert not markup.runs, (path, markup.runs)
        head, whole = read(answer.text.partition("</head>")[0]), "</head>" in answer.text
        scripts = [each for each in markup.elements if each not in ("body",)]
        expected = [each for each in head.elements if each != "body"] if whole else []
        late = scripts[len(expected) :]
        assert scripts[: len(expected)] == expected and set(late) <= {"script"} and len(late) <= 1, (path, scripts)
        return answer


@pytest.fixture
async def read_all() -> AsyncIterator[Reader]:
    talkative = {"duel": tiny.TALKATIVE}
    async with inside(hall=some_hall(talkative, clock=VirtualClock())) as (http, _):
        yield Reader(http)


async def gathered(call: Reader, game: str, options: Any, *names: str) -> tuple[str, list[str]]:
    """A game that has begun with people of these names; its id, and their keys. No id where its options are refused."""
    opened = await call("POST", "/api/games/sessions", sent={"game": game, "options": options, "public": True})
    if opened.status_code == 422:
        return "", []
    id, host = opened.json()["session"]["id"], opened.json()["token"]
    keys = []
    for name in names:
        keys.append((await call("POST", f"/api/games/sessions/{id}/join", sent={"name": name})).json()["token"])
        await call("GET", f"/t/{id}", keys[-1], headers=PAGE)
    begun = await call("POST", f"/api/games/sessions/{id}/start", host)
    assert begun.status_code == 200, begun.text
    return id, keys


async def looked_at(call: Reader, id: str, keys: list[str]) -> str:
    """Every page and document of a game, for each of these keys and for a stranger; the page of the first."""
    for key in (*keys, ""):
        for path in (f"/t/{id}", f"/t/{id}/big", f"/api/games/sessions/{id}/view", f"/api/games/sessions/{id}"):
            await call("GET", path, key, headers=PAGE if path.startswith("/t/") else {})
        for format in ("json", "csv", "md"):
            await call("GET", f"/api/games/sessions/{id}/transcript?format={format}", key)
    await call("GET", "/", headers=PAGE)
    return (await call("GET", f"/t/{id}", keys[0], headers=PAGE)).text


def test_there_are_sixty_ways():
    assert len(set(VECTORS)) == 60
    assert sum(bool(read(each).runs or read(each).elements) for each in VECTORS) > 35, "the reader sees most of them"


async def test_names(read_all: Reader):
    for at in range(0, len(VECTORS), 15):
        names = VECTORS[at : at + 15]
        id, keys = await gathered(read_all, "codenames", {}, *names)
        page = await looked_at(read_all, id, keys[:2])
        assert not [each for each in names if set("<>\"'") & set(each) and each in page]


async def test_what_is_said(read_all: Reader):
    id, (ada, ben) = await gathered(read_all, "duel", {}, "Ada", "Ben")
    for vector in VECTORS:
        said = {"ask": "say:1", "action": {"type": "Speak", "text": f"I think {vector}"}, "id": vector}
        assert (await read_all("POST", f"/api/games/sessions/{id}/move", ada, said)).status_code == 200
        form = {"ask": "say:1", "type": "Speak", "f.text": vector}
        await read_all("POST", f"/t/{id}/move", ben, data=form, headers={"Accept": "text/html+part"})
    page = await looked_at(read_all, id, [ada, ben])
    assert "I think" in page and not [each for each in VECTORS if set("<>\"'") & set(each) and each in page]


async def test_whatever_is_asked_for(read_all: Reader):
    id, (ada,) = await gathered(read_all, "duel", {}, "Ada")
    for vector in VECTORS:
        path = quote(vector, safe="")
        for address in (
            f"/t/{path}",
            f"/r/{path}",
            f"/{path}",
            f"/t/{id}?eyes={path}",
            f"/r/{id}?eyes={path}&step={path}",
        ):
            await read_all("GET", address, ada, headers=PAGE)
        for what, address, sent in (
            ("GET", f"sessions/{path}", None),
            ("GET", f"sessions/{id}/transcript?format={path}", None),
            ("POST", "sessions", {"game": vector}),
            ("POST", "sessions", {"game": "duel", "options": {vector: vector, "rounds": vector}}),
            ("POST", f"sessions/{id}/join", {"name": vector, "seat": vector}),
            ("POST", f"sessions/{id}/join", {"name": "x", "invitation": vector}),
            ("POST", f"sessions/{id}/move", {"ask": vector, "action": {"type": vector}, "id": vector}),
            ("POST", f"sessions/{id}/move", {"ask": "pick:1", "action": {"type": "Pick", "number": vector}, "id": "x"}),
            ("POST", f"sessions/{id}/move", {"ask": "pick:1", "action": {vector: vector}, "id": vector}),
        ):
            answer = await read_all(what, f"/api/games/{address}", ada, sent)
            assert answer.is_error and answer.headers["content-type"] == "application/problem+json"
            json.loads(answer.content)
        for data in (
            {"ask": vector, "type": vector},
            {"action": vector},
            {"ask": "pick:1", "type": "Pick", "f.number": vector},
        ):
            await read_all("POST", f"/t/{id}/move", ada, data=data, headers=PAGE)
        await read_all("POST", "/new", data={"game": vector, "mode": vector, "name": vector}, headers=PAGE)


@pytest.mark.parametrize("game", ["mystery", "town", "codenames", "ultimatum"])
async def test_every_form_of_every_game(read_all: Reader, game: str):
    """Whatever a seat may fill in is filled with it, wherever a text may stand."""
    for at in (0, 30):
        id, keys = await gathered(read_all, game, {}, *VECTORS[at : at + (1 if game == "ultimatum" else 4)])
        for key in keys[:2]:
            asks = (await read_all("GET", f"/api/games/sessions/{id}/view", key)).json()["asks"]
            for ask, form in [(each["key"], form) for each in asks for form in each["forms"]]:
                for vector in VECTORS[at : at + 30]:
                    action = {
                        name: field.get("const", field["enum"][0] if "enum" in field else vector)
                        for name, field in form["json_schema"]["properties"].items()
                        if field.get("type", "string") == "string"
                    }
                    move = {"ask": ask, "action": action, "id": vector}
                    await read_all("POST", f"/api/games/sessions/{id}/move", key, move)
        await looked_at(read_all, id, keys[:2])


async def test_words_of_a_pack_and_pairs_of_prompts(read_all: Reader):
    usual = all_games()["duet"].lobby.options().model_dump(mode="json")
    for at in range(0, len(VECTORS), 25):
        words = [*VECTORS[at : at + 25], *(f"word{n}" for n in range(25))][:25]
        if (found := await gathered(read_all, "codenames", {"words": words}, "Ada"))[0]:
            await looked_at(read_all, *found)
    opened = 0
    for at in range(0, len(VECTORS), 3):
        title, seat, text = VECTORS[at : at + 3]
        manager = usual["manager"].replace("title: Ultimatum", f"title: {json.dumps(title)}", 1)
        manager = manager.replace("human: Proposer", f"human: {json.dumps(seat)}", 1)
        options = {**usual, "pair": "", "manager": f"{manager}\n{text}", "player": f"{usual.get('player', '')}\n{text}"}
        for each in (options, {**options, "manager": manager}):
            id, keys = await gathered(read_all, "duet", each, title)
            if id:
                opened += 1
                await looked_at(read_all, id, keys)
                break
    assert opened
