"""What messages on Discord are made of: texts, rows of buttons, and the container around them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import discord
from discord import ButtonStyle, ui

from bot.surfaces.discord.markdown import TEXT_LIMIT, fit, plain
from bot.surfaces.discord.painting import paint
from bot.surfaces.picture import PAINTS
from games.scene import Face

ROW = 5

COLOURS: dict[Face, int] = {face: int(paint.turned[1:], 16) for face, paint in PAINTS.items()} | {"gold": 0xF4B63F}
"""Beside a message; gold is too dark there, and lamp light stands for it."""


class Drawn(NamedTuple):
    """A message to be: its components, and the files they show."""

    view: ui.LayoutView
    files: tuple[discord.File, ...] = ()


def layout(*items: ui.Item[Any], number: int | None = None, colour: int | None = None) -> ui.LayoutView:
    """A message of one container. discord.py need not remember it: presses are read from their custom ids."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=colour, id=number))
    view.stop()
    return view


def text(content: str) -> ui.TextDisplay[Any]:
    return ui.TextDisplay(fit(content, TEXT_LIMIT) or "…")


def digest(drawn: Drawn, but: str = "") -> str:
    """The same for messages that look the same, whatever stands in them in place of `but`."""
    components = drawn.view.to_components()  # type: ignore[no-untyped-call]
    text = json.dumps(components, sort_keys=True)
    return hashlib.sha256((text.replace(but, "") if but else text).encode()).hexdigest()


async def attached(drawn: Drawn) -> Any:
    """What an edit sends along: the pictures of the new look, if it has any, in place of those of the old one."""
    return await paint(drawn.files) if drawn.files else discord.utils.MISSING


def message(content: str, *items: ui.Item[Any], number: int | None = None, colour: int | None = None) -> Drawn:
    """A message of a text and what stands below it."""
    return Drawn(layout(text(content), *items, number=number, colour=colour))


def row(buttons: Iterable[ui.Button[Any]]) -> ui.ActionRow[Any]:
    return ui.ActionRow(*buttons)


def rows(buttons: Sequence[ui.Button[Any]], width: int = ROW) -> list[ui.ActionRow[Any]]:
    return [row(buttons[i : i + width]) for i in range(0, len(buttons), width)]


def even_rows(buttons: Sequence[ui.Button[Any]]) -> list[ui.ActionRow[Any]]:
    """In as few rows as will do, none of them much shorter than another: nothing stands alone on the last."""
    count = -(-len(buttons) // ROW) or 1
    return rows(buttons, -(-len(buttons) // count) or ROW)


def button(
    label: str, emoji: str, custom_id: str, style: ButtonStyle = ButtonStyle.secondary, disabled: bool = False
) -> ui.Button[Any]:
    return ui.Button(label=plain(label, 80), emoji=emoji or None, custom_id=custom_id, style=style, disabled=disabled)
