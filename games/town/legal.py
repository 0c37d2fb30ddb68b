"""What somebody may do tonight, and to whom.

Menus, prompts and dice offer what stands here, and the night drops what does not: an order is legal exactly if it is one
of `orders_in`. Nobody's choices tell who sits in jail: that one is chosen like anybody else, and in vain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.core import Seat
from games.town.people import ROLES, Act, Citizen, Night, Order, RoleName, Ruleset
from games.town.roles import ROLE

PUPPET_ACTS: dict[RoleName, Act] = {
    "investigator": "investigate", "sheriff": "question", "lookout": "watch", "vampire hunter": "stake",
    "vigilante": "shoot", "bodyguard": "guard", "doctor": "heal", "escort": "block",
}  # fmt: skip
"""What a Retributionist who uses corpses can do with one: whatever a townsman does to one other player."""

LIMITED: frozenset[Act] = frozenset({"execute", "alert", "shoot", "vest", "clean", "forge", "revive"})
"""Deeds that always take one of the role's uses. (A Doctor's heal takes one only for himself.)"""

MAFIA: frozenset[RoleName] = frozenset(role for role in ROLES if ROLE[role].faction == "mafia")

VAMPIRES: frozenset[RoleName] = frozenset(("vampire",))
KIN = (MAFIA, VAMPIRES)
"""Who knows each other for their own."""

ALONE: frozenset[Act] = frozenset({"alert", "vest", "ignite"})
"""Deeds that are done to nobody."""

FOR_TWO: frozenset[Act] = frozenset({"swap", "control", "revive"})
"""Deeds that may take somebody else besides."""


@dataclass(slots=True)
class Evening:
    """What is so before anybody acts. `prisoner` is who really sits in jail: no Jailor alive, nobody jailed. `jester` and
    `haunters` are those of `Night`."""

    number: int
    rules: Ruleset
    people: dict[Seat, Citizen]
    living: tuple[Seat, ...]
    prisoner: Seat | None
    jailor: Seat | None
    jester: Seat | None
    haunters: tuple[Seat, ...]
    kin: tuple[frozenset[Seat], ...]

    @classmethod
    def of(cls, night: Night) -> Evening:
        people = {each.seat: each for each in night.people}
        living = tuple([each.seat for each in night.people if each.alive])
        jailor = next((seat for seat in living if people[seat].role == "jailor"), None)
        held = jailor is not None and night.jailed in living and night.jailed != jailor
        kin = tuple([frozenset([seat for seat, one in people.items() if one.role in roles]) for roles in KIN])
        prisoner = night.jailed if held else None
        return cls(night.number, night.rules, people, living, prisoner, jailor, night.jester, night.haunters, kin)

    @property
    def full_moon(self) -> bool:
        return full_moon(self.number, self.rules)

    def mates(self, seat: Seat) -> frozenset[Seat]:
        """Who knows whom for one of their own, and does not turn on them: the Mafia, and the Vampires."""
        return next((each for each in self.kin if seat in each), frozenset())


def full_moon(number: int, rules: Ruleset) -> bool:
    """Every second night; by option, every night from the fourth on."""
    return number % 2 == 0 or (rules.full_moon == "2,4,all_after" and number > 4)


def orders_in(citizen: Citizen, evening: Evening) -> tuple[Order, ...]:
    """All that this citizen may order tonight, in the order of the role's deeds and of seats; doing nothing is always
    possible besides. The orders already given do not matter."""
    seat, found = citizen.seat, choices_in(citizen, evening)
    return tuple([Order(seat, act, target, other) for act, target, besides in found for other in besides])


def choices_in(citizen: Citizen, evening: Evening) -> Iterator[tuple[Act, Seat | None, tuple[Seat, ...] | tuple[None]]]:
    """`orders_in` by deed and target, with whom else each of them may take; (None,) where it takes nobody else."""
    for act in ROLE[citizen.role].acts:
        if able(citizen, act, evening):
            alike = None if act in FOR_TWO else _NOBODY_ELSE
            for target in targets(citizen, act, evening):
                if besides := alike or others(citizen, act, target, evening):
                    yield act, target, besides


def is_legal(order: Order, evening: Evening) -> bool:
    """Whether the order is one of `orders_in`, without making all of them."""
    citizen = evening.people.get(order.seat)
    return citizen is not None and may_give(citizen, order, evening)


def may_give(citizen: Citizen, order: Order, evening: Evening) -> bool:
    """Whether the order is one of `orders_in`."""
    if not able(citizen, order.act, evening):
        return False
    return order.target in targets(citizen, order.act, evening) and order.other in others(
        citizen, order.act, order.target, evening
    )


def able(citizen: Citizen, act: Act, evening: Evening) -> bool:
    """Whether somebody can do such a thing tonight, whomever to."""
    if act not in ROLE[citizen.role].acts:
        return False
    if act == "haunt":
        return not citizen.alive and citizen.seat == evening.jester
    free = citizen.alive and citizen.seat != evening.prisoner
    return free and (act not in LIMITED or citizen.uses > 0) and _is_time_for(act, citizen, evening)


def _is_time_for(act: Act, citizen: Citizen, evening: Evening) -> bool:
    match act:
        case "execute":
            return evening.prisoner is not None and citizen.seat == evening.jailor and evening.number > 1
        case "shoot":
            return evening.number > 1 and not citizen.guilty
        case "rampage":
            return evening.full_moon
        case "bug":
            return evening.rules.spy == "bug"
        case _:
            return True


def targets(citizen: Citizen, act: Act, evening: Evening) -> tuple[Seat | None, ...]:
    """Whom somebody may do it to first of all; (None,) where it is done to nobody."""
    people, seat = evening.people, citizen.seat
    if act in ALONE:
        return (None,)
    match act:
        case "execute":
            return (evening.prisoner,)
        case "haunt":
            return tuple([each for each in evening.living if each in evening.haunters])
        case "revive":
            return tuple(each for each, one in people.items() if _can_rise(one, evening))
        case "remember":
            return tuple(each for each, one in people.items() if _can_be_remembered(one))
        case "swap":
            return evening.living
        case "heal" if citizen.uses:
            return evening.living
        case _:
            mates = evening.mates(seat)
            return tuple([each for each in evening.living if each != seat and each not in mates])


def others(citizen: Citizen, act: Act, target: Seat | None, evening: Evening) -> tuple[Seat, ...] | tuple[None]:
    """Whom else it takes, once the first is chosen; (None,) where it takes nobody else. A Witch may make somebody do it
    to themselves."""
    match act:
        case "swap":
            return tuple([each for each in evening.living if each != target])
        case "control":
            return evening.living
        case "revive" if evening.rules.retributionist == "puppet":
            return tuple([each for each in evening.living if each != citizen.seat])
        case _:
            return _NOBODY_ELSE


_NOBODY_ELSE = (None,)


def _can_rise(one: Citizen, evening: Evening) -> bool:
    if one.alive or one.cleaned or ROLE[one.role].faction != "town":
        return False
    return evening.rules.retributionist == "revive" or one.role in PUPPET_ACTS


def _can_be_remembered(one: Citizen) -> bool:
    """Nobody becomes what the Town has one of, nor what nobody knows."""
    role = ROLE[one.role]
    return not one.alive and not one.cleaned and not (role.unique and role.faction == "town")
