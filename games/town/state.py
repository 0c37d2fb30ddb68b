"""Town as one view knows it, and how everything that happens changes it.

What belongs to seats stands in tuples in the order of the seats; None is what this view was not told. What nobody is told
(petrol, frames, who heard what) only the table's own state has; `redeal` makes another world of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from itertools import zip_longest
from typing import Any, Literal, TypeVar, cast

from games.core import HOST, Cancelled, Event, LookedUp, Seat, Seated, altered, record, state
from games.town.people import Notice, Order, RoleName
from games.town.roles import ROLE
from games.town.trial import weight
from games.town.words import (
    Answered,
    Bade,
    BallotBegan,
    Became,
    Cautioned,
    Corrected,
    Dawned,
    DayBroke,
    Ended,
    FloorGiven,
    Invited,
    Jailed,
    Judged,
    JudgementBegan,
    Lynched,
    Marked,
    MatesMet,
    MayorRevealed,
    Means,
    NightFell,
    Nominated,
    NominationBegan,
    Noticed,
    Opened,
    Ordered,
    Overheard,
    Picked,
    Reached,
    RoleGiven,
    Room,
    Rules,
    Said,
    SeanceBegan,
    Sentenced,
    Spent,
    Summed,
    TrialBegan,
    Triumphed,
    Verdict,
    Voice,
    Waited,
    WhisperSeen,
    Wrote,
)

T = TypeVar("T")
Phase = Literal["deal", "discussion", "nomination", "defence", "judgement", "last words", "night", "over"]
DAY: frozenset[Phase] = frozenset({"discussion", "nomination", "defence", "judgement", "last words"})


@record
class Line:
    """Something said, or (an empty text) that somebody waits. `seat` is who said it, None where this view only heard a
    `voice`; `to` is whom it was whispered to, `means` what it claims (see `Means`), and how often that was
    `corrected`. `phase` tells day from night."""

    day: int
    phase: Phase
    room: Room
    seat: Seat | None
    text: str
    to: Seat | None = None
    voice: Voice | None = None
    means: Means = None
    corrected: int = 0


@record
class Grave:
    """Somebody's death as it was shown: in which night (or on which day), of what, their role and will (None: cleaned), and what
    that claims."""

    seat: Seat
    day: int
    causes: tuple[str, ...]
    role: RoleName | None
    will: str | None
    notes: tuple[str, ...] = ()
    bloodied: bool = False
    means: Means = None

    @property
    def lynched(self) -> bool:
        return self.causes == ("lynched",)


@state
class State:
    # ── what everybody knows ──
    seats: tuple[Seat, ...] = ()
    places: Mapping[Seat, int] = field(default_factory=dict, compare=False, repr=False)  # where in a row each seat is
    slots: tuple[str, ...] = ()
    rules: Rules = field(default_factory=Rules)
    house_rules: str = ""
    people: frozenset[Seat] = frozenset()
    models: frozenset[Seat] = frozenset()
    left: tuple[Seat, ...] = ()
    phase: Phase = "deal"
    day: int = 0
    alive: tuple[Seat, ...] = ()
    mayors: frozenset[Seat] = frozenset()
    graves: tuple[Grave, ...] = ()
    remembered: tuple[tuple[int, RoleName], ...] = ()
    revived: tuple[tuple[int, Seat], ...] = ()
    dawned: bool = False
    round: int = 0
    inviting: bool = False
    spoken: int = 0
    heard: int = 0
    floor: Seat | None = None
    passed: frozenset[Seat] = frozenset()
    waited: frozenset[Seat] = frozenset()
    counts: tuple[int, ...] = ()
    whispers: tuple[tuple[int, Seat, Seat], ...] = ()
    trial: int = 0
    ballot: int = 0
    changes: int = 0
    counted: int = 0
    nominations: tuple[Seat | None, ...] = ()
    chosen: frozenset[Seat] = frozenset()
    accused: Seat | None = None
    answered: frozenset[Seat] = frozenset()
    sentences: tuple[Sentenced, ...] = ()
    haunting: Seat | None = None
    ended: Ended | None = None
    # ── what some know ──
    roles: tuple[RoleName | None, ...] = ()
    knowers: tuple[frozenset[Seat] | None, ...] = ()
    uses: tuple[int | None, ...] = ()
    quarries: tuple[Seat | None, ...] = ()
    wills: tuple[str, ...] = ()
    wills_mean: tuple[Means, ...] = ()
    death_notes: tuple[str, ...] = ()
    forgeries: tuple[str, ...] = ()
    forgeries_mean: tuple[Means, ...] = ()
    notebooks: tuple[str, ...] = ()
    written: tuple[int, ...] = ()
    cautious: tuple[bool, ...] = ()
    gagged: tuple[Seat, ...] = ()
    lines: tuple[Line, ...] = ()
    picks: tuple[Seat | None, ...] = ()
    decided: tuple[Seat, ...] = ()
    jails: tuple[tuple[int, Seat], ...] = ()
    seances: tuple[tuple[int, Seat, Seat], ...] = ()
    bids: tuple[int | None, ...] = ()
    verdicts: tuple[Verdict | None, ...] = ()
    orders: tuple[Order | None, ...] = ()
    ready: tuple[Seat, ...] = ()
    nights: tuple[tuple[Order | None, ...], ...] = ()
    notices: tuple[tuple[int, Notice], ...] = ()
    triumphs: tuple[Seat, ...] = ()
    summaries: tuple[tuple[Seat, int, str], ...] = ()
    lookups: tuple[tuple[int, Seat, str, str, str], ...] = ()
    # ── what nobody is told ──
    marks: Marked = field(default_factory=Marked)
    reached: tuple[tuple[int, tuple[Seat, ...]], ...] = ()

    # ── what is so ──

    @property
    def ai_only(self) -> bool:
        return not self.people

    @property
    def clocked(self) -> bool:
        """Whether the clock runs: it does where people play, unless the host has stopped it."""
        return bool(self.people) and self.rules.seconds.discussion > 0

    @property
    def by_day(self) -> bool:
        return self.phase in DAY

    def at(self, seat: Seat) -> int:
        return self.places[seat]

    def role(self, seat: Seat) -> RoleName | None:
        """What the seat is, as far as this view knows."""
        at = self.places.get(seat)
        return None if at is None else self.roles[at]

    def knows(self, seat: Seat, whom: Seat) -> bool:
        """Whether `seat` was told what `whom` is now."""
        knowers = self.knowers[self.places[whom]]
        return knowers is None or seat in knowers

    @property
    def dead(self) -> tuple[Seat, ...]:
        return tuple([seat for seat in self.seats if seat not in self.alive])

    def grave(self, seat: Seat) -> Grave | None:
        """Where somebody who is dead lies."""
        if seat in self.alive:
            return None
        return next((grave for grave in reversed(self.graves) if grave.seat == seat), None)

    @property
    def prisoner(self) -> Seat | None:
        """Who sits in jail tonight, as far as this view knows."""
        if self.phase != "night" or not self.jails:
            return None
        night, prisoner = self.jails[-1]
        return prisoner if night == self.day else None

    def in_seance(self, seat: Seat) -> tuple[tuple[int, Seat, Seat], ...]:
        """The seances of tonight in which the seat is."""
        if self.phase != "night" or not self.seances:
            return ()
        return tuple(each for each in self.seances if each[0] == self.day and seat in each[1:])

    @property
    def awake(self) -> tuple[Seat, ...]:
        """Who is asked what they do tonight: those alive, and a Jester who was hanged today."""
        if self.haunting is None or self.haunting in self.alive:
            return self.alive
        return (*self.alive, self.haunting)

    @property
    def haunters(self) -> tuple[Seat, ...]:
        """Whom the Jester hanged today may haunt: who found him guilty, by option also who abstained."""
        if self.haunting is None or not self.sentences or self.sentences[-1].accused != self.haunting:
            return ()
        also = self.rules.night.jester_haunt == "guilty+abstain"
        votes = self.sentences[-1].votes
        return tuple(
            seat for seat, vote in votes if seat in self.alive and (vote == "guilty" or (also and vote == "abstain"))
        )

    def lines_of(self, seat: Seat) -> Iterator[Line]:
        """What the seat has heard, the last first. A view has heard all that it has; the table keeps who hears each line that
        is not for everybody; those who do not play hear what everybody does."""
        at = len(self.reached) - 1
        for number in range(len(self.lines) - 1, -1, -1):
            line = self.lines[number]
            while at >= 0 and self.reached[at][0] > number:
                at -= 1
            heard = at < 0 or self.reached[at][0] != number or seat in self.reached[at][1]
            mine = line.seat == seat if not line.text else seat in self.seats
            if line.room == "town" or (heard and mine):
                yield line

    def tonight(self, seat: Seat, room: Room) -> tuple[int, bool, int]:
        """How often the seat has spoken (or waited) in a room tonight, whether it has heard somebody else there since, and how
        often it has spoken in any: what `lines_of` the seat come to, for it is asked for very often."""
        said, news, anywhere = 0, False, 0
        lines, reached, at = self.lines, self.reached, len(self.reached) - 1
        for number in range(len(lines) - 1, -1, -1):
            line = lines[number]
            if line.day != self.day or line.phase != "night":
                break
            if line.seat == seat:
                anywhere += 1
                said += line.room == room or not line.text
            elif line.room == room and line.text and not (said or news):
                while at >= 0 and reached[at][0] > number:
                    at -= 1
                news = at < 0 or reached[at][0] != number or seat in reached[at][1]
        return said, news, anywhere

    @property
    def talked(self) -> bool:
        """Whether this view has heard anything in this phase of day or night."""
        if not self.lines:
            return False
        last = self.lines[-1]
        return last.day == self.day and (last.phase == "night") == (self.phase == "night")

    def weight(self, seat: Seat) -> int:
        return weight(seat, self.mayors)

    @property
    def voters(self) -> tuple[tuple[Seat, Seat], ...]:
        """Those of the living who have nominated somebody, and whom."""
        rows = zip(self.seats, self.nominations, strict=True)
        return tuple([(seat, whom) for seat, whom in rows if whom is not None and seat in self.alive])


# ── what happened ─────────────────────────────────────────────────────────────────────────────────────────────────────


def evolve(s: State, event: Event) -> State:
    fold = _FOLDS.get(type(event))
    return s if fold is None else fold(s, event)


def _put(s: State, row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """A row in the order of the seats, with one seat's value changed."""
    changed = list(row)
    changed[s.places[seat]] = value
    return tuple(changed)


def _with(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return seats if seat in seats else (*seats, seat)


def _opened(s: State, event: Opened) -> State:
    count = len(event.seats)
    none, empty, zero = (None,) * count, ("",) * count, (0,) * count
    return altered(
        s, seats=event.seats, places={seat: at for at, seat in enumerate(event.seats)}, slots=event.slots,
        rules=event.rules, house_rules=event.house_rules, alive=event.seats,
        counts=zero, nominations=none, roles=none, knowers=(frozenset[Seat](),) * count, uses=none, quarries=none,
        wills=empty, wills_mean=none, death_notes=empty, forgeries=empty, forgeries_mean=none, notebooks=empty, written=zero, cautious=(False,) * count,
        picks=none, bids=none, verdicts=none, orders=none,
    )  # fmt: skip


def _role_given(s: State, event: RoleGiven) -> State:
    return altered(_is(s, event.seat, event.role), quarries=_put(s, s.quarries, event.seat, event.quarry))


def _became(s: State, event: Became) -> State:
    """Whoever becomes something has all of it, and nothing of what they were."""
    return altered(
        _is(s, event.seat, event.role),
        quarries=_put(s, s.quarries, event.seat, None),
        cautious=_put(s, s.cautious, event.seat, False),
    )


def _is(s: State, seat: Seat, role: RoleName) -> State:
    return altered(
        s,
        roles=_put(s, s.roles, seat, role),
        knowers=_put(s, s.knowers, seat, frozenset({seat})),
        uses=_put(s, s.uses, seat, ROLE[role].uses),
    )


def _mates_met(s: State, event: MatesMet) -> State:
    circle = frozenset(seat for seat, _ in event.members)
    for seat, role in event.members:
        s = altered(s, roles=_put(s, s.roles, seat, role), knowers=_put(s, s.knowers, seat, circle))
    return s


def _said(s: State, event: Said) -> State:
    line = Line(s.day, s.phase, event.room, event.seat, event.text, event.to, means=event.means)
    lines = (*s.lines, line)
    return altered(s, lines=lines, **_heard_by_all(s, event.seat)) if event.room == "town" else altered(s, lines=lines)


def _corrected(s: State, event: Corrected) -> State:
    """The last statement of the seat that this view has heard."""
    lines = list(s.lines)
    at = max(n for n, line in enumerate(lines) if line.seat == event.seat and line.text)
    lines[at] = replace(lines[at], means=event.means, corrected=lines[at].corrected + 1)
    return altered(s, lines=tuple(lines))


def _whisper_seen(s: State, event: WhisperSeen) -> State:
    return altered(s, whispers=(*s.whispers, (s.day, event.seat, event.to)), **_heard_by_all(s, event.seat))


def _heard_by_all(s: State, seat: Seat) -> dict[str, Any]:
    """Everybody has something new to answer, and whoever had the floor has used it."""
    counts = _put(s, s.counts, seat, s.counts[s.at(seat)] + 1)
    floor = None if s.floor == seat else s.floor
    return {"spoken": s.spoken + 1, "counts": counts, "waited": frozenset[Seat](), "floor": floor}


def _overheard(s: State, event: Overheard) -> State:
    return altered(s, lines=(*s.lines, Line(s.day, s.phase, event.room, None, event.text, voice=event.voice)))


def _reached(s: State, event: Reached) -> State:
    """The next line is for these alone."""
    return altered(s, reached=(*s.reached, (len(s.lines), event.seats)))


def _waited(s: State, event: Waited) -> State:
    if s.phase == "night":
        return altered(s, lines=(*s.lines, Line(s.day, s.phase, "dead", event.seat, "")))
    s = altered(s, waited=s.waited | {event.seat})
    if s.floor != event.seat:
        return s
    # The floor goes to the next most eager.
    return altered(s, floor=None, inviting=True, passed=s.passed | {event.seat})


def _invited(s: State, event: Invited) -> State:
    return altered(
        s, round=event.round, inviting=True, heard=s.spoken, passed=frozenset[Seat](), bids=(None,) * len(s.seats)
    )


def _bade(s: State, event: Bade) -> State:
    return altered(s, bids=_put(s, s.bids, event.seat, event.eagerness))


def _floor_given(s: State, event: FloorGiven) -> State:
    # Who has waited as a person, and left, has the floor as anybody.
    return altered(s, floor=event.seat, inviting=False, waited=s.waited - {event.seat})


def _wrote(s: State, event: Wrote) -> State:
    at = s.at(event.seat)
    s = altered(s, written=_put(s, s.written, event.seat, s.written[at] + 1))
    match event.paper:
        case "will":
            means = _put(s, s.wills_mean, event.seat, event.means)
            return altered(s, wills=_put(s, s.wills, event.seat, event.text), wills_mean=means)
        case "death note":
            return altered(s, death_notes=_put(s, s.death_notes, event.seat, event.text))
        case "forgery":
            means = _put(s, s.forgeries_mean, event.seat, event.means)
            return altered(s, forgeries=_put(s, s.forgeries, event.seat, event.text), forgeries_mean=means)
    return altered(s, notebooks=_put(s, s.notebooks, event.seat, event.text))


def _summed(s: State, event: Summed) -> State:
    return altered(s, summaries=(*s.summaries, (event.seat, event.day, event.text)))


def _looked_up(s: State, event: LookedUp) -> State:
    """Looking something up is no news to anybody, whoever looked not excepted."""
    return altered(s, lookups=(*s.lookups, (s.day, event.seat, event.tool, event.argument, event.found)))


def _day_broke(s: State, event: DayBroke) -> State:
    count = len(s.seats)
    return altered(
        s, phase="discussion", day=event.day, dawned=False, round=1, inviting=True, spoken=0, heard=0, floor=None,
        waited=frozenset[Seat](), counts=(0,) * count, written=(0,) * count, trial=0, bids=(None,) * count,
        haunting=None, passed=frozenset[Seat](), accused=None,
    )  # fmt: skip


def _picked(s: State, event: Picked) -> State:
    return altered(s, picks=_put(s, s.picks, event.seat, event.whom), decided=_with(s.decided, event.seat))


def _mayor_revealed(s: State, event: MayorRevealed) -> State:
    return altered(
        s,
        mayors=s.mayors | {event.seat},
        roles=_put(s, s.roles, event.seat, "mayor"),
        knowers=_put(s, s.knowers, event.seat, None),
    )


def _nomination_began(s: State, event: NominationBegan) -> State:
    return altered(
        s, phase="nomination", trial=event.trial, ballot=1, changes=0, counted=0, chosen=frozenset[Seat](),
        nominations=(None,) * len(s.seats), accused=None, floor=None, inviting=False, waited=frozenset[Seat](),
    )  # fmt: skip


def _ballot_began(s: State, event: BallotBegan) -> State:
    return altered(s, ballot=event.ballot, counted=s.changes, chosen=s.chosen & s.people)


def _nominated(s: State, event: Nominated) -> State:
    before = s.nominations[s.places[event.seat]]
    return altered(
        s,
        nominations=_put(s, s.nominations, event.seat, event.whom),
        chosen=s.chosen | {event.seat},
        changes=s.changes + (before != event.whom),
    )


def _trial_began(s: State, event: TrialBegan) -> State:
    return altered(s, phase="defence", trial=event.trial, accused=event.accused, waited=frozenset[Seat]())


def _judgement_began(s: State, event: JudgementBegan) -> State:
    return altered(s, phase="judgement", answered=frozenset[Seat](), verdicts=(None,) * len(s.seats))


def _judged(s: State, event: Judged) -> State:
    return altered(s, verdicts=_put(s, s.verdicts, event.seat, event.verdict))


def _answered(s: State, event: Answered) -> State:
    return altered(s, answered=s.answered | {event.seat})


def _sentenced(s: State, event: Sentenced) -> State:
    s = altered(s, sentences=(*s.sentences, event), verdicts=(None,) * len(s.seats), answered=frozenset[Seat]())
    return altered(s, phase="last words", waited=frozenset[Seat]()) if event.hangs else altered(s, accused=None)


def _lynched(s: State, event: Lynched) -> State:
    grave = Grave(event.seat, event.day, ("lynched",), event.role, event.will, means=event.means)
    s = _buried(s, grave)
    return altered(s, haunting=event.seat) if event.role == "jester" else s


def _buried(s: State, grave: Grave) -> State:
    return altered(s, graves=(*s.graves, grave), alive=tuple([seat for seat in s.alive if seat != grave.seat]))


def _triumphed(s: State, event: Triumphed) -> State:
    return altered(s, triumphs=_with(s.triumphs, event.seat))


def _night_fell(s: State, event: NightFell) -> State:
    count = len(s.seats)
    return altered(
        s, phase="night", day=event.night, dawned=False, orders=(None,) * count, ready=(),
        picks=(None,) * count, decided=(), accused=None, floor=None, inviting=False, waited=frozenset[Seat](),
        gagged=(), nominations=(None,) * count, bids=(None,) * count,
    )  # fmt: skip


def _jailed(s: State, event: Jailed) -> State:
    return altered(s, jails=(*s.jails, (event.night, event.prisoner)))


def _seance_began(s: State, event: SeanceBegan) -> State:
    return altered(s, seances=(*s.seances, (event.night, event.medium, event.whom)))


def _ordered(s: State, event: Ordered) -> State:
    return altered(s, orders=_put(s, s.orders, event.seat, event.order), ready=_with(s.ready, event.seat))


def _cautioned(s: State, event: Cautioned) -> State:
    return altered(s, cautious=_put(s, s.cautious, event.seat, event.cautious))


def _noticed(s: State, event: Noticed) -> State:
    s = altered(s, notices=(*s.notices, (event.night, event.notice)))
    if event.notice.kind != "blackmailed":
        return s
    return altered(s, gagged=_with(s.gagged, event.notice.seat))


def _spent(s: State, event: Spent) -> State:
    return altered(s, uses=_put(s, s.uses, event.seat, event.uses))


def _marked(s: State, event: Marked) -> State:
    return altered(s, marks=event)


def _dawn(s: State, event: Dawned) -> State:
    graves = tuple(
        Grave(death.seat, event.night, death.causes, death.role, death.will, death.notes, death.bloodied, means)
        for death, means in zip_longest(event.deaths, event.means)
    )
    fallen, alive = frozenset([grave.seat for grave in graves]), s.alive
    if fallen or event.revived:
        alive = tuple([seat for seat in s.seats if (seat in s.alive and seat not in fallen) or seat in event.revived])
    return altered(
        s,
        alive=alive,
        graves=(*s.graves, *graves),
        nights=(*s.nights, s.orders),
        orders=(None,) * len(s.seats),
        dawned=True,
        revived=(*s.revived, *((event.night, seat) for seat in event.revived)),
        remembered=(*s.remembered, *((event.night, role) for role in event.remembered)),
    )


def _ended(s: State, event: Ended) -> State:
    return altered(
        s,
        phase="over",
        roles=event.roles,
        knowers=(None,) * len(s.seats),
        nights=event.nights,
        jails=event.jails,
        notices=event.notices,
        ended=event,
    )


def _cancelled(s: State, event: Cancelled) -> State:
    return altered(s, phase="over")


def _seated(s: State, event: Seated) -> State:
    seat = event.seat
    if seat == HOST:
        return s
    s = altered(s, models=s.models | {seat} if event.kind == "model" else s.models - {seat})
    if event.kind == "person":
        # A person speaks when they like: the floor is for those who are asked.
        s = altered(s, people=s.people | {seat}, left=tuple(each for each in s.left if each != seat))
        return altered(s, floor=None, inviting=True) if s.floor == seat else s
    if seat in s.people:
        return altered(s, people=s.people - {seat}, left=(*s.left, seat))
    return s


_FOLDS: Mapping[type[Event], Callable[[State, Any], State]] = cast(
    "Mapping[type[Event], Callable[[State, Any], State]]",
    {
        Opened: _opened, RoleGiven: _role_given, Became: _became, MatesMet: _mates_met, Said: _said, Corrected: _corrected,
        WhisperSeen: _whisper_seen, Overheard: _overheard, Reached: _reached, Waited: _waited, Invited: _invited,
        Bade: _bade, FloorGiven: _floor_given, Wrote: _wrote, DayBroke: _day_broke, Picked: _picked,
        MayorRevealed: _mayor_revealed, NominationBegan: _nomination_began, BallotBegan: _ballot_began,
        Nominated: _nominated, TrialBegan: _trial_began, JudgementBegan: _judgement_began, Judged: _judged,
        Answered: _answered, Sentenced: _sentenced, Lynched: _lynched, Triumphed: _triumphed, NightFell: _night_fell,
        Jailed: _jailed, SeanceBegan: _seance_began, Ordered: _ordered, Cautioned: _cautioned, Noticed: _noticed, Spent: _spent,
        Marked: _marked, Dawned: _dawn, Ended: _ended, Seated: _seated, Cancelled: _cancelled,
        Summed: _summed, LookedUp: _looked_up,
    },
)  # fmt: skip
