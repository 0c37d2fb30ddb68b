"""The Witch, who makes others do as she likes."""

from games.town.role import BASIC, CONTROL, Role

ROLE = Role(
    name="witch",
    alignment="neutral evil",
    own_goal="Be alive in the end, in a game that somebody other than the Town has won, or nobody.",
    summary="Makes a player use their ability on somebody of her choice, each night.",
    abilities=(
        "Each night you make one player use their ability on somebody of your choice, themselves too, and learn their role.",
        "The first attack on you fails.",
    ),
    acts=("control",),
    priority=CONTROL,
    defence=BASIC,
    immune=("block", "control", "detection"),
    visit="non-harmful",
    details=(
        "Whom you control is told that a Witch did it.",
        "Nothing comes of it, and you learn nothing, with those who are blocked, in jail, or have nothing that could be aimed. "
        "Transporters, Veterans and Witches are immune, and notice.",
        "Your defence is basic until you are first attacked, and none after that.",
    ),
    tips=("Turn killers on the Town, and protectors away from it; join whoever is likely to beat it.",),
)
