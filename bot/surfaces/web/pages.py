"""The pages: what people see and press. Each does what the API does, by the same functions, and answers with a page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from sse_starlette import ServerSentEvent
from starlette.datastructures import FormData

from bot import rights
from bot.ports import Lobby
from bot.reports import THANKS
from bot.surfaces.fields import filled_in, form_fields, why_not
from bot.surfaces.prose import listed
from bot.surfaces.web.keys import Who
from bot.surfaces.web.lobby import chosen, missed
from bot.surfaces.web.problems import Problem
from bot.surfaces.web.render import page
from bot.surfaces.web.sessions import as_meant
from bot.surfaces.web.site import Asker, Came, Site
from bot.table import Table
from games.core import HOST, Action, Ask, Game, IllegalAction, Seat, StaleAsk, prose_fields
from games.story import PASSED

PART = "text/html+part"
"""What a page's own script asks for: only what has changed."""


def pages(site: Site) -> APIRouter:
    """Every page, over one site."""
    router = APIRouter(include_in_schema=False)
    sessions = site.sessions

    @router.get("/t/{id}")
    async def table(id: str, who: Asker) -> Response:
        """A table, or its lobby."""
        if sessions.find(id) is None:
            await sessions.kept(id, who)
            return RedirectResponse(f"/r/{id}", 303)
        found = sessions.at(id, who)
        if isinstance(found, Lobby):
            return HTMLResponse(page("lobby.html", **site.lobby(found, who)))
        await sessions.hall.bets.of(id)
        values = site.table(found, who)
        return HTMLResponse(page("table.html", place=values["d"].glance.scene.place, **values))

    @router.get("/t/{id}/big")
    async def big(id: str, who: Asker, request: Request) -> Response:
        """A table, or its lobby, for a screen that everybody in the room looks at: nobody's hand is on it."""
        values = site.afar(sessions.at(id, who), str(request.base_url))
        place = values["d"].glance.scene.place if values["d"] else "day"
        return HTMLResponse(page("big.html", place=place, **values))

    @router.get("/t/{id}/live")
    async def live(id: str, who: Asker, request: Request, big: bool = False) -> Response:
        """The page of a session, or its big screen, whenever it comes to something else. Of a session that is not there (any
        more), or not for them, it says so: a page that was open while the machine restarted then asks for itself anew."""

        def look() -> tuple[str, str]:
            found = sessions.find(id)
            if found is None or not sessions.may_see(found, who):
                return "gone", ""
            if big:
                return "page", page("_big.html", **site.afar(found, str(request.base_url)))
            return "page", site.part(found, who)

        async def news() -> AsyncIterator[ServerSentEvent]:
            async for what, html in site.live.follow(id, look):
                yield ServerSentEvent(html, event=what)
                if what == "gone":
                    return

        return site.stream(request, news())

    async def answered(request: Request, id: str, who: Who) -> Response:
        """The page after something was done: the changed part for our script, else the whole page."""
        if PART in request.headers.get("accept", "") and (found := sessions.find(id)) is not None:
            return HTMLResponse(site.part(found, who), media_type=PART)
        return RedirectResponse(f"/t/{id}", 303)

    @router.post("/t/{id}/move")
    async def move(id: str, who: Asker, request: Request) -> Response:
        """A button, a choice or a form of a table's page."""
        form = await request.form()
        found = sessions.table(id, who)
        mine = sessions.seats(found, who)
        ask = sessions.ask(found, who, str(form.get("ask", "")))
        if ask is None and mine and (reason := _why_not(found, mine[0], str(form.get("type", "")))):
            raise StaleAsk(found.named(reason))
        action = action_of(found.game, ask, form)
        asks = (each for seat in mine for each in found.asks(seat))
        ask = ask or next((each for each in asks if each.takes(action)), None)
        # Without a script a form has no mark of its own: the same answer to the same question is the same move.
        mark = f"{ask.key if ask else ''}|{action!r}|{len(found.heard(mine[0] if mine else None))}"
        key = str(form.get("key", "")) or mark
        await sessions.move(found, who, action, ask.key if ask else str(form.get("ask", "")), key)
        return await answered(request, id, who)

    @router.post("/t/{id}/draft")
    async def draft(id: str, who: Asker, request: Request) -> Response:
        """Keeps what was picked and not confirmed: it counts when time is up."""
        form = await request.form()
        found = sessions.table(id, who)
        seat = sessions.seat(found, who)
        if seat is not None:
            ask = sessions.ask(found, who, str(form.get("ask", "")))
            await found.draft(seat, str(form.get("ask", "")), action_of(found.game, ask, form))
            site.live.poke(id)  # now, or it would come with somebody else's move, and tell that there was one
        return Response(status_code=204)

    @router.post("/t/{id}/report")
    async def report(id: str, who: Asker, request: Request) -> Response:
        """Tells the owner of what an AI said, and whoever did that it is told."""
        n, _, seat = str((await request.form()).get("n", "")).partition(":")
        place = int(n) if n.isascii() and n.isdecimal() and len(n) < 8 else 0
        await sessions.report(sessions.table(id, who), who, place, seat, "")
        return RedirectResponse(f"/t/{id}/reported", 303)

    @router.get("/t/{id}/reported")
    async def reported(id: str, who: Asker) -> Response:
        """Thanks for it."""
        sessions.at(id, who)
        return HTMLResponse(page("reported.html", id=id, sentence=THANKS))

    @router.post("/t/{id}/again")
    async def again(id: str, who: Asker) -> Response:
        """The same people once more."""
        return RedirectResponse(f"/t/{(await sessions.again(id, who)).id}", 303)

    @router.post("/t/{id}/{what}")
    async def do(id: str, what: str, who: Asker, came: Came, request: Request) -> Response:
        """What else a page's buttons do."""
        form = await request.form()
        found = sessions.at(id, who)
        length = len(found.parties if isinstance(found, Lobby) else found.log)
        key = str(form.get("key", "")) or f"{what}|{length}"
        fresh, asker = came, sessions.asker(found, who, key)
        match what:
            case "pause" if isinstance(found, Table):
                await rights.pause(found, asker)
            case "resume" if isinstance(found, Table):
                await rights.resume(found, asker)
            case "back" if isinstance(found, Table):
                await sessions.come_back(found, who, key)
            case "skip" if isinstance(found, Table):
                await rights.skip(found, asker)
            case "vote-out" if isinstance(found, Table):
                await sessions.vote_out(found, who, str(form.get("name", "")), key)
            case "host":
                await sessions.host(found, who, str(form.get("name", "")), key)
            case "public" if isinstance(found, Table):
                await sessions.publish(found, who)
            case "close":
                await rights.close(sessions.hall, found, asker)
                if isinstance(found, Lobby):
                    return RedirectResponse("/", 303)
            case "leave":
                await rights.leave(sessions.hall, found, asker)
            case "take" | "join":
                name, seat, wish = (str(form.get(each, "")) for each in ("name", "seat", "wish"))
                fresh = await sessions.enter(found, who, fresh, name, key, seat=seat, wish=wish or None)
            case "bet" if isinstance(found, Table):
                fresh = await sessions.bet(found, who, fresh, str(form.get("choice", "")))
            case "ai" if isinstance(found, Lobby):
                await sessions.add_ai(found, who, str(form.get("spec", "")))
            case "invite":
                await sessions.link(found, who)
            case "config" if isinstance(found, Lobby):
                options, about = chosen(sessions.hall.game(found.game), form), missed(form, found.about)
                found = await sessions.configure(found, who, options, about)
                if form.get("then") == "start":
                    await sessions.start(found, who)
            case "kick":
                await sessions.kick(found, who, str(form.get("name", "")), key)
            case "ban":
                await sessions.ban(found, who, str(form.get("name", "")), key)
            case "unban":
                await sessions.unban(found, who, str(form.get("mark", "")))
            case "start" if isinstance(found, Lobby):
                await sessions.start(found, who)
            case _:
                raise Problem("This cannot be done here.", 404)
        site.live.poke(id)
        if fresh != came:
            return site.to(f"/t/{id}", fresh)
        return await answered(request, id, who)

    return router


def _why_not(table: Table, seat: Seat, kind: str) -> str:
    """Why a form that a page shows is not asked for now, as the rules say it."""
    form = next((each for each in table.game.rules.actions if each.__name__ == kind), None)
    return why_not(table, seat, form) if form is not None and seat != HOST else ""


def _lacking(kind: type[Action], ask: Ask | None, given: Collection[str]) -> str:
    """What still has to be chosen or written; what is written in lines may be wiped out."""
    wanted = [each for each in form_fields(kind) if each.required and each.name not in prose_fields(kind)]
    lacking = [each for each in wanted if each.name not in given]
    if lacking and len(wanted) > 1:
        return f"Still missing: {listed([each.title.casefold() for each in lacking])}."
    chosen = bool(ask and lacking and lacking[0].name in ask.allowed)
    return f"Nothing is {'chosen' if chosen else 'written'} yet." if lacking else ""


def action_of(game: Game[Any], ask: Ask | None, form: FormData) -> Action:
    """The action that a form of a page means: one that stands in it whole, or one that was filled in. IllegalAction is a
    sentence about the first mistake."""
    whole = form.get("action")
    if isinstance(whole, str):
        return as_meant(game, ask, whole)
    kinds = {each.__name__: each for each in (*game.rules.actions, *(ask.forms if ask else ()))}
    kind = kinds.get(str(form.get("type", "")))
    if kind is None:
        raise StaleAsk(PASSED)
    typed: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if name.startswith("f.") and isinstance(value, str):
            typed.setdefault(name[2:], []).append(value)
    if lacking := _lacking(kind, ask, {name for name, values in typed.items() if any(map(str.strip, values))}):
        raise IllegalAction(lacking)
    return filled_in(kind, {name: ", ".join(values) for name, values in typed.items()})
