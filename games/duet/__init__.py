"""Duet: a small game that somebody wrote as two prompts, one for its manager and one for the player across the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar

from games.core import (
    Action,
    Ask,
    Event,
    Figure,
    Game,
    Lobby,
    Options,
    Parsed,
    Policy,
    Prompts,
    Rules,
    Seat,
    Shows,
    Talks,
    Wish,
    kinds,
    pages_of,
    rules_of,
)
from games.duet import events, free, pairs, rules, sentences
from games.duet.ledger import autoplay, display, moves, prompts, scenes
from games.duet.ledger import figures as counted
from games.duet.ledger import rules as ledger_rules
from games.duet.ledger.reckoning import State
from games.duet.options import DuetOptions
from games.duet.state import Duet

P = ParamSpec("P")
R = TypeVar("R")


def presets(options: type[Options] = DuetOptions) -> Mapping[str, Mapping[str, Any]]:
    """Every pair under its own name."""
    return {name: {"pair": name} for name in options.suggestions("pair")}


def preset_title(name: str, options: type[DuetOptions] = DuetOptions) -> str:
    """What a pair's header calls it; one that cannot be read goes by its file."""
    try:
        return pairs.title(name, pairs.find(name, options.folders).manager)
    except ValueError:
        return pairs.title(name, "")


def stocked(folder: Path) -> Game[Duet]:
    """The game with the pairs of a folder besides our own."""

    class Stocked(DuetOptions):
        folders: ClassVar[tuple[Path, ...]] = (folder,)

    strategies = partial(autoplay.strategies, (folder,))
    titled = partial(preset_title, options=Stocked)
    return GAME.but(options=Stocked, presets=partial(presets, Stocked), preset_title=titled, strategies=strategies)


def of_its_kind(
    kept: Callable[Concatenate[State, P], R], unkept: Callable[Concatenate[free.State, P], R]
) -> Callable[Concatenate[Duet, P], R]:
    """Hands a duet to those who know its kind: the one with a ledger, or the free one."""

    def handed(s: Duet, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if isinstance(s, State):
            return kept(s, *args, **kwargs)
        assert isinstance(s, free.State)
        return unkept(s, *args, **kwargs)

    return handed


def read_move(view: State, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Parsed:
    """What somebody wrote, as their move."""
    turn = view.pending
    return moves.reading(turn, view.header.move(turn.move) if turn else None, text)


def read_words(view: free.State, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Parsed:
    """What somebody wrote, as their words."""
    if not text.strip():
        return Parsed(None, why="There is nothing written.")
    return Parsed(events.Show(text) if events.Show in ask.forms else events.Write(text), sure=True)


def figures(states: Sequence[Duet]) -> tuple[Figure, ...]:
    """What games come to. Those without a header keep no ledger, and count for nothing."""
    return counted.figures([each for each in states if isinstance(each, State)])


GAME: Game[Duet] = Game(
    name="duet",
    title="Duet",
    summary="A small game from two prompts: ultimatum, bargaining, a prisoner's dilemma, or one of your own.",
    manual=rules_of(__name__),
    rules=Rules(
        events=kinds(events, Event),
        actions=kinds(events, Action),
        setup=rules.setup,
        blank=free.State,
        evolve=rules.evolve,
        asks=of_its_kind(ledger_rules.asks, free.asks),
        decide=of_its_kind(ledger_rules.decide, free.decide),
        why_not=of_its_kind(ledger_rules.why_not, free.why_not),
        then=of_its_kind(ledger_rules.then, lambda s, dice: []),
        outcome=of_its_kind(ledger_rules.outcome, free.outcome),
        resample=rules.resample,
    ),
    shows=Shows(
        say=sentences.say,
        scene=of_its_kind(scenes.scene, free.scene),
        seat_title=rules.seat_title,
        part=rules.part,
        feed=(events.Shown, events.Spoke),
        bookkeeping=(events.PaidNothing,),
        figures=figures,
        hints=pages_of(__name__, "hints.md"),
        about=of_its_kind(scenes.about, free.about),
    ),
    talks=Talks(
        read=of_its_kind(read_move, read_words),
        speeches=sentences.speeches,
        unsaid=of_its_kind(display.unsaid, lambda s: ()),
    ),
    prompts=Prompts(
        prompt=of_its_kind(prompts.prompt, free.prompt),
    ),
    policy=Policy(
        autoplay=of_its_kind(autoplay.autoplay, free.autoplay),
        autoplay_note=autoplay.note,
        strategies=autoplay.strategies,
    ),
    lobby=Lobby(
        players=range(1, 3),
        options=DuetOptions,
        seats=rules.seats,
        may_begin=rules.may_begin,
        may_sit=rules.may_sit,
        wishes=(
            Wish("human", "First side", "🔵", "side"),
            Wish("player", "Second side", "♦️", "side"),
        ),
        staff=frozenset({events.MANAGER}),
        presets=presets,
        lesson={"pair": "bargaining", "timers": False},
        preset_title=preset_title,
    ),
    stocked=stocked,
)
