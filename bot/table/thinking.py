"""Those who play by themselves, and what moves for whoever gives no answer."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
import uuid
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from bot.ports import (
    Answered,
    Brief,
    Call,
    Called,
    Clock,
    Conflict,
    Move,
    Moved,
    Occupant,
    PlayerFailed,
    Players,
    Store,
    StoreFailed,
)
from bot.table.deadlines import GRACE
from bot.table.door import Door
from bot.table.seated import Seated
from games.core import EVERYONE, Announced, Ask, IllegalAction, Seat, StaleAsk, escape

log = logging.getLogger(__name__)

READ, ANSWER = 80, 6
"""Characters that are read in one beat of an AI's pace; and the beats that a person has to answer what was said of them."""
FIRST, APART = 3, 0.5
"""Beats that people have to be the first to vote, and those between one AI and the next."""
TRIES = 3
"""An answer and two more after refusals; then something else moves for the seat."""

LONGEST_ANSWER = 4000
"""Characters of a refused answer that whoever wrote it is given again."""


Admitted = Callable[[Occupant, str], Occupant]
"""An AI as it may play in a place: there some models may not."""


class Thinking:
    """Asks seats without people what they owe, and once what they are offered."""

    def __init__(
        self, at: Seated, door: Door, players: Players, store: Store, clock: Clock, admitted: Admitted | None = None
    ) -> None:
        self.at, self.door, self._admitted = at, door, admitted
        self.answers: Counter[tuple[Seat, Answered]] = Counter()
        """How often which seat's answers met with what."""
        self.tasks: dict[Seat, tuple[frozenset[str], asyncio.Task[None]]] = {}
        """Who is thinking, and about which questions."""
        self._players, self._store, self._clock = players, store, clock
        self._invited: set[tuple[Seat, str]] = set()
        self._mending: asyncio.Task[None] | None = None
        self._pausing: set[Seat] = set()

    def stand_in_for(self, leaving: Occupant) -> Occupant:
        """An AI of the configured kind, as it may play there, to play on in the name of a person: what was said stays said by the
        same name."""
        occupant = replace(self._players.occupant(leaving.name), name=leaving.name, stands_for=leaving.user)
        return self._admitted(occupant, self.at.place) if self._admitted else occupant

    # ── who is asked ──

    async def recall(self) -> None:
        """Learns from the store what models have cost, and which offers have been taken up: those are not made again."""
        self.at.spent = sum(usd for _, usd, _ in await self._store.spent(game=self.at.id))
        moved = await self._store.moves(self.at.id)
        self._invited = {(each.seat, each.key) for each in moved if each.source in ("model", "built-in")}
        self.door.absences.recall(moved)

    def ask(self) -> None:
        """Asks whoever has something to answer; whoever thinks about what is asked no more may stop. What is owed comes before what
        is offered: an offer waits, or others would see somebody take longer for having a secret one."""
        for seat, (keys, _) in self.tasks.items():
            owed = {each.key for each in self.at.asks(seat) if each.need != "none"}
            if owed and not keys & owed and (offers := keys & {each.key for each in self.at.asks(seat)}):
                self._invited -= {(seat, each) for each in offers}
                self.stop([seat])
        self.stop(seat for seat, (keys, _) in self.tasks.items() if not keys & {a.key for a in self.at.asks(seat)})
        for seat, occupant in self.at.seats.items():
            asks = self.at.asks(seat)
            new = any(a.need != "none" or (a.invites and (seat, a.key) not in self._invited) for a in asks)
            if new and occupant.kind != "person" and seat not in self.tasks:
                keys = frozenset(ask.key for ask in asks if ask.need != "none" or ask.invites)
                self._invited |= {(seat, ask.key) for ask in asks if ask.invites}
                task = asyncio.create_task(self._play(seat, keys, self._pace(seat)), name=f"{self.at.id}:{seat}")
                self.tasks[seat] = (keys, task)
                task.add_done_callback(lambda done, seat=seat: self._thought(seat, done))  # type: ignore[misc]

    def stop(self, seats: Iterable[Seat]) -> None:
        """Lets go of what these seats think about. Whoever is just moving stops by itself."""
        for seat in seats:
            _, task = self.tasks.get(seat, (None, None))
            if task is not None and task is not asyncio.current_task():
                task.cancel()

    async def drain(self) -> None:
        """Returns when everything that is being thought has been; whoever has not begun does not begin. The door is shut."""
        self.stop(list(self._pausing))
        await self.idle()

    async def end(self) -> None:
        """Lets go of everything."""
        await ended([*(task for _, task in self.tasks.values()), self._mending])
        self.tasks.clear()
        self._mending = None

    async def idle(self) -> None:
        """Returns when nobody is thinking."""
        while self.tasks:
            await asyncio.gather(*(task for _, task in self.tasks.values()), return_exceptions=True)
            await asyncio.sleep(0)

    @property
    def pondered(self) -> bool:
        """Whether a model thinks about a question that all may know is put to it."""
        thinking = ((seat, keys) for seat, (keys, _) in self.tasks.items() if self.at.seats[seat].kind == "model")
        return any(
            ask.key in keys and (ask.known or not ask.private) for seat, keys in thinking for ask in self.at.asks(seat)
        )

    def _thought(self, seat: Seat, task: asyncio.Task[None]) -> None:
        if self.tasks.get(seat, (None, None))[1] is task:
            del self.tasks[seat]
        if not task.cancelled() and (error := task.exception()):
            log.error("table %s: nothing could move for %s", self.at.id, self._named(seat), exc_info=error)
            if isinstance(error, StoreFailed) and self.door.open and self._mending is None:
                self._mending = asyncio.create_task(self._mend(), name=f"{self.at.id}:mending")
        elif self.door.open:
            self.ask()  # also after a cancelled thought: the seat may be asked something new by now

    async def _mend(self) -> None:
        """After a write that broke: whoever was to move is asked again when the disk has had some time."""
        await self._clock.sleep(GRACE)
        self._mending = None
        self.door.tell()

    def _pace(self, seat: Seat) -> float:
        """Seconds that a player waits before it thinks, so that people can follow: longer where much was said, or a person spoken of,
        who may want to answer; and one after the other where people are asked the same. Never more than half of the time there
        is. All of it follows from what everybody knows."""
        pace, left = self.at.about.pace, self.door.deadlines.seconds_left(seat)
        heard = (each.event for each in self.door.latest if each.to is EVERYONE)
        said = [speech for event in heard for speech in self.at.game.talks.speeches(event)]
        people = [each for each, occupant in self.at.seats.items() if occupant.kind == "person"]
        beats = 1 + sum(max(1, len(each.text) / READ) for each in said)
        if any(f"{{{person}}}" in each.text for each in said for person in people if person != each.seat):
            beats += ANSWER
        owed = {form for ask in self.at.asks(seat) if not ask.private and ask.need == "each" for form in ask.forms}
        theirs = (ask for person in people for ask in self.at.asks(person) if not ask.private and ask.need == "each")
        if any(not owed.isdisjoint(ask.forms) for ask in theirs):
            others = [each for each in self.at.seats if each not in people]
            beats += FIRST + APART * others.index(seat)
        return pace * beats if left is None else min(pace * beats, max(pace, left / 2))

    # ── one player's turn ──

    def brief(
        self, seat: Seat, keys: Iterable[str] = (), refusals: Iterable[str] = (), drafts: Iterable[str] = ()
    ) -> Brief:
        """All that a player in this seat would be given, asked about `keys`."""
        at = self.at
        told = [each for each in at.log if each.heard_by(seat)]
        return Brief(
            game=at.game,
            table=at.id,
            seat=seat,
            view=at.view(seat),
            heard=[each.event for each in told],
            asks=at.asks(seat),
            names=at.names,
            private=frozenset(n for n, each in enumerate(told) if each.to is not EVERYONE),
            refusals=tuple(refusals),
            drafts=tuple(drafts),
            seconds=self.door.deadlines.seconds_left(seat),
            dice=hashlib.sha256(f"{at.story.seed}/{seat}/{'+'.join(sorted(keys))}".encode()).hexdigest(),
            place=at.place,
        )

    async def _play(self, seat: Seat, keys: frozenset[str], pace: float) -> None:
        """One question to one player, put again after a refusal; in the end something moves for it."""
        occupant = self.at.seats[seat]
        player = self._players.seat(occupant)
        self._pausing.add(seat)
        try:
            await self._clock.sleep(pace)
        finally:
            self._pausing.discard(seat)
        refusals: list[str] = []
        drafts: list[str] = []
        why, told = "it was refused three times", False
        for _ in range(TRIES):
            # The process leaves: it is asked again at the next start, and nothing moves for it now.
            if not self.door.open:
                return
            brief = self.brief(seat, keys, refusals, drafts)
            if not keys & {ask.key for ask in brief.asks}:
                return  # it has been settled by somebody else meanwhile
            try:
                move = await player.move(brief)
            except PlayerFailed as failure:
                why, told = failure.why, False
                if failure.notice:
                    told = not self.door.announce(Announced(escape(failure.notice), escape(failure.why)))
                await self._called(seat, min(keys), failure, "unusable", why)
                if not failure.again:
                    break
                refusals.append(failure.again)
                drafts.append(_answer(failure.call))
                continue
            except Exception:
                # A broken player is its author's mistake, and no reason for the others at the table to wait for ever.
                log.exception("table %s: the player of %s broke", self.at.id, self._named(seat))
                why = "its player broke"
                break
            kind = self.at.source(seat)
            moved = Moved(f"{kind}:{uuid.uuid4().hex}", seat, move.key, kind, aside=move.aside)
            try:
                await self.door.submit(move.action, moved, move.looked)
            except IllegalAction as refusal:
                if isinstance(refusal, StaleAsk) and not keys & {ask.key for ask in self.at.asks(seat)}:
                    await self._called(seat, move.key, move, "stale", str(refusal))
                    return
                await self._called(seat, move.key, move, "refused", str(refusal))
                refusals.append(str(refusal))
                drafts.append(_answer(move.call))
                continue
            except asyncio.CancelledError:  # paid for, whether it came in time or not
                await self._called(seat, move.key, move, "accepted" if self.door.made(moved.cause) else "stale")
                raise
            await self._called(seat, move.key, move, "accepted")
            return
        await self._move_for(seat, why, told)

    async def _called(self, seat: Seat, key: str, by: Move | PlayerFailed, outcome: Answered, why: str = "") -> None:
        """Keeps what was called for an answer, or for none."""
        self.answers[seat, outcome] += 1
        calls = [Called(seat, key, step, "step") for step in by.steps]
        if by.call is not None:
            calls.append(Called(seat, key, by.call, outcome, why))
        self.at.spent += sum(called.call.cost or 0.0 for called in calls)
        # Whoever moves next may close this player's question, and so stop it here; what it has cost is kept all the same.
        await asyncio.shield(asyncio.gather(*(self._store.add_call(self.at.id, called) for called in calls)))

    def _named(self, seat: Seat) -> str:
        """What the log calls a seat: nothing by which it is known while all that it is asked is asked where nobody may know of it.
        Where others are asked the same in front of all, to leave it unnamed alone would tell of a secret question."""
        asked = (ask for ask in self.at.asks(seat) if ask.need != "none" or ask.invites)
        return seat if any(ask.known or not ask.private for ask in asked) else "somebody"

    # ── something else moves ──

    async def _move_for(self, seat: Seat, why: str, told: bool = False) -> None:
        """What the ask says happens to an absent seat; where nothing waits for it, nothing does. What everybody was `told`, the log
        was, and it is not said again at each move."""
        ask = next((ask for ask in self.at.asks(seat) if ask.need != "none"), None)
        if ask is None:
            return
        # Who owes an answer in private, and why it gave none, is nothing for a log that somebody at the table may read.
        failed = self.at.seats[seat].kind == "model"
        level = (
            logging.DEBUG if told or (ask.private and not ask.known) else logging.WARNING if failed else logging.INFO
        )
        log.log(level, "table %s: %s gave no move (%s); the built-in player moves", self.at.id, seat, why)
        await self.stand_in(seat, ask, f"fallback:{uuid.uuid4().hex}", why)

    async def stand_in(self, seat: Seat, ask: Ask, cause: str, why: str) -> None:
        """An absent person does what the ask says; for all others the built-in player moves. Where that one is at a loss,
        the ask's default is still better than a table that waits for ever."""
        occupant = self.at.seats.get(seat)
        absent = occupant is None or (occupant.kind == "person" and ask.late == "default" and ask.default is not None)
        moved = Moved(cause, seat, ask.key, "fallback", why=why)
        try:
            if occupant is not None and not absent:
                rng = random.Random(f"{self.at.story.seed}/{seat}/{ask.key}/stand-in")
                asked = (self.at.view(seat), seat, ask, rng, occupant.playing)
                try:
                    await self.door.submit(await asyncio.to_thread(self.at.game.policy.autoplay, *asked), moved)
                    return
                except (StaleAsk, StoreFailed, Conflict):
                    raise
                except Exception:
                    if ask.default is None:
                        raise
                    log.exception("table %s: the built-in player is at a loss for %s", self.at.id, self._named(seat))
            if ask.default is not None:
                await self.door.submit(ask.default, moved)
        except StaleAsk:
            log.debug("table %s: the moment had passed before something moved for %s", self.at.id, seat)


def _answer(call: Call | None) -> str:
    """What was written in a call, as far as it is given back to whoever wrote it."""
    return call.answer[:LONGEST_ANSWER] if call else ""


async def ended(tasks: Iterable[asyncio.Task[Any] | None]) -> None:
    """Cancels these tasks, and returns when they have ended."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
