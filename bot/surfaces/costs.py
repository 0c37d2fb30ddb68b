"""What the AIs of a game that is over took: how often each moved and was called, how much it read and wrote, and what that cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.ports import Called, Moved, Occupant
from bot.surfaces.prose import listed
from games.core import Seat


def taken(
    seats: Mapping[Seat, Occupant],
    moves: Sequence[Moved],
    calls: Sequence[Called],
    clean: Callable[[str], str] = str,
) -> list[str]:
    """One line for each AI that is called: what it runs on, its moves, calls, tokens, cost, and how often something moved for
    it. Those that cost nothing share one. `clean` takes what names may not hold where the lines are to stand."""
    lines: list[str] = []
    free = {seat for seat, each in seats.items() if each.kind == "built-in"} - {each.seat for each in calls}
    for seat, occupant in seats.items():
        own = [each for each in calls if each.seat == seat]
        if seat in free or (occupant.kind == "person" and not own):
            continue
        sources = [move.source for move in moves if move.seat == seat]
        tokens = sum(each.call.prompt_tokens + each.call.answer_tokens for each in own)
        parts = [_many(len(sources), "move"), *([_many(len(own), "call"), f"{tokens:,} tokens"] if own else [])]
        if cost := sum(each.call.cost or 0 for each in own):
            parts.append(f"${cost:.4f}")
        if refused := sum(each.outcome == "refused" for each in own):
            parts.append(f"{refused} refused")
        if "fallback" in sources:
            parts.append(_many(sources.count("fallback"), "stand-in move"))
        model = clean(occupant.model or (own[0].call.model if own else "built-in"))
        lines.append(f"{clean(occupant.name)} ({model}): {', '.join(parts)}")
    if free:
        who = listed(clean(seats[seat].name) for seat in seats if seat in free)
        lines.append(f"{who} (built-in): {_many(sum(each.seat in free for each in moves), 'move')}")
    return lines


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
