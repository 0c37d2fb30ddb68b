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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from games.core import Seat, record
from games.mystery.claims import Account, accounts, claims_of
from games.mystery.events import Choice, Claim
from games.mystery.state import State

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
HID = -0.8
"""Has hidden, by the word of others, too, in a night in which one could have struck: whoever strikes does not hide."""
HANGED_INNOCENT = 0.4
"""Has voted to hang somebody who turned out to be innocent."""
SPARED_MURDERER = 0.15
"""Has not voted to hang somebody who turned out to be a murderer."""

MISSES = 0.9
"""The share of others' accounts of which the weakest player does not think; the strongest thinks of all."""
HUNCH = 1.0
"""How much the weakest player goes by a feeling about each of the others, which has no ground."""

IMPOSSIBLE = -math.inf


World = frozenset[Seat]
"""Those who may be the murderers, all together."""


@record
class Report:
    """What `by` tells of a night, and what is in it: who else was there, at whom a blow was blocked, and who was where."""

    by: Seat
    told: Account
    seen: frozenset[Seat]
    blocked: frozenset[Seat]
    places: Mapping[Seat, str]


@record
class Blow:
    """Somebody was struck at in a night: in which `place`, and who says so (None: everybody knows, or I saw it)."""

    night: int
    victim: Seat
    place: str
    by: Seat | None = None


@record
class Belief:
    """How likely each world is, as one seat (or the public) sees it: the weights sum to 1. `clashes` are those whose accounts
    contradict each other, or (one alone) what everybody knows."""

    seats: tuple[Seat, ...]
    worlds: Mapping[World, float]
    guilt: Mapping[Seat, float]
    clashes: tuple[frozenset[Seat], ...]

    def suspects(self, among: Iterable[Seat], whim: str = "") -> list[Seat]:
        """Those of `among`, the likeliest murderer first. Where it is all the same, a `whim` decides: everybody's own."""
        dice = random.Random(whim)
        whims = {seat: dice.random() for seat in self.seats}
        return sorted(among, key=lambda seat: (-round(self.guilt[seat], 3), whims[seat]))


def account_of(s: State, seat: Seat, night: int) -> Account | None:
    """What somebody truly knows of a night, and of their own choice for it."""
    facts = s.facts_of(seat, night)
    if facts is None:
        return None
    choice = s.choice_of(seat, night) or Choice(None, None)
    ward = choice.target if choice.act == "guard" and facts.guarded != "not found" else None
    fell, blocked = (tuple(each for each in struck if each != seat) for struck in (facts.fell, facts.blocked))
    return Account(
        facts.place,
        facts.seen,
        True,
        facts.hid,
        choice.follow,
        ward,
        facts.saved,
        fell,
        blocked,
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
    strength: float = 1.0,
) -> Belief:
    """What `me` believes by its view: from its own facts and role if it is innocent, else as an onlooker who knows only what
    everybody knows. `supposed` accounts (seat → night → account) stand in place of what the seats have said themselves. The
    weaker, the more accounts it does not think of, and the more it goes by feelings: the same ones all evening."""
    evidence = _Evidence(s, me, claims if claims is not None else heard(s), supposed or {}, strength)
    logs = {world: evidence.weigh(world) for world in evidence.worlds()}
    top = max(logs.values())
    if top == IMPOSSIBLE:
        # Only a view that was dealt anew contradicts itself like this: every world is as good as another.
        logs, top = dict.fromkeys(logs, 0.0), 0.0
    raw = {world: math.exp(log - top) for world, log in logs.items()}
    total = sum(raw.values())
    worlds = {world: each / total for world, each in raw.items()}
    guilt = {seat: sum(weight for world, weight in worlds.items() if seat in world) for seat in s.seats}
    return Belief(s.seats, worlds, guilt, tuple(evidence.pairs))


Told = tuple[tuple[Seat, Account], ...]
"""What everybody told of one night, in the order of their seats."""


def contradictions(s: State, night: int, told: Told) -> tuple[tuple[Seat, ...], ...]:
    """Whose accounts of a night contradict each other, or (one alone) what everybody knows."""
    unable = tuple(seat for seat, account in told if account.hid and not s.hides(seat))
    return _contradictions(told, tuple(_found_dead(s, night).items()), unable)


@lru_cache(maxsize=1 << 10)
def _contradictions(
    told: Told, dead: tuple[tuple[Seat, str], ...], unable: tuple[Seat, ...]
) -> tuple[tuple[Seat, ...], ...]:
    """Remembered: a night is read again in every scene, and in most of them nobody has said more of it."""
    seats, reports = [seat for seat, _ in told], [_report(seat, account) for seat, account in told]
    clashes = _clashes(lambda seat: seat not in unable, dict(dead), reports)
    return tuple(tuple(seat for seat in seats if seat in doubted) for doubted in clashes)


def belied(s: State, me: Seat, night: int, told: Told) -> tuple[Seat, ...]:
    """Whose accounts of a night contradict what `me` learned itself."""
    truth = account_of(s, me, night) if night in s.told(me) else None
    return _belied_by(me, truth, told) if truth else ()


@lru_cache(maxsize=1 << 12)
def _belied_by(me: Seat, truth: Account, told: Told) -> tuple[Seat, ...]:
    known = _report(me, truth)
    return tuple(seat for seat, account in told if seat != me and _contradict(_report(seat, account), known))


def _found_dead(s: State, night: int) -> dict[Seat, str]:
    """Who was found dead in the morning after it, and where."""
    return {death.seat: death.where for death in s.lost(night) if death.where in s.places}


class _Evidence:
    """What a view holds about guilt, in the form in which worlds are weighed."""

    def __init__(
        self,
        s: State,
        me: Seat | None,
        claims: Mapping[Seat, Sequence[Claim]],
        supposed: Mapping[Seat, Mapping[int, Account]],
        strength: float = 1.0,
    ) -> None:
        self.s = s
        self.me = me if me is not None and s.role(me) == "innocent" else None
        self.found = {night: _found_dead(s, night) for night in range(1, len(s.facts) + 1)}
        hanged = [death for death in s.deaths if death.where == "hanged"]
        self.gone = {night: frozenset(each.seat for each in hanged if each.day < night) for night in self.found}
        self.reports: dict[int, list[Report]] = {night: [] for night in self.found}
        self.spoke: set[Seat] = set()
        evening = [said.text for said in s.statements if not said.day]
        weakness = 1 - strength
        for seat, said in claims.items():
            for night, told in {**accounts(said), **supposed.get(seat, {})}.items():
                if night == len(self.found):
                    self.spoke.add(seat)
                passes = weakness and _dice(me, seat, night, evening).random() < MISSES * weakness
                if night in self.reports and seat != self.me and not passes:
                    self.reports[night].append(_report(seat, told))
        self.mine: dict[int, Report] = {}
        for night in self.found:
            if self.me and (account := account_of(s, self.me, night)):
                self.mine[night] = _report(self.me, account)
        self.pairs: dict[frozenset[Seat], float] = {}
        self.leans = {
            seat: _dice(me, seat, evening).gauss(0.0, HUNCH * weakness**2) if weakness else 0.0 for seat in s.seats
        }
        self.quarrels: dict[tuple[Seat, Seat], tuple[float, float]] = {}
        self._contradictions()
        self._accusations(claims)
        self._silence(supposed)
        self._hiding()
        self._ballots()
        self.blows = {night: self._blows(night) for night in self.found}
        self.guards: dict[tuple[int, Seat], set[Seat]] = {}
        for night, every in self.reports.items():
            for report in (*every, *([self.mine[night]] if night in self.mine else [])):
                if report.told.guarded:
                    self.guards.setdefault((night, report.told.guarded), set()).add(report.by)
        reports = [report for night in self.reports.values() for report in night if report.told.blows]
        self.witnesses = [(each.by, {striker for striker, _ in each.told.blows}) for each in reports]
        self.told = {blow: self._on(blow) for blows in self.blows.values() for blow in blows}

    # ── which worlds there are ──

    def worlds(self) -> list[World]:
        """Every set of murderers that this view does not rule out by what it knows for certain."""
        s = self.s
        guilty = frozenset(seat for seat, role in s.revealed.items() if role == "murderer")
        guilty |= {striker for mine in self.mine.values() for striker, _ in mine.told.blows}
        innocent = self._innocent()
        open_seats = [seat for seat in s.seats if seat not in guilty and seat not in innocent]
        found = [guilty.union(chosen) for chosen in combinations(open_seats, max(0, s.murderers - len(guilty)))]
        return [world for world in found if self._goes_on(world)] or found or [guilty]

    def _innocent(self) -> set[Seat | None]:
        """Those whose innocence is known: the fallen, those revealed, oneself, and whom one saw struck at."""
        revealed = (seat for seat, role in self.s.revealed.items() if role == "innocent")
        shielded = (mine.blocked for mine in self.mine.values())
        return {self.me, *revealed}.union(*self.found.values(), *shielded)

    def _goes_on(self, world: World) -> bool:
        """While the game goes on, some murderer lives, and fewer than the innocent; nobody strikes twice a night."""
        living = len(world.intersection(self.s.alive))
        if not 0 < living * 2 < len(self.s.alive):
            return False
        return all(len(dead) <= len(world) for dead in self.found.values())

    # ── how likely one is ──

    def weigh(self, world: World) -> float:
        """The logarithm of its weight, up to a constant."""
        log = 0.0
        for blows in self.blows.values():
            if blows and (log := log + self._struck(world, blows)) == IMPOSSIBLE:
                return log
        log += sum(penalty for doubted, penalty in self.pairs.items() if world.isdisjoint(doubted))
        log += sum(SLIP for by, strikers in self.witnesses if by not in world and not strikers <= world)
        log += sum(lean for seat, lean in self.leans.items() if seat in world)
        for (by, whom), (honest, partners) in self.quarrels.items():
            if whom in world:
                log += partners if by in world else honest
        return log

    def _struck(self, world: World, blows: Sequence[Blow]) -> float:
        """Whether the murderers of this world can have struck all the blows of a night, each another one."""
        sure: list[World] = []
        told: list[World] = []
        log = 0.0
        for blow in blows:
            if blow.by in world:
                continue
            known = self._by_my_facts(world - {blow.victim} - self.gone[blow.night], blow)
            if not known:
                return IMPOSSIBLE
            sure.append(known)
            guards = self.guards.get((blow.night, blow.victim))
            if guards and blow.victim not in self.found[blow.night] and guards <= world:
                log += SLIP  # somebody stopped it, and has not said so
            suspects, unsure = self._by_accounts(known, world, blow)
            told.append(suspects)
            log += unsure
        if not _each_another(sure):
            return IMPOSSIBLE
        return log if _each_another(told) else log + SLIP

    def _by_my_facts(self, suspects: World, blow: Blow) -> World:
        mine = self.mine.get(blow.night)
        if mine is None:
            return suspects
        if mine.told.place != blow.place:
            return suspects - mine.seen
        return suspects & (_strikers(mine, blow.victim) or mine.seen)

    def _by_accounts(self, suspects: World, world: World, blow: Blow) -> tuple[World, float]:
        """Who of the suspects is left by what the innocent of this world say; and what it costs to doubt them."""
        unsure = 0.0
        for by, elsewhere, there, whole in self.told[blow]:
            if by in world:
                continue
            suspects -= elsewhere
            if whole:
                suspects &= there
            elif there and suspects and suspects.isdisjoint(there):
                unsure += UNSEEN
        return suspects, unsure

    def _on(self, blow: Blow) -> list[tuple[Seat, frozenset[Seat], frozenset[Seat], bool]]:
        """Of each account: by whom, whom it places elsewhere, whom at the blow, and whether that is everybody."""
        found = []
        for report in self.reports[blow.night]:
            elsewhere = frozenset(
                seat for seat, place in report.places.items() if place != blow.place and seat != report.by
            )
            near = report.told.place == blow.place
            strikers = _strikers(report, blow.victim) if near else frozenset()
            there = (strikers or report.seen) if near else frozenset()
            if elsewhere or near:
                found.append((report.by, elsewhere, there, near and (report.told.alone or bool(strikers))))
        return found

    def _blows(self, night: int) -> list[Blow]:
        """The blows of a night: the deadly ones everybody knows, the blocked ones some saw."""
        blows = {victim: Blow(night, victim, place) for victim, place in self.found[night].items()}
        mine = self.mine.get(night)
        for report in (*((mine,) if mine else ()), *self.reports[night]):
            for victim in self.s.seats:
                if victim in report.blocked and victim not in blows and report.told.place:
                    by = None if report is mine else report.by
                    blows[victim] = Blow(night, victim, report.told.place, by)
        return [*blows.values()]

    # ── contradictions ──

    def _contradictions(self) -> None:
        """Not all of those whose accounts clash are honest; of those whose word stands against my own facts, it is the other."""
        for night, reports in self.reports.items():
            for doubted in _clashes(self.s.hides, self.found[night], reports, self.mine.get(night)):
                self.pairs[doubted] = self.pairs.get(doubted, 0.0) + SLIP

    # ── gestures ──

    def _accusations(self, claims: Mapping[Seat, Sequence[Claim]]) -> None:
        for by, said in claims.items():
            for claim in said:
                if claim.whom is None or claim.whom == by or by == self.me:
                    continue
                if claim.kind in ("guilty", "accuses", "struck"):
                    honest = ACCUSED if claim.kind == "accuses" else PROVEN
                    self.quarrels[by, claim.whom] = (honest, PARTNERS_QUARREL)
                elif claim.kind == "clears":
                    self.quarrels.setdefault((by, claim.whom), (CLEARED, 0.0))

    def _silence(self, supposed: Mapping[Seat, Mapping[int, Account]]) -> None:
        night = len(self.found)
        if not night or not self.found[night] or self.spoke <= {self.me}:
            return
        today = [said for said in self.s.statements if said.day == night and said.round]
        late = {said.seat for said in today if said.round == 1 and not said.text}
        for seat in self.s.alive:
            if seat not in self.spoke and seat != self.me and today:
                self.leans[seat] += QUIET
            elif seat in self.spoke and seat != self.me and seat not in supposed and seat in late:
                self.leans[seat] += LATE

    def _hiding(self) -> None:
        for night, reports in self.reports.items():
            every = [*reports, *([self.mine[night]] if night in self.mine else [])]
            for report in reports if not self.s.calm(night) else ():
                beside = [each for each in every if each is not report and each.told.place == report.told.place]
                unseen = not any(report.by in each.seen for each in beside)
                if report.told.hid and unseen and any(each.told.alone for each in beside):
                    self.leans[report.by] += HID

    def _ballots(self) -> None:
        fate = self.s.revealed
        for ballot in self.s.ballots:
            role = fate.get(ballot.hangs) if ballot.hangs else None
            for seat, whom in ballot.votes:
                if role == "innocent" and whom == ballot.hangs:
                    self.leans[seat] += HANGED_INNOCENT
                elif role == "murderer":
                    self.leans[seat] += SPARED_MURDERER if whom != ballot.hangs else -SPARED_MURDERER


def _dice(*of: object) -> random.Random:
    return random.Random(repr(of))


def _report(by: Seat, told: Account) -> Report:
    seen = frozenset((*told.seen, *told.fell, *told.blocked)) - {by}
    there = dict.fromkeys((*seen, by), told.place) if told.place else {}
    blocked = frozenset((*told.blocked, by) if told.saved else told.blocked)
    return Report(by, told, seen, blocked, {**dict(told.others), **there})


def _strikers(report: Report, victim: Seat) -> frozenset[Seat]:
    return frozenset(striker for striker, whom in report.told.blows if whom == victim)


def _each_another(suspects: Sequence[World]) -> bool:
    """Whether each blow can have been struck by another one of its suspects (Hall's marriage theorem)."""
    some = (chosen for size in range(1, len(suspects) + 1) for chosen in combinations(suspects, size))
    return all(len(frozenset().union(*chosen)) >= len(chosen) for chosen in some)


def _clashes(
    hides: Callable[[Seat], int], dead: Mapping[Seat, str], reports: Sequence[Report], mine: Report | None = None
) -> Iterator[frozenset[Seat]]:
    """Of a night's reports, and my own facts: who is belied by what everybody knows, and any two who cannot both be right."""
    for report in reports:
        if _belied(hides, dead, report):
            yield frozenset((report.by,))
    for one, other in combinations([*reports, mine] if mine else reports, 2):
        if _contradict(one, other):
            yield frozenset((one.by, other.by))


def _belied(hides: Callable[[Seat], int], dead: Mapping[Seat, str], report: Report) -> bool:
    """Whether what everybody knows contradicts it: who fell, and where, and who can hide at all."""
    told = report.told
    if told.hid and not hides(report.by):
        return True
    if any(place not in dead.values() for place in told.cries if place != told.place):
        return True
    if any(seat not in dead for seat in told.fell if seat != report.by):
        return True
    for victim, place in dead.items():
        if report.places.get(victim, place) != place and report.by != victim:
            return True
        if told.alone and told.place == place and victim not in report.seen:
            return True
    return False


def _contradict(one: Report, other: Report) -> bool:
    """Whether the two cannot both be true."""
    return _conflict(one, other) is not None


def conflict(suspect: Seat, told: Account, by: Seat, other: Account) -> tuple[Seat, str, str] | None:
    """Whom two accounts have in two places, and where each has them; “” is out of the other's place."""
    return _conflict(_report(suspect, told), _report(by, other))


def _conflict(one: Report, other: Report) -> tuple[Seat, str, str] | None:
    for seat, place in sorted(one.places.items()):
        if (elsewhere := other.places.get(seat, place)) != place:
            return seat, place, elsewhere
    here = one.told.place
    if here is None or here != other.told.place:
        return None
    for a, b in ((one, other), (other, one)):
        shown = b.seen if b.told.hid else b.seen | {b.by}
        for missed in sorted(shown - a.seen - {a.by}) if a.told.alone else ():
            return missed, "" if a is one else here, here if a is one else ""
    return None
