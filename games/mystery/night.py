"""What comes of a night: where everyone ends up, who falls, and what each of them learns. A pure function of the choices.

Everything happens at once: those who die tonight still act tonight, and the order in which choices came in changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from games.core import Seat, record
from games.mystery.events import HALL, Choice, Facts, Guarded, Struck


@record
class Morning:
    """`where` each of the living was, who fell and where (in the order of the seats), and each one's facts."""

    where: Mapping[Seat, str]
    dead: Mapping[Seat, str]
    facts: Mapping[Seat, Facts]


def resolve(places: Sequence[str], living: Sequence[Seat], chose: Mapping[Seat, Choice]) -> Morning:
    """The night of `living`, who have all chosen, in a ring of `places`."""
    where = move(chose)
    hidden = {seat for seat in living if chose[seat].act == "hide"}
    met = {seat: target for seat in living if (target := _meets(seat, chose[seat], where, hidden))}
    guarded = {target for seat, target in met.items() if chose[seat].act == "guard"}
    blows = tuple([(seat, target) for seat, target in met.items() if chose[seat].act == "strike"])
    struck = {target for _, target in blows}
    dead = {seat: where[seat] for seat in living if seat in struck and seat not in guarded}
    there: dict[str, list[Seat]] = {}
    for seat in living:
        there.setdefault(where[seat], []).append(seat)
    fell_in = frozenset(dead.values())
    facts: dict[Seat, Facts] = {}
    for place, present in there.items():
        seen = [seat for seat in present if seat not in hidden]
        fell = tuple([seat for seat in present if seat in dead]) if dead else ()
        blocked = tuple([seat for seat in present if seat in struck and seat not in dead]) if struck else ()
        hits = tuple([(by, whom) for whom in present for by, hit in blows if hit == whom]) if struck else ()
        cries = tuple([near for near in neighbours(places, place) if near in fell_in])
        for seat in present:
            act, hid = chose[seat].act, seat in hidden
            came_to: Struck = "not found" if seat not in met else "fell" if met[seat] in dead else "blocked"
            kept_off: Guarded | None = "not found" if seat not in met else "blocked" if met[seat] in struck else None
            facts[seat] = Facts(
                place,
                tuple([other for other in seen if other != seat]),
                fell,
                blocked,
                hid,
                hits if hid else (),
                cries,
                kept_off if act == "guard" else None,
                came_to if act == "strike" else None,
                seat in blocked,
            )
    return Morning(where, dead, facts)


def move(chose: Mapping[Seat, Choice]) -> dict[Seat, str]:
    """Where each ends up. A follower is where the followed one is; a chain that runs into a ring ends in the Hall."""
    where = {seat: choice.place for seat, choice in chose.items() if choice.place is not None}
    for seat in chose:
        chain: list[Seat] = []
        at: Seat | None = seat
        while at is not None and at not in where and at not in chain:
            chain.append(at)
            at = chose[at].follow
        where |= dict.fromkeys(chain, HALL if at is None or at in chain else where[at])
    return where


def _meets(seat: Seat, choice: Choice, where: Mapping[Seat, str], hidden: Collection[Seat]) -> Seat | None:
    """Whom the seat guards or strikes at: nobody can be met who hides or is elsewhere."""
    target = choice.target
    return target if target and where.get(target) == where[seat] and target not in hidden else None


def neighbours(places: Sequence[str], place: str) -> tuple[str, ...]:
    """The two places next to it in the ring, in the ring's order from it."""
    at = places.index(place)
    return tuple(dict.fromkeys((places[at - 1], places[(at + 1) % len(places)])))
