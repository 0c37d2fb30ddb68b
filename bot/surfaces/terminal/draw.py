"""How a scene looks in a terminal: cards in a frame, figures in a row, and every colour with a mark beside it.

Nothing here is wider than the console. Marks are one column wide everywhere, so emoji in texts become marks too; where
the terminal cannot write them, plain letters stand in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from bot.surfaces.prose import marked, plain_lines
from games import scene as show
from games.core import Seat, Speech, named
from games.scene import MARKS, Face, Scene

TURNED: dict[Face, str] = {
    "hidden": "",
    "red": "bold white on red",
    "blue": "bold white on blue",
    "neutral": "black on grey70",
    "black": "bold white on grey15",
    "gold": "bold black on yellow",
}
"""Ink and paper together, so that it reads on dark and light terminals alike."""

INK: dict[Face, str] = {
    "hidden": "",
    "red": "bold red",
    "blue": "bold blue",
    "neutral": "",
    "black": "bold reverse",
    "gold": "bold yellow",
}

PLAIN_MARKS = str.maketrans(dict(zip("◆●○✖★✓›·—│•×☀☾", "#@oX*+>--|*x*(", strict=True)) | {"…": "...", "→": "->"})

FEW = 5
"""So many options stand below each other; more stand in columns."""

WIDEST_CARD = 100
"""Columns of a card's frame: longer lines are hard to read."""

NARROW = 9
"""Columns of a chart that is not drawn any narrower: it becomes a list."""

_FACE_OF = {mark: face for face, mark in MARKS.items() if mark}


def plain(text: str, console: Console) -> str:
    """`text` in characters that this terminal can write."""
    try:
        text.encode(console.encoding)
        return text
    except (UnicodeEncodeError, LookupError):
        return text.translate(PLAIN_MARKS)


def sentence(text: str, names: Mapping[Seat, str], console: Console, style: str = "") -> Text:
    """A sentence with names for {seat} marks, and its marks in their colours."""
    words = plain(marked(named(text, names)), console)
    line = Text(words, style=style)
    for mark, face in _FACE_OF.items():
        line.highlight_words([plain(mark, console)] if len(words) == len(text) or mark in words else [mark], INK[face])
    return line


class Painter:
    """Draws scenes for one console and the names at one table. `you` is the seat of whoever looks, `left` says how
    long a timer still runs, `colours` (RGB) are those of characters."""

    def __init__(
        self,
        console: Console,
        names: Mapping[Seat, str],
        you: Seat | None = None,
        left: Callable[[show.Timer], str] = lambda timer: "",
        colours: Mapping[Seat, int] | None = None,
    ) -> None:
        self.console, self.you, self._left, self._colours = console, you, left, colours or {}
        self._called = names
        self._short = {seat: ("you" if seat == you else name) for seat, name in names.items()}
        self.names = {seat: (f"{name} (you)" if seat == you else name) for seat, name in names.items()}

    def draw(self, scene: Scene, room: int | None = None, numbers: bool = True) -> RenderableType:
        """The scene, in at most about `room` lines: the lists give way first, the board never does."""
        parts = {at: self._paint(block, numbers) for at, block in enumerate(scene.blocks)}
        rest = 1000 if room is None else room - sum(self._height(part) for part in parts.values() if part is not None)
        for at, block in enumerate(scene.blocks):
            if isinstance(block, show.Lines | show.Roster):
                parts[at] = shown = self._list(block, rest)
                rest -= self._height(shown) if shown is not None else 0
        return Group(*(part for part in parts.values() if part is not None and part != Text()))

    def _paint(self, block: show.Block, numbers: bool) -> RenderableType | None:
        """A block that is drawn whatever room there is; nothing for the others."""
        match block:
            case show.Text():
                return self.text(block)
            case show.Tally():
                return self.tally(block)
            case show.Timer() if left := self._left(block):
                return Text(f"{block.label} in {left}")
            case show.Grid():
                return Group(self.grid(block, numbers), *self.faces(block))
            case show.Chart():
                return self.chart(block)
            case show.Card():
                return self.card(block)
        return None

    def text(self, block: show.Text) -> Text:
        style = {"lead": "bold", "plain": "", "small": "dim"}[block.style]
        if "\n" in block.text:
            return Text("\n").join(self.barred(block.text))
        return self.say(block.text, style)

    def say(self, text: str, style: str = "") -> Text:
        """A sentence, in which whoever looks is “Guest (you)”; in what somebody is quoted to say, “Guest”."""
        first, *quoted = text.split("“")
        told = [named(each, self._called) + end + rest for each, end, rest in (each.partition("”") for each in quoted)]
        return sentence("“".join([first, *told]), self.names, self.console, style)

    def speech(self, speech: Speech) -> Text:
        """What somebody said: their name on their colour, and the words hanging beside it; below it, behind a bar, what was
        written in lines, so that none of them passes for the table's own."""
        name = Text(f"{self.names.get(speech.seat, 'Somebody')}:", style="bold")
        if (colour := self._colours.get(speech.seat)) is not None:
            red, green, blue = colour >> 16, colour >> 8 & 255, colour & 255
            bright = 299 * red + 587 * green + 114 * blue > 128_000  # its luma after ITU-R BT.601
            name.stylize(f"{'black' if bright else 'white'} on #{colour:06x}")
        if "\n" in speech.text:
            return Text("\n").join([Text("  ").append_text(name), *self.barred(speech.text)])
        return self.hanging(Text.assemble(name, " "), sentence(speech.text, self._called, self.console))

    def barred(self, text: str) -> list[Text]:
        """Lines that somebody wrote, each behind a bar, and a little to the right."""
        bar = plain("  │ ", self.console)
        lines = [sentence(each, self._called, self.console) for each in plain_lines(text)]
        room = max(10, self.console.width - len(bar))
        wrapped = (short for line in lines for short in (line.wrap(self.console, room) or [Text()]))
        return [Text.assemble((bar, "dim"), each) for each in wrapped]

    def happened(self, text: str, style: str = "") -> Text:
        """A sentence; one that goes on in more lines has them behind a bar."""
        first, line_break, rest = text.partition("\n")
        head = self.hanging(Text(), self.say(first, style))
        return Text("\n").join([head, *self.barred(rest)]) if line_break else head

    def hanging(self, head: Text, body: Text, indent: int = 2) -> Text:
        """`body` beside `head`, its further lines a little to the right of where the head begins."""
        room = max(10, self.console.width - indent - 2)
        first, *rest = Text.assemble(head, body).wrap(self.console, room) or [Text()]
        further = [Text(" " * (indent + 2)).append_text(line) for line in rest]
        return Text("\n").join([Text(" " * indent).append_text(first), *further])

    def rule(self, title: Text, align: Literal["left", "center"]) -> Rule | Text:
        """A line across the page, with a title in it; a title that leaves no room for one stands alone, and whole."""
        if title.cell_len + 4 > self.console.width:
            return self.hanging(Text(), title, 0)
        return Rule(title, characters=plain("─", self.console), style="dim", align=align)

    def menu(self, options: Iterable[str]) -> RenderableType:
        """A numbered list, without its gaps: a line each, or in columns where there are many."""
        numbered = [
            Text(plain(f"{at:>2} {marked(option)}", self.console)) for at, option in enumerate(options, 1) if option
        ]
        if len(numbered) <= FEW or max(each.cell_len for each in numbered) >= self.console.width:
            return Group(*(Text(" ").append_text(each) for each in numbered))
        return Padding(Columns(numbered, padding=(0, 3), column_first=True), (0, 0, 0, 1))

    def chart(self, block: show.Chart) -> RenderableType:
        """A table of words, an item a line; where its columns would be too narrow, a list."""
        title = Text(plain(marked(block.title), self.console), style="bold")
        first = max((cell_len(row[0]) for row in block.rows), default=0)
        inner = (self.console.width - first - 2 * len(block.head)) // max(1, len(block.head) - 1)
        if inner < NARROW:
            lists = [
                self.hanging(Text(f"{row[0]}, {head}: " if row[0] else f"{head}: ", style="dim"), self.say(cell), 0)
                for row in block.rows
                for head, cell in zip(block.head[1:], row[1:], strict=False)
                if cell
            ]
            return Group(title, *lists)
        table = Table(box=None, show_lines=False, padding=(0, 2, 0, 0), pad_edge=False, expand=False)
        for head in block.head:
            table.add_column(self.say(head, "dim"), overflow="fold")
        for at, row in enumerate(block.rows):
            cells = [
                Text("\n").join(sentence(item, self._called, self.console) for item in cell.split("; ")) for cell in row
            ]
            table.add_row(*cells, end_section=at < len(block.rows) - 1)
        return Group(title, table)

    def card(self, block: show.Card) -> RenderableType:
        """A card in a frame, its title and kind on the upper edge."""
        mark = MARKS[block.face]
        title = plain(f"{mark} {block.title}".strip(), self.console)
        head = Text.assemble(" ", (title, INK[block.face] or "bold"), (f" - {marked(block.kind)} ", ""))
        body = Group(*(self.say(line) for line in block.lines))
        frame = box.ROUNDED if plain("╭", self.console) == "╭" else box.ASCII
        return Panel(body, box=frame, title=head, title_align="left", width=min(self.console.width, WIDEST_CARD))

    def sheet(self, sheet: show.Sheet) -> RenderableType:
        """Something looked up: a line each, under their headings."""
        parts: list[RenderableType] = [Text(plain(sheet.label, self.console), style="bold underline")]
        for block in sheet.blocks:
            if isinstance(block, show.Text):
                parts.append(self.text(block))
                continue
            parts.append(Text(plain(f"  {marked(block.title)}", self.console), style="bold dim"))
            parts += [self.hanging(Text(), self.say(line), 4) for line in block.lines]
        return Group(*parts)

    def tally(self, block: show.Tally) -> Text:
        line = Text()
        for count in block.counts:
            mark = MARKS[count.face]
            line.append("   " if line else "")
            line.append(plain(f"{mark} " if mark else "", self.console), INK[count.face])
            line.append(f"{count.label}: {count.value}")
        return line

    def grid(self, block: show.Grid, numbers: bool = True) -> Table:
        inner = max(4, (self.console.width - block.columns - 1) // block.columns)
        inner = min(inner, max(14, *(cell_len(cell.label) + 4 for cell in block.cells))) if block.cells else inner
        table = Table(box=box.SQUARE, show_header=False, show_lines=True, padding=0, pad_edge=False, expand=False)
        for _ in range(block.columns):
            table.add_column(width=inner, overflow="fold", no_wrap=False)
        over = all(cell.done for cell in block.cells)
        cells = [
            self._cell(cell, at if numbers and _open(cell) else None, inner, over)
            for at, cell in enumerate(block.cells, 1)
        ]
        for start in range(0, len(cells), block.columns):
            row = cells[start : start + block.columns]
            tallest = max(map(len, row))
            # Each is filled with its own paper to the edges.
            table.add_row(*(Padding(Group(*c), (0, 0, tallest - len(c), 0), style=c[0].style) for c in row))
        return table

    def faces(self, block: show.Grid) -> list[Text]:
        """What the signs on the cards mean, of those that are there."""
        there = {cell.face for cell in block.cells}
        known = [f"{MARKS[face]} {what}" for face, what in block.faces.items() if face in there]
        return [Text(plain(" · ".join(known), self.console), "dim")] if known else []

    def _cell(self, cell: show.Cell, number: int | None, width: int, over: bool) -> list[Text]:
        """The lines of a card. A card that takes no more presses has no number."""
        mark = plain(MARKS[cell.face], self.console)
        head = f"{number:>2}{mark or ' '}" if number is not None else f" {mark}" + (" " if mark else "")
        style = TURNED[cell.face] if cell.done else INK[cell.face] if cell.face != "black" else "bold"
        label = cell.label if over else cell.label.casefold() if cell.done else cell.label.upper()
        if cell_len(head) + cell_len(label) <= width:
            lines = [Text(head + label, style)]
        else:
            folded = Text(label).wrap(self.console, width)
            lines = [Text(line, style) for line in (head.rstrip(), *(each.plain.strip() for each in folded))]
        if note := marked(named(cell.note, self._short)).strip():
            lines.append(Text(set_cell_size(f"({note})", width), style))
        return lines

    def _list(self, block: show.Lines | show.Roster, room: int) -> Text | None:
        """The end of a list, as much as there is room for, and above it how much there is besides; long lines hang under their
        beginning. Who sits where, several to a line, is shown whole or not at all."""
        listed = self._seats(block) if isinstance(block, show.Roster) else block
        title = f"{listed.title}: "
        width = max(10, self.console.width - len(title))
        wrapped = [
            (self.say(line).wrap(self.console, width), count) for line, count in self._beside(listed, len(title))
        ]
        shown: list[Text] = []
        above = len(listed.lines)
        cut = sum(len(lines) for lines, _ in wrapped) > room
        if cut and (isinstance(block, show.Roster) or room < 1):
            return None
        for lines, count in reversed(wrapped):
            if len(shown) + len(lines) + cut > room:
                break
            shown, above = [*lines, *shown], above - count
        if above:
            shown.insert(0, Text(show.earlier(above), "dim"))
        heads = [(title, "dim"), *[(" " * len(title), "")] * (len(shown) - 1)]
        found = [Text.assemble(head, line) for head, line in zip(heads, shown, strict=False)]
        return Text("\n").join(found) if found else None

    def _beside(self, block: show.Lines, indent: int) -> list[tuple[str, int]]:
        """The lines of a list, each with how many it was made of; brief ones stand beside each other, as many as fit."""
        lines: list[tuple[str, int]] = []
        for entry in block.lines:
            widened, count = (f"{lines[-1][0]} · {entry}", lines[-1][1]) if lines else (entry, 0)
            if block.brief and lines and cell_len(named(widened, self.names)) <= self.console.width - indent:
                lines[-1] = widened, count + 1
            else:
                lines.append((entry, 1))
        return lines

    def _seats(self, block: show.Roster) -> show.Lines:
        entries = [
            f"{MARKS[row.face]} {{{row.seat}}}{f', {row.part}' if row.part else ''}{'…' if row.awaited else ''}".strip()
            for row in block.rows
        ]
        return show.Lines("Seats", tuple(entries), brief=True)

    def _height(self, part: RenderableType) -> int:
        return len(self.console.render_lines(part, pad=False))


def _open(cell: show.Cell) -> bool:
    """Whether there is something to do with a card; only such a card has a number."""
    return bool(cell.presses) and not cell.done


def numbered(scene: Scene) -> dict[int, str]:
    """What the numbers on the cards stand for: those that still take presses."""
    cells = (cell for grid in scene.of(show.Grid) for cell in grid.cells)
    return {at: cell.label for at, cell in enumerate(cells, 1) if _open(cell)}
