"""The Sheriff, who asks whether somebody is suspicious."""

from games.town.role import Role

ROLE = Role(
    name="sheriff",
    alignment="town investigative",
    summary="Learns each night whether a player is suspicious.",
    abilities=("Each night you question one player and learn whether they are suspicious.",),
    acts=("question",),
    priority=(4, 0),
    visit="non-harmful",
    details=(
        "Suspicious are the Mafia but for the Godfather, Serial Killers, a Werewolf on a full moon, and whoever is framed.",
        "All others seem innocent: the Godfather, Arsonists, Vampires, Jesters, Executioners and Witches too.",
        "Of somebody in jail you learn nothing.",
    ),
    tips=("Say whom you found suspicious as soon as the town can hang them, and keep your results in your will.",),
    variants=(("frame_lasts", "until_investigated", "A frame lasts until a Sheriff or an Investigator has looked."),),
)
