"""How well a table bears bad models: healthy and sick providers side by side, games with faults of every kind, long strange answers.

python -m tests.bench.providers [--games N] [--seconds S]

A healthy seat's time to answer is measured alone and beside sick providers that are asked all the time. Then whole games are
played, each with healthy, faulty and sick models in its seats, over real waits: every fallback has to have its why, and nothing
may break. Our own time for a call is the processor's between its beginning and its end, without what its task waits and
what the double at the other end thinks.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import statistics
import time
from asyncio import events
from collections import Counter
from collections.abc import Coroutine, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from bot import tournament
from bot.cli.collecting import collecting
from bot.hall import Hall
from bot.players import endpoint as endpoints
from bot.players import provider
from bot.players.completions import calm
from bot.players.seating import HousePlayers, warm_up
from bot.players.spec import ModelSpec
from bot.ports import Occupant, PlayerFailed, RealClock
from bot.stores.memory import MemoryStore
from games import all_games
from games.core import Seat
from tests.bench.faults import FAULTS, THINKING, Providers
from tests.bench.games import _seats, options
from tests.bot.briefs import Evening
from tests.bot.nasty import TEXTS, holding
from tests.bot.test_any_answer import read_in_every_way

GAMES = ("liars-dice", "codenames", "liars-dice", "mystery", "liars-dice")
AT_ONCE = 60
REST = 0.1
"""Seconds before a request is tried again, instead of half of one."""

ASKERS = 6
"""Seats that ask a healthy provider all the time."""


# ── our own time ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(eq=False)
class Spent:
    """Seconds of the processor for one call."""

    mark: float
    seconds: float = 0.0


_CALL: ContextVar[Spent | None] = ContextVar("call", default=None)


class OwnTime:
    """The processor's seconds of each call, and of each stay on the loop, while it is `measured`."""

    def __init__(self) -> None:
        self.calls: list[float] = []
        self.stays: list[float] = []
        self.within: list[float] = []

    @contextlib.contextmanager
    def measured(self) -> Iterator[None]:
        run, ask, think, own = events.Handle._run, endpoints.Endpoint.ask, Providers.thought_up, self

        def timed(handle: Any) -> None:
            spent, began = handle._context.get(_CALL), time.thread_time()
            if spent is not None:
                spent.mark = began
            run(handle)
            now = time.thread_time()
            own.stays.append(now - began)
            if spent is not None:
                own.within.append(now - began)
            if (after := handle._context.get(_CALL)) is not None:
                after.seconds += now - after.mark

        async def counted(*given: Any, **more: Any) -> Any:
            spent = Spent(time.thread_time())
            token = _CALL.set(spent)
            try:
                return await ask(*given, **more)
            finally:
                own.calls.append(spent.seconds + time.thread_time() - spent.mark)
                _CALL.reset(token)

        def theirs(*given: Any) -> Any:
            began = time.thread_time()
            try:
                return think(*given)
            finally:
                if (spent := _CALL.get()) is not None:
                    spent.seconds -= time.thread_time() - began

        events.Handle._run, endpoints.Endpoint.ask = timed, counted  # type: ignore[method-assign,assignment]
        Providers.thought_up = theirs  # type: ignore[method-assign]
        try:
            yield
        finally:
            events.Handle._run, endpoints.Endpoint.ask = run, ask  # type: ignore[method-assign]
            Providers.thought_up = think  # type: ignore[method-assign]


def at(share: float, times: Sequence[float]) -> float:
    """So much of the times are no longer than this, in milliseconds."""
    return sorted(times)[int(share * (len(times) - 1))] * 1e3 if times else 0.0


async def as_served(job: Coroutine[Any, Any, None]) -> None:
    """The job, with the garbage collector held back as in a bot that runs."""
    hall = Hall(MemoryStore({}), HousePlayers({}), RealClock())
    spared = asyncio.create_task(collecting(hall))
    try:
        await job
    finally:
        spared.cancel()
        await hall.close()


# ── side by side ──────────────────────────────────────────────────────────────────────────────────────────────────────


def specs() -> dict[str, ModelSpec]:
    names = ("well", "faulty", *Providers.SICK)
    return {name: ModelSpec(name, f"http://{name}.test/v1", timeout=2.0) for name in names}


async def ask_for(seconds: float, players: HousePlayers, models: Sequence[str]) -> list[float]:
    """Seats on these models ask all the time; how long the healthy ones among them waited for each answer, in seconds."""
    until, took = time.monotonic() + seconds, list[float]()
    brief = Evening().brief("red-spymaster")

    async def seat(model: str) -> None:
        player = players.seat(Occupant("model", "Ada", model=model, persona="ada"))
        while time.monotonic() < until:
            began = time.monotonic()
            with contextlib.suppress(PlayerFailed):
                await player.move(brief)
            if model == "well":
                took.append(time.monotonic() - began)
            else:
                await asyncio.sleep(THINKING)  # the built-in player moves, and the others answer

    await asyncio.gather(*(seat(model) for model in models))
    return took


async def side_by_side(seconds: float) -> None:
    healthy, sick = ["well"] * ASKERS, [name for name in Providers.SICK for _ in range(2)]
    found: dict[str, list[float]] = {"alone": [], "beside": []}
    for _ in range(3):  # by turns: what else the machine does is nobody's fault
        for how, models in (("alone", healthy), ("beside", [*healthy, *sick])):
            providers = Providers()
            players = HousePlayers(specs(), "well", transport=providers.transport)
            await ask_for(0.2, players, healthy)
            found[how] += await ask_for(seconds / 6, players, models)
            await players.close()
    for share, name in ((0.5, "median"), (0.95, "p95")):
        alone, beside = (at(share, found[how]) for how in ("alone", "beside"))
        print(
            f"a healthy answer of {THINKING * 1e3:.0f} ms, {name}: {alone:.1f} ms alone, {beside:.1f} ms beside "
            f"{len(sick)} seats on {len(Providers.SICK)} sick providers ({beside / alone - 1:+.1%}; aim +10 %)"
        )


# ── games ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Broken(logging.Handler):
    """Whatever broke on the way, as the log tells of it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.seen = Counter[str]()

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[0]:
            self.seen[record.exc_info[0].__name__] += 1


def seated(game: Any, players: HousePlayers, n: int) -> dict[Seat, tuple[str, Occupant]]:
    """Healthy, faulty and sick models by turns, so that every game has some of each."""
    names = list(specs())
    models = [("well", "faulty", names[2 + (n + k // 3) % len(Providers.SICK)])[(n + k) % 3] for k in range(20)]
    return {seat: (model, players.occupant("Ada", model)) for seat, model in zip(_seats(game), models, strict=False)}


async def games(number: int) -> None:
    providers, own, broken = Providers(), OwnTime(), Broken()
    players = HousePlayers(specs(), "well", concurrent=32, transport=providers.transport)
    known, store = all_games(), MemoryStore()
    kinds: dict[str, Counter[str]] = {name: Counter() for name in specs()}
    without, whys, over, done = 0, Counter[str](), 0, 0
    logging.getLogger().addHandler(broken)
    logging.getLogger("bot").setLevel(logging.WARNING)

    async def play(seed: str) -> tournament.Played:
        n = int(seed)
        game = known[GAMES[n % len(GAMES)]]
        return await tournament.play_one(store, players, game.name, options(game), seated(game, players, n), seed)

    for n in range(min(number, len(GAMES))):  # what is made once is made before the first game of an evening
        await play(str(n))
    began = time.monotonic()
    with own.measured(), contextlib.suppress(asyncio.CancelledError):  # Ctrl-C prints what was measured so far
        async for played in tournament.play_many([str(n) for n in range(number)], play, AT_ONCE):
            await asyncio.sleep(0)  # games end at once, and what is counted of them here is no stay of the bot's
            done += 1
            over += played.table.outcome is not None
            for called in played.calls:
                kinds[played.specs[called.seat]][called.outcome] += 1
            for moved in await store.moves(played.table.id):
                if moved.source == "fallback":
                    kinds[played.specs[moved.seat]]["fallback"] += 1
                    without += not moved.why
                    whys[moved.why] += 1
    logging.getLogger().removeHandler(broken)
    await players.close()
    print(
        f"{over} of {done} games came to an end in {time.monotonic() - began:.0f} s; "
        f"{sum(providers.asked.values())} requests, {sum(providers.faults.values())} faults of {len(providers.faults)} "
        f"kinds of {len(FAULTS)} in {providers.share:.0%} of the faulty model's answers"
    )
    for name, count in kinds.items():
        told = ", ".join(f"{count[each]} {each}" for each in ("accepted", "refused", "unusable", "stale", "fallback"))
        print(f"{name}: {told}; {providers.asked[name]} requests")
    print(
        f"{sum(whys.values())} fallbacks, {without} without a why; most often: "
        + "; ".join(f"{why} ({times})" for why, times in whys.most_common(4))
    )
    print(f"exceptions that are none of ours: {dict(broken.seen) or 'none'}")
    print(
        f"our own time a call: median {at(0.5, own.calls):.2f} ms, p95 {at(0.95, own.calls):.2f} ms "
        f"({len(own.calls)} calls; aim 5 ms); longest stay on the loop {at(1.0, own.stays):.1f} ms, in calls {at(1.0, own.within):.1f} ms, "
        f"p99.9 {at(0.999, own.stays):.1f} ms (aim 50 ms)"
    )
    if over < done or without or broken.seen:
        raise SystemExit("A game did not end, a fallback has no why, or something broke.")


# ── readers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def strange_answers() -> None:
    """How long all readers take for the longest and strangest answers."""
    took: dict[str, float] = {}
    for name, text in TEXTS.items():
        for each in (text, *holding(text)):
            began = time.process_time()
            read_in_every_way(calm(each))
            took[name] = max(took.get(name, 0.0), time.process_time() - began)
    worst = max(took, key=took.__getitem__)
    print(
        f"{len(took)} strange answers of 64 KB, in {1 + len(holding(''))} forms, by all 7 readers: median "
        f"{statistics.median(took.values()) * 1e3:.0f} ms, longest {took[worst] * 1e3:.0f} ms ({worst})"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="how many games are played")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long providers stand side by side")
    chosen = parser.parse_args(arguments)
    warm_up(games=all_games().values())
    provider.FIRST_REST = REST
    strange_answers()
    asyncio.run(as_served(side_by_side(chosen.seconds)))
    asyncio.run(as_served(games(chosen.games)))


if __name__ == "__main__":
    main()
