"""The built-in player of Town: plays any seat from its view, offline and at once.

What it believes is in `mind`, what it does about it in `tactics`, how it says so in `voice`, what it writes in `wills`. Here
stands when it speaks, and what about.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import get_type_hints

from games.core import Action, Ask, Seat, Temper
from games.town import tactics
from games.town.asks import deed_of, papers
from games.town.claims import SECRET_ROOMS, Claimed, claims_of
from games.town.mind import KILLER, MAFIA, PARTY, TOWN, Finding, findings, once, testimony
from games.town.people import RoleName
from games.town.roles import ROLE
from games.town.rooms import room_of, whisperable
from games.town.state import Line, State
from games.town.summaries import digest
from games.town.tactics import Head
from games.town.voice import Entry, Intent, Why, meant, said
from games.town.wills import Will, death_note, log_of, will_of
from games.town.words import (
    NOBODY,
    Bid,
    Claim,
    Confer,
    Deed,
    DoubleDeed,
    Jail,
    Judge,
    Nominate,
    Paper,
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

FIRST_WORDS = 3
"""So many greet on the first day, about; then there is nothing to talk about."""
CHATTER = 0.55
"""How eager somebody of middling talkativeness is to speak without a reason, before anybody has."""
ANSWERS = 0.35
"""How gladly the same answers who has spoken once today, and is spoken of again; then half as gladly, and so on."""
SECRETIVE: frozenset[RoleName] = frozenset({"veteran", "jailor", "mayor"})
"""Who claims only when it is that or the rope."""
FEW, LATE = 6, 5
"""With so few alive, or as late as that day, everybody says what they are and what they know."""
LOG = 3
"""The nights that fit into a statement."""


def autoplay(s: State, seat: Seat, ask: Ask, rng: random.Random, temper: Temper = Temper()) -> Action:  # noqa: B008
    """A legal answer to `ask`, chosen from what `seat` was told. The same view and dice choose the same."""
    role = s.role(seat)
    if role is not None and (answer := _answer(Head(s, seat, role, rng, temper), ask)) is not None:
        return answer
    return _anything(ask, rng)


def _answer(head: Head, ask: Ask) -> Action | None:
    """None: there is nothing that this question is for."""
    for form in ask.forms:
        if form in _FORMS:
            return _FORMS[form](head, ask)
    if not ask.choices:
        return None
    first = ask.choices[0]
    if isinstance(first, Bid):
        return Bid(_eagerness(head))  # type: ignore[arg-type]
    if isinstance(first, Judge):
        chosen = Judge(tactics.verdict(head))
        return chosen if chosen in ask.choices else None
    if isinstance(first, Reveal):
        return first
    return Sleep() if Sleep() in ask.choices else None


def _anything(ask: Ask, rng: random.Random) -> Action:
    """Some answer that the question takes: its default, a choice, an example, or a form filled in by chance."""
    if ask.default is not None:
        return ask.default
    if ask.choices:
        return ask.choices[0]
    if ask.examples:
        return rng.choice(ask.examples)
    form = ask.forms[0]
    small_talk = said(Intent("chat"), rng)
    return form(**{name: rng.choice(ask.allowed.get(name, (small_talk,))) for name in get_type_hints(form)})


# ── by day ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _nominate(head: Head, ask: Ask) -> Action | None:
    whom = tactics.whom_to_try(head, ask.allowed["whom"]) or NOBODY
    return Nominate(whom) if whom in ask.allowed["whom"] else None


def _jail(head: Head, ask: Ask) -> Action | None:
    whom = tactics.whom_to_jail(head) or NOBODY
    return Jail(whom) if whom in ask.allowed["whom"] else None


def _seance(head: Head, ask: Ask) -> Action | None:
    """A dead Medium waits for the second night, and then tells whoever it trusts most."""
    able = [seat for seat in head.s.alive if seat in ask.allowed["whom"]]
    whom = max(able, key=head.sees.town) if able and head.s.day > 2 else NOBODY
    return Seance(whom) if whom in ask.allowed["whom"] else None


def _speak(head: Head, ask: Ask) -> Action | None:
    """On the floor, in one's defence, or before the rope."""
    if Reveal() in ask.choices and tactics.reveals(head):
        return Reveal()
    s = head.s
    if s.phase == "last words":
        return _say([_farewell(head)], head)
    if s.phase == "defence":
        return _say(_defence(head), head)
    intents = _agenda(head)
    if Whisper in ask.forms and (to := _confidant(head)) is not None and to in ask.allowed["to"]:
        text, means = _words([_claim(head)], head)
        if text:
            return Whisper(to, text, means=means)
    return _say(intents, head) or (Wait() if Wait() in ask.choices else None)


def _say(intents: Sequence[Intent], head: Head) -> Action | None:
    text, means = _words(intents, head)
    return Say(text, means=means) if text else None


def _words(intents: Sequence[Intent], head: Head) -> tuple[str, tuple[Claim, ...]]:
    """The intents, one after the other, and what they claim. Whoever is spoken of in the same breath is not spoken to: “No, {p3}. {p3} lies.”"""
    blamed = {each.target for each in intents if each.aim in ("accuse", "vote")}
    plain = [replace(each, target=None) if each.aim == "deny" and each.target in blamed else each for each in intents]
    means = dict.fromkeys(claim for intent in plain for claim in meant(intent))
    return " ".join(text for intent in plain if (text := said(intent, head.rng))), tuple(means)


def _eagerness(head: Head) -> int:
    """From 0 to 4. It has to be cheap: everybody is asked after everything that is said."""
    s, rng = head.s, head.rng
    mine, called = _so_far(head)
    quiet = 1 / (1 + 5 * s.spoken / max(1, len(s.alive)))
    talk = 2 * head.temper.talkativeness
    if s.day == 1:
        return int(not mine and s.spoken < FIRST_WORDS and rng.random() < 0.3 * talk)
    if not mine and (_pressing(head) or _due(head)):
        return 4 if head.honest else 3
    if not mine and head.role == "mayor" and head.me not in s.mayors and tactics.reveals(head):
        return 4
    if called and (not mine or rng.random() < ANSWERS * talk / len(mine)):
        return 3
    if mine:
        return 0
    return int(rng.random() < CHATTER * talk * quiet)


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


@once(lambda head: (head.s.notices, head.s.nights, head.s.alive, head.s.graves, head.s.roles, head.me))
def _news(head: Head) -> tuple[Finding, ...]:
    """What the nights have told that the town should know: who is evil, or who came to see the dead."""
    s = head.s
    fallen = {(grave.seat, grave.day) for grave in s.graves if not grave.lynched}
    found = []
    for each in findings(s, head.me):
        if each.kind == "visitors":
            if (each.target, each.night) in fallen and any(seat in s.alive for seat in each.seats):
                found.append(each)
        elif each.target in s.alive and (each.kind in ("suspicious", "too_strong") or _damning(head, each)):
            found.append(each)
    return tuple(found)


def _damning(head: Head, each: Finding) -> bool:
    """Whether the role list makes somebody evil rather than not whom an Investigator takes for one of these."""
    if each.kind != "group":
        return False
    rest = head.sees.rest.roles
    count = [rest.get(role, 0.0) * (PARTY[role] in (MAFIA, KILLER)) for role in each.roles]
    return 2 * sum(count) > sum(rest.get(role, 0.0) for role in each.roles)


def _pressing(head: Head) -> bool:
    """Whether one has something that the town should know, and has not told it."""
    if head.honest:
        return bool(_untold(head))
    blamed = tactics.scapegoat(head)
    if blamed is None or head.s.day <= blamed[0] or blamed[1] not in head.s.alive:
        return False
    told = head.role == "executioner" and head.s.day > blamed[0] + 1 and head.rng.random() < 0.5
    return told or not any(line.seat == head.me and f"{{{blamed[1]}}}" in line.text for line in head.s.lines)


def _untold(head: Head) -> list[Finding]:
    news = _news(head)
    if not news:
        return []
    told = [line for line in head.s.lines if line.seat == head.me and line.room == "town"]
    return [
        each for each in news if not any(line.day > each.night and f"{{{each.target}}}" in line.text for line in told)
    ]


def _due(head: Head) -> bool:
    """Whether it is time to tell all, and one has not."""
    s = head.s
    if head.role == "jester":
        return head.rng.random() < 0.4
    late = s.day >= LATE or len(s.alive) <= FEW
    return late and head.role not in SECRETIVE and head.me not in testimony(claims_of(s)).roles


# ── what to talk about ────────────────────────────────────────────────────────────────────────────────────────────────


def _agenda(head: Head) -> list[Intent]:
    """What to say now, the most pressing first; two things at most."""
    s = head.s
    if s.day == 1:
        return [Intent("greet")]
    if head.role == "jester":
        return _jesters_words(head)
    told = testimony(claims_of(s))
    found: list[Intent] = []
    if _pressing(head) or (_due(head) and head.me not in told.roles):
        found.append(_claim(head))
    accusers = [each.seat for each in _against(head)]
    if accusers and not found:
        under = head.seems.evil(head.me) > 0.4 or len(accusers) > 1 or head.rng.random() < 0.25
        known = told.roles.get(head.me) is not None
        found.append(
            _claim(head) if under and not known and head.role not in SECRETIVE else Intent("deny", accusers[-1])
        )
    if rival := _rival(head):
        found.append(Intent("accuse", rival, head.role, why="counter"))
    if len(found) < 2 and (suspicion := _suspicion(head)) is not None:
        found.append(suspicion)
    if not found and head.rng.random() < head.temper.talkativeness:
        found.append(_small_talk(head))
    return found[:2]


def _against(head: Head) -> list[Claimed]:
    """Today's accusations of oneself."""
    results = ("suspicious",)
    return [
        claim
        for claim in claims_of(head.s)
        if claim.target == head.me
        and claim.day == head.s.day
        and claim.seat != head.me
        and claim.source == "said"
        and (claim.kind == "accuse" or (claim.kind == "result" and claim.found in results))
    ]


def _rival(head: Head) -> Seat | None:
    """Who claims what only oneself can be."""
    if not head.honest or PARTY[head.role] != TOWN:
        return None
    claimed = head.sees.claimed
    return next(
        (seat for seat in head.others if claimed.get(seat) == head.role and head.sees.liars.get(seat) == "counter"),
        None,
    )


def _suspicion(head: Head) -> Intent | None:
    """An accusation, or a question to somebody who has not said what they are."""
    belief = head.sees if head.honest else head.seems
    quarry = head.s.quarries[head.s.at(head.me)]
    ours = head.friends
    able = [seat for seat in head.others if seat not in ours and seat not in belief.known]
    if not able:
        return None
    whom = quarry if quarry in able else max(able, key=belief.evil)
    assert whom is not None
    if belief.evil(whom) >= tactics.need(head, tactics.TRIAL) - 0.1 or whom == quarry:
        return Intent("accuse", whom, why=_why(head, whom))
    if head.rng.random() < 0.5:
        silent = [seat for seat in able if seat not in belief.claimed]
        if silent:
            return Intent("ask", max(silent, key=lambda seat: belief.evil(seat) + 0.1 * head.rng.random()))
    return None


def _why(head: Head, whom: Seat) -> Why:
    """A reason that can be told."""
    belief = head.sees if head.honest else head.seems
    if head.honest and any(each.target == whom and each.kind == "suspicious" for each in findings(head.s, head.me)):
        return "result"
    if liar := belief.liars.get(whom):
        return "changed" if liar == "changed" else "contradicted"
    for claim in testimony(claims_of(head.s)).results:
        if claim.target == whom and claim.source == "will" and claim.found == "suspicious":
            return "will"
    for sentence in head.s.sentences:
        grave = head.s.grave(sentence.accused)
        bad = grave is not None and grave.role is not None and PARTY[grave.role] in (MAFIA, KILLER)
        if bad and (whom, "innocent") in sentence.votes:
            return "votes"
    spoke = any(line.seat == whom and line.room == "town" and line.day == head.s.day for line in head.s.lines)
    return "" if spoke else "quiet"


def _small_talk(head: Head) -> Intent:
    belief = head.sees if head.honest else head.seems
    trusted = max(head.others, key=belief.town)
    if belief.town(trusted) > 0.9 and head.rng.random() < 0.4 * (1.5 - head.temper.suspicion):
        return Intent("trust", trusted)
    return Intent("chat")


def _jesters_words(head: Head) -> list[Intent]:
    """A Jester wants to look bad: what it claims is what somebody else must be, or nobody can."""
    wild = min(head.others, key=lambda seat: head.seems.evil(seat) + 0.2 * head.rng.random())
    if head.me not in testimony(claims_of(head.s)).roles or head.rng.random() < 0.3:
        return [Intent("claim", role=_unlikely(head))]
    return [Intent("accuse", wild, why="wagon")]


def _unlikely(head: Head) -> RoleName:
    seems = head.seems
    taken = [role for seat, role in seems.claimed.items() if seat != head.me and PARTY[role] == TOWN]
    gone = [role for role in tactics.WORTH if not seems.rest.most.get(role)]
    return head.rng.choice(sorted({*taken, *gone}) or ["jailor"])


def _log(head: Head, role: RoleName) -> tuple[Entry, ...]:
    """One's nights as one tells them: the truth, or what goes with the part that one plays."""
    return log_of(head.s, head.me) if head.honest else tactics.invented(head, role)


def _claim(head: Head) -> Intent:
    role = tactics.part(head)
    return Intent("claim", role=role, log=_log(head, role)[-LOG:])


def _defence(head: Head) -> list[Intent]:
    """On trial everybody says what they are, or pass for; a Jester nothing that would help."""
    if head.role == "jester":
        return [Intent("claim", role=_unlikely(head)) if head.rng.random() < 0.5 else Intent("chat")]
    accusers = [each.seat for each in _against(head) if each.seat in head.s.alive and each.seat not in head.friends]
    if accusers and not head.honest and head.rng.random() < head.temper.boldness:
        return [_claim(head), Intent("accuse", accusers[-1], why="wagon")]
    return [_claim(head)]


def _farewell(head: Head) -> Intent:
    if not head.honest:
        return Intent("farewell")
    return Intent("farewell", role=head.role, log=_log(head, head.role)[-LOG:])


def _confidant(head: Head) -> Seat | None:
    """Whom to tell now and then what one is: somebody whom one trusts wholly."""
    if head.s.day < 2 or head.party != TOWN or head.rng.random() > 0.08 * (0.5 + head.temper.talkativeness):
        return None
    able = [seat for seat in whisperable(head.s, head.me) if head.sees.town(seat) > 0.93]
    return head.rng.choice(able) if able else None


# ── by night ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _order(head: Head, ask: Ask) -> Action | None:
    order = tactics.night_order(head)
    if order is None:
        return Sleep() if Sleep() in ask.choices else None
    return DoubleDeed(deed_of(order), order.other or "") if DoubleDeed in ask.forms else Deed(deed_of(order))


def _confer(head: Head, ask: Ask) -> Action | None:
    intent = _night_words(head)
    words = said(intent, head.rng) if intent is not None else ""
    if not words or intent is None:
        return Wait() if Wait() in ask.choices else None  # a person's place is asked without that
    means = () if room_of(head.s, head.me) in SECRET_ROOMS else meant(intent)
    return Reach(words, means=means) if Reach in ask.forms else Confer(words, means=means)


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
            role = tactics.part(head)
            return Intent("plead", role=role, log=_log(head, role)[-LOG:])
        case "dead" if not spoken and head.rng.random() < head.temper.talkativeness:
            if me in s.alive:
                return Intent("chat")
            return Intent("claim", role=head.role, log=log_of(s, me)[-LOG:]) if head.honest else Intent("chat")
    return None


def _plot(head: Head, spoken: bool) -> Intent | None:
    """Whoever commands names a victim, the others agree; now and then one of them is quicker."""
    named = tactics.agreed(head.s, head.me)
    if named is not None:
        return None if spoken or head.rng.random() > head.temper.talkativeness else Intent("second", named)
    if tactics.in_command(head.s, head.me)[0] != head.me and head.rng.random() > 0.1:
        return None
    able = [seat for seat in head.others if seat not in head.friends]
    whom = tactics.prey(head, able) if head.role == "vampire" else tactics.victim(head, able)
    return None if whom is None else Intent("propose", whom)


def _between_the_worlds(head: Head) -> Intent | None:
    """A dead Medium says whom it would hang."""
    if head.me in head.s.alive:
        return Intent("chat")
    able = [seat for seat in head.others if seat not in head.sees.known]
    return Intent("accuse", max(able, key=head.sees.evil)) if able else None


# ── papers ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _write(head: Head, ask: Ask) -> Action | None:
    """The will as it stands after last night; killers leave a note, and Forgers have a will ready."""
    s = head.s
    mine = papers(s, head.me)
    if "forgery" in mine and not s.paper(head.me, "forgery").text:
        role = tactics.part(head)
        return _paper("forgery", will_of(s, head.me, role, tactics.invented(head, role)))
    if (
        "death note" in mine
        and not s.paper(head.me, "death note").text
        and not head.honest
        and head.rng.random() < head.temper.boldness
    ):
        return _paper("death note", (death_note(head.rng), ()))
    if head.honest:
        return _paper("will", will_of(s, head.me))
    role = tactics.part(head)
    return _paper("will", will_of(s, head.me, role, tactics.invented(head, role)))


def _paper(paper: Paper, will: Will) -> Write:
    return Write(paper, will[0], means=will[1])


def _sum(head: Head, ask: Ask) -> Action | None:
    return Sum(digest(head.s, head.me, head.s.day - 1))


_FORMS: dict[type[Action], Callable[[Head, Ask], Action | None]] = {
    Sum: _sum, Nominate: _nominate, Jail: _jail, Seance: _seance, Say: _speak, Whisper: _speak, Deed: _order,
    DoubleDeed: _order, Confer: _confer, Reach: _confer, Write: _write,
}  # fmt: skip
