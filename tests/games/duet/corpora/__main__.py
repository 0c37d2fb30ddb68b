"""`python -m tests.games.duet.corpora`: how the checker of displays does, with fresh lies."""

from __future__ import annotations

import random
from typing import Annotated

import typer
from rich.console import Console

from games.duet.display import check
from tests.games.duet.corpora.adversary import replies, truthful
from tests.games.duet.corpora.honest import displays
from tests.games.duet.corpora.measure import score


def main(
    seed: Annotated[int | None, typer.Option(help="makes the same lies again; fresh ones without it")] = None,
    count: Annotated[int, typer.Option(min=1, help="how many lies")] = 1000,
    misses: Annotated[bool, typer.Option(help="print every miss in full")] = False,
) -> None:
    """Puts lies and honest displays before the checker and counts what passes."""
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    found = score(check, replies(seed, count), displays())
    console = Console()
    console.print(f"seed {seed}")
    if misses:
        console.print(found.told(), markup=False, highlight=False, soft_wrap=True)
    console.print(found.grid())
    control = score(check, (), truthful(seed))
    if misses:
        console.print(control.told(), markup=False, highlight=False, soft_wrap=True)
    console.print(
        f"put like the lies, but true: {control.honest.total() - len(control.refused)} of {control.honest.total()} pass"
    )


if __name__ == "__main__":
    typer.run(main)
