"""What stands in for somebody in a game without a header: it can do no more than let the game go on."""

from __future__ import annotations

import random

from games.core import Action, Ask, Seat, Temper
from games.duet.free.rules import State
from games.duet.state import PASS
from games.duet.words import MANAGER, Show, Write

LOST = "No display was written this time. Write your move once more, or end the game."
"""What is shown when no model manages a game without a header: code cannot, as only the manager's prompt has its rules."""


def autoplay(s: State, seat: Seat, ask: Ask, rng: random.Random, temper: Temper = Temper()) -> Action:  # noqa: B008
    """A legal answer to `ask`."""
    return Show(LOST) if seat == MANAGER else Write(PASS)
