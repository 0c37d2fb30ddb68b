"""What the built-in players say: what they claim and learned, whom they suspect, what they ask and agree to.

Sentences have {seat} marks for names. What they claim stands beside them, made of the same intent; the words for it are the
phrasebook's, which reads them as exactly that.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from games.core import Seat, record
from games.phrases import fill
from games.town.people import Act, RoleName
from games.town.phrases import ALONE, DEEDS, NIGHTS, OUTCOMES, SAYS, SPIED, listed
from games.town.roles import ROLE
from games.town.words import Claim

LONGEST = 200
"""Characters of what is said for one intent."""

Aim = Literal[
    "claim", "report", "accuse", "trust", "deny", "ask", "agree", "vote", "spare", "chat", "greet", "farewell",
    "propose", "second", "demand", "plead",
]  # fmt: skip
Why = Literal["", "result", "counter", "contradicted", "quiet", "votes", "will", "visited", "wagon", "changed"]
"""Why somebody is accused: what one found out oneself; they claim one's own role (`Intent.role`); what everybody knows speaks
against what they claim; they say little; they voted to save somebody bad; a dead one's will names them; they were seen at a
victim's house; they push too hard; they claim now this and now that."""


@record
class Entry:
    """One night of somebody's log, true or invented. `act` None: they stayed at home, were jailed … as `found` says (“home”,
    “jailed”, “blocked”, “attacked”, …; see whereabouts in `words.Claim`), or with a target: they jailed somebody. `found` is
    what came of it, as in `words.Claim`; empty where nothing did. `other` is a Transporter's second target."""

    night: int
    act: Act | None = None
    target: Seat | None = None
    found: str = ""
    other: Seat | None = None


@record
class Intent:
    """What somebody means to say.

    By day: *claim* to be `role`, with the log of their nights; *report* the entries of the log (a result, mostly), without or
    with the role; *accuse* `target`, `why`; *trust* (defend) `target`, as a `role` of the Town where one is named; *deny* an accusation, by `target` if given; *ask*
    `target` for their role; *agree* (with `target`, if given); *vote* to put `target` on trial; *spare* them; *chat*: nothing important;
    *greet* on day 1; *farewell*: last words, with a role and a log or without. At night: *propose* `target` for a victim and *second* it, in the Mafia's or the Vampires' room;
    *demand* a claim of the prisoner; *plead* as the prisoner, who claims `role` and the log if there is one.
    """

    aim: Aim
    target: Seat | None = None
    role: RoleName | None = None
    log: tuple[Entry, ...] = ()
    why: Why = ""


# ── words that claim nothing ──────────────────────────────────────────────────────────────────────────────────────────

LAST_WORDS = (
    "You have the wrong one.", "So be it. Good luck to the rest of you.", "This is a mistake, and you'll see it soon.",
    "Well played, whoever you are.", "Remember who pushed for this.", "No hard feelings.",
)  # fmt: skip
REASONS: Mapping[Why, tuple[str, ...]] = {
    "": (
        "Call it a feeling.", "It's what is left when I put it all together.", "Somebody has to be first.", "I can't shake it off.",
        "Something is off there.", "I've thought so since the morning.", "Prove me wrong.", "I may be wrong, but I doubt it.", "",
    ),
    "result": ("I know what I found.", "It's what my nights tell me.", "I looked into it myself."),
    "counter": ("Two of us can't both be it.", "There can't be two of us."),
    "contradicted": ("That story doesn't hold.", "It doesn't fit with what we all know.", "It can't be true.",
        "Compare it with the others.", "There's a hole in that story."),
    "quiet": ("So quiet all day.", "Not a word all day.", "Silence is no alibi.", "Speak up for once."),
    "votes": ("Look at the verdicts.", "I remember that verdict.", "Just look who was voted innocent, and by whom."),
    "will": ("Read the wills again.", "The graveyard knows why.", "It's there in the graveyard, for all to read."),
    "visited": ("Seen at a victim's house, of all places.", "Wrong house, wrong night."),
    "wagon": ("Far too keen to hang somebody.", "Somebody is pushing far too hard."),
    "changed": ("First one story, then another.", "That's not the story we had before."),
}  # fmt: skip
DENIED = (
    "It wasn't me.", "You have the wrong one.", "That's not true.", "Look elsewhere, please.", "Why me, of all people?",
    "You're making a mistake.",
)  # fmt: skip
DENIED_TO = (
    "That's not true, {target}.", "Why me, {target}?", "{target}, you have the wrong one.", "Think again, {target}.", "No, {target}. It wasn't me.",
    "Is that all you have, {target}?", "You'll regret that, {target}.", "Come on, {target}, what have I done?",
)  # fmt: skip
ASKED = (
    "What are you, {target}?", "{target}, what's your role?", "Would you claim, {target}?", "{target}, who are you and where have you been?",
    "What do you have for us, {target}?",
)  # fmt: skip
AGREED = ("Agreed.", "That makes sense to me.", "I see it the same way.", "Sounds right.", "Fair enough.")
AGREED_WITH = ("I'm with {target} on this.", "What {target} said.", "I agree with {target}.", "Good point, {target}.")
CHAT = (
    "Nothing from me so far.", "I have nothing to add.", "Let's hear everybody first.", "Let others go first.", "I'm listening.",
    "Let's not rush this.", "Any news from the night?", "What do we make of last night?", "I'd like to hear some claims.",
    "Does anybody have something?", "Let's think before we vote.", "It's too early to tell.", "I'm still making up my mind.",
    "Somebody here knows more than they let on.", "We can't afford a mistake today.", "I'd rather hear facts than feelings.",
    "Let's compare what we know.", "Give me a moment to think.", "Nothing new on my side.", "Who hasn't spoken yet?",
)  # fmt: skip
GREETINGS = (
    "Good morning, everybody.", "Hello, all.", "Morning!", "Hi. Nice town, this.", "Good luck, everybody.", "Hello there.",
    "Good morning. Let's survive this.", "Hi all, I hope we sleep well tonight.", "Here we go again.", "Morning, neighbours.",
)  # fmt: skip
PROPOSED = (
    "Let's take {target} tonight.",
    "I say {target}.",
    "{target} tonight?",
    "It should be {target}, I think.",
    "Kill {target}.",
    "How about {target}?",
)
SECONDED = ("{target} it is.", "Fine with me: {target}.", "Agreed, {target}.", "Yes, {target}.", "{target}, good.")
DEMANDED = (
    "What is your role?", "Who are you, and what have you done at night?", "Your role and your nights, please.",
    "Claim, please. I'd rather not execute you.", "So, what are you?",
)  # fmt: skip

# ── putting it together ───────────────────────────────────────────────────────────────────────────────────────────────


def said(intent: Intent, rng: random.Random) -> str:
    """The intent in words, at most 200 characters, with {seat} marks. Of a log that is too long the first nights are left
    out; see `told`."""
    match intent.aim:
        case "claim" | "report" | "plead":
            return _account(intent, "plea" if intent.aim == "plead" else "role", rng)
        case "farewell":
            return _account(intent, "last role", rng) if intent.role or intent.log else rng.choice(LAST_WORDS)
        case "accuse":
            return _accusation(intent, rng)
        case "trust":
            return _filled(rng.choice(SAYS["trust as" if _for_town(intent) else "trust"]), intent)
    plain, to = _REMARKS[intent.aim]
    return _filled(rng.choice(to if intent.target else plain), intent)


_REMARKS: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "deny": (DENIED, DENIED_TO), "ask": (("Who has something to claim?",), ASKED), "agree": (AGREED, AGREED_WITH),
    "vote": (("Let's vote.",), SAYS["vote"]), "spare": (("Let's hang nobody today.",), SAYS["spare"]),
    "chat": (CHAT, CHAT), "greet": (GREETINGS, GREETINGS), "propose": (("Whom do we take?",), PROPOSED),
    "second": (("Agreed.",), SECONDED), "demand": (DEMANDED, DEMANDED),
}  # fmt: skip
"""What is said to nobody in particular, and about or to somebody."""


def meant(intent: Intent) -> tuple[Claim, ...]:
    """What the intent claims."""
    tells = intent.aim in ("claim", "report", "plead", "farewell")
    found = [Claim("role", intent.role)] if intent.role and (tells or intent.aim == "accuse") else []
    found += map(claim_of, told(intent) if tells else ())
    match intent.aim:
        case "accuse" | "vote" if intent.target:
            found.append(Claim("accuse", target=intent.target))
        case "trust" | "spare" if intent.target:
            found.append(Claim("trust", intent.role if _for_town(intent) else None, target=intent.target))
    return tuple(dict.fromkeys(found))


def _for_town(intent: Intent) -> bool:
    return intent.aim == "trust" and intent.role is not None and ROLE[intent.role].faction == "town"


def claim_of(entry: Entry) -> Claim:
    """What an entry of a log claims."""
    if entry.act is None:
        what = Claim("whereabouts", night=entry.night, found=entry.found)
        return what if entry.target is None else Claim("deed", None, entry.night, None, entry.target, "jailed")
    if entry.act == "swap":
        return Claim("deed", None, entry.night, "swap", entry.target, entry.other or "")
    found = outcome(entry)
    return Claim("result" if found else "deed", None, entry.night, entry.act, entry.target, found)


def stated(means: Sequence[Claim], rng: random.Random | None = None) -> str:
    """Claims in words; without dice in the plainest."""
    return " ".join(_stated(each, rng) for each in means) or "I claim nothing."


def _stated(claim: Claim, rng: random.Random | None) -> str:
    def pick(options: Sequence[str]) -> str:
        return options[0] if rng is None else rng.choice(options)

    slots = {"role": (claim.role or "").title(), "target": f"{{{claim.target}}}"}
    match claim.kind:
        case "role" if not claim.role:
            return f"I'm {claim.found.title()}."
        case "role":
            return fill(pick(SAYS["role"]), slots)
        case "accuse" | "trust" if claim.found.startswith("not "):
            return f"{{{claim.target}}} is not the {claim.found[4:].title()}."
        case "accuse" | "trust":
            return fill(pick(SAYS["trust as" if claim.role else claim.kind]), slots)
    if claim.act == "bug" and claim.found and not claim.night:
        return f"The Mafia visited {_people(claim.found)}."
    other = Seat(claim.found) if claim.act == "swap" and claim.found else None
    jailing = claim.kind == "deed" and claim.act is None
    entry = Entry(claim.night, claim.act, claim.target, "" if other or jailing else claim.found, other)
    style = pick(NIGHTS[1:]) if claim.night else "I {did}."
    return _night(entry, style, rng) if tellable(entry) else _plainly(claim)


def _plainly(claim: Claim) -> str:
    """What built-in players would not tell: “Night 2: I frame {p3}.”"""
    night = f"Night {claim.night}: " if claim.night else ""
    return f"{night}I {claim.act or claim.found}{f' {{{claim.target}}}' if claim.target else ''}."


def told(intent: Intent) -> tuple[Entry, ...]:
    """The entries of its log that an intent has the room to tell: the last of them, and none of what nobody would tell."""
    log = tuple(each for each in intent.log if tellable(each))
    while log and len(_terse(intent.role, log)) > LONGEST:
        log = log[1:]
    return log


def tellable(entry: Entry) -> bool:
    """Whether there are words for it."""
    if entry.act is None:
        return entry.target is not None or entry.found in ALONE
    if entry.act == "bug":
        return bool(entry.found) and (entry.found == "nobody" or entry.found.startswith("p"))
    if entry.act == "swap":
        return entry.target is not None and entry.other is not None
    return entry.act in ALONE or (entry.target is not None and entry.act in DEEDS)


FOUND_BY: Mapping[str, frozenset[str]] = {
    "question": frozenset({"suspicious", "innocent"}), "heal": frozenset({"attacked"}),
}  # fmt: skip


def outcome(entry: Entry) -> str:
    """What of an entry's finding is told, as in `words.Claim`: empty where nothing is."""
    if entry.act is not None and entry.act in FOUND_BY:
        return entry.found if entry.found in FOUND_BY[entry.act] else ""
    roles = tuple(each for each in entry.found.split(", ") if each in ROLE)
    match entry.act:
        case "investigate":
            return ", ".join(roles) if len(roles) > 1 else ""
        case "consult":
            return roles[0] if roles else ""
        case "watch" | "bug":
            return entry.found
    return ""


def _account(intent: Intent, opening: str, rng: random.Random) -> str:
    """A role, and nights; the shortest words if it would be too long."""
    log = told(intent)
    parts = [_filled(rng.choice(SAYS[opening]), intent)] if intent.role else []
    style = rng.choice(NIGHTS)
    parts += [_night(each, style, rng) for each in log]
    text = " ".join(parts)
    return text if len(text) <= LONGEST else _terse(intent.role, log)


def _terse(role: RoleName | None, log: Sequence[Entry]) -> str:
    opening = [f"I'm {role.title()}."] if role else []
    return " ".join((*opening, *(_night(each, NIGHTS[-1], None) for each in log)))


def _night(entry: Entry, style: str, rng: random.Random | None) -> str:
    """One night in a sentence; without dice in the shortest one."""

    def pick(options: Sequence[str]) -> str:
        return rng.choice(options) if rng is not None else options[0]

    if entry.act == "bug":
        return fill(
            pick(SPIED[::-1]) if rng is None else rng.choice(SPIED),
            {"n": f"{entry.night}", "seats": _people(entry.found)},
        )
    return fill(style, {"n": f"{entry.night}", "did": _did(entry, pick)})


def in_short(entry: Entry) -> str:
    """What was done in a night, in the fewest words: “questioned {p3}: suspicious”. There must be words for it; see
    `tellable`."""
    return f"Mafia visited {_people(entry.found)}" if entry.act == "bug" else _did(entry, lambda options: options[0])


def _did(entry: Entry, pick: Callable[[Sequence[str]], str]) -> str:
    if entry.act in ALONE or (entry.act is None and entry.target is None):
        return pick(ALONE[entry.act or entry.found])
    whom = f"{{{entry.target}}} and {{{entry.other}}}" if entry.act == "swap" else f"{{{entry.target}}}"
    return f"{pick(DEEDS[entry.act or 'jail'])} {whom}{_came_of(entry, pick)}"


def _came_of(entry: Entry, pick: Callable[[Sequence[str]], str]) -> str:
    found = outcome(entry)
    if not found:
        return ""
    if found in OUTCOMES:
        return pick(OUTCOMES[found])
    if entry.act == "watch":
        return pick(OUTCOMES["visitors"]).replace("{seats}", _people(found))
    *most, last = [each.title() for each in found.split(", ")]
    roles = f"{', '.join(most)} or {last}" if most else last
    return pick(OUTCOMES["roles" if most else "role"]).replace("{roles}", roles)


def _people(found: str) -> str:
    return "nobody" if found == "nobody" else listed(Seat(each) for each in found.split(", "))


def _accusation(intent: Intent, rng: random.Random) -> str:
    """The charge and a reason for it."""
    if intent.role and intent.why == "counter":
        return _filled(rng.choice(SAYS["counter"]), intent)
    charge = _filled(rng.choice(SAYS["accuse"]), intent)
    reason = _filled(rng.choice(REASONS[intent.why]), intent)
    return f"{charge} {reason}".strip()


def _filled(wording: str, intent: Intent) -> str:
    return fill(wording, {"role": (intent.role or "").title(), "target": f"{{{intent.target}}}"})
