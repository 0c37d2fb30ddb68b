"""What a display may say, and what it may not: every kind of claim against the ledger of six games."""

from __future__ import annotations

import pytest

from games.duet.display import check, plain
from games.duet.facts import Facts
from tests.games.duet import ledgers as of

MOMENTS = {
    "ultimatum opens": of.ultimatum(),
    "ultimatum offered": of.ultimatum(40),
    "ultimatum offered to the human": of.ultimatum(40, maker=of.PLAYER),
    "ultimatum over": of.ultimatum(40, "accept"),
    "ultimatum refused": of.ultimatum(10, "reject"),
    "bargaining opens": of.bargaining(),
    "bargaining goes on": of.bargaining(50, 60),
    "bargaining over": of.bargaining(50, 60, deal=True),
    "dilemma opens": of.dilemma(),
    "dilemma goes on": of.dilemma(("cooperate", "cooperate"), ("cooperate", "defect")),
    "dilemma over": of.dilemma(("cooperate", "cooperate"), ("cooperate", "defect"), over=True),
    "trust opens": of.trust(),
    "trust sent": of.trust(4),
    "trust over": of.trust(4, 6),
    "auction opens": of.auction(),
    "auction goes on": of.auction((50, 40)),
    "auction over": of.auction((50, 40), (30, 45), over=True),
    "questions open": of.questions(),
    "questions go on": of.questions(("Is it an animal?", "yes"), ("Is it furry?", "no")),
    "questions over": of.questions(("Is it an animal?", "yes"), ("Is it a cat?", "correct"), over=True),
}


@pytest.mark.parametrize("facts", MOMENTS.values(), ids=MOMENTS)
def test_the_plain_display_passes(facts: Facts) -> None:
    assert not check(plain(facts), facts)
