"""What the rules of this very game say to whoever looks them up: a role, a word, how to win, what follows what.

Everything here is public, and found in the rules that everybody reads and in the roles' data.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import chain
from typing import cast

from games.core import IllegalAction, pages_of, rules_of
from games.town.events import Rules, Seconds
from games.town.lists import possible
from games.town.people import ROLES, RoleName, Ruleset
from games.town.role import GOALS
from games.town.roles import ROLE

MOST = 12
"""Lines that a word finds."""
TOPICS = (
    "attack", "defence", "immune", "role blocks", "control", "detection", "suspicious", "visits", "unique", "order", "alert",
    "investigator", "jail", "full moon", "will",
)  # fmt: skip
"""What is worth looking up; any other word of the rules will do, too."""
_CALLED: Mapping[str, str] = {
    "role ?block": "role_block", "night immun": "defence", "level": "greater_than", "astral": "not_seen", "(non )?harmful": "visit",
    "(limit|use)s?$": "in_a_game", "group": "tell_apart", "priorit": "order", "majority": "more_than_half", "jail(?!or)": "prisoner",
    "(night )?order( of( the)? (night|action))?": "order", "last will": "will", "conver(t|sion)": "turn", "vot(e|ing)": "vote",
    "(resurrect|reviv)": "back_to_life",
}  # fmt: skip
"""What the rules call otherwise, by how it may begin."""
_SMALL = re.compile(
    r"an?|and|are|be|by|can|could|do|does|for|from|ha[sv]e?|how|i|if|in|is|it|many|may|me|my|of|on|or|the|their|there|they|to|was|"
    r"wh(at|en|ere|ich|om?|y)|with|your?"
)
"""Words that ask."""

rules_text = rules_of("games.town")


def titles(roles: Iterable[RoleName]) -> str:
    """“Escort, Transporter, Consort”."""
    return ", ".join(role.title() for role in roles)


def plain(text: str) -> str:
    """What was asked for, however it is written: “Serial_Killer” is “serial killer”."""
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").split()).removeprefix("the ")


def role_called(text: str) -> RoleName | None:
    """The role of that name, also of several of its kind."""
    return next((role for role in ROLES if plain(text) in (role, f"{role}s")), None)


def role_details(text: str, rules: Rules) -> str:
    """Everything that is to be known about a role. IllegalAction: there is none of that name."""
    name = role_called(text)
    if name is None:
        near = get_close_matches(plain(text), ROLES, 3, 0.6)
        known = f"Did you mean {' or '.join(map(str.title, near))}?" if near else f"There is: {titles(ROLES)}."
        raise IllegalAction(f"There is no role of that name. {known}")
    role = ROLE[name]
    here = role.differences(rules.night)
    lines = (
        f"{name.title()} ({role.alignment.title()}).",
        *role.abilities,
        f"In this game: {' '.join(here)}" if here else "",
        f"Goal: {role.goal}",
        " ".join(role.attributes),
        f"To an Investigator one of: {titles(role.group)}.",
        *role.tips,
    )
    return "\n".join(filter(None, lines))


# ── what a model is told of this very town ────────────────────────────────────────────────────────────────────────────


@cache
def _strategies() -> Mapping[RoleName, tuple[str, str]]:
    """Of each role a line for others (“blocks a player”), and a page for whoever plays it."""
    pages = ((title.partition(": "), page) for title, page in pages_of("games.town", "strategy.md")().items())
    return {cast(RoleName, role): (line, page) for (role, _, line), page in pages}


def strategy(role: RoleName) -> str:
    """How to play a role well, in a few lines."""
    return _strategies()[role][1]


@lru_cache(maxsize=64)
def roles_here(slots: tuple[str, ...]) -> str:
    """What each role does that is possible with such a role list, a line each: below their alignments, where the list has
    slots for such, or else below their sides."""
    here = [role for role in ROLES if role in _here(slots)]
    listed = " | ".join(slots).lower()
    exact = any(ROLE[role].alignment in listed for role in here)
    below: dict[str, list[str]] = {}
    for role in here:
        of = ROLE[role].alignment if exact else ROLE[role].faction
        below.setdefault(of, [f"{of.title()}:"]).append(f"- {role.title()}: {_strategies()[role][0]}")
    return "\n".join(chain.from_iterable(below.values()))


def slots_here(slots: tuple[str, ...]) -> str:
    """“Doctor, Random Town ×3, Sheriff”."""
    return ", ".join(f"{slot} ×{count}" if count > 1 else slot for slot, count in sorted(Counter(slots).items()))


def _here(slots: tuple[str, ...]) -> frozenset[RoleName]:
    """What is possible; nobody is dealt a Vampire Hunter where there is nothing to hunt."""
    here = possible(slots)
    return here if "vampire" in here else here - {"vampire hunter"}


def options_here(rules: Rules, slots: tuple[str, ...]) -> tuple[str, ...]:
    """What the host chose, as far as it is other than the rules say or matters to every role that is possible here."""
    here = _here(slots)
    talk = ("Everybody may speak while verdicts are given.",) if rules.judgement_talk else ()
    parity = ("It is enough for the Mafia to be as many as the others.",) if rules.night.mafia_wins_at_parity else ()
    roles = (
        f"{role.title()}: {line}" for role in ROLES if role in here for line in ROLE[role].differences(rules.night)
    )
    return (
        *talk,
        f"You get the floor {rules.ai_statements} times a day at most.",
        *parity,
        *roles,
    )


def only_possible(text: str, slots: tuple[str, ...]) -> str:
    """The lines that name no role at all, or one that is possible with such a role list."""
    here = _here(slots)
    return "\n".join(line for line in text.splitlines() if not (named := _named(line)) or named & here)


@lru_cache(maxsize=256)
def _named(line: str) -> frozenset[RoleName]:
    """The roles that a line is about; “Vampire” also stands in the name of those who hunt them."""
    return frozenset(role for role in ROLES if re.search(rf"\b{role.title()}s?\b(?! Hunter)", line))


@cache
def _lines(rules: Ruleset) -> tuple[tuple[int, str, str], ...]:
    """All that the rules say, line by line, and what goes before what: what is other in this game (0), of which roles something
    is so, and what everybody reads (1); what a role can do (2)."""
    so_of: dict[str, list[RoleName]] = {}
    for role in ROLE.values():
        for line in role.attributes:
            for each in line.replace(" Defence:", "\nDefence:").splitlines():
                so_of.setdefault(each, []).append(role.name)
    text = rules_text().partition("\n## Options")[0].replace(":\n\n", ": ").replace("*", "")
    read = (" ".join(part.removeprefix("- ").split()) for part in re.split(r"\n\n|\n(?=- )", text) if "." in part)
    return (
        *((0, f"{role.title()} in this game: ", line) for role in ROLES for line in ROLE[role].differences(rules)),
        *((1, f"{titles(roles)}: ", line) for line, roles in so_of.items()),
        *((1, "", line) for line in read),
        *((2, f"{role.title()}: ", line) for role in ROLES for line in ROLE[role].abilities),
    )


def attribute(text: str, rules: Rules) -> str:
    """What the rules say about something: the lines with most of its words, those first that begin with them. IllegalAction: none."""
    # The beginnings of words will do: “immunities” finds what is immune, and “defense” a defence.
    wanted = plain(text)
    for called, name in _CALLED.items():
        wanted = re.sub(rf"\b{called}\w*", name, wanted)
    asked = [word for word in re.findall(r"\w+", wanted) if not _SMALL.fullmatch(word)]
    begin = (word.replace("_", " ") if "_" in word else word[:5] for word in asked)
    words = [re.compile(rf"\b{each}", re.IGNORECASE) for each in begin]
    found: list[tuple[int, int, int, str]] = []
    for rank, about, line in _lines(rules.night):
        if places := [place.start() for word in words if (place := word.search(line))]:
            found.append((-len(places), rank, min(places), about + line))
    if not found:
        raise IllegalAction(f"There is nothing of that name. There is: {', '.join(TOPICS)}.")
    most = min(found)[0]
    return "\n".join(line for count, *_, line in sorted(found)[:MOST] if count == most)


def goals(text: str, rules: Rules) -> str:
    """How somebody of a role, an alignment or a faction wins; or how nobody does. IllegalAction: no such thing."""
    wanted = role_called(text) or plain(text).removeprefix("random ")
    by_goal: dict[str, list[RoleName]] = {}
    for role in ROLE.values():
        if wanted in (role.name, role.faction, role.alignment):
            by_goal.setdefault(role.goal, []).append(role.name)
    if by_goal:
        lines = [f"{titles(roles)}: {goal}" for goal, roles in by_goal.items()]
        if rules.night.mafia_wins_at_parity and GOALS["mafia"] in by_goal:
            lines.append("In this game it is enough to be as many as the Town, when no other side is left.")
        if GOALS["town"] in by_goal:
            lines.append("A Witch left with a Vigilante who has bullets is in the way of the Town, too.")
        return "\n".join(lines)
    if wanted in ("draw", "draws", "nobody"):
        return attribute("draw", rules)
    raise IllegalAction(
        "Ask for a role (Jester), a faction (Town, Mafia, Neutral), an alignment (Neutral Evil), or for “draw”."
    )


def phases(rules: Rules, clocked: bool) -> str:
    """What follows what in a day and a night, and how long it lasts where the clock runs."""
    seconds = asdict(rules.seconds) if clocked else {}
    names = (f"{name} ({seconds[name]} s)" if seconds.get(name) else name for name in asdict(Seconds()))
    first, *later = (name.replace("_", " ") for name in names)
    trials = f"there are up to {rules.trials} trials a day, and a hanging ends it"
    judges = (
        "everybody may speak while the town judges" if rules.judgement_talk else "nobody speaks while the town judges"
    )
    return f"{first.capitalize()}, then the night; from then on {', '.join(later)}: {trials}; {judges}."
