"""Figures as tables for a terminal, each row with a bar beside its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.bar import Bar
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from bot.plots import plots
from games.core import Figure
from games.intervals import SHARE

LONGEST_BAR = 24
"""Characters of the bar for the largest value in a table."""

_EIGHTHS = 8 * LONGEST_BAR


def tables(figures: Sequence[Figure]) -> Iterator[RenderableType]:
    """A table for each title, whose figures stand below each other in it."""
    for title, together in plots(figures).items():
        if any(figure.labels for figure in together):
            yield _table(title, together)
        else:
            yield Text(f"{title}\nThere is nothing to count.")


def _table(title: str, together: Sequence[Figure]) -> Table:
    table = Table(title=Text(title), box=None, padding=(0, 2, 0, 0), pad_edge=False, title_justify="left")
    first = together[0]
    several = any(figure.series for figure in together)
    if several:
        table.add_column()
    table.add_column(Text(first.axis))
    table.add_column(Text(first.unit), justify="right")
    counted, unsure = any(figure.of for figure in together), any(figure.low for figure in together)
    for heading in ["of"] * counted + ["95 %"] * unsure:
        table.add_column(heading, justify="right")
    table.add_column()
    largest = max(value for figure in together for value in figure.values)
    for figure in together:
        for at, (label, value) in enumerate(zip(figure.labels, figure.values, strict=True)):
            cells = [figure.series] * several + [label, number(value, figure.unit)]
            cells += [str(figure.of[at]) if figure.of else ""] * counted
            cells += [_between(figure, at)] * unsure
            long = round(_EIGHTHS * max(value, 0) / (largest or 1))  # a Bar cuts off what is less than an eighth
            table.add_row(*map(Text, cells), Bar(_EIGHTHS, 0, long, width=LONGEST_BAR))
    return table


def number(value: float, unit: str) -> str:
    """A value as it is printed: a share in per cent, anything else with at most two digits after the point."""
    return f"{100 * value:.0f} %" if unit == SHARE else f"{value:.2f}".rstrip("0").rstrip(".")


def _between(figure: Figure, at: int) -> str:
    if not figure.low:
        return ""
    low, high = number(figure.low[at], figure.unit), number(figure.high[at], figure.unit)
    return f"{low.removesuffix(' %')}–{high.removesuffix(' %')}" if figure.low[at] >= 0 else f"{low} to {high}"
