"""The first page: what this is, one press to play, and the games that are here."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from bot.surfaces.web.render import page
from bot.surfaces.web.sessions import PUBLIC
from bot.surfaces.web.site import Site

PACE = 1.2
"""Seconds that an AI waits before it moves at tables that were opened here."""


def home(site: Site) -> APIRouter:
    """The first page, and what begins a game from there."""
    router = APIRouter(include_in_schema=False)
    sessions = site.sessions

    @router.get("/")
    async def first(request: Request) -> Response:
        who = await site.who(request)
        here = [table for table in sessions.hall.tables.values() if sessions.may_see(table, who)]
        games = list(sessions.hall.games.values())
        return HTMLResponse(page("first.html", games=games, tables=here, who=who, owner=who.owner))

    @router.post("/new")
    async def new(request: Request) -> Response:
        """A game at one press: to play at once, to watch, or to gather for."""
        who, form = await site.who(request), await request.form()
        game, mode, name = (str(form.get(each, "")) for each in ("game", "mode", "name"))
        about = {"pace": PACE, **({PUBLIC: True} if mode == "watch" else {})}
        lobby, key = await sessions.create(who, site.key_of(request), game, {}, about)
        who = await site.keys.who(key, who.owner)
        if mode != "watch":
            lobby, _ = await sessions.join(lobby, who, key, name or "You")
        if mode != "invite":
            await sessions.start(lobby, who)
        response = RedirectResponse(f"/t/{lobby.id}", 303)
        site.keep(response, key)
        return response

    return router
