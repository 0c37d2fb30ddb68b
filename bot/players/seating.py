"""Who plays for whom: a player for every seat that no person sits in, and a character for each of them."""

from __future__ import annotations

import asyncio
import difflib
import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING

from bot.players.autoplay import BuiltIn, Strategies, tempers
from bot.players.model import Endpoint, ModelPlayer, ModelSpec
from bot.players.narrator import ModelNarrator
from bot.players.reader import ModelReader
from bot.ports import Brief, Look, Move, Narrator, Occupant, Player, PlayerFailed, Reader
from games.core import IllegalAction, Temper, record

if TYPE_CHECKING:
    import httpx2
    import openai

OPENAI = "https://api.openai.com/v1"
NO_KEY = "none"
"""What is sent where an endpoint wants no key: the client insists on one."""

RETRIES = 3
"""Tries more that the client makes by itself after a 429, a 5xx or a dropped connection, within the answer's time."""


@record
class Persona:
    """A character from prompts/personas: how it looks, plays and speaks."""

    name: str
    look: Look
    temper: Temper
    voice: str


def warm_up() -> None:
    """Imports what speaks to models, so that the first of them need not wait for it. It takes a second or two: in a thread."""
    import_module("httpx2")
    import_module("openai.resources.chat.completions")


class HousePlayers:
    """Seats built-in players and models. `models` are those that may play, by short names; the one called `default` sits
    where nobody is named, and with no default built-in players do. `concurrent` calls may run at a time; a game may spend
    `budget` US dollars, and the model called `narrator` (empty: none) `narrator_budget`. `strategies` are those that the
    built-in players of some game may be asked for. `transport` is for tests."""

    def __init__(
        self,
        models: Mapping[str, ModelSpec] | None = None,
        default: str = "",
        *,
        concurrent: int = 8,
        budget: float | None = None,
        narrator: str = "",
        narrator_budget: float | None = None,
        strategies: Strategies = tuple,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self.models, self.default = dict(models or {}), default
        for each in (default, narrator):
            if each and each not in self.models:
                raise ValueError(f"there is no model “{each}”")
        self._budget, self._strategies = budget, strategies
        self._gate, self._transport = asyncio.Semaphore(concurrent), transport
        self._clients: dict[tuple[str, str], openai.AsyncOpenAI] = {}
        self._endpoints: dict[str, Endpoint] = {}
        self._narrating, self._narrator_budget = narrator, narrator_budget
        self._narrator: ModelNarrator | None = None

    def seat(self, occupant: Occupant) -> Player:
        """A player for `occupant`. A model that is not configured any more gives no moves, and says why."""
        if occupant.kind != "model":
            return BuiltIn(occupant)
        name = occupant.model or self.default
        if name not in self.models:
            return _Missing(name)
        persona = personas().get(occupant.persona)
        return ModelPlayer(self._endpoint(name), self._budget, persona.voice if persona else "")

    def occupant(self, name: str, spec: str = "") -> Occupant:
        """See bot.ports.Players. Where no character is asked for, it is the one of that name, or another one."""
        wanted = spec.casefold()
        model = next((each for each in self.models if each.casefold() == wanted), self.default)
        if wanted in personas():
            return self._playing(model, personas()[wanted].name, wanted)
        key = name.casefold()
        if key not in personas():
            key = sorted(personas())[sum(map(ord, key)) % len(personas())]
        if not wanted or wanted == model.casefold():
            return self._playing(model, name, key)
        if temper := tempers(self._strategies()).get(wanted):
            return Occupant("built-in", name, persona=key, temper=temper)
        near = difflib.get_close_matches(wanted, [each.casefold() for each in self.specs()], 1)
        meant = f" Did you mean “{near[0]}”?" if near else ""
        raise IllegalAction(f"There is no player “{spec}”.{meant} There are: {', '.join(self.specs())}.")

    def specs(self) -> tuple[str, ...]:
        """See bot.ports.Players."""
        return (*tempers(self._strategies()), *self.models, *personas())

    def reader(self) -> Reader | None:
        """See bot.ports.Players. It is the model that sits where nobody is named."""
        return ModelReader(self._endpoint(self.default), self._budget) if self.default else None

    def narrator(self) -> Narrator | None:
        """See bot.ports.Players."""
        if self._narrating and self._narrator is None:
            self._narrator = ModelNarrator(self._endpoint(self._narrating), self._narrator_budget)
        return self._narrator

    def look(self, occupant: Occupant) -> Look | None:
        """See bot.ports.Players."""
        persona = None if occupant.kind == "person" else personas().get(occupant.persona)
        return persona.look if persona else None

    @staticmethod
    def _playing(model: str, name: str, persona: str) -> Occupant:
        return Occupant("model" if model else "built-in", name, "", model, persona, personas()[persona].temper)

    async def close(self) -> None:
        """Hangs up on every endpoint."""
        for client in self._clients.values():
            await client.close()
        self._clients.clear()
        self._endpoints.clear()

    def _endpoint(self, name: str) -> Endpoint:
        if name not in self._endpoints:
            self._endpoints[name] = Endpoint(self.models[name], self._client(self.models[name]), self._gate)
        return self._endpoints[name]

    def _client(self, spec: ModelSpec) -> openai.AsyncOpenAI:
        """One client for each place and key: it keeps its connections open."""
        import httpx2
        import openai  # half a second, spent when the first model sits down

        where = (spec.base_url, spec.api_key)
        if where not in self._clients:
            self._clients[where] = openai.AsyncOpenAI(
                api_key=spec.api_key or NO_KEY,
                base_url=spec.base_url or OPENAI,
                max_retries=RETRIES,
                http_client=httpx2.AsyncClient(transport=self._transport) if self._transport else None,
            )
        return self._clients[where]


class _Missing:
    """Sits where a model sat that is not configured any more."""

    def __init__(self, name: str) -> None:
        self._name = name

    async def move(self, brief: Brief) -> Move:
        raise PlayerFailed(f"no model “{self._name}” is configured" if self._name else "no model is configured")


@cache
def personas() -> dict[str, Persona]:
    """The characters in prompts/personas, by file name. ValueError says which file is wrong, and how."""
    folder = files("prompts").joinpath("personas")
    found = sorted((each.name.removesuffix(".md"), each) for each in folder.iterdir() if each.name.endswith(".md"))
    return {name: read_persona(name, each.read_text(encoding="utf-8")) for name, each in found}


def read_persona(name: str, text: str) -> Persona:
    """A character's file: `key: value` lines between two lines of `---`, then its voice."""
    opening, _, rest = text.partition("---\n")
    head, closing, voice = rest.partition("\n---\n")
    values = dict(_key_value(name, line) for line in head.splitlines() if line.strip())
    if opening.strip() or not closing or not voice.strip() or values.keys() != PERSONA_KEYS:
        wanted = ", ".join(sorted(PERSONA_KEYS))
        raise ValueError(f"prompts/personas/{name}.md has to give {wanted} between lines of ---, then a voice.")
    boldness, strength, talkativeness, suspicion = (_share(name, key, values[key]) for key in SHARES)
    temper = Temper(boldness, strength, talkativeness, suspicion)
    look = Look(values["face"], _colour(name, values["colour"]))
    return Persona(values["name"], look, temper, " ".join(voice.split()))


SHARES = ("boldness", "strength", "talkativeness", "suspicion")
PERSONA_KEYS = {"name", "face", "colour", *SHARES}


def _key_value(name: str, line: str) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    if not colon:
        raise ValueError(f"prompts/personas/{name}.md has a line without a colon: “{line}”.")
    return key.strip(), value.strip()


def _colour(name: str, value: str) -> int:
    if not re.fullmatch(r"#[0-9A-Fa-f]{6}", value):
        raise ValueError(f"prompts/personas/{name}.md: colour is written as #C8553D, not “{value}”.")
    return int(value[1:], 16)


def _share(name: str, key: str, value: str) -> float:
    try:
        share = float(value)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise ValueError(f"prompts/personas/{name}.md: {key} is a number from 0 to 1, not “{value}”.")
    return share
