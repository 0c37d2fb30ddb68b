"""Draws the one live board of a table for Discord.

It is drawn from the public scene and the table's public facts alone, so that nothing hidden can reach a text, a custom id, a
style or a picture that everyone sees.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any

from discord import ButtonStyle, ui

from bot.surfaces.discord import ids, staying
from bot.surfaces.discord.controls import RESUME, control_button, do_id, sheet_buttons
from bot.surfaces.discord.markdown import TEXT_LIMIT, clean, counted, fit, newest, paragraph, said, sat
from bot.surfaces.discord.parts import COLOURS, ROW, Drawn, button, even_rows, layout, rows, text
from bot.surfaces.discord.views import grid_of, names, public_scene
from bot.table import Table, due
from games.core import HOST, Event, Hosts, SatIn, Seat, Seated, StoodIn, VotedOut
from games.scene import SYMBOLS, Cell, Face, Lines, Roster, Row, Scene, Tally, Text, Timer, earlier

MOST_CELLS = 25
LINES_SHOWN = 2
LONGEST_EARLIER = 1500
LONGEST_PART = 20
"""Letters of what a seat is called in a roster, beyond which it has a line of its own."""

MOVES_SHOWN, MOVES_LOOKED_AT = 2, 40
HOUSE_NEWS = 8
"""So many events later a board still says that somebody plays on for somebody, or hosts the game."""

LONGEST_MOVE = 140
STYLES: dict[Face, ButtonStyle] = {"red": ButtonStyle.danger, "blue": ButtonStyle.primary, "gold": ButtonStyle.success}


def board(
    table: Table,
    number: int | None = None,
    closed: bool = False,
    faces: Mapping[Seat, str] | None = None,
    below: Iterable[ui.Item[Any]] = (),
) -> Drawn:
    """The table as everyone sees it. `closed`: somebody here takes no DMs. `faces` stand before the names of those who have
    one. `below` is what stands under the buttons."""
    scene = public_scene(table)
    items: list[ui.Item[Any]] = [text(heading(table, True, closed, faces))]
    grid = grid_of(scene)
    if grid is not None:
        buttons = [_cell_button(table, scene, i, cell) for i, cell in enumerate(grid.cells)]
        items += rows(buttons, min(grid.columns, ROW))
    controls = list(_controls(table, scene))
    cells = len(grid.cells) if grid is not None else 0
    for each in staying.buttons(table):
        if 2 + cells + -(-cells // ROW) + len(controls) + 1 + -(-(len(controls) + 1) // ROW) <= staying.COMPONENTS:
            controls.append(each)
    items += even_rows(controls)
    return Drawn(layout(*items, *below, number=number, colour=COLOURS[scene.face]))


def heading(
    table: Table, brief: bool = False, closed: bool = False, faces: Mapping[Seat, str] | None = None, link: str = ""
) -> str:
    """How things stand, above a link. Lists get the room that all else leaves: who sits where must not be cut off by what
    was said."""
    scene, who = public_scene(table), names(table)
    above = [titled(scene, _lead(table, scene))]
    if table.outcome is not None and grid_of(scene) is None:
        return above[0]  # all else stands in the message about the end
    figures = [
        f"{SYMBOLS[c.face]} {said(c.label, who)} **{c.value}**".strip() for b in scene.of(Tally) for c in b.counts
    ]
    timers = [(timer, due(table.deadlines, timer.seat, timer.key)) for timer in scene.of(Timer) if table.paused is None]
    figures += [f"⏳ {clean(timer.label)} <t:{int(due.at)}:R>" for timer, due in timers if due]
    above += [" · ".join(figures)] if figures else []
    above += [paragraph(b.text, who) for b in scene.of(Text) if b.style == "plain"]
    last = _last_moves(table, who)
    below = [f"-# {last}"] if last else []
    below += [f"-# {line}" for line in staying.votes(table)]
    below += [f"-# {line}" for b in scene.of(Roster) for line in roster_lines(table, b, brief, faces)]
    below += [f"-# {said(b.text, who)}" for b in scene.of(Text) if b.style == "small"]
    if closed and scene.private_label:
        below.append(f"-# ✉️ If your DMs are closed: **{clean(scene.private_label)}** shows what is for you alone.")
    below += [link] if link else []
    room = TEXT_LIMIT - sum(len(line) + 1 for line in above + below)
    lines = [line for block in scene.of(Lines) for line in _newest(block, who, room // len(scene.of(Lines)))]
    return "\n".join(line for line in above + lines + below if line)


def titled(scene: Scene, title: str) -> str:
    """A heading with the scene's symbol, unless it begins with one of its own; a large one where pages are turned, so that
    nobody overlooks that it is night."""
    symbol = "" if title and unicodedata.category(title[0]) == "So" else SYMBOLS[scene.face]
    return f"{'##' if scene.page else '###'} {symbol} {title}".replace("  ", " ")


def _newest(block: Lines, who: Mapping[Seat, str], room: int) -> list[str]:
    """A list, as far as there is room: its last lines, and before them what stood earlier, in small."""
    shown, title = [said(line, who) for line in block.lines], clean(block.title)
    if block.brief and shown:
        return [fit(f"{title}: {_beside(shown, room - len(title))}", max(1, room))]
    latest = [fit(line, max(1, room // LINES_SHOWN - 1)) for line in shown[-LINES_SHOWN:]]
    room = min(room - sum(len(line) + 1 for line in latest), LONGEST_EARLIER)
    heading = f"-# {title} so far: "
    if (before := shown[:-LINES_SHOWN]) and room > len(heading) + LINES_SHOWN:
        latest.insert(0, heading + fit(_beside(before, room - len(heading) - 1), room - len(heading) - 1))
    return latest


def _beside(lines: Sequence[str], room: int) -> str:
    """The end of a list in one line, as far as there is room."""
    between = " · "
    return between.join(counted(lines, newest(lines, room - len(between + earlier(len(lines))), len(between)), ""))


def _lead(table: Table, scene: Scene) -> str:
    who = names(table, bold=True)
    outcome = table.outcome
    if outcome is not None and table.called_off:
        return clean(outcome.why)
    if table.paused is not None:
        return f"⏸️ Paused. {clean(table.paused)}"
    lead = next((block.text for block in scene.of(Text) if block.style == "lead"), scene.title)
    return said(lead, who)


def _last_moves(table: Table, who: dict[Seat, str]) -> str:
    """What somebody did last, or what came of it by itself; openings are too long for a board, and what stands above, or
    was told in a message of its own, need not be said again. A game that has such messages tells in them what its moves
    come to."""
    told: list[str] = []
    moved = False
    above = (table.paused, table.outcome and table.outcome.why)
    # So many that everybody heard: how much is told in private is nothing that a board may show.
    heard = islice((each.event for each in reversed(table.log) if each.to is None), MOVES_LOOKED_AT)
    events = [*heard][::-1]
    # Who sits down after somebody was played on for is no news of its own.
    events = [
        each
        for before, each in pairwise([None, *events])
        if each and not (isinstance(each, Seated) and isinstance(before, SatIn | VotedOut))
    ]
    for event in events[::-1]:
        if (table.game.shows.feed and isinstance(event, table.game.rules.events)) or (
            moved and not isinstance(event, StoodIn | SatIn | VotedOut)
        ):
            break
        line = _line(table, event)
        if len(line) > LONGEST_MOVE or len(told) == MOVES_SHOWN:
            break
        if any(why and why in line for why in above) or _is_past(table, event):
            continue
        told.append(said(line, who))
        moved = moved or ("{" in line and not isinstance(event, Hosts))
    # Who plays on for whom, and who hosts, is not lost because an AI moves at once.
    news = [said(_line(table, each), who) for each in events[-HOUSE_NEWS:] if _is_house_news(table, each)]
    told += [each for each in reversed(news) if each not in told]
    return f"› {' '.join(reversed(told))}" if told else ""


def _line(table: Table, event: Event) -> str:
    if isinstance(event, Seated) and event.seat != HOST:
        return f"{{{event.seat}}} plays {table.game.shows.seat_title(event.seat)} now."
    line: str = table.game.shows.say(event)
    return line


def _is_house_news(table: Table, event: Event) -> bool:
    if isinstance(event, Seated):  # they have left their seat, or it was given away
        sits = table.seats.get(event.seat)
        return event.kind != "person" and sits is not None and bool(sits.stands_for)
    return isinstance(event, SatIn | VotedOut | Hosts) and not _is_past(table, event)


def _is_past(table: Table, event: Event) -> bool:
    """Whether it tells that something plays on for somebody who is back."""
    return isinstance(event, SatIn | VotedOut) and table.seats[event.seat].kind == "person"


def roster_lines(
    table: Table, roster: Roster, brief: bool = False, faces: Mapping[Seat, str] | None = None
) -> list[str]:
    """One line a side: who plays what part, who is an AI, who is waited for. What takes more words has a line of its own."""
    sides: dict[Face, dict[str, list[str]]] = {}
    for each in roster.rows:
        part = each.brief if brief and each.brief is not None else each.part
        entry = _roster_entry(table, each, (faces or {}).get(each.seat, ""))
        sides.setdefault(each.face, {}).setdefault(part, []).append(entry)
    lines: list[str] = []
    for face, parts in sides.items():
        short: list[str] = []
        long: list[str] = []
        for part, entries in parts.items():
            if len(part) > LONGEST_PART:
                long += [f"{SYMBOLS[face]} {entry}: {clean(part)}".strip() for entry in entries]
            else:
                short.append(f"{clean(part)}: {', '.join(entries)}" if part else " · ".join(entries))
        lines += [f"{SYMBOLS[face]} {' · '.join(short)}".strip()] if short else []
        lines += long
    return lines


def _roster_entry(table: Table, each: Row, face: str) -> str:
    occupant = table.seats.get(each.seat)
    name = sat(occupant.name, occupant.kind, bold=each.awaited) if occupant else "nobody"
    waiting = " ⏳" if each.awaited and not table.outcome and table.paused is None else ""
    return f"{face} {name}{waiting}".strip()


def _cell_button(table: Table, scene: Scene, index: int, cell: Cell) -> ui.Button[Any]:
    style = STYLES.get(cell.face, ButtonStyle.secondary)
    done = cell.done or table.outcome is not None
    return button(
        cell.label, SYMBOLS[cell.face], ids.make("cell", table.id, index, ids.mark(scene.moment)), style, done
    )


def _controls(table: Table, scene: Scene) -> Iterable[ui.Button[Any]]:
    """What may be done now, then what may always be looked at. Where only AIs sit, that is what the host may do."""
    if table.outcome is None:
        hosting = [offer for ask in table.asks(HOST) for offer in ask.answers]
        for control in scene.controls if table.paused is None else (RESUME,):
            if table.people or control is RESUME or control.action in hosting:
                yield control_button(table, control, do_id(table, scene, control))
        if scene.private_label and table.people:
            yield button(scene.private_label, "🔑", ids.make("key", table.id))
        yield from sheet_buttons(table, scene)
    yield button("Rules", "📖", ids.make("rules", table.id))
