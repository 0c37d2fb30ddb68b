"""What code counts for a model that bargains: its own gain, from what it was told, and nothing where it may not hear of it."""

from __future__ import annotations

from games.core import Seat
from games.duet.events import HUMAN, PLAYER
from tests.games.duet.table import Dictated, duet

SALE = """
title: Sale
summary: A price, or none.
unit: €
private:
  human: {top: {from: TOP, to: TOP}}
  player: {cost: {from: COST, to: COST}}
rounds: 4
moves:
  - {name: price, by: in turns, type: number, from: 0, to: 100, ask: "Which price?"}
  - {name: answer, by: the other, type: choice, choices: [take, leave], ask: "Do you take it?"}
payoff:
  human: top - price if answer == 'take' else 0
  player: price - cost if answer == 'take' else 0
ends_when: answer == 'take'
"""
TITLE = "Counted by the table, for you alone:"


def sale(*turns: str, top: int = 81, cost: int = 37, more: str = "") -> Dictated:
    return duet(SALE.replace("TOP", str(top)).replace("COST", str(cost)) + more, "Tell it.", "Sell well.").on(*turns)


def told(game: Dictated, seat: Seat, bare: bool = False) -> str:
    found = game.story.game.prompts.prompt(game.story.view(seat), seat, game.story.asks(seat))
    assert found is not None and found.bare is not None
    return "\n".join(text for _, text in (found.bare if bare else found).turns)


def test_an_offer_stands_with_what_a_deal_at_it_would_pay() -> None:
    game = sale("human enters 30", "player chooses leave", "player enters 90")
    assert f"{TITLE}\n- Without a deal (“leave”) you get €0 now.\n- Offers so far" in told(game, HUMAN)
    assert "would pay you: you €30 (€51); {player} €90 (−€9).\n\nDo you take it?" in told(game, HUMAN)
    game.on("human chooses leave")
    assert "- A deal pays you more than that from €0 to €80." in told(game, HUMAN)
    assert TITLE not in told(game, HUMAN, bare=True)


def test_it_is_counted_from_what_the_side_was_told() -> None:
    for seat, moves in (
        (PLAYER, ("human enters 30",)),
        (HUMAN, ("human enters 30", "player chooses leave", "player enters 90")),
    ):
        other = {"top": 60} if seat == PLAYER else {"cost": 5}
        assert told(sale(*moves), seat) == told(sale(*moves, **other), seat)
        assert told(sale(*moves), seat) != told(sale(*moves, top=70, cost=20), seat)


def test_a_player_who_is_not_to_hear_of_pay_is_not_told_by_code() -> None:
    assert TITLE in told(sale("human enters 30"), PLAYER)
    assert TITLE not in told(sale("human enters 30", more="player_hears: [price, answer, cost]\n"), PLAYER)
