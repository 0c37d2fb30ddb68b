"""The Investigator, to whom everybody is one of three."""

from games.town.role import Role

ROLE = Role(
    name="investigator",
    alignment="town investigative",
    summary="Learns each night three roles, one of which is the player's.",
    abilities=("Each night you examine one player and learn three roles, one of which is theirs.",),
    acts=("investigate",),
    priority=(4, 0),
    visit="non-harmful",
    details=(
        "Somebody framed looks like a Framer, somebody doused like an Arsonist, a Disguiser like whom they are disguised as.",
    ),
    tips=("Ask people what they are, and see whether it is one of the three.",),
)
