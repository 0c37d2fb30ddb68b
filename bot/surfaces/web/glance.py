"""What one pair of eyes sees of a table at one moment: a scene, who sits there, what is asked, and what was heard.

It is made of a running table or of a game that is played back, from what that seat was told and nothing else; pages and API
are drawn from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.ports import Deadline, Occupant
from bot.surfaces.masks import Mask, mask_of
from bot.table import Table, due
from games.core import (
    HOST,
    TABLE,
    Action,
    Ask,
    Game,
    Outcome,
    Pause,
    Resume,
    Seat,
    Seated,
    StoodIn,
    Told,
    is_bookkeeping,
)
from games.scene import Block, Grid, Roster, Row, Scene, Timer
from games.story import Story

MOST_HEARD = 120
"""Entries of what was heard that a page shows; the rest is in the transcript."""


@dataclass(frozen=True)
class Heard:
    """An entry of what was heard: something said (`seat` and `text`), or a sentence about what happened. `n` counts what these
    ears heard, from 1; `private` is what not everybody was told, `passing` what is worth no pause. `to` is who was told what is
    private, for those who hear everything."""

    n: int
    text: str
    seat: Seat | None = None
    private: bool = False
    stand_in: bool = False
    passing: bool = False
    to: tuple[Seat, ...] = ()


class Company:
    """Who sits somewhere (at a table, in a lobby, in an entry of a list), as pages draw them. A seat may be free."""

    order: Sequence[Seat]
    seats: Mapping[Seat, Occupant | None]

    @property
    def names(self) -> Mapping[Seat, str]:
        return {seat: each.name for seat, each in self.seats.items() if each}

    def mask(self, seat: Seat) -> Mask:
        return mask_of(self.order, seat)

    def is_ai(self, seat: Seat) -> bool:
        occupant = self.seats.get(seat)
        return occupant is not None and occupant.kind != "person"


@dataclass(frozen=True)
class Glance(Company):
    """See the module. `heard_so_far` counts the events that these ears heard; `public` is the scene that everybody sees."""

    id: str
    game: Game[Any]
    seat: Seat | None
    scene: Scene
    public: Scene
    order: tuple[Seat, ...]
    seats: Mapping[Seat, Occupant]
    heard: Sequence[Heard]
    heard_so_far: int
    asks: tuple[Ask, ...] = ()
    deadlines: Mapping[tuple[Seat, str], Deadline] = field(default_factory=dict)
    paused: str | None = None
    outcome: Outcome | None = None
    host: bool = False

    @property
    def names(self) -> Mapping[Seat, str]:
        return {**super().names, HOST: "the host"}

    def asked(self, action: Action | type[Action]) -> Ask | None:
        """The question that this action answers, or that offers this form."""
        return next((ask for ask in self.asks if ask.takes(action)), None)

    @property
    def rows(self) -> Mapping[Seat, Row]:
        """What the roster says of each seat."""
        return {row.seat: row for block in self.scene.of(Roster) for row in block.rows}

    @property
    def known(self) -> Mapping[Seat, Row]:
        """What everybody may read of each seat: it can stand in the open."""
        return {row.seat: row for block in self.public.of(Roster) for row in block.rows}

    def is_private(self, block: Block) -> bool:
        """Whether a part of the screen is for these eyes alone."""
        return self.scene.secret and block not in self.public.blocks

    def in_the_open(self, grid: Grid) -> Grid | None:
        """What everybody sees where this grid shows these eyes more; None where it does not."""
        at = self.scene.of(Grid).index(grid) if self.scene.secret else len(self.scene.blocks)
        return next((each for each in self.public.of(Grid)[at : at + 1] if _faces(each) != _faces(grid)), None)

    def due(self, timer: Timer) -> Deadline | None:
        """When that time is up; None where no time runs."""
        over = self.paused is not None or self.outcome is not None
        return None if over else due(self.deadlines, timer.seat, timer.key)

    @property
    def waited_for(self) -> tuple[Seat, ...]:
        """Who is waited for, as far as everybody may know."""
        rows = [row for block in self.public.of(Roster) for row in block.rows]
        return () if self.outcome or self.paused is not None else tuple(row.seat for row in rows if row.awaited)


def _faces(grid: Grid) -> list[tuple[str, bool, str]]:
    return [(cell.face, cell.done, cell.below) for cell in grid.cells]


def glance_at(table: Table, seat: Seat | None, ears: Seat | None, host: bool = False) -> Glance:
    """A running table, as `seat` sees it (None: an onlooker) who hears with these `ears`."""
    eyes = seat if ears != TABLE else TABLE
    heard = list(heard_in(table.game, table.log, ears, table.names))
    return Glance(
        id=table.id,
        game=table.game,
        seat=seat,
        scene=table.scene(eyes),
        public=table.scene(None),
        order=table.order,
        seats=table.seats,
        heard=heard[-MOST_HEARD:],
        heard_so_far=sum(each.heard_by(ears) for each in table.log),
        asks=(*(table.asks(seat) if seat is not None else ()), *(_of_host(table) if host else ())),
        deadlines=table.deadlines,
        paused=table.paused,
        outcome=table.outcome,
        host=host,
    )


def _of_host(table: Table) -> tuple[Ask, ...]:
    """What the host is asked besides what every host may do."""
    house = (Pause(), Resume())
    return tuple(ask for ask in table.asks(HOST) if not any(map(ask.takes, house)))


def still(scene: Scene) -> Scene:
    """The same screen for whoever only looks: nothing on it can be pressed."""
    blocks = tuple(
        replace(each, cells=tuple(replace(cell, presses=()) for cell in each.cells)) if isinstance(each, Grid) else each
        for each in scene.blocks
    )
    return replace(scene, blocks=blocks, controls=())


def from_afar(table: Table) -> Glance:
    """A running table on a screen that all in the room look at: what everybody was told, and nothing to press."""
    glance = glance_at(table, None, None)
    scene = still(glance.public)
    return replace(glance, scene=scene, public=scene)


def replayed(id: str, story: Story[Any], seats: Mapping[Seat, Occupant], step: int, eyes: Seat | None) -> Glance:
    """A game that is over, as these eyes (TABLE: all) saw it when `step` events had been told."""
    then = Story(story.game, story.options, story.seed, story.log[:step])
    public = then.game.shows.scene(then.view(None), None)
    names = {seat: each.name for seat, each in seats.items()}
    return Glance(
        id=id,
        game=then.game,
        seat=None if eyes == TABLE else eyes,
        scene=public if eyes is None else then.game.shows.scene(then.view(eyes), eyes),
        public=public,
        order=story.seats,
        seats=seats,
        heard=list(heard_in(then.game, then.log, eyes, names))[-MOST_HEARD:],
        heard_so_far=sum(each.heard_by(eyes) for each in then.log),
        paused=then.paused,
        outcome=then.outcome,
    )


def heard_in(game: Game[Any], log: Sequence[Told], ears: Seat | None, names: Mapping[Seat, str]) -> Iterator[Heard]:
    """What these ears heard that is news, in order."""
    n, opening = 0, True
    before: Any = None
    for told in log:
        if not told.heard_by(ears):
            continue
        n += 1
        event, private = told.event, told.to is not None
        opening = opening and isinstance(event, Seated)  # who sat down at first stands in the roster
        if not opening and not is_bookkeeping(game, told):
            stood = isinstance(before, StoodIn)
            to = tuple(seat for seat in names if seat in (told.to or ())) if ears == TABLE else ()
            speeches = game.talks.speeches(event)
            for each in speeches:
                if each.text:
                    yield Heard(n, each.text, each.seat, private, stood and before.seat == each.seat, to=to)
            if not speeches:
                passing = bool(game.shows.feed) and not private and not isinstance(event, game.shows.feed)
                yield Heard(n, game.shows.say(event), None, private, passing=passing, to=to)
        before = event
