"""How the bot is, for machines that look after it: `/healthz`, open and cheap, and `/metrics`, for its owner."""

from __future__ import annotations

import hmac

from fastapi import APIRouter, Request, Response
from starlette.responses import JSONResponse

from bot.surfaces.web.problems import Problem
from bot.surfaces.web.site import Site


def vitals(site: Site) -> APIRouter:
    """Both addresses. A house that counts nothing has no figures, and is well as long as it answers."""
    router = APIRouter(include_in_schema=False)

    @router.get("/healthz")
    async def healthz() -> Response:
        found = site.hall.vitals
        health = await found.health() if found else {"fine": True}
        return JSONResponse({"service": "masquerade", **health}, 200 if health["fine"] else 503)

    @router.get("/metrics")
    async def metrics(request: Request) -> Response:
        if not (site.is_owner(request) or _by_token(site, request)):
            raise Problem("Only this house's owner may see its figures.", 403)
        if site.hall.vitals is None:
            raise Problem("Nothing is counted here.", 404)
        return Response(site.hall.vitals.page(), media_type="text/plain; version=0.0.4")

    return router


def _by_token(site: Site, request: Request) -> bool:
    """Whether the owner's secret came along as Prometheus sends one, “Authorization: Bearer …”."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    right = scheme.casefold() == "bearer" and hmac.compare_digest(given.strip().encode(), site.config.admin.encode())
    return bool(site.config.admin) and right
