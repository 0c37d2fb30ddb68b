"""The Jailor, who keeps somebody in a cell for the night."""

from games.town.role import UNSTOPPABLE, Role

ROLE = Role(
    name="jailor",
    alignment="town killing",
    summary="Jails a player for each night, talks to them, and may execute them.",
    abilities=(
        "By day you choose whom to jail for the night: they can do nothing, and hardly anything can be done to them. The two of "
        "you talk; you are “Jailor” to them.",
        "You may execute the prisoner, but not in the first night. Execute a townsman and you may never do it again.",
    ),
    acts=("execute",),
    priority=(5, 0),
    attack=UNSTOPPABLE,
    uses=3,
    limit="executions",
    unique=True,
    details=(
        "Whoever would visit the prisoner fails. Only the execution, a Jester's haunt, guilt and fire reach into the cell.",
        "Blocked, you still jail but cannot execute.",
        "A Serial Killer who is not cautious and a Werewolf on a full moon attack you if you jail them and let them live.",
        "Nothing comes of your choice if you or the prisoner die by day.",
    ),
    tips=("Jail whom you suspect and make them claim a role; execute when the claim cannot be true.",),
    variants=(
        ("jail_blocks_ignite", True, "Fire does not reach into the cell."),
        ("jailor_visit", True, "A Lookout sees you with the prisoner."),
    ),
)
