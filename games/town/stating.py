"""Claims in words: what the phrasebook says for each, and reads as exactly that."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from games.core import Seat
from games.phrases import fill
from games.town.events import Claim
from games.town.phrases import ALONE, DEEDS, NIGHTS, OUTCOMES, SAYS, SPIED, listed


class _Plainest(random.Random):
    """Dice that always choose the first of several wordings."""

    def choice(self, seq: Any) -> Any:
        return seq[0]


PLAINEST = _Plainest()


def stated(means: Sequence[Claim], rng: random.Random = PLAINEST) -> str:
    """Claims in words; without dice in the plainest."""
    return " ".join(_stated(each, rng) for each in means) or "I claim nothing."


def _stated(claim: Claim, rng: random.Random) -> str:
    slots = {"role": (claim.role or "").title(), "target": f"{{{claim.target}}}"}
    match claim.kind:
        case "role" if not claim.role:
            return f"I'm {claim.found.title()}."
        case "role":
            return fill(rng.choice(SAYS["role"]), slots)
        case "accuse" | "trust" if claim.found.startswith("not "):
            return f"{{{claim.target}}} is not the {claim.found[4:].title()}."
        case "accuse" | "trust":
            return fill(rng.choice(SAYS["trust as" if claim.role else claim.kind]), slots)
    if claim.act == "bug" and claim.found and not claim.night:
        return f"The Mafia visited {_people(claim.found)}."
    style = rng.choice(NIGHTS[1:]) if claim.night else "I {did}."
    return night_said(claim, style, rng) if tellable(claim) else _plainly(claim)


def _plainly(claim: Claim) -> str:
    """What built-in players would not tell: “Night 2: I frame {p3}.”"""
    night = f"Night {claim.night}: " if claim.night else ""
    return f"{night}I {claim.act or claim.found}{f' {{{claim.target}}}' if claim.target else ''}."


def tellable(claim: Claim) -> bool:
    """Whether there are words for what somebody did in a night."""
    if claim.act is None:
        return claim.found in ALONE if claim.kind == "whereabouts" else claim.target is not None
    if claim.act == "bug":
        return claim.found == "nobody" or claim.found.startswith("p")
    if claim.act == "swap" and not claim.found:
        return False
    return claim.act in ALONE or (claim.target is not None and claim.act in DEEDS)


def night_said(claim: Claim, style: str, rng: random.Random) -> str:
    """One night in a sentence; without dice in the shortest one."""
    if claim.act == "bug":
        spied = {"On": SPIED[0], "Ni": SPIED[1]}.get(style[:2], SPIED[2])
        return fill(spied, {"n": f"{claim.night}", "seats": _people(claim.found)})
    return fill(style, {"n": f"{claim.night}", "did": in_short(claim, rng)})


def in_short(claim: Claim, rng: random.Random = PLAINEST) -> str:
    """What was done in a night, in few words: “questioned {p3}: suspicious”. There must be words for it; see `tellable`."""
    if claim.act == "bug":
        return f"Mafia visited {_people(claim.found)}"
    if claim.act in ALONE or claim.kind == "whereabouts":
        return rng.choice(ALONE[claim.act or claim.found])
    whom = f"{{{claim.target}}} and {{{claim.found}}}" if claim.act == "swap" else f"{{{claim.target}}}"
    return f"{rng.choice(DEEDS[claim.act or 'jail'])} {whom}{_came_of(claim, rng)}"


def _came_of(claim: Claim, rng: random.Random) -> str:
    found = claim.found
    if claim.kind != "result" or not found:
        return ""
    if found in OUTCOMES:
        return rng.choice(OUTCOMES[found])
    if found.startswith("p"):
        return rng.choice(OUTCOMES["visitors"]).replace("{seats}", _people(found))
    *most, last = [each.title() for each in found.split(", ")]
    roles = f"{', '.join(most)} or {last}" if most else last
    return rng.choice(OUTCOMES["roles" if most else "role"]).replace("{roles}", roles)


def _people(found: str) -> str:
    return "nobody" if found == "nobody" else listed(Seat(each) for each in found.split(", "))
