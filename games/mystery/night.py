"""What comes of a night: where everyone ends up, who falls, and what each of them learns. A pure function of the choices.

Everything happens at once: those who die tonight still act tonight, and the order in which choices came in changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core import Seat, record
from games.mystery.words import HALL, Choice, Facts, Guarded, Struck


@record
class Outcome:
    """`where` each of the living was, who fell and where (in the order of the seats), and each one's facts."""

    where: Mapping[Seat, str]
    dead: Mapping[Seat, str]
    facts: Mapping[Seat, Facts]


def resolve(
    places: Sequence[str], living: Sequence[Seat], last: Mapping[Seat, str], choices: Mapping[Seat, Choice]
) -> Outcome:
    """The night of `living` in a ring of `places`. `last` is where each was the night before (if anywhere); whoever has no
    choice stays there and watches."""
    where = move(living, last, choices)
    company: dict[str, list[Seat]] = {}
    for seat in living:
        company.setdefault(where[seat], []).append(seat)
    hidden = {seat for seat in living if (choice := choices.get(seat)) and choice.act == "hide"}
    guarded, struck = _blows(living, where, hidden, choices)
    dead = {seat: where[seat] for seat in living if seat in struck and seat not in guarded}
    facts: dict[Seat, Facts] = {}
    for place, present in company.items():
        hit = tuple(seat for seat in present if seat in struck) if struck else ()
        fell = tuple(seat for seat in hit if seat in dead)
        blocked = tuple(seat for seat in hit if seat in guarded)
        blows = tuple((by, whom) for whom in hit for by in struck[whom])
        cries = tuple(near for near in neighbours(places, place) if near in dead.values()) if dead else ()
        seen = tuple(seat for seat in present if seat not in hidden)
        for seat in present:
            hid = seat in hidden
            choice = choices.get(seat)
            facts[seat] = Facts(
                place,
                tuple(other for other in seen if other != seat),
                fell,
                blocked,
                hid,
                blows if hid else (),
                cries,
                _guarding(choice, where, hidden, struck, place),
                _striking(choice, where, hidden, dead, place),
                seat in blocked,
            )
    return Outcome(where, dead, facts)


def move(living: Sequence[Seat], last: Mapping[Seat, str], choices: Mapping[Seat, Choice]) -> dict[Seat, str]:
    """Where each ends up. A follower is where the followed one is; a chain that runs into a ring ends in the Hall."""
    where: dict[Seat, str] = {}
    for seat in living:
        chain: list[Seat] = []
        at: Seat | None = seat
        place: str | None = None
        while place is None:
            if at is None or at in chain:
                place = HALL
            elif at in where:
                place = where[at]
            else:
                choice = choices.get(at)
                chain.append(at)
                if choice is None:
                    place = last.get(at, HALL)
                else:
                    place, at = choice.place, choice.follow
        for each in chain:
            where[each] = place
    return where


def neighbours(places: Sequence[str], place: str) -> tuple[str, ...]:
    """The two places next to it in the ring, in the ring's order from it."""
    at = places.index(place)
    return tuple(dict.fromkeys((places[at - 1], places[(at + 1) % len(places)])))


def _blows(
    living: Sequence[Seat], where: Mapping[Seat, str], hidden: set[Seat], choices: Mapping[Seat, Choice]
) -> tuple[set[Seat], dict[Seat, list[Seat]]]:
    """Who is guarded by somebody beside them, and who is struck at by whom: nobody can be who hides or is elsewhere."""
    guarded: set[Seat] = set()
    struck: dict[Seat, list[Seat]] = {}
    for seat in living:
        choice = choices.get(seat)
        if choice is None or choice.target is None:
            continue
        target = choice.target
        if where.get(target) == where[seat] and target not in hidden:
            if choice.act == "guard":
                guarded.add(target)
            else:
                struck.setdefault(target, []).append(seat)
    return guarded, struck


def _guarding(
    choice: Choice | None,
    where: Mapping[Seat, str],
    hidden: set[Seat],
    struck: Mapping[Seat, Sequence[Seat]],
    place: str,
) -> Guarded | None:
    if choice is None or choice.act != "guard" or choice.target is None:
        return None
    if where.get(choice.target) != place or choice.target in hidden:
        return "not found"
    return "blocked" if choice.target in struck else None


def _striking(
    choice: Choice | None, where: Mapping[Seat, str], hidden: set[Seat], dead: Mapping[Seat, str], place: str
) -> Struck | None:
    if choice is None or choice.act != "strike" or choice.target is None:
        return None
    if where.get(choice.target) != place or choice.target in hidden:
        return "not found"
    return "fell" if choice.target in dead else "blocked"
