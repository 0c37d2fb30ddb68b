"""All that one seat, or the public, is shown of a game by the whole house: views, questions, prompts to models, posts on
Discord with their ids, styles, alt texts and pictures, rooms, reminders and whom they call, the terminal's screen, files.

Beside the story a table keeps what not everybody may know: what others have picked and not confirmed, whose time runs, who is
thinking, how moves came in. In another world that is otherwise too.
"""

from __future__ import annotations

import io
import json
import math
import random
from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, get_args

from rich.console import Console

from bot.bets import Book
from bot.clock import VirtualClock
from bot.export import FORMATS, export
from bot.players import briefing
from bot.players.autoplay import BuiltInPlayers
from bot.ports import About, Call, Called, Deadline, Moved, Occupant, Saved, Source
from bot.surfaces.discord import board, controls, feed, parts, result, rooms, views
from bot.surfaces.discord.bets import Bets
from bot.surfaces.discord.pages import draw_page
from bot.surfaces.discord.press import find_ask
from bot.surfaces.discord.reminders import Reminders
from bot.surfaces.picture import draw
from bot.surfaces.terminal.draw import Painter
from bot.surfaces.terminal.hearing import Hearing
from bot.table import Table, new_deadlines
from games.core import HOST, TABLE, Seat
from games.scene import Grid
from games.story import Story
from tests.games import laws

NOTHING: Any = None
PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Ève", "Finn {red-1}", "Gus*", "Hal")


def table_of(story: Story[Any]) -> Table:
    """A table at which this story is told, with names for its seats; nobody plays at it."""
    seats = {
        seat: Occupant(story.kinds[seat], PEOPLE[i % len(PEOPLE)], f"discord:{i}" * (story.kinds[seat] == "person"))
        for i, seat in enumerate(story.seats)
    }
    saved = Saved("t1", story.game.name, story.game.rules.version, {}, story.seed, About(), seats)
    return Table(saved, story, NOTHING, NOTHING, VirtualClock(), lambda table: None)


def everything(
    table: Table, story: Story[Any], seat: Seat | None, pictures: bool = False, rng: random.Random | None = None
) -> dict[str, Any]:
    """What `seat` is shown when `story` is told at the table, by where it is shown. With `rng`, others there do what it is not
    told."""
    table.story = story
    beside = _beside(table, seat, rng)
    shown: dict[str, Any] = {"house": laws.shown(story, seat)}
    shown["terminal"] = _terminal(table, seat)
    shown["sentences in a terminal"] = _heard(table, seat)
    shown["rooms"] = [_told_in(table, room) for room in table.rooms if _listens(room, seat)]
    if seat is None:
        shown["board"] = _drawn(board.board(table), pictures)
        shown["status"] = board.heading(table)
        shown["typing"] = table.thinking.pondered
        shown["bets"] = _bets(table)
        shown["result"] = _drawn(result.result(table, 1, [], []), pictures) if story.outcome else None
        shown["sentences"] = views.sentences(table, story.heard(None))
        shown["feed"], shown["sentences for the narrator"] = _feed(table)
        shown["reminders"] = _reminders(table)
        if not story.outcome:  # the end tells all
            shown |= {f"{each} file": _file(table, each, *beside) for each in FORMATS}
    elif seat != HOST:
        shown["own"] = _drawn(draw_page(table, seat), pictures)
        shown["panels"] = [_drawn(panel, False) for panel in _panels(table, seat)]
        shown["prompts"] = list(_prompts(table, seat))
    if pictures:
        grids = [block for block in table.scene(seat).blocks if isinstance(block, Grid)]
        shown["pictures"] = [draw(grid) for grid in grids]
    return shown


def breaches_of_secrecy(
    story: Story[Any], rng: random.Random, pictures: bool = False, share: float = 1.0
) -> Iterator[str]:
    """Nothing that the public and anybody (or a share of them, by chance) is shown anywhere depends on what they cannot see, or holds
    a word that they were not told; and while a game goes on its seed, which would give away the deal, stands nowhere."""
    table = table_of(story)
    eyes = (*story.seats, HOST)
    for seat in (None, *(eyes if share == 1.0 else rng.sample(eyes, math.ceil(share * len(eyes))))):
        mine = everything(table, story, seat, pictures)
        for where, shown in mine.items():
            if not story.outcome and story.seed in str(shown):
                yield f"{seat or 'the public'} is shown the seed in {where}"
        twin = laws.padded(laws.twin_of(story, seat, rng), seat, rng)
        other = everything(table, twin, seat, pictures, rng)
        for where, shown in mine.items():
            there = other[where]
            # A world that is dealt anew may hold a mate whom one would have met: then there is one room more.
            if any(each not in there for each in shown) if where == "rooms" else there != shown:
                yield f"{seat or 'the public'} is shown another {where} in a world it cannot tell apart"
        planted = everything(table, laws.canaried(story, seat), seat)
        for where, shown in planted.items():
            if laws.CANARY in str(shown):
                yield f"{seat or 'the public'} is shown a word in {where} that it was not told"


# ── what a table keeps beside its story ──


def _beside(table: Table, seat: Seat | None, rng: random.Random | None) -> tuple[list[Moved], list[Called]]:
    """Lets a time run for all that is asked, and nearly out. With `rng`, others have picked something, or are thinking about
    what nobody may know that they are asked; how moves came in, and what models were called, is what the table alone knows."""
    story, now = table.story, table._deadlines._clock.now()
    due = [Deadline(each.seat, each.key, now + 10, now - 1000) for each in new_deadlines(story, now)]
    table._deadlines.running = {(each.seat, each.key): each for each in due}
    kept: dict[Any, Any] = {}
    tasks: dict[Any, Any] = {}
    moves, calls = list[Moved](), list[Called]()
    for other in story.seats if rng else ():
        assert rng is not None
        owed = [ask for ask in story.asks(other) if ask.need != "none" and ask.private and not ask.known]
        sources: tuple[Source, ...] = get_args(Source)
        moves.append(
            Moved(f"cause {other}", other, "key", rng.choice(sources), 3.0, "I hide something.", "it hides it")
        )
        calls.append(Called(other, "key", Call("small-1", prompt_tokens=rng.randint(1, 99)), "refused", "it hides it"))
        if other == seat:
            continue
        if owed and rng.random() < 0.5:
            kept[other, owed[0].key] = laws.answer(owed[0], rng, laws.NONSENSE)
        elif owed:
            tasks[other] = (frozenset({owed[0].key}), None)
    table._drafts._kept, table.thinking.tasks = kept, tasks
    table.moved.clear()
    table.moved.update((each.seat, each.source) for each in moves)
    return moves, calls


# ── where it is shown ──


def _listens(room: Any, seat: Seat | None) -> bool:
    """Whether these eyes read a room, and not all that was ever said there."""
    return room.hears != TABLE and (room.readers is None or seat in room.readers)


def _told_in(table: Table, room: Any) -> list[Any]:
    """What a room is, and what is told there, if everybody reads it: whoever comes later reads what was said before."""
    told = rooms.pieces(table, room, (), (), len(table.log), feed.BEGINNING) if room.readers is None else ()
    return [_drawn(rooms.draw_head(room, 1, table.id), False), *(each.text for each in told)]


def _feed(table: Table) -> tuple[list[str], Any]:
    hall: Any = SimpleNamespace(players=BuiltInPlayers())
    pieces = feed.pieces(hall, table)
    latest = [each.place for each in pieces[-3:]]
    return [each.text for each in pieces], feed.sentences(table, latest) if latest else None


def _reminders(table: Table) -> list[Any]:
    """The lines that are posted before a time is up, and whom they call."""
    sent: list[Any] = []

    class Outbox:
        id, channel, guild = "t1", None, 1
        line = SimpleNamespace(
            hall=SimpleNamespace(clock=table._deadlines._clock), client=SimpleNamespace(get_guild=lambda id: None)
        )

        async def posts(self) -> dict[str, Any]:
            return {}

        async def send(self, slot: str, drawn: parts.Drawn, mentions: Any) -> None:
            sent.append((slot, _drawn(drawn, False), mentions.to_dict()))

    outbox: Any = Outbox()
    _at_once(Reminders(outbox).catch_up(table))
    return sent


def _bets(table: Table) -> list[Any]:
    """What onlookers bet on, where AIs play to be looked at."""
    about, table.about = table.about, replace(table.about, watch=True)
    outbox: Any = SimpleNamespace(
        id="t1", guild=1, line=SimpleNamespace(hall=SimpleNamespace(bets=Book(NOTHING, NOTHING)))
    )
    try:
        return [each.to_component_dict() for each in Bets(outbox).row(table)]
    finally:
        table.about = about


def _at_once(work: Coroutine[Any, Any, None]) -> None:
    """Carries out what waits for nothing."""
    try:
        work.send(None)
    except StopIteration:
        return
    raise AssertionError("it waits for something")


def _file(table: Table, how: Any, moves: Sequence[Moved], calls: Sequence[Called]) -> str:
    options = table.options.model_dump(mode="json")
    log = tuple(table.log)
    saved = Saved(
        table.id, table.game.name, table.game.rules.version, options, table.story.seed, table.about, table.seats, log
    )
    return export(table.game, saved, calls, moves, how)


def _heard(table: Table, seat: Seat | None) -> list[str]:
    """What a terminal tells, event by event, with the house as it stands in the end."""
    hearing = Hearing(table, None if seat == HOST else seat, everything=False)
    said = []
    while not hearing.all_told:
        if (event := hearing.hear()) is not None:
            said.append(table.game.shows.say(event))
    return [*said, str(hearing.scene)]


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
            yield json.dumps([each.key, each.system, each.own, each.turns, finals, each.shape], ensure_ascii=False)


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
