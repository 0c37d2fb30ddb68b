"""Who owes an answer that nobody may know of stands in no log at INFO, whatever goes wrong."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.metrics import Vitals
from bot.players.autoplay import BuiltIn, BuiltInPlayers
from bot.ports import Brief, Call, Move, Occupant, Player, PlayerFailed
from bot.stores.memory import MemoryStore
from games.core import Seat
from games.mystery.options import MysteryOptions


class Sick(Player):
    """Breaks, gives no answer, or answers in turn."""

    def __init__(self, occupant: Occupant, turns: Iterator[int]) -> None:
        self._well, self._turns = BuiltIn(replace(occupant, kind="built-in"), at_once=True), turns

    async def move(self, brief: Brief) -> Move:
        match next(self._turns) % 3:
            case 0:
                raise RuntimeError("its author's mistake")
            case 1:
                raise PlayerFailed("small-1 did not answer", Call("small-1"))
        return await self._well.move(brief)


class AllSick(BuiltInPlayers):
    def __init__(self) -> None:
        super().__init__()
        self._turns = count()

    def seat(self, occupant: Occupant) -> Player:
        return Sick(occupant, self._turns)


class Listening(logging.Handler):
    """Keeps what is said at INFO of a seat that owes something in private just then."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(logging.INFO)
        self.hall, self.heard, self.told = hall, 0, list[str]()

    def emit(self, record: logging.LogRecord) -> None:
        self.heard += 1
        text = f"{record.getMessage()} {vars(record)}"
        for table in self.hall.tables.values():
            for seat in set(re.findall(r"\bp\d+\b", text.replace(table.id, ""))):
                owed = [ask for ask in table.asks(Seat(seat)) if ask.need != "none"]
                if any(ask.private and not ask.known for ask in owed):
                    self.told.append(record.getMessage())


async def test_who_owes_an_answer_in_private_stands_in_no_log(
    clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    vitals = Vitals()
    hall = Hall(vitals.watch(MemoryStore()), AllSick(), clock)
    listening = Listening(hall)
    root = logging.getLogger()
    monkeypatch.setattr(root, "level", logging.INFO)
    root.addHandler(listening)
    try:
        seats: dict[Seat, Any] = {Seat(f"p{n}"): Occupant("model", f"N{n}", model="small-1") for n in range(1, 6)}
        table = await hall.open("mystery", MysteryOptions(players=5, timers=False), seats, seed="s")
        for _ in range(2000):
            await table.idle()
            if table.outcome:
                break
            if clock.next is not None:
                await clock.advance(clock.next - clock.now())
        await vitals.rest()
    finally:
        root.removeHandler(listening)
        await hall.close()
    assert table.outcome and listening.heard > 10
    assert not listening.told, listening.told[:5]
