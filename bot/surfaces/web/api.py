"""The HTTP API: every game by the same paths, for anybody's programs. It does what the pages do, by the same functions.

A key comes in `Authorization: Bearer …` (or in the page's cookie); whoever has none sees what everybody may see. What goes
wrong is a problem document with one sentence.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, FastAPI, Header, Path, Query, Request, Response
from fastapi.openapi.utils import get_openapi
from sse_starlette import EventSourceResponse, ServerSentEvent

from bot import rights
from bot.export import export
from bot.ports import About, Lobby
from bot.surfaces.web.glance import Glance, replayed
from bot.surfaces.web.keys import Who
from bot.surfaces.web.privacy import erase, mine
from bot.surfaces.web.problems import PROBLEM, NoKey, NotFound, Problem
from bot.surfaces.web.replay import filmed
from bot.surfaces.web.screens import questions, screen
from bot.surfaces.web.sessions import GONE, NEED_KEY, Kept, as_meant, state_of
from bot.surfaces.web.shapes import (
    AddAI,
    Banned,
    Config,
    Created,
    Defaults,
    Done,
    DraftSent,
    Entry,
    GameKind,
    Games,
    Happened,
    Invitation,
    Join,
    Kick,
    Mine,
    MoveSent,
    NewSession,
    OneBanned,
    ProblemDocument,
    ReportSent,
    Session,
    Sitting,
    View,
    Votes,
    Wishing,
)
from bot.surfaces.web.site import Asker, Came, Site
from bot.table import Table, Vote
from games.core import Action, Game, Seat, Told, named
from games.story import PASSED
from games.wire import dump

MEDIA = {"json": "application/json", "csv": "text/csv", "md": "text/markdown", "html": "text/html"}

EXPECTED = (400, 401, 403, 404, 405, 408, 409, 410, 413, 421, 422, 429, 503)
"""What may go wrong with any call."""

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {
        "description": HTTPStatus(status).phrase,
        "content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/ProblemDocument"}}},
    }
    for status in EXPECTED
}

Id = Annotated[str, Path(description="of a session, as its creation gave it", max_length=64)]
Mark = Annotated[
    str | None,
    Header(alias="Idempotency-Key", description="the sender's own mark: sent twice, it is done once", max_length=200),
]


async def _once(mark: Mark = None) -> str:
    return mark or secrets.token_hex(16)


Once = Annotated[str, Depends(_once)]
"""The sender's mark, or one of ours."""


def api(site: Site) -> APIRouter:
    """Every call, over one site."""
    router = APIRouter(prefix="/api/games", responses=PROBLEMS)
    sessions, hall = site.sessions, site.hall

    # ── kinds of games ──

    @router.get("")
    async def games() -> Games:
        """What can be played."""
        return Games(games=[_kind(each) for each in hall.games.values()])

    @router.get("/config/defaults")
    async def defaults(who: Asker) -> Defaults:
        """How each game is played where nobody chooses otherwise."""
        options = {name: each.lobby.options().model_dump(mode="json") for name, each in hall.games.items()}
        owner = who.owner
        return Defaults(options=options, ais=list(hall.players.specs()) if owner else None)

    # ── whoever asks ──

    @router.get("/me")
    async def me(who: Asker) -> Mine:
        """All that is kept about you. What is secret to you in a game that still runs is not in it."""
        return Mine(mine=await mine(site, who))

    @router.delete("/me")
    async def forget_me(who: Asker) -> Done:
        """Erases all that is kept about you; the key is nobody's then."""
        return await erase(site, who)

    # ── before the start ──

    @router.post("/sessions", status_code=201)
    async def create(sent: NewSession, who: Asker, came: Came) -> Created:
        """Opens a game to gather for. Whoever does is its host, by the key that this gives."""
        about = About(sent.pace, public=sent.public, away=sent.away)
        lobby, key = await sessions.create(who, came, sent.game, sent.options, about)
        return await created(lobby.id, who, came, key)

    @router.get("/sessions/{id}")
    async def session(id: Id, who: Asker) -> Session:
        """A session as it is now."""
        return await session_of(id, who)

    @router.patch("/sessions/{id}/config")
    async def configure(id: Id, sent: Config, who: Asker) -> Session:
        """Changes what its host may choose, before the start."""
        lobby = sessions.lobby(id, who)
        about = replace(lobby.about, **sent.model_dump(include={"pace", "public", "away"}, exclude_none=True))
        await sessions.configure(lobby, who, sent.options, about)
        return await session_of(id, who)

    @router.post("/sessions/{id}/invite")
    async def invite(id: Id, who: Asker) -> Invitation:
        """A word of the host's that lets one more in, once."""
        return Invitation(invitation=sessions.invite(sessions.at(id, who), who))

    @router.post("/sessions/{id}/join")
    async def join(id: Id, sent: Join, who: Asker, came: Came, once: Once) -> Created:
        """Takes part: in a lobby by name, in a game that has begun in the seat of an AI. The key that this gives is the seat's."""
        found = sessions.invited(id, sent.invitation) if sent.invitation else sessions.at(id, who)
        word, seat = sent.invitation, sent.seat or ""
        key = await sessions.enter(found, who, came, sent.name, once, word=word, wish=sent.wish, seat=seat)
        return await created(id, who, came, key)

    @router.post("/sessions/{id}/ais")
    async def add_ai(id: Id, sent: AddAI, who: Asker) -> Session:
        """Adds an AI, before the start. Where nobody does, AIs take the seats that are left."""
        await sessions.add_ai(sessions.lobby(id, who), who, sent.spec)
        return await session_of(id, who)

    @router.post("/sessions/{id}/start")
    async def start(id: Id, who: Asker) -> Session:
        """Deals."""
        await sessions.start(sessions.lobby(id, who), who)
        return await session_of(id, who)

    # ── at any time ──

    @router.post("/sessions/{id}/leave")
    async def leave(id: Id, who: Asker, once: Once) -> Session:
        """Gets up. In a game that has begun an AI plays on."""
        found = sessions.at(id, who)
        await rights.leave(hall, found, sessions.asker(found, who, once))
        return _session(site, sessions.find(id) or hall.lobby(id), id, who)

    @router.post("/sessions/{id}/kick")
    async def kick(id: Id, sent: Kick, who: Asker, once: Once) -> Session:
        """Lets an AI take somebody's place; in a lobby they are gone."""
        await sessions.kick(sessions.at(id, who), who, sent.name, once)
        return await session_of(id, who)

    @router.post("/sessions/{id}/report")
    async def report(id: Id, sent: ReportSent, who: Asker) -> Done:
        """Tells the owner of something that an AI said."""
        return Done(done=await sessions.report(sessions.table(id, who), who, sent.n, sent.seat or "", sent.reason))

    @router.post("/sessions/{id}/ban")
    async def ban(id: Id, sent: Kick, who: Asker, once: Once) -> Session:
        """The same for good: they do not come back to this table, unless its host lets them."""
        await sessions.ban(sessions.at(id, who), who, sent.name, once)
        return await session_of(id, who)

    @router.get("/sessions/{id}/bans")
    async def bans(id: Id, who: Asker) -> Banned:
        """Who is banned from this table, for its host."""
        found = sessions.at(id, who)
        sessions.check_host(found, who)
        return Banned(banned=[OneBanned(mark=each.mark, name=each.name) for each in hall.rules.bans(id)])

    @router.delete("/sessions/{id}/bans/{mark}")
    async def unban(id: Id, mark: Annotated[str, Path(max_length=64)], who: Asker) -> Session:
        """Lets somebody back in."""
        await sessions.unban(sessions.at(id, who), who, mark)
        return await session_of(id, who)

    @router.post("/sessions/{id}/pause")
    async def pause(id: Id, who: Asker, once: Once) -> Session:
        """Stops the clock and everybody's thinking."""
        table = sessions.table(id, who)
        await rights.pause(table, sessions.asker(table, who, once))
        return await session_of(id, who)

    @router.post("/sessions/{id}/resume")
    async def resume(id: Id, who: Asker, once: Once) -> Session:
        """Lets a game go on."""
        table = sessions.table(id, who)
        await rights.resume(table, sessions.asker(table, who, once))
        return await session_of(id, who)

    @router.post("/sessions/{id}/back")
    async def back(id: Id, who: Asker, once: Once) -> Session:
        """Takes one's own seat back from the AI that plays on there."""
        table = sessions.table(id, who)
        await sessions.come_back(table, who, once)
        return await session_of(id, who)

    @router.post("/sessions/{id}/host")
    async def host(id: Id, sent: Kick, who: Asker, once: Once) -> Session:
        """Lets somebody else who plays host the game; a lobby whose host stays away is hosted by whoever asks, once they have
        joined."""
        await sessions.host(sessions.at(id, who), who, sent.name, once)
        return await session_of(id, who)

    @router.post("/sessions/{id}/skip")
    async def skip(id: Id, who: Asker, once: Once) -> Votes:
        """A vote to wait no longer: when most are for it, time is up."""
        table = sessions.table(id, who)
        return _votes(await rights.skip(table, sessions.asker(table, who, once)))

    @router.post("/sessions/{id}/vote-out")
    async def vote_out(id: Id, sent: Kick, who: Asker, once: Once) -> Votes:
        """A vote to play on without somebody: when most are for it, an AI does."""
        return _votes(await sessions.vote_out(sessions.table(id, who), who, sent.name, once))

    @router.delete("/sessions/{id}", status_code=204)
    async def close(id: Id, who: Asker, once: Once) -> Response:
        """Calls the game off, or drops its lobby."""
        found = sessions.at(id, who)
        await rights.close(hall, found, sessions.asker(found, who, once))
        return Response(status_code=204)

    @router.post("/sessions/{id}/again", status_code=201)
    async def again(id: Id, who: Asker) -> Session:
        """The same people and AIs at a new table."""
        return await session_of((await sessions.again(id, who)).id, who)

    # ── at the table ──

    @router.post("/sessions/{id}/move")
    async def move(id: Id, sent: MoveSent, who: Asker, once: Mark = None) -> View:
        """Answers a question; what comes back is how things stand then. A refusal says why, in the rules' words."""
        table = sessions.table(id, who)
        mark = once or sent.id
        if not mark:
            raise Problem("Name your move with an Idempotency-Key: sent twice, it moves once.", 400)
        action = as_meant(table.game, sessions.ask(table, who, sent.ask), json.dumps(sent.action))
        await sessions.move(table, who, action, sent.ask, mark)
        return view_of(await glance_of(id, who), who)

    @router.put("/sessions/{id}/draft", status_code=204)
    async def draft(id: Id, sent: DraftSent, who: Asker) -> Response:
        """Keeps what was picked and not confirmed."""
        table = sessions.table(id, who)
        if (seat := sessions.seat(table, who)) is None:
            raise NoKey(NEED_KEY)
        ask = sessions.ask(table, who, sent.ask)
        action = None if sent.action is None else as_meant(table.game, ask, json.dumps(sent.action))
        await table.draft(seat, sent.ask, action)
        return Response(status_code=204)

    @router.get("/sessions/{id}/view")
    async def view(id: Id, who: Asker) -> View:
        """What this key's seat sees; without one, what everybody may see."""
        return view_of(await glance_of(id, who), who)

    @router.get(
        "/sessions/{id}/events",
        response_class=EventSourceResponse,
        responses={200: {"description": "A stream of events", "content": {"text/event-stream": {}}}},
    )
    async def events(
        id: Id,
        who: Asker,
        request: Request,
        last: Annotated[str | None, Header(alias="Last-Event-ID", max_length=40)] = None,
    ) -> Response:
        """News as it comes. `told`: something that this seat was told; its id is how many that makes, and a stream goes on after
        `Last-Event-ID`. `view`: what is asked of it, or who sits where, has changed. `session`: a lobby has. `gone`: there is
        no such game any more, or no seat in it; what comes under another seat begins anew."""
        if sessions.find(id) is None:
            await sessions.kept(id, who)
            raise Problem("This game is over: its transcript has all of it.", 410)
        sessions.at(id, who)
        heard = _Listening(site, id, who, int(last) if last and last.isdecimal() else 0)
        return site.stream(request, heard.news())

    @router.get(
        "/sessions/{id}/transcript",
        response_class=Response,
        responses={200: {"description": "The game as a file", "content": {each: {} for each in MEDIA.values()}}},
    )
    async def transcript(
        id: Id, who: Asker, format: Annotated[Literal["json", "csv", "md", "html"], Query()] = "json"
    ) -> Response:
        """A game that is over, whole; of one that runs, what everybody has heard."""
        running = hall.tables.get(id)
        if id in hall.lobbies or (running is not None and not running.outcome):
            saved = await hall.store.load(sessions.table(id, who).id)
            if saved is None:
                raise NotFound(GONE)
            kept = Kept(saved, hall.story(saved), (), ())
        else:
            kept = await sessions.kept(id, who)
        if format == "html":
            written = await filmed(site, kept)
        else:
            written = export(kept.game, kept.saved, kept.calls, kept.moves, format)
        name = {"Content-Disposition": f'attachment; filename="{_safe(id)}.{format}"'}
        return Response(written, media_type=MEDIA[format], headers=name)

    # ── what all of them share ──

    async def session_of(id: str, who: Who) -> Session:
        found = await sessions.kept(id, who) if sessions.find(id) is None else sessions.at(id, who)
        return _session(site, found, id, who)

    async def created(id: str, who: Who, came: str, key: str) -> Created:
        session = await session_of(id, await site.keys.who(key, who.owner))
        return Created(session=session, token=key if key != came else None)

    async def glance_of(id: str, who: Who) -> Glance:
        if sessions.find(id) is not None:
            return site.glance(sessions.table(id, who), who)
        kept = await sessions.kept(id, who)
        return replayed(id, kept.story, kept.saved.seats, len(kept.story.log), sessions.seat(kept.saved, who))

    def view_of(glance: Glance, who: Who) -> View:
        table = hall.tables.get(glance.id)
        if table is None:
            return _view(glance, _session(site, sessions.at_hand(glance.id), glance.id, who), {})
        return _view(glance, _session(site, table, glance.id, who), table.drafts)

    return router


class _Listening:
    """One pair of ears on a session: what they were sent, and what is new."""

    def __init__(self, site: Site, id: str, who: Who, after: int) -> None:
        self.site, self.id, self.who = site, id, who
        self._after, self._told, self._read = after, 0, 0
        self._seat: Seat | None = None
        self._sent: object = None

    async def news(self) -> AsyncIterator[ServerSentEvent]:
        async for state in self.site.live.follow(self.id, self._look):
            if isinstance(state, str):
                yield ServerSentEvent(json.dumps({"why": GONE}), event="gone", id="0")
                return
            if isinstance(state, Session):
                yield ServerSentEvent(state.model_dump_json(), event="session")
                continue
            table = self.site.hall.tables[self.id]
            for n, told in self._fresh(table):
                yield ServerSentEvent(_happened(table, n, told).model_dump_json(), event="told", id=str(n))
            # A view goes with what this seat can tell apart, never with the log's length: that grows by what others are told.
            if state[1:] != self._sent:
                self._sent = state[1:]
                glance = self.site.glance(table, self.who)
                view = _view(glance, _session(self.site, table, self.id, self.who), table.drafts)
                yield ServerSentEvent(view.model_dump_json(), event="view")

    def _look(self) -> Any:
        """What these ears can tell apart; a look at it is cheap, as everybody here takes one at every move."""
        sessions = self.site.sessions
        found = sessions.find(self.id)
        if found is None or not sessions.may_see(found, self.who):
            return "gone"
        if isinstance(found, Lobby):
            return _session(self.site, found, self.id, self.who)
        seat = sessions.seat(found, self.who)
        if self._read and seat != self._seat:
            return "gone"
        self._seat = seat
        mine = sessions.seats(found, self.who)
        due = {each: found.deadlines.get(each) for each in ((at, ask.key) for at in mine for ask in found.asks(at))}
        over = found.outcome is not None
        return len(found.log), tuple(found.asks(at) for at in mine), due, found.paused, over, dict(found.seats)

    def _fresh(self, table: Table) -> list[tuple[int, Told]]:
        """What this seat was told since, each with its place. A place that is not reached yet was counted by other ears."""
        found = []
        log = table.log
        if not self._read and self._after > sum(each.heard_by(self._seat) for each in log):
            self._after = 0
        for told in log[self._read :]:
            if told.heard_by(self._seat):
                self._told += 1
                if self._told > self._after:
                    found.append((self._told, told))
        self._read = len(log)
        return found


def _safe(id: str) -> str:
    return "".join(each for each in id if each.isalnum())


def _kind(game: Game[Any]) -> GameKind:
    return GameKind(
        name=game.name,
        title=game.title,
        summary=game.summary,
        fewest=min(game.lobby.players),
        most=max(game.lobby.players),
        presets=list(game.lobby.presets()),
        wishes=[Wishing(key=each.key, label=each.label) for each in game.lobby.wishes],
        options=game.lobby.options.model_json_schema(),
        rules=game.manual(),
    )


def _session(site: Site, found: Table | Lobby | Kept, id: str, who: Who) -> Session:
    """A session as they may know it. Its options may hold a board, and are nobody's business but the host's, before the start."""
    if isinstance(found, Lobby):
        ids, host = who.ids(id), site.sessions.is_host(found, who)
        game = site.hall.game(found.game)
        sitting = [
            Sitting(
                name=each.occupant.name,
                kind=each.occupant.kind,
                you=bool(each.occupant.user) and each.occupant.user in ids,
                wishes=list(each.wishes),
            )
            for each in found.parties
        ]
        return Session(
            id=id,
            game=game.name,
            title=game.title,
            state="lobby",
            host=host,
            public=found.about.public,
            you=None,
            seats=sitting,
            options=dict(found.options) if host else None,
        )
    sat = found.saved if isinstance(found, Kept) else found
    seats, game = sat.seats, found.game
    names = {seat: each.name for seat, each in seats.items()}
    outcome, you = found.outcome, site.sessions.seat(sat, who)
    return Session(
        id=id,
        game=game.name,
        title=game.title,
        state=state_of(found),
        host=site.sessions.is_host(sat, who),
        public=sat.about.public,
        you=you,
        seats=[
            Sitting(name=each.name, kind=each.kind, seat=seat, title=game.shows.seat_title(seat), you=seat == you)
            for seat, each in seats.items()
        ],
        winners=sorted(outcome.winners) if outcome else [],
        why=named(outcome.why, names) if outcome else "",
    )


def _votes(vote: Vote) -> Votes:
    return Votes(votes=len(vote.those), needed=vote.needed, carried=vote.carried)


def _view(glance: Glance, session: Session, drafts: Mapping[tuple[Seat, str], Action]) -> View:
    return View(
        session=session,
        scene=screen(glance),
        asks=questions(glance, drafts),
        waited_for=list(glance.waited_for),
        paused=glance.paused,
        heard=[
            Entry(n=each.n, text=named(each.text, glance.names), seat=each.seat, private=each.private)
            for each in glance.heard
        ],
        heard_so_far=glance.heard_so_far,
    )


def _happened(table: Table, n: int, told: Told) -> Happened:
    sentence = table.named(table.game.shows.say(told.event))
    return Happened(n=n, private=told.to is not None, sentence=sentence, event=json.loads(dump(told.event)))


def describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document: how keys travel, and what a problem looks like."""
    if app.openapi_schema is None:
        found = get_openapi(title=app.title, version="1", summary=app.summary, description=__doc__, routes=app.routes)
        parts = found["components"]
        parts["schemas"]["ProblemDocument"] = ProblemDocument.model_json_schema()
        parts["schemas"]["ProblemDocument"]["examples"] = [
            {"type": "about:blank", "title": "Conflict", "status": 409, "detail": PASSED}
        ]
        for unused in ("HTTPValidationError", "ValidationError"):
            parts["schemas"].pop(unused, None)
        parts["securitySchemes"] = {
            "key": {"type": "http", "scheme": "bearer", "description": "a seat's or host's key"},
            "owner": {"type": "apiKey", "in": "header", "name": "X-Admin-Token", "description": "the owner's token"},
        }
        found["security"] = [{}, {"key": []}, {"owner": []}]
        app.openapi_schema = found
    return app.openapi_schema
