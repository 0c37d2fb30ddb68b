"""A duet told to a friend: a pair is written down in a few lines, and its turns are dictated.

    game = duet(ULTIMATUM)
    game.play("manager shows", "human enters 40", "player chooses accept", "manager shows")
    assert game.ends("{human} has $60 and {player} has $40")

“manager shows” is the display that code makes; “manager shows …” has colour in it, or {{slots}; “x offers …” is an offer as a model writes it, “x writes …” is for words, “human stops” ends
what has no end of its own. `quietly()` lets the manager show whatever is to be shown.
"""

from __future__ import annotations

from typing import Any

from games.core import TABLE, Action, Kind, Seat
from games.duet.events import HUMAN, MANAGER, PLAYER, Choose, Enter, Show, Stop, Write
from games.duet.ledger import reckoning
from games.duet.ledger.reckoning import State
from games.story import Story
from tests.games import dictated

ULTIMATUM = """
title: Ultimatum
summary: One offer, one answer.
unit: $
state: {pie: 100}
moves:
  - {name: offer, by: human, type: number, from: 0, to: pie, ask: "How much do you offer?", default: pie // 2}
  - {name: answer, by: player, type: choice, choices: [accept, reject], ask: "Do you accept?"}
payoff:
  human: pie - offer if answer == 'accept' else 0
  player: offer if answer == 'accept' else 0
"""

DILEMMA = """
title: Dilemma
summary: Cooperate or defect, again and again.
unit: points
rounds: 3
moves:
  - {name: choice, by: both, type: choice, choices: [cooperate, defect], ask: "What do you do?"}
payoff:
  human: "{'cooperate': {'cooperate': 3, 'defect': 0}, 'defect': {'cooperate': 5, 'defect': 1}}[choice.human][choice.player]"
  player: "{'cooperate': {'cooperate': 3, 'defect': 0}, 'defect': {'cooperate': 5, 'defect': 1}}[choice.player][choice.human]"
"""

HAGGLE = """
title: Haggling
summary: A price, or none.
unit: €
private:
  human: {value: {from: 60, to: 100}}
  player: {cost: {from: 10, to: 50}}
rounds: 3
moves:
  - {name: price, by: in turns, type: number, from: 0, to: 100, ask: "Which price do you name?"}
  - {name: answer, by: the other, type: choice, choices: [deal, no deal], ask: "Is it a deal?"}
payoff:
  human: value - price if answer == 'deal' else 0
  player: price - cost if answer == 'deal' else 0
ends_when: answer == 'deal'
"""

PLAIN_MANAGER = "You run a guessing game. The secret number is 7, and the human's secret word is “apple”."
PLAIN_PLAYER = "You guess."


def manager(header: str, body: str = "Show it well.") -> str:
    """A manager's file."""
    return f"---\n{header.strip()}\n---\n{body}\n" if header else f"{body}\n"


def duet(
    header: str = ULTIMATUM,
    body: str = "Show it well.",
    player: str = "Play well.",
    *,
    people: str = "human",
    seed: str = "a pair",
    **options: Any,
) -> Dictated:
    """A pair about to be played by `people` (“human player”), models elsewhere."""
    from games import all_games

    game = all_games()["duet"]
    kinds: dict[Seat, Kind] = {
        seat: "person" if str(seat) in people.split() else "model" for seat in (HUMAN, PLAYER, MANAGER)
    }
    chosen = game.lobby.options(manager=manager(header, body), player=player, **options)
    told = Dictated(Story(game, chosen, seed))
    told.tell(told.story.begin(kinds))
    return told


class Dictated(dictated.Dictated[State]):
    """A duet that obeys a friend's words, and keeps what every seat saw."""

    def quietly(self) -> Dictated:
        """The manager shows whatever is to be shown, as code does."""
        while MANAGER in self.story.owed([MANAGER]):
            self.play("manager shows")
        return self

    def on(self, *turns: str) -> Dictated:
        """These moves, with the manager showing what is to be shown before and after each."""
        self.quietly()
        for turn in turns:
            self.play(turn)
            self.quietly()
        return self

    def prompt(self, seat: str) -> tuple[str, list[tuple[str, str]]]:
        """What a model in that seat is sent now: the system prompt, and turns of (role, text)."""
        asks = self.story.asks(Seat(seat))
        found = self.story.game.prompts.prompt(self.story.view(Seat(seat)), Seat(seat), asks)
        assert found is not None, f"{seat} is asked nothing"
        return found.system, list(found.turns)

    def reads(self, seat: str, text: str) -> Action:
        """What a model's words mean there."""
        found = self.story.game.prompts.prompt(self.story.view(Seat(seat)), Seat(seat), self.story.asks(Seat(seat)))
        assert found is not None
        return found.read(text)

    def ledger(self) -> dict[str, Any]:
        """All names as the table knows them."""
        return reckoning.names(self.story.view(TABLE))

    def _read(self, turn: str) -> tuple[Seat, Action]:
        seat, how, *rest = turn.split(" ", 2)
        text = rest[0] if rest else ""
        match how:
            case "shows":
                return Seat(seat), Show(text)
            case "enters":
                return Seat(seat), Enter(float(text))
            case "offers":
                return Seat(seat), self.reads(seat, text)
            case "chooses":
                return Seat(seat), Choose(text)
            case "writes":
                return Seat(seat), Write(text)
            case "stops":
                return Seat(seat), Stop()
        raise ValueError(f"nobody understands “{turn}”")
