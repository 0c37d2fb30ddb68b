"""What a role of Town is: what it may do at night, how strong it is, and what is to be said about it.

A role is data: each has a file of its own in `games.town.roles`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from games.core import record
from games.town.people import Act, RoleName, Ruleset

NONE, BASIC, POWERFUL, UNSTOPPABLE = range(4)
"""Levels of attack. Those of defence are the same, with `INVINCIBLE` for the last. Who is attacked dies if the attack is
greater than the defence."""
INVINCIBLE = UNSTOPPABLE
ATTACKS = ("none", "basic", "powerful", "unstoppable")
DEFENCES = ("none", "basic", "powerful", "invincible")
"""The levels in words."""

Faction = Literal["town", "mafia", "neutral"]
Alignment = Literal[
    "town investigative", "town killing", "town protective", "town support", "mafia killing", "mafia deception",
    "mafia support", "neutral benign", "neutral chaos", "neutral evil", "neutral killing",
]  # fmt: skip
Immunity = Literal["block", "control", "detection"]
Visit = Literal["none", "self", "non-harmful", "harmful", "astral"]
Priority = tuple[int, int]
"""When somebody acts: the number, and 0 for the high half of it, 1 for the other. Pairs, so that none hides another."""

FIRST, SECOND = (1, 0), (1, 1)
"""The two halves of the first priority: Transporters, alerts, guilt and the haunt; then the dead are spoken to and raised."""

GROUPS: tuple[tuple[RoleName, ...], ...] = (
    ("vigilante", "veteran", "mafioso"),
    ("medium", "janitor", "retributionist"),
    ("survivor", "vampire hunter", "amnesiac"),
    ("spy", "blackmailer", "jailor"),
    ("sheriff", "executioner", "werewolf"),
    ("framer", "vampire", "jester"),
    ("lookout", "forger", "witch"),
    ("escort", "transporter", "consort"),
    ("doctor", "disguiser", "serial killer"),
    ("investigator", "consigliere", "mayor"),
    ("bodyguard", "godfather", "arsonist"),
)
"""What an Investigator cannot tell apart."""

GROUP_OF: Mapping[RoleName, tuple[RoleName, ...]] = {role: group for group in GROUPS for role in group}

GOALS: Mapping[str, str] = {
    "town": "Win with the Town, dead or alive: no Mafia, no Vampire and no neutral killer may be left.",
    "mafia": "Win with the Mafia, dead or alive: no Town, no Vampire and no neutral killer may be left.",
    "neutral killing": "Be the last side: no Town, no Mafia, no Vampire and no other killer may be left.",
}
"""What it takes to win with a faction, or with an alignment."""

CONTROL = (2, 1)
"""When Witches act."""

BLOCKING = (
    "Whoever is blocked is told, whether they had anything in mind or not.",
    "Escorts, Consorts, Transporters, Veterans and Witches cannot be blocked.",
    "A blocked Serial Killer who is not cautious stabs whoever blocks them; a Werewolf blocked on a full moon stays at home "
    "and attacks its visitors.",
    "A blocked Jailor still jails, and cannot execute.",
)
BLOCKING_VARIANTS = (
    ("sk_blocked", "instead", "A blocked Serial Killer stabs who blocks them, and not whom they meant to."),
)
"""What an Escort and a Consort have to know alike."""

VISITS: Mapping[Visit, str] = {
    "none": "Visits nobody.", "self": "Stays at home.", "non-harmful": "Visits, and does no harm by it.",
    "harmful": "Visits to attack.", "astral": "Its visits are not seen.",
}  # fmt: skip

IMMUNE: Mapping[Immunity, str] = {
    "block": "Immune to role blocks.",
    "control": "Immune to a Witch's control.",
    "detection": "Immune to detection by a Sheriff.",
}


@record
class Role:
    """A role as it is dealt. `acts` are what it may order at night.
    `uses` is how often its limited deed (`limit` in words) may be done in a game (0: without limit, or no such deed).

    For role cards and look-ups: `summary` is a line for everybody, `abilities` tell whoever has the role what they can do,
    `details` are what holds for it besides the data, `own_goal` is what it takes to win where that is not its side's, `tips` how to play it. `variants` are
    lines for options: a field of the `Ruleset`, the value that makes the difference, and what holds then instead."""

    name: RoleName
    alignment: Alignment
    summary: str
    abilities: tuple[str, ...]
    own_goal: str = ""
    acts: tuple[Act, ...] = ()
    priority: Priority | None = None
    attack: int = NONE
    defence: int = NONE
    immune: tuple[Immunity, ...] = ()
    visit: Visit = "none"
    uses: int = 0
    limit: str = ""
    unique: bool = False
    details: tuple[str, ...] = ()
    tips: tuple[str, ...] = ()
    variants: tuple[tuple[str, Any, str], ...] = ()

    @property
    def faction(self) -> Faction:
        return cast(Faction, self.alignment.split(" ", 1)[0])

    @property
    def goal(self) -> str:
        """What it takes to win."""
        return self.own_goal or GOALS.get(self.faction) or GOALS[self.alignment]

    @property
    def forced(self) -> Act | None:
        """Which of its deeds a Witch can make it do: one that comes after hers, and is done at somebody's house."""
        late = self.priority is not None and self.priority > CONTROL
        return self.acts[0] if self.acts and late and self.visit != "none" else None

    @property
    def suspicious(self) -> bool:
        """Whether a Sheriff finds it so on a night without a full moon and without frames."""
        evil = self.faction == "mafia" or self.alignment == "neutral killing"
        return evil and "detection" not in self.immune

    @property
    def group(self) -> tuple[RoleName, ...]:
        """What an Investigator takes it for one of."""
        return GROUP_OF[self.name]

    @property
    def does(self) -> str:
        """What whoever has it can do."""
        return " ".join(self.abilities)

    @property
    def attributes(self) -> tuple[str, ...]:
        """Levels, limits, immunities, how it looks to others, and what else holds for it: a line each."""
        unique = ("Unique: dealt once at most.",) if self.unique else ()
        limit = (f"{self.uses} {self.limit} in a game.",) if self.uses else ()
        return (
            f"Attack: {ATTACKS[self.attack]}. Defence: {DEFENCES[self.defence]}.",
            *unique,
            *limit,
            *(IMMUNE[each] for each in self.immune),
            f"To a Sheriff: {'suspicious' if self.suspicious else 'innocent'}.",
            VISITS[self.visit],
            *self.details,
        )

    def differences(self, rules: Ruleset) -> tuple[str, ...]:
        """What holds otherwise under these options than the lines above say."""
        return tuple(line for option, value, line in self.variants if getattr(rules, option) == value)
