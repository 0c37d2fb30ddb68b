"""Why somebody is accused in the murder mystery: what a seat knows itself, what accounts tell, how they voted, or their silence.

A ground is only what can be told: a murderer's is that of the innocent whom they pretend to be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, get_args

from games.core import Seat, record
from games.mystery.claims import Account, accounts, claims_of
from games.mystery.events import ACCUSING
from games.mystery.mind import Belief, believe
from games.mystery.state import State

Why = Literal[
    "told", "eyewitness", "only one", "all of them", "elsewhere", "contradicts me", "contradicts", "belied", "between", "one of few", "nobody else", "own words", "placed", "unseen", "in the open", "votes", "spared", "quiet", "left", "alone", "last", "apart", "must", "",
]  # fmt: skip
"""From what leaves no doubt to what only chooses among those of whom one knows nothing; “”: nothing that one could say."""
Note = Literal["agree", "alone", "late", "dark", "nobody near"]
Plea = Literal["struck", "seen", "hanged", "near", "company", "nothing", "no proof"]
FEW = 3
STANDS_OUT = 1.5
"""Whoever is suspected so many times as much as chance would have it is what is left of all stories."""
NEAR: frozenset[Why] = frozenset({"only one", "between", "one of few", "placed", "own words"})
"""The same thought: they were there."""
CLASHING: frozenset[Why] = frozenset({"contradicts me", "contradicts", "belied"})
BY_LOT: frozenset[Why] = frozenset({"quiet", "alone", "last", "apart", "must"})
"""Enough to vote on where somebody has to hang, and no more."""


Tales = Mapping[Seat, Mapping[int, Account]]
"""What each has told of each night."""


@record
class Ground:
    """Why somebody is accused: `by` whose word, `about` whose death."""

    why: Why
    by: Seat | None = None
    about: Seat | None = None


@record
class Stand:
    """What speaks for somebody who is accused: who was with them, or about whose death or rope it is."""

    plea: Plea
    whom: tuple[Seat, ...] = ()
    about: Seat | None = None


def tales_of(s: State) -> Tales:
    """What each has told in this view."""
    return {seat: accounts(claims_of(s, seat)) for seat in s.seats}


def grounds(s: State, me: Seat, tales: Tales) -> dict[Seat, Ground]:
    """Of whom `me` could tell why they should hang, and why: whatever they overlook or feel, a ground is what can be told."""
    belief = believe(s, me)
    found = {each: ground(s, me, each, belief, tales) for each in s.alive if each != me}
    return {each: why for each, why in found.items() if why.why}


def rank(why: Ground) -> int:
    """The smaller, the stronger."""
    return get_args(Why).index(why.why)


def ground(s: State, me: Seat, suspect: Seat, belief: Belief, tales: Tales) -> Ground:
    """The strongest reason that `me` has to accuse `suspect`, from the view that it speaks from."""
    facts = s.facts_of(me, s.day)
    if facts and any(striker == suspect for striker, _ in facts.blows):
        return Ground("told")  # whoever has seen the blow has said so
    if (seen := _witnessed(s, me, suspect, belief, tales)) is not None:
        return seen
    beside = [each for night in range(s.day, 0, -1) if (each := _beside(s, me, suspect, night))]
    if beside and beside[0].why != "one of few":
        return beside[0]
    died = s.lost(s.day)
    if facts and {*s.alive} - {*facts.seen} == {me, suspect} and any(each.where != facts.place for each in died):
        return Ground("elsewhere")
    if clash := _clash(s, me, suspect, belief):
        return clash
    others = {*s.alive} - {me}
    cleared = _cleared(s, me, tales)
    free = suspect in cleared and bool(others - cleared)
    if free and facts and suspect in facts.seen:
        return Ground("")  # whoever can say the same for me
    spared = free or s.calm(s.day)  # by others, or because nothing can have happened yet
    told = (
        *beside,
        _unaccounted(s, suspect, tales),
        *(_near(s, me, suspect, tales, night) for night in range(s.day, 0, -1)),
        _unseen(s, me, suspect, tales),
        _in_the_open(s, me, suspect, tales),
        _voted(s, me, suspect),
        None if spared else _quiet(s, me, suspect) or _for_want_of_more(s, me, suspect, belief, tales),
    )
    return next((each for each in told if each), Ground(""))


def _cleared(s: State, me: Seat, tales: Tales) -> frozenset[Seat]:
    """Whom I, or others by their own account, had in sight while somebody fell elsewhere; in a night in which nobody could strike, I
    alone."""
    fell = {death.where for death in s.lost(s.day)}
    facts = s.facts_of(me, s.day)
    mine = facts.seen if facts and facts.place not in fell and (fell or s.calm(s.day)) else ()
    told = (tales.get(by, {}).get(s.day, Account()) for by in s.alive if by != me)
    return frozenset(mine).union(*(each.seen for each in told if fell and each.place and each.place not in fell))


def _beside(s: State, me: Seat, suspect: Seat, night: int) -> Ground | None:
    """I stood by when somebody was struck at that night, and so did the suspect, and few others, or none."""
    facts = s.facts_of(me, night)
    struck = [*facts.fell, *facts.blocked] if facts else []
    if facts is None or not struck or suspect not in facts.seen:
        return None
    known = {each for each, role in s.revealed.items() if role == "innocent"}
    left = [each for each in facts.seen if each not in struck and each not in known]
    if any(s.revealed.get(each) == "murderer" for each in left):
        return None  # theirs may have been the hand
    if left == [suspect]:
        return Ground("only one", None, struck[0])
    if night == s.day and len(left) == len({*struck}):
        return Ground("all of them")
    return Ground("one of few", None, struck[0]) if _few(s, left) else None


def _for_want_of_more(s: State, me: Seat, suspect: Seat, belief: Belief, tales: Tales) -> Ground:
    """Nothing speaks against the suspect but that somebody has to hang today, or that less speaks for them than for the others."""
    seen = facts.seen if (facts := s.facts_of(me, s.day)) else ()
    others = [each for each in s.alive if each not in (me, suspect)]
    if belief.guilt[suspect] >= STANDS_OUT * s.at_large / (len(s.alive) - 1):
        return Ground("left", min(others, key=lambda each: belief.guilt[each]))
    if len(s.alive) > 3 * s.at_large:
        return Ground("")  # there is time
    if suspect in (alone := _alone(s, tales)) and len(alone) <= len(s.alive) // 2:
        return Ground("alone")
    if len(s.alive) == 3:
        return Ground("last")
    return Ground("apart") if seen and suspect not in seen else Ground("must")


def stand(s: State, me: Seat, accuser: Seat | None = None) -> Stand:
    """What speaks for `me` against `accuser`, from the view that it speaks from."""
    facts = s.facts_of(me, s.day)
    fell = {death.where: death.seat for death in s.lost(s.day)}
    with_me = tuple(each for each in facts.seen if each in s.alive and each != accuser) if facts else ()
    if facts and me in facts.blocked:
        return Stand("struck")
    elsewhere = next((victim for place, victim in fell.items() if facts and place != facts.place), None)
    if facts and with_me and not facts.hid and elsewhere and facts.place not in fell:
        return Stand("seen", with_me[:2], elsewhere)
    for ballot in reversed(s.ballots):
        if ballot.hangs and s.revealed.get(ballot.hangs) == "murderer" and dict(ballot.votes).get(me) == ballot.hangs:
            return Stand("hanged", (), ballot.hangs)
    if facts and with_me and facts.place in fell:
        return Stand("near", with_me[:2], fell[facts.place])
    return Stand("company", with_me[:2]) if facts and with_me and not facts.hid and not fell else Stand("nothing")


def between(s: State, me: Seat, whom: Sequence[Seat], tales: Tales) -> Ground | None:
    """Nobody but these was near somebody who fell last night, as they tell it themselves."""
    night_of = {by: tales.get(by, {}).get(s.day, Account()) for by in s.alive}
    for death in s.lost(s.day):
        there = {by for by, told in night_of.items() if told.place == death.where}
        near = {seat for by in there for seat in (by, *night_of[by].seen) if seat in s.alive}
        if near == there == {*whom} and me not in near and all(night_of[by].alone for by in there):
            return Ground("between", None, death.seat)
    return None


def charge(s: State, accuser: Seat, me: Seat, belief: Belief, tales: Tales) -> Ground:
    """What `accuser` seems to charge `me` with, as everybody can see."""
    told = tales.get(accuser, {})
    if any(striker == me for tale in told.values() for striker, _ in tale.blows):
        return Ground("eyewitness", accuser)
    tale = told.get(s.day, Account())
    if tale.alone and {*s.alive} - {*tale.seen} == {accuser, me} and s.lost(s.day):
        return Ground("elsewhere", accuser)
    if tale.fell and {*tale.seen} - {*tale.fell} == {me}:
        return Ground("only one", accuser)
    found = (
        _clash(s, accuser, me, belief)
        or _unaccounted(s, me, tales)
        or _near(s, accuser, me, tales, s.day)
        or _voted(s, accuser, me)
        or _quiet(s, accuser, me)
        or Ground("")
    )
    if found.why == "quiet" and any(c.kind == "guilty" and c.whom == me for c in claims_of(s, accuser)):
        return Ground("")  # nobody is sure of somebody for that
    if found.by is not None and found.by not in s.alive:
        return Ground("")  # whoever denies the word of the dead does not speak of it
    return Ground("contradicts", accuser) if found.why == "contradicts me" else found


def _clash(s: State, me: Seat, suspect: Seat, belief: Belief) -> Ground | None:
    """The suspect's account does not go with mine, somebody's, or what everybody knows."""
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
    return Ground("belied") if any(len(clash) == 1 for clash in clashes) else None


def _witnessed(s: State, me: Seat, suspect: Seat, belief: Belief, tales: Tales) -> Ground | None:
    """Somebody, whom it may have cost their life, says that they saw the suspect strike, and is the likelier of the two; or
    the suspect says so of me."""
    for by in s.seats:
        strikers = {striker for told in tales.get(by, {}).values() for striker, _ in told.blows}
        if by == suspect and me in strikers:
            return Ground("contradicts me")
        if by not in (me, suspect) and suspect in strikers and belief.guilt[by] < belief.guilt[suspect]:
            return Ground("eyewitness", by)
    return None


def _unaccounted(s: State, suspect: Seat, tales: Tales) -> Ground | None:
    """Everybody else tells of another place than where somebody fell, and the suspect of none."""
    told = {by: tales.get(by, {}).get(s.day, Account()) for by in s.alive}
    places = {tale.place for by, tale in told.items() if by != suspect}
    if told[suspect].place or None in places or any(suspect in tale.seen for tale in told.values()):
        return None
    fell = [death.seat for death in s.lost(s.day) if death.where in s.places and death.where not in places]
    return Ground("nobody else", None, fell[0]) if fell else None


def _few(s: State, near: Iterable[Seat]) -> bool:
    """Whether to have been near tells few from many."""
    return len({*near}) <= min(FEW, (len(s.alive) - 1) // 2)


def _near(s: State, me: Seat, suspect: Seat, tales: Tales, night: int) -> Ground | None:
    """Somebody says that the suspect was where somebody fell that night; of themselves, they may."""
    fell = {death.where: death.seat for death in s.lost(night)}
    night_of = {by: tales.get(by, {}).get(night, Account()) for by in s.seats}
    near = {by for by, told in night_of.items() if told.place in fell}
    near |= {seat for by in near for seat in night_of[by].seen}
    if any(s.revealed.get(each) == "murderer" for each in near) or not _few(s, near.intersection(s.alive) - {me}):
        return None
    for by in sorted(tales, key=lambda seat: (seat != suspect, s.seats.index(seat))):
        told = tales[by].get(night)
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


def _quiet(s: State, me: Seat, suspect: Seat) -> Ground | None:
    """One of few who have said nothing today, when I have."""
    silent = {*s.alive} - {each.seat for each in s.statements if each.day == s.day and each.text}
    return Ground("quiet") if s.round > 1 and suspect in silent and me not in silent and _few(s, silent) else None


def _unseen(s: State, me: Seat, suspect: Seat, tales: Tales) -> Ground | None:
    """One of few whom nobody has seen in the place where they say that they were when somebody fell elsewhere."""
    died = s.lost(s.day)
    if suspect not in (alone := _alone(s, tales)) or not died or not _few(s, {*alone} - {me}):
        return None
    told = [tale for by in s.alive if (tale := tales.get(by, {}).get(s.day)) and tale.place == died[0].where]
    if not s.hides_left(suspect) and any(tale.alone and suspect not in tale.seen for tale in told):
        return None  # whoever was there would have seen them
    place = tales.get(suspect, {})[s.day].place
    return Ground("unseen", None, died[0].seat) if all(each.where != place for each in died) else None


def _alone(s: State, tales: Tales) -> tuple[Seat, ...]:
    """Who has told of last night, whom nobody else tells of."""
    told = {by: tale for by in s.alive if (tale := tales.get(by, {}).get(s.day, Account())).place}
    seen = {seat for tale in told.values() for seat in tale.seen}
    return tuple(by for by, tale in told.items() if tale.alone and not tale.seen and by not in seen)


def _in_the_open(s: State, me: Seat, suspect: Seat, tales: Tales) -> Ground | None:
    """The suspect was in my sight in a night in which others hid, and nobody fell."""
    facts = s.facts_of(me, s.day)
    hid = any(each.get(s.day, Account()).hid for each in tales.values())
    open_night = facts and suspect in facts.seen and hid and not s.lost(s.day) and not s.calm(s.day)
    return Ground("in the open") if open_night else None


def notes(s: State, me: Seat, belief: Belief, tales: Tales) -> list[tuple[Note, tuple[Seat, ...]]]:
    """What `me` can say of last night's stories without a word against anybody, and of whom."""
    told = {by: tale for by in s.alive if (tale := tales.get(by, {}).get(s.day, Account())).place}
    alone, late = _alone(s, tales), tuple(by for by in s.alive if by not in told)
    found: list[tuple[Note, tuple[Seat, ...]]] = [
        ("alone", alone if s.lost(s.day) else ()),
        ("late", late if 1 < s.round < s.rules.rounds else ()),  # in the last round everybody tells
    ]
    mine = {me, *named_today(s, me)}
    few = [(note, whom) for note, whom in found if 0 < len(whom) <= min(2, len(told) // 2) and mine.isdisjoint(whom)]
    agree = len(told) > len(s.alive) // 2 and not any(clash <= {*s.alive} for clash in belief.clashes)
    open_: list[tuple[Note, tuple[Seat, ...]]] = [("agree", ())] if agree and not s.lost(s.day) else []
    for death in s.lost(s.day):
        if (facts := s.facts_of(me, s.day)) and facts.place == death.where:
            if len({*facts.seen}.intersection(s.alive)) > 1 and not facts.blows and not named_today(s, me):
                open_.append(("dark", (death.seat,)))
        elif len(told) == len(s.alive) and all(tale.place != death.where for tale in told.values()):
            open_.append(("nobody near", (death.seat,)))
    return [*open_, *few]


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
