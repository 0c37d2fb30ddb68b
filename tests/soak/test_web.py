"""The browser surface for as long as it takes: every game in every size, every page by both lights.

make soak                 or one game alone: make soak ARGS="-k town-phone"
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.web.conftest import browser, masquerade
from tests.web.house import House
from tests.web.tables import DESKTOP, PHONE, PLACES, PLAYED, Place
from tests.web.test_axe import wrong
from tests.web.test_browser import played

__all__ = ["browser", "masquerade"]

pytestmark = pytest.mark.soak

SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])


@SIZES
@pytest.mark.parametrize("name", PLAYED)
def test_every_game_is_played_in_every_size(name: str, size: tuple[int, int], browser: Browser, masquerade: House):
    played(browser, masquerade, name, size)


@pytest.mark.parametrize("name", PLAYED)
def test_every_game_is_played_by_keyboard_alone(name: str, browser: Browser, masquerade: House):
    played(browser, masquerade, name, DESKTOP, keys=True)


@SIZES
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_no_page_keeps_anybody_out(
    place: Place, scheme: str, size: tuple[int, int], browser: Browser, masquerade: House
):
    assert wrong(browser, masquerade, place, size, scheme) == []
