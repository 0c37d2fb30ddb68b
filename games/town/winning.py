"""When a town's game is over, and who has won it.

A side wins when nobody is left who could stop it, dead members and all; some people win for themselves, beside whoever else
does. Two who are left and can do each other no harm would go on for ever: for those, a table says who would win.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.core import Seat, record
from games.town.events import Ending, Side
from games.town.people import RoleName
from games.town.roles import ROLE

QUIET_FROM = 7
QUIET_DAYS = 2
"""So many days and nights running without a death, from that day on, and the game is a draw."""

_SIDE: dict[RoleName, Side] = {
    "vampire": "vampire", "serial killer": "serial killer", "arsonist": "arsonist", "werewolf": "werewolf",
}  # fmt: skip

_BEATS: dict[RoleName, frozenset[RoleName]] = {
    "transporter": frozenset({"mafioso"}),
    "godfather": frozenset({"transporter"}),
    "serial killer": frozenset({"transporter", "jailor", "godfather", "mafioso", "vampire"}),
    "arsonist": frozenset({"escort", "transporter", "jailor", "godfather", "mafioso", "vampire", "serial killer"}),
    "werewolf": frozenset({"godfather", "mafioso", "vampire", "veteran", "serial killer"}),
    "vampire": frozenset({"transporter", "escort"}),
}
"""Of two who are left: whom each of these beats at once. A Jailor only when he has no executions left; and an Escort is beaten
by whoever is of the Mafia."""


@record
class Left:
    """Somebody alive, as far as it matters for who wins. `uses` is what is left of the limited deed."""

    seat: Seat
    role: RoleName
    uses: int = 0


def side(role: RoleName) -> Side | None:
    """With whom such a one wins; None: for themselves."""
    return _SIDES[role]


def _side(role: RoleName) -> Side | None:
    faction = ROLE[role].faction
    return faction if faction != "neutral" else _SIDE.get(role)


_SIDES: Mapping[RoleName, Side | None] = {role: _side(role) for role in ROLE}


def ending(left: Sequence[Left], parity: bool = False) -> Ending | None:
    """How it ends with these alive, if it does. `parity`: the Mafia wins as soon as it is at least as many as all others and
    no other killers are left."""
    sides = {one for each in left if (one := side(each.role)) is not None}
    if not left:
        return "wipe-out"
    if not sides:
        # Nobody is left who wins with others: those who are there do it for themselves, or not at all.
        return "nobody"
    if len(sides) == 1:
        # A Witch could still make a Vigilante with bullets shoot.
        armed = {each.role for each in left if each.role != "vigilante" or each.uses}
        return None if {"witch", "vigilante"} <= armed else next(iter(sides))
    if len(left) == 2 and (found := _stalemate(left[0], left[1]) or _stalemate(left[1], left[0])):
        return found
    if parity and sides == {"town", "mafia"} and 2 * sum(side(each.role) == "mafia" for each in left) >= len(left):
        return "mafia"
    return None


def _stalemate(one: Left, other: Left) -> Ending | None:
    """The side of `one` if it beats `other`, when these two are left."""
    if other.role == "jailor" and other.uses:
        return None
    beaten = _BEATS.get(one.role, frozenset())
    if other.role in beaten or (other.role == "escort" and side(one.role) == "mafia"):
        return side(one.role)
    return None


def winners(
    how: Ending, roles: Sequence[tuple[Seat, RoleName]], living: Iterable[Seat], triumphed: Iterable[Seat]
) -> tuple[Seat, ...]:
    """Who has won, in the order of the seats: the whole side, dead or alive; whoever got what they wanted; Survivors who
    live; and Witches who live, when the Town has not won (a draw is no win)."""
    alive, content = frozenset(living), frozenset(triumphed)
    return tuple(
        seat
        for seat, role in roles
        if seat in content
        or side(role) == how
        or (role == "survivor" and seat in alive)
        or (role == "witch" and seat in alive and how != "town")
    )


_SAID: dict[Ending, tuple[str, str]] = {
    "town": ("Town", "The Town wins: nobody is left who threatens it."),
    "mafia": ("Mafia", "The Mafia wins: nobody is left who could stop it."),
    "vampire": ("Vampires", "The Vampires win: nobody is left who could stop them."),
    "nobody": ("no side", "Nobody is left to fight for the town: no side wins."),
    "wipe-out": ("draw: all dead", "Everybody is dead: it is a draw."),
    "time-out": ("draw: nobody dies", "Nobody has died for two days and nights: it is a draw."),
}


def called(how: Ending) -> str:
    """How it ended, in a word or two: “Mafia”, “no side”."""
    return _SAID[how][0] if how in _SAID else how.title()


def verdict(how: Ending) -> str:
    """How it ended, in one sentence."""
    return _SAID[how][1] if how in _SAID else f"The {how.title()} wins: nobody is left who could stop them."
