"""What the rules of this very game say to whoever looks them up: roles, levels and immunities, phases, how to win.

Everything here is public, and follows from the roles' data and the game's options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import get_args

from games.core import IllegalAction
from games.town.people import ROLES, RoleName
from games.town.role import (
    ATTACKS,
    DEFENCES,
    GOALS,
    GROUPS,
    INVINCIBLE,
    NONE,
    UNSTOPPABLE,
    Immunity,
    Role,
    Visit,
)
from games.town.roles import ROLE
from games.town.winning import QUIET_DAYS, QUIET_FROM
from games.town.words import Rules, Seconds


def titles(roles: Iterable[RoleName]) -> str:
    """“Escort, Transporter, Consort”."""
    return ", ".join(role.title() for role in roles) or "nobody"


def plain(text: str) -> str:
    """What was asked for, however it is written: “Serial_Killer” is “serial killer”."""
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").split())


def role_called(text: str) -> RoleName | None:
    """The role that somebody may mean."""
    wanted = plain(text).removeprefix("the ")
    return next((role for role in ROLES if wanted == role or wanted == f"{role}s"), None)


# ── a role ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def role_details(text: str, rules: Rules) -> str:
    """Everything that is to be known about a role. IllegalAction: there is none of that name."""
    name = role_called(text)
    if name is None:
        near = get_close_matches(plain(text), ROLES, 3, 0.6)
        known = f"Did you mean {titles(near).replace(', ', ' or ')}?" if near else f"There is: {titles(ROLES)}."  # type: ignore[arg-type]
        raise IllegalAction(f"There is no role of that name. {known}")
    role = ROLE[name]
    here = role.differences(rules.night)
    return "\n".join(
        (
            f"{name.title()} ({role.alignment.title()}).",
            *role.abilities,
            *((f"In this game: {' '.join(here)}",) if here else ()),
            f"Goal: {role.goal}",
            " ".join(role.attributes),
            f"To an Investigator one of: {titles(role.group)}.",
            *role.tips,
        )
    )


# ── attributes ────────────────────────────────────────────────────────────────────────────────────────────────────────


def attribute(text: str, rules: Rules) -> str:
    """What the rules say about levels, immunities, visits and the like. IllegalAction: nothing of that name."""
    wanted = plain(text)
    for names, say in _ATTRIBUTES.items():
        if wanted in names:
            return say(rules)
    raise IllegalAction(f"There is nothing of that name. There is: {', '.join(names[0] for names in _ATTRIBUTES)}.")


def _with(test: Callable[[Role], bool]) -> str:
    return titles(role.name for role in ROLE.values() if test(role))


def _levels(words: tuple[str, ...], level: Callable[[Role], int]) -> str:
    return " ".join(
        f"{words[at].capitalize()}: {_with(lambda role, at=at: level(role) == at)}."  # type: ignore[misc]
        for at in range(NONE + 1, UNSTOPPABLE + 1)
        if any(level(role) == at for role in ROLE.values())
    )


def _attack(rules: Rules) -> str:
    on_alert = rules.night.veteran == "atk3/def2"
    levels = _levels(ATTACKS, lambda role: UNSTOPPABLE if on_alert and role.name == "veteran" else role.attack)
    return f"Levels: {', '.join(ATTACKS)}. Somebody dies if an attack is greater than their defence. {levels}"


def _defence(rules: Rules) -> str:
    healed = DEFENCES[INVINCIBLE] if rules.night.heal == "absolute" else DEFENCES[INVINCIBLE - 1]
    alert = "powerful" if rules.night.veteran == "atk3/def2" else "basic"
    return (
        f"Levels: {', '.join(DEFENCES)}. Defences do not add up: the greatest counts. "
        f"{_levels(DEFENCES, lambda role: role.defence)} For a night: a Doctor's heal {healed}, a vest basic, a Veteran's alert "
        f"{alert}. A Witch has hers until first attacked; a Vampire Hunter has basic defence against Vampires. Nothing that is "
        "given for a night helps against fire or guilt."
    )


def _immune(immunity: Immunity) -> Callable[[Rules], str]:
    says = {
        "block": "cannot be kept from acting", "control": "cannot be led by a Witch",
        "detection": "seem innocent to a Sheriff, unless framed",
    }  # fmt: skip
    return lambda _: f"These {says[immunity]}: {_with(lambda role: immunity in role.immune)}."


def _immunities(rules: Rules) -> str:
    return " ".join(_immune(each)(rules) for each in get_args(Immunity))


def _suspicious(_: Rules) -> str:
    return f"A Sheriff finds suspicious: {_with(lambda role: role.suspicious)}; a Werewolf on a full moon; whoever is framed."


def _visits(rules: Rules) -> str:
    kinds: dict[Visit, str] = {
        "harmful": "To attack", "non-harmful": "To do no harm", "astral": "Unseen", "self": "Stay at home",
        "none": "Nothing that takes them out",
    }  # fmt: skip
    listed = " ".join(f"{says}: {_with(lambda role, kind=kind: role.visit == kind)}." for kind, says in kinds.items())  # type: ignore[misc]
    jailor = "The Jailor is seen with the prisoner. " if rules.night.jailor_visit else ""
    return (
        "A Lookout sees visitors, a Veteran shoots them, a Werewolf mauls them. Who is blocked visits nobody; of the Mafia's "
        f"killers and of the Vampires only the one who goes is seen. {jailor}{listed}"
    )


def _unique(_: Rules) -> str:
    return f"Dealt once at most: {_with(lambda role: role.unique)}."


def _limits(_: Rules) -> str:
    return "; ".join(f"{role.name.title()}: {role.uses} {role.limit}" for role in ROLE.values() if role.uses) + "."


def _groups(_: Rules) -> str:
    return f"What an Investigator cannot tell apart: {' | '.join(map(titles, GROUPS))}."


def _moon(rules: Rules) -> str:
    late = rules.night.full_moon == "2,4,all_after"
    return f"The moon is full in {'nights 2 and 4, and every night after that' if late else 'every second night: 2, 4, 6 …'}"


def _order(_: Rules) -> str:
    return (
        "A night goes: jail; Transporters, alerts, guilt, haunting, revivals; Escorts and Consorts; Witches; heals, guards, "
        "vests, frames, dousing, blackmail; those who look; attacks; who is dead; forging and cleaning; turned, remembered, "
        "promoted; the Spy. Deaths are at once: who dies in a night has acted in it."
    )


def _jail(rules: Rules) -> str:
    fire = "guilt" if rules.night.jail_blocks_ignite else "guilt and fire"
    return (
        "Who is in jail does nothing and cannot be reached; who tries is told. Only the execution, a Jester's haunt, "
        f"{fire} get through. Nobody is executed in night 1."
    )


_ATTRIBUTES: Mapping[tuple[str, ...], Callable[[Rules], str]] = {
    ("attack", "attacks", "attack levels", "levels", "level"): _attack,
    ("defence", "defense", "defences", "defence levels", "night immunity", "night immune"): _defence,
    ("immunities", "immunity", "immune"): _immunities,
    ("block immunity", "block", "role block", "roleblock", "role block immunity", "roleblock immunity"): _immune("block"),
    ("control immunity", "control", "witch immunity"): _immune("control"),
    ("detection immunity", "detection"): _immune("detection"),
    ("suspicious", "suspicion", "sheriff results"): _suspicious,
    ("visits", "visit", "astral", "harmful", "non harmful"): _visits,
    ("unique",): _unique,
    ("limits", "limit", "uses"): _limits,
    ("groups", "group", "investigator groups", "investigator results"): _groups,
    ("full moon", "moon"): _moon,
    ("order", "priority", "priorities", "order of the night"): _order,
    ("jail", "jailed"): _jail,
}  # fmt: skip
"""By what it may be called, the best name first."""


# ── how to win ────────────────────────────────────────────────────────────────────────────────────────────────────────


def goals(text: str, rules: Rules) -> str:
    """How somebody of a role, an alignment or a faction wins; or how nobody does. IllegalAction: no such thing."""
    wanted = plain(text).removeprefix("the ").removeprefix("random ")
    if (name := role_called(text)) is not None:
        parity = _parity(rules) if ROLE[name].faction == "mafia" else ""
        return f"{name.title()}: {ROLE[name].goal}{parity}"
    if wanted == "town":
        return f"{GOALS['town']} A Witch left with a Vigilante who has bullets is in its way, too."
    if wanted == "mafia":
        return f"{GOALS['mafia']}{_parity(rules)}"
    if wanted in ("draw", "nobody", "draws"):
        return (
            f"A draw: everybody is dead; or nobody dies or turns for {QUIET_DAYS} days and nights running, from day "
            f"{QUIET_FROM} on. Who has won for themselves has won all the same."
        )
    found = [role for role in ROLE.values() if wanted in (role.faction, role.alignment)]
    if not found:
        raise IllegalAction(
            "Ask for a role (Jester), a faction (Town, Mafia, Neutral), an alignment (Neutral Evil), or for “draw”."
        )
    by_goal: dict[str, list[RoleName]] = {}
    for role in found:
        by_goal.setdefault(role.goal, []).append(role.name)
    return "\n".join(f"{titles(roles)}: {goal}" for goal, roles in by_goal.items())


def _parity(rules: Rules) -> str:
    if not rules.night.mafia_wins_at_parity:
        return ""
    return " In this game it is enough to be as many as the Town, when no other side is left."


# ── phases ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def phases(rules: Rules, clocked: bool) -> str:
    """What follows what in a day and a night, and how long it lasts where the clock runs."""
    seconds = rules.seconds if clocked else Seconds()
    judges = "everybody may speak" if rules.judgement_talk else "nobody speaks"
    lines = (
        ("Day 1", seconds.first_day, "talk only, then night 1"),
        ("Discussion", seconds.discussion, "talk and whispers; the Jailor chooses a prisoner; the Mayor may reveal himself"),
        ("Nomination", seconds.nomination, "a vote each; more than half of the living put somebody on trial"),
        ("Defence", seconds.defence, "the accused speaks"),
        ("Judgement", seconds.judgement, f"guilty, innocent or abstain, {judges}; more guilty than innocent hangs, a tie acquits"),
        ("Last words", seconds.last_words, f"the condemned speaks; after a hanging, or {rules.trials} trials, the day ends"),
        ("Night", seconds.night, "everybody acts in secret; at dawn the dead are found"),
    )  # fmt: skip
    return "\n".join(f"{name}{f' ({length} s)' if length else ''}: {what}." for name, length, what in lines)
