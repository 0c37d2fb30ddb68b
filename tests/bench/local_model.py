"""Whole games with a real model in every seat: how many of its moves are legal, before and after refusals are fed back.

    python -m tests.bench.local_model --base-url http://127.0.0.1:8791/v1 --model smollm2-135m --games 2

Any OpenAI-compatible endpoint will do; the key is read from OPENAI_API_KEY. *First try* counts the answers to questions put
for the first time; *in the end* counts questions: answered by the model after at most two refusals, or by the built-in
player in its stead.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections import Counter, defaultdict
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as Sheet

from bot.hall import Hall, result_line
from bot.players.model import ModelSpec
from bot.players.seating import HousePlayers
from bot.ports import Called, Moved, RealClock
from bot.stores.memory import MemoryStore


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base-url", default="http://127.0.0.1:8791/v1")
    parser.add_argument("--model", default="smollm2-135m")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--briefing", choices=("full", "compact"), default="compact")
    parser.add_argument("--reply", choices=("schema", "tools", "json", "text"), default="schema")
    parser.add_argument("--answer-tokens", type=int, default=96)
    parser.add_argument("--timeout", type=float, default=300.0)
    parser.add_argument("--temperature", type=float, default=None)
    asyncio.run(run(parser.parse_args(arguments)))


async def run(chosen: argparse.Namespace) -> None:
    console = Console()
    spec = ModelSpec(
        chosen.model,
        chosen.base_url,
        os.environ.get("OPENAI_API_KEY", ""),
        reply=chosen.reply,
        briefing=chosen.briefing,
        answer_tokens=chosen.answer_tokens,
        temperature=chosen.temperature,
        timeout=chosen.timeout,
    )
    players = HousePlayers({"it": spec}, "it")
    calls: list[Called] = []
    moves: list[Moved] = []
    for i in range(chosen.games):
        store = MemoryStore()
        hall = Hall(store, players, RealClock())
        began = time.monotonic()
        seating = [(seat, None) for seat in ("red-spymaster", "red-1", "blue-spymaster", "blue-1")]
        table = await hall.open("codenames", {}, hall.filled(seating), seed=f"{chosen.seed}-{i}")  # type: ignore[arg-type]
        await table.finished()
        await table.idle()
        of_this = await store.calls(table.id)
        calls += of_this
        moves += await store.moves(table.id)
        ending = result_line(table.story.outcome, table.names) if table.story.outcome else "It did not end."
        console.print(f"Game {i + 1}: {len(of_this)} calls in {time.monotonic() - began:.0f} s. {ending}")
        await hall.close()
    await players.close()
    console.print(sheet(calls, moves))
    tokens = [called.call.prompt_tokens for called in calls]
    if tokens:
        cached = sum(called.call.cached_tokens for called in calls)
        console.print(
            f"Prompts: {sum(tokens) / len(tokens):.0f} tokens on average, {max(tokens)} at most, {cached / sum(tokens):.0%} cached."
        )
    for (outcome, why), n in Counter((c.outcome, c.why) for c in calls if c.outcome != "accepted").most_common(12):
        console.print(f"  {n} × {outcome}: {why}")


def sheet(calls: Sequence[Called], moves: Sequence[Moved]) -> Sheet:
    """What became of the answers, by seat."""
    questions: dict[tuple[str, int], list[str]] = {}
    turn: dict[tuple[str, str], int] = {}
    for called in calls:
        # A key comes round once a game; an accepted answer closes it.
        at = (called.seat, called.key)
        questions.setdefault((f"{called.seat} {called.key}", turn.get(at, 0)), []).append(called.outcome)
        if called.outcome == "accepted":
            turn[at] = turn.get(at, 0) + 1
    first: dict[str, Counter[str]] = defaultdict(Counter)
    tries: dict[str, Counter[str]] = defaultdict(Counter)
    final: dict[str, Counter[str]] = defaultdict(Counter)
    for (name, _), outcomes in questions.items():
        seat = name.split()[0]
        first[seat][outcomes[0]] += 1
        tries[seat].update(outcomes)
    for moved in moves:
        if moved.seat in first:
            final[moved.seat]["fallback" if moved.source == "fallback" else "model"] += 1
    result = Sheet("seat", "questions", title="What became of its answers")
    for column in ("1st accepted", "1st refused", "1st unusable", "all accepted", "all refused", "all unusable"):
        result.add_column(column, justify="right")
    for column in ("by the model", "fallback"):
        result.add_column(column, justify="right")
    for seat in sorted(first):
        counts = [str(first[seat][o]) for o in ("accepted", "refused", "unusable")]
        counts += [str(tries[seat][o]) for o in ("accepted", "refused", "unusable")]
        counts += [str(final[seat][o]) for o in ("model", "fallback")]
        result.add_row(seat, str(sum(first[seat].values())), *counts)
    return result


if __name__ == "__main__":
    main()
