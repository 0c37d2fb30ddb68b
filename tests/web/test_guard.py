"""What does not get in, and what it is told."""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import socket
import time
from collections.abc import AsyncIterator

import httpx2
import pytest

from bot.surfaces.web import guard, live, server
from bot.surfaces.web.client import Client
from bot.surfaces.web.config import WebConfig, mistakes
from bot.surfaces.web.guard import Buckets
from bot.surfaces.web.keys import Keys
from bot.surfaces.web.problems import document
from bot.surfaces.web.server import Taken, bound
from games.core import Seat
from tests.bot import tiny
from tests.web.serving import ADMIN, Served, inside, serving

NEW = {"game": "duel"}
HERE = "http://127.0.0.1:8000"


@pytest.fixture
async def http() -> AsyncIterator[httpx2.AsyncClient]:
    async with inside() as (client, _):
        yield client


async def create(http: httpx2.AsyncClient, **headers: str) -> httpx2.Response:
    """What a page's button would do; here it costs money."""
    return await http.post(
        "/api/games/sessions", json=NEW, headers={k.replace("_", "-"): v for k, v in headers.items()}
    )


# ── whose page it was ──


@pytest.mark.parametrize(
    "host",
    [
        "masks.example",
        "127.0.0.1.evil.example",
        "evil.example:8000",
        "10.0.0.5:8000",
        "localhost.evil",
        "",
        "[::1",
        "a@b",
    ],
)
async def test_a_name_that_was_made_to_lead_here_is_not_served(http: httpx2.AsyncClient, host: str):
    for what, path in (("GET", "/"), ("GET", "/api/games"), ("POST", "/api/games/sessions"), ("POST", "/new")):
        got = await http.request(what, path, headers={"Host": host})
        assert got.status_code == 421, (what, path)


async def test_the_names_that_are_ours_are_served(http: httpx2.AsyncClient):
    for host in ("127.0.0.1:8000", "localhost", "LOCALHOST:9", "[::1]:8000"):
        assert (await http.get("/api/games", headers={"Host": host})).status_code == 200
    config = WebConfig(host="0.0.0.0", admin=ADMIN, public_url="https://masks.example/")
    async with inside(config) as (outside, _):
        for host in ("masks.example", "192.168.1.7:8000", "[fe80::1]"):
            assert (await outside.get("/api/games", headers={"Host": host})).status_code == 200
        assert (await outside.get("/api/games", headers={"Host": "evil.example"})).status_code == 421
        own = {"Host": "masks.example", "Origin": "https://masks.example", "X_Admin_Token": ADMIN}
        assert (await create(outside, **own)).status_code == 201


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1:8001"},
        {"Origin": "http://127.0.0.1:8000.evil.example"},
        {"Origin": f"{HERE}, https://evil.example"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Sec_Fetch_Site": "cross-site", "Origin": HERE},
    ],
)
async def test_no_other_site_does_anything_here(http: httpx2.AsyncClient, headers: dict[str, str]):
    assert (await create(http, **headers)).status_code == 403
    form = await http.post(
        "/new", data={"game": "duel", "mode": "watch"}, headers={k.replace("_", "-"): v for k, v in headers.items()}
    )
    assert form.status_code == 403


@pytest.mark.parametrize(
    "headers", [{}, {"Origin": HERE}, {"Sec_Fetch_Site": "same-origin"}, {"Sec_Fetch_Site": "none"}]
)
async def test_our_own_pages_and_programs_do(http: httpx2.AsyncClient, headers: dict[str, str]):
    assert (await create(http, **headers)).status_code == 201


async def test_another_site_may_link_here_and_read_nothing(http: httpx2.AsyncClient):
    there = {"Sec-Fetch-Site": "cross-site"}
    assert (await http.get("/", headers={**there, "Sec-Fetch-Mode": "navigate"})).status_code == 200
    for mode in ("no-cors", "cors", "websocket"):
        got = await http.get("/api/games", headers={**there, "Sec-Fetch-Mode": mode})
        assert got.status_code == 403 and "access-control-allow-origin" not in got.headers
    preflight = await http.options("/api/games/sessions", headers={"Origin": "https://evil.example"})
    assert preflight.status_code == 405 and not any(each.startswith("access-control") for each in preflight.headers)


async def test_every_answer_tells_a_browser_what_it_may_do(monkeypatch: pytest.MonkeyPatch):
    async with inside() as (http, hall):
        paths = ["/", "/nothing", "/api/games", "/api/games/sessions/x", "/static/x/app.css", "/static/x/none", "/t/x"]
        answers = [
            await http.get(path, headers={"Accept": accept}) for path in paths for accept in ("text/html", "*/*")
        ]
        answers.append(await http.get("/", headers={"Host": "evil.example"}))
        monkeypatch.setattr(type(hall.players), "specs", lambda self: 1 // 0)
        answers.append(broken := await http.get("/api/games/config/defaults"))
    assert broken.status_code == 500 and "ZeroDivision" not in broken.text
    assert broken.json()["detail"] == "Something broke here; its owner finds it in the log."
    for each in answers:
        policy = each.headers["content-security-policy"]
        assert "script-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
        assert each.headers["x-content-type-options"] == "nosniff"
        assert not each.is_error or each.headers["content-type"] in (
            "application/problem+json", "text/html; charset=utf-8"
        )  # fmt: skip


# ── how much of it there is ──


async def test_a_body_of_50_mb_is_not_read():
    async with serving() as served:
        began = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(_head(served, "POST", "/api/games/sessions", "Content-Length: 52428800"))
        writer.write(b"x" * 65536)
        assert b" 413 " in await reader.readline()
        writer.close()
        chunked = await asyncio.open_connection("127.0.0.1", served.port)
        chunked[1].write(_head(served, "POST", "/api/games/sessions", "Transfer-Encoding: chunked"))
        with contextlib.suppress(ConnectionError):
            for _ in range(800):
                chunked[1].write(b"10000\r\n" + b"x" * 65536 + b"\r\n")
                await chunked[1].drain()
        with contextlib.suppress(ConnectionError):  # whoever goes on talking is hung up on
            assert b" 413 " in await chunked[0].readline()
        chunked[1].close()
        assert time.monotonic() - began < 5


@pytest.mark.parametrize("length", ["-1", "1e9", "9" * 5000, "0x10"])
async def test_a_length_that_is_none_is_refused(http: httpx2.AsyncClient, length: str):
    got = await http.post("/api/games/sessions", content=b"", headers={"Content-Length": length})
    assert got.status_code == 413


@pytest.mark.parametrize("charset", ["unicode_escape", "utf-7", "undefined", "utf-8; charset*=utf-7''utf-7"])
async def test_a_form_says_nothing_that_cannot_be_written(http: httpx2.AsyncClient, charset: str):
    kind = {"Content-Type": f"multipart/form-data; boundary=x; charset={charset}"}
    form = b'--x\r\nContent-Disposition: form-data; name="game"\r\n\r\n\\ud800 +2AA-\r\n--x--\r\n'
    assert (await http.post("/new", content=form, headers=kind)).status_code in (400, 404)
    lobby = (await http.post("/new", data={"game": "duel", "mode": "invite"})).headers["location"]
    form = form.replace(b"game", b"spec")
    assert (await http.post(f"{lobby}/ai", content=form, headers={**kind, "Accept": "text/html"})).status_code in (
        400,
        422,
    )


async def test_whoever_only_looks_sends_nothing_along(http: httpx2.AsyncClient):
    assert (await http.request("GET", "/api/games", content=b"x")).status_code == 400


async def test_a_body_that_never_comes_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(guard, "SLOWEST_BODY", 0.2)
    async with serving() as served:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(
            _head(served, "POST", "/api/games/sessions", "Content-Type: application/json", "Content-Length: 20")
        )
        for _ in range(3):
            writer.write(b" ")
            await asyncio.sleep(0.05)
        assert b" 408 " in await asyncio.wait_for(reader.readline(), 2)
        writer.close()


async def test_a_head_that_never_comes_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(server, "SLOWEST_HEAD", 0.2)
    async with serving() as served:
        silent = await asyncio.open_connection("127.0.0.1", served.port)
        slow = await asyncio.open_connection("127.0.0.1", served.port)
        again = await asyncio.open_connection("127.0.0.1", served.port)
        again[1].write(_head(served, "GET", "/api/games"))
        assert b" 200 " in await again[0].readline()
        for each in _head(served, "GET", "/api/games")[:8]:
            for _, writer in (slow, again):
                writer.write(bytes([each]))
            await asyncio.sleep(0.05)
        for reader, writer in (silent, slow, again):
            with contextlib.suppress(ConnectionError):
                await asyncio.wait_for(reader.read(), 1)  # to the end: they were hung up on
            writer.close()


async def test_a_head_that_is_too_long_is_refused():
    async with serving() as served:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(b"GET / HTTP/1.1\r\nX: " + b"x" * 200_000)
        assert b" 400 " in await asyncio.wait_for(reader.readline(), 2)
        writer.close()


@pytest.mark.parametrize(
    "path",
    [
        "/static/x/../../sessions.py", "/static/x/..%2f..%2fsessions.py", "/static/x/%2e%2e/%2e%2e/keys.py",
        "/static/x//etc/passwd", "/static/x/%2fetc%2fpasswd", "/static/x/..%5c..%5ckeys.py", "/static/x/%00.css",
        "/static/x/css/../css/00-tokens.css", "/static/x/js/VENDORED.md", "/static/x/" + "a" * 5000 + ".css",
        "/static/../app.py", "/static/x/fonts/..%252f..%252fapp.py", "/api/games/sessions/..%2f..%2fdefaults",
        "/api/games/sessions/%00/transcript", "/t/%2e%2e%2f%2e%2e", "/t/%00", "/r/..%2f..",
    ],
)  # fmt: skip
async def test_no_path_leads_out(path: str):
    async with serving() as served:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(_head(served, "GET", path, "Connection: close"))
        answer = await asyncio.wait_for(reader.read(), 5)
        writer.close()
    assert (
        answer.split()[1] in (b"404", b"405", b"422") and b"import annotations" not in answer and b"root:" not in answer
    )


# ── who it is ──


def clients(config: WebConfig, peer: str, *forwarded: str) -> str:
    headers = guard.Headers(raw=[(b"x-forwarded-for", each.encode()) for each in forwarded])
    return guard.Guard(None, config, None).client({"client": (peer, 1)}, headers)  # type: ignore[arg-type]


def test_whom_a_proxy_speaks_for_is_believed_of_trusted_ones_alone():
    alone, behind = WebConfig(admin=ADMIN), WebConfig(admin=ADMIN, proxies=("127.0.0.1", "10.0.0.1"))
    assert clients(alone, "203.0.113.9", "8.8.8.8") == "203.0.113.9"
    assert clients(alone, "127.0.0.1", "8.8.8.8") == "127.0.0.1"
    assert clients(behind, "203.0.113.9", "8.8.8.8") == "203.0.113.9"
    assert clients(behind, "127.0.0.1", "8.8.8.8") == "8.8.8.8"
    assert clients(behind, "127.0.0.1", "1.1.1.1, 8.8.8.8, 10.0.0.1") == "8.8.8.8"
    assert clients(behind, "127.0.0.1", "1.1.1.1", "8.8.8.8") == "8.8.8.8"
    assert clients(behind, "127.0.0.1", "8.8.8.8, <script>") == "127.0.0.1"
    assert clients(behind, "127.0.0.1") == "127.0.0.1"
    assert clients(behind, "127.0.0.1", "2001:db8::1") == "2001:db8::1"


async def test_whoever_is_led_to_the_loopback_from_elsewhere_is_not_its_owner(http: httpx2.AsyncClient):
    assert (await create(http, X_Forwarded_For="8.8.8.8")).status_code == 403
    assert (await create(http, Forwarded="for=8.8.8.8")).status_code == 403
    assert (await create(http, X_Real_IP="8.8.8.8")).status_code == 403, "the one that many set by hand"


async def test_an_address_makes_so_many_calls_and_no_more():
    config = WebConfig(admin=ADMIN, proxies=("127.0.0.1",))
    async with inside(config) as (http, _):
        seen = [(await create(http, X_Forwarded_For="8.8.8.8")).status_code for _ in range(guard.BURST + 5)]
        assert seen[: guard.BURST] == [403] * guard.BURST and seen[-1] == 429
        assert (await create(http, X_Forwarded_For="9.9.9.9")).status_code == 403
        assert (await create(http, X_Forwarded_For="1.2.3.4, 8.8.8.8")).status_code == 429


def test_a_network_of_addresses_is_one_and_calls_come_back_with_time(monkeypatch: pytest.MonkeyPatch):
    now = [100.0]
    monkeypatch.setattr(guard.time, "monotonic", lambda: now[0])
    buckets = Buckets(3, 0.5)
    assert [buckets.take(f"2001:db8::{n:x}") for n in range(5)] == [True, True, True, False, False]
    assert buckets.take("2001:db8:0:1::1") and buckets.take("::ffff:9.9.9.9") and buckets.take("9.9.9.9")
    now[0] += 2
    assert [buckets.take("2001:db8::99") for _ in range(2)] == [True, False]
    now[0] += 1000
    assert [buckets.take("2001:db8::1") for _ in range(4)] == [True, True, True, False]
    monkeypatch.setattr(guard, "MOST_ADDRESSES", 10)
    for n in range(50):
        buckets.take(f"10.0.0.{n}")
    assert len(buckets._left) == 10


@pytest.mark.parametrize(
    "config",
    [
        WebConfig(host="0.0.0.0", port=0),
        WebConfig(host="::", port=0),
        WebConfig(host="192.168.1.7", port=0),
        WebConfig(port=0, proxies=("127.0.0.1",)),
        WebConfig(port=0, public_url="https://masks.example"),
        WebConfig(port=0, admin="short"),
    ],
)
async def test_nobody_else_is_let_in_without_the_owners_token(config: WebConfig):
    assert list(mistakes(config))
    with pytest.raises(Taken, match="MASQUERADE_WEB_"):
        async with serving(config):
            pass


def test_a_small_answer_is_sent_at_once():
    with bound(WebConfig(port=0)) as listening:
        assert listening.proto == socket.IPPROTO_TCP, (
            "else the loop leaves Nagle's algorithm on, and answers wait for 40 ms"
        )


# ── who listens ──


@pytest.mark.parametrize("batches", [4, pytest.param(20, marks=pytest.mark.soak)])
async def test_many_may_listen_and_a_move_is_seen_by_all(batches: int):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 3000:
        pytest.skip("this machine opens no 3,000 files at a time")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 3000), hard))
    async with serving() as served, Client(served.address) as host:
        session = await host.create("duel", public=True)
        await host.join(session.id, "Ada")
        await host.start(session.id)
        before = _memory()
        path = f"/api/games/sessions/{session.id}/events"
        listening = [
            each for _ in range(batches) for each in await asyncio.gather(*(_listen(served, path) for _ in range(50)))
        ]
        assert _memory() - before < max(60, 0.15 * len(listening)), "an idle listener takes more than 150 KB"
        began = time.monotonic()
        await host.move(session.id, "say:1", {"type": "Say", "text": "Is anybody there?"})
        for reader, _ in listening:
            await asyncio.wait_for(reader.readuntil(b"Is anybody there?"), 20)
        assert time.monotonic() - began < 20
        for _, writer in listening:
            writer.close()
        await asyncio.sleep(0.3)
        ears = next(each for each in served.hall.surfaces if isinstance(each, live.Live))
        assert ears.listeners == 0 and not ears._from


async def test_there_is_room_for_so_many_listeners(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(live, "MOST_OF_ONE", 3)
    monkeypatch.setattr(live, "MOST_LISTENERS", 5)
    config = WebConfig(port=0, admin=ADMIN, proxies=("127.0.0.1",))
    async with serving(config) as served, Client(served.address, admin=ADMIN) as host:
        session = await host.create("duel", public=True)
        await host.start(session.id)
        path = f"/api/games/sessions/{session.id}/events"
        open_now = [await _listen(served, path, f"X-Forwarded-For: {a}") for a in ["8.8.8.8"] * 3 + ["9.9.9.9"] * 2]
        monkeypatch.setattr(live, "MOST_LISTENERS", 6)
        assert b" 429 " in await _status(served, path, "X-Forwarded-For: 8.8.8.8")
        monkeypatch.setattr(live, "MOST_LISTENERS", 5)
        assert b" 503 " in await _status(served, path, "X-Forwarded-For: 7.7.7.7")
        for _, writer in open_now[:1]:
            writer.close()
        await asyncio.sleep(0.1)
        again = await _listen(served, path, "X-Forwarded-For: 8.8.8.8")
        for _, writer in (*open_now, again):
            writer.close()


async def test_there_is_room_for_so_many_connections_of_one_network(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(server, "MOST_OF_ONE", 3)
    monkeypatch.setattr(server, "is_loopback", lambda address: False)
    async with serving() as served:
        idle = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(3)]
        await asyncio.sleep(0.1)
        with contextlib.suppress(ConnectionError):
            assert await _status(served, "/rules") == b""
        idle.pop().close()
        await asyncio.sleep(0.1)
        assert b" 200 " in await _status(served, "/rules")
        for each in idle:
            each.close()


async def test_whoever_stops_reading_is_let_go_of_quietly(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(server, "SLOWEST_READER", 0.3)
    async with serving() as served, Client(served.address) as host:
        session = await host.create("duel", public=True)
        await host.join(session.id, "Ada")
        await host.start(session.id)
        table = served.hall.tables[session.id]
        stuck = socket.create_connection(("127.0.0.1", served.port))
        stuck.sendall(_head(served, "GET", f"/api/games/sessions/{session.id}/events"))
        await asyncio.sleep(0.2)
        ears = next(each for each in served.hall.surfaces if isinstance(each, live.Live))
        assert ears.listeners == 1
        for n in range(40):
            await table.submit(Seat("ann"), tiny.Say("x" * 500_000), "say:1", f"test:{n}")
        for _ in range(50):
            await asyncio.sleep(0.1)
            if not ears.listeners:
                break
        stuck.close()
        await asyncio.sleep(0.1)
        assert ears.listeners == 0 and not caplog.records


async def test_no_log_says_a_key_or_what_a_seat_was_told(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    caplog.set_level("DEBUG")
    async with serving(WebConfig(port=0, admin=ADMIN)) as served, Client(served.address, admin=ADMIN) as host:
        session = await host.create("duel", public=True)
        link = await host.invite(session.id)
        async with httpx2.AsyncClient(base_url=served.address) as guest:
            key = (await guest.post(f"/j/{link}", data={"name": "Ada"})).cookies["masquerade"]
            await host.start(session.id)
            _, writer = await _listen(
                served, f"/api/games/sessions/{session.id}/events", f"Authorization: Bearer {key}"
            )
            monkeypatch.setattr(Keys, "read", lambda *_: 1 / 0)
            assert (await guest.get(f"/j/{link}")).status_code == 500
            writer.close()
    said = "\n".join(
        each.getMessage() for each in caplog.records if not each.name.startswith("http")
    )  # a client of ours
    assert "A request broke: GET /j/…" in said
    assert not [each for each in (link, key, ADMIN, "event: view") if each in said]


def _head(served: Served, what: str, path: str, *more: str) -> bytes:
    lines = [f"{what} {path} HTTP/1.1", f"Host: 127.0.0.1:{served.port}", *more]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def _status(served: Served, path: str, *more: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(_head(served, "GET", path, *more, "Connection: close"))
    line = await reader.readline()
    writer.close()
    return line


async def _listen(served: Served, path: str, *more: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A stream that has said all that it has to say so far."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port, limit=2**20)
    writer.write(_head(served, "GET", path, *more))
    assert b" 200 " in await reader.readline()
    await reader.readuntil(b"event: view")
    return reader, writer


def _memory() -> float:
    """MB of this process."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20


def test_problems_quote_what_cannot_be_written():
    body = document(422, "“\ud800” is nobody.").body
    assert json.loads(bytes(body))["detail"] == "“?” is nobody."
