"""The law of the log: what it says at INFO follows from what everybody knows. For every game there is. And so does what the
house tells everybody of who moves for whom, and what was looked up.

A game is taken at some moment, and goes on in two worlds that nobody who looks on could tell apart: who is what, and who owes
what in private, lies anew in one of them. Models fail, give up, break or answer, people pick something and go away, times run out,
until something happens that everybody hears. By then both must have written the same.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from zlib import crc32

import pytest

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.metrics import Vitals
from bot.players.autoplay import BuiltInPlayers
from bot.ports import About, Brief, Call, Move, Moved, Occupant, Player, PlayerFailed, Saved
from bot.stores.memory import MemoryStore
from bot.table import Table, new_deadlines
from games import all_games
from games.core import EVERYONE, Action, Ask, Game, IllegalAction, LookedUp, Paused, Seat, Seated, StoodIn, Told
from games.story import Story
from tests.bot import hideout
from tests.conftest import Much
from tests.games import laws

OURS = ("bot", "games")
USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}
OF_THE_HOUSE = (StoodIn, LookedUp)
BY_THE_WAY = (Seated, Paused, *OF_THE_HOUSE)
"""Everybody hears them, and they are no news of the game: what they tell is public, and stands in the log."""

WAYS = ("gives up", "tries in vain", "breaks", "answers")
MOST_WAITS = 40
"""Times that run out until something public happens in any game."""


def some_answer(ask: Ask, seat: Seat, seed: str) -> Action:
    """What somebody there says, whoever they are."""
    return laws.answer(ask, random.Random(crc32(f"{seed}/{seat}/{ask.key}".encode())), laws.NONSENSE)


class Sick(Player):
    """Fails in one way, or answers by dice; it looks at nothing but its questions."""

    def __init__(self, way: str, seed: str) -> None:
        self.way, self.seed = way, seed

    async def move(self, brief: Brief) -> Move:
        ask = next((ask for ask in brief.asks if ask.need != "none"), brief.asks[0])
        match self.way:
            case "gives up":
                raise PlayerFailed("small-1 did not answer", Call("small-1", prompt_tokens=900))
            case "tries in vain":
                raise PlayerFailed("small-1's answer was no move", Call("small-1"), "That is no move.")
            case "breaks":
                raise RuntimeError("its author's mistake")
        looked = (LookedUp(brief.seat, "claims", "", "It found something."),)
        action = some_answer(ask, brief.seat, self.seed + str(len(brief.refusals)))
        return Move(ask.key, action, "I hide something.", looked=looked)


class AllSick(BuiltInPlayers):
    def __init__(self, way: str, seed: str) -> None:
        super().__init__()
        self.way, self.player_seed = way, seed

    def seat(self, occupant: Occupant) -> Player:
        return Sick(self.way, self.player_seed)


class Heard(MemoryStore):
    """A store that says what it is told before anybody else does."""

    told: Callable[[Sequence[Told]], None]

    async def append(self, game: str, after: int, told: Sequence[Told], moved: Moved, **more: Any) -> None:
        self.told(told)
        await super().append(game, after, told, moved, **more)


class Lines(logging.Handler):
    """What our own log says from INFO on, with all that it says beside the words, as long as it is `open`."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []
        self.named: list[str] = []
        """Lines that name somebody who owes an answer in private just then, or did before the last move."""
        self.owed: set[Seat] = set()
        self.open = True
        self.table: Table | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if self.open and record.name.startswith(OURS):
            beside = {name: value for name, value in sorted(vars(record).items()) if name not in USUAL}
            broke = f" {record.exc_info[1]!r}" if record.exc_info else ""
            line = f"{record.levelname} {record.name}: {record.getMessage()} {beside}{broke}"
            self.lines.append(line)
            if self.table is not None:
                owing = {*self.owed, *sealed(self.table.story)}
                words = {*owing, *(self.table.seats[seat].name for seat in owing)}
                self.named += [line] if words & set(re.findall(r"[\w-]+", line)) else []


def sealed(story: Story[Any]) -> set[Seat]:
    """Who owes what nobody may know that they owe, and nothing else."""
    owed = {} if story.outcome else story.owed(story.seats)
    return {seat for seat, asks in owed.items() if all(ask.private and not ask.known for ask in asks)}


async def at_once(work: Callable[..., Any], *about: Any) -> Any:
    """Threads would answer in another order each time."""
    return work(*about)


@contextmanager
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lines]:
    root, lines = logging.getLogger(), Lines()
    with monkeypatch.context() as patch:
        patch.setattr(root, "level", logging.INFO)
        patch.setattr(asyncio, "to_thread", at_once)
        root.addHandler(lines)
        try:
            yield lines
        finally:
            root.removeHandler(lines)


async def written(story: Story[Any], way: str, seed: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the log says until something happens that everybody hears."""
    game: Game[Any] = story.game.but(autoplay=lambda view, seat, ask, rng, temper: some_answer(ask, seat, seed))
    story.game = game
    games, clock, vitals = {game.name: game}, VirtualClock(), Vitals()
    store = Heard(games)
    hall = Hall(vitals.watch(store), AllSick(way, seed), clock, games)
    seats = {
        seat: Occupant("person", f"N{n}", f"discord:{n}")
        if story.kinds[seat] == "person"
        else Occupant(story.kinds[seat], f"N{n}", model="small-1")
        for n, seat in enumerate(story.seats)
    }
    log, due = tuple(story.log), tuple(new_deadlines(story, clock.now()))
    saved = Saved("t1", game.name, game.rules.version, {}, story.seed, About(), seats, log, deadlines=due)
    with listening(monkeypatch) as lines:

        def told(fresh: Sequence[Told]) -> None:
            public = [
                f"told: {each.event}" for each in fresh if each.to is EVERYONE and isinstance(each.event, OF_THE_HOUSE)
            ]
            lines.lines += public if lines.open else []
            if any(each.to is EVERYONE and not isinstance(each.event, BY_THE_WAY) for each in fresh):
                lines.open = False

        store.told = told
        await hall.store.create(saved)
        table = Table(saved, story, hall.store, hall.players, clock, lambda table: None)
        hall.tables[table.id] = lines.table = table
        gone = next((seat for seat in story.seats if story.kinds[seat] == "person"), None)
        try:
            table.start()
            for seat in table.people[1::2]:  # the others pick nothing
                for ask in table.asks(seat)[:1]:
                    try:
                        await table.draft(seat, ask.key, some_answer(ask, seat, seed))
                    except IllegalAction:
                        continue
            if gone is not None:
                await table.reseat(gone, Occupant("model", "N0", model="small-1"), "leaves")
            for _ in range(MOST_WAITS):
                await table.idle()
                if not lines.open or table.outcome or clock.next is None:
                    break
                await clock.advance(clock.next - clock.now())
            await vitals.rest()
        finally:
            await hall.close()
        named = re.findall(r'"([^"]*)"', vitals.page().decode())
    numbered = [
        seat for seat in story.seats if re.search(r"\d", seat)
    ]  # others are words that mean something else, too
    assert not any(re.search(rf"\b{seat}\b", label) for seat in numbered for label in named), named
    assert not any(story.seed in line for line in lines.lines)
    assert not lines.named
    # How often the code of somebody unnamed is broken must be said even so, and its author mend it.
    return sorted(line for line in lines.lines if "the player of somebody broke" not in line)


def evenings(game: Game[Any], count: int, what: str, options: Any = None) -> Iterator[tuple[Story[Any], random.Random]]:
    """So many tables, each at some moment at which something is owed in private, if there soon is one."""
    for number in range(count):
        rng = random.Random(f"{game.name}/{what}/{number}")
        story, moves = laws.random_story(game, rng, options), rng.randint(0, 30)
        for n, _ in enumerate(laws.steps(story, rng)):
            if n >= moves and (sealed(story) or n >= moves + 20):
                break
        if not story.outcome:
            yield story, rng


@pytest.mark.parametrize("name", sorted(all_games()))
async def test_what_the_log_says_follows_from_what_everybody_knows(
    name: str, much: Much, monkeypatch: pytest.MonkeyPatch
):
    for story, rng in evenings(all_games()[name], much(40), "log"):
        twin, way, seed = laws.twin_of(story, None, rng), rng.choice(WAYS), f"{rng.random()}"
        here = await written(story, way, seed, monkeypatch)
        assert here, "it says nothing at all"
        assert await written(twin, way, seed, monkeypatch) == here, way


async def test_nor_does_it_name_whose_own_time_was_up_in_private(much: Much, monkeypatch: pytest.MonkeyPatch):
    """No game of the house gives each a time of their own there; this one does, and nothing in it lies anew."""
    options = hideout.HideoutOptions(seconds=60)
    for story, rng in evenings(hideout.GAME, much(40), "time", options):
        assert await written(story, rng.choice(WAYS), f"{rng.random()}", monkeypatch)
