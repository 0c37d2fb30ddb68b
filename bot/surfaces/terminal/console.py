"""A console to which nothing that is shown can say what to do: no escape sequence or control of somebody else's reaches it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

_CONTROLS = dict.fromkeys({*range(0x20), *range(0x7F, 0xA0)} - {ord("\n"), ord("\t")})


def harmless(text: str) -> str:
    """`text` without what a terminal obeys (ESC, C1 and the like); line breaks and tabs stay."""
    return text.translate(_CONTROLS)


class Screen(Console):
    """Rich's console; what it writes for itself, as colours, is its own and comes later."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for each in super().render(renderable, options):
            yield each if each.control or each.text.isprintable() else each._replace(text=harmless(each.text))
