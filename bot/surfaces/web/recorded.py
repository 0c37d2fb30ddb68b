"""A finished game that comes along, for the first page to play back. `tools.recorded` makes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from bot.ports import Occupant
from bot.surfaces.web.glance import replayed
from bot.surfaces.web.render import Drawn
from games.core import TABLE, Game, Seat, Told
from games.story import Story
from games.wire import load_event

FILE = Path(__file__).with_name("recorded.json")


@dataclass(frozen=True)
class Moment:
    """A moment worth a look: after `step` entries of the log. The places in the log of the sentences that say what is to be
    seen: what those `eyes` were told, and what happened."""

    label: str
    step: int
    eyes: tuple[int, ...]
    all: tuple[int, ...]


class Recorded:
    """See the module. Make one with `Recorded.read`."""

    def __init__(self, kept: Mapping[str, Any], game: Game[Any]) -> None:
        self.title, self.eyes = str(kept["title"]), Seat(kept["eyes"])
        log = [
            Told(
                None if each["to"] is None else frozenset(map(Seat, each["to"])),
                load_event(game, json.dumps(each["event"]), kept["version"]),
            )
            for each in kept["log"]
        ]
        self.story = Story(game, game.lobby.options.model_validate(kept["options"]), str(kept["seed"]), log)
        self.seats = {Seat(each["seat"]): Occupant(each["kind"], each["name"]) for each in kept["seats"]}
        self.moments = tuple(
            Moment(each["label"], each["step"], tuple(each["eyes"]), tuple(each["all"])) for each in kept["moments"]
        )
        self._drawn: dict[tuple[int, bool], Drawn] = {}

    @classmethod
    def read(cls, games: Mapping[str, Game[Any]]) -> Recorded | None:
        """The game that comes along; None where those here do not play it."""
        kept = json.loads(FILE.read_text(encoding="utf-8"))
        return cls(kept, games[kept["game"]]) if kept["game"] in games else None

    @cached_property
    def name(self) -> str:
        """Whose eyes one may look through."""
        return self.seats[self.eyes].name

    def drawn(self, at: int, everything: bool) -> Drawn:
        """The screen of a moment, as those eyes saw it, or all of it."""
        if (at, everything) not in self._drawn:
            eyes = TABLE if everything else self.eyes
            self._drawn[at, everything] = Drawn(replayed("", self.story, self.seats, self.moments[at].step, eyes))
        return self._drawn[at, everything]

    def sentences(self, at: int, everything: bool) -> list[str]:
        """What is to be seen there, with {seat} marks."""
        moment = self.moments[at]
        said = [self.story.game.shows.say(self.story.log[n].event) for n in (moment.all if everything else moment.eyes)]
        return [text.partition(": ")[2] if text.startswith(f"{moment.label}: ") else text for text in said]
