"""What many games came to, printed in tables and drawn."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bot import plots, tournament
from bot.cli.files import write
from bot.cli.world import Wrong
from bot.surfaces.terminal import figures
from games import intervals
from games.core import Game, nothing


def show_summary(
    console: Console, summary: tournament.Summary, game: Game[Any], seed: str, states: Sequence[Any]
) -> None:
    """Who won how often, how everybody answered, and what the game counts of the `states` in which it ended."""
    if not summary.games:
        return
    players = sum(each["seats"] for each in summary.answers.values()) // summary.games
    title = f"{summary.games} game{'s' * (summary.games > 1)} of {players} players, seed {seed}"
    wins = listing(title, "Won by", right=("Games", "Share", "95 %"))
    for side, games in summary.sides.most_common():
        wins.add_row(side, str(games), *_share(games, summary.games))
    console.print(wins, "")
    asked = any(each["calls"] for each in summary.answers.values())
    costs = ("Calls", "Tokens", "US $") if asked else ()
    seats = listing("Players", "Player", "Seat", right=("Won (95 %)", "Accepted", "Refused", "Fallback", *costs))
    for (spec, kind), each in sorted({**summary.answers, **summary.in_all()}.items()):
        won = "{} ({}) of {}".format(*_share(each["won"], each["seats"]), each["seats"]) if each["seats"] else "–"
        counted = (each[name] for name in ("accepted", "refused", "fallback", "calls", "tokens"))
        cells = (won, *counted, paid(each["cost"], each["unpriced"]))
        seats.add_row(spec, kind, *map(str, cells[: 4 + len(costs)]))
    console.print(seats, "")
    if summary.whys:
        whys = listing("Why something else moved", "Why", right=("Moves",))
        for why, n in summary.whys.most_common():
            whys.add_row(why, str(n))
        console.print(whys, "")
    turns = sum(summary.turns) / len(summary.turns)
    if turns:
        console.print(f"Turns a game: {turns:.1f} on average, {min(summary.turns)} to {max(summary.turns)}.")
    if summary.unfinished:
        console.print(f"{summary.unfinished} games came to no end.")
    for table in figures.tables(game.shows.figures(states)) if states else ():
        console.print("", table)


def counts(game: Game[Any]) -> bool:
    """Whether the game makes figures of what happened in it."""
    return game.shows.figures is not nothing


def check_plot(game: Game[Any], plot: Path) -> None:
    """Nobody waits for many games to hear that they cannot be drawn."""
    if not counts(game):
        raise Wrong(f"{game.title} has no figures to draw.")
    if plot.suffix and not plot.is_dir() and plot.suffix[1:].casefold() not in plots.FORMATS:
        raise Wrong(f"“{plot}” is to end in {' or '.join(f'.{each}' for each in plots.FORMATS)}, or to be a folder.")
    if not plots.can_draw():
        raise Wrong(plots.MISSING, 1)


async def draw(game: Game[Any], name: str, states: Sequence[Any], note: str, plot: Path, quiet: bool) -> None:
    """All figures in one file; in a folder, a file for each of them, named by the game and the figure's title. `note` stands below."""
    found = plots.drawable(game, game.shows.figures(states) if states else ())
    files = {plot: list(found)}
    if await asyncio.to_thread(_as_folder, plot):
        together = enumerate(plots.plots(found).items(), 1)
        files = {plot / f"{name}-{at}-{_slug(title)}.png": each for at, (title, each) in together}
    for file, each in files.items():
        format = next(known for known in plots.FORMATS if known == file.suffix[1:].casefold())
        await write(file, await asyncio.to_thread(plots.draw, each, format, note), quiet)


def _as_folder(plot: Path) -> bool:
    """Whether it is a folder, which is made if need be."""
    folder = plot.is_dir() or not plot.suffix
    if folder:
        with contextlib.suppress(OSError):  # what is wrong with it is said where it is written to
            plot.mkdir(parents=True, exist_ok=True)
    return folder


def _slug(title: str) -> str:
    """A title as a part of a file's name."""
    return re.sub(r"\W+", "-", title.casefold()).strip("-")[:60]


def paid(dollars: float, unpriced: int) -> str:
    """US dollars, as far as they are known."""
    if not unpriced:
        return f"{dollars:.4f}"
    return f"≥ {dollars:.4f}" if dollars else "?"


def listing(title: str, *left: str, right: Sequence[str] = ()) -> Table:
    """A table without lines, with its columns of words and of figures."""
    table = Table(title=title, box=None, padding=(0, 2, 0, 0), pad_edge=False, title_justify="left")
    for column in (*left, *right):
        table.add_column(column, justify="right" if column in right else "left", no_wrap=column == "Id")
    return table


def _share(won: int, of: int) -> tuple[str, str]:
    low, high = intervals.of_share(won, of)
    return f"{100 * won / of:.0f} %", f"{100 * low:.0f}–{100 * high:.0f}"
