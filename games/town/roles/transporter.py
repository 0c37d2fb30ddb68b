"""The Transporter, who puts people into each other's houses."""

from games.town.role import FIRST, Role

ROLE = Role(
    name="transporter",
    alignment="town support",
    summary="Swaps two players each night: what is meant for one happens to the other.",
    abilities=(
        "Each night you may swap two players: whatever is meant for one happens to the other. You may be one of them.",
    ),
    acts=("swap",),
    priority=FIRST,
    immune=("block", "control"),
    visit="non-harmful",
    details=(
        "You visit both, and both are told that they were moved.",
        "Nothing comes of it if one of them is in jail.",
    ),
    tips=("Swap somebody in danger with a suspect, and write down whom you swapped.",),
)
