"""The Lookout, who sees who comes to a house."""

from games.town.role import Role

ROLE = Role(
    name="lookout",
    alignment="town investigative",
    summary="Learns each night who visited a player.",
    abilities=("Each night you watch one player's house and learn who visited it.",),
    acts=("watch",),
    priority=(4, 0),
    visit="non-harmful",
    details=(
        "You see every visitor but yourself, also when the player dies; you are told too if nobody came.",
        "A Spy who only listens, a Medium and a haunting Jester are not seen, nor who was blocked or stayed at home.",
    ),
    variants=(("jailor_visit", True, "You see the Jailor with the prisoner."),),
    tips=("Watch whom the killers are likely to want next.",),
)
