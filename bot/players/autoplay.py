"""The built-in player: whatever the game's own `autoplay` would do with this seat's view."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable

from bot.ports import Brief, Move, Occupant, Player, Players
from games.core import STRENGTHS, IllegalAction, Temper

TEMPERS = {
    "built-in": Temper(),
    "built-in:bold": Temper(boldness=0.9),
    "built-in:careful": Temper(boldness=0.1),
    **{f"built-in:{each}": Temper(strength=strength) for each, strength in STRENGTHS.items()},
}


Strategies = Callable[[], Iterable[str]]
"""The names of all strategies of all games that there are now."""


def tempers(strategies: Iterable[str]) -> dict[str, Temper]:
    """How a built-in player may be asked to play, by spec in lower case: by its temper, or by a strategy of its game."""
    named = {f"built-in:{each.casefold()}": Temper(strategy=each) for each in strategies}
    return TEMPERS | {spec: temper for spec, temper in named.items() if spec not in TEMPERS}


class BuiltIn:
    """Plays offline, off the event loop: a spymaster thinks for some hundredths of a second. `at_once` it thinks on the loop, so
    that several seats asked together answer in the order they were asked."""

    def __init__(self, occupant: Occupant, at_once: bool = False) -> None:
        self._temper, self._at_once = occupant.playing, at_once

    async def move(self, brief: Brief) -> Move:
        ask = next((ask for ask in brief.asks if ask.need != "none"), None) or next(a for a in brief.asks if a.invites)
        rng = random.Random(brief.dice)
        about = (brief.view, brief.seat, ask, rng, self._temper)
        if self._at_once:
            return Move(ask.key, brief.game.policy.autoplay(*about))
        return Move(ask.key, await asyncio.to_thread(brief.game.policy.autoplay, *about))


class BuiltInPlayers(Players):
    """Seats built-in players and nobody else."""

    def __init__(self, strategies: Strategies = tuple) -> None:
        self._strategies = strategies

    def seat(self, occupant: Occupant) -> Player:
        return BuiltIn(occupant)

    def occupant(self, name: str, spec: str = "") -> Occupant:
        """See bot.ports.Players."""
        temper = tempers(self._strategies()).get(spec.casefold() or "built-in")
        if temper is None:
            raise IllegalAction(f"There is no player “{spec}”. There are: {', '.join(self.specs())}.")
        return Occupant("built-in", name, temper=temper)

    def specs(self) -> tuple[str, ...]:
        return tuple(tempers(self._strategies()))

    async def close(self) -> None:
        """Nothing to hang up on."""
