"""Whole games in a browser, and what happens to browsers: they are closed and opened, lose the line, are two at one seat."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page

from tests.web.begun import Begun
from tests.web.house import House
from tests.web.play import PATIENCE, Keyboard, Person
from tests.web.tables import DESKTOP, PHONE, PLAYED, Mistakes, address, sitting

pytestmark = pytest.mark.slow

QUICK = {"codenames-operative": PHONE, "codenames-spymaster": DESKTOP, "duet-ledger": PHONE, "tiny": DESKTOP}
"""Tables that are played in `make test`, with a size each; `make soak` plays all of them in both."""

TALK = Begun("boasts", {"rounds": 3}, {"ann": "Ann", "bob": "Ben"}, 2)


def played(browser: Browser, house: House, name: str, size: tuple[int, int], keys: bool = False) -> Person:
    """A whole game, by somebody who can use a mouse or the keyboard."""
    begins, mistakes = house.begin(PLAYED[name]), Mistakes()
    (key,) = begins.keys.values()
    with sitting(browser, house, key, address(begins), size, mistakes=mistakes) as page:
        hands = Keyboard(page) if keys else None
        person = Person(page, name, hands)
        person.play()
        assert not mistakes
        assert not hands or not hands.unseen, "something has the focus and does not show it"
        assert wide(page) <= size[0]
    return person


def wide(page: Page) -> int:
    """How wide the page is, whether one can see all of it or not."""
    return int(page.evaluate("() => document.scrollingElement.scrollWidth"))


@pytest.mark.parametrize("name", QUICK)
def test_a_game_is_played_to_its_end(name: str, browser: Browser, masquerade: House):
    played(browser, masquerade, name, QUICK[name])


def test_a_game_is_played_by_keyboard_alone(browser: Browser, masquerade: House):
    played(browser, masquerade, "codenames-operative", DESKTOP, keys=True)


@contextmanager
def two(browser: Browser, masquerade: House, rounds: int) -> Iterator[list[Person]]:
    """Two people at one table, each in a browser of their own, who do only what they are asked for."""
    begins = masquerade.begin(Begun("duel", {"rounds": rounds}, {"ann": "Ann", "bob": "Ben"}, 2))
    ann, bob = begins.keys.values()
    with (
        sitting(browser, masquerade, ann, address(begins)) as one,
        sitting(browser, masquerade, bob, address(begins)) as other,
    ):
        yield [Person(one, "ann", quiet=math.inf), Person(other, "bob", quiet=math.inf)]


def test_two_browsers_play_each_other(browser: Browser, masquerade: House):
    with two(browser, masquerade, 3) as people:
        for _ in range(500):
            if all(each.over for each in people):
                break
            for each in people:
                each.step()
        assert [each.moves for each in people] == [3, 3]
        assert all(each.over for each in people)


def test_a_page_that_is_opened_again_is_where_it_was(browser: Browser, masquerade: House):
    begins = masquerade.begin(PLAYED["duet-free"])
    (key,) = begins.keys.values()
    with sitting(browser, masquerade, key, address(begins)) as page:
        person = Person(page, "again")
        person.play(moves=2)
        page.wait_for_load_state("load")
        until(page, "() => [...document.querySelectorAll('.dock form.move')].some((each) => each.checkVisibility())")
        before = inside(page)
        page.reload(wait_until="load")
        assert inside(page) == before
        person.play()


def test_a_lost_connection_comes_back_with_all_that_was_missed(browser: Browser, masquerade: House):
    with two(browser, masquerade, 4) as people:
        one = people[0].page
        people[0].play(moves=1)
        one.context.set_offline(True)
        until(one, "() => document.body.classList.contains('cut')")
        people[1].play(moves=1)
        heard = people[1].read()["heard"]
        one.context.set_offline(False)
        until(one, f"() => Number(document.getElementById('page').dataset.heard) >= {heard - 1}", 20_000)
        until(one, "() => !document.body.classList.contains('cut')", 20_000)
        while not all(each.over for each in people):
            for each in people:
                each.step()
    assert not masquerade.errors


def test_two_tabs_of_one_seat_show_the_same_and_either_moves(browser: Browser, masquerade: House):
    begins = masquerade.begin(PLAYED["duet-ledger"])
    (key,) = begins.keys.values()
    with sitting(browser, masquerade, key, address(begins)) as page:
        second = page.context.new_page()
        second.goto(page.url, wait_until="load")
        tabs = [Person(page, "first"), Person(second, "second")]
        for n in range(3):
            tabs[n % 2].play(moves=1)
            heard = tabs[n % 2].read()["heard"]
            until(tabs[1 - n % 2].page, f"() => Number(document.getElementById('page').dataset.heard) >= {heard}")
        tabs[0].play()
        until(second, "() => document.getElementById('page').classList.contains('ended')")
        assert inside(second) == inside(page)


def test_what_is_missing_is_said_where_it_is_missing(browser: Browser, masquerade: House):
    begins = masquerade.begin(PLAYED["codenames-spymaster"])
    (key,) = begins.keys.values()
    with sitting(browser, masquerade, key, address(begins)) as page:
        refused = page.locator(".ask .refused")
        page.get_by_role("button", name="Give clue").click()
        assert refused.inner_text() == "Still missing: clue and number."
        assert page.evaluate("document.activeElement.name") == "f.word"
        page.keyboard.type("water")
        assert refused.count() == 0
        page.get_by_role("button", name="Give WATER").click()
        assert refused.inner_text() == "Still missing: number."


def test_one_is_asked_whether_one_is_sure_above_an_open_sheet(browser: Browser, masquerade: House):
    begins = masquerade.begin(PLAYED["mystery"])
    (key,) = begins.keys.values()
    with sitting(browser, masquerade, key, address(begins)) as page:
        page.get_by_role("button", name="People, my role").click()
        page.locator("summary", has_text="Host").click()
        page.get_by_role("button", name="Call the game off").click()
        page.locator("#notice").get_by_role("button", name="Yes").click()
        until(page, "() => document.getElementById('page').classList.contains('ended')")


def until(page: Page, so: str, patience: int = PATIENCE) -> None:
    page.wait_for_function(so, timeout=patience, polling=50)


def inside(page: Page) -> str:
    """What a page says, without its clock."""
    return str(
        page.evaluate("() => [...document.querySelectorAll('#main > *')].map((each) => each.innerText).join('\\n')")
    )
