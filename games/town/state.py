"""Town as one view knows it, and how everything that happens changes it.

Everybody in the town is a `Character`; None is what this view was not told. What people have chosen stands in mappings, which
are empty again when it is over what they chose for. What nobody is told (petrol, frames, who heard what) only the table's own
state has; `resample` makes another world of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from itertools import takewhile, zip_longest
from typing import Any, Literal, TypeVar

from games.circle import Mortals, seated_or_left
from games.core import HOST, Cancelled, Event, LookedUp, Seat, Seated, altered, record, state
from games.town.events import (
    PAPERS,
    Answered,
    Bade,
    BallotBegan,
    Became,
    Cautioned,
    Chosen,
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
    Paper,
    Picked,
    Reached,
    RoleGiven,
    RoomName,
    Rules,
    Said,
    SeanceBegan,
    Sentenced,
    Settled,
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
from games.town.people import Notice, Order, RoleName
from games.town.roles import ROLE
from games.turns import Ballot, Floor

E = TypeVar("E", bound=Event)
Fold = Callable[["State", Any], "State"]
Phase = Literal["deal", "discussion", "nomination", "defence", "judgement", "last words", "night", "over"]
DAY: frozenset[Phase] = frozenset({"discussion", "nomination", "defence", "judgement", "last words"})


@record
class Line:
    """Something said, or (an empty text) that somebody waits. `seat` is who said it, None where this view only heard a
    `voice`; `to` is whom it was whispered to, `means` what it claims (see `Means`), and how often that was
    `corrected`. `phase` tells day from night, `trial` is the day's last one so far; `heard` is by whom, where not by
    everybody; only the table knows."""

    day: int
    phase: Phase
    room: RoomName
    seat: Seat | None
    text: str
    to: Seat | None = None
    voice: Voice | None = None
    means: Means = None
    corrected: int = 0
    trial: int = 0
    heard: tuple[Seat, ...] = field(default=(), compare=False)

    @property
    def who(self) -> str:
        return f"{{{self.seat}}}" if self.seat is not None else (self.voice or "somebody").capitalize()


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


_UNWRITTEN = {paper: Wrote(Seat(""), paper, "") for paper in PAPERS}


@state
class Character:
    """Somebody in the town: their role, who was told what it is now (None: everybody), what is left of its limited deed, an
    Executioner's `quarry`, whether a Serial Killer is `cautious`, and what they have written."""

    role: RoleName | None = None
    knowers: frozenset[Seat] | None = frozenset()
    uses: int | None = None
    quarry: Seat | None = None
    cautious: bool = False
    papers: Mapping[Paper, Wrote] = field(default_factory=dict)


@state
class State(Mortals):
    # ── what everybody knows ──
    slots: tuple[str, ...] = ()
    rules: Rules = field(default_factory=Rules)
    house_rules: str = ""
    models: frozenset[Seat] = frozenset()
    phase: Phase = "deal"
    day: int = 0
    mayors: frozenset[Seat] = frozenset()
    graves: tuple[Grave, ...] = ()
    remembered: tuple[tuple[int, RoleName], ...] = ()
    revived: tuple[tuple[int, Seat], ...] = ()
    dawned: bool = False
    settling: int = 0
    """By night, as the clock knows: 1 when all people have chosen, 2 when talk has had its time since."""
    floor: Floor = field(default_factory=Floor)
    whispers: tuple[tuple[int, Seat, Seat], ...] = ()
    trial: int = 0
    ballot: Ballot = field(default_factory=Ballot)
    untried: tuple[tuple[Seat, Seat], ...] | None = None
    """Who named whom when night fell because too few agreed; None where it fell for another reason."""
    accused: Seat | None = None
    answered: frozenset[Seat] = frozenset()
    sentences: tuple[Sentenced, ...] = ()
    haunting: Seat | None = None
    ended: Ended | None = None
    # ── what some know ──
    cast: Mapping[Seat, Character] = field(default_factory=dict)
    written: Mapping[Seat, int] = field(default_factory=dict)
    gagged: tuple[Seat, ...] = ()
    lines: tuple[Line, ...] = ()
    picks: Mapping[Seat, Seat | None] = field(default_factory=dict)
    jails: tuple[tuple[int, Seat], ...] = ()
    seances: tuple[tuple[int, Seat, Seat], ...] = ()
    verdicts: Mapping[Seat, Verdict] = field(default_factory=dict)
    orders: Mapping[Seat, Order | None] = field(default_factory=dict)
    nights: tuple[Mapping[Seat, Order | None], ...] = ()
    notices: tuple[tuple[int, Notice], ...] = ()
    triumphs: tuple[Seat, ...] = ()
    summaries: tuple[tuple[Seat, int, str], ...] = ()
    lookups: tuple[tuple[int, Seat, str, str, str], ...] = ()
    # ── what nobody is told ──
    marks: Marked = field(default_factory=Marked)
    reached: tuple[Seat, ...] = ()  # who alone hears what is said next

    # ── what is so ──

    @property
    def clocked(self) -> bool:
        """Whether the clock runs: it does where people play, unless the host has stopped it."""
        return bool(self.people) and self.rules.seconds.discussion > 0

    @property
    def talking(self) -> frozenset[Seat]:
        """People who may have something to say to what was said last: they speak when they like."""
        return self.people.intersection(self.alive) - self.floor.waited

    @property
    def by_day(self) -> bool:
        return self.phase in DAY

    def of_the_town(self, seat: Seat) -> bool:
        """Whether this view knows the seat for one of the Town."""
        role = self.role(seat)
        return role is not None and ROLE[role].faction == "town"

    def role(self, seat: Seat) -> RoleName | None:
        """What the seat is, as far as this view knows."""
        return self.cast[seat].role if seat in self.cast else None

    def knows(self, seat: Seat, whom: Seat) -> bool:
        """Whether `seat` was told what `whom` is now."""
        knowers = self.cast[whom].knowers
        return knowers is None or seat in knowers

    @property
    def dead(self) -> tuple[Seat, ...]:
        return tuple([seat for seat in self.seats if seat not in self.alive])

    def night_of(self, seat: Seat, night: int) -> tuple[Order | None, list[Notice]]:
        """What somebody meant to do in a night, and what it told them, as far as this view knows."""
        told = [notice for when, notice in self.notices if when == night and notice.seat == seat]
        return self.nights[night - 1].get(seat), told

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
        return tuple([each for each in self.seances if each[0] == self.day and seat in each[1:]])

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

    def paper(self, seat: Seat, paper: Paper) -> Wrote:
        """What the seat has written there, as far as this view knows: it may be nothing."""
        return self.cast[seat].papers.get(paper, _UNWRITTEN[paper])

    def lines_of(self, seat: Seat) -> Iterator[Line]:
        """What the seat has heard, the last first. A view has heard all that it has; those who do not play hear what everybody
        does."""
        for line in reversed(self.lines):
            mine = line.seat == seat if not (line.text or line.heard) else seat in self.seats
            if line.room == "town" or (mine and (not line.heard or seat in line.heard)):
                yield line

    def recent(self) -> Iterator[Line]:
        """What was said in this phase of day or night, the last first."""
        night = self.phase == "night"
        return takewhile(lambda each: each.day == self.day and (each.phase == "night") == night, reversed(self.lines))

    @property
    def voters(self) -> tuple[tuple[Seat, Seat], ...]:
        """Those of the living who have nominated somebody, and whom."""
        votes = self.ballot.votes
        return tuple([(seat, whom) for seat in self.alive if (whom := votes.get(seat)) is not None])


# ── what happened ─────────────────────────────────────────────────────────────────────────────────────────────────────


def evolve(s: State, event: Event) -> State:
    fold = _FOLDS.get(type(event))
    return s if fold is None else fold(s, event)


def _of(s: State, seat: Seat, **changes: Any) -> State:
    """Something about one of the cast, changed."""
    return altered(s, cast={**s.cast, seat: altered(s.cast[seat], **changes)})


def _with(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return seats if seat in seats else (*seats, seat)


def _opened(s: State, event: Opened) -> State:
    seats = event.seats
    return altered(
        s, seats=seats, alive=seats, cast=dict.fromkeys(seats, Character()), slots=event.slots, rules=event.rules,
        house_rules=event.house_rules,
    )  # fmt: skip


def _is(s: State, event: RoleGiven | Became, quarry: Seat | None = None) -> State:
    """Whoever becomes something has all of it, and nothing of what they were."""
    seat, role = event.seat, event.role
    return _of(s, seat, role=role, knowers=frozenset({seat}), uses=ROLE[role].uses, quarry=quarry, cautious=False)


def _mates_met(s: State, event: MatesMet) -> State:
    circle = frozenset(seat for seat, _ in event.members)
    for seat, role in event.members:
        s = _of(s, seat, role=role, knowers=circle)
    return s


def _line(s: State, room: RoomName, seat: Seat | None, text: str, **more: Any) -> Line:
    """Something was said; it may be for some alone."""
    return Line(s.day, s.phase, room, seat, text, trial=s.trial, heard=s.reached, **more)


def _said(s: State, event: Said) -> State:
    line = _line(s, event.room, event.seat, event.text, to=event.to, means=event.means)
    floor = s.floor.spoke(event.seat) if event.room == "town" else s.floor
    return altered(s, lines=(*s.lines, line), reached=(), floor=floor)


def _overheard(s: State, event: Overheard) -> State:
    line = _line(s, event.room, None, event.text, voice=event.voice)
    return altered(s, lines=(*s.lines, line), reached=())


def _corrected(s: State, event: Corrected) -> State:
    """The last statement of the seat that this view has heard."""
    lines = list(s.lines)
    at = max(n for n, line in enumerate(lines) if line.seat == event.seat and line.text)
    lines[at] = replace(lines[at], means=event.means, corrected=lines[at].corrected + 1)
    return altered(s, lines=tuple(lines))


def _whisper_seen(s: State, event: WhisperSeen) -> State:
    return altered(s, whispers=(*s.whispers, (s.day, event.seat, event.to)), floor=s.floor.spoke(event.seat))


def _waited(s: State, event: Waited) -> State:
    if s.phase != "night":
        return altered(s, floor=s.floor.waits(event.seat))
    return altered(s, lines=(*s.lines, _line(s, "dead", event.seat, "")), reached=())


def _wrote(s: State, event: Wrote) -> State:
    seat = event.seat
    s = altered(s, written={**s.written, seat: s.written.get(seat, 0) + 1})
    return _of(s, seat, papers={**s.cast[seat].papers, event.paper: event})


def _day_broke(s: State, event: DayBroke) -> State:
    return altered(
        s, phase="discussion", day=event.day, dawned=False, floor=Floor(open=True, round=1, quota=min(s.rules.ai_statements, s.rules.statements)), written={}, trial=0,
        haunting=None, accused=None,
    )  # fmt: skip


def _nomination_began(s: State, event: NominationBegan) -> State:
    floor = s.floor.closed()
    return altered(s, phase="nomination", trial=event.trial, ballot=Ballot(), accused=None, floor=floor)


def _trial_began(s: State, event: TrialBegan) -> State:
    return altered(s, phase="defence", trial=event.trial, accused=event.accused, floor=s.floor.closed())


def _sentenced(s: State, event: Sentenced) -> State:
    s = altered(s, sentences=(*s.sentences, event), answered=frozenset(), verdicts={})
    return altered(s, phase="last words", floor=s.floor.closed()) if event.hangs else altered(s, accused=None)


def _lynched(s: State, event: Lynched) -> State:
    grave = Grave(event.seat, event.day, ("lynched",), event.role, event.will, means=event.means)
    s = altered(s, graves=(*s.graves, grave), alive=tuple([seat for seat in s.alive if seat != event.seat]))
    return altered(s, haunting=event.seat) if event.role == "jester" else s


def _night_fell(s: State, event: NightFell) -> State:
    untried = s.voters if event.trials is not None else None
    return altered(
        s, phase="night", day=event.night, untried=untried, dawned=False, settling=0, orders={}, picks={}, ballot=Ballot(), accused=None,
        floor=s.floor.closed(), gagged=(),
    )  # fmt: skip


def _noticed(s: State, event: Noticed) -> State:
    notice = event.notice
    gagged = _with(s.gagged, notice.seat) if notice.kind == "blackmailed" else s.gagged
    return altered(s, notices=(*s.notices, (event.night, notice)), gagged=gagged)


def _dawned(s: State, event: Dawned) -> State:
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
        nights=(*s.nights, {seat: order for seat in s.seats if (order := s.orders.get(seat)) is not None}),
        orders={},
        settling=0,
        dawned=True,
        revived=(*s.revived, *((event.night, seat) for seat in event.revived)),
        remembered=(*s.remembered, *((event.night, role) for role in event.remembered)),
    )


def _ended(s: State, event: Ended) -> State:
    cast = {
        seat: altered(s.cast[seat], role=role, knowers=None) for seat, role in zip(s.seats, event.roles, strict=True)
    }
    nights = tuple([{order.seat: order for order in night if order is not None} for night in event.nights])
    return altered(s, phase="over", cast=cast, nights=nights, jails=event.jails, notices=event.notices, ended=event)


def _seated(s: State, event: Seated) -> State:
    seat = event.seat
    if seat == HOST:
        return s
    models = s.models | {seat} if event.kind == "model" else s.models - {seat}
    s = altered(seated_or_left(s, event), models=models)
    return altered(s, floor=s.floor.freed(seat)) if seat in s.people else s


def _on(kind: type[E], fold: Callable[[State, E], State]) -> tuple[type[Event], Fold]:
    return kind, fold


_FOLDS: Mapping[type[Event], Fold] = dict(
    (
        _on(Opened, _opened),
        _on(RoleGiven, lambda s, e: _is(s, e, e.quarry)),
        _on(Became, _is),
        _on(MatesMet, _mates_met),
        _on(Said, _said),
        _on(Overheard, _overheard),
        _on(Corrected, _corrected),
        _on(Reached, lambda s, e: altered(s, reached=e.seats)),
        _on(WhisperSeen, _whisper_seen),
        _on(Waited, _waited),
        _on(Invited, lambda s, e: altered(s, floor=s.floor.invited(e.round))),
        _on(Bade, lambda s, e: altered(s, floor=s.floor.bade(e.seat, e.eagerness))),
        _on(FloorGiven, lambda s, e: altered(s, floor=s.floor.given(e.seat))),
        _on(Wrote, _wrote),
        _on(Summed, lambda s, e: altered(s, summaries=(*s.summaries, (e.seat, e.day, e.text)))),
        # Looking something up is no news to anybody, whoever looked not excepted.
        _on(LookedUp, lambda s, e: altered(s, lookups=(*s.lookups, (s.day, e.seat, e.tool, e.argument, e.found)))),
        _on(DayBroke, _day_broke),
        _on(Picked, lambda s, e: altered(s, picks={**s.picks, e.seat: e.whom})),
        _on(
            MayorRevealed, lambda s, e: altered(_of(s, e.seat, role="mayor", knowers=None), mayors=s.mayors | {e.seat})
        ),
        _on(NominationBegan, _nomination_began),
        _on(
            BallotBegan, lambda s, e: altered(s, ballot=s.ballot.again(e.ballot, frozenset() if e.people else s.people))
        ),
        _on(Nominated, lambda s, e: altered(s, ballot=s.ballot.voted(e.seat, e.whom, e.seat not in s.people))),
        _on(TrialBegan, _trial_began),
        _on(JudgementBegan, lambda s, e: altered(s, phase="judgement", answered=frozenset(), verdicts={})),
        _on(Judged, lambda s, e: altered(s, verdicts={**s.verdicts, e.seat: e.verdict})),
        _on(Answered, lambda s, e: altered(s, answered=s.answered | {e.seat})),
        _on(Sentenced, _sentenced),
        _on(Lynched, _lynched),
        _on(Triumphed, lambda s, e: altered(s, triumphs=_with(s.triumphs, e.seat))),
        _on(NightFell, _night_fell),
        _on(Jailed, lambda s, e: altered(s, jails=(*s.jails, (e.night, e.prisoner)))),
        _on(SeanceBegan, lambda s, e: altered(s, seances=(*s.seances, (e.night, e.medium, e.whom)))),
        _on(Ordered, lambda s, e: altered(s, orders={**s.orders, e.seat: e.order})),
        _on(Cautioned, lambda s, e: _of(s, e.seat, cautious=e.cautious)),
        _on(Noticed, _noticed),
        _on(Spent, lambda s, e: _of(s, e.seat, uses=e.uses)),
        _on(Marked, lambda s, e: altered(s, marks=e)),
        _on(Chosen, lambda s, e: altered(s, settling=1)),
        _on(Settled, lambda s, e: altered(s, settling=2)),
        _on(Dawned, _dawned),
        _on(Ended, _ended),
        _on(Seated, _seated),
        _on(Cancelled, lambda s, e: altered(s, phase="over")),
    )
)
