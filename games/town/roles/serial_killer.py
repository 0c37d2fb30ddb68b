"""The Serial Killer, who is on nobody's side."""

from games.town.role import BASIC, Role

ROLE = Role(
    name="serial killer",
    alignment="neutral killing",
    summary="Kills a player each night, and who gets in the way.",
    abilities=(
        "Each night you attack one player.",
        "You attack whoever blocks you as well, and a Jailor who jails you without executing you; unless you choose to be "
        "cautious.",
    ),
    acts=("stab",),
    priority=(5, 4),
    attack=BASIC,
    defence=BASIC,
    visit="harmful",
    details=(
        "Not cautious, a block does not stop you. The wills of those whom you kill for it cannot be read for the blood.",
    ),
    tips=("Claim a role that goes out at night, and spread your kills over all sides.",),
    variants=(("sk_blocked", "instead", "Blocked, you attack who blocked you, and not whom you meant to."),),
)
