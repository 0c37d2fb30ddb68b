"""The Forger, who writes other people's wills."""

from games.town.role import Role

ROLE = Role(
    name="forger",
    alignment="mafia deception",
    summary="May put a will of their own in the place of that of somebody who dies that night.",
    abilities=(
        "At night you may forge one player's will: if they die that night, your text is found instead of theirs.",
    ),
    acts=("forge",),
    priority=(3, 0),
    visit="non-harmful",
    uses=3,
    limit="forgeries",
    details=(
        "What is found is your paper “forgery”, as it stands in that night.",
        "A forgery is used up whether they die or not.",
        "Where a Janitor cleans as well, nothing is found.",
    ),
    tips=("Write a will that accuses somebody of the Town, in the manner of the role that you expect to be shown.",),
)
