"""The Consigliere, who finds out what people are."""

from games.town.role import Role

ROLE = Role(
    name="consigliere",
    alignment="mafia support",
    summary="Learns a player's role each night.",
    abilities=("Each night you learn the role of one player.",),
    acts=("consult",),
    priority=(4, 0),
    visit="non-harmful",
    details=("Neither frames nor petrol nor disguises deceive you.",),
    tips=("Find the Jailor, the Doctor and the Investigators first, and tell the Mafia at night.",),
)
