"""What an author writes instead of a formula: tables, names, lists of who beats whom, contests, shares of a total, forms."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from games.core import Seat
from games.duet import GAME, pairs
from games.duet.events import HUMAN, PLAYER
from games.duet.ledger import reckoning
from tests.conftest import Much
from tests.games import laws
from tests.games.duet.table import Dictated, duet, manager

DILEMMA = """
title: Dilemma
summary: Share or grab.
state: {reward: 3}
moves:
  - {name: choice, by: both, type: choice, choices: [share, grab], ask: Well?}
payoff:
  table:
    share: {share: [reward, reward], grab: [0, 5]}
    grab:
      share: [5, 0]
      grab: [1, round + 0]
"""

ROSHAMBO = """
title: Roshambo
summary: Rock, paper, scissors.
rounds: {best of: 5}
moves:
  - {name: throw, by: both, type: choice, choices: [rock, paper, scissors], ask: What do you throw?}
beats: [rock beats scissors, scissors beats paper, paper beats rock]
"""

TRADE = """
title: Trade
summary: One price.
unit: $
private:
  human: {worth: {from: 50, to: 100}}
  player: {cost: {from: 20, to: 70}}
let:
  deal: answer == 'yes'
  gain: worth - price
  human_gets: gain if deal else 0
moves:
  - {name: price, by: human, type: number, from: 0, to: 120, ask: Your price?}
  - {name: answer, by: player, type: choice, choices: ["yes", "no"], ask: Yes?}
payoff: {human: human_gets, player: price - cost if deal else 0}
"""


def mistakes(header: str) -> list[str]:
    return [str(each) for each in pairs.check(manager(header), "Play.") if not each.note]


def thrown(game: Dictated, *rounds: str) -> Dictated:
    """Plays these rounds, “rock paper” each: the human's choice and the player's."""
    for each in rounds:
        human, player = each.split()
        game.on(f"human chooses {human}", f"player chooses {player}")
    return game


# ── tables ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("both", "pays"), [("share share", (3, 3)), ("share grab", (0, 5)), ("grab share", (5, 0)), ("grab grab", (1, 1))]
)
def test_a_table_says_what_each_pair_of_choices_pays(both: str, pays: tuple[int, int]):
    assert not mistakes(DILEMMA)
    game = thrown(duet(DILEMMA), both)
    assert tuple(reckoning.totals(game.state).values()) == pays
    assert {*reckoning.outcomes(duet(DILEMMA.replace("round + 0", "1")).state)} == set(
        product(("share", "grab"), repeat=2)
    )


def test_a_table_may_go_by_a_choice_of_each_side():
    header = """
title: Entry
summary: Come in or stay out.
moves:
  - {name: entry, by: human, type: choice, choices: [come, stay], ask: Do you come in?}
  - {name: mood, by: human, type: choice, choices: [up, down], ask: How are you?}
  - {name: welcome, by: player, type: choice, choices: [fight, yield], ask: And you?, when: entry == 'come'}
payoff:
  rows: entry
  columns: welcome
  table:
    come: {fight: [-1, -1], yield: [2, 1]}
    stay: {fight: [0, 3], yield: [0, 3]}
"""
    assert not mistakes(header)
    game = duet(header).on("human chooses come", "human chooses up", "player chooses yield")
    assert reckoning.totals(game.state) == {"human": 2, "player": 1}
    stayed = duet(header).on("human chooses stay", "human chooses up")
    assert reckoning.totals(stayed.state) == {"human": 0, "player": 0}, (
        "where a choice was not made nobody gets anything"
    )
    [unclear] = mistakes(header.replace("  rows: entry\n", ""))
    assert "the human side makes 2 choices. Say it with “rows: MOVE” (human)" in unclear


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("grab: [0, 5]", "take: [0, 5]"), "has no “take”"),
        ((", grab: [0, 5]", ""), "line 9: The row “share” of the payoff table has nothing for “grab”."),
        (("[0, 5]", "[0]"), "should be two payoffs, [human, player], such as [3, 0]"),
        (
            ("[reward, reward]", "[rewart, reward]"),
            "line 9: In the payoff of the human side: there is nothing called “rewart”",
        ),
    ],
)
def test_what_is_wrong_with_a_table_is_said_where_it_stands(wrong: tuple[str, str], said: str):
    found = mistakes(DILEMMA.replace(*wrong))
    assert len(found) == 1 and said in found[0], found


def test_a_table_may_be_as_large_as_there_are_choices():
    names = [f"n{at}" for at in range(25)]
    cells = "\n".join(
        f"    {row}: {{{', '.join(f'{each}: [1,{at}]' for each in names)}}}" for at, row in enumerate(names)
    )
    header = (
        DILEMMA[: DILEMMA.index("payoff:")].replace("[share, grab]", f"[{', '.join(names)}]")
        + f"payoff:\n  table:\n{cells}\n"
    )
    assert not mistakes(header)
    assert reckoning.totals(thrown(duet(header), "n24 n23").state) == {"human": 1, "player": 24}


# ── who beats whom ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_beats_whom_pays_a_point_where_nothing_else_is_said():
    assert not mistakes(ROSHAMBO)
    game = thrown(duet(ROSHAMBO), "rock scissors", "rock paper", "rock rock")
    assert [(number, seat) for number, seat, won in game.state.paid if won] == [(1, HUMAN), (2, PLAYER)]


def test_the_winner_is_a_name_for_expressions():
    header = (
        ROSHAMBO + "payoff: {human: \"3 if winner == 'human' else -1\", player: \"0 if winner == 'nobody' else 2\"}\n"
    )
    assert not mistakes(header)
    game = thrown(duet(header), "rock scissors", "rock rock")
    assert [won for _, _, won in game.state.paid] == [3, 2, -1, 0]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("rock beats lizard", "“beats” speaks of “lizard”, which is no choice."),
        ("rock beats scisors", "(did you mean “scissors”?)"),
        ("rock beats scissors and paper", "“paper” and “rock” cannot each beat the other."),
        ("rock beats rock", "“rock” and “rock” cannot each beat the other."),
        ("rock > scissors", "An entry of “beats” is written so: rock beats scissors and lizard."),
    ],
)
def test_what_is_wrong_with_who_beats_whom_is_said(entry: str, said: str):
    assert any(said in each for each in mistakes(ROSHAMBO.replace("rock beats scissors", f'"{entry}"', 1)))


# ── contests ──────────────────────────────────────────────────────────────────────────────────────────────────────────

WON, LOST, DRAWN = "rock scissors", "rock paper", "rock rock"


@pytest.mark.parametrize(
    ("rounds", "played", "winner"),
    [
        ("{best of: 5}", [WON, DRAWN, LOST, DRAWN, WON, DRAWN, WON], HUMAN),
        ("{best of: 5}", [LOST, LOST, LOST], PLAYER),
        ("{best of: 5, draws: count}", [WON, DRAWN, DRAWN, DRAWN, LOST], None),
        ("{best of: 5, draws: count}", [DRAWN, WON, DRAWN, WON], HUMAN),
        ("{best of: 4, draws: count}", [WON, LOST, WON, LOST], None),
        ("{first to: 2}", [WON, LOST, DRAWN, LOST], PLAYER),
        ("{first to: 2, most: 3}", [DRAWN, DRAWN, WON], HUMAN),
    ],
)
def test_a_contest_is_over_when_it_is_decided(rounds: str, played: list[str], winner: Seat | None):
    header = ROSHAMBO.replace("{best of: 5}", rounds)
    assert not mistakes(header)
    game = thrown(duet(header), *played[:-1])
    assert not game.story.outcome
    outcome = thrown(game, played[-1]).story.outcome
    assert outcome is not None and outcome.winners == frozenset({winner} if winner else ())
    assert "has won" in outcome.why


def test_rounds_are_won_and_not_points():
    header = ROSHAMBO.replace("{best of: 5}", "{first to: 2}") + (
        "payoff: {human: \"1 if winner == 'human' else 0\", player: \"9 if winner == 'player' else 0\"}\n"
    )
    outcome = thrown(duet(header), LOST, WON, WON).story.outcome
    assert outcome is not None and outcome.winners == {HUMAN}
    assert outcome.why == "{human} has won 2 rounds and {player} has won 1 round."


def test_a_contest_needs_payoffs_that_everybody_hears():
    found = mistakes(TRADE + "rounds: {best of: 3}\n")
    assert any("Who has won a round is for everybody to know here" in each for each in found)
    assert any("it may be again or count" in each for each in mistakes(ROSHAMBO.replace("5}", "5, draws: never}")))


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (
            ROSHAMBO.replace("best of: 5", "best of: 5, chance: 0.5"),
            "“rounds” are “best of” so many, and “chance” says",
        ),
        (ROSHAMBO.replace("best of: 5", "best of: 5, first to: 3"), "and “first to” says something else"),
        (DILEMMA + "  human: 3\n", "line 13: “payoff” has a table, which says what the human side gets"),
        (
            ROSHAMBO + "state: {winner: 3}\n",
            "“winner” is already the name of something else; call that something else.",
        ),
    ],
)
def test_what_says_two_things_at_once_is_a_mistake(header: str, said: str):
    assert any(said in each for each in mistakes(header)), mistakes(header)


def test_who_has_won_may_be_said_by_the_header():
    auction = pairs.find("auction")
    header, _ = pairs.split(auction.manager)

    def wins(value: int, human: int, player: int) -> frozenset[Seat]:
        game = duet(header.replace("value: {from: 0, to: 100", f"value: {{from: {value}, to: {value}"))
        outcome = game.on(f"human enters {human}", f"player enters {player}").story.outcome
        assert outcome is not None
        return outcome.winners

    assert wins(50, 40, 30) == {HUMAN}
    assert wins(50, 60, 30) == frozenset(), "it paid more than the thing is worth, and the other has nothing"
    assert wins(50, 30, 30) == frozenset()


# ── names ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_has_a_name_is_worked_out_wherever_it_is_named():
    assert not mistakes(TRADE)
    game = duet(TRADE).on("human enters 60", "player chooses yes")
    worth, cost = (dict(dict(game.state.private)[seat])[name] for seat, name in ((HUMAN, "worth"), (PLAYER, "cost")))
    assert reckoning.totals(game.state) == {"human": worth - 60, "player": 60 - cost}
    refused = duet(TRADE).on("human enters 60", "player chooses no")
    assert reckoning.totals(refused.state) == {"human": 0, "player": 0}


def test_what_depends_on_something_private_is_private_under_any_name():
    assert reckoning.payoffs_are_private(duet(TRADE).state.header_text)
    [wrong] = mistakes(TRADE.replace("ask: Yes?", "ask: Yes?, when: gain > 3"))
    assert "In “when” of “answer”: “worth” is private, and only public values may stand here." in wrong
    [theirs] = mistakes(TRADE + "strategies: {player: {sly: {answer: \"'yes' if gain > 0 else 'no'\"}}}\n")
    assert "“worth” is private to the other side" in theirs


@pytest.mark.parametrize(
    ("let", "said"),
    [
        ("{a: b + 1, b: 2}", "“b” cannot be used here: what stands in “let” may name only what stands above it there."),
        ("{a: a + 1}", "“a” cannot be used here"),
        ("{price: 3}", "“price” is already the name of something else"),
        ("{round: 3}", "means something in every game"),
        ("{a: prise}", "In “a” of “let”: there is nothing called “prise” (did you mean “price”?)"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(let: str, said: str):
    header = TRADE.replace(TRADE[TRADE.index("let:") : TRADE.index("moves:")], f"let: {let}\n")
    header = header.replace("human_gets", "0").replace("deal", "answer == 'yes'")
    assert any(said in each for each in mistakes(header)), mistakes(header)


def test_names_that_double_each_other_come_to_a_sentence_and_not_to_a_standstill():
    lets = ", ".join(f"n{at + 1}: n{at} + n{at}" for at in range(30))
    found = mistakes(TRADE.replace("let:", f"let:\n  n0: price\n  {lets.replace(', ', chr(10) + '  ')}"))
    assert any("longer than" in each for each in found)


# ── shares of a total ─────────────────────────────────────────────────────────────────────────────────────────────────

DIVISION = """
title: Division
summary: Who takes how many books?
private:
  both: {worth: {items: [books, hats, balls], total: 10, from: 1}}
moves:
  - {name: books, by: human, type: number, from: 0, to: 3, ask: How many books do you take?}
payoff:
  human: books * worth_books.human
  player: (3 - books) * worth_books.player
"""


def test_weights_are_dealt_to_each_side_and_sum_to_their_total():
    assert not mistakes(DIVISION)
    dealt = [dict(duet(DIVISION, seed=f"{at}").state.private) for at in range(300)]
    for hands in dealt:
        assert all(sum(value for _, value in hands[seat]) == 10 for seat in (HUMAN, PLAYER))
    of_books = [dict(hands[HUMAN])["worth_books"] for hands in dealt]
    assert set(of_books) == set(range(1, 9))
    assert sum(of_books) / len(of_books) == pytest.approx(10 / 3, abs=0.35)
    assert any(hands[HUMAN] != hands[PLAYER] for hands in dealt)


def test_other_hands_that_a_side_could_not_tell_apart_sum_to_the_total_as_well():
    game = duet(DIVISION)
    other = GAME.rules.resample(game.state, HUMAN, random.Random(7))
    assert dict(other.private)[HUMAN] == dict(game.state.private)[HUMAN]
    assert sum(value for _, value in dict(other.private)[PLAYER]) == 10
    played = duet(DIVISION).on("human enters 2")
    [books] = [value for name, value in dict(played.state.private)[HUMAN] if name == "worth_books"]
    assert reckoning.totals(played.state)["human"] == 2 * books


@pytest.mark.parametrize(
    ("worth", "said"),
    [
        ("{items: [books, hats]}", "has “items” and no “total”"),
        ("{items: [books], total: 10}", "is shared out among 2 to 25 “items”"),
        ("{items: [books, hats], total: 5, from: 3}", "2 items of 3 or more, which is more than 5 together"),
        ("{items: [books, the hats], total: 5}", "“worth_the hats” is not a name"),
    ],
)
def test_what_is_wrong_with_weights_is_said(worth: str, said: str):
    header = DIVISION.replace("{items: [books, hats, balls], total: 10, from: 1}", worth)
    assert any(said in each for each in mistakes(header)), mistakes(header)


# ── laws ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("header", [DILEMMA, ROSHAMBO, TRADE, DIVISION], ids=lambda text: text.split()[1])
def test_whatever_an_author_declares_the_laws_hold(header: str, much: Much):
    assert not mistakes(header)
    options = GAME.lobby.options(manager=manager(header), player="Play.")
    for at in range(much(20)):
        rng = random.Random(f"authoring {at}")
        story = laws.random_story(GAME, rng, options)
        for _ in laws.moments(story, rng, 0.2):
            assert list(laws.breaches_of_record(story)) == []
            assert list(laws.breaches_of_isolation(story, rng)) == []
            assert list(laws.breaches_of_refusal(story, laws.attempts(story, rng, 8), rng)) == []
            assert list(laws.breaches_of_drawing(story)) == []
        assert story.outcome
        where = laws.places(story.log, rng, 3, Counter())
        assert list(laws.breaches_of_knowledge(GAME, story.log, rng, where)) == []
        assert list(laws.breaches_of_speech(story, story.log)) == []


# ── said otherwise ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("price minus 3", "write “-” for “minus”"),
        ("3 times price", "write “*” for “times”"),
        ("price is at least 3", "write “>=” for “is at least”"),
        ("if answer == 'yes' then 3 else 0", "“if A then B else C” is written “B if A else C”"),
        ("3 if answer == 'yes' otherwise 0", "“if A then B else C” is written “B if A else C”"),
        ("1 if price beats 3 else 0", "which number is more is asked with “>”"),
    ],
)
def test_what_is_written_as_one_says_it_is_answered_by_how_it_is_written(expression: str, said: str):
    header = TRADE.replace("human: human_gets", f'human: "{expression}"')
    assert any(said in each for each in mistakes(header)), mistakes(header)


def test_an_author_hears_of_a_side_without_strategies() -> None:
    [empty] = mistakes(TRADE + "strategies:\n  player:\n")
    assert "“strategies” of player is empty, and should be names, each with a colon and a value." in empty
