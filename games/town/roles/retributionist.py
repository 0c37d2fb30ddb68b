"""The Retributionist, who brings somebody back."""

from games.town.role import SECOND, Role

ROLE = Role(
    name="retributionist",
    alignment="town support",
    summary="May bring a dead member of the Town back to life, once.",
    abilities=(
        "Once you may bring a dead member of the Town back to life. They are back at dawn, and everybody hears of it.",
    ),
    acts=("revive",),
    priority=SECOND,
    uses=1,
    limit="revival",
    unique=True,
    details=("Nobody comes back whose role was cleaned away.", "It is done before anybody could block you."),
    tips=("Wait for somebody worth bringing back; whoever comes back is proved to be of the Town.",),
    variants=(
        (
            "retributionist",
            "puppet",
            "You do not bring anybody back: once you use a dead townsman's ability on somebody yourself, as an Investigator, "
            "Sheriff, Lookout, Vampire Hunter, Vigilante, Bodyguard, Doctor or Escort would.",
        ),
    ),
)
