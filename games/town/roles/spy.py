"""The Spy, who listens at doors."""

from games.town.role import Role

ROLE = Role(
    name="spy",
    alignment="town investigative",
    summary="Hears the Mafia at night and the whispers of the day, and learns whom the Mafia visited.",
    abilities=(
        "You hear what the Mafia says at night without learning who says it, and learn whom the Mafia visited.",
        "By day you hear all whispers.",
    ),
    acts=("bug",),
    priority=(6, 0),
    visit="astral",
    details=(
        "Whom the Mafia visited twice is named twice. Who visited, you do not learn.",
        "Blocked, you hear the Mafia but do not learn of its visits; in jail you hear nothing but the cell.",
    ),
    tips=("Compare whom the Mafia visited with who died or was silenced: that tells which roles it has.",),
    variants=(
        (
            "spy",
            "bug",
            "Each night you may bug one player and learn what they are told that night; planting the bug is seen.",
        ),
    ),
)
