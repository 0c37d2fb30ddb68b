"""Takes the README's pictures of the browser anew: `python -m tools.moving`, also part of `make screens`.

The one that moves is the first page's recorded mystery, night by night, first as one guest knew it, then as it was. The others
are tables that the browser tests look at, too.
"""

from __future__ import annotations

import asyncio
import io
import shutil
import socket
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import async_playwright
from playwright.sync_api import sync_playwright

from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.ports import RealClock
from bot.stores.memory import MemoryStore
from bot.surfaces.web.config import WebConfig
from bot.surfaces.web.server import serve
from games import all_games
from tests.web.conftest import chromium
from tests.web.house import house
from tests.web.tables import DESKTOP, PHONE, PLACES, opened
from tools.screens import BROWSERS, NO_BROWSER, PICTURES

SECONDS = 2.2
"""How long each moment stands."""

WIDE = 1000
"""Dots of the picture, from side to side."""

STILLS = {"codenames-card": PHONE, "town-night": PHONE, "mystery-night": DESKTOP, "town-nominate": DESKTOP}
"""Tables of the browser tests, and the size of the window."""


def main() -> None:
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if browser is None:
        raise SystemExit(NO_BROWSER)
    asyncio.run(film(browser))
    stills()


def stills() -> None:
    """One picture of each of some tables."""
    places = {place.name: place for place in PLACES}
    with (
        tempfile.TemporaryDirectory() as data,
        house(Path(data), speed=1.0) as shown,
        sync_playwright() as playwright,
        chromium(playwright) as browser,
    ):
        for name, size in STILLS.items():
            with opened(browser, shown, places[name], size) as page:
                taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                taken.save(PICTURES / f"web-{name}.webp", quality=86, method=6)


async def film(executable: str) -> None:
    """Serves the first page, takes each moment by both pairs of eyes, and binds them together."""
    games = all_games()
    hall = Hall(MemoryStore(games), HousePlayers(), RealClock(), games=games)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    ready = asyncio.Event()
    serving = asyncio.create_task(serve(hall, WebConfig(port=port), lambda address: ready.set()))
    await ready.wait()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        # For somebody who wants less motion nothing moves by itself: each moment is an address.
        page = await browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        await page.goto(f"http://127.0.0.1:{port}/")
        last = int(await page.locator("#recorded").get_attribute("data-last") or 0)
        frames = []
        for eyes, moments in (("", range(last)), ("all", range(last + 1))):
            for at in moments:
                await page.goto(f"http://127.0.0.1:{port}/?at={at}&eyes={eyes}")
                await page.wait_for_timeout(300)
                frames.append(Image.open(io.BytesIO(await page.screenshot())).convert("RGB"))
        await browser.close()
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    small = [each.resize((WIDE, each.height * WIDE // each.width), Image.Resampling.LANCZOS) for each in frames]
    times = [int(1000 * SECONDS)] * (len(small) - 1) + [int(2000 * SECONDS)]
    small[0].save(
        PICTURES / "mystery.webp", save_all=True, append_images=small[1:], duration=times, loop=0, quality=82, method=6
    )


if __name__ == "__main__":
    main()
