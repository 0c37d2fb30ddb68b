"""Whether what lies in a row is what was put there.

SQLite keeps in any column whatever it is given, and a disk gives back what it likes: text that is none, a number where a
name was. Whatever is read goes through here, so that a damaged row is told from a sound one before anybody relies on it.

Error: `Damaged`, which says in which column, and nothing of what lies there: it may be a secret of the game.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, get_args

from bot.ports import Answered, Source
from games.core import Kind

LATEST = 2.5e11
"""Seconds since 1970: in which year after this one nobody needs to know, and calendars do not."""

LONGEST = 10_000
"""Characters of a name, a key or an id; no surface takes more than a part of it."""


class Damaged(ValueError):
    """In this column lies something else than what is kept there."""


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _brief(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def an_id(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 100


def _count(value: Any) -> bool:
    return isinstance(value, int) and value >= 0


def _number(value: Any) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def _share(value: Any) -> bool:
    return isinstance(value, float) and 0 <= value <= 1


def _moment(value: Any) -> bool:
    return isinstance(value, float) and abs(value) < LATEST


def _one_of(values: Any) -> Callable[[Any], bool]:
    there = frozenset(get_args(values))
    return lambda value: isinstance(value, str) and value in there


def _or_null(sound: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or sound(value)


Shape = Mapping[str, Callable[[Any], bool]]
"""The columns that are read, in order, and what is kept in each."""

GAME: Shape = {
    "id": an_id, "game": _brief, "version": _count, "options": _text, "seed": _brief, "about": _text,
    "created": _moment, "ended": _or_null(_moment),
}  # fmt: skip
SEAT: Shape = {
    "seat": _brief, "kind": _one_of(Kind), "name": _brief, "user": _brief, "model": _brief, "persona": _brief,
    "stands_for": _brief, "boldness": _share, "strength": _share, "talkativeness": _share, "suspicion": _share,
    "strategy": _brief,
}  # fmt: skip
ENTRY: Shape = {"n": _count, "version": _count, "audience": _or_null(_text), "event": _text}
CAUSE: Shape = {"cause": _brief}
DEADLINE: Shape = {"seat": _brief, "key": _brief, "at": _moment, "set_at": _moment}
HELD: Shape = {"user": _brief, "seat": _brief}
MOVE: Shape = {
    "cause": _brief, "seat": _brief, "key": _brief, "source": _one_of(Source), "seconds": _number, "aside": _text,
    "why": _text, "after": _count,
}  # fmt: skip
CALL: Shape = {
    "seat": _brief, "key": _brief, "outcome": _one_of(Answered), "why": _text, "model": _brief, "prompt_hash": _brief,
    "prompt_tokens": _count, "cached_tokens": _count, "answer_tokens": _count, "cost": _or_null(_number),
    "latency": _number, "reasoning": _text, "answer": _text, "host": _brief, "prompts": _brief, "at": _moment,
    "estimated": _count, "ticket": _brief,
}  # fmt: skip
POST: Shape = dict.fromkeys(("game", "surface", "slot", "nonce", "channel", "message", "content_hash"), _brief)


def columns(shape: Shape) -> str:
    """As they are asked for in a SELECT."""
    return ", ".join(shape)


def checked(row: Sequence[Any], shape: Shape) -> Sequence[Any]:
    """The row, if it is sound."""
    for value, column in zip(row, shape, strict=True):
        if not shape[column](value):
            raise Damaged(column)
    return row


def document(text: Any) -> dict[str, Any]:
    """The JSON object that was written."""
    try:
        found = json.loads(text, parse_constant=_no_number)
    except (TypeError, ValueError, RecursionError):
        raise Damaged("value") from None
    if not isinstance(found, dict):
        raise Damaged("value")
    return found


def lenient(text: bytes) -> str | bytes:
    """Text as SQLite holds it. What is none stays bytes, which nothing takes for text, instead of being an error of the
    whole look."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)
