"""What people report to the owner: lines that AIs said, kept with what is needed to find out why."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from bot.hall import Hall
from bot.ports import Called, Moved, Occupant
from bot.table import Table
from games.core import IllegalAction, Seat, record

KIND = "report"
"""The kind of document that holds a report, by its id."""

THANKS = (
    "Thank you. Whoever runs this bot will find it with `masquerade reports`: the line, who said it, and your reason."
)
NOT_AN_AI = "Only what an AI says can be reported here. About people, speak to a moderator of this place."
LONGEST_REASON, LONGEST_TEXT = 500, 4000
MOST_OPEN, MOST_OF_ONE = 500, 50
"""Reports that wait for the owner, of all and of one person; beyond them none is taken, so that nobody drowns the others'."""

TOO_MANY = "So many reports wait for the owner of this bot that no more are taken. Speak to them."


@record
class Line:
    """Something that an AI said at a table: entry `n` of its log."""

    n: int
    seat: Seat
    who: Occupant
    text: str


def lines_at(table: Table, places: Sequence[int], ears: Seat | None, of: Seat | None = None) -> list[Line]:
    """What AIs (or the one in that seat) said in those entries of the log, as far as whoever reports has heard it."""
    found = []
    for n in places:
        told = table.log[n] if 0 <= n < len(table.log) else None
        for each in table.game.talks.speeches(told.event) if told is not None and told.heard_by(ears) else ():
            who = table.seats.get(each.seat)
            if who is not None and who.kind != "person" and each.text and of in (None, each.seat):
                found.append(Line(n, each.seat, who, table.named(each.text)))
    return found


async def report(hall: Hall, table: Table, by: str, lines: Sequence[Line], reason: str) -> str:
    """Keeps it for the owner; its id, the same when somebody reports the same again. IllegalAction where no AI said anything in it."""
    if not lines:
        raise IllegalAction(NOT_AN_AI)
    kept = await hall.store.all(KIND)
    same = (by, table.id, [each.n for each in lines])
    again = (
        id for id, each in kept.items() if same == (each["by"], each["game"], [line["n"] for line in each["lines"]])
    )
    id = next(again, "")
    if not id and (len(kept) >= MOST_OPEN or sum(each["by"] == by for each in kept.values()) >= MOST_OF_ONE):
        raise IllegalAction(TOO_MANY)
    id = id or secrets.token_hex(4)
    moves, calls = await hall.store.moves(table.id), await hall.store.calls(table.id)
    document = {
        "by": by,
        "at": hall.clock.now(),
        "game": table.id,
        "title": table.game.title,
        "reason": " ".join(reason.split())[:LONGEST_REASON],
        "lines": [
            {
                "n": each.n,
                "seat": each.seat,
                "name": each.who.name,
                "text": each.text[:LONGEST_TEXT],
                **_made_by(each, moves, calls),
            }
            for each in lines
        ],
    }
    await hall.store.put(KIND, id, document)
    return id


def _made_by(line: Line, moves: Sequence[Moved], calls: Sequence[Called]) -> Mapping[str, Any]:
    """Which model said it, to which prompt; what something else said for it has none."""
    move = next((each for each in reversed(moves) if each.after <= line.n), None)
    call = None
    if move is not None and move.seat == line.seat and move.source == "model":
        # A question is answered once by a seat: its accepted call is the one.
        own = (each for each in calls if (each.seat, each.key, each.outcome) == (line.seat, move.key, "accepted"))
        call = next(own, None)
    return {
        "source": move.source if move is not None else "",
        "model": call.call.model if call else line.who.model,
        "prompt_hash": call.call.prompt_hash if call else "",
    }
