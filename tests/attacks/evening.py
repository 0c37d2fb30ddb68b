"""A table whose people are called by attacks and say attacks, wherever people or models put words: in what they choose before it
begins, in every field of every form, in look-ups, in what they think and what breaks. Their moves come in through the table's one
door.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import fields, replace
from functools import cache
from itertools import islice
from typing import Any, get_type_hints
from unittest import mock

from pydantic import ValidationError

from bot import logs
from bot.clock import VirtualClock
from bot.hall import Hall
from bot.metrics import Vitals
from bot.names import LONGEST, called
from bot.players.autoplay import BuiltInPlayers
from bot.ports import About, Brief, Call, Called, Move, Moved, Occupant, Player, PlayerFailed, Saved
from bot.stores.memory import MemoryStore
from bot.surfaces.fields import form_fields
from bot.surfaces.web import guard
from bot.surfaces.web.app import make_app
from bot.surfaces.web.config import WebConfig
from bot.table import Table, new_deadlines
from games import all_games
from games.codenames import packs
from games.core import MEANS, TABLE, Action, Ask, Game, IllegalAction, LookedUp, Seat, escape, tidy
from games.duet import pairs
from games.story import Story
from tests.attacks.corpus import Attack
from tests.games import laws
from tests.web.wire import Browser

ID = "abcd2345"
RAW = 200
"""Characters of a name as an older database may hold it."""


class Evening:
    """One table and what was tried there. `tried` are the attacks that stand in its names, or were said, thought or looked up;
    `refusals` what the house said to whom."""

    def __init__(
        self,
        hall: Hall,
        table: Table,
        rng: random.Random,
        names: Sequence[Attack],
        out: Sequence[io.StringIO],
    ) -> None:
        self.hall, self.table, self.rng = hall, table, rng
        self.opening = len(table.log)
        self.tried: dict[str, Attack] = {each.id: each for each in names}
        self.public = {each.marker for each in names}
        """Markers of what everybody may read: names, and what was chosen before the game began."""
        self.refusals: list[tuple[Seat, IllegalAction]] = []
        self._browsers: dict[Seat | None, Browser] = {}
        self.logs = out

    def hears_all(self, seat: Seat | None) -> bool:
        """Whether a room is open to them in which all is heard that was ever said, as to the dead; or the game is over."""
        rooms = self.table.rooms if seat is not None else ()
        return self.table.outcome is not None or any(
            room.hears == TABLE and seat in (room.readers or ()) for room in rooms
        )

    def untold(self, seat: Seat | None) -> set[str]:
        """Markers of what was said where these eyes were not told, or thought."""
        if self.hears_all(seat):
            return set()
        heard = str(self.table.heard(seat)).casefold()
        own = str([str(refusal) for other, refusal in self.refusals if other == seat]).casefold()
        markers = {each.marker.casefold() for each in self.tried.values()} - {each.casefold() for each in self.public}
        return {each for each in markers if each not in heard and each not in own}

    async def browser(self, seat: Seat | None) -> Browser:
        """That of whoever sits there, or a stranger's."""
        if not self._browsers:
            with mock.patch.multiple(guard, BURST=10**9, READS=10**9):
                app = await make_app(self.hall, WebConfig(admin="nobody here knows this token"))
                await Browser(app).get("/rules")  # the guard is made when the first call comes
            self._browsers[None], keys = Browser(app), app.state.site.keys
            for each in self.table.people:
                key, _ = await keys.new()
                await keys.lend(key, ID, self.table.seats[each].user)
                self._browsers[each] = Browser(app, key)
        return self._browsers.get(seat, self._browsers[None])

    @contextlib.contextmanager
    def canaried(self, seat: Seat | None) -> Iterator[None]:
        """Another world meanwhile: what this seat was not told says something else."""
        here = self.table.story
        self.table.story = laws.canaried(here, seat)
        try:
            yield
        finally:
            self.table.story = here

    def refused(self, seat: Seat | None) -> list[IllegalAction]:
        return [refusal for other, refusal in self.refusals if other == seat]

    async def play(self, attacks: Iterator[Attack], most: int) -> bool:
        """So many moves, or as many as it takes to the end; whether the game goes on."""
        vocabulary = laws.vocabulary(self.table.story)
        for _ in range(most):
            for _ in range(200):
                if self.table.outcome:
                    return False
                seat, ask = self._talks() or laws._some_ask(self.table.story, self.rng)
                action = laws.answer(ask, self.rng, vocabulary)
                if await self._tried(seat, ask, action, attacks):
                    break
        return self.table.outcome is None

    def _talks(self) -> tuple[Seat, Ask] | None:
        """Somebody who may say something, most of the time that anybody may."""
        if self.rng.random() < 0.4:
            return None
        asks = [(seat, ask) for seat in self.table.order for ask in self.table.asks(seat)]
        spoken = [(seat, ask) for seat, ask in asks if any(free_fields(form, ask) for form in ask.forms)]
        return self.rng.choice(spoken) if spoken else None

    async def _tried(self, seat: Seat, ask: Ask, action: Action, attacks: Iterator[Attack]) -> bool:
        """Whether the move was taken: with an attack in it where words stand; where that is refused, as it was, and what was to
        be said is thought."""
        forms = [form for form in ask.forms if free_fields(form, ask)]
        if forms and (type(action) in forms or self.rng.random() < 0.7):
            form = type(action) if type(action) in forms else self.rng.choice(forms)
            text = self._next(attacks)
            lies = laws.fill(form, self.rng, laws.vocabulary(self.table.story), ask)
            if await self._submitted(seat, ask, replace(lies, **free_fields(form, ask, text)), attacks):
                return True
        return await self._submitted(seat, ask, action, attacks)

    def _next(self, attacks: Iterator[Attack]) -> str:
        attack = next(attacks)
        self.tried[attack.id] = attack
        return attack.text

    async def _submitted(self, seat: Seat, ask: Ask, action: Action, attacks: Iterator[Attack]) -> bool:
        """A move, and what goes with it: what was thought, looked up and answered; now and then a model that broke before."""
        before, tools = len(self.table.log), self.table.game.prompts.tools
        kind = self.table.seats[seat].kind if seat in self.table.seats else "person"
        aside, looked = "", list[LookedUp]()
        if seat in self.table.seats and self.rng.random() < 0.4:
            aside = self._next(attacks)
            called = Called(seat, ask.key, Call("small-1", reasoning=aside, answer=aside), "accepted", aside)
            await self.hall.store.add_call(self.table.id, called)
        if kind != "person" and tools and self.rng.random() < 0.5:
            tool = self.rng.choice(tools)  # as models that take steps look things up
            looked = [LookedUp(seat, tool.name, escape(tidy(self._next(attacks)[:60])), "nothing")]
        if kind == "model" and ask.need != "none" and self.rng.random() < 0.1:
            text = self._next(attacks)
            self.public |= {
                each.marker for each in self.tried.values() if each.text == text
            }  # where code broke, the log says on what
            self.hall.players.attack = text  # type: ignore[attr-defined]
            door = self.table.thinking.door
            with mock.patch.object(self.table.thinking, "ask"), mock.patch.object(door, "open", True):
                await self.table.thinking._play(seat, frozenset({ask.key}), 0)  # nobody else plays by themselves
            return True
        moved = Moved(f"t:{before}:{self.rng.random()}", seat, ask.key, self.table.source(seat), aside=aside)
        try:
            await self.table.thinking.door.submit(action, moved, looked)
        except IllegalAction as refusal:
            self.refusals.append((seat, refusal))
            return False
        return True


class Broken(BuiltInPlayers, Player):
    """Models that fail as badly as code of ours can: what was written stands in the exception."""

    attack = ""

    def seat(self, occupant: Occupant) -> Player:
        return self

    async def move(self, brief: Brief) -> Move:
        if len(self.attack) % 2:
            raise PlayerFailed(
                "small-1's answer was no move", Call("small-1", answer=self.attack, reasoning=self.attack)
            )
        raise ValueError(f"what is this: {self.attack}")


def free_fields(form: type[Action], ask: Ask, text: str = "") -> dict[str, Any]:
    """The fields of a form into which anything may be typed, with that text in them, cut as forms cut it."""
    return {
        name: (text,) if many else text[:longest] for name, many, longest in _typed(form) if name not in ask.allowed
    }


@cache
def _typed(form: type[Action]) -> tuple[tuple[str, bool, int | None], ...]:
    """The fields of text: their names, whether they take several, and how long they may be. What a model claims is one."""
    hints, longest = get_type_hints(form), {each.name: each.longest for each in form_fields(form)}
    found = [(each.name, hints[each.name]) for each in fields(form) if each.name != MEANS]  # type: ignore[arg-type]
    return tuple((name, hint is not str, longest.get(name)) for name, hint in found if hint in (str, tuple[str, ...]))


def chosen(game: Game[Any], rng: random.Random, texts: Sequence[str]) -> Any:
    """What a host chose: attacks wherever something may be typed or brought, as far as it is taken."""
    given: dict[str, Any] = laws._some_options(game, rng)
    text = rng.choice(texts)
    for name, field in game.lobby.options.model_fields.items():
        if name == "words":
            given[name] = [*packs.pack("english").words[:30], *(each for each in texts if not packs.fault(each))]
        elif name == "manager" and rng.random() < 0.5:
            pair = pairs.find("ultimatum")
            title, summary = json.dumps(text[:60]), json.dumps(f"{text} ")
            head = pair.manager.replace("title: Ultimatum", f"title: {title}")
            head = head.replace("summary: One offer", f"summary: {summary}\n# One offer")
            given |= {"pair": "", "manager": head, "player": pair.player}
        elif field.annotation is str and not game.lobby.options.suggestions(name) and name != "player":
            given[name] = text
        try:
            game.lobby.options(**given)
        except (ValidationError, ValueError):
            given = {each: value for each, value in given.items() if each not in (name, "pair", "player")}
    try:
        return game.lobby.options(**given)
    except ValidationError:
        return laws.random_options(game, rng)


@asynccontextmanager
async def evening(name: str, rng: random.Random, every: Iterator[Attack], old: bool = False) -> AsyncIterator[Evening]:
    """A table with a person called by the next attack in each seat, or a model of that name. `old`: the
    names were kept by an older release, which kept them as they came."""
    games, clock, vitals = all_games(), VirtualClock(), Vitals()
    hall = Hall(vitals.watch(MemoryStore(games)), Broken(), clock, games=games)
    brought = list(islice(every, 4))
    story: Story[Any] = laws.random_story(games[name], rng, chosen(games[name], rng, [each.text for each in brought]))
    names = list(islice(every, len(story.seats)))
    seats: dict[Seat, Occupant] = {}
    for seat, attack in zip(story.seats, names, strict=True):
        taken = [each.name for each in seats.values()]
        raw = attack.text[:RAW].encode(errors="replace").decode()
        who = raw if old else called(attack.text, taken, rng.choice((LONGEST, 60)))
        person = story.kinds[seat] == "person"
        seats[seat] = (
            Occupant("person", who, f"web:{seat}")
            if person
            else Occupant("model", who, model="small-1", stands_for=f"web:{seat}")
        )
    saved = Saved(
        ID, name, story.game.rules.version, story.options.model_dump(mode="json"), story.seed, About(public=True), seats,
        tuple(story.log), deadlines=tuple(new_deadlines(story, clock.now())), place="web:here",
        host="discord:777000777",
    )  # fmt: skip
    with listening() as out:
        await hall.store.create(saved)
        loaded = await hall.store.load(ID)
        assert loaded is not None
        table = Table(loaded, story, hall.store, hall.players, clock, hall._changed)
        hall.tables[ID] = table
        found = Evening(hall, table, rng, [*brought, *names], out)
        try:
            yield found
        finally:
            with contextlib.suppress(Exception):
                await hall.close()


@contextlib.contextmanager
def listening() -> Iterator[list[io.StringIO]]:
    """What our log says from INFO on, as people read it and as programs do."""
    out, root, level = [io.StringIO(), io.StringIO()], logging.getLogger("bot"), logging.getLogger("bot").level
    handlers = [logging.StreamHandler(each) for each in out]
    for handler, how in zip(handlers, ("console", "json"), strict=True):
        handler.setFormatter(logs._formatter(how, False))  # type: ignore[arg-type]
        root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield out
    finally:
        root.setLevel(level)
        for handler in handlers:
            root.removeHandler(handler)
