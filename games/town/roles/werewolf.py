"""The Werewolf, who goes out under a full moon."""

from games.town.role import BASIC, POWERFUL, Role

ROLE = Role(
    name="werewolf",
    alignment="neutral killing",
    summary="Attacks a player and all their visitors on a full moon.",
    abilities=(
        "On a full moon you go to one player and attack them and all who visit them; or you stay at home and attack who visits "
        "you.",
    ),
    acts=("rampage",),
    priority=(5, 5),
    attack=POWERFUL,
    defence=BASIC,
    immune=("detection",),
    visit="harmful",
    unique=True,
    details=(
        "The moon is full every second night. On such a night a Sheriff finds you suspicious.",
        "Blocked on a full moon, you stay at home. Jailed and not executed, you attack the Jailor and who visits him.",
    ),
    tips=("On a full moon go where many will come; on other nights you are innocent to a Sheriff.",),
    variants=(("full_moon", "2,4,all_after", "The moon is full in nights 2 and 4, and in every night after that."),),
)
