"""A dice duel with a referee, who is one of the staff: a game with presets, a library, strategies and an option that is a
document, as a table and the commands meet them."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from games.core import EVERYONE, Action, Ask, Dice, Document, Game, Kind, Seat, Seating, Temper, Told
from tests.bot import tiny
from tests.bot.tiny import ANN, BOB, Duel, DuelOptions, Pick

REFEREE = Seat("referee")


class RefereedOptions(DuelOptions):
    strict: bool = False
    house_rules: Document = ""


def seats(options: RefereedOptions, wishes: Sequence[Collection[str]], dice: Dice) -> Seating:
    return Seating((REFEREE, ANN, BOB), (ANN, BOB)[: len(wishes)])


def setup(places: tuple[Seat, ...], options: RefereedOptions, dice: Dice) -> list[Told]:
    return [Told(EVERYONE, tiny.Began((ANN, BOB), DuelOptions(rounds=options.rounds)))]


def may_begin(options: RefereedOptions, seated: Mapping[Seat, tuple[Kind, Temper]]) -> str | None:
    if options.strict and seated[REFEREE][0] != "model":
        return "A strict game needs a model as its referee; {ann} and {bob} cannot play."
    return None


def autoplay(s: Duel, seat: Seat, ask: Ask, rng: random.Random, temper: Temper) -> Action:
    if temper.strategy == "Stubborn" and Pick in ask.forms:
        return Pick(6)
    return tiny.autoplay(s, seat, ask, rng, temper)


def presets(folder: Path | None = None) -> dict[str, dict[str, Any]]:
    own = sorted(folder.glob("*.txt")) if folder else []
    return {"Sprint": {"rounds": 1}} | {file.stem: {"rounds": int(file.read_text())} for file in own}


GAME: Game[Duel] = tiny.GAME.but(
    name="refereed",
    title="Refereed duel",
    players=range(1, 3),
    options=RefereedOptions,
    seats=seats,
    setup=setup,
    autoplay=autoplay,
    staff=frozenset({REFEREE}),
    may_begin=may_begin,
    presets=presets,
    stocked=lambda folder: GAME.but(presets=lambda: presets(folder)),
    strategies=lambda: ("Stubborn", "bold"),
)
