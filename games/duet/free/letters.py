"""What the seats of a game without a header are sent: what they wrote, and what was written to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from games.core import Action, Ask, Event, Letter, Seat
from games.duet.free.rules import State
from games.duet.letters import Turn, addressed, page
from games.duet.protocol import DECISION, has_tags
from games.duet.words import MANAGER, PLAYER, Show, Stop, Write

OPENING = "Begin the game now: write what {human} is to see first."
STOPS = frozenset({"[stop]", "stop", "[game_over]"})


def letter(s: State, seat: Seat, asked: tuple[Ask, ...], heard: Sequence[Event] = ()) -> Letter | None:
    """The letter for whoever sits there, as far as this view goes."""
    if seat == MANAGER:
        prompt = s.prompt(seat)
        protocol = "" if prompt and has_tags(prompt.text) else page("protocol")
        turns = _turns(s, ("answered", "spoke", "warned"), ("wrote", "shown"))
        return addressed(s, seat, asked, (("user", OPENING), *turns), Show, protocol)
    if seat == PLAYER:
        return addressed(s, seat, asked, _turns(s, ("asked",), ("answered",)), Write)
    return addressed(s, seat, asked, _turns(s, ("shown",), ("spoke",)), _spoken, page("human"))


def _turns(s: State, theirs: Collection[str], mine: Collection[str]) -> Iterator[Turn]:
    for each in s.messages:
        if each.how in mine:
            yield "assistant", each.text
        elif each.how in theirs:
            decided = each.how == "answered"
            yield "user", f"[{DECISION}]\n{each.text}\n[/{DECISION}]" if decided else each.text


def _spoken(text: str) -> Action:
    return Stop() if text.strip().casefold() in STOPS else Write(text)
