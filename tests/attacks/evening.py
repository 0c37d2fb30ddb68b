"""A table whose people are called by attacks and say attacks, in every field in which people speak; their moves come in through the
table's one door."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, get_type_hints
from unittest import mock

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.names import LONGEST, called
from bot.players.autoplay import BuiltInPlayers
from bot.ports import About, Call, Called, Occupant, Saved
from bot.stores.memory import MemoryStore
from bot.surfaces.fields import form_fields
from bot.surfaces.web import guard
from bot.surfaces.web.app import make_app
from bot.surfaces.web.config import WebConfig
from bot.table import Table, new_deadlines
from games import all_games
from games.core import CLAIMS, HOST, MEANS, Action, Ask, IllegalAction, Seat
from games.story import Story
from tests.attacks.corpus import Attack
from tests.games import laws
from tests.web.wire import Browser

ID = "abcd2345"
RAW = 200
"""Characters of a name as an older database may hold it."""


class Evening:
    """One table and what was tried there. `tried` are the attacks that stand in its names, or were said and taken; `refusals` what
    the house said to others."""

    def __init__(self, hall: Hall, table: Table, app: Any, rng: random.Random, names: Iterable[Attack]) -> None:
        self.hall, self.table, self.app, self.rng = hall, table, app, rng
        self.opening = len(table.log)
        self.tried: dict[str, Attack] = {each.id: each for each in names}
        self.said: set[str] = set()
        self.refusals: list[IllegalAction] = []
        self.keys: dict[Seat, str] = {}

    @property
    def payloads(self) -> frozenset[str]:
        return frozenset(start for each in self.tried.values() for start in each.payloads)

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
        """Whether the move was taken: with an attack in it where words stand; where that is refused, as it was."""
        forms = [form for form in ask.forms if free_fields(form, ask)]
        if forms and (type(action) in forms or self.rng.random() < 0.7):
            form = type(action) if type(action) in forms else self.rng.choice(forms)
            attack = next(attacks)
            lies = laws.fill(form, self.rng, laws.vocabulary(self.table.story), ask)
            self.tried[attack.id] = attack  # a refusal may repeat it, and so may the log
            aside = attack.text.encode(errors="replace").decode() if self.rng.random() < 0.2 else ""
            if await self._submitted(seat, ask, replace(lies, **free_fields(form, ask, attack.text)), aside):
                self.said.add(attack.id)
                said = attack.text.encode(errors="replace").decode()
                call = Call("small-1", reasoning=said, answer=said)
                await self.hall.store.add_call(self.table.id, Called(seat, ask.key, call, "accepted", said))
                return True
        return await self._submitted(seat, ask, action)

    async def _submitted(self, seat: Seat, ask: Ask, action: Action, aside: str = "") -> bool:
        before = len(self.table.log)
        try:
            await self.table.submit(seat, action, ask.key, f"t:{before}:{self.rng.random()}", aside)
        except IllegalAction as refusal:
            self.refusals.append(refusal)
            return False
        return True


def free_fields(form: type[Action], ask: Ask, text: str = "") -> dict[str, str]:
    """The fields of a form into which anything may be typed, with that text in them, cut as forms cut it."""
    hints = get_type_hints(form)
    longest = {each.name: each.longest for each in form_fields(form)}
    return {
        name: text[: longest.get(name, len(text))]
        for name, hint in hints.items()
        if hint is str and name not in ask.allowed and name not in (MEANS,)
    } | ({CLAIMS: text} if hints.get(CLAIMS) is str else {})


@asynccontextmanager
async def evening(name: str, rng: random.Random, names: Sequence[Attack], raw: bool) -> AsyncIterator[Evening]:
    """A table with a person called by an attack in each seat, or a model of that name; `raw`: the names stand there as they are."""
    games, clock = all_games(), VirtualClock()
    hall = Hall(MemoryStore(games), BuiltInPlayers(), clock, games=games)
    with mock.patch.multiple(guard, BURST=10**9, READS=10**9):
        app = await make_app(hall, WebConfig(admin="nobody here knows this token"))
        await Browser(app).get("/rules")  # the guard is made when the first call comes
    story: Story[Any] = laws.random_story(games[name], rng)
    keys = app.state.site.keys
    seats: dict[Seat, Occupant] = {}
    people: dict[Seat, str] = {}
    for seat, attack in zip(story.seats, names, strict=False):
        taken = [each.name for each in seats.values()]
        who = (
            attack.text[:RAW].encode(errors="replace").decode()
            if raw
            else called(attack.text, taken, rng.choice((LONGEST, 60)))
        )
        key, user = await keys.new()
        person = story.kinds[seat] == "person"
        people |= {seat: key} if person else {}
        seats[seat] = Occupant("person", who, user) if person else Occupant("model", who, model="small-1")
    saved = Saved(
        ID, name, story.game.rules.version, story.options.model_dump(mode="json"), story.seed, About(public=True), seats,
        tuple(story.log), deadlines=tuple(new_deadlines(story, clock.now())), place="web:here",
        host="discord:777000777",
    )  # fmt: skip
    await hall.store.create(saved)
    loaded = await hall.store.load(ID)
    assert loaded is not None
    table = Table(loaded, story, hall.store, hall.players, clock, hall._changed)
    hall.tables[ID] = table
    found = Evening(hall, table, app, rng, names[: len(seats)])
    found.keys = people
    try:
        yield found
    finally:
        with contextlib.suppress(Exception):
            await hall.close()


__all__ = ["HOST", "Evening", "evening", "free_fields"]
