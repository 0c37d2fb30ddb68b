"""A player that says what it was told to say, and complains when it is asked too often or not often enough."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.players.autoplay import BuiltInPlayers
from bot.ports import Brief, Move, Occupant, Player, PlayerFailed
from games.core import Action, Ask

Line = Move | Action | PlayerFailed | Callable[[Brief], Move | Action]
"""What to answer: a whole move, an action (for the first ask that takes it), a failure, or something that sees the brief."""


class ScriptedPlayer:
    """Answers with one line of its script after the other. `briefs` are what it was given, `asked` how often."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self._lines = list(lines)
        self.briefs: list[Brief] = []
        self.complaints: list[str] = []
        self._free = asyncio.Event()
        self._free.set()

    @property
    def asked(self) -> int:
        return len(self.briefs)

    @property
    def left(self) -> int:
        """How many lines it has not said yet."""
        return len(self._lines)

    def hold(self) -> None:
        """From now on it thinks until it is released."""
        self._free.clear()

    def release(self) -> None:
        self._free.set()

    async def move(self, brief: Brief) -> Move:
        self.briefs.append(brief)
        if not self._lines:
            asks = ", ".join(ask.key for ask in brief.asks)
            self.complaints.append(f"{brief.seat} was asked too often: nothing is left in its script for {asks}.")
            raise AssertionError(self.complaints[-1])
        line = self._lines.pop(0)
        await self._free.wait()
        if callable(line):
            line = line(brief)
        match line:
            case PlayerFailed():
                raise line
            case Move():
                return line
        return Move(_ask_for(brief, line).key, line)

    def check(self) -> None:
        """AssertionError when it was asked too often (the table goes on without it, so nobody else may notice) or, with
        lines left over, not often enough."""
        if self.complaints:
            raise AssertionError(" ".join(self.complaints))
        if self._lines:
            raise AssertionError(f"Asked {self.asked} times, but {self.left} lines of the script are left.")


def _ask_for(brief: Brief, action: Action) -> Ask:
    """The first ask that takes the action; a wrong action goes to the first ask, to be refused."""
    return next((ask for ask in brief.asks if ask.takes(action)), brief.asks[0])


class ScriptedPlayers(BuiltInPlayers):
    """Seats scripted players by their occupants' names; whoever has no script must not be asked."""

    def __init__(self, scripts: Mapping[str, Sequence[Line] | ScriptedPlayer] | None = None) -> None:
        super().__init__()
        self._players = {
            name: script if isinstance(script, ScriptedPlayer) else ScriptedPlayer(script)
            for name, script in (scripts or {}).items()
        }

    def __getitem__(self, name: str) -> ScriptedPlayer:
        return self._players.setdefault(name, ScriptedPlayer())

    def __setitem__(self, name: str, script: Sequence[Line] | ScriptedPlayer) -> None:
        self._players[name] = script if isinstance(script, ScriptedPlayer) else ScriptedPlayer(script)

    def seat(self, occupant: Occupant) -> Player:
        return self[occupant.name]

    def check(self) -> None:
        """AssertionError names the first who was asked too often or not often enough."""
        for name, player in self._players.items():
            try:
                player.check()
            except AssertionError as complaint:
                raise AssertionError(f"{name}: {complaint}") from None
