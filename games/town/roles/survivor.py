"""The Survivor, who only wants to see the end."""

from games.town.role import Role

ROLE = Role(
    name="survivor",
    alignment="neutral benign",
    own_goal="Be alive in the end, whoever wins.",
    summary="Wants to be alive in the end; may put on a vest.",
    abilities=("At night you may put on a vest: your defence is basic then.",),
    acts=("vest",),
    priority=(3, 0),
    visit="self",
    uses=4,
    limit="vests",
    details=("You win beside whoever else wins.", "You are in no side's way."),
    tips=("Say what you are when you are asked, and put on a vest when you are in the way.",),
)
