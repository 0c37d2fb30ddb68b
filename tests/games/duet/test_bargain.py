"""How built-in players haggle where a header has no strategy for it."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable

import pytest

from games.core import Action, Seat, Temper
from games.duet.events import HUMAN, PLAYER, SIDES, Choose, Enter
from games.duet.ledger import autoplay, reckoning
from games.duet.ledger.reckoning import State
from tests.games.duet.table import HAGGLE, ULTIMATUM, duet

LONGER = HAGGLE.replace("rounds: 3", "rounds: 6")

WEIGHTS = """
title: Delivery
summary: A price, and when it comes.
private:
  human: {hurry: {from: 0, to: 60}}
  player: {haste: {from: 0, to: 60}}
rounds: 6
moves:
  - name: offer
    by: in turns
    fields: {price: {from: 0, to: 100}, delivery: {choices: [now, later]}}
    ask: What do you offer?
  - {name: answer, by: the other, choices: [deal, no deal], ask: Is it a deal?}
payoff:
  human: "100 - offer.price + (hurry if offer.delivery == 'now' else 0) if answer == 'deal' else 0"
  player: "offer.price - (haste if offer.delivery == 'now' else 0) if answer == 'deal' else 0"
ends_when: answer == 'deal'
"""

COUNTER = """
title: Counter
summary: An offer, a counter offer, and an end.
state: {pie: 100}
moves:
  - {name: offer, by: human, from: 0, to: pie, ask: What do you offer?}
  - {name: answer, by: player, choices: [take, counter], ask: Do you take it?}
  - {name: claim, by: player, from: 0, to: pie, ask: What do you claim?, when: answer == 'counter'}
  - {name: reply, by: human, choices: [give, refuse], ask: Do you give it?, when: answer == 'counter'}
payoff:
  human: "pie - offer if answer == 'take' else pie - claim if reply == 'give' else 0"
  player: "offer if answer == 'take' else claim if reply == 'give' else 0"
"""

Plays = Callable[[State], Action]


def played(header: str, seed: int, temper: Temper = Temper(), **stubborn: Plays) -> State:  # noqa: B008
    """A game between built-in players, or one of them and somebody who plays so."""
    game = duet(header, people="", seed=f"haggling {seed}").quietly()
    rng, story = random.Random(seed), game.story
    while story.outcome is None:
        seat = next(each for each in SIDES if story.asks(each))
        [ask], view = story.asks(seat), story.view(seat)
        plays = stubborn.get(str(seat))
        action = plays(view) if plays else autoplay.autoplay(view, seat, ask, rng, temper)
        story.tell(story.decide(seat, action, ask.key))
        game.quietly()
    return story.state


def holds_at(price: int, takes: Callable[[float], bool]) -> Plays:
    def plays(view: State) -> Action:
        assert view.pending is not None
        if view.pending.kind == "number":
            return Enter(price)
        return Choose("deal" if takes(view.made[-1].value) else "no deal")  # type: ignore[arg-type]

    return plays


def prices(s: State, seat: Seat) -> list[float]:
    made = [each for of in (*(past.moves for past in s.past), s.made) for each in of]
    return [each.value for each in made if each.seat == seat and each.move == "price"]  # type: ignore[misc]


def private(s: State) -> tuple[float, float]:
    dealt = {name: value for _, values in s.private for name, value in values}
    return dealt["value"], dealt["cost"]  # type: ignore[return-value]


def test_two_that_haggle_mostly_agree_late_and_somewhere_in_the_middle() -> None:
    games = [played(LONGER, seed) for seed in range(24)]
    agreed = [each for each in games if each.made[-1].value == "deal"]
    assert len(agreed) >= 18 and statistics.mean(each.round for each in agreed) > 3
    shares = []
    for each in agreed:
        value, cost = private(each)
        shares.append((each.made[0].value - cost) / (value - cost))  # type: ignore[operator]
    assert all(0 < share < 1 for share in shares) and 0.35 < statistics.median(shares) < 0.65


def test_what_it_asks_for_is_much_at_first_and_less_from_round_to_round() -> None:
    for seed in range(6):
        game = played(LONGER, seed, player=holds_at(100, lambda price: False))
        named, (value, _) = prices(game, HUMAN), private(game)
        assert named == sorted(named) and named[0] < value / 2 < named[-1] < value * 0.9
        assert game.round == 6, "not everything is given away to somebody who does not move"


def test_the_best_that_it_was_offered_is_less_than_it_asks_for() -> None:
    for seed in range(5):
        game = played(LONGER, seed, player=holds_at(40, lambda price: False))
        assert max([0, *prices(game, HUMAN)]) <= 40 and game.made[-1].value == "deal"


def test_the_first_offer_is_not_taken_and_a_generous_one_is() -> None:
    view = duet(LONGER.replace("in turns", "human").replace("the other", "player"), people="").on("human enters 55")
    [ask] = view.story.asks(PLAYER)
    answers = [autoplay.autoplay(view.story.view(PLAYER), PLAYER, ask, random.Random(at)) for at in range(20)]
    assert answers == [Choose("no deal")] * 20
    view = duet(LONGER.replace("in turns", "human").replace("the other", "player"), people="").on("human enters 100")
    [ask] = view.story.asks(PLAYER)
    assert autoplay.autoplay(view.story.view(PLAYER), PLAYER, ask, random.Random(1)) == Choose("deal")


def test_an_offer_of_several_values_ends_with_what_both_like_better() -> None:
    games = [played(WEIGHTS, seed) for seed in range(16)]
    agreed = [each for each in games if each.made[-1].value == "deal"]
    assert len(agreed) >= 13
    better = 0
    for each in agreed:
        (_, hurry), (_, haste) = (dict(each.private)[side][0] for side in SIDES)
        better += (dict(each.made[0].value)["delivery"] == "now") == (hurry > haste)  # type: ignore[arg-type, operator]
    assert better / len(agreed) > 0.6


def test_a_counter_offer_in_the_same_round_is_haggling_too() -> None:
    games = [played(COUNTER, seed) for seed in range(12)]
    assert sum(len(each.made) == 4 for each in games) > 6, "the first offer is seldom taken"
    assert sum(sum(reckoning.totals(each).values()) == 100 for each in games) > 9


def test_the_bold_give_way_later_than_the_careful() -> None:
    def third(boldness: float) -> float:
        stubborn = holds_at(100, lambda price: False)
        games = (played(LONGER, seed, Temper(boldness=boldness), player=stubborn) for seed in range(5))
        return statistics.mean(prices(each, HUMAN)[1] for each in games)

    assert third(1.0) < third(0.0) - 5


@pytest.mark.parametrize("header", [ULTIMATUM, LONGER.replace("ends_when: answer == 'deal'\n", "")])
def test_where_an_answer_ends_nothing_what_pays_is_taken(header: str) -> None:
    game = duet(header, people="").on("human enters 60")
    [ask] = game.story.asks(PLAYER)
    answer = autoplay.autoplay(game.story.view(PLAYER), PLAYER, ask, random.Random(1))
    assert answer in (Choose("accept"), Choose("deal"))
