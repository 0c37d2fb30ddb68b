"""A browser without a window: it calls the app itself, and keeps every byte that it was sent, streams included.

Time does not pass and ids are fixed, so that two worlds can be told apart by nothing but what they send.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

Headers = list[tuple[bytes, bytes]]


@dataclass
class Answer:
    """What came back: all of it, or so far. `moments` are how many bytes had come after each part."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def text(self) -> str:
        return self.body.decode()


class Browser:
    """One pair of eyes with a key (or none)."""

    def __init__(self, app: Any, key: str = "") -> None:
        self.app, self.key = app, key

    async def get(self, path: str, **headers: str) -> Answer:
        return await self._call("GET", path, b"", headers)

    async def post(self, path: str, form: Mapping[str, str]) -> Answer:
        headers = {"content-type": "application/x-www-form-urlencoded", "accept": "text/html+part"}
        return await self._call("POST", path, urlencode(form).encode(), headers)

    @asynccontextmanager
    async def stream(self, path: str, **headers: str) -> AsyncIterator[Answer]:
        """An answer that goes on until one leaves."""
        answer, gone = Answer(), asyncio.Event()
        task = asyncio.create_task(self._run("GET", path, b"", headers, answer, gone))
        await settle()
        try:
            yield answer
        finally:
            gone.set()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _call(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        answer = Answer()
        await self._run(method, path, body, headers, answer, asyncio.Event())
        return answer

    async def _run(
        self, method: str, path: str, body: bytes, more: Mapping[str, str], answer: Answer, gone: asyncio.Event
    ) -> None:
        headers = {"host": "127.0.0.1", "content-length": str(len(body)), **more}
        if self.key:
            headers["cookie"] = f"masquerade={self.key}"
        where, _, query = path.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": where, "raw_path": where.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
        }  # fmt: skip
        sent = False

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": body, "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            else:
                answer.body += message.get("body", b"")

        await self.app(scope, receive, send)


async def settle() -> None:
    """Lets everything come to rest that does not wait for the clock."""
    for _ in range(80):
        await asyncio.sleep(0)
