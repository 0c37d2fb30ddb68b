"""Everything that any surface would show of a table, to one pair of eyes: each with how it is to be read."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any, Literal
from unittest import mock

import httpx2

from bot.export import FORMATS, export
from bot.players.narrator import ModelNarrator
from bot.players.seating import HousePlayers
from bot.players.spec import ModelSpec
from bot.ports import Lobby, Occupant, Party, PlayerFailed
from bot.surfaces.discord import board, commands, controls, feed, forms, pages, pictures, result, rooms, views
from bot.surfaces.discord.answers import listed_mistakes
from bot.surfaces.discord.lobby import draw_lobby
from bot.surfaces.discord.markdown import newest, told
from bot.surfaces.discord.markdown import pages as in_pages
from bot.surfaces.discord.parts import Drawn, message
from bot.surfaces.discord.picks import Question, questions
from bot.surfaces.offers import offers
from bot.surfaces.terminal.asking import Asking
from bot.surfaces.terminal.clock import Watch
from bot.surfaces.terminal.console import Screen
from bot.surfaces.terminal.hearing import Hearing
from bot.surfaces.terminal.line import Line
from bot.surfaces.terminal.page import Page
from bot.surfaces.terminal.telling import Telling
from games.core import Seat, record
from tests.attacks import reading
from tests.attacks.evening import ID, Evening
from tests.web.wire import settle

How = Literal["discord", "terminal", "html", "json", "csv", "md", "request", "log"]


@record
class Shown:
    """Something that somebody is shown: `where`, `how` it is read, and what it is."""

    where: str
    how: How
    content: Any
    ear: Seat | None = None
    """With whose ears it was heard, where that is not who looks: a room beside the table may hear more."""

    def breaches(self, tried: reading.Tried) -> Iterator[str]:
        found: Iterator[str]
        match self.how:
            case "discord":
                found = reading.on_discord(self.content, tried)
            case "terminal":
                found = reading.in_a_terminal(*self.content, tried)
            case "html":
                found = reading.in_a_browser(self.content, tried)
            case "csv":
                found = reading.in_a_spreadsheet(self.content)
            case "md":
                found = reading.in_markdown(self.content, tried)
            case "json":
                found = reading.in_json(self.content)
            case "request":
                found = reading.in_a_request(self.content, tried)
            case "log":
                found = reading.in_a_log(self.content, tried)
        yield from (f"{self.where}: {each}" for each in found)

    @property
    def low(self) -> str:
        """All that stands there, in lower case."""
        plain = (
            self.content if isinstance(self.content, str) else json.dumps(self.content, default=str, ensure_ascii=False)
        )
        return plain.casefold()


# ── Discord ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@contextlib.contextmanager
def _undrawn() -> Iterator[None]:
    """Pictures take long, and are not read here; what they say in words is."""
    names = ("draw", "draw_card", "draw_chart", "draw_plan", "draw_ways")
    with mock.patch.multiple(pictures, **{each: lambda *_: b"" for each in names}):
        yield


def _drawn(where: str, drawn: Drawn) -> Shown:
    alts = [{"description": each.description} for each in drawn.files if each.description]
    return Shown(f"Discord, {where}", "discord", [drawn.view.to_components(), alts])  # type: ignore[no-untyped-call]


async def on_discord(evening: Evening, seat: Seat | None) -> AsyncIterator[Shown]:
    with _undrawn():
        async for each in _on_discord(evening, seat):
            yield each


async def _on_discord(evening: Evening, seat: Seat | None) -> AsyncIterator[Shown]:
    table, hall = evening.table, evening.hall
    scene, who = table.scene(seat), views.names(table)
    own = evening.refused(seat)
    for sheet in scene.sheets:
        for page in in_pages(views.sheet_in_words(sheet, who)):
            yield _drawn(f"the sheet {sheet.label}", message(page))
    if views.to_look_at(scene):
        yield _drawn("a card", pictures.card(table, scene))
    for refusal in own[-12:]:
        yield _drawn("a refusal", message(listed_mistakes(str(refusal))))
        yield _drawn("a refusal on a panel", message(views.refused(table, refusal)))
    if seat is not None:
        yield _drawn("a page", pages.draw_page(table, seat, number=1, link="https://discord.com/channels/1/2/3"))
        yield _drawn(
            "a page on demand", pages.draw_page(table, seat, note="✅ Done", link="https://discord.com/channels/1/2/3")
        )
        yield _drawn(
            "a panel",
            controls.panel(
                table, seat, 0, views.sentences(table, table.heard(seat)[-2:]), [(c, "k") for c in scene.controls]
            ),
        )
        for each in questions(table, seat):
            for action in (each.draft, each.ask.default, *each.ask.examples[:1]):
                yield _drawn("what was understood", each.read_back(action, "", True))
        for ask in table.asks(seat):
            for offer in offers(ask, scene.controls, views.plain_names(table), ask.default):
                if isinstance(offer.does, type):
                    form = forms.make_form(table.id, offer, views.plain_names(table))
                    yield Shown("Discord, a form", "discord", form.to_dict())
            if ask.follows:
                yield _drawn("what follows", Drawn(_laid(Question(table, seat, ask).items())))
        return
    yield _drawn("the board", board.board(table, 1, closed=True))
    yield _drawn("how it stands", message(board.heading(table, link="https://discord.com/channels/1/2/3")))
    waiting = feed.pieces(hall, table)
    while waiting:
        taken = feed.batch(waiting, False)
        yield _drawn("the feed", feed.draw(taken, 1, next((p.text for p in taken if p.speech), "")))
        waiting = waiting[len(taken) :]
    moves = await hall.store.moves(table.id)
    for room in table.rooms:
        yield _drawn("a room", rooms.draw_head(room, 1, table.id))
        for piece in rooms.pieces(table, room, moves, (), len(table.log), feed.BEGINNING):
            yield replace(_drawn(f"the room {room.name}", feed.draw([piece], 1)), ear=room.hears)
    happened = [table.game.shows.say(event) for event in table.heard(None)]
    lines = newest([part for each in happened[-commands.LOG_LINES :] for part in told(each, who)], commands.LOG_ROOM)
    yield _drawn("/game log", message("\n".join(lines)))
    staff = table.game.lobby.staff
    parties = tuple(Party(each) for seat, each in table.seats.items() if seat not in staff)
    lobby = Lobby(
        ID, table.game.name, table.options.model_dump(mode="json"), "discord:777000777", "discord:1:2", parties
    )
    with contextlib.suppress(KeyError):
        yield _drawn("the lobby", draw_lobby(hall, lobby, 1))
    if table.outcome is not None:
        yield _drawn("the result", result.result(table, 1, moves, await hall.store.calls(table.id)))


def _laid(items: Any) -> Any:
    from bot.surfaces.discord.parts import layout

    return layout(*items)


# ── terminal ──────────────────────────────────────────────────────────────────────────────────────────────────────────


WIDTHS = (20_000, 80, 40)
"""Columns. Where a terminal breaks a line, no words of anybody's may begin the next as if they were the house's."""


async def at_a_terminal(evening: Evening, seat: Seat | None) -> AsyncIterator[Shown]:
    table = evening.table
    wide = ""
    for width in WIDTHS:
        out = io.StringIO()
        console = Screen(file=out, width=width, force_terminal=False, color_system=None, legacy_windows=False)
        hearing = Hearing(table, seat, everything=table.outcome is not None)
        hearing.opening = evening.opening
        watch = Watch(table, seat, evening.hall.clock.now)
        page = Page(console, hearing, Line(console, None), watch.left, lambda _: None)
        telling = Telling(hearing, page, watch, 0.0, _at_once, evening.hall.store.moves)
        telling.greet(False)
        await telling.tell()
        page.show(table.scene(seat))
        for sheet in table.scene(seat).sheets:
            console.print(page.painter.sheet(sheet))
        if seat is not None and table.asks(seat):
            asking = Asking(seat, hearing, page, telling.news, watch)
            asking.show(asking.desk())
        for refusal in evening.refused(seat)[-6:]:
            page.print(table.named(str(refusal)))
        if table.outcome is not None:
            await telling.finish(table.outcome)
        wide = wide or out.getvalue()
        yield Shown(f"a terminal {width} wide", "terminal", (out.getvalue(), wide))


async def _at_once(seconds: float) -> None:
    return None


# ── browser ───────────────────────────────────────────────────────────────────────────────────────────────────────────

PAGES = ("/t/{id}", "/t/{id}/big", "/r/{id}", "/api/games/sessions/{id}/transcript?format=html")
DOCUMENTS = ("/api/games/sessions/{id}", "/api/games/sessions/{id}/view")
STREAMS = ("/t/{id}/live", "/api/games/sessions/{id}/events")


async def in_a_browser(evening: Evening, seat: Seat | None) -> AsyncIterator[Shown]:
    browser = await evening.browser(seat)
    for path in PAGES:
        answer = await browser.get(path.format(id=ID), accept="text/html")
        if "html" in answer.headers.get("content-type", "") and "filename" not in str(answer.headers):
            yield Shown(f"a browser, {path}", "html", answer.text)
    for path in DOCUMENTS:
        answer = await browser.get(path.format(id=ID))
        yield Shown(f"the API, {path}", "json", answer.text)
    for path in STREAMS:
        async with browser.stream(path.format(id=ID)) as answer:
            await settle()
            for part in answer.text.split("\r\n\r\n"):
                sent = "\n".join(
                    line.removeprefix("data: ") for line in part.split("\r\n") if line.startswith("data: ")
                )
                if sent:
                    yield Shown(f"a stream, {path}", "html" if path.startswith("/t/") else "json", sent)


# ── files ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def as_files(evening: Evening, seat: Seat | None) -> AsyncIterator[Shown]:
    if seat is not None:
        return
    store, table = evening.hall.store, evening.table
    saved = await store.load(table.id)
    assert saved is not None
    saved = replace(saved, log=tuple(table.log))
    moves, calls = await store.moves(table.id), await store.calls(table.id)
    for format in FORMATS:
        text = export(table.game, saved, calls, moves, format)
        yield Shown(f"an export as {format}", format, text)


# ── models ────────────────────────────────────────────────────────────────────────────────────────────────────────────

SPECS = {
    f"{reply}-{size}": ModelSpec("m", "http://model.test/v1", "sk", reply=reply, briefing=size, context=200_000)
    for reply in ("schema", "tools", "json", "text")
    for size in ("full", "compact")
}


async def to_models(evening: Evening, seat: Seat | None) -> AsyncIterator[Shown]:
    table, rng = evening.table, evening.rng
    asked: list[dict[str, Any]] = []
    untold = evening.untold(seat)
    attack = rng.choice([each for each in evening.tried.values() if each.marker.casefold() not in untold]).text

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(json.loads(request.content))
        tools = table.game.prompts.tools
        tool = rng.choice(tools).name if tools else "notes"
        look = json.dumps({"thinking": attack, "step": {"look": {"tool": tool, "argument": attack[:60]}}})
        tagged = f"<{tool}>{attack[:60]}</{tool}>"
        content = (
            (look if "schema" in str(asked[-1].get("response_format", "")) else tagged) if len(asked) < 3 else attack
        )
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
        return httpx2.Response(
            200, json={"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
        )

    names = rng.sample(sorted(SPECS), 3)
    players = HousePlayers({each: SPECS[each] for each in names}, names[0], transport=httpx2.MockTransport(answer))
    try:
        if seat is None:
            narrator = ModelNarrator(players._endpoint(names[0]))
            places = [each.place for each in feed.pieces(evening.hall, table)][-3:]
            if places:
                await narrator.colour(table.game.title, *feed.sentences(table, places))
        elif table.asks(seat):
            for name in names:
                asked_before = len(asked)
                refusals = tuple(str(each) for each in evening.refused(seat)[-2:])
                brief = table.brief(seat, [ask.key for ask in table.asks(seat)])
                for each in (brief, replace(brief, refusals=refusals, drafts=(attack,) * len(refusals))):
                    del asked[asked_before + 3 :]
                    with contextlib.suppress(PlayerFailed):
                        await players.seat(Occupant("model", "Ada", model=name)).move(each)
            reader = players.reader()
            assert reader is not None
            await reader.fill(table.brief(seat, [ask.key for ask in table.asks(seat)]), attack)
    finally:
        await players.close()
    for request in asked:
        yield Shown(f"a request to a model ({seat})", "request", request)


def in_the_log(evening: Evening) -> Iterator[Shown]:
    for out, how in zip(evening.logs, ("people", "programs"), strict=True):
        yield Shown(f"the log for {how}", "log", out.getvalue())


SURFACES = {
    "Discord": on_discord,
    "terminal": at_a_terminal,
    "browser": in_a_browser,
    "files": as_files,
    "models": to_models,
}
