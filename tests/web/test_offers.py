"""What a page offers of a form, however little there is to fill in."""

from __future__ import annotations

import pytest

from bot.surfaces.offers import offers
from bot.surfaces.web.offers import _form
from games.core import Action, Ask, Talk, record
from games.scene import Control


@record
class Pass(Action):
    """Nothing to fill in."""


@record
class Say(Action):
    to: str
    text: Talk


@record
class Toss(Action):
    side: str


@pytest.mark.parametrize(
    ("ask", "controls", "called", "action"),
    [
        (Ask("a", "?", "each", forms=(Pass,)), (), "Pass", ""),
        (Ask("a", "?", "each", forms=(Pass,)), (Control("I pass", Pass),), "I pass", ""),
        (Ask("a", "?", "each", forms=(Toss,), allowed={"side": ("heads",)}), (), "Heads", "heads"),
        (Ask("a", "?", "each", forms=(Toss,), allowed={"side": ("heads", "tails")}), (), "Toss …", ""),
        (Ask("a", "?", "each", forms=(Say,)), (), "Say", ""),
    ],
)
def test_a_form_is_offered(ask: Ask, controls: tuple[Control, ...], called: str, action: str):
    (each,) = offers(ask, controls, {}, None)
    shown = _form(each)
    assert (shown.label, action in shown.action) == (called, True) and bool(shown.action) == bool(action)
