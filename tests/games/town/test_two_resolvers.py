"""Two resolvers of Town's nights, written apart from the same rules, agree on random nights.

`python -m tests.games.town.test_two_resolvers 100000` compares so many, and tells of every kind of difference the smallest
night that it could find."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import MISSING, fields, replace
from random import Random
from typing import Any

from games.town.night import resolve
from games.town.people import Citizen, Morning, Night, Ruleset
from tests.games.town import naive
from tests.games.town.dice import random_night

NIGHTS = 2000


def answers(night: Night) -> tuple[dict[str, Any], dict[str, Any]]:
    """What either resolver says, piece by piece; notices without regard to their order."""
    return pieces(resolve(night)), pieces(naive.resolve(night))


def pieces(morning: Morning) -> dict[str, Any]:
    """A morning in small pieces by name: “person p3 uses”, “death p2 will”, “notice p1 blocked”."""
    found: dict[str, Any] = {each.name: getattr(morning, each.name) for each in fields(Morning)}
    found["announced"] = tuple(sorted(morning.announced))
    found["deaths"] = tuple(death.seat for death in morning.deaths)
    del found["people"], found["notices"]
    for kind, records in (("death", morning.deaths), ("person", morning.people)):
        for one in records:
            for each in fields(one):
                found[f"{kind} {one.seat} {each.name}"] = getattr(one, each.name)
    told: dict[str, list[Any]] = {}
    for notice in morning.notices:
        told.setdefault(f"notice {notice.seat} {notice.kind}", []).append((notice.seats, notice.roles, notice.text))
    return found | {key: sorted(value) for key, value in told.items()}


def differences(night: Night) -> dict[str, tuple[Any, Any]]:
    """Where the two disagree: the piece → what either says (None: nothing)."""
    one, two = answers(night)
    return {key: (one.get(key), two.get(key)) for key in sorted({*one, *two}) if one.get(key) != two.get(key)}


def kind_of(key: str) -> str:
    """The sort of a piece, whoever's it is: “notice blocked”, “person uses”."""
    first, *rest = key.split()
    return " ".join([first, *rest[1:]])


# ── The smallest night that shows it ─────────────────────────────────────────────────────────────────────────────────


def smallest(night: Night, kind: str) -> Night:
    """The same night without all that this kind of difference can do without."""
    shrunk = True
    while shrunk:
        shrunk = False
        for smaller in simpler(night):
            if any(kind_of(key) == kind for key in differences(smaller)):
                night, shrunk = smaller, True
                break
    return night


def simpler(night: Night) -> Iterator[Night]:
    """The same night with one thing less."""
    for person in night.people:
        yield without(night, person)
    for order in night.orders:
        yield replace(night, orders=tuple(each for each in night.orders if each is not order))
    plain: dict[str, Any] = {"jailed": None, "jester": None, "haunters": (), "bitten": False}
    for name, value in plain.items():
        if getattr(night, name) != value:
            yield replace(night, **{name: value})
    for name, usual in usually(Ruleset).items():
        if getattr(night.rules, name) != usual:
            yield replace(night, rules=replace(night.rules, **{name: usual}))
    for index, person in enumerate(night.people):
        for name, usual in usually(Citizen).items():
            if name != "uses" and getattr(person, name) != usual:
                calm = replace(person, **{name: usual})
                yield replace(night, people=(*night.people[:index], calm, *night.people[index + 1 :]))


def usually(kind: Any) -> dict[str, Any]:
    """What a record's fields are when nothing is said."""
    return {each.name: each.default for each in fields(kind) if each.default is not MISSING}


def without(night: Night, gone: Citizen) -> Night:
    """The same night without somebody, and without what was about them."""
    return replace(
        night,
        people=tuple(each for each in night.people if each is not gone),
        orders=tuple(each for each in night.orders if gone.seat not in (each.seat, each.target, each.other)),
        jailed=None if night.jailed == gone.seat else night.jailed,
        jester=None if night.jester == gone.seat else night.jester,
        haunters=tuple(each for each in night.haunters if each != gone.seat),
    )


def described(night: Night) -> str:
    """A night in a few lines, without what is as usual."""
    lines = [f"night {night.number}"]
    for person in night.people:
        marks = {name: getattr(person, name) for name in usually(Citizen)}
        marks = {name: value for name, value in marks.items() if value != usually(Citizen)[name]}
        lines.append(f"  {person.seat} {person.role} {marks or ''}".rstrip())
    lines += [f"  > {' '.join(filter(None, (each.seat, each.act, each.target, each.other)))}" for each in night.orders]
    lines += [
        f"  {name}: {value}" for name in ("jailed", "jester", "haunters", "bitten") if (value := getattr(night, name))
    ]
    rules = {name: getattr(night.rules, name) for name in usually(Ruleset)}
    lines += [f"  {name}={value}" for name, value in rules.items() if value != usually(Ruleset)[name]]
    return "\n".join(lines)


def test_two_resolvers_agree_on_random_nights() -> None:
    for seed in range(NIGHTS):
        night = random_night(Random(seed))
        found = differences(night)
        assert not found, f"seed {seed}\n{described(night)}\n{found}"


def main(count: int, out: Any = sys.stdout) -> int:
    """Compares so many nights and prints of every kind of difference the smallest night found; 1 if there is any."""
    seen: Counter[str] = Counter()
    first: dict[str, Night] = {}
    differing = 0
    for seed in range(count):
        night = random_night(Random(seed))
        found = differences(night)
        differing += bool(found)
        for kind in {kind_of(key) for key in found}:
            seen[kind] += 1
            first.setdefault(kind, night)
    print(f"{count} nights, {differing} of them differently", file=out)
    for kind, times in seen.most_common():
        night = smallest(first[kind], kind)
        print(f"\n{kind}: {times}\n{described(night)}", file=out)
        for key, (one, two) in differences(night).items():
            print(f"  {key}: night.py {one!r}, naive.py {two!r}", file=out)
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else NIGHTS))
