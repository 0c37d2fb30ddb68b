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
from games.town.stating import PLAINEST, night_said, tellable

LONGEST, ROOMIEST = 200, 280
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
    trust, or what they are accused of. `along`: who has said the same today; `before`: whom they accused last. The `speaker` tells their own grounds from others'.
    """

    aim: Aim
    target: Seat | None = None
    role: RoleName | None = None
    log: tuple[Claim, ...] = ()
    ground: Ground = Ground("")
    along: Seat | None = None
    before: Seat | None = None
    speaker: Seat | None = None


# ── words that claim nothing ──────────────────────────────────────────────────────────────────────────────────────────

MINE: Mapping[Why, str] = {
    "result": "(I know what I found|it's what my night told me|I looked into it myself|I have it from my own night|that is no guess of mine)",
    "blocked": "(the night that I kept them busy was a quiet one|nobody died when I held them up|it was quiet as soon as I kept them at home)",
    "busy": "(I kept them busy while it happened|they were with me when it happened|they could do nothing that night, I saw to it)",
    "strong": "(they took my bullet and are still here|I couldn't bring them down|my shot did nothing to them)",
    "seen": "(I was outside, and I know who came|I saw who came to the door|I stood outside that house)",
    "spied": "(they were on a list that night, and not on mine|I know who had them on a list)",
    "attacked": "(somebody wanted them dead, I was there|I was at that bed when it counted)",
}  # fmt: skip
"""Why somebody is accused or trusted, from what one did oneself."""
GROUNDS: Mapping[Why, str] = {
    "": "(I have a feeling about it|it's what is left when I put it all together|somebody has to be first|something is off there|I've thought so since the morning|I can't shake it off|I may be wrong, but I doubt it|I've gone through everybody else|I have nobody better|that's where my list ends|the rest of you look better to me|nothing else adds up|I slept on it and still think so|it's the one piece that won't fit)",
    "result": "({by} looked into it|{by} has told us what came of the night|we have {by}'s night to go by|it's what {by} brought us|{by} found it out, not I)",
    "seen": "({by} saw who was at the house of {about}|{by} told us who was at {about}'s house|somebody was at {about}'s door, and {by} has told us who)",
    "blocked": "(nobody died while {by} kept them busy|the night with {by} was a quiet one|it was quiet when {by} held them up)",
    "busy": "({by} kept them busy while it happened|they were held up that night, says {by}|they could do nothing that night, thanks to {by})",
    "strong": "(they took a bullet and are still here)",
    "spied": "({by} knows who had them on a list|somebody had them on a list that night, says {by})",
    "attacked": "(somebody wanted them dead, says {by}|{by} was at that bed)",
    "votes": "(I remember the verdict on {about}|the verdict on {about} gives it away|it matters who said what when {about} stood there|the trial of {about} told me enough|that verdict on {about} was no accident)",
    "odd": "(nobody who means well says such a thing|nobody would say that of themselves|I don't know what else to make of such a claim)",
    "full": "(the list has no room for another {role}|there is no such role left to be|we have run out of that role|I have counted, and that role is taken|that claim has no place on the list)",
    "counter": "(it's their word against mine|I should know)",
    "rivals": "({about} says the same of themselves|somebody else says the same|two say the same, and the list has only one)",
    "alone": "(nobody else has said that they are it|nobody has spoken up against it|nobody disputes it|somebody has to be it)",
    "changed": "(first it was one story, then another|that's not the story we had before)",
    "dead": "({about} was long in the graveyard by then|{about} lay in the graveyard that night|the dates can't be right, because of {about})",
    "wrong": "(what we heard about {about} was not so|one thing was said about {about}, and another came out)",
    "right": "(that was well seen with {about}|that was a good eye with {about})",
    "pointed": "({by} sees it the same way|{by} has said so as well|I'm not the first, after {by}|{by} and I have come to the same)",
    "praised": "({by} thinks so as well|{by} says the same)",
    "same": "(others have said why|I'm not the first to say so)",
    "quiet": "(we had not a word all day|they are so quiet all day|silence is no alibi|some of us speak, some only listen|I'd have liked to hear something by now)",
}  # fmt: skip
"""… from what everybody knows, or has heard."""
WRITTEN: Mapping[Why, str] = dict.fromkeys(
    ("result", "seen", "busy", "blocked", "spied", "attacked"),
    "(it's in {by}'s will|{by}'s will says as much|{by} wrote it down for us|{by} left it to us in writing|the graveyard knows why, it's in {by}'s papers)",
)  # fmt: skip
"""… from a dead one's will."""

CHARGES = "(I don't trust|I suspect|my vote goes to|I say we hang|my suspect is|today I'd start with|I keep coming back to|my eye is on|if you ask me, it's|I'd have a closer look at|I'm not easy about|I'd put the question to) {target}"
CHARGED = "{target} (is lying|worries me|is the one|has some explaining to do|isn't telling us everything)"
TRUSTS = "(I trust|I believe|I can vouch for|I'd leave out|I'm not worried about|I wouldn't hang) {target}"
LINKS = ("{charge}: {ground}.", "{charge}. {ground}.", "{charge}, because {ground}.", "{charge}; {ground}.", "{charge} – {ground}.", "{ground}, so {charge}.", "{charge}, and not for nothing: {ground}.")  # fmt: skip
ALONG = (
    "{charge}, as {along} said: {ground}.", "{charge}. {along} and I have come to the same; {ground}.",
    "{charge}, and I'm not the first to say so, {along}; {ground}.", "{ground}, and {along} has seen it, too: {charge}.",
)  # fmt: skip
"""What was said before today, by whom."""

TURNS = (
    "(I've changed my mind|I have to correct myself|I've thought again) since (I spoke of|I named) {before}.",
    "Before I (thought of|looked at) {before}; (today I see it otherwise|that was before I knew more|I see further now).",
    "(Forget what I said about|I was too quick with|I may have wronged) {before}.",
)
"""Whom one has accused before."""
REPLIES: Mapping[Why, str] = {
    "votes": "(one verdict doesn't make me guilty|I judged {about} by what we knew then|half of us got {about} wrong|I voted as it looked that day)",
    "quiet": "(I speak when I have something to say|I was listening|it's no crime to listen|I'm here, and you only have to ask)",
    "rivals": "(one of us two isn't what they say, and that's not me|{about} can answer the same question|{about}'s nights should be heard beside mine)",
    "full": "(somebody has counted wrong|the list leaves more room than you think|count again, and leave me in it)",
    "seen": "(a visit is no murder|at that door is not in that house|whoever comes by has not killed)",
    "blocked": "(a quiet night proves nothing|nobody died for all sorts of reasons)",
    "result": "(that result can't be right|nobody can have found that|what was found there isn't me|no night can have shown that)",
    "changed": "(I said what I could say then|I had my reasons not to say it all at once)",
    "wrong": "(anybody can be wrong about {about} once|I was wrong about {about}, that's all)",
    "dead": "(then I mixed up the nights|I got the night wrong, not the rest)",
    "pointed": "({by} has nothing but a hunch|{by} repeats it, and it's still not so|{by} goes by a feeling)",
    "": "(it wasn't me|you have the wrong one|that's not so|look elsewhere, please|why me, of all people|you're making a mistake|is that all you have|you'll regret that|think again|what have I done|that leads nowhere|you'll see when it's too late|show me one thing that speaks against me|that's a guess, and a bad one)",
}  # fmt: skip
"""What somebody answers who is accused of that."""
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
    "chat": (
        "Nothing from me so far.", "I have nothing to add.", "Let's hear everybody first.", "Let others go first.", "I'm listening.",
        "Let's not rush this.", "Any news from the night?", "What do we make of last night?", "I'd like to hear some claims.",
        "Does anybody have something?", "Let's think before we vote.", "It's too early to tell.", "I'm still making up my mind.",
        "Somebody here knows more than they let on.", "We can't afford a mistake today.", "I'd rather hear facts than feelings.",
        "Let's compare what we know.", "Give me a moment to think.", "Nothing new on my side.", "Who hasn't spoken yet?",
    ),
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
        case "accuse" if ground.why == "counter" and intent.role:
            return how.tells(_filled(rng.choice(SAYS["counter"]), intent), rng)
        case "accuse":
            if ground.why == "same" and intent.along:
                return _worded(how.agreed(rng.choice(how.charge), rng), intent, rng)
            along = intent.along is not None and rng.random() < 0.5
            reason = _reason(intent) if ground.why else ""
            return _worded(how.grounded(rng.choice(how.charge), reason, along, rng), intent, rng)
        case "trust":
            word = f"{TRUSTS}; {_reason(intent)}" if ground.why else TRUSTS
            return how.tells(_worded(word, intent, rng), rng)
        case "deny":
            return _worded(how.replied(REPLIES.get(ground.why, "") if ground.why else "", rng), intent, rng)
        case "claim" | "farewell" if intent.role or log:
            parts = [worded(how.role, _slots(intent), rng)] if intent.role else []
            parts += [night_said(each, how.nights.rstrip("."), rng).rstrip(".") for each in log]
            return how.tells(_joined(parts, how.joint), rng)
        case "ask" if intent.target:
            return _worded(ended(rng.choice(how.ask)), intent, rng)
        case "answer":
            return how.tells(worded(rng.choice(REMARKS["answer"]), {}, rng), rng)
        case "chat" | "greet" | "farewell":
            own = {"chat": how.chat, "greet": how.greet, "farewell": how.farewell}[intent.aim]
            return _worded(ended(rng.choice(own)), intent, rng)
    return ""


def _plainly(intent: Intent, rng: random.Random) -> str:
    """The intent as anybody says it."""
    match intent.aim:
        case "claim" | "plead":
            return _account(intent, "plea" if intent.aim == "plead" else "role", rng)
        case "farewell" if intent.role or intent.log:
            return _account(intent, "last role", rng)
        case "accuse" if intent.ground.why == "counter" and intent.role:
            return _filled(rng.choice(SAYS["counter"]), intent)
        case "accuse":
            return _grounded(intent, CHARGED if rng.random() < 0.3 else CHARGES, rng)
        case "trust":
            return _grounded(intent, TRUSTS, rng)
        case "deny":
            call = rng.choice(("{target}, ", "", "")) if intent.target else ""
            return _worded(f"{call}{REPLIES.get(intent.ground.why, REPLIES[''])}.", intent, rng)
    able = [each for each in REMARKS[intent.aim] if intent.target or "{target}" not in each]
    return _worded(rng.choice(able), intent, rng) if able else "Who has something to claim?"


def _grounded(intent: Intent, charge: str, rng: random.Random) -> str:
    """What somebody thinks of somebody, and why."""
    link = rng.choice(ALONG if intent.along and rng.random() < 0.5 else LINKS)
    return _worded(link.replace("{charge}", charge).replace("{ground}", _reason(intent)), intent, rng)


def _reason(intent: Intent) -> str:
    ground = intent.ground
    own, written = ground.by is not None and ground.by == intent.speaker, ground.will and ground.why in WRITTEN
    return (MINE.get(ground.why) if own else WRITTEN[ground.why] if written else None) or GROUNDS[ground.why]


def heard(ground: Ground, text: str) -> bool:
    """Whether a statement, with {seat} marks, gives that ground in these words, whatever stands around them."""
    slots = {"by": f"{{{ground.by}}}", "about": f"{{{ground.about}}}", "role": (ground.role or "").title(), "along": ""}
    given = (words.get(ground.why, "") for words in (GROUNDS, MINE, WRITTEN)) if ground.why else ()
    each = (fill(phrase, slots) for words in given if words for phrase in words[1:-1].split("|"))
    return any(phrase.casefold() in text.casefold() for phrase in each)


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
    style = rng.choice(NIGHTS).rstrip(".")
    parts += [night_said(each, style, rng).rstrip(".") for each in log]
    text = _joined(parts, rng.choice(JOINTS))
    return f"{text}." if len(text) < LONGEST else _terse(intent.role, log)


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
    return _BEGINNING.sub(lambda found: found[0].upper(), worded(wording, _slots(intent), rng))


_BEGINNING = re.compile(r"(?<=[^.][.!?] )[a-z]")


def _slots(intent: Intent) -> Mapping[str, str]:
    ground = intent.ground
    seats = {
        "target": intent.target,
        "by": ground.by,
        "about": ground.about,
        "along": intent.along,
        "before": intent.before,
    }
    role = ground.role if intent.aim != "claim" and ground.role else intent.role
    return {name: f"{{{seat}}}" for name, seat in seats.items()} | {"role": (role or "").title()}
