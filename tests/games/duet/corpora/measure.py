"""How a checker of displays does with the honest and the lying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from rich.table import Table as Grid

from games.core import record
from games.duet.facts import Facts
from tests.games.duet.corpora.adversary import Item
from tests.games.duet.corpora.honest import Honest

Check = Callable[[str, Facts], tuple[str, ...]]
"""What of a display contradicts the facts, in sentences; nothing when it passes."""


@record
class Score:
    """`passed` are the lies that a person would have read, `refused` the honest displays that were sent back, and why."""

    lies: Counter[str]
    honest: Counter[str]
    passed: tuple[Item, ...]
    refused: tuple[tuple[Honest, tuple[str, ...]], ...]

    def told(self) -> str:
        """Every miss, one after another."""
        lines = [
            f"PASSED   {item.id} [{item.kind}, {item.game}, {item.language}]\n{_set_in(item.text)}\n    wrong: {'; '.join(map(str, item.wrong))}"
            for item in self.passed
        ]
        lines += [
            f"REFUSED  {each.id} [{each.moment}, {each.language}]\n{_set_in(each.text)}\n    because: {' '.join(why)}"
            for each, why in self.refused
        ]
        return "\n".join(lines)

    def grid(self) -> Grid:
        """The counts, by kind of lie and by language of honest display."""
        table = Grid("", "all", "missed", "caught or kept")
        missed = Counter(item.kind for item in self.passed)
        sent_back = Counter(each.language for each, _ in self.refused)
        for counts, misses, name in ((self.lies, missed, "lies"), (self.honest, sent_back, "honest")):
            for kind, count in counts.items():
                table.add_row(kind, str(count), str(misses[kind] or ""), f"{1 - misses[kind] / count:.0%}")
            whole, gone = counts.total(), misses.total()
            table.add_row(
                f"all {name}", str(whole), str(gone), f"{1 - gone / max(1, whole):.1%}", end_section=True, style="bold"
            )
        return table


def _set_in(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))


def score(check: Check, lies: Iterable[Item], honest: Iterable[Honest]) -> Score:
    """Puts every display before the checker."""
    lies, honest = tuple(lies), tuple(honest)
    found = [(each, check(each.text, each.facts)) for each in honest]
    return Score(
        lies=Counter(item.kind for item in lies),
        honest=Counter(each.language for each in honest),
        passed=tuple(item for item in lies if not check(item.text, item.facts)),
        refused=tuple((each, why) for each, why in found if why),
    )
