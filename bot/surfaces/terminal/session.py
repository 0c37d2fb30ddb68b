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
from functools import reduce
from itertools import islice
from typing import Any, Literal

from rich.console import Console, Group
from rich.markdown import Markdown
from rich.text import Text

from bot.hall import result_line
from bot.ports import Look, Moved, Occupant
from bot.surfaces.fields import why_not
from bot.surfaces.prose import listed, marked
from bot.surfaces.terminal.answers import Answered, Desk, Reading, Unclear, Unfinished, words_of
from bot.surfaces.terminal.draw import INK, Painter, plain
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
    Outcome,
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
from games.scene import Block, Grid, Roster, Row, Scene, Tally, Timer
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

OTHERWISE = {"?": "help", "h": "help", "exit": "quit", "q": "quit", "table": "board", "look": "board"}
"""What else may be typed for a command."""

End = Literal["over", "left"]


class Terminal:
    """One table on one console. `you` is the seat of the person who types, None for somebody who looks on; `everything`
    shows an onlooker what TABLE knows. `pace` is seconds between sentences. `look` says how characters look, `moves` how
    each move of a table came in: whoever hears all reads there what models thought."""

    table: Table
    you: Seat | None

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
        self._seen: list[Grid] = []
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
        self.table, self.you = table, you
        self._view, self._opening = self._game.blank(), len(table.log)
        self._greet(resumed)
        if resumed:
            await self._recap()
        try:
            while True:
                self._news.clear()
                await self._tell()
                if table.outcome and not self._interrupted:
                    self._finale(table.outcome)
                    return "over"
                asked = [ask for ask in table.asks(you) if not ask.follows] if you is not None else []
                if you is not None and self._room is not None:
                    await self._listen(you)
                elif you is None or (self._typing is None and not asked):
                    await self._look_on()
                else:
                    await self._answer(you)
        except _Left:
            return "left"
        finally:
            if self._typing is not None:
                self._typing.cancel()

    def _greet(self, resumed: bool) -> None:
        table, game, you = self.table, self._game, self.you
        scene = game.scene(table.view(you), you)  # what has not been told yet has its name already
        special = scene.title != game.title  # one of many games that are played by the same rules
        self.console.print(self._painter.rule(Text(table.named(scene.title), "bold"), "center"))
        if not special:
            self._print(game.summary)
        elif not resumed and (opening := _texts(game.scene(table.view(None), None), "plain")):
            self._print(table.named(marked(opening[0])))
        if you is not None:
            parts = (row.part for row in _rows(scene) if row.seat == you and special)
            self._print(
                f"You are {table.names[you]}, {next(parts, game.seat_title(you))}. Type ? for help, quit to leave."
            )
        self.console.print()

    async def _recap(self) -> None:
        """The last things that happened, for somebody who comes back."""
        heard = [event for _ in self.table.log if (event := self._hear()) is not None]
        if feed := self._game.feed:
            heard = [event for event in heard if isinstance(event, feed)]
        for event in heard[-RECAP:]:
            self._say(event)
        if feed:
            self._drawn = self._heading = self._scene.moment
            await self._move_on()

    # ── telling ──

    async def _tell(self) -> None:
        """Everything that happened since, a sentence at a time; onlookers see the table again whenever a new moment begins."""
        game = self._game
        while self._cursor < len(log := self.table.log) and not self._interrupted:  # it goes on while one reads
            opening, told = self._cursor < self._opening, log[self._cursor]
            pace = 0 if opening else self.pace
            event = self._hear()
            if event is None or (opening and isinstance(event, Seated)):
                continue
            if game.feed:
                await self._report(told, pace)
                continue
            self._interrupt()
            outcome = game.outcome(self._view)
            if outcome is None or game.say(event) != outcome.why:  # that is said at the end anyway
                self._say(event)
                await self._pause(pace)
            scene, onlooking = self._scene, self.you is None or not self._seen
            if outcome is None and self._cursor >= self._opening and onlooking and scene.moment != self._drawn:
                self._drawn = scene.moment
                self._show(scene, self.console.height - 4)
        if (self._heading or self._own) and not game.outcome(self._view):
            self._flush()
        await self._think()
        self._warn()

    async def _pause(self, seconds: float) -> None:
        """Time to read; a key ends it while somebody only listens."""
        if self._room is None or self._typing is None or not seconds:
            await self._sleep(seconds)
        else:
            await _either(self._typing, self._sleep(seconds))

    @property
    def _interrupted(self) -> bool:
        """Whether somebody who only listens has typed something."""
        return self._room is not None and self._typing is not None and self._typing.done()

    def _hear(self) -> Event | None:
        """The next event of the log, when this ear hears it. What is drawn is what has been told so far."""
        told = self.table.log[self._cursor]
        self._cursor += 1
        if not told.heard_by(self._ear):
            return None
        self._before, self._view = self._view, self._game.evolve(self._view, told.event)
        return told.event

    def _say(self, event: Event, style: str = "") -> None:
        self._since += 1
        if speeches := self._game.speeches(event):
            self.console.print(*self._spoken(speeches), sep="\n")
            return
        text = self._game.say(event)
        for grid in self._scene.of(Grid):  # it shows all cards; a list of them need not
            cards = ", ".join(cell.label for cell in grid.cells)
            text = text.replace(cards, f"{len(grid.cells)} cards") if len(grid.cells) > 1 else text
        self._happened(text, style)

    def _happened(self, text: str, style: str = "") -> None:
        self._interrupt()
        self.console.print(self._painter.happened(text, style))

    # ── telling like a newspaper ──

    async def _report(self, told: Told, pace: float) -> None:
        """One event of a game with a feed, at its place in the page."""
        event, scene, game = told.event, self._scene, self._game
        opening = self._cursor < self._opening  # what stands before its end is a beginning, and no moment of its own
        new = scene.moment != self._drawn and not opening
        if told.to is None and isinstance(event, game.feed):
            if prose_fields(type(event)):
                self._passing, self._began = [], ""  # somebody tells of it in words of their own
            # A heading that is still to come shows the table as it was before the news.
            self._before, self._view = self._view, self._before
            self._flush(own=False)
            self._before, self._view = self._view, self._before
            await self._set_off(event, pace)
        elif told.to is None and not isinstance(event, game.events):
            self._passing.append(game.say(event))
        elif told.to is not None and self._ear == TABLE:
            if not (is_bookkeeping(game, told) or _to_oneself(told)):
                (self._flush_passing if opening else self._flush)()
                self._say(event, "dim")
                await self._pause(pace / 2)
        elif told.to is not None:
            if not _to_oneself(told):
                self._own.append(game.say(event))
        elif not new and not _says_only_who(event):
            if self._heading:
                self._flush()
            self._passing.append(game.say(event))
        if new:
            # What began a moment that is over already stands in no heading, and is told in passing.
            self._passing += [self._began] if self._began else []
            self._began = game.say(event) if told.to is None and not isinstance(event, game.feed) else ""
            self._heading = self._drawn = scene.moment
        await self._move_on()

    async def _set_off(self, event: Event, pace: float) -> None:
        """Something that everybody heard and that is worth a pause."""
        self._interrupt()
        self.console.print()
        speeches = self._game.speeches(event)
        if not speeches:
            self._say(event, "bold")
            await self._pause(pace)
        for each in self._spoken(speeches):
            self.console.print(each)
            await self._pause(pace * (1 + len(each.plain) / READING))

    def _spoken(self, speeches: Sequence[Speech]) -> list[Text]:
        """What each said, and then who said nothing."""
        painter = self._painter
        said = [painter.speech(each) for each in speeches if each.text]
        quiet = [f"{{{each.seat}}}" for each in speeches if not each.text]
        if quiet:
            said.append(painter.happened(f"{listed(quiet)} {'says' if len(quiet) == 1 else 'say'} nothing.", "dim"))
        return said

    def _flush(self, own: bool = True) -> None:
        """What has gathered: the rest of the last moment, the heading of the new one with what changed on the table, and
        what oneself was told (`own`), unless a new page of one's own shows it."""
        if not self._game.feed:
            return
        self._flush_passing()
        scene = self._scene
        if own or self._heading:
            for each in self._own if not (scene.secret and scene.page != self._page) else ():
                self._happened(each)
            self._own = []
        if self._heading:
            self._interrupt()
            self._heading, self._began, self._page = "", "", scene.page
            # A heading, and below it what is new on the table. What everybody was told stands in the news already.
            painter, lead, public = self._painter, next(iter(_texts(scene, "lead")), ""), self._public.blocks
            self.console.print()
            self.console.print(painter.rule(painter.say(marked(lead).strip(), INK[scene.face] or "bold"), "left"))
            shown = [kept for block in scene.blocks if (kept := self._news_of(block, block in public)) is not None]
            self.console.print(painter.draw(replace(scene, blocks=tuple(shown))))

    def _flush_passing(self) -> None:
        """What is told in passing, unless somebody who runs the game is about to write for everybody what has happened."""
        story = self.table.story
        owed = [
            ask for seat in story.seats if seat in self._game.staff for ask in story.asks(seat) if ask.need != "none"
        ]
        if self._passing and not any(map(prose_fields, (form for ask in owed for form in ask.forms))):
            self._happened(" ".join(map(tidy, self._passing)), "dim")
            self._passing = []

    def _news_of(self, block: Block, public: bool) -> Block | None:
        """A part of the table as it is drawn under a heading, or None when it is as it was drawn last. Whoever is waited for
        is no news, nor what has been said and voted: that is told as it happens."""
        if isinstance(block, Paragraph):
            told, said = block.style == "lead" or (public and block.style == "plain"), block.text
        else:
            told, said = public and not isinstance(block, Tally | Roster | Timer), getattr(block, "title", "")
        if isinstance(block, Roster):
            block = Roster(tuple(Row(row.seat, row.part, row.face) for row in block.rows))
        place = f"{type(block).__name__}:{said}"
        if told or (self._blocks.get(place) == block and not isinstance(block, Timer)):
            return None
        self._blocks[place] = block
        return block

    async def _move_on(self) -> None:
        """Opens the room beside the table that this seat may read from now on, if there is one."""
        game, you, log = self._game, self.you, self.table.log
        heard, coming = log[: self._cursor], log[self._cursor : self._cursor + 1]
        ahead = reduce(game.evolve, (told.event for told in coming), self._view)
        if you is None or self._room is not None or game.outcome(ahead) is not None:
            return
        room = next((each for each in game.channels(self._view) if each.readers and you in each.readers), None)
        if room is None or room.hears != TABLE:
            return
        self._flush()
        self._interrupt()
        self._room, self._view = room, reduce(game.evolve, (told.event for told in heard), game.blank())
        self.console.print()
        self._print(f"{room.title}. {room.about}", "bold")
        self._print(SKIP, "dim")
        for told in heard:
            if not (told.heard_by(you) or _to_oneself(told)):
                self._say(told.event, "dim")
                await self._pause(self.pace / 4)

    async def _think(self) -> None:
        """What models thought, for whoever hears everything."""
        if self._moves is None or self._ear != TABLE:
            return
        moves, painter, style = await self._moves(self.table.id), self._painter, "dim italic"
        for moved in moves[self._thought :]:
            if moved.aside:
                self._interrupt()
                head = Text(f"{painter.names.get(moved.seat, moved.seat)} thinks: ", style=style)
                self.console.print(painter.hanging(head, Text(marked(moved.aside), style=style)))
        self._thought = len(moves)

    def _warn(self) -> None:
        """The reminder, once, that one's own time or everybody's is running out."""
        for seat, key in sorted(self.table.near - self._warned):
            self._warned.add((seat, key))
            if (seat, key) in self.table.deadlines and seat in (self.you, CLOCK):
                self._interrupt()
                left = self._time_left(Timer(seat, key, ""))
                timers = self._scene.of(Timer)
                due = next((each.label for each in timers if (each.seat, each.key) == (seat, key)), "")
                self._print(f"{due} in {left}." if due else f"Time is running out: {left} left.", "bold")

    def _finale(self, outcome: Outcome) -> None:
        self._flush_passing()
        scene = self._scene
        earlier = {each.label for each in self._game.scene(self._before, self.you).sheets}
        for sheet in scene.sheets:
            if sheet.label not in earlier:
                self.console.print()
                self.console.print(self._painter.sheet(sheet))
        self._show(scene)
        self.console.print()
        line = result_line(outcome)
        line = line.removeprefix(outcome.why).strip() or line if outcome.why in _texts(scene, "lead") else line
        if self.you is not None and outcome.winners:
            line += " You won!" if self.you in outcome.winners else " You lost."
        self.console.print(self._painter.say(line, "bold"))

    # ── waiting and asking ──

    async def _look_on(self) -> None:
        """Waits for news; after a while says who is waited for, as far as everybody may know."""
        if await self._soon(THINKING):
            return
        self._flush()
        if self.you is None and self.table.paused is not None:
            return
        waiting = [self.table.names.get(row.seat, row.seat) for row in _rows(self._public) if row.awaited]
        if waiting:
            self._print(f"  … waiting for {', '.join(waiting)}", "dim")
        await self._news.wait()

    async def _listen(self, you: Seat) -> None:
        """Somebody who only hears the rest: each line is a command, an empty one skips the pauses, the clock's too."""
        desk, told = self._desk(you), self._cursor >= len(self.table.log)
        if self._typing is None:
            self._typing = self._keys.ask("")
        if not self.pace and told and self._alone(desk):
            await self._hurry()
        line = await self._typed(wait=told)
        if line:
            if not self._obeyed(desk, line):
                self._print(SKIP, "dim")
        elif line is not None:
            self.pace = 0.0

    async def _answer(self, you: Seat) -> None:
        """One line from the person, unless something happens before it is finished."""
        desk = self._desk(you)
        if self._typing is None:
            if desk.asks[0].need == "none" and await self._soon(SETTLING):
                return
            self._show_question(desk)
            self._typing = self._keys.ask(PROMPT)
        elif self._over_prompt and not self._typing.done():
            self._show_question(desk)
            self._keys.again(PROMPT)
        self._over_prompt = False
        if (line := await self._typed()) is not None:
            await self._take(you, line)

    @property
    def _keys(self) -> Lines:
        assert self.lines is not None, "who sits at a table has something to type on"
        return self.lines

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

    def _show_question(self, desk: Desk) -> None:
        """The table, when the question is new, and how to answer."""
        if (form := self._form) is not None:
            enter = "leave it out" if form.optional else "go back"
            self._print(f"{form.question.removesuffix(':')}, or Enter to {enter}:")
            if form.menu:
                self.console.print(self._painter.menu(form.menu))
            return
        if not desk.asks:
            return
        self._flush()
        scene = self._scene
        owed = [ask.key for ask in desk.asks if ask.need != "none"]
        moment = " ".join(owed or [scene.moment, *(ask.key for ask in desk.asks)])
        if moment == self._asked:
            return
        self._asked, question = moment, self._question(desk)
        if self._game.feed or (scene.of(Grid) == self._seen and self._since <= STILL_ON_SCREEN):
            self.console.print()
            # The cards still stand above; how things stand now does not.
            for lead in _texts(scene, "lead") if self._seen and not self._game.feed else []:
                self.console.print(self._painter.say(lead, "bold"))
        else:
            room = self.console.height - 2 - len(self.console.render_lines(question, pad=False))
            self._show(scene, room)
        self.console.print(question)

    def _question(self, desk: Desk) -> Group:
        """What is asked, how it can be answered, and what there is to choose from."""
        if desk.first is None:
            return Group()
        hints = [*desk.hints(), *(["Enter goes on"] if self._alone(desk) else []), "?"]
        how = plain(" · ".join(hints), self.console)
        asked = Text.assemble(self._painter.say(desk.first.text, "bold"), (f" ({how})", "dim"))
        return Group(asked, *([self._painter.menu(desk.menu)] if desk.menu else []))

    async def _take(self, you: Seat, line: str) -> None:
        """What the person typed: an answer, a command, or a field of a form begun before."""
        desk, form = self._desk(you), self._form
        if not line and form is None and (silence := desk.silence) is not None:
            await self._submit(you, silence.ask, silence.action)
            return
        if not line and not (form is not None and form.optional):
            if form is None and self._alone(desk):
                await self._hurry()
            self._form, self._asked, self._seen = None, "", []
            return
        if not desk.names_exactly(line) and self._obeyed(desk, line):
            return
        reading = self._read(desk, line)
        self._meant, self._form = None, None
        match reading:
            case Answered(ask=ask, action=action):
                if not await self._submit(you, ask, action):
                    self._form = self._asked_again(desk, form)
            case Unfinished():
                self._form = reading
            case Unclear(why=why, meant=meant):
                self._meant, self._form = meant, self._asked_again(desk, form, begun=True)
                self._print(why + (" (y, or type again)" if meant else ""), "italic")

    def _alone(self, desk: Desk) -> bool:
        """Whether the table waits for nothing but the clock, and for nobody's sake but this person's."""
        waits = any(seat == CLOCK for seat, _ in self.table.deadlines) and not self.table.waited_for()
        return waits and self.table.people == (self.you,) and all(ask.need == "none" for ask in desk.asks)

    async def _hurry(self) -> None:
        """Lets the clock's time be up now."""
        for ask in self.table.asks(CLOCK):
            if (CLOCK, ask.key) in self.table.deadlines:
                with contextlib.suppress(IllegalAction):
                    await self.table.submit(CLOCK, ask.choices[0], ask.key, f"terminal:{uuid.uuid4().hex}")
                return

    @staticmethod
    def _asked_again(desk: Desk, form: Unfinished | None, begun: bool = False) -> Unfinished | None:
        """The question that was not answered well. Were it dropped, the next line would be an answer to another; only what
        a line by itself answers can be typed anew as a whole, unless it is `begun` well."""
        plain = desk.first.forms[:1] if desk.first else ()
        if form is None or all(ask.key != form.ask.key for ask in desk.asks):
            return None
        return None if form.kind in plain and not (begun and form.values) else form

    def _read(self, desk: Desk, line: str) -> Reading:
        if self._meant is not None and line.casefold() in ("y", "yes"):
            return self._meant
        if self._form is not None and not line.startswith("/"):
            return desk.fill(self._form, line)
        return desk.read(line)

    async def _submit(self, you: Seat, ask: Ask, action: Action) -> bool:
        """False when the rules refuse; the person has been told why. What goes with what they did is told at once."""
        table, before = self.table, self.table.follow(you)
        try:
            await table.submit(you, action, ask.key, f"terminal:{uuid.uuid4().hex}")
        except IllegalAction as refusal:
            self._print(table.named(str(refusal)), "italic")
            return False
        if (understood := table.follow(you, before)) is not None:
            self._print(f"{table.named(understood.text)} ({' · '.join(self._desk(you).corrections)})", "dim")
        return True

    # ── commands ──

    def _obeyed(self, desk: Desk, line: str) -> bool:
        """Carries out a command, or shows a sheet by its label, and asks again; False where a line is neither."""
        word, table = line.removeprefix("/").casefold(), self.table
        sheet = next((each for each in self._scene.sheets if each.label.casefold() == word), None)
        match OTHERWISE.get(word, word):
            case "quit":
                raise _Left
            case "rules":
                for each in self._game.about(table.view(None)).splitlines():
                    self._print(table.named(each))
                self.console.print(Markdown(self._game.rules()))
            case "log":
                for told in table.log[: self._cursor or None]:
                    # a day's talk has many that say only who spoke
                    if told.heard_by(self._ear) and not (self._game.feed and _says_only_who(told.event)):
                        self._say(told.event)
            case "who":
                for seat in table.order:
                    occupant = table.seats[seat]
                    kind = occupant.kind.replace("built-in", "built-in player")
                    who = f"{occupant.name}{' (you)' if seat == self.you else ''}"
                    self._print(f"  {self._game.seat_title(seat)}: {who}, {kind}")
            case "board":
                self._show(self._scene)
            case "help":
                self._help(desk)
            case _ if sheet is not None:
                self.console.print(self._painter.sheet(sheet))
            case _:
                return False
        self._form = None if sheet is None else self._form
        self.console.print(self._question(desk))
        return True

    def _help(self, desk: Desk) -> None:
        self._print("Now you can type:")
        for hint in (*desk.hints(), *desk.corrections):
            self._print(f"  {hint}")
        self._print("At any time: rules, log, board, who, ? (this help), quit (the game is saved).")
        if sheets := self._scene.sheets:
            self._print(f"To look up: {', '.join(each.label.casefold() for each in sheets)}.")
        if desk.says is not None:
            self._print("To say just such a word, put it into a sentence.", "dim")
        elif desk.cards:
            self._print("Where a card has such a name, put a slash before the command: /log.", "dim")

    # ── within ──

    def _desk(self, you: Seat) -> Desk:
        table, view = self.table, self.table.view(you)

        def understand(ask: Ask, text: str) -> Meaning:
            meaning: Meaning = table.game.read(view, you, ask, text, table.names)
            return meaning

        def refused(command: str) -> str:
            kinds = (each for each in table.game.actions if f"{command.casefold()} ".startswith(f"{words_of(each)} "))
            why = "".join(why_not(table, you, kind) for kind in islice(kinds, 1))
            return "" if "{" in why else why  # of whom it was tried on, who is nobody that somebody has typed

        return Desk(table.asks(you), self._scene, table.names, understand, refused)

    @property
    def _game(self) -> Any:
        return self.table.game

    @property
    def _ear(self) -> Seat | None:
        return TABLE if (self.you is None and self._everything) or self._room is not None else self.you

    @property
    def _scene(self) -> Scene:
        """The table, as far as it has been told."""
        scene: Scene = self._game.scene(self._view, self.you)
        return scene

    @property
    def _public(self) -> Scene:
        scene: Scene = self._game.scene(self._view, None)
        return scene

    @property
    def _painter(self) -> Painter:
        looks = {seat: look for seat, occupant in self.table.seats.items() if (look := self._look(occupant))}
        colours = {seat: look.colour for seat, look in looks.items()}
        return Painter(self.console, self.table.names, self.you, self._time_left, colours)

    def _show(self, scene: Scene, room: int | None = None) -> None:
        """Draws the table. The board is remembered: while it is still on the screen it need not come again."""
        self.console.print()
        self.console.print(self._painter.draw(scene, room, numbers=self.you is not None))
        self._seen, self._since = scene.of(Grid), 0

    def _print(self, text: str, style: str = "") -> None:
        self._since += 1
        self.console.print(Text(plain(marked(text), self.console), style=style))

    def _time_left(self, timer: Timer) -> str:
        deadline = self.table.deadlines.get((timer.seat, timer.key))
        seconds = max(0, round(deadline.at - self._now())) if deadline else 0
        return f"{seconds // 60}:{seconds % 60:02}" if deadline else ""

    def _interrupt(self) -> None:
        """Makes room for a line while somebody types: the prompt comes again below."""
        if self._typing is not None and not self._typing.done() and not self._over_prompt:
            self._over_prompt = True
            self.console.print()


class _Left(Exception):
    """The person has left the table."""


async def _either(typing: asyncio.Future[Any], other: Awaitable[Any]) -> None:
    """Waits for what is being typed or for something else, whichever comes first."""
    waiting = asyncio.ensure_future(other)
    try:
        await asyncio.wait({typing, waiting}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()


def _texts(scene: Scene, style: str) -> list[str]:
    """The sentences of that style in a scene."""
    return [block.text for block in scene.of(Paragraph) if block.style == style]


def _rows(scene: Scene) -> list[Row]:
    """Who sits where."""
    return [row for roster in scene.of(Roster) for row in roster.rows]


def _to_oneself(told: Told) -> bool:
    """Whether only who says it has heard it: it is heard when it is shared, and no news before. What is written in lines is
    a paper of one's own."""
    spoken = set(talk_fields(type(told.event))) - set(prose_fields(type(told.event)))
    return told.to is not None and len(told.to) == 1 and bool(spoken)


def _says_only_who(event: Event) -> bool:
    """Whether it tells nothing but who has done what was waited for, or whose turn it is."""
    return {each.name for each in fields(event)} <= {"seat", "day", "round"}  # type: ignore[arg-type]
