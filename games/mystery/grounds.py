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
    "told", "eyewitness", "elsewhere", "only one", "all of them", "between", "one of few", "in the open", "contradicts me", "contradicts", "belied", "nobody else", "placed", "own words", "votes", "spared", "quiet", "feeling", "what is left", "",
]  # fmt: skip
Note = Literal["agree", "alone", "late"]
FEW = 3
FLAT = 1.1
"""Whoever is suspected at most so many times as much as chance would have it is named by a feeling."""
NEAR: frozenset[Why] = frozenset({"only one", "between", "one of few", "placed", "own words"})
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
        return Ground("told")  # whoever has seen the blow has said so
    if (seen := _witnessed(s, me, suspect, belief, claims)) is not None:
        return seen
    near: Why = ""
    if facts and (facts.fell or facts.blocked) and suspect in facts.seen:
        left = [each for each in facts.seen if each not in facts.fell and each not in facts.blocked]
        if left == [suspect]:
            return Ground("only one", None, (*facts.fell, *facts.blocked)[0])
        if len(left) == len({*facts.fell, *facts.blocked}):
            return Ground("all of them")
        near = "one of few" if _few(s, left) else ""
    elif facts and {*s.alive} - {*facts.seen} == {me, suspect} and any(d.where != facts.place for d in s.lost(s.day)):
        return Ground("elsewhere")
    told = _told(s, me, suspect, belief, claims)
    if near and facts and told.why not in CLASHING:
        return Ground(near, None, (*facts.fell, *facts.blocked)[0])
    hid = any(accounts(said).get(s.day, Account()).hid for said in claims.values())
    if told == Ground("") and facts and suspect in facts.seen and hid and not s.lost(s.day) and not s.calm(s.day):
        return Ground("in the open")
    chance = s.at_large / max(1, len(s.alive) - 1)
    return Ground("feeling") if told == Ground("") and belief.guilt[suspect] <= FLAT * chance else told


def between(s: State, me: Seat, whom: Sequence[Seat], claims: Mapping[Seat, Sequence[Claim]]) -> Ground | None:
    """Nobody but these was near somebody who fell last night, as they tell it themselves."""
    tales = {by: accounts(claims.get(by, ())).get(s.day, Account()) for by in s.alive}
    for death in s.lost(s.day):
        there = {by for by, told in tales.items() if told.place == death.where}
        near = {seat for by in there for seat in (by, *tales[by].seen) if seat in s.alive}
        if near == there == {*whom} and me not in near and all(tales[by].alone for by in there):
            return Ground("between", None, death.seat)
    return None


def charge(s: State, accuser: Seat, me: Seat, belief: Belief, claims: Mapping[Seat, Sequence[Claim]]) -> Ground:
    """What `accuser` seems to charge `me` with, as everybody can see."""
    told = accounts(claims.get(accuser, ()))
    if any(striker == me for tale in told.values() for striker, _ in tale.blows):
        return Ground("eyewitness", accuser)
    tale = told.get(s.day, Account())
    if tale.fell and {*tale.seen} - {*tale.fell} == {me}:
        return Ground("only one", accuser)
    found = _told(s, accuser, me, belief, claims)
    if found.why == "quiet" and any(c.kind == "guilty" and c.whom == me for c in claims[accuser]):
        return nothing(s)  # nobody is sure of somebody for that
    if found.by is not None and found.by not in s.alive:
        return nothing(s)  # whoever denies the word of the dead does not speak of it
    return Ground("contradicts", accuser) if found.why == "contradicts me" else found


def _told(s: State, me: Seat, suspect: Seat, belief: Belief, claims: Mapping[Seat, Sequence[Claim]]) -> Ground:
    """The reason that lies in what was said and done before everybody."""
    shown = {seat for seat, role in s.revealed.items() if role == "murderer"}
    clashes = [clash for clash in belief.clashes if suspect in clash and not clash & shown]
    if any(me in clash for clash in clashes):
        return Ground("contradicts me")
    mine = {
        seat for clash in belief.clashes if me in clash for seat in clash
    }  # what speaks against me, too, I leave alone
    others = [seat for clash in clashes for seat in clash if seat != suspect and seat not in mine]
    if others:
        return Ground("contradicts", min(others, key=lambda seat: belief.guilt[seat]))
    if any(len(clash) == 1 for clash in clashes):
        return Ground("belied")
    return (
        _unaccounted(s, suspect, claims)
        or _near(s, me, suspect, claims)
        or _voted(s, me, suspect)
        or _quiet(s, me, suspect)
    )


def _witnessed(
    s: State, me: Seat, suspect: Seat, belief: Belief, claims: Mapping[Seat, Sequence[Claim]]
) -> Ground | None:
    """Somebody, whom it may have cost their life, says that they saw the suspect strike, and is the likelier of the two; or
    the suspect says so of me."""
    for by in s.seats:
        strikers = {striker for told in accounts(claims.get(by, ())).values() for striker, _ in told.blows}
        if by == suspect and me in strikers:
            return Ground("contradicts me")
        if by not in (me, suspect) and suspect in strikers and belief.guilt[by] < belief.guilt[suspect]:
            return Ground("eyewitness", by)
    return None


def _unaccounted(s: State, suspect: Seat, claims: Mapping[Seat, Sequence[Claim]]) -> Ground | None:
    """Everybody else tells of another place than where somebody fell, and the suspect of none."""
    told = {by: accounts(claims.get(by, ())).get(s.day, Account()) for by in s.alive}
    places = {tale.place for by, tale in told.items() if by != suspect}
    if told[suspect].place or None in places or any(suspect in tale.seen for tale in told.values()):
        return None
    fell = [death.seat for death in s.lost(s.day) if death.where in s.places and death.where not in places]
    return Ground("nobody else", None, fell[0]) if fell else None


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
        if told is None or by == me or me in told.seen:
            continue  # who puts me there, too, is no witness of mine
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
                return Ground("votes" if voted else "spared", None, ballot.hangs)
    return None


def _quiet(s: State, me: Seat, suspect: Seat) -> Ground:
    """One of few who have said nothing today, when I have."""
    silent = {*s.alive} - {each.seat for each in s.statements if each.day == s.day and each.text}
    told = s.round > 1 and suspect in silent and me not in silent and _few(s, silent)
    return Ground("quiet") if told else nothing(s)


def nothing(s: State) -> Ground:
    """No reason: a feeling, as long as nothing has happened that one could put together."""
    return Ground("" if s.day > 1 or not s.calm(1) or s.deaths else "feeling")


def calm_notes(s: State, belief: Belief, claims: Mapping[Seat, Sequence[Claim]]) -> list[tuple[Note, tuple[Seat, ...]]]:
    """What everybody can see in the stories of a night in which nobody fell, and of whom."""
    told = {by: tale for by in s.alive if (tale := accounts(claims.get(by, ())).get(s.day, Account())).place}
    seen = {seat for tale in told.values() for seat in tale.seen}
    alone = tuple(by for by, tale in told.items() if tale.alone and not tale.seen and by not in seen)
    late = tuple(by for by in s.alive if by not in told)
    found: list[tuple[Note, tuple[Seat, ...]]] = [("alone", alone), ("late", late if s.round > 1 else ())]
    few = [(note, whom) for note, whom in found if 0 < len(whom) <= min(2, len(told) // 2)]
    agree = len(told) > len(s.alive) // 2 and not any(clash <= {*s.alive} for clash in belief.clashes)
    return [*([("agree", ())] if agree else []), *few]  # type: ignore[list-item]


def named_today(s: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom the seat has accused today before everybody, the latest first."""
    return _named(s, seat, s.day)


def named_before(s: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom of the living it has accused on the latest day on which it accused anybody."""
    days = (_named(s, seat, day) for day in range(s.day, 0, -1))
    return tuple(whom for whom in next((each for each in days if each), ()) if whom in s.alive)


def _named(s: State, seat: Seat, day: int) -> tuple[Seat, ...]:
    said = [claim for each in s.statements if each.seat == seat and each.day == day for claim in each.means]
    return tuple(dict.fromkeys(claim.whom for claim in reversed(said) if claim.whom and claim.kind in ACCUSING))


def cleared_today(s: State, seat: Seat) -> frozenset[Seat]:
    """For whom the seat has stood up today."""
    said = [claim for each in s.statements if each.seat == seat and each.day == s.day for claim in each.means]
    return frozenset(claim.whom for claim in said if claim.whom and claim.kind == "clears")
