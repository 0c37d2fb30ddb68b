"""A server that is killed in the middle of a game: the pages that were open find it again, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.house import house
from tests.web.play import Person
from tests.web.tables import PLAYED, address, sitting

pytestmark = [pytest.mark.slow, pytest.mark.crash]


def test_an_open_page_finds_a_killed_server_again_and_plays_on(browser: Browser, tmp_path: Path):
    with house(tmp_path) as opened:
        begins = opened.begin(PLAYED["duet-free"])
        (key,) = begins.keys.values()
        with sitting(browser, opened, key, address(begins)) as page:
            person = Person(page, "killed")
            person.play(moves=2)
            heard = person.read()["heard"]
            opened.kill()
            page.wait_for_function("() => document.body.classList.contains('cut')", timeout=10_000)
            opened.start()
            page.wait_for_function("() => !document.body.classList.contains('cut')", timeout=20_000)
            assert person.read()["heard"] >= heard
            person.play()
            assert person.moves >= 8
