"""How soon everybody sees a move in a browser, while many tables are played: a server in a process of its own, and here those
who press and listen.

    python -m tests.bench.web [--tables 200] [--rate 20] [--seconds 20]
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import re
import statistics
import tempfile
import time
from pathlib import Path

import aiohttp

from tests.web.begun import Begun
from tests.web.conftest import CHROMIUM, chromium
from tests.web.house import Begins, House, house

TABLE = Begun("codenames", {"timers": False}, {"red-1": "Ann"}, 4, asked="guess")
"""A card is tagged, and the tag taken back: a move that everybody at the table sees, and that ends nothing."""


class Listener:
    """A browser at a table: its stream, and when each page came."""

    def __init__(self, session: aiohttp.ClientSession, address: str, begins: Begins) -> None:
        self.session, self.url = session, f"{address}/t/{begins.id}"
        (key,) = begins.keys.values()
        self.cookie = {"Cookie": f"masquerade={key}"}
        self.came = asyncio.Event()
        self.at = 0.0
        self.moves = 0

    async def listen(self) -> None:
        timeout = aiohttp.ClientTimeout(total=None)
        headers = {**self.cookie, "Accept-Encoding": "identity"}
        async with self.session.get(f"{self.url}/live", headers=headers, timeout=timeout) as answer:
            async for line in answer.content:
                if line.startswith(b"event: page"):
                    self.at = time.perf_counter()
                    self.came.set()

    async def move(self, word: str) -> float:
        """Seconds from the press until the news is here."""
        self.came.clear()
        kind = "Untag" if self.moves % 2 else "Tag"
        self.moves += 1
        form = {"ask": "tag:1", "action": f'{{"type":"{kind}","word":"{word}"}}', "key": str(self.moves)}
        began = time.perf_counter()
        async with self.session.post(
            f"{self.url}/move", data=form, headers={**self.cookie, "Accept": "text/html+part"}
        ) as answer:
            if answer.status != 200:
                raise AssertionError(await answer.text())
            await answer.read()
        await asyncio.wait_for(self.came.wait(), 30)
        return self.at - began


async def moves(opened: House, tables: int, rate: float, seconds: float) -> list[float]:
    """How long each move took to be seen."""
    word = TABLE.story().state.words[0]
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        people = [
            Listener(session, opened.address, await asyncio.to_thread(opened.begin, TABLE)) for _ in range(tables)
        ]
        listening = [asyncio.create_task(each.listen()) for each in people]
        await asyncio.gather(*(each.came.wait() for each in people))
        pressed: list[asyncio.Task[float]] = []
        began = time.perf_counter()
        for n in range(max(2, int(rate * seconds))):
            await asyncio.sleep(max(0.0, began + n / rate - time.perf_counter()))
            pressed.append(asyncio.create_task(people[n % tables].move(word)))
        took = list(await asyncio.gather(*pressed))
        for each in listening:
            each.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    return took


async def first_load(opened: House, path: str) -> int:
    """Bytes of a page and all that it asks for at once, as they are sent."""
    async with aiohttp.ClientSession(auto_decompress=False) as session:
        page = await _body(session, opened.address + path)
        text = (gzip.decompress(page) if page[:2] == b"\x1f\x8b" else page).decode()
        asked = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', text))
        return len(page) + sum([len(await _body(session, opened.address + each)) for each in sorted(asked)])


async def _body(session: aiohttp.ClientSession, url: str) -> bytes:
    async with session.get(url, headers={"Accept-Encoding": "gzip"}) as answer:
        return await answer.read()


def first_paint(opened: House, path: str) -> float:
    """Milliseconds until the first words are painted, in a browser that was never here."""
    from playwright.sync_api import sync_playwright

    took = []
    with sync_playwright() as playwright, chromium(playwright) as browser:
        for _ in range(5):
            context = browser.new_context(viewport={"width": 390, "height": 844})
            page = context.new_page()
            page.goto(opened.address + path, wait_until="load")
            page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length", polling=20)
            took.append(page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime"))
            context.close()
    return statistics.median(took)


def main(tables: int, rate: float, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder, house(Path(folder), speed=1.0) as opened:
        took = sorted(asyncio.run(moves(opened, tables, rate, seconds)))
        half, most = (took[min(len(took) - 1, int(len(took) * part))] * 1000 for part in (0.5, 0.99))
        print(f"{tables} tables with a listener each, {rate:g} moves a second, {len(took)} moves")
        print(f"move → seen: p50 {half:.0f} ms, p99 {most:.0f} ms")
        for path in ("/", "/games"):
            print(f"first load of {path}: {asyncio.run(first_load(opened, path)) / 1024:.0f} KB compressed")
        if CHROMIUM:
            print(f"first paint of /: {first_paint(opened, '/'):.0f} ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.web")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=20.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    chosen = parser.parse_args()
    main(chosen.tables, chosen.rate, chosen.seconds)
