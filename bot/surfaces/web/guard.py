"""What stands before every page and every call: whose page sent it, how much of it there may be, and what a browser may do.

It is plain ASGI, because streams pass through it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import MutableMapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.surfaces.web.config import WebConfig
from bot.surfaces.web.problems import Problem, document

MOST_BODY = 256 * 1024
"""Bytes of a request's body: a pair of prompts fits."""

SLOWEST_BODY = 20.0
"""Seconds that a body may take to come."""

BURST, PER_SECOND = 60, 5.0
"""So many writing calls an address may make at once, and so many a second for long."""

MOST_ADDRESSES = 10_000

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Lets through what may pass; all else gets a problem document."""

    def __init__(self, app: ASGIApp, config: WebConfig) -> None:
        self.app, self.config = app, config
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, started = Headers(scope=scope), False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                sent = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    sent.setdefault(name, value)
                sent.setdefault("cache-control", "no-store")
            await send(message)

        try:
            self._check(scope, headers)
            await self.app(scope, self._limited(headers, receive), sending)
        except Problem as problem:
            if not started:
                await document(problem.status, problem.sentence)(scope, receive, sending)

    def _check(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "")
        if not self.config.served_as(_name_of(host)):
            raise Problem("This address is not served here. Open it by the name that Masquerade printed.", 421)
        if scope["method"] in SAFE:
            return
        origin = headers.get("origin")
        own = {f"{scheme}://{host}" for scheme in ("http", "https")} | {self.config.public_url or "-"}
        if (origin is not None and origin not in own) or headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            raise Problem("Another site sent this; only pages of this one may.", 403)
        if not self._take(self.client(scope, headers)):
            raise Problem("That was a lot at once. Wait a few seconds.", 429)

    def client(self, scope: Scope, headers: MutableMapping[str, str] | Headers) -> str:
        """The address of whoever asks, as far as proxies that are trusted tell it."""
        address = (scope.get("client") or ("", 0))[0]
        if address in self.config.proxies and (forwarded := headers.get("x-forwarded-for")):
            hops = [each.strip() for each in forwarded.split(",")]
            return next((each for each in reversed(hops) if each not in self.config.proxies), address)
        return str(address)

    def _take(self, address: str) -> bool:
        """Takes one of the calls that an address has left."""
        now = time.monotonic()
        left, then = self._buckets.pop(address, (float(BURST), now))
        left = min(BURST, left + (now - then) * PER_SECOND)
        self._buckets[address] = (left - 1 if left >= 1 else left, now)
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return left >= 1

    def _limited(self, headers: Headers, receive: Receive) -> Receive:
        """A body in time and of a size that fits into the memory of a small machine."""
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BODY:
            raise _too_long()
        came, until, whole = 0, time.monotonic() + SLOWEST_BODY, False

        async def limited() -> Message:
            nonlocal came, whole
            if whole:
                return await receive()  # nothing comes but that they hang up
            try:
                message = await asyncio.wait_for(receive(), max(0.01, until - time.monotonic()))
            except TimeoutError:
                raise Problem("The rest of this request did not come in time.", 408) from None
            came += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if came > MOST_BODY:
                raise _too_long()
            return message

        return limited


def _too_long() -> Problem:
    return Problem(f"That is too long: {MOST_BODY // 1024} KB are taken at most.", 413)


def _name_of(host: str) -> str:
    """The name in a Host header, without its port."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
    return f"[{name}]" if ":" in name else name
