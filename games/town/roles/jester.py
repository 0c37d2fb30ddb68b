"""The Jester, who wants to be hanged."""

from games.town.role import FIRST, UNSTOPPABLE, Role

ROLE = Role(
    name="jester",
    alignment="neutral evil",
    own_goal="Be hanged by the town; the game goes on then.",
    summary="Wants to be hanged, and takes somebody along.",
    abilities=("Hanged, you haunt one of those who found you guilty the night after, and they die.",),
    acts=("haunt",),
    priority=FIRST,
    attack=UNSTOPPABLE,
    immune=("detection",),
    visit="astral",
    details=("If you choose nobody chance does.", "Until you are hanged there is nothing for you to do at night."),
    tips=("Seem guilty, but not as if you wanted to hang: contradict yourself a little.",),
    variants=(("jester_haunt", "guilty+abstain", "You may haunt those who abstained as well."),),
)
