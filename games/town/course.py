"""What has happened so far in a night of the town, and what its steps do to people: go somewhere, strike, tell, change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast, get_args

from games.core import Seat, record
from games.town.legal import Evening
from games.town.people import Act, Cause, Citizen, Night, Notice, NoticeKind, Order, RoleName
from games.town.role import BASIC, INVINCIBLE, NONE, POWERFUL, UNSTOPPABLE
from games.town.roles import ROLE, Role

POWER: dict[Cause, int] = {
    "guilt": UNSTOPPABLE,
    "haunt": ROLE["jester"].attack,
    "mafia": ROLE["mafioso"].attack,
    **{role: ROLE[role].attack for role in get_args(Cause) if role in ROLE},
}
"""How strong an attack is that somebody may die of so."""


@record
class Attack:
    """An attack on somebody. `direct`: the attacker comes to them for it, so that a Bodyguard can step in. A `bite` turns
    who lives through it. Nothing put on or given tonight helps against what `burns`. A Witch has her armour only against
    what is `first`."""

    by: Seat | None
    on: Seat
    level: int
    cause: Cause
    direct: bool = False
    bite: bool = False
    burns: bool = False
    first: bool = False


@dataclass(slots=True)
class Course:
    """What has happened so far tonight.

    `deeds` are the orders that still stand, `acts` of which kinds there were any; `place` is where everybody is found, which Transporters change; `aims` are whom
    those who go out meet in the end, as far as they can be reached. `notices` stand in the order of time. `people` is how everybody will be in the morning,
    `evening.people` how they were."""

    night: Night
    evening: Evening
    people: dict[Seat, Citizen]
    deeds: dict[Seat, Order]
    place: dict[Seat, Seat]
    rank: dict[Seat, int]
    by_role: dict[RoleName, list[Seat]]
    acts: set[Act]
    aims: dict[Seat, Seat] = field(default_factory=dict)
    visits: set[tuple[Seat, Seat]] = field(default_factory=set)
    blockers: defaultdict[Seat, list[Seat]] = field(default_factory=lambda: defaultdict(list))
    controlled: set[Seat] = field(default_factory=set)
    healed: set[Seat] = field(default_factory=set)
    vested: set[Seat] = field(default_factory=set)
    guards: defaultdict[Seat, list[Seat]] = field(default_factory=lambda: defaultdict(list))
    guarded: set[Seat] = field(default_factory=set)
    framed: set[Seat] = field(default_factory=set)
    attacks: list[Attack] = field(default_factory=list)
    dead: dict[Seat, list[Attack]] = field(default_factory=dict)
    bitten: bool = False
    announced: list[tuple[str, str]] = field(default_factory=list)
    notices: dict[Notice, None] = field(default_factory=dict)

    # ── who and what ──

    def was(self, seat: Seat) -> Citizen:
        return self.evening.people[seat]

    def role(self, seat: Seat) -> Role:
        return ROLE[self.evening.people[seat].role]

    def living(self, role: RoleName) -> Sequence[Seat]:
        """Who of this role lived in the evening, in seat order."""
        return self.by_role.get(role, ())

    def free(self, seat: Seat) -> bool:
        """Whether somebody is neither in jail nor kept from acting."""
        return seat != self.evening.prisoner and seat not in self.blockers

    def doing(self, *acts: Act) -> list[Order]:
        """The deeds of these kinds that still stand, in seat order."""
        if self.acts.isdisjoint(acts):
            return []
        found = [deed for deed in self.deeds.values() if deed.act in acts]
        return found if len(found) < 2 else sorted(found, key=lambda deed: self.rank[deed.seat])

    def aiming(self, act: Act) -> list[tuple[Seat, Seat, Seat]]:
        """Those who mean to do such a thing, to whom, and to whom else where it takes two, in seat order."""
        return [(deed.seat, cast(Seat, deed.target), cast(Seat, deed.other)) for deed in self.doing(act)]

    def meeting(self, *acts: Act) -> Iterable[tuple[Seat, Seat]]:
        """Those who do such a thing to somebody whom they reach, and whom, in seat order."""
        return [(deed.seat, self.aims[deed.seat]) for deed in self.doing(*acts) if deed.seat in self.aims]

    def visitors(self, seat: Seat) -> list[Seat]:
        """Who came to somebody's door tonight, in seat order."""
        return sorted((who for who, whom in self.visits if whom == seat), key=self.rank.__getitem__)

    # ── what happens ──

    def plan(self, seat: Seat, deed: Order | None) -> None:
        """From now on somebody is to do this, or nothing."""
        if deed is None:
            self.deeds.pop(seat, None)
        else:
            self.deeds[seat] = deed
            self.acts.add(deed.act)

    def tell(self, seat: Seat, kind: NoticeKind, *, seats: tuple[Seat, ...] = (), role: RoleName | None = None) -> None:
        self.note(Notice(seat, kind, seats, (role,) if role else ()))

    def note(self, *notices: Notice) -> None:
        """Somebody is told this in the morning, below what was told to them before."""
        self.notices |= dict.fromkeys(notices)

    def change(self, seat: Seat, **changes: Any) -> None:
        self.people[seat] = replace(self.people[seat], **changes)

    def spend(self, seat: Seat) -> None:
        """One use less, for those who do what is limited for them; who does it with a corpse has paid already."""
        if self.role(seat).name != "retributionist":
            self.change(seat, uses=self.people[seat].uses - 1)

    def go(self, seat: Seat, target: Seat) -> Seat | None:
        """Somebody goes where `target` is found tonight."""
        return self.visit(seat, self.place[target])

    def visit(self, seat: Seat, met: Seat) -> Seat | None:
        """Somebody goes to somebody, and is seen there. None: that one is in jail."""
        if met != seat:
            self.visits.add((seat, met))
        if met != self.evening.prisoner:
            return met
        # A Sheriff has no result of somebody in jail; everybody else just fails.
        self.tell(seat, "no_result" if self.deeds[seat].act == "question" else "target_jailed")
        return None

    def strike(self, by: Seat, on: Seat, cause: Cause, direct: bool = False, level: int | None = None) -> None:
        """An attack, as strong as its cause is if nothing else is said. Nobody steps between somebody and themselves."""
        self.attacks.append(Attack(by, on, POWER[cause] if level is None else level, cause, direct and by != on))

    def become(self, seat: Seat, role: RoleName) -> None:
        """Somebody is from now on what somebody dealt that role would be."""
        self.change(
            seat, role=role, uses=ROLE[role].uses, armoured=role == "witch", guilty=False, revealed=False, cautious=False,
            quarry=None, turned=self.night.number if role == "vampire" else 0,
        )  # fmt: skip

    def protection(self, seat: Seat) -> Iterator[tuple[NoticeKind | None, int]]:
        """What somebody has got tonight besides their own defence, and what they are told of it if it saves them."""
        rules = self.night.rules
        deed = self.deeds.get(seat)
        if deed is not None and deed.act == "alert":
            yield None, POWERFUL if rules.veteran == "atk3/def2" else BASIC
        if seat in self.healed:
            yield "healed", INVINCIBLE if rules.heal == "absolute" else POWERFUL
        if seat in self.vested:
            yield "vested", BASIC

    def innate(self, attack: Attack) -> int:
        """The defence that who is attacked has of their own."""
        one = self.was(attack.on)
        if one.role == "witch" and not attack.first:
            return NONE
        if one.role == "vampire hunter" and attack.cause == "vampire":
            return BASIC
        return ROLE[one.role].defence

    def defence(self, attack: Attack) -> int:
        """The greatest defence against an attack: defences do not add up."""
        own = self.innate(attack)
        return own if attack.burns else max([own, *(level for _, level in self.protection(attack.on))])
