"""What is printed on one console: sentences, speeches, and the table as it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text

from bot.ports import Avatar, Occupant
from bot.surfaces.prose import listed, marked
from bot.surfaces.terminal.draw import Painter, plain
from bot.surfaces.terminal.hearing import Hearing
from bot.surfaces.terminal.line import Line
from games.core import Event, Speech
from games.scene import Block, Grid, Scene, Timer


class Page:
    """One console, and what stands on it. `seen` are the blocks that were drawn last; `since` counts what came after it. `left`
    says how long a timer still runs, `look` how characters look."""

    def __init__(
        self,
        console: Console,
        hearing: Hearing,
        line: Line,
        left: Callable[[Timer], str],
        look: Callable[[Occupant], Avatar | None],
    ) -> None:
        self.console, self.line = console, line
        self.seen: tuple[Block, ...] = ()
        self.since = 0
        self._hearing, self._left, self.look = hearing, left, look

    @property
    def painter(self) -> Painter:
        table = self._hearing.table
        looks = {seat: look for seat, occupant in table.seats.items() if (look := self.look(occupant))}
        colours = {seat: look.colour for seat, look in looks.items()}
        return Painter(self.console, table.names, self._hearing.you, self._left, colours)

    def print(self, text: str, style: str = "") -> None:
        self.since += 1
        self.console.print(Text(plain(marked(text), self.console), style=style))

    def pages(self, what: RenderableType) -> list[Segments]:
        """All of it, a screen at a time, with room for the question whether to go on."""
        lines, room = self.console.render_lines(what, pad=False), max(4, self.console.height - 2)
        ended = [[*line, Segment.line()] for line in lines]
        return [Segments(chain.from_iterable(ended[at : at + room])) for at in range(0, len(lines), room)]

    def show(self, scene: Scene, room: int | None = None) -> None:
        """Draws the table. It is remembered: while its cards are still on the screen they need not come again."""
        self.console.print()
        self.console.print(self.painter.draw(scene, room, numbers=self._hearing.you is not None))
        self.seen, self.since = scene.blocks, 0

    def say(self, event: Event, style: str = "") -> None:
        """What happened, as speech or as a sentence."""
        self.since += 1
        game = self._hearing.game
        if speeches := game.talks.speeches(event):
            self.console.print(*self.spoken(speeches), sep="\n")
            return
        text = game.shows.say(event)
        for grid in self._hearing.scene.of(Grid):  # it shows all cards; a list of them need not
            cards = ", ".join(cell.label for cell in grid.cells)
            text = text.replace(cards, f"{len(grid.cells)} cards") if len(grid.cells) > 1 else text
        self.happened(text, style)

    def happened(self, text: str, style: str = "") -> None:
        self.line.make_room()
        self.console.print(self.painter.happened(text, style))

    def spoken(self, speeches: Sequence[Speech]) -> list[Text]:
        """What each said, and then who said nothing."""
        painter = self.painter
        said = [painter.speech(each) for each in speeches if each.text]
        quiet = [f"{{{each.seat}}}" for each in speeches if not each.text]
        if quiet:
            said.append(painter.happened(f"{listed(quiet)} {'says' if len(quiet) == 1 else 'say'} nothing.", "dim"))
        return said
