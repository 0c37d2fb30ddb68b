"""A sentence of the rules' own in other words, with nothing in it changed that could be a fact.

What is claimed stands in slots (“I was the {1} and healed {2} in night {3}”), and of the words between them those that could be a
fact stay as they are, as often, and in their order: names of the game's, deeds, the past, numbers, whoever is not named, what denies,
doubts or reports, question marks. Only harmless words around them may be others. Last, the game reads both alike: the same claims.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from games.colour import Bounds, could_be_fact
from games.core import CLAIMS, MEANS, Action, Ask, Game, Seat, named, prose_fields, record, talk_fields
from games.idiom import IDIOMS

LONGER = 60
"""Characters that other words may have more than those that they stand for."""

TURNING = ("not", "no", "nay", "doubt", "says", "joke", "irony", "fix", "think", "ask", "i", "me", "you", "i+is", "his")
"""Kinds of words (games/idiom.py) that turn what is said beside them, or say of whom it is."""


class Unfit(Exception):
    """Other words that cannot stand for a sentence: why, in a few words."""


@record
class Cut:
    """A sentence with slots for what is claimed, and what stood in them; `never` are the game's words, in small letters."""

    frame: str
    slots: tuple[str, ...]
    never: frozenset[str]

    @property
    def stays(self) -> list[str]:
        """What other words for it have in the same order, and nothing of the kind besides."""
        return _bones(self.frame, self.never)


def public_words(ask: Ask, action: Action) -> str | None:
    """The field in which somebody says something in front of all, in one line, and nothing else; None where they do not. Whispers,
    private questions and papers have none."""
    fields = talk_fields(type(action))
    plain = not ask.private and ask.says is type(action) and not prose_fields(type(action))
    return fields[0] if plain and getattr(action, fields[0]) else None


def cut(text: str, never: Collection[str], names: Mapping[Seat, str]) -> Cut | None:
    """A text with {seat} marks, cut; None where there are signs in it that belong in no plain sentence."""
    words = "|".join(sorted(map(re.escape, never), key=len, reverse=True)) or r"\d+"
    slot = re.compile(rf"\{{[a-z0-9-]+\}}|\d+|(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    slots = list[str]()

    def taken(found: re.Match[str]) -> str:
        slots.append(found[0])
        return f"{{{len(slots)}}}"

    frame = slot.sub(taken, text)
    parts = {part for name in names.values() for part in re.findall(r"\w+", name.casefold())}
    short = {part[:size] for part in parts for size in range(3, len(part))}  # people are called by less, too
    called = parts | short - set(re.findall(r"\w+", frame.casefold()))
    return Cut(frame, tuple(slots), frozenset(called | {each.casefold() for each in never})) if _plain(frame) else None


def filled(new: str, of: Cut, names: Mapping[Seat, str]) -> str:
    """Other words for a sentence that was cut, with what stood in its slots. Unfit, where they could say anything else."""
    if not _plain(new):
        raise Unfit("there are other signs in it than words, slots and stops")
    if _bones(new, of.never) != of.stays:
        raise Unfit("a slot, or a word that could be a fact, was added, left out or moved")
    text = re.sub(r"\{(\d+)\}", lambda found: of.slots[int(found[1]) - 1], new)
    if len(named(text, names)) > len(named(_filled(of), names)) + LONGER:
        raise Unfit("it is too long")
    return text


def reworded(
    game: Game[Any], view: Any, seat: Seat, action: Action, field: str, of: Cut, new: str, names: Mapping[Seat, str]
) -> Action:
    """The action in other words, and with the same meaning. Unfit, where the game would read them otherwise."""

    def read(text: str) -> object:
        bare: dict[str, Any] = {MEANS: None, CLAIMS: ""}
        asked = {field: text} | {each: to for each, to in bare.items() if hasattr(action, each)}
        meant = game.talks.meant(view, seat, replace(action, **asked), names)  # type: ignore[type-var]
        return getattr(meant, MEANS, None), getattr(meant, field) == text

    text = filled(new, of, names)
    if read(text) != read(_filled(of)):
        raise Unfit("it is read as something else")
    return replace(action, **{field: text})  # type: ignore[type-var]


def _filled(of: Cut) -> str:
    return re.sub(r"\{(\d+)\}", lambda found: of.slots[int(found[1]) - 1], of.frame)


def _plain(text: str) -> bool:
    """Whether a text is one line of words, slots and the stops between them: no markup, number, link or mention."""
    return re.fullmatch(r"(?:[A-Za-zÀ-ÖØ-öø-ÿ ,;:.!?'’“”()–—…-]|\{\d+\})+", text) is not None and text.strip() == text


def _bones(text: str, never: frozenset[str]) -> list[str]:
    """What of a sentence has to stay, in its order: slots, question marks, and words that could be a fact or turn one."""
    text = text.casefold().replace("’", "'")
    bounds = Bounds("en", never=never)
    found = re.findall(r"\{\d+\}|\?|[^\W\d_]+(?:'[^\W\d_]+)*", text)
    return [each for each in found if each[0] in "{?" or each in _turning() or could_be_fact(each, bounds)]


@cache
def _turning() -> frozenset[str]:
    said = (each.strip() for kind in TURNING for each in IDIOMS["en"][kind].split("|"))
    return frozenset(each for each in said if " " not in each) | {"my", "our", "your"}
