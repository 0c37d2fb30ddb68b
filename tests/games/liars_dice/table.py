"""A table of liar's dice, with cups of one's own, told to a friend turn by turn."""

from __future__ import annotations

from typing import Any

from games import all_games
from games.company import Began, alone
from games.core import EVERYONE, Action, Seat, Seated, Told
from games.liars_dice.rules import Bid, DiceOptions, Exact, Liar, Rolled, State
from games.story import Story
from tests.games.dictated import Dictated as Dictated_

GAME = all_games()["liars-dice"]


class Dictated(Dictated_[State]):
    """“p1 bids 3 5”, “p2 calls”, “p2 calls exact”, “host pauses”."""

    def _read(self, turn: str) -> tuple[Seat, Action]:
        match turn.split():
            case [seat, "bids", count, face]:
                return Seat(seat), Bid(int(count), int(face))
            case [seat, "calls"]:
                return Seat(seat), Liar()
            case [seat, "calls", "exact"]:
                return Seat(seat), Exact()
        raise ValueError(turn)


def opening(*cups: str, **options: Any) -> tuple[DiceOptions, list[Told]]:
    """How a table begins where everybody has rolled what stands there; the first begins."""
    chosen = DiceOptions(players=max(2, len(cups)), **options)
    seats = tuple(Seat(f"p{n}") for n in range(1, len(cups) + 1))
    told = [Told(EVERYONE, Seated(seat, "person")) for seat in seats]
    told.append(Told(EVERYONE, Began(seats, seats[0], chosen.model_dump(mode="json"))))
    rolled = (Rolled(seat, tuple(map(int, cup))) for seat, cup in zip(seats, cups, strict=True))
    return chosen, [*told, *alone(*rolled)]


def table(*cups: str, **options: Any) -> Story[State]:
    chosen, told = opening(*cups, **options)
    story = Story(GAME, chosen, "seed")
    story.tell(told)
    return story


def dictated(*cups: str, **options: Any) -> Dictated:
    chosen, told = opening(*cups, **options)
    game = Dictated(Story(GAME, chosen, "seed"))
    game.tell(told)
    return game
