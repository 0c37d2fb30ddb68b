"""What the three seats of a duet are sent when models sit in them: the seed's own shape, and nothing besides.

The manager reads its prompt and then its own displays among what it was told; the player reads its prompt and then its
blocks, each with its own answer. What stands in them is of the kind of the duet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import Literal

from games.core import Action, Ask, Prompt, Seat, escape
from games.duet.state import Duet

Turn = tuple[Literal["user", "assistant"], str]


def addressed(
    s: Duet, seat: Seat, asked: tuple[Ask, ...], turns: Iterable[Turn], read: Callable[[str], Action], *pages: str
) -> Prompt | None:
    """What a seat is sent: its own text of the pair and these pages; None where nothing is asked."""
    ask = next((each for each in asked if each.need != "none"), None)
    if ask is None:
        return None
    prompt = s.prompt(seat)
    system = "\n\n".join(part for part in (escape(prompt.text) if prompt else "", *pages) if part)
    tokens, warm = (prompt.tokens, prompt.temperature) if prompt else (0, None)
    return Prompt(
        key=ask.key, system=system, turns=tuple(turns), read=read, tokens=tokens, temperature=warm, whole=False
    )


@cache
def page(name: str) -> str:
    """One of the pages beside this module."""
    return files(__package__).joinpath(f"{name}.md").read_text(encoding="utf-8").strip()
