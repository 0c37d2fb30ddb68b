"""Role lists of Town: a slot for each player, and the roles that are drawn for them.

A slot is a role (“Sheriff”), an alignment (“Town Support”, “TS”), a faction (“Random Town”), “Any”, or several of these with
“|” between them. Roles that are unique are drawn once at most, and a Vampire Hunter only where there may be a Vampire.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain

from games.town.people import ROLES, RoleName
from games.town.roles import ROLE
from games.town.winning import side

FEWEST, MOST = 7, 15

CLASSIC = (
    "Sheriff", "Doctor", "Lookout", "Random Town", "Escort", "Godfather", "Mafioso", "Jester", "Executioner", "Medium",
    "Framer", "Investigator", "Serial Killer", "Jailor", "Town Killing",
)  # fmt: skip
SMALLER: Mapping[str, Mapping[int, tuple[str, ...]]] = {
    "classic": {
        7: ("Town Investigative", "Town Protective", *("Random Town",) * 3, "Godfather", "Mafioso"),
        8: (*CLASSIC[:2], "Random Town", *CLASSIC[3:8]),
        10: (*CLASSIC[:2], "Random Town", *CLASSIC[3:10]),
        11: (*CLASSIC[:8], "Serial Killer", "Investigator", "Random Town"),
        12: ("Sheriff", "Town Protective", "Lookout", "Town Support", *CLASSIC[5:11], "Jailor", "Random Town"),
        13: (*CLASSIC[:8], "Executioner", "Medium", "Investigator", "Serial Killer", "Jailor"),
        14: (*CLASSIC[:8], "Neutral Benign", *CLASSIC[9:14]),
    },
}
"""Smaller towns that are not the first slots of the whole list: with those, one side of built-in players won too often. What may be
anything leaves a liar something to be."""
RANKED = (
    "Jailor", "Town Investigative", "Town Protective", "Godfather", "Random Town", "Random Town", "Neutral Evil", "Mafioso",
    "Town Investigative", "Neutral Killing", "Random Town", "Random Town", "Mafia Support", "Random Town", "Random Mafia",
)  # fmt: skip
SMALL = (
    "Sheriff", "Doctor", "Lookout", "Random Town", "Random Town", "Godfather", "Serial Killer|Jester", "Mafioso", "Vigilante",
    "Investigator", "Random Town", "Escort", "Framer", "Random Town", "Random Town",
)  # fmt: skip
PRESETS: Mapping[str, tuple[str, ...]] = {
    "classic": CLASSIC, "ranked": RANKED, "small": SMALL, "all-any": ("Any",) * MOST,
}  # fmt: skip
"""Whole lists for fifteen, in such an order that a smaller town has the first of them, but for `SMALLER`."""

SPARE = "Random Town"
"""The slot of whoever comes when a list of the host's own is full."""

_TRIES = 200

_POOLS: dict[str, tuple[RoleName, ...]] = {
    **{each: (each,) for each in ROLES},
    **{ROLE[each].alignment: tuple(r for r in ROLES if ROLE[r].alignment == ROLE[each].alignment) for each in ROLES},
    **{f"random {faction}": tuple(r for r in ROLES if ROLE[r].faction == faction) for faction in ("town", "mafia", "neutral")},
    "any": ROLES,
}  # fmt: skip
_SHORT = {"".join(word[0] for word in name.split()): name for name in _POOLS if " " in name and name not in ROLES}


def slots_for(name: str, custom: str, players: int) -> tuple[str, ...]:
    """The slots of a list for so many players. ValueError, in a sentence, where a list of the host's own has a slot that
    means nothing or too many of them."""
    if name != "custom":
        return SMALLER.get(name, {}).get(players) or PRESETS[name][:players]
    slots = read(custom)
    return (*slots, *(SPARE,) * (players - len(slots)))


def read(text: str) -> tuple[str, ...]:
    """The slots of a list as a host writes it, separated by commas, semicolons or line breaks. ValueError: not one."""
    slots = tuple(" | ".join(map(_title, each.split("|"))) for each in re.split(r"[,;\n]", text) if each.strip())
    if not FEWEST <= len(slots) <= MOST:
        raise ValueError(f"A role list has {FEWEST} to {MOST} slots; yours has {len(slots)}.")
    try:
        draw(slots, random.Random(0))
    except ValueError:
        raise ValueError(
            "No town can be drawn from this list: a unique role comes up too often, a Vampire Hunter has no Vampire to hunt, "
            "or there are no two sides."
        ) from None
    return slots


def _title(slot: str) -> str:
    name = _name(slot)
    if name not in _POOLS:
        raise ValueError(f"“{slot.strip()}” is no role, alignment (Town Support, TS), faction (Random Town) or Any.")
    return name.title()


def _name(slot: str) -> str:
    name = " ".join(slot.lower().split())
    return _SHORT.get(name, name)


@lru_cache(maxsize=1024)
def pool(slot: str) -> tuple[RoleName, ...]:
    """The roles that a slot may come to."""
    found = set(chain.from_iterable(_POOLS[_name(each)] for each in slot.split("|")))
    return tuple(role for role in ROLES if role in found)


@lru_cache(maxsize=64)
def possible(slots: tuple[str, ...]) -> frozenset[RoleName]:
    """Whatever somebody can be in a town with such a list, dealt or become."""
    dealt = {role for slot in slots for role in pool(slot)}
    if "executioner" in dealt:
        dealt.add("jester")
    if "vampire hunter" in dealt:
        dealt.add("vigilante")
    if any(ROLE[role].faction == "mafia" for role in dealt):
        dealt |= {"mafioso", "godfather"}
    return frozenset(dealt)


def once(role: RoleName) -> frozenset[RoleName]:
    """Whatever somebody may have been dealt who has become this by night, but for what a Vampire bit."""
    if role in ("mafioso", "godfather"):
        return frozenset({"amnesiac", *(each.name for each in ROLE.values() if each.faction == "mafia")})
    before: dict[RoleName, RoleName] = {"jester": "executioner", "vigilante": "vampire hunter"}
    return frozenset({"amnesiac", before.get(role, "amnesiac")})


def draw(slots: Sequence[str], rng: random.Random) -> tuple[RoleName, ...]:
    """A role for each slot, in the order of the slots. A town in which everybody is on the same side is no game, and is drawn
    again. ValueError: there is no other."""
    for _ in range(_TRIES):
        roles = _drawn(slots, rng)
        if roles and len({side(role) for role in roles} - {None}) > 1:
            return roles
    raise ValueError("No town can be drawn from this list.")


def _drawn(slots: Sequence[str], rng: random.Random) -> tuple[RoleName, ...] | None:
    """One drawing, the narrow slots first, so that a wide one does not take a unique role from them; None: it did not come
    out."""
    hunted = any("vampire" in pool(slot) for slot in slots)
    roles: dict[int, RoleName] = {}
    for at in sorted(range(len(slots)), key=lambda at: len(pool(slots[at]))):
        free = [
            role
            for role in pool(slots[at])
            if not (ROLE[role].unique and role in roles.values()) and (hunted or role != "vampire hunter")
        ]
        if not free:
            return None
        roles[at] = rng.choice(free)
    return tuple(roles[at] for at in range(len(slots)))
