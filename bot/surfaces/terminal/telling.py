"""What happens at a table, told in sentences: from a cursor, in order and at a pace one can follow.

A game that says what of it is worth telling (its feed) is told like a newspaper; any other event by event, with its table
drawn whole.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from rich.console import Group
from rich.text import Text

from bot.hall import result_line
from bot.ports import Moved
from bot.surfaces.prose import marked
from bot.surfaces.terminal.clock import Watch
from bot.surfaces.terminal.hearing import Hearing, rows, texts
from bot.surfaces.terminal.news import News
from bot.surfaces.terminal.page import Page
from games.core import TABLE, Outcome, Seated

RECAP = 6
"""How many sentences of a resumed game are told again."""

MORE = "Enter: go on, q: that will do > "
"""Stands below each page of the end."""

SKIP = "Enter goes on to the end at once; board, log and quit work as before."


class Telling:
    """Tells one game to one ear. `pace` is seconds between sentences; `moves` are how each move of a table came in."""

    def __init__(
        self,
        hearing: Hearing,
        page: Page,
        watch: Watch,
        pace: float,
        sleep: Callable[[float], Awaitable[None]],
        moves: Callable[[str], Awaitable[Sequence[Moved]]] | None,
    ) -> None:
        self.pace = pace
        self.news = News(hearing, page, self._pause)
        self._hearing, self._page, self._watch = hearing, page, watch
        self._sleep, self._moves = sleep, moves
        self._thought = 0

    def greet(self, resumed: bool) -> None:
        hearing, page = self._hearing, self._page
        table, game, you = hearing.table, hearing.game, hearing.you
        scene = table.scene(you)  # what has not been told yet has its name already
        special = scene.title != game.title  # one of many games that are played by the same rules
        page.console.print(page.painter.rule(Text(table.named(scene.title), "bold"), "center"))
        if not special:
            page.print(game.summary)
        elif not resumed and (opening := texts(table.scene(None), "plain")):
            page.print(table.named(marked(opening[0])))
        if you is not None:
            parts = (row.part for row in rows(scene) if row.seat == you and special)
            part = next(parts, game.shows.seat_title(you))
            page.print(f"You are {table.names[you]}, {part}. Type ? for help, quit to leave.")
        page.console.print()

    async def recap(self) -> None:
        """The last things that happened, for somebody who comes back."""
        hearing, feed = self._hearing, self._hearing.game.shows.feed
        heard = [event for _ in hearing.table.log if (event := hearing.hear()) is not None]
        if feed:
            heard = [event for event in heard if isinstance(event, feed)]
        for event in heard[-RECAP:]:
            self._page.say(event)
        if feed:
            self.news.resume()
            await self._open_room()

    async def tell(self) -> None:
        """Everything that happened since, a sentence at a time; onlookers see the table again whenever a new moment begins."""
        hearing = self._hearing
        while not (hearing.all_told or self.interrupted):  # it goes on while one reads
            opening, told = hearing.in_opening, hearing.next()
            pace = 0 if opening else self.pace
            event = hearing.hear()
            if event is None or (opening and isinstance(event, Seated)):
                continue
            if hearing.game.shows.feed:
                await self.news.report(told, pace)
                await self._open_room()
                continue
            self._page.line.make_room()
            outcome = hearing.game.rules.outcome(hearing.view)
            if outcome is None or hearing.game.shows.say(event) != outcome.why:  # that is said at the end anyway
                self._page.say(event)
                await self._pause(pace)
            scene, onlooking = hearing.scene, hearing.you is None or not self._page.seen
            if outcome is None and not hearing.in_opening and onlooking and scene.moment != self.news.drawn:
                self.news.drawn = scene.moment
                self._page.show(scene, self._page.console.height - 4)
        if self.news.waiting and not hearing.game.rules.outcome(hearing.view):
            self.news.flush()
        await self._think()
        for warning in self._watch.warnings(hearing.scene):
            self._page.line.make_room()
            self._page.print(warning, "bold")

    async def finish(self, outcome: Outcome) -> None:
        """How it ended, with what can be looked up since, and the whole table. What does not fit on the screen of somebody who
        types comes page by page, the result first."""
        hearing, page = self._hearing, self._page
        self.news.flush_passing()
        scene = hearing.scene
        earlier = {each.label for each in hearing.game.shows.scene(hearing.before, hearing.you).sheets}
        sheets = [page.painter.sheet(sheet) for sheet in scene.sheets if sheet.label not in earlier]
        line = result_line(outcome)
        line = line.removeprefix(outcome.why).strip() or line if outcome.why in texts(scene, "lead") else line
        if hearing.you is not None and outcome.winners:
            line += " You won!" if hearing.you in outcome.winners else " You lost."
        result = page.painter.say(line, "bold")
        whole = [*sheets, page.painter.draw(scene, numbers=hearing.you is not None)]
        pages = page.pages(Group(*(each for part in whole for each in (Text(), part))))
        if hearing.you is None or not page.console.is_terminal or len(pages) == 1:
            page.console.print(*(each for part in (*whole, result) for each in (Text(), part)), sep="\n")
            return
        page.console.print(Text(), result, sep="\n")
        for at, each in enumerate(pages):
            if at and not await page.line.more(MORE):
                return
            page.console.print(each, end="")

    @property
    def interrupted(self) -> bool:
        """Whether somebody who only listens has typed something."""
        return self._hearing.room is not None and self._page.line.finished

    async def _pause(self, seconds: float) -> None:
        """Time to read; a key ends it while somebody only listens."""
        line = self._page.line
        if self._hearing.room is None or not line.begun or not seconds:
            await self._sleep(seconds)
        else:
            await line.unless(self._sleep(seconds))

    async def _open_room(self) -> None:
        """Opens the room beside the table that this seat may read from now on, if there is one."""
        if (room := self._hearing.room_to_enter()) is None:
            return
        page = self._page
        self.news.flush()
        page.line.make_room()
        missed = self._hearing.enter(room)
        page.console.print()
        page.print(f"{room.title}. {room.about}", "bold")
        page.print(SKIP, "dim")
        for event in missed:
            page.say(event, "dim")
            await self._pause(self.pace / 4)

    async def _think(self) -> None:
        """What models thought, for whoever hears everything."""
        if self._moves is None or self._hearing.ear != TABLE:
            return
        moves = await self._moves(self._hearing.table.id)
        page, painter, style = self._page, self._page.painter, "dim italic"
        for moved in moves[self._thought :]:
            if moved.aside:
                page.line.make_room()
                head = Text(f"{painter.names.get(moved.seat, moved.seat)} thinks: ", style=style)
                page.console.print(painter.hanging(head, Text(marked(moved.aside), style=style)))
        self._thought = len(moves)
