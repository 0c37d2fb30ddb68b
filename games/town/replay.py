"""The nights of Town told again when all is known: who sat in jail, who meant to do what, what came of it, who lay dead.

It reads what was recorded (orders, prisoners, what everybody was told, the graves), and resolves nothing anew: what it
says is what has happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from games.core import Seat
from games.scene import Chart, Lines
from games.town.people import Act, NoticeKind, Order, RoleName
from games.town.phrases import listed
from games.town.roles import ROLE
from games.town.sentences import CAUSES, a_role, briefly, noticed_of, ordered
from games.town.state import Grave, State

NIGHTS_A_CHART = 4
"""A chart of more nights is too wide for a phone."""

_KINDS = get_args(NoticeKind)
_LATER: frozenset[NoticeKind] = frozenset(
    (
        "suspicious", "innocent", "group", "role_is", "witch_role", "visitors", "mafia_visited", "bugged", "cleaned", "doused",
        "washed", "blackmailed", "was_converted", "became",
    )
)  # fmt: skip
"""What is told after who died: what people learned, and what became of them."""
_ELSEWHERE: frozenset[NoticeKind] = frozenset({"jailed", "converted"})
"""That somebody sat in jail, and of whom other Vampires hear that they have turned, is told otherwise."""

_BEFORE: dict[RoleName, RoleName] = {"jester": "executioner", "vigilante": "vampire hunter", "godfather": "mafioso"}
"""What somebody was who has become this; an Amnesiac may have become anything."""

_WHO: dict[Act, RoleName] = {act: role.name for role in ROLE.values() for act in role.acts}
_SHARED: frozenset[Act] = frozenset({"kill", "vest", "block"})
"""Whose deed is whose; a few belong to two roles."""


def replay(s: State) -> tuple[Lines, ...]:
    """Every night, step by step, each with the hanging of the day before it; and that of the last day."""
    last = len(s.nights) + 1
    told = [Lines(f"Night {night}", tuple(_steps(s, night))) for night in range(1, last)]
    if hanged := _dead_on(s, last, lynched=True):
        told.append(Lines(f"Day {last}", tuple(_death(grave) for grave in hanged)))
    return tuple(told)


def charts(s: State) -> tuple[Chart, ...]:
    """Everybody by nights, a few nights a chart: what they meant to do, and whether they died."""
    nights = range(1, len(s.nights) + 1)
    found = []
    for first in range(1, len(s.nights) + 1, NIGHTS_A_CHART):
        some = nights[first - 1 : first - 1 + NIGHTS_A_CHART]
        title = f"Night {some[0]}" if len(some) == 1 else f"Nights {some[0]} to {some[-1]}"
        rows = tuple((f"{{{seat}}}", *(_cell(s, seat, night) for night in some)) for seat in s.seats)
        about = " ".join(f"Night {night}. {' '.join(_steps(s, night))}" for night in some)
        found.append(Chart(title, ("", *(f"Night {night}" for night in some)), rows, about))
    return tuple(found)


def role_in(s: State, seat: Seat, night: int) -> RoleName | None:
    """What somebody was in a night, as far as the end tells: what they are now, if they did not become it that night or later;
    else whose deeds they did until then."""
    changes = (
        (when, notice)
        for when, notice in s.notices
        if notice.seat == seat and when >= night and notice.kind in ("became", "was_converted")
    )
    until, notice = min(changes, key=lambda each: each[0], default=(0, None))
    if notice is None:
        return s.role(seat)
    orders = (s.nights[when - 1].get(seat) for when in range(night, until + 1))
    own = (_WHO[order.act] for order in orders if order is not None and order.act not in _SHARED)
    return next(own, _BEFORE.get(notice.roles[0]) if notice.kind == "became" else None)


# ── steps ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _steps(s: State, night: int) -> Iterator[str]:
    """A night in the order in which it goes."""
    for grave in _dead_on(s, night, lynched=True):
        yield f"By day {_death(grave)}"
    for when, prisoner in s.jails:
        if when == night:
            yield f"⛓️ {_named(s, prisoner, night)} sits in jail."
    for order in sorted(filter(None, s.nights[night - 1].values()), key=lambda each: _place(s, each)):
        yield f"{_named(s, order.seat, night)} means to {ordered(order)}."
    told = [notice for when, notice in s.notices if when == night and notice.kind not in _ELSEWHERE]
    told.sort(key=lambda notice: _KINDS.index(notice.kind))
    yield from (noticed_of(notice) for notice in told if notice.kind not in _LATER)
    dead = _dead_on(s, night, lynched=False)
    yield from (f"✖ {_death(grave)}" for grave in dead)
    yield from (noticed_of(notice) for notice in told if notice.kind in _LATER)
    if back := [seat for when, seat in s.revived if when == night]:
        yield f"{listed(back)} {'is' if len(back) == 1 else 'are'} back from the dead."
    if not dead:
        yield "Nobody dies."


def _place(s: State, order: Order) -> tuple[int, int]:
    """When such a deed is done: as the role's own is."""
    if order.act == "ignite":
        return 5, 6
    return ROLE[_WHO[order.act]].priority or (9, 9)


def _named(s: State, seat: Seat, night: int) -> str:
    role = role_in(s, seat, night)
    return f"{{{seat}}}, {a_role(role)}," if role else f"{{{seat}}}"


def _death(grave: Grave) -> str:
    causes = " and ".join(CAUSES[cause] for cause in grave.causes)
    return f"{{{grave.seat}}} {causes}."


def _dead_on(s: State, night: int, lynched: bool) -> list[Grave]:
    return [grave for grave in s.graves if grave.day == night and grave.lynched == lynched]


# ── a chart's cells ───────────────────────────────────────────────────────────────────────────────────────────────────


def _cell(s: State, seat: Seat, night: int) -> str:
    """“heal {p3}; ✖ mafia”: what somebody meant to do, what they met, and what they died of."""
    order, told = s.night_of(seat, night)
    items = ["✖ hanged before"] if any(grave.seat == seat for grave in _dead_on(s, night, lynched=True)) else []
    items += ["in jail"] if (night, seat) in s.jails else []
    items += [briefly(order)] if order is not None else []
    kinds = {notice.kind for notice in told}
    items += [word for kind, word in _MET.items() if kind in kinds]
    items += [f"→ {' or '.join(notice.roles).title()}" for notice in told if notice.kind == "became"]
    items += [f"✖ {', '.join(grave.causes)}" for grave in _dead_on(s, night, lynched=False) if grave.seat == seat]
    return "; ".join(items)


_MET: dict[NoticeKind, str] = {
    "blocked": "blocked", "controlled": "controlled", "transported": "moved", "attacked": "attacked",
    "healed": "healed", "guarded": "guarded", "vested": "vest", "blackmailed": "blackmailed", "was_converted": "→ Vampire",
}  # fmt: skip
"""What is worth a word in a chart."""
