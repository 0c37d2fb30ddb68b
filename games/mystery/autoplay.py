"""The built-in player of the murder mystery: plays any seat from its view, offline and at once.

What it believes is in `mind`, what it does about it in `tactics`, how it says so in `voice`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from games.core import Action, Ask, Seat, Temper
from games.mystery import tactics, voice
from games.mystery.claims import Account
from games.mystery.events import NOBODY, Choice, Night, Plot, Say, Silence, Vote
from games.mystery.grounds import (
    BY_LOT,
    NEAR,
    Ground,
    Tales,
    between,
    charge,
    cleared_today,
    grounds,
    named_before,
    named_today,
    notes,
    stand,
    tales_of,
)
from games.mystery.mind import Belief, believe, heard
from games.mystery.state import State
from games.mystery.voice import WEAK, Said, Turn, Voice

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
            parts.append(speaks.account(tactics.in_brief(s, seat, account)))
            told = {**told, s.day: account}
    parts += _thoughts(s, seat, told, tales, speaks)
    if not any(parts) and s.day in told and rng.random() < temper.talkativeness:
        parts.append(speaks.remark(notes(_seeming(s, seat, told), seat, believe(s, None, claims), tales)))
    return voice.statement(each for each in parts if each)


def _waits(s: State, seat: Seat, rng: random.Random, temper: Temper) -> bool:
    """Those of few words hear the others first, unless they have something to tell."""
    facts = s.facts_of(seat, s.day)
    news = facts is not None and (facts.fell or facts.blocked)
    return s.round < s.rules.rounds and not news and rng.random() < RETICENCE * (1 - temper.talkativeness)


def _seeming(s: State, seat: Seat, told: Mapping[int, Account]) -> State:
    """The view to speak and vote from: a murderer's is that of the innocent whom they pretend to be."""
    return tactics.masked(s, seat, told) if s.role(seat) == "murderer" else s


def _thoughts(s: State, seat: Seat, told: Mapping[int, Account], tales: Tales, speaks: Voice) -> list[Said | None]:
    """A defence, an accusation, a good word."""
    temper, rng = speaks.temper, speaks.rng
    seems = _seeming(s, seat, told)
    belief = _belief(seems, seat, temper)
    parts = list[Said | None]()
    trusted, against = tactics.suspects(s, seat, belief)[-1], grounds(seems, seat, tales)
    named, before = tactics.to_name(s, seat, belief, against, temper), named_before(s, seat)
    why = against[named[0]] if named else Ground("")
    if len(named) > 1:
        why = between(s, seat, named, tales) or why
    guilt = max((belief.guilt[each] for each in named), default=0.0)
    sure = guilt >= tactics.SURE and why.why not in WEAK
    accuses = sure if s.round == 1 else bool(named) and guilt >= max(0.3, tactics.enough(s, seat, temper))
    if accuser := _accuser(s, seat):
        charged = charge(seems, accuser, seat, belief, tales)
        accuses = accuses and why.by != accuser  # whose word one denies one does not go by
        back = accuses and accuser in named and accuser not in before
        if back and charged.why == "eyewitness":
            why = Ground("told")  # the answer is the reason
        if not accuses or accuser not in named or (back and charged.why == "eyewitness"):  # else the accusation answers
            near = accuses and why.why in NEAR and charged.why in NEAR
            parts.append(speaks.defence(accuser, Ground("") if near else charged, stand(seems, seat, accuser)))
    if accuses and not {*named} <= {*named_today(s, seat)}:  # whoever has said so has said so
        others = [each for each in s.alive if each not in (seat, *named)]
        said = {each: {*named_today(s, each)} for each in others}
        along = next((each for each in others if said[each] >= {*named} and seat not in said[each]), None)
        turn: Turn = "again" if {*named} <= {*before} else "" if {*named} & {*before} or not before else "instead"
        if along or (turn == "instead" and s.at_large > 1 and min(belief.guilt[each] for each in before) > guilt / 2):
            turn = "besides" if named_today(s, seat) else ""
        if along is None or _joins(s, seat, named):
            parts.append(speaks.accusation(named, sure, why, along, turn))
    elif accuses:
        pass
    elif s.round > 1 and belief.guilt[trusted] < 0.1 and rng.random() < temper.talkativeness * (1 - temper.suspicion):
        parts.append(
            speaks.trust(trusted, any(trusted in each.blocked for night in s.facts for each in night.values()))
        )
    return parts


def _joins(s: State, seat: Seat, named: Sequence[Seat]) -> bool:
    """Whether it is for `seat` to say the same as somebody before: for one of those who have not, by a lot that all know; the
    others vote."""
    able = [each for each in s.alive if each not in named and not {*named} <= {*named_today(s, each)}]
    return random.Random(f"{s.day} {s.round} {sorted(named)} {s.places}").choice(able) == seat


def _accuser(s: State, seat: Seat) -> Seat | None:
    """Who has accused the seat today, whoever tales to have seen it before others; nobody where it has answered, or accused
    them."""
    if seat in cleared_today(s, seat):
        return None
    accusers = [by for by in s.seats if by != seat and seat in named_today(s, by)]
    struck = {claim.by for each in s.statements if each.day == s.day for claim in each.means if claim.kind == "struck"}
    open_charges = [by for by in accusers if by in struck or by not in named_today(s, seat)]
    return min(open_charges, key=lambda by: by not in struck, default=None)


def _last_words(s: State, seat: Seat, rng: random.Random, temper: Temper) -> Said:
    tales = tales_of(s)
    seems = _seeming(s, seat, tales[seat])
    belief = _belief(seems, seat, temper)
    against = grounds(seems, seat, tales)
    ranked = [each for each in tactics.suspects(s, seat, belief) if each in against and against[each].why not in BY_LOT]
    suspect = next((each for each in named_before(s, seat) if each in ranked), ranked[0] if ranked else None)
    why = against[suspect] if suspect else Ground("")
    return Voice.at(s, seat, rng, temper).last_words(suspect, why, stand(seems, seat, suspect))
