"""The Godfather, who says who is to die."""

from games.town.role import BASIC, Role

ROLE = Role(
    name="godfather",
    alignment="mafia killing",
    summary="Chooses whom the Mafia kills; seems innocent.",
    abilities=("Each night you say whom the Mafioso is to kill. Without a Mafioso you do it yourself.",),
    acts=("kill",),
    priority=(5, 3),
    attack=BASIC,
    defence=BASIC,
    immune=("detection",),
    visit="harmful",
    unique=True,
    details=(
        "You visit only when you kill yourself.",
        "A Witch who controls you changes your order, and the Mafioso carries it out.",
        "If the Mafioso is blocked nobody is killed; if he is in jail you do it yourself.",
    ),
    tips=("A Sheriff finds you innocent: ask to be questioned, and claim a quiet role of the Town.",),
    variants=(
        ("gf_if_mafioso_blocked", "gf_kills", "If the Mafioso is blocked you do it yourself."),
        ("gf_if_mafioso_jailed", "kill_lost", "If the Mafioso is in jail nobody is killed."),
    ),
)
