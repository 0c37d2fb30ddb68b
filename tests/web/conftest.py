"""What tests in a browser need: Debian's Chromium, driven by Playwright, and a house of its own to look at."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.web.house import House, house

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome") or ""

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""A browser that looks nowhere but at the page."""

NO_CHROMIUM = "no Chromium is found here (apt install chromium): nothing was tried in a browser"


@contextlib.contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
    try:
        yield browser
    finally:
        browser.close()


# Of a module: while Playwright is there, its loop runs, and no other test of this process could run one of its own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(NO_CHROMIUM)
    with sync_playwright() as playwright, chromium(playwright) as opened:
        yield opened


@pytest.fixture(scope="session")
def masquerade(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house for all who look at one."""
    with house(tmp_path_factory.mktemp("house")) as opened:
        yield opened
