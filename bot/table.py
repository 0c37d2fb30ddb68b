"""One game in progress: the one place where things happen in order.

Every move, from a person, a model, a built-in player, the host or the clock, enters at `Table.submit`: is this seat asked
this? what does it bring about? Then it is committed, and only then told. After each move the table asks whoever plays by
itself, and lets the clock run for whoever has a deadline.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import random
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any

from bot.ports import (
    Brief,
    Call,
    Called,
    Clock,
    Conflict,
    Deadline,
    Move,
    Moved,
    Occupant,
    PlayerFailed,
    Players,
    Repeated,
    Saved,
    Store,
    StoreFailed,
)
from games.colour import Bounds, sift
from games.core import (
    CLAIMS,
    CLOCK,
    EVERYONE,
    HOST,
    MEANS,
    Action,
    Ask,
    Cancel,
    Event,
    Game,
    IllegalAction,
    LookedUp,
    Options,
    Outcome,
    Pause,
    Resume,
    Room,
    Seat,
    StaleAsk,
    StoodIn,
    Told,
    escape,
    marked,
    named,
    prose_fields,
    talk_fields,
)
from games.scene import Scene
from games.story import Story
from games.wire import dump, load_action

log = logging.getLogger(__name__)

TRIES = 3
"""An answer and two more after refusals; then something else moves for the seat."""

LONGEST_DRAFT = 4000
"""Characters of a refused answer."""

GRACE = 30.0
"""Seconds that are left of a deadline at least after a restart, or all it had, if that was less."""

REMINDER = 30.0
"""Seconds before a deadline when those waited for are reminded, once; never before half of the time is over."""

DRAFT = "draft"
"""The kind of document that holds a table's drafts."""

SPEAKERS = frozenset({"person", "model", "host"})
"""Whose words are their own. The rules' built-in players speak as a story keeps it: with seats for names."""

INVITED = "invited:"
"""How the causes of moves begin that take up an offer, so that it is not made again after a restart."""

MARGIN = 5.0
"""Seconds before a deadline by which a model must have answered, so that something else can still move for it."""


class OfStory:
    """What a table, and a game that is over, answer from the story told there."""

    story: Story[Any]

    @property
    def game(self) -> Game[Any]:
        return self.story.game

    @property
    def options(self) -> Options:
        return self.story.options

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it runs."""
        return self.story.outcome

    @property
    def paused(self) -> str | None:
        """Why the game is paused; None while it is not."""
        return self.story.paused


class Table(OfStory):
    """A story being told, with those who sit at it. Make one with `bot.hall.Hall`."""

    def __init__(
        self,
        saved: Saved,
        story: Story[Any],
        store: Store,
        players: Players,
        clock: Clock,
        changed: Callable[[Table], None],
    ) -> None:
        self.id, self.story, self.about = saved.id, story, dict(saved.about)
        self.seats: dict[Seat, Occupant] = dict(saved.seats)
        self.held: list[tuple[str, Seat]] = list(saved.held)
        self.deadlines = {(d.seat, d.key): d for d in saved.deadlines}
        self.moves: dict[Seat, Counter[str]] = {}
        self.spent = 0.0
        self._store, self._players, self._clock, self._changed = store, players, clock, changed
        self._causes = set(saved.causes)
        self._drafts: dict[tuple[Seat, str], Action] = {}
        self._lock = asyncio.Lock()
        self._thinking: dict[Seat, tuple[frozenset[str], asyncio.Task[None]]] = {}
        self._invited = {_invitation(cause) for cause in saved.causes if cause.startswith(INVITED)}
        self._asked_at: dict[tuple[Seat, str], float] = {}
        self._ticker: asyncio.Task[None] | None = None
        self._mending: asyncio.Task[None] | None = None
        self._scenes: dict[Seat | None, tuple[Story[Any], int, Scene]] = {}
        self._said = 0
        self._running = False

    # ── what is so ──

    @property
    def called_off(self) -> bool:
        """Whether it was ended before its end."""
        return self.outcome is not None and self.game.rules.outcome(self.story.state) is None

    @property
    def order(self) -> tuple[Seat, ...]:
        """Those who play, in the game's order."""
        return self.story.seats

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats in which people sit."""
        return self.story.people

    @property
    def log(self) -> Sequence[Told]:
        """All that was told, and to whom."""
        return self.story.log

    @property
    def rooms(self) -> tuple[Room, ...]:
        """The rooms beside the table, as they are now."""
        return self.game.shows.rooms(self.story.state)

    def view(self, seat: Seat | None) -> Any:
        """What `seat` makes of what it was told; None is the public, TABLE knows all. The game's own state."""
        return self.story.view(seat)

    def scene(self, seat: Seat | None) -> Scene:
        """What `seat` sees. Drawn once for as long as nothing happens."""
        story, told, scene = self._scenes.get(seat, (None, -1, None))
        if scene is None or story is not self.story or told != len(self.log):
            scene = self.game.shows.scene(self.view(seat), seat)
            self._scenes[seat] = (self.story, len(self.log), scene)
        return scene

    def heard(self, seat: Seat | None) -> list[Event]:
        """What `seat` was told, in order; None is the public."""
        return self.story.heard(seat)

    def asks(self, seat: Seat) -> tuple[Ask, ...]:
        """The questions open to `seat` now."""
        return self.story.asks(seat)

    def ask(self, seat: Seat, key: str) -> Ask | None:
        """The question of that key, while it is open to `seat`."""
        return next((ask for ask in self.asks(seat) if ask.key == key), None)

    def seal(self, *parts: str) -> str:
        """A mark of something secret, from which nobody reads it without the game's seed."""
        return hashlib.sha256("|".join((self.story.seed, *parts)).encode()).hexdigest()[:12]

    def try_out(self, seat: Seat, action: Action, key: str) -> None:
        """IllegalAction or StaleAsk where the rules would refuse this move now; nothing happens."""
        self.story.decide(seat, action, key)

    @property
    def host(self) -> str:
        """The host's user id."""
        return str(self.about.get("host", ""))

    @property
    def place(self) -> str:
        return str(self.about.get("place", ""))

    @property
    def names(self) -> dict[Seat, str]:
        return {seat: occupant.name for seat, occupant in self.seats.items()}

    def named(self, text: str) -> str:
        """`text` with its {seat} marks as plain names; a surface that decorates names does it itself."""
        return named(text, self.names)

    def narrated(self, text: str) -> str:
        """What of a narrator's words may stand beside what happened: nothing about anybody here, or that could be so in this game."""
        never = frozenset(self.game.talks.unsaid(self.view(None)))
        kept, _ = sift(marked(text, self.names), Bounds("en", never=never))
        return " ".join(kept)

    def seat_of(self, user: str) -> Seat | None:
        """The seat that a person holds now."""
        return next((seat for seat, occupant in self.seats.items() if user and occupant.user == user), None)

    @property
    def drafts(self) -> dict[tuple[Seat, str], Action]:
        """What people have picked and not confirmed, by seat and key. They are kept with seats for names, as stories are:
        whoever is erased, or gives up a seat, stands in nobody's draft."""
        return {each: _respoken(action, lambda text, _: self.named(text)) for each, action in self._drafts.items()}

    def follow(self, seat: Seat, before: Ask | None = None) -> Ask | None:
        """What goes with what the seat has just done, and did not stand there `before`; see `Ask.follows`."""
        ask = next((ask for ask in self.asks(seat) if ask.follows), None)
        return None if ask and before and (ask.key, ask.text) == (before.key, before.text) else ask

    @property
    def near(self) -> set[tuple[Seat, str]]:
        """The deadlines that those waited for are reminded of."""
        return {each for each, d in self.deadlines.items() if self._reminder(d) <= self._clock.now()}

    def waited_for(self) -> tuple[Seat, ...]:
        return tuple(self.story.owed(self.story.seats))

    # ── the one door ──

    async def submit(
        self,
        seat: Seat,
        action: Action,
        key: str,
        cause: str,
        aside: str = "",
        source: str = "",
        why: str = "",
        looked: Sequence[LookedUp] = (),
    ) -> list[Told]:
        """What the move brought about, committed. IllegalAction or StaleAsk say why not; a cause that has moved before
        brings about nothing. What people and models say in an action is kept tidied, with seats for names. `why` says
        why something else moved for a seat; what it has `looked` up is told to it alone, before its move."""
        source = source or (str(seat) if seat in (CLOCK, HOST) else self.seats[seat].kind)
        async with self._lock:
            if cause in self._causes:
                return []
            if source in SPEAKERS:
                action = _unread(self._marked(action), from_model=source == "model")
                action = self.game.talks.meant(self.view(seat), seat, action, self.names)
            told = self.story.decide(seat, action, key)
            before = [Told(frozenset({seat}), each) for each in looked]
            if source == "fallback" and (stood_in := self._stood_in(seat, action, key, why)):
                before.append(stood_in)
            told = [*before, *told] if before else told
            if seat in self.game.lobby.staff:  # what it wrote and nobody is shown is kept with what it thought
                unseen = [
                    each
                    for entry in told
                    if entry.to == frozenset({seat})
                    for each in self.game.talks.speeches(entry.event)
                ]
                aside = "\n".join(filter(None, (aside, *(self.named(each.text) for each in unseen))))
            moved = Moved(cause, seat, key, source, self._took(seat, key), aside, why)  # type: ignore[arg-type]
            try:
                await self._commit(told, moved)
            except Repeated:
                return []
        self._tell()
        return told

    async def pause(self, cause: str) -> None:
        """The host stops the game for a while."""
        await self.submit(HOST, Pause(), "host", cause, source="host")

    async def resume(self, seat: Seat, cause: str) -> None:
        """Lets a paused game go on, by whoever sits there or hosts it."""
        key = next((ask.key for ask in self.asks(seat) if ask.takes(Resume())), "resume")
        await self.submit(seat, Resume(), key, cause)

    async def cancel(self, cause: str, why: str = "") -> None:
        """Ends the game before its end."""
        await self.submit(HOST, Cancel(why) if why else Cancel(), "host", cause, source="host")

    def _stood_in(self, seat: Seat, action: Action, key: str, why: str) -> Told | None:
        """That something else moves for a seat, to whoever may know that it was asked; None where an absent person does what
        the question says such a person does."""
        ask, occupant = next(ask for ask in self.asks(seat) if ask.key == key), self.seats.get(seat)
        if occupant is None or (occupant.kind == "person" and action == ask.default):
            return None
        return Told(EVERYONE if ask.known or not ask.private else frozenset({seat}), StoodIn(seat, escape(why)))

    async def reseat(self, seat: Seat, occupant: Occupant, cause: str) -> list[Told]:
        """Lets `occupant` take the seat. IllegalAction says why somebody who has held other seats may not."""
        async with self._lock:
            if cause in self._causes:
                return []
            if seat not in self.seats:
                raise IllegalAction("There is no such seat at this table.")
            if self.story.outcome:
                raise IllegalAction("The game is over.")
            held = frozenset(each for user, each in self.held if occupant.user and user == occupant.user)
            # Whoever plays by itself has seen nothing elsewhere: a person may leave any seat to it.
            refusal = None
            if occupant.kind == "person":
                refusal = for_staff(self.game, seat) or self.game.lobby.may_sit(self.story.state, seat, held)
            if refusal:
                raise IllegalAction(refusal)
            told = self.story.reseat(seat, occupant.kind, host=bool(occupant.user) and occupant.user == self.host)
            try:
                await self._commit(told, Moved(cause, seat, "seat", "host"), {seat: occupant})
            except Repeated:
                return []
            self._stop_thinking([seat])
        self._tell()
        return told

    async def draft(self, seat: Seat, key: str, action: Action | None) -> None:
        """Keeps what a person has picked and not confirmed yet, until it is confirmed, replaced, or the question closes;
        None forgets it. StaleAsk and IllegalAction when it is no answer to an open question; the rules are asked later."""
        async with self._lock:  # or it may be taken for that of whoever gets the seat meanwhile
            ask = self.ask(seat, key)
            if ask is None or self.seats[seat].kind != "person":
                raise StaleAsk("That moment has passed. Look at the table again.")
            if action is not None and not ask.takes(action):
                raise IllegalAction("That is not one of the things you can do now.")
            before = dict(self._drafts)
            self._drafts.pop((seat, key), None)
            if action is not None:
                self._drafts[seat, key] = self._marked(action)
            if self._drafts != before:
                await self._keep_drafts()

    async def recall_drafts(self) -> None:
        """Finds the drafts again that were kept when the process ended; those to closed questions are gone."""
        for seat, key, text in ((await self._store.get(DRAFT, self.id)) or {}).get("drafts", ()):
            ask = _question(self.story, Seat(seat), key)
            try:
                action = load_action(self.game, json.dumps(text), ask)
            except ValueError:
                log.warning("table %s: a draft of %s is no action that this version knows", self.id, seat)
                continue
            if ask is not None and ask.takes(action):
                self._drafts[Seat(seat), key] = action

    async def _keep_drafts(self) -> None:
        kept = [(seat, key, json.loads(dump(action))) for (seat, key), action in self._drafts.items()]
        await self._store.put(DRAFT, self.id, {"drafts": kept} if kept else None)

    def _marked(self, action: Action) -> Action:
        """The action with what somebody says in it as a story keeps it: tidied, and seats for names."""
        lines = prose_fields(type(action))
        return _respoken(action, lambda text, name: marked(text, self.names, name in lines))

    async def extend(self, seconds: float) -> bool:
        """Puts off every running deadline; False when none runs."""
        async with self._lock:
            if not self.deadlines:
                return False
            now = self._clock.now()
            moved = {each: replace(d, at=max(d.at, now) + seconds) for each, d in self.deadlines.items()}
            await self._store.set_deadlines(self.id, tuple(moved.values()))
            self.deadlines = moved
        self._tell()
        return True

    def forget(self, user: str, name: str) -> None:
        """Lets go of a person's id, and of their name in favour of `name`; the store is told by whoever holds it."""
        self.held = [each for each in self.held if each[0] != user]
        for seat, occupant in self.seats.items():
            if user in (occupant.user, occupant.stands_for):
                self.seats[seat] = replace(occupant, user="", stands_for="", name=name)
        if self.host == user:
            self.about["host"] = ""

    async def _commit(self, told: list[Told], moved: Moved, seats: Mapping[Seat, Occupant] | None = None) -> None:
        """Writes the move down and takes it into the story. Whoever moved may go away meanwhile (a dropped connection, a
        player that is stopped); what has been written is told all the same, or the table would fall behind its log."""
        writing = asyncio.ensure_future(self._write(told, moved, seats))
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            while not writing.done():
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.wait([writing])
            if writing.exception() is None:
                asyncio.get_running_loop().call_soon(self._tell)
            raise

    async def _write(self, told: list[Told], moved: Moved, seats: Mapping[Seat, Occupant] | None) -> None:
        ahead = self.story.after(told)
        deadlines = self._deadlines(ahead)
        ended = self._clock.now() if ahead.outcome else None
        drafts = self._drafts
        self._drafts = {
            (seat, key): action
            for (seat, key), action in drafts.items()
            if (seat, key) != (moved.seat, moved.key)
            and seat not in (seats or {})
            and _question(ahead, seat, key) is not None
        }
        try:
            # Before the log, or a crash in between would bring back a draft that has been confirmed or changed since.
            # Both begin at once and share a transaction where the store can: the disk is waited for once.
            forgetting = [self._keep_drafts()] if self._drafts != drafts else []
            appending = self._store.append(
                self.id, len(self.story.log), told, moved, deadlines=(*deadlines.values(),), seats=seats, ended=ended
            )
            *forgot, failure = await asyncio.gather(*forgetting, appending, return_exceptions=True)
            for error in filter(None, forgot):
                log.warning("table %s: drafts to closed questions are still on the disk: %s", self.id, error)
            if failure is not None:
                self._drafts = drafts | self._drafts
                raise failure
        except Conflict:
            log.error("table %s: the log has grown elsewhere; this process stops playing it", self.id)
            self._running = False
            raise
        self._causes.add(moved.cause)
        self.story = ahead
        for seat, occupant in (seats or {}).items():
            self.seats[seat] = occupant
            if occupant.user:
                self.held.append((occupant.user, seat))
        self.deadlines = deadlines
        self._said = sum(len(self.game.talks.speeches(each.event)) for each in told if each.to is EVERYONE)
        self.moves.setdefault(moved.seat, Counter())[moved.source] += 1

    def _took(self, seat: Seat, key: str) -> float:
        now = self._clock.now()
        return round(now - self._asked_at.get((seat, key), now), 3)

    # ── after a move ──

    def start(self) -> None:
        """Lets the table run: whoever plays by itself is asked, and clocks tick. Deadlines that passed while
        nobody could see it are put off a little."""
        self._running = True
        now = self._clock.now()
        for each, d in self.deadlines.items():
            self.deadlines[each] = replace(d, at=max(d.at, now + min(GRACE, d.at - d.set_at)))
        self.deadlines = self.deadlines or self._deadlines(self.story)
        self._tell()

    async def stop(self) -> None:
        """Nobody is asked any more; what is committed stays."""
        self._running = False
        await ended([*(task for _, task in self._thinking.values()), self._ticker, self._mending])
        self._thinking.clear()
        self._ticker = self._mending = None

    async def idle(self) -> None:
        """Returns when no player is thinking: all that could happen by itself, clocks aside, has happened."""
        while self._thinking:
            await asyncio.gather(*(task for _, task in self._thinking.values()), return_exceptions=True)
            await asyncio.sleep(0)

    def _tell(self) -> None:
        now = self._clock.now()
        asked = {(seat, ask.key) for seat in (*self.story.seats, HOST, CLOCK) for ask in self.asks(seat)}
        self._asked_at = {each: self._asked_at.get(each, now) for each in asked}
        self._changed(self)
        if self._running:
            self._ask_players()
            self._run_clock()

    def _deadlines(self, story: Story[Any]) -> dict[tuple[Seat, str], Deadline]:
        """Those that the story has, with the running ones as they are."""
        return {
            (d.seat, d.key): self.deadlines.get((d.seat, d.key), d) for d in new_deadlines(story, self._clock.now())
        }

    # ── those who play by themselves ──

    def _wanted(self) -> dict[Seat, tuple[Ask, ...]]:
        """Seats without a person that have something to answer: what they owe, and offers made to them once."""
        wanted = {}
        for seat, occupant in self.seats.items():
            if occupant.kind == "person":
                continue
            asks = self.asks(seat)
            if any(a.need != "none" or (a.invites and (seat, a.key) not in self._invited) for a in asks):
                wanted[seat] = asks
        return wanted

    def _ask_players(self) -> None:
        wanted = self._wanted()
        self._stop_thinking(
            [seat for seat, (keys, _) in self._thinking.items() if not keys & {a.key for a in self.asks(seat)}]
        )
        for seat, asks in wanted.items():
            if seat not in self._thinking:
                keys = frozenset(ask.key for ask in asks if ask.need != "none" or ask.invites)
                self._invited |= {(seat, ask.key) for ask in asks if ask.invites}
                task = asyncio.create_task(self._play(seat, keys, self._pace()), name=f"{self.id}:{seat}")
                self._thinking[seat] = (keys, task)
                task.add_done_callback(lambda done, seat=seat: self._thought(seat, done))  # type: ignore[misc]

    def _stop_thinking(self, seats: Iterable[Seat]) -> None:
        for seat in seats:
            keys_task = self._thinking.get(seat)
            if keys_task and keys_task[1] is not asyncio.current_task():
                keys_task[1].cancel()

    def _thought(self, seat: Seat, task: asyncio.Task[None]) -> None:
        if self._thinking.get(seat, (None, None))[1] is task:
            del self._thinking[seat]
        if not task.cancelled() and (error := task.exception()):
            log.error("table %s: nothing could move for %s", self.id, seat, exc_info=error)
            if isinstance(error, StoreFailed) and self._running and self._mending is None:
                self._mending = asyncio.create_task(self._mend(), name=f"{self.id}:mending")
        elif self._running:
            self._ask_players()  # also after a cancelled thought: the seat may be asked something new by now

    async def _mend(self) -> None:
        """After a write that broke: whoever was to move is asked again when the disk has had some time."""
        await self._clock.sleep(GRACE)
        self._mending = None
        self._tell()

    def _pace(self) -> float:
        """Seconds that a player waits before it thinks, so that people can follow: longer where much was said. Never more
        than half of the time there is."""
        pace = float(self.about.get("pace", 0))
        reading, left = pace * (1 + self._said), self._seconds_left()
        return reading if left is None else min(reading, max(pace, left / 2))

    async def _play(self, seat: Seat, keys: frozenset[str], pace: float) -> None:
        """One question to one player, put again after a refusal; in the end something moves for it."""
        occupant = self.seats[seat]
        player = self._players.seat(occupant)
        await self._clock.sleep(pace)
        refusals: list[str] = []
        drafts: list[str] = []
        why = "it was refused three times"
        for _ in range(TRIES):
            try:
                move = await player.move(self.brief(seat, keys, refusals, drafts))
            except PlayerFailed as failure:
                why = failure.why
                nothing = Move(sorted(keys)[0], Action(), call=failure.call, steps=failure.steps)
                await self._called(seat, nothing, "unusable", why)
                if not failure.again:
                    break
                refusals.append(failure.again)
                drafts.append(_draft(failure.call))
                continue
            except Exception:
                # A broken player is its author's mistake, and no reason for the others at the table to wait for ever.
                log.exception("table %s: %s's player broke", self.id, seat)
                why = "its player broke"
                break
            try:
                cause = self._cause(seat, move.key)
                await self.submit(seat, move.action, move.key, cause, move.aside, looked=move.looked)
            except IllegalAction as refusal:
                if isinstance(refusal, StaleAsk) and not keys & {ask.key for ask in self.asks(seat)}:
                    await self._called(seat, move, "stale", str(refusal))
                    return
                await self._called(seat, move, "refused", str(refusal))
                refusals.append(str(refusal))
                drafts.append(_draft(move.call))
                continue
            await self._called(seat, move, "accepted")
            return
        await self._move_for(seat, why)

    def _cause(self, seat: Seat, key: str) -> str:
        """A new cause for a player's move. One that takes up an offer is named so that it is known after a restart."""
        invitation = f"{INVITED}{seat}:{key}"
        if (seat, key) in self._invited and invitation not in self._causes:
            return invitation
        return f"{self.seats[seat].kind}:{uuid.uuid4().hex}"

    def brief(
        self, seat: Seat, keys: Iterable[str] = (), refusals: Iterable[str] = (), drafts: Iterable[str] = ()
    ) -> Brief:
        """All that a player in this seat would be given, asked about `keys`."""
        told = [each for each in self.story.log if each.heard_by(seat)]
        return Brief(
            game=self.game,
            table=self.id,
            seat=seat,
            view=self.view(seat),
            heard=[each.event for each in told],
            asks=self.asks(seat),
            names=self.names,
            private=frozenset(n for n, each in enumerate(told) if each.to is not EVERYONE),
            refusals=tuple(refusals),
            drafts=tuple(drafts),
            seconds=self._seconds_left(),
            dice=hashlib.sha256(f"{self.story.seed}/{seat}/{'+'.join(sorted(keys))}".encode()).hexdigest(),
            spent=self.spent,
        )

    def _seconds_left(self) -> float | None:
        ends = [deadline.at for deadline in self.deadlines.values()]
        return max(MARGIN, min(ends) - self._clock.now() - MARGIN) if ends else None

    async def _move_for(self, seat: Seat, why: str) -> None:
        """What the ask says happens to an absent seat; where nothing waits for it, nothing does."""
        ask = next((ask for ask in self.asks(seat) if ask.need != "none"), None)
        if ask is None:
            return
        # Who owes an answer in private, and why it gave none, is nothing for a log that somebody at the table may read.
        failed = self.seats[seat].kind == "model"
        level = logging.DEBUG if ask.private and not ask.known else logging.WARNING if failed else logging.INFO
        log.log(level, "table %s: %s gave no move (%s); the built-in player moves", self.id, seat, why)
        await self._stand_in(seat, ask, f"fallback:{uuid.uuid4().hex}", why)

    async def _stand_in(self, seat: Seat, ask: Ask, cause: str, why: str) -> None:
        """An absent person does what the ask says; for all others the built-in player moves. Where that one is at a loss,
        the ask's default is still better than a table that waits for ever."""
        occupant = self.seats.get(seat)
        absent = occupant is None or (occupant.kind == "person" and ask.late == "default" and ask.default is not None)
        submit = partial(self.submit, seat, key=ask.key, cause=cause, source="fallback", why=why)
        try:
            if occupant is not None and not absent:
                rng = random.Random(f"{self.story.seed}/{seat}/{ask.key}/stand-in")
                asked = (self.view(seat), seat, ask, rng, occupant.temper)
                try:
                    await submit(await asyncio.to_thread(self.game.policy.autoplay, *asked))
                    return
                except (StaleAsk, StoreFailed, Conflict):
                    raise
                except Exception:
                    if ask.default is None:
                        raise
                    log.exception("table %s: the built-in player is at a loss for %s at %s", self.id, seat, ask.key)
            if ask.default is not None:
                await submit(ask.default)
        except StaleAsk:
            log.debug("table %s: the moment had passed before something moved for %s", self.id, seat)

    async def _confirm(self, seat: Seat, key: str, cause: str) -> bool:
        """Takes what a person has picked for their answer, now that time is up; False when there is nothing legal."""
        action, ask = self.drafts.get((seat, key)), self.ask(seat, key)
        if action is None or ask is None or ask.need == "none":
            return False
        try:
            await self.submit(seat, action, key, cause, why="time was up before the choice was confirmed")
        except IllegalAction as refusal:
            log.debug("table %s: what %s had picked for %s is refused: %s", self.id, seat, key, refusal)
            return False
        return True

    async def _confirm_before(self, clock: Action, key: str, cause: str) -> None:
        """Confirms the drafts to questions that will be closed once time is up for everyone."""
        if not self._drafts:
            return
        ahead = self.story.after(self.story.decide(CLOCK, clock, key))
        for n, (seat, drafted) in enumerate(sorted(self._drafts)):
            ask = self.ask(seat, drafted)
            if ask and ask.need == "each" and not any(ask.key == drafted for ask in ahead.asks(seat)):
                await self._confirm(seat, drafted, f"{cause}:{n}")

    async def _called(self, seat: Seat, move: Move, outcome: str, why: str = "") -> None:
        self.moves.setdefault(seat, Counter())[outcome] += 1
        calls = [Called(seat, move.key, step, "step") for step in move.steps]
        if move.call is not None:
            calls.append(Called(seat, move.key, move.call, outcome, why))  # type: ignore[arg-type]
        self.spent += sum(called.call.cost or 0.0 for called in calls)
        # Whoever moves next may close this player's question, and so stop it here; what it has cost is kept all the same.
        await asyncio.shield(asyncio.gather(*(self._store.add_call(self.id, called) for called in calls)))

    # ── the clock ──

    def _run_clock(self) -> None:
        if self._ticker is not None:
            if self._ticker is asyncio.current_task():
                return  # it sees for itself what has changed
            self._ticker.cancel()
        if self.deadlines and not self.story.outcome:
            self._ticker = asyncio.create_task(self._tick(), name=f"{self.id}:clock")

    async def _tick(self) -> None:
        """Waits for the next reminder or deadline, and sees to it. Every move of somebody else starts a new wait."""
        while self._running and self.deadlines:
            now = self._clock.now()
            due = next((each for each, d in self.deadlines.items() if d.at <= now), None)
            if due:
                await self._time_is_up(*due)
                continue
            waits = [d.at for d in self.deadlines.values()]
            waits += [at for at in map(self._reminder, self.deadlines.values()) if at > now]
            await self._clock.sleep(max(0.05, min(waits) - now))
            if any(now < self._reminder(d) <= self._clock.now() for d in self.deadlines.values()):
                self._changed(self)

    @staticmethod
    def _reminder(deadline: Deadline) -> float:
        return max(deadline.at - REMINDER, (deadline.at + deadline.set_at) / 2)

    async def _time_is_up(self, seat: Seat, key: str) -> None:
        ask = self.ask(seat, key)
        cause = f"clock:{seat}:{key}:{len(self.story.log)}"
        try:
            if ask is not None and seat == CLOCK:
                await self._confirm_before(ask.choices[0], key, cause)
                await self.submit(seat, ask.choices[0], key, cause)
            elif ask is not None and not await self._confirm(seat, key, cause):
                await self._stand_in(seat, ask, cause, "time was up")
        except StaleAsk:
            log.debug("table %s: %s was answered just before its time was up", self.id, key)
        except IllegalAction:
            log.error(
                "table %s: time was up for %s at %s, and what should have happened is refused", self.id, seat, key
            )
        except StoreFailed as failure:
            log.error(
                "table %s: time was up for %s at %s, and could not be written down: %s", self.id, seat, key, failure
            )
            now = self._clock.now()
            self.deadlines[seat, key] = Deadline(seat, key, now + GRACE, now)
            return
        except Conflict:
            return  # said where it was found; this process plays no more
        self.deadlines.pop((seat, key), None)


async def ended(tasks: Iterable[asyncio.Task[Any] | None]) -> None:
    """Cancels these tasks, and returns when they have ended."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


def _respoken(action: Action, how: Callable[[str, str], str]) -> Action:
    """The action with `how` done to all that somebody says in it, given the text and its field."""
    spoken = (*talk_fields(type(action)), CLAIMS)
    said = {name: how(text, name) for name in spoken if isinstance(text := getattr(action, name, None), str)}
    return replace(action, **said) if said else action  # type: ignore[type-var]


def _unread(action: Action, from_model: bool) -> Action:
    """The action without what its words are said to mean: the game reads that. Only a model says what it claims."""
    kept = {CLAIMS} if from_model else set()
    said = {each.name: each.default for each in fields(action) if each.name in {MEANS, CLAIMS} - kept}  # type: ignore[arg-type]
    return replace(action, **said) if said else action  # type: ignore[type-var]


def _draft(call: Call | None) -> str:
    """What was written in a call, as far as it is read back to whoever wrote it."""
    return call.answer[:LONGEST_DRAFT] if call else ""


def for_staff(game: Game[Any], seat: Seat) -> str | None:
    """Why no person takes this seat: it is one of those who run the game rather than play it. None for all others."""
    return (
        f"The {game.shows.seat_title(seat)} runs the game, and only an AI sits there."
        if seat in game.lobby.staff
        else None
    )


def new_deadlines(story: Story[Any], now: float) -> list[Deadline]:
    """When time is up for everything that is asked, if it all begins to run now."""
    return [
        Deadline(seat, ask.key, now + ask.within.total_seconds(), now)
        for seat in (*story.seats, HOST, CLOCK)
        for ask in story.asks(seat)
        if ask.within is not None
    ]


def _question(story: Story[Any], seat: Seat, key: str) -> Ask | None:
    """The question of that key to that seat. A pause closes none: it is answered when the game goes on."""
    asks: tuple[Ask, ...] = () if story.outcome else story.game.rules.asks(story.state, seat)
    return next((ask for ask in asks if ask.key == key), None)


def _invitation(cause: str) -> tuple[Seat, str]:
    """Which offer to whom a move took up."""
    seat, _, key = cause.removeprefix(INVITED).partition(":")
    return Seat(seat), key
