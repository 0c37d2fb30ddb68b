"""Who owes an answer that nobody may know of stands in no log at INFO, whatever goes wrong."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import httpx2
import pytest

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.metrics import Vitals
from bot.players.autoplay import BuiltIn, BuiltInPlayers
from bot.players.seating import HousePlayers
from bot.players.spec import ModelSpec
from bot.ports import Brief, Call, Move, Occupant, Player, PlayerFailed, Players
from bot.stores.memory import MemoryStore
from games.core import Seat
from games.mystery.options import MysteryOptions
from tests.bot.endpoint import saying


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


async def provider(request: httpx2.Request) -> httpx2.Response:
    """Answers, and says nothing to the purpose: everybody's moves are made for them."""
    said = json.loads(request.content)["model"]
    return httpx2.Response(200, json=saying(f"{said} has nothing to say."))


def at_a_provider() -> Players:
    """Models with a name of its own in every seat: whose model is asked is who is asked."""
    specs = {f"mind-{n}": ModelSpec(f"mind-{n}", "http://model.test/v1", "sk", reply="text") for n in range(1, 6)}
    return HousePlayers(specs, "mind-1", transport=httpx2.MockTransport(provider))


class Listening(logging.Handler):
    """Keeps what is said at INFO of a seat, or of what plays there, that owes something in private just then."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(logging.INFO)
        self.hall, self.heard, self.told = hall, 0, list[str]()

    def emit(self, record: logging.LogRecord) -> None:
        self.heard += 1
        text = f"{record.getMessage()} {vars(record)}"
        for table in self.hall.tables.values():
            words = set(re.findall(r"[\w-]+", text.replace(table.id, "")))
            for seat, occupant in table.seats.items():
                owed = [ask for ask in table.asks(seat) if ask.need != "none"]
                named = words & {seat, occupant.name, occupant.model}
                if named and any(ask.private and not ask.known for ask in owed):
                    self.told.append(record.getMessage())


@pytest.mark.parametrize("players", [AllSick, at_a_provider])
async def test_who_owes_an_answer_in_private_stands_in_no_log(
    players: Callable[[], Players], clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    vitals = Vitals()
    hall = Hall(vitals.watch(MemoryStore()), players(), clock)
    listening = Listening(hall)
    root = logging.getLogger()
    monkeypatch.setattr(root, "level", logging.INFO)
    root.addHandler(listening)
    try:
        seats: dict[Seat, Any] = {Seat(f"p{n}"): Occupant("model", f"N{n}", model=f"mind-{n}") for n in range(1, 6)}
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
        await hall.players.close()
    assert table.outcome and listening.heard > 10
    assert not listening.told, listening.told[:5]
