"""Nights told to a friend: “mafioso kills mayor”, “doctor heals mayor”, and what is found in the morning.

People are called by their roles (“serial-killer”, a second one “doctor2”) and sit in the order in which they are named.
What somebody is stands before the name (“dead sheriff”, “doused mayor”); a line without a verb only names people.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, get_args

from games.core import Seat
from games.town.night import resolve
from games.town.people import ROLES, Act, Citizen, Death, Morning, Night, Order, RoleName, Ruleset
from games.town.roles import ROLE

VERBS: dict[str, Act] = {act + ending: act for act in get_args(Act) for ending in ("s", "es")}
GLUE = frozenset({"with", "onto", "on", "and", "a", "the"})
MARKS: dict[str, dict[str, Any]] = {
    "dead": {"alive": False}, "doused": {"doused": True}, "framed": {"framed": True}, "guilty": {"guilty": True},
    "revealed": {"revealed": True}, "cautious": {"cautious": True}, "cleaned": {"cleaned": True}, "spent": {"uses": 0},
    "bare": {"armoured": False},
}  # fmt: skip


def by_seat(people: tuple[Citizen, ...]) -> dict[Seat, Citizen]:
    """Everybody by their seat."""
    return {each.seat: each for each in people}


def role_called(name: str) -> RoleName | None:
    """The role of somebody called so (“serial-killer2”), if it is a name at all."""
    base = name.rstrip("0123456789").replace("-", " ")
    return next((role for role in ROLES if role == base), None)


def citizen(name: str) -> Citizen:
    """Somebody called so, as dealt."""
    role = role_called(name)
    assert role is not None, name
    return Citizen(Seat(name), role, uses=ROLE[role].uses, armoured=role == "witch", will=f"I was {name}.")


@dataclass(frozen=True)
class Found:
    """A morning to be looked at."""

    night: Night
    morning: Morning

    @property
    def dead(self) -> str:
        """The names of who died, in seat order."""
        return " ".join(death.seat for death in self.morning.deaths)

    @property
    def announced(self) -> tuple[tuple[str, str], ...]:
        return self.morning.announced

    @property
    def talkless(self) -> tuple[str, ...]:
        return self.morning.talkless

    def death(self, name: str) -> Death:
        return next(death for death in self.morning.deaths if death.seat == name)

    def of(self, name: str) -> Citizen:
        """Somebody as the night leaves them."""
        return by_seat(self.morning.people)[Seat(name)]

    def heard(self, name: str) -> list[str]:
        """What somebody is told, each as “kind seats, roles, text”, with what there is of it."""
        return [
            " ".join((notice.kind, *notice.seats, *notice.roles, notice.text)).strip()
            for notice in self.morning.notices
            if notice.seat == name
        ]

    def visitors(self, name: str) -> str:
        """Who came to somebody's door."""
        return " ".join(who for who, whom in self.morning.visits if whom == name)


def night(*lines: str, number: int = 2, jailed: str = "", jester: str = "", **rest: Any) -> Found:
    """The morning after such a night: the second, unless said otherwise. `rest` are fields of the night (haunters, bitten,
    chances), changes to people (`marks`, by name) and options of the rules."""
    marks: dict[str, dict[str, Any]] = rest.pop("marks", {})
    fields = {name: rest.pop(name) for name in ("haunters", "bitten", "chances") if name in rest}
    people: dict[str, Citizen] = {}
    orders = tuple(order for line in lines for order in _read(line, people))
    for name, changes in marks.items():
        people[name] = replace(people[name], **changes)
    told = Night(
        number, tuple(people.values()), orders, Seat(jailed) if jailed else None, Seat(jester) if jester else None,
        rules=Ruleset(**rest), **fields,
    )  # fmt: skip
    return Found(told, resolve(told))


def _read(line: str, people: dict[str, Citizen]) -> list[Order]:
    names: list[Seat] = []
    act: Act | None = None
    changes: dict[str, Any] = {}
    for word in line.split():
        if word in MARKS:
            changes |= MARKS[word]
        elif word in VERBS:
            act = VERBS[word]
        elif word not in GLUE:
            people.setdefault(word, citizen(word))
            people[word] = replace(people[word], **changes)
            changes = {}
            names.append(Seat(word))
    if act is None:
        return []
    seat, target, other = (*names, None, None)[:3]
    assert seat is not None
    return [Order(seat, act, target, other)]
