"""The built-in players of a duet: a manager that shows the facts and nothing else, and sides that play by a named strategy.

A side without a strategy thinks for itself: it tries each of its moves in a number of worlds that could be the real one, lets
both sides go on until the round is over, and takes what pays best on average (where it haggles, see `bargain`). In every other of these worlds whoever chooses
later chooses what pays them; else they move anyhow. All that a side knows is its own view.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from games.core import Action, Ask, Seat, Temper, dice_for
from games.duet import pairs
from games.duet.events import HUMAN, MANAGER, PLAYER, Show, Shown, TurnCame
from games.duet.ledger import bargain, reckoning, rules
from games.duet.ledger.expressions import together
from games.duet.ledger.reckoning import State
from games.duet.ledger.telling import tongue
from games.duet.options import DuetOptions

MOST_MOVES = 25
"""Moves that a thinker tries, of those that it could make."""

WORLDS = 8
"""Worlds in which it tries each."""

STEPS = 100
"""Things that may happen until a round is over; one that takes longer is worth what it has paid by then."""

MOST_STEPS = 600_000
"""Steps of all that a built-in player works out for a move; what is left when they are spent it takes for the game's end."""

GOING_ON = 1e-6
"""What it is worth, besides all pay, that the game goes on."""


@together(MOST_STEPS)
def autoplay(s: State, seat: Seat, ask: Ask, rng: random.Random, temper: Temper = Temper()) -> Action:  # noqa: B008
    """A legal answer to `ask`, chosen from what `seat` was told. The same view and dice choose the same."""
    if seat == MANAGER:
        return Show("")
    header, turn = s.header, s.pending
    assert turn is not None
    made = {turn.move, *(f"{turn.move}.{part.name}" for part in header.move(turn.move).fields)}
    for strategy in sorted(header.strategies, key=lambda each: each.name != temper.strategy):
        how = dict(strategy.moves) if strategy.seat == seat else {}
        if made & how.keys() and (action := rules.worked_out(s, turn, seat, how, rng)) is not None:
            return action
    return _think(s, seat, ask, turn, rng, temper)


# ── strategies ────────────────────────────────────────────────────────────────────────────────────────────────────────


def strategies(folders: Sequence[Path] = ()) -> tuple[str, ...]:
    """The names of all strategies in the pairs in these folders and our own, in the order of the alphabet. A pair that is not in
    order has none: whoever plays it hears why."""
    found: set[str] = set()
    for name in pairs.names(folders):
        with suppress(ValueError, OSError):
            header, _ = pairs.split(pairs.find(name, folders).manager)
            found |= {each.name for each in pairs.parse(header).strategies} if header else set()
    return tuple(sorted(found))


def note(options: DuetOptions) -> str:
    """What to expect of built-in players where the pair says of a side nowhere how it may be played."""
    header = pairs.split(options.manager)[0]
    known = {each.seat for each in pairs.parse(header).strategies} if header else {HUMAN, PLAYER}
    if {HUMAN, PLAYER} <= known:
        return ""
    return (
        "This game says nowhere how it is played well: built-in players try out what their moves pay, and easy ones often take "
        "any that pays no less than most."
    )


# ── thinking ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _think(s: State, seat: Seat, ask: Ask, turn: TurnCame, rng: random.Random, temper: Temper) -> Action:
    """The move that pays best on average until the round is over. The weak often make another, of those that pay no less than
    most, and haggle as boldly as it happens; the bold like what may pay much, the careful what is certain."""
    if turn.kind == "text" and ask.default is not None:
        return ask.default
    options = _options(s, turn, rng)
    if len(options) == 1:
        return rng.choice(options)
    if weak := rng.random() > temper.strength:
        temper = replace(temper, boldness=rng.random())
    if (haggled := bargain.haggled(s, seat, turn, rng, temper)) is not None:
        return haggled
    worlds = [(reckoning.imagined(s, rng), rng.random(), at % 2 == 0) for at in range(WORLDS)]
    worth = {}
    for at, option in enumerate(options):
        paid = [_played(world, seat, option, seed, wise) for world, seed, wise in worlds]
        worth[at] = statistics.fmean(paid) + (temper.boldness - 0.5) * statistics.pstdev(paid)
    best = statistics.median_low(worth.values()) if weak else max(worth.values())
    return options[rng.choice([at for at, each in worth.items() if each >= best - GOING_ON / 10])]


def _options(s: State, turn: TurnCame, rng: random.Random) -> list[Action]:
    """The moves that may be made now, or some of them spread over the whole range."""
    rule, passing = s.header.move(turn.move), [tongue(s.header.language).passing]
    ways = passing if turn.kind == "text" else reckoning.ways(turn, MOST_MOVES, rng)
    made = (rules.nearest(rule, turn, each) for each in ways)
    return [each for each in made if each is not None]


def _played(world: State, seat: Seat, option: Action, seed: float, wise: bool) -> float:
    """What the side is paid for this round when it moves so and both sides go on: to their best, where the world is `wise`
    and there is something to choose, or else anyhow. Of what pays the same it likes best what lets the game go on."""
    rng, dice, number = random.Random(seed), dice_for(str(seed), 0), world.round
    s = rules.after(world, rules.decide(world, seat, option, dice))
    for _ in range(STEPS):
        if s.ended or s.round != number:
            break
        if s.cued:
            s = rules.evolve(s, Shown(s.display, ""))
            continue
        turn = s.pending
        if turn is None or len(s.hidden) == len(turn.seats):
            told = rules.then(s, dice)
        else:
            mover = next(each for each in turn.seats if each not in dict(s.hidden))
            told = rules.decide(s, mover, _reply(s, mover, turn, rng, wise), dice)
        s = rules.after(s, told)
    return sum(amount for at, who, amount in s.paid if who == seat and at == number) + GOING_ON * (not s.ended)


def _reply(s: State, seat: Seat, turn: TurnCame, rng: random.Random, wise: bool) -> Action:
    options = _options(s, turn, rng)
    rng.shuffle(options)
    if not wise or turn.kind != "choice" or len(turn.seats) > 1:
        return options[0]
    seed = rng.random()
    return max(options, key=lambda option: _played(s, seat, option, seed, wise=False))
