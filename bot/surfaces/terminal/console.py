"""A console to which nothing that is shown can say what to do: no escape sequence or control of somebody else's reaches it, and
no words of theirs begin a line because theirs was broken there.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

_TURNING = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Characters that turn the direction in which the rest of a line is read."""

_CONTROLS: dict[int, str | None] = dict.fromkeys({*range(0x20), *range(0x7F, 0xA0), *_TURNING} - {ord("\n"), ord("\t")})
_CONTROLS |= {0x2028: " ", 0x2029: " "}

HANG = "    "
"""Stands before what is left of a line that was too long, besides what that line begins with."""


def harmless(text: str) -> str:
    """`text` without what a terminal obeys (ESC, C1 and the like, turned directions); line breaks and tabs stay."""
    return text.translate(_CONTROLS)


class Screen(Console):
    """Rich's console; what it writes for itself, as colours, is its own and comes later."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        if (
            isinstance(renderable, Text)
            and not renderable.no_wrap
            and renderable.justify is None  # set flush is what the house writes: rules, headings
            and (options or self.options).max_width == self.width
        ):
            renderable = self._hanging(renderable)
        for each in super().render(renderable, options):
            yield each if each.control or each.text.isprintable() else each._replace(text=harmless(each.text))

    def _hanging(self, text: Text) -> Text:
        """`text` in lines that fit on the page, the rest of each that is too long a little to the right of where it begins."""
        if all(cell_len(line) <= self.width for line in text.plain.split("\n")):
            return text
        lines: list[Text] = []
        for line in text.split("\n", allow_blank=True):
            begun = HANG + " " * (len(line.plain) - len(line.plain.lstrip(" ")))
            first, *more = line.wrap(self, self.width)
            # The rest is broken anew: it has less room than the first line had.
            left = line.plain[len(first.plain) :].lstrip() if more else ""
            rest = line[len(line.plain) - len(left) :].wrap(self, max(10, self.width - len(begun))) if left else ()
            lines += [first, *(Text(begun).append_text(each) for each in rest)]
        return Text("\n", justify=text.justify, end=text.end).join(lines)
