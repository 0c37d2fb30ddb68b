"""How quick the murder mystery is: whole random games of eight, built-in players' thoughts, and eight models asked at once.

python -m tests.bench.mystery [--seconds S] [--without-textarena]

Random players' games are counted with the rules and the log alone, and with what every seat makes of every move besides.
Where TextArena can be imported (`pip install textarena==0.7.4`; it is no part of this project), its own game of this kind,
SecretMafia without wrappers, is played by eight random legal players beside it: three rounds of talk a day and more roles,
so that moves a second are compared more fairly than games.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import importlib.util
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx2

from bot.hall import Hall
from bot.players.seating import HousePlayers, warm_up
from bot.players.spec import ModelSpec
from bot.ports import RealClock
from bot.stores.sqlite import SqliteStore
from bot.table import Table
from games import all_games
from games.core import Game, Seat, Temper
from games.story import Story
from tests.bench.games import SIZE, begin, next_owed, play_randomly

THINKING = 0.2
"""Seconds that the double of a model takes for an answer."""

PHASES = 5
"""How many phases of a game with models are timed: introductions, a night, two rounds of talk, a vote."""


# ── random players ────────────────────────────────────────────────────────────────────────────────────────────────────


def at_best(play: Callable[[str], int], seconds: float) -> tuple[float, float]:
    """Games and moves a second of one core, at the best of ten stretches."""
    best, moves_then, n = 0.0, 0.0, 0
    for _ in range(10):
        start, played, moves = time.process_time(), 0, 0
        while (spent := time.process_time() - start) < seconds / 10:
            moves += play(f"bench-{n}")
            n, played = n + 1, played + 1
        if played / spent > best:
            best, moves_then = played / spent, moves / spent
    return best, moves_then


def play_secret_mafia(seed: str, rng: random.Random) -> int:
    """One game of TextArena's SecretMafia by random legal players; how many moves it took."""
    environments = importlib.import_module("textarena.envs.SecretMafia.env")
    game = environments.SecretMafiaEnv()
    random.seed(seed)  # its own dice
    game.reset(num_players=SIZE, seed=rng.randrange(2**31))
    moves, done = 0, False
    while not done:
        who, _ = game.get_observation()
        alive = game.state.game_state["alive_players"]
        match game.phase.name:
            case "DAY_DISCUSSION":
                said = "I was in the Hall and saw nobody."
            case "NIGHT_MAFIA":
                said = f"[{rng.choice([each for each in alive if game.player_roles[each] != 'Mafia'])}]"
            case _:
                said = f"[{rng.choice([each for each in alive if each != who])}]"
        done, _ = game.step(said)
        moves += 1
    return moves


def random_games(game: Game[Any], seconds: float, with_textarena: bool) -> None:
    rng = random.Random(1)
    for views, what in ((False, "rules and log"), (True, "rules, log and every seat's view")):
        games, moves = at_best(lambda seed, views=views: play_randomly(game, seed, rng, views), seconds)  # type: ignore[misc]
        print(f"random legal players, {SIZE} seats, {what}: {games:.0f} games/s, {moves:,.0f} moves/s")
    if with_textarena and importlib.util.find_spec("textarena"):
        games, moves = at_best(lambda seed: play_secret_mafia(seed, rng), seconds)
        print(
            f"TextArena's SecretMafia, raw, {SIZE} seats, random legal players: {games:.0f} games/s, {moves:,.0f} moves/s"
        )


# ── built-in players ──────────────────────────────────────────────────────────────────────────────────────────────────


def built_in_thoughts(game: Game[Any], seconds: float) -> None:
    """How long the built-in player thinks about a move, by kind of question."""
    rng, until, n = random.Random(1), time.perf_counter() + seconds, 0
    took: dict[str, list[float]] = {}
    while time.perf_counter() < until:
        story: Story[Any] = begin(game, f"thoughts-{n}")
        seat, n = story.seats[-1], n + 1
        while story.outcome is None:
            seat, ask = next_owed(story, seat)
            view = story.view(seat)
            start = time.perf_counter()
            action = game.policy.autoplay(view, seat, ask, rng, Temper())
            took.setdefault(ask.key.partition(":")[0], []).append(time.perf_counter() - start)
            story.tell(story.decide(seat, action, ask.key))
    for kind, times in {"any": [each for of_kind in took.values() for each in of_kind], **took}.items():
        p95 = sorted(times)[int(0.95 * (len(times) - 1))]
        print(
            f"built-in player, {kind} move: {statistics.mean(times) * 1e3:.2f} ms, p95 {p95 * 1e3:.2f} ms ({len(times)})"
        )


# ── models ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def filled(schema: Any, rng: random.Random) -> Any:
    """Something that a JSON schema takes."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return rng.choice(schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return filled(rng.choice(schema[several]), rng)
    match schema.get("type"):
        case "object":
            return {name: filled(each, rng) for name, each in schema["properties"].items()}
        case "array":
            return []
        case "null":
            return None
        case "integer" | "number":
            return 1
        case "boolean":
            return True
    return "I was in the Hall and saw nobody."


async def think(request: httpx2.Request) -> httpx2.Response:
    """A model that thinks for a while and then fills in the form."""
    await asyncio.sleep(THINKING)
    schema = json.loads(request.content)["response_format"]["json_schema"]["schema"]
    answer = json.dumps(filled(schema, random.Random(request.content)))
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": answer}}
    return httpx2.Response(
        200, json={"id": "1", "object": "chat.completion", "created": 0, "model": "double", "choices": [choice]}
    )


class Watch:
    """A surface that notes when each phase begins: the commit of the last answer before it."""

    def __init__(self) -> None:
        self.begun: dict[str, float] = {}
        self.enough = asyncio.Event()

    def changed(self, table: Table) -> None:
        scene = table.game.shows.scene(table.story.view(None), None)
        self.begun.setdefault(scene.moment, time.perf_counter())
        if len(self.begun) > PHASES or table.story.outcome is not None:
            self.enough.set()


async def at_once(game: Game[Any]) -> None:
    """How long eight models take for one phase, from its opening to the commit of the last answer."""
    warm_up()  # as the bot does when it starts
    spec = ModelSpec("double", "http://127.0.0.1:9/v1", reply="schema", briefing="compact")
    players = HousePlayers({"double": spec}, "double", concurrent=SIZE, transport=httpx2.MockTransport(think))
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "bench.sqlite3")
        hall, watch = Hall(store, players, RealClock()), Watch()
        hall.surfaces.append(watch)
        seats = {Seat(f"p{n}"): players.occupant(f"Double {n}") for n in range(1, SIZE + 1)}
        table = await hall.open(game.name, {"players": SIZE, "gentle_first_night": "yes"}, seats, seed="at once")
        try:
            await watch.enough.wait()
            calls = await store.calls(table.id)
        finally:
            await hall.close()
            await players.close()
            await store.close()
    times = list(watch.begun.items())
    for (phase, begun), (_, ended) in pairwise(times):
        print(f"{SIZE} models of {THINKING * 1000:.0f} ms at once, {phase}: {(ended - begun) * 1000:.0f} ms (aim: 240)")
    unused = sum(each.outcome != "accepted" for each in calls)
    print(f"of {len(calls)} answers {unused} were not accepted")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each figure is measured")
    parser.add_argument("--without-textarena", action="store_true", help="measure this project alone")
    chosen = parser.parse_args(arguments)
    game = all_games()["mystery"]
    random_games(game, chosen.seconds, not chosen.without_textarena)
    built_in_thoughts(game, chosen.seconds)
    asyncio.run(at_once(game))


if __name__ == "__main__":
    main()
