"""The Medium, who talks with the dead."""

from games.town.role import SECOND, Role

ROLE = Role(
    name="medium",
    alignment="town support",
    summary="Talks with the dead at night; dead, once with one of the living.",
    abilities=(
        "At night you talk with the dead, to whom you are only “Medium”.",
        "When you are dead you may once choose by day one of the living, and talk with them for that night.",
    ),
    priority=SECOND,
    visit="astral",
    details=(
        "In jail you hear nothing but the cell.",
        "Somebody in jail cannot be reached: you may try again another day.",
    ),
    tips=("Ask the dead what they learnt, and bring it to the town by day.",),
)
