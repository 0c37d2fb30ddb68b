"""All that one seat, or the public, is shown of a game by the whole house: views, questions, prompts to models, posts on
Discord with their ids, styles, alt texts and pictures, and the terminal's screen."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator
from typing import Any

from rich.console import Console

from bot.players import briefing
from bot.ports import About, Occupant, Saved
from bot.surfaces.discord import board, controls, parts, result, views
from bot.surfaces.discord.pages import draw_page
from bot.surfaces.discord.press import find_ask
from bot.surfaces.picture import draw
from bot.surfaces.terminal.draw import Painter
from bot.table import Table
from games.core import HOST, Seat
from games.scene import Grid
from games.story import Story
from tests.games import laws

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Ève", "Finn {red-1}", "Gus*", "Hal")


def table_of(story: Story[Any]) -> Table:
    """A table at which this story is told, with names for its seats; nobody plays at it."""
    seats = {seat: Occupant(story.kinds[seat], PEOPLE[i % len(PEOPLE)]) for i, seat in enumerate(story.seats)}
    saved = Saved("t1", story.game.name, story.game.rules.version, {}, story.seed, About(), seats)
    nothing: Any = None
    return Table(saved, story, nothing, nothing, nothing, lambda table: None)


def everything(table: Table, story: Story[Any], seat: Seat | None, pictures: bool = False) -> dict[str, Any]:
    """What `seat` is shown when `story` is told at the table, by where it is shown."""
    table.story = story
    shown: dict[str, Any] = {"house": laws.shown(story, seat)}
    shown["terminal"] = _terminal(table, seat)
    if seat is None:
        shown["board"] = _drawn(board.board(table), pictures)
        shown["result"] = _drawn(result.result(table, 1, [], []), pictures) if story.outcome else None
        shown["sentences"] = views.sentences(table, story.heard(None))
    elif seat != HOST:
        shown["own"] = _drawn(draw_page(table, seat), pictures)
        shown["panels"] = [_drawn(panel, False) for panel in _panels(table, seat)]
        shown["prompts"] = list(_prompts(table, seat))
    if pictures:
        grids = [block for block in table.scene(seat).blocks if isinstance(block, Grid)]
        shown["pictures"] = [draw(grid) for grid in grids]
    return shown


def breaches_of_secrecy(story: Story[Any], rng: Any, pictures: bool = False, share: float = 1.0) -> Iterator[str]:
    """Nothing that anybody (or a share of them, by chance) is shown anywhere depends on what they cannot see, or holds a word
    that they were not told."""
    table = table_of(story)
    eyes = (None, *story.seats, HOST)
    for seat in eyes if share == 1.0 else rng.sample(eyes, math.ceil(share * len(eyes))):
        mine = everything(table, story, seat, pictures)
        other = everything(table, laws.twin_of(story, seat, rng), seat, pictures)
        for where, shown in mine.items():
            if other[where] != shown:
                yield f"{seat or 'the public'} is shown another {where} in a world it cannot tell apart"
        planted = everything(table, laws.canaried(story, seat), seat)
        for where, shown in planted.items():
            if laws.CANARY in str(shown):
                yield f"{seat or 'the public'} is shown a word in {where} that it was not told"


def _prompts(table: Table, seat: Seat) -> Iterator[str]:
    if not table.story.asks(seat):
        return
    brief = table.brief(seat, refusals=["That was refused."])
    for size in ("full", "compact"):
        prompt = briefing.prompt(brief, size=size)  # type: ignore[arg-type]
        yield json.dumps([prompt.messages(), str(prompt.schema)], ensure_ascii=False)
    if own := brief.game.prompts.prompt(brief.view, seat, brief.asks, brief.heard):
        for each in filter(None, (own, own.compact)):
            finals = [(final.tag, final.about, final.values) for final in each.agent.finals] if each.agent else ()
            yield json.dumps([each.key, each.system, each.turns, finals, each.shape], ensure_ascii=False)


def _panels(table: Table, seat: Seat) -> Iterator[parts.Drawn]:
    grid = views.grid_of(table.scene(seat))
    touched = [(i, cell) for i, cell in enumerate(grid.cells if grid else ()) if not cell.done]
    for index, cell in touched[:4]:
        offers = [(press, ask.key) for press in cell.presses if (ask := find_ask(table, seat, press.action))]
        if offers:
            yield controls.panel(table, seat, index, "", offers)


def _drawn(drawn: parts.Drawn, pictures: bool) -> tuple[str, list[Any]]:
    components = json.dumps(drawn.view.to_components(), default=str, ensure_ascii=False)
    files = [(file.filename, file.description, file.fp.read() if pictures else b"") for file in drawn.files]
    return components, files


def _terminal(table: Table, seat: Seat | None) -> str:
    console = Console(
        file=io.StringIO(), width=100, color_system="truecolor", force_terminal=True, legacy_windows=False
    )
    with console.capture() as capture:
        console.print(Painter(console, table.names, seat).draw(table.scene(seat)))
    return capture.get()
