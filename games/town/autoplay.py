"""A player of Town that knows the rules and nothing else: any legal answer, by chance."""

from __future__ import annotations

import random
from typing import get_type_hints

from games.core import Action, Ask, Seat, Temper, talk_fields
from games.town.asks import deed_of, menu
from games.town.state import State
from games.town.summaries import digest
from games.town.words import DoubleDeed, Sum


def autoplay(s: State, seat: Seat, ask: Ask, rng: random.Random, temper: Temper) -> Action:
    """One of the answers that the question takes; in words of one's own, one of its examples."""
    if Sum in ask.forms:
        return Sum(digest(s, seat, s.day - 1))
    if DoubleDeed in ask.forms and rng.random() < 0.9:
        order = rng.choice(menu(s, seat))
        return DoubleDeed(deed_of(order), order.other or "")
    able: list[Action | type[Action]] = [
        *ask.choices,
        *(form for form in ask.forms if _fillable(form, ask) and form is not DoubleDeed),
    ]
    able += [example for example in ask.examples if isinstance(example, ask.forms)]
    chosen = rng.choice(able)
    if isinstance(chosen, Action):
        return chosen
    return chosen(**{name: rng.choice(ask.allowed[name]) for name in get_type_hints(chosen)})


def _fillable(form: type[Action], ask: Ask) -> bool:
    return not talk_fields(form) and all(name in ask.allowed for name in get_type_hints(form))
