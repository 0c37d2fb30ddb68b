"""What whoever runs Masquerade may choose: from the environment and from `.env`, checked before anything starts.

Every mistake is reported at once, by the setting's name, with what to write instead. Errors: `BadSettings`, whose text is
those sentences, one a line; it never repeats a key or a token.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import difflib
import ipaddress
import json
import os
import re
from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import urlsplit

from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    SecretStr,
    StringConstraints,
    ValidationError,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.mending import mend
from bot.models_file import Places, is_file, read_models
from bot.players.spec import ModelSpec
from bot.surfaces.web.config import WebConfig
from bot.surfaces.web.config import mistakes as mistakes_of_site

if TYPE_CHECKING:
    from bot.players.purse import Budgets

PREFIX = "MASQUERADE_"


class BadSettings(Exception):
    """The settings cannot be used: a sentence for each mistake, one a line."""

    def __init__(self, mistakes: list[str]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes


def _lower(text: object) -> object:
    return text.strip().casefold() if isinstance(text, str) else text


def _address(text: str) -> str:
    """An endpoint's address. ValueError says what is wrong with it, without repeating it: a key may stand in it."""
    parts = urlsplit(text)
    if text and (parts.scheme not in ("http", "https") or not parts.hostname):
        raise ValueError("is no address: it begins with http:// or https://, such as http://127.0.0.1:8080/v1.")
    if parts.username or parts.password or parts.query:
        raise ValueError("holds a key or a question mark: write the key into the key's own setting.")
    if (call := _CALL.search(parts.path)) is not None:
        raise ValueError(f"has too much path: leave away what it ends with, {call[0]}. Most addresses end in /v1.")
    return text.rstrip("/")


_CALL = re.compile(
    r"(/(chat/completions|completions|api/chat|api/generate|chat|responses|messages|embeddings|models)|(?<=/v1)/v1)/*$"
)
"""What comes behind an endpoint's address when something is asked there, and is often copied with it."""


def _site(text: str) -> str:
    """How others reach us: an address without a path."""
    parts = urlsplit(text)
    if text and (parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query):
        raise ValueError("is no address of a site: it is like https://masks.example, with nothing behind it.")
    return text.rstrip("/")


def _proxy(text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise ValueError(
            "holds something else than IP addresses: write them like 10.0.0.1, separated by commas."
        ) from None


def _ids(text: object) -> object:
    if isinstance(text, str):
        return tuple(part for part in text.replace(",", " ").split())
    return text


def _json(text: object) -> object:
    if not isinstance(text, str):
        return text
    if is_file(text):
        return read_models(text)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(
            'is no JSON: write something like {"fast": {"model": "small-1"}} on one line, or the name of a .toml file.'
        ) from None


def _token(secret: SecretStr) -> SecretStr:
    text = secret.get_secret_value()
    if text != text.strip() or len(text.split()) > 1:
        raise ValueError("is no bot token: copy it alone, without “Bot ” before it.")
    return secret


def _bare(secret: SecretStr) -> SecretStr:
    if not _alone(secret.get_secret_value()):
        raise ValueError(f"is no key: {_COPY_ALONE}")
    return secret


def _alone(key: str) -> bool:
    """Whether nothing was copied with a key, such as the “Bearer” before it."""
    return len(key.split()) < 2


_COPY_ALONE = "copy it alone, without “Bearer ” before it."

Plain = Annotated[str, StringConstraints(strip_whitespace=True)]
Address = Annotated[Plain, AfterValidator(_address)]
Share = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Seconds = Annotated[float, Field(gt=0, le=86400, allow_inf_nan=False)]
Reply = Annotated[Literal["schema", "tools", "json", "text"], BeforeValidator(_lower)]
Briefing = Annotated[Literal["full", "compact"], BeforeValidator(_lower)]
Level = Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(_lower)]
LogFormat = Annotated[Literal["console", "json"], BeforeValidator(_lower)]
Money = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Tokens = Annotated[int, Field(gt=0)]
Heat = Annotated[float, Field(ge=0, le=2)]


class MoreModel(BaseModel):
    """One entry of MASQUERADE_MODELS; what it does not say is as in the settings."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str = Field(min_length=1)
    base_url: Address | None = None
    api_key_env: str = ""
    reply: Reply | None = None
    briefing: Briefing | None = None
    bare: bool | None = None
    price_in: Share | None = None
    price_cached: Share | None = None
    price_out: Share | None = None
    timeout: Seconds | None = None
    answer_tokens: int | None = Field(None, ge=16, le=200_000)
    context: int | None = Field(None, ge=1000, le=10_000_000)
    temperature: Heat | None = None
    extra: dict[str, Any] = Field(default_factory=dict)


def _also(name: str) -> Any:
    """The customary name of a setting beside its own."""
    return AliasChoices(f"{PREFIX}{name.removeprefix('OPENAI_')}", name)


class Settings(BaseSettings):
    """Every setting; `.env.example` says what each is for. Read them with `read_settings`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="ignore", frozen=True, hide_input_in_errors=True
    )

    discord_token: Annotated[SecretStr, AfterValidator(_token), Field(validation_alias="DISCORD_TOKEN")] = SecretStr("")
    message_content: bool = False
    guilds: Annotated[tuple[Annotated[int, Field(gt=0)], ...], NoDecode, BeforeValidator(_ids)] = ()
    servers: Annotated[tuple[Annotated[int, Field(gt=0)], ...], NoDecode, BeforeValidator(_ids)] = ()
    games_per_server: int = Field(20, ge=1, le=1000)
    games_per_person: int = Field(5, ge=1, le=1000)
    web: bool = True
    web_host: Plain = "127.0.0.1"
    web_port: int = Field(8000, ge=0, le=65535)
    web_admin: SecretStr = SecretStr("")
    web_public_url: Annotated[Plain, AfterValidator(_site)] = ""
    web_proxies: Annotated[tuple[Annotated[str, AfterValidator(_proxy)], ...], NoDecode, BeforeValidator(_ids)] = ()
    data: Path = Path("data")
    shelf: Annotated[Path | None, Field(validation_alias="MASQUERADE_LIBRARY")] = None
    games: Path | None = None
    keep_days: float | None = Field(None, ge=1, le=36500, allow_inf_nan=False)
    backups: Path | None = None
    backup_every: float = Field(24.0, ge=0.1, le=8760, allow_inf_nan=False)
    backups_kept: int = Field(7, ge=1, le=10_000)
    log_level: Level = "info"
    log_format: LogFormat = "console"
    drain: float = Field(6.0, ge=0, le=600, allow_inf_nan=False)
    pace: float = Field(1.5, ge=0, le=3600, allow_inf_nan=False)
    spectator_pace: float = Field(4.0, ge=0, le=3600, allow_inf_nan=False)
    lobby_hours: float = Field(24.0, ge=0, le=8760, allow_inf_nan=False)
    model: Plain = ""
    base_url: Annotated[Address, Field(validation_alias=_also("OPENAI_BASE_URL"))] = ""
    api_key: Annotated[SecretStr, AfterValidator(_bare), Field(validation_alias=_also("OPENAI_API_KEY"))] = SecretStr(
        ""
    )
    reply: Reply = "schema"
    briefing: Briefing = "full"
    bare: bool = False
    price_in: Share | None = None
    price_cached: Share | None = None
    price_out: Share | None = None
    budget: Money | None = None
    budget_server: Money | None = None
    budget_day: Money | None = None
    budget_bot: Money | None = None
    budget_tokens: Tokens | None = None
    budget_server_tokens: Tokens | None = None
    budget_day_tokens: Tokens | None = None
    budget_bot_tokens: Tokens | None = None
    timeout: Seconds = 60.0
    answer_tokens: int = Field(1500, ge=16, le=200_000)
    context: int = Field(32_000, ge=1000, le=10_000_000)
    temperature: Heat | None = None
    narrator: Plain = ""
    narrator_budget: Money | None = None
    rewording: Plain = ""
    thoughts: int = Field(20_000, ge=0, le=1_000_000)
    thoughts_days: float = Field(90.0, ge=1, le=36_500, allow_inf_nan=False)
    concurrent: int = Field(8, ge=1, le=1000)
    models: Annotated[dict[str, MoreModel], NoDecode, BeforeValidator(_json)] = Field(default_factory=dict)
    _keys: dict[str, str] = PrivateAttr(default_factory=dict)
    _places: Places | None = PrivateAttr(None)
    _doubts: tuple[str, ...] = PrivateAttr(())

    @property
    def specs(self) -> dict[str, ModelSpec]:
        """Every model that may play, by short name. The one called `model` sits where nobody is named."""
        specs = {name: self._spec(more) for name, more in self.models.items()}
        if self.model and self.model not in specs:
            prices = {name: getattr(self, name) for name in ("price_in", "price_cached", "price_out")}
            specs[self.model] = self._spec(MoreModel(model=self.model, **prices))
        return specs

    @property
    def doubts(self) -> tuple[str, ...]:
        """What can be used, and is hardly what was meant: a sentence each."""
        return self._doubts

    @property
    def budgets(self) -> Budgets:
        """What models may cost."""
        from bot.players.purse import Budgets
        from bot.ports import Limit

        return Budgets(
            game=Limit(self.budget, self.budget_tokens),
            server=Limit(self.budget_server, self.budget_server_tokens),
            day=Limit(self.budget_day, self.budget_day_tokens),
            bot=Limit(self.budget_bot, self.budget_bot_tokens),
            narrator=Limit(self.narrator_budget),
        )

    @property
    def money(self) -> str:
        """The first of the budgets that are set in US dollars, as one writes it; empty where there is none."""
        names = ("budget", "budget_server", "budget_day", "budget_bot")
        return next((f"{PREFIX}{name.upper()}" for name in names if getattr(self, name) is not None), "")

    @property
    def site(self) -> WebConfig:
        """Where the browser surface listens, and who may reach it."""
        return WebConfig(
            host=self.web_host,
            port=self.web_port,
            admin=self.web_admin.get_secret_value(),
            public_url=self.web_public_url,
            proxies=self.web_proxies,
            discord=bool(self.discord_token.get_secret_value()),
            invite=invitation(self.discord_token.get_secret_value()),
        )

    def unlisted(self, model: str) -> ModelSpec:
        """A model that no setting names, reached as the general one is. ValueError says why it cannot be asked."""
        if not self.base_url and not self.api_key.get_secret_value():
            raise ValueError(
                f"There is no way to reach “{model}”: set MASQUERADE_API_KEY to the provider's key, "
                "or MASQUERADE_BASE_URL to the address of a server of your own."
            )
        spec = self._spec(MoreModel(model=model))
        if self.money and not _known(spec):
            raise ValueError(
                f"“{model}” has no prices, so {self.money} cannot be kept: list it with them in MASQUERADE_MODELS."
            )
        return spec

    def _spec(self, more: MoreModel) -> ModelSpec:
        shared = {name: getattr(self, name) for name in _AS_THE_REST}
        own = more.model_dump(exclude={"api_key_env"}, exclude_none=True)
        return ModelSpec(**shared | own, api_key=self._key(more))

    def _key(self, more: MoreModel) -> str:
        """The key that a model is asked with. The general one goes to the general address and to no other."""
        if more.api_key_env:
            return self._keys.get(more.api_key_env, "")
        return self.api_key.get_secret_value() if more.base_url in (None, self.base_url) else ""


PERMISSIONS = 395137117248
"""What the bot needs on a server, as the README names it, and what else its rooms profit from: discord.Permissions as a number."""


def invitation(token: str) -> str:
    """Where the bot is invited to a server, with the right permissions; empty where the token does not say whose it is. Its
    first part is the application's id, in base64."""
    head = token.partition(".")[0]
    try:
        application = base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return ""
    if not application.isdecimal():
        return ""
    where = "https://discord.com/oauth2/authorize"
    return f"{where}?client_id={application}&scope=bot+applications.commands&permissions={PERMISSIONS}"


def _known(spec: ModelSpec) -> bool:
    """Whether it is known what the model costs, from the settings or from its provider's list."""
    from bot.players.prices import priced  # a third of a second, where settings name no price and a budget asks for one

    return priced(spec).priced


_AS_THE_REST = ("base_url", "reply", "briefing", "bare", "timeout", "answer_tokens", "context", "temperature")
"""What a further model has as the settings say, where its own entry says nothing."""


def read_settings(env_file: Path = Path(".env")) -> Settings:
    """The settings from the environment and `env_file`, the environment first. Raises BadSettings with every mistake."""
    try:
        if torn := _torn(env_file):
            raise BadSettings(torn)
        written = {name: value for name, value in dotenv_values(env_file, encoding="utf-8").items() if value}
    except (OSError, UnicodeDecodeError):
        raise BadSettings([f"{env_file} cannot be read: it has to be a text file in UTF-8."]) from None
    named = written | {name: value for name, value in os.environ.items() if value}
    mistakes = [*_unknown(named), *_quoted(os.environ)]
    places: Places | None = None
    unread: set[str] = set()
    if is_file(listed := _listed(named)):
        with contextlib.suppress(OSError, UnicodeDecodeError):  # said where it is read
            places = Places(listed)
    try:
        settings = Settings(_env_file=env_file, _env_file_encoding="utf-8")
    except ValidationError as error:
        wrong = error.errors(include_url=False)
        mistakes += [_sentence(each, places) for each in wrong]
        # What can be checked besides is checked with the defaults in place of what is wrong.
        kept: dict[str, Any] = {}
        unread = set(map(_field, wrong))
        for name in unread:
            field = Settings.model_fields[name]
            kept[_env_names(name)[0] if field.validation_alias else name] = field.get_default(call_default_factory=True)
        settings = Settings(_env_file=env_file, _env_file_encoding="utf-8", **kept)
    settings._keys, settings._places = named, places
    settings._doubts = tuple(_doubts(settings, {*written, *(each for each in named if not each.startswith("OPENAI_"))}))
    mistakes += _clashes(settings, unread)
    if mistakes:
        raise BadSettings(mistakes)
    return settings


def _listed(named: Mapping[str, str]) -> str:
    """What MASQUERADE_MODELS says, in whatever case it is written."""
    return next((value for name, value in named.items() if name.upper() == f"{PREFIX}MODELS"), "")


def _torn(env_file: Path) -> list[str]:
    """The lines of the file that are no setting at all; what they hold may be secret."""
    if not env_file.is_file():
        return []
    with env_file.open(encoding="utf-8") as lines:
        torn = [each.original.line for each in parse_stream(lines) if each.error]
    how = "write NAME=value, and close every quotation mark."
    return [f"Line {line} of {env_file} cannot be read: {how}" for line in torn]


def env_names() -> dict[str, tuple[str, ...]]:
    """The names of every setting, by its field; the one to write comes first."""
    return {name: _env_names(name) for name in Settings.model_fields}


def _env_names(name: str) -> tuple[str, ...]:
    match Settings.model_fields[name].validation_alias:
        case AliasChoices(choices=choices):
            return tuple(str(choice) for choice in choices)
        case str(alias):
            return (alias,)
    return (f"{PREFIX}{name.upper()}",)


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _unknown(named: Mapping[str, str]) -> Iterator[str]:
    """Names that look like ours and are not, MASQERADE_… included."""
    known = [n.removeprefix(PREFIX) for names in env_names().values() for n in names if n.startswith(PREFIX)]
    for name in named:
        ours, _, rest = name.upper().partition("_")
        meant = difflib.SequenceMatcher(None, f"{ours}_", PREFIX).ratio() > 0.9
        if meant and rest and name.upper().removeprefix(PREFIX) not in known:
            close = difflib.get_close_matches(rest, known, 1)
            mend = f": did you mean {PREFIX}{close[0]}?" if close else "; .env.example lists all of them."
            yield f"{name} is no setting{mend}"


def _quoted(environment: Mapping[str, str]) -> Iterator[str]:
    """Values in quotation marks: a shell and `.env` take them off, `docker run --env-file` does not."""
    for name in (each for names in env_names().values() for each in names):
        value = environment.get(name, "")
        if len(value) > 1 and value[0] in "\"'" and value[0] == value[-1]:
            yield f"{name} stands in quotation marks, which became part of it: write it without them."


def _doubts(settings: Settings, named: Collection[str]) -> Iterator[str]:
    """What can be used, and is hardly what was meant. What `named` leaves out is for other programs."""
    known = {name: names for names in env_names().values() for name in names}
    for name in named:
        close = difflib.get_close_matches(name.upper(), known, 1, 0.85)
        if name.upper() not in known and close and not any(each in settings._keys for each in known[close[0]]):
            yield f"{name} is no setting: did you mean {close[0]}?"
    if not settings.specs:
        for name in (each for field in ("api_key", "base_url") for each in env_names()[field] if each in named):
            yield f"{name} is set, and no model is: built-in players play until MASQUERADE_MODEL names one."


def _clashes(settings: Settings, unread: AbstractSet[str]) -> Iterator[str]:
    """What is right in each setting and wrong between them, or with the world. The fields that are `unread` have their defaults."""
    if settings.data.exists() and not settings.data.is_dir():
        yield f"MASQUERADE_DATA is {settings.data}, which is a file: name a folder."
    if settings.backups is not None and settings.backups.exists() and not settings.backups.is_dir():
        yield f"MASQUERADE_BACKUPS is {settings.backups}, which is a file: name a folder."
    for name, folder in (("LIBRARY", settings.shelf), ("GAMES", settings.games)):
        if folder is not None and not folder.is_dir():
            wrong = "is a file: name a folder" if folder.exists() else "is not there: make the folder, or name another"
            yield f"{PREFIX}{name} is {folder}, which {wrong}."
    general = bool(settings.model) and settings.model not in settings.models
    reached = settings.base_url or settings.api_key.get_secret_value() or not unread.isdisjoint(("base_url", "api_key"))
    if general and not reached:
        yield (
            f"MASQUERADE_MODEL is {settings.model}, and MASQUERADE_API_KEY is not set: "
            "write the provider's key there, or the address of a server of your own in MASQUERADE_BASE_URL."
        )

    def place(name: str) -> str:
        if name not in settings.models:
            return "MASQUERADE_MODEL"
        return settings._places.of(name) if settings._places else f"MASQUERADE_MODELS, “{name}”"

    for name, more in settings.models.items():
        if more.api_key_env and more.api_key_env not in settings._keys:
            yield f"{place(name)}: its key is to be in {more.api_key_env}, which is not set."
        elif not settings.specs[name].api_key and not settings.specs[name].base_url:
            yield f"{place(name)} has no key: name the variable that holds it as “api_key_env”."
        elif more.api_key_env and not _alone(settings._keys[more.api_key_env]):
            yield f"{place(name)}: what stands in {more.api_key_env} is no key: {_COPY_ALONE}"

    def prices(name: str) -> str:
        return "price_in and price_out" if name in settings.models else "MASQUERADE_PRICE_IN and MASQUERADE_PRICE_OUT"

    for name, spec in settings.specs.items():
        if (spec.price_in is None) != (spec.price_out is None):
            yield f"{place(name)} has one price and lacks the other: give both {prices(name)}, or neither."
        elif settings.money and not _known(spec):
            yield f"{place(name)} has no prices, so {settings.money} cannot be kept: give {prices(name)}."

    if settings.web:
        yield from mistakes_of_site(settings.site)
    for setting, model in (("NARRATOR", settings.narrator), ("REWORDING", settings.rewording)):
        if model and model not in settings.specs:
            known = ", ".join(settings.specs) or "none yet; set MASQUERADE_MODEL"
            yield f"{PREFIX}{setting} is {model}, which is no model here: there is {known}."
    narrator = settings.specs.get(settings.narrator)
    if narrator and settings.narrator_budget and not _known(narrator):
        yield (
            f"{settings.narrator} has no prices, so MASQUERADE_NARRATOR_BUDGET cannot be kept: "
            f"give {prices(settings.narrator)}."
        )


def _field(error: ErrorDetails) -> str:
    """The field that an error is about; it may be named by one of its names in the environment."""
    name = str(error["loc"][0])
    return next((field for field, names in env_names().items() if name == field or name in names), name)


def _sentence(error: ErrorDetails, places: Places | None = None) -> str:
    """One mistake in one sentence. What was written is repeated only where it can be no secret."""
    name, inner = _field(error), [part for part in error["loc"][1:] if isinstance(part, str) and part != "[key]"]
    subject = f"{_env_names(name)[0]}{''.join(f', “{part}”' for part in inner)}"
    if places is not None and name == "models" and inner:
        table, *keys = inner
        subject = f"{places.of(table, *keys[:1])}{''.join(f', “{part}”' for part in keys)}"
        if error["type"] == "model_type":
            return f'{subject}: this is to be a table, and what it says to stand below it, such as model = "small-1".'
        if error["type"] == "extra_forbidden" and isinstance(error.get("input"), dict):
            return f'{subject}: a name with a dot in it stands in quotation marks, like ["{table}.{keys[0]}"].'
    if error["type"] == "value_error":
        return f"{subject} {error['msg'].removeprefix('Value error, ')}"
    if error["type"] == "extra_forbidden":
        close = difflib.get_close_matches(inner[-1], MoreModel.model_fields, 1)
        return f"{subject} is nothing that a model has{f': did you mean “{close[0]}”?' if close else '.'}"
    wrote = error.get("input")
    shown = f" is “{wrote}”" if isinstance(wrote, str | int | float) and name not in _HUSHED and not inner else ""
    return f"{subject}{shown}: {mend(error, _MENDS)}"


_HUSHED = {"discord_token", "web_admin", "api_key", "base_url", "models"}


_EXAMPLE_MODELS = 'write something like {{"fast": {{"model": "small-1"}}}}.'
_MENDS = {"dict": _EXAMPLE_MODELS, "model": _EXAMPLE_MODELS, "string_type": "write a text in quotation marks."}
"""What is said of settings otherwise than of options."""
