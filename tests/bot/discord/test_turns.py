"""Requests to Discord in turns."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest

from bot.surfaces.discord.turns import GAME, Turns


class Wire:
    """Takes requests, and answers them when it is told to, or at once."""

    def __init__(self, held: Iterable[int] = ()) -> None:
        self.came: list[tuple[str, int | None]] = []
        self.at: list[float] = []
        self.held = set(held)
        self.free = asyncio.Event()
        self.most: dict[int | None, int] = {}
        self._now: dict[int | None, int] = {}

    async def send(self, route: Any, **_: Any) -> str:
        channel = route.channel_id
        self.came.append((GAME.get(), channel))
        self.at.append(asyncio.get_running_loop().time())
        self._now[channel] = self._now.get(channel, 0) + 1
        self.most[channel] = max(self.most.get(channel, 0), self._now[channel])
        try:
            await (self.free.wait() if channel in self.held else asyncio.sleep(0))
        finally:
            self._now[channel] -= 1
        return f"{channel}"


def ask(turns: Turns, game: str, channel: int | None) -> asyncio.Task[Any]:
    async def asking() -> Any:
        GAME.set(game)
        return await turns(SimpleNamespace(channel_id=channel))

    return asyncio.create_task(asking())


async def test_a_game_that_tells_little_does_not_wait_for_one_that_tells_much():
    wire = Wire()
    turns = Turns(wire.send, a_second=200.0)
    turns._left = -60.0  # this second is used up and more: all that comes has to wait until all is there
    much = [ask(turns, "much", 100 + n) for n in range(50)]
    little = [ask(turns, "little", 1), ask(turns, "little", 2)]
    assert await asyncio.gather(*little, *much) == ["1", "2", *(str(100 + n) for n in range(50))]
    assert [game for game, _ in wire.came][:5].count("little") == 2 and len(wire.came) == 52


async def test_no_more_go_out_in_a_second_than_may():
    wire = Wire()
    turns = Turns(wire.send, a_second=50.0)
    await asyncio.gather(*(ask(turns, f"g{n}", n) for n in range(60)))
    assert wire.at[-1] - wire.at[0] >= 9 / 50


async def test_a_channel_gets_one_at_a_time_in_their_order_and_holds_up_no_other():
    wire = Wire(held=[7])
    turns = Turns(wire.send)
    slow = [ask(turns, "g", 7) for _ in range(3)]
    others = [ask(turns, "g", 8), ask(turns, "g", None), ask(turns, "g", None)]
    assert await asyncio.gather(*others) == ["8", "None", "None"]
    assert wire.came.count(("g", 7)) == 1
    wire.free.set()
    await asyncio.gather(*slow)
    assert wire.most == {7: 1, 8: 1, None: 2}


async def test_whoever_goes_away_leaves_their_turn_to_the_next():
    wire = Wire(held=[7])
    turns = Turns(wire.send)
    first, second, third = (ask(turns, "g", 7) for _ in range(3))
    await asyncio.sleep(0.01)
    second.cancel()
    first.cancel()  # on its way already
    with pytest.raises(asyncio.CancelledError):
        await second
    wire.held.clear()
    assert await third == "7"
    assert not turns._waiting and not turns._busy


async def test_what_discord_refuses_is_told_to_whoever_asked_and_the_channel_is_free_again():
    async def refuse(route: Any) -> None:
        raise ValueError("no")

    turns = Turns(refuse)
    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            await ask(turns, "g", 7)
