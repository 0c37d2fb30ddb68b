"""Time at a terminal: how much is left, the reminder, and letting it be up where only one person waits for it."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Callable, Iterator

from bot.surfaces.terminal.answers import Desk
from bot.table import Table, due
from games.core import CLOCK, IllegalAction, Seat
from games.scene import Scene, Timer


class Watch:
    """The time of one table, for the person who sits in `you`. `now` is seconds since 1970."""

    def __init__(self, table: Table, you: Seat | None, now: Callable[[], float]) -> None:
        self._table, self._you, self._now = table, you, now
        self._warned: set[tuple[Seat, str]] = set()

    def left(self, timer: Timer) -> str:
        deadline = due(self._table.deadlines, timer.seat, timer.key)
        seconds = max(0, round(deadline.at - self._now())) if deadline else 0
        return f"{seconds // 60}:{seconds % 60:02}" if deadline else ""

    def warnings(self, scene: Scene) -> Iterator[str]:
        """The reminder, once, that one's own time or everybody's is running out."""
        for seat, key in sorted(self._table.near - self._warned):
            self._warned.add((seat, key))
            if (seat, key) in self._table.deadlines and seat in (self._you, CLOCK):
                left = self.left(Timer(seat, key, ""))
                label = next((each.label for each in scene.of(Timer) if (each.seat, each.key) == (seat, key)), "")
                yield f"{label} in {left}." if label else f"Time is running out: {left} left."

    def alone(self, desk: Desk) -> bool:
        """Whether the table waits for nothing but the clock, and for nobody's sake but this person's."""
        table = self._table
        waits = any(seat == CLOCK for seat, _ in table.deadlines) and not table.waited_for()
        return waits and table.people == (self._you,) and all(ask.need == "none" for ask in desk.asks)

    async def hurry(self) -> None:
        """Lets the clock's time be up now."""
        for ask in self._table.asks(CLOCK):
            if (CLOCK, ask.key) in self._table.deadlines:
                with contextlib.suppress(IllegalAction):
                    await self._table.submit(CLOCK, ask.choices[0], ask.key, f"terminal:{uuid.uuid4().hex}")
                return
