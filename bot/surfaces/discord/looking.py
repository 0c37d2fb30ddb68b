"""What may be looked at by a press: one's own page, card and seat, and what anybody may look up, also when the game is over."""

from __future__ import annotations

from typing import Any

import discord

from bot.surfaces.discord import ids, parts, pictures, views
from bot.surfaces.discord.answers import Answer
from bot.surfaces.discord.markdown import clean, fit, flowing, pages, said
from bot.surfaces.discord.pages import draw_page
from bot.surfaces.discord.parts import Drawn
from bot.surfaces.discord.picks import follow_items
from bot.surfaces.discord.press import Press
from bot.surfaces.discord.screens import Screens
from bot.surfaces.manual import preface, sections
from bot.table import Table
from games.core import Game, IllegalAction, StaleAsk
from games.story import PASSED

LONGEST_MOVE = 160
MOST_PAGES = 5
"""Messages that a sheet takes at most."""

MOST_SECTIONS = 20
"""Buttons below the rules, in four rows."""


async def key(press: Press) -> None:
    room = await press.screen.rooms.link(press.table, press.seat)
    doors = (
        [parts.button("Open in browser", "", ids.make("browser", press.table.id))]
        if press.screens.line.in_browser
        else []
    )
    await press.show_panel(draw_page(press.table, press.seat, beside=room, besides=doors))


async def browser(press: Press) -> None:
    """A way to the same seat in a browser, for whoever sits there and nobody else."""
    if press.screens.line.in_browser is None:
        raise StaleAsk(PASSED)
    seat = press.seat
    door = discord.ui.Button[Any](
        label="Open my seat", url=press.screens.line.in_browser(press.table.id, press.answer.user)
    )
    line = f"{clean(press.table.names[seat])}, this opens your seat in a browser: the same seat in both places. "
    hint = "-# The link is yours alone. It works once, and for ten minutes."
    await press.answer.show(parts.message(f"{line}\n{hint}", parts.row([door])))


async def heard(press: Press) -> None:
    """What was understood of what whoever pressed has said last."""
    items = follow_items(press.table, press.seat, press.table.follow(press.seat))
    if not items:
        raise StaleAsk(PASSED)
    await press.answer.show(Drawn(parts.layout(*items)))


async def card(press: Press) -> None:
    scene = press.table.scene(press.seat)
    if not views.to_look_at(scene):
        raise StaleAsk(PASSED)
    await press.answer.show(pictures.card(press.table, scene))


async def sheet(screens: Screens, answer: Answer, id: str, whose: str, mark: str) -> None:
    table = await screens.finished(id)
    scenes = (table.scene(seat) for seat in (table.seat_of(answer.user), None))
    sheet = next((each for scene in scenes for each in scene.sheets if ids.mark(each.label) == mark), None)
    if sheet is None:
        raise StaleAsk("That cannot be looked up any more. Look at the table again.")
    told = pages(views.sheet_in_words(sheet, views.names(table)))
    for page in told[:MOST_PAGES]:
        await answer.say(page)
    if len(told) > MOST_PAGES:
        await answer.say(
            f"The rest does not fit here: {len(told) - MOST_PAGES} more pages. /game export has all of it."
        )


async def rules(screens: Screens, answer: Answer, id: str, game: str = "", section: str = "") -> None:
    """The rules of the game at a table, or of a game that is not played yet: how they begin, or one section by its number."""
    table = await screens.finished(id) if id else None
    the_game = table.game if table else screens.hall.game(game)
    if not section:
        await tell_rules(answer, the_game, table if id in screens.hall.tables else None)
        return
    found = [*sections(the_game.manual()).values()]
    if not (section.isdecimal() and 0 < int(section) <= len(found)):
        raise StaleAsk(PASSED)
    for page in pages(flowing(found[int(section) - 1])):
        await answer.say(page)


async def which_rules(screens: Screens, answer: Answer) -> None:
    """Where nothing is played: which games there are, and their rules by a press."""
    games = screens.hall.games.values()
    lines = [f"**{clean(each.title)}** · {clean(each.summary)} `/{each.name} start`" for each in games]
    buttons = [parts.button(each.title, "📖", ids.make("rules", "", each.name)) for each in games]
    await answer.say("\n".join(["Nothing is played in this channel. There are:", *lines]), *parts.even_rows(buttons))


async def tell_rules(answer: Answer, game: Game[Any], table: Table | None = None) -> None:
    """How the rules begin, below what is special about the game at this table, and their sections by a press."""
    special = table.game.shows.about(table.view(None)).splitlines() if table else ()
    above = "".join(f"{said(line, views.names(table))}\n" for line in special if table)
    manual = game.manual()
    *before, last = pages(f"{above}\n{flowing(preface(manual))}".strip())
    for page in before:
        await answer.say(page)
    about = (table.id, "") if table else ("", game.name)
    buttons = [parts.button(title, "📖", ids.make("rules", *about, at)) for at, title in enumerate(sections(manual), 1)]
    await answer.say(last, *parts.even_rows(buttons[:MOST_SECTIONS]))


async def asides(screens: Screens, answer: Answer, id: str) -> None:
    table = await screens.finished(id)
    if table.outcome is None:
        raise IllegalAction("That is told when the game is over.")
    who, moves = views.names(table), await screens.hall.store.moves(id)
    thoughts = "\n".join(
        f"-# {_moved(table, each.after)}\n{who.get(each.seat, each.seat)}: {clean(each.aside)}"
        for each in moves
        if each.aside
    )
    for page in pages(thoughts)[:3]:
        await answer.say(page)


def _moved(table: Table, place: int) -> str:
    """What a move brought about first, by its place in the log: of which move somebody thought so."""
    return fit(views.sentences(table, [each.event for each in table.log[place : place + 1]]), LONGEST_MOVE)
