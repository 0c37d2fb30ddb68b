"""What the owner chooses for the games of this house and of every Discord server that it plays on: the same rules as with
`/settings` there, on one page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import ValidationError
from starlette.datastructures import FormData

from bot.house_rules import read_clocks, server_of, time_options
from bot.surfaces.fields import sentences
from bot.surfaces.web.problems import Forbidden, NotFound
from bot.surfaces.web.render import page
from bot.surfaces.web.sessions import SURFACE
from bot.surfaces.web.site import Asker, Site
from games.core import IllegalAction

TICKED = ("games", "models", "characters")
NUMBERS = ("game_budget", "day_budget", "most", "most_each", "away")


def ruling(site: Site) -> APIRouter:
    """The owner's page of rules."""
    router = APIRouter(include_in_schema=False, dependencies=[Depends(_owned)])
    hall = site.hall

    def servers() -> list[str]:
        """All that rules can be made for, this house first."""
        there = {server_of(table.place) for table in hall.tables.values()}
        there |= {server_of(lobby.place) for lobby in hall.lobbies.values()}
        others = {each for each in (*there, *hall.rules.known()) if ":" in each}
        return [SURFACE, *sorted(others)]

    def values_of(name: str) -> Sequence[tuple[str, str]]:
        if name == "games":
            return [(game.name, game.title) for game in hall.games.values()]
        return hall.models() if name == "models" else hall.characters()

    def shown(server: str, status: int = 200, mistake: str = "", changed: bool = False) -> Response:
        rules = hall.rules.at(server)
        timed = [
            (game, [(each, game.lobby.options.model_fields[each]) for each in time_options(game.lobby.options)])
            for game in hall.games.values()
            if time_options(game.lobby.options)
        ]
        values: dict[str, Any] = {
            "server": server,
            "servers": servers(),
            "here": server == SURFACE,
            "rules": rules,
            "broken": server in hall.rules.broken,
            "ticks": [(each, values_of(each), getattr(rules, each)) for each in TICKED],
            "timed": timed,
            "clocks": {game.name: rules.clocks_of(game) for game, _ in timed},
            "bans": hall.rules.bans(server),
            "mistake": mistake,
            "changed": changed,
        }
        return HTMLResponse(page("ruling.html", **values), status)

    def known(server: str) -> str:
        if server not in servers():
            raise NotFound("This house knows no such server.")
        return server

    @router.get("/owner/rules")
    async def look(server: str = SURFACE, changed: bool = False) -> Response:
        return shown(known(server), changed=changed)

    @router.post("/owner/rules")
    async def change(request: Request) -> Response:
        """Keeps what was chosen, from the next game on; what is wrong is said beside the form, and nothing is changed."""
        form = await request.form()
        server = known(str(form.get("server", "")))
        try:
            if mark := str(form.get("unban", "")):
                await hall.rules.unban(server, mark)
            else:
                await hall.rules.change(server, **_chosen(form))
        except IllegalAction as mistake:
            return shown(server, 422, str(mistake))
        return RedirectResponse(f"/owner/rules?server={server}&changed=1", 303)

    def _chosen(form: FormData) -> dict[str, Any]:
        """What the form says of what it shows."""
        chosen: dict[str, Any] = {}
        for name in TICKED:
            every, ticked = [value for value, _ in values_of(name)], form.getlist(name)
            chosen[name] = None if set(ticked) >= set(every) else tuple(each for each in every if each in ticked)
        for name in NUMBERS:
            if name in form:
                chosen[name] = str(form[name]).strip().lstrip("$").replace(",", ".") or None
        clocks = {game.name: _clocks(form, game) for game in hall.games.values()}
        chosen["clocks"] = {game: options for game, options in clocks.items() if options}
        if "talks" in form:
            chosen["talk"] = "talk" in form
        return chosen

    def _clocks(form: FormData, game: Any) -> Mapping[str, Any]:
        typed = {each: str(form.get(f"{game.name}.{each}", "")) for each in time_options(game.lobby.options)}
        try:
            return read_clocks(game, typed)
        except ValidationError as mistake:
            raise IllegalAction(f"{game.title}: {sentences(mistake, game.lobby.options)}") from None

    return router


async def _owned(who: Asker) -> None:
    if not who.owner:
        raise Forbidden("Only the owner of this Masquerade does that. Sign in at /owner.")
