"""Town: by day the town talks, accuses and hangs; by night everybody does in secret what their role can do.

Where the rules of the page are silent, the comment at the rule says what holds here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from games.core import CLOCK, EVERYONE, Action, Dice, IllegalAction, Outcome, Seat, Seating, Told, escape, tidy
from games.town.asks import (
    BALLOTS,
    asks,
    bids_due,
    can_seance,
    clock_key,
    confers,
    doable,
    last_statement,
    papers,
    takes_floor,
    talks_due,
)
from games.town.claiming import corrected, filled_in
from games.town.lists import FEWEST, draw
from games.town.meaning import UNKNOWN
from games.town.night import resolve
from games.town.options import TownOptions
from games.town.people import Chances, Citizen, Death, Morning, Night, Order, RoleName
from games.town.roles import ROLE
from games.town.rooms import (
    channels,
    conferred,
    heard_last,
    may_speak,
    may_whisper,
    reached,
    room_of,
    spoken,
    whispered,
)
from games.town.state import State, evolve
from games.town.summaries import due
from games.town.trial import MAYORS_WEIGHT, accused, threshold, weigh
from games.town.voice import stated
from games.town.winning import QUIET_DAYS, QUIET_FROM, Left, called, ending, verdict, winners
from games.town.words import (
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
    Confer,
    Correct,
    Corrected,
    Dawned,
    DayBroke,
    Declare,
    Deed,
    DoubleDeed,
    Ended,
    Ending,
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
    Say,
    Seance,
    SeanceBegan,
    Sentenced,
    Sleep,
    Spent,
    Sum,
    Summed,
    TakeBack,
    TimeUp,
    TrialBegan,
    Triumphed,
    Verdict,
    Wait,
    Waited,
    Whisper,
    Write,
    Wrote,
)

__all__ = [
    "asks", "channels", "clock_key", "decide", "evolve", "may_sit", "outcome", "part", "seat_title", "seats", "setup", "then",
]  # fmt: skip

_MARK = re.compile(r"\{p\d+\}")


def seat_title(seat: Seat) -> str:
    """What the seat is called where nobody's name stands: “Player 3”."""
    return f"Player {seat[1:]}"


def part(s: State, seat: Seat) -> str:
    """What the seat was, when all has been told."""
    return s.role(seat) or "" if s.ended is not None else ""


# ── set-up ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def seats(options: TownOptions, wishes: Sequence[Collection[str]], dice: Dice) -> Seating:
    """As many seats as chosen, or as have come if those are more; who came sits anywhere."""
    count = max(options.players, len(wishes), FEWEST)
    every = tuple(Seat(f"p{n}") for n in range(1, count + 1))
    return Seating(every, tuple(dice().sample(every, len(wishes))) if wishes else ())


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
    mafia = tuple((seat, role) for seat, role in living.items() if ROLE[role].faction == "mafia")
    vampires = tuple((seat, role) for seat, role in living.items() if role == "vampire")
    return [Told(frozenset(seat for seat, _ in met), MatesMet(met)) for met in (mafia, vampires) if len(met) > 1]


# ── what a move brings about ──────────────────────────────────────────────────────────────────────────────────────────


def decide(s: State, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    if s.phase == "over":
        raise IllegalAction("The game is over.")
    if isinstance(action, TimeUp) and seat == CLOCK:
        return _time_up(s, dice)
    if seat not in s.places:
        raise IllegalAction("You do not play in this game.")
    if seat not in s.alive:
        return _from_the_grave(s, seat, action)
    match action:
        case Nominate(whom=whom):
            return _nominate(s, seat, whom)
        case Bid(eagerness=eagerness):
            return _bid(s, seat, eagerness)
        case Judge(verdict=vote):
            return _judge(s, seat, vote)
        case Deed(deed=deed):
            return _order(s, seat, _meant(s, seat, deed, None))
        case Sleep():
            return _order(s, seat, None)
        case Wait():
            return _wait(s, seat)
        case Say(text=text, means=means):
            return _say(s, seat, text, means)
        case DoubleDeed(deed=deed, other=other):
            return _order(s, seat, _meant(s, seat, deed, Seat(other)))
        case Whisper(to=to, text=text, means=means):
            return _whisper(s, seat, Seat(to), text, means)
        case Confer(text=text, means=means):
            return _confer(s, seat, text, means)
        case Reach(text=text, means=means):
            return _reach(s, seat, text, means)
        case Write(paper=paper, text=text, means=means):
            return _write(s, seat, paper, text, means)
        case Correct() | TakeBack():
            return _correct(s, seat, action)
        case Declare():
            return _claim(s, seat, action, dice)
        case Sum(text=text):
            return _sum(s, seat, text)
        case Jail(whom=whom):
            return _pick(s, seat, whom)
        case Reveal():
            return _reveal(s, seat)
        case Caution(cautious=cautious):
            return _caution(s, seat, cautious)
    raise IllegalAction("That is not one of the things you can do now.")


def _from_the_grave(s: State, seat: Seat, action: Action) -> list[Told]:
    """All that the dead can do: talk to each other, reach one of the living as a Medium, haunt as a Jester."""
    match action:
        case Confer(text=text, means=means):
            return _confer(s, seat, text, means)
        case Reach(text=text, means=means):
            return _reach(s, seat, text, means)
        case Seance(whom=whom):
            return _seance(s, seat, whom)
        case Wait() if s.phase == "night":
            return [Told(frozenset({seat}), Waited(seat))]
        case Deed(deed=deed) if seat in s.awake and s.phase == "night":
            return _order(s, seat, _meant(s, seat, deed, None))
        case Sleep() if seat in s.awake and s.phase == "night":
            return _order(s, seat, None)
    raise IllegalAction("You are dead. The dead talk to the dead.")


# ── talk ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _worded(text: str, most: int = LONGEST_STATEMENT) -> str:
    text = " ".join(text.split())
    if not text:
        raise IllegalAction("There is nothing in your statement; say something, or wait.")
    _measured(text, most)
    return text


def _measured(text: str, most: int) -> None:
    length = len(_MARK.sub("xx", text))  # of names only the marks are known here: nobody is held to how long those are
    if length > most:
        raise IllegalAction(f"Your text has {length} characters; {most} is the most.")


def _say(s: State, seat: Seat, text: str, means: Means) -> list[Told]:
    text = _worded(text)
    _check_speech(s, seat)
    told = spoken(s, seat, text, means)
    if s.phase in ("defence", "last words") and seat not in s.people:
        # An AI says what it has to say at once.
        told.append(Told(EVERYONE, Waited(seat)))
    return told


def _check_speech(s: State, seat: Seat) -> None:
    if seat in s.gagged and s.by_day:
        raise IllegalAction("You are blackmailed, and cannot speak today.")
    if not may_speak(s, seat):
        raise IllegalAction(_why_silent(s))
    if s.phase in ("discussion", "nomination", "judgement"):
        _check_quota(s, seat)


def _claim(s: State, seat: Seat, form: Declare, dice: Dice) -> list[Told]:
    """A statement in code's words."""
    _check_speech(s, seat)
    means = filled_in(s, seat, form)
    return _say(s, seat, stated(means, dice()), means)


def _correct(s: State, seat: Seat, action: Correct | TakeBack) -> list[Told]:
    """What was said last is to claim something else: whoever heard it hears that, too."""
    said = last_statement(s, seat)
    if said is None:
        raise IllegalAction("You have said nothing that could still be corrected.")
    means = () if isinstance(action, TakeBack) else corrected(said[1].means or (), filled_in(s, seat, action))
    return [Told(heard_last(s, seat), Corrected(seat, means))]


def _why_silent(s: State) -> str:
    match s.phase:
        case "defence":
            return f"Only {{{s.accused}}} may speak now."
        case "last words":
            return f"Only {{{s.accused}}} may speak now: these are last words."
        case "judgement":
            return "Nobody speaks while verdicts are given."
        case "night":
            return "It is night. The town talks again by day."
    return "You cannot speak now."


def _check_quota(s: State, seat: Seat) -> None:
    if s.counts[s.at(seat)] >= s.rules.statements:
        raise IllegalAction(f"You have spoken {s.rules.statements} times today, which is the most.")


def _whisper(s: State, seat: Seat, to: Seat, text: str, means: Means) -> list[Told]:
    text = _worded(text)
    if not s.by_day:
        raise IllegalAction("You can whisper by day only.")
    if seat in s.gagged:
        raise IllegalAction("You are blackmailed, and cannot whisper today.")
    if not may_whisper(s, seat):
        raise IllegalAction("Everybody knows you for the Mayor: nobody whispers with you.")
    _check_alive(s, to)
    if to == seat:
        raise IllegalAction("You cannot whisper to yourself.")
    if to in s.mayors:
        raise IllegalAction(f"{{{to}}} is the Mayor: nobody whispers with a revealed Mayor.")
    _check_quota(s, seat)
    return whispered(s, seat, to, text, means)


def _confer(s: State, seat: Seat, text: str, means: Means) -> list[Told]:
    text = _worded(text)
    if room_of(s, seat) is None:
        raise IllegalAction("Nobody is with you whom you could talk to.")
    _check_conference(s, seat)
    return conferred(s, seat, text, means)


def _reach(s: State, seat: Seat, text: str, means: Means) -> list[Told]:
    text = _worded(text)
    if not s.in_seance(seat):
        raise IllegalAction("You are in no seance.")
    _check_conference(s, seat)
    return reached(s, seat, text, means)


def _check_conference(s: State, seat: Seat) -> None:
    if confers(s, seat) >= s.rules.conferences:
        raise IllegalAction(f"You have spoken {s.rules.conferences} times, which is the most for now.")


def _wait(s: State, seat: Seat) -> list[Told]:
    if s.phase == "night":
        return [Told(frozenset({seat}), Waited(seat))]
    if s.phase in ("defence", "last words") and seat != s.accused:
        raise IllegalAction(_why_silent(s))
    if s.phase not in ("discussion", "defence", "last words"):
        raise IllegalAction("There is nothing to wait for now.")
    if seat in s.waited:
        raise IllegalAction("You are waiting already.")
    return [Told(EVERYONE, Waited(seat))]


def _bid(s: State, seat: Seat, eagerness: int) -> list[Told]:
    if s.phase != "discussion" or not bids_due(s, seat):
        raise IllegalAction("Nobody asks you how eager you are to speak.")
    return [Told(frozenset({seat}), Bade(seat, eagerness))]


def _write(s: State, seat: Seat, paper: str, text: str, means: Means) -> list[Told]:
    """Papers are written at any time; a flood of them is not. Blank text tears a paper up."""
    mine = papers(s, seat)
    chosen = next((each for each in mine if each == paper.strip().lower()), None)
    if chosen is None:
        raise IllegalAction(f"You can write these: {', '.join(mine)}.")
    if s.written[s.at(seat)] >= s.rules.writings:
        raise IllegalAction(f"You have written {s.rules.writings} times today, which is the most.")
    _measured(text, LONGEST_PAPER)
    return [Told(frozenset({seat}), Wrote(seat, chosen, text.strip(), means))]


def _sum(s: State, seat: Seat, text: str) -> list[Told]:
    day = due(s, seat)
    if day is None:
        raise IllegalAction("Nobody asks you to sum anything up.")
    text = text.strip()
    if not text:
        raise IllegalAction("There is nothing in your summary.")
    _measured(text, LONGEST_SUMMARY)
    return [Told(frozenset({seat}), Summed(seat, day, text))]


# ── by day ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_alive(s: State, whom: Seat) -> None:
    if whom not in s.places:
        raise IllegalAction("Nobody of that name plays in this game.")
    if whom not in s.alive:
        raise IllegalAction(f"{{{whom}}} is dead.")


def _chosen(s: State, seat: Seat, whom: str) -> Seat | None:
    """Whom somebody names: somebody else alive, or nobody."""
    if whom == NOBODY:
        return None
    if whom not in s.alive:
        _check_alive(s, Seat(whom))
    if whom == seat:
        raise IllegalAction("You cannot choose yourself.")
    return Seat(whom)


def _pick(s: State, seat: Seat, whom: str) -> list[Told]:
    """Jailing is for tonight, and may be thought over all day; on the first day too."""
    if s.role(seat) != "jailor":
        raise IllegalAction("Only the Jailor jails anybody.")
    if not s.by_day:
        raise IllegalAction("Whom you jail is chosen by day.")
    return _picked(s, seat, _chosen(s, seat, whom))


def _picked(s: State, seat: Seat, whom: Seat | None) -> list[Told]:
    if seat in s.decided and s.picks[s.at(seat)] == whom:
        raise IllegalAction("That is what you have chosen already.")
    return [Told(frozenset({seat}), Picked(seat, whom))]


def _seance(s: State, seat: Seat, whom: str) -> list[Told]:
    """As in jail, whom a dead Medium speaks to is chosen by day."""
    if not can_seance(s, seat):
        raise IllegalAction("Only a dead Medium calls one of the living, by day, once in a game.")
    return _picked(s, seat, _chosen(s, seat, whom))


def _reveal(s: State, seat: Seat) -> list[Told]:
    """A Mayor may do it at any time of the day, while others vote as well, blackmailed or not: he shows it."""
    if s.role(seat) != "mayor":
        raise IllegalAction("Only the Mayor can reveal himself as the Mayor.")
    if not s.by_day:
        raise IllegalAction("You can reveal yourself by day only.")
    if seat in s.mayors:
        raise IllegalAction("Everybody knows you for the Mayor already.")
    return [Told(EVERYONE, MayorRevealed(seat))]


def _nominate(s: State, seat: Seat, whom: str) -> list[Told]:
    if s.phase != "nomination":
        raise IllegalAction("Nobody is put on trial now.")
    chosen = _chosen(s, seat, whom)
    if seat in s.chosen and s.nominations[s.places[seat]] == chosen:
        raise IllegalAction("That is what you have said already.")
    return [Told(EVERYONE, Nominated(seat, chosen))]


def _judge(s: State, seat: Seat, vote: Verdict) -> list[Told]:
    if s.phase != "judgement":
        raise IllegalAction("There is nobody to judge now.")
    if seat == s.accused:
        raise IllegalAction("You cannot judge yourself.")
    if s.verdicts[s.places[seat]] == vote:
        raise IllegalAction("That is your verdict already.")
    told = [Told(frozenset({seat}), Judged(seat, vote))]
    return told if seat in s.answered else [*told, Told(EVERYONE, Answered(seat))]


# ── by night ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _order(s: State, seat: Seat, order: Order | None) -> list[Told]:
    if s.phase != "night":
        raise IllegalAction("That is done at night.")
    if seat in s.ready and s.orders[s.places[seat]] == order:
        raise IllegalAction("That is what you have chosen already.")
    return [Told(frozenset({seat}), Ordered(seat, order))]


def _meant(s: State, seat: Seat, deed: str, other: Seat | None) -> Order:
    """The order that is written so, if the seat can give it tonight."""
    if s.phase != "night":
        raise IllegalAction("That is done at night.")
    able = doable(s, seat)
    if able is None and seat == s.prisoner:
        raise IllegalAction("You sit in jail, and can do nothing tonight.")
    if able is None or not able.written:
        raise IllegalAction("There is nothing that you can do tonight.")
    found = able.meant(deed, other)
    if found is None:
        known = tuple(dict.fromkeys(each.act for each in able.orders))
        raise IllegalAction(f"You cannot do that tonight. You can sleep, or one of these: {', '.join(known)}.")
    return found


def _caution(s: State, seat: Seat, cautious: bool) -> list[Told]:
    if s.role(seat) != "serial killer":
        raise IllegalAction("Only a Serial Killer chooses to be cautious.")
    if s.phase != "night" or seat == s.prisoner:
        raise IllegalAction("You choose that at night, and not in jail.")
    if s.cautious[s.at(seat)] == cautious:
        raise IllegalAction("You are so already.")
    return [Told(frozenset({seat}), Cautioned(seat, cautious))]


# ── when time is up ───────────────────────────────────────────────────────────────────────────────────────────────────


def _time_up(s: State, dice: Dice) -> list[Told]:
    """The phase ends with what there is: who has not voted has not voted, who has ordered nothing sleeps."""
    match s.phase:
        case "discussion":
            return _talk_ends(s)
        case "nomination":
            return _nightfall(s)
        case "defence":
            return [Told(EVERYONE, JudgementBegan(s.day, s.trial))]
        case "judgement":
            return _sentence(s)
        case "last words":
            return _hang(s)
        case "night":
            return _dawn(s, dice)
    raise IllegalAction("No time is running.")


# ── what follows by itself ────────────────────────────────────────────────────────────────────────────────────────────


def then(s: State, dice: Dice) -> list[Told]:
    match s.phase:
        case "discussion":
            return _after_talk(s, dice)
        case "nomination":
            return _after_nominations(s)
        case "defence":
            return _after_defence(s)
        case "judgement" if len(s.answered) >= len(s.alive) - 1:
            return _sentence(s)
        case "last words":
            return _after_last_words(s)
        case "night":
            return _after_orders(s, dice)
    return []


def _after_talk(s: State, dice: Dice) -> list[Told]:
    """Who speaks next of the AIs; or the end of the talk, when nobody has anything to say to what was said last."""
    # Who is asked last is looked at first: as a rule that is who has not answered yet.
    if s.floor is not None:
        return []
    if s.inviting:
        bids, places = s.bids, s.places
        for seat in reversed(s.alive):
            if bids[places[seat]] is None and bids_due(s, seat):
                return []
    if s.inviting and _anybody_takes_floor(s):
        return [Told(EVERYONE, FloorGiven(s.day, s.round, _most_eager(s, dice)))]
    if s.spoken > s.heard and _anybody_takes_floor(s):
        return [Told(EVERYONE, Invited(s.day, s.round + 1))]
    if s.people.intersection(s.alive) - s.waited or (s.day == 1 and _jailor_thinks(s)):
        return []
    return _talk_ends(s)


def _anybody_takes_floor(s: State) -> bool:
    return any(takes_floor(s, seat) for seat in s.alive)


def _most_eager(s: State, dice: Dice) -> Seat | None:
    """The highest bid, one more for who was named in what was said last; among equals, chance."""
    today = reversed(s.lines) if s.talked else ()
    last = next((line.text for line in today if line.room == "town" and line.day == s.day), "")
    bids = {
        seat: bid + (f"{{{seat}}}" in last)
        for seat, bid in zip(s.seats, s.bids, strict=True)
        if bid and seat not in s.passed and seat in s.alive and takes_floor(s, seat)
    }
    if not bids:
        return None
    most = max(bids.values())
    best = [seat for seat, bid in bids.items() if bid == most]
    return best[0] if len(best) == 1 else dice().choice(best)


def _jailor_thinks(s: State) -> bool:
    """Whether an AI Jailor has still to say whom to jail."""
    return any(s.role(seat) == "jailor" and seat not in s.people and seat not in s.decided for seat in s.alive)


def _talk_ends(s: State) -> list[Told]:
    """On the first day nobody is accused."""
    return _nightfall(s) if s.day == 1 else [Told(EVERYONE, NominationBegan(s.day, 0))]


def _after_nominations(s: State) -> list[Told]:
    """A trial as soon as there are enough; night when all have said what they want. While the clock runs, everybody may still
    change their mind, unless nobody is named."""
    whom = _accused(s)
    if whom is not None:
        return [Told(EVERYONE, TrialBegan(s.day, s.trial + 1, whom))]
    if len(s.chosen) < len(s.alive) - len(s.people):
        return []  # some AI has not: mostly that is all there is to it
    ai = [seat for seat in s.alive if seat not in s.people]
    if not s.chosen.issuperset(ai):
        return []
    if ai and s.changes > s.counted and s.ballot < BALLOTS:
        return [Told(EVERYONE, BallotBegan(s.day, s.ballot + 1))]
    if not s.chosen.issuperset(s.alive):
        return []
    undecided = s.clocked and s.voters
    return [] if undecided else _nightfall(s)


def _accused(s: State) -> Seat | None:
    """Who has to stand trial. Mostly there are too few nominations for anybody, which their numbers tell."""
    named, heads = s.nominations, threshold(len(s.alive)) - (MAYORS_WEIGHT - 1) * len(s.mayors)
    if len(named) - named.count(None) < heads:
        return None
    for whom in set(named):
        if whom is not None and named.count(whom) >= heads:
            return accused(s.voters, len(s.alive), s.mayors)
    return None


def _after_defence(s: State) -> list[Told]:
    """Who cannot speak shows why, and is judged without a defence."""
    assert s.accused is not None
    began = Told(EVERYONE, JudgementBegan(s.day, s.trial))
    if s.accused in s.gagged:
        return [Told(EVERYONE, Gagged(s.accused)), began]
    return [began] if s.accused in s.waited else []


def _sentence(s: State) -> list[Told]:
    """More guilty than innocent, and they hang; or the town goes on accusing, if it has not had all its trials."""
    assert s.accused is not None
    verdicts, places = s.verdicts, s.places
    votes = tuple([(seat, verdicts[places[seat]] or "abstain") for seat in s.alive if seat != s.accused])
    guilty, innocent = weigh(votes, s.mayors)
    told = [Told(EVERYONE, Sentenced(s.day, s.accused, votes, guilty, innocent, guilty > innocent))]
    if guilty > innocent:
        return told
    if s.trial < s.rules.trials:
        return [*told, Told(EVERYONE, NominationBegan(s.day, s.trial))]
    return told + _nightfall(s)


def _after_last_words(s: State) -> list[Told]:
    """The blackmailed have none."""
    return _hang(s) if s.accused in s.gagged or s.accused in s.waited else []


def _hang(s: State) -> list[Told]:
    """The rope: what they were and what they left, who wanted it so, and the end or the night."""
    assert s.accused is not None
    role = s.role(s.accused)
    assert role is not None
    will = s.paper(s.accused, "will")
    told = [Told(EVERYONE, Lynched(s.accused, s.day, role, will.text, will.means))]
    wanted = [s.accused] if role == "jester" else []
    if s.accused in s.quarries:
        wanted += [seat for seat in s.alive if s.role(seat) == "executioner" and s.quarries[s.at(seat)] == s.accused]
    told += [Told(frozenset({seat}), Triumphed(seat)) for seat in wanted if seat not in s.triumphs]
    for each in told:
        s = evolve(s, each.event)
    return told + (_end(s) or _nightfall(s))


# ── night and dawn ────────────────────────────────────────────────────────────────────────────────────────────────────


def _nightfall(s: State) -> list[Told]:
    """Night falls; who was chosen by day is dragged off to jail, or hears a dead Medium."""
    told = [Told(EVERYONE, NightFell(s.day, s.trial if s.phase == "nomination" else None))]
    prisoner = None
    for seat, role, pick in zip(s.seats, s.roles, s.picks, strict=True):
        if pick is not None and role == "jailor" and seat in s.alive and pick in s.alive and pick != seat:
            prisoner = pick
            told.append(Told(frozenset({seat, prisoner}), Jailed(s.day, prisoner)))
    for seat, role, whom in zip(s.seats, s.roles, s.picks, strict=True):
        # Who sits in jail cannot be reached: the Medium may try again another day.
        if whom is not None and role == "medium" and seat not in s.alive and whom in s.alive and whom != prisoner:
            told.append(Told(frozenset({seat, whom}), SeanceBegan(s.day, seat, whom)))
    return told


def _after_orders(s: State, dice: Dice) -> list[Told]:
    """Dawn, when everybody has said what they do; or, after a dawn, the end or the new day."""
    if s.dawned:
        return _end(s) or [Told(EVERYONE, DayBroke(s.day + 1))]
    if len(s.ready) < len(s.alive) or not set(s.awake).issubset(s.ready):
        return []
    for seat in s.seats:
        if talks_due(s, seat):
            return []
    return _dawn(s, dice)


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
        was, me = before[after.seat], frozenset({after.seat})
        left = was.uses
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


_citizen = lru_cache(maxsize=8192)(Citizen)
"""From night to night most people stay as they are."""


_LEFT: tuple[Paper, ...] = ("will", "death note", "forgery")
"""What a night takes notice of."""


def citizens(s: State) -> tuple[Citizen, ...]:
    """Everybody as the night finds them."""
    marks, turned = s.marks, dict(s.marks.turned)
    found = []
    alive, cleaned = frozenset(s.alive), {grave.seat: grave.role is None for grave in s.graves}
    for seat, role, uses, cautious, quarry in zip(s.seats, s.roles, s.uses, s.cautious, s.quarries, strict=True):
        assert role is not None
        found.append(
            _citizen(
                seat, role, seat in alive, uses or 0, seat in marks.doused, seat in marks.framed, seat in marks.guilty,
                seat in s.mayors, role == "witch" and seat not in marks.bare, cautious, turned.get(seat, 0), quarry,
                *(s.paper(seat, each).text for each in _LEFT), seat not in alive and cleaned.get(seat, False),
            )
        )  # fmt: skip
    return tuple(found)


def _night(s: State, people: tuple[Citizen, ...], dice: Dice) -> Night:
    chances = Chances(dice().random(), dice().random())
    orders = tuple(order for order in s.orders if order is not None)
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
    if not changed:
        return []
    return [told for told in _mates(living) if told.to is not None and told.to & changed]


# ── the end ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _end(s: State) -> list[Told]:
    """Whether it is over, after a dawn or a hanging."""
    left = [Left(seat, s.roles[at], s.uses[at] or 0) for at, seat in enumerate(s.seats) if seat in s.alive]  # type: ignore[arg-type]
    how = ending(left, s.rules.night.mafia_wins_at_parity)
    if how is None and s.marks.quiet >= QUIET_DAYS:
        how = "time-out"
    return [] if how is None else [_ended(s, how)]


def _ended(s: State, how: Ending) -> Told:
    roles = tuple(role for role in s.roles if role is not None)
    won = winners(how, tuple(zip(s.seats, roles, strict=True)), s.alive, s.triumphs)
    return Told(EVERYONE, Ended(how, s.day, won, roles, s.nights, s.jails, s.notices))


def outcome(s: State) -> Outcome | None:
    if s.ended is None:
        return None
    return Outcome(frozenset(s.ended.winners), verdict(s.ended.ending), called(s.ended.ending))


def may_sit(s: State, seat: Seat, held: frozenset[Seat]) -> str | None:
    """Whoever has held another seat knows its secrets, and may only come back to their own. Where AIs play among themselves,
    everything is told behind the scenes."""
    if s.ai_only and not s.left:
        return "Everything hidden in this game is told behind the scenes, so nobody may join it."
    if held - {seat}:
        return "You have sat elsewhere at this table and know what you saw there: you can only come back to that seat."
    if seat not in s.alive and seat not in held:
        return "Whoever sat there is dead; take the seat of somebody alive."
    return None
