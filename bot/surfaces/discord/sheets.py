"""What can be looked up beside the board or one's own page: a button for each sheet, and the sheet for whoever pressed it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.surfaces.discord import board, ids
from bot.surfaces.discord.answers import Answer
from bot.surfaces.discord.words import clean, fit, pages, quoted, said
from bot.table import Table
from games.core import Seat, StaleAsk
from games.scene import Lines, Sheet, Text

MOST_PAGES = 5
PASSED = "That cannot be looked up any more. Look at the table again."


async def show(answer: Answer, table: Table, seat: Seat | None, mark: str) -> None:
    """The sheet with that mark, as the seat sees it or else everybody, for whoever pressed. StaleAsk: there is none."""
    every = (each for who in (seat, None) for each in board.scene_of(table, who).sheets)
    sheet = next((each for each in every if ids.mark(each.label) == mark), None)
    if sheet is None:
        raise StaleAsk(PASSED)
    told = pages(in_words(sheet, board.names(table)))
    for page in told[:MOST_PAGES]:
        await answer.say(page)
    if len(told) > MOST_PAGES:
        await answer.say(
            f"The rest does not fit here: {len(told) - MOST_PAGES} more pages. /game export has all of it."
        )


def in_words(sheet: Sheet, names: Mapping[Seat, str]) -> str:
    """A sheet as text: headings, and lists under them."""
    lines = [f"### {sheet.emoji} {clean(sheet.label)}".replace("  ", " ")]
    for block in sheet.blocks:
        match block:
            case Text(text=text, style="lead"):
                lines.append(f"**{said(text, names)}**")
            case Text(text=text):
                lines += quoted(text, names) if "\n" in text else [said(text, names)]
            case Lines(title=title, lines=entries):
                lines.append(f"-# {clean(title)}")
                lines += [f"- {fit(said(entry, names), 1000)}" for entry in entries]
    return "\n".join(lines)
