"""The Escort, who keeps people busy."""

from games.town.role import BLOCKING, BLOCKING_VARIANTS, Role

ROLE = Role(
    name="escort",
    alignment="town support",
    summary="Keeps a player from acting each night.",
    abilities=("Each night you keep one player from doing what they had in mind.",),
    acts=("block",),
    priority=(2, 0),
    immune=("block",),
    visit="non-harmful",
    details=BLOCKING,
    tips=("Block the same suspect again: a night without a killing tells something.",),
    variants=BLOCKING_VARIANTS,
)
