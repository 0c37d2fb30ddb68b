"""The Vampire Hunter, who has work as long as there are Vampires."""

from games.town.role import BASIC, Role

ROLE = Role(
    name="vampire hunter",
    alignment="town killing",
    summary="Kills the Vampires whom they visit or who visit them, and hears the Vampires talk.",
    abilities=(
        "Each night you visit one player and attack them if they are a Vampire. A Vampire that visits you is attacked, too.",
        "You hear what the Vampires say at night, without learning who says it.",
        "When no Vampire is left you become a Vigilante with one bullet.",
    ),
    acts=("stake",),
    priority=(5, 1),
    attack=BASIC,
    visit="non-harmful",
    details=(
        "Your defence against Vampires is basic, and they cannot turn you.",
        "A Vampire that visits you is attacked even if you are blocked or away; not if you sit in jail.",
        "Dealt only where there may be a Vampire.",
    ),
    tips=("Visit those whom nobody can vouch for, and tell the town when a Vampire has come to you.",),
)
