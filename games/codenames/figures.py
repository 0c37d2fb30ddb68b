"""What many games of Codenames come to: how they ended, after how many turns, and how many words a clue was good for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games import intervals
from games.codenames.events import TEAMS, GameEnded
from games.codenames.rules import State
from games.core import Figure


def figures(states: Sequence[State]) -> tuple[Figure, ...]:
    """What these games come to. One alone, or one that was called off, comes to nothing."""
    ends = [each.ended for each in states if each.ended]
    return tuple(_counted(states, ends)) if len(ends) > 1 else ()


def _counted(states: Sequence[State], ends: Sequence[GameEnded]) -> Iterator[Figure]:
    how = Counter(_how(end) for end in ends)
    yield intervals.shares("How it ended", "", {each: (how[each], len(ends)) for each in sorted(how)})
    for team in TEAMS:
        if turns := [end.turns for end in ends if end.winner == team]:
            last = max(end.turns for end in ends)
            counts = {str(turn): (turns.count(turn), len(turns)) for turn in range(1, last + 1)}
            yield intervals.shares("Turns to win", "turns", counts, series=team.capitalize())
    for team in TEAMS:
        found: dict[str, list[int]] = {}
        for clue in (clue for each in states for clue in each.clues if clue.team == team):
            found.setdefault(str(clue.number), []).append(clue.hits)
        by_number = {number: found[number] for number in sorted(found)}
        yield intervals.means(
            "Own words found by a clue", "number of the clue", "words", by_number, series=team.capitalize()
        )


def _how(end: GameEnded) -> str:
    if end.winner is None:
        return "Nobody wins"
    return f"{end.winner.capitalize()} wins: {'the assassin' if end.why == 'assassin' else end.why}"
