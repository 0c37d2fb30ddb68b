"""The built-in player: it reckons with its own dice and with what the others' bids say of theirs, and lies where that pays."""

from __future__ import annotations

import random
from math import comb

from games.core import Action, Ask, Seat, Temper
from games.liars_dice.rules import Bid, Exact, Liar, State

REACH = 3
"""So many dice more than the last bid it considers to bid."""


def autoplay(s: State, seat: Seat, ask: Ask, rng: random.Random, temper: Temper = Temper()) -> Action:  # noqa: B008
    """The answer that costs a die least often; a weak player misjudges every one of them."""
    last = s.bids[-1].count if s.bids else round(s.total * (1 / 3 if s.options.wild else 1 / 6))
    risks: dict[Action, float] = {bid: _risk(s, seat, bid, temper) for bid in s.raises(last + REACH)}
    if s.bids:
        odds = _odds(s, seat, s.bids[-1].face)
        risks[Liar()] = sum(odds[s.bids[-1].count :])
        if Exact() in ask.choices:
            risks[Exact()] = 1 - 1.5 * (odds[s.bids[-1].count] if s.bids[-1].count < len(odds) else 0)
    slip = 0.02 + 0.5 * (1 - temper.strength)
    return min(risks, key=lambda action: risks[action] + rng.gauss(0, slip))


def _risk(s: State, seat: Seat, bid: Bid, temper: Temper) -> float:
    """How likely it is that this bid is called a lie, and is one. Whoever sits next knows only that it was bid; the bold trust
    that they believe it."""
    lie = 1 - sum(_odds(s, seat, bid.face)[bid.count :])
    doubt = 1 - sum(_odds(s, None, bid.face)[bid.count :])
    return lie * min(1.0, doubt * (1.5 - temper.boldness))


def _odds(s: State, seat: Seat | None, face: int) -> list[float]:
    """How likely 0, 1, 2 … dice under all the cups match a face, for who looks into one of them (or none)."""
    odds = [1.0]
    for each in s.alive:
        said = sum(bid.seat == each and bid.face == face for bid in s.bids)
        own = s.cups.get(each) if each == seat else None
        cup = _cup(s, s.dice[each], said) if own is None else [float(k == s.matches(own, face)) for k in range(len(own) + 1)]
        odds = [
            sum(odds[a] * cup[n - a] for a in range(len(odds)) if 0 <= n - a < len(cup)) for n in range(len(odds) + len(cup) - 1)
        ]
    return odds


def _cup(s: State, dice: int, said: int) -> list[float]:
    """The same for one cup that cannot be looked into: whoever has bid on a face is the likelier to have it the more they have."""
    p = 1 / 3 if s.options.wild else 1 / 6
    weights = [comb(dice, k) * p**k * (1 - p) ** (dice - k) * (1 + k) ** said for k in range(dice + 1)]
    return [each / sum(weights) for each in weights]
