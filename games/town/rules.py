"""Town: by day the town talks, accuses and hangs; by night everybody does in secret what their role can do.

Where the rules of the page are silent, the comment at the rule says what holds here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from games.circle import seat_title, seats
from games.core import CLOCK, EVERYONE, Action, Dice, IllegalAction, Outcome, Seat, Told, escape, require, tidy
from games.town.asks import (
    BALLOTS,
    asks,
    bids_due,
    can_seance,
    confers,
    deed_of,
    doable,
    has_more_to_say,
    last_statement,
    may_bid,
    meant_by,
    menu,
    pick_first,
    takes_floor,
    talks_due,
)
from games.town.claiming import check, corrected, filled_in
from games.town.events import (
    LONGEST_PAPER,
    LONGEST_STATEMENT,
    LONGEST_SUMMARY,
    NOBODY,
    Answered,
    Bade,
    BallotBegan,
    Became,
    Bid,
    Caution,
    Cautioned,
    Chosen,
    Confer,
    Correct,
    Corrected,
    Dawned,
    DayBroke,
    Declare,
    Deed,
    DoubleDeed,
    Ended,
    FloorGiven,
    Gagged,
    Invited,
    Jail,
    Jailed,
    Judge,
    Judged,
    JudgementBegan,
    Lynched,
    Marked,
    MatesMet,
    MayorRevealed,
    Means,
    NightFell,
    Nominate,
    Nominated,
    NominationBegan,
    Noticed,
    Opened,
    Ordered,
    Paper,
    Picked,
    Reach,
    Reveal,
    RoleGiven,
    Said,
    Say,
    Seance,
    SeanceBegan,
    Sentenced,
    Settle,
    Settled,
    Sleep,
    Spent,
    Sum,
    Summed,
    TakeBack,
    TimeUp,
    TrialBegan,
    Triumphed,
    Wait,
    Waited,
    Whisper,
    Write,
    Wrote,
)
from games.town.legal import KIN
from games.town.lists import draw
from games.town.meaning import UNKNOWN
from games.town.night import resolve
from games.town.options import TownOptions
from games.town.people import Chances, Citizen, Death, Morning, Night, Order, RoleName
from games.town.roles import ROLE
from games.town.rooms import conferred, heard_last, may_speak, may_whisper, reached, room_of, rooms, waits, whispered
from games.town.state import Phase, State, evolve
from games.town.stating import stated
from games.town.summaries import due
from games.town.trial import accused, weigh
from games.town.winning import QUIET_DAYS, QUIET_FROM, Left, called, ending, verdict, winners

__all__ = [
    "asks", "decide", "evolve", "outcome", "part", "rooms", "seat_title", "seats", "setup", "then", "why_not",
]  # fmt: skip

_MARK = re.compile(r"\{p\d+\}")


def part(s: State, seat: Seat) -> str:
    """What the seat was, when all has been told."""
    return s.role(seat) or "" if s.ended is not None else ""


# ── set-up ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def setup(every: tuple[Seat, ...], options: TownOptions, dice: Dice) -> list[Told]:
    """The town for everyone, a role for each, and those who know each other."""
    slots = options.slots_for(len(every))
    roles = list(draw(slots, dice()))
    dice().shuffle(roles)
    dealt = dict(zip(every, roles, strict=True))
    told = [Told(EVERYONE, Opened(every, slots, options.rules(), escape(tidy(options.house_rules))))]
    for seat, role in dealt.items():
        given = _given(seat, role, dealt, dice)
        dealt[seat] = given.role
        told.append(Told(frozenset({seat}), given))
    told += _mates(dealt)
    told.append(Told(EVERYONE, DayBroke(1)))
    return told


def _given(seat: Seat, role: RoleName, dealt: Mapping[Seat, RoleName], dice: Dice) -> RoleGiven:
    """An Executioner wants some townsman hanged, but no Jailor and no Mayor, whom the town would not hang. Without one there
    is nothing to want, and it is a Jester."""
    if role != "executioner":
        return RoleGiven(seat, role)
    prey = [each for each, is_ in dealt.items() if ROLE[is_].faction == "town" and is_ not in ("jailor", "mayor")]
    return RoleGiven(seat, role, dice().choice(prey)) if prey else RoleGiven(seat, "jester")


def _mates(living: Mapping[Seat, RoleName]) -> list[Told]:
    """The Mafia meets, and the Vampires do: whoever is alone has nobody to meet."""
    circles = [tuple((seat, role) for seat, role in living.items() if role in kin) for kin in KIN]
    return [Told(frozenset(seat for seat, _ in met), MatesMet(met)) for met in circles if len(met) > 1]


# ── what a move brings about ──────────────────────────────────────────────────────────────────────────────────────────


def decide(s: State, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    return _DECIDED[type(action)](s, seat, action, dice)


# ── talk ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _worded(text: str, most: int = LONGEST_STATEMENT) -> str:
    text = " ".join(text.split())
    require(text, "There is nothing in your statement; say something, or wait.")
    _measured(text, most)
    return text


def _measured(text: str, most: int) -> None:
    if len(text) > most:
        length = len(
            _MARK.sub("xx", text)
        )  # of names only the marks are known here: nobody is held to how long those are
        require(length <= most, f"Your text has {length} characters; {most} is the most.")


def _say(s: State, seat: Seat, action: Say, dice: Dice) -> list[Told]:
    told = [Told(EVERYONE, Said("town", seat, _worded(action.text), means=action.means))]
    if s.phase in ("defence", "last words") and seat not in s.people:
        # An AI says what it has to say at once.
        told.append(Told(EVERYONE, Waited(seat)))
    return told


def _claim(s: State, seat: Seat, form: Declare, dice: Dice) -> list[Told]:
    """A statement in code's words."""
    means = filled_in(s, seat, form)
    return _say(s, seat, Say(stated(means, dice()), means=means), dice)


def _correct(s: State, seat: Seat, action: Correct | TakeBack, dice: Dice) -> list[Told]:
    """What was said last is to claim something else: whoever heard it hears that, too."""
    said = last_statement(s, seat)
    assert said is not None
    means = () if isinstance(action, TakeBack) else corrected(said[1].means or (), filled_in(s, seat, action))
    return [Told(heard_last(s, seat), Corrected(seat, means))]


def _whisper(s: State, seat: Seat, action: Whisper, dice: Dice) -> list[Told]:
    return whispered(s, seat, Seat(action.to), _worded(action.text), action.means)


def _confer(s: State, seat: Seat, action: Confer, dice: Dice) -> list[Told]:
    """Something said out of the town's hearing, in the room where one is."""
    room = room_of(s, seat)
    assert room is not None
    return conferred(s, seat, room, _worded(action.text), action.means)


def _reach(s: State, seat: Seat, action: Reach, dice: Dice) -> list[Told]:
    return reached(s, seat, _worded(action.text), action.means)


def _wait(s: State, seat: Seat, action: Wait, dice: Dice) -> list[Told]:
    return waits(s, seat) if s.phase == "night" else [Told(EVERYONE, Waited(seat))]


def _bid(s: State, seat: Seat, action: Bid, dice: Dice) -> list[Told]:
    return [Told(frozenset({seat}), Bade(seat, action.eagerness))]


def _write(s: State, seat: Seat, action: Write, dice: Dice) -> list[Told]:
    """Papers are written at any time; a flood of them is not. Blank text tears a paper up."""
    _measured(action.text, LONGEST_PAPER)
    return [Told(frozenset({seat}), Wrote(seat, cast(Paper, action.paper), action.text.strip(), action.means))]


def _sum(s: State, seat: Seat, action: Sum, dice: Dice) -> list[Told]:
    day, text = due(s, seat), action.text.strip()
    assert day is not None
    require(text, "There is nothing in your summary.")
    _measured(text, LONGEST_SUMMARY)
    return [Told(frozenset({seat}), Summed(seat, day, text))]


# ── by day ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _chosen(whom: str) -> Seat | None:
    return None if whom == NOBODY else Seat(whom)


def _pick(s: State, seat: Seat, action: Jail | Seance, dice: Dice) -> list[Told]:
    """Whom to jail, or as a dead Medium to speak to, is for tonight, and may be thought over all day; on the first day too."""
    return [Told(frozenset({seat}), Picked(seat, _chosen(action.whom)))]


def _reveal(s: State, seat: Seat, action: Reveal, dice: Dice) -> list[Told]:
    """A Mayor may do it at any time of the day, while others vote as well, blackmailed or not: he shows it."""
    return [Told(EVERYONE, MayorRevealed(seat))]


def _nominate(s: State, seat: Seat, action: Nominate, dice: Dice) -> list[Told]:
    return [Told(EVERYONE, Nominated(seat, _chosen(action.whom)))]


def _judge(s: State, seat: Seat, action: Judge, dice: Dice) -> list[Told]:
    told = [Told(frozenset({seat}), Judged(seat, action.verdict))]
    return told if seat in s.answered else [*told, Told(EVERYONE, Answered(seat))]


# ── by night ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _order(s: State, seat: Seat, action: Deed | DoubleDeed | Sleep, dice: Dice) -> list[Told]:
    return [Told(frozenset({seat}), Ordered(seat, _meant(s, seat, action)))]


def _meant(s: State, seat: Seat, action: Deed | DoubleDeed | Sleep) -> Order | None:
    """The order that is written so: the deed and whom else it takes must go together, and be news."""
    order = None if isinstance(action, Sleep) else _able(s, seat, action)
    require(seat not in s.orders or s.orders[seat] != order, "That is what you have chosen already.")
    return order


def _able(s: State, seat: Seat, action: Deed | DoubleDeed) -> Order:
    order = meant_by(s, seat, action.deed, Seat(action.other) if isinstance(action, DoubleDeed) else None)
    if order is None:
        able = menu(s, seat)
        if alike := [
            each for each in able if deed_of(each) == action.deed
        ]:  # it is whom else it takes that does not go with it
            same = isinstance(action, DoubleDeed) and action.other == alike[0].target
            others = ", ".join(f"{{{each.other}}}" for each in alike)
            raise IllegalAction("Choose two different players." if same else f"With that goes one of these: {others}.")
        known = dict.fromkeys(each.act for each in able)
        raise IllegalAction(f"You cannot do that tonight. You can sleep, or one of these: {', '.join(known)}.")
    return order


def _caution(s: State, seat: Seat, action: Caution, dice: Dice) -> list[Told]:
    return [Told(frozenset({seat}), Cautioned(seat, action.cautious))]


def _time_up(s: State, seat: Seat, action: TimeUp, dice: Dice) -> list[Told]:
    return _PHASES[s.phase][0](s, dice)


_DECIDED: Mapping[type[Action], Callable[[State, Seat, Any, Dice], list[Told]]] = {
    Say: _say,
    Declare: _claim,
    Correct: _correct,
    TakeBack: _correct,
    Whisper: _whisper,
    Confer: _confer,
    Reach: _reach,
    Wait: _wait,
    Bid: _bid,
    Write: _write,
    Sum: _sum,
    Jail: _pick,
    Seance: _pick,
    Reveal: _reveal,
    Nominate: _nominate,
    Judge: _judge,
    Deed: _order,
    DoubleDeed: _order,
    Sleep: _order,
    Caution: _caution,
    TimeUp: _time_up,
    Settle: lambda s, seat, action, dice: [Told(frozenset({CLOCK}), Settled(s.day))],
}


# ── what may not ──────────────────────────────────────────────────────────────────────────────────────────────────────


def why_not(s: State, seat: Seat, action: Action) -> None:
    require(not isinstance(action, TimeUp | Settle), "Only the clock says when time is up.")
    require(seat in s.cast, "You do not play in this game.")
    require(seat in s.alive or _even_dead(s, seat, action), "You are dead. The dead talk to the dead.")
    require(seat in s.people or not isinstance(action, (Declare, Correct, TakeBack)), _FORM)
    match action:
        case Correct() | TakeBack():
            said = last_statement(s, seat)
            require(said and said[1].means is not None, "You have said nothing that could still be corrected.")
            if isinstance(action, Correct):
                check(s, action)
        case Say() | Declare():
            require(seat not in s.gagged or not s.by_day, "You are blackmailed, and cannot speak today.")
            require(may_speak(s, seat), _why_silent(s))
            _check_quota(s, has_more_to_say(s, seat))
            if isinstance(action, Declare):
                check(s, action)
        case Whisper(to=to):
            require(s.by_day, "You can whisper by day only.")
            require(seat not in s.gagged, "You are blackmailed, and cannot whisper today.")
            require(may_whisper(s, seat), "Everybody knows you for the Mayor: nobody whispers with you.")
            _check_chosen(s, seat, to, "You cannot whisper to yourself.")
            require(to not in s.mayors, f"{{{to}}} is the Mayor: nobody whispers with a revealed Mayor.")
            _check_quota(s, s.floor.left(seat, s.rules.statements) > 0)
        case Confer() | Reach():
            most = s.rules.conferences
            require(confers(s, seat) < most, f"You have spoken {most} times, which is the most for now.")
            require(isinstance(action, Confer) or s.in_seance(seat), "You are in no seance.")
            require(isinstance(action, Reach) or room_of(s, seat), "Nobody is with you whom you could talk to.")
        case Wait() if s.phase != "night":
            require(s.phase not in ("defence", "last words") or seat == s.accused, _why_silent(s))
            require(s.phase in ("discussion", "defence", "last words"), "There is nothing to wait for now.")
            require(seat not in s.floor.waited, "You are waiting already.")
        case Bid():
            require(s.phase == "discussion" and bids_due(s, seat), "Nobody asks you how eager you are to speak.")
        case Write():
            most = s.rules.writings
            require(s.written.get(seat, 0) < most, f"You have written {most} times today, which is the most.")
        case Sum():
            require(due(s, seat), "Nobody asks you to sum anything up.")
        case Jail(whom=whom) | Seance(whom=whom):
            if isinstance(action, Jail):
                require(s.role(seat) == "jailor", "Only the Jailor jails anybody.")
                require(s.by_day, "Whom you jail is chosen by day.")
            else:
                require(can_seance(s, seat), "Only a dead Medium calls one of the living, by day, once in a game.")
            _check_chosen(s, seat, whom)
            stands = s.picks.get(seat) or NOBODY
            require(stands != whom, "That is what you have chosen already.")
        case Reveal():
            require(s.role(seat) == "mayor", "Only the Mayor can reveal himself as the Mayor.")
            require(s.by_day, "You can reveal yourself by day only.")
            require(seat not in s.mayors, "Everybody knows you for the Mayor already.")
        case Nominate(whom=whom):
            require(s.phase == "nomination", "Nobody is put on trial now.")
            _check_chosen(s, seat, whom)
            stands = s.ballot.votes.get(seat) or NOBODY
            require(seat not in s.ballot.chosen or stands != whom, "That is what you have said already.")
        case Judge(verdict=verdict):
            require(s.phase == "judgement", "There is nobody to judge now.")
            require(seat != s.accused, "You cannot judge yourself.")
            require(s.verdicts.get(seat) != verdict, "That is your verdict already.")
        case Deed() | DoubleDeed() | Sleep():
            require(s.phase == "night", "That is done at night.")
            if not isinstance(action, Sleep):
                require(seat != s.prisoner, "You sit in jail, and can do nothing tonight.")
                require(doable(s, seat).written, "There is nothing that you can do tonight.")
            _meant(s, seat, action)
        case Caution(cautious=cautious):
            require(s.role(seat) == "serial killer", "Only a Serial Killer chooses to be cautious.")
            require(s.phase == "night" and seat != s.prisoner, "You choose that at night, and not in jail.")
            require(s.cast[seat].cautious != cautious, "You are so already.")


_FORM = "Only people claim something by a form: say it in words of your own."


def _even_dead(s: State, seat: Seat, action: Action) -> bool:
    """All that the dead can do: talk to each other, reach one of the living as a Medium, haunt as a Jester."""
    match action:
        case Confer() | Reach() | Seance():
            return True
        case Wait():
            return s.phase == "night"
        case Deed() | Sleep():
            return s.phase == "night" and seat in s.awake
    return False


def _why_silent(s: State) -> str:
    return {
        "defence": f"Only {{{s.accused}}} may speak now.",
        "last words": f"Only {{{s.accused}}} may speak now: these are last words.",
        "judgement": "Nobody speaks while verdicts are given.",
        "night": "It is night. The town talks again by day.",
    }.get(s.phase, "You cannot speak now.")


def _check_quota(s: State, left: bool) -> None:
    require(left, f"You have spoken {s.rules.statements} times today, which is the most.")


def _check_chosen(s: State, seat: Seat, whom: str, oneself: str = "You cannot choose yourself.") -> None:
    """Nobody names a stranger, the dead or themselves."""
    if whom != NOBODY:
        require(whom in s.cast, "Nobody of that name plays in this game.")
        require(whom in s.alive, f"{{{whom}}} is dead.")
        require(whom != seat, oneself)


# ── what follows by itself ────────────────────────────────────────────────────────────────────────────────────────────


def then(s: State, dice: Dice) -> list[Told]:
    return _PHASES[s.phase][1](s, dice) if s.phase in _PHASES else []


def _after_talk(s: State, dice: Dice) -> list[Told]:
    """Who speaks next of the AIs; or the end of the talk, when nobody has anything to say to what was said last."""
    floor = s.floor
    if floor.holder is not None or any(may_bid(s, seat) for seat in floor.unasked(s.alive)):
        return []
    match floor.next(takes_floor(s, seat) for seat in s.alive):
        case "gives":
            return [Told(EVERYONE, FloorGiven(s.day, floor.round, _most_eager(s, dice)))]
        case "invites":
            return [Told(EVERYONE, Invited(s.day, floor.round + 1))]
    # An AI Jailor has still to say whom to jail on the first day.
    if s.talking or (s.day == 1 and any(pick_first(s, seat) for seat in s.alive)):
        return []
    return _talk_ends(s, dice)


def _most_eager(s: State, dice: Dice) -> Seat | None:
    """Who was named in what was said last is a little more eager."""
    last = next((line.text for line in s.recent() if line.room == "town"), "")
    bidders = [seat for seat in s.floor.bidders(s.alive) if takes_floor(s, seat)]
    return s.floor.most_eager(bidders, lambda seat: f"{{{seat}}}" in last, dice)


def _talk_ends(s: State, dice: Dice) -> list[Told]:
    """On the first day nobody is accused."""
    return _nightfall(s, dice) if s.day == 1 else [Told(EVERYONE, NominationBegan(s.day, 0))]


def _after_nominations(s: State, dice: Dice) -> list[Told]:
    """A trial as soon as there are enough; night when all have said what they want. While the clock runs, everybody may still
    change their mind, unless nobody is named."""
    whom = accused(s.voters, len(s.alive), s.mayors)
    if whom is not None:
        return [Told(EVERYONE, TrialBegan(s.day, s.trial + 1, whom))]
    match s.ballot.next(s.alive, s.people, BALLOTS, hurried=s.clocked):
        case "again":
            # Where a clock runs, people may change their mind until it is over; else night would fall before they could.
            return [Told(EVERYONE, BallotBegan(s.day, s.ballot.round + 1, people=not s.clocked))]
        case "settled" if not (s.clocked and s.voters):
            return _nightfall(s, dice)
    return []


def _after_defence(s: State, dice: Dice) -> list[Told]:
    """Who cannot speak shows why, and is judged without a defence."""
    if s.accused is not None and s.accused in s.gagged:
        return [Told(EVERYONE, Gagged(s.accused)), *_judgement_begins(s, dice)]
    return _judgement_begins(s, dice) if s.accused in s.floor.waited else []


def _judgement_begins(s: State, dice: Dice) -> list[Told]:
    return [Told(EVERYONE, JudgementBegan(s.day, s.trial))]


def _after_verdicts(s: State, dice: Dice) -> list[Told]:
    return _sentence(s, dice) if len(s.answered) >= len(s.alive) - 1 else []


def _sentence(s: State, dice: Dice) -> list[Told]:
    """More guilty than innocent, and they hang; or the town goes on accusing, if it has not had all its trials."""
    assert s.accused is not None
    votes = tuple([(seat, s.verdicts.get(seat, "abstain")) for seat in s.alive if seat != s.accused])
    guilty, innocent = weigh(votes, s.mayors)
    told = [Told(EVERYONE, Sentenced(s.day, s.accused, votes, guilty, innocent, guilty > innocent))]
    if guilty > innocent:
        return told
    if s.trial < s.rules.trials:
        return [*told, Told(EVERYONE, NominationBegan(s.day, s.trial))]
    return told + _nightfall(s, dice)


def _after_last_words(s: State, dice: Dice) -> list[Told]:
    """The blackmailed have none."""
    return _hang(s, dice) if s.accused in s.gagged or s.accused in s.floor.waited else []


def _hang(s: State, dice: Dice) -> list[Told]:
    """The rope: what they were and what they left, who wanted it so, and the end or the night."""
    assert s.accused is not None
    role = s.role(s.accused)
    assert role is not None
    will = s.paper(s.accused, "will")
    told = [Told(EVERYONE, Lynched(s.accused, s.day, role, will.text, will.means))]
    wanted = [s.accused] if role == "jester" else []
    wanted += [seat for seat in s.alive if s.cast[seat].role == "executioner" and s.cast[seat].quarry == s.accused]
    told += [Told(frozenset({seat}), Triumphed(seat)) for seat in wanted if seat not in s.triumphs]
    for each in told:
        s = evolve(s, each.event)
    return told + (_end(s) or _nightfall(s, dice))


# ── night and dawn ────────────────────────────────────────────────────────────────────────────────────────────────────


def _nightfall(s: State, dice: Dice) -> list[Told]:
    """Night falls; who was chosen by day is dragged off to jail, or hears a dead Medium."""
    told = [Told(EVERYONE, NightFell(s.day, s.trial if s.phase == "nomination" else None))]
    picks = [(seat, s.cast[seat].role, whom) for seat in s.seats if (whom := s.picks.get(seat)) in s.alive]
    prisoner = None
    for seat, role, whom in picks:
        if whom is not None and role == "jailor" and seat in s.alive and whom != seat:
            prisoner = whom
            told.append(Told(frozenset({seat, prisoner}), Jailed(s.day, prisoner)))
    for seat, role, whom in picks:
        # Who sits in jail cannot be reached: the Medium may try again another day.
        if whom is not None and role == "medium" and seat not in s.alive and whom != prisoner:
            told.append(Told(frozenset({seat, whom}), SeanceBegan(s.day, seat, whom)))
    return told


def _after_orders(s: State, dice: Dice) -> list[Told]:
    """Dawn, when everybody has said what they do; or, after a dawn, the end or the new day."""
    if s.dawned:
        return _end(s) or [Told(EVERYONE, DayBroke(s.day + 1))]
    if s.clocked and not s.settling and s.people.isdisjoint({*s.alive, *s.awake} - s.orders.keys()):
        return [Told(frozenset({CLOCK} if s.prisoner is None else {CLOCK, s.prisoner}), Chosen(s.day))]
    if len(s.orders) < len(s.alive) or any(seat not in s.orders for seat in s.awake):
        return []
    if s.clocked:
        return _dawn(s, dice) if s.settling == 2 else []
    return [] if any(talks_due(s, seat) for seat in s.seats) else _dawn(s, dice)


def _dawn(s: State, dice: Dice) -> list[Told]:
    """What the night comes to: the dead to all, each notice to its seat, what has become of people to them, marks to nobody.
    The dawn comes first: from then on nobody is asked anything that could depend on the rest."""
    people = citizens(s)
    morning = resolve(_night(s, people, dice))
    revived = tuple(Seat(what) for kind, what in morning.announced if kind == "revived")
    remembered = tuple(what for kind, what in morning.announced if kind == "remembered")
    means = tuple(_will_means(s, death) for death in morning.deaths)
    told = [Told(EVERYONE, Dawned(s.day, morning.deaths, revived, remembered, means))]  # type: ignore[arg-type]
    told += [Told(frozenset({notice.seat}), Noticed(s.day, notice)) for notice in morning.notices]
    before = {each.seat: each for each in people}
    for after in morning.people:
        was = before[after.seat]
        if after is was:
            continue
        me, left = frozenset({after.seat}), was.uses
        if after.role != was.role:
            told.append(Told(me, Became(after.seat, after.role)))
            left = ROLE[after.role].uses
        if after.uses != left:
            told.append(Told(me, Spent(after.seat, after.uses)))
    marks = _marks(s, morning)
    if marks != s.marks:
        told.append(Told(frozenset(), marks))
    return told + _new_mates(before, morning)


def _will_means(s: State, death: Death) -> Means:
    """What is claimed by the will that is found: their own, or what a Forger has put there in their name."""
    will = s.paper(death.seat, "will")
    if not death.will or death.will == will.text:
        return will.means if death.will else ()
    forgeries = (s.paper(seat, "forgery") for seat in s.seats)
    forged = next((each.means for each in forgeries if each.text == death.will), None)
    if forged is None:
        return None
    return tuple([replace(each, target=death.seat) if each.target == UNKNOWN else each for each in forged])


def citizens(s: State) -> tuple[Citizen, ...]:
    """Everybody as the night finds them."""
    marks, turned = s.marks, dict(s.marks.turned)
    alive, cleaned = frozenset(s.alive), {grave.seat: grave.role is None for grave in s.graves}
    return tuple([
        Citizen(
            seat, one.role, seat in alive, one.uses or 0, seat in marks.doused, seat in marks.framed, seat in marks.guilty,
            seat in s.mayors, one.role == "witch" and seat not in marks.bare, one.cautious, turned.get(seat, 0), one.quarry,
            *_papers_of(one.papers), seat not in alive and cleaned.get(seat, False),
        )
        for seat, one in s.cast.items()
        if one.role is not None
    ])  # fmt: skip


def _papers_of(papers: Mapping[Paper, Wrote]) -> tuple[str, str, str]:
    """The will, the death note and the forgery of somebody."""
    will, note, forgery = papers.get("will"), papers.get("death note"), papers.get("forgery")
    return will.text if will else "", note.text if note else "", forgery.text if forgery else ""


def _night(s: State, people: tuple[Citizen, ...], dice: Dice) -> Night:
    chances = Chances(dice().random(), dice().random())
    orders = tuple([order for seat in s.seats if (order := s.orders.get(seat)) is not None])
    haunting = s.haunting if s.haunting in s.awake and s.haunting not in s.alive else None
    haunters = s.haunters if haunting is not None else ()
    return Night(s.day, people, orders, s.prisoner, haunting, haunters, s.marks.bitten, chances, s.rules.night)


def _marks(s: State, morning: Morning) -> Marked:
    """What the night leaves on people that nobody is told. A day and a night are quiet in which nobody died or turned."""
    people = morning.people
    quiet = s.day >= QUIET_FROM and not (morning.deaths or morning.bitten)
    quiet = quiet and not any(grave.lynched and grave.day == s.day for grave in s.graves)
    return Marked(
        doused=frozenset([each.seat for each in people if each.doused]),
        framed=frozenset([each.seat for each in people if each.framed]),
        guilty=frozenset([each.seat for each in people if each.guilty]),
        bare=frozenset([each.seat for each in people if each.role == "witch" and not each.armoured]),
        turned=tuple([(each.seat, each.turned) for each in people if each.turned]),
        bitten=morning.bitten,
        quiet=s.marks.quiet + 1 if quiet else 0,
    )


def _new_mates(before: Mapping[Seat, Citizen], morning: Morning) -> list[Told]:
    """The Mafia, and the Vampires, hear it when somebody joins them or becomes something else among them."""
    living = {each.seat: each.role for each in morning.people if each.alive}
    changed = {seat for seat, role in living.items() if role != before[seat].role or not before[seat].alive}
    return [told for told in _mates(living) if told.to is not None and told.to & changed] if changed else []


_PHASES: Mapping[Phase, tuple[Callable[[State, Dice], list[Told]], Callable[[State, Dice], list[Told]]]] = {
    "discussion": (_talk_ends, _after_talk),
    "nomination": (_nightfall, _after_nominations),
    "defence": (_judgement_begins, _after_defence),
    "judgement": (_sentence, _after_verdicts),
    "last words": (_hang, _after_last_words),
    "night": (_dawn, _after_orders),
}
"""What a phase ends with when its time is up, with what there is (who has not voted has not voted, who has ordered nothing
sleeps); and what follows by itself in it."""


# ── the end ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _end(s: State) -> list[Told]:
    """Whether it is over, after a dawn or a hanging."""
    left = [Left(seat, one.role, one.uses or 0) for seat in s.alive if (one := s.cast[seat]).role is not None]
    how = ending(left, s.rules.night.mafia_wins_at_parity)
    if how is None and s.marks.quiet >= QUIET_DAYS:
        how = "time-out"
    if how is None:
        return []
    roles = tuple([one.role for one in s.cast.values() if one.role is not None])
    nights = tuple([tuple([night.get(seat) for seat in s.seats]) for night in s.nights])
    won = winners(how, tuple(zip(s.seats, roles, strict=True)), s.alive, s.triumphs)
    return [Told(EVERYONE, Ended(how, s.day, won, roles, nights, s.jails, s.notices))]


def outcome(s: State) -> Outcome | None:
    if s.ended is None:
        return None
    return Outcome(frozenset(s.ended.winners), verdict(s.ended.ending), called(s.ended.ending))
