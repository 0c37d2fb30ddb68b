"""Ways in: a friend's link to a seat, a link from Discord to one's own seat, and the owner's login.

A link is spent by a press, never by being looked at: programs that fetch links for a preview must not use them up.
"""

from __future__ import annotations

import hmac

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from bot.ports import Lobby
from bot.surfaces.web.keys import Keys, Who
from bot.surfaces.web.problems import Forbidden, NotFound
from bot.surfaces.web.render import page
from bot.surfaces.web.sessions import GONE
from bot.surfaces.web.site import OWNER, Asker, Came, Site
from bot.table import Table

SECONDS = 600
"""How long a link from Discord may be used."""


def doors(site: Site) -> APIRouter:
    """Every way in, over one site."""
    router = APIRouter(include_in_schema=False)
    sessions, keys, hall = site.sessions, site.keys, site.hall

    def invited_to(link: str) -> Table | Lobby:
        """The game that a friend's link leads to. Problem where it leads nowhere any more."""
        found = sessions.invited(str(keys.read(link).get("join", "")), link)
        if isinstance(found, Table) and found.outcome:
            raise NotFound(GONE)
        return found

    def at_home(found: Table | Lobby, who: Who) -> bool:
        """Whether they have a place there already."""
        if isinstance(found, Table):
            return sessions.seat(found, who) is not None
        return any(each.occupant.user and each.occupant.user in who.ids(found.id) for each in found.parties)

    @router.get("/j/{link}")
    async def invitation(link: str, who: Asker) -> Response:
        """Who invites to what, with a button that takes the seat."""
        found = invited_to(link)
        if at_home(found, who):
            return RedirectResponse(f"/t/{found.id}", 303)
        await keys.check(link)
        if isinstance(found, Lobby):
            game, occupants = hall.game(found.game), [each.occupant for each in found.parties]
        else:
            game, occupants = found.game, list(found.seats.values())
        names = [each.name for each in occupants if each.kind == "person"]
        return HTMLResponse(page("invited.html", link=link, game=game, names=names, began=isinstance(found, Table)))

    @router.post("/j/{link}")
    async def accept(link: str, who: Asker, key: Came, request: Request) -> Response:
        """Sits down, and spends the link."""
        found, name = invited_to(link), str((await request.form()).get("name", ""))
        if at_home(found, who):
            return RedirectResponse(f"/t/{found.id}", 303)
        key = await sessions.enter(found, who, key, name, link, word=link)
        return site.to(f"/t/{found.id}", key)

    @router.get("/o/{link}")
    async def opened(link: str) -> Response:
        """A link from Discord: whose seat it opens here."""
        table = from_discord(link)
        await keys.check(link)
        seat = table.seat_of(keys.read(link, SECONDS)["user"])
        name = table.names.get(seat, "") if seat else ""
        return HTMLResponse(page("opened.html", link=link, game=table.game, name=name))

    @router.post("/o/{link}")
    async def lent(link: str, key: Came) -> Response:
        """Opens the seat in this browser, and spends the link. It is the same seat in both places."""
        table = from_discord(link)
        await keys.spend(link)
        if not (await keys.who(key, owner=False)).user:
            key, _ = await keys.new()
        await keys.lend(key, table.id, keys.read(link, SECONDS)["user"])
        return site.to(f"/t/{table.id}", key)

    def from_discord(link: str) -> Table:
        what = keys.read(link, SECONDS)
        table = hall.tables.get(what.get("game", ""))
        if "user" not in what or table is None or table.seat_of(what["user"]) is None:
            raise NotFound(GONE)
        return table

    @router.get("/owner")
    async def login(request: Request) -> Response:
        """Where the owner says that they are."""
        if not site.config.admin:
            return RedirectResponse("/", 303)
        return HTMLResponse(page("owner.html", known=site.is_owner(request), wrong=False))

    @router.post("/owner")
    async def known(request: Request) -> Response:
        """Keeps the owner's token in this browser, or forgets it."""
        form = await request.form()
        if form.get("leave"):
            response: Response = RedirectResponse("/", 303)
            response.delete_cookie(OWNER, path="/")
            return response
        token = str(form.get("token", ""))
        if not site.config.admin or not hmac.compare_digest(token.encode(), site.config.admin.encode()):
            if "text/html" in request.headers.get("accept", ""):
                return HTMLResponse(page("owner.html", known=False, wrong=True), 403)
            raise Forbidden("That is not this house's token.")
        response = RedirectResponse("/", 303)
        site.keep(response, token, OWNER)
        return response

    return router


def discord_link(keys: Keys, public_url: str, game: str, user: str, mark: str) -> str:
    """A link by which somebody on Discord opens their seat in a browser. It expires, and works once; `mark` tells it from
    others of theirs."""
    return f"{public_url}/o/{keys.link(game=game, user=user, n=mark)}"
