"""What everybody is told of a game before it begins: how well its built-in players play and why, and what a lesson deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.ports import Occupant
from games.core import Game, Options, Seat

_PLAY = {
    "easy": "Built-in players play easy, until {who} won this game once or played it three times.",
    "mixed": "Built-in players play mixed, each as its character does: {who} won this game once or played it three times.",
}


_NEXT = (
    "{who} won this game once or played it three times: next time built-in players play mixed, each as its character does. "
    "To play easy ones again, {how}."
)


def next_time(how: str, who: str = "the host has") -> str:
    """What whoever has outgrown easy players is told when that game is over, where they change from then on. `how` they are
    asked for: “choose easy in the lobby”."""
    told = _NEXT.format(who=who, how=how)
    return told[0].upper() + told[1:]


def notes(
    game: Game[Any], options: Options, seats: Mapping[Seat, Occupant], given: str, who: str = "the host has"
) -> tuple[str, ...]:
    """A sentence each. `given` is the strength that the house chose, where the host left it open; `who` hosts (“you have”)."""
    said, kinds = [], [each.kind for each in seats.values()]
    if "built-in" in kinds:
        if given == options.strength:
            said.append(_PLAY[given].format(who=who))
        elif options.strength != "mixed":  # else each plays as it was asked to
            said.append(f"Built-in players play {options.strength}.")
    if options.hints and kinds.count("person") <= 1:
        said.append(game.lobby.taught_note)
    return tuple(filter(None, (*said, game.policy.autoplay_note(options))))
