"""The papers of the built-in players: the will that is found when they die, and the note that a killer leaves.

A will is what its owner would say, one line a night, and claims exactly that.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from games.core import Seat
from games.town.events import LONGEST_PAPER, Claim, Kind
from games.town.people import Notice, RoleName
from games.town.roles import ROLE
from games.town.state import State
from games.town.stating import in_short, tellable

# ── what one truly did ────────────────────────────────────────────────────────────────────────────────────────────────

_BEFELL = frozenset({"jailed", "blocked", "controlled", "attacked", "healed", "guarded", "transported", "doused"})
"""Notices that are worth a word in a log."""
_HELD_UP = frozenset({"jailed", "blocked", "controlled"})
"""After these one has not done what one meant to do."""


_LOOKS = frozenset({"question", "investigate", "watch", "consult"})
"""What brings a result, or is not worth a word."""


def log_of(view: State, seat: Seat) -> tuple[Claim, ...]:
    """What the seat did and learned, night by night, as its own view knows it. A night in which it could have acted and did not
    was spent at home; of roles that do nothing at night there is nothing to say."""
    return tuple(claim for night in range(1, len(view.nights) + 1) for claim in _night(view, seat, night))


def _night(view: State, seat: Seat, night: int) -> list[Claim]:
    order, notices = view.night_of(seat, night)
    kinds = {notice.kind for notice in notices}
    prisoners = (each for when, each in view.jails if when == night and each != seat)
    found = [Claim("deed", None, night, None, prisoner, "jailed") for prisoner in prisoners]
    if order is not None and order.act != "bug" and not kinds & _HELD_UP:
        result = next(filter(None, map(_found, notices)), "")
        kind: Kind = "result" if result else "deed"
        if result or order.act not in _LOOKS:  # who was in jail was not to be found
            found.append(Claim(kind, None, night, order.act, order.target, result or order.other or ""))
    saved_myself = any((each.act, each.target) == ("heal", seat) for each in found)
    for notice in notices:
        if notice.kind == "mafia_visited":
            found.append(Claim("result", None, night, "bug", None, _seats(notice.seats)))
        elif saved_myself and notice.kind in ("attacked", "healed"):
            continue
        elif notice.kind in _BEFELL and not (
            notice.kind == "transported" and order is not None and order.act == "swap"
        ):
            found.append(Claim("whereabouts", night=night, found=notice.kind))
    role = view.role(seat)
    idle = order is None and role is not None and ROLE[role].acts and role not in ("spy", "jailor")
    return found or ([Claim("whereabouts", night=night, found="home")] if idle else [])


def _found(notice: Notice) -> str:
    """What a night's deed brought, as in `words.Claim`."""
    match notice.kind:
        case "suspicious" | "innocent":
            return notice.kind
        case "group" | "role_is":
            return ", ".join(notice.roles)
        case "visitors":
            return _seats(notice.seats)
        case "target_attacked":
            return "attacked"
    return ""


def _seats(seats: Sequence[Seat]) -> str:
    return ", ".join(dict.fromkeys(seats)) or "nobody"


# ── the will ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_HEADS = ("<role>", "<role>'s will", "I'm the <role>.", "<role> here.", "<role> log", "My role: <role>")
_LINES = ("N<n>: ", "N<n> - ", "Night <n>: ", "N<n> ")


def will_of(view: State, seat: Seat, role: RoleName, log: Sequence[Claim]) -> tuple[str, tuple[Claim, ...]]:
    """The will that the seat would keep, as the role and with the log that it claims, one line a night, at most 400 characters;
    and what it claims. Where that is too little, nights go that brought nothing, and then the first ones. Everybody keeps to
    their own way of writing."""
    hand = random.Random(f"{seat} {view.slots}")
    title, line = hand.choice(_HEADS).replace("<role>", role.title()), hand.choice(_LINES)
    text, kept = _written(title, line, tuple(each for each in log if tellable(each)))
    return text, (Claim("role", role), *kept)


@lru_cache(maxsize=1 << 10)
def _written(title: str, line: str, log: tuple[Claim, ...]) -> tuple[str, tuple[Claim, ...]]:
    nights: dict[int, list[Claim]] = {}
    for each in log:
        nights.setdefault(each.night, []).append(each)
    lines = {night: line.replace("<n>", f"{night}") + ", ".join(map(in_short, each)) for night, each in nights.items()}
    spare = sorted(nights, key=lambda night: any(each.kind == "result" for each in nights[night]))
    while True:
        text = "\n".join((title, *lines.values()))
        if len(text) <= LONGEST_PAPER:
            return text, tuple(dict.fromkeys(each for each in log if each.night in lines))
        del lines[spare.pop(0)]


# ── what a killer leaves ──────────────────────────────────────────────────────────────────────────────────────────────

NOTES = (
    "Nothing personal.", "You asked too many questions.", "One fewer.", "You should have locked the door.", "Sleep well.",
    "Wrong place, wrong night.", "I never liked your hat.", "Who is next?", "You were close. Too close.",
    "The town is mine, house by house.", "Do not look for me. I shall find you.", "It was you or me.",
)  # fmt: skip
"""What a killer leaves with a victim: anybody may have written it."""
