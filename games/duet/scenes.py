"""What every duet shows: who sits there, and the page on which it stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from games.core import Seat, escape
from games.duet.events import HUMAN, MANAGER, PLAYER, SIDES
from games.duet.state import Duet
from games.scene import Block, Control, Face, Roster, Row, Scene

FACES: dict[Seat, Face] = {HUMAN: "blue", PLAYER: "red", MANAGER: "neutral"}


def rows(s: Duet, titles: Mapping[Seat, str], due: Collection[Seat]) -> Roster:
    """The two sides and the manager, with what each of them wrote last for everybody; those in `due` are waited for."""
    said = {_WRITERS[each.how]: each.text for each in s.messages if each.open and each.how in _WRITERS}
    parts = [(seat, escape(titles[seat])) for seat in SIDES] + [(MANAGER, "Manager")]
    return Roster(tuple(Row(seat, part, FACES[seat], seat in due, says=said.get(seat)) for seat, part in parts))


_WRITERS = {"shown": MANAGER, "spoke": HUMAN}
"""Who writes for everybody, and how that is called."""


def scene(
    s: Duet, moment: str, label: str, page: str, blocks: Sequence[Block], controls: Iterable[Control], chapter: str = ""
) -> Scene:
    """A scene as every duet has it. With a `page` it is the seat's own, else it is laid anew below each display."""
    return Scene(
        title=escape(s.title) or "Duet",
        moment="over" if s.ended else moment,
        face="gold" if s.ended else "neutral",
        blocks=tuple(blocks),
        controls=() if s.ended else tuple(controls),
        secret=bool(page),
        private_label=label,
        page=page or str(s.shown),
        chapter=chapter,
    )
