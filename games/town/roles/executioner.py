"""The Executioner, who wants one townsman hanged."""

from games.town.role import BASIC, Role

ROLE = Role(
    name="executioner",
    alignment="neutral evil",
    own_goal="See your target hanged by the town while you live; the game goes on then.",
    summary="Wants one player of the Town hanged.",
    abilities=("You know your target, and have the day to talk the town into hanging them.",),
    defence=BASIC,
    immune=("detection",),
    details=(
        "The target is a townsman, but neither the Jailor nor the Mayor.",
        "If your target dies at night you become a Jester, who has no defence.",
        "There is nothing for you to do at night.",
    ),
    tips=(
        "Claim to be an investigating role with a result against your target, and make the claim fit what is known.",
    ),
)
