"""Figures as pictures: PNG to look at, SVG to print and to search.

Figures of one title are drawn into one plot, told apart by their series. The library that draws is an extra, and loaded when
somebody first wants a picture; nothing here opens a window or leaves anything behind.
"""

from __future__ import annotations

import io
import textwrap
import threading
import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, get_args

from bot.ports import Saved, story_of
from games.core import Figure, Game, IllegalAction
from games.intervals import SHARE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Format = Literal["png", "svg"]
FORMATS: tuple[Format, ...] = get_args(Format)

WIDTH, HEIGHT, DPI = 7.0, 3.8, 120
"""Inches of one plot, and dots an inch."""

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's, which colour-blind people can tell apart."""

NAMED = {"blue": "#0072B2", "red": "#D55E00", "green": "#009E73", "black": "#000000"}
"""Series that are called by a colour have it."""

MARKERS = "osD^vPX"

MISSING = (
    "Figures cannot be drawn as PNG or SVG here: that takes matplotlib, which is not installed. Whoever runs Masquerade adds it "
    "with: make plots (or without make: .venv/bin/python -m pip install --require-hashes -r requirements-plots.lock)"
)
"""What is not there, and how to get it."""

_drawing = threading.Lock()
"""The library's settings are shared by all threads."""


def can_draw() -> bool:
    """Whether the library that draws is installed."""
    return find_spec("matplotlib") is not None


def picture(game: Game[Any], saved: Saved, format: Format, *, everything: bool = True) -> bytes:
    """The course of a stored game that is over; without `everything`, of what everybody heard. Raises Unreadable;
    IllegalAction when there is nothing to draw, or nothing to draw with."""
    if not can_draw():
        raise IllegalAction(MISSING)
    story = story_of(saved, game)
    if story.outcome is None:
        raise IllegalAction("The game goes on: its course can be drawn when it is over.")
    state = story.state if everything else story.view(None)
    note = f"Game {saved.id}, seed {saved.seed}" if everything else f"Game {saved.id}"
    return draw(drawable(game, game.shows.figures((state,))), format, note)


def drawable(game: Game[Any], figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """Those figures that have anything in them. IllegalAction when none has."""
    found = tuple(figure for figure in figures if figure.labels)
    if not found:
        raise IllegalAction(
            f"{game.title} has no figures to draw here; any game can be kept as md, or as html, which plays it back."
        )
    return found


def plots(figures: Sequence[Figure]) -> dict[str, list[Figure]]:
    """The figures that belong into each plot, by its title."""
    titles = dict.fromkeys(figure.title for figure in figures)
    return {title: [figure for figure in figures if figure.title == title] for title in titles}


def draw(figures: Sequence[Figure], format: Format, note: str = "") -> bytes:
    """A page with a plot for each title, two beside each other where there are more than two, and a `note` below."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Page

    drawn = plots(figures)
    across = 1 if len(drawn) < 3 else 2
    down = -(-len(drawn) // across)
    written = io.BytesIO()
    settings = matplotlib.rc_context(
        {
            "font.family": ["DejaVu Sans"],
            "text.parse_math": False,  # a dollar is no formula
            "svg.fonttype": "none",  # text stays text
            "svg.hashsalt": "masquerade",  # the same figures make the same file
        }
    )
    with _drawing, settings, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a sign that the font lacks is drawn as a box
        page = Page(figsize=(WIDTH * across, HEIGHT * down), dpi=DPI, layout="constrained")
        FigureCanvasAgg(page)
        for at, (title, together) in enumerate(drawn.items(), 1):
            _plot(page.add_subplot(down, across, at), title, together)
        if note:
            page.supxlabel(note, x=0.01, ha="left", fontsize="small", color="#555555")
        # Neither format's file says when it was made.
        page.savefig(written, format=format, metadata={"Date": None} if format == "svg" else {"Software": None})
    return written.getvalue()


def _plot(axes: Axes, title: str, together: Sequence[Figure]) -> None:
    labels = list(dict.fromkeys(label for figure in together for label in figure.labels))
    if all(figure.course for figure in together) and all(label.isdecimal() for label in labels):
        labels.sort(key=int)  # the first line may begin later than another
    place: dict[str, float] = {label: at for at, label in enumerate(labels)}
    scaled = all(figure.at for figure in together)
    if scaled:
        place = {label: at for figure in together for label, at in zip(figure.labels, figure.at, strict=True)}
    order = sorted(place.values())
    width = 0.8 * min((after - before for before, after in pairwise(order)), default=1.0) / len(together)
    for at, figure in enumerate(together):
        nth = at - (len(together) - 1) / 2
        colour = NAMED.get(figure.series.casefold(), COLOURS[at % len(COLOURS)])
        look: dict[str, Any] = {"color": colour, "label": figure.series, "yerr": _errors(figure)}
        if figure.course:
            x = [
                place[label] + 0.1 * nth for label in figure.labels
            ]  # beside each other, or their intervals hide each other
            look |= {"marker": MARKERS[at % len(MARKERS)], "markersize": 4, "linewidth": 1.5}
            axes.errorbar(x, figure.values, elinewidth=0.8, capsize=2, **look)
        else:
            x = [place[label] + width * nth for label in figure.labels]
            dark = {"elinewidth": 1, "capsize": min(3.0, 12 / len(together)), "ecolor": "#333333"}
            axes.bar(x, figure.values, width * 0.95, error_kw=dark, **look)
    _scales(axes, together[0], [] if scaled else labels)
    axes.set_title(textwrap.fill(title, 64), loc="left", fontweight="bold")
    if any(figure.series for figure in together):
        axes.legend(frameon=False, fontsize="small", loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _errors(figure: Figure) -> tuple[list[float], list[float]] | None:
    """How far the interval reaches below and above each value."""
    if not figure.low:
        return None
    below = [max(0.0, value - low) for value, low in zip(figure.values, figure.low, strict=True)]
    above = [max(0.0, high - value) for value, high in zip(figure.values, figure.high, strict=True)]
    return below, above


def _scales(axes: Axes, figure: Figure, labels: Sequence[str]) -> None:
    """Names for both axes, and as many labels as can be read; without labels the axis is one of numbers."""
    from matplotlib.ticker import PercentFormatter

    if labels:
        shown = range(0, len(labels), -(-len(labels) // 24))
        named = [labels[at] for at in shown]
        slanted: dict[str, Any] = (
            {"rotation": 35, "ha": "right", "rotation_mode": "anchor"} if len("".join(named)) > 55 else {}
        )
        axes.set_xticks(shown, named, fontsize="small", **slanted)
        axes.set_xlim(-0.6, len(labels) - 0.4)
    axes.set_xlabel(figure.axis)
    axes.set_ylabel(figure.unit)
    if figure.unit == SHARE:
        axes.set_ylim(0, 1.05 if max(figure.high or figure.values, default=1.0) > 0.5 else None)
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.grid(axis="y", linewidth=0.4, alpha=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
