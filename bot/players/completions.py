"""What a model is sent, and what is said of an answer that means nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from itertools import groupby
from typing import Any, Generic, Literal, TypeVar

from bot.ports import NOBODY, Payer
from games.core import record

Message = tuple[Literal["user", "assistant"], str]
T = TypeVar("T")

CUT_OFF = "Your answer was cut off before its end. Think in one short sentence, and write it shorter."
DECLINED = "You declined to answer. This is a game among friends, and it needs your answer."
EMPTY = "Your answer was empty."
TOO_LONG = "Your answer was far too long to be read. Think briefly, and write it much shorter."

LONGEST_READ = 65_536
"""Characters of an answer that are read, its thinking included."""


_MARKS = re.compile(r"[^\w\s\x00-\u02ff]{31,}")
"""What marks above and below letters may stand in that are too many."""


def calm(text: str) -> str:
    """A text that nothing stumbles over, otherwise as it was: no halves of characters, which no store takes, and no more than 30
    marks on one letter, which take quadratic time to be put in order."""
    if text.isascii():
        return text
    return _MARKS.sub(_fewer_marks, text.encode("utf-8", "replace").decode())


def _fewer_marks(found: re.Match[str]) -> str:
    kept, marks = list[str](), 0
    for each in found[0]:
        marks = marks + 1 if unicodedata.combining(each) else 0
        if marks <= 30:
            kept.append(each)
    return "".join(kept)


class BadAnswer(Exception):
    """An answer that is no move: one sentence that may help the model with its next try."""


@record
class Sent(Generic[T]):
    """What a model is sent: a system prompt, where there is one, and turns. `schema` is what the answer has to look like (None:
    anything); `json` says that the prompt speaks of it itself; `payer` is for whom it is, `version` that of
    what wrote it. `read` makes of an answer what it means, given whether it was cut
    off, or raises BadAnswer; an empty one is read only where it may be `blank`. Tokens and temperature are as in core.Prompt; it
    is to stop at one of `stop`."""

    system: str
    turns: tuple[Message, ...]
    read: Callable[[str, bool], T] = field(compare=False)
    schema: Mapping[str, Any] | None = None
    json: bool = True
    blank: bool = False
    tokens: int = 0
    temperature: float | None = None
    stop: tuple[str, ...] = ()
    payer: Payer = NOBODY
    version: str = ""

    def messages(self) -> list[Mapping[str, Any]]:
        head = [{"role": "system", "content": self.system}] if self.system else []
        return [*head, *({"role": role, "content": text} for role, text in merged(self.turns))]


def merged(turns: Sequence[Message]) -> tuple[Message, ...]:
    """The turns, with those of one role that follow each other as one: many models take them only in turn."""
    return tuple(
        (role, "\n\n".join(text for _, text in group)) for role, group in groupby(turns, key=lambda turn: turn[0])
    )
