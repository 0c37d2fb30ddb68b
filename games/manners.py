"""How characters speak: each builds sentences of its own for the same claims and grounds, in whatever game.

What they say stands in manners.yaml, by the name of a character's page; who has none there speaks plainly.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from games.core import record
from games.phrases import worded

Wordings = tuple[str, ...]


@record
class Manner:
    """One character's wordings. `nights`: a night that is told, {did} in night {n}, several with a `joint` between them; `role`: what one
    is. `charge`: {target} is suspected; `pair`: two are; `because`: a {charge} with its {ground}; `denial`: of a charge without a ground; `reply`: a frame for
    a {reply} to its ground; `account`: one for whatever is {told} of oneself, or in somebody's favour. `ask` asks {target}; the rest claims nothing."""

    nights: str
    joint: str
    role: str
    charge: Wordings
    pair: Wordings
    because: Wordings
    denial: Wordings
    reply: Wordings
    account: Wordings
    ask: Wordings
    greet: Wordings
    farewell: Wordings

    def grounded(self, charge: str, ground: str, rng: random.Random, leads: bool = True) -> str:
        """A charge with its ground, if it has one; whether the ground may come first."""
        if not ground:
            return ended(charge)
        frames = [each for each in self.because if leads or each.find("{charge}") < each.find("{ground}")]
        return ended(rng.choice(frames).replace("{charge}", charge).replace("{ground}", ground))

    def replied(self, reply: str, rng: random.Random) -> str:
        """An answer to a charge (none: a denial)."""
        return ended(rng.choice(self.reply).replace("{reply}", reply) if reply else rng.choice(self.denial))

    def tells(self, told: str, rng: random.Random) -> str:
        """What is told of oneself, a text in sentences: “I was in the Hall. I saw {p2}.”"""
        frame = rng.choice(self.account)
        inside = told if frame.startswith("{told}") or told[1:2] in " '’" or not told[1:2].isalpha() else _lowered(told)
        return ended(worded(frame, {"told": inside.rstrip(".")}, rng))


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def ended(text: str) -> str:
    """“So be it” → “So be it.”"""
    return text if text.endswith((".", "!", "?")) else f"{text}."


@cache
def manners() -> Mapping[str, Manner]:
    """How each character speaks, by its name."""
    found = yaml.safe_load(files("games").joinpath("manners.yaml").read_text(encoding="utf-8"))
    return {name: Manner(**{key: _wordings(key, each) for key, each in of.items()}) for name, of in found.items()}


def _wordings(key: str, lines: str) -> Any:
    return lines if key in ("nights", "joint", "role") else tuple(lines.strip().split("\n"))
