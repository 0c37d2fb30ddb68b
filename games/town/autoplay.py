"""The built-in player of Town: plays any seat from its view, offline and at once.

What it believes is in `mind`, what it does about it in `tactics`, how it says so in `voice`, what it writes in `wills`. Here
stands when it speaks, and what about.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from games.core import Action, Ask, Seat, Temper
from games.phrases import Talk
from games.town import tactics
from games.town.asks import deed_of, papers
from games.town.claims import SECRET_ROOMS, Claimed, claims_of
from games.town.events import (
    LONGEST_STATEMENT,
    NOBODY,
    Bid,
    Claim,
    Confer,
    Deed,
    DoubleDeed,
    Jail,
    Judge,
    Nominate,
    Reach,
    Reveal,
    Say,
    Seance,
    Sleep,
    Sum,
    Wait,
    Whisper,
    Write,
)
from games.town.mind import KILLER, MAFIA, PARTY, TOWN, Ground, Why, evidence, met, once
from games.town.people import ROLES, RoleName
from games.town.roles import ROLE
from games.town.rooms import room_of, whisperable
from games.town.state import Line, State
from games.town.summaries import digest
from games.town.tactics import Head
from games.town.voice import GROUNDS, PLEAS, REPLIES, ROLES_NAMED, Aim, Intent, heard, meant, said
from games.town.whispered import replied
from games.town.wills import NOTES, log_of, will_of

FIRST_WORDS = 3
"""So many greet on the first day, about; then there is nothing to talk about."""
CHATTER = 0.55
"""How eager somebody of middling talkativeness is to speak without a reason, before anybody has."""
ANSWERS = 0.35
"""How gladly the same answers who has spoken once today, and is spoken of again; then half as gladly, and so on."""
SECRETIVE: frozenset[RoleName] = frozenset({"veteran", "jailor", "mayor"})
"""Who claims only when it is that or the rope."""
FEW, LATE = 6, 4
"""With so few alive, or as late as that day, everybody says what they are and what they know."""
FEWEST = 3
"""With so few alive only who has proof speaks; with fewer nobody."""
OPEN = 0.4
"""How often an honest player says what they are when they are asked."""
WHISPERS, ANSWERED, TRUSTED = 0.15, 0.6, 0.85
"""How often somebody of middling talkativeness whispers, and answers a whisper; and from where on one trusts."""
LOG = 5
"""The nights that fit into a statement."""


def autoplay(s: State, seat: Seat, ask: Ask, rng: random.Random, temper: Temper = Temper()) -> Action:  # noqa: B008
    """A legal answer to `ask`, chosen from what `seat` was told. The same view and dice choose the same."""
    role = s.role(seat)
    assert role is not None
    head = Head(s, seat, role, rng, temper)
    kinds = (*ask.forms, *map(type, ask.choices))
    answer = replied(head, ask, lambda whom: _confided(head, whom)) or next(
        (_ANSWERS[kind](head, ask) for kind in kinds if kind in _ANSWERS), None
    )
    # Else there is nothing that this question is for: what nobody would mind.
    return answer or ask.default or next(iter(ask.choices), None) or rng.choice(ask.examples)


# ── by day ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _named(form: type[Nominate | Jail | Seance], whom: Seat | None, ask: Ask) -> Action | None:
    name = whom or NOBODY
    return form(name) if name in ask.allowed["whom"] else None


def _called(head: Head, ask: Ask) -> Seat | None:
    """A dead Medium waits for the second night, and then tells whoever it trusts most."""
    able = [seat for seat in head.s.alive if seat in ask.allowed["whom"]]
    return max(able, key=head.sees.town, default=None) if head.s.day > 2 else None


def _speak(head: Head, ask: Ask) -> Action:
    """On the floor, in one's defence, or before the rope."""
    if Reveal() in ask.choices and tactics.reveals(head):
        return Reveal()
    match head.s.phase:
        case "last words":
            intents = [_claim(head, "farewell") if head.honest and _untold(head) else Intent("farewell")]
        case "defence":
            intents = _defence(head)
        case _:
            intents = _agenda(head)
            if Whisper in ask.forms and (aside := _aside(head)) is not None and aside[0] in ask.allowed["to"]:
                text, means = _words([aside[1]], head)
                return Whisper(aside[0], text, means=means) if text else Wait()
    if not intents and Wait() in ask.choices:
        return Wait()
    text, means = _words(intents or [Intent("chat")], head)
    if not text and Wait() in ask.choices:
        return Wait()  # all that there is to say has been said
    last = Intent("deny" if head.s.phase == "defence" else "chat")
    return Say(text or said(last, head.rng, manner=head.temper.manner), means=means)


def _words(intents: Sequence[Intent], head: Head) -> tuple[str, tuple[Claim, ...]]:
    """The intents, one after the other, and what they claim; without what somebody has said before, unless it has to be said. Whoever is spoken of in
    the same breath is not spoken to: “No, {p3}. {p3} lies.”"""
    blamed = {each.target for each in intents if each.aim == "accuse"}
    plain = [replace(each, target=None) if each.aim == "deny" and each.target in blamed else each for each in intents]
    spoken: list[tuple[Intent, str]] = []
    for each in plain:
        talk = talk_of(head, [text for _, text in spoken])
        text = said(each, head.rng, talk, head.temper.manner)
        if each.aim in SAID_ANYWAY or not _worn(talk, each.aim, text):
            spoken.append((each, text))
    if len(" ".join(text for _, text in spoken)) > LONGEST_STATEMENT:
        spoken = spoken[:1]
    means = dict.fromkeys(claim for intent, _ in spoken for claim in meant(intent))
    text = " ".join(text for _, text in spoken if text)
    me = rf"\{{{head.me}\}}"
    return re.sub(rf"(?<=ed ){me}", "myself", re.sub(rf"(?<=visited ){me}", "me", text)), tuple(means)


def _worn(talk: Talk, aim: Aim, text: str) -> bool:
    """Whether it is better not said: who has nothing to say but what was said says nothing."""
    return talk.stale(text) >= STALE or (aim in ("chat", "trust", "deny") and talk.echoes(text) > 0)


SAID_ANYWAY: frozenset[Aim] = frozenset({"claim", "plead", "farewell", "demand"})
STALE = 2
"""How often something may have been said at the table, not to be said again; by oneself, never."""


def talk_of(head: Head, now: Sequence[str] = ()) -> Talk:
    """What was said before the town, and what one is about to say `now`."""
    said = [(line.seat, line.text) for line in head.s.lines if line.room == "town" and line.to is None and line.text]
    return Talk([*said, *((head.me, text) for text in now)], head.me, ROLES_NAMED)


def _eagerness(head: Head) -> Literal[0, 1, 2, 3, 4]:
    """From 0 to 4. It has to be cheap: everybody is asked after everything that is said."""
    s, rng = head.s, head.rng
    mine, called = _so_far(head)
    quiet = 1 / (1 + 5 * s.floor.spoken / max(1, len(s.alive)))
    talk = 2 * head.temper.talkativeness
    if s.day == 1:
        return 1 if not mine and s.floor.spoken < FIRST_WORDS and rng.random() < 0.3 * talk else 0
    if not mine and (_pressing(head) or _due(head)):
        return 4 if head.honest else 3
    if _vouched(head) or (not mine and (_survived(head) or _bequeathed(head))):
        return 3
    if not mine and head.role == "mayor" and head.me not in s.mayors and tactics.reveals(head):
        return 4
    if called and (not mine or rng.random() < ANSWERS * talk / len(mine)):
        return 3
    if mine:
        return 0
    return 1 if rng.random() < CHATTER * talk * quiet else 0


def _so_far(head: Head) -> tuple[list[Line], bool]:
    """What one has said to the town today, and whether somebody has spoken of one since, or claimed the same role."""
    mine: list[Line] = []
    called = False
    mark, role = f"{{{head.me}}}", head.role.title()
    for line in reversed(head.s.lines):
        if line.day != head.s.day or line.phase == "night":
            break
        if line.room != "town":
            continue
        if line.seat == head.me:
            mine.append(line)
        elif not mine and (mark in line.text or (ROLE[head.role].unique and role in line.text)):
            called = True
    return mine, called


@once(lambda head: (head.s.notices, head.s.nights, head.s.alive, head.s.graves, head.s.cast, head.me))
def _news(head: Head) -> tuple[tuple[int, Seat], ...]:
    """Of whom the nights have told what the town should know, and in which: who is evil, or who came to see the dead."""
    s = head.s
    fallen = {(grave.seat, grave.day) for grave in s.graves if not grave.lynched}
    strong = met(s, head.me, "too_strong")
    found = []
    for each in log_of(s, head.me):
        if each.act == "watch":
            worth = (each.target, each.night) in fallen and any(seat in each.found.split(", ") for seat in s.alive)
        else:
            worth = each.target in s.alive and (
                each.found == "suspicious" or each.target in strong or _damning(head, each)
            )
        if worth and each.target is not None:
            found.append((each.night, each.target))
    return tuple(found)


def _damning(head: Head, each: Claim) -> bool:
    """Whether the role list makes somebody evil rather than not whom an Investigator takes for one of these."""
    rest = head.sees.rest.roles
    count = {role: rest.get(role, 0.0) for role in ROLES if role in each.found.split(", ")}
    return 2 * sum(count[role] for role in count if PARTY[role] in (MAFIA, KILLER)) > sum(count.values())


def _pressing(head: Head) -> bool:
    """Whether one has something that the town should know, or believe, and has not said it since."""
    s = head.s
    news = _news(head) if head.honest else ()
    blamed = tactics.scapegoat(head)
    if blamed is not None and s.day > blamed[0] and blamed[1] in s.alive:
        if head.role == "executioner" and s.day > blamed[0] + 1 and head.rng.random() < 0.5:
            return True
        news = (blamed,)
    told = [line for line in s.lines if line.seat == head.me and line.room == "town"] if news else []
    return any(not any(line.day > night and f"{{{seat}}}" in line.text for line in told) for night, seat in news)


def _due(head: Head) -> bool:
    """Whether it is time to tell all, and one has not."""
    s = head.s
    if head.role == "jester":
        return s.day > 2 and head.rng.random() < 0.4
    told = evidence(claims_of(s), False).roles
    if head.role in SECRETIVE or head.me in told or not (s.day >= LATE or len(s.alive) <= FEW):
        return False
    # Whoever has to make it up waits for what the others leave.
    return head.honest or 2 * sum(seat in told for seat in head.others) >= len(head.others)


# ── what to talk about ────────────────────────────────────────────────────────────────────────────────────────────────


def _agenda(head: Head) -> list[Intent]:
    """What to say now, the most pressing first; two things at most."""
    if head.s.day == 1:
        return [Intent("greet")]
    if len(head.s.alive) < FEWEST or (len(head.s.alive) == FEWEST and not _pressing(head)):
        return []
    if head.role == "jester":
        return _jesters_words(head)
    known = head.me in evidence(claims_of(head.s), False).roles
    accusations = _accusations(head)
    under = head.seems.evil(head.me) > 0.4 or len(accusations) > 1 or any(each.found for each in accusations)
    claims = accusations and (under or known) and head.role not in SECRETIVE
    found = _untold(head) if claims or _pressing(head) or (_due(head) and not known) else []
    if not found and _questioned(head) and not known:
        late = head.s.day >= LATE or len(head.s.alive) <= FEW
        open_ = head.role not in SECRETIVE and (late or head.rng.random() < OPEN)
        found = (_untold(head) if open_ else []) or ([] if late else [Intent("answer")])
    if (rival := _rival(head)) and (charge := _counter(head, rival)):  # which says what one is and has done, too
        found = [charge]
    if accusations and len(found) < 2 and (answer := _denial(head)):
        found = [answer] if answer.aim == "accuse" else [*found, answer]
    if not found and _vouched(head):
        found = _untold(head)
    if not found and (survived := _survived(head)):
        found = [Intent("claim", log=survived)]
    if len(found) < 2 and all(each.aim != "accuse" for each in found) and (suspicion := _suspicion(head)) is not None:
        ground = suspicion.ground
        log = found[0].log if found else ()
        if ground.by == head.me and ground.why in ("blocked", "busy", "kept", "missed", "blind") and log:
            claim = replace(found[0], log=tuple(each for each in log if each.night != ground.night))
            found = [claim, *found[1:]] if claim.role or claim.log or claim.aim != "claim" else found[1:]
            log = ()
        said = any(ground.by == head.me and each.night == ground.night for each in log)  # which speaks for itself
        named = any((each.target, each.found) == (suspicion.target, "suspicious") for each in log)
        found += [suspicion] if not found or (suspicion.aim != "ask" and not said and not named) else []
    if not found and head.rng.random() < head.temper.talkativeness and _calm(head):
        found += _small_talk(head)
    return found


def _untold(head: Head) -> list[Intent]:
    """What one is and has done, as far as one has not said so."""
    claim = _claim(head)
    told = claim.role or any(each.kind != "whereabouts" or each.found == "attacked" for each in claim.log)
    return [claim] if told else []  # to have sat in jail is no news


def _survived(head: Head) -> tuple[Claim, ...]:
    """What of last night one has not told, where one was attacked and lived: it explains the night, and clears who says so, too."""
    told = {each.night for each in claims_of(head.s) if (each.seat, each.kind) == (head.me, "whereabouts")}
    night = head.s.day - 1
    log = tuple(each for each in log_of(head.s, head.me) if each.night == night and each.kind == "whereabouts")
    attacked = any(each.found == "attacked" for each in log)
    return log if head.honest and head.role not in SECRETIVE and attacked and night not in told else ()


def _bequeathed(head: Head) -> bool:
    """Whether somebody of the Town who lies dead has found somebody guilty of whom nobody has spoken today."""
    known, today = head.seems.known, {claim.target for line in _today(head) for claim in line.means or ()}
    return head.honest and any(
        each.found == "suspicious" and each.target in head.others and each.target not in today
        for each in evidence(claims_of(head.s), False).results
        if each.seat not in head.s.alive and PARTY[known.get(each.seat, "mafioso")] == TOWN
    )


def _calm(head: Head) -> bool:
    """Whether nothing lies on the table today that one should speak of instead of this and that, and one has not spoken yet."""
    claims = [claim for line in _today(head) for claim in line.means or ()]
    accused = any(claim.kind == "accuse" or claim.found == "suspicious" for claim in claims)
    hunted = max((head.seems.evil(seat) for seat in head.others), default=0.0) > HUNTED
    return not accused and not hunted and not _spoken(head)


def _spoken(head: Head) -> bool:
    """Whether one has said something before the town today."""
    return any(line.seat == head.me for line in _today(head))


HUNTED = 0.6
"""Where everybody sees that somebody is so likely to be evil, nobody chats."""


def _town_lines(head: Head) -> list[Line]:
    """What was said before the town by day, the last first."""
    lines = (line for line in reversed(head.s.lines) if line.phase != "night")
    return [line for line in lines if line.room == "town" and line.to is None and line.text]


def _today(head: Head) -> list[Line]:
    """What was said before it today, the last first."""
    return [line for line in _town_lines(head) if line.day == head.s.day]


def _since(head: Head) -> list[Line]:
    """What was said before the town today since one has spoken, the last first."""
    today = _today(head)
    mine = next((n for n, line in enumerate(today) if line.seat == head.me), len(today))
    return today[:mine]


def _accusations(head: Head) -> list[Claimed]:
    """Today's accusations of oneself that one has not answered."""
    since = {line.text for line in _since(head)}
    mine = (each for each in claims_of(head.s) if each.target == head.me != each.seat)
    today = (each for each in mine if each.day == head.s.day and each.source == "said" and each.text in since)
    blamed = [each for each in today if each.kind == "accuse" or (each.kind, each.found) == ("result", "suspicious")]
    fallen = {(grave.seat, grave.day) for grave in head.s.graves}
    seen = (each for each in claims_of(head.s) if each.act == "watch" and head.me in each.found.split(", "))
    seen = (each for each in seen if each.day == head.s.day and each.source == "said" and each.text in since)
    return [*blamed, *(each for each in seen if (each.target, each.night) in fallen and each.seat != head.me)]


def _rival(head: Head) -> Seat | None:
    """Who says what one says oneself to be, and of which there is hardly more than one: whoever said so last."""
    told, role = evidence(claims_of(head.s), False).roles, tactics.part(head)
    if head.me not in told and not (head.party == TOWN and role not in SECRETIVE):
        return None
    if not tactics.tenable(head, role) or head.seems.rest.roles.get(role, 0.0) >= 1.5:
        return None
    claimed = [seat for seat in told if told[seat] == role and seat in head.others and seat not in head.friends]
    today = {line.seat for line in _today(head) if any(claim.kind == "role" for claim in line.means or ())}
    worth = {seat: (seat in today, head.evil(seat)) for seat in claimed}
    return max(worth, key=lambda seat: worth[seat], default=None)


def _counter(head: Head, whom: Seat) -> Intent | None:
    """Somebody says what one is oneself and only one can be, or what of one cannot be so: one says once what one is, and that they
    lie; or that one said it first. Where the list has room for both, one says what one is and no more."""
    role, roles = tactics.part(head), evidence(claims_of(head.s), False).roles
    lines = _town_lines(head)
    if not tactics.tenable(head, role) or any(_blames(line, whom) for line in lines if line.seat == head.me):
        return None
    claim, rival = _claim(head, role=role), roles.get(whom) == role
    if rival and head.seems.rest.most.get(role, 0) > 1:
        return claim if claim.role or claim.log else None
    log = tuple(each for each in claim.log if (each.target, each.found) != (whom, "innocent"))
    if head.me not in roles:
        how: Literal["counter", "slander"] = "counter" if rival else "slander"
        return Intent("accuse", whom, role, log, Ground("counter", role=role), speaker=head.me, counter=how)
    mine, theirs = (_since_when(head, seat) for seat in (head.me, whom))
    if not rival or mine >= theirs:
        return claim if claim.log else None
    first = Ground("rivals", by=head.me, night=mine, about=head.me, role=role)
    return Intent("accuse", whom, None, log, first, speaker=head.me)


def _since_when(head: Head, seat: Seat) -> int:
    """The day on which somebody told the town first what they are; if they have not, today."""
    made = (each.day for each in claims_of(head.s) if (each.seat, each.kind, each.source) == (seat, "role", "said"))
    return next(made, head.s.day)


def _praised(head: Head) -> set[Seat | None]:
    """Whom one has told the town are innocent."""
    told = evidence(claims_of(head.s), False).results
    return {each.target for each in told if each.seat == head.me and each.found == "innocent"}


def _vouched(head: Head) -> Seat | None:
    """Who is accused today though one has found them innocent, and has not told the town since."""
    if not head.honest or head.role in SECRETIVE or head.s.day == 1:
        return None
    cleared = _cleared(head)
    if not cleared:
        return None
    mine = {claim.target for line in _town_lines(head) if line.seat == head.me for claim in line.means or ()}
    accused = (claim.target for line in _today(head) for claim in line.means or () if _accuses(claim))
    return next((seat for seat in accused if seat in cleared and seat not in mine and seat in head.s.alive), None)


@once(lambda head: (head.s.notices, head.s.nights, head.s.cast, head.me))
def _cleared(head: Head) -> frozenset[Seat | None]:
    """Whom one's nights have shown to be innocent, and none to be anything else."""
    log = log_of(head.s, head.me)
    guilty = {each.target for each in log if each.found == "suspicious"}
    return frozenset(each.target for each in log if each.found == "innocent") - guilty


def _suspicion(head: Head) -> Intent | None:
    """An accusation, or a question to whoever is accused, or is left over, and has not said what they are."""
    belief = head.thinks
    cleared = {each.target for each in _log(head, tactics.part(head)) if each.found == "innocent"}
    kept = {*head.friends, *_praised(head), *belief.known, *cleared}
    able = [seat for seat in head.others if seat not in kept]
    if not able:
        return None
    whom = head.quarry if head.quarry in able else max(able, key=head.evil)
    assert whom is not None
    if head.evil(whom) >= tactics.need(head, tactics.TRIAL) - tactics.SOONER or whom == head.quarry:
        return _charge(head, whom)
    today = _today(head)
    lines = [line for line in _town_lines(head) if not line.means]
    asked = {seat for seat in able for line in lines if f"{{{seat}}}" in line.text}
    accused = [claim.target for line in today for claim in line.means or () if _accuses(claim)]
    unsaid = [seat for seat in able if any(each.why == "unsaid" for each in belief.grounds.get(seat, ()))]
    open_ = [seat for seat in (*accused, *unsaid) if seat in able and seat not in belief.claimed and seat not in asked]
    told = head.me in evidence(claims_of(head.s), False).roles
    return Intent("ask", open_[0]) if open_ and told and not _spoken(head) else None


def _accuses(claim: Claim) -> bool:
    return claim.target is not None and (claim.kind == "accuse" or claim.found == "suspicious")


def _against(head: Head, whom: Seat) -> Ground | None:
    """The strongest ground against somebody that can be told to all and that nobody has told; None: all is said."""
    charged = [line for line in _town_lines(head) if _blames(line, whom)]
    grounds = sorted(_tellable(head, whom), key=lambda each: -each.weight)
    grounds = [each for each in grounds if each.weight > LITTLE and (each.why, each.found) != ("result", "innocent")]
    # What the dead found is recalled once more.
    told = {
        each.by: charged
        if each.by in head.s.alive or each.by is None or each.why in ("blocked", "busy")
        else [line for line in charged if line.seat == head.me or line.day == head.s.day]
        for each in grounds
    }
    fresh = [each for each in grounds if not any(_gives(line, each, whom) for line in told[each.by])]
    others = [seat for seat in head.s.seats if seat != whom]
    blamed = any(_blames(line, seat) for line in _today(head) if line.seat == head.me for seat in others)
    if blamed:
        fresh = [each for each in fresh if each.by == head.me]
    return fresh[0] if fresh else None


def _gives(line: Line, ground: Ground, whom: Seat) -> bool:
    """Whether an accusation gave that ground, or comes from whoever it is known from."""
    counters = ground.why == "counter" and any(claim.kind == "role" for claim in line.means or ())
    counters = counters or (ground.why == "rivals" and line.seat == ground.about)  # who has said so
    return (ground.by is not None and line.seat == ground.by) or counters or heard(ground, whom, line.text)


LITTLE = 0.1
"""What weighs less is no reason to name."""


def _tellable(head: Head, whom: Seat) -> Iterator[Ground]:
    """What is known against somebody, or for them, once for each reason, source and other person that it is about."""
    found = {(each.why, each.by, each.about): each for each in head.thinks.grounds.get(whom, ())}
    whispered, rival = {each.seat for each in claims_of(head.s) if each.source == "whispered"}, _rival(head)
    roles, others = evidence(claims_of(head.s), False).roles, [seat for seat in head.others if seat != whom]
    claimed = whom in roles
    told = {each.night for each in claims_of(head.s) if (each.seat, each.source) == (head.me, "said") and each.act}
    for each in found.values():
        if each.why in ("odd", "full", "rivals", "alone", "changed") and not claimed:
            continue  # they have said so to few
        if each.by == head.me and not head.honest:
            continue  # nobody else may know of it
        if (
            each.by not in (None, head.me)
            and not each.will
            and (each.by in whispered or head.thinks.town(each.by) < CREDIBLE)
        ):
            continue  # it was said in confidence, or is hardly believed
        if each.why in SAID_BY_THEM and each.by in head.s.alive and (each.by != head.me or each.night in told):
            continue
        if each.by is not None and (each.by == rival or PARTY[head.seems.known.get(each.by, "doctor")] != TOWN):
            continue  # whoever says to be what one is oneself is not believed, nor who was found out
        if each.about == head.me and each.why in ("rivals", "wrong"):
            yield replace(each, why="counter", role=tactics.part(head))
        elif each.about != head.me and _may_say(head, each, whom):
            same = [seat for seat in others if each.why == "full" and roles.get(seat) == each.role]
            yield replace(each, why="neither", about=same[0]) if same else each


SAID_BY_THEM: frozenset[Why] = frozenset({"result", "seen", "caught", "spied", "strong", "attacked", "untrue"})
"""What everybody has heard from whoever found it, and nobody says after them; what follows from it somebody may."""
CREDIBLE = 0.5
"""How likely somebody must be of the Town for what they found to be given as a reason."""


def _may_say(head: Head, ground: Ground, whom: Seat) -> bool:
    """Whether it is so for everybody who counts, and does not speak as well against oneself, or others who may be it."""
    open_ = {seat for seat in head.s.alive if seat not in head.seems.known and seat not in (whom, *head.s.mayors)}
    most = head.seems.rest.most.get(ground.role, 0) if ground.role else 0
    match ground.why:
        case "full":
            return not most
        case "blocked":  # of two who were kept busy in one quiet night it may be either
            held = (*claims_of(head.s), *log_of(head.s, head.me))
            return not any(
                each.night == ground.night and each.target != whom and (each.act == "block" or each.found == "jailed")
                for each in held
            )
        case "rivals":
            return most == 1 and ground.about is not None and _since_when(head, ground.about) < _since_when(head, whom)
        case "unsaid":
            told = evidence(claims_of(head.s), False).roles
            return head.me in told and sum(seat not in told for seat in head.others) == 1
        case "votes" | "accused":
            found = ground.found or "guilty"
            judged = {
                seat
                for each in head.s.sentences
                if each.accused == ground.about
                for seat, vote in each.votes
                if vote == found
            }
            blamed = {line.seat for line in _town_lines(head) if ground.about and _blames(line, ground.about)}
            return not open_ & (judged if ground.why == "votes" else judged | blamed)
    return ground.why in GROUNDS or ground.why == "knew"


def _blames(line: Line, whom: Seat) -> bool:
    return any(claim.target == whom and _accuses(claim) for claim in line.means or ())


def _charge(head: Head, whom: Seat) -> Intent | None:
    """An accusation with its ground; None where nothing is left to say."""
    ground = _against(head, whom)
    if ground is None:
        return None
    if ground.why == "counter":
        return _counter(head, whom)
    own = tuple(
        each
        for each in log_of(head.s, head.me)
        if ground.by == head.me and each.night == ground.night and each.target in (whom, ground.about)
    )
    told = {
        (each.night, each.act, each.target)
        for each in claims_of(head.s)
        if each.seat == head.me and each.source == "said"
    }
    new = tuple(each for each in own if (each.night, each.act, each.target) not in told)
    return Intent("accuse", whom, None, new, ground, _before(head, whom), head.me)


def _before(head: Head, whom: Seat) -> Seat | None:
    """Whom one accused last, if that was somebody else who is alive, and not today's first word on anybody."""
    roles, mine = evidence(claims_of(head.s), False).roles, (line for line in _town_lines(head) if line.seat == head.me)
    accused = [claim.target for line in mine for claim in line.means or () if claim.kind == "accuse" and claim.target]
    against = {each.seat for each in claims_of(head.s) if each.target == head.me and _accuses(each)}
    # a rival stays what they are, and who lies about one a liar
    blamed = [seat for seat in accused if roles.get(seat, "") != roles.get(head.me) and seat not in against]
    last = blamed[0] if blamed else None
    return last if last != whom and last in head.s.alive and whom not in blamed else None


def _small_talk(head: Head) -> list[Intent]:
    """Whom one trusts, and why; else nothing."""
    trusted = max(head.others, key=head.thinks.town)
    if head.thinks.town(trusted) > 0.9 and head.rng.random() < 0.5:
        good = sorted(_tellable(head, trusted), key=lambda each: each.weight)
        if good and good[0].weight < -LITTLE and not any(_gives(line, good[0], trusted) for line in _town_lines(head)):
            return [Intent("trust", trusted, ground=good[0], speaker=head.me)]
    return []


def _jesters_words(head: Head) -> list[Intent]:
    """A Jester wants to look bad: what it claims is what somebody else must be, or nobody can."""
    told = evidence(claims_of(head.s), False).roles
    if head.me not in told:
        role = _unlikely(head)
        holder = next((seat for seat in head.others if told.get(seat) == role), None)
        if holder is not None:
            alone = head.seems.rest.most.get(role, 0) < 2
            ground = Ground("counter", role=role)
            return [
                Intent("accuse", holder, role, tactics.invented(head, role), ground, speaker=head.me)
                if alone
                else _claim(head, role=role)
            ]
        return [_claim(head, role=role)] if head.s.day > 2 or _accusations(head) else []
    return [answer] if _accusations(head) and (answer := _denial(head)) else []


def _unlikely(head: Head) -> RoleName:
    """What somebody else says to be, or may."""
    seems = head.seems
    taken = {role for seat, role in seems.claimed.items() if seat != head.me and PARTY[role] == TOWN}
    able = [role for role in tactics.WORTH if seems.rest.most.get(role) and role != "mayor"]
    return head.rng.choice([role for role in able if role in taken] or able or ["doctor"])


def _log(head: Head, role: RoleName) -> tuple[Claim, ...]:
    """One's nights as one tells them: the truth, or what goes with the part that one plays."""
    return log_of(head.s, head.me) if head.honest else tactics.invented(head, role)


def _denial(head: Head) -> Intent | None:
    """An answer to the ground on which one was accused today, or what speaks for one; None: there is no answer."""
    denial, grounds = Intent("deny", speaker=head.me), head.seems.grounds.get(head.me, ())
    charged = False
    for line in _today(head):
        claims = line.means or ()
        if line.seat == head.me or not any(each.target == head.me and _accuses(each) for each in claims):
            continue
        charged = True
        denial = replace(denial, target=denial.target or line.seat)
        if any(each.target == head.me and each.found == "suspicious" for each in claims) and line.seat in head.s.alive:
            if _framer(head):
                framed = Ground("result", by=line.seat)
                return None if _answered(head, framed) else replace(denial, ground=framed, target=line.seat)
            if head.role == "jester" or (counter := _counter(head, line.seat)):
                return None if head.role == "jester" else counter
        if any(each.kind == "role" and each.role == tactics.part(head) for each in claims):
            return None  # see _rival
        given = [
            each for each in grounds if heard(each, head.me, line.text) and (each.why != "result" or _framer(head))
        ]
        was = {each.night for each in _log(head, tactics.part(head)) if each.target is not None}
        given = [
            replace(each, why="unseen") if each.why in ("seen", "caught") and each.night not in was else each
            for each in given
        ]
        if answered := [each for each in given if each.why in REPLIES and not _answered(head, each)]:
            return replace(denial, ground=answered[0], target=line.seat)
    plea = _plea(head) if charged else None
    return replace(denial, ground=plea) if plea else None


def _plea(head: Head) -> Ground | None:
    """What speaks for oneself as everybody knows, and one has not said yet."""
    grounds = sorted(head.seems.grounds.get(head.me, ()), key=lambda each: each.weight)
    against = {each.seat for each in claims_of(head.s) if each.target == head.me and _accuses(each)}
    told = {each.night for each in claims_of(head.s) if each.seat == head.me and each.act is not None}
    good = (
        each for each in grounds if each.why in PLEAS and each.weight < -LITTLE and each.by not in (*against, head.me)
    )
    good = (each for each in good if each.why != "busy" or each.night not in told)  # who was kept busy did nothing
    return next((each for each in good if not _answered(head, each)), None)


def _worth_telling(head: Head, log: Sequence[Claim]) -> tuple[Claim, ...]:
    """The nights that fit into a statement: who is guilty, what was found about the living, and the last ones."""
    alive = {*head.s.alive}
    worth: dict[int, tuple[bool, bool, int]] = {}
    for each in log:
        now = (each.found == "suspicious", each.kind == "result" and each.target in alive, each.night)
        worth[each.night] = max(now, worth.get(each.night, now))
    kept = sorted(worth, key=lambda night: worth[night])[-LOG:]
    return tuple(each for each in log if each.night in kept)


def _framer(head: Head) -> bool:
    return head.seems.rest.roles.get("framer", 0.0) > 0.05


def _answered(head: Head, ground: Ground) -> bool:
    """Whether somebody has said today, or oneself ever, what there is to say against such a ground."""
    lines = (line for line in _town_lines(head) if line.seat == head.me or line.day == head.s.day)
    return any(heard(ground, head.me, line.text, (REPLIES, PLEAS)) for line in lines)


def _claim(head: Head, aim: Aim = "claim", again: bool = False, role: RoleName | None = None) -> Intent:
    """What one is (or a `role` that one may say to be), and of one's nights the last ones; before the town what one has not told
    it yet, but `again`."""
    if role is None and aim != "plead" and not tactics.tenable(head, tactics.part(head)):
        return Intent(aim)
    role = role or tactics.part(head)
    log = _worth_telling(head, [each for each in _log(head, role) if each.found != "home"])
    if aim == "plead" or again:
        return Intent(aim, role=role, log=log)
    said = [each for each in claims_of(head.s) if each.seat == head.me and each.source == "said"]
    told = {(each.kind, each.night, each.act, each.target, each.found) for each in said}
    new = tuple(each for each in log if (each.kind, each.night, each.act, each.target, each.found) not in told)
    known = evidence(claims_of(head.s), False).roles.get(head.me) == role
    return Intent(aim, role=None if known else role, log=new)


def _defence(head: Head) -> list[Intent]:
    """On trial everybody says what they are, or pass for, and what speaks for them; a Jester nothing that would help."""
    known = evidence(claims_of(head.s), False).roles.get(head.me)
    if head.role == "jester":
        role = known or _unlikely(head)
        return [Intent("claim", role=role)] if not known and tactics.room(head, role) else []
    told = _untold(head)
    argued = _argument(head, told)
    if any(each.role for each in argued):  # who denies a claim says what one is, and one's nights, with it
        return argued
    if not argued and not any(each.role or any(claim.found for claim in each.log) for each in told):
        return []  # deeds that nobody can look up
    return [*told, *(replace(each, log=()) if told else each for each in argued)]


def _argument(head: Head, told: Sequence[Intent]) -> list[Intent]:
    """Whoever found one guilty lies, or will be shown to; nobody else is what one is; or an answer to what was said."""
    role, claims = tactics.part(head), evidence(claims_of(head.s), False)
    against = [each.seat for each in claims.results if each.target == head.me and each.found == "suspicious"]
    rivals = [seat for seat, its in claims.roles.items() if its == role and seat != head.me]
    for seat in (*against, *(rivals if head.me in claims.roles else ())):
        if seat not in head.s.alive or seat in head.friends:
            continue
        if (counter := _counter(head, seat)) and counter.aim == "accuse":
            return [counter]
    held = claims.roles.get(head.me) == role or any(each.role == role for each in told)
    alone = Ground("alone", weight=-1.0, role=role)
    if (
        held
        and not rivals
        and not _answered(head, alone)
        and tactics.tenable(head, role)
        and head.seems.rest.roles.get(role, 0.0) > 0.95
    ):
        return [Intent("deny", ground=alone, speaker=head.me)]
    for each in _log(head, role):
        if each.found == "suspicious" and each.target in head.s.alive:
            ground = Ground("result", by=head.me, night=each.night)
            told_so = any(line.seat == head.me and _blames(line, each.target) for line in _town_lines(head))
            return [] if told_so else [Intent("accuse", each.target, ground=ground, speaker=head.me)]
    open_ = [seat for seat in head.others if seat not in _cleared(head) | _praised(head)]
    mine = [(each.weight, seat, each) for seat in open_ for each in _tellable(head, seat) if each.by == head.me]
    _, whom, ground = max(mine, key=lambda each: each[:2], default=(0.0, head.me, Ground("")))
    if head.honest and ground.weight > LITTLE:
        return [Intent("accuse", whom, ground=ground, speaker=head.me)]
    if answer := _denial(head):
        return [answer]
    plea = _plea(head)
    return [Intent("deny", ground=plea, speaker=head.me)] if plea else []


def _aside(head: Head) -> tuple[Seat, Intent] | None:
    """To whom to whisper now, and what: an answer to a whisper; to somebody trusted or cleared, what one is and knows; of the others, a
    question to somebody who has not said what they are. Once a day at most."""
    s, me = head.s, head.me
    if s.day < 2 or head.role == "jester" or _pressing(head):
        return None
    whispers = [line for line in s.lines if line.to is not None]
    today = [line for line in whispers if line.day == s.day]
    able = [seat for seat in whisperable(s, me) if seat not in head.friends]
    if not able or any(line.seat == me for line in today):
        return None
    confided = {line.to for line in whispers if line.seat == me}
    cleared = {each.target for each in log_of(s, me) if each.found == "innocent"} if head.honest else set()
    trusted = [seat for seat in able if seat in cleared or head.thinks.town(seat) > TRUSTED]
    asked = next((line.seat for line in reversed(today) if line.to == me and line.seat in able), None)
    if asked is not None and head.rng.random() < ANSWERED:
        confides = _claim(head, again=True) if asked in trusted and asked not in confided else None
        return asked, confides if confides and confides.role else Intent("ask", asked)
    if head.rng.random() > WHISPERS * (0.5 + head.temper.talkativeness):
        return None
    if head.honest and head.party == TOWN:
        trusted = [seat for seat in trusted if seat not in confided]
        return (head.rng.choice(trusted), _claim(head, again=True)) if trusted else None
    unknown = [seat for seat in able if seat not in head.thinks.claimed and seat not in confided]
    return (whom, Intent("ask", whom)) if unknown and (whom := head.rng.choice(unknown)) else None


def _confided(head: Head, whom: Seat) -> Intent | None:
    """What one tells somebody who asks in private, and whom one trusts."""
    open_ = head.honest and head.role not in SECRETIVE
    trusted = open_ and (whom in _cleared(head) or head.thinks.town(whom) > TRUSTED)
    return _claim(head, again=True) if trusted else None


def _questioned(head: Head) -> bool:
    """Whether one has been asked today what one is, by nobody who was answered since."""
    return any(not line.means and f"{{{head.me}}}" in line.text for line in _since(head))


# ── by night ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _order(head: Head, ask: Ask) -> Action:
    order = tactics.night_order(head)
    if order is None:
        return Sleep()
    return DoubleDeed(deed_of(order), order.other or "") if DoubleDeed in ask.forms else Deed(deed_of(order))


def _confer(head: Head, ask: Ask) -> Action:
    intent = _night_words(head)
    if intent is None and Wait() in ask.choices:
        return Wait()
    intent = intent or Intent("chat")  # a person's place is asked without that
    means = () if room_of(head.s, head.me) in SECRET_ROOMS else meant(intent)
    return (Reach if Reach in ask.forms else Confer)(said(replace(intent, speaker=head.me), head.rng), means=means)


def _night_words(head: Head) -> Intent | None:
    """What to say to those who are with one tonight."""
    s, me = head.s, head.me
    if s.in_seance(me):
        return _between_the_worlds(head)
    spoken = any(line.seat == me for line in s.lines if line.day == s.day and line.phase == "night")
    match room_of(s, me):
        case "mafia" | "vampires":
            return _plot(head, spoken)
        case "jail" if not spoken:
            if me != s.prisoner:
                return Intent("demand", s.prisoner)
            return _claim(head, "plead")
        case "dead" if not spoken and head.rng.random() < head.temper.talkativeness:
            claim = _claim(head)
            return claim if head.honest and me not in s.alive and (claim.role or claim.log) else Intent("chat")
    return None


def _plot(head: Head, spoken: bool) -> Intent | None:
    """Whoever commands names a victim, the others agree; now and then one of them is quicker."""
    named = tactics.agreed(head.s, head.me)
    if named is not None:
        return None if spoken or head.rng.random() > head.temper.talkativeness else Intent("second", named)
    if tactics.in_command(head.s, head.me)[0] != head.me and head.rng.random() > 0.1:
        return None
    whom = tactics.victim(head, [seat for seat in head.others if seat not in head.friends])
    return None if whom is None else Intent("propose", whom)


def _between_the_worlds(head: Head) -> Intent | None:
    """A dead Medium says whom it would hang."""
    if head.me in head.s.alive:
        return Intent("chat")
    able = [seat for seat in head.others if seat not in head.sees.known]
    return Intent("accuse", max(able, key=head.sees.evil), speaker=head.me) if able else None


# ── papers ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _write(head: Head, ask: Ask) -> Write:
    """The will as it stands after last night; killers leave a note, and Forgers have a will ready."""
    s, role = head.s, tactics.part(head)
    mine = papers(s, head.me)
    will, means = will_of(s, head.me, role, _log(head, role))
    if "forgery" in mine and not s.paper(head.me, "forgery").text:
        return Write("forgery", will, means=means)
    noted = "death note" not in mine or s.paper(head.me, "death note").text
    if not noted and not head.honest and head.rng.random() < head.temper.boldness:
        return Write("death note", head.rng.choice(NOTES), means=())
    return Write("will", will, means=means)


_ANSWERS: Mapping[type[Action], Callable[[Head, Ask], Action | None]] = {
    Sum: lambda head, ask: Sum(digest(head.s, head.me, head.s.day - 1)),
    Nominate: lambda head, ask: _named(Nominate, tactics.whom_to_try(head, ask.allowed["whom"]), ask),
    Jail: lambda head, ask: _named(Jail, tactics.whom_to_jail(head), ask),
    Seance: lambda head, ask: _named(Seance, _called(head, ask), ask),
    Bid: lambda head, ask: Bid(_eagerness(head)),
    Judge: lambda head, ask: Judge(tactics.verdict(head)),
    Say: _speak, Whisper: _speak, Deed: _order, DoubleDeed: _order, Confer: _confer, Reach: _confer, Write: _write,
}  # fmt: skip
"""How questions are answered that take such an answer."""
