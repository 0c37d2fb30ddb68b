"""The murder mystery in sentences: one an event, the same to people and models; seats stand as {seat} marks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.core import Event, Seat, Speech, house_says
from games.mystery.events import (
    Answered,
    Choice,
    Chose,
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
    RoleGiven,
    Rules,
    Shared,
    Spoke,
    TalkBegan,
    VoteBegan,
    Voted,
    Witnessed,
    listed,
)
from games.mystery.state import Death
from games.mystery.turns import verdict


class Who(NamedTuple):
    """Somebody as the subject of a sentence."""

    name: str
    was: str
    object: str
    possessive: str


YOU = Who("You", "were", "you", "Your")


def somebody(seat: Seat) -> Who:
    return Who(f"{{{seat}}}", "was", f"{{{seat}}}", f"{{{seat}}}'s")


def say(event: Event) -> str:
    match event:
        case Opened():
            return _opened(event)
        case RoleGiven(seat=seat, role=role):
            return f"{{{seat}}} is {'a murderer' if role == 'murderer' else 'innocent'}."
        case MurderersMet(seats=seats):
            if len(seats) == 1:
                return f"{{{seats[0]}}} is the only murderer."
            return f"The murderers know each other: {listed(seats)}. Everyone else is innocent."
        case TalkBegan(day=0):
            return "The guests introduce themselves."
        case TalkBegan(day=day, accused=accused) if accused:
            return f"Day {day}: {listed(accused)} may answer before the vote."
        case TalkBegan(day=day, round=number):
            return f"Day {day}: round {number} of statements, all at once."
        case Spoke(seat=seat, text=text):
            return f"{{{seat}}} will say: {quoted(text)}" if text else f"{{{seat}}} will say nothing."
        case Answered(seat=seat):
            return f"{{{seat}}} is ready."
        case Shared(said=said):
            return _shared(said)
        case Corrected(seat=seat, text=text):
            return f"{{{seat}}} corrects: {quoted(text)}" if text else f"{{{seat}}} corrects: nothing was claimed."
        case NightFell(night=night):
            return f"Night {night} falls. Everyone chooses in secret."
        case Chose(seat=seat, choice=choice):
            return f"{{{seat}}} {chosen(choice)}."
        case Plotted(seat=seat, text=text):
            return f"{{{seat}}} whispers to the murderers: {quoted(text)}"
        case Doomed(seat=seat, doomed=doomed):
            return f"{{{seat}}} will die of fright at dawn." if doomed else f"{{{seat}}} is back, and lives."
        case Witnessed(seat=seat, night=night, facts=facts):
            return f"Night {night}: {learned(facts, somebody(seat))}"
        case Dawn():
            return _dawn(event)
        case VoteBegan(day=day):
            return f"Day {day}: the vote begins."
        case Voted(seat=seat, whom=whom):
            return f"{{{seat}}} votes for {f'{{{whom}}}' if whom else 'nobody'}."
        case Counted():
            return _counted(event)
        case LastWords(seat=seat, text=text):
            return f"{{{seat}}}'s last words: {quoted(text)}" if text else f"{{{seat}}} has no last words."
        case Hanged(seat=seat, role=role):
            return f"{{{seat}}} is hanged, and was {'a murderer' if role == 'murderer' else 'innocent'}."
        case Ended():
            guilty = [Seat(f"p{n}") for n, role in enumerate(event.roles, 1) if role == "murderer"]
            return (
                f"{verdict(event)} {'The murderer was' if len(guilty) == 1 else 'The murderers were'} {listed(guilty)}."
            )
    return house_says(event)


def say_to(event: Event, seat: Seat) -> str:
    """An event as the seat is told that it is about: its own acts in the second person."""
    match event:
        case RoleGiven(seat=who, role=role) if who == seat:
            return f"You are {'a murderer' if role == 'murderer' else 'innocent'}."
        case MurderersMet(seats=seats) if seats == (seat,):
            return "You are the only murderer."
        case MurderersMet(seats=seats) if seat in seats:
            others = [each for each in seats if each != seat]
            return f"You are a murderer, with {listed(others)}. Everyone else is innocent."
        case Spoke(seat=who, text=text) if who == seat:
            return f"You will say: {quoted(text)}" if text else "You will say nothing."
        case Chose(seat=who, choice=choice) if who == seat:
            return f"You {chosen(choice, by_you=True)}."
        case Witnessed(seat=who, night=night, facts=facts) if who == seat:
            return f"Night {night}: {learned(facts, YOU)}"
        case Voted(seat=who, whom=whom) if who == seat:
            return f"You vote for {f'{{{whom}}}' if whom else 'nobody'}."
        case Plotted(seat=who, text=text) if who == seat:
            return f"You whisper to the murderers: {quoted(text)}"
    return say(event)


_INNER = str.maketrans("“”„‟❝❞〝〞", "‘’‚‘‘’‘’")


def quoted(text: str) -> str:
    """What somebody said, between quotation marks that nothing in it can close."""
    return f"“{text.translate(_INNER)}”"


def speeches(event: Event) -> tuple[Speech, ...]:
    """What was said in an event that everybody hears, by whom; an empty text is silence."""
    match event:
        case Shared(said=said):
            return tuple(Speech(seat, text) for seat, text in said)
        case LastWords(seat=seat, text=text):
            return (Speech(seat, text),)
        case Corrected(seat=seat, text=text):
            return (Speech(seat, f"Correction: {text or 'I claimed nothing.'}"),)
    return ()


def _opened(event: Opened) -> str:
    rules = event.rules
    parts = [
        f"{len(event.seats)} guests are in the house, {_many(event.murderers, 'murderer')} among them.",
        f"The places, in a ring: {', '.join(event.places)}.",
        f"{_many(rules.rounds, 'round')} of statements a day; {_hiding(rules.hides, event)};"
        f" votes are {'open' if rules.open_votes else 'sealed'}.",
    ]
    if not rules.strike_first_night:
        parts.append("Nobody strikes on the first night.")
    if rules.plotting and event.murderers > 1:
        parts.append("Murderers may whisper to each other at night.")
    if rules.most_nights != Rules().most_nights:
        parts.append(f"Help arrives after {_many(rules.most_nights, 'night')}.")
    if event.house_rules:
        parts.append(f"House rules: {event.house_rules}")
    return " ".join(parts)


def _hiding(hides: int, event: Opened) -> str:
    """“each may hide once, and {p2} and {p5}, drawn by lot, once more”."""
    hides, hiders = (hides + 1, ()) if len(event.hiders) == len(event.seats) else (hides, event.hiders)
    if not hides:
        return f"only {listed(hiders)}, drawn by lot, may hide, once each" if hiders else "nobody can hide"
    more = f", and {listed(hiders)}, drawn by lot, once more" if hiders else ""
    return f"each may hide {times(hides)}{more}"


def _shared(said: Iterable[tuple[Seat, str]]) -> str:
    spoke = [f"{{{seat}}} says: {quoted(text)}" for seat, text in said if text]
    silent = [seat for seat, text in said if not text]
    if silent:
        spoke.append(f"{listed(silent)} {'says' if len(silent) == 1 else 'say'} nothing.")
    return " ".join(spoke)


def chosen(choice: Choice, by_you: bool = False) -> str:
    """“goes to the Library and guards {p3}”, or “go to the Library and guard {p3}”."""
    s, es = ("", "") if by_you else ("s", "es")
    where = f"follow{s} {{{choice.follow}}}" if choice.follow else f"go{es} to the {choice.place}"
    act = f"{choice.act}{es if choice.act == 'watch' else s}"
    return f"{where} and {act}{f' {{{choice.target}}}' if choice.target else ''}"


def learned(facts: Facts, who: Who) -> str:
    """What a night told somebody, in sentences."""
    seen = f"saw {listed(facts.seen)}" if facts.seen else "saw nobody"
    hid = ", hid," if facts.hid else ""
    parts = [f"{who.name} {who.was} in the {facts.place}{hid} and {seen} there."]
    parts += [f"{by} struck at {whom}." for by, whom in ((f"{{{a}}}", f"{{{b}}}") for a, b in facts.blows)]
    parts += [f"{{{seat}}} fell there." for seat in facts.fell]
    parts += [f"There was a struggle: a blow at {{{seat}}} was blocked." for seat in facts.blocked]
    if facts.cries:
        parts.append(f"A cry came from the {' and from the '.join(facts.cries)}.")
    if facts.saved:
        parts.append(f"Somebody's guard saved {who.object}.")
    for verb, came_to in (("guard", facts.guarded), ("strike", facts.struck)):
        if came_to == "not found":
            parts.append(f"The one whom {who.object} meant to {verb} was not to be found.")
    if facts.guarded == "blocked":
        parts.append(f"{who.possessive} guard blocked a blow.")
    if facts.struck in ("fell", "blocked"):
        parts.append(f"{who.possessive} blow {'struck home' if facts.struck == 'fell' else 'was blocked'}.")
    return " ".join(parts)


def _dawn(event: Dawn) -> str:
    parts = [f"{{{seat}}} is found dead in the {place}." for seat, place in event.found]
    parts += [
        f"{{{seat}}} has died of fright, and was {'a murderer' if role == 'murderer' else 'innocent'}."
        for seat, role in event.frightened
    ]
    if not parts:
        parts = ["Nobody has died."]
    if event.taken:
        parts.append(f"An AI plays on for {listed(event.taken)}.")
    return f"Dawn after night {event.night}. {' '.join(parts)}"


def _counted(event: Counted) -> str:
    for_whom: dict[Seat | None, list[Seat]] = {}
    for seat, whom in event.votes:
        for_whom.setdefault(whom, []).append(seat)
    order = sorted(for_whom.items(), key=lambda each: -len(each[1]))
    votes = "; ".join(f"{len(by)} for {f'{{{whom}}}' if whom else 'nobody'} ({listed(by)})" for whom, by in order)
    tied = len(order) > 1 and len(order[0][1]) == len(order[1][1])
    result = (
        f"{{{event.hangs}}} has to hang." if event.hangs else f"{'It is a tie: nobody' if tied else 'Nobody'} hangs."
    )
    return f"The votes: {votes}. {result}"


def died(death: Death) -> str:
    """How somebody died, after their name: “found dead in the Library, night 2”."""
    role = "" if death.role is None else f", {death.role}"
    if death.where == "hanged":
        return f"hanged on day {death.day}{role}"
    if death.where == "fright":
        return f"died of fright, night {death.day}{role}"
    return f"found dead in the {death.where}, night {death.day}{role}"


def times(count: int) -> str:
    """“twice”."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
