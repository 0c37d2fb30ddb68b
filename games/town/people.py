"""The people of a town as a night finds and leaves them: what the rules of the night take in, and what they give back.

Everything here is data. `games.town.night.resolve` is a pure function of it; nothing in it depends on the order in which
people made up their minds, and chance comes in as numbers that were drawn before.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal, get_args

from games.core import Seat, record

RoleName = Literal[
    "investigator", "sheriff", "lookout", "spy", "jailor", "vampire hunter", "veteran", "vigilante", "bodyguard", "doctor",
    "escort", "mayor", "medium", "retributionist", "transporter", "godfather", "mafioso", "framer", "janitor", "forger",
    "disguiser", "blackmailer", "consigliere", "consort", "amnesiac", "survivor", "vampire", "executioner", "jester",
    "witch", "serial killer", "arsonist", "werewolf",
]  # fmt: skip
ROLES: tuple[RoleName, ...] = get_args(RoleName)

Act = Literal[
    "investigate", "question", "watch", "bug", "execute", "stake", "alert", "shoot", "guard", "vest", "heal", "block",
    "seance", "revive", "swap", "kill", "frame", "clean", "forge", "disguise", "blackmail", "consult", "remember", "bite",
    "haunt", "control", "stab", "douse", "ignite", "rampage",
]  # fmt: skip
"""What can be done at night. Each belongs to the role of that deed: “question” is the Sheriff's, “consult” the Consigliere's,
“stab” the Serial Killer's, “stake” the Vampire Hunter's, “rampage” the Werewolf's, “bug” the Spy's (by option). “kill” is the
Godfather's order and the Mafioso's deed. “vest” is the Bodyguard's and the Survivor's. No deed at all is an Arsonist's
washing off of petrol, and a Werewolf's staying at home."""

Cause = Literal[
    "mafia", "vigilante", "veteran", "jailor", "serial killer", "arsonist", "werewolf", "bodyguard", "vampire",
    "vampire hunter", "haunt", "guilt",
]  # fmt: skip
"""What somebody dies of at night. “bodyguard” is the fight of one who guards with an attacker, whichever of them falls."""


@record
class Ruleset:
    """Where versions of the game differ. The defaults are “tos1-classic-1”."""

    heal: Literal["powerful", "absolute"] = "powerful"
    veteran: Literal["atk2/def1", "atk3/def2"] = "atk2/def1"
    sk_blocked: Literal["in_addition", "instead"] = "in_addition"
    jester_haunt: Literal["guilty", "guilty+abstain"] = "guilty"
    frame_lasts: Literal["night", "until_investigated"] = "night"
    full_moon: Literal["even", "2,4,all_after"] = "even"
    spy: Literal["ears", "bug"] = "ears"
    retributionist: Literal["revive", "puppet"] = "revive"
    gf_if_mafioso_blocked: Literal["kill_lost", "gf_kills"] = "kill_lost"
    gf_if_mafioso_jailed: Literal["gf_kills", "kill_lost"] = "gf_kills"
    bodyguard_vs_douse: bool = False
    arsonist_douses_visitors: bool = True
    jail_blocks_ignite: bool = False
    jailor_visit: bool = False
    mafia_wins_at_parity: bool = False


@record
class Citizen:
    """Somebody in a town. `uses` is what is left of the role's limited deed (executions, alerts, bullets, vests, self-heals,
    cleans, forgeries, revivals); roles without one have 0. Of the marks: `doused` in petrol; `framed` where frames last;
    `guilty` of a townsman's death, to die of it tonight; `revealed` as Mayor; `armoured` until first attacked (a Witch);
    `cautious` as a Serial Killer; `turned` is the night in which somebody became a Vampire (0: dealt as one), and of those
    turned in the same night the later seat is the younger; `quarry` is an Executioner's. `will` and `note` (a killer's death
    note) are as they stand tonight; `forgery` is what a Forger would put in a will's place. Of the dead: `cleaned` hides what
    they were."""

    seat: Seat
    role: RoleName
    alive: bool = True
    uses: int = 0
    doused: bool = False
    framed: bool = False
    guilty: bool = False
    revealed: bool = False
    armoured: bool = False
    cautious: bool = False
    turned: int = 0
    quarry: Seat | None = None
    will: str = ""
    note: str = ""
    forgery: str = ""
    cleaned: bool = False


@record
class Order:
    """What somebody wants to do tonight, and to whom. `other` is for two: whom a Transporter swaps the first with, and whom a
    Witch makes the first one use their ability on."""

    seat: Seat
    act: Act
    target: Seat | None = None
    other: Seat | None = None


@record
class Chances:
    """Chance for one night, drawn before: each is a number from 0 to 1 (not 1 itself), which picks from a list in seat order.
    `haunt`: whom a Jester that chose nobody haunts; `promotion`: which Mafia member becomes the Mafioso."""

    haunt: float = 0.0
    promotion: float = 0.0


@record
class Night:
    """A night to be resolved. `people` are in seat order. `number` counts from 1. `jailed` was chosen by day. `haunters` are
    whom a Jester that was lynched today may haunt (it acts once, though dead). `bitten`: the Vampires converted somebody last
    night. Orders of those who cannot give them (the dead but for a haunting Jester, the jailed, deeds that are not their
    role's, spent uses, targets that may not be chosen, a target where there is none to choose) are dropped, not refused. Of
    two different orders of one seat that are left then, neither counts: none of them is known to be the later."""

    number: int
    people: tuple[Citizen, ...]
    orders: tuple[Order, ...]
    jailed: Seat | None = None
    jester: Seat | None = None
    haunters: tuple[Seat, ...] = ()
    bitten: bool = False
    chances: Chances = field(default_factory=Chances)
    rules: Ruleset = field(default_factory=Ruleset)


NoticeKind = Literal[
    "jailed", "target_jailed", "blocked", "immune_to_block", "controlled", "immune_to_control", "transported",
    "overruled", "attacked", "healed", "guarded", "vested", "too_strong", "target_attacked", "suspicious", "innocent", "no_result",
    "group", "role_is", "visitors", "mafia_visited", "bugged", "cleaned", "converted", "was_converted", "became",
    "doused", "washed", "blackmailed", "forfeited", "shot", "witch_role", "haunted", "guilt",
]  # fmt: skip


@record
class Notice:
    """What one seat is told in the morning. `seats` and `roles` are what it is about: the visitors, the group, the role. Whom
    the Mafia visited twice is there twice. Of one seat they stand in the order of time."""

    seat: Seat
    kind: NoticeKind
    seats: tuple[Seat, ...] = ()
    roles: tuple[RoleName, ...] = ()
    text: str = ""


@record
class Death:
    """A death as it is announced: what of (every cause, in alphabetical order), the role and will as they are shown (None:
    cleaned; a will may be empty), and the notes of those who killed. `bloodied`: the will is illegible."""

    seat: Seat
    causes: tuple[Cause, ...]
    role: RoleName | None
    will: str | None
    notes: tuple[str, ...] = ()
    bloodied: bool = False


@record
class Morning:
    """What a night comes to. `people` as it leaves them (uses spent, marks set, roles changed, the dead dead). `visits` are who
    came to whom, as a Lookout would see it, in seat order of the visitor. `announced` are changes that everybody hears of,
    each of them: (“revived”, seat), (“remembered”, role). `talkless`: those blackmailed for the day."""

    people: tuple[Citizen, ...]
    deaths: tuple[Death, ...]
    notices: tuple[Notice, ...]
    visits: tuple[tuple[Seat, Seat], ...]
    talkless: tuple[Seat, ...] = ()
    bitten: bool = False
    announced: tuple[tuple[str, str], ...] = ()
