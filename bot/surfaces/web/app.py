"""The application: API, pages and files, behind one guard, with every mistake in one sentence."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, Response

from bot.hall import Hall
from bot.mending import mend
from bot.ports import PUBLIC, StoreFailed, surface_of
from bot.rights import NotYours
from bot.surfaces.web.api import api, describe
from bot.surfaces.web.config import WebConfig
from bot.surfaces.web.doors import doors
from bot.surfaces.web.guard import Guard
from bot.surfaces.web.home import home
from bot.surfaces.web.keys import Keys
from bot.surfaces.web.live import Live
from bot.surfaces.web.pages import pages
from bot.surfaces.web.pairs import pairs
from bot.surfaces.web.privacy import private
from bot.surfaces.web.problems import document
from bot.surfaces.web.render import KINDS, STATIC, content, page
from bot.surfaces.web.replay import replays
from bot.surfaces.web.ruling import ruling
from bot.surfaces.web.sessions import SURFACE, Sessions
from bot.surfaces.web.site import Site
from bot.surfaces.web.vitals import vitals
from games.core import IllegalAction, StaleAsk

log = logging.getLogger(__name__)

LINK = re.compile(r"[^/]{32,}")
"""What of an address lets somebody in: a log may be read by others."""


async def make_app(hall: Hall, config: WebConfig) -> FastAPI:
    """The browser surface of a hall, which is told of it. Give it to any ASGI server."""

    def over(id: str) -> None:
        table = hall.tables.get(id)
        if table is not None and surface_of(table.place) == SURFACE:  # others are let go of by whoever shows them
            hall.forget(table)

    keys, live = await Keys.open(hall.store), Live(over)
    hall.surfaces.append(live)
    hall.leaving.append(live.say_away)
    hall.gathering.append(lambda lobby: live.poke(lobby.id))
    site = Site(Sessions(hall, keys, config), keys, live, config)
    hall.forgetting += [keys.forget, site.sessions.forget]
    site.sessions.public |= set(await hall.store.all(PUBLIC))
    app = FastAPI(
        title="Masquerade",
        summary="Games for people and language models at one table.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.site = site
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    for routes in (api, home, doors, pages, replays, pairs, private, ruling, vitals):
        app.routes.extend(routes(site).routes)

    files = (path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.suffix in KINDS)
    ours = frozenset(["app.css", *files])

    @app.get("/static/{mark}/{name:path}", include_in_schema=False)
    async def static(mark: str, name: str) -> Response:
        """A file of ours. Its address changes with its content."""
        if name not in ours:
            return document(404, "There is no such file here.")
        kind = KINDS[f".{name.rpartition('.')[2]}"]
        return Response(
            content(name), media_type=kind, headers={"Cache-Control": "public, max-age=31536000, immutable"}
        )

    for kind_of_mistake in (HTTPException, IllegalAction, RequestValidationError, StoreFailed, Exception):
        app.add_exception_handler(kind_of_mistake, _told)
    app.add_middleware(GZipMiddleware, minimum_size=800)
    app.add_middleware(Guard, config=config, told=_told)
    return app


async def _told(request: Request, error: Exception) -> Response:
    """Whatever went wrong, for whoever asked: a problem document for programs, a page for people."""
    more: Mapping[str, Any] = {}
    headers: Mapping[str, str] = {}
    match error:
        case HTTPException():
            status, sentence = error.status_code, str(error.detail)
            sentence = {
                "Not Found": "There is no such page here.",
                "Method Not Allowed": "This address only takes what a page sends.",
            }.get(sentence, sentence)
            more = getattr(error, "more", {})
            headers = error.headers or {}
        case NotYours():
            status, sentence = 401 if error.stranger else 403, str(error)
        case StaleAsk():
            status, sentence = 409, str(error)
        case IllegalAction():
            status, sentence = 422, str(error)
        case RequestValidationError():
            status, sentence = 422, _sentence(error)
        case StoreFailed():
            log.error("A request could not be carried out: %s", error)
            status, sentence = 503, "The disk does not take anything now: nothing was lost, and nothing was done."
        case _:
            where = LINK.sub("…", request.url.path)
            log.error("A request broke: %s %s", request.method, where, exc_info=error)
            status, sentence = 500, "Something broke here; its owner finds it in the log."
    if _reads_pages(request):
        _, first, id, *_ = f"{request.url.path}//".split("/")
        there = f"/t/{id}" if (first == "t" and request.method != "GET") or (first == "r" and status == 409) else ""
        return HTMLResponse(page("problem.html", status=status, sentence=sentence, there=there), status)
    return document(status, sentence, headers, **more)


def _reads_pages(request: Request) -> bool:
    """Whether a person's browser asks, rather than a program or a page's own script."""
    kinds = [each.partition(";")[0].strip() for each in request.headers.get("accept", "").split(",")]
    return "text/html" in kinds and not request.url.path.startswith("/api")


def _sentence(error: RequestValidationError) -> str:
    """What is wrong with a request's body or address."""
    first = error.errors()[0] if error.errors() else {"loc": (), "type": "", "msg": "not what is asked for"}
    where = ".".join(str(each) for each in first["loc"][1:])
    return f"{where or 'The request'}: {mend(first)}"
