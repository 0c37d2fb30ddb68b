"""While Discord cannot be reached nobody can answer: no clock of its games runs, and whoever plays hears of it afterwards."""

from __future__ import annotations

import asyncio

from bot.surfaces.discord import ids
from bot.surfaces.discord.leaving import post_beside, waited_in
from bot.surfaces.discord.screens import Screens

SLOT = "out of reach"
"""The slot of that message."""

LONG = 30.0
"""Seconds after which people have noticed."""

OUT = "-# 📡 Discord and I were out of touch for {}. Every move is kept, and no clock ran meanwhile."


class Reach:
    """Whether Discord can be reached, as the games on it feel it."""

    def __init__(self, screens: Screens) -> None:
        self.screens = screens
        self._since: float | None = None

    def lost(self) -> None:
        """It cannot be reached, or not yet; said again, nothing changes."""
        if self._since is None:
            self._since = self.screens.hall.clock.steady()
        for table in self.screens.hall.tables.values():
            if ids.ours(table.place):
                table.hold()

    async def found(self) -> None:
        """It can be reached: time goes on."""
        if self._since is None:
            return
        gone, self._since = self.screens.hall.clock.steady() - self._since, None
        for table in list(self.screens.hall.tables.values()):
            await table.release()
        if gone >= LONG:
            said = OUT.format(_in_words(gone))
            await asyncio.gather(*(post_beside(each, SLOT, said) for each in waited_in(self.screens)))


def _in_words(seconds: float) -> str:
    length, unit = next(each for each in ((3600, "hours"), (60, "minutes"), (1, "seconds")) if seconds >= 2 * each[0])
    return f"{round(seconds / length)} {unit}"
