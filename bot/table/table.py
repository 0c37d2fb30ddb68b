"""All of a table: who sits there, the door, and what goes on by itself after each move."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager

from bot.ports import Brief, Clock, Deadline, Moved, Occupant, Players, Saved, Store, story_of
from bot.table.clock import Ticker
from bot.table.deadlines import Deadlines
from bot.table.door import Door
from bot.table.drafts import Drafts
from bot.table.seated import Seated
from bot.table.thinking import Admitted, Thinking
from bot.table.votes import Vote, Votes
from games.core import HOST, Action, Cancel, Event, Pause, Resume, Seat, StaleAsk, Told, VotedOut
from games.story import Story


class Table(Seated):
    """A story being told, with those who sit at it. Make one with `bot.hall.Hall`."""

    def __init__(
        self,
        saved: Saved,
        story: Story[object],
        store: Store,
        players: Players,
        clock: Clock,
        changed: Callable[[Table], None],
        admitted: Admitted | None = None,
    ) -> None:
        super().__init__(saved, story)
        self._store, self._changed = store, changed
        self._drafts, self._deadlines = Drafts(self, store), Deadlines(saved.deadlines, clock)
        self._door = Door(self, saved.causes, self._drafts, self._deadlines, store, clock, self._tell)
        self.thinking = Thinking(self, self._door, players, store, clock, admitted)
        self._ticker = Ticker(self, self._door, self.thinking, clock, lambda: changed(self))
        self.moved, self.answers = self._door.moved, self.thinking.answers
        self.missed = self._door.absences.missed
        """How many turns in a row a person has missed, by seat."""
        self.votes = Votes(self, self._door.asked_at, lambda: self._deadlines.running, clock)

    # ── what happens ──

    async def submit(self, seat: Seat, action: Action, key: str, cause: str, aside: str = "") -> list[Told]:
        """What the move brought about, committed. IllegalAction or StaleAsk say why not; a cause that has moved before
        brings about nothing. `aside` is what somebody thought, told to nobody before the end."""
        return await self._door.submit(action, Moved(cause, seat, key, self.source(seat), aside=aside))

    async def reseat(
        self, seat: Seat, occupant: Occupant, cause: str, *, of: Occupant | None = None, why: Sequence[Event] = ()
    ) -> list[Told]:
        """Lets `occupant` take the seat, `of` whom they saw there, after everybody hears `why`. IllegalAction says why somebody
        who has held other seats may not, StaleAsk that somebody else was quicker. Where its host goes, the next person hosts."""
        told = await self._door.reseat(seat, occupant, cause, of, why)
        if told:
            self.thinking.stop([seat])
        return told

    async def hand_hosting(self, seat: Seat, cause: str) -> list[Told]:
        """Lets the person who sits there host the game. IllegalAction where none does."""
        return await self._door.host(seat, cause)

    async def let_back(self, seat: Seat, cause: str) -> list[Told]:
        """Lets whoever was sent away from that seat, or voted out, come back."""
        return await self._door.let_back(seat, cause)

    async def pass_hosting(self, cause: str) -> bool:
        """Lets the next person host a game whose host does not come back; False where there is nobody else."""
        heir = self.story.heir(self.seat_of(self.host) or HOST)
        if heir is None or self.outcome:
            return False
        await self._door.host(heir, cause)
        return True

    async def vote(self, seat: Seat, cause: str, on: Seat | None = None) -> Vote:
        """Somebody votes to wait no longer, or to play on without who sits there; what most want is done at once. IllegalAction
        says why they may not vote now."""
        vote = self.votes.cast(seat, on)
        if not vote.carried:
            self._tell()
            return vote
        self.votes.close(on)
        if on is None:
            await self._door.skip(seat, cause)
        else:
            there = self.seats[on]
            await self.reseat(on, self.thinking.stand_in_for(there), cause, of=there, why=(VotedOut(on),))
        return vote

    async def pause(self, cause: str, why: str = "") -> None:
        """The host stops the game for a while; or something else does, which says `why` in a sentence."""
        if why:
            await self._door.pause(why, cause)
        elif self.paused is not None:
            raise StaleAsk("The game is paused already.")
        else:
            await self.submit(HOST, Pause(), "host", cause)

    async def resume(self, seat: Seat, cause: str) -> None:
        """Lets a paused game go on, by whoever sits there or hosts it."""
        key = next((ask.key for ask in self.asks(seat) if ask.takes(Resume())), "resume")
        await self.submit(seat, Resume(), key, cause)

    async def cancel(self, cause: str, why: str = "") -> None:
        """Ends the game before its end."""
        await self.submit(HOST, Cancel(why) if why else Cancel(), "host", cause)

    # ── drafts and deadlines ──

    @property
    def drafts(self) -> dict[tuple[Seat, str], Action]:
        """What people have picked and not confirmed, by seat and key."""
        return self._drafts.spoken()

    async def draft(self, seat: Seat, key: str, action: Action | None) -> None:
        """Keeps what a person has picked and not confirmed yet, until it is confirmed, replaced, or the question closes;
        None forgets it. StaleAsk and IllegalAction when it is no answer to an open question; the rules are asked later."""
        async with self._door.lock:  # or it may be taken for that of whoever gets the seat meanwhile
            await self._drafts.keep(seat, key, action)

    @property
    def deadlines(self) -> Mapping[tuple[Seat, str], Deadline]:
        return self._deadlines.running

    @property
    def near(self) -> set[tuple[Seat, str]]:
        """The deadlines that those waited for are reminded of."""
        return self._deadlines.near

    async def extend(self, seconds: float) -> bool:
        """Puts off every running deadline; False when none runs."""
        async with self._door.lock:
            if not self._deadlines.running:
                return False
            put_off = self._deadlines.put_off(seconds)
            await self._store.set_deadlines(self.id, tuple(put_off.values()))
            self._deadlines.running = put_off
        self._tell()
        return True

    def hold(self) -> None:
        """Nobody can answer, for no fault of theirs: no clock runs until `release`."""
        self._deadlines.hold()
        self._ticker.run()

    async def release(self) -> None:
        """Time goes on, and everybody has as much of it as they had."""
        async with self._door.lock:
            moved = self._deadlines.release()
            if moved:
                await self._store.set_deadlines(self.id, tuple(self._deadlines.running.values()))
        if moved:
            self._tell()
        elif self._door.open:
            self._ticker.run()

    # ── what goes on by itself ──

    async def recall(self) -> None:
        """Finds again what was kept beside the log when the process ended."""
        await self._drafts.recall()
        await self.thinking.recall()

    def start(self) -> None:
        """Lets the table run: whoever plays by itself is asked, and clocks tick."""
        self._door.open = True
        self._deadlines.resume(self.story)
        self._go_on()

    async def drain(self) -> None:
        """Nobody is asked anything new, and no clock runs out; returns when all has been thought that is being thought. Moves
        are taken as ever."""
        self._door.open = False
        await self.thinking.drain()

    async def stop(self) -> None:
        """Nobody is asked any more; what is committed stays."""
        self._door.open = False
        await self.thinking.end()
        await self._ticker.end()

    @asynccontextmanager
    async def still(self) -> AsyncIterator[None]:
        """While the store changes what was said here: nobody moves or thinks. What models were just thinking about is asked anew."""
        async with self._door.lock:
            playing, self._door.open = self._door.open, False
            try:
                await self.thinking.end()
                yield
            finally:
                self._door.open = playing
        if playing:
            self._tell()

    async def retell(self, saved: Saved) -> None:
        """Takes the story as the store has it, word for word; only while it is `still`. Raises Unreadable."""
        self.story = story_of(saved, self.game)
        await self._drafts.reread()

    async def idle(self) -> None:
        """Returns when no player is thinking: all that could happen by itself, clocks aside, has happened."""
        await self.thinking.idle()

    @property
    def pondered(self) -> bool:
        """Whether a model thinks about a question that all may know is put to it. Who thinks in private is nobody's business."""
        return self.thinking.pondered

    def brief(
        self, seat: Seat, keys: Iterable[str] = (), refusals: Iterable[str] = (), drafts: Iterable[str] = ()
    ) -> Brief:
        """All that a player in this seat would be given, asked about `keys`."""
        return self.thinking.brief(seat, keys, refusals, drafts)

    def _tell(self) -> None:
        self.votes.look()
        self._go_on()

    def _go_on(self) -> None:
        self._door.asked()
        self._changed(self)
        if self._door.open:
            self.thinking.ask()
            self._ticker.run()
