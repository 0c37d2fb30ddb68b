"""The built-in player of Town: plays any seat from its view, offline and at once.

What it believes is in `mind`, what it does about it in `tactics`, how it says so in `voice`, what it writes in `wills`. Here
stands when it speaks, and what about.
"""

from __future__ import annotations

import random
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
from games.town.mind import KILLER, MAFIA, PARTY, TOWN, Ground, evidence, met, once
from games.town.people import ROLES, RoleName
from games.town.roles import ROLE
from games.town.rooms import room_of, whisperable
from games.town.state import Line, State
from games.town.summaries import digest
from games.town.tactics import Head
from games.town.voice import REPLIES, ROLES_NAMED, Aim, Intent, heard, meant, said
from games.town.wills import NOTES, log_of, will_of

FIRST_WORDS = 3
"""So many greet on the first day, about; then there is nothing to talk about."""
CHATTY = 4
"""Until that day there is small talk; then what is said is about the game."""
CHATTER = 0.55
"""How eager somebody of middling talkativeness is to speak without a reason, before anybody has."""
ANSWERS = 0.35
"""How gladly the same answers who has spoken once today, and is spoken of again; then half as gladly, and so on."""
SECRETIVE: frozenset[RoleName] = frozenset({"veteran", "jailor", "mayor"})
"""Who claims only when it is that or the rope."""
FEW, LATE = 6, 5
"""With so few alive, or as late as that day, everybody says what they are and what they know."""
OPEN = 0.4
"""How often an honest player says what they are when they are asked."""
WHISPERS, ANSWERED, TRUSTED = 0.22, 0.6, 0.85
"""How often somebody of middling talkativeness whispers, and answers a whisper; and from where on one trusts."""
LOG = 3
"""The nights that fit into a statement."""


def autoplay(s: State, seat: Seat, ask: Ask, rng: random.Random, temper: Temper = Temper()) -> Action:  # noqa: B008
    """A legal answer to `ask`, chosen from what `seat` was told. The same view and dice choose the same."""
    role = s.role(seat)
    assert role is not None
    head = Head(s, seat, role, rng, temper)
    kinds = (*ask.forms, *map(type, ask.choices))
    answer = next((_ANSWERS[kind](head, ask) for kind in kinds if kind in _ANSWERS), None)
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
    return " ".join(text for _, text in spoken if text), tuple(means)


def _worn(talk: Talk, aim: Aim, text: str) -> bool:
    """Whether it is better not said: who has nothing to say but what was said says nothing."""
    return talk.stale(text) >= STALE or (aim in ("chat", "trust") and talk.echoes(text) > 0)


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
        return head.rng.random() < 0.4
    late = s.day >= LATE or len(s.alive) <= FEW
    return late and head.role not in SECRETIVE and head.me not in evidence(claims_of(s), False).roles


# ── what to talk about ────────────────────────────────────────────────────────────────────────────────────────────────


def _agenda(head: Head) -> list[Intent]:
    """What to say now, the most pressing first; two things at most."""
    if head.s.day == 1:
        return [Intent("greet")]
    if head.role == "jester":
        return _jesters_words(head)
    known = head.me in evidence(claims_of(head.s), False).roles
    accusers = [each.seat for each in _accusations(head)]
    under = head.seems.evil(head.me) > 0.4 or len(accusers) > 1 or head.rng.random() < 0.25
    claims = accusers and under and not known and head.role not in SECRETIVE
    found = _untold(head) if claims or _pressing(head) or (_due(head) and not known) else []
    if accusers and ((answer := _denial(head)).ground.why or not (found or _spoken(head))):
        found.append(answer)
    if not found and _questioned(head):
        open_ = head.honest and not known and head.role not in SECRETIVE and head.rng.random() < OPEN
        found = _untold(head) if open_ else [] if known else [Intent("answer")]
    rival = _rival(head)
    charge = _charge(head, rival, Ground("counter", role=tactics.part(head))) if rival else None
    if charge and found and (found[0].role or found[0].aim == "answer"):  # which says what one is, too
        found = [replace(found[0], role=None)] if found[0].log else []
    if len(found) < 2 and (suspicion := charge or _suspicion(head)) is not None:
        if found and any((each.target, each.found) == (suspicion.target, "suspicious") for each in found[0].log):
            suspicion = replace(suspicion, ground=Ground("result", by=head.me), along=None)
        found += [suspicion] if not found or suspicion.aim != "ask" else []
    if not found and head.rng.random() < head.temper.talkativeness and _calm(head) and head.s.day < CHATTY:
        found.append(_small_talk(head))
    return found


def _untold(head: Head) -> list[Intent]:
    """What one is and has done, as far as one has not said so."""
    claim = _claim(head)
    return [claim] if claim.role or claim.log else []


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
    return [each for each in today if each.kind == "accuse" or (each.kind, each.found) == ("result", "suspicious")]


def _rival(head: Head) -> Seat | None:
    """Who says what one says oneself to be, and of which there is hardly more than one."""
    told, role = evidence(claims_of(head.s), False).roles, tactics.part(head)
    if head.me not in told and not (head.party == TOWN and role not in SECRETIVE):
        return None
    claimed = (seat for seat in head.others if told.get(seat) == role and seat not in head.friends)
    return next(claimed, None) if head.seems.rest.roles.get(role, 0.0) < 1.5 else None


def _suspicion(head: Head) -> Intent | None:
    """An accusation, or a question to somebody who has not said what they are."""
    belief = head.thinks
    able = [seat for seat in head.others if seat not in head.friends and seat not in belief.known]
    if not able:
        return None
    whom = head.quarry if head.quarry in able else max(able, key=belief.evil)
    assert whom is not None
    if belief.evil(whom) >= tactics.need(head, tactics.TRIAL) - 0.1 or whom == head.quarry:
        return _charge(head, whom)
    today = [line.text for line in _today(head) if "?" in line.text]
    silent = [seat for seat in able if seat not in belief.claimed and not any(f"{{{seat}}}" in each for each in today)]
    silent = silent if head.rng.random() < 0.5 else []
    asked = max(silent, key=lambda seat: belief.evil(seat) + 0.1 * head.rng.random(), default=None)
    return Intent("ask", asked) if asked else None


def _against(head: Head, whom: Seat) -> tuple[Ground, Seat | None] | None:
    """The strongest ground against somebody that can be told to all and that nobody has told yet; else *same*, with who has told it
    today; None: all is said."""
    charged = [line for line in _town_lines(head) if _blames(line, whom)]
    mine = [line for line in charged if line.seat == head.me]
    grounds = sorted(_tellable(head, whom), key=lambda each: -each.weight)
    grounds = [each for each in grounds if each.weight > LITTLE and (each.why, each.found) != ("result", "innocent")]
    fresh = [each for each in grounds if not any(_gives(line, each) for line in charged)]
    others = [seat for seat in head.s.seats if seat != whom]
    blamed = any(_blames(line, seat) for line in _today(head) if line.seat == head.me for seat in others)
    today = [line for line in charged if line.day == head.s.day and line.seat in head.s.alive]
    joined = {line.seat for line in today}
    fresh = [
        each
        for each in fresh
        if (not blamed or each.weight > PLAIN) and (each.why != "pointed" or each.by not in joined)
    ]
    if blamed and not fresh:
        return None
    if fresh:
        return fresh[0], None
    if grounds:
        with_me = head.me not in joined and len(today) <= AGREEING
        return (Ground("same"), today[0].seat) if today and with_me else None
    if _is_silent(head.s, whom) and not any(heard(Ground("quiet"), line.text) for line in today):
        return Ground("quiet"), None
    return (Ground(""), None) if not mine and _calm(head) else None


PLAIN = 1.0
"""What weighs as much is worth another suspect than the one that one has named today."""
AGREEING = 2
"""So many may have accused somebody today for another to join them in words."""


def _gives(line: Line, ground: Ground) -> bool:
    """Whether an accusation gave that ground, or comes from whoever it is known from."""
    own = ground.by is not None and line.seat == ground.by and ground.why != "pointed"
    counters = ground.why == "counter" and any(claim.kind == "role" for claim in line.means or ())
    return own or counters or heard(ground, line.text)


LITTLE = 0.1
"""What weighs less is no reason to name."""


def _tellable(head: Head, whom: Seat) -> Iterator[Ground]:
    """What is known against somebody, or for them, once for each reason, source and other person that it is about."""
    found = {(each.why, each.by, each.about): each for each in head.thinks.grounds.get(whom, ())}
    whispered, rival = {each.seat for each in claims_of(head.s) if each.source == "whispered"}, _rival(head)
    for each in found.values():
        if each.by == head.me and not head.honest:
            continue  # nobody else may know of it
        if each.by != head.me and each.by in whispered and not each.will:
            continue  # it was said in confidence
        if each.by is not None and (each.by == rival or PARTY[head.seems.known.get(each.by, "doctor")] != TOWN):
            continue  # whoever says to be what one is oneself is not believed, nor who was found out
        if each.why in ("pointed", "praised") and each.by not in head.s.alive:
            continue  # whoever said so is forgotten
        if each.about != head.me:
            yield each
        elif each.why in ("rivals", "wrong"):
            yield replace(each, why="counter", role=tactics.part(head))


def _blames(line: Line, whom: Seat) -> bool:
    return any(claim.kind == "accuse" and claim.target == whom for claim in line.means or ())


def _is_silent(s: State, whom: Seat) -> bool:
    """Whether somebody has said nothing today, though most have had the time to say something."""
    spoken = {line.seat for line in s.lines if line.room == "town" and line.day == s.day and line.phase != "night"}
    return s.day > 1 and whom not in spoken and 3 * len(spoken) >= 2 * len(s.alive)


def _along(head: Head, whom: Seat) -> Seat | None:
    """Who has accused the same today, last of all."""
    today = (
        each for each in reversed(head.s.lines) if each.day == head.s.day and each.room == "town" and each.to is None
    )
    return next((each.seat for each in today if each.seat not in (head.me, whom, None) and _blames(each, whom)), None)


def _charge(head: Head, whom: Seat, ground: Ground | None = None) -> Intent | None:
    """An accusation with its ground; None where nothing is left to say."""
    mine = [line for line in _town_lines(head) if line.seat == head.me and _blames(line, whom)]
    found = (ground, None) if ground else _against(head, whom)
    if ground and any(_gives(line, ground) for line in mine):
        return None
    if found is None:
        return None
    ground, along = found
    along = along or _along(head, whom)
    along = along if ground.by not in (head.me, along) else None
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
    role = ground.role if ground.why == "counter" else None
    before = _before(head, whom) if ground.why != "counter" else None
    return Intent("accuse", whom, role, new, ground, along, before, head.me)


def _before(head: Head, whom: Seat) -> Seat | None:
    """Whom one accused last, if that was somebody else who is alive, and not today's first word on anybody."""
    roles, mine = evidence(claims_of(head.s), False).roles, (line for line in _town_lines(head) if line.seat == head.me)
    accused = [claim.target for line in mine for claim in line.means or () if claim.kind == "accuse" and claim.target]
    blamed = [seat for seat in accused if roles.get(seat, "") != roles.get(head.me)]  # a rival stays what they are
    last = blamed[0] if blamed else None
    return last if last != whom and last in head.s.alive and whom not in blamed else None


def _small_talk(head: Head) -> Intent:
    trusted = max(head.others, key=head.thinks.town)
    if head.thinks.town(trusted) > 0.9 and head.rng.random() < 0.4 * (1.5 - head.temper.suspicion):
        good = sorted(_tellable(head, trusted), key=lambda each: each.weight)
        return Intent(
            "trust", trusted, ground=good[0] if good and good[0].weight < -LITTLE else Ground(""), speaker=head.me
        )
    return Intent("chat")


def _jesters_words(head: Head) -> list[Intent]:
    """A Jester wants to look bad: what it claims is what somebody else must be, or nobody can."""
    if head.me not in evidence(claims_of(head.s)).roles:
        return [Intent("claim", role=_unlikely(head))]
    if _accusations(head):
        return [_denial(head)]
    wild = min(head.others, key=lambda seat: head.seems.evil(seat) + 0.2 * head.rng.random())
    return [charge] if _calm(head) and (charge := _charge(head, wild, Ground(""))) else []


def _unlikely(head: Head) -> RoleName:
    """What somebody else says to be, or may."""
    seems = head.seems
    taken = {role for seat, role in seems.claimed.items() if seat != head.me and PARTY[role] == TOWN}
    able = [role for role in tactics.WORTH if seems.rest.most.get(role) and role != "mayor"]
    return head.rng.choice([role for role in able if role in taken] or able or ["doctor"])


def _log(head: Head, role: RoleName) -> tuple[Claim, ...]:
    """One's nights as one tells them: the truth, or what goes with the part that one plays."""
    return log_of(head.s, head.me) if head.honest else tactics.invented(head, role)


def _denial(head: Head) -> Intent:
    """An answer to the ground on which one was accused today; to none, where none was given."""
    denial, grounds = Intent("deny", speaker=head.me), [*head.seems.grounds.get(head.me, ()), Ground("quiet")]
    for line in _today(head):
        claims = line.means or ()
        if not any(each.target == head.me and (each.kind == "accuse" or each.found == "suspicious") for each in claims):
            continue
        given = [each for each in grounds if heard(each, line.text)]
        if any(each.target == head.me and each.found == "suspicious" for each in claims):
            given = [Ground("result", by=line.seat)]
        elif any(each.kind == "role" and each.role == tactics.part(head) for each in claims):
            given = [Ground("rivals", about=line.seat)]
        denial = replace(denial, target=denial.target or line.seat)
        if answered := [each for each in given if each.why in REPLIES]:
            return replace(denial, ground=answered[0], target=line.seat)
    return denial


def _claim(head: Head, aim: Aim = "claim", again: bool = False) -> Intent:
    """What one is, and of one's nights the last ones; before the town what one has not told it yet, but `again`."""
    role = tactics.part(head)
    log = tuple(each for each in _log(head, role) if each.found != "home")[-LOG:]
    if aim == "plead" or again:
        return Intent(aim, role=role, log=log)
    said = [each for each in claims_of(head.s) if each.seat == head.me and each.source == "said"]
    told = {(each.kind, each.night, each.act, each.target, each.found) for each in said}
    new = tuple(each for each in log if (each.kind, each.night, each.act, each.target, each.found) not in told)
    known = evidence(claims_of(head.s), False).roles.get(head.me) == role
    return Intent(aim, role=None if known else role, log=new)


def _defence(head: Head) -> list[Intent]:
    """On trial everybody says what they are, or pass for; a Jester nothing that would help."""
    answer, told = _denial(head), [] if head.role == "jester" else _untold(head)
    if told and not told[0].role and _spoken(head):
        return [Intent("deny"), *told]
    return [*told, *([answer] if not told or (answer.ground.why and not _spoken(head)) else [])]


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
        return asked, _claim(head, again=True) if asked in trusted and asked not in confided else Intent("ask", asked)
    if head.rng.random() > WHISPERS * (0.5 + head.temper.talkativeness):
        return None
    if head.honest and head.party == TOWN:
        trusted = [seat for seat in trusted if seat not in confided]
        return (head.rng.choice(trusted), _claim(head, again=True)) if trusted else None
    unknown = [seat for seat in able if seat not in head.thinks.claimed and seat not in confided]
    return (whom, Intent("ask", whom)) if unknown and (whom := head.rng.choice(unknown)) else None


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
