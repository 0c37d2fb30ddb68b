"""Draws a table for Discord: the one live board, a seat's own key, the panel after a touch, the result.

Everything here is drawn from a scene and the table's public facts. The board is drawn from the public scene alone, so
that nothing hidden can reach a text, a custom id, a style or a picture that everyone sees.
"""

from __future__ import annotations

import hashlib
import io
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, NamedTuple, TypeVar, cast
from weakref import WeakKeyDictionary

import discord
from discord import ButtonStyle, ui

from bot.ports import Called, Deadline, Moved
from bot.surfaces.discord import ids
from bot.surfaces.discord.words import ROBOT, TEXT_LIMIT, clean, counted, fit, newest, paragraph, plain, said, sat
from bot.surfaces.masks import mask_of
from bot.surfaces.picture import PAINTS, draw, draw_card, draw_chart, draw_plan, draw_ways, in_parts
from bot.surfaces.prose import listed
from bot.table import Table
from games.core import HOST, Event, Game, IllegalAction, Resume, Seat, Seated, StoodIn, named
from games.scene import (
    SYMBOLS,
    Card,
    Cell,
    Chart,
    Control,
    Face,
    Grid,
    Lines,
    Plan,
    Roster,
    Row,
    Scene,
    Sheet,
    Tally,
    Text,
    Timer,
    Ways,
    earlier,
)
from games.story import Story

C = TypeVar("C")

MOST_CELLS = 25
ROW = 5
ALT_TEXT = 1024
MOST_PICTURES = 10
LINES_SHOWN = 2
LONGEST_EARLIER = 1500
LONGEST_PART = 20
"""Letters of what a seat is called in a roster, beyond which it has a line of its own."""

YOURS_ONLY = "-# For your eyes only: keep it to yourself."

MOVES_SHOWN = 2
LONGEST_MOVE = 140

COLOURS: dict[Face, int] = {face: int(paint.turned[1:], 16) for face, paint in PAINTS.items()} | {"gold": 0xF4B63F}
"""Beside a message; gold is too dark there, and lamp light stands for it."""
STYLES: dict[Face, ButtonStyle] = {"red": ButtonStyle.danger, "blue": ButtonStyle.primary, "gold": ButtonStyle.success}
CONTROL_STYLES = {
    "primary": ButtonStyle.primary,
    "secondary": ButtonStyle.secondary,
    "success": ButtonStyle.success,
    "danger": ButtonStyle.danger,
}

RESUME = Control("Resume", Resume(), "▶️", "success")


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


def digest(drawn: Drawn) -> str:
    """The same for messages that look the same."""
    components = drawn.view.to_components()  # type: ignore[no-untyped-call]
    return hashlib.sha256(json.dumps(components, sort_keys=True).encode()).hexdigest()


def attached(drawn: Drawn) -> Any:
    """What an edit sends along: the pictures of the new look, if it has any, in place of those of the old one."""
    return list(drawn.files) if drawn.files else discord.utils.MISSING


def message(content: str, *items: ui.Item[Any], number: int | None = None, colour: int | None = None) -> Drawn:
    """A message of a text and what stands below it."""
    return Drawn(layout(text(content), *items, number=number, colour=colour))


def row(buttons: Iterable[ui.Button[Any]]) -> ui.ActionRow[Any]:
    return ui.ActionRow(*buttons)


def rows(buttons: Sequence[ui.Button[Any]], width: int = ROW) -> list[ui.ActionRow[Any]]:
    return [row(buttons[i : i + width]) for i in range(0, len(buttons), width)]


def button(
    label: str, emoji: str, custom_id: str, style: ButtonStyle = ButtonStyle.secondary, disabled: bool = False
) -> ui.Button[Any]:
    return ui.Button(label=plain(label, 80), emoji=emoji or None, custom_id=custom_id, style=style, disabled=disabled)


def names(table: Table, bold: bool = False, marks: bool = True) -> dict[Seat, str]:
    """Who sits where, for sentences: clean, with 🤖 marks (but not in what somebody said)."""
    shown = {seat: sat(each.name, each.kind if marks else "person", bold) for seat, each in table.seats.items()}
    return {**shown, HOST: "the host"}


def plain_names(table: Table) -> dict[Seat, str]:
    """Who sits where, for buttons, menus and pictures, where Discord formats nothing."""
    return {seat: plain(occupant.name, 40) or "somebody" for seat, occupant in table.seats.items()}


def sitters(table: Table, seat: Seat) -> int:
    """How many people have taken that seat so far."""
    events = (told.event for told in table.story.log)
    return sum(isinstance(event, Seated) and event.seat == seat and event.kind == "person" for event in events)


def seat_in_words(game: Game[Any], scene: Scene, seat: Seat) -> str:
    """What a seat is called, with its part in this very game where that says more (“Human, Proposer”), as everybody may
    know it."""
    title = game.seat_title(seat)
    rows = [each for block in scene.of(Roster) for each in block.rows if each.seat == seat]
    parts = [each.part if each.brief is None else each.brief for each in rows]
    part = next((each for each in parts if each.casefold() not in title.casefold()), "")
    return clean(f"{title}, {part}" if part else title)


def public_scene(table: Table) -> Scene:
    return scene_of(table, None)


def scene_of(table: Table, seat: Seat | None) -> Scene:
    """What a seat sees now; drawn once, however many parts of messages are made of it."""
    told, scenes = len(table.story.log), _SCENES.setdefault(table.story, {})
    if scenes.get(seat, (-1, None))[0] != told:
        scenes[seat] = (told, table.game.scene(table.story.view(seat), seat))
    return scenes[seat][1]


_SCENES: WeakKeyDictionary[Story[Any], dict[Seat | None, tuple[int, Scene]]] = WeakKeyDictionary()
"""The scenes of each story, and how much of it had been told then."""


def grid_of(scene: Scene) -> Grid | None:
    return next(iter(scene.of(Grid)), None)


# ── the live board ────────────────────────────────────────────────────────────────────────────────────────────────────


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
    items += rows(list(_controls(table, scene)))
    return Drawn(layout(*items, *below, number=number, colour=COLOURS[scene.face]))


def heading(
    table: Table, brief: bool = False, closed: bool = False, faces: Mapping[Seat, str] | None = None, link: str = ""
) -> str:
    """How things stand, above a link. Lists get the room that all else leaves: who sits where must not be cut off by what
    was said."""
    scene, who = public_scene(table), names(table)
    above = [_titled(scene, _lead(table, scene))]
    if table.story.outcome is not None and grid_of(scene) is None:
        return above[0]  # all else stands in the message about the end
    figures = [
        f"{SYMBOLS[c.face]} {said(c.label, who)} **{c.value}**".strip() for b in scene.of(Tally) for c in b.counts
    ]
    timers = [(timer, deadline(table, timer)) for timer in scene.of(Timer) if table.story.paused is None]
    figures += [f"⏳ {clean(timer.label)} <t:{int(due.at)}:R>" for timer, due in timers if due]
    above += [" · ".join(figures)] if figures else []
    above += [paragraph(b.text, who) for b in scene.of(Text) if b.style == "plain"]
    last = _last_moves(table, who)
    below = [f"-# {last}"] if last else []
    below += [f"-# {line}" for b in scene.of(Roster) for line in roster_lines(table, b, brief, faces)]
    below += [f"-# {said(b.text, who)}" for b in scene.of(Text) if b.style == "small"]
    if closed and scene.private_label:
        below.append(f"-# ✉️ If your DMs are closed: **{clean(scene.private_label)}** shows what is for you alone.")
    below += [link] if link else []
    room = TEXT_LIMIT - sum(len(line) + 1 for line in above + below)
    lines = [line for block in scene.of(Lines) for line in _newest(block, who, room // len(scene.of(Lines)))]
    return "\n".join(line for line in above + lines + below if line)


def _titled(scene: Scene, title: str) -> str:
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
    outcome = table.story.outcome
    if outcome is not None and table.game.outcome(table.story.state) is None:
        return clean(outcome.why)
    if table.story.paused is not None:
        return f"⏸️ Paused. {clean(table.story.paused)}"
    lead = next((block.text for block in scene.of(Text) if block.style == "lead"), scene.title)
    return said(lead, who)


def deadline(table: Table, timer: Timer) -> Deadline | None:
    """When that time is up. Where its seat has answered, the others' time goes on: who has answered may be nobody's
    business."""
    own = table.deadlines.get((timer.seat, timer.key))
    return own or next((each for (_, key), each in table.deadlines.items() if key == timer.key), None)


def _last_moves(table: Table, who: dict[Seat, str]) -> str:
    """What somebody did last, or what came of it by itself; openings are too long for a board, and what stands above, or
    was told in a message of its own, need not be said again. A game that has such messages tells in them what its moves
    come to."""
    told: list[str] = []
    moved = False
    above = (table.story.paused, table.story.outcome and table.story.outcome.why)
    for event in (each.event for each in reversed(table.story.log) if each.to is None):
        if (table.game.feed and isinstance(event, table.game.events)) or (moved and not isinstance(event, StoodIn)):
            break
        line: str = table.game.say(event)
        if len(line) > LONGEST_MOVE or len(told) == MOVES_SHOWN:
            break
        if any(why and why in line for why in above):
            continue
        if isinstance(event, Seated) and event.seat != HOST:
            line = f"{{{event.seat}}} plays {table.game.seat_title(event.seat)} now."
        told.append(said(line, who))
        moved = moved or "{" in line
    return f"› {' '.join(reversed(told))}" if told else ""


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
    waiting = " ⏳" if each.awaited and not table.story.outcome and table.story.paused is None else ""
    return f"{face} {name}{waiting}".strip()


def _cell_button(table: Table, scene: Scene, index: int, cell: Cell) -> ui.Button[Any]:
    style = STYLES.get(cell.face, ButtonStyle.secondary)
    done = cell.done or table.story.outcome is not None
    return button(
        cell.label, SYMBOLS[cell.face], ids.make("cell", table.id, index, ids.mark(scene.moment)), style, done
    )


def _controls(table: Table, scene: Scene) -> Iterable[ui.Button[Any]]:
    """What may be done now, then what may always be looked at. Where only AIs sit, that is what the host may do."""
    if table.story.outcome is None:
        hosting = [offer for ask in table.story.asks(HOST) for offer in (*ask.choices, *ask.forms)]
        for control in scene.controls if table.story.paused is None else (RESUME,):
            if table.story.people or control is RESUME or control.action in hosting:
                yield control_button(table, control, do_id(table, scene, control))
        if scene.private_label and table.story.people:
            yield button(scene.private_label, "🔑", ids.make("key", table.id))
        yield from sheet_buttons(table, scene)
    yield button("Rules", "📖", ids.make("rules", table.id))


def sheet_buttons(table: Table, scene: Scene, own: bool = False) -> Iterable[ui.Button[Any]]:
    """A button for each sheet of a scene; on somebody's `own` page only for those that the public scene does not have."""
    public = {each.label for each in public_scene(table).sheets} if own else set[str]()
    for each in scene.sheets:
        if each.label not in public:
            custom_id = ids.make("sheet", table.id, "own" if own else "all", ids.mark(each.label))
            yield button(each.label, each.emoji, custom_id)


def sheet_in_words(sheet: Sheet, names: Mapping[Seat, str]) -> str:
    """A sheet as text: headings, and lists under them."""
    lines = [f"### {sheet.emoji} {clean(sheet.label)}".replace("  ", " ")]
    for block in sheet.blocks:
        match block:
            case Text(text=text, style="lead"):
                lines.append(f"**{said(text, names)}**")
            case Text(text=text):
                lines.append(paragraph(text, names))
            case Lines(title=title, lines=entries):
                lines.append(f"-# {clean(title)}")
                lines += [f"- {fit(said(entry, names), 1000)}" for entry in entries]
    return "\n".join(lines)


def to_look_at(scene: Scene) -> list[Card] | list[Plan]:
    """What somebody may have a look at by a press: what they are, or the house as they know it."""
    return scene.of(Card) or scene.of(Plan)


def card_of(scene: Scene) -> Card | None:
    return next(iter(scene.of(Card)), None)


def card(table: Table, scene: Scene, number: int | None = None) -> Drawn:
    """What somebody is, or the house as they know it: a picture that is told in words too, for their eyes alone."""
    items, files = gallery(table, replace(scene, blocks=tuple(to_look_at(scene))), "card")
    heading = text(f"### {clean(table.game.title)}\n{YOURS_ONLY}")
    return Drawn(layout(heading, *items, number=number, colour=COLOURS[scene.face]), files)


def do_id(table: Table, scene: Scene, control: Control, what: str = "do") -> str:
    """The custom id of a control under the board; of its confirmation with “yes”."""
    return ids.make(what, table.id, ids.control_mark(control), ids.mark(control.moment or scene.moment))


def confirmation(table: Table, scene: Scene, control: Control) -> Drawn:
    """Asks once more, before something is done that one press should not do."""
    return message("Are you sure?", row([control_button(table, control, do_id(table, scene, control, "yes"))]))


def control_button(table: Table, control: Control, custom_id: str) -> ui.Button[Any]:
    return button(named(control.label, plain_names(table)), control.emoji, custom_id, CONTROL_STYLES[control.style])


# ── for one seat's eyes ───────────────────────────────────────────────────────────────────────────────────────────────


def own_lists(table: Table, scene: Scene) -> list[Lines]:
    """The lists of a seat's scene that the public does not see and in which something stands."""
    public = {block.title for block in public_scene(table).of(Lines)}
    return [block for block in scene.of(Lines) if block.lines and block.title not in public]


def panel(table: Table, seat: Seat, index: int, said_first: str, offers: Sequence[tuple[Control, str]]) -> Drawn:
    """What follows a touch: what it did, what the seat's own people think, and what may be done with the card.
    `offers` are controls with the key of the ask that takes them."""
    who, lists = names(table), own_lists(table, scene_of(table, seat))
    lines = [said_first] if said_first else []
    lines += [f"**{clean(each.title)}**: {'; '.join(said(line, who) for line in each.lines)}" for each in lists]
    buttons = [
        control_button(table, each, ids.make("ok", table.id, index, ids.control_mark(each), ids.mark(key)))
        for each, key in offers[:ROW]
    ]
    return message("\n".join(lines) or "What about this card?", *rows(buttons))


def grid_in_words(grid: Grid) -> list[str]:
    """The cards by their faces, those still open; for whoever reads rather than looks."""
    faces: dict[Face, list[str]] = {}
    for cell in grid.cells:
        if not cell.done:
            faces.setdefault(cell.face, []).append(clean(cell.label))
    order: tuple[Face, ...] = ("red", "blue", "gold", "neutral", "black", "hidden")
    return [f"{SYMBOLS[face] or '▫️'} {', '.join(faces[face])}" for face in order if face in faces]


# ── the end ───────────────────────────────────────────────────────────────────────────────────────────────────────────


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
    outcome = table.story.outcome
    assert outcome is not None
    winners = [who[seat] for seat in table.seats if seat in outcome.winners]
    above = [_titled(scene, said(outcome.why, who))]
    above += [f"🏆 {', '.join(winners)}"] if winners else []
    if grid_of(scene) is None:
        above += [line for block in scene.of(Roster) for line in roster_lines(table, block, faces=faces)]
    below = [*bets, *ai_lines(table, moves, calls)]
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


def gallery(table: Table, scene: Scene, name: str) -> tuple[list[ui.Item[Any]], tuple[discord.File, ...]]:
    """The scene's pictures side by side, each told in words too, and the files that they are in. Once the ways of all are
    known, they are shown instead of a chart, and of a house at a single moment."""
    who, seats = plain_names(table), table.story.seats
    people = {seat: (who.get(seat, "somebody"), mask_of(seats, seat)) for seat in seats}
    shown = [_with_names(each, who) for each in scene.blocks if isinstance(each, Grid | Card | Chart | Plan | Ways)]
    if scene.of(Ways):
        shown = [each for each in shown if not isinstance(each, Chart | Plan)]
    drawn: list[tuple[bytes, str]] = []
    for each in shown:
        match each:
            case Grid():
                drawn.append((draw(each, people), each.about))
            case Card():
                drawn.append((draw_card(each), each.about))
            case Chart():
                drawn.append((draw_chart(each), each.about))
            case Plan():
                drawn.append((draw_plan(each, people), each.about))
            case Ways():
                drawn += [(draw_ways(part, people), part.about) for part in in_parts(each)]
    pictures = []
    for i, (data, about) in enumerate(drawn[:MOST_PICTURES]):
        alt = fit(plain(about), ALT_TEXT)
        file = discord.File(io.BytesIO(data), f"{name}{i + 1 if i else ''}.png", description=alt)
        pictures.append((discord.MediaGalleryItem(file, description=alt), file))
    if not pictures:
        return [], ()
    return [ui.MediaGallery(*(item for item, _ in pictures))], tuple(file for _, file in pictures)


def _with_names(block: C, who: Mapping[Seat, str]) -> C:
    """A block, with names for the seats in its texts."""

    def called(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(called, value))
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{each.name: called(getattr(value, each.name)) for each in fields(value)})
        return plain(named(value, who)) if isinstance(value, str) else value

    return cast(C, called(block))


def ai_lines(table: Table, moves: Sequence[Moved], calls: Sequence[Called]) -> list[str]:
    """One line for each AI that is called: what it runs on, its moves, calls, tokens, cost, and how often something moved for
    it. Those that cost nothing share one."""
    lines: list[str] = []
    free = {seat for seat, each in table.seats.items() if each.kind == "built-in"} - {each.seat for each in calls}
    for seat, occupant in table.seats.items():
        own = [each for each in calls if each.seat == seat]
        if seat in free or (occupant.kind == "person" and not own):
            continue
        sources = [move.source for move in moves if move.seat == seat]
        tokens = sum(each.call.prompt_tokens + each.call.answer_tokens for each in own)
        parts = [_many(len(sources), "move"), *([_many(len(own), "call"), f"{tokens:,} tokens"] if own else [])]
        if cost := sum(each.call.cost or 0 for each in own):
            parts.append(f"${cost:.4f}")
        if refused := sum(each.outcome == "refused" for each in own):
            parts.append(f"{refused} refused")
        if "fallback" in sources:
            parts.append(_many(sources.count("fallback"), "stand-in move"))
        model = clean(occupant.model or (own[0].call.model if own else "built-in"))
        lines.append(f"-# {ROBOT} {clean(occupant.name)} ({model}): {', '.join(parts)}")
    if free:
        who = listed(clean(table.seats[seat].name) for seat in table.seats if seat in free)
        lines.append(f"-# {ROBOT} {who} (built-in): {_many(sum(each.seat in free for each in moves), 'move')}")
    return lines


def sentences(table: Table, events: Iterable[Event]) -> str:
    """These events, a sentence each."""
    who = names(table)
    return " ".join(said(table.game.say(event), who) for event in events)


def refused(table: Table, refusal: IllegalAction) -> str:
    """Why not, with names for seats."""
    return said(str(refusal), names(table))


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
