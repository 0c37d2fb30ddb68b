"""What somebody at a terminal has been told so far: the log, as far as it has been read with their ears."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from functools import reduce
from typing import Any

from bot.table import Table
from games.core import TABLE, Event, Game, Room, Seat, Told, prose_fields, talk_fields
from games.scene import Block, Lines, Roster, Row, Scene, Text


class Hearing:
    """A cursor in a table's log. `you` is the seat of the person who types, None for somebody who looks on; `everything`
    shows an onlooker what TABLE knows. `before` is the view before the last event that was heard."""

    def __init__(self, table: Table, you: Seat | None, everything: bool) -> None:
        self.table, self.you, self._everything = table, you, everything
        self.cursor, self.opening = 0, len(table.log)
        self.view: Any = table.game.rules.blank()
        self.before: Any = None
        self.room: Room | None = None
        """The room beside the table that this seat may read, once it has been opened."""

    @property
    def game(self) -> Game[Any]:
        return self.table.game

    @property
    def ear(self) -> Seat | None:
        return TABLE if (self.you is None and self._everything) or self.room is not None else self.you

    @property
    def all_told(self) -> bool:
        return self.cursor >= len(self.table.log)

    @property
    def in_opening(self) -> bool:
        """Whether what comes next was in the log already when somebody sat down."""
        return self.cursor < self.opening

    @property
    def scene(self) -> Scene:
        """The table, as far as it has been told."""
        return self.game.shows.scene(self.view, self.you)

    @property
    def public(self) -> Scene:
        return self.game.shows.scene(self.view, None)

    def next(self) -> Told:
        """What comes next in the log, heard or not."""
        return self.table.log[self.cursor]

    def hear(self) -> Event | None:
        """The next event of the log, when this ear hears it. What is drawn is what has been told so far."""
        told = self.next()
        self.cursor += 1
        if not told.heard_by(self.ear):
            return None
        self.before, self.view = self.view, self.game.rules.evolve(self.view, told.event)
        return told.event

    def turn(self) -> None:
        """Looks at the table as it was before the last event; a second time, as it is."""
        self.before, self.view = self.view, self.before

    def room_to_enter(self) -> Room | None:
        """The room in which this seat hears everything from now on, unless the game is over with what comes next."""
        game, you, next_one = self.game, self.you, self.table.log[self.cursor : self.cursor + 1]
        coming = [told for told in next_one if told.heard_by(self.ear)]  # a view folds nothing that it was not told
        ahead = reduce(game.rules.evolve, (told.event for told in coming), self.view)
        if you is None or self.room is not None or game.rules.outcome(ahead) is not None:
            return None
        room = next((each for each in game.shows.rooms(self.view) if each.readers and you in each.readers), None)
        return room if room is not None and room.hears == TABLE else None

    def enter(self, room: Room) -> list[Event]:
        """Hears with the ears of a room; what this seat missed so far."""
        heard = self.table.log[: self.cursor]
        self.room, self.view = (
            room,
            reduce(self.game.rules.evolve, (told.event for told in heard), self.game.rules.blank()),
        )
        return [told.event for told in heard if not (told.heard_by(self.you) or to_oneself(told))]


def to_oneself(told: Told) -> bool:
    """Whether only who says it has heard it: it is heard when it is shared, and no news before. What is written in lines is
    a paper of one's own."""
    spoken = set(talk_fields(type(told.event))) - set(prose_fields(type(told.event)))
    return told.to is not None and len(told.to) == 1 and bool(spoken)


def says_only_who(event: Event) -> bool:
    """Whether it tells nothing but who has done what was waited for, or whose turn it is."""
    return {each.name for each in fields(event)} <= {"seat", "day", "round"}  # type: ignore[arg-type]


def goes_on(lines: Lines, seen: Iterable[Block]) -> bool:
    """Whether a list has only grown since it was seen: what was added has been told."""
    before = (each for each in seen if isinstance(each, Lines) and each.title == lines.title)
    return any(lines.lines[: len(each.lines)] == each.lines for each in before)


def texts(scene: Scene, style: str) -> list[str]:
    """The sentences of that style in a scene."""
    return [block.text for block in scene.of(Text) if block.style == style]


def rows(scene: Scene) -> list[Row]:
    """Who sits where."""
    return [row for roster in scene.of(Roster) for row in roster.rows]
