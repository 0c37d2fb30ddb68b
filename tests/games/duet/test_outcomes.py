"""What choices pay: worked out from the header, and what a display says of it."""

from __future__ import annotations

import pytest

from games.duet import ledger
from games.duet.display import check
from games.duet.facts import Facts, Outcome
from tests.games.duet.table import DILEMMA, HAGGLE, ULTIMATUM, duet


@pytest.fixture(scope="module")
def opening() -> Facts:
    return ledger.facts(duet(DILEMMA, people="human player").state)


def test_each_way_of_choosing_is_worked_out(opening: Facts) -> None:
    assert opening.outcomes == (
        Outcome("cooperate", "cooperate", 3, 3),
        Outcome("cooperate", "defect", 0, 5),
        Outcome("defect", "cooperate", 5, 0),
        Outcome("defect", "defect", 1, 1),
    )


@pytest.mark.parametrize("header", [ULTIMATUM, HAGGLE])
def test_what_depends_on_an_amount_or_a_secret_has_no_such_table(header: str) -> None:
    assert ledger.facts(duet(header, people="human player").state).outcomes == ()


@pytest.mark.parametrize(
    "told",
    [
        "If you both cooperate you get 3 points each; if you both defect, 1 each.",
        "Both cooperate: 3 points each. Both defect: 1 point each.",
        "Defect alone and you take 5 while the other gets nothing.",
        "If only one of you defects, that one gets 5 and the other 0.",
        "If you defect and {player} cooperates, you get 5 points and {player} gets 0.",
        "Kooperiert ihr beide, bekommt jeder 3 Punkte; verratet ihr euch beide, je 1 Punkt.",
        "Si un seul trahit, il prend 5 points et l'autre 0.",
    ],
)
def test_what_choices_pay_may_be_told(opening: Facts, told: str) -> None:
    assert check(told, opening) == ()


@pytest.mark.parametrize(
    "told",
    [
        "If you both cooperate you get 1 point each; if you both defect, 3 each.",
        "Both cooperate: 1 point each. Both defect: 3 points each.",
        "Defect alone and you take 3 while the other gets nothing.",
        "If only one of you defects, that one gets 0 and the other 5.",
        "If you defect and {player} cooperates, you get 0 points and {player} gets 5.",
        "Kooperiert ihr beide, bekommt jeder 5 Punkte; verratet ihr euch beide, je 1 Punkt.",
        "Si un seul trahit, il prend 3 points et l'autre 0.",
    ],
)
def test_what_choices_pay_may_not_be_swapped(opening: Facts, told: str) -> None:
    assert check(told, opening)
