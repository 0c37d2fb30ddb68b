"""What a game can show, in words that every surface understands: text, a grid, a roster, a plan of rooms, a tally, a timer,
a card, a figure on a line, ways through rooms, controls.

A scene is drawn from a view and knows nothing of Discord, browsers or terminals. Seats stand in texts as {seat} marks.
Whoever draws it shows every `face` with its symbol as well as its colour.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import field
from typing import Literal, TypeVar

from games.core.asks import Ask
from games.core.events import Action, Seat
from games.core.records import record
from games.core.text import answer_fields

Face = Literal["hidden", "red", "blue", "neutral", "black", "gold"]
"""How a cell or a line looks; `hidden` is a card that nobody here has seen the back of."""

SYMBOLS: dict[Face, str] = {"hidden": "", "red": "♦️", "blue": "🔵", "neutral": "⚪", "black": "💀", "gold": "⭐"}
"""Colour is never the only sign: every face has a symbol."""

MARKS: dict[Face, str] = {"hidden": "", "red": "◆", "blue": "●", "neutral": "○", "black": "✖", "gold": "★"}
"""The same for pictures and plain terminals, where emoji are wider than they look."""


@record
class Text:
    """A paragraph. `lead` is the one line to read first, `plain` the body, `small` an aside. `drawn`: another part of the scene
    shows it to surfaces that can draw that, and they leave it out. `heard`: so does whoever reads it besides all that was
    heard, and what is asked: it is said there."""

    text: str
    style: Literal["lead", "plain", "small"] = "plain"
    drawn: bool = False
    heard: bool = False


@record
class Control:
    """A button for one action, or for a form to fill in; its label may have {seat} marks. Whoever is not asked for it is told why not. One that must be
    confirmed is never carried out by a single touch of a board. `moment` is given where an earlier press of this button
    would mean something else sooner than the rest of the scene: “End turn” after another guess. What a form begins with may
    be `filled` in: its words are there to be changed, and all else in it stands (a will as it reads now)."""

    label: str
    action: Action | type[Action]
    emoji: str = ""
    style: Literal["primary", "secondary", "success", "danger"] = "secondary"
    confirm: bool = False
    moment: str = ""
    filled: Action | None = None


@record
class Cell:
    """One card of a grid. `done` cards take no more presses. Touching another carries out the first of `presses`, unless
    that one is to be confirmed, and offers the rest: tag a card, then guess it or take the tag back. `tags` are the seats
    that have marked it, where `note` has their names; any other note stands below the label."""

    label: str
    face: Face = "hidden"
    done: bool = False
    note: str = ""
    presses: tuple[Control, ...] = ()
    tags: tuple[Seat, ...] = ()

    @property
    def below(self) -> str:
        """What stands below its label: masks say what the note of a tagged card says."""
        return "" if self.tags else self.note


@record
class Grid:
    """Cards in rows. `about` describes it in words, for alt text and screen readers, from what this view knows; `faces` says what
    each face is, to whoever reads signs for colours (“assassin: whoever turns it loses”). `heard`: as for a Text."""

    cells: tuple[Cell, ...]
    columns: int
    about: str
    faces: Mapping[Face, str] = field(default_factory=dict)
    heard: bool = False

    @property
    def told(self) -> str:
        """The picture in words: `about`, and what stands below labels: “Six cards. A1: you; B4: 2 boats?”"""
        return " ".join(filter(None, (self.about, "; ".join(f"{c.label}: {c.below}" for c in self.cells if c.below))))


@record
class Row:
    """One seat in a roster: its part in the game and whether it is waited for (only where that is public). `brief` is what
    is left to say of its part where rows of one face stand together; it may be nothing. `gone` is whoever plays no more.

    Of a ballot: `marks` are those who name this seat in front of everybody; `laid` says that its own answer lies face down,
    and `answer` is that answer once it is turned, in a word or two, with its `answer_face`. `says` is what it has said in
    this round, as everybody heard it ("": it chose to say nothing; None: there is nothing to show). Its voice counts `weight`
    times. `chosen`: whoever looks has chosen this seat, as they alone know."""

    seat: Seat
    part: str
    face: Face = "hidden"
    awaited: bool = False
    brief: str | None = None
    gone: bool = False
    marks: tuple[Seat, ...] = ()
    laid: bool = False
    answer: str = ""
    answer_face: Face = "hidden"
    says: str | None = None
    weight: int = 1
    chosen: bool = False


@record
class Roster:
    """Who sits where. `look` is how they stand where it can be drawn: a list, or a street in which each has a house.
    `accused` stands before all the others."""

    rows: tuple[Row, ...]
    look: Literal["list", "street"] = "list"
    accused: Seat | None = None


@record
class Headline:
    """Words that everybody must read exactly, larger than all else: the clue, the offer on the table. `over` is the line above
    (“Ada gives you”), and both may have {seat} marks; `left` of `total` are what is left of something that `label` names
    (“guesses left”)."""

    words: str
    over: str = ""
    face: Face = "hidden"
    left: int = 0
    total: int = 0
    label: str = ""


@record
class Figure:
    """Somebody in a room: `here` now, `seen` there at the time that `note` says, or `dead`."""

    seat: Seat
    note: str = ""
    look: Literal["here", "seen", "dead"] = "here"


@record
class Chamber:
    """One room of a plan. `lit` is where whoever looks stands; `note` is a line about it (“Not seen yet”)."""

    name: str
    figures: tuple[Figure, ...] = ()
    lit: bool = False
    note: str = ""
    face: Face = "hidden"


@record
class Plan:
    """A house: a ring of rooms around a court, each with a door to the next, the last to the first. `centre` stands in the
    court (“Night 3”); `about` says all of it in words. Somebody who is asked for a room may touch it."""

    rooms: tuple[Chamber, ...]
    centre: str
    about: str


@record
class Point:
    """A figure on a line: `label` is what it is (“you: $95”), `seat` whose it is. A `past` one has been replaced by another."""

    value: float
    label: str
    seat: Seat | None = None
    face: Face = "hidden"
    past: bool = False


@record
class Scale:
    """A quantity between bounds, with what has been said of it so far, oldest first. `limit` is what whoever looks may not
    tell others: their cost, the most they would pay."""

    title: str
    low: float
    high: float
    points: tuple[Point, ...]
    about: str
    limit: Point | None = None


@record
class Way:
    """Somebody's way through rooms: a room for each heading (“”: nowhere), and a word on what they did there. It `ends` with
    the heading at that place, counted from 0, where they died."""

    seat: Seat
    rooms: tuple[str, ...]
    notes: tuple[str, ...]
    face: Face = "hidden"
    ends: int | None = None


@record
class Lie:
    """Something that was claimed and was not so: whose words, when (“day 1”), and how it was."""

    seat: Seat
    when: str
    said: str
    truth: str


@record
class Ways:
    """Everybody's way through the rooms, once it may be known, and who lied. `about` says it in words."""

    title: str
    head: tuple[str, ...]
    rooms: tuple[str, ...]
    ways: tuple[Way, ...]
    lies: tuple[Lie, ...]
    about: str


@record
class Count:
    """One figure of a tally."""

    label: str
    value: int
    face: Face = "hidden"


@record
class Tally:
    """Figures side by side: words left, votes cast. `drawn`: as for a Text."""

    counts: tuple[Count, ...]
    drawn: bool = False


@record
class Lines:
    """A list that grows (clues given, statements made), oldest first; a narrow screen may show the end of it, and says with
    `earlier` that it does. `brief`: its lines are so short that they may stand beside each other. `drawn`, `heard`: as for a Text."""

    title: str
    lines: tuple[str, ...]
    brief: bool = False
    drawn: bool = False
    heard: bool = False


def earlier(count: int) -> str:
    """What stands above the end of a list, for so many lines of it that have no room."""
    return f"{count} earlier"


@record
class Timer:
    """A deadline: the table knows when, by the seat asked and the key of its ask."""

    seat: Seat
    key: str
    label: str


@record
class Chart:
    """A table of words under a heading each: who was where and when. Texts may have {seat} marks. It is looked at, never
    pressed; `about` says it in words, for alt text and screen readers. A cell may hold several items, set apart by “; ”. One that
    another block draws (`drawn`) is there to be looked up."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    about: str
    drawn: bool = False


@record
class Shape:
    """Part of a drawing in a square whose corners are (0, 0), top left, and (1, 1). A “polygon” has its corners as points,
    an “ellipse” two opposite corners of the box around it, a “line” the points it goes through. `width` is that of a line,
    or of the ring that an ellipse is drawn as (0: filled). `cut` shapes show the paper through what was drawn before."""

    kind: Literal["polygon", "ellipse", "line"]
    points: tuple[tuple[float, float], ...]
    width: float = 0.0
    cut: bool = False


@record
class Card:
    """What somebody is, to hold in one's hand: its name, of what kind it is, a few lines about it, and an emblem that is drawn
    from shapes. Texts may have {seat} marks. `about` says all of it in words, for alt text and screen readers."""

    title: str
    kind: str
    lines: tuple[str, ...]
    face: Face
    about: str
    emblem: tuple[Shape, ...] = ()


Block = Text | Headline | Grid | Roster | Plan | Tally | Scale | Lines | Timer | Chart | Ways | Card
B = TypeVar("B")


@record
class Sheet:
    """Something to look up that would be too long for the screen itself: whoever sees the screen may ask for it by its label.

    A model cannot ask: it is sent a `page` (how its part is played well) once, before all that it hears, so that must read the
    same all game long; and a `ledger` as it stands now. Neither may hold anybody's own words."""

    label: str
    blocks: tuple[Text | Lines, ...]
    emoji: str = ""
    kind: Literal["", "page", "ledger"] = ""


@record
class Scene:
    """A screen. `moment` changes whenever an earlier press would mean something else. `secret` is true when this seat sees
    what others may not: surfaces bring such a scene to its owner alone, and offer it again under `private_label`. A new
    `page` is a new sheet: it is laid below what has been said meanwhile, or brought to its owner anew. `sheets` are there to
    be looked up; those that everybody may read stand in the public scene. `place` is night where everybody is alone with
    what they know, the same for all. `chapter` is what this part of the game is called (“Night 2”), the same for all again:
    whoever looks back finds it by that."""

    title: str
    moment: str
    face: Face
    blocks: tuple[Block, ...]
    controls: tuple[Control, ...] = ()
    secret: bool = False
    private_label: str = ""
    page: str = ""
    sheets: tuple[Sheet, ...] = ()
    place: Literal["day", "night"] = "day"
    chapter: str = ""

    def of(self, kind: type[B]) -> list[B]:
        """Its blocks of one kind."""
        return [block for block in self.blocks if isinstance(block, kind)]


# ── what an answer is called, where no control says so ────────────────────────────────────────────────────────────────


def titled(kind: type[Action]) -> str:
    """What an action is called: EndTurn is “End turn”."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).capitalize()


def contents(action: Action, seats: Container[str]) -> list[str]:
    """What stands in an action, as texts with {seat} marks: Vote("p3", 2.0) is “{p3}” and “2”."""
    values = [getattr(action, each.name) for each in answer_fields(type(action))]
    told = [f"{each:g}" if isinstance(each, float) else str(each) for each in values if each not in (None, "", ())]
    return [f"{{{each}}}" if each in seats else each for each in told]


def called(action: Action, seats: Container[str]) -> str:
    """What it does, and with what: “Vote {p3}”."""
    return " ".join([titled(type(action)), *contents(action, seats)])


MOST_DRAWN = 20
"""Buttons that have room under a board. A question with more answers is better asked with a form, which has a list for them."""


def offered(scene: Scene, asks: Iterable[Ask], seats: Container[str]) -> tuple[Control, ...]:
    """The buttons for what is asked in front of everybody: as the scene names them, and a plain one for whatever it does not
    name and no card of it offers. “Choose rock” is “Rock”, where all that can be chosen is of one kind."""
    drawn: dict[Action | type[Action], Control] = {}
    for ask in asks:
        if not (ask.private or ask.follows):
            alike = len({type(each) for each in ask.choices}) == 1 < len(ask.choices)
            for form in ask.forms:
                drawn[form] = Control(titled(form), form, style="primary")
            for choice in ask.choices:
                label = ", ".join(contents(choice, seats)) if alike else ""
                drawn[choice] = Control(label[:1].upper() + label[1:] or called(choice, seats), choice)
    named = [each for each in scene.controls if each.action in drawn]
    cards = (press.action for grid in scene.of(Grid) for cell in grid.cells for press in cell.presses)
    there = {*cards, *(each.action for each in named)}
    return (*named, *[each for action, each in drawn.items() if action not in there][:MOST_DRAWN])
