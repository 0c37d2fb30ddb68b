"""The Janitor, who cleans up after a death."""

from games.town.role import Role

ROLE = Role(
    name="janitor",
    alignment="mafia deception",
    summary="May hide the role and the will of somebody who dies that night.",
    abilities=(
        "At night you may clean up after one player: if they die that night, the town learns neither their role nor their will, "
        "and you learn both.",
    ),
    acts=("clean",),
    priority=(3, 0),
    visit="non-harmful",
    uses=3,
    limit="cleanings",
    details=(
        "A cleaning is used up only if there was a death.",
        "Whoever is cleaned can be neither revived nor remembered.",
    ),
    tips=("Clean those whose role you may want to claim yourself.",),
)
