"""Offers of several values in one form: declared, asked, read, judged, told and counted."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from games import wire
from games.core import IllegalAction
from games.duet import pairs
from games.duet.events import HUMAN, PLAYER, Moved
from games.duet.ledger import figures, reckoning
from games.duet.ledger.autoplay import autoplay
from tests.games import laws
from tests.games.duet.table import duet, manager

FIELDS = """
    fields:
      price: {from: 0, to: 100, step: 5, default: 50}
      delivery: {choices: {now: [at once, today], later: [next week]}, default: "'later'"}
      days: {from: 1, to: 30, unit: days, default: len(past) + 1}
"""

DEALS = f"""
title: Delivery
summary: A price, and when it comes.
unit: $
private: {{human: {{hurry: {{from: 0, to: 40}}}}}}
rounds: 2
moves:
  - name: offer
    by: human
    ask: What do you offer?{FIELDS}
  - {{name: answer, by: player, choices: [take, leave], ask: Is it a deal?}}
payoff:
  human: "100 - offer.price + (hurry if offer.delivery == 'now' else 0) if answer == 'take' else 0"
  player: "offer.price - (past[-1].offer.days if past else 0) if answer == 'take' else 0"
strategies:
  human:
    plain: {{offer: {{price: high // 2, delivery: now, days: low}}, answer: take}}
report:
  - {{title: Price, of: offer.price, as: mean, by: offer.delivery}}
""".replace(", answer: take", "")

AT_ONCE = f"""
title: Sealed
summary: Both name a bundle.
moves:
  - name: bundle
    by: both
    ask: Which bundle?{FIELDS}
payoff:
  human: bundle.human.price - bundle.player.price
  player: "1 if bundle.human.delivery == bundle.player.delivery else 0"
"""


def test_an_offer_is_told_and_reckoned_with_field_by_field() -> None:
    game = duet(DEALS).on("human offers price 40, delivery later, days 3")
    moved = next(each.event for each in game.story.log if isinstance(each.event, Moved))
    assert moved.value == (("price", 40), ("delivery", "later"), ("days", 3)) and moved.unit == ("$", "$", "days")
    assert game.story.game.shows.say(moved) == "{human}: offer – price $40, delivery later, days 3 days."
    assert wire.load_event(game.story.game, wire.dump(moved)) == moved
    assert "{human}: offer – price $40, delivery later, days 3 days" in game.prompt("player")[1][-1][1]
    game.on("player chooses take")
    assert game.ledger()["past"][-1]["offer"] == {"price": 40, "delivery": "later", "days": 3}
    game.on("human offers 20 at once, 30 days").on("player chooses take")
    assert reckoning.totals(game.story.state)[PLAYER] == 40 + 20 - 3


@pytest.mark.parametrize(
    "words",
    [
        "price 40, delivery now, days 3",
        "40, now, 3",
        "Days: 3. Delivery today for a price of $40",
        "3 days, at once, price 40",
        "price 40, delivery today, 3 days",
        "40 price 3 days, now",
        json.dumps({"price": 40, "delivery": "now", "days": 3}),
        json.dumps({"offer": {"price": "$40", "delivery": "Now", "days": 3}}),
    ],
)
def test_an_offer_is_read_however_it_is_written(words: str) -> None:
    game = duet(DEALS).on(f"human offers {words}")
    assert game.story.state.made[0].value == (("price", 40), ("delivery", "now"), ("days", 3))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("40, now", "“price”"),
        ("price 40, days 3", "“delivery”"),
        ("40, now, 3, 4", "“price”"),
        ("price 40, now or later, days 3", "“delivery”"),
        ("price 42, now, days 3", "two steps"),
        ("price 40, now, days 31", "1 to 30 days"),
    ],
)
def test_what_is_unclear_or_out_of_range_is_refused_with_its_field(words: str, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        duet(DEALS).on(f"human offers {words}")


def test_the_form_has_a_field_for_each_value_and_the_question_says_what_may_be_said() -> None:
    game = duet(DEALS).quietly()
    [ask] = game.story.asks(HUMAN)
    assert ask.text == (
        "What do you offer? (price: $0 to $100, in steps of 5; delivery: now or later; days: 1 to 30 days)"
    )
    assert ask.allowed == {"delivery": ("now", "later")}
    assert ask.amounts == {"price": "$…", "days": "… days"}
    [form] = ask.forms
    assert [each.action for each in game.story.game.shows.scene(game.story.view(HUMAN), HUMAN).controls] == [form]
    assert ask.default == form(50, "later", 1)
    assert wire.load_action(game.story.game, wire.dump(ask.default), ask) == ask.default
    for example in ask.examples:
        assert ask.takes(example) and game.story.decide(HUMAN, example, ask.key).told
    letter = game.story.game.prompts.prompt(game.story.view(HUMAN), HUMAN, (ask,))
    assert letter is not None and letter.shape is not None
    assert letter.shape["properties"]["delivery"] == {"type": "string", "enum": ["now", "later"]}
    assert list(letter.shape["properties"]) == letter.shape["required"] == ["price", "delivery", "days"]


def test_two_offers_at_once_stay_unseen_until_both_are_made() -> None:
    game = duet(AT_ONCE, people="human player").on("human offers 40, now, 3")
    assert not any("40" in game.story.game.shows.say(each) for each in game.story.heard(PLAYER))
    game.on("player offers 15, now, 4")
    assert game.ledger()["bundle"]["player"]["price"] == 15
    assert reckoning.totals(game.story.state) == {HUMAN: 25, PLAYER: 1}


def test_a_strategy_makes_an_offer_and_where_there_is_none_it_is_tried_out() -> None:
    game = duet(DEALS).quietly()
    [ask] = game.story.asks(HUMAN)
    assert autoplay(game.story.view(HUMAN), HUMAN, ask, random.Random(1)) == ask.forms[0](50, "now", 1)
    at_once = DEALS.replace(
        "{price: high // 2, delivery: now, days: low}", "\"{'price': 33, 'delivery': 'now', 'days': 2}\""
    )
    game = duet(at_once).quietly()
    [ask] = game.story.asks(HUMAN)
    assert autoplay(game.story.view(HUMAN), HUMAN, ask, random.Random(1)) == ask.forms[0](35, "now", 2)
    alone = duet(AT_ONCE).quietly()
    [ask] = alone.story.asks(HUMAN)
    tried = [autoplay(alone.story.view(HUMAN), HUMAN, ask, random.Random(at)) for at in range(5)]
    assert all(alone.story.decide(HUMAN, each, ask.key).told for each in tried)
    assert all("price=95" in str(each) or "price=100" in str(each) for each in tried), "the dearest pays best"


def test_what_is_asked_in_a_field_stands_beside_its_name_in_the_question() -> None:
    header = DEALS.replace("days: {", 'days: {ask: "Days, from tomorrow", ')
    game = duet(header + 'tell: {offer: "{who} wants {price} in {days}."}\n').quietly()
    [ask] = game.story.asks(HUMAN)
    assert (
        "price: $0 to $100, in steps of 5; delivery: now or later; days – Days, from tomorrow: 1 to 30 days" in ask.text
    )
    game.on("human offers price 40, now, days 3", "player chooses take")
    assert "{human} wants $40 in 3 days." in str(game.story.heard(HUMAN))


def test_words_may_be_a_field() -> None:
    header = DEALS.replace(
        "days: {from: 1, to: 30, unit: days, default: len(past) + 1}", "days: {type: text, longest: 20}"
    )
    header = header.replace("past[-1].offer.days if past else 0", "0").replace("days: low", "days: \"'soon'\"")
    game = duet(header).on("human offers price 40, now, days: soon, I hope")
    assert dict(game.story.state.made[0].value)["days"] == "soon, I hope"  # type: ignore[arg-type]


@pytest.mark.parametrize("header", [DEALS, AT_ONCE])
def test_the_laws_hold_for_offers(header: str) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        story = duet(header, people="human player", seed=str(seed)).story
        for _ in laws.moments(story, rng, 0.3):
            assert list(laws.breaches_of_record(story)) == []
        where = laws.places(story.log, rng, 3, Counter())
        assert list(laws.breaches_of_knowledge(story.game, story.log, rng, where)) == []


def test_offers_are_counted_field_by_field() -> None:
    states, header = [], DEALS.replace("past[-1].offer.days if past else 0", "0")  # a round alone says what it pays
    for price in (20, 40):
        game = duet(header).on(f"human offers {price}, now, 3").on("player chooses take")
        states.append(game.on(f"human offers {price}, later, 3").on("player chooses leave").story.state)
    [prices, *more] = figures.figures(states)
    assert "Efficiency" in [each.title for each in more], "what they could have gained is looked for among offers, too"
    assert prices.labels == ("later", "now") and prices.values == (30, 30)
    plain = DEALS[: DEALS.index("report:")]
    states = [duet(plain).on("human offers 20, now, 3").on("player chooses take").story.state for _ in range(2)]
    titles = [each.title for each in figures.figures(states)]
    assert "Offer price: how often" in titles and "Answer by offer days" in titles


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("price: {from: 0", "human: {from: 0", "means something in every game"),
        ("offer.delivery == 'now'", "offer.delivery == 'nwo'", "“delivery” is never 'nwo' (did you mean “now”?)"),
        ("100 - offer.price", "100 - offer.prize", "“offer” has no “prize” (did you mean “price”?)"),
        ("100 - offer.price", "100 - offer", "needs numbers"),
        ("price: high // 2, ", "", "“offer” has no “price”"),
        ("price: high // 2", "price: \"'much'\"", "should come to a number for “price”"),
        ("{price: high // 2, delivery: now, days: low}", "high", "should come to one of now, later"),
        ("    by: human\n", "    by: human\n    default: 3\n", "each has a “default” of its own"),
        ("step: 5,", "step: 5, when: 1,", "has no “when”"),
    ],
)
def test_what_is_wrong_with_an_offer_is_said(old: str, new: str, why: str) -> None:
    assert old in DEALS
    mistakes = pairs.check(manager(DEALS.replace(old, new)), "Play.")
    assert any(why in each.sentence for each in mistakes), mistakes


def test_a_field_may_name_what_let_calls_so() -> None:
    header = DEALS.replace("rounds: 2", "rounds: 2\nlet: {most: 60 + 20}").replace("to: 100", "to: most")
    [ask] = duet(header).quietly().story.asks(HUMAN)
    assert "price: $0 to $80" in ask.text


def test_an_offer_that_stands_in_a_header_is_in_order() -> None:
    assert pairs.check(manager(DEALS), "Play.") == pairs.check(manager(AT_ONCE), "Play.") == ()
