"""What a duet looks like to each side, the manager and everybody: two people across a table, and what lies on it."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import TABLE, Seat
from games.duet.events import HUMAN, MANAGER, PLAYER
from games.scene import Grid, Headline, Point, Roster, Row, Scale, Scene
from tests.games.duet.table import DILEMMA, HAGGLE, ULTIMATUM, Dictated, duet

EYES = (None, HUMAN, PLAYER, MANAGER, TABLE)

AUCTION = """
title: Auction
summary: Two sealed bids.
unit: $
private:
  both: {value: {from: 0, to: 100}}
moves:
  - {name: bid, by: both, type: number, from: 0, to: 100, ask: "What do you bid?"}
payoff:
  human: value.human - bid.human if bid.human > bid.player else 0
  player: value.player - bid.player if bid.player > bid.human else 0
"""

ASK_AND_BID = """
title: Market
summary: One asks, the other bids.
unit: $
private:
  player: {cost: {from: 10, to: 50}, weight: {from: 1, to: 9, unit: kg}}
rounds: 2
moves:
  - {name: ask, by: player, type: number, from: 0, to: 100, ask: "What do you ask?"}
  - {name: bid, by: human, type: number, from: 0, to: 100, ask: "What do you bid?"}
payoff:
  human: 50 - bid
  player: bid - cost
"""

BUNDLE = """
title: Bundle
summary: A price and a day.
unit: $
private:
  human: {budget: {from: 60, to: 90}}
moves:
  - name: offer
    by: human
    ask: "What do you offer?"
    fields:
      price: {from: 0, to: 100}
      days: {from: 1, to: 30, unit: days}
      delivery: {choices: [now, later]}
  - {name: answer, by: player, type: choice, choices: [take, leave], ask: "Well?"}
payoff: {human: 0, player: 0}
"""

RIDDLE = """
title: Riddle
summary: A question and an answer.
rounds: 2
moves:
  - {name: question, by: human, type: text, ask: "What do you ask?"}
  - {name: answer, by: player, type: choice, choices: ["yes", "no"], ask: "Well?"}
payoff: {human: 0, player: 0}
"""


def look(game: Dictated, seat: Seat | None) -> Scene:
    return game.story.game.shows.scene(game.story.view(seat), seat)


def one(game: Dictated, seat: Seat | None, kind: type[Any]) -> Any:
    return next(iter(look(game, seat).of(kind)), None)


def row(game: Dictated, seat: Seat | None, of: Seat) -> Row:
    [found] = [each for each in look(game, seat).of(Roster)[0].rows if each.seat == of]
    return found


def test_an_offer_lies_on_the_table_until_it_is_answered():
    game = duet(HAGGLE).quietly()
    assert [one(game, seat, Headline) for seat in EYES] == [None] * 5
    game.play("human enters 40")
    offer = Headline("€40", "{human} puts on the table", "blue")
    assert [one(game, seat, Headline) for seat in EYES] == [offer] * 5
    game.play("player chooses no deal")
    assert [one(game, seat, Headline) for seat in EYES] == [None] * 5
    game.on("player enters 60")
    assert one(game, None, Headline) == Headline("€60", "{player} puts on the table", "red")
    game.play("human chooses deal")
    assert one(game, None, Headline) is None, "it lies there no more when it is taken"
    assert one(game.quietly(), None, Headline) is None


def test_an_offer_of_several_values_is_read_as_a_whole():
    game = duet(BUNDLE).on("human offers 40, days 3, later")
    assert one(game, None, Headline).words == "price $40, days 3 days, delivery later"


def test_all_that_was_named_lies_on_a_line_and_each_side_sees_its_own_limit_there():
    game = duet(HAGGLE).on("human enters 30", "player chooses no deal", "player enters 80", "human chooses no deal")
    game.on("human enters 50")
    first = Point(30, "€30", HUMAN, "blue", past=True)
    value, cost = (dict(dict(game.state.private)[seat]) for seat in (HUMAN, PLAYER))
    scale = one(game, HUMAN, Scale)
    assert (scale.title, scale.low, scale.high) == ("Price", 0, 100)
    assert scale.points == (first, Point(80, "{player}: €80", PLAYER, "red"), Point(50, "you: €50", HUMAN, "blue"))
    assert scale.limit == Point(value["value"], f"your value: €{value['value']}", HUMAN, "blue")
    theirs = one(game, PLAYER, Scale)
    assert [each.label for each in theirs.points] == ["€30", "you: €80", "{human}: €50"]
    assert theirs.limit == Point(cost["cost"], f"your cost: €{cost['cost']}", PLAYER, "red")
    assert theirs.about == (
        f"Price, from €0 to €100. {{human}}: €30, then €50. {{player}}: €80. Your cost: €{cost['cost']}."
    )
    for seat in (None, MANAGER, TABLE):
        public = one(game, seat, Scale)
        assert public.limit is None and "cost" not in public.about and "value" not in public.about
        assert [each.label for each in public.points] == ["€30", "{player}: €80", "{human}: €50"]


def test_when_the_game_is_over_the_line_stays_and_has_no_secrets():
    game = duet(HAGGLE).on("human enters 60", "player chooses deal")
    assert game.story.outcome
    for seat in EYES:
        scale = one(game, seat, Scale)
        assert [each.value for each in scale.points] == [60] and scale.limit is None


def test_a_line_is_drawn_as_soon_as_there_is_something_on_it():
    game = duet(HAGGLE)
    assert one(game, HUMAN, Scale) is None, "nobody is asked yet"
    game.quietly()
    assert one(game, HUMAN, Scale).limit and one(game, None, Scale) is None
    assert one(duet(ULTIMATUM).quietly(), HUMAN, Scale) is None


def test_what_both_bid_at_once_lies_on_the_line_when_it_is_opened():
    game = duet(AUCTION).quietly().play("human enters 40")
    assert one(game, None, Scale) is None
    assert one(game, HUMAN, Scale).points == () and one(game, HUMAN, Scale).limit.label.startswith("your value: $")
    game.play("player enters 55")
    assert [each.label for each in one(game, None, Scale).points] == ["{human}: $40", "{player}: $55"]
    assert one(game, None, Headline) is None, "nobody has to answer it"


def test_figures_between_the_same_bounds_share_a_line_and_only_what_is_counted_so_bounds_them():
    game = duet(ASK_AND_BID).on("player enters 70", "human enters 20", "player enters 60")
    scale = one(game, PLAYER, Scale)
    assert [(each.label, each.past) for each in scale.points] == [
        ("$70", True), ("{human}: $20", False), ("you: $60", False)
    ]  # fmt: skip
    assert scale.limit.label.startswith("your cost: $")


def test_an_offer_has_a_line_for_each_of_its_figures():
    game = duet(BUNDLE).on("human offers 40, days 3, later")
    price, days = look(game, HUMAN).of(Scale)
    assert (price.title, price.high, price.points[0].label) == ("Price", 100, "you: $40")
    assert price.limit.label.startswith("your budget: $")
    assert (days.low, days.high, days.points[0].label, days.limit) == (1, 30, "you: 3 days", None)


def test_two_sides_sit_across_a_table_and_the_manager_beside_it_with_what_it_showed_last():
    game = duet(ULTIMATUM)
    rows = look(game, None).of(Roster)[0].rows
    assert [(each.seat, each.face, each.says) for each in rows] == [
        (HUMAN, "blue", None), (PLAYER, "red", None), (MANAGER, "neutral", None)
    ]  # fmt: skip
    game.play("manager shows The lamp hums.")
    for seat in EYES:
        assert "The lamp hums." in (row(game, seat, MANAGER).says or "")
    assert not look(game, None).of(Grid)


def test_words_of_this_round_stand_beside_whoever_wrote_them():
    game = duet(RIDDLE).on("human writes Is it alive?")
    assert row(game, None, HUMAN).says == "Is it alive?" and row(game, None, PLAYER).says is None
    assert row(game.on("player chooses yes"), None, HUMAN).says is None


def test_what_both_choose_at_once_lies_face_down_before_its_side_alone_and_is_turned_together():
    game = duet(DILEMMA).quietly().play("human chooses defect")
    assert {seat: row(game, seat, HUMAN).laid for seat in EYES} == {
        None: False, HUMAN: True, PLAYER: False, MANAGER: False, TABLE: True
    }  # fmt: skip
    assert not any(row(game, seat, HUMAN).answer for seat in EYES)
    game.play("player chooses cooperate")
    assert [row(game, None, seat).answer for seat in (HUMAN, PLAYER)] == ["defect", "cooperate"]
    game.quietly()
    assert not row(game, None, HUMAN).answer and not row(game, None, HUMAN).laid, "they are asked again"
    game.on(*["human chooses defect", "player chooses defect"] * 2)
    assert game.story.outcome and row(game, None, PLAYER).answer == "defect"


@pytest.mark.parametrize("two", [False, True])
def test_without_a_header_what_everybody_reads_stands_beside_its_writer_and_nothing_else(two: bool):
    game = duet("", "You run a guessing game.", people="human player" if two else "human")
    game.play("manager shows Welcome.", "human writes Forty.")
    says = {of: row(game, None, of).says for of in (HUMAN, PLAYER, MANAGER)}
    assert says == ({HUMAN: None, PLAYER: None, MANAGER: None} if two else
                    {HUMAN: "Forty.", PLAYER: None, MANAGER: "Welcome."})  # fmt: skip
    game.play("manager shows [PLAYER_TURN]\nWell?\n[/PLAYER_TURN]", "player writes Seven.")
    for seat in EYES:
        assert {of: row(game, seat, of).says for of in says} == says
        assert not look(game, seat).of(Headline) and not look(game, seat).of(Scale)
