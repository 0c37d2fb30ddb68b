"""Whole games with a real model in every seat, or in some: how many of its moves are legal, before and after refusals are fed back.

    python -m tests.bench.local_model --base-url http://127.0.0.1:8791/v1 --model smollm2-135m --games 2
    python -m tests.bench.local_model --game mystery -o players=4 -o rounds=1 -o most_nights=2
    python -m tests.bench.local_model --reply schema --show
    python -m tests.bench.local_model -o look_ups=true --seat red-spymaster --seat blue-1
    python -m tests.bench.local_model --game town -o ai_statements=1 --reply text --days 2 --minutes 25 --show

Any OpenAI-compatible endpoint will do; the key is read from OPENAI_API_KEY. *First tries* are the answers before anything is
fed back; the last two columns say who answered each question in the end, after at most two refusals. `--show` prints every
call with what became of it, every look-up with what it found, and who moved. `--days` and `--minutes` stop a game that takes
longer, where it stands.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table as Sheet

from bot.hall import Hall, result_line
from bot.players.seating import HousePlayers
from bot.players.spec import ModelSpec
from bot.ports import Called, Moved, Occupant, RealClock, Store
from bot.stores.memory import MemoryStore
from bot.table import Table
from games import all_games
from games.core import LookedUp, dice_for, house_says


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base-url", default="http://127.0.0.1:8791/v1")
    parser.add_argument("--model", default="smollm2-135m")
    parser.add_argument("--game", choices=sorted(all_games()), default="codenames")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument(
        "--seat", action="append", default=[], help="where the model sits; built-in players in all others"
    )
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--briefing", choices=("full", "compact"), default="compact")
    parser.add_argument("--reply", choices=("schema", "tools", "json", "text"), default="schema")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--days", type=int, default=0, help="of games that have days")
    parser.add_argument("--minutes", type=float, default=0.0)
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
    game = all_games()[chosen.game]
    options = game.lobby.options.model_validate(dict(each.split("=", 1) for each in chosen.option))
    players = HousePlayers({"it": spec}, "it")
    calls: list[list[Called]] = []
    every: list[Called] = []
    moves: list[list[Moved]] = []
    for i in range(chosen.games):
        store = MemoryStore()
        hall = Hall(store, players, RealClock())
        began = time.monotonic()
        seats = game.lobby.seats(options, [frozenset[str]()] * min(game.lobby.players), dice_for(chosen.seed, 0)).seats
        built_in = [seat for seat in seats if chosen.seat and seat not in chosen.seat]
        seating = hall.filled([(seat, Occupant("built-in", seat) if seat in built_in else None) for seat in seats])
        table = await hall.open(game.name, options, seating, seed=f"{chosen.seed}-{i}")
        await played(table, chosen.days, chosen.minutes)
        of_this = await store.calls(table.id)
        every += of_this
        calls.append(of_this)
        moves.append(await store.moves(table.id))
        if chosen.show:
            await show(table, store)
        ending = table.named(result_line(table.story.outcome)) if table.story.outcome else "It was stopped."
        console.print(f"Game {i + 1}: {len(of_this)} calls in {time.monotonic() - began:.0f} s. {ending}")
        await hall.close()
    await players.close()
    console.print(sheet("seat", lambda each: each.seat, calls, moves))
    console.print(sheet("question", lambda each: each.key.partition(":")[0], calls, moves))
    answered = [moved for of_game in moves for moved in of_game if moved.source in ("model", "fallback")]
    by_model = sum(moved.source == "model" for moved in answered)
    first = {
        (i, called.seat, called.key): called
        for i, of_game in reversed([*enumerate(calls)])
        for called in of_game[::-1]
        if called.outcome != "step"
    }
    at_once = sum(called.outcome == "accepted" for called in first.values())
    console.print(
        f"Of {len(first)} questions {at_once / max(1, len(first)):.0%} were answered well at once; of {len(answered)} moves "
        f"{by_model / max(1, len(answered)):.0%} were the model's."
    )
    tokens = [called.call.prompt_tokens for called in every]
    if sum(tokens):
        cached = sum(called.call.cached_tokens for called in every)
        console.print(
            f"Prompts: {sum(tokens) / len(tokens):.0f} tokens on average, {max(tokens)} at most, {cached / sum(tokens):.0%} cached."
        )
    for (outcome, why), n in Counter(
        (c.outcome, c.why) for c in every if c.outcome not in ("accepted", "step")
    ).most_common(12):
        console.print(f"  {n} × {outcome}: {why}")


async def played(table: Table, days: int, minutes: float) -> None:
    """Returns when the game is over, or when it has gone on for so long (0: as long as it takes)."""
    finished = asyncio.ensure_future(table.idle())
    until = time.monotonic() + 60 * minutes
    while not finished.done():
        if (minutes and time.monotonic() > until) or (days and getattr(table.story.state, "day", 0) > days):
            finished.cancel()
            return
        await asyncio.wait([finished], timeout=0.5)
    await finished
    await table.idle()


async def show(table: Table, store: Store) -> None:
    """Every call in order with what became of it, what was looked up and found, and who moved in the end."""
    for called in await store.calls(table.id):
        call = called.call
        tokens = (
            f"{call.prompt_tokens} ({call.cached_tokens} cached) + {call.answer_tokens} tokens in {call.latency:.1f} s"
        )
        print(f"{called.seat} {called.key} {called.outcome}: {tokens}: {call.answer!r} {called.why}".rstrip())
    for told in table.story.log:
        if isinstance(told.event, LookedUp):
            print(f"  {table.named(house_says(told.event))}")
    for moved in await store.moves(table.id):
        if moved.source in ("model", "fallback"):
            print(f"  {moved.seat} {moved.key}: by the {moved.source}. {moved.why}".rstrip())
            # What was looked up in vain is told to nobody: it stands only among what was thought.
            print("".join(f"    {line}\n" for line in moved.aside.splitlines() if line.startswith("[")), end="")


def sheet(
    what: str, of: Callable[[Called | Moved], str], calls: Sequence[Sequence[Called]], moves: Sequence[Sequence[Moved]]
) -> Sheet:
    """What became of the answers, by seat or by kind of question. `calls` and `moves` are those of each game."""
    first: dict[str, Counter[str]] = defaultdict(Counter)
    steps: Counter[str] = Counter()
    every: dict[str, Counter[str]] = defaultdict(Counter)
    final: dict[str, Counter[str]] = defaultdict(Counter)
    for calls_of_game, moves_of_game in zip(calls, moves, strict=True):
        put = set()
        for called in calls_of_game:
            question = (called.seat, called.key)
            if called.outcome == "step":
                steps[of(called)] += 1
                continue
            if question not in put:
                first[of(called)][called.outcome] += 1
            put.add(question)
            every[of(called)][called.outcome] += 1
        for moved in moves_of_game:
            final[of(moved)][moved.source] += 1
    result = Sheet(what, title="accepted / refused / unusable")
    for column in ("look-ups", "first tries", "all tries", "answered by the model", "by the fallback"):
        result.add_column(column, justify="right")
    for name in sorted(first):
        tries = (" / ".join(str(each[name][o]) for o in OUTCOMES) for each in (first, every))
        result.add_row(name, str(steps[name]), *tries, *(str(final[name][by]) for by in ("model", "fallback")))
    return result


OUTCOMES = ("accepted", "refused", "unusable")


if __name__ == "__main__":
    main()
