"""The Blackmailer, who makes people hold their tongues."""

from games.town.role import Role

ROLE = Role(
    name="blackmailer",
    alignment="mafia support",
    summary="Silences a player for the next day, and hears whispers.",
    abilities=(
        "Each night you silence one player for the next day: they can neither speak nor whisper, but vote.",
        "By day you hear all whispers.",
    ),
    acts=("blackmail",),
    priority=(3, 0),
    visit="non-harmful",
    details=("On trial the silenced show that they are blackmailed.", "A silenced Mayor may still reveal himself."),
    tips=("Silence whoever is likely to have a result to tell.",),
)
