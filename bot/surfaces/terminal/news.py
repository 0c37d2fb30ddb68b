"""A game told like a newspaper: a heading for each new moment, what was said and what happened set off, the rest in passing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import groupby

from bot.surfaces.prose import marked
from bot.surfaces.terminal.draw import INK
from bot.surfaces.terminal.hearing import Hearing, goes_on, says_only_who, texts, to_oneself
from bot.surfaces.terminal.page import Page
from games.core import TABLE, Event, Hinted, Told, is_bookkeeping, prose_fields, tidy
from games.scene import Block, Grid, Lines, Roster, Row, Tally, Text, Timer

READING = 70
"""Characters that are read in one pause; longer speeches are given more of them."""


class News:
    """What has gathered and is still to be printed, for a game that says what of it is worth telling. `drawn` is the moment
    that was drawn last; `pause` gives time to read."""

    def __init__(self, hearing: Hearing, page: Page, pause: Callable[[float], Awaitable[None]]) -> None:
        self.drawn = ""
        self._hearing, self._page, self._pause = hearing, page, pause
        self._heading = self._began = self._sheet = ""
        self._blocks: dict[str, Block] = {}
        self._passing: list[str] = []
        self._own: list[str] = []
        self._hints: list[str] = []

    @property
    def waiting(self) -> bool:
        """Whether there is something that is not told in passing."""
        return bool(self._heading or self._own or self._hints)

    def resume(self) -> None:
        """Goes on from here: the moment that is now has its heading already."""
        self.drawn = self._heading = self._hearing.scene.moment

    async def report(self, told: Told, pace: float) -> None:
        """One event that was heard, at its place in the page."""
        event, hearing = told.event, self._hearing
        game, scene = hearing.game, hearing.scene
        opening = hearing.in_opening  # what stands before its end is a beginning, and no moment of its own
        new = scene.moment != self.drawn and not opening
        if told.to is None and isinstance(event, game.shows.feed):
            if prose_fields(type(event)):
                self._passing, self._began = [], ""  # somebody tells of it in words of their own
            # A heading that is still to come shows the table as it was before the news.
            hearing.turn()
            self.flush(own=False)
            hearing.turn()
            await self._set_off(event, pace)
        elif told.to is None and not isinstance(event, game.rules.events):
            self._passing.append(game.shows.say(event))
        elif told.to is not None and hearing.ear == TABLE:
            if not (is_bookkeeping(game, told) or to_oneself(told)):
                (self.flush_passing if opening else self.flush)()
                self._page.say(event, "dim")
                await self._pause(pace / 2)
        elif told.to is not None and isinstance(event, Hinted):
            self._hints.append(game.shows.say(event))
        elif told.to is not None:
            if not (is_bookkeeping(game, told) or to_oneself(told)):
                self._own.append(game.shows.say(event))
        elif not (new or says_only_who(event) or is_bookkeeping(game, told)):
            if self._heading:
                self.flush()
            self._passing.append(game.shows.say(event))
        if new:
            # What began a moment that is over already stands in no heading, and is told in passing.
            self._passing += [self._began] if self._began else []
            self._began = game.shows.say(event) if told.to is None and not isinstance(event, game.shows.feed) else ""
            self._heading = self.drawn = scene.moment

    async def _set_off(self, event: Event, pace: float) -> None:
        """Something that everybody heard and that is worth a pause."""
        page = self._page
        page.line.make_room()
        page.console.print()
        speeches = self._hearing.game.talks.speeches(event)
        if not speeches:
            page.say(event, "bold")
            await self._pause(pace)
        for each in page.spoken(speeches):
            page.console.print(each)
            await self._pause(pace * (1 + len(each.plain) / READING))

    def before_asking(self) -> None:
        """The rest of what has gathered: nobody is asked before they have seen their own table."""
        if not self.drawn:
            self._heading = self.drawn = self._hearing.scene.moment
        self.flush()

    def flush(self, own: bool = True) -> None:
        """What has gathered: the rest of the last moment, the heading of the new one with what changed on the table, and
        what oneself was told (`own`), unless a new page of one's own shows it."""
        if not self._hearing.game.shows.feed:
            return
        self.flush_passing()
        scene, page = self._hearing.scene, self._page
        if own or self._heading:
            for each in self._own if not (scene.secret and scene.page != self._sheet) else ():
                page.happened(each)
            self._own = []
        if self._heading:
            page.line.make_room()
            self._heading, self._began, self._sheet = "", "", scene.page
            # A heading, and below it what is new on the table. What everybody was told stands in the news already.
            painter, lead, public = page.painter, next(iter(texts(scene, "lead")), ""), self._hearing.public.blocks
            page.console.print()
            page.console.print(painter.rule(painter.say(marked(lead).strip(), INK[scene.face] or "bold"), "left"))
            shown = [kept for block in scene.blocks if (kept := self._changed(block, block in public)) is not None]
            page.console.print(painter.draw(replace(scene, blocks=tuple(shown))))
        if own:  # last, beside the question that it is about
            for each in self._hints:
                page.line.make_room()
                page.print(each, "italic")
            self._hints = []

    def flush_passing(self) -> None:
        """What is told in passing, with its paragraphs kept, unless somebody who runs the game is about to write for everybody
        what has happened."""
        table = self._hearing.table
        asked = (ask for seat in table.order if seat in table.game.lobby.staff for ask in table.asks(seat))
        owed = [form for ask in asked if ask.need != "none" for form in ask.forms]
        if self._passing and not any(map(prose_fields, owed)):
            for in_lines, told in groupby(self._passing, lambda each: "\n" in each):
                for each in told if in_lines else [" ".join(map(tidy, told))]:
                    self._page.happened(each, "dim")
            self._passing = []

    def _changed(self, block: Block, public: bool) -> Block | None:
        """A part of the table as it is drawn under a heading, or None when it is as it was drawn last. Whoever is waited for
        is no news, nor what has been said and voted: that is told as it happens. A board of cards no sentence can show."""
        if isinstance(block, Text):
            told, said = block.style == "lead" or (public and block.style == "plain"), block.text
        elif isinstance(block, Lines):
            told, said = public and (block.drawn or goes_on(block, self._blocks.values())), block.title
        else:
            told, said = public and not isinstance(block, Grid | Tally | Roster | Timer), getattr(block, "title", "")
        if isinstance(block, Roster):
            block = Roster(tuple(Row(row.seat, row.part, row.face) for row in block.rows))
        place = f"{type(block).__name__}:{said}"
        if told or (self._blocks.get(place) == block and not isinstance(block, Timer)):
            return None
        self._blocks[place] = block
        return block
