"""The Vigilante, who shoots, and rues the wrong shot."""

from games.town.role import BASIC, Role

ROLE = Role(
    name="vigilante",
    alignment="town killing",
    summary="May shoot a player at night; dies of guilt for a townsman.",
    abilities=(
        "Each night you may shoot one player, but not in the first night.",
        "Kill a townsman and you shoot no more, and die of guilt the night after.",
    ),
    acts=("shoot",),
    priority=(5, 2),
    attack=BASIC,
    visit="harmful",
    uses=3,
    limit="bullets",
    details=("A bullet for somebody in jail is kept, one that was not enough is gone.", "Nothing helps against guilt."),
    tips=("Shoot only those whose claim was proved false: a wrong shot costs two townsmen.",),
)
