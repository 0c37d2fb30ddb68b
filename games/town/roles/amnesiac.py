"""The Amnesiac, who has forgotten who they were."""

from games.town.role import Role

ROLE = Role(
    name="amnesiac",
    alignment="neutral benign",
    own_goal="Remember a role, and win as that role does; you lose if you never do.",
    summary="May take the role of somebody who is dead, once.",
    abilities=(
        "You have forgotten who you were. Once you may take the role of somebody who is dead; everybody hears which.",
    ),
    acts=("remember",),
    priority=(6, 0),
    details=(
        "Not what was cleaned away, and not what the Town has only one of.",
        "You have the role from dawn on, with nothing of it used up.",
    ),
    tips=("Take a role of the side that is winning.",),
)
