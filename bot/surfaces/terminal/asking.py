"""What a person is asked, how it is shown, and what they typed, taken to the table."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from rich.console import Group
from rich.text import Text

from bot import rights
from bot.rights import Asker
from bot.surfaces.fields import why_not
from bot.surfaces.terminal.answers import Answered, Desk, Entry, Unclear, Unfinished, words_of
from bot.surfaces.terminal.clock import Watch
from bot.surfaces.terminal.commands import obeyed
from bot.surfaces.terminal.draw import plain
from bot.surfaces.terminal.hearing import Hearing, goes_on, texts
from bot.surfaces.terminal.news import News
from bot.surfaces.terminal.page import Page
from games.core import Action, Ask, IllegalAction, Parsed, Seat
from games.scene import Grid, Lines
from games.story import read_answer

STILL_ON_SCREEN = 5
"""After so many lines the board comes again even when nothing on it has changed."""


class Asking:
    """The questions to the seat `you`, and the answer that somebody has begun."""

    def __init__(self, you: Seat, hearing: Hearing, page: Page, news: News, watch: Watch) -> None:
        self._you, self._table = you, hearing.table
        self._hearing, self._page, self._news, self._watch = hearing, page, news, watch
        self._asked = ""
        self._listed: tuple[str, tuple[str, ...]] = "", ()
        self._prompt = ""
        self._meant: Answered | None = None
        self._form: Unfinished | None = None
        self._places: dict[str, tuple[str, ...]] = {}

    def desk(self) -> Desk:
        """What can be answered now."""
        table, you, view = self._table, self._you, self._table.view(self._you)

        def understand(ask: Ask, text: str) -> Parsed:
            return read_answer(table.game, view, you, ask, text, table.names)

        def refused(command: type[Action] | str, values: Mapping[str, str]) -> str:
            if not isinstance(command, str):
                return table.named(why_not(table, you, command, values=values))
            typed = f"{command.casefold()} "
            kinds = (each for each in table.game.rules.actions if typed.startswith(f"{words_of(each)} "))
            why = "".join(why_not(table, you, kind) for kind in islice(kinds, 1))
            return "" if "{" in why else why  # of whom it was tried on, who is nobody that somebody has typed

        def misfit(begun: Action) -> str:
            return table.named(table.misfit(you, begun))

        return Desk(table.asks(you), self._hearing.scene, table.names, understand, refused, self._places, misfit)

    def show(self, desk: Desk) -> None:
        """The table, when the question is new, and how to answer."""
        page = self._page
        if (form := self._form) is not None:
            enter = "leave it out" if form.optional else "go back"
            page.print(f"{form.question.removesuffix(':')}, or Enter to {enter}:")
            if form.menu:
                page.console.print(page.painter.menu(form.menu))
            return
        if not desk.asks:
            return
        self._news.before_asking()
        scene, feed = self._hearing.scene, self._hearing.game.shows.feed
        owed = [ask.key for ask in desk.asks if ask.need != "none"]
        moment = " ".join(owed or [scene.moment, *(ask.key for ask in desk.asks)])
        if moment == self._asked:
            if self._listed != _listing(desk):  # a number would be read by a list that nobody has seen
                self._print_question(desk)
            return
        self._asked, self._listed, question = moment, _listing(desk), self._question(desk)
        cards = [each for each in page.seen if isinstance(each, Grid)]
        still = scene.of(Grid) == cards if cards else scene.blocks == page.seen
        if feed or (still and page.since <= STILL_ON_SCREEN):
            page.console.print()
            # The cards still stand above; how things stand now does not.
            for lead in texts(scene, "lead") if not feed else []:
                page.console.print(page.painter.say(lead, "bold"))
            lists = tuple(each for each in scene.of(Lines) if not (feed or goes_on(each, page.seen)))
            page.console.print(page.painter.draw(replace(scene, blocks=lists)), end="")
        else:
            room = page.console.height - 2 - len(page.console.render_lines(question, pad=False))
            page.show(scene, room)
        page.console.print(question)

    def prompt(self, desk: Desk) -> str:
        """What stands before the line that is typed: what Enter does, where it does anything but show the question again."""
        self._prompt = f"Enter: {enter} > " if (enter := self._enter(desk)) else "> "
        return self._prompt

    def outdated(self, desk: Desk) -> bool:
        """Whether what stands on the screen is not what is asked any more, or Enter now does what it does not say."""
        if self._form is not None:
            return False
        enter = self._enter(desk)
        return self._listed != _listing(desk) or (enter != "" and enter not in self._prompt)

    def _enter(self, desk: Desk) -> str:
        if self._form is not None:
            return ""  # its question says it
        if desk.silence is not None:
            return "say nothing, go on" if desk.says else desk.label(desk.silence.action).casefold()
        return "go on" if self._watch.alone(desk) else ""

    def _print_question(self, desk: Desk) -> None:
        self._listed = _listing(desk)
        self._page.console.print(self._question(desk))

    def _question(self, desk: Desk) -> Group:
        """What is asked, how it can be answered, and what there is to choose from."""
        if desk.first is None:
            return Group()
        page = self._page
        how = plain(" · ".join([*desk.hints(), "?"]), page.console)
        asked = Text.assemble(page.painter.say(desk.first.text, "bold"), (f" ({how})", "dim"))
        return Group(asked, *([page.painter.menu(desk.menu)] if desk.menu else []))

    def obeyed(self, desk: Desk, line: str) -> bool:
        """Carries out a command and asks again, also for what is left of a form that was begun."""
        if not obeyed(self._hearing, self._page, desk, line, self._enter(desk)):
            return False
        if self._form is None:  # else it is asked for again
            self._print_question(desk)
        return True

    async def take(self, line: str) -> None:
        """What the person typed: an answer, a command, or a field of a form begun before."""
        desk, form = self.desk(), self._form
        if form is None and self._crossed(desk, line):
            self._asked = ""
            self._page.print("Something else is asked now. Nothing was taken.", "italic")
            return
        if not line and form is None and (silence := desk.silence) is not None:
            await self._submit(silence.ask, silence.action)
            return
        if not line and not (form is not None and form.optional):
            if form is None and self._watch.alone(desk):
                await self._watch.hurry()
            self._form, self._asked, self._page.seen = None, "", ()
            return
        if not desk.names_exactly(line) and self.obeyed(desk, line):
            return
        reading = self._read(desk, line)
        self._meant, self._form = None, None
        match reading:
            case Answered(ask=ask, action=action):
                if not await self._submit(ask, action):
                    again = _asked_again(desk, form)
                    self._form = again and replace(again, wanted=not line)  # or Enter would be refused for ever
            case Unfinished():
                self._form = reading
            case Unclear(why=why, meant=meant, begun=begun):
                self._meant, self._form = meant, begun or _asked_again(desk, form, begun=True)
                self._page.print(why + (" (y, or type again)" if meant else ""), "italic")

    def _crossed(self, desk: Desk, line: str) -> bool:
        """Whether a line was meant for what stood on the screen, and something else is asked since."""
        if self._listed == _listing(desk):
            return False
        bare = not line.strip("0123456789, ")
        return bare or (self._listed[0] != _listing(desk)[0] and desk.names_exactly(line))

    def _read(self, desk: Desk, line: str) -> Entry:
        if self._meant is not None and line.casefold() in ("y", "yes"):
            return self._meant
        if self._form is not None and not line.startswith("/"):
            return desk.fill(self._form, line)
        return desk.read(line, None if self._meant is None else self._meant.action)

    async def come_back(self) -> None:
        """Takes one's own seat back."""
        table = self._table
        user = table.seats[self._you].stands_for
        try:
            await rights.come_back(table, Asker((user,) if user else (), f"terminal:{uuid.uuid4().hex}"))
            self._page.print("You have your seat back.", "bold")
        except IllegalAction as refusal:
            self._page.print(table.named(str(refusal)), "italic")
        self._asked = ""

    async def _submit(self, ask: Ask, action: Action) -> bool:
        """False when the rules refuse; the person has been told why. What goes with what they did is told at once."""
        table, you, before = self._table, self._you, self._table.follow(self._you)
        try:
            await table.submit(you, action, ask.key, f"terminal:{uuid.uuid4().hex}")
        except IllegalAction as refusal:
            self._page.print(table.named(str(refusal)), "italic")
            return False
        if (understood := table.follow(you, before)) is not None:
            self._page.print(f"{table.named(understood.text)} ({' · '.join(self.desk().corrections)})", "dim")
        return True


def _listing(desk: Desk) -> tuple[str, tuple[str, ...]]:
    """Which question a bare line answers, and what numbers stand for in it."""
    return (desk.first.key if desk.first else ""), desk.menu


def _asked_again(desk: Desk, form: Unfinished | None, begun: bool = False) -> Unfinished | None:
    """The question that was not answered well. Were it dropped, the next line would be an answer to another; only what
    a line by itself answers can be typed anew as a whole, unless it is `begun` well."""
    plain = desk.first.forms[:1] if desk.first else ()
    if form is None or all(ask.key != form.offer.ask.key for ask in desk.asks):
        return None
    return None if form.offer.form in plain and not (begun and form.values) else form
