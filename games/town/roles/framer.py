"""The Framer, who makes others look guilty."""

from games.town.role import Role

ROLE = Role(
    name="framer",
    alignment="mafia deception",
    summary="Makes a player look guilty each night.",
    abilities=(
        "Each night you frame one player: a Sheriff finds them suspicious, an Investigator takes them for a Framer.",
    ),
    acts=("frame",),
    priority=(3, 0),
    visit="non-harmful",
    details=("The frame holds for that night.",),
    tips=("Frame whom the Sheriff is likely to question.",),
    variants=(("frame_lasts", "until_investigated", "The frame holds until a Sheriff or an Investigator has looked."),),
)
