"""Somebody who plays any game in a browser: they read what the page asks, choose something, and press the button that is lit.

They know no game. What they see is what a person sees: fields and buttons that are visible, cards that can be touched, and
the sentence that says why not. Their hands are a mouse (or a thumb), or the keyboard alone.
"""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass, field
from typing import Any, Protocol

from playwright.sync_api import Error, Locator, Page
from playwright.sync_api import TimeoutError as TooLong

PATIENCE = 5_000
"""Milliseconds that anything may take to come."""

QUIET = 1.0
"""Seconds without news, after which somebody who is asked nothing does something of their own accord, as a rule."""

WORDS = (
    "lantern",
    "velvet",
    "harvest",
    "engine",
    "meadow",
    "signal",
    "copper",
    "puzzle",
    "thunder",
    "bakery",
    "orbit",
    "quilt",
)
"""What they write where a line is asked for: a clue, or something said."""

NUMBERS = (1, 2, 3, 5, 10, 20, 40, 60)

READ = """() => {
  const page = document.getElementById('page'), seen = (each) => each.checkVisibility()
  if (!page) return { gone: true, mark: 'gone' }
  const forms = [...document.querySelectorAll('.dock form.move')]
  const asked = (form) => form.querySelector('[name=ask]')?.value && form.querySelector('.b.lit, .b.not')
  const cards = [...document.querySelectorAll('button[data-cell]')]
  const lit = (card) => [...card.parentElement.querySelectorAll('template')].some((each) =>
    [...each.content.querySelectorAll('form')].some((form) => form.querySelector('.b.lit') && form.querySelector('[name=ask]').value))
  const notice = [...document.querySelectorAll('#notice p:not([id]), .refused')].map((each) => each.firstChild?.textContent || '').join(' ')
  const read = {
    gone: false, over: page.classList.contains('ended'), heard: Number(page.dataset.heard || 0), notice,
    asked: forms.flatMap((form, at) => seen(form) && asked(form) ? [at] : []),
    other: forms.flatMap((form, at) => seen(form) && !asked(form) && form.classList.contains('press') ? [at] : []),
    cards: cards.flatMap((card, at) => seen(card) && lit(card) ? [at] : []),
    keys: forms.filter(asked).map((form) => form.querySelector('[name=ask]').value),
  }
  return { ...read, mark: JSON.stringify(read) }
}"""


class Hands(Protocol):
    """How somebody presses, picks and writes."""

    def press(self, button: Locator) -> None: ...

    def pick(self, box: Locator) -> None:
        """One of several values: a radio button or a box to tick."""

    def choose(self, select: Locator, value: str) -> None: ...

    def write(self, line: Locator, text: str) -> None: ...


@dataclass
class Mouse:
    """Points and clicks, which works only where nothing lies over what is meant."""

    page: Page

    def press(self, button: Locator) -> None:
        button.click(timeout=PATIENCE)

    def pick(self, box: Locator) -> None:
        label = box.locator("xpath=ancestor::label[1]")
        size, what = label.bounding_box(), label.get_attribute("data-pick") or ""
        if size is None or size["width"] < 10:  # it stands on the board: one touches that
            label = self.page.locator(f'.stage [data-pick="{what}"]').first
        label.click(timeout=PATIENCE, position={"x": 14, "y": 12})

    def choose(self, select: Locator, value: str) -> None:
        select.select_option(value, timeout=PATIENCE)

    def write(self, line: Locator, text: str) -> None:
        line.fill(text, timeout=PATIENCE)


@dataclass
class Keyboard:
    """Tab until it is there, then Enter, Space or the arrows; and always seen where one is. `unseen` is what had the focus
    and did not show it."""

    page: Page
    unseen: list[str] = field(default_factory=list)

    def press(self, button: Locator) -> None:
        self._reach(button)
        self.page.keyboard.press("Enter")

    def pick(self, box: Locator) -> None:
        if box.get_attribute("type") == "checkbox":
            self._reach(box)
            self.page.keyboard.press("Space")
            return
        name, form = box.get_attribute("name"), box.locator("xpath=ancestor::form[1]")
        group = form.locator(f'input[type=radio][name="{name}"]')
        picked = group.locator(":scope:checked")
        self._reach(picked if picked.count() else group.first, group)
        if not box.is_checked():
            self.page.keyboard.press("Space")  # where nothing is picked yet, an arrow would pick the one after
        for _ in range(group.count()):
            if box.is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"no arrow leads to {box}")

    def choose(self, select: Locator, value: str) -> None:
        self._reach(select)
        for _ in range(select.locator("option").count()):
            if select.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"no arrow leads to {value}")

    def write(self, line: Locator, text: str) -> None:
        self._reach(line)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def _reach(self, target: Locator, group: Locator | None = None) -> None:
        """Presses Tab until it has the focus (or another radio button of its group has, which counts as one stop)."""
        here = "(each) => each === document.activeElement || each.contains(document.activeElement) && each.matches('button')"
        for _ in range(250):
            if target.evaluate(here):
                break
            if group is not None and any(each.evaluate(here) for each in group.all()):
                break
            self.page.keyboard.press("Tab")
        else:
            raise AssertionError(f"Tab never comes to {target}")
        shown = self.page.evaluate(SHOWN)
        if shown:
            self.unseen.append(shown)


SHOWN = """() => {
  const at = document.activeElement
  const visible = [at, at.closest('label'), at.nextElementSibling, at.parentElement].filter(Boolean).some((each) => {
    const style = getComputedStyle(each)
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== 'none'
  })
  return visible ? '' : at.outerHTML.slice(0, 120)
}"""


class Person:
    """Plays one seat at one page; `quiet` seconds without news are enough to do something unasked."""

    def __init__(self, page: Page, seed: str, hands: Hands | None = None, quiet: float = QUIET) -> None:
        self.page, self.rng, self.quiet = page, random.Random(seed), quiet
        self.hands: Hands = hands or Mouse(page)
        self.moves, self.refused = 0, list[str]()
        self._since, self._mark = time.monotonic(), ""

    def read(self) -> dict[str, Any]:
        """What the page says now; where it has just loaded itself anew, what it says then."""
        try:
            found: dict[str, Any] = self.page.evaluate(READ)
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
            self.page.wait_for_load_state()
            found = self.page.evaluate(READ)
        return found

    @property
    def over(self) -> bool:
        return bool(self.read().get("over"))

    def play(self, moves: int | None = None, seconds: float = 60.0) -> None:
        """Plays to the end, or so many moves more."""
        until, most = time.monotonic() + seconds, None if moves is None else self.moves + moves
        while not self.over and (most is None or self.moves < most):
            if time.monotonic() > until:
                raise AssertionError(f"after {self.moves} moves nothing goes on: {self.read()}\n{self.text}")
            if not self.step():
                self.page.wait_for_timeout(15)

    @property
    def text(self) -> str:
        return self.page.locator("body").inner_text()

    def step(self) -> bool:
        """Does one thing, if there is something to do; whether there was."""
        seen = self.read()
        if seen["mark"] != self._mark:
            self._mark, self._since = seen["mark"], time.monotonic()
        if seen.get("gone") or seen["over"]:
            return False
        if seen["notice"].strip():
            self._dismiss(seen["notice"])
        asked = [*seen["asked"], *(["card"] * (3 if seen["cards"] else 0))]
        if not asked and time.monotonic() - self._since > self.quiet:
            asked, self._since = list(seen["other"]), time.monotonic()
        if not asked:
            return False
        try:
            what = self.rng.choice(asked)
            if what == "card":
                self._card(self.rng.choice(seen["cards"]))
            else:
                self._form(self.page.locator(".dock form.move").nth(what))
        except TooLong:
            if self.read()["mark"] != seen["mark"]:
                return True  # it was taken away meanwhile: the game went on
            raise
        self._settle(seen)
        return True

    def _card(self, at: int) -> None:
        """Touches a card, then presses what is lit."""
        self.hands.press(self.page.locator("button[data-cell]").nth(at))
        lit = self.page.locator(".dock form.move .b.lit:visible").first
        lit.wait_for(timeout=PATIENCE)
        self._sent(lit)

    def _form(self, form: Locator) -> None:
        for group in form.locator("fieldset:visible").all():
            self._group(group)
        for select in form.locator("select:visible").all():
            values = [value for each in select.locator("option").all() if (value := each.get_attribute("value"))]
            self.hands.choose(select, self.rng.choice(values))
        for line in form.locator("textarea, input:not([type=hidden]):not([type=radio]):not([type=checkbox])").all():
            if not line.is_visible():
                continue
            needed = line.get_attribute("required") is not None
            if needed or self.rng.random() < 0.3:
                self.hands.write(line, self._words(line))
        button = form.locator("button:not([type=button])").first
        self._sent(button)

    def _group(self, group: Locator) -> None:
        boxes = group.locator("input").all()
        one = boxes[0].get_attribute("type") == "radio"
        if one and (boxes[0].get_attribute("required") is not None or self.rng.random() < 0.7):
            self.hands.pick(self.rng.choice(boxes))
        elif not one:
            for box in self.rng.sample(boxes, min(len(boxes), self.rng.randint(0, 2))):
                self.hands.pick(box)

    def _words(self, line: Locator) -> str:
        if line.get_attribute("inputmode") in ("decimal", "numeric") or line.get_attribute("type") == "number":
            return str(self.rng.choice(NUMBERS))
        longest = int(line.get_attribute("maxlength") or 0)
        if re.search(r"number", line.get_attribute("name") or ""):
            return str(self.rng.choice(NUMBERS[:3]))
        return self.rng.choice(WORDS)[: longest or None]

    def _sent(self, button: Locator) -> None:
        """Presses it, and Yes where it wants to be sure."""
        sure = button.evaluate("(each) => Boolean(each.form?.dataset.sure)")
        self.hands.press(button)
        if sure:
            self.hands.press(self.page.locator("#notice .b.lit").last)

    def _settle(self, before: dict[str, Any]) -> None:
        """Waits for what comes of it: the page goes on, or says why not."""
        self.page.wait_for_function(
            f"(was) => ({READ})().mark !== was", arg=before["mark"], timeout=PATIENCE, polling=20
        )
        self.page.wait_for_function("() => !document.querySelector('form[aria-busy]')", timeout=PATIENCE, polling=20)
        after = self.read()
        if not after.get("gone") and (notice := after["notice"].strip()):
            self._dismiss(notice)
        else:
            self.moves += 1

    def _dismiss(self, notice: str) -> None:
        """Reads why not."""
        self.refused.append(notice.strip())
        for each in self.page.locator("#notice p:not([id]) .b:visible").all():
            self.hands.press(each)
        self.page.evaluate("() => document.querySelectorAll('.refused').forEach((each) => each.remove())")
