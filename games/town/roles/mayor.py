"""The Mayor, whose word counts three times once everybody knows."""

from games.town.role import Role

ROLE = Role(
    name="mayor",
    alignment="town support",
    summary="May reveal themselves, and then votes with the weight of three.",
    abilities=(
        "By day you may reveal yourself: from then on your vote counts three times, in nominations and verdicts.",
        "Nobody can heal you then, and nobody whispers with you.",
    ),
    unique=True,
    details=("There is nothing for you to do at night.", "You may reveal yourself even while you are blackmailed."),
    tips=("Reveal yourself when your three votes decide something, and not before: you cannot be healed after.",),
)
