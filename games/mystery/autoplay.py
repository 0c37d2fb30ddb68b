"""The built-in player of the murder mystery: plays any seat from its view, offline."""

from __future__ import annotations

import random

from games.core import Action, Ask, Seat, Temper
from games.mystery.rules import State
from games.mystery.words import Night, Say, Silence, Vote


def autoplay(s: State, seat: Seat, ask: Ask, rng: random.Random, temper: Temper = Temper()) -> Action:  # noqa: B008
    """A legal answer to `ask`."""
    if Night in ask.forms:
        return Night(rng.choice(ask.allowed["where"]), rng.choice(ask.allowed["act"]))
    if Vote in ask.forms:
        return Vote(rng.choice(ask.allowed["whom"]))
    if Say in ask.forms:
        return Silence()
    return rng.choice(ask.choices)
