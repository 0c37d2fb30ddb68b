"""How people claim something without a word of their own: a form with lists to choose from, and what it says when it is filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import cast

from games.core import IllegalAction, Seat, require
from games.town.events import Claim, Correct, Declare
from games.town.lists import possible
from games.town.meaning import group
from games.town.people import ROLES, Act, RoleName
from games.town.phrases import CALLED, DEEDS
from games.town.roles import GROUPS, ROLE
from games.town.state import State

ROLE_ONLY = "my role"
JAILED = "jailed"
DONE: Mapping[str, Claim] = {
    **{verbs[0]: Claim("deed", act=cast("Act", act)) for act, verbs in DEEDS.items()},
    "jailed": Claim("deed", found=JAILED), "went on alert": Claim("deed", act="alert"), "put on my vest": Claim("deed", act="vest"),
    "saw the Mafia visit": Claim("result", act="bug"), "stayed at home": Claim("whereabouts", found="home"),
    **{f"was {what}": Claim("whereabouts", found=what) for what in ("jailed", "blocked", "attacked", "healed", "guarded", "transported", "controlled", "doused")},
}  # fmt: skip
"""What somebody may have done, or what befell them."""

_BY: Mapping[str, Act | None] = {
    "jailed": None, "blocked": "block", "healed": "heal", "guarded": "guard", "transported": "swap", "controlled": "control", "doused": "douse",
}  # fmt: skip
"""Whose deed it is that befalls others."""

SUGGESTED = frozenset({"role", "found"})
"""Fields in which more may be written than is listed: a role by any of its names, and what a look at somebody found."""


@lru_cache(maxsize=256)
def lists(
    slots: tuple[str, ...], seats: tuple[Seat, ...], me: Seat, day: int, claimed: frozenset[RoleName] = frozenset()
) -> Mapping[str, tuple[str, ...]]:
    """What may be chosen in each field: before a night has been, one's role alone; then what somebody can have done who is what
    was `claimed` (or anybody), and what can have befallen them in this town."""
    roles = possible(slots)
    known = tuple(each for each in ROLES if each in roles)
    if day < 2:
        return {"what": (ROLE_ONLY,), "role": known, "night": (), "whom": (), "found": ()}
    what = (ROLE_ONLY, *(said for said, each in DONE.items() if _may_be(each, roles, claimed or roles)))
    groups = ("/".join(each) for each in GROUPS if roles.intersection(each))
    found = ("suspicious", "innocent", "attacked", "nobody", *groups, *(each for each in seats if each != me))
    return {
        "what": what, "role": known, "night": tuple(f"{each}" for each in range(1, day)),
        "whom": seats, "found": found,
    }  # fmt: skip


def does(role: RoleName, act: Act | None) -> bool:
    """Whether that is a deed of the role; None is the Jailor's."""
    if act is None:
        return role == "jailor"
    return act in ROLE[role].acts or (act, role) in (("bug", "spy"), ("shoot", "veteran"))


def _may_be(done: Claim, roles: frozenset[RoleName], claimed: frozenset[RoleName]) -> bool:
    if done.kind != "whereabouts":
        return any(does(each, done.act) for each in claimed & roles or claimed)
    return done.found not in _BY or any(does(each, _BY[done.found]) for each in roles)


def check(s: State, form: Declare) -> None:
    """IllegalAction, if something in the form does not go with the rest of it, whatever may still be filled in."""
    done = DONE.get(form.what)
    if done is None:
        require(not (form.night or form.whom or form.found), "Nobody did that: choose what you did, too.")
        return
    _check_role(done, form)
    if done.kind == "whereabouts" or done.act in ("alert", "vest"):
        require(not (form.whom or form.found), "That is done without anybody else.")
    require(form.whom or not form.found, _TO_WHOM)
    require(_fits(s, done, _found(form.found)), _NOTHING_OF_IT)


def _check_role(done: Claim, form: Declare) -> None:
    if form.role and done.kind != "whereabouts" and not does(_role(form.role), done.act):
        role = _role(form.role).title()
        raise IllegalAction(f"A player who is the {role} has not {form.what} anybody: choose what goes with it.")


_TO_WHOM = "Say to whom you did it."
_NOTHING_OF_IT = "That is nothing that comes of such a deed."


def _fits(s: State, done: Claim, found: str) -> bool:
    """Whether that, or nothing, may come of such a deed."""
    roles = [each for each in found.split(", ") if each in ROLE]
    may: Mapping[Act | None, bool] = {
        "question": found in ("suspicious", "innocent"), "heal": found == "attacked", "investigate": len(roles) > 1, "consult": len(roles) == 1,
        "watch": found == "nobody" or Seat(found) in s.cast, "swap": Seat(found) in s.cast,
    }  # fmt: skip
    return not found or may.get(done.act, False)


def filled_in(s: State, seat: Seat, form: Declare) -> tuple[Claim, ...]:
    """The claims that the form makes. IllegalAction says what is missing."""
    claims = [Claim("role", _role(form.role))] if form.role else []
    done = DONE.get(form.what)
    if done is None:
        require(claims, "Say what you are.")
        return tuple(claims)
    _check_role(done, form)
    done = replace(done, night=int(form.night or 0))
    if done.kind == "whereabouts" or done.act in ("alert", "vest"):
        return (*claims, done)
    require(form.whom, _TO_WHOM)
    return (*claims, _deed(s, done, Seat(form.whom), _found(form.found)))


def as_form(s: State, seat: Seat, claims: Sequence[Claim]) -> Correct | None:
    """What was claimed to be one's role, and of the latest night that fits, as a form to go on from."""
    role = next((each for each in claims if each.kind == "role" and each.role), None)
    nights = sorted((each for each in claims if each.kind in _NIGHTLY), key=lambda each: -each.night)
    allowed = lists(s.slots, s.seats, seat, s.day)
    for each in (*nights, None):
        made = tuple(claim for claim in (role, each) if claim is not None)
        form = _form(role, each)
        fits = all(getattr(form, name) in ("", *can) for name, can in allowed.items())
        with suppress(IllegalAction):  # words may claim more, or less, than a form can
            if made and fits and filled_in(s, seat, form) == made:
                return form
    return None


def _form(role: Claim | None, told: Claim | None) -> Correct:
    called = (role.role or "") if role else ""
    if told is None:
        return Correct(ROLE_ONLY, called)
    befell = told.kind == "whereabouts"
    alike = (each for each in DONE.items() if (each[1].act, each[1].kind == "whereabouts") == (told.act, befell))
    what = next((said for said, each in alike if not befell or each.found == told.found), "")
    whom, found = told.target or "", "" if befell or told.act is None else told.found
    if told.act == "bug":
        whom, found = found, ""
    elif told.act in ("investigate", "consult"):
        found = found.replace(", ", "/")
    return Correct(what, called, f"{told.night or ''}", whom, found)


def corrected(before: Sequence[Claim], now: Sequence[Claim]) -> tuple[Claim, ...]:
    """What a statement claims once `now` is said instead of what it claimed about the same thing: one's role, or what one did
    (or what befell one) in the same night, or to the same player. Where no night is named, that is meant which was."""
    kept, found = list(before), []
    for claim in now:
        same = [each for each in kept if _thing(each) == _thing(claim)]
        if claim.kind in _NIGHTLY:
            alike = [
                each for each in same if each.target == claim.target and (each.target or each.found == claim.found)
            ]
            claim = replace(claim, night=claim.night or max((each.night for each in alike or same), default=0))
            same = [each for each in same if each.night == claim.night] or alike
        kept = [each for each in kept if each not in same]
        found.append(claim)
    return tuple(sorted((*kept, *found), key=lambda each: (each.kind != "role", each.night)))


_NIGHTLY = frozenset({"deed", "result", "whereabouts"})


def _thing(claim: Claim) -> str:
    """Whoever was jailed or at home has done nothing else."""
    if claim.kind in _NIGHTLY:
        return "befell" if claim.kind == "whereabouts" and claim.found not in (JAILED, "home") else "did"
    return claim.kind


def _deed(s: State, done: Claim, whom: Seat, found: str) -> Claim:
    if done.act == "bug":
        return replace(done, found=whom)
    done = replace(done, target=whom, found=found or done.found)
    if done.act is None:
        return replace(done, found=JAILED)
    if done.act == "swap":
        if Seat(found) not in s.cast:
            raise IllegalAction("Say with whom you swapped them, too.")
        return done
    require(_fits(s, done, found), _NOTHING_OF_IT)
    return replace(done, kind="result" if found else "deed")


def _role(text: str) -> RoleName:
    word = text.strip().casefold()
    role = next((each for each, names in CALLED.items() if word in names.split("|")), None)
    if role is None:
        raise IllegalAction(f"“{text}” is no role.")
    return role


def _found(text: str) -> str:
    """“esc/trans/consort” as a claim has it."""
    if "/" not in text:
        return text.strip() if text.startswith("p") else text.strip().casefold()
    return group([_role(each) for each in text.split("/")])
