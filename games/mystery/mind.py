"""The built-in player's reasoning: who may be a murderer, from what one seat was told, offline and at once.

Every *world* is a set of seats that may be the murderers. A world is impossible when it contradicts what the seat itself
knows: whoever was found dead was struck by a murderer in that very place; only those seen there can have been it; each
murderer strikes once a night; the fallen and the shielded were innocent. What others say is evidence: in each world the
innocent tell the truth but for slips, so that a world counts less for every contradiction among those whom it takes to be
innocent, with the dawn, or with the seat's own facts. What murderers say counts for nothing, except that they accuse others
rather than each other. Votes and silence weigh a little.

The same view gives the same belief. Nothing is read from a view but what its seat was told.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import reduce
from itertools import combinations
from operator import or_

from games.core import Seat, record
from games.mystery.claims import Account, accounts, claims_of
from games.mystery.rules import State
from games.mystery.words import Choice, Claim, Facts

# Log-weights, found by playing many games; what matters is their order: knowledge, contradictions, gestures.
SLIP = math.log(0.05)
"""One contradiction among people who are taken to be innocent: they err, or their words were misread."""
UNSEEN = math.log(0.35)
"""A murderer whom an honest but perhaps incomplete account of the very place does not mention."""
ACCUSED = 0.25
PROVEN = 0.5
"""An honest accusation, and one that is sure of itself, speak against whom they name."""
PARTNERS_QUARREL = -0.8
"""A murderer accuses or votes against another only under pressure."""
CLEARED = -0.2
QUIET = 0.3
"""Has said nothing about a night in which somebody fell, when others have."""
LATE = 0.1
"""Has said where they were only after the others had."""
HANGED_INNOCENT = 0.12
"""Has voted to hang somebody who turned out to be innocent."""
SPARED_MURDERER = 0.15
"""Has not voted to hang somebody who turned out to be a murderer."""

IMPOSSIBLE = -math.inf


@record
class Report:
    """One account in numbers: seats are bits, in the order of the seats. `places` says where whom."""

    by: int
    place: str | None
    seen: int
    whole: bool
    hid: bool
    blows: tuple[tuple[int, int], ...]
    blocked: int
    fell: int
    cries: tuple[str, ...]
    places: Mapping[int, str]


@record
class Blow:
    """Somebody was struck at in a night: in which `place`, and who says so (0: everybody knows, or I saw it)."""

    night: int
    victim: int
    place: str | None
    by: int


@record
class Belief:
    """How likely each world is, as one seat (or the public) sees it. Weights sum to 1. `clashes` are those whose accounts
    contradict each other, or (one alone) what everybody knows."""

    seats: tuple[Seat, ...]
    worlds: tuple[int, ...]
    weights: tuple[float, ...]
    guilt: Mapping[Seat, float] = field(default_factory=dict)
    clashes: tuple[frozenset[Seat], ...] = ()

    def suspects(self, among: Iterable[Seat], whim: str = "") -> list[Seat]:
        """Those of `among`, the likeliest murderer first. Where it is all the same, a `whim` decides: everybody's own."""
        dice = random.Random(whim)
        whims = {seat: dice.random() for seat in self.seats}
        return sorted(among, key=lambda seat: (-round(self.guilt[seat], 3), whims[seat]))


def account_of(facts: Facts, choice: Choice | None = None) -> Account:
    """What somebody truly knows of a night, and of their own `choice` for it."""
    guards = choice is not None and choice.act == "guard" and facts.guarded != "not found"
    return Account(
        facts.place,
        facts.seen,
        True,
        facts.hid,
        choice.follow if choice else None,
        choice.target if choice and guards else None,
        facts.saved,
        facts.fell,
        facts.blocked,
        facts.blows,
        facts.cries,
    )


def heard(s: State) -> dict[Seat, tuple[Claim, ...]]:
    """All that each seat has claimed."""
    return {seat: claims_of(s, seat) for seat in s.seats}


# ── the worlds ────────────────────────────────────────────────────────────────────────────────────────────────────────


def believe(
    s: State,
    me: Seat | None,
    claims: Mapping[Seat, Sequence[Claim]] | None = None,
    supposed: Mapping[Seat, Mapping[int, Account]] | None = None,
) -> Belief:
    """What `me` believes by its view: from its own facts and role if it is innocent, else as an onlooker who knows only what
    everybody knows. `supposed` accounts (seat → night → account) stand in place of what the seats have said themselves."""
    evidence = _Evidence(s, me, claims if claims is not None else heard(s), supposed or {})
    worlds = evidence.worlds()
    logs = [evidence.weigh(world) for world in worlds]
    top = max(logs, default=IMPOSSIBLE)
    if top == IMPOSSIBLE:
        # Only a view that was dealt anew contradicts itself like this: every world is as good as another.
        logs, top = [0.0] * len(worlds), 0.0
    raw = [math.exp(log - top) for log in logs]
    total = sum(raw)
    weights = tuple(each / total for each in raw)
    guilt = {
        seat: sum(weight for world, weight in zip(worlds, weights, strict=True) if world >> at & 1)
        for at, seat in enumerate(s.seats)
    }
    clashes = tuple(frozenset(seat for at, seat in enumerate(s.seats) if mask >> at & 1) for mask in evidence.pairs)
    return Belief(s.seats, tuple(worlds), weights, guilt, clashes)


def contradictions(s: State) -> dict[int, list[tuple[Seat, ...]]]:
    """By night, whose accounts contradict each other, or (one alone) what everybody knows."""
    found: dict[int, list[tuple[Seat, ...]]] = {}
    for night, mask in _Evidence(s, None, heard(s), {}).clashes:
        found.setdefault(night, []).append(tuple(seat for at, seat in enumerate(s.seats) if mask >> at & 1))
    return found


class _Evidence:
    """What a view holds about guilt, in the form in which worlds are weighed."""

    def __init__(
        self,
        s: State,
        me: Seat | None,
        claims: Mapping[Seat, Sequence[Claim]],
        supposed: Mapping[Seat, Mapping[int, Account]],
    ) -> None:
        self.s = s
        self.at = {seat: at for at, seat in enumerate(s.seats)}
        self.knows = me if me is not None and s.role(me) == "innocent" else None
        self.me = 1 << self.at[self.knows] if self.knows else 0
        self.alive = self._mask(s.alive)
        self.found = {
            night: [(1 << self.at[d.seat], d.where) for d in s.deaths if d.day == night and d.where in s.places]
            for night in range(1, len(s.facts) + 1)
        }
        self.reports: dict[int, list[Report]] = {night: [] for night in self.found}
        for seat, said in claims.items():
            for night, account in {**accounts(said), **supposed.get(seat, {})}.items():
                if night in self.reports and seat != self.knows:
                    self.reports[night].append(self._report(seat, account))
        self.mine: dict[int, Report] = {}
        if self.knows:
            for night in self.found:
                if facts := s.facts_of(self.knows, night):
                    self.mine[night] = self._report(self.knows, account_of(facts))
        self.pairs: dict[int, float] = {}
        self.clashes: list[tuple[int, int]] = []
        self.leans = [0.0] * len(s.seats)
        self.quarrels: dict[tuple[int, int], tuple[float, float]] = {}
        self._contradictions()
        self._gestures(claims, supposed)
        self.blows = {night: self._blows(night) for night in self.found}
        self.told = {blow: self._on(blow, night) for night, blows in self.blows.items() for blow in blows}

    # ── which worlds there are ──

    def worlds(self) -> list[int]:
        """Every set of murderers that this view does not rule out by what it knows for certain."""
        s = self.s
        guilty = self._mask(d.seat for d in s.deaths if d.role == "murderer")
        innocent = self._innocent()
        open_seats = [1 << at for at in range(len(s.seats)) if not (guilty | innocent) >> at & 1]
        missing = s.murderers - guilty.bit_count()
        found = [guilty | sum(chosen) for chosen in combinations(open_seats, max(0, missing))]
        return [world for world in found if self._goes_on(world)] or found or [guilty]

    def _innocent(self) -> int:
        """Those whose innocence is known: the fallen, those revealed, oneself, and whom one saw struck at."""
        s = self.s
        revealed = [d.seat for d in s.deaths if d.role == "innocent"]
        mask = self._mask(revealed) | self.me
        for night in self.found:
            for victim, _ in self.found[night]:
                mask |= victim
            if mine := self.mine.get(night):
                mask |= mine.blocked
        return mask

    def _goes_on(self, world: int) -> bool:
        """While the game goes on, some murderer lives, and fewer than the innocent; nobody strikes twice a night."""
        living = (world & self.alive).bit_count()
        if not 0 < living * 2 < self.alive.bit_count():
            return False
        return all(len(dead) <= world.bit_count() for dead in self.found.values())

    # ── how likely one is ──

    def weigh(self, world: int) -> float:
        """The logarithm of its weight, up to a constant."""
        log = 0.0
        for night, blows in self.blows.items():
            if blows and (log := log + self._struck(world, night, blows)) == IMPOSSIBLE:
                return log
        for mask, penalty in self.pairs.items():
            if not world & mask:
                log += penalty
        for at, lean in enumerate(self.leans):
            if world >> at & 1:
                log += lean
        for (by, whom), (honest, partners) in self.quarrels.items():
            if world & whom:
                log += partners if world & by else honest
        return log

    def _struck(self, world: int, night: int, blows: Sequence[Blow]) -> float:
        """Whether the murderers of this world can have struck all the blows of a night, each another one."""
        sure: list[int] = []
        told: list[tuple[int, float]] = []
        for blow in blows:
            if blow.by & world:
                continue
            known = self._by_my_facts(world & ~blow.victim, night, blow)
            if not known:
                return IMPOSSIBLE
            sure.append(known)
            told.append(self._by_accounts(known, world, blow))
        if not _each_another(sure):
            return IMPOSSIBLE
        log = sum(unsure for _, unsure in told)
        return log if _each_another([mask for mask, _ in told]) else log + SLIP

    def _by_my_facts(self, suspects: int, night: int, blow: Blow) -> int:
        mine = self.mine.get(night)
        if mine is None:
            return suspects
        if mine.place != blow.place:
            return suspects & ~mine.seen
        strikers = _strikers(mine, blow.victim)
        return suspects & (strikers or mine.seen)

    def _by_accounts(self, suspects: int, world: int, blow: Blow) -> tuple[int, float]:
        """Who of the suspects is left by what the innocent of this world say; and what it costs to doubt them."""
        unsure = 0.0
        for by, elsewhere, there, whole in self.told[blow]:
            if by & world:
                continue
            suspects &= ~elsewhere
            if whole:
                suspects &= there
            elif there and suspects and not suspects & there:
                unsure += UNSEEN
        return suspects, unsure

    def _on(self, blow: Blow, night: int) -> list[tuple[int, int, int, bool]]:
        """Of each account: by whom, whom it places elsewhere, whom at the blow, and whether that is everybody."""
        found = []
        for report in self.reports[night]:
            elsewhere = sum(bit for bit, place in report.places.items() if place != blow.place and bit != report.by)
            near = report.place is not None and report.place == blow.place
            strikers = _strikers(report, blow.victim) if near else 0
            there = (strikers or report.seen) if near else 0
            if elsewhere or near:
                found.append((report.by, elsewhere, there, near and (report.whole or bool(strikers))))
        return found

    # ── contradictions ──

    def _contradictions(self) -> None:
        for night, reports in self.reports.items():
            mine = self.mine.get(night)
            every = [*reports, mine] if mine else reports
            for report in reports:
                if self._belied(report, night):
                    self._doubt(report.by, night)
            for one, other in combinations(every, 2):
                if _contradict(one, other):
                    self._doubt(one.by | other.by, night)

    def _doubt(self, mask: int, night: int) -> None:
        """Not all of these are honest; of those whose word stands against my own facts, it is the other."""
        self.pairs[mask] = self.pairs.get(mask, 0.0) + SLIP
        self.clashes.append((night, mask))

    def _belied(self, report: Report, night: int) -> bool:
        """Whether what everybody knows contradicts it: who fell, and where."""
        dead = dict(self.found[night])
        if any(place not in dead.values() for place in report.cries if place != report.place):
            return True
        if report.fell & ~sum(dead):
            return True
        for victim, place in dead.items():
            if report.places.get(victim, place) != place and report.by != victim:
                return True
            if report.whole and report.place == place and not report.seen & victim:
                return True
        return False

    # ── gestures ──

    def _gestures(self, claims: Mapping[Seat, Sequence[Claim]], supposed: Mapping[Seat, Mapping[int, Account]]) -> None:
        """Accusations, silence and votes."""
        for by, said in claims.items():
            for claim in said:
                if claim.whom is None or claim.whom == by or by == self.knows or claim.whom not in self.at:
                    continue
                if claim.kind in ("guilty", "accuses", "struck"):
                    honest = ACCUSED if claim.kind == "accuses" else PROVEN
                    self.quarrels[self._bit(by), self._bit(claim.whom)] = (honest, PARTNERS_QUARREL)
                elif claim.kind == "clears":
                    self.quarrels.setdefault((self._bit(by), self._bit(claim.whom)), (CLEARED, 0.0))
        self._silence(supposed)
        self._ballots()

    def _silence(self, supposed: Mapping[Seat, Mapping[int, Account]]) -> None:
        night = len(self.found)
        if not night or not self.found[night] or not self.reports[night]:
            return
        spoke = {report.by for report in self.reports[night]}
        rounds = {said.round for said in self.s.statements if said.day == night and said.round}
        for seat in self.s.alive:
            bit = self._bit(seat)
            if bit in spoke or seat == self.knows:
                continue
            if rounds:
                self.leans[self.at[seat]] += QUIET
        for seat in self.s.alive:
            if self._bit(seat) in spoke and seat not in supposed and self._came_late(seat, night):
                self.leans[self.at[seat]] += LATE

    def _came_late(self, seat: Seat, night: int) -> bool:
        said = [each for each in self.s.statements if each.seat == seat and each.day == night and each.round == 1]
        return bool(said) and not said[0].text

    def _ballots(self) -> None:
        s = self.s
        fate = {d.seat: d.role for d in s.deaths if d.where == "hanged"}
        for ballot in s.ballots:
            if ballot.hangs is None or (role := fate.get(ballot.hangs)) is None:
                continue
            for seat, whom in ballot.votes:
                if role == "innocent" and whom == ballot.hangs:
                    self.leans[self.at[seat]] += HANGED_INNOCENT
                elif role == "murderer" and whom != ballot.hangs:
                    self.leans[self.at[seat]] += SPARED_MURDERER
                elif role == "murderer":
                    self.leans[self.at[seat]] -= SPARED_MURDERER

    # ── in numbers ──

    def _blows(self, night: int) -> list[Blow]:
        """The blows of a night: the deadly ones everybody knows, the blocked ones some saw."""
        blows = [Blow(night, victim, place, 0) for victim, place in self.found[night]]
        struck = sum(blow.victim for blow in blows)
        mine = self.mine.get(night)
        for report in (*((mine,) if mine else ()), *self.reports[night]):
            for at in range(len(self.s.seats)):
                victim = 1 << at
                if report.blocked & victim and not struck & victim and report.place:
                    blows.append(Blow(night, victim, report.place, 0 if report is mine else report.by))
                    struck |= victim
        return blows

    def _report(self, seat: Seat, account: Account) -> Report:
        by = self._bit(seat)
        seen = self._mask(account.seen) | self._mask(account.fell) | self._mask(account.blocked)
        places = {self._bit(whom): place for whom, place in account.others if whom in self.at}
        if account.place:
            places |= {1 << at: account.place for at in range(len(self.s.seats)) if (seen >> at) & 1}
            places[by] = account.place
        return Report(
            by,
            account.place,
            seen & ~by,
            account.alone,
            account.hid,
            tuple((self._bit(a), self._bit(b)) for a, b in account.blows if a in self.at and b in self.at),
            self._mask(account.blocked) & ~by | (by if account.saved or seat in account.blocked else 0),
            self._mask(account.fell) & ~by,
            account.cries,
            places,
        )

    def _bit(self, seat: Seat) -> int:
        return 1 << self.at[seat]

    def _mask(self, seats: Iterable[Seat]) -> int:
        mask = 0
        for seat in seats:
            if seat in self.at:
                mask |= 1 << self.at[seat]
        return mask


def _strikers(report: Report, victim: int) -> int:
    return sum({striker for striker, whom in report.blows if whom == victim})


def _each_another(suspects: Sequence[int]) -> bool:
    """Whether each blow can have been struck by another one of its suspects (Hall's marriage theorem)."""
    if len(suspects) == 1:
        return suspects[0] != 0
    some = (chosen for size in range(1, len(suspects) + 1) for chosen in combinations(suspects, size))
    return all(reduce(or_, chosen).bit_count() >= len(chosen) for chosen in some)


def _contradict(one: Report, other: Report) -> bool:
    """Whether the two cannot both be true."""
    for bit, place in one.places.items():
        if other.places.get(bit, place) != place:
            return True
    if one.place is None or one.place != other.place:
        return False
    for a, b in ((one, other), (other, one)):
        shown = b.seen | (0 if b.hid else b.by)
        if a.whole and shown & ~a.seen & ~a.by:
            return True
    return False
