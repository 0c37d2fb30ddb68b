"""Town in sentences: one an event, the same to people and models; seats stand as {seat} marks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.core import Event, Seat, Speech, house_says
from games.town.asks import deed_of
from games.town.events import (
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
    RoomName,
    Said,
    SeanceBegan,
    Sentenced,
    Settled,
    Spent,
    Summed,
    TrialBegan,
    Triumphed,
    Verdict,
    Waited,
    WhisperSeen,
    Wrote,
)
from games.town.people import Act, Death, Notice, NoticeKind, Order, RoleName
from games.town.phrases import and_, listed
from games.town.roles import ROLE
from games.town.stating import stated
from games.town.winning import verdict

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
    "jailed": "[You were|{who} was] in jail.",
    "target_jailed": "[The one you wanted to reach|{who} wanted to reach somebody who] sat in jail.",
    "blocked": "[Somebody kept you|{who} was kept] from acting.",
    "immune_to_block": "Somebody tried to keep [you|{who}] from acting, in vain.",
    "controlled": "A Witch made [you|{who}] act as she liked.",
    "immune_to_control": "A Witch tried to control [you|{who}], in vain.",
    "transported": "[You were|{who} was] taken to somebody else's house.",
    "overruled": "The Godfather sent [you|{who}] to {seats}.",
    "attacked": "[You were attacked, and live|{who} was attacked, and lives].",
    "healed": "A Doctor healed [you|{who}].",
    "guarded": "A Bodyguard fought for [you|{who}].",
    "vested": "[Your vest saved you|A vest saved {who}].",
    "too_strong": "[The one you attacked was too strong|{who} attacked in vain].",
    "target_attacked": "[The one you healed|{who} healed somebody who] was attacked.",
    "suspicious": "[The one you|{who} learnt that the one they] questioned is suspicious.",
    "innocent": "[The one you|{who} learnt that the one they] questioned seems innocent.",
    "no_result": "[You learnt nothing: the one you|{who} learnt nothing: the one they] wanted to question sat in jail.",
    "group": "[The one you|{who} learnt that the one they] investigated is {roles}.",
    "role_is": "[The one you|{who} learnt that the one they] looked at is {roles}.",
    "visitors": "[The one you|{who} learnt that the one they] watched was visited by {seats}.",
    "mafia_visited": "[The|{who} learnt that the] Mafia visited {seats}.",
    "bugged": "[The one you bugged|{who} heard what the one they bugged] was told: {text}",
    "cleaned": "[You|{who}] cleaned up: it was {roles}. {will}",
    "converted": "[|{who} learnt that ]{seats} is a Vampire now.",
    "was_converted": "[You were bitten, and are|{who} was bitten, and is] a Vampire now.",
    "became": "[You are|{who} is] {roles} now.",
    "doused": "[You were|{who} was] doused in petrol.",
    "washed": "[You|{who}] washed off the petrol.",
    "blackmailed": "[You are blackmailed: today you|{who} is blackmailed: by day they] can vote, but neither speak nor whisper.",
    "forfeited": "[You|{who}] executed a townsman, and will never execute anybody again.",
    "shot": "[You shot at somebody who came to your|{who} shot at somebody who came to their] door.",
    "witch_role": "[The one you|{who} learnt that the one they] controlled is {roles}.",
    "haunted": "The Jester haunted [you|{who}].",
    "guilt": "[You could not live with what you|{who} could not live with what they] had done.",
}
"""What a night tells somebody, with what it is about: [as it is told to them|as it is told of them]."""

_PERSON = re.compile(r"\[(.*?)\|(.*?)\]")

_ROOMS: Mapping[RoomName, str] = {
    "mafia": "to the Mafia", "vampires": "to the Vampires", "jail": "in jail", "dead": "to the dead",
    "seance": "in a seance", "whisper": "in a whisper", "town": "",
}  # fmt: skip


def say(event: Event) -> str:
    sentence = _SENTENCES.get(type(event))
    return house_says(event) if sentence is None else sentence(event)


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

_ASKED: Mapping[Act, str] = {
    "watch": "Whose house do you watch?", "execute": "Do you execute your prisoner?", "revive": "Whose grave do you open?",
    "swap": "Which two do you swap?", "kill": "Whom does the Mafia kill?", "bite": "Whom do the Vampires bite?",
    "clean": "After whom do you clean up?", "forge": "Whose will do you forge?", "disguise": "Whose looks do you take on?",
    "consult": "About whom do you find out?", "remember": "Whose role do you take on?", "douse": "Over whom do you pour petrol?",
    "control": "Whom do you make act, and on whom?", "rampage": "Around whom do you go on a rampage?",
}  # fmt: skip


def asked(act: Act) -> str:
    """Somebody's deed as a question to them: “Whom do you keep from acting?”, “Do you go on alert?”."""
    deed = DEEDS[act]
    return _ASKED.get(act) or f"{'Whom do' if '{one}' in deed else 'Do'} you {deed.replace(' {one}', '')}?"


def noticed(notice: Notice) -> str:
    """What a night told somebody, addressed to them."""
    return _filled(_PERSON.sub(r"\1", NOTICES[notice.kind]), notice)


def noticed_of(notice: Notice) -> str:
    """The same, told of them."""
    return _filled(_PERSON.sub(r"\2", NOTICES[notice.kind]), notice).replace("{who}", f"{{{notice.seat}}}")


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
    listed = (" or ".join(map(str.strip, slot.split("|"))) for slot in event.slots)
    slots = (f"{slot} ×{count}" if count > 1 else slot for slot, count in sorted(Counter(listed).items()))
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


def _said(event: Said) -> str:
    where = {"town": "", "whisper": f" whispers to {{{event.to}}}"}.get(event.room, f", {_ROOMS[event.room]}")
    return f"{{{event.seat}}}{where}: {quoted(event.text)}"


def _wrote(event: Wrote) -> str:
    if not event.text:
        return f"{{{event.seat}}} tears up their {event.paper}."
    return f"{{{event.seat}}} writes their {event.paper}: {quoted(in_one_line(event.text))}"


def _mates(event: MatesMet) -> str:
    side = "Vampires" if all(role == "vampire" for _, role in event.members) else "Mafia"
    return f"The {side} know each other: {and_([f'{{{seat}}} is {a_role(role)}' for seat, role in event.members])}."


def _night_fell(event: NightFell) -> str:
    further = "further " if event.trials else ""
    untried = "" if event.trials is None else f"Too few agree: there is no {further}trial today. "
    return f"{untried}Night {event.night} falls, and everybody goes home."


def _spent(event: Spent) -> str:
    more = {0: "cannot do that any more", 1: "can do that once more", 2: "can do that two more times"}
    return f"{{{event.seat}}} {more.get(event.uses, f'can do that {event.uses} more times')}."


def _somebody(seat: Seat | None) -> str:
    return f"{{{seat}}}" if seat else "nobody"


_FIRST_DAY = "Day 1. The town comes together, and nobody knows who is who."

_SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    # by day and by night
    Opened: _opened,
    RoleGiven: lambda e: f"{{{e.seat}}} is {a_role(e.role)}{f', who wants {{{e.quarry}}} hanged' if e.quarry else ''}.",
    MatesMet: _mates,
    Said: _said,
    Overheard: lambda e: f"{e.voice.capitalize()}, {_ROOMS[e.room]}: {quoted(e.text)}",
    Corrected: lambda e: (
        f"{{{e.seat}}} {f'corrects: {stated(e.means)}' if e.means else 'takes it back, and claims nothing.'}"
    ),
    Reached: lambda e: f"Heard by {len(e.seats)}.",
    WhisperSeen: lambda e: f"{{{e.seat}}} whispers to {{{e.to}}}.",
    Waited: lambda e: f"{{{e.seat}}} has nothing more to say.",
    Invited: lambda e: "Who has something to say to that?",
    Bade: lambda e: f"{{{e.seat}}} is eager to speak: {e.eagerness} of 4.",
    FloorGiven: lambda e: f"{{{e.seat}}} is about to speak." if e.seat else "Nobody wants to speak.",
    Wrote: _wrote,
    Summed: lambda e: f"{{{e.seat}}} keeps of day {e.day}: {quoted(e.text)}",
    # the day
    DayBroke: lambda e: _FIRST_DAY if e.day == 1 else f"Day {e.day}. The town talks.",
    Picked: lambda e: f"{{{e.seat}}} chooses {_somebody(e.whom)} for tonight.",
    MayorRevealed: lambda e: f"{{{e.seat}}} steps forward as the Mayor: from now on their vote counts three times.",
    NominationBegan: lambda e: "Is anybody else to stand trial today?" if e.trial else "Who is to stand trial?",
    BallotBegan: lambda e: "These are too few for a trial. Does anybody want to vote otherwise?",
    Nominated: lambda e: f"{{{e.seat}}} accuses {_somebody(e.whom)}.",
    TrialBegan: lambda e: f"Trial {e.trial} of the day: {{{e.accused}}} stands accused, and may speak.",
    Gagged: lambda e: f"{{{e.seat}}} cannot speak, and shows a note: “I am blackmailed.”",
    JudgementBegan: lambda e: "The town judges: guilty or innocent?",
    Judged: lambda e: f"{{{e.seat}}} {'abstains' if e.verdict == 'abstain' else f'votes {e.verdict}'}.",
    Answered: lambda e: f"{{{e.seat}}} has judged.",
    Sentenced: _sentenced,
    Lynched: lambda e: f"{{{e.seat}}} was hanged, and was {a_role(e.role)}. {will_found(e.will)}",
    Triumphed: lambda e: f"{{{e.seat}}} has what they wanted.",
    # the night
    NightFell: _night_fell,
    Jailed: lambda e: f"{{{e.prisoner}}} is dragged off to jail for the night.",
    SeanceBegan: lambda e: f"{{{e.medium}}}, who is dead, speaks to {{{e.whom}}} tonight.",
    Ordered: lambda e: f"{{{e.seat}}} chooses to {ordered(e.order)}.",
    Cautioned: lambda e: f"{{{e.seat}}} is {'cautious' if e.cautious else 'not cautious'} from now on.",
    Noticed: lambda e: f"Night {e.night}: {noticed_of(e.notice)}",
    Spent: _spent,
    Became: lambda e: f"{{{e.seat}}} is {a_role(e.role)} from now on.",
    Chosen: lambda e: f"Night {e.night}: everybody has chosen.",
    Settled: lambda e: f"Night {e.night}: all that was to be said has been said.",
    Marked: lambda e: "The night has left its marks.",
    Dawned: _dawned,
    Ended: _ended,
}
"""What is told of everything that happens."""
