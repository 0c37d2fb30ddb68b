"""The buttons of a scene, and what is asked before something is done that one press should not do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from discord import ButtonStyle, ui

from bot.surfaces.discord import ids
from bot.surfaces.discord.markdown import clean, said
from bot.surfaces.discord.parts import ROW, Drawn, button, message, row, rows
from bot.surfaces.discord.views import names, own_lists, plain_names, public_scene
from bot.table import Table
from games.core import Resume, Seat, named
from games.scene import Control, Scene

CONTROL_STYLES = {
    "primary": ButtonStyle.primary,
    "secondary": ButtonStyle.secondary,
    "success": ButtonStyle.success,
    "danger": ButtonStyle.danger,
}

RESUME = Control("Resume", Resume(), "▶️", "success")


def sheet_buttons(table: Table, scene: Scene, own: bool = False) -> Iterable[ui.Button[Any]]:
    """A button for each sheet of a scene; on somebody's `own` page only for those that the public scene does not have."""
    public = {each.label for each in public_scene(table).sheets} if own else set[str]()
    for each in scene.sheets:
        if each.label not in public:
            custom_id = ids.make("sheet", table.id, "own" if own else "all", ids.mark(each.label))
            yield button(each.label, each.emoji, custom_id)


def do_id(table: Table, scene: Scene, control: Control, what: str = "do") -> str:
    """The custom id of a control under the board; of its confirmation with “yes”."""
    return ids.make(what, table.id, ids.control_mark(control), ids.mark(moment_of(control, scene)))


def moment_of(control: Control, scene: Scene) -> str:
    """When a press of it means what it does now. A form is opened at any time: it is what is sent that answers a question."""
    return control.moment or ("" if isinstance(control.action, type) else scene.moment)


def confirmation(table: Table, scene: Scene, control: Control) -> Drawn:
    """Asks once more, before something is done that one press should not do."""
    return message("Are you sure?", row([control_button(table, control, do_id(table, scene, control, "yes"))]))


def control_button(table: Table, control: Control, custom_id: str) -> ui.Button[Any]:
    return button(named(control.label, plain_names(table)), control.emoji, custom_id, CONTROL_STYLES[control.style])


def panel(table: Table, seat: Seat, index: int, said_first: str, offers: Sequence[tuple[Control, str]]) -> Drawn:
    """What follows a touch: what it did, what the seat's own people think, and what may be done with the card.
    `offers` are controls with the key of the ask that takes them."""
    who, lists = names(table), own_lists(table, table.scene(seat))
    lines = [said_first] if said_first else []
    lines += [f"**{clean(each.title)}**: {'; '.join(said(line, who) for line in each.lines)}" for each in lists]
    buttons = [
        control_button(table, each, ids.make("ok", table.id, index, ids.control_mark(each), ids.mark(key)))
        for each, key in offers[:ROW]
    ]
    return message("\n".join(lines) or "What about this card?", *rows(buttons))
