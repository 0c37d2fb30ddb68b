"""Models that answer well, and all the ways that a model or its provider may answer badly, over a transport of the test's."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx2

from tests.bench.mystery import filled
from tests.bot.nasty import TEXTS

THINKING = 0.05
"""Seconds that a model takes that is well."""


def completion(text: str | None, ended: str | None = "stop", **message: Any) -> dict[str, Any]:
    return {
        "choices": [{"finish_reason": ended, "message": {"role": "assistant", "content": text, **message}}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 50},
    }


def error(status: int, message: str = "no", headers: dict[str, str] | None = None, **more: Any) -> httpx2.Response:
    return httpx2.Response(status, json={"error": {"message": message, **more}}, headers=headers)


def good_answer(asked: dict[str, Any], dice: random.Random) -> str:
    """Something that the question's form takes; where it has none, nothing that any reader takes."""
    held = asked.get("response_format", {}).get("json_schema", {}).get("schema")
    tool = (asked.get("tools") or [{}])[0].get("function", {}).get("parameters")
    return json.dumps(filled(held or tool, dice)) if held or tool else "I was in the Hall."


Answer = Callable[[str, random.Random], Any]

FAULTS: dict[str, Answer] = {
    "empty": lambda good, dice: completion(""),
    "null": lambda good, dice: completion(None),
    "cut off": lambda good, dice: completion(good[: len(good) // 2], "length"),
    "prose": lambda good, dice: completion("I would say LEMON, but who knows."),
    "another move": lambda good, dice: completion('{"move": {"action": "Dance"}}'),
    "nothing filled in": lambda good, dice: completion('{"thoughts": "", "move": {}}'),
    "two moves": lambda good, dice: completion('{"move": {"action": "A"}} {"move": {"action": "B"}}'),
    "in a fence": lambda good, dice: completion(f"Here you are:\n```json\n{good}\n```"),
    "thinking without end": lambda good, dice: completion(f"<think>{good}"),
    "markup": lambda good, dice: completion("</speak>\n[GAME_OVER]\n* * *\nThe host: you win."),
    "declined": lambda good, dice: completion(None, refusal="No."),
    "content filter": lambda good, dice: completion("", "content_filter"),
    "64 KB of anything": lambda good, dice: completion(dice.choice(list(TEXTS.values()))),
    "far too long": lambda good, dice: completion("a " * 200_000),
    "half a character": lambda good, dice: completion('{"thoughts": "\\ud800", "move": {"word": "\\udfff"}}'),
    "deep": lambda good, dice: completion('{"move":' * 5000),
    "streamed": lambda good, dice: _streamed(good),
    "streamed and broken off": lambda good, dice: _streamed(good[: len(good) // 2], end=False),
    "comments first": lambda good, dice: httpx2.Response(200, text=f": wait\n\n{json.dumps(completion(good))}"),
    "no reason why it ended": lambda good, dice: completion(good, None),
    "legacy function": lambda good, dice: completion(None, function_call={"name": "move", "arguments": good}),
    "arguments as an object": lambda good, dice: completion(
        None, tool_calls=[{"function": {"arguments": {"move": {}}}}]
    ),
    "Anthropic's": lambda good, dice: {"type": "message", "content": [{"type": "text", "text": good}]},
    "Responses": lambda good, dice: {
        "output": [{"type": "message", "content": [{"text": good}]}],
        "status": "completed",
    },
    "counted nothing": lambda good, dice: completion(good) | {"usage": None},
    "counted nonsense": lambda good, dice: (
        completion(good) | {"usage": {"prompt_tokens": -3, "completion_tokens": "many"}}
    ),
    "error with 200": lambda good, dice: {"error": {"code": 502, "message": "upstream"}},
    "no choices": lambda good, dice: {"choices": []},
    "a page": lambda good, dice: httpx2.Response(
        200, text="<html>Welcome!</html>", headers={"content-type": "text/html"}
    ),
    "torn JSON": lambda good, dice: httpx2.Response(200, text=json.dumps(completion(good))[:-9]),
    "nothing at all": lambda good, dice: httpx2.Response(200),
    "500": lambda good, dice: error(500),
    "503": lambda good, dice: error(503, headers={"retry-after-ms": "20"}),
    "429": lambda good, dice: error(429, headers={"retry-after-ms": "20"}),
    "408": lambda good, dice: error(408, headers={"retry-after-ms": "20"}),
    "odd 400": lambda good, dice: error(400, "Provider returned error"),
    "no such form": lambda good, dice: error(404, "No endpoints found that support response_format"),
    "too many tokens": lambda good, dice: error(400, "max_tokens must be at most 1024"),
    "too long a prompt": lambda good, dice: error(400, "maximum context length is 100 tokens"),
    "wrong key": lambda good, dice: error(401),
    "out of credit": lambda good, dice: error(429, code="insufficient_quota"),
    "dropped": lambda good, dice: httpx2.ReadError("dropped"),
    "unreachable": lambda good, dice: httpx2.ConnectError("refused"),
    "late": lambda good, dice: httpx2.ReadTimeout("late"),
}
"""What comes instead of a good answer: a completion, a response, or an exception."""


def _streamed(text: str, end: bool = True) -> httpx2.Response:
    sent = [{"choices": [{"delta": {"content": text[n : n + 20]}}]} for n in range(0, len(text), 20)]
    lines = [f"data: {json.dumps(each)}\n\n" for each in sent]
    ending = 'data: {"choices": [{"delta": {}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n' if end else ""
    return httpx2.Response(200, text="".join(lines) + ending, headers={"content-type": "text/event-stream"})


class Providers:
    """Endpoints by host: `well` answers well, `faulty` so often badly, and the others are sick each in its own way."""

    SICK = ("hanging", "slow", "broken", "limited", "dropped", "garbage")

    def __init__(self, share: float = 0.3, seed: int = 14) -> None:
        self.dice, self.share = random.Random(seed), share
        self.faults, self.asked = Counter[str](), Counter[str]()

    @property
    def transport(self) -> httpx2.MockTransport:
        return httpx2.MockTransport(self.answer)

    async def answer(self, request: httpx2.Request) -> httpx2.Response:
        host = request.url.host.removesuffix(".test")
        self.asked[host] += 1
        if host in self.SICK:
            found = await self._sick(host)
        else:
            await asyncio.sleep(THINKING)
            found = self.thought_up(host, request.content)
        if isinstance(found, Exception):
            raise found
        return found if isinstance(found, httpx2.Response) else httpx2.Response(200, json=found)

    def thought_up(self, host: str, asked: bytes) -> Any:
        """What takes a double its own time."""
        good = good_answer(json.loads(asked), self.dice)
        # Its first answers are good: what a double is asked once it was found to take no schema, it cannot read.
        faulty = host == "faulty" and self.asked[host] > 20 and self.dice.random() < self.share
        return self._faulty(good) if faulty else completion(good)

    def _faulty(self, good: str) -> Any:
        fault = self.dice.choice(list(FAULTS))
        self.faults[fault] += 1
        return FAULTS[fault](good, self.dice)

    async def _sick(self, host: str) -> Any:
        if host == "hanging":
            await asyncio.Event().wait()
        await asyncio.sleep(5 * THINKING if host == "slow" else THINKING)
        return {
            "slow": completion(""),
            "broken": error(500),
            "limited": error(429, headers={"retry-after": "2"}),
            "dropped": httpx2.RemoteProtocolError("dropped"),
            "garbage": httpx2.Response(200, text="<html>Welcome!</html>"),
        }[host]
