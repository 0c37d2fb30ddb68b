"""What everybody in a town is asked, and may do besides: from the full state or, with the same answer, from a seat's own view.

People speak when they like. AIs are asked how eager they are, all at once, and the most eager gets the floor; they are asked
again when something new has been said, so that neither a silence nor a flood holds up the day. At night everybody alive is
asked, if only to sleep: who is asked gives nothing away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import Literal, cast

from games.circle import clock
from games.core import CLOCK, Action, Ask, Seat, record
from games.town.claiming import SUGGESTED, as_form, lists
from games.town.claims import claimed_roles
from games.town.events import (
    NOBODY,
    Bid,
    Caution,
    Confer,
    Correct,
    Declare,
    Deed,
    DoubleDeed,
    Jail,
    Judge,
    Nominate,
    Paper,
    Reach,
    Reveal,
    RoomName,
    Say,
    Seance,
    Settle,
    Sleep,
    Sum,
    TakeBack,
    TimeUp,
    Wait,
    Whisper,
    Write,
)
from games.town.legal import Evening, choices_in, may_give, orders_in
from games.town.people import Act, Citizen, Order, RoleName
from games.town.roles import ROLE
from games.town.rooms import company, mates, may_speak, may_whisper, room_of, whisperable
from games.town.state import Line, State
from games.town.stating import stated
from games.town.summaries import due

SETTLING = 12
"""Seconds from when all people have chosen at night to dawn."""

COUNTING = 10
"""Seconds for which anybody may still change their mind when all have said whom they want on trial."""

BALLOTS = 2
"""How often AIs are asked whom to put on trial: again if others have changed the count."""

TALKS_A_NIGHT = 2
"""How often an AI is asked to speak to those with it at night, the second time only if they have said something."""

CORRECTIONS = 3
"""How often one may say that one's last statement was misunderstood: everybody hears it."""

SPEECH = 10
"""How much somebody on trial may say besides all that they have said by day."""

KILLERS = frozenset(each.name for each in ROLE.values() if each.attack and each.alignment != "town protective")
"""Who leaves a death note: whoever attacks, but for a Bodyguard."""

BIDS = (Bid(0), Bid(1), Bid(2), Bid(3), Bid(4))
_SLEEP, _WAIT = Sleep(), Wait()
_WHERE: Mapping[RoomName, str] = {
    "mafia": "the Mafia hears you", "vampires": "the Vampires hear you", "jail": "the other one in the cell hears you",
    "dead": "the dead hear you, and a Medium at night",
}  # fmt: skip


def asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    if s.phase == "over" or s.phase == "deal" or (s.dawned and s.phase == "night"):
        return ()
    if seat == CLOCK:
        return (*_settling(s), *counting(s), *clock(clock_key(s), within(s), TimeUp()))
    if seat not in s.cast:
        return ()
    if seat not in s.alive:
        return _dead_asks(s, seat)
    owed = _owed(s, seat)
    return owed + _offers(s, seat, bool(owed) and owed[0].need != "none")


def within(s: State) -> timedelta | None:
    """How long the phase takes; None: as long as it takes."""
    phase = "first day" if s.phase == "discussion" and s.day == 1 else s.phase
    seconds = getattr(s.rules.seconds, phase.replace(" ", "_")) if s.clocked else 0
    return timedelta(seconds=seconds) if seconds else None


def clock_key(s: State) -> str:
    return f"{s.phase.replace(' ', '-')}:{s.day}:{s.trial}"


# ── what is waited for ────────────────────────────────────────────────────────────────────────────────────────────────


def _owed(s: State, seat: Seat) -> tuple[Ask, ...]:
    """What belongs to the phase: first of all, and mostly waited for. Before a model says anything by day, it sums up what
    was said the day before."""
    if (day := due(s, seat)) is not None:
        return (_summary_ask(day),)
    match s.phase:
        case "discussion":
            return _discussion(s, seat)
        case "nomination":
            return _nomination(s, seat)
        case "defence" if seat == s.accused:
            return _speech(s, seat, f"defence:{s.day}:{s.trial}", "You stand trial. What do you say in your defence?")
        case "last words" if seat == s.accused:
            return _speech(s, seat, f"last:{s.day}", "You are to hang. Have you any last words?")
        case "judgement" if seat != s.accused:
            return _judgement(s, seat)
        case "night":
            return _night(s, seat)
    return ()


def _summary_ask(day: int) -> Ask:
    text = f"What do you keep of what was said on day {day} and in the night after it?"
    nothing = Sum("I kept nothing of that day.")
    return Ask(
        f"summary:{day}", text, "each", (), (Sum,), default=nothing, late="autoplay", private=True, examples=(nothing,)
    )


def _discussion(s: State, seat: Seat) -> tuple[Ask, ...]:
    if s.floor.holder == seat:
        return (_floor_ask(s, seat),)
    if bids_due(s, seat):
        return (_bid_ask(s.day, s.floor.round),)
    return pick_first(s, seat) if s.day == 1 else ()


def takes_floor(s: State, seat: Seat) -> bool:
    """Whether an AI has still something left to say today, as everybody can count: whoever is blackmailed is passed over at
    the same moments at which somebody silent is."""
    return s.floor.said.get(seat, 0) < s.floor.quota and seat not in s.people


def may_bid(s: State, seat: Seat) -> bool:
    return seat not in s.gagged and takes_floor(s, seat)


def bids_due(s: State, seat: Seat) -> bool:
    floor = s.floor
    return floor.open and seat not in floor.bids and may_bid(s, seat)


@lru_cache(maxsize=1024)
def _bid_ask(day: int, number: int) -> Ask:
    text = "How eager are you to speak now? 0: you have nothing to say; 4: it cannot wait."
    return Ask(f"bid:{day}:{number}", text, "each", BIDS, default=BIDS[0], private=True, examples=(BIDS[2],))


def _floor_ask(s: State, seat: Seat) -> Ask:
    to = whisperable(s, seat) if may_whisper(s, seat) else None
    return Ask(
        f"floor:{s.day}:{s.floor.round}",
        f"Day {s.day}: you have the floor. Speak, or wait.",
        "each",
        (_WAIT, Reveal()) if _can_reveal(s, seat) else (_WAIT,),
        (Say,) if to is None else (Say, Whisper),
        {} if to is None else {"to": to},
        _WAIT,
        within(s),
        examples=(Say("I have nothing to hide. Who was visited last night?"),),
    )


def _nomination(s: State, seat: Seat) -> tuple[Ask, ...]:
    if first := pick_first(s, seat):
        return first
    now, chosen = s.ballot.votes.get(seat) or NOBODY, seat in s.ballot.chosen
    again = s.ballot.round > 1
    ballot = s.ballot.round if seat not in s.people else 0 if s.clocked else s.ballot.round - 1
    whom = tuple([each for each in (*s.alive, NOBODY) if each != seat and not (chosen and each == now)])
    key, allowed = f"nominate:{s.day}:{s.trial}:{ballot}", {"whom": whom}
    if chosen:
        text = "You have said whom you want on trial, and may change it."
        return (Ask(key, text, "none", (), (Nominate,), allowed, examples=(_NOBODY,), about=_NAMED),)
    text = f"Day {s.day}: who is to stand trial?"
    if again and seat in s.ballot.votes:
        text += f" You said {f'{{{now}}}' if now != NOBODY else now}, and too few agree."
    return (
        Ask(key, text, "each", (), (Nominate,), allowed, Nominate(now), within(s), examples=(_NOBODY,), about=_NAMED),
    )


_NOBODY = Nominate(NOBODY)
_NAMED = {NOBODY: "You want nobody on trial now."}


def pick_first(s: State, seat: Seat) -> tuple[Ask, ...]:
    """An AI Jailor is asked whom to jail before it votes, or the day might be over. Where people wait for it, it is not: that
    it takes longer would tell who it is. There it is asked when nothing else is."""
    if s.people or s.cast[seat].role != "jailor" or seat in s.people or seat in s.picks:
        return ()
    return (_pick_ask(s, seat, Jail, owed=True),)


def _has_second_thoughts(s: State, seat: Seat) -> bool:
    """Whether a Jailor has chosen who is about to hang."""
    return s.accused is not None and s.picks.get(seat) == s.accused


def _settled(ask: Ask, text: str) -> Ask:
    """The same when it has been answered: nobody waits for it any more, and it may be answered otherwise."""
    return replace(ask, text=text, need="none", default=None, within=None)


def _speech(s: State, seat: Seat, key: str, text: str) -> tuple[Ask, ...]:
    if not may_speak(s, seat):
        return ()
    forms: tuple[type[Action], ...] = (Say,) if has_more_to_say(s, seat) else ()
    return (Ask(key, text, "each", (Wait(),), forms, {}, Wait(), within(s), examples=(Say("It was not me."),)),)


def has_more_to_say(s: State, seat: Seat) -> bool:
    """Who stands trial has something left to say, however much they have said by day."""
    most = s.rules.statements + (SPEECH if s.phase in ("defence", "last words") else 0)
    return s.floor.left(seat, most) > 0


def _judgement(s: State, seat: Seat) -> tuple[Ask, ...]:
    asked = _judging(s.day, s.trial, s.accused, s.verdicts.get(seat), within(s))
    return pick_first(s, seat) or (asked,)


_JUDGED = {
    "guilty": "You want them hanged: they are if more say so than innocent.",
    "innocent": "You want them to live; a tie is enough.",
    "abstain": "You count for neither.",
}
_VERDICTS = (Judge("guilty"), Judge("innocent"), Judge("abstain"))


def _judging(day: int, trial: int, accused: Seat | None, now: str | None, time: timedelta | None) -> Ask:
    choices = tuple(each for each in _VERDICTS if each.verdict != now)
    text = f"Is {{{accused}}} guilty? It takes more guilty than innocent to hang."
    ask = Ask(f"judge:{day}:{trial}", text, "each", choices, default=_VERDICTS[-1], within=time, about=_JUDGED)
    if now is None:
        return ask
    return _settled(ask, text if now == "abstain" else f"You find {{{accused}}} {now}, and may change it.")


# ── the night ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _night(s: State, seat: Seat) -> tuple[Ask, ...]:
    """AIs talk to those who are with them before they make up their minds, and a Jailor hears what its prisoner answers."""
    if talk := talks_due(s, seat):
        return talk
    asked = s.role(seat) == "jailor" and s.prisoner is not None and s.people.isdisjoint({seat, s.prisoner})
    if asked and _to_say(s, cast(Seat, s.prisoner), "jail", begins=False) is not None:
        return ()
    return _order_ask(s, seat)


def talks_due(s: State, seat: Seat) -> tuple[Ask, ...]:
    """What an AI is to say at night before dawn can break. In jail only the Jailor begins; who hears nothing there speaks when the
    night is about to end."""
    if s.phase != "night" or seat in s.people:
        return ()
    room = room_of(s, seat) if seat in s.alive else None
    begins = seat != s.prisoner or s.settling > 0
    rooms: list[tuple[RoomName, bool]] = [(room, begins)] if room is not None and company(s, seat, room) else []
    if s.in_seance(seat):
        rooms.append(("seance", seat not in s.alive))  # the one who is called is not the first to speak
    for each, first in rooms:
        said = _to_say(s, seat, each, first)
        if said is not None:
            return (_talking(each, s.day, said, "each", within(s)),)
    return ()


def _to_say(s: State, seat: Seat, room: RoomName, begins: bool) -> int | None:
    """How often an AI has spoken in this room tonight, if it has something to say there now: as long as it has not said
    anything (if it `begins`), or has heard something since. None: it has not."""
    said, news = 0, False
    for line in s.recent():
        if line.seat == seat:
            said += line.room == room or not line.text
        elif line.room == room and line.text and not (said or news):
            news = not line.heard or seat in line.heard
    due = (news or (begins and not said)) and said < TALKS_A_NIGHT and confers(s, seat) < s.rules.conferences
    return said if due else None


def _talking(room: RoomName, night: int, said: int, need: str, time: timedelta | None) -> Ask:
    form: type[Action] = Reach if room == "seance" else Confer
    return Ask(
        f"{room}:{night}:{said}",
        f"Night {night}: say something before you choose ({_WHERE.get(room, 'the other one hears you')}), or wait.",
        "each" if need == "each" else "none",
        (_WAIT,),
        (form,),
        default=_WAIT,
        within=time,
        invites=need != "each",
        private=True,
        examples=(form("What do we do tonight?"),),  # type: ignore[call-arg]
    )


def _order_ask(s: State, seat: Seat) -> tuple[Ask, ...]:
    """What the seat does tonight. Whoever can only sleep says so, too: were they not waited for, the dawn would tell of it."""
    deeds, jailed = doable(s, seat), seat == s.prisoner
    written, others = deeds.written, deeds.others
    form: type[Action] = DoubleDeed if others else Deed
    allowed = {"deed": written, "other": others} if others else {"deed": written} if written else {}
    forms, key = (form,) if written else (), f"night:{s.day}"
    about = ABOUT[role] if written and (role := s.cast[seat].role) is not None else {}
    if seat in s.orders:
        text, again = f"Night {s.day}: you have chosen, and may change it.", (_SLEEP,) if s.orders[seat] else ()
        return (Ask(key, text, "none", again, forms, allowed, private=True, about=about),) if again or forms else ()
    does = (
        "you sit in jail, and can do nothing."
        if jailed
        else "what do you do?"
        if written
        else "you can only sleep. All are asked, so that nobody can tell."
    )
    text = f"Night {s.day}: {does}"
    return (Ask(key, text, "each", (_SLEEP,), forms, allowed, _SLEEP, within(s), private=True, about=about),)


ABOUT: Mapping[RoleName, Mapping[str, str]] = {
    role.name: {act: " ".join(role.abilities) for act in role.acts} for role in ROLE.values()
}
"""What comes of a role's deeds."""


def deed_of(order: Order) -> str:
    """A deed as it is written in an answer: “heal {p3}”."""
    return f"{order.act} {{{order.target}}}" if order.target is not None else order.act


def menu(s: State, seat: Seat) -> tuple[Order, ...]:
    """All that the seat may do tonight, as far as it can know: what becomes of it is the night's."""
    evening = _evening_of(s, seat)
    return orders_in(*evening) if evening is not None else ()


def meant_by(s: State, seat: Seat, deed: str, other: Seat | None) -> Order | None:
    """The order that is written so (“heal {p3}”), if the seat may give it tonight."""
    act, _, target = deed.removesuffix("}").partition(" {")
    order = Order(seat, cast("Act", act), Seat(target) if target else None, other)
    evening = _evening_of(s, seat)
    return order if evening is not None and deed == deed_of(order) and may_give(evening[0], order, evening[1]) else None


@record
class Deeds:
    """What somebody may do tonight: all deeds as they are `written` in an answer, and all the `others` whom one of them takes."""

    written: tuple[str, ...] = ()
    others: tuple[Seat, ...] = ()


_NOTHING = Deeds()
_GRAVES: frozenset[RoleName] = frozenset({"amnesiac", "retributionist"})
"""Whose deeds are done to the dead."""


def doable(s: State, seat: Seat) -> Deeds:
    """What the seat may do tonight."""
    evening = _evening_of(s, seat)
    if evening is None:
        return _NOTHING
    written: list[str] = []
    others: dict[Seat, None] = {}
    for act, target, besides in choices_in(*evening):
        written.append(act if target is None else f"{act} {{{target}}}")
        if besides[0] is not None:
            others |= dict.fromkeys(besides)
    return Deeds(tuple(written), tuple(sorted(others, key=s.seats.index)))


def _evening_of(s: State, seat: Seat) -> tuple[Citizen, Evening] | None:
    """The seat and the evening as it knows them, if it may do anything tonight: of others it knows only the dead, by what their
    graves say, and its mates."""
    if s.phase != "night" or seat not in s.cast:
        return None
    one, prisoner, alive = s.cast[seat], s.prisoner, seat in s.alive
    role = one.role
    if role is None or not ROLE[role].acts or seat == prisoner or not (alive or seat in s.awake):
        return None
    people: dict[Seat, Citizen] = {}
    for each in s.dead if role in _GRAVES else ():
        was = (grave := s.grave(each)) and grave.role
        people[each] = Citizen(each, was or "survivor", False, cleaned=was is None)
    jester, haunters = (None, ()) if alive else (seat, s.haunters)
    cell, jailor = (prisoner, seat) if role == "jailor" else (None, None)
    kin = frozenset((seat, *mates(s, seat)))
    evening = Evening(s.day, s.rules.night, people, s.alive, cell, jailor, jester, haunters, (kin,))
    return Citizen(seat, role, alive, one.uses or 0), evening


def counting(s: State) -> tuple[Ask, ...]:
    """When all have said whom they want on trial and none has changed it for a while, nobody waits for the clock."""
    if s.phase != "nomination" or not s.clocked or not s.ballot.chosen.issuperset(s.alive):
        return ()
    key = f"named:{s.day}:{s.trial}:{s.ballot.changes}"
    return (Ask(key, "All have said whom they want.", "each", (TimeUp(),), within=timedelta(seconds=COUNTING)),)


def _settling(s: State) -> tuple[Ask, ...]:
    """How long a night goes on when all people have chosen, so that whoever is spoken to last can answer. It is as long whoever
    they are and whether or not anybody talks, or the dawn would tell; what AIs do takes less."""
    if s.phase != "night" or not s.clocked or s.settling != 1:
        return ()
    return (
        Ask(
            f"settled:{s.day}",
            "All have chosen.",
            "each",
            (Settle(),),
            within=timedelta(seconds=SETTLING),
            private=True,
        ),
    )


# ── what is offered besides ───────────────────────────────────────────────────────────────────────────────────────────


def _offers(s: State, seat: Seat, busy: bool) -> tuple[Ask, ...]:
    """Standing offers. Who plays by itself is invited to those that it needs, when it owes nothing else."""
    person = seat in s.people
    found = list(_persons_offers(s, seat)) if person else []
    role = s.cast[seat].role
    if role == "serial killer" and s.phase == "night" and seat != s.prisoner:
        cautious, those = s.cast[seat].cautious, "whoever blocks or jails you"
        text = f"You are cautious, and spare {those}." if cautious else f"You kill {those}."
        found.append(Ask(f"caution:{s.day}", text, "none", (Caution(not cautious),), private=True))
    asked = _has_second_thoughts(s, seat) or (s.people and seat not in s.picks)
    if role == "jailor" and s.by_day and asked and not person and not busy:
        found.append(_pick_ask(s, seat, Jail, invites=True))
    if s.written.get(seat, 0) < s.rules.writings:
        found.append(_papers_ask(s.day, papers_of(role), not person and not busy and s.day > 1))
    return tuple(found)


def _persons_offers(s: State, seat: Seat) -> Iterator[Ask]:
    """What people do when they like; AIs are asked for it in their turn."""
    if s.phase == "night":
        yield from _night_talk(s, seat)
    else:
        yield from _talk(s, seat)
        if may_speak(s, seat) and has_more_to_say(s, seat):
            text = "You may claim something without a word of your own: everyone hears it."
            fields, example = lists(s.slots, s.seats, seat, s.day, claimed_roles(s, seat)), Declare("my role", "doctor")
            yield Ask(
                f"claiming:{s.day}", text, "none", (), (Declare,), fields, examples=(example,), suggested=SUGGESTED
            )
    yield from _correcting(s, seat)
    if s.by_day and s.role(seat) == "jailor":
        yield _pick_ask(s, seat, Jail)
    if s.by_day and _can_reveal(s, seat):
        yield Ask(f"mayor:{s.day}", "You may reveal yourself as the Mayor.", "none", (Reveal(),), private=True)


def last_statement(s: State, seat: Seat) -> tuple[int, Line] | None:
    """What the seat has said last in this day or night where it counts as a claim, unless it has corrected that often enough; and
    how often it has spoken since it began."""
    mine = [line for line in s.recent() if line.seat == seat and line.text]
    if not mine or mine[0].room in ("mafia", "vampires") or mine[0].corrected >= CORRECTIONS:
        return None
    return len(mine), mine[0]


def _correcting(s: State, seat: Seat) -> Iterator[Ask]:
    """How one's last statement was understood, which may be corrected until one speaks again."""
    count, line = last_statement(s, seat) or (0, None)
    if line is None or line.means is None:
        return
    means = line.means
    when = "night" if s.phase == "night" else "day"
    text = f"You were understood so: {stated(means)}" if means else "Nothing was taken for a claim."
    yield Ask(
        f"claims:{s.day}:{when}:{count}", text, "none", (TakeBack(),) if means else (), (Correct,),
        lists(s.slots, s.seats, seat, s.day), default=as_form(s, seat, means), private=True, follows=True, examples=(Correct("my role", "doctor"),),
        suggested=SUGGESTED,
    )  # fmt: skip


def _talk(s: State, seat: Seat) -> Iterator[Ask]:
    """A person's standing offer to speak, to whisper, and to say that they have nothing more to say. Without a clock the day
    waits for that."""
    left = s.floor.left(seat, s.rules.statements) > 0
    forms: list[type[Action]] = []
    if left and may_speak(s, seat) and s.phase not in ("defence", "last words"):  # those ask by themselves
        forms.append(Say)
    if left and may_whisper(s, seat) and whisperable(s, seat):
        forms.append(Whisper)
    waits = s.phase == "discussion" and seat not in s.floor.waited
    text = "You may speak when you like." if Say in forms else "You cannot speak now."
    if seat in s.gagged:
        text = "You are blackmailed, and cannot speak today."
    need: Literal["each", "none"] = "each" if waits and not s.clocked else "none"
    choices = (_WAIT,) if waits else ()
    allowed = {"to": whisperable(s, seat)} if Whisper in forms else {}
    default, examples = _WAIT if waits else None, (Say("Good morning."),)
    if forms or waits:
        yield Ask(f"town:{s.day}", text, need, choices, tuple(forms), allowed, default, examples=examples)


def _night_talk(s: State, seat: Seat) -> Iterator[Ask]:
    room = room_of(s, seat)
    rooms: list[tuple[RoomName, type[Action]]] = [(room, Confer)] if room is not None else []
    if s.in_seance(seat):
        rooms.append(("seance", Reach))
    for each, form in rooms if confers(s, seat) < s.rules.conferences else ():
        where = _WHERE.get(each, "the other one in the seance hears you")
        yield Ask(f"{each}:{s.day}", f"You may say something: {where}.", "none", (), (form,), private=True)


def confers(s: State, seat: Seat) -> int:
    """How often the seat has spoken out of the town's hearing in this phase of day or night."""
    return sum(line.seat == seat and line.room not in ("town", "whisper") for line in s.recent())


def _pick_ask(s: State, seat: Seat, form: type[Jail | Seance], owed: bool = False, invites: bool = False) -> Ask:
    """Whom to jail tonight, or as a dead Medium to speak to; what stands already need not be chosen again."""
    now = s.picks.get(seat)
    stands = now or (NOBODY if form is Jail and not owed else None)
    key, text = (
        ("prisoner", "jail tonight?") if form is Jail else ("seance", "speak to tonight? You can once in a game.")
    )
    again = f":{s.trial}" if form is Jail and now and now == s.accused else ""
    return Ask(
        f"{key}:{s.day}{again}",
        f"Whom do you {text} Now: {f'{{{now}}}' if now else 'nobody'}.",
        "each" if owed else "none",
        (),
        (form,),
        {"whom": tuple([each for each in (*s.alive, NOBODY) if each not in (seat, stands)])},
        form(NOBODY) if owed else None,
        within(s) if owed else None,
        invites=invites,
        private=True,
    )


def _can_reveal(s: State, seat: Seat) -> bool:
    return s.role(seat) == "mayor" and seat not in s.mayors


def papers(s: State, seat: Seat) -> tuple[Paper, ...]:
    """What the seat may write."""
    return papers_of(s.role(seat))


def papers_of(role: RoleName | None) -> tuple[Paper, ...]:
    return _PAPERS.get(role, ("will", "notebook"))


_PAPERS: Mapping[RoleName | None, tuple[Paper, ...]] = {
    **dict.fromkeys(KILLERS, ("will", "death note", "notebook")), "forger": ("will", "forgery", "notebook"),
}  # fmt: skip
"""What some may write besides: killers a death note, a Forger a forgery."""


_WRITTEN = {
    "will": "Everybody reads it if you die.",
    "death note": "It is found beside whomever you kill.",
    "forgery": "It takes the place of the will of whom you forge.",
    "notebook": "Nobody reads it but you.",
}


@lru_cache(maxsize=1024)
def _papers_ask(day: int, which: tuple[Paper, ...], invites: bool) -> Ask:
    note = ", the death note beside whomever you kill" if "death note" in which else ""
    text = f"Write when you like: the will is found if you die{note}; the notebook is for you alone."
    return Ask(
        f"papers:{day}", text, "none", (), (Write,), {"paper": which}, invites=invites,
        private=True, examples=(Write("will", "N1: I saw nothing."),), about=_WRITTEN,
    )  # fmt: skip


# ── the dead ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _dead_asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    """The dead talk among themselves; a Jester hanged today haunts; a Medium may reach one of the living once."""
    found: list[Ask] = []
    person = seat in s.people
    if seat == s.haunting and s.phase == "night" and seat in s.awake:
        found += _order_ask(s, seat)
    if not person:
        found += talks_due(s, seat)
    if can_seance(s, seat):
        found.append(_pick_ask(s, seat, Seance, invites=not person and seat not in s.picks))
    if person:
        found += _night_talk(s, seat)
    elif s.phase == "night" and not found and (said := _to_say(s, seat, "dead", begins=False)) is not None:
        # Dead AIs only answer: nobody would hear most of what they begin.
        found.append(_talking("dead", s.day, said, "none", None))
    return tuple(found)


def can_seance(s: State, seat: Seat) -> bool:
    """Whether the seat is a dead Medium that has not reached anybody yet; it chooses by day, as the Jailor does."""
    able = s.role(seat) == "medium" and s.by_day and seat not in s.alive
    return able and all(medium != seat for _, medium, _ in s.seances)
