"""A seat for anybody's program: a small client of the HTTP API.

    async with Client("http://127.0.0.1:8000") as client:
        session = await client.join(id, "Robot")
        await client.play(session.id, choose)

`choose` looks at a view and says which question it answers how, or None. What the rules refuse comes back to it as sentences.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from types import TracebackType
from typing import Any, TypeVar

import httpx2
from pydantic import BaseModel

from bot.surfaces.web.shapes import Created, GameKind, Games, Happened, Invitation, Session, View

T = TypeVar("T", bound=BaseModel)

Answer = tuple[str, Mapping[str, Any]]
"""The key of a question, and the action that answers it."""

Choose = Callable[[View, list[str]], Answer | None]

News = View | Session | Happened | None
"""What a stream brings; None when there is nothing any more for this seat."""

QUIET = 45.0
"""Seconds without a sign of life after which a stream is opened anew."""

_NEWS: dict[str, type[View] | type[Session] | type[Happened]] = {"told": Happened, "view": View, "session": Session}


class Refused(Exception):
    """A call that could not be done: its status, and one sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class Client:
    """One key's way to a Masquerade. The key that it is given at joining or creating is kept in `token`."""

    def __init__(
        self, address: str, token: str = "", admin: str = "", transport: httpx2.AsyncBaseTransport | None = None
    ) -> None:
        self.token, self.admin = token, admin
        timeout = httpx2.Timeout(30.0, read=QUIET)
        self._http = httpx2.AsyncClient(base_url=f"{address}/api/games", timeout=timeout, transport=transport)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def games(self) -> list[GameKind]:
        """What can be played."""
        return Games.model_validate(await self._call("GET", "")).games

    async def create(self, game: str, options: Mapping[str, Any] | None = None, **more: Any) -> Session:
        """Opens a game; this client is its host."""
        return self._came(await self._call("POST", "/sessions", {"game": game, "options": dict(options or {}), **more}))

    async def join(self, id: str, name: str, **more: Any) -> Session:
        """Sits down: `wish` before the start, `seat` after it, an `invitation` at any time."""
        return self._came(await self._call("POST", f"/sessions/{id}/join", {"name": name, **more}))

    async def invite(self, id: str) -> str:
        """A word that lets one more in."""
        return Invitation.model_validate(await self._call("POST", f"/sessions/{id}/invite")).invitation

    async def start(self, id: str) -> Session:
        """Deals."""
        return Session.model_validate(await self._call("POST", f"/sessions/{id}/start"))

    async def session(self, id: str) -> Session:
        """A session as it is now."""
        return Session.model_validate(await self._call("GET", f"/sessions/{id}"))

    async def view(self, id: str) -> View:
        """What this seat sees."""
        return View.model_validate(await self._call("GET", f"/sessions/{id}/view"))

    async def move(self, id: str, ask: str, action: Mapping[str, Any], mark: str = "") -> View:
        """Answers a question. With the same `mark` a move is made once, however often it is sent."""
        sent = {"ask": ask, "action": dict(action), "id": mark or secrets.token_hex(8)}
        return View.model_validate(await self._call("POST", f"/sessions/{id}/move", sent))

    async def transcript(self, id: str, format: str = "json") -> str:
        """The game as a file."""
        answer = await self._http.get(f"/sessions/{id}/transcript", params={"format": format}, headers=self._headers())
        self._check(answer)
        return answer.text

    async def listen(self, id: str, after: int = 0) -> AsyncIterator[News]:
        """News of a session, through lost connections; None, and the end, when it is gone."""
        while True:
            try:
                async with self._http.stream(
                    "GET", f"/sessions/{id}/events", headers={**self._headers(), "Last-Event-ID": str(after)}
                ) as answer:
                    if answer.is_error:
                        await answer.aread()
                        self._check(answer)
                    async for kind, data in _events(answer.aiter_lines()):
                        if kind not in _NEWS:
                            yield None
                            return
                        news = _NEWS[kind].model_validate_json(data)
                        if isinstance(news, Happened):
                            after = news.n
                        yield news
            except httpx2.TransportError:
                await asyncio.sleep(1)

    async def play(self, id: str, choose: Choose, patience: int = 20) -> Session:
        """Plays this seat to the end. After so many refusals of one moment it is left to the clock."""
        async for news in self.listen(id):
            if news is None:
                break
            if isinstance(news, View):
                await self._answer(id, news, choose, patience)
                if news.session.state == "over":
                    break
        return await self.session(id)

    async def _answer(self, id: str, view: View, choose: Choose, patience: int) -> None:
        refusals: list[str] = []
        while len(refusals) < patience and (answer := choose(view, refusals)) is not None:
            try:
                view, refusals = await self.move(id, *answer), []
            except Refused as refusal:
                if refusal.status == 429:
                    await asyncio.sleep(1)
                elif refusal.status == 409:
                    view = await self.view(id)
                    refusals = [*refusals, refusal.sentence]
                elif refusal.status == 422:
                    refusals = [*refusals, refusal.sentence]
                else:
                    raise

    async def _call(self, method: str, path: str, sent: Mapping[str, Any] | None = None) -> Any:
        answer = await self._http.request(method, path, json=sent, headers=self._headers())
        self._check(answer)
        return answer.json()

    def _headers(self) -> dict[str, str]:
        found = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {**found, "X-Admin-Token": self.admin} if self.admin else found

    def _came(self, answer: Any) -> Session:
        created = Created.model_validate(answer)
        self.token = created.token or self.token
        return created.session

    @staticmethod
    def _check(answer: httpx2.Response) -> None:
        if not answer.is_error:
            return
        try:
            sentence = str(answer.json()["detail"])
        except (ValueError, KeyError, TypeError):
            sentence = answer.reason_phrase
        raise Refused(answer.status_code, sentence)


async def _events(lines: AsyncIterator[str]) -> AsyncIterator[tuple[str, str]]:
    """The events of a stream: what kind each is, and its data."""
    kind, data = "message", list[str]()
    async for line in lines:
        name, _, value = line.partition(":")
        if not line and data:
            yield kind, "\n".join(data)
        if not line:
            kind, data = "message", []
        elif name == "event":
            kind = value.removeprefix(" ")
        elif name == "data":
            data.append(value.removeprefix(" "))
