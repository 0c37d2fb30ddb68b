"""The Doctor, who keeps people alive."""

from games.town.role import Role

ROLE = Role(
    name="doctor",
    alignment="town protective",
    summary="Heals a player each night.",
    abilities=(
        "Each night you heal one player, once yourself: their defence is powerful for that night.",
        "You learn whether whom you healed was attacked.",
    ),
    acts=("heal",),
    priority=(3, 0),
    visit="non-harmful",
    uses=1,
    limit="self-heal",
    details=(
        "A revealed Mayor cannot be healed, nor can somebody in jail be reached.",
        "Unstoppable attacks get through: executions, fire, a haunt; and nothing helps against guilt.",
        "Your heal counts even if you die the same night.",
    ),
    tips=("Heal whom the killers are likely to want next, and keep quiet about who you are.",),
    variants=(("heal", "absolute", "Whom you heal is invincible for the night; fire and guilt kill all the same."),),
)
