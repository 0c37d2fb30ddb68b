"""The Bodyguard, who fights for somebody."""

from games.town.role import POWERFUL, Role

ROLE = Role(
    name="bodyguard",
    alignment="town protective",
    summary="Guards a player each night, and fights whoever comes first to attack them.",
    abilities=(
        "Each night you guard one player: the first who comes to attack them fights you instead. Each of you strikes the other "
        "with a powerful attack, and the player is unharmed by that one.",
        "Once you may put on a vest and have basic defence for the night.",
    ),
    acts=("guard", "vest"),
    priority=(3, 0),
    attack=POWERFUL,
    visit="non-harmful",
    uses=1,
    limit="vest",
    details=(
        "Further attackers get past you.",
        "You cannot step in where nobody comes for it: executions, fire, a Veteran's alert, a haunt, guilt.",
        "Either of you may be healed.",
    ),
    tips=("Guard whom the town cannot do without, such as a Mayor who has revealed himself.",),
    variants=(("bodyguard_vs_douse", True, "You fight an Arsonist who comes to douse."),),
)
