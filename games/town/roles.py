"""The thirty-three roles of Town: what each may do at night, how strong it is, what it looks like to those who look.

The night, the prompts and the role cards all read this table; nothing about a role that is data stands anywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from games.core import record
from games.town.people import Act, RoleName

NONE, BASIC, POWERFUL, UNSTOPPABLE = range(4)
"""Levels of attack. Those of defence are the same, with `INVINCIBLE` for the last. Who is attacked dies if the attack is
greater than the defence."""
INVINCIBLE = UNSTOPPABLE

Faction = Literal["town", "mafia", "neutral"]
Alignment = Literal[
    "town investigative", "town killing", "town protective", "town support", "mafia killing", "mafia deception",
    "mafia support", "neutral benign", "neutral chaos", "neutral evil", "neutral killing",
]  # fmt: skip
Immunity = Literal["block", "control", "detection"]
Visit = Literal["none", "self", "non-harmful", "harmful", "astral"]
Priority = tuple[int, int]
"""When somebody acts: the number, and 0 for the high half of it, 1 for the other. Pairs, so that none hides another."""

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


@record
class Role:
    """A role as it is dealt. `acts` are what it may order at night, `forced` which of them a Witch can make it do.
    `uses` is how often its limited deed may be done in a game (0: without limit, or no such deed). `does` tells
    whoever has it what to know of it."""

    name: RoleName
    alignment: Alignment
    does: str
    acts: tuple[Act, ...] = ()
    forced: Act | None = None
    priority: Priority | None = None
    attack: int = NONE
    defence: int = NONE
    immune: tuple[Immunity, ...] = ()
    visit: Visit = "none"
    uses: int = 0
    unique: bool = False
    faction: Faction = "neutral"

    @property
    def suspicious(self) -> bool:
        """Whether a Sheriff finds it so on a night without a full moon and without frames."""
        evil = self.faction == "mafia" or self.alignment == "neutral killing"
        return evil and "detection" not in self.immune

    @property
    def group(self) -> tuple[RoleName, ...]:
        """What an Investigator takes it for one of."""
        return GROUP_OF[self.name]


FIRST, SECOND = (1, 0), (1, 1)
"""The two halves of the first priority: Transporters, alerts, guilt and the haunt; then the dead are spoken to and raised."""


def _town(name: RoleName, alignment: Alignment, does: str, **rest: object) -> Role:
    return Role(name, alignment, does, faction="town", **rest)  # type: ignore[arg-type]


def _mafia(name: RoleName, alignment: Alignment, does: str, **rest: object) -> Role:
    return Role(name, alignment, does, faction="mafia", **rest)  # type: ignore[arg-type]


_TABLE: tuple[Role, ...] = (
    # ── town investigative ──
    _town(
        "investigator", "town investigative",
        "Each night you examine one player and learn three roles, one of which is theirs.",
        acts=("investigate",), forced="investigate", priority=(4, 0), visit="non-harmful",
    ),
    _town(
        "sheriff", "town investigative",
        "Each night you question one player and learn whether they are suspicious. The Godfather, an Arsonist, a Vampire and "
        "a Werewolf without a full moon seem innocent; who is framed seems suspicious.",
        acts=("question",), forced="question", priority=(4, 0), visit="non-harmful",
    ),
    _town(
        "lookout", "town investigative",
        "Each night you watch one player's house and learn who visited it.",
        acts=("watch",), forced="watch", priority=(4, 0), visit="non-harmful",
    ),
    _town(
        "spy", "town investigative",
        "You read what the Mafia says at night without learning who says it, you learn whom the Mafia visited, and you read "
        "the whispers of the day.",
        acts=("bug",), forced="bug", priority=(6, 0), visit="astral",
    ),
    # ── town killing ──
    _town(
        "jailor", "town killing",
        "By day you choose whom to jail for the night: they can do nothing, hardly anything can be done to them, and the two "
        "of you talk. You may execute the prisoner, three times, not in the first night; execute a townsman and you may never "
        "do it again.",
        acts=("execute",), priority=(5, 0), attack=UNSTOPPABLE, uses=3, unique=True,
    ),
    _town(
        "vampire hunter", "town killing",
        "Each night you visit one player and kill them if they are a Vampire; a Vampire that visits you dies too. You hear "
        "what the Vampires say at night. When none are left you become a Vigilante with one bullet.",
        acts=("stake",), forced="stake", priority=(5, 1), attack=BASIC, visit="non-harmful",
    ),
    _town(
        "veteran", "town killing",
        "Three times you may go on alert: you are hard to kill that night, and shoot everybody who visits you.",
        acts=("alert",), priority=FIRST, attack=POWERFUL, immune=("block", "control"), visit="self", uses=3, unique=True,
    ),
    _town(
        "vigilante", "town killing",
        "You have three bullets, none for the first night. Kill a townsman and you die of guilt the night after.",
        acts=("shoot",), forced="shoot", priority=(5, 2), attack=BASIC, visit="harmful", uses=3,
    ),
    # ── town protective ──
    _town(
        "bodyguard", "town protective",
        "Each night you guard one player: the first who comes to attack them fights you instead, and you both fall. Once you "
        "may put on a vest and guard yourself.",
        acts=("guard", "vest"), forced="guard", priority=(3, 0), attack=POWERFUL, visit="non-harmful", uses=1,
    ),
    _town(
        "doctor", "town protective",
        "Each night you heal one player, once yourself, and learn whether they were attacked. A revealed Mayor cannot be "
        "healed.",
        acts=("heal",), forced="heal", priority=(3, 0), visit="non-harmful", uses=1,
    ),
    # ── town support ──
    _town(
        "escort", "town support",
        "Each night you keep one player from doing what they had in mind.",
        acts=("block",), priority=(2, 0), immune=("block",), visit="non-harmful",
    ),
    _town(
        "mayor", "town support",
        "By day you may reveal yourself: from then on your vote counts three times, nobody can heal you, and nobody can "
        "whisper with you.",
        unique=True,
    ),
    _town(
        "medium", "town support",
        "At night you talk with the dead, who do not learn your name. When you are dead you may talk with one of the living, "
        "for one night.",
        priority=SECOND, visit="astral",
    ),
    _town(
        "retributionist", "town support",
        "Once you may bring a dead member of the Town back to life.",
        acts=("revive",), priority=SECOND, uses=1, unique=True,
    ),
    _town(
        "transporter", "town support",
        "Each night you may swap two players: whatever is meant for one happens to the other. You may be one of them.",
        acts=("swap",), priority=FIRST, immune=("block", "control"), visit="non-harmful",
    ),
    # ── mafia ──
    _mafia(
        "godfather", "mafia killing",
        "Each night you say whom the Mafioso is to kill; without one you do it yourself. A Sheriff finds you innocent, and "
        "you are hard to kill.",
        acts=("kill",), forced="kill", priority=(5, 3), attack=BASIC, defence=BASIC, immune=("detection",), visit="harmful",
        unique=True,
    ),
    _mafia(
        "mafioso", "mafia killing",
        "Each night you kill whom the Godfather chose, or somebody of your own choice if he chose nobody. If he dies you take "
        "his place.",
        acts=("kill",), forced="kill", priority=(5, 3), attack=BASIC, visit="harmful", unique=True,
    ),
    _mafia(
        "framer", "mafia deception",
        "Each night you frame one player: to those who investigate they seem guilty.",
        acts=("frame",), forced="frame", priority=(3, 0), visit="non-harmful",
    ),
    _mafia(
        "janitor", "mafia deception",
        "Three times you may clean up after a death: if the player you chose dies that night, you learn their role and will, "
        "and nobody else does.",
        acts=("clean",), forced="clean", priority=(3, 0), visit="non-harmful", uses=3,
    ),
    _mafia(
        "forger", "mafia deception",
        "Three times you may forge a will: if the player you chose dies that night, your text is found instead of theirs.",
        acts=("forge",), forced="forge", priority=(3, 0), visit="non-harmful", uses=3,
    ),
    _mafia(
        "disguiser", "mafia deception",
        "Each night you may disguise yourself as one player: to an Investigator, and if you die, you seem to have their role.",
        acts=("disguise",), forced="disguise", priority=(5, 9), visit="non-harmful",
    ),
    _mafia(
        "blackmailer", "mafia support",
        "Each night you silence one player for the next day. You read the whispers of the day.",
        acts=("blackmail",), forced="blackmail", priority=(3, 0), visit="non-harmful",
    ),
    _mafia(
        "consigliere", "mafia support",
        "Each night you learn the role of one player.",
        acts=("consult",), forced="consult", priority=(4, 0), visit="non-harmful",
    ),
    _mafia(
        "consort", "mafia support",
        "Each night you keep one player from doing what they had in mind.",
        acts=("block",), priority=(2, 0), immune=("block",), visit="non-harmful",
    ),
    # ── neutral ──
    Role(
        "amnesiac", "neutral benign",
        "You have forgotten who you were. Once you may take the role of somebody who is dead; everybody hears which. You lose "
        "if you never do.",
        acts=("remember",), priority=(6, 0),
    ),
    Role(
        "survivor", "neutral benign",
        "You want to be alive in the end, whoever wins. Four times you may put on a vest for the night.",
        acts=("vest",), forced="vest", priority=(3, 0), visit="self", uses=4,
    ),
    Role(
        "vampire", "neutral chaos",
        "The Vampires agree on one player a night, whom the youngest of them bites: a defenceless townsman becomes one of "
        "you, others are attacked. Not two nights running; and when you are four or more you only kill.",
        acts=("bite",), forced="bite", priority=(5, 8), attack=BASIC, immune=("detection",), visit="harmful",
    ),
    Role(
        "executioner", "neutral evil",
        "You win if the town hangs your target while you live. If your target dies at night you become a Jester.",
        defence=BASIC, immune=("detection",),
    ),
    Role(
        "jester", "neutral evil",
        "You win if the town hangs you; the night after, you take one of those who found you guilty with you.",
        acts=("haunt",), priority=FIRST, attack=UNSTOPPABLE, immune=("detection",), visit="astral",
    ),
    Role(
        "witch", "neutral evil",
        "Each night you make one player do what they can do to somebody of your choice, and learn their role. The first attack "
        "on you fails.",
        acts=("control",), priority=(2, 1), defence=BASIC, immune=("block", "control", "detection"), visit="non-harmful",
    ),
    Role(
        "serial killer", "neutral killing",
        "Each night you kill one player. You kill who keeps you from it, and who jails you without executing you, unless you "
        "are cautious. You are hard to kill.",
        acts=("stab",), forced="stab", priority=(5, 4), attack=BASIC, defence=BASIC, visit="harmful",
    ),
    Role(
        "arsonist", "neutral killing",
        "Each night you douse one player in petrol, or set everybody alight who is doused; nothing helps against that. Doing "
        "nothing you wash off petrol of others. You are hard to kill.",
        acts=("douse", "ignite"), forced="douse", priority=(3, 0), attack=UNSTOPPABLE, defence=BASIC,
        immune=("detection",), visit="non-harmful",
    ),
    Role(
        "werewolf", "neutral killing",
        "On a full moon you go to one player and attack them and all their visitors; or you stay at home and attack yours. "
        "You are hard to kill.",
        acts=("rampage",), forced="rampage", priority=(5, 5), attack=POWERFUL, defence=BASIC, immune=("detection",),
        visit="harmful", unique=True,
    ),
)  # fmt: skip

ROLE: Mapping[RoleName, Role] = {role.name: role for role in _TABLE}
"""Every role by its name."""
