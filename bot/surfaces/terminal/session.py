"""A game at one terminal: what happens is told in sentences, the table is drawn, and one person may sit at it.

The surface only hears that there is news; it reads the log from its own cursor, in order and at a pace one can follow,
and asks the person when all that happened has been told. A game that says what of it is worth telling (its feed) is told
like a newspaper: a heading for each new moment, what was said and what happened set off, the rest in passing, unless what is
written next tells of it; of the table only what has changed is drawn. Any other game is told event by event, and its table drawn whole.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import fields, replace
from itertools import islice
from typing import Any, Literal

from rich.console import Console, Group
from rich.markdown import Markdown
from rich.text import Text

from bot.hall import result_line
from bot.ports import Look, Moved, Occupant
from bot.surfaces.fields import why_not
from bot.surfaces.terminal.answers import Answered, Desk, Reading, Unclear, Unfinished, words_of
from bot.surfaces.terminal.draw import INK, Painter, marked, plain
from bot.surfaces.terminal.keyboard import Lines
from bot.table import Table
from games.core import (
    CLOCK,
    TABLE,
    Action,
    Ask,
    Channel,
    Event,
    IllegalAction,
    Seat,
    Seated,
    Speech,
    Told,
    is_bookkeeping,
    prose_fields,
    talk_fields,
    tidy,
)
from games.core import (
    Reading as Meaning,
)
from games.scene import Block, Grid, Roster, Row, Scene, Sheet, Tally, Timer
from games.scene import Text as Paragraph

PROMPT = "> "
THINKING = 1.0
"""Seconds of silence after which it is said who is waited for."""

SETTLING = 0.4
"""Seconds to wait for others before a person is offered what need not be answered."""

STILL_ON_SCREEN = 5
"""After so many lines the board comes again even when nothing on it has changed."""

RECAP = 6
"""How many sentences of a resumed game are told again."""

READING = 70
"""Characters that are read in one pause; longer speeches are given more of them."""

SKIP = "Enter goes on to the end at once; board, log and quit work as before."

End = Literal["over", "left"]


class Terminal:
    """One table on one console. `you` is the seat of the person who types, None for somebody who looks on; `everything`
    shows an onlooker what TABLE knows. `pace` is seconds between sentences. `look` says how characters look, `moves` how
    each move of a table came in: whoever hears all reads there what models thought."""

    def __init__(
        self,
        console: Console,
        lines: Lines | None = None,
        pace: float = 0.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        everything: bool = False,
        now: Callable[[], float] = time.time,
        look: Callable[[Occupant], Look | None] = lambda occupant: None,
        moves: Callable[[str], Awaitable[Sequence[Moved]]] | None = None,
    ) -> None:
        self.console, self.lines, self.pace = console, lines, pace
        self._sleep, self._everything, self._now = sleep, everything, now
        self._look, self._moves = look, moves
        self._news = asyncio.Event()
        self._typing: asyncio.Future[str] | None = None
        self._warned: set[tuple[Seat, str]] = set()
        self._over_prompt = False
        self._cursor = self._opening = 0
        self._view: Any = None
        self._before: Any = None
        self._drawn = self._asked = ""
        self._seen: tuple[Grid, ...] = ()
        self._since = 0
        self._meant: Answered | None = None
        self._form: Unfinished | None = None
        self._heading = self._began = ""
        self._blocks: dict[str, Block] = {}
        self._passing: list[str] = []
        self._own: list[str] = []
        self._page = ""
        self._room: Channel | None = None
        self._thought = 0

    def changed(self, table: Table) -> None:
        self._news.set()

    # ── the evening ──

    async def sit(self, table: Table, you: Seat | None = None, resumed: bool = False) -> End:
        """Shows the game until it is over, or until the person leaves."""
        self._view, self._opening = table.game.blank(), len(table.story.log)
        self._greet(table, you, resumed)
        if resumed:
            await self._recap(table, you)
        try:
            while True:
                self._news.clear()
                await self._tell(table, you)
                if table.story.outcome and not self._interrupted:
                    self._finale(table, you)
                    return "over"
                if you is not None and self._room is not None:
                    if await self._listen(table, you) == "left":
                        return "left"
                elif you is None or (self._typing is None and all(ask.follows for ask in table.story.asks(you))):
                    await self._look_on(table, you)
                elif await self._answer(table, you) == "left":
                    return "left"
        finally:
            if self._typing is not None:
                self._typing.cancel()

    def _greet(self, table: Table, you: Seat | None, resumed: bool) -> None:
        scene = table.game.scene(table.story.view(you), you)  # what has not been told yet has its name already
        special = scene.title != table.game.title  # one of many games that are played by the same rules
        self.console.print(self._painter(table, you).rule(Text(table.named(scene.title), "bold"), "center"))
        if not special:
            self._print(table.game.summary)
        elif not resumed and (opening := _texts(table.game.scene(table.story.view(None), None), "plain")):
            self._print(table.named(marked(opening[0])))
        if you is not None:
            parts = (row.part for row in _rows(scene) if row.seat == you and special)
            called = next(parts, table.game.seat_title(you))
            self._print(f"You are {table.names[you]}, {called}. Type ? for help, quit to leave.")
        self.console.print()

    async def _recap(self, table: Table, you: Seat | None) -> None:
        """The last things that happened, for somebody who comes back."""
        heard = [event for _ in table.story.log if (event := self._hear(table, you)) is not None]
        if table.game.feed:
            heard = [event for event in heard if isinstance(event, table.game.feed)]
        for event in heard[-RECAP:]:
            self._say(table, you, event)
        if table.game.feed:
            self._drawn = self._heading = self._scene(table, you).moment
            await self._move_on(table, you)

    # ── telling ──

    async def _tell(self, table: Table, you: Seat | None) -> None:
        """Everything that happened since, a sentence at a time; onlookers see the table again whenever a new moment begins."""
        while self._cursor < len(table.story.log) and not self._interrupted:
            opening = self._cursor < self._opening
            told = table.story.log[self._cursor]
            event = self._hear(table, you)
            if event is None or (opening and isinstance(event, Seated)):
                continue
            if table.game.feed:
                await self._report(table, you, told, 0 if opening else self.pace)
                continue
            self._interrupt()
            if not self._is_end(table, event):
                self._say(table, you, event)
                await self._pause(0 if opening else self.pace)
            if not table.game.outcome(self._view) and self._cursor >= self._opening and (you is None or not self._seen):
                self._show_new_moment(table, you)
        if (self._heading or self._own) and not table.game.outcome(self._view):
            self._flush(table, you)
        await self._think(table, you)
        self._warn(table, you)

    async def _pause(self, seconds: float) -> None:
        """Time to read; a key ends it while somebody only listens."""
        if self._room is None or self._typing is None or not seconds:
            await self._sleep(seconds)
            return
        await _either(self._typing, self._sleep(seconds))

    @property
    def _interrupted(self) -> bool:
        """Whether somebody who only listens has typed something."""
        return self._room is not None and self._typing is not None and self._typing.done()

    def _hear(self, table: Table, you: Seat | None) -> Event | None:
        """The next event of the log, when this ear hears it. What is drawn is what has been told so far."""
        told = table.story.log[self._cursor]
        self._cursor += 1
        if not told.heard_by(self._ear(you)):
            return None
        self._before, self._view = self._view, table.game.evolve(self._view, told.event)
        return told.event

    def _is_end(self, table: Table, event: Event) -> bool:
        """Whether this is the sentence that the table says at the end anyway."""
        outcome = table.game.outcome(self._view)
        return outcome is not None and table.game.say(event) == outcome.why

    def _say(self, table: Table, you: Seat | None, event: Event, style: str = "") -> None:
        self._since += 1
        if speeches := table.game.speeches(event):
            for each in self._spoken(table, you, speeches):
                self.console.print(each)
            return
        text = self._short(table, you, table.game.say(event))
        self.console.print(self._painter(table, you).happened(text, style))

    def _short(self, table: Table, you: Seat | None, text: str) -> str:
        """The sentence without a list of all cards: the table shows them."""
        for block in self._scene(table, you).blocks:
            if isinstance(block, Grid):
                cards = ", ".join(cell.label for cell in block.cells)
                if len(block.cells) > 1 and cards in text:
                    return text.replace(cards, f"{len(block.cells)} cards")
        return text

    # ── telling like a newspaper ──

    async def _report(self, table: Table, you: Seat | None, told: Told, pace: float) -> None:
        """One event of a game with a feed, at its place in the page."""
        event, scene = told.event, self._scene(table, you)
        opening = self._cursor < self._opening  # what stands before its end is a beginning, and no moment of its own
        new = scene.moment != self._drawn and not opening
        if told.to is None and isinstance(event, table.game.feed):
            if prose_fields(type(event)):
                self._passing, self._began = [], ""  # somebody tells of it in words of their own
            # A heading that is still to come shows the table as it was before the news.
            self._before, self._view = self._view, self._before
            self._flush(table, you, own=False)
            self._before, self._view = self._view, self._before
            await self._set_off(table, you, event, pace)
        elif told.to is None and not isinstance(event, table.game.events):
            self._passing.append(table.game.say(event))
        elif told.to is not None and self._ear(you) == TABLE:
            if not (is_bookkeeping(table.game, told) or _to_oneself(told)):
                (self._flush_passing if opening else self._flush)(table, you)
                self._say(table, you, event, "dim")
                await self._pause(pace / 2)
        elif told.to is not None:
            if not _to_oneself(told):
                self._own.append(table.game.say(event))
        elif not new and not _says_only_who(event):
            if self._heading:
                self._flush(table, you)
            self._passing.append(table.game.say(event))
        if new:
            # What began a moment that is over already stands in no heading, and is told in passing.
            self._passing += [self._began] if self._began else []
            plain_news = told.to is None and not isinstance(event, table.game.feed)
            self._began = table.game.say(event) if plain_news else ""
            self._heading, self._drawn = scene.moment, scene.moment
        await self._move_on(table, you)

    async def _set_off(self, table: Table, you: Seat | None, event: Event, pace: float) -> None:
        """Something that everybody heard and that is worth a pause."""
        self._interrupt()
        self.console.print()
        speeches = table.game.speeches(event)
        if not speeches:
            self._say(table, you, event, "bold")
            await self._pause(pace)
        for each in self._spoken(table, you, speeches):
            self.console.print(each)
            await self._pause(pace * (1 + len(each.plain) / READING))

    def _spoken(self, table: Table, you: Seat | None, speeches: Sequence[Speech]) -> list[Text]:
        """What each said, and then who said nothing."""
        painter = self._painter(table, you)
        said = [painter.speech(each) for each in speeches if each.text]
        quiet = [f"{{{each.seat}}}" for each in speeches if not each.text]
        if quiet:
            names = " and ".join([", ".join(quiet[:-1]), quiet[-1]] if quiet[:-1] else quiet)
            said.append(painter.happened(f"{names} {'says' if len(quiet) == 1 else 'say'} nothing.", "dim"))
        return said

    def _flush(self, table: Table, you: Seat | None, own: bool = True) -> None:
        """What has gathered: the rest of the last moment, the heading of the new one with what changed on the table, and
        what oneself was told (`own`), unless a new page of one's own shows it."""
        if not table.game.feed:
            return
        self._flush_passing(table, you)
        scene = self._scene(table, you)
        if (own or self._heading) and not (scene.secret and scene.page != self._page):
            for each in self._own:
                self._interrupt()
                self.console.print(self._painter(table, you).happened(each))
        if own or self._heading:
            self._own = []
        if self._heading:
            self._interrupt()
            self._heading, self._began, self._page = "", "", scene.page
            self._head(table, you, scene)

    def _flush_passing(self, table: Table, you: Seat | None) -> None:
        if _is_writing(table):
            return
        passing, self._passing = self._passing, []
        if passing:
            self._interrupt()
            self.console.print(self._painter(table, you).happened(" ".join(map(tidy, passing)), "dim"))

    def _head(self, table: Table, you: Seat | None, scene: Scene) -> None:
        """A heading, and below it what is new on the table. What everybody was told stands in the news already."""
        painter = self._painter(table, you)
        lead = next(iter(_texts(scene, "lead")), "")
        public = self._scene(table, None).blocks
        self.console.print()
        self.console.print(painter.rule(painter.say(marked(lead).strip(), INK[scene.face] or "bold"), "left"))
        shown = [kept for block in scene.blocks if (kept := self._news_of(block, block in public)) is not None]
        self.console.print(painter.draw(Scene(scene.title, scene.moment, scene.face, tuple(shown))))

    def _news_of(self, block: Block, public: bool) -> Block | None:
        """A part of the table as it is drawn under a heading, or None when it is as it was drawn last. Whoever is waited for
        is no news."""
        if isinstance(block, Paragraph) and (block.style == "lead" or (public and block.style == "plain")):
            return None
        if not isinstance(block, Paragraph | Tally | Roster | Timer) and public:
            return None
        if isinstance(block, Roster):
            block = Roster(tuple(replace(row, awaited=False) for row in block.rows))
        said = block.text if isinstance(block, Paragraph) else getattr(block, "title", "")
        place = f"{type(block).__name__}:{said}"
        if self._blocks.get(place) == block and not isinstance(block, Timer):
            return None
        self._blocks[place] = block
        return block

    async def _move_on(self, table: Table, you: Seat | None) -> None:
        """Opens the room beside the table that this seat may read from now on, if there is one."""
        if you is None or self._room is not None or self._is_over(table):
            return
        room = next((each for each in table.game.channels(self._view) if each.readers and you in each.readers), None)
        if room is None or room.hears != TABLE:
            return
        self._flush(table, you)
        self._interrupt()
        missed = [told for told in table.story.log[: self._cursor] if not told.heard_by(you) and not _to_oneself(told)]
        self._room, self._view = room, table.game.blank()
        for told in table.story.log[: self._cursor]:
            self._view = table.game.evolve(self._view, told.event)
        self.console.print()
        self._print(f"{room.title}. {room.about}", "bold")
        self._print(SKIP, "dim")
        for told in missed:
            self._say(table, you, told.event, "dim")
            await self._pause(self.pace / 4)

    def _is_over(self, table: Table) -> bool:
        """Whether the game is over as far as it is told, or with the very next thing."""
        view = self._view
        for told in table.story.log[self._cursor : self._cursor + 1]:
            view = table.game.evolve(view, told.event)
        return table.game.outcome(view) is not None

    async def _think(self, table: Table, you: Seat | None) -> None:
        """What models thought, for whoever hears everything."""
        if self._moves is None or self._ear(you) != TABLE:
            return
        moves = await self._moves(table.id)
        for moved in moves[self._thought :]:
            if moved.aside:
                self._interrupt()
                head = Text(
                    f"{self._painter(table, you).names.get(moved.seat, moved.seat)} thinks: ", style="dim italic"
                )
                self.console.print(
                    self._painter(table, you).hanging(head, Text(marked(moved.aside), style="dim italic"))
                )
        self._thought = len(moves)

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
                left = _minutes(deadline.at - self._now())
                timers = [block for block in self._scene(table, you).blocks if isinstance(block, Timer)]
                due = next((each.label for each in timers if (each.seat, each.key) == (seat, key)), "")
                self._print(f"{due} in {left}." if due else f"Time is running out: {left} left.", "bold")

    def _finale(self, table: Table, you: Seat | None) -> None:
        self._flush_passing(table, you)
        outcome = table.story.outcome
        assert outcome is not None
        scene = self._scene(table, you)
        earlier = {each.label for each in table.game.scene(self._before, you).sheets}
        for sheet in scene.sheets:
            if sheet.label not in earlier:
                self.console.print()
                self.console.print(self._painter(table, you).sheet(sheet))
        self._show(table, you, scene)
        self.console.print()
        line = result_line(outcome)
        line = line.removeprefix(outcome.why).strip() or line if outcome.why in _texts(scene, "lead") else line
        yours = "" if you is None or not outcome.winners else " You won!" if you in outcome.winners else " You lost."
        self.console.print(self._painter(table, you).say(line + yours, "bold"))

    # ── waiting and asking ──

    async def _look_on(self, table: Table, you: Seat | None) -> None:
        """Waits for news; after a while says who is waited for, as far as everybody may know."""
        if await self._soon(THINKING):
            return
        self._flush(table, you)
        if you is None and table.story.paused is not None:
            return
        waiting = [table.names.get(row.seat, row.seat) for row in _rows(self._scene(table, None)) if row.awaited]
        if waiting:
            self._print(f"  … waiting for {', '.join(waiting)}", "dim")
        await self._news.wait()

    async def _listen(self, table: Table, you: Seat) -> End | None:
        """Somebody who only hears the rest: each line is a command, an empty one skips the pauses, the clock's too."""
        assert self.lines is not None, "who sits at a table has something to type on"
        if self._typing is None:
            self._typing = self.lines.ask("")
        if not self.pace and self._cursor >= len(table.story.log) and self._alone(table, you, self._desk(table, you)):
            await self._hurry(table)
        line = await self._typed(wait=self._cursor >= len(table.story.log))
        if line is None:
            return None
        command = self._command(line)
        if command == "quit":
            return "left"
        if (sheet := self._sheet(table, you, line)) is not None:
            self.console.print(self._painter(table, you).sheet(sheet))
        elif command is not None:
            self._obey(table, you, self._desk(table, you), command)
        elif line:
            self._print(SKIP, "dim")
        else:
            self.pace = 0.0
        return None

    async def _answer(self, table: Table, you: Seat) -> End | None:
        """One line from the person, unless something happens before it is finished."""
        assert self.lines is not None, "who sits at a table has something to type on"
        desk = self._desk(table, you)
        if self._typing is None:
            if desk.asks[0].need == "none" and await self._soon(SETTLING):
                return None
            self._show_question(table, you, desk)
            self._typing = self.lines.ask(PROMPT)
        elif self._over_prompt and not self._typing.done():
            self._show_question(table, you, desk)
            self.lines.again(PROMPT)
        self._over_prompt = False
        line = await self._typed()
        return None if line is None else await self._take(table, you, self._desk(table, you), line)

    async def _typed(self, wait: bool = True) -> str | None:
        """The line that is being typed, once it is finished; None when there is news first (or, without `wait`, when it is
        not finished yet). Where there will be no more, it is a person who leaves."""
        assert self._typing is not None, "a line is typed once it has been asked for"
        if wait:
            await _either(self._typing, self._news.wait())
        if not self._typing.done():
            return None
        typing, self._typing = self._typing, None
        return "/quit" if isinstance(typing.exception(), EOFError) else typing.result().strip()

    async def _soon(self, seconds: float) -> bool:
        """Whether there is news within so many seconds."""
        try:
            return await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return False

    def _show_question(self, table: Table, you: Seat, desk: Desk) -> None:
        """The table, when the question is new, and how to answer."""
        if self._form is not None:
            enter = "leave it out" if self._form.optional else "go back"
            self._print(f"{self._form.question.removesuffix(':')}, or Enter to {enter}:")
            if self._form.menu:
                self.console.print(self._painter(table, you).menu(self._form.menu))
            return
        if not desk.asks:
            return
        self._flush(table, you)
        scene = self._scene(table, you)
        owed = [ask.key for ask in desk.asks if ask.need != "none"]
        moment = " ".join(owed or [scene.moment, *(ask.key for ask in desk.asks)])
        if moment == self._asked:
            return
        self._asked = moment
        question = self._question(table, you, desk)
        if table.game.feed or (self._board(scene) == self._seen and self._since <= STILL_ON_SCREEN):
            self.console.print()
        else:
            room = self.console.height - 2 - len(self.console.render_lines(question, pad=False))
            self._show(table, you, scene, room)
        self.console.print(question)

    def _question(self, table: Table, you: Seat, desk: Desk) -> Group:
        """What is asked, how it can be answered, and what there is to choose from."""
        if desk.first is None:
            return Group()
        hints = [*desk.hints(), *(["Enter goes on"] if self._alone(table, you, desk) else []), "?"]
        how = plain(" · ".join(hints), self.console)
        asked = Text.assemble(self._painter(table, you).say(desk.first.text, "bold"), (f" ({how})", "dim"))
        return Group(asked, *([self._painter(table, you).menu(desk.menu)] if desk.menu else []))

    async def _take(self, table: Table, you: Seat, desk: Desk, line: str) -> End | None:
        """What the person typed: an answer, a command, or a field of a form begun before."""
        if not line and self._form is None and (silence := desk.silence) is not None:
            await self._submit(table, you, silence.ask, silence.action)
            return None
        if not line and not (self._form is not None and self._form.optional):
            if self._form is None and self._alone(table, you, desk):
                await self._hurry(table)
            self._form, self._asked, self._seen = None, "", ()
            return None
        command = None if desk.names_exactly(line) else self._command(line)
        if command == "quit":
            return "left"
        if command is not None:
            self._form = None
            self._obey(table, you, desk, command)
            return None
        if (sheet := self._sheet(table, you, line)) is not None:
            self.console.print(self._painter(table, you).sheet(sheet))
            self.console.print(self._question(table, you, desk))
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
    def _alone(table: Table, you: Seat, desk: Desk) -> bool:
        """Whether the table waits for nothing but the clock, and for nobody's sake but this person's."""
        waits = any(seat == CLOCK for seat, _ in table.deadlines) and not table.waited_for()
        return waits and table.story.people == (you,) and all(ask.need == "none" for ask in desk.asks)

    async def _hurry(self, table: Table) -> None:
        """Lets the clock's time be up now."""
        for ask in table.story.asks(CLOCK):
            if (CLOCK, ask.key) in table.deadlines:
                with contextlib.suppress(IllegalAction):
                    await table.submit(CLOCK, ask.choices[0], ask.key, f"terminal:{uuid.uuid4().hex}")
                return

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
        """False when the rules refuse; the person has been told why. What goes with what they did is told at once."""
        before = table.follow(you)
        try:
            await table.submit(you, action, ask.key, f"terminal:{uuid.uuid4().hex}")
        except IllegalAction as refusal:
            self._print(table.named(str(refusal)), "italic")
            return False
        if (understood := table.follow(you, before)) is not None:
            corrections = " · ".join(self._desk(table, you).corrections)
            self._print(f"{table.named(understood.text)} ({corrections})", "dim")
        return True

    # ── commands ──

    def _command(self, line: str) -> str | None:
        word = line.removeprefix("/").casefold()
        return {"?": "help", "h": "help", "exit": "quit", "q": "quit", "table": "board", "look": "board"}.get(
            word, word if word in ("help", "rules", "log", "board", "who", "quit") else None
        )

    def _sheet(self, table: Table, you: Seat | None, line: str) -> Sheet | None:
        """What is looked up by its label."""
        label = line.removeprefix("/").casefold()
        return next((each for each in self._scene(table, you).sheets if each.label.casefold() == label), None)

    def _obey(self, table: Table, you: Seat, desk: Desk, command: str) -> None:
        match command:
            case "rules":
                for line in table.game.about(table.story.view(None)).splitlines():
                    self._print(table.named(line))
                self.console.print(Markdown(table.game.rules()))
            case "log":
                for event in self._heard(table, you):
                    if not (table.game.feed and _says_only_who(event)):  # a day's talk has many of these
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
                self._help(desk, [each.label.casefold() for each in self._scene(table, you).sheets])
        self.console.print(self._question(table, you, desk))

    def _help(self, desk: Desk, sheets: Sequence[str] = ()) -> None:
        self._print("Now you can type:")
        for hint in (*desk.hints(), *desk.corrections):
            self._print(f"  {hint}")
        self._print("At any time: rules, log, board, who, ? (this help), quit (the game is saved).")
        if sheets:
            self._print(f"To look up: {', '.join(sheets)}.")
        if desk.says is not None:
            self._print("To say just such a word, put it into a sentence.", "dim")
        elif desk.cards:
            self._print("Where a card has such a name, put a slash before the command: /log.", "dim")

    # ── within ──

    def _desk(self, table: Table, you: Seat) -> Desk:
        view = table.story.view(you)

        def understand(ask: Ask, text: str) -> Meaning:
            meaning: Meaning = table.game.read(view, you, ask, text, table.names)
            return meaning

        def refused(command: str) -> str:
            kinds = (each for each in table.game.actions if f"{command.casefold()} ".startswith(f"{words_of(each)} "))
            why = "".join(why_not(table, you, kind) for kind in islice(kinds, 1))
            return "" if "{" in why else why  # of whom it was tried on, who is nobody that somebody has typed

        return Desk(table.story.asks(you), self._scene(table, you), table.names, understand, refused)

    def _ear(self, you: Seat | None) -> Seat | None:
        return TABLE if (you is None and self._everything) or self._room is not None else you

    def _heard(self, table: Table, you: Seat | None) -> list[Event]:
        return [each.event for each in table.story.log[: self._cursor or None] if each.heard_by(self._ear(you))]

    def _scene(self, table: Table, you: Seat | None) -> Scene:
        scene: Scene = table.game.scene(self._view, you)
        return scene

    def _painter(self, table: Table, you: Seat | None) -> Painter:
        looks = {seat: look for seat, occupant in table.seats.items() if (look := self._look(occupant))}
        colours = {seat: look.colour for seat, look in looks.items()}
        return Painter(self.console, table.names, you, lambda timer: self._time_left(table, timer), colours)

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


async def _either(typing: asyncio.Future[Any], other: Awaitable[Any]) -> None:
    """Waits for what is being typed or for something else, whichever comes first."""
    waiting = asyncio.ensure_future(other)
    try:
        await asyncio.wait({typing, waiting}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()


def _texts(scene: Scene, style: str) -> list[str]:
    """The sentences of that style in a scene."""
    return [block.text for block in scene.blocks if isinstance(block, Paragraph) and block.style == style]


def _rows(scene: Scene) -> list[Row]:
    """Who sits where."""
    return [row for block in scene.blocks if isinstance(block, Roster) for row in block.rows]


def _is_writing(table: Table) -> bool:
    """Whether somebody who plays by itself is about to write for everybody what has happened."""
    staff = (seat for seat in table.story.seats if seat in table.game.staff)
    return any(
        ask.need != "none" and any(map(prose_fields, ask.forms)) for seat in staff for ask in table.story.asks(seat)
    )


def _to_oneself(told: Told) -> bool:
    """Whether only who says it has heard it: it is heard when it is shared, and no news before. What is written in lines is
    a paper of one's own."""
    spoken = set(talk_fields(type(told.event))) - set(prose_fields(type(told.event)))
    return told.to is not None and len(told.to) == 1 and bool(spoken)


def _says_only_who(event: Event) -> bool:
    """Whether it tells nothing but who has done what was waited for, or whose turn it is."""
    return {each.name for each in fields(event)} <= {"seat", "day", "round"}  # type: ignore[arg-type]


def _minutes(seconds: float) -> str:
    seconds = max(0, round(seconds))
    return f"{seconds // 60}:{seconds % 60:02}"
