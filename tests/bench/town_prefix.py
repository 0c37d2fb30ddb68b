"""How much of what models are sent in a whole game of Town stands byte for byte at the beginning of what they were sent before.

    python -m tests.bench.town_prefix
    python -m tests.bench.town_prefix --players 15 --reply text --statements 2

A script sits in every seat: it looks up two things before it speaks, votes, judges and acts by chance, and sums up each day. A
provider that remembers the beginnings of prompts need not read those again. The short prompts that ask how eager somebody is to
speak are counted by themselves, and with the rest: they share nothing with it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import httpx2

from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.players.spec import ModelSpec, Reply
from bot.ports import Occupant, RealClock
from bot.stores.memory import MemoryStore
from bot.table.table import Table
from games.town.game import TOWN
from tests.bench.agent import Recorder, completion, weight_of
from tests.reusable import Prompt, reusable

LOOKED_UP = 2
SPARED = frozenset({"wait", "sleep", "whisper"})
"""How no turn ends that can end otherwise."""

WORDS = [
    "I",
    "watched",
    "the",
    "house",
    "by",
    "the",
    "river",
    "all",
    "night",
    "and",
    "saw",
    "nobody",
    "come",
    "or",
    "go,",
    "so",
    "somebody",
    "here",
    "is",
    "lying",
    "to",
    "us.",
]
PLAIN = {"speak": 30, "sum": 80, "will": 40, "notebook": 20, "death_note": 10, "forgery": 30}
"""How many words a script writes where it may write any."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[9, 15])
    parser.add_argument("--reply", choices=("schema", "text"), nargs="+", default=["schema"])
    parser.add_argument("--statements", type=int, default=3, help="how often each may take the floor in a day")
    parser.add_argument("--briefing", choices=("full", "compact"), default="full")
    parser.add_argument("--seed", default="bench")
    chosen = parser.parse_args(arguments)
    for players in chosen.players:
        for reply in chosen.reply:
            asyncio.run(play(players, reply, chosen.statements, chosen.briefing, chosen.seed))


class Script(httpx2.AsyncBaseTransport):
    """An endpoint behind which everybody looks up two things, and then does something that they may do."""

    def __init__(self, reply: Reply, seed: str) -> None:
        self._reply, self._rng = reply, random.Random(seed)
        self.outcomes: Counter[str] = Counter()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        asked = json.loads(request.content)
        if "How eager are you" in asked["messages"][-1]["content"]:
            number = self._rng.choice((0, 1, 2, 3))
            choice = {"role": "assistant", "content": json.dumps({"eagerness": number})}
            return httpx2.Response(200, json=completion("schema", "speak", "") | {"choices": [_choice(choice)]})
        name, text = self._step(asked)
        self.outcomes[name] += 1
        return httpx2.Response(200, json=_completion(self._reply, name, text))

    def _step(self, asked: dict[str, Any]) -> tuple[str, str]:
        prompt = next(
            each["content"] for each in reversed(asked["messages"]) if "End your turn" in str(each["content"])
        )
        done = len(asked["messages"]) - 2
        if "look nothing up" not in prompt and done < 2 * LOOKED_UP:
            return ("look", "claims" if done else "vote_history")
        finals = _offered(asked, self._reply, prompt)
        tag = self._rng.choice([each for each in finals if each not in SPARED] or [*finals])
        if values := finals[tag]:
            return tag, self._rng.choice(values)
        return tag, " ".join(self._rng.choices(WORDS, k=PLAIN.get(tag, 0)))[:380]


def _offered(asked: dict[str, Any], reply: Reply, prompt: str) -> dict[str, list[str]]:
    """How the turn may end, with the values of those ends that have some."""
    if reply == "schema":
        steps = asked["response_format"]["json_schema"]["schema"]["properties"]["step"]["anyOf"]
        held = [next(iter(each["properties"].items())) for each in steps]
        return {tag: each.get("enum", []) for tag, each in held if tag != "look" and each.get("type") != "boolean"} | {
            tag: [] for tag, each in held if each.get("type") == "boolean"
        }
    ends = prompt.rpartition("End your turn")[2]
    found = {tag: held.split(" | ") for tag, held in re.findall(r"^<(\w+)>(.*?)</\1>", ends, re.MULTILINE)}
    return {tag: [] if tag in PLAIN else values for tag, values in found.items()}


def _choice(message: dict[str, Any]) -> dict[str, Any]:
    return {"index": 0, "finish_reason": "stop", "message": message}


def _completion(reply: Reply, name: str, text: str) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": None}
    thinking = "Let me think about what I know and whom I suspect."
    looks = name == "look"
    wanted = "all" if text == "claims" else ""
    if reply == "text":
        message["content"] = f"<thinking>{thinking}<{text}>{wanted}" if looks else f"<{name}>{text}"
    else:
        step = {"look": {"tool": text, "argument": wanted}} if looks else {name: text or True}
        message["content"] = json.dumps({"thinking": thinking, "step": step})
    return completion("schema", "speak", "") | {"choices": [_choice(message)]}


@dataclass
class Sent:
    """What everybody was sent in a game: a list of prompts for each seat, the longer ones and those that ask how eager it is."""

    table: Table
    outcomes: Counter[str]
    turns: list[Sequence[Prompt]]
    bids: list[Sequence[Prompt]]

    @property
    def shares(self) -> list[float]:
        """Of each seat's turns, what stood at the beginning of its prompt before, or of another seat's first one."""
        return [reusable(each, [other[0] for other in self.turns[:n]]) for n, each in enumerate(self.turns)]


async def sent(players: int, reply: Reply, statements: int, briefing: Any, seed: str) -> Sent:
    """One game with a script in every seat."""
    recorder, store = Recorder(Script(reply, seed)), MemoryStore()
    spec = ModelSpec("scripted", "http://model.test/v1", reply=reply, briefing=briefing, context=128_000)
    house = HousePlayers({"it": spec}, "it", transport=recorder)
    hall = Hall(store, house, RealClock())
    seats = {f"p{n}": Occupant("model", f"Anna {chr(64 + n)}", model="it") for n in range(1, players + 1)}
    table = await hall.open(TOWN.name, {"players": players, "ai_statements": statements}, seats, seed=seed)  # type: ignore[arg-type]
    await table.idle()
    outcomes = Counter(called.outcome for called in await store.calls(table.id))
    await hall.close()
    await house.close()
    bids = [prompts for prompts in recorder.prompts.values() if "How eager" in prompts[0][-1]["content"]]
    turns = [prompts for prompts in recorder.prompts.values() if "How eager" not in prompts[0][-1]["content"]]
    return Sent(table, outcomes, turns, bids)


async def play(players: int, reply: Reply, statements: int, briefing: Any, seed: str) -> None:
    """Prints what of the prompts of one game can be reused."""
    began = time.monotonic()
    game = await sent(players, reply, statements, briefing, seed)
    turns, bids = game.turns, game.bids
    story = game.table.story
    assert story.outcome
    least = min(range(len(turns)), key=game.shares.__getitem__)
    print(
        f"{players} players, {reply}, {briefing}, {statements} statements a day: {story.state.day} days, "
        f"{sum(map(len, turns))} prompts of {_kilobytes(turns):.1f} kB, {sum(map(len, bids))} short ones of "
        f"{_kilobytes(bids):.1f} kB. Can be reused: {_share(turns):.1%}, {_share([*turns, *bids]):.1%} with the short ones. "
        f"Where a provider remembers the whole table: {_mean(game.shares, turns):.1%}, of the seats the least "
        f"{game.shares[least]:.1%} ({len(turns[least])} prompts). "
        f"Calls: {dict(game.outcomes)}. {time.monotonic() - began:.0f} s. {story.outcome.why}"
    )


def _kilobytes(every: Sequence[Sequence[Any]]) -> float:
    return sum(map(weight_of, every)) / max(1, sum(map(len, every))) / 1000


def _share(every: Sequence[Sequence[Prompt]]) -> float:
    """Of all bytes, each seat by itself."""
    return _mean(list(map(reusable, every)), every)


def _mean(shares: Sequence[float], every: Sequence[Sequence[Prompt]]) -> float:
    """By how much was sent to each."""
    return sum(share * weight_of(prompts) for share, prompts in zip(shares, every, strict=True)) / max(
        1, sum(map(weight_of, every))
    )


if __name__ == "__main__":
    main()
