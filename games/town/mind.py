"""What a built-in player of Town believes: who may be what, from what one seat was told, offline and at once.

Everybody else is of the Town, of the Mafia, a killer of their own (Vampires too), or something else. The role list and the
graves say how many of each are left; what the seat found out by itself, what others claim, and how they judged those whose
role is shown by now say who is likelier than whom. Both are brought together by scaling rows and columns in turn until
every seat is something and every number comes out right (Sinkhorn; Deming and Stephan's iterative proportional fitting).
What somebody claims counts as much as they are trusted without it.

The same view gives the same belief, which is worked out once. Nothing is read from a view but what its seat was told.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache, wraps
from itertools import chain
from typing import Any, Literal, TypeVar, cast

from games.core import Seat, record
from games.town.claims import Claimed, claims_of
from games.town.events import Claim, Verdict
from games.town.legal import full_moon
from games.town.lists import pool
from games.town.people import ROLES, Notice, NoticeKind, RoleName
from games.town.roles import ROLE
from games.town.state import State
from games.town.wills import log_of
from games.town.winning import side

TOWN, MAFIA, KILLER, OTHER = range(4)
Odds = tuple[float, float, float, float]
"""One number for each party."""

EVEN: Odds = (1.0, 1.0, 1.0, 1.0)

# What evidence is worth, as likelihoods for each party. Found by playing many games against the tactics of these players.
JUDGED: Mapping[tuple[Verdict, bool], Odds] = {
    ("guilty", True): (0.9, 1.2, 1.15, 1.15), ("innocent", True): (1.15, 0.8, 0.9, 0.9),
    ("guilty", False): (1.3, 0.6, 1.0, 1.0), ("innocent", False): (0.7, 1.6, 1.0, 1.1),
}  # fmt: skip
"""Gave that verdict about somebody of the Town, or of the Mafia or a killer."""
LIED: Odds = (0.03, 0.9, 0.7, 1.3)
"""Said something that the facts deny."""
WAVERED: Odds = (0.12, 0.5, 0.5, 2.5)
"""Claims now this and now that, as whoever wants to be hanged does."""
RIVALLED: Odds = (0.5, 1.0, 1.0, 1.0)
"""Claims what more claim than there can be."""
ALONE: Odds = (1.0, 0.5, 0.5, 0.5)
"""Claims what somebody must be, and nobody denies it."""
UNSAID: Odds = (0.4, 1.0, 1.0, 1.0)
"""Has not said what they are when two in three of the living have."""
POINTED: Odds = (1.0, 1.15, 1.1, 1.05)
"""Is accused, by somebody who is trusted wholly."""
PRAISED: Odds = (1.0, 0.9, 0.95, 1.0)

CONFIRMED: Odds = (1.0, 0.1, 0.1, 0.3)
"""Says to have done to one what was done."""

VOUCHES: Odds = (0.3, 0.5, 0.5, 0.5)
BLAMES: Odds = (0.25, 0.05, 0.2, 0.25)
"""How likely somebody evil is to make up that somebody of each party is innocent, and that they are evil."""

FRAMED = 0.12
"""How likely a result of a Sheriff or Investigator is a Framer's work where there may be one; a tenth of it otherwise."""
WRONG = 0.02

F = TypeVar("F", bound=Callable[..., Any])

REMEMBERED = 256
"""Beliefs kept at a time: some for every seat of a few tables."""


def once(parts: Callable[..., tuple[Any, ...]]) -> Callable[[F], F]:
    """Work something out once for the very same parts of a view. They are compared by identity: a view that has heard
    something else keeps all the rest of what it is made of."""

    def decorate(function: F) -> F:
        kept: OrderedDict[Hashable, tuple[tuple[Any, ...], Any]] = OrderedDict()

        @wraps(function)
        def remembering(*args: Any) -> Any:
            made_of = parts(*args)
            key = tuple(map(id, made_of))
            found = kept.get(key)
            if found is not None:
                return found[1]
            value = function(*args)
            kept[key] = (made_of, value)  # the parts are kept too: as long as they are, nothing else has their ids
            while len(kept) > REMEMBERED:
                kept.popitem(last=False)
            return value

        return cast(F, remembering)

    return decorate


# ── the role list ─────────────────────────────────────────────────────────────────────────────────────────────────────


_PARTIES = {None: OTHER, "town": TOWN, "mafia": MAFIA}
PARTY: Mapping[RoleName, int] = {role: _PARTIES.get(side(role), KILLER) for role in ROLES}
_BECAME: Mapping[RoleName, tuple[RoleName, ...]] = {
    "jester": ("executioner",), "godfather": ("mafioso",), "vigilante": ("vampire hunter",),
}  # fmt: skip
"""What somebody may have been dealt who is this now, besides this."""


@record
class Left:
    """What those may be of whom one does not know it: for each role how many there are to be expected, and how many there
    can be at most; and how many of each party."""

    roles: Mapping[RoleName, float]
    most: Mapping[RoleName, int]
    parties: Odds


@lru_cache(maxsize=1 << 10)
def left(slots: tuple[str, ...], known: tuple[RoleName, ...]) -> Left:
    """What is left of a role list when these of its people are known (sorted): each of them takes the narrowest slot that may
    have come to it."""
    pools = open_slots(slots, known)
    gone = {role for role in known if ROLE[role].unique}
    roles: Counter[RoleName] = Counter()
    most: Counter[RoleName] = Counter()
    for each in pools:
        free = [role for role in each if role not in gone] or list(each)
        for role in free:
            roles[role] += 1 / len(free)  # type: ignore[assignment]
            most[role] += 0 if ROLE[role].unique and most[role] else 1
    parties = [0.0] * 4
    for role, count in roles.items():
        parties[PARTY[role]] += count
    return Left(dict(roles), dict(most), cast(Odds, tuple(parties)))


def open_slots(slots: tuple[str, ...], known: tuple[RoleName, ...]) -> list[tuple[RoleName, ...]]:
    """The slots that none of these has taken, as the roles each may come to, the narrowest first."""
    pools = sorted((pool(slot) for slot in slots), key=len)
    for role in sorted(known, key=lambda role: sum(role in each for each in pools)):
        pools.remove(_came_from(role, pools))
    return pools


def _came_from(role: RoleName, pools: Sequence[tuple[RoleName, ...]]) -> tuple[RoleName, ...]:
    """The slot of somebody who is this: the narrowest that has it, or of which somebody may have become it (promoted, converted,
    with a memory), or one of its party."""
    before = (role, *_BECAME.get(role, ()), *(("amnesiac",) if PARTY[role] != TOWN else ()))
    fits = (each for one in before for each in pools if one in each)
    kin = (each for each in pools if any(PARTY[one] == PARTY[role] for one in each))
    return next(chain(fits, kin, reversed(pools)))


# ── what one has found out ────────────────────────────────────────────────────────────────────────────────────────────


def met(s: State, me: Seat, kind: NoticeKind) -> dict[Seat, Notice]:
    """Those about whom the nights have told `me` such a thing, and what."""
    nights = (s.night_of(me, night) for night in range(1, len(s.nights) + 1))
    return {
        order.target: notice
        for order, told in nights
        for notice in told
        if notice.kind == kind and order is not None and order.target is not None
    }


@lru_cache(maxsize=1 << 11)
def likelihood(slots: tuple[str, ...], known: tuple[RoleName, ...], found: str, moon: bool = False) -> Odds:
    """How likely each party, as far as the role list leaves it open, is to show such a result, as in `words.Claim`."""
    rest = left(slots, known)
    slip = FRAMED if rest.roles.get("framer", 0.0) > 0.05 else FRAMED / 10
    sums, weights = [0.0] * 4, [1e-9] * 4
    for role, count in rest.roles.items():
        weights[PARTY[role]] += count
        sums[PARTY[role]] += count * _shows(role, found, moon, slip)
    return cast(Odds, tuple(max(total / weight, 0.001) for total, weight in zip(sums, weights, strict=True)))


def _shows(role: RoleName, found: str, moon: bool, slip: float) -> float:
    """How likely such a role is to show such a result."""
    roles = found.split(", ")
    if found in ("suspicious", "innocent"):
        suspicious = 1 - WRONG if ROLE[role].suspicious or (role == "werewolf" and moon) else slip
        return suspicious if found == "suspicious" else 1 - suspicious
    if found == "too strong":
        return 1.0 if ROLE[role].defence else 0.1 if role in ("survivor", "bodyguard", "veteran") else 0.02
    return 1.0 if role in roles else slip if len(roles) > 1 and "framer" in roles else WRONG


# ── what is believed ──────────────────────────────────────────────────────────────────────────────────────────────────

Why = Literal[
    "", "result", "seen", "blocked", "busy", "kept", "untrue", "strong", "caught", "spied", "attacked", "votes", "odd", "full", "counter", "rivals", "alone",
    "changed", "unsaid", "dead", "wrong", "accused", "right", "unseen", "knew", "blind", "missed", "neither",
]  # fmt: skip
"""What speaks against somebody, or for them: what a look found; seen where somebody died, or *caught* where somebody nearly did; nobody died while they could not act, or
somebody did (*busy*), or they tell of a deed that night (*kept*), or of one that was not done to one (*untrue*); survived a shot; the Mafia called on them; they were attacked; how they judged somebody whose role is
shown by now; claim what nobody of the Town does, what the list has no room for, what one is oneself, what others claim, too, or what
nobody else does; claim now this and now that; have not said what they are, as most have; visited the dead; said of somebody shown by now what was wrong, *accused* somebody of the Town, or was
right; somebody *knew* what was done to one, was *unseen* where they are said to have been, watched and was *blind* to who came to kill one,
or *missed* one at the door; *neither* of two has the room that both claim."""


@record
class Ground:
    """One thing that speaks against somebody (`weight` above 0: the log of the odds of evil to Town) or for them, as it can be told:
    from whom it is known, by a will or not, of which night, about whom else, and their role, or what was found."""

    why: Why
    weight: float = 0.0
    by: Seat | None = None
    night: int = 0
    about: Seat | None = None
    role: RoleName | None = None
    found: str = ""
    will: bool = False


@record
class Belief:
    """What one seat thinks that each is: odds that sum to 1. `known` are the roles that it knows, `rest` is what the role list
    leaves, `claimed` what the living say that they are. `grounds` are what speaks against and for each, as it was found."""

    odds: Mapping[Seat, Odds]
    known: Mapping[Seat, RoleName]
    rest: Left
    claimed: Mapping[Seat, RoleName]
    liars: Mapping[Seat, str]
    grounds: Mapping[Seat, Sequence[Ground]]

    def of(self, seat: Seat) -> Odds:
        return self.odds.get(seat, EVEN)

    def evil(self, seat: Seat) -> float:
        """How likely it is that somebody has to hang: of the Mafia, or a killer."""
        odds = self.of(seat)
        return odds[MAFIA] + odds[KILLER]

    def town(self, seat: Seat) -> float:
        return self.of(seat)[TOWN]


_CERTAIN: tuple[Odds, ...] = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))


def known_roles(s: State, me: Seat | None) -> dict[Seat, RoleName]:
    """Whose role `me` knows for certain (None: everybody): its own, its mates', those shown."""
    known = {grave.seat: grave.role for grave in s.graves if grave.role is not None}
    for seat, one in s.cast.items():
        if one.role is not None and (one.knowers is None or me in one.knowers):
            known[seat] = one.role
    return known


@once(lambda s, me: (s.lines, s.graves, s.sentences, s.notices, s.nights, s.alive, s.cast, s.jails, s.phase, me))
def believe(s: State, me: Seat | None) -> Belief:
    """What `me` believes by its view; None is somebody who knows only what this view heard said in public and everybody
    knows: how one looks to others."""
    return _Weighing(s, me).belief()


class _Weighing:
    """What a view holds about who is what, as odds for each seat."""

    def __init__(self, s: State, me: Seat | None) -> None:
        self.s, self.me = s, me
        self.known = known_roles(s, me)
        self.all_known = tuple(sorted(self.known.values()))
        self.rest = left(s.slots, self.all_known)
        self.odds: dict[Seat, Odds] = {seat: EVEN for seat in s.seats if seat not in self.known}
        self.died = {grave.seat: (grave.day, grave.causes) for grave in s.graves}
        self.told = evidence(claims_of(s), me is not None)
        self.saved = self._saved()
        self.explained = self._explained()
        self.liars: dict[Seat, str] = {}
        self.grounds = defaultdict[Seat, list[Ground]](list)

    def belief(self) -> Belief:
        if self.me is not None:
            self._mine(self.me)
        self._verdicts()
        self._roles()
        self._word_against_word()
        trusted = scaled(self.odds, self._parties())
        self._hearsay(trusted)
        odds = scaled(self.odds, self._parties()) | {seat: _CERTAIN[PARTY[role]] for seat, role in self.known.items()}
        claimed = {seat: role for seat, role in self.told.roles.items() if seat in self.s.alive}
        return Belief(odds, self.known, self.rest, claimed, self.liars, self.grounds)

    def _parties(self) -> Odds:
        """How many of each party there are among those one does not know. Vampires make more of themselves; and while the game
        goes on, somebody is left who threatens the Town."""
        town, mafia, killer, other = self.rest.parties
        if self.rest.roles.get("vampire") or "vampire" in self.known.values():
            turned = min(0.25 * (self.s.day // 2), town / 2)
            town, killer = town - turned, killer + turned
        if not any(PARTY[role] in (MAFIA, KILLER) for seat, role in self.known.items() if seat in self.s.alive):
            short = max(0.0, 0.7 - mafia - killer)
            mafia, killer = mafia + short / 2, killer + short / 2
        return (max(town, 0.05), max(mafia, 0.01), max(killer, 0.01), max(other, 0.01))

    def weigh(self, seat: Seat, odds: Odds, trust: float = 1.0, why: Why = "", **told: Any) -> None:
        """Evidence about a seat, as far as whoever it comes from is trusted; and `why`, if it can be told."""
        now = self.odds.get(seat)
        if now is not None:
            doubt = 1 - trust
            counts = cast(Odds, tuple(trust * each + doubt for each in odds))
            self.odds[seat] = cast(Odds, tuple(a * b for a, b in zip(now, counts, strict=True)))
            if why:
                weight = math.log((counts[MAFIA] + counts[KILLER]) / 2 / counts[TOWN])
                self.grounds[seat].append(Ground(why, weight, **told))

    def _saved(self) -> Mapping[tuple[Seat, int], frozenset[Seat]]:
        """Who was attacked in which night and lived, as those say who healed or guarded them."""
        found: dict[tuple[Seat, int], frozenset[Seat]] = {}
        mine = [(self.me, each) for each in log_of(self.s, self.me)] if self.me is not None else []
        for seat, each in (*mine, *((each.seat, each) for each in self.told.results)):
            if (
                seat is not None
                and each.target is not None
                and each.act in ("heal", "guard")
                and each.found == "attacked"
            ):
                key = (each.target, each.night)
                found[key] = found.get(key, frozenset()) | {seat}
        return found

    def _explained(self) -> frozenset[int]:
        """The nights in which nothing is left to explain where nobody died: somebody was attacked and lived, as they or others say,
        or whoever is known for evil could not act."""
        heard = [each for each in claims_of(self.s) if self.me is not None or each.source != "whispered"]
        told = [*heard, *(log_of(self.s, self.me) if self.me is not None else ())]
        evil = {seat for seat, role in self.known.items() if PARTY[role] in (MAFIA, KILLER)}
        held = {each.night for each in told if each.target in evil and (each.act == "block" or each.found == "jailed")}
        struck = {each.night for each in told if each.kind == "whereabouts" and each.found == "attacked"}
        return frozenset(held | struck | {night for _, night in self.saved})

    # ── what I found out ──

    def _mine(self, me: Seat) -> None:
        for claim in log_of(self.s, me):
            self._tells(claim, 1.0, me)
            if claim.target is not None and (claim.act == "block" or claim.found == "jailed"):
                self._held_up(claim.target, claim.night, 1.0, me)
        for seat in met(self.s, me, "too_strong"):
            self.weigh(seat, likelihood(self.s.slots, self.all_known, "too strong"), why="strong", by=me)

    def _held_up(self, seat: Seat, night: int, trust: float, by: Seat) -> None:
        """Somebody could do nothing in a night: who killed then was another; if nobody did, it may have been them, and the less
        it can be chance the more nights that was so."""
        causes = [causes for day, causes in self.died.values() if day == night and causes != ("lynched",)]
        if any("mafia" in each for each in causes):
            self.weigh(seat, (1.1, 0.75, 1.0, 1.0), trust, "busy", by=by, night=night)
        elif not causes and night not in self.explained:
            self.weigh(seat, (0.85, 1.6, 1.6, 1.0), trust, "blocked", by=by, night=night)
        role = self.told.roles.get(seat)
        if role is None or "block" in ROLE[role].immune:
            return
        if any(
            (each.seat, each.night) == (seat, night) and each.act not in (None, "revive") for each in self.told.results
        ):
            self.weigh(seat, LIED, trust * self._straight(), "kept", by=by, night=night)

    def _awake(self, me: Seat, night: int) -> bool:
        """Whether one would have been told if somebody had kept one busy."""
        jailed = any((each.night, each.found) == (night, "jailed") for each in log_of(self.s, me))
        return not jailed and "block" not in ROLE[self.known[me]].immune

    def _straight(self) -> float:
        """How likely somebody came to the house they meant to go to: whoever leads people astray leads two or so a night."""
        there = sum(self.all_known.count(role) + self.rest.roles.get(role, 0.0) for role in _LEADING)
        return 1 - min(1.0, there) * min(1.0, 2 / len(self.s.alive))

    def _tells(self, claim: Claim, trust: float, by: Seat, will: bool = False) -> None:
        """What came of somebody's night, as far as they are trusted: one's own is the truth."""
        told = {"by": by, "night": claim.night, "will": will}
        if claim.act == "watch" and claim.target is not None:
            self._visitors(claim.target, claim.night, _seats(claim.found), trust, told)
        elif claim.act == "bug":
            for seat in _seats(claim.found):
                self.weigh(seat, (1.0, 0.05, 1.0, 1.0), trust, "spied", **told)
        elif claim.act in ("heal", "guard") and claim.found and claim.target is not None:
            self.weigh(claim.target, (1.2, 0.15, 0.8, 1.0), trust, "attacked", **told)
        elif (found := _shown(claim)) and claim.target is not None:
            honest = likelihood(self.s.slots, self.all_known, found, full_moon(claim.night, self.s.rules.night))
            lies = VOUCHES if found == "innocent" else BLAMES
            mixed = tuple(trust * one + (1 - trust) * other for one, other in zip(honest, lies, strict=True))
            self.weigh(claim.target, cast(Odds, mixed), 1.0, "result", found=found, **told)

    def _visitors(self, target: Seat, night: int, seats: Sequence[Seat], trust: float, told: Mapping[str, Any]) -> None:
        """Who was seen at the house of somebody who died that night, or whom somebody saved from it."""
        day, causes = self.died.get(target, (0, ()))
        dead, saved = day == night, self.saved.get((target, night), frozenset())
        mafia = "mafia" in causes if dead else bool(saved)
        killer = not {"serial killer", "werewolf", "vampire"}.isdisjoint(causes) if dead else bool(saved)
        if (dead or saved) and (mafia or killer):
            able = [seat for seat in seats if seat not in saved]
            share = 4.0 / max(1, len(able))
            for seat in able:
                odds = (0.4, 1 + share * mafia, 1 + share * killer, 0.5)
                self.weigh(seat, odds, trust, "seen" if dead else "caught", about=target, **told)

    # ── what everybody saw ──

    def _verdicts(self) -> None:
        """How people judged those whose role is shown by now."""
        for sentence in self.s.sentences:
            role = self.known.get(sentence.accused)
            if role is None or PARTY[role] == OTHER or (sentence.accused not in self.died and self.me is None):
                continue
            if len({verdict for _, verdict in sentence.votes if verdict != "abstain"}) < 2:
                continue  # what all have said tells of nobody
            for seat, verdict in sentence.votes:
                if verdict != "abstain":
                    odds = JUDGED[verdict, PARTY[role] == TOWN]
                    self.weigh(seat, odds, 1.0, "votes", about=sentence.accused, role=role, found=verdict)

    # ── what people say ──

    def _roles(self) -> None:
        """Whether people can be what they claim to be."""
        rivals = Counter(role for seat, role in self.told.roles.items() if seat in self.odds)
        denied = self.s.day > 2 or self.s.phase not in ("discussion", "deal")  # there has been time for it
        for seat, role in self.told.roles.items():
            if seat not in self.odds:
                continue
            most = self.rest.most.get(role, 0)
            mine = self.me is not None and self.known.get(self.me) == role
            if PARTY[role] != TOWN:
                self.weigh(seat, (0.25, 0.8, 0.8, 2.5) if most else LIED, 1.0, "odd", role=role)
            elif not most:
                self.liars[seat] = "counter" if mine else "contradicted"
                self.weigh(seat, LIED, 1.0, "counter" if mine else "full", role=role)
            elif mine and rivals[role] <= most and self.rest.roles[role] < 0.5:
                self.weigh(seat, RIVALLED, 1.0, "counter", role=role)  # there could be two, but hardly
            elif rivals[role] > most:
                share = most / rivals[role]
                other = next(
                    each for each, its in self.told.roles.items() if its == role and each in self.odds and each != seat
                )
                odds = (RIVALLED[0] * share / (1 - share * 0.5), 1.0, 1.0, 1.0)
                self.weigh(seat, odds, 1.0, "rivals", role=role, about=other)
            elif self.rest.roles[role] > 0.95 and most == 1 and denied:
                self.weigh(seat, ALONE, 1.0, "alone", role=role)
        silent = [
            seat for seat in self.odds if seat in self.s.alive and seat not in self.told.roles and seat != self.me
        ]
        if self.s.day > 2 and 3 * len(silent) <= len(self.s.alive):
            for seat in silent:
                self.weigh(seat, UNSAID, 1.0, "unsaid")
        for seat in self.told.turncoats:
            self.liars[seat] = "changed"
            self.weigh(seat, WAVERED, 1.0, "changed")

    def _word_against_word(self) -> None:
        """What people said of those whose role is shown by now; and of nights in which those were dead."""
        log = log_of(self.s, self.me) if self.me is not None else ()
        mine = {(each.night, each.found) for each in log}
        called = {(each.night, each.target) for each in log if each.act is not None and each.act not in _UNSEEN}
        for claim in self.told.results:
            if claim.seat not in self.odds or claim.target is None:
                continue
            if claim.target == self.me and (claim.night, _BEFALLS.get(claim.act or claim.found)) in mine:
                self.weigh(claim.seat, CONFIRMED, 1.0, "knew", night=claim.night, by=self.me)
            elif claim.act == "block" and claim.target == self.me and self._awake(self.me, claim.night):
                self.weigh(claim.seat, LIED, self._straight(), "untrue", night=claim.night, by=self.me)
            elif claim.act == "watch" and claim.target == self.me and claim.found == "nobody":
                if (claim.night, "attacked") in mine:
                    self.weigh(claim.seat, LIED, self._straight(), "blind", night=claim.night, by=self.me)
            elif (
                (claim.act, (claim.night, claim.target) in called) == ("watch", True)
                and claim.found
                and self.me not in _seats(claim.found)
            ):
                told = {"night": claim.night, "by": self.me, "about": claim.target}
                self.weigh(claim.seat, LIED, self._straight(), "missed", **told)
            day, causes = self.died.get(claim.target, (0, ()))
            gone = day > 0 and claim.night > 0 and claim.target not in self.s.alive
            if gone and (claim.night > day or (claim.night == day and causes == ("lynched",))):
                self.liars[claim.seat] = "contradicted"
                self.weigh(claim.seat, LIED, 1.0, "dead", about=claim.target, night=claim.night)
            role, found = self.known.get(claim.target), _shown(claim)
            if role is None or not found:
                continue
            framer = self.rest.roles.get("framer", 0.0) > 0.05 or "framer" in self.all_known
            moon = full_moon(claim.night, self.s.rules.night)
            honest = _shows(role, found, moon, FRAMED if framer else FRAMED / 10)
            if honest < 0.2:
                if PARTY[role] == TOWN and found != "innocent":
                    self.liars.setdefault(claim.seat, "contradicted")
                odds = (max(honest, 0.03), 0.4, 0.4, 0.6)
                self.weigh(claim.seat, odds, 1.0, "wrong", about=claim.target, role=role, found=found)
            elif PARTY[role] in (MAFIA, KILLER) and found != "innocent":
                self.weigh(claim.seat, (1.5, 0.15, 0.5, 0.5), 1.0, "right", about=claim.target, role=role, found=found)
        for claim in self.told.opinions:
            role = self.known.get(claim.target) if claim.target and claim.kind == "accuse" else None
            if role is not None and claim.target != self.me and PARTY[role] != OTHER:
                right = PARTY[role] in (MAFIA, KILLER)
                odds = (1.15, 0.7, 0.9, 0.9) if right else (0.95, 1.08, 1.08, 1.08)
                self.weigh(claim.seat, odds, 1.0, "right" if right else "accused", about=claim.target, role=role)

    def _hearsay(self, trusted: Mapping[Seat, Odds]) -> None:
        """What people say of others, as far as they are trusted; of those who lie dead and shown it is known."""
        for claim in self.told.results:
            if claim.seat != self.me:
                trust = self._trust(claim.seat, trusted)
                self._tells(claim, trust, claim.seat, claim.source == "will")
                if claim.target is not None and claim.night and (claim.act == "block" or claim.found == "jailed"):
                    self._held_up(claim.target, claim.night, trust, claim.seat)
        for claim in self.told.opinions:
            if claim.target is not None:
                worth = POINTED if claim.kind == "accuse" else PRAISED
                self.weigh(claim.target, worth, self._trust(claim.seat, trusted))

    def _trust(self, seat: Seat, trusted: Mapping[Seat, Odds]) -> float:
        """How likely somebody is to tell the truth: of the Town."""
        if seat in self.known:
            return 0.95 if PARTY[self.known[seat]] == TOWN and seat != self.me else 0.0
        odds = trusted.get(seat)
        return odds[TOWN] if odds is not None else 0.0


_LEADING: tuple[RoleName, ...] = ("transporter", "witch")
_BEFALLS: Mapping[str, str] = {"heal": "healed", "guard": "guarded", "jailed": "jailed", "block": "blocked"}
"""What somebody hears in the morning to whom that was done."""
_UNSEEN = frozenset({"bug", "execute", "revive", "remember", "alert", "vest", "swap"})
"""What one does without being seen at that door."""


def scaled(odds: Mapping[Seat, Odds], parties: Odds) -> dict[Seat, Odds]:
    """Odds for each seat that sum to 1, of which those for each party sum (nearly) to as many as there are."""
    if not odds:
        return {}
    goal = [each * len(odds) / sum(parties) for each in parties]
    shares, weights = list(odds.values()), parties
    for _ in range(5):
        shares = [_apart(each, weights) for each in odds.values()]
        weights = cast(
            Odds,
            tuple(w * g / (sum(of) + 1e-12) for w, g, of in zip(weights, goal, zip(*shares, strict=True), strict=True)),
        )
    return dict(zip(odds, shares, strict=True))


def _apart(odds: Odds, weights: Odds) -> Odds:
    """Weighted odds that sum to 1."""
    weighted = [each * weight for each, weight in zip(odds, weights, strict=True)]
    whole = sum(weighted)
    return cast(Odds, tuple(each / whole for each in weighted))


# ── what is claimed ───────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Testimony:
    """Claims, sorted: what each seat says that it is, who has said this and then that, results, and accusations and praise."""

    roles: Mapping[Seat, RoleName]
    turncoats: frozenset[Seat]
    results: tuple[Claimed, ...]
    opinions: tuple[Claimed, ...]


@once(lambda claims, hushed=True: (claims, hushed))
def evidence(claims: tuple[Claimed, ...], hushed: bool = True) -> Testimony:
    """Each result and each opinion counts once, however often it is repeated. `hushed`: also what was only whispered."""
    roles: dict[Seat, RoleName] = {}
    turncoats: set[Seat] = set()
    results: dict[tuple[object, ...], Claimed] = {}
    opinions: dict[tuple[object, ...], Claimed] = {}
    for claim in claims:
        if claim.source == "whispered" and not hushed:
            continue
        match claim.kind:
            case "role" if claim.role is not None:
                if roles.get(claim.seat, claim.role) != claim.role:
                    turncoats.add(claim.seat)
                roles[claim.seat] = claim.role
            case "result" | "deed":
                results[claim.seat, claim.kind, claim.night, claim.target, claim.found] = claim
            case "accuse" | "trust":
                opinions[claim.seat, claim.kind, claim.target] = claim
    return Testimony(roles, frozenset(turncoats), tuple(results.values()), tuple(opinions.values()))


@lru_cache(maxsize=1 << 11)
def _shown(claim: Claim) -> str:
    """What a claim says that somebody showed: suspicious, innocent, or to be one of some roles."""
    looked = claim.kind == "result" and claim.act not in ("watch", "bug", "heal")
    known = claim.found in ("suspicious", "innocent") or ROLE.keys() >= {*claim.found.split(", ")}
    return claim.found if looked and known else ""


@lru_cache(maxsize=1 << 11)
def _seats(found: str) -> tuple[Seat, ...]:
    """The seats that a claim names as visitors."""
    return tuple(Seat(each) for each in found.split(", ") if each.startswith("p"))
