"""What has happened in a murder mystery, as far as one view was told: the fold of its events, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from datetime import timedelta
from functools import lru_cache
from typing import Any, Literal, TypeVar

from games.circle import Mortals, seated_or_left
from games.core import Ask, Event, Seat, Seated, altered, record, state
from games.mystery import questions
from games.mystery.events import (
    NOBODY,
    Answered,
    Choice,
    Chose,
    Claim,
    Claims,
    Corrected,
    Counted,
    Dawn,
    Doomed,
    Ended,
    Facts,
    Hanged,
    LastWords,
    MurderersMet,
    NightFell,
    Opened,
    Plotted,
    Role,
    RoleGiven,
    Rules,
    Shared,
    Spoke,
    TalkBegan,
    VoteBegan,
    Voted,
    Witnessed,
)
from games.mystery.phrases import understood

T = TypeVar("T")
Phase = Literal["deal", "talk", "night", "dawn", "vote", "last words", "over"]


@record
class Statement:
    """What somebody said, and what it claims; an empty text is silence. Last words are of round 0."""

    day: int
    round: int
    seat: Seat
    text: str
    means: tuple[Claim, ...] = ()
    corrections: int = 0


@record
class Death:
    """Who died, in which night (or on which day), and where: a place, or how. The role is None where nobody was told."""

    seat: Seat
    day: int
    where: str
    role: Role | None = None


@state
class State(Mortals):
    """Rows by seat hold what this view was told of whom: nothing stands there for a role, a choice or a night's facts that it
    was not told, nor for what has not been done yet. Of the phase, `key` names what is asked (“night:2”, “talk:2:1”), `limit` is
    the time that it gives everyone, and `question` what everybody is asked alike."""

    places: tuple[str, ...] = ()
    murderers: int = 0
    rules: Rules = field(default_factory=Rules)
    hiders: tuple[Seat, ...] = ()
    taken: tuple[Seat, ...] = ()
    doomed: frozenset[Seat] = frozenset()
    phase: Phase = "deal"
    day: int = 0
    round: int = 0
    key: str = ""
    limit: timedelta | None = None
    question: Ask | None = None
    roles: Mapping[Seat, Role] = field(default_factory=dict)
    choices: Mapping[Seat, Choice] = field(default_factory=dict)
    learned: Mapping[Seat, Facts] = field(default_factory=dict)
    nights: tuple[Mapping[Seat, Choice], ...] = ()
    facts: tuple[Mapping[Seat, Facts], ...] = ()
    plots: tuple[tuple[int, Seat, str], ...] = ()
    confided: tuple[Claim, ...] = ()
    answered: frozenset[Seat] = frozenset()
    accused: tuple[Seat, ...] = ()
    spoken: Mapping[Seat, Statement] = field(default_factory=dict)
    statements: tuple[Statement, ...] = ()
    votes: Mapping[Seat, str] = field(default_factory=dict)
    changes: int = 0
    hangs: Seat | None = None
    ballots: tuple[Counted, ...] = ()
    deaths: tuple[Death, ...] = ()
    ended: Ended | None = None

    def innocent(self, seat: Seat) -> bool:
        """Whether a seat was dealt no murder, as far as this view knows."""
        return self.role(seat) == "innocent"

    @property
    def gone(self) -> tuple[Seat, ...]:
        """Those who live and have left the table, and are not to die for it."""
        return tuple(seat for seat in self.left if seat in self.alive and seat not in self.doomed)

    @property
    def revealed(self) -> dict[Seat, Role]:
        """The roles of those dead of whom everybody was told."""
        return {death.seat: death.role for death in self.deaths if death.role is not None}

    @property
    def gentle(self) -> bool:
        """Whether it is a first night in which nobody strikes: so chosen, or for one person alone among AIs."""
        return self.calm(self.day)

    def calm(self, night: int) -> bool:
        """Whether nobody could strike in that night."""
        alone = self.rules.spares_newcomer and len(self.people) == 1
        return night <= 1 and (not self.rules.strike_first_night or alone)

    @property
    def at_large(self) -> int:
        """How many murderers live."""
        return self.murderers - [*self.revealed.values()].count("murderer")

    def role(self, seat: Seat) -> Role | None:
        """The role of a seat, as far as this view knows."""
        return self.roles.get(seat)

    @property
    def known_murderers(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if self.role(seat) == "murderer")

    def lost(self, night: int) -> list[Death]:
        """Who died in that night."""
        return [death for death in self.deaths if death.day == night and death.where != "hanged"]

    def facts_of(self, seat: Seat, night: int) -> Facts | None:
        """What that night told the seat, as far as this view knows."""
        known = self.known
        return known[night - 1].get(seat) if 0 < night <= len(known) else None

    @property
    def known(self) -> tuple[Mapping[Seat, Facts], ...]:
        """What each night told whom, as far as this view knows; the last of them may not have dawned yet."""
        return (*self.facts, self.learned) if self.learned else self.facts

    def told(self, seat: Seat) -> dict[int, Facts]:
        """What each night told the seat, of which this view knows that."""
        return {night: row[seat] for night, row in enumerate(self.known, 1) if seat in row}

    def choice_of(self, seat: Seat, night: int) -> Choice | None:
        """What the seat chose in a night that is over, as far as this view knows."""
        return self.nights[night - 1].get(seat) if 0 < night <= len(self.nights) else None

    def last(self, seat: Seat, verb: str) -> Seat | None:
        """Whom the seat followed (“follow”) or guarded (“guard”) last night, if anybody."""
        choice = self.nights[-1].get(seat) if self.nights else None
        if choice is None:
            return None
        return choice.follow if verb == "follow" else choice.target if choice.act == verb else None

    def stays_in(self, seat: Seat) -> str:
        """Where the seat is, unless it goes elsewhere: the place of last night, in the first night the Hall."""
        facts = self.facts_of(seat, len(self.known))
        return facts.place if facts else self.places[0]

    def hides(self, seat: Seat) -> int:
        """How often a game the seat may hide."""
        return self.rules.hides + (seat in self.hiders)

    def hides_left(self, seat: Seat) -> int:
        return self.hides(seat) - sum([seat in night and night[seat].act == "hide" for night in self.nights])

    def latest(self, seat: Seat) -> Statement | None:
        """What the seat has said last, as long as nobody's later words have been shared."""
        if self.phase == "talk" and seat in self.spoken:
            return self.spoken[seat] if self.spoken[seat].text else None
        said = next((said for said in reversed(self.statements) if said.seat == seat), None)
        now = self.statements[-1:]
        return said if said and said.text and (said.day, said.round) == (now[0].day, now[0].round) else None


# ── what happened ─────────────────────────────────────────────────────────────────────────────────────────────────────


def evolve(s: State, event: Event) -> State:
    fold = _FOLDS.get(type(event))
    return s if fold is None else fold(s, event)


def _opened(s: State, e: Opened) -> State:
    return altered(
        s, seats=e.seats, alive=e.seats, places=e.places, murderers=e.murderers, rules=e.rules, hiders=e.hiders
    )


def _met(s: State, e: MurderersMet) -> State:
    return altered(s, roles={seat: "murderer" if seat in e.seats else "innocent" for seat in s.seats})


def _talk(s: State, e: TalkBegan) -> State:
    key = f"talk:{e.day}:{e.round}"
    s = _begun(s, "talk", key, day=e.day, round=e.round, spoken={}, accused=e.accused)
    return altered(s, answered=frozenset(s.alive).difference(e.accused)) if e.accused else s


def _spoke(s: State, e: Spoke) -> State:
    again = s.spoken[e.seat].corrections + 1 if e.seat in s.spoken else 0
    return altered(s, spoken={**s.spoken, e.seat: _statement(s, s.round, e.seat, e.text, e.means, again)})


def _shared(s: State, e: Shared) -> State:
    own = {seat: said for seat, said in s.spoken.items() if not said.corrections}
    shared = [own[seat] if seat in own else _statement(s, e.round, seat, text, e.means) for seat, text in e.said]
    return altered(s, statements=(*s.statements, *shared), spoken={})


def _corrected(s: State, e: Corrected) -> State:
    at = max(n for n, said in enumerate(s.statements) if said.seat == e.seat)
    anew = replace(s.statements[at], means=e.means, corrections=s.statements[at].corrections + 1)
    return altered(s, statements=(*s.statements[:at], anew, *s.statements[at + 1 :]))


def _plotted(s: State, e: Plotted) -> State:
    return altered(s, plots=(*s.plots, (s.day, e.seat, e.text)), confided=(*s.confided, *(e.means or ())))


def _voted(s: State, e: Voted) -> State:
    votes = {**s.votes, e.seat: e.whom or NOBODY}
    if not s.rules.open_votes:  # that somebody has cast a sealed vote, everyone hears besides
        return altered(s, votes=votes)
    return altered(s, votes=votes, answered=s.answered | {e.seat}, changes=s.changes + 1)


def _last_words(s: State, e: LastWords) -> State:
    last = _statement(s, 0, e.seat, e.text, e.means)
    return altered(s, answered=frozenset({e.seat}), statements=(*s.statements, last))


def _seated(s: State, e: Seated) -> State:
    now = seated_or_left(s, e)
    if now.people == s.people:
        return now
    taken = tuple(dict.fromkeys((*s.taken, *(s.people - now.people))))
    return _timed(altered(now, taken=taken))  # without people there is no clock


def _begun(s: State, phase: Phase, key: str, **more: Any) -> State:
    """The phase begins, and so do its question and its time."""
    return _timed(altered(s, phase=phase, key=key, answered=frozenset(), **more))


def _timed(s: State) -> State:
    limit, day = s.time(getattr(s.rules, f"{s.phase.replace(' ', '_')}_seconds", 0)), s.day
    match s.phase:
        case "talk" if day == 0:
            question = questions.introduction(s.key, limit)
        case "talk" if s.accused:
            question = questions.reply(s.key, day, s.accused, limit)
        case "talk":
            question = questions.statement(s.key, day, s.round, s.rules.rounds, limit)
        case "vote":
            question = questions.vote(s.key, day, s.alive, limit)
        case "last words" if s.hangs:
            question = questions.last_words(s.key, limit)
        case _:
            return altered(s, limit=limit, question=None)
    return altered(s, limit=limit, question=question)


def _statement(s: State, number: int, seat: Seat, text: str, means: Claims, corrections: int = 0) -> Statement:
    """A statement of today. In logs older than the phrasebook nobody has said what it means: then it is read here."""
    if means is None:
        means = heard(text, seat, s.day)
    own = tuple([each for each in means if each.by == seat]) if means else ()
    return Statement(s.day, number, seat, text, own, corrections)


@lru_cache(maxsize=1024)
def heard(text: str, by: Seat, day: int) -> tuple[Claim, ...]:
    """What words claim that nobody has read yet. To read them takes three milliseconds, and of an old log every view does."""
    return understood(text, by, day)


def _dawned(s: State, event: Dawn) -> State:
    nights, facts = (*s.nights, s.choices), (*s.facts, s.learned)
    s = altered(s, phase="dawn", nights=nights, facts=facts, choices={}, learned={}, taken=())
    for seat, place in event.found:
        s = _died(s, Death(seat, event.night, place))
    for seat, role in event.frightened:
        s = _died(s, Death(seat, event.night, "fright", role))
    return s


def _died(s: State, death: Death) -> State:
    return altered(
        s,
        deaths=(*s.deaths, death),
        alive=tuple(seat for seat in s.alive if seat != death.seat),
        roles=s.roles if death.role is None else _counted_out(s, {**s.roles, death.seat: death.role}),
        doomed=s.doomed - {death.seat},
    )


def _counted_out(s: State, roles: Mapping[Seat, Role]) -> Mapping[Seat, Role]:
    """The roles, with those filled in that can be only one thing now: everybody knows how many murderers there are."""
    guilty = s.murderers - [*roles.values()].count("murderer")
    unknown = len(s.seats) - len(roles)
    rest: Role | None = "innocent" if guilty == 0 else "murderer" if guilty == unknown else None
    return {seat: roles.get(seat, rest) for seat in s.seats} if rest else roles


def _over(s: State, event: Ended) -> State:
    def row(told: Sequence[T | None]) -> dict[Seat, T]:
        """What stands in the event in the order of the seats."""
        return {seat: each for seat, each in zip(s.seats, told, strict=True) if each is not None}

    nights, facts = tuple(map(row, event.choices)), tuple(map(row, event.facts))
    return altered(s, phase="over", roles=row(event.roles), nights=nights, facts=facts, plots=event.plots, ended=event)


_FOLDS: Mapping[type[Event], Callable[[State, Any], State]] = {
    Opened: _opened,
    RoleGiven: lambda s, e: altered(s, roles={**s.roles, e.seat: e.role}),
    MurderersMet: _met,
    TalkBegan: _talk,
    Spoke: _spoke,
    Answered: lambda s, e: altered(s, answered=s.answered | {e.seat}, changes=s.changes + 1),
    Shared: _shared,
    Corrected: _corrected,
    NightFell: lambda s, e: _begun(s, "night", f"night:{e.night}", day=e.night),
    Chose: lambda s, e: altered(s, choices={**s.choices, e.seat: e.choice}),
    Plotted: _plotted,
    Witnessed: lambda s, e: altered(s, learned={**s.learned, e.seat: e.facts}),
    Dawn: _dawned,
    VoteBegan: lambda s, e: _begun(s, "vote", f"vote:{e.day}", changes=0),
    Voted: _voted,
    Counted: lambda s, e: _begun(s, "last words", f"last:{s.day}", ballots=(*s.ballots, e), hangs=e.hangs, votes={}),
    LastWords: _last_words,
    Hanged: lambda s, e: _died(altered(s, hangs=None), Death(e.seat, s.day, "hanged", e.role)),
    Doomed: lambda s, e: altered(s, doomed=s.doomed | {e.seat} if e.doomed else s.doomed - {e.seat}),
    Ended: _over,
    Seated: _seated,
}
