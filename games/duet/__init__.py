"""Duet: a small game that somebody wrote as two prompts, one for its manager and one for the player across the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar

from games.core import Ask, Game, Reading, Seat, Wish
from games.duet import autoplay, display, figures, letters, moves, rules, scenes, sentences, words
from games.duet.options import DuetOptions


@cache
def rules_text() -> str:
    """The rules as people and models read them."""
    return files(__name__).joinpath("rules.md").read_text(encoding="utf-8")


def presets() -> Mapping[str, Mapping[str, Any]]:
    """Every pair under its own name."""
    return {name: {"pair": name} for name in GAME.options.suggestions("pair")}


def stocked(folder: Path) -> Game[rules.State]:
    """The game with the pairs of a folder besides our own."""

    class Options(DuetOptions):
        folders: ClassVar[tuple[Path, ...]] = (folder,)

    def all_presets() -> Mapping[str, Mapping[str, Any]]:
        return {name: {"pair": name} for name in Options.suggestions("pair")}

    return replace(GAME, options=Options, presets=all_presets, strategies=lambda: autoplay.strategies_among((folder,)))


def read(view: rules.State, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Reading:
    """What somebody wrote, as their move."""
    header = view.header
    if header is None:
        return Reading(words.Write(text), sure=True) if text.strip() else Reading(None, why="There is nothing written.")
    turn = view.pending
    return moves.reading(turn, header.move(turn.move) if turn else None, text)


GAME: Game[rules.State] = Game(
    name="duet",
    title="Duet",
    summary="A small game from two prompts: ultimatum, bargaining, a prisoner's dilemma, or one of your own.",
    rules=rules_text,
    players=range(1, 3),
    options=DuetOptions,
    events=(
        words.Began, words.Handed, words.Dealt, words.LengthSet, words.RoundBegan, words.TurnCame, words.Moved,
        words.Opened, words.Changed, words.Paid, words.Ended, words.Cued, words.Shown, words.Wrote, words.Asked,
        words.Answered, words.Spoke, words.Turned,
    ),
    actions=(words.Choose, words.Enter, words.Write, words.Show, words.Stop),
    seats=rules.seats,
    setup=rules.setup,
    blank=rules.State,
    evolve=rules.evolve,
    asks=rules.asks,
    decide=rules.decide,
    then=rules.then,
    outcome=rules.outcome,
    say=sentences.say,
    scene=scenes.scene,
    about=scenes.about,
    unsaid=display.unsaid,
    autoplay=autoplay.autoplay,
    redeal=rules.redeal,
    seat_title=rules.seat_title,
    part=rules.part,
    may_sit=rules.may_sit,
    may_begin=rules.may_begin,
    staff=frozenset({words.MANAGER}),
    letter=letters.letter,
    presets=presets,
    stocked=stocked,
    strategies=autoplay.strategies,
    wishes=(
        Wish("human", "First side", "🔵", "side"),
        Wish("player", "Second side", "♦️", "side"),
    ),
    feed=(words.Shown, words.Spoke),
    speeches=sentences.speeches,
    read=read,
    figures=figures.figures,
)  # fmt: skip
