"""The Mafioso, who does the killing."""

from games.town.role import BASIC, Role

ROLE = Role(
    name="mafioso",
    alignment="mafia killing",
    summary="Kills whom the Godfather chose.",
    abilities=(
        "Each night you kill whom the Godfather chose, or somebody of your own choice if he chose nobody.",
        "If he dies you take his place.",
    ),
    acts=("kill",),
    priority=(5, 3),
    attack=BASIC,
    visit="harmful",
    unique=True,
    details=("When the Mafia has no killer left, another of its members becomes the Mafioso.",),
    tips=("Have a claim ready, with what you did in each night: a Sheriff finds you suspicious.",),
)
