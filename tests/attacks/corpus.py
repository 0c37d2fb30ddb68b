"""What people try: texts by somebody who has not seen the code, each with a marker by which it is found again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from games.core import record, tidy

FILE = Path(__file__).with_name("attacks.json")

_BREAK = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@record
class Attack:
    """A text, and where it is tried: as a name, in what is said, or both. `marker` stands in it and nowhere else."""

    id: str
    kind: str
    where: frozenset[str]
    text: str
    marker: str


def payloads(tried: Iterable[Attack]) -> frozenset[str]:
    """The beginnings of lines that they would forge."""
    return frozenset().union(*map(_payloads, tried))


@cache
def _payloads(attack: Attack) -> frozenset[str]:
    """What follows its line breaks, without what cannot be seen. Where nothing stands before one, it is how the text begins,
    wherever a text may."""
    whole = seen(attack.text)
    starts = (seen(each)[:24] for each in _BREAK.split(attack.text)[1:])
    return frozenset(each for each in starts if len(each) >= 6 and not whole.startswith(each))


@cache
def seen(line: str) -> str:
    """A line as somebody reads it: tidied, and without marks of emphasis or escape before it."""
    return tidy(line).lstrip("*_\\ #>-").casefold()


@cache
def corpus(where: str = "") -> tuple[Attack, ...]:
    """All of them; or those that are tried there (“name”, “talk”)."""
    every = tuple(
        Attack(
            each["id"],
            each["kind"],
            frozenset({"name", "talk"} if each["where"] == "both" else {each["where"]}),
            each["text"],
            each["marker"],
        )
        for each in json.loads(FILE.read_text(encoding="utf-8"))
    )
    return tuple(each for each in every if not where or where in each.where)
