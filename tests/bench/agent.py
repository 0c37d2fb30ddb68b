"""How much of what a model is sent in a day of a game with look-ups stands byte for byte at the beginning of what it was sent
before, as JSON, as a function's arguments and as tags: a provider that remembers the beginnings of prompts need not read that again, nor charge it in full.

    python -m tests.bench.agent
    python -m tests.bench.agent --base-url http://127.0.0.1:8791/v1 --model smollm2-135m --reply schema

Without an endpoint, a script plays a small game: it looks up two things and speaks. With one, a model plays it, and every
call, look-up, observation and move is printed; tokens from the cache are as the endpoint counts them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import httpx2

from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.players.spec import ModelSpec, Reply
from bot.ports import Occupant, RealClock
from bot.stores.memory import MemoryStore
from tests.bench.local_model import show
from tests.bot import parlour
from tests.reusable import reusable

SCRIPT = (("card", "Basil"), ("chat_log", "1"), ("speak", "I have looked, and I say that Basil holds a heart. " * 2))
REPLIES: tuple[Reply, ...] = ("tools", "schema", "text")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base-url", default="")
    parser.add_argument("--model", default="scripted")
    parser.add_argument("--reply", choices=REPLIES)
    parser.add_argument("--answer-tokens", type=int, default=200)
    parser.add_argument("--temperature", type=float, default=0.7)
    parser.add_argument("--timeout", type=float, default=300.0)
    parser.add_argument("--days", type=int, default=1)
    parser.add_argument("--rounds", type=int, help="how often each of three speaks in a day")
    chosen = parser.parse_args(arguments)
    for reply in (chosen.reply,) if chosen.reply else REPLIES:
        spec = ModelSpec(
            chosen.model,
            chosen.base_url or "http://model.test/v1",
            os.environ.get("OPENAI_API_KEY", ""),
            reply=reply,
            briefing="compact",
            answer_tokens=chosen.answer_tokens,
            temperature=chosen.temperature,
            timeout=chosen.timeout,
        )
        to = httpx2.AsyncHTTPTransport() if chosen.base_url else Script(reply)
        rounds = chosen.rounds or (2 if chosen.base_url else 10)
        asyncio.run(play(spec, to, chosen.days, rounds, shown=bool(chosen.base_url)))


class Script(httpx2.AsyncBaseTransport):
    """An endpoint that has each seat look up two things and speak, turn after turn."""

    def __init__(self, reply: Reply) -> None:
        self._reply, self._asked = reply, Counter[str]()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        who = json.loads(request.content)["messages"][0]["content"]
        name, text = SCRIPT[self._asked[who] % len(SCRIPT)]
        self._asked[who] += 1
        return httpx2.Response(200, json=completion(self._reply, name, text))


class Recorder(httpx2.AsyncBaseTransport):
    """Keeps what each seat was sent, told apart by their system prompts, and passes it on."""

    def __init__(self, to: httpx2.AsyncBaseTransport) -> None:
        self._to = to
        self.prompts: dict[str, list[list[dict[str, Any]]]] = defaultdict(list)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        messages = json.loads(request.content)["messages"]
        self.prompts[messages[0]["content"]].append(messages)
        return await self._to.handle_async_request(request)

    @property
    def share(self) -> float:
        """What can be reused, on the mean of the seats."""
        return sum(map(reusable, self.prompts.values())) / max(1, len(self.prompts))


async def play(spec: ModelSpec, to: httpx2.AsyncBaseTransport, days: int, rounds: int, shown: bool) -> None:
    """One game with a model in every seat, printed call by call where it is to be `shown`, and what can be reused."""
    recorder, store = Recorder(to), MemoryStore({"parlour": parlour.GAME})
    players = HousePlayers({"it": spec}, "it", transport=recorder)
    hall = Hall(store, players, RealClock())
    hall.games = {"parlour": parlour.GAME}
    seats = {seat: Occupant("model", name, model="it") for seat, name in parlour.NAMES.items()}
    table = await hall.open("parlour", {"days": days, "rounds": rounds}, seats, seed="bench")
    await table.idle()
    calls = await store.calls(table.id)
    if shown:
        await show(table, store)
    outcomes = ", ".join(f"{n} {outcome}" for outcome, n in Counter(each.outcome for each in calls).items())
    tokens, cached = (sum(getattr(c.call, what) for c in calls) for what in ("prompt_tokens", "cached_tokens"))
    counts = f", {cached / tokens:.0%} of the tokens cached" if tokens else ""
    print(
        f"{spec.reply}: {recorder.share:.1%} of the prompts can be reused{counts}. {rounds} turns a seat and day; calls: {outcomes}."
    )
    await hall.close()
    await players.close()


def weight_of(prompts: Sequence[Sequence[dict[str, Any]]]) -> int:
    """Bytes of what was sent in some prompts."""
    return sum(len(json.dumps(each, ensure_ascii=False).encode()) for prompt in prompts for each in prompt)


def completion(reply: Reply, name: str, text: str) -> dict[str, Any]:
    """What an endpoint answers whose model takes that step."""
    message: dict[str, Any] = {"role": "assistant", "content": None}
    step = {"speak": text} if name == "speak" else {"look": {"tool": name, "argument": text}}
    written = json.dumps({"thinking": "Let me see.", "step": step})
    match reply:
        case "text":
            message["content"] = f"<speak>{text}" if name == "speak" else f"<thinking>Let me see.\n<{name}>{text}"
        case "tools":
            message["tool_calls"] = [
                {"id": "1", "type": "function", "function": {"name": "move", "arguments": written}}
            ]
        case _:
            message["content"] = written
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    return {"id": "c", "object": "chat.completion", "created": 0, "model": "scripted", "choices": [choice]}


if __name__ == "__main__":
    main()
