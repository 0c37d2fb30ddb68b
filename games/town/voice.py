"""What the built-in players say: what they claim and learned, whom they suspect, what they ask and agree to.

Sentences have {seat} marks for names, and every one of them is read by `claims` as exactly what it is meant to claim; tests
hold them to it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from games.core import Seat, record
from games.town.people import Act, RoleName
from games.town.roles import ROLE
from games.town.sentences import listed

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
    “jailed”, “blocked”, “attacked”, …; see whereabouts in `claims.Claim`), or with a target: they jailed somebody. `found` is
    what came of it, as in `claims.Claim`; empty where nothing did. `other` is a Transporter's second target."""

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


# ── words for a night ─────────────────────────────────────────────────────────────────────────────────────────────────

DEEDS: Mapping[str, tuple[str, ...]] = {
    "heal": ("healed",), "guard": ("guarded", "stood guard over"), "question": ("questioned", "interrogated"),
    "investigate": ("investigated",), "watch": ("watched",), "shoot": ("shot",), "block": ("blocked", "roleblocked", "distracted"),
    "execute": ("executed",), "revive": ("revived", "brought back"), "stake": ("hunted",), "consult": ("looked up",),
    "jail": ("jailed", "locked up"), "swap": ("swapped", "transported"),
}  # fmt: skip
"""The deeds that somebody tells of. Others nobody would."""
ALONE: Mapping[str, tuple[str, ...]] = {
    "alert": ("was on alert", "went on alert"), "vest": ("wore my vest", "put on my vest"), "home": ("stayed at home", "stayed home"),
    "jailed": ("was jailed", "was in jail", "sat in jail"), "blocked": ("was blocked", "was roleblocked"), "attacked": ("was attacked",),
    "healed": ("was healed",), "guarded": ("was guarded",), "transported": ("was transported",), "controlled": ("was controlled",),
    "doused": ("was doused",),
}  # fmt: skip
OUTCOMES: Mapping[str, tuple[str, ...]] = {
    "suspicious": (": suspicious", " and they are suspicious", ": SUSPICIOUS"),
    "innocent": (": innocent", ": not suspicious", " and they seem innocent"),
    "attacked": (" and they were attacked", ", who was attacked"),
    "nobody": (": nobody came", " and nobody came", ": no visitors", " and nobody visited"),
    "roles": (": <roles>", " and they are <roles>", ": could be <roles>"),
    "role": (": <roles>", " and they are the <roles>"),
    "visitors": (": <seats> visited", ": <seats> came", ": <seats>", " and saw <seats>"),
}  # fmt: skip
"""What came of a deed: by what was found, or the kind of it."""
FOUND_BY: Mapping[str, frozenset[str]] = {
    "question": frozenset({"suspicious", "innocent"}), "heal": frozenset({"attacked"}),
}  # fmt: skip
NIGHTS = ("On night <n> I <did>.", "Night <n>: I <did>.", "Night <n>: <did>.", "N<n>: <did>.")
SPIED = (
    "On night <n> the Mafia visited <seats>.",
    "Night <n>: the Mafia visited <seats>.",
    "N<n>: Mafia visited <seats>.",
)

# ── words for the day ─────────────────────────────────────────────────────────────────────────────────────────────────

ROLES = (
    "I'm the <role>.", "I am the <role>.", "<role> here.", "My role is <role>.", "I claim <role>.", "I'm <role>.",
    "Fine, I'm the <role>.", "For the record, I am the <role>.", "Listen, I'm the <role>.",
)  # fmt: skip
PLEAS = (
    "I'm the <role>, please don't execute me.", "I am the <role>, Jailor.", "<role> here. Please let me live.",
    "I'm the <role>, I swear.", "I'm the <role>. You'd be wasting an execution.",
)  # fmt: skip
LAST_ROLES = (
    "I'm the <role>, and you'll see it in a moment.", "I was the <role>.", "I am the <role>. This is a mistake.",
    "I'm the <role>. Remember what I told you.",
)  # fmt: skip
LAST_WORDS = (
    "You have the wrong one.", "So be it. Good luck to the rest of you.", "This is a mistake, and you'll see it soon.",
    "Well played, whoever you are.", "Remember who pushed for this.", "No hard feelings.",
)  # fmt: skip
ACCUSED = (
    "I don't trust <x>.", "I suspect <x>.", "<x> is lying.", "My vote goes to <x>.", "I think <x> is lying.", "I say we hang <x>.",
    "My suspect is <x>.",
)  # fmt: skip
COUNTERED = (
    "I'm the <role>, so <x> is lying.", "<x> is lying, I am the <role>.", "I'm the real <role>. <x> is a liar.",
    "There's only one <role>. I'm the <role>, and <x> is fake.",
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
TRUSTS = ("I trust <x>.", "I believe <x>.", "I can vouch for <x>.", "<x> is on our side.", "I think <x> is honest.")
TRUSTS_AS = ("I believe <x> is the <role>.", "<x> is the <role>, I'm sure of it.", "I think <x> is the <role>.")
DENIED = (
    "It wasn't me.", "You have the wrong one.", "That's not true.", "Look elsewhere, please.", "Why me, of all people?",
    "You're making a mistake.",
)  # fmt: skip
DENIED_TO = (
    "That's not true, <x>.", "Why me, <x>?", "<x>, you have the wrong one.", "Think again, <x>.", "No, <x>. It wasn't me.",
    "Is that all you have, <x>?", "You'll regret that, <x>.", "Come on, <x>, what have I done?",
)  # fmt: skip
ASKED = (
    "What are you, <x>?", "<x>, what's your role?", "Would you claim, <x>?", "<x>, who are you and where have you been?",
    "What do you have for us, <x>?",
)  # fmt: skip
AGREED = ("Agreed.", "That makes sense to me.", "I see it the same way.", "Sounds right.", "Fair enough.")
AGREED_WITH = ("I'm with <x> on this.", "What <x> said.", "I agree with <x>.", "Good point, <x>.")
VOTES = (
    "Let's put <x> on trial.",
    "Vote <x>.",
    "I'm voting <x>.",
    "Let's hang <x>.",
    "Put <x> on trial, please.",
    "I say we vote <x>.",
)
SPARED = ("Don't hang <x>.", "Let's not hang <x>.", "Leave <x> alone.", "There's no reason to hang <x>.")
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
    "Let's take <x> tonight.",
    "I say <x>.",
    "<x> tonight?",
    "It should be <x>, I think.",
    "Kill <x>.",
    "How about <x>?",
)
SECONDED = ("<x> it is.", "Fine with me: <x>.", "Agreed, <x>.", "Yes, <x>.", "<x>, good.")
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
            return _account(intent, PLEAS if intent.aim == "plead" else ROLES, rng)
        case "farewell":
            return _account(intent, LAST_ROLES, rng) if intent.role or intent.log else rng.choice(LAST_WORDS)
        case "accuse":
            return _accusation(intent, rng)
        case "trust":
            town = intent.role is not None and ROLE[intent.role].faction == "town"
            return _filled(rng.choice(TRUSTS_AS if town else TRUSTS), intent)
    plain, to = _REMARKS[intent.aim]
    return _filled(rng.choice(to if intent.target else plain), intent)


_REMARKS: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "deny": (DENIED, DENIED_TO), "ask": (("Who has something to claim?",), ASKED), "agree": (AGREED, AGREED_WITH),
    "vote": (("Let's vote.",), VOTES), "spare": (("Let's hang nobody today.",), SPARED), "chat": (CHAT, CHAT),
    "greet": (GREETINGS, GREETINGS), "propose": (("Whom do we take?",), PROPOSED), "second": (("Agreed.",), SECONDED),
    "demand": (DEMANDED, DEMANDED),
}  # fmt: skip
"""What is said to nobody in particular, and about or to somebody."""


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
    return entry.act in ALONE or (entry.act in DEEDS and entry.target is not None)


def outcome(entry: Entry) -> str:
    """What of an entry's finding is told, as in `claims.Claim`: empty where nothing is."""
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


def _account(intent: Intent, openings: Sequence[str], rng: random.Random) -> str:
    """A role, and nights; the shortest words if it would be too long."""
    log = told(intent)
    parts = [_filled(rng.choice(openings), intent)] if intent.role else []
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
        style = SPIED[-1] if rng is None else rng.choice(SPIED)
        return style.replace("<n>", f"{entry.night}").replace("<seats>", _people(entry.found))
    return style.replace("<n>", f"{entry.night}").replace("<did>", _did(entry, pick))


def in_short(entry: Entry) -> str:
    """What was done in a night, in the fewest words: “questioned {p3}: suspicious”. There must be words for it; see
    `tellable`."""
    return f"Mafia visited {_people(entry.found)}" if entry.act == "bug" else _did(entry, lambda options: options[0])


def _did(entry: Entry, pick: Callable[[Sequence[str]], str]) -> str:
    if entry.act in ALONE or (entry.act is None and entry.target is None):
        return pick(ALONE[entry.act or entry.found])
    if entry.act == "swap":
        return f"{pick(DEEDS['swap'])} {{{entry.target}}} and {{{entry.other}}}"
    return f"{pick(DEEDS[entry.act or 'jail'])} {{{entry.target}}}{_came_of(entry, pick)}"


def _came_of(entry: Entry, pick: Callable[[Sequence[str]], str]) -> str:
    found = outcome(entry)
    if not found:
        return ""
    if found in OUTCOMES:
        return pick(OUTCOMES[found])
    if entry.act == "watch":
        return pick(OUTCOMES["visitors"]).replace("<seats>", _people(found))
    *most, last = [each.title() for each in found.split(", ")]
    listed = f"{', '.join(most)} or {last}" if most else last
    return pick(OUTCOMES["roles" if most else "role"]).replace("<roles>", listed)


def _people(found: str) -> str:
    return "nobody" if found == "nobody" else listed(Seat(each) for each in found.split(", "))


def _accusation(intent: Intent, rng: random.Random) -> str:
    """The charge and a reason for it, the reason first now and then."""
    if intent.role and intent.why == "counter":
        return _filled(rng.choice(COUNTERED), intent)
    charge = _filled(rng.choice(ACCUSED), intent)
    reason = _filled(rng.choice(REASONS[intent.why]), intent)
    return f"{charge} {reason}".strip()


def _filled(template: str, intent: Intent) -> str:
    text = template.replace("<role>", (intent.role or "").title())
    return text.replace("<x>", f"{{{intent.target}}}")
