"""What happens when time is up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.ports import Clock, Conflict, Moved, StoreFailed
from bot.table.absences import cause_of
from bot.table.deadlines import reminder
from bot.table.door import Door
from bot.table.seated import Seated
from bot.table.thinking import Thinking, ended
from games.core import CLOCK, HOST, Action, IllegalAction, SatIn, Seat, StaleAsk

log = logging.getLogger(__name__)


class Ticker:
    """Waits for the deadlines of a table, one after another. `remind` is called when one comes near."""

    def __init__(self, at: Seated, door: Door, thinking: Thinking, clock: Clock, remind: Callable[[], None]) -> None:
        self.at, self.door, self.thinking = at, door, thinking
        self._clock, self._remind = clock, remind
        self._task: asyncio.Task[None] | None = None

    def run(self) -> None:
        """Begins a new wait: what has moved may have changed every deadline."""
        if self._task is not None:
            if self._task is asyncio.current_task():
                return  # it sees for itself what has changed
            self._task.cancel()
        if self.door.deadlines.running and not self.door.deadlines.held and not self.at.outcome:
            self._task = asyncio.create_task(self._tick(), name=f"{self.at.id}:clock")

    async def end(self) -> None:
        await ended([self._task])
        self._task = None

    async def _tick(self) -> None:
        """Waits for the next reminder or deadline, and sees to it."""
        deadlines = self.door.deadlines
        while self.door.open and deadlines.running and not deadlines.held:
            now, running = deadlines.now(), deadlines.running
            due = next((each for each, d in running.items() if d.at <= now), None)
            if due:
                await self._time_is_up(*due)
                continue
            if await self._sit_in():
                continue
            waits = [d.at for d in running.values()]
            waits += [at for at in map(reminder, running.values()) if at > now]
            await self._clock.sleep(max(0.05, min(waits) - now))
            slept = deadlines.now()
            if any(now < reminder(d) <= slept for d in deadlines.running.values()) or slept < now:
                self._remind()  # also where the clock was set back: it says other times on every screen
        if self.door.open:
            await self._sit_in()

    async def _time_is_up(self, seat: Seat, key: str) -> None:
        at, ask = self.at, self.at.ask(seat, key)
        cause = cause_of(at.story, seat, ask) if ask is not None else ""
        try:
            if ask is not None and seat == CLOCK:
                await self._confirm_before(ask.choices[0], key, cause)
                await self.door.submit(ask.choices[0], Moved(cause, seat, key, "clock"))
            elif ask is not None and not await self._confirm(seat, key, cause):
                await self.thinking.stand_in(seat, ask, cause, "time was up")
        except StaleAsk:
            log.debug("table %s: %s was answered just before its time was up", at.id, key)
        except IllegalAction:
            log.error("table %s: time was up, and what should have happened is refused", at.id)
        except StoreFailed as failure:
            log.error("table %s: time was up, which could not be written down: %s", at.id, failure)
            self.door.deadlines.set_again(seat, key)
            return
        except Conflict:
            return  # said where it was found; this process plays no more
        self.door.deadlines.running.pop((seat, key), None)

    async def _sit_in(self) -> bool:
        """An AI sits in for whoever has missed too many turns in a row, and another hosts for a host who has; whether for
        anybody."""
        sat = False
        at, most = self.at, self.at.about.away
        absent = [seat for seat, missed in self.door.absences.missed.items() if most and missed >= most]
        for seat in absent if not at.outcome else ():
            missed, cause = self.door.absences.missed[seat], f"away:{seat}:{len(at.log)}"
            try:
                if seat in at.people:
                    there = at.seats[seat]
                    occupant = self.thinking.stand_in_for(there)
                    await self.door.reseat(seat, occupant, cause, of=there, why=(SatIn(seat, missed),))
                elif seat == HOST and (heir := at.story.heir(HOST)):
                    await self.door.host(heir, cause)
                else:
                    continue
                sat = True
            except (IllegalAction, StoreFailed, Conflict) as failure:
                log.warning("table %s: nobody can sit in for %s: %s", at.id, seat, failure)
            del self.door.absences.missed[seat]
        return sat

    async def _confirm(self, seat: Seat, key: str, cause: str) -> bool:
        """Takes what a person has picked for their answer, now that time is up; False when there is nothing legal."""
        action, ask = self.door.drafts.spoken().get((seat, key)), self.at.ask(seat, key)
        if action is None or ask is None or ask.need == "none":
            return False
        why = "time was up before the choice was confirmed"
        try:
            await self.door.submit(action, Moved(cause, seat, key, self.at.source(seat), why=why))
        except IllegalAction as refusal:
            log.debug("table %s: what %s had picked for %s is refused: %s", self.at.id, seat, key, refusal)
            return False
        return True

    async def _confirm_before(self, clock: Action, key: str, cause: str) -> None:
        """Confirms the drafts to questions that will be closed once time is up for everyone."""
        drafts = self.door.drafts.spoken()
        if not drafts:
            return
        ahead = self.at.story.after(self.at.story.decide(CLOCK, clock, key))
        for n, (seat, drafted) in enumerate(sorted(drafts)):
            ask = self.at.ask(seat, drafted)
            if ask and ask.need == "each" and not any(ask.key == drafted for ask in ahead.asks(seat)):
                await self._confirm(seat, drafted, f"{cause}:{n}")
