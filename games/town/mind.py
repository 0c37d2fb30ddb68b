"""What a built-in player of Town believes: who may be what, from what one seat was told, offline and at once.

Everybody else is of the Town, of the Mafia, a killer of their own (Vampires too), or something else. The role list and the
graves say how many of each are left; what the seat found out by itself, what others claim, and how they judged those whose
role is shown by now say who is likelier than whom. Both are brought together by scaling rows and columns in turn until
every seat is something and every number comes out right (Sinkhorn; Deming and Stephan's iterative proportional fitting).
What somebody claims counts as much as they are trusted without it.

The same view gives the same belief, which is worked out once. Nothing is read from a view but what its seat was told.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from games.core import Seat, record
from games.town.claims import Claimed, claims_of
from games.town.legal import full_moon
from games.town.lists import pool
from games.town.people import ROLES, Notice, NoticeKind, Order, RoleName
from games.town.roles import ROLE
from games.town.state import State

TOWN, MAFIA, KILLER, OTHER = range(4)
Odds = tuple[float, float, float, float]
"""One number for each party."""

EVEN: Odds = (1.0, 1.0, 1.0, 1.0)

# What evidence is worth, as likelihoods for each party. Found by playing many games against the tactics of these players.
SAVED_EVIL: Odds = (0.7, 1.6, 1.0, 1.1)
"""Found somebody innocent who turned out to be of the Mafia or a killer."""
HANGED_EVIL: Odds = (1.3, 0.6, 1.0, 1.0)
HANGED_TOWN: Odds = (0.9, 1.2, 1.15, 1.15)
SPARED_TOWN: Odds = (1.15, 0.8, 0.9, 0.9)
LIED: Odds = (0.03, 0.9, 0.7, 1.3)
"""Said something that the facts deny."""
WAVERED: Odds = (0.12, 0.5, 0.5, 2.5)
"""Claims now this and now that, as whoever wants to be hanged does."""
RIVALLED: Odds = (0.5, 1.0, 1.0, 1.0)
"""Claims what more claim than there can be."""
ALONE: Odds = (1.0, 0.5, 0.5, 0.5)
"""Claims what somebody must be, and nobody denies it."""
POINTED: Odds = (1.0, 1.15, 1.1, 1.05)
"""Is accused, by somebody who is trusted wholly."""
PRAISED: Odds = (1.0, 0.9, 0.95, 1.0)

VOUCHES: Odds = (0.3, 0.5, 0.5, 0.5)
BLAMES: Odds = (0.25, 0.05, 0.2, 0.25)
"""How likely somebody evil is to make up that somebody of each party is innocent, and that they are evil."""

FRAMED = 0.12
"""How likely a result of a Sheriff or Investigator is a Framer's work where there may be one; a tenth of it otherwise."""
WRONG = 0.02

K = TypeVar("K")
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


def _party(role: RoleName) -> int:
    dealt = ROLE[role]
    if dealt.faction == "town":
        return TOWN
    if dealt.faction == "mafia":
        return MAFIA
    return KILLER if dealt.alignment == "neutral killing" or role == "vampire" else OTHER


PARTY: Mapping[RoleName, int] = {role: _party(role) for role in ROLES}
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


@lru_cache(maxsize=4096)
def left(slots: tuple[str, ...], known: tuple[RoleName, ...]) -> Left:
    """What is left of a role list when these of its people are known (sorted): each of them takes the narrowest slot that may
    have come to it."""
    pools = sorted((pool(slot) for slot in slots), key=len)
    for role in sorted(known, key=lambda role: sum(role in each for each in pools)):
        taken = next((each for each in pools if role in each), None) or _came_from(role, pools)
        if taken is not None:
            pools.remove(taken)
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


def _came_from(role: RoleName, pools: Sequence[tuple[RoleName, ...]]) -> tuple[RoleName, ...] | None:
    """The slot of somebody who has become something that no slot has: promoted, converted, or with a memory."""
    for before in (*_BECAME.get(role, ()), *(("amnesiac",) if PARTY[role] != TOWN else ())):
        for each in pools:
            if before in each:
                return each
    kin = (each for each in pools if any(PARTY[one] == PARTY[role] for one in each))
    return next(kin, pools[-1] if pools else None)


# ── what one has found out ────────────────────────────────────────────────────────────────────────────────────────────


@record
class Finding:
    """What a night told somebody: what they did, to whom, and what came of it."""

    night: int
    act: str
    target: Seat | None
    kind: NoticeKind
    seats: tuple[Seat, ...] = ()
    roles: tuple[RoleName, ...] = ()


_TELLING: frozenset[NoticeKind] = frozenset(
    (
        "suspicious", "innocent", "group", "role_is", "visitors", "mafia_visited", "witch_role", "too_strong",
        "target_attacked", "blocked", "controlled", "converted", "shot", "attacked", "healed",
    )
)  # fmt: skip


@once(lambda s, me: (s.notices, s.nights, me))
def findings(s: State, me: Seat) -> tuple[Finding, ...]:
    """All that the nights have told `me`, in order. Whoever was led by a Witch does not know whom they have looked at."""
    if me not in s.seats:
        return ()
    at = s.seats.index(me)
    mine: list[tuple[int, Notice]] = [(night, notice) for night, notice in s.notices if notice.seat == me]
    led = {night for night, notice in mine if notice.kind == "controlled"}
    found = []
    for night, notice in mine:
        order: Order | None = s.nights[night - 1][at] if night <= len(s.nights) else None
        if notice.kind in _TELLING and (night not in led or notice.kind in ("controlled", "attacked", "healed")):
            target = order.target if order else None
            act = order.act if order else ""
            found.append(Finding(night, act, target, notice.kind, notice.seats, notice.roles))
    return tuple(found)


@lru_cache(maxsize=8192)
def likelihood(
    slots: tuple[str, ...], known: tuple[RoleName, ...], kind: str, roles: tuple[RoleName, ...] = (), moon: bool = False
) -> Odds:
    """How likely each party, as far as the role list leaves it open, is to show such a result."""
    rest = left(slots, known)
    slip = FRAMED if rest.roles.get("framer", 0.0) > 0.05 else FRAMED / 10
    sums, weights = [0.0] * 4, [1e-9] * 4
    for role, count in rest.roles.items():
        weights[PARTY[role]] += count
        sums[PARTY[role]] += count * _shows(role, kind, roles, moon, slip)
    return cast(Odds, tuple(max(total / weight, 0.001) for total, weight in zip(sums, weights, strict=True)))


def _shows(role: RoleName, kind: str, roles: tuple[RoleName, ...], moon: bool, slip: float) -> float:
    if kind in ("suspicious", "innocent"):
        suspicious = 1 - WRONG if ROLE[role].suspicious or (role == "werewolf" and moon) else slip
        return suspicious if kind == "suspicious" else 1 - suspicious
    if kind == "too_strong":
        return 1.0 if ROLE[role].defence else 0.1 if role in ("survivor", "bodyguard", "veteran") else 0.02
    if kind == "group" and role not in roles:
        return slip if "framer" in roles else WRONG
    return 1.0 if role in roles else WRONG


# ── what is believed ──────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Belief:
    """What one seat thinks that each other one is of whom it does not know it: odds that sum to 1. `known` are the roles of
    all others, `rest` is what the role list leaves, `claimed` what the living say that they are."""

    odds: Mapping[Seat, Odds]
    known: Mapping[Seat, RoleName]
    rest: Left
    claimed: Mapping[Seat, RoleName]
    liars: Mapping[Seat, str]

    def of(self, seat: Seat) -> Odds:
        odds = self.odds.get(seat)
        return odds if odds is not None else _CERTAIN[PARTY[self.known[seat]]] if seat in self.known else EVEN

    def evil(self, seat: Seat) -> float:
        """How likely it is that somebody has to hang: of the Mafia, or a killer."""
        odds = self.of(seat)
        return odds[MAFIA] + odds[KILLER]

    def town(self, seat: Seat) -> float:
        return self.of(seat)[TOWN]


_CERTAIN: tuple[Odds, ...] = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))


def known_roles(s: State, me: Seat | None) -> dict[Seat, RoleName]:
    """Whose role `me` knows for certain (None: everybody): its own, its mates', those shown."""
    known: dict[Seat, RoleName] = {}
    for grave in s.graves:
        if grave.role is not None:
            known[grave.seat] = grave.role
    for at, seat in enumerate(s.seats):
        role = s.roles[at]
        if role is None:
            continue
        knowers = s.knowers[at]
        if knowers is None or (me is not None and me in knowers):
            known[seat] = role
    return known


@once(lambda s, me: (s.lines, s.graves, s.sentences, s.notices, s.nights, s.alive, s.roles, s.jails, s.phase, me))
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
        self.told = testimony(claims_of(s)) if me is not None else testimony(_public(claims_of(s)))
        self.liars: dict[Seat, str] = {}

    def belief(self) -> Belief:
        if self.me is not None:
            self._mine()
        self._verdicts()
        self._roles()
        self._word_against_word()
        trusted = scaled(self.odds, self._parties())
        self._hearsay(trusted)
        odds = scaled(self.odds, self._parties())
        claimed = {seat: role for seat, role in self.told.roles.items() if seat in self.s.alive}
        return Belief(odds, self.known, self.rest, claimed, self.liars)

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

    def weigh(self, seat: Seat, odds: Odds, trust: float = 1.0) -> None:
        """Evidence about a seat, as far as whoever it comes from is trusted."""
        now = self.odds.get(seat)
        if now is None:
            return
        doubt = 1 - trust
        self.odds[seat] = (
            now[0] * (trust * odds[0] + doubt), now[1] * (trust * odds[1] + doubt),
            now[2] * (trust * odds[2] + doubt), now[3] * (trust * odds[3] + doubt),
        )  # fmt: skip

    # ── what I found out ──

    def _mine(self) -> None:
        assert self.me is not None
        s = self.s
        for found in findings(s, self.me):
            self._found(found)
        for night, prisoner in s.jails:
            if self.known.get(self.me) == "jailor" and night < s.day:
                self._held_up(prisoner, night)
        if self.known.get(self.me) in ("escort", "consort"):
            at = s.seats.index(self.me)
            for number, orders in enumerate(s.nights, 1):
                order = orders[at]
                if order is not None and order.target is not None:
                    self._held_up(order.target, number)

    def _held_up(self, seat: Seat, night: int) -> None:
        """Somebody could do nothing in a night: who killed then was another; if nobody did, it may have been them."""
        causes = [causes for day, causes in self.died.values() if day == night and causes != ("lynched",)]
        if any("mafia" in each for each in causes):
            self.weigh(seat, (1.1, 0.75, 1.0, 1.0))
        elif not causes:
            self.weigh(seat, (0.85, 1.6, 1.6, 1.0))

    def _found(self, found: Finding) -> None:
        moon = full_moon(found.night, self.s.rules.night)
        match found.kind:
            case "suspicious" | "innocent" | "too_strong" if found.target is not None:
                self.weigh(found.target, self._likely(found.kind, (), moon))
            case "group" | "role_is" | "witch_role" if found.target is not None:
                self.weigh(found.target, self._likely("group" if found.kind == "group" else "role", found.roles, moon))
            case "visitors" if found.target is not None:
                self._visitors(found.target, found.night, found.seats, 1.0)
            case "mafia_visited":
                for seat in found.seats:
                    self.weigh(seat, (1.0, 0.02, 1.0, 1.0))
            case "target_attacked" if found.target is not None:
                self.weigh(found.target, (1.2, 0.15, 0.8, 1.0))

    def _likely(self, kind: str, roles: tuple[RoleName, ...], moon: bool) -> Odds:
        return likelihood(self.s.slots, self.all_known, kind, roles, moon)

    def _visitors(self, target: Seat, night: int, seats: Sequence[Seat], trust: float) -> None:
        """Who was seen at the house of somebody who died that night."""
        day, causes = self.died.get(target, (0, ()))
        if day != night or causes == ("lynched",) or not seats:
            return
        for seat in seats:
            mafia, killer = "mafia" in causes, bool({"serial killer", "werewolf", "vampire"}.intersection(causes))
            if mafia or killer:
                share = 4.0 / len(seats)
                self.weigh(seat, (0.4, 1 + share * mafia, 1 + share * killer, 0.5), trust)

    # ── what everybody saw ──

    def _verdicts(self) -> None:
        """How people judged those whose role is shown by now."""
        for sentence in self.s.sentences:
            role = self.known.get(sentence.accused)
            if role is None or (sentence.accused not in self.died and self.me is None):
                continue
            party = PARTY[role]
            if party == OTHER:
                continue
            for seat, verdict in sentence.votes:
                if verdict == "guilty":
                    self.weigh(seat, HANGED_TOWN if party == TOWN else HANGED_EVIL)
                elif verdict == "innocent":
                    self.weigh(seat, SPARED_TOWN if party == TOWN else SAVED_EVIL)

    # ── what people say ──

    def _roles(self) -> None:
        """Whether people can be what they claim to be."""
        rivals = Counter(role for seat, role in self.told.roles.items() if seat in self.odds)
        for seat, role in self.told.roles.items():
            if seat not in self.odds:
                continue
            most = self.rest.most.get(role, 0)
            if PARTY[role] != TOWN:
                self.weigh(seat, (0.25, 0.8, 0.8, 2.5) if most else LIED)
            elif not most:
                self.liars[seat] = (
                    "counter" if self.me is not None and self.known.get(self.me) == role else "contradicted"
                )
                self.weigh(seat, LIED)
            elif rivals[role] > most:
                share = most / rivals[role]
                self.weigh(seat, (RIVALLED[0] * share / (1 - share * 0.5), 1.0, 1.0, 1.0))
            elif self.rest.roles[role] > 0.95 and most == 1 and self._could_be_denied():
                self.weigh(seat, ALONE)
        for seat in self.told.turncoats:
            self.liars[seat] = "changed"
            self.weigh(seat, WAVERED)

    def _could_be_denied(self) -> bool:
        """Whether everybody has had time to say that it is they who are that."""
        return self.s.day > 2 or self.s.phase not in ("discussion", "deal")

    def _word_against_word(self) -> None:
        """What people said of those whose role is shown by now; and of nights in which those were dead."""
        for claim in self.told.results:
            if claim.seat not in self.odds or claim.target is None:
                continue
            day, causes = self.died.get(claim.target, (0, ()))
            gone = day > 0 and claim.night > 0 and claim.target not in self.s.alive
            if gone and (claim.night > day or (claim.night == day and causes == ("lynched",))):
                self.liars[claim.seat] = "contradicted"
                self.weigh(claim.seat, LIED)
            role = self.known.get(claim.target)
            if role is None:
                continue
            seen = _result(claim)
            if seen is None:
                continue
            slip = FRAMED if self.rest.roles.get("framer", 0.0) > 0.05 or "framer" in self.known.values() else 0.03
            honest = _shows(role, seen[0], seen[1], full_moon(claim.night, self.s.rules.night), slip)
            if honest < 0.2:
                if PARTY[role] == TOWN and seen[0] != "innocent":
                    self.liars.setdefault(claim.seat, "contradicted")
                self.weigh(claim.seat, (max(honest, 0.03), 0.4, 0.4, 0.6))
            elif PARTY[role] in (MAFIA, KILLER) and seen[0] != "innocent":
                self.weigh(claim.seat, (1.5, 0.15, 0.5, 0.5))
        for claim in self.told.accusations:
            role = self.known.get(claim.target) if claim.target else None
            if role is not None and claim.target != self.me:
                self.weigh(
                    claim.seat, (1.15, 0.7, 0.9, 0.9) if PARTY[role] in (MAFIA, KILLER) else (0.95, 1.08, 1.08, 1.08)
                )

    def _hearsay(self, trusted: Mapping[Seat, Odds]) -> None:
        """What people say of others, as far as they are trusted; of those who lie dead and shown it is known."""
        for claim in self.told.results:
            if claim.seat == self.me:
                continue
            trust = self._trust(claim.seat, trusted)
            seen = _result(claim)
            if claim.act == "watch" and claim.target is not None:
                self._visitors(claim.target, claim.night, _seats(claim.found), trust)
            elif claim.act == "bug":
                for seat in _seats(claim.found):
                    self.weigh(seat, (1.0, 0.05, 1.0, 1.0), trust)
            elif seen is not None and claim.target is not None:
                honest = self._likely(seen[0], seen[1], full_moon(claim.night, self.s.rules.night))
                lies = VOUCHES if seen[0] == "innocent" else BLAMES
                doubt = 1 - trust
                mixed = tuple(trust * one + doubt * other for one, other in zip(honest, lies, strict=True))
                self.weigh(claim.target, cast(Odds, mixed))
        for claim in self.told.accusations:
            if claim.target is not None:
                self.weigh(claim.target, POINTED, self._trust(claim.seat, trusted))
        for claim in self.told.praise:
            if claim.target is not None:
                self.weigh(claim.target, PRAISED, self._trust(claim.seat, trusted))

    def _trust(self, seat: Seat, trusted: Mapping[Seat, Odds]) -> float:
        """How likely somebody is to tell the truth: of the Town."""
        if seat in self.known:
            return 0.95 if PARTY[self.known[seat]] == TOWN and seat != self.me else 0.0
        odds = trusted.get(seat)
        return odds[TOWN] if odds is not None else 0.0


def scaled(odds: Mapping[Seat, Odds], parties: Odds) -> dict[Seat, Odds]:
    """Odds for each seat that sum to 1, of which those for each party sum (nearly) to as many as there are."""
    if not odds:
        return {}
    rows = tuple(odds.values())
    most = len(rows) / sum(parties)
    t0, t1, t2, t3 = (each * most for each in parties)
    w0, w1, w2, w3 = parties
    for _ in range(4):
        s0 = s1 = s2 = s3 = 1e-12
        for a, b, c, d in rows:
            a, b, c, d = a * w0, b * w1, c * w2, d * w3
            share = 1 / (a + b + c + d)
            s0 += a * share
            s1 += b * share
            s2 += c * share
            s3 += d * share
        w0, w1, w2, w3 = w0 * t0 / s0, w1 * t1 / s1, w2 * t2 / s2, w3 * t3 / s3
    found = {}
    for seat, (a, b, c, d) in odds.items():
        a, b, c, d = a * w0, b * w1, c * w2, d * w3
        share = 1 / (a + b + c + d)
        found[seat] = (a * share, b * share, c * share, d * share)
    return found


# ── what is claimed ───────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Testimony:
    """Claims, sorted: what each seat says that it is, who has said this and then that, results, accusations and praise."""

    roles: Mapping[Seat, RoleName]
    turncoats: frozenset[Seat]
    results: tuple[Claimed, ...]
    accusations: tuple[Claimed, ...]
    praise: tuple[Claimed, ...]


@once(lambda claims: (claims,))
def _public(claims: tuple[Claimed, ...]) -> tuple[Claimed, ...]:
    return tuple(claim for claim in claims if claim.source != "whispered")


@once(lambda claims: (claims,))
def testimony(claims: tuple[Claimed, ...]) -> Testimony:
    """Each result counts once, however often it is repeated."""
    roles: dict[Seat, RoleName] = {}
    turncoats: set[Seat] = set()
    results: dict[tuple[object, ...], Claimed] = {}
    accusations: dict[tuple[object, ...], Claimed] = {}
    praise: dict[tuple[object, ...], Claimed] = {}
    for claim in claims:
        match claim.kind:
            case "role" if claim.role is not None:
                if roles.get(claim.seat, claim.role) != claim.role:
                    turncoats.add(claim.seat)
                roles[claim.seat] = claim.role
            case "result" | "deed":
                results[claim.seat, claim.kind, claim.night, claim.target, claim.found] = claim
            case "accuse":
                accusations[claim.seat, claim.target] = claim
            case "trust":
                praise[claim.seat, claim.target] = claim
    return Testimony(
        roles, frozenset(turncoats), tuple(results.values()), tuple(accusations.values()), tuple(praise.values())
    )


@lru_cache(maxsize=8192)
def _result(claim: Claimed) -> tuple[str, tuple[RoleName, ...]] | None:
    """What a claim says that somebody showed: suspicious, innocent, or one of some roles."""
    if claim.kind != "result" or claim.target is None or claim.act in ("watch", "bug"):
        return None
    if claim.found in ("suspicious", "innocent"):
        return claim.found, ()
    roles = tuple(each for each in claim.found.split(", ") if each in ROLE)
    return ("group" if len(roles) > 1 else "role", cast(tuple[RoleName, ...], roles)) if roles else None


@lru_cache(maxsize=8192)
def _seats(found: str) -> tuple[Seat, ...]:
    """The seats that a claim names as visitors."""
    return tuple(Seat(each) for each in found.split(", ") if each.startswith("p"))
