"""The Veteran, whom it is better not to visit."""

from games.town.role import FIRST, POWERFUL, Role

ROLE = Role(
    name="veteran",
    alignment="town killing",
    summary="May go on alert and shoot everybody who visits.",
    abilities=("At night you may go on alert: your defence is basic then, and you attack everybody who visits you.",),
    acts=("alert",),
    priority=FIRST,
    attack=POWERFUL,
    immune=("block", "control"),
    visit="self",
    uses=3,
    limit="alerts",
    unique=True,
    details=("You shoot whoever comes, friend or foe; you are told that you shot, and not at whom.",),
    tips=("Go on alert when the killers have reason to visit you, and ask the town to stay away.",),
    variants=(("veteran", "atk3/def2", "On alert your attack is unstoppable and your defence powerful."),),
)
