"""What is chosen before a game begins: options and documents, who sits where."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, get_args

from annotated_types import Ge, Le
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from games.core.events import Kind, Seat
from games.core.policy import Strength, Temper
from games.core.records import S, record
from games.core.rules import Dice

Document = Annotated[str, "document"]
"""An option that is a text file's whole content, which a host brings."""


SHORTEST = 15
"""Seconds that a time limit has at least: in less, nobody on a phone has read what is asked."""


def _not_too_short(seconds: int) -> int:
    if 0 < seconds < SHORTEST:
        raise ValueError(f"It takes {SHORTEST} seconds at least; 0 is no limit.")
    return seconds


Limit = Annotated[int, AfterValidator(_not_too_short), Ge(0), Le(86400)]
"""An option that is a time limit, in seconds; 0: none."""


@record
class Wish:
    """Something one may ask for in the lobby (“Join Red”). Wishes of one `group` exclude each other."""

    key: str
    label: str
    emoji: str = ""
    group: str = ""


@record
class Seating:
    """The seats of a game about to start, and which of them each party in the lobby gets, in the lobby's order."""

    seats: tuple[Seat, ...]
    given: tuple[Seat, ...]


@record
class Remark:
    """Something wrong with a document that a host brings, or (`note`) worth knowing. Lines count from 1 in the text of its
    `field`."""

    field: str
    line: int
    sentence: str
    note: bool = False


class Options(BaseModel):
    """What a host may choose. Field titles (where none is given, their names) and descriptions are what every surface shows."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", field_title_generator=lambda name, _: name.replace("_", " ").capitalize()
    )

    strength: Strength = Field(
        "mixed",
        title="Built-in players",
        description="How well built-in players play; mixed: each as its character does",
    )

    hints: bool = Field(
        False,
        description="To learn by: people are told what each question is for, and one alone among AIs is dealt no evil part",
    )

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        """What every game lets a host choose stands behind what is the game's own."""
        for name in ("strength", "hints"):
            cls.__pydantic_fields__[name] = cls.__pydantic_fields__.pop(name)

    always_told: ClassVar[tuple[str, ...]] = ()
    """Of what options are said even where nobody chose otherwise: whoever thinks of joining wants to know. The first always is."""

    seldom: ClassVar[tuple[str, ...]] = ()
    """What only those change who look for it."""

    @classmethod
    def suggestions(cls, field: str) -> tuple[str, ...]:
        """The values of a text option worth offering, where they are known."""
        return ()

    @classmethod
    def named_after(cls, files: Mapping[str, str]) -> Mapping[str, str]:
        """Options that follow from what the files are called that were brought for others, by option."""
        return {}

    @classmethod
    def documents(cls) -> tuple[str, ...]:
        """The options that are a text file's whole content."""
        (mark,) = get_args(Document)[1:]
        return tuple(name for name, field in cls.model_fields.items() if mark in field.metadata)

    @classmethod
    def remarks(cls, documents: Mapping[str, str]) -> tuple[Remark, ...]:
        """All that is to be said of documents while they are written, in the order of their lines."""
        return ()


def _no_objection(*_: Any) -> str | None:
    return None


def _any_part(*_: Any) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Lobby(Generic[S]):
    """What a game says before it begins: who may play, where they sit, what a host may choose."""

    players: range
    """How many may have joined when it begins."""
    options: type[Options]
    seats: Callable[[Any, Sequence[Collection[str]], Dice], Seating]
    """The seats of a game with these options, and which of them each party gets, by the keys of its wishes."""
    may_begin: Callable[[Any, Mapping[Seat, tuple[Kind, Temper]]], str | None] = _no_objection
    """Why a game with these options cannot begin with these players; None where it can."""
    may_sit: Callable[[S, Seat, frozenset[Seat]], str | None] = _no_objection
    """Why whoever has held these seats may not take this one; None where they may."""
    wishes: tuple[Wish, ...] = ()
    staff: frozenset[Seat] = frozenset()
    """Seats that run the game rather than play it: nobody joins as one of them."""
    presets: Callable[[], Mapping[str, Mapping[str, Any]]] = dict
    """Further names by which the game can be started, each with some options chosen."""
    lesson: Mapping[str, Any] = field(default_factory=dict)
    """The options of a game to learn by: small and soon over, without a clock. See `learning`."""
    taught: Callable[[S, Seat], bool] = _any_part
    """Whether what this seat was dealt is good to learn the game by. Who learns it alone among AIs is dealt such a part."""
    taught_note: str = ""
    """What everybody knows of that deal, in a sentence."""
    preset_title: Callable[[str], str] = lambda name: name.replace("-", " ").capitalize()
    """What people call a preset."""


def learner(options: Options, kinds: Mapping[Seat, Kind]) -> Seat | None:
    """Who learns the game alone among AIs, where somebody does."""
    people = [seat for seat, kind in kinds.items() if kind == "person"]
    return people[0] if options.hints and len(people) == 1 else None


def learning(lobby: Lobby[Any]) -> dict[str, Any]:
    """The options of a game by which somebody learns to play: easy company, and a hint at each new question."""
    return {"strength": "easy", "hints": True, **lobby.lesson}
