"""Town in sentences: one an event, the same to people and models; seats stand as {seat} marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.core import Event, Seat, Speech, house_says
from games.town.asks import deed_of
from games.town.people import Death, Notice, NoticeKind, Order, RoleName
from games.town.winning import verdict
from games.town.words import (
    Answered,
    Bade,
    BallotBegan,
    Became,
    Cautioned,
    Dawned,
    DayBroke,
    Ended,
    FloorGiven,
    Gagged,
    Invited,
    Jailed,
    Judged,
    JudgementBegan,
    Lynched,
    Marked,
    MatesMet,
    MayorRevealed,
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
    Said,
    SeanceBegan,
    Sentenced,
    Spent,
    Summed,
    TrialBegan,
    Triumphed,
    Verdict,
    Waited,
    WhisperSeen,
    Wrote,
)

_INNER = str.maketrans("“”„‟❝❞〝〞", "‘’‚‘‘’‘’")

CAUSES: Mapping[str, str] = {
    "lynched": "was hanged", "mafia": "was killed by the Mafia", "vigilante": "was shot by a Vigilante",
    "veteran": "was shot by a Veteran", "jailor": "was executed by the Jailor",
    "serial killer": "was stabbed by a Serial Killer", "arsonist": "was burnt by an Arsonist",
    "werewolf": "was mauled by a Werewolf", "bodyguard": "fell in a Bodyguard's fight", "vampire": "was bitten by a Vampire",
    "vampire hunter": "was staked by a Vampire Hunter", "haunt": "was haunted by the Jester", "guilt": "died of guilt",
}  # fmt: skip

NOTICES: Mapping[NoticeKind, str] = {
    "jailed": "You were in jail.",
    "target_jailed": "Whom you wanted to reach was in jail.",
    "blocked": "Somebody kept you from acting.",
    "immune_to_block": "Somebody tried to keep you from acting, in vain.",
    "controlled": "A Witch made you act as she liked.",
    "immune_to_control": "A Witch tried to control you, in vain.",
    "transported": "You were taken to somebody else's house.",
    "attacked": "You were attacked, and live.",
    "healed": "A Doctor healed you.",
    "guarded": "A Bodyguard fought for you.",
    "vested": "Your vest saved you.",
    "too_strong": "Whom you attacked was too strong.",
    "target_attacked": "Whom you healed was attacked.",
    "suspicious": "Whom you questioned is suspicious.",
    "innocent": "Whom you questioned seems innocent.",
    "no_result": "You learn nothing: whom you wanted to question was in jail.",
    "group": "Whom you investigated is {roles}.",
    "role_is": "Whom you looked at is {roles}.",
    "visitors": "Whom you watched was visited by {seats}.",
    "mafia_visited": "The Mafia's visits were to {seats}.",
    "bugged": "Whom you bugged was told: {text}",
    "cleaned": "You cleaned up: it was {roles}, whose will read: {text}",
    "converted": "{seats} is a Vampire now.",
    "was_converted": "You were bitten, and are a Vampire now.",
    "became": "You are {roles} now.",
    "doused": "You were doused in petrol.",
    "washed": "You washed off the petrol.",
    "blackmailed": "You are blackmailed, and cannot speak today.",
    "forfeited": "You executed a townsman, and will never execute anybody again.",
    "shot": "You shot at somebody who came to you.",
    "witch_role": "Whom you controlled is {roles}.",
    "haunted": "The Jester haunted you.",
    "guilt": "You could not live with what you had done.",
}
"""What a night tells somebody, with what it is about."""

_ROOMS: Mapping[Room, str] = {
    "mafia": "to the Mafia", "vampires": "to the Vampires", "jail": "in jail", "dead": "to the dead",
    "seance": "in a seance", "whisper": "in a whisper", "town": "",
}  # fmt: skip


def say(event: Event) -> str:
    return _talk(event) or _day(event) or _night(event) or house_says(event)


def _talk(event: Event) -> str:
    match event:
        case Opened():
            return _opened(event)
        case RoleGiven(seat=seat, role=role, quarry=quarry):
            wants = f", who wants {{{quarry}}} hanged" if quarry else ""
            return f"{{{seat}}} is {a_role(role)}{wants}."
        case MatesMet(members=members):
            return f"They know each other: {', '.join(f'{{{seat}}} is {a_role(role)}' for seat, role in members)}."
        case Said(room="town", seat=seat, text=text):
            return f"{{{seat}}}: {quoted(text)}"
        case Said(room="whisper", seat=seat, text=text, to=to):
            return f"{{{seat}}} whispers to {{{to}}}: {quoted(text)}"
        case Said(room=room, seat=seat, text=text):
            return f"{{{seat}}}, {_ROOMS[room]}: {quoted(text)}"
        case Overheard(room=room, voice=voice, text=text):
            return f"{voice.capitalize()}, {_ROOMS[room]}: {quoted(text)}"
        case Reached(seats=seats):
            return f"Heard by {len(seats)}."
        case WhisperSeen(seat=seat, to=to):
            return f"{{{seat}}} whispers to {{{to}}}."
        case Waited(seat=seat):
            return f"{{{seat}}} waits."
        case Invited():
            return "Who has something to say to that?"
        case Bade(seat=seat, eagerness=eagerness):
            return f"{{{seat}}} is eager to speak: {eagerness} of 4."
        case FloorGiven(seat=None):
            return "Nobody wants to speak."
        case FloorGiven(seat=seat):
            return f"{{{seat}}} is about to speak."
        case Wrote(seat=seat, paper=paper, text=text):
            return f"{{{seat}}} writes a {paper}: {quoted(text)}" if text else f"{{{seat}}} tears up a {paper}."
        case Summed(seat=seat, day=day, text=text):
            return f"{{{seat}}} keeps of day {day}: {quoted(text)}"
    return ""


def _day(event: Event) -> str:
    match event:
        case DayBroke(day=day):
            return f"Day {day}."
        case Picked(seat=seat, whom=whom):
            return f"{{{seat}}} chooses {f'{{{whom}}}' if whom else 'nobody'} for tonight."
        case MayorRevealed(seat=seat):
            return f"{{{seat}}} is the Mayor, whose votes count three times from now on."
        case NominationBegan(trial=0):
            return "Who is to stand trial?"
        case NominationBegan():
            return "Who is to stand trial next?"
        case BallotBegan():
            return "Does anybody else want a trial?"
        case Nominated(seat=seat, whom=whom):
            return f"{{{seat}}} wants {f'{{{whom}}}' if whom else 'nobody'} on trial."
        case TrialBegan(trial=trial, accused=accused):
            return f"Trial {trial} of the day: {{{accused}}} is accused, and may speak."
        case Gagged(seat=seat):
            return f"{{{seat}}} shows a note: “I am blackmailed.”"
        case JudgementBegan():
            return "The town judges: guilty or innocent?"
        case Judged(seat=seat, verdict=vote):
            return f"{{{seat}}}: {vote}."
        case Answered(seat=seat):
            return f"{{{seat}}} has judged."
        case Sentenced():
            return _sentenced(event)
        case Lynched(seat=seat, role=role, will=will):
            return f"{{{seat}}} was hanged, and was {a_role(role)}. {_will(will)}"
        case Triumphed(seat=seat):
            return f"{{{seat}}} has what they wanted."
    return ""


def _night(event: Event) -> str:
    match event:
        case NightFell(night=night):
            return f"Night {night} falls."
        case Jailed(prisoner=prisoner):
            return f"{{{prisoner}}} is in jail tonight."
        case SeanceBegan(medium=medium, whom=whom):
            return f"{{{medium}}}, who is dead, speaks to {{{whom}}} tonight."
        case Ordered(seat=seat, order=order):
            return f"{{{seat}}} chooses: {ordered(order)}."
        case Cautioned(seat=seat, cautious=cautious):
            return f"{{{seat}}} is {'cautious' if cautious else 'not cautious'} from now on."
        case Noticed(night=night, notice=notice):
            return f"Night {night}, {{{notice.seat}}}: {noticed(notice)}"
        case Spent(seat=seat, uses=uses):
            return f"{{{seat}}} can do it {uses} more times."
        case Became(seat=seat, role=role):
            return f"{{{seat}}} is {a_role(role)} from now on."
        case Marked():
            return "The night has left its marks."
        case Dawned():
            return _dawned(event)
        case Ended():
            who = f"{listed(event.winners)} {'wins' if len(event.winners) == 1 else 'win'}." if event.winners else ""
            return f"{verdict(event.ending)} {who}".strip()
    return ""


def speeches(event: Event) -> tuple[Speech, ...]:
    """What was said to the whole town, by whom."""
    return (Speech(event.seat, event.text),) if isinstance(event, Said) and event.room == "town" else ()


def quoted(text: str) -> str:
    """What somebody said, between quotation marks that nothing in it can close."""
    return f"“{text.translate(_INNER)}”"


def listed(seats: Iterable[Seat]) -> str:
    """“{p1}, {p2} and {p3}”."""
    *most, last = [f"{{{seat}}}" for seat in seats] or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last


def a_role(role: RoleName) -> str:
    """“an Arsonist”."""
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role.title()}"


def ordered(order: Order | None) -> str:
    """“heal {p3}”, “swap {p1} and {p4}”."""
    if order is None:
        return "sleep"
    return f"{deed_of(order)} and {{{order.other}}}" if order.other is not None else deed_of(order)


def noticed(notice: Notice) -> str:
    """What a night told somebody, addressed to them."""
    kind: NoticeKind = notice.kind
    sentence = NOTICES[kind]
    if kind == "bugged":
        told = Notice(notice.seat, notice.text, notice.seats, notice.roles)  # type: ignore[arg-type]
        return sentence.replace("{text}", quoted(noticed(told)))
    roles = " or ".join(a_role(role) for role in notice.roles)
    sentence = sentence.replace("{seats}", listed(notice.seats)).replace("{roles}", roles)
    return sentence.replace("{text}", quoted(notice.text) if notice.text else "nothing.")


def _opened(event: Opened) -> str:
    rules = f" House rules: {event.house_rules}" if event.house_rules else ""
    return f"{len(event.seats)} people live in the town. The role list: {', '.join(sorted(event.slots))}.{rules}"


def _sentenced(event: Sentenced) -> str:
    by: dict[Verdict, list[Seat]] = {}
    for seat, vote in event.votes:
        by.setdefault(vote, []).append(seat)
    votes = "; ".join(f"{vote}: {listed(by[vote])}" for vote in ("guilty", "innocent", "abstain") if vote in by)
    result = "has to hang" if event.hangs else "is acquitted"
    return f"{{{event.accused}}} {result}, {event.guilty} to {event.innocent}. {votes}.".replace("  ", " ")


def _will(will: str | None, bloodied: bool = False) -> str:
    if bloodied:
        return "Their will is soaked in blood."
    if will is None:
        return "Nothing is left that would say who they were."
    return f"Their will: {quoted(will)}" if will else "They left no will."


def _dawned(event: Dawned) -> str:
    parts = [_died(death) for death in event.deaths] or ["Nobody died."]
    parts += [f"{{{seat}}} is back from the dead." for seat in event.revived]
    parts += [f"An Amnesiac has remembered to be {a_role(role)}." for role in event.remembered]
    return f"Dawn after night {event.night}. {' '.join(parts)}"


def _died(death: Death) -> str:
    causes = " and ".join(CAUSES[cause] for cause in death.causes)
    was = f"{{{death.seat}}} {causes}"
    was += f", and was {a_role(death.role)}." if death.role is not None else "."
    notes = "".join(f" A note: {quoted(note)}" for note in death.notes)
    return f"{was} {_will(death.will, death.bloodied)}{notes}"
