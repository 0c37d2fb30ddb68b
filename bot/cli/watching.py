"""Games that AIs play: one that is told as it happens, or many that are counted."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot import tournament
from bot.cli.choosing import places
from bot.cli.costs import show_costs
from bot.cli.counting import counts, show_summary
from bot.cli.opening import hint, open_hall, open_terminal
from bot.cli.world import World, Wrong, prog
from bot.hall import Hall, objection_to, shares
from bot.ports import Occupant, RealClock
from bot.surfaces.terminal.console import Screen
from games.core import TABLE, Game, Options, Seat


@dataclass(frozen=True)
class Many:
    """Which games to play, who plays, by which spec, in each seat, and where to write what comes of it."""

    game: Game[Any]
    options: Options
    seats: Mapping[Seat, tuple[str, Occupant]]
    games: int
    seed: str
    parallel: int
    json_file: typer.FileTextWrite | None

    @property
    def quiet(self) -> bool:
        """Whether standard output belongs to the JSON."""
        return self.json_file is not None and self.json_file.name == "<stdout>"

    def write(self, played: tournament.Played) -> None:
        """One line of JSON, where any was asked for."""
        if self.json_file is not None:
            print(tournament.as_line(played), file=self.json_file, flush=True)

    @property
    def seeds(self) -> list[str]:
        return [self.seed] if self.games == 1 else [f"{self.seed}-{n}" for n in range(1, self.games + 1)]


def seats(
    world: World, game: Game[Any], options: Options, size: int | None, specs: str
) -> dict[Seat, tuple[str, Occupant]]:
    """Who plays, by which spec, in each seat. Wrong where the game cannot be played so."""
    seated, _ = places(game, options, [], size, None)
    hall = Hall(world.memory(), world.players(), RealClock(), games=world.games())
    cast = hall.cast(seated, specs, staff=game.lobby.staff)
    asked_for = shares(seated, specs, game.lobby.staff)
    if objection := objection_to(game, options, cast):
        raise Wrong(objection)
    return {seat: (asked_for[seat] or cast[seat].model or cast[seat].kind, cast[seat]) for seat in seated}


async def watch_one(world: World, many: Many, pace: float | None, everything: bool, typed: str) -> list[Any]:
    """One game, told as it happens; what it came to, if it ended. `typed` are its name and options, to be typed again."""
    game, specs = many.game, {seat: spec for seat, (spec, _) in many.seats.items()}
    occupants = {seat: occupant for seat, (_, occupant) in many.seats.items()}
    async with open_hall(world, tournament.InOrder(world.players()), world.memory()) as hall:
        terminal = open_terminal(hall, pace, None, everything)
        hall.surfaces.append(terminal)
        table = await hall.open(game.name, many.options, occupants, seed=many.seed)
        await terminal.sit(table)
        calls = tuple(await hall.store.calls(table.id))
        many.write(tournament.Played(many.seed, table, specs, calls))
        show_costs(terminal.console, table, calls)
    if all(occupant.kind == "built-in" for occupant in occupants.values()):  # models do not repeat themselves
        in_order = ",".join(specs[seat] for seat in sorted(specs, key=lambda seat: seat in game.lobby.staff))
        seated = "" if set(specs.values()) == {"built-in"} else f" --players {in_order}"
        hint(terminal, f"\nSee it again: {prog()} watch {typed}{seated} --seed {many.seed}")
    return [table.view(TABLE)] if table.outcome else []


async def watch_many(world: World, many: Many) -> list[Any]:
    """Many games, counted. What those that ended came to, if the game makes figures of it; others would fill the memory for
    nothing."""
    console = Screen(stderr=many.quiet, highlight=False)
    players, game = world.players(), many.game
    models = any(occupant.kind == "model" for _, occupant in many.seats.values())
    summary = tournament.Summary()
    states: list[Any] = []

    async def play(seed: str) -> tournament.Played:
        return await tournament.play_one(
            world.memory(), players, game.name, many.options, many.seats, seed, world.games()
        )

    async with AsyncExitStack() as closing:
        closing.push_async_callback(players.close)
        step = closing.enter_context(_progress(console, many.games))
        try:
            async for played in tournament.play_many(many.seeds, play, many.parallel if models else 1):
                summary.add(played)
                if counts(game) and played.table.outcome:
                    states.append(played.table.view(TABLE))
                many.write(played)
                step(summary.games)
        except asyncio.CancelledError:
            console.print(f"Interrupted after {summary.games} games.")
            show_summary(console, summary, many.game, many.seed, states)
            raise
    show_summary(console, summary, many.game, many.seed, states)
    return states


@contextlib.contextmanager
def _progress(console: Console, games: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal; a line for every tenth of the games elsewhere."""
    if console.is_terminal:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task("Games", total=games)
            yield lambda done: bar.update(task, completed=done)
        return

    def say(done: int) -> None:
        if done == games or done % max(1, games // 10) == 0:
            console.print(f"{done} of {games} games played.")

    yield say
