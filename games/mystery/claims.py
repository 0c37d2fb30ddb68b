"""What somebody has claimed: of each night, as others report it, and who lied, once all is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from games.core import Seat, record
from games.mystery.events import Claim, Facts, Kind, listed
from games.mystery.state import State


@record
class Account:
    """What somebody claims of one night, all in all. `alone` says that nobody else was seen; `others` are seats said to
    have been in places."""

    place: str | None = None
    seen: tuple[Seat, ...] = ()
    alone: bool = False
    hid: bool = False
    followed: Seat | None = None
    guarded: Seat | None = None
    saved: bool = False
    fell: tuple[Seat, ...] = ()
    blocked: tuple[Seat, ...] = ()
    blows: tuple[tuple[Seat, Seat], ...] = ()
    cries: tuple[str, ...] = ()
    others: tuple[tuple[Seat, str], ...] = ()


# ── accounts ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def accounts(claims: Iterable[Claim]) -> dict[int, Account]:
    """What one speaker's claims make of each night; the later of two places counts."""
    nights: dict[int, list[Claim]] = {}
    for claim in claims:
        nights.setdefault(claim.night, []).append(claim)
    return {night: _account(tuple(each)) for night, each in nights.items()}


@lru_cache(maxsize=1 << 12)
def _account(claims: tuple[Claim, ...]) -> Account:
    """What they make of one night, remembered: every view reads them again, at each step of a game."""
    place, others = None, dict[Seat, str]()
    by_kind: dict[str, list[Claim]] = {}
    for claim in claims:
        by_kind.setdefault(claim.kind, []).append(claim)
        if claim.kind == "was" and claim.whom == claim.by:
            place = claim.place
        elif claim.kind == "was" and claim.whom and claim.place:
            others[claim.whom] = claim.place

    def seats(kind: Kind) -> tuple[Seat, ...]:
        return tuple(dict.fromkeys(claim.whom for claim in by_kind.get(kind, ()) if claim.whom))

    place = place or next((claim.place for claim in by_kind.get("saw", ()) if claim.place), None)
    for claim in by_kind.get("fell", ()):
        if claim.whom and claim.place not in (None, place):
            others[claim.whom] = claim.place  # whoever fell elsewhere was not seen to fall
    return Account(
        place,
        seats("saw"),
        "alone" in by_kind,
        "hid" in by_kind,
        next(iter(seats("followed")), None),
        next(iter(seats("guarded")), None),
        "saved" in by_kind,
        tuple(seat for seat in seats("fell") if seat not in others),
        seats("blocked"),
        tuple(dict.fromkeys((c.whom, c.other) for c in by_kind.get("struck", ()) if c.whom and c.other)),
        tuple(dict.fromkeys(claim.place for claim in by_kind.get("cry", ()) if claim.place)),
        tuple(others.items()),
    )


def as_claims(account: Account, by: Seat, night: int) -> tuple[Claim, ...]:
    """The account as claims: `accounts` makes the same of them again."""
    place, told = account.place, account

    def those(kind: Kind, whom: Iterable[Seat | None], place: str | None = None) -> list[Claim]:
        return [Claim(kind, by, night, seat, place) for seat in whom]

    return (
        *those("was", [by] if place else [], place),
        *those("hid", [None] * told.hid),
        *those("followed", [told.followed] if told.followed else []),
        *those("guarded", [told.guarded] if told.guarded else []),
        *those("saw", told.seen, place),
        *those("alone", [None] * told.alone),
        *(Claim("struck", by, night, striker, None, victim) for striker, victim in told.blows),
        *those("fell", told.fell, place),
        *those("blocked", told.blocked),
        *those("saved", [None] * told.saved),
        *(Claim("cry", by, night, None, each) for each in told.cries),
        *(Claim("was", by, night, seat, each) for seat, each in told.others),
    )


def claims_of(s: State, seat: Seat) -> tuple[Claim, ...]:
    """All that `seat` has claimed in this view, in order."""
    return tuple(claim for said in s.statements if said.seat == seat for claim in said.means)


# ── a claim in words ──────────────────────────────────────────────────────────────────────────────────────────────────


REPORTED: Mapping[str, str] = {
    "was self": "{me} claimed to have been{there} {night}.", "was": "{me} claimed that {whom} was{there} {night}.",
    "saw": "{me} claimed to have seen {whom}{there} {night}.", "alone": "{me} claimed to have seen nobody else {night}.",
    "hid": "{me} claimed to have hidden {night}.", "followed": "{me} claimed to have followed {whom} {night}.",
    "guarded": "{me} claimed to have guarded {whom} {night}.", "cry": "{me} claimed to have heard a cry from the {place} {night}.",
    "fell": "{me} claimed that {whom} fell{there} {night}.", "blocked": "{me} claimed that a blow at {whom} was blocked {night}.",
    "saved": "{me} claimed to have been struck at {night}.", "struck": "{me} claimed to have seen {whom} strike {other} {night}.",
    "guilty": "{me} claimed that {whom} is a murderer.", "accuses": "{me} suspected {whom}.",
    "clears self": "{me} claimed to be innocent.", "clears": "{me} took {whom} for innocent.",
}  # fmt: skip

OWN_WORDS: Mapping[str, str] = {
    "was self": "I was{there} {night}.", "was": "{whom} was{there} {night}.", "saw": "I saw {whom}{there} {night}.",
    "alone": "I saw nobody else {night}.", "hid": "I hid {night}.", "followed": "I followed {whom} {night}.",
    "guarded": "I guarded {whom} {night}.", "cry": "I heard a cry from the {place} {night}.", "fell": "{whom} fell{there} {night}.",
    "blocked": "A blow at {whom} was blocked {night}.", "saved": "I was struck at {night}.",
    "struck": "I saw {whom} strike {other} {night}.", "guilty": "{whom} is a murderer.", "accuses": "I suspect {whom}.",
    "clears self": "I am innocent.", "clears": "{whom} is innocent.",
}  # fmt: skip


def sentence(claim: Claim, wordings: Mapping[str, str] = REPORTED) -> str:
    """The claim as somebody else reports it, or in its speaker's plainest words, with {seat} marks."""
    own = claim.whom == claim.by and claim.kind in ("was", "clears")
    return wordings[f"{claim.kind} self" if own else claim.kind].format(
        me=f"{{{claim.by}}}", whom=f"{{{claim.whom}}}", other=f"{{{claim.other}}}", night=f"on night {claim.night}",
        place=claim.place, there=f" in the {claim.place}" if claim.place else "",
    )  # fmt: skip


# ── who lied ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class Lie(NamedTuple):
    """A claim that was definitely false: when it was made (the same claim of one seat counts once), and the truth."""

    day: int
    seat: Seat
    claim: Claim
    truth: str


def lies(s: State) -> tuple[Lie, ...]:
    """Who lied about what, in the order of their words. A mistaken suspicion is not a lie, unless whoever voices it knows
    better. Needs the view of a finished game: empty before."""
    if s.ended is None:
        return ()
    found: dict[Claim, Lie] = {}
    named: dict[tuple[Seat, int], set[Seat]] = {}
    for said in s.statements:
        for claim in said.means:
            if claim.kind in ("saw", "fell", "blocked") and claim.whom:
                named.setdefault((said.seat, claim.night), set()).add(claim.whom)
        for claim in said.means:
            truth = _truth(s, claim, named.get((said.seat, claim.night), set())) if claim not in found else None
            if truth:
                found[claim] = Lie(said.day, said.seat, claim, truth)
    return tuple(found.values())


def _truth(s: State, claim: Claim, named: set[Seat]) -> str | None:
    """What was so instead, or None where the claim is true or nobody can tell."""
    if claim.kind in ("guilty", "clears"):
        return _known_better(s, claim)
    facts = s.facts_of(claim.by, claim.night)
    if facts is None:
        return None
    me, whom = f"{{{claim.by}}}", f"{{{claim.whom}}}"
    choice = s.choice_of(claim.by, claim.night)
    match claim.kind:
        case "was" if claim.whom == claim.by and claim.place != facts.place:
            return f"{me} was in the {facts.place}."
        case "was" | "saw" if claim.whom and claim.whom != claim.by:
            return _whereabouts(s, claim, facts)
        case "alone" if set(facts.seen) - named:
            return f"{me} saw {listed(facts.seen)} in the {facts.place}."
        case "hid" if not facts.hid:
            return f"{me} did not hide."
        case "followed" if choice is not None and choice.follow != claim.whom:
            return f"{me} followed {{{choice.follow}}}." if choice.follow else f"{me} followed nobody."
        case "guarded" if choice is not None and not (choice.act == "guard" and choice.target == claim.whom):
            return f"{me} guarded {{{choice.target}}}." if choice.act == "guard" else f"{me} guarded nobody."
        case "cry" if claim.place not in facts.cries and not (facts.fell and claim.place == facts.place):
            return f"{me} heard no cry from there."
        case "fell":
            return _fall(s, claim)
        case "blocked" if not any(claim.whom in each.blocked for each in s.facts[claim.night - 1].values()):
            return f"No blow at {whom} was blocked."
        case "saved" if not facts.saved:
            return f"Nobody saved {me} from a blow."
        case "struck" if claim.whom:
            return _blow(s, claim, claim.whom)
    return None


def _known_better(s: State, claim: Claim) -> str | None:
    """Murderers know who is innocent, and whoever speaks of themselves knows."""
    if s.role(claim.by) != "murderer" or claim.whom is None:
        return None
    if claim.kind == "guilty" and s.role(claim.whom) == "innocent":
        return f"{{{claim.whom}}} was innocent, and {{{claim.by}}} knew it."
    if claim.kind == "clears" and s.role(claim.whom) == "murderer":
        return f"{{{claim.whom}}} was a murderer" + (
            "." if claim.whom == claim.by else f", and {{{claim.by}}} knew it."
        )
    return None


def _whereabouts(s: State, claim: Claim, facts: Facts) -> str | None:
    assert claim.whom is not None
    theirs = s.facts_of(claim.whom, claim.night)
    if theirs is None:
        return None
    truth = f"{{{claim.whom}}} was in the {theirs.place}"
    if claim.kind == "was":
        # Repeating what others say is no lie; who was in one of the two places has seen what was so.
        knew = claim.whom in facts.seen or facts.place == claim.place
        return f"{truth}." if theirs.place != claim.place and knew else None
    if claim.whom not in facts.seen:
        return (
            f"{truth}, out of sight."
            if theirs.place == facts.place
            else f"{truth}, and {{{claim.by}}} in the {facts.place}."
        )
    return f"{truth}." if claim.place not in (None, facts.place) else None


def _fall(s: State, claim: Claim) -> str | None:
    where = next((death.where for death in s.lost(claim.night) if death.seat == claim.whom), "fright")
    if where == "fright":
        return f"{{{claim.whom}}} did not fall that night."
    return f"{{{claim.whom}}} fell in the {where}." if claim.place not in (None, where) else None


def _blow(s: State, claim: Claim, striker: Seat) -> str | None:
    choice = s.choice_of(striker, claim.night)
    if choice is None or choice.act != "strike":
        return f"{{{striker}}} struck at nobody."
    return f"{{{striker}}} struck at {{{choice.target}}}." if choice.target != claim.other else None
