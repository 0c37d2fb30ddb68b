"""What a game cost that is over: how often each seat's model was asked, how much it read and wrote, and what that came to."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from bot import tournament
from bot.cli.counting import listing, paid
from bot.ports import Called
from bot.table import Table


def show_costs(console: Console, table: Table, calls: Sequence[Called]) -> None:
    """A line for each seat for which a model was asked, and one for all; nothing where none was. Before the end nothing, either: who
    was asked how often says what a seat does at night."""
    if not calls or table.outcome is None:
        return
    costs = listing("What models cost", "Seat", "Model", right=("Calls", "Read", "Of it cached", "Wrote", "US $"))
    for seat in dict.fromkeys((*table.seats, *(each.seat for each in calls))):
        if of_it := [each for each in calls if each.seat == seat]:
            models = ", ".join(dict.fromkeys(each.call.model for each in of_it))
            who = f"{table.names.get(seat, seat)} ({table.game.shows.seat_title(seat)})"
            costs.add_row(Text(who), Text(models), *_figures(of_it))
    costs.add_row("All", "", *_figures(calls))
    console.print("", costs)


def _figures(calls: Sequence[Called]) -> tuple[str, ...]:
    made = [each.call for each in calls]
    read, cached, wrote = (
        sum(getattr(each, name) for each in made) for name in ("prompt_tokens", "cached_tokens", "answer_tokens")
    )
    dollars = paid(tournament.cost(calls) or 0.0, tournament.unpriced(calls))
    return (*map(str, (len(calls), read, cached, wrote)), dollars)
