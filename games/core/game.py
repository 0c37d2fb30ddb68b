"""A game as a value: the functions that make it, gathered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any, Generic

from games.core.events import Told
from games.core.lobby import Lobby
from games.core.policy import Policy
from games.core.prompts import Prompts
from games.core.records import S, T
from games.core.rules import Rules
from games.core.shows import Shows
from games.core.talks import Talks


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """One game: functions gathered in one place, by what they are for. A folder under `games/` exports one as `GAME`."""

    name: str
    """Its folder's name, and that of its command: “liars-dice”."""
    title: str
    summary: str
    """What it is, in a sentence."""
    manual: Callable[[], str]
    """The rules in words, for people and models: the text of `rules.md`."""
    rules: Rules[S]
    shows: Shows[S]
    lobby: Lobby[S]
    policy: Policy[S]
    talks: Talks[S] = field(default_factory=Talks)
    prompts: Prompts[S] = field(default_factory=Prompts)
    stocked: Callable[[Path], Game[S]] | None = None
    """The same game with what a folder holds besides."""

    @staticmethod
    def parts() -> tuple[str, ...]:
        """What a game has, group by group: “events”, “actions” … “presets”, and “name”, “title”, “summary”, “manual”."""
        return (*(each.name for kind in GROUPS.values() for each in fields(kind)), *OWN)

    @staticmethod
    def of(**parts: Any) -> Game[Any]:
        """The game with these parts, each in the group that has it: `Game.of(name="go", asks=asks, say=say …)`."""
        own = {name: parts.pop(name) for name in OWN if name in parts}
        groups = {name: kind(**_taken(parts, kind)) for name, kind in GROUPS.items()}
        if parts:
            raise TypeError(f"A game has no {', '.join(sorted(parts))}.")
        return Game(**own, **groups)

    def but(self, **changes: Any) -> Game[S]:
        """The same game with other functions here or there: `GAME.but(decide=lenient)`."""
        groups = {name: replace(getattr(self, name), **_taken(changes, kind)) for name, kind in GROUPS.items()}
        return replace(self, **changes, **groups)


GROUPS: dict[str, type] = {
    "rules": Rules, "shows": Shows, "lobby": Lobby, "policy": Policy, "talks": Talks, "prompts": Prompts,
}  # fmt: skip


OWN = ("name", "title", "summary", "manual", "stocked")


def _taken(parts: dict[str, Any], group: Any) -> dict[str, Any]:
    """What belongs to that group, taken out of `parts`."""
    return {each.name: parts.pop(each.name) for each in fields(group) if each.name in parts}


def kinds(words: ModuleType, base: type[T]) -> tuple[type[T], ...]:
    """All that a game's words have of one kind, in their order: its events, or its actions."""
    found = (each for each in vars(words).values() if isinstance(each, type) and each is not base)
    return tuple(each for each in found if issubclass(each, base))


def rules_of(package: str) -> Callable[[], str]:
    """`rules.md` of a game's package, as people and models read it."""
    return cache(lambda: files(package).joinpath("rules.md").read_text(encoding="utf-8"))


def pages_of(package: str, file: str) -> Callable[[], Mapping[str, str]]:
    """The pages of a text in a game's package, by what stands behind “# ” at the head of each, in small letters as far as a colon."""

    @cache
    def read() -> Mapping[str, str]:
        text = files(package).joinpath(file).read_text(encoding="utf-8").removeprefix("# ")
        parts = (page.partition("\n") for page in text.split("\n# "))
        titled = ((*title.strip().partition(":"), page.strip()) for title, _, page in parts)
        return {f"{name.lower()}{colon}{line}": page for name, colon, line, page in titled}

    return read


def is_bookkeeping(game: Game[Any], told: Told) -> bool:
    """Whether it only keeps the table in order: what nobody is told, and what the game calls so. Nobody who reads what happened
    misses it, not even who may read all."""
    return told.to == frozenset() or isinstance(told.event, game.shows.bookkeeping)
