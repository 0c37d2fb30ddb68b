"""The Consort, who keeps people busy for the Mafia."""

from games.town.role import BLOCKING, BLOCKING_VARIANTS, Role

ROLE = Role(
    name="consort",
    alignment="mafia support",
    summary="Keeps a player from acting each night.",
    abilities=("Each night you keep one player from doing what they had in mind.",),
    acts=("block",),
    priority=(2, 0),
    immune=("block",),
    visit="non-harmful",
    details=BLOCKING,
    tips=("Block those of the Town who protect and investigate, or whoever seems to be a killer.",),
    variants=BLOCKING_VARIANTS,
)
