"""How the running bot is: what it has counted since it started, how it feels, and, once a day, what there was.

A store is watched, since everything that happens passes it: a game begins, moves, is over; a model is called. It is counted when
it has been written down. No figure names a seat or a person. Who owes a private answer stands in no line of the log.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest
from prometheus_client import Counter as Count

from bot.ports import Called, Moved, Saved, Store, StoreFailed
from games.core import EVERYONE, StoodIn, Told

log = logging.getLogger(__name__)

DAY = 24 * 3600.0
LOOK = 0.25
"""Seconds between two looks at how late the loop is."""

LATEST = 60.0
"""Seconds over which the loop's worst lateness counts."""

TOO_LATE = 5.0
"""Seconds of lateness at which nobody is answered in time."""

FRESH = 10.0
"""Seconds for which it is believed that the store takes what is written: whoever asks more often is told the same."""

MOST_WHYS = 200
"""Different reasons that are counted apart: a provider may find ever new ones."""


@dataclass
class Day:
    """What there was since the last summary."""

    begun: int = 0
    ended: int = 0
    moves: int = 0
    whys: Counter[str] = field(default_factory=Counter)
    calls: int = 0
    tokens: int = 0
    dollars: float = 0.0
    errors: int = 0

    def tell(self) -> None:
        """Writes it into the log."""
        why = "; ".join(f"{why} ({n})" for why, n in self.whys.most_common(8))
        log.info(
            "Summary: games begun %d, over %d; moves %d, of which something else made %d%s; calls to models %d, tokens %d, US $ %.4f; "
            "errors %d",
            self.begun, self.ended, self.moves, self.whys.total(), f": {why}" if why else "", self.calls, self.tokens,
            self.dollars, self.errors,
            extra={
                "begun": self.begun, "ended": self.ended, "moves": self.moves, "fallbacks": dict(self.whys),
                "calls": self.calls, "tokens": self.tokens, "dollars": round(self.dollars, 6), "errors": self.errors,
            },
        )  # fmt: skip


class Vitals:
    """What this process counts, and how it is. `gateway` says whether Discord is there; None where it is not asked for."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.day = Day()
        self.gateway: Callable[[], bool] | None = None
        self._now = now
        self._store: Store | None = None
        self._written: tuple[float, bool] | None = None
        self._late: deque[tuple[float, float]] = deque()
        self._playing: dict[str, str] = {}
        self._whys: set[str] = set()
        self._telling: set[asyncio.Task[None]] = set()
        self.registry = registry = CollectorRegistry()
        name = "masquerade_{}".format
        self._begun = Count(name("games_begun"), "Games that have begun", ["game"], registry=registry)
        self._ended = Count(name("games_ended"), "Games that are over", ["game"], registry=registry)
        self._open = Gauge(name("games_open"), "Games that go on", registry=registry)
        self._open.set_function(lambda: len(self._playing))
        self._moves = Count(
            name("moves"), "Moves, by whom or what they were made", ["game", "source"], registry=registry
        )
        self._fallbacks = Count(
            name("fallbacks"), "Moves that something else made for a seat", ["why"], registry=registry
        )
        self._calls = Count(
            name("model_calls"), "Calls, by what became of the answer", ["model", "outcome"], registry=registry
        )
        self._tokens = Count(name("model_tokens"), "Tokens", ["model", "kind"], registry=registry)
        self._dollars = Count(
            name("model_dollars"), "US dollars, as far as prices are known", ["model"], registry=registry
        )
        self._seconds = Histogram(
            name("model_seconds"), "Seconds a call took", ["model"],
            buckets=(0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120), registry=registry,
        )  # fmt: skip
        self._writing = Histogram(
            name("store_seconds"), "Seconds until a move was written down",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2), registry=registry,
        )  # fmt: skip
        self._errors = Count(name("errors"), "Lines in the log that are errors", ["logger"], registry=registry)
        lateness = Gauge(
            name("loop_lateness_seconds"), "The loop's worst lateness in the last minute", registry=registry
        )
        lateness.set_function(lambda: self.late)
        connected = Gauge(name("discord_connected"), "Whether the gateway is connected", registry=registry)
        connected.set_function(lambda: float(bool(self.gateway and self.gateway())))

    def watch(self, store: Store) -> Store:
        """The same store, whose doings are counted."""
        self._store = store
        return cast(Store, _Watched(store, self))

    # ── what happens ──

    def knows(self, saved: Saved) -> None:
        """A game goes on."""
        if saved.ended is None:
            self._playing[saved.id] = saved.game

    def begun(self, saved: Saved) -> None:
        self.knows(saved)
        self.day.begun += 1
        self._begun.labels(saved.game).inc()
        kinds = Counter(each.kind for each in saved.seats.values())
        people, ais = kinds["person"], kinds.total() - kinds["person"]
        models = sorted({each.model for each in saved.seats.values() if each.kind == "model"})
        log.info(
            "game %s begun: %s, people %d, AIs %d%s",
            saved.id, saved.game, people, ais, f" ({', '.join(models)})" if models else "",
            extra={"played": saved.game, "people": people, "ais": ais, "models": models},
        )  # fmt: skip

    def moved(self, game: str, moved: Moved, seconds: float, told: Sequence[Told] = ()) -> None:
        self.day.moves += 1
        self._writing.observe(seconds)
        self._moves.labels(self._playing.get(game, "?"), moved.source).inc()
        if moved.source == "fallback":
            why = moved.why or "it is not known why"
            if len(self._whys) >= MOST_WHYS and why not in self._whys:
                why = "something else"
            self._whys.add(why)
            self.day.whys[why] += 1
            self._fallbacks.labels(why).inc()
            # Who thinks by itself and gave no move has told the log so; of a clock that ran out nothing else does.
            public = any(isinstance(each.event, StoodIn) and each.to is EVERYONE for each in told)
            if public and not moved.cause.startswith("fallback:"):
                log.info("game %s: something else moved for %s (%s)", game, moved.seat, why)

    def ended(self, game: str) -> None:
        self.day.ended += 1
        played = self._playing.pop(game, "?")
        self._ended.labels(played).inc()
        task = asyncio.create_task(self._tell_end(game, played), name=f"{game}:figures")
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell_end(self, game: str, played: str) -> None:
        """What the game came to, since before the last restart too."""
        assert self._store is not None
        try:
            found = await self._store.figures(game=game)
        except StoreFailed as failed:
            log.warning("game %s is over; what it came to cannot be read: %s", game, failed)
            return
        for each in found.games:
            why = "; ".join(f"{why} ({n})" for why, n in found.whys)
            log.info(
                "game %s is over: %s, moves %d, of which something else made %d%s; calls %d, tokens %d, US $ %.4f%s",
                game, played, each.moves, each.fallbacks, f": {why}" if why else "", each.calls, each.tokens, each.dollars,
                f" and {each.unpriced} calls without a price" if each.unpriced else "",
                extra={
                    "played": played, "moves": each.moves, "fallbacks": dict(found.whys), "calls": each.calls,
                    "tokens": each.tokens, "dollars": round(each.dollars, 6), "unpriced": each.unpriced,
                },
            )  # fmt: skip

    def called(self, called: Called) -> None:
        call = called.call
        self.day.calls += 1
        self.day.tokens += call.prompt_tokens + call.answer_tokens
        self.day.dollars += call.cost or 0.0
        self._calls.labels(call.model, called.outcome).inc()
        kinds = {
            "read": call.prompt_tokens - call.cached_tokens,
            "cached": call.cached_tokens,
            "written": call.answer_tokens,
        }
        for kind, tokens in kinds.items():
            self._tokens.labels(call.model, kind).inc(max(0, tokens))
        self._dollars.labels(call.model).inc(max(0.0, call.cost or 0.0))
        self._seconds.labels(call.model).observe(call.latency)

    # ── how it is ──

    @property
    def late(self) -> float:
        """By how many seconds the loop was late at worst, lately."""
        return max((late for _, late in self._late), default=0.0)

    async def follow(self) -> None:
        """Looks how late the loop is, and tells of the day, until it is cancelled; then it tells of what there was since."""
        counting = _Errors(self)
        logging.getLogger().addHandler(counting)
        told = self._now()
        try:
            while True:
                before = self._now()
                await asyncio.sleep(LOOK)
                now = self._now()
                self._late.append((now, max(0.0, now - before - LOOK)))
                while self._late and self._late[0][0] < now - LATEST:
                    self._late.popleft()
                if now - told >= DAY:
                    told = now
                    self.tell_day()
        finally:
            self.tell_day()
            logging.getLogger().removeHandler(counting)

    def tell_day(self) -> None:
        """Writes what there was into the log, and begins anew."""
        day, self.day = self.day, Day()
        day.tell()

    async def health(self) -> dict[str, Any]:
        """How the bot is: whether what is to be kept can be written, whether Discord is there (None: it is not asked for), how
        late the loop is in seconds, and whether all of that is `fine`."""
        stored, discord = await self._takes(), self.gateway() if self.gateway else None
        fine = stored and discord is not False and self.late < TOO_LATE
        return {"fine": fine, "store": stored, "discord": discord, "late": round(self.late, 3)}

    async def _takes(self) -> bool:
        """Whether the store takes what is written."""
        if self._store is None:
            return True
        now = self._now()
        if self._written is None or now - self._written[0] > FRESH:
            self._written = (now, self._written[1] if self._written else True)  # who asks meanwhile writes nothing
            try:
                await self._store.put("settings", "health", {"at": time.time()})
            except StoreFailed:
                self._written = (now, False)
            else:
                self._written = (now, True)
        return self._written[1]

    def page(self) -> bytes:
        """Every figure, as Prometheus reads it."""
        return generate_latest(self.registry)

    async def rest(self) -> None:
        """Returns when the log has been told of every game that is over."""
        await asyncio.gather(*self._telling, return_exceptions=True)


class _Errors(logging.Handler):
    """Counts what the log calls an error."""

    def __init__(self, vitals: Vitals) -> None:
        super().__init__(logging.ERROR)
        self._vitals = vitals

    def emit(self, record: logging.LogRecord) -> None:
        self._vitals.day.errors += 1
        self._vitals._errors.labels(record.name).inc()


class _Watched:
    """A store that tells what it has written. What it does not tell of is the store's own."""

    def __init__(self, store: Store, vitals: Vitals) -> None:
        self._store, self._vitals = store, vitals

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def create(self, saved: Saved) -> None:
        await self._store.create(saved)
        self._vitals.begun(saved)

    async def load(self, game: str) -> Saved | None:
        saved = await self._store.load(game)
        if saved is not None:
            self._vitals.knows(saved)
        return saved

    async def append(self, game: str, after: int, told: Sequence[Told], moved: Moved, **more: Any) -> None:
        began = time.perf_counter()
        await self._store.append(game, after, told, moved, **more)
        self._vitals.moved(game, moved, time.perf_counter() - began, told)
        if more.get("ended") is not None:
            self._vitals.ended(game)

    async def add_call(self, game: str, called: Called) -> None:
        await self._store.add_call(game, called)
        self._vitals.called(called)

    async def close(self) -> None:
        await self._vitals.rest()
        await self._store.close()
