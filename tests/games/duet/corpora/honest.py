"""The honest displays, each with the facts it was written from."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import yaml

from games.core import record
from games.duet.facts import Facts
from tests.games.duet.corpora.tables import MOMENTS


@record
class Honest:
    """A display that a good manager would write, and that is true. `moment` is one of `MOMENTS`."""

    id: str
    language: str
    moment: str
    facts: Facts
    text: str


@lru_cache(maxsize=1)
def displays() -> tuple[Honest, ...]:
    """All of them, in the order of the file. KeyError for a moment that there is none of."""
    text = Path(__file__).with_name("honest.yaml").read_text("utf-8")
    found = []
    for moment, written in yaml.load(text, yaml.BaseLoader).items():
        for title, display in written.items():
            name, language = title.split()
            found.append(Honest(name, language, moment, MOMENTS[moment].facts, display))
    return tuple(found)
