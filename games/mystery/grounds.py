"""Why somebody is accused in the murder mystery: what a seat knows itself, what accounts tell, how they voted, or their silence.

A ground is only what can be told: a murderer's is that of the innocent whom they pretend to be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from games.core import Seat, record
from games.mystery.claims import Account, accounts
from games.mystery.events import Claim
from games.mystery.mind import Belief
from games.mystery.state import State

Why = Literal[
    "saw it", "eyewitness", "elsewhere", "only one", "one of few", "in the open", "contradicts me", "contradicts", "belied", "placed", "own words", "votes", "quiet", "feeling", "what is left", "",
]  # fmt: skip
FEW = 3
NEAR: frozenset[Why] = frozenset({"only one", "one of few", "placed", "own words"})
"""The same thought: they were there."""
CLASHING: frozenset[Why] = frozenset({"contradicts me", "contradicts", "belied"})
ACCUSING = ("accuses", "guilty", "struck")


@record
class Ground:
    """Why somebody is accused: `by` whose word, `about` whose death."""

    why: Why
    by: Seat | None = None
    about: Seat | None = None


def ground(s: State, me: Seat, suspect: Seat, belief: Belief, claims: Mapping[Seat, Sequence[Claim]]) -> Ground:
    """The strongest reason that `me` has to accuse `suspect`, from the view that it speaks from."""
    facts = s.facts_of(me, s.day)
    if facts and any(striker == suspect for striker, _ in facts.blows):
        return Ground("saw it")
    if (seen := _witnessed(s, me, suspect, belief, claims)) is not None:
        return seen
    near: Why = ""
    if facts and (facts.fell or facts.blocked) and suspect in facts.seen:
        left = [each for each in facts.seen if each not in facts.fell and each not in facts.blocked]
        if left == [suspect]:
            return Ground("only one")
        near = "one of few" if _few(s, left) else ""
    elif facts and {*s.alive} - {*facts.seen} == {me, suspect} and any(d.where != facts.place for d in s.lost(s.day)):
        return Ground("elsewhere")
    told = _told(s, me, suspect, belief, claims)
    if near and told.why not in CLASHING:
        return Ground(near)
    hid = any(accounts(said).get(s.day, Account()).hid for said in claims.values())
    if told == Ground("") and facts and suspect in facts.seen and hid and not s.lost(s.day) and not s.calm(s.day):
        return Ground("in the open")
    return told


def charge(s: State, accuser: Seat, me: Seat, belief: Belief, claims: Mapping[Seat, Sequence[Claim]]) -> Ground:
    """What `accuser` seems to charge `me` with, as everybody can see."""
    tale = accounts(claims.get(accuser, ())).get(s.day, Account())
    if any(striker == me for striker, _ in tale.blows):
        return Ground("eyewitness", accuser)
    if tale.fell and {*tale.seen} - {*tale.fell} == {me}:
        return Ground("only one", accuser)
    found = _told(s, accuser, me, belief, claims)
    if found.why in ("quiet", "votes") and any(c.kind == "guilty" and c.whom == me for c in claims[accuser]):
        return nothing(s)  # nobody is sure of somebody for that
    return Ground("contradicts", accuser) if found.why == "contradicts me" else found


def _told(s: State, me: Seat, suspect: Seat, belief: Belief, claims: Mapping[Seat, Sequence[Claim]]) -> Ground:
    """The reason that lies in what was said and done before everybody."""
    shown = {seat for seat, role in s.revealed.items() if role == "murderer"}
    clashes = [clash for clash in belief.clashes if suspect in clash and not clash & shown]
    if any(me in clash for clash in clashes):
        return Ground("contradicts me")
    others = [seat for clash in clashes for seat in clash if seat != suspect]
    if others:
        return Ground("contradicts", min(others, key=lambda seat: belief.guilt[seat]))
    if clashes:
        return Ground("belied")
    return _near(s, me, suspect, claims) or _voted(s, me, suspect) or _quiet(s, me, suspect)


def _witnessed(
    s: State, me: Seat, suspect: Seat, belief: Belief, claims: Mapping[Seat, Sequence[Claim]]
) -> Ground | None:
    """Somebody says that they saw the suspect strike, and is the likelier of the two."""
    for by in s.alive:
        blows = accounts(claims.get(by, ())).get(s.day, Account()).blows if by not in (me, suspect) else ()
        if any(striker == suspect for striker, _ in blows) and belief.guilt[by] < belief.guilt[suspect]:
            return Ground("eyewitness", by)
    return None


def _few(s: State, near: Iterable[Seat]) -> bool:
    """Whether to have been near tells few from many."""
    return len({*near}) <= min(FEW, (len(s.alive) - 1) // 2)


def _near(s: State, me: Seat, suspect: Seat, claims: Mapping[Seat, Sequence[Claim]]) -> Ground | None:
    """Somebody says that the suspect was where somebody fell last night; of themselves, they may."""
    fell = {death.where: death.seat for death in s.lost(s.day)}
    tales = {by: accounts(claims.get(by, ())).get(s.day, Account()) for by in s.alive}
    near = {by for by, told in tales.items() if told.place in fell}
    near |= {seat for by in near for seat in tales[by].seen if seat in s.alive}
    if not _few(s, near - {me}):
        return None
    for by in sorted(claims, key=lambda seat: (seat != suspect, s.seats.index(seat))):
        told = accounts(claims[by]).get(s.day)
        if told is None or by == me:
            continue
        place = told.place if by == suspect or suspect in told.seen else dict(told.others).get(suspect)
        if place in fell:
            return Ground("own words", None, fell[place]) if by == suspect else Ground("placed", by, fell[place])
    return None


def _voted(s: State, me: Seat, suspect: Seat) -> Ground | None:
    """The suspect helped to hang an innocent, or spared a murderer, and I did not."""
    for ballot in reversed(s.ballots):
        if ballot.hangs and (role := s.revealed.get(ballot.hangs)):
            voted = dict(ballot.votes).get(suspect, ballot.hangs if role == "murderer" else None) == ballot.hangs
            mine = dict(ballot.votes).get(me) == ballot.hangs
            if voted == (role == "innocent") != mine:
                return Ground("votes", None, ballot.hangs)
    return None


def _quiet(s: State, me: Seat, suspect: Seat) -> Ground:
    """One of few who have said nothing today, when I have."""
    silent = {*s.alive} - {each.seat for each in s.statements if each.day == s.day and each.text}
    told = s.round > 1 and suspect in silent and me not in silent and _few(s, silent)
    return Ground("quiet") if told else nothing(s)


def nothing(s: State) -> Ground:
    """No reason: a feeling, as long as nothing has happened that one could put together."""
    return Ground("" if s.day > 1 or not s.calm(1) or s.deaths else "feeling")


def named_today(s: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom the seat has accused today before everybody, the latest first."""
    said = [claim for each in s.statements if each.seat == seat and each.day == s.day for claim in each.means]
    return tuple(dict.fromkeys(claim.whom for claim in reversed(said) if claim.whom and claim.kind in ACCUSING))


def cleared_today(s: State, seat: Seat) -> frozenset[Seat]:
    """For whom the seat has stood up today."""
    said = [claim for each in s.statements if each.seat == seat and each.day == s.day for claim in each.means]
    return frozenset(claim.whom for claim in said if claim.whom and claim.kind == "clears")
