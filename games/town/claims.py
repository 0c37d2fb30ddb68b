"""What people of a town claim: all that one view heard of it, and what everybody knows against it.

What words claim stands beside them, since they were said. Here the claims of a view are gathered, from what it heard and from the
wills of the dead, and held against the facts that everybody knows. Only the words of games that were saved by earlier versions
are read here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from games.core import Seat, record
from games.town.claiming import does
from games.town.events import Claim, Means
from games.town.lists import pool, possible
from games.town.meaning import understood
from games.town.people import RoleName
from games.town.roles import ROLE
from games.town.state import Grave, Line, State
from games.town.stating import stated

Source = Literal["said", "whispered", "will"]


@record
class Claimed(Claim):
    """A claim with who made it when, in which words (the whole statement). `source` is “whispered” for all that not everybody heard
    (whispers, the jail, a seance)."""

    day: int = 0
    seat: Seat = Seat("")
    text: str = ""
    source: Source = "said"


# ── all that a view heard ─────────────────────────────────────────────────────────────────────────────────────────────


class _Heard(NamedTuple):
    """What of a view has been gathered: its lines, and what they claim; its graves; all claims; who publicly claims to be what."""

    lines: Sequence[Line] = ()
    graves: tuple[Grave, ...] = ()
    spoken: tuple[Claimed, ...] = ()
    claims: tuple[Claimed, ...] = ()
    parts: Mapping[Seat, Sequence[Claimed]] = {}


_HEARD: OrderedDict[int, _Heard] = OrderedDict()
_VIEWS = 256
"""How many views' claims are kept."""
SECRET_ROOMS = frozenset({"mafia", "vampires"})
"""Where everybody knows what the others are, and claims mean nothing."""


def claims_of(view: State) -> tuple[Claimed, ...]:
    """All that the view heard claimed, in order, and then what the wills of the dead claim. As long as nothing more is claimed
    it is the same tuple. What a view has heard mostly grows, so that only what is new is looked at."""
    return _heard(view).claims


def claimed_role(view: State, seat: Seat) -> RoleName | None:
    """What the seat claimed last to be before the whole town."""
    mine = _heard(view).parts.get(seat)
    return mine[-1].role if mine else None


def made(means: Means, text: str, seat: Seat, day: int, source: Source) -> tuple[Claimed, ...]:
    """The claims that somebody made by some words."""
    if means is None:
        means = _read(text, seat, day, source == "will")
    return tuple([_claimed(each, day, seat, text, source) for each in means])


@lru_cache(maxsize=1 << 12)
def _read(text: str, seat: Seat, day: int, will: bool) -> tuple[Claim, ...]:
    return understood(text, seat, day, will=will)


@lru_cache(maxsize=1 << 12)
def _claimed(claim: Claim, day: int, seat: Seat, text: str, source: Source) -> Claimed:
    """The same for every view that heard it."""
    return Claimed(claim.kind, claim.role, claim.night, claim.act, claim.target, claim.found, day, seat, text, source)


def claimed_roles(view: State, seat: Seat) -> frozenset[RoleName]:
    """All that the seat has claimed to be before the whole town."""
    return frozenset([each.role for each in _heard(view).parts.get(seat, ()) if each.role])


def _heard(view: State) -> _Heard:
    lines, graves = view.lines, view.graves
    key = id(lines[0]) if lines else 0
    known = _HEARD.get(key, _Heard()) if lines else _Heard()
    if known.lines is lines and known.graves is graves:
        return known
    if known.lines and lines[: len(known.lines)] != known.lines:
        known = _Heard()
    new = [claim for line in lines[len(known.lines) :] for claim in _line(line)]
    if known.lines and known.graves is graves and not new:
        found = known._replace(lines=lines)
    else:
        spoken = (*known.spoken, *new)
        claims = (*spoken, *(claim for grave in graves for claim in _will(grave)))
        found = _Heard(lines, graves, spoken, claims, _parts(claims))
    if lines:
        _HEARD.pop(key, None)  # several threads think at once: another may have dropped it meanwhile
        _HEARD[key] = found
        while len(_HEARD) > _VIEWS:
            _HEARD.popitem(last=False)
    return found


def _parts(claims: Iterable[Claimed]) -> Mapping[Seat, Sequence[Claimed]]:
    """What everybody heard each seat claim to be, in order."""
    parts: dict[Seat, list[Claimed]] = {}
    for claim in claims:
        if claim.kind == "role" and claim.role is not None and claim.source != "whispered":
            parts.setdefault(claim.seat, []).append(claim)
    return parts


def _line(line: Line) -> tuple[Claimed, ...]:
    if not line.text or line.seat is None or line.room in SECRET_ROOMS:
        return ()
    return made(line.means, line.text, line.seat, line.day, "said" if line.room == "town" else "whispered")


def _will(grave: Grave) -> tuple[Claimed, ...]:
    """A will is read on the day of the rope, or on the morning after the night."""
    day = grave.day if grave.lynched else grave.day + 1
    return made(grave.means, grave.will, grave.seat, day, "will") if grave.will else ()


# ── what speaks against a claim ───────────────────────────────────────────────────────────────────────────────────────


def contradicted(view: State, claim: Claimed) -> tuple[str, ...]:
    """What everybody knows that does not agree with the claim, as sentences with {seat} marks: the role list, the dead and what
    they were shown to be, who was dead when, a revealed Mayor, and what else was claimed before the whole town. Whoever was
    framed, disguised or swapped may have told the truth all the same."""
    match claim.kind:
        case "role":
            found = [*_no_such_role(view, claim), *_shown(view, claim), *_elsewhere(view, claim)]
        case "accuse" | "trust":
            found = [*_thought_of(view, claim)]
        case _:
            found = [
                *_night_amiss(view, claim),
                *_dead_then(view, claim),
                *_not_their_deed(view, claim),
                *_shown_target(view, claim),
            ]
    return tuple(dict.fromkeys(found))


def _a(role: str) -> str:
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role.title()}"


_GROWS: frozenset[RoleName] = frozenset({"mafioso", "godfather", "vampire", "survivor", "amnesiac"})


@lru_cache(maxsize=1024)
def _most(slots: tuple[str, ...], role: RoleName) -> int:
    """How many of a role there can be at most, of those that nobody can become later; else very many."""
    dealt = {each for slot in slots for each in pool(slot)}
    becomes = (
        role in _GROWS
        or (role == "jester" and "executioner" in dealt)
        or (role == "vigilante" and "vampire hunter" in dealt)
    )
    if becomes or ("amnesiac" in dealt and not (ROLE[role].unique and ROLE[role].faction == "town")):
        return len(slots)
    return 1 if ROLE[role].unique else sum(role in pool(slot) for slot in slots)


def _no_such_role(view: State, claim: Claimed) -> Iterator[str]:
    roles = possible(view.slots)
    if claim.role is None:
        if claim.found != "town" and not any(ROLE[role].alignment == claim.found for role in roles):
            yield f"No slot of the role list allows anybody of {claim.found.title()}."
        return
    if claim.role not in roles:
        yield f"No slot of the role list allows {_a(claim.role)}."


def _shown(view: State, claim: Claimed) -> Iterator[str]:
    """What the speaker was revealed or shown to be."""
    if claim.seat in view.mayors and claim.role not in (None, "mayor"):
        yield f"{{{claim.seat}}} has been revealed as the Mayor."
    if (role := _died_as(view, claim.seat)) is None:
        return
    if claim.role is None:
        fits = claim.found in (ROLE[role].faction, ROLE[role].alignment)
    else:
        fits = role == claim.role or _became(claim.role, role, view)
    if not fits:
        yield f"{{{claim.seat}}} died, and was {_a(role)}."


def _became(claimed: RoleName, shown: RoleName, view: State) -> bool:
    """Whether somebody could truly have been the one and be the other now."""
    pairs = {("vampire hunter", "vigilante"), ("executioner", "jester")}
    mafia = ROLE[claimed].faction == ROLE[shown].faction == "mafia" and shown in ("mafioso", "godfather")
    remembered = claimed == "amnesiac" and any(role == shown for _, role in view.remembered)
    bitten = shown == "vampire" and ROLE[claimed].faction == "town"
    return (claimed, shown) in pairs or mafia or remembered or bitten


def _elsewhere(view: State, claim: Claimed) -> Iterator[str]:
    """Who else is or claims to be the same, and what else the speaker has claimed to be."""
    if claim.role is None:
        return
    most, role = _most(view.slots, claim.role), claim.role.title()
    shown = [grave.seat for grave in view.graves if grave.role == claim.role and grave.seat != claim.seat]
    known = list(
        dict.fromkeys([*shown, *(each for each in view.mayors if claim.role == "mayor" and each != claim.seat)])
    )
    for seat in known if len(known) >= most else []:
        how = "was shown to be" if seat in shown else "has been revealed as"
        yield (
            f"{{{seat}}} {how} the {role}, and there is only one."
            if most == 1
            else f"{{{seat}}} was shown to be {_a(role)}, and there are only {most}."
        )
    parts = _heard(view).parts
    alike = [seat for seat, made in parts.items() if seat not in (claim.seat, *known) and made[-1].role == claim.role]
    same = [seat for seat in alike if _died_as(view, seat) in (None, claim.role)]
    if len(same) + len(known) >= most:
        for seat in same:
            yield f"{{{seat}}} claims the same, and there {'is only one' if most == 1 else f'are only {most}'}."
    for other in parts.get(claim.seat, []):
        if other.role is not None and other.role != claim.role and other.text != claim.text:
            where = f"on day {other.day}" if other.source == "said" else "in the will"
            yield f"{{{claim.seat}}} claimed {where} to be {_a(other.role)}."


def _died_as(view: State, seat: Seat | None) -> RoleName | None:
    """What somebody was shown to be when they died last, even if they have risen since."""
    return next((grave.role for grave in reversed(view.graves) if grave.seat == seat), None)


def _thought_of(view: State, claim: Claimed) -> Iterator[str]:
    if claim.target is None:
        return
    if claim.target in view.mayors and (claim.kind == "accuse" or claim.role not in (None, "mayor")):
        yield f"{{{claim.target}}} has been revealed as the Mayor."
    if (role := _died_as(view, claim.target)) is None:
        return
    town = ROLE[role].faction == "town"
    wrong = town if claim.kind == "accuse" else not town
    if claim.found.startswith("not "):
        wrong = role == claim.found[4:]
    elif claim.role is not None:
        wrong = role != claim.role
    if wrong:
        yield f"{{{claim.target}}} died, and was {_a(role)}."


def _night_amiss(view: State, claim: Claimed) -> Iterator[str]:
    if claim.night > claim.day or (claim.night == claim.day and claim.source != "whispered"):
        yield f"Night {claim.night} had not been yet."
    if claim.night == 1 and claim.act in ("shoot", "execute"):
        yield f"Nobody can {claim.act} anybody in the first night."
    if claim.act == "rampage" and claim.night % 2 == 1:
        yield "There is no full moon in such a night."


def _was_dead(view: State, seat: Seat, night: int) -> Grave | None:
    """Where somebody lay already when a night began."""
    dead: Grave | None = None
    for grave in view.graves:
        if grave.seat == seat and (grave.day < night or (grave.lynched and grave.day == night)):
            dead = grave
    if dead is None:
        return None
    risen = any(each == seat and dead.day <= when < night for when, each in view.revived)
    return None if risen else dead


_NEEDS_DEAD: frozenset[str] = frozenset({"revive", "remember"})


def _dead_then(view: State, claim: Claimed) -> Iterator[str]:
    if not claim.night:
        return
    if grave := _was_dead(view, claim.seat, claim.night):
        yield f"{{{claim.seat}}} was dead by night {claim.night}: {_when(grave)}."
    if claim.act in _NEEDS_DEAD:
        if claim.target is not None and _was_dead(view, claim.target, claim.night) is None:
            yield f"{{{claim.target}}} was not dead in night {claim.night}."
        return
    seats = [claim.target] if claim.target is not None and claim.act != "haunt" else []
    if claim.act in ("watch", "bug", "swap"):
        seats += [Seat(each) for each in claim.found.split(", ") if each.startswith("p")]
    for seat in seats:
        if grave := _was_dead(view, seat, claim.night):
            yield f"{{{seat}}} was dead by night {claim.night}: {_when(grave)}."


def _when(grave: Grave) -> str:
    return f"hanged on day {grave.day}" if grave.lynched else f"found dead after night {grave.day}"


def _not_their_deed(view: State, claim: Claimed) -> Iterator[str]:
    """What is none of the deeds of the role that the speaker claims to have, or was shown to have. “I checked {p3}” may be many
    a deed."""
    jailed = claim.kind == "deed" and claim.found == "jailed"
    if (claim.act is None and not jailed) or claim.act == "question":
        return
    what = "jail anybody" if jailed else f"{claim.act} anybody" if claim.target is not None else f"{claim.act}"
    made = [each.role for each in _heard(view).parts.get(claim.seat, []) if each.role is not None]
    if made and not any(does(role, claim.act) for role in made):
        yield f"{{{claim.seat}}} claims to be {_a(made[-1])}, who does not {what}."
    role = _died_as(view, claim.seat)
    if role is not None and not does(role, claim.act):
        yield f"{{{claim.seat}}} died, and was {_a(role)}, who does not {what}."


def _shown_target(view: State, claim: Claimed) -> Iterator[str]:
    """What somebody was shown to be whom the speaker looked at."""
    role = _died_as(view, claim.target)
    if role is None or claim.kind != "result":
        return
    seems = "suspicious" if ROLE[role].suspicious else "innocent"
    if claim.act == "question" and role != "werewolf":
        if claim.found != seems:
            yield f"{{{claim.target}}} died, and was {_a(role)}, whom a Sheriff finds {seems}."
    elif claim.act in ("investigate", "consult") and role not in claim.found.split(", "):
        yield f"{{{claim.target}}} died, and was {_a(role)}."


# ── as it is read ─────────────────────────────────────────────────────────────────────────────────────────────────────


def ledger(view: State, made: Iterable[Claimed]) -> Iterator[str]:
    """A line for each claim that was not made before, with what everybody knows against it."""
    seen = set()
    for each in made:
        same = (each.seat, each.kind, each.role, each.night, each.act, each.target, each.found)
        if same not in seen:
            seen.add(same)
            how = {"said": "", "whispered": " in private", "will": " in the will"}[each.source]
            against = " ".join(["", "Against it:", *found]) if (found := contradicted(view, each)) else ""
            yield f"Day {each.day}, {{{each.seat}}}{how}: {stated((each,))}{against}"
