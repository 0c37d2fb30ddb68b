"""What the built-in player does with what it believes: whom to hang, where to be at night, which story to tell.

Both sides play to win. Innocents tell all they know, keep company, guard, hide and follow; murderers strike where they will
not be the only one left, tell the truth where it names others beside them and else the lie that the table is least likely
to see through, and vote with the crowd. Murderers ask what an onlooker believes, never what they know.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence

from games.core import Seat, Temper, altered
from games.mystery.asks import acts_of, followable
from games.mystery.claims import Account, accounts
from games.mystery.events import Act, Choice, Claim, Facts
from games.mystery.grounds import SILENT, Ground, cleared_today, named_before, named_today, rank
from games.mystery.mind import QUIET, Belief, account_of, believe
from games.mystery.night import neighbours
from games.mystery.state import State

# How innocents spend their nights, for a player of middling boldness. Found by playing many games against the murderers
# below; none of them is best against everybody.
HUNT = 0.45
"""How guilty somebody must look to be followed for it."""
BODYGUARD, LAST_BODYGUARD = 0.1, 0.45
"""The share of nights in which an innocent follows somebody to guard them; and of those that may be the last."""
HIDE, LAST_HIDE = 0.05, 0.6
"""The share of nights in which an innocent hides, as long as they can; and of those that may be the last."""
STAY_IN_COMPANY = 0.4
"""The share of quiet nights in which somebody follows somebody else rather than naming a place."""

SURE = 0.9
"""From here on an accusation leaves no doubt."""
HERD = 0.85
"""Of suspects at least so likely as the likeliest, an innocent votes for the one with most votes."""
OUTWEIGHS = 12.0
"""So many times the odds of whom one has accused today must somebody else's be to get the vote instead."""
PATIENCE = 0.75
"""How guilty somebody must look to be hanged by the most trusting where waiting costs nothing."""
IMPATIENCE = 0.75
"""For every day on end without a rope but the first, so much of the reason to hang somebody is enough."""

LOST = 0.75
"""How guilty a murderer must look to be given up by the others."""
CARELESS = 0.5
"""How much danger the weakest murderer may overlook in a story."""
FIRST_NIGHT = 0.9
"""How likely a murderer without any boldness strikes in the first night; the boldest always do."""


# ── whom to hang ──────────────────────────────────────────────────────────────────────────────────────────────────────


def chances(innocents: int, murderers: int) -> int:
    """How many times the innocents can hang somebody before they have lost, if every night costs as many as there are
    murderers, and none of the hanged is one."""
    count = 0
    while innocents > murderers:
        count += 1
        innocents -= 1 + murderers
    return count


def threshold(s: State, temper: Temper) -> float:
    """How likely a murderer somebody must be to be hanged. A wrong rope that costs a chance later needs more reason than
    one that tonight would take anyway."""
    guilty = s.at_large
    innocents = len(s.alive) - guilty
    prior = guilty / max(1, len(s.alive) - 1)
    later = chances(innocents - guilty, guilty)
    if later < chances(innocents, guilty) and (
        s.deaths or not later
    ):  # before anything has happened one waits, if one can
        return prior * (1.2 - 0.5 * temper.suspicion) * IMPATIENCE ** _idle(s)
    return max(prior, PATIENCE - 0.4 * temper.suspicion) * IMPATIENCE ** _idle(s)


def enough(s: State, me: Seat, temper: Temper) -> float:
    """How guilty somebody must look for `me` to speak or vote against them: a murderer whom one wrong rope takes to the end of it,
    once somebody has died, needs no more reason than chance."""
    guilty = s.at_large
    one_more = chances(len(s.alive) - 2 * guilty - 1, guilty) == 0
    if s.role(me) == "murderer" and one_more and s.deaths:
        return min(threshold(s, temper), guilty / max(1, len(s.alive) - 1))
    return threshold(s, temper)


def _idle(s: State) -> int:
    """How many days on end nobody was hanged; one is nothing."""
    return max(0, next((n for n, ballot in enumerate(reversed(s.ballots)) if ballot.hangs), len(s.ballots)) - 1)


def whom_to_hang(s: State, me: Seat, belief: Belief, why: Mapping[Seat, Ground], temper: Temper) -> Seat | None:
    """The vote of `me`, who believes (or, a murderer, must seem to believe) as said, and could say `why` of these."""
    if s.role(me) == "murderer":
        return _murderers_vote(s, me, belief, why, temper)
    guilt = {seat: belief.guilt[seat] for seat in s.alive if seat != me}
    top = max(guilt.values())
    named = [seat for seat in named_today(s, me) if seat in guilt]
    if named and _odds(top) <= OUTWEIGHS * _odds(max(guilt[seat] for seat in named)):
        # Whoever has spoken stands by it, unless what was said since weighs more.
        guilt = {seat: guilt[seat] for seat in named}
        top = max(guilt.values())
    if top < threshold(s, temper):
        return None
    # Of those about as likely, the one whom others have named: votes that scatter hang nobody.
    cast, friends = _cast(s, me), cleared_today(s, me)
    near = [seat for seat in belief.suspects(guilt, whim(s, me)) if guilt[seat] >= top * HERD and seat not in friends]
    near = [seat for seat in near if seat in why or seat in named]
    return max(near, key=lambda seat: (cast[seat], -rank(why[seat]) if seat in why else 0), default=None)


def _odds(guilt: float) -> float:
    return guilt / max(1e-9, 1 - guilt)


def whim(s: State, me: Seat) -> str:
    """Decides for `me`, for one day, what nothing else decides."""
    return f"{me} {s.day} {s.alive}"


def _murderers_vote(s: State, me: Seat, belief: Belief, why: Mapping[Seat, Ground], temper: Temper) -> Seat | None:
    """With the crowd, as long as it does not hang one of us; an innocent whom one may suspect, and has named, else."""
    ours = [seat for seat in s.alive if s.role(seat) == "murderer"]
    innocent = belief.suspects((seat for seat in s.alive if seat not in ours), whim(s, me))
    cast, named = _cast(s, me), named_today(s, me)
    best = max(innocent, key=lambda seat: cast[seat])
    lost = max(given_up(s, me, belief), key=lambda seat: cast[seat], default=None)
    if lost and (lost in named or (cast[lost] >= cast[best] and not named)):
        return lost  # nobody can save them, and whoever tries is remembered
    said = [seat for seat in innocent if seat in named]
    if said and cast[best] < 2:
        return max(said, key=lambda seat: cast[seat])
    if any(cast[seat] > cast[best] for seat in ours) or (not said and any(cast[seat] for seat in ours)):
        return best if cast[best] else innocent[0]
    if said:
        return max(said, key=lambda seat: cast[seat])
    friends = cleared_today(s, me)
    rest = [seat for seat in innocent if seat not in friends and seat in why]
    choice = max(rest, key=lambda seat: cast[seat], default=None)
    return choice if choice and (cast[choice] or belief.guilt[choice] >= enough(s, me, temper)) else None


def given_up(s: State, me: Seat, belief: Belief) -> list[Seat]:
    """Other murderers whom nobody could save any more: whom everybody takes for guilty, whom most of us name or vote for, or
    whom one has named oneself."""
    others, named = [seat for seat in s.alive if seat != me], named_today(s, me)
    against = _cast(s, me) | Counter(whom for by in others for whom in named_today(s, by))
    ours = [seat for seat in others if s.role(seat) == "murderer"]
    return [seat for seat in ours if belief.guilt[seat] > LOST or 2 * against[seat] > len(others) or seat in named]


def suspects(s: State, me: Seat, belief: Belief) -> list[Seat]:
    """Those whom `me` may name aloud, the likeliest murderer first: murderers name none of theirs."""
    ours = s.known_murderers if s.role(me) == "murderer" else ()
    return belief.suspects((each for each in s.alive if each != me and each not in ours), whim(s, me))


def to_name(s: State, me: Seat, belief: Belief, why: Mapping[Seat, Ground]) -> tuple[Seat, ...]:
    """Whom `me` accuses: of those about as likely of whom it can say why, the one (or two, where it lies between them) whom others have
    accused most, or `me` before, or against whom there is most to say."""
    ranked = suspects(s, me, belief)
    near = [seat for seat in ranked if belief.guilt[seat] >= belief.guilt[ranked[0]] * HERD and seat in why]
    others = Counter(whom for by in s.alive if by != me for whom in named_today(s, by))
    # Of several of whom one is sure all who know begin with the same one.
    sure, before = [seat for seat in s.seats if seat in near and belief.guilt[seat] >= SURE], named_before(s, me)
    found = sorted(sure or near, key=lambda seat: (-others[seat], seat not in before, rank(why[seat])))
    if not found or why[found[0]].why in SILENT:
        return tuple(found[:1])
    if why[found[0]].why == "told":
        return tuple(seat for seat in found if why[seat].why == "told")
    among = why[found[0]].among or (found[0],)
    return among if {*among} <= {*ranked} else ()


def _cast(s: State, me: Seat) -> Counter[str]:
    """The votes that others have cast so far, where they are open."""
    return Counter(whom for seat, whom in s.votes.items() if seat != me)


# ── where to be at night ──────────────────────────────────────────────────────────────────────────────────────────────


def night_choice(s: State, me: Seat, belief: Belief, rng: random.Random, temper: Temper) -> Choice:
    """Where to go and what to do there; always one of the things that `me` may do."""
    if s.role(me) == "murderer" and (found := _strike(s, me, belief, rng, temper)) is not None:
        return found
    return _quiet_night(s, me, belief, rng, temper)


def _quiet_night(s: State, me: Seat, belief: Belief, rng: random.Random, temper: Temper) -> Choice:
    """A night of an innocent, or of a murderer who passes for one."""
    others = [seat for seat in s.alive if seat != me]
    near = followable(s, me)
    acts = set(acts_of(s, me))
    last = may_be_last(s)
    can_hide = "hide" in acts
    suspect = belief.suspects(others, whim(s, me))[0]
    if (
        s.role(me) != "murderer"
        and suspect in near
        and belief.guilt[suspect] >= HUNT
        and rng.random() < 0.4 + 0.5 * temper.boldness
    ):
        return Choice(None, suspect, "hide" if can_hide and (last or rng.random() < HIDE) else "watch")
    if s.gentle:
        return _anywhere(s, near, "watch", rng)
    if can_hide and rng.random() < (LAST_HIDE if last else HIDE) * (1.5 - temper.boldness):
        return _anywhere(s, near, "hide", rng)
    wards = [seat for seat in near if f"guard {{{seat}}}" in acts and seat != suspect]
    if wards and rng.random() < (LAST_BODYGUARD if last else BODYGUARD) * (0.5 + temper.boldness):
        ward = min(wards, key=lambda seat: belief.guilt[seat] + 0.2 * rng.random())
        return Choice(None, ward, "guard", ward)
    return _anywhere(s, near, "watch", rng)


def _anywhere(s: State, near: Sequence[Seat], act: Act, rng: random.Random) -> Choice:
    follow = rng.choice(near) if near and rng.random() < STAY_IN_COMPANY else None
    return Choice(None if follow else rng.choice(s.places), follow, act)


def may_be_last(s: State) -> bool:
    """Whether the murderers win tonight if each of them kills."""
    guilty = s.at_large
    return not s.gentle and len(s.alive) - 2 * guilty <= guilty


def _strike(s: State, me: Seat, belief: Belief, rng: random.Random, temper: Temper) -> Choice | None:
    """Follows a victim and strikes. Several murderers part: each takes another victim of an order that they all know."""
    if s.day == 1 and (s.gentle or rng.random() > FIRST_NIGHT + (1 - FIRST_NIGHT) * temper.boldness):
        return None
    victims = victims_in_order(s, belief)
    near = followable(s, me)
    ours = [seat for seat in s.alive if s.role(seat) == "murderer"]
    mine = victims[ours.index(me) % len(victims)]
    victim = mine if mine in near else next((seat for seat in victims if seat in near), None)
    if victim is None:
        return Choice(rng.choice(s.places), None, "strike", mine)
    return Choice(None, victim, "strike", victim)


def victims_in_order(s: State, belief: Belief) -> list[Seat]:
    """The innocent alive, the most dangerous to the murderers first: those who accuse us, and those whom everybody trusts;
    whoever is suspected may live to be hanged. Where it is all the same, an order that only the table's words decide."""
    lot = random.Random(f"{s.day} {s.alive} {[said.text for said in s.statements[-len(s.alive) :]]}")
    victims = [seat for seat in s.alive if s.role(seat) != "murderer"]
    accusers = {seat for ballot in s.ballots[-1:] for seat, whom in ballot.votes if whom and s.role(whom) == "murderer"}
    danger = {seat: (seat in accusers) * 0.3 - belief.guilt[seat] + 0.5 * lot.random() for seat in victims}
    return sorted(victims, key=lambda seat: -danger[seat])


# ── which story to tell ───────────────────────────────────────────────────────────────────────────────────────────────


def masked(s: State, me: Seat, told: Mapping[int, Account]) -> State:
    """The view that a murderer pretends to have: of an innocent who saw what they have told, and nothing else."""
    return altered(
        s,
        roles={**s.revealed, me: "innocent"},
        facts=tuple(_pretended(me, told.get(night, Account())) for night in range(1, len(s.facts) + 1)),
    )


def _pretended(me: Seat, told: Account) -> dict[Seat, Facts]:
    if told.place is None:
        return {}
    return {me: Facts(told.place, told.seen, told.fell, told.blocked, told.hid, told.blows, told.cries)}


TOGETHER = 3
"""Of more than so many in one room not each needs to name all the others."""


def story(
    s: State, me: Seat, night: int, claims: Mapping[Seat, Sequence[Claim]], rng: random.Random, temper: Temper
) -> Account | None:
    """What `me` says about last night: an innocent the truth, a murderer the likeliest of some stories (the weaker, the more chance
    there is in it). None: nothing yet."""
    truth = account_of(s, me, night)
    choice = s.choice_of(me, night)
    if truth is None or choice is None or choice.act != "strike" or not (truth.fell or truth.blocked):
        # Whom one went after only to watch tells nothing, and of two who went after each other it sounds like a lie.
        tells = truth and (truth.hid or truth.guarded) and truth.followed in truth.seen
        return truth if truth is None or tells else altered(truth, followed=None)
    told = {seat: accounts(claims.get(seat, ())).get(night, Account()) for seat in s.alive if seat != me}
    silent = {seat for seat, each in told.items() if each.place is None and s.role(seat) == "innocent"}
    expected: dict[Seat, dict[int, Account]] = {}
    for seat in silent.intersection(truth.seen):
        # Whoever was there will say so, and whom they saw: us too.
        seen = tuple(each for each in truth.seen if each != seat)
        expected[seat] = {night: Account(truth.place, (*seen, me), True, fell=truth.fell, blocked=truth.blocked)}
    caught = 1 - (1 - 1 / (len(s.places) - 1)) ** (len(silent) - len(expected))

    def danger(tale: Account | None) -> float:
        """How guilty an onlooker would take us (and a little: our partners) to be when the honest have said what they know, or
        how likely somebody who has not spoken yet was in the place that we made up."""
        guilt = believe(s, None, claims, {**expected, me: {night: tale}} if tale else expected).guilt
        mine = guilt[me]
        if tale is None:
            # The others will have spoken by then: silence looks worse than it does now.
            odds = mine / max(1e-9, 1 - mine) * math.exp(QUIET)
            mine = odds / (1 + odds)
        ours = mine + 0.3 * sum(guilt[seat] for seat in s.alive if seat != me and s.role(seat) == "murderer")
        risk = caught if tale and tale.place != truth.place else 0.0
        return ours * (1 - risk) + risk

    careless = 0.02 + CARELESS * (1 - temper.strength) ** 2
    return min(_stories(s, me, night, truth, told), key=lambda each: danger(each) + careless * rng.random())


def in_brief(s: State, me: Seat, told: Account) -> Account:
    """What `me` says of a night spent with many in one room: two of them, by a lot that all know, tell who was there, the others only where."""
    there = sorted({me, *told.seen}.intersection(s.alive))
    if len(there) <= TOGETHER or not told.alone or told.saved or told.guarded or told.blows:
        return told
    lot = random.Random(f"{s.day} {there} {s.places}")
    return (
        told if me in lot.sample(there, 2) else Account(told.place, hid=told.hid, fell=told.fell, blocked=told.blocked)
    )


def _stories(s: State, me: Seat, night: int, truth: Account, told: Mapping[Seat, Account]) -> list[Account | None]:
    """The truth without the blow, with those whom we did not see but who say that they were there; alone or hidden in any
    other place, with whoever says that they were there and the cries that would have been heard; or nothing, as long as there is
    another round to say it in."""
    dead = {death.where for death in s.lost(night)}
    stories: list[Account | None] = [
        Account(truth.place, truth.seen, True, fell=truth.fell, blocked=truth.blocked, cries=truth.cries)
    ]
    for place in s.places:
        if place in dead or place == truth.place or {each.place for each in told.values()} == {place}:
            continue  # where all others were nobody can have struck
        cries = tuple(each for each in neighbours(s.places, place) if each in dead)
        company = tuple(seat for seat, each in told.items() if each.place == place and not each.hid)
        stories.append(Account(place, company, True, cries=cries))
        if s.hides(me):
            stories.append(Account(place, company, True, hid=True, cries=cries))
    return [*stories, None] if s.round < s.rules.rounds else stories
