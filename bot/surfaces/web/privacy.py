"""What is kept about whoever uses this browser: to be seen, taken along, and erased. Pages, and the same for programs."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from bot import privacy
from bot.surfaces.web.keys import Who
from bot.surfaces.web.problems import NoKey
from bot.surfaces.web.render import page
from bot.surfaces.web.shapes import Done
from bot.surfaces.web.site import COOKIE, Asker, Site

NO_KEY = "Nothing is kept about you here: this browser has no key."


def private(site: Site) -> APIRouter:
    """The pages, over one site."""
    router = APIRouter(include_in_schema=False)

    @router.get("/privacy")
    async def about(who: Asker) -> Response:
        """What is kept, who gets it, and for how long."""
        return await _page(site, who)

    @router.get("/privacy/export")
    async def export(who: Asker) -> Response:
        """All of it, as a file."""
        written = json.dumps(await mine(site, who), ensure_ascii=False, indent=1)
        named = {"Content-Disposition": 'attachment; filename="masquerade-mine.json"'}
        return Response(written, media_type="application/json", headers=named)

    @router.get("/privacy/erase")
    async def sure(who: Asker) -> Response:
        """Asks whether they are sure."""
        return await _page(site, who, sure=True)

    @router.post("/privacy/erase")
    async def erased(who: Asker) -> Response:
        """Forgets them, and this browser its key."""
        response = await _page(site, Who(), done=(await erase(site, who)).done)
        response.delete_cookie(COOKIE, path="/")
        return response

    return router


async def mine(site: Site, who: Who) -> dict[str, Any]:
    """All that is kept about them. NoKey where nobody is."""
    if not who.user:
        raise NoKey(NO_KEY)
    return await privacy.export(site.hall, who.user)


async def erase(site: Site, who: Who) -> Done:
    """Forgets them. NoKey where nobody is."""
    if not who.user:
        raise NoKey(NO_KEY)
    # First told to those who look on: the same tables are drawn with another name.
    done = await site.hall.erase_person(who.user)
    for id in done.where:
        site.live.poke(id)
    return Done(done=privacy.erased(done))


async def _page(site: Site, who: Who, *, sure: bool = False, done: str = "") -> Response:
    lines = [privacy.NOTHING]
    if who.user:
        lines = privacy.in_sentences(await privacy.summary(site.hall, who.user))
    return HTMLResponse(
        page(
            "privacy.html",
            known=bool(who.user),
            lines=lines,
            retention=privacy.retention(site.hall.keep_days),
            gets=privacy.WHO_GETS_IT,
            lent=bool(who.at),
            sure=sure and bool(who.user),
            done=done,
        )
    )
