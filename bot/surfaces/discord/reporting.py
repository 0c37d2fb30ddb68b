"""“Report to the owner”, in the menu of a message of the bot's: what an AI said there, with a reason, kept for whoever runs it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import ui

from bot import reports
from bot.ports import Unreadable
from bot.surfaces.discord import ids
from bot.surfaces.discord.answers import Answer
from bot.surfaces.discord.forms import typed_in
from bot.surfaces.discord.screens import Screens
from bot.table import Table
from games.core import TABLE, IllegalAction, Seat

MENU = "Report to the owner"
LOOKED_THROUGH = 200
"""Games that are looked through for the one that a message is of, the newest."""

ROOM = 80
"""Characters that a custom id has for which lines are meant."""

KNOWN_BY = 60
"""Letters by which a line is known again in a message."""


async def ask(screens: Screens, answer: Answer, message: discord.Message) -> None:
    """Asks why. IllegalAction where no AI said anything in that message."""
    me = screens.line.client.user
    if me is None or message.author.id != me.id:
        raise IllegalAction(
            "Only messages of mine can be reported here. About people, speak to a moderator of this server."
        )
    found = await _table_of(screens, message)
    if found is None:
        raise IllegalAction(reports.NOT_AN_AI)
    ears = await _ears(screens, found, answer.user, message)
    shown = _letters(" ".join(_texts(message)))
    lines = [
        each
        for each in reports.lines_at(found, range(len(found.log)), ears)
        if (start := _letters(each.text)[:KNOWN_BY]) and start in shown
    ]
    if not lines:
        raise IllegalAction(reports.NOT_AN_AI)
    places = "."
    for each in reversed(lines):  # the latest, as many as a custom id has room for
        if len(longer := f"{each.n}:{each.seat}.{places}") <= ROOM:
            places = longer
    form = ui.Modal(title="Report this message", custom_id=ids.make("report", found.id, places))
    form.stop()
    why: ui.TextInput[Any] = ui.TextInput(
        custom_id="why", style=discord.TextStyle.paragraph, required=False, max_length=reports.LONGEST_REASON
    )
    described = "Whoever runs this bot reads it, with the message, your id and which model wrote it."
    form.add_item(ui.Label(text="What is wrong with it?", description=described, component=why))
    await answer.form(form)


async def sent(screens: Screens, answer: Answer, id: str, places: str) -> None:
    """Keeps the report."""
    table = await screens.finished(id)
    # The form was made for what they saw; its places are read with all ears, and what they say goes to the owner alone.
    meant = (each.partition(":") for each in places.split(".") if each)
    lines = [
        line
        for n, _, seat in meant
        for line in reports.lines_at(table, [int(n)] if n.isdecimal() else [], TABLE, Seat(seat))
    ]
    why = typed_in(answer.interaction.data or {}).get("why", "")
    await reports.report(screens.hall, table, answer.user, lines, why)
    await answer.say(reports.THANKS)


async def _table_of(screens: Screens, message: discord.Message) -> Table | None:
    """The game that a message tells of; one of a DM may be of any."""
    store, guild = screens.hall.store, message.guild
    near = f"{ids.SURFACE}:{guild.id}:" if guild else f"{ids.SURFACE}:"
    running = [each.id for each in screens.hall.tables.values() if each.place.startswith(near)]
    over = [each.id for each in await store.recent_games(LOOKED_THROUGH) if each.place.startswith(near)]
    for id in dict.fromkeys((*running, *over, *screens)):
        posts = await store.posts(id, ids.SURFACE)
        if any(post.message == str(message.id) for post in posts.values()):
            try:
                return await screens.finished(id)
            except Unreadable:
                return None
    return None


async def _ears(screens: Screens, table: Table, user: str, message: discord.Message) -> Seat | None:
    """With whose ears whoever saw the message heard it."""
    if table.outcome:
        return TABLE
    room = await screens.room(message.channel.id)
    return room[1].hears if room is not None else table.seat_of(user)


def _texts(message: discord.Message) -> Iterable[str]:
    """All that stands in a message."""
    yield message.content
    waiting: list[Any] = list(message.components)
    while waiting:
        each = waiting.pop(0)
        if isinstance(content := getattr(each, "content", None), str):
            yield content
        waiting += getattr(each, "children", None) or []


def _letters(text: str) -> str:
    """A text without what Discord and its cleaning add to it."""
    return "".join(each for each in text.casefold() if each.isalnum())
