"""The built-in player: it reckons with its own dice and with what others' bids say of theirs, and lies where that pays."""

from __future__ import annotations

import random
from math import comb

from games.core import Action, Ask, Seat, Temper
from games.liars_dice.rules import Bade, Bid, Exact, Liar, State


def autoplay(s: State, seat: Seat, ask: Ask, rng: random.Random, temper: Temper) -> Action:
    """The answer that costs a die least often, as a strong player sees it; a weak one misjudges all of them a little, and
    rather bids on than calls somebody a liar."""
    last = s.bids[-1].count if s.bids else sum(s.dice.values()) // 4
    risks: dict[Action, float] = {}
    for bid in (each for each in s.raises() if each.count <= last + 3):
        doubt = 1 - chance(s, bid, None)  # of whoever sits next, to whom the bold do not look
        risks[bid] = (1 - chance(s, bid, seat)) * min(1.0, doubt * (1.2 - 0.4 * temper.boldness))
    if s.bids:
        risks[Liar()] = chance(s, s.bids[-1], seat) + 0.3 * (1 - temper.strength)
        more = chance(s, Bid(last + 1, s.bids[-1].face), seat)
        risks |= {Exact(): 1 - chance(s, s.bids[-1], seat) + more} if Exact() in ask.choices else {}
    slip = 0.02 + 0.2 * (1 - temper.strength)
    return min(risks, key=lambda action: risks[action] + rng.gauss(0, slip))


def chance(s: State, bid: Bid | Bade, seat: Seat | None) -> float:
    """That a bid is true, for `seat`, who looks under its own cup; for None, as everybody has heard. Whoever has bid on the face
    has likely more of it than others."""
    own = s.matching(s.cups[seat], bid.face) if seat else 0
    dice = sum(s.dice.values()) - (s.dice[seat] if seat else 0)
    told = sum(s.dice[each] for each in {each.seat for each in s.bids if each.face == bid.face} - {seat})
    p = (2 if s.options.wild else 1) / 6 * (1 + TRUST * told / max(dice, 1))
    return sum(comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(max(0, bid.count - own), dice + 1))


TRUST = 0.25
"""So much likelier is a face under the cup of whoever has bid on it."""
