"""How quick a duet's parts are that others write: expressions of a header, texts searched for tags, figures of many games.

python -m tests.bench.duet
"""

from __future__ import annotations

import time
from collections.abc import Callable

from games.duet import protocol
from games.duet.ledger.expressions import BadExpression, evaluate
from games.duet.ledger.figures import figures
from tests.games.duet.table import DILEMMA, duet

HEAVY = ("sum(1 for a in many for b in many for c in many)", "sorted([sorted(many) for a in many])")


def seconds(do: Callable[[], object]) -> float:
    """This process's own time for it, at the best of three."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        do()
        best = min(best, time.process_time() - start)
    return best


def _refused(expression: str) -> None:
    try:
        evaluate(expression, {"many": list(range(100))})
    except BadExpression:
        return


def main() -> None:
    names = {"pie": 100, "answer": "accept"}
    simple = seconds(lambda: [evaluate("pie - 30 if answer == 'accept' else 0", names) for _ in range(1000)])
    print(f"an expression of a header: {simple * 1000:.0f} µs")
    worst = max(seconds(lambda each=each: _refused(each)) for each in HEAVY)  # type: ignore[misc]
    print(f"the heaviest that is refused: {worst * 1000:.0f} ms")
    searched = seconds(lambda: protocol.defused("[ " * 30_000))
    print(f"60,000 characters searched for tags: {searched * 1000:.1f} ms")
    turns = ("human chooses cooperate", "player chooses defect")
    games = [duet(DILEMMA, people="human player").on(*turns * 3).story.state] * 200
    print(f"figures of 200 games: {seconds(lambda: figures(games)) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
