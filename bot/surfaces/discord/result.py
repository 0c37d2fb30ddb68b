"""How a game ended, as a message of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.ports import Called, Moved
from bot.surfaces.costs import taken
from bot.surfaces.discord import ids
from bot.surfaces.discord.board import roster_lines, titled
from bot.surfaces.discord.controls import sheet_buttons
from bot.surfaces.discord.markdown import ROBOT, TEXT_LIMIT, clean, fit, said
from bot.surfaces.discord.parts import COLOURS, Drawn, button, layout, rows, text
from bot.surfaces.discord.pictures import gallery
from bot.surfaces.discord.views import end_is_told, grid_of, names, public_scene
from bot.table import Table
from games.core import Seat
from games.scene import Lines, Roster


def result(
    table: Table,
    number: int | None,
    moves: Sequence[Moved],
    calls: Sequence[Called],
    bets: Sequence[str] = (),
    faces: Mapping[Seat, str] | None = None,
) -> Drawn:
    """How it ended: who won and why, the whole grid, what was said and meant, what the AIs took, and how onlookers bet.
    `faces` as on the board."""
    scene, who = public_scene(table), names(table)
    outcome = table.outcome
    assert outcome is not None
    winners = [who[seat] for seat in table.seats if seat in outcome.winners]
    above = [titled(scene, clean(scene.title) if end_is_told(table) else said(outcome.why, who))]
    above += [f"🏆 {', '.join(winners)}"] if winners else []
    if grid_of(scene) is None:
        above += [line for block in scene.of(Roster) for line in roster_lines(table, block, faces=faces)]
    below = [*bets, *(f"-# {ROBOT} {each}" for each in taken(table.seats, moves, calls, clean))]
    room = TEXT_LIMIT - sum(len(line) + 1 for line in above + below)
    told = [line for block in scene.of(Lines) for line in _listed(block, who)]
    content = text("\n".join([*above, *([fit("\n".join(told), room)] if told and room > 0 else []), *below]))
    items, files = gallery(table, scene, "reveal")
    buttons = [button("Rematch", "🔁", ids.make("again", table.id)), *sheet_buttons(table, scene)]
    if any(move.aside for move in moves):
        buttons.append(button("What the AIs thought", "💭", ids.make("asides", table.id)))
    return Drawn(layout(content, *items, *rows(buttons), number=number, colour=COLOURS[scene.face]), files)


def _listed(block: Lines, who: Mapping[Seat, str]) -> list[str]:
    """A list under its title; a brief one beside it."""
    shown = [said(line, who) for line in block.lines]
    title = f"**{clean(block.title)}**"
    return [f"{title}: {' · '.join(shown)}"] if block.brief else [title, *shown]
