"""What somebody's words claim: what they are, what they did and learned at night, whom they suspect and trust.

A deterministic reader of English as people and models write it in such a town (“doc here, N1 healed {p3}”), and of all that
the built-in players say. What is doubtful claims nothing: questions, hearsay, quotations, conditions, jokes about other games,
denials. Seats are {seat} marks, so that names cannot mislead it.

A text is made plain first: roles become “<doctor>”, lists of them “<escort|transporter|consort>”, factions “<#town>”, nights
“@2”, a Sheriff's results “%sus” and “%inn”, several seats “{p2+p3}”. Then it is read clause by clause, in the light of what
the clauses before it have said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, cast

from games.core import Seat, record
from games.town.people import Act, RoleName
from games.town.roles import GROUPS, ROLE

Kind = Literal["role", "deed", "result", "accuse", "trust", "whereabouts"]
Source = Literal["said", "whispered", "will"]


@record
class Claim:
    """One thing that `seat` claims on that day, in the words `text` (the whole statement).

    *role*: to be `role`; or, without one, of a faction or alignment, which `found` names (“town”, “town protective”).
    *deed*: to have done `act` to `target` (None: to nobody) in `night`; a Jailor's jailing is no act of the night, and has
    None for `act` and “jailed” for `found`; a Transporter's second target stands in `found` (“p4”).
    *result*: what `act` (None: the words do not say) on `target` found: “suspicious”, “innocent”, “attacked” (a Doctor's
    patient), roles (“escort, transporter, consort”, in the Investigator's order where they are a group), seats of visitors
    (“p4, p5”) or “nobody”; a Spy's (act “bug”) has no target, and the seats that the Mafia visited. It says the deed, too.
    *whereabouts*: what became of the speaker in `night`, in `found`: “home”, “jailed”, “blocked”, “attacked”, “healed”,
    “guarded”, “transported”, “controlled”, “doused”.
    *accuse*: `target` is evil or lies; as what, in `role` (“{p4} is the Mafioso”); “not sheriff” in `found`.
    *trust*: `target` is of the Town or honest, with `role` where one is named (“{p4} is the Doctor”).

    `night` is 0 where none is named. `source` is “whispered” for all that not everybody heard (whispers, the jail, a seance).
    """

    day: int
    seat: Seat
    kind: Kind
    text: str
    role: RoleName | None = None
    night: int = 0
    act: Act | None = None
    target: Seat | None = None
    found: str = ""
    source: Source = "said"


# ── plain words ───────────────────────────────────────────────────────────────────────────────────────────────────────

_CALLED: Mapping[RoleName, str] = {
    "investigator": "investigator|inv|invest|investi", "sheriff": "sheriff|sher|sherif|sherriff|sherrif|shrf",
    "lookout": "lookout|look-out|look out|lo", "spy": "spy", "jailor": "jailor|jailer|jail role",
    "vampire hunter": "vampire hunter|vampire-hunter|vamp hunter|vh", "veteran": "veteran|vet",
    "vigilante": "vigilante|vigi|vig", "bodyguard": "bodyguard|body guard|bg", "doctor": "doctor|doc",
    "escort": "escort|esc|tavern keeper", "mayor": "mayor", "medium": "medium|med",
    "retributionist": "retributionist|retri|retrib|ret", "transporter": "transporter|trans|transp|tporter|tran",
    "godfather": "godfather|god father|gf", "mafioso": "mafioso|mafio", "framer": "framer", "janitor": "janitor|jani",
    "forger": "forger|forg", "disguiser": "disguiser|disg|disguise", "blackmailer": "blackmailer|bmer|bm",
    "consigliere": "consigliere|consig|consi", "consort": "consort|cons", "amnesiac": "amnesiac|amne|amnes|amn",
    "survivor": "survivor|surv|survi", "vampire": "vampire|vamp", "executioner": "executioner|exe|exec|exer",
    "jester": "jester|jest", "witch": "witch", "serial killer": "serial killer|serial-killer|sk",
    "arsonist": "arsonist|arso|arson", "werewolf": "werewolf|were wolf|ww",
}  # fmt: skip
"""What players call the roles."""

_SIDES: Mapping[str, str] = {
    "town investigative": "town investigative|town invest|ti", "town killing": "town killing|tk",
    "town protective": "town protective|town prot|tp", "town support": "town support|town supp|ts",
    "neutral evil": "neutral evil|ne", "neutral killing": "neutral killing|nk", "neutral benign": "neutral benign|nb",
    "mafia": "mafia|maf|mafs|mob", "town": "town|townie|townsperson|townsman|townsmen|towns man|townies|villager|townsfolk",
    "neutral": "neutral|neut",
}  # fmt: skip

_ROLE_CALLED = {name: role for role, names in _CALLED.items() for name in names.split("|")}
_SIDE_CALLED = {name: side for side, names in _SIDES.items() for name in names.split("|")}


def _any_of(names: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))


# “were” and “trans…” inside words, “exe'd”, “a guard's” are no roles.
_A_ROLE = re.compile(rf"(?<![\w'<#-])({_any_of([*_ROLE_CALLED, *_SIDE_CALLED])})(?![\w-]|'(?!s\b))")
_ROLE_LIST = re.compile(
    r"<([a-z ]+)>((?:\s*(?:/|\||\bor\b)\s*(?:an? |the )?<[a-z ]+>)+|(?:, ?(?:an? |the )?<[a-z ]+>)+,? or (?:an? |the )?<[a-z ]+>"
    r"|(?:, ?<[a-z ]+>){2,})"
)
_IN_ROLES = re.compile(r"<([a-z ]+)>")

_SEATS = r"\{p\d+(?:\+p\d+)*\}"
_ONE, _ANY = r"\{(p\d+)\}", r"\{p\d+\}"
_MARK = re.compile(r"p\d+")
_AND = r" ?(?:\band\b|&|\+|/|<->|<>|\bn\b|\bwith\b) ?"
_SEAT_LIST = re.compile(
    rf"\{{p\d+\}}(?:(?:,{_AND}|, ?|{_AND})\{{p\d+\}})+(?! (?:is|was|has|lies|lied|died|did|must|can|could|should|isn't|wasn't|claims?|claimed)\b|'s)"
)
_JOINS = re.compile(r"and|&|\+|/|<|n|with")
_COMMA_LIST = re.compile(r"\{p\d+\}(?:, ?\{p\d+\})+(?= ?(?:$|[.;!\n]| visited| came|,? @\d+ ?(?:$|[.;!\n])))")
_WATCHED_AND = re.compile(r"\b(?:watched|watching|on|at|healed|guarded|blocked|jailed|shot) $")

_NUMBERS = {word: n for n, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)}  # fmt: skip
_ORDINALS = {word: n for n, word in enumerate(("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"), 1)}  # fmt: skip
_NIGHT = re.compile(
    rf"(?:\b(?:on|in|during|at|for|from) )?(?:\bthe )?\b(?:n(?:ight)?[ #]*(\d\d?)|night (?:{'|'.join(_NUMBERS)})|({'|'.join(_ORDINALS)}) night)\b"
)
_NIGHT_WORD = re.compile(rf"night ({'|'.join(_NUMBERS)})")
_LAST_NIGHT = re.compile(r"\b(?:last night|this past night|tonight just gone)\b|\bln\b")
_BEFORE = re.compile(r"\b(?:(?:on |in )?the night before last|two nights ago|the night before that)\b")
_NIGHTS = re.compile(r"@(\d+) ?(?:,|and|&|\+|/) ?(?=@\d+ ?(?:$|[,.;!\n]))")
_DAY = re.compile(r"\b(?:on )?(?:d|day ?)(\d\d?)\b:?")
_POINT = re.compile(
    r"(?:(?<![^\n])|(?<=[.,;:(>] )|(?<=[.,;:(>]))(@[\d+]+) ?(?:[:.)>=~–—-]+(?=[ {]|$))+|(@[\d+]+) ?(?:[:)>=~–—-]+(?=[ {]|$))+(?! (?:they|he|she|it|who|was|were|is|<|%))"
)
_NUMBERED = re.compile(r"(?m)^ ?(\d\d?) ?[.):>=-]+ ?(?=\S)")

_INNOCENT = re.compile(
    r"\b(?:(?:is|was|are|were|came up|came back) not|isn't|wasn't|aren't|(?:he|she|it|they)'(?:s|re) not|not|non)[ -](?:at all |really )?(?:suspicious|susp|sus|guilty)\b|\bn/s\b|\bns\b|\binnocent\b|\binno\b"
)
_SUSPICIOUS = re.compile(r"\b(?:suspicious|suspish|susp|suss|sussy|sus)\b(?! of)")
_QUOTED = re.compile(r"“[^”]*”?|\"[^\"]*\"|«[^»]*»")
_TOKENS = re.compile(r"<(?=[#a-z])|@(?=\d)|%(?=sus|inn)")  # what only we write
_IDLE = re.compile(
    r",? ?\bif (?:you must know|anyone (?:wonders|asks|cares|is wondering)|it helps|that helps|you care|you ask me|you want to know|i'm not mistaken|i am not mistaken)\b"
    r"|,? ?\b(?:ok|okay|right|alright|yeah|got it|understood|happy)(?: now)?\?"
)


def _plain(text: str, day: int, will: bool) -> str:
    """The text in small letters, with tokens for roles, nights, results and lists of seats."""
    text = text.casefold().replace("{{", "(").replace("’", "'").replace("‘", "'")
    if "<" in text or "@" in text or "%" in text:
        text = _TOKENS.sub(" ", text)
    if "“" in text or '"' in text or "«" in text:
        text = _QUOTED.sub(" ~ ", text)
    text = "\n".join(" ".join(line.split()) for line in text.splitlines())
    if "if " in text or "?" in text:
        text = _IDLE.sub("", text)
    if will:
        text = _NUMBERED.sub(r"@\1 ", text)
    if _RECENT.search(text):
        text = _BEFORE.sub(f"@{max(1, day - 2)}", _LAST_NIGHT.sub(f"@{max(1, day - 1)}", text))
    text = _NIGHT.sub(_night_token, text)
    if "@" in text:
        text = _POINT.sub(_pointed, text)
        while (merged := _NIGHTS.sub(r"@\1+", text)) != text:
            text = merged.replace("+@", "+")
    text = _DAY.sub(" ", text)
    text = _SUSPICIOUS.sub("%sus", _INNOCENT.sub(_is_innocent, text))
    text = _A_ROLE.sub(_role_token, text)
    text = _ROLE_LIST.sub(_role_list, text)
    return _COMMA_LIST.sub(_joined, _SEAT_LIST.sub(_and_joined, text))


def _night_token(found: re.Match[str]) -> str:
    if found[1]:
        return f"@{int(found[1])}"
    if found[2]:
        return f"@{_ORDINALS[found[2]]}"
    word = _NIGHT_WORD.search(found[0])
    return f"@{_NUMBERS[word[1]]}" if word else found[0]


_SENTENCE_SO_FAR = re.compile(r"[^.!?;\n]*$")


def _pointed(found: re.Match[str]) -> str:
    """“N2: {p3}” heads a line of a log; “I watched {p1} N2: {p3}” goes on with what came of it."""
    if found[2]:
        so_far = _SENTENCE_SO_FAR.search(found.string, 0, found.start())
        if so_far and "@" not in so_far[0] and _ME.match(so_far[0].lstrip()):
            return found[0]
    return f"{found[1] or found[2]} "


def _is_innocent(found: re.Match[str]) -> str:
    if found[0].startswith(("he", "she", "it", "they")):
        return "he seems %inn"
    return "is %inn" if found[0].startswith(("is", "was", "are", "were", "came")) else "%inn"


def _role_token(found: re.Match[str]) -> str:
    name = found[1]
    return f"<{_ROLE_CALLED[name]}>" if name in _ROLE_CALLED else f"<#{_SIDE_CALLED[name]}>"


def _role_list(found: re.Match[str]) -> str:
    return "<" + "|".join(_IN_ROLES.findall(found[0])) + ">"


def _joined(found: re.Match[str]) -> str:
    return "{" + "+".join(_MARK.findall(found[0])) + "}"


def _and_joined(found: re.Match[str]) -> str:
    """“I watched {p5} and {p4} and {p6} came”: those who came are some of them only."""
    if not _JOINS.search(found[0]):
        return found[0]
    after = found.string[found.end() : found.end() + 9]
    if after.startswith((" visited", " came", " went")) and _WATCHED_AND.search(found.string, 0, found.start()):
        watched, *came = _MARK.findall(found[0])
        return f"{{{watched}}} : {{{'+'.join(came)}}}"
    return _joined(found)


# ── sentences and clauses ─────────────────────────────────────────────────────────────────────────────────────────────

_SENTENCE = re.compile(r"([.!?;…\n]+)(?:\s+|$)|\s(?:--|–|—)\s")
_CLAUSE = re.compile(
    r"\s*(?:(,|:|\(|\)|->|(?<![a-z])>|=(?!>)| - |-(?=[{<%@]))\s*(?:(?:and|but|so|then|because|while|since|yet) )?|\b(and|but|so|then|because|while|since|cause|cuz|bc|whereas|yet|plus)\b)\s*"
    r"|\s+(?=@[\d+]++(?! ?(?:$|[,.:()]| and\b| but\b| so\b| because\b| they\b| who\b| when\b| while\b| which\b)))|(?<=>)\s+(?=@)"
)
_HAIL = re.compile(
    r"^(?:(?:hi|hello|hey|well|ok|okay|fine|guys|also|honestly|look|listen|btw|fyi|yes|yeah|yep|yea|no(?! one| visitors?)|nope|alright|right|sorry|wait|lol|lmao|everyone(?! (?:claim|vote))|"
    r"everybody(?! (?:claim|vote))|everyone|all right|folks|friends|people|actually|sadly|now|oh|ah|um|uh|finally|for the record|to be honest|tbh|ngl|imo|"
    r"(?:as |like )?i (?:already )?(?:said|told you|repeat|claimed|say)(?: that| to you)?(?: yesterday| before| already| earlier)*|i swear|trust me|believe me|look here|good morning|morning|"
    r"i(?:'d like| want| would like| have| need) to (?:share|say|claim|announce|confess|admit|tell you(?: all)?|be honest|be clear)(?: that)?:?|to be transparent|let me be clear|i can tell you(?: all)?(?: that)?|i'll be honest|"
    r"therefore|thus|still|obviously|clearly|simply put|again|once more|in fact|my friends|first of all|just so you know|and|but|so|then|because)\b[ ,:]*)+"
)

_OTHER_GAME = re.compile(
    r"\b(?:last|previous|prior|another|other|next|past|earlier) (?:game|round|match|time)s?\b|\breal life\b|\birl\b"
)
_CONDITION = re.compile(
    r"\b(?:if|unless|suppose|supposing|imagine|pretend|pretending|hypothetically|let's say|lets say|wish|whether|as if|as though|say you|say that you|what about)\b"
)
_QUESTION = re.compile(
    r"^(?:\{p\d+\} (?=(?:who|what|why|where|how|did you|do you|are you|can you|have you|were you|will you|would you)\b))?(?:who|what|why|when|where|how|are|is|did|do(?!n't)|does|was i|were|can(?! be)|could(?! be)|should|shall|which|whose|anyone|anybody|any|has|have|would|will you|tell)\b"
)
_SAYS = (
    r"(?:says?|said|saying|claims?|claimed|claiming|told|tells|whispered|whispers|wrote|writes|asked|asks|thinks?|thought|believes?|insists?|insisted|pretends?|"
    r"pretended|alleges?|alleged|swears?|swore|denies|denied|mentioned|typed|posted|hinted|implied|implies|accused|accuses|reported|reports|reads|read|states?|stated|want|wants|called|calls|call)\b"
)
_HEARSAY = re.compile(
    rf"(?:{_SEATS}|\b(?:he|she|they|you|who|everybody|everyone|someone|somebody|nobody|no one|people|the \S+|<[^>]+>|will|note|others|we|it|which|that|whoever)\b)(?: (?:has|have|had|already|just|even|also|himself|herself|only|all|still|once|both))* {_SAYS}"
    rf"|^(?:says?|said|claims|claimed|told me|whispered|according|apparently|supposedly|allegedly|rumou?r|word is)\b|\baccording to\b|\bi (?:was told|heard|hear)\b"
    rf"|{_ANY}(?:'s?)? (?:last )?(?:will|log|note|notes|notebook|whisper)\b|'s (?:last )?(?:will|log|note|notes|whisper)\b|\bsay(?:s|ing)? i\b|\b(?:his|her|their) (?:will|log|notes?)\b"
)
# “{p4}: I'm the Doctor” is what somebody else said; “{p4}: suspicious” is a result.
_SPEAKER = re.compile(rf"^{_ANY}: ?(?!%|<[a-z ]+\||\{{|nobody|no one|no visit|visited|attacked|was|is)")
_ME = re.compile(r"^(?:i|i'm|im|i've|my|me|we)\b")
_MAYBE = re.compile(
    r"\b(?:would|wouldn't|could|couldn't|might|may|maybe|perhaps|possibly|can be|not sure|no idea|don't know|unsure|doubt|unlikely|hopefully|hope|probably not|than)\b"
)
_FUTURE = re.compile(
    r"\b(?:will|i'll|gonna|going to|tonight|tomorrow|want to|wanted to|shall|plan to|planned to|tried to|try to|let me|meant to|about to|should|must|have to|need to|needs to|next night|has to)\b"
)
_DENIED = re.compile(
    r"\b(?:not|never|cannot|neither|nor|without|deny|isnt|wasnt|didnt|havent|dont|aint|no way)\b|n't\b"
)

# ── roles ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

_ADVERBS = (
    r"(?:(?:the|a|an|just|only|really|actually|simply|your|our|this town's|town's|real|true|in fact|obviously|still|indeed|of course|confirmed|humble|vanilla|poor|"
    r"also|honest|afraid|proud|literally|clearly|the only|100%|definitely|plain|loyal|good|old|boring|normal|regular|simple|innocent|lonely|revealed|so|random|tired|last|one and only|%inn) )*"
)
_TOKEN = r"<(#?[a-z ]+)>"
_I_AM = re.compile(
    rf"^(?:i'm|i am|im|i was|i've been|i have been|i'm claiming|i claim|i'm playing|i am playing|i rolled|i got|i was dealt|i was given|i drew|i am claiming|claiming|rolled|i'll claim|i admit i'm|call me) "
    rf"(?:to be )?{_ADVERBS}{_TOKEN}(?!'|\|)(?P<rest>.*)$"
)
_MY_ROLE = re.compile(rf"^(?:my )?(?:role|claim|i'm|class)(?: is| was|'s)? ?(?:is )?{_ADVERBS}{_TOKEN}$")
_HERE = re.compile(rf"^{_ADVERBS}{_TOKEN} (?:here|speaking|reporting|reporting in)\b(?P<rest>.*)$")
_SOLE = re.compile(rf"^{_ADVERBS}{_TOKEN}$")
_CLAIMED = re.compile(rf"^{_TOKEN} (?:claim|results?|checks?|info|report)$")
_ITS_WILL = re.compile(rf"^(?:the )?{_TOKEN}(?:'s)?(?: last)? (?:will|log|notes|diary|journal)$")
_RESULTS_ON = re.compile(
    rf"^(?:(?:my )?{_TOKEN} |my )?(?:@(?P<night>\d+) )?(?:results?|res|info|check|read) (?:on|for|from|of) (?P<whom>{_SEATS})(?P<rest>.*)$"
)
_AS_ROLE = re.compile(rf"^as (?:the |your |an? |our )?{_TOKEN}(?: (?P<rest>(?:i|my|i've)\b.*))?$")
_NO_ROLE = re.compile(r"^ (?:in |of|for {p|hunt|claim|bait|style|game|target|would|could|if|or|to\b|like|last game)|^'")

_TOWN_SIDES = frozenset({"town", "town investigative", "town killing", "town protective", "town support"})
_BENIGN: frozenset[RoleName] = frozenset({"survivor", "amnesiac"})

# ── deeds ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

_VERBS: Mapping[str, str] = {
    "heal": "healed|heal|doctored|doc'd|patched up|nursed", "guard": "guarded|guard|bodyguarded|bg'd|bged|stood guard over|watched over",
    "question": "questioned|question|interrogated|interrogate|sheriffed|sherriffed", "investigate": "investigated|investigate|inv'd|inved|invested|invest'd|examined",
    "watch": "watched|watch|lo'd|lo'ed|camped|staked out|sat outside|looked out for|looked out on|kept watch on|kept an eye on|observed",
    "shoot": "shot|shoot|fired at|gunned down", "block": "blocked|block|roleblocked|roleblock|role blocked|role-blocked|rb'd|rbed|rb|rb'ed|escorted|distracted|kept busy|entertained",
    "swap": "transported|transport|swapped|swap|trans'd|transed|tp'd|switched", "jail": "jailed|jail|locked up|imprisoned|hauled in|put in jail",
    "execute": "executed|execute|exe'd|exed|exec'd", "revive": "revived|revive|resurrected|brought back|raised",
    "stake": "staked|stake|hunted", "kill": "killed|kill", "stab": "stabbed|stab", "douse": "doused|douse", "frame": "framed|frame",
    "clean": "cleaned|clean", "forge": "forged", "blackmail": "blackmailed|blackmail|bm'd|bmed", "consult": "consulted|consig'd|looked up",
    "bite": "bit|bitten", "control": "controlled|witched|control", "bug": "bugged",
    "check": "checked|check|tested|looked at|looked into|scanned", "protect": "protected|protect|saved|save|shielded",
    "visit": "visited|visit|went to|was on|was at|targeted|target|picked|chose|went on|on|at|to|saw to",
}  # fmt: skip
_ACT_OF = {verb: act for act, verbs in _VERBS.items() for verb in verbs.split("|")}
_PAST = frozenset(verb for verbs in _VERBS.values() for verb in verbs.split("|") if verb.split()[0].endswith(("d", "ed", "'d", "shot", "bit")) or verb in ("shot", "was on", "was at", "went to", "stood guard over", "kept busy", "put in jail", "brought back", "sat outside", "saw to", "kept watch on", "kept an eye on", "went on", "chose", "rb'd"))  # fmt: skip
_NATURAL: Mapping[str, str] = {
    "doctor": "heal", "bodyguard": "guard", "sheriff": "question", "investigator": "investigate", "lookout": "watch", "escort": "block",
    "consort": "block", "vigilante": "shoot", "transporter": "swap", "vampire hunter": "stake", "jailor": "jail", "consigliere": "consult",
    "retributionist": "revive", "spy": "bug",
}  # fmt: skip
"""What a role does to whom it names in its log."""

_DEED = re.compile(
    rf"^(?:(?P<i>i|i've|i have|we) )?(?:(?:also|just|only|then|had|have|even|was|tried|again|simply|decided to|went and|chose to) )*(?P<verb>{_any_of(_ACT_OF)})"
    rf"(?: (?:up|on|over|for|at|myself|again|the|visited))* (?P<whom>{_SEATS}|myself|me|self|him|her|them|nobody|no one|noone)(?![\w+])(?P<rest>.*)$"
)
_NAMED = re.compile(rf"^(?P<whom>{_SEATS}|self|me|myself)(?P<rest>(?: .*|'s house.*)?)$")
_ALERT = re.compile(
    r"^(?:i )?(?:(?:was|went|stayed|sat|am|used(?: an| my)?|did) )*(?:on )?(?P<what>alerted|alert)\b(?! tonight)"
)
_VEST = re.compile(
    r"^(?:i )?(?:(?:used|wore|put on|had|took|did) )*(?:(?:a|my|the|one|on) )*(?P<what>vested|vest)\b(?:ed)?(?! left)(?P<rest>.*)$"
)
_HOME = re.compile(
    r"^(?:i |i've )?(?:just |simply )?(?:stayed (?:at )?home|stayed in|slept(?: in)?|did nothing|home|stayed idle|idled|rested|no action|did not (?:act|go out|do anything)|didn't (?:act|go out|do anything)|"
    r"nothing|nobody|no one|no-one|noone|skipped|visited (?:nobody|no one)|was (?:at )?home|kept to myself|-+)$"
)
_IGNITED = re.compile(r"^(?:i )?ignited\b")

# ── what became of oneself ────────────────────────────────────────────────────────────────────────────────────────────

_BEFELL: Mapping[str, str] = {
    "attacked": "attacked", "shot at": "attacked", "stabbed": "attacked", "jailed": "jailed", "in jail": "jailed", "healed": "healed",
    "saved": "healed", "blocked": "blocked", "roleblocked": "blocked", "role blocked": "blocked", "role-blocked": "blocked", "rbed": "blocked",
    "rb'd": "blocked", "rb": "blocked", "transported": "transported", "swapped": "transported", "transed": "transported", "trans'd": "transported", "controlled": "controlled",
    "witched": "controlled", "guarded": "guarded", "doused": "doused",
}  # fmt: skip
_I_WAS = re.compile(
    rf"^(?P<i>i (?:was|got|have been|had been|am|sat)|i've been|was|got|been|sat|)(?: (?:also|just|already|actually|even|unfortunately|being))* ?(?P<what>{_any_of(_BEFELL)})(?![\w'])(?! (?:up |on |at )?{_SEATS})(?P<rest>.*)$"
)
_DID_TO_ME = re.compile(
    rf"^(?:someone|somebody|they|an?|the|some|my)?(?: ?(?:<[^>]+>|<#mafia>|killer|attacker|{_ANY}))?(?: (?:has|had|also|even|clearly|already))* ?(?P<what>{_any_of(_BEFELL)}|tried to kill|came for|dragged) me\b"
)

# ── what was found ────────────────────────────────────────────────────────────────────────────────────────────────────

_BEING = r"(?:(?:is|was|were|are|came|come|turned|turns|back|up|out|seems?|seemed|looks?|looked|to|be|as|found|appeared|appears|a|an|the|all|too|still|them|him|her|they|he|she|it|who|that|my|result|says|gave|either|must|one|of|could|can|which|group|so|definitely|certainly|:|-|=|has|has to|now|got|reads?|shows?|showed) )*"
_FOUND_SHERIFF = re.compile(rf"^ ?{_BEING}%(sus|inn)\b")
_FOUND_ROLES = re.compile(rf"^ ?{_BEING}<([a-z ]+(?:\|[a-z ]+)*)>(?! (?:or|and)\b)")
_FOUND_VISITED = re.compile(
    rf"^ ?(?:(?:was|were|they|he|she|who|got|is|had|been|it|and|his house|her house|their house|house) )*(?:only )?visited by (?:only |just )?(?P<who>{_SEATS}|nobody|no one|noone)"
)
_FOUND_VISITORS = re.compile(
    rf"^ ?(?:(?:saw|i saw|had|only|just|visitors?|visits?|were|was|from|by|by) )*(?P<who>{_SEATS})(?: (?:visited|came|visit|visiting|there|went there|was there|were there|dropped by|showed up|come by|come|arrive|arrived|went in|go in|only|alone|visits))?(?: (?:him|her|them|it|there|by|in|too|visit|house|to|over|that night))*$"
)
_FOUND_NOBODY = re.compile(
    r"^ ?(?:(?:saw|i saw|but|and|they|he|she|had|was|there) )*(?:nobody|no one|noone|no-one|no visitors?|none|no visits?|nothing)(?: (?:else|at all))?(?: (?:came|visited|visited (?:him|her|them)|there|showed up|went there|came by|was there|visits|went in|by|turned up|to see them))*$"
)
_FOUND_ATTACKED = re.compile(
    r"^ ?(?:(?:and|they|he|she|who|was|were|got|my target|it|target|had been|did get|that night|both) )*(?:attacked|hit)\b"
)

_SAW_VISIT = re.compile(
    rf"^(?P<saw>i (?:saw|watched|noticed|spotted) |saw )?(?:only )?(?P<who>{_SEATS}|nobody|no one|noone)(?: (?:else|also|only))? (?P<verb>visited|visit|visiting|visits|came to|went to|go to|going to|come to|enter|entered|entering|was at|at)(?: the house of)? {_ONE}(?:'s(?: house| place)?)?(?P<rest>.*)$"
)
_WAS_VISITED = re.compile(rf"^{_ONE}(?P<rest> (?:was|got|had been|is) (?:only )?visited by .*)$")
_NO_VISITORS = re.compile(rf"^{_ONE} (?:had|got|has) (?P<what>no visitors?|no one|nobody|no visits?)\b")
_SPIED = re.compile(
    rf"^(?:the |i (?:saw|heard|noticed) (?:the |that the )?)?<#mafia>(?: (?:have|has|only|also))* (?:visited|went to|visits?|targeted|visiting|went for|went after|at|on|were at) (?P<who>{_SEATS}|nobody|no one)(?P<rest>.*)$"
)
_I_FOUND = re.compile(
    rf"^(?:i |we )?(?:found|find|got|have|get) (?:out (?:that )?)?(?:(?P<first>%(?:sus|inn)|<[a-z |]+>) (?:on|for|from) (?P<on>{_SEATS})|(?:that )?(?P<whom>{_SEATS}) (?P<rest>.*))$"
)
_ON = re.compile(rf"^%(?P<found>sus|inn) (?:on|for) (?P<whom>{_SEATS})")

# ── whom somebody suspects and trusts ─────────────────────────────────────────────────────────────────────────────────

_THINK = (
    r"^(?:(?:i (?:(?:really|still|also|strongly|do|just|now|honestly|truly|firmly) )*(?:think|believe|say|guess|bet|know|feel|reckon|suspect|fear|am sure|am certain|am convinced|assume|can confirm|confirm|can assure you|promise)|i'm (?:sure|certain|convinced|positive|pretty sure|quite sure)|"
    r"pretty sure|sure|it seems|seems|looks like|it looks like|my guess|my read|means|which means|meaning|that means|this means|likely|no doubt|clearly|obviously|imo|i'd say)(?: that| is)?,? )*"
)
_IS = (
    r"(?:(?: (?:is|are|was|'s|were|has been|have been|must be|has to be|have to be|must have been|can only be|looks?|seems?|sounds?|acts?|acting|being|been|to be|obviously|clearly|definitely|probably|certainly|surely|likely|100%|really|so|very|"
    r"pretty|super|quite|too|a|an|the|our|just|also|still|both|one of the|part of the|in the|with the|most likely|kinda|rather|bit|little|in fact|totally|for sure|our|their|being|behaving|extremely|awfully|more|like|actually|only|confirmed|proven|all but))|'s)+"
)
_EVIL = r"(?:lying|liars?|fake|faking|fake ?-?claiming|fakeclaim|evils?|bad|scum|scummy|shady|fishy|guilty|killers?|murderer|murderers|culprit|one of them|traitor|false|dangerous|%sus|my suspect|the one|hiding something|dodgy|suspect|not to be trusted|behind (?:this|it)|up to no good|wrong|dishonest|enemy)"
_GOOD = r"(?:%inn|clear|cleared|clean|honest|legit|good|confirmed|trustworthy|telling the truth|truthful|real|safe|genuine|fine|ok|one of us|on our side|proven|right)"
_JUDGED = re.compile(
    rf"{_THINK}(?:it's |it is |if anyone |that )?(?P<whom>{_SEATS})(?P<is>{_IS})?(?P<not>(?: not|n't)(?: a| an| the| really| our| actually)*)? (?P<what>{_EVIL}|{_GOOD}|<#?[a-z ]+>)(?!'|\|)(?P<rest>.*)$"
)
_ISNT = re.compile(r"\b(is|was|are|were)n't\b")
_LIES = re.compile(
    rf"{_THINK}(?P<whom>{_SEATS}) (?:just |clearly |obviously |also |always )*(?:lies|lied|lie|fakes|faked|did it|must hang|should hang|has to hang|has to go|must go|needs to hang|should be hanged|must be hanged|killed {_SEATS}|worries me|should be on trial|contradicts (?:himself|herself|themselves)|keeps lying|cannot be trusted|can't be trusted|does not add up|doesn't add up|is not to be trusted|is hiding something|is hiding behind|fake ?claimed|to the gallows|up|on trial|deserves)\b"
)
_TALE = re.compile(
    rf"^(?:i think |i say |so |honestly )?(?:the )?(?P<whom>{_SEATS})'s (?:\w+ )?(?:claim|story|will|log|results?|claims|account|logs|tale|words?|defence|version) (?P<rest>(?!on ).*)$"
)
_TALE_BAD = re.compile(
    r"\b(?:false|fake|a lie|lies|lie|made up|no sense|not add up|doesn't add up|does not add up|don't add up|can't be true|cannot be true|impossible|wrong|nonsense|rubbish|contradict\w*|not (?:fit|hold|true)|doesn't (?:fit|hold|make sense|check out)|does not (?:fit|hold|make sense|check out)|changes|suspicious|%sus|fishy|stinks|holes?)\b|%sus"
)
_TALE_GOOD = re.compile(
    r"\b(?:true|checks out|makes sense|adds up|holds|fits|is right|sounds right|is good|credible|believable)\b"
)
_DISTRUST = re.compile(
    rf"^(?:i |we )?(?:(?:really|still|just|simply|honestly) )*(?:don't|do not|can't|cannot|never|no longer|dont|cant|didn't|did not|hardly|wouldn't)(?: (?:really|quite|fully|at all|ever))? (?:trust|believe|buy|like)(?: (?:a word of|anything from|what|in))? (?P<whom>{_SEATS})(?!'s (?:innocence))"
)
_PUSH = re.compile(
    rf"{_THINK}(?:(?:i|we|let's|lets|please|should|must|have to|you|everyone|everybody|all|need to|i'm|am|are|to|just|it's time to|time to|gotta|got to|can|now|would like to|want to|ought to|town|today|my|i'd|better|vote to|will|say we|and|say|i'll|come on) )*"
    rf"(?:lynch|hang|vote for|vote up|vote against|vote|voting for|voting against|voting|voted for|hanging|lynching|kill off|guilty on|guilty|vg|push|accuse|accusing|suspect|suspects are|suspect is|nominate|nominating|convict|vote guilty on|execute|wary of|suspicious of|look at|look closely at|look hard at|look harder at|take a closer look at|point at|pointing at|eyes on|eye on|money is on|vote goes to|vote is on|vote is for|try|finger points at|start with) (?P<whom>{_SEATS})(?!'s)(?P<rest>.*)$"
)
_PUT_UP = re.compile(
    rf"{_THINK}(?:(?:i|we|let's|lets|please|should|must|want|have to|say|just|i'd|to|want to|would) )*(?:put|get|bring|have|see|want|send|see|throw) (?P<whom>{_SEATS}) (?:up|on trial|on the stand|to trial|to the stand|hanged|to hang|on the rope|to the gallows|gone|dead)\b"
)
_ITS = re.compile(
    rf"{_THINK}(?:(?:it's|it is|it was|it must be|it has to be|it can only be|must be|it must have been|has to be|gotta be) (?:clearly |obviously |definitely |probably )?(?P<whom>{_SEATS})|(?:my )?(?:(?:main|top|first|only|biggest|prime) )?(?:suspects?|suspicion|vote|bet|money|votes)(?: (?:is|are|goes to|go to|is on|falls on|on|still|for))* (?P<mine>{_SEATS}))$"
)
_TRUST = re.compile(
    rf"^(?:i |we )?(?:(?:do|fully|really|still|also|completely|can|trust|would|now|mostly|quite|think we should|say) )*(?:trust|believe|vouch for|can vouch for|back|stand by|support|side with|stand with|spare|acquit|free|%inn on|%inn|vote %inn on|vote %inn for|voting %inn on|voted %inn on|clear)(?: what)? (?P<whom>{_SEATS})(?P<rest>.*)$"
)
_SPARE = re.compile(
    rf"^(?:i |we |please |guys |you |there's |there is |let's |lets |i'd rather |just |everyone )*(?:don't|do not|dont|not|stop|no need to|shouldn't|should not|never|wouldn't|won't|will not|no reason to)(?: (?:let's|us|want to|think we should))?(?: (?:hang|lynch|vote|vote for|suspect|kill|accuse|accusing|hanging|lynching|voting|voting for|doubt|guilty|execute|put|blame))+ (?P<whom>{_SEATS})"
)
_LEAVE = re.compile(
    rf"^(?:please |let's |just |i say )*(?:leave|let) (?P<whom>{_SEATS}) (?:alone|be|live|go|off|free)\b|^(?P<truth>{_SEATS}) (?:tells|speaks|told|is telling|has told) (?:us )?the truth\b"
)
_DISMISSED = re.compile(
    r"^ (?:is|are|was|to|or|lies|lied|has|must|can|isn't|wasn't|will|would|could|might|did|does|next|if)\b|^'s (?:a|the|lying|%)"
)


@dataclass(slots=True)
class _Tale:
    """What the clauses so far have said. `last` is the deed spoken of: its night, act and target; `earlier` the one of which
    the sentences before spoke; `borrowed` that others'
    papers are being read out; `others` that the sentence is about somebody else."""

    seat: Seat
    day: int
    text: str
    source: Source
    role: str = ""
    night: tuple[int, ...] = ()
    last: tuple[int, str, Seat] | None = None
    earlier: tuple[int, str, Seat] | None = None
    act: str = ""
    borrowed: bool = False
    others: bool = False
    spied: bool = False
    looked: list[Claim] = field(default_factory=list)
    claims: dict[Claim, None] = field(default_factory=dict)

    def add(
        self, kind: Kind, *, role: str = "", night: int = 0, act: str = "", target: Seat | None = None, found: str = ""
    ) -> None:
        does = cast("Act | None", act or None)
        what = cast("RoleName | None", role or None)
        self.claims[Claim(self.day, self.seat, kind, self.text, what, night, does, target, found, self.source)] = None

    def result(self, night: int, act: str, target: Seat | None, found: str) -> None:
        """A result says the deed, too."""
        for each in [
            c for c in self.claims if c.kind == "deed" and c.act == act and c.target == target and c.night == night
        ]:
            del self.claims[each]
        self.add("result", night=night, act=act, target=target, found=found)


def claims_in(text: str, seat: Seat, day: int, source: Source = "said") -> tuple[Claim, ...]:
    """What a statement or a will of `seat` claims; `text` has {seat} marks."""
    return _claims_in(text, seat, day, source)


_MARKED = re.compile(r"\{\{|\{(p\d+)\}")
_RECENT = re.compile(r"last night|past night|tonight|before|ago|\bln\b", re.IGNORECASE)
_SPEAKER_MARK = Seat("p0")
_OF_SEATS: frozenset[Act | None] = frozenset({"watch", "bug", "swap"})
"""Deeds of which the finding names seats."""


@lru_cache(maxsize=1 << 14)
def _claims_in(text: str, seat: Seat, day: int, source: Source) -> tuple[Claim, ...]:
    """Who is named does not change what is said: each pattern of words is read once, with the seats numbered as they come."""
    marks: dict[str, str] = {seat: _SPEAKER_MARK}

    def number(found: re.Match[str]) -> str:
        return f"{{{marks.setdefault(found[1], f'p{len(marks)}')}}}" if found[1] else "{{"

    pattern = _MARKED.sub(number, text)
    back = {mark: Seat(each) for each, mark in marks.items()}
    return tuple(
        Claim(
            day, seat, claim.kind, text, claim.role, claim.night, claim.act,
            None if claim.target is None else back[claim.target],
            _MARK.sub(lambda found: back[found[0]], claim.found) if claim.act in _OF_SEATS else claim.found, source,
        )
        for claim in _read(pattern, day if _RECENT.search(pattern) else 0, source == "will")
    )  # fmt: skip


@lru_cache(maxsize=1 << 15)
def _read(text: str, day: int, will: bool) -> tuple[Claim, ...]:
    """What p0 claims in such words."""
    tale = _Tale(_SPEAKER_MARK, day, text, "will" if will else "said")
    sentences = list(_sentences(_plain(text, day, will)))
    for at, (sentence, end) in enumerate(sentences):
        after = sentences[at + 1][0] if at + 1 < len(sentences) else None
        _sentence(tale, sentence, end, after, at == 0)
    return tuple(tale.claims)


def _sentences(text: str) -> Iterator[tuple[str, str]]:
    """Each with what ends it."""
    start = 0
    for found in _SENTENCE.finditer(text):
        if sentence := text[start : found.start()].strip(" ,"):
            yield sentence, (found[1] or "-").strip() or "\n"
        start = found.end()
    if sentence := text[start:].strip(" ,"):
        yield sentence, ""


def _sentence(tale: _Tale, sentence: str, end: str, after: str | None, first: bool) -> None:
    tale.others, tale.spied, tale.night = False, False, ()
    tale.looked.clear()
    tale.earlier = tale.last
    if _OTHER_GAME.search(sentence) or _CONDITION.search(sentence):
        return
    if _SPEAKER.match(sentence):
        tale.borrowed = True
        return
    parts = _clauses(sentence)
    if "?" in end:
        parts = _before_the_question(parts)
    told = False
    for at, (mark, clause) in enumerate(parts):
        clause = _HAIL.sub("", clause).strip() if clause[:1] not in "@{<%" else clause
        if not clause:
            continue
        if _QUESTION.match(clause) and not (at and tale.last and clause.startswith("who ")):
            return
        if told:
            # Reported speech goes on until the speaker comes back to themselves.
            if not (mark in ("but", "so") and _ME.match(clause)):
                continue
            told = False
        titled = first and at == 0 and tale.source == "will" and _ITS_WILL.match(clause) is not None
        if not titled and (heard := _HEARSAY.search(clause)):
            tale.borrowed = tale.borrowed or bool(
                re.search(r"\b(?:will|log|notes?|whisper\w*|told|wrote|said)\b", clause)
            )
            tale.others = told = not clause.startswith(("claims", "claimed", "says", "said"))
            if at + 1 < len(parts) and parts[at + 1][0] == ":":
                return
            clause = clause[: heard.start()].strip()
            if not clause or not _ME.match(clause) or _DENIED.search(clause):
                continue
        follow = parts[at + 1] if at + 1 < len(parts) else ((end, after) if after is not None else None)
        if tale.borrowed and not _ME.match(clause):
            continue
        _clause(tale, clause, follow, first and at == 0, end)


def _clauses(sentence: str) -> list[tuple[str, str]]:
    """Each with what stands before it: a comma, a colon, a word."""
    parts: list[tuple[str, str]] = []
    mark, start = "", 0
    for found in _CLAUSE.finditer(sentence):
        if clause := sentence[start : found.start()].strip():
            parts.append((mark, clause))
        word = re.search(r"\b(?:but|so)\b", found[0])
        mark, start = (word[0] if word else found[1] or found[2] or "@"), found.end()
    if clause := sentence[start:].strip():
        parts.append((mark, clause))
    return parts


def _before_the_question(parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """“I'm the Doctor, why would you hang me?”: what stands before the question is said plainly, if it is about oneself."""
    for at, (mark, clause) in enumerate(parts):
        if (
            at
            and mark in (",", "so", "but", "and")
            and re.match(r"^(?:why|who|what|how|when|where|do|does|can|are|did)\b", clause)
        ):
            return parts[:at] if _ME.match(_HAIL.sub("", parts[0][1]) or "") else []
    return []


# ── a clause ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_AT = re.compile(r"(?:^| )@([\d+]+)")
_HEAD = re.compile(r"^[:.>=~-]+ ?")


def _clause(tale: _Tale, clause: str, follow: tuple[str, str] | None, opens: bool, end: str) -> None:
    named = _AT.search(clause)
    if named:
        tale.night = tuple(int(each) for each in named[1].split("+") if each)
        if clause.startswith("@"):
            tale.last = None
        clause = _HEAD.sub("", " ".join(_AT.sub(" ", clause).split()))
    if _ME.match(clause):
        tale.others = False
    rest = _role(tale, clause, follow, opens, end)
    if rest and not _own(tale, rest, bool(named)):
        _opinion(tale, rest)


def _role(tale: _Tale, clause: str, follow: tuple[str, str] | None, opens: bool, end: str) -> str | None:
    """Reads a claim of the speaker's role; gives back what is left of the clause, None where nothing is to be read on."""
    if found := _AS_ROLE.match(clause):
        says = found["rest"] or (follow[1] if follow else "")
        if _ME.match(says) and not _MAYBE.search(says) and not _FUTURE.search(says):
            _is(tale, found[1])
            return found["rest"] or ""
        return None
    if (found := _I_AM.match(clause)) or (found := _HERE.match(clause)):
        rest = found["rest"]
        if _NO_ROLE.match(rest) or _MAYBE.search(rest) or (clause.startswith("call me") and rest):
            return None
        if clause.startswith(("i got", "rolled")) and rest and not rest.startswith(" this"):
            return clause
        _is(tale, found[1])
        return rest.strip(" ,")
    if found := _MY_ROLE.match(clause):
        _is(tale, found[1])
        return ""
    if clause in ("my role", "role", "my claim", "i'm", "claim") and follow and (found := _SOLE.match(follow[1])):
        _is(tale, found[1])
        return ""
    if (found := _RESULTS_ON.match(clause)) and found[1] and found[1] in _NATURAL:
        tale.role = found[1]
        return clause
    if tale.source == "will" and (found := _ITS_WILL.match(clause)):
        _is(tale, found[1])
        return ""
    if opens and ((found := _SOLE.match(clause)) or (found := _CLAIMED.match(clause))):
        if _stands_alone(tale, found[1], follow, end, bool(_CLAIMED.match(clause))):
            _is(tale, found[1])
        return ""
    return clause


def _is(tale: _Tale, token: str) -> None:
    if token.startswith("#"):
        if token[1:] in _TOWN_SIDES:
            tale.add("role", found=token[1:])
        return
    tale.role = token
    tale.add("role", role=token)
    for each in tale.looked if token == "sheriff" else ():
        # “{p4} is suspicious, I'm the Sheriff.”
        tale.claims.pop(each, None)
        tale.result(each.night, "question", each.target, "suspicious" if each.kind == "accuse" else "innocent")


_ADDRESS = re.compile(
    r"^(?:please|pls|plz|you|your|heal|check|jail|watch|guard|protect|visit (?!me)|kill|shoot|execute|reveal|come|can|did|do|who|what|save|block|go|tell|vote|speak|say|where|help|we|it|claim|claims|needs?|should|must|has|is|are|was|will|on|if)\b"
)
_LOGLIKE = re.compile(r"^(?:i\b|i'm\b|my\b|@|\d|n\d|%|saving|no info|nothing|alerted|vested|" + _any_of(_PAST) + r")")


def _stands_alone(tale: _Tale, token: str, follow: tuple[str, str] | None, end: str, claimed: bool) -> bool:
    """Whether a role at the head of a text is the speaker's: nobody is addressed by it, and nobody claims evil so briefly."""
    if token.startswith("#"):
        if token[1:] not in _TOWN_SIDES:
            return False
    elif (
        ROLE[cast(RoleName, token)].faction != "town"
        and token not in _BENIGN
        and not (tale.source == "will" or claimed)
    ):
        return False
    if follow is None:
        return not claimed and "?" not in end
    mark, after = follow
    after = _HAIL.sub("", after)
    if mark in (".", "\n", ":", "-"):
        return not _ADDRESS.match(after)
    if mark in (",", "@", " - "):
        listed = bool(re.match(rf"^{_SEATS}", after)) and (
            "@" in after or "|" in after or ("%" not in after and "visited" in after)
        )
        return bool(_LOGLIKE.match(after)) or listed
    return False


# ── one's own night ───────────────────────────────────────────────────────────────────────────────────────────────────


def _own(tale: _Tale, clause: str, named: bool) -> bool:
    """Reads what the speaker did, learned or suffered; whether the clause was about that."""
    if _found_before(tale, clause):
        return True
    if _MAYBE.search(clause) and "|" not in clause:
        return False
    if _results(tale, clause, named):
        return True
    if _FUTURE.search(clause):
        return False
    if _befell(tale, clause, named):
        return True
    return not _denied_deed(clause) and _deed(tale, clause, named)


def _denied_deed(clause: str) -> bool:
    return bool(_DENIED.search(clause)) and not _HOME.match(clause)


def _nights(tale: _Tale) -> tuple[int, ...]:
    return tale.night or (0,)


def _found_before(tale: _Tale, clause: str) -> bool:
    """“… and they were attacked”, “: {p3}, {p4}”: what came of the deed just told."""
    if tale.last is None or (_MAYBE.search(clause) and "|" not in clause):
        return False
    night, act, target = tale.last
    before = tale.last is tale.earlier
    if (clause.startswith("{") and (act != "watch" or (before and " " not in clause))) or (clause[0] == "<" and before):
        return False  # “Think again, {p4}.” names no visitor, “Please, Jailor.” no finding
    rest = re.sub(rf"^\{{{target}\}}(?= )", "", clause)
    found = _outcome(act, rest, target)
    if not found:
        return False
    tale.result(night, act, target, found)
    return True


def _outcome(act: str, rest: str, target: Seat | None) -> str:
    """What the words after a deed say that came of it."""
    rest = rest.rstrip(" ,:")
    if not rest or (_DENIED.search(rest) and act != "watch"):
        return ""
    if act == "question" and (found := _FOUND_SHERIFF.match(rest)):
        return "suspicious" if found[1] == "sus" else "innocent"
    if act in ("investigate", "consult") and (found := _FOUND_ROLES.match(rest)):
        return _roles(found[1])
    if act == "watch":
        if found := _FOUND_VISITED.match(rest):
            return _people(found["who"])
        if _FOUND_NOBODY.match(rest):
            return "nobody"
        if (found := _FOUND_VISITORS.match(rest)) and f"{target}" not in _MARK.findall(found["who"]):
            return _people(found["who"])
    if act == "heal" and _FOUND_ATTACKED.match(rest):
        return "attacked"
    return ""


def _people(words: str) -> str:
    return ", ".join(_MARK.findall(words)) or "nobody"


def _roles(token: str) -> str:
    """Roles as a claim names them: a group in the Investigator's order."""
    names = token.split("|")
    group = next((group for group in GROUPS if set(names) == set(group)), None)
    return ", ".join(group or names)


def _seats(words: str) -> list[Seat]:
    return [Seat(each) for each in _MARK.findall(words)]


def _results(tale: _Tale, clause: str, named: bool) -> bool:
    """What was learned, told without the deed: “{p4} is sus”, “inv results on {p2}”, “{p4} visited {p5}”."""
    mine = named or bool(tale.night) or tale.role != ""
    if (found := _RESULTS_ON.match(clause)) and (act := _looks(tale.role) or "question"):
        if found["night"]:
            tale.night = (int(found["night"]),)
        target = _seats(found["whom"])[0]
        tale.last = (_nights(tale)[0], act, target)
        if came := _outcome(act, found["rest"], target):
            tale.result(_nights(tale)[0], act, target, came)
        return True
    if clause in ("my result", "result", "results", "my results", "my findings", "findings", "my info"):
        tale.role = tale.role or "?"
        return True
    if found := _I_FOUND.match(clause):
        target = _seats(found["on"] or found["whom"])[0]
        what = found["first"] or found["rest"]
        for act in ("question", "investigate", "consult"):
            came = _outcome(act, what, target)
            if came and (act != "investigate" or "," in came) and (act != "consult" or tale.role == "consigliere"):
                tale.result(_nights(tale)[0], act, target, came)
                return True
        return False
    if found := _ON.match(clause):
        if not mine:
            return False
        tale.result(
            _nights(tale)[0],
            "question",
            _seats(found["whom"])[0],
            "suspicious" if found["found"] == "sus" else "innocent",
        )
        return True
    if _visits(tale, clause, mine):
        return True
    if named and tale.role == "" and not tale.act and (found := re.match(rf"^{_ONE}$", clause)):
        tale.last = (_nights(tale)[0], "question", Seat(found[1]))
        return True
    if found := re.match(rf"^({_SEATS})(?P<rest>[ '].*)$", clause):
        return _about(tale, _seats(found[1]), found["rest"], named)
    return False


def _looks(role: str) -> str:
    return _NATURAL.get(role, "") if role in ("sheriff", "investigator", "consigliere", "lookout", "spy") else ""


def _about(tale: _Tale, targets: list[Seat], rest: str, named: bool) -> bool:
    """“{p4} is sus”, “{p4} could be vig, vet or mafioso”."""
    if tale.others:
        return False
    sure = tale.role in ("sheriff", "?") or (bool(tale.night) and tale.role in ("", "?"))
    if sure and (came := _outcome("question", rest, None)) and not _opinionated(rest):
        for target in targets:
            tale.result(_nights(tale)[0], "question", target, came)
        return True
    for act in ("investigate", "consult"):
        came = _outcome(act, rest, None)
        if not came:
            continue
        group = "," in came and any(set(came.split(", ")) <= set(each) for each in GROUPS)
        if act == "investigate" and (
            group or ("," in came and tale.role == "investigator") or (tale.role == "investigator" and named)
        ):
            tale.result(_nights(tale)[0], act, targets[0], came)
            return True
        if act == "consult" and tale.role == "consigliere" and "," not in came:
            tale.result(_nights(tale)[0], act, targets[0], came)
            return True
    return False


def _opinionated(rest: str) -> bool:
    return bool(re.search(r"\b(?:seems? very|so %|very|really|acting|acts|super|pretty|kinda|a bit)\b", rest))


def _visits(tale: _Tale, clause: str, mine: bool) -> bool:
    night = _nights(tale)[0]
    watching = tale.role in ("lookout", "", "?")
    if found := _SPIED.match(clause):
        if not mine and not clause.startswith("i "):
            return False
        tale.result(night, "bug", None, _people(found["who"]))
        tale.spied = True
        return True
    if tale.spied and re.match(rf"^{_SEATS}$", clause):
        last = next(reversed(tale.claims))
        del tale.claims[last]
        tale.result(night, "bug", None, f"{last.found}, {_people(clause)}")
        return True
    if (found := _SAW_VISIT.match(clause)) and watching and not _DENIED.search(clause):
        target = Seat(found[4])
        sight = bool(found["saw"]) or (
            found["verb"] not in ("at", "was at")
            and bool(
                tale.night
                or tale.role == "lookout"
                or (tale.last and tale.last[2] == target and tale.last[1] == "watch")
            )
        )
        if not sight or tale.others or f"{target}" in _MARK.findall(found["who"]):
            return False
        tale.result(
            night or (tale.last[0] if tale.last and tale.last[2] == target else 0),
            "watch",
            target,
            _people(found["who"]),
        )
        return True
    if (found := _WAS_VISITED.match(clause)) and mine and watching:
        tale.result(night, "watch", Seat(found[1]), _outcome("watch", found["rest"], None))
        return True
    if (found := _NO_VISITORS.match(clause)) and mine and watching:
        tale.result(night, "watch", Seat(found[1]), "nobody")
        return True
    return False


def _befell(tale: _Tale, clause: str, named: bool) -> bool:
    if _DENIED.search(clause):
        return False
    if (found := _I_WAS.match(clause)) and (
        found["i"].startswith("i") or ((tale.night or found["i"]) and not tale.others)
    ):
        if not found["i"].startswith("i") and not tale.night:
            return False
        if not found["i"] and tale.role == "jailor":
            return False
        if (
            not found["i"]
            and found["what"] in ("attacked", "healed", "guarded", "saved", "transported", "swapped", "doused")
            and found["rest"]
        ):
            return False
        _suffered(tale, _BEFELL[found["what"]])
        return True
    if found := _DID_TO_ME.match(clause):
        _suffered(tale, _BEFELL.get(found["what"], "jailed" if found["what"] == "dragged" else "attacked"))
        return True
    return False


def _suffered(tale: _Tale, what: str) -> None:
    for night in _nights(tale):
        tale.add("whereabouts", night=night, found=what)


def _deed(tale: _Tale, clause: str, named: bool) -> bool:
    own = _ME.match(clause) is not None
    logged = (tale.role not in ("", "?") or bool(tale.night)) and not tale.others
    if (found := _DEED.match(clause)) and (found["i"] or logged):
        verb = found["verb"]
        if verb not in _PAST and not (tale.night and not found["i"]):
            return False
        act = _meant(_ACT_OF[verb], tale.role)
        if not act:
            return False
        _did(tale, act, found["whom"], found["rest"])
        return True
    if not own and not logged:
        return False
    if _ALERT.match(clause) and (tale.role in ("veteran", "", "?")):
        for night in _nights(tale):
            tale.add("deed", night=night, act="alert")
        return True
    if (found := _VEST.match(clause)) and (own or tale.night):
        for night in _nights(tale):
            tale.add("deed", night=night, act="vest")
        return True
    if _HOME.match(clause):
        if not tale.night or (clause in ("nobody", "no one", "nothing", "noone") and tale.role == "spy"):
            return False
        _suffered(tale, "home")
        return True
    if _IGNITED.match(clause) and own:
        for night in _nights(tale):
            tale.add("deed", night=night, act="ignite")
        return True
    before = tale.act if named else ""
    if tale.night and (act := _NATURAL.get(tale.role, before)) and (found := _NAMED.match(clause)):
        return _logged(tale, act, found["whom"], found["rest"])
    return False


def _logged(tale: _Tale, act: str, whom: str, rest: str) -> bool:
    """“N1 {p2}”, in the log of somebody whose role does one thing to whom it names."""
    if _DISMISSED.match(rest) and not _outcome(act, rest, None):
        return False
    if act == "bug":
        tale.result(_nights(tale)[0], "bug", None, _people(whom))
        return True
    _did(tale, act, whom, rest)
    return True


def _meant(act: str, role: str) -> str:
    """The act that a verb means which several roles use."""
    if act == "check":
        return _looks(role) or "question"
    if act == "protect":
        return {"doctor": "heal", "bodyguard": "guard"}.get(role, "")
    if act == "visit":
        return _NATURAL.get(role, "")
    if act == "guard" and role == "lookout":
        return "watch"
    return act


def _did(tale: _Tale, act: str, whom: str, rest: str) -> None:
    targets, tale.act = _seats(whom), act
    if whom in ("me", "self", "myself"):
        targets = [tale.seat]
    elif whom in ("him", "her", "them"):
        targets = [tale.last[2]] if tale.last else []
    nobody = whom in ("nobody", "no one", "noone")
    for night in _nights(tale):
        if nobody:
            _suffered(tale, "home")
        elif act == "swap":
            if len(targets) == 2:
                tale.add("deed", night=night, act="swap", target=targets[0], found=targets[1])
            elif len(targets) == 1 and (other := re.match(rf"^ (?:with|and|to) (?:{_ONE}|(me|myself))", rest)):
                tale.add("deed", night=night, act="swap", target=targets[0], found=other[1] or tale.seat)
        elif act == "jail":
            for target in targets:
                tale.add("deed", night=night, target=target, found="jailed")
                tale.last = (night, "jail", target)
        else:
            for target in targets:
                tale.last = (night, act, target)
                if came := _outcome(act, rest, target):
                    tale.result(night, act, target, came)
                elif not any(
                    c.kind == "result" and (c.act, c.target, c.night) == (act, target, night) for c in tale.claims
                ):
                    tale.add("deed", night=night, act=act, target=target)
    if act == "jail" and targets and re.match(r"^ (?:and )?executed\b", rest):
        tale.add("deed", night=_nights(tale)[0], act="execute", target=targets[0])


# ── opinions ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _opinion(tale: _Tale, clause: str) -> None:
    if "{" not in clause:
        if tale.last and tale.last[1] == "jail" and re.match(r"^executed(?: (?:him|her|them))?$", clause):
            tale.add("deed", night=tale.last[0], act="execute", target=tale.last[2])
        return
    if _MAYBE.search(clause):
        return
    kind, targets, role, found = _thought(_ISNT.sub(r"\1 not", clause))
    if kind:
        for target in targets:
            if target != tale.seat:
                tale.add(kind, role=role, target=target, found=found)
                if "%" in clause:
                    tale.looked.append(next(reversed(tale.claims)))
        tale.others = True


Thought = tuple[Kind | None, list[Seat], str, str]


def _thought(clause: str) -> Thought:
    """Whom the clause accuses or trusts, as what."""
    if found := _SPARE.match(clause):
        return "trust", _seats(found["whom"]), "", ""
    if found := _DISTRUST.match(clause):
        return "accuse", _seats(found["whom"]), "", ""
    if found := _JUDGED.match(clause):
        judged = _judged(found)
        if judged[0]:
            return judged
    for pattern in (_LIES, _PUSH, _PUT_UP):
        if (found := pattern.match(clause)) and not _DENIED.search(clause[: found.start("whom")]):
            if pattern is _PUSH and (_DISMISSED.match(found["rest"]) or "%inn" in found["rest"]):
                continue
            return "accuse", _seats(found["whom"]), "", ""
    if found := _ITS.match(clause):
        return "accuse", _seats(found["whom"] or found["mine"]), "", ""
    if found := _TALE.match(clause):
        if _TALE_BAD.search(found["rest"]):
            return "accuse", _seats(found["whom"]), "", ""
        if _TALE_GOOD.search(found["rest"]) and not _DENIED.search(clause):
            return "trust", _seats(found["whom"]), "", ""
    if (found := _TRUST.match(clause)) and not _DENIED.search(clause) and not _DISMISSED.match(found["rest"]):
        return "trust", _seats(found["whom"]), "", ""
    if found := _LEAVE.match(clause):
        return "trust", _seats(found["whom"] or found["truth"]), "", ""
    return None, [], "", ""


def _judged(found: re.Match[str]) -> Thought:
    targets, what, denied = _seats(found["whom"]), found["what"], bool(found["not"])
    if what.startswith("<"):
        token = what.strip("<>")
        if not found["is"]:
            return None, [], "", ""
        if token.startswith("#"):
            evil = token[1:] not in _TOWN_SIDES
            if token[1:] in ("neutral", "neutral benign"):
                return None, [], "", ""
            return ("trust" if evil == denied else "accuse"), targets, "", ""
        if re.match(r"^(?: bait|'s| target| claim)", found["rest"]):
            return None, [], "", ""
        faction = ROLE[cast(RoleName, token)].faction
        if denied:
            return ("accuse" if faction == "town" else "trust"), targets, "", f"not {token}"
        if token in _BENIGN:
            return None, [], "", ""
        return ("trust" if faction == "town" else "accuse"), targets, token, ""
    evil = re.fullmatch(_EVIL, what) is not None and re.fullmatch(_GOOD, what) is None
    if evil and not found["is"] and what not in ("%sus", "lying", "liar", "evil", "scum", "guilty", "fake"):
        return None, [], "", ""
    if not evil and not found["is"] and what not in ("%inn", "clear", "clean", "confirmed", "safe"):
        return None, [], "", ""
    return ("trust" if evil == denied else "accuse"), targets, "", ""
