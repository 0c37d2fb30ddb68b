"""Who plays for whom: a player for every seat that no person sits in, and a character for each of them."""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, Field, ValidationError

from bot.players.autoplay import BuiltIn, Strategies, tempers
from bot.players.endpoint import Endpoint
from bot.players.model import ModelPlayer
from bot.players.narrator import ModelNarrator
from bot.players.prices import priced
from bot.players.provider import Provider
from bot.players.purse import Purse
from bot.players.reader import ModelReader
from bot.players.remembered import Documents
from bot.players.reply import schema_of
from bot.players.rewording import Reworded
from bot.players.spec import OPENAI, ModelSpec
from bot.ports import (
    Avatar,
    Brief,
    Clock,
    Keep,
    Limit,
    Move,
    Narrator,
    Occupant,
    Player,
    PlayerFailed,
    Reader,
    Store,
    server_of,
)
from games.core import Game, IllegalAction, Temper

if TYPE_CHECKING:
    import ssl

    import httpx2

NO_KEY = "none"
"""What is sent where an endpoint wants no key: the client insists on one."""

Share = Annotated[float, Field(ge=0, le=1)]


class Persona(BaseModel, frozen=True, extra="forbid"):
    """A character from prompts/personas: how it looks (a face, and a colour as #C8553D), plays and speaks."""

    name: str
    face: str
    colour: Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
    boldness: Share
    strength: Share
    talkativeness: Share
    suspicion: Share
    voice: str = Field(min_length=1)

    @property
    def look(self) -> Avatar:
        return Avatar(self.face, int(self.colour[1:], 16), self.name, self.about)

    @property
    def about(self) -> str:
        """What company it is: the first sentence of its page."""
        return f"{self.voice.partition('. ')[0].removesuffix('.')}."

    @property
    def temper(self) -> Temper:
        return Temper(self.boldness, self.strength, self.talkativeness, self.suspicion)


def warm_up(models: Iterable[ModelSpec] = (), games: Iterable[Game[Any]] = ()) -> None:
    """Imports what speaks to models, so that the first of them need not wait for it, looks up what they cost, and makes the forms
    of what they may answer in these games. It takes a second or two: in a thread."""
    import_module("httpx2")
    import_module("openai.resources.chat.completions")
    _tls()
    for spec in models:
        priced(spec)
    for kind in (kind for game in games for kind in game.rules.actions):
        with contextlib.suppress(Exception):  # somebody else's game may have one that nobody can be asked for
            schema_of(kind)  # type: ignore[arg-type]


@cache
def _tls() -> ssl.SSLContext:
    """Whom to trust, read once: it takes longer than an answer is thought about by a built-in player, for each provider anew."""
    import httpx2

    return httpx2.create_ssl_context()


class HousePlayers:
    """Seats built-in players and models. `models` are those that may play, by short names; the one called `default` sits
    where nobody is named, and with no default built-in players do. `concurrent` calls may run at a time at each provider, and
    the `purse` pays for them; the model called `narrator` narrates and that called `rewording` says what built-in players say in
    other words (empty: none). `strategies` are those that the
    built-in players of some game may be asked for. `transport` is for tests."""

    def __init__(
        self,
        models: Mapping[str, ModelSpec] | None = None,
        default: str = "",
        *,
        concurrent: int = 8,
        purse: Purse | None = None,
        narrator: str = "",
        rewording: str = "",
        strategies: Strategies = tuple,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self.models, self.default = dict(models or {}), default
        for each in (default, narrator, rewording):
            if each and each not in self.models:
                raise ValueError(f"there is no model “{each}”")
        self.purse, self._strategies = purse or Purse(), strategies
        self._concurrent, self._transport = concurrent, transport
        self._providers: dict[tuple[str, str], Provider] = {}
        self._documents: Documents | None = None
        self._endpoints: dict[str, Endpoint] = {}
        self._narrating, self._rewording = narrator, rewording
        self._barred = frozenset[str]()
        """Servers whose rules leave out the model that says things in other words."""
        self._narrator: ModelNarrator | None = None

    def seat(self, occupant: Occupant) -> Player:
        """A player for `occupant`. A model that is not configured any more gives no moves, and says why."""
        persona = personas().get(occupant.persona)
        if occupant.kind != "model":
            built_in = BuiltIn(occupant)
            if not (self._rewording and persona):
                return built_in
            return Reworded(built_in, self._endpoint(self._rewording), persona.voice, self._may_reword)
        name = occupant.model or self.default
        if name not in self.models:
            return _Missing(name)
        return ModelPlayer(self._endpoint(name), persona.voice if persona else "")

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
        return ModelReader(self._endpoint(self.default)) if self.default else None

    def narrator(self) -> Narrator | None:
        """See bot.ports.Players."""
        if self._narrating and self._narrator is None:
            self._narrator = ModelNarrator(self._endpoint(self._narrating))
        return self._narrator

    def look(self, occupant: Occupant) -> Avatar | None:
        """See bot.ports.Players."""
        persona = None if occupant.kind == "person" else personas().get(occupant.persona)
        return persona.look if persona else None

    @staticmethod
    def _playing(model: str, name: str, persona: str) -> Occupant:
        return Occupant("model" if model else "built-in", name, "", model, persona, personas()[persona].temper)

    def settle(self, store: Store, keep: Keep, clock: Clock) -> None:
        """See bot.ports.Players."""
        self.purse.settled_with(store, keep, clock)

    def bound(self, server: str, game: Limit, day: Limit, models: Sequence[str] | None = None) -> None:
        """See bot.ports.Players."""
        self._check_prices(game, day)
        barred = models is not None and self._rewording not in models
        self._barred = self._barred | {server} if barred else self._barred - {server}
        self.purse.bound(server, game, day)

    def _may_reword(self, place: str) -> bool:
        """Whether the rules of the server where that is leave the model for other words."""
        return server_of(place) not in self._barred

    def _check_prices(self, *limits: Limit) -> None:
        if any(each.usd is not None for each in limits) and (
            unknown := [name for name, spec in self.models.items() if not priced(spec).priced]
        ):
            raise ValueError(
                f"What {' and '.join(unknown)} costs is not known, so no budget in US dollars can be kept: give its prices, or set a "
                "limit in tokens."
            )

    async def close(self) -> None:
        """Hangs up on every endpoint, once what was paid is written down."""
        await self.purse.close()
        for provider in self._providers.values():
            await provider.client.close()
        self._providers.clear()
        self._endpoints.clear()

    def _endpoint(self, name: str) -> Endpoint:
        if name not in self._endpoints:
            spec = priced(self.models[name])
            self._endpoints[name] = Endpoint(spec, self._provider(spec), self.purse)
            self._endpoints[name].known.documents = self._documents
        return self._endpoints[name]

    def remember(self, documents: Documents) -> None:
        """See bot.ports.Players."""
        self._documents = documents
        for endpoint in self._endpoints.values():
            endpoint.known.documents = documents

    def _provider(self, spec: ModelSpec) -> Provider:
        """One for each place and key: it keeps its connections open."""
        import httpx2
        import openai  # half a second, spent when the first model sits down

        where = (spec.base_url, spec.api_key)
        if where not in self._providers:
            client = openai.AsyncOpenAI(
                api_key=spec.api_key or NO_KEY,
                base_url=spec.base_url or OPENAI,
                max_retries=0,  # a provider's gate does that, which knows of all who ask it
                http_client=httpx2.AsyncClient(transport=self._transport)
                if self._transport
                else openai.DefaultAsyncHttpxClient(verify=_tls()),
            )
            self._providers[where] = Provider(client, self._concurrent, urlsplit(spec.base_url or OPENAI).netloc)
        return self._providers[where]


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
    before, head, voice = [*text.split("---\n", 2), "", ""][:3]
    lines = (line.partition(":") for line in head.splitlines() if line.strip())
    found = {key.strip(): value.strip() for key, _, value in lines}
    try:
        return Persona.model_validate(found | {"voice": " ".join(voice.split()) if not before.strip() else ""})
    except ValidationError as error:
        wrong = "; ".join(f"{each['loc'][0]}: {each['msg']}" for each in error.errors())
        raise ValueError(f"prompts/personas/{name}.md is not right. {wrong}.") from None
