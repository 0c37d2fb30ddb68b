"""What a display claims, and whether it is so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from games.duet.facts import Facts
from games.duet.numbers import clean, numbers, tongues


def mistakes(text: str, facts: Facts) -> Iterator[str]:
    """Sentences about what contradicts the ledger."""
    if re.search(r"(?i)[\[({<]\W*(?:player|human|manager)[\W_]*(?:turn|decision)", text):
        yield "Write no protocol tags into a display."
    text = clean(text)
    known = [each.value for each in facts.facts if isinstance(each.value, int | float)]
    values = {float(each) for each in known} | {0.0, float(facts.round), float(facts.rounds or 0)}
    values |= {float(end) for due in facts.due for end in (due.low, due.high, due.step) if end is not None}
    values |= {one + sign * two for one in known for two in known for sign in (1, -1)}
    for number in numbers(text, tongues(text)):
        if number.kind == "number" and not any(number.is_(value) for value in values):
            yield f"“{text[number.start : number.end]}” is no number of the ledger."
