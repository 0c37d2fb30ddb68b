"""No page keeps anybody out: axe-core finds nothing serious, no console complains, nobody else is asked, nothing scrolls aside."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.web.house import House
from tests.web.tables import DESKTOP, PHONE, PLACES, Mistakes, Place, opened

pytestmark = pytest.mark.slow

QUICK = ("first", "owner-rules", "codenames-card", "mystery-night", "town-nominate")
"""Places that are looked at in `make test`; `make soak` looks at all of them, in both sizes and by both lights."""

SERIOUS = ("serious", "critical")


def barriers(page: Page) -> list[str]:
    """What axe finds serious, with where; not what is half faded in."""
    page.emulate_media(reduced_motion="reduce")
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {[node['html'][:160] for node in each['nodes'][:3]]}"
        for each in found
        if each["impact"] in SERIOUS
    ]


def wrong(browser: Browser, house: House, place: Place, size: tuple[int, int], scheme: str = "light") -> list[str]:
    """All that is wrong with a place."""
    mistakes = Mistakes()
    with opened(browser, house, place, size, scheme, mistakes) as page:  # type: ignore[arg-type]
        if place.name == "gone":
            mistakes[:] = [each for each in mistakes if "status of 404" not in each]
        wide = page.evaluate("() => document.scrollingElement.scrollWidth")
        aside = [f"it is {wide} wide, and scrolls aside"] if wide > size[0] else []
        return [*mistakes, *aside, *barriers(page)]


@pytest.mark.parametrize("place", [each for each in PLACES if each.name in QUICK], ids=lambda place: place.name)
def test_a_page_keeps_nobody_out(place: Place, browser: Browser, masquerade: House):
    assert wrong(browser, masquerade, place, PHONE) == []


def test_a_barrier_is_noticed(browser: Browser, masquerade: House):
    with opened(browser, masquerade, PLACES[0], DESKTOP) as page:
        page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
        assert any(each.startswith("button-name") for each in barriers(page))
