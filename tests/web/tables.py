"""Tables to play at and to look at: one of each kind, and how somebody sits down there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from playwright.sync_api import Browser, Page

from tests.web.begun import Begun
from tests.web.house import Begins, House

PHONE, DESKTOP = (390, 844), (1280, 800)

PLAYED = {
    "codenames-operative": Begun("codenames", {"timers": False}, {"red-1": "Ann"}, 4),
    "codenames-spymaster": Begun("codenames", {"timers": False}, {"red-spymaster": "Ann"}, 4),
    "mystery": Begun("mystery", {"players": 5, "timers": False}, {"p1": "Ann"}),
    "town": Begun("town", {"players": 7, "roles": "small", "timers": "none"}, {"p2": "Ann"}),
    "duet-ledger": Begun("duet", {"pair": "auction"}, {"human": "Ann"}),
    "duet-free": Begun("duet", {"pair": "haggle", "most_turns": 8}, {"human": "Ann"}),
    "tiny": Begun("duel", {}, {"ann": "Ann"}),
}
"""Whole games are played at these in a browser, each from its beginning."""


class Mistakes(list[str]):
    """What a page did that no page of ours may do: errors in its console, and calls to elsewhere."""

    def watch(self, page: Page, address: str) -> None:
        def console(message: object) -> None:
            # That a move was refused is said in a sentence on the page; the console says it as well.
            known = any(each in message.text for each in ("ERR_", "status of 409", "status of 422"))  # type: ignore[attr-defined]
            if message.type == "error" and not known:  # type: ignore[attr-defined]
                self.append(f"console: {message.text} at {message.location.get('url')}")  # type: ignore[attr-defined]

        page.on("console", console)
        page.on("pageerror", lambda error: self.append(f"error: {error}"))
        page.on(
            "request", lambda call: call.url.startswith((address, "data:", "blob:")) or self.append(f"asks {call.url}")
        )


@contextmanager
def sitting(
    browser: Browser,
    house: House,
    key: str,
    path: str,
    size: tuple[int, int] = PHONE,
    scheme: Literal["light", "dark"] = "light",
    mistakes: Mistakes | None = None,
) -> Iterator[Page]:
    """A page of that size, opened by whoever has this key (none: a stranger, who owns the place on the loopback)."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    try:
        if key:
            context.add_cookies([{"name": "masquerade", "value": key, "url": house.address}])
        page = context.new_page()
        if mistakes is not None:
            mistakes.watch(page, house.address)
        page.goto(house.address + path, wait_until="load")
        yield page
    finally:
        context.close()


def address(begins: Begins) -> str:
    return f"/t/{begins.id}"
