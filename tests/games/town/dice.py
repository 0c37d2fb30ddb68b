"""Random nights in the town: any people, living and dead, any options, and orders that may be legal or not."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

from games.core import Seat
from games.town.legal import Evening, orders_in
from games.town.people import ROLES, Act, Chances, Citizen, Night, Order, RoleName, Ruleset
from games.town.roles import ROLE

ACTS: tuple[Act, ...] = get_args(Act)


def random_night(rng: Random, fewest: int = 2, most: int = 15) -> Night:
    """A night with anybody in it: unique roles once, about a quarter of the people dead, now and then a jail, a Jester hanged
    today, and Vampires who have bitten. Most seats give one order, most of these legal, and a few give two."""
    people = random_people(rng, rng.randint(fewest, most))
    rules = random_rules(rng)
    jesters = [each.seat for each in people if each.role == "jester" and not each.alive]
    night = Night(
        number=rng.choice((1, 2, 2, 3, 4, 5, 6)),
        people=people,
        orders=(),
        jailed=rng.choice(people).seat if rng.random() < 0.5 else None,
        jester=rng.choice(jesters) if jesters and rng.random() < 0.8 else None,
        haunters=tuple(each.seat for each in people if rng.random() < 0.3),
        bitten=rng.random() < 0.2,
        chances=Chances(haunt=rng.random(), promotion=rng.random()),
        rules=rules,
    )
    return with_orders(night, rng)


def random_people(rng: Random, count: int) -> tuple[Citizen, ...]:
    """So many people, with marks that suit who they are."""
    taken: set[RoleName] = set()
    alive_share = rng.choice((0.6, 0.8, 1.0))
    people = []
    for place in range(count):
        role = rng.choice([role for role in ROLES if role not in taken])
        if ROLE[role].unique:
            taken.add(role)
        people.append(_random_citizen(rng, Seat(f"p{place + 1}"), role, count, alive_share))
    return tuple(people)


def _random_citizen(rng: Random, seat: Seat, role: RoleName, count: int, alive_share: float) -> Citizen:
    alive = rng.random() < alive_share
    return Citizen(
        seat,
        role,
        alive=alive,
        uses=rng.randint(0, ROLE[role].uses),
        doused=alive and rng.random() < 0.2,
        framed=alive and rng.random() < 0.15,
        guilty=alive and role == "vigilante" and rng.random() < 0.2,
        revealed=role == "mayor" and rng.random() < 0.5,
        armoured=role == "witch" and rng.random() < 0.6,
        cautious=role == "serial killer" and rng.random() < 0.4,
        turned=rng.randint(0, 3) if role == "vampire" else 0,
        quarry=Seat(f"p{rng.randint(1, count)}") if role == "executioner" else None,
        will=f"will of {seat}" if rng.random() < 0.8 else "",
        note=f"note of {seat}" if rng.random() < 0.5 else "",
        forgery=f"forgery of {seat}" if role == "forger" and rng.random() < 0.8 else "",
        cleaned=not alive and rng.random() < 0.2,
    )


def random_rules(rng: Random) -> Ruleset:
    """The default half the time, otherwise any mixture."""
    if rng.random() < 0.5:
        return Ruleset()
    hints = get_type_hints(Ruleset)
    values: dict[str, Any] = {
        each.name: rng.choice(get_args(hints[each.name]) if get_origin(hints[each.name]) is Literal else (False, True))
        for each in fields(Ruleset)
    }
    return Ruleset(**values)


def with_orders(night: Night, rng: Random, legal: float = 0.9, idle: float = 0.1, twice: float = 0.03) -> Night:
    """The same night with orders, in no particular order: one of each seat that is not idle, of a few two (which may be the
    same), most of them legal."""
    orders = []
    for each in night.people:
        choices = orders_in(each, Evening.of(night))
        if rng.random() < idle:
            continue
        for _ in range(2 if rng.random() < twice else 1):
            if choices and rng.random() < legal:
                orders.append(rng.choice(choices))
            elif rng.random() < 0.3:
                orders.append(_any_order(rng, each.seat, night))
    rng.shuffle(orders)
    return replace(night, orders=tuple(orders))


def _any_order(rng: Random, seat: Seat, night: Night) -> Order:
    seats = [*(each.seat for each in night.people), None, Seat("nobody")]
    return Order(seat, rng.choice(ACTS), rng.choice(seats), rng.choice(seats))
