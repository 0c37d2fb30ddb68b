"""What pages and API share of a request: who asks, with which key, and what a page of a table is made of."""

from __future__ import annotations

import asyncio
import hmac
import re
import socket
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from fastapi.responses import RedirectResponse
from sse_starlette import EventSourceResponse, ServerSentEvent

from bot import rights
from bot.bets import is_open, market_of, right
from bot.notes import next_time, notes
from bot.ports import Lobby, Occupant
from bot.surfaces.fields import Value
from bot.surfaces.web.config import WebConfig, is_loopback
from bot.surfaces.web.glance import Glance, from_afar, glance_at
from bot.surfaces.web.guard import network_of
from bot.surfaces.web.keys import Keys, Who
from bot.surfaces.web.live import Live
from bot.surfaces.web.lobby import Seating, preset_of, shown
from bot.surfaces.web.render import Drawn, page
from bot.surfaces.web.sessions import Sessions
from bot.table import Table
from games.core import labelled

COOKIE, OWNER = "masquerade", "masquerade-owner"
"""The cookies that hold somebody's key, and the owner's token."""

LED = frozenset({"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"})
"""What a proxy adds to what it was sent."""

YEAR = 365 * 24 * 3600


class Site:
    """One browser surface: its sessions, and who listens."""

    def __init__(self, sessions: Sessions, keys: Keys, live: Live, config: WebConfig) -> None:
        self.sessions, self.keys, self.live, self.config = sessions, keys, live, config
        self.hall, self.port = sessions.hall, 0
        self.unrolling, self.filming = asyncio.Lock(), asyncio.Lock()

    def key_of(self, request: Request) -> str:
        """The key that came along, in a header or a cookie."""
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        return key.strip() if scheme.casefold() == "bearer" and key else request.cookies.get(COOKIE, "")

    async def who(self, request: Request) -> Who:
        return await self.keys.who(self.key_of(request), self.is_owner(request))

    def is_owner(self, request: Request) -> bool:
        """Whoever knows the admin token; where there is none, whoever reaches the loopback, and was not led there from
        elsewhere."""
        if not self.config.admin:
            led = LED & set(request.headers)
            return self.config.local and not led
        given = request.headers.get("x-admin-token") or request.cookies.get(OWNER, "")
        return hmac.compare_digest(given.encode(), self.config.admin.encode())

    def keep(self, response: Response, key: str, name: str = COOKIE) -> None:
        """Lets a browser keep a key: no script reads it, and no other site sends it."""
        secure = self.config.public_url.startswith("https")
        response.set_cookie(name, key, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")

    def to(self, address: str, key: str) -> Response:
        """Leads a browser on, with the key that it has from now on."""
        response = RedirectResponse(address, 303)
        self.keep(response, key)
        return response

    def stream(self, request: Request, news: AsyncIterator[ServerSentEvent]) -> Response:
        """A stream of events, where there is room for one more."""
        others = self.config.admin or not self.config.local
        address = network_of(request.client.host) if request.client and others else ""
        self.live.check_room(address)
        return EventSourceResponse(self.live.counted(address, news), ping=15)

    def glance(self, table: Table, who: Who) -> Glance:
        seat = self.sessions.seat(table, who)
        return glance_at(table, seat, self.sessions.ears(table, who), self.sessions.is_host(table, who))

    def part(self, found: Table | Lobby, who: Who) -> str:
        """What of a session's page changes with it, as these eyes see it."""
        if isinstance(found, Lobby):
            return page("_lobby.html", **self.lobby(found, who))
        return page("_table.html", **self.table(found, who))

    def afar(self, found: Table | Lobby, base: str) -> dict[str, Any]:
        """What a big screen is made of: the same for whoever opens it. At `base` this site is reached; an address that only this machine
        reaches is no use to a phone."""
        reached = self.config.public_url or ("" if is_loopback(urlsplit(base).hostname or "") else base)
        address = re.sub(r"^https?://", "", reached.rstrip("/")) + f"/t/{found.id}" if reached else ""
        values: dict[str, Any] = {"address": address, "live": f"/t/{found.id}/live?big=1", "away": self.hall.draining}
        if isinstance(found, Lobby):
            seating = Seating(self.hall, found)
            return {**values, "d": None, "lobby": found, "game": self.hall.game(found.game), "seating": seating}
        return {**values, "d": Drawn(from_afar(found))}

    def table(self, table: Table, who: Who) -> dict[str, Any]:
        """What a table's page is made of."""
        glance = self.glance(table, who)
        takeable = rights.free(table) if glance.seat is None and table.people else []
        return {
            "d": Drawn(glance, table.drafts),
            "company": self.company(table),
            "takeable": takeable,
            "mine": rights.own(table, self.sessions.asker(table, who)),
            "votes": [(on, table.names.get(on) if on else "", vote) for on, vote in table.votes.standing().items()],
            "others": [each for each in table.people if each != glance.seat] if table.outcome is None else [],
            "bets": self.bets(table, who),
            **self.ways_in(table, glance.host),
            **self.moderation(table, who, [table.seats[seat] for seat in table.people]),
            "notes": notes(table.game, table.options, table.seats, table.about.given, _hosts(glance.host)),
            "coming": next_time("choose easy when you open one", _hosts(glance.host))
            if self.hall.outgrown(table)
            else "",
            "live": f"/t/{table.id}/live",
            "away": self.hall.draining,
        }

    def company(self, table: Table) -> dict[str, str]:
        """What company the AIs are that sit there, by their names."""
        found = {each.name: self.hall.character(each) for each in table.seats.values()}
        return {name: about for name, about in found.items() if about}

    def bets(self, table: Table, who: Who) -> dict[str, Any] | None:
        """What onlookers may bet on, how many have, and what whoever asks has; None where nobody may."""
        market = market_of(table)
        if market is None or self.sessions.seat(table, who) is not None:
            return None
        bets = self.hall.bets.known(table.id)
        mine = next((bets[user] for user in who.ids(table.id) if user in bets), None)
        won = right(market, bets)
        return {
            "market": market,
            "open": is_open(table, market),
            "values": [Value(each, labelled(each, table.names), each) for each in market.choices],
            "many": len(bets),
            "mine": mine.choice if mine else "",
            "told": bool(market.right),
            "right": len(won),
            "won": mine in won,
        }

    def lobby(self, lobby: Lobby, who: Who) -> dict[str, Any]:
        """What a lobby's page is made of."""
        game, ids, host = self.hall.game(lobby.game), who.ids(lobby.id), self.sessions.is_host(lobby, who)
        options, seats = game.lobby.options.model_validate(lobby.options), self.hall.seating(lobby)
        return {
            "lobby": lobby,
            "game": game,
            "host": host,
            "host_name": next((p.occupant.name for p in lobby.parties if p.occupant.user == lobby.host), ""),
            "me": next((each for each in lobby.parties if each.occupant.user and each.occupant.user in ids), None),
            "seating": Seating(self.hall, lobby),
            "away": not host and self.hall.clock.now() >= lobby.heard + rights.HOST_AWAY,
            "promise": lobby.about.away,
            "preset": preset_of(game, lobby.options),
            "notes": notes(game, options, self.hall.filled(seats), lobby.about.given, _hosts(host)),
            "specs": {each: self.hall.described(each) for each in self.hall.specs(lobby.place)},
            "character": self.hall.character,
            **self.moderation(lobby, who, [each.occupant for each in lobby.parties]),
            "fields": shown(game, lobby.options),
            **self.ways_in(lobby, host),
            "live": f"/t/{lobby.id}/live",
            "place": "day",
        }

    def moderation(self, found: Table | Lobby, who: Who, people: Sequence[Occupant]) -> dict[str, Any]:
        """What a page says of those who are not wanted, to the host and to the owner."""
        looks_after = self.sessions.asker(found, who).hosts(found)
        others = [each.name for each in people if each.kind == "person" and each.user not in who.ids(found.id)]
        return {
            "id": found.id,
            "begun": isinstance(found, Table),
            "unwelcome": self.unwelcome(found, who),
            "looks_after": looks_after,
            "others_here": others,
            "bans": self.hall.rules.bans(found.id) if looks_after else (),
        }

    def unwelcome(self, found: Table | Lobby, who: Who) -> str:
        """Why somebody may not sit down there however many seats are free; empty for whoever is not banned."""
        try:
            rights.check_welcome(self.hall, found, self.sessions.asker(found, who))
        except rights.NotYours as banned:
            return str(banned)
        return ""

    def ways_in(self, found: Table | Lobby, host: bool) -> dict[str, Any]:
        """What a host's page says of links for friends."""
        links = found.about.links if host else ()
        return {
            "room": self.sessions.free(found),
            "links": [f"{self.address}/j/{each}" for each in links],
            "alone": self.config.local and not self.config.public_url,
        }

    @property
    def address(self) -> str:
        """How friends reach this place: as the owner says, else by this machine's address in its network."""
        if self.config.public_url:
            return self.config.public_url
        host = own_address() if self.config.everywhere else self.config.host
        return f"http://{host}:{self.port or self.config.port}"


def _hosts(host: bool) -> str:
    """What somebody is told of the host by."""
    return "you have" if host else "the host has"


async def _asker(request: Request) -> Who:
    site: Site = request.app.state.site
    return await site.who(request)


async def _came(request: Request) -> str:
    site: Site = request.app.state.site
    return site.key_of(request)


Asker = Annotated[Who, Depends(_asker)]
Came = Annotated[str, Depends(_came)]
"""Who asks, and the key that came along, as routes take them."""


def own_address() -> str:
    """This machine's address in its network, as far as it can tell; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(asked.getsockname()[0])
