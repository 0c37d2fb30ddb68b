"""What a press or a filled-in form means: from its custom id to whoever carries it out.

Presses are read from their custom ids alone, not through discord.py's views: a view or a dynamic item stays silent when the
button has left its message meanwhile, and a modal that was open during a restart is dropped. Here both get an answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.surfaces.discord import (
    filling,
    ids,
    joining,
    looking,
    opening,
    parts,
    picking,
    privacy,
    reporting,
    settings,
    statements,
    touching,
)
from bot.surfaces.discord.allowed import check_served, check_welcome
from bot.surfaces.discord.answers import Answer
from bot.surfaces.discord.parts import Drawn
from bot.surfaces.discord.press import Press
from bot.surfaces.discord.screens import Screens
from bot.surfaces.discord.turns import GAME
from games.core import IllegalAction
from games.story import PASSED

AT_A_TABLE: Mapping[str, Callable[..., Awaitable[None]]] = {
    "cell": touching.cell,
    "ok": touching.ok,
    "do": touching.do,
    "own": touching.do,
    "yes": touching.yes,
    "bet": touching.bet,
    "back": touching.back,
    "skip": touching.skip,
    "form": filling.form,
    "fill": filling.fill,
    "speak": filling.speak,
    "stated": statements.say_it,
    "pick": picking.pick,
    "sure": picking.sure,
    "take": picking.take,
    "redo": picking.redo,
    "key": looking.key,
    "card": looking.card,
    "heard": looking.heard,
    "browser": looking.browser,
}
"""What these kinds of custom ids do where a game runs, with the rest of the id for arguments."""

ANYWHERE: Mapping[str, Callable[..., Awaitable[None]]] = {
    "lobby": joining.lobby_pressed,
    "sheet": looking.sheet,
    "rules": looking.rules,
    "asides": looking.asides,
    "again": opening.play_again,
    "erase": privacy.erase,
    "privacy": privacy.pressed,
    "report": reporting.sent,
    "settings": settings.pressed,
}
"""The same where none need run, with the id of the game before the rest."""

FOR_ALL = frozenset({"sheet", "rules", "erase", "privacy", "report", "settings"})
"""What may be pressed by whoever is banned, or where nobody plays."""


async def pressed(screens: Screens, answer: Answer) -> None:
    """A press or form of ours, whatever it is. IllegalAction says why not."""
    data: Mapping[str, Any] = answer.interaction.data or {}
    pressed = ids.read(str(data.get("custom_id", "")))
    if pressed is not None and pressed.what not in FOR_ALL:
        check_served(screens.hall, answer)
        check_welcome(screens.hall, answer, pressed.table)
    if pressed is not None and pressed.what in ANYWHERE:
        await ANYWHERE[pressed.what](screens, answer, pressed.table, *pressed.rest)
        return
    if pressed is None or pressed.what not in AT_A_TABLE:
        raise IllegalAction(PASSED)
    GAME.set(pressed.table)
    table = screens.live(pressed.table)
    press = Press(screens, answer, table)
    await press.screen.come_back()
    seat = table.seat_of(answer.user)
    answer.followed = table.follow(seat) if seat else None
    try:
        await AT_A_TABLE[pressed.what](press, *pressed.rest)
        if seat and (items := press.following()):
            await answer.show(Drawn(parts.layout(*items)))
    except IllegalAction as refusal:
        raise type(refusal)(table.named(str(refusal))) from None
