"""The built-in player of the murder mystery: plays any seat from its view, offline and at once.

What it believes is in `mind`, what it does about it in `tactics`, how it says so in `voice`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from games.core import Action, Ask, Seat, Temper
from games.mystery import tactics, voice
from games.mystery.claims import Account
from games.mystery.events import NOBODY, Choice, Night, Plot, Say, Silence, Vote
from games.mystery.grounds import (
    BETWEEN,
    OWN,
    SILENT,
    Ground,
    Tales,
    accusers,
    alike,
    answer,
    cleared_today,
    falls_to,
    grounds,
    named_before,
    named_today,
    nobody_near,
    said_before,
    tales_of,
    telling,
)
from games.mystery.mind import Belief, believe, heard
from games.mystery.state import State
from games.mystery.voice import Said, Voice

RETICENCE = 0.5
"""How often the most silent of players keep where they were for the second round."""


def autoplay(s: State, seat: Seat, ask: Ask, rng: random.Random, temper: Temper = Temper()) -> Action:  # noqa: B008
    """A legal answer to `ask`, chosen from what `seat` was told. The same view and dice choose the same."""
    if Night in ask.forms:
        return _night(tactics.night_choice(s, seat, _belief(s, seat, temper), rng, temper))
    if Vote in ask.forms:
        tales = tales_of(s)
        seems = _seeming(s, seat, tales[seat])
        belief = _belief(seems, seat, temper)
        why = grounds(seems, seat, tales)
        return Vote(tactics.whom_to_hang(s, seat, belief, why, temper) or NOBODY)
    if Plot in ask.forms:
        return Plot(_whisper(s, seat, rng), means=())
    if Say in ask.forms:
        said = _words(s, seat, rng, temper)
        return Say(said.text, means=said.means) if said.text else Silence()
    return ask.choices[0] if ask.choices else ask.examples[0]


def _belief(s: State, seat: Seat, temper: Temper) -> Belief:
    """What the seat believes, so strong a player as it is."""
    return believe(s, seat, strength=temper.strength)


def _night(choice: Choice) -> Night:
    where = choice.place if choice.place is not None else f"follow {{{choice.follow}}}"
    return Night(where, choice.act if choice.target is None else f"{choice.act} {{{choice.target}}}")


def _whisper(s: State, seat: Seat, rng: random.Random) -> str:
    """What the seat has chosen for tonight: whoever plays by itself is asked to whisper when it has."""
    chosen = s.choices.get(seat)
    return voice.whisper(chosen.target if chosen and chosen.act == "strike" else None, rng)


# ── talk ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _words(s: State, seat: Seat, rng: random.Random, temper: Temper) -> Said:
    """What the seat says now; nothing is silence."""
    if s.phase == "last words":
        return _last_words(s, seat, rng, temper)
    if s.day == 0:
        return Said(voice.introduction(s.seats.index(seat), len(s.seats), rng, temper))
    claims, tales, speaks = heard(s), tales_of(s), Voice.at(s, seat, rng, temper)
    parts, told = list[Said | None](), tales[seat]
    if s.day not in told or told[s.day].place is None:
        account = tactics.story(s, seat, s.day, claims, rng, temper)
        if account is not None and _waits(s, seat, rng, temper):
            return Said("")
        if account is not None:
            peace = not (account.blocked or account.saved)
            if s.round == 1 and peace and rng.random() < temper.talkativeness - 0.2:
                parts.append(speaks.opening([death.seat for death in s.lost(s.day)], s.gentle))
            parts.append(
                speaks.account(
                    tactics.in_brief(s, seat, account), alike(tales, s.day, seat, account, accusers(s, seat))
                )
            )
            told = {**told, s.day: account}
    parts += _thoughts(s, seat, {**tales, seat: told}, speaks)
    return voice.statement(each for each in parts if each)


def _waits(s: State, seat: Seat, rng: random.Random, temper: Temper) -> bool:
    """Those of few words hear the others first, unless they have something to tell."""
    facts = s.facts_of(seat, s.day)
    news = facts is not None and (facts.fell or facts.blocked)
    return s.round < s.rules.rounds and not news and rng.random() < RETICENCE * (1 - temper.talkativeness)


def _seeming(s: State, seat: Seat, told: Mapping[int, Account]) -> State:
    """The view to speak and vote from: a murderer's is that of the innocent whom they pretend to be."""
    return tactics.masked(s, seat, told) if s.role(seat) == "murderer" else s


def _thoughts(s: State, seat: Seat, tales: Tales, speaks: Voice) -> list[Said | None]:
    """An accusation, an answer to one, a good word, or what all stories come to."""
    seems = _seeming(s, seat, tales[seat])
    belief, against = _belief(seems, seat, speaks.temper), grounds(seems, seat, tales)
    named, before = tactics.to_name(s, seat, belief, against), named_before(s, seat)
    why = against[named[0]] if named else Ground("")
    guilt, by = max((belief.guilt[each] for each in named), default=0.0), accusers(s, seat)
    parts = list[Said | None]()
    sure = bool(named) and min(belief.guilt[each] for each in named) >= tactics.SURE
    today = {whom for each in s.seats for whom in named_today(s, each)}
    fresh = (
        any(not said_before(s, each, why.night) for each in named)
        or (not {*named} <= {*before} and {*named} <= {*by})
        or (
            sure and why.why in OWN - {"false witness"} and today.isdisjoint(named)
        )  # one's own knowledge is recalled on another day
    )
    accuses = sure if s.round == 1 else guilt >= max(0.3, tactics.enough(s, seat, speaks.temper))
    if by and seat not in cleared_today(s, seat):
        parts += [speaks.defence(found, s.at_large)] if (found := answer(seems, seat, tales)) else []
    if named and accuses and fresh and telling(why, sure) and (by or falls_to(seems, seat, why)):
        back = {*named} <= {*by} and why.why in BETWEEN  # who says it lies between the two has said why
        told = back or (why.why == "false witness" and any(parts))  # the answer is the reason
        instead = bool(before) and {*named}.isdisjoint(before)
        parts.append(speaks.accusation(named, sure, Ground("told") if told else why, instead))
    elif not any(parts) and s.round > 1:
        struck = [
            each for each in s.alive if each in {whom for night in s.told(seat).values() for whom in night.blocked}
        ]
        parts += [speaks.trust(each) for each in struck[:1] if each != seat and _vouches(s, seat, each)]
        if not any(parts) and (fallen := nobody_near(s, seat, tales)):
            parts.append(speaks.nobody_near(*fallen))
    return parts


def _vouches(s: State, seat: Seat, whom: Seat) -> bool:
    """Whether it is for `seat` to say that somebody is cleared: the lot falls to it, and nobody has yet."""
    said = any(claim.kind == "clears" and claim.whom == whom for each in s.statements for claim in each.means)
    return (
        not said
        and random.Random(f"{s.day} {s.round} {whom}").choice([each for each in s.alive if each != whom]) == seat
    )


def _last_words(s: State, seat: Seat, rng: random.Random, temper: Temper) -> Said:
    tales = tales_of(s)
    seems = _seeming(s, seat, tales[seat])
    belief, against = _belief(seems, seat, temper), grounds(seems, seat, tales)
    for each in tactics.suspects(s, seat, belief):
        why = against.get(each, Ground(""))
        if why.why not in (*SILENT, "false witness") and len(why.among) < 2 and not said_before(s, each, why.night):
            return Voice.at(s, seat, rng, temper).last_words(each, why)
    return Voice.at(s, seat, rng, temper).last_words(None, Ground(""))
