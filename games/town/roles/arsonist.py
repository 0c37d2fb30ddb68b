"""The Arsonist, who pours petrol, and waits."""

from games.town.role import BASIC, UNSTOPPABLE, Role

ROLE = Role(
    name="arsonist",
    alignment="neutral killing",
    summary="Douses players in petrol, and sets all of them alight at once.",
    abilities=(
        "Each night you douse one player in petrol, or set everybody alight who is doused; nothing helps against that.",
        "Doing nothing, you wash off petrol that another poured over you.",
    ),
    acts=("douse", "ignite"),
    priority=(3, 0),
    attack=UNSTOPPABLE,
    defence=BASIC,
    immune=("detection",),
    visit="non-harmful",
    details=(
        "Who is doused is not told, unless they are an Arsonist, and stays so; an Investigator takes them for an Arsonist.",
        "Whoever visits you is doused as well, whatever you do.",
        "Fire kills the healed, the guarded and those in jail; you too, if another has doused you.",
    ),
    tips=("Douse many before you set fire, and light it when it decides the game.",),
    variants=(
        ("arsonist_douses_visitors", False, "Who visits you is not doused."),
        ("jail_blocks_ignite", True, "Who sits in jail is safe from fire."),
        ("bodyguard_vs_douse", True, "A Bodyguard fights you when you come to douse whom they guard."),
    ),
)
