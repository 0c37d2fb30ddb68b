"""An endpoint for models that answers as its script says: well, badly, late, or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from bot.players.purse import Budgets, Purse
from bot.players.seating import HousePlayers
from bot.players.spec import ModelSpec
from bot.ports import Brief, Limit, Move, Occupant, PlayerFailed
from games.codenames.events import Clue
from tests.bot.briefs import Evening

KEY = "sk-canary-7319"
SPEC = ModelSpec("tiny-1", "http://model.test/v1", KEY, price_in=1.0, price_out=4.0, price_cached=0.5)
AI = Occupant("model", "Basil", persona="basil")


def saying(text: str | None, **more: Any) -> dict[str, Any]:
    """A completion with that text. `more` goes into the message, but for the reason why it ended and the tokens."""
    ended, usage = more.pop("ended", "stop"), more.pop("usage", None)
    choice = {"index": 0, "finish_reason": ended, "message": {"role": "assistant", "content": text, **more}}
    usage = usage or {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}
    return {
        "id": "c",
        "object": "chat.completion",
        "created": 0,
        "model": "tiny-1",
        "choices": [choice],
        "usage": usage,
    }


def error(status: int, message: str = "no", **more: Any) -> httpx2.Response:
    headers = {"retry-after-ms": "1"}
    return httpx2.Response(status, json={"error": {"message": f"{message} {KEY}", **more}}, headers=headers)


Line = dict[str, Any] | httpx2.Response | Exception | Callable[[dict[str, Any]], httpx2.Response]


class Endpoint:
    """Answers one request after the other with the lines of its script, and keeps what it was asked."""

    def __init__(self, *lines: Line) -> None:
        self.lines = list(lines)
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.players: list[HousePlayers] = []

    async def answer(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.append(json.loads(request.content))
        self.keys.append(request.headers["authorization"])
        assert self.lines, "the endpoint was asked once too often"
        line = self.lines.pop(0)
        match line:
            case Exception():
                raise line
            case httpx2.Response():
                return line
            case dict():
                return httpx2.Response(200, json=line)
        return line(self.asked[-1])

    def seated(
        self,
        spec: ModelSpec = SPEC,
        budget: float | None = None,
        narrator_budget: float | None = None,
        purse: Purse | None = None,
        **more: Any,
    ) -> HousePlayers:
        """`budget` is what a game may cost, `narrator_budget` what the narrator may, where no `purse` says it."""
        purse = purse or Purse(Budgets(game=Limit(budget), narrator=Limit(narrator_budget)))
        players = HousePlayers({"tiny": spec}, "tiny", transport=httpx2.MockTransport(self.answer), purse=purse, **more)
        self.players.append(players)
        return players

    async def move(self, brief: Brief | None = None, spec: ModelSpec = SPEC, **more: Any) -> Move:
        return await self.seated(spec, **more).seat(AI).move(brief or guessing())

    async def failure(self, brief: Brief | None = None, spec: ModelSpec = SPEC, **more: Any) -> PlayerFailed:
        with pytest.raises(PlayerFailed) as caught:
            await self.move(brief, spec, **more)
        assert KEY not in caught.value.why + caught.value.again
        return caught.value


def guessing(**more: Any) -> Brief:
    return Evening(Clue("fruit", 2)).brief("red-1", **more)


At = Callable[..., Endpoint]
"""Makes an endpoint with these lines; the fixture `endpoint` is one."""
