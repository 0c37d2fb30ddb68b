"""What duets come to, from games that were dictated, with values worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.core import TABLE, Figure
from games.duet import figures
from games.duet.ledger.reckoning import State
from tests.games.duet.table import DILEMMA, HAGGLE, ULTIMATUM, duet


def offered(*games: tuple[int, str], header: str = ULTIMATUM) -> list[State]:
    return [duet(header).on(f"human enters {offer}", f"player chooses {answer}").story.state for offer, answer in games]


THREE = ((50, "accept"), (20, "reject"), (20, "accept"))


def dilemma(*rounds: str, header: str = DILEMMA) -> State:
    """A game in which “cd” is a round where the human cooperated and the player did not."""
    word = {"c": "cooperate", "d": "defect"}
    turns = [(f"human chooses {word[each[0]]}", f"player chooses {word[each[1]]}") for each in rounds]
    return duet(header, people="human player").on(*(turn for pair in turns for turn in pair)).story.state


def by_title(found: Sequence[Figure]) -> dict[tuple[str, str], Figure]:
    assert len({(each.title, each.series) for each in found}) == len(found)
    return {(each.title, each.series): each for each in found}


def values(figure: Figure) -> dict[str, float]:
    return dict(zip(figure.labels, figure.values, strict=True))


# ── surplus ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_where_values_were_private_it_is_counted_what_was_gained_together_and_what_could_have_been() -> None:
    games = [duet(HAGGLE, seed=f"{n}") for n in range(6)]
    worth = [dict(value for _, values in each.state.private for value in values) for each in games]
    possible = [each["value"] - each["cost"] for each in worth]  # type: ignore[operator]
    for at, game in enumerate(games):
        if at % 2:
            game.on("human enters 50", "player chooses deal")
        else:
            game.on("human enters 50", "player chooses no deal", "player enters 50", "human chooses no deal")
            game.on("human enters 50", "player chooses no deal")
    found = by_title(figures([each.story.state for each in games]))
    together = {"gained together": sum(possible[1::2]) / 6, "possible": sum(possible) / 6}
    assert values(found["Surplus", ""]) == pytest.approx(together)
    assert values(found["Efficiency", ""]) == pytest.approx({"all games": 0.5})
    assert "Surplus" not in {title for title, _ in by_title(figures(offered(*THREE)))}, "nothing was private there"


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("when: answer == 'deal'\n", "when: price > 10\n"),  # a cheap deal pays, and the next may pay again
        ("when: answer == 'deal'\n", "when: heat > 0\nstate: {heat: 0}\nafter_round: {heat: heat + 1}\n"),
        ("value - price", "value - price / round"),
    ],
)
def test_where_the_most_depends_on_how_the_rounds_went_no_efficiency_is_told(was: str, now: str) -> None:
    header = HAGGLE.replace(was, now)
    games = [duet(header, seed=seed).on("human enters 50", "player chooses deal") for seed in "ab"]
    found = by_title(figures([each.story.state for each in games]))
    assert [*values(found["Surplus", ""])] == ["gained together"] and ("Efficiency", "") not in found


# ── without a word from the pair ──────────────────────────────────────────────────────────────────────────────────────


def test_of_three_ultimatums_every_number_is_worked_out() -> None:
    found = by_title(figures(offered(*THREE)))
    assert list(found) == [
        ("Offer: how often", ""),
        ("Answer: how often", ""),
        ("Answer by offer", "accept"),
        ("Answer by offer", "reject"),
        ("Payoff", ""),
    ]
    offers = found["Offer: how often", ""]
    assert (offers.axis, offers.unit, offers.labels, offers.of) == ("offer ($)", "share", ("20", "50"), (3, 3))
    assert offers.values == pytest.approx((2 / 3, 1 / 3))
    assert offers.low == pytest.approx((0.208, 0.061), abs=0.001)
    assert offers.high == pytest.approx((0.939, 0.792), abs=0.001)
    assert values(found["Answer: how often", ""]) == pytest.approx({"accept": 2 / 3, "reject": 1 / 3})
    rejected = found["Answer by offer", "reject"]
    assert (values(rejected), rejected.of) == ({"20": 0.5, "50": 0.0}, (2, 1))
    payoff = found["Payoff", ""]
    assert (payoff.unit, payoff.labels, payoff.of) == ("$", ("Human", "Player"), (3, 3))
    assert payoff.values == pytest.approx(((50 + 0 + 80) / 3, (50 + 0 + 20) / 3))
    assert (payoff.low[0], payoff.high[0]) == pytest.approx((-57.06, 143.73), abs=0.05)


def test_cooperation_is_counted_round_by_round() -> None:
    found = by_title(figures([dilemma("cc", "cd", "dd"), dilemma("cc", "dd", "dd")]))
    cooperation = found["Choice by round", "cooperate"]
    assert cooperation.course and cooperation.axis == "round"
    assert (values(cooperation), cooperation.of) == ({"1": 1.0, "2": 0.25, "3": 0.0}, (4, 4, 4))
    assert values(found["Choice by round", "defect"]) == {"1": 0.0, "2": 0.75, "3": 1.0}
    assert values(found["Payoff of a whole game", ""]) == {"Human": (4 + 5) / 2, "Player": (9 + 5) / 2}
    assert values(found["Payoff by round", "Human"]) == {"1": 3, "2": 0.5, "3": 1}
    assert values(found["Payoff by round", "Player"]) == {"1": 3, "2": 3, "3": 1}


def test_a_number_that_either_side_names_is_counted_for_each() -> None:
    game = duet(HAGGLE, people="human player").on(
        "human enters 30", "player chooses no deal", "player enters 70", "human chooses no deal",
        "human enters 50", "player chooses deal",
    )  # fmt: skip
    found = by_title(figures([game.story.state, game.story.state]))
    assert values(found["Price: how often", "Human"]) == {"30": 0.5, "50": 0.5, "70": 0.0}
    assert values(found["Price: how often", "Player"]) == {"30": 0.0, "50": 0.0, "70": 1.0}
    assert values(found["Answer by price", "deal"]) == {"30": 0.0, "50": 1.0, "70": 0.0}
    assert values(found["Answer by round", "deal"]) == {"1": 0.0, "2": 0.0, "3": 1.0}


def test_many_different_numbers_are_gathered_into_bins_of_one_width() -> None:
    offers = [0, 3, 7, 9, 10, 12, 15, 18, 19, 21, 22, 24, 50, 97, 100]
    found = by_title(figures(offered(*((offer, "accept") for offer in offers))))
    distribution = found["Offer: how often", ""]
    assert distribution.labels == (
        "0–9", "10–19", "20–29", "30–39", "40–49", "50–59", "60–69", "70–79", "80–89", "90–99", "100",
    )  # fmt: skip
    assert [round(15 * value) for value in distribution.values] == [4, 5, 3, 0, 0, 1, 0, 0, 0, 1, 1]
    by_offer = found["Answer by offer", "accept"]
    assert by_offer.labels == ("0–9", "10–19", "20–29", "50–59", "90–99", "100")
    assert by_offer.of == (4, 5, 3, 1, 1, 1)


# ── as the pair says ──────────────────────────────────────────────────────────────────────────────────────────────────

REPORTS = """
report:
  - {title: Offers, of: offer, as: distribution}
  - {title: Rejected, of: answer == 'reject', as: share, by: offer}
  - {title: Refusals, of: answer == 'reject', as: share}
  - {title: Mean offer, of: offer, as: mean}
  - {title: Kept if accepted, of: "pie - offer if answer == 'accept' else None", as: mean}
  - {title: Answers, of: answer, as: distribution, by: offer}
"""


def test_a_header_says_what_is_counted() -> None:
    found = by_title(figures(offered(*THREE, header=ULTIMATUM + REPORTS)))
    assert values(found["Offers", ""]) == pytest.approx({"20": 2 / 3, "50": 1 / 3})
    assert (values(found["Rejected", ""]), found["Rejected", ""].axis) == ({"20": 0.5, "50": 0.0}, "offer ($)")
    assert values(found["How often", ""]) == {"Refusals": pytest.approx(1 / 3)}
    assert values(found["On average", ""]) == {"Mean offer": 30, "Kept if accepted": 65}
    assert found["On average", ""].of == (3, 2)
    assert values(found["Answers", "offer 20"]) == {"accept": 0.5, "reject": 0.5}
    assert values(found["Answers", "offer 50"]) == {"accept": 1.0, "reject": 0.0}
    assert values(found["Payoff", ""]) == pytest.approx({"Human": 130 / 3, "Player": 70 / 3})


ROUNDS = """
state: {pot: 4}
after_round: {pot: pot * 2}
report:
  - {title: Together, of: choice.human == choice.player, as: share, by: round}
  - {title: All choices, of: "[choice.human, choice.player]", as: distribution}
  - {title: Pot, of: pot, as: mean, by: round}
  - {title: So far, of: total.player, as: mean, by: round}
  - {title: Again, of: "choice.human == past[-1].choice.human if past else None", as: share}
"""


def test_a_report_sees_each_round_as_it_was() -> None:
    games = [dilemma("cc", "cd", "dd", header=DILEMMA + ROUNDS), dilemma("dc", "dc", "dd", header=DILEMMA + ROUNDS)]
    found = by_title(figures(games))
    together = found["Together", ""]
    assert (together.course, values(together)) == (True, {"1": 0.5, "2": 0.0, "3": 1.0})
    assert values(found["All choices", ""]) == pytest.approx({"cooperate": 5 / 12, "defect": 7 / 12})
    assert values(found["Pot", ""]) == {"1": 4, "2": 8, "3": 16}
    assert values(found["So far", ""]) == {"1": 1.5, "2": 4.0, "3": 5.0}
    assert (values(found["How often", ""]), found["How often", ""].of) == ({"Again": 0.75}, (4,))
    assert ("Payoff of a whole game", "") in found


# ── one game, and odd ones ────────────────────────────────────────────────────────────────────────────────────────────


def test_of_one_game_the_course_is_drawn() -> None:
    found = by_title(figures([dilemma("cc", "cd", "dd")]))
    assert all(each.course and each.labels == ("1", "2", "3") and not each.low for each in found.values())
    assert {key: each.values for key, each in found.items()} == {
        ("Choice by round: cooperate", "Human"): (1, 1, 0),
        ("Choice by round: cooperate", "Player"): (1, 0, 0),
        ("Totals", "Human"): (3, 3, 4),
        ("Totals", "Player"): (3, 8, 9),
    }


def test_a_unit_of_two_forms_stands_in_figures_as_of_many() -> None:
    header = ULTIMATUM.replace("unit: $", "unit: coin|coins")
    for games in (THREE, THREE[:1]):
        told = {(each.axis, each.unit) for each in figures(offered(*games, header=header))}
        assert ("side", "coins") in told or ("round", "coins") in told
        assert "|" not in str(told)


def test_of_a_single_round_there_is_no_line() -> None:
    found = by_title(figures(offered((40, "accept"))))
    assert {key: each.values for key, each in found.items()} == {
        ("Offer", "Human"): (40,),
        ("Answer: accept", "Player"): (1,),
        ("Totals", "Human"): (60,),
        ("Totals", "Player"): (40,),
    }
    assert not any(each.course for each in found.values())


def test_games_without_a_ledger_count_for_nothing_and_different_pairs_by_themselves() -> None:
    plain = duet("").story.state
    assert figures([plain, plain]) == () == figures([])
    found = by_title(figures([*offered(*THREE), plain, dilemma("cc", "cd", "dd")]))
    assert {("Offer: how often", ""), ("Totals", "Human")} <= set(found)


def test_a_game_called_off_counts_as_far_as_it_went() -> None:
    early = duet(ULTIMATUM).on("human enters 35").story.state
    nothing = duet(ULTIMATUM).story.state
    found = by_title(figures([early, nothing, *offered((50, "accept"))]))
    assert values(found["Offer: how often", ""]) == {"35": 0.5, "50": 0.5}
    assert found["Payoff", ""].of == (1, 1)
    assert figures([nothing]) == ()


def test_a_payoff_that_is_not_known_is_not_taken_for_nothing() -> None:
    turns = ("human enters 30", "player chooses no deal", "player enters 60")
    story = duet(HAGGLE, people="human player").on(*turns).story
    whole, public = (by_title(figures([story.view(seat)])) for seat in (TABLE, None))
    assert whole["Price by round", "Player"].labels == ("2",)
    assert values(whole["Totals", "Player"]) == {"1": 0.0}
    assert set(whole) - set(public) == {("Totals", "Human"), ("Totals", "Player")}
