"""Makes pages of glances: templates, and the few words they share. Whatever anybody wrote is escaped before it is marked up."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from bot.surfaces.prose import listed, marked
from bot.surfaces.web import offers
from bot.surfaces.web.drawing import broken, parts, place, spots, width_of
from bot.surfaces.web.glance import Glance, Heard
from bot.surfaces.web.ways import traced
from games.core import Seat, named
from games.scene import (
    MARKS,
    Block,
    Chart,
    Count,
    Face,
    Grid,
    Headline,
    Lines,
    Plan,
    Roster,
    Row,
    Scale,
    Scene,
    Tally,
    Text,
    Timer,
    Ways,
)

KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webp": "image/webp",
    ".png": "image/png",
}
"""Files of ours, by how their names end."""

HERE = Path(__file__).parent
STATIC = HERE / "static"

_MARK = re.compile(r"\{\{|\{([a-z0-9-]+)\}")
_FACES = {mark: face for face, mark in MARKS.items() if mark}
_KEPT = {*_FACES, "✓"}
"""Signs that our letters have; other pictures among letters differ by machine."""

_SHAPES = re.compile("|".join(map(re.escape, _FACES)))


def said(text: str, names: Mapping[Seat, str], you: Seat | None = None) -> Markup:
    """A sentence with names for its {seat} marks, and its sides as shapes. All else in it is text."""
    parts, at = [], 0
    for found in _MARK.finditer(text):
        parts.append(_shapes(text[at : found.start()]))
        at = found.end()
        if found[0] == "{{":
            parts.append(escape("{"))
        elif (name := names.get(Seat(found[1]))) is not None:
            parts.append(Markup('<b class="n">%s</b>') % name)
        else:
            parts.append(escape(found[0]))
    parts.append(_shapes(text[at:]))
    return Markup("").join(parts)


@lru_cache(maxsize=4096)
def _shapes(text: str) -> Markup:
    """Text whose marks for sides are drawn."""
    plain = "".join(c for c in marked(text) if c in _KEPT or (unicodedata.category(c) != "So" and c != "\ufe0f"))
    at, parts = 0, []
    for found in _SHAPES.finditer(plain):
        parts.append(escape(plain[at : found.start()]))
        parts.append(Markup('<i class="face {0}" role="img" aria-label="{0}"></i>').format(_FACES[found[0]]))
        at = found.end()
    return Markup("").join([*parts, escape(plain[at:])])


def plain(text: str, names: Mapping[Seat, str]) -> str:
    """The same without markup, for attributes and titles."""
    return marked(named(text, names)).strip()


BIG = (Grid, Plan, Scale, Ways)
"""What is a board: it stands in the middle."""

_EMBLEM = re.compile(r'<symbol id="([a-z]+)" viewBox="0 0 24 24"><path d=')


def slug(text: str) -> str:
    """A name for a part of a page."""
    return re.sub(r"[^a-zA-Z0-9]+", "-", text)


def kind_of(block: Block) -> str:
    """The name of the template that draws a block."""
    return type(block).__name__.casefold()


@cache
def emblems() -> frozenset[str]:
    """The places that have an emblem among our masks, by name."""
    return frozenset(_EMBLEM.findall(content("masks.svg").decode()))


class Drawn:
    """A glance, sorted into the places of a page. By day a plan stands aside for those who speak and vote; once everybody's
    way is told, who they were stands above it."""

    def __init__(self, glance: Glance, drafts: Mapping[Any, Any] | None = None) -> None:
        self.glance = glance
        self._lay_out(glance.scene)
        self._ask(offers.questions(glance, drafts))

    def _lay_out(self, scene: Scene) -> None:
        """Where each part of the scene stands."""
        lead = next((each for each in scene.of(Text) if each.style == "lead"), None)
        self.lead = lead.text if lead else scene.title
        self.lead_drawn = lead is not None and lead.drawn
        self.headlines = scene.of(Headline)
        self.tallies = [each for each in scene.of(Tally) if not each.drawn]
        self.timers = [(each, self.glance.due(each)) for each in scene.of(Timer)]
        seated = Roster(tuple(Row(seat, self.glance.game.shows.seat_title(seat)) for seat in self.glance.order))
        self.rosters = scene.of(Roster) or [seated]
        plans = scene.of(Plan)
        self.housed = bool(plans)
        self.reveals = bool(scene.of(Ways))
        speaks = (self.housed and scene.place == "day") or any(map(_answers, self.rosters))
        self.speaks = speaks and not (self.street or self.across or self.reveals)
        self.aside = plans if self.speaks else []
        self.boards = [each for each in scene.blocks if isinstance(each, BIG) and each not in self.aside]
        self.charts = [each for each in scene.of(Chart) if each.drawn]
        placed = (Headline, Tally, Timer, Roster, *BIG)
        rest = [each for each in scene.blocks if not isinstance(each, placed) and not getattr(each, "drawn", False)]
        rest = [each for each in rest if not (isinstance(each, Text) and each.style == "lead")]
        self.private = [each for each in rest if self.glance.is_private(each)]
        # Beside a board of cards, what grows would push it off the screen: it stands with what was heard; beside a street,
        # with the people.
        lists = [each for each in rest if isinstance(each, Lines) and each not in self.private]
        self.told = lists if scene.of(Grid) else []
        self.beside = lists if self.street else []
        self.open = [each for each in rest if each not in (*self.private, *self.told, *self.beside)]

    def _ask(self, questions: list[offers.Question]) -> None:
        """What one may do: what is owed first stands in the dock, whole; the rest is smaller."""
        self.follows = [each for each in questions if each.ask.follows]
        asked = [each for each in questions if not each.ask.follows]
        self.asked = asked[:1] if asked and asked[0].owed else []
        self.standing = asked[0].ask.text if asked and not self.asked else ""
        more = [offer for each in asked if each not in self.asked for offer in each.offers]
        if self.asked and any(offer.talk for offer in self.asked[0].offers):
            # Where one is to speak, that is the one form in the dock; to whisper is smaller.
            besides = [each for each in self.asked[0].offers if not each.action and not each.talk]
            kept = tuple(each for each in self.asked[0].offers if each not in besides)
            self.asked, more = [replace(self.asked[0], offers=kept)], [*besides, *more]
        self.talk = [each for each in more if each.talk][:1]
        """Where one may speak when one likes: a line below what was heard."""
        self.more = [each for each in more if each not in self.talk]
        own = self.glance.rows.get(self.glance.seat) if self.glance.seat is not None else None
        self.closed = offers.closed(self.glance) if own is not None and not own.gone and not asked else []

    @property
    def bare(self) -> bool:
        """Whether nothing is drawn in the middle: then those who sit there are what there is to see."""
        return not (self.boards or self.headlines or self.street or self.across or self.speaks or self.reveals)

    @property
    def looks(self) -> str:
        """What style sheets go by: what stands on this page."""
        found = {
            "street": self.street,
            "boarded": bool(self.boards),
            "facing": bool(self.across),
            "housed": self.housed,
            "speaks": self.speaks,
            "reveals": self.reveals,
            "ended": self.glance.outcome is not None,
        }
        return " ".join(name for name, so in found.items() if so)

    @property
    def picks(self) -> frozenset[str]:
        """What can be picked on a board, by what it is known by there: it is asked for in the dock."""
        offered = [offer for each in self.asked for offer in each.offers]
        fields = [value.pick for offer in offered for field in offer.fields for value in field.values]
        return frozenset([*fields, *(value.pick for offer in offered for value in offer.values)])

    @property
    def placed(self) -> frozenset[str]:
        """What stands on the board, to be touched: the rooms of a house, those who live in a street."""
        rooms = [room.name for each in self.boards if isinstance(each, Plan) for room in each.rooms]
        return frozenset([*rooms, *(row.seat for each in self.rosters if each.look == "street" for row in each.rows)])

    @property
    def teams(self) -> list[tuple[Face, list[Count], list[Row]]]:
        """The sides, with what is counted of each, where everybody is of one that something is counted of."""
        rows = list(self.glance.rows.values())
        counts = [each for tally in self.tallies for each in tally.counts if each.face != "hidden"]
        faces = list(dict.fromkeys(each.face for each in counts))
        if len(faces) < 2 or not rows or any(row.face not in faces for row in rows):
            return []
        return [
            (face, [c for c in counts if c.face == face], [row for row in rows if row.face == face]) for face in faces
        ]

    @property
    def across(self) -> list[Row]:
        """The two who sit across a table, oneself last, where they are all that there is to see; who only runs the game is
        not one of them."""
        if self.street or any(
            isinstance(each, BIG) and not isinstance(each, Scale) for each in self.glance.scene.blocks
        ):
            return []
        sides = [row for seat, row in self.glance.rows.items() if seat not in self.glance.game.lobby.staff]
        return sorted(sides, key=lambda row: row.seat == self.glance.seat) if len(sides) == 2 else []

    @property
    def staff(self) -> list[Row]:
        """Who runs the game without playing it."""
        return [row for seat, row in self.glance.rows.items() if seat in self.glance.game.lobby.staff]

    @property
    def asides(self) -> list[Text]:
        """Small lines that stand below the first one."""
        return [each for each in self.open if isinstance(each, Text) and each.style == "small"]

    @property
    def last_word(self) -> Heard | None:
        """What was said for all to hear last, as long as nothing of weight has happened since: on a phone what was heard lies
        in a sheet, and a street has no room for everybody's words."""
        since = [each for each in self.glance.heard if not (each.private or each.passing)]
        day = self.street and self.glance.scene.place == "day"
        return since[-1] if day and since and since[-1].seat is not None else None

    @property
    def street(self) -> bool:
        return any(each.look == "street" for each in self.rosters)


def _answers(roster: Roster) -> bool:
    """Whether seats of a roster have said or answered something that is shown beside them."""
    return any(each.says is not None or each.laid or each.marks or each.answer for each in roster.rows)


@cache
def environment(whole: bool = False) -> Environment:
    """The templates. An unknown name in one is an error, and every value is escaped. A `whole` page has in itself what others
    load."""
    env = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals |= {
        "said": said,
        "plain": plain,
        "static": (lambda name: "") if whole else static,
        "kind_of": kind_of,
        "presses": offers.presses,
        "kin": offers.kin,
        "FEW": offers.FEW,
        "width_of": width_of,
        "broken": broken,
        "parts": parts,
        "spots": spots,
        "place_on": place,
        "marks": MARKS,
        "slug": slug,
        "emblems": emblems,
        "traced": traced,
    }
    env.filters |= {"listed": listed}
    return env


@cache
def content(name: str) -> bytes:
    """A file of ours; `app.css` is all of our style sheets as one."""
    if name == "app.css":
        return b"\n".join(path.read_bytes() for path in sorted((STATIC / "css").glob("*.css")))
    return (STATIC / name).read_bytes()


@cache
def static(name: str) -> str:
    """The address of a file of ours, by its content: a browser may keep it for ever."""
    return f"/static/{hashlib.sha256(content(name)).hexdigest()[:10]}/{name}"


def page(template: str, whole: bool = False, **values: Any) -> str:
    return environment(whole).get_template(template).render(**values)
