"""What a host may choose in Town: how many play, what they may be, how long anything takes, and which version's rules hold."""

from __future__ import annotations

from dataclasses import fields
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from games.core import Options
from games.town.events import Rules, Seconds
from games.town.lists import FEWEST, MOST, read, slots_for
from games.town.people import Ruleset
from games.town.trial import TRIALS

LONGEST_HOUSE_RULES = 500

TIMERS = {
    "std": Seconds(15, 45, 30, 20, 20, 7, 37),
    "rapid": Seconds(15, 15, 30, 20, 20, 7, 15),
    "slow": Seconds(60, 180, 90, 60, 60, 30, 120),
    "none": Seconds(),
}
"""The classic paces; a slow one for those who type, or play with models that think; and no clock at all."""


class TownOptions(Options):
    """Titles and descriptions are what `/town start`, the terminal and the lobby show."""

    always_told = ("roles", "timers")

    players: int = Field(9, ge=FEWEST, le=MOST, description="Seats at the table; AIs take the empty ones")
    roles: Literal["classic", "ranked", "small", "all-any", "custom"] = Field(
        "classic", title="Role list", description="What the players may be"
    )
    custom: str = Field(
        "",
        max_length=600,
        title="Own role list",
        description="Slots separated by commas: a role, Town Support, Random Town, Any, or several with |",
    )
    timers: Literal["std", "rapid", "slow", "none"] = Field(
        "slow", description="How fast the clock runs (games without people never have one)"
    )
    judgement_talk: bool = Field(
        False, title="Talk in judgement", description="Everybody may speak while verdicts are given"
    )
    ai_statements: int = Field(
        3, ge=0, le=20, title="AI statements", description="How often an AI may take the floor in a day"
    )
    heal: Literal["powerful", "absolute"] = Field("powerful", title="Healing", description="How well a Doctor protects")
    veteran: Literal["atk2/def1", "atk3/def2"] = Field(
        "atk2/def1", description="Attack and defence of a Veteran on alert"
    )
    sk_blocked: Literal["in_addition", "instead"] = Field(
        "in_addition", title="Blocked Serial Killer", description="Kills who blocks them in addition to, or instead of"
    )
    jester_haunt: Literal["guilty", "guilty+abstain"] = Field(
        "guilty", title="Haunting", description="Whom a hanged Jester may haunt"
    )
    frame_lasts: Literal["night", "until_investigated"] = Field(
        "night", title="Frames", description="How long a frame lasts"
    )
    full_moon: Literal["even", "2,4,all_after"] = Field("even", description="Nights of a full moon")
    spy: Literal["ears", "bug"] = Field("ears", description="Listens only, or plants a bug besides")
    retributionist: Literal["revive", "puppet"] = Field(
        "revive", description="Brings somebody back, or uses a corpse for a night"
    )
    gf_if_mafioso_blocked: Literal["kill_lost", "gf_kills"] = Field(
        "kill_lost", title="Mafioso blocked", description="Whether the Godfather kills instead"
    )
    gf_if_mafioso_jailed: Literal["gf_kills", "kill_lost"] = Field(
        "gf_kills", title="Mafioso jailed", description="Whether the Godfather kills instead"
    )
    bodyguard_vs_douse: bool = Field(
        False, title="Bodyguard and petrol", description="A Bodyguard takes a douse for an attack"
    )
    arsonist_douses_visitors: bool = Field(
        True, title="Petrol at the door", description="Who visits an Arsonist is doused"
    )
    jail_blocks_ignite: bool = Field(
        False, title="Fireproof jail", description="Who sits in jail is safe from an Arsonist"
    )
    jailor_visit: bool = Field(False, title="Jailor seen", description="A Lookout sees the Jailor with the prisoner")
    mafia_wins_at_parity: bool = Field(
        False, title="Parity", description="The Mafia wins as soon as it is as many as the others"
    )
    house_rules: str = Field(
        "", max_length=LONGEST_HOUSE_RULES, description="What AI players should know about this table"
    )

    @field_validator("timers", mode="before")
    @classmethod
    def _paced(cls, value: object) -> object:
        """With a clock, or without one: where nothing more is said of it."""
        return {True: "slow", False: "none"}[value] if isinstance(value, bool) else value

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.custom and self.roles != "custom":
            object.__setattr__(self, "roles", "custom")  # whoever writes a list means to play it
        if self.roles == "custom":
            if not self.custom.strip():
                raise ValueError("Write your own role list: a slot for each player, separated by commas.")
            object.__setattr__(self, "players", len(read(self.custom)))
        return self

    @classmethod
    def suggestions(cls, field: str) -> tuple[str, ...]:
        return _OWN if field == "custom" else ()

    def slots_for(self, players: int) -> tuple[str, ...]:
        """A slot for each of so many players."""
        return slots_for(self.roles, self.custom, players)

    def rules(self) -> Rules:
        ruleset = Ruleset(**{each.name: getattr(self, each.name) for each in fields(Ruleset)})
        return Rules(
            night=ruleset,
            seconds=TIMERS[self.timers],
            judgement_talk=self.judgement_talk,
            trials=TRIALS,
            ai_statements=self.ai_statements,
        )


_OWN = (
    "",
    "Sheriff, Doctor, Vampire Hunter, Random Town, Random Town, Vampire, Vampire",
    "Jailor, Town Investigative, Town Protective, Random Town, Godfather, Mafioso, Neutral Evil, Any",
    "Investigator, Bodyguard, Medium, Retributionist, Transporter, Random Town, Arsonist | Serial Killer, Witch, Amnesiac",
    "Spy, Veteran, Mayor, Vigilante, Town Support, Town Support, Godfather, Blackmailer, Forger, Janitor | Disguiser, "
    "Survivor, Executioner",
    "Any, Any, Any, Any, Any, Any, Any",
)
