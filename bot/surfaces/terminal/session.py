"""A game at one terminal: what happens is told in sentences, the table is drawn, and one person may sit at it.

The surface only hears that there is news; it reads the log from its own cursor, and asks the person when all that happened
has been told.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

from rich.console import Console

from bot.ports import Avatar, Moved, Occupant
from bot.surfaces.terminal.asking import Asking
from bot.surfaces.terminal.clock import Watch
from bot.surfaces.terminal.commands import Left
from bot.surfaces.terminal.hearing import Hearing, rows
from bot.surfaces.terminal.keyboard import Lines
from bot.surfaces.terminal.line import Line
from bot.surfaces.terminal.page import Page
from bot.surfaces.terminal.telling import SKIP, Telling
from bot.table import Table
from games.core import Seat

PROMPT = "> "
THINKING = 1.0
"""Seconds of silence after which it is said who is waited for."""

SETTLING = 0.4
"""Seconds to wait for others before a person is offered what need not be answered."""

End = Literal["over", "left"]


class Terminal:
    """One console, at which tables are sat down. `everything` shows an onlooker what TABLE knows. `pace` is seconds between
    sentences. `look` says how characters look, `moves` how each move of a table came in: whoever hears all reads there what
    models thought."""

    def __init__(
        self,
        console: Console,
        lines: Lines | None = None,
        pace: float = 0.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        everything: bool = False,
        now: Callable[[], float] = time.time,
        look: Callable[[Occupant], Avatar | None] = lambda occupant: None,
        moves: Callable[[str], Awaitable[Sequence[Moved]]] | None = None,
    ) -> None:
        self.console, self.lines, self.pace = console, lines, pace
        self._sleep, self._everything, self._now = sleep, everything, now
        self._look, self._moves = look, moves
        self._news = asyncio.Event()

    def changed(self, table: Table) -> None:
        self._news.set()

    async def sit(self, table: Table, you: Seat | None = None, resumed: bool = False) -> End:
        """Shows the game until it is over, or until the person leaves. `you` is the seat of the person who types, None for
        somebody who looks on."""
        hearing, watch = Hearing(table, you, self._everything), Watch(table, you, self._now)
        page = Page(self.console, hearing, Line(self.console, self.lines), watch.left, self._look)
        telling = Telling(hearing, page, watch, self.pace, self._sleep, self._moves)
        evening = _Evening(hearing, watch, page, telling, self._news)
        telling.greet(resumed)
        if resumed:
            await telling.recap()
        try:
            await evening.last()
            return "over"
        except Left:
            return "left"
        finally:
            page.line.close()


class _Evening:
    """Telling, asking and waiting in turns."""

    def __init__(self, hearing: Hearing, watch: Watch, page: Page, telling: Telling, news: asyncio.Event) -> None:
        self._hearing, self._watch, self._page, self._telling, self._news = hearing, watch, page, telling, news
        self._called = False

    async def last(self) -> None:
        """Until the game is over; Left when the person leaves."""
        hearing, you, table = self._hearing, self._hearing.you, self._hearing.table
        asking = None if you is None else Asking(you, hearing, self._page, self._telling.news, self._watch)
        while True:
            self._news.clear()
            await self._telling.tell()
            if table.outcome and not self._telling.interrupted:
                await self._telling.finish(table.outcome)
                return
            if asking is not None and self._away:
                await self._return(asking)
                continue
            asked = you is not None and any(not ask.follows for ask in table.asks(you))
            if asking is not None and hearing.room is not None:
                await self._listen(asking)
            elif asking is None or not (self._page.line.begun or asked):
                await self._look_on()
            else:
                await self._answer(asking)

    @property
    def _away(self) -> bool:
        """Whether an AI plays on for the person at this terminal."""
        table, you = self._hearing.table, self._hearing.you
        return you is not None and not table.outcome and table.seats[you].kind != "person"

    async def _return(self, asking: Asking) -> None:
        """One line while an AI plays on: “back” or an empty one takes the seat back, and commands work as before."""
        typed, page = self._page.line, self._page
        if not self._called:
            self._called = True
            typed.make_room()
            page.print("An AI plays on for you. Press Enter, or type back, to take your seat back.", "bold")
        if not typed.begun:
            typed.ask(PROMPT)
        elif typed.over and not typed.finished:
            typed.again(PROMPT)
        typed.over = False
        line = await typed.read(self._news)
        if line is None:
            return
        if line.casefold() in ("", "back"):
            await asking.come_back()
            self._called = self._away
        elif not asking.obeyed(asking.desk(), line):
            page.print("An AI plays on for you: take your seat back first.", "italic")

    async def _look_on(self) -> None:
        """Waits for news; after a while says who is waited for, as far as everybody may know."""
        if await self._soon(THINKING):
            return
        hearing, table = self._hearing, self._hearing.table
        self._telling.news.flush()
        if hearing.you is None and table.paused is not None:
            return
        waiting = [table.names.get(row.seat, row.seat) for row in rows(hearing.public) if row.awaited]
        if waiting:
            self._page.print(f"  … waiting for {', '.join(waiting)}", "dim")
        await self._news.wait()

    async def _listen(self, asking: Asking) -> None:
        """Somebody who only hears the rest: each line is a command, an empty one skips the pauses, the clock's too."""
        desk, told, typed = asking.desk(), self._hearing.all_told, self._page.line
        if not typed.begun:
            typed.ask("")
        if not self._telling.pace and told and self._watch.alone(desk):
            await self._watch.hurry()
        line = await typed.read(self._news, wait=told)
        if line:
            if not asking.obeyed(desk, line):
                self._page.print(SKIP, "dim")
        elif line is not None:
            self._telling.pace = 0.0

    async def _answer(self, asking: Asking) -> None:
        """One line from the person, unless something happens before it is finished."""
        desk, typed = asking.desk(), self._page.line
        if not typed.begun:
            if desk.asks[0].need == "none" and await self._soon(SETTLING):
                return
            asking.show(desk)
            typed.ask(asking.prompt(desk))
        elif not typed.finished and (typed.over or asking.outdated(desk)):
            typed.make_room()
            asking.show(desk)
            typed.again(asking.prompt(desk))
        typed.over = False
        if (line := await typed.read(self._news)) is not None:
            await asking.take(line)

    async def _soon(self, seconds: float) -> bool:
        """Whether there is news within so many seconds."""
        try:
            return await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return False
