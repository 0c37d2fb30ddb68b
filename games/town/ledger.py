"""What code knows of a town, for somebody who has to think about it in words: counted from one view, with nothing guessed.

How many live and what a trial takes, which slots of the role list nobody known fills, who claims what and what is known
against it, and how everybody judged those whose role is shown by now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core import Seat
from games.town import claims
from games.town.claims import Claimed, claimed_role, claims_of, contradicted
from games.town.lists import pool, possible
from games.town.manual import titles
from games.town.mind import KILLER, MAFIA, PARTY, TOWN, known_roles, left, open_slots
from games.town.people import RoleName
from games.town.phrases import and_, listed
from games.town.state import State
from games.town.trial import threshold

BECOMES: frozenset[RoleName] = frozenset({"amnesiac", "vampire"})
"""Where these may be, somebody may truly be of a role of the Town that no slot has dealt."""


def ledger(s: State, seat: Seat) -> tuple[str, ...]:
    """A line for each thing that is so by the view of `seat`, with {seat} marks."""
    return (*_counts(s, seat), *claims.ledger(s, filter(lambda each: _weighs(s, each), claims_of(s))), *_judged(s))


def _counts(s: State, seat: Seat) -> Iterator[str]:
    yield f"{len(s.alive)} live, and a trial takes votes of {threshold(len(s.alive))}."
    known = known_roles(s, seat)
    others = [each for each in s.alive if each not in known]
    roles = tuple(sorted(known.values()))
    open_ = open_slots(s.slots, roles)
    if not others or not open_:
        return
    named = {pool(slot): slot for slot in s.slots}
    yield f"Whose role you do not know: {listed(others)}. Of the role list is left for them: {', '.join(named[each] for each in open_)}."
    town, mafia, killer, other = left(s.slots, roles).parties
    buried = sum(each not in known for each in s.seats) - len(others)
    among = f" ({buried} of them died with their role hidden)" if buried else ""
    sides = ((town, "of the Town"), (mafia, "of the Mafia"), (killer, "other killers"), (other, "other neutrals"))
    yield f"That is about {and_([f'{count:.1f} {side}' for count, side in sides if count])}{among}."
    claimed = {claimed_role(s, each) for each in s.alive}
    sure = dict.fromkeys(each[0] for each in open_ if len(each) == 1 and PARTY[each[0]] == TOWN)
    if any(claimed) and (unclaimed := [role for role in sure if role not in claimed]):
        yield f"Nobody alive claims what the list has for sure: {titles(unclaimed)}."
    told = [role for each in others if (role := claimed_role(s, each)) is not None and PARTY[role] == TOWN]
    if (true := _fit(told, open_)) < len(told) and not BECOMES & possible(s.slots):
        yield f"{len(told)} of those whose role you do not know claim a role of the Town; by the list {true} of them can be right at most."
    wrong = sum(grave.lynched and grave.role is not None and PARTY[grave.role] == TOWN for grave in s.graves)
    right = sum(grave.lynched and grave.role is not None and PARTY[grave.role] in (MAFIA, KILLER) for grave in s.graves)
    if wrong or right:
        yield f"Hanged so far: {wrong} of the Town, {right} of the Mafia or other killers."
    threats = mafia + killer + sum(PARTY[role] in (MAFIA, KILLER) for at, role in known.items() if at in s.alive)
    if (days := _days(len(s.alive), threats)) is not None:
        ropes = "no further wrong rope" if days == 0 else f"{days} more wrong rope{'s' if days > 1 else ''}"
        yield f"If one dies a night, the Town can afford {ropes} before those who have to hang are half of the living."


def _fit(roles: Sequence[RoleName], pools: Sequence[Sequence[RoleName]]) -> int:
    """How many of these roles the slots can deal at most, one a slot: a matching, made larger by one path after the other."""
    taken: dict[int, RoleName] = {}

    def place(role: RoleName, tried: set[int]) -> bool:
        for at, pool_ in enumerate(pools):
            if role in pool_ and at not in tried:
                tried.add(at)
                if at not in taken or place(taken[at], tried):
                    taken[at] = role
                    return True
        return False

    return sum(place(role, set()) for role in roles)


def _days(alive: int, threats: float) -> int | None:
    """How many may be hanged wrongly, each followed by a killing at night, before half of the living are evil; None where none
    is."""
    evil = round(threats)
    return max(0, (alive - 2 * evil - 1) // 2) if evil else None


def _weighs(s: State, claim: Claimed) -> bool:
    """Roles, results, and whatever cannot be; who merely accuses whom stands in what was said."""
    return claim.kind in ("role", "result") or bool(contradicted(s, claim))


def _judged(s: State) -> Iterator[str]:
    """How everybody who lives judged those who were shown since."""
    shown = {grave.seat: grave.role for grave in s.graves if grave.role is not None}
    for voter in s.alive:
        votes = [
            f"{vote} on {{{each.accused}}} ({shown[each.accused].title()})"
            for each in s.sentences
            if each.accused in shown
            for who, vote in each.votes
            if who == voter and vote != "abstain"
        ]
        if votes:
            yield f"{{{voter}}} voted {', '.join(votes)}."
