"""What is chosen before a game begins: options and documents, who sits where, how built-in players play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import (
    Annotated,
    ClassVar,
    get_args,
)

from pydantic import BaseModel, ConfigDict

from games.core.events import Seat
from games.core.records import record

Document = Annotated[str, "document"]
"""An option that is a text file's whole content, which a host brings."""


@record
class Temper:
    """How a built-in player plays, each from 0 to 1: `boldness` (careful to bold), `strength` (weak to its best),
    `talkativeness` (silent to chatty), `suspicion` (trusting to wary). `strategy` is one that the game has a name for
    (“tit-for-tat”), instead of its own."""

    boldness: float = 0.5
    strength: float = 1.0
    talkativeness: float = 0.5
    suspicion: float = 0.5
    strategy: str = ""


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
