"""The Vampire, who makes others its like."""

from games.town.role import BASIC, Role

ROLE = Role(
    name="vampire",
    alignment="neutral chaos",
    own_goal="Win with the Vampires, dead or alive: no Town, no Mafia and no neutral killer may be left.",
    summary="Turns townsmen into Vampires, together with the others.",
    abilities=(
        "The Vampires talk at night and agree on one player, whom the youngest of them bites: a defenceless townsman becomes one "
        "of you, others are attacked.",
    ),
    acts=("bite",),
    priority=(5, 8),
    attack=BASIC,
    immune=("detection",),
    visit="harmful",
    details=(
        "Nobody turns in the night after somebody has turned, nor when there are four Vampires or more: then all are attacked.",
        "Vampire Hunters do not turn, and kill the Vampire that visits them.",
        "Where most want to go, the youngest goes; where you are divided equally, the youngest of those decides.",
        "Who has turned wins and loses with you, and knows you.",
    ),
    tips=("Bite those who are likely to be of the Town and defenceless; then protect those who have turned.",),
)
