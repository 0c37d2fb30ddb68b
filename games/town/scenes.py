"""What Town looks like: the square by day and by night, who is alive, and a seat's own page."""

from __future__ import annotations

from games.core import CLOCK, Seat
from games.scene import Block, Control, Count, Face, Lines, Roster, Row, Scene, Tally, Text, Timer
from games.town.asks import clock_key, within
from games.town.roles import ROLE
from games.town.sentences import a_role, noticed
from games.town.state import Grave, State
from games.town.trial import tally, threshold
from games.town.winning import verdict
from games.town.words import NOBODY, Judge, Nominate, Say, Wait

TITLE = "Town"


def scene(s: State, seat: Seat | None) -> Scene:
    """The town as `seat` sees it (None: everyone), drawn from that seat's view."""
    if not s.seats:
        return Scene(TITLE, "", "hidden", (Text("The people of the town come together."),))
    mine = seat is not None and seat in s.seats and s.ended is None
    blocks: list[Block] = [Text(_lead(s), "lead")]
    if mine and seat is not None:
        blocks += _own(s, seat)
    blocks.append(Tally((Count("Alive", len(s.alive)), Count("Dead", len(s.dead), "black"))))
    if s.ended is None and within(s) is not None:
        blocks.append(Timer(CLOCK, clock_key(s), s.phase.capitalize()))
    if s.phase == "nomination" and (votes := _votes(s)):
        blocks.append(votes)
    blocks.append(_roster(s))
    moment = f"{s.phase}:{s.day}:{s.trial}:{s.ballot}"
    controls = _controls(s) if mine else ()
    return Scene(
        TITLE, moment, _face(s), tuple(blocks), controls, mine, "My role" if mine else "", f"{s.phase}:{s.day}"
    )


def _face(s: State) -> Face:
    return "black" if s.phase == "night" else "gold"


def _lead(s: State) -> str:
    match s.phase:
        case "over" if s.ended:
            return verdict(s.ended.ending)
        case "over":
            return "The game was called off."
        case "night":
            return f"🌙 Night {s.day}."
        case "nomination":
            return f"☀️ Day {s.day}: who is to stand trial? It takes {threshold(len(s.alive))}."
        case "defence":
            return f"☀️ Day {s.day}: {{{s.accused}}} stands trial."
        case "judgement":
            return f"☀️ Day {s.day}: is {{{s.accused}}} guilty?"
        case "last words":
            return f"☀️ Day {s.day}: {{{s.accused}}} has to hang."
    return f"☀️ Day {s.day}: the town talks."


def _votes(s: State) -> Lines | None:
    count = tally(s.voters, s.mayors)
    lines = tuple(f"{{{seat}}}: {votes}" for seat, votes in count.most_common())
    return Lines("On trial", lines, brief=True) if lines else None


def _roster(s: State) -> Roster:
    return Roster(tuple(_row(s, seat) for seat in s.seats))


def _row(s: State, seat: Seat) -> Row:
    if (grave := s.grave(seat)) is not None:
        return Row(seat, _died(grave), "black")
    known = s.role(seat) if s.ended is not None or seat in s.mayors else None
    return Row(seat, known.title() if known else "", "blue" if known else "hidden")


def _died(grave: Grave) -> str:
    when = "day" if grave.lynched else "night"
    return f"died on {when} {grave.day}, {grave.role or 'nobody knows what'}"


def _own(s: State, seat: Seat) -> list[Block]:
    role = s.role(seat)
    if role is None:
        return []
    blocks: list[Block] = [Text(f"You are {a_role(role)}. {ROLE[role].does}")]
    told = tuple(f"Night {night}: {noticed(notice)}" for night, notice in s.notices if notice.seat == seat)
    if told:
        blocks.append(Lines("What your nights told you", told))
    if will := s.wills[s.at(seat)]:
        blocks.append(Text(f"Your will: {will}", "small"))
    return blocks


def _controls(s: State) -> tuple[Control, ...]:
    match s.phase:
        case "discussion":
            return (Control("Speak", Say, "💬", "primary"), Control("Nothing to say", Wait(), "🤐"))
        case "nomination":
            found = [Control(f"{{{each}}}", Nominate(each), "☝️") for each in s.alive]
            return (*found, Control("Nobody", Nominate(NOBODY), "🕊️"))
        case "judgement":
            return (Control("Guilty", Judge("guilty"), "👎", "danger"), Control("Innocent", Judge("innocent"), "👍"))
    return ()
