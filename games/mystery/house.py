"""The house as it can be drawn: who stands where, as far as a view knows, and everybody's way through it once all is told."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import TABLE, Seat
from games.mystery import claims
from games.mystery.events import Choice
from games.mystery.state import Death, State
from games.scene import Chamber, Face, Figure, Lie, Plan, Way, Ways


def does(choice: Choice | None) -> str:
    """“guards {p4}”; nothing for whoever only watches."""
    if choice is None or choice.act == "watch":
        return ""
    return f"{choice.act}s{f' {{{choice.target}}}' if choice.target else ''}"


# ── who stands where ──────────────────────────────────────────────────────────────────────────────────────────────────


def chapter(s: State) -> str:
    """Which day or night it is; the guests introduce themselves before the first."""
    return f"Night {s.day}" if s.phase == "night" else f"Day {s.day}" if s.day else "Evening"


def plan(s: State, seat: Seat | None) -> Plan:
    """The house as `seat` knows it while it lives: where it stands, and where it last saw the others. TABLE sees everybody,
    and what they do; all the rest only who was found, and where."""
    figures = [*_living(s, seat), *_found(s)]
    rooms = tuple(_room(s, seat, place, tuple(each for at, each in figures if at == place)) for place in s.places)
    centre = chapter(s)
    return Plan(rooms, centre, " ".join((f"{centre}.", *map(_in_words, rooms))))


def _living(s: State, seat: Seat | None) -> list[tuple[str, Figure]]:
    if seat == TABLE:
        return [(_stands(s, each), Figure(each, _tonight(s, each))) for each in s.alive]
    if seat is None or seat not in s.alive:
        return []
    others = ((each, _last_seen(s, seat, each)) for each in s.alive if each != seat)
    seen = [(at[1], Figure(each, f"seen, night {at[0]}", "seen")) for each, at in others if at]
    return [(_stands(s, seat), Figure(seat, _tonight(s, seat))), *seen]


def _found(s: State) -> list[tuple[str, Figure]]:
    return [(death.where, Figure(death.seat, f"found, night {death.day}", "dead")) for death in s.deaths]


def _stands(s: State, seat: Seat) -> str:
    """Where the seat is, or goes tonight; where a follower comes, only the dawn tells."""
    choice = s.choices.get(seat)
    return choice.place if choice and choice.place else s.stays_in(seat)


def _tonight(s: State, seat: Seat) -> str:
    """“follows {p3}, hides”."""
    choice = s.choices.get(seat)
    if choice is None:
        return ""
    return f"{f'follows {{{choice.follow}}}, ' if choice.follow else ''}{does(choice) or 'watches'}"


def _last_seen(s: State, seat: Seat, other: Seat) -> tuple[int, str] | None:
    """In which night, and where, the seat saw the other one last."""
    seen = [(night, facts.place) for night, facts in s.told(seat).items() if other in facts.seen]
    return seen[-1] if seen else None


def _room(s: State, seat: Seat | None, place: str, figures: tuple[Figure, ...]) -> Chamber:
    fell = any((death.where, death.day) == (place, s.day) for death in s.deaths)
    lit = seat is not None and seat in s.alive and place == _stands(s, seat)
    return Chamber(place, figures, lit, _note(s, seat, place, bool(figures)), "red" if fell else "hidden")


def _note(s: State, seat: Seat | None, place: str, anybody: bool) -> str:
    if seat == TABLE:
        return "" if anybody else "Empty"
    if seat is None or seat not in s.alive:
        return ""
    told = [*s.told(seat).values()]
    if told and place in told[-1].cries:
        return f"A cry, night {len(s.known)}"
    been = {s.places[0], _stands(s, seat), *(facts.place for facts in told)}
    return "" if anybody or place in been else "Not seen yet"


def _in_words(room: Chamber) -> str:
    """“Hall, where you are: {p1}; {p2} (seen, night 2).”"""
    there = [f"{{{each.seat}}}{f' ({each.note})' if each.note else ''}" for each in room.figures]
    said = "; ".join((*there, *([room.note] if room.note else [])))
    return f"{room.name}{', where you are' if room.lit else ''}{f': {said}' if said else ''}."


# ── everybody's way ───────────────────────────────────────────────────────────────────────────────────────────────────


def ways(s: State, lies: Sequence[claims.Lie], about: str) -> Ways:
    """Everybody's way through the nights of a game that is over, and these lies."""
    head = tuple(f"Night {night}" for night in range(1, len(s.nights) + 1))
    told = tuple(
        Lie(each.seat, f"day {each.day}", claims.sentence(each.claim, claims.OWN_WORDS), each.truth) for each in lies
    )
    return Ways("Who was where", head, s.places, tuple(_way(s, seat) for seat in s.seats), told, about)


def _way(s: State, seat: Seat) -> Way:
    nights = range(1, len(s.nights) + 1)
    death = next((each for each in s.deaths if each.seat == seat), None)
    ends = death.day - 1 if death and death.where != "hanged" else None
    face: Face = "red" if s.role(seat) == "murderer" else "blue"
    rooms = tuple(facts.place if (facts := s.facts_of(seat, night)) else "" for night in nights)
    return Way(seat, rooms, tuple(_deeds(s, seat, night, death) for night in nights), face, ends)


def _deeds(s: State, seat: Seat, night: int, death: Death | None) -> str:
    """“guards {p4}, dies”: a hanging stands with the night before it."""
    died = {"hanged": f"is hanged on day {night}", "fright": "dies of fright"}.get(death.where, "dies") if death else ""
    return ", ".join(filter(None, (does(s.choice_of(seat, night)), died if death and death.day == night else "")))
