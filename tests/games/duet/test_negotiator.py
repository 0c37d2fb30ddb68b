"""The built-in player that haggles: it gives way, never at a loss, and takes what beats what it would ask for next."""

from __future__ import annotations

import random
import re
from functools import cache
from statistics import fmean

import pytest

from games.core import Action, Seat, Temper
from games.duet import GAME, ledger, negotiator, pairs
from games.duet.words import HUMAN, PLAYER, Choose, Enter
from tests.games.duet.table import Dictated, duet

BARGAINING = pairs.split(pairs.find("bargaining").manager)[0]
BARE = re.sub(r"strategies:\n(?: .*\n)+", "", BARGAINING)
"""The same without a strategy for anybody."""


def answers(game: Dictated, seat: Seat, strategy: str = "") -> Action:
    [ask] = game.story.asks(seat)
    return GAME.autoplay(game.story.view(seat), seat, ask, random.Random(ask.key), Temper(strategy=strategy))


def tells(game: Dictated, seat: Seat, action: Action) -> None:
    game.tell(game.story.decide(seat, action, game.story.asks(seat)[0].key))
    game.quietly()


def private(game: Dictated, seat: Seat, name: str) -> float:
    return float(dict(dict(game.state.private)[seat])[name])  # type: ignore[arg-type]


@cache
def played(human: str, player: str, header: str, games: int = 24) -> tuple[float, float, float]:
    """What both sides have on average, and of the games in which both could gain the share in which both did."""
    totals, could, did = [], 0, 0
    for n in range(games):
        game = duet(header, seed=f"{n}").quietly()
        while not game.story.outcome:
            seat, how = next((seat, how) for seat, how in ((HUMAN, human), (PLAYER, player)) if game.story.asks(seat))
            tells(game, seat, answers(game, seat, how))
        won = ledger.totals(game.state)
        totals.append(won)
        assert min(won.values()) >= 0, "nobody haggles themselves into a loss"
        if private(game, HUMAN, "value") > private(game, PLAYER, "cost") + 10:
            could, did = could + 1, did + (max(won.values()) > 0)
    return fmean(each["human"] for each in totals), fmean(each["player"] for each in totals), did / could


def test_a_buyer_gives_way_from_round_to_round_and_takes_only_what_beats_its_next_offer():
    game = duet(BARE, seed="haggle").quietly()
    value, named = private(game, HUMAN, "value"), []
    for at in range(6):
        mover = HUMAN if at % 2 == 0 else PLAYER
        if mover == HUMAN:
            offer = answers(game, HUMAN)
            assert isinstance(offer, Enter)
            named.append(offer.number)
            tells(game, HUMAN, offer)
            tells(game, PLAYER, Choose("refuse"))
        else:
            # Fifty offers at once were taken by whoever only saw that they were better than nothing.
            tells(game, PLAYER, Enter(value - 1))
            assert answers(game, HUMAN) == Choose("refuse" if at < 5 else "accept")
            tells(game, HUMAN, Choose("refuse"))
    assert named == sorted(named) and named[0] < named[-1] < value


def test_whoever_is_offered_more_than_it_would_ask_for_takes_it_at_once():
    game = duet(BARE, seed="haggle").quietly()
    assert isinstance(answers(game, HUMAN), Enter)
    tells(game, HUMAN, Enter(120))
    assert answers(game, PLAYER) == Choose("accept")


def test_two_that_haggle_mostly_come_to_terms():
    human, player, deals = played("", "", BARE)
    assert deals >= 0.7 and human > 5 and player > 5


@pytest.mark.parametrize("other", ["typical", "conceder"])
def test_it_does_as_well_as_the_strategies_of_the_house(other: str):
    sellers = re.sub(r"strategies:\n  human:\n(?:    .*\n)+", "strategies:\n", BARGAINING)
    own, _, _ = played("", other, sellers)
    assert own >= played("typical", other, BARGAINING)[0] - 1.5 and own > played("conceder", other, BARGAINING)[0]


@pytest.mark.parametrize(
    "change",
    [("rounds: 6", "rounds: 1"), ("ends_when: answer != 'refuse'", ""), ("price - cost if", "30 - cost if")],
    ids=["one round", "it does not end", "the price changes nothing"],
)
def test_what_is_no_haggling_is_thought_through_as_before(change: tuple[str, str]):
    game = duet(BARE.replace(*change)).quietly()
    assert negotiator.haggling(game.state, game.state.header, PLAYER) is None
