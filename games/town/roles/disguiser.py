"""The Disguiser, who looks like somebody else."""

from games.town.role import Role

ROLE = Role(
    name="disguiser",
    alignment="mafia deception",
    summary="Seems to have another player's role for a night.",
    abilities=(
        "Each night you may disguise yourself as one player: to an Investigator, and if you die, you seem to have their role.",
    ),
    acts=("disguise",),
    priority=(5, 9),
    visit="non-harmful",
    details=(
        "The disguise holds for that night: hanged by day, you are shown as what you are.",
        "It does not deceive a Sheriff.",
    ),
    tips=("Disguise yourself as somebody of whom an Investigator thinks well.",),
)
