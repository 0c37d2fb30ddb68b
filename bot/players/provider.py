"""A provider as all models behind one address and key share it: how many calls at once, when it wants to be left alone, and
whether it is out of order.

All of this is outside an answer's clock: `Patience` runs only while a request is out. What is bounded by a game's own deadline is
bounded by that.

A breaker opens after `OPENS_AFTER` answers in a row that came to nothing for reasons of the provider's, a model's own or, where that
happened to two of its models, the provider's: everybody hears at once that it is out of order, until the time is up; then one
request tries whether it is well again.

Errors: `Trouble`, which is a PlayerFailed.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

from bot.players.troubles import LIMITED, Trouble

if TYPE_CHECKING:
    import openai

log = logging.getLogger(__name__)

FIRST_REST, LONGEST_REST = 0.5, 8.0
"""Seconds before a request is tried again, and at most, where the provider does not say how long: each time twice as long."""

LONGEST_WAIT = 60.0
"""Seconds that anybody waits for a provider which wants to be left alone; where it is longer, nobody does."""

LONGEST_PAUSE = 900.0
"""Seconds that a provider is left alone at most, whatever it says."""

OPENS_AFTER = 3
SHUT, LONGEST_SHUT = 15.0, 300.0
"""Seconds that a breaker is open the first time, and at most: each time twice as long."""

FAIR = 10.0
"""Seconds after which an answer that did not come is a sign of sickness, even if its time was longer than that."""


class Patience:
    """How long an answer may take: so many seconds of being worked on, however many calls that takes, and no longer than `whole`
    seconds altogether (None: as long as it waits for its turn)."""

    def __init__(self, seconds: float, whole: float | None = None) -> None:
        self.seconds = seconds if whole is None else min(seconds, whole)
        self._allowed, self._used, self._began = seconds, 0.0, time.monotonic()
        self._until = None if whole is None else self._began + whole

    @property
    def rest(self) -> float | None:
        """Seconds until nobody needs an answer any more."""
        return None if self._until is None else self._until - time.monotonic()

    @property
    def left(self) -> float:
        """Seconds that a request may be out now."""
        left = self._allowed - self._used
        return left if self.rest is None else min(left, self.rest)

    @property
    def fair(self) -> bool:
        """Whether so much time was given that whoever is well would have answered."""
        return self._used >= min(self._allowed, FAIR) * 0.99

    @property
    def since(self) -> float:
        """Seconds since it began, waiting included."""
        return round(time.monotonic() - self._began, 3)

    @contextmanager
    def runs(self) -> Iterator[None]:
        """While a request is out."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._used += time.monotonic() - began


class Breaker:
    """Whether something is out of order; `models` of those that ask have to have failed for that."""

    def __init__(self, name: str, models: int = 1) -> None:
        self.name, self._models = name, models
        self._in_a_row, self._failing = 0, set[str]()
        self._shut, self._until = 0.0, 0.0
        self._trying: object | None = None
        self._why = ""

    def refuses(self, who: object) -> bool:
        """Whether `who` need not ask. One alone tries again when the time is up."""
        return self._shut > 0 and (time.monotonic() < self._until or self._trying not in (None, who))

    def why(self, model: str) -> str:
        """What `model` hears that need not ask: what its owner has to mend, or only that it is out of order."""
        return self._why if model in self._failing and self._why else f"{model} is out of order just now"

    def begins(self, who: object) -> None:
        if self._shut:
            self._trying = who

    def went_well(self) -> None:
        if self._shut:
            log.info("%s answers again", self.name)
        self._in_a_row, self._shut = 0, 0.0
        self._failing.clear()

    def failed(self, who: object, model: str, trouble: Trouble) -> None:
        self._in_a_row += 1
        self._failing.add(model)
        enough = self._in_a_row >= OPENS_AFTER and len(self._failing) >= self._models
        if enough and (self._trying is who or time.monotonic() >= self._until):
            self._why = trouble.why if trouble.lasting else ""
            self._shut = min(2 * self._shut or SHUT, LONGEST_SHUT)
            self._until = time.monotonic() + self._shut
            log.warning("%s is out of order (%s); it is asked again in %.0f s", self.name, trouble.why, self._shut)

    def left(self, who: object) -> None:
        """Whoever asked has an answer, or none, or went away."""
        if self._trying is who:
            self._trying = None


class Provider:
    """One address and key. `concurrent` requests may be out at a time; `name` is for the log."""

    def __init__(self, client: openai.AsyncOpenAI, concurrent: int, name: str = "the endpoint") -> None:
        self.client, self.breaker = client, Breaker(name, models=2)
        self._gate, self._paused = asyncio.Semaphore(concurrent), 0.0
        self._dice = random.Random()

    @contextmanager
    def asked(self, model: str, own: Breaker, who: object) -> Iterator[None]:
        """One answer of a model with a breaker of its `own`, however many requests it takes. Raises Trouble where the model or
        the whole provider is out of order."""
        breakers = (self.breaker, own)
        self.check(model, own, who)
        for each in breakers:
            each.begins(who)
        try:
            yield
        except Trouble as trouble:
            for each in breakers:
                if trouble.sick:
                    each.failed(who, model, trouble)
                elif trouble.answered:
                    each.went_well()
            raise
        else:
            for each in breakers:
                each.went_well()
        finally:
            for each in breakers:
                each.left(who)

    def check(self, model: str, own: Breaker, who: object) -> None:
        """Raises Trouble where the model or the whole provider is out of order."""
        for each in (own, self.breaker):
            if each.refuses(who):
                raise Trouble(each.why(model))

    @asynccontextmanager
    async def turn(self, model: str, own: Breaker, patience: Patience) -> AsyncIterator[None]:
        """One of the requests that may be out at a time, when its turn has come. Raises Trouble where it comes too late."""
        try:
            async with asyncio.timeout(patience.rest):
                await self._gate.acquire()
        except TimeoutError:
            raise Trouble(f"{model} had too much to do to answer in {patience.seconds:.0f} seconds") from None
        try:
            await self._calm(model, patience)
            self.check(model, own, patience)  # it may have gone out of order meanwhile
            yield
        finally:
            self._gate.release()

    async def _calm(self, model: str, patience: Patience) -> None:
        """Waits until the provider takes requests again; whoever waits for that holds the next ones back."""
        while (pause := self._paused - time.monotonic()) > 0:
            if pause > min(LONGEST_WAIT, LONGEST_WAIT if patience.rest is None else patience.rest):
                raise Trouble(LIMITED.format(model))
            await asyncio.sleep(pause)

    async def rests(self, trouble: Trouble, tries: int, patience: Patience) -> bool:
        """Waits before the same is asked again; False where there is no time for it. What a provider says about how long holds
        for everybody who asks it."""
        seconds = min(FIRST_REST * 2 ** (tries - 1), LONGEST_REST) * (1 - 0.25 * self._dice.random())
        if trouble.after is not None:
            seconds = min(max(trouble.after, 0.0), LONGEST_PAUSE)
        if trouble.limited:
            self._paused = max(self._paused, time.monotonic() + seconds)
        if seconds > LONGEST_WAIT or (patience.rest is not None and seconds >= patience.rest):
            return False
        await asyncio.sleep(seconds)
        return True
