"""Briefs of a game of Codenames in progress, as a table would give them to its players."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.players.completions import Sent
from bot.ports import Brief, Move
from games.codenames import GAME
from games.core import EVERYONE, Action, Kind, Seat
from games.story import Story

SEATS: dict[Seat, Kind] = {
    Seat("red-spymaster"): "model",
    Seat("red-1"): "model",
    Seat("blue-spymaster"): "model",
    Seat("blue-1"): "model",
}
NAMES = dict(zip(SEATS, ("Ada", "Basil", "Clio", "Dante"), strict=True))
RED = ("LEMON", "BEACH", "TRUNK", "TOWER", "HONEY", "PIANO", "CLOUD", "BRICK", "TIGER")
BLUE = ("OCEAN", "SPOON", "CANDLE", "MARKET", "FEATHER", "WINDOW", "BUTTON", "CASTLE")
GREY = ("PAPER", "RIVER", "GHOST", "TABLE", "ONION", "ROBOT", "VIOLIN")
BLACK = "POISON"
BOARD = {"red_words": RED, "blue_words": BLUE, "civilian_words": GREY, "assassin_word": BLACK}


def heard_in(prompt: Sent[Move]) -> str:
    """What a prompt repeats of what its seat heard."""
    return prompt.turns[0][1] if len(prompt.turns) > 1 else ""


def now_in(prompt: Sent[Move]) -> str:
    """What is new each time."""
    return prompt.turns[-1][1]


class Evening:
    """A game of Codenames, with whoever moves next moving as told. Red starts."""

    def __init__(self, *actions: Action, **options: Any) -> None:
        self.story = Story(GAME, GAME.lobby.options.model_validate({"board": BOARD} | options), "an evening")
        self.story.tell(self.story.begin(SEATS))
        for action in actions:
            self.play(action)

    def play(self, action: Action) -> None:
        seat = next(iter(self.story.owed(self.story.seats)))
        ask = next(ask for ask in self.story.asks(seat) if ask.takes(action))
        self.story.tell(self.story.decide(seat, action, ask.key))

    def brief(self, seat: str, **more: Any) -> Brief:
        at = Seat(seat)
        heard = [told for told in self.story.log if told.heard_by(at)]
        brief = Brief(
            game=GAME,
            table="evening",
            seat=at,
            view=self.story.view(at),
            heard=self.story.heard(at),
            private=frozenset(n for n, told in enumerate(heard) if told.to is not EVERYONE),
            asks=self.story.asks(at),
            names=NAMES,
        )
        return replace(brief, **more)
