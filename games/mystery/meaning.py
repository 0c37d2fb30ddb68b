"""What people and models mean by their words: a night's choice, and what they claim, read once, by a form, corrected."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from games.core import Action, Ask, IllegalAction, Parsed, Seat, require
from games.mystery.claims import Account, accounts, as_claims
from games.mystery.events import LONGEST_STATEMENT, Claim, Correct, Kind, Plot, Say, Tell
from games.mystery.phrases import OPINIONS, understood
from games.mystery.state import State
from games.mystery.voice import in_words
from games.reading import read as read_answer

NOBODY_ELSE = "nobody else"
WATCHED = "watched"
CRY = "heard a cry from the "
DEEDS: Mapping[str, Kind] = {
    "hid": "hid",
    "followed …": "followed",
    "guarded …": "guarded",
    "… fell there": "fell",
    "a blow at … was blocked": "blocked",
    "was struck at, and a guard saved me": "saved",
    "… is the murderer": "guilty",
    "I suspect …": "accuses",
    "I trust …": "clears",
}
"""What may be claimed besides a place and company, as a form offers it."""

_MARK = re.compile(r"\{p\d+\}")
SYNONYMS = {
    "strike": ("kill", "stab", "attack", "murder", "hit", "strike down", "target", "take out", "get rid of"),
    "guard": ("protect", "defend", "shield", "watch over", "look after"),
    "watch": ("look around", "observe", "keep watch", "keep my eyes open", "do nothing", "wait"),
    "hide": ("conceal myself", "stay hidden", "keep out of sight"),
    "follow": ("go with", "tail", "shadow", "go after", "accompany"),
}
"""Other words for what one may do at night."""


def read(s: State, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Parsed:
    """What `text` means as an answer to `ask`: “I'll hide in the library”, “follow Ada and protect her”."""
    return read_answer(ask, text, names, SYNONYMS)


def meant(view: State, seat: Seat, action: Action, names: Mapping[Seat, str]) -> Action:
    """The action with what its words claim. What a model says that it claims and does not say in its words is added to them,
    as far as there is room: nobody is told one thing and the ledger another."""
    match action:
        case Say(text=text, claims=claims):
            said = understood(text, seat, view.day, names)
            more = [each for each in understood(claims[:LONGEST_STATEMENT], seat, view.day, names) if each not in said]
            while more and length(longer := f"{text} {in_words(more)}") > LONGEST_STATEMENT:
                more.pop()
            return replace(action, text=longer if more else text, means=(*said, *more))
        case Plot(text=text):
            return replace(action, means=understood(text, seat, view.day, names))
    return action


def length(text: str) -> int:
    """In characters: of names only the marks are known here, and nobody is held to how long those are."""
    return len(_MARK.sub("xx", text))


def check(form: Tell) -> None:
    """IllegalAction, if something in the form does not go with the rest of it, whatever may still be filled in."""
    require(form.what != WATCHED or form.place or form.seen, "Say where you watched, or whom you saw.")
    require(not form.whom or "…" in form.what, "Choose what they did, or you to them.")


def claimed(s: State, seat: Seat, form: Tell) -> tuple[Claim, ...]:
    """What somebody claims by a form. IllegalAction, if that is nothing or cannot be."""
    seen = tuple(Seat(each) for each in form.seen if each != NOBODY_ELSE)
    kind, whom = DEEDS.get(form.what), Seat(form.whom) if form.whom else None
    at = int(form.night.removeprefix("night ") or s.day)
    if "…" in form.what and whom is None:
        raise IllegalAction("Choose whom you mean by “…”.")
    found = as_claims(Account(form.place or None, seen, NOBODY_ELSE in form.seen), seat, at)
    if kind:
        place = form.place or None if kind == "fell" else None
        found = (
            *found,
            Claim(kind, seat, s.day if kind in OPINIONS else at, whom if "…" in form.what else None, place),
        )
    elif form.what.startswith(CRY):
        found = (*found, Claim("cry", seat, at, None, form.what.removeprefix(CRY)))
    if not found:
        raise IllegalAction("There is nothing in your claim: say where you were, whom you saw or what happened.")
    return found


def as_form(claims: tuple[Claim, ...], day: int) -> Correct:
    """What was claimed of the latest night spoken of, as a form to go on from; of deeds and opinions the first."""
    night = max((each.night for each in claims if each.kind not in OPINIONS), default=day)
    told = accounts(claims).get(night, Account())
    named = {kind: what for what, kind in DEEDS.items()}
    deed = next((each for each in claims if each.kind in named and _about(each) in (night, each.whom)), None)
    seen = (*told.seen, *((NOBODY_ELSE,) if told.alone else ()))
    return Correct(
        f"night {night}", told.place or "", seen, named[deed.kind] if deed else "", deed.whom or "" if deed else ""
    )


def corrected(before: tuple[Claim, ...], now: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """What a statement claims once `now` is said instead of what it claimed about the same night, or the same person."""
    about = {_about(each) for each in now}
    return (*(each for each in before if _about(each) not in about), *now)


def _about(claim: Claim) -> object:
    return claim.whom if claim.kind in OPINIONS else claim.night
