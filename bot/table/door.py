"""The one way in: a move is decided, written down, taken into the story, and only then told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from bot.ports import Clock, Conflict, Moved, Occupant, Repeated, Source, Store
from bot.table.absences import Absences
from bot.table.deadlines import Deadlines
from bot.table.drafts import Drafts
from bot.table.seated import Seated
from games.core import (
    CLAIMS,
    CLOCK,
    EVERYONE,
    HOST,
    MEANS,
    Action,
    Announced,
    Event,
    IllegalAction,
    LookedUp,
    Seat,
    StaleAsk,
    StoodIn,
    Told,
    escape,
)
from games.story import Step

log = logging.getLogger(__name__)

SEAT, HOSTING, SKIPPING = "seat", "hosting", "skip"
"""Under which key a move is kept that answers no question: somebody changes seats, hosts the game, waits no longer."""

SPEAKERS = frozenset({"person", "model", "host"})
"""Whose words are their own. The rules' built-in players speak as a story keeps it: with seats for names."""


class Door:
    """Lets moves in, one at a time; a cause that has moved before brings about nothing. `tell` is called after each."""

    def __init__(
        self,
        at: Seated,
        causes: Iterable[str],
        drafts: Drafts,
        deadlines: Deadlines,
        store: Store,
        clock: Clock,
        tell: Callable[[], None],
    ) -> None:
        self.at, self.drafts, self.deadlines = at, drafts, deadlines
        self.lock = asyncio.Lock()
        self.open = False
        """Whether this process plays the game."""
        self.moved: Counter[tuple[Seat, Source]] = Counter()
        """How often which seat has moved, and by whom or what."""
        self.latest: list[Told] = []
        self._announcing: list[Announced] = []
        self.absences = Absences()
        self._store, self._clock, self.tell = store, clock, tell
        self._causes = set(causes)
        self.asked_at: dict[tuple[Seat, str], float] = {}
        """Since when each open question has been asked."""

    def made(self, cause: str) -> bool:
        """Whether a move was made for that cause."""
        return cause in self._causes

    def announce(self, event: Announced) -> bool:
        """Tells everybody something about the house, once in a game: before the next move to a question that all may know of, so
        that it tells nobody who else is asked. Whether it is news."""
        new = event not in self._announcing and all(each.event != event for each in self.at.log)
        self._announcing += [event] * new
        return new

    async def submit(self, action: Action, moved: Moved, looked: Sequence[LookedUp] = ()) -> list[Told]:
        """What the move brought about, committed. IllegalAction or StaleAsk say why not. What people and models say in an
        action is kept tidied, with seats for names. What a seat has `looked` up is told to it alone, before its move."""
        async with self.lock:
            if moved.cause in self._causes:
                return []
            seat, at = moved.seat, self.at
            if moved.source in SPEAKERS:
                action = _unread(at.kept(action), from_model=moved.source == "model")
                action = at.game.talks.meant(at.view(seat), seat, action, at.names)
            ask = at.ask(seat, moved.key)
            open_to_all = ask is not None and (ask.known or not ask.private)
            announcing = tuple(self._announcing) if open_to_all else ()
            first = [Told(EVERYONE, each) for each in announcing]
            first += [Told(frozenset({seat}), each) for each in looked]
            if moved.source == "fallback":
                first += self._stood_in(action, moved)
            step = at.story.decide(seat, action, moved.key, first)
            aside = moved.aside
            if seat in at.game.lobby.staff:  # what it wrote and nobody is shown is kept with what it thought
                own = [each.event for each in step.told if each.to == frozenset({seat})]
                unseen = [at.named(each.text) for event in own for each in at.game.talks.speeches(event)]
                aside = "\n".join(filter(None, (aside, *unseen)))
            now = self._clock.steady()
            took = round(now - self.asked_at.get((seat, moved.key), now), 3)
            told = await self._commit(step, replace(moved, seconds=took, aside=aside), {})
            self._announcing = [each for each in self._announcing if each not in announcing]
            return told

    async def reseat(
        self, seat: Seat, occupant: Occupant, cause: str, of: Occupant | None = None, why: Sequence[Event] = ()
    ) -> list[Told]:
        """See `Table.reseat`."""
        async with self.lock:
            if cause in self._causes:
                return []
            if of not in (None, self.at.seats.get(seat)):
                raise StaleAsk("Somebody else was quicker.")
            if self.at.seat_of(occupant.user) not in (None, seat):
                raise StaleAsk("You sit at this table already.")
            if objection := self.at.objection(seat, occupant):
                raise IllegalAction(objection)
            at, comes = self.at, occupant.kind == "person"
            host = bool(occupant.user) and occupant.user == at.host
            hosts = None
            if at.seat_of(at.host) == seat and not host:
                hosts = at.story.heir(seat)  # who hosts it goes, and somebody else is there
            elif at.began_hosted and comes and not (host or at.hosted):
                hosts = seat  # all had gone, the host too
            step = at.story.reseat(seat, occupant.kind, host=host, hosts=hosts, why=why)
            return await self._commit(step, Moved(cause, seat, SEAT, "host"), {seat: occupant})

    async def host(self, seat: Seat, cause: str) -> list[Told]:
        """See `Table.hand_hosting`."""
        async with self.lock:
            if cause in self._causes:
                return []
            if seat not in self.at.people:
                raise IllegalAction("Only a person who sits at this table can host it.")
            return await self._commit(self.at.story.host(seat), Moved(cause, seat, HOSTING, "host"), {})

    async def let_back(self, seat: Seat, cause: str) -> list[Told]:
        """See `Table.let_back`."""
        async with self.lock:
            if cause in self._causes or seat not in self.at.story.house.out:
                return []
            return await self._commit(self.at.story.let_back(seat), Moved(cause, seat, SEAT, "host"), {})

    async def skip(self, seat: Seat, cause: str) -> list[Told]:
        """Waits no longer: time is up for all that is owed, and what runs besides comes forward by as much."""
        async with self.lock:
            if cause in self._causes:
                return []
            step = self.at.story.skip()
            return await self._commit(step, Moved(cause, seat, SKIPPING, "person"), {}, up=True)

    async def pause(self, why: str, cause: str) -> list[Told]:
        """See `Table.pause`. A game that is paused or over stays as it is."""
        async with self.lock:
            if cause in self._causes or self.at.paused is not None or self.at.outcome:
                return []
            return await self._commit(self.at.story.pause(why), Moved(cause, HOST, "host", "host"), {})

    def asked(self) -> None:
        """Notes since when what is asked now has been asked."""
        now = self._clock.steady()
        asked = {(seat, ask.key) for seat in (*self.at.order, HOST, CLOCK) for ask in self.at.asks(seat)}
        before = dict(self.asked_at)
        self.asked_at.clear()
        self.asked_at.update({each: before.get(each, now) for each in asked})

    def _stood_in(self, action: Action, moved: Moved) -> list[Told]:
        """That something else moves for a seat, to whoever may know that it was asked; nothing where an absent person does
        what the question says such a person does, unless it is `known` whose move it would have been: it would pass for theirs."""
        ask, occupant = self.at.ask(moved.seat, moved.key), self.at.seats.get(moved.seat)
        if ask is None or occupant is None or (occupant.kind == "person" and action == ask.default and not ask.known):
            return []
        to = EVERYONE if ask.known or not ask.private else frozenset({moved.seat})
        return [Told(to, StoodIn(moved.seat, escape(moved.why)))]

    async def _commit(
        self, step: Step[Any], moved: Moved, seats: Mapping[Seat, Occupant], up: bool = False
    ) -> list[Told]:
        """Writes the move down and takes it into the story. Whoever moved may go away meanwhile (a dropped connection, a
        player that is stopped); what has been written is told all the same, or the table would fall behind its log."""
        writing = asyncio.ensure_future(self._write(step, moved, seats, up))
        try:
            await asyncio.shield(writing)
        except Repeated:
            return []
        except asyncio.CancelledError:
            while not writing.done():
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.wait([writing])
            if writing.exception() is None:
                asyncio.get_running_loop().call_soon(self.tell)
            raise
        self.tell()
        return step.told

    async def _write(self, step: Step[Any], moved: Moved, seats: Mapping[Seat, Occupant], up: bool) -> None:
        at, ahead = self.at, self.at.story.after(step)
        deadlines = self.deadlines.up(ahead) if up else self.deadlines.of(ahead)
        ended = self._clock.now() if ahead.outcome else None
        closed = self.drafts.close(ahead, moved, seats)
        try:
            # Before the log, or a crash in between would bring back a draft that has been confirmed or changed since.
            # Both begin at once and share a transaction where the store can: the disk is waited for once.
            forgetting = [self.drafts.save()] if closed else []
            appending = self._store.append(
                at.id, step.after, step.told, moved, deadlines=(*deadlines.values(),), seats=seats or None, ended=ended
            )
            *forgot, failure = await asyncio.gather(*forgetting, appending, return_exceptions=True)
            for error in filter(None, forgot):
                log.warning("table %s: drafts to closed questions are still on the disk: %s", at.id, error)
            if failure is not None:
                self.drafts.restore(closed)
                raise failure
        except Conflict:
            log.error("table %s: the log has grown elsewhere; this process stops playing it", at.id)
            self.open = False
            raise
        self._causes.add(moved.cause)
        at.story = ahead
        at.seats.update(seats)
        at.held += [(occupant.user, seat) for seat, occupant in seats.items() if occupant.user]
        self.deadlines.running = deadlines
        self.latest = step.told
        self.moved[moved.seat, moved.source] += 1
        self.absences.moved(moved)


def _unread(action: Action, from_model: bool) -> Action:
    """The action without what its words are said to mean: the game reads that. Only a model says what it claims."""
    kept = {CLAIMS} if from_model else set()
    said = {each.name: each.default for each in fields(action) if each.name in {MEANS, CLAIMS} - kept}  # type: ignore[arg-type]
    return replace(action, **said) if said else action  # type: ignore[type-var]
