"""Murder mystery: nights of sealed choices, true facts for those who were there, days of talk that may be lies, and a rope.

A state is what one view knows. What belongs to seats stands in tuples in the order of the seats; None is what this view was
not told (a role, a choice, a night's facts) or what is not there yet.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import field, replace
from datetime import timedelta
from functools import lru_cache
from typing import Any, Literal, TypeVar

from games.core import (
    CLOCK,
    EVERYONE,
    HOST,
    TABLE,
    Action,
    Ask,
    Channel,
    Dice,
    Event,
    IllegalAction,
    Outcome,
    Seat,
    Seated,
    Seating,
    Told,
    Wager,
    altered,
    escape,
    record,
    state,
    tidy,
)
from games.mystery.meaning import CRY, DEEDS, NOBODY_ELSE, WATCHED, as_form, claimed, corrected, length
from games.mystery.night import resolve
from games.mystery.options import FEWEST, MysteryOptions
from games.mystery.phrases import understood
from games.mystery.voice import in_words
from games.mystery.words import (
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

T = TypeVar("T")
Phase = Literal["deal", "talk", "night", "vote", "last words", "over"]

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
    roles: tuple[Role | None, ...] = ()
    choices: tuple[Choice | None, ...] = ()
    nights: tuple[tuple[Choice | None, ...], ...] = ()
    facts: tuple[tuple[Facts | None, ...], ...] = ()
    plots: tuple[tuple[int, Seat, str], ...] = ()
    confided: tuple[Claim, ...] = ()
    dawned: bool = False
    answered: frozenset[Seat] = frozenset()
    spoken: tuple[Statement | None, ...] = ()
    statements: tuple[Statement, ...] = ()
    votes: tuple[Seat | None, ...] = ()
    changes: int = 0
    counted: bool = False
    hangs: Seat | None = None
    ballots: tuple[Counted, ...] = ()
    deaths: tuple[Death, ...] = ()
    ended: Ended | None = None

    # ── what is so ──

    @property
    def ai_only(self) -> bool:
        return not self.people

    @property
    def gone(self) -> tuple[Seat, ...]:
        """Those who live and have left the table, and are not to die for it."""
        return tuple(seat for seat in self.left if seat in self.alive and seat not in self.doomed)

    def role(self, seat: Seat) -> Role | None:
        """The role of a seat, as far as this view knows."""
        return self.roles[self.seats.index(seat)] if seat in self.seats else None

    @property
    def known_murderers(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, role in zip(self.seats, self.roles, strict=True) if role == "murderer")

    def facts_of(self, seat: Seat, night: int) -> Facts | None:
        """What that night told the seat, as far as this view knows."""
        return self.facts[night - 1][self.seats.index(seat)] if 0 < night <= len(self.facts) else None

    def choice_of(self, seat: Seat, night: int) -> Choice | None:
        """What the seat chose in a night that is over, as far as this view knows."""
        return self.nights[night - 1][self.seats.index(seat)] if 0 < night <= len(self.nights) else None

    def stays_in(self, seat: Seat) -> str:
        """Where the seat is, unless it goes elsewhere: the place of last night, in the first night the Hall."""
        facts = self.facts_of(seat, len(self.facts))
        return facts.place if facts else self.places[0]

    def hides_left(self, seat: Seat) -> int:
        at, left = self.seats.index(seat), self.rules.hides
        for night in self.nights:
            choice = night[at]
            if choice is not None and choice.act == "hide":
                left -= 1
        return left


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
    match event:
        case Chose(seat=seat, choice=choice):
            return altered(s, choices=_put(s, s.choices, seat, choice))
        case Spoke(seat=seat, text=text, means=means):
            before = s.spoken[s.seats.index(seat)]
            again = 0 if before is None else before.corrections + 1
            return altered(s, spoken=_put(s, s.spoken, seat, _statement(s, s.round, seat, text, means, again)))
        case Answered(seat=seat):
            return altered(s, answered=s.answered | {seat}, changes=s.changes + 1)
        case Voted(seat=seat, whom=whom):
            votes = _put(s, s.votes, seat, whom or Seat(NOBODY))
            if not s.rules.open_votes:
                return altered(s, votes=votes)  # that somebody voted, everyone hears besides
            return altered(s, votes=votes, answered=s.answered | {seat}, changes=s.changes + 1)
        case Witnessed():
            return _witnessed(s, event)
        case Shared(round=number, said=said, means=means):
            shared = tuple(_statement(s, number, seat, text, means) for seat, text in said)
            return altered(s, statements=(*s.statements, *shared), spoken=(None,) * len(s.seats))
        case Corrected(seat=seat, means=means):
            at = max(n for n, said in enumerate(s.statements) if said.seat == seat)
            anew = replace(s.statements[at], means=means, corrections=s.statements[at].corrections + 1)
            return altered(s, statements=(*s.statements[:at], anew, *s.statements[at + 1 :]))
        case TalkBegan(day=day, round=number):
            blank = (None,) * len(s.seats)
            return altered(s, phase="talk", day=day, round=number, answered=frozenset(), spoken=blank, dawned=False)
        case NightFell(night=night):
            blank = (None,) * len(s.seats)
            return altered(
                s,
                phase="night",
                day=night,
                choices=blank,
                votes=blank,
                answered=frozenset(),
                dawned=False,
                counted=False,
            )
        case Dawn():
            return _dawned(s, event)
        case VoteBegan():
            blank = (None,) * len(s.seats)
            return altered(s, phase="vote", votes=blank, answered=frozenset(), changes=0, counted=False)
        case Counted(votes=cast, hangs=hangs):
            return altered(
                s,
                votes=tuple(map(dict(cast).get, s.seats)),
                ballots=(*s.ballots, event),
                counted=True,
                hangs=hangs,
                phase="last words",
                spoken=(None,) * len(s.seats),
            )
        case LastWords(seat=seat, text=text, means=means):
            last = _statement(s, 0, seat, text, means)
            return altered(s, spoken=_put(s, s.spoken, seat, last), statements=(*s.statements, last))
        case Hanged(seat=seat, role=role):
            return _died(altered(s, hangs=None), Death(seat, s.day, "hanged", role))
        case RoleGiven(seat=seat, role=role):
            return altered(s, roles=_put(s, s.roles, seat, role))
        case MurderersMet(seats=guilty):
            return altered(s, roles=tuple("murderer" if seat in guilty else "innocent" for seat in s.seats))
        case Plotted(seat=seat, text=text, means=means):
            return altered(s, plots=(*s.plots, (s.day, seat, text)), confided=(*s.confided, *(means or ())))
        case Doomed(seat=seat, doomed=doomed):
            return altered(s, doomed=s.doomed | {seat} if doomed else s.doomed - {seat})
        case Seated(seat=seat, kind=kind):
            return _seated(s, seat, kind == "person")
        case Ended():
            return altered(
                s,
                phase="over",
                roles=event.roles,
                nights=event.choices,
                facts=event.facts,
                plots=event.plots,
                ended=event,
            )
        case Opened(seats=every):
            blank = (None,) * len(every)
            return altered(
                s,
                seats=every,
                places=event.places,
                murderers=event.murderers,
                rules=event.rules,
                house_rules=event.house_rules,
                alive=every,
                roles=blank,
                choices=blank,
                spoken=blank,
                votes=blank,
            )
    return s


def _statement(s: State, number: int, seat: Seat, text: str, means: Claims, corrections: int = 0) -> Statement:
    """A statement of today. In logs older than the phrasebook nobody has said what it means: then it is read here."""
    if means is None:
        means = _understood(text, seat, s.day)
    return Statement(s.day, number, seat, text, tuple(each for each in means if each.by == seat), corrections)


@lru_cache(maxsize=1024)
def _understood(text: str, by: Seat, day: int) -> tuple[Claim, ...]:
    return understood(text, by, day)


def _put(s: State, row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """A row in the order of the seats, with one seat's value changed."""
    at = s.seats.index(seat)
    return (*row[:at], value, *row[at + 1 :])


def _witnessed(s: State, event: Witnessed) -> State:
    blank = (None,) * len(s.seats)
    facts = s.facts if len(s.facts) >= event.night else (*s.facts, blank)
    return altered(s, facts=(*facts[:-1], _put(s, facts[-1], event.seat, event.facts)))


def _dawned(s: State, event: Dawn) -> State:
    blank = (None,) * len(s.seats)
    # A view that was told nothing of this night (the public's, a dead seat's) keeps an empty row for it.
    facts = s.facts if len(s.facts) >= event.night else (*s.facts, blank)
    s = altered(s, nights=(*s.nights, s.choices), facts=facts, choices=blank, taken=(), dawned=True)
    for seat, place in event.found:
        s = _died(s, Death(seat, event.night, place))
    for seat, role in event.frightened:
        s = _died(s, Death(seat, event.night, "fright", role))
    return s


def _died(s: State, death: Death) -> State:
    roles = s.roles if death.role is None else _counted_out(s, _put(s, s.roles, death.seat, death.role))
    return altered(
        s,
        deaths=(*s.deaths, death),
        alive=tuple(seat for seat in s.alive if seat != death.seat),
        roles=roles,
        doomed=s.doomed - {death.seat},
    )


def _counted_out(s: State, roles: tuple[Role | None, ...]) -> tuple[Role | None, ...]:
    """The roles, with those filled in that can be only one thing now: everybody knows how many murderers there are."""
    guilty = s.murderers - roles.count("murderer")
    if guilty == 0:
        return tuple(role or "innocent" for role in roles)
    if guilty == roles.count(None):
        return tuple(role or "murderer" for role in roles)
    return roles


def _seated(s: State, seat: Seat, person: bool) -> State:
    if seat == HOST:
        return s
    if person:
        return altered(s, people=s.people | {seat}, left=tuple(each for each in s.left if each != seat))
    if seat in s.people:
        taken = s.taken if seat in s.taken else (*s.taken, seat)
        return altered(s, people=s.people - {seat}, left=(*s.left, seat), taken=taken)
    return s


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────────────────────────


def asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    if s.phase in ("deal", "over"):
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
            return (*_vote_asks(s, seat), *_understanding(s, seat))
        case "last words" if seat == s.hangs and not _spoke_last(s):
            return (_last_ask(s),)
    return ()


def _talking(s: State, seat: Seat) -> tuple[Ask, ...]:
    if seat in s.answered:
        return ()
    found = _talk_asks(s.day, s.round, s.rules.rounds, _within(s, s.rules.talk_seconds))
    if s.day and seat in s.people:
        return (*found, _claiming(s, seat, Tell, key=f"claim:{s.day}:{s.round}", text="Or claim something."))
    return found


def _understanding(s: State, seat: Seat) -> tuple[Ask, ...]:
    """How somebody was understood, which they may correct until the next statements are shared."""
    said = latest(s, seat)
    if said is None or not said.day or seat not in s.people or said.corrections >= CORRECTIONS:
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
    others = _others(s.seats, seat, None)
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
    if s.phase == "talk" and (own := s.spoken[s.seats.index(seat)]) is not None:
        return own if own.text else None
    now = [(said.day, said.round) for said in s.statements[-1:]]
    return next(
        (said for said in s.statements if said.seat == seat and said.text and [(said.day, said.round)] == now), None
    )


def talk_key(s: State) -> str:
    return _talk_key(s.day, s.round)


def _talk_key(day: int, number: int) -> str:
    return f"talk:{day}:{number}"


def night_key(s: State) -> str:
    return f"night:{s.day}"


def vote_key(s: State) -> str:
    return f"vote:{s.day}"


def last_words_key(s: State) -> str:
    return f"last:{s.day}"


def count_key(s: State) -> str:
    return f"count:{s.day}:{s.changes}"


def _within(s: State, seconds: int) -> timedelta | None:
    return timedelta(seconds=seconds) if seconds and not s.ai_only else None


_TIME_UP = (TimeUp(),)


def _clock_asks(s: State) -> tuple[Ask, ...]:
    """The clock of a phase comes a little after the seats' own: it moves only what they have left open. That of a vote runs on
    when all are in, or somebody could put off the count for ever by changing theirs."""
    if s.phase == "night":
        seconds, key = s.rules.night_seconds, night_key(s)
    elif s.phase == "talk":
        seconds, key = s.rules.talk_seconds, talk_key(s)
    elif s.phase == "vote":
        seconds, key = s.rules.vote_seconds, vote_key(s)
    else:
        seconds, key = s.rules.last_words_seconds, last_words_key(s)
    found: list[Ask] = []
    if s.phase == "vote" and s.answered.issuperset(s.alive) and not s.ai_only:
        settled = timedelta(seconds=SETTLING_SECONDS)
        found.append(Ask(count_key(s), "The votes are in.", "each", _TIME_UP, within=settled))
    if (within := _within(s, seconds)) is not None:
        late = within + timedelta(seconds=GRACE_SECONDS)
        found.append(Ask(key, "Time is running out.", "each", _TIME_UP, within=late))
    return tuple(found)


def _host_asks(s: State) -> tuple[Ask, ...]:
    if not s.gone:
        return ()
    who = ", ".join(f"{{{seat}}}" for seat in s.gone)
    text = f"People have left the table: {who}. You may let them die of fright at dawn; else an AI plays on for them."
    return (Ask(f"fright:{s.day}", text, "none", tuple(LetDie(seat) for seat in s.gone)),)


# Asks are the same objects as long as they are the same questions: a busy vote asks them some fifty times.


@lru_cache(maxsize=1024)
def _talk_asks(day: int, number: int, rounds: int, within: timedelta | None) -> tuple[Ask, ...]:
    if day == 0:
        text = "Introduce yourself in a sentence or two. Everybody's words are shared together."
    else:
        text = (
            f"Day {day}, round {number} of {rounds}: what do you say? All statements are shared together, when everybody has "
            "made theirs. Say where you were and whom you saw, or lie."
        )
    ask = Ask(
        _talk_key(day, number),
        text,
        "each",
        (Silence(),),
        (Say,),
        default=Silence(),
        within=within,
        examples=(Say("Good evening, everyone."),)
        if day == 0
        else (Say("I was in the Hall and saw nobody.", "I was in the Hall. I saw nobody."),),
    )
    return (ask,)


def _night_asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    found: tuple[Ask, ...] = ()
    at = s.seats.index(seat)
    if s.choices[at] is None:
        within = _within(s, s.rules.night_seconds)
        found = _choosing(s.day, s.places, s.stays_in(seat), followable(s, seat), acts_of(s, seat), within)
    if s.rules.plotting and s.murderers > 1 and s.roles[at] == "murderer" and _plots_left(s, seat):
        # Whoever plays by itself is asked to whisper when its own choice is made: nothing waits for it then.
        text = "You may whisper to the other murderers."
        found = (*found, Ask(f"plot:{s.day}", text, "none", (), (Plot,), invites=not found, private=True))
    return found


@lru_cache(maxsize=4096)
def _choosing(
    night: int,
    places: tuple[str, ...],
    stays_in: str,
    follow: tuple[Seat, ...],
    acts: tuple[str, ...],
    within: timedelta | None,
) -> tuple[Ask, ...]:
    where = (*places, *(f"follow {{{each}}}" for each in follow))
    ask = Ask(
        f"night:{night}",
        f"Night {night}: where do you go, and what do you do there?",
        "each",
        (),
        (Night,),
        {"where": where, "act": acts},
        Night(stays_in, "watch"),
        within,
        private=True,
        examples=(Night(places[-1], "watch"), Night(where[-1], acts[-1])),
    )
    return (ask,)


def _plots_left(s: State, seat: Seat) -> bool:
    others = any(each != seat and each in s.alive for each in s.known_murderers)
    return others and sum(night == s.day and who == seat for night, who, _ in s.plots) < PLOTS_A_NIGHT


def followable(s: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom the seat may follow tonight: anybody alive, but not the same one two nights running."""
    before = s.choice_of(seat, len(s.nights))
    return _others(s.alive, seat, before.follow if before else None)


def acts_of(s: State, seat: Seat) -> tuple[str, ...]:
    """What the seat may do tonight, as it is written in an answer."""
    before = s.choice_of(seat, len(s.nights))
    guarded = before.target if before and before.act == "guard" else None
    strikes = s.role(seat) == "murderer" and (s.day > 1 or s.rules.strike_first_night)
    return _acts(s.alive, seat, guarded, s.hides_left(seat) > 0, s.known_murderers if strikes else None)


@lru_cache(maxsize=4096)
def _others(alive: tuple[Seat, ...], seat: Seat, but: Seat | None) -> tuple[Seat, ...]:
    return tuple(each for each in alive if each != seat and each != but)


@lru_cache(maxsize=4096)
def _acts(
    alive: tuple[Seat, ...], seat: Seat, guarded: Seat | None, hide: bool, guilty: tuple[Seat, ...] | None
) -> tuple[str, ...]:
    """`guarded` is who was guarded last night, `guilty` whom a murderer does not strike (None: this is none)."""
    guard = (f"guard {{{each}}}" for each in _others(alive, seat, guarded))
    strike = (f"strike {{{each}}}" for each in alive if guilty is not None and each not in guilty)
    return ("watch", *(("hide",) if hide else ()), *guard, *strike)


def _vote_asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    if seat not in s.answered:
        return _voting(s.day, s.alive, None, _within(s, s.rules.vote_seconds))
    return _voting(s.day, s.alive, s.votes[s.seats.index(seat)] or NOBODY, None)


@lru_cache(maxsize=4096)
def _voting(day: int, alive: tuple[Seat, ...], now: str | None, within: timedelta | None) -> tuple[Ask, ...]:
    """`now` is whom the seat votes for already."""
    ask = Ask(
        f"vote:{day}",
        "You have voted, and may change it until the count." if now else f"Day {day}: who is to hang?",
        "none" if now else "each",
        (),
        (Vote,),
        {"whom": tuple(whom for whom in (*alive, NOBODY) if whom != now)},
        Vote(NOBODY),
        within,
        examples=(Vote(NOBODY),),
    )
    return (ask,)


def _last_ask(s: State) -> Ask:
    return Ask(
        last_words_key(s),
        "You are to hang. Have you any last words?",
        "each",
        (Silence(),),
        (Say,),
        default=Silence(),
        within=_within(s, s.rules.last_words_seconds),
        examples=(Say("You will regret this."),),
    )


def _spoke_last(s: State) -> bool:
    return s.hangs is None or s.spoken[s.seats.index(s.hangs)] is not None


# ── what a move brings about ──────────────────────────────────────────────────────────────────────────────────────────


def decide(s: State, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    if s.phase == "over":
        raise IllegalAction("The game is over.")
    match action:
        case TimeUp() if seat == CLOCK:
            return _time_up(s)
        case LetDie() if seat == HOST:
            return _let_die(s, Seat(action.who))
    if seat not in s.seats:
        raise IllegalAction("You do not play in this game.")
    if seat not in s.alive:
        raise IllegalAction("You are dead. The dead hear everything and say nothing.")
    match action:
        case Night():
            return _choose(s, seat, action)
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
        case Silence():
            return _speak(s, seat, "", ())
        case Plot(text=text, means=means):
            return _plot(s, seat, _said(text), means)
    raise IllegalAction("That is not one of the things you can do now.")


def _said(text: str) -> str:
    text = " ".join(text.split())
    if not text:
        raise IllegalAction("There is nothing in your statement; say something, or stay silent.")
    if (characters := length(text)) > LONGEST_STATEMENT:
        raise IllegalAction(f"Your statement has {characters} characters; {LONGEST_STATEMENT} is the most.")
    return text


def _speak(s: State, seat: Seat, text: str, means: tuple[Claim, ...]) -> list[Told]:
    if s.phase == "last words" and seat == s.hangs and not _spoke_last(s):
        return [Told(EVERYONE, LastWords(seat, text, means))]
    if s.phase == "last words":
        raise IllegalAction("Only whoever is to hang may speak now.")
    if s.phase == "night":
        raise IllegalAction("It is night. You can speak again by day.")
    if s.phase == "vote":
        raise IllegalAction("The talk is over; now the vote decides.")
    if seat in s.answered:
        raise IllegalAction("You have made your statement for this round. The next round is soon.")
    return [Told(frozenset({seat}), Spoke(seat, text, means)), Told(EVERYONE, Answered(seat))]


def _correct(s: State, seat: Seat, now: tuple[Claim, ...]) -> list[Told]:
    """What is claimed instead, told to those who have heard the statement: before it is shared, it is made anew."""
    said = latest(s, seat)
    if said is None or not said.day or said.corrections >= CORRECTIONS:
        raise IllegalAction("There is no statement of yours that could be corrected any more.")
    means = corrected(said.means, now) if now else ()
    if s.spoken[s.seats.index(seat)] is said:
        text = f"{said.text} Correction: {in_words(now) or 'none of it is a claim.'}"
        return [Told(frozenset({seat}), Spoke(seat, text, means))]
    return [Told(EVERYONE, Corrected(seat, in_words(now), means))]


def _choose(s: State, seat: Seat, action: Night) -> list[Told]:
    if s.phase != "night":
        raise IllegalAction("It is day. Choose when night has fallen.")
    if s.choices[s.seats.index(seat)] is not None:
        raise IllegalAction("You have chosen for tonight, and it stands.")
    return [Told(frozenset({seat}), Chose(seat, choice(s, seat, action)))]


def choice(s: State, seat: Seat, action: Night) -> Choice:
    """What the action says, checked against what the seat may do tonight."""
    place, follow = (action.where, None) if action.where in s.places else (None, _whom(action.where, "follow"))
    if place is None and follow is None:
        raise IllegalAction(f"There is no such place. There are: {', '.join(s.places)}; or follow somebody.")
    if follow is not None:
        _check_follow(s, seat, follow)
    act, target = _act(action.act)
    if act == "hide" and s.hides_left(seat) <= 0:
        raise IllegalAction(
            f"You have hidden as often as one may in a game ({s.rules.hides})."
            if s.rules.hides
            else "Nobody can hide in this house."
        )
    if target is not None:
        _check_target(s, seat, act, target)
    return Choice(place, follow, act, target)


def _whom(text: str, verb: str) -> Seat | None:
    """“follow {p3}” → p3."""
    return Seat(text[len(verb) + 2 : -1]) if text.startswith(f"{verb} {{") and text.endswith("}") else None


def _act(text: str) -> tuple[Act, Seat | None]:
    if text == "watch":
        return "watch", None
    if text == "hide":
        return "hide", None
    if (guarded := _whom(text, "guard")) is not None:
        return "guard", guarded
    if (struck := _whom(text, "strike")) is not None:
        return "strike", struck
    raise IllegalAction("You can watch, hide, guard somebody, or (as a murderer) strike somebody.")


def _check_follow(s: State, seat: Seat, whom: Seat) -> None:
    _check_alive(s, whom)
    if whom == seat:
        raise IllegalAction("You cannot follow yourself.")
    if whom not in followable(s, seat):
        raise IllegalAction(f"You followed {{{whom}}} last night; not the same one two nights running.")


def _check_target(s: State, seat: Seat, act: Act, whom: Seat) -> None:
    if act == "strike" and s.role(seat) != "murderer":
        raise IllegalAction("Only murderers strike.")
    _check_alive(s, whom)
    if act == "strike":
        if s.day <= 1 and not s.rules.strike_first_night:
            raise IllegalAction("In the first night nobody strikes.")
        if whom in s.known_murderers:
            raise IllegalAction("Murderers never strike each other, nor themselves.")
        return
    if whom == seat:
        raise IllegalAction("You cannot guard yourself.")
    before = s.choice_of(seat, len(s.nights))
    if before is not None and before.act == "guard" and before.target == whom:
        raise IllegalAction(f"You guarded {{{whom}}} last night; not the same one two nights running.")


def _check_alive(s: State, whom: Seat) -> None:
    if whom not in s.seats:
        raise IllegalAction("Nobody of that name plays in this game.")
    if whom not in s.alive:
        raise IllegalAction(f"{{{whom}}} is dead.")


def _vote(s: State, seat: Seat, whom: str) -> list[Told]:
    if s.phase != "vote" or s.counted:
        raise IllegalAction("There is no vote now.")
    chosen = None if whom == NOBODY else Seat(whom)
    if chosen is not None:
        _check_alive(s, chosen)
    if seat in s.answered and s.votes[s.seats.index(seat)] == whom:
        raise IllegalAction("That is your vote already.")
    voted = Voted(seat, chosen)
    if s.rules.open_votes:
        return [Told(EVERYONE, voted)]
    return [Told(frozenset({seat}), voted), Told(EVERYONE, Answered(seat))]


def _plot(s: State, seat: Seat, text: str, means: Claims) -> list[Told]:
    if not (s.rules.plotting and s.role(seat) == "murderer"):
        raise IllegalAction("Nobody whispers in this house.")
    if s.phase != "night":
        raise IllegalAction("You can whisper to each other at night only.")
    if not _plots_left(s, seat):
        raise IllegalAction("You have whispered enough for one night, or nobody is there to hear it.")
    return [Told(frozenset(s.known_murderers), Plotted(seat, text, means))]


def _let_die(s: State, whom: Seat) -> list[Told]:
    if whom not in s.left or whom not in s.alive:
        raise IllegalAction("Only those who have left the table, and live, can die of fright.")
    if whom in s.doomed:
        raise IllegalAction("They will die at dawn already.")
    return [Told(EVERYONE, Doomed(whom))]


def _time_up(s: State) -> list[Told]:
    """What has been left open when the time of a phase is over: each does what an absent player does."""
    open_seats = [seat for seat in s.alive if any(ask.need == "each" for ask in asks(s, seat))]
    match s.phase:
        case "talk":
            return [told for seat in open_seats for told in _speak(s, seat, "", ())]
        case "last words" if s.hangs is not None and not _spoke_last(s):
            return _speak(s, s.hangs, "", ())
        case "vote":
            missing = [told for seat in open_seats for told in _vote(s, seat, NOBODY)]
            for each in missing:
                s = evolve(s, each.event)
            return missing + _count(s)
        case "night":
            told = [Told(frozenset({seat}), Chose(seat, Choice(s.stays_in(seat), None))) for seat in open_seats]
            for each in told:
                s = evolve(s, each.event)
            return told + _resolve(s)
    raise IllegalAction("No time is running.")


# ── what follows by itself ────────────────────────────────────────────────────────────────────────────────────────────


def then(s: State, dice: Dice) -> list[Told]:
    if s.seats and s.doomed & s.people:
        # They are back.
        return [Told(EVERYONE, Doomed(seat, False)) for seat in s.seats if seat in s.doomed and seat in s.people]
    match s.phase:
        case "talk" if s.answered.issuperset(s.alive):
            return _share(s, dice)
        case "night" if s.dawned:
            return _end(s) or [Told(EVERYONE, TalkBegan(s.day, 1))]
        # The dead have no choice; those who live have all chosen when no more are missing.
        case "night" if s.choices.count(None) == len(s.seats) - len(s.alive) and not _waits_for_dawn(s):
            return _resolve(s)
        case "vote" if s.ai_only and s.answered.issuperset(s.alive):
            return _count(s)
        case "last words":
            return _hang(s)
    return []


def _waits_for_dawn(s: State) -> bool:
    return s.rules.full_nights and bool(s.rules.night_seconds) and not s.ai_only


def _share(s: State, dice: Dice) -> list[Told]:
    """The statements of a round together; then the next round, the vote, or the first night."""
    said = [(seat, said) for seat, said in zip(s.seats, s.spoken, strict=True) if seat in s.alive]
    dice().shuffle(said)
    texts = tuple((seat, each.text if each else "") for seat, each in said)
    means = tuple(claim for _, each in said if each for claim in each.means)
    shared = Told(EVERYONE, Shared(s.day, s.round, texts, means))
    if s.day == 0:
        return [shared, Told(EVERYONE, NightFell(1))]
    if s.round < s.rules.rounds:
        return [shared, Told(EVERYONE, TalkBegan(s.day, s.round + 1))]
    return [shared, Told(EVERYONE, VoteBegan(s.day))]


def _resolve(s: State) -> list[Told]:
    chosen = {seat: choice for seat, choice in zip(s.seats, s.choices, strict=True) if choice is not None}
    last = {} if len(chosen) == len(s.alive) else {seat: s.stays_in(seat) for seat in s.alive}
    night = resolve(s.places, s.alive, last, chosen)
    told = [Told(frozenset({seat}), Witnessed(seat, s.day, night.facts[seat])) for seat in s.alive]
    dawn = Dawn(
        s.day,
        tuple(night.dead.items()),
        tuple(
            (seat, role)
            for seat, role in zip(s.seats, s.roles, strict=True)
            if seat in s.doomed and seat not in night.dead and role is not None
        ),
        tuple(seat for seat in s.taken if seat in s.gone and seat not in night.dead),
    )
    return [*told, Told(EVERYONE, dawn)]


def _count(s: State) -> list[Told]:
    """The votes, and whom they hang: a tie at the top, or nobody on top, hangs no one."""
    votes = tuple(
        (seat, None if whom == NOBODY else whom) for seat, whom in zip(s.seats, s.votes, strict=True) if seat in s.alive
    )
    tally = Counter(whom for _, whom in votes).most_common(2)
    tied = len(tally) > 1 and tally[0][1] == tally[1][1]
    hangs = None if tied or not tally else tally[0][0]
    return [Told(EVERYONE, Counted(s.day, votes, hangs))]


def _hang(s: State) -> list[Told]:
    """After the count: last words, the rope, and the end or the next night."""
    if s.hangs is not None:
        if s.rules.last_words and not _spoke_last(s):
            return []
        role = s.role(s.hangs)
        assert role is not None
        return [Told(EVERYONE, Hanged(s.hangs, role))]
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


def _ended(s: State, winner: Role, why: Literal["all hanged", "parity", "exhaustion", "none left"]) -> Told:
    roles = tuple(role for role in s.roles if role is not None)
    return Told(EVERYONE, Ended(winner, why, roles, s.nights, s.facts, s.plots))


def outcome(s: State) -> Outcome | None:
    if s.ended is None:
        return None
    winners = frozenset(seat for seat, role in zip(s.seats, s.roles, strict=True) if role == s.ended.winner)
    return Outcome(winners, verdict(s.ended))


def verdict(ended: Ended) -> str:
    """How it ended, in one sentence."""
    match ended.why:
        case "all hanged":
            return "Every murderer is dead: the innocents win."
        case "none left":
            return "No murderer is left: the innocents win."
        case "parity":
            return "The murderers are at least as many as the innocents: the murderers win."
        case "exhaustion":
            return "The nights are over, and help arrives: the innocents win."


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


def channels(s: State) -> tuple[Channel, ...]:
    """The graveyard, where the dead hear everything; in a game of AIs a room where everybody may."""
    if s.ai_only and not s.left:
        about = "Everything that is hidden at the table is told here: roles, choices, what the AIs think. Nobody who plays reads it."
        return (Channel("backstage", "Behind the scenes", about, TABLE, None),)
    dead = frozenset(death.seat for death in s.deaths)
    about = "The dead hear everything here, and tell it to nobody alive."
    return (Channel("graveyard", "The graveyard", about, TABLE, dead),) if dead else ()


def wager(s: State) -> Wager | None:
    """Who did it? Bets are taken until somebody has been hanged, and count when all is told."""
    if not s.seats:
        return None
    guilty = frozenset(f"{{{seat}}}" for seat in s.known_murderers) if s.ended else frozenset()
    unhanged = not any(death.role is not None for death in s.deaths)
    return Wager("Who did it?", tuple(f"{{{seat}}}" for seat in s.seats), s.ended is None and unhanged, guilty)


# ── another world ─────────────────────────────────────────────────────────────────────────────────────────────────────


def redeal(s: State, seat: Seat, rng: random.Random) -> State:
    """Another world that `seat` could not tell from this one: what it was not told lies anew; its own view stays as it is."""
    if seat == TABLE or s.ended is not None or not s.seats:
        return s
    knows = _knows(s, seat)
    me = s.seats.index(seat) if seat in s.seats else -1
    others = [i for i, who in enumerate(s.seats) if who not in knows and s.roles[i] is not None]
    known = [s.role(who) for who in knows]
    guilty = s.murderers - known.count("murderer")
    unknown: list[Role] = ["murderer" for _ in range(guilty)]
    unknown += ["innocent" for _ in range(len(s.seats) - len(knows) - guilty)]
    rng.shuffle(unknown)
    roles = list(s.roles)
    for i, role in zip(others, unknown, strict=False):
        roles[i] = role
    plotters = me >= 0 and s.roles[me] == "murderer"
    return altered(
        s,
        roles=tuple(roles),
        choices=tuple(c if i == me or c is None else _some_choice(s, s.seats[i], rng) for i, c in enumerate(s.choices)),
        nights=tuple(
            tuple(c if i == me or c is None else _some_choice(s, s.seats[i], rng) for i, c in enumerate(night))
            for night in s.nights
        ),
        facts=tuple(
            tuple(
                f if i == me or f is None else Facts(rng.choice(s.places), cries=_some_cry(s, rng))
                for i, f in enumerate(night)
            )
            for night in s.facts
        ),
        plots=s.plots
        if plotters
        else tuple((night, who, rng.choice(WHISPERED)) for night, who, _ in s.plots if rng.random() < 0.5),
        spoken=s.spoken
        if s.phase != "talk"
        else tuple(
            t if i == me or t is None else replace(t, text=rng.choice(("", "I saw nobody.", "I slept.")), means=())
            for i, t in enumerate(s.spoken)
        ),
        votes=s.votes
        if s.rules.open_votes
        else tuple(v if i == me else _some_vote(s, v, rng) for i, v in enumerate(s.votes)),
    )


def _knows(s: State, seat: Seat) -> frozenset[Seat]:
    """Whose roles the seat was told: its own, a fellow murderer's, those revealed to all."""
    told = {death.seat for death in s.deaths if death.role is not None}
    if seat in s.seats and (role := s.role(seat)) is not None:
        told.add(seat)
        if role == "murderer":
            told |= set(s.seats)  # the others are innocent
    return frozenset(told)


def _some_choice(s: State, seat: Seat, rng: random.Random) -> Choice:
    follow = rng.choice([each for each in s.seats if each != seat]) if rng.random() < 0.3 else None
    act: Act = rng.choice(("watch", "hide", "guard"))
    target = rng.choice([each for each in s.seats if each != seat]) if act == "guard" else None
    return Choice(None if follow else rng.choice(s.places), follow, act, target)


def _some_cry(s: State, rng: random.Random) -> tuple[str, ...]:
    return (rng.choice(s.places),) if rng.random() < 0.5 else ()


def _some_vote(s: State, vote: Seat | None, rng: random.Random) -> Seat | None:
    """A sealed vote that could as well be another; who has not voted has none."""
    if s.phase != "vote" or s.counted or vote is None:
        return vote
    return rng.choice(s.alive)
