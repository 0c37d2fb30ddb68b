"""The Consort, who keeps people busy for the Mafia."""

from games.town.role import MAFIA_GOAL, Role

ROLE = Role(
    name="consort",
    alignment="mafia support",
    faction="mafia",
    goal=MAFIA_GOAL,
    summary="Keeps a player from acting each night.",
    abilities=("Each night you keep one player from doing what they had in mind.",),
    acts=("block",),
    priority=(2, 0),
    immune=("block",),
    visit="non-harmful",
    details=(
        "Whoever is blocked is told, whether they had anything in mind or not.",
        "Escorts, Consorts, Transporters, Veterans and Witches cannot be blocked.",
        "A blocked Serial Killer who is not cautious stabs whoever blocks them; a Werewolf blocked on a full moon stays at home "
        "and attacks its visitors.",
        "A blocked Jailor still jails, and cannot execute.",
    ),
    tips=("Block those of the Town who protect and investigate, or whoever seems to be a killer.",),
    variants=(("sk_blocked", "instead", "A blocked Serial Killer stabs who blocks them, and not whom they meant to."),),
)
