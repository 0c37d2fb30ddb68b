"""What may be typed after more than one command, and who was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated

import typer

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Which game; `masquerade games` lists them.")]
Given = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "--set", "-o", metavar="KEY=VALUE", help="An option of the game; @FILE reads the value from a file."
    ),
]
Seed = Annotated[str | None, typer.Option(help="The same seed and the same answers tell the same story.")]
Specs = Annotated[
    str,
    typer.Option(
        "--players",
        metavar="SPEC,SPEC…",
        help="Who plays: built-in, built-in:easy (normal, hard, bold, careful), built-in: and a strategy of the game, a "
        "model's name, or a persona. Fewer than there are seats are shared out in blocks: of two, the first plays one team and the "
        "second the other. Where somebody runs the game, one more than plays is for them. "
        "Without it, built-in players are watched, and the model of the settings, if there is one, plays along.",
    ),
]
Strong = Annotated[
    str | None,
    typer.Option(
        "--strength",
        metavar="HOW",
        help="How well built-in players play: easy, normal, hard, or mixed, each as its character does. Without it they play easy "
        "until you have won one game of that kind, or finished three.",
    ),
]
Size = Annotated[int | None, typer.Option(min=1, help="How many sit at the table, where a game leaves that open.")]


SLOWEST = 3600


def _paced(seconds: float | None) -> float | None:
    if seconds is not None and not 0 <= seconds <= SLOWEST:
        raise typer.BadParameter(f"write a number of seconds from 0 to {SLOWEST}.")
    return seconds


Pace = Annotated[float | None, typer.Option(help="Seconds between sentences.", callback=_paced)]


@dataclass(frozen=True)
class Wanted:
    """Who was asked for at the table, as typed, and at which game: by its own name, or a preset's."""

    seat: str | None = None
    wish: str | None = None
    specs: str = ""
    size: int | None = None
    name: str = ""
    preset: str = ""


def meant(typed: str, known: Sequence[str]) -> str:
    close = get_close_matches(typed.casefold(), known, n=1)
    return f" Did you mean “{close[0]}”?" if close else ""
