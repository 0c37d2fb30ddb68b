"""Displays of games that were really played, honest and not, each with the facts of its moment."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import yaml

from games.core import record
from games.duet import ledger, pairs
from games.duet.facts import Facts
from games.duet.words import MANAGER
from tests.games.duet.table import duet

_VERBS = {"number": "enters", "choice": "chooses", "text": "writes"}


@record
class Played:
    """A display at a moment of a game. `kind` is “plain” or “unusual”; for a dishonest one it is what is wrong."""

    id: str
    language: str
    kind: str
    honest: bool
    facts: Facts
    text: str


@lru_cache(maxsize=1)
def played() -> tuple[Played, ...]:
    """All of them, in the order of the file. AssertionError when the manager is not asked at a moment."""
    text = Path(__file__).with_name("played.yaml").read_text("utf-8")
    data = yaml.load(text, yaml.BaseLoader)
    moments = {name: facts(told) for name, told in data["moments"].items()}
    found = []
    for part in ("honest", "dishonest"):
        for moment, displays in data[part].items():
            for title, display in displays.items():
                number, language, *kind = title.split()
                kind = " ".join(kind) or "plain"
                found.append(
                    Played(f"{moment} {number}", language, kind, part == "honest", moments[moment], display.strip())
                )
    return tuple(found)


def facts(told: str) -> Facts:
    """What may be said when the manager is asked after the last turn. `told` is “GAME [in UNIT] [seed SEED]: turn; turn”."""
    head, _, turns = told.partition(":")
    name, *more = head.split()
    options = dict(zip(more[::2], more[1::2], strict=True))
    header = pairs.split(pairs.find(name, (pairs.FOLDER,)).manager)[0]
    if "in" in options:
        header = header.replace("unit: $", f"unit: {options['in']}")
    game = duet(header, seed=options.get("seed", "a pair"), people="human player")
    found: list[Facts] = []

    def show() -> None:
        found.clear()
        while MANAGER in game.story.owed([MANAGER]):
            found[:] = [ledger.facts(game.state)]
            game.play("manager shows")

    show()
    for turn in turns.split(";"):
        if (turn := turn.strip()) and (due := game.state.pending):
            seat = next(each for each in due.seats if each in game.story.owed(due.seats))
            game.play(f"{seat} {_VERBS[due.kind]} {turn}")
            show()
    assert found, told
    return found[0]
