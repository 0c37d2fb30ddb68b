"""What the built-in players say: what they claim and learned, whom they suspect, what they ask and agree to.

Sentences have {seat} marks for names. What they claim stands beside them, made of the same intent; the words for it are the
phrasebook's, which reads them as exactly that.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Literal

from games.core import Seat, record
from games.manners import Manner, ended, manners
from games.phrases import Talk, fill, worded
from games.town.events import Claim
from games.town.mind import Ground, Why
from games.town.people import ROLES, RoleName
from games.town.phrases import NIGHTS, SAYS
from games.town.stating import PLAINEST, in_short, night_said, tellable

LONGEST, ROOMIEST = 230, 320
"""Characters of what is said for one intent; with all that a character adds to it."""

# fmt: off
Aim = Literal[
    "claim", "accuse", "trust", "deny", "ask", "answer", "chat", "greet", "farewell", "propose", "second", "demand", "plead",
]
# fmt: on


@record
class Intent:
    """What somebody means to say.

    By day: *claim* to be `role`, with the log of their nights; *accuse* `target`; *trust* (defend) `target`; *deny* an
    accusation, by `target` if given; *ask* `target` for their role, and *answer* such a question without saying it; *chat*: nothing important; *greet* on day 1; *farewell*:
    last words, with a role and a log or without. At night: *propose* `target` for a victim and *second* it, in the Mafia's or
    the Vampires' room; *demand* a claim of the prisoner; *plead* as the prisoner, who claims `role` and the log if there is one.

    The `log` is what they claim of their nights, truly or not: deeds, results, whereabouts. The `ground` is why they accuse or
    trust, or what they are accused of. `before`: whom they accused last. The `speaker` tells their own grounds from others'.
    `counter`: they and `target` claim a role of which the list has only one; or `target` told lies of them (*slander*).
    """

    aim: Aim
    target: Seat | None = None
    role: RoleName | None = None
    log: tuple[Claim, ...] = ()
    ground: Ground = Ground("")
    before: Seat | None = None
    speaker: Seat | None = None
    counter: Literal["counter", "slander"] = "counter"


# ── words that claim nothing ──────────────────────────────────────────────────────────────────────────────────────────

MINE: Mapping[Why, str] = {
    "result": "(it's what my own night told me|I have it from my own night|that is no guess of mine|I looked into it myself)",
    "blocked": "(nobody died on night {n}, when I kept {them} busy|I kept {them} busy on night {n}, and nobody died)",
    "busy": "(I kept {them} busy on night {n}, and somebody died all the same|somebody died on night {n}, and I had kept {them} busy)",
    "kept": "(I kept {them} busy on night {n}, and {they} told us of a deed that night|{they} told us of a deed on night {n}, when I kept {them} busy)",
    "untrue": "(nobody kept me busy on night {n}, whatever {they} said|{they} said they kept me busy on night {n}, and nobody did)",
    "strong": "(the bullet that was meant for {them} did nothing)",
    "seen": "(I saw {them} at the house of {about} on the night when {about} died|I stood outside on the night when {about} died, and saw {them} come)",
    "caught": "(I saw {them} at the house of {about} on night {n}, when somebody tried to kill {about})",
    "spied": "(the Mafia called on {them} on night {n}, as I found out)",
    "attacked": "(somebody came to kill {them} on night {n}, and I know it at first hand)",
    "rivals": "(I said what I am on day {n}, {they} only after that, and there can be one {role} at most|there can be one {role} at most, and I spoke up on day {n}, before {them})",
    "blind": "(somebody came to kill me on night {n}, when {they} say nobody was at my house|{they} say nobody came to me on night {n}, when I was attacked)",
    "missed": "(I was at the house of {about} on night {n}, and {they} watched and saw nothing of me)",
    "knew": "(night {n} was for me as {they} told it|what {they} told of night {n} is so, for I was there)",
}  # fmt: skip
"""Why somebody ({them}, {they}) is accused or trusted, from what one did oneself."""
GROUNDS: Mapping[Why, str] = {
    "result": "(it's what {by} found on night {n}|there is {by}'s result of night {n}|we have {by}'s word for night {n})",
    "seen": "({by} saw {them} at the house of {about} on the night when {about} died|{about} died on night {n}, and {by} saw {them} at the door)",
    "caught": "({by} saw {them} at the house of {about} on night {n}, when somebody tried to kill {about})",
    "blocked": "({by} kept {them} busy on night {n}, and nobody died|nobody died on night {n}, when {by} kept {them} busy)",
    "busy": "({by} kept {them} busy on night {n}, and somebody died all the same)",
    "kept": "({by} kept {them} busy on night {n}, and {they} told us of a deed that night|{they} told us of a deed on night {n}, when {by} kept {them} busy)",
    "strong": "({by} fired at {them}, and the bullet did nothing)",
    "spied": "({by} found out that the Mafia called on {them} on night {n})",
    "attacked": "({by} found out that somebody came to kill {them} on night {n})",
    "votes": "({they} judged {about} {found}, and {about} was the {role}|when {about} stood on trial, {they} judged {found}, and {about} was the {role})",
    "odd": "(nobody who is for the Town says such a thing of themselves|nobody of the Town is the {role})",
    "full": "(the list has no room for another {role}|there is no {role} left on the list to be)",
    "neither": "(there is no {role} left on the list for {them} or for {about}|the list has no {role} left, not for {them} and not for {about})",
    "rivals": "({about} was the first to claim {role}, and there can be one at most|{about} claimed {role} before {they} did, and there can be one at most)",
    "alone": "(nobody else has said they are the {role}|nobody disputes the {role})",
    "changed": "({they} told us one thing first and then another)",
    "unsaid": "(most of us have said what we are, and {they} kept it back|I have heard a role from most of us, and none from {them})",
    "dead": "({they} told us of {about} on night {n}, and {about} lay dead by then)",
    "wrong": "({about} was the {role}, and {they} told us otherwise|what {they} told us of {about} was not so: {about} was the {role})",
    "accused": "({they} spoke against {about}, who was the {role}|{they} wanted {about} gone, who was the {role})",
    "right": "({they} named {about} before most of us did|{about} turned out just as {they} had said)",
}  # fmt: skip
"""… from what everybody knows, or has heard."""
WRITTEN: Mapping[Why, str] = {"result": "({by}'s will names {them}, night {n}|for night {n}, {by}'s will names {them})"}
"""… from a dead one's will."""

CHARGES = "(I don't trust|I suspect|my vote goes to|I say we hang|my suspect is) {target}"
TRUSTS = "(I trust|I believe|I can vouch for|I wouldn't hang) {target}"
LINKS = ("{charge}: {ground}.", "{charge}. {ground}.", "{charge}, because {ground}.", "{charge}; {ground}.", "{charge} – {ground}.", "{ground}, so {charge}.")  # fmt: skip

TURNS = (
    "(I've changed my mind|I have to correct myself|I've thought again) since (I spoke of|I named) {before}.",
    "(I was too quick with|I may have wronged) {before}.",
)
"""Whom one has accused before."""
REPLIES: Mapping[Why, str] = {
    "votes": "(I judged {about} by what we knew then|I judged as it looked to me that day)",
    "unseen": "(I was at no such house, so {by} is mistaken|{by} saw somebody else there, not me)",
    "kept": "(I could act on night {n}, whatever {by} did)",
    "result": "(somebody must have framed me|a Framer can do that to anybody)",
    "accused": "(I was wrong about {about}, that's all|I was mistaken about {about}, and not only I)",
    "alone": "(the list has room for the {role}, and nobody else claims it|somebody has to be the {role}, and nobody else claims it)",
    "": "(it wasn't me|you have the wrong one|that's not so|why me, of all people|you're making a mistake|is that all you have|show me one thing that speaks against me|that's a guess, and a bad one)",
}  # fmt: skip
"""What somebody answers who is accused of that."""
PLEAS: Mapping[Why, str] = {
    "result": "(look at what {by} found about me on night {n}|there is {by}'s night {n}, which speaks for me)",
    "votes": "(I judged {about} {found}, who was the {role}|when {about} stood on trial, I judged {found}, and {about} was the {role})",
    "right": "(I named {about} before most of you did|I was right about {about}, who was the {role})",
    "spied": "(the Mafia would not call on its own, and {by} found them at my door on night {n})",
    "attacked": "(somebody came to kill me on night {n}, as {by} can tell you|{by} found out that somebody wanted me dead on night {n})",
    "busy": "({by} kept me busy on night {n}, and somebody died all the same|somebody died on night {n}, when {by} kept me busy)",
    "alone": REPLIES["alone"],
}  # fmt: skip
"""What somebody says who is accused, of what speaks for them."""
REMARKS: Mapping[Aim, tuple[str, ...]] = {
    "farewell": (
        "You have the wrong one.", "So be it. Good luck to the rest of you.", "This is a mistake, and you'll see it soon.",
        "Well played, whoever you are.", "Remember who pushed for this.", "No hard feelings.", "Look at who is smiling now.",
        "I hope it was worth it.", "Ask yourselves tomorrow who wanted this.", "That's one fewer for them.", "Goodbye, then.",
    ),
    "ask": (
        "(What are you|what's your role|would you claim|who are you and where have you been|what do you have for us|what did your nights bring|where do you stand|what should we know about you), {target}?",
        "{target}, (what are you|what's your role|would you claim|what do you have for us|how about you|what have you been doing at night|whom would you hang)?",
        "(I'd like to hear|We haven't heard|I'd like a word from|Let's hear) {target}(| next| on this| before we vote).",
    ),
    "answer": (
        "I'd rather (not say yet|keep that to myself|say it when it counts)(| today).", "That would only (help|please|serve) (the wrong people|those who hunt us).",
        "My (role|part) can wait (until it is needed|until there is more to go by|a day longer).", "I (have|see) no reason to (show my cards|say it) (yet|so early|today).",
        "Whoever (knows it|hears it) may (act on it|come for me) tonight, so not (yet|now).",
    ),
    "chat": ("Nothing from me so far.", "I have nothing to add.", "I'm listening.", "Nothing new on my side."),
    "greet": (
        "(Good morning|Hello|Morning|Hi|Hello there|Good day)(|, everybody|, all|, neighbours)(.|!)",
        "(Good morning|Hi all|Morning). (Let's survive this|Nice town, this|I hope we sleep well tonight|Here we go again|Good luck, everybody|Quiet here, isn't it|May the right ones hang).",
    ),
    "propose": (
        "Let's take {target} tonight.", "I say {target}.", "{target} tonight?", "It should be {target}, I think.", "Kill {target}.",
        "How about {target}?", "{target}, before they talk.", "My pick is {target}.",
    ),
    "second": (
        "{target} it is.", "Fine with me: {target}.", "Agreed, {target}.", "Yes, {target}.", "{target}, good.", "{target}, then.",
    ),
    "demand": (
        "What is your role?", "Who are you, and what have you done at night?", "Your role and your nights, please.",
        "Claim, please. I'd rather not execute you.", "So, what are you?", "You have one night to convince me.",
    ),
}  # fmt: skip
"""What claims nothing."""

# ── putting it together ───────────────────────────────────────────────────────────────────────────────────────────────


TRIES = 30
"""Wordings that are thought of, before one is taken that was said before."""
ROLES_NAMED = re.compile("|".join(sorted((re.escape(role) for role in ROLES), key=len, reverse=True)), re.IGNORECASE)


def said(intent: Intent, rng: random.Random, talk: Talk | None = None, manner: str = "") -> str:
    """The intent in words, with {seat} marks: as nobody has said it yet in what was heard of the `talk`, if there
    is such a way, and as the character of that name speaks. Of a log that is too long the first nights are left out; see `told`."""
    how = manners().get(manner)
    return talk.freshest(lambda: _said(intent, rng, how), TRIES) if talk else _said(intent, rng, how)


def _said(intent: Intent, rng: random.Random, how: Manner | None) -> str:
    text = _in_character(intent, rng, how) if how else ""
    text = text if 0 < len(text) <= ROOMIEST else _plainly(intent, rng)
    return f"{_worded(rng.choice(TURNS), intent, rng)} {text}" if intent.before else text


def _in_character(intent: Intent, rng: random.Random, how: Manner) -> str:
    """The intent as this character says it, of any length; empty where it has no words of its own."""
    ground, log = intent.ground, told(intent)
    match intent.aim:
        case "accuse" if ground.why == "counter":
            return how.tells(_countered(intent, how.nights, how.joint, rng), rng)
        case "accuse":
            return _worded(how.grounded(rng.choice(how.charge), _reason(intent), rng), intent, rng)
        case "trust":
            word = f"{TRUSTS}; {_reason(intent)}" if ground.why else TRUSTS
            return how.tells(_worded(word, intent, rng), rng)
        case "deny":
            return _worded(how.replied(_reply(ground) if ground.why else "", rng), intent, rng)
        case "claim" | "farewell" if intent.role or log:
            parts = [worded(how.role, _slots(intent), rng)] if intent.role else []
            parts += _nights(log, how.nights, rng)
            return how.tells(_joined(parts, how.joint), rng)
        case "ask" if intent.target:
            return _worded(ended(rng.choice(how.ask)), intent, rng)
        case "greet" | "farewell":
            own = how.greet if intent.aim == "greet" else how.farewell
            return _worded(ended(rng.choice(own)), intent, rng)
    return ""


def _plainly(intent: Intent, rng: random.Random) -> str:
    """The intent as anybody says it."""
    ground = intent.ground
    match intent.aim:
        case "claim" | "plead":
            return _account(intent, "plea" if intent.aim == "plead" else "role", rng)
        case "farewell" if intent.role or intent.log:
            return _account(intent, "last role", rng)
        case "accuse" if ground.why == "counter":
            return f"{_countered(intent, rng.choice(NIGHTS), '. ', rng)}."
        case "accuse":
            return _grounded(intent, CHARGES, rng)
        case "trust":
            return _grounded(intent, TRUSTS, rng)
        case "deny":
            call = rng.choice(("{target}, ", "", "")) if intent.target else ""
            return _worded(f"{call}{_reply(ground) or REPLIES['']}.", intent, rng)
    able = [each for each in REMARKS[intent.aim] if intent.target or "{target}" not in each]
    return _worded(rng.choice(able), intent, rng) if able else "Who has something to claim?"


def _grounded(intent: Intent, charge: str, rng: random.Random) -> str:
    """What somebody thinks of somebody, and why."""
    link = rng.choice(LINKS) if intent.ground.why else "{charge}."
    return _worded(link.replace("{charge}", charge).replace("{ground}", _reason(intent)), intent, rng)


def _reply(ground: Ground) -> str:
    return (PLEAS if ground.weight < 0 else REPLIES).get(ground.why, "")


def _reason(intent: Intent) -> str:
    ground = intent.ground
    own, written = ground.by is not None and ground.by == intent.speaker, ground.will and ground.why in WRITTEN
    return (MINE if own else WRITTEN if written else GROUNDS).get(ground.why) or GROUNDS.get(ground.why, "")


def heard(ground: Ground, whom: Seat, text: str, among: Sequence[Mapping[Why, str]] | None = None) -> bool:
    """Whether a statement, with {seat} marks, gives that ground of `whom` in words `among` those (the grounds'), whatever stands around
    them."""
    intent = Intent("accuse", whom, ground=ground)
    given = (words.get(ground.why, "") for words in among or (GROUNDS, MINE, WRITTEN)) if ground.why else ()
    phrases = [phrase for words in given if words for phrase in words[1:-1].split("|")]
    each = (fill(_named(phrase, first), _slots(intent)) for phrase in phrases for first in (True, False))
    return any(phrase.casefold() in text.casefold() for phrase in each)


def _named(wording: str, first: bool | None = None) -> str:
    """Whoever is spoken of is named the first time, and *they* after that: “I suspect {p2}: they …”, “{p2} …, so I suspect {p2}”."""
    if first is None:
        pronouns = [wording.find(each) for each in ("{they}", "{them}") if each in wording]
        first = not pronouns or min(pronouns) < wording.find("{target}")
    if first:
        return wording.replace("{they}", "{target}").replace("{them}", "{target}")
    return wording.replace("{they}", "they").replace("{them}", "them")


def meant(intent: Intent) -> tuple[Claim, ...]:
    """What the intent claims."""
    found = [Claim("role", intent.role)] if intent.role else []
    found += told(intent)
    if intent.aim in ("accuse", "trust"):
        found.append(Claim(intent.aim, target=intent.target))
    return tuple(dict.fromkeys(found))


def told(intent: Intent) -> tuple[Claim, ...]:
    """What of its log an intent has the room to tell: the last of it, and none of what nobody would tell."""
    log = tuple(each for each in intent.log if tellable(each))
    while log and len(_terse(intent.role, log)) > LONGEST:
        log = log[1:]
    return log


OPENINGS: Mapping[str, str] = {
    "role": "(I'm|I am|Listen, I'm|Fine, I'm|For the record, I'm|Look, I'm|All right, I'm|Then it's time: I'm|I'll say it now: I'm|To be open, I'm|Well, I'm) (the|) {role}",
    "plea": "(I'm|I am|I swear I'm|Believe me, I'm) the {role}(, please don't execute me|, Jailor|. Please let me live|. You'd be wasting an execution|)",
    "last role": "(I was|I'm|I am) the {role}(|, and you'll see it in a moment|. This is a mistake|. Remember what I told you|, as you'll read in a minute)",
}  # fmt: skip
"""How somebody says what they are."""
JOINTS = (". ", "; ", ", ")


def _account(intent: Intent, opening: str, rng: random.Random) -> str:
    """A role, and nights; the shortest words if it would be too long."""
    log = told(intent)
    parts = [_worded(OPENINGS[opening], intent, rng)] if intent.role else []
    parts += _nights(log, rng.choice(NIGHTS), rng)
    text = _joined(parts, rng.choice(JOINTS))
    return f"{text}." if len(text) < LONGEST else _terse(intent.role, log)


def _countered(intent: Intent, style: str, joint: str, rng: random.Random) -> str:
    """Who lies, since one is this oneself; and what one has done."""
    nights = _joined(["", *_nights(told(intent), style, rng)], joint)
    return f"{_filled(rng.choice(SAYS[intent.counter]), intent).rstrip('.')}{nights}"


def _nights(log: Sequence[Claim], style: str, rng: random.Random) -> list[str]:
    """Each night in a sentence, without its full stop: “On night 2 I healed {p3}, was attacked”."""
    told: list[str] = []
    for n, each in enumerate(log):
        if n and each.night == log[n - 1].night and "bug" not in (each.act, log[n - 1].act):
            told[-1] += f", and I {in_short(each, rng)}"
        else:
            told.append(night_said(each, style, rng).rstrip("."))
    return told


def _joined(parts: Sequence[str], joint: str) -> str:
    """Several sentences as one, or not."""
    if joint != ". ":
        parts = [*parts[:1], *(_INSIDE.sub(lambda found: found[0].lower(), each) for each in parts[1:])]
    return joint.join(parts)


_INSIDE = re.compile(r"^(?:On|Night)\b")


def _terse(role: RoleName | None, log: Sequence[Claim]) -> str:
    opening = [f"I'm {role.title()}."] if role else []
    return " ".join((*opening, *(night_said(each, NIGHTS[-1], PLAINEST) for each in log)))


def _filled(wording: str, intent: Intent) -> str:
    return fill(wording, _slots(intent))


def _worded(wording: str, intent: Intent, rng: random.Random) -> str:
    return _BEGINNING.sub(lambda found: found[0].upper(), worded(_named(wording), _slots(intent), rng))


_BEGINNING = re.compile(r"(?<=[^.][.!?] )[a-z]")


def _slots(intent: Intent) -> Mapping[str, str]:
    ground = intent.ground
    seats = {
        "target": intent.target,
        "by": ground.by,
        "about": ground.about,
        "before": intent.before,
    }
    role = ground.role if intent.aim != "claim" and ground.role else intent.role
    told = {"role": (role or "").title(), "n": f"{ground.night}", "found": ground.found}
    return {name: f"{{{seat}}}" for name, seat in seats.items()} | told
