"""Town in sentences: one an event, the same to people and models; seats stand as {seat} marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.core import Event, Seat, Speech, house_says
from games.town.asks import deed_of
from games.town.people import Act, Death, Notice, NoticeKind, Order, RoleName
from games.town.phrases import and_, listed
from games.town.roles import ROLE
from games.town.voice import stated
from games.town.winning import verdict
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
    "lynched": "was hanged", "mafia": "was gunned down by the Mafia", "vigilante": "was shot by a Vigilante",
    "veteran": "was shot at a Veteran's door", "jailor": "was executed in jail by the Jailor",
    "serial killer": "was stabbed by a Serial Killer", "arsonist": "was burnt alive by an Arsonist",
    "werewolf": "was torn apart by a Werewolf", "bodyguard": "fell in a Bodyguard's fight",
    "vampire": "was bitten to death by a Vampire", "vampire hunter": "was staked by a Vampire Hunter",
    "haunt": "was haunted to death by the Jester", "guilt": "died of guilt, by their own gun",
}  # fmt: skip

NOTICES: Mapping[NoticeKind, str] = {
    "jailed": "You were in jail.",
    "target_jailed": "The one you wanted to reach sat in jail.",
    "blocked": "Somebody kept you from acting.",
    "immune_to_block": "Somebody tried to keep you from acting, in vain.",
    "controlled": "A Witch made you act as she liked.",
    "immune_to_control": "A Witch tried to control you, in vain.",
    "transported": "You were taken to somebody else's house.",
    "attacked": "You were attacked, and live.",
    "healed": "A Doctor healed you.",
    "guarded": "A Bodyguard fought for you.",
    "vested": "Your vest saved you.",
    "too_strong": "The one you attacked was too strong.",
    "target_attacked": "The one you healed was attacked.",
    "suspicious": "The one you questioned is suspicious.",
    "innocent": "The one you questioned seems innocent.",
    "no_result": "You learnt nothing: the one you wanted to question sat in jail.",
    "group": "The one you investigated is {roles}.",
    "role_is": "The one you looked at is {roles}.",
    "visitors": "The one you watched was visited by {seats}.",
    "mafia_visited": "The Mafia visited {seats}.",
    "bugged": "The one you bugged was told: {text}",
    "cleaned": "You cleaned up: it was {roles}. {will}",
    "converted": "{seats} is a Vampire now.",
    "was_converted": "You were bitten, and are a Vampire now.",
    "became": "You are {roles} now.",
    "doused": "You were doused in petrol.",
    "washed": "You washed off the petrol.",
    "blackmailed": "You are blackmailed: today you can vote, but neither speak nor whisper.",
    "forfeited": "You executed a townsman, and will never execute anybody again.",
    "shot": "You shot at somebody who came to your door.",
    "witch_role": "The one you controlled is {roles}.",
    "haunted": "The Jester haunted you.",
    "guilt": "You could not live with what you had done.",
}
"""What a night tells somebody, with what it is about."""

TOLD: Mapping[NoticeKind, str] = {
    "jailed": "{who} was in jail.",
    "target_jailed": "{who} wanted to reach somebody who sat in jail.",
    "blocked": "{who} was kept from acting.",
    "immune_to_block": "Somebody tried to keep {who} from acting, in vain.",
    "controlled": "A Witch made {who} act as she liked.",
    "immune_to_control": "A Witch tried to control {who}, in vain.",
    "transported": "{who} was taken to somebody else's house.",
    "attacked": "{who} was attacked, and lives.",
    "healed": "A Doctor healed {who}.",
    "guarded": "A Bodyguard fought for {who}.",
    "vested": "A vest saved {who}.",
    "too_strong": "{who} attacked in vain.",
    "target_attacked": "{who} healed somebody who was attacked.",
    "suspicious": "{who} learnt that the one they questioned is suspicious.",
    "innocent": "{who} learnt that the one they questioned seems innocent.",
    "no_result": "{who} learnt nothing: the one they wanted to question sat in jail.",
    "group": "{who} learnt that the one they investigated is {roles}.",
    "role_is": "{who} learnt that the one they looked at is {roles}.",
    "visitors": "{who} learnt that the one they watched was visited by {seats}.",
    "mafia_visited": "{who} learnt that the Mafia visited {seats}.",
    "bugged": "{who} heard what the one they bugged was told: {text}",
    "cleaned": "{who} cleaned up: it was {roles}. {will}",
    "converted": "{who} learnt that {seats} is a Vampire now.",
    "was_converted": "{who} was bitten, and is a Vampire now.",
    "became": "{who} is {roles} now.",
    "doused": "{who} was doused in petrol.",
    "washed": "{who} washed off the petrol.",
    "blackmailed": "{who} is blackmailed: by day they can vote, but neither speak nor whisper.",
    "forfeited": "{who} executed a townsman, and will never execute anybody again.",
    "shot": "{who} shot at somebody who came to their door.",
    "witch_role": "{who} learnt that the one they controlled is {roles}.",
    "haunted": "The Jester haunted {who}.",
    "guilt": "{who} could not live with what they had done.",
}
"""The same, told of them."""

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
            side = "Vampires" if all(role == "vampire" for _, role in members) else "Mafia"
            return f"The {side} know each other: {and_([f'{{{seat}}} is {a_role(role)}' for seat, role in members])}."
        case Said(room="town", seat=seat, text=text):
            return f"{{{seat}}}: {quoted(text)}"
        case Said(room="whisper", seat=seat, text=text, to=to):
            return f"{{{seat}}} whispers to {{{to}}}: {quoted(text)}"
        case Said(room=room, seat=seat, text=text):
            return f"{{{seat}}}, {_ROOMS[room]}: {quoted(text)}"
        case Overheard(room=room, voice=voice, text=text):
            return f"{voice.capitalize()}, {_ROOMS[room]}: {quoted(text)}"
        case Corrected(seat=seat, means=()):
            return f"{{{seat}}} takes it back, and claims nothing."
        case Corrected(seat=seat, means=means):
            return f"{{{seat}}} corrects: {stated(means)}"
        case Reached(seats=seats):
            return f"Heard by {len(seats)}."
        case WhisperSeen(seat=seat, to=to):
            return f"{{{seat}}} whispers to {{{to}}}."
        case Waited(seat=seat):
            return f"{{{seat}}} has nothing more to say."
        case Invited():
            return "Who has something to say to that?"
        case Bade(seat=seat, eagerness=eagerness):
            return f"{{{seat}}} is eager to speak: {eagerness} of 4."
        case FloorGiven(seat=None):
            return "Nobody wants to speak."
        case FloorGiven(seat=seat):
            return f"{{{seat}}} is about to speak."
        case Wrote(seat=seat, paper=paper, text=text):
            if not text:
                return f"{{{seat}}} tears up their {paper}."
            return f"{{{seat}}} writes their {paper}: {quoted(in_one_line(text))}"
        case Summed(seat=seat, day=day, text=text):
            return f"{{{seat}}} keeps of day {day}: {quoted(text)}"
    return ""


def _day(event: Event) -> str:
    match event:
        case DayBroke(day=day):
            return (
                "Day 1. The town comes together, and nobody knows who is who."
                if day == 1
                else f"Day {day}. The town talks."
            )
        case Picked(seat=seat, whom=whom):
            return f"{{{seat}}} chooses {f'{{{whom}}}' if whom else 'nobody'} for tonight."
        case MayorRevealed(seat=seat):
            return f"{{{seat}}} steps forward as the Mayor: from now on their vote counts three times."
        case NominationBegan(trial=0):
            return "Who is to stand trial?"
        case NominationBegan():
            return "Is anybody else to stand trial today?"
        case BallotBegan():
            return "These are too few for a trial. Does anybody want to vote otherwise?"
        case Nominated(seat=seat, whom=whom):
            return f"{{{seat}}} accuses {f'{{{whom}}}' if whom else 'nobody'}."
        case TrialBegan(trial=trial, accused=accused):
            return f"Trial {trial} of the day: {{{accused}}} stands accused, and may speak."
        case Gagged(seat=seat):
            return f"{{{seat}}} cannot speak, and shows a note: “I am blackmailed.”"
        case JudgementBegan():
            return "The town judges: guilty or innocent?"
        case Judged(seat=seat, verdict=vote):
            return f"{{{seat}}} {'abstains' if vote == 'abstain' else f'votes {vote}'}."
        case Answered(seat=seat):
            return f"{{{seat}}} has judged."
        case Sentenced():
            return _sentenced(event)
        case Lynched(seat=seat, role=role, will=will):
            return f"{{{seat}}} was hanged, and was {a_role(role)}. {will_found(will)}"
        case Triumphed(seat=seat):
            return f"{{{seat}}} has what they wanted."
    return ""


def _night(event: Event) -> str:
    match event:
        case NightFell(night=night, trials=trials):
            untried = "" if trials is None else f"Too few agree: there is no {'further ' * (trials > 0)}trial today. "
            return f"{untried}Night {night} falls, and everybody goes home."
        case Jailed(prisoner=prisoner):
            return f"{{{prisoner}}} is dragged off to jail for the night."
        case SeanceBegan(medium=medium, whom=whom):
            return f"{{{medium}}}, who is dead, speaks to {{{whom}}} tonight."
        case Ordered(seat=seat, order=order):
            return f"{{{seat}}} chooses to {ordered(order)}."
        case Cautioned(seat=seat, cautious=cautious):
            return f"{{{seat}}} is {'cautious' if cautious else 'not cautious'} from now on."
        case Noticed(night=night, notice=notice):
            return f"Night {night}: {noticed_of(notice)}"
        case Spent(seat=seat, uses=uses):
            more = {1: "once more", 2: "two more times"}.get(uses, f"{uses} more times")
            return f"{{{seat}}} can do that {more}." if uses else f"{{{seat}}} cannot do that any more."
        case Became(seat=seat, role=role):
            return f"{{{seat}}} is {a_role(role)} from now on."
        case Marked():
            return "The night has left its marks."
        case Dawned():
            return _dawned(event)
        case Ended():
            return _ended(event)
    return ""


def speeches(event: Event) -> tuple[Speech, ...]:
    """What was said to the whole town, by whom."""
    return (Speech(event.seat, event.text),) if isinstance(event, Said) and event.room == "town" else ()


def quoted(text: str) -> str:
    """What somebody said, between quotation marks that nothing in it can close."""
    return f"“{text.translate(_INNER)}”"


def in_one_line(text: str) -> str:
    """What somebody wrote in lines, with strokes for their ends."""
    return " / ".join(each.strip() for each in text.split("\n") if each.strip())


def a_role(role: RoleName) -> str:
    """“an Arsonist”, “the Mayor”: of some there is only one."""
    article = "the" if ROLE[role].unique else "an" if role[0] in "aeiou" else "a"
    return f"{article} {role.title()}"


def briefly(order: Order) -> str:
    """“heal {p3}”, “swap {p1} and {p4}”."""
    return f"{deed_of(order)} and {{{order.other}}}" if order.other is not None else deed_of(order)


def ordered(order: Order | None) -> str:
    """What somebody means to do: “sleep”, “keep {p3} from acting”."""
    if order is None:
        return "sleep"
    if order.act == "revive" and order.other is not None:
        return f"use the corpse of {{{order.target}}} on {{{order.other}}}"
    sentence = DEEDS[order.act].replace("{one}", f"{{{order.target}}}")
    return sentence.replace("{two}", f"{{{order.other}}}")


DEEDS: Mapping[Act, str] = {
    "investigate": "investigate {one}", "question": "question {one}", "watch": "watch the house of {one}", "bug": "bug {one}",
    "execute": "execute {one}", "stake": "hunt {one} as a Vampire", "alert": "go on alert", "shoot": "shoot {one}",
    "guard": "guard {one}", "vest": "put on a vest", "heal": "heal {one}", "block": "keep {one} from acting",
    "seance": "speak to {one}", "revive": "bring {one} back from the dead", "swap": "swap {one} and {two}",
    "kill": "have {one} killed", "frame": "frame {one}", "clean": "clean up after {one}", "forge": "forge the will of {one}",
    "disguise": "look like {one}", "blackmail": "blackmail {one}", "consult": "find out what {one} is",
    "remember": "become what {one} was", "bite": "have {one} bitten", "haunt": "haunt {one}",
    "control": "make {one} act on {two}", "stab": "stab {one}", "douse": "pour petrol over {one}",
    "ignite": "set all alight who are doused", "rampage": "go on a rampage around {one}",
}  # fmt: skip
"""What can be done at night, and to whom."""


def noticed(notice: Notice) -> str:
    """What a night told somebody, addressed to them."""
    return _filled(NOTICES[notice.kind], notice)


def noticed_of(notice: Notice) -> str:
    """The same, told of them."""
    return _filled(TOLD[notice.kind], notice).replace("{who}", f"{{{notice.seat}}}")


def _filled(sentence: str, notice: Notice) -> str:
    if notice.kind == "bugged":
        told = Notice(notice.seat, notice.text, notice.seats, notice.roles)  # type: ignore[arg-type]
        return sentence.replace("{text}", quoted(noticed(told)))
    roles = _or([a_role(role) for role in notice.roles])
    sentence = sentence.replace("{seats}", _each(notice.seats)).replace("{roles}", roles)
    return sentence.replace("{will}", will_found(notice.text))


def _each(seats: Sequence[Seat]) -> str:
    """“{p1} (twice) and {p2}”: somebody who is there several times stands once."""
    often = {1: "", 2: " (twice)"}
    items = [f"{{{seat}}}{often.get(count, f' ({count} times)')}" for seat, count in Counter(seats).items()]
    return and_(items or ["nobody"])


def _or(items: Sequence[str]) -> str:
    *most, last = items or ["nobody"]
    return f"{', '.join(most)} or {last}" if most else last


def _opened(event: Opened) -> str:
    rules = f" House rules: {event.house_rules}" if event.house_rules else ""
    slots = (f"{slot} ×{count}" if count > 1 else slot for slot, count in sorted(Counter(event.slots).items()))
    return f"The town has {len(event.seats)} people. The role list: {', '.join(slots)}.{rules}"


def _sentenced(event: Sentenced) -> str:
    by: dict[Verdict, list[Seat]] = {}
    for seat, vote in event.votes:
        by.setdefault(vote, []).append(seat)
    words: Mapping[Verdict, str] = {"guilty": "Guilty", "innocent": "Innocent", "abstain": "Abstained"}
    votes = " ".join(f"{word}: {listed(by[vote])}." for vote, word in words.items() if vote in by)
    result = "is found guilty and has to hang" if event.hangs else "is acquitted"
    return f"{{{event.accused}}} {result}, {event.guilty} to {event.innocent}. {votes}"


def will_found(will: str | None, bloodied: bool = False) -> str:
    if bloodied:
        return "Their will is soaked in blood, and nobody can read it."
    if will is None:
        return "Somebody has cleaned up: nothing is left that would say who they were."
    return f"Their will: {quoted(in_one_line(will))}" if will.strip() else "They left no will."


def _dawned(event: Dawned) -> str:
    count = len(event.deaths)
    parts = [f"{_NUMBERS.get(count, str(count))} of us are dead."] if count > 1 else []
    parts += [_died(death) for death in event.deaths] or ["Nobody has died."]
    parts += [f"{{{seat}}} is back from the dead." for seat in event.revived]
    parts += [f"An Amnesiac has remembered to be {a_role(role)}." for role in event.remembered]
    return f"Dawn after night {event.night}. {' '.join(parts)}"


_NUMBERS = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine"}


def _died(death: Death) -> str:
    causes = " and ".join(CAUSES[cause] for cause in death.causes)
    was = f"{{{death.seat}}} {causes}"
    was += f", and was {a_role(death.role)}." if death.role is not None else "."
    notes = "".join(f" A death note lay there: {quoted(in_one_line(note))}" for note in death.notes)
    if death.bloodied and death.role is None:
        return f"{was} {will_found(None)}{notes}"
    return f"{was} {will_found(death.will, death.bloodied)}{notes}"


def _ended(event: Ended) -> str:
    """How it ended, who has won, and what everybody was."""
    # Where no side wins, whoever does wins for themselves.
    alone = " for themselves" if event.ending in ("nobody", "wipe-out", "time-out") else ""
    win = "wins" if len(event.winners) == 1 else "win"
    won = f" {listed(event.winners)} {win}{alone}." if event.winners else ""
    roles = and_([f"{{p{n}}} {a_role(role)}" for n, role in enumerate(event.roles, 1)])
    return f"{verdict(event.ending)}{won} In the end they were: {roles}."
