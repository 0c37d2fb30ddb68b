"""A game at one terminal: what happens is told in sentences, the table is drawn, and one person may sit at it.

The surface only hears that there is news; it reads the log from its own cursor, in order and at a pace one can follow,
and asks the person when all that happened has been told.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from rich.console import Console, Group
from rich.markdown import Markdown
from rich.rule import Rule
from rich.text import Text

from bot.hall import result_line
from bot.surfaces.terminal.answers import Answered, Desk, Reading, Unclear, Unfinished
from bot.surfaces.terminal.draw import Painter, marked, plain
from bot.surfaces.terminal.keyboard import Lines
from bot.table import Table
from games.core import CLOCK, TABLE, Action, Ask, Event, IllegalAction, Seat, Seated
from games.scene import Grid, Roster, Scene, Timer

PROMPT = "> "
THINKING = 1.0
"""Seconds of silence after which it is said who is waited for."""

SETTLING = 0.4
"""Seconds to wait for others before a person is offered what need not be answered."""

STILL_ON_SCREEN = 5
"""After so many lines the board comes again even when nothing on it has changed."""

RECAP = 6
"""How many sentences of a resumed game are told again."""

End = Literal["over", "left"]


class Terminal:
    """One table on one console. `you` is the seat of the person who types, None for somebody who looks on; `everything`
    shows an onlooker what TABLE knows. `pace` is seconds between sentences."""

    def __init__(
        self,
        console: Console,
        lines: Lines | None = None,
        pace: float = 0.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        everything: bool = False,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.console, self.lines, self.pace = console, lines, pace
        self._sleep, self._everything, self._now = sleep, everything, now
        self._news = asyncio.Event()
        self._typing: asyncio.Future[str] | None = None
        self._warned: set[tuple[Seat, str]] = set()
        self._over_prompt = False
        self._cursor = self._opening = 0
        self._view: Any = None
        self._drawn = ""
        self._seen: tuple[Grid, ...] = ()
        self._since = 0
        self._meant: Answered | None = None
        self._form: Unfinished | None = None

    def changed(self, table: Table) -> None:
        self._news.set()

    # ── the evening ──

    async def sit(self, table: Table, you: Seat | None = None, resumed: bool = False) -> End:
        """Shows the game until it is over, or until the person leaves."""
        self._view, self._opening = table.game.blank(), len(table.story.log)
        self._greet(table, you)
        if resumed:
            self._recap(table, you)
        try:
            while True:
                self._news.clear()
                await self._tell(table, you)
                if table.story.outcome:
                    self._finale(table, you)
                    return "over"
                if you is None or (self._typing is None and not table.story.asks(you)):
                    await self._look_on(table, you)
                elif await self._answer(table, you) == "left":
                    return "left"
        finally:
            if self._typing is not None:
                self._typing.cancel()

    def _greet(self, table: Table, you: Seat | None) -> None:
        self.console.print(Rule(f"[bold]{table.game.title}", characters=plain("─", self.console), style="dim"))
        self._print(table.game.summary)
        if you is not None:
            self._print(f"You are {table.names[you]}, {table.game.seat_title(you)}. Type ? for help, quit to leave.")
        self.console.print()

    def _recap(self, table: Table, you: Seat | None) -> None:
        """The last things that happened, for somebody who comes back."""
        heard = [event for _ in table.story.log if (event := self._hear(table, you)) is not None]
        for event in heard[-RECAP:]:
            self._say(table, you, event)

    # ── telling ──

    async def _tell(self, table: Table, you: Seat | None) -> None:
        """Everything that happened since, a sentence at a time; onlookers see the table again whenever a new moment begins."""
        while self._cursor < len(table.story.log):
            opening = self._cursor < self._opening
            event = self._hear(table, you)
            if event is None or (opening and isinstance(event, Seated)):
                continue
            self._interrupt()
            if not self._is_end(table, event):
                self._say(table, you, event)
                await self._sleep(0 if opening else self.pace)
            if not table.game.outcome(self._view) and self._cursor >= self._opening and (you is None or not self._seen):
                self._show_new_moment(table, you)
        self._warn(table, you)

    def _hear(self, table: Table, you: Seat | None) -> Event | None:
        """The next event of the log, when this ear hears it. What is drawn is what has been told so far."""
        told = table.story.log[self._cursor]
        self._cursor += 1
        if not told.heard_by(self._ear(you)):
            return None
        self._view = table.game.evolve(self._view, told.event)
        return told.event

    def _is_end(self, table: Table, event: Event) -> bool:
        """Whether this is the sentence that the table says at the end anyway."""
        outcome = table.game.outcome(self._view)
        return outcome is not None and table.game.say(event) == outcome.why

    def _say(self, table: Table, you: Seat | None, event: Event) -> None:
        self._since += 1
        text = self._short(table, you, table.game.say(event))
        self.console.print(Text("  ") + self._painter(table, you).say(text), soft_wrap=False)

    def _short(self, table: Table, you: Seat | None, text: str) -> str:
        """The sentence without a list of all cards: the table shows them."""
        for block in self._scene(table, you).blocks:
            if isinstance(block, Grid):
                cards = ", ".join(cell.label for cell in block.cells)
                if len(block.cells) > 1 and cards in text:
                    return text.replace(cards, f"{len(block.cells)} cards")
        return text

    def _show_new_moment(self, table: Table, you: Seat | None) -> None:
        scene = self._scene(table, you)
        if scene.moment != self._drawn:
            self._drawn = scene.moment
            self._show(table, you, scene, self.console.height - 4)

    def _warn(self, table: Table, you: Seat | None) -> None:
        """The reminder, once, that one's own time or everybody's is running out."""
        for seat, key in sorted(table.near - self._warned):
            self._warned.add((seat, key))
            deadline = table.deadlines.get((seat, key))
            if deadline is not None and seat in (you, CLOCK):
                self._interrupt()
                self._print(f"Time is running out: {_minutes(deadline.at - self._now())} left.", "bold")

    def _finale(self, table: Table, you: Seat | None) -> None:
        outcome = table.story.outcome
        assert outcome is not None
        self._show(table, you, self._scene(table, you))
        self.console.print()
        yours = "" if you is None or not outcome.winners else " You won!" if you in outcome.winners else " You lost."
        self.console.print(self._painter(table, you).say(result_line(outcome) + yours, "bold"))

    # ── waiting and asking ──

    async def _look_on(self, table: Table, you: Seat | None) -> None:
        """Waits for news; after a while says who is waited for, as far as everybody may know."""
        try:
            await asyncio.wait_for(self._news.wait(), THINKING)
            return
        except TimeoutError:
            pass
        if you is None and table.story.paused is not None:
            return
        waiting = [
            table.names.get(row.seat, row.seat)
            for block in self._scene(table, None).blocks
            if isinstance(block, Roster)
            for row in block.rows
            if row.awaited
        ]
        if waiting:
            self._print(f"  … waiting for {', '.join(waiting)}", "dim")
        await self._news.wait()

    async def _answer(self, table: Table, you: Seat) -> End | None:
        """One line from the person, unless something happens before it is finished."""
        assert self.lines is not None, "who sits at a table has something to type on"
        desk = self._desk(table, you)
        if self._typing is None:
            if desk.asks[0].need == "none" and await self._soon():
                return None
            self._show_question(table, you, desk)
            self._typing = self.lines.ask(PROMPT)
        elif self._over_prompt and not self._typing.done():
            self._show_question(table, you, desk)
            self.lines.again(PROMPT)
        self._over_prompt = False
        news = asyncio.ensure_future(self._news.wait())
        waiting: set[asyncio.Future[Any]] = {self._typing, news}
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()
        if not self._typing.done():
            return None
        try:
            line = self._typing.result().strip()
        except EOFError:
            return "left"
        finally:
            self._typing = None
        return await self._take(table, you, self._desk(table, you), line)

    async def _soon(self) -> bool:
        try:
            await asyncio.wait_for(self._news.wait(), SETTLING)
            return True
        except TimeoutError:
            return False

    def _show_question(self, table: Table, you: Seat, desk: Desk) -> None:
        """The table, when the question is new, and how to answer."""
        if self._form is not None:
            self._print(f"{self._form.question.removesuffix(':')}, or Enter to leave it:")
            return
        if not desk.asks:
            return
        scene = self._scene(table, you)
        owed = [ask.key for ask in desk.asks if ask.need != "none"]
        moment = " ".join(owed or [scene.moment, *(ask.key for ask in desk.asks)])
        if moment == self._drawn:
            return
        self._drawn = moment
        question = self._question(table, you, desk)
        if self._board(scene) == self._seen and self._since <= STILL_ON_SCREEN:
            self.console.print()
        else:
            room = self.console.height - 2 - len(self.console.render_lines(question, pad=False))
            self._show(table, you, scene, room)
        self.console.print(question)

    def _question(self, table: Table, you: Seat, desk: Desk) -> Group:
        """What is asked, how it can be answered, and what there is to choose from."""
        if desk.first is None:
            return Group()
        how = plain(" · ".join([*desk.hints(), "?"]), self.console)
        asked = Text.assemble(self._painter(table, you).say(desk.first.text, "bold"), (f" ({how})", "dim"))
        return Group(asked, *(Text(plain(f"  {at} {option}", self.console)) for at, option in enumerate(desk.menu, 1)))

    async def _take(self, table: Table, you: Seat, desk: Desk, line: str) -> End | None:
        """What the person typed: an answer, a command, or a field of a form begun before."""
        if not line:
            self._form, self._drawn, self._seen = None, "", ()
            return None
        command = None if desk.names_exactly(line) else self._command(line)
        if command == "quit":
            return "left"
        if command is not None:
            self._form = None
            self._obey(table, you, desk, command)
            return None
        reading, form = self._read(desk, line), self._form
        self._meant, self._form = None, None
        match reading:
            case Answered(ask=ask, action=action):
                if not await self._submit(table, you, ask, action):
                    self._form = self._asked_again(desk, form)
            case Unfinished():
                self._form = reading
            case Unclear(why=why, meant=meant):
                self._meant, self._form = meant, self._asked_again(desk, form)
                self._print(why + (" (y, or type again)" if meant else ""), "italic")
        return None

    @staticmethod
    def _asked_again(desk: Desk, form: Unfinished | None) -> Unfinished | None:
        """The question that was not answered well. Were it dropped, the next line would be an answer to another; only what
        a line by itself answers can be typed anew as a whole."""
        plain = desk.first.forms[:1] if desk.first else ()
        if form is None or form.kind in plain or all(ask.key != form.ask.key for ask in desk.asks):
            return None
        return form

    def _read(self, desk: Desk, line: str) -> Reading:
        if self._meant is not None and line.casefold() in ("y", "yes"):
            return self._meant
        if self._form is not None and not line.startswith("/"):
            return desk.fill(self._form, line)
        return desk.read(line)

    async def _submit(self, table: Table, you: Seat, ask: Ask, action: Action) -> bool:
        """False when the rules refuse; the person has been told why."""
        try:
            await table.submit(you, action, ask.key, f"terminal:{uuid.uuid4().hex}")
        except IllegalAction as refusal:
            self._print(str(refusal), "italic")
            return False
        return True

    # ── commands ──

    def _command(self, line: str) -> str | None:
        word = line.removeprefix("/").casefold()
        return {"?": "help", "h": "help", "exit": "quit", "q": "quit", "table": "board", "look": "board"}.get(
            word, word if word in ("help", "rules", "log", "board", "who", "quit") else None
        )

    def _obey(self, table: Table, you: Seat, desk: Desk, command: str) -> None:
        match command:
            case "rules":
                self.console.print(Markdown(table.game.rules()))
            case "log":
                for event in self._heard(table, you):
                    self._say(table, you, event)
            case "who":
                for seat in table.story.seats:
                    occupant = table.seats[seat]
                    kind = {"person": "person", "model": "model", "built-in": "built-in player"}[occupant.kind]
                    who = f"{occupant.name}{' (you)' if seat == you else ''}"
                    self._print(f"  {table.game.seat_title(seat)}: {who}, {kind}")
            case "board":
                self._show(table, you, self._scene(table, you))
            case "help":
                self._help(desk)
        self.console.print(self._question(table, you, desk))

    def _help(self, desk: Desk) -> None:
        self._print("Now you can type:")
        for hint in desk.hints():
            self._print(f"  {hint}")
        self._print("At any time: rules, log, board, who, ? (this help), quit (the game is saved).")
        self._print("Where a card has such a name, put a stroke before the command: /log.", "dim")

    # ── within ──

    def _desk(self, table: Table, you: Seat) -> Desk:
        return Desk(table.story.asks(you), self._scene(table, you), table.names)

    def _ear(self, you: Seat | None) -> Seat | None:
        return TABLE if you is None and self._everything else you

    def _heard(self, table: Table, you: Seat | None) -> list[Event]:
        return [each.event for each in table.story.log[: self._cursor or None] if each.heard_by(self._ear(you))]

    def _scene(self, table: Table, you: Seat | None) -> Scene:
        scene: Scene = table.game.scene(self._view, you)
        return scene

    def _painter(self, table: Table, you: Seat | None) -> Painter:
        return Painter(self.console, table.names, you, lambda timer: self._time_left(table, timer))

    def _show(self, table: Table, you: Seat | None, scene: Scene, room: int | None = None) -> None:
        """Draws the table. The board is remembered: while it is still on the screen it need not come again."""
        self.console.print()
        self.console.print(self._painter(table, you).draw(scene, room, numbers=you is not None))
        self._seen, self._since = self._board(scene), 0

    @staticmethod
    def _board(scene: Scene) -> tuple[Grid, ...]:
        return tuple(block for block in scene.blocks if isinstance(block, Grid))

    def _print(self, text: str, style: str = "") -> None:
        self._since += 1
        self.console.print(Text(plain(marked(text), self.console), style=style))

    def _time_left(self, table: Table, timer: Timer) -> str:
        deadline = table.deadlines.get((timer.seat, timer.key))
        return _minutes(deadline.at - self._now()) if deadline else ""

    def _interrupt(self) -> None:
        """Makes room for a line while somebody types: the prompt comes again below."""
        if self._typing is not None and not self._typing.done() and not self._over_prompt:
            self._over_prompt = True
            self.console.print()


def _minutes(seconds: float) -> str:
    seconds = max(0, round(seconds))
    return f"{seconds // 60}:{seconds % 60:02}"
