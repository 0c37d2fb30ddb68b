"""Murder mystery: nights of sealed choices, true facts for those who were there, days of talk that may be lies, and a rope.

A state is what one view knows.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from datetime import timedelta
from functools import lru_cache
from typing import Any, Literal, TypeVar, cast

from games.core import (
    CLOCK,
    EVERYONE,
    HOST,
    TABLE,
    Action,
    Ask,
    Dice,
    Event,
    IllegalAction,
    Market,
    Outcome,
    Room,
    Seat,
    Seated,
    Seating,
    Told,
    altered,
    escape,
    record,
    require,
    state,
    tidy,
)
from games.mystery.events import (
    LONGEST_STATEMENT,
    NOBODY,
    Act,
    Answered,
    Choice,
    Chose,
    Claim,
    Claims,
    Correct,
    Corrected,
    Counted,
    Dawn,
    Doomed,
    Ended,
    Ending,
    Facts,
    Hanged,
    LastWords,
    LetDie,
    MurderersMet,
    Night,
    NightFell,
    Opened,
    Plot,
    Plotted,
    Role,
    RoleGiven,
    Rules,
    Say,
    Shared,
    Silence,
    Spoke,
    TakeBack,
    TalkBegan,
    Tell,
    TimeUp,
    Vote,
    VoteBegan,
    Voted,
    Witnessed,
)
from games.mystery.meaning import CRY, DEEDS, NOBODY_ELSE, WATCHED, as_form, claimed, corrected, length
from games.mystery.night import resolve
from games.mystery.options import FEWEST, MysteryOptions
from games.mystery.phrases import understood
from games.mystery.voice import in_words

T = TypeVar("T")
E = TypeVar("E", bound=Event)
Fold = Callable[["State", Any], "State"]
Phase = Literal["deal", "talk", "night", "dawn", "vote", "last words", "over"]

SETTLING_SECONDS = 10
"""A vote closes when all are in and none has changed for so long."""

GRACE_SECONDS = 5
"""By so much the clock of a phase runs behind the seats' own: what a seat does when its time is up comes first."""

PLOTS_A_NIGHT = 2

CORRECTIONS = 3
"""So often may one correct how a statement was understood."""

WHISPERED = ("We should part tonight.", "I take the Hall.", "Not yet.")
"""What may have been whispered, for worlds that are dealt anew."""


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
class State:
    """Rows by seat hold what this view was told of whom: nothing stands there for a role, a choice or a night's facts that it
    was not told, nor for what has not been done yet."""

    seats: tuple[Seat, ...] = ()
    places: tuple[str, ...] = ()
    murderers: int = 0
    rules: Rules = field(default_factory=Rules)
    house_rules: str = ""
    people: frozenset[Seat] = frozenset()
    left: tuple[Seat, ...] = ()
    taken: tuple[Seat, ...] = ()
    doomed: frozenset[Seat] = frozenset()
    phase: Phase = "deal"
    day: int = 0
    round: int = 0
    alive: tuple[Seat, ...] = ()
    roles: Mapping[Seat, Role] = field(default_factory=dict)
    choices: Mapping[Seat, Choice] = field(default_factory=dict)
    nights: tuple[Mapping[Seat, Choice], ...] = ()
    facts: tuple[Mapping[Seat, Facts], ...] = ()
    plots: tuple[tuple[int, Seat, str], ...] = ()
    confided: tuple[Claim, ...] = ()
    answered: frozenset[Seat] = frozenset()
    spoken: Mapping[Seat, Statement] = field(default_factory=dict)
    statements: tuple[Statement, ...] = ()
    votes: Mapping[Seat, str] = field(default_factory=dict)
    changes: int = 0
    hangs: Seat | None = None
    ballots: tuple[Counted, ...] = ()
    deaths: tuple[Death, ...] = ()
    ended: Ended | None = None
    question: Ask | None = field(default=None, compare=False, repr=False)  # of a talk or a vote: the same for everybody

    # ── what is so ──

    @property
    def ai_only(self) -> bool:
        return not self.people

    @property
    def gone(self) -> tuple[Seat, ...]:
        """Those who live and have left the table, and are not to die for it."""
        return tuple(seat for seat in self.left if seat in self.alive and seat not in self.doomed)

    @property
    def within(self) -> timedelta | None:
        """The time that this phase gives everyone; games without people are not played against the clock."""
        if not self.people:
            return None
        rules = self.rules
        times = {"night": rules.night_seconds, "vote": rules.vote_seconds, "last words": rules.last_words_seconds}
        seconds = times.get(self.phase, rules.talk_seconds)
        return timedelta(seconds=seconds) if seconds else None

    def role(self, seat: Seat) -> Role | None:
        """The role of a seat, as far as this view knows."""
        return self.roles.get(seat)

    @property
    def known_murderers(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if self.role(seat) == "murderer")

    def facts_of(self, seat: Seat, night: int) -> Facts | None:
        """What that night told the seat, as far as this view knows."""
        return self.facts[night - 1].get(seat) if 0 < night <= len(self.facts) else None

    def choice_of(self, seat: Seat, night: int) -> Choice | None:
        """What the seat chose in a night that is over, as far as this view knows."""
        return self.nights[night - 1].get(seat) if 0 < night <= len(self.nights) else None

    def last(self, seat: Seat, verb: Literal["follow", "guard"]) -> Seat | None:
        """Whom the seat followed or guarded last night, if anybody."""
        choice = self.choice_of(seat, len(self.nights))
        if choice is None:
            return None
        return choice.follow if verb == "follow" else choice.target if choice.act == verb else None

    def stays_in(self, seat: Seat) -> str:
        """Where the seat is, unless it goes elsewhere: the place of last night, in the first night the Hall."""
        facts = self.facts_of(seat, len(self.facts))
        return facts.place if facts else self.places[0]

    def hides_left(self, seat: Seat) -> int:
        return self.rules.hides - sum([seat in night and night[seat].act == "hide" for night in self.nights])

    @property
    def key(self) -> str:
        """Which question is asked now: “night:2”; of a talk “talk:2:1”."""
        return f"talk:{self.day}:{self.round}" if self.phase == "talk" else f"{self.phase.split()[0]}:{self.day}"


def seat_title(seat: Seat) -> str:
    """What the seat is called where nobody's name stands: “Player 3”."""
    return f"Player {seat[1:]}"


def part(s: State, seat: Seat) -> str:
    """What the seat was, when all has been told."""
    return s.role(seat) or "" if s.ended is not None else ""


# ── set-up ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def seats(options: MysteryOptions, wishes: Sequence[Collection[str]], dice: Dice) -> Seating:
    """As many seats as chosen, or as have come if those are more; who came sits anywhere."""
    count = max(options.players, len(wishes), FEWEST)
    every = tuple(Seat(f"p{n}") for n in range(1, count + 1))
    return Seating(every, tuple(dice().sample(every, len(wishes))) if wishes else ())


def setup(every: tuple[Seat, ...], options: MysteryOptions, dice: Dice) -> list[Told]:
    """The house for everyone, a role for each."""
    count = min(options.murderers_among(len(every)), (len(every) - 1) // 2)
    guilty = frozenset(dice().sample(every, count))
    opened = Opened(
        every, options.places_for(len(every)), count, options.rules_for(len(every)), escape(tidy(options.house_rules))
    )
    told = [Told(EVERYONE, opened)]
    told += [Told(frozenset({seat}), RoleGiven(seat, "innocent")) for seat in every if seat not in guilty]
    told.append(Told(guilty, MurderersMet(tuple(seat for seat in every if seat in guilty))))
    told.append(Told(EVERYONE, TalkBegan(0, 1)))
    return told


# ── what happened ─────────────────────────────────────────────────────────────────────────────────────────────────────


def evolve(s: State, event: Event) -> State:
    fold = _FOLDS.get(type(event))
    return s if fold is None else fold(s, event)


def _spoke(s: State, event: Spoke) -> State:
    seat = event.seat
    again = s.spoken[seat].corrections + 1 if seat in s.spoken else 0
    said = _statement(s, s.round, seat, event.text, event.means, again)
    return altered(s, spoken={**s.spoken, seat: said})


def _talk_began(s: State, event: TalkBegan) -> State:
    return _questioned(altered(s, phase="talk", day=event.day, round=event.round, answered=frozenset(), spoken={}))


def _questioned(s: State) -> State:
    """What everybody is asked in a talk or a vote is made when it begins, and not for each of them at every look."""
    match s.phase:
        case "talk":
            return altered(s, question=_talk_ask(s))
        case "vote":
            return altered(s, question=_vote_ask(s, None))
    return s


def _answered(s: State, event: Answered | Voted) -> State:
    return altered(s, answered=s.answered | {event.seat}, changes=s.changes + 1)


def _voted(s: State, event: Voted) -> State:
    s = altered(s, votes={**s.votes, event.seat: event.whom or NOBODY})
    # That somebody has cast a sealed vote, everyone hears besides.
    return _answered(s, event) if s.rules.open_votes else s


def _witnessed(s: State, event: Witnessed) -> State:
    night = event.night
    row = s.facts[night - 1] if len(s.facts) >= night else {}
    return altered(s, facts=(*s.facts[: night - 1], {**row, event.seat: event.facts}))


def _shared(s: State, event: Shared) -> State:
    shared = [_statement(s, event.round, seat, text, event.means) for seat, text in event.said]
    return altered(s, statements=(*s.statements, *shared), spoken={})


def _put_right(s: State, event: Corrected) -> State:
    at = max(n for n, said in enumerate(s.statements) if said.seat == event.seat)
    anew = replace(s.statements[at], means=event.means, corrections=s.statements[at].corrections + 1)
    return altered(s, statements=(*s.statements[:at], anew, *s.statements[at + 1 :]))


def _last_words(s: State, event: LastWords) -> State:
    last = _statement(s, 0, event.seat, event.text, event.means)
    return altered(s, spoken={event.seat: last}, statements=(*s.statements, last))


def _over(s: State, event: Ended) -> State:
    nights = tuple(_row(s, night) for night in event.choices)
    facts = tuple(_row(s, night) for night in event.facts)
    return altered(
        s, phase="over", roles=_row(s, event.roles), nights=nights, facts=facts, plots=event.plots, ended=event
    )


def _opened(s: State, e: Opened) -> State:
    house = altered(s, seats=e.seats, alive=e.seats, places=e.places, murderers=e.murderers)
    return altered(house, rules=e.rules, house_rules=e.house_rules)


def _row(s: State, told: Sequence[T | None]) -> dict[Seat, T]:
    """What stands in an event in the order of the seats."""
    return {seat: each for seat, each in zip(s.seats, told, strict=True) if each is not None}


def _statement(s: State, number: int, seat: Seat, text: str, means: Claims, corrections: int = 0) -> Statement:
    """A statement of today. In logs older than the phrasebook nobody has said what it means: then it is read here."""
    if means is None:
        means = _understood(text, seat, s.day)
    return Statement(s.day, number, seat, text, tuple([each for each in means if each.by == seat]), corrections)


@lru_cache(maxsize=1024)
def _understood(text: str, by: Seat, day: int) -> tuple[Claim, ...]:
    return understood(text, by, day)


def _dawned(s: State, event: Dawn) -> State:
    # A view that was told nothing of this night (the public's, a dead seat's) keeps an empty row for it.
    facts = s.facts if len(s.facts) >= event.night else (*s.facts, {})
    s = altered(s, phase="dawn", nights=(*s.nights, s.choices), facts=facts, choices={}, taken=())
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


def _seated(s: State, event: Seated) -> State:
    seat = event.seat
    if seat == HOST:
        return s
    if event.kind == "person":
        s = altered(s, people=s.people | {seat}, left=tuple(each for each in s.left if each != seat))
    elif seat in s.people:
        taken = s.taken if seat in s.taken else (*s.taken, seat)
        s = altered(s, people=s.people - {seat}, left=(*s.left, seat), taken=taken)
    return _questioned(s)  # without people there is no clock


def _on(kind: type[E], fold: Callable[[State, E], State]) -> tuple[type[Event], Fold]:
    return kind, fold


_FOLDS: Mapping[type[Event], Fold] = dict(
    (
        _on(Opened, _opened),
        _on(RoleGiven, lambda s, e: altered(s, roles={**s.roles, e.seat: e.role})),
        _on(
            MurderersMet,
            lambda s, e: altered(s, roles={seat: "murderer" if seat in e.seats else "innocent" for seat in s.seats}),
        ),
        _on(TalkBegan, _talk_began),
        _on(Spoke, _spoke),
        _on(Answered, _answered),
        _on(Shared, _shared),
        _on(Corrected, _put_right),
        _on(NightFell, lambda s, e: altered(s, phase="night", day=e.night, answered=frozenset())),
        _on(Chose, lambda s, e: altered(s, choices={**s.choices, e.seat: e.choice})),
        _on(
            Plotted,
            lambda s, e: altered(
                s, plots=(*s.plots, (s.day, e.seat, e.text)), confided=(*s.confided, *(e.means or ()))
            ),
        ),
        _on(Witnessed, _witnessed),
        _on(Dawn, _dawned),
        _on(VoteBegan, lambda s, e: _questioned(altered(s, phase="vote", answered=frozenset(), changes=0))),
        _on(Voted, _voted),
        _on(
            Counted,
            lambda s, e: altered(s, phase="last words", ballots=(*s.ballots, e), hangs=e.hangs, votes={}, spoken={}),
        ),
        _on(LastWords, _last_words),
        _on(Hanged, lambda s, e: _died(altered(s, hangs=None), Death(e.seat, s.day, "hanged", e.role))),
        _on(Doomed, lambda s, e: altered(s, doomed=s.doomed | {e.seat} if e.doomed else s.doomed - {e.seat})),
        _on(Ended, _over),
        _on(Seated, _seated),
    )
)


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────────────────────────


def asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    if s.phase in ("deal", "dawn", "over"):
        return ()
    if seat == CLOCK:
        return _clock_asks(s)
    if seat == HOST:
        return _host_asks(s)
    if seat not in s.alive:
        return ()
    match s.phase:
        case "talk":
            return (*_talking(s, seat), *_understanding(s, seat))
        case "night":
            return (*_night_asks(s, seat), *_understanding(s, seat))
        case "vote":
            return (_voting(s, seat), *_understanding(s, seat))
        case "last words" if seat == s.hangs and seat not in s.spoken:
            return (_saying(s, "You are to hang. Have you any last words?", _LAST),)
    return ()


def _talking(s: State, seat: Seat) -> tuple[Ask, ...]:
    if seat in s.answered or s.question is None:
        return ()
    if seat not in s.people or s.day == 0:
        return (s.question,)
    return (s.question, _claiming(s, seat, Tell, key=f"claim:{s.day}:{s.round}", text="Or claim something."))


def _talk_ask(s: State) -> Ask:
    if s.day == 0:
        text = "Introduce yourself in a sentence or two. Everybody's words are shared together."
        return _saying(s, text, _GREETING)
    text = (
        f"Day {s.day}, round {s.round} of {s.rules.rounds}: what do you say? All statements are shared together, when everybody "
        "has made theirs. Say where you were and whom you saw, or lie."
    )
    return _saying(s, text, _SEEN)


def _saying(s: State, text: str, example: Say) -> Ask:
    return Ask(s.key, text, "each", (_SILENCE,), (Say,), {}, _SILENCE, s.within, examples=(example,))


_SILENCE = Silence()
_GREETING, _LAST = Say("Good evening, everyone."), Say("You will regret this.")
_SEEN = Say("I was in the Hall and saw nobody.", "I was in the Hall. I saw nobody.")


def _understanding(s: State, seat: Seat) -> tuple[Ask, ...]:
    """How somebody was understood, which they may correct until the next statements are shared."""
    said = latest(s, seat) if seat in s.people else None
    if said is None or not said.day or said.corrections >= CORRECTIONS:
        return ()
    words = in_words(said.means)
    text = f"You were understood so: {words}" if words else "Nothing of it was taken for a claim."
    key, unclaim = f"claims:{said.day}:{said.round}:{said.corrections}", (TakeBack(),) if words else ()
    begun = as_form(said.means, s.day)
    return (
        _claiming(s, seat, Correct, key=key, text=text, choices=unclaim, private=True, follows=True, default=begun),
    )


def _claiming(s: State, seat: Seat, form: type[Tell], **asked: Any) -> Ask:
    """The offer to claim something by a form."""
    others = tuple(each for each in s.seats if each != seat)
    allowed = {
        "night": tuple(f"night {night}" for night in range(s.day, 0, -1)),
        "place": s.places,
        "seen": (NOBODY_ELSE, *others),
        "what": (WATCHED, *DEEDS, *(f"{CRY}{place}" for place in s.places)),
        "whom": others,
    }
    example = form(f"night {s.day}", s.places[0], (NOBODY_ELSE,))
    return Ask(need="none", forms=(form,), allowed=allowed, examples=(example,), **asked)


def latest(s: State, seat: Seat) -> Statement | None:
    """What the seat has said last, as long as nobody's later words have been shared."""
    if s.phase == "talk" and seat in s.spoken:
        return s.spoken[seat] if s.spoken[seat].text else None
    own = (said for said in reversed(s.statements) if said.seat == seat)
    said, now = next(own, None), s.statements[-1:]
    return said if said and said.text and (said.day, said.round) == (now[0].day, now[0].round) else None


_TIME_UP = (TimeUp(),)


def _clock_asks(s: State) -> tuple[Ask, ...]:
    """The clock of a phase comes a little after the seats' own: it moves only what they have left open. That of a vote runs on
    when all are in, or somebody could put off the count for ever by changing theirs."""
    found: list[Ask] = []
    if s.phase == "vote" and s.answered.issuperset(s.alive) and not s.ai_only:
        settled, key = timedelta(seconds=SETTLING_SECONDS), f"count:{s.day}:{s.changes}"
        found.append(Ask(key, "The votes are in.", "each", _TIME_UP, within=settled))
    if s.within is not None:
        late = s.within + timedelta(seconds=GRACE_SECONDS)
        found.append(Ask(s.key, "Time is running out.", "each", _TIME_UP, within=late))
    return tuple(found)


def _host_asks(s: State) -> tuple[Ask, ...]:
    if not s.gone:
        return ()
    who = ", ".join(f"{{{seat}}}" for seat in s.gone)
    text = f"People have left the table: {who}. You may let them die of fright at dawn; else an AI plays on for them."
    return (Ask(f"fright:{s.day}", text, "none", tuple(LetDie(seat) for seat in s.gone)),)


def _night_asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    chosen = seat in s.choices
    found = () if chosen else (_choosing(s, seat),)
    if s.rules.plotting and s.murderers > 1 and s.role(seat) == "murderer" and _plots_left(s, seat):
        # Whoever plays by itself is asked to whisper when its own choice is made: nothing waits for it then.
        text = "You may whisper to the other murderers."
        found = (*found, Ask(f"plot:{s.day}", text, "none", (), (Plot,), invites=chosen, private=True))
    return found


def _choosing(s: State, seat: Seat) -> Ask:
    where = (*s.places, *[f"follow {{{each}}}" for each in followable(s, seat)])
    acts = acts_of(s, seat)
    return Ask(
        s.key,
        f"Night {s.day}: where do you go, and what do you do there?",
        "each",
        forms=(Night,),
        allowed={"where": where, "act": acts},
        default=Night(s.stays_in(seat), "watch"),
        within=s.within,
        private=True,
        examples=(Night(s.places[-1], "watch"), Night(where[-1], acts[-1])),
    )


def _plots_left(s: State, seat: Seat) -> bool:
    others = any(each != seat and each in s.alive for each in s.known_murderers)
    return others and sum(night == s.day and who == seat for night, who, _ in s.plots) < PLOTS_A_NIGHT


def followable(s: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom the seat may follow tonight: anybody alive, but not the same one two nights running."""
    last = s.last(seat, "follow")
    return tuple([each for each in s.alive if each != seat and each != last])


def acts_of(s: State, seat: Seat) -> tuple[str, ...]:
    """What the seat may do tonight, as it is written in an answer."""
    last, hide = s.last(seat, "guard"), ("hide",) if s.hides_left(seat) > 0 else ()
    guard = [f"guard {{{each}}}" for each in s.alive if each != seat and each != last]
    if s.role(seat) != "murderer" or not (s.day > 1 or s.rules.strike_first_night):
        return ("watch", *hide, *guard)
    return ("watch", *hide, *guard, *[f"strike {{{each}}}" for each in s.alive if s.role(each) != "murderer"])


def _voting(s: State, seat: Seat) -> Ask:
    now = s.votes.get(seat)
    return s.question if now is None and s.question is not None else _vote_ask(s, now)


def _vote_ask(s: State, now: str | None) -> Ask:
    """What somebody is asked whose vote is `now` this one."""
    return Ask(
        s.key,
        "You have voted, and may change it until the count." if now else f"Day {s.day}: who is to hang?",
        "none" if now else "each",
        (),
        (Vote,),
        {"whom": tuple([whom for whom in (*s.alive, NOBODY) if whom != now])},
        _NOBODY,
        None if now else s.within,
        examples=(_NOBODY,),
    )


_NOBODY = Vote(NOBODY)


# ── what a move brings about ──────────────────────────────────────────────────────────────────────────────────────────


def decide(s: State, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    match action:
        case TimeUp():
            return _time_up(s, dice)
        case LetDie(who=who):
            return [Told(EVERYONE, Doomed(Seat(who)))]
        case Night(where=where, act=act):
            return [Told(frozenset({seat}), Chose(seat, choice(where, act)))]
        case Vote(whom=whom):
            return _vote(s, seat, whom)
        case Say(text=text, means=means):
            text = _said(text)
            return _speak(s, seat, text, _understood(text, seat, s.day) if means is None else means)
        case Correct():
            return _correct(s, seat, claimed(s, seat, action))
        case TakeBack():
            return _correct(s, seat, ())
        case Tell():
            means = claimed(s, seat, action)
            return _speak(s, seat, in_words(means), means)
        case Plot(text=text, means=means):
            return [Told(frozenset(s.known_murderers), Plotted(seat, _said(text), means))]
    return _speak(s, seat, "", ())


def _said(text: str) -> str:
    text = " ".join(text.split())
    if not text:
        raise IllegalAction("There is nothing in your statement; say something, or stay silent.")
    if len(text) > LONGEST_STATEMENT and (characters := length(text)) > LONGEST_STATEMENT:
        raise IllegalAction(f"Your statement has {characters} characters; {LONGEST_STATEMENT} is the most.")
    return text


def _speak(s: State, seat: Seat, text: str, means: tuple[Claim, ...]) -> list[Told]:
    if s.phase == "last words":
        return [Told(EVERYONE, LastWords(seat, text, means))]
    return [Told(frozenset({seat}), Spoke(seat, text, means)), Told(EVERYONE, Answered(seat))]


def _correct(s: State, seat: Seat, now: tuple[Claim, ...]) -> list[Told]:
    """What is claimed instead, told to those who have heard the statement: before it is shared, it is made anew."""
    said = latest(s, seat)
    assert said is not None
    means = corrected(said.means, now) if now else ()
    if s.spoken.get(seat) is said:
        text = f"{said.text} Correction: {in_words(now) or 'none of it is a claim.'}"
        return [Told(frozenset({seat}), Spoke(seat, text, means))]
    return [Told(EVERYONE, Corrected(seat, in_words(now), means))]


def choice(where: str, act: str) -> Choice:
    """What the answer to a night's question says: “follow {p3}”, “guard {p4}”."""
    (go, follow), (verb, target) = map(_parsed, (where, act))
    return Choice(None if follow else go, follow, cast(Act, verb), target)


def _parsed(text: str) -> tuple[str, Seat | None]:
    """“follow {p3}” → follow, p3."""
    verb, mark, whom = text.removesuffix("}").partition(" {")
    return (verb, Seat(whom)) if mark else (text, None)


def _vote(s: State, seat: Seat, whom: str) -> list[Told]:
    voted = Voted(seat, None if whom == NOBODY else Seat(whom))
    if s.rules.open_votes:
        return [Told(EVERYONE, voted)]
    return [Told(frozenset({seat}), voted), Told(EVERYONE, Answered(seat))]


def _time_up(s: State, dice: Dice) -> list[Told]:
    """What has been left open when the time of a phase is over: each does what an absent player does."""
    owed = [(seat, ask.default) for seat in s.alive for ask in asks(s, seat) if ask.need == "each"]
    told = [each for seat, default in owed if default for each in decide(s, seat, default, dice)]
    for each in told:
        s = evolve(s, each.event)
    if s.phase == "vote":
        return told + _count(s)
    return told + _resolve(s) if s.phase == "night" else told


# ── what may not ──────────────────────────────────────────────────────────────────────────────────────────────────────


def why_not(s: State, seat: Seat, action: Action) -> None:
    match action:
        case TimeUp():
            raise IllegalAction("Only the clock says when time is up.")
        case LetDie(who=who):
            require(seat == HOST, "Only the host lets somebody die of fright.")
            require(who not in s.doomed, "They will die at dawn already.")
            raise IllegalAction("Only those who have left the table, and live, can die of fright.")
    require(seat in s.seats, "You do not play in this game.")
    require(seat in s.alive, "You are dead. The dead hear everything and say nothing.")
    match action:
        case Night(where=where, act=act):
            require(s.phase == "night", "It is day. Choose when night has fallen.")
            require(seat not in s.choices, "You have chosen for tonight, and it stands.")
            _why_not_tonight(s, seat, choice(where, act))
        case Vote(whom=whom):
            require(s.phase == "vote", "There is no vote now.")
            require(s.votes.get(seat) != whom, "That is your vote already.")
            _check_alive(s, Seat(whom))
        case Correct() | TakeBack():
            require(seat in s.people, _FORM)
            said = latest(s, seat)
            correctable = said is not None and said.day and said.corrections < CORRECTIONS
            require(correctable, "There is no statement of yours that could be corrected any more.")
        case Say() | Tell() | Silence():
            require(s.phase != "last words", "Only whoever is to hang may speak now.")
            require(s.phase != "night", "It is night. You can speak again by day.")
            require(s.phase != "vote", "The talk is over; now the vote decides.")
            said_already = "You have made your statement for this round. The next round is soon."
            require(seat not in s.answered, said_already)
            if isinstance(action, Tell):
                require(seat in s.people, _FORM)
                require(s.day, "Nothing has happened yet that you could claim.")
        case Plot():
            require(s.rules.plotting and s.role(seat) == "murderer", "Nobody whispers in this house.")
            require(s.phase == "night", "You can whisper to each other at night only.")
            raise IllegalAction("You have whispered enough for one night, or nobody is there to hear it.")


_FORM = "Only people claim something by a form: say it in words of your own."


def _why_not_tonight(s: State, seat: Seat, chosen: Choice) -> None:
    """Whom or what the seat may not choose; what nobody can choose anywhere is left to the house."""
    if chosen.follow is not None:
        _check_whom(s, seat, "follow", chosen.follow)
    if chosen.act == "hide" and s.hides_left(seat) <= 0:
        often = f"You have hidden as often as one may in a game ({s.rules.hides})."
        raise IllegalAction(often if s.rules.hides else "Nobody can hide in this house.")
    if chosen.target is not None and chosen.act in ("guard", "strike"):
        _check_whom(s, seat, chosen.act, chosen.target)


def _check_whom(s: State, seat: Seat, verb: Literal["follow", "guard", "strike"], whom: Seat) -> None:
    require(verb != "strike" or s.role(seat) == "murderer", "Only murderers strike.")
    _check_alive(s, whom)
    if verb == "strike":
        require(s.day > 1 or s.rules.strike_first_night, "In the first night nobody strikes.")
        require(s.role(whom) != "murderer", "Murderers never strike each other, nor themselves.")
        return
    require(whom != seat, f"You cannot {verb} yourself.")
    require(whom != s.last(seat, verb), f"You {verb}ed {{{whom}}} last night; not the same one two nights running.")


def _check_alive(s: State, whom: Seat) -> None:
    require(whom in s.seats or whom == NOBODY, "Nobody of that name plays in this game.")
    require(whom in s.alive or whom == NOBODY, f"{{{whom}}} is dead.")


# ── what follows by itself ────────────────────────────────────────────────────────────────────────────────────────────


def then(s: State, dice: Dice) -> list[Told]:
    if s.doomed and s.doomed & s.people:
        # They are back.
        return [Told(EVERYONE, Doomed(seat, False)) for seat in s.seats if seat in s.doomed and seat in s.people]
    match s.phase:
        case "talk" if s.answered.issuperset(s.alive):
            return _share(s, dice)
        case "night" if s.choices.keys() >= {*s.alive} and not (s.rules.full_nights and s.within):
            return _resolve(s)
        case "dawn":
            return _end(s) or [Told(EVERYONE, TalkBegan(s.day, 1))]
        case "vote" if s.ai_only and s.answered.issuperset(s.alive):
            return _count(s)
        case "last words":
            return _hang(s)
    return []


def _share(s: State, dice: Dice) -> list[Told]:
    """The statements of a round together; then the next round, the vote, or the first night."""
    said = [s.spoken[seat] for seat in s.alive]
    dice().shuffle(said)
    texts = tuple((each.seat, each.text) for each in said)
    means = tuple(claim for each in said for claim in each.means)
    shared = Told(EVERYONE, Shared(s.day, s.round, texts, means))
    if s.day == 0:
        return [shared, Told(EVERYONE, NightFell(1))]
    if s.round < s.rules.rounds:
        return [shared, Told(EVERYONE, TalkBegan(s.day, s.round + 1))]
    return [shared, Told(EVERYONE, VoteBegan(s.day))]


def _resolve(s: State) -> list[Told]:
    night = resolve(s.places, s.alive, s.choices)
    told = [Told(frozenset({seat}), Witnessed(seat, s.day, night.facts[seat])) for seat in s.alive]
    dawn = Dawn(
        s.day,
        tuple(night.dead.items()),
        tuple((seat, s.roles[seat]) for seat in s.seats if seat in s.doomed and seat not in night.dead),
        tuple(seat for seat in s.taken if seat in s.gone and seat not in night.dead),
    )
    return [*told, Told(EVERYONE, dawn)]


def _count(s: State) -> list[Told]:
    """The votes, and whom they hang: a tie at the top, or nobody on top, hangs no one."""
    votes = tuple((seat, None if s.votes[seat] == NOBODY else Seat(s.votes[seat])) for seat in s.alive)
    tally = Counter(whom for _, whom in votes).most_common(2)
    tied = len(tally) > 1 and tally[0][1] == tally[1][1]
    return [Told(EVERYONE, Counted(s.day, votes, None if tied else tally[0][0]))]


def _hang(s: State) -> list[Told]:
    """After the count: last words, the rope, and the end or the next night."""
    if s.hangs is not None:
        if s.rules.last_words and s.hangs not in s.spoken:
            return []
        return [Told(EVERYONE, Hanged(s.hangs, s.roles[s.hangs]))]
    if ended := _end(s):
        return ended
    if s.day >= s.rules.most_nights:
        return [_ended(s, "innocent", "exhaustion")]
    return [Told(EVERYONE, NightFell(s.day + 1))]


def _end(s: State) -> list[Told]:
    """Whether it is over, after a dawn or a hanging."""
    guilty = sum(1 for seat in s.alive if s.role(seat) == "murderer")
    innocent = len(s.alive) - guilty
    if not guilty:
        hanged = any(death.role == "murderer" and death.where == "hanged" for death in s.deaths)
        return [_ended(s, "innocent", "all hanged" if hanged else "none left")]
    if guilty >= innocent:
        return [_ended(s, "murderer", "parity")]
    return []


def _ended(s: State, winner: Role, why: Ending) -> Told:
    roles = tuple(s.roles[seat] for seat in s.seats)
    nights = tuple(tuple(map(night.get, s.seats)) for night in s.nights)
    facts = tuple(tuple(map(night.get, s.seats)) for night in s.facts)
    return Told(EVERYONE, Ended(winner, why, roles, nights, facts, s.plots))


def outcome(s: State) -> Outcome | None:
    if s.ended is None:
        return None
    return Outcome(frozenset(seat for seat in s.seats if s.role(seat) == s.ended.winner), verdict(s.ended))


def verdict(ended: Ended) -> str:
    """How it ended, in one sentence."""
    return _VERDICTS[ended.why]


_VERDICTS: Mapping[Ending, str] = {
    "all hanged": "Every murderer is dead: the innocents win.",
    "none left": "No murderer is left: the innocents win.",
    "parity": "The murderers are at least as many as the innocents: the murderers win.",
    "exhaustion": "The nights are over, and help arrives: the innocents win.",
}


# ── who may sit, see and bet ──────────────────────────────────────────────────────────────────────────────────────────


def may_sit(s: State, seat: Seat, held: frozenset[Seat]) -> str | None:
    """Whoever has held another seat knows its secrets (a dead one's: all of them), and may only come back to their own. Where
    AIs play among themselves, everything is told behind the scenes."""
    if s.ai_only and not s.left:
        return "Everything hidden in this game is told behind the scenes, so nobody may join it."
    if held - {seat}:
        return "You have sat elsewhere at this table and know what you saw there: you can only come back to that seat."
    if seat not in s.alive and seat not in held:
        return "Whoever sat there is dead; take the seat of somebody alive."
    return None


def rooms(s: State) -> tuple[Room, ...]:
    """The graveyard, where the dead hear everything; in a game of AIs a room where everybody may."""
    if s.ai_only and not s.left:
        about = "Everything that is hidden at the table is told here: roles, choices, what the AIs think. Nobody who plays reads it."
        return (Room("backstage", "Behind the scenes", about, TABLE, None),)
    dead = frozenset(death.seat for death in s.deaths)
    about = "The dead hear everything here, and tell it to nobody alive."
    return (Room("graveyard", "The graveyard", about, TABLE, dead),) if dead else ()


def market(s: State) -> Market | None:
    """Who did it? Bets are taken until somebody has been hanged, and count when all is told."""
    if not s.seats:
        return None
    guilty = frozenset(f"{{{seat}}}" for seat in s.known_murderers) if s.ended else frozenset()
    unhanged = not any(death.role is not None for death in s.deaths)
    return Market("Who did it?", tuple(f"{{{seat}}}" for seat in s.seats), s.ended is None and unhanged, guilty)


# ── another world ─────────────────────────────────────────────────────────────────────────────────────────────────────


def resample(s: State, seat: Seat, rng: random.Random) -> State:
    """Another world that `seat` could not tell from this one: what it was not told lies anew; its own view stays as it is."""
    if seat == TABLE or s.ended is not None or not s.seats:
        return s
    knows = _knows(s, seat)
    guilty = s.murderers - sum(s.role(who) == "murderer" for who in knows)
    lots: list[Role] = ["murderer" for _ in range(guilty)]
    lots += ["innocent" for _ in range(len(s.seats) - len(knows) - guilty)]
    rng.shuffle(lots)
    roles = {who: s.roles[who] if who in knows else lots.pop() for who in s.seats if who in s.roles}

    def anew(row: Mapping[Seat, T], some: Callable[[Seat], T]) -> dict[Seat, T]:
        return {who: told if who == seat else some(who) for who, told in row.items()}

    def choices(row: Mapping[Seat, Choice]) -> dict[Seat, Choice]:
        return anew(row, lambda who: _some_choice(s, who, rng))

    def facts(row: Mapping[Seat, Facts]) -> dict[Seat, Facts]:
        return anew(row, lambda who: Facts(rng.choice(s.places), cries=tuple(rng.sample(s.places, rng.randrange(2)))))

    def statement(who: Seat) -> Statement:
        return replace(s.spoken[who], text=rng.choice(("", "I saw nobody.", "I slept.")), means=())

    sealed = s.phase == "vote" and not s.rules.open_votes
    plots = [(night, who, rng.choice(WHISPERED)) for night, who, _ in s.plots if rng.random() < 0.5]
    return altered(
        s,
        roles=roles,
        choices=choices(s.choices),
        nights=tuple(map(choices, s.nights)),
        facts=tuple(map(facts, s.facts)),
        plots=s.plots if s.role(seat) == "murderer" else tuple(plots),
        spoken=anew(s.spoken, statement) if s.phase == "talk" else s.spoken,
        votes=anew(s.votes, lambda who: rng.choice(s.alive)) if sealed else s.votes,
    )


def _knows(s: State, seat: Seat) -> frozenset[Seat]:
    """Whose roles the seat was told: its own, a fellow murderer's, those revealed to all."""
    if s.role(seat) == "murderer":
        return frozenset(s.seats)  # the others are innocent
    return frozenset({death.seat for death in s.deaths if death.role is not None} | ({seat} & s.roles.keys()))


def _some_choice(s: State, seat: Seat, rng: random.Random) -> Choice:
    others = [each for each in s.alive if each != seat]
    follow = rng.choice(others) if rng.random() < 0.3 else None
    act: Act = rng.choice(("watch", "hide", "guard"))
    return Choice(None if follow else rng.choice(s.places), follow, act, rng.choice(others) if act == "guard" else None)
