"""The first page: what this is, one press to play, a game that plays itself, and the games that are here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from bot.ports import About, Lobby, Occupant, Saved, Unreadable
from bot.surfaces.manual import preface, sections
from bot.surfaces.web.glance import Company, glance_at
from bot.surfaces.web.keys import Who
from bot.surfaces.web.markdown import as_html
from bot.surfaces.web.problems import NotFound
from bot.surfaces.web.recorded import Recorded
from bot.surfaces.web.render import Drawn, page, said
from bot.surfaces.web.sessions import SURFACE
from bot.surfaces.web.site import Asker, Came, Site
from bot.table import Table
from games.core import Game, Seat, learning

PACE = 1.2
"""Seconds that an AI waits before it moves at tables that were opened here."""

FEW, MANY = 4, 300
"""So many games stand on the first page, and at least one that is over; so many that are over in the list of all."""

MOST_MASKS = 3


@dataclass(frozen=True)
class Entry(Company):
    """A game in a list: where it is, what pressing it does, and how it stands. It is drawn by the same words as a table."""

    title: str
    address: str
    verb: str
    line: Markup
    seats: Mapping[Seat, Occupant] = field(default_factory=dict)
    order: Sequence[Seat] = ()
    urgent: bool = False

    @property
    def shown(self) -> Sequence[Seat]:
        return self.order[:MOST_MASKS]


def home(site: Site) -> APIRouter:
    """The first page, and what begins a game from there."""
    router = APIRouter(include_in_schema=False)
    sessions, hall = site.sessions, site.hall
    recorded = Recorded.read(hall.games)
    ends: dict[str, Markup] = {}
    costs: dict[str, float] = {}
    hall.forgetting.append(ends.clear)

    def stage(at: int, everything: bool) -> dict[str, Any]:
        """What a moment of the game that plays itself is drawn of."""
        assert recorded is not None
        at = max(0, min(at, len(recorded.moments) - 1))
        drawn = recorded.drawn(at, everything)
        return {"rec": recorded, "at": at, "everything": everything, "d": drawn, "g": drawn.glance}

    @router.get("/")
    async def first(who: Asker, at: int = 0, eyes: str = "") -> Response:
        over = await _over(who)
        running = _running(who)
        here = [*running[:FEW], *[await _ended(each) for each in over[: max(1, FEW - len(running))]]]
        games = list(hall.games.values())
        values: dict[str, Any] = {
            "who": who,
            "games": games,
            "first": hall.games.get(site.config.first, games[0]),
            "watched": hall.games.get(site.config.watched, games[-1]),
            "here": here,
            "of_all": len(running) + len(over),
            "guarded": bool(site.config.admin),
            "house": await _house() if who.owner else None,
            **(stage(at, eyes == "all") if recorded else {"rec": None}),
        }
        return HTMLResponse(page("first.html", **values))

    @router.get("/first/{at}")
    async def moment(at: int, eyes: str = "") -> Response:
        """One moment of the game that plays itself, for the first page's script."""
        if recorded is None:
            raise NotFound("There is no such page here.")
        return HTMLResponse(page("_recorded.html", **stage(at, eyes == "all")))

    @router.get("/games")
    async def every(who: Asker) -> Response:
        """All games that one may see."""
        over = await _over(who)
        here = [*_running(who), *[await _ended(each, read=False) for each in over]]
        return HTMLResponse(page("games.html", here=here))

    @router.get("/invite")
    async def invite(who: Asker) -> Response:
        """Which game to gather friends for."""
        return HTMLResponse(page("invite.html", who=who, games=list(hall.games.values()), guarded=site.config.admin))

    @router.get("/rules")
    async def all_rules() -> Response:
        return HTMLResponse(page("rules.html", games=list(hall.games.values()), game=None, text=""))

    @router.get("/rules/{name}")
    async def rules(name: str) -> Response:
        """The rules of a game, the same that AIs are told."""
        if name not in hall.games:
            raise NotFound("There is no such game here.")
        manual = hall.games[name].manual()
        parts = [(title, as_html(text.removeprefix(f"## {title}"))) for title, text in sections(manual).items()]
        games, text = list(hall.games.values()), as_html(preface(manual))
        return HTMLResponse(page("rules.html", games=games, game=hall.games[name], text=text, sections=parts))

    @router.post("/new")
    async def new(who: Asker, came: Came, request: Request) -> Response:
        """A game at one press: to play at once, to watch, or to gather for."""
        form = await request.form()
        game, mode, name = (str(form.get(each, "")) for each in ("game", "mode", "name"))
        away = hall.rules.at(SURFACE).away
        about = About(PACE, watch=mode == "watch", public=mode == "watch", away=About().away if away is None else away)
        options = {} if mode == "invite" else unhurried(*sessions.preset(game))
        if mode == "learn":
            options |= learning(sessions.preset(game)[0].lobby)
        lobby, key = await sessions.create(who, came, game, options, about)
        who = await site.keys.who(key, who.owner)
        if mode != "watch":
            lobby, _ = await sessions.join(lobby, who, key, name)
        if mode != "invite":
            await sessions.start(lobby, who)
        else:
            await sessions.link(lobby, who)
        return site.to(f"/t/{lobby.id}", key)

    # ── what the lists say ──

    def _running(who: Who) -> list[Entry]:
        """Tables and lobbies, those that wait for whoever asks first."""
        tables = [each for each in hall.tables.values() if sessions.may_see(each, who)]
        lobbies = [each for each in hall.lobbies.values() if _mine(each, who)]
        found = [*(_at_table(each, who) for each in reversed(tables)), *map(_gathering, reversed(lobbies))]
        return sorted(found, key=lambda entry: not entry.urgent)

    def _at_table(table: Table, who: Who) -> Entry:
        seat = sessions.seat(table, who)
        asked = seat is not None and any(each.need != "none" for each in table.asks(seat))
        drawn = Drawn(glance_at(table, None, None))
        over, paused = table.outcome, table.paused is not None
        line = (
            said(over.why, table.names)
            if over
            else Markup("Paused")
            if paused
            else Markup("Waits for you")
            if asked
            else said(drawn.lead, table.names)
        )
        verb = "Replay" if over else "Go back" if seat is not None or sessions.is_host(table, who) else "Watch"
        address = f"/r/{table.id}" if over else f"/t/{table.id}"
        urgent = asked and not over and not paused
        return Entry(_titled(table.game, table.seats), address, verb, line, table.seats, table.order, urgent)

    def _gathering(lobby: Lobby) -> Entry:
        names = [each.occupant.name for each in lobby.parties]
        seats = {Seat(f"p{n}"): each.occupant for n, each in enumerate(lobby.parties, 1)}
        line = Markup("Gathers: {}").format(", ".join(names)) if names else Markup("Nobody has come yet")
        return Entry(hall.game(lobby.game).title, f"/t/{lobby.id}", "Go back", line, seats, tuple(seats))

    def _mine(lobby: Lobby, who: Who) -> bool:
        ids = who.ids(lobby.id)
        return lobby.host in ids or any(each.occupant.user in ids for each in lobby.parties)

    async def _over(who: Who) -> list[Saved]:
        """Games that are over and that they may see, the newest first."""
        saved = await hall.store.recent_games(MANY)
        return [
            each
            for each in saved
            if each.ended is not None
            and each.id not in hall.tables
            and each.game in hall.games
            and sessions.may_see(each, who)
        ]

    async def _ended(saved: Saved, read: bool = True) -> Entry:
        """A game that is over. How it ended stands in its log, which is `read` once."""
        if saved.id not in ends and read:
            ends[saved.id] = await _end(saved.id)
        line = ends.get(saved.id, Markup("Over"))
        game = hall.games[saved.game]
        return Entry(_titled(game, saved.seats), f"/r/{saved.id}", "Replay", line, saved.seats, tuple(saved.seats))

    async def _end(id: str) -> Markup:
        try:
            saved = await hall.store.load(id)
            outcome = hall.story(saved).outcome if saved else None
        except (Unreadable, ValueError, LookupError):
            return Markup("This version cannot read it")
        names = {seat: each.name for seat, each in saved.seats.items()} if saved else {}
        return said(outcome.why, names) if outcome else Markup("Over")

    async def _house() -> dict[str, Any]:
        """What the owner is told of the house."""
        return {"config": site.config, "model": hall.ai().model, "spent": await _spent()}

    async def _spent() -> float:
        """US dollars for the games that were opened in the last day."""
        total, since = 0.0, hall.clock.now() - 24 * 3600
        for saved in await hall.store.recent_games(MANY):
            if saved.created < since:
                break
            if saved.id in hall.tables:
                total += hall.tables[saved.id].spent
            else:
                if saved.id not in costs:
                    with suppress(Unreadable):
                        costs[saved.id] = sum(each.call.cost or 0.0 for each in await hall.store.calls(saved.id))
                total += costs.get(saved.id, 0.0)
        return total

    return router


def unhurried(game: Game[Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a game in which one person plays among AIs, or nobody: no clock, where a game may be without one."""
    for value in (False, "none"):
        try:
            game.lobby.options.model_validate({**chosen, "timers": value})
        except ValueError:
            continue
        return {"timers": value}
    return {}


def _titled(game: Game[Any], seats: Mapping[Seat, Occupant]) -> str:
    people = any(each.kind == "person" for each in seats.values())
    return game.title if people else f"{game.title}, AIs only"
