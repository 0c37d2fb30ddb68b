"""A night of murder mystery, resolved slowly and sentence by sentence, to hold the real rules against."""

from typing import Any

Where = dict[str, str]  # seat -> place
Acts = dict[str, tuple[str, Any]]  # seat -> act and whom it is aimed at
Strikes = dict[tuple[str, str], str]  # striker and victim -> fell, blocked or not found
Choices = dict[str, dict[str, Any] | None]


def resolve(places: list[str], living: list[str], last: Where, choices: Choices) -> dict[str, Any]:
    """What a night's sealed choices come to, and who knows what of it.

    places: in ring order, the Hall first. last: seat -> place of last night. choices: seat -> None when absent, else
    {"place": name or None, "follow": seat or None, "act": watch, hide, guard or strike, "target": seat or None}.
    Returns {"where": {seat: place}, "dead": {seat: place found}, "facts": {seat: what that seat is told}}.
    """
    where = whereabouts(places, living, last, choices)
    acts = {seat: act_of(choices.get(seat)) for seat in living}
    strikes: Strikes = {}
    for striker in living:
        if acts[striker][0] == "strike":
            victim = acts[striker][1]
            strikes[striker, victim] = strike(striker, victim, where, acts)
    dead = {victim: where[victim] for (_, victim), came_to in strikes.items() if came_to == "fell"}
    facts = {seat: facts_of(seat, places, where, acts, strikes) for seat in living}
    return {"where": where, "dead": dead, "facts": facts}


def act_of(choice: dict[str, Any] | None) -> tuple[str, Any]:
    """The act and whom it is aimed at; the absent watch."""
    return ("watch", None) if choice is None else (choice["act"], choice["target"])


def whereabouts(places: list[str], living: list[str], last: Where, choices: Choices) -> Where:
    """Where each living seat ends up."""
    hall = places[0]
    where: Where = {}
    following: dict[str, str] = {}
    for seat in living:
        choice = choices.get(seat)
        if choice is None:
            where[seat] = last.get(seat, hall)
        elif choice["place"] is not None:
            where[seat] = choice["place"]
        else:
            following[seat] = choice["follow"]
    for _ in living:  # no chain has more links than there are seats
        for seat, followed in following.items():
            if followed in where:
                where[seat] = where[followed]
    for seat in living:
        if seat not in where:  # in a ring of followers, or behind one
            where[seat] = hall
    return where


def to_be_found(x: str, place: str, where: Where, acts: Acts) -> bool:
    """Whether X is in that place and does not hide, so can be seen, struck and guarded there."""
    return x in where and where[x] == place and acts[x][0] != "hide"


def strike(striker: str, victim: str, where: Where, acts: Acts) -> str:
    """What a strike comes to: fell, blocked or not found."""
    place = where[striker]
    if not to_be_found(victim, place, where, acts):
        return "not found"
    for guard in where:
        if where[guard] == place and acts[guard] == ("guard", victim):
            return "blocked"
    return "fell"


def facts_of(me: str, places: list[str], where: Where, acts: Acts, strikes: Strikes) -> dict[str, Any]:
    """Everything one seat is told of the night."""
    here = where[me]
    act, target = acts[me]
    facts: dict[str, Any] = {
        "place": here,
        "seen": set(),
        "fell": set(),
        "blocked": set(),
        "hid": act == "hide",
        "blows": set(),
        "cries": set(),
        "guarded": None,
        "struck": None,
        "saved": False,
    }

    for other in where:
        if other != me and to_be_found(other, here, where, acts):
            facts["seen"].add(other)

    for (striker, victim), came_to in strikes.items():
        if came_to == "not found":
            continue
        there = where[victim]
        if there == here:
            facts[came_to].add(victim)
            if act == "hide":
                facts["blows"].add((striker, victim))
        if came_to == "fell" and next_door(here, there, places):
            facts["cries"].add(there)
        if came_to == "blocked" and victim == me:
            facts["saved"] = True
        if came_to == "blocked" and there == here and act == "guard" and target == victim:
            facts["guarded"] = "blocked"

    if act == "guard" and not to_be_found(target, here, where, acts):
        facts["guarded"] = "not found"
    if act == "strike":
        facts["struck"] = strikes[me, target]
    return facts


def next_door(here: str, there: str, places: list[str]) -> bool:
    """Whether two places are neighbours in the ring, where the last is next to the first."""
    at = places.index(here)
    before, after = places[at - 1], places[(at + 1) % len(places)]
    return there in (before, after)
