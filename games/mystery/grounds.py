"""Why somebody is accused in the murder mystery: a fact that tells them from all others, by what a seat saw and what accounts tell.

A ground is only what can be told: a murderer's is that of the innocent whom they pretend to be.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, get_args

from games.core import Seat, record
from games.mystery.claims import Account, accounts, claims_of
from games.mystery.events import ACCUSING
from games.mystery.mind import Belief, believe, conflict
from games.mystery.state import State

Why = Literal[
    "told",
    "false witness",
    "eyewitness",
    "only one",
    "elsewhere",
    "near",
    "contradicts me",
    "contradicts",
    "belied",
    "lot",
    "",
]
"""From what leaves no doubt to “lot”, on which one votes in silence; “”: nothing speaks against them."""
SILENT: frozenset[Why] = frozenset({"eyewitness", "lot", ""})
"""What everybody has heard from whoever saw it, and what says nothing."""
BETWEEN: frozenset[Why] = frozenset({"only one", "near", "elsewhere"})
"""That leave one or two."""
OWN: frozenset[Why] = frozenset({"told", "false witness", "only one", "contradicts me"})
"""What nobody else can know."""
STANDS_OUT = 1.5
"""Whoever is suspected so many times as much as chance would have it gets a vote, for want of more."""

Tales = Mapping[Seat, Mapping[int, Account]]
"""What each has told of each night."""
Room = tuple[str, tuple[Seat, ...]]
"""Who was in a place."""


@record
class Ground:
    """Why somebody is accused: `by` whose word, `about` whom it happened to, in what `place` and `night`. `among`: whom alone it leaves;
    `company`: who was where else. Of a clash, `about` is in `place` by the suspect's story, and by `by`'s in `other`: “” is out of the one that
    stands in both."""

    why: Why
    by: Seat | None = None
    about: Seat | None = None
    place: str = ""
    other: str = ""
    night: int = 0
    among: tuple[Seat, ...] = ()
    company: tuple[Room, ...] = ()


def tales_of(s: State) -> Tales:
    """What each has told in this view."""
    return {seat: accounts(claims_of(s, seat)) for seat in s.seats}


def alike(tales: Tales, night: int, me: Seat, mine: Account, but: Sequence[Seat]) -> Seat | None:
    """Who has told the same of a night that several were together, `but` for these."""

    def whole(by: Seat, told: Account) -> tuple[object, ...]:
        return told.place, {by, *told.seen}, told.alone, {*told.fell}, {*told.blocked}, {*told.cries}

    if (
        mine != Account(mine.place, mine.seen, True, fell=mine.fell, blocked=mine.blocked, cries=mine.cries)
        or len(mine.seen) < 2
    ):
        return None
    every = ((by, told[night]) for by, told in tales.items() if by not in (me, *but) and night in told)
    return next((by for by, told in every if not told.hid and whole(by, told) == whole(me, mine)), None)


def grounds(s: State, me: Seat, tales: Tales) -> dict[Seat, Ground]:
    """Of whom `me` could tell why they should hang, and why: whatever they overlook or feel, a ground is what can be told."""
    belief, within = believe(s, me), sorted(reaches(s, me, tales), key=lambda each: (len(each.among), -each.night))
    found = {each: ground(s, me, each, belief, tales, within) for each in s.alive if each != me}
    return {each: why for each, why in found.items() if why.why}


def rank(why: Ground) -> int:
    """The smaller, the stronger."""
    return get_args(Why).index(why.why)


def ground(s: State, me: Seat, suspect: Seat, belief: Belief, tales: Tales, within: list[Ground]) -> Ground:
    """The strongest reason that `me` has to accuse `suspect`, from the view that it speaks from."""
    facts = s.facts_of(me, s.day)
    if facts and any(striker == suspect for striker, _ in facts.blows):
        return Ground("told", night=s.day)  # whoever has seen the blow has said so
    if (seen := _witnessed(s, me, suspect, belief, tales)) is not None:
        return seen
    left = next((each for each in within if suspect in each.among and len(each.among) <= 2), Ground(""))
    if len(left.among) == 1:
        return left
    if (clash := _clash(s, me, suspect, belief, tales)) or left.why:
        return clash or left
    others = {*s.alive} - {me}
    cleared = _cleared(s, me, tales)
    if s.calm(s.day) or (suspect in cleared and others - cleared):
        return Ground("")
    stands_out = belief.guilt[suspect] >= STANDS_OUT * s.at_large / (len(s.alive) - 1)
    return Ground("lot" if stands_out or _voted(s, me, suspect) or len(s.alive) <= 3 * s.at_large else "")


def telling(why: Ground, sure: bool = False) -> bool:
    """Whether it is worth words: whoever was there has told who else was."""
    return why.why not in SILENT and (sure or why.why not in ("only one", "near") or len(why.among) == 1)


def falls_to(s: State, me: Seat, why: Ground) -> bool:
    """Whether it is for `me` to say: nobody else knows it, or the lot, which all know, falls to them."""
    facts = s.facts_of(me, s.day)
    know = facts.seen if s.round == 1 and facts else s.alive
    able = sorted({me, *know}.intersection(s.alive).difference(why.among))
    return why.why in OWN or random.Random(f"{s.day} {s.round} {why.among} {s.places}").choice(able) == me


def said_before(s: State, whom: Seat, night: int) -> bool:
    """Whether somebody has accused them since that night."""
    return any(whom in _named(s, by, day) for by in s.seats for day in range(night or s.day, s.day + 1))


# ── who can have been there ───────────────────────────────────────────────────────────────────────────────────────────


def reaches(s: State, me: Seat, tales: Tales) -> Iterator[Ground]:
    """For each blow that is not explained, whom alone `me` can take for its hand."""
    for night in range(1, len(s.facts) + 1):
        facts = s.facts_of(me, night)
        blows = {death.seat: death.where for death in s.lost(night) if death.where in s.places}
        blows |= dict.fromkeys(facts.blocked, facts.place) if facts else {}
        for victim, place in blows.items():
            if found := _reach(s, me, night, victim, place, tales, blows):
                yield found


def _reach(
    s: State, me: Seat, night: int, victim: Seat, place: str, tales: Tales, blows: Mapping[Seat, str]
) -> Ground | None:
    lived = [seat for seat in s.seats if all(death.seat != seat or death.day >= night for death in s.deaths)]
    row = {by: tales.get(by, {}).get(night, Account()) for by in lived}
    facts = s.facts_of(me, night)
    mine = {*facts.seen} if facts else set[Seat]()
    tellers = [by for by, tale in row.items() if tale.place == place and by != me]
    rooms = dict[str, set[Seat]]()
    why: Why
    if facts and facts.place == place:
        why, near = "only one", mine
    elif tellers:
        why, near = "near", {*tellers}.union(*(row[by].seen for by in tellers))
        if near & {*mine, me} or not all(row[by].alone for by in tellers):
            return None
    else:
        why = "elsewhere"
        if facts and mine:
            rooms[facts.place] = {*mine, *([] if facts.hid else [me])}
        for by, tale in row.items():
            if by != me and tale.place:
                there = {seat for seat in tale.seen if row.get(seat, tale).place in (None, tale.place)}
                rooms[tale.place] = rooms.get(tale.place, set()) | there
        near = {*lived}.difference(*rooms.values())
    guards = [by for by, tale in row.items() if tale.guarded == victim]
    innocent = {
        me,
        *(seat for seat, role in s.revealed.items() if role == "innocent"),
        *(guards if len(guards) == 1 else ()),
    }
    innocent |= {death.seat for death in s.deaths if death.where in s.places}
    innocent |= {each for told in s.told(me).values() for each in told.blocked}
    left = near - innocent
    sight = {*s.alive} - mine - {me}
    if len(left) <= [*blows.values()].count(place):  # as many hands as blows
        left = {each for each in left if s.revealed.get(each) != "murderer"}
    if not left or any(s.revealed.get(each) == "murderer" for each in left):
        return None  # theirs may have been the hand
    if why == "near" and near - left - {victim}:
        return None  # others were there, too
    if (
        why == "elsewhere"
        and (left != sight or len(left) > 1)
        and any(row[each].place is None for each in s.alive if each != me)
    ):
        return None  # who has not told yet may have seen them
    among = tuple(seat for seat in s.seats if seat in left)
    company = tuple((where, tuple(seat for seat in s.seats if seat in who)) for where, who in rooms.items() if who)
    guard = guards[0] if why == "only one" and guards and guards[0] in near - {me} else None
    return Ground(why, guard, victim, place, "", night, among, company)


def _cleared(s: State, me: Seat, tales: Tales) -> frozenset[Seat]:
    """Whom I, or others by their own account, had in sight while somebody fell elsewhere."""
    fell = {death.where for death in s.lost(s.day)}
    facts = s.facts_of(me, s.day)
    mine = facts.seen if facts and fell and facts.place not in fell else ()
    told = (tales.get(by, {}).get(s.day, Account()) for by in s.alive if by != me)
    return frozenset(mine).union(*(each.seen for each in told if fell and each.place and each.place not in fell))


# ── whose word stands against whose ───────────────────────────────────────────────────────────────────────────────────


def _clash(s: State, me: Seat, suspect: Seat, belief: Belief, tales: Tales) -> Ground | None:
    """The suspect's account does not go with mine, somebody's, or what everybody knows."""
    shown = {seat for seat, role in s.revealed.items() if role == "murderer"}
    clashes = [clash for clash in belief.clashes if suspect in clash and not clash & shown]
    with_me = {
        seat for clash in belief.clashes if me in clash for seat in clash
    }  # what speaks against me, too, I leave alone
    others = [seat for clash in clashes for seat in clash if seat != suspect and seat not in with_me]
    by = me if suspect in with_me else min(others, key=lambda seat: belief.guilt[seat], default=None)
    for night in range(s.day, 0, -1) if by else ():
        assert by
        one, other = (tales.get(each, {}).get(night, Account()) for each in (suspect, by))
        if found := conflict(suspect, one, by, other):
            about, here, there = found
            if by != me and s.revealed.get(by) != "innocent" and len({*others}) < 2:
                return Ground("lot")  # of two who contradict each other it may be either
            return Ground("contradicts me" if by == me else "contradicts", by, about, here, there, night, (suspect,))
    return Ground("belied", night=s.day, among=(suspect,)) if any(len(clash) == 1 for clash in clashes) else None


def _witnessed(s: State, me: Seat, suspect: Seat, belief: Belief, tales: Tales) -> Ground | None:
    """Somebody, whom it may have cost their life, says that they saw the suspect strike, and is the likelier of the two; or
    the suspect says so of me."""
    for by in s.seats:
        strikers = {striker for told in tales.get(by, {}).values() for striker, _ in told.blows}
        if by == suspect and me in strikers:
            return Ground("false witness", night=s.day)
        if by not in (me, suspect) and suspect in strikers and belief.guilt[by] < belief.guilt[suspect]:
            return Ground("eyewitness", by)
    return None


def _voted(s: State, me: Seat, suspect: Seat) -> bool:
    """Whether the suspect helped to hang an innocent, or spared a murderer, and I did not."""
    for ballot in reversed(s.ballots):
        if ballot.hangs and (role := s.revealed.get(ballot.hangs)):
            voted = dict(ballot.votes).get(suspect, ballot.hangs if role == "murderer" else None) == ballot.hangs
            if voted == (role == "innocent") != (dict(ballot.votes).get(me) == ballot.hangs):
                return True
    return False


# ── an answer ─────────────────────────────────────────────────────────────────────────────────────────────────────────

Plea = Literal["witnesses", "saw", "seen", "unseen"]


@record
class Answer:
    """What an accused seat can say: the witnesses are false; they saw those who accuse them strike; `whom` saw them in `place` when `about` died; whoever struck there stood beside
    `whom`; nobody saw `whom`, either."""

    plea: Plea
    whom: tuple[Seat, ...] = ()
    about: Seat | None = None
    place: str = ""


def accusers(s: State, me: Seat) -> tuple[Seat, ...]:
    """Who of the living has accused `me` today."""
    return tuple(by for by in s.alive if by != me and me in named_today(s, by))


def answer(s: State, me: Seat, tales: Tales) -> Answer | None:
    """What says most against what is said of `me` today, from the view that it speaks from; None: nothing that could be looked up."""
    by = accusers(s, me)
    false = tuple(each for each in by if any(me in dict(told.blows) for told in tales.get(each, {}).values()))
    if 0 < len(false) <= s.at_large:
        return Answer("witnesses", false)
    facts, fell = s.facts_of(me, s.day), s.lost(s.day)
    if facts and any(each in dict(facts.blows) for each in by):
        return Answer("saw", by)
    row = {each: tales.get(each, {}).get(s.day, Account()) for each in s.alive}
    here = (*facts.fell, *facts.blocked) if facts else ()
    for death in fell if facts and not here else ():
        assert facts
        saw = tuple(each for each in facts.seen if each in s.alive and each not in by and me in row[each].seen)
        if saw and death.where != facts.place:
            return Answer("seen", saw, death.seat, facts.place)
    seen = {each for tale in row.values() for each in tale.seen}
    alone = tuple(each for each in by if row[each].alone and not row[each].seen and each not in seen)
    if alone and fell and facts and not here and facts.seen == () and fell[0].where != row[alone[0]].place:
        return Answer("unseen", alone[:1], fell[0].seat)
    return None


def nobody_near(s: State, me: Seat, tales: Tales) -> tuple[Seat, str] | None:
    """Who fell last night where nobody says that they were, when all have told, and the lot to say so falls to `me`."""
    told = [tales.get(by, {}).get(s.day, Account()).place for by in s.alive]
    if None in told or random.Random(f"{s.day} {s.places} {told}").choice(s.alive) != me:
        return None
    return next(
        ((death.seat, death.where) for death in s.lost(s.day) if death.where in s.places and death.where not in told),
        None,
    )


# ── what was said of whom ─────────────────────────────────────────────────────────────────────────────────────────────


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
