"""A lobby in the browser: the seats as they would be now, and the game's options as a form."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from starlette.datastructures import FormData

from bot.hall import Hall
from bot.house_rules import MOST_AWAY
from bot.ports import About, Lobby
from bot.surfaces.web.glance import Company
from bot.surfaces.web.problems import Problem
from games.core import Game, Seat

FIRST = 4
"""So many options stand open; the rest are folded away."""

LONG = 120
"""A text of more characters is written in lines."""


@dataclass(frozen=True)
class Choice:
    """An option as a form shows it. `value` is what it is now, as text; `of` what it may be, where that is a list."""

    name: str
    title: str
    description: str
    kind: Literal["switch", "choice", "number", "text", "lines"]
    value: str
    of: Sequence[str] = ()
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class Shown:
    """The options of a game: those that stand open, and the others."""

    first: Sequence[Choice]
    more: Sequence[Choice]


def shown(game: Game[Any], values: Mapping[str, Any]) -> Shown:
    """The form for these options. What is neither a switch, a choice, a number nor text is not for a form: it is left as it
    is, for whoever comes by the API."""
    options = game.lobby.options.model_validate(dict(values)).model_dump(mode="json")
    found = [each for name, about in _schema(game).items() if (each := _choice(game, name, about, options[name]))]
    # Clocks and long texts are for those who look for them.
    seldom = game.lobby.options.seldom
    late = [e for e in found if e.kind in ("text", "lines") or "seconds" in e.name or e.name in seldom]
    soon = [each for each in found if each not in late] or late
    return Shown(soon[:FIRST], soon[FIRST:] + [each for each in late if each not in soon])


def chosen(game: Game[Any], form: FormData) -> dict[str, Any]:
    """What was chosen in the form. A switch that is off sends nothing, so the form names those that it showed."""
    picked: dict[str, Any] = {}
    schema = _schema(game)
    for name in form.getlist("shown"):
        if not isinstance(name, str) or name not in schema:
            continue
        value, kind = form.get(f"o.{name}"), schema[name].get("type")
        if kind == "boolean":
            picked[name] = value is not None
        elif isinstance(value, str) and kind == "array":
            picked[name] = [each.strip() for each in re.split(r"[\n,;]", value) if each.strip()]
        elif isinstance(value, str):
            picked[name] = value.replace("\r\n", "\n")
    return picked


def missed(form: FormData, about: About) -> About:
    """After how many missed turns an AI sits in, as the form has it. Problem where that is no such number."""
    typed = str(form.get("away", about.away)).strip()
    if not (typed.isascii() and typed.isdigit() and int(typed) <= MOST_AWAY):
        raise Problem(f"Missed turns are a whole number from 0 to {MOST_AWAY}; 0: an AI never sits in.", 422)
    return replace(about, away=int(typed))


def _schema(game: Game[Any]) -> Mapping[str, Any]:
    properties: Mapping[str, Any] = game.lobby.options.model_json_schema()["properties"]
    return properties


def _choice(game: Game[Any], name: str, about: Mapping[str, Any], value: Any) -> Choice | None:
    title, description = str(about.get("title", name)), str(about.get("description", ""))
    match about:
        case {"enum": [*of]}:
            return Choice(name, title, description, "choice", str(value), [str(each) for each in of])
        case {"type": "boolean"}:
            return Choice(name, title, description, "switch", "on" if value else "")
        case {"type": "integer" | "number"}:
            least, most = about.get("minimum"), about.get("maximum")
            return Choice(name, title, description, "number", str(value), (), least, most)
        case {"type": "string"} if known := game.lobby.options.suggestions(name):
            there = list(dict.fromkeys([str(value), *known]))
            return Choice(name, title, description, "choice", str(value), there)
        case {"type": "string"}:
            most = about.get("maxLength")
            kind: Literal["text", "lines"] = "lines" if most is None or most > LONG else "text"
            return Choice(name, title, description, kind, str(value), (), None, most)
        case {"type": "array", "items": {"type": "string"}}:
            return Choice(name, title, description, "lines", ", ".join(map(str, value)))
    return None


def preset_of(game: Game[Any], options: Mapping[str, Any]) -> str:
    """The preset that these options began as; empty where there is none."""
    found = (name for name, chosen in game.lobby.presets().items() if chosen.items() <= dict(options).items())
    return next(found, "")


class Seating(Company):
    """Who would sit where if it began now, with the masks that they would wear."""

    def __init__(self, hall: Hall, lobby: Lobby) -> None:
        self._game = hall.game(lobby.game)
        seating = [(seat, occupant) for seat, occupant in hall.seating(lobby) if seat not in self._game.lobby.staff]
        self.order, self.seats = [seat for seat, _ in seating], dict(seating)

    def title(self, seat: Seat) -> str:
        return self._game.shows.seat_title(seat)
