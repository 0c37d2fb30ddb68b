"""What the built-in players say: what they claim and learned, whom they suspect, what they ask and agree to.

Sentences have {seat} marks for names. What they claim stands beside them, made of the same intent; the words for it are the
phrasebook's, which reads them as exactly that.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from games.core import Seat, record
from games.phrases import fill
from games.town.events import Claim
from games.town.people import RoleName
from games.town.phrases import ALONE, DEEDS, NIGHTS, OUTCOMES, SAYS, SPIED, listed

LONGEST = 200
"""Characters of what is said for one intent."""

Aim = Literal[
    "claim", "accuse", "trust", "deny", "ask", "chat", "greet", "farewell", "propose", "second", "demand", "plead"
]
Why = Literal["", "result", "counter", "contradicted", "quiet", "votes", "will", "wagon", "changed"]
"""Why somebody is accused: what one found out oneself; they claim one's own role (`Intent.role`); what everybody knows speaks
against what they claim; they say little; they voted to save somebody bad; a dead one's will names them; they push too hard;
they claim now this and now that."""


@record
class Intent:
    """What somebody means to say.

    By day: *claim* to be `role`, with the log of their nights; *accuse* `target`, `why`; *trust* (defend) `target`; *deny* an
    accusation, by `target` if given; *ask* `target` for their role; *chat*: nothing important; *greet* on day 1; *farewell*:
    last words, with a role and a log or without. At night: *propose* `target` for a victim and *second* it, in the Mafia's or
    the Vampires' room; *demand* a claim of the prisoner; *plead* as the prisoner, who claims `role` and the log if there is one.

    The `log` is what they claim of their nights, truly or not: deeds, results, whereabouts.
    """

    aim: Aim
    target: Seat | None = None
    role: RoleName | None = None
    log: tuple[Claim, ...] = ()
    why: Why = ""


# ── words that claim nothing ──────────────────────────────────────────────────────────────────────────────────────────

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
    "wagon": ("Far too keen to hang somebody.", "Somebody is pushing far too hard."),
    "changed": ("First one story, then another.", "That's not the story we had before."),
}  # fmt: skip
REMARKS: Mapping[Aim, tuple[tuple[str, ...], ...]] = {
    "farewell": ((
        "You have the wrong one.", "So be it. Good luck to the rest of you.", "This is a mistake, and you'll see it soon.",
        "Well played, whoever you are.", "Remember who pushed for this.", "No hard feelings.",
    ),),
    "deny": ((
        "It wasn't me.", "You have the wrong one.", "That's not true.", "Look elsewhere, please.", "Why me, of all people?",
        "You're making a mistake.",
    ), (
        "That's not true, {target}.", "Why me, {target}?", "{target}, you have the wrong one.", "Think again, {target}.", "No, {target}. It wasn't me.",
        "Is that all you have, {target}?", "You'll regret that, {target}.", "Come on, {target}, what have I done?",
    )),
    "ask": (("Who has something to claim?",), (
        "What are you, {target}?", "{target}, what's your role?", "Would you claim, {target}?", "{target}, who are you and where have you been?",
        "What do you have for us, {target}?",
    )),
    "chat": ((
        "Nothing from me so far.", "I have nothing to add.", "Let's hear everybody first.", "Let others go first.", "I'm listening.",
        "Let's not rush this.", "Any news from the night?", "What do we make of last night?", "I'd like to hear some claims.",
        "Does anybody have something?", "Let's think before we vote.", "It's too early to tell.", "I'm still making up my mind.",
        "Somebody here knows more than they let on.", "We can't afford a mistake today.", "I'd rather hear facts than feelings.",
        "Let's compare what we know.", "Give me a moment to think.", "Nothing new on my side.", "Who hasn't spoken yet?",
    ),),
    "greet": ((
        "Good morning, everybody.", "Hello, all.", "Morning!", "Hi. Nice town, this.", "Good luck, everybody.", "Hello there.",
        "Good morning. Let's survive this.", "Hi all, I hope we sleep well tonight.", "Here we go again.", "Morning, neighbours.",
    ),),
    "propose": ((
        "Let's take {target} tonight.", "I say {target}.", "{target} tonight?", "It should be {target}, I think.", "Kill {target}.",
        "How about {target}?",
    ),),
    "second": (("{target} it is.", "Fine with me: {target}.", "Agreed, {target}.", "Yes, {target}.", "{target}, good."),),
    "demand": ((
        "What is your role?", "Who are you, and what have you done at night?", "Your role and your nights, please.",
        "Claim, please. I'd rather not execute you.", "So, what are you?",
    ),),
}  # fmt: skip
"""What claims nothing; behind it, where there is such, what is said about or to somebody."""

# ── putting it together ───────────────────────────────────────────────────────────────────────────────────────────────


def said(intent: Intent, rng: random.Random) -> str:
    """The intent in words, at most 200 characters, with {seat} marks. Of a log that is too long the first nights are left
    out; see `told`."""
    match intent.aim:
        case "claim" | "plead":
            return _account(intent, "plea" if intent.aim == "plead" else "role", rng)
        case "farewell" if intent.role or intent.log:
            return _account(intent, "last role", rng)
        case "accuse" if intent.why == "counter":
            return _filled(rng.choice(SAYS["counter"]), intent)
        case "accuse":
            charge, reason = rng.choice(SAYS["accuse"]), rng.choice(REASONS[intent.why])
            return _filled(f"{charge} {reason}".strip(), intent)
        case "trust":
            return _filled(rng.choice(SAYS["trust"]), intent)
    remarks = REMARKS[intent.aim]
    return _filled(rng.choice(remarks[-1 if intent.target else 0]), intent)


def meant(intent: Intent) -> tuple[Claim, ...]:
    """What the intent claims."""
    found = [Claim("role", intent.role)] if intent.role else []
    found += told(intent)
    if intent.aim in ("accuse", "trust"):
        found.append(Claim(intent.aim, target=intent.target))
    return tuple(dict.fromkeys(found))


class _Plainest(random.Random):
    """Dice that always choose the first of several wordings."""

    def choice(self, seq: Any) -> Any:
        return seq[0]


PLAINEST = _Plainest()


def stated(means: Sequence[Claim], rng: random.Random = PLAINEST) -> str:
    """Claims in words; without dice in the plainest."""
    return " ".join(_stated(each, rng) for each in means) or "I claim nothing."


def _stated(claim: Claim, rng: random.Random) -> str:
    slots = {"role": (claim.role or "").title(), "target": f"{{{claim.target}}}"}
    match claim.kind:
        case "role" if not claim.role:
            return f"I'm {claim.found.title()}."
        case "role":
            return fill(rng.choice(SAYS["role"]), slots)
        case "accuse" | "trust" if claim.found.startswith("not "):
            return f"{{{claim.target}}} is not the {claim.found[4:].title()}."
        case "accuse" | "trust":
            return fill(rng.choice(SAYS["trust as" if claim.role else claim.kind]), slots)
    if claim.act == "bug" and claim.found and not claim.night:
        return f"The Mafia visited {_people(claim.found)}."
    style = rng.choice(NIGHTS[1:]) if claim.night else "I {did}."
    return _night(claim, style, rng) if tellable(claim) else _plainly(claim)


def _plainly(claim: Claim) -> str:
    """What built-in players would not tell: “Night 2: I frame {p3}.”"""
    night = f"Night {claim.night}: " if claim.night else ""
    return f"{night}I {claim.act or claim.found}{f' {{{claim.target}}}' if claim.target else ''}."


def told(intent: Intent) -> tuple[Claim, ...]:
    """What of its log an intent has the room to tell: the last of it, and none of what nobody would tell."""
    log = tuple(each for each in intent.log if tellable(each))
    while log and len(_terse(intent.role, log)) > LONGEST:
        log = log[1:]
    return log


def tellable(claim: Claim) -> bool:
    """Whether there are words for what somebody did in a night."""
    if claim.act is None:
        return claim.found in ALONE if claim.kind == "whereabouts" else claim.target is not None
    if claim.act == "bug":
        return claim.found == "nobody" or claim.found.startswith("p")
    if claim.act == "swap" and not claim.found:
        return False
    return claim.act in ALONE or (claim.target is not None and claim.act in DEEDS)


def _account(intent: Intent, opening: str, rng: random.Random) -> str:
    """A role, and nights; the shortest words if it would be too long."""
    log = told(intent)
    parts = [_filled(rng.choice(SAYS[opening]), intent)] if intent.role else []
    style = rng.choice(NIGHTS)
    parts += [_night(each, style, rng) for each in log]
    text = " ".join(parts)
    return text if len(text) <= LONGEST else _terse(intent.role, log)


def _terse(role: RoleName | None, log: Sequence[Claim]) -> str:
    opening = [f"I'm {role.title()}."] if role else []
    return " ".join((*opening, *(_night(each, NIGHTS[-1], PLAINEST) for each in log)))


def _night(claim: Claim, style: str, rng: random.Random) -> str:
    """One night in a sentence; without dice in the shortest one."""
    if claim.act == "bug":
        return fill(rng.choice(SPIED[::-1]), {"n": f"{claim.night}", "seats": _people(claim.found)})
    return fill(style, {"n": f"{claim.night}", "did": in_short(claim, rng)})


def in_short(claim: Claim, rng: random.Random = PLAINEST) -> str:
    """What was done in a night, in few words: “questioned {p3}: suspicious”. There must be words for it; see `tellable`."""
    if claim.act == "bug":
        return f"Mafia visited {_people(claim.found)}"
    if claim.act in ALONE or claim.kind == "whereabouts":
        return rng.choice(ALONE[claim.act or claim.found])
    whom = f"{{{claim.target}}} and {{{claim.found}}}" if claim.act == "swap" else f"{{{claim.target}}}"
    return f"{rng.choice(DEEDS[claim.act or 'jail'])} {whom}{_came_of(claim, rng)}"


def _came_of(claim: Claim, rng: random.Random) -> str:
    found = claim.found
    if claim.kind != "result" or not found:
        return ""
    if found in OUTCOMES:
        return rng.choice(OUTCOMES[found])
    if found.startswith("p"):
        return rng.choice(OUTCOMES["visitors"]).replace("{seats}", _people(found))
    *most, last = [each.title() for each in found.split(", ")]
    roles = f"{', '.join(most)} or {last}" if most else last
    return rng.choice(OUTCOMES["roles" if most else "role"]).replace("{roles}", roles)


def _people(found: str) -> str:
    return "nobody" if found == "nobody" else listed(Seat(each) for each in found.split(", "))


def _filled(wording: str, intent: Intent) -> str:
    return fill(wording, {"role": (intent.role or "").title(), "target": f"{{{intent.target}}}"})
