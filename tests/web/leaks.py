"""The leak law over the wire: nobody is sent a byte, or a moment, that depends on what they were not told.

A random game is played through the page's own forms, with a browser at every seat, one of a stranger's, and streams open.
After each move: whoever heard nothing of it was sent nothing. At moments chosen by chance, each of them asks for everything
there is to ask for; then the same in another world, which they cannot tell apart, and it must be the same to a byte: there,
what they cannot see lies anew, what they were not told says something else, and there is more of it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import math
import random
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, get_type_hints
from unittest import mock

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.ports import About, Occupant, Saved
from bot.stores.memory import MemoryStore
from bot.surfaces.web import guard
from bot.surfaces.web.app import make_app
from bot.surfaces.web.config import WebConfig
from bot.table import Table, new_deadlines
from games import all_games
from games.core import TABLE, Action, Ask, IllegalAction, Seat
from games.story import Story
from games.wire import dump
from tests.games import laws
from tests.web.wire import Answer, Browser, settle

ADMIN = "nobody here knows this token"
PATHS = ("/t/{id}", "/t/{id}/big", "/api/games/sessions/{id}", "/api/games/sessions/{id}/view",
         "/api/games/sessions/{id}/transcript?format=json", "/api/games/sessions/{id}/transcript?format=csv",
         "/api/games/sessions/{id}/transcript?format=md", "/api/games/sessions/{id}/transcript?format=html",
         "/r/{id}")  # fmt: skip
"""All that can be asked for about a table."""

PING = re.compile(rb": ping[^\r\n]*[\r\n]+")
"""What keeps a line open: it comes by the clock on the wall, whatever happens at the table."""

STREAMS = ("/t/{id}/live", "/api/games/sessions/{id}/events")

TYPED, WRITTEN = "sparrow{}", re.compile(rb"sparrow\d{5}")
"""What people write: words that say whose they are wherever they turn up."""


@dataclasses.dataclass
class Eyes:
    """Somebody who looks on: their seat (None: a stranger), and the streams that they have open."""

    seat: Seat | None
    browser: Browser
    streams: list[Answer] = dataclasses.field(default_factory=list)
    unread: bytes = b""
    """What has come and was not looked at yet."""

    def listen(self) -> bytes:
        """What has come since the last time, and is unread now. A stream grows to megabytes: it is emptied."""
        come = b" ".join(filter(None, (PING.sub(b"", each.body) for each in self.streams)))
        for each in self.streams:
            each.body = b""
        self.unread += come
        return come


class Evening:
    """A random game at a table that everybody watches in a browser. Where it is not `thorough`, two of them compare three of
    the paths at a time, others at another."""

    thorough = True
    paths: tuple[str, ...] = PATHS

    def __init__(self, table: Table, eyes: list[Eyes], rng: random.Random, clock: VirtualClock) -> None:
        self.table, self.eyes, self.rng, self.clock = table, eyes, rng, clock

    def ears(self, eyes: Eyes) -> Seat | None:
        """With whose ears they hear: a room may be open to all that was ever said."""
        rooms = self.table.game.shows.rooms(self.story.state) if eyes.seat else ()
        all_of_it = any(room.hears == TABLE and eyes.seat in (room.readers or ()) for room in rooms)
        return TABLE if all_of_it else eyes.seat

    @property
    def story(self) -> Story[Any]:
        return self.table.story

    async def play(self, often: float, most: int = laws.LONGEST_GAME) -> AsyncIterator[str]:
        """Plays on to the end, and says what breaks the law."""
        vocabulary = laws.vocabulary(self.story)
        for n in range(most):
            if self.story.outcome:
                break
            seat, ask = laws._some_ask(self.story, self.rng)
            action = self._typed(laws.answer(ask, self.rng, vocabulary), ask, TYPED.format(f"{n:05}"))
            before = len(self.story.log)
            for each in self.eyes:
                each.listen()
            await self._move(seat, ask.key, action)
            await settle()
            told = self.story.log[before:]
            for each in self.eyes:
                come = each.listen()
                if not told and each.seat == seat:
                    continue  # they kept a draft, or were told why not
                if come and not any(one.heard_by(self.ears(each)) for one in told):
                    yield f"{each.seat or 'a stranger'} is sent something at {action}, of which nothing was told them"
            for breach in self._unheard_words():
                yield breach
            if self.rng.random() < often * min(1.0, laws.SHORT / len(self.story.log)):
                async for breach in self.look():
                    yield breach

    async def _move(self, seat: Seat, key: str, action: Any) -> None:
        """Through the page where somebody sits there, else by the table's own door."""
        eyes = next((each for each in self.eyes if each.seat == seat), None)
        if eyes is not None:
            form = {"ask": key, "action": dump(action), "key": f"{len(self.story.log)}"}
            if self.rng.random() < 0.2:
                await eyes.browser.post(f"/t/{self.table.id}/draft", form)
                return
            await eyes.browser.post(f"/t/{self.table.id}/move", form)
            return
        with contextlib.suppress(IllegalAction):
            await self.table.submit(seat, action, key, f"test:{len(self.story.log)}:{self.rng.random()}")

    def _typed(self, action: Action, ask: Ask, word: str) -> Action:
        """The same with a word of its own wherever its sender writes freely."""
        if type(action) not in ask.forms or self.rng.random() < 0.3:
            return action
        hints = get_type_hints(type(action))
        free = [name for name, hint in hints.items() if hint is str and name not in ask.allowed]
        return dataclasses.replace(action, **dict.fromkeys(free, word)) if free else action

    def _unheard_words(self) -> list[str]:
        """What somebody typed and these eyes were sent without having been told."""
        if self.story.outcome:
            return []  # an end may tell all
        found = []
        for each in self.eyes:
            fresh, each.unread = {word.decode() for word in WRITTEN.findall(each.unread)}, b""
            if not fresh:
                continue
            heard = str([told.event for told in self.story.log if told.heard_by(self.ears(each))])
            own = str([action for (seat, _), action in self.table.drafts.items() if seat == each.seat])
            unheard = sorted(word for word in fresh if word not in heard and word not in own)
            found += [f"{each.seat or 'a stranger'} reads “{word}”, which they were not told" for word in unheard]
        return found

    async def look(self) -> AsyncIterator[str]:
        """Everything that may be asked for, here and in another world; or by some, what they think of."""
        here = self.story
        for each in self.eyes if self.thorough else self.rng.sample(self.eyes, min(2, len(self.eyes))):
            if self.ears(each) == TABLE:
                continue
            self.paths = PATHS if self.thorough else tuple(self.rng.sample(PATHS, 3))
            mine = await self._everything(each)
            twin = laws.padded(laws.twin_of(here, each.seat, self.rng), each.seat, self.rng)
            try:
                self.table.story = twin
                other = await self._everything(each)
            finally:
                self.table.story = here
            for path, answer in mine.items():
                if answer != other[path]:
                    at = next((n for n, (a, b) in enumerate(zip(answer, other[path], strict=False)) if a != b), -1)
                    near = answer[max(0, at - 60) : at + 60]
                    yield f"{each.seat or 'a stranger'} is sent another {path} in a world it cannot tell apart: {near!r}"
                if laws.CANARY.encode() in other[path]:
                    yield f"{each.seat or 'a stranger'} is sent a word in {path} that it was not told"

    async def _everything(self, eyes: Eyes) -> dict[str, bytes]:
        found = {}
        for path in self.paths:
            answer = await eyes.browser.get(path.format(id=self.table.id))
            found[path] = f"{answer.status} {sorted(answer.headers.items())} ".encode() + answer.body
        for path in STREAMS:
            async with eyes.browser.stream(path.format(id=self.table.id)) as answer:
                await settle()
                found[path] = f"{answer.status} ".encode() + answer.body
        return found


@asynccontextmanager
async def evening(name: str, rng: random.Random, thorough: bool = True) -> AsyncIterator[Evening]:
    """A table with somebody at each seat, and a stranger; all have it open, or two of those who sit there and the stranger."""
    games, clock = all_games(), VirtualClock()
    hall = Hall(MemoryStore(games), BuiltInPlayers(), clock, games=games)
    with mock.patch.multiple(guard, BURST=10**9, READS=10**9):
        app = await make_app(hall, WebConfig(admin=ADMIN))
        await Browser(app).get("/rules")  # the guard is made when the first call comes
    story = laws.random_story(games[name], rng)
    keys = app.state.site.keys
    people = {seat: await keys.new() for seat in story.seats}
    seats = {
        seat: Occupant("person", f"P{n}", user=people[seat][1])
        if story.kinds[seat] == "person"
        else Occupant("built-in", f"P{n}")
        for n, seat in enumerate(story.seats)
    }
    for seat, each in seats.items():
        if each.kind != "person" and seat not in story.game.lobby.staff:
            seats[seat] = Occupant("person", each.name, user=people[seat][1])
    about = About(public=True)
    log, due = tuple(story.log), tuple(new_deadlines(story, clock.now()))
    saved = Saved(
        "abcd2345", name, story.game.rules.version, {}, story.seed, about, seats, log, deadlines=due, place="web:here"
    )
    table = Table(saved, story, hall.store, hall.players, clock, hall._changed)
    await hall.store.create(saved)
    hall.tables[table.id] = table
    eyes = [Eyes(seat, Browser(app, people[seat][0])) for seat, each in seats.items() if each.kind == "person"]
    eyes = [*(eyes if thorough else rng.sample(eyes, min(2, len(eyes)))), Eyes(None, Browser(app))]
    async with AsyncExitStack() as stack:
        for each in eyes:
            for path in STREAMS:
                each.streams.append(await stack.enter_async_context(each.browser.stream(path.format(id=table.id))))
        try:
            yield Evening(table, eyes, rng, clock)
        finally:
            await hall.close()


async def breaches(
    name: str,
    seed: str,
    often: float = 0.1,
    most: int = laws.LONGEST_GAME,
    thorough: bool = True,
    enough: float = math.inf,
) -> list[str]:
    """What breaks the law in (so many moves of) one random game, as far as it takes to find enough."""
    rng = random.Random(seed)
    async with evening(name, rng, thorough) as played:
        played.thorough = thorough
        found: list[str] = []
        async with contextlib.aclosing(played.play(often, most)) as breaches:
            async for breach in breaches:
                found.append(breach)
                if len(found) >= enough:
                    break
        return found
